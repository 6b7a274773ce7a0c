//! Measures the built-in opponent beside a USI engine: positions a second, then a match at equal
//! time.
//!
//! ```text
//! cargo run --release -p komadai-engine --example beside -- /usr/games/fairy-stockfish [GAMES [MS [THEIR_MS]]]
//! ```
//!
//! Both search the same positions on one thread each, one after the other, and what they look at is
//! counted against the processor time they used. Then they play, the highest level and the other
//! engine, each with so many milliseconds of processor time a move (100), or a different number for
//! the other. Openings are eight plies of level 4, from a fixed seed, and each is played from both
//! sides; with 0 games there is no match.
//!
//! Time is processor time, because the clock on the wall gives more of it to whoever is not held up
//! by other work on the machine. The other engine, which knows only that clock, is given as many
//! positions as it has so far looked at in so much time; what both used is printed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints what it measured")]

use std::{
    collections::BTreeMap,
    env,
    fs::read_to_string,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use komadai_engine::{Choice, Engine, Level};
use komadai_rules::{Line, Move, Position, RuleSet, Side, Variant};
use komadai_usi::{Answer, Program, Question};
use rustix::{
    process::setpriority_process,
    time::{ClockId, clock_gettime},
};

/// Where both search: the start, then the middle of games.
const POSITIONS: [&str; 5] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
];

/// How long each position is searched.
const SEARCH: Duration = Duration::from_secs(1);

/// How many positions the other engine is taken to look at in a second until that is known.
const RATE: f64 = 300_000.0;

/// How long it may take for a move at most, whatever else the machine has to do.
const PATIENCE: Duration = Duration::from_secs(600);

/// How many plies of a game come from its seed.
const OPENING: u32 = 8;

/// As urgent as [`komadai_usi`] makes an engine.
const NICENESS: i32 = 5;

/// How far the true score may be, in standard deviations: 95 of 100 times it is nearer.
const SURE: f64 = 1.96;

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let Some(program) = args.next().map(PathBuf::from) else {
        bail!("which engine? The first argument is its path, such as /usr/games/fairy-stockfish");
    };
    ensure!(
        program.is_file(),
        "there is no {}; on Debian, `apt install fairy-stockfish` puts Fairy-Stockfish at \
         /usr/games/fairy-stockfish",
        program.display()
    );
    let mut number = |name: &str, usual: u64| match args.next() {
        None => Ok(usual),
        Some(text) => text.parse().with_context(|| format!("{name} is a number, not {text:?}")),
    };
    let games = number("GAMES", 100)?;
    let ms = number("MS", 100)?;
    let their_ms = number("THEIR_MS", ms)?;
    // What may not be set is alike for both.
    let _ = setpriority_process(None, NICENESS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(&program, games, [ms, their_ms].map(Duration::from_millis)))
}

async fn measure(program: &Path, games: u64, thinks: [Duration; 2]) -> anyhow::Result<()> {
    let mut theirs = Theirs::start(program).await?;
    let name = theirs.engine.name().to_owned();
    println!("load average {}", load_average());
    println!("positions a second of processor time, about {} s each\n", SEARCH.as_secs());
    println!("| position | built-in | {name} | ratio |\n|---|---|---|---|");
    let mut sums = [Spent::default(); 2];
    for (n, sfen) in POSITIONS.into_iter().enumerate() {
        let start = Position::from_sfen(Variant::standard(), sfen)?;
        let line = Line::new(start, RuleSet::casual());
        theirs.engine.new_game().await?;
        let ours = Ours::new().search(&line, SEARCH).1;
        let their = theirs.search(&line, SEARCH).await?.1;
        for (sum, spent) in sums.iter_mut().zip([ours, their]) {
            sum.add(spent);
        }
        print_rates(&(n + 1).to_string(), [ours, their]);
    }
    print_rates("all", sums);
    if games > 0 {
        play_all(&mut theirs, &name, games, thinks).await?;
    }
    Ok(())
}

fn print_rates(name: &str, [ours, theirs]: [Spent; 2]) {
    let ratio = ours.rate() / theirs.rate();
    println!("| {name} | {:.0} | {:.0} | {ratio:.2} |", ours.rate(), theirs.rate());
}

