//! The cheapest way to match everybody: maximum-weight perfect matching (blossom algorithm).

use std::rc::Rc;

use crate::pairing::cost::{Cost, Rule, Weights};

/// The costs of all pairs of an even number of vertices.
#[derive(Clone)]
pub(super) struct Matrix<'c> {
    n: usize,
    costs: Costs<'c>,
}

#[derive(Clone)]
enum Costs<'c> {
    Known(Vec<Cost>),
    /// Worked out whenever one is asked for: of a large field they are too many to keep.
    Asked(Rc<dyn Fn(usize, usize) -> Cost + 'c>),
}

/// Above every cost that a ban by the organiser can have.
const STRUCK: i32 = 1_000;

impl<'c> Matrix<'c> {
    /// Asks for each pair once.
    pub(super) fn new(n: usize, cost: impl Fn(usize, usize) -> Cost) -> Self {
        let mut costs = vec![Cost::default(); n * n];
        for i in 0..n {
            for j in i + 1..n {
                let cost = cost(i, j);
                costs[i * n + j] = cost;
                costs[j * n + i] = cost;
            }
        }
        Self { n, costs: Costs::Known(costs) }
    }

    /// Asks for a pair whenever it is looked at. It cannot be solved.
    pub(super) fn asked(n: usize, cost: impl Fn(usize, usize) -> Cost + 'c) -> Self {
        Self { n, costs: Costs::Asked(Rc::new(cost)) }
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

    pub(super) fn cost(&self, i: usize, j: usize) -> Cost {
        match &self.costs {
            Costs::Known(costs) => costs[i * self.n + j],
            Costs::Asked(cost) => cost(i, j),
        }
    }

    /// Makes a pair the last resort.
    pub(super) fn strike(&mut self, i: usize, j: usize) {
        let Costs::Known(costs) = &mut self.costs else { return };
        for at in [i * self.n + j, j * self.n + i] {
            costs[at].set(Rule::Forbidden, STRUCK);
        }
    }

    /// Whether a pair has been struck.
    pub(super) fn is_struck(&self, i: usize, j: usize) -> bool {
        self.cost(i, j).of(Rule::Forbidden) >= STRUCK
    }

    /// The mate of each vertex in the cheapest matching.
    pub(super) fn solve(&self) -> Vec<usize> {
        let Costs::Known(known) = &self.costs else { return (0..self.n).collect() };
        let weights = Weights::new(known, self.n / 2);
        let mut costs = vec![0i128; known.len()];
        // Only the half above the diagonal is read.
        for i in 0..self.n {
            for j in i + 1..self.n {
                costs[i * self.n + j] = weights.weigh(&known[i * self.n + j]);
            }
        }
        integer_blossom::min_weight_perfect_matching(&costs, self.n)
    }

    /// What a matching costs.
    pub(super) fn total(&self, mates: &[usize]) -> Cost {
        let pairs = mates.iter().enumerate().filter(|(i, j)| i < *j);
        pairs.fold(Cost::default(), |sum, (i, &j)| sum.plus(&self.cost(i, j)))
    }
}
