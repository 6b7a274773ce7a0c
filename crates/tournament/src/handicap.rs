//! The handicaps between players of different grades (§3.3).

use komadai_rules::{Grade, Odds};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// Whether stronger players give handicaps in an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "table", rename_all = "snake_case", deny_unknown_fields)]
pub enum HandicapPolicy {
    /// Every game is even.
    #[default]
    None,
    /// By the difference in grades, according to the table of §3.3.
    Jsa {
        /// How many grades of difference are disregarded.
        #[serde(default)]
        reduce: u32,
        /// The maximum handicap, on the ladder of §3.3.
        #[serde(default, deserialize_with = "on_the_ladder")]
        #[schemars(schema_with = "ladder")]
        max: Option<Odds>,
    },
}

/// Handicaps elsewhere are neither smaller nor larger than what grades suggest.
fn on_the_ladder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Odds>, D::Error> {
    let max = Option::<Odds>::deserialize(deserializer)?;
    match max.filter(|max| Odds::ladder().all(|it| it != *max)) {
        Some(max) => Err(D::Error::custom(format!("grades suggest no handicap like `{max}`"))),
        None => Ok(max),
    }
}

fn ladder(_: &mut SchemaGenerator) -> Schema {
    let mut names: Vec<_> = Odds::ladder().map(|odds| Some(odds.as_str())).collect();
    names.push(None);
    json_schema!({ "type": ["string", "null"], "default": null, "enum": names })
}

impl HandicapPolicy {
    /// Who gives what when players of these grades meet. `None` is an even game, as it is when
    /// a grade is unknown.
    ///
    /// ```
    /// use komadai_rules::{Grade, Handicap, Odds};
    /// use komadai_tournament::HandicapPolicy;
    ///
    /// let policy = HandicapPolicy::Jsa { reduce: 1, max: None };
    /// let given = policy.between(Grade::dan(3), Grade::kyu(1)).expect("there is one");
    /// assert_eq!(given.odds, Odds::Pieces(Handicap::Lance));
    /// assert!(given.first_gives);
    /// ```
    pub fn between(&self, a: Option<Grade>, b: Option<Grade>) -> Option<GivenOdds> {
        let Self::Jsa { reduce, max } = self else { return None };
        let (a, b) = (a?, b?);
        let odds = Odds::suggested(a.apart(b).saturating_sub(*reduce))?;
        let odds = max.map_or(odds, |max| odds.min(max));
        Some(GivenOdds { odds, first_gives: a > b })
    }
}

/// What is given between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenOdds {
    /// What it is.
    pub odds: Odds,
    /// The first of the two is the giver: uwate, who sits as gote.
    pub first_gives: bool,
}
