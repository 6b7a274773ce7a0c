//! Challenges: of what happens at the same time one thing counts.

use komadai_store::{
    Challenge, ChallengeState, Distance, Store, both_dbs, challenges, relations, users,
};
use uuid::Uuid;

use crate::user;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn challenge(id: u128, challenger: u8, challenged: u8, made_ms: i64) -> Challenge {
    Challenge {
        id: Uuid::from_u128(id),
        challenger: user(challenger),
        challenged: user(challenged),
        setup: "{}".to_owned(),
        made_ms,
        expires_ms: made_ms + DAY_MS,
        state: ChallengeState::Open,
        reason: None,
    }
}

async fn write(store: &Store, challenge: &Challenge) -> bool {
    let mut tx = store.write().await.unwrap();
    let written = challenges::insert(&mut tx, challenge).await.unwrap();
    tx.commit().await.unwrap();
    written
}

async fn ids(store: &Store, who: u8, now_ms: i64) -> Vec<u128> {
    let mut conn = store.read().await.unwrap();
    let of = challenges::of(&mut conn, user(who), now_ms).await.unwrap();
    of.iter().map(|it| it.id.as_u128()).collect()
}

async fn close(store: &Store, id: u128, state: ChallengeState, now_ms: i64) -> bool {
    let mut tx = store.write().await.unwrap();
    let id = Uuid::from_u128(id);
    let closed = challenges::close(&mut tx, id, state, Some("later"), now_ms).await.unwrap();
    tx.commit().await.unwrap();
    closed
}

