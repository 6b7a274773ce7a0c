//! Clubs, their lists, how people come in, and what becomes of a club whose owner goes.

use komadai_community::clubs::{ClubSettings, StoredClubAct};
use komadai_ids::{ClubId, ReviewId};
use komadai_store::{
    Club, ClubRole, NewAccount, PageKey, Store, TokenHash, accounts, both_dbs,
    clubs::{
        self, announcements,
        audit::{self, ClubAuditEntry},
        coaching, comments,
        homework::{self, Homework, Task, Tick},
        invitations::{self, NewClubInvitation},
        joining,
        members::{self, ClubMember},
    },
    deletion, users,
};
use uuid::Uuid;

use crate::user;

fn club_id(n: u8) -> ClubId {
    ClubId::new(u64::from(n), [n; 10])
}

fn club(n: u8, slug: &str, key: &str) -> Club {
    Club {
        id: club_id(n),
        slug: slug.to_owned(),
        settings: ClubSettings {
            name: "Câu lạc bộ Shogi Hà Nội".to_owned(),
            city: "Hà Nội".to_owned(),
            for_members: "Mã cửa 1234".to_owned(),
            ..ClubSettings::default()
        },
        search_key: key.to_owned(),
        version: 1,
        created_ms: 1,
        changed_ms: 1,
    }
}

fn line(club: u8, n: u8, role: ClubRole, joined_ms: i64) -> ClubMember {
    ClubMember {
        id: Uuid::from_u128(u128::from(club) << 8 | u128::from(n)),
        club: club_id(club),
        user: Some(user(n)),
        name: String::new(),
        role,
        joined_ms,
        note: String::new(),
        offered: None,
        grade: None,
        grade_ms: None,
    }
}

/// Accounts 1 to 4 and club 1.
async fn set_up(store: &Store) {
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        users::create_guest(&mut tx, user(n), "guest", 1).await.unwrap();
        let name = format!("player-{n}");
        let registration = NewAccount { user: user(n), handle: &name, key: &name, name: &name };
        accounts::register(&mut tx, registration, "hash", 1).await.unwrap();
    }
    assert!(clubs::insert(&mut tx, &club(1, "hanoi", "shogi ha noi hanoi")).await.unwrap());
    tx.commit().await.unwrap();
}

both_dbs!(clubs_are_found_by_any_part_of_their_name, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    let stored = clubs::find_by_slug(&mut tx, "hanoi").await.unwrap();
    assert_eq!(stored, Some(club(1, "hanoi", "shogi ha noi hanoi")));
    assert!(!clubs::insert(&mut tx, &club(2, "hanoi", "another")).await.unwrap());
    assert!(clubs::insert(&mut tx, &club(3, "saigon", "100% shogi_saigon")).await.unwrap());
    let mut hidden = club(4, "hidden", "shogi hidden");
    hidden.settings.private = true;
    assert!(clubs::insert(&mut tx, &hidden).await.unwrap());
    members::insert(&mut tx, &line(3, 1, ClubRole::Owner, 1), None).await.unwrap();
    for (words, expected) in [
        ("", vec!["saigon", "hanoi"]),
        ("shogi", vec!["saigon", "hanoi"]),
        ("ha noi", vec!["hanoi"]),
        ("0%", vec!["saigon"]),
        ("i_s", vec!["saigon"]),
        ("a_o", vec![]),
        ("!", vec![]),
        ("hidden", vec![]),
    ] {
        let found = clubs::search(&mut tx, words).await.unwrap();
        let slugs: Vec<_> = found.iter().map(|it| it.club.slug.as_str()).collect();
        assert_eq!(slugs, expected, "{words:?}");
    }
    let own = clubs::of_user(&mut tx, user(1)).await.unwrap();
    assert_eq!((own.len(), own[0].role, own[0].n_members), (1, Some(ClubRole::Owner), 1));
    clubs::close(&mut tx, club_id(3), 9).await.unwrap();
    assert_eq!(clubs::find_by_slug(&mut tx, "saigon").await.unwrap(), None);
    assert_eq!(clubs::of_user(&mut tx, user(1)).await.unwrap(), []);
    let again = club(5, "saigon", "x");
    assert!(!clubs::insert(&mut tx, &again).await.unwrap(), "nobody takes its place");
});

