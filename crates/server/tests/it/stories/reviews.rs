//! Reviews: of a game by its players together, and of what somebody brings.

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, MeEvent, RefusalCode, ReviewEvent, ReviewView, ServerMessage, SideWish,
    StreamEvent, StreamName, StreamSnapshot,
};
use komadai_review::{Change, Edit};
use komadai_store::reviews;
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code, register},
    pair, play,
    ratings::member,
    site::{send, sign_in_as},
};
use crate::fixture::{
    Tab, TestServer, both_servers, clock,
    http::{self, Page},
    setup,
};

async fn request(who: &Tab, method: &str, path: &str, body: &str) -> Page {
    let headers = [("Cookie", who.cookie.as_str()), ("Content-Type", "application/json")];
    http::request(who.address, method, path, &headers, body).await
}

/// Follows a review; how it is then.
async fn follow(tab: &mut Tab, review: Code) -> ReviewView {
    tab.follow(StreamName::Review(review)).await;
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Review(view), .. } => {
            Some(view.as_ref().clone())
        }
        _ => None,
    })
    .await
}

async fn edit(tab: &mut Tab, review: Code, edit: Edit) -> Result<(), RefusalCode> {
    tab.ask(|id| ClientMessage::Edit { id, review, edit }).await.map(drop)
}

/// The next change that a tab receives, with its number and its author.
async fn hears_change(tab: &mut Tab) -> (u32, String, Change) {
    tab.hears(|message| match message {
        ServerMessage::Event { seq: Some(seq), event: StreamEvent::Review(event), .. } => {
            let ReviewEvent::Changed { by, change, .. } = event.as_ref() else { return None };
            Some((*seq, by.clone(), change.clone()))
        }
        _ => None,
    })
    .await
}

fn move_after(after: u32, usi: &str) -> Edit {
    Edit::Play { after, usi: usi.to_owned(), alone: false }
}

both_servers!(both_players_review_their_game_and_watchers_look_on, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    assert_eq!(
        sente
            .ask(|id| ClientMessage::Subscribe {
                id,
                stream: StreamName::Review(game),
                last: None,
                epoch: None,
                glance: false,
            })
            .await
            .err(),
        Some(RefusalCode::GameNotOver),
        "nobody reviews a game that is played"
    );
    play(&mut sente, &mut gote, ["7g7f", "3c3d"].into_iter()).await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    let gote_name = gote.user.as_ref().unwrap().name.clone();

    let mut watcher = server.enter("watcher").await;
    watcher.look_at(game).await;
    watcher.chat("?").await.unwrap();
    let seen = follow(&mut watcher, game).await;
    assert!(!seen.may_edit && seen.of_game && seen.tree.nodes.len() == 4, "{seen:?}");
    assert_eq!(seen.tree.at, 2, "a review opens at the last move");
    // The first to open it invites the other.
    let _ = gote.rest();
    let sente_name = sente.user.as_ref().unwrap().name.clone();
    assert!(follow(&mut sente, game).await.may_edit);
    let invited = gote
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::ReviewOpened { review, by }),
                ..
            } => Some((*review, by.clone())),
            _ => None,
        })
        .await;
    assert_eq!(invited, (game, sente_name));
    let seen = follow(&mut gote, game).await;
    assert_eq!(seen.here.len(), 2, "{seen:?}");

    edit(&mut gote, game, move_after(1, "8c8d")).await.unwrap();
    for tab in [&mut sente, &mut watcher] {
        let (seq, by, change) = hears_change(tab).await;
        assert_eq!((seq, &by), (1, &gote_name));
        assert!(
            matches!(change, Change::Added { node, .. } if node.usi.as_deref() == Some("8c8d"))
        );
    }
    edit(&mut sente, game, Edit::Comment { node: 4, text: "角換わり".to_owned() }).await.unwrap();
    assert!(
        matches!(hears_change(&mut watcher).await, (2, _, Change::Commented { by, .. }) if by == [0])
    );
    assert_eq!(
        edit(&mut watcher, game, Edit::Look { node: 0 }).await,
        Err(RefusalCode::NotYourReview)
    );
    assert_eq!(
        edit(&mut sente, game, move_after(0, "7g7e")).await,
        Err(RefusalCode::CannotMoveThere)
    );
    assert_eq!(
        edit(&mut sente, game, Edit::Look { node: 99 }).await,
        Err(RefusalCode::UnknownNode)
    );

    // A repeated command is carried out once, also by another process.
    let repeated = ClientMessage::Edit { id: 900, review: game, edit: Edit::Look { node: 0 } };
    sente.deliver(&repeated).await;
    sente.answer(900).await.unwrap();
    edit(&mut sente, game, Edit::Look { node: 1 }).await.unwrap();
    server.restart().await;
    sente.reconnect(server.address).await;
    sente.deliver(&repeated).await;
    sente.answer(900).await.unwrap();
    let seen = follow(&mut sente, game).await;
    assert_eq!((seen.tree.at, seen.tree.nodes.len()), (1, 5), "nothing is lost");
    let commented = seen.tree.nodes.last().unwrap();
    assert_eq!((commented.comment.as_str(), &*commented.by), ("角換わり", &[0][..]));
    assert_eq!(seen.authors, [sente.user.as_ref().unwrap().name.clone()]);

    // The review is written like any record, the game's own record stays as it was.
    let kif = server.get(&format!("/api/v1/reviews/{game}/record.kifu")).await;
    let kif = String::from_utf8(kif.body).unwrap();
    assert!(kif.contains("８四歩(83)") && kif.contains("*角換わり"), "{kif}");
    let kif = server.get(&format!("/api/v1/games/{game}/record.kifu")).await;
    assert!(!String::from_utf8(kif.body).unwrap().contains("８四歩"));
});

