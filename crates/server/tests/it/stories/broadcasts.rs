//! Broadcasts: who keeps the score, who sees what of it and when, and what goes wrong on the way.

mod followers;
mod of_event;
mod talk;

use komadai_protocol::{
    Answer, ClientMessage, RefusalCode, ReviewEvent, ServerMessage, StreamEvent, StreamName,
    StreamSnapshot,
};
use komadai_review::{Change, Edit, Tree};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code},
    programs::token,
    ratings::member,
    site::send,
    studies::takes_part,
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, until};

/// A public broadcast of one board, behind by so many moves.
fn draft(delay_plies: u32) -> Value {
    json!({
        "terms": {
            "title": "Chung kết",
            "visibility": "public",
            "starts_ms": 1_000,
            "delay_plies": delay_plies,
        },
        "boards": [{
            "names": { "sente": "Nguyễn Bí Mật", "gote": "羽生" },
            "announced": {
                "grades": { "sente": "6d", "gote": "九段" },
                "time": { "kind": "byoyomi", "main_s": 28_800, "per_move_s": 60 },
            },
            "round": "1",
        }],
    })
}

/// A broadcast with its owner.
struct Hall<'a> {
    server: &'a TestServer,
    owner: Tab,
    /// Its address in the API.
    path: String,
    board: String,
}

impl<'a> Hall<'a> {
    async fn open(server: &'a TestServer, draft: Value) -> Self {
        let owner = member(server, "owner", "5k").await;
        let page = send(server, &owner.cookie, "POST", "/broadcasts", draft).await;
        assert_eq!(page.status, 201, "{page:?}");
        let path = format!("/broadcasts/{}", page.json()["broadcast"].as_str().unwrap());
        let seen = send(server, &owner.cookie, "GET", &path, Value::Null).await.json();
        let board = seen["boards"][0]["board"].as_str().unwrap().to_owned();
        Self { server, owner, path, board }
    }

    fn study(&self) -> String {
        self.path.replace("/broadcasts/", "/studies/")
    }

    async fn get(&self, cookie: &str, path: &str) -> Page {
        send(self.server, cookie, "GET", path, Value::Null).await
    }

    /// Makes somebody a member.
    async fn admit(&self, handle: &str, role: &str) -> Tab {
        let who = member(self.server, handle, "5k").await;
        takes_part(self.server, &self.owner, (&who, handle), (&self.study(), role)).await;
        who
    }

    fn entries(&self) -> String {
        format!("{}/boards/{}/entries", self.path, self.board)
    }

    /// Writes entries, whose ids follow from `series` and their place.
    async fn write(&self, who: &str, follows: u32, series: u32, entries: Value) -> Value {
        let entries = entries.as_array().unwrap().iter().enumerate();
        let entries: Vec<_> = entries
            .map(|(n, entry)| {
                json!({ "id": format!("00000000-0000-7000-8000-{series:04}{n:08}"), "entry": entry })
            })
            .collect();
        let body = json!({ "follows": follows, "entries": entries });
        let page = send(self.server, who, "POST", &self.entries(), body).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()
    }

    /// What the public sees of the board in the list.
    async fn shown(&self) -> Value {
        self.get("", &self.path).await.json()["boards"][0]["shown"].clone()
    }

    /// Waits until the public sees so many moves.
    async fn shows(&self, plies: u32) -> Value {
        until("the moves are shown", || async { self.shown().await["plies"] == plies }).await;
        self.shown().await
    }

    async fn tree(&self) -> Tree {
        let page = self.get("", &format!("/reviews/{}", self.board)).await;
        serde_json::from_value(page.json()["tree"].clone()).unwrap()
    }
}

fn mv(usi: &str) -> Value {
    json!({ "t": "move", "usi": usi })
}

fn moves(usi: &[&str]) -> Value {
    usi.iter().map(|usi| mv(usi)).collect()
}

