//! Looking for tournaments, and taking away those in which nothing was played.

use komadai_ids::{ClubId, Code, UserId};
use komadai_store::{
    Conn, PageKey, Result, Role, TournamentSummary, bell,
    tournaments::archive::{self as rows, ListReader, PlayedTournament, SoughtTournaments},
};

use super::{
    TournamentError, TournamentRefusal, Tournaments, UNFINISHED_MAX,
    listing::asked_term,
    seeing::runs_site,
    state::{Phase, Tournament},
};
use crate::{Member, moderation::note};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// For so long an account is new.
const NEW_MS: i64 = 7 * DAY_MS;

/// How many tournaments a new account makes within a day at most.
const MADE_BY_NEW_MAX: i64 = 20;

/// How many any other does: a club brings in the files of all its years in one evening.
const MADE_MAX: i64 = 200;

/// Which tournaments are asked for; what is empty or `None` is open.
#[derive(Clone, Debug, Default)]
pub struct TournamentQuery {
    /// Words of its name, its place, its club or a player's name, as they were typed.
    pub words: String,
    /// A format's name.
    pub format: String,
    /// A variant's name.
    pub variant: String,
    pub club: Option<ClubId>,
    /// Somebody to whose clubs they belong.
    pub clubs_of: Option<UserId>,
    /// Somebody who takes part.
    pub player: Option<UserId>,
    /// From when until when, in Unix milliseconds.
    pub time: Option<(i64, i64)>,
}

impl TournamentQuery {
    /// Whether something is looked for, so that everything is found, and not what is in everybody's
    /// list alone.
    fn is_search(&self) -> bool {
        !self.words.trim().is_empty()
            || self.club.is_some()
            || self.clubs_of.is_some()
            || self.player.is_some()
    }
}

/// A page of a list of tournaments, and where it goes on.
#[derive(Clone, Debug)]
pub struct FoundPage<T> {
    pub tournaments: Vec<T>,
    /// The last of a full page.
    pub last: Option<PageKey>,
}

impl<T> FoundPage<T> {
    fn of(tournaments: Vec<T>, limit: u32, summary: impl Fn(&T) -> &TournamentSummary) -> Self {
        let last = tournaments.last().filter(|_| tournaments.len() >= limit as usize);
        let last = last.map(|it| {
            let it = summary(it);
            PageKey { at_ms: it.listed_ms, id: it.id.uuid() }
        });
        Self { tournaments, last }
    }
}

impl Tournaments {
    /// The tournaments of a phase that somebody sees, the latest first. Whether they may see drafts
    /// is for the caller to know.
    pub async fn search(
        &self,
        phase: Phase,
        asked: &TournamentQuery,
        reader: Option<UserId>,
        after: PageKey,
        limit: u32,
    ) -> Result<FoundPage<TournamentSummary>> {
        let mut conn = self.inner.store.read().await?;
        let words = asked_term(&asked.words);
        if words.is_empty() && !asked.words.trim().is_empty() {
            return Ok(FoundPage { tournaments: Vec::new(), last: None });
        }
        let (from_ms, until_ms) = asked.time.unwrap_or((i64::MIN, i64::MAX));
        let sought = SoughtTournaments {
            phase: phase.as_str(),
            words: &words,
            format: &asked.format,
            variant: &asked.variant,
            club: asked.club,
            clubs_of: asked.clubs_of,
            player: asked.player,
            from_ms,
            until_ms,
            with_unlisted: asked.is_search(),
        };
        let reader = list_reader(&mut conn, reader).await?;
        let found = rows::search(&mut conn, sought, reader, after, limit).await?;
        Ok(FoundPage::of(found, limit, |it| it))
    }

    /// When the first tournament that is over is listed: a club's, or any.
    pub async fn oldest_ms(&self, club: Option<ClubId>) -> Result<Option<i64>> {
        rows::oldest_ms(&mut self.inner.store.read().await?, club).await
    }

