//! Reviews.

use komadai_ids::StudyId;
use komadai_store::{Study, StudySummary, both_dbs, studies};

use crate::user;

fn id(n: u8) -> StudyId {
    StudyId::new(u64::from(n), [n; 10])
}

fn study(n: u8, seq: u32) -> Study {
    Study {
        summary: StudySummary {
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
        },
        tree: vec![n; 5_000],
    }
}

both_dbs!(a_review_is_kept_change_by_change, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(studies::keep(&mut tx, &study(1, 1)).await.unwrap());
    assert!(studies::keep(&mut tx, &study(1, 2)).await.unwrap());
    assert!(!studies::keep(&mut tx, &study(1, 2)).await.unwrap(), "somebody was faster");
    assert!(!studies::keep(&mut tx, &study(1, 4)).await.unwrap(), "a change is missing");
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = studies::find_by_code(&mut conn, id(1).code()).await.unwrap();
    assert_eq!(found, Some(study(1, 2)));
    assert_eq!(studies::find_by_code(&mut conn, id(2).code()).await.unwrap(), None);
});

both_dbs!(reviews_are_listed_counted_and_taken_away, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        assert!(studies::keep(&mut tx, &study(n, 1)).await.unwrap());
    }
    let own = studies::by_owner(&mut tx, user(1)).await.unwrap();
    assert_eq!(own.iter().map(|it| it.id).collect::<Vec<_>>(), [id(4), id(3), id(2), id(1)]);
    assert_eq!(studies::by_owner(&mut tx, user(2)).await.unwrap(), []);
    let usage = studies::usage(&mut tx, user(1)).await.unwrap();
    assert_eq!((usage.n_studies, usage.size_bytes), (3, 20_000), "a game's has bytes only");
    let public = studies::public(&mut tx).await.unwrap();
    assert_eq!(public.iter().map(|it| it.id).collect::<Vec<_>>(), [id(4), id(2)]);
    assert!(studies::delete(&mut tx, id(4)).await.unwrap());
    assert!(!studies::delete(&mut tx, id(4)).await.unwrap());
    tx.commit().await.unwrap();
});
