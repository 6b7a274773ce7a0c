//! The opening explorer over very many games: whether its answers are right, how long they take, and
//! how much room they need.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, ensure};
use komadai_explorer::{Filter, Key, PLIES_MAX, walk};
use komadai_ids::ImportId;
use komadai_rules::{Move, Position, Side, Variant};
use komadai_service::explorer::{self as service, Folder, Step};
use komadai_store::{
    DatabaseSettings, Store,
    explorer::{self as stored, CollectedGame, Source},
};
use tokio::time::Instant;
use uuid::Uuid;

/// Under what name the games are kept.
const NAME: &str = "made-up";

/// How long each game is.
const PLIES: usize = 110;

/// How many games are written before they are counted.
const BATCH: usize = 2_000;

/// One of so many positions is counted plainly too.
const RECOUNTED: u64 = 64;

/// Random numbers that are the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 32) as usize * n) >> 32
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// What each position is like: its moves in the order in which players like them, and how much they
/// agree. In two of five there is one move that nearly everybody plays, as where something is taken
/// back.
fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let key = position.key();
    let mut legal: Vec<_> = position.legal_moves().iter().copied().collect();
    // The n-th move is played by a share of 1 / n^power.
    let power = if mixed(key) % 5 < 2 { 5.0 } else { 2.3 };
    let place = (1.0 - dice.share()).powf(-1.0 / (power - 1.0)) as usize - 1;
    let place = place.min(legal.len().checked_sub(1)?);
    let liking = |mv: &Move| mixed(key ^ u64::from(mv.to_bits()).wrapping_mul(0x9e37_79b9));
    let (_, &mut mv, _) = legal.select_nth_unstable_by_key(place, liking);
    Some(mv)
}

/// As that of an imported game.
fn id_of(n: usize) -> Uuid {
    ImportId::derived(0, &[&n.to_be_bytes()]).uuid()
}

fn made_up(n: usize, source: i64, dice: &mut Dice) -> (CollectedGame, Vec<Move>) {
    let variant = Variant::standard();
    let (mut position, mut moves) = (variant.start().clone(), Vec::with_capacity(PLIES));
    while moves.len() < PLIES
        && let Some(mv) = choose(&position, dice)
    {
        moves.push(mv);
        position.play(mv);
    }
    let texts: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
    let game = CollectedGame {
        id: id_of(n),
        source,
        variant: variant.name().to_owned(),
        start_sfen: variant.start().sfen(),
        moves: texts.join(" "),
        sente_name: Some(format!("player {}", dice.below(20_000))),
        gote_name: Some(format!("player {}", dice.below(20_000))),
        event: None,
        played: Some(format!("{}/{:02}/01", 2024 + n / 400_000, 1 + n / 33_334 % 12)),
        winner: [Some(Side::Sente), Some(Side::Gote), Some(Side::Sente), Some(Side::Gote), None]
            [dice.below(5)],
        rating: Some(800 + (dice.below(700) + dice.below(700)) as u32),
    };
    (game, moves)
}

/// Some of the games that were made before.
async fn lines(store: &Store, source: &Source, n_asked: usize) -> anyhow::Result<Vec<Vec<Move>>> {
    let n_games = source.n_games as usize;
    let mut conn = store.read().await?;
    let mut lines = Vec::new();
    for n in (0..n_games).step_by(n_games.div_ceil(n_asked.max(1)).max(1)) {
        let game = stored::record(&mut conn, id_of(n)).await?.context("a game")?;
        let read = |text| Move::from_usi(Variant::standard(), text).ok();
        let moves: Option<Vec<_>> = game.moves.split(' ').map(read).collect();
        lines.push(moves.context("its moves")?);
    }
    Ok(lines)
}

/// How often each move was played, in those positions that are counted plainly, by their text.
type Recount = HashMap<String, BTreeMap<Move, u64>>;

fn recount(recounted: &mut Recount, moves: &[Move]) {
    let mut position = Variant::standard().start().clone();
    let mut seen = Vec::new();
    for &mv in moves.iter().take(PLIES_MAX) {
        let sfen = position.sfen();
        let text = sfen.rsplit_once(' ').map_or("", |(text, _)| text).to_owned();
        if position.key().is_multiple_of(RECOUNTED) && !seen.contains(&text) {
            *recounted.entry(text.clone()).or_default().entry(mv).or_default() += 1;
            seen.push(text);
        }
        position.play(mv);
    }
}

pub(crate) async fn run(
    settings: DatabaseSettings,
    n_games: usize,
    n_asked: usize,
    seed: u64,
) -> anyhow::Result<()> {
    let store = Store::open(&settings).await?;
    let measured = measure(&store, n_games, n_asked, seed).await;
    store.close().await;
    measured
}

