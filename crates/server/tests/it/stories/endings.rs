//! How games end, and what follows.

use komadai_game::{EndReason, Offer};
use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, Clocks, GameEvent, MeEvent, PhaseView, RulesSetup, ServerMessage, SideWish,
    StartSetup, StreamEvent,
};
use komadai_rules::{Reason, Side};

use super::{pair, pair_for, play};
use crate::fixture::{Tab, both_servers, byoyomi, clock, real_games, setup, sudden_death};

/// Golds to and fro until the start has stood four times.
const SENNICHITE: &str = "4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a";

both_servers!(real_games_end_as_they_ended, |server| async {
    for real in real_games() {
        let (mut sente, mut gote, game) = pair(server, "10+30").await;
        play(&mut sente, &mut gote, real.moves()).await;
        let loser = if real.loser == Side::Sente { &mut sente } else { &mut gote };
        loser.resign().await.unwrap();
        let result = gote.sees_end().await;
        assert_eq!(result.reason, EndReason::Resignation);
        assert_ne!(result.winner, Some(real.loser));
        for tab in [&sente, &gote] {
            assert_eq!(tab.view.sfen, real.final_sfen);
        }
        let stored = server.game(game).await;
        assert_eq!(stored.sfen, real.final_sfen);
        assert_eq!(
            stored.moves.iter().map(|mv| &mv.usi[..]).collect::<Vec<_>>().join(" "),
            real.moves
        );
    }
});

both_servers!(mate_ends_the_game, |server| async {
    let mut setup = setup(clock("5+30"));
    setup.start = StartSetup::Position { sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned() };
    let (mut sente, mut gote, _) = pair_for(server, setup).await;
    sente.play("G*5b").await;
    let result = gote.sees_end().await;
    assert_eq!(result.reason, EndReason::Board(Reason::Checkmate));
    assert_eq!(result.winner, Some(Side::Sente));
});

both_servers!(in_strict_games_nothing_reveals_what_is_legal, |server| async {
    let mut strict = setup(clock("5+30"));
    strict.rules = RulesSetup::Named("tournament".to_owned());
    let (mut sente, mut gote, game) = pair_for(server, strict).await;
    let mut watcher = server.enter("watcher").await;
    assert_eq!(sente.look_at(game).await.dests, None);
    sente.play("7g7f").await;
    gote.play("3c3d").await;
    sente.sees_ply(2).await;
    assert!([&sente, &gote].iter().all(|tab| tab.view.dests.is_none()));
    assert_eq!(watcher.look_at(game).await.preset.as_deref(), Some("tournament"));

    // One does not move ahead of the other.
    let usi = "8c8d".to_owned();
    let ahead = gote.ask(|id| ClientMessage::Move { id, game, ply: 2, usi }).await;
    assert_eq!(ahead, Err(komadai_protocol::RefusalCode::NotYourTurn));

    // What is no move is refused; what is an illegal move loses.
    assert!(sente.try_play("7z7f").await.is_err());
    sente.play("8h1a").await;
    let result = gote.sees_end().await;
    assert_eq!(result.reason, EndReason::Board(Reason::IllegalMove));
    assert_eq!(result.winner, Some(Side::Gote));
    assert_eq!(result.illegal.map(|it| it.as_str()), Some("cannot_move_there"));
    assert_eq!(result.illegal_usi.as_deref(), Some("8h1a"));
    assert_eq!(server.game(game).await.ply, 2);
});

both_servers!(sennichite_is_a_draw_in_casual_games, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, SENNICHITE.split(' ')).await;
    let result = gote.sees_end().await;
    assert_eq!((result.reason, result.winner), (EndReason::Board(Reason::Repetition), None));
    assert_eq!(result.next, None);
    assert_eq!(server.game(game).await.repetitions, 4);
});

