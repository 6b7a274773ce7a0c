//! Problems that players compose: drafts, proposals, votes, and what is published.

use std::num::NonZeroU32;

use komadai_ids::UserId;
use komadai_protocol::{MeEvent, ServerMessage, StreamEvent};
use komadai_rules::{Variant, tsume::collection};
use komadai_service::tsume::daily;
use komadai_store::{
    accounts,
    ratings::Numbers,
    tsume::{
        self as attempts, ProblemRating,
        compositions::{self, NewVote},
        rushes::{self, Rush},
    },
};
use serde_json::{Value, json};

use super::{
    accounts::code,
    ratings::member,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page};

/// A gold on the head of the king, and the same seen in a mirror.
const SOUND: &str = "3k5/9/3P5/9/9/9/9/9/9 b G 1";
/// How it is shown, with what the defender has in hand left out.
const SHOWN: &str = "3k5/9/3P5/9/9/9/9/9/9 b ";
const MIRRORED: &str = "5k3/9/5P3/9/9/9/9/9/9 b G 1";
const MATE: &str = "G*6b";

/// Two golds mate.
const UNSOUND: &str = "k8/9/1+P7/9/9/9/9/9/9 b G 1";

async fn ask(server: &TestServer, by: &Tab, method: &str, path: &str, body: Value) -> Page {
    send(server, &by.cookie, method, &format!("/tsume/{path}"), body).await
}

#[track_caller]
fn check_refused(page: &Page, status: u16, expected: &str) {
    assert_eq!(code(page), (status, expected.to_owned()), "{page:?}");
}

async fn keep(server: &TestServer, by: &Tab, sfen: &str) -> String {
    let page = ask(server, by, "POST", "compositions", json!({ "sfen": sfen })).await;
    assert_eq!(page.status, 201, "{page:?}");
    page.json()["id"].as_str().expect("an id").to_owned()
}

async fn propose(server: &TestServer, by: &Tab, id: &str) -> Page {
    ask(server, by, "POST", &format!("compositions/{id}/propose"), Value::Null).await
}

/// Keeps a position and proposes it; its number.
async fn proposed(server: &TestServer, by: &Tab, sfen: &str) -> u32 {
    let page = propose(server, by, &keep(server, by, sfen).await).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["number"].as_u64().expect("a number") as u32
}

async fn vote(server: &TestServer, by: &Tab, number: u32, yes: bool) -> Page {
    ask(server, by, "PUT", &format!("{number}/vote"), json!({ "yes": yes })).await
}

