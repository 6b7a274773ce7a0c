//! One player asks another for a game.

use komadai_ids::Code;
use komadai_protocol::{
    ChallengeView, ClientMessage, DeclineReason, MeEvent, RefusalCode, ServerMessage, SetupRequest,
    SideWish, StartSetup, StreamEvent, StreamName, StreamSnapshot,
};
use komadai_store::{ChallengeState, challenges as rows};
use serde_json::json;
use uuid::Uuid;

use super::{
    ratings::member,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, both_servers, clock, setup, uuid};

/// A rated game whose sides are drawn.
fn rated() -> SetupRequest {
    SetupRequest { side: SideWish::Random, rated: true, ..setup(clock("10+30")) }
}

async fn challenge(
    tab: &mut Tab,
    to: &str,
    setup: SetupRequest,
    hours: u32,
) -> Result<Uuid, RefusalCode> {
    let challenge = uuid();
    let to = to.to_owned();
    let asked = tab.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours }).await;
    asked.map(|_| challenge)
}

async fn accept(tab: &mut Tab, challenge: Uuid) -> Result<Option<Code>, RefusalCode> {
    let asked = tab.ask(|id| ClientMessage::AcceptChallenge { id, challenge }).await;
    asked.map(|answer| answer.game)
}

async fn withdraw(tab: &mut Tab, challenge: Uuid) -> Result<(), RefusalCode> {
    let asked = tab.ask(|id| ClientMessage::WithdrawChallenge { id, challenge }).await;
    asked.map(drop)
}

async fn decline(tab: &mut Tab, challenge: Uuid, reason: DeclineReason) -> Result<(), RefusalCode> {
    let asked = tab.ask(|id| ClientMessage::DeclineChallenge { id, challenge, reason }).await;
    asked.map(drop)
}

/// The challenges of somebody who comes to a page.
async fn standing(tab: &mut Tab) -> Vec<ChallengeView> {
    tab.follow(StreamName::Me).await;
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Me(me), .. } => {
            Some(me.challenges.clone())
        }
        _ => None,
    })
    .await
}

async fn hears_of(tab: &mut Tab) -> ChallengeView {
    tab.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Me(MeEvent::Challenge { challenge }), ..
        } => Some(challenge.as_ref().clone()),
        _ => None,
    })
    .await
}

async fn hears_gone(tab: &mut Tab, wanted: Uuid) {
    tab.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Me(MeEvent::ChallengeGone { challenge }),
            ..
        } => (*challenge == wanted).then_some(()),
        _ => None,
    })
    .await;
}

both_servers!(a_challenge_is_seen_in_every_tab_and_leads_to_a_game, |server| async {
    let mut alice = member(server, "alice", "1d").await;
    let mut bob = member(server, "bob", "3k").await;
    let mut bobs_other = bob.another_tab().await;
    // §3.3: three grades.
    let wanted = SetupRequest { start: StartSetup::Named("suggested".to_owned()), ..rated() };
    let id = challenge(&mut alice, "Bob", wanted, 24).await.unwrap();
    let own = hears_of(&mut alice).await;
    assert!(own.mine && own.expires == own.at + 24 * 3_600_000, "{own:?}");
    for tab in [&mut bob, &mut bobs_other] {
        let seen = hears_of(tab).await;
        assert_eq!((seen.challenge, seen.mine), (id, false));
        assert_eq!((seen.from.handle.as_str(), seen.to.handle.as_str()), ("alice", "bob"));
        assert_eq!(seen.from.strength.declared, "1d".parse().ok());
        assert_eq!(seen.setup.start, StartSetup::Named("bishop".to_owned()));
        assert_eq!(seen.setup.side, SideWish::Gote, "the giver is gote");
    }
    let game = accept(&mut bob, id).await.unwrap().expect("the answer names the game");
    assert_eq!(alice.sit_down().await, game);
    for tab in [&mut alice, &mut bob, &mut bobs_other] {
        hears_gone(tab, id).await;
    }
    let begun = server.game(game).await;
    assert_eq!((begun.rated, begun.handicap.as_deref()), (true, Some("bishop")));
    assert_eq!(begun.players.gote.map(|it| it.name).as_deref(), Some("alice"));
    // The same again is answered with the same, also by the other tab and when the game is over.
    assert_eq!(accept(&mut bobs_other, id).await, Ok(Some(game)));
    alice.abort().await.unwrap();
    server.over(game).await;
    assert_eq!(accept(&mut bob, id).await, Ok(Some(game)));
    assert_eq!(withdraw(&mut alice, id).await, Err(RefusalCode::UnknownChallenge));
});

