//! The texts of emails, in each language.

use komadai_language::Language;
use komadai_store::TokenHash;

use super::MailAddress;
use crate::accounts::SessionToken;

/// An email in plain text.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// Where it goes.
    pub to: MailAddress,
    /// What it is about; the site's name is put behind it.
    pub subject: String,
    /// What it says.
    pub body: String,
    /// Where a mail program can ask that no more like it come (RFC 8058); `None` where its owner
    /// must get it.
    pub off_at_once: Option<String>,
    /// A PNG that is shown below it.
    pub picture: Option<Vec<u8>>,
}

impl std::fmt::Debug for Letter {
    /// Without what nobody else should read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Letter(…)")
    }
}

/// What somebody does with the link in an email, which is good for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPurpose {
    /// Says that they read the address.
    Verify,
    /// Chooses a new password.
    Reset,
}

/// A random ticket as it stands in an email's link.
pub(crate) struct NewTicket(SessionToken);

impl NewTicket {
    pub(crate) fn random() -> Self {
        Self(SessionToken::random())
    }

    pub(crate) fn hash(&self) -> TokenHash {
        self.0.hash()
    }

    /// For the recipient, and nobody else.
    pub(crate) fn reveal(&self) -> String {
        self.0.reveal()
    }
}

/// An email with a link. The ticket stands behind `#`, which browsers send to no server.
pub(crate) fn with_link(
    asked: LinkPurpose,
    to: MailAddress,
    site: &str,
    handle: &str,
    ticket: &NewTicket,
    language: Language,
) -> Letter {
    let word = match asked {
        LinkPurpose::Verify => "verify",
        LinkPurpose::Reset => "reset",
    };
    let link = format!("{site}/account#{word}={}", ticket.reveal());
    let words = language.words();
    let (subject, body) = match asked {
        LinkPurpose::Verify => {
            (words.mail_verify_subject(), words.mail_verify_body(handle, site, &link))
        }
        LinkPurpose::Reset => {
            (words.mail_reset_subject(), words.mail_reset_body(handle, site, &link))
        }
    };
    let body = format!("{body}\n");
    Letter { to, subject, body, off_at_once: None, picture: None }
}

/// A change of which an owner is informed, and which only they should have made.
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
    fn words(self, site: &str, handle: &str, language: Language) -> (String, String) {
        let words = language.words();
        match self {
            Self::Password => {
                (words.mail_password_subject(), words.mail_password_what(handle, site))
            }
            Self::Address => (words.mail_address_subject(), words.mail_address_what(handle, site)),
            Self::FactorOn => {
                (words.mail_factor_on_subject(), words.mail_factor_on_what(handle, site))
            }
            Self::FactorOff => {
                (words.mail_factor_off_subject(), words.mail_factor_off_what(handle, site))
            }
            Self::Codes => (words.mail_codes_subject(), words.mail_codes_what(handle, site)),
            Self::Token => (words.mail_token_subject(), words.mail_token_what(handle, site)),
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
    let otherwise = language.words().mail_otherwise(&link);
    Letter {
        to,
        subject,
        body: format!("{what}\n\n{otherwise}\n"),
        off_at_once: None,
        picture: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_link_and_says_what_it_is() {
        let to: MailAddress = "minh@example.org".parse().unwrap();
        for language in Language::all() {
            for (asked, word) in [(LinkPurpose::Verify, "verify"), (LinkPurpose::Reset, "reset")] {
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
