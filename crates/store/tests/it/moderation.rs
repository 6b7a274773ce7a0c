//! Who keeps whom away, reports, sanctions, and what was done about them.

use komadai_store::{
    AuditEntry, Distance, NewAccount, NewInvitation, NewReport, PageKey, Report, Role, Sanction,
    SanctionKind, TokenHash, accounts, audit, both_dbs, invitations, relations, reports, sanctions,
    sessions, site, users,
};
use uuid::Uuid;

use crate::user;

both_dbs!(whom_a_player_keeps_away, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=3 {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    relations::set(&mut tx, user(1), user(2), Some(Distance::Mute), 5).await.unwrap();
    relations::set(&mut tx, user(1), user(2), Some(Distance::Block), 6).await.unwrap();
    relations::set(&mut tx, user(1), user(3), Some(Distance::Mute), 7).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    let of: Vec<_> = relations::of(&mut conn, user(1)).await.unwrap();
    let of: Vec<_> = of.iter().map(|it| (it.name.as_str(), it.distance)).collect();
    assert_eq!(of, [("Guest 2", Distance::Block), ("Guest 3", Distance::Mute)]);
    for (one, two) in [(1, 2), (2, 1)] {
        let between = relations::between(&mut conn, user(one), user(two)).await.unwrap();
        assert_eq!(between.len(), 1);
    }
    assert_eq!(relations::between(&mut conn, user(2), user(3)).await.unwrap(), []);
    drop(conn);
    let mut tx = store.write().await.unwrap();
    relations::set(&mut tx, user(1), user(2), None, 8).await.unwrap();
    assert_eq!(relations::between(&mut tx, user(2), user(1)).await.unwrap(), []);
});

both_dbs!(reports_are_open_until_they_are_closed, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=2 {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    for n in 1..=2 {
        let report = NewReport {
            id: Uuid::from_u128(n),
            by: user(1),
            about: user(2),
            game: (n == 1).then_some("123456789A"),
            reason: "abuse",
            words: "…",
            lines: None,
        };
        reports::insert(&mut tx, report, 10 - n as i64).await.unwrap();
    }
    assert_eq!(reports::n_open_by(&mut tx, user(1)).await.unwrap(), 2);
    let open = reports::open(&mut tx).await.unwrap();
    assert_eq!(open.iter().map(|it| it.made_ms).collect::<Vec<_>>(), [8, 9]);
    assert_eq!((open[0].by_name.as_str(), open[0].about_name.as_str()), ("Guest 1", "Guest 2"));
    assert!(reports::close(&mut tx, Uuid::from_u128(2), user(3), 11).await.unwrap());
    assert!(!reports::close(&mut tx, Uuid::from_u128(2), user(3), 12).await.unwrap());
    assert_eq!(reports::open(&mut tx).await.unwrap().len(), 1);
});

both_dbs!(reports_of_accounts_come_first_and_those_of_one_are_one, |store| async {
    let mut tx = store.write().await.unwrap();
    for n in 1..=3 {
        users::create_guest(&mut tx, user(n), &format!("Guest {n}"), 1).await.unwrap();
    }
    let registration =
        NewAccount { user: user(3), handle: "minh-anh", key: "minhanh", name: "Minh Anh" };
    accounts::register(&mut tx, registration, "hash", 1).await.unwrap();
    let report = |n: u128, by: u8, words: &'static str| NewReport {
        id: Uuid::from_u128(n),
        by: user(by),
        about: user(2),
        game: None,
        reason: "abuse",
        words,
        lines: None,
    };
    assert!(!reports::add_to(&mut tx, report(1, 1, "first"), 20).await.unwrap());
    reports::insert(&mut tx, report(1, 1, "first"), 10).await.unwrap();
    reports::insert(&mut tx, report(2, 3, "an account's"), 20).await.unwrap();
    let first = |open: Vec<Report>| {
        let of_guest = open.into_iter().find(|it| it.by == user(1)).unwrap();
        (of_guest.reason, of_guest.game, of_guest.words)
    };
    let is_added = |n: u128, reason: &'static str, game: Option<&'static str>, words| NewReport {
        reason,
        game,
        ..report(n, 1, words)
    };
    let (one, other) = (Some("123456789A"), Some("A123456789"));
    for (added, kept) in [
        (is_added(3, "abuse", None, "second"), "first\nsecond"),
        (is_added(4, "abuse", one, "second"), "first\nsecond"),
        (is_added(5, "name", one, ""), "first\nsecond\nname"),
        (is_added(6, "abuse", other, "x"), "first\nsecond\nname\nA123456789: x"),
    ] {
        assert!(reports::add_to(&mut tx, added, 40).await.unwrap());
        let open = reports::open(&mut tx).await.unwrap();
        assert_eq!(open.iter().map(|it| it.made_ms).collect::<Vec<_>>(), [20, 10]);
        let (reason, _, words) = first(open);
        assert_eq!((reason.as_str(), words.as_str()), ("abuse", kept));
    }
    assert_eq!(first(reports::open(&mut tx).await.unwrap()).1.as_deref(), one);
    let long = report(7, 1, "what does not fit");
    assert!(!reports::add_to(&mut tx, long, 40).await.unwrap(), "it is one of its own");
    assert!(reports::close(&mut tx, Uuid::from_u128(1), user(3), 30).await.unwrap());
    assert!(!reports::add_to(&mut tx, report(4, 1, "later"), 20).await.unwrap());
});

