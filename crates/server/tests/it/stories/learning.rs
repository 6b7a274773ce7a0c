//! Solving problems, learning, and settings that come along.

use komadai_ids::UserId;
use komadai_rules::{
    Move, Variant,
    tsume::{Tsume, collection, variants},
};
use komadai_service::{SessionToken, tsume::repeats::day_of};
use komadai_store::{
    Conn, accounts, sessions,
    tsume::{
        repeats::{self, Repeat},
        rushes::{self, Rush},
    },
};
use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    site::send,
};
use crate::fixture::{TestServer, both_servers, http::Page};

pub(super) async fn answer(
    server: &TestServer,
    cookie: &str,
    number: u32,
    moves: &[String],
) -> Value {
    let path = format!("/tsume/{number}/answer");
    let page = send(server, cookie, "POST", &path, json!({ "moves": moves })).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

pub(super) fn usi(problem: &Tsume) -> Vec<String> {
    let variant = problem.start.variant();
    problem.solution.iter().map(|mv| mv.usi(variant).to_string()).collect()
}

/// Whose cookie it is.
pub(super) async fn user_of(conn: &mut Conn, cookie: &str) -> UserId {
    let session = SessionToken::parse(cookie.split('=').nth(1).expect("a token"));
    let found = sessions::find(conn, session.expect("a token").hash()).await.unwrap();
    found.expect("a session").user.id
}

/// The asker's view of one problem of the list, and of themselves.
async fn standing(server: &TestServer, cookie: &str, number: u32) -> (Value, Value) {
    let list = send(server, cookie, "GET", "/tsume", Value::Null).await.json();
    let problems = list["problems"].as_array().expect("problems");
    let found = problems.iter().find(|it| it["number"] == number).expect("the problem");
    (found.clone(), list["solver"].clone())
}

both_servers!(a_guest_solves_a_problem, |server| async {
    let list = server.get("/api/v1/tsume").await.json();
    assert_eq!(
        list["problems"].as_array().map(Vec::len),
        Some(collection(Variant::standard()).len())
    );
    let daily = &list["daily"];
    let levels: Vec<_> = daily["problems"].as_array().into_iter().flatten().collect();
    let levels: Vec<_> = levels.iter().map(|it| it["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["easy", "medium", "hard"], "{daily}");
    assert_eq!((&daily["level"], &daily["n_days"]), (&json!("easy"), &json!(0)));
    assert!(list["solver"].is_null(), "{list}");

    let cookie = server.enter("guest").await.cookie;
    let problem = collection(Variant::standard())
        .iter()
        .find(|it| it.plies == 3)
        .expect("a problem of three");
    let (number, solution) = (problem.number, usi(problem));
    let shown = server.get(&format!("/api/v1/tsume/{number}")).await.json();
    assert_eq!(shown["sfen"], problem.start.sfen());
    let first = answer(server, &cookie, number, &solution[..1]).await;
    assert_eq!((&first["t"], &first["usi"]), (&json!("reply"), &json!(solution[1])), "{first}");
    let last = answer(server, &cookie, number, &solution).await;
    assert_eq!(last["t"], "solved");
    assert_eq!(last["change"], Value::Null, "the first tries are practice");
    assert_eq!(last["practice"], json!({ "left": 9, "rating": null }));
    let (listed, solver) = standing(server, &cookie, number).await;
    assert_eq!((&listed["first"], &listed["solved"]), (&json!("solved"), &json!(true)));
    assert_eq!((&solver["streak"], &solver["n_tried"]), (&json!(1), &json!(1)));
    assert!(listed["rating"].as_u64() < Some(u64::from(problem.rating)), "it became easier");

    // Once more is for nothing.
    let again = answer(server, &cookie, number, &solution).await;
    assert_eq!((&again["t"], &again["practice"]), (&json!("solved"), &Value::Null));
});

both_servers!(ten_tries_are_practice_and_give_a_first_rating_together, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let mut problems = collection(Variant::standard()).iter().filter(|it| it.plies == 1);
    let shown = async |number: u32| {
        send(server, &cookie, "GET", &format!("/tsume/{number}"), Value::Null).await.json()
    };
    for nth in 1..=10 {
        let problem = problems.next().expect("many");
        assert_eq!(shown(problem.number).await["practice"], true, "try {nth}");
        let moves = if nth == 1 { wrong(problem) } else { usi(problem) };
        let told = answer(server, &cookie, problem.number, &moves).await;
        assert_eq!(told["change"], Value::Null, "try {nth}: {told}");
        let (_, solver) = standing(server, &cookie, problem.number).await;
        if nth < 10 {
            assert_eq!(told["practice"], json!({ "left": 10 - nth, "rating": null }));
            assert_eq!((&solver["rating"], &solver["n_tried"]), (&Value::Null, &json!(nth)));
        } else {
            assert_eq!(told["practice"]["left"], 0, "{told}");
            let rating = told["practice"]["rating"].as_i64().expect("a first rating");
            assert!((700..1_300).contains(&rating), "nine of ten easy ones: {rating}");
            assert_eq!((&solver["rating"], &solver["provisional"]), (&json!(rating), &json!(true)));
        }
    }
    // From then on each changes it.
    let problem = problems.next().expect("many");
    assert_eq!(shown(problem.number).await["practice"], false);
    let told = answer(server, &cookie, problem.number, &usi(problem)).await;
    let change = &told["change"];
    assert!(change["after"].as_i64() > change["before"].as_i64(), "{told}");
    assert_eq!(told["practice"], Value::Null);
});

both_servers!(a_wrong_move_is_refuted, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let problem =
        collection(Variant::standard()).iter().find(|it| it.plies == 1).expect("a problem of one");
    let variant = problem.start.variant();
    let (mut n_quiet, mut n_defended) = (0, 0);
    for &mv in problem.start.legal_moves().iter() {
        let mut after = problem.start.clone();
        after.play(mv);
        let told = answer(server, &cookie, problem.number, &[mv.usi(variant).to_string()]).await;
        let refutation = &told["refutation"];
        match refutation["t"].as_str() {
            Some("no_check") => {
                assert!(!after.is_check(), "{told}");
                n_quiet += 1;
            }
            Some("defence") => {
                let usi = refutation["usi"].as_str().expect("a move");
                let defence = Move::from_usi(variant, usi).expect("a move");
                assert_eq!(after.judge(defence), Ok(()), "{told}");
                after.play(defence);
                assert_eq!(refutation["sfen"], after.sfen());
                n_defended += 1;
            }
            _ => assert_eq!(told["t"], "solved", "{told}"),
        }
    }
    assert!(n_quiet > 0 && n_defended > 0, "{n_quiet} quiet, {n_defended} defended");
});

both_servers!(only_the_first_attempt_counts, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let problem =
        collection(Variant::standard()).iter().find(|it| it.plies == 1).expect("a problem of one");
    let variant = problem.start.variant();
    let wrong = problem.start.legal_moves().iter().find(|&&mv| mv != problem.solution[0]).copied();
    let wrong = vec![wrong.expect("another move").usi(variant).to_string()];
    let failed = answer(server, &cookie, problem.number, &wrong).await;
    assert_eq!(failed["t"], "failed");
    assert_eq!(failed["practice"]["left"], 9);
    let solved = answer(server, &cookie, problem.number, &usi(problem)).await;
    assert_eq!((&solved["t"], &solved["practice"]), (&json!("solved"), &Value::Null));
    let (listed, solver) = standing(server, &cookie, problem.number).await;
    assert_eq!((&listed["first"], &listed["solved"]), (&json!("failed"), &json!(true)));
    assert_eq!(solver["streak"], 0);

    // A hint is help, and what is solved with help is solved, but not rated.
    let other =
        collection(Variant::standard()).iter().find(|it| it.plies == 5).expect("a problem of five");
    let path = format!("/tsume/{}/hint", other.number);
    let told = send(server, &cookie, "POST", &path, json!({ "moves": [] })).await.json();
    let first = &usi(other)[0];
    assert!(first.starts_with(told["from"].as_str().expect("an origin")), "{told} of {first}");
    let solved = answer(server, &cookie, other.number, &usi(other)).await;
    assert_eq!((&solved["t"], &solved["practice"]), (&json!("solved"), &Value::Null));
    assert_eq!(standing(server, &cookie, other.number).await.0["first"], "helped");

    // A learner who is shown the solution has not solved it.
    let third = collection(Variant::standard()).last().expect("a problem");
    let path = format!("/tsume/{}/solution", third.number);
    let shown = send(server, &cookie, "POST", &path, json!({})).await.json();
    assert_eq!(shown["moves"], json!(usi(third)));
    assert_eq!(standing(server, &cookie, third.number).await.0["first"], "failed");
});

