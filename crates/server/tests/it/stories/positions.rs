//! Clients that know the rules, and clients that are told the position after every move.

use komadai_protocol::{ClientMessage, Dests, GameEvent, PROTOCOL_WITH_POSITIONS};

use super::play_opening;
use crate::fixture::{Tab, both_servers, clock, setup};

/// A line with captures, promotions, drops, checks and a position that comes back.
const LINE: &str = "7g7f 3c3d 8h2b+ 3a2b B*8h B*3c 8h3c+ 2b3c R*1a";

/// As the same browser says it when its page knows the rules.
async fn without_positions(tab: &mut Tab) {
    tab.wants_positions = false;
    tab.reconnect(tab.address).await;
}

/// In which form a move is told.
fn form(event: &GameEvent) -> Option<&'static str> {
    match event {
        GameEvent::Played { .. } => Some("played"),
        GameEvent::Moved { .. } => Some("moved"),
        _ => None,
    }
}

both_servers!(a_client_that_knows_the_rules_sees_the_same_game, |server| async {
    let mut knowing = server.enter("knowing").await;
    without_positions(&mut knowing).await;
    let mut told = server.enter("told").await;
    let game = knowing.create(setup(clock("5+30"))).await;
    told.join(game).await;
    let mut watchers = [server.enter("one").await, server.enter("other").await];
    without_positions(&mut watchers[0]).await;
    for watcher in &mut watchers {
        watcher.look_at(game).await;
    }
    for (ply, usi) in (1..).zip(LINE.split(' ').take(8)) {
        let [mover, other] = match ply % 2 {
            1 => [&mut knowing, &mut told],
            _ => [&mut told, &mut knowing],
        };
        mover.play(usi).await;
        other.sees_ply(ply).await;
        for watcher in &mut watchers {
            watcher.sees_ply(ply).await;
        }
        let [one, two] = [&knowing.view, &told.view];
        let [three, four] = watchers.each_ref().map(|watcher| &watcher.view);
        for (view, other) in [(one, two), (three, four), (one, four)] {
            assert_eq!(
                (&view.sfen, &view.clocks, view.now),
                (&other.sfen, &other.clocks, other.now),
                "after {usi}"
            );
        }
        // Each of them has its own moves alone.
        assert_eq!(knowing.view.dests.is_some(), ply % 2 == 0, "after {usi}");
    }
    // What one worked out is what the server says to whoever asks.
    let json = |dests: &Option<Dests>| serde_json::to_value(dests).unwrap();
    let own = json(&knowing.view.dests);
    assert_eq!(json(&knowing.look_at(game).await.dests), own);
});

both_servers!(a_move_is_told_without_what_follows_from_it, |server| async {
    let mut knowing = server.enter("knowing").await;
    without_positions(&mut knowing).await;
    let mut told = server.enter("told").await;
    let game = knowing.create(setup(clock("5+30"))).await;
    told.join(game).await;
    knowing.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    play_opening(&mut knowing, &mut told).await;
    // The first moves have a time of their own, which is told; from then on the move is enough.
    for [known, in_full] in [["moved", "moved"], ["played", "moved"]] {
        assert_eq!(knowing.event(form).await, known);
        assert_eq!(told.event(form).await, in_full);
    }
});

both_servers!(a_page_of_the_version_before_is_told_positions, |server| async {
    let mut old = Tab::silent(server.address, "old").await;
    let client = old.client.clone();
    let hello = |id| ClientMessage::Hello {
        id,
        protocol: PROTOCOL_WITH_POSITIONS,
        client,
        elsewhere: false,
        positions: false,
    };
    old.say(hello).await;
    let mut other = server.enter("other").await;
    let game = old.create(setup(clock("5+30"))).await;
    other.join(game).await;
    old.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    play_opening(&mut old, &mut other).await;
    for _ in 0..2 {
        assert_eq!(old.event(form).await, "moved");
    }
});
