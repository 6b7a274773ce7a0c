//! Emails to people: a queue, and the one task that hands them to the operator's mail server.
//!
//! The queue is in memory, so emails waiting in it are lost when the server ends, and people who
//! asked for one ask again. Nothing here logs an address or the contents of an email.

pub(crate) mod letters;

use std::{str::FromStr, time::Duration};

use komadai_store::{Account, Error};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart, SinglePart,
        header::{ContentDisposition, ContentType, Header, HeaderName, HeaderValue},
    },
    transport::smtp::{authentication::Credentials, extension::ClientId},
};
use serde::{Deserialize, Serialize};
use tokio::{sync::mpsc, time::Instant};
use tracing::{debug, warn};

pub use self::letters::Letter;
use crate::{
    accounts::Secret,
    branding::SiteBranding,
    metrics::LETTERS,
    notices::matter::Worth,
    retry_queue::{Attempt, RetryQueue},
};

/// How many emails may wait to be sent the first time.
pub const QUEUE_MAX: usize = 1_000;

/// How many emails may wait to be sent again; while it is so many, new ones wait in the queue.
const AGAIN_MAX: usize = 1_000;

/// After how long an email that the mail server did not take is offered again.
const AGAIN_AFTER: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
];

/// How long the mail server may take for an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

/// The longest address there is, in bytes.
const ADDRESS_BYTES_MAX: usize = 254;

/// How emails go out.
#[derive(Debug)]
pub struct MailSettings {
    /// The mail server's name or address.
    pub host: String,
    pub port: u16,
    /// How the way there is protected.
    pub encryption: Encryption,
    /// The name to sign in with there; empty for not signing in.
    pub user: String,
    /// The password for it.
    pub password: Secret,
    /// The sender of emails: `Komadai <shogi@example.org>`, or the address alone.
    pub from: String,
    /// The address under which people reach the site, for links; no slash at its end.
    pub site: String,
}

/// How the way to the mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Encryption {
    /// TLS from the first byte.
    Tls,
    /// TLS after a word in clear; without it nothing is sent.
    StartTls,
    /// Nothing, for a mail server on the same machine.
    None,
}

/// Emails cannot go out with these settings.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The sender is no address.
    #[error("mail.from is not an email address")]
    From(#[source] lettre::address::AddressError),
    /// The mail server's name is none.
    #[error("mail.host cannot be used")]
    Host(#[source] lettre::transport::smtp::Error),
}

/// Too many emails wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many emails are waiting to be sent; try again in a moment")]
pub struct Full;

/// Where an email goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress(Address);

/// It is no mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not an email address")]
pub struct NoAddress;

impl FromStr for MailAddress {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let text = text.trim();
        if text.len() > ADDRESS_BYTES_MAX || text.chars().any(char::is_control) {
            return Err(NoAddress);
        }
        text.parse().map(Self).map_err(|_| NoAddress)
    }
}

impl MailAddress {
    /// The address of an account, if it has one.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when what is stored is no address.
    pub(crate) fn of(account: &Account) -> komadai_store::Result<Option<Self>> {
        let read = account.email.as_deref().map(str::parse::<Self>).transpose();
        read.map_err(|NoAddress| Error::Corrupt {
            table: "accounts",
            key: account.user.id.uuid().to_string(),
            column: "email",
        })
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// The same for two addresses that lead to one mailbox as far as one can know.
    pub fn key(&self) -> String {
        self.as_str().to_lowercase()
    }
}

/// An email on its way.
#[derive(Debug)]
struct OutgoingMail {
    letter: Letter,
    /// Whether it is worth trying again; `None` where it always is.
    worth: Option<Worth>,
}

/// How handing an email over went.
enum Delivery {
    Taken,
    /// It will not be taken another time either.
    Refused,
    /// It is worth trying again.
    Later,
}

/// The way to the task that sends emails. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Mailer {
    queue: mpsc::Sender<OutgoingMail>,
    site: std::sync::Arc<str>,
}

