//! The bell: what concerns an account arrives at once, and stays to be read.

use komadai_protocol::{
    BellItem, BellView, ClientMessage, DeclineReason, MeEvent, ServerMessage, StreamEvent,
    StreamName, StreamSnapshot,
};
use komadai_store::{Challenge, ChallengeState, accounts, challenges};
use serde_json::{Value, json};

use super::{
    ratings::member,
    site::send,
    studies::{done, draft, get, made},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, uuid};

/// What an account is told next, and how much is new to it then.
async fn rings(tab: &mut Tab) -> (BellView, u32) {
    tab.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Me(MeEvent::Bell { told, bell_new }), ..
        } => Some((told.as_ref().clone(), *bell_new)),
        _ => None,
    })
    .await
}

/// How much is new to an account that comes to a page.
async fn n_new(tab: &mut Tab) -> u32 {
    tab.follow(StreamName::Me).await;
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Me(me), .. } => Some(me.bell_new),
        _ => None,
    })
    .await
}

/// The kinds of what an account has been told, the latest first.
async fn kinds(server: &TestServer, tab: &Tab) -> Vec<String> {
    let page = get(server, &tab.cookie, "/me/bell").await.json();
    let items = page["items"].as_array().expect("items").clone();
    items.iter().map(|it| it["item"]["t"].as_str().expect("a kind").to_owned()).collect()
}

async fn follows(server: &TestServer, who: &Tab, whom: &str, does: bool) {
    let method = if does { "PUT" } else { "DELETE" };
    done(server, who, method, &format!("/me/follows/{whom}"), Value::Null).await;
}

both_servers!(what_concerns_an_account_arrives_and_stays, |server| async {
    let owner = member(server, "owner", "5k").await;
    let mut anh = member(server, "anh", "5k").await;
    assert_eq!(n_new(&mut anh).await, 0);
    follows(server, &owner, "anh", true).await;
    let (told, new) = rings(&mut anh).await;
    let by = told.by.expect("somebody");
    assert_eq!((told.item, by.handle.as_str(), new), (BellItem::Followed, "owner", 1));
    // Whoever follows again and again is heard of once.
    follows(server, &owner, "anh", false).await;
    follows(server, &owner, "anh", true).await;

    let study = made(server, &owner, draft("Cờ kín", "private")).await;
    let invite = format!("/studies/{study}/members/anh");
    done(server, &owner, "PUT", &invite, json!({ "role": "viewer" })).await;
    let (told, new) = rings(&mut anh).await;
    let BellItem::StudyInvited { study: into, title, .. } = told.item else {
        panic!("{:?}", told.item)
    };
    assert_eq!((into.to_string(), title.as_str(), new), (study.clone(), "Cờ kín", 2));
    assert_eq!(kinds(server, &anh).await, ["study_invited", "followed"]);

    // Seen in one window, it is seen in all, and later.
    let seen = json!({ "until_ms": told.at_ms });
    let page = send(server, &anh.cookie, "POST", "/me/bell/seen", seen).await;
    assert_eq!(page.status, 204, "{page:?}");
    let left = anh
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::BellSeen { bell_new }), ..
            } => Some(*bell_new),
            _ => None,
        })
        .await;
    assert_eq!(left, 0);
    server.restart().await;
    anh.reconnect(server.address).await;
    assert_eq!(n_new(&mut anh).await, 0);
    let page = get(server, &anh.cookie, "/me/bell").await.json();
    assert_eq!(
        (&page["seen_ms"], &page["items"][0]["by"]["name"]),
        (&json!(told.at_ms), &json!("owner"))
    );
    let data = get(server, &anh.cookie, "/me/data.json").await.json();
    assert_eq!(data["bell"].as_array().map(Vec::len), Some(2));

    // Nobody hears from those whom they have blocked, nor reads what others are told.
    let block = json!({ "handle": "anh", "distance": "block" });
    done(server, &owner, "POST", "/me/relations", block).await;
    follows(server, &anh, "owner", true).await;
    assert_eq!(kinds(server, &owner).await, Vec::<String>::new());
    let stranger = server.enter("stranger").await;
    assert_eq!(kinds(server, &stranger).await, Vec::<String>::new());
});

both_servers!(what_becomes_of_challenges_is_told, |server| async {
    let mut an = member(server, "anh", "5k").await;
    let mut binh = member(server, "binh", "5k").await;
    let (challenge, setup) = (uuid(), setup(clock("5+30")));
    let to = "binh".to_owned();
    let asked = an.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours: 1 }).await;
    asked.expect("a challenge");
    let reason = DeclineReason::Later;
    let answer = binh.ask(|id| ClientMessage::DeclineChallenge { id, challenge, reason }).await;
    answer.expect("an answer");
    let (told, _) = rings(&mut an).await;
    assert_eq!(told.item, BellItem::ChallengeDeclined { reason: "later".to_owned() });

    // One that nobody has answered in time is over, which both hear.
    let mut tx = server.store().write().await.unwrap();
    let mut ids = Vec::new();
    for handle in ["anh", "binh"] {
        let found = accounts::find_by_key(&mut tx, handle).await.unwrap();
        ids.push(found.expect("an account").user.id);
    }
    let old = Challenge {
        id: uuid(),
        challenger: ids[0],
        challenged: ids[1],
        setup: "{}".to_owned(),
        made_ms: 1,
        expires_ms: 2,
        state: ChallengeState::Open,
        reason: None,
    };
    assert!(challenges::insert(&mut tx, &old).await.unwrap());
    tx.commit().await.unwrap();
    let (told, _) = rings(&mut binh).await;
    assert_eq!((told.item, told.by.unwrap().name), (BellItem::ChallengeMissed, "anh".to_owned()));
    assert_eq!(rings(&mut an).await.0.item, BellItem::ChallengeUnanswered);
});
