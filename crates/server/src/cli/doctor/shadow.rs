//! Whether the shadow of the database is close behind it.

use std::{fs, time::UNIX_EPOCH};

use komadai_store::newest_shadow;

use super::{Doubtful, Finding, Fine, Wrong};
use crate::{backups::shadowing::is_on_same_disk, config::Config, metrics::machine};

/// While a server runs something is written every second.
const LAG_S_MAX: u64 = 10;

/// `None`: none is kept.
pub(super) fn look(config: &Config) -> Option<Finding> {
    if !config.backup.has_shadow() {
        return None;
    }
    let folder = &config.backup.shadow;
    let shown = folder.display();
    let newest = match newest_shadow(folder) {
        Ok(Some(newest)) => newest,
        Ok(None) => {
            return Some(Doubtful(format!(
                "there is no shadow of the database in {shown} yet: the server begins one when it \
                 is started"
            )));
        }
        Err(cause) => {
            let cause = anyhow::Error::from(cause);
            return Some(Wrong(format!("the shadow in {shown} cannot be read: {cause:#}")));
        }
    };
    let written = fs::metadata(newest.join("rounds")).and_then(|it| it.modified()).ok();
    let written = written.and_then(|it| it.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let lag_s = (machine::wall_ms() / 1000).saturating_sub(written.as_secs());
    Some(if is_on_same_disk(folder, &config.database.data_dir) {
        Doubtful(format!(
            "the shadow in {shown} is on the disk of the database, and would be lost with it"
        ))
    } else if lag_s > LAG_S_MAX {
        Doubtful(format!(
            "the shadow of the database in {shown} was written {lag_s} seconds ago: the server does \
             not run, or its log says why"
        ))
    } else {
        Fine(format!("the shadow of the database in {shown} was written within {LAG_S_MAX} s"))
    })
}
