//! Composes tsume of 1, 3, … plies by chance and proof.
//!
//! ```text
//! cargo run --release -p komadai-rules --example compose -- find VARIANT PLIES_MAX SEED >> FOUND
//! cargo run --release -p komadai-rules --example compose -- choose VARIANT COUNT COUNT … < FOUND
//! ```
//!
//! `find` goes on until it is stopped, and prints what it finds. Pieces fall about a king at random.
//! What the solver proves to be sound loses every piece that it can do without. Longer problems are
//! made of shorter ones by taking back a move of the defender and a check of the attacker before it.
//! What is a problem of shogi that stands on another variant's board is left out.
//!
//! `choose` prints the lines to be added to `data/tsume`, so that there are as many problems of 1, 3,
//! … plies as told, if so many were found; the shortest and easiest come first. One is chosen when
//! neither its position nor its solution resembles another, of the collection or chosen.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints problems")]

use std::{collections::HashSet, env, io};

use komadai_rules::{
    Kind, Move, Piece, Position, Problem, Side, Square, Variant,
    tsume::{Solver, collection, examine, mating_moves, prove_with, prove_within, with_whole_set},
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

/// Most positions that are looked at to see whether there is mate at all, to see whether a check that
/// was put before a problem mates, and to prove one sound.
const NODES_SEEN: u64 = 2_000;
const NODES_PUT_BEFORE: u64 = 5_000;
const NODES_MAX: u64 = 50_000;
/// Most positions that are looked at to find second solutions in the end.
const NODES_EXAMINED: u64 = 300_000;
/// Most positions of which it is kept whether they are mate.
const KNOWN_MAX: usize = 2_000_000;

/// The shortest problems in which pieces put between are part of the solution.
const BETWEEN_PLIES_MIN: usize = 7;

/// Most checks that a first move may be chosen from: more take long to prove.
const CHECKS_MAX: usize = 16;

/// How many sound positions of each length are kept to make longer ones of.
const STOCK: usize = 400;

/// How many of a single ply there are before longer ones are made.
const STOCK_NEEDED: usize = 40;

/// The longest that is looked for about a king at random.
const PLIES_SCATTERED: u32 = 5;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let variant = args.get(1).and_then(|name| Variant::from_name(name));
    let numbers: Vec<_> = args.iter().skip(2).filter_map(|text| text.parse().ok()).collect();
    match (args.first().map(String::as_str), variant, numbers.as_slice()) {
        (Some("find"), Some(variant), &[plies_max, seed]) => find(variant, plies_max as u32, seed),
        (Some("choose"), Some(variant), counts) => choose(variant, counts),
        _ => eprintln!("compose find VARIANT PLIES_MAX SEED, or compose choose VARIANT COUNT …"),
    }
}

