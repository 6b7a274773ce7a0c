//! Stages: events one after the other or in parallel, each of which takes its players from
//! those before it. A group stage that feeds two brackets, a Swiss with a play-off, a league whose
//! last rounds are title matches.
//!
//! The first stage is played by everybody; a later one by those who came to certain places in
//! others, once these are over. A round begins when everything before it is over. Over all, a
//! stage puts the places of those who play in it into a new order, and leaves the others alone.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::entering::Facts;
use crate::{
    Absence, Bye, Entry, EntryId, Event, Fault, Game, Next, Order, Problems, Remark, Row, Setup,
    Standings, State, Wait, check,
    formats::{self, Format},
    pairing::Why,
    part::{self, Part, SEPARATOR},
};

mod entering;
mod over_all;

/// The settings of stages.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stages {
    /// The stages, each after those from which it takes its players.
    stages: Vec<Stage>,
}

/// A stage.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stage {
    /// Its name. An entry with this `class` enters at this stage.
    name: String,
    /// Its format.
    #[schemars(schema_with = "formats::inner_schema")]
    format: Setup,
    /// Where its players come from; empty for the first stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    from: Vec<Source>,
}

/// A range of places in a stage that advance to another.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StageSource")]
pub(super) struct Source {
    /// The name of an earlier stage.
    stage: String,
    /// The title of a group or class in it; without one, each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    /// The first place that advances.
    #[serde(default = "first_place")]
    first: usize,
    /// The last place that advances; without it, all after the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<usize>,
}

fn first_place() -> usize {
    1
}

/// What a stage can play.
const INNER: [&str; 10] = [
    "round_robin",
    "swiss",
    "mcmahon",
    "single_elimination",
    "double_elimination",
    "groups",
    "league",
    "pools",
    "title_match",
    "championship",
];

/// The most stages, and letters of the name of one.
const STAGES_MAX: usize = 20;
const NAME_CHARS_MAX: usize = 50;

/// A stage as it has come.
struct StageState<'s> {
    stage: &'s Stage,
    format: Box<dyn Format>,
    part: Part<'s>,
    event: Event,
    /// It is known who plays in it; until then `event` has who would as things stand.
    is_known: bool,
    standings: Standings,
    /// How many rounds of the whole event there are at its end, as far as that is known.
    ends_after: Option<u32>,
}

impl StageState<'_> {
    fn has(&self, id: &EntryId) -> bool {
        self.event.entry(id).is_some()
    }
}

