//! Counting games, some at a time.
//!
//! A batch of games becomes a segment: blocks that cover all positions of these games. Where a
//! source has several segments of one size their entries are moved into a larger one, some at a
//! time. Each step is one transaction, after which everything that was counted stands in exactly
//! one segment; so a process may end after any of them, and nobody who asks waits.

use std::{collections::BTreeMap, time::Duration};

use komadai_explorer::{
    Entries, Facts, FactsPage, GameNumber, Key, PackedBlock, PositionStats, Posting, merge, pack,
    walk,
};
use komadai_ids::{GameId, UserId};
use komadai_live::retry::Retry;
use komadai_rules::{Move, Side};
use komadai_store::{
    Conn, Error, Result, Store, Tx, bots,
    explorer::{self as stored, CollectedGame, PEOPLE, PROGRAMS, PendingGame, Segment, State},
};
use tokio::{task::spawn_blocking, time::sleep};
use tracing::{error, warn};
use uuid::Uuid;

use super::{
    LookedUp,
    games::{EndedGame, collected, counts, facts_of, here, line_of},
    read,
};

/// How often it is looked whether games have ended.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// How long a step waits to be tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

/// How many games one step counts.
const GAMES_AT_ONCE: u32 = 512;

/// So many segments of one size become one.
const FANOUT: usize = 4;

/// How many blocks of each segment one step moves.
const BLOCKS_AT_ONCE: usize = if cfg!(test) { 2 } else { 16 };

/// Each time that so much was changed, the space of what was deleted is made free.
const STEPS_PER_VACUUM: i64 = 4;

/// In segments of so many games a position of few games is kept by their numbers alone, which takes
/// a fraction of the room. The games that ended last are in smaller ones, and answer at once.
const STRIPPED_FROM: u32 = 128;

/// What a step has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many games were taken from those that wait.
    Counted(usize),
    /// Entries were moved, or thrown away.
    Moved,
    /// Somebody else has changed something meanwhile, and nothing was done.
    Again,
    /// There is nothing to do.
    Idle,
}

/// Counts games. Any number of them may work on one database, in one process or several.
#[derive(Clone, Debug)]
pub struct Folder {
    store: Store,
}

/// Counts the games that end, for as long as the server runs.
pub async fn keep_up(folder: Folder) {
    let mut retry = Retry::every(AGAIN_AFTER);
    loop {
        match folder.step().await {
            Ok(Step::Idle) => {
                retry = Retry::every(AGAIN_AFTER);
                sleep(LOOK_EVERY).await;
            }
            Ok(_) => {}
            Err(cause) => {
                retry.failed(|| warn!("the explorer cannot count games yet: {cause}")).await;
            }
        }
    }
}

/// The positions of a game, with what was played.
type Steps = Vec<(Key, Move)>;

/// Throws away what was counted, and has every game counted again.
pub async fn rebuild(store: &Store) -> Result<()> {
    loop {
        let state = stored::state(&mut store.read().await?).await?;
        let mut tx = store.write().await?;
        if stored::advance(&mut tx, state, 0).await? {
            stored::forget(&mut tx).await?;
            return tx.commit().await;
        }
    }
}

/// A game that waits, as the database has it.
enum WaitingGame {
    Here(EndedGame),
    Collected(Box<CollectedGame>),
}

/// A game that is counted.
struct CountedGame {
    /// Where it belongs.
    source: i64,
    facts: Facts,
    steps: Steps,
}

impl Folder {
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// Does what is to be done next, within one transaction.
    pub async fn step(&self) -> Result<Step> {
        let state = stored::state(&mut self.store.read().await?).await?;
        let step = self.step_from(state).await?;
        if matches!(step, Step::Counted(_) | Step::Moved) && state.version % STEPS_PER_VACUUM == 0 {
            stored::vacuum(&mut self.store.read().await?).await?;
        }
        Ok(step)
    }

    async fn step_from(&self, state: State) -> Result<Step> {
        let mut conn = self.store.read().await?;
        let thrown_away = stored::segments(&mut conn, 0).await?;
        if let Some(segment) = thrown_away.first() {
            drop(conn);
            return self.sweep(state, segment.id).await;
        }
        for source in stored::sources(&mut conn).await? {
            let segments = stored::segments(&mut conn, source.id).await?;
            if let Some(moving) = being_moved(&segments) {
                drop(conn);
                return self.go_on(state, source.id, &moving).await;
            }
            if let Some(alike) = alike(&segments) {
                drop(conn);
                return self.begin(state, source.id, &alike).await;
            }
        }
        let pending = stored::pending(&mut conn, GAMES_AT_ONCE).await?;
        drop(conn);
        if pending.is_empty() {
            return Ok(Step::Idle);
        }
        self.count(state, pending).await
    }

