//! The problems of a day: one at each level, the same for everybody.

use serde::{Deserialize, Serialize};

use super::{Tsume, collection};
use crate::{Variant, spelling::spellings};

/// How hard one of the day's problems is, by how many moves it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TsumeLevel {
    /// Mate in one.
    Easy,
    /// Mate in three or five.
    Medium,
    /// Mate in seven or more.
    Hard,
}

spellings!(TsumeLevel, "level", 3: Easy = "easy", Medium = "medium", Hard = "hard");

impl TsumeLevel {
    /// The level of problems of so many plies.
    pub fn of_plies(plies: u32) -> Self {
        match plies {
            0..=2 => Self::Easy,
            3..=6 => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// The problem of a day at a level, one of shogi's; days are counted from 1970-01-01. All of the
/// level come before one comes again, which takes more than a year, in an order in which neighbours
/// differ.
///
/// ```
/// use komadai_rules::tsume::{TsumeLevel, of_day};
///
/// let today = of_day(TsumeLevel::Easy, 20_786).expect("there are easy ones");
/// assert_eq!(today.plies, 1);
/// assert_ne!(of_day(TsumeLevel::Easy, 20_787), Some(today));
/// ```
pub fn of_day(level: TsumeLevel, day: u64) -> Option<&'static Tsume> {
    let all = || {
        let shogi = collection(Variant::standard()).iter();
        shogi.filter(|it| TsumeLevel::of_plies(it.plies) == level)
    };
    let n = all().count() as u64;
    let place = (day % n.max(1)).wrapping_mul(stride(n)).checked_rem(n)?;
    all().nth(usize::try_from(place).ok()?)
}

/// How far one day's problem stands from the next day's: about the golden section of so many, and
/// prime to them, so that each is met once.
fn stride(n: u64) -> u64 {
    let golden = n * 618 / 1_000;
    (golden.max(1)..=n).find(|&it| common_divisor(it, n) == 1).unwrap_or(1)
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
