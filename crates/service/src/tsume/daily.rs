//! The problem of the day: on Sundays one that a player has composed, if there are any.

use komadai_rules::tsume::of_day;
use komadai_store::{Conn, Result, tsume::compositions as rows};

use super::{mixed, repeats::start_of_day};

/// The first day that was a Sunday: days are counted from a Thursday.
const FIRST_SUNDAY: i64 = 3;

/// The number of the problem of a day.
///
/// # Errors
/// When the database fails.
pub async fn of(conn: &mut Conn, day: i64) -> Result<Option<u32>> {
    let composed = if is_sunday(day) {
        rows::published_before(conn, start_of_day(day)).await?
    } else {
        Vec::new()
    };
    Ok(drawn(&composed, day).or_else(|| of_day(day.unsigned_abs()).map(|it| it.number)))
}

fn is_sunday(day: i64) -> bool {
    (day - FIRST_SUNDAY).rem_euclid(7) == 0
}

/// One of the compositions, each as likely as the others. When one of those that are not drawn is
/// taken away during the day, the one that is drawn stays.
fn drawn(composed: &[u32], day: i64) -> Option<u32> {
    composed
        .iter()
        .copied()
        .max_by_key(|&number| mixed(mixed(day.unsigned_abs()) ^ u64::from(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sundays_are_every_seventh_day() {
        // 2026-11-29 is a Sunday.
        assert!(is_sunday(20_786) && is_sunday(20_786 + 7) && is_sunday(3));
        assert!((20_787..20_793).all(|day| !is_sunday(day)));
    }

    #[test]
    fn every_composition_has_its_day_and_stays_for_it() {
        let all: Vec<u32> = (500_001..500_011).collect();
        let mut met = [0; 10];
        for day in 0..1_000 {
            let number = drawn(&all, day).expect("one of them");
            met[(number - 500_001) as usize] += 1;
            for gone in all.iter().filter(|&&it| it != number) {
                let left: Vec<u32> = all.iter().copied().filter(|it| it != gone).collect();
                assert_eq!(drawn(&left, day), Some(number), "without {gone} on day {day}");
            }
        }
        assert!(met.iter().all(|n| (60..140).contains(n)), "{met:?}");
        assert_eq!(drawn(&[], 1), None);
    }
}
