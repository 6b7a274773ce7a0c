//! USI engines: programs on the host that are asked for moves.
//!
//! An engine is somebody else's program. It runs in a process group of its own, without a shell and
//! without the server's environment, at low priority and with limited memory. Output that was not
//! asked for is skipped, a line that is too long is an error, and an engine that does not answer in
//! time is killed with everything it started.
//!
//! The protocol is USI: `usi` … `usiok`, `setoption`, `isready` … `readyok`, `usinewgame`,
//! `position`, `go` … `bestmove`, `quit`.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::PathBuf,
    process::Stdio,
    time::Duration,
};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, kill_process_group, prlimit, setpriority_process,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// How long an engine may take to say who it is.
const USIOK_WITHIN: Duration = Duration::from_secs(30);

/// How long it may take to read what it knows.
const READYOK_WITHIN: Duration = Duration::from_secs(120);

/// How much longer than it was given it may think before it is taken for hung.
const LATE_MAX: Duration = Duration::from_secs(30);

/// The longest line that is read, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// How much less urgent it is than the server: moves of people come first.
const NICENESS: i32 = 5;

/// The option by which a program that plays several games learns which.
const VARIANT_OPTIONS: [&str; 2] = ["USI_Variant", "UCI_Variant"];

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file, without a shell.
    pub command: PathBuf,
    /// What follows it.
    pub args: Vec<String>,
    /// Where it runs; none for where the server does.
    pub directory: Option<PathBuf>,
    /// Options that are set once, by name.
    pub options: BTreeMap<String, String>,
    /// How much memory it may map, in MiB.
    pub memory_mib: u64,
}

/// What it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the game is called in USI: `shogi`, `minishogi` …
    pub variant: &'a str,
    /// The position before the first move, as SFEN.
    pub start: &'a str,
    /// The moves since, in USI.
    pub moves: &'a [String],
    /// Options for this move, by name.
    pub options: &'a BTreeMap<String, String>,
    /// How long it may think.
    pub think: Duration,
    /// How many positions it may look at; none for as many as it can.
    pub nodes: Option<u64>,
}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, in USI.
    Move(String),
    /// It declares a win by impasse.
    Win,
    /// It gives up.
    Resign,
}

/// An answer, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// What it answers.
    pub answer: Answer,
    /// How many positions it says it has looked at; none if it says nothing.
    pub nodes: Option<u64>,
}

/// What went wrong with a program.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or does not listen.
    #[error("it has ended: {0}")]
    Gone(io::Error),
    /// It does not answer.
    #[error("it did not say {0} in time")]
    Late(&'static str),
    /// What it writes is no USI.
    #[error("a line has more than {LINE_MAX} bytes")]
    LongLine,
}

/// A program that runs, and has said that it is ready.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    group: Option<Pid>,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    /// What it calls itself.
    name: String,
    /// The options that it has.
    known: BTreeSet<String>,
    /// What they are set to now.
    set: BTreeMap<String, String>,
}

