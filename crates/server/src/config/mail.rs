//! `[mail]`: sending email.

use komadai_service::{
    Secret,
    mail::{Encryption, MailSettings},
};

use super::{ConfigError, masked};

section! {
    /// Sending email.
    Mail {
        /// The mail server to send through: a name or an address. With it, players can give an
        /// email address and reset their password by email, and server.public_url must be set.
        /// Empty: no email, and `komadai admin reset-password` sets new passwords.
        host: String = String::new(),
        /// Its port: 465 goes with "tls", 587 with "starttls", 25 with "none".
        port: u16 = 465,
        /// How the connection is protected: "tls" (from the first byte), "starttls" (after a
        /// greeting in clear text), or "none", which is only for a mail server on the same machine.
        encryption: Encryption = Encryption::Tls,
        /// The user name to sign in with there. Empty: no sign-in.
        user: String = String::new(),
        /// The password for it; better in a file that KOMADAI__MAIL__PASSWORD_FILE names.
        #[serde(serialize_with = "masked")]
        password: String = String::new(),
        /// The sender of emails: "Komadai <shogi@example.org>", or the address alone.
        from: String = String::new(),
    }
}

impl Mail {
    /// Whether there is a mail server at all.
    pub fn is_set(&self) -> bool {
        !self.host.is_empty()
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

    /// The same for the task that sends them, if there is a mail server; `site` is where the site
    /// is.
    pub fn settings(&self, site: String) -> Option<MailSettings> {
        self.is_set().then(|| MailSettings {
            host: self.host.clone(),
            port: self.port,
            encryption: self.encryption,
            user: self.user.clone(),
            password: Secret(self.password.clone()),
            from: self.from.clone(),
            site,
        })
    }
}
