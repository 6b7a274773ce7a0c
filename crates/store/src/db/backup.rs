//! Back-ups, and restoring them.
//!
//! A back-up of either database is a folder with the two files of the embedded one, and what was
//! counted in them ([`Contents`]), so that a
//! server can be started on a copy of it, and so that moving from one kind of database to the other
//! means restoring a back-up there. A server may keep running while it is made: each file is what
//! one transaction sees, and the journal's is never older than the other. Start-up can repair that
//! order, because settling a game twice changes nothing.
//!
//! Neither file is in WAL mode, so a back-up can be read from a disk that cannot be written.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use sqlx::{
    ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _, SqliteConnection,
    sqlite::SqliteConnectOptions,
};

use super::{
    BUSY_TIMEOUT, Backend, DataDirLock, DatabaseSettings, Hosts, JOURNAL_FILE, MAIN_FILE, Store,
    check_versions,
    contents::{Contents, ENDS, ends_in, ends_of},
    copy, open_file, open_postgres, open_sqlite,
    opening::unopened,
};
use crate::{Error, Result, shadow};

/// The name of a folder or file while it is incomplete.
const PART: &str = "part";

/// The name of the folder in which a restoration is prepared, before [`PART`].
const RESTORE: &str = "restore";

/// What the name of a copy of a file begins with that is copied once more.
const SOURCE: &str = "source-";

/// The outcome of a back-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupReport {
    /// The size of the main file.
    pub main_bytes: u64,
    /// The size of the journal's file.
    pub journal_bytes: u64,
}

/// A folder whose name says that it is incomplete; it is removed with this value, as it holds
/// password hashes.
#[derive(Debug)]
struct PartFolder(PathBuf);

impl PartFolder {
    /// An empty folder that only its owner can read.
    fn make(path: PathBuf) -> Result<Self> {
        if path.exists() {
            // Left over from an interrupted back-up.
            fs::remove_dir_all(&path).map_err(files(&path))?;
        }
        fs::create_dir_all(&path).map_err(files(&path))?;
        let part = Self(path);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let owner_only = fs::Permissions::from_mode(0o700);
            fs::set_permissions(&part.0, owner_only).map_err(files(&part.0))?;
        }
        Ok(part)
    }
}

