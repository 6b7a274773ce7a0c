//! A record as a file or as a picture, whichever game it is of.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_kifu::{
    Diagram, Encoding, Format, GifOptions, Language, NodeId, Record, Theme, diagrams::WIDTH_PX_MAX,
    gif,
};
use komadai_rules::Side;
use serde::Deserialize;

use super::{Problem, caching::Cached};
use crate::workshop::{NotDone, Workshop};

/// A file that there is of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum File {
    /// `record.kif` and so on: its format, and the encoding that the ending means.
    Record(Format, Encoding),
    /// `diagram.svg` and so on.
    Diagram(Picture),
}

/// How a picture is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Picture {
    Svg,
    Png,
    Gif,
}

impl File {
    /// The file with this name.
    pub(super) fn from_name(name: &str) -> Result<Self, Problem> {
        let picture = match name {
            "diagram.svg" => Some(Self::Diagram(Picture::Svg)),
            "diagram.png" => Some(Self::Diagram(Picture::Png)),
            "diagram.gif" => Some(Self::Diagram(Picture::Gif)),
            _ => None,
        };
        let record = name.strip_prefix("record.").and_then(Format::from_extension);
        let record = record.map(|(format, encoding)| Self::Record(format, encoding));
        picture.or(record).ok_or_else(|| {
            let known: Vec<_> = endings().collect();
            let detail =
                format!("there is record.{} and diagram.svg, .png and .gif", known.join(", ."));
            Problem::new(StatusCode::NOT_FOUND, "unknown_format", detail)
        })
    }
}

/// How record files end, each format's usual ending first.
fn endings() -> impl Iterator<Item = &'static str> {
    let all = komadai_kifu::formats::ALL.iter();
    let usual = all.flat_map(|format| {
        let [utf8, sjis] = Encoding::ALL.map(|encoding| format.extension(encoding));
        [Some(utf8), (sjis != utf8).then_some(sjis)]
    });
    let mut seen = Vec::new();
    usual.flatten().filter(move |ending| {
        let is_new = !seen.contains(ending);
        seen.push(ending);
        is_new
    })
}

/// What a request may say about a picture.
#[derive(Clone, Debug, Default, Deserialize, Hash)]
pub(super) struct Look {
    /// The position after so many moves, with which a gif ends; without it the last one.
    ply: Option<u32>,
    /// `light` or `dark`.
    theme: Option<String>,
    /// `vi`, `en` or `ja`.
    lang: Option<String>,
    /// `sente` or `gote`.
    bottom: Option<String>,
    /// In pixels.
    width: Option<u32>,
}

/// A [`Look`] that can be drawn.
#[derive(Clone, Debug)]
struct Drawing {
    ply: Option<u32>,
    theme: Theme,
    language: Language,
    bottom: Side,
    width_px: Option<u32>,
    king: Option<Side>,
}

impl Look {
    /// What the address says.
    pub(super) fn of(query: Result<Query<Self>, QueryRejection>) -> Result<Self, Problem> {
        query.map(|Query(look)| look).map_err(|rejection| bad_query(rejection.body_text()))
    }

    fn drawing(&self, king: Option<Side>) -> Result<Drawing, Problem> {
        let theme = match self.theme.as_deref() {
            None => Theme::LIGHT,
            Some(name) => {
                Theme::from_name(name).ok_or_else(|| bad_query("theme is light or dark"))?
            }
        };
        let language = match self.lang.as_deref() {
            None => Language::default(),
            Some(tag) => {
                Language::from_tag(tag).ok_or_else(|| bad_query("lang is vi, en or ja"))?
            }
        };
        let bottom = match self.bottom.as_deref() {
            None => Side::Sente,
            Some(name) => Side::ALL
                .into_iter()
                .find(|side| side.as_str() == name)
                .ok_or_else(|| bad_query("bottom is sente or gote"))?,
        };
        if self.width.is_some_and(|width| !(1..=WIDTH_PX_MAX).contains(&width)) {
            return Err(bad_query(format!("width is 1 to {WIDTH_PX_MAX}")));
        }
        Ok(Drawing { ply: self.ply, theme, language, bottom, width_px: self.width, king })
    }
}

fn bad_query(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad_query", detail)
}

impl From<NotDone> for Problem {
    fn from(cause: NotDone) -> Self {
        let (status, code) = match cause {
            NotDone::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            NotDone::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        };
        Self::new(status, code, cause.to_string())
    }
}

