//! Circuits: one ranking over several events, such as a club's year. In chess this is called a
//! series or a Grand Prix; here a series is several games between two.
//!
//! The standings follow from what each event gives its players and from a [`CircuitRule`], and from
//! nothing else:
//!
//! 1. An event gives a player points for the place, or the score itself, and what the rule adds for
//!    taking part. An event with a weight of 150 % gives one and a half times that. Every value is
//!    rounded to a hundredth, halves up, so that sums are exact.
//! 2. The best of these count, as many as the rule says; of equal ones, those of the earlier events.
//!    Their sum is the total.
//! 3. Those with equal totals are told apart by all of their results, counted or dropped: whose best
//!    one is better, then whose second best, and so on; whoever has a further one is ahead. Who is
//!    equal in everything shares the place.
//! 4. Whoever has played in fewer events than the rule asks for comes last and has no place.
//!
//! ```
//! use komadai_tournament::{
//!     Points,
//!     circuit::{CircuitEvent, CircuitResult, CircuitRule, standings},
//! };
//!
//! let result = |person: &str, place| CircuitResult { person: person.into(), place, points: Points::ONE };
//! let event = |results| CircuitEvent { weight_percent: 100, results };
//! let rule = CircuitRule { best: Some(2), ..CircuitRule::default() };
//! let table = standings(&rule, &[
//!     event(vec![result("an", 1), result("binh", 2), result("chi", 2)]),
//!     event(vec![result("binh", 1), result("an", 2)]),
//!     event(vec![result("an", 3), result("chi", 1)]),
//! ]);
//! // 10, 8 and 6, of which the two best count.
//! assert_eq!((table[0].person.as_str(), table[0].total.to_string()), ("an", "18".to_owned()));
//! // A first place, and the second and third places of the first event shared: 10 + 7.
//! assert_eq!((table[1].person.as_str(), table[1].total.to_string()), ("binh", "17".to_owned()));
//! assert_eq!((table[1].place, table[2].place), (Some(2), Some(2)));
//! ```

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    fmt,
    iter::Sum,
    ops::Add,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{EntryId, Points, Standings, Who, formats::PlayersIn, game::is_zero, json};

/// The most places that a rule gives points for.
pub const PLACES_MAX: usize = 100;

/// The most points for a place, and for taking part.
pub const POINTS_MAX: u32 = 10_000;

/// The largest weight of an event, in percent.
pub const WEIGHT_PERCENT_MAX: u32 = 1_000;

/// The most categories of a circuit.
pub const CATEGORIES_MAX: usize = 10;

/// Points of a circuit, exact to a hundredth. In JSON a plain number: `7`, `6.67`.
///
/// ```
/// use komadai_tournament::circuit::CircuitPoints;
///
/// let shared = CircuitPoints::from_hundredths(667);
/// assert_eq!(shared.to_string(), "6.67");
/// assert_eq!(serde_json::to_string(&shared)?, "6.67");
/// assert_eq!(serde_json::from_str::<CircuitPoints>("6.67")?, shared);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CircuitPoints(i64);

impl CircuitPoints {
    /// So many hundredths.
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// The nearest to `numerator / denominator`, halves up.
    fn ratio(numerator: i64, denominator: i64) -> Self {
        Self((2 * 100 * numerator + denominator).div_euclid(2 * denominator))
    }
}

impl Add for CircuitPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for CircuitPoints {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self(0), Add::add)
    }
}

impl fmt::Display for CircuitPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.abs() / 100, self.0.abs() % 100);
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = match rest {
            0 => format!("{sign}{whole}"),
            rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            rest => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}

impl JsonSchema for CircuitPoints {
    fn schema_name() -> Cow<'static, str> {
        "CircuitPoints".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Points of a circuit, in hundredths.", "multipleOf": 0.01 })
    }
}

impl Serialize for CircuitPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            serializer.serialize_f64(self.0 as f64 / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for CircuitPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if number.abs() < 1e12 {
            Ok(Self((number * 100.0).round() as i64))
        } else {
            Err(de::Error::custom("points of a circuit are below a million million"))
        }
    }
}

/// What those get who share a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedPlaces {
    /// Each an equal part of what their places are worth together.
    #[default]
    Share,
    /// Each what the highest of their places is worth.
    Highest,
}

