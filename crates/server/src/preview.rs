//! What a link to a game, or to the site, shows where it is shared: Open Graph in the page's head.

pub(crate) mod circuit;
pub(crate) mod events;

use axum::http::{HeaderMap, header};
use komadai_game::{EndReason, Game};
use komadai_kifu::Cause;
use komadai_language::Language;
use komadai_rules::Side;
use komadai_service::{
    branding::Branding,
    broadcasts::{BoardLook, BroadcastLook},
};

use crate::config::Config;

/// Width of a game's picture in pixels.
const WIDTH_PX: u32 = 600;

/// Where the site's picture is, and its width in pixels.
const SITE_IMAGE: &str = "/preview.png";
const SITE_WIDTH_PX: u32 = 1200;

/// The same where the site has a name of its own, which is not in that picture.
const SIGN_IMAGE: &str = "/icons/icon-512.png";
const SIGN_WIDTH_PX: u32 = 512;

/// What is shown about a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    title: String,
    description: String,
    url: String,
    image: String,
    width_px: u32,
    card: &'static str,
    language: Language,
}

impl Preview {
    /// The preview of a page that tells nothing of its own: of the site that is reached at `base`.
    pub(crate) fn of_site(base: &str, path: &str, language: Language, branding: &Branding) -> Self {
        let words = language.words();
        let welcome = branding.welcome_in(language).map(str::to_owned);
        let (image, width_px, card) = if branding.is_named() {
            (SIGN_IMAGE, SIGN_WIDTH_PX, "summary")
        } else {
            (SITE_IMAGE, SITE_WIDTH_PX, "summary_large_image")
        };
        Self {
            title: words.preview_title(),
            description: welcome.unwrap_or_else(|| words.preview_lead()),
            url: format!("{base}/{path}"),
            image: format!("{base}{image}"),
            width_px,
            card,
            language,
        }
    }

    /// The preview of a game of the server that is reached at `base`.
    pub(crate) fn of(game: &Game, base: &str, language: Language) -> Self {
        let code = game.id().code();
        let (tag, n_moves) = (language.tag(), game.line().n_moves());
        let ply = format!("ply={n_moves}&");
        Self {
            title: match game.players() {
                Some(players) => {
                    format!("☗ {} – ☖ {}", players[Side::Sente].name, players[Side::Gote].name)
                }
                None => language.words().preview_invites(&game.setup().seats.creator.name),
            },
            description: description(game, language),
            url: format!("{base}/{code}"),
            // The ply makes it another picture after each move, for those who keep pictures.
            image: format!(
                "{base}/api/v1/games/{code}/diagram.png?{ply}lang={tag}&width={WIDTH_PX}"
            ),
            width_px: WIDTH_PX,
            card: "summary",
            language,
        }
    }

    /// The preview of a broadcast, or of one of its boards; its picture is that of the board, or of
    /// the one that is shown large, else of the first one that is being played.
    pub(crate) fn of_broadcast(
        look: &BroadcastLook,
        place: Option<usize>,
        base: &str,
        language: Language,
    ) -> Self {
        let (study, tag) = (&look.study.study, language.tag());
        let named = place.and_then(|place| look.boards.get(place));
        let featured = look.broadcast.featured;
        let pictured = named
            .or_else(|| look.boards.iter().find(|it| Some(it.board.review) == featured))
            .or_else(|| look.boards.iter().find(|it| it.shown.plies > 0 && it.shown.end.is_none()))
            .or(look.boards.first());
        let image = pictured.map(|it| {
            let (board, plies) = (it.board.review.code(), it.shown.plies);
            // The ply makes it another picture after each move, for those who keep pictures.
            format!(
                "{base}/api/v1/reviews/{board}/diagram.png?ply={plies}&lang={tag}&width={WIDTH_PX}"
            )
        });
        let code = study.id.code();
        let (title, url, description) = match named {
            Some(board) => (
                format!("{} · {}", players_of(board), study.title),
                format!("{base}/broadcasts/{code}/{}", board.board.review.code()),
                told_of(board, language),
            ),
            None => {
                let (url, said) = (format!("{base}/broadcasts/{code}"), study.description.trim());
                let names: Vec<_> = look.boards.iter().map(players_of).take(NAMED_MAX).collect();
                let said = if said.is_empty() { names.join(", ") } else { said.replace('\n', " ") };
                (study.title.clone(), url, said)
            }
        };
        Self {
            title,
            description,
            url,
            width_px: if image.is_some() { WIDTH_PX } else { SITE_WIDTH_PX },
            image: image.unwrap_or_else(|| format!("{base}{SITE_IMAGE}")),
            card: "summary",
            language,
        }
    }

    /// The title and the other lines in the page's head.
    pub(crate) fn head(&self, branding: &Branding) -> String {
        let locale = self.language.locale();
        let width = self.width_px.to_string();
        let mut head =
            format!("<title>{} · {}</title>", escape(&self.title), escape(&branding.name));
        for (name, content) in [
            ("og:site_name", branding.name.as_str()),
            ("og:type", "website"),
            ("og:locale", locale),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:url", &self.url),
            ("og:image", &self.image),
            ("og:image:type", "image/png"),
            ("og:image:width", &width),
            ("og:image:alt", &self.description),
        ] {
            head += &format!("\n    <meta property=\"{name}\" content=\"{}\" />", escape(content));
        }
        for (name, content) in
            [("description", self.description.as_str()), ("twitter:card", self.card)]
        {
            head += &format!("\n    <meta name=\"{name}\" content=\"{}\" />", escape(content));
        }
        head
    }
}

