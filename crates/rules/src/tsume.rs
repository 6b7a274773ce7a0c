//! Tsume (詰将棋): positions in which every move of the attacker gives check and mate comes by
//! force. What is sound, which moves mate, and how a defender holds out longest.
//!
//! The attacker is the side to move; it need not have a king. The defender holds every piece that
//! is nowhere else, so that it may put anything between. What it puts between to no avail is a
//! *useless* interposition (無駄合, §17.2) and no defence: it is in no line and lengthens none, and a
//! position in which nothing else is left counts as mate.
//!
//! Functions that take no [`Solver`] do not bound their work: what is asked of them must be small, a
//! few plies about one king, or known to be a sound problem.

mod collection;
mod daily;
mod examination;
mod interpositions;
mod refutation;
mod resistance;
mod same;
mod solver;
mod themes;

use std::fmt;

use crate::{Kind, Move, Position, Problem, Side};

pub use self::{
    collection::{
        COMPOSED_AFTER, NUMBERS_OF_A_VARIANT, Tsume, collection, find, same_as, usual_rating,
        variants,
    },
    daily::{TsumeLevel, of_day},
    examination::{Examination, Fault, PLIES_MAX, Second, examine, with_whole_set},
    interpositions::is_mated,
    refutation::{Refutation, refutation},
    same::position_key,
    solver::{GaveUp, Solver},
    themes::{Theme, themes},
};
use self::{
    same::{mirrored_move, problem_to_answer},
    solver::after,
};

/// Whether the side to move mates in at most so many plies, giving check with every move.
///
/// ```
/// use komadai_rules::{Position, Variant, tsume};
///
/// let variant = Variant::standard();
/// let position = Position::from_sfen(variant, "4k4/9/4P4/9/9/9/9/9/9 b G 1")?;
/// assert!(tsume::mates(&position, 1));
/// let moves = tsume::mating_moves(&position, 1);
/// let texts: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
/// assert_eq!(texts, ["G*5b"]);
/// # Ok::<(), komadai_rules::SfenError>(())
/// ```
pub fn mates(position: &Position, plies: u32) -> bool {
    unbounded().mates(position, plies).unwrap_or(false)
}

/// The moves with which the side to move mates in at most so many plies.
pub fn mating_moves(position: &Position, plies: u32) -> Vec<Move> {
    unbounded().mating_moves(position, plies).unwrap_or_default()
}

/// What the side in check plays to be mated as late as can be, when that is within so many plies.
/// `None` when it is mated.
pub fn longest_defence(position: &Position, plies: u32) -> Option<Move> {
    unbounded().longest_defences(position, plies).unwrap_or_default().into_iter().next()
}

/// A solver that never gives up.
fn unbounded() -> Solver {
    Solver::new(u64::MAX)
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
///
/// ```
/// use komadai_rules::{Variant, tsume::{self, Answer}};
///
/// let problems = tsume::collection(Variant::standard());
/// let problem = problems.iter().find(|it| it.plies == 3).expect("there are some");
/// let first = problem.solution[0];
/// let Answer::Reply(reply, _) = tsume::answer(problem, &[first]) else { panic!("it is right") };
/// assert_eq!(tsume::answer(problem, &[first, reply, problem.solution[2]]), Answer::Solved);
/// ```
pub fn answer(problem: &Tsume, moves: &[Move]) -> Answer {
    answer_within(problem, moves, u64::MAX).unwrap_or(Answer::NoLine)
}

/// The same, giving up once so many positions were looked at; of the solution's own moves it is known
/// that they mate. Of a problem and its mirror image the same is said, mirrored.
///
/// # Errors
/// When the solver gave up.
pub fn answer_within(problem: &Tsume, moves: &[Move], nodes_max: u64) -> Result<Answer, GaveUp> {
    let Some(image) = problem_to_answer(problem) else {
        return answer_as_it_stands(problem, moves, nodes_max);
    };
    let variant = problem.start.variant();
    let mirrored: Vec<_> = moves.iter().map(|&mv| mirrored_move(variant, mv)).collect();
    Ok(match answer_as_it_stands(&image, &mirrored, nodes_max)? {
        Answer::Reply(mv, _) => {
            let reply = mirrored_move(variant, mv);
            let mut position = problem.start.clone();
            moves.iter().chain([&reply]).for_each(|&mv| position.play(mv));
            Answer::Reply(reply, Box::new(position))
        }
        other => other,
    })
}

fn answer_as_it_stands(problem: &Tsume, moves: &[Move], nodes_max: u64) -> Result<Answer, GaveUp> {
    let mut solver = Solver::new(nodes_max);
    let mut position = problem.start.clone();
    let mut left = problem.plies;
    for (ply, &mv) in moves.iter().enumerate() {
        if position.judge(mv).is_err() || left == 0 {
            return Ok(Answer::NoLine);
        }
        let is_last = ply + 1 == moves.len();
        if ply % 2 == 1 {
            let so_far = moves.get(..ply).unwrap_or_default();
            if is_last || reply(&mut solver, problem, &position, so_far, left)? != Some(mv) {
                return Ok(Answer::NoLine);
            }
        } else if problem.solution.get(..=ply) != moves.get(..=ply)
            && !solver.mates_with(&position, mv, left)?
        {
            return Ok(if is_last { Answer::Failed } else { Answer::NoLine });
        }
        position.play(mv);
        left -= 1;
    }
    if moves.is_empty() {
        return Ok(Answer::NoLine);
    }
    Ok(match reply(&mut solver, problem, &position, moves, left)? {
        None => Answer::Solved,
        Some(mv) => {
            position.play(mv);
            Answer::Reply(mv, Box::new(position))
        }
    })
}

/// The solution's reply where the solver has followed it, else the first of the longest.
fn reply(
    solver: &mut Solver,
    problem: &Tsume,
    position: &Position,
    so_far: &[Move],
    left: u32,
) -> Result<Option<Move>, GaveUp> {
    let follows = problem.solution.starts_with(so_far);
    match problem.solution.get(so_far.len()).copied().filter(|_| follows) {
        Some(told) => Ok(Some(told)),
        None => Ok(solver.longest_defences(position, left)?.into_iter().next()),
    }
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
    /// It takes more positions to tell than the solver looks at.
    GaveUp,
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
            Self::GaveUp => "the solver gave up",
        })
    }
}

