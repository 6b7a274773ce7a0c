//! The exercises of studies: who has solved them, who sees it, and what it does.

use komadai_ids::Code;
use komadai_protocol::{ServerMessage, StreamEvent, StreamName};
use serde_json::{Value, json};

use super::{
    coaching::{School, told},
    ratings::member,
    studies::{chapters, done, draft, get, made, refused, takes_part},
};
use crate::fixture::{Tab, TestServer, both_servers};

/// Who has solved the second chapter, and with how many moves shown, as somebody sees it.
async fn solvers(server: &TestServer, who: &Tab, study: &str) -> Vec<(String, u64)> {
    let page = get(server, &who.cookie, &format!("/studies/{study}")).await.json();
    let solvers = page["chapters"][1]["solvers"].as_array().cloned().unwrap_or_default();
    let one = |it: &Value| {
        (it["person"]["name"].as_str().unwrap().to_owned(), it["n_shown"].as_u64().unwrap())
    };
    solvers.iter().map(one).collect()
}

both_servers!(an_owner_sees_who_has_solved_what, |server| async {
    let mut owner = member(server, "owner", "1k").await;
    let (tro, ban) = (member(server, "tro", "9k").await, member(server, "ban", "9k").await);
    let study = made(server, &owner, draft("Lớp tối", "unlisted")).await;
    let path = format!("/studies/{study}");
    takes_part(server, &owner, (&tro, "tro"), (&path, "viewer")).await;
    let all = chapters(server, &owner, &study).await;
    owner.follow(StreamName::Review(all[1].parse::<Code>().unwrap())).await;
    let solution = format!("{path}/chapters/{}/solution", all[1]);

    // Whoever was shown moves has played it to its end all the same; the page of the owner hears it.
    done(server, &tro, "PUT", &solution, json!({ "n_shown": 2 })).await;
    owner
        .hears(|message| match message {
            ServerMessage::Event { event: StreamEvent::Review(_), .. } => Some(()),
            _ => None,
        })
        .await;
    assert_eq!(solvers(server, &owner, &study).await, [("tro".to_owned(), 2)]);
    assert_eq!(told(server, &owner).await["t"], "study_joined");
    done(server, &ban, "PUT", &solution, json!({ "n_shown": 1 })).await;

    // The best counts; it is told when a member has solved all.
    done(server, &tro, "PUT", &solution, json!({ "n_shown": 0 })).await;
    done(server, &tro, "PUT", &solution, json!({ "n_shown": 3 })).await;
    let seen = solvers(server, &owner, &study).await;
    assert_eq!(seen, [("ban".to_owned(), 1), ("tro".to_owned(), 0)]);
    let bell = told(server, &owner).await;
    assert_eq!((&bell["t"], &bell["study"]), (&json!("study_solved"), &json!(study)));

    let kept = get(server, &tro.cookie, "/me/data.json").await.json();
    let own = &kept["exercises"][0];
    assert_eq!((&own["review"], &own["n_shown"]), (&json!(all[1]), &json!(0)), "{kept}");

    // Others see their own, and nothing else.
    assert_eq!(solvers(server, &ban, &study).await, [("ban".to_owned(), 1)]);
    let stranger = member(server, "stranger", "9k").await;
    assert_eq!(solvers(server, &stranger, &study).await, []);

    // A chapter that is read is no exercise, and what one cannot see is not there.
    let body = json!({ "n_shown": 0 });
    let read = format!("{path}/chapters/{}/solution", all[0]);
    refused(server, &tro, ("PUT", &read, body.clone()), (422, "bad_words")).await;
    let hidden = made(server, &owner, draft("Riêng", "private")).await;
    let theirs = chapters(server, &owner, &hidden).await;
    let path = format!("/studies/{hidden}/chapters/{}/solution", theirs[1]);
    refused(server, &tro, ("PUT", &path, body), (404, "unknown_study")).await;
});

both_servers!(homework_in_a_study_is_done_when_it_is_solved, |server| async {
    let owner = member(server, "owner", "1k").await;
    let tro = member(server, "tro", "9k").await;
    let school = School::found(server, &owner, &[&tro]).await;
    school.agree(&owner, &owner, &tro).await;
    let study = made(server, &owner, draft("Bài tối", "unlisted")).await;
    let all = chapters(server, &owner, &study).await;
    let tasks = json!([
        { "t": "study", "study": study },
        { "t": "study", "study": study, "chapter": all[1] },
    ]);
    let due_ms = server.service().timebase.now_ms() as i64 + 86_400_000;
    let homework = json!({ "title": "Tuần này", "due_ms": due_ms, "tasks": tasks });
    school.act(&owner, json!({ "t": "set_homework", "homework": homework })).await;
    let n_done = || async {
        let due = school.coaching(&tro).await["due"][0]["pupils"][0]["done_ms"].clone();
        due.as_array().unwrap().iter().filter(|it| it.is_i64()).count()
    };
    let solution = format!("/studies/{study}/chapters/{}/solution", all[1]);
    done(server, &tro, "PUT", &solution, json!({ "n_shown": 1 })).await;
    assert_eq!(n_done().await, 0, "with help it is not solved");
    done(server, &tro, "PUT", &solution, json!({ "n_shown": 0 })).await;
    assert_eq!(n_done().await, 2);
    assert_eq!(told(server, &owner).await["t"], "homework_done");
});
