//! Those who would fill the server's memory, or keep its connections: they are bounded, and the
//! game beside them goes on.

use std::net::{Ipv4Addr, SocketAddr};

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, RefusalCode, ReviewEvent, ReviewView, ServerMessage, StreamEvent, StreamName,
    StreamSnapshot,
};
use komadai_review::Edit;
use komadai_service::reviews::BYTES_MAX;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::timeout,
};

use super::accounts::{PASSWORD, new_cookie};
use crate::{
    faults::bad_clients::upgrade,
    fixture::{
        Kind, Launch, PATIENCE, Program, Tab, TestServer, clock,
        http::{self, Page},
        is_long, setup, until,
    },
};

/// The start of even games.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A tree of 739 nodes in which so many have a comment of the greatest length.
fn tree(n_comments: usize) -> Value {
    let push = |file: usize, from: char, to: char| format!("{file}{from}{file}{to}");
    let mut nodes = vec![json!({ "id": 0, "parent": null })];
    let mut add = |parent: usize, usi: String| {
        let id = nodes.len();
        let comment = if id <= n_comments { "あ".repeat(1_000) } else { String::new() };
        nodes.push(json!({ "id": id, "parent": parent, "usi": usi, "comment": comment }));
        id
    };
    for first in 1..=9 {
        let after_first = add(0, push(first, 'g', 'f'));
        for reply in 1..=9 {
            let after_reply = add(after_first, push(reply, 'c', 'd'));
            for second in (1..=9).filter(|second| *second != first) {
                add(after_reply, push(second, 'g', 'f'));
            }
        }
    }
    let next = nodes.len();
    json!({
        "variant": "standard", "start": START, "headers": [], "nodes": nodes, "next": next, "at": 0,
    })
}

/// As many comments as fit.
pub(super) const COMMENTS_MAX: usize = 325;

async fn request(who: &Tab, method: &str, path: &str, body: &Value) -> Page {
    let headers = [("Cookie", who.cookie.as_str()), ("Content-Type", "application/json")];
    http::request(who.address, method, path, &headers, &body.to_string()).await
}

pub(super) async fn keep(who: &mut Tab, n_comments: usize) -> Page {
    let draft = json!({ "tree": tree(n_comments), "public": false });
    request(who, "POST", "/api/v1/reviews", &draft).await
}

/// Somebody who is somebody and keeps a review that is about as large as one can be.
pub(super) async fn with_large_review(address: SocketAddr) -> (Tab, Code) {
    let mut owner = Tab::open(address, "owner", None).await;
    owner.create(setup(clock("5+30"))).await;
    let page = keep(&mut owner, COMMENTS_MAX).await;
    assert_eq!(page.status, 201, "{page:?}");
    let review = page.json()["review"].as_str().and_then(|code| code.parse().ok()).unwrap();
    (owner, review)
}

pub(super) async fn follow(tab: &mut Tab, review: Code) -> ReviewView {
    tab.follow(StreamName::Review(review)).await;
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Review(view), .. } => {
            Some(view.as_ref().clone())
        }
        _ => None,
    })
    .await
}

