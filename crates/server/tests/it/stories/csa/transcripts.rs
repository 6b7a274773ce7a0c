//! Conversations in `tests/data/csa`, line by line: what the reference server says, as far as it
//! is not said otherwise on purpose.
//!
//! `sente>` and `gote>` say a line, `sente<` and `gote<` hear exactly this one next, `both<` both
//! do, `sente.` is the end of what is heard. `SECRET` and `ID` stand for the real ones, `T?` for any
//! number of seconds, and `|` at the end of a line for nothing, so that blanks are seen.
//! `both: summary` reads the summary, `both: agree` also agrees to it.

use std::path::Path;

use super::{secret, with_csa};
use crate::fixture::csa::{CsaProgram, value};

/// The two programs of a conversation, sente first.
const SIDES: [&str; 2] = ["sente", "gote"];

struct Conversation {
    programs: [CsaProgram; 2],
    secrets: [String; 2],
    id: String,
}

impl Conversation {
    async fn goes_on(&mut self, step: &str, at: &str) {
        let (who, how, line) = read(step).unwrap_or_else(|| panic!("{at}: {step:?} is no step"));
        let line = line.strip_suffix('|').unwrap_or(line);
        for (n, side) in SIDES.into_iter().enumerate() {
            if who != "both" && who != side {
                continue;
            }
            match (how, line) {
                ('>', line) => {
                    let line = line.replace("SECRET", &self.secrets[n]).replace("ID", &self.id);
                    self.programs[n].say(&line).await;
                }
                ('<', line) => self.hears(n, line, at).await,
                ('.', _) => self.programs[n].ends().await,
                (':', " summary") => self.is_told(n).await,
                (':', " agree") => {
                    self.is_told(n).await;
                    self.programs[n].say("AGREE").await;
                }
                _ => panic!("{at}: {step:?} is no step"),
            }
        }
        if line == " agree" {
            for n in [0, 1] {
                self.hears(n, "START:ID", at).await;
            }
        }
    }

    async fn is_told(&mut self, n: usize) {
        self.id = value(&self.programs[n].summary().await, "Game_ID");
    }

    async fn hears(&mut self, n: usize, expected: &str, at: &str) {
        let Some(heard) = self.programs[n].hears().await else {
            panic!("{at}: {} hears nothing more, and not {expected:?}", SIDES[n]);
        };
        if let Some(id) = heard.strip_prefix("Game_ID:") {
            self.id = id.to_owned();
        }
        let mut shown = match self.id.as_str() {
            "" => heard.clone(),
            id => heard.replace(id, "ID"),
        };
        if let Some((before, seconds)) = shown.rsplit_once(",T")
            && expected.ends_with(",T?")
            && !seconds.is_empty()
            && seconds.bytes().all(|it| it.is_ascii_digit())
        {
            shown = format!("{before},T?");
        }
        assert_eq!(shown, expected, "{at}: {} heard {heard:?}", SIDES[n]);
    }
}

/// Who, how, and what.
fn read(step: &str) -> Option<(&str, char, &str)> {
    let at = step.find(['>', '<', '.', ':'])?;
    let (who, rest) = step.split_at_checked(at)?;
    let how = rest.chars().next()?;
    let line = rest.get(1..)?;
    // What is said or heard stands behind one blank.
    let line = if matches!(how, '>' | '<') { line.strip_prefix(' ').unwrap_or(line) } else { line };
    let is_known = who == "both" || SIDES.contains(&who);
    is_known.then_some((who, how, line))
}

async fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/csa").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let server = with_csa().await;
    let (_, one) = secret(&server, "sente-san").await;
    let (_, other) = secret(&server, "gote-san").await;
    let address = server.csa_address();
    let [sente, gote] = SIDES;
    let programs =
        [CsaProgram::connect(address, sente).await, CsaProgram::connect(address, gote).await];
    let mut conversation = Conversation { programs, secrets: [one, other], id: String::new() };
    for (n, step) in text.lines().enumerate() {
        if !step.is_empty() && !step.starts_with('#') {
            conversation.goes_on(step, &format!("{name}:{}", n + 1)).await;
        }
    }
}

#[tokio::test]
async fn a_whole_game() {
    check("game.txt").await;
}

#[tokio::test]
async fn a_game_that_is_not_wanted() {
    check("rejected.txt").await;
}

#[tokio::test]
async fn games_in_the_extended_mode() {
    check("extended.txt").await;
}