both_servers!(compositions_are_told_everything_that_is_wrong, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let examine = async |sfen: &str| {
        send(server, &cookie, "POST", "/tsume/examine", json!({ "sfen": sfen })).await
    };
    let sound = examine("4k4/9/4P4/9/9/9/9/9/9 b G 1").await.json();
    let expected = json!({
        "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "sound": true,
        "solution": ["G*5b"],
        "themes": ["drop", "no_majors"],
        "faults": [],
    });
    assert_eq!(sound, expected);
    for (sfen, expected) in [
        (
            "k8/9/1+P7/9/9/9/9/9/9 b 2G 1",
            json!([
                // The king takes it, and the other gold mates.
                { "t": "second_solution", "number": 1, "other": "G*8a" },
                { "t": "second_solution", "number": 1, "other": "G*9b" },
                { "t": "pieces_left" },
            ]),
        ),
        (
            "4k4/4R4/4P4/4P4/9/9/9/9/9 w G 1",
            json!([{ "t": "illegal", "problem": "nifu" }, { "t": "even_length" }]),
        ),
        ("9/9/9/9/9/9/9/9/9 b G 1", json!([{ "t": "no_king" }])),
    ] {
        let told = examine(sfen).await.json();
        assert_eq!((&told["faults"], &told["sound"]), (&expected, &json!(false)), "{sfen}");
    }
    let page = examine("not a position").await;
    assert_eq!((page.status, page.json()["code"].clone()), (422, json!("bad_position")));
});

