//! Moves and their USI text.

use std::fmt;

use crate::{Kind, Square, Variant, square::split_square};

const TO: u32 = 0;
const FROM: u32 = 8;
/// Next to the index of a square or a kind.
pub(crate) const PROMOTES: u32 = 1 << 16;
pub(crate) const DROP: u32 = 1 << 17;
/// One more than the index of the square by way of which it goes, or 0.
const VIA: u32 = 18;

/// A move as it is sent: from where or what from hand, by way of what square if any (§9.3), to
/// where, and whether it promotes.
///
/// A move says nothing of whether it is legal or even of a piece that is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// A piece on the board goes from one square to another.
    #[inline]
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        let promotes = if promotes { PROMOTES } else { 0 };
        Self(promotes | (from.index() as u32) << FROM | (to.index() as u32) << TO)
    }

    /// A piece in hand goes to a square.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self(DROP | (kind.0 as u32) << FROM | (to.index() as u32) << TO)
    }

    /// §9.3: a piece on the board goes from one square by way of another to a third, which may be
    /// the first.
    #[inline]
    pub const fn by_way(from: Square, via: Square, to: Square) -> Self {
        Self(Self::board(from, to, false).0 | (via.index() as u32 + 1) << VIA)
    }

    /// The squares and the flag put together by move generation.
    #[inline(always)]
    pub(crate) const fn packed(bits: u32) -> Self {
        Self(bits)
    }

    /// From where a piece on the board comes; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.0 & DROP == 0 { Some(Square::at(self.middle())) } else { None }
    }

    /// §9.3: by way of what square it goes; `None` where it goes at once.
    #[inline]
    pub const fn via(self) -> Option<Square> {
        match (self.0 >> VIA) as u8 {
            0 => None,
            via => Some(Square::at(via - 1)),
        }
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at((self.0 >> TO) as u8)
    }

    /// Whether it says that the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// What is dropped; `None` for a piece on the board.
    #[inline]
    pub const fn dropped(self) -> Option<Kind> {
        if self.0 & DROP != 0 { Some(Kind(self.middle())) } else { None }
    }

    #[inline]
    const fn middle(self) -> u8 {
        (self.0 >> FROM) as u8
    }

    /// The move as a number below 2²⁶, for records. Stays as it is from version to version: the
    /// square it goes to, then 8 bits up the square it comes from or the kind dropped (each by its
    /// index), then the bit of promotion, then that of a drop, then one more than the square by way
    /// of which it goes, or 0.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The move with that [number](Self::to_bits), if there is one.
    pub const fn from_bits(bits: u32) -> Option<Self> {
        let mv = Self(bits);
        let middle = if bits & DROP == 0 { Square::COUNT } else { crate::variant::KINDS_MAX };
        let in_range = (mv.middle() as usize) < middle && (bits as u8 as usize) < Square::COUNT;
        let via = (bits >> VIA) as usize;
        let via_in_range = via <= Square::COUNT && (via == 0 || bits & DROP == 0);
        if in_range && via_in_range { Some(mv) } else { None }
    }

    /// Reads a move in USI: `7g7f`, `2d2c+`, `P*5e`; files of two figures on large boards, and in
    /// variants with lion power `7j7i7h`.
    ///
    /// Also read, because a player may send them and receive the reason why not: drops that promote
    /// (`P*5e+`) or are of a promoted piece (`+P*5e`).
    ///
    /// ```
    /// use komadai_rules::{Move, Square, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mv = Move::from_usi(variant, "8h2b+")?;
    /// assert_eq!((mv.from(), Some(mv.to())), (Square::new(8, 8), Square::new(2, 2)));
    /// assert!(mv.promotes());
    /// assert_eq!(mv.usi(variant).to_string(), "8h2b+");
    ///
    /// let drop = Move::from_usi(variant, "P*5e")?;
    /// assert_eq!((drop.dropped(), drop.from()), (variant.kind("P"), None));
    /// # Ok::<(), komadai_rules::UsiError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no move on a board of this variant.
    pub fn from_usi(variant: Variant, text: &str) -> Result<Self, UsiError> {
        let on_board = |text| {
            let (square, rest) = split_square(text).ok_or(UsiError::Form)?;
            if variant.has(square) { Ok((square, rest)) } else { Err(UsiError::OffBoard) }
        };
        let promotes = |rest: &[u8]| match rest {
            [] => Ok(0),
            b"+" => Ok(PROMOTES),
            _ => Err(UsiError::Form),
        };
        if let Some((letter, to)) = text.split_once('*') {
            let kind = variant.kind(letter).ok_or(UsiError::Kind)?;
            let (to, rest) = on_board(to.as_bytes())?;
            return Ok(Self(Self::drop(kind, to).0 | promotes(rest)?));
        }
        let (from, rest) = on_board(text.as_bytes())?;
        let (to, rest) = on_board(rest)?;
        if variant.has_power() && rest.first().is_some_and(u8::is_ascii_digit) {
            let (via, (to, rest)) = (to, on_board(rest)?);
            return Ok(Self(Self::by_way(from, via, to).0 | promotes(rest)?));
        }
        Ok(Self(Self::board(from, to, false).0 | promotes(rest)?))
    }

    /// The move in USI.
    pub fn usi(self, variant: Variant) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            match (self.from(), self.dropped()) {
                (Some(from), _) => self.write_squares(f, from)?,
                (None, kind) => {
                    let piece = kind.and_then(|kind| variant.def().pieces.get(kind.index()));
                    write!(f, "{}*{}", piece.map_or("?", |piece| piece.letter), self.to())?;
                }
            }
            f.write_str(if self.promotes() { "+" } else { "" })
        })
    }
}

impl Move {
    fn write_squares(self, f: &mut fmt::Formatter<'_>, from: Square) -> fmt::Result {
        match self.via() {
            Some(via) => write!(f, "{from}{via}{}", self.to()),
            None => write!(f, "{from}{}", self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => self.write_squares(f, from)?,
            (None, kind) => write!(f, "{:?}*{}", kind.map(Kind::index), self.to())?,
        }
        f.write_str(if self.promotes() { "+" } else { "" })
    }
}

/// Why a text is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UsiError {
    /// Neither two squares nor a letter, `*` and a square.
    #[error("a move is written like \"7g7f\", \"2d2c+\" or \"P*5e\"")]
    Form,
    /// A square that this board does not have.
    #[error("the board has no such square")]
    OffBoard,
    /// A letter that is no piece of this variant.
    #[error("the variant has no such piece")]
    Kind,
}
