//! What the opening explorer has counted. What is inside a block or a page is not known here: both
//! are bytes.

use komadai_ids::GameId;
use komadai_rules::Side;
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, one, optional, optional_value, parsed, row, select, value},
    games::{pack, unpack},
};

/// The games of people that were played here.
pub const PEOPLE: i64 = 1;

/// The games in which a program played, as an account.
pub const PROGRAMS: i64 = 2;

/// How many collections there may be: all of them are listed at once.
pub const SOURCES_MAX: i64 = 100;

/// How many blocks one statement reads at most.
pub const BLOCKS_MAX: u32 = 256;

/// How many games one statement reads at most that are not counted yet.
pub const PENDING_MAX: u32 = 4_096;

row! {
    /// Games that are counted together.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Source in "explorer_sources" {
        pub id: i64,
        /// By what it is asked for.
        pub name: String,
        /// Its games have the numbers below this.
        pub n_games: u32,
    }
}

row! {
    /// What whoever changes something must have read before.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct State in "explorer_state" {
        /// How often something was changed.
        pub version: i64,
        /// The id of the next segment that is made.
        pub next_segment: i64,
    }
}

row! {
    /// Blocks that cover all positions of some games.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Segment in "explorer_segments" {
        pub id: i64,
        /// Of how many games.
        pub n_games: u32,
        /// The segment to which its entries are moved.
        pub target: Option<i64>,
    }
}

row! {
    /// Entries of a segment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Block in "explorer_blocks" {
        pub segment: i64,
        /// The number of its first key.
        pub first_key: u64,
        pub entries: Vec<u8>,
    }
}

row! {
    /// A game that is not counted yet.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PendingGame in "explorer_pending" {
        /// The collection it is of; `None`: it was played here.
        pub collection: Option<i64> = parsed("source", |it: i64| Some((it != 0).then_some(it))),
        /// The game, or the record of a collection.
        pub game: Uuid = "game_id",
    }
}

row! {
    /// A game of a collection.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CollectedGame in "explorer_records" {
        pub id: Uuid,
        pub source: i64,
        /// The variant's name.
        pub variant: String,
        pub start_sfen: String,
        /// Its moves in USI, with a space between.
        pub moves: String = parsed("moves", |it: Vec<u8>| String::from_utf8(unpack(&it)?).ok()),
        pub sente_name: Option<String>,
        pub gote_name: Option<String>,
        /// The tournament.
        pub event: Option<String>,
        /// When it was played, in the words of the record.
        pub played: Option<String>,
        pub winner: Option<Side>,
        /// The average of the players' ratings.
        pub rating: Option<u32>,
    }
}

/// What has to be read before anything is changed.
pub async fn state(conn: &mut Conn) -> Result<State> {
    one!(conn, "SELECT id, version, next_segment FROM explorer_state WHERE id = 1").await
}

/// Begins a change: the first statement of its transaction, which makes so many segments. `false`:
/// something was changed since `before` was read, and nothing may be written.
pub async fn advance(tx: &mut Tx, before: State, n_segments: i64) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE explorer_state SET version = version + 1, next_segment = next_segment + $2 \
         WHERE id = 1 AND version = $1",
        before.version,
        n_segments
    )
    .await?;
    Ok(changed > 0)
}

/// All sources, the built-in ones first.
pub async fn sources(conn: &mut Conn) -> Result<Vec<Source>> {
    all!(conn, select!(Source, "FROM explorer_sources ORDER BY id LIMIT $1"), SOURCES_MAX).await
}

/// Makes a collection, if there is none with this name. `false`: there is, or there are as many as
/// may be.
pub async fn add_source(tx: &mut Tx, name: &str) -> Result<bool> {
    let added = execute!(
        tx,
        "INSERT INTO explorer_sources (id, name, n_games) \
         SELECT MAX(id) + 1, $1, 0 FROM explorer_sources HAVING COUNT(*) < $2 \
         ON CONFLICT (name) DO NOTHING",
        name,
        SOURCES_MAX
    )
    .await?;
    Ok(added > 0)
}

/// Says how many games a source has.
pub async fn set_n_games(tx: &mut Tx, source: i64, n_games: u32) -> Result<()> {
    execute!(
        tx,
        "UPDATE explorer_sources SET n_games = $2 WHERE id = $1",
        source,
        i64::from(n_games)
    )
    .await?;
    Ok(())
}

