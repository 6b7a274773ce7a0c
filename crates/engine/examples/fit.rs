//! Fits the evaluation of a variant to games that were played: what pieces are worth on the board
//! and in hand, where they stand, and where they stand as each royal sees it.
//!
//! ```text
//! cargo run --release -p komadai-engine --example fit -- GAMES OUT [--variant standard]
//!     [--epochs 30] [--seed 1] [--blend 0.5] [--decay 1e-5]
//! ```
//!
//! It begins with what the engine goes by, and is drawn back to that, the more the less the games
//! say.
//!
//! Logistic regression: the chance of winning is 1 / (1 + e^(-worth / 1500)), and its target is the
//! game's result, blended with what the search said of the position. Positions in check, before a
//! capture and of the random moves are left out. The same games and seed give the same file.

#![allow(clippy::print_stdout, reason = "it prints how well it fits")]

use std::{env, fs};

use anyhow::{Context as _, bail, ensure};
use komadai_engine::{Engine, Weights};
use komadai_rules::{Move, Position, Side, Variant};

/// How many hundredths of a pawn are e times the odds.
const SCALE: f32 = 1_500.0;

/// One game in so many is for the test.
const TESTED: usize = 10;

/// How fast it learns, in hundredths of a pawn.
const RATE: f32 = 4.0;

const BATCH: usize = 4_096;

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let (games, out) = args.next().zip(args.next()).context("GAMES OUT")?;
    let (mut variant, mut epochs, mut seed, mut blend) = (Variant::standard(), 30, 1_u64, 0.5_f32);
    // How strongly figures are drawn to where they began.
    let mut decay = 1e-5_f32;
    while let Some(arg) = args.next() {
        let value = args.next().with_context(|| format!("{arg} is followed by a value"))?;
        match arg.as_str() {
            "--variant" => {
                variant = Variant::from_name(&value).context("no variant has that name")?;
            }
            "--epochs" => epochs = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--blend" => blend = value.parse()?,
            "--decay" => decay = value.parse()?,
            _ => bail!("unknown: {arg}"),
        }
    }
    let layout = Layout::of(variant);
    let text = fs::read_to_string(games)?;
    let mut samples = Samples::default();
    for (n, game) in text.lines().enumerate() {
        samples.read(&layout, game, blend, n % TESTED == 0);
    }
    ensure!(samples.ends.len() > TESTED, "there are no positions");
    println!("{} positions, {} parameters", samples.ends.len(), layout.len());
    let weights = fit(&layout, &samples, epochs, seed, decay);
    layout.print(&weights);
    fs::write(out, layout.weights(&weights).to_bytes())?;
    Ok(())
}

/// Which parameter is where.
struct Layout {
    variant: Variant,
    kinds: usize,
    squares: usize,
    ways: usize,
    royal: Vec<bool>,
}

impl Layout {
    fn of(variant: Variant) -> Self {
        let (files, ranks) = (usize::from(variant.files()), usize::from(variant.ranks()));
        let kinds = variant.kinds().len();
        let royal = variant.kinds().map(|kind| variant.piece(kind).royal).collect();
        Self {
            variant,
            kinds,
            squares: files * ranks,
            ways: (2 * files - 1) * (2 * ranks - 1),
            royal,
        }
    }

    fn len(&self) -> usize {
        2 * self.kinds + self.kinds * self.squares + 2 * self.kinds * self.ways + 1
    }

    fn tempo(&self) -> usize {
        self.len() - 1
    }

    /// Of these parameters nothing is drawn anywhere.
    fn is_value(&self, index: usize) -> bool {
        index < 2 * self.kinds || index == self.tempo()
    }