both_dbs!(a_list_has_accounts_and_others, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    members::insert(&mut tx, &line(1, 1, ClubRole::Owner, 1), None).await.unwrap();
    for (n, name) in [(8, "Ông Tư"), (9, "Bà Năm")] {
        let typed = ClubMember {
            user: None,
            name: name.to_owned(),
            offered: (n == 8).then(|| user(2)),
            grade: Some("3k".to_owned()),
            grade_ms: Some(5),
            ..line(1, n, ClubRole::Member, i64::from(n))
        };
        members::insert(&mut tx, &typed, Some(user(1))).await.unwrap();
    }
    let listed = members::list(&mut tx, club_id(1), "standard", "rapid").await.unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|it| {
            let name = it.account.as_ref().map_or(it.member.name.as_str(), |(_, name)| name);
            (name, it.offered_handle.as_deref(), it.member.grade.as_deref())
        })
        .collect();
    assert_eq!(
        names,
        [
            ("player-1", None, None),
            ("Ông Tư", Some("player-2"), Some("3k")),
            ("Bà Năm", None, Some("3k")),
        ]
    );
    // The account takes the line over, and the grade stays.
    let offered = members::offered_to(&mut tx, club_id(1), user(2)).await.unwrap().unwrap();
    let taken = ClubMember { user: Some(user(2)), name: String::new(), offered: None, ..offered };
    members::put(&mut tx, &taken).await.unwrap();
    let found = members::of_user(&mut tx, club_id(1), user(2)).await.unwrap().unwrap();
    assert_eq!(found.grade.as_deref(), Some("3k"));
    members::award(&mut tx, found.id, None, user(1), 7).await.unwrap();
    let found = members::find(&mut tx, club_id(1), found.id).await.unwrap().unwrap();
    assert_eq!((found.grade, found.grade_ms), (None, None));
    assert_eq!(members::count(&mut tx, club_id(1)).await.unwrap(), 3);
    members::delete(&mut tx, found.id).await.unwrap();
    assert_eq!(members::all_of(&mut tx, club_id(1)).await.unwrap().len(), 2);
    assert_eq!(members::memberships(&mut tx, user(1)).await.unwrap()[0].slug, "hanoi");
});

both_dbs!(who_asks_waits_for_an_answer, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    joining::ask(&mut tx, club_id(1), user(2), "cho em vào", 5).await.unwrap();
    joining::ask(&mut tx, club_id(1), user(2), "xin chào", 6).await.unwrap();
    joining::ask(&mut tx, club_id(1), user(3), "", 4).await.unwrap();
    let waiting = joining::waiting(&mut tx, club_id(1)).await.unwrap();
    let waiting: Vec<_> = waiting.iter().map(|it| (it.name.as_str(), it.words.as_str())).collect();
    assert_eq!(waiting, [("player-3", ""), ("player-2", "xin chào")]);
    assert_eq!(joining::n_waiting(&mut tx, club_id(1), user(2)).await.unwrap(), (2, 1));
    assert!(joining::decline(&mut tx, club_id(1), user(3), 9).await.unwrap());
    assert!(!joining::decline(&mut tx, club_id(1), user(3), 9).await.unwrap());
    let told = joining::request(&mut tx, club_id(1), user(3)).await.unwrap().unwrap();
    assert_eq!(told.declined_ms, Some(9));
    joining::drop_request(&mut tx, club_id(1), user(2)).await.unwrap();
    assert_eq!(joining::waiting(&mut tx, club_id(1)).await.unwrap(), []);
    joining::ban(&mut tx, club_id(1), user(4), user(1), "quấy rối", 9).await.unwrap();
    assert!(joining::is_banned(&mut tx, club_id(1), user(4)).await.unwrap());
    assert_eq!(joining::banned(&mut tx, club_id(1)).await.unwrap()[0].reason, "quấy rối");
    assert!(joining::unban(&mut tx, club_id(1), user(4)).await.unwrap());
    assert!(!joining::unban(&mut tx, club_id(1), user(4)).await.unwrap());
});

