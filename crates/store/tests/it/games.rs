//! Finished games and their lists.

use komadai_store::{Error, GameSummary, PageKey, both_dbs, games};

use crate::{game, game_id, user};

both_dbs!(a_game_is_found_by_its_address, |store| async {
    let played = game(1);
    let mut tx = store.write().await.unwrap();
    assert!(games::insert(&mut tx, &played).await.unwrap());
    assert!(!games::insert(&mut tx, &played).await.unwrap());
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let code = game_id(1).code();
    assert_eq!(games::find_by_code(&mut conn, code).await.unwrap(), Some(played.clone()));
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), Some(played));
    assert_eq!(games::find_by_code(&mut conn, game_id(2).code()).await.unwrap(), None);
});

both_dbs!(a_game_that_never_began_has_empty_seats, |store| async {
    let mut aborted = game(1);
    aborted.summary.gote = None;
    aborted.summary.gote_name = None;
    aborted.summary.started_ms = None;
    aborted.summary.winner = None;
    aborted.record.clear();
    let mut tx = store.write().await.unwrap();
    games::insert(&mut tx, &aborted).await.unwrap();
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), Some(aborted));
});

both_dbs!(lists_go_by_pages_from_the_newest, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=7 {
        let mut game = game(n);
        // Several that ended in the same millisecond, and one in which player 1 did not play.
        game.summary.ended_ms = 3_000 + i64::from(n / 4);
        if n == 6 {
            game.summary.sente = Some(user(3));
        }
        games::insert(&mut tx, &game).await.unwrap();
    }
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let (mut after, mut recent, mut of_one) = (PageKey::first(), Vec::new(), Vec::new());
    loop {
        let page = games::recent(&mut conn, after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.page_key();
        recent.extend(page);
    }
    let mut after = PageKey::first();
    loop {
        let page = games::by_player(&mut conn, user(1), after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.page_key();
        of_one.extend(page);
    }
    let ids = |list: &[GameSummary]| list.iter().map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(ids(&recent), [7, 6, 5, 4, 3, 2, 1].map(game_id));
    assert_eq!(ids(&of_one), [7, 5, 4, 3, 2, 1].map(game_id));
    let mut first = game(1).summary;
    first.ended_ms = 3_000;
    assert_eq!(recent[6], first);
});

both_dbs!(a_list_has_a_limit, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=3 {
        games::insert(&mut tx, &game(n)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let all = games::recent(&mut conn, PageKey::first(), u32::MAX).await.unwrap();
    assert_eq!(all.len(), 3);
    assert!(games::recent(&mut conn, PageKey::first(), 0).await.unwrap().is_empty());
});

both_dbs!(a_row_that_cannot_be_is_named, |store| async {
    let mut tx = store.write().await.unwrap();
    games::insert(&mut tx, &game(1)).await.unwrap();
    tx.commit().await.unwrap();
    for (column, value, mend) in [
        ("winner", "'black'", "NULL"),
        ("plies", "-1", "1"),
        ("record", "code_bytes", "code_bytes"),
    ] {
        // Bytes that are no packed record are spelled differently on the two.
        let bytes = if store.is_sqlite() { "x'0102'" } else { "'\\x0102'" };
        let value = value.replace("code_bytes", bytes);
        store.sql(&format!("UPDATE games SET {column} = {value}")).await;
        let mut conn = store.read().await.unwrap();
        let found = games::find(&mut conn, game_id(1)).await;
        match found {
            Err(Error::Corrupt { table: "games", key, column: named }) => {
                assert_eq!((key, named), (game_id(1).uuid().to_string(), column));
            }
            other => panic!("{column}: {other:?}"),
        }
        drop(conn);
        let mend = mend.replace("code_bytes", bytes);
        store.sql(&format!("UPDATE games SET {column} = {mend}")).await;
    }
});

both_dbs!(what_happened_after_the_end_is_added, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(!games::extend(&mut tx, &game(1)).await.unwrap(), "there is nothing to add to");
    games::insert(&mut tx, &game(1)).await.unwrap();
    let mut longer = game(1);
    longer.record.extend(*b"a rematch");
    longer.summary.next = Some(game_id(9));
    assert!(games::extend(&mut tx, &longer).await.unwrap());
    assert!(!games::extend(&mut tx, &game(1)).await.unwrap(), "nothing is taken away");
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), Some(longer));
});

both_dbs!(it_is_known_who_left_the_last_games, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        let left = (n % 2 == 0).then(|| user(2));
        games::insert(&mut tx, &komadai_store::Game { left, ..game(n) }).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(2)).await.unwrap().unwrap().left, Some(user(2)));
    let last = games::last_finished(&mut conn, user(1), 3).await.unwrap();
    let left: Vec<_> = last.iter().map(|game| (game.ended_ms, game.left)).collect();
    assert_eq!(left, [(3_004, Some(user(2))), (3_003, None), (3_002, Some(user(2)))]);
    assert_eq!(games::last_finished(&mut conn, user(3), 3).await.unwrap(), []);
    let mut since = games::left_since(&mut conn, 3_003).await.unwrap();
    assert_eq!(since, [(user(2), 3_004)]);
    since = games::left_since(&mut conn, 0).await.unwrap();
    assert_eq!(since.len(), 2);
});
