//! Real cross tables, replayed: what organisers printed comes out, and no round is paired worse
//! than theirs.
//!
//! The files in `tests/data/cross_tables` hold no names. Their first line names the columns
//! before the rounds; a cell is the opponent's line, the result (`+`, `-`), and where it is
//! known the side (`s`, `g`) and how much of a handicap was given. `0+` is a bye, `0-` a round
//! not played for nothing, `0=` one for half a point.

use std::fmt::Write as _;

use komadai_rules::Side;
use komadai_tournament::{Bye, ByeKind, Entry, EntryId, Event, Game, Order, Outcome, Points, Row};

use crate::support::{before, event, standings};

struct CrossTable {
    event: Event,
    lines: Vec<Line>,
}

/// One player as printed.
struct Line {
    id: EntryId,
    rating: Option<i32>,
    start: Points,
    score: Points,
    sos: Option<i64>,
    sosos: Option<i64>,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy)]
struct Cell {
    /// Absent for a round without a game.
    opponent: Option<usize>,
    result: char,
    side: Option<Side>,
    /// Given, or received if below zero.
    handicap: i64,
}

impl Line {
    fn read(columns: &[&str], n: usize, text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let word =
            |name: &str| columns.iter().position(|column| *column == name).map(|at| words[at]);
        let points = |name: &str| {
            let word = word(name).unwrap_or_else(|| panic!("no column {name}"));
            serde_json::from_str::<Points>(word).expect("a number")
        };
        Self {
            id: id(n),
            rating: word("rating").and_then(|word| word.parse().ok()),
            start: points("start"),
            score: points("score"),
            sos: word("sos").and_then(|word| word.parse().ok()),
            sosos: word("sosos").and_then(|word| word.parse().ok()),
            cells: words[columns.len()..].iter().map(|word| Cell::read(word)).collect(),
        }
    }

    fn played_all(&self) -> bool {
        self.cells.iter().all(|cell| cell.opponent.is_some())
    }

    /// What this organiser's program adds to SOS for handicaps.
    fn handicaps(&self) -> i64 {
        self.cells.iter().map(|cell| cell.handicap).sum()
    }
}

impl Cell {
    fn read(word: &str) -> Self {
        let at = word.find(['+', '-', '=']).expect("a result");
        let (opponent, rest) = word.split_at(at);
        let opponent: usize = opponent.parse().expect("a line");
        let mut rest = rest.chars();
        let result = rest.next().expect("a result");
        let side = rest.next().map(|side| if side == 's' { Side::Sente } else { Side::Gote });
        let size: i64 = rest.as_str().parse().unwrap_or(0);
        let handicap = if side == Some(Side::Gote) { size } else { -size };
        Self { opponent: (opponent > 0).then_some(opponent), result, side, handicap }
    }

    /// The same game, seen from the other side of the board.
    fn is_opposite(self, other: Self) -> bool {
        let sides = match (self.side, other.side) {
            (Some(own), Some(theirs)) => own == theirs.other(),
            (None, None) => true,
            _ => false,
        };
        sides
            && self.handicap == -other.handicap
            && [self.result, other.result].contains(&'+')
            && [self.result, other.result].contains(&'-')
    }
}

fn id(line: usize) -> EntryId {
    format!("p{line:02}").into()
}

fn read(text: &str) -> CrossTable {
    let mut rows = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = rows.next().expect("columns").split_whitespace().collect();
    let lines: Vec<Line> = (1..).zip(rows).map(|(n, row)| Line::read(&columns, n, row)).collect();
    let n_rounds = lines[0].cells.len();
    // These organisers did not balance sides.
    let settings = r#"{"t":"mcmahon","rounds":ROUNDS,"bars":{"by":"rating","floors":[]},
        "pairing":{"colours":"ignore"}}"#;
    let mut event = event(&settings.replace("ROUNDS", &n_rounds.to_string()), Vec::new());
    event.tiebreaks = ["mcmahon", "sos", "sosos"].map(|name| name.parse().expect("known")).to_vec();
    for (n, line) in (1..).zip(&lines) {
        let mut entry =
            Entry { rating: line.rating, start: Some(line.start), ..Entry::new(line.id.as_str()) };
        // The program that printed the third table rounds a score down.
        let n_halves = line.cells.iter().filter(|cell| cell.result == '=').count();
        let mut is_rounded = n_halves % 2 == 1;
        for (round, cell) in (1..).zip(&line.cells) {
            let Some(opponent) = cell.opponent else {
                let kind = match cell.result {
                    '+' => ByeKind::Bye,
                    '=' if !std::mem::take(&mut is_rounded) => ByeKind::Absent,
                    _ => ByeKind::Rest,
                };
                if kind != ByeKind::Bye {
                    entry.absent.push(round);
                }
                event.byes.push(Bye { round, entry: line.id.clone(), kind, slot: None });
                continue;
            };
            let opposite = lines[opponent - 1].cells[round as usize - 1];
            assert_eq!(opposite.opponent, Some(n), "line {n}, round {round}");
            assert!(cell.is_opposite(opposite), "line {n}, round {round}");
            if opponent > n {
                event.games.push(game(n, opponent, round, *cell));
            }
        }
        event.entries.push(entry);
    }
    CrossTable { event, lines }
}

