//! Games as programs of lishogi ask for them.

use komadai_protocol::{
    ClockSetup, Clocks, RulesSetup, SetupRequest, SideWish, StartSetup,
    http::bot_api::{BotSeek, BotVariant, BotWish},
};

use super::errors::bad_request;
use crate::http::problem::Problem;

/// Time on a clock, in seconds.
struct Times {
    limit: Option<u32>,
    increment: Option<u32>,
    byoyomi: Option<u32>,
    periods: Option<u8>,
}

impl Times {
    fn clock(&self) -> Result<ClockSetup, Problem> {
        let ms = |seconds: Option<u32>| seconds.unwrap_or_default().saturating_mul(1_000);
        let (main_ms, increment_ms, byoyomi_ms) =
            (ms(self.limit), ms(self.increment), ms(self.byoyomi));
        match (increment_ms, byoyomi_ms) {
            (0, 0) if main_ms == 0 => Ok(ClockSetup::Untimed {}),
            (0, 0) => Ok(ClockSetup::SuddenDeath { main_ms }),
            (0, byoyomi_ms) => {
                let periods = self.periods.unwrap_or(1).max(1);
                Ok(ClockSetup::Byoyomi { main_ms, byoyomi_ms, periods })
            }
            (increment_ms, 0) => Ok(ClockSetup::Fischer { main_ms, increment_ms }),
            _ => Err(bad_request("A clock has an increment or byoyomi, not both")),
        }
    }
}

fn side(color: Option<&str>) -> Result<SideWish, Problem> {
    match color {
        None | Some("" | "random") => Ok(SideWish::Random),
        Some("sente" | "black") => Ok(SideWish::Sente),
        Some("gote" | "white") => Ok(SideWish::Gote),
        Some(_) => Err(bad_request("color is sente, gote or random")),
    }
}

/// What the variant of this key is called here.
fn variant(key: Option<&str>) -> String {
    BotVariant::named(key.unwrap_or("standard")).to_owned()
}

/// The game of a challenge.
pub(super) fn of_challenge(wish: &BotWish) -> Result<SetupRequest, Problem> {
    let &BotWish { limit, increment, byoyomi, periods, .. } = wish;
    let clock = match wish.days {
        None => Times { limit, increment, byoyomi, periods }.clock()?,
        // Numbers that cannot be are refused with the rest of the set-up.
        Some(days) => ClockSetup::Correspondence {
            days: u8::try_from(days).unwrap_or(u8::MAX),
            weekends_off: false,
        },
    };
    let start = match wish.sfen.as_deref() {
        None | Some("" | "startpos") => StartSetup::default(),
        Some(sfen) => StartSetup::Position { sfen: sfen.to_owned() },
    };
    Ok(SetupRequest {
        variant: variant(wish.variant.as_deref()),
        start,
        rules: RulesSetup::default(),
        clock: Clocks::Both(clock),
        side: side(wish.color.as_deref())?,
        rated: wish.rated,
    })
}

/// The game of a seek.
pub(super) fn of_seek(seek: &BotSeek) -> Result<SetupRequest, Problem> {
    let &BotSeek { time, increment, byoyomi, periods, rated, .. } = seek;
    let limit = time.map(|minutes| minutes.saturating_mul(60));
    let clock = Times { limit, increment, byoyomi, periods }.clock()?;
    Ok(SetupRequest {
        variant: variant(seek.variant.as_deref()),
        start: StartSetup::default(),
        rules: RulesSetup::default(),
        clock: Clocks::Both(clock),
        side: side(seek.color.as_deref())?,
        rated,
    })
}
