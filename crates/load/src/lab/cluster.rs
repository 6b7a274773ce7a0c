//! A PostgreSQL of our own, for as long as it is measured.

use std::{
    cell::Cell,
    env,
    ffi::OsStr,
    fs::{self, File},
    os::unix::{
        fs::{MetadataExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, bail};
use tokio_postgres::NoTls;

use super::WATCHDOG;

/// The name of the superuser.
const USER: &str = "komadai";

/// A PostgreSQL server in a folder of its own, reached by a unix socket only. It is stopped when
/// this is dropped.
#[derive(Debug)]
pub(super) struct Cluster {
    programs: PathBuf,
    owner: Option<(u32, u32)>,
    dir: PathBuf,
    watchdog: Option<Child>,
    n_databases: Cell<u32>,
}

impl Cluster {
    /// Makes a server with the settings that it comes with, but for where it listens.
    pub(super) fn start(in_dir: &Path) -> anyhow::Result<Self> {
        let programs = programs().context(
            "PostgreSQL is not installed (Debian: apt-get install postgresql); \
             leave --postgres out to measure without it",
        )?;
        let dir = tempfile::Builder::new().prefix("komadai-load-postgres-").tempdir()?.keep();
        let root = fs::metadata(in_dir)?.uid() == 0;
        let owner = if root { Some(owner()?) } else { None };
        if let Some((uid, gid)) = owner {
            chown(&dir, Some(uid), Some(gid))?;
        }
        let n_databases = Cell::new(0);
        let mut cluster = Self { programs, owner, dir, watchdog: None, n_databases };
        cluster.run("initdb", &["-U", USER, "--auth=trust", "--locale=C", "-E", "UTF8", "-D"])?;
        let options = format!("-k '{}' -c listen_addresses=''", cluster.dir.display());
        let log = cluster.dir.join("log").display().to_string();
        cluster.run("pg_ctl", &["start", "-w", "-l", &log, "-o", &options, "-D"])?;
        let watchdog = Command::new("/bin/sh")
            .args(["-c", WATCHDOG, "watchdog", &cluster.pid()?.to_string()])
            .arg(&cluster.dir)
            .stdin(Stdio::piped())
            .process_group(0)
            .spawn()?;
        cluster.watchdog = Some(watchdog);
        Ok(cluster)
    }

    /// The number of its first process.
    pub(super) fn pid(&self) -> anyhow::Result<u32> {
        let file = fs::read_to_string(self.dir.join("data/postmaster.pid"))?;
        file.lines().next().and_then(|pid| pid.parse().ok()).context("PostgreSQL does not run")
    }

    /// Makes a database; its name.
    pub(super) fn create_database(&self) -> anyhow::Result<String> {
        self.n_databases.set(self.n_databases.get() + 1);
        let name = format!("load{}", self.n_databases.get());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let address = self.libpq("postgres");
            let (client, connection) = tokio_postgres::connect(&address, NoTls).await?;
            // It ends with the client.
            tokio::spawn(connection);
            client.batch_execute(&format!("CREATE DATABASE {name}")).await
        })?;
        Ok(name)
    }

    /// A database's address as our server wants it.
    pub(super) fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@localhost/{database}?host={}", self.dir.display())
    }

    /// A database's address as libpq wants it.
    pub(super) fn libpq(&self, database: &str) -> String {
        format!("host={} user={USER} dbname={database}", self.dir.display())
    }

    /// Runs one of PostgreSQL's programs on this cluster's data.
    fn run(&self, program: &str, args: &[&str]) -> anyhow::Result<()> {
        let mut command = Command::new(self.programs.join(program));
        command.args(args).arg(self.dir.join("data"));
        self.succeed(&mut command)
    }

    fn succeed(&self, command: &mut Command) -> anyhow::Result<()> {
        // Not to a pipe: the server would keep it open, and reading would never end.
        let said = self.dir.join("said");
        let output = File::create(&said)?;
        if let Some((uid, gid)) = self.owner {
            command.uid(uid).gid(gid);
        }
        let status = command
            .current_dir(&self.dir)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .status()
            .with_context(|| format!("{:?} cannot be started", command.get_program()))?;
        if !status.success() {
            let said = fs::read_to_string(&said).unwrap_or_default();
            bail!("{:?} failed ({status}):\n{said}", command.get_program());
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // What does not stop in peace is killed by the watchdog, whose input ends here.
        let _ = self.run("pg_ctl", &["stop", "-w", "-m", "immediate", "-D"]);
        if let Some(mut watchdog) = self.watchdog.take() {
            drop(watchdog.stdin.take());
            let _ = watchdog.wait();
        }
    }
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

/// Whom the server runs as when we are root, which it refuses to be.
fn owner() -> anyhow::Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let found = users.lines().find_map(|line| {
        let mut fields = line.strip_prefix("postgres:")?.split(':').skip(1);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    });
    found.context("PostgreSQL does not run as root, and there is no user named postgres")
}
