//! Finding tournaments: in a phase, by words, by club and by player, page by page. No search reads
//! documents.

use std::collections::{BTreeSet, HashMap, HashSet};

use komadai_ids::{ClubId, TournamentId, UserId};
use uuid::Uuid;

use super::{Tournament, TournamentSummary};
use crate::{
    Conn, PageKey, Result, Tx, bell,
    broadcasts::boards,
    circuits,
    db::{all, execute, optional, optional_value, row, select, value},
    terms::{TermTable, term_table},
};

/// By how many terms one tournament is found at most: a large one by some thousand players.
pub const TERMS_MAX: usize = 20_000;

/// Who looks at a list, which shows them what they may see: what a private club plays is for its
/// members and for those who organise it or take part.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListReader {
    pub user: Option<UserId>,
    /// Whether nothing is kept from them.
    pub sees_all: bool,
}

/// Which tournaments of a phase are looked for.
#[derive(Clone, Copy, Debug)]
pub struct SoughtTournaments<'a> {
    pub phase: &'a str,
    /// What a term begins with, folded; empty for all.
    pub words: &'a str,
    /// Empty for all.
    pub format: &'a str,
    /// Empty for all.
    pub variant: &'a str,
    pub club: Option<ClubId>,
    /// Somebody to whose clubs they belong.
    pub clubs_of: Option<UserId>,
    /// Somebody who takes part.
    pub player: Option<UserId>,
    /// Listed from this instant on.
    pub from_ms: i64,
    /// Listed before this instant.
    pub until_ms: i64,
    /// Whether those are among them that are not in everybody's list.
    pub with_unlisted: bool,
}

/// The tournaments that meet all of it, the latest first.
pub async fn search(
    conn: &mut Conn,
    sought: SoughtTournaments<'_>,
    reader: ListReader,
    after: PageKey,
    limit: u32,
) -> Result<Vec<TournamentSummary>> {
    let start = sought.words.as_bytes();
    // No text has this byte: all that begins like the start lies before it.
    let end = [start, &[u8::MAX]].concat();
    all!(
        conn,
        select!(
            TournamentSummary,
            "FROM tournaments WHERE id IN (SELECT id FROM tournaments WHERE phase = $1 \
                 AND (listed_ms, id) < ($2, $3) AND listed_ms >= $4 AND listed_ms < $5 \
                 AND ($6 = '' OR format = $6) AND ($7 = '' OR variant = $7) \
                 AND (is_listed OR $8) \
                 AND (club_id IS NULL OR $9 OR owner_id = $10 \
                     OR club_id IN (SELECT clubs.id FROM clubs WHERE NOT clubs.private) \
                     OR club_id IN (SELECT club_members.club_id FROM club_members \
                         WHERE user_id = $10) \
                     OR id IN (SELECT tournament_id FROM tournament_players WHERE user_id = $10)) \
                 AND ($11 IS NULL OR club_id = $11) \
                 AND ($12 IS NULL OR id IN (SELECT tournament_id FROM tournament_players \
                     WHERE user_id = $12)) \
                 AND ($17 IS NULL OR club_id IN (SELECT own.club_id FROM club_members AS own \
                     JOIN clubs ON clubs.id = own.club_id \
                     WHERE own.user_id = $17 AND clubs.closed_ms IS NULL)) \
                 AND ($13 = '' OR id IN (SELECT tournament_id FROM tournament_terms \
                     WHERE term >= $14 AND term < $15)) \
                 ORDER BY listed_ms DESC, id DESC LIMIT $16) \
             ORDER BY listed_ms DESC, id DESC"
        ),
        sought.phase,
        after.at_ms,
        after.id,
        sought.from_ms,
        sought.until_ms,
        sought.format,
        sought.variant,
        sought.with_unlisted,
        reader.sees_all,
        reader.user.map(UserId::uuid),
        sought.club.map(ClubId::uuid),
        sought.player.map(UserId::uuid),
        sought.words,
        start,
        end.as_slice(),
        i64::from(limit),
        sought.clubs_of.map(UserId::uuid)
    )
    .await
}

