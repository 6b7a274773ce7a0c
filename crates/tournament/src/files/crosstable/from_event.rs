//! The cross table of an event, to be written.

use std::collections::HashMap;

use komadai_rules::Side;

use super::{Cell, CrossTable, Kind, Line, Order, Seat};
use crate::{
    CellResult, Entry, EntryId, Event, Game, Points, Ranking, RoundCell, Row, Standings, Table,
    TableRules, files::FileError,
};

impl CrossTable {
    /// The cross table of an event.
    pub(in crate::files) fn of(
        event: &Event,
        standings: &Standings,
        order: Order,
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
        if order == Order::Strength {
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
                .filter(|game| !game.is_annulled())
                .flat_map(|game| game.seats().map(|(_, id)| ((game.round, id), game)))
                .collect(),
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
            bye: event.scoring.bye,
            absence: event.scoring.absence,
            tiebreaks: event.criteria(),
            lines: rows.iter().map(line).collect(),
        })
    }
}

/// What is played around a championship.
fn inner_of(event: &Event) -> Option<&str> {
    event.format.settings.get("inner")?.get("t")?.as_str()
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
}

impl Writing<'_> {
    /// Every round that has been published, and what is known of those to come.
    fn cells(&self, entry: &Entry, row: &Row) -> Vec<Cell> {
        let scoring = &self.event.scoring;
        let past = (1..).zip(&row.rounds).map(|(round, cell)| match cell {
            RoundCell::Game { opponent, side, result } => {
                self.seat(round, &row.entry, opponent, *side, *result)
            }
            RoundCell::Bye | RoundCell::Pass => Cell::Bye,
            RoundCell::Absent { points } => Cell::Off(points.unwrap_or(scoring.absence)),
            RoundCell::Missed { points } => Cell::Off(points.unwrap_or(scoring.missed)),
            // Brackets alone have matches of several games.
            RoundCell::Out | RoundCell::Rest | RoundCell::Match { .. } => Cell::Off(Points::ZERO),
        });
        let ahead = (row.rounds.len() as u32 + 1..=self.ahead).map(|round| {
            if entry.has_left(round) {
                Cell::Off(Points::ZERO)
            } else if round < entry.from_round {
                Cell::Off(scoring.missed)
            } else if entry.is_absent(round) {
                Cell::Off(scoring.absence)
            } else {
                Cell::Open
            }
        });
        past.chain(ahead).collect()
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
