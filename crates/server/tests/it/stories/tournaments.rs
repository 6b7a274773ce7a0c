//! A tournament from its draft to its end, as its organiser, its players and the others see it.

use komadai_ids::{Code, UserId};
use komadai_protocol::{
    ArbiterActName, GameEvent, ServerMessage, StreamEvent, StreamName, TournamentEvent,
};
use komadai_rules::Side;
use komadai_service::site::SiteState;
use serde_json::{Value, json};

use super::{play, ratings::member};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, until, uuid};

/// A tournament, seen by somebody.
pub(super) struct Desk<'s> {
    pub(super) server: &'s TestServer,
    pub(super) code: Code,
}

/// What everybody decides alike here.
pub(crate) fn settings(format: Value) -> Value {
    json!({
        "name": "Giải mùa thu – 秋の大会",
        "format": format,
        "plan": {
            "about": "Năm ván, mỗi bên mười phút.",
            "variant": "standard",
            "rules": "tournament",
            "rated": true,
            "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
            "grace_ms": 600_000,
        },
    })
}

pub(super) async fn post(server: &TestServer, by: &Tab, path: &str, body: &Value) -> Page {
    let headers = [("Cookie", by.cookie.as_str())];
    server.request("POST", path, &headers, &body.to_string()).await
}

impl<'s> Desk<'s> {
    pub(super) async fn set_up(server: &'s TestServer, by: &Tab, settings: &Value) -> Self {
        let body = json!({ "create": uuid(), "settings": settings });
        let page = post(server, by, "/api/v1/tournaments", &body).await;
        assert_eq!(page.status, 201, "{page:?}");
        let again = post(server, by, "/api/v1/tournaments", &body).await;
        assert_eq!(again.json()["code"], page.json()["code"], "the same one, said twice");
        let code = page.json()["code"].as_str().unwrap().parse().unwrap();
        Self { server, code }
    }

    async fn try_act(&self, by: &Tab, act: Value, reason: &str) -> Page {
        let path = format!("/api/v1/tournaments/{}/acts", self.code);
        let body = json!({ "id": uuid(), "act": act, "reason": reason });
        let page = post(self.server, by, &path, &body).await;
        if page.status == 200 {
            let again = post(self.server, by, &path, &body).await;
            assert_eq!(again.status, 200, "said twice, done once: {again:?}");
        }
        page
    }

    pub(super) async fn act(&self, by: &Tab, act: Value) {
        let page = self.try_act(by, act.clone(), "theo luật").await;
        assert_eq!(page.status, 200, "{act}: {page:?}");
    }

    pub(super) async fn refused(&self, by: &Tab, act: Value, reason: &str, code: &str) {
        let page = self.try_act(by, act.clone(), reason).await;
        assert_eq!(page.json()["code"], code, "{act}: {page:?}");
    }

    pub(super) async fn view(&self) -> Value {
        let page = self.server.get(&format!("/api/v1/tournaments/{}", self.code)).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()
    }

    /// The tournament as somebody sees it.
    pub(super) async fn view_as(&self, by: &Tab) -> Value {
        self.own(by, &self.code.to_string()).await
    }

    /// What somebody sees of their own.
    pub(super) async fn own(&self, by: &Tab, path: &str) -> Value {
        let path = format!("/api/v1/tournaments/{path}");
        self.server.get_with(&path, &[("Cookie", &by.cookie)]).await.json()
    }

    /// The pairings of a round that still have no result.
    pub(super) async fn open(&self) -> Vec<Value> {
        let view = self.view().await;
        let rounds = view["rounds"].as_array().unwrap().clone();
        let games = rounds.iter().flat_map(|round| round["games"].as_array().unwrap());
        games.filter(|game| game["result"].is_null()).cloned().collect()
    }

    /// Waits until something holds of the tournament.
    pub(super) async fn sees(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        until(what, || async { holds(&self.view().await) }).await;
        self.view().await
    }
}

