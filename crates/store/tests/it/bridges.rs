//! Bridges of clubs: what is to be told waits, is told once, and goes with the bridge.

use komadai_community::{
    bridges::{BridgeFault, BridgeKind},
    clubs::ClubSettings,
};
use komadai_ids::ClubId;
use komadai_store::{
    Club, NewAccount, Store, TokenHash, accounts, both_dbs,
    clubs::{
        self,
        bridges::{self, Bridge, BridgeMessage, NewMessage},
    },
    deletion, users,
};
use uuid::Uuid;

use crate::user;

const BRIDGE: Uuid = Uuid::from_u128(7);

async fn set_up(store: &Store) -> ClubId {
    let id = ClubId::new(1, [1; 10]);
    let club = Club {
        id,
        slug: "hanoi".to_owned(),
        settings: ClubSettings { name: "Hà Nội".to_owned(), ..ClubSettings::default() },
        search_key: "ha noi".to_owned(),
        version: 1,
        created_ms: 1,
        changed_ms: 1,
    };
    let bridge = bridge(BRIDGE, id);
    let mut tx = store.write().await.unwrap();
    assert!(clubs::insert(&mut tx, &club).await.unwrap());
    bridges::insert(&mut tx, &bridge).await.unwrap();
    assert_eq!(bridges::find(&mut tx, BRIDGE).await.unwrap(), Some(bridge));
    tx.commit().await.unwrap();
    id
}

fn bridge(id: Uuid, club: ClubId) -> Bridge {
    Bridge {
        id,
        club,
        kind: BridgeKind::Telegram,
        title: "Nhóm".to_owned(),
        lang: "vi".to_owned(),
        news: "seek,round".to_owned(),
        names: true,
        host: String::new(),
        target: "-1".to_owned(),
        secret: vec![1, 2],
        made_ms: 1,
        next_ms: 1,
        sent_ms: None,
        fault: None,
        fault_ms: None,
        n_failed: 0,
        paused_ms: None,
    }
}

async fn tell(store: &Store, n: u8, about: &str) -> bool {
    let mut tx = store.write().await.unwrap();
    let by = Some(user(n));
    let new = NewMessage {
        bridge: BRIDGE,
        about,
        by,
        news: "{}",
        made_ms: 100,
        until_ms: 900,
        due_ms: 100,
    };
    let id = Uuid::from_u128(u128::from(n) << 64 | about.len() as u128);
    let told = bridges::tell(&mut tx, id, new).await.unwrap();
    tx.commit().await.unwrap();
    told
}

async fn waiting(store: &Store, now_ms: i64) -> Vec<BridgeMessage> {
    bridges::messages(&mut store.read().await.unwrap(), BRIDGE, now_ms).await.unwrap()
}

async fn n_due(store: &Store, now_ms: i64) -> usize {
    bridges::due(&mut store.read().await.unwrap(), now_ms).await.unwrap().len()
}