fn find(variant: Variant, plies_max: u32, seed: u64) -> ! {
    let pieces = Pieces::of(variant);
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let n_lengths = plies_max as usize / 2 + 1;
    // Sound positions of 1, 3, … plies, of which longer ones are made, and what was printed.
    let mut stock: Vec<Vec<Draft>> = vec![Vec::new(); n_lengths];
    let mut printed = stock.clone();
    let known: Vec<_> = collection(variant).iter().map(|it| Draft::of(&it.start)).collect();
    let mut solver = Solver::new(0);
    loop {
        if solver.n_known() > KNOWN_MAX {
            solver = Solver::new(0);
        }
        // Of what is short there is soon enough, and it is made of nothing. Of longer ones there are
        // few at first, so they are seldom gone on from: what can be made of one is soon made.
        let is_rare = dice.below(32) == 0;
        let made = if stock[0].len() < STOCK_NEEDED || is_rare {
            Draft::scattered(&pieces, &mut dice).and_then(|draft| {
                solver.allow(NODES_SEEN);
                let seen = plies_max.min(PLIES_SCATTERED);
                let plies = solver.shortest_mate(&draft.position(), seen).ok()??;
                Some((draft, plies))
            })
        } else {
            let shorter: Vec<_> = stock[..n_lengths - 1]
                .iter()
                .zip((3..).step_by(2))
                .flat_map(|(all, plies)| all.iter().map(move |it| (it, plies)))
                .collect();
            dice.one_of(&shorter).and_then(|&(draft, plies)| {
                Some((draft.earlier(plies, &pieces, &mut solver, &mut dice)?, plies))
            })
        };
        let Some((draft, plies)) = made else { continue };
        if !draft.is_sound(plies, &mut solver) {
            continue;
        }
        let draft = draft.without_idlers(plies, &mut solver);
        let n = plies as usize / 2;
        // Of those that resemble each other one is kept, so that many kinds are.
        let place = stock[n].iter().position(|it| draft.is_like(it));
        let place = place.unwrap_or_else(|| dice.below(STOCK));
        match stock[n].get_mut(place) {
            Some(old) => *old = draft.clone(),
            None => stock[n].push(draft.clone()),
        }
        if known.iter().chain(&printed[n]).any(|it| draft.is_like(it)) {
            continue;
        }
        let position = draft.position();
        let Ok(solution) = prove_within(&position, plies, NODES_MAX) else { continue };
        let Some(merit) = merit(&position, &solution, draft.pieces.len()) else { continue };
        if !examine(&position, NODES_EXAMINED).is_sound() || draft.is_shogi(plies) {
            continue;
        }
        let line: Vec<String> = solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
        let rating = rating(plies, merit);
        println!("{plies};{rating};{};{}", position.sfen(), line.join(" "));
        printed[n].push(draft);
    }
}

/// Of what was found, read from the standard input, as much as is wanted of each length, longer ones
/// before those that they may have been made of.
fn choose(variant: Variant, counts: &[u64]) {
    let (mut drafts, mut seen) = (Vec::new(), HashSet::new());
    let mut n_of_length = vec![0; counts.len()];
    for known in collection(variant) {
        drafts.push(Draft::of(&known.start));
        seen.insert(likeness(&known.start, &known.solution));
        if let Some(n) = n_of_length.get_mut(known.plies as usize / 2) {
            *n += 1;
        }
    }
    let lines = io::stdin().lines().map_while(Result::ok);
    let mut found: Vec<_> = lines.filter_map(|line| Found::read(variant, &line)).collect();
    found.sort_by(|one, other| (other.plies, &one.line).cmp(&(one.plies, &other.line)));
    found.retain(|it| {
        let (Some(n), Some(wanted)) =
            (n_of_length.get_mut(it.plies as usize / 2), counts.get(it.plies as usize / 2))
        else {
            return false;
        };
        let draft = Draft::of(&it.position);
        if *n >= *wanted
            || drafts.iter().any(|known| draft.is_like(known))
            || prove_within(&it.position, it.plies, NODES_MAX).as_ref() != Ok(&it.solution)
            || !examine(&it.position, NODES_EXAMINED).is_sound()
            || !seen.insert(likeness(&it.position, &it.solution))
        {
            return false;
        }
        drafts.push(draft);
        *n += 1;
        true
    });
    found.sort_by_key(|it| (it.plies, it.rating));
    for (number, it) in (collection(variant).last().map_or(1, |it| it.number + 1)..).zip(found) {
        println!("{number};{}", it.line);
    }
    eprintln!("then there are of 1, 3, … plies: {n_of_length:?}");
}

/// A line that was printed when a problem was found.
struct Found {
    plies: u32,
    rating: u32,
    position: Position,
    solution: Vec<Move>,
    line: String,
}