/// A game to be sent as a file.
#[derive(Debug)]
pub(super) struct Subject {
    /// The game.
    pub(super) record: Record,
    /// What its files are called, without their ending.
    pub(super) name: String,
    /// §2.5: who has 王.
    pub(super) king: Option<Side>,
    /// How long what is sent stays true; made of everything that it depends on.
    pub(super) cached: Cached,
}

/// Sends a file of a game.
pub(super) async fn send(
    workshop: &Workshop,
    headers: &HeaderMap,
    subject: Subject,
    file: File,
    look: &Look,
) -> Result<Response, Problem> {
    if let Some(known) = subject.cached.known(headers) {
        return Ok(known);
    }
    let Subject { record, name, king, cached } = subject;
    let response = match file {
        File::Record(format, encoding) => {
            let bytes = workshop.run(move || komadai_kifu::write(&[record], format, encoding));
            let bytes = bytes.await?.map_err(|cause| unwritable(&cause))?;
            let ending = format.extension(encoding);
            let headers = [
                (header::CONTENT_TYPE, format.media_type(encoding)),
                (header::CONTENT_DISPOSITION, attachment(&format!("{name}.{ending}"))),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            ];
            (headers, bytes).into_response()
        }
        File::Diagram(picture) => {
            let drawing = look.drawing(king)?;
            let media_type = match picture {
                Picture::Svg => "image/svg+xml",
                Picture::Png => "image/png",
                Picture::Gif => "image/gif",
            };
            let bytes = workshop.run(move || draw(&record, picture, &drawing)).await??;
            let headers = [
                (header::CONTENT_TYPE, media_type),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                // An SVG that is opened by itself is a page of ours.
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
            ];
            (headers, bytes).into_response()
        }
    };
    Ok(cached.mark(response))
}

/// The header with which a browser saves what it gets. The name must be of plain signs.
pub(super) fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}

/// The format has no words for the game.
pub(super) fn unwritable(cause: &dyn std::fmt::Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unwritable", cause.to_string())
}

fn draw(record: &Record, picture: Picture, drawing: &Drawing) -> Result<Vec<u8>, Problem> {
    let n_moves = record.moves().count() as u32;
    let ply = drawing.ply.unwrap_or(n_moves);
    if ply > n_moves {
        let detail = format!("the game has {n_moves} moves");
        return Err(Problem::new(StatusCode::NOT_FOUND, "unknown_ply", detail));
    }
    if picture == Picture::Gif {
        let usual = GifOptions::default();
        let options = GifOptions {
            language: drawing.language,
            theme: drawing.theme,
            bottom: drawing.bottom,
            last_ply: Some(ply),
            width_px: drawing.width_px.unwrap_or(usual.width_px),
            ..usual
        };
        return gif(record, &options).map_err(|cause| bad_query(cause.to_string()));
    }
    let mut diagram = diagram(record, record.at_ply(ply), drawing);
    if let Some(width_px) = drawing.width_px {
        diagram = diagram.width_px(width_px);
    }
    match picture {
        Picture::Svg => Ok(diagram.svg().into_bytes()),
        _ => diagram.png().map_err(|cause| bad_query(cause.to_string())),
    }
}

fn diagram(record: &Record, at: NodeId, drawing: &Drawing) -> Diagram {
    Diagram::of(record, at, drawing.language)
        .theme(drawing.theme)
        .bottom(drawing.bottom)
        .king(drawing.king)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_file() {
        for name in ["record.kif", "record.kifu", "record.ki2", "record.csa", "record.usi"] {
            assert!(matches!(File::from_name(name), Ok(File::Record(..))), "{name}");
        }
        let known: Vec<_> = endings().collect();
        for ending in &known {
            assert!(matches!(File::from_name(&format!("record.{ending}")), Ok(File::Record(..))));
        }
        for format in komadai_kifu::formats::ALL {
            assert!(known.contains(&format.extension(Encoding::Utf8)), "{format}");
        }
        for name in ["", "record", "record.", "record.exe", "diagram.bmp", "kif"] {
            assert!(File::from_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_look_that_cannot_be_drawn_is_refused() {
        let look = Look::default();
        assert!(look.drawing(None).is_ok());
        for wrong in [
            Look { theme: Some("pink".to_owned()), ..look.clone() },
            Look { lang: Some("de".to_owned()), ..look.clone() },
            Look { bottom: Some("left".to_owned()), ..look.clone() },
            Look { width: Some(0), ..look.clone() },
            Look { width: Some(WIDTH_PX_MAX + 1), ..look.clone() },
        ] {
            assert!(wrong.drawing(None).is_err(), "{wrong:?}");
        }
    }
}
