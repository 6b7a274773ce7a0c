//! Which browser somebody uses, as they know it again: its family and the system, and no more.

use axum::http::{HeaderMap, header};

/// What a header that names a browser has in it, and its family: the first that is found, because
/// each is named in those of the others.
const FAMILIES: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("CocCoc", "Cốc Cốc"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
];

/// The same of systems.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// The browser that asks, such as `Firefox, Windows`; `None` where it is none that is known.
pub(crate) fn of(headers: &HeaderMap) -> Option<String> {
    let said = headers.get(header::USER_AGENT)?.to_str().ok()?;
    let named = |kinds: &[(&str, &'static str)]| {
        kinds.iter().find(|(sign, _)| said.contains(sign)).map(|(_, name)| *name)
    };
    let known: Vec<_> = [named(&FAMILIES), named(&SYSTEMS)].into_iter().flatten().collect();
    (!known.is_empty()).then(|| known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_known_by_their_headers() {
        for (said, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                Some("Firefox, Windows"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/142.0.0.0 Mobile Safari/537.36",
                Some("Chrome, Android"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                Some("Safari, iPhone"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like \
                 Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                Some("Edge, macOS"),
            ),
            ("curl/8.0", None),
            ("<script>", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, said.parse().unwrap());
            assert_eq!(of(&headers).as_deref(), expected, "{said}");
        }
        assert_eq!(of(&HeaderMap::new()), None);
    }
}
