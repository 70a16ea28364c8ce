//! Chinese in simplified characters: verbs stand in front ("删除文件") or close a phrase ("全部删除").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const CHINESE_SIMPLIFIED: Language = Language {
    order: Order::Either,
    spaced: false,
    skipped: "是的|是|好的|好|请|确定要|确定|确认|立即|立刻|马上|现在|永久|永久地|彻底|强制|仍然|仍要|继续|全部|批量|直接|一键|并|吧|吗|所有|我要",
    joiners: "并|並|且",
    guards: "的|成功|允许|禁止|无法|如何|切换|定期|已|未|不|勿|别|取消|撤销|撤消|最近|恢复|正在|被|自动|可|待|定时|时|前|后|再|和|曾",
    finding: "查找|搜索|替换|寻找",
    rules: &[
        harmless(
            "查找|搜索|删除线|删除符|发送者|发送人|发送时间|发送方|发送到后台|购买记录|购买历史|购买者|支付方式|支付设置|支付记录|付款方式|付款记录|关闭时间|退出码|退出时|清除格式|关闭括号|右括号|关闭引号|关闭路径|关闭形状|关闭提醒|发布日期|发布者|发布说明|发布时间|移除者|删除者|删除时|删除日期|付款期|付款时间|安全移除|安全弹出|发送时|关闭时",
            Always,
        ),
        harmless(
            "关闭|退出|离开|结束",
            With(
                "搜索|面板|侧栏|侧边栏|窗格|弹出|菜单|通知|横幅|提示|消息|全屏|预览|概览|字幕|抽屉|信息栏|括号|声音|演示|放映|静音|铃声|编辑模式|浏览模式",
            ),
        ),
        harmless("关闭", Dismisses),
        harmless("发送|移动|移", With("底层|下一层|后面|顶层|前面|反馈|上一层")),
        harmless(
            "删除|移除|清除|清空|去除|取消",
            With(
                "格式|筛选|过滤|高亮|突出显示|选择|选中|搜索|输入|样式|剪贴板|字符|单词|收藏|超链接|链接|断点|侧边栏",
            ),
        ),
        harmless(
            "重置|重新开始|重启|重新启动",
            With("缩放|视图|密码|筛选|过滤|搜索|布局|表单|计时|列宽|游戏|关卡|视频|曲目|动画|编号|秒表"),
        ),
        harmless("格式化", With("文本|单元格|段落|代码|文档|页面|数字|表格")),
        rule(
            Risk::Discard,
            "放弃|丢弃|舍弃|不保存|不存储|直接关闭不保存|关闭而不保存|不保存并关闭|不保存退出|不保存并退出|退出不保存|放弃更改|丢弃更改|撤销所有更改|撤销全部更改|还原所有更改|删除草稿|恢复到已保存|还原到已保存|忽略更改",
            Always,
        ),
        rule(
            Risk::System,
            "关机|关闭计算机|关闭电脑|关闭系统|重启|重新启动|挂起|休眠|睡眠|恢复出厂设置|还原出厂设置|重置为出厂设置|更新并重启|更新并重新启动|关闭电源|注销并重启",
            Always,
        ),
        rule(
            Risk::System,
            "格式化|分区|擦除|抹掉|初始化|清除",
            With("磁盘|硬盘|驱动器|分区|卷|u盘|usb|存储卡|设备|手机|内存卡|sd卡"),
        ),
        rule(Risk::System, "重置", With("设备|电脑|计算机|手机|网络|此电脑|系统")),
        rule(Risk::System, "格式化", Alone),
        rule(Risk::Delete, "注销账号|注销账户|注销帐号", Always),
        rule(
            Risk::SignOut,
            "注销|退出登录|登出|退出账号|退出帐号|退出账户|退出当前账号|结束会话|从所有设备退出|切换并退出|签退",
            Always,
        ),
        rule(
            Risk::Purchase,
            "购买|立即购买|支付|付款|去付款|确认付款|确认支付|下单|提交订单|确认订单|去支付|结账|结算|充值|捐款|捐赠|打赏|转账|汇款|发送红包|预订|租用|订购|续费|出价|开通会员|缴费",
            Always,
        ),
        rule(
            Risk::Delete,
            "删除|刪除|移除|清空|抹除|抹掉|擦除|销毁|卸载|粉碎|移到回收站|移动到回收站|移至回收站|放入回收站|移到废纸篓|移至废纸篓|移动到废纸篓|移到垃圾箱|移至垃圾箱|清空回收站|清倒废纸篓|清空废纸篓|清空垃圾箱|清空文件夹|扔掉|丢进回收站|停用账号|关闭账户|关闭账号",
            Always,
        ),
        rule(
            Risk::Delete,
            "清除|清理",
            With("历史|数据|缓存|日志|记录|消息|聊天|列表|统计|全部|所有|最近|cookie|密码"),
        ),
        rule(Risk::Delete, "忽略|忘记", With("此网络|网络|此设备")),
        rule(
            Risk::Overwrite,
            "覆盖|覆写|还原备份|恢复备份|从备份恢复|从备份还原|恢复默认|恢复默认设置|恢复默认值|还原默认|还原默认值|重置设置|重置所有设置|重置为默认|重置为默认值|还原默认设置|重置首选项",
            Always,
        ),
        rule(Risk::Overwrite, "替换", With("文件|现有|已有|文档|目标|原有")),
        rule(Risk::Overwrite, "替换|全部替换", InDialog),
        rule(Risk::Send, "发送|发布|提交|发表|寄出|投稿|发出|发帖|发推|群发|发消息|发邮件|上报", Always),
        rule(Risk::Close, "结束", Alone),
        rule(Risk::Close, "结束", With("任务|进程|程序|通话|应用|运行|全部")),
        rule(
            Risk::Close,
            "关闭|退出|强制退出|强制停止|结束任务|结束进程|终止|杀死|关掉|离开|终止进程",
            Always,
        ),
    ],
};
