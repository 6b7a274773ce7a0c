//! Accounts.

use komadai_store::{
    ApiToken, Horizon, NewAccount, Purpose, RegistrationOutcome, Scope, Ticket, TokenHash,
    accounts, api_tokens, both_dbs, retention, second_factors, sessions, tickets, users,
};

use crate::user;

fn registration(n: u8, handle: &'static str, key: &'static str) -> NewAccount<'static> {
    NewAccount { user: user(n), handle, key, name: "Minh Ánh" }
}

both_dbs!(a_guest_becomes_an_account_once, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=2 {
        users::create_guest(&mut tx, user(n), "Guest 1", 1).await.unwrap();
    }
    let first = registration(1, "Minh_Anh", "minhanh");
    let register = accounts::register(&mut tx, first, "$hash", 5).await.unwrap();
    assert_eq!(register, RegistrationOutcome::Yes);
    let again = accounts::register(&mut tx, registration(1, "Other", "other"), "$x", 6).await;
    assert_eq!(again.unwrap(), RegistrationOutcome::NoGuest);
    let other = accounts::register(&mut tx, registration(2, "minhanh", "minhanh"), "$x", 6).await;
    assert_eq!(other.unwrap(), RegistrationOutcome::Taken);
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

both_dbs!(a_ticket_is_used_once_and_in_time, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    accounts::register(&mut tx, registration(1, "ti", "ti"), "$x", 1).await.unwrap();
    let ticket = |expires_ms| Ticket {
        user: user(1),
        epoch: 0,
        detail: "a@b.example".to_owned(),
        expires_ms,
    };
    let hash = |n| TokenHash([n; 32]);
    for n in 1..=2 {
        tickets::replace(&mut tx, hash(n), Purpose::ResetPassword, &ticket(10), 5).await.unwrap();
    }
    tickets::replace(&mut tx, hash(3), Purpose::VerifyEmail, &ticket(20), 5).await.unwrap();
    let mut taken = Vec::new();
    for (n, purpose, now_ms) in [
        (1, Purpose::ResetPassword, 9),
        (2, Purpose::VerifyEmail, 9),
        (3, Purpose::VerifyEmail, 20),
    ] {
        taken.push(tickets::find(&mut tx, hash(n), purpose, now_ms).await.unwrap());
    }
    assert_eq!(taken, [None, None, None], "replaced, for something else, too late");
    let used = tickets::take(&mut tx, hash(2), Purpose::ResetPassword, 9).await.unwrap();
    assert_eq!(used, Some(ticket(10)));
    assert_eq!(tickets::take(&mut tx, hash(2), Purpose::ResetPassword, 9).await.unwrap(), None);
    let waiting = tickets::of(&mut tx, user(1), Purpose::VerifyEmail, 9).await.unwrap();
    assert_eq!(waiting, Some(ticket(20)));
    tickets::delete(&mut tx, user(1), Purpose::VerifyEmail).await.unwrap();
    assert_eq!(tickets::of(&mut tx, user(1), Purpose::VerifyEmail, 9).await.unwrap(), None);
    tx.commit().await.unwrap();
});

both_dbs!(a_ticket_is_of_no_use_in_another_epoch, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    accounts::register(&mut tx, registration(1, "ti", "ti"), "$x", 1).await.unwrap();
    let purposes = [Purpose::VerifyEmail, Purpose::ResetPassword, Purpose::SecondStep];
    let ticket = |epoch| Ticket { user: user(1), epoch, detail: String::new(), expires_ms: 10 };
    assert!(accounts::hold_epoch(&mut tx, user(1), 0).await.unwrap());
    assert!(accounts::end_epoch(&mut tx, user(1)).await.unwrap());
    assert!(!accounts::end_epoch(&mut tx, user(2)).await.unwrap());
    assert!(!accounts::hold_epoch(&mut tx, user(1), 0).await.unwrap());
    for (n, purpose) in purposes.into_iter().enumerate() {
        // What was asked for under the old password, and is kept only now.
        let hash = TokenHash([n as u8; 32]);
        tickets::replace(&mut tx, hash, purpose, &ticket(0), 5).await.unwrap();
        assert_eq!(tickets::of(&mut tx, user(1), purpose, 5).await.unwrap(), None);
        assert_eq!(tickets::find(&mut tx, hash, purpose, 5).await.unwrap(), None);
        assert_eq!(tickets::take(&mut tx, hash, purpose, 5).await.unwrap(), None);
        tickets::replace(&mut tx, hash, purpose, &ticket(1), 5).await.unwrap();
        assert_eq!(tickets::take(&mut tx, hash, purpose, 5).await.unwrap(), Some(ticket(1)));
    }
    tx.commit().await.unwrap();
});

both_dbs!(several_accounts_may_have_one_address, |store| async {
    let mut tx = store.write().await.unwrap();
    for (n, handle) in [(1, "cha"), (2, "con"), (3, "khach")] {
        users::create_guest(&mut tx, user(n), "Guest 1", 1).await.unwrap();
        accounts::register(&mut tx, registration(n, handle, handle), "$x", n.into()).await.unwrap();
    }
    for n in 1..=2 {
        let email = Some(("Nha@Example.org", "nha@example.org"));
        assert!(accounts::set_email(&mut tx, user(n), email).await.unwrap());
    }
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let found = accounts::by_email(&mut conn, "nha@example.org").await.unwrap();
    let handles: Vec<_> = found.iter().map(|account| account.handle.as_str()).collect();
    assert_eq!(handles, ["cha", "con"]);
    assert_eq!(found[0].email.as_deref(), Some("Nha@Example.org"));
    assert_eq!(accounts::by_email(&mut conn, "").await.unwrap(), []);
});

