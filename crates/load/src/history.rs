//! The history of figures: a file of comma-separated lines that are only ever appended.
//!
//! `docs/performance.csv` is this repository's; `docs/performance.md` has the newest of them.

use std::{
    fs::OpenOptions,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    thread::available_parallelism,
};

use anyhow::{Context as _, bail};

use crate::{clock, proc, report};

/// The first line of the file.
const HEADING: &str = "date,commit,machine,what,value,unit,compared_with,ratio,command";

/// Where the figures of a run go.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A history of figures, such as docs/performance.csv, to which this run's are appended.
    #[arg(long, value_name = "FILE")]
    append: Option<PathBuf>,
}

impl Args {
    /// Opens the history before anything is measured: a file that is something else is refused at
    /// once and not after an hour, and the load of the machine is not yet our own.
    pub(crate) fn open(&self) -> anyhow::Result<History> {
        let command: Vec<_> = std::env::args().collect();
        let file = self.append.clone().map(|path| File::open(path, &command.join(" ")));
        Ok(History { file: file.transpose()? })
    }
}

/// The history to which a run appends, if it was asked to.
#[derive(Debug)]
pub(crate) struct History {
    file: Option<File>,
}

impl History {
    pub(crate) fn append(&self, figures: &[Figure]) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.append(figures))
    }
}

/// Settings of `figure`.
#[derive(Debug, clap::Args)]
pub(crate) struct Single {
    /// The history, such as docs/performance.csv.
    file: PathBuf,
    /// What was measured; "A / B" where B is what it is compared with.
    what: String,
    /// The figure.
    value: f64,
    /// Its unit.
    #[arg(default_value = "")]
    unit: String,
    /// What it is compared with, in the same unit.
    #[arg(long, value_name = "VALUE")]
    compared_with: Option<f64>,
    /// The command that measured it.
    #[arg(long)]
    command: String,
}

/// Appends one figure that another program has measured.
pub(crate) fn single(args: &Single) -> anyhow::Result<()> {
    let figure = Figure::new(&args.what, args.value, &args.unit);
    let figure = match args.compared_with {
        Some(other) => figure.compared_with(other),
        None => figure,
    };
    File::open(args.file.clone(), &args.command)?.append(&[figure])
}

/// One figure of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    what: String,
    value: f64,
    unit: String,
    compared_with: Option<f64>,
    ratio: Option<f64>,
}

impl Figure {
    pub(crate) fn new(what: &str, value: f64, unit: &str) -> Self {
        let (what, unit) = (what.to_owned(), unit.to_owned());
        Self { what, value, unit, compared_with: None, ratio: None }
    }

    /// The same figure next to one of the same unit.
    pub(crate) fn compared_with(self, other: f64) -> Self {
        let ratio = self.value / other;
        Self { compared_with: Some(other), ..self }.with_ratio(ratio)
    }

    /// Another ratio than that of the two figures, such as the median of several rounds' ratios.
    pub(crate) fn with_ratio(self, ratio: f64) -> Self {
        Self { ratio: Some(ratio), ..self }
    }
}

/// Where and when figures were measured, and how.
#[derive(Debug)]
struct Origin {
    date: String,
    commit: String,
    machine: String,
    command: String,
}

impl Origin {
    fn here(command: &str) -> anyhow::Result<Self> {
        let now = jiff::Timestamp::from_millisecond(i64::try_from(clock::unix_ms()?)?)?;
        Ok(Self {
            date: now.to_zoned(jiff::tz::TimeZone::UTC).date().to_string(),
            commit: commit(),
            machine: machine(),
            command: command.to_owned(),
        })
    }
}

/// The commit that is checked out, with `-dirty` behind it where files differ; empty outside a
/// repository.
fn commit() -> String {
    let git = Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]).output();
    let answer = git.ok().filter(|it| it.status.success()).map(|it| it.stdout).unwrap_or_default();
    String::from_utf8_lossy(&answer).trim().to_owned()
}

fn machine() -> String {
    let n_cores = available_parallelism().map_or(1, usize::from);
    let load = report::figure(proc::load_average());
    format!("{n_cores} × {}; load average {load}", proc::processor())
}

/// A history on the disk.
#[derive(Debug)]
struct File {
    path: PathBuf,
    origin: Origin,
}

impl File {
    fn open(path: PathBuf, command: &str) -> anyhow::Result<Self> {
        begin(&path).with_context(|| format!("{} cannot be a history", path.display()))?;
        Ok(Self { path, origin: Origin::here(command)? })
    }

