//! `komadai doctor`: what a person would look at when something is wrong, in one go.

mod certificate;
mod clock;
mod cluster;
mod reach;
mod shadow;

use std::{
    fs::File,
    io::Write as _,
    net::{TcpStream, ToSocketAddrs as _},
    path::Path,
    time::Duration,
};

use anyhow::bail;
use komadai_live::opponents::HostEngine;
use komadai_service::{
    mail::{self, Encryption},
    sealing::{self, SecretsState},
};
use komadai_store::{Error, Store};
use tokio::time::Instant;

use crate::{
    backups,
    config::Config,
    metrics::machine::{self, Usage},
    version,
};

/// How long anything on this machine may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// How often writing to the disk is timed.
const SYNCS: u32 = 16;

/// A disk that is slower than this makes moves wait noticeably, in milliseconds.
const SYNC_MS_MAX: u128 = 20;

/// One thing that was looked at.
enum Finding {
    Fine(String),
    /// It works, but should be looked at.
    Doubtful(String),
    /// It cannot work.
    Wrong(String),
}
use Finding::{Doubtful, Fine, Wrong};

/// Looks at everything and prints a line for each.
///
/// # Errors
/// When something cannot work.
pub(super) fn run(config: &Config) -> anyhow::Result<()> {
    let config = &super::block_on(reach::as_it_runs(config))?;
    let folder = &config.database.data_dir;
    // Where a relative one leads is what somebody who is in the wrong folder must see.
    let folder = &std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    let mut findings =
        vec![Fine(format!("version {}", *version::BUILD)), public_url(config), open_files()];
    match machine::disk(folder) {
        Some(left) => {
            let percent_max = config.storage.disk_percent_max;
            findings.extend([disk(folder, left, percent_max), sync(folder)]);
        }
        None => findings.push(Doubtful(format!(
            "the data folder {} is not there: a server makes it at its first start; if one has \
             run, give its own settings (--config, and what its environment says)",
            folder.display()
        ))),
    }
    findings.extend([
        super::block_on(database(config))?,
        super::block_on(secrets(config))?,
        super::block_on(mail(config))?,
    ]);
    let site = super::block_on(reach::look(config))?;
    findings.extend(site.findings);
    findings.extend(super::block_on(clock::look(config, site.here, site.public_ms))?);
    findings.extend(super::block_on(cluster::look_at_postgres(config))?);
    findings.push(backup(config));
    findings.extend(shadow::look(config));
    findings.extend(certificate::look(config));
    findings.extend(csa(&config.csa.listen));
    findings.extend(super::block_on(cluster::look(config))?);
    for engine in config.engines() {
        findings.push(super::block_on(try_engine(&engine))?);
    }
    if let Err(cause) = config.check() {
        findings.push(Wrong(cause.to_string()));
    }
    let mut n_wrong = 0;
    for finding in findings {
        let (sign, text) = match finding {
            Fine(text) => ("ok   ", text),
            Doubtful(text) => ("look ", text),
            Wrong(text) => {
                n_wrong += 1;
                ("WRONG", text)
            }
        };
        super::say(&format!("{sign}  {text}"))?;
    }
    if n_wrong > 0 {
        bail!("{n_wrong} of these must be fixed");
    }
    Ok(())
}

async fn try_engine(engine: &HostEngine) -> Finding {
    let HostEngine { name, variants, .. } = engine;
    match engine.try_out().await {
        Ok(own) => Fine(format!("the engine {name} ({own}) plays {}", variants.join(", "))),
        Err(problem) => Wrong(format!("the engine {name}: {problem}")),
    }
}

fn public_url(config: &Config) -> Finding {
    let url = config.public_url();
    let is_private = config.server.listen.ip().is_loopback();
    if url.starts_with("https://") {
        Fine(format!("visitors reach the server at {url}"))
    } else if config.server.public_url.is_empty() && is_private {
        Fine(format!("only this machine can reach the server, at {url}"))
    } else {
        Doubtful(format!("{url} is not encrypted: put a proxy with TLS in front of it"))
    }
}

fn open_files() -> Finding {
    match machine::open_files() {
        None => Doubtful("the limit of open files cannot be read".to_owned()),
        Some(files) if files.limit < machine::OPEN_FILES_MIN => Doubtful(format!(
            "{} files may be open, so about as many players can be connected",
            files.limit
        )),
        Some(files) => Fine(format!("{} files may be open", files.limit)),
    }
}

fn disk(folder: &Path, disk: Usage, percent_max: u32) -> Finding {
    let complaint = machine::complain_of_disk(folder, disk);
    match complaint.or_else(|| machine::complain_of_storage(folder, disk, percent_max)) {
        Some(complaint) => Doubtful(complaint),
        None => {
            Fine(format!("the disk of {} has {} MiB left", folder.display(), disk.free() >> 20))
        }
    }
}

