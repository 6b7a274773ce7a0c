//! Arena: for a fixed time, players are paired again as soon as they are free.
//!
//! A win is worth two points and a draw one. A player who has won twice in a row scores double
//! until the next game that is not won. Games that began in time count even if they end after it.
//!
//! By `strength` it is an evening in a club instead: whoever is free meets who is near in strength
//! and has met them little, over the board or online, and a win is worth one point.

mod evening;

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::evening::Tonight;
use crate::{
    EntryId, Event, Fault, Game, Next, Points, Problems, Ranking, Reach, Sides, Standings, Table,
    Wait, check,
    formats::{self, Format},
    lot::lot_of_pair,
    pairing::{unused_key, windows::Windows},
    table::{Contestant, Verdict},
};

/// The settings of an arena.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arena {
    /// When it begins, in Unix milliseconds.
    start_ms: u64,
    /// For how long new games begin.
    duration_ms: u64,
    /// How long free players wait for others to become free, unless everybody is.
    #[serde(default = "wave_ms")]
    wave_ms: u64,
    /// Whether two wins in a row double the points that follow.
    #[serde(default = "yes")]
    streak: bool,
    /// Who meets whom.
    #[serde(default, skip_serializing_if = "ArenaNearness::is_usual")]
    by: ArenaNearness,
}

/// Who meets whom in an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ArenaNearness {
    /// Neighbours in the standings; a win is worth two points.
    #[default]
    Standings,
    /// Who is near in strength and has met the other little, as on an evening in a club; a win is
    /// worth one point, and there is no streak.
    Strength,
}

impl ArenaNearness {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

fn wave_ms() -> u64 {
    5_000
}

fn yes() -> bool {
    true
}

/// A year: no arena is longer.
const DURATION_MAX_MS: u64 = 366 * 24 * 3_600_000;

/// Somebody who could play now.
struct Free {
    /// In the table.
    index: usize,
    since_ms: u64,
    /// The last opponent.
    last: Option<usize>,
    /// Games as sente less games as gote.
    balance: i32,
}

impl Format for Arena {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        if self.duration_ms == 0 || self.duration_ms > DURATION_MAX_MS {
            problems.add(
                Fault::Duration,
                "format.duration_ms",
                "longer than nothing, a year at most",
            );
        }
        for (n, game) in event.games.iter().enumerate() {
            let at = format!("games[{n}]");
            if game.started_ms.is_none() {
                problems.add(Fault::Time, &at, "in an arena a game has `started_ms`");
            }
            if game.result.is_some() && game.ended_ms.is_none() {
                problems.add(Fault::Time, &at, "in an arena a game with a result has `ended_ms`");
            }
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        if at_ms < self.start_ms {
            return Next::wait(Wait::Time { at_ms: self.start_ms });
        }
        let pending = event.pending();
        if at_ms >= self.end_ms() {
            return if pending.is_empty() {
                Next::over()
            } else {
                Next::wait(Wait::Games { games: pending })
            };
        }
        let table = self.table(event);
        let (here, free) = self.free(event, &table, at_ms);
        let longest = free.iter().map(|free| free.since_ms).min();
        let all_are_free = free.len() == here.len();
        let wave_ms = longest.map(|since_ms| since_ms.saturating_add(self.wave_ms));
        if free.len() < 2 || !(all_are_free || wave_ms.is_some_and(|wave_ms| at_ms >= wave_ms)) {
            return self.wait(event, at_ms, wave_ms.filter(|_| free.len() > 1));
        }
        let pairs = match self.by {
            ArenaNearness::Standings => paired(
                &free,
                &|a, b| {
                    let again = a.last == Some(b.index) && b.last == Some(a.index);
                    !again || here.len() <= 2
                },
                None,
            ),
            ArenaNearness::Strength => {
                let tonight = Tonight::of(event, &table, here, at_ms);
                paired(&free, &|a, b| tonight.may_meet(a, b), Some(&tonight))
            }
        };
        if pairs.is_empty() {
            return self.wait(event, at_ms, self.rematch_ms(&free, at_ms));
        }
        let games = self.games(event, &table, &pairs, at_ms);
        Next::open(games, Vec::new(), Vec::new())
    }

    fn standings(&self, event: &Event) -> Standings {
        let table = self.table(event);
        let has_been_there = |index: &usize| {
            let one = table.contestants.get(*index);
            one.is_some_and(|one| {
                !one.cells.is_empty()
                    || event.presence.iter().any(|presence| presence.entry == one.id)
            })
        };
        let who: Vec<usize> = (0..table.len()).filter(has_been_there).collect();
        let mut ranking = Ranking::new("", event, &table, &formats::criteria(self, event), &who);
        for row in &mut ranking.rows {
            row.remark = None;
        }
        // Whether the time is up only `next` knows; then the event is closed.
        Standings { rankings: vec![ranking], ..Standings::default() }
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["points", "wins", "sos"]
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        None
    }
}

impl Arena {
    fn end_ms(&self) -> u64 {
        self.start_ms.saturating_add(self.duration_ms)
    }

