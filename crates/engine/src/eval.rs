//! The evaluation of a position: pieces, where they are, and how safe the royals are.
//!
//! All of it comes from how the pieces move, so a new variant needs no figures of its own.

use komadai_rules::{
    BySide, Kind, Move, Piece, PieceMoves, Position, Side, Slide, Square, Variant,
    variants::Promotion,
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

/// What pieces are worth in a variant.
#[derive(Debug)]
pub(crate) struct Values {
    variant: Variant,
    on_board: Vec<i32>,
    in_hand: Vec<i32>,
    royal: Vec<bool>,
    /// Whether pieces turn at every move, so that promoting is nothing out of the way.
    turns: bool,
    /// By side, kind and the index of the square: a piece and its place, for its side.
    placed: BySide<Vec<i32>>,
    /// By the index of a royal's square: the squares up to two away, and whether they touch it.
    around: Vec<Vec<(Square, bool)>>,
}

impl Values {
    pub(crate) fn of(variant: Variant) -> Self {
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
        let royal = tables.pieces.iter().map(|piece| piece.royal).collect();
        let around = (0..Square::COUNT).map(|index| around(variant, index)).collect();
        Self { variant, on_board: worth, in_hand, royal, placed, around, turns }
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

    /// Whether a move takes a royal.
    pub(crate) fn takes_royal(&self, position: &Position, mv: Move) -> bool {
        taken(position, mv).any(|(_, piece)| self.is_royal(piece.kind))
    }

    fn is_royal(&self, kind: Kind) -> bool {
        self.royal.get(kind.index()).copied().unwrap_or(false)
    }

    /// A piece and its place, for its side.
    fn placed(&self, piece: Piece, square: Square) -> i32 {
        let index = piece.kind.index() * Square::COUNT + square.index();
        self.placed[piece.side].get(index).copied().unwrap_or(0)
    }

    /// What everything is worth to sente.
    pub(crate) fn material(&self, position: &Position) -> i32 {
        let mut sum = BySide::from_fn(|_| 0);
        for (square, piece) in position.pieces() {
            sum[piece.side] += self.placed(piece, square);
        }
        for side in Side::ALL {
            for (kind, n) in position.hand(side) {
                sum[side] += self.held(kind) * i32::from(n);
            }
        }
        sum[Side::Sente] - sum[Side::Gote]
    }

    /// By how much a move changes that for the side that makes it.
    pub(crate) fn gain(&self, position: &Position, mv: Move) -> i32 {
        let side = position.turn();
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            return self.placed(Piece { side, kind }, to) - self.held(kind);
        }
        let Some((from, piece)) = mv.from().and_then(|from| Some((from, position.piece_at(from)?)))
        else {
            return 0;
        };
        let kind = if mv.promotes() {
            self.variant.promoted(piece.kind).unwrap_or(piece.kind)
        } else {
            piece.kind
        };
        let taken = taken(position, mv).map(|(square, taken)| {
            let held = if self.is_royal(taken.kind) { 0 } else { self.held(taken.kind) };
            self.placed(taken, square) + held
        });
        let taken: i32 = taken.sum();
        self.placed(Piece { side, kind }, to) - self.placed(piece, from) + taken
    }

    /// How much safer sente's royals are than gote's.
    pub(crate) fn safety(&self, position: &Position) -> i32 {
        self.safety_of(position, Side::Sente) - self.safety_of(position, Side::Gote)
    }

    fn safety_of(&self, position: &Position, side: Side) -> i32 {
        let Some(royal) = position.royals(side).next() else { return 0 };
        let mut sum = 0;
        for &(square, is_beside) in self.around.get(royal.index()).into_iter().flatten() {
            let Some(piece) = position.piece_at(square) else { continue };
            if piece.side != side {
                sum -= self.piece(piece.kind) / ATTACKER_PART;
            } else if is_beside && !self.is_royal(piece.kind) {
                sum += DEFENDER;
            }
        }
        sum
    }
}

/// What a move takes, on its way and where it goes.
pub(crate) fn taken(position: &Position, mv: Move) -> impl Iterator<Item = (Square, Piece)> {
    let squares = [mv.via(), Some(mv.to())].into_iter().flatten();
    let pieces = squares.filter_map(|square| Some((square, position.piece_at(square)?)));
    pieces.filter(|(_, piece)| piece.side != position.turn())
}

/// The square as gote sees it, by its index.
fn turned(variant: Variant, index: usize) -> Option<usize> {
    let square = Square::from_index(index).filter(|&it| variant.has(it))?;
    let (files, ranks) = (variant.files(), variant.ranks());
    Some(Square::new(files + 1 - square.file(), ranks + 1 - square.rank())?.index())
}

/// The squares up to two away from one, itself among them, and whether they touch it.
fn around(variant: Variant, index: usize) -> Vec<(Square, bool)> {
    let vectors = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
    let near = vectors.filter_map(|(files, ranks): (i8, i8)| {
        let square = Square::from_index(index)?.offset(files, ranks)?;
        variant.has(square).then_some((square, files.abs().max(ranks.abs()) <= 1))
    });
    near.collect()
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
