//! Pairing a round freely: everybody who is present is matched at the least total cost.
//!
//! A possible pairing has a cost for each rule of [`Rule::ALL`]; a round's cost is the sum over
//! its pairings, compared rule by rule, the most important first. So a round with one repeat
//! fewer is always better, however its scores differ; among rounds equal in that the next rule
//! decides, and so on. The least sum is found exactly, by maximum-weight matching on the whole
//! field ([`matching`]), not score group by score group. docs/tournaments.md lists the weights.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Bye, ByeKind, EntryId, Event, Game, GameKey, Order, Sides, Table, Wait,
    pairing::{
        contender::{Contender, field},
        cost::{Costs, Field},
        matching::Matrix,
    },
};

mod contender;
mod cost;
mod lookahead;
mod matching;
pub(crate) mod sides;
mod why;
pub(crate) mod windows;

pub use self::{
    cost::{Cost, Rule},
    why::{Alternative, Reason, Why},
};

/// The organiser's options for free pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PairingRules {
    /// Who meets whom among equal scores.
    pub within: Within,
    /// In how many of the first rounds members of one club are kept apart.
    pub club_rounds: u32,
    /// How much sides matter.
    pub colours: Colours,
    /// In how many of the first rounds the upper half of the seeding is paired as if it had more
    /// points.
    pub accelerated: u32,
    /// How many of the seeding that is, where it is not the upper half, an even number of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accelerated_players: Option<u32>,
}

impl PairingRules {
    /// What the upper half of the seeding has more in that round, in half points: a point, and
    /// half a point in the second half of the accelerated rounds.
    pub(crate) fn lead(&self, round: u32) -> i64 {
        match round {
            round if round > self.accelerated => 0,
            round if round > self.accelerated.div_ceil(2) => 1,
            _ => 2,
        }
    }

    /// How many of so many players have that lead.
    pub(crate) fn n_leading(&self, n_players: usize) -> usize {
        let half = n_players.div_ceil(2).next_multiple_of(2);
        self.accelerated_players.map_or(half, |n| n as usize).min(n_players)
    }
}

/// Who meets whom among equal scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingWithin")]
pub enum Within {
    /// The upper half meets the lower half in order: of eight, 1–5, 2–6, 3–7, 4–8.
    #[default]
    Slide,
    /// The best meets the last: of eight, 1–8, 2–7, 3–6, 4–5.
    Fold,
    /// Neighbours meet: 1–2, 3–4, …
    Adjacent,
    /// By lot.
    Random,
}

/// How much sides matter in pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingColours")]
pub enum Colours {
    /// A difference above two, and the same side three times in a row, are avoided with priority
    /// over score groups; preferences are considered after floats.
    #[default]
    Limit,
    /// Only as preferences.
    Wish,
    /// Not at all.
    Ignore,
}

/// One paired round, before it is written as games.
#[derive(Clone, Debug)]
pub(crate) struct PairedRound {
    /// Games and byes to publish.
    pub(crate) games: Vec<Game>,
    pub(crate) byes: Vec<Bye>,
}

/// A round to be paired: the table so far, and who is to be paired how.
pub(crate) struct Request<'r> {
    pub(crate) event: &'r Event,
    pub(crate) table: &'r Table,
    /// The number of the round.
    pub(crate) round: u32,
    /// The number of rounds in all, for the look-ahead.
    pub(crate) n_rounds: u32,
    pub(crate) rules: &'r PairingRules,
    /// Who meets in any case.
    pub(crate) set: &'r [SetPair],
}

/// Two who meet in a round that is paired freely because something else has them meet, as a
/// knock-out that is played within it.
#[derive(Clone, Debug)]
pub(crate) struct SetPair {
    pub(crate) a: EntryId,
    pub(crate) b: EntryId,
    /// `a` sits as sente; otherwise sides go by the rules about them.
    pub(crate) seated: bool,
    /// What has them meet.
    pub(crate) slot: String,
}

/// The present field with the organiser's orders taken out of it.
struct Draw<'r> {
    costs: Costs<'r>,
    /// Index pairs into `costs.field.contenders`, first named first.
    ordered: Vec<(usize, usize)>,
    ordered_byes: Vec<usize>,
    /// The pairs that are set, with sente first.
    set: Vec<(usize, usize, &'r SetPair)>,
    /// Indices of those who are paired freely.
    free: Vec<usize>,
}

