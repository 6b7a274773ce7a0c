//! The PostgreSQL servers that an address names: one that is written to, and others that follow it
//! and may take its place.
//!
//! The driver knows one server, so which of several is asked is decided here. All of them are asked
//! at once, and the one that can be written is taken. A server that was left for another may come
//! back and believe that it still is the one: whoever is promoted begins a new *timeline*, so the
//! one with the highest is right, and the highest that was ever seen is kept, in a file beside the
//! data too. One with a lower timeline is refused.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use parking_lot::Mutex;
use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres, Row as _, Transaction,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::{Instant, timeout_at};

use super::{
    Connections, DatabaseSettings, boxed, in_time,
    members::{PROGRAM, session_name},
    opening::{ACQUIRE_TIMEOUT, connect, opened, place},
};
use crate::{Error, Result};

/// How long the others are waited for once one was found that can be written.
const OTHERS_WITHIN: Duration = Duration::from_millis(500);

/// The file with the highest timeline that was seen.
const TIMELINE_FILE: &str = "postgres-timeline";

/// What tells servers apart that can be written.
const TIMELINE: &str = "SELECT CAST(system_identifier AS TEXT), pg_is_in_recovery(), \
    CASE WHEN pg_is_in_recovery() THEN '' ELSE LEFT(pg_walfile_name(pg_current_wal_lsn()), 8) END \
    FROM pg_control_system()";

/// The servers. Clones share what is known of them.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(Arc<HostsState>);

#[derive(Debug)]
struct HostsState {
    /// One at least.
    each: Vec<PgConnectOptions>,
    /// Where the highest timeline is kept, and whether this process writes it.
    file: PathBuf,
    writes: bool,
    // A lock because every connection may find another server; held for a moment.
    known: Mutex<HostsKnowledge>,
}

/// What is known of several.
#[derive(Clone, Debug, Default)]
struct HostsKnowledge {
    /// Which of them is written to.
    leads: usize,
    /// Since when, if another was before.
    moved: Option<Instant>,
    timeline: Timeline,
}

/// How often a database has gone from one server to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Timeline {
    /// Which database: copies have the same.
    system: String,
    number: u32,
}

/// What one of several says of itself.
enum HostAnswer {
    Leads(PgConnection, Timeline),
    Follows,
}

/// What one of several servers does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresHost {
    /// Where it is, without user and password.
    pub at: String,
    pub role: PostgresRole,
}

/// What it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostgresRole {
    /// It can be written.
    Leads,
    /// It follows another one, and could take its place.
    Follows,
    /// It could be written, but another one has taken its place.
    Behind,
    /// It does not answer, and why.
    Away(String),
}

