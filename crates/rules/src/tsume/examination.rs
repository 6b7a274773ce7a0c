//! Everything that is wrong with a position as a composition (完全作).
//!
//! What convention holds against a composition is a fault; what it puts up with is a blemish (キズ):
//! that a move mates both promoting and not, and that several last moves of more than one mate. Of the lines in which
//! the defender holds out longest the solution is the one with the fewest faults, those first in
//! which the attacker's hand is empty at the end; only that line is judged, so that what happens in
//! other defences is nobody's business.

use super::{
    GaveUp, Solver, count, is_mated,
    same::{image_to_examine, mirrored_move},
    solver::after,
};
use crate::{Kind, Move, Position, Problem, Side, Variant};

/// The longest composition that is taken.
pub const PLIES_MAX: u32 = 15;

/// How far a longer mate is looked for, to say how long it is.
const PLIES_SEEN_MAX: u32 = 25;

/// Most lines of longest defences that are compared.
const LINES_MAX: usize = 64;

/// A move that mates besides the solution's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second {
    /// Before which move of the solution, counted from 0.
    pub ply: u32,
    /// The move.
    pub other: Move,
}

/// Something that is wrong with a composition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The position cannot be played.
    Illegal(Problem),
    /// The defender has no king, or several.
    NoKing,
    /// The defender is to move, so the number of plies would be even.
    EvenLength,
    /// There is no mate in as many plies as are looked at.
    NoMate,
    /// The mate takes that many plies, which is more than are taken.
    TooLong(u32),
    /// 余詰: another move mates too.
    SecondSolution(Second),
    /// 駒余り: the attacker has pieces left in hand at the end of every longest defence.
    PiecesLeft,
    /// The solver has looked at as many positions as it may.
    GaveUp,
    /// 成・不成非限定: the piece may promote or not. A blemish.
    EitherPromotion(Second),
    /// Another last move mates too. A blemish.
    OtherLastMove(Second),
}

impl Fault {
    /// Whether convention puts up with it.
    pub fn is_blemish(self) -> bool {
        matches!(self, Self::EitherPromotion(_) | Self::OtherLastMove(_))
    }

    /// The fault that it is in the mirror image.
    fn mirrored(self, variant: Variant) -> Self {
        let second = |it: Second| Second { other: mirrored_move(variant, it.other), ..it };
        match self {
            Self::SecondSolution(it) => Self::SecondSolution(second(it)),
            Self::EitherPromotion(it) => Self::EitherPromotion(second(it)),
            Self::OtherLastMove(it) => Self::OtherLastMove(second(it)),
            other => other,
        }
    }
}

/// What comes of an examination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examination {
    /// The position, the defender holding all that is nowhere else.
    pub position: Position,
    /// Everything that is wrong, as far as it could be told.
    pub faults: Vec<Fault>,
    /// The solution, if there is mate in time.
    pub solution: Vec<Move>,
}

impl Examination {
    /// Whether nothing is wrong that convention does not put up with.
    pub fn is_sound(&self) -> bool {
        !self.solution.is_empty() && self.faults.iter().all(|fault| fault.is_blemish())
    }

    /// The same examination of a position whose mirror image was examined.
    fn of_image_of(self, position: Position) -> Self {
        let variant = position.variant();
        let faults = self.faults.into_iter().map(|fault| fault.mirrored(variant)).collect();
        let solution = self.solution.into_iter().map(|mv| mirrored_move(variant, mv)).collect();
        Self { position, faults, solution }
    }
}

/// Says everything that is wrong with a position as a composition, after looking at no more than so
/// many positions. The defender is given every piece that is nowhere else. Of a position and its
/// mirror image the same is said, mirrored.
///
/// ```
/// use komadai_rules::{Position, Variant, tsume};
///
/// let variant = Variant::standard();
/// let two_ways = Position::from_sfen(variant, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1")?;
/// let examination = tsume::examine(&two_ways, 100_000);
/// assert!(!examination.faults.is_empty(), "a gold is left over");
/// # Ok::<(), komadai_rules::SfenError>(())
/// ```
pub fn examine(position: &Position, nodes_max: u64) -> Examination {
    let position = with_whole_set(position);
    match image_to_examine(&position) {
        Some(image) => examine_whole(image, nodes_max).of_image_of(position),
        None => examine_whole(position, nodes_max),
    }
}

/// The same of a position whose defender holds all that is nowhere else.
fn examine_whole(position: Position, nodes_max: u64) -> Examination {
    let attacker = position.turn();
    let problems = position.problems().without(Problem::NoKing);
    let mut faults: Vec<Fault> = problems.iter().map(Fault::Illegal).collect();
    if attacker != Side::Sente {
        faults.push(Fault::EvenLength);
    }
    let defender = Side::Gote;
    if position.king(defender).is_none() && !problems.has(Problem::TwoKings) {
        faults.push(Fault::NoKing);
    }
    let mut solution = Vec::new();
    if faults.is_empty() {
        match judge(&position, nodes_max) {
            Ok((found, line)) => (faults, solution) = (found, line),
            Err(GaveUp) => faults.push(Fault::GaveUp),
        }
    }
    Examination { position, faults, solution }
}

