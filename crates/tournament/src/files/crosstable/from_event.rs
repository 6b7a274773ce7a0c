//! The cross table of an event, to be written.

use std::collections::{BTreeSet, HashMap, HashSet};

use komadai_rules::Side;

use super::{Cell, CrossTable, Forbidden, Kind, Line, LineOrder, Seat};
use crate::{
    CellResult, Entry, EntryId, Event, Game, Order, Points, Ranking, RoundCell, Row, Scoring,
    Standings, Table, TableRules, allowance::Allowance, files::FileError, pairing::PairingRules,
};

impl CrossTable {
    /// The cross table of an event.
    pub(in crate::files) fn of(
        event: &Event,
        standings: &Standings,
        order: LineOrder,
    ) -> Result<Self, FileError> {
        let kind = match event.format.name.as_str() {
            "swiss" => Kind::Swiss,
            "mcmahon" => Kind::McMahon,
            "round_robin" => Kind::RoundRobin,
            "championship" if inner_of(event) == Some("mcmahon") => Kind::McMahon,
            "championship" => Kind::Swiss,
            "stages" if !standings.rankings.iter().take(1).any(has_matches) => Kind::Swiss,
            name => return Err(FileError::Format(name.to_owned())),
        };
        let n_rounds = event.check()?.n_rounds().unwrap_or(0).max(event.n_rounds());
        let mut rows: Vec<&Row> =
            standings.rankings.first().map(|first| first.rows.iter().collect()).unwrap_or_default();
        if order == LineOrder::Strength {
            let table = Table::new(event, TableRules::default());
            let of = |row: &&Row| Some(table.contestants.get(table.index(&row.entry)?)?.number);
            rows.sort_by_key(of);
        }
        let entries: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let writing = Writing {
            event,
            numbers: (0..).zip(&rows).map(|(number, row)| (&row.entry, number)).collect(),
            games: event
                .games
                .iter()
                .filter(|game| !game.is_annulled() && game.play_off.is_none())
                .flat_map(|game| game.seats().map(|(_, id)| ((game.round, id), game)))
                .collect(),
            ordered_byes: event.orders.iter().filter_map(ordered_bye).collect(),
            ahead: if kind == Kind::RoundRobin || standings.over { 0 } else { n_rounds },
        };
        let line = |row: &&Row| {
            let entry = entries.get(&row.entry).copied().cloned().unwrap_or_default();
            let start = (kind == Kind::McMahon).then_some(row.start);
            Line {
                cells: writing.cells(&entry, row),
                entry: Entry { start, ..entry },
                place: row.place,
                points: row.points,
                ..Line::default()
            }
        };
        Ok(Self {
            name: event.name.clone(),
            kind,
            n_rounds: n_rounds as usize,
            n_published: event.n_rounds() as usize,
            scoring: event.scoring.clone(),
            tiebreaks: event.criteria(),
            pairing: acceleration(event).filter(|_| kind == Kind::Swiss).unwrap_or_default(),
            forbidden: writing.forbidden(),
            lines: rows.iter().map(line).collect(),
        })
    }
}

/// Whose pairing is accelerated, and in how many rounds.
fn acceleration(event: &Event) -> Option<PairingRules> {
    let rules = event.format.settings.get("pairing")?.clone();
    let PairingRules { accelerated, accelerated_players, .. } =
        serde_json::from_value(rules).ok()?;
    Some(PairingRules { accelerated, accelerated_players, ..PairingRules::default() })
}

/// What is played around a championship.
fn inner_of(event: &Event) -> Option<&str> {
    event.format.settings.get("inner")?.get("t")?.as_str()
}

fn ordered_bye(order: &Order) -> Option<(u32, &EntryId)> {
    match order {
        Order::Bye { round, entry, .. } => Some((*round, entry)),
        Order::Pair { .. } | Order::Forbid { .. } => None,
    }
}

