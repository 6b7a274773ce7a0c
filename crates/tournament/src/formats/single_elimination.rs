//! Single elimination: the loser of a match is out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Fault, Next, Problems, Standings,
    bracket::{Bracket, Node, Source, entrants, levels, note_lots, seeded_places},
    check,
    formats::{Format, Release},
};

/// The settings of a single elimination, and of the knock-out that other formats end with.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SingleElimination {
    /// Whether the losers of the semifinals play for third place.
    third_place: bool,
    /// Games in a match: the majority wins.
    best_of: Odd,
    /// Games in the final, if that has more.
    best_of_final: Option<Odd>,
    /// Who is placed where in the drawing.
    pub(super) seeding: Seeding,
    /// When the games of a round are published.
    pub(super) pace: Release,
}

/// An odd number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u32", into = "u32")]
pub(super) struct Odd(pub(super) u32);

impl Default for Odd {
    fn default() -> Self {
        Self(1)
    }
}

impl TryFrom<u32> for Odd {
    type Error = &'static str;

    fn try_from(games: u32) -> Result<Self, Self::Error> {
        if games % 2 == 1 && games < 100 {
            Ok(Self(games))
        } else {
            Err("a match is best of an odd number of games, 99 at most")
        }
    }
}

impl From<Odd> for u32 {
    fn from(odd: Odd) -> Self {
        odd.0
    }
}

/// Who is placed where in a drawing; an entry's own `seed` goes before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DrawSeeding")]
pub(super) enum Seeding {
    /// By rating, then grade, then by lot.
    #[default]
    Rating,
    /// By lot alone.
    Lot,
}

impl Format for SingleElimination {
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
        Some(entrants.next_power_of_two().trailing_zeros())
    }
}

/// What must hold of an event whose plan is a bracket.
pub(super) fn check_bracket(event: &Event, problems: &mut Problems) {
    check::no_orders(event, problems);
    check::no_late_entries(event, problems);
    let games = event.games.iter().map(|game| &game.slot).enumerate();
    let byes = event.byes.iter().map(|bye| &bye.slot).enumerate();
    let places = games.map(|place| ("games", place)).chain(byes.map(|place| ("byes", place)));
    for (list, (n, slot)) in places {
        if slot.is_none() {
            let message = "in a bracket it has a slot";
            problems.add(Fault::Slot, format!("{list}[{n}]"), message);
        }
    }
    if !event.tiebreaks.is_empty() {
        problems.add(Fault::Tiebreaks, "tiebreaks", "a bracket has no tie-breaks");
    }
}

impl SingleElimination {
    fn bracket<'e>(&self, event: &'e Event) -> Bracket<'e> {
        let entrants = entrants(event, self.seeding == Seeding::Lot);
        let size = entrants.len().next_power_of_two();
        let first = seeded_places(size).into_iter().map(Source::Seed).collect();
        let mut nodes = Vec::new();
        self.add_rounds(&mut nodes, "R", first, 1);
        Bracket::new(event, entrants, nodes, self.pace)
    }

    /// How many games the winner of so many plays at most, draws apart.
    pub(super) fn n_games(&self, players: usize) -> u32 {
        let rounds = players.next_power_of_two().trailing_zeros();
        let last = self.best_of_final.unwrap_or(self.best_of).0;
        if rounds == 0 { 0 } else { (rounds - 1) * self.best_of.0 + last }
    }

    /// The matches of a knock-out between `first`, a power of two of them in the order of the
    /// drawing, beginning with that round.
    pub(super) fn add_rounds(
        &self,
        nodes: &mut Vec<Node>,
        prefix: &str,
        first: Vec<Source>,
        first_round: u32,
    ) {
        let mut sources = first;
        let mut round = first_round;
        let mut n = 1;
        // Beyond every exit of the rounds before.
        let mut exit = nodes.iter().map(|node| node.exit).max().unwrap_or(0) + 2;
        while sources.len() > 1 {
            let is_final = sources.len() == 2;
            let best_of =
                if is_final { self.best_of_final.unwrap_or(self.best_of) } else { self.best_of };
            let semifinals =
                if sources.len() == 4 { Some((nodes.len(), nodes.len() + 1)) } else { None };
            let mut winners = Vec::with_capacity(sources.len() / 2);
            for (at, pair) in sources.chunks_exact(2).enumerate() {
                winners.push(Source::Winner(nodes.len()));
                nodes.push(Node {
                    slot: format!("{prefix}{n}-{}", at + 1),
                    label: match sources.len() {
                        2 => "final",
                        4 => "semifinal",
                        8 => "quarterfinal",
                        _ => "",
                    },
                    round,
                    a: pair[0],
                    b: pair[1],
                    best_of: best_of.0,
                    reset_of: None,
                    exit,
                    last_exit: is_final.then_some(u32::MAX),
                });
            }
            if let Some((one, two)) = semifinals.filter(|_| self.third_place) {
                nodes.push(Node {
                    slot: format!("{prefix}third"),
                    label: "third place",
                    round: round + 1,
                    a: Source::Loser(one),
                    b: Source::Loser(two),
                    best_of: self.best_of.0,
                    reset_of: None,
                    exit,
                    last_exit: Some(exit + 1),
                });
            }
            sources = winners;
            round += 1;
            n += 1;
            exit += 2;
        }
    }
}
