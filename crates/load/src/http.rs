//! Just enough HTTP to ask a server on this machine.

use std::{
    io::{Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, bail};
use serde::{Deserialize, de::DeserializeOwned};

use crate::dial::{ANYWHERE, dial};

/// How long a server may take to answer.
const ANSWER_MAX: Duration = Duration::from_secs(60);

/// A request. What is not JSON is taken all the same where a file is expected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// The address it comes from.
    pub(crate) from: Ipv4Addr,
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// More headers, each with the end of its line.
    pub(crate) headers: &'a str,
    pub(crate) body: &'a [u8],
}

impl Request<'_> {
    /// Everything that goes before the body.
    pub(crate) fn head(&self, server: SocketAddr) -> String {
        let Self { method, path, headers, body, .. } = self;
        let content = match *method {
            "GET" => String::new(),
            _ => format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()),
        };
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{content}{headers}\r\n"
        )
    }
}

/// An answer, whatever it says.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// The cookie that it sets, as a client sends it back; empty when it sets none.
    pub(crate) fn cookie(&self) -> &str {
        cookie(&self.head)
    }

    /// What it is about, as text.
    pub(crate) fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// What it is about, as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        serde_json::from_slice(&self.body).context("the answer cannot be read")
    }

    /// Its status, with the code for programs where something was refused.
    pub(crate) fn code(&self) -> String {
        #[derive(Deserialize)]
        struct Problem {
            code: String,
        }
        match self.json::<Problem>() {
            Ok(Problem { code }) if self.status >= 400 => format!("{} {code}", self.status),
            _ => self.status.to_string(),
        }
    }
}

/// Asks, and reads the answer to its end.
pub(crate) fn send(server: SocketAddr, request: Request<'_>) -> anyhow::Result<Answer> {
    let mut stream = dial(server, request.from, None)?;
    stream.set_read_timeout(Some(ANSWER_MAX))?;
    stream.set_write_timeout(Some(ANSWER_MAX))?;
    stream.write_all(request.head(server).as_bytes())?;
    // A client that is refused early may find the connection closed, with the answer already there.
    let sent = stream.write_all(request.body);
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    if answer.is_empty() {
        sent?;
        read?;
    }
    let end = answer.windows(4).position(|it| it == b"\r\n\r\n");
    let end = end.with_context(|| format!("{} is not answered", request.path))?;
    let body = answer.split_off(end + 4);
    let head = String::from_utf8_lossy(&answer).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.with_context(|| format!("{} is not answered by HTTP", request.path))?;
    Ok(Answer { status, head, body })
}

/// A document.
fn get(server: SocketAddr, path: &str) -> anyhow::Result<Answer> {
    send(server, Request { from: ANYWHERE, method: "GET", path, headers: "", body: b"" })
}

/// Whether there is a server that answers, whatever it says.
pub(crate) fn is_there(server: SocketAddr) -> bool {
    get(server, "/").is_ok()
}

/// Sends JSON, with more headers; the status of the answer.
pub(crate) fn post(
    server: SocketAddr,
    path: &str,
    headers: &str,
    body: &str,
) -> anyhow::Result<u16> {
    let request = Request { from: ANYWHERE, method: "POST", path, headers, body: body.as_bytes() };
    Ok(send(server, request)?.status)
}

/// The moves of a game as its record has them.
pub(crate) fn record(server: SocketAddr, code: &str) -> anyhow::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Record {
        moves: Vec<RecordedMove>,
    }
    #[derive(Deserialize)]
    struct RecordedMove {
        usi: String,
    }
    let path = format!("/api/v1/games/{code}");
    let answer = get(server, &path)?;
    if answer.status != 200 {
        bail!("{path} is answered by {}", answer.code());
    }
    let record: Record = answer.json()?;
    Ok(record.moves.into_iter().map(|it| it.usi).collect())
}

/// The cookie that an answer with this head sets, as a client sends it back; empty when it sets
/// none.
pub(crate) fn cookie(head: &str) -> &str {
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("set-cookie"))
        .and_then(|(_, value)| value.split(';').next())
        .unwrap_or_default()
        .trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found() {
        let answer = "HTTP/1.1 101 Switching Protocols\r\nSet-Cookie: a=b; Path=/\r\nX: y";
        assert_eq!(cookie(answer), "a=b");
        assert_eq!(cookie("HTTP/1.1 101 Switching Protocols"), "");
    }
}
