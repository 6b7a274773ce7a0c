//! Days of the calendar.

/// Whether it is a day of the calendar, as `2026-11-21`.
pub fn is_day(text: &str) -> bool {
    if !text.bytes().all(|sign| sign.is_ascii_digit() || sign == b'-') {
        return false;
    }
    let mut parts = text.splitn(3, '-').map(|part| (part.len(), part.parse::<u16>().ok()));
    let mut part = |len| parts.next().filter(|(it, _)| *it == len).and_then(|(_, number)| number);
    let (Some(year), Some(month), Some(day)) = (part(4), part(2), part(2)) else { return false };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let n_days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    year >= 1 && (1..=12).contains(&month) && (1..=n_days).contains(&day)
}
