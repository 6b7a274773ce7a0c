//! How a circuit stands: who is one person in its events, and what they have reached.

use std::collections::{BTreeSet, HashMap};

use komadai_community::{circuits::CircuitSettings, folding::fold};
use komadai_store::circuits::{CircuitAlias, account_key, entry_key};
use komadai_tournament::{
    Entry, EntryId, Points,
    circuit::{self, CircuitEvent, CircuitResult, CircuitRow},
};
use serde::{Deserialize, Serialize};

use super::EventView;
use crate::tournaments::Tournament;

/// What somebody has reached in an event, in so far as it follows from that event alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPlacing {
    pub entry: EntryId,
    /// From 1; several have the same where they share it.
    pub place: usize,
    pub points: Points,
}

/// What everybody has reached in an event so far; nothing before it has begun.
pub fn placings(it: &Tournament) -> Vec<EventPlacing> {
    let Ok(checked) = it.event.check() else { return Vec::new() };
    let found = circuit::placings(&checked.standings(), it.event.format.players_in());
    let placing = |(entry, place, points)| EventPlacing { entry, place, points };
    found.into_iter().map(placing).collect()
}

/// Whom the entries of a circuit's events belong to.
#[derive(Clone, Debug, Default)]
pub struct Aliases<'a> {
    target_of: HashMap<&'a str, &'a str>,
}

impl<'a> Aliases<'a> {
    pub fn new(kept: &'a [CircuitAlias]) -> Self {
        let pair = |it: &'a CircuitAlias| (it.source.as_str(), it.target.as_str());
        Self { target_of: kept.iter().map(pair).collect() }
    }

    /// The key of the person whose entry this is: by an organiser's word, else the account, else
    /// the name and the club.
    pub fn person(&self, it: &Tournament, entry: &Entry) -> String {
        let source = entry_key(it.code(), entry.id.as_str());
        let mut key = match self.target_of.get(source.as_str()) {
            Some(target) => (*target).to_owned(),
            None => key_of(it, entry),
        };
        // Nothing leads in a circle, but what is stored is not trusted for it.
        for _ in 0..self.target_of.len() {
            match self.target_of.get(key.as_str()) {
                Some(next) if **next != key => key = (*next).to_owned(),
                _ => break,
            }
        }
        key
    }

    /// The keys of everybody in these events.
    pub fn people(&self, events: &[EventView]) -> BTreeSet<String> {
        let of = |event: &EventView| {
            let it = event.stored.tournament.clone();
            it.event.entries.iter().map(|entry| self.person(&it, entry)).collect::<Vec<_>>()
        };
        events.iter().flat_map(of).collect()
    }
}

/// The key of an entry's person as the event itself knows them.
fn key_of(it: &Tournament, entry: &Entry) -> String {
    match it.people.get(&entry.id) {
        Some(person) => account_key(person.user.code()),
        None => {
            let club = entry.club.as_deref().unwrap_or_default();
            format!("{}|{}", fold(entry.display_name()), fold(club))
        }
    }
}

/// Somebody in a circuit, as their latest event knows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CircuitPerson {
    pub name: String,
    /// The account's handle, if there is an account.
    pub handle: Option<String>,
    pub bot: bool,
    pub entry: Entry,
    /// Their entries, one for each event in which they have played.
    pub entries: Vec<Option<EntryId>>,
}

/// How a circuit stands.
#[derive(Clone, Debug, Default)]
pub struct CircuitStandings {
    pub people: HashMap<String, CircuitPerson>,
    /// Everybody, best first.
    pub rows: Vec<CircuitRow>,
    /// The categories by name, in their order.
    pub categories: Vec<(String, Vec<CircuitRow>)>,
}

/// How a circuit stands after these events, which are in their order, each with what was reached
/// there.
pub fn standings(
    settings: &CircuitSettings,
    aliases: &[CircuitAlias],
    events: &[(EventView, Vec<EventPlacing>)],
) -> CircuitStandings {
    let aliases = Aliases::new(aliases);
    let mut people: HashMap<String, CircuitPerson> = HashMap::new();
    let mut played = Vec::with_capacity(events.len());
    for (at, (event, placings)) in events.iter().enumerate() {
        let it = &event.stored.tournament;
        let mut results = Vec::with_capacity(placings.len());
        for EventPlacing { entry, place, points } in placings {
            let Some(entry) = it.event.entry(entry) else { continue };
            let key = aliases.person(it, entry);
            let account = it.people.get(&entry.id);
            let known = people.entry(key.clone()).or_default();
            // The latest says who they are, but an account is not forgotten for a line of a list.
            if known.handle.is_none() || account.is_some() {
                known.name = entry.display_name().to_owned();
                known.handle = account.map(|it| it.handle.clone()).filter(|it| !it.is_empty());
                known.bot = account.is_some_and(|it| it.bot);
            }
            known.entry = entry.clone();
            known.entries.resize(events.len(), None);
            if let Some(own) = known.entries.get_mut(at) {
                *own = Some(entry.id.clone());
            }
            results.push(CircuitResult { person: key, place: *place, points: *points });
        }
        played.push(CircuitEvent { weight_percent: event.weight_percent, results });
    }
    let rows = circuit::standings(&settings.rule, &played);
    let categories = settings.rule.categories.iter().map(|category| {
        let has = |key: &str| people.get(key).is_some_and(|it| category.who.has(&it.entry));
        (category.name.clone(), circuit::among(&rows, has))
    });
    let categories = categories.collect();
    CircuitStandings { people, rows, categories }
}
