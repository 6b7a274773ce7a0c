//! The time that the network takes is credited as the server measured it, bounded, and shown.

use std::{net::SocketAddr, time::Duration};

use komadai_protocol::GameEvent;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep_until},
};

use crate::fixture::{Kind, Tab, TestServer, clock, setup};

/// The most that is credited for one move, in milliseconds.
const CREDIT_MS_MAX: u64 = 500;

/// What a side may be credited before it has moved, and with each move, in milliseconds.
const BANK_MS: (u64, u64) = (2_000, 100);

/// An address from which everything takes so long, each way.
async fn far_away(server: SocketAddr, one_way: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let Ok(server) = TcpStream::connect(server).await else { return };
            let (client, server) = (client.into_split(), server.into_split());
            tokio::spawn(carry(client.0, server.1, one_way));
            tokio::spawn(carry(server.0, client.1, one_way));
        }
    });
    address
}

/// Carries bytes from here to there, each of them so much later.
async fn carry(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    one_way: Duration,
) {
    let (underway, mut arriving) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((at, bytes)) = arriving.recv().await {
            sleep_until(at).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut bytes = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut bytes).await {
        if underway.send((Instant::now() + one_way, bytes[..n].to_vec())).is_err() {
            return;
        }
    }
}

/// What each of sente's moves was credited out of what it was thought over, when sente is so far
/// away and moves at once.
async fn credits(one_way_ms: u64, n_moves: usize) -> Vec<(u64, u64)> {
    let server = TestServer::on(Kind::Sqlite).await;
    let far = far_away(server.address, Duration::from_millis(one_way_ms)).await;
    let mut sente = Tab::open(far, "far away", None).await;
    let mut gote = server.enter("near").await;
    let game = sente.create(setup(clock("5+30"))).await;
    gote.join(game).await;
    sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    let (mut credits, mut near) = (Vec::new(), Vec::new());
    // Each pawn steps forward once.
    for file in ["7", "6", "5", "4", "3", "2", "1", "9", "8"].into_iter().take(n_moves + 1) {
        let (mine, theirs) = (format!("{file}g{file}f"), format!("{file}c{file}d"));
        sente.play(&mine).await;
        credits.push(credit(&mut sente).await);
        gote.sees_ply(sente.view.ply).await;
        gote.play(&theirs).await;
        near.push(credit_of(&mut gote, sente.view.ply + 1).await);
        sente.sees_ply(gote.view.ply).await;
    }
    // The first move is charged to nobody, so nothing is credited.
    assert_eq!(credits[0].1, 0);
    for (thought_ms, credit_ms) in near {
        assert!(credit_ms <= thought_ms, "{credit_ms} of {thought_ms} ms");
    }
    credits.split_off(1)
}

async fn credit(tab: &mut Tab) -> (u64, u64) {
    let ply = tab.view.ply;
    credit_of(tab, ply).await
}

/// What a move was thought over, and what of it was credited.
async fn credit_of(tab: &mut Tab, wanted: u32) -> (u64, u64) {
    tab.event(|event| match event {
        GameEvent::Moved { ply, thought_ms, credit_ms, .. } if *ply == wanted => {
            Some((u64::from(*thought_ms), u64::from(*credit_ms)))
        }
        _ => None,
    })
    .await
}

#[tokio::test]
async fn what_the_network_takes_is_credited() {
    for (thought_ms, credit_ms) in credits(75, 3).await {
        assert!(thought_ms >= 150, "{thought_ms}");
        assert!(credit_ms >= 140 && credit_ms <= thought_ms, "{credit_ms} of {thought_ms} ms");
    }
}

#[tokio::test]
async fn but_not_without_end() {
    let credits = credits(300, 8).await;
    for &(thought_ms, credit_ms) in &credits {
        assert!(thought_ms >= 600, "{thought_ms}");
        assert!(credit_ms <= CREDIT_MS_MAX, "{credit_ms}");
    }
    let sum: u64 = credits.iter().map(|(_, credit_ms)| credit_ms).sum();
    let bank = BANK_MS.0 + BANK_MS.1 * (credits.len() as u64 + 1);
    assert!(sum <= bank, "{sum} of {bank} ms: {credits:?}");
    assert!(sum >= BANK_MS.0, "{sum}: {credits:?}");
}
