//! Why a pairing is what it is: what was ruled out, what it cost, and the best alternative.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Points,
    pairing::{
        Draw,
        cost::{Cost, Rule},
        matching::Matrix,
    },
};

/// Up to this many players every alternative is the exact best one; in larger fields the best
/// exchange with one other board is given, and the exact one on request.
const EXACT_MAX: usize = 64;

/// The explanation of one pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingWhy")]
pub struct Why {
    /// Sente.
    pub sente: EntryId,
    /// Gote; absent for a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gote: Option<EntryId>,
    /// Whether the organiser ordered it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
    /// A match of a knock-out that is played within the round: its slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The players' scores before the round, in the same order.
    #[serde(default)]
    pub scores: Vec<Points>,
    /// Its cost, rule by rule; empty when it satisfies every rule.
    pub costs: Vec<Reason>,
    /// The opponents that were ruled out.
    pub ruled_out: Vec<RuledOut>,
    /// The alternative without this pairing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternative: Option<Alternative>,
}

/// A cost under a rule; in an alternative, how much more it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingReason")]
pub struct Reason {
    /// The rule.
    pub rule: Rule,
    /// The unit depends on the rule.
    pub cost: i32,
}

/// Opponents ruled out by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuledOut {
    /// The player.
    pub entry: EntryId,
    /// The rule.
    pub rule: Rule,
    /// The opponents; under the rules about sides, only those with the same score.
    pub opponents: Vec<EntryId>,
}

/// The round as it would be without the pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairingAlternative")]
pub struct Alternative {
    /// The pairings that would be different.
    #[schemars(with = "Vec<(EntryId, EntryId)>")]
    pub pairs: Vec<[EntryId; 2]>,
    /// Who would have the bye, if it would be somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<EntryId>,
    /// How much more the whole round would cost, rule by rule. The first value is above zero, so
    /// the others may be below it; empty if it would be just as good.
    pub costs: Vec<Reason>,
    /// Whether it is the best of all possible rounds, rather than only of exchanges between two
    /// boards.
    pub exact: bool,
}

fn reasons(cost: &Cost) -> Vec<Reason> {
    cost.parts().map(|(rule, cost)| Reason { rule, cost }).collect()
}

/// The reasons for every pairing of a round.
pub(super) fn all(draw: &Draw<'_>, matrix: &Matrix<'_>, mates: &[usize]) -> Vec<Why> {
    let exact = draw.free.len() <= EXACT_MAX;
    let ordered = draw.ordered.iter().map(|&(a, b)| {
        let cost = draw.costs.pair(a, b);
        Why { ordered: true, ..why(draw, a, Some(b), &cost) }
    });
    let set = draw.set.iter().map(|&(a, b, pair)| {
        let cost = draw.costs.pair(a, b);
        Why { slot: Some(pair.slot.clone()), ..why(draw, a, Some(b), &cost) }
    });
    let free = mates.iter().enumerate().filter(|(i, j)| i < *j);
    let free = free.filter_map(|(i, &j)| free_pair(draw, matrix, mates, (i, j), exact));
    ordered.chain(set).chain(free).collect()
}

/// The reasons for one pairing, with the exact alternative.
pub(super) fn one(
    draw: &Draw<'_>,
    matrix: &Matrix<'_>,
    mates: &[usize],
    a: &EntryId,
    b: &EntryId,
) -> Option<Why> {
    let is = |i: usize, id: &EntryId| {
        draw.free.get(i).is_some_and(|&index| draw.contender(index).one.id == *id)
    };
    let i = mates.iter().enumerate().position(|(i, &j)| is(i, a) && is(j, b))?;
    let j = *mates.get(i)?;
    free_pair(draw, matrix, mates, (i.min(j), i.max(j)), draw.is_whole())
}

