//! The event of a cross table that was read.

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;
use serde_json::{Map, Value, json};

use super::{Cell, CrossTable, Kind, Seat};
use crate::{
    Bye, ByeKind, CellResult, ENTRIES_MAX, Entry, EntryId, Event, Game, Outcome, Points,
    ROUNDS_MAX, Scoring, Setup, files::FileError,
};

impl CrossTable {
    /// The event that it tells of, checked.
    pub(in crate::files) fn into_event(mut self) -> Result<Event, FileError> {
        let n_published = self.n_published();
        let n_cells = self.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
        let n_rounds = self.n_rounds.max(n_cells).max(1);
        if n_rounds > ROUNDS_MAX as usize {
            let message = format!("{n_rounds} rounds, {ROUNDS_MAX} at most: leave some out");
            return Err(FileError::at("the rounds", message));
        }
        if self.lines.len() > ENTRIES_MAX {
            let n = self.lines.len();
            let message = format!("{n} of them, {ENTRIES_MAX} at most: divide the event");
            return Err(FileError::at("the players", message));
        }
        if self.lines.is_empty() {
            return Err(FileError::at("the players", "there are none: write them into it"));
        }
        let width = self.lines.len().to_string().len();
        for (number, line) in (1..).zip(&mut self.lines) {
            line.entry.id = format!("p{number:0width$}").into();
        }
        let games = self.games()?;
        let cycles = (self.kind == Kind::RoundRobin).then(|| self.cycles(&games)).flatten();
        let (name, settings) = match (cycles, self.kind) {
            (Some(cycles), _) => ("round_robin", json!({ "cycles": cycles })),
            (None, Kind::McMahon) => {
                let bars = json!({ "by": "rating", "floors": [] });
                ("mcmahon", json!({ "rounds": n_rounds, "bars": bars }))
            }
            (None, _) => ("swiss", json!({ "rounds": n_rounds })),
        };
        let settings: Map<String, Value> = settings.as_object().cloned().unwrap_or_default();
        let mut event = Event::new(&self.name, Setup { name: name.to_owned(), settings });
        event.scoring =
            Scoring { bye: self.bye, absence: self.absence, missed: self.absence, ..event.scoring };
        event.tiebreaks = self.tiebreaks;
        event.games = games;
        for mut line in self.lines {
            line.cells.resize(line.cells.len().max(n_published), Cell::Open);
            let mut entry = line.entry;
            if self.kind != Kind::McMahon {
                entry.start = None;
            }
            let (past, ahead) = line.cells.split_at(n_published);
            event.byes.extend(byes(&mut entry, past, cycles.is_some()));
            stay_away(&mut entry, n_published as u32, ahead);
            event.entries.push(entry);
        }
        event.check()?;
        Ok(event)
    }

    /// Every game once; both of its lines tell the same of it.
    fn games(&self) -> Result<Vec<Game>, FileError> {
        let mut games = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            for (round, cell) in (1..).zip(&line.cells) {
                let Cell::Game(seat) = cell else { continue };
                let at = || format!("{}, round {round}", line.at);
                let Some(other) = self.lines.get(seat.opponent) else {
                    return Err(FileError::at(
                        at(),
                        "there is no such opponent: correct the number",
                    ));
                };
                let theirs = match other.cells.get(round as usize - 1) {
                    Some(Cell::Game(theirs)) if theirs.opponent == index => theirs,
                    _ => {
                        let message = format!(
                            "the opponent has somebody else there: make it agree with {}",
                            other.at
                        );
                        return Err(FileError::at(at(), message));
                    }
                };
                if index >= seat.opponent {
                    if index == seat.opponent {
                        let message = "plays against itself: correct the opponent";
                        return Err(FileError::at(at(), message));
                    }
                    continue;
                }
                let game = game(seat, theirs, [&line.entry.id, &other.entry.id], round).map_err(
                    |what| {
                        let message =
                            format!("the {what} do not fit: make it agree with {}", other.at);
                        FileError::at(at(), message)
                    },
                )?;
                games.push(game);
            }
        }
        games.sort_by_key(|game| (game.round, game.board));
        let mut round = (0, 0);
        for game in &mut games {
            round = (game.round, if game.round == round.0 { round.1 + 1 } else { 1 });
            game.key = format!("{}-{}", round.0, round.1).into();
        }
        Ok(games)
    }

    /// How often everybody has met everybody, if that is equally often.
    fn cycles(&self, games: &[Game]) -> Option<usize> {
        let n = self.lines.len();
        let n_pairs = n * n.saturating_sub(1) / 2;
        let mut met: HashMap<[&EntryId; 2], usize> = HashMap::new();
        for game in games {
            let mut pair = [&game.sente, &game.gote];
            pair.sort();
            *met.entry(pair).or_default() += 1;
        }
        let times: HashSet<usize> = met.values().copied().collect();
        let cycles = times.iter().next().copied()?;
        (times.len() == 1 && met.len() == n_pairs).then_some(cycles)
    }
}

