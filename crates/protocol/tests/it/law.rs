//! Games played by chance, with a sum over each position and its legal moves, for the page's own
//! law to be compared with (`web/src/shogi/law/server.test.ts`).
//!
//! A line is a game: the variant, the start, the seed, two digits for each position of it, and the
//! sum at its end. The page plays the same games, because the moves are drawn from what is legal.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use komadai_protocol::Dests;
use komadai_rules::{Move, Position, Variant, tsume};

/// Games of each variant that the tests compare.
const GAMES: usize = 40;

/// How long a game is at most.
const PLIES_MAX: usize = 80;

/// How many problems of a variant are starts: those that come later leave the games as they are.
const PROBLEMS_MAX: usize = 436;

/// After how many plies each a published game becomes a start.
const PLIES_APART: usize = 10;

/// Positions of chu shogi in which lions stand where they may be taken, or may not (§9.4).
const LIONS: [&str; 4] = [
    "kr10/1n10/12/1N10/12/8p3/8+H3/12/12/12/12/K11 b - 1",
    "k11/12/3n2g5/2p1N3n3/4i1p5/3P1n1+o4/2r1b1N5/4N4R2/5B6/2H3D2Q2/12/K11 b - 1",
    "k11/12/3n2g5/2p1N3n3/4i1p5/3P1n1+o4/2r1b1N5/4N4R2/5B6/2H3D2Q2/12/K11 w - 1",
    "k11/12/3n2g5/2p1N3n3/4i1p5/3P1n1R4/2r1b1N5/4N7/5B6/2H3D2Q2/12/K11 w 5f 1",
];

/// `LAW_GAMES` is how many games of each variant are written to the file `LAW_FILE`, instead of
/// those that the tests compare.
#[test]
fn the_games_of_the_law_are_up_to_date() {
    let named = |name| env::var(name).ok();
    if let (Some(games), Some(file)) = (named("LAW_GAMES"), named("LAW_FILE")) {
        fs::write(file, text(games.parse().expect("LAW_GAMES is a number"))).expect("LAW_FILE");
        return;
    }
    let wanted = text(GAMES);
    let path = web().join("test/games/law.txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).expect("web/test/games can be written");
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        present == wanted,
        "web/test/games/law.txt is out of date: run `UPDATE=1 cargo test -p komadai-protocol`"
    );
}

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn text(games: usize) -> String {
    let mut text = String::new();
    for &variant in Variant::all() {
        let starts = starts(variant);
        for seed in 0..games {
            // The first games are those of the start.
            let start = if seed < games / 8 { 0 } else { Dice(seed as u32).below(starts.len()) };
            let game = game(&starts[start], seed as u32);
            let sfen = starts[start].sfen();
            let _ = writeln!(text, "{}\t{sfen}\t{seed}\t{game}", variant.name());
        }
    }
    text
}

/// Where games begin: every start of the variant, its problems, and published games on their way.
fn starts(variant: Variant) -> Vec<Position> {
    let def = variant.def();
    let read = |sfen: &str| Position::from_sfen(variant, sfen).expect("a start");
    let mut starts = vec![variant.start().clone()];
    starts.extend(def.starts.iter().map(|it| read(it.start)));
    starts.extend(def.handicaps.iter().map(|it| read(it.start)));
    if tsume::variants().any(|it| it == variant) {
        let problems = tsume::collection(variant).iter().take(PROBLEMS_MAX);
        starts.extend(problems.map(|it| it.start.clone()));
    }
    if variant == Variant::standard() {
        starts.extend(published());
    }
    if variant.has_lions() {
        // As often as all others together.
        let n = starts.len();
        starts.extend(LIONS.iter().cycle().take(n).map(|sfen| read(sfen)));
    }
    starts
}