impl Found {
    fn read(variant: Variant, line: &str) -> Option<Self> {
        let mut parts = line.split(';');
        let [plies, rating] = [parts.next()?, parts.next()?].map(|it| it.parse().ok());
        let position = Position::from_sfen(variant, parts.next()?).ok()?;
        let moves = parts.next()?.split(' ').map(|usi| Move::from_usi(variant, usi).ok());
        let solution = moves.collect::<Option<Vec<_>>>()?;
        Some(Self { plies: plies?, rating: rating?, position, solution, line: line.to_owned() })
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
    /// How many files and ranks the moves of each kind lead, for the attacker.
    steps: Vec<(Kind, Vec<(i8, i8)>)>,
}

impl Pieces {
    fn of(variant: Variant) -> Self {
        let listed = |letters: &[&str]| letters.iter().filter_map(|it| variant.kind(it)).collect();
        let steps = variant.kinds().map(|kind| (kind, steps(variant, kind))).collect();
        if variant == Variant::standard() {
            let [held, attacking, defending] = [HELD, ATTACKING, DEFENDING].map(listed);
            return Self { variant, held, attacking, defending, steps };
        }
        let standing = variant.kinds().filter(|&kind| !variant.piece(kind).royal);
        let standing: Vec<_> = standing.collect();
        let mut held = standing.clone();
        held.retain(|&kind| variant.def().drops.is_some() && variant.unpromoted(kind) == kind);
        Self { variant, held, attacking: standing.clone(), defending: standing, steps }
    }

    fn steps(&self, kind: Kind) -> &[(i8, i8)] {
        self.steps.iter().find(|(it, _)| *it == kind).map_or(&[], |(_, steps)| steps)
    }

    /// Where a piece may have come from.
    fn origin(&self, to: Square, piece: Piece, dice: &mut Dice) -> Option<Square> {
        let (files, ranks) = *dice.one_of(self.steps(piece.kind))?;
        let sign = if piece.side == Side::Sente { -1 } else { 1 };
        to.offset(sign * files, sign * ranks)
    }

    /// Whether a piece of the attacker would reach one square from the other, if nothing is between.
    fn reaches(&self, kind: Kind, from: Square, to: Square) -> bool {
        self.steps(kind).iter().any(|&(files, ranks)| from.offset(files, ranks) == Some(to))
    }

