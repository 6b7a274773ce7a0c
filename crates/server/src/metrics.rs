//! What an operator watches: figures for Prometheus on a port of their own, and warnings in the
//! log about what runs out.

pub mod history;
pub mod machine;
pub(crate) mod recording;

use std::time::Duration;

use anyhow::Context as _;
use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header},
    routing::get,
};
use komadai_live::Backlog;
use metrics::{describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{MissedTickBehavior, interval},
};
use tracing::warn;

use crate::{
    app::App,
    backups::{self, shadowing},
    health,
    version::{COMMIT, VERSION},
};

/// How often what was measured is gathered when nobody asks for it: until then it takes memory.
const GATHER_EVERY: Duration = Duration::from_secs(5);

/// How often the machine is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// How often the same is complained of.
const REPEAT_AFTER: u32 = 60;

const SECONDS: [f64; 15] = [
    0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0,
];

const RECORDS: [f64; 11] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

/// Begins to keep what is measured. Must come before the service starts.
///
/// # Errors
/// When that was begun before.
pub fn install() -> anyhow::Result<PrometheusHandle> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .and_then(|it| it.set_buckets_for_metric(Matcher::Suffix("_records".to_owned()), &RECORDS))
        .and_then(PrometheusBuilder::install_recorder)
        .context("nothing can be measured")?;
    describe_counter!("komadai_journal_records_total", "Records made durable; a move is one.");
    describe_counter!("komadai_journal_rows_total", "Rows (group commits) written.");
    describe_histogram!("komadai_journal_row_records", "Records in one row.");
    describe_histogram!(
        "komadai_journal_commit_seconds",
        "Time from handing over a row until it is durable."
    );
    describe_histogram!(
        "komadai_move_durable_seconds",
        "Time from reading a move until it is durable."
    );
    describe_histogram!(
        "komadai_move_announced_seconds",
        "Time from reading a move until it is announced."
    );
    describe_histogram!("komadai_flag_late_seconds", "How late an expired clock was noticed.");
    describe_counter!("komadai_games_settled_total", "Games settled.");
    describe_counter!("komadai_letters_total", "Emails, by outcome.");
    describe_counter!("komadai_pushes_total", "Push messages, by outcome.");
    describe_counter!(
        "komadai_bridge_messages_total",
        "Messages through bridges of clubs, by outcome."
    );
    describe_counter!("komadai_limits_reached_total", "Refusals, by the limit reached.");
    describe_gauge!("komadai_connections", "Clients connected.");
    describe_gauge!("komadai_queued_bytes", "Bytes waiting for clients.");
    describe_gauge!(
        "komadai_rooms",
        "Games with an open room; those just over keep theirs a while."
    );
    describe_gauge!("komadai_unfinished_games", "Games that are not over.");
    describe_counter!("komadai_games_begun_total", "Games begun.");
    describe_counter!("komadai_games_ended_total", "Games ended.");
    describe_counter!("komadai_league_games_total", "Games that the league has paired.");
    describe_counter!("komadai_http_answers_total", "Answers to HTTP requests, by status.");
    describe_gauge!("komadai_csa_programs", "Programs logged in over CSA.");
    describe_gauge!("komadai_journal_queue", "Records waiting for the journal's writer.");
    describe_gauge!("komadai_settling_queue", "Games waiting to be settled.");
    describe_gauge!("komadai_ready", "1 when games can be played, otherwise 0.");
    describe_gauge!("komadai_database_connections", "Connections open to the database.");
    describe_gauge!("komadai_database_idle_connections", "Those of them that are idle.");
    describe_gauge!("komadai_disk_free_bytes", "Free space on the disk of the data folder.");
    describe_gauge!("komadai_storage_full", "1 when nothing new is stored, otherwise 0.");
    describe_gauge!("komadai_waiting_games", "Games waiting for somebody to join them.");
    describe_gauge!("komadai_backup_age_seconds", "Since the last good back-up was begun.");
    describe_gauge!("komadai_backup_bytes", "Size of the last good back-up.");
    describe_counter!("komadai_backups_failed_total", "Back-ups that could not be made.");
    describe_gauge!("komadai_shadow_lag_seconds", "How much the shadow would lose now.");
    describe_counter!("komadai_shadow_failures_total", "How often the shadow was given up.");
    describe_gauge!(
        "komadai_certificate_ends_timestamp_seconds",
        "When the certificate expires, in Unix seconds."
    );
    describe_counter!("komadai_certificates_failed_total", "Certificates that were not given.");
    describe_gauge!("komadai_cluster_standbys", "Standby servers of the cluster.");
    describe_gauge!("komadai_cluster_nodes", "Those of them that host games.");
    describe_gauge!("komadai_cluster_games", "Games hosted there.");
    describe_gauge!("komadai_clock_skew_seconds", "Wall clock less the server's time.");
    describe_gauge!("komadai_role", "1 for what the server does: working or standby.");
    describe_gauge!("process_start_time_seconds", "When the process began, in Unix seconds.");
    describe_gauge!("komadai_build_info", "Always 1; its labels say version and commit.");
    gauge!("komadai_build_info", "version" => VERSION, "commit" => COMMIT.unwrap_or("unknown"))
        .set(1.0);
    describe_gauge!("process_open_fds", "Open files.");
    describe_gauge!("process_max_fds", "How many files may be open.");
    describe_gauge!("process_resident_memory_bytes", "Memory.");
    describe_gauge!("process_cpu_seconds_total", "Processor time.");
    Ok(handle)
}

