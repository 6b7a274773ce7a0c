//! By what people with accounts are found: their public ids, and words of their names.

use komadai_ids::{Code, UserId};

use crate::{
    Account, Conn, Result, Tx, User,
    db::{all, execute, optional, row},
    games::code_column,
};

/// The most people that one search gives.
pub const FOUND_MAX: u32 = 20;

/// How many terms may belong to one person, for a search that is to give so many people.
const TERMS_EACH: u32 = 4;

row! {
    /// Somebody who was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FoundPerson in "users" {
        /// Who.
        pub user: UserId = "id",
        /// The name of their account.
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        /// Which version of the player this is.
        pub version: i64,
    }
}

impl From<Account> for FoundPerson {
    fn from(account: Account) -> Self {
        let User { id, name, bot, version, .. } = account.user;
        Self { user: id, handle: account.handle, name, bot, version }
    }
}

/// Says by which terms somebody with an account is found, instead of those of before.
pub async fn put(tx: &mut Tx, user: UserId, terms: impl Iterator<Item = &str>) -> Result<()> {
    forget(tx, user).await?;
    execute!(
        tx,
        "INSERT INTO people (user_id, code, version) \
         SELECT id, $2, version FROM users WHERE id = $1 \
         ON CONFLICT (user_id) DO UPDATE SET version = excluded.version",
        user.uuid(),
        code_column(user.code())
    )
    .await?;
    for term in terms {
        execute!(
            tx,
            "INSERT INTO people_terms (term, user_id) VALUES ($1, $2) \
             ON CONFLICT (term, user_id) DO NOTHING",
            term.as_bytes(),
            user.uuid()
        )
        .await?;
    }
    Ok(())
}

/// Has somebody found no more.
pub async fn forget(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM people_terms WHERE user_id = $1", user.uuid()).await?;
    execute!(tx, "DELETE FROM people WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}

/// People who have a term that begins like this: those of whom it is a whole term first, then in
/// the order of the terms; [`FOUND_MAX`] people at most.
pub async fn find(conn: &mut Conn, start: &str) -> Result<Vec<FoundPerson>> {
    // No text has this byte: all that begins like the start lies before it.
    let end = [start.as_bytes(), &[u8::MAX]].concat();
    let rows: Vec<FoundPerson> = all!(
        conn,
        "SELECT users.id, users.name, users.bot, users.version, accounts.handle \
         FROM people_terms JOIN users ON users.id = people_terms.user_id \
             JOIN accounts ON accounts.user_id = people_terms.user_id \
         WHERE people_terms.term >= $1 AND people_terms.term < $2 \
         ORDER BY people_terms.term, people_terms.user_id LIMIT $3",
        start.as_bytes(),
        end.as_slice(),
        i64::from(FOUND_MAX * TERMS_EACH)
    )
    .await?;
    let mut found: Vec<FoundPerson> = Vec::new();
    for row in rows {
        if found.len() < FOUND_MAX as usize && found.iter().all(|it| it.user != row.user) {
            found.push(row);
        }
    }
    Ok(found)
}

/// The person who has this public id and an account.
pub async fn by_code(conn: &mut Conn, code: Code) -> Result<Option<FoundPerson>> {
    optional!(
        conn,
        "SELECT users.id, users.name, users.bot, users.version, accounts.handle \
         FROM people JOIN users ON users.id = people.user_id \
             JOIN accounts ON accounts.user_id = people.user_id \
         WHERE people.code = $1 ORDER BY users.id LIMIT 1",
        code_column(code)
    )
    .await
}

/// Accounts that are not found by what they are called now, in the order of their ids after
/// `after`.
pub async fn outdated(conn: &mut Conn, after: UserId, limit: u32) -> Result<Vec<FoundPerson>> {
    all!(
        conn,
        "SELECT users.id, users.name, users.bot, users.version, accounts.handle \
         FROM users JOIN accounts ON accounts.user_id = users.id \
             LEFT JOIN people ON people.user_id = users.id \
         WHERE users.id > $1 AND (people.version IS NULL OR people.version <> users.version) \
         ORDER BY users.id LIMIT $2",
        after.uuid(),
        i64::from(limit)
    )
    .await
}
