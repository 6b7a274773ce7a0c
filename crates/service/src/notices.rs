//! Notifications of players who are away: by email, and through the push services of their
//! browsers' makers.
//!
//! Players who are connected are notified by the page, and by nothing else. A notification is
//! recorded in the database before it is sent, so that nothing is sent twice after a restart. A
//! failed delivery is retried while it matters; what waits when the server ends is lost.
//! [`scanner`] finds what there is to report.

mod board;
mod encrypt;
pub(crate) mod matter;
mod push;
pub(crate) mod scanner;
pub(crate) mod strangers;
mod words;

pub use komadai_community::notices::{NoticeChannel, NoticeKind};
use std::{sync::Arc, time::Duration};

use komadai_ids::UserId;
use komadai_language::Language;
use komadai_live::{Directory, Presence, Timebase, random};
use komadai_store::{
    Store, TokenHash, accounts,
    notices::{self as rows, Browser, Off, RateLimit},
    preferences,
};
use ring::hmac;
use serde_json::json;
use tokio::{sync::mpsc, time::Instant};
use tracing::warn;
use uuid::Uuid;

pub(crate) use self::push::may_be_asked;
use self::{
    board::Board,
    encrypt::{MESSAGE_BYTES_MAX, Recipient, Unusable, Vapid, decode, encode},
    matter::{Matter, Worth},
    push::{Message, Post, QUEUE_MAX},
    words::{NoticeSubject, Words, letter},
};
use crate::{
    mail::{MailAddress, Mailer},
    metrics::PUSHES,
};

/// How long nothing more is said about the same game, round or challenge, in milliseconds.
const GAP_MS: i64 = 15 * 60_000;

/// How many bytes of a link's proof are looked at.
const PROOF_BYTES: usize = 16;

/// How notices go out.
#[derive(Clone, Debug)]
pub struct NoticeSettings {
    /// Whether browsers are notified at all.
    pub web_push: bool,
    /// Whether push services may be on this machine or its network, and without TLS: for tests.
    pub push_to_private: bool,
    /// How long somebody must be gone to be notified, in milliseconds.
    pub away_ms: u64,
    /// How many notifications one player receives in a day.
    pub per_day: u32,
    /// The address under which people reach the site; no slash at its end.
    pub site: String,
}

/// Why a browser cannot be notified.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// The operator does not want it.
    #[error("this server sends no push messages")]
    Off,
    /// The address is none that may be asked.
    #[error("a push service is at an https:// address of the public Internet")]
    Endpoint,
    /// The keys are none.
    #[error("these are not the keys of a browser")]
    Keys,
    /// The database fails.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
}

/// Notices cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum NoticesError {
    /// The database fails.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
    /// The key that is kept in the database is none.
    #[error("the key for push services in the database cannot be used")]
    Key,
    /// There is no TLS.
    #[error("push services cannot be reached")]
    Tls,
}

impl From<Unusable> for NoticesError {
    fn from(_: Unusable) -> Self {
        Self::Key
    }
}

/// Notifies players while they are away. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Notices {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    timebase: Timebase,
    directory: Arc<Directory>,
    settings: NoticeSettings,
    mailer: Option<Mailer>,
    push: mpsc::Sender<Message>,
    vapid: Arc<Vapid>,
    /// What proves that a link to get no more emails is ours.
    links: hmac::Key,
}

/// The ways in which somebody can be notified.
struct Reach {
    email: Option<MailAddress>,
    language: Language,
    browsers: Vec<Browser>,
}

impl Reach {
    fn is_none(&self) -> bool {
        self.email.is_none() && self.browsers.is_empty()
    }
}

/// One thing to tell somebody.
struct Notice {
    to: UserId,
    told: NoticeSubject,
    matter: Matter,
    /// The board on which it is their move.
    board: Option<Board>,
    /// How long the notification is of any use, in seconds.
    ttl_s: u32,
}

