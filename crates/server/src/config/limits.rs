//! `[limits]`: how much there may be of everything.

use std::num::NonZeroU32;

use komadai_live::Limits;

use super::{Config, positive};

section! {
    /// How much there may be of everything.
    #[derive(Copy)]
    LimitSettings {
        /// Watchers of one game.
        watchers: usize = 10_000,
        /// Games that one player may have that are not over.
        games_per_player: usize = 20,
        /// Open seeks of one player.
        seeks_per_player: usize = 5,
        /// How many seconds a player who is away is waited for before the other may claim the game.
        claim_after_s: u32 = 60,
        /// Lines of chat that somebody may say at once; then one every three seconds.
        chat_burst: u32 = 6,
        /// Rated games that two accounts may play with each other from one address in 24 hours;
        /// further ones are played and not rated. Tournament games are not counted.
        rated_at_one_address: usize = 5,
        /// Connections in all, of pages, programs and requests. Fewer when fewer files may be open:
        /// some are kept for the database.
        connections: usize = 20_000,
        /// Connections from one address, whatever is asked on them; one person's network of IPv6
        /// (/64) counts as an address. Behind trusted proxies all come from the proxy, which has to
        /// limit them itself.
        connections_per_address: usize = 500,
        /// Of these, open pages and programs (WebSockets); a club behind one address counts as an
        /// address too.
        sockets_per_address: usize = 400,
        /// Open pages and programs of one player.
        sockets_per_player: usize = 32,
        /// Frames a second that one player may send in the long run, on all connections together.
        messages_per_second: u32 = 50,
        /// Frames that one player may send at once.
        messages_burst: u32 = 500,
        /// Frames a second that are read from one address in the long run, and twice as many at
        /// once, on all connections together, whoever they belong to. What comes beyond that waits
        /// its turn.
        messages_per_address: u32 = 1_000,
        /// Requests a minute to the API from one address, in the long run and at once. A club behind
        /// one address counts as one.
        requests_per_minute: NonZeroU32 = positive(1_200),
        /// Of these, how many may change something; one session may make as many.
        changes_per_minute: NonZeroU32 = positive(240),
        /// Of these, how many may be for records, pictures and archives, or bring games along. A
        /// GIF counts as one more for each thirty moves at the usual width, a file that is read for
        /// each 256 KiB.
        files_per_minute: NonZeroU32 = positive(240),
    }
}

impl Config {
    /// How much there may be of what games need.
    pub fn game_limits(&self) -> Limits {
        let limits = &self.limits;
        Limits {
            watchers: limits.watchers,
            games_per_player: limits.games_per_player,
            seeks_per_player: limits.seeks_per_player,
            claim_after_ms: u64::from(limits.claim_after_s) * 1_000,
            chat_burst: limits.chat_burst,
            visitors: self.visitors.into(),
            rated_at_one_address: limits.rated_at_one_address,
        }
    }
}
