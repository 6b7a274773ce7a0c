//! A club's teachers and their pupils: who agrees to what, who sees what, and homework.

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, GameEvent, MeEvent, RefusalCode, ServerMessage, StreamEvent, StreamName,
    StreamSnapshot,
};
use komadai_review::Edit;
use komadai_rules::{
    Variant,
    tsume::{Tsume, collection},
};
use komadai_store::tsume::compositions;
use serde_json::{Value, json};

use super::{accounts::code, play, ratings::member, site::send};
use crate::fixture::{Tab, TestServer, both_servers, clock, http::Page, setup, until, uuid};

/// A club with a teacher and members.
pub(super) struct School<'s> {
    server: &'s TestServer,
}

impl<'s> School<'s> {
    /// `owner` founds it, the others join it.
    pub(super) async fn found(server: &'s TestServer, owner: &Tab, others: &[&Tab]) -> Self {
        let settings = json!({ "name": "Lớp tối", "joining": "open", "private": true });
        let body = json!({ "create": uuid(), "slug": "lop-toi", "settings": settings });
        let page = send(server, &owner.cookie, "POST", "/clubs", body).await;
        assert_eq!(page.status, 201, "{page:?}");
        let school = Self { server };
        for tab in others {
            school.act(tab, json!({ "t": "join" })).await;
        }
        school
    }

    async fn try_act(&self, by: &Tab, act: &Value) -> Page {
        let body = json!({ "id": uuid(), "act": act });
        send(self.server, &by.cookie, "POST", "/clubs/lop-toi/acts", body).await
    }

    pub(super) async fn act(&self, by: &Tab, act: Value) {
        let page = self.try_act(by, &act).await;
        assert_eq!(page.status, 200, "{act}: {page:?}");
    }

    async fn refused(&self, by: &Tab, act: Value, expected: &str) {
        let page = self.try_act(by, &act).await;
        assert_eq!(code(&page).1, expected, "{act}: {page:?}");
    }

    async fn get(&self, by: &Tab, path: &str) -> Page {
        send(self.server, &by.cookie, "GET", &format!("/clubs/lop-toi{path}"), Value::Null).await
    }

    pub(super) async fn coaching(&self, by: &Tab) -> Value {
        let page = self.get(by, "/coaching").await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()
    }

    /// Somebody's line of the list.
    async fn line(&self, of: &Tab) -> Value {
        self.coaching(of).await["member"].clone()
    }

    /// Makes `teacher` one, and `pupil` their pupil.
    pub(super) async fn agree(&self, owner: &Tab, teacher: &Tab, pupil: &Tab) {
        let (teachers, pupils) = (self.line(teacher).await, self.line(pupil).await);
        self.act(owner, json!({ "t": "teacher", "member": teachers, "teaches": true })).await;
        self.act(teacher, json!({ "t": "teach", "pupil": pupils })).await;
        self.act(pupil, json!({ "t": "learn", "teacher": teachers })).await;
    }
}

