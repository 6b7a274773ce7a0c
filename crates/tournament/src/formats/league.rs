//! League: classes, each of which plays an event of its own, with promotion and relegation from
//! season to season.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::{
    Bye, Entry, EntryId, Event, Fault, Next, Problems, Ranking, Remark, Setup, Standings, State,
    Wait, check,
    formats::{self, Format},
    pairing::Why,
    part::{self, Part, SEPARATOR},
};

/// The settings of a league.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct League {
    /// The classes, highest first.
    classes: Vec<Class>,
    /// The format that every class plays.
    #[serde(default = "round_robin")]
    #[schemars(schema_with = "formats::inner_schema")]
    inner: Setup,
}

/// A class.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LeagueClass")]
struct Class {
    /// Its name, as in the entries' `class`.
    name: String,
    /// How many are promoted.
    #[serde(default)]
    up: usize,
    /// How many are relegated.
    #[serde(default)]
    down: usize,
    /// The size to which the class is filled from below when players leave.
    #[serde(default)]
    size: Option<usize>,
}

fn round_robin() -> Setup {
    Setup { name: "round_robin".to_owned(), settings: Map::new() }
}

impl Format for League {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        let mut names: Vec<&str> = self.classes.iter().map(|class| class.name.as_str()).collect();
        names.sort_unstable();
        if names.is_empty() || names.windows(2).any(|pair| pair[0] == pair[1]) {
            problems.add(Fault::Classes, "format.classes", "classes have names, each its own");
        }
        if names.iter().any(|name| name.is_empty() || name.contains(SEPARATOR)) {
            problems.add(Fault::Classes, "format.classes", "a class's name has no `/`");
        }
        for (n, entry) in event.entries.iter().enumerate() {
            if !entry.class.as_deref().is_some_and(|class| names.contains(&class)) {
                problems.add(Fault::Class, format!("entries[{n}]"), "it plays in no known class");
            }
        }
        let has = |slot: Option<&str>| self.classes.iter().any(|class| class.part().has(slot));
        part::check_slots(event, &has, "its slot is a class", problems);
        match formats::read(&self.inner) {
            Ok(_) if self.inner.name == "league" => {
                problems.add(Fault::Format, "format.inner", "a league has no leagues in it");
            }
            Ok(inner) => {
                for class in &self.classes {
                    let mut inside = Problems::default();
                    inner.check(&self.part(event, class), &mut inside);
                    problems.extend_inside(&format!("class `{}`", class.name), inside);
                }
            }
            Err(error) => error.note("format.inner", problems),
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        let Ok(inner) = formats::read(&self.inner) else { return Next::over() };
        let pending = event.pending();
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        let mut other_wait = None;
        let mut over = true;
        for class in &self.classes {
            let part = self.part(event, class);
            if part.entries.len() < 2 {
                continue;
            }
            let mut next = inner.next(&part, at_ms);
            over &= next.state == State::Over;
            let wait = next.waiting_for.take();
            other_wait = other_wait.or(wait.filter(|wait| !matches!(wait, Wait::Games { .. })));
            let (more_games, more_byes) = class.part().publishes(next);
            games.extend(more_games);
            byes.extend(more_byes);
        }
        if over {
            return Next::over();
        }
        if games.is_empty() && byes.is_empty() && pending.is_empty() {
            return other_wait.map_or_else(Next::over, Next::wait);
        }
        Next::open(games, byes, pending)
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        let Ok(inner) = formats::read(&self.inner) else { return Vec::new() };
        let parts = self.classes.iter().map(|class| self.part(event, class));
        let pairs = |part: &Event| inner.next(part, 0).state == State::Pair;
        parts.filter(pairs).flat_map(|part| inner.why(&part, of)).collect()
    }

