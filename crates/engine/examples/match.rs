//! Lets two USI engines play each other and says which is stronger.
//!
//! ```text
//! cargo run --release -p komadai-engine --example match -- A B [--variant standard] [--games 200]
//!     [--nodes N | --movetime MS | --cpu MS] [--nodes-b N] [--movetime-b MS] [--seed 1]
//!     [--opening 8] [--option-a NAME=VALUE] [--option-b NAME=VALUE] [--sprt ELO0,ELO1] [--quiet]
//! ```
//!
//! A and B are programs. Openings are moves drawn at random from the seed that leave neither side
//! ahead; each is played from both sides. What a game comes to is judged by the rules of this
//! workspace. A score is printed with what it is in Elo and how sure that is, and the processor time
//! that each side's process used, counted by the kernel.
//!
//! `--cpu` gives each side so much processor time a move, by as many positions as it has so far
//! looked at in so much of it: on a machine that others use, the clock on the wall says little.
//!
//! `--sprt 0,10` ends the match when it is clear, with one error in twenty, whether A is stronger by
//! no more than the first number or by as much as the second.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints a table")]

mod dice;

use std::{
    collections::BTreeMap,
    env,
    fs::read_to_string,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use komadai_engine::{Engine, Limits};
use komadai_rules::{Line, Move, Position, RuleSet, Side, Variant};
use komadai_usi::{Answer, Program, Question};

use dice::Dice;

/// How long it may take for a move at most, whatever else the machine has to do.
const PATIENCE: Duration = Duration::from_secs(600);

/// A position is even where a short search says no more than this, in hundredths of a pawn.
const EVEN: i32 = 250;

/// How many positions an engine is taken to look at in a second until that is known.
const RATE: f64 = 200_000.0;

/// Errors of either kind that an early end of the match may make.
const ERROR: f64 = 0.05;

fn main() -> anyhow::Result<()> {
    let settings = Settings::read(env::args().skip(1))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play_all(settings))
}

/// What is played.
struct Settings {
    programs: [PathBuf; 2],
    options: [BTreeMap<String, String>; 2],
    thinks: [Think; 2],
    variant: Variant,
    games: u64,
    seed: u64,
    opening: u32,
    sprt: Option<[f64; 2]>,
    quiet: bool,
}

#[derive(Clone, Copy)]
enum Think {
    Nodes(u64),
    Wall(Duration),
    Cpu(Duration),
}

impl Settings {
    fn read(args: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut programs = Vec::new();
        let mut options = [BTreeMap::new(), BTreeMap::new()];
        let mut thinks = [Think::Nodes(2_000); 2];
        let mut settings = (Variant::standard(), 200, 1, 8, None, false);
        let mut args = args;
        while let Some(arg) = args.next() {
            if !arg.starts_with("--") {
                programs.push(PathBuf::from(arg));
                continue;
            }
            if arg == "--quiet" {
                settings.5 = true;
                continue;
            }
            let value = args.next().with_context(|| format!("{arg} is followed by a value"))?;
            let ms = || anyhow::Ok(Duration::from_millis(value.parse()?));
            let option = || value.split_once('=').context("an option is NAME=VALUE");
            let which = usize::from(arg.ends_with("-b"));
            match arg.trim_end_matches("-a").trim_end_matches("-b") {
                "--variant" => {
                    settings.0 = Variant::from_name(&value).context("no variant has that name")?;
                }
                "--games" => settings.1 = value.parse()?,
                "--seed" => settings.2 = value.parse()?,
                "--opening" => settings.3 = value.parse()?,
                "--nodes" => set(&mut thinks, which, Think::Nodes(value.parse()?)),
                "--movetime" => set(&mut thinks, which, Think::Wall(ms()?)),
                "--cpu" => set(&mut thinks, which, Think::Cpu(ms()?)),
                "--option" => {
                    let (name, value) = option()?;
                    options[which].insert(name.to_owned(), value.to_owned());
                }
                "--sprt" => {
                    let (low, high) = value.split_once(',').context("--sprt ELO0,ELO1")?;
                    settings.4 = Some([low.parse()?, high.parse()?]);
                }
                _ => bail!("unknown: {arg}"),
            }
        }
        let programs = <[PathBuf; 2]>::try_from(programs);
        let programs = programs.ok().context("two programs play each other")?;
        let (variant, games, seed, opening, sprt, quiet) = settings;
        Ok(Self { programs, options, thinks, variant, games, seed, opening, sprt, quiet })
    }
}

/// What is said of one holds for both, until something is said of the other.
fn set(thinks: &mut [Think; 2], which: usize, think: Think) {
    thinks[1] = think;
    if which == 0 {
        thinks[0] = think;
    }
}