fn judge(position: &Position, nodes_max: u64) -> Result<(Vec<Fault>, Vec<Move>), GaveUp> {
    let mut solver = Solver::new(nodes_max);
    let Some(plies) = solver.shortest_mate(position, PLIES_MAX)? else {
        let fault = match solver.shortest_mate(position, PLIES_SEEN_MAX) {
            Ok(Some(plies)) => Fault::TooLong(plies),
            Ok(None) | Err(GaveUp) => Fault::NoMate,
        };
        return Ok((vec![fault], Vec::new()));
    };
    let mut lines = Lines { solver, attacker: position.turn(), found: Vec::new() };
    let told = lines.follow(position, plies, &mut DefenceLine::default());
    let best = lines.found.into_iter().min_by_key(DefenceLine::weight).unwrap_or_default();
    let DefenceLine { moves, mut faults } = best;
    if told.is_err() {
        faults.push(Fault::GaveUp);
    }
    Ok((faults, moves))
}

/// A line of longest defences, and what is wrong with it.
#[derive(Clone, Default)]
struct DefenceLine {
    moves: Vec<Move>,
    faults: Vec<Fault>,
}

impl DefenceLine {
    fn weight(&self) -> (bool, usize) {
        let n_faults = self.faults.iter().filter(|fault| !fault.is_blemish()).count();
        (self.faults.contains(&Fault::PiecesLeft), n_faults)
    }
}

struct Lines {
    solver: Solver,
    attacker: Side,
    found: Vec<DefenceLine>,
}

impl Lines {
    /// Follows every longest defence from a position in which there is mate in exactly so many plies.
    fn follow(
        &mut self,
        position: &Position,
        plies: u32,
        so_far: &mut DefenceLine,
    ) -> Result<(), GaveUp> {
        if self.found.len() >= LINES_MAX {
            return Ok(());
        }
        // One that takes two plies longer is a second solution too; after a last move it is not
        // looked for.
        let ply = so_far.moves.len() as u32;
        let is_last = plies == 1 && ply > 0;
        let seen = if is_last { plies } else { plies + 2 };
        let mut mating = self.solver.mating_moves(position, seen)?;
        mating.sort_unstable_by_key(|mv| (!mv.promotes(), *mv));
        let mut right = None;
        for &mv in &mating {
            if self.solver.mates_with(position, mv, plies)? && self.is_better(position, mv, right) {
                right = Some(mv);
            }
        }
        let Some(right) = right else { return Ok(()) };
        let n_faults = so_far.faults.len();
        for &other in mating.iter().filter(|&&mv| mv != right) {
            let second = Second { ply, other };
            let is_same_piece = other.from().is_some() && other.from() == right.from();
            so_far.faults.push(if is_same_piece && other.to() == right.to() {
                Fault::EitherPromotion(second)
            } else if is_last {
                Fault::OtherLastMove(second)
            } else {
                Fault::SecondSolution(second)
            });
        }
        so_far.moves.push(right);
        let next = after(position, right);
        if plies == 1 || is_mated(&next) {
            let mut line = so_far.clone();
            if next.hand(self.attacker).next().is_some() {
                line.faults.push(Fault::PiecesLeft);
            }
            self.found.push(line);
        } else {
            for reply in self.solver.longest_defences(&next, plies - 1)? {
                so_far.moves.push(reply);
                self.follow(&after(&next, reply), plies - 2, so_far)?;
                so_far.moves.pop();
            }
        }
        so_far.moves.pop();
        so_far.faults.truncate(n_faults);
        Ok(())
    }

    /// Whether a move is to be told as the solution's instead of the one before it: when that would
    /// leave pieces in hand and this one leaves none.
    fn is_better(&self, position: &Position, mv: Move, before: Option<Move>) -> bool {
        let leaves = |mv| after(position, mv).hand(self.attacker).next().is_some();
        before.is_none_or(|before| leaves(before) && !leaves(mv))
    }
}

/// A position with every piece of the set that is nowhere else in gote's hand.
pub fn with_whole_set(position: &Position) -> Position {
    let variant = position.variant();
    if variant.def().drops.is_none() {
        return position.clone();
    }
    let sfen = position.sfen();
    let mut parts = sfen.split(' ');
    let (Some(board), Some(turn)) = (parts.next(), parts.next()) else { return position.clone() };
    let mut hands = String::new();
    let is_held = |&kind: &Kind| variant.unpromoted(kind) == kind && !variant.piece(kind).royal;
    for kind in variant.kinds().filter(is_held) {
        let letter = variant.piece(kind).letter;
        let held = usize::from(position.hand_count(Side::Sente, kind));
        let in_gote = usize::from(position.hand_count(Side::Gote, kind));
        let missing = count(variant.start(), kind).saturating_sub(count(position, kind));
        for (n, letter) in [(held, letter.to_owned()), (in_gote + missing, letter.to_lowercase())] {
            match n {
                0 => {}
                1 => hands += &letter,
                n => hands += &format!("{n}{letter}"),
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    Position::from_sfen(variant, &format!("{board} {turn} {hands} 1"))
        .unwrap_or_else(|_| position.clone())
}
