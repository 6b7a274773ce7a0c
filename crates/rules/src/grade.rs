//! §6: grades.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The lowest kyu that is read: clubs use more of them than the scale's fifteen.
const KYU_MAX: i8 = 30;

/// The highest dan that is read.
const DAN_MAX: i8 = 9;

/// An amateur grade, 1-kyu by default. Its spelling is `3k` or `2d`; `3-kyu`, `2 Dan` and the
/// like are read too.
///
/// The scale on which grades are earned runs from [`LOWEST`](Self::LOWEST) to
/// [`HIGHEST`](Self::HIGHEST); clubs and tournaments also know the grades beyond its ends.
///
/// ```
/// use komadai_rules::Grade;
///
/// let grade: Grade = "3k".parse()?;
/// assert_eq!(Some(grade), Grade::kyu(3));
/// assert_eq!(grade.in_english(), "3-kyu");
/// assert!(grade < Grade::dan(1).expect("1-dan"));
/// # Ok::<(), komadai_rules::GradeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(i8);

impl Grade {
    /// The lowest of the scale: 15-kyu.
    pub const LOWEST: Self = Self(1 - 15);

    /// The highest that a new player may say they are: 6-dan.
    pub const DECLARED_MAX: Self = Self(6);

    /// The highest of the scale: 8-dan.
    pub const HIGHEST: Self = Self(8);

    /// The grade of that kyu, if there is one.
    pub fn kyu(kyu: i8) -> Option<Self> {
        (1..=KYU_MAX).contains(&kyu).then_some(Self(1 - kyu))
    }

    /// The grade of that dan, if there is one.
    pub fn dan(dan: i8) -> Option<Self> {
        (1..=DAN_MAX).contains(&dan).then_some(Self(dan))
    }

    /// Every grade of the scale, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::LOWEST.0..Self::HIGHEST.0 + 1).map(Self)
    }

    /// Every grade that is read, the lowest first.
    pub fn known() -> impl Iterator<Item = Self> {
        (1 - KYU_MAX..=DAN_MAX).map(Self)
    }

    /// Its place in a row without gaps: 1-kyu is 0, 1-dan is 1.
    pub fn level(self) -> i32 {
        i32::from(self.0)
    }

    /// How many grades lie between two.
    pub fn apart(self, other: Self) -> u32 {
        self.level().abs_diff(other.level())
    }

    /// How many grades of the scale lie below it.
    pub fn index(self) -> usize {
        usize::try_from(self.0 - Self::LOWEST.0).unwrap_or(0)
    }

    /// The grade of the scale with so many below it.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }

    /// The next higher one, up to the scale's end.
    pub fn above(self) -> Option<Self> {
        (self < Self::HIGHEST).then_some(Self(self.0 + 1))
    }

    /// The next lower one, down to the scale's end.
    pub fn below(self) -> Option<Self> {
        (self > Self::LOWEST).then_some(Self(self.0 - 1))
    }

    /// Whether it can be earned.
    pub fn is_on_scale(self) -> bool {
        (Self::LOWEST..=Self::HIGHEST).contains(&self)
    }

    /// Whether it is a dan grade.
    pub fn is_dan(self) -> bool {
        self.0 > 0
    }

    /// The number before kyu or dan.
    pub fn number(self) -> u8 {
        if self.is_dan() { self.0.unsigned_abs() } else { (1 - self.0).unsigned_abs() }
    }

    /// In English words: `3-kyu`, `2-dan`.
    pub fn in_english(self) -> String {
        format!("{}-{}", self.number(), if self.is_dan() { "dan" } else { "kyu" })
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), if self.is_dan() { 'd' } else { 'k' })
    }
}

/// The text is not a [`Grade`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grade is a number with k for kyu or d for dan, such as 3k or 2d")]
pub struct GradeError;

impl FromStr for Grade {
    type Err = GradeError;

    fn from_str(text: &str) -> Result<Self, GradeError> {
        let text = text.trim().to_ascii_lowercase();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, scale) = text.split_at_checked(digits).ok_or(GradeError)?;
        let number: i8 = number.parse().map_err(|_| GradeError)?;
        match scale.trim_start_matches(['-', ' ']) {
            "k" | "kyu" => Self::kyu(number),
            "d" | "dan" => Self::dan(number),
            _ => None,
        }
        .ok_or(GradeError)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Grade {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Grade".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let all: Vec<_> = Self::known().map(|grade| grade.to_string()).collect();
        schemars::json_schema!({
            "type": "string",
            "description": "A grade (§6). `3-kyu` and `2-dan` are read too.",
            "enum": all,
        })
    }
}

impl Serialize for Grade {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grade {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
