//! Games that are counted in steps, by one and by several, beside a plain recount.

use std::{collections::BTreeMap, future::poll_fn, pin::pin, task::Poll};

use komadai_explorer::{Filter, Key, walk};
use komadai_rules::{Move, Side, Variant};
use komadai_store::{
    Store, both_dbs,
    explorer::{self as stored, CollectedGame},
};
use uuid::Uuid;

use super::{CollectionImport, Folder, Step, ask, collect, rebuild, shown, source};

/// Games that go the same ways often, and part sooner or later.
fn games(n: usize, source: i64) -> Vec<CollectedGame> {
    let variant = Variant::standard();
    let mut seed = 20_260_101_u64;
    let mut draw = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
        (seed >> 33) as usize % n
    };
    let mut games = Vec::new();
    for at in 0..n {
        let (mut position, mut moves) = (variant.start().clone(), Vec::new());
        for _ in 0..10 + draw(50) {
            let mut legal: Vec<_> = position.legal_moves().iter().copied().collect();
            legal.sort_unstable();
            let likely = [1, 1, 2, 3, legal.len()][draw(5)].min(legal.len());
            let Some(&mv) = legal.get(draw(likely.max(1))) else { break };
            moves.push(mv.usi(variant).to_string());
            position.play(mv);
        }
        games.push(CollectedGame {
            id: Uuid::from_u128(1 + at as u128),
            source,
            variant: variant.name().to_owned(),
            start_sfen: variant.start().sfen(),
            moves: moves.join(" "),
            sente_name: Some(format!("sente {at}")),
            gote_name: None,
            event: None,
            played: Some(format!("2024/{:02}/01", 1 + draw(12))),
            winner: [Some(Side::Sente), Some(Side::Gote), None][draw(3)],
            rating: (draw(3) > 0).then(|| 900 + draw(1_500) as u32),
        });
    }
    games
}

/// How many games played each move in each position, and of these how many sente won.
type Recount = BTreeMap<Key, BTreeMap<Move, (u64, u64)>>;

fn recount(games: &[CollectedGame]) -> Recount {
    let variant = Variant::standard();
    let mut counted = Recount::new();
    for game in games {
        let moves = game.moves.split(' ').map(|it| Move::from_usi(variant, it).unwrap());
        for (key, mv) in walk(variant.start(), moves) {
            let (n, won) = counted.entry(key).or_default().entry(mv).or_default();
            *n += 1;
            *won += u64::from(game.winner == Some(Side::Sente));
        }
    }
    counted
}

/// Whether the answers are the same. How many games had to be looked up.
async fn agrees(store: &Store, name: &str, games: &[CollectedGame]) -> usize {
    let mut conn = store.read().await.unwrap();
    let source = source(&mut conn, name).await.unwrap().unwrap();
    assert_eq!(source.n_games as usize, games.len());
    let mut n_looked_up = 0;
    for (at, (key, expected)) in recount(games).into_iter().enumerate() {
        let n_games: u64 = expected.values().map(|(n, _)| n).sum();
        // Those of one game are many, and all alike.
        if n_games == 1 && at % 16 != 0 {
            continue;
        }
        let asked = ask(&mut conn, &source, key).await.unwrap();
        n_looked_up += asked.looked_up.0.len();
        let answer = asked.answer(&Filter::default());
        let found = answer.moves.iter().map(|it| {
            let counts = it.counts;
            (it.mv, (counts.n_games(), counts.won(Side::Sente)))
        });
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected, "{key:?}");
        if n_games > 100 {
            let shown = shown(&mut conn, &source, &answer.newest).await.unwrap();
            assert_eq!(shown.len(), answer.newest.len());
        }
    }
    n_looked_up
}

/// Puts games in, some at a time, and counts them; what has to be moved is moved.
async fn put(store: &Store, games: &[CollectedGame], folders: &[Folder]) {
    for some in games.chunks(40) {
        let mut tx = store.write().await.unwrap();
        for game in some {
            assert!(stored::insert_record(&mut tx, game).await.unwrap());
        }
        tx.commit().await.unwrap();
        drain(folders).await;
    }
}

/// All of them work until there is nothing to do. How many games they have counted.
async fn drain(folders: &[Folder]) -> usize {
    let each = folders.iter().cloned().map(|folder| {
        tokio::spawn(async move {
            let mut n_counted = 0;
            loop {
                match folder.step().await.unwrap() {
                    Step::Idle => return n_counted,
                    Step::Counted(n) => n_counted += n,
                    Step::Moved | Step::Again => {}
                }
            }
        })
    });
    let mut n_counted = 0;
    for done in each.collect::<Vec<_>>() {
        n_counted += done.await.unwrap();
    }
    n_counted
}

