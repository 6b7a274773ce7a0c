//! What of a site's branding is in files and in the heads of pages: its icons, its manifest, its
//! colours, and its name.

pub(crate) mod sign;

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};
use komadai_language::Language;
use komadai_service::branding::{Branding, SiteBranding};
use parking_lot::Mutex;
use serde_json::json;
use std::sync::Arc;

use self::sign::Icons;
use crate::{assets, preview::escape};

/// The style sheet with a site's own colours.
const COLOURS: &str = "branding.css";

const MANIFEST: &str = "manifest.webmanifest";

/// Where the client's build leaves room for the site's name.
const NAME_MARK: &str = "%site%";

/// The program's name in Japanese, behind its name in the header.
const PROGRAM_IN_KANJI: &str = "<span class=\"koma-name\" aria-hidden=\"true\">駒台</span>";

/// What greets strangers in the page for them, and where it ends.
const WELCOME: [&str; 2] = ["<p class=\"welcome\">", "</p>"];

/// Files that look otherwise on a site with a branding of its own.
#[derive(Debug)]
pub(crate) struct BrandedFiles {
    branding: SiteBranding,
    /// The icons of the sign at the moment, by its version.
    icons: Mutex<Option<(String, Arc<Icons>)>>,
}

impl BrandedFiles {
    pub(crate) fn new(branding: SiteBranding) -> Self {
        Self { branding, icons: Mutex::default() }
    }

    /// The site's own version of a file, by its path without the leading slash; `None` where the
    /// client's serves.
    pub(crate) fn file(&self, path: &str) -> Option<Response<Body>> {
        let branding = self.branding.get();
        match path {
            COLOURS => {
                let colours = colours(&branding).unwrap_or_default();
                Some(answer("text/css; charset=utf-8", colours.into_bytes()))
            }
            MANIFEST if branding.is_named() => {
                let manifest = assets::plain(MANIFEST)?;
                Some(answer("application/manifest+json", renamed(&manifest, &branding.name)?))
            }
            assets::OFFLINE_PAGE => {
                let page = String::from_utf8(assets::plain(path)?.to_vec()).ok()?;
                let page = with_name(&page, &branding.name);
                let mut response = answer("text/html; charset=utf-8", page.into_bytes());
                assets::restrict(&mut response);
                Some(response)
            }
            _ if sign::ICONS.contains(&path) => {
                let (media_type, bytes) = self.icons()?.file(path)?;
                let mut response = answer(media_type, bytes);
                if media_type == sign::SVG {
                    // The picture in it is its own.
                    let policy = HeaderValue::from_static("default-src 'none'; img-src data:");
                    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
                }
                Some(response)
            }
            _ => None,
        }
    }

    /// The icons of the site's own sign, drawn once.
    fn icons(&self) -> Option<Arc<Icons>> {
        let sign = self.branding.sign()?;
        let mut icons = self.icons.lock();
        if let Some((version, icons)) = icons.as_ref()
            && *version == sign.version
        {
            return Some(icons.clone());
        }
        let drawn = Arc::new(Icons::of(&sign.png)?);
        *icons = Some((sign.version.clone(), drawn.clone()));
        Some(drawn)
    }
}

/// A page of the client with the site's name in it, and what the site says to strangers.
pub(crate) fn with_words(page: &str, branding: &Branding, language: Language) -> String {
    let mut page = with_name(page, &branding.name);
    if branding.is_named() {
        page = page.replacen(PROGRAM_IN_KANJI, "", 1);
    }
    let Some(welcome) = branding.welcome_in(language).map(escape) else { return page };
    let [before, after] = WELCOME;
    let around = page.split_once(before).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once(after)?;
        Some((head, tail))
    });
    match around {
        Some((head, tail)) => format!("{head}{before}{welcome}{after}{tail}"),
        None => page,
    }
}

fn with_name(page: &str, name: &str) -> String {
    page.replace(NAME_MARK, &escape(name))
}

/// The title of a page that has none of its own, as it stands in its head.
pub(crate) fn title(branding: &Branding) -> String {
    format!("<title>{}</title>", escape(&branding.name))
}