    /// Takes some blocks out of a segment that was thrown away.
    async fn sweep(&self, state: State, segment: i64) -> Result<Step> {
        let mut tx = self.store.write().await?;
        if !stored::advance(&mut tx, state, 0).await? {
            return Ok(Step::Again);
        }
        let blocks = stored::first_blocks(&mut tx, segment, stored::BLOCKS_MAX).await?;
        match blocks.last() {
            Some(last) => {
                stored::delete_blocks(&mut tx, segment, last.first_key + 1).await?;
            }
            None => stored::delete_segment(&mut tx, segment).await?,
        }
        tx.commit().await?;
        Ok(Step::Moved)
    }

    /// From now on these segments become one.
    async fn begin(&self, state: State, source: i64, alike: &[Segment]) -> Result<Step> {
        let mut tx = self.store.write().await?;
        if !stored::advance(&mut tx, state, 1).await? {
            return Ok(Step::Again);
        }
        let target = state.next_segment;
        let n_games = alike.iter().map(|it| it.n_games).fold(0, u32::saturating_add);
        stored::insert_segment(&mut tx, source, target, n_games).await?;
        for segment in alike {
            stored::set_target(&mut tx, segment.id, target).await?;
        }
        tx.commit().await?;
        Ok(Step::Moved)
    }

    /// Moves the first entries of segments to the one that they become.
    async fn go_on(&self, state: State, source: i64, moving: &Moving) -> Result<Step> {
        let mut conn = self.store.read().await?;
        let (lists, boundary) = first_blocks(&mut conn, &moving.from).await?;
        let is_large = moving.n_games >= STRIPPED_FROM;
        let Some((merged, rests)) = on_a_thread(move || parted(lists, boundary)).await else {
            return Ok(Step::Again);
        };
        let Some(mut merged) = cleared(&mut conn, source, merged).await? else {
            return Ok(Step::Again);
        };
        let mut looked_up = Vec::new();
        for (at, entry) in merged.whole().iter().enumerate() {
            if entry.has_too_many_unknown() {
                looked_up.push((at, LookedUp::of(&mut conn, source, entry.unknown()).await?));
            }
        }
        // The last block that was moved is seldom full: it is written again with what follows.
        let last = stored::last_block(&mut conn, moving.target).await?;
        let last_key = last.as_ref().map(|it| it.first_key);
        drop(conn);
        let packed = on_a_thread(move || {
            for (at, looked_up) in looked_up {
                if let Some(entry) = merged.whole_mut().get_mut(at) {
                    looked_up.resolve(entry);
                }
            }
            if is_large {
                merged.strip();
            }
            let mut moved = last.map_or_else(Entries::default, |it| read(&it, |it| it.entries()));
            moved.extend(merged);
            let rests: Vec<_> = rests.iter().map(pack).collect();
            (pack(&moved), rests)
        });
        let Some((moved, rests)) = packed.await else { return Ok(Step::Again) };
        let mut tx = self.store.write().await?;
        if !stored::advance(&mut tx, state, 0).await? {
            return Ok(Step::Again);
        }
        if let Some(key) = last_key {
            stored::delete_block(&mut tx, moving.target, key).await?;
        }
        insert(&mut tx, moving.target, moved).await?;
        for (&segment, rest) in moving.from.iter().zip(rests) {
            stored::delete_blocks(&mut tx, segment, boundary).await?;
            insert(&mut tx, segment, rest).await?;
            if boundary == Key::END {
                stored::delete_segment(&mut tx, segment).await?;
            }
        }
        tx.commit().await?;
        Ok(Step::Moved)
    }

