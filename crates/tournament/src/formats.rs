//! The formats an event can have.
//!
//! # How to add one
//!
//! 1. Write `formats/NAME.rs` with a struct for its settings (serde, `deny_unknown_fields`)
//!    that implements [`Format`].
//! 2. Name its module and give it a line in [`ALL`], below, with what sets it apart.
//! 3. Describe it in docs/tournaments.md under a heading with its name (a test looks), and add
//!    a whole event of it to `tests/it/events.rs`.
//!
//! Where else it is known is in CONTRIBUTING.md.
//!
//! A format that is made of another (classes, teams) makes an [`Event`] of each part and asks
//! the inner format about it.
//!
//! # Examples
//!
//! Who meets whom in the first round of an event of six, strongest first. The settings of every
//! format are in docs/tournaments.md.
//!
//! ```
//! use komadai_tournament::{Event, State};
//!
//! let first_round = |format: &str| {
//!     let entries = (1..=6).map(|n| format!(r#"{{"id":"{n}","rating":{}}}"#, 2000 - 100 * n));
//!     let entries = entries.collect::<Vec<_>>().join(",");
//!     let event = Event::read(&format!(r#"{{"format":{format},"entries":[{entries}]}}"#))?;
//!     let next = event.check()?.next(0);
//!     assert_eq!(next.state, State::Pair);
//!     let pairs = next.games.iter().map(|game| format!("{}-{}", game.sente, game.gote));
//!     Ok::<_, Box<dyn std::error::Error>>((pairs.collect::<Vec<_>>(), next.byes.len()))
//! };
//! // The stronger half against the weaker one.
//! let (pairs, _) = first_round(r#"{"t":"swiss","rounds":4}"#)?;
//! assert_eq!(pairs, ["1-4", "5-2", "3-6"]);
//! // Those above the bar begin with a point more, and meet each other.
//! let bar = r#"{"t":"mcmahon","rounds":4,"bars":{"by":"rating","floors":[1850]}}"#;
//! let (pairs, _) = first_round(bar)?;
//! assert_eq!(pairs, ["1-2", "3-5", "6-4"]);
//! // Everybody against everybody.
//! let (pairs, _) = first_round(r#"{"t":"round_robin"}"#)?;
//! assert_eq!(pairs.len(), 3);
//! // The two strongest are through to the second round.
//! let (pairs, byes) = first_round(r#"{"t":"single_elimination"}"#)?;
//! assert_eq!((pairs.len(), byes), (2, 2));
//! let (pairs, byes) = first_round(r#"{"t":"double_elimination"}"#)?;
//! assert_eq!((pairs.len(), byes), (2, 2));
//! // Two groups of three: one of each pauses.
//! let (pairs, _) = first_round(r#"{"t":"pools","groups":2}"#)?;
//! assert_eq!(pairs.len(), 2);
//! // One against all the others.
//! let (pairs, _) = first_round(r#"{"t":"simul","host":"1"}"#)?;
//! assert_eq!(pairs.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::Contract, json_schema};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    ENTRIES_MAX, Entry, EntryId, Event, Fault, Game, Next, Problems, Setup, Standings, Tie, json,
    pairing::Why,
};

mod arena;
mod championship;
mod double_elimination;
mod groups;
mod league;
mod matches;
mod mcmahon;
mod pools;
mod round_robin;
mod simul;
mod single_elimination;
mod stages;
mod swiss;
mod tally;
mod team;
mod title_match;

pub use self::{
    league::{SeasonError, next_season},
    simul::Terms,
    title_match::challenger,
};

/// Every format there is.
pub const ALL: &[FormatEntry] = &[
    FormatEntry::new::<round_robin::RoundRobin>("round_robin").planned_by_lot().by_correspondence(),
    FormatEntry::new::<swiss::Swiss>("swiss").attended(Attendance::ByRound),
    FormatEntry::new::<mcmahon::McMahon>("mcmahon").attended(Attendance::ByRound),
    FormatEntry::new::<matches::Matches>("matches").attended(Attendance::ByRound),
    FormatEntry::new::<single_elimination::SingleElimination>("single_elimination")
        .attended(Attendance::EveryRound),
    FormatEntry::new::<double_elimination::DoubleElimination>("double_elimination")
        .attended(Attendance::EveryRound),
    FormatEntry::new::<groups::Groups>("groups").attended(Attendance::EveryRound),
    FormatEntry::new::<league::League>("league").listed(PlayersIn::Every),
    FormatEntry::new::<pools::Pools>("pools").listed(PlayersIn::Beside),
    FormatEntry::new::<championship::Championship>("championship").attended(Attendance::ByRound),
    FormatEntry::new::<stages::Stages>("stages"),
    FormatEntry::new::<title_match::TitleMatch>("title_match").attended(Attendance::EveryRound),
    FormatEntry::new::<team::Team>("team").listed(PlayersIn::Last),
    FormatEntry::new::<arena::Arena>("arena").attended(Attendance::Free),
    FormatEntry::new::<simul::Simul>("simul").listed(PlayersIn::Every).hosted(simul::PLAYERS_MAX),
];