impl Hosts {
    /// Those in the address. Their sessions carry the name of the member they belong to. A process
    /// that has the data directory to itself `keeps` the timeline there.
    pub(super) fn new(url: &str, settings: &DatabaseSettings, keeps: bool) -> Result<Self> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(Error::Url { source: None });
        }
        let name = settings.member.as_deref().map_or_else(|| PROGRAM.to_owned(), session_name);
        let one = |url: String| {
            let options: PgConnectOptions = url.parse().map_err(|error| Error::Url {
                source: match error {
                    sqlx::Error::Configuration(source) => Some(source),
                    other => Some(Box::new(other)),
                },
            })?;
            Ok(options.disable_statement_logging().application_name(&name))
        };
        let each = apart(url)
            .map_err(|said| Error::Url { source: Some(said.into()) })?
            .into_iter()
            .map(one)
            .collect::<Result<Vec<_>>>()?;
        let file = settings.data_dir.join(TIMELINE_FILE);
        let timeline = if each.len() > 1 { Timeline::read(&file) } else { Timeline::default() };
        let known = Mutex::new(HostsKnowledge { timeline, ..HostsKnowledge::default() });
        Ok(Self(Arc::new(HostsState { each, file, writes: keeps, known })))
    }

    /// The name of the database.
    pub(super) fn database(&self) -> String {
        let options = self.leader();
        options.get_database().unwrap_or(options.get_username()).to_owned()
    }

    /// Connects to the one that is written to.
    ///
    /// # Errors
    /// When none can be, or only one whose place another has taken.
    pub(super) async fn connect(&self) -> Result<PgConnection> {
        match &self.0.each[..] {
            [one] => connect(one).await,
            _ => self.choose().await,
        }
    }

    async fn choose(&self) -> Result<PgConnection> {
        let each = self.0.each.iter().enumerate();
        let mut asked: FuturesUnordered<_> =
            each.map(|(n, options)| boxed(async move { (n, ask(options).await) })).collect();
        let mut leads: Vec<(usize, PgConnection, Timeline)> = Vec::new();
        let (mut follows, mut until) = (None, None);
        // The first of them in the address, so that the same is said each time.
        let mut away: Option<(usize, Error)> = None;
        loop {
            let next = match until {
                None => asked.next().await,
                // Whoever is late cannot be waited for by every game.
                Some(until) => timeout_at(until, asked.next()).await.unwrap_or_default(),
            };
            match next {
                None => break,
                Some((n, Ok(HostAnswer::Leads(conn, timeline)))) => {
                    until.get_or_insert_with(|| Instant::now() + OTHERS_WITHIN);
                    leads.push((n, conn, timeline));
                }
                Some((n, Ok(HostAnswer::Follows))) => follows = Some(n),
                Some((n, Err(error))) => {
                    if away.as_ref().is_none_or(|(first, _)| n < *first) {
                        away = Some((n, error));
                    }
                }
            }
        }
        let systems: BTreeSet<_> = leads.iter().map(|(.., it)| it.system.as_str()).collect();
        if systems.len() > 1 {
            return Err(Error::Strangers);
        }
        match leads.into_iter().max_by_key(|(.., timeline)| timeline.number) {
            Some((n, conn, timeline)) => self.settle(n, conn, timeline),
            // One that follows may be about to lead.
            None => Err(match (follows, away) {
                (Some(n), _) => Error::Replica { at: self.at(n) },
                (None, Some((_, error))) => error,
                (None, None) => Error::Url { source: None },
            }),
        }
    }

    /// Keeps to this one, unless it is one that was left.
    fn settle(&self, n: usize, conn: PgConnection, timeline: Timeline) -> Result<PgConnection> {
        let mut known = self.0.known.lock();
        if timeline.is_before(&known.timeline) {
            return Err(Error::Behind {
                at: self.at(n),
                timeline: timeline.number,
                newest: known.timeline.number,
                file: self.0.file.clone(),
            });
        }
        if known.leads != n {
            (known.leads, known.moved) = (n, Some(Instant::now()));
        }
        if known.timeline != timeline {
            known.timeline = timeline;
            if self.0.writes {
                // It is known here all the same; a disk that is full must stop no game.
                let _ = known.timeline.write(&self.0.file);
            }
        }
        Ok(conn)
    }

    /// Where one of them is.
    fn at(&self, n: usize) -> String {
        self.0.each.get(n).map(place).unwrap_or_default()
    }

    /// The one that is written to, as far as is known.
    fn leader(&self) -> PgConnectOptions {
        let leads = self.0.known.lock().leads;
        self.0.each.get(leads).or(self.0.each.first()).cloned().unwrap_or_default()
    }

    /// Whether another one leads than when a session was made at this instant.
    pub(super) fn has_moved_since(&self, made: Instant) -> bool {
        self.0.known.lock().moved.is_some_and(|moved| moved > made)
    }

    /// What each of them does; nothing of a single one.
    pub(super) async fn roles(&self) -> Vec<PostgresHost> {
        if self.0.each.len() < 2 {
            return Vec::new();
        }
        let newest = self.0.known.lock().timeline.clone();
        let mut found = Vec::new();
        for (n, options) in self.0.each.iter().enumerate() {
            let role = match ask(options).await {
                Ok(HostAnswer::Leads(_, timeline)) if timeline.is_before(&newest) => {
                    PostgresRole::Behind
                }
                Ok(HostAnswer::Leads(..)) => PostgresRole::Leads,
                Ok(HostAnswer::Follows) => PostgresRole::Follows,
                Err(cause) => PostgresRole::Away(cause.to_string()),
            };
            found.push(PostgresHost { at: self.at(n), role });
        }
        found
    }

    /// A pool of connections to the one that is written to.
    pub(super) fn pool(&self, settings: &DatabaseSettings) -> HostsPool {
        let mut options = PgPoolOptions::new()
            .max_connections(settings.connections.max(2))
            .acquire_timeout(ACQUIRE_TIMEOUT);
        if self.0.each.len() > 1 {
            let (hosts, checked) = (self.clone(), self.clone());
            options = options
                // The pool's own would wait for a machine that has fallen silent.
                .test_before_acquire(false)
                .before_acquire(move |conn, meta| {
                    let moved = hosts.0.known.lock().moved;
                    // One that was left may still answer, or never: it is not asked.
                    let is_ours = moved.is_none_or(|moved| meta.age < moved.elapsed());
                    Box::pin(async move {
                        if is_ours {
                            conn.ping().await?;
                        }
                        Ok(is_ours)
                    })
                })
                .after_connect(move |conn, _| {
                    let newest = checked.0.known.lock().timeline.clone();
                    Box::pin(async move {
                        match said(conn).await? {
                            Some(timeline) if !timeline.is_before(&newest) => Ok(()),
                            _ => Err(sqlx::Error::Io(io::Error::other("this one does not lead"))),
                        }
                    })
                });
        }
        let to = AtomicUsize::new(self.0.known.lock().leads);
        HostsPool { pool: options.connect_lazy_with(self.leader()), hosts: self.clone(), to }
    }
}

