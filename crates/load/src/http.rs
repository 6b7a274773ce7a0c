//! Just enough HTTP to ask a server on this machine for a document.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, bail};
use serde::Deserialize;

/// How long a server may take to answer.
const ANSWER_MAX: Duration = Duration::from_secs(60);

/// The body of a document.
pub(crate) fn get(server: SocketAddr, path: &str) -> anyhow::Result<String> {
    let answer = ask(server, path)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer has no body")?;
    let status = head.lines().next().unwrap_or_default();
    if !status.contains(" 200 ") {
        bail!("{path} is answered by {status}");
    }
    Ok(body.to_owned())
}

/// Whether there is a server that answers, whatever it says.
pub(crate) fn is_there(server: SocketAddr) -> bool {
    ask(server, "/").is_ok_and(|answer| answer.starts_with("HTTP/1.1 "))
}

/// Sends JSON, with more headers; the status of the answer.
pub(crate) fn post(
    server: SocketAddr,
    path: &str,
    headers: &str,
    body: &str,
) -> anyhow::Result<u16> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    let answer = say(server, &request)?;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.with_context(|| format!("{path} is not answered by HTTP"))
}

fn ask(server: SocketAddr, path: &str) -> anyhow::Result<String> {
    say(server, &format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n"))
}

fn say(server: SocketAddr, request: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect_timeout(&server, ANSWER_MAX)?;
    stream.set_read_timeout(Some(ANSWER_MAX))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
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
    let body = get(server, &format!("/api/v1/games/{code}"))?;
    let record: Record = serde_json::from_str(&body).context("the record cannot be read")?;
    Ok(record.moves.into_iter().map(|it| it.usi).collect())
}
