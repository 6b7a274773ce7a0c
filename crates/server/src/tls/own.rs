//! A certificate of the operator's own, from two files.

use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};

use super::{Certificate, Certificates};
use crate::config::Tls;

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// # Errors
/// When they cannot be read, or do not belong together.
pub(super) fn read(settings: &Tls) -> anyhow::Result<Certificate> {
    let file =
        |path: &Path| fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
    let (chain, key) = (file(&settings.certificate)?, file(&settings.key)?);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&settings.key)?.permissions().mode();
        if mode & 0o007 != 0 {
            warn!(
                "the key {} can be read by everybody on this machine: chmod o= {0}",
                settings.key.display()
            );
        }
    }
    Certificate::from_pem(&chain, &key).with_context(|| {
        format!(
            "tls.certificate = {} and tls.key = {} cannot be used",
            settings.certificate.display(),
            settings.key.display()
        )
    })
}

/// Reads the files again whenever they have changed, until the server ends.
pub(super) async fn keep(settings: Tls, certificates: Arc<Certificates>) {
    let mut ticks = interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = changed(&settings);
    let mut unread = false;
    loop {
        ticks.tick().await;
        let now = changed(&settings);
        // Whoever replaces both may be between the two.
        if now == seen && !unread {
            continue;
        }
        let is_news = now != seen;
        seen = now;
        match read(&settings) {
            Ok(certificate) => {
                certificates.install(certificate);
                unread = false;
                info!("the certificate {} was read again", settings.certificate.display());
            }
            Err(cause) => {
                unread = true;
                if is_news {
                    warn!("the certificate of before stays in use: {cause:#}");
                }
            }
        }
    }
}

/// When each was changed.
fn changed(settings: &Tls) -> [Option<SystemTime>; 2] {
    [&settings.certificate, &settings.key]
        .map(|path| fs::metadata(path).and_then(|it| it.modified()).ok())
}
