//! Back-ups, and restoring them.
//!
//! A back-up of either database is a folder with the two files of the embedded one, so that a
//! server can be started on a copy of it, and so that moving from one kind of database to the other
//! means restoring a back-up there. A server may keep running while it is made: each file is what
//! one transaction sees, and the journal's is never older than the other. Start-up can repair that
//! order, because settling a game twice changes nothing.

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
    BUSY_TIMEOUT, Backend, DataDirLock, DatabaseSettings, JOURNAL_FILE, MAIN_FILE, check_versions,
    connect, copy, open_file, open_postgres, open_sqlite, postgres_options,
};
use crate::{Error, Result};

/// The name of a folder or file while it is incomplete.
const PART: &str = "part";

/// The outcome of a back-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupReport {
    /// The size of the main file.
    pub main_bytes: u64,
    /// The size of the journal's file.
    pub journal_bytes: u64,
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
    let part = beside(folder);
    match &settings.url {
        None => {
            let no_data = |_| Error::NoData { path: settings.data_dir.clone() };
            let source = |name| existing(&settings.data_dir, name).map_err(no_data);
            let (main, journal) = (source(MAIN_FILE)?, source(JOURNAL_FILE)?);
            make_private(&part)?;
            snapshot(&main, &part.join(MAIN_FILE)).await?;
            snapshot(&journal, &part.join(JOURNAL_FILE)).await?;
        }
        Some(url) => {
            let mut source = connect(&postgres_options(url, settings)?).await?;
            check_versions(&mut source).await?;
            make_private(&part)?;
            let mut targets = open_pair(&part).await?;
            copy::to_sqlite(&mut source, &mut targets).await?;
            close_pair(targets).await?;
        }
    }
    let written = finish(&part).await?;
    if folder.exists() {
        fs::remove_dir(folder).map_err(files(folder))?;
    }
    fs::rename(&part, folder).map_err(files(folder))?;
    sync(folder.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    Ok(written)
}

/// Restores a back-up, or the folder of an embedded database that is not in use, into an empty
/// database, and migrates its tables. The folder is not changed.
///
/// # Errors
/// [`Error`] says what the operator has to change; the database is as empty as before then.
pub async fn restore(settings: &DatabaseSettings, folder: &Path) -> Result<BackupReport> {
    let (main, journal) = (existing(folder, MAIN_FILE)?, existing(folder, JOURNAL_FILE)?);
    let _in_use = DataDirLock::take_if_there(folder)?;
    let _lock = DataDirLock::take(&settings.data_dir)?;
    // Files that must exist completely or not at all are moved into place last.
    let part = settings.data_dir.join("restore").with_extension(PART);
    if settings.url.is_none() {
        for name in [MAIN_FILE, JOURNAL_FILE] {
            if settings.data_dir.join(name).exists() {
                return Err(Error::NotEmpty { at: settings.data_dir.display().to_string() });
            }
        }
    }
    make_private(&part)?;
    snapshot(&main, &part.join(MAIN_FILE)).await?;
    snapshot(&journal, &part.join(JOURNAL_FILE)).await?;
    // A back-up from an older version is migrated here.
    let mut pair = open_pair(&part).await?;
    match &settings.url {
        None => close_pair(pair).await?,
        Some(url) => {
            let Backend::Postgres { options, pool } = open_postgres(url, settings).await? else {
                return Err(Error::Url { source: None });
            };
            pool.close().await;
            let mut target = connect(&options).await?;
            if is_in_use(&mut target).await? {
                return Err(Error::NotEmpty { at: options.get_database().unwrap_or("it").into() });
            }
            copy::to_postgres(&mut pair, &mut target).await?;
            close_pair(pair).await?;
        }
    }
    let written = finish(&part).await?;
    if settings.url.is_none() {
        // The journal first: a folder with nothing but a journal is never mistaken for a database.
        for name in [JOURNAL_FILE, MAIN_FILE] {
            fs::rename(part.join(name), settings.data_dir.join(name)).map_err(files(&part))?;
        }
        sync(&settings.data_dir)?;
    }
    fs::remove_dir_all(&part).map_err(files(&part))?;
    Ok(written)
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

/// Writes what one transaction sees of a SQLite file into a new one.
async fn snapshot(source: &Path, target: &Path) -> Result<()> {
    let options = SqliteConnectOptions::new()
        .filename(source)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    let mut conn = open_file(&options).await?;
    // As text: a path that is not UTF-8 is none of ours.
    let path = target.to_str().ok_or_else(|| Error::NoBackup { path: target.to_owned() })?;
    sqlx::query("VACUUM INTO $1").bind(path).execute(&mut conn).await?;
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
    if path.is_file() { Ok(path) } else { Err(Error::NoBackup { path: folder.to_owned() }) }
}

/// An empty folder that only its owner can read: it holds password hashes.
fn make_private(folder: &Path) -> Result<()> {
    if folder.exists() {
        // Left over from an interrupted back-up.
        fs::remove_dir_all(folder).map_err(files(folder))?;
    }
    fs::create_dir_all(folder).map_err(files(folder))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let owner_only = fs::Permissions::from_mode(0o700);
        fs::set_permissions(folder, owner_only).map_err(files(folder))?;
    }
    Ok(())
}

/// Where a folder is made until it is complete.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(PART);
    folder.with_file_name(name)
}

fn sync(path: &Path) -> Result<()> {
    File::open(path).and_then(|file| file.sync_all()).map_err(files(path))
}

fn files(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Files { path, source }
}
