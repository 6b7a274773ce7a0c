//! `komadai rules`: the rules from the command line, for other programs.

use std::io::{self, BufRead, Write};

use clap::{Args, Subcommand};
use komadai_rules::{Ending, Handicap, Line, Move, Position, RuleSet, Side, Variant};
use serde::{Deserialize, Serialize};

/// The rules, for other programs.
#[derive(Debug, Subcommand)]
pub(super) enum RulesCommand {
    /// Counts the positions at a depth and prints that number.
    Perft(Perft),
    /// Lists the legal moves of positions.
    ///
    /// Reads SFEN lines and writes one JSON line for each:
    /// {"sfen":…,"legal":[USI, sorted],"check":bool,"mate":bool}, or {"sfen":…,"error":…}.
    Legal(Legal),
    /// Judges how games stand.
    ///
    /// Reads JSON lines {"variant":…,"handicap":…,"sfen":…,"moves":[USI…],"rules":{"illegal":
    /// "reject|loses","repetition":"draw|replay","impasse":"points24|points27|try|none",
    /// "impasse_draw":"draw|replay","max_moves":500|null},"action":null|"declare"|"agree"}; what
    /// is left out is standard shogi from its start under the casual rules. A handicap is where
    /// the game starts if there is no "sfen", and its points are credited to gote at impasse.
    /// "agree" means that both sides agreed. Writes one JSON line for each:
    /// {"status":"running|over|refused","reason":…,"winner":"sente"|"gote"|null,"ply":n}, ply
    /// being the number of moves played, or {"error":…} for a line that cannot be read. A list is
    /// judged up to its first ending.
    Judge,
}

/// What perft is asked.
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// A variant's name: standard, heian_dai, sho, minishogi, dobutsu, chu, kyoto, annan, tori,
    /// check, gorogoro_plus or cannon.
    #[arg(long, default_value = "standard")]
    variant: Variant,
    /// Counts every accepted text of a move, where some have several (chu).
    #[arg(long)]
    texts: bool,
    /// The position; the variant's start if it is not given.
    #[arg(long)]
    sfen: Option<String>,
    /// How many plies, up to 100; each takes many times as long as the one before.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
}

/// Which variant's positions are listed.
#[derive(Debug, Args)]
pub(super) struct Legal {
    /// A variant's name: standard, heian_dai, sho, minishogi, dobutsu, chu, kyoto, annan, tori,
    /// check, gorogoro_plus or cannon.
    #[arg(long, default_value = "standard")]
    variant: Variant,
    /// Lists every accepted text of a move, where some have several (chu).
    #[arg(long)]
    texts: bool,
}

impl RulesCommand {
    /// Does it.
    ///
    /// # Errors
    /// When the position cannot be read, or standard output is closed.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        match self {
            Self::Perft(Perft { variant, texts, sfen, depth }) => {
                let position = match sfen {
                    Some(sfen) => Position::from_sfen(variant, &sfen)?,
                    None => Position::start(variant),
                };
                let count =
                    if texts { position.perft_of_texts(depth) } else { position.perft(depth) };
                writeln!(out, "{count}")?;
            }
            Self::Legal(Legal { variant, texts }) => {
                each_line(|line| write_json(&mut out, &legal(variant, texts, line)))?;
            }
            Self::Judge => each_line(|line| write_json(&mut out, &judge(line)))?,
        }
        out.flush()?;
        Ok(())
    }
}

fn each_line(mut each: impl FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            each(line.trim())?;
        }
    }
    Ok(())
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum LegalLine<'a> {
    Moves { sfen: &'a str, legal: Vec<String>, check: bool, mate: bool },
    Error { sfen: &'a str, error: String },
}

fn legal(variant: Variant, texts: bool, sfen: &str) -> LegalLine<'_> {
    let position = match Position::from_sfen(variant, sfen) {
        Ok(position) => position,
        Err(error) => return LegalLine::Error { sfen, error: error.to_string() },
    };
    let moves = if texts { position.legal_texts() } else { position.legal_moves().to_vec() };
    let mut legal: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
    legal.sort_unstable();
    let check = position.is_check();
    let mate = position.is_mate();
    LegalLine::Moves { sfen, legal, check, mate }
}

/// A game to be judged.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    handicap: Option<String>,
    #[serde(default)]
    sfen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    rules: Option<RuleSet>,
    #[serde(default)]
    action: Option<Action>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Declare,
    Agree,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Verdict {
    Judged { status: &'static str, reason: Option<&'static str>, winner: Option<Side>, ply: u32 },
    Error { error: String },
}

impl Verdict {
    fn running(line: &Line) -> Self {
        Self::Judged { status: "running", reason: None, winner: None, ply: line.n_moves() }
    }

    fn over(line: &Line, ending: &Ending) -> Self {
        let (reason, winner) = (Some(ending.reason.as_str()), ending.winner);
        Self::Judged { status: "over", reason, winner, ply: line.n_moves() }
    }

    fn refused(line: &Line, reason: &'static str) -> Self {
        let reason = Some(reason);
        Self::Judged { status: "refused", reason, winner: None, ply: line.n_moves() }
    }
}