/// What else stands in the head of every page, for the client to read (`web/src/branding.ts`).
pub(crate) fn head(branding: &Branding) -> String {
    let mut head = String::new();
    let mut say = |name: &str, content: &str| {
        head += &format!("\n    <meta name=\"{name}\" content=\"{}\" />", escape(content));
    };
    say("application-name", &branding.name);
    if !branding.languages.is_empty() {
        let tags: Vec<_> = branding.languages.iter().map(|it| it.tag()).collect();
        say("languages", &tags.join(" "));
    }
    if let Some(language) = branding.default_language() {
        say("default-language", language.tag());
    }
    if let Some(colour) = branding.colour {
        // With the colour in its address, since browsers keep it.
        let colour = colour.to_string();
        let colour = colour.trim_start_matches('#');
        head += &format!("\n    <link rel=\"stylesheet\" href=\"/{COLOURS}?{colour}\" />");
    }
    head
}

/// The style sheet of a site's own colours: the tokens of `web/src/styles/tokens.css` that the
/// accent is in, with more weight than those.
fn colours(branding: &Branding) -> Option<String> {
    let colour = branding.colour?;
    let (day, night) = (colour.by_day(), colour.by_night());
    let token = |name: &str, day, night| format!("  --{name}: light-dark({day}, {night});\n");
    let tokens = [
        token("accent", day.accent, night.accent),
        token("accent-hover", day.hover, night.hover),
        token("accent-soft", day.soft, night.soft),
        token("on-accent", day.on_accent, night.on_accent),
        token("focus", day.accent, night.accent),
    ];
    Some(format!(":root:root {{\n{}}}\n", tokens.concat()))
}

/// The manifest with the site's name.
fn renamed(manifest: &[u8], name: &str) -> Option<Vec<u8>> {
    let mut manifest: serde_json::Value = serde_json::from_slice(manifest).ok()?;
    let fields = manifest.as_object_mut()?;
    for field in ["name", "short_name"] {
        fields.insert(field.to_owned(), json!(name));
    }
    serde_json::to_vec(&manifest).ok()
}

/// A file that may look otherwise tomorrow.
fn answer(media_type: &'static str, bytes: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branding() -> Branding {
        Branding { name: "CLB <b> & \"bạn\"".to_owned(), ..Branding::default() }
    }

    #[test]
    fn a_name_cannot_break_out_of_a_page() {
        let page =
            with_words("<title>x</title><span>%site%</span>", &branding(), Language::ENGLISH);
        assert_eq!(page, "<title>x</title><span>CLB &lt;b&gt; &amp; &quot;bạn&quot;</span>");
        assert!(!head(&branding()).contains("<b>"));
        assert!(title(&branding()).ends_with("&quot;</title>"));
    }

    #[test]
    fn strangers_are_greeted_in_their_language() {
        let mut own = branding();
        own.welcome = vec![komadai_service::branding::LocalText {
            language: Language::VIETNAMESE,
            text: "Chào <bạn>".to_owned(),
        }];
        let page = "<h1>a</h1><p class=\"welcome\">b</p><p>c</p>";
        assert_eq!(
            with_words(page, &own, Language::VIETNAMESE),
            "<h1>a</h1><p class=\"welcome\">Chào &lt;bạn&gt;</p><p>c</p>"
        );
        assert_eq!(with_words(page, &own, Language::ENGLISH), page);
    }

    #[test]
    fn colours_are_there_when_they_are_chosen() {
        assert_eq!(colours(&branding()), None);
        assert!(!head(&branding()).contains("stylesheet"));
        let own = Branding { colour: Some("#0a7f2e".parse().unwrap()), ..branding() };
        assert!(head(&own).contains("href=\"/branding.css?0a7f2e\""));
        assert!(colours(&own).unwrap().contains("--accent: light-dark(#"));
    }

    #[test]
    fn a_manifest_takes_the_name() {
        let manifest = renamed(br#"{"name":"a","short_name":"b","id":"/"}"#, "CLB").unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        assert_eq!(manifest, json!({ "name": "CLB", "short_name": "CLB", "id": "/" }));
    }
}
