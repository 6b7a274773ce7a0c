//! A whole game by clients that know nothing but `docs/protocol.md`.
//!
//! What they say is an example of the page with other values in it, and what they read are the
//! fields that the examples show. Nothing here uses the protocol's types.

use std::collections::{BTreeSet, VecDeque};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

use crate::{
    document::examples,
    fixture::{PATIENCE, TestServer, both_servers, http, random, real_games, uuid},
};

/// A program that plays, and reads frames as plain JSON.
struct Player {
    name: &'static str,
    /// `HOST` of the page's addresses.
    host: String,
    cookie: Option<String>,
    client: String,
    next_id: u32,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The game it plays.
    game: String,
    /// The newest event of the game that it has.
    last: u64,
    side: Value,
    sfen: Value,
    dests: Value,
    result: Value,
    heard: VecDeque<Value>,
    known: BTreeSet<String>,
}

/// The first example of a message that a client may say.
fn example(kind: &str) -> Value {
    let messages = examples("> ").map(|frame| serde_json::from_str::<Value>(frame).unwrap());
    let mut found = messages.filter(|message| message["t"] == kind);
    found.next().unwrap_or_else(|| panic!("the page has no example of {kind}"))
}

/// The fields of a frame, each with the way to it and what kind of thing it is. Which keys a
/// table of moves has differs by position, so `dests` counts as one thing.
fn fields(at: &str, value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) if !at.ends_with(".dests") => {
            for (key, value) in object {
                let at = format!("{at}.{key}");
                fields(&at, value, into);
                into.insert(at);
            }
        }
        Value::Array(values) => {
            for value in values {
                fields(&format!("{at}[]"), value, into);
            }
        }
        _ => {}
    }
}

/// What the page shows of the fields that a server's frames have.
fn shown_fields() -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for frame in examples("< ") {
        let frame: Value = serde_json::from_str(frame).unwrap();
        fields(&kind_of(&frame), &frame, &mut shown);
    }
    shown
}

/// `ack`, `event.moved`, `snapshot.game`.
fn kind_of(frame: &Value) -> String {
    let kind = frame["t"].as_str().unwrap();
    match kind {
        "event" => format!("event.{}", frame["event"]["t"].as_str().unwrap()),
        "snapshot" => {
            format!("snapshot.{}", frame["stream"].as_str().unwrap().split(':').next().unwrap())
        }
        _ => kind.to_owned(),
    }
}

impl Player {
    async fn enter(server: &TestServer, name: &'static str) -> Self {
        let mut player = Self {
            name,
            host: server.address.to_string(),
            cookie: None,
            client: format!("{:016x}", random()),
            next_id: 1,
            socket: None,
            game: String::new(),
            last: 0,
            side: Value::Null,
            sfen: Value::Null,
            dests: Value::Null,
            result: Value::Null,
            heard: VecDeque::new(),
            known: shown_fields(),
        };
        player.connect().await;
        player
    }

    /// Section 2: the address, the cookie, the hello.
    async fn connect(&mut self) {
        let mut request = format!("ws://{}/ws", self.host).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(&self.host).await.unwrap();
        let (socket, answer) = client_async(request, stream).await.unwrap();
        if let Some(cookie) = answer.headers().get("set-cookie") {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(cookie.to_owned());
        }
        self.socket = Some(socket);
        let client = self.client.clone();
        let welcome = self.ask("hello", [("client", json!(client))]).await;
        assert_eq!(welcome["t"], "welcome", "{welcome}");
    }

    /// An example with other values; only what the example shows can be changed.
    fn message<const N: usize>(&mut self, kind: &str, values: [(&str, Value); N]) -> Value {
        let mut message = example(kind);
        message["id"] = json!(self.next_id);
        self.next_id += 1;
        for (key, value) in values {
            let shown = message.get_mut(key);
            *shown.unwrap_or_else(|| panic!("the page shows no {key} in {kind}")) = value;
        }
        message
    }