both_dbs!(a_link_leads_in_for_a_while_and_for_so_many, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    let hash = |n| TokenHash([n; 32]);
    for (n, expires_ms, uses_max) in [(1, 100, Some(2)), (2, 20, None), (3, 100, None)] {
        let id = Uuid::from_u128(u128::from(n));
        let token = hash(n);
        let (club, by) = (club_id(1), user(1));
        let new = NewClubInvitation { id, club, token, by, made_ms: 10, expires_ms, uses_max };
        invitations::insert(&mut tx, new).await.unwrap();
    }
    assert_eq!(invitations::n_open(&mut tx, club_id(1), 10).await.unwrap(), 3);
    assert!(invitations::revoke(&mut tx, club_id(1), Uuid::from_u128(3), 11).await.unwrap());
    for (club, n, now_ms, leads) in [
        (1, 1, 50, true),
        (2, 1, 50, false),
        (1, 1, 50, true),
        (1, 1, 50, false),
        (1, 2, 20, false),
        (1, 3, 50, false),
        (1, 4, 50, false),
    ] {
        let seen = invitations::leads_in(&mut tx, club_id(club), hash(n), now_ms).await.unwrap();
        let taken = invitations::take(&mut tx, club_id(club), hash(n), now_ms).await.unwrap();
        assert_eq!((seen, taken), (leads, leads), "link {n} of club {club} at {now_ms}");
    }
    let open = invitations::open(&mut tx, club_id(1), 19).await.unwrap();
    assert_eq!(open.iter().map(|it| it.n_used).collect::<Vec<_>>(), [0], "the second alone");
});

both_dbs!(announcements_and_what_was_done, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
    for (id, at_ms) in [(one, 5), (two, 6)] {
        let words = ("Chủ nhật", "Gặp nhau ở quán cà phê");
        announcements::insert(&mut tx, club_id(1), id, user(1), words, at_ms).await.unwrap();
    }
    assert!(announcements::edit(&mut tx, club_id(1), one, ("Thứ bảy", ""), 9).await.unwrap());
    assert!(!announcements::edit(&mut tx, club_id(2), one, ("", ""), 9).await.unwrap());
    let told = announcements::latest(&mut tx, club_id(1), 10).await.unwrap();
    let titles: Vec<_> = told.iter().map(|it| (it.title.as_str(), it.changed_ms)).collect();
    assert_eq!(titles, [("Chủ nhật", None), ("Thứ bảy", Some(9))]);
    assert!(announcements::delete(&mut tx, club_id(1), two).await.unwrap());
    assert_eq!(announcements::count(&mut tx, club_id(1)).await.unwrap(), 1);
    for n in 1..=3_u8 {
        let entry = ClubAuditEntry {
            id: Uuid::from_u128(u128::from(n)),
            at_ms: i64::from(n),
            by: user(1),
            about: (n == 2).then(|| user(2)),
            act: r#"{"t":"accept"}"#.to_owned(),
        };
        audit::note(&mut tx, club_id(1), &entry).await.unwrap();
    }
    assert!(audit::is_done(&mut tx, one).await.unwrap());
    assert!(!audit::is_done(&mut tx, Uuid::from_u128(9)).await.unwrap());
    let page = audit::before(&mut tx, club_id(1), PageKey::first(), 2).await.unwrap();
    let after = PageKey::after(page.last().map(|it| (it.entry.at_ms, it.entry.id)));
    let about: Vec<_> = page.iter().map(|it| it.about_name.as_deref()).collect();
    assert_eq!(about, [None, Some("player-2")]);
    assert_eq!(audit::before(&mut tx, club_id(1), after, 2).await.unwrap().len(), 1);
});

