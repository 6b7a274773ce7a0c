//! Composes tsume of 1, 3, … plies by chance and proof until there are so many of each length that
//! are worth solving, and prints them, the shortest and easiest first, as lines of `data/tsume`.
//! What is found is shown at once on the standard error.
//!
//! ```text
//! cargo run --release -p komadai-rules --example compose -- VARIANT PLIES_MAX COUNT FIRST_NUMBER [SEED]
//! ```
//!
//! Pieces fall about a king at random. What the solver proves to be sound loses every piece that it
//! can do without; longer problems are made of shorter ones, with the king a step aside and one
//! more piece. One is kept when its solution resembles no other, of the collection or new, and when it is no problem of shogi
//! that stands on another variant's board.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints problems")]

use std::{collections::HashSet, env};

use komadai_rules::{
    Kind, Move, Piece, Position, Problem, Side, Square, Variant,
    tsume::{Solver, collection, examine, mating_moves, prove_within, with_whole_set},
};

/// In shogi: what the attacker may hold, likelier ones more often.
const HELD: &[&str] = &["G", "G", "G", "S", "S", "S", "N", "L", "P", "P", "R", "B"];
/// In shogi: what may stand for the attacker.
const ATTACKING: &[&str] =
    &["G", "S", "S", "N", "N", "L", "P", "P", "R", "B", "+R", "+B", "+P", "R", "B"];
/// In shogi: what may stand for the defender.
const DEFENDING: &[&str] = &["G", "G", "S", "S", "N", "N", "L", "L", "P", "P", "P", "R", "B", "+P"];

/// Most pieces on the board of a problem, the king with them.
const PIECES_MAX: usize = 11;

/// Most positions that are looked at to see whether there is mate at all, and to prove one sound.
const NODES_SEEN: u64 = 2_000;
const NODES_MAX: u64 = 20_000;
/// Most positions that are looked at to find second solutions in the end.
const NODES_EXAMINED: u64 = 300_000;

/// The shortest problems in which pieces put between are part of the solution.
const BETWEEN_PLIES_MIN: usize = 7;

/// Most checks that a first move may be chosen from: more take long to prove.
const CHECKS_MAX: usize = 16;

/// How many sound positions of fewer plies are kept to make longer ones of.
const STOCK: usize = 400;

