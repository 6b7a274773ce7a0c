//! Solving problems, learning, and settings that come along.

use komadai_rules::{
    Variant,
    tsume::{Tsume, collection, variants},
};
use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    site::send,
};
use crate::fixture::{TestServer, both_servers};

async fn answer(server: &TestServer, cookie: &str, number: u32, moves: &[String]) -> Value {
    let path = format!("/tsume/{number}/answer");
    let page = send(server, cookie, "POST", &path, json!({ "moves": moves })).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

fn usi(problem: &Tsume) -> Vec<String> {
    let variant = problem.start.variant();
    problem.solution.iter().map(|mv| mv.usi(variant).to_string()).collect()
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
    assert!(list["daily"].is_u64() && list["solver"].is_null(), "{list}");

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
    let change = &last["change"];
    assert!(change["after"].as_i64() > change["before"].as_i64(), "{last}");
    let (listed, solver) = standing(server, &cookie, number).await;
    assert_eq!((&listed["first"], &listed["solved"]), (&json!("solved"), &json!(true)));
    assert_eq!((&solver["streak"], &solver["n_tried"]), (&json!(1), &json!(1)));
    assert!(listed["rating"].as_u64() < Some(u64::from(problem.rating)), "it became easier");

    // Once more is for nothing.
    let again = answer(server, &cookie, number, &solution).await;
    assert_eq!((&again["t"], &again["change"]), (&json!("solved"), &Value::Null));
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
    assert!(failed["change"]["after"].as_i64() < failed["change"]["before"].as_i64());
    let solved = answer(server, &cookie, problem.number, &usi(problem)).await;
    assert_eq!((&solved["t"], &solved["change"]), (&json!("solved"), &Value::Null));
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
    assert_eq!((&solved["t"], &solved["change"]), (&json!("solved"), &Value::Null));
    assert_eq!(standing(server, &cookie, other.number).await.0["first"], "helped");

    // A learner who is shown the solution has not solved it.
    let third = collection(Variant::standard()).last().expect("a problem");
    let path = format!("/tsume/{}/solution", third.number);
    let shown = send(server, &cookie, "POST", &path, json!({})).await.json();
    assert_eq!(shown["moves"], json!(usi(third)));
    assert_eq!(standing(server, &cookie, third.number).await.0["first"], "failed");
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
