//! `komadai-simulate`: what ratings, grades, pairing, searches and tournament formats are worth, on
//! made-up players. Everything follows from a seed.

#![expect(clippy::print_stdout, reason = "it is what the program is for")]

mod explorer;
mod population;
mod tournament;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
use komadai_rating::{
    GradeTable,
    simulate::{Clubs, Crowd, Pairing, Season, clubs, crowd, season},
};
use komadai_store::DatabaseSettings;

/// What a server without `rating.grades` uses.
const GRADES: &str = include_str!("../../../config/grades.toml");

/// Ratings, pairing, searches and tournaments on made-up players.
#[derive(Debug, Parser)]
#[command(name = "komadai-simulate", version)]
enum Command {
    /// A season of players with known strengths: do ratings find them, are grades earned?
    Season {
        /// How many players.
        #[arg(long, default_value_t = Season::default().n_players)]
        players: usize,
        /// How many games each plays, on the average.
        #[arg(long, default_value_t = Season::default().games_each)]
        games: usize,
        /// What follows from everything else.
        #[arg(long, default_value_t = Season::default().seed)]
        seed: u64,
        /// The share of players who are after grades that they have not earned.
        #[arg(long, default_value_t = Season::default().dishonest)]
        dishonest: f64,
        /// The share of games with a handicap; without it three seasons are played, with none, the
        /// usual share, and all that may be.
        #[arg(long)]
        handicaps: Option<f64>,
        /// What earns a grade, instead of the built-in table.
        #[arg(long)]
        grades: Option<PathBuf>,
        /// How many clubs of eight play for half a year besides, with and without friends among
        /// them.
        #[arg(long, default_value_t = Clubs::default().n_clubs)]
        clubs: usize,
    },
    /// Fills a new database with games, and asks it: how long do searches and lists take?
    Population {
        /// Folder of the database; one that has games is asked as it is.
        #[arg(long)]
        data_dir: PathBuf,
        /// A PostgreSQL database instead of an embedded one.
        #[arg(long)]
        url: Option<String>,
        /// How many players.
        #[arg(long, default_value_t = 20_000)]
        players: usize,
        /// How many games.
        #[arg(long, default_value_t = 1_000_000)]
        games: usize,
        /// What follows from everything else.
        #[arg(long, default_value_t = 7)]
        seed: u64,
    },
    /// Fills a new database with games that go the same ways for a while, counts them for the
    /// opening explorer, and asks it: is it what a plain recount says, how long do answers take,
    /// and what does a position cost that more than one game reached?
    Explorer {
        /// Folder of the database: a new one, or one that was filled before and is only asked.
        #[arg(long)]
        data_dir: PathBuf,
        /// A PostgreSQL database instead of an embedded one.
        #[arg(long)]
        url: Option<String>,
        /// How many games.
        #[arg(long, default_value_t = 1_000_000)]
        games: usize,
        /// How many answers are timed.
        #[arg(long, default_value_t = 5_000)]
        asked: usize,
        /// What follows from everything else.
        #[arg(long, default_value_t = 7)]
        seed: u64,
    },
    /// Crowds that ask for opponents: the widening window beside first come, first served.
    Matchmaking {
        /// How many come.
        #[arg(long, default_value_t = 5_000)]
        players: usize,
        /// What follows from everything else.
        #[arg(long, default_value_t = 7)]
        seed: u64,
    },
    /// Makes up players and results, and plays a tournament to its end.
    Tournament(tournament::Args),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Season { players, games, seed, dishonest, handicaps, grades, clubs } => {
            anyhow::ensure!(players >= 2, "a season needs at least two players");
            let text = match &grades {
                Some(path) => std::fs::read_to_string(path)
                    .with_context(|| format!("{} cannot be read", path.display()))?,
                None => GRADES.to_owned(),
            };
            let table = toml::from_str(&text).context("the table of grades cannot be used")?;
            let wanted = Season {
                n_players: players,
                games_each: games,
                seed,
                dishonest,
                handicaps: handicaps.unwrap_or(Season::default().handicaps),
                ..Season::default()
            };
            simulate(&wanted, handicaps.is_some(), &table);
            if clubs > 0 {
                season_of_clubs(clubs, seed, &table);
            }
            Ok(())
        }
        Command::Population { data_dir, url, players, games, seed } => {
            anyhow::ensure!(players >= 2, "games are between two players");
            let settings = match url {
                Some(url) => DatabaseSettings::postgres(url, data_dir),
                None => DatabaseSettings::sqlite(data_dir),
            };
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(population::run(settings, players, games, seed))
        }
        Command::Explorer { data_dir, url, games, asked, seed } => {
            let settings = match url {
                Some(url) => DatabaseSettings::postgres(url, data_dir),
                None => DatabaseSettings::sqlite(data_dir),
            };
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(explorer::run(settings, games, asked, seed))
        }
        Command::Matchmaking { players, seed } => {
            matchmaking(players, seed);
            Ok(())
        }
        Command::Tournament(args) => args.run(),
    }
}