fn main() {
    let mut args = env::args().skip(1);
    let variant = args.next().and_then(|name| Variant::from_name(&name));
    let variant = variant.unwrap_or_else(Variant::standard);
    let pieces = Pieces::of(variant);
    let mut numbers = args.filter_map(|text| text.parse::<u64>().ok());
    let plies_max = numbers.next().unwrap_or(3) as u32;
    let wanted = numbers.next().unwrap_or(20) as usize;
    let first_number = numbers.next().unwrap_or(1);
    let mut dice = Dice(numbers.next().unwrap_or(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    // Sound positions of 1, 3, … plies, of which longer ones are made.
    let n_lengths = plies_max as usize / 2 + 1;
    let mut stock: Vec<Vec<Draft>> = vec![Vec::new(); n_lengths];
    let (mut drafts, mut seen) = (Vec::new(), HashSet::new());
    for known in collection(variant) {
        let draft = Draft::of(&known.start);
        if let Some(stock) = stock.get_mut(known.plies as usize / 2) {
            stock.push(draft.clone());
        }
        drafts.push(draft);
        seen.insert(likeness(&known.start, &known.solution));
    }
    let mut found: Vec<Vec<(u32, String)>> = vec![Vec::new(); n_lengths];
    while found.iter().any(|of_length| of_length.len() < wanted) {
        // Nothing is made of which there is enough, and nothing longer to be made of it.
        let level = dice.below(n_lengths);
        if found[level..].iter().take(2).all(|it| it.len() >= wanted) {
            continue;
        }
        let draft = match level.checked_sub(1).map(|below| &stock[below]) {
            None => Draft::scattered(&pieces, &mut dice),
            Some(shorter) if shorter.is_empty() => None,
            Some(shorter) => shorter[dice.below(shorter.len())].elaborated(&pieces, &mut dice),
        };
        let Some(draft) = draft else { continue };
        if draft.n_checks() > CHECKS_MAX {
            continue;
        }
        let seen_plies = (2 * level as u32 + 3).min(plies_max);
        let shortest = Solver::new(NODES_SEEN).shortest_mate(&draft.position(), seen_plies);
        let Ok(Some(plies)) = shortest else { continue };
        if prove_within(&draft.position(), plies, NODES_MAX).is_err() {
            continue;
        }
        let draft = draft.without_idlers(plies);
        let place = dice.below(STOCK);
        let n = plies as usize / 2;
        match stock[n].get_mut(place) {
            Some(old) => *old = draft.clone(),
            None => stock[n].push(draft.clone()),
        }
        let position = draft.position();
        let Ok(solution) = prove_within(&position, plies, NODES_MAX) else { continue };
        if !examine(&position, NODES_EXAMINED).is_sound() {
            continue;
        }
        let Some(merit) = merit(&position, &solution, draft.pieces.len()) else { continue };
        if found[n].len() >= wanted || draft.is_shogi(plies) {
            continue;
        }
        if drafts.iter().any(|it| draft.is_like(it)) || !seen.insert(likeness(&position, &solution))
        {
            continue;
        }
        let line: Vec<String> = solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
        let rating = rating(plies, merit);
        let line = format!("{plies};{rating};{};{}", position.sfen(), line.join(" "));
        eprintln!("{line}");
        found[n].push((rating, line));
        drafts.push(draft);
    }
    for of_length in &mut found {
        of_length.sort();
    }
    for ((_, line), number) in found.iter().flatten().zip(first_number..) {
        println!("{number};{line}");
    }
}

/// How hard a problem seems, in rating points: every ply counts less than those before.
fn rating(plies: u32, merit: u32) -> u32 {
    let (few, more) = (plies.min(5), plies.saturating_sub(5));
    300 + 230 * few + 80 * more + 3 * merit * 5 / plies.max(5)
}

/// What problems of a variant are made of: what the attacker may hold, and what may stand for
/// either side.
struct Pieces {
    variant: Variant,
    held: Vec<Kind>,
    attacking: Vec<Kind>,
    defending: Vec<Kind>,
}

impl Pieces {
    fn of(variant: Variant) -> Self {
        let listed = |letters: &[&str]| letters.iter().filter_map(|it| variant.kind(it)).collect();
        if variant == Variant::standard() {
            let [held, attacking, defending] = [HELD, ATTACKING, DEFENDING].map(listed);
            return Self { variant, held, attacking, defending };
        }
        let standing = variant.kinds().filter(|&kind| !variant.piece(kind).royal);
        let standing: Vec<_> = standing.collect();
        let mut held = standing.clone();
        held.retain(|&kind| variant.def().drops.is_some() && variant.unpromoted(kind) == kind);
        Self { variant, held, attacking: standing.clone(), defending: standing }
    }

    /// How far from the king a piece of the attacker is put.
    fn reach(&self, kind: Kind) -> i8 {
        if self.variant.piece(kind).betza.contains(['R', 'B']) { 4 } else { 2 }
    }
}

/// What stands and what is held; all else is the defender's.
#[derive(Clone)]
struct Draft {
    variant: Variant,
    pieces: Vec<(Square, Piece)>,
    held: Vec<Kind>,
}

impl Draft {
    /// What stands and is held in a problem, the defender's king first.
    fn of(position: &Position) -> Self {
        let mut pieces: Vec<_> = position.pieces().collect();
        let king = position.king(Side::Gote);
        pieces.sort_by_key(|(at, _)| Some(*at) != king);
        let hand = position.hand(Side::Sente);
        let held = hand.flat_map(|(kind, n)| vec![kind; n.into()]).collect();
        Self { variant: position.variant(), pieces, held }
    }

    /// A king and pieces about it, if they could stand so.
    fn scattered(of: &Pieces, dice: &mut Dice) -> Option<Self> {
        let variant = of.variant;
        let king = Square::new(
            1 + dice.below(variant.files().into()) as u8,
            1 + (dice.below(4) * dice.below(4) / 3) as u8,
        )?;
        let royal = variant.kinds().find(|&kind| variant.piece(kind).royal)?;
        let pieces = vec![(king, Piece { side: Side::Gote, kind: royal })];
        let mut draft = Self { variant, pieces, held: Vec::new() };
        for _ in 0..1 + dice.below(4) {
            let kind = dice.of(&of.defending)?;
            draft.add(king, Piece { side: Side::Gote, kind }, 2, dice);
        }
        for _ in 0..1 + dice.below(3) {
            let kind = dice.of(&of.attacking)?;
            draft.add(king, Piece { side: Side::Sente, kind }, of.reach(kind), dice);
        }
        if !of.held.is_empty() {
            let n_held = dice.below(2);
            draft.held = (0..n_held).map(|_| dice.of(&of.held)).collect::<Option<Vec<_>>>()?;
        }
        draft.is_playable().then_some(draft)
    }

    fn is_playable(&self) -> bool {
        self.position().problems().without(Problem::NoKing).is_empty()
    }

    /// With the king a step aside, as it stood before it was lured to where it is, and what may
    /// have lured it in the attacker's hand or on the board.
    fn elaborated(&self, of: &Pieces, dice: &mut Dice) -> Option<Self> {
        let mut draft = self.clone();
        let step = |dice: &mut Dice| dice.below(3) as i8 - 1;
        let (king, _) = *draft.pieces.first()?;
        let aside = king.offset(step(dice), step(dice))?;
        if !of.variant.has(aside) || draft.pieces.iter().skip(1).any(|(at, _)| *at == aside) {
            return None;
        }
        draft.pieces[0].0 = aside;
        match dice.below(4) {
            0 | 1 if !of.held.is_empty() => draft.held.push(dice.of(&of.held)?),
            0..=2 => {
                let kind = dice.of(&of.attacking)?;
                draft.add(king, Piece { side: Side::Sente, kind }, 3, dice)?;
            }
            _ => {
                let n = 1 + dice.below(draft.pieces.len() - 1);
                let (at, piece) = *draft.pieces.get(n)?;
                draft.pieces.remove(n);
                draft.add(at, piece, 2, dice)?;
            }
        }
        if dice.below(2) == 0 {
            let kind = dice.of(&of.defending)?;
            draft.add(king, Piece { side: Side::Gote, kind }, 2, dice)?;
        }
        (draft.is_playable() && draft.pieces.len() <= PIECES_MAX + 2).then_some(draft)
    }

    /// Puts a piece somewhere about a square.
    fn add(&mut self, about: Square, piece: Piece, reach: i8, dice: &mut Dice) -> Option<()> {
        let mut step = || dice.below(2 * reach as usize + 1) as i8 - reach;
        let square = about.offset(step(), step())?;
        let free = self.variant.has(square) && self.pieces.iter().all(|(at, _)| *at != square);
        free.then(|| self.pieces.push((square, piece)))
    }

    /// From how many checks the attacker may choose.
    fn n_checks(&self) -> usize {
        let position = self.position();
        let moves = position.legal_moves();
        let checks = moves.iter().filter(|&&mv| {
            let mut next = position.clone();
            next.play(mv);
            next.is_check()
        });
        checks.count()
    }

    /// The position, the defender holding every piece that is nowhere else.
    fn position(&self) -> Position {
        let variant = self.variant;
        let mut sfen = String::new();
        for rank in 1..=variant.ranks() {
            let mut gap = 0;
            for file in (1..=variant.files()).rev() {
                let here =
                    self.pieces.iter().find(|(at, _)| (at.file(), at.rank()) == (file, rank));
                let Some((_, piece)) = here else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    sfen += &gap.to_string();
                    gap = 0;
                }
                let letter = variant.piece(piece.kind).letter;
                sfen += &if piece.side == Side::Gote {
                    letter.to_lowercase()
                } else {
                    letter.to_owned()
                };
            }
            if gap > 0 {
                sfen += &gap.to_string();
            }
            sfen += if rank < variant.ranks() { "/" } else { " b " };
        }
        let hands: String = self.held.iter().map(|&kind| variant.piece(kind).letter).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let bare = Position::from_sfen(variant, &format!("{sfen}{hands} 1"));
        with_whole_set(&bare.expect("a position was written"))
    }

    /// Whether more than half of it stands there too.
    fn is_like(&self, other: &Self) -> bool {
        let shared = self.pieces.iter().filter(|it| other.pieces.contains(it)).count();
        2 * shared > self.pieces.len()
    }

    /// Whether the same pieces, moving as they do in shogi, are a problem of shogi on its board.
    fn is_shogi(&self, plies: u32) -> bool {
        let shogi = Variant::standard();
        let is_board = |it: Variant| (it.files(), it.ranks()) == (shogi.files(), shogi.ranks());
        if self.variant == shogi || !is_board(self.variant) {
            return false;
        }
        let same = |kind: Kind| {
            let piece = self.variant.piece(kind);
            shogi.kind(piece.letter).filter(|&it| shogi.piece(it).betza == piece.betza)
        };
        let pieces = self.pieces.iter();
        let pieces = pieces.map(|&(at, it)| Some((at, Piece { kind: same(it.kind)?, ..it })));
        let held = self.held.iter().map(|&kind| same(kind));
        let (Some(pieces), Some(held)) = (pieces.collect(), held.collect()) else { return false };
        prove_within(&Self { variant: shogi, pieces, held }.position(), plies, NODES_MAX).is_ok()
    }

    /// Without every piece that the problem stays sound without.
    fn without_idlers(&self, plies: u32) -> Self {
        let mut best = self.clone();
        let mut n = 1;
        while n < best.pieces.len() {
            let mut fewer = best.clone();
            fewer.pieces.remove(n);
            if prove_within(&fewer.position(), plies, NODES_MAX).is_ok() {
                best = fewer;
                n = 1;
            } else {
                n += 1;
            }
        }
        best
    }
}

/// How much there is to a problem; `None` when it is not worth solving.
fn merit(position: &Position, solution: &[Move], n_pieces: usize) -> Option<u32> {
    if !(3..=PIECES_MAX).contains(&n_pieces) {
        return None;
    }
    let variant = position.variant();
    let mut merit = 0;
    let mut at = position.clone();
    for (ply, &mv) in solution.iter().enumerate() {
        let taken = at.piece_at(mv.to());
        if ply % 2 == 0 {
            // The more checks there are, the longer one looks.
            let mut tried = at.legal_moves().to_vec();
            tried.retain(|&mv| {
                let mut next = at.clone();
                next.play(mv);
                next.is_check()
            });
            merit += 3 * tried.len() as u32;
            if ply == 0 && solution.len() > 1 && taken.is_some() {
                // Taking something big is what anybody tries first.
                if variant.piece(taken?.kind).points > 1 {
                    return None;
                }
                merit = merit.saturating_sub(10);
            }
        } else if mv.dropped().is_some() && solution.len() < BETWEEN_PLIES_MIN {
            return None;
        } else if taken.is_some() {
            // What is given up is a pleasure.
            merit += 40;
        }
        at.play(mv);
    }
    // Several last moves are allowed, and no ornament.
    let last = solution.len() - 1;
    let mut before_last = position.clone();
    solution[..last].iter().for_each(|&mv| before_last.play(mv));
    let n_last = mating_moves(&before_last, 1).len() as u32;
    if n_last > 2 {
        return None;
    }
    Some((merit + 10).saturating_sub(20 * (n_last - 1)))
}

/// What problems that feel the same have in common: which pieces move how, seen from the king; of a
/// single move also how far the king is from the edges.
fn likeness(position: &Position, solution: &[Move]) -> Vec<(Option<Kind>, bool, i32, i32)> {
    let Some(king) = position.king(position.turn().other()) else { return Vec::new() };
    let mut at = position.clone();
    let mut moves = Vec::new();
    if solution.len() == 1 {
        let from_edge = king.file().min(position.variant().files() + 1 - king.file());
        moves.push((None, false, from_edge.into(), king.rank().into()));
    }
    for &mv in solution {
        let kind = mv.dropped().or_else(|| Some(at.piece_at(mv.from()?)?.kind));
        // Left and right are the same.
        let across = (i32::from(mv.to().file()) - i32::from(king.file())).abs();
        let along = i32::from(mv.to().rank()) - i32::from(king.rank());
        moves.push((kind, mv.dropped().is_some(), across, along));
        at.play(mv);
    }
    moves
}

/// Xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    fn of(&mut self, kinds: &[Kind]) -> Option<Kind> {
        kinds.get(self.below(kinds.len())).copied()
    }
}
