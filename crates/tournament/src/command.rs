//! `komadai pairing`: documents in, answers out, as text. Reading files and printing is left to the
//! caller.

use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Problems, ReadError, Setup, Standings,
    files::{self, About, FileError},
    formats, json,
    pairing::Why,
    simulate::{Plan, Quality, quality},
    text::cross_table,
};

/// Why a command has no answer.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The document is none.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The event that was asked for makes no sense.
    #[error("no such event can be simulated")]
    Problems(#[from] Problems),
    /// The next round cannot be published.
    #[error("the round cannot be published")]
    Edit(#[from] crate::edit::EditError),
    /// The answer cannot be written.
    #[error("the answer cannot be written")]
    Json(#[from] serde_json::Error),
    /// There is no next season.
    #[error("there is no next season")]
    Season(#[from] formats::SeasonError),
    /// Another program's file is not read or not written.
    #[error(transparent)]
    File(#[from] FileError),
    /// These two are not paired by choice.
    #[error("`{0}` and `{1}` are not paired freely in the next round")]
    NotPaired(EntryId, EntryId),
}

/// Pairings, byes and the reasons for them.
pub fn next(document: &str, at_ms: u64) -> Result<String, CommandError> {
    let event = Event::read(document)?;
    let next = event.check()?.next(at_ms);
    Ok(serde_json::to_string_pretty(&next)?)
}

/// The document with the next pairings in it.
pub fn publish(document: &str, at_ms: u64) -> Result<String, CommandError> {
    let mut event = Event::read(document)?;
    let next = event.check()?.next(at_ms);
    event.publish(&next)?;
    Ok(serde_json::to_string_pretty(&event)?)
}

/// Why these two meet, with the exact best alternative.
pub fn why(document: &str, a: &str, b: &str) -> Result<String, CommandError> {
    let event = Event::read(document)?;
    let (a, b) = (EntryId::from(a), EntryId::from(b));
    let why: Option<Why> = event.check()?.why(&a, &b);
    Ok(serde_json::to_string_pretty(&why.ok_or(CommandError::NotPaired(a, b))?)?)
}

/// Standings as JSON.
pub fn standings(document: &str) -> Result<String, CommandError> {
    let event = Event::read(document)?;
    let standings = event.check()?.standings();
    Ok(serde_json::to_string_pretty(&standings)?)
}

/// Standings as a cross table.
///
/// ```
/// use komadai_tournament::command;
///
/// let document = r#"{"format":{"t":"swiss","rounds":3},"entries":[{"id":"an"},{"id":"binh"}]}"#;
/// let published = command::publish(document, 0)?;
/// assert!(command::standings_text(&published)?.contains("binh"));
/// # Ok::<(), command::CommandError>(())
/// ```
pub fn standings_text(document: &str) -> Result<String, CommandError> {
    let event = Event::read(document)?;
    let standings = event.check()?.standings();
    Ok(cross_table(&event, &standings))
}

/// The document of the next season of a league.
pub fn season(document: &str, name: &str, seed: u64) -> Result<String, CommandError> {
    let event = Event::read(document)?;
    let next = formats::next_season(&event, name, seed)?;
    Ok(serde_json::to_string_pretty(&next)?)
}

/// The event as a file of another program, by the kind's name.
pub fn export(document: &str, kind: &str, about: &About) -> Result<String, CommandError> {
    let known = files::ProgramFile::of(kind).ok_or_else(|| FileError::Name(kind.to_owned()))?;
    let event = Event::read(document)?;
    let standings = event.check()?.standings();
    Ok(known.write(&event, &standings, about)?)
}

/// A simulated event with everything that is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulatedEvent {
    /// The document, played to its end.
    pub event: Event,
    /// The standings at its end.
    pub standings: Standings,
    /// What its pairings were like.
    pub quality: Quality,
}

impl SimulatedEvent {
    /// Makes up an event and plays it.
    pub fn new(plan: &Plan, format: &Setup) -> Result<Self, CommandError> {
        plan.check()?;
        let mut event = plan.event(format.clone());
        plan.play(&mut event)?;
        let standings = event.check()?.standings();
        let quality = quality(&event, &standings);
        Ok(Self { event, standings, quality })
    }

    /// Cross table and figures, for people.
    pub fn to_text(&self) -> String {
        let q = &self.quality;
        let table = cross_table(&self.event, &self.standings);
        format!(
            "{table}\n\
             rounds {}, games {}\n\
             repeats {}, second byes {}\n\
             uneven pairings {} (points {}, largest {}), repeated floats {}\n\
             sides: largest difference {}, players above two {}, thrice in a row {}\n\
             pairings within a club {}\n\
             correlation of places with ratings {:.3}\n",
            q.rounds,
            q.games,
            q.repeats,
            q.second_byes,
            q.uneven,
            q.uneven_points,
            q.uneven_max,
            q.floats_again,
            q.colour_difference_max,
            q.colour_difference_above_two,
            q.colour_rows,
            q.same_club,
            q.order,
        )
    }
}

/// The set-up a person names: a whole one in JSON, or a format's name with its usual settings.
pub fn setup(format: &str, rounds: u32) -> Result<Setup, CommandError> {
    let json = match format {
        format if format.trim_start().starts_with('{') => format.to_owned(),
        "swiss" => format!(r#"{{"t":"swiss","rounds":{rounds}}}"#),
        "mcmahon" => {
            let bars = r#"{"by":"grade","top":"3-dan","bottom":"15-kyu"}"#;
            format!(r#"{{"t":"mcmahon","rounds":{rounds},"bars":{bars}}}"#)
        }
        "league" => {
            let classes = r#"[{"name":"A","down":2},{"name":"B","up":2}]"#;
            format!(r#"{{"t":"league","classes":{classes}}}"#)
        }
        "title_match" => r#"{"t":"title_match","best_of":7,"holder":""}"#.to_owned(),
        "team" => {
            let inner = format!(r#"{{"t":"swiss","rounds":{rounds}}}"#);
            format!(r#"{{"t":"team","boards":3,"inner":{inner}}}"#)
        }
        "matches" => {
            let inner = format!(r#"{{"t":"swiss","rounds":{rounds}}}"#);
            format!(r#"{{"t":"matches","inner":{inner}}}"#)
        }
        "simul" => r#"{"t":"simul","host":""}"#.to_owned(),
        "arena" => r#"{"t":"arena","start_ms":0,"duration_ms":3600000}"#.to_owned(),
        "championship" => {
            let inner = format!(r#"{{"t":"swiss","rounds":{rounds}}}"#);
            format!(r#"{{"t":"championship","best":8,"inner":{inner}}}"#)
        }
        "pools" => r#"{"t":"pools","groups":2}"#.to_owned(),
        "stages" => {
            let groups = r#"{"name":"Groups","format":{"t":"pools","groups":2}}"#;
            let cup = r#"{"name":"Cup","format":{"t":"single_elimination"},"from":[{"stage":"Groups","last":2}]}"#;
            format!(r#"{{"t":"stages","stages":[{groups},{cup}]}}"#)
        }
        name => format!(r#"{{"t":{}}}"#, serde_json::to_string(name)?),
    };
    json::read(&mut serde_json::Deserializer::from_str(&json))
        .map_err(|(at, source)| ReadError::Json { at, source }.into())
}
