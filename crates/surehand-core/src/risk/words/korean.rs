//! Korean: verbs stand last ("파일 삭제", "창 닫기"). "내보내기", to export, is another word than "보내기", to send.
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const KOREAN: Language = Language {
    order: Order::Last,
    spaced: true,
    skipped: "예|네|확인|지금|영구적으로|영구|완전히|즉시|강제|바로|정말|계속|모두|전체|일괄|합니다|하시겠습니까|하기|로|그리고|후|및",
    joiners: "후|및|하고|&|또는|+",
    guards: "자동|안|미|마지막|최근|예약된|매번",
    finding: "찾기|검색|바꾸기|찾아",
    rules: &[
        harmless("지우기", Alone),
        harmless("제거", With("안전하게")),
        harmless("바꾸기", With("이름")),
        harmless("찾기|검색|내보내기", Always),
        harmless(
            "괄호 닫기|닫는 괄호|대괄호 닫기|중괄호 닫기|따옴표 닫기|태그 닫기|경로 닫기|도형 닫기",
            Always,
        ),
        harmless(
            "닫기|종료|나가기|끝내기",
            With(
                "검색|패널|사이드바|창틀|팝업|메뉴|알림|배너|도움말|메시지|화면|전체화면|미리보기|개요|자막|서랍|표시줄|슬라이드|발표|막대|전체",
            ),
        ),
        harmless("닫기", Dismisses),
        harmless("보내기|보냄|이동|옮기기", With("뒤로|앞으로|맨|의견|피드백")),
        harmless(
            "삭제|제거|지우기|비우기|해제",
            With(
                "서식|필터|강조|선택|검색|입력|스타일|클립보드|단어|글자|문자|즐겨찾기|즐겨찾기에서|링크|하이퍼링크|책갈피|사이드바에서|중단점",
            ),
        ),
        harmless(
            "초기화|재설정|다시 시작|재시작",
            With(
                "확대|보기|비밀번호|암호|필터|검색|레이아웃|양식|타이머|열|게임|레벨|동영상|곡|애니메이션|번호|스톱워치|배율",
            ),
        ),
        harmless("포맷|서식 지정", With("텍스트|셀|단락|코드|문서|페이지|숫자|표")),
        rule(
            Risk::Discard,
            "저장하지 않음|저장 안 함|저장 안함|저장하지 않기|저장하지 않고 닫기|저장하지 않고 종료|저장하지 않고 끝내기|저장하지 않고 나가기|저장하지 않고 계속|변경 내용 버리기|변경사항 버리기|변경 사항 버리기|바뀐 사항 버리기|폐기|변경 취소|변경 내용 취소|모든 변경 취소|임시 보관 삭제|초안 삭제|변경 사항 무시|저장한 상태로 되돌리기",
            Always,
        ),
        // Taking back is no order to do it.
        harmless("실행 취소|삭제 취소|보내기 취소|취소", Always),
        rule(Risk::Discard, "버리기", Alone),
        rule(
            Risk::System,
            "시스템 종료|컴퓨터 끄기|전원 끄기|끄고 다시 시작|재시작|재부팅|컴퓨터 다시 시작|시스템 다시 시작|업데이트하고 다시 시작|절전|절전 모드|최대 절전 모드|대기 모드|일시 중단|공장 초기화|출하 상태로 초기화|공장 설정 복원|업데이트 후 다시 시작|컴퓨터 종료",
            Always,
        ),
        rule(
            Risk::System,
            "포맷|포맷하기|초기화|지우기|파티션 나누기",
            With("디스크|드라이브|파티션|볼륨|usb|카드|장치|기기|휴대폰|저장소|컴퓨터|pc|네트워크"),
        ),
        rule(Risk::System, "다시 시작|다시 시작하기", Alone),
        rule(
            Risk::SignOut,
            "로그아웃|로그 아웃|로그오프|로그아웃하기|세션 종료|세션 끝내기|모든 기기에서 로그아웃",
            Always,
        ),
        rule(
            Risk::Purchase,
            "구매|구매하기|구입|구입하기|결제|결제하기|주문|주문하기|주문 확정|구매 확정|결제 확인|주문 완료|지불|지불하기|바로구매|바로 구매|바로 결제|기부|기부하기|후원하기|송금|송금하기|이체|이체하기|예약 확정|대여하기|충전하기|입찰하기|구독 결제|돈 보내기|결제 진행",
            Always,
        ),
        rule(
            Risk::Delete,
            "삭제|삭제하기|지우기|제거|제거하기|파기|설치 제거|프로그램 제거|휴지통으로 이동|휴지통에 버리기|휴지통으로 옮기기|휴지통으로 보내기|휴지통 비우기|폴더 비우기|계정 닫기|계정 해지|회원 탈퇴|탈퇴하기|계정 탈퇴|계정 비활성화|전체삭제|전체 삭제|모두삭제|영구삭제|파일삭제|계정삭제|선택삭제",
            Always,
        ),
        rule(
            Risk::Delete,
            "비우기|초기화|정리",
            With("기록|데이터|쿠키|캐시|로그|대화|목록|통계|최근|스팸|방문"),
        ),
        rule(Risk::Delete, "잊기", With("네트워크|기기|장치|비밀번호")),
        rule(
            Risk::Overwrite,
            "덮어쓰기|덮어 쓰기|덮어쓰고 저장|백업 복원|백업에서 복원|기본값 복원|기본값으로 복원|기본값으로 되돌리기|기본값으로 초기화|기본 설정으로 복원|설정 초기화|모든 설정 초기화|기본값으로 재설정|설정 재설정",
            Always,
        ),
        rule(Risk::Overwrite, "바꾸기|교체|대체", With("파일|기존|문서|폴더|대상|원본")),
        rule(Risk::Overwrite, "바꾸기|모두 바꾸기|교체", InDialog),
        rule(
            Risk::Send,
            "보내기|전송|발송|전송하기|제출|제출하기|게시|게시하기|발행|발행하기|배포하기|공개하기|답장 보내기",
            Always,
        ),
        rule(
            Risk::Close,
            "닫기|종료|끝내기|나가기|강제 종료|작업 끝내기|프로세스 종료|프로그램 종료|강제 닫기|중지시키기",
            Always,
        ),
    ],
};
