//! `/api/v1/admin/metrics`: how the server is and was in the last hour, for those who run it.

use axum::{Json, extract::State};
use komadai_protocol::http::site as wire;

use crate::{
    app::App,
    backups,
    http::{
        answer::Answer,
        extract::{Administering, Ask, Operator},
    },
    metrics::{machine, recording::EVERY},
    version::{COMMIT, VERSION},
};

pub(super) async fn show(
    State(app): State<App>,
    _: Operator<Administering>,
    Ask(wire::ReadingsAfter { after_ms }): Ask<wire::ReadingsAfter>,
) -> Answer<wire::ServerMetrics> {
    let folder = &app.config.database.data_dir;
    let (files, disk) = (machine::open_files(), machine::disk(folder));
    let (now_ms, wall_ms) = (app.service.timebase.now_ms(), machine::wall_ms());
    let members =
        if app.config.cluster.is_off() { Vec::new() } else { app.service.store.members().await? };
    let has_standby = members.iter().any(|it| !it.works);
    let members = members.into_iter().map(|it| wire::ClusterMember {
        games: app.linking.as_ref().and_then(|linking| linking.n_games_at(&it.address)),
        address: it.address,
        works: it.works,
        since_ms: it.since_ms.max(0).unsigned_abs(),
    });
    let members: Vec<_> = members.collect();
    let warnings = [
        (wire::Warning::NoStandby, !members.is_empty() && !has_standby),
        (wire::Warning::NotReady, app.service.check().is_err()),
        (wire::Warning::OpenFiles, files.and_then(machine::complain_of_open_files).is_some()),
        (
            wire::Warning::Disk,
            disk.and_then(|disk| machine::complain_of_disk(folder, disk)).is_some(),
        ),
        (wire::Warning::Backup, backups::complain(&app.config, wall_ms).is_some()),
        (wire::Warning::Clock, machine::complain_of_clock(now_ms, wall_ms).is_some()),
    ];
    let database = if app.config.database.url.is_empty() { "SQLite" } else { "PostgreSQL" };
    Ok(Json(wire::ServerMetrics {
        version: VERSION.to_owned(),
        commit: COMMIT.map(str::to_owned),
        database: database.to_owned(),
        started_ms: app.service.timebase.started_ms(),
        now_ms,
        every_ms: EVERY.as_millis() as u64,
        warnings: warnings.into_iter().filter(|(_, is)| *is).map(|(code, _)| code).collect(),
        open_files_max: files.map(|files| files.limit),
        disk_bytes: disk.map(|disk| disk.limit),
        backup_age_ms: backups::age_ms(&app.config, wall_ms),
        clock_skew_ms: wall_ms as i64 - now_ms as i64,
        members,
        readings: app.history.after(after_ms),
    }))
}
