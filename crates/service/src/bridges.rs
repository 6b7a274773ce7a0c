//! Bridges of clubs: their news in the chats of groups elsewhere, and for programs.
//!
//! What there is to tell is found ([`finder`]), stored for each bridge as a message, and sent by one
//! task ([`sender`]): once recorded, it survives a restart and is told once, by the one server that
//! has the databases. What comes up while a message is being sent is joined in the next one, so a
//! busy evening is not sixty of them. Nothing is read of an answer but whether it has arrived.

mod answers;
pub(crate) mod finder;
mod formats;
mod news;
pub(crate) mod sender;

use std::sync::Arc;

use komadai_community::bridges::{BridgeKind, BridgeTopic};
use komadai_store::{Store, clubs::bridges::Bridge};
use uuid::Uuid;

pub use self::formats::BridgeHosts;
pub(crate) use self::{answers::retry_after, formats::new_secret, news::BridgeNews};
use crate::{
    public_web::Target,
    sealing::{self, SealingKey},
};

/// How bridges are reached.
#[derive(Clone, Debug)]
pub struct BridgeSetup {
    /// Whether clubs may have bridges at all.
    pub is_on: bool,
    /// Whether they may lead to this machine or its network, and without TLS: for tests.
    pub to_private: bool,
    /// How long nothing is sent through a bridge after a message, in milliseconds.
    pub gap_ms: i64,
    /// How long a seek waits before it is told, in milliseconds.
    pub seek_after_ms: u64,
    /// Where the kinds with a server of their own are found.
    pub hosts: BridgeHosts,
    /// The address under which people reach the site; no slash at its end.
    pub site: String,
}

/// What bridges are made and opened with. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bridges {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    setup: BridgeSetup,
    sealing: Option<SealingKey>,
}

impl Bridges {
    pub(crate) fn new(store: Store, setup: BridgeSetup, sealing: Option<SealingKey>) -> Self {
        Self { inner: Arc::new(Inner { store, setup, sealing }) }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.inner.setup.is_on
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(crate) fn setup(&self) -> &BridgeSetup {
        &self.inner.setup
    }

    /// What is stored of the secret of a bridge.
    pub(crate) fn seal(&self, bridge: Uuid, secret: &str) -> Vec<u8> {
        sealing::seal_text(self.inner.sealing.as_ref(), bridge, secret)
    }

    /// The secret of a bridge; `None` where it was sealed with another key.
    fn open(&self, bridge: &Bridge) -> Option<String> {
        sealing::open_text(self.inner.sealing.as_ref(), bridge.id, &bridge.secret)
    }

    /// The host of an address to which a bridge may lead: HTTPS on its own port, at a name. Where
    /// the name leads is looked at whenever something is sent.
    pub(crate) fn host_of(&self, address: &str) -> Option<String> {
        Some(Target::of(address, self.inner.setup.to_private)?.host)
    }

    /// Whether a token can be part of an address, as those of bots are.
    pub(crate) fn is_token(kind: BridgeKind, secret: &str) -> bool {
        let is_plain = |sign: u8| sign.is_ascii_alphanumeric() || b":-_".contains(&sign);
        match kind {
            BridgeKind::Telegram | BridgeKind::Zalo => secret.bytes().all(is_plain),
            // These stand in a header.
            _ => secret.bytes().all(|sign| sign.is_ascii_graphic()),
        }
    }
}

/// The topics of a bridge, as they are stored.
pub(crate) fn stored_topics(topics: &[BridgeTopic]) -> String {
    topics.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(",")
}

/// What a bridge tells. A word that only a later server knows is left out.
pub fn topics_of(bridge: &Bridge) -> Vec<BridgeTopic> {
    bridge.news.split(',').filter_map(BridgeTopic::from_name).collect()
}
