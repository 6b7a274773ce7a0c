//! Whether there is mate in so many plies: every check and every defence is tried, and what was
//! found out about a position is remembered.

use std::collections::HashMap;

use super::interpositions::is_mated_with;
use crate::{Move, MoveList, Position, Square};

/// The solver has looked at as many positions as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this takes more positions than the solver looks at")]
pub struct GaveUp;

/// What is known of a position: within how many plies it is mate, and within how many it is not.
#[derive(Clone, Copy, Default)]
struct KnownBounds {
    mate: Option<u8>,
    no_mate: Option<u8>,
    /// The move that settled it last.
    best: Option<Move>,
}

/// Looks for mates, at no more positions than it may. What it answers depends on these alone, never
/// on how long it takes.
///
/// ```
/// use komadai_rules::{Position, Variant, tsume::{GaveUp, Solver}};
///
/// let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// let position = Position::from_sfen(Variant::standard(), sfen)?;
/// assert_eq!(Solver::new(10_000).shortest_mate(&position, 7), Ok(Some(1)));
/// assert_eq!(Solver::new(0).mates(&position, 7), Err(GaveUp));
/// # Ok::<(), komadai_rules::SfenError>(())
/// ```
pub struct Solver {
    nodes_left: u64,
    known: HashMap<u64, KnownBounds>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("nodes_left", &self.nodes_left).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver that looks at no more than so many positions, all questions taken together.
    pub fn new(nodes_max: u64) -> Self {
        Self { nodes_left: nodes_max, known: HashMap::new() }
    }

    /// Lets it look at so many positions from now on; it keeps what it knows.
    pub fn allow(&mut self, nodes_max: u64) {
        self.nodes_left = nodes_max;
    }

    /// Of how many positions it knows whether they are mate.
    pub fn n_known(&self) -> usize {
        self.known.len()
    }

