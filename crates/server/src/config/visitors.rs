//! `[visitors]`: what visitors without an account may have.

use std::num::NonZeroU32;

use komadai_live::VisitorLimits;

use super::positive;

section! {
    /// What visitors without an account may have. A club behind one address counts as an address; so
    /// does one person's network of IPv6 (/64). Accounts are never kept out by what visitors have.
    #[derive(Copy)]
    Visitors {
        /// New visitors from one address who become guests (by the first seek, game, line of chat or
        /// review) an hour.
        guests_per_hour: NonZeroU32 = positive(120),
        /// Games from one address that wait for somebody to join them.
        waiting_games_per_address: usize = 50,
        /// Open seeks from one address.
        seeks_per_address: usize = 20,
        /// Games of one visitor against the built-in opponent.
        engine_games_per_guest: usize = 3,
        /// Games from one address against the built-in opponent.
        engine_games_per_address: usize = 20,
        /// Reports about players by visitors from one address a day.
        reports_per_day: NonZeroU32 = positive(20),
    }
}

impl From<Visitors> for VisitorLimits {
    fn from(visitors: Visitors) -> Self {
        Self {
            waiting_games_per_address: visitors.waiting_games_per_address,
            seeks_per_address: visitors.seeks_per_address,
            engine_games_per_guest: visitors.engine_games_per_guest,
            engine_games_per_address: visitors.engine_games_per_address,
        }
    }
}
