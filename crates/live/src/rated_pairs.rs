//! How many rated games two accounts have played with each other within a day, and which of them
//! are not rated any more.

use std::collections::HashMap;

use komadai_game::{GIVEN_UP_PLIES_MIN, Outcome, UnratedReason};
use komadai_ids::UserId;
use parking_lot::Mutex;

use crate::{Limits, meetings::pair};

/// How long a game is counted, in milliseconds: a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How many pairs are counted before those of more than a day ago are forgotten.
const PAIRS_MAX: usize = 50_000;

/// A pair may give up so many games in the opening in a day. Anybody is called away from a board
/// once.
const GIVEN_UP_MAX: usize = 1;

/// A rated game that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndedGame {
    /// Whether both have given a command from one address.
    pub(crate) is_at_one_address: bool,
    /// Whether it was given up in the opening.
    pub(crate) is_given_up: bool,
    /// When it ended, in Unix milliseconds.
    pub(crate) ended_ms: u64,
}

impl EndedGame {
    /// A game that ends now, after so many moves.
    pub(crate) fn new(
        outcome: &Outcome,
        n_moves: u32,
        is_at_one_address: bool,
        ended_ms: u64,
    ) -> Self {
        let is_given_up = outcome.is_given_up() && n_moves < GIVEN_UP_PLIES_MIN;
        Self { is_at_one_address, is_given_up, ended_ms }
    }

    /// Why it is not rated after these of the same pair.
    fn unrated(self, before: &[Self], limits: &Limits) -> Option<UnratedReason> {
        let n = |counts: fn(&Self) -> bool| before.iter().filter(|it| counts(it)).count();
        if self.is_given_up && self.is_at_one_address {
            return Some(UnratedReason::OneAddress);
        }
        if self.is_given_up && n(|it| it.is_given_up) >= GIVEN_UP_MAX {
            return Some(UnratedReason::GivenUpAgain);
        }
        if self.is_at_one_address && n(|it| it.is_at_one_address) >= limits.rated_at_one_address {
            return Some(UnratedReason::OneAddressOften);
        }
        (before.len() >= limits.rated_of_a_pair).then_some(UnratedReason::PairOften)
    }
}

/// The rated games of each pair. Only this process knows them: a restart counts from zero.
#[derive(Debug, Default)]
pub(crate) struct RatedPairs {
    // A lock, because rooms come here; it is held for a look-up only.
    games: Mutex<HashMap<[UserId; 2], Vec<EndedGame>>>,
}

impl RatedPairs {
    /// Why one more game of these two is not rated; if it is, it counts from now on.
    pub(crate) fn judge(
        &self,
        [one, other]: [UserId; 2],
        game: EndedGame,
        limits: &Limits,
    ) -> Option<UnratedReason> {
        let mut games = self.games.lock();
        let is_counted = |it: &EndedGame| it.ended_ms + DAY_MS > game.ended_ms;
        if games.len() >= PAIRS_MAX {
            games.retain(|_, of_pair| of_pair.iter().any(is_counted));
        }
        let pair = pair(one, other);
        if games.len() >= PAIRS_MAX && !games.contains_key(&pair) {
            // So many pairs at one address in one day are nobody's club evening.
            return game.is_at_one_address.then_some(UnratedReason::OneAddressOften);
        }
        let of_pair = games.entry(pair).or_default();
        of_pair.retain(is_counted);
        let unrated = game.unrated(of_pair, limits);
        if unrated.is_none() {
            of_pair.push(game);
        }
        unrated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of one pair, each with the hour at which it ends: `a` at one address, `g` given up,
    /// `ag` both, `-` neither; and why each is not rated.
    #[test]
    fn a_pair_plays_so_many_a_day() {
        let limits = Limits { rated_at_one_address: 2, rated_of_a_pair: 4, ..Limits::default() };
        let (again, often) = (Some(UnratedReason::GivenUpAgain), Some(UnratedReason::PairOften));
        let (here, here_often) =
            (Some(UnratedReason::OneAddress), Some(UnratedReason::OneAddressOften));
        let cases: [&[(u64, &str, Option<UnratedReason>)]; 6] = [
            &[(0, "-", None), (1, "-", None), (2, "-", None), (3, "-", None), (4, "-", often)],
            // The first is a day ago, the second not yet.
            &[
                (0, "-", None),
                (1, "-", None),
                (2, "-", None),
                (3, "-", None),
                (24, "-", None),
                (24, "-", often),
                (25, "-", None),
            ],
            &[(0, "g", None), (1, "g", again), (2, "g", again), (3, "-", None), (24, "g", None)],
            &[(0, "ag", here), (1, "g", None), (2, "ag", here), (3, "g", again)],
            &[(0, "a", None), (1, "a", None), (2, "a", here_often), (3, "-", None)],
            &[(0, "-", None), (0, "-", None), (0, "-", None), (1, "a", None), (2, "a", often)],
        ];
        let [a, b, c] = [1, 2, 3].map(|n| UserId::new(n, [0; 10]));
        for games in cases {
            let pairs = RatedPairs::default();
            for (n, &(hour, signs, expected)) in games.iter().enumerate() {
                let game = EndedGame {
                    is_at_one_address: signs.contains('a'),
                    is_given_up: signs.contains('g'),
                    ended_ms: 1_000 + hour * DAY_MS / 24,
                };
                // It is the same pair whoever is named first.
                let pair = if n % 2 == 0 { [a, b] } else { [b, a] };
                assert_eq!(pairs.judge(pair, game, &limits), expected, "game {n} of {games:?}");
            }
            let game = EndedGame { is_at_one_address: true, is_given_up: false, ended_ms: 1_000 };
            assert_eq!(pairs.judge([a, c], game, &limits), None, "others have their own");
        }
    }
}
