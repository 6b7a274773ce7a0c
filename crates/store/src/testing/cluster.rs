//! A throw-away PostgreSQL server.

use std::{
    env,
    ffi::OsStr,
    fs,
    io::Read,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// The name of the superuser.
const USER: &str = "komadai";

/// For how long the server may take to start or to stop, in seconds: much more than it needs, for
/// machines that have much else to do.
const PATIENCE_S: &str = "300";

/// Stops the server and removes its folder once standard input ends, which happens when the
/// process that holds the other end is gone, however it went.
const WATCHDOG: &str = r#"
read -r _
while [ -e "$1/data/postmaster.pid" ]; do
    kill -CONT "$(head -n 1 "$1/data/postmaster.pid")" 2>/dev/null
    "$2/pg_ctl" stop -D "$1/data" -m immediate -w >/dev/null 2>&1 || sleep 0.2
    kill -0 "$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)" 2>/dev/null || break
done
while [ -e "$1" ]; do rm -rf "$1" && break; sleep 0.2; done
"#;

/// A PostgreSQL server of its own in a temporary folder, reached by a unix socket only. It is
/// stopped and removed when this value is dropped or the process ends.
#[derive(Debug)]
pub struct Cluster {
    programs: PathBuf,
    owner: Option<Owner>,
    /// Removed by the watchdog.
    dir: PathBuf,
    watchdog: Child,
    /// The name of the database that has the tables and nothing else, once somebody wants a copy.
    pub(super) tables: OnceCell<String>,
}

/// Whom the server runs as when the tests run as root, which PostgreSQL refuses.
#[derive(Clone, Copy, Debug)]
struct Owner {
    uid: u32,
    gid: u32,
}

impl Cluster {
    /// The server that all tests of this process share.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// Makes a new server and starts it.
    ///
    /// # Panics
    /// As [`Cluster::shared`].
    pub fn start() -> Self {
        let cluster = Self::empty();
        cluster.run(
            "initdb",
            ["-U", USER, "--auth=trust", "--locale=C", "-E", "UTF8", "--no-sync", "-D"],
        );
        cluster.resume();
        cluster
    }

    /// A replica of this server, which is waited for with every commit, until one of them is
    /// [promoted](Cluster::promote).
    ///
    /// # Panics
    /// As [`Cluster::shared`].
    pub async fn replicate(&self) -> Self {
        let replica = Self::empty();
        let from = self.dir.display().to_string();
        // It comes with its own settings, and will wait for nobody.
        replica
            .run("pg_basebackup", ["-h", &from, "-U", USER, "-R", "-c", "fast", "--no-sync", "-D"]);
        replica.resume();
        self.wait_for_replicas("*").await;
        let has_it = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while self.ask(has_it).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        replica
    }

    /// Has every commit wait for these replicas; empty: for none.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn wait_for_replicas(&self, names: &str) {
        self.ask(&format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'")).await;
        self.ask("SELECT CAST(CAST(pg_reload_conf() AS INT) AS BIGINT)").await;
    }

    /// The number in the answer to any SQL, if there is one.
    async fn ask(&self, sql: &str) -> i64 {
        let mut conn =
            PgConnection::connect(&self.url("postgres")).await.expect("the server answers");
        let sql = AssertSqlSafe(sql.to_owned());
        let found: Option<i64> =
            sqlx::query_scalar(sql).fetch_optional(&mut conn).await.expect("the SQL is right");
        found.unwrap_or_default()
    }

    /// A folder for a server that does not run yet.
    fn empty() -> Self {
        let programs = programs().expect(
            "PostgreSQL is not installed, and the tests need it: install it \
             (Debian: apt-get install postgresql) or set KOMADAI_TEST_POSTGRES to the address \
             of a server whose user may create databases",
        );
        let dir = tempfile::Builder::new()
            .prefix("komadai-postgres-")
            .tempdir()
            .map(TempDir::keep)
            .expect("a temporary folder");
        let owner = owner(&dir);
        if let Some(owner) = owner {
            chown(&dir, Some(owner.uid), Some(owner.gid)).expect("root may give a folder away");
        }
        let mut watchdog = Command::new("/bin/sh");
        watchdog.args(["-c", WATCHDOG, "watchdog"]).arg(&dir).arg(&programs);
        let watchdog = as_owner(&mut watchdog, owner, &dir)
            .stdin(Stdio::piped())
            // Ctrl-C goes to the tests' group; the watchdog must outlive it.
            .process_group(0)
            .spawn()
            .expect("a shell can be started");

        Self { programs, owner, dir, watchdog, tables: OnceCell::new() }
    }

    /// The address of a database on it.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@localhost/{database}?host={}", self.dir.display())
    }

    /// Where its socket is.
    pub fn socket_dir(&self) -> &Path {
        &self.dir
    }

    /// Stops the server as a crash would: every connection is lost, nothing is finished.
    ///
    /// # Panics
    /// When it does not stop.
    pub fn stop(&self) {
        self.run("pg_ctl", ["stop", "-w", "-t", PATIENCE_S, "-m", "immediate", "-D"]);
    }

    /// Starts the server again after [`Cluster::stop`].
    ///
    /// # Panics
    /// When it does not start.
    pub fn resume(&self) {
        // After a crash everything is brought to the disk at once, not file by file, which may take
        // minutes where others write too.
        let options = format!(
            "-k '{}' -c listen_addresses='' -c max_connections=200 -c shared_buffers=32MB \
             -c recovery_init_sync_method=syncfs",
            self.dir.display(),
        );
        let log = self.dir.join("log");
        let log = log.display().to_string();
        self.run("pg_ctl", ["start", "-w", "-t", PATIENCE_S, "-l", &log, "-o", &options, "-D"]);
    }

    /// Has the server begin again as a replica, which cannot be written, until it is
    /// [promoted](Cluster::promote).
    ///
    /// # Panics
    /// As [`Cluster::stop`] and [`Cluster::resume`].
    pub fn follow(&self) {
        self.stop();
        fs::write(self.dir.join("data/standby.signal"), "").expect("the folder can be written");
        self.resume();
    }

    /// Has a replica become the server that is written.
    ///
    /// # Panics
    /// When it does not.
    pub fn promote(&self) {
        self.run("pg_ctl", ["promote", "-w", "-t", PATIENCE_S, "-D"]);
    }

    /// Makes the server hang, as on a machine that hangs: connections stay open and nothing is
    /// answered, until the returned value is dropped (Linux only).
    ///
    /// # Panics
    /// When the server does not run.
    pub fn freeze(&self) -> Frozen<'_> {
        let frozen = Frozen(self);
        // Twice, because the first of them may have had a child before it stood still.
        for _ in 0..2 {
            self.signal(Signal::STOP);
        }
        frozen
    }

    fn signal(&self, signal: Signal) {
        let processes = self.processes();
        assert!(!processes.is_empty(), "the server runs");
        for (pid, _) in processes {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                // One that has ended meanwhile need not hear it.
                let _ = kill_process(pid, signal);
            }
        }
    }

    /// How much CPU time the server's processes have used that are running now, in steps of
    /// 10 ms (Linux only).
    pub fn cpu(&self) -> Duration {
        let ticks: u64 = self.processes().into_iter().map(|(_, ticks)| ticks).sum();
        Duration::from_millis(ticks * 10)
    }

    /// The server's processes and how much CPU time each has used, in steps of 10 ms.
    fn processes(&self) -> Vec<(u32, u64)> {
        let pid = |text: &str| text.lines().next().and_then(|line| line.trim().parse::<u32>().ok());
        let Some(server) = pid(&text(&self.dir.join("data/postmaster.pid"))) else {
            return Vec::new();
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        processes
            .filter_map(|process| {
                let stat = text(&process.path().join("stat"));
                // After the name, which may hold anything: state, parent, … user, system.
                let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
                let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
                let own = pid(process.file_name().to_str()?)?;
                let ours = number(1)? == u64::from(server) || own == server;
                ours.then_some((own, number(11)? + number(12)?))
            })
            .collect()
    }

    /// Runs one of PostgreSQL's programs on this cluster's data; the last argument is where.
    fn run<'a>(&self, program: &str, args: impl IntoIterator<Item = &'a str>) {
        let mut command = Command::new(self.programs.join(program));
        command.args(args).arg(self.dir.join("data"));
        // Not to a pipe: the server would keep it open, and reading would never end.
        let said = self.dir.join("said");
        let output = fs::File::create(&said).expect("the folder can be written");
        let status = as_owner(&mut command, self.owner, &self.dir)
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a file can be opened twice"))
            .stderr(output)
            .status()
            .unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
        let (said, log) = (text(&said), text(&self.dir.join("log")));
        assert!(status.success(), "{program} failed ({status}):\n{said}\n{log}");
    }
}