#[tokio::test]
async fn a_review_at_its_limit_can_be_followed() {
    // Comments count as what is said.
    let server = TestServer::with(Kind::Sqlite, |config| config.limits.chat_burst = 1_000).await;
    let (mut owner, review) = with_large_review(server.address).await;
    let seen = follow(&mut owner, review).await;
    assert_eq!(seen.tree.nodes.len(), 739);
    let size = serde_json::to_vec(&seen.tree).unwrap().len();
    assert!((BYTES_MAX * 9 / 10..BYTES_MAX).contains(&size), "{size} bytes");
    let mut watcher = server.enter("watcher").await;
    assert_eq!(follow(&mut watcher, review).await.tree, seen.tree);

    let mut comment = async |node, text: &str| {
        let text = text.to_owned();
        let edit = Edit::Comment { node, text };
        owner.ask(|id| ClientMessage::Edit { id, review, edit }).await.map(drop)
    };
    let long = "あ".repeat(1_000);
    let mut refused = None;
    for node in COMMENTS_MAX as u32 + 1..739 {
        refused = comment(node, &long).await.err();
        if refused.is_some() {
            break;
        }
    }
    assert_eq!(refused, Some(RefusalCode::ReviewTooLarge));
    comment(1, "").await.unwrap();
    comment(700, &long).await.unwrap();
    let larger = keep(&mut owner, COMMENTS_MAX + 40).await;
    assert_eq!(larger.status, 413, "{larger:?}");

    // A follower who is informed that it is listed receives no more than that.
    let (path, terms) = (format!("/api/v1/reviews/{review}"), json!({ "public": true }));
    assert_eq!(request(&owner, "PUT", &path, &terms).await.status, 204);
    let told = watcher.hears(|message| match message {
        ServerMessage::Event { seq: Some(_), event: StreamEvent::Review(event), .. } => {
            match event.as_ref() {
                ReviewEvent::Present { public, watchers, .. } => Some((*public, *watchers)),
                _ => None,
            }
        }
        _ => None,
    });
    assert_eq!(told.await, (Some(true), 1));
    let mut later = server.enter("later").await;
    assert!(follow(&mut later, review).await.public);
}

#[tokio::test]
async fn large_reviews_of_one_address_are_few_at_once() {
    let server = TestServer::with(Kind::Sqlite, |config| config.limits.chat_burst = 1_000).await;
    let (mut owner, first) = with_large_review(server.address).await;
    let mut reviews = vec![first];
    for _ in 0..6 {
        let page = keep(&mut owner, COMMENTS_MAX).await;
        assert_eq!(page.status, 201, "{page:?}");
        reviews.push(page.json()["review"].as_str().unwrap().parse().unwrap());
    }
    let mut refused = Vec::new();
    for &review in &reviews {
        if let Err(code) = owner.subscribe(StreamName::Review(review), None).await {
            refused.push((review, code));
        }
    }
    let &(review, code) = refused.first().expect("two megabytes are for a visitor's address");
    assert_eq!(code, RefusalCode::TooManyReviews);
    assert!(refused.len() <= reviews.len() - 2, "{refused:?}");
    // Who closes one may open another.
    owner
        .ask(|id| ClientMessage::Unsubscribe { id, stream: StreamName::Review(first) })
        .await
        .unwrap();
    follow(&mut owner, review).await;
}

