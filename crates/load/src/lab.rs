//! Servers that are started to be measured, and stopped again.

mod cluster;

use std::{
    cell::OnceCell,
    collections::HashMap,
    fs::{self, File},
    net::{SocketAddr, TcpListener},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use tempfile::TempDir;

use self::cluster::Cluster;
use crate::{
    clock::now,
    cores::Cores,
    crowd::Wire,
    http,
    proc::{self, Cpu},
};

/// How long a server may take to start.
const START_MAX: Duration = Duration::from_secs(60);

/// How many servers play games besides the one that works.
pub(crate) const NODES: usize = 2;

/// How often a server that starts is asked whether it is there.
const ASK_EVERY: Duration = Duration::from_micros(200);

/// Kills a process and removes a folder once standard input ends, which happens when the process
/// that holds its other end is gone, however that went.
pub(super) const WATCHDOG: &str = r#"read -r _; kill -9 "$1" 2>/dev/null; sleep 0.1; rm -rf "$2""#;

/// A server that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Our server on SQLite.
    Ours,
    /// Our server on PostgreSQL.
    OursPostgres,
    /// The same, reached through another server of its cluster, which stands by.
    OursPassedOn,
    /// The same, with two others that play games.
    OursNodes,
    /// The floor R: a bare relay.
    Relay,
    /// The floor D: a relay that stores moves in SQLite.
    Sqlite,
    /// The floor Dp: a relay that stores moves in PostgreSQL.
    Postgres,
}

impl Kind {
    pub(crate) fn wire(self) -> Wire {
        match self {
            Self::Ours | Self::OursPostgres | Self::OursPassedOn | Self::OursNodes => Wire::Komadai,
            Self::Relay | Self::Sqlite | Self::Postgres => Wire::Relay,
        }
    }

    fn needs_postgres(self) -> bool {
        !matches!(self, Self::Ours | Self::Relay | Self::Sqlite)
    }
}

/// What our server allows its visitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limits {
    /// What a generator needs, which is many people at one address.
    Raised,
    /// What it has of itself.
    AsShipped,
}

/// Where servers are started.
#[derive(Debug)]
pub(crate) struct Lab {
    pub(crate) cores: Cores,
    /// Our server's program.
    komadai: PathBuf,
    /// Where all of them keep their files.
    dir: TempDir,
    cluster: OnceCell<Cluster>,
}

/// A server that runs. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) kind: Kind,
    child: Child,
    watchdog: Child,
    dir: PathBuf,
    cluster_pid: Option<u32>,
    database: Option<String>,
    /// The one that works, where this one stands by.
    works: Option<Box<Server>>,
    /// Those that play games for it.
    nodes: Vec<Server>,
}

impl Lab {
    /// A place for servers; their files are put into a new folder in `dir`, which should be on a
    /// disk and not in memory.
    pub(crate) fn new(komadai: PathBuf, dir: &Path, cores: Cores) -> anyhow::Result<Self> {
        let dir = tempfile::Builder::new()
            .prefix("komadai-load-")
            .tempdir_in(dir)
            .with_context(|| format!("{} cannot be written", dir.display()))?;
        Ok(Self { cores, komadai, dir, cluster: OnceCell::new() })
    }

    /// Starts a server with nothing in its database and waits until it answers.
    pub(crate) fn start(&self, kind: Kind) -> anyhow::Result<Server> {
        if kind == Kind::OursPassedOn {
            let works = self.start_member(None)?;
            let mut server = self.start_member(Some(&works))?;
            works.wait_until_others_play(1)?;
            server.works = Some(Box::new(works));
            return Ok(server);
        }
        if kind == Kind::OursNodes {
            let mut works = self.start_member(None)?;
            for _ in 0..NODES {
                let node = self.start_member(Some(&works))?;
                works.nodes.push(node);
            }
            works.wait_until_others_play(NODES)?;
            works.kind = kind;
            return Ok(works);
        }
        self.start_in(kind, Limits::Raised, self.new_dir()?, None, "")
    }

    /// The same with these settings besides.
    pub(crate) fn start_with(&self, kind: Kind, settings: &str) -> anyhow::Result<Server> {
        self.start_in(kind, Limits::Raised, self.new_dir()?, None, settings)
    }

    /// The same with the limits that a server has of itself, and one proxy that it trusts.
    pub(crate) fn start_behind_a_proxy(&self, kind: Kind) -> anyhow::Result<Server> {
        let settings = "[server]\ntrusted_proxies = 1\n";
        self.start_in(kind, Limits::AsShipped, self.new_dir()?, None, settings)
    }

    /// Starts a server of a cluster: on a database of its own, or on that of another, which works.
    pub(crate) fn start_member(&self, other: Option<&Server>) -> anyhow::Result<Server> {
        let database = other.and_then(|other| other.database.clone());
        self.start_in(Kind::OursPassedOn, Limits::Raised, self.new_dir()?, database, "")
    }

