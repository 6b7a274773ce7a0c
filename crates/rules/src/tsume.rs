//! Tsume (詰将棋): positions in which every move of the attacker gives check and mate comes by
//! force. What is sound, which moves mate, and how a defender holds out longest.
//!
//! The attacker is the side to move; it need not have a king. The defender holds every piece that
//! is nowhere else, so that it may put anything between. A piece put between that the checking
//! piece just takes, with mate all the same, is a *futile* interposition (無駄合い) and no defence:
//! a position in which nothing else is left counts as mate.
//!
//! Nothing here bounds its time: what is asked must be small, a few plies about one king.

mod collection;

use std::fmt;

use crate::{Kind, Move, Position, Problem, Side, Square};

pub use self::collection::{NUMBERS_OF_A_VARIANT, Tsume, collection, find, of_day, variants};

/// Whether the side to move is mated, futile interpositions not counted as moves.
pub fn is_mated(position: &Position) -> bool {
    if !position.is_check() {
        return false;
    }
    // What is put on a square and taken is gone, so one kind of piece answers for all.
    let mut taken_by: Vec<(Square, Move)> = Vec::new();
    position.legal_moves().iter().all(|&mv| {
        if mv.dropped().is_none() {
            return false;
        }
        let next = after(position, mv);
        if let Some((_, taking)) = taken_by.iter().find(|(square, _)| *square == mv.to()) {
            return next.judge(*taking).is_ok();
        }
        let taking = taking_with_mate(&next, mv.to());
        taken_by.extend(taking.map(|taking| (mv.to(), taking)));
        taking.is_some()
    })
}

/// The move that takes what was put between and mates, if there is one.
fn taking_with_mate(position: &Position, between: Square) -> Option<Move> {
    let moves = position.legal_moves();
    let mut taking = moves.iter().filter(|mv| mv.to() == between && mv.from().is_some());
    taking.find(|&&mv| is_mated(&after(position, mv))).copied()
}

/// Whether the side to move mates in at most so many plies, giving check with every move.
pub fn mates(position: &Position, plies: u32) -> bool {
    plies > 0 && checks(position).into_iter().any(|(_, next)| is_mated_within(&next, plies - 1))
}

/// The moves with which the side to move mates in at most so many plies.
pub fn mating_moves(position: &Position, plies: u32) -> Vec<Move> {
    if plies == 0 {
        return Vec::new();
    }
    let mut found: Vec<Move> = checks(position)
        .into_iter()
        .filter(|(_, next)| is_mated_within(next, plies - 1))
        .map(|(mv, _)| mv)
        .collect();
    found.sort_unstable();
    found
}

/// What the side in check plays to be mated as late as can be, when that is within so many plies;
/// of several moves one of the king's first, one that takes next, and one that puts a piece
/// between last. `None` when it is mated.
pub fn longest_defence(position: &Position, plies: u32) -> Option<Move> {
    longest_defences(position, plies).into_iter().next()
}

/// Every defence that holds out longest, the one to be preferred first. With none that is mated
/// in time these are all legal moves.
fn longest_defences(position: &Position, plies: u32) -> Vec<Move> {
    if is_mated(position) {
        return Vec::new();
    }
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable_by_key(|&mv| {
        let is_capture = position.piece_at(mv.to()).is_some();
        let is_royal =
            mv.from().is_some_and(|from| position.royals(position.turn()).any(|it| it == from));
        (mv.dropped().is_some(), !is_royal, !is_capture, mv)
    });
    for rest in (1..plies).step_by(2) {
        let later = |mv: &Move| !mates(&after(position, *mv), rest);
        if moves.iter().any(later) {
            moves.retain(later);
        } else {
            break;
        }
    }
    moves
}

/// Whether the side in check is mated in at most so many further plies, whatever it plays.
fn is_mated_within(position: &Position, plies: u32) -> bool {
    if is_mated(position) {
        return true;
    }
    if plies < 2 {
        return false;
    }
    let mut moves = position.legal_moves().to_vec();
    // What most often refutes comes first; pieces put between are many and alike.
    moves.sort_unstable_by_key(|mv| mv.dropped().is_some());
    moves.into_iter().all(|mv| mates(&after(position, mv), plies - 1))
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
    near.map(|&mv| (mv, after(position, mv))).filter(|(_, next)| next.is_check()).collect()
}

/// Whether a piece of any variant on the one square might attack the other, or uncover an attack.
/// Most drops are sorted out by this without being played.
fn is_in_line(one: Square, other: Square) -> bool {
    let files = one.file().abs_diff(other.file());
    let ranks = one.rank().abs_diff(other.rank());
    files == 0 || ranks == 0 || files == ranks || files.min(ranks) == 1 && files.max(ranks) == 2
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// What comes of a solver's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The defender is mated.
    Solved,
    /// So far so good: the defender holds out with this move, which leads to this position.
    Reply(Move, Box<Position>),
    /// The last move does not mate in time, or is not even a check.
    Failed,
    /// The moves are not a line of this problem: one is not legal, or not the defender's.
    NoLine,
}

