//! Whether a back-up can be restored, and has what it had when it was made.

use std::{fmt, fs, path::Path};

use anyhow::{Context as _, bail};
use jiff::Timestamp;
use komadai_ids::NodeId;
use komadai_live::{
    game_log::GameLog,
    journal::{EntryKind, read_entries},
};
use komadai_store::{Contents, DatabaseSettings, Journal, PageKey, Restoration, Store, games};

/// How many rows are read at once.
const PAGE: u32 = 100;

/// What was found in a back-up that is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Findings {
    contents: Contents,
    /// The moves of all games that are over.
    moves: u64,
    /// What the journals hold of games.
    records: u64,
    /// Whether it was compared with what was counted when the back-up was made.
    is_compared: bool,
    /// Of a shadow: until when everything is there, in Unix milliseconds.
    until_ms: Option<u64>,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contents, moves, records, is_compared, until_ms } = self;
        let Contents { games, accounts, grades, .. } = contents;
        write!(
            f,
            "it was restored on trial and has {games} games with {moves} moves, {accounts} \
             accounts, {grades} grades, and {records} records in the journal to its end"
        )?;
        if let Some(at) = until_ms.and_then(|it| Timestamp::from_millisecond(it as i64).ok()) {
            return write!(f, "; it is a shadow, with what was written until {at}");
        }
        if *is_compared {
            return Ok(());
        }
        f.write_str("; it is from a version that did not count, so it was compared with nothing")
    }
}

/// Restores a back-up into `scratch`, which is made and removed again, reads every game and every
/// journal in it, and counts again.
///
/// # Errors
/// What is wrong with it.
pub(crate) async fn verify(folder: &Path, scratch: &Path) -> anyhow::Result<Findings> {
    let mut builder = fs::DirBuilder::new();
    // It holds password hashes.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(scratch).with_context(|| {
        format!("{} cannot be made; if it is there, remove it", scratch.display())
    })?;
    let found = on_trial(folder, scratch).await;
    let removed = fs::remove_dir_all(scratch);
    let found = found.with_context(|| format!("{} is no good back-up", folder.display()))?;
    removed.with_context(|| format!("{} cannot be removed", scratch.display()))?;
    Ok(found)
}

async fn on_trial(folder: &Path, scratch: &Path) -> anyhow::Result<Findings> {
    let settings = DatabaseSettings::sqlite(scratch);
    let counted = Contents::read(folder)?;
    let restoration = Restoration::begin(&settings, folder).await?;
    let until_ms = restoration.until_ms();
    restoration.finish().await?;
    let contents = Contents::count(scratch).await?;
    if let Some(counted) = &counted
        && *counted != contents
    {
        bail!("it had {counted:?} when it was made, and has {contents:?} now");
    }
    let store = Store::open(&settings).await?;
    let read = async {
        let moves = read_games(&store, contents.games).await?;
        anyhow::Ok((moves, read_journals(&store, &contents).await?))
    };
    let read = read.await;
    store.close().await;
    let (moves, records) = read?;
    Ok(Findings { contents, moves, records, is_compared: counted.is_some(), until_ms })
}

/// Plays every game again; the number of moves.
async fn read_games(store: &Store, n_games: u64) -> anyhow::Result<u64> {
    let mut conn = store.read().await?;
    let (mut key, mut n_found, mut n_moves) = (PageKey::first(), 0, 0);
    loop {
        let page = games::recent(&mut conn, key, PAGE).await?;
        let Some(last) = page.last() else { break };
        key = last.page_key();
        for summary in &page {
            let game = games::find(&mut conn, summary.id).await?.context("a game is missing")?;
            let played = GameLog::from_bytes(game.record)
                .replay(|_, _, _| {})
                .with_context(|| format!("the game {} cannot be read", summary.id.code()))?;
            n_moves += u64::from(played.line().n_moves());
            n_found += 1;
        }
        // Who plays meanwhile goes first.
        tokio::task::yield_now().await;
    }
    anyhow::ensure!(n_found == n_games, "{n_found} of {n_games} games can be found");
    Ok(n_moves)
}

/// Reads every journal to its end; the number of records.
async fn read_journals(store: &Store, contents: &Contents) -> anyhow::Result<u64> {
    let mut n_records = 0;
    for name in contents.journal.keys() {
        let mut journal = Journal::open(store, name, NodeId::new(0, [0; 10]), 0).await?;
        let mut from_pos = 0;
        loop {
            let rows = journal.read(from_pos, PAGE).await?;
            let Some(last) = rows.last() else { break };
            from_pos = last.pos + 1;
            for row in &rows {
                read_entries(&row.payload, |_, kind, _| {
                    n_records += u64::from(kind == EntryKind::Record);
                })
                .with_context(|| format!("row {} of the journal {name} is damaged", row.pos))?;
            }
            tokio::task::yield_now().await;
        }
    }
    Ok(n_records)
}
