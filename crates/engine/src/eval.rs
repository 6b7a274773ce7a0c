//! The evaluation of a position: pieces, where they are, and where they are as a royal sees it.
//!
//! It is a sum with one part for each piece, so that a move changes a few parts of it. Without
//! figures of its own a variant's come from how the pieces move.

use komadai_rules::{
    BySide, Kind, Move, Piece, PieceMoves, Position, Side, Slide, Square, Variant,
    variants::Promotion,
};

use crate::{
    attacks::{HERE, WAYS, grid},
    weights::Weights,
};

/// A step, in hundredths of a pawn.
const STEP: i32 = 90;

/// A line along which a piece slides, for each file of the board, straight and aslant.
const SLIDE_STRAIGHT: i32 = 24;
const SLIDE_ASLANT: i32 = 20;

/// What a royal is worth besides the game, where there may be two.
const ROYAL: i32 = 600;

/// A piece in hand is worth so much more, in hundredths.
const HAND_PERCENT: i32 = 112;

/// What a defender next to a royal is worth.
const DEFENDER: i32 = 22;

/// What an attacker near a royal is worth, as a part of its value.
const ATTACKER_PART: i32 = 7;

/// What losing a royal is worth in exchanges.
const ROYAL_RISK: i32 = 100_000;

/// What everything is worth to sente, in parts that a move changes one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    /// Pieces where they stand, and hands.
    placed: i32,
    /// By side: what stands around its royal, as it likes it.
    around: [i32; 2],
    /// By side: its royal, the first where there are two.
    royals: [Option<Square>; 2],
}

/// Says what positions of a variant are worth, from move to move.
#[derive(Debug)]
pub(crate) struct Evaluator {
    variant: Variant,
    on_board: Vec<i32>,
    in_hand: Vec<i32>,
    royal: Vec<bool>,
    /// Whether pieces turn at every move, so that promoting is nothing out of the way.
    turns: bool,
    /// By side, kind and the index of the square: a piece and its place, for its side.
    placed: BySide<Vec<i32>>,
    /// By kind, whether it is the other side's, and the way from a royal to it, as sente's royal
    /// sees it: what a piece there is worth to the royal's side.
    around: Vec<i32>,
    grid: [i32; Square::COUNT],
    squares: Vec<Square>,
    /// What it is worth to be to move.
    to_move: i32,
}

impl Evaluator {
    /// By the figures that come with the engine.
    pub(crate) fn of(variant: Variant) -> Self {
        Self::with_weights(variant, None)
    }

    /// By those figures, or by nothing but how the pieces move.
    pub(crate) fn with_weights(variant: Variant, weights: Option<&Weights>) -> Self {
        let by_moves = Self::by_moves(variant);
        match weights {
            Some(weights) => by_moves.with(weights),
            None => by_moves,
        }
    }

    /// By nothing but how the pieces move.
    fn by_moves(variant: Variant) -> Self {
        let tables = variant.move_tables();
        let worth: Vec<i32> =
            tables.pieces.iter().map(|piece| worth(piece, tables.files)).collect();
        let turns = variant.def().promotion == Promotion::Turns;
        // §10.2: a piece that turns at every move is as often the one as the other.
        let both = |kind: Kind| {
            let own = worth[kind.index()];
            variant.promoted(kind).map_or(own, |other| (own + worth[other.index()]) / 2)
        };
        let worth: Vec<i32> = if turns { variant.kinds().map(both).collect() } else { worth };
        let unpromoted = |kind: Kind| worth.get(variant.unpromoted(kind).index()).copied();
        let drops = variant.def().drops.is_some();
        let in_hand = variant
            .kinds()
            .map(|kind| if drops { unpromoted(kind).unwrap_or(0) * HAND_PERCENT / 100 } else { 0 })
            .collect();
        let standing: Vec<Vec<i32>> =
            tables.pieces.iter().map(|piece| standing(piece, variant)).collect();
        let placed = BySide::from_fn(|side| {
            let places = worth.iter().zip(&standing).flat_map(|(&worth, standing)| {
                let seen = (0..Square::COUNT).map(move |index| match side {
                    Side::Sente => Some(index),
                    Side::Gote => turned(variant, index),
                });
                seen.map(move |seen| {
                    worth + seen.and_then(|seen| standing.get(seen)).copied().unwrap_or(0)
                })
            });
            places.collect()
        });
        let royal: Vec<bool> = tables.pieces.iter().map(|piece| piece.royal).collect();
        let around = around(&worth, &royal);
        let squares = (0..Square::COUNT).filter_map(Square::from_index);
        let squares = squares.filter(|&it| variant.has(it)).collect();
        Self {
            variant,
            on_board: worth,
            in_hand,
            royal,
            placed,
            turns,
            around,
            grid: grid(),
            squares,
            to_move: 0,
        }
    }

