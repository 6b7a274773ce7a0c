//! What accounts are told of that concerns them.

use komadai_ids::UserId;
use komadai_store::{
    Distance, NewAccount, PageKey, Store, TokenHash, accounts,
    bell::{self, BELL_ITEMS_MAX, NewBellItem},
    both_dbs, deletion, relations, users,
};
use uuid::Uuid;

use crate::user;

const DAY_MS: i64 = 24 * 3_600_000;

/// An account called so; its number.
async fn registered(store: &Store, n: u8, handle: &str) {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
    let new = NewAccount { user: user(n), handle, key: handle, name: handle };
    accounts::register(&mut tx, new, "", 1).await.unwrap();
    tx.commit().await.unwrap();
}

/// Tells an account something; whether it is told.
async fn rings(store: &Store, to: u8, by: Option<u8>, at_ms: i64, item: &str) -> bool {
    let id = Uuid::from_u128(at_ms as u128 * 1_000 + u128::from(to));
    let by: Option<UserId> = by.map(user);
    let mut tx = store.write().await.unwrap();
    let new = NewBellItem { id, to: user(to), by, at_ms, item };
    let is_told = bell::insert(&mut tx, new).await.unwrap();
    tx.commit().await.unwrap();
    is_told
}

/// What an account reads, and by whom, the latest first.
async fn read(store: &Store, n: u8) -> Vec<(String, Option<String>)> {
    let mut conn = store.read().await.unwrap();
    let found = bell::of(&mut conn, user(n), PageKey::first(), 500).await.unwrap();
    found.into_iter().map(|it| (it.item, it.by_name)).collect()
}

both_dbs!(an_account_is_told_what_concerns_it, |store| async {
    registered(&store, 1, "an").await;
    registered(&store, 2, "binh").await;
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(3), "Guest", 1).await.unwrap();
    tx.commit().await.unwrap();
    assert!(rings(&store, 1, Some(2), 10, "a").await);
    assert!(rings(&store, 1, None, 20, "b").await);
    assert!(!rings(&store, 3, Some(2), 30, "a").await, "a guest");
    assert!(!rings(&store, 1, Some(2), 40, "a").await, "the same of the same, within a day");
    assert!(rings(&store, 1, None, 50, "b").await, "it is nobody's doing");
    assert!(rings(&store, 1, Some(2), 11 + DAY_MS, "a").await);
    let by = |name: &str| Some(name.to_owned());
    let [a, b] = ["a", "b"].map(str::to_owned);
    let expected = [(a.clone(), by("binh")), (b.clone(), None), (b, None), (a, by("binh"))];
    assert_eq!(read(&store, 1).await, expected);

    let mut tx = store.write().await.unwrap();
    assert_eq!(bell::n_new(&mut tx, user(1)).await.unwrap(), 4);
    assert!(bell::seen(&mut tx, user(1), 20).await.unwrap());
    assert!(!bell::seen(&mut tx, user(1), 10).await.unwrap(), "nothing is unseen again");
    assert_eq!(bell::n_new(&mut tx, user(1)).await.unwrap(), 2);
    assert_eq!(bell::seen_ms(&mut tx, user(1)).await.unwrap(), 20);
    relations::set(&mut tx, user(1), user(2), Some(Distance::Block), 5).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!rings(&store, 1, Some(2), 99 * DAY_MS, "c").await, "whom they have blocked");
    assert!(rings(&store, 2, Some(1), 99 * DAY_MS, "c").await);

    let mut tx = store.write().await.unwrap();
    deletion::delete(&mut tx, user(2), TokenHash([2; 32]), 5).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(read(&store, 2).await, []);
    assert_eq!(read(&store, 1).await.len(), 2, "what others have done stays");
});

both_dbs!(what_is_passed_on_is_passed_once_and_the_latest_stay, |store| async {
    registered(&store, 1, "an").await;
    let n_told = i64::from(BELL_ITEMS_MAX) + 3;
    for at_ms in 1..=n_told {
        assert!(rings(&store, 1, None, at_ms, &at_ms.to_string()).await);
    }
    let mut tx = store.write().await.unwrap();
    let due = bell::to_pass(&mut tx, 2).await.unwrap();
    assert_eq!(due.iter().map(|it| it.at_ms).collect::<Vec<_>>(), [1, 2]);
    bell::passed(&mut tx, &due[0]).await.unwrap();
    // The oldest have gone, and with them what nobody has heard.
    let due = bell::to_pass(&mut tx, 2).await.unwrap();
    assert_eq!(due.iter().map(|it| it.at_ms).collect::<Vec<_>>(), [4, 5]);
    tx.commit().await.unwrap();
    let left = read(&store, 1).await;
    assert_eq!((left.len(), left[0].0.as_str()), (BELL_ITEMS_MAX as usize, "203"));
    // Page by page.
    let mut conn = store.read().await.unwrap();
    let first = bell::of(&mut conn, user(1), PageKey::first(), 2).await.unwrap();
    let after = PageKey { at_ms: first[1].at_ms, id: first[1].id };
    let second = bell::of(&mut conn, user(1), after, 1).await.unwrap();
    assert_eq!((first[0].at_ms, first[1].at_ms, second[0].at_ms), (203, 202, 201));
});