both_dbs!(one_stands_between_two_until_it_is_closed_once, |store| async {
    let first = challenge(1, 1, 2, 10);
    assert!(write(&store, &first).await);
    assert!(!write(&store, &first).await, "it is there");
    assert!(!write(&store, &challenge(2, 1, 2, 11)).await, "one is open");
    // The other way round, and to somebody else, are others.
    assert!(write(&store, &challenge(3, 2, 1, 12)).await);
    assert!(write(&store, &challenge(4, 1, 3, 13)).await);
    assert_eq!(ids(&store, 1, 20).await, [1, 3, 4]);
    assert_eq!(ids(&store, 3, 20).await, [4]);
    let mut conn = store.read().await.unwrap();
    assert_eq!(
        challenges::find(&mut conn, first.id).await.unwrap().as_ref(),
        Some(&first),
        "it is read as it was written"
    );
    let counts = challenges::counts(&mut conn, user(1), user(2), 10, 20).await.unwrap();
    assert_eq!((counts.made, counts.open_by, counts.open_to), (1, 2, 1));
    drop(conn);

    assert!(close(&store, 1, ChallengeState::Accepted, 30).await);
    assert!(!close(&store, 1, ChallengeState::Withdrawn, 30).await);
    assert_eq!(ids(&store, 1, 30).await, [3, 4]);
    let mut tx = store.write().await.unwrap();
    let accepted = challenges::accepted(&mut tx, 30).await.unwrap();
    assert_eq!(accepted.iter().map(|it| it.id).collect::<Vec<_>>(), [first.id]);
    assert!(challenges::reopen(&mut tx, &first).await.unwrap());
    assert!(!challenges::reopen(&mut tx, &first).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(ids(&store, 2, 30).await, [1, 3]);
});

both_dbs!(acceptance_and_withdrawal_at_once_are_one_of_them, |store| async {
    for n in 0..20 {
        assert!(write(&store, &challenge(n, 1, 2, 10)).await);
        let (accepted, withdrawn) = tokio::join!(
            close(&store, n, ChallengeState::Accepted, 20),
            close(&store, n, ChallengeState::Withdrawn, 20)
        );
        assert!(accepted ^ withdrawn, "{n}: {accepted} {withdrawn}");
    }
});

both_dbs!(a_declined_one_is_listed_to_whom_it_concerns_until_they_know, |store| async {
    assert!(write(&store, &challenge(1, 1, 2, 10)).await);
    assert!(close(&store, 1, ChallengeState::Declined, 20).await);
    assert_eq!(ids(&store, 2, 20).await, [0_u128; 0]);
    assert_eq!(ids(&store, 1, 20).await, [1]);
    // Another may be made meanwhile, and then this one is not opened again.
    assert!(write(&store, &challenge(2, 1, 2, 21)).await);
    let mut tx = store.write().await.unwrap();
    assert!(challenges::dismiss(&mut tx, Uuid::from_u128(1)).await.unwrap());
    assert!(!challenges::dismiss(&mut tx, Uuid::from_u128(2)).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(ids(&store, 1, 22).await, [2]);
    assert!(close(&store, 2, ChallengeState::Accepted, 23).await);
    assert!(write(&store, &challenge(3, 1, 2, 24)).await);
    let mut tx = store.write().await.unwrap();
    assert!(!challenges::reopen(&mut tx, &challenge(2, 1, 2, 21)).await.unwrap());
});

both_dbs!(what_has_expired_stands_no_more_and_is_forgotten_later, |store| async {
    assert!(write(&store, &challenge(1, 1, 2, 0)).await);
    assert!(!close(&store, 1, ChallengeState::Accepted, DAY_MS).await);
    assert_eq!(ids(&store, 2, DAY_MS - 1).await, [1]);
    assert_eq!(ids(&store, 2, DAY_MS).await, [0_u128; 0]);
    assert!(!write(&store, &challenge(2, 1, 2, DAY_MS)).await, "it is not marked yet");
    let mut tx = store.write().await.unwrap();
    challenges::tidy(&mut tx, user(1), DAY_MS, 0).await.unwrap();
    let marked = challenges::find(&mut tx, Uuid::from_u128(1)).await.unwrap().unwrap();
    assert_eq!(marked.state, ChallengeState::Expired);
    tx.commit().await.unwrap();
    assert!(write(&store, &challenge(2, 1, 2, DAY_MS)).await);
    let mut tx = store.write().await.unwrap();
    challenges::tidy(&mut tx, user(3), DAY_MS, DAY_MS + 1).await.unwrap();
    assert_eq!(challenges::find(&mut tx, Uuid::from_u128(1)).await.unwrap(), None);
    assert!(challenges::find(&mut tx, Uuid::from_u128(2)).await.unwrap().is_some());
});

both_dbs!(who_has_blocked_the_challenger_does_not_see_it, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=2 {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    relations::set(&mut tx, user(2), user(1), Some(Distance::Mute), 5).await.unwrap();
    tx.commit().await.unwrap();
    assert!(write(&store, &challenge(1, 1, 2, 10)).await);
    assert_eq!(ids(&store, 2, 20).await, [1], "who is only silenced may play");
    let mut tx = store.write().await.unwrap();
    relations::set(&mut tx, user(2), user(1), Some(Distance::Block), 6).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&store, 2, 20).await, [0_u128; 0]);
    assert_eq!(ids(&store, 1, 20).await, [1], "which is not to be learnt from it");
});

both_dbs!(what_was_taken_back_is_known_by_its_pair_and_its_time, |store| async {
    let close = async |id: u128, state, reason: Option<&str>, now_ms| {
        let mut tx = store.write().await.unwrap();
        let id = Uuid::from_u128(id);
        assert!(challenges::close(&mut tx, id, state, reason, now_ms).await.unwrap());
        tx.commit().await.unwrap();
    };
    let taken_back = async |challenger, challenged, since_ms| {
        let mut conn = store.read().await.unwrap();
        let (one, other) = (user(challenger), user(challenged));
        challenges::was_taken_back(&mut conn, one, other, since_ms).await.unwrap()
    };
    assert!(write(&store, &challenge(1, 1, 2, 10)).await);
    assert!(!taken_back(1, 2, 0).await, "it stands");
    close(1, ChallengeState::Withdrawn, None, 100).await;
    assert!(taken_back(1, 2, 99).await && !taken_back(1, 2, 100).await);
    assert!(!taken_back(2, 1, 0).await && !taken_back(1, 3, 0).await);
    // Of one that was declined, the challenger takes notice.
    assert!(write(&store, &challenge(2, 1, 3, 110)).await);
    close(2, ChallengeState::Declined, Some("later"), 120).await;
    let mut tx = store.write().await.unwrap();
    assert!(challenges::dismiss(&mut tx, Uuid::from_u128(2)).await.unwrap());
    tx.commit().await.unwrap();
    assert!(!taken_back(1, 3, 0).await);
});
