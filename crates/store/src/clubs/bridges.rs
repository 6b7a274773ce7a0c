//! A club's bridges to groups elsewhere, and what is to be told through them.
//!
//! A message is a row from the moment at which there is something to tell. Once it was sent, or
//! given up, its words go, and the row stays a while, so that nothing is told twice.

use komadai_community::bridges::{BridgeFault, BridgeKind};
use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, optional, row, select, value},
};

/// The most bridges that are read together.
const BRIDGES_READ: usize = 500;

/// The most messages of one bridge that wait; what comes then is not told.
pub const WAITING_MAX: i64 = 100;

/// How long there is no other trial after one, in milliseconds.
const TRIAL_GAP_MS: i64 = 5_000;

row! {
    /// A bridge.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Bridge in "club_bridges" {
        pub id: Uuid,
        pub club: ClubId = "club_id",
        pub kind: BridgeKind,
        /// What the club calls it.
        pub title: String,
        /// The tag of the language in which it tells.
        pub lang: String,
        /// What it tells: words, with a comma between them.
        pub news: String,
        /// Whether players are named.
        pub names: bool,
        /// The server there, as far as it is no secret.
        pub host: String,
        /// The group or person there.
        pub target: String,
        /// The sealed token, address or shared secret.
        pub secret: Vec<u8>,
        /// When it was made, in Unix milliseconds.
        pub made_ms: i64,
        /// Nothing is sent before.
        pub next_ms: i64,
        /// When something was sent last.
        pub sent_ms: Option<i64>,
        /// What was wrong the last time.
        pub fault: Option<BridgeFault>,
        /// When that was.
        pub fault_ms: Option<i64>,
        /// How often in a row it failed.
        pub n_failed: i64,
        /// Since when nothing is sent.
        pub paused_ms: Option<i64>,
    }
}

impl std::fmt::Debug for Bridge {
    /// Without what opens the group to others.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

row! {
    /// A message that is to be sent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BridgeMessage in "bridge_messages" {
        pub id: Uuid,
        /// What it is about.
        pub about: String,
        /// As JSON.
        pub news: String,
        pub made_ms: i64,
        /// Until when it is worth telling.
        pub until_ms: i64,
        /// Those that are sent together.
        pub batch: Option<Uuid>,
        /// How often it was tried.
        pub n_tries: i64,
    }
}

/// Something to tell through a bridge.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage<'a> {
    pub bridge: Uuid,
    /// What it is about: the same is told once.
    pub about: &'a str,
    /// Whose doing it tells of.
    pub by: Option<UserId>,
    /// As JSON.
    pub news: &'a str,
    pub made_ms: i64,
    pub until_ms: i64,
    pub due_ms: i64,
}

/// Adds a bridge.
pub async fn insert(tx: &mut Tx, it: &Bridge) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_bridges (id, club_id, kind, title, lang, news, names, host, target, \
             secret, made_ms, next_ms, n_failed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0)",
        it.id,
        it.club.uuid(),
        it.kind.as_str(),
        &it.title,
        &it.lang,
        &it.news,
        it.names,
        &it.host,
        &it.target,
        it.secret.as_slice(),
        it.made_ms,
        it.next_ms
    )
    .await?;
    Ok(())
}

/// Changes what organisers decide about a bridge; it goes on if it was paused, and can be tried at
/// once.
pub async fn edit(tx: &mut Tx, it: &Bridge) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM bridge_messages WHERE bridge_id = $1 AND due_ms IS NULL \
             AND about LIKE 'trial:%'",
        it.id
    )
    .await?;
    execute!(
        tx,
        "UPDATE club_bridges SET title = $2, lang = $3, news = $4, names = $5, host = $6, \
             target = $7, secret = $8, n_failed = 0, paused_ms = NULL, fault = NULL, \
             fault_ms = NULL WHERE id = $1",
        it.id,
        &it.title,
        &it.lang,
        &it.news,
        it.names,
        &it.host,
        &it.target,
        it.secret.as_slice()
    )
    .await?;
    Ok(())
}

/// Removes a bridge, and what waits for it.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM bridge_messages WHERE bridge_id = $1", id).await?;
    execute!(tx, "DELETE FROM club_bridges WHERE id = $1", id).await?;
    Ok(())
}

