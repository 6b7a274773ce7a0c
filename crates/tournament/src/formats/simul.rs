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
    Entry, EntryId, Event, Fault, Game, Next, Points, Problems, Ranking, Standings, Table, Wait,
    check,
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
            return problems.add(Fault::Host, "format.host", message);
        };
        let n_there = event.entries.iter().filter(|entry| entry.takes_part(1)).count();
        if n_there > PLAYERS_MAX {
            let message = format!("a simul has at most {} guests", PLAYERS_MAX - 1);
            problems.add(Fault::TooMany, "entries", message);
        }
        for (n, game) in event.games.iter().enumerate() {
            let at = format!("games[{n}]");
            if game.round != 1 {
                problems.add(Fault::Round, &at, "a simul has one round");
            }
            if game.side_of(&host.id).is_none() {
                problems.add(Fault::Host, &at, "the host plays every game of a simul");
            }
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        if event.games.is_empty() {
            let games = self.games(event);
            return if games.is_empty() {
                Next::wait(Wait::Entries { at_least: 2 })
            } else {
                Next::open(games, Vec::new(), Vec::new())
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
