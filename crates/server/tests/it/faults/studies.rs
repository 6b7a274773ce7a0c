//! Ten people write a study of forty chapters while the server is killed: what was acknowledged is
//! there afterwards, and nothing was done twice.

use std::collections::HashMap;

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, RefusalCode, ServerMessage, StreamName, StreamSnapshot};
use komadai_review::{Brush, Edit, Shape, Tree};
use komadai_rules::{Position, Variant};
use serde_json::{Value, json};

use super::{
    asking::{Seed, send},
    is_long,
};
use crate::fixture::{Kind, Launch, Program, Tab};

const WRITERS: usize = 10;
const CHAPTERS: usize = 40;

/// What each of them sends before the server is killed.
const EDITS_AT_ONCE: usize = 5;

/// A tree with a move for each of them.
fn tree() -> Tree {
    let mut tree = Tree::new(&Position::start(Variant::standard()));
    let moves = ["1g1f", "2g2f", "3g3f", "4g4f", "5g5f", "6g6f", "7g7f", "8g8f", "9g9f", "5i5h"];
    for usi in moves {
        tree.edit(Edit::Play { after: 0, usi: usi.to_owned(), alone: true }).unwrap();
    }
    tree
}

/// Draws the `n`th circle at a writer's own move.
fn circle(writer: usize, n: usize) -> Edit {
    let square = format!("{}{}", 1 + n % 9, char::from(b'a' + (n / 9 % 9) as u8));
    let shape = Shape { from: square, to: None, brush: Brush::Green };
    Edit::Draw { node: writer as u32 + 1, shapes: vec![shape] }
}

async fn kill_it(kind: Kind) {
    let kills = if is_long() { 100 } else { 4 };
    let mut launch = Launch::on(kind).await;
    launch.set("KOMADAI__SERVER__TRUSTED_PROXIES", "1");
    let mut server = Program::start(launch).await;
    let mut tabs = Vec::new();
    for n in 0..WRITERS {
        let visitor = server.enter("visitor").await;
        let body = json!({ "handle": format!("writer-{n}"), "password": "bảy con tốt đen", "declared": "5k" });
        let cookie = send(&server, &visitor.cookie, "POST", "/account/register", &body).await;
        let cookie = cookie.as_str().expect("a cookie").to_owned();
        tabs.push(Tab::open(server.address, "writer", Some(cookie)).await);
    }
    let chapters = vec![json!({ "name": "章", "tree": tree() }); CHAPTERS];
    let owner = tabs[0].cookie.clone();
    let body = json!({ "title": "研究", "chapters": chapters });
    let study = send(&server, &owner, "POST", "/studies", &body).await["study"].clone();
    let path = format!("/studies/{}", study.as_str().unwrap());
    for (n, tab) in tabs.iter().enumerate().skip(1) {
        let member = format!("{path}/members/writer-{n}");
        send(&server, &owner, "PUT", &member, &json!({ "role": "contributor" })).await;
        let invitation = format!("{path}/invitation");
        send(&server, &tab.cookie, "PUT", &invitation, &Value::Null).await;
    }
    let page = send(&server, &owner, "GET", &path, &Value::Null).await;
    let codes: Vec<Code> = page["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["review"].as_str().unwrap().parse().unwrap())
        .collect();

    let mut seed = Seed(27);
    // The last circle of each at each chapter, and how often each chapter was changed.
    let mut last: HashMap<(usize, usize), usize> = HashMap::new();
    let mut changes = [0_u32; CHAPTERS];
    let mut n = 0;
    for _ in 0..kills {
        let mut sent = Vec::new();
        for _ in 0..EDITS_AT_ONCE {
            for (writer, tab) in tabs.iter_mut().enumerate() {
                let chapter = seed.below(CHAPTERS);
                n += 1;
                last.insert((chapter, writer), n);
                changes[chapter] += 1;
                let (id, edit) = (tab.take_id(), circle(writer, n));
                let message = ClientMessage::Edit { id, review: codes[chapter], edit };
                tab.deliver(&message).await;
                sent.push((writer, id, message));
            }
        }
        // Some are answered before it dies, some while it dies, and some never.
        let answered = seed.below(sent.len());
        for (writer, id, _) in &sent[..answered] {
            tabs[*writer].answer(*id).await.unwrap();
        }
        server.kill();
        server.restart().await;
        for tab in &mut tabs {
            tab.lose_connection();
            tab.reconnect(server.address).await;
        }
        for (writer, id, message) in &sent[answered..] {
            let tab = &mut tabs[*writer];
            tab.deliver(message).await;
            // What the dead server had begun may be stored by PostgreSQL after the next one has
            // read the chapter: that one says so, and the page repeats the command.
            while let Err(refused) = tab.answer(*id).await {
                assert_eq!(refused, RefusalCode::Internal);
                tab.deliver(message).await;
            }
        }
    }
    for (chapter, code) in codes.iter().enumerate() {
        let tab = &mut tabs[chapter % WRITERS];
        tab.follow(StreamName::Review(*code)).await;
        let (seq, tree) = tab
            .hears(|message| match message {
                ServerMessage::Snapshot { seq, snapshot: StreamSnapshot::Review(view), .. }
                    if view.review == *code =>
                {
                    Some((*seq, view.tree.clone()))
                }
                _ => None,
            })
            .await;
        assert_eq!(seq, 1 + changes[chapter], "nothing is lost or done twice in chapter {chapter}");
        for writer in 0..WRITERS {
            let (_, node) = tree.find(writer as u32 + 1).unwrap();
            let expected = last.get(&(chapter, writer)).map(|n| circle(writer, *n));
            let found = (!node.shapes.is_empty())
                .then(|| Edit::Draw { node: node.id, shapes: node.shapes.clone() });
            assert_eq!(found, expected, "chapter {chapter}, writer {writer}");
        }
    }
    println!("{kind:?}: killed {kills} times, {n} changes to {CHAPTERS} chapters, none lost");
}

on_both_databases!(kill_it);
