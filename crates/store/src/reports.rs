//! Players' reports to the moderators about one another.

use std::collections::HashSet;

use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select, value},
};

/// So much of what was said is kept with a report.
pub const LINES_BYTES_MAX: usize = 64 << 10;

/// How many open reports are listed.
pub const LISTED_MAX: u32 = 100;

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Report in "reports" {
        /// Made by the caller.
        pub id: Uuid,
        pub by: UserId = "by_id",
        pub by_name: String,
        pub about: UserId = "about_id",
        pub about_name: String,
        /// The game's address, when it was one.
        pub game: Option<String>,
        /// Why, of a list.
        pub reason: String,
        /// Why, in words.
        pub words: String,
        /// When, in Unix milliseconds.
        pub made_ms: i64,
        /// What the two have said up to then, one JSON object a line.
        pub lines: Option<String>,
    }
}

/// A report that is made.
#[derive(Clone, Copy, Debug)]
pub struct NewReport<'a> {
    /// Made by the caller.
    pub id: Uuid,
    pub by: UserId,
    pub about: UserId,
    /// The game's address, when it was one.
    pub game: Option<&'a str>,
    /// Why, of a list.
    pub reason: &'a str,
    /// Why, in words.
    pub words: &'a str,
    /// What the two have said up to now, one JSON object a line; nothing if they have said nothing.
    pub lines: Option<&'a str>,
}

/// Keeps a report.
pub async fn insert(tx: &mut Tx, report: NewReport<'_>, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reports (id, by_id, about_id, game, reason, words, made_ms, lines) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        report.id,
        report.by.uuid(),
        report.about.uuid(),
        report.game,
        report.reason,
        report.words,
        now_ms,
        with_new_lines(None, report.lines)
    )
    .await?;
    Ok(())
}

/// Adds to the open report that the same player has made about the same other what is new in this
/// one: another reason, another game, and the words. `false`: there is none, or it would have more
/// than `words_max` characters, and nothing changes.
pub async fn add_to(tx: &mut Tx, report: NewReport<'_>, words_max: usize) -> Result<bool> {
    row! {
        struct OpenReport in "reports" {
            id: Uuid,
            reason: String,
            game: Option<String>,
            words: String,
            lines: Option<String>,
        }
    }

    let known: Option<OpenReport> = optional!(
        tx,
        select!(
            OpenReport,
            "FROM reports WHERE by_id = $1 AND about_id = $2 AND closed_ms IS NULL \
             ORDER BY made_ms, id LIMIT 1"
        ),
        report.by.uuid(),
        report.about.uuid()
    )
    .await?;
    let Some(known) = known else { return Ok(false) };
    let reason = Some(report.reason).filter(|it| *it != known.reason);
    let game = report.game.filter(|it| known.game.as_deref().is_some_and(|known| known != *it));
    let of_what: Vec<_> = [reason, game].into_iter().flatten().collect();
    let told = Some(report.words).filter(|words| !words.is_empty());
    let of_what = Some(of_what.join(", ")).filter(|it| !it.is_empty());
    let new: Vec<_> = [of_what.as_deref(), told].into_iter().flatten().collect();
    let new = new.join(": ");
    let words = if known.words.contains(&new) {
        known.words
    } else if known.words.is_empty() {
        new
    } else {
        format!("{}\n{new}", known.words)
    };
    if words.chars().count() > words_max {
        return Ok(false);
    }
    let lines = with_new_lines(known.lines, report.lines);
    execute!(
        tx,
        "UPDATE reports SET words = $2, game = COALESCE(game, $3), lines = $4 WHERE id = $1",
        known.id,
        &words,
        report.game,
        lines.as_deref()
    )
    .await?;
    Ok(true)
}

/// What has been said once more, with what is new in it; the last of it, no more than
/// [`LINES_BYTES_MAX`].
fn with_new_lines(known: Option<String>, new: Option<&str>) -> Option<String> {
    let known = known.unwrap_or_default();
    let old: HashSet<&str> = known.lines().collect();
    let added = new.unwrap_or_default().lines().filter(|line| !old.contains(line));
    let all: Vec<&str> = known.lines().chain(added).collect();
    let mut n_bytes = 0;
    let kept = all.iter().rev().take_while(|line| {
        n_bytes += line.len() + 1;
        n_bytes <= LINES_BYTES_MAX
    });
    let lines = all[all.len() - kept.count()..].join("\n");
    Some(lines).filter(|lines| !lines.is_empty())
}

/// The open reports, at most [`LISTED_MAX`]: those of accounts before those of guests, and the
/// oldest first.
pub async fn open(conn: &mut Conn) -> Result<Vec<Report>> {
    all!(
        conn,
        "SELECT reports.id, by_id, by_users.name AS by_name, about_id, \
             about_users.name AS about_name, game, reason, words, made_ms, lines \
         FROM reports JOIN users AS by_users ON by_users.id = by_id \
             JOIN users AS about_users ON about_users.id = about_id \
         WHERE closed_ms IS NULL ORDER BY by_users.guest, made_ms, reports.id LIMIT $1",
        i64::from(LISTED_MAX)
    )
    .await
}

/// The open reports about a player, the oldest first.
pub async fn open_about(conn: &mut Conn, about: UserId) -> Result<Vec<Report>> {
    all!(
        conn,
        "SELECT reports.id, by_id, by_users.name AS by_name, about_id, \
             about_users.name AS about_name, game, reason, words, made_ms, lines \
         FROM reports JOIN users AS by_users ON by_users.id = by_id \
             JOIN users AS about_users ON about_users.id = about_id \
         WHERE about_id = $1 AND closed_ms IS NULL ORDER BY made_ms, reports.id LIMIT $2",
        about.uuid(),
        i64::from(LISTED_MAX)
    )
    .await
}

/// How many reports by this player are open.
pub async fn n_open_by(conn: &mut Conn, by: UserId) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM reports WHERE by_id = $1 AND closed_ms IS NULL", by.uuid())
        .await
}

/// Closes a report. `false`: it is not there, or was closed before.
pub async fn close(tx: &mut Tx, id: Uuid, by: UserId, now_ms: i64) -> Result<bool> {
    let closed = execute!(
        tx,
        "UPDATE reports SET closed_by = $2, closed_ms = $3 WHERE id = $1 AND closed_ms IS NULL",
        id,
        by.uuid(),
        now_ms
    )
    .await?;
    Ok(closed > 0)
}