    fn append(&self, figures: &[Figure]) -> anyhow::Result<()> {
        let lines: String = figures.iter().map(|it| line(&self.origin, it)).collect();
        write(&self.path, &lines)
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// Writes the heading of a new history, and refuses a file that has another.
fn begin(path: &Path) -> anyhow::Result<()> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    if text.is_empty() {
        return Ok(write(path, &format!("{HEADING}\n"))?);
    }
    if text.lines().next() != Some(HEADING) {
        bail!("its first line is not {HEADING}");
    }
    if !text.ends_with('\n') {
        bail!("its last line is not complete");
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

fn line(origin: &Origin, figure: &Figure) -> String {
    let number = |value: Option<f64>| value.map(report::figure).unwrap_or_default();
    let fields = [
        &origin.date,
        &origin.commit,
        &origin.machine,
        &figure.what,
        &number(Some(figure.value)),
        &figure.unit,
        &number(figure.compared_with),
        &number(figure.ratio),
        &origin.command,
    ];
    format!("{}\n", fields.map(|it| field(it)).join(","))
}

/// A field as RFC 4180 writes it, on one line.
fn field(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRESENT: &str = include_str!("../../../docs/performance.csv");

    fn file(path: &Path) -> File {
        begin(path).unwrap();
        let origin = Origin {
            date: "2026-11-28".to_owned(),
            commit: "c507a962".to_owned(),
            machine: "2 × AMD EPYC; load average 0.3".to_owned(),
            command: "komadai-load compare --only s,p".to_owned(),
        };
        File { path: path.to_owned(), origin }
    }

    /// The fields of a line.
    fn fields(line: &str) -> Vec<String> {
        let mut fields = vec![String::new()];
        let mut is_quoted = false;
        for it in line.chars() {
            match it {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => fields.push(String::new()),
                _ => fields.last_mut().unwrap().push(it),
            }
        }
        fields
    }

    #[test]
    fn figures_are_appended_below_one_heading() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("figures.csv");
        file(&path)
            .append(&[
                Figure::new("S: CPU per durable move / D", 17.74, "µs").compared_with(17.5),
                Figure::new("1,000 games: moves/s / D", 52_548.0, "1/s")
                    .compared_with(41_689.0)
                    .with_ratio(1.29),
            ])
            .unwrap();
        file(&path).append(&[Figure::new("announced moves lost", 0.0, "")]).unwrap();
        let origin = "2026-11-28,c507a962,2 × AMD EPYC; load average 0.3";
        let command = "\"komadai-load compare --only s,p\"";
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            format!(
                "{HEADING}\n\
                 {origin},S: CPU per durable move / D,17.7,µs,17.5,1.01,{command}\n\
                 {origin},\"1,000 games: moves/s / D\",52548,1/s,41689,1.29,{command}\n\
                 {origin},announced moves lost,0,,,,{command}\n"
            )
        );
    }

    #[test]
    fn nothing_is_appended_to_another_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.md");
        for (text, reason) in [
            ("# Notes\n".to_owned(), "first line"),
            (format!("{HEADING}\n2026-11-28,c507"), "last line"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = File::open(path.clone(), "").unwrap_err();
            assert!(format!("{error:#}").contains(reason), "{error:#}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_field_stays_on_its_line() {
        for (text, written) in [
            ("plain", "plain"),
            ("a, b", "\"a, b\""),
            ("so \"called\"", "\"so \"\"called\"\"\""),
            ("two\nlines", "two lines"),
        ] {
            assert_eq!(field(text), written);
        }
    }

    #[test]
    fn the_present_history_is_one() {
        let mut lines = PRESENT.lines();
        assert_eq!(lines.next(), Some(HEADING));
        assert!(PRESENT.ends_with('\n'));
        for line in lines {
            let fields = fields(line);
            assert_eq!(fields.len(), HEADING.split(',').count(), "{line}");
            assert!(fields[0].parse::<jiff::civil::Date>().is_ok(), "{line}");
            assert!(!fields[3].is_empty() && !fields[8].is_empty(), "{line}");
            assert!(fields[4].parse::<f64>().is_ok(), "{line}");
            for number in [&fields[6], &fields[7]] {
                assert!(number.is_empty() || number.parse::<f64>().is_ok(), "{line}");
            }
        }
    }
}
