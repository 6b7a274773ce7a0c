//! What the stories of the tests need: servers, and people who use them.
//!
//! ```text
//! let server = TestServer::start().await;
//! let mut alice = server.enter("alice").await;
//! let mut bob = server.enter("bob").await;
//! alice.seek("5+30").await;
//! bob.accept().await;
//! ```
//! Nobody here sleeps: everything waits for what it needs to hear, and gives up after
//! [`PATIENCE`], saying what was heard instead.

#[cfg(feature = "acme")]
pub(crate) mod authority;
mod balancer;
mod binary;
pub(crate) mod csa;
mod games;
pub(crate) mod hooks;
pub(crate) mod http;
pub(crate) mod lines;
pub(crate) mod mail;
mod people;
pub(crate) mod push;
pub(crate) mod relay;
mod server;
mod tab;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use uuid::Uuid;

pub(crate) use self::{
    balancer::Balancer,
    binary::{Launch, PROGRAM, Program},
    games::{RealGame, real_games},
    people::{byoyomi, clock, fischer, setup, sudden_death},
    server::{Kind, TestServer},
    tab::Tab,
};

/// How long anything is waited for before the test has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// Runs a test against a server on SQLite, and against one on PostgreSQL.
macro_rules! both_servers {
    ($(#[$meta:meta])* $name:ident, |$server:ident| $test:expr) => {
        $crate::fixture::both_servers!($(#[$meta])* $name, |_config| {}, |$server| $test);
    };
    ($(#[$meta:meta])* $name:ident, |$config:ident| $configure:block, |$server:ident| $test:expr) => {
        $(#[$meta])*
        mod $name {
            use super::*;

            async fn test(kind: $crate::fixture::Kind) {
                let $server =
                    &mut $crate::fixture::TestServer::with(kind, |$config| $configure).await;
                $test.await;
            }

            #[tokio::test]
            async fn sqlite() {
                test($crate::fixture::Kind::Sqlite).await;
            }

            #[tokio::test]
            async fn postgres() {
                test($crate::fixture::Kind::Postgres).await;
            }
        }
    };
}
pub(crate) use both_servers;

/// Waits until something holds that no message tells of.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let looked = async {
        let mut look = tokio::time::interval(Duration::from_millis(5));
        while !holds().await {
            look.tick().await;
        }
    };
    if tokio::time::timeout(PATIENCE, looked).await.is_err() {
        panic!("waited {PATIENCE:?} in vain: {what}");
    }
}

/// Whether everything is to be as much and as long as it can be.
pub(crate) fn is_long() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some_and(|value| value == "long")
}

/// A number that no other call has been given; their sequence is the same in every run (SplitMix64).
pub(crate) fn random() -> u64 {
    static DRAWN: AtomicU64 = AtomicU64::new(1);
    let mut mixed = DRAWN.fetch_add(1, Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A UUID of its own.
pub(crate) fn uuid() -> Uuid {
    Uuid::from_u64_pair(random(), random())
}