both_dbs!(what_is_told_waits_and_is_told_once, |store| async {
    set_up(&store).await;
    assert!(tell(&store, 1, "seek:a").await);
    assert!(!tell(&store, 2, "seek:a").await, "the same");
    assert!(tell(&store, 1, "round:bb").await);
    assert_eq!((n_due(&store, 99).await, n_due(&store, 100).await), (0, 1));
    let both = waiting(&store, 100).await;
    assert_eq!(both.len(), 2);

    // They are sent together, and again together.
    let batch = Uuid::from_u128(9);
    let mut tx = store.write().await.unwrap();
    for message in &both {
        assert!(bridges::begin(&mut tx, message.id, batch, 300).await.unwrap());
    }
    bridges::wait(&mut tx, BRIDGE, 200).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!((n_due(&store, 299).await, n_due(&store, 300).await), (0, 1));
    let again = waiting(&store, 300).await;
    assert!(again.iter().all(|it| it.batch == Some(batch) && it.n_tries == 1), "{again:?}");

    let mut tx = store.write().await.unwrap();
    bridges::finish(&mut tx, both[0].id).await.unwrap();
    assert!(!bridges::begin(&mut tx, both[0].id, batch, 300).await.unwrap(), "it is over");
    bridges::put_off(&mut tx, batch, 500).await.unwrap();
    bridges::failed(&mut tx, BRIDGE, BridgeFault::Busy, 300, None).await.unwrap();
    assert_eq!(bridges::n_waiting(&mut tx, BRIDGE).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert_eq!(waiting(&store, 499).await, []);
    assert_eq!(waiting(&store, 500).await.len(), 1);
    assert!(!tell(&store, 1, &both[0].about).await, "told already");

    // Paused, it tells nothing until something arrives.
    let mut tx = store.write().await.unwrap();
    bridges::failed(&mut tx, BRIDGE, BridgeFault::Token, 600, Some(600)).await.unwrap();
    bridges::give_up(&mut tx, BRIDGE).await.unwrap();
    assert!(bridges::telling(&mut tx).await.unwrap().is_empty());
    let known = bridges::find(&mut tx, BRIDGE).await.unwrap().unwrap();
    assert_eq!((known.n_failed, known.paused_ms), (2, Some(600)));
    bridges::arrived(&mut tx, BRIDGE, 700).await.unwrap();
    let known = bridges::find(&mut tx, BRIDGE).await.unwrap().unwrap();
    assert_eq!((known.n_failed, known.paused_ms, known.fault), (0, None, None));
    assert_eq!(bridges::telling(&mut tx).await.unwrap().len(), 1);
    // What is over is forgotten after a while, and may be told again.
    bridges::clean(&mut tx, 101).await.unwrap();
    tx.commit().await.unwrap();
    assert!(tell(&store, 1, "seek:a").await);
});

both_dbs!(a_trial_waits_for_no_other_and_comes_once, |store| async {
    set_up(&store).await;
    let trial = |made_ms: i64| NewMessage {
        bridge: BRIDGE,
        about: if made_ms < 9_000 { "trial:a" } else { "trial:b" },
        by: None,
        news: "{}",
        made_ms,
        until_ms: 99_000,
        due_ms: made_ms,
    };
    let mut tx = store.write().await.unwrap();
    bridges::wait(&mut tx, BRIDGE, 50_000).await.unwrap();
    bridges::try_out(&mut tx, Uuid::from_u128(1), trial(1_000)).await.unwrap();
    assert_eq!(bridges::due(&mut tx, 1_000).await.unwrap().len(), 1, "at once");
    bridges::try_out(&mut tx, Uuid::from_u128(2), trial(9_500)).await.unwrap();
    assert_eq!(bridges::n_waiting(&mut tx, BRIDGE).await.unwrap(), 1, "one waits");
    bridges::finish(&mut tx, Uuid::from_u128(1)).await.unwrap();
    bridges::try_out(&mut tx, Uuid::from_u128(2), trial(9_500)).await.unwrap();
    assert_eq!(bridges::n_waiting(&mut tx, BRIDGE).await.unwrap(), 1, "it is long ago");
    bridges::finish(&mut tx, Uuid::from_u128(2)).await.unwrap();
    bridges::try_out(&mut tx, Uuid::from_u128(3), trial(9_900)).await.unwrap();
    assert_eq!(bridges::n_waiting(&mut tx, BRIDGE).await.unwrap(), 0, "so soon");
    tx.commit().await.unwrap();
});

both_dbs!(a_closed_club_tells_nothing, |store| async {
    let club = set_up(&store).await;
    tell(&store, 1, "seek:a").await;
    let mut tx = store.write().await.unwrap();
    clubs::close(&mut tx, club, 300).await.unwrap();
    assert!(bridges::of_club(&mut tx, club).await.unwrap().is_empty());
    assert!(bridges::messages(&mut tx, BRIDGE, 900).await.unwrap().is_empty());
    tx.commit().await.unwrap();
});

both_dbs!(no_bridges_keep_others_silent, |store| async {
    let club = set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    for n in 0..1_001 {
        bridges::insert(&mut tx, &bridge(Uuid::from_u128(100 + n), club)).await.unwrap();
    }
    let telling = bridges::telling(&mut tx).await.unwrap();
    assert_eq!(telling.len(), 1_002);
    assert!(telling.is_sorted_by(|one, other| one.id < other.id), "each of them once");
    tx.commit().await.unwrap();
});

both_dbs!(a_bridge_that_is_gone_is_told_nothing, |store| async {
    set_up(&store).await;
    tell(&store, 1, "seek:a").await;
    let mut tx = store.write().await.unwrap();
    bridges::delete(&mut tx, BRIDGE).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!tell(&store, 1, "seek:bb").await, "and what others are told is not lost with it");
});

both_dbs!(who_is_gone_is_named_in_nothing_that_waits, |store| async {
    let club = set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "guest", 1).await.unwrap();
    let her = NewAccount { user: user(1), handle: "anh", key: "anh", name: "Ánh" };
    accounts::register(&mut tx, her, "hash", 1).await.unwrap();
    let literal = |id: Uuid| {
        if store.is_sqlite() { format!("X'{}'", id.simple()) } else { format!("'{id}'") }
    };
    let (her, event) = (literal(user(1).uuid()), literal(Uuid::from_u128(5)));
    tx.sql(&format!(
        "INSERT INTO tournaments (id, code, owner_id, name, phase, players, version, document, \
             created_ms, changed_ms, club_id) \
         VALUES ({event}, 5, {her}, '', 'over', 1, 1, '', 1, 1, {})",
        literal(club.uuid())
    ))
    .await;
    tx.sql(&format!(
        "INSERT INTO tournament_players (user_id, tournament_id) VALUES ({her}, {event})"
    ))
    .await;
    tx.commit().await.unwrap();
    for (n, about) in [(1, "seek:a"), (2, "seek:bb"), (2, "result:ccc"), (2, "round:dddddd")] {
        assert!(tell(&store, n, about).await);
    }
    let mut tx = store.write().await.unwrap();
    assert!(deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 5).await.unwrap());
    tx.commit().await.unwrap();
    let left = waiting(&store, 100).await;
    let left: Vec<_> = left.iter().map(|it| it.about.as_str()).collect();
    assert_eq!(left, ["seek:bb", "round:dddddd"]);
});
