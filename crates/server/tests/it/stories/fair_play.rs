//! Who leaves a game, and what the other may do then.

use komadai_game::EndReason;
use komadai_protocol::{ClientMessage, GameEvent, RefusalCode, ServerMessage, StreamName};
use komadai_rules::Side;

use super::{pair, play};
use crate::fixture::{Tab, both_servers, clock, setup, until};

/// Waits until the tab learns from when on it may claim the game, and claims it.
async fn claim_when_told(tab: &mut Tab, from: Side, win: bool) {
    let claim_at = tab
        .event(|event| match event {
            GameEvent::Presence { claim_at, .. } => match from {
                Side::Sente => claim_at.sente,
                Side::Gote => claim_at.gote,
            },
            _ => None,
        })
        .await;
    while tab.now().await < claim_at {}
    let game = tab.the_game();
    tab.ask(|id| ClientMessage::Claim { id, game, win }).await.expect("the other has left");
}

both_servers!(who_has_left_may_come_back, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
    gote.lose_connection();
    let told_at = sente
        .event(|event| match event {
            GameEvent::Presence { claim_at, connected, .. } if !connected.gote => claim_at.gote,
            _ => None,
        })
        .await;
    let left_ms = told_at - sente.now().await;
    assert!((50_000..=60_000).contains(&left_ms), "{left_ms}");
    let claimed = sente.ask(|id| ClientMessage::Claim { id, game, win: true }).await;
    assert_eq!(claimed, Err(RefusalCode::NotLeft));

    gote.reconnect(server.address).await;
    gote.look_at(game).await;
    sente
        .event(|event| match event {
            GameEvent::Presence { claim_at, .. } => claim_at.gote.is_none().then_some(()),
            _ => None,
        })
        .await;
    sente.play("2g2f").await;
    gote.sees_ply(3).await;
});

both_servers!(
    a_game_that_was_left_is_claimed,
    |config| {
        config.limits.claim_after_s = 0;
    },
    |server| async {
        for (moves, win, reason) in [
            ("7g7f 3c3d", true, EndReason::Abandoned),
            ("7g7f", true, EndReason::NoShow),
            ("7g7f 3c3d", false, EndReason::Aborted),
        ] {
            let (mut sente, mut gote, game) = pair(server, "5+30").await;
            play(&mut sente, &mut gote, moves.split(' ')).await;
            gote.lose_connection();
            claim_when_told(&mut sente, Side::Gote, win).await;
            let result = sente.sees_end().await;
            let winner = win.then_some(Side::Sente);
            assert_eq!((result.reason, result.winner), (reason, winner));
            assert_eq!(result.left, Some(Side::Gote));
            server.restart().await;
            assert_eq!(server.game(game).await.result, Some(result));
        }
    }
);

both_servers!(
    who_leaves_game_after_game_waits,
    |config| {
        config.limits.claim_after_s = 0;
    },
    |server| async {
        let mut leaver = server.enter("leaver").await;
        let mut stayer = server.enter("stayer").await;
        for n in 1..=3 {
            let game = leaver.create(setup(clock("5+30"))).await;
            stayer.join(game).await;
            // The other has not been informed twice of one departure.
            stayer.rest();
            leaver.lose_connection();
            claim_when_told(&mut stayer, Side::Sente, true).await;
            stayer.sees_end().await;
            until("the game is settled", || async {
                let headers = [("Cookie", stayer.cookie.as_str())];
                let list = server.get_with("/api/v1/me/games", &headers).await.json();
                list["games"].as_array().is_some_and(|games| games.len() == n)
            })
            .await;
            leaver.reconnect(server.address).await;
        }
        let now = leaver.now().await;
        let create = crate::fixture::uuid();
        let setup = setup(clock("5+30"));
        let id = leaver.say(|id| ClientMessage::Create { id, create, setup: setup.clone() }).await;
        let until = leaver
            .hears(|message| match message {
                ServerMessage::Refused { id: Some(it), code, until, .. } if *it == id => {
                    assert_eq!(*code, RefusalCode::LeftTooOften);
                    *until
                }
                _ => None,
            })
            .await;
        assert!((now + 290_000..=now + 300_000).contains(&until), "{until} at {now}");
        assert_eq!(leaver.seek_for(setup).await.err(), Some(RefusalCode::LeftTooOften));
        let seek = stayer.seek("5+30").await;
        let accept = leaver.ask(|id| ClientMessage::Accept { id, seek }).await;
        assert_eq!(accept.err(), Some(RefusalCode::LeftTooOften));
        let game = stayer.create(crate::fixture::setup(clock("5+30"))).await;
        let join = leaver.ask(|id| ClientMessage::Join { id, game }).await;
        assert_eq!(join.err(), Some(RefusalCode::LeftTooOften));
        // Who only looks on is let in.
        leaver.follow(StreamName::Game(game)).await;
        server.restart().await;
        leaver.reconnect(server.address).await;
        let seek = leaver.seek_for(crate::fixture::setup(clock("5+30"))).await;
        assert_eq!(seek.err(), Some(RefusalCode::LeftTooOften), "it is known after a restart");
    }
);