/// The game of two seats, or what of them does not fit.
fn game(
    seat: &Seat,
    theirs: &Seat,
    [id, other]: [&EntryId; 2],
    round: u32,
) -> Result<Game, &'static str> {
    let (side, known) = match (seat.side, theirs.side) {
        (Some(own), Some(theirs)) if own == theirs => return Err("sides"),
        (Some(side), _) => (side, true),
        (None, Some(side)) => (side.other(), true),
        // Nobody knows: the upper line is sente in every other round.
        (None, None) if round.is_multiple_of(2) => (Side::Gote, false),
        (None, None) => (Side::Sente, false),
    };
    let odds = match (seat.odds, theirs.odds) {
        (Some(own), Some(theirs)) if own != theirs => return Err("handicaps"),
        (own, theirs) => own.or(theirs),
    };
    use CellResult::{Draw, Loss, NoShow, Win, WinByNoShow};
    let result = match (seat.result, theirs.result) {
        (None, None) => None,
        (Some(Draw), Some(Draw)) => Some(Outcome::Draw),
        (Some(Win), Some(Loss)) => Some(Outcome::win(side)),
        (Some(Loss), Some(Win)) => Some(Outcome::win(side.other())),
        (Some(Loss), Some(Loss)) => Some(Outcome::BothLose),
        (Some(NoShow), Some(NoShow)) => Some(Outcome::BothNoShow),
        (Some(WinByNoShow), Some(NoShow | Loss)) | (Some(Win), Some(NoShow)) => {
            Some(Outcome::no_show(side.other()))
        }
        (Some(NoShow | Loss), Some(WinByNoShow)) | (Some(NoShow), Some(Win)) => {
            Some(Outcome::no_show(side))
        }
        _ => return Err("results"),
    };
    let (sente, gote) = if side == Side::Sente { (id, other) } else { (other, id) };
    Ok(Game {
        round,
        board: seat.board,
        sente: sente.clone(),
        gote: gote.clone(),
        toss: !known && result.is_none(),
        handicap: odds,
        result,
        ..Game::default()
    })
}

/// What the rounds without a game are that have been published. Those before the first of another
/// kind are missed by entering late, if they are worth anything.
fn byes(entry: &mut Entry, past: &[Cell], is_round_robin: bool) -> Vec<Bye> {
    let n_missed = match is_round_robin {
        true => 0,
        false => past.iter().take_while(|cell| is_worth(cell)).count(),
    };
    entry.from_round = n_missed as u32 + 1;
    let bye = |(round, cell): (u32, &Cell)| {
        let kind = match cell {
            Cell::Game(_) => return None,
            Cell::Bye => ByeKind::Bye,
            Cell::Off(_) if is_worth(cell) => ByeKind::Absent,
            Cell::Off(_) | Cell::Open if is_round_robin => ByeKind::Rest,
            Cell::Off(_) | Cell::Open => return None,
        };
        Some(Bye { round, entry: entry.id.clone(), kind, slot: None })
    };
    (1..).zip(past).skip(n_missed).filter_map(bye).collect()
}

/// Whether it is an absence for points.
fn is_worth(cell: &Cell) -> bool {
    matches!(cell, Cell::Off(points) if *points > Points::ZERO)
}

/// What is said of rounds to come: not there in these, or, to the end for nothing, withdrawn.
fn stay_away(entry: &mut Entry, n_published: u32, ahead: &[Cell]) {
    let left = ahead.iter().rposition(|cell| *cell != Cell::Off(Points::ZERO));
    let left = left.map_or(0, |at| at + 1);
    for (round, cell) in (n_published + 1..).zip(ahead.iter().take(left)) {
        if let Cell::Off(_) = cell {
            entry.absent.push(round);
        }
    }
    if left < ahead.len() {
        entry.withdrawn_after = Some(n_published + left as u32);
    }
}
