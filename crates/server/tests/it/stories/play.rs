//! Games as they usually go.

use komadai_game::EndReason;
use komadai_rules::Side;

use crate::fixture::both_servers;

both_servers!(two_guests_meet_in_the_lobby_and_play, |server| async {
    let mut alice = server.enter("alice").await;
    let mut bob = server.enter("bob").await;
    alice.seek("5+30").await;
    let game = bob.accept().await;
    assert_eq!(alice.sit_down().await, game);
    assert_eq!(alice.view.you, Some(Side::Sente));

    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    bob.play("3c3d").await;
    alice.sees_ply(2).await;
    assert_eq!(alice.view.dests.as_ref().map(|it| it.is_empty()), Some(false));
    bob.resign().await.unwrap();
    let result = alice.sees_end().await;
    assert_eq!(result.reason, EndReason::Resignation);
    assert_eq!(result.winner, Some(Side::Sente));
    assert_eq!(server.game(game).await.moves.len(), 2);
});