async fn measure(store: &Store, n_games: usize, n_asked: usize, seed: u64) -> anyhow::Result<()> {
    let mut dice = Dice(seed);
    let filled = service::source(&mut store.read().await?, NAME).await?;
    if let Some(source) = filled {
        println!("{} games are there already, and are only asked about", source.n_games);
        let lines = lines(store, &source, n_asked).await?;
        return time(store, &source, &lines, &mut dice, n_asked).await;
    }
    let mut tx = store.write().await?;
    stored::add_source(&mut tx, NAME).await?;
    tx.commit().await?;
    let found = service::source(&mut store.read().await?, NAME).await?;
    let source = found.context("the collection was made")?;

    let folder = Folder::new(store.clone());
    let (mut recounted, mut keys, mut lines) = (Recount::new(), Vec::new(), Vec::new());
    let (began, mut counting) = (Instant::now(), std::time::Duration::ZERO);
    for first in (0..n_games).step_by(BATCH) {
        let mut tx = store.write().await?;
        for n in first..(first + BATCH).min(n_games) {
            let (game, moves) = made_up(n, source.id, &mut dice);
            recount(&mut recounted, &moves);
            let start = Variant::standard().start();
            keys.extend(walk(start, moves.iter().copied()).into_iter().map(|(key, _)| key));
            if n % n_games.div_ceil(n_asked.max(1)) == 0 {
                lines.push(moves);
            }
            stored::insert_record(&mut tx, &game).await?;
        }
        tx.commit().await?;
        let begins = Instant::now();
        while folder.step().await? != Step::Idle {}
        counting += begins.elapsed();
    }
    println!(
        "seed {seed}: {n_games} games of {PLIES} plies made in {:.0} s, of these counted in {:.0} s",
        began.elapsed().as_secs_f64(),
        counting.as_secs_f64()
    );
    let source = service::source(&mut store.read().await?, NAME).await?;
    let source = source.context("the collection is there")?;
    agrees(store, &source, &recounted).await?;
    room(store, &source, keys).await?;
    time(store, &source, &lines, &mut dice, n_asked).await
}

/// Whether the answers are what a plain recount says.
async fn agrees(store: &Store, source: &Source, recounted: &Recount) -> anyhow::Result<()> {
    let mut conn = store.read().await?;
    let (mut n_positions, mut n_shared) = (0, 0);
    for (text, expected) in recounted {
        let n_played: u64 = expected.values().sum();
        // Of those that one game reached, which are nearly all, some are enough.
        n_positions += 1;
        if n_played == 1 && n_positions % 64 != 0 {
            continue;
        }
        n_shared += usize::from(n_played > 1);
        let position = Position::from_sfen(Variant::standard(), &format!("{text} 1"))?;
        let asked = service::ask(&mut conn, source, Key::of(&position)).await?;
        let answer = asked.answer(&Filter::default());
        let found: BTreeMap<_, _> =
            answer.moves.iter().map(|it| (it.mv, it.counts.n_games())).collect();
        ensure!(found == *expected, "{text}: {found:?} is not {expected:?}");
    }
    println!(
        "recounted plainly: {n_positions} positions, {n_shared} of them of more than one game; \
         every answer is the same"
    );
    Ok(())
}

/// What a position costs.
async fn room(store: &Store, source: &Source, mut keys: Vec<Key>) -> anyhow::Result<()> {
    let mut conn = store.read().await?;
    let segments = stored::segments(&mut conn, source.id).await?;
    keys.sort_unstable();
    let positions = keys.chunk_by(|a, b| a == b);
    let (n_positions, n_shared) = positions
        .fold((0_u64, 0_u64), |(n, n_shared), it| (n + 1, n_shared + u64::from(it.len() > 1)));
    let bytes = stored::size_bytes(&mut conn).await?;
    println!(
        "{n_positions} positions, {n_shared} of them of more than one game ({:.2} a game), in {} \
         segments: {:.1} MiB, {:.1} bytes a position of more than one game",
        n_shared as f64 / f64::from(source.n_games),
        segments.len(),
        bytes as f64 / f64::from(1 << 20),
        bytes as f64 / n_shared.max(1) as f64
    );
    Ok(())
}

/// How long an answer takes, with the games that are shown, in positions as they are met in games.
async fn time(
    store: &Store,
    source: &Source,
    lines: &[Vec<Move>],
    dice: &mut Dice,
    n_asked: usize,
) -> anyhow::Result<()> {
    ensure!(!lines.is_empty(), "there are no games to ask about");
    let filters = [
        Filter::default(),
        Filter::default().rated(Some(1_600), None).context("an edge")?,
        Filter::default().speeds([komadai_explorer::NO_SPEED]),
    ];
    let mut took = Vec::with_capacity(n_asked);
    let mut conn = store.read().await?;
    for n in 0..n_asked {
        let line = lines.get(dice.below(lines.len())).context("a game")?;
        let ply = dice.below(PLIES_MAX.min(line.len()));
        let mut position = Variant::standard().start().clone();
        line.iter().take(ply).for_each(|&mv| position.play(mv));
        let begins = Instant::now();
        let asked = service::ask(&mut conn, source, Key::of(&position)).await?;
        let answer = asked.answer(filters.get(n % filters.len()).context("a filter")?);
        service::shown(&mut conn, source, &answer.newest).await?;
        service::shown(&mut conn, source, &answer.strongest).await?;
        took.push(begins.elapsed());
    }
    took.sort_unstable();
    let at = |share: f64| {
        let place = (took.len() as f64 * share) as usize;
        took.get(place).or(took.last()).map_or(0.0, |it| it.as_secs_f64() * 1e3)
    };
    println!(
        "{n_asked} answers: p50 {:.2} ms, p99 {:.2} ms, the longest {:.2} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use komadai_store::testing::TestStore;

    // What it prints is for people; that it goes through says that the answers are right.
    #[tokio::test(flavor = "multi_thread")]
    async fn answers_are_what_a_plain_recount_says() {
        for store in [TestStore::sqlite().await, TestStore::postgres().await] {
            super::measure(&store, 300, 40, 3).await.unwrap();
        }
    }
}
