//! Who sees what is not for everybody: drafts, a private club's tournaments, what somebody plays.

use komadai_ids::Code;
use komadai_protocol::{RefusalCode, ServerMessage, StreamEvent, StreamName};
use serde_json::{Value, json};

use super::{
    ratings::member,
    site::{send, sign_in_as},
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, uuid};

/// Makes a club.
async fn found(server: &TestServer, by: &Tab, slug: &str, private: bool) {
    let settings = json!({ "name": slug, "lang": "vi", "private": private, "joining": "open" });
    let body = json!({ "create": uuid(), "slug": slug, "settings": settings });
    let page = send(server, &by.cookie, "POST", "/clubs", body).await;
    assert_eq!(page.status, 201, "{page:?}");
}

async fn join(server: &TestServer, by: &Tab, slug: &str) {
    let body = json!({ "id": uuid(), "act": { "t": "join" } });
    let page = send(server, &by.cookie, "POST", &format!("/clubs/{slug}/acts"), body).await;
    assert_eq!(page.status, 200, "{page:?}");
}

/// Whether somebody may follow a tournament's stream.
async fn follows(tab: &mut Tab, code: Code) -> bool {
    match tab.subscribe(StreamName::Tournament(code), None).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused, RefusalCode::UnknownStream);
            false
        }
    }
}

both_servers!(a_drafts_stream_is_for_its_organisers, |server| async {
    let mut organiser = member(server, "organiser", "1d").await;
    let mut stranger = member(server, "stranger", "1d").await;
    let mut guest = server.enter("guest").await;
    let desk =
        Desk::set_up(server, &organiser, &settings(json!({ "t": "swiss", "rounds": 3 }))).await;
    assert!(follows(&mut organiser, desk.code).await);
    for tab in [&mut stranger, &mut guest] {
        assert!(!follows(tab, desk.code).await, "{} hears of a draft", tab.name);
    }
    desk.act(&organiser, json!({ "t": "open" })).await;
    for tab in [&mut stranger, &mut guest] {
        assert!(follows(tab, desk.code).await);
    }
});

both_servers!(a_private_clubs_tournaments_are_its_members, |server| async {
    let owner = member(server, "owner", "1d").await;
    let insider = member(server, "insider", "1d").await;
    let outsider = member(server, "outsider", "1d").await;
    let guest = server.enter("guest").await;
    found(server, &owner, "hidden", true).await;
    found(server, &owner, "shown", false).await;
    join(server, &insider, "hidden").await;
    let mut settings = settings(json!({ "t": "swiss", "rounds": 3 }));
    settings["name"] = json!("Giải kín");
    settings["plan"]["starts_ms"] = json!(4_000_000_000_000_u64);
    settings["plan"]["club"] = json!("shown");
    let open = Desk::set_up(server, &owner, &settings).await;
    settings["plan"]["club"] = json!("hidden");
    let desk = Desk::set_up(server, &owner, &settings).await;
    for desk in [&open, &desk] {
        desk.act(&owner, json!({ "t": "open" })).await;
        desk.act(&owner, json!({ "t": "enter", "entry": { "name": "Ông Tư" } })).await;
    }
    desk.act(&insider, json!({ "t": "join" })).await;
    let admin = sign_in_as(server, "root-user", "admin").await;
    let admin = Tab::open(server.address, "admin", Some(admin)).await;
    let mut nobody = server.enter("nobody").await;
    nobody.cookie.clear();

    let code = desk.code.to_string();
    let base = format!("/tournaments/{code}");
    let mut addresses = vec![base.clone(), format!("{base}/me"), format!("{base}/settings")];
    for path in ["?rounds=latest", "/rounds/1", "/standings", "/why?round=1&a=a&b=b"] {
        addresses.push(format!("{base}{path}"));
    }
    for file in ["standings.csv", "games.csv", "fesa.txt", "event.json", "calendar.ics"] {
        addresses.push(format!("{base}/files/{file}"));
    }
    let lists = ["/tournaments", "/tournaments?mine=true", "/tournaments/agenda", "/watch"];
    let others = ["/clubs/hidden", "/players/insider", "/players/owner", "/games", "/site"];
    for (mut tab, sees) in [
        (owner, true),
        (insider, true),
        (admin, true),
        (outsider, false),
        (guest, false),
        (nobody, false),
    ] {
        for path in &addresses {
            let page = send(server, &tab.cookie, "GET", path, Value::Null).await;
            let is_there =
                page.status != 404 || page.json()["detail"] != "there is no such tournament";
            assert_eq!(is_there, sees, "{} at {path}: {page:?}", tab.name);
            if path == &base {
                let control = page.header("cache-control").unwrap_or_default();
                assert!(!control.contains("public"), "{control}");
            }
        }
        let body = json!({ "id": uuid(), "act": { "t": "join" }, "reason": "" });
        let page = send(server, &tab.cookie, "POST", &format!("{base}/acts"), body).await;
        assert!(sees || [401, 404].contains(&page.status), "{}: {page:?}", tab.name);
        let page = send(server, &tab.cookie, "GET", &format!("{base}/acts"), Value::Null).await;
        assert!(sees || page.status == 404, "{}: {page:?}", tab.name);
        for path in lists.iter().chain(&others) {
            let page = send(server, &tab.cookie, "GET", path, Value::Null).await;
            let text = String::from_utf8(page.body).unwrap();
            let is_all = *path == "/tournaments";
            assert!(sees || !text.contains(&code), "{} at {path}: {text}", tab.name);
            assert!(!is_all || sees == text.contains(&code), "{} at {path}: {text}", tab.name);
            assert!(!is_all || text.contains(&open.code.to_string()), "{} at {path}", tab.name);
        }
        // The pages themselves say nothing: what they show is asked for above.
        for page in [format!("/tournaments/{code}"), format!("/embed/tournaments/{code}")] {
            let page = server.get_with(&page, &[("Cookie", &tab.cookie)]).await;
            assert!(!String::from_utf8(page.body).unwrap().contains("Giải kín"));
        }
        assert_eq!(follows(&mut tab, desk.code).await, sees, "{}", tab.name);
        assert!(follows(&mut tab, open.code).await, "{}", tab.name);
    }
});

