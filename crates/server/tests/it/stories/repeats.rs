//! Every delivery is answered, and what was accepted is done once.

use komadai_game::Offer;
use komadai_protocol::{
    ClientMessage, GameEvent, LobbyEvent, SeekWants, ServerMessage, StreamEvent, StreamName,
};

use super::{pair, play};
use crate::fixture::{Kind, RealGame, TestServer, both_servers, clock, real_games, setup, uuid};

both_servers!(a_repeated_command_is_answered_and_not_repeated, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let usi = "7g7f".to_owned();
    let mv = ClientMessage::Move { id: 1_000, game, ply: 0, usi };
    for _ in 0..5 {
        sente.deliver(&mv).await;
    }
    for _ in 0..5 {
        assert_eq!(sente.answer(1_000).await.unwrap().game, Some(game));
    }
    gote.play("3c3d").await;
    // Late copies, on this connection and on the next.
    sente.deliver(&mv).await;
    sente.answer(1_000).await.unwrap();
    sente.reconnect(server.address).await;
    sente.deliver(&mv).await;
    sente.answer(1_000).await.unwrap();
    sente.resume().await.unwrap();

    let offer = ClientMessage::Offer { id: 1_001, game, kind: Offer::Takeback };
    sente.deliver(&offer).await;
    sente.answer(1_001).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.reply(Offer::Takeback, false).await.unwrap();
    // The same offer again would be a new one under another id.
    sente.deliver(&offer).await;
    sente.answer(1_001).await.unwrap();
    assert_eq!(server.game(game).await.offers, []);
    assert_eq!(server.game(game).await.ply, 2);
});

both_servers!(refusals_are_not_remembered, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mv = ClientMessage::Move { id: 2_000, game, ply: 1, usi: "3c3d".to_owned() };
    gote.deliver(&mv).await;
    gote.answer(2_000).await.unwrap_err();
    sente.play("7g7f").await;
    gote.deliver(&mv).await;
    gote.answer(2_000).await.unwrap();
    sente.sees_ply(2).await;
});

both_servers!(a_command_is_known_again_after_a_restart, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mv = ClientMessage::Move { id: 3_000, game, ply: 0, usi: "7g7f".to_owned() };
    sente.deliver(&mv).await;
    sente.answer(3_000).await.unwrap();
    gote.play("3c3d").await;

    server.restart().await;
    sente.reconnect(server.address).await;
    sente.deliver(&mv).await;
    sente.answer(3_000).await.unwrap();
    sente.resume().await.unwrap();
    sente.sees_ply(2).await;
    assert_eq!(server.game(game).await.ply, 2);

    // Another page load of the same player has numbers of its own.
    let mut other = sente.another_tab().await;
    other.look_at(game).await;
    let mv = ClientMessage::Move { id: 3_000, game, ply: 2, usi: "2g2f".to_owned() };
    other.deliver(&mv).await;
    other.answer(3_000).await.unwrap();
    gote.reconnect(server.address).await;
    gote.resume().await.unwrap();
    gote.sees_ply(3).await;
});

both_servers!(a_join_is_done_once, |server| async {
    let mut alice = server.enter("alice").await;
    let game = alice.create(setup(clock("5+30"))).await;
    let (mut bob, mut carol) = (server.enter("bob").await, server.enter("carol").await);
    let join = ClientMessage::Join { id: 500, game };
    bob.deliver(&join).await;
    bob.answer(500).await.unwrap();
    bob.deliver(&join).await;
    bob.answer(500).await.unwrap();
    carol.deliver(&join).await;
    assert_eq!(carol.answer(500).await, Err(komadai_protocol::RefusalCode::SeatTaken));
    server.restart().await;
    bob.reconnect(server.address).await;
    bob.deliver(&join).await;
    bob.answer(500).await.unwrap();
});

both_servers!(a_game_is_created_once, |server| async {
    let mut alice = server.enter("alice").await;
    let create = ClientMessage::Create { id: 9, create: uuid(), setup: setup(clock("5+30")) };
    alice.deliver(&create).await;
    alice.deliver(&create).await;
    let game = alice.answer(9).await.unwrap().game;
    assert_eq!(alice.answer(9).await.unwrap().game, game);
    server.restart().await;
    alice.reconnect(server.address).await;
    alice.deliver(&create).await;
    assert_eq!(alice.answer(9).await.unwrap().game, game);
    // Long over, it is still that game.
    alice.look_at(game.unwrap()).await;
    alice.abort().await.unwrap();
    server.over(game.unwrap()).await;
    alice.deliver(&create).await;
    assert_eq!(alice.answer(9).await.unwrap().game, game);
    // Another player's UUID is another's.
    let mut bob = server.enter("bob").await;
    bob.deliver(&create).await;
    assert_ne!(bob.answer(9).await.unwrap().game, game);
});

