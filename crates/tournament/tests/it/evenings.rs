//! Evenings in a club: an arena that pairs by strength.

use komadai_rules::Odds;
use komadai_tournament::{
    Entry, Event, HandicapPolicy, Outcome, Points, Presence, Reach, Ruling, State, Wait,
};

use crate::support::{event, favourite, row, standings};

const EVENING: &str =
    r#"{"t":"arena","start_ms":0,"duration_ms":36000000,"wave_ms":20000,"by":"strength"}"#;

const MINUTE: u64 = 60_000;

/// An evening of people with these grades, all of them here from the start: p1, p2, …
fn evening(grades: &[&str]) -> Event {
    let entries = grades.iter().enumerate().map(|(n, grade)| Entry {
        grade: grade.parse().ok(),
        ..Entry::new(&format!("p{}", n + 1))
    });
    let mut it = event(EVENING, entries.collect());
    it.handicap = HandicapPolicy::Jsa { reduce: 0, max: None };
    let ids: Vec<_> = it.entries.iter().map(|entry| entry.id.clone()).collect();
    it.presence = ids.into_iter().map(|entry| Presence { entry, at_ms: 0, here: true }).collect();
    it
}

/// Publishes what is to be played, as `p1-p2`, the smaller number first.
fn pair(event: &mut Event, at_ms: u64) -> Vec<String> {
    let next = event.check().expect("sound").next(at_ms);
    event.publish(&next).expect("new games");
    let mut pairs: Vec<_> = next
        .games
        .iter()
        .map(|game| {
            let mut both = [game.sente.as_str(), game.gote.as_str()];
            both.sort_by_key(|id| id[1..].parse::<u32>().expect("p1, p2, …"));
            both.join("-")
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

fn end(event: &mut Event, who: &str, outcome: Option<Outcome>, at_ms: u64) {
    let mut open = event.pending_games();
    let game = open.find(|game| game.side_of(&who.into()).is_some()).expect("plays").clone();
    drop(open);
    let outcome = outcome.unwrap_or_else(|| favourite(&game, 0));
    event.note_result(&game.key, outcome, Some(at_ms)).expect("none yet");
}

#[test]
fn whoever_is_near_in_strength_meets_with_the_handicap_that_grades_suggest() {
    let mut it = evening(&["3d", "10k", "2d", "9k", "1k", "2k"]);
    assert_eq!(pair(&mut it, 1), ["p1-p3", "p2-p4", "p5-p6"]);
    let mut tables: Vec<_> = it.games.iter().map(|game| game.board).collect();
    tables.sort_unstable();
    assert_eq!(tables, [1, 2, 3]);
    for game in &it.games {
        assert_eq!(game.handicap, Some(Odds::FirstMove), "a grade apart: {game:?}");
        let grade = |id| it.entry(id).and_then(|entry| entry.grade);
        assert!(grade(&game.gote) > grade(&game.sente), "the stronger gives: {game:?}");
    }
}

#[test]
fn two_meet_again_only_when_nobody_else_has_been_free_for_long() {
    let mut it = evening(&["1d", "1d", "5k", "5k"]);
    assert_eq!(pair(&mut it, 1), ["p1-p2", "p3-p4"]);
    end(&mut it, "p1", None, 10 * MINUTE);
    // Both would be free for each other; the other two may be done soon.
    let at_ms = 11 * MINUTE;
    let next = it.check().expect("sound").next(at_ms);
    assert_eq!(next.state, State::Wait);
    assert_eq!(next.waiting_for, Some(Wait::Time { at_ms: 20 * MINUTE }));
    let mut others = it.clone();
    end(&mut others, "p3", None, 12 * MINUTE);
    let pairs = pair(&mut others, 12 * MINUTE);
    assert!(pairs.len() == 2 && !pairs.contains(&"p1-p2".to_owned()), "{pairs:?}");
    // They are not: better each other than nobody.
    assert_eq!(pair(&mut it, 20 * MINUTE), ["p1-p2"]);
}

#[test]
fn everybody_meets_everybody_before_many_meet_twice() {
    let mut it = evening(&["1d"; 6]);
    let mut met = std::collections::BTreeMap::<String, u32>::new();
    for n in 0..5 {
        let pairs = pair(&mut it, n * 30 * MINUTE + 1);
        assert_eq!(pairs.len(), 3, "{pairs:?}");
        for pair in pairs {
            *met.entry(pair).or_default() += 1;
        }
        for key in it.pending() {
            it.note_result(&key, Outcome::Draw, Some((n + 1) * 30 * MINUTE)).expect("none yet");
        }
    }
    assert!(met.len() >= 12 && met.values().all(|&n| n <= 2), "{met:?}");
    // A draw is worth a half, and no row of wins is worth more.
    assert_eq!(row(&standings(&it), "p1").points, Points::halves(5));
}

#[test]
fn who_waits_longest_plays_first() {
    let mut it = evening(&["1d", "1d", "1k"]);
    assert_eq!(pair(&mut it, 1), ["p1-p2"]);
    end(&mut it, "p1", None, 10 * MINUTE);
    let pairs = pair(&mut it, 10 * MINUTE + 1);
    assert!(pairs == ["p1-p3"] || pairs == ["p2-p3"], "{pairs:?}");
}

#[test]
fn a_pairing_that_was_called_off_is_not_made_again_at_once() {
    let mut it = evening(&["1d", "1d", "5k", "5k"]);
    assert_eq!(pair(&mut it, 1), ["p1-p2", "p3-p4"]);
    let ruling =
        |reason: &str| Ruling { result: Outcome::Annulled, reason: reason.into(), by: "".into() };
    for key in it.pending() {
        it.rule(&key, ruling("wrong")).expect("it is there");
    }
    // Nobody has played tonight, so everybody has been free for long.
    let mut two = it.clone();
    let pairs = pair(&mut it, 11 * MINUTE);
    assert_eq!(pairs.len(), 2, "{pairs:?}");
    assert!(!pairs.contains(&"p1-p2".to_owned()), "{pairs:?}");
    // Their tables are free again.
    assert!(it.pending_games().all(|game| (1..=2).contains(&game.board)));
    // Where there is nobody else, it is made again.
    let leave = |id: &str| Presence { entry: id.into(), at_ms: MINUTE, here: false };
    two.presence.extend(["p3", "p4"].map(leave));
    assert_eq!(pair(&mut two, 11 * MINUTE), ["p1-p2"]);
}

#[test]
fn whoever_sits_at_home_meets_those_who_can_be_reached_there() {
    let mut it = evening(&["1d", "1d", "1k", "5k"]);
    it.entries[0].reach = Reach::Online;
    it.entries[2].reach = Reach::Both;
    // p2 and p4 have no account: p1 plays p3, though p2 would be nearer.
    assert_eq!(pair(&mut it, 1), ["p1-p3", "p2-p4"]);
    let tables: Vec<_> =
        it.games.iter().map(|game| (game.side_of(&"p1".into()), game.board)).collect();
    for (of_p1, board) in tables {
        assert_eq!(board == 0, of_p1.is_some(), "only who sits in the room has a table");
    }
    // With guests only, nobody is there for p1.
    let mut alone = evening(&["1d", "1d", "1d"]);
    alone.entries[0].reach = Reach::Online;
    assert_eq!(pair(&mut alone, MINUTE), ["p2-p3"]);
    end(&mut alone, "p2", None, 2 * MINUTE);
    assert_eq!(pair(&mut alone, 3 * MINUTE), ["p2-p3"], "there is nobody else for them either");
}
