//! Users and their sessions.

use komadai_store::{Error, TokenHash, both_dbs, sessions, users};

use crate::user;

both_dbs!(a_guest_is_found_again, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 4711", 1_000).await.unwrap();
    // The answer was lost, and the client asks again.
    users::create_guest(&mut tx, user(1), "Guest 9999", 2_000).await.unwrap();
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let found = users::find(&mut conn, user(1)).await.unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str()), (user(1), "Guest 4711"));
    assert_eq!((found.guest, found.created_ms, found.version), (true, 1_000, 0));
    assert_eq!(users::find(&mut conn, user(2)).await.unwrap(), None);
});

both_dbs!(several_players_are_found_at_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in [3, 1, 2] {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let found = users::find_many(&mut conn, &[user(3), user(9), user(1)]).await.unwrap();
    let names: Vec<&str> = found.iter().map(|user| user.name.as_str()).collect();
    assert_eq!(names, ["Guest 3", "Guest 1"]);
});

both_dbs!(a_transaction_that_is_dropped_leaves_nothing, |store| async {
    for _ in 0..3 {
        let mut tx = store.write().await.unwrap();
        users::create_guest(&mut tx, user(1), "nobody", 1).await.unwrap();
        drop(tx);
    }
    let mut conn = store.read().await.unwrap();
    assert_eq!(users::find(&mut conn, user(1)).await.unwrap(), None);
});

both_dbs!(a_session_leads_to_its_player, |store| async {
    let token = TokenHash([7; 32]);
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1_000).await.unwrap();
    sessions::insert(&mut tx, token, user(1), 2_000).await.unwrap();
    assert!(sessions::touch(&mut tx, token, 3_000).await.unwrap());
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let session = sessions::find(&mut conn, token).await.unwrap().unwrap();
    assert_eq!((session.user.id, session.user.created_ms), (user(1), 1_000));
    assert_eq!((session.created_ms, session.seen_ms), (2_000, 3_000));
    assert_eq!(sessions::find(&mut conn, TokenHash([8; 32])).await.unwrap(), None);
});

both_dbs!(a_session_that_was_ended_leads_nowhere, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    for n in 1..=3 {
        sessions::insert(&mut tx, TokenHash([n; 32]), user(1), 1).await.unwrap();
    }
    assert!(sessions::delete(&mut tx, TokenHash([1; 32])).await.unwrap());
    assert!(!sessions::delete(&mut tx, TokenHash([1; 32])).await.unwrap());
    assert!(!sessions::touch(&mut tx, TokenHash([1; 32]), 2).await.unwrap());
    assert_eq!(sessions::delete_all(&mut tx, user(1)).await.unwrap(), 2);
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    for n in 1..=3 {
        assert_eq!(sessions::find(&mut conn, TokenHash([n; 32])).await.unwrap(), None, "{n}");
    }
});

both_dbs!(a_session_needs_a_player, |store| async {
    let mut tx = store.write().await.unwrap();
    let refused = sessions::insert(&mut tx, TokenHash([1; 32]), user(1), 1).await;
    assert!(matches!(refused, Err(Error::Query(_))), "{refused:?}");
});

#[test]
fn a_token_hash_is_not_printed() {
    assert_eq!(format!("{:?}", TokenHash([0xab; 32])), "TokenHash(abab…)");
}
