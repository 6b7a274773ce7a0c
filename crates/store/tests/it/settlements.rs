//! A game is settled once.

use komadai_store::{both_dbs, games, settlements};

use crate::{game, game_id};

both_dbs!(a_game_is_settled_once, |store| async {
    let first = game(1);
    let mut tx = store.write().await.unwrap();
    assert!(settlements::settle(&mut tx, &first, 9_000).await.unwrap());
    tx.commit().await.unwrap();

    // Found in the journal again after a restart.
    let mut again = first.clone();
    again.summary.reason = "resignation".to_owned();
    let mut tx = store.write().await.unwrap();
    assert!(!settlements::settle(&mut tx, &again, 9_999).await.unwrap());
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), Some(first));
    let settled = settlements::settled_ms(&mut conn, game_id(1)).await.unwrap();
    assert_eq!(settled, Some(9_000));
    assert_eq!(settlements::settled_ms(&mut conn, game_id(2)).await.unwrap(), None);
});

both_dbs!(what_is_not_committed_is_not_settled, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(settlements::settle(&mut tx, &game(1), 9_000).await.unwrap());
    drop(tx);

    let mut tx = store.write().await.unwrap();
    assert!(settlements::settle(&mut tx, &game(1), 9_000).await.unwrap());
    tx.commit().await.unwrap();
});

// Two tasks that settle the same game at the same time: one of them does.
both_dbs!(two_at_once_settle_it_once, |store| async {
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = (*store).clone();
        tasks.spawn(async move {
            let mut tx = store.write().await.unwrap();
            let first = settlements::settle(&mut tx, &game(1), 1).await.unwrap();
            tx.commit().await.unwrap();
            first
        });
    }
    let settled = tasks.join_all().await.into_iter().filter(|first| *first).count();
    assert_eq!(settled, 1);
});