    /// Its figures, as they can be kept and fitted.
    pub(crate) fn weights(&self) -> Weights {
        let (files, ranks) = (usize::from(self.variant.files()), usize::from(self.variant.ranks()));
        let short = |figure: i32| figure.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let worth = |kind: Kind| if self.is_royal(kind) { 0 } else { self.piece(kind) };
        let mut weights = Weights { to_move: short(self.to_move), ..Weights::default() };
        for kind in self.variant.kinds() {
            weights.on_board.push(short(worth(kind)));
            weights.in_hand.push(short(self.held(kind)));
            for &square in &self.squares {
                let piece = Piece { side: Side::Sente, kind };
                weights.places.push(short(self.placed(piece, square) - worth(kind)));
            }
            for is_foe in 0..2 {
                for file in 0..2 * files - 1 {
                    for rank in 0..2 * ranks - 1 {
                        let way = (file + 13 - files) * 25 + rank + 13 - ranks;
                        let at = (kind.index() * 2 + is_foe) * WAYS + way;
                        weights.around.push(short(self.around[at]));
                    }
                }
            }
        }
        weights
    }

    /// The same with other figures.
    fn with(mut self, weights: &Weights) -> Self {
        let variant = self.variant;
        let (files, ranks) = (usize::from(variant.files()), usize::from(variant.ranks()));
        let figure = |list: &[i16], at: usize| list.get(at).copied().map_or(0, i32::from);
        for kind in variant.kinds() {
            let at = kind.index();
            self.in_hand[at] = figure(&weights.in_hand, variant.unpromoted(kind).index());
            if !self.royal[at] {
                // A royal keeps what it is worth in exchanges.
                self.on_board[at] = figure(&weights.on_board, at);
            }
            let on_board = if self.royal[at] { 0 } else { self.on_board[at] };
            for &square in &self.squares {
                let (file, rank) = (usize::from(square.file()) - 1, usize::from(square.rank()) - 1);
                for side in Side::ALL {
                    let (file, rank) = match side {
                        Side::Sente => (file, rank),
                        Side::Gote => (files - 1 - file, ranks - 1 - rank),
                    };
                    let place = figure(&weights.places, (at * files + file) * ranks + rank);
                    self.placed[side][at * Square::COUNT + square.index()] = on_board + place;
                }
            }
            let (wide, high) = (2 * files - 1, 2 * ranks - 1);
            for is_foe in 0..2 {
                let base = (at * 2 + is_foe) * WAYS;
                self.around[base..base + WAYS].fill(0);
                for file in 0..wide {
                    for rank in 0..high {
                        let way = (file + 13 - files) * 25 + rank + 13 - ranks;
                        let from = ((at * 2 + is_foe) * wide + file) * high + rank;
                        self.around[base + way] = figure(&weights.around, from);
                    }
                }
            }
        }
        self.to_move = weights.to_move.into();
        self
    }

    pub(crate) fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether a move promotes a piece that need not have been promoted.
    pub(crate) fn promotes(&self, mv: Move) -> bool {
        mv.promotes() && !self.turns
    }

    /// What a piece on the board is worth.
    pub(crate) fn piece(&self, kind: Kind) -> i32 {
        self.on_board.get(kind.index()).copied().unwrap_or(0)
    }

    fn held(&self, kind: Kind) -> i32 {
        self.in_hand.get(kind.index()).copied().unwrap_or(0)
    }

    /// What taking a piece is worth: it is gone, and in hand.
    pub(crate) fn taking(&self, kind: Kind) -> i32 {
        let held = if self.is_royal(kind) { 0 } else { self.held(kind) };
        self.piece(kind) + held
    }

    /// The same for whoever may lose it: a royal is worth everything.
    pub(crate) fn risk(&self, kind: Kind) -> i32 {
        if self.is_royal(kind) { ROYAL_RISK } else { self.taking(kind) }
    }

    pub(crate) fn is_royal(&self, kind: Kind) -> bool {
        self.royal.get(kind.index()).copied().unwrap_or(false)
    }

    /// A piece and its place, for its side.
    #[inline]
    fn placed(&self, piece: Piece, square: Square) -> i32 {
        self.placed[piece.side][piece.kind.index() * Square::COUNT + square.index()]
    }