/// What an event is worth to its players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Worth {
    /// By their places.
    Places {
        /// The points for the first place, the second and so on; nothing for those after the last.
        table: Vec<u32>,
        /// What those get who share a place.
        #[serde(default)]
        shared: SharedPlaces,
    },
    /// The points that they have scored there.
    Score,
}

impl Default for Worth {
    fn default() -> Self {
        Self::Places { table: vec![10, 8, 6, 5, 4, 3, 2, 1], shared: SharedPlaces::Share }
    }
}

/// A category of a circuit, which has a ranking of its own: juniors, or everybody below 1 dan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CircuitCategory")]
pub struct Category {
    /// Its name.
    pub name: String,
    /// For whom it is, by what the latest event of each says of them. Their points are those of the
    /// whole circuit.
    #[serde(default)]
    pub who: Who,
}

/// How the standings of a circuit follow from its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(transform = json::without_defaults)]
pub struct CircuitRule {
    /// What an event is worth.
    pub worth: Worth,
    /// What taking part is worth in addition.
    #[serde(skip_serializing_if = "is_zero")]
    pub attendance: u32,
    /// How many of a player's results count, the best; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// In how many events one has to have played for a place.
    #[serde(skip_serializing_if = "is_zero")]
    pub events_min: u32,
    /// Categories with a ranking of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
}

impl CircuitRule {
    /// What is wrong with it, as a clause for people.
    pub fn problem(&self) -> Option<String> {
        if let Worth::Places { table, .. } = &self.worth {
            if table.is_empty() || table.len() > PLACES_MAX {
                return Some(format!("a circuit gives points for 1 to {PLACES_MAX} places"));
            }
            if table.iter().any(|&points| points > POINTS_MAX) {
                return Some(format!("a place is worth at most {POINTS_MAX} points"));
            }
            if table.windows(2).any(|pair| pair.first() < pair.last()) {
                return Some("no place is worth more than a better one".to_owned());
            }
        }
        if self.attendance > POINTS_MAX {
            return Some(format!("taking part is worth at most {POINTS_MAX} points"));
        }
        if self.best == Some(0) {
            return Some("at least one result counts".to_owned());
        }
        if self.categories.len() > CATEGORIES_MAX {
            return Some(format!("a circuit has at most {CATEGORIES_MAX} categories"));
        }
        None
    }
}

/// What somebody has reached in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CircuitResult {
    /// Who, by a key that is the same in every event.
    pub person: String,
    /// The place, from 1; several have the same where they share it.
    pub place: usize,
    /// The points that the event itself has given.
    pub points: Points,
}

/// An event of a circuit, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CircuitEvent {
    /// What its points are multiplied by, in percent.
    pub weight_percent: u32,
    /// Who has played in it.
    pub results: Vec<CircuitResult>,
}

/// What an event has given somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitCell {
    /// The place in the event.
    pub place: usize,
    /// What it is worth in the circuit.
    pub points: CircuitPoints,
    /// Whether it is one of those that count.
    pub counts: bool,
}

/// A line of a circuit's standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CircuitRow {
    /// Who, by the key.
    pub person: String,
    /// The place, from 1, shared where nothing tells players apart; absent with too few events.
    pub place: Option<usize>,
    /// The sum of what counts.
    pub total: CircuitPoints,
    /// One for each event, in the order of the events; absent where they have not played.
    pub cells: Vec<Option<CircuitCell>>,
}

