//! Ratings, what each game did to them, and the grades that were earned.
//!
//! What a rating is worth and what earns a grade is not known here: numbers come in and go out.

mod annulments;
mod awards;
mod careers;
mod declared;
mod history;
mod leaderboards;
mod standings;
mod strengths;

pub use self::{
    annulments::{Annulment, annul, annulments},
    awards::{Award, add_award, awards, grade},
    careers::{Career, career, put_career, take_career},
    declared::{declare, declared},
    history::{
        Change, CountedGame, HISTORY_MAX, RatedEvening, Rival, Tally, add_change, by_grade,
        by_handicap, counted, evenings, latest, of_game, over_the_board, rivals,
    },
    leaderboards::{RankedPlayer, strongest},
    standings::{Standing, put_standing, standings},
    strengths::{StrengthRows, strengths},
};

use crate::db::row;

row! {
    /// Three numbers that say how strong somebody is.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Numbers in "ratings" {
        pub rating: f64,
        pub deviation: f64,
        pub volatility: f64,
    }
}