    /// Starts a server again that has ended, on what it has left.
    pub(crate) fn start_in_its_place(&self, server: &mut Server) -> anyhow::Result<()> {
        let dir = std::mem::take(&mut server.dir);
        *server = self.start_in(server.kind, Limits::Raised, dir, server.database.clone(), "")?;
        Ok(())
    }

    fn new_dir(&self) -> anyhow::Result<PathBuf> {
        Ok(tempfile::Builder::new().prefix("server-").tempdir_in(&self.dir)?.keep())
    }

    /// Starts ours again on what [`Server::kill`] has left.
    pub(crate) fn start_again(&self, kind: Kind, left: Remains) -> anyhow::Result<Server> {
        self.start_in(kind, Limits::Raised, left.dir, left.database, "")
    }

    fn start_in(
        &self,
        kind: Kind,
        limits: Limits,
        dir: PathBuf,
        database: Option<String>,
        settings: &str,
    ) -> anyhow::Result<Server> {
        let address = free_address()?;
        let listen = address.to_string();
        let cluster = if kind.needs_postgres() { Some(self.cluster()?) } else { None };
        let database = match (cluster, database) {
            (Some(cluster), None) => Some(cluster.create_database()?),
            (_, database) => database,
        };
        let url = cluster.zip(database.as_deref());
        let mut command = match kind {
            Kind::Ours | Kind::OursPostgres | Kind::OursPassedOn | Kind::OursNodes => {
                let mut command = Command::new(&self.komadai);
                command.args(["serve", "--listen", &listen, "--data-dir"]).arg(&dir);
                if !settings.is_empty() {
                    let file = dir.join("komadai.toml");
                    std::fs::write(&file, settings)?;
                    command.arg("--config").arg(file);
                }
                if limits == Limits::Raised {
                    raise_limits(&mut command);
                }
                if let Some((cluster, database)) = url {
                    command.env("KOMADAI__DATABASE__URL", cluster.url(database));
                }
                if kind == Kind::OursPassedOn {
                    command.env("KOMADAI__CLUSTER__LISTEN", "127.0.0.1:0");
                    command.env("KOMADAI__SECRETS__KEY", "11".repeat(32));
                }
                command
            }
            floor => {
                let mut command = Command::new(std::env::current_exe()?);
                command.args(["floor", "--listen", &listen]);
                match (floor, url) {
                    (Kind::Sqlite, _) => {
                        command.args(["sqlite", "--file"]).arg(dir.join("floor.db"));
                    }
                    (Kind::Postgres, Some((cluster, database))) => {
                        command.args(["postgres", "--database", &cluster.libpq(database)]);
                    }
                    _ => {
                        command.arg("relay");
                    }
                }
                command
            }
        };
        let log = File::create(dir.join("log"))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let child = self.cores.as_server(|| command.spawn())?.with_context(|| {
            let program = command.get_program().to_string_lossy();
            format!("{program} cannot be started; `cargo build --release` builds it")
        })?;
        let watchdog = watchdog(child.id(), &dir)?;
        let cluster_pid = cluster.map(Cluster::pid).transpose()?;
        let (works, nodes) = (None, Vec::new());
        let mut server =
            Server { address, kind, child, watchdog, dir, cluster_pid, database, works, nodes };
        server.wait_until_it_answers()?;
        Ok(server)
    }

    fn cluster(&self) -> anyhow::Result<&Cluster> {
        if let Some(cluster) = self.cluster.get() {
            return Ok(cluster);
        }
        let cluster = self.cores.as_server(|| Cluster::start(self.dir.path()))??;
        Ok(self.cluster.get_or_init(|| cluster))
    }
}

/// What a killed server has left behind.
#[derive(Debug)]
pub(crate) struct Remains {
    dir: PathBuf,
    database: Option<String>,
}

impl Remains {
    /// Where its files are.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.dir
    }
}

impl Server {
    fn wait_until_it_answers(&mut self) -> anyhow::Result<()> {
        let since = now();
        loop {
            if http::is_there(self.address) {
                return Ok(());
            }
            let gone = self.child.try_wait()?;
            if gone.is_some() || since.elapsed() > START_MAX {
                bail!("the server does not start:\n{}", self.log());
            }
            std::thread::sleep(ASK_EVERY);
        }
    }

    /// Waits until so many others play games for this one.
    pub(crate) fn wait_until_others_play(&self, n: usize) -> anyhow::Result<()> {
        let since = now();
        while self.log().matches("plays games").count() < n {
            anyhow::ensure!(since.elapsed() < START_MAX, "no others play games:\n{}", self.log());
            std::thread::sleep(ASK_EVERY);
        }
        Ok(())
    }

