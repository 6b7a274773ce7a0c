//! What letters say, in each language.

use komadai_kifu::Language;
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
            "Xác nhận địa chỉ thư điện tử",
            format!(
                "Chào {handle},\n\n\
                 Bạn vừa thêm địa chỉ này vào tài khoản {handle} trên {site}.\n\
                 Hãy mở đường dẫn sau trong vòng 24 giờ để xác nhận:\n\n{link}\n\n\
                 Nếu không phải bạn, hãy bỏ qua thư này; địa chỉ sẽ không được dùng.\n"
            ),
        ),
        (Asked::Verify, Language::English) => (
            "Confirm your mail address",
            format!(
                "Hello {handle},\n\n\
                 you have added this address to your account {handle} at {site}.\n\
                 To confirm it, open this link within 24 hours:\n\n{link}\n\n\
                 If that was not you, ignore this letter; the address will not be used.\n"
            ),
        ),
        (Asked::Verify, Language::Japanese) => (
            "メールアドレスの確認",
            format!(
                "{handle} さん\n\n\
                 {site} のアカウント「{handle}」にこのアドレスが登録されました。\n\
                 24時間以内に次のリンクを開いて確認してください。\n\n{link}\n\n\
                 心当たりがない場合は、このメールを破棄してください。アドレスは使われません。\n"
            ),
        ),
        (Asked::Reset, Language::Vietnamese) => (
            "Đặt lại mật khẩu",
            format!(
                "Chào {handle},\n\n\
                 Có người, chắc là bạn, muốn đặt lại mật khẩu của tài khoản {handle} trên {site}.\n\
                 Hãy mở đường dẫn sau trong vòng một giờ và chọn mật khẩu mới:\n\n{link}\n\n\
                 Nếu không phải bạn, hãy bỏ qua thư này; mật khẩu vẫn như cũ.\n"
            ),
        ),
        (Asked::Reset, Language::English) => (
            "Choose a new password",
            format!(
                "Hello {handle},\n\n\
                 somebody, probably you, wants a new password for the account {handle} at {site}.\n\
                 To choose one, open this link within an hour:\n\n{link}\n\n\
                 If that was not you, ignore this letter; the password stays as it is.\n"
            ),
        ),
        (Asked::Reset, Language::Japanese) => (
            "パスワードの再設定",
            format!(
                "{handle} さん\n\n\
                 {site} のアカウント「{handle}」のパスワード再設定が申し込まれました。\n\
                 1時間以内に次のリンクを開いて、新しいパスワードを決めてください。\n\n{link}\n\n\
                 心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。\n"
            ),
        ),
    };
    Letter { to, subject: format!("{subject} – Komadai"), body, off_at_once: None }
}

/// Tells the owner of an account of something that only they should have done.
pub(crate) fn notice(
    told: Notice,
    to: MailAddress,
    site: &str,
    handle: &str,
    language: Language,
) -> Letter {
    let (subject, what, otherwise) = match (told, language) {
        (Notice::Password, Language::Vietnamese) => (
            "Mật khẩu đã được đổi",
            format!(
                "Mật khẩu của tài khoản {handle} trên {site} vừa được đặt lại. Mọi thiết bị đã bị đăng xuất."
            ),
            "Nếu không phải bạn, hãy đặt lại mật khẩu ngay và báo cho người quản trị trang.",
        ),
        (Notice::Password, Language::English) => (
            "Your password was changed",
            format!(
                "The password of the account {handle} at {site} has been reset. All devices are signed out."
            ),
            "If that was not you, reset it at once, and tell those who run the site.",
        ),
        (Notice::Password, Language::Japanese) => (
            "パスワードが変更されました",
            format!(
                "{site} のアカウント「{handle}」のパスワードが再設定され、すべての端末でログアウトしました。"
            ),
            "心当たりがない場合は、すぐにパスワードを再設定し、サイトの運営者に知らせてください。",
        ),
        (Notice::Address, Language::Vietnamese) => (
            "Địa chỉ thư điện tử đã được đổi",
            format!("Tài khoản {handle} trên {site} không còn dùng địa chỉ này nữa."),
            "Nếu không phải bạn, hãy báo ngay cho người quản trị trang.",
        ),
        (Notice::Address, Language::English) => (
            "Your mail address was changed",
            format!("The account {handle} at {site} does not use this address any more."),
            "If that was not you, tell those who run the site at once.",
        ),
        (Notice::Address, Language::Japanese) => (
            "メールアドレスが変更されました",
            format!("{site} のアカウント「{handle}」は、このアドレスを使わなくなりました。"),
            "心当たりがない場合は、すぐにサイトの運営者に知らせてください。",
        ),
    };
    Letter {
        to,
        subject: format!("{subject} – Komadai"),
        body: format!("{what}\n\n{otherwise}\n"),
        off_at_once: None,
    }
}

/// What an owner is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// The password was set anew by a letter's link.
    Password,
    /// This address is not the account's any more.
    Address,
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
        }
    }
}
