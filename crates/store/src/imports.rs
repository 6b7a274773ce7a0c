//! Games that players imported from somewhere else.

use komadai_ids::{ImportId, UserId};
use komadai_rules::Side;

use crate::{
    Conn, PageKey, Result, Tx,
    db::{all, execute, one, optional, row, select, unpacked},
    games::{PAGE_MAX, pack},
};

row! {
    /// What lists show of it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ImportSummary in "imports" {
        /// Made by the caller.
        pub id: ImportId,
        /// Whose archive it is in.
        pub user: UserId = "user_id",
        /// When it was brought.
        pub created_ms: i64,
        /// The variant's name.
        pub variant: String,
        /// Sente's name, if the record tells it.
        pub sente_name: Option<String>,
        /// Gote's name, if the record tells it.
        pub gote_name: Option<String>,
        /// The tournament, if the record tells it.
        pub event: Option<String>,
        /// When it was played, in the words of the record.
        pub played: Option<String>,
        /// How many moves its main line has.
        pub plies: u32,
        /// Why it ended, if the record tells it.
        pub reason: Option<String>,
        /// Who won, if anyone.
        pub winner: Option<Side>,
        /// The position after its main line.
        pub final_sfen: String,
    }
}

row! {
    /// A game that a player imported.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Import in "imports" {
        /// What lists show of it.
        pub summary: ImportSummary = ImportSummary::from_row,
        /// The hash of the record: the same record twice is the same game once.
        pub digest: [u8; 32],
        /// The record, unpacked. It is packed on its way into the database.
        pub record: Vec<u8> = unpacked("record"),
    }
}

impl ImportSummary {
    /// The key that [`by_user`] goes on after.
    pub fn page_key(&self) -> PageKey {
        PageKey { at_ms: self.created_ms, id: self.id.uuid() }
    }
}

row! {
    /// How much is in a player's archive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Usage in "imports" {
        pub n_games: u64,
        /// Bytes of their records, unpacked.
        pub size_bytes: u64,
    }
}

/// Puts a game into its player's archive. `false`: the same record is there already, and nothing
/// changes.
///
/// # Errors
/// When the database fails, or there is no such player.
pub async fn insert(tx: &mut Tx, import: &Import) -> Result<bool> {
    let summary = &import.summary;
    let record = pack(&import.record)?;
    let added = execute!(
        tx,
        "INSERT INTO imports (id, user_id, created_ms, variant, sente_name, gote_name, event, \
             played, plies, reason, winner, final_sfen, digest, record, size_bytes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
         ON CONFLICT (user_id, digest) DO NOTHING",
        summary.id.uuid(),
        summary.user.uuid(),
        summary.created_ms,
        &summary.variant,
        &summary.sente_name,
        &summary.gote_name,
        &summary.event,
        &summary.played,
        i64::from(summary.plies),
        &summary.reason,
        summary.winner.map(Side::as_str),
        &summary.final_sfen,
        import.digest.as_slice(),
        &record,
        import.record.len() as i64,
    )
    .await?;
    Ok(added > 0)
}

/// How much a player has imported.
pub async fn usage(conn: &mut Conn, user: UserId) -> Result<Usage> {
    one!(
        conn,
        "SELECT CAST(COUNT(*) AS BIGINT) AS n_games, \
             CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS size_bytes \
         FROM imports WHERE user_id = $1",
        user.uuid()
    )
    .await
}

/// A player's game with this id; another player's is not there.
pub async fn find(conn: &mut Conn, user: UserId, id: ImportId) -> Result<Option<Import>> {
    optional!(
        conn,
        "SELECT id, user_id, created_ms, variant, sente_name, gote_name, event, played, plies, \
             reason, winner, final_sfen, digest, record \
         FROM imports WHERE id = $1 AND user_id = $2",
        id.uuid(),
        user.uuid()
    )
    .await
}

/// A player's game with this record.
pub async fn find_by_digest(
    conn: &mut Conn,
    user: UserId,
    digest: [u8; 32],
) -> Result<Option<ImportSummary>> {
    optional!(
        conn,
        select!(ImportSummary, "FROM imports WHERE user_id = $1 AND digest = $2"),
        user.uuid(),
        digest.as_slice()
    )
    .await
}

/// The games that a player imported, the newest first, at most [`PAGE_MAX`].
pub async fn by_user(
    conn: &mut Conn,
    user: UserId,
    after: PageKey,
    limit: u32,
) -> Result<Vec<ImportSummary>> {
    all!(
        conn,
        select!(
            ImportSummary,
            "FROM imports WHERE user_id = $1 AND (created_ms, id) < ($2, $3) \
             ORDER BY created_ms DESC, id DESC LIMIT $4"
        ),
        user.uuid(),
        after.at_ms,
        after.id,
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}

/// Takes a player's game out of the archive. `false`: it was not there.
pub async fn delete(tx: &mut Tx, user: UserId, id: ImportId) -> Result<bool> {
    let changed =
        execute!(tx, "DELETE FROM imports WHERE id = $1 AND user_id = $2", id.uuid(), user.uuid())
            .await?;
    Ok(changed > 0)
}
