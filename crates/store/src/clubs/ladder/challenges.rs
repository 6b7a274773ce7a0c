//! The challenges on ladders: what the two have agreed, and how it has ended.

pub use komadai_community::ladder::LadderState;
use komadai_ids::{ClubId, GameId, UserId};
use uuid::Uuid;

use super::{Climber, LISTED_MAX, LadderPlace};
use crate::{
    Conn, Result, Tx,
    db::{Columns, MalformedColumn, all, execute, exists, row, value},
};

/// The most challenges of all clubs that are played or due at a time.
const PENDING_READ: i64 = 10_000;

/// The statement that reads challenges, with which of them.
macro_rules! challenges {
    ($which:literal) => {
        concat!(
            "SELECT own.id, own.club_id, clubs.slug, clubs.name AS club_name, \
             challenger, by_accounts.handle AS by_handle, by_users.name AS by_name, \
             by_users.bot AS by_bot, challenged, to_accounts.handle AS to_handle, \
             to_users.name AS to_name, to_users.bot AS to_bot, challenger_place, \
             challenged_place, state, made_ms, since_ms, due_ms, ended_ms, game_id, setup \
             FROM club_ladder_challenges AS own JOIN clubs ON clubs.id = own.club_id \
             JOIN users AS by_users ON by_users.id = challenger \
             JOIN accounts AS by_accounts ON by_accounts.user_id = challenger \
             JOIN users AS to_users ON to_users.id = challenged \
             JOIN accounts AS to_accounts ON to_accounts.user_id = challenged ",
            $which
        )
    };
}

row! {
    /// A challenge on a ladder.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LadderChallenge in "club_ladder_challenges" {
        /// Drawn by the challenger's page.
        pub id: Uuid,
        pub club: ClubId = "club_id",
        /// The club's address.
        pub slug: String,
        /// The club's name.
        pub club_name: String,
        pub challenger: Climber = climber("challenger", "by_handle", "by_name", "by_bot"),
        /// The player who is asked.
        pub challenged: Climber = climber("challenged", "to_handle", "to_name", "to_bot"),
        /// The challenger's place when it was made.
        pub challenger_place: i64,
        /// The other's.
        pub challenged_place: i64,
        pub state: LadderState,
        /// When it was made, in Unix milliseconds.
        pub made_ms: i64,
        /// Since when the present state lasts, if it ends by itself after some days.
        pub since_ms: i64,
        /// When it does, if nobody is on vacation.
        pub due_ms: i64,
        /// When it was over.
        pub ended_ms: Option<i64>,
        pub game: Option<GameId> = "game_id",
        /// How its game is made, as JSON.
        pub setup: Option<String>,
    }
}

/// One of the two, from columns with these names.
fn climber(
    user: &'static str,
    handle: &'static str,
    name: &'static str,
    bot: &'static str,
) -> impl FnOnce(&Columns<'_>) -> Result<Climber, MalformedColumn> {
    move |row| {
        Ok(Climber {
            user: row.get(user)?,
            handle: row.get(handle)?,
            name: row.get(name)?,
            bot: row.get(bot)?,
        })
    }
}

impl LadderChallenge {
    /// Whether somebody is one of the two.
    pub fn concerns(&self, user: UserId) -> bool {
        self.challenger.user == user || self.challenged.user == user
    }
}

/// A challenge that is made. The two have no other one in this club.
#[derive(Clone, Copy, Debug)]
pub struct NewChallenge<'a> {
    /// Drawn by the challenger's page.
    pub id: Uuid,
    pub club: ClubId,
    pub challenger: &'a LadderPlace,
    pub challenged: &'a LadderPlace,
    /// When, in Unix milliseconds.
    pub made_ms: i64,
    /// When it ends by itself, if nobody is on vacation.
    pub due_ms: i64,
}

/// Writes a challenge.
pub async fn challenge(tx: &mut Tx, new: NewChallenge<'_>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_ladder_challenges (id, club_id, challenger, challenged, \
             challenger_place, challenged_place, state, made_ms, since_ms, due_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $7, $8)",
        new.id,
        new.club.uuid(),
        new.challenger.climber.user.uuid(),
        new.challenged.climber.user.uuid(),
        new.challenger.place,
        new.challenged.place,
        new.made_ms,
        new.due_ms
    )
    .await?;
    Ok(())
}

/// An open challenge is accepted, and its game begins later; the challenger is to be told.
pub async fn agree(tx: &mut Tx, id: Uuid, now_ms: i64, due_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_challenges SET state = 'agreed', since_ms = $2, due_ms = $3, \
             told_ms = NULL \
         WHERE id = $1 AND state = 'open'",
        id,
        now_ms,
        due_ms
    )
    .await?;
    Ok(())
}

