//! The engine as a program that speaks USI.
//!
//! `usi`, `isready`, `setoption`, `usinewgame`, `position`, `go`, `ponderhit`, `stop`, `gameover`,
//! `quit`. What is not understood is said so in an `info string` and changes nothing, not even a
//! search that runs. Between a `bestmove` and the next `go` nothing is calculated.

mod asking;
mod mate;
mod thinking;

use std::io::{self, BufRead, Write};

use komadai_rules::{Line, Move, Position, RuleSet, Variant};
use parking_lot::Mutex;

use self::{
    asking::Go,
    thinking::{Settings, Thinking},
};
use crate::{Level, THREADS_MAX, Weights};

/// The longest line that is read, in bytes: longer than any game.
const LINE_MAX: u64 = 1024 * 1024;

/// The most memory the table may take, in MiB.
const TABLE_MIB_MAX: usize = 32 * 1024;

/// The most lines that are reported at once.
const LINES_MAX: usize = 100;

/// The file of the figures that come with the engine.
const BUILT_IN: &str = "<built-in>";

/// Who it says that it is.
const NAME: &str = concat!("Komadai ", env!("CARGO_PKG_VERSION"));

/// Where answers go, from whichever thread.
type Output<'a> = Mutex<&'a mut (dyn Write + Send)>;

/// The rules of its games. How long a game may be is up to whoever runs it.
const RULES: RuleSet = RuleSet { max_moves: None, ..RuleSet::casual() };

/// Answers what is read until it says `quit` or ends, either of which ends a search.
///
/// # Errors
/// When the answers cannot be written.
pub fn run(variant: Variant, input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let output: Output<'_> = Mutex::new(&mut output);
    std::thread::scope(|scope| {
        let mut session = Session {
            settings: Settings::of(variant),
            line: Line::new(Position::start(variant), RULES),
            n_games: 0,
            thinking: Thinking::default(),
        };
        let mut input = input;
        let result = loop {
            match read(&mut input) {
                Ok(Some(text)) => match session.answer(&text, scope, &output) {
                    Ok(true) => {}
                    Ok(false) => break Ok(()),
                    Err(cause) => break Err(cause),
                },
                Ok(None) => break Ok(()),
                Err(cause) => break Err(cause),
            }
        };
        session.thinking.finish();
        result
    })
}

/// The next line, whatever bytes it is made of; none at the end.
fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
    use io::Read as _;
    let mut bytes = Vec::new();
    if input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LINE_MAX && !bytes.ends_with(b"\n") {
        // The rest of it is no line of its own.
        while !bytes.ends_with(b"\n") {
            bytes.clear();
            if input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
        }
        return Ok(Some("too_long".to_owned()));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

fn say(output: &Output<'_>, text: &str) -> io::Result<()> {
    let mut output = output.lock();
    writeln!(output, "{text}")?;
    output.flush()
}

/// What has been said so far.
struct Session<'scope> {
    settings: Settings,
    line: Line,
    /// How many games have begun.
    n_games: u32,
    thinking: Thinking<'scope>,
}

/// What an option changes.
enum Change {
    Settings(Settings),
    /// None for those that come with the engine.
    Weights(Option<Weights>),
}