both_servers!(who_loses_a_tournament_hears_no_more_of_it, |server| async {
    let mut owner = member(server, "owner", "1d").await;
    let mut leaver = member(server, "leaver", "1d").await;
    let mut banned = member(server, "banned", "1d").await;
    let mut stayer = member(server, "stayer", "1d").await;
    found(server, &owner, "hidden", true).await;
    for tab in [&leaver, &banned, &stayer] {
        join(server, tab, "hidden").await;
    }
    let mut settings = settings(json!({ "t": "swiss", "rounds": 3 }));
    settings["plan"]["club"] = json!("hidden");
    let desk = Desk::set_up(server, &owner, &settings).await;
    desk.act(&owner, json!({ "t": "open" })).await;
    for tab in [&mut owner, &mut leaver, &mut banned, &mut stayer] {
        assert!(follows(tab, desk.code).await, "{}", tab.name);
    }
    let club_act = async |by: &Tab, act: Value| {
        let body = json!({ "id": uuid(), "act": act });
        let page = send(server, &by.cookie, "POST", "/clubs/hidden/acts", body).await;
        assert_eq!(page.status, 200, "{page:?}");
    };
    club_act(&leaver, json!({ "t": "leave" })).await;
    club_act(&owner, json!({ "t": "ban", "handle": "banned", "reason": "x" })).await;
    desk.act(&owner, json!({ "t": "enter", "entry": { "name": "Ông Tư" } })).await;
    let is_change = |message: &ServerMessage| {
        matches!(message, ServerMessage::Event { event: StreamEvent::Tournament(_), .. })
    };
    for tab in [&mut owner, &mut stayer] {
        tab.hears(|message| is_change(message).then_some(())).await;
    }
    for tab in [&mut leaver, &mut banned] {
        tab.now().await;
        let heard = tab.rest();
        assert!(!heard.iter().any(is_change), "{}: {heard:?}", tab.name);
        assert!(!follows(tab, desk.code).await, "{}", tab.name);
    }
});

both_servers!(what_somebody_plays_is_told_where_they_like_it, |server| async {
    let mut alice = member(server, "alice", "5k").await;
    let fan = member(server, "fan", "5k").await;
    let mut guest = server.enter("guest").await;
    let game = alice.create(crate::fixture::setup(crate::fixture::clock("10+30"))).await;
    guest.join(game).await;
    let playing = async |cookie: &str| {
        let page = send(server, cookie, "GET", "/players/alice", Value::Null).await;
        page.json()["playing"].as_array().map(Vec::len)
    };
    assert_eq!(playing(&fan.cookie).await, Some(1));
    let privacy = json!({ "challenges_from": "all", "tells_followers": false });
    let page = send(server, &alice.cookie, "PUT", "/account/privacy", privacy).await;
    assert_eq!(page.status, 204, "{page:?}");
    for (cookie, n) in [(fan.cookie.as_str(), 0), ("", 0), (alice.cookie.as_str(), 1)] {
        assert_eq!(playing(cookie).await, Some(n));
    }
});
