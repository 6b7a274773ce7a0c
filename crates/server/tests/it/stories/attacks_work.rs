//! Work that one visitor asks for in masses, and what the others feel of it.

use futures_util::future::join_all;
use komadai_ids::Code;
use komadai_store::tournaments;
use serde_json::json;

use super::{
    pair, play,
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers,
    http::{self, Page},
    uuid,
};

/// A server that takes everybody's word for where they come from.
async fn server() -> TestServer {
    TestServer::with(Kind::Sqlite, |config| config.server.trusted_proxies = 1).await
}

/// Asks from an address.
async fn ask(who: &Tab, from: &str, method: &str, path: &str, body: &str) -> Page {
    let headers = [("Cookie", who.cookie.as_str()), ("X-Forwarded-For", from)];
    http::request(who.address, method, path, &headers, body).await
}

async fn game(server: &TestServer) -> (Tab, Tab, Code) {
    let (mut sente, mut gote, code) = pair(server, "5+30").await;
    let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"];
    play(&mut sente, &mut gote, moves.into_iter()).await;
    sente.resign().await.unwrap();
    gote.sees_end().await;
    (sente, gote, code)
}

#[tokio::test]
async fn gifs_that_one_address_asks_for_hold_up_nobody_else() {
    let server = server().await;
    let (sente, gote, code) = game(&server).await;
    let organiser = member(&server, "organiser", "1d").await;
    let desk = Desk::set_up(&server, &organiser, &settings(json!({ "t": "round_robin" }))).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let gif = |width: usize| format!("/api/v1/games/{code}/diagram.gif?width={width}");
    let paths: Vec<_> = (0..66).map(|nth| gif(100 + nth)).collect();
    let gifs = paths.iter().map(|path| ask(&sente, "203.0.113.1", "GET", path, ""));
    let others = async {
        // They are asked for while the GIFs are drawn: in whatever order, these are answered.
        for path in ["record.kif", "diagram.png?width=120", "diagram.svg"] {
            let path = format!("/api/v1/games/{code}/{path}");
            assert_eq!(ask(&gote, "203.0.113.2", "GET", &path, "").await.status, 200, "{path}");
        }
        // The page of a tournament, and why its pairings are as they are.
        for path in ["", "/why"].map(|it| format!("/api/v1/tournaments/{}{it}", desk.code)) {
            assert_eq!(ask(&gote, "203.0.113.2", "GET", &path, "").await.status, 200, "{path}");
        }
        let line = json!({ "moves": [] }).to_string();
        let hint = ask(&gote, "203.0.113.2", "POST", "/api/v1/tsume/1/hint", &line).await;
        assert_eq!(hint.status, 200);
        // In the dear lane too, it is their turn after one of the other's.
        let own = ask(&gote, "203.0.113.2", "GET", &gif(99), "").await;
        assert_eq!(own.status, 200);
    };
    let (gifs, ()) = tokio::join!(join_all(gifs), others);
    let statuses: Vec<_> = gifs.iter().map(|page| page.status).collect();
    let n_drawn = statuses.iter().filter(|status| **status == 200).count();
    assert!(n_drawn >= 2 && statuses.iter().all(|it| [200, 429].contains(it)), "{statuses:?}");
    let refused = gifs.iter().find(|page| page.status == 429).expect("two are drawn at a time");
    assert_eq!(refused.json()["code"], "busy");
}

#[tokio::test]
async fn a_gif_is_drawn_once_and_refused_where_it_is_too_dear() {
    let server = server().await;
    let (sente, gote, code) = game(&server).await;
    let path = format!("/api/v1/games/{code}/diagram.gif?width=90&lang=vi");
    // One address may have two dear pieces at a time; these are one.
    let all = join_all((0..6).map(|_| ask(&sente, "203.0.113.1", "GET", &path, ""))).await;
    assert!(all.iter().all(|page| page.status == 200 && page.body == all[0].body));
    let same = format!("{path}&ply=4&theme=light&bottom=sente");
    assert_eq!(ask(&gote, "203.0.113.2", "GET", &same, "").await.body, all[0].body);
    let etag = all[0].header("etag").expect("an ETag");
    assert!(all[0].header("cache-control").is_some_and(|it| it.contains("immutable")));
    let again = server.get_with(&path, &[("If-None-Match", etag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let wide = server.get(&format!("/api/v1/games/{code}/diagram.gif?width=801")).await;
    assert_eq!((wide.status, wide.json()["code"].as_str()), (400, Some("bad_query")));
    assert!(wide.json()["detail"].as_str().is_some_and(|it| it.contains("at most 800")));
}

#[tokio::test]
async fn reading_counts_as_work_by_its_size() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.server.trusted_proxies = 1;
        config.limits.files_per_minute = std::num::NonZeroU32::new(13).unwrap();
    })
    .await;
    let visitor = server.enter("visitor").await;
    let read = async |from: &str, n_bytes: usize| {
        let file = format!("{{{}", "x".repeat(n_bytes));
        ask(&visitor, from, "POST", "/api/v1/reviews/read?format=jkf", &file).await.status
    };
    // Three megabytes are thirteen files, all that there are for a minute.
    assert_eq!(read("203.0.113.1", 3 << 20).await, 422);
    assert_eq!(read("203.0.113.1", 3 << 20).await, 429);
    assert_eq!(read("203.0.113.2", 3 << 20).await, 422);
}

#[tokio::test]
async fn an_archive_is_whole_although_it_is_packed_while_it_is_sent() {
    let server = server().await;
    let visitor = server.enter("visitor").await;
    for nth in 1..=3 {
        let comment = format!("*{}\n", "a comment ".repeat(20)).repeat(1_000);
        let file = format!("手合割：平手\n棋戦：{nth}\n1 {nth}六歩({nth}7)\n{comment}");
        let kept = ask(&visitor, "203.0.113.1", "POST", "/api/v1/me/imports", &file).await;
        assert_eq!(kept.status, 201, "{}", String::from_utf8_lossy(&kept.body));
    }
    // One after the other, each as soon as the one before has been read to its end.
    for _ in 0..2 {
        let path = "/api/v1/me/imports.zip?format=kifu";
        let whole = ask(&visitor, "203.0.113.1", "GET", path, "").await;
        assert_eq!(whole.status, 200);
        let archive = zip::ZipArchive::new(std::io::Cursor::new(whole.body));
        assert_eq!(archive.expect("a whole archive").len(), 3);
    }
}

both_servers!(
    an_act_is_judged_anew_when_another_process_has_changed_the_tournament,
    |server| async {
        let organiser = member(server, "organiser", "1d").await;
        let desk = Desk::set_up(server, &organiser, &settings(json!({ "t": "round_robin" }))).await;
        desk.act(&organiser, json!({ "t": "open" })).await;
        let store = server.store();
        let mut tx = store.write().await.unwrap();
        let row = tournaments::find_by_code(&mut tx, desk.code).await.unwrap();
        let mut row = row.expect("it is there");
        row.summary.version += 1;
        tournaments::change(&mut tx, &row).await.unwrap();
        tx.commit().await.unwrap();
        let body = json!({ "id": uuid(), "act": { "t": "pause" }, "reason": "" }).to_string();
        let path = format!("/api/v1/tournaments/{}/acts", desk.code);
        let headers = [("Cookie", organiser.cookie.as_str())];
        let page = server.request("POST", &path, &headers, &body).await;
        assert_eq!((page.status, &page.json()["version"]), (200, &json!(row.summary.version + 1)));
    }
);
