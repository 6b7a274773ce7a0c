//! How often somebody may try.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::{HeaderMap, Method, StatusCode, request::Parts},
    middleware::Next,
    response::Response,
};
use komadai_ids::UserId;
use komadai_service::Limit;
use komadai_store::TokenHash;

use tokio::time::{MissedTickBehavior, interval};

use crate::{api::Problem, app::App, bearer, config::LimitSettings, cookies, limiter::Limiter};

/// Where X-Forwarded-For is.
const FORWARDED: &str = "x-forwarded-for";

/// How often the counts that are full again are forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Pages and files of the client for one address: this many a minute, in the long run and at once.
/// A page takes some dozens of them once, and a club comes behind one address.
const PAGES_PER_PEER: NonZeroU32 = NonZeroU32::new(12_000).expect("it is not 0");

/// Attempts to sign in from one address: this many a minute, in the long run and at once.
const SIGN_INS_PER_PEER: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Attempts to sign in to one account: this many a minute, in the long run and at once.
const SIGN_INS_PER_ACCOUNT: NonZeroU32 = NonZeroU32::new(10).expect("it is not 0");

/// Attempts to register from one address: this many an hour, in the long run and at once. A club
/// behind one address registers together.
const REGISTRATIONS_PER_PEER: NonZeroU32 = NonZeroU32::new(60).expect("it is not 0");

/// Codes of a second factor, right or wrong, for one account: this many an hour, in the long run
/// and at once. Who knows the password and guesses has one chance in 5,000 an hour.
const CODES_PER_ACCOUNT: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Letters that are asked for from one address: this many an hour, in the long run and at once.
const LETTERS_PER_PEER: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Letters to one mail address: this many an hour, in the long run and at once.
const LETTERS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(4).expect("it is not 0");

/// Where somebody comes from: an IPv4 address, or the network of an IPv6 address (/64), of which
/// one person has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Peer(IpAddr);

impl Peer {
    /// The peer behind so many proxies that are trusted: the address that the outermost of them
    /// has seen. What stands further left in the header is anybody's word.
    fn behind(socket: IpAddr, headers: &HeaderMap, trusted_proxies: usize) -> Self {
        let said = headers
            .get_all(FORWARDED)
            .into_iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|address| address.trim().parse::<IpAddr>());
        let said: Vec<_> = said.collect();
        let place = trusted_proxies.checked_sub(1);
        let address = place.and_then(|place| said.iter().rev().nth(place)?.as_ref().ok().copied());
        Self::of(address.unwrap_or(socket))
    }

    /// The address, or the network's first.
    pub fn address(self) -> IpAddr {
        self.0
    }

    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address => Self(address),
        }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromRequestParts<App> for Peer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ConnectInfo(socket) =
            ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await.map_err(|_| {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                Problem::new(status, "internal", "the address is not known")
            })?;
        let trusted = app.config.server.trusted_proxies;
        Ok(Self::behind(socket.ip(), &parts.headers, trusted))
    }
}

/// Counts attempts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Throttle(Arc<Limiters>);

#[derive(Debug)]
struct Limiters {
    requests: Limiter<Peer>,
    pages: Limiter<Peer>,
    changes: Limiter<Peer>,
    changes_of: Limiter<TokenHash>,
    work: Limiter<Peer>,
    sign_ins: Limiter<Peer>,
    accounts: Limiter<String>,
    passwords: Limiter<TokenHash>,
    registrations: Limiter<Peer>,
    codes: Limiter<UserId>,
    letters: Limiter<Peer>,
    addresses: Limiter<String>,
}

impl Throttle {
    /// With the limits of these settings.
    pub fn new(limits: &LimitSettings) -> Self {
        Self(Arc::new(Limiters {
            requests: Limiter::per_minute(limits.requests_per_minute),
            pages: Limiter::per_minute(PAGES_PER_PEER),
            changes: Limiter::per_minute(limits.changes_per_minute),
            changes_of: Limiter::per_minute(limits.changes_per_minute),
            work: Limiter::per_minute(limits.files_per_minute),
            sign_ins: Limiter::per_minute(SIGN_INS_PER_PEER),
            accounts: Limiter::per_minute(SIGN_INS_PER_ACCOUNT),
            passwords: Limiter::per_minute(SIGN_INS_PER_ACCOUNT),
            registrations: Limiter::per_hour(REGISTRATIONS_PER_PEER),
            codes: Limiter::per_hour(CODES_PER_ACCOUNT),
            letters: Limiter::per_hour(LETTERS_PER_PEER),
            addresses: Limiter::per_hour(LETTERS_PER_ADDRESS),
        }))
    }

