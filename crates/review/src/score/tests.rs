use komadai_rules::{Illegal, Variant};

use super::*;

fn score() -> Score {
    Score::new(Position::start(Variant::standard()))
}

fn mv(usi: &str) -> ScoreEntry {
    ScoreEntry::Move { usi: usi.to_owned(), spent_ms: None }
}

fn clock(side: Side, remaining_ms: u64) -> ScoreEntry {
    ScoreEntry::Clock { side, remaining_ms }
}

fn sealed(usi: Option<&str>) -> ScoreEntry {
    ScoreEntry::Sealed { usi: usi.map(str::to_owned) }
}

fn opened(usi: Option<&str>) -> ScoreEntry {
    ScoreEntry::Opened { usi: usi.map(str::to_owned), spent_ms: None }
}

fn resigned(winner: Side) -> ScoreEntry {
    ScoreEntry::Result { cause: "resignation".to_owned(), winner: Some(winner) }
}

/// Writes an entry that belongs at the end.
fn write(score: &mut Score, entry: ScoreEntry, at_ms: u64) {
    let place = score.place(score.last(), &entry);
    let Ok(EntryFate::Next(entry)) = place else { panic!("{entry:?}: {place:?}") };
    score.add(entry, at_ms);
}

fn moves(played: &[ScoreMove]) -> String {
    played.iter().map(|it| it.usi.as_str()).collect::<Vec<_>>().join(" ")
}

/// The score replayed from its entries is the same at every prefix.
fn check_replay(score: &Score) {
    for n in 0..=score.entries().len() {
        let replayed = Score::of(score.start.clone(), score.entries()[..n].iter().cloned());
        assert_eq!(replayed.last() as usize, n);
        if n == score.entries().len() {
            assert_eq!(replayed.position, score.position);
            assert_eq!(
                (replayed.played, replayed.seal),
                (score.played.clone(), score.seal.clone())
            );
            assert_eq!(
                (replayed.ended, replayed.marks),
                (score.ended.clone(), score.marks.clone())
            );
        }
    }
}

#[test]
fn moves_results_and_seals_are_taken_back_one_by_one() {
    let mut score = score();
    for usi in ["7g7f", "3c3d"] {
        write(&mut score, mv(usi), 1);
    }
    write(&mut score, sealed(Some("2g2f")), 2);
    assert_eq!(score.place(3, &mv("6g6f")), Err(EntryError::Sealed));
    assert_eq!(score.place(3, &opened(Some("6g6f"))), Err(EntryError::OtherSeal));
    write(&mut score, opened(None), 3);
    assert_eq!(moves(score.played()), "7g7f 3c3d 2g2f");
    write(&mut score, resigned(Side::Sente), 4);
    assert_eq!(score.place(5, &mv("8c8d")), Err(EntryError::Over));
    check_replay(&score);
    write(&mut score, ScoreEntry::Undo, 5);
    assert_eq!(score.ended(), None);
    write(&mut score, ScoreEntry::Undo, 6);
    assert!(score.is_sealed() && moves(score.played()) == "7g7f 3c3d");
    write(&mut score, ScoreEntry::Undo, 7);
    write(&mut score, ScoreEntry::Undo, 8);
    assert!(!score.is_sealed() && moves(score.played()) == "7g7f");
    write(&mut score, mv("8c8d"), 9);
    check_replay(&score);
    for _ in 0..2 {
        write(&mut score, ScoreEntry::Undo, 10);
    }
    assert_eq!(score.place(score.last(), &ScoreEntry::Undo), Err(EntryError::NothingToUndo));
    check_replay(&score);
}

