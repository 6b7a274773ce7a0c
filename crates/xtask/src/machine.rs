//! What the tests need of the machine beyond Rust and Node, and how to get it.
//!
//! Only Debian's package manager is used, and only for what is missing; where we may not use it,
//! the command is shown instead.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{command::Command, console::say, failure::Failure};

/// Something the tests use that cargo and npm do not bring.
#[derive(Debug)]
struct Need {
    what: &'static str,
    /// The Debian packages that bring it.
    packages: &'static str,
    /// Only the slow tests want it.
    slow: bool,
    is_there: fn() -> bool,
}

const NEEDS: [Need; 7] = [
    Need {
        what: "PostgreSQL's programs (the store is tested on it)",
        packages: "postgresql",
        slow: false,
        is_there: has_postgresql,
    },
    Need {
        what: "libfaketime (a test puts the server's wall clock forward and back)",
        packages: "libfaketime",
        slow: false,
        is_there: has_faketime,
    },
    Need {
        what: "three USI engines (people play against them in tests)",
        packages: "fairy-stockfish gpsshogi sjaakii",
        slow: false,
        is_there: has_engines,
    },
    Need {
        what: "Chromium (the browser tests run in it)",
        packages: "chromium chromium-headless-shell",
        slow: false,
        is_there: || chromium().is_some() && in_path("chromium").is_some(),
    },
    Need {
        what: "Python (a second opinion recomputes tournament standings)",
        packages: "python3",
        slow: false,
        is_there: || in_path("python3").is_some(),
    },
    Need {
        what: "curl (what is packed is fetched and opened with it)",
        packages: "curl",
        slow: false,
        is_there: || in_path("curl").is_some(),
    },
    Need {
        what: "Python's venv (its shogi library reads our game records)",
        packages: "python3-venv",
        slow: true,
        is_there: has_venv,
    },
];

/// What Chromium is called, the quickest for tests first.
const BROWSERS: [&str; 3] = ["chromium-headless-shell", "chromium", "chromium-browser"];

/// Sees to it that everything the tests need is there.
pub(crate) fn provide(slow: bool) -> Result<(), Failure> {
    let missing: Vec<&Need> =
        NEEDS.iter().filter(|need| (slow || !need.slow) && !(need.is_there)()).collect();
    if missing.is_empty() {
        say("Nothing is missing.");
        return Ok(());
    }
    for need in &missing {
        say(format_args!("Missing: {}.", need.what));
    }
    install(&missing)?;
    match missing.iter().find(|need| !(need.is_there)()) {
        None => Ok(()),
        Some(need) => Err(Failure::new(format!(
            "{} is installed, but what it was for is not found: {}",
            need.packages, need.what
        ))),
    }
}

fn install(missing: &[&Need]) -> Result<(), Failure> {
    let packages: Vec<&str> = missing.iter().map(|need| need.packages).collect();
    let packages = packages.join(" ");
    let advice = format!(
        "Install it, then run this again. On Debian (as root, leave sudo out):\n  \
         sudo apt-get update && sudo apt-get install --no-install-recommends {packages}"
    );
    if Command::new("apt-get", ["--version"]).answer().is_none() {
        return Err(Failure::new(
            "this machine is missing something the tests need, and has no apt-get",
        )
        .advise(advice));
    }
    let as_root = || Command::new("id", ["-u"]).answer().is_some_and(|id| id == "0");
    let by_sudo = || Command::new("sudo", ["-n", "true"]).answer().is_some();
    let apt: &[&str] = if as_root() {
        &["env"]
    } else if by_sudo() {
        &["sudo", "-n", "env"]
    } else {
        return Err(Failure::new(
            "this machine is missing something the tests need, and you may not install it \
             (neither root nor sudo without a password)",
        )
        .advise(advice));
    };
    // The lists may lack a source that is not needed here: what counts is the install.
    if let Err(failure) = apt_get(apt, "update") {
        say(failure);
    }
    apt_get(apt, &format!("install --yes --no-install-recommends {packages}"))
        .map_err(|failure| failure.advise(advice))
}

fn apt_get(before: &[&str], args: &str) -> Result<(), Failure> {
    // Another apt may be at work; a mirror may be slow.
    const SETTINGS: &str = "DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3";
    let mut words = before.iter().copied().chain(SETTINGS.split(' ')).chain(args.split(' '));
    let program = words.next().unwrap_or("env");
    Command::new(program, words).run()
}

/// Debian keeps the server's programs out of `PATH`, one folder for each version.
fn has_postgresql() -> bool {
    if env::var_os("KOMADAI_TEST_POSTGRES").is_some() {
        return true; // the tests are to use a server that somebody else runs
    }
    let in_debian = Path::new("/usr/lib/postgresql").read_dir().is_ok_and(|versions| {
        versions.flatten().any(|version| version.path().join("bin/initdb").is_file())
    });
    in_debian || in_path("initdb").is_some()
}

/// In a folder of its own for each architecture.
fn has_faketime() -> bool {
    Path::new("/usr/lib").read_dir().is_ok_and(|folders| {
        folders.flatten().any(|folder| folder.path().join("faketime/libfaketime.so.1").is_file())
    })
}

/// Debian keeps games out of `PATH` of servers.
fn has_engines() -> bool {
    ["fairy-stockfish", "gpsusi", "sjaakii"]
        .iter()
        .all(|it| Path::new("/usr/games").join(it).is_file())
}

/// The browser the tests run in: the one at `CHROMIUM`, else the system's. Without a window to draw
/// it needs half as much of the processor.
pub(crate) fn chromium() -> Option<PathBuf> {
    match env::var_os("CHROMIUM") {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None => BROWSERS.into_iter().find_map(in_path),
    }
}

fn has_venv() -> bool {
    Command::new("python3", ["-c", "import venv, ensurepip"]).answer().is_some()
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(program)).find(|path| path.is_file())
}
