//! A record as a file or as a picture, whichever game it is of.

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse as _,
};
use bytes::Bytes;
use komadai_kifu::{
    Diagram, DiagramError, Encoding, Format, GifOptions, NodeId, Record, Theme,
    diagrams::{self, WIDTH_PX_MAX},
    gif,
};
use komadai_language::Language;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::files as wire;
use komadai_rules::Side;

use crate::{
    app::App,
    blocking_pool::{Deadline, Lane, NotDone},
    gif_cache::{Gif, Source},
    http::{
        answer::{self, Download, Kind},
        caching::CacheTag,
        peer::Peer,
        problem::Problem,
    },
};

/// What the address of such a file is for.
pub(super) const SUMMARY: &str =
    "The record as `record.kif`, `.csa` and so on, or as `diagram.svg`, `.png` or `.gif`";

/// A record or a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFile;

impl Kind for GameFile {
    const IS_TAGGED: bool = true;

    fn files() -> Vec<(String, String)> {
        let records = endings().filter_map(|ending| {
            let (format, encoding) = Format::from_extension(ending)?;
            let media_type = format.media_type(encoding);
            let bare = media_type.split(';').next().unwrap_or_default();
            Some((format!("record.{ending}"), bare.to_owned()))
        });
        let pictures = answer::files([
            ("diagram.svg", "image/svg+xml"),
            ("diagram.png", "image/png"),
            ("diagram.gif", "image/gif"),
        ]);
        records.chain(pictures).collect()
    }
}

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
            Problem::new(RefusalCode::UnknownFormat, detail)
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

/// A look that can be drawn.
#[derive(Clone, Debug)]
struct Drawing {
    ply: Option<u32>,
    theme: Theme,
    language: Language,
    bottom: Side,
    width_px: Option<u32>,
    king: Option<Side>,
}

impl Drawing {
    fn of(look: &wire::PictureOptions, king: Option<Side>) -> Result<Self, Problem> {
        let theme = match look.theme {
            wire::PictureTheme::Light => Theme::LIGHT,
            wire::PictureTheme::Dark => Theme::DARK,
        };
        if look.width.is_some_and(|width| !(1..=WIDTH_PX_MAX).contains(&width)) {
            return Err(bad_query(format!("width is 1 to {WIDTH_PX_MAX}")));
        }
        Ok(Self {
            ply: look.ply,
            theme,
            language: look.lang,
            bottom: look.bottom,
            width_px: look.width,
            king,
        })
    }
}

fn bad_query(detail: impl Into<String>) -> Problem {
    Problem::new(RefusalCode::BadQuery, detail)
}

impl From<NotDone> for Problem {
    fn from(cause: NotDone) -> Self {
        let detail = cause.to_string();
        match cause {
            NotDone::Busy => Self::new(RefusalCode::Busy, detail),
            NotDone::BusyForYou => {
                Self::new(RefusalCode::Busy, detail).with_status(StatusCode::TOO_MANY_REQUESTS)
            }
            NotDone::Failed => Self::new(RefusalCode::Internal, detail),
        }
    }
}

/// A game to be sent as a file.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) record: Record,
    /// What its files are called, without their ending.
    pub(super) name: String,
    /// §2.5: who has 王.
    pub(super) king: Option<Side>,
    /// How long what is sent stays true; made of everything that it depends on.
    pub(super) cached: CacheTag,
    /// What a GIF of it is kept under, where there is such a thing.
    pub(super) source: Option<Source>,
}

/// Nodes of a record that is written or of which a picture is made in a moment.
const NODES_CHEAP_MAX: usize = 5_000;

/// What a GIF may cost: 600 moves at the usual width, or 160 at twice that.
const GIF_COST_MAX: u64 = 104_000_000;

/// What counts as one file more when GIFs are counted: thirty moves at the usual width.
const GIF_COST_OF_FILE: u64 = 5_000_000;

/// Where a record is written or drawn.
fn lane_of(record: &Record) -> Lane {
    if record.n_nodes() <= NODES_CHEAP_MAX { Lane::Cheap } else { Lane::Dear }
}

/// Sends a file of a game.
pub(super) async fn send(
    app: &App,
    peer: Peer,
    headers: &HeaderMap,
    subject: Subject,
    file: File,
    look: &wire::PictureOptions,
) -> Result<Download<GameFile>, Problem> {
    if let Some(known) = subject.cached.known(headers) {
        return Ok(Download::new(known));
    }
    let Subject { record, name, king, cached, source } = subject;
    let (pool, lane) = (&app.blocking_pool, lane_of(&record));
    let response = match file {
        File::Record(format, encoding) => {
            let write = move |_: &Deadline| komadai_kifu::write(&[record], format, encoding);
            let bytes = pool.run(lane, peer, write).await?.map_err(|cause| unwritable(&cause))?;
            let ending = format.extension(encoding);
            let headers = [
                (header::CONTENT_TYPE, format.media_type(encoding)),
                (header::CONTENT_DISPOSITION, attachment(&format!("{name}.{ending}"))),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            ];
            (headers, bytes).into_response()
        }
        File::Diagram(picture) => {
            let drawing = Drawing::of(look, king)?;
            let media_type = match picture {
                Picture::Svg => "image/svg+xml",
                Picture::Png => "image/png",
                Picture::Gif => "image/gif",
            };
            let bytes = match picture {
                Picture::Gif => send_gif(app, peer, record, source, &drawing).await?,
                Picture::Svg => {
                    pool.run(lane, peer, move |_| draw(&record, false, &drawing)).await??.into()
                }
                Picture::Png => {
                    pool.run(lane, peer, move |_| draw(&record, true, &drawing)).await??.into()
                }
            };
            let headers = [
                (header::CONTENT_TYPE, media_type),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                // An SVG that is opened by itself is a page of ours.
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
            ];
            (headers, bytes).into_response()
        }
    };
    Ok(Download::new(cached.mark(response)))
}

