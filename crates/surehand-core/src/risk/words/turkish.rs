//! Turkish: verbs stand last ("Notu sil"). The forms that negate or name ("silme") are other words.
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const TURKISH: Language = Language {
    order: Order::Last,
    spaced: true,
    skipped: "evet|tamam|lütfen|ve|şimdi|kalıcı|olarak|hemen|yine|de|gerçekten|onayla|devam|et|zorla|tümünü|hepsini|bunu|artık|mi|mı|istiyorum",
    joiners: "ve|&|veya|sonra|+",
    guards: "aç|otomatik|önce|için",
    finding: "ara|bul|arama|değiştir|aramayı",
    rules: &[
        harmless("sil", With("geri")),
        harmless(
            "kaldır",
            With(
                "seçimi|seçimleri|seçimini|kilidi|kilidini|bağı|girintiyi|yorumu|rengi|ayarını|sıralamayı|odağı|güvenli|güvenle",
            ),
        ),
        harmless("çıkış yap", With("dalı|dalını")),
        harmless("ara|bul", Always),
        harmless(
            "parantezi kapat|parantez kapat|köşeli parantezi kapat|ayracı kapat|tırnağı kapat|tırnak kapat|etiketi kapat|yolu kapat|şekli kapat",
            Always,
        ),
        harmless(
            "kapat|çık|bitir|sonlandır|ayrıl",
            With(
                "aramayı|arama|paneli|panelini|panel|çubuğu|çubuğunu|menüyü|menüsünü|bildirimi|bildirimleri|bildirim|ipucunu|mesajı|iletiyi|ekrandan|ekranı|önizlemeyi|altyazıları|altyazı|afişi|sesi|sunumu|sunudan|bölmeyi",
            ),
        ),
        harmless("kapat", Dismisses),
        harmless("gönder|taşı|al", With("geriye|arkaya|öne|arka|bildirim")),
        harmless(
            "sil|kaldır|temizle|boşalt",
            With(
                "biçimlendirmeyi|biçimi|filtreyi|filtreleri|filtre|süzgeci|vurgulamayı|vurguyu|seçimi|aramayı|arama|girişi|stili|panoyu|sözcüğü|kelimeyi|karakteri|karakter|sözcük|favorilerden|bağlantıyı|köprüyü|çubuğundan|tuşu|sıkça",
            ),
        ),
        harmless(
            "sıfırla|başlat",
            With(
                "yakınlaştırmayı|görünümü|parolayı|şifreyi|filtreyi|aramayı|düzeni|formu|zamanlayıcıyı|sütunları|oyunu|bölümü|videoyu|şarkıyı|animasyonu|kronometreyi|numaralandırmayı",
            ),
        ),
        harmless(
            "biçimlendir",
            With("metni|hücreleri|hücreyi|paragrafı|kodu|belgeyi|sayfayı|sayıları|tabloyu"),
        ),
        rule(
            Risk::Discard,
            "değişiklikleri at|değişiklikleri yoksay|değişiklikleri gözardı et|değişikliklerden vazgeç|değişiklikleri geri al|tüm değişiklikleri geri al|kaydetmeden kapat|kaydetmeden çık|kaydetmeden devam et|kaydetmeden ayrıl|taslağı sil|değişiklikleri yok say|değişiklikleri görmezden gel|görmezden gel|eski haline döndür|eskiye dön|geri döndür|gözden çıkar|kayıtlı sürüme dön|değişiklikleri reddet|değişiklikleri iptal et",
            Always,
        ),
        // Taking back is no order to do it.
        harmless("geri al|vazgeç|iptal", Always),
        rule(Risk::Discard, "kaydetme|at", Alone),
        rule(
            Risk::System,
            "bilgisayarı kapat|sistemi kapat|aygıtı kapat|gücü kapat|yeniden başlat|askıya al|uyku|uyut|hazırda beklet|uyku moduna geç|fabrika ayarlarına dön|fabrika ayarlarına sıfırla|fabrika ayarlarını geri yükle|güncelle ve yeniden başlat|beklemeye al",
            Always,
        ),
        rule(
            Risk::System,
            "biçimlendir|bölümlendir|sil|formatla",
            With("diski|disk|sürücüyü|sürücü|bölümü|birimi|usb|kartı|aygıtı|belleği|depolamayı"),
        ),
        rule(Risk::System, "sıfırla", With("aygıtı|cihazı|bilgisayarı|telefonu|ağı|ağ")),
        rule(
            Risk::SignOut,
            "oturumu kapat|oturum kapat|çıkış yap|oturumu sonlandır|tüm cihazlardan çıkış yap|tüm oturumları kapat|hesaptan çık|oturumdan çık",
            Always,
        ),
        rule(
            Risk::Purchase,
            "satın al|öde|ödeme yap|sipariş ver|siparişi onayla|siparişi tamamla|siparişi gönder|ödemeyi onayla|ödemeyi tamamla|ödemeyi yap|satın almayı onayla|satın almayı tamamla|alışverişi tamamla|hemen al|bağış yap|bağışla|rezervasyonu onayla|para gönder|para aktar|kirala|bakiye yükle|teklif ver|aboneliği başlat|ödeme gönder",
            Always,
        ),
        rule(
            Risk::Delete,
            "sil|kaldır|yok et|çöpe taşı|çöpe at|çöp kutusuna taşı|çöp kutusuna at|çöp kutusuna gönder|çöpü boşalt|çöp kutusunu boşalt|geri dönüşüm kutusunu boşalt|klasörü boşalt|kaldırın|silin|hesabı kapat|hesabı devre dışı bırak|programı kaldır|imha et",
            Always,
        ),
        rule(Risk::Delete, "unut", With("ağı|aygıtı|cihazı|parolayı|şifreyi|siteyi|hesabı")),
        rule(
            Risk::Delete,
            "temizle|boşalt|sıfırla",
            With(
                "geçmişi|geçmişini|günlük|iletileri|veriyi|son|imlerini|geçmiş|verileri|çerezleri|önbelleği|günlüğü|mesajları|sohbeti|listeyi|istatistikleri|hepsini|tümünü|parolaları|şifreleri",
            ),
        ),
        rule(
            Risk::Overwrite,
            "üzerine yaz|üstüne yaz|yedeği geri yükle|yedekten geri yükle|varsayılanları geri yükle|varsayılana dön|varsayılana sıfırla|varsayılanlara sıfırla|ayarları sıfırla|tüm ayarları sıfırla|tercihleri sıfırla|varsayılanlara dön",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "değiştir",
            With("dosyayı|dosyaları|mevcut|varolan|belgeyi|klasörü|hedefi|hedefteki"),
        ),
        rule(Risk::Overwrite, "değiştir|tümünü değiştir", InDialog),
        rule(
            Risk::Send,
            "gönder|yolla|ilet|yayımla|yayınla|tweetle|yanıtla ve gönder|gönderin|başvuruyu gönder",
            Always,
        ),
        rule(
            Risk::Close,
            "kapat|kapatın|çık|çıkış|zorla kapat|zorla çık|görevi sonlandır|işlemi sonlandır|süreci sonlandır|sonlandır|öldür|çıkın|ayrıl|zorla durdur",
            Always,
        ),
    ],
};
