//! What those who follow a board are told, and what they are not.

use komadai_protocol::{RefusalCode, ReviewEvent, ServerMessage, StreamEvent, StreamName};
use komadai_review::score::PublicBoard;
use serde_json::json;

use super::{Hall, draft, follow, moves, subscribe};
use crate::{
    fixture::{Tab, both_servers, until},
    stories::site::send,
};

/// Waits for what is shown of the game, with a change or by itself.
async fn hears_shown(tab: &mut Tab) -> PublicBoard {
    let shown = tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Changed { shown, .. } => shown.clone(),
            ReviewEvent::Shown { shown } => Some(shown.clone()),
            _ => None,
        },
        _ => None,
    });
    *shown.await
}

both_servers!(followers_are_told_what_is_shown_and_no_more, |server| async {
    let hall = Hall::open(server, draft(1)).await;
    let owner = hall.owner.cookie.clone();
    let mut reader = server.enter("reader").await;
    follow(&mut reader, &hall).await;
    let mut list = server.enter("list").await;
    subscribe(&mut list, &hall, None, true).await.unwrap();
    for tab in [&mut reader, &mut list] {
        assert_eq!(hears_shown(tab).await.plies, 0, "{}", tab.name);
    }
    hall.write(&owner, 0, 1, moves(&["7g7f", "3c3d", "2g2f"])).await;
    for tab in [&mut reader, &mut list] {
        let shown = hears_shown(tab).await;
        assert_eq!((shown.plies, shown.last.as_deref()), (2, Some("3c3d")), "{}", tab.name);
    }
    // What changes no move is told too, as soon as nobody is behind any more.
    let mut terms = draft(0)["terms"].clone();
    assert_eq!(send(server, &owner, "PUT", &hall.path, terms.clone()).await.status, 204);
    for tab in [&mut reader, &mut list] {
        assert_eq!(hears_shown(tab).await.plies, 3, "{}", tab.name);
    }
    hall.write(&owner, 3, 2, json!([{ "t": "paused" }])).await;
    for tab in [&mut reader, &mut list] {
        assert!(hears_shown(tab).await.is_paused, "{}", tab.name);
    }
    // A change is one frame, and whoever glances gets nothing but what is shown, and is nobody.
    reader.now().await;
    let n_watchers = reader.rest().into_iter().filter_map(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match *event {
            ReviewEvent::Present { watchers, .. } => Some(watchers),
            ReviewEvent::Study { .. } | ReviewEvent::Changed { shown: None, .. } => None,
            ReviewEvent::Talk { ref lines } if lines.is_empty() => None,
            other => panic!("{other:?}"),
        },
        _ => None,
    });
    assert!(n_watchers.into_iter().all(|n| n == 1));
    list.now().await;
    for message in list.rest() {
        let ServerMessage::Event { seq, event: StreamEvent::Review(event), .. } = message else {
            continue;
        };
        assert!(seq.is_none() && matches!(*event, ReviewEvent::Study { .. }), "{event:?}");
    }

    // After an interruption they have what they missed, and no tree that they have already.
    let stream = StreamName::Review(hall.board.parse().unwrap());
    let last = reader.streams[&stream].1;
    reader.reconnect(server.address).await;
    hall.write(&owner, 4, 3, json!([{ "t": "resumed" }])).await;
    until("the break is over", || async { hall.shown().await["is_paused"] == false }).await;
    subscribe(&mut reader, &hall, Some(last), false).await.unwrap();
    let shown = hears_shown(&mut reader).await;
    assert!(!shown.is_paused && shown.plies == 3, "{shown:?}");
    let is_whole = |it: &ServerMessage| matches!(it, ServerMessage::Snapshot { .. });
    reader.now().await;
    assert!(!reader.rest().iter().any(is_whole));

    // A draft is told to its members only.
    terms["visibility"] = json!("private");
    assert_eq!(send(server, &owner, "PUT", &hall.path, terms).await.status, 204);
    for tab in [&mut reader, &mut list] {
        tab.hears(|message| match message {
            ServerMessage::Event { event: StreamEvent::Review(event), .. } => {
                matches!(**event, ReviewEvent::Study { .. }).then_some(())
            }
            _ => None,
        })
        .await;
        tab.now().await;
        tab.rest();
    }
    hall.write(&owner, 5, 4, moves(&["8c8d"])).await;
    until("a member sees it", || async {
        hall.get(&owner, &hall.path).await.json()["boards"][0]["shown"]["plies"] == 4
    })
    .await;
    for (tab, glance) in [(&mut reader, false), (&mut list, true)] {
        tab.now().await;
        assert!(tab.rest().is_empty(), "{}", tab.name);
        let refused = subscribe(tab, &hall, None, glance).await;
        assert_eq!(refused.err(), Some(RefusalCode::UnknownReview), "{}", tab.name);
    }
});