both_servers!(sennichite_is_replayed_in_strict_games, |server| async {
    let mut strict = setup(clock("5+30"));
    strict.rules = RulesSetup::Named("tournament".to_owned());
    let (mut sente, mut gote, game) = pair_for(server, strict).await;
    play(&mut sente, &mut gote, SENNICHITE.split(' ')).await;
    let next = gote.sees_end().await.next.expect("the game is replayed");
    let left = server.game(game).await.clocks;
    assert_eq!(sente.sees_end().await.next, Some(next));

    // They move over by themselves, sides swapped, with the time they had left.
    let replay = sente.look_at(next).await;
    assert_eq!(replay.phase, PhaseView::Playing);
    assert_eq!(replay.you, Some(Side::Gote));
    assert_eq!((replay.clocks.gote, replay.clocks.sente), (left.sente, left.gote));
    assert_eq!(replay.clocks.first_move_due_ms, None, "it is timed at once");
    gote.look_at(next).await;
    gote.play("7g7f").await;
    sente.play("3c3d").await;
});

both_servers!(the_flag_falls_with_nobody_there, |server| async {
    let (mut sente, mut gote, game) = pair_for(server, setup(byoyomi(0, 1_000))).await;
    sente.play("7g7f").await;
    gote.play("3c3d").await;
    drop((sente, gote));
    let over = server.over(game).await;
    let result = over.result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Time, Some(Side::Gote)));
    assert!(!over.connected.sente && !over.connected.gote);
});

both_servers!(the_flag_falls_before_the_eyes_of_both, |server| async {
    let mut setup = setup(sudden_death(1_000));
    setup.clock = Clocks::Each { sente: sudden_death(600_000), gote: sudden_death(1_000) };
    let (mut sente, mut gote, _) = pair_for(server, setup).await;
    sente.play("7g7f").await;
    gote.play("3c3d").await;
    sente.play("2g2f").await;
    let result = gote.sees_end().await;
    assert_eq!((result.reason, result.winner), (EndReason::Time, Some(Side::Sente)));
    let clocks = gote.view.clocks.unwrap();
    assert_eq!((clocks.gote.main_ms, clocks.running), (0, None));
    assert_eq!(sente.sees_end().await, result);
});

both_servers!(a_game_is_called_off_before_both_have_moved, |server| async {
    let (mut sente, mut gote, _) = pair(server, "5+30").await;
    sente.play("7g7f").await;
    gote.abort().await.unwrap();
    let result = sente.sees_end().await;
    assert_eq!((result.reason, result.winner), (EndReason::Aborted, None));

    let mut alice = server.enter("alice").await;
    let game = alice.create(setup(clock("5+30"))).await;
    alice.abort().await.unwrap();
    alice.sees_end().await;
    let mut bob = server.enter("bob").await;
    let joined = bob.ask(|id| ClientMessage::Join { id, game }).await;
    assert_eq!(joined, Err(komadai_protocol::RefusalCode::GameOver));
});

both_servers!(a_takeback_by_consent_restores_everything, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
    let (sfen, clocks) = (sente.view.sfen.clone(), sente.view.clocks.unwrap());
    play(&mut sente, &mut gote, "8h2b+ 3a2b".split(' ')).await;
    sente.offer(Offer::Takeback).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.reply(Offer::Takeback, true).await.unwrap();
    for tab in [&mut sente, &mut gote] {
        tab.event(|event| matches!(event, GameEvent::TakenBack { .. }).then_some(())).await;
        assert_eq!((tab.view.ply, &tab.view.sfen), (2, &sfen));
        let after = tab.view.clocks.unwrap();
        assert_eq!((after.sente, after.gote), (clocks.sente, clocks.gote));
    }
    assert!(sente.view.dests.is_some() && gote.view.dests.is_none());
    sente.play("2g2f").await;
    assert_eq!(server.game(game).await.ply, 3);

    // A refusal, and an offer that the next move withdraws.
    gote.sees_ply(3).await;
    sente.offer(Offer::Takeback).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.reply(Offer::Takeback, false).await.unwrap();
    sente.offer(Offer::Takeback).await.unwrap();
    gote.play("8c8d").await;
    assert_eq!(server.game(game).await.offers, []);
    let late = gote.reply(Offer::Takeback, true).await;
    assert_eq!(late, Err(komadai_protocol::RefusalCode::NoOffer));
});

