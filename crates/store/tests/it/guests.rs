//! What guests have left behind, and guests who have nothing left.

use komadai_ids::{ReviewId, UserId};
use komadai_store::{
    NewAccount, NewReport, Review, ReviewSummary, Store, TokenHash, accounts, both_dbs, games,
    guests, lessons, reports, reviews, sessions, settlements, users,
};
use uuid::Uuid;

use crate::{game, game_id, user};

/// Everybody before this is old.
const THEN_MS: i64 = 100_000;

async fn came(store: &Store, n: u8, at_ms: i64) {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(n), &format!("Guest {n}"), at_ms).await.unwrap();
    tx.commit().await.unwrap();
}

fn review(n: u8, owner: u8, partner: Option<u8>, updated_ms: i64) -> Review {
    Review {
        summary: ReviewSummary {
            id: ReviewId::new(u64::from(n), [n; 10]),
            owner: user(owner),
            partner: partner.map(user),
            of_game: partner.is_some(),
            title: String::new(),
            variant: "standard".to_owned(),
            plies: 1,
            is_public: false,
            seq: 1,
            created_ms: 1,
            updated_ms,
            study: None,
        },
        tree: vec![n; 100],
    }
}

fn account(n: u8, handle: &str) -> NewAccount<'_> {
    NewAccount { user: user(n), handle, key: handle, name: handle }
}

both_dbs!(reviews_of_guests_go_when_nobody_has_changed_them_for_long, |store| async {
    for n in 1..=3 {
        came(&store, n, 1).await;
    }
    let mut tx = store.write().await.unwrap();
    accounts::register(&mut tx, account(3, "minhanh"), "hash", 1).await.unwrap();
    let old = THEN_MS - 1;
    for review in [
        review(1, 1, None, old),
        review(2, 1, None, THEN_MS),
        review(3, 1, Some(2), old),
        review(4, 1, Some(3), old),
        review(5, 3, None, old),
    ] {
        assert!(reviews::keep(&mut tx, &review).await.unwrap());
    }
    let (first, last) = (UserId::from_uuid(Uuid::nil()), UserId::from_uuid(Uuid::max()));
    assert_eq!(guests::expire(&mut tx, first, user(1), 0).await.unwrap(), 0);
    assert_eq!(guests::expire(&mut tx, first, last, THEN_MS).await.unwrap(), 2);
    assert_eq!(reviews::by_owner(&mut tx, user(1)).await.unwrap().len(), 2);
    assert_eq!(reviews::by_owner(&mut tx, user(3)).await.unwrap().len(), 1);
});

both_dbs!(only_guests_who_have_nothing_are_nobodys, |store| async {
    // 1 and 2 have played, 3 has a review, 4 a young session, 5 a lesson and an old session,
    // 6 was reported, 7 came lately, 8 has an account, 9 an old session, 10 nothing.
    for n in 1..=10 {
        came(&store, n, if n == 7 { THEN_MS } else { 1 }).await;
    }
    let mut tx = store.write().await.unwrap();
    settlements::settle(&mut tx, &game(1), 5_000).await.unwrap();
    assert!(reviews::keep(&mut tx, &review(3, 3, None, THEN_MS)).await.unwrap());
    for (n, at_ms) in [(4, THEN_MS), (5, 1), (9, 1)] {
        sessions::insert(&mut tx, TokenHash([n; 32]), user(n), at_ms).await.unwrap();
    }
    lessons::note_done(&mut tx, user(5), "king", 1).await.unwrap();
    let report = NewReport {
        id: Uuid::from_u128(1),
        by: user(8),
        about: user(6),
        game: None,
        reason: "abuse",
        words: "",
        lines: None,
    };
    reports::insert(&mut tx, report, 1).await.unwrap();
    accounts::register(&mut tx, account(8, "minhanh"), "hash", 1).await.unwrap();
    tx.commit().await.unwrap();

    let mut tx = store.write().await.unwrap();
    let all = guests::after(&mut tx, UserId::from_uuid(Uuid::nil()), THEN_MS, 100).await.unwrap();
    let mut expected: Vec<_> = [1, 2, 3, 4, 5, 6, 9, 10].map(user).to_vec();
    expected.sort();
    assert_eq!(all, expected);
    assert_eq!(guests::after(&mut tx, all[2], THEN_MS, 2).await.unwrap(), all[3..5]);
    let (first, last) = (all[0], all[all.len() - 1]);
    let mut nobodys = guests::with_nothing(&mut tx, first, last, THEN_MS).await.unwrap();
    nobodys.sort();
    assert_eq!(nobodys, [user(9), user(10)]);
    for guest in nobodys {
        assert!(guests::delete(&mut tx, guest).await.unwrap());
        assert!(!guests::delete(&mut tx, guest).await.unwrap());
        assert_eq!(users::find(&mut tx, guest).await.unwrap(), None);
    }
    assert!(sessions::find(&mut tx, TokenHash([9; 32])).await.unwrap().is_none());
    assert!(!guests::delete(&mut tx, user(1)).await.unwrap(), "a game names them");
    assert!(!guests::delete(&mut tx, user(8)).await.unwrap(), "an account is deleted otherwise");
    tx.commit().await.unwrap();
});

both_dbs!(games_that_nobody_joined_go_and_others_stay, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        let mut game = game(n);
        if n > 1 {
            (game.summary.sente, game.summary.gote) = (None, None);
        }
        settlements::settle(&mut tx, &game, 5_000).await.unwrap();
    }
    assert_eq!(guests::delete_unjoined_games(&mut tx, 3_004, 1).await.unwrap(), 1);
    assert_eq!(guests::delete_unjoined_games(&mut tx, 3_004, 9).await.unwrap(), 1);
    for (n, is_there) in [(1, true), (2, false), (3, false), (4, true)] {
        let found = games::find_by_code(&mut tx, game_id(n).code()).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{n}");
    }
});
