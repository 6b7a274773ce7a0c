//! Circuits: what they say of themselves, their events, and who is one person in them.

use komadai_ids::{CircuitId, ClubId, Code, TournamentId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select, value, values},
    games::code_column,
};

/// How many circuits a list has at most.
pub const CIRCUITS_LISTED: u32 = 50;

/// How many events of a circuit, or aliases in it, are read at most.
const ROWS_MAX: i64 = 2_000;

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Circuit in "circuits" {
        /// Its address is `id.code()`.
        pub id: CircuitId,
        /// Who has made it.
        pub owner: UserId = "owner_id",
        /// The club's, if it is one's.
        pub club: Option<ClubId> = "club_id",
        pub name: String,
        /// The rest of what it says of itself, as JSON.
        pub settings: String,
        /// When it was made, in Unix milliseconds.
        pub created_ms: i64,
        /// When something about it last changed.
        pub changed_ms: i64,
    }
}

row! {
    /// A circuit in a list.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ListedCircuit in "circuits" {
        pub circuit: Circuit = Circuit::from_row,
        /// How many events it has.
        pub n_events: i64,
        /// Address and name of its club, if that is not closed.
        pub club_slug: Option<String>,
        pub club_name: Option<String>,
    }
}

row! {
    /// An event of a circuit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CircuitEvent in "circuit_events" {
        pub tournament: TournamentId = "tournament_id",
        /// What its points are multiplied by, in percent.
        pub weight_percent: i64,
    }
}

row! {
    /// Says who an entry, or a person of one key, is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CircuitAlias in "circuit_aliases" {
        pub source: String,
        pub target: String,
    }
}

/// Puts a new circuit in. `false`: it is there.
pub async fn insert(tx: &mut Tx, new: &Circuit) -> Result<bool> {
    let n_made = execute!(
        tx,
        "INSERT INTO circuits (id, code, owner_id, club_id, name, settings, created_ms, changed_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO NOTHING",
        new.id.uuid(),
        code_column(new.id.code()),
        new.owner.uuid(),
        new.club.map(ClubId::uuid),
        &new.name,
        &new.settings,
        new.created_ms,
        new.changed_ms
    )
    .await?;
    Ok(n_made > 0)
}

/// Locks a circuit for this transaction: others who want to change it wait for its end. `None`: it
/// is not there any more.
pub async fn take(tx: &mut Tx, id: CircuitId, now_ms: i64) -> Result<Option<Circuit>> {
    execute!(tx, "UPDATE circuits SET changed_ms = $2 WHERE id = $1", id.uuid(), now_ms).await?;
    optional!(tx, select!(Circuit, "FROM circuits WHERE id = $1"), id.uuid()).await
}

/// Says something else of a circuit.
pub async fn edit(tx: &mut Tx, id: CircuitId, name: &str, settings: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE circuits SET name = $2, settings = $3 WHERE id = $1",
        id.uuid(),
        name,
        settings
    )
    .await?;
    Ok(())
}

/// Deletes a circuit; its events stay.
pub async fn delete(tx: &mut Tx, id: CircuitId) -> Result<()> {
    execute!(tx, "DELETE FROM circuit_aliases WHERE circuit_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM circuit_events WHERE circuit_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM circuits WHERE id = $1", id.uuid()).await?;
    Ok(())
}

/// The circuit with this address.
pub async fn find_by_code(conn: &mut Conn, code: Code) -> Result<Option<Circuit>> {
    optional!(conn, select!(Circuit, "FROM circuits WHERE code = $1"), code_column(code)).await
}

/// How many circuits somebody has made that are there.
pub async fn n_owned(conn: &mut Conn, owner: UserId) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM circuits WHERE owner_id = $1", owner.uuid()).await
}

/// The circuits that a reader sees, those that changed last first: of everybody, of a club, of an
/// owner, or with an event. Those of private clubs are for their members and for whoever made them.
pub async fn listed(
    conn: &mut Conn,
    which: &WhichCircuits,
    reader: Option<UserId>,
) -> Result<Vec<ListedCircuit>> {
    let WhichCircuits { club, owner, event } = which;
    all!(
        conn,
        "SELECT circuits.*, clubs.slug AS club_slug, clubs.name AS club_name, \
             (SELECT COUNT(*) FROM circuit_events WHERE circuit_id = circuits.id) AS n_events \
         FROM circuits LEFT JOIN clubs ON clubs.id = circuits.club_id AND closed_ms IS NULL \
         WHERE ($1 IS NULL OR circuits.club_id = $1) AND ($2 IS NULL OR circuits.owner_id = $2) \
             AND ($3 IS NULL OR circuits.id IN \
                 (SELECT circuit_id FROM circuit_events WHERE tournament_id = $3)) \
             AND (circuits.club_id IS NULL OR clubs.private = FALSE OR circuits.owner_id = $4 \
                 OR circuits.club_id IN \
                     (SELECT club_members.club_id FROM club_members WHERE user_id = $4)) \
         ORDER BY circuits.changed_ms DESC, circuits.id DESC LIMIT $5",
        club.map(ClubId::uuid),
        owner.map(UserId::uuid),
        event.map(TournamentId::uuid),
        reader.map(UserId::uuid),
        i64::from(CIRCUITS_LISTED)
    )
    .await
}

