//! The shadow of the embedded database in a second place, on a thread of its own, so that games do
//! not wait for it.

use std::{path::Path, sync::Arc, thread, time::Duration};

use anyhow::Context as _;
use komadai_store::{ShadowStep, ShadowWriter, Store};
use metrics::counter;
use parking_lot::Mutex;
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, sleep},
};
use tracing::{error, info, warn};

use crate::{config::Config, metrics::machine};

/// How often what was written is taken over: with what a step takes, well within a second.
const STEP_EVERY: Duration = Duration::from_millis(200);

/// How long to wait when it could not be written.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// What would be lost at most is complained of when it is older, in milliseconds.
const LAG_MS_MAX: u64 = 10_000;

/// Up to when everything is in the shadow; before the first is whole: when it was begun. `None`: none
/// is kept. Not by the machine's clock, which may be set.
static COVERED: Mutex<Option<Instant>> = Mutex::new(None);

/// Keeps the shadow until it is told to finish.
#[derive(Debug)]
pub(crate) struct Shadowing {
    ended: oneshot::Receiver<()>,
    stop: watch::Sender<bool>,
}

impl Shadowing {
    /// `None`: none is to be kept.
    pub(crate) fn begin(config: &Arc<Config>, store: Store) -> Option<Self> {
        if !config.backup.has_shadow() {
            return None;
        }
        *COVERED.lock() = Some(Instant::now());
        let (stop, stopped) = watch::channel(false);
        let config = config.clone();
        let (ends, ended) = oneshot::channel();
        // Not one of the runtime's own threads, which it would wait for at the end, as long as the
        // second place takes to answer.
        let spawned = thread::Builder::new().name("shadow".to_owned()).spawn(move || {
            match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => {
                    runtime.block_on(keep(&config, &store, stopped));
                    let _ = ends.send(());
                    runtime.shutdown_background();
                }
                Err(cause) => error!("no shadow is kept: {cause}"),
            }
        });
        if let Err(cause) = spawned {
            error!("no shadow is kept: {cause}");
        }
        Some(Self { ended, stop })
    }

    /// Takes over what was written last, and ends.
    pub(crate) async fn finish(self) {
        let _ = self.stop.send(true);
        // A panic is in the log already.
        let _ = self.ended.await;
    }
}

/// How much would be lost now, in milliseconds; `None`: no shadow is kept.
pub(crate) fn lag_ms(config: &Config) -> Option<u64> {
    let covered = COVERED.lock().filter(|_| config.backup.has_shadow())?;
    Some(covered.elapsed().as_millis() as u64)
}

/// What is wrong with the shadow, if anything is.
pub(crate) fn complain(config: &Config) -> Option<String> {
    let lag_ms = lag_ms(config).filter(|it| *it > LAG_MS_MAX)?;
    Some(format!(
        "if the disk were lost now, the last {} seconds would be: the shadow in {} is behind",
        lag_ms / 1000,
        config.backup.shadow.display()
    ))
}

async fn keep(config: &Config, store: &Store, mut stopped: watch::Receiver<bool>) {
    let folder = &config.backup.shadow;
    let mut n_failed = 0_u32;
    while !is_over(&stopped) {
        let followed = follow(config, store, &mut stopped, &mut n_failed).await;
        let Err(cause) = followed else { return };
        counter!("komadai_shadow_failures_total").increment(1);
        // Once an hour is enough for what does not change.
        if n_failed.is_multiple_of(720) {
            error!(
                "the shadow in {} is not continued, and is begun anew as soon as may be: {cause:#}",
                folder.display()
            );
        }
        n_failed = n_failed.saturating_add(1);
        tokio::select! {
            () = sleep(TRY_AGAIN_AFTER) => {}
            () = told(&mut stopped) => {}
        }
    }
}

/// Whether it is told to finish, or whoever could tell it is gone.
fn is_over(stopped: &watch::Receiver<bool>) -> bool {
    *stopped.borrow() || stopped.has_changed().is_err()
}

/// Keeps one until the server stops.
async fn follow(
    config: &Config,
    store: &Store,
    stopped: &mut watch::Receiver<bool>,
    n_failed: &mut u32,
) -> anyhow::Result<()> {
    let (settings, folder) = (config.database(), &config.backup.shadow);
    let mut drawn = [0; 16];
    getrandom::fill(&mut drawn)?;
    let mut writer = ShadowWriter::begin(store, &settings, folder, drawn, machine::wall_ms())
        .await
        .context("it cannot be begun")?;
    if *n_failed == 0 && is_on_same_disk(folder, &settings.data_dir) {
        warn!(
            "the shadow in {} is on the disk of the database: it would be lost with it",
            folder.display()
        );
    }
    let continued = go_on(&mut writer, folder, stopped, n_failed).await;
    tokio::select! {
        () = writer.end() => {}
        // Whatever it waits for, it is the end.
        () = told(stopped) => {}
    }
    continued
}

async fn go_on(
    writer: &mut ShadowWriter,
    folder: &Path,
    stopped: &mut watch::Receiver<bool>,
    n_failed: &mut u32,
) -> anyhow::Result<()> {
    let (began, mut was_whole) = (Instant::now(), false);
    loop {
        let is_last = is_over(stopped);
        let stepped = Instant::now();
        let ShadowStep { is_whole, is_copying } = writer.step(machine::wall_ms()).await?;
        if is_whole {
            *COVERED.lock() = Some(stepped);
            *n_failed = 0;
        }
        if is_whole && !was_whole {
            was_whole = true;
            let took_ms = began.elapsed().as_millis();
            info!("a shadow is kept in {}; it was whole after {took_ms} ms", folder.display());
        }
        if is_last {
            return Ok(());
        }
        if is_copying {
            tokio::task::yield_now().await;
            continue;
        }
        tokio::select! {
            () = sleep(STEP_EVERY) => {}
            () = told(stopped) => {}
        }
    }
}

/// Whether two folders are on one disk, as far as the system says.
pub(crate) fn is_on_same_disk(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let disk = |path: &Path| std::fs::metadata(path).ok().map(|it| it.dev());
        disk(one).is_some_and(|it| disk(other) == Some(it))
    }
    #[cfg(not(unix))]
    false
}

/// Ready when it is told to finish.
async fn told(stopped: &mut watch::Receiver<bool>) {
    // Gone or thrown, it is the end.
    let _ = stopped.wait_for(|it| *it).await;
}