both_servers!(it_waits_for_who_is_not_there_also_through_a_restart, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    bob.lose_connection();
    let id = challenge(&mut alice, "bob", rated(), 1).await.unwrap();
    server.restart().await;
    bob.reconnect(server.address).await;
    let seen = standing(&mut bob).await;
    assert_eq!(seen.iter().map(|it| (it.challenge, it.mine)).collect::<Vec<_>>(), [(id, false)]);
    // Nobody is put before a board who is not there.
    assert_eq!(accept(&mut bob, id).await, Err(RefusalCode::Away));
    alice.reconnect(server.address).await;
    let seen = standing(&mut alice).await;
    assert_eq!(seen.iter().map(|it| (it.challenge, it.mine)).collect::<Vec<_>>(), [(id, true)]);
    let game = accept(&mut bob, id).await.unwrap().unwrap();
    assert_eq!(alice.sit_down().await, game);
    assert_eq!(standing(&mut alice).await, []);
    // A game that began is not begun again by the next start.
    server.restart().await;
    bob.reconnect(server.address).await;
    assert_eq!(standing(&mut bob).await, []);
    assert_eq!(accept(&mut bob, id).await, Ok(Some(game)));
});

both_servers!(one_that_was_accepted_and_has_no_game_stands_again, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let id = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
    // The server dies between the two.
    let store = server.store();
    let mut tx = store.write().await.unwrap();
    let now_ms = alice.now().await as i64;
    assert!(rows::close(&mut tx, id, ChallengeState::Accepted, None, now_ms).await.unwrap());
    tx.commit().await.unwrap();
    drop(store);
    assert_eq!(standing(&mut bob).await, []);
    server.restart().await;
    alice.reconnect(server.address).await;
    bob.reconnect(server.address).await;
    assert_eq!(standing(&mut bob).await.len(), 1);
    let game = accept(&mut bob, id).await.unwrap().unwrap();
    assert_eq!(alice.sit_down().await, game);
});

both_servers!(who_takes_challenges_back_again_and_again_calls_once, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut carol = member(server, "carol", "1k").await;
    let mut calls = Vec::new();
    for _ in 0..10 {
        let id = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
        calls.push(!hears_of(&mut bob).await.again);
        withdraw(&mut alice, id).await.unwrap();
        hears_gone(&mut bob, id).await;
    }
    assert_eq!(calls.iter().filter(|calls| **calls).count(), 1, "{calls:?}");
    // Others are not meant, and one that stands is as good as any.
    challenge(&mut carol, "bob", rated(), 24).await.unwrap();
    assert!(!hears_of(&mut bob).await.again);
    let last = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
    assert!(hears_of(&mut bob).await.again);
    assert!(standing(&mut bob).await.iter().any(|it| it.challenge == last && !it.again));
    assert!(accept(&mut bob, last).await.unwrap().is_some());
});

both_servers!(who_declines_says_why_and_the_other_reads_it, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let id = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
    assert_eq!(
        decline(&mut alice, id, DeclineReason::No).await,
        Err(RefusalCode::UnknownChallenge)
    );
    assert_eq!(hears_of(&mut alice).await.declined, None);
    decline(&mut bob, id, DeclineReason::Clock).await.unwrap();
    hears_gone(&mut bob, id).await;
    assert_eq!(hears_of(&mut alice).await.declined, Some(DeclineReason::Clock));
    assert_eq!(decline(&mut bob, id, DeclineReason::Clock).await, Ok(()), "a repeat");
    assert_eq!(accept(&mut bob, id).await, Err(RefusalCode::UnknownChallenge));
    assert_eq!(standing(&mut alice).await.len(), 1, "until it is read");
    withdraw(&mut alice, id).await.unwrap();
    hears_gone(&mut alice, id).await;
    assert_eq!(standing(&mut alice).await, []);
});

