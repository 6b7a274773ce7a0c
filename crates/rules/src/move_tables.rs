//! How the pieces of a variant move, as plain data for a client that shows where a piece could go
//! next (premoves). What is legal is still asked of the server.

use serde::Serialize;

use crate::{Kind, Side, Square, Variant, tables::turned, variants::Promotion};

/// A variant's pieces and how they move, seen from sente's side.
///
/// For gote every (file, rank) is turned round, and ranks are counted from the other end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveTables {
    /// The variant.
    pub variant: &'static str,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// How many of the farthest ranks are the promotion zone.
    pub zone: u8,
    /// Whether captured pieces can be dropped.
    pub drops: bool,
    /// Whether only one own unpromoted pawn may be on a file.
    pub nifu: bool,
    /// How many own unpromoted pawns a drop may bring onto a file; 0 is any number.
    pub pawns_on_file: u8,
    /// Whether a piece with a friendly one directly behind it moves as that one.
    pub lends: bool,
    /// Its kinds of pieces.
    pub pieces: Vec<PieceMoves>,
}

/// How one kind of piece moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceMoves {
    /// SFEN letter, with `+` before it for a promoted piece.
    pub letter: &'static str,
    /// English name, in snake case.
    pub name: &'static str,
    /// One kanji.
    pub kanji: &'static str,
    /// The full name in kanji.
    pub kanji2: &'static str,
    /// What it promotes or turns to.
    pub promoted: Option<&'static str>,
    /// On how many of the farthest ranks it must promote.
    pub must_promote: u8,
    /// Whether it must promote when it leaves the zone, too.
    pub must_promote_leaving: bool,
    /// Whether it can be in hand.
    pub droppable: bool,
    /// On how many of the farthest ranks it cannot be dropped.
    pub no_drop: u8,
    /// Whether the rule against two on a file speaks of it.
    pub pawn: bool,
    /// Whether losing it loses.
    pub royal: bool,
    /// Steps and jumps: what to add to (file, rank).
    pub steps: Vec<(i8, i8)>,
    /// Lines along which it goes until something stands there.
    pub slides: Vec<Slide>,
    /// Lines along which it only moves, only takes, or hops.
    pub specials: Vec<SpecialSlide>,
    /// §9.3: the first steps after which it may make a second in the same move: to take what stands
    /// there and continue, or to come back. Leaps over it are among its steps.
    pub power: Vec<(i8, i8)>,
    /// §9.3: whether the second step may be any of these; otherwise it is the first once more, or
    /// back.
    pub turns: bool,
    /// §9.4: whether the rules on taking lions speak of it.
    pub lion: bool,
}

/// A line along which a piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slide {
    /// What to add to (file, rank) for each square.
    pub step: (i8, i8),
    /// How many squares at most; more than the board has when nothing limits it.
    pub range: u8,
}

/// A line along which a piece only moves, only takes, or hops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SpecialSlide {
    /// The line.
    pub slide: Slide,
    /// Whether it goes over exactly one piece, of either side.
    pub hops: bool,
    /// Whether it goes to empty squares.
    pub moves: bool,
    /// Whether it takes.
    pub takes: bool,
}

impl Variant {
    /// How its pieces move, as plain data.
    pub fn move_tables(self) -> MoveTables {
        let def = self.def();
        MoveTables {
            variant: def.name,
            files: def.files,
            ranks: def.ranks,
            zone: def.zone,
            drops: def.drops.is_some(),
            nifu: def.drops.is_some_and(|drops| drops.pawns_on_file == 1),
            pawns_on_file: def.drops.map_or(0, |drops| drops.pawns_on_file),
            lends: def.lends,
            pieces: self.kinds().map(|kind| self.piece_moves(kind)).collect(),
        }
    }

    fn piece_moves(self, kind: Kind) -> PieceMoves {
        let def = self.def();
        let piece = self.piece(kind);
        let moves = self.moves(kind);
        let steps: Vec<_> = moves.steps.iter().map(|&vector| turned(vector, Side::Sente)).collect();
        let slide = |vector, range| Slide { step: turned(vector, Side::Sente), range };
        let slides: Vec<_> =
            moves.slides.iter().map(|&(vector, range)| slide(vector, range)).collect();
        let specials: Vec<_> = moves
            .specials
            .iter()
            .map(|special| SpecialSlide {
                slide: slide(special.vector, special.range),
                hops: special.hops,
                moves: special.moves,
                takes: special.takes,
            })
            .collect();
        let lines = || slides.iter().copied().chain(specials.iter().map(|special| special.slide));
        let vectors = || steps.iter().copied().chain(lines().map(|slide| slide.step));
        let can_move_from = |rank| {
            let squares = (1..=def.files).filter_map(|file| Square::new(file, rank));
            squares.into_iter().any(|square| {
                let mut to = vectors().filter_map(|(files, ranks)| square.offset(files, ranks));
                to.any(|to| self.has(to))
            })
        };
        let power = self.power(kind);
        let dead_allowed = def.drops.is_some_and(|drops| drops.dead);
        let dead = (1..=def.ranks).take_while(|&rank| !can_move_from(rank)).count() as u8;
        let promoted = self.promoted(kind);
        PieceMoves {
            letter: piece.letter,
            name: piece.name,
            kanji: piece.kanji,
            kanji2: piece.kanji2,
            promoted: promoted.map(|kind| self.piece(kind).letter),
            must_promote: self.must_promote(kind),
            must_promote_leaving: promoted.is_some()
                && matches!(def.promotion, Promotion::Whenever | Promotion::Turns),
            droppable: def.drops.is_some() && !piece.royal && !piece.is_promoted(),
            no_drop: if dead_allowed { 0 } else { dead },
            pawn: piece.pawn,
            royal: piece.royal,
            steps,
            slides,
            specials,
            power: power.map_or_else(Vec::new, |(first, _)| {
                first.steps.iter().map(|&vector| turned(vector, Side::Sente)).collect()
            }),
            turns: power.is_some_and(|(_, turns)| *turns),
            lion: piece.lion,
        }
    }
}