/// A club is closed: its bridges go.
pub(super) async fn forget_club(tx: &mut Tx, club: ClubId) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM bridge_messages WHERE bridge_id IN \
             (SELECT id FROM club_bridges WHERE club_id = $1)",
        club.uuid()
    )
    .await?;
    execute!(tx, "DELETE FROM club_bridges WHERE club_id = $1", club.uuid()).await?;
    Ok(())
}

/// The bridge with this id.
pub async fn find(conn: &mut Conn, id: Uuid) -> Result<Option<Bridge>> {
    optional!(conn, select!(Bridge, "FROM club_bridges WHERE id = $1"), id).await
}

/// The bridges of a club, the first made first.
pub async fn of_club(conn: &mut Conn, club: ClubId) -> Result<Vec<Bridge>> {
    all!(
        conn,
        select!(Bridge, "FROM club_bridges WHERE club_id = $1 ORDER BY made_ms, id LIMIT 100"),
        club.uuid()
    )
    .await
}

/// The bridges that tell something at the moment: all of them, or the first ones would keep the
/// others silent.
pub async fn telling(conn: &mut Conn) -> Result<Vec<Bridge>> {
    let mut telling: Vec<Bridge> = Vec::new();
    loop {
        let after = telling.last().map_or(Uuid::nil(), |it| it.id);
        let more = all!(
            conn,
            select!(
                Bridge,
                "FROM club_bridges WHERE paused_ms IS NULL AND id > $1 ORDER BY id LIMIT $2"
            ),
            after,
            BRIDGES_READ as i64
        )
        .await?;
        let is_last = more.len() < BRIDGES_READ;
        telling.extend(more);
        if is_last {
            return Ok(telling);
        }
    }
}

/// The bridges through which something is to be sent now.
pub async fn due(conn: &mut Conn, now_ms: i64) -> Result<Vec<Bridge>> {
    all!(
        conn,
        select!(
            Bridge,
            "FROM club_bridges WHERE next_ms <= $1 AND id IN \
                 (SELECT bridge_id FROM bridge_messages WHERE due_ms IS NOT NULL AND due_ms <= $1) \
             ORDER BY next_ms, id LIMIT $2"
        ),
        now_ms,
        BRIDGES_READ as i64
    )
    .await
}

/// How many messages wait for a bridge.
pub async fn n_waiting(conn: &mut Conn, bridge: Uuid) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM bridge_messages WHERE bridge_id = $1 AND due_ms IS NOT NULL",
        bridge
    )
    .await
}

/// Has something told through a bridge, unless it was, or the bridge is gone.
pub async fn tell(tx: &mut Tx, id: Uuid, it: NewMessage<'_>) -> Result<bool> {
    let n = execute!(
        tx,
        "INSERT INTO bridge_messages (id, bridge_id, about, by_id, news, made_ms, until_ms, \
             due_ms, n_tries) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, 0 \
             WHERE EXISTS (SELECT id FROM club_bridges WHERE id = $2) \
         ON CONFLICT (bridge_id, about) DO NOTHING",
        id,
        it.bridge,
        it.about,
        it.by.map(|by| by.uuid()),
        it.news,
        it.made_ms,
        it.until_ms,
        it.due_ms
    )
    .await?;
    Ok(n > 0)
}

/// Has a trial message sent at once through a bridge, unless one waits or was sent just now.
pub async fn try_out(tx: &mut Tx, id: Uuid, it: NewMessage<'_>) -> Result<()> {
    let waits = exists!(
        tx,
        "SELECT id FROM bridge_messages WHERE bridge_id = $1 AND about LIKE 'trial:%' \
             AND (due_ms IS NOT NULL OR made_ms > $2)",
        it.bridge,
        it.made_ms - TRIAL_GAP_MS
    )
    .await?;
    if !waits {
        tell(tx, id, it).await?;
        wait(tx, it.bridge, it.due_ms).await?;
    }
    Ok(())
}