/// The moves of the main line.
fn main_line(tree: &Tree) -> Vec<String> {
    let mut at = 0;
    let mut line = Vec::new();
    while let Some(node) = tree.nodes.iter().find(|it| it.parent == Some(at)) {
        line.extend(node.usi.clone().or_else(|| node.end.clone()));
        at = node.id;
    }
    line
}

/// Follows the board, or only glances at it.
async fn subscribe(
    tab: &mut Tab,
    hall: &Hall<'_>,
    last: Option<u32>,
    glance: bool,
) -> Result<Answer, RefusalCode> {
    let stream = StreamName::Review(hall.board.parse().unwrap());
    tab.ask(|id| ClientMessage::Subscribe { id, stream, last, epoch: None, glance }).await
}

async fn follow(tab: &mut Tab, hall: &Hall<'_>) {
    subscribe(tab, hall, None, false).await.unwrap();
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Review(_), .. } => Some(()),
        _ => None,
    })
    .await;
}

/// Waits for a move to be added to the tree.
async fn hears_move(tab: &mut Tab) -> String {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Changed { change: Change::Added { node, .. }, .. } => node.usi.clone(),
            _ => None,
        },
        _ => None,
    })
    .await
}

both_servers!(a_game_is_entered_and_followed, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let scorer = hall.admit("scorer", "scorer").await;
    let mut reader = server.enter("reader").await;
    follow(&mut reader, &hall).await;
    let lists = hall.get("", "/broadcasts").await.json();
    assert_eq!(lists["now"][0]["title"], "Chung kết", "{lists}");
    assert_eq!((&lists["own"], &lists["past"]), (&json!([]), &json!([])));

    let written = hall.write(&scorer.cookie, 0, 1, moves(&["7g7f"])).await;
    assert_eq!((&written["last"], written.get("refused")), (&json!(1), None), "{written}");
    assert_eq!(hears_move(&mut reader).await, "7g7f");
    // What is delivered twice is one entry.
    let again = hall.write(&scorer.cookie, 0, 1, moves(&["7g7f"])).await;
    assert_eq!(again, written);
    let clock = json!({ "t": "clock", "side": "sente", "remaining_ms": 28_000_000 });
    let over = json!({ "t": "result", "cause": "resignation", "winner": "sente" });
    hall.write(&scorer.cookie, 1, 2, json!([clock, mv("3c3d"), mv("2g2f"), over])).await;
    let shown = hall.shows(3).await;
    assert_eq!(shown["end"], "resignation", "{shown}");
    assert_eq!(shown["clocks"]["sente"]["remaining_ms"], 28_000_000);
    assert_eq!(main_line(&hall.tree().await), ["7g7f", "3c3d", "2g2f", "resignation"]);
    // A mistake is taken back.
    hall.write(&scorer.cookie, 5, 3, json!([{ "t": "undo" }, { "t": "undo" }, mv("6g6f")])).await;
    until("the mistake is gone", || async {
        main_line(&hall.tree().await) == ["7g7f", "3c3d", "6g6f"]
    })
    .await;
    let kifu = hall.get("", &format!("/reviews/{}/record.kifu", hall.board)).await;
    let kifu = String::from_utf8(kifu.body).unwrap();
    assert!(kifu.contains("先手：Nguyễn Bí Mật") && kifu.contains("６六歩"), "{kifu}");
});