/// How many boards are named in the preview of a broadcast that says nothing of itself.
const NAMED_MAX: usize = 4;

fn players_of(board: &BoardLook) -> String {
    let [sente, gote] = board.chapter.players.clone().unwrap_or_default();
    format!("☗ {sente} – ☖ {gote}")
}

/// How a board stands, as the public sees it.
fn told_of(board: &BoardLook, language: Language) -> String {
    let (words, shown) = (language.words(), &board.shown);
    let n = u64::from(shown.plies);
    if shown.end.is_none() {
        return words.preview_playing(n);
    }
    let [sente, gote] = board.chapter.players.clone().unwrap_or_default();
    match (shown.winner, shown.end.as_deref().and_then(Cause::from_name)) {
        (Some(Side::Sente), _) => words.preview_won(&sente, n),
        (Some(Side::Gote), _) => words.preview_won(&gote, n),
        (
            None,
            Some(Cause::Interrupted | Cause::Annulled | Cause::Error | Cause::Other(_)) | None,
        ) => words.preview_no_result(),
        (None, Some(_)) => words.preview_drawn(n),
    }
}

fn description(game: &Game, language: Language) -> String {
    let words = language.words();
    let n = u64::from(game.line().n_moves());
    let Some(players) = game.players() else { return words.preview_waiting() };
    let Some(outcome) = game.outcome() else { return words.preview_playing(n) };
    if let Some(winner) = outcome.winner {
        return words.preview_won(&players[winner].name, n);
    }
    match outcome.reason {
        EndReason::NoFirstMove | EndReason::Aborted | EndReason::Annulled => {
            words.preview_no_result()
        }
        _ => words.preview_drawn(n),
    }
}

/// The reader's language: the first of theirs that can be chosen here. Those who name none, as
/// programs do that look at shared links, get the site's own, which is Vietnamese where nothing was
/// said.
pub(crate) fn language(headers: &HeaderMap, branding: &Branding) -> Language {
    let own = branding.default_language();
    let Some(told) = headers.get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok()) else {
        return own.unwrap_or(Language::VIETNAMESE);
    };
    let tags = told.split(',').map(|tag| tag.split(';').next().unwrap_or_default().trim());
    branding.best_language(tags).or(own).unwrap_or_default()
}

/// The address at which the reader reaches the server.
pub(crate) fn base(headers: &HeaderMap, config: &Config) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    match host {
        Some(host) if config.server.public_url.is_empty() => format!("http://{host}"),
        _ => config.public_url(),
    }
}

/// For the text and the attributes of a page.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_of_the_head() {
        let nasty = "\"><script>alert('x')</script>&\u{0}\n";
        let preview = Preview {
            title: nasty.to_owned(),
            description: nasty.to_owned(),
            url: nasty.to_owned(),
            image: nasty.to_owned(),
            width_px: 600,
            card: "summary",
            language: Language::ENGLISH,
        };
        let head = preview.head(&Branding::default());
        assert!(!head.contains("<script") && !head.contains("\"><") && !head.contains('\u{0}'));
        let n_tags = head.matches('<').count();
        assert_eq!(n_tags, head.lines().count() + 1, "a title and one tag in each line:\n{head}");
    }

    #[test]
    fn the_language_is_the_first_of_theirs_that_is_ours() {
        for (told, expected) in [
            (None, Language::VIETNAMESE),
            (Some("ja-JP,en;q=0.5"), Language::JAPANESE),
            (Some("tlh, en;q=0.8"), Language::ENGLISH),
            (Some("tlh"), Language::ENGLISH),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(told) = told {
                headers.insert(header::ACCEPT_LANGUAGE, told.parse().unwrap());
            }
            assert_eq!(language(&headers, &Branding::default()), expected, "{told:?}");
        }
    }

    #[test]
    fn the_site_tells_what_it_is_in_every_language() {
        for language in Language::all() {
            let own = Branding::default();
            let head =
                Preview::of_site("https://shogi.example", "clubs", language, &own).head(&own);
            for part in [
                "name=\"description\" content=\"",
                "property=\"og:url\" content=\"https://shogi.example/clubs\"",
                "property=\"og:image\" content=\"https://shogi.example/preview.png\"",
                "content=\"summary_large_image\"",
            ] {
                assert!(head.contains(part), "{part}:\n{head}");
            }
        }
    }

    #[test]
    fn links_lead_to_where_the_server_is_reached() {
        let config = |environment: &[(&str, &str)]| {
            let environment = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
            Config::load(None, environment).unwrap()
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "192.168.1.5:8080".parse().unwrap());
        assert_eq!(base(&headers, &config(&[])), "http://192.168.1.5:8080");
        let public = config(&[("KOMADAI__SERVER__PUBLIC_URL", "https://shogi.example/")]);
        assert_eq!(base(&headers, &public), "https://shogi.example");
    }
}
