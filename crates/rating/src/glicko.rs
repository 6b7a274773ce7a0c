//! Glicko-2, game by game.

use komadai_rules::{Grade, Odds};
use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

use crate::{GradeTable, grades_given};

/// As uncertain as a rating can be: a player of whom nothing is known.
pub const DEVIATION_MAX: f64 = 350.0;

/// A rating that is less certain than this is shown as provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// A player who does not play for this long becomes as much more uncertain as one rating period
/// makes it, in milliseconds: a week.
pub const PERIOD_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// What one point of Glicko-2's own scale is in rating points.
const SCALE: f64 = 173.7178;

/// How much ratings may jump about; Glickman names 0.3 to 1.2 as reasonable.
const TAU: f64 = 0.5;

/// How strong a player seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The estimate, in points.
    pub rating: f64,
    /// How uncertain it is: the true strength lies within two of these with 95 %.
    pub deviation: f64,
    /// How much the strength itself wavers.
    pub volatility: f64,
}

/// The result of one game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// 1.
    Win,
    /// ½.
    Draw,
    /// 0.
    Loss,
}

impl Points {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// What the other player has.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

impl Rating {
    /// A player who begins at `rating`, as uncertain as can be.
    pub fn starting_at(rating: f64) -> Self {
        Self { rating, deviation: DEVIATION_MAX, volatility: 0.06 }
    }

    /// Whether it is too uncertain to be shown as it is.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// The rating after `idle_ms` without a game: as high, and less certain.
    #[must_use]
    pub fn after_idle(self, idle_ms: u64) -> Self {
        let periods = idle_ms as f64 / PERIOD_MS as f64;
        let wavered = self.volatility * SCALE * periods.sqrt();
        Self { deviation: self.deviation.hypot(wavered).min(DEVIATION_MAX), ..self }
    }

    /// When the rating stops being certain enough without another game, if it was last played on
    /// at `rated_ms` and is as it was then; in Unix milliseconds.
    pub fn certain_until_ms(&self, rated_ms: i64) -> i64 {
        let room = PROVISIONAL_DEVIATION.powi(2) - self.deviation.powi(2);
        if room < 0.0 {
            return rated_ms;
        }
        let periods = room / (self.volatility * SCALE).powi(2);
        rated_ms.saturating_add((periods * PERIOD_MS as f64) as i64)
    }

    /// The chance of winning against `other`, a draw counting half.
    pub fn expects(&self, other: &Self) -> f64 {
        skillratings::glicko2::expected_score(&self.to_library(), &other.to_library()).0
    }

    /// The rating as it counts for somebody who has met this player and made `points`: one that is
    /// provisional and above their own is believed up to 1-dan by whoever lost, and not at all by
    /// whoever did not.
    ///
    /// Where everybody begins together, as in a new club, a declared grade that is far too high
    /// would otherwise raise all who win against it, and nothing would bring them down again.
    fn as_met_by(self, own: &Self, points: Points, first_dan: f64) -> Self {
        let most = if points == Points::Loss { first_dan.max(own.rating) } else { own.rating };
        let rating = if self.is_provisional() { self.rating.min(most) } else { self.rating };
        Self { rating, ..self }
    }

    fn to_library(self) -> Glicko2Rating {
        let Self { rating, deviation, volatility } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn from_library(it: Glicko2Rating) -> Self {
        Self {
            rating: it.rating,
            deviation: it.deviation.min(DEVIATION_MAX),
            volatility: it.volatility,
        }
    }
}

/// Both ratings after one game, in which `giver` gave `odds` (`None`: an even game).
/// Both are as they are at the time of the game, idleness counted. `None` when games with those
/// odds are not rated.
///
/// In a handicap game the giver plays as somebody weaker by what the handicap is worth: both are
/// rated by that, and what it changes in the giver's rating is added to the true one.
pub fn rate(
    giver: Rating,
    taker: Rating,
    points_of_giver: Points,
    odds: Option<Odds>,
    table: &GradeTable,
) -> Option<(Rating, Rating)> {
    let lowered = match odds {
        None => giver.rating,
        Some(odds) => table.lowered(giver.rating, grades_given(odds)?),
    };
    let outcome = match points_of_giver {
        Points::Win => Outcomes::WIN,
        Points::Draw => Outcomes::DRAW,
        Points::Loss => Outcomes::LOSS,
    };
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
    let as_played = Rating { rating: lowered, ..giver };
    let first_dan = Grade::dan(1).map_or(0.0, |grade| table.middle(grade));
    let met_by_giver = taker.as_met_by(&as_played, points_of_giver, first_dan);
    let met_by_taker = as_played.as_met_by(&taker, points_of_giver.other(), first_dan);
    let (after, _) =
        glicko2(&as_played.to_library(), &met_by_giver.to_library(), &outcome, &config);
    let (_, taker_after) =
        glicko2(&met_by_taker.to_library(), &taker.to_library(), &outcome, &config);
    let after = Rating::from_library(after);
    let giver = Rating { rating: giver.rating + after.rating - lowered, ..after };
    Some((giver, Rating::from_library(taker_after)))
}
