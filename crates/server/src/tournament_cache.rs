//! What was made lately of tournaments, to be shown and downloaded: each is made once for each
//! version of the tournament.

use komadai_ids::TournamentId;
use komadai_service::tournaments::StoredTournament;

use crate::cache::{Cache, CacheLimits};

/// How much of it is kept.
pub const LIMITS: CacheLimits = CacheLimits { bytes: 16 << 20, answers: 4_096 };

/// How much is kept of calendars, and of clubs' ratings, that several tournaments are in.
pub const FEED_LIMITS: CacheLimits = CacheLimits { bytes: 8 << 20, answers: 256 };

/// The calendars and ratings of clubs that were made lately.
pub type FeedCache = Cache<FeedAnswer>;

/// A calendar that several tournaments are in, or the rating of a club.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeedAnswer {
    /// Whose it is.
    pub of: String,
    /// The address of the site in its links; empty where there are none.
    pub base: String,
    /// How many changes of tournaments there had been.
    pub n_changes: u64,
    /// The minute in which it was made: who belongs to a club changes too.
    pub minute: u64,
}

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
