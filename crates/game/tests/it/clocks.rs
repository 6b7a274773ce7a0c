//! Clocks, as §4 has them.

use komadai_game::{
    BANK_MS, By, Command, Event, Player, Refusal, SetupProblem, Time, TimeControl,
    clocks::{
        ALL, Byoyomi, Consideration, Correspondence, Fischer, Stopwatch, SuddenDeath, Untimed,
    },
};
use komadai_rules::{BySide, Side};
use proptest::prelude::*;

use crate::table::{Table, byoyomi, player, setup, sudden_death};

/// Moves of so many milliseconds, and what stands on the clock after each; `None`: the flag fell.
fn check(control: TimeControl, moves: &[(u64, Option<(u32, u8)>)]) {
    let mut time = control.start();
    for &(charged_ms, expected) in moves {
        let after = control.spend(time, charged_ms);
        let shown = after.map(|time| (time.main_ms, time.periods));
        assert_eq!(shown, expected, "{charged_ms} ms on {time:?} of {control:?}");
        time = after.unwrap_or(time);
    }
}

#[test]
fn byoyomi_goes_on_into_a_full_period() {
    let control = TimeControl::Byoyomi(Byoyomi { main_ms: 10_000, byoyomi_ms: 60_000, periods: 1 });
    check(control, &[(4_000, Some((6_000, 1))), (65_999, Some((0, 1))), (59_999, Some((0, 1)))]);
    check(control, &[(69_999, Some((0, 1))), (60_000, None)]);
    check(control, &[(70_000, None)]);
}

#[test]
fn a_period_is_lost_at_exactly_its_length() {
    let control = TimeControl::Byoyomi(Byoyomi { main_ms: 0, byoyomi_ms: 10_000, periods: 3 });
    check(
        control,
        &[
            (9_999, Some((0, 3))),
            (10_000, Some((0, 2))),
            (19_999, Some((0, 1))),
            (9_999, Some((0, 1))),
            (10_000, None),
        ],
    );
    check(control, &[(29_999, Some((0, 1))), (10_000, None)]);
    check(control, &[(30_000, None)]);
}

#[test]
fn a_period_of_consideration_is_gone_once_it_has_begun() {
    let control = TimeControl::Consideration(Consideration {
        main_ms: 10_000,
        byoyomi_ms: 30_000,
        periods: 3,
        period_ms: 60_000,
    });
    // Within the main time; on its last move, which goes on into a full byoyomi; in byoyomi.
    check(control, &[(9_999, Some((1, 3))), (30_000, Some((0, 3))), (29_999, Some((0, 3)))]);
    check(
        control,
        &[
            (39_999, Some((0, 3))),
            // Byoyomi is over at exactly its length, and the period after it likewise.
            (30_000, Some((0, 2))),
            (30_000 + 59_999, Some((0, 1))),
            (30_000 + 60_000, None),
            (29_999, Some((0, 1))),
            (30_000, Some((0, 0))),
            // None left: plain byoyomi without end.
            (29_999, Some((0, 0))),
            (29_999, Some((0, 0))),
            (30_000, None),
        ],
    );
    // Several in one move, straight from the main time.
    check(control, &[(10_000 + 30_000 + 60_000, Some((0, 1)))]);
    check(control, &[(10_000 + 30_000 + 3 * 60_000 - 1, Some((0, 0)))]);
    check(control, &[(10_000 + 30_000 + 3 * 60_000, None)]);
}

#[test]
fn sudden_death_ends_at_nothing() {
    let control = TimeControl::SuddenDeath(SuddenDeath { main_ms: 5_000 });
    check(control, &[(4_999, Some((1, 0))), (0, Some((1, 0))), (1, None)]);
}

#[test]
fn fischer_adds_after_each_move() {
    let control = TimeControl::Fischer(Fischer { main_ms: 5_000, increment_ms: 3_000 });
    check(control, &[(1_000, Some((7_000, 0))), (6_999, Some((3_001, 0))), (3_001, None)]);
}

#[test]
fn the_stopwatch_counts_whole_minutes() {
    let control = TimeControl::Stopwatch(Stopwatch { main_minutes: 5 });
    check(
        control,
        &[
            (3 * 60_000 + 59_999, Some((2 * 60_000, 0))),
            (59_999, Some((2 * 60_000, 0))),
            (60_000, Some((60_000, 0))),
            (59_999, Some((60_000, 0))),
            (59_999, Some((60_000, 0))),
            (60_000, None),
        ],
    );
    check(control, &[(5 * 60_000, None)]);
}