async fn answer(server: &TestServer, by: &Tab, number: u32, usi: &str) -> Value {
    let path = format!("{number}/answer");
    let page = ask(server, by, "POST", &path, json!({ "moves": [usi] })).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

/// What somebody has composed, as state and number.
async fn own(server: &TestServer, by: &Tab) -> Vec<(String, Value)> {
    let found = ask(server, by, "GET", "compositions", Value::Null).await.json();
    let found = found["compositions"].as_array().expect("compositions").clone();
    let state = |it: &Value| it["state"].as_str().unwrap_or_default().to_owned();
    found.iter().map(|it| (state(it), it["number"].clone())).collect()
}

/// Votes of others who have solved the problem.
async fn others_vote(server: &TestServer, number: u32, (n_yes, n_no): (u8, u8)) {
    let mut tx = server.store().write().await.unwrap();
    let shown = compositions::numbered(&mut tx, number, None).await.unwrap().unwrap();
    for n in 0..n_yes + n_no {
        let user = UserId::new(1, [n + 1; 10]);
        let vote = NewVote { by: user, is_yes: n < n_yes, network: None };
        compositions::vote(&mut tx, shown.composition.id, vote, 1).await.unwrap();
    }
    tx.commit().await.unwrap();
}

both_servers!(
    a_composition_is_kept_proposed_voted_on_and_published,
    |config| {
        config.notices.away_s = 0;
    },
    |server| async {
        let mut composer = member(server, "soan", "1k").await;
        let solver = member(server, "giai", "1k").await;
        let guest = server.enter("guest").await;
        let sent = json!({ "sfen": SOUND });
        let page = ask(server, &guest, "POST", "compositions", sent).await;
        check_refused(&page, 403, "needs_account");
        let page = ask(server, &composer, "POST", "compositions", json!({ "sfen": "x" })).await;
        check_refused(&page, 422, "bad_position");

        // A draft need not be sound, and nobody else sees or changes it.
        let id = keep(server, &composer, UNSOUND).await;
        let path = format!("compositions/{id}");
        check_refused(&propose(server, &composer, &id).await, 422, "unsound");
        assert_eq!(own(server, &solver).await, []);
        for (method, path) in [("PUT", path.clone()), ("DELETE", path.clone())] {
            let page = ask(server, &solver, method, &path, json!({ "sfen": SOUND })).await;
            check_refused(&page, 404, "unknown_composition");
        }
        check_refused(&propose(server, &solver, &id).await, 404, "unknown_composition");

        // What is there already is not proposed, nor its mirror image.
        let known = collection(Variant::standard())[0].start.sfen();
        let page = ask(server, &composer, "PUT", &path, json!({ "sfen": known })).await;
        assert_eq!(page.status, 204, "{page:?}");
        check_refused(&propose(server, &composer, &id).await, 409, "known_position");
        let page = ask(server, &composer, "PUT", &path, json!({ "sfen": SOUND })).await;
        assert_eq!(page.status, 204, "{page:?}");
        let page = propose(server, &composer, &id).await;
        assert_eq!(page.status, 200, "{page:?}");
        let number = page.json()["number"].as_u64().expect("a number") as u32;
        assert_eq!(number, 500_001);
        let same = keep(server, &solver, MIRRORED).await;
        check_refused(&propose(server, &solver, &same).await, 409, "known_position");
        let page = ask(server, &composer, "PUT", &path, json!({ "sfen": UNSOUND })).await;
        check_refused(&page, 409, "not_a_draft");

        // It is listed for those who vote, and among the problems not yet.
        let listed = ask(server, &guest, "GET", "proposed", Value::Null).await.json();
        let listed = &listed["proposed"][0];
        assert_eq!(listed["author"], json!({ "handle": "soan", "name": "soan" }));
        assert_eq!((&listed["number"], &listed["plies"]), (&json!(number), &json!(1)));
        assert_eq!(listed["proposal"]["n_votes"], 0);
        let among = async || {
            let list = server.get("/api/v1/tsume").await.json();
            let problems = list["problems"].as_array().expect("problems").clone();
            problems.into_iter().find(|it| it["number"] == number)
        };
        assert_eq!(among().await, None);

        // Only who has solved it votes, and not the composer.
        check_refused(&vote(server, &composer, number, true).await, 422, "yourself");
        check_refused(&vote(server, &solver, number, true).await, 403, "not_solved");
        check_refused(&vote(server, &guest, number, true).await, 403, "needs_account");
        check_refused(&vote(server, &solver, 500_002, true).await, 404, "unknown_problem");
        assert_eq!(answer(server, &solver, number, "G*5b").await["t"], "failed");
        let hint = format!("{number}/hint");
        let page = ask(server, &solver, "POST", &hint, json!({ "moves": [] })).await;
        assert_eq!(page.json()["from"], "G*");
        let solved = answer(server, &solver, number, MATE).await;
        let unrated = json!({ "t": "solved", "change": null, "practice": null });
        assert_eq!(solved, unrated, "it is not rated yet");
        let due = ask(server, &solver, "GET", "due", Value::Null).await.json();
        assert_eq!(due, json!({ "due": [], "n_later": 0 }), "it may still be turned down");
        let page = vote(server, &solver, number, false).await;
        assert_eq!(page.json(), json!({ "state": "proposed" }), "{page:?}");
        let shown = ask(server, &solver, "GET", &number.to_string(), Value::Null).await.json();
        let expected = json!({
            "n_votes": 1, "n_needed": 10, "mine": false, "solved": true, "vote": false,
        });
        assert_eq!((&shown["proposal"], &shown["rated"]), (&expected, &json!(false)));
        let data = send(server, &solver.cookie, "GET", "/me/data.json", Value::Null).await.json();
        assert_eq!(data["tsume"]["votes"][0]["problem"], number);
        assert_eq!(data["tsume"]["votes"][0]["yes"], false);

        // The last of ten votes, changed, publishes it, and its composer hears of it.
        others_vote(server, number, (8, 1)).await;
        let page = vote(server, &solver, number, true).await;
        assert_eq!(page.json(), json!({ "state": "published" }), "{page:?}");
        let told = composer
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::TsumePublished { number }),
                    ..
                } => Some(*number),
                _ => None,
            })
            .await;
        assert_eq!(told, number);
        let bell = send(server, &composer.cookie, "GET", "/me/bell", Value::Null).await.json();
        let item = json!({ "t": "tsume_published", "number": number });
        assert_eq!(bell["items"][0]["item"], item, "{bell}");
        check_refused(&vote(server, &solver, number, true).await, 409, "not_proposed");
        let published = among().await.expect("it is one of the problems");
        assert_eq!((&published["place"], &published["plies"]), (&json!(number), &json!(1)));
        assert_eq!(published["author"]["handle"], "soan");
        assert_eq!(published["themes"], json!(["drop", "no_majors"]));
        assert_eq!(own(server, &composer).await, [("published".to_owned(), json!(number))]);
        for (method, of, refusal) in
            [("DELETE", "", "not_a_draft"), ("POST", "/withdraw", "not_proposed")]
        {
            let page = ask(server, &composer, method, &format!("{path}{of}"), Value::Null).await;
            check_refused(&page, 409, refusal);
        }

        // From now on it is rated, but for its composer, and comes again.
        assert_eq!(answer(server, &guest, number, MATE).await["practice"]["left"], 9);
        assert_eq!(answer(server, &composer, number, MATE).await["practice"], Value::Null);
        let failing = server.enter("failing").await;
        assert_eq!(answer(server, &failing, number, "G*5b").await["t"], "failed");
        let due = ask(server, &failing, "GET", "due", Value::Null).await.json();
        assert_eq!(due["n_later"], 1);
        let data = send(server, &composer.cookie, "GET", "/me/data.json", Value::Null).await;
        let kept = &data.json()["tsume"]["compositions"][0];
        assert_eq!((&kept["number"], &kept["state"]), (&json!(number), &json!("published")));

        // A moderator takes it away, which is noted.
        let remove = format!("/moderation/tsume/{number}/remove");
        let why = json!({ "reason": "chép của người khác" });
        let page = send(server, &solver.cookie, "POST", &remove, why.clone()).await;
        check_refused(&page, 403, "not_allowed");
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let page = send(server, &moderator, "POST", &remove, json!({ "reason": " " })).await;
        check_refused(&page, 422, "bad_reason");
        assert_eq!(send(server, &moderator, "POST", &remove, why.clone()).await.status, 204);
        let page = send(server, &moderator, "POST", &remove, why).await;
        check_refused(&page, 404, "unknown_problem");
        assert_eq!(among().await, None);
        let page = ask(server, &guest, "GET", &number.to_string(), Value::Null).await;
        check_refused(&page, 404, "unknown_problem");
        let due = ask(server, &failing, "GET", "due", Value::Null).await.json();
        assert_eq!(due["n_later"], 0);
        // Its composer hears of it, sees why, and may delete what is left.
        let told = composer
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::TsumeRemoved { number }),
                    ..
                } => Some(*number),
                _ => None,
            })
            .await;
        assert_eq!(told, number);
        let left = ask(server, &composer, "GET", "compositions", Value::Null).await.json();
        let left = &left["compositions"][0];
        assert_eq!(
            (&left["state"], &left["removed_reason"], &left["number"]),
            (&json!("removed"), &json!("chép của người khác"), &json!(number))
        );
        check_refused(&propose(server, &composer, &id).await, 409, "not_a_draft");
        let page = ask(server, &composer, "PUT", &path, json!({ "sfen": SOUND })).await;
        check_refused(&page, 409, "not_a_draft");
        assert_eq!(propose(server, &solver, &same).await.status, 200, "the position is free");
        assert_eq!(ask(server, &composer, "DELETE", &path, Value::Null).await.status, 204);
        assert_eq!(own(server, &composer).await, []);
        let admin = sign_in_as(server, "root-user", "admin").await;
        let entries = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
        let entries = entries["entries"].as_array().unwrap();
        let entry = entries.iter().find(|it| it["action"] == "remove_tsume").expect("it is noted");
        assert_eq!(entry["about"], "soan");
    }
);

