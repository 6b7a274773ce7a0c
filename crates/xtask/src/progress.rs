//! What a person sees while Cargo builds: one line that says what is done and what remains. Cargo's
//! own bar counts the crates, and then stands still for minutes at the last and largest of them.
//!
//! The line is for terminals only: what is written to a file or read by a program gets Cargo's own
//! output.

use std::{
    collections::HashSet,
    io::{self, IsTerminal as _, Write as _},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use crate::{command, failure::Failure, tree::Tree};

/// The crate that everything else is built for, and that is built last.
const LAST: &str = "komadai-server";

/// How long the last crate takes in hundredths of what all others have taken.
const LAST_PER_CENT: u32 = 33;

/// How often the line is written anew.
const TICK: Duration = Duration::from_secs(1);

/// Takes back the cursor and what is left of the line before.
const OVER: &str = "\r\x1b[K";

/// Whether a person is looking.
pub(crate) fn is_seen() -> bool {
    let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
    is_terminal && std::env::var_os("CI").is_none()
}

/// Builds the server with these arguments of Cargo's, and says meanwhile what remains.
#[expect(clippy::disallowed_methods, reason = "how long it takes is for a person")]
pub(crate) fn build(tree: &Tree, args: &[&str]) -> Result<(), Failure> {
    write("     reading what the server is built from");
    let total = packages(tree, args).unwrap_or_default();
    let (said, heard) = mpsc::channel();
    let watch = thread::spawn(move || {
        let mut work = Work { began: Instant::now(), done: HashSet::new(), total, last: None };
        loop {
            match heard.recv_timeout(TICK) {
                Ok(package) => work.is_done(package, Instant::now()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            write(&format!("{OVER}{}", work.line(Instant::now())));
        }
        write(OVER);
    });
    let args = args.iter().copied().chain(["--quiet", "--message-format=json-render-diagnostics"]);
    let built = command::cargo(args).coloured().dir(tree.root()).run_along(|line| {
        if let Some(package) = artifact(line) {
            // The line is no reason to stop a build.
            let _ = said.send(package.to_owned());
        }
    });
    drop(said);
    // It only writes.
    let _ = watch.join();
    built
}

fn write(text: &str) {
    let mut screen = io::stderr();
    let _ = screen.write_all(text.as_bytes()).and_then(|()| screen.flush());
}

/// How many packages the server is built from with these arguments.
fn packages(tree: &Tree, built_with: &[&str]) -> Option<usize> {
    let features = built_with.iter().copied().filter(|it| it.contains("features"));
    let args = ["tree", "--package", LAST, "--edges", "normal,build", "--prefix", "none"];
    let args = args.into_iter().chain(["--format", "{p}"]).chain(features);
    let listed = command::cargo(args).dir(tree.root()).answer()?;
    let name = |line: &str| line.trim_end_matches(" (*)").to_owned();
    Some(listed.lines().map(name).collect::<HashSet<_>>().len())
}

/// The package of which Cargo says that something is built.
fn artifact(line: &str) -> Option<&str> {
    let is_artifact = line.contains(r#""reason":"compiler-artifact""#);
    // Of one that has a build script, the script is built before it.
    let is_script = line.contains(r#""kind":["custom-build"]"#);
    if !is_artifact || is_script {
        return None;
    }
    let (_, rest) = line.split_once(r#""package_id":""#)?;
    rest.split_once('"').map(|(package, _)| package)
}

/// How far a build is.
struct Work {
    began: Instant,
    done: HashSet<String>,
    /// How many packages there are; 0 where that is not known.
    total: usize,
    /// Since when only the last one is left.
    last: Option<Instant>,
}

impl Work {
    fn is_done(&mut self, package: String, now: Instant) {
        self.done.insert(package);
        if self.total > 0 && self.done.len() + 1 >= self.total {
            self.last.get_or_insert(now);
        }
    }

    fn line(&self, now: Instant) -> String {
        let (n, total) = (self.done.len(), self.total);
        let so_far = span(now - self.began);
        let Some(last) = self.last else {
            return if total > n {
                format!("     {n} of {total} packages, {so_far}; the last, {LAST}, is the largest")
            } else {
                format!("     {n} packages, {so_far}")
            };
        };
        let expected = (last - self.began) * LAST_PER_CENT / 100;
        let left = expected.saturating_sub(now - last);
        let left = if left < Duration::from_secs(5) {
            "nearly done".to_owned()
        } else {
            format!("about {} left", span(left))
        };
        format!("     {so_far}; only {LAST} remains: {left}")
    }
}

fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_counted_once() {
        let line = r#"{"reason":"compiler-artifact","package_id":"path+file:///x/rules#0.2.0","target":{"kind":["lib"]}}"#;
        assert_eq!(artifact(line), Some("path+file:///x/rules#0.2.0"));
        assert_eq!(artifact(&line.replace("lib", "custom-build")), None);
        assert_eq!(artifact(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(artifact("error: it does not compile"), None);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "an instant is had from nowhere else")]
    fn the_line_says_what_remains() {
        let began = Instant::now();
        let mut work = Work { began, done: HashSet::new(), total: 3, last: None };
        let at = |seconds| began + Duration::from_secs(seconds);
        work.is_done("ids".to_owned(), at(1));
        let said = work.line(at(2));
        assert!(said.contains("1 of 3 packages, 2 s"), "{said}");
        work.is_done("ids".to_owned(), at(3));
        assert!(work.last.is_none());
        work.is_done("rules".to_owned(), at(600));
        let said = work.line(at(630));
        assert!(said.contains("10 min 30 s; only komadai-server remains"), "{said}");
        assert!(said.contains("about 2 min 48 s left"), "{said}");
        // It takes as long as it takes.
        assert!(work.line(at(900)).contains("nearly done"));

        let unknown = Work { began, done: HashSet::new(), total: 0, last: None };
        assert!(unknown.line(at(61)).contains("0 packages, 1 min 01 s"));
    }
}
