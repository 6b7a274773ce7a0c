//! A game is settled once.

use komadai_ids::NodeId;
use komadai_store::{both_dbs, floors, games, settlements};

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
    let settled = settlements::settled(&mut conn, &[game_id(1), game_id(2)]).await.unwrap();
    assert_eq!(settled, [game_id(1)].into());
});

// However many are asked about, no one is forgotten and no one is made up.
both_dbs!(many_games_are_asked_about_at_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in (0..150).step_by(3) {
        assert!(settlements::settle(&mut tx, &game(n), 9_000).await.unwrap());
    }
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    for n_asked in [0, 1, 63, 64, 65, 128, 150] {
        let asked: Vec<_> = (0..n_asked).map(game_id).collect();
        let settled = settlements::settled(&mut conn, &asked).await.unwrap();
        assert_eq!(settled, (0..n_asked).step_by(3).map(game_id).collect(), "{n_asked}");
    }
});

both_dbs!(a_floor_rises_and_does_not_fall, |store| async {
    let (one, two) = (NodeId::new(1, [1; 10]), NodeId::new(2, [2; 10]));
    for (pos, expected) in [(7, 7), (5, 7), (9, 9)] {
        let mut tx = store.write().await.unwrap();
        floors::raise(&mut tx, one, pos).await.unwrap();
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        assert_eq!(floors::floor(&mut conn, one).await.unwrap(), expected);
        assert_eq!(floors::floor(&mut conn, two).await.unwrap(), 0);
    }
    let mut tx = store.write().await.unwrap();
    floors::forget(&mut tx, one).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert_eq!(floors::floor(&mut conn, one).await.unwrap(), 0);
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
