//! Finding games, and the strongest players.

use komadai_ids::{GameId, UserId};
use komadai_rules::Side;
use komadai_store::{
    GameSummary, NewAccount, PageKey, Store, accounts, both_dbs, games,
    ratings::{self, Numbers, Standing},
    search::{self, Outcome, Search},
    testing::{Effort, TestStore},
    users,
};

use crate::{game, user};

/// Twelve games, each unlike the others in its own way.
async fn fill(store: &Store) {
    let mut tx = store.write().await.unwrap();
    for n in 1..=12 {
        let mut it = game(n);
        let summary = &mut it.summary;
        summary.reason = if n % 3 == 0 { "time" } else { "resignation" }.to_owned();
        summary.winner = match n % 4 {
            0 => None,
            1 => Some(Side::Sente),
            _ => Some(Side::Gote),
        };
        summary.variant = if n == 7 { "minishogi" } else { "standard" }.to_owned();
        summary.opening = (n == 10).then(|| "central".to_owned());
        summary.rated = n > 6;
        if n > 8 {
            summary.gote = Some(user(3));
        }
        games::insert(&mut tx, &it).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// The numbers of the games that fit, found page by page.
async fn found(store: &Store, search: &Search) -> Vec<i64> {
    let mut conn = store.read().await.unwrap();
    let (mut all, mut after) = (Vec::new(), PageKey::first());
    loop {
        let page = search::games(&mut conn, search, after, 3).await.unwrap();
        let Some(last) = page.last() else { return all };
        after = GameSummary::page_key(last);
        all.extend(page.iter().map(|it| it.ended_ms - 3_000));
    }
}

/// Searches of these twelve, and what each finds.
fn searches() -> Vec<(Search, Vec<i64>)> {
    let text = |text: &str| Some(text.to_owned());
    let open = Search::default;
    vec![
        (open(), vec![12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (Search { reason: text("time"), ..open() }, vec![12, 9, 6, 3]),
        (Search { variant: text("minishogi"), ..open() }, vec![7]),
        (Search { handicap: text("lance"), ..open() }, vec![11, 9, 7, 5, 3, 1]),
        (Search { handicap: text(""), ..open() }, vec![12, 10, 8, 6, 4, 2]),
        (Search { opening: text("central"), ..open() }, vec![10]),
        (Search { rated: Some(false), ..open() }, vec![6, 5, 4, 3, 2, 1]),
        (Search { result: Some(Outcome::Drawn), ..open() }, vec![12, 8, 4]),
        (Search { result: Some(Outcome::Won), ..open() }, vec![9, 5, 1]),
        (Search { from_ms: Some(3_004), until_ms: Some(3_006), ..open() }, vec![5, 4]),
        (Search { player: Some(user(3)), ..open() }, vec![12, 11, 10, 9]),
        (Search { player: Some(user(3)), result: Some(Outcome::Lost), ..open() }, vec![9]),
        (Search { player: Some(user(3)), result: Some(Outcome::Won), ..open() }, vec![11, 10]),
        (Search { player: Some(user(1)), opponent: Some(user(3)), ..open() }, vec![12, 11, 10, 9]),
        (
            Search {
                player: Some(user(1)),
                result: Some(Outcome::Lost),
                reason: text("resignation"),
                handicap: text("lance"),
                rated: Some(true),
                ..open()
            },
            vec![11, 7],
        ),
        (Search { reason: text("' OR 1 = 1 --"), ..open() }, vec![]),
    ]
}

both_dbs!(every_filter_finds_what_fits, |store| async {
    fill(&store).await;
    for (search, expected) in searches() {
        assert_eq!(found(&store, &search).await, expected, "{search:?}");
    }
});

/// Takes back what the migration has done.
const AS_BEFORE: &str = "
    DROP INDEX games_by_end;
    DROP INDEX games_by_kind;
    DROP INDEX games_by_players;
    ALTER TABLE games DROP COLUMN kind;
    CREATE INDEX games_by_end ON games (ended_ms);
    CREATE INDEX games_by_variant ON games (variant);
    CREATE INDEX games_by_reason ON games (reason);
    CREATE INDEX games_by_handicap ON games (handicap);
    CREATE INDEX games_by_opening ON games (opening);
    CREATE INDEX games_by_winner ON games (winner);
    DROP TABLE game_kinds;
    ALTER TABLE game_players RENAME TO with_kinds;
    CREATE TABLE game_players (user_id UUID, ended_ms BIGINT, game_id UUID);
    INSERT INTO game_players SELECT user_id, ended_ms, game_id FROM with_kinds;
    DROP TABLE with_kinds;";

both_dbs!(games_that_were_stored_without_kinds_are_found, |store| async {
    fill(&store).await;
    store.sql(AS_BEFORE).await;
    store.sql(include_str!("../../../../migrations/0300_game_kinds.sql")).await;
    for (search, expected) in searches() {
        assert_eq!(found(&store, &search).await, expected, "{search:?}");
    }
    // A game of a known kind adds none, and one of another kind does.
    let mut tx = store.write().await.unwrap();
    let mut known = game(13);
    (known.summary.winner, known.summary.reason) = (Some(Side::Sente), "resignation".to_owned());
    let mut other = game(14);
    other.summary.reason = "declaration".to_owned();
    for game in [&known, &other] {
        games::insert(&mut tx, game).await.unwrap();
    }
    tx.commit().await.unwrap();
    let of_reason = |reason: &str| Search { reason: Some(reason.to_owned()), ..Search::default() };
    assert_eq!(found(&store, &of_reason("declaration")).await, [14]);
    assert_eq!(found(&store, &of_reason("resignation")).await[0], 13);
});

/// Adds games like this one, of the same players and kind, one each millisecond from then on.
async fn add_copies(store: &TestStore, of: GameId, from_ms: i64, n: i64) {
    let id = if store.is_sqlite() {
        "unhex(printf('%032x', nth))"
    } else {
        "CAST(LPAD(TO_HEX(nth), 32, '0') AS UUID)"
    };
    let of = of.uuid().simple();
    let of = if store.is_sqlite() { format!("x'{of}'") } else { format!("'{of}'") };
    let nths = format!(
        "WITH RECURSIVE nths (nth) AS (SELECT CAST({from_ms} AS BIGINT) \
             UNION ALL SELECT nth + 1 FROM nths WHERE nth < {from_ms} + {n} - 1)"
    );
    store
        .sql(&format!(
            "INSERT INTO games (id, code, variant, start_sfen, handicap, rules, clock, sente, \
                 gote, plies, reason, winner, final_sfen, opening, created_ms, ended_ms, record, \
                 rated, kind) \
             {nths} SELECT {id}, nth, variant, start_sfen, handicap, rules, clock, sente, gote, \
                 plies, reason, winner, final_sfen, opening, created_ms, nth, record, rated, kind \
             FROM games CROSS JOIN nths WHERE id = {of}"
        ))
        .await;
    store
        .sql(&format!(
            "INSERT INTO game_players (user_id, kind, ended_ms, game_id) \
             {nths} SELECT user_id, kind, nth, {id} FROM game_players CROSS JOIN nths \
             WHERE game_id = {of}"
        ))
        .await;
}

both_dbs!(what_a_page_reads_does_not_grow_with_the_games, |store| async {
    let text = |text: &str| Some(text.to_owned());
    let [mut frequent, mut rare, mut other] = [game(1), game(2), game(3)];
    frequent.summary.handicap = None;
    for (game, reason) in [(&mut rare, "perpetual_check"), (&mut other, "declaration")] {
        game.summary.reason = reason.to_owned();
        game.summary.winner = Some(Side::Sente);
    }
    let mut tx = store.write().await.unwrap();
    for game in [&frequent, &rare, &other] {
        games::insert(&mut tx, game).await.unwrap();
    }
    tx.commit().await.unwrap();
    let open = Search::default;
    let mine = || Search { player: Some(user(1)), ..open() };
    let searches = [
        (open(), 50),
        (Search { reason: text("checkmate"), ..open() }, 50),
        (Search { reason: text("perpetual_check"), rated: Some(false), ..open() }, 21),
        (Search { result: Some(Outcome::Won), ..open() }, 32),
        (Search { opening: text("nobody"), ..open() }, 0),
        (Search { from_ms: Some(1), until_ms: Some(10_002), ..open() }, 5),
        (mine(), 50),
        (Search { result: Some(Outcome::Lost), ..mine() }, 50),
        (Search { result: Some(Outcome::Won), ..mine() }, 32),
        (Search { result: Some(Outcome::Drawn), variant: text("standard"), ..mine() }, 0),
        (Search { opponent: Some(user(2)), ..mine() }, 50),
        (Search { opponent: Some(user(3)), result: Some(Outcome::Won), ..mine() }, 0),
    ];
    // The rare games are the oldest.
    for (game, from_ms) in [(&rare, 10_000), (&other, 10_010), (&rare, 10_020)] {
        add_copies(&store, game.summary.id, from_ms, 10).await;
    }
    let mut efforts: Vec<Vec<u64>> = Vec::new();
    for (from_ms, n) in [(100_000, 3_000), (200_000, 12_000)] {
        add_copies(&store, frequent.summary.id, from_ms, n).await;
        if !store.is_sqlite() {
            store.sql("ANALYZE games").await;
            store.sql("ANALYZE game_players").await;
            store.sql("ANALYZE game_kinds").await;
        }
        let mut tx = store.write().await.unwrap();
        let mut of_these = Vec::new();
        for (search, n) in &searches {
            let effort = Effort::begin(&mut tx).await;
            let page = search::games(&mut tx, search, PageKey::first(), 50).await.unwrap();
            of_these.push(effort.end(&mut tx).await);
            assert_eq!(page.len(), *n, "{search:?}");
        }
        efforts.push(of_these);
    }
    let [few, many] = [&efforts[0], &efforts[1]];
    for ((search, _), (few, many)) in searches.iter().zip(few.iter().zip(many)) {
        assert!(
            *many <= few + few / 4 + 50,
            "{few} with 3,000 games, {many} with 15,000: {search:?}"
        );
    }
    let won: Vec<_> = (10_000..10_030).rev().chain([3_003, 3_002]).map(|ms| ms - 3_000).collect();
    for search in [open(), mine()] {
        let search = Search { result: Some(Outcome::Won), ..search };
        assert_eq!(found(&store, &search).await, won, "{search:?}");
    }
});

fn standing(rating: f64, certain_until_ms: i64) -> Standing {
    Standing {
        speed: "rapid".to_owned(),
        numbers: Numbers { rating, deviation: 60.0, volatility: 0.06 },
        n_games: 30,
        rated_ms: 1_000,
        certain_until_ms,
    }
}

both_dbs!(the_strongest_are_listed_while_they_are_certain, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=7_u8 {
        let handle = format!("player-{n}");
        users::create_guest(&mut tx, user(n), &handle, 1).await.unwrap();
        let registration =
            NewAccount { user: user(n), handle: &handle, key: &handle, name: &handle };
        accounts::register(&mut tx, registration, "", 1).await.unwrap();
        // Two are as strong as each other, and one is not certain any more.
        let rating = 1_000.0 + f64::from(n.min(6)) / 3.0;
        let until_ms = if n == 4 { 5_000 } else { 9_000 };
        ratings::put_standing(&mut tx, user(n), "standard", &standing(rating, until_ms))
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let (mut all, mut after): (Vec<UserId>, _) = (Vec::new(), None);
    loop {
        let page =
            ratings::strongest(&mut conn, "standard", "rapid", 5_000, after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some((last.rating, last.user));
        all.extend(page.iter().map(|it| it.user));
    }
    assert_eq!(all, [7, 6, 5, 3, 2, 1].map(user));
    let others = ratings::strongest(&mut conn, "standard", "blitz", 0, None, 9).await.unwrap();
    assert!(others.is_empty());
});
