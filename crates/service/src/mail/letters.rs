//! What letters say, in each language.

use komadai_language::Language;
use komadai_store::TokenHash;

use super::MailAddress;
use crate::accounts::SessionToken;

/// A letter in plain text.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// Where it goes.
    pub to: MailAddress,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub body: String,
    /// Where a mail program can ask that no more like it come (RFC 8058); `None` where its owner
    /// must get it.
    pub off_at_once: Option<String>,
}

impl std::fmt::Debug for Letter {
    /// Without what nobody else should read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Letter(…)")
    }
}

/// What somebody does with the link in a letter, which is good for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Says that they read the address.
    Verify,
    /// Chooses a new password.
    Reset,
}

/// A random ticket as it stands in a letter's link.
pub(crate) struct NewTicket(SessionToken);

impl NewTicket {
    pub(crate) fn random() -> Self {
        Self(SessionToken::random())
    }

    pub(crate) fn hash(&self) -> TokenHash {
        self.0.hash()
    }

    /// For whoever it is given to, and nobody else.
    pub(crate) fn reveal(&self) -> String {
        self.0.reveal()
    }
}

/// A letter with a link. The ticket stands behind `#`, which browsers send to no server.
pub(crate) fn with_link(
    asked: Asked,
    to: MailAddress,
    site: &str,
    handle: &str,
    ticket: &NewTicket,
    language: Language,
) -> Letter {
    let word = match asked {
        Asked::Verify => "verify",
        Asked::Reset => "reset",
    };
    let link = format!("{site}/account#{word}={}", ticket.reveal());
    let (subject, body) = match (asked, language) {
        (Asked::Verify, Language::Vietnamese) => (
            "Xác nhận địa chỉ email",
            format!(
                "Chào {handle},\n\n\
                 Bạn vừa thêm địa chỉ này vào tài khoản {handle} trên {site}.\n\
                 Hãy mở đường dẫn sau trong vòng 24 giờ để xác nhận:\n\n{link}\n\n\
                 Nếu không phải bạn, hãy bỏ qua email này; địa chỉ sẽ không được dùng.\n"
            ),
        ),
        (Asked::Verify, Language::English) => (
            "Confirm your email address",
            format!(
                "Hello {handle},\n\n\
                 You have added this address to your account {handle} on {site}.\n\
                 To confirm it, open this link within 24 hours:\n\n{link}\n\n\
                 If that was not you, ignore this email; the address will not be used.\n"
            ),
        ),
        (Asked::Verify, Language::Japanese) => (
            "メールアドレスの確認",
            format!(
                "{handle} 様\n\n\
                 {site} のアカウント「{handle}」にこのアドレスが登録されました。\n\
                 24時間以内に次のリンクを開いて確認してください。\n\n{link}\n\n\
                 心当たりがない場合は、このメールを破棄してください。アドレスは使われません。\n"
            ),
        ),
        (Asked::Reset, Language::Vietnamese) => (
            "Đặt lại mật khẩu",
            format!(
                "Chào {handle},\n\n\
                 Chúng tôi nhận được yêu cầu đặt lại mật khẩu của tài khoản {handle} trên {site}.\n\
                 Hãy mở đường dẫn sau trong vòng một giờ và chọn mật khẩu mới:\n\n{link}\n\n\
                 Nếu không phải bạn, hãy bỏ qua email này; mật khẩu vẫn như cũ.\n"
            ),
        ),
        (Asked::Reset, Language::English) => (
            "Choose a new password",
            format!(
                "Hello {handle},\n\n\
                 We received a request to reset the password of the account {handle} on {site}.\n\
                 To choose a new password, open this link within one hour:\n\n{link}\n\n\
                 If that was not you, ignore this email; the password stays as it is.\n"
            ),
        ),
        (Asked::Reset, Language::Japanese) => (
            "パスワードの再設定",
            format!(
                "{handle} 様\n\n\
                 {site} のアカウント「{handle}」のパスワード再設定のリクエストを受け付けました。\n\
                 1時間以内に次のリンクを開いて、新しいパスワードを決めてください。\n\n{link}\n\n\
                 心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。\n"
            ),
        ),
    };
    Letter { to, subject: format!("{subject} – Komadai"), body, off_at_once: None }
}

/// What an owner is told of, which only they should have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// There is another password.
    Password,
    /// This address is not the account's any more.
    Address,
    /// Signing in asks for a code.
    FactorOn,
    /// Signing in asks for no code any more.
    FactorOff,
    /// There are other recovery codes.
    Codes,
    /// A program has been given a token.
    Token,
}

impl Notice {
    #[cfg(test)]
    const ALL: [Self; 6] =
        [Self::Password, Self::Address, Self::FactorOn, Self::FactorOff, Self::Codes, Self::Token];

