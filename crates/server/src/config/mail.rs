//! `[mail]`: how letters go out.

use komadai_service::{
    Secret,
    mail::{Encryption, MailSettings},
};
use serde::Deserialize;

use super::ConfigError;

/// How letters go out.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// The mail server's name or address; empty for none.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way there is protected.
    pub encryption: MailEncryption,
    /// The name to sign in with there; empty for not signing in.
    pub user: String,
    /// The password for it.
    pub password: String,
    /// Whom letters are from.
    pub from: String,
}

/// How the way to the mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailEncryption {
    /// TLS from the first byte.
    Tls,
    /// TLS after a word in clear.
    Starttls,
    /// Nothing.
    None,
}

impl MailEncryption {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tls => "tls",
            Self::Starttls => "starttls",
            Self::None => "none",
        }
    }
}

impl std::fmt::Debug for Mail {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown())
    }
}

impl Mail {
    /// Whether there is a mail server at all.
    pub fn is_set(&self) -> bool {
        !self.host.is_empty()
    }

    /// As a file has it, without the password.
    pub(super) fn shown(&self) -> String {
        let Self { host, port, encryption, user, password, from } = self;
        let password = if password.is_empty() { "" } else { "…" };
        let encryption = encryption.as_str();
        format!(
            "[mail]\nhost = {host:?}\nport = {port}\nencryption = {encryption:?}\n\
             user = {user:?}\npassword = {password:?}\nfrom = {from:?}\n"
        )
    }

    /// What no single setting can tell of itself.
    pub(super) fn check(&self, public_url: &str) -> Result<(), ConfigError> {
        if !self.is_set() {
            return Ok(());
        }
        if public_url.is_empty() {
            let why = "mail.host needs server.public_url: letters have links to the site";
            return Err(ConfigError::Unfit(why));
        }
        if self.from.is_empty() {
            return Err(ConfigError::Unfit("mail.from must say whom letters are from"));
        }
        if self.user.is_empty() != self.password.is_empty() {
            return Err(ConfigError::Unfit("mail.user and mail.password go together"));
        }
        Ok(())
    }

    /// The same for whoever sends them, if there is a mail server; `site` is where the site is.
    pub fn settings(&self, site: String) -> Option<MailSettings> {
        self.is_set().then(|| MailSettings {
            host: self.host.clone(),
            port: self.port,
            encryption: match self.encryption {
                MailEncryption::Tls => Encryption::Tls,
                MailEncryption::Starttls => Encryption::StartTls,
                MailEncryption::None => Encryption::None,
            },
            user: self.user.clone(),
            password: Secret(self.password.clone()),
            from: self.from.clone(),
            site,
        })
    }
}
