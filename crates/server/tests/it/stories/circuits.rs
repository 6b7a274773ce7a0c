//! A club's year: several tournaments in one ranking, who is one person in them, calendars of what
//! is played, and what links to all of it show elsewhere.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code},
    ratings::member,
    site::send,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, until, uuid};

/// What came back, as text.
fn text(page: &Page) -> String {
    String::from_utf8_lossy(&page.body).into_owned()
}

/// Founds the club of `owner`.
async fn found(server: &TestServer, owner: &Tab, slug: &str, private: bool) {
    let settings = json!({ "name": "Hà Nội", "joining": "open", "private": private });
    let body = json!({ "create": uuid(), "slug": slug, "settings": settings });
    let page = send(server, &owner.cookie, "POST", "/clubs", body).await;
    assert_eq!(page.status, 201, "{page:?}");
}

/// A round robin at real boards, of a club or of nobody.
fn at_boards(name: &str, club: Option<&str>) -> Value {
    let mut it = settings(json!({ "t": "round_robin" }));
    it["name"] = json!(name);
    it["plan"]["at_the_board"] = json!(true);
    it["plan"]["rated"] = json!(false);
    if let Some(slug) = club {
        it["plan"]["club"] = json!(slug);
    }
    it
}

/// Plays it to its end: of every two the one that is named first has won.
async fn play_out(desk: &Desk<'_>, by: &Tab, order: &[&str]) {
    desk.act(by, json!({ "t": "begin" })).await;
    loop {
        let view = desk.view().await;
        let name = |id: &Value| {
            let entries = view["entries"].as_array().unwrap();
            let entry = entries.iter().find(|entry| entry["id"] == *id).unwrap();
            entry["name"].as_str().unwrap().to_owned()
        };
        let rank = |id: &Value| order.iter().position(|it| **it == *name(id)).unwrap();
        for game in desk.open().await {
            let outcome = if rank(&game["sente"]) < rank(&game["gote"]) { "sente" } else { "gote" };
            let act = json!({ "t": "result", "game": game["key"], "outcome": outcome });
            desk.act(by, act).await;
        }
        let view = desk.view().await;
        if view["rounds"].as_array().unwrap().len() as u64 == view["n_rounds"].as_u64().unwrap() {
            break;
        }
        desk.act(by, json!({ "t": "next_round" })).await;
    }
    // The director may have ended it meanwhile.
    let body = json!({ "id": uuid(), "act": { "t": "next_round" }, "reason": "" });
    post(desk.server, by, &format!("/api/v1/tournaments/{}/acts", desk.code), &body).await;
    desk.sees("it is over", |view| view["phase"] == "over").await;
}

async fn try_act(server: &TestServer, by: &Tab, code: &str, act: &Value) -> Page {
    let path = format!("/circuits/{code}/acts");
    send(server, &by.cookie, "POST", &path, json!({ "act": act })).await
}

async fn act(server: &TestServer, by: &Tab, code: &str, act: Value) {
    for _ in 0..2 {
        let page = try_act(server, by, code, &act).await;
        assert_eq!(page.status, 204, "said twice, done once: {act}: {page:?}");
    }
}

async fn refused(server: &TestServer, by: &Tab, of: &str, act: Value, expected: &str) {
    let page = try_act(server, by, of, &act).await;
    assert_eq!(code(&page).1, expected, "{act}: {page:?}");
}

