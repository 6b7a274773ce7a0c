//! Accounts.

use komadai_store::{Registered, Registration, TokenHash, accounts, both_dbs, sessions, users};

use crate::user;

fn registration(n: u8, handle: &'static str, key: &'static str) -> Registration<'static> {
    Registration { user: user(n), handle, key, name: "Minh Ánh" }
}

both_dbs!(a_guest_becomes_an_account_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=2 {
        users::create_guest(&mut tx, user(n), "Guest 1", 1).await.unwrap();
    }
    let first = registration(1, "Minh_Anh", "minhanh");
    let register = accounts::register(&mut tx, first, "$hash", 5).await.unwrap();
    assert_eq!(register, Registered::Yes);
    let again = accounts::register(&mut tx, registration(1, "Other", "other"), "$x", 6).await;
    assert_eq!(again.unwrap(), Registered::NoGuest);
    let other = accounts::register(&mut tx, registration(2, "minhanh", "minhanh"), "$x", 6).await;
    assert_eq!(other.unwrap(), Registered::Taken);
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let account = accounts::find_by_key(&mut conn, "minhanh").await.unwrap().unwrap();
    assert_eq!((account.handle.as_str(), account.password_hash.as_str()), ("Minh_Anh", "$hash"));
    assert_eq!((account.user.name.as_str(), account.user.guest), ("Minh Ánh", false));
    assert_eq!(accounts::find(&mut conn, user(1)).await.unwrap(), Some(account.clone()));
    assert_eq!(accounts::find(&mut conn, user(2)).await.unwrap(), None);
    assert!(!format!("{account:?}").contains("$hash"));
});

both_dbs!(a_name_and_a_password_can_be_changed, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    assert!(!accounts::set_name(&mut tx, user(1), "Tí").await.unwrap());
    accounts::register(&mut tx, registration(1, "ti", "ti"), "$old", 5).await.unwrap();
    assert!(accounts::set_name(&mut tx, user(1), "Tí").await.unwrap());
    assert!(accounts::set_password(&mut tx, user(1), "$new", 6).await.unwrap());
    assert!(!accounts::set_password(&mut tx, user(2), "$new", 6).await.unwrap());
    for n in 1..=3 {
        sessions::insert(&mut tx, TokenHash([n; 32]), user(1), 1).await.unwrap();
    }
    let ended = sessions::delete_others(&mut tx, user(1), TokenHash([2; 32])).await.unwrap();
    assert_eq!(ended, 2);
    tx.commit().await.unwrap();

    let mut conn = store.read().await.unwrap();
    let account = accounts::find(&mut conn, user(1)).await.unwrap().unwrap();
    assert_eq!((account.user.name.as_str(), account.password_hash.as_str()), ("Tí", "$new"));
    assert!(sessions::find(&mut conn, TokenHash([2; 32])).await.unwrap().is_some());
});
