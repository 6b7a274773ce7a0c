//! What a possible pairing costs, rule by rule.

use std::{collections::HashMap, fmt};

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Order, Sides,
    lot::{lot, lot_of_pair},
    pairing::{
        Colours, Request, Within,
        contender::{Contender, Float},
        sides::{SideCost, seat},
    },
    table::Cell,
};

/// The rules of free pairing, the most important first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingRule")]
pub enum Rule {
    /// The organiser has forbidden the pairing.
    Forbidden,
    /// A bye for a player who has already had a point without playing, or has not appeared for a
    /// game: how often.
    ByeAgain,
    /// They have been paired before: the square of 2 for each game they played and 1 for each for
    /// which one of them did not appear.
    Repeat,
    /// The bye does not go to the lowest score: how many have a lower one.
    ByeHigh,
    /// Sente and gote would differ by more than two: by how much more.
    ColourLimit,
    /// The same side for the third time in a row: for how many of the two.
    ColourRow,
    /// Different scores: the square of the difference in half points.
    Score,
    /// Different scores, and high: the higher one in half points above the lowest present.
    Level,
    /// Two members of one club, in a protected round.
    Club,
    /// A repeated float: 4 for each player who floated the same way last round, 1 for the round
    /// before that.
    Float,
    /// Preferences for a side: 3 for the player's rarer side, 1 for changing sides.
    Colour,
    /// The place within the score group: the square of the distance from the ideal opponent.
    Order,
}

impl Rule {
    /// Every rule in its order.
    pub const ALL: [Self; 12] = [
        Self::Forbidden,
        Self::ByeAgain,
        Self::Repeat,
        Self::ByeHigh,
        Self::ColourLimit,
        Self::ColourRow,
        Self::Score,
        Self::Level,
        Self::Club,
        Self::Float,
        Self::Colour,
        Self::Order,
    ];

    /// The name in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::ByeAgain => "bye_again",
            Self::Repeat => "repeat",
            Self::ByeHigh => "bye_high",
            Self::ColourLimit => "colour_limit",
            Self::ColourRow => "colour_row",
            Self::Score => "score",
            Self::Level => "level",
            Self::Club => "club",
            Self::Float => "float",
            Self::Colour => "colour",
            Self::Order => "order",
        }
    }

    /// Whether at most one pairing of a round, the bye, can cost anything under it.
    fn is_about_the_bye(self) -> bool {
        matches!(self, Self::ByeAgain | Self::ByeHigh)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Differences of scores above it, in half points, count as it: squared and summed over the
/// largest field it fits.
const DIFFERENCE_MAX: i64 = 1_000;

/// How many rules there are.
const N_RULES: usize = Rule::ALL.len();

/// Costs by rule; compared like words in a dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost([i32; N_RULES]);

impl Cost {
    /// What it costs under that rule.
    pub fn of(&self, rule: Rule) -> i32 {
        self.0[rule as usize]
    }

    pub(super) fn set(&mut self, rule: Rule, cost: i32) {
        self.0[rule as usize] = cost;
    }

    /// The rules under which it costs something.
    pub fn parts(&self) -> impl Iterator<Item = (Rule, i32)> {
        Rule::ALL.into_iter().zip(self.0).filter(|(_, cost)| *cost != 0)
    }

    // A round in which somebody far away is ordered for everybody does not fit.
    #[must_use]
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(sum, cost)| *sum = sum.saturating_add(cost));
        self
    }

    #[must_use]
    pub(super) fn minus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(rest, cost)| *rest = rest.saturating_sub(cost));
        self
    }
}

/// The field with every one's place in its score group.
pub(super) struct Field<'t> {
    pub(super) contenders: Vec<Contender<'t>>,
    /// Place from the top of the score group, and the group's size, by contender. Only those
    /// who are paired freely are counted.
    places: Vec<(i32, i32)>,
    /// How many of the free ones have a lower score, by contender.
    below: Vec<i32>,
    lowest_score: i64,
}

impl<'t> Field<'t> {
    /// The contenders are in order, the highest first; `free` in the same order.
    pub(super) fn new(contenders: Vec<Contender<'t>>, free: &[usize]) -> Self {
        let mut places = vec![(0, 0); contenders.len()];
        for group in free.chunk_by(|&a, &b| contenders[a].score == contenders[b].score) {
            for (place, &index) in group.iter().enumerate() {
                places[index] = (place as i32, group.len() as i32);
            }
        }
        let mut below = vec![0; contenders.len()];
        let mut n_lower = 0;
        for group in free.chunk_by(|&a, &b| contenders[a].score == contenders[b].score).rev() {
            for &index in group {
                below[index] = n_lower;
            }
            n_lower += group.len() as i32;
        }
        let lowest_score = contenders.last().map_or(0, |last| last.score);
        Self { contenders, places, below, lowest_score }
    }
}

