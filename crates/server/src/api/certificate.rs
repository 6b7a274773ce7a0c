//! The certificate of a grade as a picture.

use axum::{
    extract::{Path, State},
    http::header,
};
use komadai_kifu::{Certificate as Picture, TextDirection, can_draw, date};
use komadai_language::Language;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::players::{Certificate, CertificateIn};

use super::players::certificate;
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    http::{
        answer::{self, Download, Kind},
        caching::ASKED_FOR_ANEW,
        extract::Ask,
        peer::Peer,
        problem::Problem,
    },
};

/// How wide a PNG is.
const WIDTH_PX: u32 = 1_680;

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
    let site = app.service.site.branding().name();
    let picture = picture(&told, lang, &site).ok_or_else(unknown)?;
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

/// The picture, in English where the fonts lack characters of the language.
fn picture(told: &Certificate, language: Language, site: &str) -> Option<Picture> {
    let own = worded(told, language, site)?;
    // What is written downwards is written with the brush, whose font is Japanese.
    let is_drawn = own.run == TextDirection::Down || {
        let said = [&own.title, &own.grade, &own.footer];
        said.iter().all(|text| can_draw(text)) && own.lines.iter().all(|text| can_draw(text))
    };
    if is_drawn { Some(own) } else { worded(told, Language::ENGLISH, site) }
}

/// What the picture says.
fn worded(told: &Certificate, language: Language, site: &str) -> Option<Picture> {
    let award = &told.award;
    let date = date(u64::try_from(award.awarded_ms).ok()?, 0);
    let date = date.split(' ').next()?;
    let mut parts = date.split('/').map(|part| part.trim_start_matches('0'));
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (n, floor) = (award.n_games, told.floor);
    let opponents = award.n_opponents;
    let words = language.words();
    let (run, footer) = if language.writes_down() {
        (
            TextDirection::Down,
            words.certificate_footer(&digits(year), &numeral(month), &numeral(day), site),
        )
    } else {
        (TextDirection::Across, words.certificate_footer(year, month, day, site))
    };
    let grade = words.certificate_grade(award.grade.number().into(), award.grade.is_dan());
    let floor = u64::try_from(floor).unwrap_or_default();
    // Of grades from before opponents were asked for, the text says none.
    let text = words.certificate_text(n.into(), floor, opponents.into(), Some(&grade));
    Some(Picture {
        run,
        title: words.certificate_title(),
        name: words.certificate_name(&told.name),
        lines: text.lines().map(str::to_owned).collect(),
        grade,
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

#[cfg(test)]
mod tests {
    use komadai_rules::Grade;

    use super::*;

    #[test]
    fn grades_are_worded_as_the_rules_have_them() {
        for (grade, language, words) in [
            ("15k", Language::VIETNAMESE, "Thập ngũ cấp"),
            ("1k", Language::VIETNAMESE, "Nhất cấp"),
            ("1d", Language::VIETNAMESE, "Nhất đẳng"),
            ("8d", Language::VIETNAMESE, "Bát đẳng"),
            ("21k", Language::VIETNAMESE, "Nhị thập nhất cấp"),
            ("9d", Language::JAPANESE, "九段"),
            ("1d", Language::JAPANESE, "初段"),
            ("12k", Language::JAPANESE, "十二級"),
            ("10k", Language::JAPANESE, "十級"),
            ("3d", Language::ENGLISH, "3-dan"),
        ] {
            let grade: Grade = grade.parse().unwrap();
            let said = language.words().certificate_grade(grade.number().into(), grade.is_dan());
            assert_eq!(said, words);
        }
    }
}
