//! Groups that each play an event of their own, as a stage before others.
//!
//! They are filled in a snake: of two groups one has 1, 4, 5, 8, the other 2, 3, 6, 7.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::{
    Entry, EntryId, Event, Fault, Next, Problems, Ranking, Setup, Standings, State, Wait,
    bracket::entrants,
    check,
    formats::{self, Format},
    part::{self, Part},
};

/// The settings of groups.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pools {
    /// The number of groups.
    groups: usize,
    /// The format that every group plays.
    #[serde(default = "round_robin")]
    #[schemars(schema_with = "formats::inner_schema")]
    inner: Setup,
}

fn round_robin() -> Setup {
    Setup { name: "round_robin".to_owned(), settings: Map::new() }
}

/// What groups can play.
const INNER: [&str; 2] = ["round_robin", "swiss"];

/// How the title of a group begins; its number follows.
const TITLE: &str = "group ";

/// The most groups.
const GROUPS_MAX: usize = 200;

/// A group with everybody in it, as an event of its own.
struct Group {
    name: String,
    event: Event,
}

impl Group {
    fn part(&self) -> Part<'_> {
        Part::new(&self.name)
    }
}

impl Format for Pools {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        check::no_late_entries(event, problems);
        check::one_game_a_round(event, problems);
        if !(1..=GROUPS_MAX).contains(&self.groups) {
            let message = format!("there are 1 to {GROUPS_MAX} groups");
            return problems.add(Fault::Groups, "format.groups", message);
        }
        if !INNER.contains(&self.inner.name.as_str()) {
            let message = format!("groups play one of {}", INNER.join(", "));
            return problems.add(Fault::Format, "format.inner", message);
        }
        let groups = self.groups(event);
        let has = |slot: Option<&str>| groups.iter().any(|group| group.part().has(slot));
        part::check_slots(event, &has, "its slot is the number of a group", problems);
        match formats::read(&self.inner) {
            Ok(inner) => {
                for group in &groups {
                    let mut inside = Problems::default();
                    inner.check(&group.event, &mut inside);
                    problems.extend_inside(&format!("group {}", group.name), inside);
                }
            }
            Err(error) => error.note("format.inner", problems),
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        let Ok(inner) = formats::read(&self.inner) else { return Next::over() };
        if entrants(event, false).len() < 2 * self.groups {
            return Next::wait(Wait::Entries { at_least: 2 * self.groups });
        }
        let pending = event.pending();
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        let mut over = true;
        for group in self.groups(event) {
            let next = inner.next(&group.event, at_ms);
            over &= next.state == State::Over;
            let (mut more_games, more_byes) = group.part().publishes(next);
            group.part().seat(event, &games, &mut more_games);
            games.extend(more_games);
            byes.extend(more_byes);
        }
        if over { Next::over() } else { Next::open(games, byes, pending) }
    }

    fn standings(&self, event: &Event) -> Standings {
        let Ok(inner) = formats::read(&self.inner) else { return Standings::default() };
        let mut all = Standings { over: true, ..Standings::default() };
        for group in self.groups(event) {
            let standings = inner.standings(&group.event);
            all.over &= standings.over;
            let byes = standings.byes_by_lot.into_iter();
            all.byes_by_lot.extend(byes.map(|bye| group.part().shows_bye(bye)));
            let title = format!("{TITLE}{}", group.name);
            let first = standings.rankings.into_iter().next();
            all.rankings.extend(first.map(|ranking| Ranking { title, ..ranking }));
        }
        all
    }

    fn is_published(&self, event: &Event, title: &str) -> bool {
        let Ok(inner) = formats::read(&self.inner) else { return false };
        let name = title.strip_prefix(TITLE);
        let group = self.groups(event).into_iter().find(|group| Some(&*group.name) == name);
        group.is_some_and(|group| inner.is_published(&group.event, ""))
    }

    fn slot_of(&self, title: &str) -> Option<String> {
        title.strip_prefix(TITLE).map(str::to_owned)
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        let number = slot.and_then(|slot| slot.parse::<usize>().ok());
        number.is_some_and(|number| (1..=self.groups).contains(&number))
    }

    fn criteria(&self) -> &'static [&'static str] {
        formats::read(&self.inner).map_or(&[], |inner| inner.criteria())
    }

    fn draw(&self, event: &Event) -> Vec<EntryId> {
        entrants(event, false)
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let inner = formats::read(&self.inner).ok()?;
        self.groups(event).iter().filter_map(|group| inner.n_rounds(&group.event)).max()
    }
}

impl Pools {
    /// The groups, from 1. A player who has played in one stays there, whatever the seeding is by
    /// now.
    fn groups(&self, event: &Event) -> Vec<Group> {
        let mut at: HashMap<&EntryId, usize> = HashMap::new();
        let number = |slot: &Option<String>| slot.as_deref()?.parse::<usize>().ok()?.checked_sub(1);
        for game in &event.games {
            let seats = [&game.sente, &game.gote];
            at.extend(number(&game.slot).into_iter().flat_map(|n| seats.map(|id| (id, n))));
        }
        for bye in &event.byes {
            at.extend(number(&bye.slot).map(|n| (&bye.entry, n)));
        }
        let entrants = entrants(event, false);
        let snake = (0..).flat_map(|_| (0..self.groups).chain((0..self.groups).rev()));
        let by_lot = formats::FormatEntry::of(&self.inner.name).is_some_and(|known| known.by_lot);
        let mut members: Vec<Vec<Entry>> = vec![Vec::new(); self.groups];
        for (id, in_turn) in entrants.iter().zip(snake) {
            let group = at.get(id).copied().unwrap_or(in_turn);
            if let (Some(group), Some(entry)) = (members.get_mut(group), event.entry(id)) {
                let seed = entry.seed.filter(|_| !by_lot);
                group.push(Entry { seed, ..entry.clone() });
            }
        }
        let criteria = formats::criteria(self, event);
        let groups = members.into_iter().enumerate().map(|(n, entries)| {
            let name = (n + 1).to_string();
            let event =
                Part::new(&name).event(event, self.inner.clone(), criteria.clone(), entries);
            Group { name, event }
        });
        groups.collect()
    }
}
