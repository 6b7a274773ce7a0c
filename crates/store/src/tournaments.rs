//! Tournaments: one document each, which changes as a whole, and what was done to it. Finding them
//! is in [`archive`].

pub mod archive;

use komadai_ids::{ClubId, Code, TournamentId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Error, Result, Tx,
    db::{all, execute, optional, optional_value, row, select, values},
    games::code_column,
};

row! {
    /// What lists show of a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TournamentSummary in "tournaments" {
        /// The tournament; its address is `id.code()`.
        pub id: TournamentId,
        /// Whose it is.
        pub owner: UserId = "owner_id",
        /// The club's, if it is one's.
        pub club: Option<ClubId> = "club_id",
        pub name: String,
        /// How far it has come, as a word of a list.
        pub phase: String,
        /// When it begins, in Unix milliseconds, where that is set.
        pub starts_ms: Option<i64>,
        /// How many take part.
        pub players: i64,
        /// Counts its changes.
        pub version: i64,
        /// When it was made, in Unix milliseconds.
        pub created_ms: i64,
        /// When it last changed.
        pub changed_ms: i64,
        /// The format's name.
        pub format: String,
        /// The variant's name.
        pub variant: String,
        /// The town, if it is said.
        pub place: String,
        /// The first day, as `2026-11-21`, of an event that is known by its days only.
        pub first_day: Option<String>,
        /// The last.
        pub last_day: Option<String>,
        /// What lists go by, in Unix milliseconds: when it ended, or begins, or was made.
        pub listed_ms: i64,
        /// Who has won it, a name on each line.
        pub winners: String,
        /// Whether it is in everybody's list, and not only found by who looks for it.
        pub is_listed: bool,
    }
}

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Tournament in "tournaments" {
        /// What lists show of it.
        pub summary: TournamentSummary = TournamentSummary::from_row,
        /// Everything else, as JSON.
        pub document: String,
    }
}

row! {
    /// Something that was done in a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TournamentAct in "tournament_acts" {
        /// Chosen by the person who acted.
        pub id: Uuid,
        /// The version that it led to.
        pub version: i64,
        /// When, in Unix milliseconds.
        pub at_ms: i64,
        /// By whom; the director itself without it.
        pub by: Option<UserId> = "by_id",
        /// What, as JSON.
        pub act: String,
        /// Why, where a reason is given.
        pub reason: String,
    }
}

row! {
    /// As it is listed, with a name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NamedAct in "tournament_acts" {
        /// What was done.
        pub act: TournamentAct = TournamentAct::from_row,
        /// The name of who did it.
        pub by_name: Option<String>,
    }
}

/// Puts a new tournament in.
pub async fn insert(tx: &mut Tx, new: &Tournament) -> Result<()> {
    let it = &new.summary;
    execute!(
        tx,
        "INSERT INTO tournaments (id, code, owner_id, name, phase, starts_ms, players, version, \
             document, created_ms, changed_ms, club_id, format, variant, place, first_day, \
             last_day, listed_ms, winners, is_listed, is_indexed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
             $19, $20, TRUE)",
        it.id.uuid(),
        code_column(it.id.code()),
        it.owner.uuid(),
        &it.name,
        &it.phase,
        it.starts_ms,
        it.players,
        it.version,
        &new.document,
        it.created_ms,
        it.changed_ms,
        it.club.map(ClubId::uuid),
        &it.format,
        &it.variant,
        &it.place,
        it.first_day.as_deref(),
        it.last_day.as_deref(),
        it.listed_ms,
        &it.winners,
        it.is_listed
    )
    .await?;
    Ok(())
}

/// Changes a tournament from the version before to that of `changed`.
///
/// # Errors
/// When the database fails, or somebody else has changed it meanwhile ([`Error::Conflict`]).
pub async fn change(tx: &mut Tx, changed: &Tournament) -> Result<()> {
    let it = &changed.summary;
    let n_changed = execute!(
        tx,
        "UPDATE tournaments SET name = $1, phase = $2, starts_ms = $3, players = $4, \
             version = $5, document = $6, changed_ms = $7, club_id = $8, format = $11, \
             variant = $12, place = $13, first_day = $14, last_day = $15, listed_ms = $16, \
             winners = $17, is_listed = $18 \
         WHERE id = $9 AND version = $10",
        &it.name,
        &it.phase,
        it.starts_ms,
        it.players,
        it.version,
        &changed.document,
        it.changed_ms,
        it.club.map(ClubId::uuid),
        it.id.uuid(),
        it.version - 1,
        &it.format,
        &it.variant,
        &it.place,
        it.first_day.as_deref(),
        it.last_day.as_deref(),
        it.listed_ms,
        &it.winners,
        it.is_listed
    )
    .await?;
    if n_changed == 0 { Err(Error::Conflict) } else { Ok(()) }
}

