//! Simul (指導対局, 多面指し): one host plays everybody else at once.
//!
//! There is one round, in which the host has a game with every guest. Where grades suggest a
//! handicap the host gives it, and never receives one: a guest who ranks higher plays even. What
//! stands at an entry (`odds`) goes before what grades suggest. Who is sente is settled, whatever the
//! event says of furigoma: host and guest have clocks of their own.

use komadai_rules::{Odds, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Entry, EntryId, Event, Game, Next, Points, Problems, Ranking, Standings, Table, Wait, check,
    formats::{self, Format},
    pairing::unused_key,
    table::Verdict,
};

/// The settings of a simul.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Simul {
    /// The host, who plays everybody else; if absent, the player with the best seed.
    #[serde(default)]
    host: Option<EntryId>,
    /// The host's side where no handicap is given.
    #[serde(default)]
    side: HostSide,
}

/// The host's side in even games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum HostSide {
    /// At every board.
    #[default]
    Sente,
    /// At every board.
    Gote,
    /// Sente at the first board, gote at the second, and so on.
    Alternate,
}

/// What an entry is given by the host, whatever the grades suggest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// An even game.
    Even,
    /// The host gives this.
    Given(Odds),
}

/// What an even game is called among handicaps.
const EVEN: &str = "even";

impl Terms {
    fn odds(self) -> Option<Odds> {
        match self {
            Self::Even => None,
            Self::Given(odds) => Some(odds),
        }
    }
}

impl Serialize for Terms {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Even => EVEN,
            Self::Given(odds) => odds.as_str(),
        })
    }
}

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            EVEN => Ok(Self::Even),
            name => name.parse().map(Self::Given).map_err(serde::de::Error::custom),
        }
    }
}

impl JsonSchema for Terms {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Terms".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<_> = std::iter::once(EVEN).chain(Odds::all().map(Odds::as_str)).collect();
        schemars::json_schema!({
            "type": "string",
            "description": "What the host of a simul gives: an even game, or a handicap.",
            "enum": names,
        })
    }
}

/// The most who play a simul, the host included.
pub(super) const PLAYERS_MAX: usize = 51;

/// The title of the ranking that has only the host.
const HOST: &str = "host";

/// The title of everybody else's.
const GUESTS: &str = "guests";

impl Format for Simul {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        check::no_late_entries(event, problems);
        let Some(host) = self.host(event) else {
            let message = match &self.host {
                Some(host) => format!("`{host}` is not entered"),
                None => "it is not said who the host is".to_owned(),
            };
            return problems.add("host", "format.host", message);
        };
        let n_there = event.entries.iter().filter(|entry| entry.takes_part(1)).count();
        if n_there > PLAYERS_MAX {
            let message = format!("a simul has at most {} guests", PLAYERS_MAX - 1);
            problems.add("too_many", "entries", message);
        }
        for (n, game) in event.games.iter().enumerate() {
            let at = format!("games[{n}]");
            if game.round != 1 {
                problems.add("round", &at, "a simul has one round");
            }
            if game.side_of(&host.id).is_none() {
                problems.add("host", &at, "the host plays every game of a simul");
            }
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        if event.games.is_empty() {
            let games = self.games(event);
            return match games.is_empty() {
                true => Next::wait(Wait::Entries { at_least: 2 }),
                false => Next::open(games, Vec::new(), Vec::new()),
            };
        }
        match event.pending() {
            pending if pending.is_empty() => Next::over(),
            games => Next::wait(Wait::Games { games }),
        }
    }

    fn standings(&self, event: &Event) -> Standings {
        let score = |verdicts: &[Option<Verdict>]| {
            let mut sum = Points::ZERO;
            let after = verdicts.iter().map(|verdict| {
                sum += verdict.map_or(Points::ZERO, |it| it.points(&event.scoring));
                sum
            });
            after.collect()
        };
        let table = Table::of_games(event, &event.played(), &score);
        let host = self.host(event).and_then(|host| table.index(&host.id));
        let has_played =
            |index: &usize| table.contestants.get(*index).is_some_and(|one| !one.cells.is_empty());
        let guests: Vec<usize> =
            (0..table.len()).filter(|index| Some(*index) != host && has_played(index)).collect();
        let criteria = formats::criteria(self, event);
        let rankings = vec![
            Ranking::new(GUESTS, event, &table, &criteria, &guests),
            Ranking::new(HOST, event, &table, &[], &host.into_iter().collect::<Vec<_>>()),
        ];
        let over = !event.games.is_empty() && !table.is_pending();
        Standings { over, rankings, ..Standings::default() }
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["points"]
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        Some(1)
    }

    fn planned(&self, event: &Event, round: u32) -> Vec<Game> {
        if round == 1 { self.games(event) } else { Vec::new() }
    }

    fn host<'e>(&self, event: &'e Event) -> Option<&'e Entry> {
        match &self.host {
            Some(host) => event.entry(host),
            None => {
                let seeded = event.entries.iter().filter(|entry| entry.seed.is_some());
                seeded.min_by_key(|entry| (entry.seed, &entry.id))
            }
        }
    }
}

