//! A championship within an open event: the best play a knock-out, and everybody who is out of it,
//! or not in it, plays the Swiss or McMahon around it.
//!
//! The matches of the knock-out are games of the open event: they are part of its rounds, count for
//! its points, and everybody else is paired around them. So a player who loses one drops back with
//! the points made so far. A player waiting for an opponent in the knock-out plays in the open
//! event.

use std::collections::{HashMap, HashSet};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::{
    Bye, ByeKind, Entry, EntryId, Event, Fault, Game, Next, Problems, Ranking, Standings, State,
    Wait, Who,
    bracket::{Bracket, Node, Source, levels, note_lots, seeded_places},
    event::ENTRIES_MAX,
    formats::{
        self, Format,
        mcmahon::McMahon,
        single_elimination::{Seeding, SingleElimination},
        swiss::{self, Free, Swiss},
    },
    pairing::{SetPair, Why, unused_key},
};

/// The settings of a championship.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Championship {
    /// How many players advance to the knock-out, if there are as many.
    best: usize,
    /// The round in which the knock-out begins. If it is not the first, the standings before it
    /// determine who advances.
    #[serde(default = "first")]
    first_round: u32,
    /// Who is eligible for it.
    #[serde(default)]
    who: Who,
    /// The settings of the knock-out.
    #[serde(default)]
    knockout: SingleElimination,
    /// The format that everybody plays.
    #[schemars(schema_with = "open_schema")]
    inner: Open,
}

fn first() -> u32 {
    1
}

/// Either is the format that it is alone.
fn open_schema(generator: &mut SchemaGenerator) -> Schema {
    formats::one_of(generator, &["swiss", "mcmahon"])
}

/// The event around a knock-out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Open {
    /// By score alone.
    #[serde(rename = "swiss")]
    Swiss(Swiss),
    /// From start scores.
    #[serde(rename = "mcmahon")]
    McMahon(McMahon),
}

impl Open {
    fn with_free<T>(&self, ask: impl FnOnce(&Free<'_>) -> T) -> T {
        match self {
            Self::Swiss(swiss) => ask(&swiss.free()),
            Self::McMahon(mcmahon) => mcmahon.with_free(ask),
        }
    }

    fn format(&self) -> &dyn Format {
        match self {
            Self::Swiss(swiss) => swiss,
            Self::McMahon(mcmahon) => mcmahon,
        }
    }
}

/// How the slots of the knock-out's first round begin.
const FIRST: &str = "R1-";

/// The title of the knock-out's ranking.
const TITLE: &str = "knock-out";

impl Format for Championship {
    fn check(&self, event: &Event, problems: &mut Problems) {
        self.inner.format().check(&self.open(event), problems);
        if !(2..=ENTRIES_MAX).contains(&self.best) {
            let message = format!("2 to {ENTRIES_MAX} play the knock-out");
            return problems.add(Fault::Best, "format.best", message);
        }
        let rounds = self.rounds();
        if !(1..=rounds).contains(&self.first_round) {
            let message = format!("the knock-out begins in a round from 1 to {rounds}");
            problems.add(Fault::Rounds, "format.first_round", message);
        } else if self.first_round - 1 + self.knockout.n_games(self.best) > rounds {
            let (takes, left) = (self.knockout.n_games(self.best), rounds - (self.first_round - 1));
            let message = format!(
                "the knock-out of {} takes {takes} rounds, and there are {left}",
                self.best
            );
            problems.add(Fault::Rounds, "format.best", message);
        }
        let nodes = self.nodes(self.best);
        let slots: HashSet<&str> = nodes.iter().map(|node| node.slot.as_str()).collect();
        let games = event.games.iter().map(|game| ("games", &game.slot));
        let games = games.enumerate();
        let byes = event.byes.iter().map(|bye| ("byes", &bye.slot)).enumerate();
        for (n, (list, slot)) in games.chain(byes) {
            if slot.as_deref().is_some_and(|slot| !slots.contains(slot)) {
                let message = "its slot is no match of the knock-out";
                problems.add(Fault::Slot, format!("{list}[{n}]"), message);
            }
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        let pending = event.pending();
        if !pending.is_empty() {
            return Next::wait(Wait::Games { games: pending });
        }
        let (set, passes) = self.due(event);
        let round = event.n_rounds() + 1;
        if round <= self.rounds() {
            let open = self.open(event);
            let mut next =
                self.inner.with_free(|free| swiss::next(&Free { set: &set, ..*free }, &open));
            if next.state == State::Pair {
                next.byes.extend(passes);
            }
            return next;
        }
        // Drawn matches may take longer than the open event.
        let games = set.into_iter().enumerate().map(|(n, pair)| Game {
            round,
            board: n as u32 + 1,
            ..pair.game(event, &format!("{round}-{}", n + 1))
        });
        let games: Vec<Game> = games.collect();
        if games.is_empty() { Next::over() } else { Next::open(games, Vec::new(), Vec::new()) }
    }

    fn standings(&self, event: &Event) -> Standings {
        let open = self.open(event);
        let format = self.inner.format();
        let mut standings = self.inner.with_free(|free| swiss::standings(format, free, &open));
        if let Some(knockout) = self.knockout(event) {
            let bracket = self.bracket(&knockout).standings();
            standings.over &= bracket.over || knockout.players.len() < 2;
            let titled = |ranking| Ranking { title: TITLE.to_owned(), ..ranking };
            standings.rankings.extend(bracket.rankings.into_iter().map(titled));
            standings.matches = bracket.matches;
            let before = event.before_round(self.first_round);
            note_lots(&mut standings.matches, &self.candidates(&before));
        }
        standings
    }

    fn criteria(&self) -> &'static [&'static str] {
        self.inner.format().criteria()
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        Some(self.rounds())
    }