    /// Forgets now and then what does not count any more; never ends.
    pub(crate) async fn sweep(self) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Limiters {
                requests,
                pages,
                changes,
                changes_of,
                work,
                sign_ins,
                accounts,
                passwords,
                registrations,
                codes,
                letters,
                addresses,
            } = &*self.0;
            for peers in [requests, pages, changes, work, sign_ins, registrations, letters] {
                peers.sweep();
            }
            for sessions in [changes_of, passwords] {
                sessions.sweep();
            }
            for names in [accounts, addresses] {
                names.sweep();
            }
            codes.sweep();
        }
    }

    /// Any request.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn request(&self, peer: Peer) -> Result<(), Problem> {
        count(&self.0.requests, &peer)
    }

    /// A page, a file of the client, or a question whether the server is there.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn page(&self, peer: Peer) -> Result<(), Problem> {
        count(&self.0.pages, &peer)
    }

    /// A request that would change something.
    ///
    /// # Errors
    /// When there were too many from the address, or in the session.
    pub fn change(&self, peer: Peer, session: Option<TokenHash>) -> Result<(), Problem> {
        count(&self.0.changes, &peer)?;
        session.map_or(Ok(()), |session| count(&self.0.changes_of, &session))
    }

    /// A request for something that must be drawn, read or packed.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn work(&self, peer: Peer) -> Result<(), Problem> {
        count(&self.0.work, &peer)
    }

    /// An attempt to sign in to an account, whether there is such an account or not.
    ///
    /// # Errors
    /// When there were too many.
    pub fn sign_in(&self, peer: Peer, handle: &str) -> Result<(), Problem> {
        count(&self.0.sign_ins, &peer)?;
        match handle {
            "" => Ok(()),
            handle => count(&self.0.accounts, &handle.to_lowercase()),
        }
    }

    /// A password that is given once more in a session, before something about the account.
    ///
    /// # Errors
    /// When there were too many.
    pub fn password(&self, peer: Peer, session: TokenHash) -> Result<(), Problem> {
        count(&self.0.sign_ins, &peer)?;
        count(&self.0.passwords, &session)
    }

    /// The second step of signing in to an account.
    ///
    /// # Errors
    /// When there were too many.
    pub fn code(&self, user: UserId) -> Result<(), Problem> {
        count(&self.0.codes, &user)
    }

    /// A letter that somebody asks for, whether there is such a mail address or not.
    ///
    /// # Errors
    /// When there were too many.
    pub fn letter(&self, peer: Peer, address: &str) -> Result<(), Problem> {
        count(&self.0.letters, &peer)?;
        count(&self.0.addresses, &address.trim().to_lowercase())
    }

    /// An attempt to register.
    ///
    /// # Errors
    /// When there were too many.
    pub fn register(&self, peer: Peer) -> Result<(), Problem> {
        count(&self.0.registrations, &peer)
    }
}

/// Refuses whoever comes from a banned address.
///
/// # Errors
/// When it is banned.
pub fn not_banned(app: &App, peer: Peer) -> Result<(), Problem> {
    let (standing, now_ms) = (app.service.directory.standing(), app.service.timebase.now_ms());
    match standing.address_banned_until_ms(&peer.to_string(), now_ms) {
        None => Ok(()),
        Some(_) => Err(Problem::new(StatusCode::FORBIDDEN, "banned", "this address is banned")),
    }
}

/// Counts every question whether the server is there as a page.
///
/// # Errors
/// When there were too many.
pub async fn limit_pages(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.throttle.page(peer)?;
    Ok(next.run(request).await)
}

/// Counts every request to the API: by address, and what changes something also by session.
///
/// # Errors
/// When there were too many, or the address is banned and something would change.
pub async fn limit_requests(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.throttle.request(peer)?;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes {
        not_banned(&app, peer)?;
        let headers = request.headers();
        let session = cookies::token(headers, &app.config).map(|token| token.hash());
        let session = session.or_else(|| bearer::hash(headers));
        app.throttle.change(peer, session)?;
    }
    if is_work(request.uri().path()) {
        app.throttle.work(peer)?;
    }
    Ok(next.run(request).await)
}

/// Whether the server has to draw, read or pack something for it.
fn is_work(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    file.contains('.') || path.ends_with("/imports")
}

fn count<K: Clone + Eq + std::hash::Hash>(limiter: &Limiter<K>, key: &K) -> Result<(), Problem> {
    if limiter.allows(key) {
        return Ok(());
    }
    Limit::Attempts.reached();
    let detail = "too many attempts; wait a minute and try again";
    Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(forwarded: &[&str], trusted_proxies: usize) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        let socket = "10.0.0.1".parse().unwrap();
        Peer::behind(socket, &headers, trusted_proxies).0.to_string()
    }

    #[test]
    fn only_what_trusted_proxies_say_counts() {
        assert_eq!(peer(&["6.6.6.6"], 0), "10.0.0.1");
        assert_eq!(peer(&["6.6.6.6, 1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(peer(&["6.6.6.6", "1.2.3.4, 10.0.0.9"], 2), "1.2.3.4");
        assert_eq!(peer(&["garbage"], 1), "10.0.0.1");
        assert_eq!(peer(&[], 2), "10.0.0.1");
        assert_eq!(peer(&["2001:db8:1:2:3:4:5:6"], 1), "2001:db8:1:2::");
        assert_eq!(peer(&["::ffff:1.2.3.4"], 1), "1.2.3.4");
    }

    #[test]
    fn one_account_is_protected_from_many_peers() {
        let throttle = Throttle::new(&crate::config::Config::load(None, []).unwrap().limits);
        let peer = |n: u8| Peer::of([10, 0, 0, n].into());
        let allowed = (0..30).filter(|&n| throttle.sign_in(peer(n), "minh").is_ok()).count();
        assert_eq!(allowed, 10);
        assert!(throttle.sign_in(peer(99), "anh").is_ok());
        let allowed = (0..40).filter(|n| throttle.sign_in(peer(200), &n.to_string()).is_ok());
        assert_eq!(allowed.count(), 20);
    }
}