/// One format with its settings. Every method is given an event that has been checked; what it
/// answers follows from that event alone.
pub trait Format: fmt::Debug {
    /// Notes what is wrong with the settings, or with the event for this format.
    fn check(&self, event: &Event, problems: &mut Problems);

    /// What is to be played now, without the reasons. The caller that publishes it appends games
    /// and byes to the document; asked again before that, it answers the same. `at_ms` is the
    /// present instant, for formats that go by time.
    fn next(&self, event: &Event, at_ms: u64) -> Next;

    /// How things stand.
    fn standings(&self, event: &Event) -> Standings;

    /// The ranking criteria when the organiser chooses none; empty where matches decide.
    fn criteria(&self) -> &'static [&'static str];

    /// How many rounds there will be, where that is known before the end.
    fn n_rounds(&self, event: &Event) -> Option<u32>;

    /// The games of a round as its plan has them, whether or not they have been published. Nothing
    /// where pairings follow from results.
    fn planned(&self, _event: &Event, _round: u32) -> Vec<Game> {
        Vec::new()
    }

    /// Everybody in the order in which they are placed before the first round, where pairings follow
    /// from the places.
    fn draw(&self, _event: &Event) -> Vec<EntryId> {
        Vec::new()
    }

    /// Who plays everybody else at once, where somebody does. They are at one board at a time, so
    /// the others wait for them.
    fn host<'e>(&self, _event: &'e Event) -> Option<&'e Entry> {
        None
    }

    /// Whether all who share the first place are its champions.
    fn shares_title(&self) -> bool {
        true
    }

    /// Whether all rounds that the ranking with that title is of have been published, though other
    /// parts of the event may have some to come.
    fn is_published(&self, event: &Event, _title: &str) -> bool {
        let has_all = self.n_rounds(event).is_some_and(|rounds| rounds <= event.n_rounds());
        has_all || self.standings(event).over
    }

    /// The slot of what concerns the ranking with that title; nothing where that is no part of the
    /// event.
    fn slot_of(&self, _title: &str) -> Option<String> {
        None
    }

    /// Whether the games of a play-off may have that slot.
    fn takes_play_off(&self, _slot: Option<&str>) -> bool {
        false
    }

    /// Whether the organiser may order pairings of rounds to come.
    fn takes_orders(&self) -> bool {
        false
    }

    /// Whether an order for that round, which is to come, is of any effect.
    fn takes_orders_for(&self, _round: u32) -> bool {
        self.takes_orders()
    }

    /// The reasons for the pairings that `next` would publish; when one is named, only its own,
    /// with the exact best alternative. Nothing where pairings follow a plan.
    fn why(&self, _event: &Event, _of: Option<[&EntryId; 2]>) -> Vec<Why> {
        Vec::new()
    }
}

/// The organiser's criteria, or the format's own.
pub(crate) fn criteria(format: &dyn Format, event: &Event) -> Vec<Tie> {
    if event.tiebreaks.is_empty() { Tie::list(format.criteria()) } else { event.tiebreaks.clone() }
}

/// Which rounds a format expects its players to attend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attendance {
    /// Every round: a player who misses one loses it.
    EveryRound,
    /// All rounds: a player may miss one, but cannot return after withdrawing.
    Whole,
    /// The rounds they choose: a player who has withdrawn may return for the next one. The
    /// organiser may pair such a round by hand.
    ByRound,
    /// They come and go as they like until it ends.
    Free,
}

/// Which of a format's rankings have its players one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayersIn {
    /// The first.
    First,
    /// The last, behind their teams.
    Last,
    /// All of them, one after the other.
    Every,
    /// All of them, in parallel: the first of each before the second ones.
    Beside,
}

/// A format's name, what sets it apart whatever its settings are, and how they are read.
#[derive(Clone, Copy)]
pub struct FormatEntry {
    /// The name in documents.
    pub name: &'static str,
    /// When its players are there.
    pub attendance: Attendance,
    /// Where its players are ranked.
    pub players_in: PlayersIn,
    /// How many may play it.
    pub players_max: usize,
    /// Whether one of them, the host named in its settings, plays everybody else at once.
    pub is_hosted: bool,
    /// Whether its games may last for weeks, because no pairing waits for them.
    pub may_be_by_correspondence: bool,
    /// Its plan for all rounds goes by the seeding: where that may still change, it is left to the
    /// lot.
    pub(crate) by_lot: bool,
    read: ReadSettings,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

/// Reads a format's settings; an error comes with its place.
type ReadSettings = fn(Value) -> Result<Box<dyn Format>, (String, serde_json::Error)>;

impl FormatEntry {
    const fn new<F>(name: &'static str) -> Self
    where
        F: Format + DeserializeOwned + JsonSchema + 'static,
    {
        Self {
            name,
            attendance: Attendance::Whole,
            players_in: PlayersIn::First,
            players_max: ENTRIES_MAX,
            is_hosted: false,
            may_be_by_correspondence: false,
            by_lot: false,
            read: |value| Ok(Box::new(json::read::<F, _>(value)?)),
            schema: F::json_schema,
        }
    }

    const fn attended(mut self, attendance: Attendance) -> Self {
        self.attendance = attendance;
        self
    }

    const fn planned_by_lot(mut self) -> Self {
        self.by_lot = true;
        self
    }

    const fn by_correspondence(mut self) -> Self {
        self.may_be_by_correspondence = true;
        self
    }

    const fn listed(mut self, players_in: PlayersIn) -> Self {
        self.players_in = players_in;
        self
    }

    const fn hosted(mut self, players_max: usize) -> Self {
        self.is_hosted = true;
        self.players_max = players_max;
        self
    }

    /// The format of that name.
    pub fn of(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|known| known.name == name)
    }
}

impl fmt::Debug for FormatEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({})", self.name)
    }
}

