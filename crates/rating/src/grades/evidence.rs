//! What the games themselves must show for a grade (§6.4), so that it is not had from one friend.
//!
//! A rating believes every result; a few accounts that hand each other wins can move it as they
//! like. So an award also asks for wins against several people who are about as strong and whose
//! rating others have tested, and for results against them that are worth the grade. Each of them
//! counts once, and regular partners do not count at all where there are others.
//!
//! It is no proof against whoever keeps more accounts than [`EvidenceRule::opponent_met`] playing
//! with each other, nor on a site with few players: that is for moderators to see.

use komadai_rules::{Grade, Odds};
use serde::{Deserialize, Serialize};

use super::{GradeTable, History};
use crate::{Points, Rating, grades_given};

/// Which games count for a grade, and what they must show. `config/grades.toml` says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceRule {
    /// Shorter games do not count, in plies.
    pub plies: u32,
    /// How many of the last games that count are looked at.
    pub games: u32,
    /// Whoever was met more often in them is a regular partner, and is left out.
    pub meetings: u32,
    /// Against how many opponents the last game is taken, the latest first.
    pub results: u32,
    /// How many points more than expected must be made in those games.
    pub points_above: u32,
    /// How many of those games must be won.
    pub opponents: u32,
    /// How many must be won where few people play.
    pub opponents_at_least: u32,
    /// With how many people an opponent must have played games that count.
    pub opponent_met: u32,
    /// How many grades below the floor an opponent may be, handicaps counted.
    pub grades_below: u32,
    /// How many grades above the floor an opponent may be, handicaps counted.
    pub grades_above: u32,
}

/// As in `config/grades.toml`: for tables that say nothing of it.
impl Default for EvidenceRule {
    fn default() -> Self {
        Self {
            plies: 30,
            games: 60,
            meetings: 2,
            results: 24,
            points_above: 2,
            opponents: 12,
            opponents_at_least: 4,
            opponent_met: 20,
            grades_below: 2,
            grades_above: 3,
        }
    }
}

impl EvidenceRule {
    /// The name of what cannot be, if something cannot.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        for (name, is_possible) in [
            ("games", self.games >= 1),
            ("meetings", self.meetings >= 1),
            ("results", self.results <= self.games),
            ("opponents", self.opponents <= self.results),
            ("opponents_at_least", self.opponents_at_least <= self.opponents),
        ] {
            if !is_possible {
                return Err(name);
            }
        }
        Ok(())
    }

    /// With so many players nothing is eased any more, so that nobody need count further.
    pub fn players_enough(&self) -> u32 {
        (4 * self.opponents).max(3 * self.opponent_met).max(3 * self.games / self.meetings.max(1))
    }

    /// How many opponents must be beaten where `n_players` play rated games: a quarter of them
    /// where they are few, because the others may be of another strength.
    pub fn opponents(&self, n_players: u32) -> u32 {
        (n_players / 4).clamp(self.opponents_at_least, self.opponents)
    }

    /// How many points more than expected must be made: fewer where fewer must be beaten.
    fn points_above(&self, n_players: u32) -> f64 {
        let share = f64::from(self.opponents(n_players)) / f64::from(self.opponents.max(1));
        f64::from(self.points_above) * share
    }

    /// With how many people an opponent must have played: a third of all where they are few.
    fn opponent_met(&self, n_players: u32) -> u32 {
        let least = self.opponents_at_least.saturating_sub(1).min(self.opponent_met);
        (n_players / 3).clamp(least, self.opponent_met)
    }

    /// How often an opponent may be met: three times as often as everybody would be by turns,
    /// because in a club everybody meets the same.
    fn meetings(&self, n_players: u32) -> u32 {
        (3 * self.games / n_players.max(1)).max(self.meetings)
    }
}

/// A rated game of standard shogi of one player, as far as grades need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradedGame {
    /// The rating after it.
    pub after: f64,
    /// How long it was.
    pub plies: u32,
    /// What the player won.
    pub points: Points,
    /// Who the opponent was, by whatever number.
    pub opponent: u128,
    /// The opponent's rating before it.
    pub opponent_rating: f64,
    /// And its deviation.
    pub opponent_deviation: f64,
    /// With how many different people the opponent has played games that count, by now.
    pub opponent_met: u32,
    /// The handicap.
    pub odds: Option<Odds>,
    /// Whether the player gave it.
    pub gave: bool,
}

impl GradedGame {
    /// The opponent's strength as the player met it: a handicap that the player gave makes the
    /// opponent stronger, one that was taken weaker.
    fn opposition(&self, table: &GradeTable) -> f64 {
        let grades = self.odds.and_then(grades_given).unwrap_or(0.0);
        table.lowered(self.opponent_rating, if self.gave { -grades } else { grades })
    }
}

/// What a player's games show for one grade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// How many games were taken, each with another opponent.
    pub games: u32,
    /// How many of them were won.
    pub wins: u32,
    /// How many must be.
    pub wins_needed: u32,
    /// The points made in them, a draw counting half.
    pub points: f64,
    /// The points that a player in the middle of the grade's band is expected to make in them.
    pub expected: f64,
    /// How many more there must be.
    pub points_above: f64,
}

impl Evidence {
    /// Of the games of `history` for `grade`, where `n_players` play rated games.
    pub fn of(history: &History, grade: Grade, n_players: u32, table: &GradeTable) -> Self {
        let rule = table.evidence();
        let floor = table.rules().get(grade.index()).map_or(0.0, |it| it.floor);
        let band = table.lowered(floor, f64::from(rule.grades_below))
            ..=table.lowered(floor, -f64::from(rule.grades_above));
        let met = rule.opponent_met(n_players);
        let counts = |game: &&GradedGame| {
            game.opponent_deviation <= table.deviation_max()
                && game.opponent_met >= met
                && band.contains(&game.opposition(table))
        };
        // The last game with each, and how many there were.
        let mut last: Vec<(&GradedGame, u32)> = Vec::new();
        for game in history.games.iter().rev().take(rule.games as usize).filter(counts) {
            match last.iter_mut().find(|(it, _)| it.opponent == game.opponent) {
                Some((_, n)) => *n += 1,
                None => last.push((game, 1)),
            }
        }
        let meetings = rule.meetings(n_players);
        let taken = last.iter().filter(|(_, n)| *n <= meetings).map(|(game, _)| *game);
        let worth = Rating { deviation: 0.0, ..Rating::starting_at(table.middle(grade)) };
        let mut evidence = Self {
            wins_needed: rule.opponents(n_players),
            points_above: rule.points_above(n_players),
            ..Self::default()
        };
        for game in taken.take(rule.results as usize) {
            let deviation = game.opponent_deviation;
            let opponent = Rating { deviation, ..Rating::starting_at(game.opposition(table)) };
            evidence.games += 1;
            evidence.wins += u32::from(game.points == Points::Win);
            evidence.points += match game.points {
                Points::Win => 1.0,
                Points::Draw => 0.5,
                Points::Loss => 0.0,
            };
            evidence.expected += worth.expects(&opponent);
        }
        evidence
    }

    /// Whether the results are worth the grade.
    pub fn is_good(&self) -> bool {
        self.points >= self.expected + self.points_above
    }

    /// Whether it is as much as is asked for.
    pub fn is_enough(&self) -> bool {
        self.wins >= self.wins_needed && self.is_good()
    }
}
