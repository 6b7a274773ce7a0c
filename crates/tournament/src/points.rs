//! Points: what a round is worth, and every sum made of them.
//!
//! Kept in quarters so that nothing is ever rounded: a score is made of halves, and some
//! tie-breaks take half of a score.

use std::{
    borrow::Cow,
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Mul, Neg, Sub},
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The largest number that is read, either way from zero: every integer below it is exact in
/// every program's JSON. What an event may award is limited further by its check.
const POINTS_MAX: i64 = 1 << 53;

/// An exact number of points, in quarters. In JSON a plain number: `2`, `2.5`, `2.25`.
///
/// ```
/// use komadai_tournament::Points;
///
/// let score = Points::whole(2) + Points::HALF;
/// assert_eq!(score.to_string(), "2.5");
/// assert_eq!(serde_json::from_str::<Points>("2.5")?, score);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// A quarter of a point, the unit.
    pub const QUARTER: Self = Self(1);
    /// Half a point.
    pub const HALF: Self = Self(2);
    /// One point.
    pub const ONE: Self = Self(4);

    /// So many whole points.
    pub const fn whole(points: i64) -> Self {
        Self(points * 4)
    }

    /// So many half points.
    pub const fn halves(halves: i64) -> Self {
        Self(halves * 2)
    }

    /// The number of quarters.
    pub const fn quarters(self) -> i64 {
        self.0
    }

    /// The number of half points, rounded down.
    pub const fn as_halves(self) -> i64 {
        self.0.div_euclid(2)
    }

    /// Half as much. Exact for anything made of half points.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// Whether it is made of half points, as every score must be.
    pub const fn is_halves(self) -> bool {
        self.0 % 2 == 0
    }

    /// The nearest number for figures that are only looked at.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 4.0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i64> for Points {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.abs() / 4, self.0.abs() % 4);
        let sign = if self.0 < 0 { "-" } else { "" };
        let rest = ["", ".25", ".5", ".75"].get(rest as usize).copied().unwrap_or_default();
        f.pad(&format!("{sign}{whole}{rest}"))
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Points({self})")
    }
}

impl JsonSchema for Points {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Points, in quarters.", "multipleOf": 0.25 })
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 4 == 0 {
            serializer.serialize_i64(self.0 / 4)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let quarters = number * 4.0;
        if quarters.fract() == 0.0 && number.abs() <= POINTS_MAX as f64 {
            Ok(Self(quarters as i64))
        } else {
            Err(de::Error::custom("points are a multiple of a quarter, below 2^53"))
        }
    }
}
