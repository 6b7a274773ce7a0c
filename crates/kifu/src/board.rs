//! Positions set up piece by piece, and diagrams as text.
//!
//! ```text
//! 後手の持駒：銀四　歩十二
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・ ・ ・ ・ ・v玉|一
//! …
//! +---------------------------+
//! 先手の持駒：角二　金二　桂
//! 後手番
//! ```

use std::fmt::Write;

use komadai_rules::{BySide, Illegal, Kind, Move, Piece, Position, Side, Square, Variant};

use crate::{
    Error,
    cursor::{Cursor, TextLine, count, digit, is_blank, kanji_count},
    error::{Problem, TextPlace, quote},
    words,
};

/// A move that cannot be carried out on the board, whatever the rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotPlay {
    /// There is no piece on the square it comes from.
    #[error("there is no piece where it comes from")]
    EmptySquare,
    /// The piece is the opponent's.
    #[error("the piece is the opponent's")]
    NotYourPiece,
    /// The piece is not in hand.
    #[error("the piece is not in hand")]
    NotInHand,
    /// There is a piece where it goes to: any for a drop, one's own otherwise.
    #[error("the square it goes to is taken")]
    Occupied,
    /// The piece has no promoted side, or shows it already.
    #[error("the piece cannot promote")]
    CannotPromote,
    /// A square is not on the board.
    #[error("the square is not on the board")]
    OffBoard,
}

impl CannotPlay {
    /// What the rules call a move like this.
    pub(crate) fn as_illegal(self) -> Illegal {
        match self {
            Self::EmptySquare => Illegal::EmptySquare,
            Self::NotYourPiece => Illegal::NotYourPiece,
            Self::NotInHand => Illegal::NotInHand,
            Self::Occupied => Illegal::Occupied,
            Self::CannotPromote => Illegal::CannotPromote,
            Self::OffBoard => Illegal::CannotMoveThere,
        }
    }
}

/// Whether a move can be carried out. It may still be against the rules.
pub(crate) fn can_play(position: &Position, mv: Move) -> Result<(), CannotPlay> {
    let variant = position.variant();
    let squares = [mv.from(), mv.via(), Some(mv.to())];
    if squares.into_iter().flatten().any(|square| !variant.has(square)) {
        return Err(CannotPlay::OffBoard);
    }
    // §9.3: a piece that comes back finds its own square empty.
    let comes_back = mv.via().is_some() && mv.from() == Some(mv.to());
    let there = position.piece_at(mv.to()).filter(|_| !comes_back);
    let turn = position.turn();
    let Some(from) = mv.from() else {
        if mv.promotes() {
            return Err(CannotPlay::CannotPromote);
        }
        let in_hand = mv.dropped().is_some_and(|kind| {
            // §10.3: one piece in hand may be dropped with either side up.
            let piece = variant.def().pieces.get(kind.index());
            piece.is_some_and(|piece| !piece.is_promoted())
                && position.hand_count(turn, variant.unpromoted(kind)) > 0
        });
        return match (in_hand, there) {
            (false, _) => Err(CannotPlay::NotInHand),
            (true, Some(_)) => Err(CannotPlay::Occupied),
            (true, None) => Ok(()),
        };
    };
    match position.piece_at(from) {
        None => Err(CannotPlay::EmptySquare),
        Some(piece) if piece.side != turn => Err(CannotPlay::NotYourPiece),
        Some(_) if there.is_some_and(|taken| taken.side == turn) => Err(CannotPlay::Occupied),
        Some(piece) if mv.promotes() && variant.promoted(piece.kind).is_none() => {
            Err(CannotPlay::CannotPromote)
        }
        Some(_) => Ok(()),
    }
}

/// A position that is being set up.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) variant: Variant,
    pub(crate) turn: Side,
    /// The number of the next move.
    pub(crate) number: u32,
    squares: Vec<Option<Piece>>,
    hands: BySide<Vec<(Kind, u8)>>,
}

impl Setup {
    /// An empty board.
    pub(crate) fn empty(variant: Variant) -> Self {
        Self {
            variant,
            turn: Side::Sente,
            number: 1,
            squares: vec![None; Square::COUNT],
            hands: BySide::default(),
        }
    }

    /// A position that is to be changed.
    pub(crate) fn from_position(position: &Position) -> Self {
        let mut setup = Self::empty(position.variant());
        setup.turn = position.turn();
        setup.number = position.move_number();
        for (square, piece) in position.pieces() {
            setup.put(square, Some(piece));
        }
        for side in Side::ALL {
            setup.hands[side] = position.hand(side).collect();
        }
        setup
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(place) = self.squares.get_mut(square.index()) {
            *place = piece;
        }
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares.get(square.index()).copied().flatten()
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.squares.iter().flatten().copied()
    }