both_servers!(a_seek_leads_to_one_game, |server| async {
    let (mut alice, mut bob) = (server.enter("alice").await, server.enter("bob").await);
    let seek = uuid();
    let ask = ClientMessage::Seek {
        id: 41,
        seek,
        setup: setup(clock("5+30")),
        wants: SeekWants::default(),
        quick: false,
    };
    alice.deliver(&ask).await;
    alice.deliver(&ask).await;
    alice.answer(41).await.unwrap();
    alice.answer(41).await.unwrap();
    let accept = ClientMessage::Accept { id: 42, seek };
    bob.deliver(&accept).await;
    bob.deliver(&accept).await;
    let game = bob.answer(42).await.unwrap().game;
    assert_eq!(bob.answer(42).await.unwrap().game, game);

    // A late copy of the seek does not open it again, a late rival does not get in.
    alice.deliver(&ask).await;
    assert_eq!(alice.answer(41).await.unwrap().game, game);
    let mut carol = server.enter("carol").await;
    carol.deliver(&accept).await;
    assert_eq!(carol.answer(42).await, Err(komadai_protocol::RefusalCode::UnknownSeek));

    server.restart().await;
    bob.reconnect(server.address).await;
    bob.deliver(&accept).await;
    assert_eq!(bob.answer(42).await.unwrap().game, game);
    alice.reconnect(server.address).await;
    alice.deliver(&ask).await;
    assert_eq!(alice.answer(41).await.unwrap().game, game);
});

both_servers!(a_cancelled_seek_stays_cancelled, |server| async {
    let (mut alice, mut bob) = (server.enter("alice").await, server.enter("bob").await);
    bob.follow(StreamName::Lobby).await;
    let seek = uuid();
    let ask = ClientMessage::Seek {
        id: 41,
        seek,
        setup: setup(clock("5+30")),
        wants: SeekWants::default(),
        quick: false,
    };
    let cancel = ClientMessage::Cancel { id: 42, seek };
    for message in [&ask, &cancel, &ask, &cancel] {
        alice.deliver(message).await;
        alice.answer(message.id()).await.unwrap();
    }
    let accepted = bob.ask(|id| ClientMessage::Accept { id, seek }).await;
    assert_eq!(accepted, Err(komadai_protocol::RefusalCode::UnknownSeek));
    let told = bob.rest().into_iter().filter(|message| {
        matches!(
            message,
            ServerMessage::Event { event: StreamEvent::Lobby(LobbyEvent::SeekAdded { .. }), .. }
        )
    });
    assert_eq!(told.count(), 1);
});

both_servers!(a_line_of_chat_is_said_once, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let chat = ClientMessage::Chat { id: 77, game, text: "お願いします".to_owned() };
    sente.deliver(&chat).await;
    sente.answer(77).await.unwrap();
    sente.deliver(&chat).await;
    sente.answer(77).await.unwrap();
    assert_eq!(gote.look_at(game).await.chat.len(), 1);
});

both_servers!(commands_out_of_order_do_no_harm, |server| async {
    let RealGame { moves, .. } = real_games()[0];
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    // Sente's first moves all at once, the last one first: only one answers the present position.
    let moves: Vec<_> = moves.split(' ').take(12).collect();
    for (ply, usi) in moves.iter().enumerate().step_by(2).rev() {
        let (ply, usi) = (ply as u32, (*usi).to_owned());
        sente.deliver(&ClientMessage::Move { id: 600 + ply, game, ply, usi }).await;
    }
    for ply in (0..12).step_by(2).rev() {
        let answer = sente.answer(600 + ply).await;
        assert_eq!(answer.is_ok(), ply == 0, "{answer:?}");
    }
    gote.sees_ply(1).await;
    assert_eq!(gote.view.moves, [moves[0]]);
    play(&mut gote, &mut sente, moves[1..].iter().copied()).await;
});

both_servers!(two_tabs_see_the_same_and_both_may_move, |server| async {
    let (mut one, mut gote, game) = pair(server, "5+30").await;
    let mut two = one.another_tab().await;
    two.look_at(game).await;
    // Both make a move at once: one is made.
    for (tab, usi) in [(&mut one, "7g7f"), (&mut two, "2g2f")] {
        let usi = usi.to_owned();
        tab.deliver(&ClientMessage::Move { id: 800, game, ply: 0, usi }).await;
    }
    let answers = [one.answer(800).await, two.answer(800).await];
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    gote.play("3c3d").await;
    one.sees_ply(2).await;
    two.sees_ply(2).await;
    assert_eq!((&one.view.moves, &one.view.dests), (&two.view.moves, &two.view.dests));
    // One of them goes: the other is notified as before, and the player is still there.
    drop(one);
    two.play("4g4f").await;
    gote.sees_ply(3).await;
    assert!(gote.look_at(game).await.connected.sente);
});

#[tokio::test]
async fn the_last_128_numbers_of_a_player_are_known_again() {
    let server = TestServer::on(Kind::Sqlite).await;
    let (mut sente, mut gote, game) = pair(&server, "5+30").await;
    let moves: Vec<_> = real_games()[0].moves().take(160).collect();
    for (ply, usi) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut sente } else { &mut gote };
        mover.sees_ply(ply as u32).await;
        let (ply, usi) = (ply as u32, (*usi).to_owned());
        let id = 10_000 + ply;
        mover.deliver(&ClientMessage::Move { id, game, ply, usi }).await;
        mover.answer(id).await.unwrap();
    }
    for (ply, known) in [(158, true), (158 - 128, true), (158 - 130, false)] {
        let usi = moves[ply as usize].to_owned();
        sente.deliver(&ClientMessage::Move { id: 10_000 + ply, game, ply, usi }).await;
        let answer = sente.answer(10_000 + ply).await;
        assert_eq!(answer.is_ok(), known, "{ply}: {answer:?}");
    }
    assert_eq!(server.game(game).await.ply, 160);
}
