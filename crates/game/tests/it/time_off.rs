//! Vacations in a game (§4): the clock of who is away stands, and nothing is paid twice.

use komadai_game::{By, Command, Event, Refusal, Stretch};
use komadai_rules::Side;

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
    table.on_day(5).away(Side::Sente, Some((4, 10))).unwrap();
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