/// Notes that a game which was played here is to be counted.
pub async fn await_game(tx: &mut Tx, game: GameId) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO explorer_pending (source, game_id) VALUES (0, $1) \
         ON CONFLICT (source, game_id) DO NOTHING",
        game.uuid()
    )
    .await?;
    Ok(())
}

/// Games that are not counted yet, at most [`PENDING_MAX`].
pub async fn pending(conn: &mut Conn, limit: u32) -> Result<Vec<PendingGame>> {
    all!(
        conn,
        "SELECT game_id, source FROM explorer_pending ORDER BY source, game_id LIMIT $1",
        i64::from(limit.min(PENDING_MAX))
    )
    .await
}

/// How many games are not counted yet; where there are more than `at_most`, that many.
pub async fn n_pending(conn: &mut Conn, at_most: i64) -> Result<i64> {
    value!(
        conn,
        "SELECT CAST(COUNT(*) AS BIGINT) AS n \
         FROM (SELECT game_id FROM explorer_pending LIMIT $1) waiting",
        at_most
    )
    .await
}

/// A game is counted now. `false`: it was not waiting for that.
pub async fn take_pending(tx: &mut Tx, pending: PendingGame) -> Result<bool> {
    let taken = execute!(
        tx,
        "DELETE FROM explorer_pending WHERE source = $1 AND game_id = $2",
        pending.collection.unwrap_or(0),
        pending.game
    )
    .await?;
    Ok(taken > 0)
}

/// Throws away all that was counted, and has all games counted again. After [`advance`].
pub async fn forget(tx: &mut Tx) -> Result<()> {
    execute!(tx, "UPDATE explorer_segments SET source = 0, target = NULL").await?;
    execute!(tx, "DELETE FROM explorer_pages").await?;
    execute!(tx, "UPDATE explorer_sources SET n_games = 0").await?;
    execute!(
        tx,
        "INSERT INTO explorer_pending (source, game_id) \
         SELECT 0, id FROM games WHERE 1 = 1 ON CONFLICT (source, game_id) DO NOTHING"
    )
    .await?;
    execute!(
        tx,
        "INSERT INTO explorer_pending (source, game_id) \
         SELECT source, id FROM explorer_records WHERE 1 = 1 \
         ON CONFLICT (source, game_id) DO NOTHING"
    )
    .await?;
    Ok(())
}

/// The segments of a source; of source 0 those that were thrown away.
pub async fn segments(conn: &mut Conn, source: i64) -> Result<Vec<Segment>> {
    all!(
        conn,
        select!(Segment, "FROM explorer_segments WHERE source = $1 ORDER BY id LIMIT 1000"),
        source
    )
    .await
}

/// Makes a segment, still without blocks.
pub async fn insert_segment(tx: &mut Tx, source: i64, id: i64, n_games: u32) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO explorer_segments (id, source, n_games) VALUES ($1, $2, $3)",
        id,
        source,
        i64::from(n_games)
    )
    .await?;
    Ok(())
}

/// From now on the entries of a segment are moved to another one.
pub async fn set_target(tx: &mut Tx, id: i64, target: i64) -> Result<()> {
    execute!(tx, "UPDATE explorer_segments SET target = $2 WHERE id = $1", id, target).await?;
    Ok(())
}

/// Removes a segment that has no blocks any more.
pub async fn delete_segment(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, "DELETE FROM explorer_segments WHERE id = $1", id).await?;
    Ok(())
}

/// What each segment of a source may know of a position: at most one block of each.
pub async fn blocks_at(conn: &mut Conn, source: i64, key: u64) -> Result<Vec<Block>> {
    all!(
        conn,
        "SELECT explorer_blocks.segment, explorer_blocks.first_key, explorer_blocks.entries \
         FROM explorer_segments JOIN explorer_blocks \
             ON explorer_blocks.segment = explorer_segments.id \
                 AND explorer_blocks.first_key = \
                     (SELECT MAX(below.first_key) FROM explorer_blocks below \
                      WHERE below.segment = explorer_segments.id AND below.first_key <= $2) \
         WHERE explorer_segments.source = $1 LIMIT 1000",
        source,
        key.cast_signed()
    )
    .await
}

/// The first blocks of a segment, in the order of their keys, at most [`BLOCKS_MAX`].
pub async fn first_blocks(conn: &mut Conn, segment: i64, limit: u32) -> Result<Vec<Block>> {
    blocks_from(conn, segment, 0, limit).await
}