    async fn send(&mut self, message: &Value) {
        let socket = self.socket.as_mut().unwrap();
        socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Says something and waits for its answer.
    async fn ask<const N: usize>(&mut self, kind: &str, values: [(&str, Value); N]) -> Value {
        let message = self.message(kind, values);
        self.send(&message).await;
        self.answer(&message).await
    }

    async fn answer(&mut self, message: &Value) -> Value {
        let answers = ["welcome", "ack", "refused", "pong"];
        let is_answer = |frame: &Value| {
            answers.iter().any(|answer| frame["t"] == *answer) && frame["id"] == message["id"]
        };
        self.hears(&format!("an answer to {message}"), is_answer).await
    }

    /// Waits for a frame; what comes before it is kept.
    async fn hears(&mut self, what: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&mut wanted) {
            return self.heard.remove(at).unwrap();
        }
        loop {
            let frame = self.read(what).await;
            if wanted(&frame) {
                return frame;
            }
            self.heard.push_back(frame);
        }
    }

    async fn read(&mut self, what: &str) -> Value {
        loop {
            let frame = match timeout(PATIENCE, self.socket.as_mut().unwrap().next()).await {
                Ok(Some(Ok(frame))) => frame,
                other => panic!("{} waited in vain for {what}: {other:?}", self.name),
            };
            if let Message::Text(text) = frame {
                let frame: Value = serde_json::from_str(&text).unwrap();
                self.take_in(&frame);
                return frame;
            }
        }
    }

    /// Sections 4 and 6: what the frames of its game change.
    fn take_in(&mut self, frame: &Value) {
        let mut has = BTreeSet::new();
        fields(&kind_of(frame), frame, &mut has);
        let hidden: Vec<_> = has.difference(&self.known).collect();
        assert!(hidden.is_empty(), "the page shows no {hidden:?}: {frame}");

        if frame["stream"] != json!(format!("game:{}", self.game)) {
            return;
        }
        if frame["t"] == "snapshot" {
            let snapshot = &frame["snapshot"];
            self.last = frame["seq"].as_u64().unwrap();
            self.side = snapshot["you"].clone();
            self.sfen = snapshot["sfen"].clone();
            self.dests = snapshot["dests"].clone();
            self.result = snapshot["result"].clone();
            return;
        }
        if let Some(seq) = frame["seq"].as_u64() {
            assert_eq!(seq, self.last + 1, "{}: the numbers have a gap", self.name);
            self.last = seq;
        }
        let event = &frame["event"];
        match event["t"].as_str().unwrap() {
            "started" => {
                self.side = event["you"].clone();
                self.dests = event["dests"].clone();
            }
            "moved" => {
                self.sfen = event["sfen"].clone();
                self.dests = event["dests"].clone();
            }
            "ended" => self.result = event["result"].clone(),
            _ => {}
        }
    }

    async fn follow(&mut self) {
        let stream = json!(format!("game:{}", self.game));
        let ack = self.ask("subscribe", [("stream", stream.clone())]).await;
        assert_eq!(ack["t"], "ack", "{ack}");
        self.hears("the snapshot", |frame| frame["t"] == "snapshot" && frame["stream"] == stream)
            .await;
    }

    /// Section 4, after a break: the second example of `subscribe` has `last`.
    async fn resume(&mut self) {
        self.connect().await;
        let examples = examples("> ").map(|frame| serde_json::from_str::<Value>(frame).unwrap());
        let mut resuming = examples.filter(|it| it["t"] == "subscribe" && it.get("last").is_some());
        let mut message = resuming.next().expect("the page shows how to resume");
        message["id"] = json!(self.next_id);
        self.next_id += 1;
        message["stream"] = json!(format!("game:{}", self.game));
        message["last"] = json!(self.last);
        self.send(&message).await;
        let ack = self.answer(&message).await;
        assert_eq!(ack["t"], "ack", "{ack}");
    }

