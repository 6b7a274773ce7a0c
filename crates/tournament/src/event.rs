//! The event document: everything that pairings and standings follow from.
//!
//! It holds the set-up, the entries, every pairing that has been published with its result, and the
//! organiser's orders. Nothing else decides anything: every reader of the same document gets the
//! same next round, after a restart too. Published pairings are facts; to change one, annul the
//! game and publish a new one, never edit it.

use std::{borrow::Cow, collections::HashMap};

use komadai_rules::Side;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Bye, Entry, EntryId, Fault, Game, GameKey, HandicapPolicy, Next, Order, Outcome, Points,
    Prizes, Problems, Standings, State, Tie, TieDecision, Wait, check,
    formats::{self, Attendance, Format, FormatEntry, PlayersIn},
    json,
    pairing::Why,
    tie,
};

/// The most entries an event may have.
pub const ENTRIES_MAX: usize = 3_000;

/// The most games an event may have: everybody's in every round.
pub const GAMES_MAX: usize = ENTRIES_MAX / 2 * ROUNDS_MAX as usize;

/// The highest number of a round.
pub const ROUNDS_MAX: u32 = 1_000;

/// A whole event. See docs/tournaments.md for the JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Of the document's form; 1.
    #[serde(default = "version")]
    pub version: u32,
    /// The name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// All lots are drawn from it.
    #[serde(default)]
    pub seed: u64,
    /// The format and its settings.
    pub format: Setup,
    /// What ranks, the most important first; the format's own when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiebreaks: Vec<Tie>,
    /// The points for results.
    #[serde(default)]
    pub scoring: Scoring,
    /// How sides are decided.
    #[serde(default)]
    pub sides: Sides,
    /// Whether the stronger give handicaps.
    #[serde(default)]
    pub handicap: HandicapPolicy,
    /// The entries.
    pub entries: Vec<Entry>,
    /// Every pairing so far.
    #[serde(default)]
    pub games: Vec<Game>,
    /// Every round without a game so far.
    #[serde(default)]
    pub byes: Vec<Bye>,
    /// The organiser's orders for rounds to come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Order>,
    /// The organiser's word on players who are level, the last of which counts first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<TieDecision>,
    /// The organiser has ended it, or its time is up: nothing more is paired.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// Who came and went in an arena.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub presence: Vec<Presence>,
    /// The prizes.
    #[serde(default, skip_serializing_if = "Prizes::is_empty")]
    pub prizes: Prizes,
}

fn version() -> u32 {
    1
}

/// A format by its name, with settings that the format itself reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The name: `swiss`, `round_robin`, …
    #[serde(rename = "t")]
    pub name: String,
    /// The rest of the object.
    #[serde(flatten)]
    pub settings: Map<String, Value>,
}

impl Setup {
    /// When its players are there.
    pub fn attendance(&self) -> Attendance {
        FormatEntry::of(&self.name).map_or(Attendance::Whole, |known| known.attendance)
    }

    /// Which of its rankings have the players one by one.
    pub fn players_in(&self) -> PlayersIn {
        FormatEntry::of(&self.name).map_or(PlayersIn::First, |known| known.players_in)
    }

    /// How many may play it.
    pub fn players_max(&self) -> usize {
        FormatEntry::of(&self.name).map_or(ENTRIES_MAX, |known| known.players_max)
    }

    /// Whether one of its players plays everybody else at once.
    pub fn is_hosted(&self) -> bool {
        FormatEntry::of(&self.name).is_some_and(|known| known.is_hosted)
    }

    /// Whether its games may last for weeks.
    pub fn may_be_by_correspondence(&self) -> bool {
        FormatEntry::of(&self.name).is_some_and(|known| known.may_be_by_correspondence)
    }
}

impl JsonSchema for Setup {
    fn schema_name() -> Cow<'static, str> {
        "TournamentFormat".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        formats::schema(generator)
    }
}

/// The points for results, each a multiple of half a point, and for how many absences there are any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// A win, also by the opponent's absence.
    pub win: Points,
    /// A draw.
    pub draw: Points,
    /// A loss.
    pub loss: Points,
    /// A bye.
    pub bye: Points,
    /// An announced absence.
    pub absence: Points,
    /// A round missed by entering late.
    pub missed: Points,
    /// Not appearing for a game.
    pub no_show: Points,
    /// How many absences of a player, rounds missed by entering late included, have points: the
    /// first ones; all of them if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absences_max: Option<u32>,
    /// The last round in which an absence has points; every round if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absences_until: Option<u32>,
}

