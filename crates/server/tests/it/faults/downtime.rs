//! The time for which the server was away is charged to nobody.

use std::time::Duration;

use komadai_protocol::GameEvent;
use tokio::time::{Instant, sleep};

use super::is_long;
use crate::fixture::{Kind, Launch, Program, setup, sudden_death};

/// How it goes away.
enum Stop {
    /// Without a word.
    Kill,
    /// As an operator stops it.
    Terminate,
}

async fn away(kind: Kind, stop: Stop) {
    let away = Duration::from_secs(if is_long() { 30 } else { 3 });
    let mut server = Program::start(Launch::on(kind).await).await;
    let mut sente = server.enter("sente").await;
    let mut gote = server.enter("gote").await;
    // Less than the server will be away.
    let game = sente.create(setup(sudden_death(away.as_millis() as u32 / 2))).await;
    gote.join(game).await;
    sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    sente.play("7g7f").await;
    gote.sees_ply(1).await;
    gote.play("3c3d").await;
    sente.sees_ply(2).await;
    let turn = Instant::now();
    match stop {
        Stop::Kill => server.kill(),
        Stop::Terminate => server.terminate().await,
    }
    let lived = turn.elapsed();

    sleep(away).await;
    server.restart().await;
    sente.reconnect(server.address).await;
    sente.resume().await.unwrap();
    let (from, to, clocks) = sente
        .event(|event| match event {
            GameEvent::Interrupted { from, to, clocks, .. } => Some((*from, *to, *clocks)),
            _ => None,
        })
        .await;
    let told = u128::from(to.saturating_sub(from));
    assert!(told >= away.as_millis(), "{told} ms of {away:?}");
    // A sign of life comes every second, so that what was before it may be forgiven.
    assert!(u128::from(clocks.elapsed_ms) <= lived.as_millis() + 1, "{clocks:?} after {lived:?}");
    assert!(sente.view.result.is_none(), "{:?}", sente.view.result);
    let left_ms = clocks.sente.main_ms;
    sente.play("2g2f").await;
    let charged_ms = left_ms - sente.view.clocks.unwrap().sente.main_ms;
    assert!(u128::from(charged_ms) < away.as_millis() / 2, "{charged_ms} ms were charged");
}

#[tokio::test]
async fn sqlite() {
    away(Kind::Sqlite, Stop::Kill).await;
}

#[tokio::test]
async fn told_to() {
    away(Kind::Sqlite, Stop::Terminate).await;
}

#[tokio::test]
async fn postgres() {
    away(Kind::Postgres, Stop::Kill).await;
}