    /// Counts games: what they are is read first, and then written with the note that they are
    /// counted.
    async fn count(&self, state: State, pending: Vec<PendingGame>) -> Result<Step> {
        let mut conn = self.store.read().await?;
        let sources = stored::sources(&mut conn).await?;
        let mut read = Vec::with_capacity(pending.len());
        for pending in pending {
            let found = match pending.collection {
                None => here(&mut conn, GameId::from_uuid(pending.game))
                    .await
                    .map(|it| it.map(WaitingGame::Here)),
                Some(_) => stored::record(&mut conn, pending.game)
                    .await
                    .map(|it| it.map(|it| WaitingGame::Collected(Box::new(it)))),
            };
            let found = match found {
                // One game that cannot be read does not keep the others waiting.
                Err(cause @ Error::Corrupt { .. }) => {
                    error!("the explorer leaves out a game: {cause}");
                    None
                }
                found => found?,
            };
            read.push((pending, found));
        }
        let programs = bots::all(&mut conn).await?;
        let programs: Vec<UserId> = programs.into_iter().map(|it| it.user.id).collect();
        drop(conn);
        let counting = move || -> Vec<(PendingGame, Option<CountedGame>)> {
            let game = |waiting: Option<WaitingGame>| counted(waiting?, &programs);
            read.into_iter().map(|(pending, waiting)| (pending, game(waiting))).collect()
        };
        let Some(games) = on_a_thread(counting).await else { return Ok(Step::Again) };

        let mut of_sources: BTreeMap<i64, Vec<(Uuid, Facts, Steps)>> = BTreeMap::new();
        let mut tx = self.store.write().await?;
        if !stored::advance(&mut tx, state, sources.len() as i64).await? {
            return Ok(Step::Again);
        }
        let n_taken = games.len();
        for (pending, counted) in games {
            if stored::take_pending(&mut tx, pending).await?
                && let Some(CountedGame { source, facts, steps }) = counted
            {
                of_sources.entry(source).or_default().push((pending.game, facts, steps));
            }
        }
        for (at, source) in sources.iter().enumerate() {
            let Some(games) = of_sources.remove(&source.id) else { continue };
            let n_games = games.len() as u32;
            let mut postings = Vec::new();
            let mut page: Option<(u32, FactsPage)> = None;
            for (number, (id, facts, steps)) in (source.n_games..).map(GameNumber).zip(games) {
                let open = match page.take_if(|(at, _)| *at == number.page()) {
                    Some((_, open)) => open,
                    None => {
                        write_page(&mut tx, source.id, page.take()).await?;
                        let bytes = stored::page(&mut tx, source.id, number.page()).await?;
                        bytes.and_then(|it| FactsPage::from_bytes(&it).ok()).unwrap_or_default()
                    }
                };
                let (_, open) = page.insert((number.page(), open));
                open.push(id.into_bytes(), facts);
                postings.extend(
                    steps.into_iter().map(|(key, mv)| (key, Posting { game: number, mv, facts })),
                );
            }
            write_page(&mut tx, source.id, page).await?;
            let segment = state.next_segment + at as i64;
            stored::insert_segment(&mut tx, source.id, segment, n_games).await?;
            insert(&mut tx, segment, pack(&entries(postings))).await?;
            stored::set_n_games(&mut tx, source.id, source.n_games + n_games).await?;
        }
        tx.commit().await?;
        Ok(Step::Counted(n_taken))
    }
}

async fn write_page(tx: &mut Tx, source: i64, page: Option<(u32, FactsPage)>) -> Result<()> {
    match page {
        Some((at, page)) => stored::put_page(tx, source, at, &page.to_bytes()).await,
        None => Ok(()),
    }
}

/// What keeps a processor busy, beside what carries moves. `None`: it panicked, which is a bug and
/// is logged.
async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    match spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(cause) => {
            error!("the explorer cannot continue: {cause}");
            sleep(AGAIN_AFTER).await;
            None
        }
    }
}

/// The segments of which entries are being moved.
struct Moving {
    from: Vec<i64>,
    target: i64,
    /// Of the target, when all is moved.
    n_games: u32,
}

fn being_moved(segments: &[Segment]) -> Option<Moving> {
    let target = segments.iter().find_map(|it| it.target)?;
    let from = segments.iter().filter(|it| it.target == Some(target)).map(|it| it.id).collect();
    let n_games = segments.iter().find(|it| it.id == target).map_or(0, |it| it.n_games);
    Some(Moving { from, target, n_games })
}

/// Segments of one size, of which there are as many as become one.
fn alike(segments: &[Segment]) -> Option<Vec<Segment>> {
    let mut sizes: BTreeMap<u32, Vec<Segment>> = BTreeMap::new();
    for &segment in segments {
        sizes.entry(segment.n_games.max(1).ilog(FANOUT as u32)).or_default().push(segment);
    }
    sizes.into_values().find(|alike| alike.len() >= FANOUT)
}