/// Why a set-up cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// There is none of that name.
    #[error("there is no format `{0}`")]
    Unknown(String),
    /// Its settings are not as documented.
    #[error("settings of `{name}`: {source}")]
    Settings {
        /// The format.
        name: &'static str,
        /// The path to the place in the settings; `.` for all of them.
        at: String,
        /// What is wrong.
        source: serde_json::Error,
    },
}

impl FormatError {
    /// Notes it; the set-up stands at that place of the document.
    pub(crate) fn note(&self, setup: &str, problems: &mut Problems) {
        let at = match self {
            Self::Settings { at, .. } if at != "." => format!("{setup}.{at}"),
            Self::Settings { .. } => setup.to_owned(),
            Self::Unknown(_) => format!("{setup}.t"),
        };
        problems.add(Fault::Format, at, self.to_string());
    }
}

/// Reads a set-up.
///
/// ```
/// use komadai_tournament::formats;
///
/// let format = serde_json::from_str(r#"{"t":"swiss","rounds":5}"#)?;
/// assert!(formats::read(&format).is_ok());
///
/// let misspelt = serde_json::from_str(r#"{"t":"swiss","round":5}"#)?;
/// assert!(formats::read(&misspelt).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(setup: &Setup) -> Result<Box<dyn Format>, FormatError> {
    let known =
        FormatEntry::of(&setup.name).ok_or_else(|| FormatError::Unknown(setup.name.clone()))?;
    (known.read)(Value::Object(setup.settings.clone()))
        .map_err(|(at, source)| FormatError::Settings { name: known.name, at, source })
}

/// What a set-up may be, each kind by a name of its own. It is kept as it was sent, so that what
/// has a default may be missing where it is told as well.
pub(crate) fn schema(generator: &mut SchemaGenerator) -> Schema {
    let mut settings = generator.settings().clone();
    settings.contract = Contract::Deserialize;
    let mut sent = settings.into_generator();
    let mut kinds = Vec::new();
    for known in ALL {
        let mut schema = (known.schema)(&mut sent);
        let fields = schema.ensure_object();
        let properties = fields.entry("properties").or_insert_with(|| json!({}));
        properties["t"] = json!({ "type": "string", "const": known.name });
        if let Value::Array(required) = fields.entry("required").or_insert_with(|| json!([])) {
            required.push("t".into());
        }
        json::without_defaults(&mut schema);
        let name = schema_name(known.name);
        kinds.push(reference(generator, &name));
        generator.definitions_mut().insert(name, schema.into());
    }
    for (name, mut shared) in sent.take_definitions(false) {
        if let Ok(shared) = <&mut Schema>::try_from(&mut shared) {
            json::without_defaults(shared);
        }
        generator.definitions_mut().entry(name).or_insert(shared);
    }
    json_schema!({
        "description": "A format by its name, with its settings.",
        "oneOf": kinds,
    })
}

/// `round_robin` is `RoundRobinFormat`.
fn schema_name(format: &str) -> String {
    let words = format.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.chain(["Format".to_owned()]).collect()
}

/// The schema of a set-up within another, as a reference: written out it would have no end.
pub(crate) fn inner_schema(generator: &mut SchemaGenerator) -> Schema {
    reference(generator, &Setup::schema_name())
}

/// The schema of a set-up within another that is one of these.
pub(crate) fn one_of(generator: &SchemaGenerator, formats: &[&str]) -> Schema {
    let kinds: Vec<_> =
        formats.iter().map(|format| reference(generator, &schema_name(format))).collect();
    json_schema!({ "oneOf": kinds })
}

fn reference(generator: &SchemaGenerator, name: &str) -> Schema {
    let path = &generator.settings().definitions_path;
    Schema::new_ref(format!("#/{}/{name}", path.trim_matches('/')))
}

/// When games are published in formats that follow a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Release {
    /// Each round once the previous one is over.
    #[default]
    Rounds,
    /// Each game as soon as it can be played.
    Free,
}