impl Scoring {
    /// What an organiser who says nothing of points is given for a new event: the usual ones, with
    /// points for two absences at most. A document that says nothing has no limit.
    pub fn of_new() -> Self {
        Self { absences_max: Some(2), ..Self::default() }
    }
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            win: Points::ONE,
            draw: Points::HALF,
            loss: Points::ZERO,
            bye: Points::ONE,
            absence: Points::HALF,
            missed: Points::HALF,
            no_show: Points::ZERO,
            absences_max: None,
            absences_until: None,
        }
    }
}

/// How sides are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// The pairing assigns them, so that every player has both equally often.
    #[default]
    Balance,
    /// Furigoma at the board (§3.1), unless a series or a handicap fixes them.
    Furigoma,
}

/// Somebody coming to an arena, or pausing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// The entry.
    pub entry: EntryId,
    /// When, Unix milliseconds.
    pub at_ms: u64,
    /// Comes (or comes back), or pauses (or leaves).
    pub here: bool,
}

/// Why a text is no event document.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or not of the documented form.
    #[error("the document cannot be read at `{at}`")]
    Json {
        /// The path to the place: `entries[3].rating`; `.` is the document itself.
        at: String,
        /// What is wrong there, with line and column.
        source: serde_json::Error,
    },
    /// It is of the form, but contradicts itself.
    #[error("the document contradicts itself")]
    Problems(#[from] Problems),
}

impl Event {
    /// An event with a format and nothing else.
    pub fn new(name: &str, format: Setup) -> Self {
        Self {
            version: version(),
            name: name.to_owned(),
            seed: 0,
            format,
            tiebreaks: Vec::new(),
            scoring: Scoring::default(),
            sides: Sides::default(),
            handicap: HandicapPolicy::default(),
            entries: Vec::new(),
            games: Vec::new(),
            byes: Vec::new(),
            orders: Vec::new(),
            decisions: Vec::new(),
            closed: false,
            presence: Vec::new(),
            prizes: Prizes::default(),
        }
    }

    /// Reads a document and checks it. Games without a key get one.
    ///
    /// ```
    /// use komadai_tournament::{Event, ReadError};
    ///
    /// let twice = r#"{"format":{"t":"round_robin"},"entries":[{"id":"an"},{"id":"an"}]}"#;
    /// let Err(ReadError::Problems(problems)) = Event::read(twice) else { panic!("it is wrong") };
    /// assert_eq!(problems.0[0].at, "entries[1]");
    /// ```
    pub fn read(json: &str) -> Result<Self, ReadError> {
        let mut event: Self = json::read(&mut serde_json::Deserializer::from_str(json))
            .map_err(|(at, source)| ReadError::Json { at, source })?;
        event.name_games();
        event.check()?;
        Ok(event)
    }