/// Whether two played several games in a round, for which a table has no place.
fn has_matches(ranking: &Ranking) -> bool {
    let mut cells = ranking.rows.iter().flat_map(|row| &row.rounds);
    cells.any(|cell| matches!(cell, RoundCell::Match { .. }))
}

/// What is looked up while an event is written.
struct Writing<'e> {
    event: &'e Event,
    numbers: HashMap<&'e EntryId, usize>,
    games: HashMap<(u32, &'e EntryId), &'e Game>,
    /// The last round of which absences are announced.
    ahead: u32,
    /// Rounds with whom the organiser gives the bye.
    ordered_byes: HashSet<(u32, &'e EntryId)>,
}

impl Writing<'_> {
    /// Every round that has been published, and what is known of those to come.
    fn cells(&self, entry: &Entry, row: &Row) -> Vec<Cell> {
        let mut allowance = Allowance::new(&self.event.scoring);
        let mut cells = Vec::new();
        for (round, cell) in (1..).zip(&row.rounds) {
            cells.push(match cell {
                RoundCell::Game { opponent, side, result } => {
                    self.seat(round, &row.entry, opponent, *side, *result)
                }
                RoundCell::Bye | RoundCell::Pass => Cell::Bye,
                RoundCell::Absent { .. } => self.absent(entry, round, &mut allowance),
                RoundCell::Missed { .. } => self.missed(round, &mut allowance),
                // Brackets alone have matches of several games.
                RoundCell::Out | RoundCell::Rest | RoundCell::Match { .. } => {
                    Cell::Off(Points::ZERO)
                }
            });
        }
        for round in row.rounds.len() as u32 + 1..=self.ahead {
            cells.push(if entry.has_left(round) {
                Cell::Off(Points::ZERO)
            } else if round < entry.from_round {
                self.missed(round, &mut allowance)
            } else if entry.is_absent(round) {
                self.absent(entry, round, &mut allowance)
            } else if self.ordered_byes.contains(&(round, &entry.id)) {
                Cell::Bye
            } else {
                Cell::Open
            });
        }
        cells
    }

    /// An announced absence.
    fn absent(&self, entry: &Entry, round: u32, allowance: &mut Allowance<'_>) -> Cell {
        let usual = self.event.scoring.absence;
        let granted = allowance.grant(round, usual, entry.absence_points(round));
        granted.map_or_else(|| Cell::absence(usual), Cell::Off)
    }

    /// A round missed by entering late: an absence, where that is worth the same.
    fn missed(&self, round: u32, allowance: &mut Allowance<'_>) -> Cell {
        let Scoring { absence, missed, .. } = self.event.scoring;
        match allowance.grant(round, missed, None) {
            None if missed == absence => Cell::absence(missed),
            granted => Cell::Off(granted.unwrap_or(missed)),
        }
    }

    /// Who is not to meet in rounds to come.
    fn forbidden(&self) -> Vec<Forbidden> {
        let pair = |order: &Order| {
            let Order::Forbid { a, b, round, .. } = order else { return None };
            let (a, b) = (*self.numbers.get(a)?, *self.numbers.get(b)?);
            Some(Forbidden { pair: [a.min(b), a.max(b)], round: *round })
        };
        let pairs: BTreeSet<Forbidden> = self.event.orders.iter().filter_map(pair).collect();
        pairs.into_iter().collect()
    }

    fn seat(
        &self,
        round: u32,
        id: &EntryId,
        opponent: &EntryId,
        side: Side,
        result: Option<CellResult>,
    ) -> Cell {
        let game = self.games.get(&(round, id));
        let Some(&opponent) = self.numbers.get(opponent) else {
            // Does not happen: who has a game is ranked.
            return Cell::Open;
        };
        Cell::Game(Seat {
            opponent,
            side: (!game.is_some_and(|game| game.toss)).then_some(side),
            board: game.map_or(0, |game| game.board),
            odds: game.and_then(|game| game.handicap),
            result,
        })
    }
}
