//! Answers that are compressed: short ones on the way, longer ones where work is done, and those
//! that are the same for everybody only once.

use std::{collections::HashMap, io::Write as _, sync::Arc};

use axum::{
    body::{Body, HttpBody as _, to_bytes},
    http::{HeaderMap, HeaderValue, Uri, header},
    response::Response,
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use parking_lot::Mutex;

use super::NotToCompress;
use crate::{
    blocking_pool::{BlockingPool, Lane},
    http::{peer::Peer, streaming::UNBUFFERED},
    throttle::Throttle,
};

/// Longer answers are not compressed on the way: that would take as long as some hundred moves.
pub(super) const ON_THE_WAY_BYTES_MAX: usize = 32 << 10;

/// So much that is compressed counts as one file that an address asks for.
const BYTES_OF_A_FILE: usize = 64 << 10;

/// How many bytes of compressed answers are remembered.
const CACHED_BYTES_MAX: usize = 16 << 20;

/// The kinds of content that get shorter.
const COMPRESSIBLE: [&str; 5] =
    ["text/", "application/json", "application/xml", "application/x-ndjson", "image/svg"];

/// Answers that were compressed, by their address and their tag. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedAnswers(Arc<Mutex<PackedCache>>);

#[derive(Debug, Default)]
struct PackedCache {
    by_tag: HashMap<(String, HeaderValue), PackedAnswer>,
    n_bytes: usize,
    n_uses: u64,
}

#[derive(Debug)]
struct PackedAnswer {
    bytes: Bytes,
    used_at: u64,
}

impl PackedAnswers {
    fn find(&self, key: &(String, HeaderValue)) -> Option<Bytes> {
        let mut all = self.0.lock();
        all.n_uses += 1;
        let n_uses = all.n_uses;
        let packed = all.by_tag.get_mut(key)?;
        packed.used_at = n_uses;
        Some(packed.bytes.clone())
    }

    /// Remembers one, and forgets those that were not asked for the longest.
    fn remember(&self, key: (String, HeaderValue), bytes: Bytes) {
        let mut all = self.0.lock();
        all.n_bytes += bytes.len();
        all.n_uses += 1;
        let used_at = all.n_uses;
        if let Some(before) = all.by_tag.insert(key, PackedAnswer { bytes, used_at }) {
            all.n_bytes -= before.bytes.len();
        }
        while all.n_bytes > CACHED_BYTES_MAX {
            let oldest = all.by_tag.iter().min_by_key(|(_, it)| it.used_at);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { return };
            let gone = all.by_tag.remove(&oldest);
            all.n_bytes -= gone.map_or(0, |it| it.bytes.len());
        }
    }

    /// Compresses a long answer of this address. Where there is too much to do, it is sent as it is:
    /// that costs the client a little more, and nobody else anything.
    pub(super) async fn pack(
        &self,
        (throttle, blocking_pool): (&Throttle, &BlockingPool),
        peer: Peer,
        uri: &Uri,
        response: Response,
    ) -> Response {
        let n_bytes = response.body().size_hint().exact().and_then(|it| usize::try_from(it).ok());
        let n_bytes = n_bytes.filter(|it| *it > ON_THE_WAY_BYTES_MAX);
        let Some(n_bytes) = n_bytes.filter(|_| is_compressible(response.headers())) else {
            return response;
        };
        // What depends on who asks is nobody else's.
        let tag = response.headers().get(header::ETAG).filter(|_| is_public(response.headers()));
        let key = tag.map(|tag| (uri.path().to_owned(), tag.clone()));
        let (head, body) = response.into_parts();
        if let Some(packed) = key.as_ref().and_then(|key| self.find(key)) {
            return gzip(Response::from_parts(head, Body::from(packed)), true);
        }
        let Ok(plain) = to_bytes(body, n_bytes).await else {
            return Response::from_parts(head, Body::empty());
        };
        let n_files = u32::try_from(n_bytes / BYTES_OF_A_FILE).unwrap_or(u32::MAX);
        let may_work = throttle.work(peer, n_files).is_ok();
        let text = plain.clone();
        let packed = if may_work {
            blocking_pool.run(Lane::Cheap, peer, move |_| compress(&text)).await.ok()
        } else {
            None
        };
        let Some(packed) = packed.flatten() else {
            let mut response = Response::from_parts(head, Body::from(plain));
            response.extensions_mut().insert(NotToCompress);
            return response;
        };
        let is_remembered = key.is_some();
        if let Some(key) = key {
            self.remember(key, packed.clone());
        }
        gzip(Response::from_parts(head, Body::from(packed)), is_remembered)
    }
}

/// Whether the client accepts compressed answers.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    accepted.and_then(|it| it.to_str().ok()).is_some_and(|it| it.contains("gzip"))
}

pub(super) fn is_compressible(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = kind.unwrap_or_default();
    COMPRESSIBLE.iter().any(|it| kind.starts_with(it))
        && !headers.contains_key(header::CONTENT_ENCODING)
        && !headers.contains_key(UNBUFFERED)
}

fn is_public(headers: &HeaderMap) -> bool {
    let control = headers.get(header::CACHE_CONTROL).and_then(|it| it.to_str().ok());
    control.is_some_and(|it| it.starts_with("public") || it == "no-cache")
}

fn compress(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn gzip(mut response: Response, is_shared: bool) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.remove(header::CONTENT_LENGTH);
    if is_shared {
        response.extensions_mut().insert(super::SharedBytes);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_the_longest_is_forgotten() {
        let packed = PackedAnswers::default();
        let key = |n: usize| (format!("/{n}"), HeaderValue::from_static("W/\"1\""));
        let megabyte = || Bytes::from(vec![0; 1 << 20]);
        for n in 0..16 {
            packed.remember(key(n), megabyte());
        }
        assert!(packed.find(&key(0)).is_some());
        packed.remember(key(16), megabyte());
        packed.remember(key(16), megabyte());
        assert!(packed.find(&key(0)).is_some() && packed.find(&key(1)).is_none());
        assert_eq!(packed.0.lock().n_bytes, CACHED_BYTES_MAX);
        assert!(packed.find(&(key(0).0, HeaderValue::from_static("W/\"2\""))).is_none());
    }

    #[test]
    fn what_is_compressed_can_be_read_back() {
        let text = "歩".repeat(50_000);
        let packed = compress(text.as_bytes()).unwrap();
        let mut plain = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed), &mut plain)
            .unwrap();
        assert!(plain == text && packed.len() < text.len() / 10);
    }
}
