//! How news is handed over, for each kind of bridge. Nothing here waits or reads a clock. To add a
//! kind: a word of `BridgeKind`, a case in [`request`], and one in `answers`.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hyper::Method;
use jiff::Timestamp;
use komadai_community::bridges::BridgeKind;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ring::hmac;
use serde_json::{Value, json};
use uuid::Uuid;

use super::news::{BridgeNews, NewsText, Telling};

/// How many pieces of news one message has; of the others it says how many they are.
const ITEMS_MAX: usize = 10;

/// What the secrets of webhooks begin with.
const SECRET_PREFIX: &str = "whsec_";

/// A request that hands something over.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OutgoingRequest {
    pub(crate) method: Method,
    pub(crate) address: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

impl std::fmt::Debug for OutgoingRequest {
    /// Without addresses and headers, which open the group to others.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutgoingRequest").field("body", &self.body).finish_non_exhaustive()
    }
}

/// Where the kinds with a server of their own are found; no slash at the ends.
#[derive(Clone, Debug)]
pub struct BridgeHosts {
    pub telegram: String,
    pub line: String,
    pub zalo: String,
}

/// Where a bridge leads.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'a> {
    pub(crate) kind: BridgeKind,
    /// The server, where it is asked for.
    pub(crate) host: &'a str,
    /// The group or person there.
    pub(crate) target: &'a str,
    /// The token, the address or the shared secret.
    pub(crate) secret: &'a str,
}

/// What is handed over together.
#[derive(Clone, Copy)]
pub(crate) struct Delivery<'a> {
    /// The same in every attempt.
    pub(crate) id: Uuid,
    pub(crate) news: &'a [BridgeNews],
    /// When the first of it came up, in Unix milliseconds.
    pub(crate) made_ms: i64,
    /// Now.
    pub(crate) now_ms: i64,
}

/// The secret of a new webhook, of random bytes.
pub(crate) fn new_secret(bytes: [u8; 32]) -> String {
    format!("{SECRET_PREFIX}{}", STANDARD.encode(bytes))
}

/// The request that hands news over.
pub(crate) fn request(
    to: Destination<'_>,
    hosts: &BridgeHosts,
    delivery: Delivery<'_>,
    with: &Telling<'_>,
) -> OutgoingRequest {
    let texts: Vec<NewsText> = delivery.news.iter().map(|it| it.text(with)).collect();
    let message = Message { texts: &texts, with };
    let bearer = || ("authorization", format!("Bearer {}", to.secret));
    match to.kind {
        BridgeKind::Discord => post(to.secret.to_owned(), vec![], message.discord()),
        BridgeKind::Slack => post(to.secret.to_owned(), vec![], message.slack()),
        BridgeKind::Telegram => {
            let address = format!("{}/bot{}/sendMessage", hosts.telegram, to.secret);
            post(address, vec![], message.telegram(to.target))
        }
        BridgeKind::Zalo => {
            let address = format!("{}/bot{}/sendMessage", hosts.zalo, to.secret);
            let body = json!({ "chat_id": to.target, "text": message.lines(1_900) });
            post(address, vec![], body)
        }
        BridgeKind::Line => {
            let headers = vec![bearer(), ("x-line-retry-key", delivery.id.to_string())];
            post(format!("{}/v2/bot/message/push", hosts.line), headers, message.line(to.target))
        }
        BridgeKind::Matrix => {
            let room = utf8_percent_encode(to.target, NON_ALPHANUMERIC);
            let host = to.host.trim_end_matches('/');
            let address = format!(
                "{host}/_matrix/client/v3/rooms/{room}/send/m.room.message/{}",
                delivery.id
            );
            OutgoingRequest {
                method: Method::PUT,
                ..post(address, vec![bearer()], message.matrix())
            }
        }
        BridgeKind::Webhook => {
            let body = webhook(&delivery, &texts, with).to_string();
            let headers = signed(to.secret, delivery.id, delivery.now_ms / 1_000, &body);
            OutgoingRequest { body, ..post(to.host.to_owned(), headers, Value::Null) }
        }
    }
}

