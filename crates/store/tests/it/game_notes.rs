//! What players note of their games for themselves.

use komadai_ids::GameId;
use komadai_store::{
    NewAccount, TokenHash, accounts, both_dbs, deletion,
    game_notes::{self, GameNote},
    users,
};
use uuid::Uuid;

use crate::user;

fn note(game: u128, text: &str, version: i64) -> GameNote {
    let game = GameId::from_uuid(Uuid::from_u128(game));
    GameNote { game, text: text.to_owned(), version, changed_ms: 1_000 + version }
}

both_dbs!(notes_follow_their_versions, |store| async {
    let mut tx = store.write().await.unwrap();
    for (it, is_kept) in [
        (note(1, "too early", 2), false),
        (note(1, "first", 1), true),
        (note(1, "another tab was faster", 1), false),
        (note(1, "second", 2), true),
        (note(1, "another tab was faster", 2), false),
        (note(2, "of another game", 1), true),
        (note(3, "", 1), true),
        (note(4, "last", 1), true),
    ] {
        assert_eq!(game_notes::set(&mut tx, user(1), &it).await.unwrap(), is_kept, "{it:?}");
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let second = note(1, "second", 2);
    let found = game_notes::find(&mut conn, user(1), second.game).await.unwrap();
    assert_eq!(found.as_ref(), Some(&second));
    assert_eq!(game_notes::find(&mut conn, user(2), second.game).await.unwrap(), None);
    // Page by page, without what was emptied.
    let first = game_notes::of(&mut conn, user(1), None, 2).await.unwrap();
    assert_eq!(first, [second, note(2, "of another game", 1)]);
    let rest = game_notes::of(&mut conn, user(1), Some(first[1].game), 2).await.unwrap();
    assert_eq!(rest, [note(4, "last", 1)]);
});

both_dbs!(notes_go_with_their_account, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest", 1).await.unwrap();
    let registration = NewAccount { user: user(1), handle: "binh", key: "binh", name: "Somebody" };
    accounts::register(&mut tx, registration, "", 1).await.unwrap();
    for n in [1, 2] {
        game_notes::set(&mut tx, user(n), &note(1, "a plan", 1)).await.unwrap();
    }
    deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 5).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert!(game_notes::of(&mut conn, user(1), None, 9).await.unwrap().is_empty());
    assert_eq!(game_notes::of(&mut conn, user(2), None, 9).await.unwrap().len(), 1);
});