impl Engine {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started, ends, or does not answer.
    pub async fn start(program: &Program) -> Result<Self, EngineError> {
        let mut command = Command::new(&program.command);
        command
            .args(&program.args)
            .env_clear()
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn().map_err(EngineError::Start)?;
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        if let Some(pid) = group {
            let bytes = Some(program.memory_mib.saturating_mul(1024 * 1024));
            let limit = Rlimit { current: bytes, maximum: bytes };
            // One that has ended already is found to be gone below.
            let _ = prlimit(Some(pid), Resource::As, limit);
            let _ = setpriority_process(Some(pid), NICENESS);
        }
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Start(io::ErrorKind::BrokenPipe.into()));
        };
        let mut engine = Self {
            child,
            group,
            stdin,
            stdout: BufReader::new(stdout),
            name: String::new(),
            known: BTreeSet::new(),
            set: BTreeMap::new(),
        };
        engine.shake_hands(program).await?;
        Ok(engine)
    }

    async fn shake_hands(&mut self, program: &Program) -> Result<(), EngineError> {
        self.say("usi").await?;
        within(USIOK_WITHIN, "usiok", async {
            loop {
                let line = self.line().await?;
                if let Some(name) = line.strip_prefix("id name ") {
                    self.name = name.to_owned();
                } else if let Some(option) = line.strip_prefix("option name ") {
                    let name = option.split(" type ").next().unwrap_or(option);
                    self.known.insert(name.to_owned());
                } else if line == "usiok" {
                    return Ok(());
                }
            }
        })
        .await?;
        self.set_options(&program.options).await?;
        self.get_ready().await
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its process, as long as it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Another game begins.
    ///
    /// # Errors
    /// When it ends, or does not answer.
    pub async fn new_game(&mut self) -> Result<(), EngineError> {
        self.get_ready().await?;
        self.say("usinewgame").await
    }

    async fn get_ready(&mut self) -> Result<(), EngineError> {
        self.say("isready").await?;
        within(READYOK_WITHIN, "readyok", async {
            while self.line().await? != "readyok" {}
            Ok(())
        })
        .await
    }

    /// Lets it choose a move. After an error it is of no use any more.
    ///
    /// # Errors
    /// When it ends, or does not answer in time.
    pub async fn choose(&mut self, question: &Question<'_>) -> Result<Answer, EngineError> {
        // Without main time: byoyomi is what every engine understands as so much for each move.
        let time = format!("btime 0 wtime 0 byoyomi {}", question.think.as_millis());
        Ok(self.search(question, &time).await?.answer)
    }

    /// Lets it use exactly the time to think, of which an engine may save a part in byoyomi. For
    /// measurements, and not understood by every engine.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub async fn use_all_time(
        &mut self,
        question: &Question<'_>,
    ) -> Result<SearchReport, EngineError> {
        self.search(question, &format!("movetime {}", question.think.as_millis())).await
    }

    async fn search(
        &mut self,
        question: &Question<'_>,
        time: &str,
    ) -> Result<SearchReport, EngineError> {
        let variant = VARIANT_OPTIONS.into_iter().find(|name| self.known.contains(*name));
        if let Some(name) = variant {
            self.set_option(name, question.variant).await?;
        }
        self.set_options(question.options).await?;
        let mut position = format!("position sfen {}", question.start);
        if !question.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&question.moves.join(" "));
        }
        self.say(&position).await?;
        let nodes = question.nodes.map(|nodes| format!(" nodes {nodes}")).unwrap_or_default();
        self.say(&format!("go {time}{nodes}")).await?;
        within(question.think + LATE_MAX, "bestmove", async {
            let mut nodes = None;
            loop {
                let line = self.line().await?;
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("info") => nodes = nodes_of(words).or(nodes),
                    Some("bestmove") => {
                        let answer = match words.next() {
                            None | Some("resign" | "(none)" | "0000") => Answer::Resign,
                            Some("win") => Answer::Win,
                            Some(usi) => Answer::Move(usi.to_owned()),
                        };
                        return Ok(SearchReport { answer, nodes });
                    }
                    _ => {}
                }
            }
        })
        .await
    }

    async fn set_options(&mut self, options: &BTreeMap<String, String>) -> Result<(), EngineError> {
        for (name, value) in options {
            self.set_option(name, value).await?;
        }
        Ok(())
    }

    async fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if self.set.get(name).is_some_and(|set| set == value) {
            return Ok(());
        }
        self.say(&format!("setoption name {name} value {value}")).await?;
        self.set.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// Says one line; line breaks in what an operator has written end nothing.
    async fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let line = line.replace(['\n', '\r'], " ") + "\n";
        self.stdin.write_all(line.as_bytes()).await.map_err(EngineError::Gone)?;
        self.stdin.flush().await.map_err(EngineError::Gone)
    }

    async fn line(&mut self) -> Result<String, EngineError> {
        let mut bytes = Vec::new();
        let read = (&mut self.stdout).take(LINE_MAX).read_until(b'\n', &mut bytes).await;
        if read.map_err(EngineError::Gone)? == 0 {
            return Err(EngineError::Gone(io::ErrorKind::UnexpectedEof.into()));
        }
        if bytes.len() as u64 == LINE_MAX && !bytes.ends_with(b"\n") {
            return Err(EngineError::LongLine);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process that was waited for has no more number that could be somebody else's.
        if let Some(group) = self.group.filter(|_| self.child.id().is_some()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// The number of positions in what an engine says while it thinks, unless it is free text.
fn nodes_of<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<u64> {
    words.find(|word| matches!(*word, "nodes" | "string")).filter(|word| *word == "nodes")?;
    words.next()?.parse().ok()
}

async fn within<T>(
    time: Duration,
    what: &'static str,
    answer: impl Future<Output = Result<T, EngineError>>,
) -> Result<T, EngineError> {
    timeout(time, answer).await.unwrap_or(Err(EngineError::Late(what)))
}
