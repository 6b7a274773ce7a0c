//! Finding people by either of their names, however it is typed.

use std::{collections::BTreeSet, time::Duration};

use komadai_community::folding::{fold, from_each_word};
use komadai_ids::UserId;
use komadai_live::retry::Retry;
use komadai_store::{
    Conn, Result, Store, Tx,
    people::{self as stored, FoundPerson},
    privacy,
};
use tracing::warn;
use uuid::Uuid;

/// The most characters that are looked for; no name is longer.
const ASKED_SIGNS_MAX: usize = 40;

/// By how many terms one person is found at most.
const TERMS_MAX: usize = 64;

/// How many accounts are looked at in one transaction, so that nobody waits long for its end.
const AT_ONCE: u32 = 200;

/// How soon is tried again what the database has refused.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// Whether this reader may know what somebody does on the site: whether they are here, and at which
/// games they sit.
///
/// # Errors
/// When the database fails.
pub async fn tells(conn: &mut Conn, reader: Option<UserId>, user: UserId) -> Result<bool> {
    Ok(reader == Some(user) || privacy::find(conn, user).await?.tells_followers)
}

/// By what somebody is found: each folded name from each of its words on, and without spaces.
/// Where no spaces are written, a word may begin at every character.
fn terms(names: [&str; 2]) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for name in names.map(fold) {
        terms.insert(name.replace(' ', ""));
        terms.extend(from_each_word(&name).map(str::to_owned));
    }
    terms.remove("");
    terms
}

/// Has somebody found by the names that they have now.
pub(crate) async fn index(tx: &mut Tx, user: UserId, handle: &str, name: &str) -> Result<()> {
    let terms = terms([handle, name]);
    stored::put(tx, user, terms.iter().take(TERMS_MAX).map(String::as_str)).await
}

/// People one of whose names has a word that begins like what is asked for, or is all of it: those
/// first.
pub async fn find(conn: &mut Conn, asked: &str) -> Result<Vec<FoundPerson>> {
    let asked: String = asked.chars().take(ASKED_SIGNS_MAX).collect();
    let start = fold(&asked);
    if start.is_empty() {
        return Ok(Vec::new());
    }
    let found = stored::find(conn, &start).await?;
    if found.is_empty() && start.contains(' ') {
        stored::find(conn, &start.replace(' ', "")).await
    } else {
        Ok(found)
    }
}

/// Whether one of somebody's names is all of what is asked for.
pub fn is_called(person: &FoundPerson, asked: &str) -> bool {
    let asked = fold(asked);
    fold(&person.name) == asked || fold(&person.handle) == asked
}

/// Has those found who registered, or changed their names, where nobody wrote down by what they
/// are found; ends when there are none.
pub(crate) async fn catch_up(store: Store) {
    let mut after = UserId::from_uuid(Uuid::nil());
    let mut retry = Retry::every(AGAIN_AFTER);
    loop {
        match catch_up_some(&store, after).await {
            Ok(Some(last)) => after = last,
            Ok(None) => return,
            Err(cause) => {
                retry.failed(|| warn!("people cannot be found by their names yet: {cause}")).await;
            }
        }
    }
}

/// The last of those who were looked at, if there were any.
async fn catch_up_some(store: &Store, after: UserId) -> Result<Option<UserId>> {
    let mut conn = store.read().await?;
    let some = stored::outdated(&mut conn, after, AT_ONCE).await?;
    drop(conn);
    let Some(last) = some.last().map(|it| it.user) else { return Ok(None) };
    let mut tx = store.write().await?;
    for FoundPerson { user, handle, name, .. } in &some {
        index(&mut tx, *user, handle, name).await?;
    }
    tx.commit().await?;
    Ok(Some(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_from_every_word_on() {
        let found = |handle, name| terms([handle, name]).into_iter().collect::<Vec<_>>();
        assert_eq!(
            found("minh-90", "Nguyễn Văn Minh"),
            ["90", "minh", "minh 90", "minh90", "nguyen van minh", "nguyenvanminh", "van minh"]
        );
        assert_eq!(found("akiyama", "秋山太郎"), ["akiyama", "太郎", "山太郎", "秋山太郎", "郎"]);
    }
}
