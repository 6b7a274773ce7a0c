//! Vacations and weekends in a game (§4): the clock of who is away stands, and nothing is paid twice.

use komadai_game::{
    By, Command, Event, Refusal, Setup, Stretch, TimeControl, clocks::Correspondence,
};
use komadai_rules::{BySide, Side};

use crate::{
    conditions::by_correspondence,
    table::{CREATED_MS, Table, setup},
};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

impl Table {
    /// Player `side` is on vacation between these days after the beginning.
    pub(crate) fn away(
        &mut self,
        side: Side,
        days: Option<(u64, u64)>,
    ) -> Result<Vec<Event>, Refusal> {
        let at_ms = |day: u64| CREATED_MS + day * DAY_MS;
        let vacation =
            days.map(|(from, until)| Stretch { from_ms: at_ms(from), until_ms: at_ms(until) });
        self.act(By::Server, Command::Away { side, vacation })
    }

    fn on_day(&mut self, day: u64) -> &mut Self {
        self.now_ms = CREATED_MS + day * DAY_MS;
        self
    }

    /// The day on which the side to move loses.
    fn due_day(&self) -> f64 {
        (self.game.deadline_ms(None).unwrap() - CREATED_MS) as f64 / DAY_MS as f64
    }
}

/// Sente thinks, with three days for each move.
fn table() -> Table {
    Table::playing(by_correspondence())
}

#[test]
fn who_is_away_does_not_lose_and_has_as_long_as_before_afterwards() {
    let mut table = table();
    table.on_day(1).away(Side::Sente, Some((1, 15))).unwrap();
    assert_eq!(table.due_day(), 17.0);
    table.on_day(16).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert!(!table.is_over());
    let moved = table.play(DAY_MS / 2, "7g7f").unwrap();
    let [Event::Moved { thought_ms, .. }] = moved.as_slice() else { panic!("{moved:?}") };
    assert_eq!(u64::from(*thought_ms), 5 * DAY_MS / 2, "what counts of it");
    // The other's clock is not touched by it.
    assert_eq!(table.due_day(), 19.5);
}

#[test]
fn a_vacation_may_be_said_before_it_begins_and_while_the_other_thinks() {
    let mut table = table();
    assert_eq!(table.away(Side::Gote, Some((2, 10))).unwrap().len(), 1);
    assert_eq!(table.due_day(), 3.0, "it is not gote's turn");
    table.on_day(1).play(0, "7g7f").unwrap();
    assert_eq!(table.due_day(), 12.0);
    assert_eq!(table.away(Side::Gote, Some((2, 10))), Ok(vec![]), "the same again is nothing");
    // Sente is away too; each clock stands for its own player.
    table.away(Side::Sente, Some((1, 5))).unwrap();
    assert_eq!(table.due_day(), 12.0);
    table.on_day(2).play(0, "3c3d").unwrap();
    assert_eq!(table.due_day(), 8.0);
}

#[test]
fn coming_back_early_and_going_again_in_one_turn_charges_all_that_counts() {
    let mut table = table();
    table.on_day(1).away(Side::Sente, Some((1, 15))).unwrap();
    table.on_day(4).away(Side::Sente, None).unwrap();
    assert_eq!(table.due_day(), 6.0);
    assert_eq!(table.away(Side::Sente, None), Ok(vec![]));
    table.on_day(5).away(Side::Sente, Some((5, 7))).unwrap();
    assert_eq!(table.due_day(), 8.0, "a day before the first, one between, one after");
    // Rather later, which is too late; and then not at all.
    table.away(Side::Sente, Some((6, 20))).unwrap();
    assert_eq!(table.due_day(), 6.0);
    table.away(Side::Sente, None).unwrap();
    assert_eq!(table.due_day(), 6.0);
    table.on_day(6).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
}

#[test]
fn what_the_game_learns_late_counts_from_when_it_was_so() {
    let mut table = table();
    table.on_day(2).away(Side::Sente, Some((1, 10))).unwrap();
    assert_eq!(table.due_day(), 12.0);
    // Too late is too late: the flag had fallen before.
    let mut table = self::table();
    table.on_day(5).away(Side::Sente, Some((4, 10))).unwrap_err();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));
}

#[test]
fn a_stop_of_the_server_during_a_vacation_is_not_paid_twice() {
    let mut table = table();
    table.on_day(1).away(Side::Sente, Some((1, 10))).unwrap();
    // The server is down from day 2 to 4, and again from 9 to 11.
    for (from, to) in [(2, 4), (9, 11)] {
        let [from_ms, to_ms] = [from, to].map(|day| CREATED_MS + day * DAY_MS);
        table.on_day(to).act(By::Server, Command::Interrupt { from_ms, to_ms }).unwrap();
        table.game.announced(to_ms);
    }
    assert_eq!(table.due_day(), 13.0);
}

