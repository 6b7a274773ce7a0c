//! The rules a second time: slow, by squares, with every piece's moves written out instead of in
//! Betza's notation. It knows nothing of bitboards, pins or tables, and has to agree.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use komadai_rules::{Line, Position, RuleSet, Side, Variant};

use crate::dice::{Dice, is_slow};

/// What pieces are called, each after its promoted form.
const NAMES: &str = "+A+B+C+D+E+F+G+H+I+J+K+L+M+N+O+P+Q+R+S+T+U+V+W+X+Y+Z";

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    /// As SFEN writes sente's.
    name: &'static str,
    sente: bool,
}

impl Piece {
    /// A piece by its letter in SFEN.
    fn read(letter: char, promoted: bool) -> Self {
        let at = NAMES.find(letter.to_ascii_uppercase()).expect("a letter");
        let begin = if promoted { at - 1 } else { at };
        Self { name: &NAMES[begin..=at], sente: letter.is_ascii_uppercase() }
    }

    fn promoted(self) -> Self {
        Self { name: Self::read(self.letter(), true).name, ..self }
    }

    fn letter(self) -> char {
        self.name.chars().next_back().expect("a name")
    }
}

type Cell = Option<Piece>;

/// What stands where, by rank from the top and file from the left, and what is in hand.
#[derive(Clone)]
struct Naive {
    name: &'static str,
    cells: Vec<Vec<Cell>>,
    hands: Vec<(Piece, u8)>,
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

const LINES: [(i32, i32); 4] = [UP, DOWN, LEFT, RIGHT];
const DIAGONALS: [(i32, i32); 4] = [UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];

/// How something goes along a line.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// To the first piece, which it takes.
    Plain,
    /// Up to the first piece.
    Moves,
    /// From the first piece up to the second, which it takes.
    Hops,
    /// To the second piece, which it takes.
    HopsToTake,
}

/// Lines as rank and file to the right, with how many squares and in what way.
type Lines = Vec<((i32, i32), i32, Way)>;