/// When the first of a club's tournaments that are over is listed, or of all in everybody's list.
pub async fn oldest_ms(conn: &mut Conn, club: Option<ClubId>) -> Result<Option<i64>> {
    if let Some(club) = club {
        return optional_value!(
            conn,
            "SELECT listed_ms FROM tournaments WHERE club_id = $1 AND phase = 'over' \
             ORDER BY listed_ms LIMIT 1",
            club.uuid()
        )
        .await;
    }
    optional_value!(
        conn,
        "SELECT listed_ms FROM tournaments WHERE phase = 'over' AND is_listed \
         ORDER BY listed_ms LIMIT 1"
    )
    .await
}

/// The tournaments that somebody organises or takes part in, the latest first.
pub async fn of_user(
    conn: &mut Conn,
    user: UserId,
    after: PageKey,
    limit: u32,
) -> Result<Vec<TournamentSummary>> {
    all!(
        conn,
        select!(
            TournamentSummary,
            "FROM tournaments WHERE (listed_ms, id) < ($2, $3) AND (owner_id = $1 \
                 OR id IN (SELECT tournament_id FROM tournament_players WHERE user_id = $1)) \
             ORDER BY listed_ms DESC, id DESC LIMIT $4"
        ),
        user.uuid(),
        after.at_ms,
        after.id,
        i64::from(limit)
    )
    .await
}

/// How many tournaments of somebody's own are not over.
pub async fn n_unfinished(conn: &mut Conn, owner: UserId) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM tournaments WHERE owner_id = $1 \
             AND phase NOT IN ('over', 'cancelled')",
        owner.uuid()
    )
    .await
}

/// How many tournaments somebody has made since an instant.
pub async fn n_made(conn: &mut Conn, owner: UserId, since_ms: i64) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM tournaments WHERE owner_id = $1 AND created_ms >= $2",
        owner.uuid(),
        since_ms
    )
    .await
}

row! {
    /// A tournament that somebody plays or has played.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PlayedTournament in "tournaments" {
        pub summary: TournamentSummary = TournamentSummary::from_row,
        /// Their entry, once it is over.
        pub entry: Option<String>,
        /// Their place then.
        pub place: Option<i64> = "final_place",
        /// Their points, in quarters.
        pub quarters: Option<i64>,
    }
}

/// What somebody plays and has played, as far as a reader sees it, the latest first.
pub async fn played_by(
    conn: &mut Conn,
    player: UserId,
    reader: ListReader,
    after: PageKey,
    limit: u32,
) -> Result<Vec<PlayedTournament>> {
    all!(
        conn,
        select!(
            TournamentSummary,
            ", CASE WHEN phase = 'over' THEN entry END AS entry, \
             CASE WHEN phase = 'over' THEN final_place END AS final_place, \
             CASE WHEN phase = 'over' THEN quarters END AS quarters \
             FROM tournament_players JOIN tournaments ON tournaments.id = tournament_id \
             WHERE user_id = $1 AND phase IN ('running', 'over') \
                 AND (listed_ms, id) < ($2, $3) \
                 AND (club_id IS NULL OR $4 OR owner_id = $5 OR user_id = $5 \
                     OR club_id IN (SELECT clubs.id FROM clubs WHERE NOT clubs.private) \
                     OR club_id IN (SELECT club_members.club_id FROM club_members \
                         WHERE club_members.user_id = $5) \
                     OR id IN (SELECT own.tournament_id FROM tournament_players AS own \
                         WHERE own.user_id = $5)) \
             ORDER BY listed_ms DESC, id DESC LIMIT $6"
        ),
        player.uuid(),
        after.at_ms,
        after.id,
        reader.sees_all,
        reader.user.map(UserId::uuid),
        i64::from(limit)
    )
    .await
}

row! {
    /// How somebody did in a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FinalResult in "tournament_players" {
        pub user: UserId = "user_id",
        pub entry: String,
        pub place: i64 = "final_place",
        pub quarters: i64,
    }
}

