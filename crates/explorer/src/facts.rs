//! What is known of a game beside its moves.

use std::fmt;

use komadai_rules::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Sente,
    Gote,
    Draw,
}

impl Outcome {
    /// Of a game with this winner.
    pub fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Sente) => Self::Sente,
            Some(Side::Gote) => Self::Gote,
            None => Self::Draw,
        }
    }

    /// Who won.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Sente => Some(Side::Sente),
            Self::Gote => Some(Side::Gote),
            Self::Draw => None,
        }
    }
}

/// A month of the calendar, from January 1900 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(u16);

impl Month {
    /// The first one.
    pub const FIRST: Self = Self(0);
    /// The last one, which stands for all later ones too.
    pub const LAST: Self = Self((1 << 11) - 1);

    /// This month of this year; months are counted from 1. What is out of range is the nearest.
    pub fn new(year: i64, month: i64) -> Self {
        let number = (year.saturating_sub(1900)).saturating_mul(12).saturating_add(month - 1);
        Self(number.clamp(0, i64::from(Self::LAST.0)) as u16)
    }

    /// In which this instant is, in UTC.
    pub fn of_ms(unix_ms: i64) -> Self {
        // The calendar of 400 years, with years that begin in March so that leap days come last.
        let days = unix_ms.div_euclid(86_400_000) + 719_468;
        let era = days.div_euclid(146_097);
        let day = days.rem_euclid(146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (year, month) = (year + era * 400, month + 3);
        if month > 12 { Self::new(year + 1, month - 12) } else { Self::new(year, month) }
    }

    /// Reads `2026-11`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |text: &str, n| text.len() == n && text.bytes().all(|it| it.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let (year, month) = (year.parse().ok()?, month.parse().ok()?);
        (year >= 1900 && (1..=12).contains(&month)).then(|| Self::new(year, month))
    }

    pub(crate) fn number(self) -> u16 {
        self.0
    }

    pub(crate) fn from_number(number: u16) -> Self {
        Self(number.min(Self::LAST.0))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", 1900 + self.0 / 12, self.0 % 12 + 1)
    }
}

/// The ratings at which bands begin. Filters are from one of them to another.
pub const BAND_EDGES: [u32; 8] = [800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_200];

/// The speed of games without a clock, and of those of which it is not known.
pub const NO_SPEED: u8 = 7;

/// A rating is kept in steps of so many points.
const STEP: u32 = 10;

/// What filters look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facts {
    /// The average of the players' ratings, in steps; 0: not rated.
    pub(crate) rating: u8,
    /// Which speed, by its place among them; [`NO_SPEED`].
    pub(crate) speed: u8,
    pub(crate) outcome: Outcome,
    pub(crate) month: Month,
}

impl Facts {
    /// Of a game with these players' average rating, whose speed has this place (below 7, or
    /// [`NO_SPEED`]).
    pub fn new(rating: Option<u32>, speed: u8, outcome: Outcome, month: Month) -> Self {
        let rating = rating.map_or(0, |rating| (rating / STEP).clamp(1, 255) as u8);
        Self { rating, speed: speed.min(NO_SPEED), outcome, month }
    }

    /// The average of the players' ratings, to ten points.
    pub fn rating(self) -> Option<u32> {
        (self.rating > 0).then(|| u32::from(self.rating) * STEP)
    }

    /// How it ended.
    pub fn outcome(self) -> Outcome {
        self.outcome
    }

    /// When it was played.
    pub fn month(self) -> Month {
        self.month
    }

    /// Which band: 0 is of games that are not rated.
    pub(crate) fn band(self) -> u8 {
        match self.rating() {
            None => 0,
            Some(rating) => 1 + BAND_EDGES.iter().filter(|&&edge| rating >= edge).count() as u8,
        }
    }

    pub(crate) fn pack(self) -> [u8; 3] {
        let month = self.month.0;
        let outcome = self.outcome as u8;
        [self.rating, self.speed | outcome << 3 | (month >> 8 << 5) as u8, month as u8]
    }

    pub(crate) fn unpack([rating, mixed, month]: [u8; 3]) -> Option<Self> {
        let outcome = match mixed >> 3 & 3 {
            0 => Outcome::Sente,
            1 => Outcome::Gote,
            2 => Outcome::Draw,
            _ => return None,
        };
        let month = Month(u16::from(mixed >> 5) << 8 | u16::from(month));
        Some(Self { rating, speed: mixed & 7, outcome, month })
    }
}

/// The lowest and the highest rating of a band, in steps.
pub(crate) fn steps_of_band(band: u8) -> Option<(u8, u8)> {
    let edge = |at: u8| BAND_EDGES.get(usize::from(at)).map(|edge| (edge / STEP) as u8);
    match band {
        0 => Some((0, 0)),
        1 => Some((1, edge(0)? - 1)),
        _ => Some((edge(band - 2)?, edge(band - 1).map_or(u8::MAX, |next| next - 1))),
    }
}

/// The sum of ratings as it is counted in cells.
pub(crate) fn step_sum(sum: u64) -> u64 {
    sum * u64::from(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        for (ms, text) in [
            (0, "1970-01"),
            (-1, "1969-12"),
            (951_782_399_999, "2000-02"),
            (951_868_800_000, "2000-03"),
            (1_709_251_199_999, "2024-02"),
            (1_709_251_200_000, "2024-03"),
            (1_798_761_600_000, "2027-01"),
            (-3_000_000_000_000, "1900-01"),
        ] {
            assert_eq!(Month::of_ms(ms).to_string(), text, "{ms}");
            assert_eq!(Month::parse(text), Some(Month::of_ms(ms)));
        }
        for bad in ["2024", "2024-13", "2024-00", "24-01", "1899-12", "2024-1", "２０２４-01", "-"]
        {
            assert_eq!(Month::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn facts_fit_three_bytes() {
        for rating in [None, Some(3), Some(799), Some(800), Some(1_999), Some(9_000)] {
            for speed in [0, 3, NO_SPEED] {
                for outcome in [Outcome::Sente, Outcome::Gote, Outcome::Draw] {
                    for month in [Month::FIRST, Month::new(2026, 11), Month::LAST] {
                        let facts = Facts::new(rating, speed, outcome, month);
                        assert_eq!(Facts::unpack(facts.pack()), Some(facts));
                    }
                }
            }
        }
        let band = |rating| Facts::new(rating, 0, Outcome::Draw, Month::FIRST).band();
        let bands = [None, Some(3), Some(799), Some(800), Some(1_999), Some(9_000)].map(band);
        assert_eq!(bands, [0, 1, 1, 2, 7, 9]);
        for rating in 0..=u8::MAX {
            let band = Facts { rating, ..Facts::new(None, 0, Outcome::Draw, Month::FIRST) }.band();
            let (least, most) = steps_of_band(band).unwrap();
            assert!((least..=most).contains(&rating), "{rating}");
        }
        assert_eq!(steps_of_band(10), None);
    }
}