both_servers!(a_teacher_sees_more_once_the_pupil_agrees, |server| async {
    let owner = member(server, "owner", "1k").await;
    let (thay, tro) = (member(server, "thay", "1k").await, member(server, "tro", "9k").await);
    let stranger = member(server, "stranger", "9k").await;
    let school = School::found(server, &owner, &[&thay, &tro]).await;
    let (teacher, pupil) = (school.line(&thay).await, school.line(&tro).await);
    assert_eq!(code(&school.get(&stranger, "/coaching").await).1, "private_club");
    // Organisers say who teaches.
    let teach = json!({ "t": "teach", "pupil": pupil });
    let learn = json!({ "t": "learn", "teacher": teacher });
    school.refused(&thay, teach.clone(), "not_allowed").await;
    school.refused(&tro, learn.clone(), "unknown_entry").await;
    let make = json!({ "t": "teacher", "member": teacher, "teaches": true });
    school.refused(&thay, make.clone(), "not_allowed").await;
    school.act(&owner, make).await;
    let list = school.get(&tro, "/members").await.json();
    let teach_here: Vec<_> = list["members"].as_array().unwrap().iter().collect();
    assert!(teach_here.iter().any(|it| it["handle"] == "thay" && it["teaches"] == true));
    // To be asked is not to agree.
    let path = format!("/pupils/{}", pupil.as_str().unwrap());
    school.refused(&thay, json!({ "t": "teach", "pupil": teacher }), "bad_words").await;
    school.act(&thay, teach.clone()).await;
    school.refused(&thay, teach.clone(), "bad_words").await;
    assert_eq!(school.coaching(&thay).await["pupils"][0]["state"], "asked");
    assert_eq!(school.coaching(&tro).await["teachers"][0]["state"], "invited");
    assert_eq!(code(&school.get(&thay, &path).await).1, "unknown_entry");
    school.act(&tro, learn.clone()).await;
    assert_eq!(school.coaching(&tro).await["teachers"][0]["state"], "agreed");
    let seen = school.get(&thay, &path).await;
    assert_eq!(seen.status, 200, "{seen:?}");
    let tsume = json!({ "n_solved": 0, "daily": false, "rush": null, "n_mistakes": 0 });
    assert_eq!(seen.json()["tsume"], tsume);
    // Nobody else sees it, whoever they are.
    for other in [&owner, &tro] {
        assert_eq!(code(&school.get(other, &path).await).1, "unknown_entry");
    }
    assert_eq!(code(&school.get(&stranger, &path).await).1, "private_club");
    assert_eq!(school.coaching(&owner).await["pupils"], json!([]));
    let data = send(server, &tro.cookie, "GET", "/me/data.json", Value::Null).await.json();
    assert_eq!(
        (&data["coaching"][0]["with"], &data["coaching"][0]["is_pupil"]),
        (&json!("thay"), &json!(true))
    );
    // Either ends it; then the other has to agree anew.
    let end = json!({ "t": "end_coaching", "teacher": teacher, "pupil": pupil });
    school.refused(&owner, end.clone(), "not_allowed").await;
    school.act(&tro, end.clone()).await;
    school.refused(&tro, end.clone(), "unknown_entry").await;
    assert_eq!(code(&school.get(&thay, &path).await).1, "unknown_entry");
    school.act(&tro, learn.clone()).await;
    assert_eq!(school.coaching(&thay).await["pupils"][0]["state"], "invited");
    school.act(&thay, end).await;
    // A block ends what can be seen.
    school.act(&thay, teach.clone()).await;
    school.act(&tro, learn).await;
    let block = json!({ "handle": "thay", "distance": "block" });
    let page = send(server, &tro.cookie, "POST", "/me/relations", block).await;
    assert!(page.status < 300, "{page:?}");
    assert_eq!(code(&school.get(&thay, &path).await).1, "kept_apart");
    // Who leaves and comes back is no pupil.
    school.act(&tro, json!({ "t": "leave" })).await;
    school.act(&tro, json!({ "t": "join" })).await;
    assert_eq!(school.coaching(&thay).await["pupils"], json!([]));
    let log = school.get(&owner, "/acts").await.json();
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|it| &it["act"]["t"]).collect();
    for action in ["add_teacher", "ask_pupil", "accept_teacher", "end_teacher", "end_pupil"] {
        assert!(actions.contains(&&json!(action)), "{action}: {actions:?}");
    }
});

both_servers!(a_teacher_follows_the_games_of_a_pupil, |server| async {
    let owner = member(server, "owner", "1k").await;
    let mut tro = member(server, "tro", "9k").await;
    let school = School::found(server, &owner, &[&tro]).await;
    school.agree(&owner, &owner, &tro).await;
    let mut other = server.enter("other").await;
    let game = other.create(setup(clock("5+30"))).await;
    tro.join(game).await;
    other.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    play(&mut other, &mut tro, ["7g7f", "3c3d"].into_iter()).await;
    tro.resign().await.unwrap();
    let pupil = school.line(&tro).await;
    let path = format!("/pupils/{}", pupil.as_str().unwrap());
    until("the game is in the archive", || async {
        school.get(&owner, &path).await.json()["games"][0]["game"] == json!(game)
    })
    .await;
});

