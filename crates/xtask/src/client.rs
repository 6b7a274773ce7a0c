//! The web client: its packages and what is built from it, each made again only when what it
//! was made from has changed.

use std::{fs, io};

use crate::{command::Command, console::say, failure::Failure, stamp, tree::Tree};

/// What Vite needs.
const NODE_MIN: (u32, u32) = (20, 19);

/// What is not a source of the client: two are made from `words/`, and the types of the wire, which
/// no script keeps, from `docs/openapi.json`.
const NOT_SOURCES: [&str; 6] =
    ["dist", "node_modules", "test-results", "made", "offline.html", "generated.ts"];

/// Installs the npm packages of the lock file unless exactly those are installed.
pub(crate) fn install(tree: &Tree) -> Result<(), Failure> {
    let web = tree.web();
    if !web.join("package-lock.json").is_file() {
        return Err(Failure::new("there is no web client here: web/package-lock.json is missing"));
    }
    check_node()?;
    let mut made_from = String::new();
    for name in ["package.json", "package-lock.json"] {
        made_from += &fs::read_to_string(web.join(name)).map_err(|e| unreadable(&e))?;
    }
    // `npm ci` begins by deleting the folder, so a run that was broken off leaves no stamp.
    let stamp = web.join("node_modules/.komadai-packages");
    if stamp::fits(&stamp, &made_from) {
        say("The npm packages are those of web/package-lock.json.");
        return Ok(());
    }
    npm(tree, ["ci", "--no-audit", "--no-fund"]).run().map_err(|failure| {
        failure.advise(
            "npm could not install what web/package-lock.json names; is its registry reachable?",
        )
    })?;
    stamp::set(&stamp, &made_from).map_err(|e| unreadable(&e))
}

/// Builds `web/dist` unless it was built from exactly these sources.
pub(crate) fn build(tree: &Tree) -> Result<(), Failure> {
    let web = tree.web();
    let of = |folder| stamp::fingerprint(folder, &NOT_SOURCES).map_err(|e| unreadable(&e));
    let sources = of(&web)? + &of(&tree.words())?;
    let stamp = tree.target().join("xtask/web-dist");
    if web.join("dist/index.html").is_file() && stamp::fits(&stamp, &sources) {
        say("web/dist is built from these sources.");
        return Ok(());
    }
    npm(tree, ["run", "build"]).run()?;
    stamp::set(&stamp, &sources).map_err(|e| unreadable(&e))
}

/// Says whether the catalogues are sound, and how far each language is.
pub(crate) fn words(tree: &Tree) -> Result<(), Failure> {
    install(tree)?;
    Command::new("node", ["scripts/words.mjs", "check"])
        .dir(&tree.web())
        .run()
        .map_err(|failure| failure.advise("docs/words.md says what a message may hold."))
}

/// `npm` in the client's folder.
pub(crate) fn npm<'a>(tree: &Tree, args: impl IntoIterator<Item = &'a str>) -> Command {
    Command::new("npm", args).dir(&tree.web()).coloured()
}

fn check_node() -> Result<(), Failure> {
    let (major, minor) = NODE_MIN;
    let advice = format!(
        "Node.js {major}.{minor} or newer and npm build the web client.\n\
         Debian 12 itself has an older one: see https://nodejs.org/en/download for ways to get it."
    );
    let Some(answer) = Command::new("node", ["--version"]).answer() else {
        return Err(Failure::new("Node.js is not installed").advise(advice));
    };
    if node_version(&answer).is_none_or(|version| version < NODE_MIN) {
        return Err(Failure::new(format!("Node.js is too old: {answer}")).advise(advice));
    }
    if Command::new("npm", ["--version"]).answer().is_none() {
        return Err(Failure::new("npm is not installed").advise(advice));
    }
    Ok(())
}

/// `v20.19.4` → (20, 19).
fn node_version(answer: &str) -> Option<(u32, u32)> {
    let mut numbers = answer.strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::new(format!("the files of web/ cannot be read or written: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions() {
        assert_eq!(node_version("v20.19.4"), Some((20, 19)));
        assert_eq!(node_version("v22.1.0-nightly2024"), Some((22, 1)));
        assert_eq!(node_version("20.19.4"), None);
        assert_eq!(node_version("v20"), None);
    }

    #[test]
    fn node_18_and_early_20_are_too_old() {
        for (answer, enough) in
            [("v18.20.4", false), ("v20.9.0", false), ("v20.19.0", true), ("v24.0.0", true)]
        {
            assert_eq!(node_version(answer).unwrap() >= NODE_MIN, enough, "{answer}");
        }
    }
}
