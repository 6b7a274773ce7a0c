//! What the answers of the servers at the ends of bridges mean.

use std::time::{Duration, UNIX_EPOCH};

use hyper::{HeaderMap, StatusCode, header};
use komadai_community::bridges::{BridgeFault, BridgeKind};
use serde_json::Value;

use crate::public_web::WebError;

/// The longest that a server may want to be left alone; who says more is asked sooner.
const PAUSE_MAX: Duration = Duration::from_secs(6 * 3_600);

/// Why something did not arrive, and for how long the server wants to be left alone, if it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) fault: BridgeFault,
    pub(crate) retry_after: Option<Duration>,
}

impl From<BridgeFault> for Failure {
    fn from(fault: BridgeFault) -> Self {
        Self { fault, retry_after: None }
    }
}

impl From<WebError> for Failure {
    fn from(error: WebError) -> Self {
        match error {
            WebError::Address => BridgeFault::Address.into(),
            WebError::Net(_) | WebError::Http(_) => BridgeFault::Unreachable.into(),
            WebError::TooLong => BridgeFault::Server.into(),
        }
    }
}

/// How long somebody wants to be left alone, as `Retry-After` says it: in seconds, or until a
/// date.
pub(crate) fn retry_after(headers: &HeaderMap, now_ms: u64) -> Option<Duration> {
    let said = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = said.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(said).ok()?;
    let now = UNIX_EPOCH + Duration::from_millis(now_ms);
    Some(until.duration_since(now).unwrap_or_default())
}

/// What bots' servers say in the body, whatever else is there: something of a kind that was not
/// expected hides nothing of the rest.
struct BotAnswer(Value);

impl BotAnswer {
    fn of(body: &[u8]) -> Self {
        Self(serde_json::from_slice(body).unwrap_or_default())
    }

    fn is_refusal(&self) -> bool {
        self.0.get("ok") == Some(&Value::Bool(false))
    }

    /// The status that stands in the body, if it is one.
    fn status(&self) -> Option<StatusCode> {
        let code = self.0.get("error_code")?.as_u64()?;
        let status = StatusCode::from_u16(u16::try_from(code).ok()?).ok()?;
        (!status.is_success()).then_some(status)
    }

    fn retry_after(&self) -> Option<Duration> {
        let number = |place: &str| self.0.pointer(place)?.as_f64();
        // Telegram's, Matrix's and Discord's.
        let seconds = number("/parameters/retry_after")
            .or_else(|| Some(number("/retry_after_ms")? / 1_000.0))
            .or_else(|| number("/retry_after"));
        Duration::try_from_secs_f64(seconds?).ok()
    }
}

/// Whether what was sent has arrived.
///
/// # Errors
/// Why not.
pub(crate) fn judge(
    kind: BridgeKind,
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    now_ms: u64,
) -> Result<(), Failure> {
    let said = BotAnswer::of(body);
    // Zalo refuses with a status that is fine, and says so in the body.
    let status = match kind {
        BridgeKind::Zalo | BridgeKind::Telegram if said.is_refusal() => {
            let own = (!status.is_success()).then_some(status);
            said.status().or(own).unwrap_or(StatusCode::BAD_REQUEST)
        }
        _ => status,
    };
    // LINE has it from an attempt before.
    if status.is_success() || (kind == BridgeKind::Line && status == StatusCode::CONFLICT) {
        return Ok(());
    }
    let fault = match (kind, status.as_u16()) {
        (_, 429) => BridgeFault::Busy,
        (_, 408 | 500..) => BridgeFault::Server,
        (_, 401) => BridgeFault::Token,
        // The token is part of the address; the group is named in the body.
        (BridgeKind::Telegram | BridgeKind::Zalo, 404) => BridgeFault::Token,
        (BridgeKind::Telegram | BridgeKind::Zalo | BridgeKind::Line, 400) => BridgeFault::Target,
        (BridgeKind::Telegram | BridgeKind::Zalo | BridgeKind::Matrix, 403) => BridgeFault::Target,
        (BridgeKind::Discord | BridgeKind::Slack | BridgeKind::Matrix, 404 | 410) => {
            BridgeFault::Target
        }
        (BridgeKind::Webhook, 410) => BridgeFault::Target,
        (_, 403) => BridgeFault::Token,
        _ => BridgeFault::Refused,
    };
    let retry_after = (fault == BridgeFault::Busy || fault == BridgeFault::Server)
        .then(|| retry_after(headers, now_ms).or_else(|| said.retry_after()))
        .flatten();
    Err(Failure { fault, retry_after: retry_after.map(|it| it.min(PAUSE_MAX)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_what_is_wrong() {
        use BridgeFault::{Busy, Refused, Server, Target, Token};
        use BridgeKind::{Discord, Line, Matrix, Slack, Telegram, Webhook, Zalo};
        for (kind, status, body, expected) in [
            (Discord, 204, "", None),
            (Discord, 404, r#"{"message":"Unknown Webhook","code":10015}"#, Some((Target, None))),
            (Discord, 429, r#"{"retry_after":1.5}"#, Some((Busy, Some(1_500)))),
            (Slack, 200, "ok", None),
            (Slack, 403, "invalid_token", Some((Token, None))),
            (Slack, 410, "channel_is_archived", Some((Target, None))),
            (Telegram, 200, r#"{"ok":true,"result":{}}"#, None),
            (Telegram, 401, r#"{"ok":false,"error_code":401}"#, Some((Token, None))),
            (Telegram, 403, r#"{"ok":false,"error_code":403}"#, Some((Target, None))),
            (
                Telegram,
                429,
                r#"{"ok":false,"error_code":429,"parameters":{"retry_after":7}}"#,
                Some((Busy, Some(7_000))),
            ),
            (Zalo, 200, r#"{"ok":false,"error_code":401}"#, Some((Token, None))),
            (Zalo, 200, r#"{"ok":true}"#, None),
            (Zalo, 200, r#"{"ok":false,"error_code":-216}"#, Some((Target, None))),
            (Zalo, 200, r#"{"ok":false,"message":"no such chat"}"#, Some((Target, None))),
            (
                Zalo,
                200,
                r#"{"ok":false,"error_code":401,"parameters":null,"retry_after":"soon"}"#,
                Some((Token, None)),
            ),
            (Telegram, 500, r#"{"ok":false,"error_code":0}"#, Some((Server, None))),
            (Telegram, 429, r#"{"ok":false,"retry_after":-5}"#, Some((Busy, None))),
            (Matrix, 401, r#"{"errcode":"M_UNKNOWN_TOKEN"}"#, Some((Token, None))),
            (Matrix, 429, r#"{"retry_after_ms":2000}"#, Some((Busy, Some(2_000)))),
            (Line, 409, "{}", None),
            (Line, 400, "{}", Some((Target, None))),
            (Webhook, 302, "", Some((Refused, None))),
            (Webhook, 413, "", Some((Refused, None))),
            (Webhook, 503, "gone fishing", Some((Server, None))),
            (Webhook, 429, r#"{"retry_after_ms":99999999999}"#, Some((Busy, Some(21_600_000)))),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            let judged = judge(kind, status, &HeaderMap::new(), body.as_bytes(), 0);
            let found = judged.err().map(|it| (it.fault, it.retry_after.map(|it| it.as_millis())));
            assert_eq!(found, expected, "{kind:?} {status} {body}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::RETRY_AFTER, "11".parse().unwrap());
        let judged = judge(Webhook, StatusCode::TOO_MANY_REQUESTS, &headers, b"", 0);
        assert_eq!(judged.unwrap_err().retry_after, Some(Duration::from_secs(11)));
    }
}