async fn play_all(settings: Settings) -> anyhow::Result<()> {
    let mut players = Vec::new();
    for (program, options) in settings.programs.iter().zip(&settings.options) {
        players.push(Player::start(program, options.clone()).await?);
    }
    let mut score = Score::default();
    let mut openings = Openings::new(&settings);
    let mut opening = None;
    for game in 0..settings.games {
        if game.is_multiple_of(2) || opening.is_none() {
            opening = Some(openings.next());
        }
        let Some(line) = opening.clone() else { bail!("there is no opening") };
        // A is the side to move in the first of two games.
        let turn = line.position().turn();
        let side_of_a = if game.is_multiple_of(2) { turn } else { turn.other() };
        let (winner, plies, why) = play(&mut players, &settings, line, side_of_a).await?;
        score.count(winner.map(|side| side == side_of_a), game.is_multiple_of(2));
        if !settings.quiet {
            eprintln!("game {}: {why}, {plies} plies: {}", game + 1, score.short());
        }
        let done = settings.sprt.and_then(|elos| score.decision(elos));
        if let Some(decision) = done
            && !game.is_multiple_of(2)
        {
            println!("{decision}");
            break;
        }
    }
    score.print(&players, &settings);
    Ok(())
}

/// Positions to begin from, each from its number.
struct Openings<'a> {
    settings: &'a Settings,
    dice: Dice,
    judge: Engine,
}

impl<'a> Openings<'a> {
    fn new(settings: &'a Settings) -> Self {
        let judge = Engine::new(settings.variant);
        Self { settings, dice: Dice(settings.seed), judge }
    }

    /// Random moves that leave neither side ahead.
    fn next(&mut self) -> Line {
        let variant = self.settings.variant;
        loop {
            let mut line = Line::new(Position::start(variant), RuleSet::casual());
            let mut is_over = false;
            for _ in 0..self.settings.opening {
                let legal = line.position().legal_moves();
                let Some(&mv) = legal.get(self.dice.below(legal.len())) else { break };
                is_over |= !matches!(line.play(mv), Ok(None));
            }
            if is_over {
                continue;
            }
            self.judge.forget();
            let limits = Limits { nodes: 3_000, ..Limits::NONE };
            let nothing = &mut |_: &komadai_engine::Report<'_>| std::ops::ControlFlow::Continue(());
            let found = self.judge.think(&line, &limits, &|| false, nothing);
            if found.score.abs() <= EVEN {
                return line;
            }
        }
    }
}

/// Who wins, after how many plies and why.
async fn play(
    players: &mut [Player],
    settings: &Settings,
    mut line: Line,
    side_of_a: Side,
) -> anyhow::Result<(Option<Side>, u32, String)> {
    for player in players.iter_mut() {
        player.engine.new_game().await?;
    }
    loop {
        let turn = line.position().turn();
        let at = usize::from(turn != side_of_a);
        let answer = players[at].ask(&line, settings.thinks[at]).await?;
        let ending = match answer {
            Answer::Resign => {
                return Ok((Some(turn.other()), line.n_moves(), "resigns".to_owned()));
            }
            Answer::Win => line.declare().ok(),
            Answer::Move(usi) => {
                let played = Move::from_usi(line.position().variant(), &usi).ok();
                match played.map(|mv| line.play(mv)) {
                    Some(Ok(ending)) => ending,
                    _ => {
                        println!(
                            "illegal by {}: {usi} in {}",
                            players[at].name(),
                            line.position().sfen()
                        );
                        return Ok((Some(turn.other()), line.n_moves(), "illegal".to_owned()));
                    }
                }
            }
        };
        if let Some(ending) = ending {
            return Ok((ending.winner, line.n_moves(), format!("{:?}", ending.reason)));
        }
    }
}

struct Player {
    engine: komadai_usi::Engine,
    options: BTreeMap<String, String>,
    moves: f64,
    nodes: f64,
}

impl Player {
    async fn start(command: &Path, options: BTreeMap<String, String>) -> anyhow::Result<Self> {
        let program = Program {
            command: command.to_owned(),
            args: Vec::new(),
            directory: None,
            options: BTreeMap::new(),
            memory_mib: 8_192,
        };
        let engine = komadai_usi::Engine::start(&program)
            .await
            .with_context(|| format!("{} is no USI engine", command.display()))?;
        Ok(Self { engine, options, moves: 0.0, nodes: 0.0 })
    }

    fn name(&self) -> String {
        self.engine.name().to_owned()
    }