/// The first blocks of a segment that begin with this key or a higher one, in the order of their
/// keys, at most [`BLOCKS_MAX`].
pub async fn blocks_from(
    conn: &mut Conn,
    segment: i64,
    key: u64,
    limit: u32,
) -> Result<Vec<Block>> {
    all!(
        conn,
        select!(
            Block,
            "FROM explorer_blocks \
             WHERE segment = $1 AND first_key >= $2 ORDER BY first_key LIMIT $3"
        ),
        segment,
        key.cast_signed(),
        i64::from(limit.min(BLOCKS_MAX))
    )
    .await
}

/// The last block of a segment.
pub async fn last_block(conn: &mut Conn, segment: i64) -> Result<Option<Block>> {
    optional!(
        conn,
        select!(Block, "FROM explorer_blocks WHERE segment = $1 ORDER BY first_key DESC LIMIT 1"),
        segment
    )
    .await
}

/// How many bytes of the database hold what was counted: blocks, and which games the numbers stand
/// for, with their indexes.
pub async fn size_bytes(conn: &mut Conn) -> Result<u64> {
    conn.tables_bytes(&["explorer_blocks", "explorer_pages", "explorer_segments"]).await
}

/// Makes the space of what was deleted free for what comes next. Not within a transaction.
pub async fn vacuum(conn: &mut Conn) -> Result<()> {
    conn.vacuum("explorer_blocks").await?;
    conn.vacuum("explorer_pages").await
}

/// Puts a block in.
pub async fn insert_block(tx: &mut Tx, block: &Block) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO explorer_blocks (segment, first_key, entries) VALUES ($1, $2, $3)",
        block.segment,
        block.first_key.cast_signed(),
        &block.entries
    )
    .await?;
    Ok(())
}

/// Takes out the blocks of a segment that begin before this key.
pub async fn delete_blocks(tx: &mut Tx, segment: i64, before: u64) -> Result<u64> {
    execute!(
        tx,
        "DELETE FROM explorer_blocks WHERE segment = $1 AND first_key < $2",
        segment,
        before.cast_signed()
    )
    .await
}

/// Takes one block out of a segment.
pub async fn delete_block(tx: &mut Tx, segment: i64, first_key: u64) -> Result<u64> {
    execute!(
        tx,
        "DELETE FROM explorer_blocks WHERE segment = $1 AND first_key = $2",
        segment,
        first_key.cast_signed()
    )
    .await
}

/// The games of a page.
pub async fn page(conn: &mut Conn, source: i64, page: u32) -> Result<Option<Vec<u8>>> {
    optional_value!(
        conn,
        "SELECT page, games FROM explorer_pages WHERE source = $1 AND page = $2",
        source,
        i64::from(page)
    )
    .await
}

/// Writes a page.
pub async fn put_page(tx: &mut Tx, source: i64, page: u32, games: &[u8]) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO explorer_pages (source, page, games) VALUES ($1, $2, $3) \
         ON CONFLICT (source, page) DO UPDATE SET games = excluded.games",
        source,
        i64::from(page),
        games
    )
    .await?;
    Ok(())
}

/// Puts a game into a collection, to be counted. `false`: it is there already.
pub async fn insert_record(tx: &mut Tx, game: &CollectedGame) -> Result<bool> {
    let moves = pack(game.moves.as_bytes())?;
    let added = execute!(
        tx,
        "INSERT INTO explorer_records (id, source, variant, start_sfen, moves, sente_name, \
             gote_name, event, played, winner, rating) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING",
        game.id,
        game.source,
        &game.variant,
        &game.start_sfen,
        &moves,
        &game.sente_name,
        &game.gote_name,
        &game.event,
        &game.played,
        game.winner.map(Side::as_str),
        game.rating.map(i64::from)
    )
    .await?;
    if added == 0 {
        return Ok(false);
    }
    execute!(
        tx,
        "INSERT INTO explorer_pending (source, game_id) VALUES ($1, $2)",
        game.source,
        game.id
    )
    .await?;
    Ok(true)
}

/// A game of a collection.
pub async fn record(conn: &mut Conn, id: Uuid) -> Result<Option<CollectedGame>> {
    optional!(
        conn,
        "SELECT id, source, variant, start_sfen, moves, sente_name, gote_name, event, played, \
             winner, rating \
         FROM explorer_records WHERE id = $1",
        id
    )
    .await
}
