//! Who answers where the server should: this Komadai, another one, or another program.

use std::net::TcpStream;

use komadai_service::public_web::{OwnAnswer, WebError, ask_own};
use komadai_store::Store;
use serde_json::Value;
use tokio::{task::spawn_blocking, time::timeout};

use super::{
    ANSWER_WITHIN,
    Finding::{self, Doubtful, Fine, Wrong},
};
use crate::{cli::health, config::Config, serve::take_up_address};

/// The most that is read of what a site says of itself.
const SITE_BYTES_MAX: usize = 1 << 20;

/// What was found at the site's addresses.
pub(super) struct SiteReach {
    pub(super) findings: Vec<Finding>,
    /// Whether a Komadai answers on this machine.
    pub(super) here: bool,
    /// What the clock of the public address says, in Unix milliseconds.
    pub(super) public_ms: Option<u64>,
}

/// The settings that a server runs with here: an admin may have said the site's address.
pub(super) async fn as_it_runs(config: &Config) -> Config {
    let Ok(store) = Store::look(&config.database()).await else { return config.clone() };
    let taken_up = take_up_address(config.clone(), &store).await;
    store.close().await;
    taken_up.unwrap_or_else(|_| config.clone())
}

/// Asks the address on which the server listens, and the one under which people reach it.
pub(super) async fn look(config: &Config) -> SiteReach {
    let listen = config.server.listen;
    let at = health::here(config);
    let answer = if config.has_tls() {
        ask_encrypted(config.clone()).await
    } else {
        ask(&format!("http://{at}")).await
    };
    let (here, mut findings) = match answer {
        Ok(answer) => match site(&answer) {
            Some(site) => {
                let found = format!("Komadai {} answers on {listen}", version(&site));
                (Some(site), vec![Fine(found)])
            }
            None => (None, vec![Wrong(not_ours(&listen.to_string()))]),
        },
        Err(why) if why == too_late() => {
            let found = format!(
                "{listen} gives no answer within {} s: the server is starting or has too much to do, \
                 or another program is there",
                ANSWER_WITHIN.as_secs()
            );
            (None, vec![Doubtful(found)])
        }
        Err(_) if TcpStream::connect_timeout(&at, ANSWER_WITHIN).is_ok() => {
            (None, vec![Wrong(not_ours(&listen.to_string()))])
        }
        Err(_) => {
            let found = format!("nothing answers on {listen}: the server is not running");
            (None, vec![Doubtful(found)])
        }
    };
    let mut public_ms = None;
    if !config.server.public_url.is_empty() {
        let url = config.public_url();
        let answer = ask(&url).await;
        public_ms = answer.as_ref().ok().and_then(|it| it.at_ms);
        findings.push(public(&url, answer, here.as_ref()));
    }
    SiteReach { findings, here: here.is_some(), public_ms }
}

fn not_ours(at: &str) -> String {
    format!(
        "another program answers on {at}, not Komadai: stop it, or choose another port \
         (server.listen)"
    )
}

fn public(url: &str, answer: Result<OwnAnswer, String>, here: Option<&Value>) -> Finding {
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return Doubtful(format!("{url} cannot be reached from here: {why}")),
    };
    let Some(there) = site(&answer) else {
        return Wrong(match answer.status {
            502..=504 => format!(
                "{url} answers {}: the proxy there does not reach the server",
                answer.status
            ),
            status => format!(
                "something else than Komadai answers at {url} (status {status}): look where its \
                 name leads, and what the proxy passes on"
            ),
        });
    };
    match here {
        Some(here) if said(here) != said(&there) => Wrong(format!(
            "another Komadai answers at {url} ({}): look where its name leads",
            version(&there)
        )),
        _ => Fine(format!("Komadai {} answers at {url}", version(&there))),
    }
}

async fn ask(url: &str) -> Result<OwnAnswer, String> {
    match timeout(ANSWER_WITHIN, ask_own(&format!("{url}/api/v1/site"), SITE_BYTES_MAX)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(WebError::Net(cause))) => Err(cause.to_string()),
        Ok(Err(cause)) => Err(cause.to_string()),
        Err(_) => Err(too_late()),
    }
}

fn too_late() -> String {
    format!("no answer within {} s", ANSWER_WITHIN.as_secs())
}

/// What the server on this machine says, if it encrypts by itself: its certificate is for the name
/// under which people reach it.
async fn ask_encrypted(config: Config) -> Result<OwnAnswer, String> {
    let get = move || health::get(&config, "/api/v1/site", SITE_BYTES_MAX as u64);
    let answer = spawn_blocking(get).await.map_err(|it| it.to_string())?;
    let answer = answer.map_err(|it| format!("{it:#}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or_default();
    Ok(OwnAnswer { status, body: body.to_owned().into(), at_ms: None })
}

/// What a site says of itself, if it is a Komadai.
fn site(answer: &OwnAnswer) -> Option<Value> {
    let site: Value = serde_json::from_slice(&answer.body).ok()?;
    let is_ours = site["version"].is_string() && site["registration"].is_string();
    is_ours.then_some(site)
}

fn version(site: &Value) -> &str {
    site["version"].as_str().unwrap_or_default()
}

/// What is the same for every visitor.
fn said(site: &Value) -> [&Value; 6] {
    ["version", "commit", "registration", "contact", "branding", "sign"].map(|it| &site[it])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, status: u16, expected: &str) {
        let here = serde_json::json!({ "version": "1.0.0", "registration": "open" });
        let answer = OwnAnswer { status, body: body.to_owned().into(), at_ms: None };
        let (Fine(said) | Doubtful(said) | Wrong(said)) =
            public("https://shogi.example", Ok(answer), Some(&here));
        assert!(said.contains(expected), "{body}: {said}");
    }

    #[test]
    fn who_answers_at_the_public_address_is_told() {
        check(r#"{"version":"1.0.0","registration":"open"}"#, 200, "Komadai 1.0.0 answers at");
        check(r#"{"version":"0.9.0","registration":"open"}"#, 200, "another Komadai");
        check("<html>It works!</html>", 200, "something else than Komadai");
        check("{}", 404, "(status 404)");
        check("", 502, "does not reach the server");
    }
}