/// Works out costs.
pub(super) struct Costs<'r> {
    request: &'r Request<'r>,
    pub(super) field: Field<'r>,
    /// 2 for each game contenders have played and 1 for each they were paired for, row by row.
    met: Vec<u16>,
    /// Whom the organiser keeps apart, row by row.
    forbidden: Vec<bool>,
    lot: u64,
}

impl<'r> Costs<'r> {
    pub(super) fn new(request: &'r Request<'r>, field: Field<'r>) -> Self {
        let place: HashMap<usize, usize> =
            field.contenders.iter().enumerate().map(|(n, one)| (one.index, n)).collect();
        let n = field.contenders.len();
        let mut met = vec![0; n * n];
        for (row, contender) in field.contenders.iter().enumerate() {
            for (meeting, verdict) in contender.one.cells.iter().filter_map(Cell::decided) {
                if let Some(&column) = place.get(&meeting.opponent) {
                    met[row * n + column] += if verdict.was_played() { 2 } else { 1 };
                }
            }
        }
        let at = |id: &EntryId| field.contenders.iter().position(|one| one.one.id == *id);
        let mut forbidden = vec![false; n * n];
        for order in &request.event.orders {
            match order {
                Order::Forbid { a, b, round, .. } if round.is_none_or(|n| n == request.round) => {
                    if let (Some(a), Some(b)) = (at(a), at(b)) {
                        forbidden[a * n + b] = true;
                        forbidden[b * n + a] = true;
                    }
                }
                _ => {}
            }
        }
        let lot = lot(request.event.seed, "sides");
        Self { request, field, met, forbidden, lot }
    }

    /// Whether these two have been paired.
    pub(super) fn have_met(&self, a: usize, b: usize) -> bool {
        self.meetings(a, b) > 0
    }

    fn meetings(&self, a: usize, b: usize) -> i32 {
        i32::from(self.met[a * self.field.contenders.len() + b])
    }

    /// Whether the organiser has forbidden it.
    pub(super) fn is_forbidden(&self, a: usize, b: usize) -> bool {
        self.forbidden[a * self.field.contenders.len() + b]
    }

    /// What it costs to pair these two.
    pub(super) fn pair(&self, a: usize, b: usize) -> Cost {
        let (one, two) = (&self.field.contenders[a], &self.field.contenders[b]);
        let mut cost = Cost::default();
        cost.set(Rule::Forbidden, i32::from(self.is_forbidden(a, b)));
        cost.set(Rule::Repeat, self.meetings(a, b).pow(2));

        let sides = self.sides(a, b).1;
        cost.set(Rule::ColourLimit, sides.limit);
        cost.set(Rule::ColourRow, sides.row);
        cost.set(Rule::Colour, sides.wish);

        let difference = (one.score - two.score).abs().min(DIFFERENCE_MAX) as i32;
        if difference > 0 {
            let (upper, lower) = if one.score > two.score { (one, two) } else { (two, one) };
            cost.set(Rule::Score, difference.pow(2));
            cost.set(
                Rule::Level,
                (upper.score - self.field.lowest_score).min(i64::from(i16::MAX)) as i32,
            );
            cost.set(Rule::Float, floats_again(upper, lower));
        }
        let protected = self.request.round <= self.request.rules.club_rounds;
        if protected && one.one.club.is_some() && one.one.club == two.one.club {
            cost.set(Rule::Club, 1);
        }
        cost.set(Rule::Order, self.order(a, b));
        cost
    }

    /// What it costs to leave this one without a game.
    pub(super) fn bye(&self, index: usize) -> Cost {
        let mut cost = Cost::default();
        cost.set(Rule::ByeAgain, self.field.contenders[index].without_playing);
        cost.set(Rule::ByeHigh, self.field.below[index]);
        // Among equal scores the last of the seeding.
        let (place, size) = self.field.places[index];
        cost.set(Rule::Order, (size - 1 - place).pow(2));
        cost
    }

    /// Who sits as sente, and who as gote.
    pub(super) fn seated(&self, a: usize, b: usize) -> (usize, usize) {
        match self.sides(a, b).0 {
            Side::Sente => (a, b),
            Side::Gote => (b, a),
        }
    }