both_dbs!(a_club_whose_owner_goes_passes_on_or_closes, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    for (n, role, joined_ms) in [
        (1, ClubRole::Owner, 1),
        (2, ClubRole::Member, 2),
        (3, ClubRole::Organiser, 4),
        (4, ClubRole::Organiser, 3),
    ] {
        members::insert(&mut tx, &line(1, n, role, joined_ms), None).await.unwrap();
    }
    let typed = ClubMember {
        user: None,
        name: "Ông Tư".to_owned(),
        offered: Some(user(4)),
        ..line(1, 9, ClubRole::Member, 0)
    };
    members::insert(&mut tx, &typed, None).await.unwrap();
    // The longest-serving organiser, then the other one, then the member, then nobody.
    for (leaves, owner) in [(1, Some(4)), (4, Some(3)), (3, Some(2)), (2, None)] {
        let hash = TokenHash([leaves; 32]);
        assert!(deletion::delete(&mut tx, user(leaves), hash, 50).await.unwrap());
        let list = members::all_of(&mut tx, club_id(1)).await.unwrap();
        let mut owners = list.iter().filter(|it| it.role == ClubRole::Owner);
        assert_eq!(owners.next().and_then(|it| it.user), owner.map(user), "{leaves} goes");
        assert_eq!(clubs::find(&mut tx, club_id(1)).await.unwrap().is_some(), owner.is_some());
        assert!(list.iter().all(|it| it.offered != Some(user(leaves))));
    }
    assert_eq!(members::count(&mut tx, club_id(1)).await.unwrap(), 0);
});

both_dbs!(who_owns_how_many_is_told_to_one_at_a_time, |store| async {
    set_up(&store).await;
    // Everybody counts and founds at once.
    let mut founding = tokio::task::JoinSet::new();
    for n in 10..20 {
        let store = store.clone();
        founding.spawn(async move {
            let mut tx = store.write().await.unwrap();
            if clubs::n_owned(&mut tx, user(2)).await.unwrap() >= 3 {
                return tx.roll_back().await.unwrap();
            }
            assert!(clubs::insert(&mut tx, &club(n, &format!("club-{n}"), "x")).await.unwrap());
            let owner = ClubMember { user: Some(user(2)), ..line(n, 2, ClubRole::Owner, 1) };
            members::insert(&mut tx, &owner, None).await.unwrap();
            tx.commit().await.unwrap();
        });
    }
    founding.join_all().await;
    let mut tx = store.write().await.unwrap();
    assert_eq!(clubs::n_owned(&mut tx, user(2)).await.unwrap(), 3);
});

both_dbs!(grades_in_older_spelling_are_spelled_anew, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    for (n, grade) in [(1, Some("12-kyu")), (2, Some("2-dan")), (3, Some("3k")), (4, None)] {
        let line = ClubMember {
            grade: grade.map(str::to_owned),
            ..line(1, n, ClubRole::Member, i64::from(n))
        };
        members::insert(&mut tx, &line, None).await.unwrap();
    }
    tx.sql(include_str!("../../../../migrations/0128_short_grades.sql")).await;
    let list = members::all_of(&mut tx, club_id(1)).await.unwrap();
    let mut grades: Vec<_> = list.into_iter().map(|it| (it.user, it.grade)).collect();
    grades.sort();
    let expected = [(1, Some("12k")), (2, Some("2d")), (3, Some("3k")), (4, None)];
    let expected = expected.map(|(n, grade)| (Some(user(n)), grade.map(str::to_owned)));
    assert_eq!(grades, expected);
});