#[test]
fn a_sealed_move_may_be_unknown_until_it_is_opened() {
    let mut score = score();
    write(&mut score, sealed(None), 1);
    assert_eq!(score.place(1, &opened(None)), Err(EntryError::UnknownSeal));
    write(&mut score, opened(Some("2g2f")), 2);
    assert_eq!(moves(score.played()), "2g2f");
    assert_eq!(score.place(2, &opened(None)), Err(EntryError::NotSealed));
    let hidden = sealed(Some("2g2f")).without_sealed_move();
    assert_eq!(hidden, sealed(None));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut score = score();
    let long = "x".repeat(NOTE_CHARS_MAX + 1);
    let cause = ScoreEntry::Result { cause: "boredom".to_owned(), winner: None };
    let cases = [
        (mv("hello"), EntryError::BadMove),
        (mv("7g7e"), EntryError::Illegal(Illegal::CannotMoveThere)),
        (sealed(Some("7g7e")), EntryError::Illegal(Illegal::CannotMoveThere)),
        (cause, EntryError::BadCause),
        (ScoreEntry::Note { text: long.clone() }, EntryError::BadText),
        (ScoreEntry::Note { text: "\u{202E}".to_owned() }, EntryError::BadText),
        (ScoreEntry::Illegal { side: Side::Sente, text: String::new() }, EntryError::BadText),
        (clock(Side::Gote, u64::MAX), EntryError::BadTime),
        (
            ScoreEntry::Move { usi: "7g7f".to_owned(), spent_ms: Some(u64::MAX) },
            EntryError::BadTime,
        ),
    ];
    for (entry, expected) in cases {
        assert_eq!(score.place(0, &entry), Err(expected), "{entry:?}");
    }
    assert_eq!(score.place(1, &mv("7g7f")), Err(EntryError::BadNumber));
    write(&mut score, ScoreEntry::Illegal { side: Side::Sente, text: "P*5e".to_owned() }, 1);
    let ended = score.ended().unwrap();
    assert_eq!((ended.cause.clone(), ended.winner), (Cause::IllegalMove, Some(Side::Gote)));
    while (score.last() as usize) < ENTRIES_MAX {
        score.add(ScoreEntry::Note { text: "…".to_owned() }, 2);
    }
    assert_eq!(score.place(score.last(), &ScoreEntry::Undo), Err(EntryError::Full));
}

#[test]
fn two_who_write_the_same_agree_and_others_are_told() {
    let mut score = score();
    write(&mut score, mv("7g7f"), 1);
    write(&mut score, clock(Side::Sente, 5), 2);
    write(&mut score, mv("3c3d"), 3);
    // Somebody who was away knows only the first entry.
    assert_eq!(score.place(1, &mv("3c3d")), Ok(EntryFate::Known(3)));
    assert_eq!(score.place(3, &mv("2g2f")), Ok(EntryFate::Next(mv("2g2f"))));
    assert_eq!(score.place(1, &mv("8c8d")), Err(EntryError::Conflict(3)));
    assert_eq!(score.place(0, &ScoreEntry::Undo), Err(EntryError::Conflict(1)));
    // A clock that was read later counts; one of the other side contradicts nobody.
    assert_eq!(score.place(1, &clock(Side::Sente, 9)), Ok(EntryFate::Known(2)));
    let other = clock(Side::Gote, 9);
    assert_eq!(score.place(1, &other), Ok(EntryFate::Next(other)));
    write(&mut score, ScoreEntry::Undo, 4);
    assert_eq!(
        score.place(3, &ScoreEntry::Undo),
        Ok(EntryFate::Known(4)),
        "both have seen the mistake"
    );
}

/// What is shown, as moves, whether it is over, sealed, and when there is more.
fn due(score: &Score, plies: u32, ms: u64, now_ms: u64) -> (String, bool, bool, Option<u64>) {
    let due = score.due(None, Delay { plies, ms }, now_ms);
    assert_eq!(due.shown.plies as usize, due.played.len());
    (moves(&due.played), due.ended.is_some(), due.shown.is_sealed, due.next_ms)
}

#[test]
fn the_public_is_behind_by_moves_and_by_time() {
    let mut score = score();
    for (at_ms, usi) in [(100, "7g7f"), (200, "3c3d"), (300, "2g2f")] {
        write(&mut score, mv(usi), at_ms);
    }
    let told = |moves: &str, next_ms| (moves.to_owned(), false, false, next_ms);
    assert_eq!(due(&score, 0, 0, 300), told("7g7f 3c3d 2g2f", None));
    assert_eq!(due(&score, 0, 1_000, 1_099), told("", Some(1_100)));
    assert_eq!(due(&score, 0, 1_000, 1_200), told("7g7f 3c3d", Some(1_300)));
    assert_eq!(due(&score, 2, 0, 9_000), told("7g7f", None));
    assert_eq!(due(&score, 9, 0, 9_000), told("", None));
    assert_eq!(due(&score, 2, 1_000, 1_000), told("", Some(1_100)));
    write(&mut score, resigned(Side::Sente), 400);
    let over = ("7g7f 3c3d 2g2f".to_owned(), true, false, None);
    assert_eq!(due(&score, 2, 1_000, 1_399), ("7g7f".to_owned(), false, false, Some(1_400)));
    assert_eq!(due(&score, 2, 1_000, 1_400), over);
}

