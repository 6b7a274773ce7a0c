//! What must not break the promises: each fault is a test that anybody can run.
//!
//! `RUN_SLOW_TESTS=long cargo test -p komadai-server --test it faults -- --nocapture` runs them at
//! their full size.

/// A test for each kind of database, of a function that takes one.
macro_rules! on_both_databases {
    ($function:path) => {
        #[tokio::test]
        async fn sqlite() {
            $function(crate::fixture::Kind::Sqlite).await;
        }

        #[tokio::test]
        async fn postgres() {
            $function(crate::fixture::Kind::Postgres).await;
        }
    };
}

pub(crate) mod asking;
mod backup;
pub(crate) mod bad_clients;
mod broadcasts;
mod cluster;
mod correspondence;
mod crowd;
mod database_stops;
mod disk_full;
mod downtime;
mod failover;
mod keys;
mod kill;
mod ladder;
mod lag;
mod ledger;
mod lost_commit;
mod restart;
mod shadow;
mod studies;
pub(crate) mod wall_clock;

use crate::fixture::is_long;