/// Acts in the words in which they were stored, and what they are now.
fn old_acts() -> Vec<(&'static str, Option<u8>, &'static str, StoredClubAct)> {
    let text = str::to_owned;
    let grade = |grade: &str| grade.parse().ok();
    vec![
        ("found", None, "", StoredClubAct::Found),
        ("join", None, "", StoredClubAct::Join { by_invitation: false }),
        ("join", None, "invitation", StoredClubAct::Join { by_invitation: true }),
        ("invite", None, "30 d", StoredClubAct::Invite { days: 30 }),
        ("import", None, "+12 ~0", StoredClubAct::Import { added: 12, changed: 0 }),
        ("announce", None, "\"A\\B\" c", StoredClubAct::Announce { title: text("\"A\\B\" c") }),
        ("reword", None, "次回", StoredClubAct::Reword { title: text("次回") }),
        ("unannounce", None, "", StoredClubAct::Unannounce),
        ("add", None, "Lan: A", StoredClubAct::Add { name: text("Lan: A") }),
        ("change", Some(2), "Lan", StoredClubAct::Change { name: text("Lan") }),
        ("remove", Some(2), "", StoredClubAct::Remove { name: text("") }),
        ("role", Some(2), "organiser", StoredClubAct::Role { role: ClubRole::Organiser }),
        ("ban", Some(2), "", StoredClubAct::Ban { reason: text("") }),
        ("ban", Some(2), "+1 ~2", StoredClubAct::Ban { reason: text("+1 ~2") }),
        ("award", Some(2), "3k", StoredClubAct::Award { name: text(""), grade: grade("3k") }),
        ("award", Some(2), "12-kyu", StoredClubAct::Award { name: text(""), grade: grade("12k") }),
        ("award", Some(2), "", StoredClubAct::Award { name: text(""), grade: None }),
        (
            "award",
            None,
            "A: B: 2d",
            StoredClubAct::Award { name: text("A: B"), grade: grade("2d") },
        ),
        ("award", None, "A d-dan: ", StoredClubAct::Award { name: text("A d-dan"), grade: None }),
        ("accept_teacher", Some(2), "", StoredClubAct::AcceptTeacher),
        ("set_homework", None, "x", StoredClubAct::SetHomework { title: text("x") }),
        ("drop_homework", None, "x", StoredClubAct::DropHomework { title: text("x") }),
        ("tick", None, "x", StoredClubAct::Tick { title: text("x") }),
        ("untick", None, "x", StoredClubAct::Untick { title: text("x") }),
        ("ladder_win", Some(2), "", StoredClubAct::LadderWin),
        ("ladder_remove", Some(2), "gone", StoredClubAct::LadderRemove { reason: text("gone") }),
        ("ladder_place", Some(2), "3", StoredClubAct::LadderPlace { place: 3 }),
        ("close", None, "", StoredClubAct::Close),
    ]
}

/// Takes back what the migration has done.
const WITH_WORDS: &str = "
    ALTER TABLE club_acts RENAME COLUMN act TO details;
    ALTER TABLE club_acts ADD COLUMN action TEXT NOT NULL DEFAULT '';";

both_dbs!(acts_that_were_stored_in_words_are_data, |store| async {
    set_up(&store).await;
    let acts = old_acts();
    let mut tx = store.write().await.unwrap();
    for (at_ms, (action, about, details, _)) in acts.iter().enumerate() {
        let about = about.map(user);
        let (id, at_ms) = (Uuid::from_u128(at_ms as u128), at_ms as i64);
        let act = format!("{action}|{details}");
        let entry = ClubAuditEntry { id, at_ms, by: user(1), about, act };
        audit::note(&mut tx, club_id(1), &entry).await.unwrap();
    }
    tx.sql(WITH_WORDS).await;
    for (action, ..) in &acts {
        let of_action = format!(
            "UPDATE club_acts SET action = '{action}', details = REPLACE(details, '{action}|', '') \
             WHERE details LIKE '{action}|%'"
        );
        tx.sql(&of_action).await;
    }
    tx.sql(include_str!("../../../../migrations/0340_club_acts_as_data.sql")).await;
    let log = audit::before(&mut tx, club_id(1), PageKey::first(), 100).await.unwrap();
    assert_eq!(log.len(), acts.len());
    for ((.., expected), found) in acts.iter().rev().zip(log) {
        let text = &found.entry.act;
        let act: StoredClubAct = serde_json::from_str(text).expect(text);
        assert_eq!(act, *expected, "{text}");
    }
});

