//! Players: guests, and later accounts, which are guests that registered.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional, row, select},
};

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct User in "users" {
        /// Made by the caller.
        pub id: UserId,
        /// What others see.
        pub name: String,
        pub guest: bool,
        /// Whether it is the account of a program.
        pub bot: bool,
        pub created_ms: i64,
        /// Goes up with each change; a change made from an older one is refused.
        pub version: i64,
    }
}

/// Makes a guest. Made a second time (the answer to the first was lost) it changes nothing.
pub async fn create_guest(tx: &mut Tx, id: UserId, name: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO users (id, name, guest, created_ms, version) VALUES ($1, $2, TRUE, $3, 0) \
         ON CONFLICT (id) DO NOTHING",
        id.uuid(),
        name,
        now_ms
    )
    .await?;
    Ok(())
}

/// The player with this id.
pub async fn find(conn: &mut Conn, id: UserId) -> Result<Option<User>> {
    optional!(conn, select!(User, "FROM users WHERE id = $1"), id.uuid()).await
}

/// The players with these ids, in this order; those who are not there are left out.
pub async fn find_many(conn: &mut Conn, ids: &[UserId]) -> Result<Vec<User>> {
    let mut found: Vec<User> = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(find(conn, *id).await?);
    }
    Ok(found)
}