/// A text frame of a client, with a mask of nothing.
pub(super) fn frame(text: &str) -> Vec<u8> {
    let mut bytes = vec![0x81, 0x80 | 126];
    bytes.extend((text.len() as u16).to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(text.as_bytes());
    bytes
}

/// Somebody who follows a stream, as long as their address may, and reads no more than that, from an
/// address of this machine.
pub(super) async fn deaf_follower(
    server: SocketAddr,
    from: Ipv4Addr,
    stream: StreamName,
) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    let mut socket = socket.connect(server).await.unwrap();
    assert_eq!(upgrade(&mut socket, server, "").await, 101);
    let hello = r#"{"t":"hello","id":1,"protocol":1,"client":"1"}"#;
    let follow = format!(r#"{{"t":"subscribe","id":2,"stream":"{stream}"}}"#);
    socket.write_all(&[frame(hello), frame(&follow)].concat()).await.unwrap();
    let mut heard = Vec::new();
    let hear = async {
        let answers: [&[u8]; 2] = [br#""t":"ack""#, br#""code":"too_fast""#];
        while !answers.iter().any(|answer| heard.ends_with(answer)) {
            heard.push(socket.read_u8().await.unwrap());
        }
    };
    timeout(PATIENCE, hear).await.expect("the follower is answered");
    socket
}

/// The most memory that a process has had, in MiB.
fn peak_mib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().unwrap();
    kib >> 10
}

/// Lets glibc give back at once what is large: by itself it keeps more or less of it, as threads
/// happen to follow each other, and what a process has had says little of what it needed.
fn keep_no_free_memory(launch: &mut Launch) {
    launch.set("MALLOC_ARENA_MAX", "1");
    launch.set("MALLOC_MMAP_THRESHOLD_", "131072");
}

#[tokio::test]
async fn followers_that_read_nothing_take_little_memory() {
    let (n_here, n_elsewhere, n_changes): (usize, usize, usize) =
        if is_long() { (400, 2_000, 120) } else { (400, 100, 20) };
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__LIMITS__SOCKETS_PER_ADDRESS", "410");
    keep_no_free_memory(&mut launch);
    let program = Program::start(launch).await;
    let (mut owner, review) = with_large_review(program.address).await;
    follow(&mut owner, review).await;
    let mut deaf = Vec::new();
    for n in 0..n_here + n_elsewhere {
        let from = match n.checked_sub(n_here) {
            // Not where the owner is, whose changes count as well.
            None => Ipv4Addr::new(127, 0, 0, 2),
            Some(n) => Ipv4Addr::new(127, 1, (n / 250) as u8, (n % 250) as u8 + 1),
        };
        deaf.push(deaf_follower(program.address, from, StreamName::Review(review)).await);
    }
    let path = format!("/api/v1/reviews/{review}");
    for n in 0..n_changes {
        let page = request(&owner, "PUT", &path, &json!({ "public": n % 2 == 0 })).await;
        assert_eq!(page.status, 204, "{page:?}");
    }
    let node = 1;
    for text in ["", "あ"] {
        let edit = Edit::Comment { node, text: text.to_owned() };
        owner.ask(|id| ClientMessage::Edit { id, review, edit }).await.unwrap();
    }
    let peak = peak_mib(program.pid());
    println!("{} followers that read nothing, {n_changes} changes: {peak} MiB", deaf.len());
    assert!(peak < 300, "{peak} MiB");
    owner.now().await;
}

/// What the server at this address says of itself to its operators.
async fn figure(program: &Program, name: &str) -> f64 {
    let said = program.said();
    let (_, after) = said.split_once("metrics are on http://").expect("it says where");
    let operators = after.split_once('/').and_then(|(address, _)| address.parse().ok()).unwrap();
    let page = http::get(operators, "/metrics", &[]).await;
    let figures = String::from_utf8(page.body).unwrap();
    let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {figures}"))
}

/// What a client answers to a ping (RFC 6455, 5.5.3).
const PONG: [u8; 6] = [0x8A, 0x80, 0, 0, 0, 0];

/// The message that announces the end of a game.
const ENDED: &[u8] = br#""t":"ended""#;

/// Reads what a watcher hears until the game is over, and keeps the socket: whatever comes, a ping
/// may be in it, and is answered, however long the others take to come.
async fn hears_the_end(mut socket: TcpStream) -> TcpStream {
    let mut heard = Vec::new();
    while !heard.windows(ENDED.len()).any(|it| it == ENDED) {
        // What was looked through is not looked through again, but for what may have begun in it.
        heard.drain(..heard.len().saturating_sub(ENDED.len()));
        let read = timeout(PATIENCE, socket.read_buf(&mut heard)).await;
        assert_ne!(read.expect("the game goes on").unwrap(), 0, "the socket was closed");
        socket.write_all(&PONG).await.unwrap();
    }
    socket
}

#[tokio::test]
async fn after_a_game_that_many_have_watched_nothing_waits_for_anybody() {
    // Many more than are served at a time.
    let n_watchers = 500;
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__METRICS__LISTEN", "127.0.0.1:0");
    let program = Program::start(launch).await;
    let mut sente = program.enter("sente").await;
    let mut gote = program.enter("gote").await;
    let game = sente.create(setup(clock("10+30"))).await;
    let mut watchers = JoinSet::new();
    for n in 0..n_watchers {
        let from = Ipv4Addr::new(127, 1, (n / 250) as u8, (n % 250) as u8 + 1);
        let socket = deaf_follower(program.address, from, StreamName::Game(game)).await;
        watchers.spawn(hears_the_end(socket));
        // On a slow machine this takes longer than a player may be silent.
        sente.now().await;
        gote.now().await;
    }
    // First moves must come soon.
    gote.join(game).await;
    for (ply, usi) in ["7g7f", "3c3d", "2g2f", "8c8d"].into_iter().enumerate() {
        let (mover, other) =
            if ply % 2 == 0 { (&mut sente, &mut gote) } else { (&mut gote, &mut sente) };
        mover.play(usi).await;
        other.sees_ply(ply as u32 + 1).await;
    }
    sente.resign().await.unwrap();
    gote.sees_end().await;
    let sockets = watchers.join_all().await;
    until("nothing waits any more", || async {
        figure(&program, "komadai_queued_bytes").await == 0.0
    })
    .await;
    // They are all still there.
    assert_eq!(figure(&program, "komadai_connections").await, f64::from(n_watchers) + 2.0);
    drop(sockets);
}

#[tokio::test]
async fn records_and_reviews_are_brought_and_taken_along_in_little_memory() {
    let n_each = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 8 } else { 4 };
    let mut launch = Launch::on(Kind::Sqlite).await;
    for name in ["ACCOUNT_MB", "ADDRESS_MB_PER_DAY"] {
        launch.set(&format!("KOMADAI__STORAGE__{name}"), "1000");
    }
    keep_no_free_memory(&mut launch);
    let program = Program::start(launch).await;
    let visitor = program.enter("visitor").await;
    let body = json!({ "handle": "collector", "password": PASSWORD });
    let page = request(&visitor, "POST", "/api/v1/account/register", &body).await;
    assert_eq!(page.status, 200, "{page:?}");
    let mut owner = Tab::open(program.address, "collector", Some(new_cookie(&page))).await;
    let bring = async |owner: &mut Tab, nth: usize| {
        let comment = format!("*{}\n", "a comment ".repeat(50)).repeat(6_000);
        let file = format!("手合割：平手\n棋戦：{nth}\n1 ７六歩(77)\n{comment}");
        assert!((3_000_000..4 << 20).contains(&file.len()), "{}", file.len());
        let headers = [("Cookie", owner.cookie.as_str())];
        let path = "/api/v1/me/imports?format=kif";
        let page = http::request(program.address, "POST", path, &headers, &file).await;
        assert_eq!(page.status, 201, "{page:?}");
        let page = keep(owner, COMMENTS_MAX).await;
        assert_eq!(page.status, 201, "{page:?}");
    };
    let take_along = async |owner: &Tab, n_there: usize| {
        let headers = [("Cookie", owner.cookie.as_str())];
        let page = http::get(program.address, "/api/v1/me/imports.zip?format=kifu", &headers).await;
        let archive = zip::ZipArchive::new(std::io::Cursor::new(page.body));
        assert_eq!(archive.expect("a whole archive").len(), n_there);
        let page = http::get(program.address, "/api/v1/me/data.json", &headers).await;
        assert_eq!(page.json()["reviews"].as_array().map(Vec::len), Some(n_there));
    };
    // What the first of each needs stays for the next.
    bring(&mut owner, 0).await;
    take_along(&owner, 1).await;
    let before = peak_mib(program.pid());
    for nth in 1..n_each {
        bring(&mut owner, nth).await;
    }
    for _ in 0..3 {
        take_along(&owner, n_each).await;
    }
    let more = peak_mib(program.pid()) - before;
    println!(
        "{n_each} records and reviews, taken along three times: {before} MiB, then {more} more"
    );
    assert!(more <= 20, "{more} MiB more than {before}");
}

