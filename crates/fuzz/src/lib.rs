//! Fuzz targets in ordinary tests: the inputs that are kept, and a number of mutations of them
//! that is the same in every run.
//!
//! What reads something from strangers has its target in `fuzz/lib.rs` of its crate: a plain
//! function that panics when a promise is broken. [`tests!`] in `tests/it/main.rs` gives it to
//! [`replay`] and, where the time counts, to [`grows`]; by `fuzz/fuzz_targets/NAME.rs` cargo-fuzz
//! searches for as long as somebody lets it.
//!
//! The inputs are lines of `fuzz/seeds/NAME.txt`: text as it is, other bytes as `\n`, `\r`, `\t`,
//! `\0`, `\\` and `\xff`. A line that begins with `#` is a comment. An input that breaks a promise
//! is printed as such a line: it is put there and the fault is fixed.

#![expect(clippy::print_stdout, reason = "who searches wants to see what was found")]

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
};

#[cfg(target_os = "linux")]
pub mod growth;
mod mutation;

use self::mutation::Mutations;

/// The name of a target, and what it asks of an input.
pub type Target = (&'static str, fn(&[u8]));

/// How many mutations of its inputs a target is given; `FUZZ_RUNS` is another number.
const RUNS: u64 = 1_500;

/// What they are drawn from; `FUZZ_SEED` is another number.
const SEED: u64 = 4_711;

/// The tests of the targets in a module; with `grows` also of the time that they take.
#[macro_export]
macro_rules! tests {
    ($targets:ident) => {
        #[test]
        fn the_fuzz_targets_hold() {
            $crate::replay(env!("CARGO_MANIFEST_DIR"), $targets::ALL);
        }
    };
    ($targets:ident, grows) => {
        $crate::tests!($targets);

        #[cfg(target_os = "linux")]
        #[test]
        fn what_the_fuzz_targets_read_costs_no_more_than_its_length() {
            $crate::grows(env!("CARGO_MANIFEST_DIR"), $targets::ALL);
        }
    };
}

/// Gives each target of a crate, whose folder this is, the inputs that are kept and mutations of
/// them.
///
/// # Panics
/// When a target does, or when a target and the files of its name do not belong together.
pub fn replay(folder: &str, targets: &[Target]) {
    let folder = Path::new(folder).join("fuzz");
    let manifest = read(&folder.join("Cargo.toml"));
    for (kind, ending) in [("fuzz_targets", ".rs"), ("seeds", ".txt")] {
        let mut found = names(&folder.join(kind), ending);
        let mut known: Vec<_> = targets.iter().map(|(name, _)| (*name).to_owned()).collect();
        found.sort();
        known.sort();
        assert_eq!(found, known, "what is in fuzz/{kind}, and the targets");
    }
    for (name, check) in targets {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name} is in no [[bin]]");
        inputs(of(&folder, name)).for_each(|input| run(name, *check, &input));
    }
}

/// Measures that what a target does with an input that is repeated grows with its length and not
/// faster.
///
/// # Panics
/// When it grows faster.
#[cfg(target_os = "linux")]
pub fn grows(folder: &str, targets: &[Target]) {
    /// How long the shorter input is at least.
    const BYTES: usize = 1_000;
    growth::warm_up();
    for (name, check) in targets {
        for seed in seeds(&of(&Path::new(folder).join("fuzz"), name)) {
            let short = seed.repeat(BYTES.div_ceil(seed.len().max(1)));
            let long = short.repeat(growth::TIMES);
            let what = format!("{name}, {} over and over", line(&seed));
            growth::check(&what, || check(&short), || check(&long));
        }
    }
}

/// The inputs that are kept in a file, and then as many mutations of them as a target is given.
///
/// # Panics
/// When there is no such file.
pub fn inputs(file: impl AsRef<Path>) -> impl Iterator<Item = Vec<u8>> {
    let seeds = seeds(file.as_ref());
    let n_runs = number("FUZZ_RUNS").unwrap_or(RUNS);
    let mut mutations = Mutations::new(seeds.clone(), number("FUZZ_SEED").unwrap_or(SEED));
    seeds.into_iter().chain((0..n_runs).map(move |_| mutations.draw()))
}