    /// The side of `a`, and what it costs.
    fn sides(&self, a: usize, b: usize) -> (Side, SideCost) {
        let (one, two) = (&self.field.contenders[a], &self.field.contenders[b]);
        let event = self.request.event;
        if let Some(given) = event.handicap.between(one.one.grade, two.one.grade) {
            let side = if given.first_gives { Side::Gote } else { Side::Sente };
            return (side, SideCost::default());
        }
        let (side, cost) = seat(one, two, self.lot);
        match (event.sides, self.request.rules.colours) {
            (Sides::Furigoma, _) | (_, Colours::Ignore) => (side, SideCost::default()),
            (Sides::Balance, Colours::Wish) => (side, SideCost { limit: 0, row: 0, ..cost }),
            (Sides::Balance, Colours::Limit) => (side, cost),
        }
    }

    /// How far from the ideal opponent, squared.
    fn order(&self, a: usize, b: usize) -> i32 {
        let (one, two) = (&self.field.contenders[a], &self.field.contenders[b]);
        let within = self.request.rules.within;
        if within == Within::Random {
            let seed = self.request.event.seed;
            // The same whichever of the two is asked first.
            let (x, y) = (one.one.id.as_str(), two.one.id.as_str());
            let (x, y) = (x.min(y), x.max(y));
            return (lot_of_pair(seed, self.request.round, x, y) >> 54) as i32;
        }
        if one.score != two.score {
            // The last of the upper group meets the first of the lower one.
            let (upper, lower) = if one.score > two.score { (a, b) } else { (b, a) };
            let (place, size) = self.field.places[upper];
            let (first, _) = self.field.places[lower];
            return (size - 1 - place).pow(2) + first.pow(2);
        }
        let ((place, size), (other, _)) = (self.field.places[a], self.field.places[b]);
        let miss = match within {
            Within::Slide => (place - other).abs() - size / 2,
            // The last of an odd group has no opponent in it.
            Within::Fold => place + other - (size - size % 2 - 1),
            Within::Adjacent | Within::Random => (place - other).abs() - 1,
        };
        miss.pow(2)
    }
}

/// 4 for each of the two who floats the same way as last round, 1 as in the round before.
fn floats_again(upper: &Contender<'_>, lower: &Contender<'_>) -> i32 {
    let weigh = |floats: [Float; 2], float: Float| {
        i32::from(floats[0] == float) * 4 + i32::from(floats[1] == float)
    };
    weigh(upper.floats, Float::Down) + weigh(lower.floats, Float::Up)
}

/// The factor of each rule's cost in one number, such that sums over `n_pairs` pairings compare
/// as the costs do rule by rule.
pub(super) struct Weights {
    factors: [i128; N_RULES],
    shifts: [u32; N_RULES],
}

/// Every weight is below it: the matching adds weights up and doubles them.
const WEIGHT_MAX: i128 = 1 << 122;

impl Weights {
    pub(super) fn new(costs: &[Cost], n_pairs: usize) -> Self {
        let mut largest = [0i128; N_RULES];
        for cost in costs {
            for (largest, &cost) in largest.iter_mut().zip(&cost.0) {
                *largest = (*largest).max(i128::from(cost));
            }
        }
        let pairs_of = |rule: Rule| if rule.is_about_the_bye() { 1 } else { n_pairs as i128 };
        let mut shifts = [0u32; N_RULES];
        loop {
            let mut weights = Self { factors: [0; N_RULES], shifts };
            let mut factor = Some(1i128);
            let mut heaviest = Some(0i128);
            for at in (0..N_RULES).rev() {
                let most = largest[at] >> shifts[at];
                weights.factors[at] = factor.unwrap_or(0);
                heaviest = heaviest
                    .and_then(|sum| sum.checked_add(most.checked_mul(weights.factors[at])?));
                factor = factor.and_then(|f| f.checked_mul(most * pairs_of(Rule::ALL[at]) + 1));
            }
            if heaviest.is_some_and(|heaviest| heaviest < WEIGHT_MAX) && factor.is_some() {
                return weights;
            }
            // Too many pairs of too many kinds: the least important rule that still says
            // anything gets coarser. Fields below a thousand do not get here in practice.
            match (0..N_RULES).rev().find(|&at| largest[at] >> shifts[at] > 0) {
                Some(at) => shifts[at] += 1,
                None => return weights,
            }
        }
    }

    pub(super) fn weigh(&self, cost: &Cost) -> i128 {
        let parts = cost.0.iter().zip(self.shifts).zip(self.factors);
        parts.map(|((&cost, shift), factor)| (i128::from(cost) >> shift) * factor).sum()
    }
}