/// The close code with which the server ends a socket on which it is asked for nothing else.
pub(super) async fn close_code(socket: &mut TcpStream) -> Option<u16> {
    let mut heard = Vec::new();
    let read = timeout(PATIENCE, socket.read_to_end(&mut heard)).await;
    read.expect("the server closes the socket").expect("it is not reset");
    let mut rest = heard.as_slice();
    while let [opcode, length, after @ ..] = rest {
        let (length, after) = match (length, after) {
            (126, [high, low, after @ ..]) => {
                (usize::from(u16::from_be_bytes([*high, *low])), after)
            }
            (length, after) => (usize::from(*length), after),
        };
        if let (0x88, [high, low, ..]) = (opcode, after) {
            return Some(u16::from_be_bytes([*high, *low]));
        }
        rest = after.get(length..).unwrap_or_default();
    }
    None
}

/// A socket on which nothing is said yet.
pub(super) async fn raw(address: SocketAddr) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    assert_eq!(upgrade(&mut socket, address, "").await, 101);
    socket
}

#[tokio::test]
async fn a_message_in_pieces_without_end_closes_its_socket() {
    let server = TestServer::start().await;
    let empty = |first: u8| [first, 0x80, 0, 0, 0, 0];
    let mut socket = raw(server.address).await;
    let pieces = [empty(0x01).to_vec(), empty(0x00).repeat(10_000)].concat();
    // It may be closed before all is written.
    let _ = socket.write_all(&pieces).await;
    assert_eq!(close_code(&mut socket).await, Some(1008));
}

