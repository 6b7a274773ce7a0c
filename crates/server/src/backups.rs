//! Back-ups that the server makes by itself, and what is known of them.
//!
//! Each is a folder whose name is its time. It has that name only once it has been restored into a
//! folder of its own and counted again ([`verifying`]); what is interrupted before that is removed
//! at the next start, and older ones go only after that.

pub(crate) mod shadowing;
pub(crate) mod verifying;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use jiff::{Timestamp, tz::TimeZone};
use komadai_store::back_up;
use metrics::{counter, gauge};
use tokio::time::sleep;
use tracing::{error, info, warn};

use crate::{app::App, config::Config, metrics::machine};

/// What the name of each begins with.
const PREFIX: &str = "komadai-";

/// How its time is written.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// The ending of one that is not verified yet.
const NEW: &str = "new";

/// How long to wait when one could not be made.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(600);

/// How often it is looked whether another is due: the machine's clock may be set.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// A good back-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoodBackup {
    /// When it was begun, in Unix milliseconds.
    pub(crate) at_ms: u64,
    pub(crate) path: PathBuf,
}

/// The good ones in a folder, oldest first.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<GoodBackup>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        found.extend(time_of(&path).map(|at_ms| GoodBackup { at_ms, path }));
    }
    found.sort_by_key(|it| it.at_ms);
    Ok(found)
}

/// The time in the name of a good one.
fn time_of(path: &Path) -> Option<u64> {
    let time = path.file_name()?.to_str()?.strip_prefix(PREFIX)?;
    let at = jiff::civil::DateTime::strptime(TIME, time).ok()?.to_zoned(TimeZone::UTC).ok()?;
    u64::try_from(at.timestamp().as_millisecond()).ok()
}

fn name_at(at_ms: u64) -> anyhow::Result<String> {
    let at = Timestamp::from_millisecond(at_ms as i64)?;
    Ok(format!("{PREFIX}{}", at.strftime(TIME)))
}

/// How old the last good one is, in milliseconds; `None`: there is none.
pub(crate) fn age_ms(config: &Config, now_ms: u64) -> Option<u64> {
    let settings = &config.backup;
    let found = settings.is_on().then(|| list(&settings.to).ok()).flatten()?;
    Some(now_ms.saturating_sub(found.last()?.at_ms))
}

/// What is wrong with the back-ups; `None`: the last is as young as it should be, or none are made.
pub(crate) fn complain(config: &Config, now_ms: u64) -> Option<String> {
    let settings = &config.backup;
    if !settings.is_on() {
        return None;
    }
    let folder = settings.to.display();
    match list(&settings.to) {
        Err(cause) => Some(format!("the back-ups in {folder} cannot be read: {cause}")),
        Ok(found) => match found.last() {
            None => Some(format!("there is no good back-up in {folder} yet")),
            Some(last) if now_ms.saturating_sub(last.at_ms) > 2 * settings.every_ms() => {
                let hours = now_ms.saturating_sub(last.at_ms) / 3_600_000;
                Some(format!(
                    "the last good back-up in {folder} is {hours} hours old: the server's log says \
                     why there is no other"
                ))
            }
            Some(_) => None,
        },
    }
}

/// Makes them until the server ends.
pub(crate) async fn keep(app: App) {
    let config = app.config.clone();
    drop(app);
    if !config.backup.is_on() {
        return;
    }
    remove_unfinished(&config.backup.to);
    loop {
        let settings = &config.backup;
        let now_ms = machine::wall_ms();
        let last_ms = list(&settings.to).ok().and_then(|it| it.last().map(|it| it.at_ms));
        // One from the future is from a clock that was wrong.
        let is_due = last_ms.is_none_or(|at_ms| now_ms.abs_diff(at_ms) >= settings.every_ms());
        let pause = if !is_due {
            LOOK_EVERY
        } else {
            match make_apart(config.clone(), now_ms).await {
                Ok(said) => {
                    info!("{said}");
                    LOOK_EVERY
                }
                Err(cause) => {
                    counter!("komadai_backups_failed_total").increment(1);
                    error!("no back-up could be made, and older ones are kept: {cause:#}");
                    TRY_AGAIN_AFTER
                }
            }
        };
        sleep(pause).await;
    }
}

/// Does it on a thread of its own, so that games do not wait for it.
async fn make_apart(config: Arc<Config>, now_ms: u64) -> anyhow::Result<String> {
    let work = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(make(&config, now_ms))
    };
    tokio::task::spawn_blocking(work).await?
}

/// Makes one, verifies it, and removes those that are too many; what was done.
///
/// # Errors
/// When it could not be made, or is not good.
async fn make(config: &Config, now_ms: u64) -> anyhow::Result<String> {
    let settings = &config.backup;
    let folder = &settings.to;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(name_at(now_ms)?);
    let new = path.with_extension(NEW);
    let done = async {
        let report = back_up(&config.database(), &new).await?;
        let verified =
            verifying::verify(&new, &folder.join(format!("{PREFIX}verify.{NEW}"))).await?;
        fs::rename(&new, &path)
            .and_then(|()| fs::File::open(folder)?.sync_all())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        anyhow::Ok((report.main_bytes + report.journal_bytes, verified))
    };
    let done = done.await;
    if done.is_err() {
        // It holds password hashes, and fills the disk.
        let _ = fs::remove_dir_all(&new);
    }
    let (bytes, verified) = done?;
    gauge!("komadai_backup_bytes").set(bytes as f64);
    let mut found = list(folder)?;
    found.truncate(found.len().saturating_sub(settings.keep as usize));
    for GoodBackup { path, .. } in found {
        if let Err(cause) = fs::remove_dir_all(&path) {
            warn!("the back-up {} is too many and cannot be removed: {cause}", path.display());
        }
    }
    Ok(format!("backed up into {}: {verified}", path.display()))
}

/// Removes what a server that was killed has left.
fn remove_unfinished(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        let is_new = name.split('.').nth(1) == Some(NEW);
        if name.starts_with(PREFIX)
            && is_new
            && let Err(cause) = fs::remove_dir_all(&path)
        {
            warn!("{} is unfinished and cannot be removed: {cause}", path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_by_its_time_is_a_good_one() {
        let folder = tempfile::tempdir().unwrap();
        let name = name_at(1_795_932_367_000).unwrap();
        assert_eq!(name, "komadai-20261129T060607Z");
        for name in
            [&name, "komadai-20261128T060607Z", "komadai-x", "mine", "komadai-20261130T060607Z.new"]
        {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let found: Vec<_> = list(folder.path()).unwrap().into_iter().map(|it| it.at_ms).collect();
        assert_eq!(found, [1_795_932_367_000 - 86_400_000, 1_795_932_367_000]);
        fs::create_dir(folder.path().join("komadai-verify.new")).unwrap();
        remove_unfinished(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
