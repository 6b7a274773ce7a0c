//! Handing messages to the push services of browsers' makers.
//!
//! The address of a push service comes from a browser, that is, from anybody: so it is contacted as
//! [`PublicWeb`] does, and nothing is read of its answer except its status and when to ask again.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Method, Request, StatusCode, header};
use komadai_ids::UserId;
use komadai_live::{Timebase, turns::Turns};
use komadai_store::{
    Store,
    notices::{self as rows, Browser},
};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};
use tracing::{debug, warn};

use super::{
    encrypt::{Recipient, Vapid, encrypt},
    matter::Worth,
};
use crate::{
    bridges::retry_after,
    keyed_tasks::KeyedTasks,
    metrics::PUSHES,
    public_web::{PublicWeb, Target, WebError},
    retry_queue::{Attempt, RetryQueue},
};

/// How many messages may wait to be handed over.
pub(crate) const QUEUE_MAX: usize = 1_000;

/// How many are handed over at the same time, and how many of them to one host.
const AT_ONCE_MAX: usize = 8;
const TO_HOST_MAX: usize = 4;

/// How many messages may wait to be handed over again; more are given up.
const AGAIN_MAX: usize = 1_000;

/// After how long a message that was not taken is handed over again, at the earliest.
const AGAIN_AFTER: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(15),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
];

/// The longest address of a browser, in bytes.
pub(crate) const ENDPOINT_BYTES_MAX: usize = 1_000;

/// How long a push service may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// A message on its way to a browser.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) to: Browser,
    pub(crate) text: String,
    /// A later message with the same word takes its place.
    pub(crate) topic: String,
    /// How long it is of any use.
    pub(crate) worth: Worth,
}

/// Why a browser was not notified.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("this push address is no longer in use")]
    Gone,
    #[error("the push service answered {0}")]
    Status(StatusCode, Option<Duration>),
    #[error("the push service did not answer in time")]
    Slow,
    #[error(transparent)]
    Web(#[from] WebError),
    #[error("the message cannot be encrypted")]
    Keys,
}

impl Failure {
    /// Whether it may go better another time, and how long the push service wants to be left
    /// alone until then.
    fn may_pass(&self) -> Option<Duration> {
        match self {
            Self::Gone | Self::Keys => None,
            Self::Web(cause) => cause.may_pass().then_some(Duration::ZERO),
            Self::Slow => Some(Duration::ZERO),
            Self::Status(status, retry_after) => {
                let is_passing = status.is_server_error()
                    || matches!(
                        *status,
                        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS
                    );
                is_passing.then(|| retry_after.unwrap_or_default())
            }
        }
    }
}

/// Whether a browser may name this address: HTTPS on its own port, at a name. Where the name leads
/// is looked at when it is asked.
pub(crate) fn may_be_asked(endpoint: &str, to_private: bool) -> bool {
    endpoint.len() <= ENDPOINT_BYTES_MAX && Target::of(endpoint, to_private).is_some()
}

/// What messages are handed over with.
pub(crate) struct Post {
    pub(crate) store: Store,
    pub(crate) timebase: Timebase,
    pub(crate) vapid: Arc<Vapid>,
    web: PublicWeb,
}

impl Post {
    pub(crate) fn new(
        store: Store,
        timebase: Timebase,
        vapid: Arc<Vapid>,
        to_private: bool,
    ) -> Result<Self, tokio_rustls::rustls::Error> {
        Ok(Self { store, timebase, vapid, web: PublicWeb::new(to_private)? })
    }

    /// Hands over what comes, and again what was not taken: some at the same time, in turns, one of
    /// each player. So a browser whose push service takes long keeps only its owner waiting.
    pub(crate) async fn deliver(self, mut messages: mpsc::Receiver<Message>) {
        let post = Arc::new(self);
        let mut again = RetryQueue::<Message>::default();
        let mut turns = Turns::default();
        let mut deliveries = Deliveries::default();
        loop {
            while let Some(message) = next(&mut turns, &deliveries) {
                let key = (message.what.worth.to, host_of(&message.what.to.endpoint).to_owned());
                let post = post.clone();
                deliveries.spawn(key, async move { post.hand_over(message).await });
            }
            tokio::select! {
                message = messages.recv(), if turns.len() < QUEUE_MAX => match message {
                    Some(what) => turns.push(what.worth.to, Attempt { what, n_tries: 0 }),
                    None => return,
                },
                tried = again.next() => turns.push(tried.what.worth.to, tried),
                Some(handed) = deliveries.next() => {
                    // One that panicked is lost.
                    if let Some((tried, due)) = handed.flatten() {
                        put_off(&mut again, tried, due);
                    }
                }
            }
        }
    }