    /// What a position is made of: parameters, and how often each counts for the side to move.
    fn features(&self, position: &Position, into: &mut Vec<(u32, f32)>) {
        let turn = position.turn();
        let (files, ranks) = (i32::from(self.variant.files()), i32::from(self.variant.ranks()));
        let royals = Side::ALL.map(|side| position.royals(side).next());
        for (square, piece) in position.pieces() {
            let sign = if piece.side == turn { 1.0 } else { -1.0 };
            let kind = piece.kind.index();
            let (mut file, mut rank) = (i32::from(square.file()) - 1, i32::from(square.rank()) - 1);
            if !self.royal[kind] {
                into.push((kind as u32, sign));
            }
            let [board_file, board_rank] = [file, rank];
            if piece.side == Side::Gote {
                (file, rank) = (files - 1 - file, ranks - 1 - rank);
            }
            let place = 2 * self.kinds + kind * self.squares + (file * ranks + rank) as usize;
            into.push((place as u32, sign));
            for side in Side::ALL {
                let Some(royal) = royals[side as usize].filter(|&royal| royal != square) else {
                    continue;
                };
                let far = [
                    board_file - (i32::from(royal.file()) - 1),
                    board_rank - (i32::from(royal.rank()) - 1),
                ];
                let [far_files, far_ranks] =
                    if side == Side::Gote { far.map(|it| -it) } else { far };
                let way = (far_files + files - 1) * (2 * ranks - 1) + far_ranks + ranks - 1;
                let is_foe = usize::from(piece.side != side);
                let base = 2 * self.kinds + self.kinds * self.squares;
                let at = base + (kind * 2 + is_foe) * self.ways + way as usize;
                into.push((at as u32, if side == turn { 1.0 } else { -1.0 }));
            }
        }
        for side in Side::ALL {
            for (kind, n) in position.hand(side) {
                let sign = if side == turn { 1.0 } else { -1.0 };
                into.push(((self.kinds + kind.index()) as u32, sign * f32::from(n)));
            }
        }
        into.push((self.tempo() as u32, 1.0));
    }

    /// What the engine goes by so far.
    fn begin(&self) -> Vec<f32> {
        let Weights { on_board, in_hand, places, around, to_move } =
            Engine::new(self.variant).weights();
        let all = [on_board, in_hand, places, around, vec![to_move]];
        all.into_iter().flatten().map(f32::from).collect()
    }

    fn print(&self, weights: &[f32]) {
        for kind in self.variant.kinds() {
            println!(
                "{:>3}: {:>6.0} on the board, {:>6.0} in hand",
                self.variant.piece(kind).letter,
                weights[kind.index()],
                weights[self.kinds + kind.index()]
            );
        }
        println!("to move: {:.0}", weights[self.tempo()]);
    }

    fn weights(&self, fitted: &[f32]) -> Weights {
        let rounded = |from: usize, n: usize| {
            fitted.iter().skip(from).take(n).map(|it| it.round().clamp(-9e3, 9e3) as i16).collect()
        };
        let (kinds, places) = (self.kinds, self.kinds * self.squares);
        Weights {
            on_board: rounded(0, kinds),
            in_hand: rounded(kinds, kinds),
            places: rounded(2 * kinds, places),
            around: rounded(2 * kinds + places, 2 * kinds * self.ways),
            to_move: fitted[self.tempo()].round() as i16,
        }
    }
}

/// Positions, each a run of parameters and a target.
#[derive(Default)]
struct Samples {
    parts: Vec<(u32, f32)>,
    ends: Vec<usize>,
    targets: Vec<f32>,
    results: Vec<f32>,
    tested: Vec<bool>,
}

