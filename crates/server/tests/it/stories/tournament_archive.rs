//! Finding tournaments again: events out of files, the list with its search, players' cards, and
//! what is taken away.

use serde_json::{Value, json};

use super::{
    ratings::member,
    site::{send, sign_in_as},
    studies::{draft, made},
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, until, uuid};

/// A report of four players and two rounds.
fn report() -> String {
    let line = |number: u32, name: &str, points: &str, cells: &str| {
        format!(
            "001 {number:>4}      {name:<33} {:>4} VIE{:>23}{points:>5} {number:>4}{cells}\n",
            2_000 - number,
            ""
        )
    };
    [
        "012 Giải vô địch Hà Nội\n022 Hà Nội\n032 VIE\n042 2024/05/14\n052 2024/05/15\n102 Mai, Đỗ Thị\n",
        "XXR 2\nXYZ what nobody knows\n",
    ]
    .concat()
        + &line(1, "Nguyễn, Bình", "2.0", "     2 w 1     3 b 1")
        + &line(2, "Trần, An", "1.0", "     1 b 0     4 w 1")
        + &line(3, "Lê, Chi", "0.5", "     4 w =     1 w 0")
        + &line(4, "Phạm, Dũng", "0.5", "     3 b =     2 b 0")
}

fn in_the_hall(format: Value) -> Value {
    let mut wanted = settings(format);
    (wanted["plan"]["at_the_board"], wanted["plan"]["rated"]) = (json!(true), json!(false));
    wanted
}

async fn load<'s>(server: &'s TestServer, by: &Tab, file: String) -> (Desk<'s>, Value) {
    let wanted = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
    let body = json!({ "create": uuid(), "file": file, "settings": wanted });
    let page = post(server, by, "/api/v1/tournaments/from-file", &body).await;
    assert_eq!(page.status, 201, "{page:?}");
    let answer = page.json();
    let code = answer["code"].as_str().unwrap().parse().unwrap();
    (Desk { server, code }, answer)
}

async fn get(server: &TestServer, by: &str, path: &str) -> Page {
    server.get_with(&format!("/api/v1{path}"), &[("Cookie", by)]).await
}