/// Which circuits are listed: those of which everything holds that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhichCircuits {
    pub club: Option<ClubId>,
    pub owner: Option<UserId>,
    /// One of their events.
    pub event: Option<TournamentId>,
}

/// Adds an event, or weighs it otherwise.
pub async fn put_event(tx: &mut Tx, id: CircuitId, event: CircuitEvent, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO circuit_events (circuit_id, tournament_id, weight_percent, added_ms) \
         VALUES ($1, $2, $3, $4) \
         ON CONFLICT (circuit_id, tournament_id) DO UPDATE SET \
             weight_percent = excluded.weight_percent",
        id.uuid(),
        event.tournament.uuid(),
        event.weight_percent,
        now_ms
    )
    .await?;
    Ok(())
}

/// Takes an event out. `false`: it is none of its events.
pub async fn remove_event(tx: &mut Tx, id: CircuitId, event: TournamentId) -> Result<bool> {
    let n_gone = execute!(
        tx,
        "DELETE FROM circuit_events WHERE circuit_id = $1 AND tournament_id = $2",
        id.uuid(),
        event.uuid()
    )
    .await?;
    Ok(n_gone > 0)
}

/// An event is taken away: it is in no circuit any more, and neither is who its entries were.
pub(crate) async fn leave_all(tx: &mut Tx, event: TournamentId) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM circuit_aliases WHERE SUBSTR(source, 1, LENGTH($2)) = $2 AND circuit_id IN \
             (SELECT circuit_id FROM circuit_events WHERE tournament_id = $1)",
        event.uuid(),
        entry_key(event.code(), "")
    )
    .await?;
    execute!(tx, "DELETE FROM circuit_events WHERE tournament_id = $1", event.uuid()).await?;
    Ok(())
}

/// The events of a circuit, as they were added.
pub async fn events(conn: &mut Conn, id: CircuitId) -> Result<Vec<CircuitEvent>> {
    all!(
        conn,
        "SELECT tournament_id, weight_percent FROM circuit_events WHERE circuit_id = $1 \
         ORDER BY added_ms, tournament_id LIMIT $2",
        id.uuid(),
        ROWS_MAX
    )
    .await
}

/// Says who an entry, or a person of one key, is.
pub async fn put_alias(tx: &mut Tx, id: CircuitId, alias: &CircuitAlias) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO circuit_aliases (circuit_id, source, target) VALUES ($1, $2, $3) \
         ON CONFLICT (circuit_id, source) DO UPDATE SET target = excluded.target",
        id.uuid(),
        &alias.source,
        &alias.target
    )
    .await?;
    Ok(())
}

/// Says it no longer.
pub async fn remove_alias(tx: &mut Tx, id: CircuitId, source: &str) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM circuit_aliases WHERE circuit_id = $1 AND source = $2",
        id.uuid(),
        source
    )
    .await?;
    Ok(())
}

/// Who is one person in a circuit.
pub async fn aliases(conn: &mut Conn, id: CircuitId) -> Result<Vec<CircuitAlias>> {
    all!(
        conn,
        "SELECT source, target FROM circuit_aliases WHERE circuit_id = $1 ORDER BY source LIMIT $2",
        id.uuid(),
        ROWS_MAX
    )
    .await
}

/// The key of an entry of an event in circuits.
pub fn entry_key(event: Code, entry: &str) -> String {
    format!("={event}/{entry}")
}

/// The key of an account in circuits.
pub fn account_key(user: Code) -> String {
    format!("@{user}")
}

/// Somebody's account goes: so do the circuits that are theirs alone, and who they were taken for in
/// others. What they have made for a club stays the club's.
pub async fn forget(tx: &mut Tx, user: UserId) -> Result<()> {
    let key = account_key(user.code());
    execute!(tx, "DELETE FROM circuit_aliases WHERE source = $1 OR target = $1", &key).await?;
    let own: Vec<CircuitId> =
        values!(tx, "SELECT id FROM circuits WHERE owner_id = $1 AND club_id IS NULL", user.uuid())
            .await?;
    delete_all(tx, &own).await
}

/// A club closes: its circuits are those of whoever made them. What a private club has kept to
/// itself goes with it, and so does what was made by somebody whose account is gone.
pub(crate) async fn leave_club(tx: &mut Tx, club: ClubId) -> Result<()> {
    let of_nobody: Vec<CircuitId> = values!(
        tx,
        "SELECT id FROM circuits WHERE club_id = $1 \
             AND (club_id IN (SELECT id FROM clubs WHERE private) \
                 OR owner_id IN (SELECT id FROM users WHERE deleted_ms IS NOT NULL))",
        club.uuid()
    )
    .await?;
    delete_all(tx, &of_nobody).await?;
    execute!(tx, "UPDATE circuits SET club_id = NULL WHERE club_id = $1", club.uuid()).await?;
    Ok(())
}

async fn delete_all(tx: &mut Tx, ids: &[CircuitId]) -> Result<()> {
    for id in ids {
        delete(tx, *id).await?;
    }
    Ok(())
}
