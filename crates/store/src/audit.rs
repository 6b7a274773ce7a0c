//! The audit log of the site: what those who run it have done. Rows are added and read, and that is
//! all.

use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, PageKey, Result, Tx,
    db::{all, execute, row},
};

/// How many entries a page of a log has.
pub const LISTED_MAX: u32 = 100;

row! {
    /// Something that was done.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AuditEntry in "audit_log" {
        /// Made by the caller.
        pub id: Uuid,
        /// When, in Unix milliseconds.
        pub at_ms: i64,
        /// By whom; somebody at the command line without it.
        pub by: Option<UserId> = "by_id",
        /// What, as a word of a list.
        pub action: String,
        /// To whom, where it was somebody.
        pub about: Option<UserId> = "about_id",
        /// What else there is to know.
        pub details: String,
    }
}

row! {
    /// As it is listed, with names.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NamedAuditEntry in "audit_log" {
        /// What was done.
        pub entry: AuditEntry = AuditEntry::from_row,
        /// The name of who did it.
        pub by_name: Option<String>,
        /// The name of whom it was done to.
        pub about_name: Option<String>,
    }
}

pub async fn insert(tx: &mut Tx, entry: &AuditEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO audit_log (id, at_ms, by_id, action, about_id, details) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        entry.id,
        entry.at_ms,
        entry.by.map(UserId::uuid),
        &entry.action,
        entry.about.map(UserId::uuid),
        &entry.details
    )
    .await?;
    Ok(())
}

/// Writes an entry whose id follows from what it is about, unless it is there already.
pub async fn insert_once(tx: &mut Tx, entry: &AuditEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO audit_log (id, at_ms, by_id, action, about_id, details) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
        entry.id,
        entry.at_ms,
        entry.by.map(UserId::uuid),
        &entry.action,
        entry.about.map(UserId::uuid),
        &entry.details
    )
    .await?;
    Ok(())
}

/// What was done, the latest first.
pub async fn before(conn: &mut Conn, after: PageKey, limit: u32) -> Result<Vec<NamedAuditEntry>> {
    all!(
        conn,
        "SELECT audit_log.id, at_ms, by_id, by_users.name AS by_name, action, about_id, \
             about_users.name AS about_name, details \
         FROM audit_log LEFT JOIN users AS by_users ON by_users.id = by_id \
             LEFT JOIN users AS about_users ON about_users.id = about_id \
         WHERE (at_ms, audit_log.id) < ($1, $2) \
         ORDER BY at_ms DESC, audit_log.id DESC LIMIT $3",
        after.at_ms,
        after.id,
        i64::from(limit)
    )
    .await
}

row! {
    /// Something that somebody at the command line has done to an account.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ConsoleAct in "audit_log" {
        pub id: Uuid,
        /// As in [`AuditEntry`].
        pub action: String,
        /// Whose account it is.
        pub about: UserId = "about_id",
    }
}

/// What somebody at the command line has done to accounts since then and a running server must know,
/// the latest first.
pub async fn at_console_since(conn: &mut Conn, at_ms: i64, limit: u32) -> Result<Vec<ConsoleAct>> {
    all!(
        conn,
        "SELECT id, action, about_id FROM audit_log \
         WHERE at_ms >= $1 AND by_id IS NULL AND action IN ('reset_password', 'ban', 'rename') \
             AND about_id IS NOT NULL \
         ORDER BY at_ms DESC, id DESC LIMIT $2",
        at_ms,
        i64::from(limit)
    )
    .await
}