impl<'r> Draw<'r> {
    fn new(request: &'r Request<'r>) -> Result<Self, Wait> {
        let Request { event, table, round, rules, .. } = *request;
        let contenders = field(event, table, round, rules);
        let find = |id: &EntryId| contenders.iter().position(|one| one.one.id == *id);
        let mut taken = vec![false; contenders.len()];
        let mut refused: Vec<EntryId> = Vec::new();
        let mut take = |id: &EntryId| match find(id) {
            Some(index) if !std::mem::replace(&mut taken[index], true) => Some(index),
            _ => {
                refused.push(id.clone());
                None
            }
        };
        let mut ordered = Vec::new();
        let mut ordered_byes = Vec::new();
        for order in &event.orders {
            match order {
                Order::Pair { round: n, sente, gote, .. } if *n == round => {
                    if let (Some(a), Some(b)) = (take(sente), take(gote)) {
                        ordered.push((a, b));
                    }
                }
                Order::Bye { round: n, entry, .. } if *n == round => {
                    ordered_byes.extend(take(entry));
                }
                Order::Pair { .. } | Order::Bye { .. } | Order::Forbid { .. } => {}
            }
        }
        let mut set = Vec::new();
        for pair in request.set {
            if let (Some(a), Some(b)) = (take(&pair.a), take(&pair.b)) {
                set.push((a, b, pair));
            }
        }
        if !refused.is_empty() {
            return Err(Wait::Orders { entries: refused });
        }
        let free: Vec<usize> = (0..contenders.len()).filter(|&index| !taken[index]).collect();
        let costs = Costs::new(request, Field::new(contenders, &free));
        for (a, b, pair) in &mut set {
            if !pair.seated {
                (*a, *b) = costs.seated(*a, *b);
            }
        }
        Ok(Self { costs, ordered, ordered_byes, set, free })
    }

    /// The costs among the free ones, with one more vertex for the bye when they are odd.
    fn matrix(&self) -> Matrix<'_> {
        let n = self.free.len();
        let cost = |i: usize, j: usize| match (self.free.get(i), self.free.get(j)) {
            (Some(&a), Some(&b)) => self.costs.pair(a, b),
            (Some(&one), None) | (None, Some(&one)) => self.costs.bye(one),
            (None, None) => Cost::default(),
        };
        if self.is_whole() { Matrix::new(n + n % 2, cost) } else { Matrix::asked(n + n % 2, cost) }
    }

    /// Whether all of them are matched at once.
    fn is_whole(&self) -> bool {
        self.free.len() <= windows::WHOLE_MAX
    }

    /// Who plays whom, as places in `free`.
    fn mates(&self, request: &Request<'_>, matrix: &Matrix<'_>) -> Vec<usize> {
        if self.is_whole() {
            lookahead::solve(request, self, matrix)
        } else {
            windows::solve(self, request.rules.within)
        }
    }

    fn contender(&self, index: usize) -> &Contender<'r> {
        &self.costs.field.contenders[index]
    }
}

/// Pairs the round, or says which orders cannot be obeyed.
pub(crate) fn pair_round(request: &Request<'_>) -> Result<PairedRound, Wait> {
    let draw = Draw::new(request)?;
    if !is_worth_a_round(request, &draw) {
        return Err(Wait::Entries { at_least: 2 });
    }
    let mates = draw.mates(request, &draw.matrix());
    Ok(written(request, &draw, &mates))
}

/// Two who are present play. Where fewer are there because others have announced an absence the
/// round is one of byes and absences, so that it does not stop the event.
fn is_worth_a_round(request: &Request<'_>, draw: &Draw<'_>) -> bool {
    let Request { event, round, .. } = *request;
    let n_present = draw.costs.field.contenders.len();
    let n_absent = event.entries.iter().filter(|entry| entry.is_absent(round)).count();
    n_present >= 2 || (n_absent > 0 && n_present + n_absent >= 2)
}

/// Explains every pairing of the round, or one with its exact best alternative.
pub(crate) fn why(request: &Request<'_>, of: Option<[&EntryId; 2]>) -> Vec<Why> {
    let Ok(draw) = Draw::new(request) else { return Vec::new() };
    let matrix = draw.matrix();
    let mates = draw.mates(request, &matrix);
    match of {
        Some([a, b]) => why::one(&draw, &matrix, &mates, a, b).into_iter().collect(),
        None => why::all(&draw, &matrix, &mates),
    }
}