/// The names that a list has.
async fn names(server: &TestServer, by: &str, path: &str) -> Vec<String> {
    let page = get(server, by, path).await;
    assert_eq!(page.status, 200, "{path}: {page:?}");
    let list = page.json()["tournaments"].as_array().unwrap().clone();
    list.iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

async fn delete(server: &TestServer, by: &Tab, desk: &Desk<'_>) -> u16 {
    let path = format!("/api/v1/tournaments/{}", desk.code);
    server.request("DELETE", &path, &[("Cookie", &by.cookie)], "").await.status
}

const NAME: &str = "Giải vô địch Hà Nội";

both_servers!(an_event_of_the_past_comes_from_a_file_and_is_found_again, |server| async {
    let (officer, other) =
        (member(server, "officer", "1d").await, member(server, "other", "1d").await);
    let (desk, answer) = load(server, &officer, report()).await;
    assert_eq!(answer["notes"].as_array().unwrap().len(), 1, "{answer}");
    // A draft, with everything that stood in the file, for its organisers alone.
    let path = format!("/tournaments/{}", desk.code);
    assert_eq!(get(server, &other.cookie, &path).await.status, 404);
    assert_eq!(names(server, "", "/tournaments?q=ha+noi").await, Vec::<String>::new());
    let view = get(server, &officer.cookie, &path).await.json();
    assert_eq!((&view["phase"], &view["imported"]), (&json!("draft"), &json!(true)));
    let plan = &view["plan"];
    assert_eq!(
        [&view["name"], &plan["place"], &plan["country"], &plan["arbiter"]],
        [&json!(NAME), &json!("Hà Nội"), &json!("VIE"), &json!("Mai, Đỗ Thị")]
    );
    assert_eq!(plan["days"], json!({ "first": "2024-05-14", "last": "2024-05-15" }));
    assert_eq!(view["standings"]["rankings"][0]["rows"][0]["points"], json!(2), "{view}");

    desk.act(&officer, json!({ "t": "open" })).await;
    let listed = server.get("/api/v1/tournaments").await.json();
    let line = listed["tournaments"][0].clone();
    assert_eq!(listed["first_year"], 2024, "{listed}");
    assert_eq!(
        [&line["phase"], &line["last_day"], &line["winners"], &line["format"], &line["place"]],
        [
            &json!("over"),
            &json!("2024-05-15"),
            &json!(["Bình Nguyễn"]),
            &json!("swiss"),
            &json!("Hà Nội")
        ]
    );
    // However it is typed: by name, by place, by a player's names in either order.
    for (query, is_found) in [
        ("q=vo+dich", true),
        ("q=HA%20NOI", true),
        ("q=nguyen+binh", true),
        ("q=B%C3%ACnh%20Nguy%E1%BB%85n", true),
        ("q=inh", false),
        ("q=%25", false),
        ("year=2024", true),
        ("year=2023", false),
        ("format=swiss&variant=standard&q=dung", true),
        ("format=round_robin", false),
        ("variant=minishogi", false),
        ("phase=running", false),
    ] {
        let found = names(server, "", &format!("/tournaments?{query}")).await;
        assert_eq!(found.contains(&NAME.to_owned()), is_found, "{query}: {found:?}");
    }
    for query in ["format=go", "variant=go", "year=0", "club=nowhere", "player=nobody"] {
        let refused = server.get(&format!("/api/v1/tournaments?{query}")).await;
        assert!([400, 404].contains(&refused.status), "{query}: {refused:?}");
    }
    // It goes out again as it came.
    let trf = server.get(&format!("/api/v1{path}/files/event.trf")).await;
    let trf = String::from_utf8_lossy(&trf.body).into_owned();
    for kept in ["022 Hà Nội", "032 VIE", "042 2024/05/14", "052 2024/05/15", "102 Mai, Đỗ Thị"]
    {
        assert!(trf.contains(kept), "{kept}:\n{trf}");
    }
    // It was the wrong file: its owner takes it away, and nobody else.
    assert_eq!(delete(server, &other, &desk).await, 403);
    assert_eq!(delete(server, &officer, &desk).await, 204);
    assert_eq!(get(server, &officer.cookie, &path).await.status, 404);
    assert_eq!(
        names(server, &officer.cookie, "/tournaments?mine=true").await,
        Vec::<String>::new()
    );
    assert_eq!(names(server, "", "/tournaments?q=ha+noi").await, Vec::<String>::new());
    assert_eq!(delete(server, &officer, &desk).await, 404);
});

both_servers!(what_was_nothing_is_found_but_not_in_everybodys_list, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let player = member(server, "anh", "5k").await;
    let mut wanted = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
    wanted["name"] = json!("Throw-away");
    let desk = Desk::set_up(server, &organiser, &wanted).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    assert_eq!(names(server, "", "/tournaments").await, ["Throw-away"]);
    desk.act(&player, json!({ "t": "join" })).await;
    desk.act(&organiser, json!({ "t": "enter", "entry": { "name": "Binh" } })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    assert_eq!(names(server, "", "/tournaments?player=anh").await, ["Throw-away"]);
    let game = desk.open().await[0].clone();
    let own = desk.own(&player, &format!("{}/me", desk.code)).await["entry"].clone();
    let outcome = if game["sente"] == own { "sente" } else { "gote" };
    desk.act(&organiser, json!({ "t": "result", "game": game["key"], "outcome": outcome })).await;
    let over = async || desk.view().await["phase"] == "over";
    until("it is over", over).await;
    assert_eq!(names(server, "", "/tournaments").await, Vec::<String>::new());
    assert_eq!(names(server, "", "/tournaments?phase=over").await, Vec::<String>::new());
    assert_eq!(names(server, "", "/tournaments?q=throw").await, ["Throw-away"]);
    assert_eq!(names(server, "", "/tournaments?player=anh").await, ["Throw-away"]);
    // Somebody has played in it: it stays.
    assert_eq!(delete(server, &organiser, &desk).await, 422);

    // On the player's page it stands with place and score, and leads to the card.
    let played = get(server, "", "/players/anh/tournaments").await.json();
    let line = &played["tournaments"][0];
    let entry = line["entry"].as_str().unwrap().to_owned();
    assert_eq!((&line["entry"], &line["place_reached"]), (&own, &json!(1)), "{played}");
    let card = get(server, "", &format!("/tournaments/{}/players/{entry}", desk.code)).await.json();
    assert_eq!(card["player"]["handle"], "anh");
    assert_eq!(card["card"]["place"], line["place_reached"]);
    assert_eq!(card["card"]["rounds"][0]["total"], line["points"]);
    // While it is put right, nobody has come anywhere.
    desk.act(&organiser, json!({ "t": "reopen" })).await;
    let played = get(server, "", "/players/anh/tournaments").await.json();
    let line = &played["tournaments"][0];
    assert_eq!((&line["phase"], &line["place_reached"]), (&json!("running"), &Value::Null));
});

both_servers!(every_player_has_a_card, |server| async {
    let officer = member(server, "officer", "1d").await;
    let (desk, _) = load(server, &officer, report()).await;
    let path = |entry: &str| format!("/tournaments/{}/players/{entry}", desk.code);
    assert_eq!(get(server, "", &path("p1")).await.status, 404, "a draft");
    desk.act(&officer, json!({ "t": "open" })).await;
    let card = get(server, "", &path("p2")).await.json();
    assert_eq!((&card["player"]["name"], &card["name"]), (&json!("An Trần"), &json!(NAME)));
    let of = &card["card"];
    assert_eq!((&of["place"], &of["n_ranked"], &of["points"]), (&json!(2), &json!(4), &json!(1)));
    assert_eq!((&of["previous"], of["performance"].is_i64()), (&json!("p1"), true), "{card}");
    let rounds = of["rounds"].as_array().unwrap();
    let line = |n: usize| {
        let it: &Value = &rounds[n];
        json!([it["round"], it["opponent"], it["side"], it["result"], it["total"]])
    };
    assert_eq!(line(0), json!([1, "p1", "gote", "loss", 0]));
    assert_eq!(line(1), json!([2, "p4", "sente", "win", 1]));
    assert_eq!(get(server, "", &path("nobody")).await.status, 404);
    // Its link has a face, and so has the event's.
    let page = server.get(&format!("/tournaments/{}/players/p2", desk.code)).await;
    let head = String::from_utf8_lossy(&page.body).into_owned();
    assert!(head.contains("<title>An Trần · Giải vô địch Hà Nội · Komadai</title>"), "{head}");
    let page = server.get(&format!("/tournaments/{}", desk.code)).await;
    let head = String::from_utf8_lossy(&page.body).into_owned();
    for part in
        ["og:title\" content=\"Giải vô địch Hà Nội\"", "1. Bình Nguyễn, 2. An Trần", "14/05/2024"]
    {
        assert!(head.contains(part), "{part}: {head}");
    }
});

both_servers!(a_new_name_is_said_in_what_was_and_what_is_to_come, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let player = member(server, "anh", "5k").await;
    let rename = async |name: &str| {
        let page = send(server, &player.cookie, "PATCH", "/account", json!({ "name": name })).await;
        assert_eq!(page.status, 200, "{page:?}");
    };
    let mut codes = Vec::new();
    for is_played in [true, false] {
        let mut wanted = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
        wanted["name"] = json!(if is_played { "Last year" } else { "This year" });
        let desk = Desk::set_up(server, &organiser, &wanted).await;
        desk.act(&organiser, json!({ "t": "open" })).await;
        desk.act(&player, json!({ "t": "join" })).await;
        if is_played {
            desk.act(&organiser, json!({ "t": "enter", "entry": { "name": "Binh" } })).await;
            desk.act(&organiser, json!({ "t": "begin" })).await;
            let game = desk.open().await[0].clone();
            let own = desk.own(&player, &format!("{}/me", desk.code)).await["entry"].clone();
            let outcome = if game["sente"] == own { "sente" } else { "gote" };
            let result = json!({ "t": "result", "game": game["key"], "outcome": outcome });
            desk.act(&organiser, result).await;
            assert_eq!(desk.view().await["phase"], "over");
        }
        codes.push(desk.code);
    }
    // A draft, in which somebody only helps, is in no list of theirs and not in memory.
    let draft = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
    let draft = Desk::set_up(server, &organiser, &draft).await;
    draft.act(&organiser, json!({ "t": "helper", "handle": "anh", "helps": true })).await;
    codes.push(draft.code);
    // Everything that anybody reads of them.
    let said = async || {
        let mut said = String::new();
        for code in &codes {
            for part in ["", "/files/event.trf", "/files/standings.csv"] {
                let page =
                    get(server, &organiser.cookie, &format!("/tournaments/{code}{part}")).await;
                said.push_str(&String::from_utf8_lossy(&page.body));
            }
        }
        said.push_str(&get(server, "", "/tournaments").await.json().to_string());
        said.push_str(&get(server, "", "/tournaments?q=last").await.json().to_string());
        said
    };
    rename("Ghastly").await;
    let now = said().await;
    assert!(now.contains("Ghastly") && !now.contains("\"name\":\"anh\""), "{now}");
    assert_eq!(names(server, "", "/tournaments?q=ghastly&phase=over").await, ["Last year"]);
    let over = get(server, "", "/tournaments?q=last").await.json();
    assert_eq!(over["tournaments"][0]["winners"], json!(["Ghastly"]));

    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let account = get(server, &moderator, "/moderation/accounts/anh").await.json();
    let body = json!({ "user": account["user"], "reason": "insulting" });
    let page = send(server, &moderator, "POST", "/moderation/names", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    let neutral = page.json()["name"].as_str().unwrap().to_owned();
    let now = said().await;
    assert!(now.contains(&neutral) && !now.contains("Ghastly"), "{now}");
    for code in &codes {
        let log = get(server, &organiser.cookie, &format!("/tournaments/{code}/acts")).await;
        let log = String::from_utf8_lossy(&log.body).into_owned();
        assert!(!log.contains("Ghastly"), "{log}");
    }
    // Often enough; a script that goes on has to wait.
    for n in 0..30 {
        let named = json!({ "name": format!("Anh {n}") });
        if send(server, &player.cookie, "PATCH", "/account", named).await.status == 429 {
            return;
        }
    }
    panic!("a name is changed as often as one likes");
});

both_servers!(a_clubs_archive_is_a_line_a_year_and_a_table, |server| async {
    let owner = member(server, "owner", "1d").await;
    let club = json!({ "name": "Hà Nội", "joining": "open", "private": false });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": club });
    assert_eq!(send(server, &owner.cookie, "POST", "/clubs", body).await.status, 201);
    let archive = async |by: &str| get(server, by, "/clubs/hanoi/archive").await.json();
    assert_eq!(archive("").await, json!({ "years": [] }));

    let mut wanted = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
    (wanted["name"], wanted["plan"]["club"]) = (json!("=HYPERLINK(1)"), json!("hanoi"));
    wanted["plan"]["days"] = json!({ "first": "2024-05-14", "last": "2024-05-15" });
    for _ in 0..2 {
        let desk = Desk::set_up(server, &owner, &wanted).await;
        for name in ["@An", "Binh"] {
            let entry = json!({ "name": name, "seed": 1 });
            desk.act(&owner, json!({ "t": "enter", "entry": entry })).await;
        }
        desk.act(&owner, json!({ "t": "open" })).await;
        desk.act(&owner, json!({ "t": "begin" })).await;
        let view = desk.view().await;
        let game = view["rounds"][0]["games"][0].clone();
        let entries = view["entries"].as_array().unwrap();
        let an = entries.iter().find(|it| it["name"] == "@An").unwrap()["id"].clone();
        let outcome = if game["sente"] == an { "sente" } else { "gote" };
        desk.act(&owner, json!({ "t": "result", "game": game["key"], "outcome": outcome })).await;
        assert_eq!(desk.view().await["phase"], "over");
    }
    let year = json!({
        "year": 2024, "tournaments": 2, "players": 4,
        "winners": [{ "name": "@An", "tournaments": 2 }],
    });
    assert_eq!(archive("").await, json!({ "years": [year] }));
    let table = get(server, "", "/clubs/hanoi/archive.csv").await;
    let text = String::from_utf8(table.body.clone()).unwrap();
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    // A spreadsheet calculates nothing of it.
    let line = "\"2024\",\"2024-05-14\",\"2024-05-15\",\"'=HYPERLINK(1)\",\"swiss\",\"standard\",\"\",\
                \"2\",\"'@An\",";
    assert!(lines[1].starts_with(line), "{text}");
    assert_eq!(
        table.header("content-disposition"),
        Some("attachment; filename=\"hanoi-tournaments.csv\"")
    );

    // Its ladder can be embedded once there is one, and as long as everybody sees it.
    let oembed = format!("/oembed?url=http://{}/clubs/hanoi/ladder", server.address);
    assert_eq!(server.get(&oembed).await.status, 404);
    let act = async |act: Value| {
        let body = json!({ "id": uuid(), "act": act });
        let page = send(server, &owner.cookie, "POST", "/clubs/hanoi/acts", body).await;
        assert_eq!(page.status, 200, "{act}: {page:?}");
    };
    let ladder = json!({
        "variant": "standard", "clock": { "kind": "correspondence", "days": 3 }, "rated": true,
        "reach": 2, "answer_days": 7, "refusals": 2, "rest_days": 14,
    });
    act(json!({ "t": "set_ladder", "settings": ladder })).await;
    let embedded = server.get(&oembed).await.json();
    assert!(embedded["html"].as_str().unwrap().contains("/embed/clubs/hanoi/ladder"), "{embedded}");
    let private = json!({ "name": "Hà Nội", "joining": "open", "private": true });
    act(json!({ "t": "edit", "settings": private })).await;
    assert_eq!(server.get(&oembed).await.status, 404);
    for path in ["/clubs/hanoi/archive", "/clubs/hanoi/archive.csv"] {
        assert_eq!(get(server, "", path).await.json()["code"], "private_club", "{path}");
        assert_eq!(get(server, &owner.cookie, path).await.status, 200, "{path}");
    }
});

both_servers!(a_study_that_everybody_sees_can_be_embedded, |server| async {
    let owner = member(server, "owner", "1d").await;
    for (visibility, expected) in [("public", 200), ("unlisted", 200), ("private", 404)] {
        let code = made(server, &owner, draft("Yagura", visibility)).await;
        let study = get(server, &owner.cookie, &format!("/studies/{code}")).await.json();
        let chapter = study["chapters"][0]["review"].as_str().unwrap().to_owned();
        for path in [code.clone(), format!("{code}/{chapter}")] {
            let asked = format!("/oembed?url=http://{}/study/{path}", server.address);
            let page = server.get(&asked).await;
            assert_eq!(page.status, expected, "{visibility}: {page:?}");
            if expected == 200 {
                let html = page.json()["html"].as_str().unwrap().to_owned();
                assert!(html.contains(&format!("/embed/studies/{path}")), "{html}");
            }
        }
        let asked = format!("/oembed?url=http://{}/study/{code}/1111111111", server.address);
        assert_eq!(server.get(&asked).await.status, 404, "no chapter of it");
    }
});