impl Notices {
    /// With the task that hands messages to push services.
    ///
    /// # Errors
    /// When the keys cannot be had.
    pub(crate) async fn start(
        store: Store,
        directory: Arc<Directory>,
        mailer: Option<Mailer>,
        settings: NoticeSettings,
    ) -> Result<(Self, impl Future<Output = ()> + Send + 'static), NoticesError> {
        let mut tx = store.write().await?;
        let vapid = rows::key(&mut tx, "vapid", &Vapid::draw()?).await?;
        let links = rows::key(&mut tx, "links", &random::bytes::<32>()).await?;
        tx.commit().await?;
        let timebase = directory.timebase();
        let vapid = Arc::new(Vapid::new(&vapid, settings.site.clone())?);
        let (push, messages) = mpsc::channel(QUEUE_MAX);
        let post = Post::new(store.clone(), timebase, vapid.clone(), settings.push_to_private)
            .map_err(|_| NoticesError::Tls)?;
        let links = hmac::Key::new(hmac::HMAC_SHA256, &links);
        let inner = Inner { store, timebase, directory, settings, mailer, push, vapid, links };
        Ok((Self { inner: Arc::new(inner) }, post.deliver(messages)))
    }

    /// The key that a browser must be shown to be notified by this server; `None` where no browser
    /// is notified.
    pub fn push_key(&self) -> Option<String> {
        self.inner.settings.web_push.then(|| self.inner.vapid.public_key())
    }

    /// Whether emails can be sent.
    pub fn can_write(&self) -> bool {
        self.inner.mailer.is_some()
    }

    /// Which notifications somebody does not want, and how many browsers receive the rest.
    pub async fn of(&self, user: UserId) -> komadai_store::Result<(Vec<Off>, usize)> {
        let mut conn = self.inner.store.read().await?;
        let off = rows::off(&mut conn, user).await?;
        let browsers = rows::browsers(&mut conn, user).await?;
        Ok((off, browsers.len()))
    }

    /// Tells somebody of something by this channel, or no longer.
    pub async fn switch(
        &self,
        user: UserId,
        kind: NoticeKind,
        channel: NoticeChannel,
        on: bool,
    ) -> komadai_store::Result<()> {
        let mut tx = self.inner.store.write().await?;
        rows::switch(&mut tx, user, kind.as_str(), channel.as_str(), on).await?;
        tx.commit().await
    }

