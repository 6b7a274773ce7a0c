//! A Swiss event while each server is upgraded in its turn, in every round.

use std::net::SocketAddr;

use komadai_ids::Code;
use komadai_rules::Side;
use komadai_store::testing::Cluster;
use serde_json::{Value, json};

use super::{SERVERS, Servers};
use crate::{
    fixture::{
        Tab,
        http::{get, request},
        until, uuid,
    },
    stories::{
        accounts::{PASSWORD, new_cookie},
        tournaments::settings,
    },
};

const PLAYERS: [&str; 6] = ["anh", "binh", "chi", "dung", "giang", "hoa"];
const ROUNDS: usize = 3;

/// The event, as everybody meets it through the balancer.
struct Event {
    at: SocketAddr,
    organiser: String,
    code: String,
}

impl Event {
    async fn set_up(at: SocketAddr) -> Self {
        let organiser = account(at, "organiser").await.cookie.clone();
        let settings = settings(json!({ "t": "swiss", "rounds": ROUNDS }));
        let made = json!({ "create": uuid(), "settings": settings });
        let made = send(at, &organiser, "/api/v1/tournaments", &made).await;
        Self { at, organiser, code: made["code"].as_str().unwrap().to_owned() }
    }

    async fn act(&self, cookie: &str, act: &str) {
        let path = format!("/api/v1/tournaments/{}/acts", self.code);
        send(self.at, cookie, &path, &json!({ "id": uuid(), "act": { "t": act } })).await;
    }

    async fn view(&self) -> Value {
        get(self.at, &format!("/api/v1/tournaments/{}", self.code), &[]).await.json()
    }

    /// The boards of this round with their games: who sits at them, and what is played.
    async fn boards(&self, round: usize) -> Vec<(String, String, Code)> {
        let view = self.view().await;
        let boards = view["rounds"][round]["games"].as_array().unwrap().clone();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        boards
            .iter()
            .map(|it| {
                let games = it["games"].as_array().unwrap();
                assert_eq!(games.len(), 1, "each board has one game: {it}");
                (text(&it["sente"]), text(&it["gote"]), text(&games[0]).parse().unwrap())
            })
            .collect()
    }

    async fn has_ended(&self, round: usize) -> bool {
        let view = self.view().await;
        let boards = view["rounds"][round]["games"].as_array().unwrap();
        boards.iter().all(|it| !it["result"].is_null())
    }
}

async fn send(at: SocketAddr, cookie: &str, path: &str, body: &Value) -> Value {
    let page = request(at, "POST", path, &[("Cookie", cookie)], &body.to_string()).await;
    assert!([200, 201].contains(&page.status), "{path}: {page:?}");
    page.json()
}

/// Somebody with an account.
async fn account(at: SocketAddr, handle: &str) -> Tab {
    let tab = Tab::open(at, handle, None).await;
    let new = json!({ "handle": handle, "name": handle, "password": PASSWORD });
    let headers = [("Cookie", tab.cookie.as_str())];
    let page = request(at, "POST", "/api/v1/account/register", &headers, &new.to_string()).await;
    assert_eq!(page.status, 200, "{page:?}");
    Tab::open(at, handle, Some(new_cookie(&page))).await
}

/// Goes to the board at which it sits.
async fn find_board(tab: &mut Tab, boards: &[(String, String, Code)]) -> Code {
    for &(.., game) in boards {
        if tab.look_at(game).await.you.is_some() {
            return game;
        }
    }
    panic!("{} sits at none of {boards:?}", tab.name);
}

/// Both sides of each board play on from `ply`, in turn.
async fn play(players: &mut [Tab], from: u32, moves: &[&str]) {
    for (ply, usi) in (from..).zip(moves) {
        let side = if ply % 2 == 0 { Side::Sente } else { Side::Gote };
        for tab in players.iter_mut() {
            tab.sees_ply(ply).await;
            if tab.view.you == Some(side) {
                tab.play(usi).await;
            }
        }
        for tab in players.iter_mut() {
            tab.sees_ply(ply + 1).await;
        }
    }
}

#[tokio::test]
async fn an_event_goes_on_while_all_servers_are_upgraded() {
    let mut servers = Servers::start(Cluster::shared()).await;
    let at = servers.balancer.address;
    let event = Event::set_up(at).await;
    let mut players = Vec::new();
    for handle in PLAYERS {
        players.push(account(at, handle).await);
    }
    event.act(&event.organiser, "open").await;
    for player in &players {
        event.act(&player.cookie, "join").await;
    }
    event.act(&event.organiser, "begin").await;
    for round in 0..ROUNDS {
        if round > 0 {
            event.act(&event.organiser, "next_round").await;
        }
        let boards = event.boards(round).await;
        assert_eq!(boards.len(), PLAYERS.len() / 2);
        let mut sits_at = Vec::new();
        for tab in &mut players {
            sits_at.push(find_board(tab, &boards).await);
        }
        play(&mut players, 0, &["7g7f", "3c3d", "2g2f"]).await;

        for server in 0..SERVERS {
            servers.programs[server].terminate().await;
            servers.restart(server).await;
        }
        assert_eq!(event.boards(round).await, boards, "the same pairings, and no other games");
        for (tab, game) in players.iter_mut().zip(&sits_at) {
            tab.reconnect(at).await;
            let seen = tab.look_at(*game).await;
            assert_eq!(seen.ply, 3, "what was seen is there");
        }
        play(&mut players, 3, &["8c8d", "2f2e"]).await;
        for tab in &mut players {
            if tab.view.you == Some(Side::Gote) {
                tab.resign().await.unwrap();
            }
        }
        until("the round is over", || event.has_ended(round)).await;
    }
    until("the event is over", || async { event.view().await["phase"] == "over" }).await;
    let path = format!("/api/v1/tournaments/{}/acts", event.code);
    let trail = get(at, &path, &[("Cookie", &event.organiser)]).await.json();
    let mut versions: Vec<_> = trail["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["version"].as_u64().unwrap())
        .collect();
    versions.reverse();
    // Made, opened, six entries, begun, three results in each round, and two more rounds.
    assert_eq!(versions, (1..=20).collect::<Vec<_>>(), "each once: {trail}");
    let works = servers.programs[servers.who_works().await].address;
    until("the games are in the archive", || async {
        let shown = get(works, "/api/v1/games?player=anh", &[]).await.json();
        shown["games"].as_array().unwrap().len() == ROUNDS
    })
    .await;
}
