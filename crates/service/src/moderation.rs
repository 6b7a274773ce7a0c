//! Reports, and what moderators do about them. Everything they do is in the audit log, in the
//! same transaction.

use std::{net::IpAddr, sync::Arc, time::Duration};

use komadai_community::bell::BellItem;
use komadai_ids::{Code, ReviewId, StudyId, UserId};
use komadai_live::{Directory, Presence, Timebase, random};
use komadai_store::{
    AuditEntry, NamedAuditEntry, NewReport, PageKey, Report, Result, Sanction, SanctionKind, Store,
    Tx, accounts, audit, games, reports, reviews, sanctions, sessions, site, studies,
};
use serde::{Deserialize, Serialize};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, info};
use uuid::Uuid;

use crate::{bell::ring, people, stored_json::write_json};

/// How many open reports somebody may have made.
pub const REPORTS_OPEN_MAX: i64 = 20;

/// The most characters of a report's or a sanction's words.
pub const WORDS_CHARS_MAX: usize = 500;

/// Why somebody is reported.
pub const REPORT_REASONS: [&str; 5] = ["abuse", "cheating", "leaving", "name", "other"];

/// What is imposed on a player.
#[derive(Clone, Debug)]
pub struct Imposition {
    pub kind: SanctionKind,
    /// On whom, or because of whom.
    pub user: UserId,
    /// Why, in the moderator's words.
    pub reason: String,
    /// For how long, in milliseconds; for good without it.
    pub for_ms: Option<u64>,
    /// Addresses that are never banned, no matter who uses them: those of the server and its
    /// proxies, and the moderator's own.
    pub spared: Vec<String>,
}

/// What has been imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImposedSanction {
    /// How many sanctions that were.
    pub n: usize,
    /// How many addresses the player comes from that are not banned.
    pub n_spared: usize,
}

/// How often a node reads what is in force.
const IN_STEP_EVERY: Duration = Duration::from_secs(1);

/// A report could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There are enough by the same player.
    #[error("you have many open reports; wait for the moderators to look at them")]
    TooMany,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

/// A line of chat as it stands in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedLine {
    /// Whether the reporter said it; otherwise the player who is reported.
    pub by_reporter: bool,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    pub text: String,
}

impl ReportedLine {
    /// What was said up to a report.
    pub fn of(report: &Report) -> Vec<Self> {
        let lines = report.lines.as_deref().unwrap_or_default().lines();
        lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// A name that says nothing, the same for the same account.
fn neutral_name(user: UserId) -> String {
    let code: String = user.code().to_string().chars().take(6).collect();
    format!("Player {code}")
}

/// Reports and sanctions. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Moderation {
    store: Store,
    timebase: Timebase,
    presence: Arc<Presence>,
    directory: Arc<Directory>,
}

impl Moderation {
    /// Takes up what is in force.
    pub(crate) async fn start(store: Store, directory: Arc<Directory>) -> Result<Self> {
        let (timebase, presence) = (directory.timebase(), directory.presence().clone());
        let mut conn = store.read().await?;
        for sanction in sanctions::in_force(&mut conn, timebase.now_ms() as i64).await? {
            directory.sanctions().impose(sanction);
        }
        drop(conn);
        Ok(Self { store, timebase, presence, directory })
    }

    /// Reads again what is in force.
    pub(crate) async fn refresh(&self) -> Result<()> {
        let mut conn = self.store.read().await?;
        let in_force = sanctions::in_force(&mut conn, self.timebase.now_ms() as i64).await?;
        let read_only = site::read(&mut conn)
            .await?
            .into_iter()
            .any(|entry| entry.name == "read_only" && entry.value == "true");
        self.directory.sanctions().are(in_force);
        self.directory.sanctions().set_read_only(read_only);
        Ok(())
    }

    /// Reads again and again what is in force, where others impose it.
    pub(crate) async fn keep_in_step(self) {
        let mut ticks = interval(IN_STEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(cause) = self.refresh().await {
                debug!("it cannot be read what is in force: {cause}");
            }
        }
    }

