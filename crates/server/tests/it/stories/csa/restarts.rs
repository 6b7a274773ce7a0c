//! The server dies or stops, and programs come back to their games.

use std::net::SocketAddr;

use super::{play, program, programs, secret, with_csa};
use crate::{
    fixture::{Kind, Launch, Program, csa::value},
    stories::programs::token_of,
};

#[tokio::test]
async fn a_program_that_was_cut_off_comes_back_to_its_game() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let address = server.csa_address();
    let mut taro = program(address, "taro", &own, "lobby-600-10-B").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    let (id, _) = tokio::join!(taro.starts(), hanako.starts());
    play(&mut taro, &mut hanako, &["+7776FU", "-3334FU"]).await;
    drop(taro);
    let mut taro = program(address, "taro", &own, "lobby-600-10").await;
    let summary = taro.summary().await;
    assert_eq!(
        (value(&summary, "Game_ID"), value(&summary, "Your_Turn")),
        (id.clone(), "+".into())
    );
    let moves: Vec<_> =
        summary[summary.len() - 5..].iter().map(|line| line.split(",T").next().unwrap()).collect();
    assert_eq!(moves, ["+", "+7776FU", "-3334FU", "END Position", "END Game_Summary"]);
    taro.say("AGREE").await;
    taro.expects(&[&format!("START:{id}")]).await;
    // A client that sees it for the second time does so with the first connection gone.
    play(&mut taro, &mut hanako, &["+2726FU", "-8384FU"]).await;
    hanako.say("%TORYO").await;
    taro.expects(&["%TORYO", "#RESIGN", "#WIN"]).await;
}

#[tokio::test]
async fn a_restart_of_the_server_costs_no_game() {
    let mut server = with_csa().await;
    let (_, own) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let address = server.csa_address();
    let mut taro = program(address, "taro", &own, "lobby-600-10-B").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    let (id, _) = tokio::join!(taro.starts(), hanako.starts());
    play(&mut taro, &mut hanako, &["+7776FU", "-3334FU", "+2726FU"]).await;
    server.restart().await;
    // It is no end that is said: the game goes on.
    taro.ends().await;
    hanako.ends().await;
    let address = server.csa_address();
    let mut taro = program(address, "taro", &own, "lobby-600-10").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    for program in [&mut taro, &mut hanako] {
        let summary = program.summary().await;
        assert_eq!(value(&summary, "Game_ID"), id);
        assert!(summary.iter().any(|line| line.starts_with("+2726FU,T")), "{summary:#?}");
        program.say(&format!("AGREE {id}")).await;
        program.expects(&[&format!("START:{id}")]).await;
    }
    play(&mut taro, &mut hanako, &["-8384FU", "+2625FU"]).await;
}

#[tokio::test]
async fn a_stop_lets_waiting_programs_go() {
    let mut server = with_csa().await;
    let (mut sente, mut gote) = programs(&server, "600-10").await;
    sente.summary().await;
    gote.summary().await;
    server.stop();
    sente.ends().await;
    gote.ends().await;
}

/// Where a server of its own process listens for programs: on another port with each start.
pub(super) fn csa_address(server: &Program) -> SocketAddr {
    let said = server.said();
    let address = said.lines().rev().find_map(|line| line.split_once("speak CSA connect to "));
    address.expect("it says where").1.trim().parse().unwrap()
}

#[tokio::test]
async fn a_server_that_is_killed_costs_no_game() {
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__CSA__LISTEN", "127.0.0.1:0");
    let mut server = Program::start(launch).await;
    let own = token_of(&server, "taro", &["csa"]).await;
    let other = token_of(&server, "hanako", &["csa"]).await;
    let address = csa_address(&server);
    let mut taro = program(address, "taro", &own, "lobby-600-10-B").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    let (id, _) = tokio::join!(taro.starts(), hanako.starts());
    play(&mut taro, &mut hanako, &["+7776FU", "-3334FU", "+2726FU"]).await;
    server.kill();
    taro.ends().await;
    server.restart().await;
    let address = csa_address(&server);
    let mut taro = program(address, "taro", &own, "lobby-600-10").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    for program in [&mut taro, &mut hanako] {
        let summary = program.summary().await;
        assert_eq!(value(&summary, "Game_ID"), id);
        assert_eq!(summary.iter().filter(|line| line.contains("FU,T")).count(), 3);
        program.say(&format!("AGREE {id}")).await;
        program.expects(&[&format!("START:{id}")]).await;
    }
    play(&mut taro, &mut hanako, &["-8384FU", "+2625FU"]).await;
}