/// Where the side is not printed half of the players are sente in half of the rounds.
fn game(line: usize, opponent: usize, round: u32, cell: Cell) -> Game {
    let any = if (line + round as usize).is_multiple_of(2) { Side::Sente } else { Side::Gote };
    let won = cell.result == '+';
    let (sente, gote, won) = match cell.side.unwrap_or(any) {
        Side::Sente => (id(line), id(opponent), won),
        Side::Gote => (id(opponent), id(line), !won),
    };
    Game {
        key: format!("{round}-{line}").as_str().into(),
        round,
        sente,
        gote,
        result: Some(if won { Outcome::Sente } else { Outcome::Gote }),
        ..Game::default()
    }
}

/// How uneven the pairings of a round are.
#[derive(Debug)]
struct Uneven {
    /// Pairings of different scores.
    n: usize,
    /// The squares of the differences in half points, added up.
    squares: i64,
}

impl Uneven {
    fn new(event: &Event, round: u32, games: &[Game]) -> Self {
        let rows = standings(&before(event, round)).rankings.remove(0).rows;
        let score = |id: &EntryId| {
            let row = rows.iter().find(|row| row.entry == *id);
            row.map_or(Points::ZERO, |row| row.start + row.points).as_halves()
        };
        let gaps = games.iter().map(|game| score(&game.sente) - score(&game.gote));
        let squares: Vec<i64> = gaps.map(|gap| gap.pow(2)).filter(|square| *square > 0).collect();
        Self { n: squares.len(), squares: squares.iter().sum() }
    }
}

/// How many of the printed sums could be compared: unplayed rounds are each program's own.
fn compare(table: &CrossTable) -> [usize; 3] {
    let standings = standings(&table.event);
    let rows = &standings.rankings[0].rows;
    assert_eq!(rows.len(), table.lines.len());
    let row = |line: &Line| rows.iter().find(|row| row.entry == line.id).expect("ranked");
    let value = |row: &Row, at: usize| row.values[at].expect("it has one");
    let mut compared = [0; 3];
    for line in &table.lines {
        assert_eq!(value(row(line), 0), line.score, "score of {}", line.id);
        compared[0] += 1;
        if !line.played_all() {
            continue;
        }
        if let Some(sos) = line.sos {
            let ours = value(row(line), 1) + Points::whole(line.handicaps());
            assert_eq!(ours, Points::whole(sos), "SOS of {}", line.id);
            compared[1] += 1;
        }
        let mut opponents =
            line.cells.iter().filter_map(|cell| table.lines.get(cell.opponent? - 1));
        if let Some(sosos) = line.sosos.filter(|_| opponents.clone().all(Line::played_all)) {
            let handicaps = opponents.clone().map(Line::handicaps).sum();
            let ours = value(row(line), 2) + Points::whole(handicaps);
            assert_eq!(ours, Points::whole(sosos), "SOSOS of {}", line.id);
            compared[2] += 1;
        }
        assert!(opponents.next().is_some());
    }
    compared
}

/// Pairs every round again, with the organiser's byes; uneven pairings of ours and theirs by
/// round.
fn pair_again(event: &Event) -> String {
    let mut shown = String::new();
    for round in 1..=event.n_rounds() {
        let theirs: Vec<_> =
            event.games.iter().filter(|game| game.round == round).cloned().collect();
        let mut earlier = before(event, round);
        let byes = event.byes.iter().filter(|bye| bye.round == round && bye.kind == ByeKind::Bye);
        earlier.orders = byes
            .map(|bye| Order::Bye { round, entry: bye.entry.clone(), reason: String::new() })
            .collect();
        let ours = earlier.check().expect("sound").pairings(0).games;
        assert_eq!(ours.len(), theirs.len(), "round {round}");
        for game in &ours {
            let met = earlier.games.iter().any(|old| old.is_between(&game.sente, &game.gote));
            assert!(!met, "round {round}: {} and {} have met", game.sente, game.gote);
        }
        let (ours, theirs) = (Uneven::new(event, round, &ours), Uneven::new(event, round, &theirs));
        assert!(ours.squares <= theirs.squares, "round {round}: ours {ours:?}, theirs {theirs:?}");
        let _ = write!(shown, " {}/{}", ours.n, theirs.n);
    }
    shown
}

#[test]
fn real_cross_tables_come_out_as_printed_and_are_paired_no_worse() {
    for (name, text, expected) in [
        ("mcmahon_46", include_str!("../data/cross_tables/mcmahon_46.txt"), [46, 0, 0]),
        ("mcmahon_48", include_str!("../data/cross_tables/mcmahon_48.txt"), [48, 35, 15]),
        ("swiss_32", include_str!("../data/cross_tables/swiss_32.txt"), [32, 0, 0]),
    ] {
        let table = read(text);
        assert_eq!(compare(&table), expected, "{name}: scores, SOS and SOSOS compared");
        println!("{name}, uneven pairings, ours/theirs:{}", pair_again(&table.event));
    }
}