/// Accounts 1 and 2 teach 3 and 4 in club 1.
async fn set_up_coaching(store: &Store) {
    set_up(store).await;
    let mut tx = store.write().await.unwrap();
    for n in 1..=4 {
        let role = if n == 1 { ClubRole::Owner } else { ClubRole::Member };
        members::insert(&mut tx, &line(1, n, role, i64::from(n)), None).await.unwrap();
    }
    for teacher in [1, 2] {
        assert!(coaching::add_teacher(&mut tx, club_id(1), id(teacher), 5).await.unwrap());
        for pupil in [3, 4] {
            let both = (id(teacher), id(pupil));
            coaching::ask(&mut tx, club_id(1), both, pupil == 3, 6).await.unwrap();
            coaching::agree(&mut tx, id(teacher), id(pupil), 7).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
}

/// The line of an account in club 1.
fn id(n: u8) -> Uuid {
    line(1, n, ClubRole::Member, 1).id
}

both_dbs!(teachers_and_pupils_go_with_their_lines, |store| async {
    set_up_coaching(&store).await;
    let mut tx = store.write().await.unwrap();
    assert!(!coaching::add_teacher(&mut tx, club_id(1), id(1), 9).await.unwrap());
    let teachers = coaching::teachers(&mut tx, club_id(1)).await.unwrap();
    let names: Vec<_> = teachers.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["player-1", "player-2"]);
    let listed = members::list(&mut tx, club_id(1), "standard", "rapid").await.unwrap();
    let teach: Vec<_> = listed.iter().map(|it| it.teaches).collect();
    assert_eq!(teach, [true, true, false, false]);
    let pupils = coaching::pupils(&mut tx, id(1)).await.unwrap();
    let agreed: Vec<_> = pupils
        .iter()
        .map(|it| (it.person.handle.as_str(), it.agreement.by_teacher, it.agreement.agreed_ms))
        .collect();
    assert_eq!(agreed, [("player-3", true, Some(7)), ("player-4", false, Some(7))]);
    let own = coaching::of_user(&mut tx, user(3)).await.unwrap();
    let with: Vec<_> = own.iter().map(|it| (it.is_pupil, it.with.as_str())).collect();
    assert_eq!(with.len(), 2);
    assert!(with.contains(&(true, "player-2")), "{with:?}");
    // A pupil leaves; a teacher's account goes.
    members::delete(&mut tx, id(3)).await.unwrap();
    assert_eq!(coaching::pupils(&mut tx, id(1)).await.unwrap().len(), 1);
    assert!(coaching::end(&mut tx, id(2), id(4)).await.unwrap());
    assert!(!coaching::end(&mut tx, id(2), id(4)).await.unwrap());
    assert!(deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 50).await.unwrap());
    assert_eq!(coaching::teachers_of(&mut tx, id(4)).await.unwrap(), []);
    assert!(!coaching::is_teacher(&mut tx, id(1)).await.unwrap());
    assert!(coaching::is_teacher(&mut tx, id(2)).await.unwrap());
    clubs::close(&mut tx, club_id(1), 60).await.unwrap();
    assert!(!coaching::is_teacher(&mut tx, id(2)).await.unwrap());
});

