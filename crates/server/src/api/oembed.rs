//! `GET /oembed`: what a link shows within another site's page, for sites and programs that turn
//! links into what they lead to (<https://oembed.com>), and the line in a page's head by which they
//! find it.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use komadai_ids::Code;
use komadai_protocol::RefusalCode;
use komadai_rules::Side;
use komadai_service::clubs::{ClubView, Slug};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    http::{extract::Ask, problem::Problem},
    preview::{self, escape},
};

/// The longest address that is looked at, in bytes.
const URL_BYTES_MAX: usize = 2_048;

/// For how long an answer is good, in seconds.
const KEPT_S: u32 = 300;

/// The parts of a tournament that can be embedded.
const PARTS: [&str; 3] = ["standings", "pairings", "bracket"];

/// What is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct EmbedQuery {
    /// The address of a page.
    url: String,
    /// `json`, which is all there is.
    format: Option<String>,
    #[serde(rename = "maxwidth")]
    width_max: Option<u32>,
    #[serde(rename = "maxheight")]
    height_max: Option<u32>,
}

/// How it is embedded.
#[derive(Clone, Debug, Serialize)]
struct Embedding {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    provider_name: String,
    provider_url: String,
    title: String,
    html: String,
    width: u32,
    height: u32,
    cache_age: u32,
}

/// A page that can be embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Game(Code),
    Tournament(Code),
    Circuit(Code),
    Broadcast(Code, Option<Code>),
    /// A study, or one of its chapters.
    Study(Code, Option<Code>),
    /// The ladder of the club with that address.
    Ladder(String),
}

impl Page {
    /// The page at a path, without the leading slash.
    fn at(path: &str) -> Option<Self> {
        let mut parts = path.trim_end_matches('/').split('/');
        let first = parts.next()?;
        let code = |part: Option<&str>| part.and_then(|part| part.parse::<Code>().ok());
        let (second, third) = (parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        match (first, second, third) {
            ("tournaments", Some(_), None) => code(second).map(Self::Tournament),
            ("circuits", Some(_), None) => code(second).map(Self::Circuit),
            ("broadcasts", Some(_), None) => Some(Self::Broadcast(code(second)?, None)),
            ("broadcasts", Some(_), Some(_)) => {
                Some(Self::Broadcast(code(second)?, Some(code(third)?)))
            }
            ("study", Some(_), None) => Some(Self::Study(code(second)?, None)),
            ("study", Some(_), Some(_)) => Some(Self::Study(code(second)?, Some(code(third)?))),
            ("clubs", Some(slug), Some("ladder")) if Slug::is_one(slug) => {
                Some(Self::Ladder(slug.to_owned()))
            }
            (_, None, None) => code(Some(first)).map(Self::Game),
            _ => None,
        }
    }

    /// The path of what is embedded.
    fn embedded(&self) -> String {
        match self {
            Self::Game(code) => format!("/embed/games/{code}"),
            Self::Tournament(code) => format!("/embed/tournaments/{code}"),
            Self::Circuit(code) => format!("/embed/circuits/{code}"),
            Self::Broadcast(code, None) => format!("/embed/broadcasts/{code}"),
            Self::Broadcast(code, Some(board)) => format!("/embed/broadcasts/{code}/{board}"),
            Self::Study(code, None) => format!("/embed/studies/{code}"),
            Self::Study(code, Some(chapter)) => format!("/embed/studies/{code}/{chapter}"),
            Self::Ladder(slug) => format!("/embed/clubs/{slug}/ladder"),
        }
    }

    /// Its usual size in pixels.
    fn size(&self) -> (u32, u32) {
        match self {
            Self::Game(_) | Self::Study(..) => (720, 480),
            Self::Broadcast(_, Some(_)) => (420, 640),
            _ => (720, 640),
        }
    }

    /// What it is called, if everybody sees it.
    async fn title(&self, app: &App) -> Option<String> {
        match self {
            &Self::Game(code) => {
                let game = super::games::look(app, code).await.ok()?;
                let players = game.players()?;
                let (sente, gote) = (&players[Side::Sente].name, &players[Side::Gote].name);
                Some(format!("☗ {sente} – ☖ {gote}"))
            }
            &Self::Tournament(code) => {
                let stored = app.service.tournaments.look(code, None).await.ok()?;
                Some(stored.tournament.event.name.clone())
            }
            &Self::Circuit(code) => {
                Some(app.service.circuits.look(code, None).await.ok()?.circuit.name)
            }
            &Self::Broadcast(code, board) => {
                let (look, _) = super::broadcasts::public_look(app, code, board).await?;
                Some(look.study.study.title.clone())
            }
            &Self::Study(code, chapter) => {
                let look = app.service.studies.look(code, None).await.ok()?;
                let title = look.study.title.clone();
                let Some(chapter) = chapter else { return Some(title) };
                let chapter = look.chapters.iter().find(|it| it.id.code() == chapter)?;
                Some(format!("{title} · {}", chapter.name))
            }
            Self::Ladder(slug) => {
                let clubs = &app.service.clubs;
                let look = clubs.look(slug, None).await.ok().filter(ClubView::sees_inside)?;
                clubs.ladder(&look).await.ok()?.map(|_| look.club.settings.name.clone())
            }
        }
    }
}

/// `GET /oembed`.
pub(crate) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    Ask(asked): Ask<EmbedQuery>,
) -> Result<Response, Problem> {
    if asked.format.as_deref().is_some_and(|format| format != "json") {
        let detail = "there is format=json only";
        let status = StatusCode::NOT_IMPLEMENTED;
        return Err(Problem::new(RefusalCode::UnknownFormat, detail).with_status(status));
    }
    let unknown =
        || Problem::new(RefusalCode::NotFound, "there is nothing to embed at that address");
    let base = preview::base(&headers, &app.config);
    if asked.url.len() > URL_BYTES_MAX {
        return Err(unknown());
    }
    let path = path_of(&asked.url, &base).ok_or_else(unknown)?;
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let page = Page::at(path).ok_or_else(unknown)?;
    let title = page.title(&app).await.ok_or_else(unknown)?;
    let (width, height) = page.size();
    let width = width.min(asked.width_max.unwrap_or(u32::MAX)).max(1);
    let height = height.min(asked.height_max.unwrap_or(u32::MAX)).max(1);
    let part = query.split('&').find_map(|it| it.strip_prefix("part="));
    let part = part.filter(|part| matches!(page, Page::Tournament(_)) && PARTS.contains(part));
    let part = part.map(|part| format!("?part={part}")).unwrap_or_default();
    let source = escape(&format!("{base}{}{part}", page.embedded()));
    let html = format!(
        "<iframe src=\"{source}\" width=\"{width}\" height=\"{height}\" \
         style=\"border:0;max-width:100%\" title=\"{}\"></iframe>",
        escape(&title)
    );
    let answer = Embedding {
        version: "1.0",
        kind: "rich",
        provider_name: app.service.site.branding().name(),
        provider_url: base,
        title,
        html,
        width,
        height,
        cache_age: KEPT_S,
    };
    // It is the same for everybody, so pages of other sites may read it too.
    let told = [
        (header::CACHE_CONTROL, format!("public, max-age={KEPT_S}")),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()),
    ];
    Ok((told, Json(answer)).into_response())
}