    /// Whether the document makes sense: the only way to its format's answers.
    pub fn check(&self) -> Result<CheckedEvent<'_>, Problems> {
        let mut problems = Problems::default();
        check::check(self, &mut problems);
        let format = match formats::read(&self.format) {
            Ok(format) => {
                format.check(self, &mut problems);
                tie::check_play_offs(self, format.as_ref(), &mut problems);
                Some(format)
            }
            Err(error) => {
                error.note("format", &mut problems);
                None
            }
        };
        problems.into_result()?;
        match format {
            Some(format) => Ok(CheckedEvent { event: self, format }),
            None => Err(Problems::default()),
        }
    }

    /// Whether its settings can be, before anybody is entered: [`Event::check_ranking`], and what
    /// the format says of itself.
    ///
    /// # Errors
    /// What cannot be.
    pub fn check_settings(&self) -> Result<(), Problems> {
        self.check_ranking()?;
        let mut problems = Problems::default();
        match formats::read(&self.format) {
            Ok(format) => format.check(self, &mut problems),
            Err(error) => error.note("format", &mut problems),
        }
        // Who holds a title, and who is the host, is looked up among the entries.
        let is_looked_up = |code| [Fault::Holder, Fault::Host].contains(&code);
        problems.0.retain(|it| it.at.starts_with("format") && !is_looked_up(it.code));
        problems.into_result()
    }

    /// Whether what ranks and what results are worth can be, before anybody is entered. A format
    /// without criteria of its own (a bracket, a title match) takes none.
    pub fn check_ranking(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        check::ranking(self, &mut problems);
        let ranks = |format: Box<dyn Format>| !format.criteria().is_empty();
        if !self.tiebreaks.is_empty() && !formats::read(&self.format).is_ok_and(ranks) {
            problems.add(Fault::Tiebreaks, "tiebreaks", "this format has no tie-breaks");
        }
        problems.into_result()
    }

    /// What ranks: the organiser's criteria, or else the format's own.
    pub fn criteria(&self) -> Vec<Tie> {
        formats::read(&self.format).map_or_else(
            |_| self.tiebreaks.clone(),
            |format| formats::criteria(format.as_ref(), self),
        )
    }

    /// Who plays everybody else at once, where somebody does.
    pub fn host(&self) -> Option<&Entry> {
        formats::read(&self.format).ok()?.host(self)
    }

    /// The number of the last round that has been published; 0 before the first.
    pub fn n_rounds(&self) -> u32 {
        let games = self.games.iter().filter(|game| !game.is_annulled()).map(|game| game.round);
        games.chain(self.byes.iter().map(|bye| bye.round)).max().unwrap_or(0)
    }

    /// The entry with that id.
    pub fn entry(&self, id: &EntryId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == *id)
    }

    /// The game with that key.
    pub fn game(&self, key: &GameKey) -> Option<&Game> {
        self.games.iter().find(|game| game.key == *key)
    }

    /// What counts for a game: the ruling, the result, or else the no-show of a player who has
    /// withdrawn before its round. `entry` looks up an entry.
    pub fn outcome_of<'e>(
        &self,
        game: &Game,
        entry: &dyn Fn(&EntryId) -> Option<&'e Entry>,
    ) -> Option<Outcome> {
        game.outcome().or_else(|| {
            let left = |id| entry(id).is_some_and(|entry| entry.has_left(game.round));
            match (left(&game.sente), left(&game.gote)) {
                (false, false) => None,
                (true, false) => Some(Outcome::no_show(Side::Sente)),
                (false, true) => Some(Outcome::no_show(Side::Gote)),
                (true, true) => Some(Outcome::BothNoShow),
            }
        })
    }

    /// The games that count, with their outcomes, in the order of their rounds and boards.
    pub fn played(&self) -> Vec<(&Game, Option<Outcome>)> {
        let by_id: HashMap<&EntryId, &Entry> =
            self.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let mut games: Vec<_> = self
            .games
            .iter()
            .filter(|game| !game.is_annulled())
            .map(|game| (game, self.outcome_of(game, &|id| by_id.get(id).copied())))
            .collect();
        games.sort_by(|(a, _), (b, _)| (a.round, a.board, &a.key).cmp(&(b.round, b.board, &b.key)));
        games
    }

    /// The games without a result.
    pub fn pending(&self) -> Vec<GameKey> {
        self.pending_games().map(|game| game.key.clone()).collect()
    }

    /// The games that are being played, as they stand in the document.
    pub fn pending_games(&self) -> impl Iterator<Item = &Game> {
        let games = self.played().into_iter().filter(|(_, outcome)| outcome.is_none());
        games.map(|(game, _)| game)
    }

    /// Why a published round has this pairing, or this bye: by the document as it was before
    /// that round, with the rulings and withdrawals that have come since. A pairing that would not be made any more
    /// is explained without an alternative. Nothing for formats whose pairings follow a plan.
    ///
    /// # Errors
    /// What contradicts itself in the document.
    pub fn why_published(
        &self,
        round: u32,
        a: &EntryId,
        b: Option<&EntryId>,
    ) -> Result<Option<Why>, Problems> {
        let mut before = self.before_round(round);
        let Some(b) = b else {
            let of_all = before.check()?.next(0).why.into_iter();
            return Ok(of_all.into_iter().find(|why| why.gote.is_none() && why.sente == *a));
        };
        if let Some(why) = before.check()?.why(a, b) {
            return Ok(Some(why));
        }
        let is_pair = |why: &Why| why.sente == *a && why.gote.as_ref() == Some(b);
        let ordered = before.check()?.next(0).why.into_iter().find(is_pair);
        if ordered.is_some() {
            return Ok(ordered);
        }
        // It costs what it would cost if somebody ordered it.
        let (sente, gote) = (a.clone(), b.clone());
        before.orders.retain(|order| matches!(order, Order::Forbid { .. }));
        before.orders.push(Order::Pair { round, sente, gote, reason: String::new() });
        let Ok(checked) = before.check() else { return Ok(None) };
        let found = checked.next(0).why.into_iter().find(is_pair);
        Ok(found.map(|why| Why { ordered: false, ..why }))
    }

    /// Gives a key to every game that has none.
    fn name_games(&mut self) {
        let mut taken: std::collections::HashSet<GameKey> =
            self.games.iter().map(|game| game.key.clone()).collect();
        let mut last: HashMap<u32, u32> = HashMap::new();
        for game in self.games.iter_mut().filter(|game| game.key.is_empty()) {
            let n = last.entry(game.round).or_default();
            game.key = loop {
                *n += 1;
                let key = GameKey::from(format!("{}-{n}", game.round));
                if taken.insert(key.clone()) {
                    break key;
                }
            };
        }
    }
}