/// How sente's piece moves.
fn moves(name: &str, letter: &str) -> Lines {
    let to = |vectors: &[(i32, i32)], range, way| -> Lines {
        vectors.iter().map(|&vector| (vector, range, way)).collect()
    };
    let steps = |vectors: &[(i32, i32)]| to(vectors, 1, Way::Plain);
    let slides = |vectors: &[(i32, i32)]| to(vectors, 99, Way::Plain);
    let king = [LINES, DIAGONALS].concat();
    let gold = [UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT];
    let silver = [UP, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
    let elephant = [UP, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
    let knight = [(-2, -1), (-2, 1)];
    match (name, letter) {
        ("dobutsu", "L") => steps(&king),
        ("dobutsu", "G") => steps(&LINES),
        ("dobutsu", "E") => steps(&DIAGONALS),
        ("dobutsu", "C") => steps(&[UP]),
        ("dobutsu", "+C") => steps(&gold),
        ("heian_dai", "D") => slides(&DIAGONALS),
        ("heian_dai", "+D") => [slides(&DIAGONALS), steps(&LINES)].concat(),
        ("heian_dai", "M") => [steps(&[UP]), slides(&[LEFT, RIGHT])].concat(),
        ("heian_dai", "C") => steps(&LINES),
        ("heian_dai", "I") => steps(&[UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT]),
        ("heian_dai", "T") => steps(&DIAGONALS),
        ("heian_dai", "F") => slides(&[UP, DOWN]),
        ("heian_dai", "B") => steps(&[UP, DOWN]),
        ("sho", "E") | ("tori", "F") => steps(&elephant),
        ("sho", "+E") => steps(&king),
        ("tori", "L") => [slides(&[UP, DOWN_RIGHT]), steps(&[DOWN_LEFT])].concat(),
        ("tori", "R") => [slides(&[UP, DOWN_LEFT]), steps(&[DOWN_RIGHT])].concat(),
        ("tori", "C") => steps(&[UP, DOWN, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT]),
        ("tori", "P") => steps(&[(-2, 0), DOWN_LEFT, DOWN_RIGHT]),
        ("tori", "S") => steps(&[UP]),
        ("tori", "+S") => steps(&[(-2, -2), (-2, 2), (2, 0)]),
        ("tori", "+F") => [
            slides(&[UP_LEFT, UP_RIGHT, DOWN]),
            steps(&LINES),
            to(&[DOWN_LEFT, DOWN_RIGHT], 2, Way::Plain),
        ]
        .concat(),
        ("kyoto", "T") => steps(&gold),
        ("cannon", "P") => steps(&[UP, LEFT, RIGHT]),
        ("cannon", "U") => [to(&LINES, 99, Way::Moves), to(&LINES, 99, Way::HopsToTake)].concat(),
        ("cannon", "C") => {
            [to(&DIAGONALS, 99, Way::Moves), to(&DIAGONALS, 99, Way::HopsToTake)].concat()
        }
        ("cannon", "A") => to(&LINES, 99, Way::Hops),
        ("cannon", "I") => to(&DIAGONALS, 99, Way::Hops),
        ("cannon", "+U" | "+A" | "+C" | "+I") => {
            let (far, near) = match letter {
                "+U" | "+A" => (LINES, DIAGONALS),
                _ => (DIAGONALS, LINES),
            };
            [
                to(&far, 99, Way::Moves),
                to(&far, 99, Way::Hops),
                to(&near, 1, Way::Moves),
                to(&near, 2, Way::Hops),
            ]
            .concat()
        }
        (_, "K") => steps(&king),
        (_, "R") => slides(&LINES),
        (_, "B") => slides(&DIAGONALS),
        (_, "+R") => [slides(&LINES), steps(&DIAGONALS)].concat(),
        (_, "+B") if name != "heian_dai" => [slides(&DIAGONALS), steps(&LINES)].concat(),
        (_, "S") => steps(&silver),
        (_, "N") => steps(&knight),
        (_, "L") => slides(&[UP]),
        (_, "P") => steps(&[UP]),
        (_, "G") => steps(&gold),
        (_, promoted) if promoted.starts_with('+') => steps(&gold),
        _ => panic!("{name} has no {letter}"),
    }
}

/// Which pieces never promote, which are royal, on how many ranks a piece must promote.
fn promotes(name: &str, letter: &str) -> bool {
    match name {
        "dobutsu" => letter == "C",
        "kyoto" => letter != "K",
        "tori" => letter == "S" || letter == "F",
        _ => !letter.starts_with('+') && letter != "K" && letter != "G",
    }
}

fn must_promote(name: &str, letter: &str) -> i32 {
    match (name, letter) {
        ("dobutsu", "C") => 1,
        ("dobutsu" | "annan", _) | ("cannon", "P") => 0,
        ("tori", "S") => 1,
        ("tori", _) => 0,
        (_, "P" | "L") | ("heian_dai", "I") => 1,
        (_, "N") => 2,
        _ => 0,
    }
}

fn is_royal(name: &str, letter: &str) -> bool {
    letter == if name == "dobutsu" { "L" } else { "K" } || (name, letter) == ("sho", "+E")
}

/// [`moves`], written out once for each piece of each variant.
fn lines_of(name: &'static str, letter: &'static str) -> Rc<Lines> {
    thread_local! {
        static WRITTEN: RefCell<HashMap<(&'static str, &'static str), Rc<Lines>>> =
            RefCell::default();
    }
    let write = || Rc::new(moves(name, letter));
    WRITTEN.with_borrow_mut(|all| all.entry((name, letter)).or_insert_with(write).clone())
}

impl Naive {
    fn read(variant: Variant, sfen: &str) -> Self {
        let parts: Vec<_> = sfen.split(' ').collect();
        let mut cells = Vec::new();
        for row in parts[0].split('/') {
            let mut line: Vec<Cell> = Vec::new();
            let (mut digits, mut plus) = (String::new(), false);
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
                    '+' => plus = true,
                    '/' => {}
                    letter => line.push(Some(Piece::read(letter, std::mem::take(&mut plus)))),
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
                hands.push((Piece::read(sign, false), digits.parse().unwrap_or(1)));
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

    fn at(&self, rank: i32, file: i32) -> Option<Cell> {
        self.cells.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let files = self.files();
        (0..self.ranks()).flat_map(move |rank| (0..files).map(move |file| (rank, file)))
    }

    /// Where the piece on a square could go, own pieces in the way or not.
    fn reach(&self, (rank, file): (i32, i32)) -> Vec<(i32, i32)> {
        let Some(Some(cell)) = self.at(rank, file) else { return Vec::new() };
        let sente = cell.sente;
        let sign = if sente { 1 } else { -1 };
        // In Annan shogi a piece moves as a friend directly behind it.
        let moves_as = match self.at(rank + sign, file) {
            Some(Some(behind)) if self.name == "annan" && behind.sente == sente => behind,
            _ => cell,
        };
        let mut to = Vec::new();
        for &((ranks, files), range, way) in lines_of(self.name, moves_as.name).iter() {
            let mut passed = 0;
            for n in 1..=range {
                let next = (rank + n * sign * ranks, file + n * sign * files);
                let Some(there) = self.at(next.0, next.1) else { break };
                let free = there.is_none();
                if match way {
                    Way::Plain => passed == 0,
                    Way::Moves => passed == 0 && free,
                    Way::Hops => passed == 1,
                    Way::HopsToTake => passed == 1 && !free,
                } {
                    to.push(next);
                }
                passed += i32::from(!free);
            }
        }
        to.retain(|&(rank, file)| match self.at(rank, file) {
            None => false,
            Some(None) => true,
            Some(Some(other)) => other.sente != sente,
        });
        to
    }

    /// How many ranks from the farthest, as the side to move sees it.
    fn depth(&self, rank: i32) -> i32 {
        if self.sente { rank } else { self.ranks() - 1 - rank }
    }

    fn royals(&self, sente: bool) -> Vec<(i32, i32)> {
        let royal = |&(rank, file): &(i32, i32)| match self.at(rank, file) {
            Some(Some(cell)) => cell.sente == sente && is_royal(self.name, cell.name),
            _ => false,
        };
        self.squares().filter(royal).collect()
    }

    fn attacked(&self, square: (i32, i32), by_sente: bool) -> bool {
        self.squares().any(|from| match self.at(from.0, from.1) {
            Some(Some(cell)) if cell.sente == by_sente => self.reach(from).contains(&square),
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
        let dobutsu = self.name == "dobutsu";
        dobutsu && (self.royals(self.sente).is_empty() || arrived(!self.sente))
            || self.name == "check" && self.in_check(self.sente)
    }

    fn usi(&self, (rank, file): (i32, i32)) -> String {
        format!("{}{}", self.files() - file, char::from(b'a' + rank as u8))
    }

    fn after(&self, from: Result<(i32, i32), Piece>, to: (i32, i32), promotes: bool) -> Self {
        let mut next = self.clone();
        next.sente = !self.sente;
        let piece = match from {
            Ok((rank, file)) => {
                let piece = next.cells[rank as usize][file as usize].take().expect("a piece");
                if promotes { piece.promoted() } else { piece }
            }
            Err(dropped) => {
                for (held, n) in &mut next.hands {
                    if *held == dropped {
                        *n -= 1;
                    }
                }
                next.hands.retain(|&(_, n)| n > 0);
                dropped
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
        let zone = match self.name {
            "dobutsu" | "minishogi" => 1,
            "tori" | "gorogoro_plus" => 2,
            "kyoto" => 99,
            _ => 3,
        };
        let fits = |next: &Self| self.name == "dobutsu" || !next.in_check(self.sente);
        for from in self.squares() {
            let Some(Some(cell)) = self.at(from.0, from.1) else { continue };
            if cell.sente != self.sente {
                continue;
            }
            let letter = cell.name;
            for to in self.reach(from) {
                let in_zone = self.depth(from.0) < zone || self.depth(to.0) < zone;
                let usi = self.usi(from) + &self.usi(to);
                let may = promotes(self.name, letter) && in_zone;
                if may && fits(&self.after(Ok(from), to, true)) {
                    legal.insert(usi.clone() + "+");
                }
                if !(may && matches!(self.name, "tori" | "kyoto"))
                    && self.depth(to.0) >= must_promote(self.name, letter)
                    && fits(&self.after(Ok(from), to, false))
                {
                    legal.insert(usi);
                }
            }
        }
        for &(held, _) in self.hands.iter().filter(|(held, _)| held.sente == self.sente) {
            let letter = held.name;
            for to in self.squares() {
                if self.at(to.0, to.1) != Some(None) {
                    continue;
                }
                let next = self.after(Err(held), to, false);
                if fits(&next) && !self.may_not_drop(held, to, &next) {
                    legal.insert(format!("{letter}*{}", self.usi(to)));
                    if let ("kyoto", Some(other)) = (self.name, other_side(letter)) {
                        legal.insert(format!("{other}*{}", self.usi(to)));
                    }
                }
            }
        }
        legal
    }

    /// Whether a drop on an empty square is one of those that are forbidden.
    fn may_not_drop(&self, held: Piece, to: (i32, i32), next: &Self) -> bool {
        let letter = held.name;
        let most = match (self.name, letter) {
            ("tori", "S") => 2,
            ("dobutsu" | "kyoto" | "cannon" | "tori", _) => 99,
            (_, "P") => 1,
            _ => 99,
        };
        let same = |rank: &i32| self.at(*rank, to.1) == Some(Some(held));
        let crowded = (0..self.ranks()).filter(same).count() >= most;
        let dead = !matches!(self.name, "dobutsu" | "kyoto" | "annan")
            && self.depth(to.0) < must_promote(self.name, letter);
        let pawn = letter == if self.name == "tori" { "S" } else { "P" };
        let mates = pawn
            && match self.name {
                "dobutsu" | "kyoto" | "cannon" | "check" => false,
                "annan" => {
                    let ahead = (to.0 + if self.sente { -1 } else { 1 }, to.1);
                    self.royals(!self.sente).contains(&ahead) && next.legal().is_empty()
                }
                _ => next.in_check(next.sente) && next.legal().is_empty(),
            };
        crowded || dead || mates
    }
}

/// What is on the other side of a piece of Kyoto shogi that is in hand.
fn other_side(letter: &str) -> Option<&'static str> {
    match letter {
        "T" => Some("L"),
        "S" => Some("B"),
        "G" => Some("N"),
        "P" => Some("R"),
        _ => None,
    }
}

/// The legal moves of a position in USI, as the slow rules have them.
pub(crate) fn legal_moves(position: &Position) -> BTreeSet<String> {
    Naive::read(position.variant(), &position.sfen()).legal()
}

/// Whether the side to move is in check, as the slow rules have it.
pub(crate) fn is_check(position: &Position) -> bool {
    let naive = Naive::read(position.variant(), &position.sfen());
    naive.in_check(naive.sente)
}

#[test]
fn both_find_the_same_moves() {
    let n_games = if is_slow() { 10 } else { 2 };
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