async fn play_all(
    theirs: &mut Theirs,
    name: &str,
    games: u64,
    thinks: [Duration; 2],
) -> anyhow::Result<()> {
    let [ms, their_ms] = thinks.map(|think| think.as_millis());
    println!("\n{games} games, {ms} ms of processor time a move, {name} {their_ms} ms\n");
    let mut score = Score::default();
    let mut spent = [Spent::default(); 2];
    for game in 0..games {
        match play(theirs, game, thinks, &mut spent).await? {
            Some(true) => score.won += 1.0,
            Some(false) => score.lost += 1.0,
            None => score.drawn += 1.0,
        }
        let Score { won, lost, drawn } = score;
        eprintln!("game {}: won {won}, lost {lost}, drawn {drawn}", game + 1);
    }
    println!("| won | lost | drawn | score | 95 % sure | Elo | 95 % sure |");
    println!("|---|---|---|---|---|---|---|");
    let (low, high) = score.range();
    let [low, share, high] = [low, score.share(), high];
    println!(
        "| {} | {} | {} | {:.1} % | {:.1} to {:.1} % | {:+.0} | {:+.0} to {:+.0} |",
        score.won,
        score.lost,
        score.drawn,
        100.0 * share,
        100.0 * low,
        100.0 * high,
        elo(share),
        elo(low),
        elo(high)
    );
    println!("\n| | moves | positions a move | ms a move |");
    println!("|---|---|---|---|");
    for (name, spent) in ["built-in", name].into_iter().zip(spent) {
        let moves = spent.moves.max(1.0);
        println!(
            "| {name} | {} | {:.0} | {:.1} |",
            spent.moves,
            spent.nodes / moves,
            1e3 * spent.cpu_seconds / moves
        );
    }
    println!("\nload average {}", load_average());
    Ok(())
}

/// Whether ours wins; none for a draw. Two games in a row begin alike, ours is sente in the first.
async fn play(
    theirs: &mut Theirs,
    game: u64,
    thinks: [Duration; 2],
    spent: &mut [Spent; 2],
) -> anyhow::Result<Option<bool>> {
    let mut line = opening(game / 2);
    let our_side = if game.is_multiple_of(2) { Side::Sente } else { Side::Gote };
    let mut ours = Ours::new();
    theirs.engine.new_game().await?;
    loop {
        let turn = line.position().turn();
        let is_ours = turn == our_side;
        let (done, took) = if is_ours {
            ours.search(&line, thinks[0])
        } else {
            theirs.search(&line, thinks[1]).await?
        };
        spent[usize::from(!is_ours)].add(took);
        let ending = match done {
            Done::Declares => line.declare().ok(),
            Done::Resigns => return Ok(Some(!is_ours)),
            Done::Moves(mv) => match line.play(mv) {
                Ok(ending) => ending,
                Err(illegal) => {
                    println!("{:?} loses by {mv:?}: {illegal:?}", turn);
                    return Ok(Some(!is_ours));
                }
            },
        };
        if let Some(ending) = ending {
            return Ok(ending.winner.map(|winner| winner == our_side));
        }
    }
}

/// The first plies of a game.
fn opening(seed: u64) -> Line {
    let variant = Variant::standard();
    let mut line = Line::new(Position::start(variant), RuleSet::casual());
    let mut engine = Engine::new(variant);
    let Some(level) = Level::new(4) else { return line };
    while line.n_moves() < OPENING {
        let thought = engine.choose(&line, level, seed, &|| false);
        let Some(Choice::Move(mv)) = thought.choice else { break };
        if line.play(mv) != Ok(None) {
            break;
        }
    }
    line
}

/// What an engine does.
enum Done {
    Moves(Move),
    Declares,
    Resigns,
}

/// What it took.
#[derive(Clone, Copy, Default)]
struct Spent {
    moves: f64,
    nodes: f64,
    cpu_seconds: f64,
}

impl Spent {
    fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.cpu_seconds += other.cpu_seconds;
    }

    fn rate(self) -> f64 {
        self.nodes / self.cpu_seconds
    }
}