impl<'scope> Session<'scope> {
    /// Answers one line; false when it is the last.
    fn answer<'env>(
        &mut self,
        text: &str,
        scope: &'scope std::thread::Scope<'scope, 'env>,
        output: &'env Output<'env>,
    ) -> io::Result<bool>
    where
        'env: 'scope,
    {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        let done = match command {
            "usi" => {
                self.introduce(output)?;
                Ok(())
            }
            "isready" => {
                // Tables are made now, not on the clock.
                self.thinking.get_ready(&self.settings);
                say(output, "readyok")?;
                Ok(())
            }
            // What cannot be read does not end a search.
            "setoption" => self.read_option(rest).map(|change| {
                self.thinking.finish();
                self.make(change);
            }),
            "usinewgame" => {
                self.thinking.finish();
                self.thinking.forget();
                self.n_games = self.n_games.wrapping_add(1);
                Ok(())
            }
            "position" => line(self.settings.variant, rest).map(|line| {
                self.thinking.finish();
                self.line = line;
            }),
            "go" => Go::read(rest).map(|go| {
                self.thinking.finish();
                let seed = u64::from(self.n_games) << 32 | u64::from(self.line.n_moves());
                self.thinking.begin(&self.settings, &self.line, go, seed, scope, output);
            }),
            "ponderhit" => {
                self.thinking.ponder_hit();
                Ok(())
            }
            "stop" => {
                self.thinking.finish();
                Ok(())
            }
            "gameover" => {
                self.thinking.finish();
                Ok(())
            }
            "quit" => return Ok(false),
            _ => Err(format!("unknown command {}", brief(command))),
        };
        if let Err(why) = done {
            say(output, &format!("info string {why}"))?;
        }
        Ok(true)
    }

    fn introduce(&self, output: &Output<'_>) -> io::Result<()> {
        let variants: Vec<_> = Variant::all().iter().map(|variant| variant.name()).collect();
        let levels = Level::COUNT;
        let lines = [
            format!("id name {NAME}"),
            "id author the Komadai developers".to_owned(),
            format!("option name Threads type spin default 1 min 1 max {THREADS_MAX}"),
            format!("option name USI_Hash type spin default 64 min 1 max {TABLE_MIB_MAX}"),
            "option name USI_Ponder type check default false".to_owned(),
            format!("option name MultiPV type spin default 1 min 1 max {LINES_MAX}"),
            format!("option name Level type spin default 0 min 0 max {levels}"),
            format!(
                "option name USI_Variant type combo default {} var {}",
                self.settings.variant.name(),
                variants.join(" var ")
            ),
            format!("option name EvalFile type filename default {BUILT_IN}"),
            "usiok".to_owned(),
        ];
        say(output, &lines.join("\n"))
    }

    /// `name NAME value VALUE`, of which a name may have blanks.
    fn read_option(&self, words: &[&str]) -> Result<Change, String> {
        let Some((&"name", words)) = words.split_first() else {
            return Err("an option has a name".to_owned());
        };
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = words.split_at(at);
        let (name, value) = (name.join(" "), value.get(1..).unwrap_or_default().join(" "));
        let mut settings = self.settings;
        let number = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) => Ok(number.clamp(least, most)),
            Err(_) => Err(format!("{} is no number", brief(&value))),
        };
        match name.as_str() {
            "Threads" => settings.threads = number(1, THREADS_MAX)?,
            "USI_Hash" | "Hash" => settings.table_mib = number(1, TABLE_MIB_MAX)?,
            "MultiPV" => settings.lines = number(1, LINES_MAX)?,
            "Level" => {
                let level = number(0, Level::COUNT.into())?;
                settings.level = u8::try_from(level).ok().and_then(Level::new);
            }
            // Programs send every option, also those that nobody has changed.
            "EvalFile" if matches!(value.as_str(), "" | BUILT_IN | "<empty>") => {
                return Ok(Change::Weights(None));
            }
            "EvalFile" => {
                let weights = std::fs::read(&value)
                    .map_err(|why| format!("{} cannot be read: {why}", brief(&value)))?;
                let weights = Weights::from_bytes(self.settings.variant, &weights);
                let weights = weights.ok_or("these are no weights of this variant")?;
                return Ok(Change::Weights(Some(weights)));
            }
            "USI_Ponder" => {}
            "USI_Variant" | "UCI_Variant" => {
                let variant = variant(&value);
                settings.variant =
                    variant.ok_or_else(|| format!("unknown variant {}", brief(&value)))?;
            }
            _ => return Err(format!("unknown option {}", brief(&name))),
        }
        Ok(Change::Settings(settings))
    }

    fn make(&mut self, change: Change) {
        match change {
            Change::Settings(settings) => {
                if settings.variant != self.settings.variant {
                    self.line = Line::new(Position::start(settings.variant), RULES);
                }
                self.settings = settings;
            }
            Change::Weights(weights) => self.thinking.weigh_by(&self.settings, weights),
        }
    }
}

/// A variant by its own name, or by the one other engines know it by.
fn variant(name: &str) -> Option<Variant> {
    match name {
        "shogi" => Some(Variant::standard()),
        name => Variant::from_name(name)
            .or_else(|| name.strip_suffix("shogi").and_then(Variant::from_name)),
    }
}

/// `startpos` or `sfen SFEN`, then perhaps `moves` and the moves.
fn line(variant: Variant, words: &[&str]) -> Result<Line, String> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let position = match start.split_first() {
        Some((&"startpos", [])) => Position::start(variant),
        Some((&"sfen", sfen)) => Position::from_sfen(variant, &sfen.join(" "))
            .map_err(|why| format!("this is no position: {why}"))?,
        _ => return Err("a position is startpos or sfen, then moves".to_owned()),
    };
    let mut line = Line::new(position, RULES);
    for usi in moves.iter().skip(1) {
        let mv = Move::from_usi(variant, usi)
            .map_err(|why| format!("{} is no move: {why}", brief(usi)))?;
        // What ends the game may be followed by more, as where nobody counted repetitions.
        line.play(mv).map_err(|why| format!("{} is illegal: {why}", brief(usi)))?;
    }
    Ok(line)
}

/// What was read, short enough to be said again.
fn brief(text: &str) -> String {
    text.chars().take(60).collect()
}
