//! An evening at a club: accounts, a rated game, a study, the club, and a tournament in the middle of
//! its round. Everything is by people with accounts: what guests leave is deleted after a month.

use komadai_ids::Code;
use komadai_protocol::GameEvent;
use serde_json::{Value, json};

use crate::{
    faults::asking::{member, send},
    fixture::{Launch, Program, Tab, clock, setup, until, uuid},
    stories::{accounts::PASSWORD, tournaments::settings},
};

/// Who is there; the first organises.
const PEOPLE: [&str; 4] = ["minh", "binh", "chi", "dung"];

/// What is played at each board before the evening breaks off.
const OPENING: [&str; 6] = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e"];

/// What is played there when it goes on.
const CONTINUATION: [&str; 4] = ["6i7h", "4a3b", "3i4h", "7a7b"];

/// What is known of the evening besides what the server says.
pub(super) struct Evening {
    people: Vec<Tab>,
    /// The game that is over.
    over: Code,
    club: String,
    study: String,
    tournament: String,
}

/// Each comes from a network of their own, so that all may register at once.
pub(super) fn behind_a_proxy(mut launch: Launch) -> Launch {
    launch.set("KOMADAI__SERVER__TRUSTED_PROXIES", "1");
    launch
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

async fn get(server: &Program, tab: &Tab, path: &str) -> Value {
    send(server, &tab.cookie, "GET", path, &Value::Null).await
}

impl Evening {
    /// From the beginning.
    pub(super) async fn play(server: &Program) -> Self {
        let mut people = Vec::new();
        for handle in PEOPLE {
            people.push(member(server, handle).await);
        }
        let over = rated_game(server, &mut people).await;
        let cookies: Vec<_> = people.iter().map(|it| it.cookie.clone()).collect();
        let post = async |by: usize, path: &str, body: &Value| {
            send(server, &cookies[by], "POST", path, body).await
        };
        let act = |act: Value| json!({ "id": uuid(), "act": act });

        let about = json!({
            "name": "Câu lạc bộ Shogi Hà Nội", "city": "Hà Nội", "about": "Chiều chủ nhật.",
            "for_members": "Mã cửa 1234", "link": "https://shogi.example/hanoi", "lang": "vi",
            "private": false, "joining": "open",
        });
        let new = json!({ "create": uuid(), "slug": "hanoi", "settings": about });
        let club = text(&post(0, "/clubs", &new).await["slug"]);
        post(1, &format!("/clubs/{club}/acts"), &act(json!({ "t": "join" }))).await;

        let chapters =
            json!([{ "name": "Một", "review": over }, { "name": "研究", "review": over }]);
        let study = json!({
            "title": "研究 – khai cuộc", "description": "Mở đầu", "topics": ["Yagura"],
            "visibility": "public", "chapters": chapters,
        });
        let study = text(&post(2, "/studies", &study).await["study"]);

        let swiss = settings(json!({ "t": "swiss", "rounds": 2 }));
        let new = json!({ "create": uuid(), "settings": swiss });
        let tournament = text(&post(0, "/tournaments", &new).await["code"]);
        let acts = format!("/tournaments/{tournament}/acts");
        post(0, &acts, &act(json!({ "t": "open" }))).await;
        for by in 0..PEOPLE.len() {
            post(by, &acts, &act(json!({ "t": "join" }))).await;
        }
        post(0, &acts, &act(json!({ "t": "begin" }))).await;
        let mut evening = Self { people, over, club, study, tournament };
        for game in evening.boards(server).await {
            evening.play_at(game, &OPENING).await;
        }
        evening
    }

    /// Somewhere else, by what was said of it; everybody signs in.
    pub(super) async fn found(server: &Program, said: &Value) -> Self {
        let mut people = Vec::new();
        for handle in PEOPLE {
            let body = json!({ "handle": handle, "password": PASSWORD });
            let cookie = send(server, "", "POST", "/account/sign-in", &body).await;
            people.push(Tab::open(server.address, handle, Some(text(&cookie))).await);
        }
        let of = |key: &str| text(&said[key]["at"]);
        let over = of("game").parse().unwrap();
        let (club, study, tournament) = (of("club"), of("study"), of("tournament"));
        Self { people, over, club, study, tournament }
    }

    /// What the server says of everything, in words that no version changes.
    pub(super) async fn describe(&self, server: &Program) -> Value {
        let organiser = &self.people[0];
        let ask = async |path: &str| get(server, organiser, path).await;
        let over = ask(&format!("/games/{}", self.over)).await;
        let rated = ask(&format!("/games/{}/ratings", self.over)).await;
        let club = ask(&format!("/clubs/{}", self.club)).await;
        let members = ask(&format!("/clubs/{}/members", self.club)).await;
        let study = ask(&format!("/studies/{}", self.study)).await;
        let tournament = ask(&format!("/tournaments/{}", self.tournament)).await;
        let mut boards = Vec::new();
        for board in self.boards(server).await {
            boards.push(
                json!({ "at": board, "moves": moves(&ask(&format!("/games/{board}")).await) }),
            );
        }
        let mut people = Vec::new();
        for handle in PEOPLE {
            let shown = ask(&format!("/players/{handle}")).await;
            people.push(shown["handle"].clone());
        }
        let mut members: Vec<_> =
            list(&members["members"]).iter().map(|it| json!([it["handle"], it["role"]])).collect();
        members.sort_by_key(Value::to_string);
        let chapters: Vec<_> = list(&study["chapters"]).iter().map(|it| &it["name"]).collect();
        let changes = ["sente", "gote"].map(|side| &rated["players"][side]["change"]);
        json!({
            "people": people,
            "game": {
                "at": self.over, "moves": moves(&over),
                "reason": over["result"]["reason"], "winner": over["result"]["winner"],
                "changes": changes,
            },
            "club": {
                "at": self.club, "name": club["name"],
                "members": members,
            },
            "study": {
                "at": self.study, "title": study["title"],
                "chapters": chapters,
            },
            "tournament": {
                "at": self.tournament, "phase": tournament["phase"],
                "name": tournament["name"], "boards": boards,
            },
        })
    }

    /// The games of the tournament that are being played.
    async fn boards(&self, server: &Program) -> Vec<Code> {
        let path = format!("/tournaments/{}", self.tournament);
        let shown = get(server, &self.people[0], &path).await;
        let rounds = list(&shown["rounds"]).iter().flat_map(|round| list(&round["games"]));
        let games = rounds.filter(|it| it["result"].is_null()).flat_map(|it| list(&it["games"]));
        let mut games: Vec<Code> = games.map(|it| text(it).parse().unwrap()).collect();
        games.sort_by_key(Code::to_string);
        games
    }

    /// Those who sit at a board play on there.
    async fn play_at(&mut self, game: Code, moves: &[&str]) {
        let mut seated = Vec::new();
        for tab in &mut self.people {
            if tab.look_at(game).await.you.is_some() {
                seated.push(tab);
            }
        }
        let [one, two] = &mut seated[..] else { panic!("two sit at {game}") };
        for usi in moves {
            let (mover, other) = if one.view.turn() == one.view.you {
                (&mut *one, &mut *two)
            } else {
                (&mut *two, &mut *one)
            };
            let ply = mover.view.ply + 1;
            mover.play(usi).await;
            other.sees_ply(ply).await;
        }
    }

    /// Both boards are played to their end, and the next round is paired.
    pub(super) async fn goes_on(mut self, server: &Program) {
        let boards = self.boards(server).await;
        for board in &boards {
            self.play_at(*board, &CONTINUATION).await;
            let mut loser =
                self.people.iter_mut().find(|it| it.game == Some(*board) && it.view.you.is_some());
            loser.as_mut().unwrap().resign().await.unwrap();
        }
        until("the round is over", || async { self.boards(server).await.is_empty() }).await;
        let next = json!({ "id": uuid(), "act": { "t": "next_round" } });
        let acts = format!("/tournaments/{}/acts", self.tournament);
        send(server, &self.people[0].cookie, "POST", &acts, &next).await;
        until("the next round begins", || async { self.boards(server).await.len() == 2 }).await;
    }
}

fn moves(game: &Value) -> Vec<String> {
    list(&game["moves"]).iter().map(|it| text(&it["usi"])).collect()
}

/// The first two play a game that counts.
async fn rated_game(server: &Program, people: &mut [Tab]) -> Code {
    let [first, second, ..] = people else { panic!("two are needed") };
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    first.seek_for(wanted).await.unwrap();
    let game = second.accept().await;
    first.sit_down().await;
    for (ply, usi) in (1..).zip(OPENING.into_iter().chain(CONTINUATION)) {
        let (mover, other) =
            if ply % 2 == 1 { (&mut *first, &mut *second) } else { (&mut *second, &mut *first) };
        mover.play(usi).await;
        other.sees_ply(ply).await;
    }
    second.resign().await.unwrap();
    first.event(|event| matches!(event, GameEvent::Ended { .. }).then_some(())).await;
    let rated = format!("/games/{game}/ratings");
    until("the game is rated", || async {
        !get(server, first, &rated).await["players"]["sente"]["change"].is_null()
    })
    .await;
    game
}