    /// Waits until it has seen so many moves.
    async fn sees_ply(&mut self, ply: usize) {
        let has_ply =
            |frame: &Value| frame["event"]["t"] == "moved" && frame["event"]["ply"] == json!(ply);
        self.hears(&format!("ply {ply}"), has_ply).await;
    }

    /// Whether the move is among the `dests`, which section 7 describes.
    fn may(&self, usi: &str) -> bool {
        let (origin, target) = usi.split_at(2);
        let (square, promotes) = target.split_at(2);
        let Some(targets) = self.dests[origin].as_str() else { return false };
        let mut rest = targets;
        while rest.len() >= 2 {
            let (one, tail) = rest.split_at(2);
            let mark = tail.chars().next().filter(|mark| matches!(mark, '?' | '+'));
            rest = &tail[usize::from(mark.is_some())..];
            if one == square {
                return match mark {
                    Some('?') => true,
                    Some(_) => promotes == "+",
                    None => promotes.is_empty(),
                };
            }
        }
        false
    }
}

both_servers!(a_whole_game_from_the_page_alone, |server| async {
    let real = real_games()[0];
    let moves: Vec<_> = real.moves().collect();
    assert!(moves.len() > 100);
    let mut sente = Player::enter(server, "sente").await;
    let mut gote = Player::enter(server, "gote").await;

    let created = sente.ask("create", [("create", json!(uuid()))]).await;
    let game = created["game"].as_str().expect("the ack names the game").to_owned();
    (sente.game, gote.game) = (game.clone(), game.clone());
    sente.follow().await;
    gote.follow().await;
    let joined = gote.ask("join", [("game", json!(game))]).await;
    assert_eq!(joined["t"], "ack", "{joined}");
    for player in [&mut sente, &mut gote] {
        player.hears("the start", |frame| frame["event"]["t"] == "started").await;
    }
    assert_eq!((&sente.side, &gote.side), (&json!("sente"), &json!("gote")));

    for (ply, usi) in moves.iter().enumerate() {
        let (mover, other) =
            if ply % 2 == 0 { (&mut sente, &mut gote) } else { (&mut gote, &mut sente) };
        assert!(mover.may(usi), "ply {ply}: {usi} is not among {}", mover.dests);
        assert_eq!(other.dests, Value::Null);
        let values = [("game", json!(game)), ("ply", json!(ply)), ("usi", json!(usi))];
        let message = mover.message("move", values);
        mover.send(&message).await;
        if ply % 40 == 20 {
            // Section 3: the connection breaks before the answer, and the same is said again.
            mover.socket = None;
            mover.resume().await;
            mover.send(&message).await;
        }
        let answer = mover.answer(&message).await;
        assert_eq!(answer["t"], "ack", "ply {ply}: {answer}");
        if ply % 40 == 30 {
            other.socket = None;
            other.resume().await;
        }
        mover.sees_ply(ply + 1).await;
        other.sees_ply(ply + 1).await;
        assert_eq!(mover.sfen, other.sfen);
    }
    assert_eq!(sente.sfen, json!(real.final_sfen));

    let loser = json!(real.loser);
    let resigning = if sente.side == loser { &mut sente } else { &mut gote };
    let answer = resigning.ask("resign", [("game", json!(game))]).await;
    assert_eq!(answer["t"], "ack", "{answer}");
    for player in [&mut sente, &mut gote] {
        player.hears("the end", |frame| frame["event"]["t"] == "ended").await;
        assert_eq!(player.result["reason"], "resignation");
        assert_ne!(player.result["winner"], loser);
    }

    // Section 12.
    let address = server.address;
    let usi = http::get(address, &format!("/api/v1/games/{game}/record.usi"), &[]).await;
    let record = String::from_utf8(usi.body).unwrap();
    assert_eq!(record.trim().split(" moves ").nth(1), Some(real.moves));
    let page = http::get(address, &format!("/api/v1/games/{game}"), &[]).await.json();
    assert_eq!(page["sfen"], json!(real.final_sfen));
    assert_eq!(page["moves"].as_array().map(Vec::len), Some(moves.len()));
});
