//! The start of a game as it is drawn: ranks, hands, whose turn it is, and at which move.
//!
//! Which game it is may stand in a `手合割` above or below, or nowhere; so the lines are kept until
//! all of them are known. The size of the board tells the game, and where several have one size,
//! the pieces and the first move do: 桂 is not in minishogi, Kyoto shogi has no two rooks and two
//! pawns, and 金成 is only there.

use komadai_rules::{BySide, Piece, Position, Side, Variant};

use super::can_begin;
use crate::{
    Error, TextPlace,
    board::Setup,
    cursor::{Cursor, TextLine, is_blank},
    error::{Problem, quote},
    tape::Notes,
    variant_names,
};

/// The lines of a diagram.
#[derive(Debug, Default)]
pub(super) struct Diagram<'a> {
    ranks: Vec<TextLine<'a>>,
    hands: BySide<Option<TextLine<'a>>>,
    turn: Option<(Side, TextLine<'a>)>,
    /// The number of the first move.
    number: Option<u32>,
    /// Who made the move before it.
    moved: Option<Side>,
    /// The first of all lines.
    first: Option<TextLine<'a>>,
}

impl<'a> Diagram<'a> {
    /// More ranks than the largest board has.
    const RANKS_MAX: usize = 16;

    /// Whether there are ranks.
    pub(super) fn is_drawn(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// Whether nothing at all has been said.
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    pub(super) fn add_rank(&mut self, line: TextLine<'a>) -> Result<(), Error> {
        if self.ranks.len() >= Self::RANKS_MAX {
            return Err(line.cursor().error(Problem::Board("it has too many ranks")));
        }
        self.begin(line);
        self.ranks.push(line);
        Ok(())
    }

    pub(super) fn set_hand(&mut self, side: Side, line: TextLine<'a>) {
        self.begin(line);
        self.hands[side] = Some(line);
    }

    pub(super) fn set_turn(&mut self, side: Side, line: TextLine<'a>) {
        self.begin(line);
        self.turn = Some((side, line));
    }

    /// Sets the number of the first move, and who made the move before it.
    pub(super) fn set_number(&mut self, number: u32, moved: Option<Side>, line: TextLine<'a>) {
        self.begin(line);
        self.number = Some(number);
        self.moved = moved;
    }

    fn begin(&mut self, line: TextLine<'a>) {
        self.first.get_or_insert(line);
    }

    /// The position that is drawn. `named` is the game that the record names; the line is the one
    /// below, with the first move.
    pub(super) fn position(
        &self,
        named: Option<Variant>,
        below: TextLine<'_>,
        notes: &mut Notes,
    ) -> Result<Position, Error> {
        let variant = match named {
            Some(variant) => variant,
            None => self.variant(below, notes)?,
        };
        self.position_of(variant)
    }

    fn position_of(&self, variant: Variant) -> Result<Position, Error> {
        self.set_up(variant)?.finish(self.place())
    }

    /// Notes what is said of hands and the turn where nothing is drawn, unless it is so anyway.
    pub(super) fn note_loose(&self, start: &Position, notes: &mut Notes) {
        for side in Side::ALL {
            let Some(line) = self.hands[side] else { continue };
            let mut setup = Setup::empty(start.variant());
            let is_known = setup.read_hand(side, hand_of(line)).is_ok();
            let is_same = |kind| setup.n_in_hand(side, kind) == start.hand_count(side, kind);
            if !is_known || !start.variant().kinds().all(is_same) {
                notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
            }
        }
        if let Some((turn, line)) = self.turn
            && turn != start.turn()
        {
            notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
        }
    }

    fn place(&self) -> TextPlace {
        self.first.map_or(TextPlace::START, TextLine::place)
    }

    /// The game whose board and pieces these are.
    fn variant(&self, below: TextLine<'_>, notes: &mut Notes) -> Result<Variant, Error> {
        let files = self.ranks.first().map_or(0, |line| count_squares(line.text));
        let mut all: Vec<Variant> = variant_names::with_files(files).collect();
        if all.is_empty() {
            // A rank in which something is wrong: the others are read as those of this game.
            all.extend(variant_names::with_ranks(self.ranks.len()));
        }
        let fitting: Vec<Variant> = all.iter().copied().filter(|it| self.fits(*it)).collect();
        let readable = || all.iter().find(|variant| self.set_up(**variant).is_ok());
        let first = fitting.first().or_else(readable).or(all.first());
        let Some(&first) = first else {
            let problem = Problem::Board("no game with a name in KIF has a board of this size");
            return Err(Error::at(self.place(), problem));
        };
        if fitting.len() < 2 || first == Variant::standard() {
            return Ok(first);
        }
        let known = fitting.iter().find(|variant| self.is_known_start(**variant));
        let allows_first = |variant: &&Variant| {
            self.position_of(**variant).is_ok_and(|start| can_begin(&start, below))
        };
        let mut playable = fitting.iter().filter(allows_first);
        match (known, playable.next(), playable.next()) {
            (Some(variant), ..) | (None, Some(variant), None) => Ok(*variant),
            _ => {
                notes.add(|| self.place(), Problem::Game(first.def().kif.unwrap_or_default()));
                Ok(first)
            }
        }
    }

    /// Whether games of this variant begin so: an even one, or one with a handicap.
    fn is_known_start(&self, variant: Variant) -> bool {
        let handicaps = variant.handicaps().filter_map(|handicap| handicap.start(variant));
        let mut starts = handicaps.chain([variant.start()]);
        self.position_of(variant).is_ok_and(|position| starts.any(|start| *start == position))
    }

    /// Whether it could be a position of this game: no more pieces of a kind than there are.
    fn fits(&self, variant: Variant) -> bool {
        let Ok(setup) = self.set_up(variant) else { return false };
        let even = variant.start();
        variant.kinds().all(|kind| {
            let is_this = |piece: &Piece| variant.unpromoted(piece.kind) == kind;
            let all = even.pieces().filter(|(_, piece)| is_this(piece)).count();
            let on_board = setup.pieces().filter(is_this).count();
            let in_hand = |side| usize::from(setup.n_in_hand(side, kind));
            on_board + in_hand(Side::Sente) + in_hand(Side::Gote) <= all
        })
    }

    fn set_up(&self, variant: Variant) -> Result<Setup, Error> {
        let mut setup = Setup::empty(variant);
        setup.turn = match (self.turn, self.moved) {
            (Some((turn, _)), _) => turn,
            (None, moved) => moved.map_or(Side::Sente, Side::other),
        };
        setup.number = self.number.unwrap_or(1);
        for side in Side::ALL {
            if let Some(line) = self.hands[side] {
                setup.read_hand(side, hand_of(line))?;
            }
        }
        for (above, line) in (0..).zip(&self.ranks) {
            if above >= variant.ranks() {
                return Err(line.cursor().error(Problem::Board("it has too many ranks")));
            }
            setup.read_rank(*line, above)?;
        }
        if self.ranks.len() < usize::from(variant.ranks()) {
            return Err(Error::at(self.place(), Problem::Board("it has too few ranks")));
        }
        Ok(setup)
    }
}

/// What stands behind the colon of `先手の持駒：`.
fn hand_of(line: TextLine<'_>) -> Cursor<'_> {
    let mut cursor = line.cursor();
    cursor.take_while(|sign| !matches!(sign, '：' | ':'));
    cursor.next();
    cursor
}

/// How many squares a rank of a diagram has.
fn count_squares(text: &str) -> usize {
    let inside = text.trim_matches(is_blank).trim_start_matches('|');
    let inside = inside.split('|').next().unwrap_or_default();
    let is_square = |sign: char| !is_blank(sign) && !"vVｖＶ^成".contains(sign);
    inside.chars().filter(|&sign| is_square(sign)).count()
}
