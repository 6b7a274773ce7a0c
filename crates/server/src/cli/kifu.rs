//! `komadai kifu`: game records from the command line.

use std::{
    fmt,
    fs::File,
    io::{self, IsTerminal as _, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use komadai_kifu::{
    Diagram, Encoding, Error, Format, GifOptions, Lines, Reading, Record, Step, TextPlace, Theme,
    diagrams::WIDTH_PX_MAX, gif, limits, read_as, write,
};
use komadai_language::Language;
use komadai_rules::{Side, Variant};

/// Game records: conversion, pictures, checks.
///
/// Formats: kif (.kif, .kifu), ki2, csa (2.2), csa3 (3.0), usi, jkf, and for people western, hodges
/// and vietnamese. Files are read in Shift_JIS, UTF-8 and the other encodings that Japanese
/// programs have used; encoding and format are detected.
#[derive(Debug, Subcommand)]
pub(super) enum KifuCommand {
    /// Writes every game of a file in another format.
    ///
    /// Anything skipped or corrected in the file is reported on standard error. usi prints one line
    /// for each game.
    Convert(Convert),
    /// Draws a game of a file: one of its positions (svg, png) or all of it (gif).
    Diagram(Picture),
    /// Reports what is in each file, and everything that is wrong with it.
    ///
    /// Prints a line "FILE: FORMAT, ENCODING, N games, …" for a file that can be read, and a line
    /// "FILE: line L, column C: …" for each thing that is wrong, skipped or corrected, with that
    /// line of the file below it. Reads standard input if no file is given. Fails if a file cannot
    /// be read.
    Check(Check),
}

/// What is read.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// The format of the file; detected if it is not given.
    #[arg(long, value_parser = format)]
    from: Option<Format>,
    /// The variant, which usi does not name; inferred from the position if it is not given.
    #[arg(long)]
    variant: Option<Variant>,
    /// The file; standard input if it is not given or "-".
    file: Option<PathBuf>,
}

/// What becomes of it.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// kif, ki2, csa, csa3, usi, jkf, western, hodges or vietnamese.
    #[arg(long, value_parser = format)]
    to: Format,
    /// utf8, or sjis for old programs; characters that Shift_JIS lacks are replaced with similar
    /// ones.
    #[arg(long, default_value = "utf8", value_parser = encoding)]
    encoding: Encoding,
    #[command(flatten)]
    input: Input,
}

/// How the picture looks.
#[derive(Debug, Args)]
pub(super) struct Picture {
    /// What to draw: svg and png show one position, gif the whole game.
    #[arg(long)]
    format: PictureFormat,
    /// The position after so many moves, with which a gif ends; the last one if it is not given.
    #[arg(long)]
    ply: Option<u32>,
    /// Which game of the file, from 1.
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// light or dark.
    #[arg(long, default_value = "light", value_parser = theme)]
    theme: Theme,
    /// The language of the labels, such as vi, en or ja.
    #[arg(long, default_value = "en", value_parser = language)]
    lang: Language,
    /// The side at the bottom: sente or gote.
    #[arg(long, default_value = "sente", value_parser = side)]
    bottom: Side,
    /// Width in pixels, of png (480 if it is not given) and gif (400).
    #[arg(long)]
    width: Option<u32>,
    #[command(flatten)]
    input: Input,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    Svg,
    Png,
    Gif,
}

/// What is checked.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The format of the files; detected if it is not given.
    #[arg(long, value_parser = format)]
    from: Option<Format>,
    /// The files; standard input if none is given or for "-".
    files: Vec<PathBuf>,
}

impl KifuCommand {
    /// Does it.
    ///
    /// # Errors
    /// When a file cannot be read, or cannot be written in what was asked for.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let done = match self {
            Self::Convert(convert) => convert.run(&mut out),
            Self::Diagram(picture) => picture.run(&mut out),
            Self::Check(check) => check.run(&mut out),
        };
        let done = done.and_then(|()| Ok(out.flush()?));
        // The reader of the output may have seen enough of it.
        done.or_else(|error| if is_broken_pipe(&error) { Ok(()) } else { Err(error) })
    }
}