impl Format for Stages {
    fn check(&self, event: &Event, problems: &mut Problems) {
        if !self.takes_orders() {
            check::no_orders(event, problems);
        }
        if !self.check_names(problems) {
            return;
        }
        for (n, stage) in self.stages.iter().enumerate() {
            stage.check(n, &self.stages[..n], problems);
        }
        let has =
            |slot: Option<&str>| self.stages.iter().any(|stage| Part::new(&stage.name).has(slot));
        part::check_slots(event, &has, "its slot begins with a stage", problems);
        if !problems.0.is_empty() {
            return;
        }
        for played in self.played(event) {
            let mut inside = Problems::default();
            played.format.check(&played.event, &mut inside);
            problems.extend_inside(&format!("stage `{}`", played.stage.name), inside);
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        let pending = event.pending();
        let n_rounds = event.n_rounds();
        let (mut games, mut byes): (Vec<Game>, Vec<Bye>) = Default::default();
        let mut wait = None;
        let mut over = true;
        for (n, played) in self.played(event).into_iter().enumerate() {
            if !played.is_known {
                over = false;
                continue;
            }
            // A later stage that nobody is left for keeps nobody waiting.
            if n > 0 && played.event.entries.len() < 2 {
                continue;
            }
            let mut next = played.format.next(&played.event, at_ms);
            over &= next.state == State::Over;
            wait =
                wait.or(next.waiting_for.take().filter(|wait| !matches!(wait, Wait::Games { .. })));
            let (mut more_games, more_byes) = played.part.publishes(next);
            played.part.seat(event, &games, &mut more_games);
            games.extend(more_games);
            byes.extend(more_byes);
        }
        if over {
            return Next::over();
        }
        // One round after the other, whatever a stage would have by itself; a match that continues
        // is in the round that is being played.
        let rounds = games.iter().map(|game| game.round).chain(byes.iter().map(|bye| bye.round));
        let first = rounds.min().unwrap_or(n_rounds + 1);
        let last = if pending.is_empty() { first.max(n_rounds) } else { n_rounds };
        games.retain(|game| game.round <= last);
        byes.retain(|bye| bye.round <= last);
        match wait {
            Some(wait) if games.is_empty() && byes.is_empty() && pending.is_empty() => {
                Next::wait(wait)
            }
            _ => Next::open(games, byes, pending),
        }
    }

    fn standings(&self, event: &Event) -> Standings {
        let mut stages = self.played(event);
        let known = || stages.iter().filter(|played| played.is_known);
        let over = stages.iter().all(|played| played.is_known && played.is_over());
        let all = self.over_all(event, &stages, over);
        let matches = known().flat_map(|played| {
            played.standings.matches.iter().map(|match_| played.part.shows(match_.clone()))
        });
        let matches = matches.collect();
        let byes_by_lot = known().flat_map(|played| {
            let byes = played.standings.byes_by_lot.iter();
            byes.map(|bye| played.part.shows_bye(bye.clone()))
        });
        let byes_by_lot = byes_by_lot.collect();
        self.mark_qualified(&mut stages);
        let parts = stages.into_iter().filter(|played| played.is_known);
        let parts = parts.flat_map(|played| {
            let part = played.part;
            played.standings.rankings.into_iter().map(move |ranking| part.titled(ranking))
        });
        let rankings = std::iter::once(all).chain(parts).collect();
        Standings { over, rankings, matches, byes_by_lot, ..Standings::default() }
    }

    fn takes_orders(&self) -> bool {
        self.stages.iter().any(|stage| stage.format.takes_orders())
    }

    fn is_published(&self, event: &Event, title: &str) -> bool {
        let (name, inner) = title.split_once(SEPARATOR).unwrap_or((title, ""));
        let stage = self.played(event).into_iter().find(|played| played.stage.name == name);
        stage.is_some_and(|played| {
            played.is_known && played.format.is_published(&played.event, inner)
        })
    }

    fn slot_of(&self, title: &str) -> Option<String> {
        let (name, inner) = title.split_once(SEPARATOR).unwrap_or((title, ""));
        let stage = self.stages.iter().find(|stage| stage.name == name)?;
        let inner = formats::read(&stage.format).ok()?.slot_of(inner);
        Some(Part::new(name).slot(inner.as_deref()))
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        self.stages.iter().any(|stage| {
            let part = Part::new(&stage.name);
            let takes =
                |format: Box<dyn Format>| format.takes_play_off(part.inner(slot).as_deref());
            part.has(slot) && formats::read(&stage.format).is_ok_and(takes)
        })
    }

    fn criteria(&self) -> &'static [&'static str] {
        let mut inner = self.stages.iter().filter_map(|stage| formats::read(&stage.format).ok());
        let ranked = inner.find(|format| !format.criteria().is_empty());
        ranked.map_or(&[], |format| format.criteria())
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let ends = self.played(event).into_iter().map(|played| played.ends_after);
        ends.collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    fn draw(&self, event: &Event) -> Vec<EntryId> {
        let stages = self.played(event);
        stages.first().map(|first| first.format.draw(&first.event)).unwrap_or_default()
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        let stages = self.played(event);
        let known = stages.iter().filter(|played| played.is_known);
        let paired = known.filter(|it| it.format.next(&it.event, 0).state == State::Pair);
        paired.flat_map(|played| played.format.why(&played.event, of)).collect()
    }
}

impl Stages {
    /// Whether the stages can be distinguished.
    fn check_names(&self, problems: &mut Problems) -> bool {
        let mut names = HashSet::new();
        let before = problems.0.len();
        if !(1..=STAGES_MAX).contains(&self.stages.len()) {
            let message = format!("there are 1 to {STAGES_MAX} stages");
            problems.add(Fault::Stages, "format.stages", message);
        }
        for (n, stage) in self.stages.iter().enumerate() {
            let at = format!("format.stages[{n}].name");
            let name = &stage.name;
            let n_chars = name.chars().count();
            if name.trim().is_empty() || n_chars > NAME_CHARS_MAX || name.contains(SEPARATOR) {
                let message = format!(
                    "a stage has a name of 1 to {NAME_CHARS_MAX} letters without `{SEPARATOR}`"
                );
                problems.add(Fault::Stages, &at, message);
            }
            if !names.insert(name) {
                problems.add(Fault::Stages, &at, format!("there are two stages `{name}`"));
            }
        }
        problems.0.len() == before
    }