    pub(crate) fn n_in_hand(&self, side: Side, kind: Kind) -> u8 {
        let held = self.hands[side].iter().find(|(held, _)| *held == kind);
        held.map_or(0, |(_, number)| *number)
    }

    /// Adds pieces to a hand. False if that is more than a hand can hold.
    pub(crate) fn add_to_hand(&mut self, side: Side, kind: Kind, number: u8) -> bool {
        let hand = &mut self.hands[side];
        match hand.iter_mut().find(|(held, _)| *held == kind) {
            Some((_, held)) => match held.checked_add(number) {
                Some(sum) => *held = sum,
                None => return false,
            },
            None => hand.push((kind, number)),
        }
        true
    }

    pub(crate) fn clear_hand(&mut self, side: Side) {
        self.hands[side].clear();
    }

    /// Gives a side every piece of the even game that is not on the board or in a hand.
    pub(crate) fn add_the_rest(&mut self, side: Side) {
        let even = self.variant.start();
        for kind in self.variant.kinds() {
            let variant = self.variant;
            let is_this = |piece: Piece| variant.unpromoted(piece.kind) == kind;
            let all = even.pieces().filter(|(_, piece)| is_this(*piece)).count();
            let on_board = self.pieces().filter(|piece| is_this(*piece)).count();
            let in_hand = |side| usize::from(self.n_in_hand(side, kind));
            let rest = all.saturating_sub(on_board + in_hand(Side::Sente) + in_hand(Side::Gote));
            if rest > 0 && !variant.piece(kind).royal {
                self.add_to_hand(side, kind, rest as u8);
            }
        }
    }

    /// The position.
    pub(crate) fn finish(&self, at: TextPlace) -> Result<Position, Error> {
        let sfen = self.sfen();
        Position::from_sfen(self.variant, &sfen).map_err(|error| {
            let problem = Problem::Sfen { text: quote(&sfen), why: error.to_string() };
            Error::at(at, problem)
        })
    }

