//! `komadai export`: every finished game in one archive of record files.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow, bail};
use komadai_kifu::{Encoding, Format, Record};
use komadai_live::game_log::GameLog;
use komadai_service::{branding::SiteBranding, record, with_names_now};
use komadai_store::{Game, PageKey, Store, games};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{api::export::file_name, config::Config};

/// Games read from the database at once.
const PAGE: u32 = 50;

/// What is exported, and where to.
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The ending of the record files: kif (Shift_JIS), kifu (the same in UTF-8), csa, jkf, …
    #[arg(long, default_value = "csa")]
    format: String,
    /// The archive to write, a .zip that does not exist yet.
    file: PathBuf,
}

/// What became of the games.
#[derive(Default)]
struct ExportReport {
    n_written: usize,
    /// Why games are not in the archive, by name.
    left_out: Vec<String>,
}

impl Export {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let Some((format, encoding)) = Format::from_extension(&self.format) else {
            bail!("--format is the extension of a record file, such as kif or csa");
        };
        // Next to its place until it is whole.
        let part = self.file.with_extension("zip.part");
        if self.file.exists() {
            bail!("{} is there already", self.file.display());
        }
        let done = super::block_on(async {
            let store = Store::look(&config.database()).await?;
            let done = write_all(&store, format, encoding, &part).await;
            store.close().await;
            done
        })??;
        fs::rename(&part, &self.file)
            .with_context(|| format!("{} cannot be written", self.file.display()))?;
        super::say(&format!("exported {} games into {}", done.n_written, self.file.display()))?;
        match done.left_out.len() {
            0 => Ok(()),
            n => super::say(&format!("{n} cannot be written as {}: see left-out.txt", self.format)),
        }
    }
}

async fn write_all(
    store: &Store,
    format: Format,
    encoding: Encoding,
    path: &Path,
) -> anyhow::Result<ExportReport> {
    let file = File::create(path).with_context(|| format!("{} cannot be made", path.display()))?;
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut done = ExportReport::default();
    let mut key = PageKey::first();
    let site = SiteBranding::read(store).await?.name();
    let mut conn = store.read().await?;
    loop {
        let page = games::recent(&mut conn, key, PAGE).await?;
        let Some(last) = page.last() else { break };
        key = last.page_key();
        for summary in &page {
            let Some(game) = games::find(&mut conn, summary.id).await? else { continue };
            let game = with_names_now(&mut conn, game).await?;
            let code = summary.id.to_string();
            let written = read(game, &site).and_then(|record| {
                let bytes = komadai_kifu::write(std::slice::from_ref(&record), format, encoding)?;
                Ok((file_name(&record, &code), bytes))
            });
            match written {
                Ok((name, bytes)) => {
                    // A folder for each month, since one with everything is no use to anybody.
                    let month = name.get(..7).filter(|it| it.starts_with(char::is_numeric));
                    let folder = month.unwrap_or("undated");
                    let ending = format.extension(encoding);
                    zip.start_file(format!("{folder}/{name}.{ending}"), options)?;
                    zip.write_all(&bytes)?;
                    done.n_written += 1;
                }
                Err(cause) => done.left_out.push(format!("{code}: {cause}\n")),
            }
        }
    }
    if !done.left_out.is_empty() {
        zip.start_file("left-out.txt", options)?;
        zip.write_all(done.left_out.concat().as_bytes())?;
    }
    zip.finish()?.into_inner().map_err(|error| anyhow!("{error}"))?.sync_all()?;
    Ok(done)
}

fn read(stored: Game, site: &str) -> anyhow::Result<Record> {
    let game = GameLog::from_bytes(stored.record).replay(|_, _, _| {})?;
    Ok(record::record(&game, site)?)
}
