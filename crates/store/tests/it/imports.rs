//! What players imported.

use komadai_ids::ImportId;
use komadai_rules::Side;
use komadai_store::{Error, Import, ImportSummary, PageKey, both_dbs, imports, users};

use crate::user;

fn id(n: u8) -> ImportId {
    ImportId::new(u64::from(n), [n; 10])
}

/// A game in the archive of user 1.
fn import(n: u8) -> Import {
    Import {
        summary: ImportSummary {
            id: id(n),
            user: user(1),
            created_ms: 1_000 + i64::from(n / 2),
            variant: "standard".to_owned(),
            sente_name: Some("羽生".to_owned()),
            gote_name: None,
            event: Some("Giải Hà Nội".to_owned()),
            played: Some("2014/10/16".to_owned()),
            plies: 97,
            reason: Some("resignation".to_owned()),
            winner: Some(Side::Sente),
            final_sfen: "4k4/9/9/9/9/9/9/9/4K4 b - 98".to_owned(),
        },
        digest: [n; 32],
        record: vec![n; 5_000],
    }
}

/// Users 1 and 2.
async fn players(store: &komadai_store::Store) {
    let mut tx = store.write().await.unwrap();
    for n in [1, 2] {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    tx.commit().await.unwrap();
}

both_dbs!(an_import_is_its_owners_alone, |store| async {
    players(&store).await;
    let mut tx = store.write().await.unwrap();
    assert!(imports::insert(&mut tx, &import(1)).await.unwrap());
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    assert_eq!(imports::find(&mut conn, user(1), id(1)).await.unwrap(), Some(import(1)));
    assert_eq!(imports::find(&mut conn, user(2), id(1)).await.unwrap(), None);
    assert_eq!(imports::find_by_digest(&mut conn, user(2), [1; 32]).await.unwrap(), None);
    let usage = imports::usage(&mut conn, user(1)).await.unwrap();
    assert_eq!((usage.n_games, usage.size_bytes), (1, 5_000), "as it is when it is unpacked");
    let usage = imports::usage(&mut conn, user(2)).await.unwrap();
    assert_eq!((usage.n_games, usage.size_bytes), (0, 0));
    let of_other = imports::by_user(&mut conn, user(2), PageKey::first(), 10).await.unwrap();
    assert_eq!(of_other, []);
});

both_dbs!(the_same_record_is_kept_once, |store| async {
    players(&store).await;
    let again = Import { summary: ImportSummary { id: id(9), ..import(1).summary }, ..import(1) };
    let of_other = ImportSummary { id: id(8), user: user(2), ..import(1).summary };
    let mut tx = store.write().await.unwrap();
    assert!(imports::insert(&mut tx, &import(1)).await.unwrap());
    assert!(!imports::insert(&mut tx, &again).await.unwrap());
    assert!(
        imports::insert(&mut tx, &Import { summary: of_other, ..import(1) }).await.unwrap(),
        "another player has an archive of their own"
    );
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let known = imports::find_by_digest(&mut conn, user(1), [1; 32]).await.unwrap().unwrap();
    assert_eq!(known, import(1).summary);
});

both_dbs!(lists_go_on_where_they_stopped, |store| async {
    players(&store).await;
    let mut tx = store.write().await.unwrap();
    for n in 1..=7 {
        imports::insert(&mut tx, &import(n)).await.unwrap();
    }
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let (mut listed, mut after) = (Vec::new(), PageKey::first());
    loop {
        let page = imports::by_user(&mut conn, user(1), after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.page_key();
        listed.extend(page.iter().map(|it| it.id));
    }
    assert_eq!(listed, (1..=7).rev().map(id).collect::<Vec<_>>());
});

both_dbs!(only_its_owner_takes_an_import_away, |store| async {
    players(&store).await;
    let mut tx = store.write().await.unwrap();
    imports::insert(&mut tx, &import(1)).await.unwrap();
    assert!(!imports::delete(&mut tx, user(2), id(1)).await.unwrap());
    assert!(imports::delete(&mut tx, user(1), id(1)).await.unwrap());
    assert!(!imports::delete(&mut tx, user(1), id(1)).await.unwrap());
    tx.commit().await.unwrap();
});

both_dbs!(an_import_needs_a_player, |store| async {
    let mut tx = store.write().await.unwrap();
    let refused = imports::insert(&mut tx, &import(1)).await;
    assert!(matches!(refused, Err(Error::Query(_))), "{refused:?}");
});