    fn standings(&self, event: &Event) -> Standings {
        let mut standings = Standings { over: true, ..Standings::default() };
        for (at, class) in self.classes.iter().enumerate() {
            let part = self.part(event, class);
            let (over, mut ranking, byes) = self.class_ranking(&part, class);
            standings.byes_by_lot.extend(byes);
            // Whoever is first in a lower class is promoted, not the league's champion.
            if let Some(ranking) = &mut ranking {
                let of_class = ranking.rows.iter_mut();
                of_class
                    .filter(|row| row.remark == Some(Remark::Champion))
                    .for_each(|row| row.remark = None);
                if at == 0 && over {
                    ranking.crown(self.shares_title());
                }
            }
            // A class with nobody to play in it keeps nobody waiting.
            standings.over &= over || part.entries.len() < 2;
            standings.rankings.extend(ranking);
        }
        if standings.over {
            for (entry, (class, _)) in self.moves(event, &standings) {
                let row = standings
                    .rankings
                    .iter_mut()
                    .enumerate()
                    .flat_map(|(at, ranking)| ranking.rows.iter_mut().map(move |row| (at, row)))
                    .find(|(_, row)| row.entry == entry);
                if let Some((at, row)) = row {
                    row.remark = match class.cmp(&at) {
                        std::cmp::Ordering::Less => Some(Remark::Promoted),
                        std::cmp::Ordering::Greater => Some(Remark::Relegated),
                        std::cmp::Ordering::Equal => row.remark,
                    };
                }
            }
        }
        standings
    }

    /// Of several who share the first place some may go down.
    fn shares_title(&self) -> bool {
        false
    }

    fn is_published(&self, event: &Event, title: &str) -> bool {
        let Ok(inner) = formats::read(&self.inner) else { return false };
        let class = self.classes.iter().find(|class| class.name == title);
        class.is_some_and(|class| inner.is_published(&self.part(event, class), ""))
    }

    fn slot_of(&self, title: &str) -> Option<String> {
        Some(title.to_owned())
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        let Ok(inner) = formats::read(&self.inner) else { return false };
        let mut parts = self.classes.iter().map(Class::part);
        parts.any(|part| part.has(slot) && inner.takes_play_off(part.inner(slot).as_deref()))
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["points", "seed", "direct", "sodos"]
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let inner = formats::read(&self.inner).ok()?;
        self.classes.iter().filter_map(|class| inner.n_rounds(&self.part(event, class))).max()
    }
}

impl League {
    /// A class as an event of its own.
    fn part(&self, event: &Event, class: &Class) -> Event {
        let is_in = |entry: &&Entry| entry.class.as_deref() == Some(&class.name);
        let entries = event.entries.iter().filter(is_in).cloned().collect();
        let criteria = formats::criteria(self, event);
        class.part().event(event, self.inner.clone(), criteria, entries)
    }

    /// Whether a class is over, its ranking, and the byes in it that were given by lot.
    fn class_ranking(&self, part: &Event, class: &Class) -> (bool, Option<Ranking>, Vec<Bye>) {
        let Ok(inner) = formats::read(&self.inner) else { return (true, None, Vec::new()) };
        let standings = inner.standings(part);
        let ranking = standings.rankings.into_iter().next();
        let ranking = ranking.map(|ranking| Ranking { title: class.name.clone(), ..ranking });
        let byes = standings.byes_by_lot.into_iter().map(|bye| class.part().shows_bye(bye));
        (standings.over, ranking, byes.collect())
    }