    /// What a piece is worth to a side whose royal stands there.
    #[inline]
    fn seen(&self, side: Side, royal: Square, piece: Piece, square: Square) -> i32 {
        let far = self.grid[square.index()] - self.grid[royal.index()];
        let far = if side == Side::Sente { far } else { -far };
        let is_foe = usize::from(piece.side != side);
        self.around[(piece.kind.index() * 2 + is_foe) * WAYS + (far + HERE) as usize]
    }

    /// Everything around a side's royal.
    fn all_seen(&self, position: &Position, side: Side, royal: Option<Square>) -> i32 {
        let Some(royal) = royal else { return 0 };
        let pieces = self.squares.iter().filter_map(|&it| Some((it, position.piece_at(it)?)));
        pieces.map(|(square, piece)| self.seen(side, royal, piece, square)).sum()
    }

    /// What everything is worth to sente.
    pub(crate) fn sums(&self, position: &Position) -> Sums {
        let mut placed = BySide::from_fn(|_| 0);
        for (square, piece) in position.pieces() {
            placed[piece.side] += self.placed(piece, square);
        }
        for side in Side::ALL {
            for (kind, n) in position.hand(side) {
                placed[side] += self.held(kind) * i32::from(n);
            }
        }
        let royals = Side::ALL.map(|side| position.royals(side).next());
        let around = Side::ALL.map(|side| self.all_seen(position, side, royals[side as usize]));
        Sums { placed: placed[Side::Sente] - placed[Side::Gote], around, royals }
    }

    /// The same after a move from one position to the next.
    pub(crate) fn after(&self, sums: &Sums, before: &Position, mv: Move, after: &Position) -> Sums {
        let mut sums = *sums;
        let side = before.turn();
        let (to, from) = (mv.to(), mv.from());
        let mut royals_change = false;
        for (square, piece) in taken(before, mv) {
            royals_change |= self.is_royal(piece.kind);
            self.count(&mut sums, piece, square, -1);
            if !self.is_royal(piece.kind) {
                sums.placed += signed(side, self.held(piece.kind));
            }
        }
        let moved = match (mv.dropped(), from) {
            (Some(kind), _) => {
                sums.placed -= signed(side, self.held(kind));
                Some(kind)
            }
            (None, Some(from)) => before.piece_at(from).map(|piece| {
                royals_change |= self.is_royal(piece.kind);
                self.count(&mut sums, piece, from, -1);
                let promoted = if mv.promotes() { self.variant.promoted(piece.kind) } else { None };
                promoted.unwrap_or(piece.kind)
            }),
            _ => None,
        };
        if let Some(kind) = moved {
            royals_change |= self.is_royal(kind);
            self.count(&mut sums, Piece { side, kind }, to, 1);
        }
        if royals_change {
            for side in Side::ALL {
                let royal = after.royals(side).next();
                if royal != sums.royals[side as usize] {
                    sums.royals[side as usize] = royal;
                    sums.around[side as usize] = self.all_seen(after, side, royal);
                }
            }
        }
        sums
    }

    /// Adds a piece, or takes it away.
    #[inline]
    fn count(&self, sums: &mut Sums, piece: Piece, square: Square, n: i32) {
        sums.placed += n * signed(piece.side, self.placed(piece, square));
        for side in Side::ALL {
            if let Some(royal) = sums.royals[side as usize] {
                sums.around[side as usize] += n * self.seen(side, royal, piece, square);
            }
        }
    }

    /// What a position is worth to the side to move.
    #[inline]
    pub(crate) fn worth(&self, sums: &Sums, turn: Side) -> i32 {
        let [sente, gote] = sums.around;
        signed(turn, sums.placed + sente - gote) + self.to_move
    }
}

/// A figure as sente sees it, or turned for gote.
#[inline]
fn signed(side: Side, n: i32) -> i32 {
    match side {
        Side::Sente => n,
        Side::Gote => -n,
    }
}

/// What a move takes, on its way and where it goes.
#[inline]
pub(crate) fn taken(position: &Position, mv: Move) -> impl Iterator<Item = (Square, Piece)> {
    let squares = [mv.via(), Some(mv.to())].into_iter().flatten();
    let pieces = squares.filter_map(|square| Some((square, position.piece_at(square)?)));
    pieces.filter(|(_, piece)| piece.side != position.turn())
}