async fn collection(store: &Store) -> i64 {
    let mut tx = store.write().await.unwrap();
    assert!(stored::add_source(&mut tx, "made-up").await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    source(&mut conn, "made-up").await.unwrap().unwrap().id
}

both_dbs!(what_is_counted_in_steps_is_what_was_played, |store| async {
    let games = games(520, collection(&store).await);
    put(&store, &games, &[Folder::new(store.clone())]).await;
    let n_looked_up = agrees(&store, "made-up", &games).await;
    assert!(n_looked_up > 0, "some are known by their numbers alone");
});

both_dbs!(several_who_count_at_the_same_time_count_each_game_once, |store| async {
    let games = games(320, collection(&store).await);
    let folders = [Folder::new(store.clone()), Folder::new(store.clone())];
    put(&store, &games, &folders).await;
    agrees(&store, "made-up", &games).await;
    // All anew, at the same time too.
    rebuild(&store).await.unwrap();
    assert_eq!(drain(&folders).await, games.len());
    agrees(&store, "made-up", &games).await;
    let mut conn = store.read().await.unwrap();
    assert!(stored::segments(&mut conn, 0).await.unwrap().is_empty());
});

/// What a future comes to within so many polls, or nothing: then it ends where it has come to.
async fn within<T>(n_polls: usize, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut left = n_polls;
    poll_fn(|cx| match work.as_mut().poll(cx) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}

/// Whether each of so many games is counted or waits, and is counted in the first position as often
/// as at all. How many are counted.
async fn is_whole(store: &Store, n_all: usize) -> usize {
    let state = stored::state(&mut store.read().await.unwrap()).await.unwrap();
    let mut tx = store.write().await.unwrap();
    // What was being written when it ended is there or taken back by now.
    stored::advance(&mut tx, state, 0).await.unwrap();
    let source = source(&mut tx, "made-up").await.unwrap().unwrap();
    let n_waiting = stored::n_pending(&mut tx, 10_000).await.unwrap();
    assert_eq!(i64::from(source.n_games) + n_waiting, n_all as i64);
    let key = Key::of(Variant::standard().start());
    let answer = ask(&mut tx, &source, key).await.unwrap().answer(&Filter::default());
    assert_eq!(answer.total.n_games(), u64::from(source.n_games));
    source.n_games as usize
}

both_dbs!(who_counts_may_end_after_each_transaction_and_within_it, |store| async {
    let games = games(200, collection(&store).await);
    let (mut n_ended, mut n_steps) = (0, 0);
    for (at, some) in games.chunks(40).enumerate() {
        let mut tx = store.write().await.unwrap();
        for game in some {
            stored::insert_record(&mut tx, game).await.unwrap();
        }
        tx.commit().await.unwrap();
        let n_all = at * 40 + some.len();
        loop {
            // Nobody remembers anything of the step before, nor of the one that did not come to
            // its end; each gets a little further than the last one.
            let mut n_polls = n_steps % 5;
            let step = loop {
                let folder = Folder::new(store.clone());
                if let Some(step) = within(n_polls, folder.step()).await {
                    break step.unwrap();
                }
                n_ended += 1;
                n_polls += 1 + n_polls / 2;
                is_whole(&store, n_all).await;
            };
            n_steps += 1;
            let n_counted = is_whole(&store, n_all).await;
            if step == Step::Idle {
                assert_eq!(n_counted, n_all);
                break;
            }
        }
    }
    // How often depends on how soon the database answers.
    assert!(n_ended >= 5 && n_steps >= 5, "{n_ended} in {n_steps}");
    agrees(&store, "made-up", &games).await;
});

both_dbs!(a_damaged_block_answers_nothing_until_all_is_counted_anew, |store| async {
    let games = games(200, collection(&store).await);
    put(&store, &games, &[Folder::new(store.clone())]).await;
    let mut conn = store.read().await.unwrap();
    let source = source(&mut conn, "made-up").await.unwrap().unwrap();
    let key = Key::of(Variant::standard().start());
    let blocks = stored::blocks_at(&mut conn, source.id, key.number()).await.unwrap();
    drop(conn);
    let mut tx = store.write().await.unwrap();
    for mut block in blocks {
        let after = block.first_key + 1;
        stored::delete_blocks(&mut tx, block.segment, after).await.unwrap();
        block.entries.reverse();
        stored::insert_block(&mut tx, &block).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let answer = ask(&mut conn, &source, key).await.unwrap().answer(&Filter::default());
    assert_eq!(answer.total.n_games(), 0);
    drop(conn);
    // Games are counted and entries moved all the same.
    let file = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    for n in 0..12 {
        let file = format!("N+{n}\n{file}");
        collect(&store, "made-up", file.as_bytes()).await.unwrap();
        drain(&[Folder::new(store.clone())]).await;
    }
    rebuild(&store).await.unwrap();
    drain(&[Folder::new(store.clone())]).await;
    let mut conn = store.read().await.unwrap();
    let answer = ask(&mut conn, &source, key).await.unwrap().answer(&Filter::default());
    assert_eq!(answer.total.n_games(), games.len() as u64 + 12);
});

both_dbs!(a_file_twice_is_each_of_its_games_once, |store| async {
    let file = "V2.2\nN+one\nN-two\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    for (name, n_new) in [("old", 1), ("old", 0), ("new", 1)] {
        let imported = collect(&store, name, file.as_bytes()).await.unwrap();
        assert_eq!(imported, CollectionImport { n_games: 1, n_new, n_left_out: 0 });
    }
    collect(&store, "old", b"no record").await.unwrap_err();
    drain(&[Folder::new(store.clone())]).await;
    let mut conn = store.read().await.unwrap();
    for name in ["old", "new"] {
        let source = source(&mut conn, name).await.unwrap().unwrap();
        let key = Key::of(Variant::standard().start());
        let answer = ask(&mut conn, &source, key).await.unwrap().answer(&Filter::default());
        assert_eq!((answer.total.n_games(), answer.total.gote), (1, 1), "{name}");
    }
});