/// Says which input it was when the target panics.
fn run(name: &str, check: fn(&[u8]), input: &[u8]) {
    // Nothing is left half-done behind: a target starts afresh with each input.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(input))) {
        println!("the target {name} does not hold for this line:\n{}", line(input));
        resume_unwind(panic);
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the files in a folder, without their ending.
fn names(folder: &Path, ending: &str) -> Vec<String> {
    let files =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |file: fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.strip_suffix(ending).unwrap_or(&name).to_owned()
    };
    files.map(|file| name(file.expect("a folder can be read"))).collect()
}

/// Where the inputs of a target are kept.
fn of(folder: &Path, name: &str) -> PathBuf {
    folder.join("seeds").join(format!("{name}.txt"))
}

fn seeds(file: &Path) -> Vec<Vec<u8>> {
    let text = read(file);
    let seeds: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(input).collect();
    assert!(!seeds.is_empty(), "there is nothing in {}", file.display());
    seeds
}

/// The bytes that a line stands for. What looks like no escape is none.
fn input(line: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::with_capacity(line.len()), line.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let hex = |digits: &[u8]| {
            let digits = str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        };
        let (byte, n_taken) = match (first, after) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'0', ..]) => (0, 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', digits @ ..]) => match digits.get(..2).and_then(hex) {
                Some(byte) => (byte, 4),
                None => (first, 1),
            },
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = rest.get(n_taken..).unwrap_or_default();
    }
    bytes
}

/// The line that stands for these bytes.
fn line(bytes: &[u8]) -> String {
    let mut line = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for sign in chunk.valid().chars() {
            match sign {
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                '\t' => line.push_str("\\t"),
                '\0' => line.push_str("\\0"),
                '\\' => line.push_str("\\\\"),
                '#' if line.is_empty() => line.push_str("\\x23"),
                // What turns or hides text would do so to the file.
                sign if sign.is_alphanumeric() || sign.is_ascii_graphic() || sign == ' ' => {
                    line.push(sign);
                }
                sign => {
                    let bytes = sign.encode_utf8(&mut [0; 4]).as_bytes().to_owned();
                    bytes.iter().for_each(|byte| line.push_str(&format!("\\x{byte:02x}")));
                }
            }
        }
        chunk.invalid().iter().for_each(|byte| line.push_str(&format!("\\x{byte:02x}")));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stands_for_any_bytes() {
        for bytes in [
            "歩 = \"pawn\"\\n".as_bytes(),
            b"",
            b"# no comment",
            b"a\n\r\t\0\\x\xff\xfe\x7f\xe6\xad",
            "\u{202e}\u{feff}e\u{301}\u{2028}".as_bytes(),
        ] {
            let line = line(bytes);
            assert!(!line.starts_with('#') && line.lines().count() <= 1, "{line}");
            assert_eq!(input(&line), bytes, "{line}");
        }
        assert_eq!(input(r#"{"a\"b":"\u0041\x4"}"#), br#"{"a\"b":"\u0041\x4"}"#);
    }

    #[test]
    fn mutations_are_the_same_in_every_run_and_do_not_grow_without_end() {
        let seeds = [b"position startpos".to_vec(), Vec::new(), b"{\"a\":1}".to_vec()];
        let draw = |seed| {
            let mut mutations = Mutations::new(seeds.to_vec(), seed);
            (0..500).map(|_| mutations.draw()).collect::<Vec<_>>()
        };
        let drawn = draw(1);
        assert_eq!(drawn, draw(1));
        assert_ne!(drawn, draw(2));
        assert!(drawn.iter().all(|it| it.len() <= mutation::BYTES_MAX));
        let n_seeds = drawn.iter().filter(|it| seeds.contains(it)).count();
        // Of an input without bytes nothing can be taken away.
        assert!(n_seeds < drawn.len() / 5, "{n_seeds} of {} are no mutations", drawn.len());
    }
}