/// What is to be sent now through a bridge, the oldest first.
pub async fn messages(conn: &mut Conn, bridge: Uuid, now_ms: i64) -> Result<Vec<BridgeMessage>> {
    all!(
        conn,
        select!(
            BridgeMessage,
            "FROM bridge_messages WHERE bridge_id = $1 AND due_ms IS NOT NULL AND due_ms <= $2 \
             ORDER BY made_ms, id LIMIT $3"
        ),
        bridge,
        now_ms,
        WAITING_MAX
    )
    .await
}

/// A message is being sent with others under this id; if nothing more is heard of it, it is due
/// again then. `false`: it waits no longer, as whose doing it tells of is gone.
pub async fn begin(tx: &mut Tx, message: Uuid, batch: Uuid, due_ms: i64) -> Result<bool> {
    let n = execute!(
        tx,
        "UPDATE bridge_messages SET batch = $2, n_tries = n_tries + 1, due_ms = $3 \
         WHERE id = $1 AND due_ms IS NOT NULL",
        message,
        batch,
        due_ms
    )
    .await?;
    Ok(n > 0)
}

/// Nothing is sent through a bridge before.
pub async fn wait(tx: &mut Tx, bridge: Uuid, next_ms: i64) -> Result<()> {
    execute!(tx, "UPDATE club_bridges SET next_ms = $2 WHERE id = $1", bridge, next_ms).await?;
    Ok(())
}

/// Those that were sent together are tried again then.
pub async fn put_off(tx: &mut Tx, batch: Uuid, due_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE bridge_messages SET due_ms = $2 WHERE batch = $1 AND due_ms IS NOT NULL",
        batch,
        due_ms
    )
    .await?;
    Ok(())
}

/// A message was sent, or is given up.
pub async fn finish(tx: &mut Tx, message: Uuid) -> Result<()> {
    execute!(
        tx,
        "UPDATE bridge_messages SET due_ms = NULL, news = '', by_id = NULL WHERE id = $1",
        message
    )
    .await?;
    Ok(())
}

/// Everything that waits for a bridge is given up.
pub async fn give_up(tx: &mut Tx, bridge: Uuid) -> Result<()> {
    execute!(
        tx,
        "UPDATE bridge_messages SET due_ms = NULL, news = '', by_id = NULL \
         WHERE bridge_id = $1 AND due_ms IS NOT NULL",
        bridge
    )
    .await?;
    Ok(())
}

/// The secrets of all bridges as they are stored.
pub async fn secrets(conn: &mut Conn) -> Result<Vec<(Uuid, Vec<u8>)>> {
    row! {
        struct Secret(Uuid = "id", Vec<u8> = "secret") in "club_bridges";
    }

    let found: Vec<Secret> = all!(conn, "SELECT id, secret FROM club_bridges ORDER BY id").await?;
    Ok(found.into_iter().map(|Secret(bridge, secret)| (bridge, secret)).collect())
}

/// Stores a secret in another way, unless it has changed meanwhile.
pub async fn replace_secret(tx: &mut Tx, bridge: Uuid, before: &[u8], after: &[u8]) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_bridges SET secret = $3 WHERE id = $1 AND secret = $2",
        bridge,
        before,
        after
    )
    .await?;
    Ok(())
}

/// Something has arrived; a bridge that was paused goes on.
pub async fn arrived(tx: &mut Tx, bridge: Uuid, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_bridges SET sent_ms = $2, n_failed = 0, fault = NULL, fault_ms = NULL, \
             paused_ms = NULL WHERE id = $1",
        bridge,
        now_ms
    )
    .await?;
    Ok(())
}

/// Something did not arrive; with `paused_ms`, nothing is sent from then on.
pub async fn failed(
    tx: &mut Tx,
    bridge: Uuid,
    fault: BridgeFault,
    now_ms: i64,
    paused_ms: Option<i64>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_bridges SET fault = $2, fault_ms = $3, n_failed = n_failed + 1, \
             paused_ms = COALESCE(paused_ms, $4) WHERE id = $1",
        bridge,
        fault.as_str(),
        now_ms,
        paused_ms
    )
    .await?;
    Ok(())
}

/// What is over and was made before is forgotten.
pub async fn clean(tx: &mut Tx, before_ms: i64) -> Result<()> {
    execute!(tx, "DELETE FROM bridge_messages WHERE due_ms IS NULL AND made_ms < $1", before_ms)
        .await?;
    Ok(())
}
