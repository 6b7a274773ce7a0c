//! Buoys: positions under a name of their own, from which so many games may begin.

use std::{collections::HashMap, sync::Arc};

use komadai_ids::UserId;
use komadai_kifu::csa::read_move;
use komadai_rules::{Line, Position, RuleSet, Variant};
use parking_lot::Mutex;

/// How many there may be.
const BUOYS_MAX: usize = 100;

/// How many of them one account may have set.
const OWN_MAX: usize = 5;

/// How many games may begin from one.
const GAMES_MAX: u32 = 1_000;

/// How long a move is: `+7776FU`.
const MOVE_BYTES: usize = 7;

/// All that are set. Cheap to clone. They are forgotten when the server ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Buoys(Arc<Mutex<HashMap<String, Buoy>>>);

#[derive(Debug)]
struct Buoy {
    sfen: String,
    n_left: u32,
    by: UserId,
}

/// Why a buoy is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoBuoy {
    #[error("the moves cannot be played from the start, such as +7776FU-3334FU")]
    Moves,
    #[error("a buoy is for 1 to 1000 games")]
    Games,
    #[error("there is already a buoy with that name")]
    Taken,
    #[error("there are as many buoys as are allowed")]
    TooMany,
}

impl Buoys {
    /// Sets one.
    pub(super) fn set(
        &self,
        name: &str,
        moves: &str,
        n_games: &str,
        by: UserId,
    ) -> Result<(), NoBuoy> {
        let sfen = position(moves).ok_or(NoBuoy::Moves)?.sfen();
        let n_left = n_games.parse().ok().filter(|n| (1..=GAMES_MAX).contains(n));
        let n_left = n_left.ok_or(NoBuoy::Games)?;
        let mut all = self.0.lock();
        if all.contains_key(name) {
            return Err(NoBuoy::Taken);
        }
        let n_own = all.values().filter(|it| it.by == by).count();
        if all.len() >= BUOYS_MAX || n_own >= OWN_MAX {
            return Err(NoBuoy::TooMany);
        }
        all.insert(name.to_owned(), Buoy { sfen, n_left, by });
        Ok(())
    }

    /// Takes one away; whether there was one of this account's.
    pub(super) fn delete(&self, name: &str, by: UserId) -> bool {
        let mut all = self.0.lock();
        let is_own = all.get(name).is_some_and(|it| it.by == by);
        is_own && all.remove(name).is_some()
    }

    /// From how many games it still is.
    pub(super) fn n_left(&self, name: &str) -> Option<u32> {
        self.0.lock().get(name).map(|it| it.n_left)
    }

    /// Where games begin from it.
    pub(super) fn sfen(&self, name: &str) -> Option<String> {
        self.0.lock().get(name).map(|it| it.sfen.clone())
    }

    /// A game has begun from it; after the last it is gone.
    pub(super) fn begins(&self, name: &str) {
        let mut all = self.0.lock();
        let Some(buoy) = all.get_mut(name) else { return };
        buoy.n_left = buoy.n_left.saturating_sub(1);
        if buoy.n_left == 0 {
            all.remove(name);
        }
    }
}

/// After these moves, from the ordinary start; a game that would be over by them is none.
fn position(moves: &str) -> Option<Position> {
    let start = Position::start(Variant::standard());
    let mut line = Line::new(start, RuleSet::casual());
    let mut rest = moves;
    while !rest.is_empty() {
        let (mv, others) = rest.split_at_checked(MOVE_BYTES)?;
        let mv = read_move(line.position(), mv)?;
        if line.play(mv).ok()?.is_some() {
            return None;
        }
        rest = others;
    }
    (line.n_moves() > 0).then(|| line.position().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buoy_is_a_position_for_so_many_games() {
        let buoys = Buoys::default();
        let (own, other) = (UserId::new(1, [1; 10]), UserId::new(2, [2; 10]));
        let name = "buoy_x-60-5";
        for (moves, n, problem) in [
            ("", "1", NoBuoy::Moves),
            ("+7775FU", "1", NoBuoy::Moves),
            ("+7776FU-3334F", "1", NoBuoy::Moves),
            ("+7776FU歩歩", "1", NoBuoy::Moves),
            ("+7776FU", "0", NoBuoy::Games),
            ("+7776FU", "many", NoBuoy::Games),
        ] {
            assert_eq!(buoys.set(name, moves, n, own), Err(problem), "{moves} {n}");
        }
        assert_eq!(buoys.set(name, "+7776FU-3334FU", "2", own), Ok(()));
        assert_eq!(buoys.set(name, "+7776FU", "1", other), Err(NoBuoy::Taken));
        assert!(buoys.sfen(name).unwrap().contains(" b - 3"), "{:?}", buoys.sfen(name));
        assert!(!buoys.delete(name, other));
        buoys.begins(name);
        assert_eq!(buoys.n_left(name), Some(1));
        buoys.begins(name);
        assert_eq!(buoys.n_left(name), None);
        for n in 0..OWN_MAX {
            assert_eq!(buoys.set(&n.to_string(), "+7776FU", "1", own), Ok(()));
        }
        assert_eq!(buoys.set(name, "+7776FU", "1", own), Err(NoBuoy::TooMany));
        assert!(buoys.delete("0", own));
    }
}