#[test]
fn by_correspondence_each_move_has_its_days_and_nothing_is_kept() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    for days in Correspondence::DAYS {
        let control = TimeControl::Correspondence(Correspondence::of_days(days));
        let all_ms = u64::from(days) * DAY_MS;
        let full = Some((all_ms as u32, 0));
        check(control, &[(0, full), (all_ms - 1, full), (1, full), (all_ms, None)]);
        let time = Time { main_ms: 1, periods: 0 };
        assert_eq!(control.carry_over(time), control.start());
    }
}

#[test]
fn settings_that_cannot_be_are_named() {
    for control in ALL {
        assert_eq!(control.problem(), None, "{control:?}");
        let json = serde_json::to_string(&control).unwrap();
        assert_eq!(serde_json::from_str::<TimeControl>(&json).unwrap(), control, "{json}");
    }
    for control in [
        byoyomi(0, 999),
        byoyomi(u32::MAX, 30_000),
        sudden_death(0),
        TimeControl::Fischer(Fischer { main_ms: 0, increment_ms: 1 }),
        TimeControl::Stopwatch(Stopwatch { main_minutes: 0 }),
        TimeControl::Byoyomi(Byoyomi { main_ms: 0, byoyomi_ms: 30_000, periods: 0 }),
        TimeControl::Consideration(Consideration {
            main_ms: 0,
            byoyomi_ms: 30_000,
            periods: 10,
            period_ms: 0,
        }),
    ] {
        assert!(control.problem().is_some(), "{control:?}");
    }
}

#[test]
fn the_first_moves_are_free_and_due_in_thirty_seconds() {
    let mut table = Table::playing(setup());
    table.play(29_999, "7g7f").unwrap();
    table.play(29_999, "3c3d").unwrap();
    assert_eq!(table.game.times().sente.main_ms, 600_000);
    table.play(1_500, "2g2f").unwrap();
    assert_eq!(table.game.times().sente.main_ms, 598_500);

    let mut table = Table::playing(setup());
    table.wait(29_999).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert!(!table.is_over());
    table.wait(1).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert_eq!(table.outcome(), Some(("no_first_move", None)));
}

#[test]
fn a_takeback_does_not_make_the_next_move_free() {
    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d");
    table.by(1, Command::Offer(komadai_game::Offer::Takeback)).unwrap();
    let accept = Command::Answer { offer: komadai_game::Offer::Takeback, accept: true };
    table.by(2, accept).unwrap();
    assert_eq!(table.game.line().n_moves(), 0);
    table.play(31_000, "2g2f").unwrap();
    assert_eq!(table.game.times().sente.main_ms, 569_000);
}

#[test]
fn the_flag_falls_at_the_exact_millisecond() {
    let quick = sudden_death(10_000);
    let mut setup = setup();
    setup.clocks = BySide { sente: quick, gote: quick };
    setup.timed_at_once = true;
    let mut table = Table::playing(setup.clone());
    table.play(9_999, "7g7f").unwrap();
    assert_eq!(table.game.times().sente.main_ms, 1);
    table.play(1_000, "3c3d").unwrap();
    assert_eq!(table.play(1, "2g2f"), Err(Refusal::GameOver));
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
    assert_eq!(table.game.line().n_moves(), 2, "the move came too late");

    // The timer looks when nobody moves, and not a millisecond before.
    let mut table = Table::playing(setup);
    assert_eq!(table.game.deadline_ms(None), Some(table.now_ms + 10_000));
    table.wait(9_999).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert!(!table.is_over());
    table.wait(1).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
}

/// A program may load for a minute.
#[test]
fn nobody_is_charged_before_both_have_agreed() {
    let quick = sudden_death(10_000);
    let mut setup = setup();
    setup.clocks = BySide { sente: quick, gote: quick };
    setup.timed_at_once = true;
    setup.agreed_within_ms = Some(120_000);
    let check = || Command::CheckTime { srtt_ms: None };

    let mut table = Table::playing(setup.clone());
    assert_eq!(table.game.first_move_due_ms(), Some(table.now_ms + 120_000));
    table.wait(119_999).act(By::Server, check()).unwrap();
    table.act(By::Server, Command::Agree).unwrap();
    assert_eq!(table.game.first_move_due_ms(), None);
    assert_eq!(table.game.deadline_ms(None), Some(table.now_ms + 10_000));
    // Said again it is nothing.
    assert_eq!(table.wait(1_000).act(By::Server, Command::Agree), Ok(vec![]));
    table.play(1_500, "7g7f").unwrap();
    assert_eq!(table.game.times().sente.main_ms, 7_500);
    table.by(2, Command::Agree).unwrap_err();

    // A player who is not a program may move before, at no cost.
    let mut table = Table::playing(setup.clone());
    table.play(60_000, "7g7f").unwrap();
    table.wait(60_000).act(By::Server, Command::Agree).unwrap();
    table.play(2_000, "3c3d").unwrap();
    let times = table.game.times();
    assert_eq!((times.sente.main_ms, times.gote.main_ms), (10_000, 8_000));
    assert_eq!(table.game.played()[0].thought_ms, 0);

    let mut table = Table::playing(setup);
    table.wait(120_000).act(By::Server, check()).unwrap();
    assert_eq!(table.outcome(), Some(("no_first_move", None)));
    table.act(By::Server, Command::Agree).unwrap_err();
}