    /// Whether the side to move mates in at most so many plies, giving check with every move.
    ///
    /// # Errors
    /// When it has looked at as many positions as it may.
    pub fn mates(&mut self, position: &Position, plies: u32) -> Result<bool, GaveUp> {
        // What short searches find out puts the moves of longer ones in order.
        for plies in (1..=plies).step_by(2) {
            if self.attack(position, plies, None)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// In how many plies the side to move mates, if in no more than that.
    ///
    /// # Errors
    /// When it has looked at as many positions as it may.
    pub fn shortest_mate(
        &mut self,
        position: &Position,
        plies_max: u32,
    ) -> Result<Option<u32>, GaveUp> {
        for plies in (1..=plies_max).step_by(2) {
            if self.attack(position, plies, None)?.is_some() {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The moves with which the side to move mates in at most so many plies.
    ///
    /// # Errors
    /// When it has looked at as many positions as it may.
    pub fn mating_moves(&mut self, position: &Position, plies: u32) -> Result<Vec<Move>, GaveUp> {
        let mut found = Vec::new();
        if plies == 0 {
            return Ok(found);
        }
        for (mv, next) in checks(position) {
            if self.is_mated_within(&next, plies - 1)? {
                found.push(mv);
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Whether a move gives check and mates in at most so many plies, itself among them.
    ///
    /// # Errors
    /// When it has looked at as many positions as it may.
    pub fn mates_with(
        &mut self,
        position: &Position,
        mv: Move,
        plies: u32,
    ) -> Result<bool, GaveUp> {
        if plies == 0 || position.judge(mv).is_err() {
            return Ok(false);
        }
        let next = after(position, mv);
        Ok(next.is_check() && self.is_mated_within(&next, plies - 1)?)
    }

    /// Whether the side in check is mated in at most so many further plies, whatever it plays.
    fn is_mated_within(&mut self, position: &Position, plies: u32) -> Result<bool, GaveUp> {
        for plies in (0..=plies).step_by(2) {
            if self.defend(position, plies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn look(&mut self) -> Result<(), GaveUp> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(GaveUp)?;
        Ok(())
    }

    /// A move that mates in at most so many plies.
    pub(super) fn attack(
        &mut self,
        position: &Position,
        plies: u32,
        hint: Option<Move>,
    ) -> Result<Option<Move>, GaveUp> {
        let known = self.known.get(&position.key()).copied().unwrap_or_default();
        if known.mate.is_some_and(|it| u32::from(it) <= plies) && known.best.is_some() {
            return Ok(known.best);
        }
        if known.no_mate.is_some_and(|it| u32::from(it) >= plies) {
            return Ok(None);
        }
        self.look()?;
        let mut moves = checks(position);
        for first in [hint, known.best].into_iter().flatten() {
            if let Some(place) = moves.iter().position(|(mv, _)| *mv == first) {
                moves[..=place].rotate_right(1);
            }
        }
        let mut found = None;
        for (mv, next) in moves {
            if self.defend(&next, plies - 1)? {
                found = Some(mv);
                break;
            }
        }
        self.remember(position, plies, found.is_some(), found);
        Ok(found)
    }

    /// Whether the side in check is mated in at most so many further plies, which fewer do not do.
    pub(super) fn defend(&mut self, position: &Position, plies: u32) -> Result<bool, GaveUp> {
        let known = self.known.get(&position.key()).copied().unwrap_or_default();
        if known.mate.is_some_and(|it| u32::from(it) <= plies) {
            return Ok(true);
        }
        if known.no_mate.is_some_and(|it| u32::from(it) >= plies) {
            return Ok(false);
        }
        self.look()?;
        let legal = position.legal_moves();
        let (mated, refutation) = if is_mated_with(position, &legal) {
            (true, None)
        } else if plies >= 2 {
            self.try_defences(position, &legal, plies, known.best)?
        } else {
            (false, None)
        };
        self.remember(position, plies, mated, refutation);
        Ok(mated)
    }

    /// Whether none of its moves saves the side in check for more than so many plies; the move that
    /// does, if one does by itself.
    fn try_defences(
        &mut self,
        position: &Position,
        legal: &MoveList,
        plies: u32,
        first: Option<Move>,
    ) -> Result<(bool, Option<Move>), GaveUp> {
        let mut moves = legal.to_vec();
        // What most often refutes comes first; pieces put between are many and alike.
        moves.sort_unstable_by_key(|mv| (Some(*mv) != first, mv.dropped().is_some()));
        // What takes one piece that was put there most often takes any.
        let mut last: Option<(Square, Move)> = None;
        let mut is_any_useless = false;
        for &mv in &moves {
            if mv.dropped().is_some() && self.is_taken_for_nothing(position, mv, plies)? {
                // Against that many plies; the line may turn out to be shorter without it.
                is_any_useless = true;
                continue;
            }
            let hint = last.filter(|(to, _)| *to == mv.to()).map(|(_, taking)| taking);
            let Some(answer) = self.attack(&after(position, mv), plies - 1, hint)? else {
                return Ok((false, Some(mv)));
            };
            if mv.dropped().is_some() {
                last = Some((mv.to(), answer));
            }
        }
        Ok((!is_any_useless || self.resists_no_longer(position, &moves, plies)?, None))
    }

    fn remember(&mut self, position: &Position, plies: u32, mate: bool, best: Option<Move>) {
        let Ok(plies) = u8::try_from(plies) else { return };
        let known = self.known.entry(position.key()).or_default();
        if mate {
            known.mate = Some(known.mate.map_or(plies, |it| it.min(plies)));
        } else {
            known.no_mate = Some(known.no_mate.map_or(plies, |it| it.max(plies)));
        }
        known.best = best.or(known.best);
    }
}

/// The moves that give check, with what comes of each.
fn checks(position: &Position) -> Vec<(Move, Position)> {
    let Some(king) = position.king(position.turn().other()) else { return Vec::new() };
    let moves = position.legal_moves();
    // §11.2: what stands behind another piece gives check from anywhere.
    let lends = position.variant().def().lends;
    let near = moves.iter().filter(|mv| {
        lends || is_in_line(mv.to(), king) || mv.from().is_some_and(|from| is_in_line(from, king))
    });
    let mut found = Vec::new();
    for &mv in near {
        let next = after(position, mv);
        if next.is_check() {
            found.push((mv, next));
        }
    }
    found
}

/// Whether a piece of any variant on the one square might attack the other, or uncover an attack.
/// Most drops are sorted out by this without being played.
fn is_in_line(one: Square, other: Square) -> bool {
    let files = one.file().abs_diff(other.file());
    let ranks = one.rank().abs_diff(other.rank());
    files == 0 || ranks == 0 || files == ranks || files.min(ranks) == 1 && files.max(ranks) == 2
}

pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}
