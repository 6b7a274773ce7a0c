//! Notices: nothing is said twice, nor too often.

use komadai_store::{
    Challenge, ChallengeState, Store, TokenHash, both_dbs, challenges,
    notices::{self, BROWSERS_MAX, Browser, RateLimit},
    retention, sessions, users,
};
use uuid::Uuid;

use crate::user;

const LIMIT: RateLimit = RateLimit { gap_ms: 900_000, per_day: 3 };

async fn begin(store: &Store, about: &str, mark: i64, now_ms: i64) -> bool {
    let mut tx = store.write().await.unwrap();
    let begun = notices::begin(&mut tx, user(1), about, mark, LIMIT, now_ms).await.unwrap();
    // As its caller does: without a notification nothing is noted.
    if begun {
        tx.commit().await.unwrap();
    }
    begun
}

both_dbs!(somebody_is_told_once_and_not_too_often, |store| async {
    let day_ms = 24 * 3_600_000;
    assert!(begin(&store, "game:a", 4, day_ms).await);
    assert!(!begin(&store, "game:a", 4, day_ms + 2_000_000).await, "known");
    let mut tx = store.write().await.unwrap();
    notices::note_known(&mut tx, user(1), "challenge:a", day_ms).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!begin(&store, "challenge:a", 0, day_ms + 2_000_000).await, "seen on the page");
    assert!(!begin(&store, "game:a", 6, day_ms + 899_999).await, "too soon");
    assert!(begin(&store, "game:a", 6, day_ms + 900_000).await);
    assert!(begin(&store, "game:b", 1, day_ms + 900_000).await, "another game");
    assert!(!begin(&store, "game:c", 1, day_ms + 900_001).await, "enough for a day");
    assert!(begin(&store, "game:c", 1, 2 * day_ms).await, "another day");
    let mut conn = store.read().await.unwrap();
    assert_eq!(notices::mark(&mut conn, user(1), "game:a").await.unwrap(), Some(6));
    assert_eq!(notices::mark(&mut conn, user(2), "game:a").await.unwrap(), None);
});

both_dbs!(what_is_switched_off_stays_off, |store| async {
    for (kind, on) in [("turn", false), ("turn", false), ("round", false), ("round", true)] {
        let mut tx = store.write().await.unwrap();
        notices::switch(&mut tx, user(1), kind, "mail", on).await.unwrap();
        tx.commit().await.unwrap();
    }
    let mut conn = store.read().await.unwrap();
    let off = notices::off(&mut conn, user(1)).await.unwrap();
    let off: Vec<_> = off.iter().map(|it| (it.kind.as_str(), it.channel.as_str())).collect();
    assert_eq!(off, [("turn", "mail")]);
    assert!(notices::off(&mut conn, user(2)).await.unwrap().is_empty());
});

both_dbs!(browsers_last_as_long_as_their_sessions, |store| async {
    let browser = |n: u32, session: u8| Browser {
        endpoint: format!("https://push.example/{n}"),
        session: TokenHash([session; 32]),
        public_key: vec![4; 65],
        auth: vec![1; 16],
        language: "vi".to_owned(),
    };
    let mut tx = store.write().await.unwrap();
    for n in [1, 2] {
        users::create_guest(&mut tx, user(n), "player", 1).await.unwrap();
        sessions::insert(&mut tx, TokenHash([n; 32]), user(n), 1).await.unwrap();
    }
    for n in 0..BROWSERS_MAX + 2 {
        notices::add_browser(&mut tx, user(1), &browser(n, 1), i64::from(n)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let endpoints = async |who: u8| {
        let mut conn = store.read().await.unwrap();
        let found = notices::browsers(&mut conn, user(who)).await.unwrap();
        found.into_iter().map(|it| it.endpoint).collect::<Vec<_>>()
    };
    let known = endpoints(1).await;
    assert_eq!(known.len(), BROWSERS_MAX as usize);
    assert_eq!(known.first().map(String::as_str), Some("https://push.example/11"));
    assert_eq!(known.last().map(String::as_str), Some("https://push.example/2"));

    let mut tx = store.write().await.unwrap();
    // Somebody else signs in in the same browser.
    notices::add_browser(&mut tx, user(2), &browser(11, 2), 99).await.unwrap();
    assert!(!notices::remove_browser(&mut tx, user(2), "https://push.example/5").await.unwrap());
    assert!(notices::remove_browser(&mut tx, user(1), "https://push.example/5").await.unwrap());
    notices::forget_browser(&mut tx, "https://push.example/6").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(endpoints(1).await.len(), BROWSERS_MAX as usize - 3);
    assert_eq!(endpoints(2).await, ["https://push.example/11"]);

    let mut tx = store.write().await.unwrap();
    sessions::delete(&mut tx, TokenHash([1; 32])).await.unwrap();
    tx.commit().await.unwrap();
    assert!(endpoints(1).await.is_empty());
    let mut tx = store.write().await.unwrap();
    let horizon = retention::Horizon::default();
    let n_gone = retention::clean(&mut tx, horizon, 100).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(n_gone, u64::from(BROWSERS_MAX) - 3);
    assert_eq!(endpoints(2).await.len(), 1);
});

both_dbs!(a_key_is_drawn_once, |store| async {
    for drawn in [[1; 4], [2; 4]] {
        let mut tx = store.write().await.unwrap();
        assert_eq!(notices::key(&mut tx, "vapid", &drawn).await.unwrap(), [1; 4]);
        tx.commit().await.unwrap();
    }
});

both_dbs!(challenges_wait_for_an_answer, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=3_u128 {
        let challenge = Challenge {
            id: Uuid::from_u128(n),
            challenger: user(n as u8),
            challenged: user(9),
            setup: "{}".to_owned(),
            made_ms: n as i64 * 10,
            expires_ms: 1_000,
            state: ChallengeState::Open,
            reason: None,
        };
        assert!(challenges::insert(&mut tx, &challenge).await.unwrap());
    }
    let id = Uuid::from_u128(2);
    assert!(challenges::close(&mut tx, id, ChallengeState::Declined, None, 21).await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let mut ids = async |from_ms, to_ms| {
        let found = notices::unanswered(&mut conn, from_ms, to_ms).await.unwrap();
        found.iter().map(|it| it.id.as_u128()).collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 100).await, [1, 3]);
    assert_eq!(ids(11, 100).await, [3]);
    assert_eq!(ids(0, 29).await, [1]);
    assert_eq!(ids(0, 1_000).await, [0_u128; 0], "nobody is asked any more");
});
