//! The games of a match between two teams or two players, counted.

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Boards, Outcome, Points, table::Verdict};

/// Who wins a match in which both have the same points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MatchTie")]
pub(super) enum MatchTie {
    /// Nobody.
    #[default]
    Draw,
    /// The team that won on the first board that was not drawn.
    FirstBoard,
}

/// The games of a match, counted; the first of the two is "sente" whatever the sides of its games.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) points: Boards,
    is_open: bool,
    /// Which of the two has come.
    shows: [bool; 2],
    /// Whether the first of the two won the first game that was not drawn.
    first_win: Option<bool>,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: Option<Outcome>, a_side: Side) {
        let Some(outcome) = outcome else {
            self.is_open = true;
            return;
        };
        let [a_shows, b_shows] = &mut self.shows;
        for (side, made, shows) in [
            (a_side, &mut self.points.sente, a_shows),
            (a_side.other(), &mut self.points.gote, b_shows),
        ] {
            let verdict = Verdict::of(outcome, side);
            *made += match verdict {
                Some(Verdict::Win | Verdict::WinByNoShow) => Points::ONE,
                Some(Verdict::Draw) => Points::HALF,
                Some(Verdict::Loss | Verdict::NoShow) | None => Points::ZERO,
            };
            *shows |= verdict.is_some_and(|verdict| verdict != Verdict::NoShow);
        }
        self.first_win = self.first_win.or(outcome.winner().map(|side| side == a_side));
    }

    pub(super) fn count_bye(&mut self, is_a: bool) {
        let [a_shows, b_shows] = &mut self.shows;
        let (made, shows) =
            if is_a { (&mut self.points.sente, a_shows) } else { (&mut self.points.gote, b_shows) };
        *made += Points::ONE;
        *shows = true;
    }

    pub(super) fn outcome(&self, tie: MatchTie) -> Option<Outcome> {
        let [a_shows, b_shows] = self.shows;
        if self.is_open {
            return None;
        }
        Some(match self.points.sente.cmp(&self.points.gote) {
            _ if !a_shows && !b_shows => Outcome::BothNoShow,
            std::cmp::Ordering::Greater if !b_shows => Outcome::GoteNoShow,
            std::cmp::Ordering::Less if !a_shows => Outcome::SenteNoShow,
            std::cmp::Ordering::Greater => Outcome::Sente,
            std::cmp::Ordering::Less => Outcome::Gote,
            std::cmp::Ordering::Equal => match (tie, self.first_win) {
                (MatchTie::FirstBoard, Some(true)) => Outcome::Sente,
                (MatchTie::FirstBoard, Some(false)) => Outcome::Gote,
                (MatchTie::FirstBoard, None) | (MatchTie::Draw, _) => Outcome::Draw,
            },
        })
    }
}