/// What pieces up to two squares from a royal are worth to it.
fn around(worth: &[i32], royal: &[bool]) -> Vec<i32> {
    let mut around = vec![0; worth.len() * 2 * WAYS];
    for (kind, (&worth, &is_royal)) in worth.iter().zip(royal).enumerate() {
        for files in -2..=2_i32 {
            for ranks in -2..=2_i32 {
                let way = (files * 25 + ranks + HERE) as usize;
                if files.abs().max(ranks.abs()) == 1 && !is_royal {
                    around[kind * 2 * WAYS + way] = DEFENDER;
                }
                around[(kind * 2 + 1) * WAYS + way] = -worth / ATTACKER_PART;
            }
        }
    }
    around
}

/// The square as gote sees it, by its index.
fn turned(variant: Variant, index: usize) -> Option<usize> {
    let square = Square::from_index(index).filter(|&it| variant.has(it))?;
    let (files, ranks) = (variant.files(), variant.ranks());
    Some(Square::new(files + 1 - square.file(), ranks + 1 - square.rank())?.index())
}

/// What a piece is worth by its moves.
fn worth(piece: &PieceMoves, files: u8) -> i32 {
    if piece.royal {
        return ROYAL;
    }
    // Taking two at once, and without moving, is worth more than going farther.
    let power = piece.power.len() as i32 * if piece.turns { 2 * STEP } else { STEP };
    let line = |slide: &Slide| {
        let (across, along) = slide.step;
        let each = if across == 0 || along == 0 { SLIDE_STRAIGHT } else { SLIDE_ASLANT };
        let range = i32::from(slide.range.min(files));
        // The first square is a step like any other.
        (each * range).max(STEP)
    };
    let steps = STEP * piece.steps.len() as i32 + power;
    let slides: i32 = piece.slides.iter().map(line).sum();
    // A line on which it only moves or only takes is half of one, and there is not always
    // something to hop over.
    let specials = piece.specials.iter().map(|special| {
        let half = line(&special.slide) / 2;
        let all = half * (i32::from(special.moves) + i32::from(special.takes)) / 2;
        if special.hops { all * 2 / 3 } else { all }
    });
    steps + slides + specials.sum::<i32>()
}

/// What standing on each square is worth to a piece of sente's.
fn standing(piece: &PieceMoves, variant: Variant) -> Vec<i32> {
    let (files, ranks) = (i32::from(variant.files()), i32::from(variant.ranks()));
    let lines = piece.slides.iter().chain(piece.specials.iter().map(|special| &special.slide));
    let goes_back = piece.steps.iter().chain(lines.map(|slide| &slide.step));
    let goes_back = goes_back.copied().any(|(_, along)| along > 0);
    (0..Square::COUNT)
        .map(|index| {
            let Some(square) = Square::from_index(index).filter(|&it| variant.has(it)) else {
                return 0;
            };
            let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
            let advanced = ranks - rank;
            let from_middle = (2 * file - files - 1).abs() / 2;
            if piece.royal {
                // At home and to one side of the middle, where a castle is.
                6 * from_middle.min(3) - 14 * advanced
            } else if goes_back {
                3 * advanced - 3 * from_middle
            } else {
                // What cannot come back does not hurry.
                2 * advanced - from_middle
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each variant for some moves: what is counted move by move is what is counted afresh.
    #[test]
    fn a_move_changes_what_it_should() {
        for &variant in Variant::all() {
            let values = Evaluator::of(variant);
            let mut position = Position::start(variant);
            let mut sums = values.sums(&position);
            let mut dice = 7_usize;
            for _ in 0..300 {
                let legal = position.legal_moves();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(12_345);
                let Some(&mv) = legal.get((dice >> 33) % legal.len().max(1)) else { break };
                let before = position.clone();
                position.play(mv);
                sums = values.after(&sums, &before, mv, &position);
                assert_eq!(sums, values.sums(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn a_position_is_worth_to_one_side_what_it_costs_the_other() {
        let variant = Variant::standard();
        let values = Evaluator::of(variant);
        let worth = |sfen: &str| {
            let position = Position::from_sfen(variant, sfen).unwrap();
            values.worth(&values.sums(&position), position.turn()) - values.to_move
        };
        let ahead = worth("4k4/9/4p4/9/9/9/4P4/7R1/4K4 b G 1");
        assert!(ahead > 800, "{ahead}");
        assert_eq!(worth("4k4/1r7/4p4/9/9/9/4P4/9/4K4 w g 1"), ahead);
        assert_eq!(worth("4k4/9/4p4/9/9/9/4P4/7R1/4K4 w G 1"), -ahead);
    }
}