impl Mailer {
    /// The way and the task, which runs until the last clone of the way is gone.
    ///
    /// # Errors
    /// When emails cannot go out with these settings.
    pub fn new(
        settings: MailSettings,
        branding: SiteBranding,
    ) -> Result<(Self, impl Future<Output = ()> + Send + 'static), MailError> {
        let site = settings.site.as_str().into();
        let post = Post::new(settings, branding)?;
        let (queue, letters) = mpsc::channel(QUEUE_MAX);
        Ok((Self { queue, site }, deliver(post, letters)))
    }

    /// Queues an email. When it cannot be sent, that is tried a few times and then given up.
    ///
    /// # Errors
    /// When too many wait already.
    pub fn send(&self, letter: Letter) -> Result<(), Full> {
        self.post(OutgoingMail { letter, worth: None })
    }

    /// As [`Mailer::send`], but it is tried again only while it is worth it.
    ///
    /// # Errors
    /// When too many wait already.
    pub(crate) fn send_while(&self, letter: Letter, worth: Worth) -> Result<(), Full> {
        self.post(OutgoingMail { letter, worth: Some(worth) })
    }

    fn post(&self, posted: OutgoingMail) -> Result<(), Full> {
        self.queue.try_send(posted).map_err(|_| {
            LETTERS.given_up();
            Full
        })
    }

    /// The address under which people reach the site.
    pub fn site(&self) -> &str {
        &self.site
    }
}

/// Greets the operator's mail server and signs in there, without sending anything.
///
/// # Errors
/// Why that does not work, for a person.
pub async fn try_out(settings: MailSettings) -> Result<(), String> {
    let post = Post::new(settings, SiteBranding::default()).map_err(|error| error.to_string())?;
    match post.transport.test_connection().await {
        Ok(true) => Ok(()),
        Ok(false) => Err("the mail server does not accept mail at the moment".to_owned()),
        Err(cause) => Err(cause.to_string()),
    }
}

/// Hands one email to the operator's mail server, once.
///
/// # Errors
/// Why that does not work, for a person.
pub async fn send_once(
    settings: MailSettings,
    branding: SiteBranding,
    letter: &Letter,
) -> Result<(), String> {
    let post = Post::new(settings, branding).map_err(|error| error.to_string())?;
    match post.hand_over(letter).await {
        Delivery::Taken => Ok(()),
        Delivery::Refused => Err("the mail server refuses the email".to_owned()),
        Delivery::Later => Err("the mail server cannot be used at the moment".to_owned()),
    }
}

/// `List-Unsubscribe`: where to ask for no more letters of a kind.
#[derive(Clone, Debug)]
struct OffAt(String);

impl Header for OffAt {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.trim_matches(['<', '>']).to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

/// `List-Unsubscribe-Post` (RFC 8058): that one request without a page is enough.
#[derive(Clone, Debug)]
struct OffByOneClick;

impl Header for OffByOneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// A PNG as the part of an email, which mail programs show below the text.
fn picture(png: &[u8]) -> Option<SinglePart> {
    let png_type = ContentType::parse("image/png").ok()?;
    let part = SinglePart::builder().header(ContentDisposition::inline_with_name("board.png"));
    Some(part.header(png_type).body(png.to_vec()))
}

/// The mail server.
struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    branding: SiteBranding,
}