both_dbs!(homework_is_ticked_by_those_who_have_it, |store| async {
    set_up_coaching(&store).await;
    let mut tx = store.write().await.unwrap();
    let set = |n: u128, teacher, due_ms| Homework {
        id: Uuid::from_u128(n),
        club: club_id(1),
        teacher: id(teacher),
        title: "Tuần này".to_owned(),
        set_ms: 10,
        due_ms,
    };
    let study = Task::Study { path: "123456789A".to_owned(), title: "Yagura".to_owned() };
    let tasks = [Task::Tsume(7), study, Task::Text("Đọc lại ván chủ nhật".to_owned())];
    homework::insert(&mut tx, &set(1, 1, 100), &tasks, &[id(3), id(4)]).await.unwrap();
    homework::insert(&mut tx, &set(2, 2, 90), &tasks[..1], &[id(3)]).await.unwrap();
    // A problem is ticked wherever it is to be done; others' stays open.
    homework::note_solved(&mut tx, user(3), 7, 20).await.unwrap();
    homework::note_solved(&mut tx, user(3), 7, 30).await.unwrap();
    homework::note_solved(&mut tx, user(3), 8, 30).await.unwrap();
    let tick = |pupil, place| Tick { homework: Uuid::from_u128(1), pupil, place, done_ms: 40 };
    homework::tick(&mut tx, tick(id(4), 2), true).await.unwrap();
    homework::tick(&mut tx, tick(id(4), 1), true).await.unwrap();
    homework::tick(&mut tx, tick(id(4), 1), false).await.unwrap();
    let found = homework::of_teacher(&mut tx, id(1)).await.unwrap();
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.slug.as_str(), one.teacher_name.as_str()), ("hanoi", "player-1"));
    assert_eq!(one.tasks, tasks);
    let names: Vec<_> = one.pupils.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["player-3", "player-4"]);
    let ticks: Vec<_> = one.ticks.iter().map(|it| (it.pupil, it.place, it.done_ms)).collect();
    assert_eq!(ticks, [(id(3), 0, 20), (id(4), 2, 40)]);
    // A pupil sees what is due first, and nothing of others.
    let own = homework::of_pupil(&mut tx, user(3)).await.unwrap();
    let due: Vec<_> = own.iter().map(|it| (it.homework.due_ms, it.ticks.len())).collect();
    assert_eq!(due, [(90, 1), (100, 1)]);
    assert!(own.iter().all(|it| it.pupils.iter().all(|pupil| pupil.pupil == id(3))));
    assert_eq!(homework::set_by(&mut tx, user(2)).await.unwrap().len(), 1);
    // What nobody has to do any more goes.
    assert!(coaching::end(&mut tx, id(2), id(3)).await.unwrap());
    assert_eq!(homework::count(&mut tx, id(2)).await.unwrap(), 0);
    assert!(deletion::delete(&mut tx, user(3), TokenHash([3; 32]), 50).await.unwrap());
    let found = homework::of_teacher(&mut tx, id(1)).await.unwrap();
    assert_eq!((found[0].pupils.len(), found[0].ticks.len()), (1, 1));
    assert!(coaching::remove_teacher(&mut tx, id(1)).await.unwrap());
    assert_eq!(homework::of_pupil(&mut tx, user(4)).await.unwrap(), []);
});

both_dbs!(pupils_are_told_of_the_first_comment_of_a_while, |store| async {
    set_up_coaching(&store).await;
    let mut tx = store.write().await.unwrap();
    let review = ReviewId::new(1, [1; 10]);
    let players = [Some(user(3)), Some(user(1))];
    assert_eq!(coaching::pupils_among(&mut tx, user(1), players).await.unwrap(), [user(3)]);
    assert_eq!(coaching::pupils_among(&mut tx, user(1), [Some(user(2)), None]).await.unwrap(), []);
    assert_eq!(coaching::pupils_among(&mut tx, user(4), players).await.unwrap(), []);
    for (by, node, at_ms) in [(1, 5, 100), (2, 9, 110)] {
        comments::note(&mut tx, user(3), review, user(by), node, at_ms).await.unwrap();
    }
    let due = comments::due(&mut tx, 200).await.unwrap();
    let [one] = due.as_slice() else { panic!("{due:?}") };
    assert_eq!((one.node, one.due_ms, one.by.as_str()), (5, 100, "player-2"));
    comments::told(&mut tx, one, 120).await.unwrap();
    assert_eq!(comments::due(&mut tx, 200).await.unwrap(), []);
    comments::note(&mut tx, user(3), review, user(1), 7, 130).await.unwrap();
    assert_eq!(comments::due(&mut tx, 119).await.unwrap(), [], "not so soon again");
    let due = comments::due(&mut tx, 120).await.unwrap();
    assert_eq!((due[0].node, due[0].due_ms), (7, 130));
    assert!(deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 140).await.unwrap());
    assert_eq!(comments::due(&mut tx, 200).await.unwrap(), []);
});