/// The built-in opponent.
struct Ours(Engine);

impl Ours {
    fn new() -> Self {
        Self(Engine::new(Variant::standard()))
    }

    fn search(&mut self, line: &Line, think: Duration) -> (Done, Spent) {
        let level = Level::all().last().expect("there are levels");
        let cpu_seconds = || {
            let time = clock_gettime(ClockId::ThreadCPUTime);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        };
        let before = cpu_seconds();
        let until = before + think.as_secs_f64();
        let thought = self.0.choose(line, level, 0, &|| cpu_seconds() >= until);
        let spent =
            Spent { moves: 1.0, nodes: thought.nodes as f64, cpu_seconds: cpu_seconds() - before };
        let done = match thought.choice {
            Some(Choice::Move(mv)) => Done::Moves(mv),
            Some(Choice::Declare) => Done::Declares,
            None => Done::Resigns,
        };
        (done, spent)
    }
}

/// The other engine, as it comes: one thread, and the memory that it takes by itself.
struct Theirs {
    engine: komadai_usi::Engine,
    options: BTreeMap<String, String>,
    /// All that it has searched so far.
    spent: Spent,
}

impl Theirs {
    async fn start(program: &Path) -> anyhow::Result<Self> {
        let program = Program {
            command: program.to_owned(),
            args: Vec::new(),
            directory: None,
            options: BTreeMap::new(),
            memory_mib: 2_048,
        };
        let engine = komadai_usi::Engine::start(&program)
            .await
            .with_context(|| format!("{} is no USI engine", program.command.display()))?;
        Ok(Self { engine, options: BTreeMap::new(), spent: Spent::default() })
    }

    async fn search(&mut self, line: &Line, think: Duration) -> anyhow::Result<(Done, Spent)> {
        let variant = Variant::standard();
        let moves: Vec<String> =
            line.moves().iter().map(|mv| mv.usi(variant).to_string()).collect();
        let start = line.start().sfen();
        let question = Question {
            variant: "shogi",
            start: &start,
            moves: &moves,
            options: &self.options,
            think: PATIENCE,
            nodes: Some((self.rate() * think.as_secs_f64()) as u64),
        };
        let before = self.cpu_seconds();
        let searched = self.engine.use_all_time(&question).await?;
        let nodes = searched.nodes.context("it does not say how many positions it looks at")?;
        let cpu_seconds = self.cpu_seconds() - before;
        let spent = Spent { moves: 1.0, nodes: nodes as f64, cpu_seconds };
        self.spent.add(spent);
        let done = match searched.answer {
            Answer::Move(usi) => Done::Moves(
                Move::from_usi(variant, &usi).with_context(|| format!("{usi:?} is no move"))?,
            ),
            Answer::Win => Done::Declares,
            Answer::Resign => Done::Resigns,
        };
        Ok((done, spent))
    }

    /// How many positions it has looked at in a second so far.
    fn rate(&self) -> f64 {
        // Processor time is counted in hundredths of a second.
        if self.spent.cpu_seconds < 0.1 { RATE } else { self.spent.rate() }
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

/// Games of ours.
#[derive(Clone, Copy, Default)]
struct Score {
    won: f64,
    lost: f64,
    drawn: f64,
}

impl Score {
    fn games(self) -> f64 {
        self.won + self.lost + self.drawn
    }

    fn share(self) -> f64 {
        (self.won + self.drawn / 2.0) / self.games()
    }

    /// Between which shares the true one is, by Wilson, which also says something of none or all. A
    /// draw counts as half a game won, which makes it a little too wide.
    fn range(self) -> (f64, f64) {
        let (n, share) = (self.games(), self.share());
        let z2 = SURE * SURE;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let spread = share * (1.0 - share) / n + z2 / (4.0 * n * n);
        let reach = SURE * spread.sqrt() / (1.0 + z2 / n);
        ((middle - reach).max(0.0), (middle + reach).min(1.0))
    }
}

/// How many points of a rating a share of the games is.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// How many tasks wanted to run in the last minute, on average.
fn load_average() -> String {
    let text = read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}
