//! `cargo bench -p komadai-rules`: CPU time against the `rsshogi` crate in the same run.
//!
//! The two take turns, so that noise on the machine meets both, and the quickest run of each
//! counts. Then what a live game asks for: playing with a verdict, replaying, and its memory.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use komadai_rules::{Line, Move, Position, RuleSet, Variant};
use rustix::time::{ClockId, clock_gettime};

/// How often each side takes its turn.
const ROUNDS: usize = 7;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn main() {
    for (name, sfen, depth) in [("start", START, 5), ("593 moves", MOST_MOVES, 3)] {
        ratio(name, sfen, depth);
    }
    lines();
}

fn ratio(name: &str, sfen: &str, depth: u8) {
    let ours = Position::from_sfen(Variant::standard(), sfen).expect("a position");
    let theirs = rsshogi::board::position_from_sfen(sfen).expect("a position");
    let mut best = [f64::INFINITY; 2];
    let mut leaves = 0;
    for _ in 0..ROUNDS {
        let (seconds, n) = timed(|| ours.perft(depth.into()));
        let (their_seconds, their_n) =
            timed(|| rsshogi::board::perft::perft(&theirs, depth).expect("a count").nodes);
        assert_eq!(n, their_n, "{sfen}");
        leaves = n;
        best = [best[0].min(seconds), best[1].min(their_seconds)];
    }
    let [ours, theirs] = best.map(|seconds| leaves as f64 / seconds / 1e6);
    println!(
        "perft {name}, depth {depth}: {leaves} leaves, {ours:.1} M/s, rsshogi {theirs:.1} M/s, \
         CPU ratio {:.2}",
        best[0] / best[1],
    );
}

/// A game of legal moves chosen without pattern, as long as it lasts up to `n_moves`.
fn game(n_moves: usize) -> Vec<Move> {
    let mut line = Line::new(Position::start(Variant::standard()), RuleSet::casual());
    let mut seed = 7_u64;
    while line.moves().len() < n_moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = line.position().legal_moves();
        let mv = moves[(seed >> 33) as usize % moves.len()];
        if line.play(mv) != Ok(None) {
            line.take_back(2);
        }
    }
    line.moves().to_vec()
}

fn lines() {
    const GAMES: usize = 2_000;
    let moves = game(120);
    let start = Line::new(Position::start(Variant::standard()), RuleSet::casual());
    let per_move = |seconds: f64| seconds * 1e9 / (GAMES * moves.len()) as f64;
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let (played, _) = timed(|| {
            for _ in 0..GAMES {
                let mut line = start.clone();
                for &mv in &moves {
                    assert_eq!(line.play(mv), Ok(None));
                }
            }
            0
        });
        let (replayed, _) = timed(|| {
            let mut plies = 0;
            for _ in 0..GAMES {
                let mut line = start.clone();
                for &mv in &moves {
                    line.replay(mv);
                }
                plies += u64::from(std::hint::black_box(&line).n_moves());
            }
            plies
        });
        let (judged, _) = timed(|| {
            let position = start.position();
            let moves = position.legal_moves();
            let mut legal = 0;
            for _ in 0..GAMES * 4 {
                for &mv in &*moves {
                    legal += u64::from(std::hint::black_box(position).judge(mv).is_ok());
                }
            }
            legal
        });
        best = [best[0].min(played), best[1].min(replayed), best[2].min(judged)];
    }
    println!("Line::play: {:.0} ns a move, mate and repetition looked for", per_move(best[0]));
    println!("Line::replay: {:.0} ns a move", per_move(best[1]));
    println!("Position::judge: {:.0} ns a legal move", per_move(best[2]));
    let mut line = start.clone();
    moves.iter().take(60).for_each(|&mv| line.replay(mv));
    println!("Line: {} bytes inline, {} after 60 plies", size_of::<Line>(), line.size_bytes());
}

/// CPU seconds of this process, and what the work gave.
fn timed(work: impl FnOnce() -> u64) -> (f64, u64) {
    let now = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let before = now();
    let result = std::hint::black_box(work());
    (now() - before, result)
}