    /// Every stage with who plays in it.
    fn played<'s>(&'s self, event: &Event) -> Vec<StageState<'s>> {
        let mut stages: Vec<StageState<'s>> = Vec::new();
        for (n, stage) in self.stages.iter().enumerate() {
            let Ok(format) = formats::read(&stage.format) else { continue };
            let next = self.next_played(event, stage, format, &stages, n == 0);
            stages.push(next);
        }
        stages
    }

    fn next_played<'s>(
        &'s self,
        event: &Event,
        stage: &'s Stage,
        format: Box<dyn Format>,
        before: &[StageState<'s>],
        is_first: bool,
    ) -> StageState<'s> {
        let facts = Facts::of(event, stage);
        let sources: Vec<(&Source, &StageState<'s>)> = stage
            .from
            .iter()
            .filter_map(|from| {
                let played = before.iter().find(|played| played.stage.name == from.stage)?;
                Some((from, played))
            })
            .collect();
        let begins_after = sources.iter().map(|(_, played)| played.ends_after);
        let begins_after = begins_after.collect::<Option<Vec<_>>>();
        let begins_after = begins_after.map(|rounds| rounds.into_iter().max().unwrap_or(0));
        let is_ready = sources.iter().all(|(_, played)| played.is_known && played.is_over());
        let after = match facts.first_round {
            Some(first) => first.saturating_sub(1),
            None if is_ready => begins_after.unwrap_or_else(|| event.n_rounds()),
            None => begins_after.unwrap_or(0).max(event.n_rounds()),
        };
        let part = Part { name: &stage.name, after };
        let entries = if is_first {
            self.of_first(event)
        } else {
            facts.settle(event, stage.players(event, &sources, after))
        };
        let by_lot = formats::FormatEntry::of(&stage.format.name).is_some_and(|known| known.by_lot);
        let entries = entries.into_iter().enumerate().map(|(n, entry)| {
            let within = |round: u32| round.saturating_sub(after);
            let own_seed = if is_first { entry.seed } else { Some(n as u32 + 1) };
            Entry {
                seed: own_seed.filter(|_| is_first || !by_lot),
                from_round: if is_first { entry.from_round } else { 1 },
                withdrawn_after: entry.withdrawn_after.map(within),
                absent: entry
                    .absent
                    .iter()
                    .map(|round| within(*round))
                    .filter(|n| *n > 0)
                    .collect(),
                absences: entry
                    .absences
                    .iter()
                    .map(|it| Absence { round: within(it.round), ..*it })
                    .filter(|it| it.round > 0)
                    .collect(),
                ..entry.clone()
            }
        });
        let ties = if format.criteria().is_empty() { Vec::new() } else { event.tiebreaks.clone() };
        let mut inner = part.event(event, stage.format.clone(), ties, entries.collect());
        if format.takes_orders() {
            inner.orders =
                event.orders.iter().filter_map(|it| order_within(it, &inner, after)).collect();
        }
        let standings = format.standings(&inner);
        let is_known = is_first || is_ready || facts.first_round.is_some();
        let n_rounds =
            if standings.over { Some(inner.n_rounds()) } else { format.n_rounds(&inner) };
        let ends_after = n_rounds.map(|rounds| after + rounds.max(inner.n_rounds()));
        StageState { stage, format, part, event: inner, is_known, standings, ends_after }
    }

    /// The players of the first stage: those who do not enter in a later one.
    fn of_first<'e>(&self, event: &'e Event) -> Vec<&'e Entry> {
        let enters_later = |entry: &&Entry| {
            self.stages.iter().skip(1).any(|stage| Some(&stage.name) == entry.class.as_ref())
        };
        event.entries.iter().filter(|entry| !enters_later(entry)).collect()
    }

    /// In a stage that leads to others, those who are through.
    fn mark_qualified(&self, stages: &mut [StageState<'_>]) {
        for n in 0..stages.len() {
            let name = &stages[n].stage.name;
            let leads_to: Vec<usize> = (n + 1..stages.len())
                .filter(|&to| stages[to].stage.from.iter().any(|from| from.stage == *name))
                .collect();
            if leads_to.is_empty() || !stages[n].is_over() {
                continue;
            }
            // Who goes on to several goes to the first.
            let through: HashMap<EntryId, String> = leads_to
                .into_iter()
                .rev()
                .filter(|&to| stages[to].is_known)
                .flat_map(|to| {
                    let StageState { stage, event, .. } = &stages[to];
                    event.entries.iter().map(|entry| (entry.id.clone(), stage.name.clone()))
                })
                .collect();
            let rankings = stages[n].standings.rankings.iter_mut();
            for row in rankings.flat_map(|ranking| &mut ranking.rows) {
                if let Some(stage) = through.get(&row.entry) {
                    row.remark = Some(Remark::Qualified);
                    row.to = Some(stage.clone());
                } else if row.remark == Some(Remark::Champion) {
                    row.remark = None;
                }
            }
        }
    }
}

