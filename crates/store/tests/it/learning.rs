//! Problems, lessons and settings.

use komadai_store::{
    Conn, NewAccount, PageKey, TokenHash, Tx, accounts, both_dbs, deletion, guests, lessons,
    preferences,
    ratings::Numbers,
    tsume::{
        self, Attempt, ProblemRating, Solver, TsumeFirst,
        compositions::{self, CompositionState, NewVote, ProblemText, Vote, Votes},
        daily::{self, DailyStreak},
        repeats::{self, Repeat},
        rushes::{self, Rush, Score},
    },
    users,
};
use uuid::Uuid;

use crate::user;

fn by(n: u8, is_yes: bool) -> NewVote<'static> {
    NewVote { by: user(n), is_yes, network: None }
}

const NUMBERS: Numbers = Numbers { rating: 912.5, deviation: 80.25, volatility: 0.06 };

both_dbs!(only_the_first_attempt_is_the_first, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(tsume::note_first(&mut tx, user(1), 7, TsumeFirst::Failed, 1_000).await.unwrap());
    assert!(!tsume::note_first(&mut tx, user(1), 7, TsumeFirst::Solved, 2_000).await.unwrap());
    assert!(tsume::note_first(&mut tx, user(2), 7, TsumeFirst::Helped, 2_000).await.unwrap());
    assert!(tsume::note_first(&mut tx, user(1), 8, TsumeFirst::Solved, 2_000).await.unwrap());
    for now_ms in [3_000, 4_000] {
        tsume::note_solved(&mut tx, user(1), 7, now_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = tsume::attempts(&mut conn, user(1)).await.unwrap();
    assert_eq!(
        found,
        [
            Attempt { number: 7, first: TsumeFirst::Failed, solved_ms: Some(3_000) },
            Attempt { number: 8, first: TsumeFirst::Solved, solved_ms: None },
        ]
    );
});

both_dbs!(days_with_a_problem_of_the_day_are_one_row, |store| async {
    let mut streak =
        DailyStreak { day: 20_786, easy: true, medium: false, hard: true, n_days: 3, best_days: 9 };
    for n_days in [3, 4] {
        streak.n_days = n_days;
        let mut tx = store.write().await.unwrap();
        daily::put(&mut tx, user(1), streak).await.unwrap();
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        assert_eq!(daily::find(&mut conn, user(1)).await.unwrap(), Some(streak));
        assert_eq!(daily::find(&mut conn, user(2)).await.unwrap(), None);
    }
});

both_dbs!(problems_and_solvers_keep_what_they_are_rated_at, |store| async {
    let mut rated =
        ProblemRating { number: 7, numbers: NUMBERS, n_tried: 1, n_solved: 0, rated_ms: 1_000 };
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

fn rush(id: u128, started_ms: i64) -> Rush {
    let id = Uuid::from_u128(id);
    Rush {
        id,
        started_ms,
        ends_ms: started_ms + 180_000,
        n_solved: 0,
        solved_ms: started_ms,
        missed: Vec::new(),
        composed: vec![(3, 500_001), (20, 500_007)],
    }
}

both_dbs!(a_rush_goes_on_from_what_it_was_alone, |store| async {
    let mut conn = store.read().await.unwrap();
    assert_eq!(rushes::latest(&mut conn, user(1)).await.unwrap(), None);
    let first = rush(1, 1_000);
    let solved = Rush { n_solved: 1, solved_ms: 2_000, ..first.clone() };
    let over = Rush { missed: vec![7, 12], ends_ms: 3_000, ..solved.clone() };
    let mut tx = store.write().await.unwrap();
    rushes::begin(&mut tx, user(1), &first).await.unwrap();
    assert!(rushes::go_on(&mut tx, user(1), &first, &solved).await.unwrap());
    assert!(!rushes::go_on(&mut tx, user(1), &first, &solved).await.unwrap(), "it went on");
    assert!(!rushes::go_on(&mut tx, user(2), &solved, &over).await.unwrap(), "not theirs");
    assert!(rushes::go_on(&mut tx, user(1), &solved, &over).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(rushes::latest(&mut conn, user(1)).await.unwrap(), Some(over.clone()));
    let mut tx = store.write().await.unwrap();
    rushes::begin(&mut tx, user(1), &rush(2, 9_000)).await.unwrap();
    assert!(!rushes::go_on(&mut tx, user(1), &over, &over).await.unwrap(), "there is a later one");
    tx.commit().await.unwrap();
    assert_eq!(rushes::latest(&mut conn, user(1)).await.unwrap(), Some(rush(2, 9_000)));
});

both_dbs!(the_best_of_days_are_accounts_each_once, |store| async {
    let score = |day, n_solved, took_ms| Score { day, n_solved, took_ms };
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
    }
    for (n, handle) in [(1, "an"), (2, "binh"), (3, "chi")] {
        let registration = NewAccount { user: user(n), handle, key: handle, name: "Somebody" };
        accounts::register(&mut tx, registration, "", 1).await.unwrap();
    }
    for (n, it) in [
        (1, score(20, 5, 90_000)),
        // Fewer, and as many but slower, are not better.
        (1, score(20, 4, 1_000)),
        (1, score(20, 5, 95_000)),
        (1, score(14, 9, 90_000)),
        (2, score(20, 5, 80_000)),
        (2, score(20, 6, 170_000)),
        (3, score(19, 6, 160_000)),
        // A guest.
        (4, score(20, 30, 1_000)),
    ] {
        rushes::note_score(&mut tx, user(n), it).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    for (since, limit, expected) in [
        (20, 9, vec![(2, score(20, 6, 170_000)), (1, score(20, 5, 90_000))]),
        (
            14,
            9,
            vec![(1, score(14, 9, 90_000)), (3, score(19, 6, 160_000)), (2, score(20, 6, 170_000))],
        ),
        (15, 1, vec![(3, score(19, 6, 160_000))]),
        (21, 9, vec![]),
    ] {
        let found = rushes::best(&mut conn, since, limit).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|it| (it.user, it.score)).collect();
        let expected: Vec<_> = expected.into_iter().map(|(n, it)| (user(n), it)).collect();
        assert_eq!(found, expected, "since {since}");
    }
    let own = async |conn: &mut Conn, n, since| rushes::own_best(conn, user(n), since).await;
    assert_eq!(own(&mut conn, 1, 20).await.unwrap(), Some(score(20, 5, 90_000)));
    assert_eq!(own(&mut conn, 1, 0).await.unwrap(), Some(score(14, 9, 90_000)));
    assert_eq!(own(&mut conn, 4, 20).await.unwrap(), Some(score(20, 30, 1_000)));
    assert_eq!(own(&mut conn, 3, 20).await.unwrap(), None);
    let days = rushes::days(&mut conn, user(1)).await.unwrap();
    assert_eq!(days, [score(14, 9, 90_000), score(20, 5, 90_000)]);
});

both_dbs!(what_comes_again_goes_with_its_owner, |store| async {
    let repeat = |number, step, due_day| Repeat { number, step, due_day };
    let mut tx = store.write().await.unwrap();
    for n in [1, 2] {
        users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
        rushes::begin(&mut tx, user(n), &rush(1, 1)).await.unwrap();
        let score = Score { day: 1, n_solved: 1, took_ms: 1 };
        rushes::note_score(&mut tx, user(n), score).await.unwrap();
    }
    let registration = NewAccount { user: user(2), handle: "binh", key: "binh", name: "Somebody" };
    accounts::register(&mut tx, registration, "", 1).await.unwrap();
    for it in [repeat(7, 0, 101), repeat(3, 0, 101), repeat(9, 0, 100), repeat(7, 1, 104)] {
        repeats::put(&mut tx, user(1), it).await.unwrap();
    }
    repeats::put(&mut tx, user(2), repeat(7, 2, 111)).await.unwrap();
    repeats::remove(&mut tx, user(1), 9).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = repeats::of(&mut conn, user(1)).await.unwrap();
    assert_eq!(found, [repeat(3, 0, 101), repeat(7, 1, 104)]);
    let one = repeats::find(&mut conn, user(2), 7).await.unwrap();
    assert_eq!(one, Some(repeat(7, 2, 111)));
    assert_eq!(repeats::find(&mut conn, user(2), 8).await.unwrap(), None);

    let has = async |conn: &mut Conn, n| {
        let n_days = rushes::days(conn, user(n)).await.unwrap().len();
        let n_repeats = repeats::of(conn, user(n)).await.unwrap().len();
        (rushes::latest(conn, user(n)).await.unwrap().is_some(), n_days, n_repeats)
    };
    assert_eq!([has(&mut conn, 1).await, has(&mut conn, 2).await], [(true, 1, 2), (true, 1, 1)]);
    let mut tx = store.write().await.unwrap();
    assert!(guests::delete(&mut tx, user(1)).await.unwrap());
    deletion::delete(&mut tx, user(2), TokenHash([1; 32]), 5).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!([has(&mut conn, 1).await, has(&mut conn, 2).await], [(false, 0, 0); 2]);
});

both_dbs!(compositions_are_drafts_proposals_and_problems, |store| async {
    let mut tx = store.write().await.unwrap();
    for (n, handle) in [(1, "an"), (2, "binh"), (3, "chi")] {
        users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
        let registration = NewAccount { user: user(n), handle, key: handle, name: handle };
        accounts::register(&mut tx, registration, "", 1).await.unwrap();
    }
    let [first, second] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    compositions::insert(&mut tx, first, user(1), "a b - 1", 10).await.unwrap();
    compositions::insert(&mut tx, second, user(1), "c b - 1", 11).await.unwrap();
    // Only one's own drafts are changed.
    assert!(!compositions::edit(&mut tx, user(2), first, "x", 12).await.unwrap());
    assert!(compositions::edit(&mut tx, user(1), first, "d b - 1", 12).await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let own = compositions::of(&mut conn, user(1)).await.unwrap();
    let own: Vec<_> = own.iter().map(|it| (it.id, it.sfen.as_str(), it.since_ms)).collect();
    assert_eq!(own, [(second, "c b - 1", 11), (first, "d b - 1", 12)]);

    // A proposal has a number that no problem had before, and a position that no other has.
    let mut tx = store.write().await.unwrap();
    let number = compositions::next_number(&mut tx).await.unwrap();
    let posed = ProblemText {
        number,
        solution: "G*5b".to_owned(),
        plies: 1,
        themes: "drop no_majors".to_owned(),
    };
    let propose = async |tx: &mut Tx, sfen: &str| {
        let of = (user(1), first, sfen);
        compositions::propose(tx, of, &posed, ("whole", "key"), 20).await.unwrap()
    };
    assert!(!propose(&mut tx, "a b - 1").await, "it has another position by now");
    assert!(propose(&mut tx, "d b - 1").await);
    assert!(!propose(&mut tx, "whole").await, "it is no draft any more");
    assert!(!compositions::edit(&mut tx, user(1), first, "x", 21).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(number, 500_001);
    assert_eq!(compositions::with_position(&mut conn, "key").await.unwrap(), Some(number));
    assert_eq!(compositions::with_position(&mut conn, "other").await.unwrap(), None);
    for (state, expected) in [
        (CompositionState::Draft, 1),
        (CompositionState::Proposed, 1),
        (CompositionState::Published, 0),
    ] {
        assert_eq!(compositions::n_in(&mut conn, user(1), state).await.unwrap(), expected);
    }
    let shown = compositions::numbered(&mut conn, number, None).await.unwrap().unwrap();
    assert_eq!((shown.owner_name.as_str(), shown.n_votes, shown.vote), ("an", 0, None));
    assert_eq!(shown.composition.posed, Some(posed.clone()));

    // A vote is one of each, and may be changed.
    let mut tx = store.write().await.unwrap();
    assert!(compositions::hold(&mut tx, number).await.unwrap());
    for (n, is_yes, at_ms) in [(2, false, 30), (3, true, 31), (2, true, 32)] {
        compositions::vote(&mut tx, first, by(n, is_yes), at_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    let votes = compositions::votes(&mut conn, first).await.unwrap();
    assert_eq!((votes.n_yes, votes.n_no), (2, 0));
    let own = compositions::votes_of(&mut conn, user(2)).await.unwrap();
    assert_eq!(own, [Vote { number, is_yes: true, voted_ms: 32 }]);
    let listed = async |conn: &mut Conn, after| {
        let page = compositions::proposed(conn, Some(user(2)), after, 9).await.unwrap();
        page.into_iter().map(|it| (it.composition.id, it.n_votes, it.vote)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&mut conn, PageKey::first()).await, [(first, 2, Some(true))]);
    assert_eq!(listed(&mut conn, PageKey::after(Some((20, first)))).await, []);

    // What votes are against is a draft again, and its votes and its number are gone.
    let mut tx = store.write().await.unwrap();
    assert!(compositions::take_back(&mut tx, first, Some(40), 40).await.unwrap());
    assert!(!compositions::hold(&mut tx, number).await.unwrap());
    tx.commit().await.unwrap();
    let found = compositions::find(&mut conn, user(1), first).await.unwrap().unwrap();
    assert_eq!(
        (found.state, found.posed, found.declined_ms),
        (CompositionState::Draft, None, Some(40))
    );
    assert_eq!(compositions::numbered(&mut conn, number, None).await.unwrap(), None);
    assert_eq!(compositions::votes_of(&mut conn, user(2)).await.unwrap(), []);
    let mut tx = store.write().await.unwrap();
    assert_eq!(compositions::next_number(&mut tx).await.unwrap(), number + 1);
    assert!(propose(&mut tx, "whole").await);
    compositions::vote(&mut tx, first, by(2, true), 50).await.unwrap();
    compositions::publish(&mut tx, first, 51).await.unwrap();
    assert!(!compositions::take_back(&mut tx, first, None, 52).await.unwrap());
    tx.commit().await.unwrap();
    let published = compositions::published(&mut conn).await.unwrap();
    assert_eq!(published.iter().map(|it| it.composition.id).collect::<Vec<_>>(), [first]);
    // It is for a day that begins after it was published, and for rushes of others once it was tried.
    for (at_ms, expected) in [(51, vec![]), (52, vec![number])] {
        let found = compositions::published_before(&mut conn, at_ms).await.unwrap();
        assert_eq!(found.iter().map(|it| it.number).collect::<Vec<_>>(), expected);
    }
    let tried = async |conn: &mut Conn, player, plies_max, n_tried_min| {
        let found = compositions::tried(conn, player, plies_max, n_tried_min).await.unwrap();
        found.into_iter().map(|it| (it.number, it.rating)).collect::<Vec<_>>()
    };
    assert_eq!(tried(&mut conn, user(2), 7, 0).await, []);
    let rated = ProblemRating { number, numbers: NUMBERS, n_tried: 5, n_solved: 2, rated_ms: 60 };
    let mut tx = store.write().await.unwrap();
    tsume::put_problem(&mut tx, &rated).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(tried(&mut conn, user(2), 1, 5).await, [(number, NUMBERS.rating)]);
    for (player, plies_max, n_tried_min) in [(1, 1, 5), (2, 0, 5), (2, 1, 6)] {
        assert_eq!(tried(&mut conn, user(player), plies_max, n_tried_min).await, []);
    }
    assert_eq!(compositions::votes_of(&mut conn, user(2)).await.unwrap(), []);
    let news = compositions::news(&mut conn).await.unwrap();
    assert_eq!(news.iter().map(|it| it.id).collect::<Vec<_>>(), [first]);
    let mut tx = store.write().await.unwrap();
    compositions::told(&mut tx, first).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(compositions::news(&mut conn).await.unwrap(), []);
});

both_dbs!(what_is_published_stays_when_its_composer_goes, |store| async {
    let mut tx = store.write().await.unwrap();
    for (n, handle) in [(1, "an"), (2, "binh")] {
        users::create_guest(&mut tx, user(n), "Guest", 1).await.unwrap();
        let registration = NewAccount { user: user(n), handle, key: handle, name: handle };
        accounts::register(&mut tx, registration, "", 1).await.unwrap();
    }
    let id = Uuid::from_u128;
    let mut numbers = Vec::new();
    for (n, owner) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        let sfen = n.to_string();
        compositions::insert(&mut tx, id(n), user(owner), &sfen, 10).await.unwrap();
        if n == 1 {
            continue;
        }
        let number = compositions::next_number(&mut tx).await.unwrap();
        let (solution, themes) = ("G*5b".to_owned(), "drop".to_owned());
        let posed = ProblemText { number, solution, plies: 1, themes };
        let of = (user(owner), id(n), sfen.as_str());
        compositions::propose(&mut tx, of, &posed, (&sfen, &sfen), 20).await.unwrap();
        compositions::vote(&mut tx, id(n), by(3 - owner, true), 30).await.unwrap();
        numbers.push(number);
    }
    compositions::publish(&mut tx, id(3), 40).await.unwrap();
    repeats::put(&mut tx, user(2), Repeat { number: numbers[1], step: 0, due_day: 9 })
        .await
        .unwrap();
    assert!(deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 50).await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let left = compositions::of(&mut conn, user(1)).await.unwrap();
    assert_eq!(left.iter().map(|it| it.id).collect::<Vec<_>>(), [id(3)]);
    let shown = compositions::numbered(&mut conn, numbers[1], None).await.unwrap().unwrap();
    assert_eq!((shown.owner_name.as_str(), shown.owner_handle), (deletion::DELETED_NAME, None));
    assert_eq!(compositions::news(&mut conn).await.unwrap(), []);
    // The votes of the one who has gone are gone, and those about their proposals.
    assert_eq!(compositions::votes(&mut conn, id(4)).await.unwrap(), Votes::default());
    assert_eq!(compositions::votes_of(&mut conn, user(2)).await.unwrap(), []);

    // What a moderator takes away comes again to nobody, and another may have its position.
    let mut tx = store.write().await.unwrap();
    compositions::remove(&mut tx, id(3), "không phải của bạn", 60).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(repeats::of(&mut conn, user(2)).await.unwrap(), []);
    assert_eq!(compositions::numbered(&mut conn, numbers[1], None).await.unwrap(), None);
    assert_eq!(compositions::with_position(&mut conn, "3").await.unwrap(), None);
    assert_eq!(compositions::published(&mut conn).await.unwrap(), []);
    let news = compositions::news(&mut conn).await.unwrap();
    let news: Vec<_> = news.into_iter().map(|it| (it.state, it.removed_reason)).collect();
    assert_eq!(news, [(CompositionState::Removed, Some("không phải của bạn".to_owned()))]);

    let mut tx = store.write().await.unwrap();
    assert!(compositions::delete(&mut tx, id(3)).await.unwrap());
    assert!(!compositions::delete(&mut tx, id(3)).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(repeats::of(&mut conn, user(2)).await.unwrap(), []);
    assert_eq!(compositions::numbered(&mut conn, numbers[1], None).await.unwrap(), None);
});