    fn takes_orders(&self) -> bool {
        true
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        slot.is_none()
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        let (set, _) = self.due(event);
        let open = self.open(event);
        self.inner.with_free(|free| swiss::why(&Free { set: &set, ..*free }, &open, of))
    }
}

/// The knock-out's part of the event, and who plays it, the best seeded first.
struct Knockout {
    event: Event,
    players: Vec<EntryId>,
}

impl Championship {
    fn rounds(&self) -> u32 {
        self.inner.with_free(|free| free.rounds)
    }

    /// The event that everybody plays, with the games of the knock-out in it.
    fn open(&self, event: &Event) -> Event {
        let rounds = self.rounds();
        let games = event.games.iter().filter(|game| game.round <= rounds);
        Event {
            games: games.map(|game| Game { slot: None, ..game.clone() }).collect(),
            byes: event.byes.iter().filter(|bye| bye.slot.is_none()).cloned().collect(),
            ..event.clone()
        }
    }

    fn nodes(&self, players: usize) -> Vec<Node> {
        let drawn = seeded_places(players.next_power_of_two());
        let mut nodes = Vec::new();
        let first = drawn.into_iter().map(Source::Seed).collect();
        self.knockout.add_rounds(&mut nodes, "R", first, self.first_round);
        nodes
    }