    /// Takes a report, with what the two have said to each other in `said` or at the board;
    /// [`REPORT_REASONS`] lists the reasons. Where the same player has an open report about the same
    /// other it is added to that one.
    ///
    /// # Errors
    /// When there are too many, or the database fails.
    pub async fn report(
        &self,
        by: UserId,
        about: UserId,
        game: Option<&str>,
        reason: &str,
        words: &str,
        said: Vec<ReportedLine>,
    ) -> Result<(), ReportError> {
        let now_ms = self.timebase.now_ms();
        let lines = if said.is_empty() { self.said_by(by, about, game).await } else { said };
        let lines: Vec<String> = lines.iter().map(write_json).collect();
        let lines = Some(lines.join("\n")).filter(|lines| !lines.is_empty());
        let lines = lines.as_deref();
        let report = NewReport { id: random::id(now_ms), by, about, game, reason, words, lines };
        let mut tx = self.store.write().await?;
        if !reports::add_to(&mut tx, report, WORDS_CHARS_MAX).await? {
            if reports::n_open_by(&mut tx, by).await? >= REPORTS_OPEN_MAX {
                return Err(ReportError::TooMany);
            }
            reports::insert(&mut tx, report, now_ms as i64).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// What the two have said at the board so far: nothing else keeps chat.
    async fn said_by(&self, by: UserId, about: UserId, game: Option<&str>) -> Vec<ReportedLine> {
        let code = game.and_then(|game| game.parse().ok());
        let Some(room) = code.and_then(|code| self.directory.live(code)) else { return Vec::new() };
        let said = room.said().await.into_iter().filter_map(|line| {
            let by_reporter = line.user == by;
            (by_reporter || line.user == about).then_some(ReportedLine {
                by_reporter,
                at_ms: line.at_ms,
                text: line.text,
            })
        });
        said.collect()
    }

    /// The open reports about a player.
    pub async fn open_reports_about(&self, user: UserId) -> Result<Vec<Report>> {
        reports::open_about(&mut self.store.read().await?, user).await
    }

    /// Gives somebody another name, or one that says nothing; the bell tells them. `None`: there is
    /// no such account.
    pub(crate) async fn rename(
        &self,
        by: UserId,
        user: UserId,
        name: Option<String>,
        reason: &str,
    ) -> Result<Option<String>> {
        let mut tx = self.store.write().await?;
        let given = NewName { by: Some(by), user, name, reason };
        let Some(name) = given.give(&mut tx, self.timebase.now_ms()).await? else {
            return Ok(None);
        };
        tx.commit().await?;
        Ok(Some(name))
    }

    /// The open reports, those of accounts before those of guests, and the oldest first.
    pub async fn open_reports(&self) -> Result<Vec<Report>> {
        reports::open(&mut self.store.read().await?).await
    }

    /// Closes a report. `false`: it is not open.
    pub async fn close_report(&self, by: UserId, id: Uuid) -> Result<bool> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        if !reports::close(&mut tx, id, by, now_ms as i64).await? {
            return Ok(false);
        }
        note(&mut tx, now_ms, Some(by), "close_report", None, &id.to_string()).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// All sanctions in force.
    pub async fn in_force(&self) -> Result<Vec<Sanction>> {
        let mut conn = self.store.read().await?;
        sanctions::in_force(&mut conn, self.timebase.now_ms() as i64).await
    }

    /// Imposes something. It bites at once: who is banned is signed
    /// out everywhere. Of an address ban there is one for each address that the player is known
    /// to come from and that may be banned.
    ///
    /// # Errors
    /// When the database fails; nothing is imposed then.
    pub async fn impose(&self, by: UserId, imposed: &Imposition) -> Result<ImposedSanction> {
        let now_ms = self.timebase.now_ms();
        let user = imposed.user;
        let mut tx = self.store.write().await?;
        let mut n_spared = 0;
        let addresses = match imposed.kind {
            SanctionKind::Address => {
                let mut addresses = self.presence.addresses(user);
                addresses.extend(sessions::addresses(&mut tx, user).await?);
                addresses.sort_unstable();
                addresses.dedup();
                let n_known = addresses.len();
                addresses.retain(|it| !imposed.spared.contains(it) && !is_this_machine(it));
                n_spared = n_known - addresses.len();
                addresses.into_iter().map(Some).collect()
            }
            SanctionKind::Mute | SanctionKind::Ban => vec![None],
        };
        let mut made = Vec::with_capacity(addresses.len());
        for address in addresses {
            let sanction = Sanction {
                id: random::id(now_ms),
                kind: imposed.kind,
                user,
                address,
                reason: imposed.reason.clone(),
                by,
                from_ms: now_ms as i64,
                until_ms: imposed.for_ms.map(|ms| now_ms.saturating_add(ms) as i64),
            };
            sanctions::insert(&mut tx, &sanction).await?;
            made.push(sanction);
        }
        let details = lasting(imposed.for_ms, &imposed.reason);
        let action = match imposed.kind {
            SanctionKind::Mute => "mute",
            SanctionKind::Ban => "ban",
            SanctionKind::Address => "ban_address",
        };
        note(&mut tx, now_ms, Some(by), action, Some(user), &details).await?;
        if imposed.kind == SanctionKind::Ban {
            sessions::delete_all(&mut tx, user).await?;
        }
        tx.commit().await?;
        for sanction in &made {
            self.directory.sanctions().impose(sanction.clone());
        }
        match imposed.kind {
            SanctionKind::Mute => {}
            SanctionKind::Ban => self.presence.ban(user),
            SanctionKind::Address => {
                made.iter().filter_map(|it| it.address.as_deref()).for_each(|address| {
                    self.presence.ban_address(address);
                });
            }
        }
        info!("a moderator has imposed {action}");
        Ok(ImposedSanction { n: made.len(), n_spared })
    }

    /// What somebody at the command line has imposed on a player bites here too.
    pub(crate) async fn heed_ban(&self, user: UserId) -> Result<()> {
        let now_ms = self.timebase.now_ms() as i64;
        let mut conn = self.store.read().await?;
        let mut bans = sanctions::of(&mut conn, user, now_ms).await?;
        bans.retain(|it| it.kind == SanctionKind::Ban && it.by == sanctions::CONSOLE);
        if !bans.is_empty() {
            bans.into_iter().for_each(|it| self.directory.sanctions().impose(it));
            self.presence.ban(user);
        }
        Ok(())
    }

    /// Lifts all that is imposed on a player, or on addresses because of them; how many sanctions
    /// that were.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lift_of(&self, by: UserId, user: UserId) -> Result<usize> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let mut lifted = Vec::new();
        for it in sanctions::of(&mut tx, user, now_ms as i64).await? {
            if sanctions::lift(&mut tx, it.id, by, now_ms as i64).await? {
                lifted.push(it.id);
            }
        }
        if !lifted.is_empty() {
            note(&mut tx, now_ms, Some(by), "lift", Some(user), "").await?;
            tx.commit().await?;
        }
        lifted.iter().for_each(|&id| self.directory.sanctions().lift(id));
        Ok(lifted.len())
    }

    /// Lifts a sanction. `false`: it is not in force.
    pub async fn lift(&self, by: UserId, id: Uuid) -> Result<bool> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        if !sanctions::lift(&mut tx, id, by, now_ms as i64).await? {
            return Ok(false);
        }
        note(&mut tx, now_ms, Some(by), "lift", None, &id.to_string()).await?;
        tx.commit().await?;
        self.directory.sanctions().lift(id);
        Ok(true)
    }

