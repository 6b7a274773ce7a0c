//! The certificate of a grade as a picture.

use axum::{
    extract::{Path, State},
    http::header,
};
use komadai_kifu::{Certificate as Picture, Run, date};
use komadai_language::Language;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::players::{Certificate, CertificateIn};
use komadai_rules::Grade;

use super::{
    Problem,
    answer::{self, Download, Kind},
    caching::ASKED_FOR_ANEW,
    extract::Ask,
    players::certificate,
};
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    throttle::Peer,
};

/// How wide a PNG is.
const WIDTH_PX: u32 = 1_680;

/// §6: the numbers of Vietnamese grades, and of Japanese dan.
const VIETNAMESE: [&str; 10] = ["", "nhất", "nhị", "tam", "tứ", "ngũ", "lục", "thất", "bát", "cửu"];
const JAPANESE: [&str; 10] = ["", "初", "二", "三", "四", "五", "六", "七", "八", "九"];

#[derive(Clone, Copy, Debug)]
pub(super) struct CertificateFile;

impl Kind for CertificateFile {
    fn files() -> Vec<(String, String)> {
        answer::files([("certificate.svg", "image/svg+xml"), ("certificate.png", "image/png")])
    }
}

/// `certificate.svg` or `certificate.png`.
pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    Path((handle, grade, name)): Path<(String, String, String)>,
    Ask(CertificateIn { lang }): Ask<CertificateIn>,
) -> Result<Download<CertificateFile>, Problem> {
    let unknown = || Problem::new(RefusalCode::NotFound, "there is no such file");
    let (media_type, is_png) = match name.as_str() {
        "certificate.svg" => ("image/svg+xml", false),
        "certificate.png" => ("image/png", true),
        _ => return Err(unknown()),
    };
    let told = certificate(&app, &handle, &grade).await?;
    let picture = picture(&told, lang).ok_or_else(unknown)?;
    let draw = move |_: &Deadline| {
        if is_png { picture.png(WIDTH_PX) } else { Ok(picture.svg().into_bytes()) }
    };
    let drawn = app.blocking_pool.run(Lane::Cheap, peer, draw);
    let bytes = drawn.await?.map_err(|cause| {
        tracing::error!("a certificate cannot be drawn: {cause}");
        Problem::new(RefusalCode::Internal, "it cannot be drawn")
    })?;
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, ASKED_FOR_ANEW),
        // An SVG that is opened by itself is a page of ours.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok(Download::new((headers, bytes)))
}

/// What the picture says.
fn picture(told: &Certificate, language: Language) -> Option<Picture> {
    let award = &told.award;
    let date = date(u64::try_from(award.awarded_ms).ok()?, 0);
    let date = date.split(' ').next()?;
    let mut parts = date.split('/').map(|part| part.trim_start_matches('0'));
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (n, floor) = (award.n_games, told.floor);
    let opponents = award.n_opponents;
    let (run, title, name, mut lines, footer) = match language {
        Language::Vietnamese => (
            Run::Across,
            "Giấy chứng nhận đẳng cấp",
            told.name.clone(),
            vec![
                format!("{n} ván tính Elo liên tiếp, sau mỗi ván Elo đều từ {floor} trở lên"),
                format!("và thắng {opponents} đối thủ khác nhau"),
            ],
            format!("Komadai, ngày {day} tháng {month} năm {year}"),
        ),
        Language::English => (
            Run::Across,
            "Certificate of Grade",
            told.name.clone(),
            vec![
                format!("{n} rated games in a row, with the rating at {floor} or above after each"),
                format!("and wins against {opponents} different opponents"),
            ],
            format!("Komadai, {year}-{month:0>2}-{day:0>2}"),
        ),
        Language::Japanese => (
            Run::Down,
            "認定証",
            format!("{} 殿", told.name),
            vec![
                "右の者将棋に親しみ精進を重ね".to_owned(),
                "よくその力を示したことを認め".to_owned(),
                format!("ここに{}を認定する", grade_words(award.grade, language)),
            ],
            format!("{}年{}月{}日", digits(year), numeral(month), numeral(day)),
        ),
    };
    // Grades from before it was asked do not say whom.
    if run == Run::Across && opponents == 0 {
        lines.truncate(1);
    }
    Some(Picture {
        run,
        title: title.to_owned(),
        name,
        grade: grade_words(award.grade, language),
        lines,
        footer,
    })
}

const DIGITS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// A number digit by digit in kanji, as years are written.
fn digits(number: &str) -> String {
    let kanji = |digit: char| DIGITS.get(digit.to_digit(10)? as usize).copied();
    number.chars().filter_map(kanji).collect()
}

/// A number below a hundred in kanji: 十一, 二十三.
fn numeral(number: &str) -> String {
    let n = number.parse::<usize>().unwrap_or_default() % 100;
    let of = |n: usize| DIGITS.get(n).copied().filter(|_| n > 0).unwrap_or_default();
    match n / 10 {
        0 => of(n).to_owned(),
        1 => format!("十{}", of(n % 10)),
        tens => format!("{}十{}", of(tens), of(n % 10)),
    }
}

/// A grade in words (§6).
fn grade_words(grade: Grade, language: Language) -> String {
    let n = usize::from(grade.number());
    match (language, grade.is_dan()) {
        (Language::English, _) => grade.in_english(),
        (Language::Vietnamese, true) if n == 1 => "Sơ đẳng".to_owned(),
        (Language::Vietnamese, true) => format!("{} đẳng", in_vietnamese(n)),
        (Language::Vietnamese, false) => format!("{} cấp", in_vietnamese(n)),
        (Language::Japanese, true) => format!("{}段", JAPANESE.get(n).copied().unwrap_or_default()),
        // Written with a brush, downwards.
        (Language::Japanese, false) => format!("{}級", numeral(&n.to_string())),
    }
}

/// A number as grades are counted: 15 is thập ngũ, 21 is nhị thập nhất.
fn in_vietnamese(n: usize) -> String {
    let digit = |n: usize| VIETNAMESE.get(n).copied().unwrap_or_default();
    let (tens, ones) = (n / 10, n % 10);
    let words =
        [digit(if tens > 1 { tens } else { 0 }), if tens > 0 { "thập" } else { "" }, digit(ones)];
    let said = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = said.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_worded_as_the_rules_have_them() {
        for (grade, language, words) in [
            ("15k", Language::Vietnamese, "Thập ngũ cấp"),
            ("1k", Language::Vietnamese, "Nhất cấp"),
            ("1d", Language::Vietnamese, "Sơ đẳng"),
            ("8d", Language::Vietnamese, "Bát đẳng"),
            ("21k", Language::Vietnamese, "Nhị thập nhất cấp"),
            ("9d", Language::Japanese, "九段"),
            ("1d", Language::Japanese, "初段"),
            ("12k", Language::Japanese, "十二級"),
            ("10k", Language::Japanese, "十級"),
            ("3d", Language::English, "3-dan"),
        ] {
            assert_eq!(grade_words(grade.parse().unwrap(), language), words);
        }
    }
}
