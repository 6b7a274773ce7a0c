//! Problems that were not solved come again after days, each time later, until they have been
//! solved as often as there are intervals.

use komadai_ids::UserId;
use komadai_store::{
    Result, Tx,
    tsume::{
        TsumeFirst,
        repeats::{self as rows, Repeat},
    },
};

/// After how many days a problem comes again: the first time, the second …
pub const INTERVALS: [i64; 4] = [1, 3, 7, 21];

/// Milliseconds of a day; days are counted in UTC, as for the problem of the day.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The day of an instant, in days since 1970.
pub fn day_of(ms: i64) -> i64 {
    ms.div_euclid(DAY_MS)
}

/// When a day begins.
pub fn start_of_day(day: i64) -> i64 {
    day.saturating_mul(DAY_MS)
}

/// What an attempt does to when a problem comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Nothing.
    Unchanged,
    /// It comes then.
    Comes { step: u32, due_day: i64 },
    /// It has been learnt.
    Learnt,
}

/// What comes of an attempt today. To solve a problem before it is due says nothing about
/// remembering it; a hint for one that is due says that it was forgotten.
fn after(repeat: Option<Repeat>, how: TsumeFirst, today: i64) -> Next {
    let due = repeat.filter(|it| it.due_day <= today);
    let comes = |step: u32| {
        let interval = usize::try_from(step).ok().and_then(|step| INTERVALS.get(step));
        interval.map_or(Next::Learnt, |days| Next::Comes { step, due_day: today + days })
    };
    match (how, due) {
        (TsumeFirst::Failed, _) | (TsumeFirst::Helped, Some(_)) => comes(0),
        (TsumeFirst::Solved, Some(it)) => comes(it.step.saturating_add(1)),
        (TsumeFirst::Solved | TsumeFirst::Helped, None) => Next::Unchanged,
    }
}

/// Notes what an attempt does to when the problem comes again.
pub(super) async fn note(
    tx: &mut Tx,
    user: UserId,
    number: u32,
    how: TsumeFirst,
    now_ms: i64,
) -> Result<()> {
    let repeat = rows::find(tx, user, number).await?;
    match after(repeat, how, day_of(now_ms)) {
        Next::Unchanged => Ok(()),
        Next::Comes { step, due_day } => {
            rows::put(tx, user, Repeat { number, step, due_day }).await
        }
        Next::Learnt => rows::remove(tx, user, number).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_problem_comes_again_later_each_time() {
        let at = |step, due_day| Some(Repeat { number: 7, step, due_day });
        let comes = |step, due_day| Next::Comes { step, due_day };
        let cases = [
            (None, TsumeFirst::Failed, 100, comes(0, 101)),
            (None, TsumeFirst::Solved, 100, Next::Unchanged),
            (None, TsumeFirst::Helped, 100, Next::Unchanged),
            // Once more on the same day proves nothing.
            (at(0, 101), TsumeFirst::Solved, 100, Next::Unchanged),
            (at(0, 101), TsumeFirst::Solved, 101, comes(1, 104)),
            (at(1, 104), TsumeFirst::Solved, 104, comes(2, 111)),
            // Who comes late goes on from there.
            (at(2, 111), TsumeFirst::Solved, 150, comes(3, 171)),
            (at(3, 171), TsumeFirst::Solved, 171, Next::Learnt),
            // Who has forgotten it begins anew.
            (at(3, 171), TsumeFirst::Failed, 171, comes(0, 172)),
            (at(2, 111), TsumeFirst::Failed, 105, comes(0, 106)),
            (at(2, 111), TsumeFirst::Helped, 111, comes(0, 112)),
            (at(2, 111), TsumeFirst::Helped, 105, Next::Unchanged),
        ];
        for (repeat, how, today, expected) in cases {
            assert_eq!(after(repeat, how, today), expected, "{repeat:?} {how:?} on day {today}");
        }
    }

    #[test]
    fn solved_whenever_it_comes_it_comes_as_often_as_there_are_intervals() {
        let (mut today, mut days) = (0, Vec::new());
        let mut next = after(None, TsumeFirst::Failed, today);
        while let Next::Comes { step, due_day } = next {
            days.push(due_day - today);
            today = due_day;
            next = after(Some(Repeat { number: 1, step, due_day }), TsumeFirst::Solved, today);
        }
        assert_eq!(days, INTERVALS);
        assert_eq!(next, Next::Learnt);
    }

    #[test]
    fn a_day_begins_at_midnight_utc() {
        assert_eq!([day_of(0), day_of(DAY_MS - 1), day_of(DAY_MS)], [0, 0, 1]);
        assert_eq!(start_of_day(day_of(5 * DAY_MS + 3)), 5 * DAY_MS);
    }
}
