//! Squares: a file and a rank, the same numbering for every board.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Most files and ranks a board may have.
pub const SIZE_MAX: u8 = 13;

/// A square of a board of up to 13 files and 13 ranks.
///
/// Files count from the right and ranks from the top as sente sees them; 1-1 is the top right.
/// Written as in USI: the file as a number, the rank as a letter from `a`, so `7g` and `13m`.
///
/// Inside it is file × 13 + rank whatever the board, so a file is a run of bits, and on boards
/// up to 9×9 no file lies across bit 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many indices there are: every square has one below this.
    pub const COUNT: usize = (SIZE_MAX as usize) * (SIZE_MAX as usize);

    /// The square of that file and rank, each from 1 to 13.
    ///
    /// ```
    /// use komadai_rules::Square;
    ///
    /// let square: Square = "7g".parse()?;
    /// assert_eq!((square.file(), square.rank()), (7, 7));
    /// assert_eq!(Square::new(7, 7), Some(square));
    /// assert_eq!(square.offset(0, -1).map(|it| it.to_string()), Some("7f".to_owned()));
    /// # Ok::<(), komadai_rules::SquareError>(())
    /// ```
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= SIZE_MAX && rank >= 1 && rank <= SIZE_MAX {
            Some(Self((file - 1) * SIZE_MAX + (rank - 1)))
        } else {
            None
        }
    }

    /// The file, 1 at sente's right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / SIZE_MAX + 1
    }

    /// The rank, 1 at the top (gote's back rank).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % SIZE_MAX + 1
    }

    /// A dense number below [`Square::COUNT`], file by file.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with that [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square at a known index.
    #[inline]
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!((index as usize) < Self::COUNT);
        Self(index)
    }

    /// The square that many files to the left and ranks down, if there is one on the largest board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = u8::try_from(self.file() as i16 + i16::from(files)).ok()?;
        let rank = u8::try_from(self.rank() as i16 + i16::from(ranks)).ok()?;
        Self::new(file, rank)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a square is a file from 1 to 13 and a rank from \"a\" to \"m\"")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match split_square(text.as_bytes()) {
            Some((square, [])) => Ok(square),
            _ => Err(SquareError),
        }
    }
}

/// The square at the start of a text, and what follows it.
pub(crate) fn split_square(text: &[u8]) -> Option<(Square, &[u8])> {
    let digits = text.iter().take_while(|sign| sign.is_ascii_digit()).count();
    let file = match *text.get(..digits)? {
        [one @ b'1'..=b'9'] => one - b'0',
        [b'1', two @ b'0'..=b'3'] => 10 + two - b'0',
        _ => return None,
    };
    let letter = *text.get(digits)?;
    let rank = letter.checked_sub(b'a')?.checked_add(1)?;
    Some((Square::new(file, rank)?, text.get(digits + 1..)?))
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
