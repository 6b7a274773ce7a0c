//! A club's ladder: who has which place, [who has challenged whom](challenges), and [whom the
//! organisers have taken off](removals).

mod challenges;
pub mod removals;

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

pub use self::challenges::{
    LadderChallenge, LadderState, NewChallenge, agree, begin, challenge, finish, finished, is_in,
    last_between, pending, told, unfinished, untold,
};
use super::take;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select, value},
};

/// The most players of a ladder.
pub const PLACES_MAX: i64 = 500;

/// The most places or challenges of one list that are read.
const LISTED_MAX: i64 = 1_000;

row! {
    /// What a club has decided about its ladder.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Ladder in "club_ladders" {
        pub club: ClubId = "club_id",
        pub variant: String,
        /// The time control, as JSON.
        pub clock: String,
        pub rated: bool,
        /// How many places above their own a player may challenge.
        pub reach: i64,
        /// Within how many days a challenge is answered.
        pub answer_days: i64,
        /// With how many challenges in a row that were not accepted one is lost.
        pub refusals: i64,
        /// For how many days the same two do not meet again.
        pub rest_days: i64,
        /// When it was opened, in Unix milliseconds.
        pub opened_ms: i64,
    }
}

impl Ladder {
    /// Whether one player is so close above another that they can be challenged.
    pub fn reaches(&self, from: &LadderPlace, to: &LadderPlace) -> bool {
        (1..=self.reach).contains(&(from.place - to.place))
    }
}

row! {
    /// A player of a ladder, or one of the two of a challenge.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Climber in "club_ladder_places" {
        pub user: UserId = "user_id",
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
    }
}

row! {
    /// A place, with who has it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LadderPlace in "club_ladder_places" {
        pub climber: Climber = Climber::from_row,
        /// From 1.
        pub place: i64,
        /// How many challenges in a row they have not accepted.
        pub refused: i64,
        /// Since when they are on the ladder, in Unix milliseconds.
        pub joined_ms: i64,
        /// Until when they are on vacation, if they are.
        pub away_until_ms: Option<i64>,
    }
}

/// Opens a club's ladder, or decides otherwise about it; those who are on it stay.
pub async fn put(tx: &mut Tx, it: &Ladder) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_ladders (club_id, variant, clock, rated, reach, answer_days, refusals, \
             rest_days, opened_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (club_id) DO UPDATE SET variant = excluded.variant, clock = excluded.clock, \
             rated = excluded.rated, reach = excluded.reach, answer_days = excluded.answer_days, \
             refusals = excluded.refusals, rest_days = excluded.rest_days",
        it.club.uuid(),
        &it.variant,
        &it.clock,
        it.rated,
        it.reach,
        it.answer_days,
        it.refusals,
        it.rest_days,
        it.opened_ms
    )
    .await?;
    Ok(())
}

/// A club's ladder, if it has one.
pub async fn find(conn: &mut Conn, club: ClubId) -> Result<Option<Ladder>> {
    optional!(conn, select!(Ladder, "FROM club_ladders WHERE club_id = $1"), club.uuid()).await
}

/// Everybody on a ladder, from the first place; with who is on vacation at that time.
pub async fn places(conn: &mut Conn, club: ClubId, now_ms: i64) -> Result<Vec<LadderPlace>> {
    all!(
        conn,
        "SELECT own.user_id, accounts.handle, users.name, users.bot, place, refused, joined_ms, \
             (SELECT MAX(until_ms) FROM vacations WHERE vacations.user_id = own.user_id \
                 AND from_ms <= $2 AND until_ms > $2) AS away_until_ms \
         FROM club_ladder_places AS own JOIN users ON users.id = own.user_id \
             JOIN accounts ON accounts.user_id = own.user_id \
         WHERE club_id = $1 ORDER BY place LIMIT $3",
        club.uuid(),
        now_ms,
        PLACES_MAX
    )
    .await
}

/// Puts a member's account at the bottom. `false`: it is on the ladder.
pub async fn join(
    tx: &mut Tx,
    club: ClubId,
    member: Uuid,
    user: UserId,
    now_ms: i64,
) -> Result<bool> {
    let n_rows = execute!(
        tx,
        "INSERT INTO club_ladder_places (member_id, club_id, user_id, place, refused, joined_ms) \
         VALUES ($1, $2, $3, \
             (SELECT COUNT(*) + 1 FROM club_ladder_places WHERE club_id = $2), 0, $4) \
         ON CONFLICT (member_id) DO NOTHING",
        member,
        club.uuid(),
        user.uuid(),
        now_ms
    )
    .await?;
    removals::forget_member(tx, member).await?;
    Ok(n_rows > 0)
}

