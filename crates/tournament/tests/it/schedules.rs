//! When rounds begin.

use komadai_tournament::RoundSchedule;

#[test]
fn rounds_begin_as_they_are_planned() {
    let check = |schedule: &RoundSchedule, round, begins_ms| {
        assert_eq!(schedule.begins_ms(round, 100), begins_ms, "{schedule:?} {round}");
    };
    check(&RoundSchedule::Word, 2, None);
    check(&RoundSchedule::Gap { ms: 50 }, 2, Some(150));
    let times = RoundSchedule::Times { at_ms: vec![90, 500] };
    for (round, begins_ms) in [(1, None), (2, Some(100)), (3, Some(500)), (4, None)] {
        check(&times, round, begins_ms);
    }
}