fn post(address: String, mut headers: Vec<(&'static str, String)>, body: Value) -> OutgoingRequest {
    headers.push(("content-type", "application/json".to_owned()));
    OutgoingRequest { method: Method::POST, address, headers, body: body.to_string() }
}

/// The headers by which a program knows that it is the server that says something, as Standard
/// Webhooks has them.
fn signed(secret: &str, id: Uuid, now_s: i64, body: &str) -> Vec<(&'static str, String)> {
    let key = secret.strip_prefix(SECRET_PREFIX).unwrap_or(secret);
    // Every secret is one that was drawn here.
    let key = STANDARD.decode(key).unwrap_or_default();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let tag = hmac::sign(&key, format!("{id}.{now_s}.{body}").as_bytes());
    vec![
        ("webhook-id", id.to_string()),
        ("webhook-timestamp", now_s.to_string()),
        ("webhook-signature", format!("v1,{}", STANDARD.encode(tag))),
    ]
}

/// What a program reads.
fn webhook(delivery: &Delivery<'_>, texts: &[NewsText], with: &Telling<'_>) -> Value {
    let news = delivery.news.iter().zip(texts).map(|(news, text)| {
        let mut said = json!(news);
        if let Some(said) = said.as_object_mut() {
            said.insert("title".to_owned(), json!(text.title));
            said.insert("text".to_owned(), json!(text.body));
            said.insert("url".to_owned(), json!(text.link));
            said.insert("picture".to_owned(), json!(text.picture));
        }
        said
    });
    let at = Timestamp::from_millisecond(delivery.made_ms).unwrap_or_default();
    json!({
        "type": "club.news",
        "timestamp": at.to_string(),
        "data": {
            "club": { "slug": with.slug, "name": with.club, "url": with.club_link() },
            "lang": with.language.tag(),
            "news": news.collect::<Vec<_>>(),
        },
    })
}

/// News in words, for people.
#[derive(Clone, Copy)]
struct Message<'a> {
    texts: &'a [NewsText],
    with: &'a Telling<'a>,
}