    /// Hands a message over, unless it became of no use; what to try again, and when.
    async fn hand_over(&self, tried: Attempt<Message>) -> Option<(Attempt<Message>, Instant)> {
        let Attempt { what: message, n_tries } = tried;
        if n_tries > 0 && !message.worth.holds().await {
            PUSHES.over();
            return None;
        }
        let handed = timeout(ANSWER_WITHIN, self.ask(&message)).await;
        let Err(cause) = handed.unwrap_or(Err(Failure::Slow)) else {
            PUSHES.told();
            return None;
        };
        // Where it was is nobody's business.
        debug!("a browser is not notified: {cause}");
        if matches!(cause, Failure::Gone) {
            PUSHES.gone();
            if let Err(cause) = self.forget(&message.to).await {
                warn!("a browser's old subscription cannot be deleted: {cause}");
            }
            return None;
        }
        let pause = cause.may_pass().zip(AGAIN_AFTER.get(n_tries));
        let due = pause.and_then(|(asked, own)| Instant::now().checked_add(asked.max(*own)));
        let Some(due) = due.filter(|due| message.worth.lasts_to(*due)) else {
            PUSHES.given_up();
            return None;
        };
        Some((Attempt { what: message, n_tries: n_tries + 1 }, due))
    }

    async fn forget(&self, browser: &Browser) -> komadai_store::Result<()> {
        let mut tx = self.store.write().await?;
        rows::forget_browser(&mut tx, &browser.endpoint).await?;
        tx.commit().await
    }

    async fn ask(&self, message: &Message) -> Result<(), Failure> {
        let to = &message.to;
        let target = self.web.target(&to.endpoint).ok_or(WebError::Address)?;
        let recipient = Recipient { public_key: &to.public_key, auth: &to.auth };
        let body = encrypt(&recipient, message.text.as_bytes()).map_err(|_| Failure::Keys)?;
        let proof = self
            .vapid
            .authorization(&target.origin(), self.timebase.now_ms())
            .map_err(|_| Failure::Keys)?;
        let request = Request::builder()
            .method(Method::POST)
            .header(header::AUTHORIZATION, proof)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", message.worth.left_s())
            .header("urgency", "high")
            .header("topic", &message.topic);
        let answer = self.web.ask(&target, request, Full::new(Bytes::from(body)), 0).await?;
        let (status, headers) = (answer.status(), answer.headers());
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(Failure::Gone),
            status if status.is_success() => Ok(()),
            status => Err(Failure::Status(status, retry_after(headers, self.timebase.now_ms()))),
        }
    }
}

/// The messages that are being handed over, each with its player and host.
type Deliveries = KeyedTasks<(UserId, String), Option<(Attempt<Message>, Instant)>>;

/// What can be handed over now: to a player who is told nothing else at the moment, at a host that
/// takes no more than some.
fn next(
    turns: &mut Turns<UserId, Attempt<Message>>,
    deliveries: &Deliveries,
) -> Option<Attempt<Message>> {
    if deliveries.len() >= AT_ONCE_MAX {
        return None;
    }
    turns.next(|player, tried| {
        let host = host_of(&tried.what.to.endpoint);
        let n_to_host = deliveries.keys().filter(|(_, of)| *of == host).count();
        n_to_host < TO_HOST_MAX && deliveries.keys().all(|(of, _)| *of != player)
    })
}

fn host_of(endpoint: &str) -> &str {
    let host = endpoint.split_once("://").map_or(endpoint, |(_, rest)| rest);
    host.split(['/', '?', '#']).next().unwrap_or_default()
}

fn put_off(again: &mut RetryQueue<Message>, tried: Attempt<Message>, due: Instant) {
    if again.len() < AGAIN_MAX {
        PUSHES.again();
        again.put(tried, due);
    } else {
        PUSHES.given_up();
        warn!("a browser is not notified: too many messages are waiting to be retried");
    }
}

#[cfg(test)]
mod tests {
    use hyper::HeaderMap;

    use super::*;

    #[test]
    fn what_passes_is_tried_again_when_the_push_service_wants_it() {
        let wanted = |status: u16, said: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(said) = said {
                headers.insert(header::RETRY_AFTER, said.parse().unwrap());
            }
            // 2015-10-21 07:28:00 UTC
            let asked = retry_after(&headers, 1_445_412_480_000);
            let status = StatusCode::from_u16(status).unwrap();
            Failure::Status(status, asked).may_pass().map(|it| it.as_secs())
        };
        for (status, said, expected) in [
            (503, None, Some(0)),
            (503, Some("120"), Some(120)),
            (429, Some(" 7 "), Some(7)),
            (500, Some("Wed, 21 Oct 2015 07:29:30 GMT"), Some(90)),
            (500, Some("Wed, 21 Oct 2015 07:27:00 GMT"), Some(0)),
            (500, Some("soon"), Some(0)),
            (500, Some("-1"), Some(0)),
            (408, None, Some(0)),
            (400, Some("120"), None),
            (401, None, None),
            (413, None, None),
            (301, None, None),
        ] {
            assert_eq!(wanted(status, said), expected, "{status} {said:?}");
        }
        assert_eq!(Failure::Gone.may_pass(), None);
        assert_eq!(Failure::Slow.may_pass(), Some(Duration::ZERO));
    }

    #[test]
    fn an_address_has_an_end() {
        assert!(may_be_asked("https://push.example/x", false));
        assert!(!may_be_asked("http://push.example/x", false));
        assert!(may_be_asked("http://127.0.0.1:9/x", true));
        let long = format!("https://push.example/{}", "x".repeat(ENDPOINT_BYTES_MAX));
        assert!(!may_be_asked(&long, false));
    }
}