    /// Everybody's games in the order in which they ended.
    fn table(&self, event: &Event) -> Table {
        let mut games = event.played();
        games.sort_by_key(|(game, _)| {
            (game.ended_ms.unwrap_or(u64::MAX), game.started_ms, &game.key)
        });
        Table::of_games(event, &games, &|verdicts| self.running(verdicts))
    }

    /// The score after each game.
    fn running(&self, verdicts: &[Option<Verdict>]) -> Vec<Points> {
        let mut score = Points::ZERO;
        let mut row = 0;
        let after = verdicts.iter().map(|verdict| {
            let is_win = matches!(verdict, Some(Verdict::Win | Verdict::WinByNoShow));
            let is_evening = self.by == ArenaNearness::Strength;
            let win = if is_evening { Points::ONE } else { Points::whole(2) };
            let worth = match verdict {
                Some(Verdict::Win | Verdict::WinByNoShow) => win,
                Some(Verdict::Draw) => win.half(),
                Some(Verdict::Loss | Verdict::NoShow) | None => Points::ZERO,
            };
            let is_doubled = self.streak && !is_evening && row >= 2;
            score += if is_doubled { worth * 2 } else { worth };
            if verdict.is_some() {
                row = if is_win { row + 1 } else { 0 };
            }
            score
        });
        after.collect()
    }

    /// When two who are free may meet again for want of others, if that is to come.
    fn rematch_ms(&self, free: &[Free], at_ms: u64) -> Option<u64> {
        if self.by == ArenaNearness::Standings {
            return None;
        }
        let mut since: Vec<u64> = free.iter().map(|free| free.since_ms).collect();
        since.sort_unstable();
        let later = since.into_iter().skip(1).map(|ms| ms.saturating_add(evening::REMATCH_MS));
        later.filter(|&again_ms| again_ms > at_ms).min()
    }

    /// Who is here, and those of them who are not playing, the best placed first.
    fn free(&self, event: &Event, table: &Table, at_ms: u64) -> (Vec<usize>, Vec<Free>) {
        let mut here: HashMap<usize, (u64, bool)> = HashMap::new();
        let mut presence: Vec<_> = event.presence.iter().filter(|one| one.at_ms <= at_ms).collect();
        // A player who leaves and comes back at one instant is here.
        presence.sort_by_key(|presence| (presence.at_ms, presence.here));
        for presence in presence {
            if let Some(index) = table.index(&presence.entry) {
                here.insert(index, (presence.at_ms, presence.here));
            }
        }
        here.retain(|_, (_, is_here)| *is_here);
        let mut since: HashMap<usize, u64> =
            here.iter().map(|(&index, &(at_ms, _))| (index, at_ms.max(self.start_ms))).collect();
        for (game, outcome) in event.played() {
            for (_, id) in game.seats() {
                let Some(index) = table.index(id) else { continue };
                if outcome.is_none() {
                    since.remove(&index);
                } else if let Some(since_ms) = since.get_mut(&index) {
                    *since_ms = (*since_ms).max(game.ended_ms.unwrap_or(0));
                }
            }
        }
        let mut free: Vec<Free> = since
            .into_iter()
            .filter_map(|(index, since_ms)| {
                let one = table.contestants.get(index)?;
                let sides = one.cells.iter().filter_map(crate::Cell::decided);
                let balance = sides.fold(0, |sum, (meeting, _)| {
                    sum + if meeting.side == Side::Sente { 1 } else { -1 }
                });
                let last = one.cells.iter().rev().find_map(crate::Cell::decided);
                let last = last.map(|(meeting, _)| meeting.opponent);
                Some(Free { index, since_ms, last, balance })
            })
            .collect();
        let strength = |free: &Free| {
            let one = table.contestants.get(free.index);
            let score = one.map(Contestant::score);
            (std::cmp::Reverse(score), one.map(|one| one.number))
        };
        free.sort_by_key(strength);
        let mut here: Vec<usize> = here.into_keys().collect();
        here.sort_unstable();
        (here, free)
    }

    /// Waits for a time, or for a game to end, whatever comes first.
    fn wait(&self, event: &Event, at_ms: u64, wave_ms: Option<u64>) -> Next {
        let arrivals = event.presence.iter().map(|presence| presence.at_ms);
        let next = arrivals.filter(|&arrival_ms| arrival_ms > at_ms).chain(wave_ms).min();
        Next::wait(Wait::Time { at_ms: next.unwrap_or(u64::MAX).min(self.end_ms()) })
    }

