//! Dates and times as records have them.

use komadai_kifu::{Encoding, Record, TimeLimit, date, formats, read, write};
use komadai_rules::{BySide, Variant};

#[test]
fn dates_are_those_of_the_calendar() {
    for (ms, offset, expected) in [
        (0, 0, "1970/01/01 00:00:00"),
        (951_782_399_000, 0, "2000/02/28 23:59:59"),
        (951_782_400_000, 0, "2000/02/29 00:00:00"),
        (951_868_800_000, 0, "2000/03/01 00:00:00"),
        (1_790_000_000_000, 0, "2026/09/21 14:13:20"),
        (1_790_000_000_000, 420, "2026/09/21 21:13:20"),
        (4_107_542_400_000, -1, "2100/02/28 23:59:00"),
        (u64::MAX, 120, "9999/12/31 00:00:00"),
    ] {
        assert_eq!(date(ms, offset), expected, "{ms} {offset}");
    }
}

#[test]
fn limits_are_read_in_every_form() {
    let limit = |main_ms, byoyomi_ms, increment_ms| TimeLimit { main_ms, byoyomi_ms, increment_ms };
    for (text, byoyomi, expected) in [
        ("各６時間", None, limit(21_600_000, 0, 0)),
        ("１2分", None, limit(720_000, 0, 0)),
        ("10分", Some("30秒"), limit(600_000, 30_000, 0)),
        ("10分+30秒", None, limit(600_000, 30_000, 0)),
        ("15分、切れたら60秒", None, limit(900_000, 60_000, 0)),
        ("1時間30分", None, limit(5_400_000, 0, 0)),
        ("5分（1手ごとに10秒加算）", None, limit(300_000, 0, 10_000)),
        ("00:15+60", None, limit(900_000, 60_000, 0)),
        ("02:30+00", None, limit(9_000_000, 0, 0)),
        ("600+30+0", None, limit(600_000, 30_000, 0)),
        ("300+0+2.5", None, limit(300_000, 0, 2_500)),
    ] {
        assert_eq!(TimeLimit::parse(text, byoyomi), Some(expected), "{text}");
    }
    for text in ["", "長い", "10", "10分と少し", "1:2:3", "+", "1+2+3+4", "99999999999分"] {
        assert_eq!(TimeLimit::parse(text, None), None, "{text}");
    }
}

#[test]
fn limits_are_read_back() {
    for main_ms in [0, 1_000, 90_000, 600_000, 3_600_000, 36_061_250] {
        for (byoyomi_ms, increment_ms) in [(0, 0), (30_000, 0), (0, 10_000), (0, 500)] {
            let limit = TimeLimit { main_ms, byoyomi_ms, increment_ms };
            let byoyomi = limit.japanese_byoyomi();
            let text = limit.japanese();
            assert_eq!(TimeLimit::parse(&text, byoyomi.as_deref()), Some(limit), "{text}");
            // CSA has forms of its own for it.
            let other = TimeLimit { main_ms: main_ms + 60_000, ..limit };
            for limits in [limit, other].map(|gote| BySide { sente: limit, gote }) {
                let mut game = Record::builder(Variant::standard().start().clone());
                let record = game.time_limits(limits).finish();
                for format in [formats::CSA, formats::CSA3, formats::KIF] {
                    let file = write(std::slice::from_ref(&record), format, Encoding::Utf8);
                    let file = file.expect("it is standard");
                    let again = read(&file, Some(format)).expect("it was written");
                    let told = String::from_utf8_lossy(&file);
                    assert_eq!(again.records[0].time_limits(), Some(limits), "{format}:\n{told}");
                }
            }
        }
    }
}
