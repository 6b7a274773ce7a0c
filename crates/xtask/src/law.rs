//! `cargo xtask law`: the page's law of moves against the server's, over as many positions as one
//! likes.
//!
//! The test command compares the games in `web/test/games/law.txt`. This has others made, longer
//! lists of the same kind, and gives them to the same test of the page.

use std::{fs, process::ExitCode};

use crate::{client, command, failure::Failure, tree::Tree};

/// How many positions are compared when nobody says.
const POSITIONS: usize = 1_000_000;

/// How many positions a game of each variant has together, by experience.
const POSITIONS_A_GAME: usize = 650;

/// The test that writes the games.
const WRITES: &str = "the_games_of_the_law_are_up_to_date";

pub(crate) fn law(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let games = read(words)?.div_ceil(POSITIONS_A_GAME);
    client::install(tree)?;
    let folder = tree.target().join("xtask");
    let failed = |cause| Failure::new(format!("{}: {cause}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    let file = folder.join("law.txt");
    command::cargo(["test", "--package", "komadai-protocol", "--test", "it", WRITES])
        .dir(tree.root())
        .env("LAW_GAMES", games.to_string())
        .env("LAW_FILE", &file)
        .run()?;
    client::npm(tree, ["test", "--", "src/shogi/law/server.test.ts"])
        .env("LAW_FILE", &file)
        .run()?;
    Ok(ExitCode::SUCCESS)
}

/// How many positions one asks for.
fn read(words: &[String]) -> Result<usize, Failure> {
    let asked = match words {
        [] => Some(POSITIONS),
        [name, number] if name == "--positions" => number.parse().ok(),
        _ => None,
    };
    asked.filter(|&positions| positions > 0).ok_or_else(|| {
        Failure::new("law takes a number of positions").advise("cargo xtask law [--positions N]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_positions_is_read_or_refused() {
        let words =
            |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        assert_eq!(read(&[]).unwrap(), POSITIONS);
        assert_eq!(read(&words("--positions 5000")).unwrap(), 5000);
        for wrong in ["--positions", "--positions many", "--positions 0", "5000"] {
            assert!(read(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