both_dbs!(sanctions_are_in_force_until_they_end_or_are_lifted, |store| async {
    let mut tx = store.write().await.unwrap();
    let sanction = |n: u128, until_ms| Sanction {
        id: Uuid::from_u128(n),
        kind: SanctionKind::Mute,
        user: user(1),
        address: None,
        reason: "…".to_owned(),
        by: user(2),
        from_ms: n as i64,
        until_ms,
    };
    let all = [sanction(1, Some(100)), sanction(2, None), sanction(3, None)];
    for it in &all {
        sanctions::insert(&mut tx, it).await.unwrap();
    }
    assert_eq!(sanctions::in_force(&mut tx, 99).await.unwrap(), all);
    assert!(sanctions::lift(&mut tx, Uuid::from_u128(2), user(2), 100).await.unwrap());
    assert!(!sanctions::lift(&mut tx, Uuid::from_u128(2), user(2), 101).await.unwrap());
    assert_eq!(sanctions::in_force(&mut tx, 100).await.unwrap(), all[2..]);
});

both_dbs!(what_was_done_is_listed_latest_first, |store| async {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    for n in 1..=3 {
        let entry = AuditEntry {
            id: Uuid::from_u128(n),
            at_ms: n as i64,
            by: (n > 1).then(|| user(1)),
            action: "mute".to_owned(),
            about: Some(user(2)),
            details: n.to_string(),
        };
        audit::insert(&mut tx, &entry).await.unwrap();
    }
    let page = audit::before(&mut tx, PageKey::first(), 2).await.unwrap();
    let seen: Vec<_> = page.iter().map(|it| (it.entry.at_ms, it.by_name.as_deref())).collect();
    assert_eq!(seen, [(3, Some("Guest 1")), (2, Some("Guest 1"))]);
    let page =
        audit::before(&mut tx, PageKey { at_ms: 2, id: Uuid::from_u128(2) }, 2).await.unwrap();
    assert_eq!(page.iter().map(|it| it.by_name.clone()).collect::<Vec<_>>(), [None]);
});

both_dbs!(an_invitation_is_used_once, |store| async {
    let mut tx = store.write().await.unwrap();
    let code = TokenHash([7; 32]);
    assert!(!invitations::take(&mut tx, code, user(1), 5).await.unwrap());
    let new = NewInvitation { code, by: Some(user(2)), role: None, expires_ms: None };
    invitations::insert(&mut tx, &new, 4).await.unwrap();
    assert!(invitations::take(&mut tx, code, user(1), 5).await.unwrap());
    assert!(!invitations::take(&mut tx, code, user(3), 6).await.unwrap());

    // One with a role is good until it is too old.
    let code = TokenHash([8; 32]);
    let role = Some(Role::Moderator);
    let new = NewInvitation { code, by: None, role, expires_ms: Some(10) };
    invitations::insert(&mut tx, &new, 4).await.unwrap();
    assert_eq!(invitations::find(&mut tx, code, 9).await.unwrap().unwrap().role, role);
    assert_eq!(invitations::find(&mut tx, code, 10).await.unwrap(), None);
    assert!(!invitations::take(&mut tx, code, user(1), 10).await.unwrap());
    assert!(invitations::take(&mut tx, code, user(1), 9).await.unwrap());
});

both_dbs!(what_is_said_of_the_site_and_roles, |store| async {
    let mut tx = store.write().await.unwrap();
    for value in ["a", "b"] {
        site::set(&mut tx, "banner", value).await.unwrap();
    }
    let said = site::read(&mut tx).await.unwrap();
    assert_eq!(said.iter().map(|it| it.value.as_str()).collect::<Vec<_>>(), ["b"]);

    users::create_guest(&mut tx, user(1), "Guest 1", 1).await.unwrap();
    assert!(!accounts::set_role(&mut tx, user(1), Some(Role::Admin)).await.unwrap());
    let registration =
        komadai_store::NewAccount { user: user(1), handle: "tí", key: "tí", name: "Tí" };
    accounts::register(&mut tx, registration, "$hash", 5).await.unwrap();
    assert!(accounts::set_role(&mut tx, user(1), Some(Role::Admin)).await.unwrap());
    let account = accounts::find(&mut tx, user(1)).await.unwrap().unwrap();
    assert_eq!(account.role, Some(Role::Admin));

    for n in 1..=2 {
        sessions::insert(&mut tx, TokenHash([n; 32]), user(1), 1).await.unwrap();
    }
    sessions::set_origin(&mut tx, TokenHash([1; 32]), "10.0.0.1", None).await.unwrap();
    assert_eq!(sessions::addresses(&mut tx, user(1)).await.unwrap(), ["10.0.0.1"]);
});
