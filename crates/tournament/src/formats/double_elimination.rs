//! Double elimination: a player who has lost two matches is out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Next, Problems, Standings,
    bracket::{Bracket, Node, Source, entrants, levels, note_lots, seeded_places},
    formats::{
        Format, Release,
        single_elimination::{Odd, Seeding, check_bracket},
    },
};

/// The settings of a double elimination.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DoubleElimination {
    /// Games in a match: the majority wins.
    best_of: Odd,
    /// Games in the final, if that has more.
    best_of_final: Option<Odd>,
    /// Whether the final is played again if the player who has already lost once wins it.
    reset: bool,
    /// Who is placed where in the drawing.
    seeding: Seeding,
    /// When the games of a round are published.
    pace: Release,
}

impl Default for DoubleElimination {
    fn default() -> Self {
        Self {
            best_of: Odd::default(),
            best_of_final: None,
            reset: true,
            seeding: Seeding::default(),
            pace: Release::default(),
        }
    }
}

impl Format for DoubleElimination {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check_bracket(event, problems);
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        self.bracket(event).next()
    }

    fn standings(&self, event: &Event) -> Standings {
        let mut standings = self.bracket(event).standings();
        note_lots(&mut standings.matches, &levels(event, self.seeding == Seeding::Lot));
        standings
    }

    fn criteria(&self) -> &'static [&'static str] {
        &[]
    }

    fn draw(&self, event: &Event) -> Vec<EntryId> {
        entrants(event, self.seeding == Seeding::Lot)
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let entrants = entrants(event, false).len();
        self.nodes(entrants.next_power_of_two()).iter().map(|node| node.round).max()
    }
}

impl DoubleElimination {
    fn bracket<'e>(&self, event: &'e Event) -> Bracket<'e> {
        let entrants = entrants(event, self.seeding == Seeding::Lot);
        let nodes = self.nodes(entrants.len().next_power_of_two());
        Bracket::new(event, entrants, nodes, self.pace)
    }

    /// The upper bracket, the lower one behind it, and the final between their winners.
    fn nodes(&self, size: usize) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut upper: Vec<Source> = seeded_places(size).into_iter().map(Source::Seed).collect();
        let mut lower: Vec<Source> = Vec::new();
        let (mut n_upper, mut n_lower) = (0, 0);
        while upper.len() > 1 {
            n_upper += 1;
            let first = nodes.len();
            upper = self.add_round(&mut nodes, &format!("W{n_upper}"), &upper);
            let mut fallen: Vec<Source> = (first..nodes.len()).map(Source::Loser).collect();
            if n_upper > 1 {
                // The fallen meet those who come from the other end, to put off rematches.
                if n_upper % 2 == 0 {
                    fallen.reverse();
                } else {
                    let half = fallen.len() / 2;
                    fallen.rotate_left(half);
                }
                let met = lower.iter().zip(fallen).flat_map(|(&stayed, fallen)| [stayed, fallen]);
                n_lower += 1;
                lower =
                    self.add_round(&mut nodes, &format!("L{n_lower}"), &met.collect::<Vec<_>>());
            } else {
                lower = fallen;
            }
            // Once more among themselves, to be as many as fall next.
            if lower.len() > 1 {
                n_lower += 1;
                lower = self.add_round(&mut nodes, &format!("L{n_lower}"), &lower);
            }
        }
        self.add_final(&mut nodes, [upper.first(), lower.first()].map(|source| source.copied()));
        nodes
    }

    fn add_round(&self, nodes: &mut Vec<Node>, prefix: &str, sources: &[Source]) -> Vec<Source> {
        let exit = nodes.iter().map(|node| node.exit).max().unwrap_or(0) + 1;
        let mut winners = Vec::with_capacity(sources.len() / 2);
        for (at, pair) in sources.chunks_exact(2).enumerate() {
            winners.push(Source::Winner(nodes.len()));
            nodes.push(Node {
                slot: format!("{prefix}-{}", at + 1),
                label: "",
                round: 1 + round_of(nodes, pair[0]).max(round_of(nodes, pair[1])),
                a: pair[0],
                b: pair[1],
                best_of: self.best_of.0,
                reset_of: None,
                exit,
                last_exit: None,
            });
        }
        winners
    }

    fn add_final(&self, nodes: &mut Vec<Node>, finalists: [Option<Source>; 2]) {
        let [Some(a), Some(b)] = finalists else { return };
        let exit = nodes.iter().map(|node| node.exit).max().unwrap_or(0) + 1;
        let first = nodes.len();
        let node = Node {
            slot: "final".to_owned(),
            label: "final",
            round: 1 + round_of(nodes, a).max(round_of(nodes, b)),
            a,
            b,
            best_of: self.best_of_final.unwrap_or(self.best_of).0,
            reset_of: None,
            exit,
            last_exit: Some(u32::MAX),
        };
        let again = Node {
            slot: "final again".to_owned(),
            label: "second final",
            round: node.round + 1,
            reset_of: Some(first),
            ..node.clone()
        };
        nodes.push(node);
        if self.reset {
            nodes.push(again);
        }
    }
}

fn round_of(nodes: &[Node], source: Source) -> u32 {
    match source {
        Source::Seed(_) => 0,
        Source::Winner(at) | Source::Loser(at) => nodes.get(at).map_or(0, |node| node.round),
    }
}