impl<'a> Message<'a> {
    fn items(self) -> &'a [NewsText] {
        self.texts.get(..ITEMS_MAX).unwrap_or(self.texts)
    }

    /// How many more there are, in words.
    fn more(self) -> Option<String> {
        let n = self.texts.len().saturating_sub(ITEMS_MAX);
        (n > 0).then(|| self.with.language.words().bridges_more(n as u64))
    }

    /// The picture of the one that has one.
    fn picture(self) -> Option<&'a str> {
        self.texts.iter().find_map(|text| text.picture.as_deref())
    }

    /// Lines of plain text, at most so many characters.
    fn lines(self, chars_max: usize) -> String {
        let item = |text: &NewsText| {
            let parts = [&text.title, &text.body, &text.link];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            parts.map(String::as_str).collect::<Vec<_>>().join("\n")
        };
        let items = self.items().iter().map(item);
        let all: Vec<String> = items.chain(self.more()).collect();
        cut(&all.join("\n\n"), chars_max)
    }

    fn discord(self) -> Value {
        let is_one = self.texts.len() == 1;
        let embed = |text: &NewsText| {
            let mut embed = json!({
                "title": cut(&discord_plain(&text.title), 250),
                "description": cut(&discord_plain(&text.body), 2_000),
                "url": text.link,
            });
            if let (Some(picture), Some(embed)) = (&text.picture, embed.as_object_mut()) {
                let place = if is_one { "image" } else { "thumbnail" };
                embed.insert(place.to_owned(), json!({ "url": picture }));
            }
            embed
        };
        let embeds: Vec<Value> = self.items().iter().map(embed).collect();
        json!({
            "content": self.more().unwrap_or_default(),
            "embeds": embeds,
            "allowed_mentions": { "parse": [] },
        })
    }

    fn slack(self) -> Value {
        let item = |text: &NewsText| {
            let (title, body) = (slack_plain(&text.title), slack_plain(&text.body));
            let mut said = json!({
                "fallback": format!("{title} {}", text.link),
                "title": title,
                "title_link": text.link,
                "text": body,
                "mrkdwn_in": [],
            });
            if let (Some(picture), Some(said)) = (&text.picture, said.as_object_mut()) {
                said.insert("image_url".to_owned(), json!(picture));
            }
            said
        };
        let items: Vec<Value> = self.items().iter().map(item).collect();
        json!({ "text": self.more().unwrap_or_default(), "attachments": items })
    }

    fn telegram(self, chat: &str) -> Value {
        let first = self.texts.first().map(|text| text.link.as_str());
        json!({
            "chat_id": chat,
            "text": self.lines(4_000),
            "link_preview_options": {
                "url": self.picture().or(first),
                "prefer_large_media": true,
            },
        })
    }

    fn line(self, to: &str) -> Value {
        let mut messages = vec![json!({ "type": "text", "text": self.lines(4_900) })];
        // LINE fetches pictures over HTTPS alone.
        if let Some(picture) = self.picture().filter(|it| it.starts_with("https://")) {
            messages.push(json!({
                "type": "image",
                "originalContentUrl": picture,
                "previewImageUrl": picture,
            }));
        }
        json!({ "to": to, "messages": messages })
    }

    fn matrix(self) -> Value {
        let item = |text: &NewsText| {
            let (title, body) = (html(&text.title), html(&text.body).replace('\n', "<br>"));
            format!("<p><a href=\"{}\">{title}</a><br>{body}</p>", html(&text.link))
        };
        let more = self.more().map(|more| format!("<p>{}</p>", html(&more)));
        let formatted: String = self.items().iter().map(item).chain(more).collect();
        json!({
            "msgtype": "m.text",
            "body": self.lines(10_000),
            "format": "org.matrix.custom.html",
            "formatted_body": formatted,
            "m.mentions": {},
        })
    }
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Without what Discord reads as a style, a mention or a link.
fn discord_plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(
            sign,
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '[' | ']' | '(' | ')' | '#' | ':'
        ) {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}

