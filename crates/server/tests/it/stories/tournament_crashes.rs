//! A tournament whose director ends in the middle.

use komadai_ids::Code;
use komadai_rules::Side;
use serde_json::json;

use super::{
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, both_servers, until, uuid};

both_servers!(the_director_ends_after_each_of_its_changes, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi", "dung"] {
        players.push(member(server, handle, "5k").await);
    }
    let format = json!({ "t": "single_elimination", "third_place": true });
    let code = Desk::set_up(server, &organiser, &settings(format)).await.code;
    let mut steps = vec![(&organiser, json!({ "t": "open" }))];
    steps.extend(players.iter().map(|player| (player, json!({ "t": "join" }))));
    steps.push((&organiser, json!({ "t": "begin" })));
    steps.push((&organiser, json!({ "t": "next_round" })));
    // The same number for a step that is said again.
    let steps: Vec<_> = steps
        .into_iter()
        .map(|(by, act)| (by.cookie.clone(), json!({ "id": uuid(), "act": act })))
        .collect();
    let cookies: Vec<_> = players.iter().map(|player| player.cookie.clone()).collect();
    let (mut at, mut deaths) = (0, 0);
    loop {
        // Nothing follows from the next change: what is missing is done at the next start.
        server.service().tournaments.die_after(1);
        if let Some((cookie, body)) = steps.get(at) {
            let path = format!("/api/v1/tournaments/{code}/acts");
            let headers = [("Cookie", cookie.as_str())];
            let page = server.request("POST", &path, &headers, &body.to_string()).await;
            // It was done, and so was every step before it; or the round is still played.
            if page.status == 200 {
                at += 1;
            }
        }
        deaths += 1;
        assert!(deaths < 200, "it never ends");
        server.restart().await;
        let desk = Desk { server, code };
        let seen = server
            .get_with(
                &format!("/api/v1/tournaments/{code}"),
                &[("Cookie", organiser.cookie.as_str())],
            )
            .await
            .json();
        if seen["phase"] == "over" {
            break;
        }
        if seen["phase"] != "running" {
            continue;
        }
        // Every board has its game, and gote gives up at each that is not over.
        for pairing in desk.open().await {
            let games = pairing["games"].as_array().unwrap().clone();
            assert_eq!(games.len(), 1, "no game is opened twice: {pairing}");
            let game: Code = games[0].as_str().unwrap().parse().unwrap();
            until("the game is there", || async {
                server.get(&format!("/api/v1/games/{game}")).await.status == 200
            })
            .await;
            if server.game(game).await.result.is_some() {
                continue;
            }
            for cookie in &cookies {
                let mut tab = Tab::open(server.address, "player", Some(cookie.clone())).await;
                if tab.look_at(game).await.you == Some(Side::Gote) {
                    tab.resign().await.unwrap();
                }
            }
        }
    }
    assert!(deaths >= 11, "it died {deaths} times only");
    let view = Desk { server, code }.view().await;
    let games: Vec<_> = view["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|round| round["games"].as_array().unwrap())
        .map(|pairing| (pairing["result"].clone(), pairing["games"].as_array().unwrap().len()))
        .collect();
    assert_eq!(games, vec![(json!("sente"), 1); 4], "two semifinals, the final, the third place");
    let path = format!("/api/v1/tournaments/{code}/acts");
    let trail = server.get_with(&path, &[("Cookie", organiser.cookie.as_str())]).await.json();
    let mut versions: Vec<_> = trail["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["version"].as_u64().unwrap())
        .collect();
    versions.reverse();
    // Made, opened, four entries, begun, four results, and the second round; each once.
    assert_eq!(versions, (1..=12).collect::<Vec<_>>(), "{trail}");
    let played = server.get("/api/v1/games?player=anh").await.json();
    assert_eq!(played["games"].as_array().unwrap().len(), 2, "{played}");
});

both_servers!(what_was_not_answered_is_found_out, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let player = member(server, "anh", "5k").await;
    let swiss = settings(json!({ "t": "swiss", "rounds": 1 }));
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    // It is stored, but not confirmed: as when a connection breaks during COMMIT.
    server.service().tournaments.die_after(1);
    desk.refused(&organiser, json!({ "t": "open" }), "", "not_yet").await;
    server.service().tournaments.die_after(i64::MAX);
    desk.act(&player, json!({ "t": "join" })).await;
    let view = desk.view().await;
    assert_eq!((&view["phase"], &view["version"]), (&json!("open"), &json!(3)));
});
