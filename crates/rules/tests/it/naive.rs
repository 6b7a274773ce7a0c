//! The rules a second time: slow, by squares, with every piece's moves written out instead of in
//! Betza's notation. It knows nothing of bitboards, pins or tables, and has to agree.

use std::collections::BTreeSet;

use komadai_rules::{Line, Position, RuleSet, Side, Variant};

use crate::dice::{Dice, is_slow};

/// A piece as SFEN writes it, sente's with capitals.
type Cell = Option<String>;

/// What stands where, by rank from the top and file from the left, and what is in hand.
#[derive(Clone)]
struct Naive {
    name: &'static str,
    cells: Vec<Vec<Cell>>,
    hands: Vec<(String, u8)>,
    sente: bool,
}

const UP: (i32, i32) = (-1, 0);
const DOWN: (i32, i32) = (1, 0);
const LEFT: (i32, i32) = (0, -1);
const RIGHT: (i32, i32) = (0, 1);
const UP_LEFT: (i32, i32) = (-1, -1);
const UP_RIGHT: (i32, i32) = (-1, 1);
const DOWN_LEFT: (i32, i32) = (1, -1);
const DOWN_RIGHT: (i32, i32) = (1, 1);

type Vectors = Vec<(i32, i32)>;

/// Steps and slides of sente's piece, as rank and file to the right.
fn moves(name: &str, letter: &str) -> (Vectors, Vectors) {
    let king = vec![UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
    let gold = vec![UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT];
    let silver = vec![UP, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
    let lines = vec![UP, DOWN, LEFT, RIGHT];
    let diagonals = vec![UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
    let knight = vec![(-2, -1), (-2, 1)];
    let none = Vec::new;
    match (name, letter) {
        ("dobutsu", "L") => (king, none()),
        ("dobutsu", "G") => (lines, none()),
        ("dobutsu", "E") => (diagonals, none()),
        ("dobutsu", "C") => (vec![UP], none()),
        ("dobutsu", "+C") => (gold, none()),
        ("heian_dai", "D") => (none(), diagonals),
        ("heian_dai", "+D") => (lines, diagonals),
        ("heian_dai", "M") => (vec![UP], vec![LEFT, RIGHT]),
        ("heian_dai", "C") => (lines, none()),
        ("heian_dai", "I") => (vec![UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT], none()),
        ("heian_dai", "T") => (diagonals, none()),
        ("heian_dai", "F") => (none(), vec![UP, DOWN]),
        ("heian_dai", "B") => (vec![UP, DOWN], none()),
        ("sho", "E") => (vec![UP, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT], none()),
        ("sho", "+E") => (king, none()),
        (_, "K") => (king, none()),
        (_, "R") => (none(), lines),
        (_, "B") => (none(), diagonals),
        (_, "+R") => (diagonals, lines),
        (_, "+B") if name != "heian_dai" => (lines, diagonals),
        (_, "S") => (silver, none()),
        (_, "N") => (knight, none()),
        (_, "L") => (none(), vec![UP]),
        (_, "P") => (vec![UP], none()),
        (_, "G") => (gold, none()),
        (_, promoted) if promoted.starts_with('+') => (gold, none()),
        _ => panic!("{name} has no {letter}"),
    }
}

/// Which pieces never promote, which are royal, on how many ranks a piece must promote.
fn promotes(name: &str, letter: &str) -> bool {
    match name {
        "dobutsu" => letter == "C",
        _ => !letter.starts_with('+') && letter != "K" && letter != "G",
    }
}

fn must_promote(name: &str, letter: &str) -> i32 {
    match (name, letter) {
        ("dobutsu", "C") => 1,
        ("dobutsu", _) => 0,
        (_, "P" | "L") | ("heian_dai", "I") => 1,
        (_, "N") => 2,
        _ => 0,
    }
}

fn is_royal(name: &str, letter: &str) -> bool {
    letter == if name == "dobutsu" { "L" } else { "K" } || (name, letter) == ("sho", "+E")
}

fn is_sente(cell: &str) -> bool {
    cell.trim_start_matches('+').starts_with(|sign: char| sign.is_uppercase())
}

impl Naive {
    fn read(variant: Variant, sfen: &str) -> Self {
        let parts: Vec<_> = sfen.split(' ').collect();
        let mut cells = Vec::new();
        for row in parts[0].split('/') {
            let mut line: Vec<Cell> = Vec::new();
            let (mut digits, mut plus) = (String::new(), String::new());
            for sign in row.chars().chain(['/']) {
                if sign.is_ascii_digit() {
                    digits.push(sign);
                    continue;
                }
                if !digits.is_empty() {
                    let n: usize = digits.parse().expect("a number");
                    line.resize(line.len() + n, None);
                    digits.clear();
                }
                match sign {
                    '+' => plus = "+".to_owned(),
                    '/' => {}
                    letter => line.push(Some(std::mem::take(&mut plus) + &letter.to_string())),
                }
            }
            cells.push(line);
        }
        let mut hands = Vec::new();
        let mut digits = String::new();
        for sign in parts[2].chars().filter(|&sign| sign != '-') {
            if sign.is_ascii_digit() {
                digits.push(sign);
            } else {
                hands.push((sign.to_string(), digits.parse().unwrap_or(1)));
                digits.clear();
            }
        }
        Self { name: variant.name(), cells, hands, sente: parts[1] == "b" }
    }

    fn ranks(&self) -> i32 {
        self.cells.len() as i32
    }

    fn files(&self) -> i32 {
        self.cells[0].len() as i32
    }

    fn at(&self, rank: i32, file: i32) -> Option<&Cell> {
        self.cells.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?)
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let files = self.files();
        (0..self.ranks()).flat_map(move |rank| (0..files).map(move |file| (rank, file)))
    }

    /// Where the piece on a square could go, own pieces in the way or not.
    fn reach(&self, (rank, file): (i32, i32)) -> Vec<(i32, i32)> {
        let Some(Some(cell)) = self.at(rank, file) else { return Vec::new() };
        let sente = is_sente(cell);
        let sign = if sente { 1 } else { -1 };
        let (steps, slides) = moves(self.name, &cell.to_uppercase());
        let mut to = Vec::new();
        for (ranks, files) in steps {
            to.push((rank + sign * ranks, file + sign * files));
        }
        for (ranks, files) in slides {
            for n in 1.. {
                let next = (rank + n * sign * ranks, file + n * sign * files);
                to.push(next);
                if self.at(next.0, next.1) != Some(&None) {
                    break;
                }
            }
        }
        to.retain(|&(rank, file)| match self.at(rank, file) {
            None => false,
            Some(None) => true,
            Some(Some(other)) => is_sente(other) != sente,
        });
        to
    }

    /// How many ranks from the farthest, as the side to move sees it.
    fn depth(&self, rank: i32) -> i32 {
        if self.sente { rank } else { self.ranks() - 1 - rank }
    }

    fn royals(&self, sente: bool) -> Vec<(i32, i32)> {
        let royal = |&(rank, file): &(i32, i32)| match self.at(rank, file) {
            Some(Some(cell)) => {
                is_sente(cell) == sente && is_royal(self.name, &cell.to_uppercase())
            }
            _ => false,
        };
        self.squares().filter(royal).collect()
    }

    fn attacked(&self, square: (i32, i32), by_sente: bool) -> bool {
        self.squares().any(|from| match self.at(from.0, from.1) {
            Some(Some(cell)) if is_sente(cell) == by_sente => self.reach(from).contains(&square),
            _ => false,
        })
    }

    /// Whether a side's last royal is attacked.
    fn in_check(&self, sente: bool) -> bool {
        matches!(self.royals(sente)[..], [royal] if self.attacked(royal, !sente))
    }

    fn over(&self) -> bool {
        let arrived = |sente: bool| {
            self.royals(sente).iter().any(|&(rank, file)| {
                let last = if sente { 0 } else { self.ranks() - 1 };
                rank == last && !self.attacked((rank, file), !sente)
            })
        };
        self.name == "dobutsu" && (self.royals(self.sente).is_empty() || arrived(!self.sente))
    }

    fn usi(&self, (rank, file): (i32, i32)) -> String {
        format!("{}{}", self.files() - file, char::from(b'a' + rank as u8))
    }

    fn after(&self, from: Result<(i32, i32), &str>, to: (i32, i32), promotes: bool) -> Self {
        let mut next = self.clone();
        next.sente = !self.sente;
        let piece = match from {
            Ok((rank, file)) => {
                let piece = next.cells[rank as usize][file as usize].take().expect("a piece");
                if promotes { format!("+{piece}") } else { piece }
            }
            Err(letter) => {
                for (held, n) in &mut next.hands {
                    if held == letter {
                        *n -= 1;
                    }
                }
                next.hands.retain(|&(_, n)| n > 0);
                letter.to_owned()
            }
        };
        next.cells[to.0 as usize][to.1 as usize] = Some(piece);
        next
    }

    /// The legal moves in USI.
    fn legal(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        if self.over() {
            return legal;
        }
        let zone = if matches!(self.name, "dobutsu" | "minishogi") { 1 } else { 3 };
        let fits = |next: &Self| self.name == "dobutsu" || !next.in_check(self.sente);
        for from in self.squares() {
            let Some(Some(cell)) = self.at(from.0, from.1) else { continue };
            if is_sente(cell) != self.sente {
                continue;
            }
            let letter = cell.to_uppercase();
            for to in self.reach(from) {
                let in_zone = self.depth(from.0) < zone || self.depth(to.0) < zone;
                let usi = self.usi(from) + &self.usi(to);
                if promotes(self.name, &letter) && in_zone && fits(&self.after(Ok(from), to, true))
                {
                    legal.insert(usi.clone() + "+");
                }
                if self.depth(to.0) >= must_promote(self.name, &letter)
                    && fits(&self.after(Ok(from), to, false))
                {
                    legal.insert(usi);
                }
            }
        }
        for (held, _) in self.hands.iter().filter(|(held, _)| is_sente(held) == self.sente) {
            let letter = held.to_uppercase();
            for to in self.squares() {
                if self.at(to.0, to.1) != Some(&None) {
                    continue;
                }
                let shogi = self.name != "dobutsu";
                let dead = shogi && self.depth(to.0) < must_promote(self.name, &letter);
                let nifu = shogi
                    && letter == "P"
                    && (0..self.ranks())
                        .any(|rank| self.at(rank, to.1) == Some(&Some(held.clone())));
                let next = self.after(Err(held), to, false);
                let uchifuzume = || {
                    shogi && letter == "P" && next.in_check(next.sente) && next.legal().is_empty()
                };
                if !dead && !nifu && fits(&next) && !uchifuzume() {
                    legal.insert(format!("{letter}*{}", self.usi(to)));
                }
            }
        }
        legal
    }
}

#[test]
fn both_find_the_same_moves() {
    let n_games = if is_slow() { 40 } else { 2 };
    // Lions have an oracle of their own.
    for &variant in Variant::all().iter().filter(|variant| !variant.has_power()) {
        let mut dice = Dice(11);
        for _ in 0..n_games {
            let mut line = Line::new(Position::start(variant), RuleSet::casual());
            for _ in 0..if is_slow() { 400 } else { 120 } {
                let position = line.position();
                let naive = Naive::read(variant, &position.sfen());
                let moves = position.legal_moves();
                let moves: BTreeSet<_> =
                    moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
                assert_eq!(moves, naive.legal(), "{position:?}");
                for side in Side::ALL {
                    let check = naive.in_check(side == Side::Sente);
                    assert_eq!(position.is_in_check(side), check, "{position:?} {side}");
                }
                let Some(mv) = dice.legal_move(position) else { break };
                line.replay(mv);
            }
        }
    }
}