/// Writes down how the players did, instead of what was written before: after a correction somebody
/// may be in no ranking any more. What stays is not written again.
pub async fn set_results(tx: &mut Tx, id: TournamentId, results: &[FinalResult]) -> Result<()> {
    let known: Vec<FinalResult> = all!(
        tx,
        select!(
            FinalResult,
            "FROM tournament_players WHERE tournament_id = $1 AND final_place IS NOT NULL"
        ),
        id.uuid()
    )
    .await?;
    let known: HashMap<UserId, FinalResult> = known.into_iter().map(|it| (it.user, it)).collect();
    for it in results.iter().filter(|it| known.get(&it.user) != Some(it)) {
        execute!(
            tx,
            "UPDATE tournament_players SET entry = $3, final_place = $4, quarters = $5 \
             WHERE user_id = $1 AND tournament_id = $2",
            it.user.uuid(),
            id.uuid(),
            &it.entry,
            it.place,
            it.quarters
        )
        .await?;
    }
    let ranked: HashSet<UserId> = results.iter().map(|it| it.user).collect();
    for user in known.keys().filter(|user| !ranked.contains(user)) {
        execute!(
            tx,
            "UPDATE tournament_players SET entry = NULL, final_place = NULL, quarters = NULL \
             WHERE user_id = $1 AND tournament_id = $2",
            user.uuid(),
            id.uuid()
        )
        .await?;
    }
    Ok(())
}

/// Says by which terms a tournament is found, instead of those of before; the first [`TERMS_MAX`].
pub async fn set_terms(tx: &mut Tx, id: TournamentId, terms: &BTreeSet<String>) -> Result<()> {
    const TERMS: TermTable = term_table!("tournament_terms", "tournament_id");
    TERMS.set(tx, id.uuid(), terms, TERMS_MAX).await
}

/// A tournament whose columns and terms are from before there were any.
pub async fn not_indexed(conn: &mut Conn) -> Result<Option<Tournament>> {
    optional!(
        conn,
        select!(
            TournamentSummary,
            ", document FROM tournaments WHERE is_indexed = FALSE ORDER BY id LIMIT 1"
        )
    )
    .await
}

/// Writes down what lists say of a tournament. `false`: it has changed meanwhile, and nothing is
/// written.
pub async fn set_listing(tx: &mut Tx, of: &TournamentSummary) -> Result<bool> {
    let written = execute!(
        tx,
        "UPDATE tournaments SET format = $3, variant = $4, place = $5, first_day = $6, \
             last_day = $7, listed_ms = $8, winners = $9, is_listed = $10, is_indexed = TRUE \
         WHERE id = $1 AND version = $2",
        of.id.uuid(),
        of.version,
        &of.format,
        &of.variant,
        &of.place,
        of.first_day.as_deref(),
        of.last_day.as_deref(),
        of.listed_ms,
        &of.winners,
        of.is_listed
    )
    .await?;
    Ok(written > 0)
}

/// Leaves a tournament as it is whose document cannot be read.
pub async fn set_indexed(tx: &mut Tx, id: TournamentId) -> Result<()> {
    execute!(tx, "UPDATE tournaments SET is_indexed = TRUE WHERE id = $1", id.uuid()).await?;
    Ok(())
}

/// Takes a tournament away with everything that was said and done in it, and with the items of bells
/// that `tell` of it.
pub async fn delete(tx: &mut Tx, id: TournamentId, tell: &[Uuid]) -> Result<()> {
    let id_column = id.uuid();
    execute!(tx, "DELETE FROM tournament_terms WHERE tournament_id = $1", id_column).await?;
    execute!(tx, "DELETE FROM tournament_players WHERE tournament_id = $1", id_column).await?;
    execute!(tx, "DELETE FROM tournament_acts WHERE tournament_id = $1", id_column).await?;
    circuits::leave_all(tx, id).await?;
    boards::forget_event(tx, id).await?;
    for item in tell {
        bell::delete(tx, *item).await?;
    }
    execute!(tx, "DELETE FROM tournaments WHERE id = $1", id_column).await?;
    Ok(())
}