both_servers!(only_members_write_and_only_what_is_their_part, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let mut commentator = hall.admit("commentator", "contributor").await;
    let scorer = hall.admit("scorer", "scorer").await;
    let stranger = member(server, "stranger", "5k").await;
    hall.write(&scorer.cookie, 0, 1, moves(&["7g7f", "3c3d"])).await;
    hall.shows(2).await;
    let body = json!({ "follows": 0, "entries": [] });
    let record = format!("{}/boards/{}/record", hall.path, hall.board);
    for who in [&commentator, &stranger] {
        for (method, path) in [("POST", hall.entries()), ("GET", hall.entries())] {
            let page = send(server, &who.cookie, method, &path, body.clone()).await;
            assert_eq!(code(&page), (403, "not_scorer".to_owned()), "{page:?}");
        }
        let page = send(server, &who.cookie, "PUT", &record, json!("moves 7g7f")).await;
        assert!((400..500).contains(&page.status), "{page:?}");
    }
    let terms = draft(0)["terms"].clone();
    let boards = json!({ "boards": draft(0)["boards"] });
    let new_board = draft(0)["boards"][0].clone();
    for who in [&scorer, &commentator, &stranger] {
        for (method, path, body) in [
            ("PUT", hall.path.clone(), terms.clone()),
            ("POST", format!("{}/boards", hall.path), boards.clone()),
            ("PUT", format!("{}/boards/{}", hall.path, hall.board), new_board.clone()),
            ("DELETE", format!("{}/chapters/{}", hall.study(), hall.board), Value::Null),
            ("DELETE", hall.study(), Value::Null),
        ] {
            let page = send(server, &who.cookie, method, &path, body).await;
            assert_eq!(code(&page), (403, "not_your_study".to_owned()), "{method} {path}");
        }
    }

    // A commentator adds to the game, and leaves it as it was played.
    let review = hall.board.parse().unwrap();
    let edit = |edit| move |id| ClientMessage::Edit { id, review, edit };
    let play = Edit::Play { after: 1, usi: "8c8d".to_owned(), alone: true };
    commentator.ask(edit(play)).await.unwrap();
    let comment = Edit::Comment { node: 2, text: "Nước hay".to_owned() };
    commentator.ask(edit(comment)).await.unwrap();
    for wrong in [Edit::Delete { node: 1 }, Edit::Promote { node: 3 }] {
        let refused = commentator.ask(edit(wrong)).await.map(drop);
        assert_eq!(refused, Err(RefusalCode::BadEdit));
    }
    hall.write(&scorer.cookie, 2, 2, json!([{ "t": "undo" }, mv("8c8d")])).await;
    until("the variation is the game", || async {
        main_line(&hall.tree().await) == ["7g7f", "8c8d"]
    })
    .await;
    let tree = hall.tree().await;
    let kept = tree.nodes.iter().find(|it| it.comment == "Nước hay").expect("the comment");
    assert_eq!((kept.usi.as_deref(), kept.scored), (Some("3c3d"), false), "{tree:?}");
});

both_servers!(two_scorers_agree_or_are_told, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let [one, other] = [hall.admit("one", "scorer").await, hall.admit("other", "scorer").await];
    hall.write(&one.cookie, 0, 1, moves(&["7g7f", "3c3d"])).await;
    // The other was without a network for two moves, and has seen the same.
    let written = hall.write(&other.cookie, 0, 2, moves(&["7g7f", "3c3d", "2g2f"])).await;
    assert_eq!(written["last"], 3, "{written}");
    let numbers: Vec<_> =
        written["entries"].as_array().unwrap().iter().map(|it| it["n"].clone()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    // Both at once have seen different things: one of them is told what is there.
    let written = hall.write(&one.cookie, 2, 3, moves(&["6g6f", "8c8d"])).await;
    let refused = &written["refused"];
    assert_eq!((&refused["conflict"], &written["entries"]), (&json!(true), &json!([])));
    assert_eq!(refused["other"]["entry"], mv("2g2f"), "{written}");
    assert_eq!(refused["other"]["by"], "other");
    let wrong = hall.write(&one.cookie, 3, 4, moves(&["8c8d", "7g7e"])).await;
    assert_eq!((&wrong["last"], &wrong["refused"]["conflict"]), (&json!(4), &json!(false)));
    hall.shows(4).await;
});

