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
    for _ in 0..10 {
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
        hanako.expects(&["+7776FU,T0"]).await;
        jiro.say(&format!("%%SHOW {id}")).await;
        let shown = jiro.hears_until("##[SHOW] +OK").await;
        let plain: Vec<_> = shown
            .iter()
            .filter_map(|line| line.strip_prefix("##[SHOW] ").map(str::to_owned))
            .collect();
        assert_eq!(value(&plain, "Last_Move"), "+7776FU,T0");
        assert_eq!(value(&plain, "Remaining_Time+"), "600");
        assert_eq!(value(&plain, "Current_Turn"), "-");
        jiro.say(&format!("%%MONITOR2ON {id}")).await;
        let ok = format!("##[MONITOR2][{id}] +OK");
        let record = jiro.hears_until(&ok).await;
        assert!(record.contains(&format!("##[MONITOR2][{id}] +7776FU")), "{record:#?}");
        hanako.say("-3334FU").await;
        let told = jiro.hears_until(&ok).await;
        assert_eq!(told[0], format!("##[MONITOR2][{id}] -3334FU"));
        taro.expects(&["+7776FU,T0", "-3334FU,T0"]).await;
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