/// A server that hangs. It goes on when this value is dropped.
#[derive(Debug)]
pub struct Frozen<'c>(&'c Cluster);

impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        self.0.signal(Signal::CONT);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take());
        let _ = self.watchdog.wait(); // it cleans up by itself; only its end is awaited here
    }
}

/// One of PostgreSQL's programs that talk to a server.
pub(super) fn client(program: &str) -> Command {
    Command::new(programs().unwrap_or_default().join(program))
}

fn text(path: &Path) -> String {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text));
    read.map(|_| text).unwrap_or_default()
}

fn as_owner<'c>(command: &'c mut Command, owner: Option<Owner>, dir: &Path) -> &'c mut Command {
    if let Some(Owner { uid, gid }) = owner {
        command.uid(uid).gid(gid);
    }
    // Messages in English, and a folder that the owner may stand in.
    command.current_dir(dir).env("LC_ALL", "C")
}

/// The folder with PostgreSQL's programs; the newest version when there are several.
fn programs() -> Option<PathBuf> {
    let complete =
        |dir: &PathBuf| ["initdb", "pg_ctl", "postgres"].iter().all(|name| dir.join(name).exists());
    let on_path = env::var_os("PATH").unwrap_or_default();
    if let Some(dir) = env::split_paths(&on_path).find(complete) {
        // Links in a common folder lead to where everything else is.
        return fs::canonicalize(dir.join("initdb")).ok()?.parent().map(Path::to_owned);
    }
    let version = |dir: &Path| -> Option<u32> {
        dir.parent()?.file_name().and_then(OsStr::to_str)?.parse().ok()
    };
    fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(complete)
        .max_by_key(|dir| version(dir))
}

/// `None`: the tests do not run as root, and the server runs as whoever they run as.
fn owner(made_by_us: &Path) -> Option<Owner> {
    let root = fs::metadata(made_by_us).is_ok_and(|folder| folder.uid() == 0);
    if !root {
        return None;
    }
    let users = text(Path::new("/etc/passwd"));
    let found = users.lines().find_map(|line| {
        let mut fields = line.strip_prefix("postgres:")?.split(':').skip(1);
        Some(Owner { uid: fields.next()?.parse().ok()?, gid: fields.next()?.parse().ok()? })
    });
    Some(found.expect(
        "PostgreSQL does not run as root, and there is no user named postgres to run it as: \
         install PostgreSQL (Debian: apt-get install postgresql) or run the tests as another user",
    ))
}