fn has_result(view: &Value, key: &str, result: &str) -> bool {
    let rounds = view["rounds"].as_array().unwrap();
    let mut games = rounds.iter().flat_map(|round| round["games"].as_array().unwrap());
    games.any(|game| game["key"] == key && game["result"] == result)
}

fn by_side<'t>(one: &'t mut Tab, two: &'t mut Tab) -> (&'t mut Tab, &'t mut Tab) {
    if one.view.you == Some(Side::Sente) { (one, two) } else { (two, one) }
}

/// Which of these plays there.
async fn seated(tabs: &mut [Tab], game: Code) -> (&mut Tab, &mut Tab) {
    let mut there: Vec<&mut Tab> = Vec::new();
    for tab in tabs {
        let shown = tab.look_at(game).await;
        if shown.you.is_some() {
            there.push(tab);
        }
    }
    let [one, two] = there.try_into().ok().expect("two of them play there");
    by_side(one, two)
}

both_servers!(a_swiss_is_played_to_its_end, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi", "dung"] {
        players.push(member(server, handle, "5k").await);
    }
    let swiss = settings(json!({ "t": "swiss", "rounds": 2 }));
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    let path = format!("/api/v1/tournaments/{}", desk.code);
    assert_eq!(server.get(&path).await.status, 404, "a draft is nobody else's");
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.refused(&players[0], json!({ "t": "begin" }), "", "not_organiser").await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.refused(&players[0], json!({ "t": "join" }), "", "not_possible").await;
    for player in &mut players {
        player.follow(StreamName::Me).await;
    }
    let code = desk.code;
    let mut watcher = server.enter("watcher").await;
    watcher.follow(StreamName::Tournament(code)).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let version = watcher
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Tournament(TournamentEvent::Changed { version }),
                ..
            } => Some(*version),
            _ => None,
        })
        .await;
    assert_eq!(desk.view().await["version"], version);

    let mut games = Vec::new();
    for player in &mut players {
        games.push(player.sit_down().await);
    }
    games.sort();
    games.dedup();
    assert_eq!(games.len(), 2, "four players at two boards");
    let shown = server.game(games[0]).await;
    assert_eq!(shown.tournament, Some(code));
    assert!(shown.rated && shown.clocks.first_move_due_ms.is_none(), "{shown:?}");
    let mut tables = Vec::new();
    for game in &games {
        let place = server.get(&format!("{path}/games/{game}")).await.json();
        assert_eq!(place["name"], "Giải mùa thu – 秋の大会");
        assert_eq!((&place["code"], &place["round"]), (&json!(code), &json!(1)));
        tables.push(place["board"].as_u64().unwrap());
    }
    tables.sort_unstable();
    assert_eq!(tables, [1, 2]);
    let elsewhere = server.get(&format!("{path}/games/{code}")).await;
    assert_eq!(elsewhere.status, 404, "no game of this tournament");
    for &game in &games {
        let (sente, gote) = seated(&mut players, game).await;
        // Nobody calls off or claims a game of a tournament.
        assert!(sente.abort().await.is_err());
        play(sente, gote, ["7g7f", "3c3d"].into_iter()).await;
        gote.resign().await.unwrap();
        sente.sees_end().await;
        assert!(sente.rematch().await.is_err(), "the next opponent is the organiser's to choose");
    }
    let view = desk.sees("both results", |view| {
        view["rounds"][0]["games"].as_array().unwrap().iter().all(|it| it["result"] == "sente")
    });
    let view = view.await;
    assert_eq!(view["phase"], "running");
    let log = desk.own(&organiser, &format!("{code}/acts")).await;
    let ended = log["entries"].as_array().unwrap().iter().filter(|it| it["act"]["t"] == "ended");
    let mut keys: Vec<&str> = ended.map(|it| it["act"]["game"].as_str().unwrap()).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["1-1", "1-2"], "the log says which boards");
    let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap().clone();
    assert_eq!(rows.iter().map(|row| row["points"].as_f64().unwrap()).sum::<f64>(), 2.0);

    desk.act(&organiser, json!({ "t": "next_round" })).await;
    let pairings = desk.open().await;
    assert_eq!(pairings.len(), 2);
    let Desk { code, .. } = desk;
    server.restart().await;
    let desk = Desk { server, code };
    assert_eq!(desk.open().await, pairings, "a restart changes nothing");
    let address = server.address;
    for player in &mut players {
        player.reconnect(address).await;
    }
    for pairing in &pairings {
        let game: Code = pairing["games"][0].as_str().unwrap().parse().unwrap();
        let (sente, _) = seated(&mut players, game).await;
        sente.resign().await.unwrap();
    }
    let view = desk.sees("the end", |view| view["phase"] == "over").await;
    let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap().clone();
    assert_eq!(rows[0]["remark"], "champion");
    for (file, part) in [
        ("standings.csv", "anh"),
        ("games.csv", "\"sente\",\"gote\""),
        ("standings.txt", "binh"),
        ("turnering.txt", "[Time control: 10min + 30sec]"),
        ("fesa.txt", "]XX["),
        ("event.json", "\"swiss\""),
    ] {
        let page = server.get(&format!("{path}/files/{file}")).await;
        assert!(
            page.status == 200 && String::from_utf8_lossy(&page.body).contains(part),
            "{file}: {page:?}"
        );
    }
    let cookie = [("Cookie", players[0].cookie.as_str())];
    let mine = server.get_with("/api/v1/tournaments?mine=true", &cookie).await;
    assert_eq!(mine.json()["tournaments"][0]["phase"], "over");
});