#[test]
fn a_seal_is_shown_without_its_move() {
    let mut score = score();
    write(&mut score, mv("7g7f"), 1);
    write(&mut score, sealed(Some("3c3d")), 2);
    assert_eq!(due(&score, 0, 0, 2), ("7g7f".to_owned(), false, true, None));
    let shown = serde_json::to_string(&score.due(None, Delay::default(), 2).shown).unwrap();
    assert!(!shown.contains("3c3d"), "{shown}");
    assert_eq!(due(&score, 1, 0, 2), (String::new(), false, false, None), "not before the move");
    write(&mut score, opened(None), 3);
    assert_eq!(due(&score, 0, 0, 3), ("7g7f 3c3d".to_owned(), false, false, None));
}

#[test]
fn clocks_are_shown_with_the_moves_they_belong_to() {
    let mut score = score();
    let timed = ScoreEntry::Move { usi: "7g7f".to_owned(), spent_ms: Some(60_000) };
    write(&mut score, timed, 1_000);
    write(&mut score, clock(Side::Sente, 540_000), 1_001);
    write(&mut score, mv("3c3d"), 2_000);
    write(&mut score, clock(Side::Gote, 590_000), 2_001);
    let shown = score.due(None, Delay::default(), 9_000).shown;
    assert_eq!(shown.clocks.sente.remaining_ms, Some(540_000));
    assert_eq!(shown.clocks.sente.spent_ms, 60_000);
    assert_eq!(shown.clocks.gote.remaining_ms, Some(590_000));
    assert_eq!(shown.since_ms, Some(2_000));
    let behind = score.due(None, Delay { plies: 1, ms: 0 }, 9_000).shown;
    assert_eq!(behind.clocks.gote.remaining_ms, None);
    assert_eq!(behind.since_ms, None, "nobody knows whose clock runs");
    let late = Delay { plies: 0, ms: 500 };
    let before = score.due(None, late, 2_499).shown;
    assert_eq!((before.plies, before.since_ms), (1, Some(1_500)), "nobody sees that there is more");
    write(&mut score, resigned(Side::Gote), 2_600);
    assert_eq!(score.due(None, late, 3_000).shown.since_ms, Some(2_500));
    assert_eq!(score.due(None, late, 3_100).shown.since_ms, None);
    write(&mut score, ScoreEntry::Undo, 2_700);
    write(&mut score, ScoreEntry::Undo, 3_000);
    assert_eq!(score.due(None, Delay::default(), 9_000).shown.clocks.gote.remaining_ms, None);
}

fn timed(usi: &str, spent_ms: u64) -> ScoreEntry {
    ScoreEntry::Move { usi: usi.to_owned(), spent_ms: Some(spent_ms) }
}

#[test]
fn clocks_follow_from_what_was_announced_and_noted() {
    let left = |kind: Option<AnnouncedKind>, per_move_s, extra: Option<ScoreEntry>| {
        let mut score = score();
        for (n, (usi, spent_ms)) in
            [("7g7f", 90_000), ("3c3d", 1_000), ("2g2f", 30_000)].into_iter().enumerate()
        {
            write(&mut score, timed(usi, spent_ms), n as u64);
        }
        if let Some(extra) = extra {
            write(&mut score, extra, 9);
        }
        let time = kind.map(|kind| AnnouncedTime { kind, main_s: 600, per_move_s });
        let clocks = score.due(time, Delay::default(), 9).shown.clocks;
        (clocks.sente.remaining_ms, clocks.gote.remaining_ms)
    };
    let told = |sente, gote| (Some(sente), Some(gote));
    use AnnouncedKind as K;
    assert_eq!(left(Some(K::Byoyomi), 60, None), told(480_000, 599_000));
    assert_eq!(left(Some(K::Stopwatch), 60, None), told(540_000, 600_000), "whole minutes only");
    assert_eq!(left(Some(K::Fischer), 10, None), told(500_000, 609_000));
    assert_eq!(left(Some(K::SuddenDeath), 0, None), told(480_000, 599_000));
    assert_eq!(left(None, 0, None), (None, None), "nothing was announced");
    let read = Some(clock(Side::Sente, 470_000));
    assert_eq!(left(Some(K::Byoyomi), 60, read.clone()), told(470_000, 599_000));
    assert_eq!(left(None, 0, read), (Some(470_000), None));
    let unknown = Some(mv("8c8d"));
    assert_eq!(left(Some(K::Byoyomi), 60, unknown), (None, None), "no time was noted");
}