impl Post {
    fn new(settings: MailSettings, branding: SiteBranding) -> Result<Self, MailError> {
        let MailSettings { host, port, encryption, user, password, from, site } = settings;
        let from = from.parse().map_err(MailError::From)?;
        let builder = match encryption {
            Encryption::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(&host),
            Encryption::StartTls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(&host),
            Encryption::None => Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&host)),
        };
        let mut builder = builder.map_err(MailError::Host)?.port(port).timeout(Some(ANSWER_WITHIN));
        let name = site.split_once("://").map_or(site.as_str(), |(_, rest)| rest);
        let name = name.split(['/', ':']).next().unwrap_or_default();
        if !name.is_empty() {
            builder = builder.hello_name(ClientId::Domain(name.to_owned()));
        }
        if !user.is_empty() {
            builder = builder.credentials(Credentials::new(user, password.0));
        }
        Ok(Self { transport: builder.build(), from, branding })
    }

    async fn hand_over(&self, letter: &Letter) -> Delivery {
        let site = self.branding.name();
        // An operator who names no sender leaves that to the site.
        let Mailbox { name, email } = self.from.clone();
        let message = Message::builder()
            .from(Mailbox::new(name.or_else(|| Some(site.clone())), email))
            .to(Mailbox::new(None, letter.to.0.clone()))
            .subject(format!("{} – {site}", letter.subject));
        let message = match &letter.off_at_once {
            Some(link) => message.header(OffAt(link.clone())).header(OffByOneClick),
            None => message,
        };
        let composed = match letter.picture.as_deref().and_then(picture) {
            None => message.header(ContentType::TEXT_PLAIN).body(letter.body.clone()),
            Some(picture) => {
                let text = SinglePart::plain(letter.body.clone());
                message.multipart(MultiPart::mixed().singlepart(text).singlepart(picture))
            }
        };
        let message = match composed {
            Ok(message) => message,
            Err(cause) => {
                warn!("an email cannot be composed: {cause}");
                return Delivery::Refused;
            }
        };
        match self.transport.send(message).await {
            Ok(_) => Delivery::Taken,
            Err(cause) if cause.is_permanent() => {
                // What the mail server says may hold the address.
                let status = cause.status().map(|it| it.to_string()).unwrap_or_default();
                warn!("the mail server permanently refuses an email ({status})");
                debug!("it says: {cause}");
                Delivery::Refused
            }
            Err(cause) => {
                let status = cause.status().map(|it| it.to_string()).unwrap_or_default();
                warn!("the mail server cannot be used at the moment ({status})");
                debug!("it says: {cause}");
                Delivery::Later
            }
        }
    }
}

async fn deliver(post: Post, mut letters: mpsc::Receiver<OutgoingMail>) {
    let mut again: RetryQueue<OutgoingMail> = RetryQueue::default();
    loop {
        let Attempt { what: posted, n_tries } = tokio::select! {
            posted = letters.recv(), if again.len() < AGAIN_MAX => match posted {
                Some(what) => Attempt { what, n_tries: 0 },
                None => return,
            },
            tried = again.next() => tried,
        };
        if n_tries > 0
            && let Some(worth) = &posted.worth
            && !worth.holds().await
        {
            LETTERS.over();
            continue;
        }
        match post.hand_over(&posted.letter).await {
            Delivery::Taken => LETTERS.told(),
            Delivery::Refused => LETTERS.given_up(),
            Delivery::Later => put_off(&mut again, posted, n_tries),
        }
    }
}

/// Offers an email once more after a while, or gives it up.
fn put_off(again: &mut RetryQueue<OutgoingMail>, posted: OutgoingMail, n_tries: usize) {
    let n_tries = n_tries + 1;
    let due = AGAIN_AFTER.get(n_tries - 1).map(|after| Instant::now() + *after);
    let in_time = |due: &Instant| posted.worth.as_ref().is_none_or(|it| it.lasts_to(*due));
    match due.filter(in_time) {
        Some(due) => {
            LETTERS.again();
            again.put(Attempt { what: posted, n_tries }, due);
        }
        None => {
            LETTERS.given_up();
            warn!("an email is given up after {n_tries} attempts");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_what_can_be_written_to() {
        let key = |text: &str| text.parse::<MailAddress>().map(|address| address.key());
        assert_eq!(key(" Minh.Anh@Example.org "), Ok("minh.anh@example.org".to_owned()));
        for text in ["", "minh", "minh@", "@example.org", "a@b\r\nBcc: c@d", "a b@c", "a@b, c@d"] {
            assert_eq!(key(text), Err(NoAddress), "{text:?}");
        }
        assert_eq!(key(&format!("{}@example.org", "a".repeat(300))), Err(NoAddress));
    }

    #[test]
    fn the_password_is_not_shown() {
        let settings = MailSettings {
            host: "localhost".to_owned(),
            port: 25,
            encryption: Encryption::None,
            user: "komadai".to_owned(),
            password: Secret("hunter2".to_owned()),
            from: "komadai@example.org".to_owned(),
            site: "https://shogi.example".to_owned(),
        };
        assert!(!format!("{settings:?}").contains("hunter2"));
    }
}