both_servers!(an_arbiter_stops_sets_decides_and_has_played_anew, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let format = json!({ "t": "round_robin", "cycles": 2 });
    let desk = Desk::set_up(server, &organiser, &settings(format)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &mut players {
        desk.act(player, json!({ "t": "join" })).await;
        player.follow(StreamName::Me).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = players[0].sit_down().await;
    players[1].sit_down().await;
    let key = desk.open().await[0]["key"].clone();
    let (sente, gote) = seated(&mut players, game).await;
    play(sente, gote, ["7g7f"].into_iter()).await;
    desk.refused(sente, json!({ "t": "halt", "game": key }), "", "not_organiser").await;

    desk.act(&organiser, json!({ "t": "halt", "game": key })).await;
    let halted = |event: &GameEvent| match event {
        GameEvent::Arbiter { act, halted, clocks, .. } => Some((*act, *halted, clocks.running)),
        _ => None,
    };
    assert_eq!(gote.event(halted).await, (ArbiterActName::Halted, true, None));
    assert_eq!(gote.try_play("3c3d").await.unwrap_err(), komadai_protocol::RefusalCode::Halted);
    let times = json!({ "t": "set_clocks", "game": key, "sente": { "main_ms": 60_000, "periods": 1 },
        "gote": { "main_ms": 1_234_000, "periods": 1 } });
    desk.refused(&organiser, times.clone(), " ", "reason_needed").await;
    desk.act(&organiser, times).await;
    assert_eq!(gote.event(halted).await, (ArbiterActName::ClocksSet, true, None));
    assert_eq!(server.game(game).await.clocks.gote.main_ms, 1_234_000);
    desk.act(&organiser, json!({ "t": "release", "game": key })).await;
    assert_eq!(gote.event(halted).await, (ArbiterActName::WentOn, false, Some(Side::Gote)));
    gote.play("3c3d").await;

    desk.act(&organiser, json!({ "t": "restart", "game": key })).await;
    assert_eq!(gote.sees_end().await.reason.as_str(), "annulled");
    let anew = players[0].sit_down().await;
    assert_ne!(anew, game);
    players[1].sit_down().await;
    assert_eq!(desk.open().await[0]["games"].as_array().unwrap().len(), 2);

    desk.act(&organiser, json!({ "t": "adjudicate", "game": key, "winner": "gote" })).await;
    let key = key.as_str().unwrap();
    desk.sees("the arbiter's word", |view| has_result(view, key, "gote")).await;
    assert_eq!(server.game(anew).await.result.unwrap().reason.as_str(), "adjudicated");
    desk.act(&organiser, json!({ "t": "rule", "game": key, "outcome": "both_lose" })).await;
    desk.sees("the ruling", |view| has_result(view, key, "both_lose")).await;

    let path = format!("/api/v1/tournaments/{}/acts", desk.code);
    assert_eq!(server.get(&path).await.status, 403, "the audit log is the organisers'");
    let trail = server.get_with(&path, &[("Cookie", &organiser.cookie)]).await.json();
    let acts = trail["entries"].as_array().unwrap();
    let of = |kind: &str| acts.iter().filter(|it| it["act"]["t"] == kind).count();
    assert_eq!([of("halt"), of("set_clocks"), of("restart"), of("rule")], [1, 1, 1, 1], "{trail}");
    let ruling = acts.iter().find(|it| it["act"]["t"] == "rule").unwrap();
    assert_eq!((&ruling["reason"], &ruling["by"]), (&json!("theo luật"), &json!("organiser")));
});

both_servers!(who_does_not_come_loses_after_the_grace, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut here = member(server, "here", "5k").await;
    let away = member(server, "away", "5k").await;
    let mut settings = settings(json!({ "t": "single_elimination" }));
    settings["plan"]["grace_ms"] = json!(1_500);
    settings["plan"]["rated"] = json!(false);
    let desk = Desk::set_up(server, &organiser, &settings).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&here, json!({ "t": "join" })).await;
    desk.act(&away, json!({ "t": "join" })).await;
    here.follow(StreamName::Me).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = here.sit_down().await;
    let end = here.sees_end().await;
    assert_eq!((end.reason.as_str(), end.winner), ("no_show", here.view.you));
    let view = desk.sees("the end", |view| view["phase"] == "over").await;
    let result = view["rounds"][0]["games"][0]["result"].as_str().unwrap();
    assert!(result.ends_with("_no_show"), "{result}");
    assert!(server.game(game).await.result.is_some());
});

