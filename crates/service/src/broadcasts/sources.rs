//! The task that asks for the files from which boards are read.
//!
//! Each file is asked for again and again as long as its broadcast has not ended: politely, because
//! its host is told what is known of it, and more and more rarely while something is wrong. When it
//! is asked next is stored, so the task may end at any point.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use komadai_ids::ReviewId;
use komadai_kifu::{Record, read_unless};
use komadai_live::retry::Retry;
use komadai_store::broadcasts::boards::{self, SourceReply, WaitingBoard};
use tokio::{
    select,
    task::spawn_blocking,
    time::{sleep, timeout},
};
use tracing::{debug, warn};

use crate::keyed_tasks::KeyedTasks;

use super::{Board, Broadcasts, RECORD_BYTES_MAX, Result};

/// How long a file is left alone after it was asked for.
const ASK_EVERY_MS: i64 = 5_000;

/// How long it is left alone at most while something is wrong.
const ASK_AGAIN_MAX_MS: i64 = 300_000;

/// How many files are asked for at the same time, and how many of them for the boards of one
/// account: a host that takes long keeps nobody else waiting.
const FILES_AT_ONCE: usize = 8;
const FILES_OF_OWNER: u32 = 4;

/// How long a host may take, and how long one with which something was wrong before.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
const ANSWER_WITHIN_AFTER_ERROR: Duration = Duration::from_secs(3);

/// How long reading a file may take.
const READ_WITHIN: Duration = Duration::from_secs(2);

/// How long the task waits if nobody wakes it.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// How long it waits after a failure.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

/// Characters of what was wrong with a file.
const SAID_CHARS_MAX: usize = 300;

/// Asks for files for as long as the server runs.
pub(super) async fn run(broadcasts: Broadcasts) {
    let mut retry = Retry::every(AGAIN_AFTER);
    let mut requests = Requests::default();
    loop {
        match step(&broadcasts, &mut requests).await {
            Ok(()) => retry = Retry::every(AGAIN_AFTER),
            Err(cause) => {
                retry.failed(|| warn!("files of broadcasts cannot be asked for: {cause}")).await;
            }
        }
    }
}

/// The files that are being asked for, by their boards.
type Requests = KeyedTasks<ReviewId, Result<()>>;

/// Asks for the files whose turn it is, and waits until it may be another's.
async fn step(broadcasts: &Broadcasts, requests: &mut Requests) -> Result<()> {
    let waiting = boards::sources(&mut broadcasts.store.read().await?, FILES_OF_OWNER).await?;
    let now_ms = broadcasts.now_ms() as i64;
    let mut wait = LOOK_EVERY;
    for it in waiting {
        let later_ms = it.at_ms.saturating_sub(now_ms).max(0);
        if later_ms > 0 {
            wait = wait.min(Duration::from_millis(later_ms.unsigned_abs()));
        } else if requests.len() < FILES_AT_ONCE && requests.keys().all(|of| *of != it.review) {
            let broadcasts = broadcasts.clone();
            requests.spawn(it.review, async move { ask(&broadcasts, it).await });
        }
    }
    select! {
        // One that panicked is asked for again.
        Some(asked) = requests.next() => asked.unwrap_or(Ok(())),
        () = broadcasts.source_wake.notified() => Ok(()),
        () = sleep(wait) => Ok(()),
    }
}

/// Asks for one file, and makes the score say what it says.
async fn ask(broadcasts: &Broadcasts, waiting: WaitingBoard) -> Result<()> {
    let found = boards::find(&mut broadcasts.store.read().await?, waiting.review).await?;
    let Some(board) = found else { return Ok(()) };
    let Some(source) = board.source.clone() else { return Ok(()) };
    let (tag, wrong) = match follow(broadcasts, &board, &source).await {
        Ok(tag) => (tag, None),
        Err(wrong) => {
            debug!("the file of board {} is not read: {wrong}", waiting.review.code());
            (board.source_tag.clone(), Some(wrong))
        }
    };
    let n_errors = if wrong.is_some() { board.source_n_errors.saturating_add(1) } else { 0 };
    let pause_ms = (ASK_EVERY_MS << n_errors.min(16)).min(ASK_AGAIN_MAX_MS);
    let asked = SourceReply {
        next_ms: Some(broadcasts.now_ms() as i64 + pause_ms),
        n_errors,
        said: wrong.unwrap_or_default().chars().take(SAID_CHARS_MAX).collect(),
        tag,
    };
    let mut tx = broadcasts.store.write().await?;
    boards::asked(&mut tx, board.review, &source, &asked).await?;
    Ok(tx.commit().await?)
}

/// Follows a file; what it is called then, or what is wrong in words.
async fn follow(broadcasts: &Broadcasts, board: &Board, source: &str) -> Result<String, String> {
    if broadcasts.studies.may_begin().is_err() {
        return Ok(board.source_tag.clone());
    }
    let was_wrong = board.source_n_errors > 0;
    let within = if was_wrong { ANSWER_WITHIN_AFTER_ERROR } else { ANSWER_WITHIN };
    let (imports, tag) = (&broadcasts.imports, &board.source_tag);
    let fetched = imports.fetch_changed(source, tag, RECORD_BYTES_MAX, within);
    let Some((bytes, tag)) = fetched.await.map_err(|cause| cause.to_string())? else {
        return Ok(board.source_tag.clone());
    };
    let record = read(bytes).await?;
    let written = async {
        let mut tx = broadcasts.store.write().await?;
        match boards::take(&mut tx, board.review).await? {
            // Another file counts by now, or none.
            Some(now) if now.source.as_deref() != Some(source) => Ok(()),
            Some(now) => broadcasts.follow(tx, &now, None, &record).await.map(drop),
            None => Ok(()),
        }
    };
    written.await.map_err(|cause: super::BroadcastError| cause.to_string())?;
    Ok(tag)
}

/// The first game of a file.
async fn read(bytes: Bytes) -> Result<Record, String> {
    let is_late = Arc::new(AtomicBool::new(false));
    let stop = is_late.clone();
    let reading = spawn_blocking(move || {
        read_unless(&bytes, None, None, move || stop.load(Ordering::Relaxed))
    });
    let read = timeout(READ_WITHIN, reading).await;
    is_late.store(true, Ordering::Relaxed);
    match read {
        Ok(Ok(Ok(reading))) => {
            reading.records.into_iter().next().ok_or_else(|| "this file has no game".to_owned())
        }
        Ok(Ok(Err(cause))) => Err(cause.to_string()),
        Ok(Err(_)) | Err(_) => Err("this file takes too long to read".to_owned()),
    }
}
