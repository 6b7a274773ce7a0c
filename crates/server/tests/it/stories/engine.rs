//! Games against the built-in opponent.

use komadai_game::{EndReason, Offer};
use komadai_protocol::{
    ClientMessage, ClockSetup, Clocks, GameEvent, RefusalCode, SetupRequest, SideWish, StartSetup,
};

use super::ratings::member;
use crate::fixture::{Tab, both_servers, clock, setup, uuid};

/// A game against the machine, in which this tab plays sente.
async fn sit_down(tab: &mut Tab, level: u8, changes: impl FnOnce(&mut SetupRequest)) {
    let mut setup = setup(clock("5+30"));
    setup.side = SideWish::Sente;
    changes(&mut setup);
    let create = uuid();
    let answer = tab.ask(|id| ClientMessage::PlayEngine { id, create, setup, level }).await;
    let game = answer.expect("there is such a level").game.expect("a game was made");
    tab.look_at(game).await;
}

both_servers!(the_machine_answers_and_is_played_again, |server| async {
    let mut tab = server.enter("human").await;
    sit_down(&mut tab, 1, |_| {}).await;
    tab.play("7g7f").await;
    tab.sees_ply(2).await;

    // What was moved in error is given back.
    tab.play("2g2f").await;
    tab.sees_ply(4).await;
    tab.offer(Offer::Takeback).await.unwrap();
    tab.event(|event| matches!(event, GameEvent::TakenBack { .. }).then_some(())).await;

    // It thinks on after a restart, and nothing of the game is lost.
    tab.play("2g2f").await;
    server.restart().await;
    tab.reconnect(server.address).await;
    tab.resume().await.unwrap();
    tab.sees_ply(4).await;

    tab.resign().await.unwrap();
    assert_eq!(tab.sees_end().await.reason, EndReason::Resignation);
    tab.rematch().await.unwrap();
    tab.event(|event| matches!(event, GameEvent::Next { .. }).then_some(())).await;
});

both_servers!(the_machine_begins_where_it_is_its_turn, |server| async {
    let mut tab = server.enter("human").await;
    // §3.2: in a handicap game gote moves first.
    sit_down(&mut tab, 2, |setup| {
        setup.start = StartSetup::Named("2_piece".to_owned());
        setup.side = SideWish::Sente;
    })
    .await;
    tab.sees_ply(1).await;
});

both_servers!(the_machine_plays_without_a_clock, |server| async {
    let mut tab = server.enter("human").await;
    sit_down(&mut tab, 1, |setup| setup.clock = Clocks::Both(ClockSetup::Untimed {})).await;
    tab.play("7g7f").await;
    tab.sees_ply(2).await;
    let game = tab.game.expect("it sits there");
    tab.resign().await.unwrap();
    assert_eq!(tab.sees_end().await.reason, EndReason::Resignation);
    let kif = server.request("GET", &format!("/api/v1/games/{game}/record.kifu"), &[], "").await;
    let kif = String::from_utf8(kif.body).unwrap();
    assert!(kif.contains("手合割") && !kif.contains("持ち時間"), "{kif}");
});

both_servers!(there_are_eight_levels_and_no_ratings, |server| async {
    let mut tab = member(server, "minh-anh", "15k").await;
    let refused = |level, setup: SetupRequest| {
        move |id| ClientMessage::PlayEngine { id, create: uuid(), setup, level }
    };
    for level in [0, 9, 255] {
        let answer = tab.ask(refused(level, setup(clock("5+30")))).await;
        assert_eq!(answer.map(|_| ()), Err(RefusalCode::BadSetup), "{level}");
    }
    let rated = SetupRequest { rated: true, ..setup(clock("5+30")) };
    let answer = tab.ask(refused(1, rated)).await;
    assert_eq!(answer.map(|_| ()), Err(RefusalCode::BadSetup));
});