/// Who answers on the port for operators: the process from its beginning, and the server behind it
/// from when it works.
#[derive(Clone, Debug)]
pub struct Answers(watch::Receiver<Option<App>>);

/// Says when the server works.
#[derive(Debug)]
pub struct Beginning(watch::Sender<Option<App>>);

impl Answers {
    /// The two ends.
    pub fn new() -> (Self, Beginning) {
        let (works, app) = watch::channel(None);
        (Self(app), Beginning(works))
    }

    fn app(&self) -> Option<App> {
        self.0.borrow().clone()
    }
}

impl Beginning {
    /// The server works from now on.
    pub fn work(&self, app: &App) {
        self.0.send_replace(Some(app.clone()));
    }
}

/// Answers on the port for operators until the server ends.
pub async fn serve(listener: TcpListener, answers: Answers, figures: PrometheusHandle) {
    let upkeep = figures.clone();
    let router = Router::new()
        .route("/metrics", get(metrics))
        .with_state((answers.clone(), figures))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(ready).with_state(answers));
    let gather = async {
        let mut ticks = interval(GATHER_EVERY);
        loop {
            ticks.tick().await;
            upkeep.run_upkeep();
        }
    };
    tokio::select! {
        ended = axum::serve(listener, router) => {
            if let Err(cause) = ended {
                warn!("metrics are no longer served: {cause}");
            }
        }
        () = gather => {}
    }
}

/// As for everybody; a server that stands by says so.
async fn ready(State(answers): State<Answers>) -> (StatusCode, Json<Value>) {
    match answers.app() {
        Some(app) => health::ready(State(app)).await,
        None => (StatusCode::OK, Json(json!({ "status": "standing_by" }))),
    }
}