#[test]
fn lag_is_credited_and_the_flag_waits_for_it() {
    let mut setup = setup();
    setup.clocks = BySide { sente: sudden_death(10_000), gote: sudden_death(10_000) };
    setup.timed_at_once = true;
    let mut table = Table::playing(setup);
    assert_eq!(table.game.deadline_ms(Some(120)), Some(table.now_ms + 10_120));
    let events = table.play_with_lag(10_100, "7g7f", Some(120)).unwrap();
    let [Event::Moved { thought_ms, credit_ms, time, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!((*thought_ms, *credit_ms, time.main_ms), (10_100, 120, 20));
}

#[test]
fn an_interruption_is_charged_to_nobody() {
    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d 2g2f 8c8d");
    let before = table.game.times().sente.main_ms;
    // Five seconds of thought, then an hour of darkness, then three seconds more.
    let from_ms = table.now_ms + 5_000;
    let to_ms = from_ms + 3_600_000;
    table.wait(3_605_000);
    table.act(By::Server, Command::Interrupt { from_ms, to_ms }).unwrap();
    assert_eq!(table.game.running(), None);
    assert_eq!(table.game.elapsed_ms(table.now_ms), 5_000);
    table.game.announced(table.now_ms);
    table.play(3_000, "2f2e").unwrap();
    assert_eq!(table.game.times().sente.main_ms, before - 8_000);
}

#[test]
fn who_had_run_out_before_an_interruption_has_lost() {
    let mut setup = setup();
    setup.clocks = BySide { sente: sudden_death(10_000), gote: sudden_death(10_000) };
    setup.timed_at_once = true;
    let mut table = Table::playing(setup);
    let from_ms = table.now_ms + 10_500;
    table.wait(3_600_000);
    table.act(By::Server, Command::Interrupt { from_ms, to_ms: from_ms + 1 }).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
}

#[test]
fn without_a_clock_every_move_may_take_a_day() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let mut setup = setup();
    setup.clocks = BySide::from_fn(|_| TimeControl::Untimed(Untimed {}));
    let mut table = Table::playing(setup);
    let check = || Command::CheckTime { srtt_ms: None };
    table.play(3_600_000, "7g7f").unwrap();
    table.wait(3_600_000).act(By::Server, check()).unwrap();
    assert!(!table.is_over(), "no first move is hurried");
    table.play(DAY_MS - 3_600_001, "3c3d").unwrap();
    table.wait(DAY_MS - 1).act(By::Server, check()).unwrap();
    assert!(!table.is_over(), "the day begins anew with each move");
    table.wait(1).act(By::Server, check()).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
}

/// A game with so many days for each move.
fn correspondence(days: u8) -> Table {
    let mut setup = setup();
    setup.clocks = BySide::from_fn(|_| TimeControl::Correspondence(Correspondence::of_days(days)));
    Table::playing(setup)
}

#[test]
fn by_correspondence_nobody_has_to_be_there() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let check = || Command::CheckTime { srtt_ms: None };
    let mut table = correspondence(3);
    table.wait(3 * DAY_MS - 1).act(By::Server, check()).unwrap();
    assert!(!table.is_over(), "a first move has as long as any other");
    table.play(0, "7g7f").unwrap();
    for n in [1, 2] {
        let claim = table.by(n, Command::Claim { win: true, left: true });
        assert_eq!(claim.unwrap_err(), Refusal::NotAllowed, "who is away has not left");
    }
    // A stop of a week is charged to nobody.
    let from_ms = table.now_ms + DAY_MS;
    let to_ms = from_ms + 7 * DAY_MS;
    table.wait(8 * DAY_MS).act(By::Server, Command::Interrupt { from_ms, to_ms }).unwrap();
    table.game.announced(table.now_ms);
    table.wait(2 * DAY_MS - 1).act(By::Server, check()).unwrap();
    assert!(!table.is_over(), "two days were left");
    table.wait(1).act(By::Server, check()).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Sente))));
}