#[test]
fn what_was_read_before_a_move_counts_it_and_later_ones_are_deducted() {
    let mut score = score();
    write(&mut score, clock(Side::Sente, 100_000), 1);
    write(&mut score, timed("7g7f", 5_000), 2);
    let left = |score: &Score| {
        score.due(None, Delay::default(), 99).shown.clocks.sente.remaining_ms.unwrap()
    };
    assert_eq!(left(&score), 100_000);
    write(&mut score, timed("3c3d", 7_000), 3);
    write(&mut score, timed("2g2f", 9_000), 4);
    assert_eq!(left(&score), 91_000);
}

#[test]
fn clocks_stand_still_in_breaks_and_while_a_move_is_sealed() {
    let mut score = score();
    let running = |score: &Score, delay: Delay| {
        let shown = score.due(None, delay, 100_000).shown;
        (shown.since_ms, shown.thought_ms, shown.is_paused)
    };
    let at_once = Delay::default();
    assert_eq!(running(&score, at_once), (None, 0, false), "the game has not begun");
    write(&mut score, ScoreEntry::Resumed, 1_000);
    assert_eq!(running(&score, at_once), (Some(1_000), 0, false), "it has");
    write(&mut score, mv("7g7f"), 4_000);
    write(&mut score, ScoreEntry::Paused, 6_000);
    assert_eq!(running(&score, at_once), (None, 2_000, true));
    assert_eq!(score.place(2, &ScoreEntry::Paused), Ok(EntryFate::Known(3)), "both saw the break");
    write(&mut score, ScoreEntry::Resumed, 9_000);
    assert_eq!(running(&score, at_once), (Some(9_000), 2_000, false));
    assert_eq!(score.place(2, &ScoreEntry::Resumed), Ok(EntryFate::Known(4)));
    let late = Delay { plies: 0, ms: 500 };
    assert_eq!(running(&score, late), (Some(9_500), 2_000, false), "as late as everything else");
    let behind = Delay { plies: 1, ms: 0 };
    assert_eq!(running(&score, behind), (None, 0, false), "nobody knows whose clock runs");
    write(&mut score, clock(Side::Gote, 8_000), 10_000);
    assert_eq!(running(&score, at_once), (Some(10_000), 0, false), "it was read anew");
    write(&mut score, sealed(Some("3c3d")), 11_000);
    assert_eq!(running(&score, at_once), (None, 1_000, false));
    write(&mut score, opened(None), 50_000);
    assert_eq!(running(&score, at_once), (Some(50_000), 0, false));
    write(&mut score, ScoreEntry::Paused, 51_000);
    write(&mut score, resigned(Side::Sente), 52_000);
    assert_eq!(running(&score, at_once), (None, 1_000, false));
    assert_eq!(score.place(score.last(), &ScoreEntry::Resumed), Err(EntryError::Over));
    check_replay(&score);
    for _ in 0..2 {
        write(&mut score, ScoreEntry::Undo, 53_000);
    }
    assert!(score.is_sealed());
    assert_eq!(running(&score, at_once), (None, 1_000, false), "as before it was opened");
}

#[test]
fn a_break_that_is_not_due_is_seen_by_nobody() {
    let mut score = score();
    write(&mut score, mv("7g7f"), 1_000);
    write(&mut score, ScoreEntry::Paused, 2_000);
    let late = Delay { plies: 0, ms: 500 };
    let before = score.due(None, late, 2_499);
    assert_eq!((before.shown.since_ms, before.shown.is_paused), (Some(1_500), false));
    assert_eq!(before.next_ms, Some(2_500));
    let after = score.due(None, late, 2_500).shown;
    assert_eq!((after.since_ms, after.is_paused, after.thought_ms), (None, true, 1_000));
}

#[test]
fn entries_are_read_for_ever() {
    let stored = [
        r#"{"t":"move","usi":"7g7f","spent_ms":60000}"#,
        r#"{"t":"move","usi":"7g7f"}"#,
        r#"{"t":"clock","side":"gote","remaining_ms":1}"#,
        r#"{"t":"undo"}"#,
        r#"{"t":"result","cause":"resignation","winner":"sente"}"#,
        r#"{"t":"illegal","side":"sente","text":"P*5e"}"#,
        r#"{"t":"sealed","usi":"7g7f"}"#,
        r#"{"t":"sealed"}"#,
        r#"{"t":"opened","usi":"7g7f"}"#,
        r#"{"t":"paused"}"#,
        r#"{"t":"resumed"}"#,
        r#"{"t":"note","text":"…"}"#,
    ];
    for text in stored {
        let entry: ScoreEntry = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
    }
}