impl Simul {
    /// The host's games, the strongest guest at the first board.
    fn games(&self, event: &Event) -> Vec<Game> {
        let Some(host) = self.host(event).filter(|host| host.takes_part(1)) else {
            return Vec::new();
        };
        let table = Table::of_games(event, &[], &|_| Vec::new());
        let mut guests: Vec<&Entry> = event
            .entries
            .iter()
            .filter(|entry| entry.id != host.id && entry.takes_part(1))
            .collect();
        guests.sort_by_key(|guest| {
            let contestant = table.index(&guest.id).and_then(|at| table.contestants.get(at));
            contestant.map(|it| it.number)
        });
        let games = guests.into_iter().zip(1..).map(|(guest, board)| {
            let handicap = match guest.odds {
                Some(terms) => terms.odds(),
                None => {
                    let given = event.handicap.between(host.grade, guest.grade);
                    given.filter(|given| given.first_gives).map(|given| given.odds)
                }
            };
            // Uwate is gote.
            let side = match self.side {
                _ if handicap.is_some() => Side::Gote,
                HostSide::Sente => Side::Sente,
                HostSide::Gote => Side::Gote,
                HostSide::Alternate if board % 2 == 1 => Side::Sente,
                HostSide::Alternate => Side::Gote,
            };
            let (sente, gote) = match side {
                Side::Sente => (host, guest),
                Side::Gote => (guest, host),
            };
            Game {
                key: unused_key(event, format!("1-{board}")),
                round: 1,
                board,
                sente: sente.id.clone(),
                gote: gote.id.clone(),
                handicap,
                ..Game::default()
            }
        });
        games.collect()
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Grade, Handicap};
    use serde_json::json;

    use super::*;
    use crate::{CellResult, Outcome, RoundCell};

    /// A 4-dan host with guests of these grades.
    fn event(settings: &serde_json::Value, guests: &[Option<Grade>]) -> Event {
        let mut format = json!({ "t": "simul", "host": "host" });
        for (key, value) in settings.as_object().unwrap() {
            format[key] = value.clone();
        }
        let mut event = Event::new("", serde_json::from_value(format).unwrap());
        event.handicap = crate::HandicapPolicy::Jsa { reduce: 0, max: None };
        event.entries.push(Entry { grade: Grade::dan(4), ..Entry::new("host") });
        event.entries.extend(guests.iter().enumerate().map(|(n, &grade)| Entry {
            grade,
            seed: Some(n as u32 + 1),
            ..Entry::new(&format!("g{n}"))
        }));
        event
    }

    fn pairs(event: &Event) -> Vec<String> {
        let games = event.check().unwrap().pairings(0).games;
        let odds = |game: &Game| game.handicap.map_or(EVEN, |odds| odds.as_str()).to_owned();
        games.iter().map(|game| format!("{}-{} {}", game.sente, game.gote, odds(game))).collect()
    }

    #[test]
    fn the_host_gives_what_grades_suggest_and_receives_nothing() {
        let grades = [Grade::dan(6), Grade::dan(4), Grade::dan(3), Grade::dan(1), Grade::kyu(10)];
        let mut guests = grades.to_vec();
        guests.push(None);
        let suggested = |apart| Odds::suggested(apart).unwrap().as_str();
        assert_eq!(
            pairs(&event(&json!({ "side": "alternate" }), &guests)),
            [
                "host-g0 even".to_owned(),
                "g1-host even".to_owned(),
                format!("g2-host {}", suggested(1)),
                format!("g3-host {}", suggested(3)),
                format!("g4-host {}", suggested(13)),
                "g5-host even".to_owned(),
            ]
        );
    }

    #[test]
    fn what_the_host_decides_goes_before_the_table() {
        let mut event = event(&json!({ "side": "gote" }), &[Grade::kyu(1); 2]);
        event.entries[1].odds = Some(Terms::Even);
        event.entries[2].odds = Some(Terms::Given(Odds::Pieces(Handicap::TwoPiece)));
        assert_eq!(pairs(&event), ["g0-host even", "g1-host 2_piece"]);
        let told = serde_json::to_value(&event.entries).unwrap();
        assert_eq!((&told[1]["odds"], &told[2]["odds"]), (&json!("even"), &json!("2_piece")));
        assert_eq!(serde_json::from_value::<Vec<Entry>>(told).unwrap(), event.entries);
    }

    #[test]
    fn the_host_has_a_score_and_the_guests_are_ranked() {
        let mut event = event(&json!({}), &[None; 3]);
        let next = event.check().unwrap().pairings(0);
        assert_eq!(next.games.len(), 3);
        event.publish(&next).unwrap();
        assert!(!event.check().unwrap().standings().over);
        for (key, outcome) in
            [("1-1", Outcome::Sente), ("1-2", Outcome::Draw), ("1-3", Outcome::Gote)]
        {
            event.note_result(&key.into(), outcome, None).unwrap();
        }
        let standings = event.check().unwrap().standings();
        assert!(standings.over);
        assert_eq!(event.check().unwrap().pairings(0).state, crate::State::Over);
        let [guests, host] = &standings.rankings[..] else { panic!("{standings:?}") };
        let row = &host.rows[0];
        assert_eq!((row.wins, row.losses, row.draws), (1, 1, 1));
        assert!(matches!(row.rounds[0], RoundCell::Game { result: Some(CellResult::Win), .. }));
        let order: Vec<_> = guests.rows.iter().map(|row| row.entry.as_str()).collect();
        assert_eq!(order, ["g2", "g1", "g0"]);
    }

    #[test]
    fn it_waits_for_its_host_and_has_room_for_fifty() {
        let mut full = event(&json!({}), &[None; 50]);
        assert_eq!(pairs(&full).len(), 50);
        full.entries.push(Entry::new("one-more"));
        let code = |event: &Event| event.check().unwrap_err().0[0].code;
        assert_eq!(code(&full), "too_many");
        full.entries.retain(|entry| entry.id.as_str() != "host");
        assert_eq!(code(&full), "host");
        full.format.settings.remove("host");
        assert_eq!(full.host().unwrap().id.as_str(), "g0");
        let alone = event(&json!({}), &[]);
        assert!(alone.check().unwrap().pairings(0).games.is_empty());
    }
}