    /// Takes a review away, for a reason that stays in the log. `false`: it is not kept.
    pub async fn remove_review(
        &self,
        by: UserId,
        review: ReviewId,
        owner: UserId,
        reason: &str,
    ) -> Result<bool> {
        let mut tx = self.store.write().await?;
        if !reviews::delete(&mut tx, review).await? {
            return Ok(false);
        }
        let details = format!("{}: {reason}", review.code());
        let now_ms = self.timebase.now_ms();
        note(&mut tx, now_ms, Some(by), "remove_review", Some(owner), &details).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Notes that somebody takes away what somebody else has said at the board of a broadcast.
    pub(crate) async fn note_removed_line(
        &self,
        by: UserId,
        speaker: UserId,
        board: Code,
    ) -> Result<()> {
        let mut tx = self.store.write().await?;
        let now_ms = self.timebase.now_ms();
        note(&mut tx, now_ms, Some(by), "remove_line", Some(speaker), &board.to_string()).await?;
        tx.commit().await
    }

    /// Takes a study away with its chapters, for a reason that stays in the log. `false`: it is not
    /// there.
    pub async fn remove_study(
        &self,
        by: UserId,
        study: StudyId,
        owner: UserId,
        reason: &str,
    ) -> Result<bool> {
        let mut tx = self.store.write().await?;
        if !studies::delete(&mut tx, study).await? {
            return Ok(false);
        }
        let details = format!("{}: {reason}", study.code());
        let now_ms = self.timebase.now_ms();
        note(&mut tx, now_ms, Some(by), "remove_study", Some(owner), &details).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// A page of what was done, the latest first; the next one begins after the last entry of
    /// this.
    pub async fn entries(&self, after: PageKey) -> Result<Vec<NamedAuditEntry>> {
        audit::before(&mut self.store.read().await?, after, audit::LISTED_MAX).await
    }
}

/// Another name for somebody, in the words of who gives it.
pub(crate) struct NewName<'a> {
    /// Who gives it; somebody at the command line without it.
    pub(crate) by: Option<UserId>,
    pub(crate) user: UserId,
    /// The name, which must have been checked; without it one that says nothing.
    pub(crate) name: Option<String>,
    pub(crate) reason: &'a str,
}

impl NewName<'_> {
    /// Gives it; which name that is. `None`: there is no such account.
    pub(crate) async fn give(self, tx: &mut Tx, now_ms: u64) -> Result<Option<String>> {
        let Self { by, user, name, reason } = self;
        let Some(account) = accounts::find(tx, user).await? else { return Ok(None) };
        let name = name.unwrap_or_else(|| neutral_name(user));
        accounts::set_name(tx, user, &name).await?;
        people::index(tx, user, &account.handle, &name).await?;
        games::name(tx, user, &name).await?;
        note(tx, now_ms, by, "rename", Some(user), reason).await?;
        let item = BellItem::Renamed { name: name.clone(), reason: reason.to_owned() };
        ring(tx, user, None, now_ms as i64, &item).await?;
        Ok(Some(name))
    }
}

/// Bans somebody from the whole site, at the command line: a running server reads it there.
pub(crate) async fn ban_at_console(
    tx: &mut Tx,
    now_ms: u64,
    user: UserId,
    reason: &str,
    for_ms: Option<u64>,
) -> Result<()> {
    let sanction = Sanction {
        id: random::id(now_ms),
        kind: SanctionKind::Ban,
        user,
        address: None,
        reason: reason.to_owned(),
        by: sanctions::CONSOLE,
        from_ms: now_ms as i64,
        until_ms: for_ms.map(|ms| now_ms.saturating_add(ms) as i64),
    };
    sanctions::insert(tx, &sanction).await?;
    note(tx, now_ms, None, "ban", Some(user), &lasting(for_ms, reason)).await?;
    sessions::delete_all(tx, user).await?;
    Ok(())
}

/// What the log says of a sanction.
fn lasting(for_ms: Option<u64>, reason: &str) -> String {
    match for_ms {
        Some(ms) => format!("{} h: {reason}", ms / 3_600_000),
        None => reason.to_owned(),
    }
}

/// Whether everybody on this machine, a proxy among them, comes from the address.
fn is_this_machine(address: &str) -> bool {
    // The network of `::1` is written as its first address.
    address.parse::<IpAddr>().is_ok_and(|it| it.is_loopback() || it.is_unspecified())
}

/// Notes in the audit log what somebody has done.
pub(crate) async fn note(
    tx: &mut Tx,
    now_ms: u64,
    by: Option<UserId>,
    action: &str,
    about: Option<UserId>,
    details: &str,
) -> Result<()> {
    let entry = AuditEntry {
        id: random::id(now_ms),
        at_ms: now_ms as i64,
        by,
        action: action.to_owned(),
        about,
        details: details.to_owned(),
    };
    audit::insert(tx, &entry).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_ban_closes_the_machine_itself() {
        for address in ["127.0.0.1", "127.8.9.1", "::", "::1", "0.0.0.0"] {
            assert!(is_this_machine(address), "{address}");
        }
        for address in ["10.0.0.1", "203.0.113.7", "2001:db8:1:2::", "x"] {
            assert!(!is_this_machine(address), "{address}");
        }
    }
}
