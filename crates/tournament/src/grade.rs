//! Grades (§6), as far as pairing needs them: how many steps lie between two players.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The lowest kyu that is read: clubs use more of them than the official fifteen.
pub(crate) const KYU_MAX: i8 = 30;

/// The highest dan that is read.
pub(crate) const DAN_MAX: i8 = 9;

/// An amateur grade, 1-kyu by default. In JSON `"3-kyu"`, `"2-dan"`; `3k`, `2 Dan` and the like are read too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(i8);

impl Grade {
    /// The grade of that kyu, if there is one.
    pub fn kyu(kyu: i8) -> Option<Self> {
        (1..=KYU_MAX).contains(&kyu).then_some(Self(1 - kyu))
    }

    /// The grade of that dan, if there is one.
    pub fn dan(dan: i8) -> Option<Self> {
        (1..=DAN_MAX).contains(&dan).then_some(Self(dan))
    }

    /// Its place on a scale without gaps: 1-kyu is 0, 1-dan is 1.
    pub fn level(self) -> i32 {
        i32::from(self.0)
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, "{}-dan", self.0) } else { write!(f, "{}-kyu", 1 - self.0) }
    }
}

/// The text is not a [`Grade`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grade is a number and `kyu` or `dan`, such as 3-kyu or 2-dan")]
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

impl JsonSchema for Grade {
    fn schema_name() -> Cow<'static, str> {
        "TournamentGrade".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A grade, such as `3-kyu` or `2-dan`.",
            "examples": ["3-kyu", "2-dan"],
        })
    }
}

impl Serialize for Grade {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grade {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_read_back_and_lie_one_step_apart() {
        let mut last = None;
        for kyu in (1..=KYU_MAX).rev() {
            check(Grade::kyu(kyu).expect("in range"), &mut last);
        }
        for dan in 1..=DAN_MAX {
            check(Grade::dan(dan).expect("in range"), &mut last);
        }
        fn check(grade: Grade, last: &mut Option<Grade>) {
            assert_eq!(grade.to_string().parse(), Ok(grade));
            assert!(last.is_none_or(|last| last.level() + 1 == grade.level()), "{grade}");
            *last = Some(grade);
        }
    }

    #[test]
    fn short_forms_are_read() {
        for (text, grade) in [("3k", "3-kyu"), ("2 Dan", "2-dan"), ("15KYU", "15-kyu")] {
            assert_eq!(text.parse::<Grade>().map(|grade| grade.to_string()), Ok(grade.to_owned()));
        }
        for text in ["", "kyu", "0k", "31k", "10d", "5", "5p", "-3k", "999k"] {
            assert_eq!(text.parse::<Grade>(), Err(GradeError), "{text}");
        }
    }
}