both_servers!(a_sealed_move_is_seen_by_nobody_else, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let [one, other] = [hall.admit("one", "scorer").await, hall.admit("other", "scorer").await];
    let sealed = json!({ "t": "sealed", "usi": "2g2f" });
    hall.write(&one.cookie, 0, 1, json!([mv("7g7f"), mv("3c3d"), sealed])).await;
    until("the seal is shown", || async { hall.shown().await["is_sealed"] == true }).await;
    for (who, sees) in [(&hall.owner, true), (&one, true), (&other, false)] {
        let score = hall.get(&who.cookie, &hall.entries()).await.json();
        assert_eq!(score["entries"][2]["entry"]["t"], "sealed");
        assert_eq!(score.to_string().contains("2g2f"), sees, "{score}");
    }
    // Whoever guesses is not told whether it is right, nor what it is.
    let guess = json!([{ "t": "sealed", "usi": "6g6f" }]);
    let refused = hall.write(&other.cookie, 2, 2, guess).await;
    assert_eq!(refused["refused"]["other"]["entry"], json!({ "t": "sealed" }), "{refused}");
    for path in [hall.path.clone(), format!("/reviews/{}", hall.board), hall.study()] {
        let page = String::from_utf8(hall.get(&other.cookie, &path).await.body).unwrap();
        assert!(!page.contains("2g2f"), "{path}: {page}");
    }
    hall.write(&other.cookie, 3, 3, json!([{ "t": "opened" }])).await;
    assert_eq!(hall.shows(3).await["last"], "2g2f");
});

both_servers!(the_public_is_behind, |server| async {
    let hall = Hall::open(server, draft(2)).await;
    let owner = hall.owner.cookie.clone();
    hall.write(&owner, 0, 1, moves(&["7g7f", "3c3d", "2g2f"])).await;
    hall.shows(1).await;
    let score = hall.get(&owner, &hall.entries()).await.json();
    assert_eq!(score["entries"].as_array().unwrap().len(), 3);
    assert_eq!(main_line(&hall.tree().await), ["7g7f"]);
    // With a result, everything is shown; with time as well, not before that.
    hall.write(&owner, 3, 2, json!([{ "t": "result", "cause": "draw" }])).await;
    assert_eq!(hall.shows(3).await["end"], "draw");
    let mut terms = draft(0)["terms"].clone();
    terms["delay_s"] = json!(3_600);
    assert_eq!(send(server, &owner, "PUT", &hall.path, terms).await.status, 204);
    hall.shows(0).await;
    assert_eq!(main_line(&hall.tree().await), [""; 0], "what comes too early is taken away again");
});

/// The answer to a record about which nothing is to be said.
fn written(added: u32, last: u32) -> Value {
    json!({ "added": added, "last": last, "notes": [], "n_notes": 0 })
}

both_servers!(programs_push_entries_and_whole_records, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let bearer = token(server, &hall.owner.cookie, &["import"]).await;
    let post = async |method: &str, path: &str, body: &str| {
        let path = format!("/api/v1{path}");
        server.request(method, &path, &[("Authorization", bearer.as_str())], body).await
    };
    let id = "01930000-0000-7000-8000-000000000001";
    let body = json!({ "follows": 0, "entries": [{ "id": id, "entry": mv("7g7f") }] });
    assert_eq!(post("POST", &hall.entries(), &body.to_string()).await.status, 200);
    let record = format!("{}/boards/{}/record", hall.path, hall.board);
    let page = post("PUT", &record, "position startpos moves 7g7f 3c3d 2g2f").await;
    assert_eq!((page.status, page.json()), (200, written(2, 3)));
    let same = post("PUT", &record, "position startpos moves 7g7f 3c3d 2g2f").await;
    assert_eq!(same.json(), written(0, 3));
    let other = post("PUT", &record, "position startpos moves 7g7f 8c8d").await;
    assert_eq!(other.json(), written(3, 6), "two are undone");
    let odd = "手合割：平手\n   1 ７六歩(77)\nなんだろう\n   2 ８四歩(83)\n";
    let odd = post("PUT", &record, odd).await;
    assert_eq!((odd.status, &odd.json()["n_notes"]), (200, &json!(1)), "{odd:?}");
    until("the record is shown", || async { main_line(&hall.tree().await) == ["7g7f", "8c8d"] })
        .await;
    let weak = token(server, &hall.owner.cookie, &["read"]).await;
    let headers = [("Authorization", weak.as_str())];
    let page = server.request("PUT", &format!("/api/v1{record}"), &headers, "moves 7g7f").await;
    assert!((401..=403).contains(&page.status), "{page:?}");
});

