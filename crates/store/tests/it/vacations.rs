//! When accounts are on vacation.

use komadai_store::{
    both_dbs,
    vacations::{self, Vacation},
};

use crate::user;

both_dbs!(vacations_are_numbered_and_end, |store| async {
    let vacation = |n, from_ms, until_ms| Vacation { user: user(1), n, from_ms, until_ms };
    let mut tx = store.write().await.unwrap();
    assert!(vacations::add(&mut tx, vacation(1, 100, 200)).await.unwrap());
    assert!(!vacations::add(&mut tx, vacation(1, 300, 400)).await.unwrap(), "somebody was faster");
    assert!(vacations::add(&mut tx, vacation(2, 300, 400)).await.unwrap());
    vacations::end(&mut tx, user(1), 1, 150).await.unwrap();
    vacations::end(&mut tx, user(1), 1, 180).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let all = vacations::of(&mut conn, user(1)).await.unwrap();
    assert_eq!(all, [vacation(2, 300, 400), vacation(1, 100, 150)]);
    assert!(vacations::of(&mut conn, user(2)).await.unwrap().is_empty());
    for (over_ms, begun_ms, expected) in
        [(149, 299, vec![1]), (150, 299, vec![]), (149, 300, vec![1, 2]), (400, 500, vec![])]
    {
        let found = vacations::during(&mut conn, over_ms, begun_ms).await.unwrap();
        let found: Vec<_> = found.iter().map(|it| it.n).collect();
        assert_eq!(found, expected, "over at {over_ms}, begun by {begun_ms}");
    }
    let mut tx = store.write().await.unwrap();
    vacations::cancel(&mut tx, user(1), 2).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(vacations::of(&mut conn, user(1)).await.unwrap().len(), 1);
});