both_servers!(a_drawn_match_is_replayed_and_then_counts, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let format = json!({ "t": "single_elimination" });
    let desk = Desk::set_up(server, &organiser, &settings(format)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &mut players {
        desk.act(player, json!({ "t": "join" })).await;
        player.follow(StreamName::Me).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = players[0].sit_down().await;
    players[1].sit_down().await;
    let first_sente = {
        let (sente, gote) = seated(&mut players, game).await;
        let round = ["5i5h", "5a5b", "5h5i", "5b5a"];
        play(sente, gote, round.into_iter().cycle().take(12)).await;
        sente.name.clone()
    };
    let replay = players[0].sit_down().await;
    assert_ne!(replay, game);
    players[1].sit_down().await;
    let (sente, gote) = seated(&mut players, replay).await;
    assert_ne!(sente.name, first_sente, "the sides are exchanged (§2.2)");
    let winner = gote.name.clone();
    sente.resign().await.unwrap();
    let view = desk.sees("the end", |view| view["phase"] == "over").await;
    let pairing = &view["rounds"][0]["games"][0];
    assert_eq!(pairing["games"].as_array().unwrap().len(), 2);
    // The player who was gote in the replay is sente in the pairing.
    assert_eq!((pairing["result"].as_str(), winner), (Some("sente"), first_sente));
});

both_servers!(nothing_begins_while_the_site_is_read_only, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let player = member(server, "anh", "5k").await;
    let swiss = settings(json!({ "t": "swiss", "rounds": 1 }));
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let state = SiteState { banner: String::new(), read_only: true };
    let by = UserId::from_uuid(uuid());
    server.service().site.set(by, state).await.unwrap();
    desk.refused(&player, json!({ "t": "join" }), "", "read_only").await;
    desk.refused(&organiser, json!({ "t": "begin" }), "", "read_only").await;
    desk.act(&organiser, json!({ "t": "pause" })).await;
    let body = json!({ "create": uuid(), "settings": swiss });
    let page = post(server, &organiser, "/api/v1/tournaments", &body).await;
    assert_eq!((page.status, page.json()["code"].as_str()), (503, Some("read_only")));
});
