//! What the opening explorer has counted.

use komadai_store::{
    both_dbs,
    explorer::{self, Block, CollectedGame, PEOPLE, PendingGame},
    settlements,
};
use uuid::Uuid;

use crate::game;

fn block(segment: i64, first_key: u64) -> Block {
    Block { segment, first_key, entries: vec![segment as u8, first_key as u8] }
}

both_dbs!(each_segment_gives_the_block_in_which_a_key_would_be, |store| async {
    let mut tx = store.write().await.unwrap();
    for (segment, source) in [(1, PEOPLE), (2, PEOPLE), (3, 2)] {
        explorer::insert_segment(&mut tx, source, segment, 10).await.unwrap();
        for first_key in [10, 20, 1 << 47] {
            let first_key = first_key + segment as u64;
            explorer::insert_block(&mut tx, &block(segment, first_key)).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    for (key, expected) in [
        (10, vec![]),
        (11, vec![block(1, 11)]),
        (12, vec![block(1, 11), block(2, 12)]),
        (21, vec![block(1, 21), block(2, 12)]),
        ((1 << 48) - 1, vec![block(1, (1 << 47) + 1), block(2, (1 << 47) + 2)]),
    ] {
        let mut found = explorer::blocks_at(&mut conn, PEOPLE, key).await.unwrap();
        found.sort_by_key(|it| it.segment);
        assert_eq!(found, expected, "{key}");
    }
    drop(conn);
    let mut tx = store.write().await.unwrap();
    assert_eq!(explorer::delete_blocks(&mut tx, 1, 21).await.unwrap(), 1);
    let left = explorer::first_blocks(&mut tx, 1, 1).await.unwrap();
    assert_eq!(left, [block(1, 21)]);
    let later = explorer::blocks_from(&mut tx, 1, 22, 9).await.unwrap();
    assert_eq!(later, [block(1, (1 << 47) + 1)]);
    assert_eq!(explorer::last_block(&mut tx, 1).await.unwrap().as_ref(), later.first());
    assert_eq!(explorer::delete_block(&mut tx, 1, 21).await.unwrap(), 1);
    assert_eq!(explorer::first_blocks(&mut tx, 1, 9).await.unwrap(), later);
    assert!(explorer::size_bytes(&mut tx).await.unwrap() > 0);
});

both_dbs!(what_is_deleted_gives_its_room_to_what_comes, |store| async {
    let mut sizes = Vec::new();
    for round in 0..8 {
        let mut tx = store.write().await.unwrap();
        explorer::delete_blocks(&mut tx, 1, u64::MAX >> 1).await.unwrap();
        for first_key in 0..64 {
            let block = Block { segment: 1, first_key, entries: vec![round; 8_116] };
            explorer::insert_block(&mut tx, &block).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        explorer::vacuum(&mut conn).await.unwrap();
        sizes.push(explorer::size_bytes(&mut conn).await.unwrap());
    }
    // Each has 8 KiB, whatever is in it; while they are written again there are two of each.
    assert!(sizes[0] >= 64 * 8_192 && sizes[7] < 2 * 64 * 8_192 + 256 * 1_024, "{sizes:?}");
});

both_dbs!(who_comes_second_writes_nothing, |store| async {
    let mut conn = store.read().await.unwrap();
    let before = explorer::state(&mut conn).await.unwrap();
    drop(conn);
    let mut tx = store.write().await.unwrap();
    assert!(explorer::advance(&mut tx, before, 2).await.unwrap());
    tx.commit().await.unwrap();
    let mut tx = store.write().await.unwrap();
    assert!(!explorer::advance(&mut tx, before, 1).await.unwrap());
    let now = explorer::state(&mut tx).await.unwrap();
    assert_eq!(now.next_segment, before.next_segment + 2);
});

both_dbs!(a_game_that_is_settled_is_to_be_counted_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in [1, 2, 2, 1] {
        settlements::settle(&mut tx, &game(n), 9).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut tx = store.write().await.unwrap();
    let pending = explorer::pending(&mut tx, 10).await.unwrap();
    let expected =
        [1, 2].map(|n| PendingGame { collection: None, game: game(n).summary.id.uuid() });
    assert_eq!(pending, expected);
    assert!(explorer::take_pending(&mut tx, pending[0]).await.unwrap());
    assert!(!explorer::take_pending(&mut tx, pending[0]).await.unwrap());
    // What is settled again is not counted again.
    settlements::settle(&mut tx, &game(1), 9).await.unwrap();
    assert_eq!(explorer::n_pending(&mut tx, 9).await.unwrap(), 1);
    explorer::forget(&mut tx).await.unwrap();
    assert_eq!(explorer::n_pending(&mut tx, 9).await.unwrap(), 2);
    assert_eq!(explorer::n_pending(&mut tx, 1).await.unwrap(), 1);
});

both_dbs!(collections_have_each_game_once, |store| async {
    let mut tx = store.write().await.unwrap();
    assert!(explorer::add_source(&mut tx, "meijin").await.unwrap());
    assert!(!explorer::add_source(&mut tx, "meijin").await.unwrap());
    assert!(!explorer::add_source(&mut tx, "people").await.unwrap());
    let sources = explorer::sources(&mut tx).await.unwrap();
    let names: Vec<_> = sources.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["people", "programs", "meijin"]);
    let game = CollectedGame {
        id: Uuid::from_u128(7),
        source: sources[2].id,
        variant: "standard".to_owned(),
        start_sfen: "9/9/9/9/9/9/9/9/9 b - 1".to_owned(),
        moves: "7g7f 3c3d".to_owned(),
        sente_name: Some("木村".to_owned()),
        gote_name: None,
        event: None,
        played: Some("1949".to_owned()),
        winner: None,
        rating: Some(2_100),
    };
    assert!(explorer::insert_record(&mut tx, &game).await.unwrap());
    assert!(!explorer::insert_record(&mut tx, &game).await.unwrap());
    assert_eq!(explorer::record(&mut tx, game.id).await.unwrap(), Some(game.clone()));
    let pending = explorer::pending(&mut tx, 10).await.unwrap();
    assert_eq!(pending, [PendingGame { collection: Some(game.source), game: game.id }]);
    explorer::put_page(&mut tx, game.source, 3, &[1, 2]).await.unwrap();
    explorer::put_page(&mut tx, game.source, 3, &[1, 2, 3]).await.unwrap();
    let page = explorer::page(&mut tx, game.source, 3).await.unwrap();
    assert_eq!(page, Some(vec![1, 2, 3]));
});

both_dbs!(what_is_thrown_away_answers_no_more, |store| async {
    let mut tx = store.write().await.unwrap();
    explorer::insert_segment(&mut tx, PEOPLE, 1, 10).await.unwrap();
    explorer::insert_block(&mut tx, &block(1, 5)).await.unwrap();
    explorer::set_n_games(&mut tx, PEOPLE, 10).await.unwrap();
    explorer::set_target(&mut tx, 1, 2).await.unwrap();
    explorer::forget(&mut tx).await.unwrap();
    assert!(explorer::blocks_at(&mut tx, PEOPLE, 9).await.unwrap().is_empty());
    assert!(explorer::segments(&mut tx, PEOPLE).await.unwrap().is_empty());
    let thrown = explorer::segments(&mut tx, 0).await.unwrap();
    assert_eq!(thrown.iter().map(|it| (it.id, it.target)).collect::<Vec<_>>(), [(1, None)]);
    assert_eq!(explorer::sources(&mut tx).await.unwrap()[0].n_games, 0);
    explorer::delete_segment(&mut tx, 1).await.unwrap();
    assert!(explorer::segments(&mut tx, 0).await.unwrap().is_empty());
});

both_dbs!(what_was_counted_in_an_old_way_is_counted_again, |store| async {
    let before = explorer::state(&mut store.read().await.unwrap()).await.unwrap();
    let mut tx = store.write().await.unwrap();
    settlements::settle(&mut tx, &game(1), 9).await.unwrap();
    let pending = explorer::pending(&mut tx, 10).await.unwrap();
    explorer::take_pending(&mut tx, pending[0]).await.unwrap();
    explorer::insert_segment(&mut tx, PEOPLE, 1, 1).await.unwrap();
    explorer::insert_block(&mut tx, &block(1, 5)).await.unwrap();
    explorer::put_page(&mut tx, PEOPLE, 0, &[1]).await.unwrap();
    explorer::set_n_games(&mut tx, PEOPLE, 1).await.unwrap();
    tx.sql(include_str!("../../../../migrations/0260_explorer_hints.sql")).await;
    assert!(explorer::segments(&mut tx, PEOPLE).await.unwrap().is_empty());
    assert_eq!(explorer::segments(&mut tx, 0).await.unwrap().len(), 1);
    assert_eq!(explorer::page(&mut tx, PEOPLE, 0).await.unwrap(), None);
    assert_eq!(explorer::sources(&mut tx).await.unwrap()[0].n_games, 0);
    assert_eq!(explorer::pending(&mut tx, 10).await.unwrap(), pending);
    // Who has begun to count before has to begin again.
    assert!(!explorer::advance(&mut tx, before, 0).await.unwrap());
});