impl std::error::Error for Flaw {}

impl From<GaveUp> for Flaw {
    fn from(GaveUp: GaveUp) -> Self {
        Self::GaveUp
    }
}

/// Proves that a position is a sound tsume of exactly so many plies, and gives its solution: the
/// attacker's moves and the longest defences, after which the attacker's hand is empty.
///
/// The first move is the only one that mates, also with two plies more; so is every later one
/// after a longest defence, but the last.
///
/// ```
/// use komadai_rules::{Variant, tsume};
///
/// let problem = tsume::find(1).expect("the first of the collection");
/// assert_eq!(tsume::prove(&problem.start, problem.plies), Ok(problem.solution.clone()));
/// ```
///
/// # Errors
/// The first flaw that is found.
pub fn prove(position: &Position, plies: u32) -> Result<Vec<Move>, Flaw> {
    prove_within(position, plies, u64::MAX)
}

/// The same, giving up once so many positions were looked at.
///
/// # Errors
/// The first flaw that is found, or that the solver gave up.
pub fn prove_within(position: &Position, plies: u32, nodes_max: u64) -> Result<Vec<Move>, Flaw> {
    prove_with(&mut Solver::new(nodes_max), position, plies)
}

/// The same with a solver that may know the position's like already.
///
/// # Errors
/// The first flaw that is found, or that the solver gave up.
pub fn prove_with(solver: &mut Solver, position: &Position, plies: u32) -> Result<Vec<Move>, Flaw> {
    let attacker = position.turn();
    let others = position.problems().without(Problem::NoKing);
    if !others.is_empty() || position.king(attacker.other()).is_none() {
        return Err(Flaw::Unplayable);
    }
    if !has_whole_set(position, attacker.other()) {
        return Err(Flaw::SetNotWhole);
    }
    if may_be_bared(position, plies) {
        return Err(Flaw::Bare);
    }
    match solver.shortest_mate(position, plies)? {
        None => return Err(Flaw::NoMate),
        Some(shortest) if shortest < plies => return Err(Flaw::Shorter),
        Some(_) => {}
    }
    if solver.mating_moves(position, plies + 2)?.len() != 1 {
        return Err(Flaw::OtherFirstMove);
    }
    solve(solver, position, plies, attacker)?.ok_or(Flaw::PiecesLeft)
}

/// §7.4: whether the defender may lose its last piece besides the king within so many plies.
fn may_be_bared(position: &Position, plies: u32) -> bool {
    let n_others = position.n_on_board(position.turn().other()).saturating_sub(1);
    position.variant().def().ends.bare_king && n_others <= plies.div_ceil(2)
}

/// The first of the longest lines that leaves the attacker's hand empty.
fn solve(
    solver: &mut Solver,
    position: &Position,
    plies: u32,
    attacker: Side,
) -> Result<Option<Vec<Move>>, Flaw> {
    let moves = solver.mating_moves(position, plies)?;
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
        for reply in solver.longest_defences(&next, plies - 1)? {
            let rest = solve(solver, &after(&next, reply), plies - 2, attacker)?;
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
