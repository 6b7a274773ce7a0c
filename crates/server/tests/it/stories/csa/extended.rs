//! The extended mode.

use super::{program, secret, with_csa};
use crate::fixture::csa::{CsaProgram, value};

#[tokio::test]
async fn one_connection_plays_asks_and_watches() {
    let server = with_csa().await;
    let address = server.csa_address();
    let (_, own) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let (_, third) = secret(&server, "jiro").await;
    let mut taro = CsaProgram::connect(address, "taro").await;
    taro.say(&format!("LOGIN taro {own} x1")).await;
    taro.expects(&["LOGIN:taro OK", "##[LOGIN] +OK x1"]).await;
    taro.say("%%VERSION").await;
    assert!(taro.hears().await.unwrap().starts_with("##[VERSION] Komadai "));
    taro.say("%%LIST").await;
    taro.expects(&["##[LIST] +OK"]).await;
    taro.say("%%WHO").await;
    taro.expects(&["##[WHO] taro x1 connected", "##[WHO] +OK"]).await;
    taro.say("%%GAME lobby-600-10 ?").await;
    assert!(taro.hears().await.unwrap().starts_with("##[ERROR] games are "));
    taro.say("%%GAME lobby-600-10 +").await;
    taro.say("%%WHO").await;
    taro.expects(&["##[WHO] taro x1 game_waiting lobby-600-10 +", "##[WHO] +OK"]).await;
    taro.say("%%GAME").await;
    taro.say("%%WHO").await;
    taro.expects(&["##[WHO] taro x1 connected", "##[WHO] +OK"]).await;
    taro.say("%%HELP").await;
    for _ in 0..17 {
        assert!(taro.hears().await.unwrap().starts_with("##[HELP] %%"));
    }

    let mut jiro = CsaProgram::connect(address, "jiro").await;
    jiro.say(&format!("LOGIN jiro {third} x1")).await;
    jiro.expects(&["LOGIN:jiro OK", "##[LOGIN] +OK x1"]).await;
    for _ in 0..2 {
        taro.say("%%GAME lobby-600-10 +").await;
        let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
        let (id, _) = tokio::join!(taro.starts(), hanako.starts());
        jiro.say("%%LIST").await;
        jiro.hears_until("##[LIST] +OK").await;
        taro.say("+7776FU").await;
        hanako.hears_move("+7776FU").await;
        jiro.say(&format!("%%SHOW {id}")).await;
        let shown = jiro.hears_until("##[SHOW] +OK").await;
        let plain: Vec<_> = shown
            .iter()
            .filter_map(|line| line.strip_prefix("##[SHOW] ").map(str::to_owned))
            .collect();
        assert!(value(&plain, "Last_Move").starts_with("+7776FU,T"));
        assert!(["599", "600"].contains(&&*value(&plain, "Remaining_Time+")));
        assert_eq!(value(&plain, "Current_Turn"), "-");
        jiro.say(&format!("%%MONITOR2ON {id}")).await;
        let ok = format!("##[MONITOR2][{id}] +OK");
        let record = jiro.hears_until(&ok).await;
        assert!(record.contains(&format!("##[MONITOR2][{id}] +7776FU")), "{record:#?}");
        hanako.say("-3334FU").await;
        let told = jiro.hears_until(&ok).await;
        assert_eq!(told[0], format!("##[MONITOR2][{id}] -3334FU"));
        taro.hears_move("+7776FU").await;
        taro.hears_move("-3334FU").await;
        taro.say("%TORYO").await;
        taro.expects(&["%TORYO", "#RESIGN", "#LOSE"]).await;
        let told = jiro.hears_until(&ok).await;
        assert_eq!(told[1], format!("##[MONITOR2][{id}] #RESIGN"));
        jiro.say(&format!("%%MONITOR2OFF {id}")).await;
        drop(hanako);
    }
    jiro.say("%%MONITOR2ON nothing").await;
    jiro.expects(&["##[ERROR] there is no such game"]).await;
    jiro.say("LOGOUT").await;
    jiro.expects(&["LOGOUT:completed"]).await;
    jiro.ends().await;
}

#[tokio::test]
async fn what_is_said_is_heard_by_everybody_in_the_extended_mode() {
    let server = with_csa().await;
    let address = server.csa_address();
    let mut talkers = Vec::new();
    for name in ["taro", "hanako"] {
        let (_, own) = secret(&server, name).await;
        let mut talker = CsaProgram::connect(address, name).await;
        talker.say(&format!("LOGIN {name} {own} x1")).await;
        talker.hears_until("##[LOGIN] +OK x1").await;
        talkers.push(talker);
    }
    let (_, own) = secret(&server, "jiro").await;
    let mut jiro = program(address, "jiro", &own, "lobby-60-5").await;
    talkers[0].say("%%CHAT  good   evening").await;
    for talker in &mut talkers {
        talker.expects(&["##[CHAT][taro] good evening"]).await;
    }
    talkers[0].say("%%CHAT ").await;
    assert!(talkers[0].hears().await.unwrap().starts_with("##[ERROR] "));
    talkers[0].say("%%RATING").await;
    talkers[0].expects(&["##[RATING] +OK"]).await;
    // In the plain mode nothing is said that is no part of it.
    jiro.say("").await;
    jiro.expects(&[""]).await;
}