impl Convert {
    fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let name = Name(self.input.file.as_deref());
        let reading = self.input.read()?;
        let mut told = io::stderr().lock();
        for note in &reading.notes {
            // There is nobody to tell that nobody listens.
            let _ = writeln!(told, "{name}: {note}");
        }
        let file = write(&reading.records, self.to, self.encoding)
            .map_err(|error| anyhow!("{name}: {error}"))?;
        Ok(out.write_all(&file)?)
    }
}

impl Picture {
    fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let name = Name(self.input.file.as_deref());
        if self.format != PictureFormat::Svg && io::stdout().is_terminal() {
            bail!("a picture is not for a terminal: write it to a file with “> FILE”");
        }
        let records = self.input.read()?.records;
        let record = self.game.checked_sub(1).and_then(|nth| records.get(nth));
        let Some(record) = record else {
            bail!("there is no game {} in {name}: it has {}", self.game, records.len());
        };
        let file = match self.format {
            PictureFormat::Svg => self.position(record)?.svg().into_bytes(),
            PictureFormat::Png => self.position(record)?.png()?,
            PictureFormat::Gif => self.gif(record)?,
        };
        Ok(out.write_all(&file)?)
    }

    /// The ply that was asked for, or the last one.
    fn ply(&self, record: &Record) -> anyhow::Result<u32> {
        let n_moves = record.moves().count() as u32;
        let ply = self.ply.unwrap_or(n_moves);
        if ply > n_moves {
            bail!("there is no ply {ply}: the game has {n_moves} moves");
        }
        Ok(ply)
    }

    fn position(&self, record: &Record) -> anyhow::Result<Diagram> {
        let ply = self.ply(record)?;
        let diagram = Diagram::of(record, record.at_ply(ply), self.lang);
        let width_px = self.width.unwrap_or(480).clamp(1, WIDTH_PX_MAX);
        if self.width.is_some_and(|width| width != width_px) {
            bail!("a picture is 1 to {WIDTH_PX_MAX} pixels wide");
        }
        Ok(diagram.theme(self.theme).bottom(self.bottom).width_px(width_px))
    }

    fn gif(&self, record: &Record) -> anyhow::Result<Vec<u8>> {
        let usual = GifOptions::default();
        let options = GifOptions {
            language: self.lang,
            theme: self.theme,
            bottom: self.bottom,
            last_ply: Some(self.ply(record)?),
            width_px: self.width.unwrap_or(usual.width_px),
            ..usual
        };
        Ok(gif(record, &options, &|| false)?)
    }
}

impl Check {
    fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let files = match self.files.as_slice() {
            [] => vec![None],
            files => files.iter().cloned().map(Some).collect(),
        };
        let n_files = files.len();
        let mut n_broken = 0;
        for file in files {
            let input = Input { from: self.from, variant: None, file };
            n_broken += usize::from(!input.check(out)?);
        }
        out.flush()?;
        match n_broken {
            0 => Ok(()),
            _ => bail!("{n_broken} of {n_files} files cannot be read"),
        }
    }
}

impl Input {
    fn read(&self) -> anyhow::Result<Reading> {
        let name = Name(self.file.as_deref());
        let bytes = bytes(name.0).map_err(|error| anyhow!("{name}: {error}"))?;
        self.parse(&bytes).map_err(|error| anyhow!("{name}: {error}"))
    }

    fn parse(&self, bytes: &[u8]) -> Result<Reading, Error> {
        match read_as(bytes, self.from, self.variant) {
            // What a file does not show, its name may tell.
            Err(Error::UnknownFormat) => match self.file.as_deref().and_then(format_of_name) {
                Some(format) => read_as(bytes, Some(format), self.variant),
                None => Err(Error::UnknownFormat),
            },
            result => result,
        }
    }