impl Drop for PartFolder {
    fn drop(&mut self) {
        // It may have been moved into its place.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes what a restoration that was killed has left in a data directory, which is locked.
pub(super) fn clear_leftovers(data_dir: &Path) -> Result<()> {
    let part = data_dir.join(RESTORE).with_extension(PART);
    match fs::remove_dir_all(&part) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(files(&part)(cause)),
        _ => Ok(()),
    }
}

/// Backs the database up into a folder that does not exist, or is empty. A server may be running.
///
/// # Errors
/// [`Error`] says what the operator has to change; the folder does not exist then.
pub async fn back_up(settings: &DatabaseSettings, folder: &Path) -> Result<BackupReport> {
    let is_taken = folder.exists() && fs::read_dir(folder).map_err(files(folder))?.next().is_some();
    if is_taken {
        return Err(Error::NotEmpty { at: folder.display().to_string() });
    }
    let (part, before) = match &settings.url {
        None => {
            let source = |name| {
                let path = settings.data_dir.join(name);
                // Looked at, and not opened: the server itself may be making this back-up, and
                // closing a file takes away the locks that SQLite has on it in this process.
                let is_there = path.is_file();
                is_there
                    .then_some(path)
                    .ok_or_else(|| Error::NoData { path: settings.data_dir.clone() })
            };
            let (main, journal) = (source(MAIN_FILE)?, source(JOURNAL_FILE)?);
            let part = PartFolder::make(beside(folder))?;
            let options = SqliteConnectOptions::new().filename(&journal).read_only(true);
            let options = options.busy_timeout(BUSY_TIMEOUT).disable_statement_logging();
            let mut conn = open_file(&options).await?;
            let before = ends_in(&mut conn).await.map_err(|cause| match cause {
                Error::Query(source) => unopened(&options, source),
                cause => cause,
            })?;
            conn.close().await?;
            snapshot(&main, &part.0.join(MAIN_FILE), Source::InUse).await?;
            snapshot(&journal, &part.0.join(JOURNAL_FILE), Source::InUse).await?;
            (part, before)
        }
        Some(url) => {
            let mut source = Hosts::new(url, settings, false)?.connect().await?;
            check_versions(&mut source).await?;
            let before = ends_of(&source.fetch_all(ENDS).await?)?;
            let part = PartFolder::make(beside(folder))?;
            let mut targets = open_pair(&part.0).await?;
            copy::to_sqlite(&mut source, &mut targets).await?;
            close_pair(targets).await?;
            (part, before)
        }
    };
    let written = finish(&part.0).await?;
    let contents = Contents::count(&part.0).await?;
    if !contents.reaches(&before) {
        return Err(Error::Incomplete { table: "journal".to_owned() });
    }
    contents.write(&part.0)?;
    sync(&part.0)?;
    if folder.exists() {
        fs::remove_dir(folder).map_err(files(folder))?;
    }
    fs::rename(&part.0, folder).map_err(files(folder))?;
    sync(folder.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    Ok(written)
}

/// A back-up, a shadow, or the folder of an embedded database that is not in use, on its way into an empty
/// database: prepared, so that it can be looked at, and not in its place yet. When this value is
/// dropped, the database is as empty as before.
#[derive(Debug)]
pub struct Restoration {
    settings: DatabaseSettings,
    part: PartFolder,
    until_ms: Option<u64>,
    _from: Option<DataDirLock>,
    _into: DataDirLock,
}

impl Restoration {
    /// Prepares it, with its tables brought up to date. The folder is not changed, and may be one
    /// that cannot be written.
    ///
    /// # Errors
    /// [`Error`] says what the operator has to change.
    pub async fn begin(settings: &DatabaseSettings, folder: &Path) -> Result<Self> {
        let shadow = shadow_in(folder)?;
        let from = match &shadow {
            Some(_) => None,
            None => {
                existing(folder, MAIN_FILE)?;
                existing(folder, JOURNAL_FILE)?;
                DataDirLock::take_if_there(folder)?
            }
        };
        let into = DataDirLock::take(&settings.data_dir)?;
        if settings.url.is_none() {
            for name in [MAIN_FILE, JOURNAL_FILE] {
                if settings.data_dir.join(name).exists() {
                    return Err(Error::NotEmpty { at: settings.data_dir.display().to_string() });
                }
            }
        }
        // Files that must exist completely or not at all are moved into place last.
        let part = PartFolder::make(settings.data_dir.join(RESTORE).with_extension(PART))?;
        let mut until_ms = None;
        if let Some(shadow) = &shadow {
            until_ms = shadow::rebuild(shadow, &part.0, SOURCE)?;
        }
        for name in [MAIN_FILE, JOURNAL_FILE] {
            let copy = part.0.join(format!("{SOURCE}{name}"));
            let source = &folder.join(name);
            let log = beside_named(source, "-wal");
            if shadow.is_some() {
                snapshot(&copy, &part.0.join(name), Source::InUse).await?;
                remove_copies(&copy);
            } else if fs::metadata(&log).is_ok_and(|it| it.len() > 0) {
                // What was written last is in the log, which SQLite reads only where it may write.
                copy_file(source, &copy)?;
                copy_file(&log, &beside_named(&copy, "-wal"))?;
                snapshot(&copy, &part.0.join(name), Source::InUse).await?;
                remove_copies(&copy);
            } else {
                snapshot(source, &part.0.join(name), Source::AtRest).await?;
            }
        }
        // A back-up from an older version is migrated here.
        close_pair(open_pair(&part.0).await?).await?;
        Ok(Self { settings: settings.clone(), part, until_ms, _from: from, _into: into })
    }

    /// Of a shadow: when the last of what is in it was committed at most, in Unix milliseconds.
    pub fn until_ms(&self) -> Option<u64> {
        self.until_ms
    }

    /// What is to be restored, to be looked at and closed again.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn store(&self) -> Result<Store> {
        Store::with_lock(&DatabaseSettings::sqlite(&self.part.0), None, None).await
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// [`Error`] says what the operator has to change; the database is as empty as before then.
    pub async fn finish(self) -> Result<BackupReport> {
        let Self { settings, part, .. } = &self;
        if let Some(url) = &settings.url {
            let hosts = Hosts::new(url, settings, true)?;
            open_postgres(&hosts, settings).await?;
            let mut target = hosts.connect().await?;
            if is_in_use(&mut target).await? {
                return Err(Error::NotEmpty { at: hosts.database() });
            }
            let mut pair = open_pair(&part.0).await?;
            copy::to_postgres(&mut pair, &mut target).await?;
            close_pair(pair).await?;
        }
        let written = finish(&part.0).await?;
        if settings.url.is_none() {
            // The journal first: a folder with nothing but a journal is never mistaken for a
            // database.
            for name in [JOURNAL_FILE, MAIN_FILE] {
                fs::rename(part.0.join(name), settings.data_dir.join(name))
                    .map_err(files(&part.0))?;
            }
            sync(&settings.data_dir)?;
        }
        Ok(written)
    }
}

/// Restores a back-up, or the folder of an embedded database that is not in use, into an empty
/// database, without a look at it.
///
/// # Errors
/// As [`Restoration::begin`] and [`Restoration::finish`].
pub async fn restore(settings: &DatabaseSettings, folder: &Path) -> Result<BackupReport> {
    Restoration::begin(settings, folder).await?.finish().await
}

/// Whether a server has used this database.
async fn is_in_use(conn: &mut PgConnection) -> Result<bool> {
    let row = conn
        .fetch_one(
            "SELECT EXISTS (SELECT 1 FROM nodes) OR EXISTS (SELECT 1 FROM users) \
             OR EXISTS (SELECT 1 FROM games)",
        )
        .await?;
    Ok(row.try_get(0)?)
}

/// Both files of an embedded database, fully migrated.
async fn open_pair(folder: &Path) -> Result<[SqliteConnection; 2]> {
    let Backend::Sqlite { write, read, journal, spare } =
        open_sqlite(&DatabaseSettings::sqlite(folder)).await?
    else {
        return Err(Error::NoBackup { path: folder.to_owned() });
    };
    drop(spare);
    read.close().await;
    write.close().await;
    let main = SqliteConnectOptions::new().filename(folder.join(MAIN_FILE)).foreign_keys(true);
    Ok([open_file(&main.disable_statement_logging()).await?, open_file(&journal).await?])
}

async fn close_pair(pair: [SqliteConnection; 2]) -> Result<()> {
    for conn in pair {
        // The last connection to a file moves its write-ahead log into it.
        conn.close().await?;
    }
    Ok(())
}

/// How a SQLite file is read.
#[derive(Clone, Copy)]
enum Source {
    /// It may be written meanwhile, and has a log.
    InUse,
    /// Nobody writes it, it has no log, and its folder need not be writable.
    AtRest,
}

/// Writes what one transaction sees of a SQLite file into a new one.
async fn snapshot(source: &Path, target: &Path, kind: Source) -> Result<()> {
    let options = SqliteConnectOptions::new()
        .filename(source)
        .read_only(true)
        .immutable(matches!(kind, Source::AtRest))
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    let mut conn = open_file(&options).await?;
    // The file is opened by the first question.
    let asked = conn.fetch_one("SELECT COUNT(*) FROM sqlite_schema").await;
    asked.map_err(|cause| unopened(&options, cause))?;
    // As text: a path that is not UTF-8 is none of ours.
    let path = target.to_str().ok_or_else(|| Error::NoBackup { path: target.to_owned() })?;
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(&mut conn).await;
    copied.map_err(|cause| Error::Copy {
        from: source.into(),
        to: target.into(),
        source: cause.into(),
    })?;
    conn.close().await?;
    Ok(())
}

/// Checks both files, and makes them durable.
async fn finish(folder: &Path) -> Result<BackupReport> {
    let mut bytes = [0; 2];
    for (bytes, name) in bytes.iter_mut().zip([MAIN_FILE, JOURNAL_FILE]) {
        let path = folder.join(name);
        let options = SqliteConnectOptions::new().filename(&path).disable_statement_logging();
        let mut conn = open_file(&options).await?;
        conn.execute("PRAGMA journal_mode = DELETE").await?;
        let said: String = conn.fetch_one("PRAGMA quick_check(1)").await?.try_get(0)?;
        conn.close().await?;
        if said != "ok" {
            return Err(Error::Damaged { path, said });
        }
        sync(&path)?;
        *bytes = fs::metadata(&path).map_err(files(&path))?.len();
    }
    sync(folder)?;
    let [main_bytes, journal_bytes] = bytes;
    Ok(BackupReport { main_bytes, journal_bytes })
}

fn existing(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    match File::open(&path).and_then(|file| file.metadata()) {
        Ok(it) if it.is_file() => Ok(path),
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(Error::Unreadable { path, source })
        }
        _ => Err(Error::NoBackup { path: folder.to_owned() }),
    }
}

/// The newest shadow in a folder, or which it is, unless it is one of another kind.
fn shadow_in(folder: &Path) -> Result<Option<PathBuf>> {
    if folder.join(MAIN_FILE).exists() || !folder.is_dir() {
        return Ok(None);
    }
    shadow::newest_shadow(folder)
}

fn remove_copies(copy: &Path) {
    for end in ["", "-wal", "-shm"] {
        // They go with their folder at the latest.
        let _ = fs::remove_file(beside_named(copy, end));
    }
}

pub(crate) fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let mut source =
        File::open(from).map_err(|source| Error::Unreadable { path: from.to_owned(), source })?;
    // Not as `fs::copy`, which would make the copy as little writable as the file.
    File::create(to).and_then(|mut file| io::copy(&mut source, &mut file)).map_err(files(to))?;
    Ok(())
}

/// The file whose name has this ending more.
pub(crate) fn beside_named(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Where a folder is made until it is complete.
fn beside(folder: &Path) -> PathBuf {
    // Without the slash that may end it.
    let folder = folder.components().as_path();
    beside_named(folder, &format!(".{PART}"))
}

pub(crate) fn sync(path: &Path) -> Result<()> {
    File::open(path).and_then(|file| file.sync_all()).map_err(files(path))
}

pub(crate) fn files(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Files { path, source }
}
