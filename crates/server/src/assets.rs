//! The web client, as it is built into the binary.

use std::{borrow::Cow, collections::HashMap, io::Read as _, sync::LazyLock};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header},
};
use bytes::Bytes;
use flate2::read::GzDecoder;
use komadai_language::Language;
use komadai_service::branding::Branding;
use parking_lot::Mutex;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{bodies::SharedBytes, branding};

/// `web/dist`, if it had been built when the server was. What the client's build packs is only
/// there as it was packed.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "*.css"]
#[exclude = "*.js"]
#[exclude = "*.svg"]
#[exclude = "*.json"]
#[exclude = "*.txt"]
#[exclude = "*.wasm"]
#[exclude = "*.webmanifest"]
#[allow_missing = true]
struct WebClient;

/// What the page may load: only what comes from here.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The same for the page of reviews, where an engine may run.
const REVIEW_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// The same for what other sites may show within their own pages.
const EMBEDDED_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The page that browsers keep for when there is no connection: the one page that is a file.
pub const OFFLINE_PAGE: &str = "offline.html";

/// Shown by a server that was built without the client.
const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Komadai</title>\
    <h1>Komadai</h1><p>This server was built without its web client. Run \
    <code>cargo xtask start</code>, which builds both, or \
    <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> before \
    <code>cargo build</code>.";

/// How files are packed, the best way first: what the client's build adds to a name, and what the
/// header calls it.
const PACKINGS: [(&str, &str); 2] = [("br", "br"), ("gz", "gzip")];

/// A file as it was compressed by the client's build, for clients that accept it like that.
fn packed(path: &str, accepted: &HeaderMap) -> Option<(EmbeddedFile, &'static str)> {
    let accepted = accepted.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    // Words with a weight are not looked at: browsers give none.
    let takes = |name: &str| accepted.split(',').any(|word| word.trim() == name);
    let found = |&(ending, name): &(&str, &'static str)| {
        takes(name).then(|| Some((WebClient::get(&format!("{path}.{ending}"))?, name))).flatten()
    };
    PACKINGS.iter().find_map(found)
}

/// A file that was unpacked.
struct UnpackedFile {
    /// The hash of what it was unpacked from, which may change while developers build.
    of: [u8; 32],
    file: Bytes,
}

/// A file as it was before it was compressed, for the few clients that accept it in no other way.
/// Each is unpacked once, however often it is asked for.
fn unpacked(path: &str) -> Option<Bytes> {
    static UNPACKED: LazyLock<Mutex<HashMap<String, UnpackedFile>>> = LazyLock::new(Mutex::default);
    let packed = WebClient::get(&format!("{path}.gz"))?;
    let hash = packed.metadata.sha256_hash();
    // Held while it is unpacked: whoever wants the same file waits for it.
    let mut unpacked = UNPACKED.lock();
    if let Some(it) = unpacked.get(path).filter(|it| it.of == hash) {
        return Some(it.file.clone());
    }
    let mut file = Vec::new();
    GzDecoder::new(&*packed.data).read_to_end(&mut file).ok()?;
    let file = Bytes::from(file);
    unpacked.insert(path.to_owned(), UnpackedFile { of: hash, file: file.clone() });
    Some(file)
}

/// A built-in file, which is in memory as part of the program.
fn built_in(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// A file of the client by its path, without the leading slash, for a client that sends these
/// headers.
pub fn file(path: &str, accepted: &HeaderMap) -> Option<Response<Body>> {
    if PACKINGS.iter().any(|(ending, _)| path.ends_with(&format!(".{ending}"))) {
        return None;
    }
    let (file, packing) = match packed(path, accepted) {
        Some((file, packing)) => (built_in(file), Some(packing)),
        None => (plain(path)?, None),
    };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let charset = if mime.type_() == "text" { "; charset=utf-8" } else { "" };
    let mut response = Response::new(Body::from(file));
    response.extensions_mut().insert(SharedBytes);
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::try_from(format!("{mime}{charset}")) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(packing) = packing {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packing));
    }
    // Files under assets/ have their content's hash in their name.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    // A script that runs as a worker brings its own rules, and must be as isolated as its page.
    if path.ends_with(".js") {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REVIEW_POLICY));
        headers.insert(EMBEDDER, HeaderValue::from_static("require-corp"));
    }
    Some(response)
}

/// Together with [`OPENER`] it isolates a page, without which an engine has no threads.
const EMBEDDER: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// A page of the client to be sent: the words and the look that are the site's own, and what stands
/// in its head instead of the title.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageOf<'a> {
    pub(crate) branding: &'a Branding,
    pub(crate) language: Language,
    pub(crate) head: &'a str,
}

/// The page of reviews, which is an entry of its own: it is isolated from all other pages.
pub(crate) fn review_page(page: PageOf<'_>) -> Response<Body> {
    let mut response = built_page("review", page);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REVIEW_POLICY));
    headers.insert(EMBEDDER, HeaderValue::from_static("require-corp"));
    headers.insert(OPENER, HeaderValue::from_static("same-origin"));
    response
}

/// The title of the page until the client sets one.
const TITLE: &str = "<title>Komadai</title>";

/// The page from which every view of the client starts.
pub(crate) fn page(page: PageOf<'_>) -> Response<Body> {
    built_page("index", page)
}

/// The first page for those who have never been here: before any script has come, it says what this
/// is and where to begin.
pub(crate) fn page_for_strangers(page: PageOf<'_>) -> Response<Body> {
    built_page("stranger", page)
}

/// The same for a view that other sites may show within their own pages.
pub(crate) fn embedded_page(page: PageOf<'_>) -> Response<Body> {
    let mut response = built_page("", page);
    let policy = HeaderValue::from_static(EMBEDDED_POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// A page as the client's build wrote it: with the frame in a language (`web/scripts/shell.ts`), or
/// without any, for what is called nothing.
fn built_page(name: &str, page: PageOf<'_>) -> Response<Body> {
    let PageOf { branding, language, head } = page;
    let built = match name {
        "" => WebClient::get("index.html"),
        name => WebClient::get(&format!("{name}.{}.html", language.tag())),
    };
    let text = match &built {
        Some(file) => String::from_utf8_lossy(&file.data),
        None => NOT_BUILT.into(),
    };
    let text = branding::with_words(&text, branding, language);
    let head = format!("{head}{}", branding::head(branding));
    let mut response = Response::new(Body::from(text.replacen(TITLE, &head, 1)));
    if built.is_none() {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    restrict(&mut response);
    response
}

/// Lets a page load only what comes from here.
pub(crate) fn restrict(response: &mut Response<Body>) {
    let policy = HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
}

/// A file of the client as it was before it was compressed.
pub(crate) fn plain(path: &str) -> Option<Bytes> {
    WebClient::get(path).map(built_in).or_else(|| unpacked(path))
}