/// What follows our own address in a link, without the leading slash and the fragment.
fn path_of<'u>(url: &'u str, base: &str) -> Option<&'u str> {
    let bare = |text: &'u str| text.split_once("://").map(|(_, rest)| rest);
    let own = base.split_once("://").map_or(base, |(_, rest)| rest);
    let rest = bare(url)?.strip_prefix(own)?.strip_prefix('/')?;
    Some(rest.split('#').next().unwrap_or(rest))
}

/// The line in the head of a page that can be embedded; `path` is without the leading slash.
pub(crate) fn discovery(path: &str, base: &str) -> Option<String> {
    Page::at(path)?;
    // A code needs no escaping, the rest of the address does.
    let url = format!("{base}/{path}").replace('%', "%25").replace(':', "%3A").replace('/', "%2F");
    Some(format!(
        "\n    <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{}\" />",
        escape(&format!("{base}/oembed?url={url}"))
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_can_be_embedded_are_known_by_their_address() {
        let base = "https://shogi.example";
        let page = |url: &str| {
            path_of(url, base).and_then(|path| Page::at(path.split('?').next().unwrap_or_default()))
        };
        let code: Code = "123456789A".parse().unwrap();
        for (url, expected) in [
            ("https://shogi.example/tournaments/123456789A", Some(Page::Tournament(code))),
            ("http://shogi.example/tournaments/123456789A/#rounds", Some(Page::Tournament(code))),
            (
                "https://shogi.example/tournaments/123456789A?part=bracket",
                Some(Page::Tournament(code)),
            ),
            ("https://shogi.example/circuits/123456789A", Some(Page::Circuit(code))),
            ("https://shogi.example/123456789A", Some(Page::Game(code))),
            ("https://shogi.example/broadcasts/123456789A", Some(Page::Broadcast(code, None))),
            ("https://shogi.example/study/123456789A", Some(Page::Study(code, None))),
            ("https://shogi.example/study/123456789A/x", None),
            ("https://shogi.example/clubs/hanoi/ladder", Some(Page::Ladder("hanoi".to_owned()))),
            ("https://shogi.example/clubs/Hà%20Nội/ladder", None),
            ("https://shogi.example/tournaments", None),
            ("https://shogi.example/tournaments/123456789A/paper", None),
            ("https://evil.example/tournaments/123456789A", None),
            ("https://shogi.example.evil/tournaments/123456789A", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(page(url), expected, "{url}");
        }
    }

    #[test]
    fn a_page_says_where_it_is_described() {
        let line = discovery("circuits/123456789A", "https://shogi.example").unwrap();
        let href =
            "https://shogi.example/oembed?url=https%3A%2F%2Fshogi.example%2Fcircuits%2F123456789A";
        assert!(line.contains(href), "{line}");
        assert_eq!(discovery("clubs/hanoi", "https://shogi.example"), None);
    }
}
