//! Games by correspondence that sleep.

use komadai_store::{
    both_dbs, settlements,
    sleeping_games::{self, Alarm, Outage, Seat, SleepingGame},
};

use crate::{game, game_id, user};

fn sleeping(n: u8, log: &[u8], n_records: i64, wake_ms: i64) -> SleepingGame {
    SleepingGame {
        id: game_id(n),
        sente: user(n),
        gote: user(n + 1),
        log: log.to_vec(),
        n_records,
        since_ms: 100,
        thought_ms: 7,
        wake_ms,
    }
}

both_dbs!(the_most_records_of_a_game_are_kept_until_it_is_over, |store| async {
    let mut tx = store.write().await.unwrap();
    let known = sleeping(1, b"long log", 5, 900);
    assert!(sleeping_games::keep(&mut tx, &known).await.unwrap());
    // From a process that stood still.
    let old = sleeping(1, b"a longer old log", 4, 800);
    assert!(!sleeping_games::keep(&mut tx, &old).await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let code = known.id.code();
    assert_eq!(sleeping_games::find(&mut conn, code).await.unwrap().as_ref(), Some(&known));
    assert_eq!(sleeping_games::find(&mut conn, game_id(2).code()).await.unwrap(), None);

    let newer = sleeping(1, b"newer", 6, 950);
    let mut tx = store.write().await.unwrap();
    assert!(sleeping_games::keep(&mut tx, &newer).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(sleeping_games::find(&mut conn, code).await.unwrap(), Some(newer));
    let kept = sleeping_games::n_records(&mut conn, &[game_id(1), game_id(2)]).await.unwrap();
    assert_eq!(kept.into_iter().collect::<Vec<_>>(), [(game_id(1), 6)]);

    let mut tx = store.write().await.unwrap();
    assert!(settlements::settle(&mut tx, &game(1), 5).await.unwrap());
    assert!(!sleeping_games::keep(&mut tx, &sleeping(1, b"late", 9, 990)).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(sleeping_games::find(&mut conn, code).await.unwrap(), None);
});

both_dbs!(sleeping_games_are_found_by_player_and_by_when_they_wake, |store| async {
    let mut tx = store.write().await.unwrap();
    for (n, wake_ms) in [(1, 300), (2, 200), (3, 200), (4, 500)] {
        assert!(sleeping_games::keep(&mut tx, &sleeping(n, b"log", 1, wake_ms)).await.unwrap());
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let seat = |n, is_sente| Seat { game: game_id(n), is_sente };
    let mut seats = sleeping_games::of(&mut conn, user(2)).await.unwrap();
    seats.sort_by_key(|it| it.is_sente);
    assert_eq!(seats, [seat(1, false), seat(2, true)]);
    assert!(sleeping_games::of(&mut conn, user(9)).await.unwrap().is_empty());

    let mut expected =
        [(200, 2), (200, 3), (300, 1)].map(|(at_ms, n)| Alarm { at_ms, game: game_id(n) });
    expected.sort();
    let (mut after, mut found) = (None, Vec::new());
    while let Some(alarm) = sleeping_games::alarms(&mut conn, after, 499, 1).await.unwrap().first()
    {
        found.push(*alarm);
        after = Some(*alarm);
    }
    assert_eq!(found, expected);
    assert_eq!(sleeping_games::alarms(&mut conn, None, 499, 2).await.unwrap(), expected[..2]);
});

both_dbs!(an_outage_is_noted_once, |store| async {
    let outage = |from_ms, until_ms| Outage { from_ms, until_ms };
    let mut tx = store.write().await.unwrap();
    for it in [outage(10, 20), outage(10, 30), outage(10, 25), outage(40, 50)] {
        sleeping_games::note_outage(&mut tx, it).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    for (since_ms, expected) in
        [(0, vec![outage(10, 30), outage(40, 50)]), (30, vec![outage(40, 50)]), (50, vec![])]
    {
        assert_eq!(sleeping_games::outages_since(&mut conn, since_ms).await.unwrap(), expected);
    }
});
