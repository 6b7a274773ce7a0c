//! The players' time, as records write it: `10分` and `30秒`, `00:10+30`, `600+30+0`.

use jiff::{Timestamp, tz::Offset};

use crate::{
    cursor::{Cursor, TextLine, is_blank},
    headers::{Headers, Key},
};

/// The time of one player, or of both.
///
/// A limit that no format has a word for (minutes rounded down, several periods) is written as the
/// nearest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeLimit {
    /// The main time in milliseconds.
    pub main_ms: u64,
    /// What each move has when the main time is over; 0 for none.
    pub byoyomi_ms: u64,
    /// What is added after each move; 0 for none.
    pub increment_ms: u64,
}

impl TimeLimit {
    /// The main time and the addition in Japanese: `1時間30分`, `10分（1手ごとに10秒加算）`.
    pub fn japanese(self) -> String {
        let main = spell(self.main_ms);
        match self.increment_ms {
            0 => main,
            ms => format!("{main}（1手ごとに{}加算）", spell(ms)),
        }
    }

    /// The byoyomi in Japanese: `30秒`. None if there is none.
    pub fn japanese_byoyomi(self) -> Option<String> {
        (self.byoyomi_ms > 0).then(|| spell(self.byoyomi_ms))
    }

    /// Puts it into the headers: under [`Key::TimeLimit`] with the byoyomi under a key of its own,
    /// under one side's key all in one text.
    pub(crate) fn put(self, headers: &mut Headers, key: Key) {
        let byoyomi = self.japanese_byoyomi().unwrap_or_default();
        if key == Key::TimeLimit {
            headers.set(key, &self.japanese());
            headers.set(Key::Byoyomi, &byoyomi);
        } else if byoyomi.is_empty() {
            headers.set(key, &self.japanese());
        } else {
            headers.set(key, &format!("{}+{byoyomi}", self.japanese()));
        }
    }

    /// As CSA 2.2 has it, `HH:MM+SS`. None if it cannot be expressed so.
    pub(crate) fn csa2(self) -> Option<String> {
        let whole = self.main_ms.is_multiple_of(60_000) && self.byoyomi_ms.is_multiple_of(1_000);
        (whole && self.increment_ms == 0).then(|| {
            let minutes = self.main_ms / 60_000;
            let seconds = self.byoyomi_ms / 1_000;
            format!("{:02}:{:02}+{seconds:02}", minutes / 60, minutes % 60)
        })
    }

    /// As CSA 3 has it: seconds of main time, byoyomi and addition.
    pub(crate) fn csa3(self) -> String {
        let [main, byoyomi, increment] =
            [self.main_ms, self.byoyomi_ms, self.increment_ms].map(seconds);
        format!("{main}+{byoyomi}+{increment}")
    }

    /// Reads any of these forms; `byoyomi` is the text of the header of its own that Japanese
    /// records have for it. None if it is none of them.
    ///
    /// ```
    /// use komadai_kifu::TimeLimit;
    ///
    /// let limit = TimeLimit::parse("10分", Some("30秒")).expect("it is a time limit");
    /// assert_eq!((limit.main_ms, limit.byoyomi_ms), (600_000, 30_000));
    /// assert_eq!(TimeLimit::parse("00:10+30", None), Some(limit));
    /// ```
    pub fn parse(text: &str, byoyomi: Option<&str>) -> Option<Self> {
        let byoyomi_ms = match byoyomi {
            None => 0,
            Some(text) => {
                let mut cursor = TextLine { number: 1, text: text.trim() }.cursor();
                let ms = span(&mut cursor)?;
                cursor.is_at_end().then_some(ms)?
            }
        };
        let text = text.trim();
        match csa(text) {
            Some(limit) if byoyomi_ms == 0 => Some(limit),
            Some(_) => None,
            None => japanese(text, byoyomi_ms),
        }
    }
}

/// `HH:MM+SS` or `S+S+S`.
fn csa(text: &str) -> Option<TimeLimit> {
    let parts: Vec<_> = text.split('+').collect();
    match parts[..] {
        [main, byoyomi] => {
            let (hours, minutes) = main.split_once(':')?;
            let minutes = hours.parse::<u16>().ok().map(u32::from)? * 60
                + minutes.parse::<u16>().ok().map(u32::from)?;
            Some(TimeLimit {
                main_ms: u64::from(minutes) * 60_000,
                byoyomi_ms: from_seconds(byoyomi)?,
                increment_ms: 0,
            })
        }
        [main, byoyomi, increment] => Some(TimeLimit {
            main_ms: from_seconds(main)?,
            byoyomi_ms: from_seconds(byoyomi)?,
            increment_ms: from_seconds(increment)?,
        }),
        _ => None,
    }
}