both_servers!(a_draft_is_its_members_and_goes_with_its_owner, |server| async {
    let mut terms = draft(0);
    terms["terms"]["visibility"] = json!("private");
    let hall = Hall::open(server, terms).await;
    let scorer = hall.admit("scorer", "scorer").await;
    let stranger = member(server, "stranger", "5k").await;
    hall.write(&scorer.cookie, 0, 1, moves(&["7g7f"])).await;
    for cookie in [&stranger.cookie, ""] {
        let page = hall.get(cookie, &hall.path).await;
        assert_eq!(code(&page), (404, "unknown_broadcast".to_owned()));
        let lists = hall.get(cookie, "/broadcasts").await.json().to_string();
        assert!(!lists.contains("Chung kết"), "{lists}");
    }
    let page = hall.get(&stranger.cookie, &hall.entries()).await;
    assert_eq!(code(&page), (404, "unknown_broadcast".to_owned()));
    assert_eq!(hall.get(&scorer.cookie, &hall.path).await.json()["role"], "scorer");
    let lists = hall.get(&scorer.cookie, "/broadcasts").await.json();
    assert_eq!(lists["own"][0]["title"], "Chung kết");
    // It is no study in any list of studies, and no study has scorers.
    let studies = hall.get(&hall.owner.cookie, "/me/studies").await.json();
    assert_eq!(studies["studies"], json!([]));
    // It is among what is stored about them: with its boards for the owner, by its name for others.
    for (cookie, n_boards) in [(&hall.owner.cookie, 1), (&scorer.cookie, 0)] {
        let kept = hall.get(cookie, "/me/data.json").await.json()["studies"][0].clone();
        assert_eq!(kept["title"], "Chung kết", "{kept}");
        assert_eq!(kept["chapters"].as_array().unwrap().len(), n_boards, "{kept}");
    }
    // So is what each has entered.
    for (cookie, scores) in [
        (&scorer.cookie, json!([[{ "n": 1, "entry": mv("7g7f") }]])),
        (&hall.owner.cookie, json!([])),
    ] {
        let mut kept = hall.get(cookie, "/me/data.json").await.json()["scores"].clone();
        let told = kept.as_array_mut().unwrap().iter_mut().map(|score| {
            assert_eq!(score["board"], hall.board);
            let mut entries = score["entries"].take();
            for entry in entries.as_array_mut().unwrap() {
                assert!(entry.as_object_mut().unwrap().remove("at_ms").is_some());
            }
            entries
        });
        assert_eq!(Value::from(told.collect::<Vec<_>>()), scores);
    }

    let password = json!({ "password": PASSWORD });
    let page = ask(server, &hall.owner.cookie, "delete", password).await;
    assert!(page.status < 300, "{page:?}");
    until("it is gone", || async { hall.get(&scorer.cookie, &hall.path).await.status == 404 })
        .await;
});

