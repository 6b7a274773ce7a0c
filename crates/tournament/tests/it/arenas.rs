//! Arenas.

use komadai_tournament::{Event, Game, Outcome, Points, State, Wait};

use crate::{
    events::made_up,
    support::{favourite, row, standings},
};

#[test]
fn an_arena_pairs_at_once_and_doubles_streaks() {
    let mut event = made_up(r#"{"t":"arena","start_ms":600000,"duration_ms":3600000}"#, 4);
    let early = event.check().expect("sound").next(0);
    assert_eq!(early.waiting_for, Some(Wait::Time { at_ms: 600_000 }));
    let first = event.check().expect("sound").next(600_000);
    assert_eq!(first.games.len(), 2);
    event.publish(&first).expect("new");
    // One game ends; its players just met, so they wait for the others.
    let note = |event: &mut Event, game: &Game, outcome, at_ms| {
        event.note_result(&game.key, outcome, Some(at_ms)).expect("none yet");
    };
    note(&mut event, &first.games[0], favourite(&first.games[0], 0), 700_000);
    let wait = event.check().expect("sound").next(800_000);
    assert_eq!((wait.state, wait.games.len()), (State::Wait, 0));
    note(&mut event, &first.games[1], favourite(&first.games[1], 0), 800_000);
    let second = event.check().expect("sound").next(800_000);
    assert_eq!(second.games.len(), 2);
    for game in &second.games {
        assert!(!first.games.iter().any(|old| old.is_between(&game.sente, &game.gote)));
        assert_eq!(game.started_ms, Some(800_000));
    }
    // When the time is up nothing begins, but what has begun is played and counts.
    event.publish(&second).expect("new");
    let late = event.check().expect("sound").next(4_200_000);
    assert!(matches!(late.waiting_for, Some(Wait::Games { .. })), "{late:?}");
    for game in &second.games {
        note(&mut event, game, favourite(game, 0), 4_300_000);
    }
    assert_eq!(event.check().expect("sound").next(4_300_000).state, State::Over);
    assert_eq!(row(&standings(&event), "p1").points, Points::whole(4));
}

#[test]
fn an_arena_streak_counts_double() {
    let mut event = made_up(r#"{"t":"arena","start_ms":0,"duration_ms":3600000}"#, 2);
    // Alone, two do meet again. p1: win, win, win, draw, win, loss, win.
    let results = [Some(1), Some(1), Some(1), None, Some(1), Some(2), Some(1)];
    for (n, winner) in results.into_iter().enumerate() {
        let at_ms = 100_000 * (n as u64 + 1);
        let next = event.check().expect("sound").next(at_ms);
        event.publish(&next).expect("new");
        let game = next.games.first().expect("both are free");
        let side = winner.and_then(|winner: u32| game.side_of(&format!("p{winner}").into()));
        let outcome = side.map_or(Outcome::Draw, Outcome::win);
        event.note_result(&game.key, outcome, Some(at_ms + 1_000)).expect("none yet");
    }
    // 2 + 2 + 4 + 2 (a doubled draw ends the streak) + 2 + 0 + 2, and 1 + 2 for the other.
    let standings = standings(&event);
    assert_eq!(row(&standings, "p1").points, Points::whole(14));
    assert_eq!(row(&standings, "p2").points, Points::whole(3));
    let sente = event.games.iter().filter(|game| game.sente.as_str() == "p1").count();
    assert!((3..=4).contains(&sente), "sides are balanced: {sente} of 7");
}
