//! `[[engines]]`: USI engines of the host as opponents.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use komadai_live::opponents::{HostEngine, HostLevel};
use komadai_rules::Variant;
use komadai_usi::Program;
use serde::{Deserialize, Serialize};
use toml::Value;

use super::{Config, ConfigError};

/// The longest that a level may think over a move, in milliseconds.
const THINK_MS_MAX: u64 = 60_000;

section! {
    /// A USI engine on this machine that players may choose as an opponent; write one such section
    /// for each. It runs as the server's user, without a shell and without the server's
    /// environment, at low priority. `komadai doctor` tries it.
    EngineSettings {
        /// The name shown to players, such as "Fairy-Stockfish".
        name: String = String::new(),
        /// The program file, such as "/usr/games/fairy-stockfish".
        command: PathBuf = PathBuf::new(),
        /// The arguments on its command line.
        args: Vec<String> = Vec::new(),
        /// The folder to run it in, such as that of its evaluation files. Empty: the server's.
        directory: PathBuf = PathBuf::new(),
        /// Its options, set once, such as { Threads = 1, Hash = 64 }.
        options: BTreeMap<String, Value> = BTreeMap::new(),
        /// The variants it plays, by name.
        variants: Vec<String> = vec!["standard".to_owned()],
        /// Its levels, weakest first: each with a `name`, `think_ms` (how long it thinks about a
        /// move if its clock allows), `nodes` (how many positions it examines, if the engine
        /// supports such a limit; otherwise as many as time allows), and `options` of its own, such
        /// as { name = "5 kyu", think_ms = 500, options = { "Skill Level" = 4 } }. Empty: one level
        /// of a second a move.
        levels: Vec<EngineLevel> = Vec::new(),
        /// How many games it may play at once: one with each player, half of them with visitors.
        games: usize = 4,
        /// How many of its processes may run at once: a move waits for a free one.
        processes: usize = 1,
        /// How much memory each process may map, in MiB.
        memory_mib: u64 = 1_024,
    }
}

/// How strong an engine can be.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineLevel {
    /// What players know it by.
    pub name: String,
    /// How long a move is thought over, in milliseconds.
    pub think_ms: u64,
    /// How many positions are looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Options that make it so.
    pub options: BTreeMap<String, Value>,
}

impl Default for EngineLevel {
    fn default() -> Self {
        Self { name: String::new(), think_ms: 1_000, nodes: None, options: BTreeMap::new() }
    }
}

impl EngineSettings {
    /// What does not fit in it.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let unfit = |problem: String| Err(ConfigError::Engine { name: self.name.clone(), problem });
        if self.name.trim().is_empty() || self.name.chars().count() > 40 {
            return unfit("give it a `name` of at most 40 characters".to_owned());
        }
        if !self.command.is_absolute() {
            return unfit("`command` is the whole path of the program".to_owned());
        }
        if self.variants.is_empty() {
            return unfit("name at least one of the `variants`".to_owned());
        }
        if let Some(name) = self.variants.iter().find(|it| Variant::from_name(it).is_none()) {
            return unfit(format!("there is no variant {name:?}"));
        }
        if self.games == 0 || self.processes == 0 || self.memory_mib == 0 {
            return unfit("`games`, `processes` and `memory_mib` are at least 1".to_owned());
        }
        if self.levels.len() > usize::from(u8::MAX) {
            return unfit("it has too many levels".to_owned());
        }
        for level in &self.levels {
            // One alone needs none.
            let is_named = !level.name.trim().is_empty() || self.levels.len() == 1;
            if !is_named || level.name.chars().count() > 40 {
                return unfit("each level has a `name` of at most 40 characters".to_owned());
            }
            if !(1..=THINK_MS_MAX).contains(&level.think_ms) || level.nodes == Some(0) {
                return unfit(format!(
                    "`think_ms` is between 1 and {THINK_MS_MAX}, `nodes` above 0"
                ));
            }
        }
        let options = self.levels.iter().map(|level| &level.options).chain([&self.options]);
        match options.flatten().find(|(_, value)| option_text(value).is_none()) {
            Some((name, _)) => {
                unfit(format!("the option {name:?} is a text, a number or a truth value"))
            }
            None => Ok(()),
        }
    }

    /// As the games need it.
    pub fn engine(&self) -> HostEngine {
        let level = |level: &EngineLevel| HostLevel {
            name: level.name.clone(),
            options: option_texts(&level.options),
            think: Duration::from_millis(level.think_ms),
            nodes: level.nodes,
        };
        let levels = match self.levels.as_slice() {
            [] => vec![level(&EngineLevel::default())],
            levels => levels.iter().map(level).collect(),
        };
        HostEngine {
            name: self.name.clone(),
            program: Program {
                command: self.command.clone(),
                args: self.args.clone(),
                directory: Some(self.directory.clone()).filter(|it| !it.as_os_str().is_empty()),
                options: option_texts(&self.options),
                memory_mib: self.memory_mib,
            },
            variants: self.variants.clone(),
            levels,
            games: self.games,
            processes: self.processes,
        }
    }
}

impl Config {
    /// The engines of the host.
    pub fn engines(&self) -> Vec<HostEngine> {
        self.engines.iter().map(EngineSettings::engine).collect()
    }
}

/// An option's value as it is said to an engine; none for what no option can be.
fn option_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

fn option_texts(options: &BTreeMap<String, Value>) -> BTreeMap<String, String> {
    let texts =
        options.iter().filter_map(|(name, value)| Some((name.clone(), option_text(value)?)));
    texts.collect()
}