both_servers!(problems_of_variants_are_solved_and_rate_nobody, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let ask = async |variant: &str| {
        let path = format!("/tsume?variant={variant}");
        send(server, &cookie, "GET", &path, Value::Null).await
    };
    for variant in variants().skip(1) {
        let list = ask(variant.name()).await.json();
        let places: Vec<_> = (1..=collection(variant).len()).map(|place| json!(place)).collect();
        let problems = list["problems"].as_array().expect("problems");
        let told: Vec<_> = problems.iter().map(|it| it["place"].clone()).collect();
        assert_eq!((&told, &list["rated"]), (&places, &json!(false)), "{variant}");
        assert_eq!(list["variant"], variant.name());

        let problem = collection(variant).iter().find(|it| it.plies == 3).expect("one of three");
        let (number, solution) = (problem.number, usi(problem));
        let path = format!("/tsume/{number}/hint");
        let line = json!({ "moves": solution[..2] });
        let told = answer(server, &cookie, number, &solution[..1]).await;
        assert_eq!(told["usi"], solution[1], "{variant}: {told}");
        let last = answer(server, &cookie, number, &solution).await;
        assert_eq!((&last["t"], &last["change"]), (&json!("solved"), &Value::Null), "{variant}");
        let told = send(server, &cookie, "POST", &path, line).await.json();
        assert!(told["from"].is_string(), "{variant}: {told}");

        let shown = server.get(&format!("/api/v1/tsume/{number}")).await.json();
        assert_eq!((&shown["variant"], &shown["rated"]), (&json!(variant.name()), &json!(false)));
        assert_eq!((&shown["n_tried"], &shown["n_solved"]), (&json!(1), &json!(1)));
        assert_eq!(shown["rating"], problem.rating, "it is as hard as before");
        let list = ask(variant.name()).await.json();
        let all = list["variants"].as_array().expect("variants");
        let of_it = all.iter().find(|it| it["variant"] == variant.name()).expect("the variant");
        let progress = (&of_it["n_solved"], &of_it["n_problems"]);
        assert_eq!(progress, (&json!(1), &json!(collection(variant).len())));
        let listed = &list["problems"][problem.place() as usize - 1];
        assert_eq!((&listed["first"], &listed["solved"]), (&json!("solved"), &json!(true)));
        assert!(list["solver"].is_null(), "{variant} has no rating: {list}");
    }
    assert_eq!(ask("standard").await.json()["rated"], true);
    assert_eq!(ask("check").await.json()["problems"], json!([]));
    assert_eq!(code(&ask("go").await), (400, "bad_query".to_owned()));
});

