//! Reviews.

use komadai_ids::ReviewId;
use komadai_store::{Error, Review, ReviewSummary, both_dbs, reviews};

use crate::user;

fn id(n: u8) -> ReviewId {
    ReviewId::new(u64::from(n), [n; 10])
}

fn review(n: u8, seq: u32) -> Review {
    Review {
        summary: ReviewSummary {
            id: id(n),
            owner: user(1),
            partner: (n == 1).then(|| user(2)),
            of_game: n == 1,
            title: "Minh Ánh – 羽生".to_owned(),
            variant: "standard".to_owned(),
            plies: 97,
            is_public: n.is_multiple_of(2),
            seq,
            created_ms: 1_000,
            updated_ms: 1_000 + i64::from(n),
            study: None,
        },
        tree: vec![n; 5_000],
    }
}

both_dbs!(a_review_is_kept_change_by_change, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(reviews::keep(&mut tx, &review(1, 1)).await.unwrap());
    assert!(reviews::keep(&mut tx, &review(1, 2)).await.unwrap());
    assert!(!reviews::keep(&mut tx, &review(1, 2)).await.unwrap(), "somebody was faster");
    assert!(!reviews::keep(&mut tx, &review(1, 4)).await.unwrap(), "a change is missing");
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = reviews::find_by_code(&mut conn, id(1).code()).await.unwrap();
    assert_eq!(found, Some(review(1, 2)));
    assert_eq!(reviews::find_by_code(&mut conn, id(2).code()).await.unwrap(), None);
});

both_dbs!(reviews_are_listed_counted_and_taken_away, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        assert!(reviews::keep(&mut tx, &review(n, 1)).await.unwrap());
    }
    let own = reviews::by_owner(&mut tx, user(1)).await.unwrap();
    assert_eq!(own.iter().map(|it| it.id).collect::<Vec<_>>(), [id(4), id(3), id(2), id(1)]);
    assert_eq!(reviews::by_owner(&mut tx, user(2)).await.unwrap(), []);
    let usage = reviews::usage(&mut tx, user(1)).await.unwrap();
    assert_eq!((usage.n_reviews, usage.size_bytes), (3, 20_000), "a game's has bytes only");
    let public = reviews::public(&mut tx).await.unwrap();
    assert_eq!(public.iter().map(|it| it.id).collect::<Vec<_>>(), [id(4), id(2)]);
    assert!(reviews::delete(&mut tx, id(4)).await.unwrap());
    assert!(!reviews::delete(&mut tx, id(4)).await.unwrap());
    tx.commit().await.unwrap();
});

both_dbs!(a_value_that_cannot_be_is_named, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(reviews::keep(&mut tx, &review(1, 1)).await.unwrap());
    tx.sql("UPDATE reviews SET seq = -1").await;
    match reviews::seq(&mut tx, id(1)).await {
        Err(Error::Corrupt { table: "reviews", key, column: "seq" }) => assert_eq!(key, "-1"),
        other => panic!("{other:?}"),
    }
});