fn simulate(wanted: &Season, only_these: bool, table: &GradeTable) {
    println!(
        "seed {}: {} players, true strength {:.0} ± {:.0} (normal), {:.0} % declared it within \
         two grades, {} days",
        wanted.seed,
        wanted.n_players,
        wanted.mean,
        wanted.spread,
        100.0 * wanted.declared,
        wanted.days
    );
    println!("\nhandicaps       games   of them with one   rank correlation   mean error");
    let mut shown = None;
    let shares = [0.0, wanted.handicaps, 1.0];
    let shares = if only_these { &shares[1..2] } else { &shares[..] };
    for &handicaps in shares {
        let report = season(&Season { handicaps, ..*wanted }, table);
        println!(
            "{:>7.0} %   {:>10}   {:>16}   {:>16.4}   {:>10.1}",
            100.0 * handicaps,
            report.n_games,
            report.n_handicaps,
            report.rank_correlation,
            report.mean_error
        );
        if handicaps == wanted.handicaps {
            shown = Some(report);
        }
    }
    let Some(report) = shown else { return };
    println!(
        "\ngrades awarded to honest players with {:.0} % handicaps:",
        100.0 * wanted.handicaps
    );
    for (grade, n) in &report.awards {
        println!("{:>5} {n:>6}", grade.to_string());
    }
    let share = |n: usize| 100.0 * n as f64 / report.n_awards().max(1) as f64;
    println!(
        "{} awards; lowered: {}; above the true strength: {} ({:.1} %), by more than a grade: {} \
         ({:.1} %)",
        report.n_awards(),
        report.n_lowered,
        report.n_above_strength,
        share(report.n_above_strength),
        report.n_far_above,
        share(report.n_far_above)
    );
    println!(
        "honest players are rated {:+.0} points from their strength, and hold {:+.2} grades below \
         what that rating is worth",
        report.drift, report.mean_behind_on_scale
    );
    println!(
        "\nkind          players   awards   unearned   without   behind   (unearned: more than a \
         grade above the strength; behind: grades held below it)"
    );
    for (kind, of_kind) in &report.kinds {
        println!(
            "{:<11} {:>9} {:>8} {:>10} {:>9} {:>8.2}",
            kind.as_str(),
            of_kind.n_players,
            of_kind.n_awards,
            of_kind.n_unearned,
            of_kind.n_without,
            of_kind.mean_behind
        );
    }
}

/// How clubs of eight fare.
fn season_of_clubs(n_clubs: usize, seed: u64, table: &GradeTable) {
    let usual = Clubs { n_clubs, seed, ..Clubs::default() };
    println!(
        "\n{n_clubs} clubs of eight for {} evenings, true strength {:.0} ± {:.0}; the friends declare \
         6-dan and hand the first of them the wins, at home four games a week besides",
        usual.evenings, usual.mean, usual.spread
    );
    println!(
        "\nfriends           first grade after   none   awards   unearned    dan   false   \
         far | favoured   above: half  of ten one   false dan   drift"
    );
    let cases = [
        ("none", 0, 0),
        ("two", 2, 0),
        ("two, at home", 2, 4),
        ("three", 3, 0),
        ("three, at home", 3, 4),
    ];
    for (name, friends, games_at_home) in cases {
        let report = clubs(&Clubs { friends, games_at_home, ..usual }, table);
        let after = [0.25, 0.5, 0.75].map(|share| {
            report.first_grade(share).map_or_else(|| "–".to_owned(), |n| n.to_string())
        });
        let above = [0.5, 0.9].map(|share| {
            let n = report.favoured_above.len();
            let place = ((n as f64 * share) as usize).min(n.saturating_sub(1));
            let above = report.favoured_above.get(place);
            above.map_or_else(|| "–".to_owned(), |it| format!("{it:+.0}"))
        });
        println!(
            "{name:<16} {:>20} {:>6} {:>8} {:>10} {:>6} {:>7} {:>5} | {:>8} \
             {:>13} {:>12} {:>11} {:>+7.0}",
            after.join(" / "),
            report.n_honest - report.first_after.len(),
            report.n_awards,
            report.n_unearned,
            report.n_dan,
            report.n_false_dan,
            report.n_far_false_dan,
            report.favoured_above.len(),
            above[0],
            above[1],
            report.n_favoured_false_dan,
            report.drift
        );
    }
    println!(
        "(first grade after: games of a quarter, half and three quarters of the honest members; \
         false: dan grades of people below 1-dan, far: below 1-kyu; favoured: those with a grade of \
         one for each club whom friends serve, and how many grades it is above their strength)"
    );
}

fn matchmaking(n_players: usize, seed: u64) {
    println!("seed {seed}: {n_players} players, ratings 1250 ± 400 (normal)");
    println!("\n players/s   pairing        games   mean gap   mean wait   p99 wait   left over");
    for per_second in [0.1, 0.5, 2.0, 10.0] {
        let wanted = Crowd { n_players, per_second, mean: 1_250.0, spread: 400.0, seed };
        for (name, pairing) in [("first come", Pairing::FirstCome), ("window", Pairing::Window)] {
            let report = crowd(&wanted, pairing);
            println!(
                "{per_second:>10.1}   {name:<10} {:>9} {:>10.1} {:>9.1} s {:>8.1} s {:>11}",
                report.n_games,
                report.mean_gap,
                report.mean_wait_s,
                report.p99_wait_s,
                report.n_left
            );
        }
    }
}