#[tokio::test]
async fn a_game_is_watched_by_its_summary_and_begins_with_a_handicap() {
    let server = with_csa().await;
    let address = server.csa_address();
    let (_, one) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let (_, third) = secret(&server, "jiro").await;
    let mut jiro = CsaProgram::connect(address, "jiro").await;
    jiro.say(&format!("LOGIN jiro {third} x1")).await;
    jiro.hears_until("##[LOGIN] +OK x1").await;
    let mut taro = program(address, "taro", &one, "hc2p_lobby-600-10-B").await;
    let mut hanako = program(address, "hanako", &other, "hc2p_lobby-600-10").await;
    let (summary, _) = (taro.summary().await, hanako.summary().await);
    // The giver moves first, and is gote.
    assert_eq!(
        (value(&summary, "To_Move"), value(&summary, "Name-")),
        ("-".to_owned(), "hanako".to_owned())
    );
    assert!(summary.contains(&"P2 *  *  *  *  *  *  *  *  * ".to_owned()), "{summary:#?}");
    let id = value(&summary, "Game_ID");
    for program in [&mut taro, &mut hanako] {
        program.say("AGREE").await;
    }
    for program in [&mut taro, &mut hanako] {
        program.expects(&[&format!("START:{id}")]).await;
    }
    let ok = format!("##[MONITOR][{id}] +OK");
    jiro.say(&format!("%%MONITORON {id}")).await;
    let told = jiro.hears_until(&ok).await;
    assert!(told.contains(&format!("##[MONITOR][{id}] Current_Turn:-")), "{told:#?}");
    hanako.say("-7162GI").await;
    let told = jiro.hears_until(&ok).await;
    let last = format!("##[MONITOR][{id}] Last_Move:-7162GI,T");
    assert!(told.iter().any(|line| line.starts_with(&last)), "{told:#?}");
    jiro.say("%%MONITOROFF").await;
}

#[tokio::test]
async fn a_buoy_is_where_a_game_begins() {
    let server = with_csa().await;
    let address = server.csa_address();
    let (_, one) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let mut taro = CsaProgram::connect(address, "taro").await;
    taro.say(&format!("LOGIN taro {one} x1")).await;
    taro.hears_until("##[LOGIN] +OK x1").await;
    taro.say("%%SETBUOY buoy_x-60-5 +7776FU-3334FU 1").await;
    taro.expects(&["##[SETBUOY] +OK"]).await;
    taro.say("%%GETBUOYCOUNT buoy_x-60-5").await;
    taro.expects(&["##[GETBUOYCOUNT] 1"]).await;
    taro.say("%%GAME buoy_x-60-5 +").await;
    let mut hanako = program(address, "hanako", &other, "buoy_x-60-5").await;
    let (summary, _) = (taro.summary().await, hanako.summary().await);
    assert!(summary.contains(&"P7+FU+FU * +FU+FU+FU+FU+FU+FU".to_owned()), "{summary:#?}");
    assert_eq!(value(&summary, "To_Move"), "+");
    taro.say("%%GETBUOYCOUNT buoy_x-60-5").await;
    taro.expects(&["##[GETBUOYCOUNT] -1"]).await;
    taro.say("REJECT").await;
    hanako.hears().await.unwrap();
}

#[tokio::test]
async fn a_challenge_is_for_who_waits_already() {
    let server = with_csa().await;
    let address = server.csa_address();
    let (_, one) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let mut taro = program(address, "taro", &one, "lobby-600-10-W").await;
    server.enter("watcher").await.sees_seek().await;
    let mut hanako = CsaProgram::connect(address, "hanako").await;
    hanako.say(&format!("LOGIN hanako {other} x1")).await;
    hanako.hears_until("##[LOGIN] +OK x1").await;
    for (game, side) in [("lobby-600-5", "*"), ("lobby-600-10", "-")] {
        hanako.say(&format!("%%CHALLENGE {game} {side}")).await;
        hanako.expects(&["##[ERROR] nobody is waiting for such a game"]).await;
    }
    hanako.say("%%CHALLENGE lobby-600-10 *").await;
    let (_, id) = tokio::join!(taro.starts(), hanako.starts());
    assert!(id.starts_with("komadai+lobby-600-10+hanako+taro+"), "{id}");
}