#[test]
fn both_sides_play_by_correspondence_or_neither() {
    let mut setup = setup();
    let days = |days| TimeControl::Correspondence(Correspondence::of_days(days));
    setup.clocks = BySide { sente: days(3), gote: days(7) };
    assert_eq!(setup.check(), Ok(()));
    setup.clocks.gote = sudden_death(600_000);
    assert_eq!(setup.check(), Err(SetupProblem::OneByCorrespondence));
    setup.clocks = BySide { sente: days(4), gote: days(4) };
    assert!(matches!(setup.check(), Err(SetupProblem::Clock(_))));
}

#[test]
fn a_guest_does_not_join_a_game_by_correspondence() {
    let mut setup = setup();
    setup.clocks = BySide::from_fn(|_| TimeControl::Correspondence(Correspondence::of_days(1)));
    let mut table = Table::waiting(setup);
    let mut join = |guest| {
        let player = Player { guest, ..player(2) };
        table.by(2, Command::Join { player, has_king: false }).map(|_| ())
    };
    assert_eq!(join(true), Err(Refusal::NeedsAccount));
    assert_eq!(join(false), Ok(()));
}

proptest! {
    #[test]
    fn time_is_never_created(
        kind in 0..ALL.len(),
        moves in proptest::collection::vec(0u64..200_000, 1..60),
    ) {
        let control = ALL[kind];
        let mut time = control.start();
        let mut charged = 0;
        let mut added = 0;
        for ms in moves {
            let Some(after) = control.spend(time, ms) else {
                prop_assert!(ms >= control.allowance_ms(time));
                break;
            };
            charged += ms;
            if let TimeControl::Fischer(fischer) = control {
                added += u64::from(fischer.increment_ms);
            }
            let start = u64::from(control.start().main_ms);
            prop_assert!(u64::from(after.main_ms) <= start + added);
            prop_assert!(after.periods <= time.periods);
            match control {
                // To the millisecond as long as there is main time.
                TimeControl::Byoyomi(_) | TimeControl::Consideration(_) if after.main_ms > 0 => {
                    prop_assert_eq!(u64::from(after.main_ms) + charged, start);
                }
                TimeControl::SuddenDeath(_) | TimeControl::Fischer(_) => {
                    prop_assert_eq!(u64::from(after.main_ms) + charged, start + added);
                }
                TimeControl::Stopwatch(_) => {
                    prop_assert!(u64::from(time.main_ms - after.main_ms) <= ms);
                    prop_assert!(ms - u64::from(time.main_ms - after.main_ms) < 60_000);
                }
                TimeControl::Untimed(_) | TimeControl::Correspondence(_) => {
                    prop_assert_eq!(after, time);
                }
                TimeControl::Byoyomi(_) | TimeControl::Consideration(_) => {}
            }
            time = after;
        }
    }

    #[test]
    fn the_flag_falls_exactly_at_the_allowance(
        kind in 0..ALL.len(),
        main_ms in 1u32..2_000_000,
        periods in 1u8..5,
    ) {
        let control = ALL[kind];
        let by_minutes = matches!(control, TimeControl::Stopwatch(_));
        let time = Time {
            main_ms: if by_minutes { (main_ms / 60_000 + 1) * 60_000 } else { main_ms },
            periods: if control.start().periods > 0 { periods } else { 0 },
        };
        let allowance = control.allowance_ms(time);
        prop_assert!(control.spend(time, allowance - 1).is_some());
        prop_assert_eq!(control.spend(time, allowance), None);
    }

    #[test]
    fn credit_never_exceeds_the_bank(
        lags in proptest::collection::vec(0u64..2_000, 1..40),
    ) {
        let mut table = Table::playing(setup());
        let mut credited = [0u64; 2];
        let mut n_moves = [0u64; 2];
        // Gold to and fro, without ever repeating a position four times in a row of checks.
        let moves = ["4i4h", "6a6b", "4h4i", "6b6a"];
        for (n, lag) in lags.into_iter().enumerate() {
            let Ok(events) = table.play_with_lag(2_500, moves[n % 4], Some(lag)) else { break };
            if let Some(Event::Moved { credit_ms, .. }) = events.first() {
                credited[n % 2] += u64::from(*credit_ms);
                n_moves[n % 2] += 1;
                prop_assert!(u64::from(*credit_ms) <= lag.min(500));
            }
            if table.is_over() {
                break;
            }
        }
        for side in 0..2 {
            prop_assert!(credited[side] <= BANK_MS + 100 * n_moves[side]);
        }
    }
}
