//! The event of a cross table that was read.

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;
use serde_json::{Map, Value, json};

use super::{Cell, CrossTable, Forbidden, Kind, Seat};
use crate::{
    Absence, Bye, ByeKind, CellResult, ENTRIES_MAX, Entry, EntryId, Event, Game, Order, Outcome,
    Points, ROUNDS_MAX, Setup, files::FileError,
};

impl CrossTable {
    /// The event that it tells of, checked.
    pub(in crate::files) fn into_event(mut self) -> Result<Event, FileError> {
        let n_played = self.n_played();
        let n_rounds = self.n_rounds_said();
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
            (None, _) if self.pairing.accelerated > 0 => {
                let mut pairing = json!({ "accelerated": self.pairing.accelerated });
                if let Some(n_players) = self.pairing.accelerated_players {
                    pairing["accelerated_players"] = n_players.into();
                }
                ("swiss", json!({ "rounds": n_rounds, "pairing": pairing }))
            }
            (None, _) => ("swiss", json!({ "rounds": n_rounds })),
        };
        let settings: Map<String, Value> = settings.as_object().cloned().unwrap_or_default();
        let mut event = Event::new(&self.name, Setup { name: name.to_owned(), settings });
        event.scoring = self.scoring;
        event.tiebreaks = self.tiebreaks;
        event.games = games;
        for mut line in self.lines {
            line.cells.resize(n_rounds, Cell::Open);
            for (round, cell) in line.said {
                if let Some(open) = line.cells.get_mut(round).filter(|it| **it == Cell::Open) {
                    *open = cell;
                }
            }
            if self.kind != Kind::McMahon {
                line.entry.start = None;
            }
            let mut history = History { entry: line.entry, cells: line.cells, n_played };
            event.byes.extend(history.byes(cycles.is_some()));
            // What is said of rounds to come means nothing where all of them have been played.
            if cycles.is_none() {
                event.orders.extend(history.ordered_byes());
                history.stay_away();
            }
            event.entries.push(history.entry);
        }
        if cycles.is_none() {
            let id = |index: usize| event.entries.get(index).map(|entry| entry.id.clone());
            let order = |Forbidden { pair: [a, b], round }: Forbidden| {
                Some(Order::Forbid { a: id(a)?, b: id(b)?, round, reason: String::new() })
            };
            event.orders.extend(self.forbidden.into_iter().filter_map(order).collect::<Vec<_>>());
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

/// A player with every round of the event, of which so many have been played.
struct History {
    entry: Entry,
    cells: Vec<Cell>,
    n_played: usize,
}

impl History {
    /// What the rounds without a game are that have been played. Absences before the first round
    /// of another kind are missed by entering late.
    fn byes(&mut self, is_round_robin: bool) -> Vec<Bye> {
        let n_missed = if is_round_robin { 0 } else { self.n_missed() };
        self.entry.from_round = n_missed as u32 + 1;
        let mut byes = Vec::new();
        let past = (1..).zip(&self.cells).take(self.n_played).skip(n_missed);
        for (round, cell) in past {
            let kind = match cell {
                Cell::Bye => ByeKind::Bye,
                Cell::Absent => ByeKind::Absent,
                Cell::Off(points) if *points != Points::ZERO => {
                    self.entry.absences.push(Absence { round, points: *points });
                    ByeKind::Absent
                }
                Cell::Off(_) | Cell::Open if is_round_robin => ByeKind::Rest,
                Cell::Game(_) | Cell::Off(_) | Cell::Open => continue,
            };
            byes.push(Bye { round, entry: self.entry.id.clone(), kind, slot: None });
        }
        byes
    }

    /// How many first rounds were missed, once something has been played.
    fn n_missed(&self) -> usize {
        let n_absent = self.cells.iter().take_while(|cell| **cell == Cell::Absent).count();
        if self.n_played == 0 { 0 } else { n_absent }
    }

    /// The byes that have been given for rounds to come.
    fn ordered_byes(&self) -> Vec<Order> {
        let ahead = (1..).zip(&self.cells).skip(self.n_played);
        let byes = ahead.filter(|(_, cell)| **cell == Cell::Bye);
        let entry = &self.entry.id;
        let order = |(round, _)| Order::Bye { round, entry: entry.clone(), reason: String::new() };
        byes.map(order).collect()
    }

    /// The rounds to come that it misses; who misses all of them for nothing has left.
    fn stay_away(&mut self) {
        let n_there = self.n_until_left();
        let n_missed = self.entry.from_round as usize - 1;
        let ahead = (1..).zip(&self.cells).take(n_there).skip(self.n_played.max(n_missed));
        for (round, cell) in ahead {
            match cell {
                Cell::Absent => self.entry.absent.push(round),
                Cell::Off(points) => {
                    self.entry.absences.push(Absence { round, points: *points });
                }
                Cell::Game(_) | Cell::Bye | Cell::Open => {}
            }
        }
        if n_there < self.cells.len() {
            self.entry.withdrawn_after.get_or_insert(n_there as u32);
        }
    }

    /// After how many rounds it has left: from there to the end, over at least two rounds, it is
    /// not there for nothing. One round alone is an absence.
    fn n_until_left(&self) -> usize {
        let n_rounds = self.cells.len();
        let is_there = |(at, cell): (usize, &Cell)| match cell {
            Cell::Off(points) => *points != Points::ZERO,
            Cell::Open => at >= self.n_played,
            Cell::Game(_) | Cell::Bye | Cell::Absent => true,
        };
        let last = self.cells.iter().enumerate().rposition(is_there);
        let n_there = last.map_or(0, |at| at + 1);
        if n_there + 2 <= n_rounds && self.n_played < n_rounds { n_there } else { n_rounds }
    }
}
