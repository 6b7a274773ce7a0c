//! After a break a client gets exactly what it missed, or one snapshot.

use komadai_game::Offer;
use komadai_protocol::{GameEvent, LobbyEvent, ServerMessage, StreamEvent, StreamName};

use komadai_live::room::RESUME_EVENTS_MAX;

use super::{pair, play};
use crate::fixture::{both_servers, real_games};

/// The seqs of game events among what was heard, and how many snapshots.
fn heard(messages: &[ServerMessage]) -> (Vec<u32>, usize) {
    let seqs = messages.iter().filter_map(|message| match message {
        ServerMessage::Event { stream: StreamName::Game(_), seq, .. } => *seq,
        _ => None,
    });
    let snapshots =
        messages.iter().filter(|message| matches!(message, ServerMessage::Snapshot { .. }));
    (seqs.collect(), snapshots.count())
}

both_servers!(exactly_what_was_missed_comes_in_order, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mut carol = server.enter("carol").await;
    carol.look_at(game).await;
    sente.play("7g7f").await;
    carol.sees_ply(1).await;
    let (_, before) = carol.streams[&StreamName::Game(game)];
    carol.lose_connection();

    gote.play("3c3d").await;
    sente.sees_ply(2).await;
    sente.play("2g2f").await;
    sente.offer(Offer::Takeback).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.reply(Offer::Takeback, false).await.unwrap();

    carol.rest();
    carol.reconnect(server.address).await;
    carol.resume().await.unwrap();
    carol.now().await;
    let (seqs, n_snapshots) = heard(&carol.rest());
    // 3c3d, 2g2f, offered, answered; where the disk stood still, an interruption among them.
    assert!(seqs.len() >= 4, "{seqs:?}");
    assert_eq!(seqs, (before + 1..=before + seqs.len() as u32).collect::<Vec<_>>());
    assert_eq!(n_snapshots, 0);
    assert_eq!(carol.view.moves, ["7g7f", "3c3d", "2g2f"]);

    // Nothing was missed: nothing comes. What is not yet: a snapshot.
    carol.resume().await.unwrap();
    carol.now().await;
    assert_eq!(heard(&carol.rest()), (vec![], 0));
    carol.subscribe(StreamName::Game(game), Some((None, 99))).await.unwrap();
    carol.now().await;
    assert_eq!(heard(&carol.rest()), (vec![], 1));
});

both_servers!(who_missed_too_much_gets_one_snapshot, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mut carol = server.enter("carol").await;
    carol.look_at(game).await;
    carol.lose_connection();
    let moves = real_games()[0].moves().take(RESUME_EVENTS_MAX as usize + 1);
    let n_moves = play(&mut sente, &mut gote, moves).await;

    carol.reconnect(server.address).await;
    let newest = sente.streams[&StreamName::Game(game)];
    for (missed, expected) in [(n_moves, 1), (n_moves - 1, 0)] {
        carol.rest();
        carol.streams.insert(StreamName::Game(game), (None, newest.1 - missed));
        carol.view.moves.truncate(0);
        carol.view.moves.extend((1..1 + n_moves - missed).map(|_| String::new()));
        carol.resume().await.unwrap();
        carol.now().await;
        let (seqs, snapshots) = heard(&carol.rest());
        assert_eq!(snapshots, expected, "{missed} events were missed");
        assert_eq!(seqs.len() as u32, if expected == 1 { 0 } else { missed });
        assert_eq!(carol.view.ply, n_moves);
    }
});

both_servers!(what_was_said_meanwhile_is_not_missed, |server| async {
    let (mut sente, mut gote, _game) = pair(server, "5+30").await;
    sente.now().await;
    sente.lose_connection();
    gote.chat("よろしくお願いします").await.unwrap();
    sente.rest();
    sente.reconnect(server.address).await;
    sente.resume().await.unwrap();
    let lines = sente
        .hears(|message| match message {
            ServerMessage::Snapshot {
                snapshot: komadai_protocol::StreamSnapshot::Game(snapshot),
                ..
            } => Some(snapshot.chat.clone()),
            _ => None,
        })
        .await;
    assert_eq!(lines.last().map(|line| line.text.as_str()), Some("よろしくお願いします"));
});

both_servers!(the_lobby_is_resumed_by_epoch_and_seq, |server| async {
    let mut alice = server.enter("alice").await;
    let mut bob = server.enter("bob").await;
    bob.follow(StreamName::Lobby).await;
    bob.hears(|message| matches!(message, ServerMessage::Snapshot { .. }).then_some(())).await;
    alice.seek("5+30").await;
    bob.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Lobby(LobbyEvent::SeekAdded { .. }), ..
        } => Some(()),
        _ => None,
    })
    .await;
    let (epoch, seq) = bob.streams[&StreamName::Lobby];
    let snapshots = |messages: Vec<ServerMessage>| heard(&messages).1;

    bob.rest();
    for (last, expected) in [
        ((epoch, seq.wrapping_sub(1)), 1),
        ((epoch.map(|epoch| epoch ^ 1), seq), 1),
        ((None, seq), 1),
    ] {
        bob.subscribe(StreamName::Lobby, Some(last)).await.unwrap();
        bob.now().await;
        assert_eq!(snapshots(bob.rest()), expected, "{last:?}");
    }
});
