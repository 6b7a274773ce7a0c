//! Records that are fetched from an address, of hosts that the operator names.

use std::{future::poll_fn, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Method, Request, StatusCode, header};
use komadai_ids::Code;
use komadai_live::{
    Limit,
    pool::{Claimant, Pool, PoolSize},
};
use tokio::time::timeout;
use tokio_rustls::rustls;

use crate::public_web::{PublicWeb, Target, WebError};

/// How many addresses are asked at the same time for those who import.
const AT_ONCE: PoolSize =
    PoolSize { whole: 8, visitors_of_address: 2, of_address: 4, of_account: 2 };

/// How long a host may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// The longest address, in bytes.
const ADDRESS_BYTES_MAX: usize = 1_000;

/// The longest word for what a file is that is remembered, in bytes.
const TAG_BYTES_MAX: usize = 200;

/// Stands for every host.
const EVERY_HOST: &str = "*";

/// Where the games of lishogi are; the record of one is at an address of its own.
const LISHOGI: &str = "lishogi.org";

/// The characters of a game's id at lishogi; what follows them says whose page it is.
const LISHOGI_ID_CHARS: usize = 8;

/// From where records may be fetched.
#[derive(Clone, Debug, Default)]
pub struct FetchSettings {
    /// Hosts; `*` is every one.
    pub hosts: Vec<String>,
    /// Whether they may be on this machine or its network, for tests.
    pub from_private: bool,
}

/// Why nothing was fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("an address begins with https:// and the name of a host")]
    NoAddress,
    #[error("records are not fetched from {0} here; paste the record, or choose its file")]
    Host(String),
    #[error("too many records are being fetched; try again in a moment")]
    Busy,
    #[error("{host} answered {status}")]
    Status { host: String, status: StatusCode },
    #[error("{0} does not answer")]
    Slow(String),
    #[error("{host} cannot be reached: {cause}")]
    Web { host: String, cause: WebError },
}

/// Asks hosts for records. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Fetching {
    web: PublicWeb,
    hosts: Arc<[String]>,
    at_once: Pool,
}

impl Fetching {
    pub(super) fn new(settings: FetchSettings) -> Result<Self, rustls::Error> {
        Ok(Self {
            web: PublicWeb::new(settings.from_private)?,
            hosts: settings.hosts.into(),
            at_once: Pool::new(Limit::Fetches, AT_ONCE),
        })
    }

    /// What stands at this address, for somebody. A host that takes long makes way for others.
    pub(super) async fn fetch(
        &self,
        address: &str,
        bytes_max: usize,
        by: Claimant,
    ) -> Result<Bytes, FetchError> {
        // Nobody has a place for an address that is not asked.
        self.target(address)?;
        let mut place = self.at_once.claim(by, 1).map_err(|_| FetchError::Busy)?;
        tokio::select! {
            fetched = self.fetch_changed(address, "", bytes_max, ANSWER_WITHIN) => {
                Ok(fetched?.map(|(bytes, _)| bytes).unwrap_or_default())
            }
            () = poll_fn(|context| place.poll_lost(context)) => Err(FetchError::Busy),
        }
    }

    /// What stands at this address with what its host calls it, unless it is called `known` still.
    /// The host may take so long.
    pub(super) async fn fetch_changed(
        &self,
        address: &str,
        known: &str,
        bytes_max: usize,
        within: Duration,
    ) -> Result<Option<(Bytes, String)>, FetchError> {
        let target = self.target(address)?;
        let host = || target.host.clone();
        let mut request = Request::builder()
            .method(Method::GET)
            .header(header::USER_AGENT, concat!("Komadai/", env!("CARGO_PKG_VERSION")))
            .header(header::ACCEPT, "*/*");
        if !known.is_empty() {
            let is_tag = known.ends_with('"');
            let asks = if is_tag { header::IF_NONE_MATCH } else { header::IF_MODIFIED_SINCE };
            request = request.header(asks, known);
        }
        let asked = self.web.ask(&target, request, Full::default(), bytes_max);
        let answer = timeout(within, asked)
            .await
            .map_err(|_| FetchError::Slow(host()))?
            .map_err(|cause| FetchError::Web { host: host(), cause })?;
        match answer.status() {
            StatusCode::OK => {
                let headers = answer.headers();
                let tag = headers.get(header::ETAG).or(headers.get(header::LAST_MODIFIED));
                let tag = tag.and_then(|it| it.to_str().ok()).unwrap_or_default();
                let tag = Some(tag).filter(|it| it.len() <= TAG_BYTES_MAX).unwrap_or_default();
                let tag = tag.to_owned();
                Ok(Some((answer.into_body(), tag)))
            }
            StatusCode::NOT_MODIFIED if !known.is_empty() => Ok(None),
            status => Err(FetchError::Status { host: host(), status }),
        }
    }