    async fn ask(&mut self, line: &Line, think: Think) -> anyhow::Result<Answer> {
        let variant = line.position().variant();
        let moves: Vec<String> =
            line.moves().iter().map(|mv| mv.usi(variant).to_string()).collect();
        let (time, nodes) = match think {
            Think::Nodes(nodes) => (PATIENCE, Some(nodes)),
            Think::Wall(time) => (time, None),
            Think::Cpu(time) => (PATIENCE, Some((self.rate() * time.as_secs_f64()) as u64)),
        };
        let question = Question {
            variant: usi_name(variant),
            start: &line.start().sfen(),
            moves: &moves,
            options: &self.options,
            think: time,
            nodes,
        };
        let report = self.engine.use_all_time(&question).await?;
        self.moves += 1.0;
        self.nodes += report.nodes.unwrap_or(0) as f64;
        Ok(report.answer)
    }

    /// How many positions it has looked at in a second of processor time so far.
    fn rate(&self) -> f64 {
        let seconds = self.cpu_seconds();
        // Processor time is counted in hundredths of a second.
        if seconds < 0.3 || self.moves < 5.0 { RATE } else { self.nodes / seconds }
    }

    /// What its process has used so far.
    fn cpu_seconds(&self) -> f64 {
        let Some(id) = self.engine.process_id() else { return 0.0 };
        let stat = read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The name comes before, in brackets, and may hold anything.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 =
            fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        ticks as f64 / rustix::param::clock_ticks_per_second() as f64
    }
}

/// What a variant is called by other engines.
fn usi_name(variant: Variant) -> &'static str {
    match variant.name() {
        "standard" => "shogi",
        "kyoto" => "kyotoshogi",
        name => name,
    }
}

/// Games of A, and pairs of them from the same opening by how many half points they brought.
#[derive(Clone, Copy, Default)]
struct Score {
    won: f64,
    lost: f64,
    drawn: f64,
    pairs: [f64; 5],
    first: usize,
}

impl Score {
    fn count(&mut self, wins: Option<bool>, is_first: bool) {
        let halves = match wins {
            Some(true) => {
                self.won += 1.0;
                2
            }
            Some(false) => {
                self.lost += 1.0;
                0
            }
            None => {
                self.drawn += 1.0;
                1
            }
        };
        if is_first {
            self.first = halves;
        } else {
            self.pairs[self.first + halves] += 1.0;
        }
    }

    /// The mean of a pair's game, and how far off it may be, by how pairs differ.
    fn mean(&self) -> (f64, f64, f64) {
        let n: f64 = self.pairs.iter().sum();
        let share = |halves: usize| halves as f64 / 4.0;
        let mean = (0..5).map(|it| share(it) * self.pairs[it]).sum::<f64>() / n.max(1.0);
        let squares = (0..5).map(|it| (share(it) - mean).powi(2) * self.pairs[it]).sum::<f64>();
        // Something is allowed for what has not been seen yet.
        let variance = (squares + 0.05) / n.max(1.0);
        (mean, variance, n)
    }

    /// How much likelier the second hypothesis is than the first, as a logarithm.
    fn likelihood(&self, elos: [f64; 2]) -> f64 {
        let (mean, variance, n) = self.mean();
        let [low, high] = elos.map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        (high - low) * (2.0 * mean - low - high) * n / (2.0 * variance)
    }

    fn decision(&self, elos: [f64; 2]) -> Option<&'static str> {
        let limit = ((1.0 - ERROR) / ERROR).ln();
        match self.likelihood(elos) {
            ratio if ratio >= limit => Some("SPRT: accepted"),
            ratio if ratio <= -limit => Some("SPRT: rejected"),
            _ => None,
        }
    }

    fn short(&self) -> String {
        format!("+{} -{} ={}", self.won, self.lost, self.drawn)
    }

    fn print(&self, players: &[Player], settings: &Settings) {
        let (mean, variance, n) = self.mean();
        let reach = 1.96 * (variance / n.max(1.0)).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            400.0 * (share / (1.0 - share)).log10()
        };
        let (low, high) = (elo(mean - reach), elo(mean + reach));
        println!(
            "{} {}: {:.1} % {:+.0} Elo ({low:+.0} to {high:+.0})",
            settings.variant.name(),
            self.short(),
            100.0 * mean,
            elo(mean),
        );
        println!("pairs by half points: {:?}", self.pairs);
        if let Some(elos) = settings.sprt {
            println!("SPRT {elos:?}: {:.2}", self.likelihood(elos));
        }
        for (name, player) in ["A", "B"].into_iter().zip(players) {
            let seconds = player.cpu_seconds();
            let moves = player.moves.max(1.0);
            println!(
                "{name} {}: {} moves, {:.0} positions a move, {:.1} ms of processor time a move, {seconds:.1} s in all",
                player.name(),
                player.moves,
                player.nodes / moves,
                1e3 * seconds / moves
            );
        }
    }
}
