//! Finding people.

use komadai_ids::UserId;
use komadai_store::{
    NewAccount, Store, TokenHash, accounts, both_dbs, deletion,
    people::{self, FOUND_MAX},
    users,
};
use uuid::Uuid;

use crate::user;

async fn register(store: &Store, n: u8, terms: &[&str]) {
    let handle = format!("player-{n}");
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
    let registration =
        NewAccount { user: user(n), handle: &handle, key: &handle, name: "Somebody" };
    accounts::register(&mut tx, registration, "", 1).await.unwrap();
    if !terms.is_empty() {
        people::put(&mut tx, user(n), terms.iter().copied()).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn found(store: &Store, start: &str) -> Vec<UserId> {
    let mut conn = store.read().await.unwrap();
    people::find(&mut conn, start).await.unwrap().into_iter().map(|it| it.user).collect()
}

both_dbs!(people_are_found_by_how_a_term_begins, |store| async {
    register(&store, 1, &["minh anh", "anh"]).await;
    register(&store, 2, &["minh", "nguyen van minh", "van minh"]).await;
    register(&store, 3, &["秋山 太郎", "太郎"]).await;
    for (start, expected) in [
        ("minh", vec![2, 1]),
        ("minh a", vec![1]),
        ("van m", vec![2]),
        ("秋", vec![3]),
        ("太郎", vec![3]),
        ("inh", vec![]),
        ("%", vec![]),
    ] {
        assert_eq!(found(&store, start).await, expected.into_iter().map(user).collect::<Vec<_>>());
    }
    let mut conn = store.read().await.unwrap();
    let known = people::by_code(&mut conn, user(2).code()).await.unwrap().unwrap();
    assert_eq!((known.user, known.handle.as_str()), (user(2), "player-2"));
    assert_eq!(people::by_code(&mut conn, user(9).code()).await.unwrap(), None);
    drop(conn);

    // Others in the place of those of before; and none of who is gone.
    let mut tx = store.write().await.unwrap();
    people::put(&mut tx, user(1), ["bao"].into_iter()).await.unwrap();
    deletion::delete(&mut tx, user(2), TokenHash([1; 32]), 5).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(found(&store, "minh").await, []);
    assert_eq!(found(&store, "b").await, [user(1)]);
    let mut conn = store.read().await.unwrap();
    assert_eq!(people::by_code(&mut conn, user(2).code()).await.unwrap(), None);
});

both_dbs!(no_search_gives_more_than_it_may, |store| async {
    for n in 1..=30 {
        register(&store, n, &[&format!("a{n:02}"), "a"]).await;
    }
    let all = found(&store, "a").await;
    assert_eq!(all.len(), FOUND_MAX as usize);
    assert_eq!(all[0], user(1));
});

both_dbs!(who_is_not_found_as_they_are_called_now_is_known, |store| async {
    register(&store, 1, &["one"]).await;
    register(&store, 2, &[]).await;
    register(&store, 3, &["three"]).await;
    let mut tx = store.write().await.unwrap();
    accounts::set_name(&mut tx, user(3), "Another").await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let nobody = UserId::from_uuid(Uuid::nil());
    let all = people::outdated(&mut conn, nobody, 9).await.unwrap();
    assert_eq!(all.iter().map(|it| it.user).collect::<Vec<_>>(), [user(2), user(3)]);
    let rest = people::outdated(&mut conn, user(2), 9).await.unwrap();
    assert_eq!(rest.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Another"]);
});

both_dbs!(handles_are_told_however_many_are_asked_for, |store| async {
    for n in 0..70 {
        register(&store, n, &[]).await;
    }
    let users: Vec<_> = (0..80).map(user).collect();
    let handles = accounts::handles(&mut store.read().await.unwrap(), &users).await.unwrap();
    assert_eq!(handles.len(), 70);
    assert_eq!(handles[&user(69)], "player-69");
    let none = accounts::handles(&mut store.read().await.unwrap(), &[]).await.unwrap();
    assert!(none.is_empty());
});