/// Of which game a rematch is asked for, and by whom, in the player's own stream.
async fn hears_of_rematch(tab: &mut Tab) -> (Code, Option<String>) {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Me(MeEvent::Rematch { game, by }), .. } => {
            Some((*game, by.clone()))
        }
        _ => None,
    })
    .await
}

both_servers!(a_rematch_swaps_the_sides, |server| async {
    let (mut alice, mut bob, game) = pair(server, "5+30").await;
    alice.resign().await.unwrap();
    bob.sees_end().await;
    bob.rematch().await.unwrap();
    // Whatever page she is on.
    let bob_name = bob.user.as_ref().unwrap().name.clone();
    assert_eq!(hears_of_rematch(&mut alice).await, (game, Some(bob_name)));
    alice.reply(Offer::Rematch, false).await.unwrap();
    assert_eq!(hears_of_rematch(&mut alice).await, (game, None));
    alice.rematch().await.unwrap();
    bob.rematch().await.unwrap();
    let is_next = |event: &GameEvent| match event {
        GameEvent::Next { game } => Some(*game),
        _ => None,
    };
    let next = alice.event(is_next).await;
    assert_eq!(bob.event(is_next).await, next);
    assert_eq!(server.game(game).await.result.unwrap().next, Some(next));
    let again = alice.look_at(next).await;
    assert_eq!(again.you, Some(Side::Gote));
    bob.look_at(next).await;
    play(&mut bob, &mut alice, "7g7f 3c3d".split(' ')).await;
});

both_servers!(an_impasse_is_declared_or_agreed, |server| async {
    let mut setup = setup(clock("5+30"));
    let entered = "K+R+R+B+B4/PPPPPPPPP/9/9/9/9/9/9/8k b GGSS 1";
    setup.start = StartSetup::Position { sfen: entered.to_owned() };
    let (mut sente, mut gote, _) = pair_for(server, setup.clone()).await;
    sente.declare().await.unwrap();
    let result = gote.sees_end().await;
    assert_eq!(result.reason, EndReason::Board(Reason::Declaration));
    assert_eq!(result.winner, Some(Side::Sente));

    let both = "K+R+R+B+B4/PPPPPPPPP/9/9/9/9/9/9/8k b GGSS 1";
    setup.start = StartSetup::Position { sfen: both.to_owned() };
    let (mut sente, mut gote, _) = pair_for(server, setup).await;
    sente.offer(Offer::Impasse).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.offer(Offer::Impasse).await.unwrap();
    let result = sente.sees_end().await;
    assert_eq!(result.reason, EndReason::Board(Reason::ImpasseAgreement));
    assert_eq!(result.winner, Some(Side::Sente));
});

both_servers!(in_a_handicap_the_giver_moves_first, |server| async {
    let mut setup = setup(clock("5+30"));
    setup.start = StartSetup::Named("2_piece".to_owned());
    setup.side = SideWish::Gote;
    let (mut uwate, mut shitate, game) = pair_for(server, setup).await;
    assert_eq!(uwate.view.you, Some(Side::Gote));
    uwate.play("3a3b").await;
    shitate.play("7g7f").await;
    let snapshot = server.game(game).await;
    assert_eq!(snapshot.handicap.as_deref(), Some("2_piece"));
    assert_eq!(snapshot.furigoma, None);
});

both_servers!(furigoma_is_shown_to_both, |server| async {
    let mut setup = setup(clock("5+30"));
    setup.side = SideWish::Random;
    let (mut alice, mut bob, game) = pair_for(server, setup).await;
    let (one, other) = (alice.look_at(game).await, bob.look_at(game).await);
    let toss = one.furigoma.clone().expect("there was a toss");
    assert_eq!(Some(&toss), other.furigoma.as_ref());
    assert_eq!(toss.fu as usize, toss.pawns.iter().filter(|&&fu| fu).count());
    assert_eq!(toss.tossed_for, one.creator.user);
    let expected = if toss.fu >= 3 { Side::Sente } else { Side::Gote };
    assert_eq!(one.you, Some(expected));
    assert_ne!(one.you, other.you);
});