both_servers!(what_is_no_line_is_refused, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let problem = collection(Variant::standard())
        .iter()
        .find(|it| it.plies == 3)
        .expect("a problem of three");
    let solution = usi(problem);
    let path = format!("/tsume/{}/answer", problem.number);
    for (moves, expected) in [
        (json!([]), (422, "bad_line")),
        (json!(["9i9h"]), (422, "bad_line")),
        (json!(["hello"]), (422, "bad_move")),
        (json!([solution[0], solution[0]]), (422, "bad_line")),
        (json!(vec!["9i9h"; 9]), (422, "bad_line")),
    ] {
        let page = send(server, &cookie, "POST", &path, json!({ "moves": moves })).await;
        assert_eq!(code(&page), (expected.0, expected.1.to_owned()), "{moves}");
    }
    for number in ["0", "100000", "first"] {
        let page = server.get(&format!("/api/v1/tsume/{number}")).await;
        assert_eq!(code(&page), (404, "unknown_problem".to_owned()));
    }
    assert_eq!(
        send(server, "", "POST", &path, json!({ "moves": [solution[0]] })).await.status,
        401
    );
});

async fn rush(server: &TestServer, cookie: &str) -> Value {
    let page = send(server, cookie, "POST", "/tsume/rush", json!({})).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

/// What a rush asks for, and the lines that do it and do not.
fn asked(rush: &Value) -> (u64, &'static Tsume, Vec<String>) {
    let problem = &rush["problem"];
    let sfen = problem["sfen"].as_str().expect("a position");
    let found = collection(Variant::standard())
        .iter()
        .find(|it| it.start.sfen() == sfen)
        .expect("a problem of ours");
    assert_eq!(problem["plies"], found.plies);
    (problem["place"].as_u64().expect("a place"), found, usi(found))
}

/// A first move that is not the solution's and fails.
fn wrong(problem: &Tsume) -> Vec<String> {
    let moves = problem.start.legal_moves();
    let mut others = moves.iter().filter(|&&mv| {
        matches!(komadai_rules::tsume::answer(problem, &[mv]), komadai_rules::tsume::Answer::Failed)
    });
    vec![others.next().expect("a move that fails").usi(problem.start.variant()).to_string()]
}

async fn say(
    server: &TestServer,
    cookie: &str,
    rush: &Value,
    place: u64,
    moves: &[String],
) -> Page {
    let path = format!("/tsume/rush/{}/answer", rush["rush"].as_str().expect("an id"));
    send(server, cookie, "POST", &path, json!({ "place": place, "moves": moves })).await
}

/// Solves the problem that is up, and returns the rush after it.
async fn solve(server: &TestServer, cookie: &str, rush: &Value) -> Value {
    let (place, problem, solution) = asked(rush);
    for n in (1..solution.len()).step_by(2) {
        let reply = say(server, cookie, rush, place, &solution[..n]).await.json();
        assert_eq!((&reply["t"], &reply["usi"]), (&json!("reply"), &json!(solution[n])), "{reply}");
    }
    let solved = say(server, cookie, rush, place, &solution).await.json();
    assert_eq!(solved["t"], "solved", "{}: {solved}", problem.number);
    solved["rush"].clone()
}

async fn miss(server: &TestServer, cookie: &str, rush: &Value) -> Value {
    let (place, problem, _) = asked(rush);
    let failed = say(server, cookie, rush, place, &wrong(problem)).await.json();
    assert_eq!(failed["t"], "failed", "{failed}");
    failed["rush"].clone()
}

both_servers!(a_rush_ends_with_the_third_mistake, |server| async {
    let member = register(server, &server.enter("minh").await.cookie, "minh").await;
    let mut now = rush(server, &member).await;
    assert_eq!((&now["n_solved"], &now["missed"]), (&json!(0), &json!([])));
    assert!((1..=180_000).contains(&now["left_ms"].as_u64().expect("a time")), "{now}");
    let mut plies = Vec::new();
    let mut missed = Vec::new();
    for nth in 0.. {
        let (_, problem, _) = asked(&now);
        plies.push((problem.rating, problem.number));
        if nth % 2 == 0 {
            now = solve(server, &member, &now).await;
        } else {
            missed.push(problem.number);
            now = miss(server, &member, &now).await;
        }
        if missed.len() == 3 {
            break;
        }
    }
    assert!(plies.is_sorted(), "they become harder");
    assert_eq!((&now["n_solved"], &now["missed"]), (&json!(3), &json!(missed)), "{now}");
    assert_eq!((&now["problem"], &now["left_ms"]), (&Value::Null, &json!(0)));
    let path = format!("/tsume/rush/{}", now["rush"].as_str().expect("an id"));
    assert_eq!(send(server, &member, "GET", &path, Value::Null).await.json(), now);

    // It is listed, and what was missed comes again tomorrow; the solver's rating is as it was.
    let bests = send(server, &member, "GET", "/tsume/rush", Value::Null).await.json();
    assert_eq!(bests["own"]["today"], bests["own"]["ever"]);
    for list in ["day", "week"] {
        let best = &bests[list][0];
        assert_eq!((&best["handle"], &best["n_solved"]), (&json!("minh"), &json!(3)), "{bests}");
    }
    let due = send(server, &member, "GET", "/tsume/due", Value::Null).await.json();
    assert_eq!(due, json!({ "due": [], "n_later": 3 }));
    let (listed, solver) = standing(server, &member, missed[0]).await;
    assert_eq!((&listed["first"], &solver), (&Value::Null, &Value::Null));

    // A guest rushes without being listed, and one who registers is.
    let guest = server.enter("guest").await.cookie;
    let now = rush(server, &guest).await;
    solve(server, &guest, &now).await;
    let listed = async || {
        let bests = send(server, &guest, "GET", "/tsume/rush", Value::Null).await.json();
        assert_eq!(bests["own"]["ever"]["n_solved"], 1, "{bests}");
        bests["day"].as_array().expect("a list").len()
    };
    assert_eq!(listed().await, 1);
    let page = server.get("/api/v1/tsume/rush").await.json();
    assert_eq!(page["own"], json!({ "today": null, "ever": null }));
});

both_servers!(a_rush_counts_by_the_clock_of_the_server, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let first = rush(server, &cookie).await;
    let (place, problem, solution) = asked(&first);
    let next = solve(server, &cookie, &first).await;
    // The same once more changes nothing, nor does an answer for a place that is not up.
    for other in [place, place + 2] {
        let late = say(server, &cookie, &next, other, &solution).await.json();
        assert_eq!((&late["t"], &late["rush"]["n_solved"]), (&json!("late"), &json!(1)), "{late}");
    }
    assert_ne!(asked(&next).1.number, problem.number);
    // It outlives the server.
    server.restart().await;
    let next = solve(server, &cookie, &next).await;
    assert_eq!(next["n_solved"], 2);

    // The time is up while the next problem is on the board.
    let user = {
        let store = server.store();
        let mut tx = store.write().await.unwrap();
        let user = user_of(&mut tx, &cookie).await;
        let stands = rushes::latest(&mut tx, user).await.unwrap().expect("a rush");
        let over = Rush { ends_ms: stands.started_ms + 1, ..stands.clone() };
        assert!(rushes::go_on(&mut tx, user, &stands, &over).await.unwrap());
        tx.commit().await.unwrap();
        user
    };
    let (place, problem, solution) = asked(&next);
    let late = say(server, &cookie, &next, place, &solution).await.json();
    assert_eq!((&late["t"], &late["rush"]["n_solved"]), (&json!("late"), &json!(2)), "{late}");
    assert_eq!(late["rush"]["problem"], Value::Null);
    let known =
        repeats::find(&mut server.store().read().await.unwrap(), user, problem.number).await;
    assert_eq!(known.unwrap(), None, "a problem that was not answered was not missed");

    // Nothing else is a rush.
    let other = server.enter("other").await.cookie;
    for (who, id) in [
        (&other, next["rush"].as_str().expect("an id")),
        (&cookie, "00000000-0000-4000-8000-000000000000"),
        (&cookie, "rush"),
    ] {
        let rush = json!({ "rush": id });
        let page = say(server, who, &rush, 0, &solution).await;
        assert_eq!(code(&page), (404, "unknown_rush".to_owned()), "{id}");
    }
    let begun = rush(server, &cookie).await;
    let old = say(server, &cookie, &next, place, &solution).await;
    assert_eq!(code(&old), (404, "unknown_rush".to_owned()), "there is a later one");
    for moves in [json!([]), json!(["9i9h"]), json!(vec!["9i9h"; 9])] {
        let moves: Vec<String> = serde_json::from_value(moves).unwrap();
        let page = say(server, &cookie, &begun, 0, &moves).await;
        assert_eq!(code(&page), (422, "bad_line".to_owned()), "{moves:?}");
    }
});