fn published() -> Vec<Position> {
    let standard = Variant::standard();
    let mut positions = Vec::new();
    for name in ["championship-2005", "floodgate-2010", "ryuou-2014"] {
        let file = web().join(format!("test/games/{name}.usi"));
        let moves = fs::read_to_string(file).expect("a published game");
        let mut position = standard.start().clone();
        for (ply, usi) in moves.split_whitespace().enumerate() {
            position.play(Move::from_usi(standard, usi).expect("a move"));
            if ply % PLIES_APART == 0 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

/// A game from there, as its sums.
fn game(start: &Position, seed: u32) -> String {
    let mut position = start.clone();
    let mut dice = Dice(seed);
    let mut sum = Sum(0x811c_9dc5);
    let mut text = String::new();
    for ply in 0.. {
        let dests = sorted(&position);
        sum.add(&said(&position, &dests));
        let _ = write!(text, "{:02x}", sum.0 & 0xff);
        let Some(mv) = dice.choose(&position, &dests).filter(|_| ply < PLIES_MAX) else { break };
        position.play(mv);
    }
    let _ = write!(text, "\t{:08x}", sum.0);
    text
}

/// The keys of the destinations with their squares and marks, all in order.
fn sorted(position: &Position) -> Vec<(String, Vec<String>)> {
    let dests = Dests::of(position);
    let squares = |value: &str| {
        let mut squares: Vec<String> = Vec::new();
        let mut after_letter = true;
        for sign in value.chars() {
            match squares.last_mut() {
                Some(last) if !(after_letter && sign.is_ascii_digit()) => last.push(sign),
                _ => squares.push(sign.to_string()),
            }
            after_letter = !sign.is_ascii_digit();
        }
        squares.sort();
        squares
    };
    let mut sorted: Vec<_> =
        dests.iter().map(|(key, value)| (key.to_owned(), squares(value))).collect();
    sorted.sort();
    sorted
}

/// Everything that the page has to say of a position.
fn said(position: &Position, dests: &[(String, Vec<String>)]) -> String {
    let sfen = position.sfen();
    let numberless = sfen.rsplit_once(' ').map_or("", |(before, _)| before);
    let state = match (position.is_check(), position.is_mate()) {
        (_, true) => "mate",
        (true, false) => "check",
        (false, false) => "",
    };
    let mut text = format!("{numberless} {state}");
    for (key, squares) in dests {
        let _ = write!(text, " {key}:{}", squares.concat());
    }
    text
}

/// FNV-1a.
struct Sum(u32);

impl Sum {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

/// Numbers without pattern that a browser can draw as well (Mulberry32).
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mut z = (self.0 ^ (self.0 >> 15)).wrapping_mul(self.0 | 1);
        z ^= z.wrapping_add((z ^ (z >> 7)).wrapping_mul(z | 61));
        z ^ (z >> 14)
    }

    fn below(&mut self, n: usize) -> usize {
        self.roll() as usize % n
    }

    /// A legal move, if there is one; often a capture or a promotion where there are some, so that
    /// games come to strange positions.
    fn choose(&mut self, position: &Position, dests: &[(String, Vec<String>)]) -> Option<Move> {
        let variant = position.variant();
        let mut moves = Vec::new();
        for (key, squares) in dests.iter().filter(|(key, _)| !key.ends_with('!')) {
            for square in squares {
                let to = square.trim_end_matches(['?', '+']);
                if !square.ends_with('+') {
                    moves.push(format!("{key}{to}"));
                }
                if to != square {
                    moves.push(format!("{key}{to}+"));
                }
            }
        }
        let moves: Vec<_> =
            moves.iter().map(|usi| Move::from_usi(variant, usi).expect("a move")).collect();
        let sharp = |mv: &Move| mv.promotes() || position.piece_at(mv.to()).is_some();
        let sharp: Vec<_> = moves.iter().copied().filter(sharp).collect();
        let among = if self.below(3) == 0 && !sharp.is_empty() { &sharp } else { &moves };
        let chosen = self.roll() as usize % among.len().max(1);
        among.get(chosen).copied()
    }
}