fn judge(text: &str) -> Verdict {
    let error = |error: String| Verdict::Error { error };
    let case: Case = match serde_json::from_str(text) {
        Ok(case) => case,
        Err(problem) => return error(problem.to_string()),
    };
    let name = case.variant.as_deref().unwrap_or("standard");
    let Some(variant) = Variant::from_name(name) else {
        return error(format!("there is no variant {name:?}"));
    };
    let given = match case.handicap.as_deref() {
        None | Some("even") => None,
        Some(name) => {
            let handicap = Handicap::from_name(name);
            let Some(given) = handicap.and_then(|it| Some((it, it.start(variant)?))) else {
                return error(format!("{variant} has no handicap {name:?}"));
            };
            Some(given)
        }
    };
    let start = match case.sfen.as_deref() {
        Some(sfen) => match Position::from_sfen(variant, sfen) {
            Ok(start) => start,
            Err(problem) => return error(problem.to_string()),
        },
        None => given.map_or(variant.start(), |(_, start)| start).clone(),
    };
    let mut line = Line::new(start, case.rules.unwrap_or_else(RuleSet::casual));
    if let Some((handicap, _)) = given {
        line = line.with_credit(handicap.credit(variant));
    }
    if let Some(ending) = line.ending() {
        return Verdict::over(&line, &ending);
    }
    for usi in &case.moves {
        let Ok(mv) = Move::from_usi(variant, usi) else {
            return Verdict::refused(&line, "bad_move");
        };
        match line.play(mv) {
            Ok(None) => {}
            Ok(Some(ending)) => return Verdict::over(&line, &ending),
            Err(illegal) => return Verdict::refused(&line, illegal.as_str()),
        }
    }
    let ending = match case.action {
        None => return Verdict::running(&line),
        Some(Action::Declare) => line.declare(),
        Some(Action::Agree) => line.agree(),
    };
    match ending {
        Ok(ending) => Verdict::over(&line, &ending),
        Err(not_allowed) => Verdict::refused(&line, not_allowed.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(case: &str, expected: &str) {
        assert_eq!(serde_json::to_string(&judge(case)).unwrap(), expected, "{case}");
    }

    #[test]
    fn games_are_judged() {
        check("{}", r#"{"status":"running","reason":null,"winner":null,"ply":0}"#);
        check(
            r#"{"moves":["7g7f","3c3d","8h2b+"]}"#,
            r#"{"status":"running","reason":null,"winner":null,"ply":3}"#,
        );
        check(
            r#"{"moves":["7g7f","3c3e"]}"#,
            r#"{"status":"refused","reason":"cannot_move_there","winner":null,"ply":1}"#,
        );
        check(
            r#"{"moves":["7g7f","3c3e"],"rules":{"illegal":"loses"}}"#,
            r#"{"status":"over","reason":"illegal_move","winner":"sente","ply":1}"#,
        );
        check(
            r#"{"moves":["7g7"]}"#,
            r#"{"status":"refused","reason":"bad_move","winner":null,"ply":0}"#,
        );
        check(
            r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","moves":["G*5b"]}"#,
            r#"{"status":"over","reason":"checkmate","winner":"sente","ply":1}"#,
        );
        check(
            r#"{"handicap":"rook","moves":["3c3d","7g7f"]}"#,
            r#"{"status":"running","reason":null,"winner":null,"ply":2}"#,
        );
        // Ten pawns in the zone, a rook and seven in hand: 22, and five for what uwate did without.
        let declared = r#""sfen":"4K4/9/9/9/9/9/4p4/ppppppppp/4k4 w r7p 1","action":"declare"}"#;
        check(
            &format!(r#"{{{declared}"#),
            r#"{"status":"over","reason":"declaration_failed","winner":"sente","ply":0}"#,
        );
        check(
            &format!(r#"{{"handicap":"rook",{declared}"#),
            r#"{"status":"over","reason":"declaration","winner":"gote","ply":0}"#,
        );
        check(
            r#"{"variant":"kyoto","handicap":"tokin","moves":["5a5b+"]}"#,
            r#"{"status":"running","reason":null,"winner":null,"ply":1}"#,
        );
        check(
            r#"{"variant":"check","moves":["7g7f","3c3d","8h3c+"]}"#,
            r#"{"status":"over","reason":"check","winner":"sente","ply":3}"#,
        );
        check(
            r#"{"rules":{"impasse":"none"},"action":"declare"}"#,
            r#"{"status":"refused","reason":"not_allowed","winner":null,"ply":0}"#,
        );
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for case in [
            "",
            "3",
            r#"{"variant":"chess"}"#,
            r#"{"handicap":"tokin"}"#,
            r#"{"sfen":"9"}"#,
            r#"{"move":[]}"#,
        ] {
            assert!(matches!(judge(case), Verdict::Error { .. }), "{case}");
        }
    }

    #[test]
    fn legal_moves_are_sorted() {
        let LegalLine::Moves { legal, check, mate, .. } =
            legal(Variant::standard(), false, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
        else {
            panic!("the position can be read")
        };
        assert!(legal.is_empty() && check && mate);
    }
}