    /// The tournaments that somebody organises or takes part in, drafts among them.
    pub async fn of_user(
        &self,
        user: UserId,
        after: PageKey,
        limit: u32,
    ) -> Result<FoundPage<TournamentSummary>> {
        let mut conn = self.inner.store.read().await?;
        let found = rows::of_user(&mut conn, user, after, limit).await?;
        Ok(FoundPage::of(found, limit, |it| it))
    }

    /// What a player plays and has played, as `reader` sees it.
    pub async fn played(
        &self,
        player: UserId,
        reader: Option<UserId>,
        after: PageKey,
        limit: u32,
    ) -> Result<FoundPage<PlayedTournament>> {
        let mut conn = self.inner.store.read().await?;
        let reader = list_reader(&mut conn, reader).await?;
        let found = rows::played_by(&mut conn, player, reader, after, limit).await?;
        Ok(FoundPage::of(found, limit, |it| &it.summary))
    }

    /// Takes a tournament away with all its traces, as far as [`Tournament::is_deletable_by`] says.
    ///
    /// # Errors
    /// When it is not done; nothing has changed then.
    pub async fn delete(&self, code: Code, by: &Member) -> Result<(), TournamentError> {
        let held = self.held(code).await?;
        let mut is_unsure = held.change.lock().await;
        self.find_out(code, &held, &mut is_unsure).await?;
        let it = held.stored().tournament;
        if !self.is_seen(&it, Some(by.player.id)).await? {
            return Err(TournamentError::Unknown);
        }
        if it.owner != by.player.id && by.role < Some(Role::Moderator) {
            return Err(TournamentRefusal::NotOwner.into());
        }
        if !it.is_deletable_by(by) {
            return Err(TournamentRefusal::HasGames.into());
        }
        let tell = bell::of_tournament(&mut self.inner.store.read().await?, code).await?;
        *is_unsure = true;
        let mut tx = self.inner.store.write().await?;
        rows::delete(&mut tx, it.id, &tell).await?;
        if it.owner != by.player.id {
            let (by, now_ms) = (Some(by.player.id), self.inner.directory.timebase().now_ms());
            let what = format!("{code}: {}", it.event.name);
            note(&mut tx, now_ms, by, "delete_tournament", Some(it.owner), &what).await?;
        }
        tx.commit().await?;
        self.inner.held.lock().remove(&code);
        self.note_change();
        // Open pages ask again, and hear that it is gone.
        let (presence, render) = (self.inner.directory.presence(), self.inner.directory.render());
        presence.tournament_changed(code, held.stored().version + 1, render);
        Ok(())
    }
}

impl Tournament {
    /// Whether somebody may take it away: its owner as long as nothing was played in it here,
    /// moderators as long as it has no games of this site.
    pub fn is_deletable_by(&self, by: &Member) -> bool {
        let moderates = by.role >= Some(Role::Moderator);
        let is_own = self.owner == by.player.id;
        (is_own && self.is_deletable()) || (moderates && self.boards.is_empty())
    }
}

/// Whether somebody may make one more tournament.
///
/// # Errors
/// [`TournamentError::TooMany`] and [`TournamentError::TooManyToday`], and when the database fails.
pub(super) async fn may_make(
    conn: &mut Conn,
    owner: UserId,
    now_ms: i64,
) -> Result<(), TournamentError> {
    if rows::n_unfinished(conn, owner).await? >= UNFINISHED_MAX as i64 {
        return Err(TournamentError::TooMany);
    }
    // An account's id says when it was made.
    let known_s = owner.uuid().get_timestamp().map_or(0, |it| it.to_unix().0);
    let is_new = now_ms - (known_s as i64).saturating_mul(1_000) < NEW_MS;
    let max = if is_new { MADE_BY_NEW_MAX } else { MADE_MAX };
    if rows::n_made(conn, owner, now_ms - DAY_MS).await? >= max {
        return Err(TournamentError::TooManyToday(max));
    }
    Ok(())
}

async fn list_reader(conn: &mut Conn, reader: Option<UserId>) -> Result<ListReader> {
    let sees_all = match reader {
        Some(reader) => runs_site(conn, reader).await?,
        None => false,
    };
    Ok(ListReader { user: reader, sees_all })
}
