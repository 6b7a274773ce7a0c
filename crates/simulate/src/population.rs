//! A database with very many games, and how long its searches and lists take.

use std::{collections::HashMap, time::Duration};

use anyhow::Context as _;
use komadai_ids::{GameId, UserId};
use komadai_live::{openings, rated::GRADED};
use komadai_rating::Speed;
use komadai_rules::Side;
use komadai_store::{
    Conn, DatabaseSettings, Game, GameSummary, NewAccount, PageKey, Store, Tx, accounts, games,
    ratings::{self, Change, Numbers, Standing},
    search::{self, Outcome, Search},
    users,
};
use tokio::time::Instant;

/// How many games are written in one transaction.
const BATCH: usize = 5_000;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// When the first game was played, in Unix milliseconds.
const BEGINS_MS: i64 = 1_700_000_000_000;

/// How long the games continue.
const DAYS: i64 = 3 * 365;

/// The handle of the player with the most games.
const BUSIEST: &str = "player-0";

/// How often each search is asked.
const ASKED: usize = 200;

/// The reasons, with how many of a thousand games end by them.
const REASONS: [(&str, usize); 8] = [
    ("resignation", 620),
    ("checkmate", 180),
    ("time", 150),
    ("illegal_move", 20),
    ("repetition", 15),
    ("perpetual_check", 2),
    ("impasse_agreement", 3),
    ("declaration", 10),
];

/// The handicaps, with how many of a thousand games are played with them.
const HANDICAPS: [(&str, usize); 6] = [
    ("lance", 40),
    ("bishop", 40),
    ("rook", 30),
    ("2_piece", 60),
    ("6_piece", 20),
    ("naked_king", 1),
];

/// Random numbers that are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    /// One of these, by how many of a thousand it is; `None` for the rest.
    fn of<'a>(&mut self, shares: &[(&'a str, usize)]) -> Option<&'a str> {
        let mut left = self.below(1_000);
        for (name, share) in shares {
            if left < *share {
                return Some(name);
            }
            left -= share;
        }
        None
    }

    fn bytes(&mut self) -> [u8; 10] {
        std::array::from_fn(|_| self.below(256) as u8)
    }
}

/// Fills a new database and asks it.
pub(super) async fn run(
    settings: DatabaseSettings,
    n_players: usize,
    n_games: usize,
    seed: u64,
) -> anyhow::Result<()> {
    let store = Store::open(&settings).await?;
    let mut conn = store.read().await?;
    let is_empty = games::recent(&mut conn, PageKey::first(), 1).await?.is_empty();
    drop(conn);
    let mut dice = Dice(seed);
    if is_empty {
        let began = Instant::now();
        let players = register(&store, &mut dice, n_players).await?;
        play(&store, &mut dice, &players, n_games).await?;
        println!(
            "{n_games} games of {n_players} players, seed {seed}, written in {:.0} s",
            began.elapsed().as_secs_f64()
        );
    }
    ask(&store, &mut dice).await?;
    store.close().await;
    Ok(())
}

async fn register(store: &Store, dice: &mut Dice, n: usize) -> anyhow::Result<Vec<UserId>> {
    let mut players = Vec::with_capacity(n);
    let mut tx = store.write().await?;
    for nth in 0..n {
        let id = UserId::new(BEGINS_MS as u64, dice.bytes());
        let handle = format!("player-{nth}");
        users::create_guest(&mut tx, id, &handle, BEGINS_MS).await?;
        let registration = NewAccount { user: id, handle: &handle, key: &handle, name: &handle };
        accounts::register(&mut tx, registration, "", BEGINS_MS).await?;
        for speed in Speed::ALL {
            let sum: usize = (0..6).map(|_| dice.below(400)).sum();
            let rated_ms = BEGINS_MS + DAY_MS * dice.below(DAYS as usize) as i64;
            let is_certain = dice.below(4) > 0;
            let standing = Standing {
                speed: speed.as_str().to_owned(),
                numbers: Numbers {
                    rating: 100.0 + sum as f64,
                    deviation: if is_certain { 60.0 } else { 180.0 },
                    volatility: 0.06,
                },
                n_games: dice.below(300) as u32,
                rated_ms,
                certain_until_ms: if is_certain { rated_ms + 800 * DAY_MS } else { rated_ms },
            };
            ratings::put_standing(&mut tx, id, "standard", &standing).await?;
        }
        players.push(id);
    }
    tx.commit().await?;
    Ok(players)
}

async fn play(
    store: &Store,
    dice: &mut Dice,
    players: &[UserId],
    n_games: usize,
) -> anyhow::Result<()> {
    let mut n_rated = HashMap::new();
    let mut done = 0;
    while done < n_games {
        let mut tx = store.write().await?;
        for _ in 0..BATCH.min(n_games - done) {
            let ended_ms = BEGINS_MS + DAYS * DAY_MS * done as i64 / n_games as i64;
            let game = game(dice, players, ended_ms);
            games::insert(&mut tx, &game).await?;
            rate(&mut tx, dice, &mut n_rated, &game.summary).await?;
            done += 1;
        }
        tx.commit().await.context("the games cannot be written")?;
    }
    Ok(())
}

