//! Finding games, and the strongest players.

use komadai_ids::UserId;
use komadai_rules::Side;
use komadai_store::{
    GameSummary, PageKey, Registration, Store, accounts, both_dbs, games,
    ratings::{self, Numbers, Standing},
    search::{self, Outcome, Search},
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

both_dbs!(every_filter_finds_what_fits, |store| async {
    fill(&store).await;
    let text = |text: &str| Some(text.to_owned());
    let open = Search::default;
    for (search, expected) in [
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
    ] {
        assert_eq!(found(&store, &search).await, expected, "{search:?}");
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
            Registration { user: user(n), handle: &handle, key: &handle, name: &handle };
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
