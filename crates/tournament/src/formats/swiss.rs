//! Swiss: everybody plays a fixed number of rounds against others with the same score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Bye, ByeKind, EntryId, Event, Fault, Next, Order, Points, Problems, Ranking, Standings, Table,
    TableRules, Wait, check,
    event::ROUNDS_MAX,
    formats::{self, Format},
    next::State,
    pairing::{self, PairingRules, Request, SetPair, Why},
    table::{Cell, Contestant},
};

/// The settings of a Swiss.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Swiss {
    /// The number of rounds.
    rounds: u32,
    /// The organiser's options for pairing.
    #[serde(default)]
    pairing: PairingRules,
}

impl Format for Swiss {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check_rounds(self.rounds, event, problems);
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        next(&self.free(), event)
    }

    fn standings(&self, event: &Event) -> Standings {
        standings(self, &self.free(), event)
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["points", "sos", "sodos", "direct"]
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        Some(self.rounds)
    }

    fn takes_orders(&self) -> bool {
        true
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        slot.is_none()
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        why(&self.free(), event, of)
    }
}

impl Swiss {
    pub(super) fn free(&self) -> Free<'_> {
        Free { rounds: self.rounds, pairing: &self.pairing, start: &|_| Points::ZERO, set: &[] }
    }
}

/// What Swiss and McMahon share: rounds paired freely by score.
pub(super) struct Free<'f> {
    pub(super) rounds: u32,
    pub(super) pairing: &'f PairingRules,
    pub(super) start: &'f dyn Fn(&crate::Entry) -> Points,
    /// Who meets in the next round whatever the scores.
    pub(super) set: &'f [SetPair],
}

impl Free<'_> {
    fn table(&self, event: &Event) -> Table {
        Table::new(event, TableRules { start: self.start, forfeits_are_games: false })
    }

    fn request<'r>(&'r self, event: &'r Event, table: &'r Table) -> Request<'r> {
        let round = table.n_rounds + 1;
        Request { event, table, round, n_rounds: self.rounds, rules: self.pairing, set: self.set }
    }
}

pub(super) fn check_rounds(rounds: u32, event: &Event, problems: &mut Problems) {
    if !(1..=ROUNDS_MAX).contains(&rounds) {
        problems.add(Fault::Rounds, "format.rounds", format!("1 to {ROUNDS_MAX} rounds"));
    }
    if event.n_rounds() > rounds {
        let n = event.n_rounds();
        problems.add(Fault::Rounds, "games", format!("round {n} of {rounds} has been published"));
    }
    check::one_game_a_round(event, problems);
}

pub(super) fn next(free: &Free<'_>, event: &Event) -> Next {
    let table = free.table(event);
    let pending = event.pending();
    if !pending.is_empty() {
        return Next::wait(Wait::Games { games: pending });
    }
    if table.n_rounds >= free.rounds {
        return Next::over();
    }
    let request = free.request(event, &table);
    match pairing::pair_round(&request) {
        Ok(round) => Next {
            state: State::Pair,
            round: Some(request.round),
            games: round.games,
            byes: round.byes,
            ..Next::default()
        },
        Err(wait) => Next::wait(wait),
    }
}

pub(super) fn standings(format: &dyn Format, free: &Free<'_>, event: &Event) -> Standings {
    let table = free.table(event);
    let everybody: Vec<usize> =
        (0..table.len()).filter(|&index| has_been_there(&table, event, index)).collect();
    let criteria = formats::criteria(format, event);
    let mut ranking = Ranking::new("", event, &table, &criteria, &everybody);
    let over = table.n_rounds >= free.rounds && !table.is_pending();
    if over {
        ranking.crown(format.shares_title());
    }
    let byes = event.byes.iter().filter(|bye| is_by_lot(&table, event, bye));
    let byes_by_lot = byes.cloned().collect();
    Standings { over, rankings: vec![ranking], byes_by_lot, ..Standings::default() }
}

/// Whether the lot has given somebody a bye: others of the same strength, with the same score and
/// as few rounds without playing, had a game.
fn is_by_lot(table: &Table, event: &Event, bye: &Bye) -> bool {
    let is_ordered = event.orders.iter().any(|order| {
        matches!(order, Order::Bye { round, entry, .. } if (*round, entry) == (bye.round, &bye.entry))
    });
    let Some(at) = bye.round.checked_sub(1).map(|at| at as usize) else { return false };
    let Some(own) = table.index(&bye.entry).and_then(|index| table.contestants.get(index)) else {
        return false;
    };
    if bye.kind != ByeKind::Bye || is_ordered {
        return false;
    }
    let key = |one: &Contestant| {
        let n_free = one.without_playing_before(at, &table.scoring);
        (one.seed, one.rating, one.grade, one.score_before(at), n_free)
    };
    let mut others = table.contestants.iter().filter(|one| one.id != own.id);
    others.any(|one| matches!(one.cells.get(at), Some(Cell::Game(_))) && key(one) == key(own))
}

/// Players who never came are not ranked.
fn has_been_there(table: &Table, event: &Event, index: usize) -> bool {
    let Some(one) = table.contestants.get(index) else { return false };
    one.cells.iter().any(|cell| !matches!(cell, Cell::Out))
        || event.entry(&one.id).is_none_or(|entry| !entry.has_left(event.n_rounds() + 1))
}

pub(super) fn why(free: &Free<'_>, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
    let table = free.table(event);
    pairing::why(&free.request(event, &table), of)
}
