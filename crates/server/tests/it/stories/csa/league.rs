//! The league: programs that wait in a pool are paired when its moment comes.

use komadai_server::config::{Config, PoolSettings};

use super::{code, listens, play, program, secret};
use crate::fixture::{
    TestServer, both_servers,
    csa::{CsaProgram, value},
    until,
};

const POOL: &str = "floodgate-300-10F";

/// Its moments are far from each other: a test says when one has come.
fn with_pool(config: &mut Config) {
    listens(config);
    let pool = PoolSettings { name: POOL.to_owned(), every_s: 86_400, ..PoolSettings::default() };
    config.csa.pools = vec![pool];
}

/// So many programs that wait, once all of them do.
async fn waiting(server: &TestServer, secrets: &[(&str, String)]) -> Vec<CsaProgram> {
    let mut programs = Vec::new();
    for (handle, secret) in secrets {
        programs.push(program(server.csa_address(), handle, secret, POOL).await);
    }
    let league = &server.service().league;
    while league.now(POOL).unwrap().waiting.len() < secrets.len() {
        tokio::task::yield_now().await;
    }
    programs
}

/// The next moment of the pool has come.
async fn moment(server: &TestServer) -> usize {
    let league = &server.service().league;
    league.tick(league.now(POOL).unwrap().next_ms).await.len()
}

both_servers!(
    programs_of_a_pool_are_paired_and_rated,
    |config| { with_pool(config) },
    |server| async {
        let names = ["engine-one", "engine-two", "engine-three"];
        let (mut secrets, mut cookies) = (Vec::new(), Vec::new());
        for name in names {
            let (cookie, own) = secret(server, name).await;
            secrets.push((name, own));
            cookies.push(cookie);
        }
        let mut programs = waiting(server, &secrets).await;
        let pools = server.get("/api/v1/league").await.json();
        assert_eq!(pools["pools"][0]["n_waiting"], 3);
        // Before the moment nothing happens.
        assert_eq!(server.service().league.tick(0).await, []);
        assert_eq!(moment(server).await, 1);

        // Two play, and who has waited in vain waits on.
        let view = server.get(&format!("/api/v1/league/{POOL}")).await.json();
        assert_eq!((&view["pool"]["n_waiting"], &view["pool"]["n_games"]), (&1.into(), &1.into()));
        let left = view["programs"].as_array().unwrap().iter().find(|it| it["waits"] == true);
        let left = left.unwrap()["handle"].as_str().unwrap().to_owned();
        let place = names.iter().position(|name| *name == left).unwrap();
        let waits = programs.remove(place);
        let (mut one, mut other) = (programs.remove(0), programs.remove(0));
        let (summary, _) = (one.summary().await, other.summary().await);
        let id = value(&summary, "Game_ID");
        assert!(id.starts_with(&format!("komadai+{POOL}+")), "{id}");
        assert_eq!(
            (value(&summary, "Increment"), value(&summary, "Max_Moves")),
            ("10".into(), "500".into())
        );
        for program in [&mut one, &mut other] {
            program.say("AGREE").await;
        }
        for program in [&mut one, &mut other] {
            program.expects(&[&format!("START:{id}")]).await;
        }
        let (mut sente, mut gote) =
            if value(&summary, "Your_Turn") == "+" { (one, other) } else { (other, one) };
        play(&mut sente, &mut gote, &["+7776FU", "-3334FU"]).await;
        sente.say("%TORYO").await;
        sente.expects(&["%TORYO", "#RESIGN", "#LOSE"]).await;
        gote.expects(&["%TORYO", "#RESIGN", "#WIN"]).await;
        let over = server.over(code(&id)).await;
        let winner = over.players.gote.clone().unwrap();

        // The pool's ratings have changed, and nobody's else.
        let path = format!("/api/v1/league/{POOL}");
        until("the game is settled", || async {
            server.get(&path).await.json()["programs"][0]["n_games"] == 1
        })
        .await;
        let view = server.get(&format!("/api/v1/league/{POOL}")).await.json();
        let first = &view["programs"][0];
        assert_eq!(first["user"], winner.user.to_string());
        assert_eq!((&first["n_games"], &first["wins"]), (&1.into(), &1.into()));
        assert!(first["rating"].as_i64().unwrap() > 1_500, "{first}");
        assert!(view["programs"][2]["rating"].as_i64().unwrap() < 1_500, "{view}");
        let page =
            server.get(&format!("/api/v1/players/{}", first["handle"].as_str().unwrap())).await;
        assert_eq!(page.json()["ratings"].as_array().map_or(0, Vec::len), 0, "{page:?}");
        // The owner of the account can download it.
        let headers = [("Cookie", cookies[0].as_str())];
        let data = server.get_with("/api/v1/me/data.json", &headers).await.json();
        assert_eq!(data["league"][0]["pool"], POOL, "{data}");
        // The day's games are one file.
        let day = view["days"][0]["day"].as_str().unwrap().to_owned();
        let file = server.get(&format!("/api/v1/league/{POOL}/days/{day}.csa")).await;
        let text = String::from_utf8_lossy(&file.body);
        assert!(text.contains("+7776FU") && text.contains("%TORYO"), "{text}");
        for nothing in ["/league/nothing", "/league/nothing/days/2026-11-22"] {
            assert_eq!(server.get(&format!("/api/v1{nothing}")).await.status, 404);
        }
        let bad = server.get(&format!("/api/v1/league/{POOL}/days/2026-11-31")).await;
        assert_eq!(bad.status, 404);

        // Both come back, and one of them meets who has waited longest.
        drop((sente, gote, waits));
        while !server.service().league.now(POOL).unwrap().waiting.is_empty() {
            tokio::task::yield_now().await;
        }
        let programs = waiting(server, &secrets).await;
        assert_eq!(moment(server).await, 1);
        let view = server.get(&format!("/api/v1/league/{POOL}")).await.json();
        let waits: Vec<_> =
            view["programs"].as_array().unwrap().iter().filter(|it| it["waits"] == true).collect();
        assert!(waits.len() == 1 && waits[0]["handle"] != left.as_str(), "{view}");
        drop(programs);
    }
);

#[tokio::test]
async fn a_program_that_goes_waits_no_more() {
    let server = TestServer::with(crate::fixture::Kind::Sqlite, with_pool).await;
    let (_, own) = secret(&server, "engine-one").await;
    let programs = waiting(&server, &[("engine-one", own.clone())]).await;
    assert_eq!(moment(&server).await, 0);
    drop(programs);
    let league = &server.service().league;
    while !league.now(POOL).unwrap().waiting.is_empty() {
        tokio::task::yield_now().await;
    }
    // The pool decides who is sente, and there are no other pools.
    let mut program = CsaProgram::connect(server.csa_address(), "engine-one").await;
    for game in ["floodgate-300-10F-B", "floodgate-300-10"] {
        program.say(&format!("LOGIN engine-one {game},{own}")).await;
        program.expects(&["LOGIN:incorrect"]).await;
    }
}