/// An event that makes sense, with the format that knows what it means.
#[derive(Debug)]
pub struct CheckedEvent<'e> {
    event: &'e Event,
    format: Box<dyn Format>,
}

impl CheckedEvent<'_> {
    /// What is to be played next, and why. `at_ms` (Unix milliseconds) matters to arenas only.
    ///
    /// ```
    /// use komadai_tournament::{Event, State, Wait};
    ///
    /// let json = r#"{"format":{"t":"round_robin"},"entries":[{"id":"an"},{"id":"binh"}]}"#;
    /// let mut event = Event::read(json)?;
    /// let next = event.check()?.next(0);
    /// assert_eq!(next.state, State::Pair);
    /// event.publish(&next)?;
    /// // The game is being played.
    /// let next = event.check()?.next(0);
    /// assert_eq!(next.waiting_for, Some(Wait::Games { games: event.pending() }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next(&self, at_ms: u64) -> Next {
        let mut next = self.pairings(at_ms);
        if next.state == State::Pair {
            next.why = self.format.why(self.event, None);
        }
        next
    }

    /// What is to be played next, without the reasons, which take most of the time.
    pub fn pairings(&self, at_ms: u64) -> Next {
        if !self.event.closed {
            return self.format.next(self.event, at_ms);
        }
        let games = self.event.pending();
        if games.is_empty() { Next::over() } else { Next::wait(Wait::Games { games }) }
    }

    /// How things stand.
    pub fn standings(&self) -> Standings {
        let mut standings = self.format.standings(self.event);
        if self.event.closed && !standings.over && self.event.pending().is_empty() {
            standings.over = true;
            if let Some(first) = standings.rankings.first_mut() {
                first.crown(self.format.shares_title());
            }
        }
        tie::mark_lots(&mut standings);
        standings.prizes = self.event.prizes.awards(self.event, &standings);
        standings
    }

    /// Explains one pairing of the round that [`CheckedEvent::next`] would publish, with the exact
    /// best alternative. Nothing for formats whose pairings follow a plan.
    ///
    /// ```
    /// use komadai_tournament::Event;
    ///
    /// let event = Event::read(
    ///     r#"{
    ///         "format": { "t": "swiss", "rounds": 3 },
    ///         "entries": [
    ///             { "id": "an", "rating": 1900 }, { "id": "binh", "rating": 1700 },
    ///             { "id": "chi", "rating": 1600 }, { "id": "dung", "rating": 1500 }
    ///         ]
    ///     }"#,
    /// )?;
    /// let why = event.check()?.why(&"an".into(), &"chi".into()).expect("they meet in round 1");
    /// assert!(why.costs.is_empty(), "this pairing satisfies every rule");
    /// assert!(why.alternative.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(&self, a: &EntryId, b: &EntryId) -> Option<Why> {
        let is_open = self.pairings(0).state == State::Pair;
        is_open.then(|| self.format.why(self.event, Some([a, b])).pop()).flatten()
    }

    /// How many rounds there will be, where that is known before the end.
    pub fn n_rounds(&self) -> Option<u32> {
        self.format.n_rounds(self.event)
    }

    /// The format.
    pub fn format(&self) -> &dyn Format {
        &*self.format
    }
}