impl Samples {
    fn read(&mut self, layout: &Layout, game: &str, blend: f32, is_test: bool) {
        let mut words = game.split(' ');
        let (Some(winner), Some(n_random)) = (words.next(), words.next()) else { return };
        let n_random: usize = n_random.parse().unwrap_or(0);
        let mut position = Position::start(layout.variant);
        for (n, word) in words.enumerate() {
            let Some((usi, score)) = word.split_once(':') else { return };
            let (Ok(mv), Ok(score)) = (Move::from_usi(layout.variant, usi), score.parse::<f32>())
            else {
                return;
            };
            if position.judge(mv).is_err() {
                return;
            }
            let is_quiet = !position.is_check()
                && position.piece_at(mv.to()).is_none()
                && score.abs() < 3_000.0;
            if n >= n_random && is_quiet {
                let result = match (winner, position.turn()) {
                    ("b", Side::Sente) | ("w", Side::Gote) => 1.0,
                    ("b" | "w", _) => 0.0,
                    _ => 0.5,
                };
                layout.features(&position, &mut self.parts);
                self.ends.push(self.parts.len());
                self.results.push(result);
                self.tested.push(is_test);
                self.targets.push(blend * result + (1.0 - blend) * chance(score));
            }
            position.play(mv);
        }
    }

    fn get(&self, at: usize) -> (&[(u32, f32)], f32) {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.parts[begin..self.ends[at]], self.targets[at])
    }
}

fn chance(worth: f32) -> f32 {
    1.0 / (1.0 + (-worth / SCALE).exp())
}

fn worth(weights: &[f32], parts: &[(u32, f32)]) -> f32 {
    parts.iter().map(|&(at, n)| weights[at as usize] * n).sum()
}

/// Adam, with a rate that falls to nothing.
fn fit(layout: &Layout, samples: &Samples, epochs: usize, seed: u64, decay: f32) -> Vec<f32> {
    let before = layout.begin();
    let mut weights = before.clone();
    let (mut mean, mut square) = (vec![0.0_f32; weights.len()], vec![0.0_f32; weights.len()]);
    let mut gradient = vec![0.0_f32; weights.len()];
    let mut order: Vec<usize> = (0..samples.ends.len()).filter(|&at| !samples.tested[at]).collect();
    let mut dice = seed;
    let n_steps = (epochs * order.len().div_ceil(BATCH)) as f32;
    let mut step = 0;
    let [all, results] =
        [&samples.targets, &samples.results].map(|targets| loss(samples, targets, &weights));
    println!("before: test loss {all:.5}, of results {results:.5}");
    for epoch in 0..epochs {
        for at in (1..order.len()).rev() {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            order.swap(at, (dice >> 33) as usize % (at + 1));
        }
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for &at in batch {
                let (parts, target) = samples.get(at);
                let error = chance(worth(&weights, parts)) - target;
                parts.iter().for_each(|&(at, n)| gradient[at as usize] += error * n);
            }
            step += 1;
            let rate = RATE * 4.0 * (1.0 - step as f32 / n_steps).max(0.0);
            let [fade, fade_square] = [0.9_f32, 0.999].map(|it| 1.0 - it.powi(step));
            for at in 0..weights.len() {
                let decay =
                    if layout.is_value(at) { 0.0 } else { decay * (weights[at] - before[at]) };
                let slope = gradient[at] / batch.len() as f32 + decay;
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                square[at] = 0.999 * square[at] + 0.001 * slope * slope;
                let by = (mean[at] / fade) / ((square[at] / fade_square).sqrt() + 1e-8);
                weights[at] -= rate * by;
            }
        }
        if epoch % 5 == 4 || epoch + 1 == epochs {
            let [all, results] = [&samples.targets, &samples.results]
                .map(|targets| loss(samples, targets, &weights));
            println!("epoch {}: test loss {all:.5}, of results {results:.5}", epoch + 1);
        }
    }
    weights
}

fn loss(samples: &Samples, targets: &[f32], weights: &[f32]) -> f32 {
    let tested = (0..samples.ends.len()).filter(|&at| samples.tested[at]);
    let (mut sum, mut n) = (0.0, 0.0);
    for at in tested {
        let (parts, target) = (samples.get(at).0, targets[at]);
        let chance = chance(worth(weights, parts)).clamp(1e-6, 1.0 - 1e-6);
        sum -= target * chance.ln() + (1.0 - target) * (1.0 - chance).ln();
        n += 1.0;
    }
    sum / n
}