    /// Where everybody who stays plays next season: the class, and the rank in it from 1.
    ///
    /// Those who come down are first in their new class, those who come up last. Players who have
    /// withdrawn are out; a class that has a size is then filled up from below.
    fn moves(&self, event: &Event, standings: &Standings) -> Vec<(EntryId, (usize, usize))> {
        let known: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let n_rounds = event.n_rounds();
        let stays = |id: &EntryId| known.get(id).is_some_and(|entry| !entry.has_left(n_rounds + 1));
        let mut classes: Vec<Vec<EntryId>> = standings
            .rankings
            .iter()
            .map(|ranking| {
                let entries = ranking.rows.iter().map(|row| row.entry.clone());
                entries.filter(|id| stays(id)).collect()
            })
            .collect();
        let mut from_above: Vec<EntryId> = Vec::new();
        for at in 0..classes.len() {
            let down = self.classes.get(at).map_or(0, |class| class.down);
            let size = self.classes.get(at).and_then(|class| class.size);
            let up = self.classes.get(at + 1).map_or(0, |class| class.up);
            let Some(staying) = classes.get_mut(at) else { continue };
            // The last class has nowhere to go down to, and nobody goes down twice.
            let down = if at + 1 < self.classes.len() { down.min(staying.len()) } else { 0 };
            let fallen = staying.split_off(staying.len() - down);
            let mut now: Vec<EntryId> = std::mem::take(&mut from_above);
            now.append(staying);
            let vacancies = size.map_or(0, |size| size.saturating_sub(now.len() + up));
            if let Some(below) = classes.get_mut(at + 1) {
                now.extend(below.drain(..(up + vacancies).min(below.len())));
            }
            if let Some(class) = classes.get_mut(at) {
                *class = now;
            }
            from_above = fallen;
        }
        let placed = classes.into_iter().enumerate().flat_map(|(class, entries)| {
            entries.into_iter().enumerate().map(move |(rank, entry)| (entry, (class, rank + 1)))
        });
        placed.collect()
    }
}

impl Class {
    fn part(&self) -> Part<'_> {
        Part::new(&self.name)
    }
}

/// Why there is no next season.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// The document contradicts itself.
    #[error("the document contradicts itself")]
    Problems(#[from] Problems),
    /// It is another format.
    #[error("only a league has seasons")]
    NoLeague,
    /// The season is not over.
    #[error("the season is not over")]
    NotOver,
}

/// The event of the season after this one, with nothing played: classes after promotion and
/// relegation, and `seed` the rank in the new class. Add newcomers to the last class.
///
/// ```
/// use komadai_tournament::{Event, Outcome, formats::next_season};
///
/// let mut league = Event::read(
///     r#"{
///         "format": {
///             "t": "league",
///             "classes": [{ "name": "A", "down": 1 }, { "name": "B", "up": 1 }]
///         },
///         "entries": [
///             { "id": "an", "class": "A", "seed": 1 }, { "id": "binh", "class": "A", "seed": 2 },
///             { "id": "chi", "class": "B", "seed": 1 }, { "id": "dung", "class": "B", "seed": 2 }
///         ]
///     }"#,
/// )?;
/// let next = league.check()?.next(0);
/// league.publish(&next)?;
/// for game in &next.games {
///     let stronger = if game.sente < game.gote { Outcome::Sente } else { Outcome::Gote };
///     league.note_result(&game.key, stronger, None)?;
/// }
/// let season = next_season(&league, "Spring", 2)?;
/// let class_of = |id: &str| season.entry(&id.into()).and_then(|entry| entry.class.clone());
/// assert_eq!(class_of("chi").as_deref(), Some("A"));
/// assert_eq!(class_of("binh").as_deref(), Some("B"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn next_season(event: &Event, name: &str, seed: u64) -> Result<Event, SeasonError> {
    event.check()?;
    let settings = serde_json::Value::Object(event.format.settings.clone());
    let league: League = match event.format.name.as_str() {
        "league" => serde_json::from_value(settings).map_err(|_| SeasonError::NoLeague)?,
        _ => return Err(SeasonError::NoLeague),
    };
    let standings = league.standings(event);
    if !standings.over {
        return Err(SeasonError::NotOver);
    }
    let known: HashMap<&EntryId, &Entry> =
        event.entries.iter().map(|entry| (&entry.id, entry)).collect();
    let entries = league.moves(event, &standings).into_iter().filter_map(|(id, (class, rank))| {
        let entry = known.get(&id)?;
        Some(Entry {
            class: league.classes.get(class).map(|class| class.name.clone()),
            seed: Some(rank as u32),
            from_round: 1,
            absent: Vec::new(),
            absences: Vec::new(),
            ..(*entry).clone()
        })
    });
    Ok(Event {
        name: name.to_owned(),
        seed,
        entries: entries.collect(),
        games: Vec::new(),
        byes: Vec::new(),
        orders: Vec::new(),
        decisions: Vec::new(),
        closed: false,
        presence: Vec::new(),
        ..event.clone()
    })
}
