//! What watchers of a board say among themselves: who hears it, and who takes it away.

use komadai_protocol::{
    ClientMessage, RefusalCode, ReviewEvent, ServerMessage, StreamEvent, StreamName,
};
use serde_json::{Value, json};

use super::{Hall, draft, follow, subscribe};
use crate::{
    fixture::{Tab, both_servers},
    stories::{
        accounts::{code, register},
        ratings::member,
        site::{send, sign_in_as},
    },
};

async fn say(tab: &mut Tab, hall: &Hall<'_>, text: &str) -> Result<(), RefusalCode> {
    let (review, text) = (hall.board.parse().unwrap(), text.to_owned());
    tab.ask(|id| ClientMessage::Say { id, review, text }).await.map(drop)
}

async fn unsay(tab: &mut Tab, hall: &Hall<'_>, line: u32) -> Result<(), RefusalCode> {
    let review = hall.board.parse().unwrap();
    tab.ask(|id| ClientMessage::Unsay { id, review, line }).await.map(drop)
}

/// Waits for what somebody says: the number of the line, and its text.
async fn hears_said(tab: &mut Tab) -> (u32, String) {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Said { line } => Some((line.n, line.line.text.clone())),
            _ => None,
        },
        _ => None,
    })
    .await
}

async fn hears_unsaid(tab: &mut Tab) -> u32 {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Unsaid { line } => Some(*line),
            _ => None,
        },
        _ => None,
    })
    .await
}

/// What was said before one came.
async fn hears_talk(tab: &mut Tab) -> Vec<String> {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Talk { lines } => {
                Some(lines.iter().map(|it| it.line.text.clone()).collect())
            }
            _ => None,
        },
        _ => None,
    })
    .await
}

both_servers!(watchers_of_a_board_talk, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let mut list = server.enter("list").await;
    subscribe(&mut list, &hall, None, true).await.unwrap();
    let [mut lan, mut mai] = [server.enter("lan").await, server.enter("mai").await];
    follow(&mut lan, &hall).await;
    follow(&mut mai, &hall).await;
    // Guests, as at any board; what is empty or too long is said by nobody.
    say(&mut lan, &hall, "Nước hay!").await.unwrap();
    assert_eq!(hears_said(&mut mai).await, (1, "Nước hay!".to_owned()));
    assert_eq!(hears_said(&mut lan).await, (1, "Nước hay!".to_owned()));
    assert_eq!(say(&mut mai, &hall, "  ").await, Err(RefusalCode::BadChat));
    say(&mut mai, &hall, "Tôi cũng nghĩ vậy").await.unwrap();
    hears_said(&mut lan).await;

    // Who comes later reads what was said; a list of boards hears nothing of it.
    let mut late = server.enter("late").await;
    follow(&mut late, &hall).await;
    assert_eq!(hears_talk(&mut late).await, ["Nước hay!", "Tôi cũng nghĩ vậy"]);
    list.now().await;
    assert!(!list.rest().iter().any(|message| matches!(
        message,
        ServerMessage::Event { event: StreamEvent::Review(event), .. }
            if matches!(**event, ReviewEvent::Said { .. } | ReviewEvent::Talk { .. })
    )));

    // One's own line, and for who runs the broadcast anybody's.
    assert_eq!(unsay(&mut mai, &hall, 1).await, Err(RefusalCode::NotYourReview));
    unsay(&mut mai, &hall, 2).await.unwrap();
    assert_eq!(hears_unsaid(&mut lan).await, 2);
    let mut owner = Tab::open(server.address, "owner", Some(hall.owner.cookie.clone())).await;
    unsay(&mut owner, &hall, 1).await.unwrap();
    assert_eq!(hears_unsaid(&mut lan).await, 1);
    // What is gone may be taken away once more.
    unsay(&mut owner, &hall, 1).await.unwrap();

    // Of moderators it is noted, and who is muted is mute here too.
    let mut loud = member(server, "loud", "9k").await;
    follow(&mut loud, &hall).await;
    say(&mut loud, &hall, "…").await.unwrap();
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let mut there = Tab::open(server.address, "watchful", Some(moderator.clone())).await;
    unsay(&mut there, &hall, 3).await.unwrap();
    let account = "/moderation/accounts/loud";
    let user = send(server, &moderator, "GET", account, Value::Null).await.json()["user"].clone();
    let mute = json!({ "kind": "mute", "user": user, "reason": "…", "hours": 24 });
    let page = send(server, &moderator, "POST", "/moderation/sanctions", mute).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(say(&mut loud, &hall, "!").await, Err(RefusalCode::Muted));
    let admin = sign_in_as(server, "root-user", "admin").await;
    let entries = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
    let actions = entries["entries"].as_array().unwrap().iter().map(|it| it["action"].clone());
    assert!(actions.into_iter().any(|it| it == "remove_line"), "{entries}");
});

both_servers!(nobody_talks_at_a_board_that_they_cannot_see, |server| async {
    let mut draft = draft(0);
    draft["terms"]["visibility"] = "private".into();
    let hall = Hall::open(server, draft).await;
    let mut stranger = server.enter("stranger").await;
    assert_eq!(say(&mut stranger, &hall, "?").await, Err(RefusalCode::UnknownReview));
});

both_servers!(a_line_of_a_guest_is_reported_and_renamed, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let mut guest = server.enter("guest").await;
    follow(&mut guest, &hall).await;
    say(&mut guest, &hall, "Nước hay!").await.unwrap();
    hears_said(&mut guest).await;
    // It can be reported, though a guest has no page.
    let reader = member(server, "reader", "9k").await;
    let report = json!({ "review": hall.board, "line": 1, "reason": "abuse" });
    let page = send(server, &guest.cookie, "POST", "/reports", report.clone()).await;
    assert_eq!(code(&page), (422, "yourself".to_owned()));
    assert_eq!(send(server, &reader.cookie, "POST", "/reports", report).await.status, 204);
    let gone = json!({ "review": hall.board, "line": 99, "reason": "abuse" });
    let page = send(server, &reader.cookie, "POST", "/reports", gone).await;
    assert_eq!(code(&page), (404, "unknown_review".to_owned()));
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let reports = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await.json();
    let name = guest.user.as_ref().unwrap().name.clone();
    assert_eq!(reports["reports"][0]["about_name"], json!(name), "{reports}");

    register(server, &guest.cookie, "minh-anh").await;
    let mut late = server.enter("late").await;
    late.follow(StreamName::Review(hall.board.parse().unwrap())).await;
    let line = late
        .hears(|message| match message {
            ServerMessage::Event { event: StreamEvent::Review(event), .. } => {
                match event.as_ref() {
                    ReviewEvent::Talk { lines } => lines.first().map(|it| it.line.by.clone()),
                    _ => None,
                }
            }
            _ => None,
        })
        .await;
    assert_eq!(line, "Minh Ánh");
});
