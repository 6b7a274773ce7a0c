//! What was made lately of tournaments, to be shown and downloaded: each is made once for each
//! version of the tournament.

use komadai_ids::TournamentId;
use komadai_service::tournaments::StoredTournament;

use crate::cache::{Cache, CacheLimits};

/// How much of it is kept.
pub const LIMITS: CacheLimits = CacheLimits { bytes: 16 << 20, answers: 4_096 };

/// What this server has made of tournaments.
pub type TournamentCache = Cache<TournamentAnswer>;

/// What is made of a tournament: a part of its page, or a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TournamentAnswer {
    of: TournamentId,
    version: u64,
    name: String,
}

impl TournamentAnswer {
    /// What has that name, of this version.
    pub fn of(stored: &StoredTournament, name: &str) -> Self {
        Self { of: stored.tournament.id, version: stored.version, name: name.to_owned() }
    }
}
