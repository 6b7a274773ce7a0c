//! Round robin: everybody meets everybody, once or more, by Berger's tables.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Bye, ByeKind, Entry, EntryId, Event, Fault, Game, Next, Points, Problems, Ranking, Sides,
    Standings, Table, TableRules, check,
    event::ROUNDS_MAX,
    formats::{self, Format, Release},
    lot::lot,
    pairing::unused_key,
};

/// The settings of a round robin.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundRobin {
    /// How often each player meets each other; sides alternate from one cycle to the next.
    #[serde(default = "once")]
    cycles: u32,
    /// When the games of a round are published.
    #[serde(default)]
    pace: Release,
}

fn once() -> u32 {
    1
}

impl Format for RoundRobin {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        check::no_late_entries(event, problems);
        check::one_game_a_round(event, problems);
        let rounds = self.cycles.saturating_mul(rounds_of(players(event).len()));
        if self.cycles == 0 || rounds > ROUNDS_MAX {
            problems.add(Fault::Rounds, "format.cycles", format!("1 to {ROUNDS_MAX} rounds"));
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        let players = players(event);
        let done = event.n_rounds();
        let last = self.cycles * rounds_of(players.len());
        let pending = event.pending();
        if players.len() < 2 {
            return Next::wait(crate::Wait::Entries { at_least: 2 });
        }
        if done >= last && pending.is_empty() {
            return Next::over();
        }
        let rounds = match self.pace {
            Release::Rounds if pending.is_empty() => done + 1..=done + 1,
            Release::Rounds => return Next::open(Vec::new(), Vec::new(), pending),
            Release::Free => done + 1..=last,
        };
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        for round in rounds {
            self.round(event, &players, round, &mut games, &mut byes);
        }
        Next::open(games, byes, pending)
    }

    fn standings(&self, event: &Event) -> Standings {
        let rules = TableRules { start: &|_| Points::ZERO, forfeits_are_games: true };
        let table = Table::new(event, rules);
        let players = players(event);
        let who: Vec<usize> = players.iter().filter_map(|entry| table.index(&entry.id)).collect();
        let mut ranking = Ranking::new("", event, &table, &formats::criteria(self, event), &who);
        let last = self.cycles * rounds_of(players.len());
        let over = last > 0 && table.n_rounds >= last && !table.is_pending();
        if over {
            ranking.crown(self.shares_title());
        }
        Standings { over, rankings: vec![ranking], ..Standings::default() }
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["points", "direct", "sodos", "wins"]
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        Some(self.cycles * rounds_of(players(event).len()))
    }

    fn draw(&self, event: &Event) -> Vec<EntryId> {
        players(event).into_iter().map(|entry| entry.id.clone()).collect()
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        slot.is_none()
    }

    fn planned(&self, event: &Event, round: u32) -> Vec<Game> {
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        let players = players(event);
        if (1..=self.cycles * rounds_of(players.len())).contains(&round) {
            self.round(event, &players, round, &mut games, &mut byes);
        }
        games
    }
}

impl RoundRobin {
    fn round(
        &self,
        event: &Event,
        players: &[&Entry],
        round: u32,
        games: &mut Vec<Game>,
        byes: &mut Vec<Bye>,
    ) {
        let (cycle, turn) = plan(round, rounds_of(players.len()), self.cycles);
        let mut board = 0;
        for (sente, gote) in berger(players.len(), turn) {
            let (sente, gote) = if cycle % 2 == 0 { (sente, gote) } else { (gote, sente) };
            let (Some(a), Some(b)) = (players.get(sente), players.get(gote)) else {
                let one = players.get(sente).or_else(|| players.get(gote));
                byes.extend(one.map(|one| Bye {
                    round,
                    entry: one.id.clone(),
                    kind: ByeKind::Rest,
                    slot: None,
                }));
                continue;
            };
            board += 1;
            let given = event.handicap.between(a.grade, b.grade);
            let (a, b) = if given.is_some_and(|given| given.first_gives) { (b, a) } else { (a, b) };
            games.push(Game {
                key: unused_key(event, format!("{round}-{board}")),
                round,
                board,
                sente: a.id.clone(),
                gote: b.id.clone(),
                toss: event.sides == Sides::Furigoma && given.is_none(),
                handicap: given.map(|given| given.odds),
                ..Game::default()
            });
        }
    }
}

/// Everybody who has come, in the order of their numbers: the organiser's seeding, then by lot.
fn players(event: &Event) -> Vec<&Entry> {
    let is_out = |entry: &Entry| entry.withdrawn_after == Some(0);
    let games = event.entries.iter().any(is_out).then_some(&event.games).into_iter().flatten();
    let paired: HashSet<&EntryId> = games.flat_map(|game| [&game.sente, &game.gote]).collect();
    let came = |entry: &&Entry| !is_out(entry) || paired.contains(&entry.id);
    let mut players: Vec<&Entry> = event.entries.iter().filter(came).collect();
    players.sort_by_key(|entry| {
        (entry.seed.unwrap_or(u32::MAX), lot(event.seed, entry.id.as_str()), &entry.id)
    });
    players
}

/// How many rounds so many players need to meet once.
fn rounds_of(n: usize) -> u32 {
    if n < 2 { 0 } else { (n + n % 2 - 1) as u32 }
}

/// The cycle, from 0, and the turn within it, from 1. The last two turns of every cycle but the
/// last are exchanged, so that in two cycles nobody has the same side three times in a row.
fn plan(round: u32, per_cycle: u32, cycles: u32) -> (u32, u32) {
    let (cycle, turn) = ((round - 1) / per_cycle, (round - 1) % per_cycle + 1);
    let swapped = match per_cycle - turn {
        0 if per_cycle > 1 => turn - 1,
        1 if turn > 0 => turn + 1,
        _ => turn,
    };
    (cycle, if cycle + 1 < cycles { swapped } else { turn })
}

/// Berger's table for one turn (from 1): pairs of indices, sente first. With an odd number of
/// players one index is beyond the last: that one's opponent rests.
fn berger(n: usize, turn: u32) -> Vec<(usize, usize)> {
    let even = n + n % 2;
    let ring = even - 1;
    // Numbered from 1, two of the ring meet when their numbers add up to `sum` modulo `ring`.
    let sum = turn as usize + 1;
    let mut pairs = Vec::with_capacity(even / 2);
    for low in 1..=ring {
        let high = (sum + 2 * ring - low) % ring;
        let high = if high == 0 { ring } else { high };
        if low == high {
            let pair = if low <= even / 2 { (low, even) } else { (even, low) };
            pairs.insert(0, pair);
        } else if low < high {
            pairs.push(if (low + high) % 2 == 1 { (low, high) } else { (high, low) });
        }
    }
    pairs.into_iter().map(|(sente, gote)| (sente - 1, gote - 1)).collect()
}
