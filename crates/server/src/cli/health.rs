//! `komadai health`: what a container asks every half minute, in an image that has no other
//! client.

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, bail};

use crate::{config::Config, tls};

/// How long the server may take for any part of its answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Most of an answer is not wanted, in bytes.
const ANSWER_BYTES_MAX: u64 = 4096;

/// Where this machine asks the server. Where it listens on every address that is the machine's own.
pub(super) fn here(config: &Config) -> SocketAddr {
    let mut address = config.server.listen;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Asks and prints the answer.
///
/// # Errors
/// When the server does not answer, or says that it is not ready.
pub(super) fn run(config: &Config) -> anyhow::Result<()> {
    let answer = get(config, "/health/ready", ANSWER_BYTES_MAX)?;
    let body = answer.rsplit_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
    if !answer.starts_with("HTTP/1.1 200 ") {
        bail!("the server on {} is not ready: {body}", here(config));
    }
    super::say(body)
}

/// What the server on this machine answers, with its headers; at most so much of it.
///
/// # Errors
/// When it does not.
pub(super) fn get(config: &Config, path: &str, bytes_max: u64) -> anyhow::Result<String> {
    let address = here(config);
    let socket = TcpStream::connect_timeout(&address, ANSWER_WITHIN)
        .with_context(|| format!("nothing answers on {address}"))?;
    socket.set_read_timeout(Some(ANSWER_WITHIN))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    match config.site_name().filter(|_| config.has_tls()) {
        Some(name) => ask(tls::encrypted(socket, name)?, &request, bytes_max)
            .context("the connection cannot be encrypted"),
        None => ask(socket, &request, bytes_max),
    }
}

/// The answer, or as much of it as is wanted.
fn ask(mut socket: impl Read + Write, request: &str, bytes_max: u64) -> anyhow::Result<String> {
    socket.write_all(request.as_bytes())?;
    let mut answer = String::new();
    socket.take(bytes_max).read_to_string(&mut answer)?;
    Ok(answer)
}