/// Connects to one of several.
async fn ask(options: &PgConnectOptions) -> Result<HostAnswer> {
    let mut conn = opened(options).await?;
    Ok(match said(&mut conn).await? {
        Some(timeline) => HostAnswer::Leads(conn, timeline),
        None => {
            // It is told when that is dropped, too.
            let _ = in_time(conn.close()).await;
            HostAnswer::Follows
        }
    })
}

/// Its timeline, if it can be written.
async fn said(conn: &mut PgConnection) -> Result<Option<Timeline>, sqlx::Error> {
    let row = in_time(sqlx::query(TIMELINE).fetch_one(conn)).await?;
    if row.try_get(1)? {
        return Ok(None);
    }
    let number = u32::from_str_radix(row.try_get::<&str, _>(2)?, 16).unwrap_or_default();
    Ok(Some(Timeline { system: row.try_get(0)?, number }))
}

impl Timeline {
    /// Whether the same database has gone on elsewhere since then.
    fn is_before(&self, other: &Self) -> bool {
        self.system == other.system && self.number < other.number
    }

    /// What is in the file; a file that is not there says nothing.
    fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let (system, number) = text.trim().split_once(' ').unwrap_or_default();
        Self { system: system.to_owned(), number: number.parse().unwrap_or_default() }
    }

    fn write(&self, file: &Path) -> io::Result<()> {
        let new = file.with_extension("new");
        fs::write(&new, format!("{} {}\n", self.system, self.number))?;
        fs::File::open(&new)?.sync_all()?;
        fs::rename(new, file)
    }
}

/// Connections to the server that is written to, whichever of them that is.
#[derive(Debug)]
pub(super) struct HostsPool {
    pool: PgPool,
    pub(super) hosts: Hosts,
    /// Which of them it connects to.
    to: AtomicUsize,
}

impl HostsPool {
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        self.follow();
        boxed(self.pool.acquire()).await
    }

    pub(super) async fn begin(&self) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
        self.follow();
        boxed(in_time(self.pool.begin())).await
    }

    /// Those who wait for a connection find the new one with their next try, too.
    fn follow(&self) {
        let leads = self.hosts.0.known.lock().leads;
        if self.to.swap(leads, Ordering::Relaxed) != leads {
            self.pool.set_connect_options(self.hosts.leader());
        }
    }

    pub(super) fn connections(&self) -> Connections {
        Connections { open: self.pool.size(), idle: self.pool.num_idle() }
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// The address of each server that this one names, as the driver reads it.
fn apart(url: &str) -> Result<Vec<String>, String> {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let (authority, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let (user, hosts) = match authority.rfind('@') {
        Some(at) => authority.split_at(at + 1),
        None => ("", authority),
    };
    let mut hosts: Vec<&str> = hosts.split(',').collect();
    let (mut named, mut ports, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for pair in query.split('&').filter(|it| !it.is_empty()) {
        match pair.split_once('=') {
            Some((key @ ("host" | "hostaddr"), value)) => {
                named = value.split(',').map(|it| format!("{key}={it}")).collect();
            }
            Some(("port", value)) => {
                ports = value.split(',').map(|it| format!("port={it}")).collect();
            }
            Some(("target_session_attrs", "read-write" | "primary" | "any")) => {}
            Some(("target_session_attrs", value)) => {
                return Err(format!(
                    "target_session_attrs = {value} would lead to a server that cannot be \
                     written: it is read-write"
                ));
            }
            _ => others.push(pair),
        }
    }
    let n_hosts = if named.is_empty() { hosts.len() } else { named.len() };
    if let [one] = hosts[..] {
        hosts = vec![one; n_hosts];
    }
    if let [one] = &ports[..] {
        ports = vec![one.clone(); n_hosts];
    }
    let fits = |n: usize| n == 0 || n == n_hosts;
    if !fits(hosts.len()) || !fits(ports.len()) {
        return Err(format!("it names {n_hosts} hosts and {} ports", ports.len().max(hosts.len())));
    }
    let each = hosts.into_iter().enumerate().map(|(n, host)| {
        let own = named.get(n).into_iter().chain(ports.get(n)).map(String::as_str);
        let query: Vec<_> = own.chain(others.iter().copied()).collect();
        let sign = if query.is_empty() { "" } else { "?" };
        // The driver wants one there, although the query names another.
        // Alone, the driver finds the socket by itself.
        let is_needed = n_hosts > 1 || !user.is_empty();
        let host = if host.is_empty() && is_needed { "localhost" } else { host };
        format!("{scheme}://{user}{host}{path}{sign}{}", query.join("&"))
    });
    Ok(each.collect())
}