/// Writes what a rated game did to both players; `n_rated` is how many each has played.
async fn rate(
    tx: &mut Tx,
    dice: &mut Dice,
    n_rated: &mut HashMap<UserId, u32>,
    game: &GameSummary,
) -> anyhow::Result<()> {
    let (Some(sente), Some(gote)) = (game.sente, game.gote) else { return Ok(()) };
    if !game.rated || game.variant != GRADED || sente == gote {
        return Ok(());
    }
    for (user, opponent, side) in [(sente, gote, Side::Sente), (gote, sente, Side::Gote)] {
        let n = n_rated.entry(user).or_insert(0);
        *n += 1;
        let before =
            Numbers { rating: 800.0 + dice.below(800) as f64, deviation: 70.0, volatility: 0.06 };
        let points = match game.winner {
            None => "draw",
            Some(winner) if winner == side => "win",
            Some(_) => "loss",
        };
        let change = Change {
            user,
            variant: game.variant.clone(),
            n: *n,
            game: game.id,
            speed: Speed::Rapid.as_str().to_owned(),
            ended_ms: game.ended_ms,
            handicap: game.handicap.clone(),
            gave: side == Side::Gote && game.handicap.is_some(),
            points: points.to_owned(),
            before,
            after: Numbers { rating: before.rating + dice.below(20) as f64 - 10.0, ..before },
            opponent,
            opponent_rating: 800.0 + dice.below(800) as f64,
            opponent_deviation: 70.0,
            opponent_grade: Some(format!("{}k", 1 + dice.below(15))),
            over_the_board: None,
        };
        ratings::add_change(tx, &change).await?;
    }
    Ok(())
}

fn game(dice: &mut Dice, players: &[UserId], ended_ms: i64) -> Game {
    // Some play much more than others, and one, a program, in every tenth game.
    let nth = match dice.below(10) {
        0 => 0,
        _ => dice.below(players.len()) * dice.below(1_000) / 1_000,
    };
    let sente = players.get(nth).copied();
    let gote = players.get(dice.below(players.len())).copied();
    let handicap = dice.of(&HANDICAPS).map(str::to_owned);
    let reason = dice.of(&REASONS).unwrap_or("resignation");
    let winner = match reason {
        "repetition" | "impasse_agreement" => None,
        _ if dice.below(2) == 0 => Some(Side::Sente),
        _ => Some(Side::Gote),
    };
    let name = |user: Option<UserId>| user.map(|user| user.code().to_string());
    let opening = openings::ALL.get(dice.below(openings::ALL.len())).copied();
    Game {
        summary: GameSummary {
            id: GameId::new(ended_ms as u64, dice.bytes()),
            variant: if dice.below(20) == 0 { "minishogi" } else { "standard" }.to_owned(),
            opening: opening.filter(|_| handicap.is_none()).map(str::to_owned),
            handicap,
            clock: "{}".to_owned(),
            sente,
            gote,
            sente_name: name(sente),
            gote_name: name(gote),
            plies: 60 + dice.below(120) as u32,
            reason: reason.to_owned(),
            winner,
            rated: dice.below(2) == 0,
            final_sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
                .to_owned(),
            created_ms: ended_ms,
            started_ms: Some(ended_ms),
            ended_ms,
            previous: None,
            next: None,
        },
        start_sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".to_owned(),
        rules: "{}".to_owned(),
        left: None,
        record: vec![0; 32],
    }
}

/// How long something takes, each time it is asked.
struct Times(Vec<Duration>);

impl Times {
    fn say(mut self, what: &str, found: usize) {
        self.0.sort();
        let at = |share: usize| {
            let nth = (self.0.len() * share / 100).min(self.0.len().saturating_sub(1));
            self.0.get(nth).map_or(0.0, |it| it.as_secs_f64() * 1000.0)
        };
        println!(
            "{what:<44} {:>8.2} ms {:>8.2} ms {:>8.1}",
            at(50),
            at(99),
            found as f64 / self.0.len().max(1) as f64
        );
    }
}

