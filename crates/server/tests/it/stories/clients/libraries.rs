//! The two libraries, made ready once, and their examples as processes.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::OnceLock,
};

use tokio::{
    io::{AsyncBufReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    time::timeout,
};

use crate::fixture::PATIENCE;

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Library {
    Python,
    TypeScript,
}

pub(super) fn run(command: &mut std::process::Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&said));
}

impl Library {
    pub(super) fn folder(self) -> PathBuf {
        let name = match self {
            Self::Python => "python",
            Self::TypeScript => "typescript",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients").join(name)
    }

    /// The program that runs it, with what it needs installed.
    pub(super) fn interpreter(self) -> &'static Path {
        static PYTHON: OnceLock<PathBuf> = OnceLock::new();
        static NODE: OnceLock<PathBuf> = OnceLock::new();
        match self {
            Self::Python => PYTHON.get_or_init(|| environment(&self.folder())),
            Self::TypeScript => NODE.get_or_init(|| {
                let npm = |args: &[&str]| {
                    run(std::process::Command::new("npm").args(args).current_dir(self.folder()));
                };
                if !self.folder().join("node_modules/ws").is_dir() {
                    npm(&["ci", "--no-audit", "--no-fund"]);
                }
                npm(&["run", "build"]);
                PathBuf::from("node")
            }),
        }
    }

    /// Runs its own tests.
    pub(super) fn tests(self) {
        let mut command = std::process::Command::new(self.interpreter());
        command.current_dir(self.folder());
        match self {
            Self::Python => command.args(["-m", "unittest", "discover", "tests"]),
            Self::TypeScript => command.args(["--test", "dist/test/stream.test.js"]),
        };
        run(&mut command);
    }
}

/// The interpreter of an environment with what Python's library needs.
fn environment(folder: &Path) -> PathBuf {
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-venv");
    let python = venv.join("bin/python");
    let has_packages = || {
        let import = std::process::Command::new(&python).args(["-c", "import websockets"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if !has_packages() {
        run(std::process::Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv));
        run(std::process::Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(folder.join("requirements.txt")));
    }
    assert!(has_packages(), "websockets is not in {}", venv.display());
    python
}

/// Runs a script whose random numbers are the same in every run.
const SEEDED_PYTHON: &str = "import random, runpy, sys; random.seed(5); sys.argv = sys.argv[1:]; \
                             runpy.run_path(sys.argv[0], run_name='__main__')";

/// The same for JavaScript (the minimal standard generator).
const SEEDED_NODE: &str = "data:text/javascript,let n = 5; \
                           Math.random = () => (n = (n * 48271) %25 2147483647) / 2147483647;";

/// The example bot of a library, as its reader starts it.
pub(super) struct Example {
    lines: Lines<BufReader<ChildStdout>>,
    // It is killed when it is dropped.
    _child: Child,
}

impl Example {
    /// `words` are the token and whom it challenges.
    pub(super) fn start(library: Library, server: SocketAddr, words: &[&str]) -> Self {
        let interpreter = tokio::task::block_in_place(|| library.interpreter());
        let example = match library {
            Library::Python => ["-c", SEEDED_PYTHON, "examples/random_bot.py"].as_slice(),
            Library::TypeScript => &["--import", SEEDED_NODE, "dist/examples/random-bot.js"],
        };
        let mut child = Command::new(interpreter)
            .args(example)
            .arg(format!("http://{server}"))
            .args(words)
            .current_dir(library.folder())
            .env("PYTHONPATH", library.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { lines, _child: child }
    }

    /// The next line that it prints.
    pub(super) async fn says(&mut self) -> String {
        self.says_in_time().await.expect("it says something")
    }

    /// The same; `None` if that takes too long.
    pub(super) async fn says_in_time(&mut self) -> Option<String> {
        let line = timeout(PATIENCE, self.lines.next_line()).await.ok()?;
        Some(line.unwrap().expect("it goes on"))
    }
}