/// Somebody takes part in a tournament, or does no longer.
pub async fn take_part(tx: &mut Tx, id: TournamentId, user: UserId, does: bool) -> Result<()> {
    if does {
        execute!(
            tx,
            "INSERT INTO tournament_players (user_id, tournament_id) VALUES ($1, $2) \
             ON CONFLICT (user_id, tournament_id) DO NOTHING",
            user.uuid(),
            id.uuid()
        )
        .await?;
    } else {
        execute!(
            tx,
            "DELETE FROM tournament_players WHERE user_id = $1 AND tournament_id = $2",
            user.uuid(),
            id.uuid()
        )
        .await?;
    }
    Ok(())
}

/// Notes what was done.
pub async fn note(tx: &mut Tx, id: TournamentId, act: &TournamentAct) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tournament_acts (id, tournament_id, version, at_ms, by_id, act, reason) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        act.id,
        id.uuid(),
        act.version,
        act.at_ms,
        act.by.map(UserId::uuid),
        &act.act,
        &act.reason
    )
    .await?;
    Ok(())
}

/// The act with this id, if it was done.
pub async fn act(conn: &mut Conn, act: Uuid) -> Result<Option<NamedAct>> {
    optional!(
        conn,
        "SELECT acts.id, acts.version, acts.at_ms, acts.by_id, users.name AS by_name, acts.act, \
             acts.reason \
         FROM tournament_acts AS acts LEFT JOIN users ON users.id = acts.by_id WHERE acts.id = $1",
        act
    )
    .await
}

/// What was done in a tournament before a version, the latest first.
pub async fn acts(
    conn: &mut Conn,
    id: TournamentId,
    before: i64,
    limit: u32,
) -> Result<Vec<NamedAct>> {
    all!(
        conn,
        "SELECT acts.id, acts.version, acts.at_ms, acts.by_id, users.name AS by_name, acts.act, \
             acts.reason \
         FROM tournament_acts AS acts LEFT JOIN users ON users.id = acts.by_id \
         WHERE acts.tournament_id = $1 AND acts.version < $2 ORDER BY acts.version DESC LIMIT $3",
        id.uuid(),
        before,
        i64::from(limit)
    )
    .await
}

/// The acts of all tournaments that mention somebody.
pub async fn acts_naming(conn: &mut Conn, user: UserId) -> Result<Vec<NamedAct>> {
    all!(
        conn,
        "SELECT acts.id, acts.version, acts.at_ms, acts.by_id, users.name AS by_name, acts.act, \
             acts.reason \
         FROM tournament_acts AS acts LEFT JOIN users ON users.id = acts.by_id \
         WHERE acts.act LIKE $1",
        format!("%{}%", user.uuid())
    )
    .await
}

/// Writes an act anew, in which a name was put out.
pub async fn rewrite_act(tx: &mut Tx, act: Uuid, text: &str) -> Result<()> {
    execute!(tx, "UPDATE tournament_acts SET act = $2 WHERE id = $1", act, text).await?;
    Ok(())
}

/// The tournament with this address.
pub async fn find_by_code(conn: &mut Conn, code: Code) -> Result<Option<Tournament>> {
    optional!(
        conn,
        select!(TournamentSummary, ", document FROM tournaments WHERE code = $1"),
        code_column(code)
    )
    .await
}

/// The version of the tournament with this address.
pub async fn version(conn: &mut Conn, code: Code) -> Result<Option<i64>> {
    optional_value!(conn, "SELECT version FROM tournaments WHERE code = $1", code_column(code))
        .await
}

/// The addresses of the tournaments whose documents name somebody, in whatever part. All are
/// looked through: it is asked when somebody deletes their account or takes along what is kept of it.
pub async fn naming(conn: &mut Conn, user: UserId) -> Result<Vec<Code>> {
    let found: Vec<TournamentId> = values!(
        conn,
        "SELECT id FROM tournaments WHERE owner_id = $1 OR REPLACE(document, $2, '') <> document \
         ORDER BY id",
        user.uuid(),
        user.uuid().hyphenated().to_string()
    )
    .await?;
    Ok(found.into_iter().map(|id| id.code()).collect())
}

/// The addresses of the tournaments that somebody owns or takes part in, and of the drafts that
/// name them.
pub async fn of_person(conn: &mut Conn, user: UserId) -> Result<Vec<Code>> {
    let found: Vec<TournamentId> = values!(
        conn,
        "SELECT id FROM tournaments WHERE owner_id = $1 \
             OR id IN (SELECT tournament_id FROM tournament_players WHERE user_id = $1) \
             OR (phase = 'draft' AND REPLACE(document, $2, '') <> document)",
        user.uuid(),
        user.uuid().hyphenated().to_string()
    )
    .await?;
    Ok(found.into_iter().map(|id| id.code()).collect())
}

/// Every tournament of a phase, for the director's start.
pub async fn all_in_phase(conn: &mut Conn, phase: &str) -> Result<Vec<Tournament>> {
    all!(
        conn,
        select!(TournamentSummary, ", document FROM tournaments WHERE phase = $1 ORDER BY id"),
        phase
    )
    .await
}
