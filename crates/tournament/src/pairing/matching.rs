//! The cheapest way to match everybody: maximum-weight perfect matching (blossom algorithm).

use crate::pairing::cost::{Cost, Rule, Weights};

/// The costs of all pairs of an even number of vertices.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    n: usize,
    costs: Vec<Cost>,
}

/// Above every cost that a ban by the organiser can have.
const STRUCK: i32 = 1_000;

impl Matrix {
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
        Self { n, costs }
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

    pub(super) fn cost(&self, i: usize, j: usize) -> &Cost {
        &self.costs[i * self.n + j]
    }

    /// Makes a pair the last resort.
    pub(super) fn strike(&mut self, i: usize, j: usize) {
        for at in [i * self.n + j, j * self.n + i] {
            self.costs[at].set(Rule::Forbidden, STRUCK);
        }
    }

    /// Whether a pair has been struck.
    pub(super) fn is_struck(&self, i: usize, j: usize) -> bool {
        self.cost(i, j).of(Rule::Forbidden) >= STRUCK
    }

    /// The mate of each vertex in the cheapest matching.
    pub(super) fn solve(&self) -> Vec<usize> {
        let weights = Weights::new(&self.costs, self.n / 2);
        let mut costs = vec![0i128; self.costs.len()];
        // Only the half above the diagonal is read.
        for i in 0..self.n {
            for j in i + 1..self.n {
                costs[i * self.n + j] = weights.weigh(self.cost(i, j));
            }
        }
        integer_blossom::min_weight_perfect_matching(&costs, self.n)
    }

    /// What a matching costs.
    pub(super) fn total(&self, mates: &[usize]) -> Cost {
        let pairs = mates.iter().enumerate().filter(|(i, j)| i < *j);
        pairs.fold(Cost::default(), |sum, (i, &j)| sum.plus(self.cost(i, j)))
    }
}