#[test]
fn vacations_are_for_games_by_correspondence_and_come_from_the_server() {
    let mut quick = Table::playing(setup());
    assert_eq!(quick.away(Side::Sente, Some((0, 5))), Err(Refusal::NotAllowed));
    let vacation = Some(Stretch { from_ms: 0, until_ms: u64::MAX });
    let command = Command::Away { side: Side::Sente, vacation };
    assert_eq!(table().by(1, command), Err(Refusal::NotAllowed));
    let mut waiting = Table::waiting(by_correspondence());
    assert_eq!(waiting.away(Side::Sente, Some((0, 5))), Err(Refusal::NotStarted));
}

/// The same with weekends off.
pub(crate) fn on_weekdays() -> Setup {
    let clock = TimeControl::Correspondence(Correspondence { days: 3, weekends_off: true });
    Setup { clocks: BySide { sente: clock, gote: clock }, ..by_correspondence() }
}

/// Begun on a Monday, 14:13:20 UTC: days are counted from then.
fn weekdays() -> Table {
    Table::playing(on_weekdays())
}

/// What is left of the day at that time, in milliseconds.
const REST_MS: u64 = (9 * 3_600 + 46 * 60 + 40) * 1_000;

/// The same as so many days.
fn in_days(ms: u64) -> f64 {
    ms as f64 / DAY_MS as f64
}

/// So many days from the first midnight after the weekend on.
fn from_monday(days: u64) -> f64 {
    in_days(6 * DAY_MS + REST_MS + days * DAY_MS)
}

#[test]
fn weekends_do_not_count_where_that_was_agreed() {
    let mut table = weekdays();
    assert_eq!(table.due_day(), 3.0, "from Monday to Thursday");
    table.on_day(3).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert_eq!(table.outcome(), Some(("time", Some(Side::Gote))));

    let mut table = weekdays();
    table.on_day(2).play(0, "7g7f").unwrap();
    assert_eq!(table.due_day(), 7.0, "from Wednesday over the weekend to Monday");
    // A move on Saturday is one; the other's time begins on Monday.
    let moved = table.on_day(5).play(0, "3c3d").unwrap();
    let [Event::Moved { thought_ms, .. }] = moved.as_slice() else { panic!("{moved:?}") };
    assert_eq!(u64::from(*thought_ms), 2 * DAY_MS + REST_MS, "until Saturday");
    assert_eq!(table.due_day(), from_monday(3));
    table.on_day(6).act(By::Server, Command::CheckTime { srtt_ms: None }).unwrap();
    assert_eq!(table.game.elapsed_ms(table.now_ms), 0);
    assert!(!table.is_over());
}

#[test]
fn a_weekend_on_vacation_is_given_once() {
    // Monday to Thursday on vacation: Thursday and Friday count, and Monday.
    let mut table = weekdays();
    table.away(Side::Sente, Some((0, 3))).unwrap();
    assert_eq!(table.due_day(), 8.0);
    // Until the second Monday: the weekend is in it.
    table.away(Side::Sente, Some((0, 7))).unwrap();
    assert_eq!(table.due_day(), 10.0);
    // Planned for later, from Thursday to Sunday.
    let mut table = weekdays();
    table.on_day(1).play(0, "7g7f").unwrap();
    table.away(Side::Gote, Some((3, 6))).unwrap();
    assert_eq!(table.due_day(), from_monday(1));
}

#[test]
fn an_answer_on_a_weekend_leaves_the_next_move_its_days() {
    let mut table = weekdays();
    table.on_day(2).play(0, "7g7f").unwrap();
    table.plan(1, &["3c3d 2g2f"]).unwrap();
    let moved = table.on_day(6).play(0, "3c3d").unwrap();
    let [Event::Moved { .. }, Event::Moved { thought_ms: 0, .. }] = moved.as_slice() else {
        panic!("{moved:?}")
    };
    assert_eq!(table.due_day(), from_monday(3));
}

#[test]
fn a_stop_of_the_server_over_a_weekend_is_paid_for_its_weekdays() {
    let mut table = weekdays();
    table.on_day(2).play(0, "7g7f").unwrap();
    // Down from Friday to Monday.
    let [from_ms, to_ms] = [4, 7].map(|day| CREATED_MS + day * DAY_MS);
    table.on_day(7).act(By::Server, Command::Interrupt { from_ms, to_ms }).unwrap();
    table.game.announced(to_ms);
    // Two days were used, one is left.
    assert_eq!(table.due_day(), 8.0);
}