/// Takes somebody off the ladder: those below move up, and what they have not finished comes to
/// nothing. `false`: they are not on it.
pub async fn leave(tx: &mut Tx, club: ClubId, user: UserId, now_ms: i64) -> Result<bool> {
    execute!(
        tx,
        "UPDATE club_ladder_places SET place = place - 1 WHERE club_id = $1 AND place > \
             (SELECT own.place FROM club_ladder_places AS own \
              WHERE own.club_id = $1 AND own.user_id = $2)",
        club.uuid(),
        user.uuid()
    )
    .await?;
    execute!(
        tx,
        "UPDATE club_ladder_challenges SET state = 'void', ended_ms = $3 \
         WHERE club_id = $1 AND (challenger = $2 OR challenged = $2) AND ended_ms IS NULL",
        club.uuid(),
        user.uuid(),
        now_ms
    )
    .await?;
    let left = execute!(
        tx,
        "DELETE FROM club_ladder_places WHERE club_id = $1 AND user_id = $2",
        club.uuid(),
        user.uuid()
    )
    .await?;
    Ok(left > 0)
}

/// Somebody comes from one place to another; those between make room by one.
pub async fn move_to(
    tx: &mut Tx,
    club: ClubId,
    user: UserId,
    (from, to): (i64, i64),
) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_places SET place = \
             CASE WHEN user_id = $2 THEN $4 WHEN $4 < $3 THEN place + 1 ELSE place - 1 END \
         WHERE club_id = $1 AND (place BETWEEN $4 AND $3 OR place BETWEEN $3 AND $4)",
        club.uuid(),
        user.uuid(),
        from,
        to
    )
    .await?;
    Ok(())
}

/// Counts how many challenges in a row somebody has not accepted.
pub async fn set_refused(tx: &mut Tx, club: ClubId, user: UserId, n: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_places SET refused = $3 WHERE club_id = $1 AND user_id = $2",
        club.uuid(),
        user.uuid(),
        n
    )
    .await?;
    Ok(())
}

row! {
    /// A player's place on the ladder of one of their clubs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnPlace in "club_ladder_places" {
        /// The club's address.
        pub slug: String,
        /// From 1.
        pub place: i64,
        /// Since when they are on the ladder, in Unix milliseconds.
        pub joined_ms: i64,
    }
}

/// All places of an account, and all its challenges, the oldest first.
pub async fn of_user(
    conn: &mut Conn,
    user: UserId,
) -> Result<(Vec<OwnPlace>, Vec<LadderChallenge>)> {
    let places = all!(
        conn,
        "SELECT clubs.slug, place, joined_ms FROM club_ladder_places AS own \
             JOIN clubs ON clubs.id = own.club_id \
         WHERE user_id = $1 ORDER BY joined_ms, member_id LIMIT $2",
        user.uuid(),
        LISTED_MAX
    )
    .await?;
    Ok((places, challenges::of_user(conn, user).await?))
}

row! {
    /// Where an account has a place.
    struct At in "club_ladder_places" {
        club: ClubId = "club_id",
        user: UserId = "user_id",
    }
}

/// A line of a list goes, and with it its place. What was played stays.
pub(super) async fn forget_member(tx: &mut Tx, member: Uuid) -> Result<()> {
    removals::forget_member(tx, member).await?;
    let at: Option<At> = optional!(
        tx,
        "SELECT club_id, user_id FROM club_ladder_places WHERE member_id = $1",
        member
    )
    .await?;
    let Some(At { club, user }) = at else { return Ok(()) };
    let now: i64 =
        value!(tx, "SELECT changed_ms AS n FROM clubs WHERE id = $1", club.uuid()).await?;
    // Who takes a line off a list has taken the club, and its row says when.
    leave(tx, club, user, now).await?;
    Ok(())
}

/// An account goes, and with it its places and all its challenges.
pub(super) async fn forget_user(tx: &mut Tx, user: UserId, now_ms: i64) -> Result<()> {
    removals::forget_user(tx, user).await?;
    let places: Vec<At> = all!(
        tx,
        "SELECT club_id, user_id FROM club_ladder_places WHERE user_id = $1 \
         ORDER BY club_id LIMIT $2",
        user.uuid(),
        LISTED_MAX
    )
    .await?;
    for At { club, .. } in places {
        take(tx, club, now_ms).await?;
        leave(tx, club, user, now_ms).await?;
    }
    execute!(
        tx,
        "DELETE FROM club_ladder_challenges WHERE challenger = $1 OR challenged = $1",
        user.uuid()
    )
    .await?;
    Ok(())
}

/// A club has no ladder any more. `false`: it had none.
pub async fn close(tx: &mut Tx, club: ClubId) -> Result<bool> {
    removals::forget_club(tx, club).await?;
    execute!(tx, "DELETE FROM club_ladder_challenges WHERE club_id = $1", club.uuid()).await?;
    execute!(tx, "DELETE FROM club_ladder_places WHERE club_id = $1", club.uuid()).await?;
    Ok(execute!(tx, "DELETE FROM club_ladders WHERE club_id = $1", club.uuid()).await? > 0)
}