both_servers!(accepting_and_withdrawing_at_once_is_one_game_or_none, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut bobs_other = bob.another_tab().await;
    let casual = || setup(clock("10+30"));
    for n in 0..10 {
        let id = challenge(&mut alice, "bob", casual(), 24).await.unwrap();
        let (first, second, taken_back) = tokio::join!(
            accept(&mut bob, id),
            accept(&mut bobs_other, id),
            withdraw(&mut alice, id)
        );
        match taken_back {
            Ok(()) => {
                let none = Err(RefusalCode::UnknownChallenge);
                assert_eq!((first, second), (none, none), "{n}");
            }
            Err(refused) => {
                assert_eq!(refused, RefusalCode::UnknownChallenge);
                let game = first.unwrap().expect("a game");
                assert_eq!(second, Ok(Some(game)), "{n}");
                assert_eq!(alice.sit_down().await, game);
                alice.abort().await.unwrap();
                server.over(game).await;
            }
        }
        assert_eq!(standing(&mut alice).await, []);
    }
});

both_servers!(who_may_not_meet_or_asks_too_much_is_refused, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut guest = server.enter("guest").await;
    let refused = async |tab: &mut Tab, to: &str, setup, hours| {
        challenge(tab, to, setup, hours).await.expect_err("refused")
    };
    assert_eq!(refused(&mut guest, "bob", rated(), 24).await, RefusalCode::NeedsAccount);
    assert_eq!(refused(&mut alice, "nobody-here", rated(), 24).await, RefusalCode::UnknownPlayer);
    assert_eq!(refused(&mut alice, "Alice", rated(), 24).await, RefusalCode::Yourself);
    for hours in [0, 169, u32::MAX] {
        assert_eq!(refused(&mut alice, "bob", rated(), hours).await, RefusalCode::BadSetup);
    }
    let odd = SetupRequest { start: StartSetup::Named("10_piece".to_owned()), ..rated() };
    assert_eq!(refused(&mut alice, "bob", odd, 24).await, RefusalCode::BadSetup);

    let id = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
    assert_eq!(refused(&mut alice, "bob", rated(), 24).await, RefusalCode::AlreadyChallenged);
    // A block after the challenge hides it, and keeps it from being accepted.
    let block = |distance: Option<&str>| json!({ "handle": "alice", "distance": distance });
    send(server, &bob.cookie, "POST", "/me/relations", block(Some("block"))).await;
    assert_eq!(standing(&mut bob).await, []);
    assert_eq!(accept(&mut bob, id).await, Err(RefusalCode::KeptApart));
    withdraw(&mut alice, id).await.unwrap();
    assert_eq!(refused(&mut alice, "bob", rated(), 24).await, RefusalCode::KeptApart);
    assert_eq!(refused(&mut bob, "alice", rated(), 24).await, RefusalCode::KeptApart);
    send(server, &bob.cookie, "POST", "/me/relations", block(None)).await;

    // A banned player cannot be challenged, and their open challenge leads to no board.
    let id = challenge(&mut alice, "bob", rated(), 24).await.unwrap();
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let page =
        send(server, &moderator, "GET", "/moderation/accounts/alice", serde_json::Value::Null);
    let user = page.await.json()["user"].clone();
    let ban = json!({ "kind": "ban", "user": user, "reason": "…", "hours": 24 });
    let page = send(server, &moderator, "POST", "/moderation/sanctions", ban).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(standing(&mut bob).await, []);
    assert_eq!(accept(&mut bob, id).await, Err(RefusalCode::CannotCome));
    assert_eq!(refused(&mut bob, "alice", rated(), 24).await, RefusalCode::CannotCome);
});

both_servers!(so_many_challenges_and_no_more, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    for n in 0..10 {
        member(server, &format!("member-{n}"), "1k").await;
        challenge(&mut alice, &format!("member-{n}"), rated(), 24).await.unwrap();
    }
    member(server, "one-more", "1k").await;
    let refused = challenge(&mut alice, "one-more", rated(), 24).await;
    assert_eq!(refused, Err(RefusalCode::TooManyChallenges));
    let open = standing(&mut alice).await;
    assert_eq!(open.len(), 10);
    withdraw(&mut alice, open[0].challenge).await.unwrap();
    challenge(&mut alice, "one-more", rated(), 24).await.unwrap();
});