fn problem(plies: u32) -> &'static Tsume {
    collection(Variant::standard()).iter().find(|it| it.plies == plies).expect("a problem")
}

async fn solve(server: &TestServer, by: &Tab, problem: &Tsume) {
    let variant = problem.start.variant();
    let moves: Vec<_> = problem.solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
    let path = format!("/tsume/{}/answer", problem.number);
    let page = send(server, &by.cookie, "POST", &path, json!({ "moves": moves })).await;
    assert_eq!(page.json()["t"], "solved", "{page:?}");
}

/// What an account was told last.
pub(super) async fn told(server: &TestServer, who: &Tab) -> Value {
    let page = send(server, &who.cookie, "GET", "/me/bell", Value::Null).await.json();
    page["items"][0]["item"].clone()
}

both_servers!(homework_is_set_done_and_seen, |server| async {
    let owner = member(server, "owner", "1k").await;
    let (tro, ban) = (member(server, "tro", "9k").await, member(server, "ban", "9k").await);
    let school = School::found(server, &owner, &[&tro, &ban]).await;
    let due_ms = server.service().timebase.now_ms() as i64 + 86_400_000;
    let set = |tasks: Value| {
        let homework = json!({ "title": "Tuần này", "due_ms": due_ms, "tasks": tasks });
        json!({ "t": "set_homework", "homework": homework })
    };
    let three = json!([{ "t": "tsume_of", "plies": 3, "n": 3 }]);
    school.refused(&owner, set(three.clone()), "not_allowed").await;
    school.agree(&owner, &owner, &tro).await;
    let teacher = school.line(&owner).await;
    school.act(&ban, json!({ "t": "learn", "teacher": teacher })).await;
    // What cannot be set says why, and changes nothing.
    for (tasks, expected) in [
        (json!([]), "bad_words"),
        (json!([{ "t": "text", "text": "  " }]), "bad_words"),
        (json!([{ "t": "tsume", "number": 9_999 }]), "bad_words"),
        (json!([{ "t": "tsume_of", "plies": 4, "n": 1 }]), "bad_words"),
        (json!([{ "t": "tsume_of", "plies": 3, "n": 5_000 }]), "bad_words"),
        (json!([{ "t": "study", "study": "123456789A" }]), "bad_words"),
        (json!(vec![json!({ "t": "text", "text": "x" }); 51]), "club_full"),
    ] {
        school.refused(&owner, set(tasks), expected).await;
    }
    let mut late = set(three.clone());
    late["homework"]["due_ms"] = json!(1);
    school.refused(&owner, late, "bad_words").await;
    let mut other = set(three.clone());
    other["homework"]["pupils"] = json!([school.line(&ban).await]);
    school.refused(&owner, other, "unknown_entry").await;
    // Problems that are solved already come last.
    let first = problem(3);
    solve(server, &tro, first).await;
    school
        .act(
            &owner,
            set(json!([
                { "t": "tsume_of", "plies": 3, "n": 2 },
                { "t": "tsume", "number": first.number },
                { "t": "text", "text": "Xem lại ván chủ nhật" },
            ])),
        )
        .await;
    let homework = school.coaching(&tro).await["due"][0].clone();
    let tasks = homework["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 4, "{homework}");
    let bell = told(server, &tro).await;
    assert_eq!(
        (&bell["t"], &bell["homework"], &bell["n_tasks"], &bell["club"]["name"]),
        (&json!("homework_set"), &homework["id"], &json!(4), &json!("Lớp tối"))
    );
    assert_ne!(told(server, &ban).await["t"], "homework_set");
    let numbers: Vec<u32> =
        tasks.iter().filter_map(|it| it["number"].as_u64()).map(|it| it as u32).collect();
    assert!(!numbers[..2].contains(&first.number), "{numbers:?}");
    assert_eq!(homework["pupils"][0]["done_ms"], json!([null, null, null, null]));
    assert_eq!(school.coaching(&ban).await["due"], json!([]), "who has only asked has none");
    // The trainer ticks problems, the pupil everything else.
    let tick = |place: u32, done: bool| json!({ "t": "tick", "homework": homework["id"], "place": place, "done": done });
    school.refused(&tro, tick(0, true), "bad_words").await;
    school.refused(&tro, tick(4, true), "unknown_entry").await;
    school.refused(&ban, tick(3, true), "unknown_entry").await;
    let again = collection(Variant::standard()).iter().find(|it| it.number == numbers[1]).unwrap();
    solve(server, &tro, again).await;
    solve(server, &tro, first).await;
    school.act(&tro, tick(3, true)).await;
    let list = send(server, &tro.cookie, "GET", "/me/homework", Value::Null).await.json();
    let done = |homework: &Value| -> Vec<bool> {
        let all = homework["pupils"][0]["done_ms"].as_array().unwrap();
        all.iter().map(Value::is_i64).collect()
    };
    assert_eq!(done(&list["homework"][0]), [false, true, true, true]);
    let set_now = school.coaching(&owner).await["set"][0].clone();
    assert_eq!(set_now["pupils"][0]["name"], "tro");
    assert_eq!(done(&set_now), [false, true, true, true]);
    school.act(&tro, tick(3, false)).await;
    assert_eq!(done(&school.coaching(&owner).await["set"][0]), [false, true, true, false]);
    // The teacher hears once all is done, by whichever task it is completed.
    school.act(&tro, tick(3, true)).await;
    assert_ne!(told(server, &owner).await["t"], "homework_done");
    let last = collection(Variant::standard()).iter().find(|it| it.number == numbers[0]).unwrap();
    solve(server, &tro, last).await;
    let bell = told(server, &owner).await;
    assert_eq!(
        (&bell["t"], &bell["homework"], &bell["n_tasks"]),
        (&json!("homework_done"), &homework["id"], &json!(4))
    );
    let data = send(server, &tro.cookie, "GET", "/me/data.json", Value::Null).await.json();
    assert_eq!(data["homework"][0]["title"], "Tuần này");
    // It goes when the teacher takes it back.
    let drop = json!({ "t": "drop_homework", "homework": homework["id"] });
    school.refused(&tro, drop.clone(), "unknown_entry").await;
    school.act(&owner, drop).await;
    assert_eq!(school.coaching(&tro).await["due"], json!([]));
    let list = send(server, &tro.cookie, "GET", "/me/homework", Value::Null).await.json();
    assert_eq!(list["homework"], json!([]));
});

async fn follow(tab: &mut Tab, review: Code) -> bool {
    tab.follow(StreamName::Review(review)).await;
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Review(view), .. } => {
            Some(view.may_edit)
        }
        _ => None,
    })
    .await
}