    fn games(
        &self,
        event: &Event,
        table: &Table,
        pairs: &[(&Free, &Free)],
        at_ms: u64,
    ) -> Vec<Game> {
        let mut n = event.games.len();
        let mut tables = FreeTables::of(event);
        let games = pairs.iter().filter_map(|(a, b)| {
            let (one, two) = (table.contestants.get(a.index)?, table.contestants.get(b.index)?);
            let lot = lot_of_pair(event.seed, n as u32, one.id.as_str(), two.id.as_str());
            let a_is_sente = a.balance < b.balance || (a.balance == b.balance && lot & 1 == 0);
            let given = event.handicap.between(one.grade, two.grade);
            let a_is_sente = given.map_or(a_is_sente, |given| !given.first_gives);
            let (sente, gote) = if a_is_sente { (one, two) } else { (two, one) };
            n += 1;
            let is_evening = self.by == ArenaNearness::Strength;
            let board = if is_evening { tables.next(&sente.id, &gote.id) } else { 0 };
            Some(Game {
                key: unused_key(event, format!("a{n}")),
                round: 1,
                board,
                sente: sente.id.clone(),
                gote: gote.id.clone(),
                toss: event.sides == Sides::Furigoma && given.is_none(),
                handicap: given.map(|given| given.odds),
                started_ms: Some(at_ms),
                ..Game::default()
            })
        });
        games.collect()
    }
}

/// The tables of a room that nobody sits at.
struct FreeTables<'e> {
    taken: HashSet<u32>,
    /// Who sits at home.
    online: HashSet<&'e EntryId>,
}

impl<'e> FreeTables<'e> {
    fn of(event: &'e Event) -> Self {
        let online = event.entries.iter().filter(|entry| entry.reach == Reach::Online);
        Self {
            taken: event.pending_games().map(|game| game.board).collect(),
            online: online.map(|entry| &entry.id).collect(),
        }
    }

    /// The first table that is free; 0 for two who play online.
    fn next(&mut self, sente: &EntryId, gote: &EntryId) -> u32 {
        if self.online.contains(sente) || self.online.contains(gote) {
            return 0;
        }
        let table = (1..).find(|table| !self.taken.contains(table)).unwrap_or(0);
        self.taken.insert(table);
        table
    }
}

/// So many who are free are looked at as a whole; more, window by window.
const WAVE: Windows = Windows { whole_max: 100, size: 60, kept: 40 };

/// As many pairs as can be made of those who may meet; then those who have waited longest; then
/// neighbours in the standings, or on an evening those who suit each other.
fn paired<'f>(
    free: &'f [Free],
    may_meet: &dyn Fn(&Free, &Free) -> bool,
    tonight: Option<&Tonight<'_>>,
) -> Vec<(&'f Free, &'f Free)> {
    let mut row: Vec<usize> = (0..free.len()).collect();
    if row.len() > WAVE.whole_max && row.len() % 2 == 1 {
        // One is left over, and everybody else has somebody: the one who has waited least.
        row.sort_by_key(|&at| std::cmp::Reverse((free[at].since_ms, free[at].index)));
        row.remove(0);
        row.sort_unstable();
    }
    let pairs = WAVE.pairs(row, &|row| matched(free, row, may_meet, tonight));
    pairs.into_iter().filter_map(|(i, j)| Some((free.get(i)?, free.get(j)?))).collect()
}

/// The mates of these, by their places among them.
fn matched(
    free: &[Free],
    row: &[usize],
    may_meet: &dyn Fn(&Free, &Free) -> bool,
    tonight: Option<&Tonight<'_>>,
) -> Vec<Option<usize>> {
    let free: Vec<&Free> = row.iter().filter_map(|&at| free.get(at)).collect();
    let n = free.len();
    let mut waits: Vec<usize> = (0..n).collect();
    waits.sort_unstable_by_key(|&at| std::cmp::Reverse((free[at].since_ms, free[at].index)));
    let mut patience = vec![0i128; n];
    for (rank, &at) in waits.iter().enumerate() {
        patience[at] = rank as i128;
    }
    let gaps = tonight.map_or((n * n) as i128, |_| evening::COST_MAX);
    let mut weights = vec![0i128; n * n];
    for (i, a) in free.iter().enumerate() {
        for (j, b) in free.iter().enumerate().skip(i + 1) {
            if !may_meet(a, b) {
                continue;
            }
            // Each part outweighs the sum of all that follow it, over all pairs.
            let gap = match tonight {
                Some(tonight) => tonight.cost(a, b),
                None => i128::try_from(j - i).unwrap_or_default().pow(2),
            };
            let unit = gaps * n as i128 + 1;
            let waited = (patience[i] + patience[j]) * unit;
            let pair = 2 * (n * n) as i128 * unit;
            weights[i * n + j] = pair + waited + gaps - gap;
        }
    }
    integer_blossom::max_weight_matching(&weights, n)
}