/// Answers the moves of a solver and the replies between them, the solver's last. Every move is
/// right with which mate still comes in the plies that are left.
pub fn answer(problem: &Tsume, moves: &[Move]) -> Answer {
    let mut position = problem.start.clone();
    let mut left = problem.plies;
    for (ply, &mv) in moves.iter().enumerate() {
        if position.judge(mv).is_err() || left == 0 {
            return Answer::NoLine;
        }
        let is_last = ply + 1 == moves.len();
        if ply % 2 == 1 {
            if is_last || reply(problem, &position, moves.get(..ply), left) != Some(mv) {
                return Answer::NoLine;
            }
        } else if !mating_moves(&position, left).contains(&mv) {
            return if is_last { Answer::Failed } else { Answer::NoLine };
        }
        position.play(mv);
        left -= 1;
    }
    if moves.is_empty() {
        return Answer::NoLine;
    }
    match reply(problem, &position, Some(moves), left) {
        None => Answer::Solved,
        Some(mv) => {
            position.play(mv);
            Answer::Reply(mv, Box::new(position))
        }
    }
}

/// The solution's reply where the solver has followed it, else the first of the longest.
fn reply(problem: &Tsume, position: &Position, so_far: Option<&[Move]>, left: u32) -> Option<Move> {
    let so_far = so_far?;
    let follows = problem.solution.starts_with(so_far);
    let told = problem.solution.get(so_far.len()).copied().filter(|_| follows);
    told.or_else(|| longest_defence(position, left))
}

/// Why a position is no sound tsume of so many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It could not be played, or the defender has no king.
    Unplayable,
    /// Pieces of the set are missing: what is nowhere else must be in the defender's hand.
    SetNotWhole,
    /// §7.4: the defender may lose its last piece besides the king before it is mated.
    Bare,
    /// There is no mate within that many plies.
    NoMate,
    /// It is mate in fewer.
    Shorter,
    /// Another first move mates too, if perhaps two plies later.
    OtherFirstMove,
    /// After the longest defences another move than the solution's mates too, before the last.
    OtherLine,
    /// The attacker has pieces left in hand after every longest line.
    PiecesLeft,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unplayable => "the position cannot be played",
            Self::SetNotWhole => "the defender does not hold every other piece of the set",
            Self::Bare => "the defender could be bared before it is mated",
            Self::NoMate => "there is no mate in so many plies",
            Self::Shorter => "there is a shorter mate",
            Self::OtherFirstMove => "another first move mates too",
            Self::OtherLine => "another move mates too before the last",
            Self::PiecesLeft => "pieces are left in hand",
        })
    }
}

impl std::error::Error for Flaw {}

/// Proves that a position is a sound tsume of exactly so many plies, and gives its solution: the
/// attacker's moves and the longest defences, after which the attacker's hand is empty.
///
/// The first move is the only one that mates, also with two plies more; so is every later one
/// after a longest defence, but the last.
///
/// # Errors
/// The first flaw that is found.
pub fn prove(position: &Position, plies: u32) -> Result<Vec<Move>, Flaw> {
    let attacker = position.turn();
    let others = position.problems().without(Problem::NoKing);
    if !others.is_empty() || position.king(attacker.other()).is_none() {
        return Err(Flaw::Unplayable);
    }
    if !has_whole_set(position, attacker.other()) {
        return Err(Flaw::SetNotWhole);
    }
    let n_others = position.n_on_board(attacker.other()) - 1;
    if position.variant().def().ends.bare_king && n_others <= plies.div_ceil(2) {
        return Err(Flaw::Bare);
    }
    if plies >= 2 && mates(position, plies - 2) {
        return Err(Flaw::Shorter);
    }
    if !mates(position, plies) {
        return Err(Flaw::NoMate);
    }
    if mating_moves(position, plies + 2).len() != 1 {
        return Err(Flaw::OtherFirstMove);
    }
    solve(position, plies, attacker)?.ok_or(Flaw::PiecesLeft)
}

/// The first of the longest lines that leaves the attacker's hand empty.
fn solve(position: &Position, plies: u32, attacker: Side) -> Result<Option<Vec<Move>>, Flaw> {
    let moves = mating_moves(position, plies);
    if plies > 1 && moves.len() != 1 {
        return Err(Flaw::OtherLine);
    }
    let mut solution = None;
    for mv in moves {
        let next = after(position, mv);
        if plies == 1 {
            if next.hand(attacker).next().is_none() {
                return Ok(Some(vec![mv]));
            }
            continue;
        }
        // Every longest defence is looked at: in none may there be another way.
        for reply in longest_defences(&next, plies - 1) {
            let rest = solve(&after(&next, reply), plies - 2, attacker)?;
            if solution.is_none() {
                solution = rest.map(|rest| [vec![mv, reply], rest].concat());
            }
        }
    }
    Ok(solution)
}

/// Whether both hands and the board together are one set, the defender's king with it and the
/// attacker's or not. Where nothing comes back, what is missing is gone.
fn has_whole_set(position: &Position, defender: Side) -> bool {
    let variant = position.variant();
    if variant.def().drops.is_none() {
        return true;
    }
    variant.kinds().filter(|&kind| !variant.piece(kind).is_promoted()).all(|kind| {
        let n = count(position, kind);
        let whole = count(variant.start(), kind);
        let is_royal = position
            .royals(defender)
            .any(|square| position.piece_at(square).is_some_and(|piece| piece.kind == kind));
        n == whole || is_royal && n + 1 == whole
    })
}

/// How many of a kind there are anywhere, promoted or not.
fn count(position: &Position, kind: Kind) -> usize {
    let variant = position.variant();
    let on_board = position.pieces().filter(|(_, piece)| variant.unpromoted(piece.kind) == kind);
    let in_hands = Side::ALL.map(|side| usize::from(position.hand_count(side, kind)));
    on_board.count() + in_hands.iter().sum::<usize>()
}