/// How long a move waits for this disk at least.
fn sync(folder: &Path) -> Finding {
    let path = folder.join("doctor.tmp");
    let timed = || -> std::io::Result<Duration> {
        let mut file = File::create(&path)?;
        let began = Instant::now();
        for _ in 0..SYNCS {
            file.write_all(&[0; 4096])?;
            file.sync_data()?;
        }
        Ok(began.elapsed() / SYNCS)
    };
    let timed = timed();
    // What cannot be removed could not be made either, or is as small as it is.
    let _ = std::fs::remove_file(&path);
    match timed {
        Err(cause) => Wrong(format!("{} cannot be written: {cause}", folder.display())),
        Ok(took) if took.as_millis() > SYNC_MS_MAX => Doubtful(format!(
            "the disk takes {} ms to make data durable, and every move waits for it",
            took.as_millis()
        )),
        Ok(took) => Fine(format!("the disk makes data durable in {} µs", took.as_micros())),
    }
}

async fn database(config: &Config) -> Finding {
    let settings = config.database();
    let kind = if settings.url.is_some() { "PostgreSQL" } else { "the embedded database" };
    match Store::look(&settings).await {
        Ok(store) => {
            let answered = store.ping().await;
            store.close().await;
            match answered {
                Ok(()) => Fine(format!("{kind} answers, and its tables are those of this version")),
                Err(cause) => Wrong(format!("{kind} does not answer: {cause}")),
            }
        }
        Err(Error::NoData { .. }) => Fine("no database yet: the first start creates it".to_owned()),
        Err(Error::NoTables) => Fine(format!("{kind} answers; the first start creates the tables")),
        Err(cause @ Error::Older { .. }) => Doubtful(format!("{cause}")),
        Err(cause) => Wrong(format!("{:#}", anyhow::Error::from(cause))),
    }
}

/// Whether the secrets in the database are encrypted, and with a key that is here.
async fn secrets(config: &Config) -> Finding {
    let key = match config.sealing_key() {
        Ok(key) => key,
        Err(cause) => return Wrong(format!("{cause:#}")),
    };
    let Ok(store) = Store::look(&config.database()).await else {
        return Fine("there are no secrets to encrypt yet".to_owned());
    };
    let looked = sealing::look(&store, key.as_ref()).await;
    let other = sealing::other_key(&store, key.as_ref()).await.ok().flatten();
    store.close().await;
    if let Some(other) = other.filter(|_| !config.cluster.is_off()) {
        return Wrong(format!("{other}: every server of a cluster has the same"));
    }
    match (looked, key) {
        (Err(cause), _) => Wrong(format!("the second factors cannot be read: {cause}")),
        (Ok(SecretsState { n_lost: n @ 1.., .. }), _) => Wrong(format!(
            "{n} second factors are encrypted with another key: restore the secrets.key, or \
             the secrets.key setting, with which they were encrypted"
        )),
        (Ok(_), None) if !config.makes_key() => Doubtful(
            "second factors are unencrypted in the database: give every node the same secrets.key \
             (openssl rand -hex 32)"
                .to_owned(),
        ),
        (Ok(_), None) => {
            Fine("the first start creates the key that encrypts second factors".to_owned())
        }
        (Ok(SecretsState { n_clear: n @ 1.., .. }), Some(_)) => {
            Doubtful(format!("{n} second factors are unencrypted until the server is restarted"))
        }
        (Ok(_), Some(_)) => {
            Fine("second factors are encrypted with a key of yours: keep it".to_owned())
        }
    }
}

async fn mail(config: &Config) -> Finding {
    let Some(settings) = config.mail.settings(config.public_url()) else {
        return Fine("no email is sent: new passwords come from komadai admin".to_owned());
    };
    let place = format!("the mail server {} on port {}", settings.host, settings.port);
    let is_far = !matches!(settings.host.as_str(), "localhost" | "127.0.0.1" | "::1");
    let is_open = settings.encryption == Encryption::None;
    match mail::try_out(settings).await {
        Err(cause) => Wrong(format!("{place} cannot be used: {cause}")),
        Ok(()) if is_far && is_open => Doubtful(format!(
            "{place} answers, but the way there is not encrypted: set mail.encryption"
        )),
        Ok(()) => Fine(format!("{place} answers and accepts email")),
    }
}

/// Whether there is a good back-up.
fn backup(config: &Config) -> Finding {
    let now_ms = machine::wall_ms();
    if let Some(complaint) = backups::complain(config, now_ms) {
        return Doubtful(complaint);
    }
    match backups::age_ms(config, now_ms) {
        None => Fine("the server makes no back-ups by itself (backup.to): make some".to_owned()),
        Some(age_ms) => Fine(format!(
            "the last good back-up in {} is {} minutes old",
            config.backup.to.display(),
            age_ms / 60_000
        )),
    }
}

/// Where programs that speak CSA connect, if they may.
fn csa(listen: &str) -> Option<Finding> {
    if listen.is_empty() {
        return None;
    }
    let found = listen.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    Some(match found.map(|address| TcpStream::connect_timeout(&address, ANSWER_WITHIN)) {
        None => Wrong(format!("csa.listen = {listen:?} is not an address with a port")),
        Some(Ok(_)) => Fine(format!(
            "programs that speak CSA connect to {listen}; that traffic is not encrypted"
        )),
        Some(Err(_)) => Doubtful(format!("nothing answers CSA programs on {listen}")),
    })
}