    /// Says what is in the file and what is wrong with it. False if it cannot be read.
    fn check(&self, out: &mut impl Write) -> io::Result<bool> {
        let name = Name(self.file.as_deref());
        let bytes = match bytes(name.0) {
            Ok(bytes) => bytes,
            Err(error) => {
                writeln!(out, "{name}: {error}")?;
                return Ok(false);
            }
        };
        let reading = self.parse(&bytes);
        let problems: Vec<(Option<TextPlace>, String)> = match &reading {
            Ok(reading) => {
                writeln!(out, "{name}: {}", Contents(reading))?;
                let notes = reading.notes.iter();
                notes.map(|note| (Some(note.at), note.to_string())).collect()
            }
            Err(Error::Text { at, problem }) => vec![(Some(*at), format!("{at}: {problem}"))],
            Err(error) => vec![(None, error.to_string())],
        };
        let places: Vec<TextPlace> = problems.iter().filter_map(|(at, _)| *at).collect();
        let excerpts = Lines::of(&bytes).map(|lines| lines.excerpts(&places)).unwrap_or_default();
        let mut excerpts = excerpts.into_iter();
        for (at, problem) in &problems {
            writeln!(out, "{name}: {problem}")?;
            if let Some(excerpt) = at.and_then(|_| excerpts.next()).flatten() {
                writeln!(out, "    {excerpt}")?;
            }
        }
        Ok(reading.is_ok())
    }
}

/// A file's bytes; of a file that is too long, one more than is allowed.
fn bytes(path: Option<&Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = limits::FILE_BYTES_MAX as u64 + 1;
    match named(path) {
        Some(path) => File::open(path)?.take(most).read_to_end(&mut bytes)?,
        None => io::stdin().lock().take(most).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| *path != Path::new("-"))
}

fn format_of_name(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?).map(|(format, _)| format)
}

/// What a file is called in what is said about it.
#[derive(Clone, Copy)]
struct Name<'a>(Option<&'a Path>);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match named(self.0) {
            Some(path) => path.display().fmt(f),
            None => f.write_str("standard input"),
        }
    }
}

/// What is in a file, in one line.
struct Contents<'a>(&'a Reading);

impl fmt::Display for Contents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reading { records, format, charset, .. } = self.0;
        let (mut n_moves, mut n_variations) = (0, 0);
        for record in records {
            n_moves += record.moves().count();
            let mut walk = record.walk();
            while let Some(visit) = walk.next() {
                n_variations += usize::from(visit.begins_variation);
            }
        }
        let of = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let [games, moves] = [of(records.len(), "game"), of(n_moves, "move")];
        write!(f, "{format}, {charset}, {games}, {moves}, {}", of(n_variations, "variation"))?;
        let [record] = records.as_slice() else { return Ok(()) };
        if record.variant() != Variant::standard() {
            write!(f, ", {}", record.variant())?;
        }
        let Some(last) = record.main_line().last() else { return Ok(()) };
        if let Step::End(outcome) = &record.node(last).step {
            write!(f, ", {}", outcome.cause.as_str())?;
            if let Some(winner) = outcome.winner {
                write!(f, ", {winner} won")?;
            }
        }
        Ok(())
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let known: Vec<_> = komadai_kifu::formats::ALL.iter().map(|it| it.name()).collect();
        format!("choose one of {}", known.join(", "))
    })
}

fn encoding(name: &str) -> Result<Encoding, &'static str> {
    Encoding::from_name(name).ok_or("choose utf8 or sjis")
}

fn theme(name: &str) -> Result<Theme, &'static str> {
    Theme::from_name(name).ok_or("choose light or dark")
}

fn language(tag: &str) -> Result<Language, String> {
    Language::from_tag(tag).ok_or_else(|| {
        let known: Vec<_> = Language::all().map(Language::tag).collect();
        format!("choose one of {}", known.join(", "))
    })
}

fn side(name: &str) -> Result<Side, &'static str> {
    let mut sides = Side::ALL.into_iter();
    sides.find(|side| side.as_str() == name).ok_or("choose sente or gote")
}