both_servers!(a_failed_problem_comes_again_after_days, |server| async {
    let member = register(server, "", "tuan").await;
    let problem =
        collection(Variant::standard()).iter().find(|it| it.plies == 1).expect("a problem of one");
    let number = problem.number;
    let due = async || send(server, &member, "GET", "/tsume/due", Value::Null).await.json();
    let waits = || json!({ "due": [], "n_later": 1 });
    let user = {
        let mut conn = server.store().read().await.unwrap();
        accounts::find_by_key(&mut conn, "tuan").await.unwrap().expect("an account").user.id
    };
    let today = day_of(server.service().timebase.now_ms() as i64);
    let find = async || {
        let mut conn = server.store().read().await.unwrap();
        repeats::find(&mut conn, user, number).await.unwrap()
    };
    assert_eq!(answer(server, &member, number, &wrong(problem)).await["t"], "failed");
    assert_eq!(due().await, waits());
    // Solved at once, it still comes; and each time it is solved when it is due, it comes later.
    answer(server, &member, number, &usi(problem)).await;
    assert_eq!(due().await, waits());
    for (step, days) in [(0, 1), (1, 3), (2, 7), (3, 21)] {
        let waiting = find().await.expect("it comes again");
        assert_eq!((waiting.step, waiting.due_day), (step, today + days));
        let mut tx = server.store().write().await.unwrap();
        repeats::put(&mut tx, user, Repeat { due_day: today, ..waiting }).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(due().await, json!({ "due": [number], "n_later": 0 }));
        answer(server, &member, number, &usi(problem)).await;
    }
    assert_eq!(due().await, json!({ "due": [], "n_later": 0 }));
    assert_eq!(find().await, None, "it has been learnt");

    // Who looks at the solution has not solved it; its owner is told what is kept of it.
    let path = format!("/tsume/{number}/solution");
    send(server, &member, "POST", &path, json!({})).await;
    assert_eq!(due().await, waits());
    let kept = send(server, &member, "GET", "/me/data.json", Value::Null).await.json();
    let due_ms = (today + 1) * 24 * 3_600_000;
    assert_eq!(kept["tsume"]["again"], json!([{ "problem": number, "due_ms": due_ms }]));
    assert_eq!(kept["tsume"]["rushes"], json!([]));
    assert_eq!(server.get("/api/v1/tsume/due").await.json(), json!({ "due": [], "n_later": 0 }));
});

