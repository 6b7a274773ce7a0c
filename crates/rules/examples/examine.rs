//! How long the examination of compositions takes.
//!
//! ```text
//! cargo run --release -p komadai-rules --example examine -- NODES_MAX < POSITIONS
//! cargo run --release -p komadai-rules --example examine -- NODES_MAX VARIANT …
//! ```
//!
//! Of positions of shogi read from the standard input, one SFEN a line, it prints the CPU time, the
//! solution and the faults; of the problems of variants the CPU time of those of 1, 3, … plies, and
//! which are not found sound and as long as they are said to be.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints measurements")]

use std::{env, io, time::Duration};

use komadai_rules::{
    Position, Variant,
    tsume::{Examination, PLIES_MAX, collection, examine},
};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let mut args = env::args().skip(1);
    let Some(nodes_max) = args.next().and_then(|text| text.parse().ok()) else {
        eprintln!("examine NODES_MAX < POSITIONS, or examine NODES_MAX VARIANT …");
        return;
    };
    let names: Vec<String> = args.collect();
    for variant in names.iter().filter_map(|name| Variant::from_name(name)) {
        examine_collection(variant, nodes_max);
    }
    if names.is_empty() {
        let lines = io::stdin().lines().map_while(Result::ok);
        lines.for_each(|sfen| examine_position(&sfen, nodes_max));
    }
}

fn examine_position(sfen: &str, nodes_max: u64) {
    let Ok(position) = Position::from_sfen(Variant::standard(), sfen) else {
        eprintln!("no position: {sfen}");
        return;
    };
    let (took, found) = timed(&position, nodes_max);
    println!("{:>6} ms  {sfen}\n           {}", took.as_millis(), told(&found));
}

fn examine_collection(variant: Variant, nodes_max: u64) {
    for plies in (1..=PLIES_MAX).step_by(2) {
        let (mut total, mut longest, mut n) = (Duration::ZERO, Duration::ZERO, 0);
        for problem in collection(variant).iter().filter(|it| it.plies == plies) {
            let (took, found) = timed(&problem.start, nodes_max);
            (total, longest, n) = (total + took, longest.max(took), n + 1);
            if !found.is_sound() || found.solution.len() != problem.solution.len() {
                println!("{}: {}", problem.number, told(&found));
            }
        }
        if n > 0 {
            println!(
                "{variant}, {plies} plies: {n} in {} ms, one in at most {} ms",
                total.as_millis(),
                longest.as_millis()
            );
        }
    }
}

/// The CPU time that an examination takes, and what comes of it.
fn timed(position: &Position, nodes_max: u64) -> (Duration, Examination) {
    let before = cpu_time();
    let found = examine(position, nodes_max);
    (cpu_time().saturating_sub(before), found)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn told(found: &Examination) -> String {
    let variant = found.position.variant();
    let moves: Vec<_> = found.solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
    format!("{} plies: {} {:?}", moves.len(), moves.join(" "), found.faults)
}