    /// The subject, and the sentence that says what has happened.
    fn words(self, site: &str, handle: &str, language: Language) -> (&'static str, String) {
        match (self, language) {
            (Self::Password, Language::Vietnamese) => (
                "Mật khẩu đã được đổi",
                format!("Mật khẩu của tài khoản {handle} trên {site} vừa được đổi."),
            ),
            (Self::Password, Language::English) => (
                "Your password was changed",
                format!("The password of the account {handle} on {site} has been changed."),
            ),
            (Self::Password, Language::Japanese) => (
                "パスワードが変更されました",
                format!("{site} のアカウント「{handle}」のパスワードが変更されました。"),
            ),
            (Self::Address, Language::Vietnamese) => (
                "Địa chỉ email đã được đổi",
                format!("Tài khoản {handle} trên {site} không còn dùng địa chỉ này nữa."),
            ),
            (Self::Address, Language::English) => (
                "Your email address was changed",
                format!("The account {handle} on {site} no longer uses this address."),
            ),
            (Self::Address, Language::Japanese) => (
                "メールアドレスが変更されました",
                format!("{site} のアカウント「{handle}」は、このアドレスを使わなくなりました。"),
            ),
            (Self::FactorOn, Language::Vietnamese) => (
                "Đã bật xác thực hai bước",
                format!("Tài khoản {handle} trên {site} vừa bật xác thực hai bước."),
            ),
            (Self::FactorOn, Language::English) => (
                "Two-step sign-in was turned on",
                format!("Signing in to the account {handle} on {site} now asks for a code."),
            ),
            (Self::FactorOn, Language::Japanese) => (
                "2段階認証が有効になりました",
                format!("{site} のアカウント「{handle}」で2段階認証が有効になりました。"),
            ),
            (Self::FactorOff, Language::Vietnamese) => (
                "Đã tắt xác thực hai bước",
                format!("Tài khoản {handle} trên {site} vừa tắt xác thực hai bước."),
            ),
            (Self::FactorOff, Language::English) => (
                "Two-step sign-in was turned off",
                format!("Signing in to the account {handle} on {site} no longer asks for a code."),
            ),
            (Self::FactorOff, Language::Japanese) => (
                "2段階認証が無効になりました",
                format!("{site} のアカウント「{handle}」で2段階認証が無効になりました。"),
            ),
            (Self::Codes, Language::Vietnamese) => (
                "Mã dự phòng đã được thay",
                format!(
                    "Tài khoản {handle} trên {site} vừa có bộ mã dự phòng mới; các mã cũ không \
                     dùng được nữa."
                ),
            ),
            (Self::Codes, Language::English) => (
                "Your recovery codes were replaced",
                format!(
                    "The account {handle} on {site} has new recovery codes; the old ones no longer \
                     work."
                ),
            ),
            (Self::Codes, Language::Japanese) => (
                "リカバリーコードが再発行されました",
                format!(
                    "{site} のアカウント「{handle}」のリカバリーコードが再発行され、以前のコードは使えなく\
                     なりました。"
                ),
            ),
            (Self::Token, Language::Vietnamese) => (
                "Một chương trình được cấp mã truy cập",
                format!(
                    "Một chương trình vừa được cấp mã truy cập vào tài khoản {handle} trên {site}."
                ),
            ),
            (Self::Token, Language::English) => (
                "A program was given a token",
                format!("A program token was created for the account {handle} on {site}."),
            ),
            (Self::Token, Language::Japanese) => (
                "プログラム用のトークンが発行されました",
                format!(
                    "{site} のアカウント「{handle}」に、プログラム用のトークンが発行されました。"
                ),
            ),
        }
    }
}

/// Tells the owner of an account of a change, with the link by which they freeze it.
pub(crate) fn notice(
    told: Notice,
    to: MailAddress,
    site: &str,
    handle: &str,
    ticket: &NewTicket,
    language: Language,
) -> Letter {
    let (subject, what) = told.words(site, handle, language);
    let link = format!("{site}/account#freeze={}", ticket.reveal());
    let otherwise = match language {
        Language::Vietnamese => format!(
            "Nếu không phải bạn, hãy mở đường dẫn sau trong vòng 7 ngày để khóa tài khoản:\n\n{link}\n\n\
             Khi đó mọi thiết bị và chương trình bị đăng xuất, và không ai đăng nhập được cho đến \
             khi mật khẩu mới được đặt qua email gửi đến địa chỉ này.\n\
             Nếu là bạn, hãy bỏ qua email này."
        ),
        Language::English => format!(
            "If that was not you, open this link within 7 days to freeze the account:\n\n{link}\n\n\
             All devices and programs will be signed out, and nobody can sign in until a new \
             password is chosen through an email to this address.\n\
             If it was you, ignore this email."
        ),
        Language::Japanese => format!(
            "心当たりがない場合は、7日以内に次のリンクを開いてアカウントを凍結してください。\n\n{link}\n\n\
             すべての端末とプログラムがログアウトされ、このアドレスに届くメールで新しいパスワードを\
             決めるまで、誰もログインできなくなります。\n\
             ご本人の操作であれば、このメールは破棄してかまいません。"
        ),
    };
    Letter {
        to,
        subject: format!("{subject} – Komadai"),
        body: format!("{what}\n\n{otherwise}\n"),
        off_at_once: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_link_and_says_what_it_is() {
        let to: MailAddress = "minh@example.org".parse().unwrap();
        for language in Language::ALL {
            for (asked, word) in [(Asked::Verify, "verify"), (Asked::Reset, "reset")] {
                let ticket = NewTicket::random();
                let site = "https://shogi.example";
                let letter = with_link(asked, to.clone(), site, "minh-anh", &ticket, language);
                let link = format!("\n{site}/account#{word}={}\n", ticket.reveal());
                assert!(letter.body.contains(&link), "{}", letter.body);
                assert!(letter.body.contains("minh-anh") && !letter.subject.contains('\n'));
                assert!(!format!("{letter:?}").contains("minh"));
            }
            for told in Notice::ALL {
                let (ticket, site) = (NewTicket::random(), "https://shogi.example");
                let letter = notice(told, to.clone(), site, "minh-anh", &ticket, language);
                let link = format!("\n{site}/account#freeze={}\n", ticket.reveal());
                assert!(letter.body.contains(&link), "{}", letter.body);
                assert!(letter.body.contains("minh-anh"), "{}", letter.body);
            }
        }
    }
}
