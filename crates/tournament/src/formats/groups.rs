//! Groups of four, two wins through, two losses out, then a knock-out of those who are through.
//!
//! In a group the first meets the fourth and the second the third; then the winners meet, and
//! the losers. Two wins are through, two losses are out, and the two who have one of each play
//! for the other place. Where players are missing to a full four, their opponents pass.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Next, Problems, Ranking, Remark, Row, Standings,
    bracket::{Bracket, Node, Source, drawn_from, entrants, levels, note_lots, seeded_places},
    formats::{
        Format,
        single_elimination::{Odd, Seeding, SingleElimination, check_bracket},
    },
};

/// The settings of groups with a knock-out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Groups {
    /// Games in a match of the groups.
    best_of: Odd,
    /// The knock-out; its seeding and pace are those of the groups too.
    knockout: SingleElimination,
}

/// Rounds of a group.
const GROUP_ROUNDS: u32 = 3;

/// Players of a full group, and matches among them.
const GROUP_SIZE: usize = 4;
const GROUP_MATCHES: usize = 5;

impl Format for Groups {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check_bracket(event, problems);
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        self.bracket(event).next()
    }

    fn standings(&self, event: &Event) -> Standings {
        let bracket = self.bracket(event);
        let mut standings = bracket.standings();
        let drawn = levels(event, self.knockout.seeding == Seeding::Lot);
        note_lots(&mut standings.matches, &drawn);
        let mut groups = rankings(&bracket, event, &standings);
        standings.rankings.append(&mut groups);
        standings
    }

    fn criteria(&self) -> &'static [&'static str] {
        &[]
    }

    fn draw(&self, event: &Event) -> Vec<EntryId> {
        entrants(event, self.knockout.seeding == Seeding::Lot)
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let groups = entrants(event, false).len().div_ceil(GROUP_SIZE);
        Some(GROUP_ROUNDS + (groups * 2).next_power_of_two().trailing_zeros())
    }
}

impl Groups {
    fn bracket<'e>(&self, event: &'e Event) -> Bracket<'e> {
        let entrants = entrants(event, self.knockout.seeding == Seeding::Lot);
        let n_groups = entrants.len().div_ceil(GROUP_SIZE);
        let mut nodes = Vec::new();
        for group in 0..n_groups {
            self.add_group(&mut nodes, group, n_groups);
        }
        let qualified = qualified(n_groups);
        let places = seeded_places(qualified.len().next_power_of_two());
        let nobody = Source::Seed(usize::MAX);
        let first = places.into_iter().map(|seed| qualified.get(seed).copied().unwrap_or(nobody));
        self.knockout.add_rounds(&mut nodes, "K", first.collect(), GROUP_ROUNDS + 1);
        Bracket::new(event, entrants, nodes, self.knockout.pace)
    }

    fn add_group(&self, nodes: &mut Vec<Node>, group: usize, n_groups: usize) {
        // Drawn in a snake: of two groups the first has 1, 4, 5, 8 and the second 2, 3, 6, 7.
        let member = |pot: usize| {
            let at = if pot.is_multiple_of(2) { group } else { n_groups - 1 - group };
            Source::Seed(pot * n_groups + at)
        };
        let first = nodes.len();
        let winner = |n: usize| Source::Winner(first + n);
        let loser = |n: usize| Source::Loser(first + n);
        let matches: [(u32, Source, Source, &str); GROUP_MATCHES] = [
            (1, member(0), member(3), ""),
            (1, member(1), member(2), ""),
            (2, winner(0), winner(1), "two wins"),
            (2, loser(0), loser(1), "two losses"),
            (3, loser(2), winner(3), "decider"),
        ];
        for (n, (round, a, b, label)) in matches.into_iter().enumerate() {
            nodes.push(Node {
                slot: format!("G{}-{}", group + 1, n + 1),
                label,
                round,
                a,
                b,
                best_of: self.best_of.0,
                reset_of: None,
                // Out after two rounds or after three.
                exit: round,
                last_exit: None,
            });
        }
    }
}

/// One ranking a group, of its own matches: through first, and out last.
fn rankings(bracket: &Bracket<'_>, event: &Event, standings: &Standings) -> Vec<Ranking> {
    let n_groups = entrants(event, false).len().div_ceil(GROUP_SIZE);
    let matches = &standings.matches;
    let winner = |slot: &str| {
        let found = matches.iter().find(|match_| match_.slot == slot);
        found.and_then(|match_| match_.winner.clone())
    };
    let everybody = standings.rankings.first().map(|ranking| &ranking.rows[..]).unwrap_or_default();
    (1..=n_groups)
        .map(|group| {
            let through = [3, 5].map(|n| winner(&format!("G{group}-{n}")));
            let prefix = format!("G{group}-");
            let is_member = |id: &EntryId| {
                matches
                    .iter()
                    .filter(|match_| match_.slot.starts_with(&prefix))
                    .any(|match_| match_.a.as_ref() == Some(id) || match_.b.as_ref() == Some(id))
            };
            let mut rows: Vec<_> = everybody.iter().filter(|row| is_member(&row.entry)).collect();
            let place =
                |id: &EntryId| through.iter().position(|one| one.as_ref() == Some(id)).unwrap_or(2);
            rows.sort_by_key(|row| (place(&row.entry), row.place));
            let in_group = rows.into_iter().enumerate().map(|(n, row)| Row {
                place: n + 1,
                remark: match place(&row.entry) {
                    2 => row.remark.filter(|remark| *remark == Remark::Eliminated),
                    _ => Some(Remark::Qualified),
                },
                ..bracket.row(&row.entry, &prefix)
            });
            let rows = in_group.collect();
            Ranking { title: format!("group {group}"), rows, ..Ranking::default() }
        })
        .collect()
}

/// Those who come out of the groups, in the order in which the knock-out is seeded: each second
/// one in the other half from the first of its group.
fn qualified(n_groups: usize) -> Vec<Source> {
    let through = drawn_from(&vec![2; n_groups]).into_iter();
    // Two wins are the group's third match, the decider is its fifth.
    let node = |(group, place)| Source::Winner(group * GROUP_MATCHES + 2 + 2 * place);
    through.map(node).collect()
}