async fn ask(store: &Store, dice: &mut Dice) -> anyhow::Result<()> {
    println!("\n{:<44} {:>11} {:>11} {:>8}", "asked", "p50", "p99", "found");
    let mut conn = store.read().await?;
    let text = |text: &str| Some(text.to_owned());
    let half_ms = BEGINS_MS + DAYS / 2 * DAY_MS;
    let fixed: [(&str, Search); 8] = [
        ("everything", Search::default()),
        ("reason resignation", Search { reason: text("resignation"), ..Search::default() }),
        ("reason perpetual_check", Search { reason: text("perpetual_check"), ..Search::default() }),
        ("handicap naked_king", Search { handicap: text("naked_king"), ..Search::default() }),
        (
            "handicap 2_piece, drawn, unrated",
            Search {
                handicap: text("2_piece"),
                result: Some(Outcome::Drawn),
                rated: Some(false),
                ..Search::default()
            },
        ),
        ("opening third_file", Search { opening: text("third_file"), ..Search::default() }),
        (
            "minishogi by declaration, first half",
            Search {
                variant: text("minishogi"),
                reason: text("declaration"),
                until_ms: Some(half_ms),
                ..Search::default()
            },
        ),
        ("an opening that nobody played", Search { opening: text("nobody"), ..Search::default() }),
    ];
    for (what, search) in &fixed {
        let (mut times, mut found) = (Times(Vec::new()), 0);
        let mut after = PageKey::first();
        for _ in 0..ASKED {
            let began = Instant::now();
            let page = search::games(&mut conn, search, after, 50).await?;
            times.0.push(began.elapsed());
            found += page.len();
            // Page by page, and from the front again.
            after = page.last().map_or(PageKey::first(), GameSummary::page_key);
        }
        times.say(what, found);
    }
    let board = ratings::strongest(&mut conn, "standard", "rapid", half_ms, None, 200).await?;
    for (what, result, reason) in [
        ("a player's games", None, None),
        ("a player's wins", Some(Outcome::Won), None),
        ("a player's losses by an illegal move", Some(Outcome::Lost), text("illegal_move")),
    ] {
        let (mut times, mut found) = (Times(Vec::new()), 0);
        for _ in 0..ASKED {
            let player = board.get(dice.below(board.len())).map(|it| it.user);
            let search = Search { player, result, reason: reason.clone(), ..Search::default() };
            let began = Instant::now();
            found += search::games(&mut conn, &search, PageKey::first(), 50).await?.len();
            times.0.push(began.elapsed());
        }
        times.say(what, found);
    }
    let busiest = accounts::find_by_key(&mut conn, BUSIEST).await?.map(|it| it.user.id);
    let of_busiest = || Search { player: busiest, ..Search::default() };
    for (what, search) in [
        ("busiest player: all games", of_busiest()),
        (
            "busiest player: losses by an illegal move",
            Search { result: Some(Outcome::Lost), reason: text("illegal_move"), ..of_busiest() },
        ),
        (
            "busiest player: 2_piece, drawn, unrated",
            Search {
                handicap: text("2_piece"),
                result: Some(Outcome::Drawn),
                rated: Some(false),
                ..of_busiest()
            },
        ),
        (
            "busiest player: naked_king, first half",
            Search { handicap: text("naked_king"), until_ms: Some(half_ms), ..of_busiest() },
        ),
        (
            "busiest player: wins against another",
            Search { result: Some(Outcome::Won), ..of_busiest() },
        ),
    ] {
        let is_against = what.ends_with("another");
        let (mut times, mut found) = (Times(Vec::new()), 0);
        let mut after = PageKey::first();
        for _ in 0..ASKED {
            let nth = dice.below(board.len());
            let opponent = board.get(nth).filter(|_| is_against).map(|it| it.user);
            let search = Search { opponent, ..search.clone() };
            let began = Instant::now();
            let page = search::games(&mut conn, &search, after, 50).await?;
            times.0.push(began.elapsed());
            found += page.len();
            if !is_against {
                after = page.last().map_or(PageKey::first(), GameSummary::page_key);
            }
        }
        times.say(what, found);
    }
    let (mut times, mut found, mut after) = (Times(Vec::new()), 0, None);
    for _ in 0..ASKED {
        let began = Instant::now();
        let page = ratings::strongest(&mut conn, "standard", "rapid", half_ms, after, 50).await?;
        times.0.push(began.elapsed());
        found += page.len();
        after = page.last().map(|it| (it.rating, it.user));
    }
    times.say("the strongest, page by page", found);
    ask_history(&mut conn, dice, &board).await
}

/// Asks for what a player's page and a finished game show.
async fn ask_history(
    conn: &mut Conn,
    dice: &mut Dice,
    players: &[ratings::RankedPlayer],
) -> anyhow::Result<()> {
    let games = games::recent(conn, PageKey::first(), 50).await?;
    let mut asked: [(&str, Times, usize); 4] = [
        ("a player's chart", Times(Vec::new()), 0),
        ("a player's results by grade", Times(Vec::new()), 0),
        ("a player's results by handicap", Times(Vec::new()), 0),
        ("what a game changed", Times(Vec::new()), 0),
    ];
    for _ in 0..ASKED {
        let Some(player) = players.get(dice.below(players.len())).map(|it| it.user) else { break };
        let Some(game) = games.get(dice.below(games.len())).map(|it| it.id) else { break };
        for (nth, (_, times, found)) in asked.iter_mut().enumerate() {
            let began = Instant::now();
            *found += match nth {
                0 => ratings::latest(conn, player, GRADED, 0, ratings::HISTORY_MAX).await?.len(),
                1 => ratings::by_grade(conn, player, GRADED).await?.len(),
                2 => ratings::by_handicap(conn, player, GRADED).await?.len(),
                _ => ratings::of_game(conn, game).await?.len(),
            };
            times.0.push(began.elapsed());
        }
    }
    for (what, times, found) in asked {
        times.say(what, found);
    }
    Ok(())
}