impl StageState<'_> {
    /// Nothing more is to be played in it, or there is nobody to play.
    fn is_over(&self) -> bool {
        self.standings.over || (!self.stage.from.is_empty() && self.event.entries.len() < 2)
    }

    fn row(&self, id: &EntryId) -> Option<&Row> {
        let rankings = self.standings.of_players(self.stage.format.players_in());
        rankings.into_iter().flat_map(|ranking| &ranking.rows).find(|row| row.entry == *id)
    }
}

impl Stage {
    /// Notes what is wrong with the settings of the stage with that number, from 0.
    fn check(&self, n: usize, before: &[Self], problems: &mut Problems) {
        let at = format!("format.stages[{n}]");
        if !INNER.contains(&self.format.name.as_str()) {
            let message = format!("a stage is one of {}", INNER.join(", "));
            problems.add(Fault::Format, format!("{at}.format"), message);
        }
        if n > 0 && self.format.name == "league" {
            problems.add(Fault::Stages, format!("{at}.format"), "a league is the first stage");
        }
        if let Err(error) = formats::read(&self.format) {
            error.note(&format!("{at}.format"), problems);
        }
        if (n == 0) != self.from.is_empty() {
            let message =
                "the first stage is for everybody, and a later one is for places of others";
            problems.add(Fault::Stages, format!("{at}.from"), message);
        }
        for source in &self.from {
            if !before.iter().any(|stage| stage.name == source.stage) {
                let message = format!("no stage before it is called `{}`", source.stage);
                problems.add(Fault::Stages, format!("{at}.from"), message);
            }
            if source.first == 0 || source.last.is_some_and(|last| last < source.first) {
                problems.add(Fault::Stages, format!("{at}.from"), "places go from 1 upwards");
            }
        }
    }
}

/// An order for a round of the stage, if it is about its players.
fn order_within(order: &Order, event: &Event, after: u32) -> Option<Order> {
    let has = |id: &EntryId| event.entry(id).is_some();
    let mut order = order.clone();
    let is_own = match &mut order {
        Order::Pair { round, sente, gote, .. } => {
            let is_own = *round > after && has(sente) && has(gote);
            *round = round.saturating_sub(after);
            is_own
        }
        Order::Bye { round, entry, .. } => {
            let is_own = *round > after && has(entry);
            *round = round.saturating_sub(after);
            is_own
        }
        Order::Forbid { a, b, round, .. } => {
            let is_own = round.is_none_or(|round| round > after) && has(a) && has(b);
            *round = round.map(|round| round.saturating_sub(after));
            is_own
        }
    };
    is_own.then_some(order)
}