    /// What is asked for this address: that of a game's page leads to its record.
    pub(super) fn target(&self, address: &str) -> Result<Target, FetchError> {
        let find = |address: &str| {
            let address = Some(address).filter(|it| it.len() <= ADDRESS_BYTES_MAX);
            address.and_then(|it| self.web.target(it)).ok_or(FetchError::NoAddress)
        };
        let target = find(address.trim())?;
        if !self.hosts.iter().any(|it| it == EVERY_HOST || it.eq_ignore_ascii_case(&target.host)) {
            return Err(FetchError::Host(target.host));
        }
        match record_of(&target.host, target.path()) {
            Some(path) => find(&format!("{}{path}", target.origin())),
            None => Ok(target),
        }
    }
}

/// Where the record is of the game whose page this is.
fn record_of(host: &str, path: &str) -> Option<String> {
    let mut words = path.split('/').skip(1);
    let (game, side) = (words.next()?, words.next());
    let is_page = words.next().is_none() && matches!(side, None | Some("" | "sente" | "gote"));
    if !is_page || !game.bytes().all(|it| it.is_ascii_alphanumeric()) {
        return None;
    }
    if host == LISHOGI {
        return Some(format!("/game/export/{}", game.get(..LISHOGI_ID_CHARS)?));
    }
    // A site like this one.
    game.parse::<Code>().ok().map(|code| format!("/api/v1/games/{code}/record.kifu"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_game_leads_to_its_record() {
        for (host, path, record) in [
            ("lishogi.org", "/8RHsVvwG", Some("/game/export/8RHsVvwG")),
            ("lishogi.org", "/8RHsVvwG/gote", Some("/game/export/8RHsVvwG")),
            ("lishogi.org", "/8RHsVvwGHJ4d", Some("/game/export/8RHsVvwG")),
            ("lishogi.org", "/game/export/8RHsVvwG", None),
            ("lishogi.org", "/about", None),
            ("shogi.example", "/4Xk9aB2mQz", Some("/api/v1/games/4Xk9aB2mQz/record.kifu")),
            ("shogi.example", "/4Xk9aB2mQz/", Some("/api/v1/games/4Xk9aB2mQz/record.kifu")),
            ("shogi.example", "/kifu/game.kif", None),
            ("shogi.example", "/game.kif", None),
            ("shogi.example", "/", None),
        ] {
            assert_eq!(record_of(host, path).as_deref(), record, "{host}{path}");
        }
    }

    #[test]
    fn only_named_hosts_are_asked() {
        let fetching = |hosts: &[&str]| {
            let hosts = hosts.iter().map(|&it| it.to_owned()).collect();
            Fetching::new(FetchSettings { hosts, from_private: false }).unwrap()
        };
        let some = fetching(&["shogi.example"]);
        assert!(some.target("https://SHOGI.example/a.kif").is_ok());
        assert!(matches!(some.target("https://b.shogi.example/"), Err(FetchError::Host(_))));
        assert!(matches!(some.target("http://shogi.example/"), Err(FetchError::NoAddress)));
        let every = fetching(&["*"]);
        assert!(every.target(" https://b.shogi.example/a.kif\n").is_ok());
        for address in ["https://127.0.0.1/", "https://localhost/", "https://shogi.example:22/"] {
            assert!(matches!(every.target(address), Err(FetchError::NoAddress)), "{address}");
        }
        assert!(matches!(fetching(&[]).target("https://shogi.example/"), Err(FetchError::Host(_))));
    }
}