/// The game of a challenge begins.
pub async fn begin(tx: &mut Tx, id: Uuid, game: GameId, setup: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_challenges SET state = 'playing', game_id = $2, setup = $3 \
         WHERE id = $1 AND ended_ms IS NULL",
        id,
        game.uuid(),
        setup
    )
    .await?;
    Ok(())
}

/// A challenge is over, if it is still what it was. `false`: it is something else by now, and
/// nothing has changed.
pub async fn finish(
    tx: &mut Tx,
    it: &LadderChallenge,
    state: LadderState,
    now_ms: i64,
) -> Result<bool> {
    let n_rows = execute!(
        tx,
        "UPDATE club_ladder_challenges SET state = $3, ended_ms = $4 \
         WHERE id = $1 AND state = $2 AND ended_ms IS NULL",
        it.id,
        it.state.as_str(),
        state.as_str(),
        now_ms
    )
    .await?;
    Ok(n_rows > 0)
}

/// The challenges of a club that are not over, the latest first.
pub async fn unfinished(conn: &mut Conn, club: ClubId) -> Result<Vec<LadderChallenge>> {
    of_club(conn, club, false, LISTED_MAX).await
}

/// Those that are over, the latest first.
pub async fn finished(conn: &mut Conn, club: ClubId, limit: u32) -> Result<Vec<LadderChallenge>> {
    of_club(conn, club, true, i64::from(limit)).await
}

/// The challenges of a club that are over, or those that are not; the latest first.
async fn of_club(
    conn: &mut Conn,
    club: ClubId,
    is_over: bool,
    limit: i64,
) -> Result<Vec<LadderChallenge>> {
    all!(
        conn,
        challenges!(
            "WHERE own.club_id = $1 AND (ended_ms IS NOT NULL) = $2 \
             ORDER BY COALESCE(ended_ms, made_ms) DESC, own.id DESC LIMIT $3"
        ),
        club.uuid(),
        is_over,
        limit
    )
    .await
}

/// Those of all clubs whose game is played, and those that end by themselves by that time if
/// nobody is on vacation.
pub async fn pending(conn: &mut Conn, now_ms: i64) -> Result<Vec<LadderChallenge>> {
    all!(
        conn,
        challenges!(
            "WHERE ended_ms IS NULL AND (state = 'playing' OR due_ms <= $1) \
             ORDER BY due_ms, own.id LIMIT $2"
        ),
        now_ms,
        PENDING_READ
    )
    .await
}

/// Those of which somebody is still to be told, the oldest first: of an open one the challenged
/// player, of one that is accepted the challenger.
pub async fn untold(conn: &mut Conn) -> Result<Vec<LadderChallenge>> {
    all!(
        conn,
        challenges!(
            "WHERE ended_ms IS NULL AND state IN ('open', 'agreed') AND told_ms IS NULL \
             ORDER BY since_ms, own.id LIMIT $1"
        ),
        LISTED_MAX
    )
    .await
}

/// Whoever was to be told of this state was.
pub async fn told(tx: &mut Tx, id: Uuid, state: LadderState, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_challenges SET told_ms = $3 WHERE id = $1 AND state = $2",
        id,
        state.as_str(),
        now_ms
    )
    .await?;
    Ok(())
}

/// Whether a challenge is still in this state.
pub async fn is_in(conn: &mut Conn, id: Uuid, state: LadderState) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM club_ladder_challenges WHERE id = $1 AND state = $2",
        id,
        state.as_str()
    )
    .await
}

/// When the last challenge between two was over, in Unix milliseconds; those that came to nothing
/// are none.
pub async fn last_between(
    conn: &mut Conn,
    club: ClubId,
    one: UserId,
    other: UserId,
) -> Result<Option<i64>> {
    value!(
        conn,
        "SELECT MAX(ended_ms) AS ended_ms FROM club_ladder_challenges \
         WHERE club_id = $1 AND state <> 'void' AND ((challenger = $2 AND challenged = $3) \
             OR (challenger = $3 AND challenged = $2))",
        club.uuid(),
        one.uuid(),
        other.uuid()
    )
    .await
}

/// All challenges of an account, the oldest first.
pub(super) async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<LadderChallenge>> {
    all!(
        conn,
        challenges!("WHERE challenger = $1 OR challenged = $1 ORDER BY made_ms, own.id LIMIT $2"),
        user.uuid(),
        10 * LISTED_MAX
    )
    .await
}