const FILE: &str = "手合割：平手\n先手：羽生\n後手：森内\n   1 ７六歩(77)\n   2 ３四歩(33)\n変化：2手\n   2 ８四歩(83)\n";

both_servers!(what_somebody_brings_is_reviewed_kept_and_shared, |server| async {
    let alice = server.enter("alice").await;
    let mut bob = server.enter("bob").await;
    let read = request(&alice, "POST", "/api/v1/reviews/read", FILE).await;
    assert_eq!(read.status, 200, "{read:?}");
    let tree = read.json()["trees"][0].clone();
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 4);
    let csa = request(&alice, "POST", "/api/v1/reviews/file/record.csa", &tree.to_string()).await;
    assert!(String::from_utf8_lossy(&csa.body).contains("+7776FU"), "{csa:?}");

    let draft = json!({ "tree": tree }).to_string();
    let made = request(&alice, "POST", "/api/v1/reviews", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let review: Code = made.json()["review"].as_str().unwrap().parse().unwrap();
    let path = format!("/api/v1/reviews/{review}");

    // Anyone with the link sees it; nobody else changes it.
    assert_eq!(request(&bob, "GET", &path, "").await.json()["may_edit"], json!(false));
    assert_eq!(request(&alice, "GET", &path, "").await.json()["may_edit"], json!(true));
    assert!(!follow(&mut bob, review).await.may_edit);
    assert_eq!(
        edit(&mut bob, review, move_after(0, "2g2f")).await,
        Err(RefusalCode::NotYourReview)
    );
    let listed = async |who: &Tab, path: &str| -> Vec<Value> {
        request(who, "GET", path, "").await.json()["reviews"].as_array().unwrap().clone()
    };
    assert_eq!(listed(&alice, "/api/v1/me/reviews").await[0]["title"], "羽生 – 森内");
    assert_eq!(listed(&bob, "/api/v1/reviews").await.len(), 0, "it was not published");
    let terms = json!({ "public": true }).to_string();
    assert_eq!(request(&bob, "PUT", &path, &terms).await.status, 403);
    assert_eq!(request(&alice, "PUT", &path, &terms).await.status, 204);
    assert_eq!(listed(&bob, "/api/v1/reviews").await.len(), 1);

    assert_eq!(request(&bob, "DELETE", &path, "").await.status, 403);
    assert_eq!(request(&alice, "DELETE", &path, "").await.status, 204);
    assert_eq!(request(&alice, "GET", &path, "").await.status, 404);

    let tree = serde_json::from_str::<Value>(&draft).unwrap()["tree"].to_string();
    for (path, body, status, code) in [
        ("/api/v1/reviews/read", "hello", 422, "unreadable"),
        ("/api/v1/reviews", "{}", 422, "bad_body"),
        ("/api/v1/reviews", &draft.replace("7g7f", "5e5d"), 422, "bad_review"),
        ("/api/v1/reviews/file/record.exe", &tree, 404, "unknown_format"),
    ] {
        let page = request(&alice, "POST", path, body).await;
        assert_eq!((page.status, page.json()["code"].as_str()), (status, Some(code)), "{path}");
    }
});

both_servers!(no_engine_helps_in_a_rated_game, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let leave = async |who: &Tab| request(who, "GET", "/api/v1/me/engine", "").await.json();
    assert_eq!(leave(&alice).await, json!({ "allowed": true, "game": null }));
    let mut wanted = setup(clock("10+30"));
    (wanted.rated, wanted.side) = (true, SideWish::Random);
    alice.seek_for(wanted).await.unwrap();
    let game = bob.accept().await;
    alice.sit_down().await;
    for player in [&alice, &bob] {
        assert_eq!(leave(player).await, json!({ "allowed": false, "game": game.to_string() }));
    }
    let visitor = server.enter("visitor").await;
    assert_eq!(leave(&visitor).await["allowed"], json!(true));
    bob.look_at(game).await;
    bob.resign().await.unwrap();
    bob.sees_end().await;
    assert_eq!(leave(&bob).await["allowed"], json!(true));
});

#[tokio::test]
async fn the_page_of_reviews_is_isolated_and_no_other_is() {
    let server = TestServer::start().await;
    for (path, isolated) in [
        ("/review", true),
        ("/review/123456789A", true),
        ("/study/123456789A", true),
        ("/studious", false),
        ("/", false),
    ] {
        let page = server.get(path).await;
        let policy = page.header("content-security-policy").unwrap_or_default();
        assert_eq!(policy.contains("wasm-unsafe-eval"), isolated, "{path}");
        let opener = page.header("cross-origin-opener-policy");
        assert_eq!(opener, isolated.then_some("same-origin"), "{path}");
    }
}