async fn shown(server: &TestServer, by: &Tab, code: &str) -> Value {
    let page = send(server, &by.cookie, "GET", &format!("/circuits/{code}"), Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

/// The ranking as `1 Anh 18 [10 8]`, with brackets around what is dropped.
fn lines(ranking: &Value) -> Vec<String> {
    let cell = |cell: &Value| match (&cell["points"], cell["counts"] == true) {
        (Value::Null, _) => "-".to_owned(),
        (points, true) => points.to_string(),
        (points, false) => format!("({points})"),
    };
    let row = |row: &Value| {
        let cells = row["cells"].as_array().unwrap().iter().map(cell).collect::<Vec<_>>();
        let name = row["name"].as_str().unwrap();
        format!("{} {name} {} [{}]", row["place"], row["total"], cells.join(" "))
    };
    ranking["rows"].as_array().unwrap().iter().map(row).collect()
}

async fn make(server: &TestServer, by: &Tab, club: Option<&str>, rule: Value) -> String {
    let settings = json!({
        "name": "Grand Prix 2026", "about": "Cả năm.", "first_day": "2026-01-01", "rule": rule,
    });
    let body = json!({ "create": uuid(), "club": club, "settings": settings });
    let page = send(server, &by.cookie, "POST", "/circuits", body.clone()).await;
    assert_eq!(page.status, 201, "{page:?}");
    let again = send(server, &by.cookie, "POST", "/circuits", body).await;
    assert_eq!(again.json(), page.json(), "the same one, said twice");
    page.json()["code"].as_str().unwrap().to_owned()
}

both_servers!(a_clubs_year_has_one_ranking, |server| async {
    let (chair, anh) = (member(server, "chair", "1d").await, member(server, "anh", "2k").await);
    let stranger = member(server, "stranger", "3k").await;
    found(server, &chair, "hanoi", false).await;
    let rule = json!({ "best": 2, "worth": { "t": "places", "table": [10, 8, 6] },
                       "categories": [{ "name": "Juniors", "who": { "tags": ["junior"] } }] });
    let circuit = make(server, &chair, Some("hanoi"), rule).await;
    let body = json!({ "create": uuid(), "club": "hanoi", "settings": { "name": "Mine" } });
    let page = send(server, &stranger.cookie, "POST", "/circuits", body).await;
    assert_eq!(code(&page).1, "not_allowed");

    // Anh has an account; Bình is written with and without marks, and Cúc once with another club.
    let mut events = Vec::new();
    for (name, people, order) in [
        ("Spring", [json!("Bình"), json!("Cúc")], ["anh", "Bình", "Cúc"]),
        ("Summer", [json!("bình"), json!("Cúc")], ["bình", "anh", "Cúc"]),
        ("Autumn", [json!("Bình"), json!("Cuc Tran")], ["Cuc Tran", "anh", "Bình"]),
    ] {
        let desk = Desk::set_up(server, &chair, &at_boards(name, Some("hanoi"))).await;
        desk.act(&chair, json!({ "t": "open" })).await;
        desk.act(&anh, json!({ "t": "join" })).await;
        for person in people {
            let entry = json!({ "name": person, "tags": ["junior"] });
            desk.act(&chair, json!({ "t": "enter", "entry": entry })).await;
        }
        let of = desk.code.to_string();
        refused(
            server,
            &stranger,
            &circuit,
            json!({ "t": "put_event", "event": of }),
            "not_organiser",
        )
        .await;
        act(server, &chair, &circuit, json!({ "t": "put_event", "event": of })).await;
        let before = shown(server, &stranger, &circuit).await;
        assert_eq!(before["so_far"], true);
        play_out(&desk, &chair, &order).await;
        events.push(of);
    }
    let view = shown(server, &stranger, &circuit).await;
    let names: Vec<_> = view["events"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Spring", "Summer", "Autumn"]);
    assert_eq!((&view["so_far"], &view["organiser"]), (&json!(false), &json!(false)));
    let whole = [
        "1 anh 18 [10 8 (8)]",
        "2 Bình 18 [8 10 (6)]",
        "3 Cúc 12 [6 6 -]",
        "4 Cuc Tran 10 [- - 10]",
    ];
    // Equal totals and equal best two: the third result tells them apart.
    assert_eq!(lines(&view["rankings"][0]), whole);
    assert_eq!(view["rankings"][0]["rows"][0]["handle"], "anh");
    let juniors = ["1 Bình 18 [8 10 (6)]", "2 Cúc 12 [6 6 -]", "3 Cuc Tran 10 [- - 10]"];
    assert_eq!(lines(&view["rankings"][1]), juniors);

    // She is one person, by the organiser's word; an event counts double.
    let key = |view: &Value, name: &str| {
        let rows = view["rankings"][0]["rows"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["person"].clone()
    };
    let merge =
        json!({ "t": "merge", "person": key(&view, "Cúc"), "into": key(&view, "Cuc Tran") });
    refused(server, &anh, &circuit, merge.clone(), "not_organiser").await;
    assert_eq!(try_act(server, &chair, &circuit, &merge).await.status, 204);
    refused(server, &chair, &circuit, merge, "not_found").await;
    let double = json!({ "t": "put_event", "event": events[2], "weight_percent": 200 });
    act(server, &chair, &circuit, double).await;
    let view = shown(server, &chair, &circuit).await;
    let merged = ["1 anh 26 [10 (8) 16]", "2 Cuc Tran 26 [6 (6) 20]", "3 Bình 22 [(8) 10 12]"];
    let mut found_lines = lines(&view["rankings"][0]);
    found_lines.sort();
    let mut expected = merged.map(str::to_owned).to_vec();
    // 20 is a better best result than 16.
    expected[0] = "2 anh 26 [10 (8) 16]".to_owned();
    expected[1] = "1 Cuc Tran 26 [6 (6) 20]".to_owned();
    expected.sort();
    assert_eq!(found_lines, expected);
    let alias = view["aliases"][0].clone();
    assert_eq!((&alias["name"], &alias["is"]), (&json!("Cúc"), &json!("Cuc Tran")));

    // The one of autumn was somebody else after all.
    let reset = json!({ "t": "reset_person", "source": alias["source"] });
    act(server, &chair, &circuit, reset).await;
    let view = shown(server, &chair, &circuit).await;
    let binh =
        view["rankings"][0]["rows"].as_array().unwrap().iter().find(|it| it["name"] == "Bình");
    let entry = binh.unwrap()["entries"][2].clone();
    act(server, &chair, &circuit, json!({ "t": "split", "event": events[2], "entry": entry }))
        .await;
    let view = shown(server, &chair, &circuit).await;
    let split = lines(&view["rankings"][0]);
    assert!(split.contains(&"3 bình 18 [8 10 -]".to_owned()), "{split:?}");
    assert!(split.iter().any(|it| it.contains("Bình 12 [- - 12]")), "{split:?}");
    assert_eq!(view["aliases"][0]["is"], Value::Null);

    // Nobody needs its events any more: they are let go of, and are not read again for those who
    // look at the circuit.
    let tournaments = &server.service().tournaments;
    let n_read = async || {
        for event in &events {
            let event = event.parse().unwrap();
            until("it is let go of", || async { !tournaments.n_documents_read(event).1 }).await;
        }
        shown(server, &anh, &circuit).await;
        tournaments.n_documents_read(events[0].parse().unwrap()).0
    };
    let once = n_read().await;
    assert_eq!((n_read().await, n_read().await), (once, once));

    let table = text(&server.get(&format!("/api/v1/circuits/{circuit}/standings.csv")).await);
    assert!(table.contains(r#""","3","bình","","18","2","8","10","""#), "{table}");
    let path = format!("/circuits?event={}", events[0]);
    let listed = send(server, "", "GET", &path, Value::Null).await.json();
    assert_eq!(listed["circuits"][0]["code"], circuit.as_str());
    assert_eq!(listed["circuits"][0]["events"], 3);
    act(server, &chair, &circuit, json!({ "t": "remove_event", "event": events[0] })).await;
    assert_eq!(shown(server, &anh, &circuit).await["events"].as_array().unwrap().len(), 2);

    let head = text(&server.get(&format!("/circuits/{circuit}")).await);
    assert!(head.contains("Grand Prix 2026"), "{head}");
    assert!(head.contains("application/json+oembed"), "{head}");
    let asked = format!("/oembed?url=http://{}/circuits/{circuit}", server.address);
    let embedded = server.get(&asked).await.json();
    assert_eq!(
        (&embedded["type"], &embedded["title"]),
        (&json!("rich"), &json!("Grand Prix 2026"))
    );
    let frame = format!("/embed/circuits/{circuit}\"");
    assert!(embedded["html"].as_str().unwrap().contains(&frame), "{embedded}");

    // Deleted, it leaves its events.
    refused(server, &stranger, &circuit, json!({ "t": "delete" }), "not_organiser").await;
    act(server, &chair, &circuit, json!({ "t": "delete" })).await;
    assert_eq!(server.get(&format!("/api/v1/circuits/{circuit}")).await.status, 404);
    assert_eq!(server.get(&asked).await.status, 404);
    assert_eq!(server.get(&format!("/api/v1/tournaments/{}", events[1])).await.status, 200);
});

both_servers!(a_private_clubs_circuit_is_for_its_members, |server| async {
    let (chair, anh) = (member(server, "chair", "1d").await, member(server, "anh", "2k").await);
    found(server, &chair, "secret", true).await;
    let circuit = make(server, &chair, Some("secret"), json!({})).await;
    let path = format!("/circuits/{circuit}");
    let status = async |by: &Tab| send(server, &by.cookie, "GET", &path, Value::Null).await.status;
    assert_eq!((status(&chair).await, status(&anh).await), (200, 404));
    let listed = send(server, &anh.cookie, "GET", "/circuits", Value::Null).await.json();
    assert_eq!(listed["circuits"], json!([]));
    let of_club = send(server, &anh.cookie, "GET", "/circuits?club=secret", Value::Null).await;
    assert_eq!(code(&of_club).1, "private_club");
    assert!(!text(&server.get(&path).await).contains("Grand Prix"), "nor does a link tell of it");
    assert_eq!(server.get("/clubs/secret/calendar.ics").await.status, 404);
    let edit = json!({ "t": "edit", "settings": { "name": "Mine" } });
    refused(server, &anh, &circuit, edit, "not_found").await;
    // What a private club has kept to itself goes with it; what all saw is its maker's.
    found(server, &chair, "hanoi", false).await;
    let seen = make(server, &chair, Some("hanoi"), json!({})).await;
    for slug in ["secret", "hanoi"] {
        let close = json!({ "id": uuid(), "act": { "t": "close" } });
        let page = send(server, &chair.cookie, "POST", &format!("/clubs/{slug}/acts"), close).await;
        assert_eq!(page.status, 200, "{page:?}");
    }
    assert_eq!((status(&chair).await, status(&anh).await), (404, 404));
    assert_eq!(shown(server, &chair, &seen).await["club"], Value::Null);
});

both_servers!(whoever_deletes_the_account_takes_their_circuits_along, |server| async {
    let (chair, anh) = (member(server, "chair", "1d").await, member(server, "anh", "2k").await);
    let own = make(server, &anh, None, json!({})).await;
    let of_chair = make(server, &chair, None, json!({})).await;
    let desk = Desk::set_up(server, &chair, &at_boards("Open", None)).await;
    desk.act(&chair, json!({ "t": "open" })).await;
    desk.act(&anh, json!({ "t": "join" })).await;
    desk.act(&chair, json!({ "t": "enter", "entry": { "name": "Anh N." } })).await;
    play_out(&desk, &chair, &["anh", "Anh N."]).await;
    let event = desk.code.to_string();
    // It is not theirs.
    refused(server, &anh, &own, json!({ "t": "put_event", "event": event }), "not_organiser").await;
    act(server, &chair, &of_chair, json!({ "t": "put_event", "event": event })).await;
    let view = shown(server, &chair, &of_chair).await;
    let rows = view["rankings"][0]["rows"].as_array().unwrap();
    let merge = json!({ "t": "merge", "person": rows[1]["person"], "into": rows[0]["person"] });
    assert_eq!(try_act(server, &chair, &of_chair, &merge).await.status, 204);
    let merged = shown(server, &chair, &of_chair).await;
    assert_eq!(lines(&merged["rankings"][0]), ["1 anh 10 [10]"]);

    let kept = send(server, &anh.cookie, "GET", "/me/data.json", Value::Null).await.json();
    assert_eq!(kept["circuits"][0]["code"], own.as_str());
    let page = ask(server, &anh.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(server.get(&format!("/api/v1/circuits/{own}")).await.status, 404);
    let view = shown(server, &chair, &of_chair).await;
    assert_eq!(view["aliases"], Value::Null, "whom they were taken for is forgotten");
    assert_eq!(lines(&view["rankings"][0]), ["1 (deleted) 10 [10]", "2 Anh N. 8 [8]"]);
});

both_servers!(calendars_show_what_is_played_and_what_was_called_off, |server| async {
    let chair = member(server, "chair", "1d").await;
    found(server, &chair, "hanoi", false).await;
    let starts_ms = server.service().timebase.now_ms() + 86_400_000;
    let at = |name: &str, club| {
        let mut it = at_boards(name, club);
        it["plan"]["starts_ms"] = json!(starts_ms);
        it["plan"]["place"] = json!("Hà Nội, tầng 2; phòng 1");
        it
    };
    let club = Desk::set_up(server, &chair, &at("Club evening", Some("hanoi"))).await;
    let own = Desk::set_up(server, &chair, &at("Open air", None)).await;
    let feed = async |path: &str| {
        let page = server.get(path).await;
        assert_eq!(page.status, 200, "{page:?}");
        assert_eq!(page.header("content-type"), Some("text/calendar; charset=utf-8"));
        text(&page).replace("\r\n ", "")
    };
    assert!(!feed("/calendar.ics").await.contains("BEGIN:VEVENT"), "drafts are for organisers");
    for desk in [&club, &own] {
        desk.act(&chair, json!({ "t": "open" })).await;
    }
    let of_club = feed("/clubs/hanoi/calendar.ics").await;
    assert!(of_club.contains("X-WR-CALNAME:Hà Nội\r\n"), "{of_club}");
    assert!(of_club.contains(&format!("UID:{}-1@komadai\r\n", club.code)), "{of_club}");
    assert!(of_club.contains("LOCATION:Hà Nội\\, tầng 2\\; phòng 1\r\n"), "{of_club}");
    assert!(!of_club.contains("Open air"), "{of_club}");
    let of_site = feed("/calendar.ics").await;
    assert!(of_site.contains("Open air") && of_site.contains("Club evening"), "{of_site}");
    let one = server.get(&format!("/api/v1/tournaments/{}/files/calendar.ics", club.code)).await;
    let uid = |text: &str| text.lines().find(|line| line.starts_with("UID:")).map(str::to_owned);
    assert_eq!(uid(&text(&one)), uid(&of_club), "one event in every calendar");

    // A private address has what its owner and their clubs play, until it is renewed or removed.
    let (anh, binh) = (member(server, "anh", "2k").await, member(server, "binh", "2k").await);
    own.act(&anh, json!({ "t": "join" })).await;
    let address = async |by: &Tab, method: &str| {
        let page = send(server, &by.cookie, method, "/me/calendar", Value::Null).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()["path"].as_str().map(str::to_owned)
    };
    assert_eq!(address(&anh, "GET").await, None);
    let first = address(&anh, "POST").await.expect("an address");
    assert_eq!(address(&anh, "GET").await.as_ref(), Some(&first));
    let of_anh = feed(&first).await;
    assert!(of_anh.contains("Open air") && !of_anh.contains("Club evening"), "{of_anh}");
    let of_binh = feed(&address(&binh, "POST").await.expect("an address")).await;
    assert!(!of_binh.contains("BEGIN:VEVENT"), "{of_binh}");
    let of_chair = feed(&address(&chair, "POST").await.expect("an address")).await;
    assert!(of_chair.contains("Club evening") && !of_chair.contains("Open air"), "{of_chair}");
    // Of all their clubs, however many they have joined before.
    let mut owners = Vec::new();
    for n in 0..12 {
        // Nobody owns more than five.
        if n % 4 == 0 {
            owners.push(member(server, &format!("owner-{n}"), "1d").await);
        }
        let slug = format!("club-{n}");
        found(server, &owners[n / 4], &slug, false).await;
        let joins = json!({ "id": uuid(), "act": { "t": "join" } });
        let page = send(server, &binh.cookie, "POST", &format!("/clubs/{slug}/acts"), joins).await;
        assert_eq!(page.status, 200, "{page:?}");
    }
    let late = Desk::set_up(server, &owners[2], &at("Twelfth", Some("club-11"))).await;
    late.act(&owners[2], json!({ "t": "open" })).await;
    let of_binh = feed(&address(&binh, "GET").await.expect("an address")).await;
    assert!(of_binh.contains("Twelfth") && !of_binh.contains("Club evening"), "{of_binh}");
    let second = address(&anh, "POST").await.expect("an address");
    assert_ne!(first, second);
    assert_eq!(server.get(&first).await.status, 404);
    assert_eq!(server.get(&second).await.header("cache-control"), Some("private, max-age=900"));
    let page = send(server, &anh.cookie, "DELETE", "/me/calendar", Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    for path in [second.as_str(), "/calendars/x.ics", "/calendars/x"] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }

    club.act(&chair, json!({ "t": "cancel" })).await;
    let after = feed("/clubs/hanoi/calendar.ics").await;
    assert!(after.contains("STATUS:CANCELLED\r\n"), "{after}");
    assert_eq!(uid(&after), uid(&of_club), "and it is the same one still");
    assert_eq!(server.get("/clubs/nowhere/calendar.ics").await.status, 404);

    let asked = format!("/oembed?url=http://{}/tournaments/{}", server.address, own.code);
    let page = server.get(&format!("{asked}%3Fpart=pairings&maxwidth=400")).await;
    assert_eq!(page.header("access-control-allow-origin"), Some("*"));
    let embedded = page.json();
    assert_eq!((&embedded["width"], &embedded["title"]), (&json!(400), &json!("Open air")));
    let frame = format!("/embed/tournaments/{}?part=pairings", own.code);
    assert!(embedded["html"].as_str().unwrap().contains(&frame), "{embedded}");
    assert_eq!(server.get(&format!("{asked}&format=xml")).await.status, 501);
    assert_eq!(server.get("/oembed?url=https://evil.example/1111111111").await.status, 404);
});

both_servers!(a_round_says_since_when_it_is_played, |server| async {
    let chair = member(server, "chair", "1d").await;
    let mut settings = at_boards("Open", None);
    settings["format"] = json!({ "t": "swiss", "rounds": 2 });
    let desk = Desk::set_up(server, &chair, &settings).await;
    desk.act(&chair, json!({ "t": "open" })).await;
    for name in ["A", "B", "C", "D"] {
        desk.act(&chair, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    let before_ms = server.service().timebase.now_ms();
    desk.act(&chair, json!({ "t": "begin" })).await;
    let began_ms = desk.view().await["rounds"][0]["began_ms"].as_u64().unwrap();
    assert!((before_ms..=server.service().timebase.now_ms()).contains(&began_ms));
});