    fn sfen(&self) -> String {
        let mut sfen = String::new();
        for rank in 1..=self.variant.ranks() {
            if rank > 1 {
                sfen.push('/');
            }
            let mut empty = 0;
            for file in (1..=self.variant.files()).rev() {
                let Some(piece) = Square::new(file, rank).and_then(|square| self.piece_at(square))
                else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    sfen += &empty.to_string();
                    empty = 0;
                }
                sfen += &self.letter(piece);
            }
            if empty > 0 {
                sfen += &empty.to_string();
            }
        }
        sfen.push_str(if self.turn == Side::Sente { " b " } else { " w " });
        let before_hands = sfen.len();
        for side in Side::ALL {
            for kind in self.variant.kinds() {
                let held = self.hands[side].iter().find(|(held, _)| *held == kind);
                let Some((_, number @ 1..)) = held.copied() else { continue };
                if number > 1 {
                    sfen += &number.to_string();
                }
                sfen += &self.letter(Piece { side, kind });
            }
        }
        if sfen.len() == before_hands {
            sfen.push('-');
        }
        sfen + &format!(" {}", self.number)
    }

    fn letter(&self, piece: Piece) -> String {
        let letter = self.variant.piece(piece.kind).letter;
        match piece.side {
            Side::Sente => letter.to_owned(),
            Side::Gote => letter.to_lowercase(),
        }
    }

    /// Reads a rank of a diagram, `|v香 ・ 歩…|一`. The number of ranks above it is `above`.
    pub(crate) fn read_rank(&mut self, line: TextLine<'_>, above: u8) -> Result<(), Error> {
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        cursor.eat("|");
        let rank = above + 1;
        for file in (1..=self.variant.files()).rev() {
            cursor.take_while(is_blank);
            let place = cursor.place();
            let is_gote = |sign| matches!(sign, 'v' | 'V' | 'ｖ' | 'Ｖ');
            let side = match cursor.next_if(is_gote) {
                Some(_) => Side::Gote,
                None => {
                    cursor.eat("^");
                    Side::Sente
                }
            };
            let kind = match cursor.next() {
                Some('・' | '･' | '·' | '.' | '．' | '-' | '－' | '*') if side == Side::Sente => {
                    None
                }
                Some('成') => {
                    let sign = cursor.next();
                    let kind = sign.and_then(|sign| words::after_promotion(self.variant, sign));
                    Some(kind.ok_or_else(|| cursor.expected("a piece that promotes"))?)
                }
                Some(sign) => match words::by_sign(self.variant, sign) {
                    Some(kind) => Some(kind),
                    None => {
                        let found = sign.to_string();
                        let expected = "a piece or an empty square";
                        return Err(Error::at(place, Problem::Expected { expected, found }));
                    }
                },
                None => return Err(cursor.expected("a piece or an empty square")),
            };
            let square = Square::new(file, rank).filter(|square| self.variant.has(*square));
            let Some(square) = square else {
                return Err(line.cursor().error(Problem::Board("it has too many ranks")));
            };
            self.put(square, kind.map(|kind| Piece { side, kind }));
        }
        cursor.take_while(is_blank);
        if !cursor.eat("|") && !cursor.is_at_end() {
            return Err(cursor.expected("the edge of the board"));
        }
        match cursor.peek().and_then(digit) {
            Some(number) if number != rank => {
                Err(cursor.error(Problem::Board("the ranks are not in order")))
            }
            _ => Ok(()),
        }
    }

    /// Reads what is in a hand: `飛　角　歩四`, `なし`, with or without blanks.
    pub(crate) fn read_hand(&mut self, side: Side, mut cursor: Cursor<'_>) -> Result<(), Error> {
        self.clear_hand(side);
        cursor.skip_blanks();
        if cursor.eat("なし") {
            return Ok(());
        }
        loop {
            cursor.take_while(|sign| is_blank(sign) || matches!(sign, '、' | ',' | '，'));
            if cursor.is_at_end() {
                return Ok(());
            }
            let start = cursor;
            let kind = words::read_piece(&mut cursor, self.variant);
            let number = cursor.take_while(|sign| digit(sign).is_some() || "十拾廿".contains(sign));
            let number = if number.is_empty() { Some(1) } else { count(number) };
            cursor.eat("枚");
            match (kind.map(|kind| self.variant.unpromoted(kind)), number) {
                (Some(kind), Some(number)) if self.add_to_hand(side, kind, number) => {}
                _ => return Err(start.expected("a piece in hand")),
            }
        }
    }

    /// Writes the diagram with hands and turn. Handicap games have other words for the players.
    pub(crate) fn write(&self, out: &mut String, is_handicap: bool) {
        let names = side_names(is_handicap);
        // §9.7: where 成 may stand before a character, each has room for it, and nothing is in hand.
        let has_doubles = words::has_doubles(self.variant);
        if !has_doubles {
            self.write_hand(out, Side::Gote, names.gote);
        }
        let files = self.variant.files();
        out.push(' ');
        for file in (1..=files).rev() {
            out.push(' ');
            match file / 10 {
                0 if has_doubles => out.push(' '),
                0 => {}
                tens => out.push(wide_digit(tens)),
            }
            out.push(wide_digit(file));
        }
        let cell = if has_doubles { "----" } else { "---" };
        let edge = format!("\n+{}+\n", cell.repeat(files.into()));
        out.push_str(&edge);
        for rank in 1..=self.variant.ranks() {
            out.push('|');
            for file in (1..=files).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                let side = match piece {
                    Some(Piece { side: Side::Gote, .. }) => 'v',
                    _ => ' ',
                };
                let word = match piece {
                    None => "・".to_owned(),
                    Some(piece) => words::in_diagram(self.variant, piece.kind),
                };
                if has_doubles && word.chars().count() == 1 {
                    out.push(' ');
                }
                out.push(side);
                out.push_str(&word);
            }
            out.push('|');
            out.push_str(&kanji_count(rank));
            if rank < self.variant.ranks() {
                out.push('\n');
            }
        }
        out.push_str(&edge);
        if !has_doubles {
            self.write_hand(out, Side::Sente, names.sente);
        }
        let _ = writeln!(out, "{}番", names[self.turn]);
        if self.number > 1 {
            let _ = writeln!(out, "手数＝{}　まで", self.number - 1);
        }
    }

    fn write_hand(&self, out: &mut String, side: Side, name: &str) {
        let _ = write!(out, "{name}の持駒：");
        let mut is_empty = true;
        for kind in self.variant.kinds() {
            let held = self.hands[side].iter().find(|(held, _)| *held == kind);
            let Some((_, number @ 1..)) = held.copied() else { continue };
            is_empty = false;
            out.push_str(&words::in_diagram(self.variant, kind));
            if number > 1 {
                out.push_str(&kanji_count(number));
            }
            out.push('\u{3000}');
        }
        out.push_str(if is_empty { "なし\n" } else { "\n" });
    }
}

/// What the players are called in Japanese.
pub(crate) fn side_names(is_handicap: bool) -> BySide<&'static str> {
    if is_handicap {
        BySide { sente: "下手", gote: "上手" }
    } else {
        BySide { sente: "先手", gote: "後手" }
    }
}

/// A wide Arabic digit, as files are written in Japanese.
pub(crate) fn wide_digit(number: u8) -> char {
    char::from_u32('０' as u32 + u32::from(number % 10)).unwrap_or('０')
}