both_servers!(what_is_stored_counts_whoever_stored_it, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, ["7g7f"].into_iter()).await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    follow(&mut sente, game).await;
    edit(&mut sente, game, move_after(0, "2g2f")).await.unwrap();
    // As when a change was stored and nobody said so.
    let store = server.store();
    let mut tx = store.write().await.unwrap();
    let mut stored = reviews::find_by_code(&mut tx, game).await.unwrap().unwrap();
    stored.summary.seq += 1;
    assert!(reviews::keep(&mut tx, &stored).await.unwrap());
    tx.commit().await.unwrap();
    let edit = ClientMessage::Edit { id: 950, review: game, edit: move_after(0, "5g5f") };
    sente.deliver(&edit).await;
    assert_eq!(sente.answer(950).await.unwrap_err(), RefusalCode::Internal);
    sente.deliver(&edit).await;
    sente.answer(950).await.unwrap();
    let view = server.get(&format!("/api/v1/reviews/{game}")).await.json();
    // The start, the game's move and its end, and the two that were added.
    assert_eq!(view["tree"]["nodes"].as_array().unwrap().len(), 5, "{view}");
});

both_servers!(a_review_is_reported_and_taken_down, |server| async {
    let owner = member(server, "owner", "5k").await;
    let reader = member(server, "reader", "5k").await;
    let file = "position startpos moves 7g7f 3c3d";
    let read = request(&owner, "POST", "/api/v1/reviews/read?format=usi", file).await;
    let draft = json!({ "tree": read.json()["trees"][0], "public": true });
    let page = request(&owner, "POST", "/api/v1/reviews", &draft.to_string()).await;
    assert_eq!(page.status, 201, "{page:?}");
    let review = page.json()["review"].as_str().unwrap().to_owned();

    let body = json!({ "review": review, "reason": "abuse", "words": "xấu" });
    let page = send(server, &owner.cookie, "POST", "/reports", body.clone()).await;
    assert_eq!(code(&page), (422, "yourself".to_owned()));
    assert_eq!(send(server, &reader.cookie, "POST", "/reports", body).await.status, 204);
    let nowhere = json!({ "review": "123456789A", "reason": "abuse" });
    let page = send(server, &reader.cookie, "POST", "/reports", nowhere).await;
    assert_eq!(code(&page), (404, "unknown_review".to_owned()));

    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let reports = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await.json();
    let report = &reports["reports"][0];
    assert_eq!(report["game"], format!("review/{review}"));
    assert_eq!((&report["about_name"], &report["reason"]), (&json!("owner"), &json!("abuse")));

    let remove = format!("/moderation/reviews/{review}/remove");
    let page = send(server, &moderator, "POST", &remove, json!({ "reason": " " })).await;
    assert_eq!(code(&page), (422, "bad_reason".to_owned()));
    let why = json!({ "reason": "nói xấu người khác" });
    let page = send(server, &reader.cookie, "POST", &remove, why.clone()).await;
    assert_eq!(code(&page), (403, "not_allowed".to_owned()));
    assert_eq!(send(server, &moderator, "POST", &remove, why.clone()).await.status, 204);
    let page = send(server, &moderator, "POST", &remove, why).await;
    assert_eq!(code(&page), (404, "unknown_review".to_owned()), "it is gone");
    assert_eq!(server.get(&format!("/api/v1/reviews/{review}")).await.status, 404);
    assert_eq!(server.get("/api/v1/reviews").await.json()["reviews"], json!([]));

    let admin = sign_in_as(server, "root-user", "admin").await;
    let entries = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
    let entries = entries["entries"].as_array().unwrap();
    let entry = entries.iter().find(|it| it["action"] == "remove_review").expect("it is noted");
    assert_eq!(entry["details"], format!("{review}: nói xấu người khác"));
    assert_eq!(entry["about"], "owner");
});

both_servers!(an_open_review_forgets_the_name_of_a_deleted_account, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, ["7g7f"].into_iter()).await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    let cookie = register(server, &sente.cookie, "minh-anh").await;
    let mut minh = Tab::open(server.address, "minh", Some(cookie.clone())).await;
    follow(&mut gote, game).await;
    assert!(follow(&mut minh, game).await.may_edit);
    edit(&mut minh, game, Edit::Comment { node: 1, text: "角道".to_owned() }).await.unwrap();
    hears_change(&mut gote).await;
    let seen = follow(&mut server.enter("early").await, game).await;
    assert!(
        seen.authors == ["Minh Ánh"] && seen.tree.header("Sente") == Some("Minh Ánh"),
        "{seen:?}"
    );

    let deleted = ask(server, &cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    let seen = follow(&mut server.enter("late").await, game).await;
    assert_eq!(seen.authors, ["(deleted)"]);
    let whole = serde_json::to_string(&seen).unwrap();
    assert!(!whole.contains("Minh"), "{whole}");
});
