//! `[visitors]`: what visitors without an account may have.

use std::num::NonZeroU32;

use komadai_live::VisitorLimits;

use super::positive;

section! {
    /// Limits for visitors without an account. A club behind one address counts as one address; so
    /// does one person's IPv6 network (/64). Visitors never keep accounts out.
    #[derive(Copy)]
    Visitors {
        /// New visitors from one address who become guests (by their first seek, game, chat message
        /// or review) an hour.
        guests_per_hour: NonZeroU32 = positive(120),
        /// Games from one address waiting for somebody to join them.
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