both_servers!(lessons_stay_with_a_guest_who_registers, |server| async {
    let guest = server.enter("guest").await.cookie;
    let done = async |cookie: &str| {
        send(server, cookie, "GET", "/me/lessons", Value::Null).await.json()["done"].clone()
    };
    assert_eq!(done("").await, json!([]));
    for lesson in ["rook", "rook", "drops"] {
        let page = send(server, &guest, "POST", "/me/lessons", json!({ "lesson": lesson })).await;
        assert_eq!(page.status, 204);
    }
    let page = send(server, &guest, "POST", "/me/lessons", json!({ "lesson": "No!" })).await;
    assert_eq!(code(&page), (422, "bad_lesson".to_owned()));
    let member = register(server, &guest, "learner").await;
    let mut known: Vec<String> = serde_json::from_value(done(&member).await).expect("names");
    known.sort();
    assert_eq!(known, ["drops", "rook"]);
});

both_servers!(settings_come_along_with_an_account, |server| async {
    let guest = server.enter("guest").await.cookie;
    let put =
        async |cookie: &str, body: Value| send(server, cookie, "PUT", "/me/settings", body).await;
    let get = async |cookie: &str| {
        send(server, cookie, "GET", "/me/settings", Value::Null).await.json()["settings"].clone()
    };
    assert_eq!(code(&put(&guest, json!({ "theme": "dark" })).await).0, 403);
    let member = register(server, &guest, "settled").await;
    assert_eq!(get(&member).await, Value::Null);
    for settings in [json!({ "theme": "dark", "volume": 40 }), json!({ "language": "vi" })] {
        assert_eq!(put(&member, settings.clone()).await.status, 204);
        assert_eq!(get(&member).await, settings);
    }
    assert_eq!(
        code(&put(&member, json!({ "a": { "b": 1 } })).await),
        (422, "bad_settings".to_owned())
    );
    assert_eq!(put(&member, json!({ "long": "x".repeat(5_000) })).await.status, 413);
    assert_eq!(get(&member).await, json!({ "language": "vi" }));
});