async fn edit(tab: &mut Tab, review: Code, edit: Edit) -> Result<(), RefusalCode> {
    tab.ask(|id| ClientMessage::Edit { id, review, edit }).await.map(drop)
}

both_servers!(
    a_pupil_is_told_of_the_comments_of_a_teacher,
    |config| {
        config.notices.away_s = 0;
    },
    |server| async {
        let owner = member(server, "owner", "1k").await;
        let (mut thay, mut tro) =
            (member(server, "thay", "1k").await, member(server, "tro", "9k").await);
        let school = School::found(server, &owner, &[&thay, &tro]).await;
        let mut other = server.enter("other").await;
        let game = other.create(setup(clock("5+30"))).await;
        tro.join(game).await;
        other.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
        play(&mut other, &mut tro, ["7g7f", "3c3d"].into_iter()).await;
        tro.resign().await.unwrap();
        other.sees_end().await;
        // Before anybody has agreed a teacher is a watcher like others.
        assert!(!follow(&mut thay, game).await);
        let comment = |node: u32, text: &str| Edit::Comment { node, text: text.to_owned() };
        let refused = edit(&mut thay, game, comment(1, "Hay")).await;
        assert_eq!(refused, Err(RefusalCode::NotYourReview));
        school.agree(&owner, &thay, &tro).await;
        assert!(follow(&mut thay, game).await, "a teacher who comes back");
        edit(&mut thay, game, comment(2, "Sao không đi Xe?")).await.unwrap();
        edit(&mut thay, game, comment(1, "Hay")).await.unwrap();
        let delete = Edit::Delete { node: 2 };
        assert_eq!(edit(&mut thay, game, delete).await, Err(RefusalCode::NotYourReview));
        // Once, and of the first.
        let told = tro
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::ReviewCommented { review, by, node }),
                    ..
                } => Some((*review, by.clone(), *node)),
                _ => None,
            })
            .await;
        assert_eq!(told, (game, "thay".to_owned(), 2));
        // The consent is over, and with it what the teacher may do.
        let (teacher, pupil) = (school.line(&thay).await, school.line(&tro).await);
        school.act(&tro, json!({ "t": "end_coaching", "teacher": teacher, "pupil": pupil })).await;
        let refused = edit(&mut thay, game, comment(1, "Dở")).await;
        assert_eq!(refused, Err(RefusalCode::NotYourReview));
    }
);