both_servers!(what_votes_are_against_goes_back_to_its_composer, |server| async {
    let composer = member(server, "soan", "1k").await;
    let solver = member(server, "giai", "1k").await;
    let number = proposed(server, &composer, SOUND).await;
    answer(server, &solver, number, MATE).await;

    // Whom the composer has blocked does not vote.
    let block = |distance: Option<&str>| json!({ "handle": "giai", "distance": distance });
    let relations = "/me/relations";
    send(server, &composer.cookie, "POST", relations, block(Some("block"))).await;
    check_refused(&vote(server, &solver, number, true).await, 403, "kept_apart");
    send(server, &composer.cookie, "POST", relations, block(None)).await;

    others_vote(server, number, (3, 6)).await;
    let page = vote(server, &solver, number, false).await;
    assert_eq!(page.json(), json!({ "state": "draft" }), "{page:?}");
    assert_eq!(own(server, &composer).await, [("draft".to_owned(), Value::Null)]);
    let found = ask(server, &composer, "GET", "compositions", Value::Null).await.json();
    let draft = &found["compositions"][0];
    assert!(draft["declined_ms"].is_i64(), "{draft}");
    let page = ask(server, &solver, "GET", &number.to_string(), Value::Null).await;
    check_refused(&page, 404, "unknown_problem");

    // Proposed again it is another problem, which those who vote have to solve.
    let id = draft["id"].as_str().expect("an id");
    let again = propose(server, &composer, id).await.json()["number"].as_u64().expect("a number");
    assert_eq!(again, u64::from(number) + 1);
    check_refused(&vote(server, &solver, again as u32, true).await, 403, "not_solved");

    // It is reported, and withdrawn.
    let report = json!({ "tsume": again, "reason": "other", "words": "của tôi" });
    let page = send(server, &composer.cookie, "POST", "/reports", report.clone()).await;
    check_refused(&page, 422, "yourself");
    assert_eq!(send(server, &solver.cookie, "POST", "/reports", report).await.status, 204);
    for nowhere in [json!({ "tsume": 1, "reason": "other" }), json!({ "reason": "other" })] {
        let page = send(server, &solver.cookie, "POST", "/reports", nowhere).await;
        assert!([404, 400, 422].contains(&page.status), "{page:?}");
    }
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let reports = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await.json();
    assert_eq!(reports["reports"][0]["game"], format!("tsume/{again}"));
    let path = format!("compositions/{id}");
    let page = ask(server, &composer, "POST", &format!("{path}/withdraw"), Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(ask(server, &composer, "DELETE", &path, Value::Null).await.status, 204);
    assert_eq!(own(server, &composer).await, []);
});

/// A composition that is published and that five have tried.
async fn published(server: &TestServer, composer: &Tab) -> u32 {
    let number = proposed(server, composer, SOUND).await;
    let mut tx = server.store().write().await.unwrap();
    let shown = compositions::numbered(&mut tx, number, None).await.unwrap().unwrap();
    compositions::publish(&mut tx, shown.composition.id, 1).await.unwrap();
    let numbers = Numbers { rating: 600.0, deviation: 80.0, volatility: 0.06 };
    let rated = ProblemRating { number, numbers, n_tried: 5, n_solved: 3, rated_ms: 1 };
    attempts::put_problem(&mut tx, &rated).await.unwrap();
    tx.commit().await.unwrap();
    number
}

both_servers!(
    what_is_published_is_in_rushes_and_on_sundays,
    |config| {
        config.limits.changes_per_minute = NonZeroU32::MAX;
    },
    |server| async {
        let composer = member(server, "soan", "1k").await;
        let solver = member(server, "giai", "1k").await;
        let number = published(server, &composer).await;
        let rush = async |by: &Tab| {
            let begun = ask(server, by, "POST", "rush", json!({})).await;
            assert_eq!(begun.status, 200, "{begun:?}");
            let mut conn = server.store().read().await.unwrap();
            let user = accounts::find_by_key(
                &mut conn,
                if by.cookie == solver.cookie { "giai" } else { "soan" },
            );
            let user = user.await.unwrap().expect("an account").user.id;
            (user, rushes::latest(&mut conn, user).await.unwrap().expect("a rush"))
        };
        let mut drawn = None;
        // One rush in twelve draws it.
        for _ in 0..600 {
            let (_, own) = rush(&composer).await;
            assert_eq!(own.composed, [], "nobody meets their own");
            let (user, found) = rush(&solver).await;
            if !found.composed.is_empty() {
                drawn = Some((user, found));
                break;
            }
        }
        let (user, found) = drawn.expect("it is drawn now and then");
        assert_eq!(found.composed.iter().map(|it| it.1).collect::<Vec<_>>(), [number]);

        // When its turn comes it is asked, answered and counted like any other.
        let first = Rush { composed: vec![(0, number)], ..found };
        let mut tx = server.store().write().await.unwrap();
        rushes::begin(&mut tx, user, &first).await.unwrap();
        tx.commit().await.unwrap();
        let path = format!("rush/{}", first.id);
        let shown = ask(server, &solver, "GET", &path, Value::Null).await.json();
        assert!(shown["problem"]["sfen"].as_str().unwrap().starts_with(SHOWN), "{shown}");
        let sent = json!({ "place": 0, "moves": ["G*5b"] });
        let page = ask(server, &solver, "POST", &format!("{path}/answer"), sent).await.json();
        assert_eq!((&page["t"], &page["rush"]["missed"]), (&json!("failed"), &json!([number])));
        let due = ask(server, &solver, "GET", "due", Value::Null).await.json();
        assert_eq!(due["n_later"], 1);

        // 2026-11-29 is a Sunday. Taken away, it is neither asked nor the problem of a day.
        let daily = async |day| {
            let mut conn = server.store().read().await.unwrap();
            let all = daily::of(&mut conn, day).await.unwrap();
            all.iter().map(|it| it.number).collect::<Vec<_>>()
        };
        // It is a mate in one: the other levels have problems of the collection.
        let sunday = daily(20_786).await;
        assert_eq!((sunday[0], sunday.len()), (number, 3));
        let others = [&sunday[1..], &daily(20_787).await, &daily(20_792).await].concat();
        assert!(others.iter().all(|it| *it < 10_000), "{others:?}");
        let mut tx = server.store().write().await.unwrap();
        rushes::begin(&mut tx, user, &first).await.unwrap();
        tx.commit().await.unwrap();
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let remove = format!("/moderation/tsume/{number}/remove");
        let page = send(server, &moderator, "POST", &remove, json!({ "reason": "chép" })).await;
        assert_eq!(page.status, 204, "{page:?}");
        let shown = ask(server, &solver, "GET", &path, Value::Null).await.json();
        assert!(!shown["problem"]["sfen"].as_str().unwrap().starts_with(SHOWN), "{shown}");
        assert!(daily(20_786).await.iter().all(|it| *it < 10_000));
    }
);

both_servers!(nobody_proposes_without_end, |server| async {
    let composer = member(server, "soan", "1k").await;
    // A piece far away makes another position of it.
    let sound = |rank: &str| format!("3k5/9/3P5/9/{rank}/9/9/9/9 b G 1");
    for rank in ["8g", "7g1", "6g2", "5g3", "4g4"] {
        proposed(server, &composer, &sound(rank)).await;
    }
    let id = keep(server, &composer, &sound("3g5")).await;
    check_refused(&propose(server, &composer, &id).await, 409, "too_many_compositions");
});

both_servers!(
    a_vote_counts_from_who_has_been_here_and_solved_and_once_for_a_network,
    |config| {
        config.server.trusted_proxies = 1;
        config.limits.vote_after_problems = 2;
    },
    |server| async {
        let composer = member(server, "composer", "1d").await;
        let number = proposed(server, &composer, SOUND).await;
        let from = async |by: &Tab, address: &str| {
            let path = format!("/api/v1/tsume/{number}/vote");
            let headers = [("Cookie", by.cookie.as_str()), ("X-Forwarded-For", address)];
            server.request("PUT", &path, &headers, &json!({ "yes": true }).to_string()).await
        };
        let solve = async |by: &Tab, n: usize| {
            let problem = collection(Variant::standard()).iter().filter(|it| it.plies == 1).nth(n);
            let problem = problem.expect("a mate in one");
            let usi = problem.solution[0].usi(Variant::standard()).to_string();
            assert_eq!(answer(server, by, problem.number, &usi).await["t"], "solved");
        };
        let (home, phone) = ("203.0.113.7", "198.51.100.4");
        let mut voters = Vec::new();
        for handle in ["anh", "binh", "chi"] {
            let voter = member(server, handle, "5k").await;
            assert_eq!(answer(server, &voter, number, MATE).await["t"], "solved");
            check_refused(&from(&voter, home).await, 403, "votes_later");
            solve(&voter, 0).await;
            voters.push(voter);
        }
        assert_eq!(from(&voters[0], home).await.status, 200);
        check_refused(&from(&voters[1], home).await, 409, "voted_there");
        assert_eq!(from(&voters[0], phone).await.status, 200, "one's own is changed anywhere");
        assert_eq!(from(&voters[1], phone).await.status, 200);
        // Who was shown the solution votes no more, and has not solved it alone.
        let shown = member(server, "shown", "5k").await;
        let path = format!("{number}/solution");
        assert_eq!(ask(server, &shown, "POST", &path, json!({})).await.status, 200);
        assert_eq!(answer(server, &shown, number, MATE).await["t"], "solved");
        solve(&shown, 0).await;
        solve(&shown, 1).await;
        check_refused(&from(&shown, "192.0.2.9").await, 403, "solution_shown");
    }
);

both_servers!(
    a_new_account_votes_later,
    |config| {
        config.limits.vote_after_days = 7;
    },
    |server| async {
        let composer = member(server, "composer", "1d").await;
        let number = proposed(server, &composer, SOUND).await;
        let voter = member(server, "voter", "5k").await;
        assert_eq!(answer(server, &voter, number, MATE).await["t"], "solved");
        check_refused(&vote(server, &voter, number, true).await, 403, "votes_later");
    }
);
