//! `[visitors]`: what visitors without an account may have.

use std::num::NonZeroU32;

use komadai_live::VisitorLimits;
use serde::Deserialize;

/// What visitors without an account may have, one of them or all from one address.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visitors {
    /// How many new guests may come from one address in an hour.
    pub guests_per_hour: NonZeroU32,
    /// Games from one address that wait for somebody to join them.
    pub waiting_games_per_address: usize,
    /// Open seeks from one address.
    pub seeks_per_address: usize,
    /// Games of one guest against the built-in opponent.
    pub engine_games_per_guest: usize,
    /// Games from one address against the built-in opponent.
    pub engine_games_per_address: usize,
    /// Reports by guests from one address in a day.
    pub reports_per_day: NonZeroU32,
}

impl Visitors {
    /// As a file has it.
    pub(super) fn shown(self) -> String {
        let Self { guests_per_hour, waiting_games_per_address, seeks_per_address, .. } = self;
        let Self { engine_games_per_guest, engine_games_per_address, reports_per_day, .. } = self;
        format!(
            "[visitors]\nguests_per_hour = {guests_per_hour}\n\
             waiting_games_per_address = {waiting_games_per_address}\n\
             seeks_per_address = {seeks_per_address}\n\
             engine_games_per_guest = {engine_games_per_guest}\n\
             engine_games_per_address = {engine_games_per_address}\n\
             reports_per_day = {reports_per_day}\n"
        )
    }
}

impl From<Visitors> for VisitorLimits {
    fn from(visitors: Visitors) -> Self {
        let Visitors { waiting_games_per_address, seeks_per_address, .. } = visitors;
        let Visitors { engine_games_per_guest, engine_games_per_address, .. } = visitors;
        Self {
            waiting_games_per_address,
            seeks_per_address,
            engine_games_per_guest,
            engine_games_per_address,
        }
    }
}