fn free_pair(
    draw: &Draw<'_>,
    matrix: &Matrix<'_>,
    mates: &[usize],
    (i, j): (usize, usize),
    exact: bool,
) -> Option<Why> {
    let &a = draw.free.get(i)?;
    let mut why = match draw.free.get(j) {
        Some(&b) => {
            let (sente, gote) = draw.costs.seated(a, b);
            why(draw, sente, Some(gote), &matrix.cost(i, j))
        }
        None => why(draw, a, None, &matrix.cost(i, j)),
    };
    let other = if exact { without(matrix, i, j) } else { exchanged(matrix, mates, i, j) };
    why.alternative = other.map(|other| alternative(draw, matrix, mates, &other, exact));
    Some(why)
}

fn why(draw: &Draw<'_>, a: usize, b: Option<usize>, cost: &Cost) -> Why {
    let id = |index: usize| draw.contender(index).one.id.clone();
    let mut ruled_out = Vec::new();
    for one in [Some(a), b].into_iter().flatten() {
        let others = || draw.free.iter().copied().filter(|&other| other != one);
        let mut rule_out = |rule: Rule, opponents: Vec<EntryId>| {
            if !opponents.is_empty() {
                ruled_out.push(RuledOut { entry: id(one), rule, opponents });
            }
        };
        rule_out(
            Rule::Forbidden,
            others().filter(|&o| draw.costs.is_forbidden(one, o)).map(id).collect(),
        );
        rule_out(Rule::Repeat, others().filter(|&o| draw.costs.have_met(one, o)).map(id).collect());
        for rule in [Rule::ColourLimit, Rule::ColourRow] {
            let equals = others()
                .filter(|&o| draw.contender(o).score == draw.contender(one).score)
                .filter(|&o| draw.costs.pair(one, o).of(rule) > 0);
            rule_out(rule, equals.map(id).collect());
        }
    }
    Why {
        sente: id(a),
        gote: b.map(id),
        ordered: false,
        slot: None,
        scores: [Some(a), b]
            .into_iter()
            .flatten()
            .map(|index| draw.contender(index).one.score())
            .collect(),
        costs: reasons(cost),
        ruled_out,
        alternative: None,
    }
}

/// The cheapest matching without that pair, if there is any.
fn without(matrix: &Matrix<'_>, i: usize, j: usize) -> Option<Vec<usize>> {
    if matrix.len() < 4 {
        return None;
    }
    let mut struck = matrix.clone();
    struck.strike(i, j);
    Some(struck.solve())
}

/// The cheapest matching that exchanges partners with one other pair.
fn exchanged(matrix: &Matrix<'_>, mates: &[usize], i: usize, j: usize) -> Option<Vec<usize>> {
    let here = matrix.cost(i, j);
    let pairs = mates.iter().enumerate().filter(|&(k, &l)| k < l && k != i);
    let (_, [k, l]) = pairs
        .flat_map(|(k, &l)| [[k, l], [l, k]])
        .map(|[k, l]| {
            let change = matrix.cost(i, k).plus(&matrix.cost(j, l)).minus(&matrix.cost(k, l));
            (change.minus(&here), [k, l])
        })
        .min()?;
    let mut other = mates.to_vec();
    for (one, mate) in [(i, k), (k, i), (j, l), (l, j)] {
        other[one] = mate;
    }
    Some(other)
}

fn alternative(
    draw: &Draw<'_>,
    matrix: &Matrix<'_>,
    mates: &[usize],
    other: &[usize],
    exact: bool,
) -> Alternative {
    let id = |i: usize| draw.free.get(i).map(|&index| draw.contender(index).one.id.clone());
    let mut pairs = Vec::new();
    let mut bye = None;
    for (i, &j) in other.iter().enumerate().filter(|&(i, &j)| i < j && mates.get(i) != Some(&j)) {
        match (id(i), id(j)) {
            (Some(a), Some(b)) => pairs.push([a, b]),
            (one, _) => bye = one,
        }
    }
    let costs = matrix.total(other).minus(&matrix.total(mates));
    Alternative { pairs, bye, costs: reasons(&costs), exact }
}
