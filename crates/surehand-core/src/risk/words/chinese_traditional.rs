//! Chinese in traditional characters, with the words used in Taiwan and Hong Kong ("刪除檔案", "登出").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const CHINESE_TRADITIONAL: Language = Language {
    order: Order::Either,
    spaced: false,
    skipped: "是的|是|好的|好|請|確定要|確定|確認|立即|立刻|馬上|現在|永久|徹底|強制|仍然|仍要|繼續|全部|批次|直接|一鍵|並|吧|嗎|所有|我要",
    joiners: "並|并|且",
    guards: "的|成功|允許|禁止|無法|如何|切換|定期|永遠|已|未|不|勿|別|取消|復原|最近|恢復|正在|被|自動|可|待|定時|時|前|後|再|和|曾",
    finding: "尋找|搜尋|取代|查找|搜索",
    rules: &[
        harmless(
            "尋找|搜尋|刪除線|刪除符號|傳送者|傳送人|傳送時間|寄件者|寄件人|寄件備份|購買紀錄|購買記錄|購買歷史|付款方式|付款紀錄|付款設定|關閉時間|結束碼|結束時間|清除格式|關閉括號|右括號|關閉引號|關閉路徑|關閉形狀|發布日期|發佈日期|發佈者|發佈時間|刪除者|刪除時|刪除日期|付款期|付款時間|安全移除|發布網址|傳送時|關閉時|結束時|送出時",
            Always,
        ),
        harmless(
            "關閉|結束|離開|退出",
            With(
                "搜尋|面板|側邊欄|側欄|窗格|彈出|選單|通知|橫幅|提示|訊息|全螢幕|預覽|概覽|字幕|抽屜|資訊列|括號|聲音|簡報|放映|靜音|鈴聲|編輯模式",
            ),
        ),
        harmless("關閉", Dismisses),
        harmless("傳送|移動|移|送", With("最下層|下一層|後面|最上層|前面|意見|回饋|上一層|背景")),
        harmless(
            "刪除|移除|清除|清空|去除|取消",
            With(
                "格式|篩選|過濾|醒目|突顯|選取|選擇|搜尋|輸入|樣式|剪貼簿|字元|單字|我的最愛|超連結|連結|中斷點|側邊欄|喜好",
            ),
        ),
        harmless(
            "重設|重新開始|重新啟動|重置",
            With("縮放|檢視|密碼|篩選|過濾|搜尋|版面|表單|計時|欄寬|遊戲|關卡|影片|曲目|動畫|編號|碼錶"),
        ),
        harmless("格式化", With("文字|儲存格|段落|程式碼|文件|頁面|數字|表格")),
        rule(
            Risk::Discard,
            "放棄|捨棄|丟棄|不儲存|不要儲存|關閉而不儲存|不儲存並關閉|不儲存離開|不儲存並結束|結束而不儲存|直接關閉不儲存|放棄變更|捨棄變更|復原所有變更|還原所有變更|還原成已儲存|刪除草稿|忽略變更",
            Always,
        ),
        rule(
            Risk::System,
            "關機|關閉電腦|關閉電源|關閉系統|重新開機|重新啟動|重開機|暫停電腦|休眠|睡眠|恢復原廠設定|還原原廠設定|回復原廠設定|重設為原廠設定|更新並重新啟動|更新並重新開機|暫停系統",
            Always,
        ),
        rule(
            Risk::System,
            "格式化|分割|抹除|清除|初始化",
            With("磁碟|硬碟|光碟機|分割區|磁區|隨身碟|usb|記憶卡|裝置|手機|儲存裝置"),
        ),
        rule(Risk::System, "重設|重置", With("裝置|電腦|手機|網路|系統")),
        rule(Risk::System, "格式化", Alone),
        rule(Risk::Delete, "註銷帳號|註銷帳戶", Always),
        rule(
            Risk::SignOut,
            "登出|登出帳號|結束工作階段|結束作業階段|登出系統|從所有裝置登出|退出登入|退出帳號|註銷登入",
            Always,
        ),
        rule(
            Risk::Purchase,
            "購買|立即購買|付款|確認付款|結帳|下訂單|送出訂單|提交訂單|確認訂單|下單|支付|儲值|捐款|贊助|轉帳|匯款|預訂|租用|租借|訂購|續訂|出價|繳費|加值|訂閱並付款",
            Always,
        ),
        rule(
            Risk::Delete,
            "刪除|移除|清空|抹除|銷毀|解除安裝|移至垃圾桶|移到垃圾桶|移動到垃圾桶|丟到垃圾桶|丟進垃圾桶|移至回收筒|移到回收筒|移到資源回收筒|移至資源回收筒|清空垃圾桶|清理垃圾桶|清空資源回收筒|清空回收筒|清空資料夾|丟掉|粉碎|停用帳號|關閉帳號|關閉帳戶",
            Always,
        ),
        rule(
            Risk::Delete,
            "清除|清理",
            With("歷史|紀錄|記錄|資料|快取|日誌|訊息|聊天|清單|統計|全部|所有|最近|cookie|密碼"),
        ),
        rule(Risk::Delete, "忘記|忽略", With("此網路|網路設定|此裝置")),
        rule(
            Risk::Overwrite,
            "覆寫|覆蓋|還原備份|從備份還原|回復備份|還原預設值|恢復預設值|回復預設值|回復預設|還原預設|恢復預設|重設設定|重設所有設定|重設為預設值|回到預設值|恢復預設設定",
            Always,
        ),
        rule(Risk::Overwrite, "取代|置換|替換", With("檔案|現有|既有|文件|目的地|原有")),
        rule(Risk::Overwrite, "取代|置換|替換|全部取代", InDialog),
        rule(Risk::Send, "傳送|發送|寄出|送出|發佈|發布|張貼|提交|發表|投稿|發文|刊登|寄送|遞交", Always),
        rule(Risk::Close, "結束", Alone),
        rule(Risk::Close, "結束", With("工作|處理程序|程式|通話|應用程式|執行|全部")),
        rule(
            Risk::Close,
            "關閉|離開|退出|強制結束|強制停止|結束工作|結束處理程序|終止|關掉|終止程序",
            Always,
        ),
    ],
};
