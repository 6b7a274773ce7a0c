//! Days of the calendar, in UTC, as they are named in addresses.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How many days there are in four hundred years, which are always as many.
const ERA: i64 = 146_097;

/// The day of an instant, in days since 1970.
pub fn day_of(ms: u64) -> i64 {
    (ms / DAY_MS).cast_signed()
}

/// The day that is called so, as `2026-11-22`.
pub fn day_named(name: &str) -> Option<i64> {
    let is_plain = name.len() == 10 && name.bytes().all(|it| it.is_ascii_digit() || it == b'-');
    let mut parts = name.split('-').filter(|_| is_plain).map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || !(1970..=9999).contains(&year) {
        return None;
    }
    // Counted from March, the leap day comes last.
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let of_era = (year % 400) * 365 + (year % 400) / 4 - (year % 400) / 100 + of_year;
    let found = year / 400 * ERA + of_era - 719_468;
    // What is no day of the calendar is called otherwise.
    (name_of_day(found) == name).then_some(found)
}

/// What a day is called.
pub fn name_of_day(day: i64) -> String {
    let ms = u64::try_from(day).unwrap_or(0).saturating_mul(DAY_MS);
    let date = komadai_kifu::date(ms, 0);
    date.chars().take(10).map(|sign| if sign == '/' { '-' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (name, expected) in [
            ("1970-01-01", Some(0)),
            ("2000-02-29", Some(11_016)),
            ("2026-11-22", Some(20_779)),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-00-10", None),
            ("2026-11-31", None),
            ("26-11-22", None),
            ("2026-11-22-", None),
            ("1969-12-31", None),
        ] {
            assert_eq!(day_named(name), expected, "{name}");
        }
        for day in (0..40_000).step_by(7) {
            assert_eq!(day_named(&name_of_day(day)), Some(day));
        }
    }
}