#[tokio::test]
async fn who_says_too_much_at_once_hears_why() {
    let server = TestServer::start().await;
    for n in 0..20 {
        let mut socket = raw(server.address).await;
        socket.write_all(&frame(&" ".repeat(4_097 + 500 * n))).await.unwrap();
        assert_eq!(close_code(&mut socket).await, Some(1009), "{n}");
    }
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.connections_per_address = 3;
    })
    .await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(raw(server.address).await);
    }
    // Nobody answers: an answer would cost what there is too little of.
    let mut fourth = TcpStream::connect(server.address).await.unwrap();
    let mut heard = Vec::new();
    let read = timeout(PATIENCE, fourth.read_to_end(&mut heard)).await;
    // A reset is as good an end as any.
    let _ = read.expect("it is closed");
    assert!(heard.is_empty());
    drop(idle);
    let is_let_in = || async {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        let asked = b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        // It may be closed at once.
        let _ = socket.write_all(asked).await;
        let mut heard = Vec::new();
        let _ = socket.read_to_end(&mut heard).await;
        heard.starts_with(b"HTTP/1.1 200")
    };
    until("there is room again", is_let_in).await;
}

/// A proxy may have looked at the other one.
#[tokio::test]
async fn a_request_says_once_where_it_goes_and_whom_it_comes_from() {
    let server = TestServer::start().await;
    for (version, headers, status) in [
        ("1.1", "Host: x", "200"),
        ("1.1", "Host: x\r\nHost: y", "400"),
        ("1.1", "Host: x\r\nHost: x", "400"),
        ("1.1", "Accept: */*", "400"),
        ("1.0", "Accept: */*", "200"),
        ("1.0", "Host: x\r\nHost: y", "400"),
        ("1.1", "Host: x\r\nOrigin: http://x", "200"),
        ("1.1", "Host: x\r\nOrigin: http://x\r\nOrigin: http://y", "400"),
        ("1.1", "Host: x\r\norigin: http://x\r\nORIGIN: http://x", "400"),
        ("1.1", "Host: x\r\nSec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site", "400"),
        ("1.1", "Host: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b", "400"),
    ] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        let asked =
            format!("GET /health/live HTTP/{version}\r\n{headers}\r\nConnection: close\r\n\r\n");
        socket.write_all(asked.as_bytes()).await.unwrap();
        let mut heard = String::new();
        timeout(PATIENCE, socket.read_to_string(&mut heard)).await.unwrap().unwrap();
        let is_expected = heard.split(' ').nth(1) == Some(status);
        assert!(is_expected, "HTTP/{version} {headers:?}: {heard}");
    }
    // No browser does it, but a socket would be another site's to open.
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let (own, key) = (server.address, "dGhlIHNhbXBsZSBub25jZQ==");
    let asked = format!(
        "GET /ws HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nOrigin: http://evil.example\r\n\
         Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: {key}\r\n\r\n"
    );
    socket.write_all(asked.as_bytes()).await.unwrap();
    let mut heard = [0; 12];
    timeout(PATIENCE, socket.read_exact(&mut heard)).await.unwrap().unwrap();
    assert_eq!(&heard, b"HTTP/1.1 400");
}