/// The first blocks of segments, and the key before which there are no others: the first of a half,
/// since what is known of one half is moved at once.
async fn first_blocks(conn: &mut Conn, segments: &[i64]) -> Result<(Vec<Vec<stored::Block>>, u64)> {
    let mut n_blocks = BLOCKS_AT_ONCE;
    loop {
        let (mut lists, mut boundary, mut first) = (Vec::new(), Key::END, Key::END);
        for &segment in segments {
            let mut blocks: Vec<stored::Block> = Vec::new();
            while blocks.len() <= n_blocks {
                let after = blocks.last().map_or(0, |it| it.first_key + 1);
                let limit = stored::BLOCKS_MAX.min((n_blocks + 1 - blocks.len()) as u32);
                let more = stored::blocks_from(conn, segment, after, limit).await?;
                if more.is_empty() {
                    break;
                }
                blocks.extend(more);
            }
            if let Some(next) = blocks.get(n_blocks) {
                boundary = boundary.min(next.first_key);
                blocks.truncate(n_blocks);
            }
            first = first.min(blocks.first().map_or(Key::END, |it| it.first_key));
            lists.push(blocks);
        }
        let boundary = Key::from_number(boundary).map_or(Key::END, |it| it.head().first().number());
        if boundary > first || first == Key::END {
            return Ok((lists, boundary));
        }
        n_blocks *= 2;
    }
}

/// Looks up the games of hints that a merge has made unclear, some at a time, and puts entries in
/// their place. `None`: the server ends.
async fn cleared(conn: &mut Conn, source: i64, mut merged: Entries) -> Result<Option<Entries>> {
    loop {
        let mut hints = merged.unclear();
        if hints.is_empty() {
            return Ok(Some(merged));
        }
        hints.sort_unstable_by_key(|it| it.game);
        let mut found = Vec::new();
        for some in hints.chunks(GAMES_AT_ONCE as usize) {
            let mut numbers: Vec<_> = some.iter().map(|it| it.game).collect();
            numbers.dedup();
            let games = LookedUp::of(conn, source, &numbers).await?;
            let some = some.to_vec();
            let Some(entries) = on_a_thread(move || games.entries(&some)).await else {
                return Ok(None);
            };
            found.extend(entries);
        }
        let clear = move || {
            merged.clear(found);
            merged
        };
        let Some(clear) = on_a_thread(clear).await else { return Ok(None) };
        merged = clear;
    }
}

/// The entries before a key that is the first of a half, added up, and what is left of the blocks that
/// reach beyond it.
fn parted(lists: Vec<Vec<stored::Block>>, boundary: u64) -> (Entries, Vec<Entries>) {
    let (mut moved, mut rests) = (Vec::new(), Vec::new());
    for blocks in lists {
        let mut entries = Entries::default();
        for block in blocks.iter().filter(|it| it.first_key < boundary) {
            entries.extend(read(block, |it| it.entries()));
        }
        let end = Key::from_number(boundary);
        rests.push(end.map_or_else(Entries::default, |end| entries.split_off(end)));
        moved.push(entries);
    }
    (merge(moved), rests)
}

async fn insert(tx: &mut Tx, segment: i64, packed: Vec<PackedBlock>) -> Result<()> {
    for PackedBlock { first, bytes } in packed {
        let block = stored::Block { segment, first_key: first.number(), entries: bytes };
        stored::insert_block(tx, &block).await?;
    }
    Ok(())
}

/// A game as it is counted, if it is.
fn counted(waiting: WaitingGame, programs: &[UserId]) -> Option<CountedGame> {
    let (source, facts, line) = match waiting {
        WaitingGame::Here(ended) => {
            let (game, facts) = ended.game()?;
            let players = game.players().filter(|_| counts(&game))?;
            let is_program = |side| programs.contains(&players[side].id);
            let has_program = Side::ALL.into_iter().any(is_program);
            (if has_program { PROGRAMS } else { PEOPLE }, facts, line_of(&game))
        }
        WaitingGame::Collected(game) => (game.source, facts_of(&game), collected(&game)?),
    };
    Some(CountedGame { source, facts, steps: walk(&line.start, line.moves) })
}

/// Games in positions, as entries.
pub(super) fn entries(mut postings: Vec<(Key, Posting)>) -> Entries {
    postings.sort_unstable();
    let mut entries: Vec<PositionStats> = Vec::new();
    for (key, posting) in postings {
        match entries.last_mut() {
            Some(last) if last.key == key => last.push(posting),
            _ => entries.push(PositionStats::of(key, posting)),
        }
    }
    Entries::of(entries)
}