/// `各６時間`, `10分+30秒`, `15分、切れたら60秒`, `10分（1手ごとに10秒加算）`, `なし`.
fn japanese(text: &str, byoyomi_ms: u64) -> Option<TimeLimit> {
    let mut cursor = TextLine { number: 1, text }.cursor();
    cursor.eat("各");
    cursor.skip_blanks();
    let main_ms = if cursor.eat("なし") { 0 } else { span(&mut cursor)? };
    let mut limit = TimeLimit { main_ms, byoyomi_ms, increment_ms: 0 };
    cursor.skip_blanks();
    if cursor.next_if(|sign| matches!(sign, '（' | '(')).is_some() {
        ["1手ごとに", "１手ごとに", "1手毎に"].into_iter().find(|word| cursor.eat(word))?;
        limit.increment_ms = span(&mut cursor)?;
        cursor.eat("加算").then_some(())?;
        cursor.next_if(|sign| matches!(sign, '）' | ')'))?;
    }
    if byoyomi_ms == 0 && !cursor.is_at_end() {
        if cursor.next_if(|sign| matches!(sign, '+' | '＋')).is_none() {
            cursor.next_if(|sign| matches!(sign, '、' | '，' | ','));
            cursor.skip_blanks();
            ["切れたら", "秒読み"].into_iter().find(|word| cursor.eat(word))?;
            cursor.eat("1手");
        }
        limit.byoyomi_ms = span(&mut cursor)?;
    }
    cursor.is_at_end().then_some(limit)
}

/// A span in Japanese, as `1分2秒`. None if it is written otherwise.
pub(crate) fn from_japanese(text: &str) -> Option<u64> {
    let mut cursor = TextLine { number: 1, text: text.trim_matches(is_blank) }.cursor();
    let ms = span(&mut cursor)?;
    cursor.is_at_end().then_some(ms)
}

/// Hours, minutes and seconds in Japanese.
fn span(cursor: &mut Cursor<'_>) -> Option<u64> {
    const UNITS: [(&str, u64); 3] = [("時間", 3_600_000), ("分", 60_000), ("秒", 1_000)];
    let mut sum = 0;
    let mut any = false;
    for (unit, ms) in UNITS {
        let mut ahead = *cursor;
        ahead.take_while(is_blank);
        let Some(number) = ahead.number() else { continue };
        let thousandths = if ms == 1_000 && ahead.eat(".") { thousandths(&mut ahead) } else { 0 };
        if ahead.eat(unit) {
            sum += u64::from(number) * ms + thousandths;
            any = true;
            *cursor = ahead;
        }
    }
    any.then_some(sum)
}

fn spell(ms: u64) -> String {
    let (hours, minutes) = (ms / 3_600_000, ms / 60_000 % 60);
    let mut text = String::new();
    if hours > 0 {
        text += &format!("{hours}時間");
    }
    if minutes > 0 {
        text += &format!("{minutes}分");
    }
    let rest = ms % 60_000;
    if rest > 0 || text.is_empty() {
        text += &format!("{}秒", seconds(rest));
    }
    text
}

/// Milliseconds as seconds, with as many places as it takes: `12`, `0.25`.
pub(crate) fn seconds(ms: u64) -> String {
    match ms % 1_000 {
        0 => (ms / 1_000).to_string(),
        part => format!("{}.{part:03}", ms / 1_000).trim_end_matches('0').to_owned(),
    }
}

/// Seconds with or without places, as milliseconds; further places are dropped.
pub(crate) fn from_seconds(text: &str) -> Option<u64> {
    let mut cursor = TextLine { number: 1, text: text.trim() }.cursor();
    let whole = cursor.number();
    let is_parted = cursor.eat(".");
    // Not the point alone.
    let whole = whole.or((is_parted && !cursor.is_at_end()).then_some(0))?;
    let part = if is_parted { thousandths(&mut cursor) } else { 0 };
    cursor.is_at_end().then_some(u64::from(whole) * 1_000 + part)
}

/// The digits after the point, as thousandths.
fn thousandths(cursor: &mut Cursor<'_>) -> u64 {
    let digits = cursor.take_while(|sign| sign.is_ascii_digit());
    let padded: String = digits.chars().chain("000".chars()).take(3).collect();
    padded.parse().unwrap_or(0)
}

/// A date as records have it, `2026/11/21 10:00:00`, from Unix time and the distance of the local
/// clock from UTC. Nothing is later than the year 9999.
pub fn date(unix_ms: u64, utc_offset_minutes: i32) -> String {
    let at = i64::try_from(unix_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let offset = Offset::from_seconds(utc_offset_minutes.saturating_mul(60)).unwrap_or(Offset::UTC);
    offset.to_datetime(at.unwrap_or(Timestamp::MAX)).strftime("%Y/%m/%d %H:%M:%S").to_string()
}