async fn metrics(
    State((answers, figures)): State<(Answers, PrometheusHandle)>,
) -> ([(header::HeaderName, &'static str); 1], String) {
    let app = answers.app();
    for (role, is) in [("working", app.is_some()), ("standby", app.is_none())] {
        gauge!("komadai_role", "role" => role).set(f64::from(u8::from(is)));
    }
    look_at_process();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    let Some(app) = app else {
        gauge!("komadai_ready").set(0.0);
        return (kind, figures.render());
    };
    look(&app);
    if let Some(n) = standbys(&app).await {
        gauge!("komadai_cluster_standbys").set(n as f64);
        let linking = app.linking.as_ref();
        let (n_nodes, n_games) = linking.map(|it| it.n_nodes_and_games()).unwrap_or_default();
        gauge!("komadai_cluster_nodes").set(n_nodes as f64);
        gauge!("komadai_cluster_games").set(n_games as f64);
    }
    (kind, figures.render())
}

/// Sets everything that is not counted where it happens.
fn look(app: &App) {
    let service = &app.service;
    gauge!("komadai_connections").set(service.presence.online());
    gauge!("komadai_queued_bytes").set(Backlog::of_process().bytes() as f64);
    gauge!("komadai_rooms").set(service.directory.n_rooms() as f64);
    gauge!("komadai_unfinished_games").set(service.directory.n_unfinished() as f64);
    gauge!("komadai_waiting_games").set(service.directory.n_waiting_games() as f64);
    let queues = service.directory.queues();
    gauge!("komadai_journal_queue").set(queues.journal as f64);
    gauge!("komadai_settling_queue").set(queues.settling as f64);
    gauge!("komadai_ready").set(if service.check().is_ok() { 1.0 } else { 0.0 });
    let pool = service.store.connections();
    gauge!("komadai_database_connections").set(pool.open as f64);
    gauge!("komadai_database_idle_connections").set(pool.idle as f64);
    if let Some(disk) = machine::disk(&app.config.database.data_dir) {
        gauge!("komadai_disk_free_bytes").set(disk.free() as f64);
        let is_full = disk.is_used_to(app.config.storage.disk_percent_max);
        gauge!("komadai_storage_full").set(if is_full { 1.0 } else { 0.0 });
    }
    if let Some(age_ms) = backups::age_ms(&app.config, machine::wall_ms()) {
        gauge!("komadai_backup_age_seconds").set(age_ms as f64 / 1000.0);
    }
    if let Some(lag_ms) = shadowing::lag_ms(&app.config) {
        gauge!("komadai_shadow_lag_seconds").set(lag_ms as f64 / 1000.0);
    }
    let skew_ms = machine::wall_ms() as f64 - service.timebase.now_ms() as f64;
    gauge!("komadai_clock_skew_seconds").set(skew_ms / 1000.0);
}

/// What there is of every process.
fn look_at_process() {
    if let Some(at_s) = machine::started_s() {
        gauge!("process_start_time_seconds").set(at_s);
    }
    if let Some(files) = machine::open_files() {
        gauge!("process_open_fds").set(files.used as f64);
        gauge!("process_max_fds").set(files.limit as f64);
    }
    if let Some(bytes) = machine::memory_bytes() {
        gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    if let Some(cpu_s) = machine::cpu_s() {
        gauge!("process_cpu_seconds_total").set(cpu_s);
    }
}

fn complain_of_standbys(standbys: Option<usize>) -> Option<String> {
    (standbys? == 0).then(|| "no server stands by to take this one's place; start another".into())
}

/// How many servers stand by, in a cluster whose database answers.
async fn standbys(app: &App) -> Option<usize> {
    if app.config.cluster.is_off() {
        return None;
    }
    let members = app.service.store.members().await.ok()?;
    Some(members.iter().filter(|it| !it.works).count())
}

/// Warns of what runs out, until the server ends.
pub async fn watch_machine(app: App) {
    let mut ticks = interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // How often each has been seen in a row; nobody wants the same line every minute.
    let mut seen = [0_u32; 6];
    // The other servers of a cluster may be starting as this one is.
    let mut is_new = true;
    loop {
        ticks.tick().await;
        let standbys = if std::mem::take(&mut is_new) { None } else { standbys(&app).await };
        let folder = &app.config.database.data_dir;
        let percent_max = app.config.storage.disk_percent_max;
        let complaints = [
            machine::open_files().and_then(machine::complain_of_open_files),
            machine::disk(folder).and_then(|disk| machine::complain_of_disk(folder, disk)),
            machine::disk(folder)
                .and_then(|disk| machine::complain_of_storage(folder, disk, percent_max)),
            machine::complain_of_clock(app.service.timebase.now_ms(), machine::wall_ms()),
            complain_of_standbys(standbys),
            shadowing::complain(&app.config),
        ];
        for (seen, complaint) in seen.iter_mut().zip(complaints) {
            let Some(complaint) = complaint else {
                *seen = 0;
                continue;
            };
            if seen.is_multiple_of(REPEAT_AFTER) {
                warn!("{complaint}");
            }
            *seen = seen.wrapping_add(1);
        }
    }
}
