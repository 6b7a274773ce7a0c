//! `[limits]`: how much there may be of everything.

use std::num::NonZeroU32;

use komadai_live::Limits;

use super::{Config, positive};

section! {
    /// Limits on everything.
    #[derive(Copy)]
    LimitSettings {
        /// Watchers of one game.
        watchers: usize = 10_000,
        /// Unfinished games of one player.
        games_per_player: usize = 20,
        /// Games by correspondence that one account may have that are not over.
        correspondence_games_per_player: usize = 100,
        /// Open seeks of one player.
        seeks_per_player: usize = 5,
        /// How many seconds a player may be away before the opponent can claim the game.
        claim_after_s: u32 = 60,
        /// Chat messages that one person may send at once; then one every three seconds.
        chat_burst: u32 = 6,
        /// Rated games that two accounts may play with each other from one address in 24 hours;
        /// further ones are played but not rated. Tournament games do not count.
        rated_at_one_address: usize = 5,
        /// The same wherever the two are. A match that should count for more is a tournament.
        rated_of_a_pair: usize = 10,
        /// How many days old an account must be before its votes on tsume and its likes of studies
        /// count. On a site that has just opened, 0 lets its first players vote.
        vote_after_days: u32 = 7,
        /// How many tsume somebody must have solved, without having been shown the solution, before
        /// they vote on those of other players.
        vote_after_problems: u32 = 20,
        /// Days of vacation that an account has in a year; its clocks in games by correspondence do
        /// not run then. 0 for none.
        vacation_days: u32 = 30,
        /// How many results of two people over the board, on evenings of clubs, count in their
        /// ratings in 24 hours; 0 for none.
        rated_over_the_board: usize = 2,
        /// Connections in all, of pages, programs and requests. Fewer where fewer files may be
        /// open: some are reserved for the database.
        connections: usize = 20_000,
        /// Connections from one address, whatever they are used for; one person's IPv6 network
        /// (/64) counts as an address. Behind trusted proxies all come from the proxy, which has to
        /// limit them itself.
        connections_per_address: usize = 500,
        /// Of these, open pages and programs (WebSockets); a club behind one address counts as one
        /// address too.
        sockets_per_address: usize = 400,
        /// Open pages and programs of one player.
        sockets_per_player: usize = 32,
        /// Frames a second that one player may send in the long run, on all connections together.
        messages_per_second: u32 = 50,
        /// Frames that one player may send at once.
        messages_burst: u32 = 500,
        /// Frames a second that are read from one address in the long run, and twice as many at
        /// once, on all its connections together, whoever they belong to. Frames beyond that wait
        /// their turn.
        messages_per_address: u32 = 1_000,
        /// Requests a minute to the API from one address, in the long run and at once. A club
        /// behind one address counts as one.
        requests_per_minute: NonZeroU32 = positive(1_200),
        /// Of these, how many may change something; one session may make the same number.
        changes_per_minute: NonZeroU32 = positive(240),
        /// Of these, how many may be for records, pictures and archives, or import games. A GIF
        /// counts as one more for every thirty moves at the usual width, an imported file for every
        /// 256 KiB.
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
            correspondence_games_per_player: limits.correspondence_games_per_player,
            seeks_per_player: limits.seeks_per_player,
            claim_after_ms: u64::from(limits.claim_after_s) * 1_000,
            chat_burst: limits.chat_burst,
            visitors: self.visitors.into(),
            rated_at_one_address: limits.rated_at_one_address,
            rated_of_a_pair: limits.rated_of_a_pair,
            vote_after_days: limits.vote_after_days,
            vote_after_problems: limits.vote_after_problems,
            vacation_days: limits.vacation_days,
            rated_over_the_board: limits.rated_over_the_board,
        }
    }
}