    /// From now on somebody is notified in this browser, as long as this session lasts.
    ///
    /// # Errors
    /// When it cannot be notified.
    pub async fn add_browser(
        &self,
        user: UserId,
        session: TokenHash,
        endpoint: &str,
        (public_key, auth): (&str, &str),
        language: Language,
    ) -> Result<(), BrowserError> {
        if !self.inner.settings.web_push {
            return Err(BrowserError::Off);
        }
        if !may_be_asked(endpoint, self.inner.settings.push_to_private) {
            return Err(BrowserError::Endpoint);
        }
        let (public_key, auth) = decode(public_key).zip(decode(auth)).ok_or(BrowserError::Keys)?;
        if !(Recipient { public_key: &public_key, auth: &auth }).is_possible() {
            return Err(BrowserError::Keys);
        }
        let browser = Browser {
            endpoint: endpoint.to_owned(),
            session,
            public_key,
            auth,
            language: language.tag().to_owned(),
        };
        let now_ms = self.inner.timebase.now_ms() as i64;
        let mut tx = self.inner.store.write().await?;
        rows::add_browser(&mut tx, user, &browser, now_ms).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Somebody is no longer notified in this browser.
    pub async fn remove_browser(&self, user: UserId, endpoint: &str) -> komadai_store::Result<()> {
        // What can be none was never kept.
        if !may_be_asked(endpoint, self.inner.settings.push_to_private) {
            return Ok(());
        }
        let mut tx = self.inner.store.write().await?;
        rows::remove_browser(&mut tx, user, endpoint).await?;
        tx.commit().await
    }

    /// Does what the link in a letter is for: no more letters of its kind. The kind, or `None`
    /// when the link is not ours.
    pub async fn off_by_link(&self, token: &str) -> komadai_store::Result<Option<NoticeKind>> {
        let Some((user, kind)) = self.read_link(token) else { return Ok(None) };
        self.switch(user, kind, NoticeChannel::Mail, false).await?;
        Ok(Some(kind))
    }

    /// What stands in the link of an email: for whom and of what kind it is, and a proof.
    fn link(&self, user: UserId, kind: NoticeKind) -> String {
        let place = NoticeKind::ALL.iter().position(|it| *it == kind).unwrap_or_default();
        let mut token = [user.uuid().as_bytes(), &[place as u8][..]].concat();
        let proof = hmac::sign(&self.inner.links, &token);
        token.extend(proof.as_ref().iter().take(PROOF_BYTES));
        encode(&token)
    }

    fn read_link(&self, token: &str) -> Option<(UserId, NoticeKind)> {
        let token = decode(token).filter(|token| token.len() == 17 + PROOF_BYTES)?;
        let (said, _) = token.split_at_checked(17)?;
        let (id, place) = said.split_at_checked(16)?;
        let user = UserId::from_uuid(Uuid::from_slice(id).ok()?);
        let kind = *NoticeKind::ALL.get(usize::from(*place.first()?))?;
        let ours = self.link(user, kind);
        // Both are hashed again, so that the time it takes says nothing of where they differ.
        let key = &self.inner.links;
        let theirs = hmac::sign(key, encode(&token).as_bytes());
        hmac::verify(key, ours.as_bytes(), theirs.as_ref()).ok()?;
        Some((user, kind))
    }

    fn presence(&self) -> &Presence {
        self.inner.directory.presence()
    }

    /// The ways in which somebody can be notified of this kind of thing; with no kind, of anything
    /// at all.
    async fn reach(
        &self,
        user: UserId,
        kind: Option<NoticeKind>,
    ) -> komadai_store::Result<Option<Reach>> {
        let mut conn = self.inner.store.read().await?;
        let Some(account) = accounts::find(&mut conn, user).await? else { return Ok(None) };
        let off = rows::off(&mut conn, user).await?;
        let is_on = |channel: NoticeChannel| match kind {
            Some(kind) => {
                !off.iter().any(|it| it.kind == kind.as_str() && it.channel == channel.as_str())
            }
            None => true,
        };
        let can_write = self.can_write() && is_on(NoticeChannel::Mail);
        let email = MailAddress::of(&account)?.filter(|_| can_write);
        let browsers = if self.inner.settings.web_push && is_on(NoticeChannel::Push) {
            rows::browsers(&mut conn, user).await?
        } else {
            Vec::new()
        };
        let language = match email {
            Some(_) => spoken(preferences::find(&mut conn, user).await?.as_deref()),
            None => Language::VIETNAMESE,
        };
        let reach = Reach { email, language, browsers };
        Ok((!reach.is_none()).then_some(reach))
    }

    /// Notifies somebody who is away, unless they know it, do not want it, or have had too many.
    ///
    /// `true`: there is nothing to do about it any more.
    async fn tell(&self, notice: Notice) -> komadai_store::Result<bool> {
        let Notice { to, told, matter, board, ttl_s } = notice;
        let kind = told.kind();
        let Some(reach) = self.reach(to, Some(kind)).await? else { return Ok(true) };
        if self.presence().is_online(to) {
            return Ok(false);
        }
        let limit = RateLimit { gap_ms: GAP_MS, per_day: i64::from(self.inner.settings.per_day) };
        let now_ms = self.inner.timebase.now_ms() as i64;
        let (about, path) = (matter.about(), matter.path());
        let known = rows::mark(&mut self.inner.store.read().await?, to, &about).await?;
        if known.is_some_and(|mark| mark >= matter.mark()) {
            return Ok(true);
        }
        let mut tx = self.inner.store.write().await?;
        if !rows::begin(&mut tx, to, &about, matter.mark(), limit, now_ms).await? {
            return Ok(false);
        }
        tx.commit().await?;
        let worth = Worth {
            to,
            matter,
            until: Instant::now() + Duration::from_secs(u64::from(ttl_s)),
            directory: self.inner.directory.clone(),
            store: self.inner.store.clone(),
        };
        let site = &self.inner.settings.site;
        if let (Some(mailer), Some(address)) = (&self.inner.mailer, reach.email) {
            let token = self.link(to, kind);
            let off_page = format!("{site}/notices#{token}");
            let at_once = format!("{site}/api/v1/notices/off/{token}");
            let link = format!("{site}{path}");
            let mut letter = letter(&told, address, &link, &off_page, at_once, reach.language);
            if let Some(board) = &board {
                letter.body = format!("{}\n\n{}", board.said(reach.language), letter.body);
                letter.picture = drawn(board.clone(), reach.language).await;
            }
            if mailer.send_while(letter, worth.clone()).is_err() {
                warn!("a notification is not sent by email: too many emails are waiting");
            }
        }
        let topic = topic(&about);
        for browser in reach.browsers {
            let language = Language::from_tag(&browser.language).unwrap_or(Language::VIETNAMESE);
            let Words { title, mut body } = told.words(language);
            if let Some(board) = &board {
                body = format!("{}\n{body}", board.said(language));
            }
            let image = board.as_ref().map(|board| board.path(language));
            let said =
                json!({ "title": title, "body": body, "path": path, "tag": topic, "image": image });
            let text = said.to_string();
            // Names are short, so this is what cannot be.
            if text.len() > MESSAGE_BYTES_MAX {
                continue;
            }
            let worth = worth.clone();
            let message = Message { to: browser, text, topic: topic.clone(), worth };
            if self.inner.push.try_send(message).is_err() {
                PUSHES.given_up();
                warn!("a browser is not notified: too many messages are waiting");
            }
        }
        Ok(true)
    }
}

/// The picture of a board, drawn where it keeps nobody waiting.
async fn drawn(board: Board, language: Language) -> Option<Vec<u8>> {
    let draw = move || board.png(language);
    tokio::task::spawn_blocking(draw).await.ok().flatten()
}

/// A word for what a notice is about that tells a push service nothing.
fn topic(about: &str) -> String {
    let hash = ring::digest::digest(&ring::digest::SHA256, about.as_bytes());
    encode(hash.as_ref().get(..24).unwrap_or_default())
}

/// The language in which somebody has last seen the site, from what they have set.
pub(crate) fn spoken(settings: Option<&str>) -> Language {
    let read = |text| match serde_json::from_str::<serde_json::Value>(text) {
        Ok(settings) => Some(settings),
        Err(cause) => {
            warn!("a player's settings cannot be read: {cause}");
            None
        }
    };
    let settings = settings.and_then(read);
    let tag = |name: &str| Language::from_tag(settings.as_ref()?.get(name)?.as_str()?);
    tag("spoken").or_else(|| tag("language")).unwrap_or(Language::VIETNAMESE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_last_seen() {
        for (settings, language) in [
            (None, Language::VIETNAMESE),
            (Some("nonsense"), Language::VIETNAMESE),
            (Some(r#"{"language":"ja"}"#), Language::JAPANESE),
            (Some(r#"{"language":"auto","spoken":"en"}"#), Language::ENGLISH),
            (Some(r#"{"language":"auto"}"#), Language::VIETNAMESE),
        ] {
            assert_eq!(spoken(settings), language, "{settings:?}");
        }
    }

    #[test]
    fn names_lead_back() {
        for kind in NoticeKind::ALL {
            assert_eq!(NoticeKind::from_name(kind.as_str()), Some(kind));
        }
        for channel in NoticeChannel::ALL {
            assert_eq!(NoticeChannel::from_name(channel.as_str()), Some(channel));
        }
        assert_eq!(topic("game:a").len(), 32);
    }
}