both_servers!(what_players_publish_is_homework_until_it_is_taken_away, |server| async {
    let owner = member(server, "owner", "1k").await;
    let tro = member(server, "tro", "9k").await;
    let school = School::found(server, &owner, &[&tro]).await;
    school.agree(&owner, &owner, &tro).await;
    let sent = json!({ "sfen": "3k5/9/3P5/9/9/9/9/9/9 b G 1" });
    let kept = send(server, &owner.cookie, "POST", "/tsume/compositions", sent).await.json();
    let path = format!("/tsume/compositions/{}/propose", kept["id"].as_str().expect("an id"));
    let page = send(server, &owner.cookie, "POST", &path, Value::Null).await;
    let number = page.json()["number"].as_u64().expect("a number") as u32;
    let due_ms = server.service().timebase.now_ms() as i64 + 86_400_000;
    let tasks = json!([{ "t": "tsume", "number": number }]);
    let homework = json!({ "title": "Tuần này", "due_ms": due_ms, "tasks": tasks });
    let set = json!({ "t": "set_homework", "homework": homework });
    school.refused(&owner, set.clone(), "bad_words").await;
    let mut tx = server.store().write().await.unwrap();
    let shown = compositions::numbered(&mut tx, number, None).await.unwrap().unwrap();
    compositions::publish(&mut tx, shown.composition.id, 1).await.unwrap();
    tx.commit().await.unwrap();
    school.act(&owner, set.clone()).await;
    let due = async || school.coaching(&tro).await["due"][0].clone();
    let homework = due().await;
    assert_eq!(homework["tasks"], json!([{ "t": "tsume", "number": number, "plies": 1 }]));
    let tick = json!({ "t": "tick", "homework": homework["id"], "place": 0, "done": true });
    school.refused(&tro, tick.clone(), "bad_words").await;

    // What is taken away nobody can solve: the pupil ticks it.
    let mut tx = server.store().write().await.unwrap();
    compositions::remove(&mut tx, shown.composition.id, "chép", 2).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(due().await["tasks"][0]["plies"], 0);
    school.act(&tro, tick).await;
    assert!(due().await["pupils"][0]["done_ms"][0].is_i64());
    school.refused(&owner, set, "bad_words").await;
});