    fn bracket<'k>(&self, knockout: &'k Knockout) -> Bracket<'k> {
        let (event, players) = (&knockout.event, knockout.players.clone());
        Bracket::in_any_round(
            event,
            players,
            self.nodes(knockout.players.len()),
            self.knockout.pace,
        )
    }

    /// The knock-out, once it is known who plays it.
    fn knockout(&self, event: &Event) -> Option<Knockout> {
        let n_rounds = event.n_rounds();
        let waits = event.pending_games().next().is_some();
        let players = match self.published(event) {
            Some(players) => players,
            None if n_rounds + 1 == self.first_round && !waits => self.best_of(event),
            None => return None,
        };
        // Who misses a round leaves the knock-out: nobody waits for them.
        let now = if waits { n_rounds } else { n_rounds + 1 };
        let last = |entry: &Entry| {
            let missed = entry.missed_rounds().filter(|round| *round >= self.first_round);
            let before = missed.map(|round| round - 1);
            before.chain(entry.withdrawn_after).min().filter(|last| *last < now)
        };
        let entries = event
            .entries
            .iter()
            .map(|entry| Entry { withdrawn_after: last(entry), ..entry.clone() });
        let games = event.games.iter().filter(|game| game.slot.is_some());
        let part = Event {
            entries: entries.collect(),
            games: games.cloned().collect(),
            byes: event.byes.iter().filter(|bye| bye.slot.is_some()).cloned().collect(),
            orders: Vec::new(),
            ..event.clone()
        };
        Some(Knockout { event: part, players })
    }

    /// Who plays the knock-out: the best of those who may and are there.
    fn best_of(&self, event: &Event) -> Vec<EntryId> {
        self.candidates(event).into_iter().flatten().take(self.best).collect()
    }

    /// Who may play it and is there, before it begins, the best first; those together whom only the
    /// lot has put in their order.
    fn candidates(&self, event: &Event) -> Vec<Vec<EntryId>> {
        let comes = |id: &EntryId| {
            let entry = event.entry(id);
            entry.is_some_and(|it| it.takes_part(self.first_round) && self.who.has(it))
        };
        let mut all = if self.first_round == 1 {
            levels(event, self.knockout.seeding == Seeding::Lot)
        } else {
            let (open, format) = (self.open(event), self.inner.format());
            let standings = self.inner.with_free(|free| swiss::standings(format, free, &open));
            let rows: Vec<_> =
                standings.rankings.into_iter().flat_map(|ranking| ranking.rows).collect();
            let levels = rows.chunk_by(|a, b| a.place == b.place);
            levels.map(|level| level.iter().map(|row| row.entry.clone()).collect()).collect()
        };
        all.iter_mut().for_each(|level| level.retain(comes));
        all
    }

    /// Who plays the knock-out that has begun: everybody has a game or a pass in its first round.
    fn published(&self, event: &Event) -> Option<Vec<EntryId>> {
        let mut seats: HashMap<&str, Vec<&EntryId>> = HashMap::new();
        for bye in &event.byes {
            seats.extend(bye.slot.as_deref().map(|slot| (slot, vec![&bye.entry])));
        }
        // What counts stands over what was struck out.
        let (struck, played): (Vec<&Game>, Vec<&Game>) =
            event.games.iter().partition(|game| game.is_annulled());
        for game in struck.into_iter().chain(played) {
            seats.extend(game.slot.as_deref().map(|slot| (slot, vec![&game.sente, &game.gote])));
        }
        seats.retain(|slot, _| slot.starts_with(FIRST));
        if seats.is_empty() {
            return None;
        }
        let mut players: Vec<(usize, &EntryId)> = Vec::new();
        for node in self.nodes(2 * seats.len()) {
            if let (Source::Seed(a), Source::Seed(b)) = (node.a, node.b) {
                let there = seats.remove(node.slot.as_str()).unwrap_or_default();
                players.extend([a, b].into_iter().zip(there));
            }
        }
        players.sort_by_key(|(seed, _)| *seed);
        Some(players.into_iter().map(|(_, id)| id.clone()).collect())
    }

    /// The matches of the knock-out that are due, and who passes its first round.
    fn due(&self, event: &Event) -> (Vec<SetPair>, Vec<Bye>) {
        let Some(knockout) = self.knockout(event) else { return Default::default() };
        let next = self.bracket(&knockout).next();
        if next.state != State::Pair {
            return Default::default();
        }
        let begun = |slot: &str| {
            let mut games = knockout.event.games.iter().filter(|game| !game.is_annulled());
            games.any(|game| game.slot.as_deref() == Some(slot))
        };
        let pairs = next.games.into_iter().map(|game| {
            let slot = game.slot.unwrap_or_default();
            SetPair { seated: begun(&slot), a: game.sente, b: game.gote, slot }
        });
        // They have a game in the open event.
        let rest = |bye: Bye| Bye { kind: ByeKind::Rest, ..bye };
        (pairs.collect(), next.byes.into_iter().map(rest).collect())
    }
}

impl SetPair {
    /// The pair as a game of a round without any other.
    fn game(self, event: &Event, key: &str) -> Game {
        let grade = |id: &EntryId| event.entry(id).and_then(|entry| entry.grade);
        let given = event.handicap.between(grade(&self.a), grade(&self.b));
        let gives = given.is_some_and(|given| given.first_gives);
        let (sente, gote) = if gives { (self.b, self.a) } else { (self.a, self.b) };
        Game {
            key: unused_key(event, key.to_owned()),
            sente,
            gote,
            handicap: given.map(|given| given.odds),
            slot: Some(self.slot),
            ..Game::default()
        }
    }
}