both_servers!(
    a_board_is_read_from_an_address,
    |config| {
        config.imports.hosts = vec!["*".to_owned()];
        config.imports.from_private = true;
    },
    |server| async {
        let hall = Hall::open(server, draft(0)).await;
        let owner = hall.owner.cookie.clone();
        hall.write(&owner, 0, 1, moves(&["7g7f", "3c3d"])).await;
        hall.shows(2).await;
        // A board of this server is the file of another one.
        let file = format!("http://{}/api/v1/reviews/{}/record.kifu", server.address, hall.board);
        let mut board = draft(0)["boards"][0].clone();
        board["source"] = json!(file);
        let boards = format!("{}/boards", hall.path);
        let body = json!({ "boards": [board] });
        assert_eq!(send(server, &owner, "POST", &boards, body).await.status, 201);
        let followed = async || {
            let page = hall.get(&owner, &hall.path).await.json();
            page["boards"][1].clone()
        };
        until("the file is read", || async { followed().await["shown"]["plies"] == 2 }).await;
        assert_eq!(followed().await["source"]["errors"], 0);
        assert_eq!(hall.get("", &hall.path).await.json()["boards"][1].get("source"), None);
        hall.write(&owner, 2, 2, json!([{ "t": "undo" }, mv("8c8d"), mv("2g2f")])).await;
        until("the file is read again", || async { followed().await["shown"]["last"] == "2g2f" })
            .await;
        board["source"] = json!("ftp://example.org/a.kif");
        let page = send(server, &owner, "POST", &boards, json!({ "boards": [board] })).await;
        assert_eq!(code(&page), (422, "bad_words".to_owned()), "{page:?}");
    }
);

both_servers!(strangers_share_one_answer_that_is_never_old, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let path = format!("/api/v1{}", hall.path);
    let first = server.get(&path).await;
    assert_eq!(first.header("cache-control"), Some("no-cache"), "{}", first.head);
    let tag = first.header("etag").unwrap().to_owned();
    let asked = async |cookie: &str| {
        server.get_with(&path, &[("If-None-Match", &tag), ("Cookie", cookie)]).await
    };
    let stranger = member(server, "stranger", "5k").await;
    for cookie in ["", &stranger.cookie] {
        let same = asked(cookie).await;
        assert_eq!((same.status, same.body.len()), (304, 0), "{cookie}");
    }
    // Its members are answered something else, which nobody keeps.
    let own = asked(&hall.owner.cookie).await;
    assert_eq!((own.status, own.json()["role"].as_str()), (200, Some("owner")));
    assert_eq!(own.header("cache-control"), Some("no-store"), "{}", own.head);

    hall.write(&hall.owner.cookie, 0, 1, moves(&["7g7f"])).await;
    hall.shows(1).await;
    assert_eq!(asked("").await.status, 200, "a move is seen");
    let scorer = hall.admit("scorer", "scorer").await;
    assert_eq!(asked(&scorer.cookie).await.json()["role"], "scorer", "whoever joins, at once");
    let mut terms = draft(0)["terms"].clone();
    terms["visibility"] = json!("private");
    let page = send(server, &hall.owner.cookie, "PUT", &hall.path, terms).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(asked("").await.status, 404, "a draft is nobody's, at once");
});

both_servers!(a_link_shows_what_is_played, |server| async {
    let mut draft = draft(0);
    draft["terms"]["standings"] = json!(true);
    let hall = Hall::open(server, draft).await;
    assert_eq!(hall.get("", &hall.path).await.json()["standings"], true);
    hall.write(&hall.owner.cookie, 0, 1, moves(&["7g7f", "3c3d"])).await;
    hall.shows(2).await;
    let head = async |path: &str| {
        let page = server.get_with(path, &[("Accept-Language", "en")]).await;
        String::from_utf8(page.body).unwrap()
    };
    let board = format!("{}/{}", hall.path, hall.board);
    let picture =
        format!("/api/v1/reviews/{}/diagram.png?ply=2&amp;lang=en&amp;width=", hall.board);
    let names = "☗ Nguyễn Bí Mật – ☖ 羽生";
    for (path, parts) in [
        (&hall.path, ["Chung kết · Komadai</title>", names, &picture]),
        (&board, ["Chung kết · Komadai</title>", names, "In progress, 2 moves so far."]),
        (&board, [names, &picture, &format!("{board}\"")]),
    ] {
        let html = head(path).await;
        for part in parts {
            assert!(html.contains(part), "{part}: {html}");
        }
    }
    let over = json!([{ "t": "result", "cause": "resignation", "winner": "gote" }]);
    hall.write(&hall.owner.cookie, 2, 2, over).await;
    until("the result is told", || async {
        head(&board).await.contains("羽生 won after 2 moves.")
    })
    .await;
    let mut terms = self::draft(0)["terms"].clone();
    terms["visibility"] = json!("private");
    assert_eq!(send(server, &hall.owner.cookie, "PUT", &hall.path, terms).await.status, 204);
    for path in [&hall.path, &board] {
        let html = head(path).await;
        assert!(!html.contains("Chung kết") && !html.contains("羽生"), "a draft: {html}");
    }
});