/// The header with which a browser saves what it gets. The name must be of plain characters.
pub(super) fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}

/// The format has no words for the game.
pub(super) fn unwritable(cause: &dyn std::fmt::Display) -> Problem {
    Problem::new(RefusalCode::Unwritable, cause.to_string())
}

/// The GIF, kept or drawn. What it costs is known before it is begun.
async fn send_gif(
    app: &App,
    peer: Peer,
    record: Record,
    source: Option<Source>,
    drawing: &Drawing,
) -> Result<Bytes, Problem> {
    let ply = last_ply(&record, drawing)?;
    let usual = GifOptions::default();
    let options = GifOptions {
        language: drawing.language,
        theme: drawing.theme,
        bottom: drawing.bottom,
        last_ply: Some(ply),
        width_px: drawing.width_px.unwrap_or(usual.width_px),
        ..usual
    };
    let cost = gif_cost(ply as usize, options.width_px)?;
    let key = source.map(|of| Gif {
        of,
        ply,
        theme: options.theme,
        language: options.language,
        bottom: options.bottom,
        width_px: options.width_px,
    });
    let drawn = async {
        // As a file it has been counted already.
        app.throttle.work(peer, u32::try_from(cost / GIF_COST_OF_FILE).unwrap_or(u32::MAX))?;
        let draw = move |deadline: &Deadline| gif(&record, &options, &|| deadline.is_over());
        let drawn = app.blocking_pool.run(Lane::Dear, peer, draw).await?;
        drawn.map(Bytes::from).map_err(|cause| match cause {
            DiagramError::Stopped => {
                let detail = "drawing took too long; choose a smaller width or fewer moves";
                Problem::new(RefusalCode::Busy, detail)
            }
            cause => bad_query(cause.to_string()),
        })
    };
    match key {
        Some(key) => app.gif_cache.get_or_make(key, drawn).await,
        None => drawn.await,
    }
}

/// What a GIF of so many moves costs, if it is drawn at all.
fn gif_cost(n_moves: usize, width_px: u32) -> Result<u64, Problem> {
    if n_moves > diagrams::gif::MOVES_MAX {
        let max = diagrams::gif::MOVES_MAX;
        return Err(bad_query(format!("a GIF shows at most {max} moves; choose a ply up to that")));
    }
    if width_px > diagrams::gif::WIDTH_PX_MAX {
        return Err(bad_query(format!(
            "a GIF has a width of at most {}",
            diagrams::gif::WIDTH_PX_MAX
        )));
    }
    let cost = diagrams::gif::cost(n_moves, width_px);
    if cost > GIF_COST_MAX {
        let widest = (GIF_COST_MAX / diagrams::gif::cost(n_moves, 1)).isqrt();
        let detail = format!("a GIF of {n_moves} moves has a width of at most {widest}");
        return Err(bad_query(detail));
    }
    Ok(cost)
}

/// After how many moves the picture is, or the GIF ends.
fn last_ply(record: &Record, drawing: &Drawing) -> Result<u32, Problem> {
    let n_moves = record.moves().count() as u32;
    let ply = drawing.ply.unwrap_or(n_moves);
    if ply > n_moves {
        let detail = format!("the game has {n_moves} moves");
        return Err(Problem::new(RefusalCode::UnknownPly, detail));
    }
    Ok(ply)
}

fn draw(record: &Record, is_png: bool, drawing: &Drawing) -> Result<Vec<u8>, Problem> {
    let ply = last_ply(record, drawing)?;
    let mut diagram = diagram(record, record.at_ply(ply), drawing);
    if let Some(width_px) = drawing.width_px {
        diagram = diagram.width_px(width_px);
    }
    if is_png {
        diagram.png().map_err(|cause| bad_query(cause.to_string()))
    } else {
        Ok(diagram.svg().into_bytes())
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
            let told = format.media_type(Encoding::Utf8);
            let told = told.split(';').next().unwrap_or_default();
            assert!(GameFile::files().iter().any(|(_, known)| known == told), "{told}");
        }
        for name in ["", "record", "record.", "record.exe", "diagram.bmp", "kif"] {
            assert!(File::from_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_a_gif_costs_is_bounded_and_told() {
        for (n_moves, width_px) in [(0, 800), (600, 400), (160, 800), (300, 500)] {
            assert!(gif_cost(n_moves, width_px).is_ok(), "{n_moves} {width_px}");
        }
        for (n_moves, width_px, told) in
            [(600, 800, "at most 415"), (300, 800, "at most 587"), (601, 80, "600 moves")]
        {
            let problem = gif_cost(n_moves, width_px).err().unwrap();
            let detail = problem.detail.clone();
            assert!(problem.status == 400 && detail.contains(told), "{detail}");
        }
        // What is announced can be had.
        assert!(gif_cost(600, 415).is_ok() && gif_cost(600, 416).is_err());
    }

    #[test]
    fn a_look_that_cannot_be_drawn_is_refused() {
        let look = wire::PictureOptions::default();
        assert!(Drawing::of(&look, None).is_ok());
        for width in [0, WIDTH_PX_MAX + 1] {
            let wrong = wire::PictureOptions { width: Some(width), ..look };
            assert!(Drawing::of(&wrong, None).is_err(), "{wrong:?}");
        }
    }
}