    /// How far from the king a piece of the attacker is put.
    fn reach(&self, kind: Kind) -> i8 {
        if self.variant.piece(kind).betza.contains(['R', 'B']) { 4 } else { 2 }
    }
}

/// How many files and ranks the moves of the attacker's piece lead on an empty board.
fn steps(variant: Variant, kind: Kind) -> Vec<(i8, i8)> {
    let letter = variant.piece(kind).letter;
    let (files, ranks) = (variant.files(), variant.ranks());
    let mut steps = Vec::new();
    for rank in 1..=ranks {
        // From the middle of every rank: what goes far goes far from one of them.
        let (before, file) = (files / 2, files - files / 2);
        let gap = |n: u8| if n > 0 { n.to_string() } else { String::new() };
        let row = format!("{}{letter}{}", gap(before), gap(files - before - 1));
        let rows = (1..=ranks).map(|it| if it == rank { row.clone() } else { gap(files) });
        let sfen = format!("{} b - 1", rows.collect::<Vec<_>>().join("/"));
        let Ok(position) = Position::from_sfen(variant, &sfen) else { continue };
        let moves = position.legal_moves();
        let step = |mv: &Move| {
            let (to, away) = (mv.to(), |one: u8, other: u8| one as i8 - other as i8);
            (away(to.file(), file), away(to.rank(), rank))
        };
        steps.extend(
            moves.iter().map(step).filter(|(files, ranks)| files.abs().max(ranks.abs()) <= 5),
        );
    }
    steps.sort_unstable();
    steps.dedup();
    steps
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
            let kind = *dice.one_of(&of.defending)?;
            draft.add(king, Piece { side: Side::Gote, kind }, 2, dice);
        }
        for _ in 0..1 + dice.below(3) {
            let kind = *dice.one_of(&of.attacking)?;
            draft.add(king, Piece { side: Side::Sente, kind }, of.reach(kind), dice);
        }
        if !of.held.is_empty() {
            let n_held = dice.below(2);
            draft.held =
                (0..n_held).map(|_| dice.one_of(&of.held).copied()).collect::<Option<Vec<_>>>()?;
        }
        draft.is_playable().then_some(draft)
    }

    fn is_playable(&self) -> bool {
        self.position().problems().without(Problem::NoKing).is_empty()
    }

    /// What it may have been one move of either side earlier, the attacker's a check that mates in so
    /// many plies.
    fn earlier(
        &self,
        plies: u32,
        of: &Pieces,
        solver: &mut Solver,
        dice: &mut Dice,
    ) -> Option<Self> {
        let mut draft = self.clone();
        // The defender's move: most often the king's.
        let n = if dice.below(4) > 0 { 0 } else { dice.below(draft.pieces.len()) };
        let (to, piece) = draft.pieces[n];
        let from = of.origin(to, piece, dice)?;
        if piece.side == Side::Sente || !draft.is_free(from) {
            return None;
        }
        draft.pieces[n].0 = from;
        let (king, _) = draft.pieces[0];
        // The attacker's: of a piece that is taken then, or of one that stands there still.
        let (at, kind) = if n > 0 || dice.below(2) == 0 {
            let kinds = if dice.below(2) == 0 { &of.held } else { &of.attacking };
            let kind = *dice.one_of(kinds)?;
            (to, kind)
        } else {
            let n = 1 + dice.below(draft.pieces.len() - 1);
            let (at, piece) = *draft.pieces.get(n).filter(|(_, it)| it.side == Side::Sente)?;
            draft.pieces.remove(n);
            (at, piece.kind)
        };
        // Now and then another piece gives check.
        if !of.reaches(kind, at, king) && dice.below(16) > 0 {
            return None;
        }
        if of.held.contains(&kind) && dice.below(2) == 0 {
            draft.held.push(kind);
        } else {
            let kind = if dice.below(2) == 0 { kind } else { of.variant.unpromoted(kind) };
            let piece = Piece { side: Side::Sente, kind };
            let origin = of.origin(at, piece, dice).filter(|it| draft.is_free(*it))?;
            draft.pieces.push((origin, piece));
            // It may have taken something there.
            if !draft.held.is_empty() && dice.below(3) == 0 {
                let kind = draft.held.swap_remove(dice.below(draft.held.len()));
                draft.pieces.push((at, Piece { side: Side::Gote, kind }));
            }
        }
        if draft.pieces.len() > PIECES_MAX {
            return None;
        }
        let (position, then) = (draft.position(), self.position());
        if position.is_in_check(Side::Gote) {
            return None;
        }
        let moves = position.legal_moves();
        let check = moves.iter().copied().filter(|mv| mv.to() == at).find(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            let leads_there = |reply: &&Move| {
                let mut after = next.clone();
                after.play(**reply);
                after == then
            };
            let is_reply = |it: &&Move| it.to() == to && it.from() == Some(from);
            next.is_check() && next.legal_moves().iter().filter(is_reply).any(|it| leads_there(&it))
        })?;
        solver.allow(NODES_PUT_BEFORE);
        let mates = solver.mates_with(&position, check, plies).unwrap_or(false);
        (mates && draft.n_checks() <= CHECKS_MAX).then_some(draft)
    }

    fn is_sound(&self, plies: u32, solver: &mut Solver) -> bool {
        solver.allow(NODES_MAX);
        prove_with(solver, &self.position(), plies).is_ok()
    }

    fn is_free(&self, square: Square) -> bool {
        self.variant.has(square) && self.pieces.iter().all(|(at, _)| *at != square)
    }

    /// Puts a piece somewhere about a square.
    fn add(&mut self, about: Square, piece: Piece, reach: i8, dice: &mut Dice) -> Option<()> {
        let square = dice.near(about, reach)?;
        self.is_free(square).then(|| self.pieces.push((square, piece)))
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
    fn without_idlers(&self, plies: u32, solver: &mut Solver) -> Self {
        let mut best = self.clone();
        let mut n = 1;
        while n < best.pieces.len() {
            let mut fewer = best.clone();
            fewer.pieces.remove(n);
            if fewer.is_sound(plies, solver) {
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

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// A square no farther than that from one.
    fn near(&mut self, square: Square, reach: i8) -> Option<Square> {
        let mut step = || self.below(2 * reach as usize + 1) as i8 - reach;
        square.offset(step(), step())
    }
}
