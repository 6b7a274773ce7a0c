//! Problems, lessons and settings.

use komadai_store::{
    both_dbs, lessons, preferences,
    ratings::Numbers,
    tsume::{self, Attempt, First, Rated, Solver},
};

use crate::user;

const NUMBERS: Numbers = Numbers { rating: 912.5, deviation: 80.25, volatility: 0.06 };

both_dbs!(only_the_first_attempt_is_the_first, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(tsume::note_first(&mut tx, user(1), 7, First::Failed, 1_000).await.unwrap());
    assert!(!tsume::note_first(&mut tx, user(1), 7, First::Solved, 2_000).await.unwrap());
    assert!(tsume::note_first(&mut tx, user(2), 7, First::Helped, 2_000).await.unwrap());
    assert!(tsume::note_first(&mut tx, user(1), 8, First::Solved, 2_000).await.unwrap());
    for now_ms in [3_000, 4_000] {
        tsume::note_solved(&mut tx, user(1), 7, now_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = tsume::attempts(&mut conn, user(1)).await.unwrap();
    assert_eq!(
        found,
        [
            Attempt { number: 7, first: First::Failed, solved_ms: Some(3_000) },
            Attempt { number: 8, first: First::Solved, solved_ms: None },
        ]
    );
});

both_dbs!(problems_and_solvers_keep_what_they_are_rated_at, |store| async {
    let mut rated = Rated { number: 7, numbers: NUMBERS, n_tried: 1, n_solved: 0, rated_ms: 1_000 };
    let mut solver =
        Solver { numbers: NUMBERS, n_tried: 1, streak: 0, best_streak: 4, rated_ms: 1_000 };
    let mut conn = store.read().await.unwrap();
    assert_eq!(tsume::problem(&mut conn, 7).await.unwrap(), None);
    assert_eq!(tsume::solver(&mut conn, user(1)).await.unwrap(), None);
    for _ in 0..2 {
        (rated.n_tried, solver.streak) = (rated.n_tried + 1, solver.streak + 1);
        let mut tx = store.write().await.unwrap();
        tsume::put_problem(&mut tx, &rated).await.unwrap();
        tsume::put_solver(&mut tx, user(1), &solver).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(tsume::problem(&mut conn, 7).await.unwrap(), Some(rated));
        assert_eq!(tsume::problems(&mut conn).await.unwrap(), [rated]);
        assert_eq!(tsume::solver(&mut conn, user(1)).await.unwrap(), Some(solver));
    }
});

both_dbs!(lessons_are_been_through_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for (lesson, now_ms) in [("rook", 1_000), ("drops", 2_000), ("rook", 3_000)] {
        lessons::note_done(&mut tx, user(1), lesson, now_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert_eq!(lessons::done(&mut conn, user(1)).await.unwrap(), ["rook", "drops"]);
    assert!(lessons::done(&mut conn, user(2)).await.unwrap().is_empty());
});

both_dbs!(settings_are_what_was_set_last, |store| async {
    let mut conn = store.read().await.unwrap();
    assert_eq!(preferences::find(&mut conn, user(1)).await.unwrap(), None);
    for settings in [r#"{"theme":"dark"}"#, r#"{"theme":"auto","language":"vi"}"#] {
        let mut tx = store.write().await.unwrap();
        preferences::set(&mut tx, user(1), settings, 1_000).await.unwrap();
        tx.commit().await.unwrap();
        let found = preferences::find(&mut conn, user(1)).await.unwrap();
        assert_eq!(found.as_deref(), Some(settings));
    }
});