both_dbs!(a_second_factor_is_used_step_by_step, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    assert!(second_factors::propose(&mut tx, user(1), b"first").await.unwrap());
    assert!(second_factors::propose(&mut tx, user(1), b"second").await.unwrap());
    assert!(second_factors::turn_on(&mut tx, user(1), 9).await.unwrap());
    assert!(!second_factors::turn_on(&mut tx, user(1), 10).await.unwrap());
    assert!(!second_factors::propose(&mut tx, user(1), b"third").await.unwrap());
    let factor = second_factors::find(&mut tx, user(1)).await.unwrap().unwrap();
    assert_eq!((factor.secret.as_slice(), factor.on_ms), (b"second".as_slice(), Some(9)));
    assert!(!format!("{factor:?}").contains("secret"));
    let mut used = Vec::new();
    for step in [5, 5, 4, 6] {
        used.push(second_factors::use_step(&mut tx, user(1), step).await.unwrap());
    }
    assert_eq!(used, [true, false, false, true]);
    let codes = [TokenHash([1; 32]), TokenHash([2; 32])];
    second_factors::set_recovery_codes(&mut tx, user(1), &codes).await.unwrap();
    for expected in [true, false] {
        let taken = second_factors::take_recovery_code(&mut tx, user(1), codes[0]).await.unwrap();
        assert_eq!(taken, expected);
    }
    assert_eq!(second_factors::n_recovery_codes(&mut tx, user(1)).await.unwrap(), 1);
    assert!(second_factors::remove(&mut tx, user(1)).await.unwrap());
    assert_eq!(second_factors::find(&mut tx, user(1)).await.unwrap(), None);
    assert_eq!(second_factors::n_recovery_codes(&mut tx, user(1)).await.unwrap(), 0);
    tx.commit().await.unwrap();
});

both_dbs!(a_token_is_found_by_its_hash_until_it_is_taken_back, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=2 {
        users::create_guest(&mut tx, user(n), "Guest 1", 1).await.unwrap();
    }
    let mut token = ApiToken {
        id: user(9).uuid(),
        name: "máy".to_owned(),
        scopes: vec![Scope::Read, Scope::Import],
        made_ms: 5,
        used_ms: None,
        expires_ms: Some(90_000),
    };
    let hash = TokenHash([7; 32]);
    api_tokens::insert(&mut tx, user(1), hash, &token).await.unwrap();
    assert!(token.is_to_be_noted(6));
    api_tokens::touch(&mut tx, token.id, 60_000).await.unwrap();
    token.used_ms = Some(60_000);
    assert!(!token.is_to_be_noted(119_999) && token.is_to_be_noted(120_000));
    assert_eq!(api_tokens::find(&mut tx, hash, 90_000).await.unwrap(), None, "it has ended");
    assert_eq!(api_tokens::ended(&mut tx, 89_999).await.unwrap(), []);
    assert_eq!(api_tokens::ended(&mut tx, 90_000).await.unwrap(), [(user(1), hash)]);
    let found = api_tokens::find(&mut tx, hash, 89_999).await.unwrap().unwrap();
    assert_eq!((found.user.id, &found.token), (user(1), &token));
    assert_eq!(api_tokens::of(&mut tx, user(1)).await.unwrap(), [token.clone()]);
    assert_eq!(api_tokens::delete(&mut tx, user(2), token.id).await.unwrap(), None);
    assert_eq!(api_tokens::delete(&mut tx, user(1), token.id).await.unwrap(), Some(hash));
    assert_eq!(api_tokens::find(&mut tx, hash, 6).await.unwrap(), None);
    tx.commit().await.unwrap();
});

both_dbs!(what_is_old_goes_and_nothing_else, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    for (n, created_ms) in [(1, 10), (2, 20)] {
        sessions::insert(&mut tx, TokenHash([n; 32]), user(1), created_ms).await.unwrap();
        sessions::set_origin(&mut tx, TokenHash([n; 32]), "10.0.0.1", Some("x")).await.unwrap();
    }
    let kept = Horizon::default();
    assert_eq!(retention::clean(&mut tx, kept, 99).await.unwrap(), 0);
    let idle = Horizon { idle_ms: Some(10), ..kept };
    assert_eq!(retention::clean(&mut tx, idle, 99).await.unwrap(), 0, "it was used since");
    let listed = sessions::list(&mut tx, user(1)).await.unwrap();
    assert_eq!(listed[0].token, TokenHash([2; 32]), "the last used first");
    assert_eq!(listed[0].agent.as_deref(), Some("x"));
    let session = sessions::find(&mut tx, TokenHash([2; 32])).await.unwrap().unwrap();
    let day_ms = 24 * 3_600_000;
    assert!(!session.is_to_be_noted(19 + day_ms) && session.is_to_be_noted(20 + day_ms));
    let addresses = Horizon { addresses_ms: Some(20), ..kept };
    for expected in [1, 0] {
        assert_eq!(retention::clean(&mut tx, addresses, 99).await.unwrap(), expected);
    }
    let horizon = Horizon { sessions_ms: Some(20), reports_ms: Some(99), ..kept };
    assert_eq!(retention::clean(&mut tx, horizon, 99).await.unwrap(), 1);
    assert!(sessions::find(&mut tx, TokenHash([1; 32])).await.unwrap().is_none());
    assert!(sessions::find(&mut tx, TokenHash([2; 32])).await.unwrap().is_some());
    assert_eq!(sessions::addresses(&mut tx, user(1)).await.unwrap(), ["10.0.0.1"]);
    tx.commit().await.unwrap();
});
