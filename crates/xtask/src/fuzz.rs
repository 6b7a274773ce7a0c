//! `cargo xtask fuzz`: new inputs for every fuzz target, for as long as one lets it.
//!
//! The test command gives each target the inputs that are kept and the same mutations of them in
//! every run. This draws others, round after round; what breaks a promise is put into the seeds of
//! its target, so that the test command fails until the fault is fixed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::{command, failure::Failure, tree::Tree};

/// How long it searches when nobody says.
const MINUTES: u64 = 10;

/// How many mutations a target is given in a round: some seconds' worth.
const RUNS: &str = "20000";

/// The test in which a crate's targets run.
const TEST: &str = "the_fuzz_targets_hold";

/// What `komadai_fuzz` prints before the input that broke a promise.
const BROKEN: (&str, &str) = ("the target ", " does not hold for this line:");

pub(crate) fn fuzz(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let mut asked = FuzzRequest::read(words)?;
    let crates = crates(tree.root())?;
    let until = Duration::from_secs(60 * asked.minutes);
    #[expect(clippy::disallowed_methods, reason = "how long it searches is for a person")]
    let began = Instant::now();
    let mut found = Vec::new();
    let mut n_rounds = 0;
    while n_rounds == 0 || began.elapsed() < until {
        for name in &crates {
            found.extend(round(tree, name, asked.seed)?);
        }
        n_rounds += 1;
        asked.seed = asked.seed.wrapping_add(1);
    }
    if found.is_empty() {
        println!("\n{n_rounds} rounds over {} crates: every promise holds.", crates.len());
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nPut into the seeds, to be mended:");
    for file in found {
        println!("  {}", file.strip_prefix(tree.root()).unwrap_or(&file).display());
    }
    Ok(ExitCode::FAILURE)
}

/// One round of a crate's targets; the files in which new inputs were kept.
fn round(tree: &Tree, name: &str, seed: u64) -> Result<Vec<PathBuf>, Failure> {
    let package = format!("komadai-{name}");
    let tests = command::cargo(["test", "--package", &package, "--test", "it", TEST, "--"])
        .dir(tree.root())
        .env("FUZZ_SEED", seed.to_string())
        .env("FUZZ_RUNS", RUNS);
    let mut broken = BrokenInputs::default();
    match tests.run_reading(|line| broken.read(line)) {
        Ok(()) => Ok(Vec::new()),
        // A target that breaks a promise says which; anything else is a failure of its own.
        Err(failure) if broken.found.is_empty() => Err(failure),
        Err(_) => {
            let seeds = tree.root().join("crates").join(name).join("fuzz/seeds");
            let keep = |(target, line): &(String, String)| keep(&seeds, target, line);
            broken.found.iter().map(keep).collect()
        }
    }
}

/// Puts an input into the seeds of its target, once.
fn keep(seeds: &Path, target: &str, line: &str) -> Result<PathBuf, Failure> {
    let file = seeds.join(format!("{target}.txt"));
    let failed = |cause| Failure::new(format!("{}: {cause}", file.display()));
    let mut text = fs::read_to_string(&file).map_err(failed)?;
    if !text.lines().any(|known| known == line) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        fs::write(&file, text).map_err(failed)?;
    }
    Ok(file)
}

/// The crates that have fuzz targets.
fn crates(root: &Path) -> Result<Vec<String>, Failure> {
    let folder = root.join("crates");
    let listed = fs::read_dir(&folder)
        .map_err(|cause| Failure::new(format!("{}: {cause}", folder.display())))?;
    let has_targets = |name: &String| folder.join(name).join("fuzz/lib.rs").is_file();
    let names = listed.flatten().map(|it| it.file_name().to_string_lossy().into_owned());
    let mut crates: Vec<_> = names.filter(has_targets).collect();
    crates.sort();
    if crates.is_empty() {
        return Err(Failure::new("no crate has fuzz targets"));
    }
    Ok(crates)
}

/// What one asks for.
#[derive(Debug, PartialEq, Eq)]
struct FuzzRequest {
    minutes: u64,
    seed: u64,
}

impl FuzzRequest {
    fn read(words: &[String]) -> Result<Self, Failure> {
        let mut asked = Self { minutes: MINUTES, seed: new_seed() };
        let mut rest = words;
        while let [name, value, after @ ..] = rest {
            let number = value.parse();
            match (name.as_str(), number) {
                ("--minutes", Ok(minutes)) => asked.minutes = minutes,
                ("--seed", Ok(seed)) => asked.seed = seed,
                _ => break,
            }
            rest = after;
        }
        match rest {
            [] => Ok(asked),
            [word, ..] => Err(Failure::new(format!("fuzz does not know what `{word}` asks for"))
                .advise("cargo xtask fuzz [--minutes N] [--seed N]")),
        }
    }
}

/// Another one each time: what is searched is new.
fn new_seed() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "where a search begins is chance")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}

/// The inputs that broke a promise, in what a test prints.
#[derive(Debug, Default)]
struct BrokenInputs {
    /// Target and input.
    found: Vec<(String, String)>,
    /// The target whose input is the next line.
    target: Option<String>,
}

impl BrokenInputs {
    fn read(&mut self, line: &str) {
        if let Some(target) = self.target.take() {
            self.found.push((target, line.to_owned()));
            return;
        }
        let named = line.strip_prefix(BROKEN.0).and_then(|rest| rest.strip_suffix(BROKEN.1));
        self.target = named.map(str::to_owned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_is_asked_for_is_read_or_refused() {
        assert_eq!(FuzzRequest::read(&[]).unwrap().minutes, MINUTES);
        let asked = FuzzRequest::read(&words("--seed 7 --minutes 60")).unwrap();
        assert_eq!(asked, FuzzRequest { minutes: 60, seed: 7 });
        for wrong in ["--minutes", "--minutes soon", "60", "--minutes 1 --twice 2"] {
            assert!(FuzzRequest::read(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_input_follows_the_words_that_name_its_target() {
        let mut broken = BrokenInputs::default();
        for line in [
            "running 1 test",
            "the target kif does not hold for this line:",
            r"the target x\n#",
            "failures:",
        ] {
            broken.read(line);
        }
        assert_eq!(broken.found, [("kif".to_owned(), r"the target x\n#".to_owned())]);
    }

    #[test]
    fn an_input_is_kept_once_and_the_rest_of_its_file_stays() {
        let folder = std::env::temp_dir().join(format!("komadai-seeds-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("kif.txt");
        fs::write(&file, "# a comment\nfirst").unwrap();
        for _ in 0..2 {
            assert_eq!(keep(&folder, "kif", r"\xff").unwrap(), file);
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "# a comment\nfirst\n\\xff\n");
        assert!(keep(&folder, "csa", "x").is_err(), "there is no such target");
        fs::remove_dir_all(&folder).unwrap();
    }
}