/// Without what Slack reads as a link or a mention.
fn slack_plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn html(text: &str) -> String {
    slack_plain(text).replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use komadai_language::Language;

    use super::{
        super::news::tests::{round, seek, with},
        *,
    };

    fn hosts() -> BridgeHosts {
        BridgeHosts {
            telegram: "https://t.example".to_owned(),
            line: "https://l.example".to_owned(),
            zalo: "https://z.example".to_owned(),
        }
    }

    fn sent(kind: BridgeKind, news: &[BridgeNews]) -> (OutgoingRequest, Value) {
        let to = Destination {
            kind,
            host: "https://own.example/hook",
            target: "!room:x",
            secret: match kind {
                BridgeKind::Discord | BridgeKind::Slack => "https://hooks.example/secret",
                BridgeKind::Webhook => "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
                _ => "token",
            },
        };
        let id = Uuid::from_u128(7);
        let delivery = Delivery { id, news, made_ms: 1_700_000_000_000, now_ms: 1_700_000_060_000 };
        let sent = request(to, &hosts(), delivery, &with(Language::ENGLISH));
        let body = serde_json::from_str(&sent.body).unwrap();
        (sent, body)
    }

    fn header<'a>(sent: &'a OutgoingRequest, name: &str) -> &'a str {
        &sent.headers.iter().find(|(key, _)| *key == name).expect("a header").1
    }

    #[test]
    fn discord_gets_cards_and_calls_nobody() {
        let (sent, body) = sent(BridgeKind::Discord, &[seek("a_b *x* <@1>")]);
        assert_eq!(sent.address, "https://hooks.example/secret");
        let title = body["embeds"][0]["title"].as_str().unwrap();
        assert!(title.starts_with(r"a\_b \*x\* \<\(at\)1\>"), "{title}");
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
        assert!(body["embeds"][0]["image"]["url"].as_str().unwrap().contains("diagram.png"));
    }

    #[test]
    fn a_busy_evening_is_one_message() {
        let news: Vec<BridgeNews> = (0..60).map(|i| seek(&format!("Minh {i}"))).collect();
        let (_, body) = sent(BridgeKind::Discord, &news);
        assert_eq!(body["embeds"].as_array().unwrap().len(), 10);
        assert!(body["content"].as_str().unwrap().contains("50"), "{body}");
        let (_, body) = sent(BridgeKind::Zalo, &news);
        assert!(body["text"].as_str().unwrap().chars().count() <= 1_901);
        let (_, body) = sent(BridgeKind::Webhook, &news);
        assert_eq!(body["data"]["news"].as_array().unwrap().len(), 60, "programs read all of it");
    }

    #[test]
    fn slack_and_matrix_read_signs_as_signs() {
        let (_, body) = sent(BridgeKind::Slack, &[seek("<!channel> & \"An\"")]);
        let title = body["attachments"][0]["title"].as_str().unwrap();
        assert!(title.starts_with("&lt;!channel&gt; &amp; \"An\""), "{title}");
        let (sent, body) = sent(BridgeKind::Matrix, &[seek("<b>\"An\"")]);
        assert_eq!(sent.method, Method::PUT);
        assert!(sent.address.contains("/rooms/%21room%3Ax/send/m.room.message/00000000-"));
        assert_eq!(header(&sent, "authorization"), "Bearer token");
        let formatted = body["formatted_body"].as_str().unwrap();
        assert!(formatted.contains("&lt;b&gt;&quot;An&quot;"), "{formatted}");
        assert_eq!(body["m.mentions"], json!({}));
    }

    #[test]
    fn telegram_line_and_zalo_get_lines_with_a_link() {
        let (sent_t, body) = sent(BridgeKind::Telegram, &[round()]);
        assert_eq!(sent_t.address, "https://t.example/bottoken/sendMessage");
        let text = "Round 3 of “Giải mùa thu” begins\n12 games\n\
                    https://shogi.example/tournaments/aaaaaaaaaa";
        assert_eq!((&body["text"], &body["chat_id"]), (&json!(text), &json!("!room:x")));
        assert!(body.get("parse_mode").is_none(), "{body}");
        let (sent_z, body) = sent(BridgeKind::Zalo, &[round()]);
        assert_eq!(sent_z.address, "https://z.example/bottoken/sendMessage");
        assert_eq!(body, json!({ "chat_id": "!room:x", "text": text }));
        let (sent_l, body) = sent(BridgeKind::Line, &[round(), seek("An")]);
        assert_eq!(sent_l.address, "https://l.example/v2/bot/message/push");
        assert_eq!(header(&sent_l, "x-line-retry-key"), Uuid::from_u128(7).to_string());
        assert_eq!(body["messages"][1]["type"], "image");
    }

    #[test]
    fn a_program_knows_who_has_signed() {
        let (sent, body) = sent(BridgeKind::Webhook, &[round()]);
        assert_eq!(sent.address, "https://own.example/hook");
        assert_eq!(header(&sent, "webhook-id"), "00000000-0000-0000-0000-000000000007");
        assert_eq!(header(&sent, "webhook-timestamp"), "1700000060");
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"0123456789abcdef0123456789abcdef");
        let said = format!("{}.1700000060.{}", Uuid::from_u128(7), sent.body);
        let tag = header(&sent, "webhook-signature").strip_prefix("v1,").unwrap();
        let tag = STANDARD.decode(tag).unwrap();
        assert!(hmac::verify(&key, said.as_bytes(), &tag).is_ok());
        assert_eq!(body["type"], "club.news");
        assert_eq!(body["timestamp"], "2023-11-14T22:13:20Z", "of the news, not of the attempt");
        let news = &body["data"]["news"][0];
        assert_eq!((&news["t"], &news["round"]), (&json!("round"), &json!(3)));
        assert_eq!(news["title"], "Round 3 of “Giải mùa thu” begins");
    }
}