impl CircuitRow {
    /// In how many events they have played.
    pub fn n_events(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Their results, best first, which tell apart those with equal totals.
    fn results(&self) -> Vec<CircuitPoints> {
        let mut all: Vec<_> = self.cells.iter().flatten().map(|cell| cell.points).collect();
        all.sort_unstable_by_key(|&points| Reverse(points));
        all
    }
}

/// The players of an event one by one with their places, as circuits count them: those of parallel
/// rankings side by side, those of one class after another. Whoever has neither played nor scored
/// is left out.
pub fn placings(standings: &Standings, players_in: PlayersIn) -> Vec<(EntryId, usize, Points)> {
    let rankings = standings.of_players(players_in);
    let mut before = 0;
    let mut found = Vec::new();
    for ranking in rankings {
        for row in &ranking.rows {
            if row.played > 0 || row.points > Points::ZERO {
                found.push((row.entry.clone(), before + row.place, row.points));
            }
        }
        if players_in != PlayersIn::Beside {
            before += ranking.rows.len();
        }
    }
    found
}

/// The standings of a circuit after these events, in the order in which they were played.
pub fn standings(rule: &CircuitRule, events: &[CircuitEvent]) -> Vec<CircuitRow> {
    let mut rows: BTreeMap<&str, CircuitRow> = BTreeMap::new();
    for (at, event) in events.iter().enumerate() {
        let mut sharing: HashMap<usize, usize> = HashMap::new();
        for result in &event.results {
            *sharing.entry(result.place).or_default() += 1;
        }
        for result in &event.results {
            let n_sharing = sharing.get(&result.place).copied().unwrap_or(1);
            let points = worth(rule, event.weight_percent, result, n_sharing);
            let row = rows.entry(&result.person).or_insert_with(|| CircuitRow {
                person: result.person.clone(),
                cells: vec![None; events.len()],
                ..CircuitRow::default()
            });
            let cell = CircuitCell { place: result.place, points, counts: false };
            // Of two entries of one person in an event the better one counts.
            if let Some(known) = row.cells.get_mut(at)
                && known.is_none_or(|known| known.points < points)
            {
                *known = Some(cell);
            }
        }
    }
    let mut rows: Vec<CircuitRow> = rows.into_values().collect();
    rows.iter_mut().for_each(|row| count_best(row, rule.best));
    ranked(rule, rows)
}

/// The same of some of them alone: a category.
pub fn among(rows: &[CircuitRow], has: impl Fn(&str) -> bool) -> Vec<CircuitRow> {
    let mut found: Vec<_> = rows.iter().filter(|row| has(&row.person)).cloned().collect();
    place(&mut found);
    found
}

/// What a result is worth, where so many share the place.
fn worth(
    rule: &CircuitRule,
    weight_percent: u32,
    result: &CircuitResult,
    n_sharing: usize,
) -> CircuitPoints {
    let (weight, attendance) = (i64::from(weight_percent), i64::from(rule.attendance));
    match &rule.worth {
        Worth::Score => {
            let quarters = result.points.quarters() + 4 * attendance;
            CircuitPoints::ratio(quarters * weight, 4 * 100)
        }
        Worth::Places { table, shared } => {
            let n = match shared {
                SharedPlaces::Share => n_sharing,
                SharedPlaces::Highest => 1,
            };
            let places = table.iter().skip(result.place.saturating_sub(1)).take(n);
            let sum: i64 = places.map(|&points| i64::from(points)).sum();
            let n = n as i64;
            CircuitPoints::ratio((sum + n * attendance) * weight, n * 100)
        }
    }
}

/// Marks what counts, and adds it up.
fn count_best(row: &mut CircuitRow, best: Option<u32>) {
    let mut cells: Vec<&mut CircuitCell> = row.cells.iter_mut().flatten().collect();
    // Stable: of equal ones the earlier comes first.
    cells.sort_by_key(|cell| Reverse(cell.points));
    let n = best.map_or(usize::MAX, |best| best as usize);
    for cell in cells.iter_mut().take(n) {
        cell.counts = true;
    }
    row.total = row.cells.iter().flatten().filter(|cell| cell.counts).map(|cell| cell.points).sum();
}

fn ranked(rule: &CircuitRule, mut rows: Vec<CircuitRow>) -> Vec<CircuitRow> {
    for row in &mut rows {
        // Only who has enough events; the number itself follows below.
        row.place = (row.n_events() >= rule.events_min as usize).then_some(0);
    }
    let key = |row: &CircuitRow| (row.place.is_some(), row.total, row.results());
    rows.sort_by_cached_key(|row| Reverse(key(row)));
    place(&mut rows);
    rows
}

/// Numbers the places of rows that are in order.
fn place(rows: &mut [CircuitRow]) {
    let mut last: Option<(CircuitPoints, Vec<CircuitPoints>, usize)> = None;
    for (at, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.place.is_some()) {
        let results = row.results();
        let place = match &last {
            Some((total, known, place)) if *total == row.total && *known == results => *place,
            _ => at + 1,
        };
        row.place = Some(place);
        last = Some((row.total, results, place));
    }
}
