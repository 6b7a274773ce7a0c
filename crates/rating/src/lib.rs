//! Ratings that move both ways, and grades that are kept (§6).
//!
//! A [`Rating`] is an estimate of strength in one pool of games and changes with every rated
//! game. A [grade](komadai_rules::Grade) is earned by holding a rating over many games, and is never taken away by
//! losing. Nothing here reads a clock, draws randomness or stores anything: games come in, and
//! what follows from them goes out.

#![warn(missing_docs)]

mod declared;
mod glicko;
mod grades;
mod handicap;
pub mod league;
pub mod matchmaking;
mod pools;
mod shown;
pub mod simulate;

pub use self::{
    declared::{DeclaredStrength, DeclaredStrengthError, RatingElsewhere, RatingPlace},
    glicko::{DEVIATION_MAX, PERIOD_MS, PROVISIONAL_DEVIATION, Points, Rating, rate},
    grades::{
        EarnedGrade, Evidence, EvidenceRule, GradeGap, GradeRule, GradeTable, GradeTableError,
        GradedGame, History,
    },
    handicap::{GRADES_GIVEN, grades_given},
    pools::Speed,
    shown::ShownRating,
};
