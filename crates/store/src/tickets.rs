//! With what somebody may do one thing once, such as choosing a new password.

use komadai_ids::UserId;

use crate::{
    Conn, Result, TokenHash, Tx,
    db::{execute, named, optional, row, value},
};

/// How many tickets for one purpose a player may have.
const TICKETS_MAX: i64 = 10;

/// How many tickets for freezing the account a player may have.
pub const FREEZES_MAX: i64 = 50;

named! {
    /// What a ticket is for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Purpose {
        /// Saying that one reads a mail address.
        VerifyEmail = "verify_email",
        /// Choosing a new password without the old one.
        ResetPassword = "reset_password",
        /// Signing in, once the password was right and a code is asked for.
        SecondStep = "second_step",
        /// Freezing the account; it outlives every password.
        Freeze = "freeze",
    }
}

row! {
    /// A ticket that can still be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Ticket in "tickets" {
        pub user: UserId = "user_id",
        /// The password's epoch under which it was given; it is taken under no other.
        pub epoch: i64 = "password_epoch",
        /// What it is about, such as an address.
        pub detail: String,
        /// When it ends, in Unix milliseconds.
        pub expires_ms: i64,
    }
}

/// Keeps a ticket in the place of all that the player had for the same purpose.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn replace(
    tx: &mut Tx,
    hash: TokenHash,
    purpose: Purpose,
    ticket: &Ticket,
    now_ms: i64,
) -> Result<()> {
    delete(tx, ticket.user, purpose).await?;
    add(tx, hash, purpose, ticket, now_ms).await
}

/// Keeps a ticket next to those that the player has for the same purpose; beyond [`TICKETS_MAX`]
/// the one that ends first goes. Those of everybody that have ended go.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn add(
    tx: &mut Tx,
    hash: TokenHash,
    purpose: Purpose,
    ticket: &Ticket,
    now_ms: i64,
) -> Result<()> {
    insert(tx, hash, purpose, ticket, now_ms).await?;
    execute!(
        tx,
        "DELETE FROM tickets WHERE user_id = $1 AND purpose = $2 AND ticket_hash NOT IN \
         (SELECT ticket_hash FROM tickets WHERE user_id = $1 AND purpose = $2 \
          ORDER BY expires_ms DESC, ticket_hash LIMIT $3)",
        ticket.user.uuid(),
        purpose.as_str(),
        TICKETS_MAX
    )
    .await?;
    Ok(())
}

/// Keeps a ticket for freezing the account. `false`: there are [`FREEZES_MAX`] already, whose
/// emails are enough; none of them goes, because the first is worth most.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn add_freeze(
    tx: &mut Tx,
    hash: TokenHash,
    ticket: &Ticket,
    now_ms: i64,
) -> Result<bool> {
    let n: i64 = value!(
        tx,
        "SELECT COUNT(*) FROM tickets \
         WHERE user_id = $1 AND purpose = 'freeze' AND expires_ms > $2",
        ticket.user.uuid(),
        now_ms
    )
    .await?;
    if n >= FREEZES_MAX {
        return Ok(false);
    }
    insert(tx, hash, Purpose::Freeze, ticket, now_ms).await?;
    Ok(true)
}

/// Ends a player's tickets for freezing that end then or later.
pub async fn delete_freezes(tx: &mut Tx, user: UserId, expires_ms: i64) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM tickets WHERE user_id = $1 AND purpose = 'freeze' AND expires_ms >= $2",
        user.uuid(),
        expires_ms
    )
    .await?;
    Ok(())
}

async fn insert(
    tx: &mut Tx,
    hash: TokenHash,
    purpose: Purpose,
    ticket: &Ticket,
    now_ms: i64,
) -> Result<()> {
    execute!(tx, "DELETE FROM tickets WHERE expires_ms <= $1", now_ms).await?;
    execute!(
        tx,
        "INSERT INTO tickets (ticket_hash, user_id, purpose, password_epoch, detail, expires_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        hash.0.as_slice(),
        ticket.user.uuid(),
        purpose.as_str(),
        ticket.epoch,
        ticket.detail.as_str(),
        ticket.expires_ms
    )
    .await?;
    Ok(())
}

/// Looks at a ticket without using it.
pub async fn find(
    conn: &mut Conn,
    hash: TokenHash,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<Ticket>> {
    optional!(
        conn,
        "SELECT tickets.user_id, tickets.password_epoch, detail, expires_ms \
         FROM tickets JOIN accounts ON accounts.user_id = tickets.user_id \
         WHERE ticket_hash = $1 AND purpose = $2 AND expires_ms > $3 \
             AND (purpose = 'freeze' OR tickets.password_epoch = accounts.password_epoch)",
        hash.0.as_slice(),
        purpose.as_str(),
        now_ms
    )
    .await
}

/// Uses a ticket up. `None`: it is none, was used, or has ended.
pub async fn take(
    tx: &mut Tx,
    hash: TokenHash,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<Ticket>> {
    let found = find(tx, hash, purpose, now_ms).await?;
    let taken =
        execute!(tx, "DELETE FROM tickets WHERE ticket_hash = $1", hash.0.as_slice()).await?;
    // Somebody else may have been faster.
    Ok(found.filter(|_| taken > 0))
}

/// The newest ticket of a player for a purpose.
pub async fn of(
    conn: &mut Conn,
    user: UserId,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<Ticket>> {
    optional!(
        conn,
        "SELECT tickets.user_id, tickets.password_epoch, detail, expires_ms \
         FROM tickets JOIN accounts ON accounts.user_id = tickets.user_id \
         WHERE tickets.user_id = $1 AND purpose = $2 AND expires_ms > $3 \
             AND (purpose = 'freeze' OR tickets.password_epoch = accounts.password_epoch) \
         ORDER BY expires_ms DESC LIMIT 1",
        user.uuid(),
        purpose.as_str(),
        now_ms
    )
    .await
}

/// Ends all tickets of a player that are good under one password only.
pub async fn delete_all(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM tickets WHERE user_id = $1 AND purpose <> 'freeze'", user.uuid())
        .await?;
    Ok(())
}

/// Ends a player's tickets for a purpose.
pub async fn delete(tx: &mut Tx, user: UserId, purpose: Purpose) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM tickets WHERE user_id = $1 AND purpose = $2",
        user.uuid(),
        purpose.as_str()
    )
    .await?;
    Ok(())
}