/// The round as games and byes, the boards in order of the scores at them.
fn written(request: &Request<'_>, draw: &Draw<'_>, mates: &[usize]) -> PairedRound {
    let Request { event, table, round, .. } = *request;
    let bye = |entry: &EntryId, kind| Bye { round, entry: entry.clone(), kind, slot: None };
    let mut byes: Vec<Bye> = draw
        .ordered_byes
        .iter()
        .map(|&one| bye(&draw.contender(one).one.id, ByeKind::Bye))
        .collect();
    let mut pairs: Vec<(usize, usize, Origin<'_>)> =
        draw.ordered.iter().map(|&(sente, gote)| (sente, gote, Origin::Order)).collect();
    pairs.extend(draw.set.iter().map(|&(sente, gote, pair)| (sente, gote, Origin::Set(pair))));
    for (i, &j) in mates.iter().enumerate() {
        match (draw.free.get(i), draw.free.get(j)) {
            (Some(&a), Some(&b)) if i < j => {
                let (sente, gote) = draw.costs.seated(a, b);
                pairs.push((sente, gote, Origin::Free));
            }
            (Some(&one), None) => byes.push(bye(&draw.contender(one).one.id, ByeKind::Bye)),
            _ => {}
        }
    }
    pairs.sort_by_key(|&(a, b, origin)| {
        let (a, b) = (draw.contender(a), draw.contender(b));
        let is_set = matches!(origin, Origin::Set(_));
        std::cmp::Reverse((
            is_set,
            a.score.max(b.score),
            a.score + b.score,
            std::cmp::Reverse(a.one.number.min(b.one.number)),
        ))
    });
    let numbers = table_numbers(event, draw, &pairs);
    let games = pairs.into_iter().zip(numbers).map(|((sente, gote, origin), board)| {
        let (sente, gote) = (draw.contender(sente), draw.contender(gote));
        let given = event.handicap.between(sente.one.grade, gote.one.grade);
        let (is_seated, slot) = match origin {
            Origin::Free => (false, None),
            Origin::Order => (true, None),
            Origin::Set(pair) => (pair.seated, Some(pair.slot.clone())),
        };
        let is_ordered = matches!(origin, Origin::Order);
        Game {
            key: free_key(event, round, board),
            round,
            board,
            sente: sente.one.id.clone(),
            gote: gote.one.id.clone(),
            toss: event.sides == Sides::Furigoma && given.is_none() && !is_seated,
            handicap: given.filter(|given| !given.first_gives).map(|given| given.odds),
            slot,
            reason: is_ordered.then(|| reason_of(event, round, &sente.one.id, &gote.one.id)),
            ..Game::default()
        }
    });
    let games = games.collect();
    byes.extend(absences(event, table, round));
    PairedRound { games, byes }
}

/// Where a pair of a round comes from.
#[derive(Clone, Copy)]
enum Origin<'r> {
    /// The matching.
    Free,
    /// The organiser.
    Order,
    Set(&'r SetPair),
}

/// The tables of these pairs: one after the other, but who always sits at the same table stays
/// there.
fn table_numbers(event: &Event, draw: &Draw<'_>, pairs: &[(usize, usize, Origin<'_>)]) -> Vec<u32> {
    let fixed: HashMap<&EntryId, u32> =
        event.entries.iter().filter_map(|entry| Some((&entry.id, entry.table?))).collect();
    let mut taken = HashSet::new();
    let own: Vec<Option<u32>> = pairs
        .iter()
        .map(|&(a, b, _)| {
            let tables = [a, b].map(|one| fixed.get(&draw.contender(one).one.id).copied());
            let wanted = tables.into_iter().flatten();
            wanted.filter(|table| *table > 0).find(|table| taken.insert(*table))
        })
        .collect();
    let mut free = (1..).filter(|table| !taken.contains(table));
    own.into_iter().map(|own| own.or_else(|| free.next()).unwrap_or_default()).collect()
}

/// Announced absences are published with the round, so that they are facts from then on.
pub(crate) fn absences(event: &Event, table: &Table, round: u32) -> Vec<Bye> {
    let mut absent: Vec<_> = event
        .entries
        .iter()
        .filter(|entry| entry.is_absent(round))
        .filter(|entry| table.index(&entry.id).is_some())
        .map(|entry| Bye { round, entry: entry.id.clone(), kind: ByeKind::Absent, slot: None })
        .collect();
    absent.sort_by(|a, b| a.entry.cmp(&b.entry));
    absent
}

/// A key that no game of the document has: the round and the board, and for a round that is
/// paired again a letter after it.
pub(crate) fn free_key(event: &Event, round: u32, board: u32) -> GameKey {
    unused_key(event, format!("{round}-{board}"))
}

/// The key, or the first of `key.2`, `key.3`, … that no game of the document has.
pub(crate) fn unused_key(event: &Event, key: String) -> GameKey {
    let is_free = |key: &GameKey| event.game(key).is_none();
    let first = GameKey::from(key.clone());
    if is_free(&first) {
        return first;
    }
    let mut again = (2..).map(|n: u32| GameKey::from(format!("{key}.{n}")));
    again.find(is_free).unwrap_or(first)
}

fn reason_of(event: &Event, round: u32, a: &EntryId, b: &EntryId) -> String {
    let found = event.orders.iter().find_map(|order| match order {
        Order::Pair { round: n, sente, gote, reason } if *n == round && sente == a && gote == b => {
            Some(reason.clone())
        }
        _ => None,
    });
    found.unwrap_or_default()
}