both_servers!(clocks_run_as_announced_and_stand_still_in_breaks, |server| async {
    let hall = Hall::open(server, draft(0)).await;
    let owner = hall.owner.cookie.clone();
    let timed = |usi: &str, spent_ms: u64| json!({ "t": "move", "usi": usi, "spent_ms": spent_ms });
    hall.write(&owner, 0, 1, json!([timed("7g7f", 60_000)])).await;
    let shown = hall.shows(1).await;
    assert_eq!(shown["clocks"]["sente"]["remaining_ms"], 28_740_000, "{shown}");
    assert!(shown["since_ms"].is_u64() && shown["is_paused"] == false, "{shown}");
    hall.write(&owner, 1, 2, json!([{ "t": "paused" }])).await;
    until("there is a break", || async { hall.shown().await["is_paused"] == true }).await;
    assert_eq!(hall.shown().await.get("since_ms"), None);
    hall.write(&owner, 2, 3, json!([{ "t": "resumed" }])).await;
    until("it is over", || async { hall.shown().await["since_ms"].is_u64() }).await;
});

both_servers!(
    a_game_begins_from_any_position,
    // What is refused counts as what is said.
    |config| {
        config.limits.chat_burst = 1_000;
    },
    |server| async {
        // An endgame in which gote moves, as it stood after 80 moves.
        let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 w G 81";
        let begins = |more: Value| {
            let mut board = draft(0)["boards"][0].clone();
            board.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({ "terms": draft(0)["terms"], "boards": [board] })
        };
        let hall = Hall::open(server, begins(json!({ "sfen": sfen }))).await;
        let owner = hall.owner.cookie.clone();
        assert_eq!(hall.shows(0).await["sfen"], sfen);
        assert_eq!(hall.get(&owner, &hall.entries()).await.json()["start"], sfen);
        assert_eq!(hall.tree().await.start, sfen);
        hall.write(&owner, 0, 1, moves(&["5a4a"])).await;
        hall.shows(1).await;
        // A file whose game begins there continues it; it may count moves from there.
        let record = format!("{}/boards/{}/record", hall.path, hall.board);
        let bearer = token(server, &owner, &["import"]).await;
        let headers = [("Authorization", bearer.as_str())];
        let file = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 w G 1 moves 5a4a G*4b";
        let page = server.request("PUT", &format!("/api/v1{record}"), &headers, file).await;
        assert_eq!((page.status, page.json()), (200, written(1, 2)), "{page:?}");
        hall.shows(2).await;

        for wrong in [
            json!({ "sfen": "4k4/9/9/9 b - 1" }),
            json!({ "sfen": "" }),
            json!({ "sfen": "4k4/4G4/9/9/9/9/9/9/4K4 b - 1" }),
            json!({ "sfen": "9/9/9/9/9/9/9/9/4K4 b - 1" }),
            json!({ "sfen": sfen, "handicap": "rook" }),
            json!({ "sfen": sfen, "variant": "minishogi" }),
            json!({ "handicap": "lion" }),
        ] {
            let page = send(server, &owner, "POST", "/broadcasts", begins(wrong.clone())).await;
            assert_eq!(code(&page), (422, "bad_position".to_owned()), "{wrong}: {page:?}");
        }
    }
);