    /// What the server has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.dir.join("log")).unwrap_or_default()
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended.
    pub(crate) fn is_gone(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// The process of the server that works, where this one stands by.
    pub(crate) fn works(&mut self) -> Option<&mut Child> {
        self.works.as_mut().map(|works| &mut works.child)
    }

    /// What it has used so far, its database and the server that works for it included.
    pub(crate) fn cpu(&self) -> Cpu {
        let database = self.cluster_pid.map_or(Cpu::default(), proc::tree_cpu);
        let works = self.works.as_ref().map_or(Cpu::default(), |it| proc::cpu(it.child.id()));
        let nodes = self.nodes.iter().map(|it| proc::cpu(it.child.id()));
        [proc::cpu(self.child.id()), works, database].into_iter().chain(nodes).sum()
    }

    /// What each of the servers has used so far, without their database.
    pub(crate) fn cpu_of_each(&self) -> Vec<Cpu> {
        let servers = std::iter::once(self).chain(&self.nodes);
        servers.map(|it| proc::cpu(it.child.id())).collect()
    }

    /// The servers that play games, by the names that players have for them.
    pub(crate) fn names(&self) -> HashMap<String, SocketAddr> {
        let named = self.nodes.iter().filter_map(|node| {
            let log = node.log();
            let (_, name) = log.split_once("games are played here, as ")?;
            Some((name.lines().next()?.trim().to_owned(), node.address))
        });
        named.collect()
    }

    /// Its resident memory in bytes, without its database's.
    pub(crate) fn memory_bytes(&self) -> f64 {
        proc::memory_bytes(self.child.id())
    }

    /// The most resident memory it has had, in bytes, without its database's.
    pub(crate) fn peak_memory_bytes(&self) -> f64 {
        proc::peak_memory_bytes(self.child.id())
    }

    /// How many commits of moves there have been in SQLite.
    pub(crate) fn n_commits(&self) -> anyhow::Result<u64> {
        let file = match self.kind {
            Kind::Ours => "journal.db",
            Kind::Sqlite => "floor.db",
            _ => bail!("commits are counted in SQLite only"),
        };
        let connection = rusqlite::Connection::open_with_flags(
            self.dir.join(file),
            rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY,
        )?;
        let count = "SELECT COALESCE(MAX(pos), 0) FROM journal";
        let n: i64 = connection.query_row(count, [], |row| row.get(0))?;
        Ok(n.unsigned_abs())
    }

    /// Kills the server at once, as a failing machine would, and keeps what it has stored.
    pub(crate) fn kill(mut self) -> anyhow::Result<Remains> {
        // First, or it would remove what is to be kept.
        self.watchdog.kill()?;
        self.watchdog.wait()?;
        self.child.kill()?;
        self.child.wait()?;
        Ok(Remains { dir: std::mem::take(&mut self.dir), database: self.database.take() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // What has ended already cannot be killed, and that is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.watchdog.kill();
        let _ = self.watchdog.wait();
        if !self.dir.as_os_str().is_empty() {
            // The whole lab goes in the end.
            let _ = fs::remove_dir_all(&self.dir);
        }
    }
}

/// How long a server takes to answer for the first time after it was started.
pub(crate) fn time_to_answer(
    start: impl FnOnce() -> anyhow::Result<Server>,
) -> anyhow::Result<(Server, f64)> {
    let since: Instant = now();
    let server = start()?;
    Ok((server, since.elapsed().as_secs_f64() * 1e3))
}

fn watchdog(pid: u32, dir: &Path) -> anyhow::Result<Child> {
    Command::new("/bin/sh")
        .args(["-c", WATCHDOG, "watchdog", &pid.to_string()])
        .arg(dir)
        .stdin(Stdio::piped())
        // What ends the whole group must not end it too soon.
        .process_group(0)
        .spawn()
        .context("a shell cannot be started")
}

/// Lets a server take from one generator what people would be refused.
fn raise_limits(command: &mut Command) {
    // An attempt to sign in says where it comes from.
    command.env("KOMADAI__SERVER__TRUSTED_PROXIES", "1");
    // A generator says more than a person would be allowed to.
    for (limit, value) in [
        ("MESSAGES_PER_SECOND", "1000000"),
        ("REQUESTS_PER_MINUTE", "100000000"),
        ("CHANGES_PER_MINUTE", "100000000"),
        ("MESSAGES_BURST", "1000000"),
        ("MESSAGES_PER_ADDRESS", "1000000"),
        ("CONNECTIONS", "1000000"),
        ("CONNECTIONS_PER_ADDRESS", "1000000"),
        ("SOCKETS_PER_ADDRESS", "1000000"),
        ("SOCKETS_PER_PLAYER", "1000000"),
        ("GAMES_PER_PLAYER", "1000000"),
    ] {
        command.env(format!("KOMADAI__LIMITS__{limit}"), value);
    }
    // All its players come from here, and have no accounts.
    for limit in [
        "GUESTS_PER_HOUR",
        "WAITING_GAMES_PER_ADDRESS",
        "SEEKS_PER_ADDRESS",
        "ENGINE_GAMES_PER_GUEST",
        "ENGINE_GAMES_PER_ADDRESS",
    ] {
        command.env(format!("KOMADAI__VISITORS__{limit}"), "1000000");
    }
}

pub(crate) fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("there is no free port")?;
    Ok(listener.local_addr()?)
}
