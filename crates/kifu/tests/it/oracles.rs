//! What other programs read in our files: npm's `tsshogi` and Python's `cshogi`.
//!
//! They are installed into the target directory by npm and pip, so these tests run only when
//! `RUN_SLOW_TESTS` is set; then not being able to install them is a failure.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use komadai_kifu::{
    Cause, Encoding, Format, NodeId, Outcome, Record, Step, formats, notations, read, write,
};
use komadai_rules::{Position, Side, Variant};
use proptest::{
    prelude::{Just, any},
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::{Value, json};

use crate::games::game;

const TSSHOGI: &str = "tsshogi@2.2.0";
const CSHOGI: &str = "cshogi==1.1.0";

/// How many random games each program reads in each format.
const N_GAMES: usize = 100;

pub(crate) fn is_asked_for() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

fn run(program: &str, arguments: &[&str], folder: &Path) {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {} failed:\n{text}", arguments.join(" "));
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle")
}

/// A script run by Node, with the package that it uses installed beside it.
pub(crate) fn node(name: &str, package: &str, folder: &OnceLock<PathBuf>) -> Command {
    let script = format!("{name}.mjs");
    let folder = folder.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("the target directory can be written");
        if !folder.join("node_modules").join(name).exists() {
            let install =
                ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", ".", package];
            run("npm", &install, &folder);
        }
        // Modules are looked for beside the script.
        fs::copy(scripts().join(&script), folder.join(&script)).expect("a copy");
        folder
    });
    let mut command = Command::new("node");
    command.arg(script).current_dir(folder);
    command
}

fn tsshogi() -> Command {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    node("tsshogi", TSSHOGI, &FOLDER)
}

/// Python with cshogi in an environment of its own.
fn cshogi() -> Command {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cshogi");
        fs::create_dir_all(&folder).expect("the target directory can be written");
        if !folder.join("installed").exists() {
            run("python3", &["-m", "venv", "venv"], &folder);
            run("venv/bin/pip", &["install", "--quiet", CSHOGI], &folder);
            fs::write(folder.join("installed"), CSHOGI)
                .expect("the target directory can be written");
        }
        folder
    });
    let mut command = Command::new(folder.join("venv/bin/python"));
    command.arg(scripts().join("cshogi_reader.py"));
    command
}

/// Sends tasks and takes the answers.
pub(crate) fn ask(mut program: Command, tasks: &[Value]) -> Vec<Value> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program:?} cannot be started: {error}"));
    let mut input = child.stdin.take().expect("it was piped");
    let lines: String = tasks.iter().map(|task| format!("{task}\n")).collect();
    let sender = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it runs");
    sender.join().expect("it does not panic").expect("it reads all of it");
    assert!(output.status.success(), "{program:?} failed");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<_> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), tasks.len());
    answers
}

/// The same random games in every run.
fn random_games(keeps: impl Fn(&Record) -> bool) -> Vec<Record> {
    let mut runner = TestRunner::deterministic();
    let mut games = Vec::new();
    while games.len() < N_GAMES {
        let record = game().new_tree(&mut runner).expect("a game").current();
        if keeps(&record) && !has_two_ends(&record) {
            games.push(record);
        }
    }
    games
}

/// Whether two lines end at the same place, which other programs make one when both ends have the
/// same word.
fn has_two_ends(record: &Record) -> bool {
    let mut walk = record.walk();
    while let Some(visit) = walk.next() {
        let next = visit.node.children().iter();
        if next.filter(|id| record.node(**id).outcome().is_some()).count() > 1 {
            return true;
        }
    }
    false
}

fn text(record: &Record, format: Format) -> String {
    let file = write(std::slice::from_ref(record), format, Encoding::Utf8);
    String::from_utf8(file.expect("it is standard")).expect("UTF-8")
}

/// What tsshogi calls an end.
fn end_in_tsshogi(outcome: &Outcome, turn: Side, format: Format) -> &'static str {
    let is_csa = format == formats::CSA || format == formats::CSA3 || format == formats::JKF;
    let turn_wins = outcome.winner == Some(turn);
    match outcome.cause {
        Cause::Checkmate => "mate",
        // KI2 tells it in words that are new to tsshogi.
        Cause::NoMoves if format == formats::KI2 => "resign",
        Cause::NoMoves => "mate",
        Cause::Resignation => "resign",
        Cause::Time => "timeout",
        // tsshogi 2.2.0 takes +ILLEGAL_ACTION for a fault of gote (its pull request 136 mends it).
        Cause::IllegalMove | Cause::PerpetualCheck | Cause::DeclarationFailed if is_csa => {
            "foulLose"
        }
        Cause::IllegalMove | Cause::PerpetualCheck | Cause::DeclarationFailed => {
            if turn_wins {
                "foulWin"
            } else {
                "foulLose"
            }
        }
        Cause::PerpetualAttack if format == formats::KIF => {
            if turn_wins {
                "foulWin"
            } else {
                "foulLose"
            }
        }
        Cause::BareRoyals | Cause::Agreement if format == formats::KIF => "impass",
        Cause::Repetition => "repetitionDraw",
        Cause::Declaration => "enteringOfKing",
        Cause::NoMate => "noMate",
        Cause::Interrupted if outcome.winner.is_none() => "interrupt",
        Cause::MaxMoves if format == formats::CSA3 || format == formats::JKF => "maxMoves",
        Cause::Draw if is_csa => "draw",
        Cause::Error if is_csa => "any",
        Cause::ImpasseAgreement | Cause::MaxMoves | Cause::Draw if format != formats::KI2 => {
            "impass"
        }
        Cause::ImpasseAgreement if outcome.winner.is_none() => "impass",
        Cause::NoShow if !is_csa && outcome.winner.is_some() => {
            if turn_wins {
                "winByDefault"
            } else {
                "loseByDefault"
            }
        }
        Cause::Try if format == formats::KIF => "any",
        _ if format == formats::KI2 => {
            if outcome.winner.is_some() {
                "resign"
            } else {
                "any"
            }
        }
        _ => "interrupt",
    }
}

/// What a record tells, as tsshogi should find it.
fn nodes(record: &Record, format: Format) -> Vec<Value> {
    let has_variations = format == formats::KIF || format == formats::KI2 || format == formats::JKF;
    let has_comments = format != formats::USI;
    let step_ms = match format.name() {
        "csa3" => 1,
        "ki2" | "usi" => u64::MAX,
        _ => 1_000,
    };
    let main: Vec<_> = record.main_line().collect();
    let mut all = Vec::new();
    let mut walk = record.walk();
    while let Some(visit) = walk.next() {
        let node = visit.node;
        if node.ply() > 0 && !has_variations && !main.contains(&visit.id) {
            continue;
        }
        let turn = visit.before.turn();
        let (mv, end) = match &node.step {
            Step::Start => (None, Some("start")),
            Step::Move(mv) => (Some(mv.usi(record.variant()).to_string()), None),
            Step::End(_) if format == formats::USI => continue,
            Step::End(outcome) => (None, Some(end_in_tsshogi(outcome, turn, format))),
        };
        let comments: Vec<_> =
            node.comments.iter().filter(|line| !line.is_empty() && has_comments).collect();
        let bookmark = node.bookmark.as_ref().filter(|_| matches!(format.name(), "kif" | "ki2"));
        all.push(json!({
            "ply": node.ply(),
            "move": mv,
            "end": end,
            "ms": node.spent_ms.map_or(0, |ms| ms / step_ms * step_ms % u64::MAX),
            "comments": comments,
            "bookmark": bookmark.map_or("", String::as_str),
        }));
    }
    all
}

/// tsshogi's nodes in the same form.
fn nodes_told(answer: &Value) -> Vec<Value> {
    let Some(nodes) = answer["nodes"].as_array() else { panic!("{answer}") };
    let told = nodes.iter().map(|node| {
        let comment = node["comment"].as_str().unwrap_or_default();
        let lines: Vec<_> = comment.split('\n').filter(|line| !line.is_empty()).collect();
        json!({
            "ply": node["ply"],
            "move": node["move"],
            "end": node["end"],
            "ms": node["ms"].as_f64().map_or(0, |ms| ms.round() as u64),
            "comments": lines,
            "bookmark": node["bookmark"],
        })
    });
    told.collect()
}

/// The formats that tsshogi has too.
const KNOWN_TO_TSSHOGI: [komadai_kifu::Format; 6] =
    [formats::USI, formats::JKF, formats::CSA, formats::CSA3, formats::KI2, formats::KIF];

/// A position without the number of the move, which few formats tell.
fn board(sfen: &str) -> &str {
    sfen.rsplit_once(' ').map_or(sfen, |(board, _)| board)
}

#[test]
fn tsshogi_reads_what_we_write() {
    if !is_asked_for() {
        return;
    }
    let games = random_games(|_| true);
    for format in KNOWN_TO_TSSHOGI {
        let reader = format.name().trim_end_matches('3');
        let tasks: Vec<_> = games
            .iter()
            .map(|game| json!({ "read": reader, "text": text(game, format) }))
            .collect();
        for (game, answer) in games.iter().zip(ask(tsshogi(), &tasks)) {
            let file = text(game, format);
            assert_eq!(answer["error"], Value::Null, "{format}:\n{file}");
            let sfen = answer["sfen"].as_str().unwrap_or_default();
            assert_eq!(board(sfen), board(&game.start().sfen()), "{format}:\n{file}");
            let (told, expected) = (nodes_told(&answer), nodes(game, format));
            for (told, expected) in told.iter().zip(&expected) {
                assert_eq!(told, expected, "{format}:\n{file}");
            }
            assert_eq!(told.len(), expected.len(), "{format}:\n{file}");
        }
    }
}

/// Compares how a move is spelled: ☗２四龍 there is 2四竜 here, 同　歩 is 同歩.
fn check_spelling(ours: &str, theirs: &Value, position: &Position) {
    let narrow = |sign| match sign {
        '１'..='９' => char::from(b'0' + (sign as u32 - '０' as u32) as u8),
        '龍' => '竜',
        other => other,
    };
    let theirs = theirs.as_str().unwrap_or_default().chars().skip(1).filter(|c| *c != '\u{3000}');
    let theirs: String = theirs.map(narrow).collect();
    assert_eq!(ours, theirs, "{}", position.sfen());
}

#[test]
fn tsshogi_spells_moves_as_we_do() {
    if !is_asked_for() {
        return;
    }
    let games = random_games(|game| game.moves().count() > 20);
    let usi = |game: &Record| -> Vec<String> {
        game.moves().map(|mv| mv.usi(game.variant()).to_string()).collect()
    };
    let tasks: Vec<_> = games
        .iter()
        .map(|game| json!({ "spell": game.start().sfen(), "moves": usi(game) }))
        .collect();
    for (game, answer) in games.iter().zip(ask(tsshogi(), &tasks)) {
        let Some(spelled) = answer["spelled"].as_array() else { panic!("{answer}") };
        let mut position = game.start().clone();
        let mut last = None;
        for (mv, theirs) in game.moves().zip(spelled) {
            let ours = notations::JAPANESE.write(&position, mv, last);
            check_spelling(&ours, theirs, &position);
            position.play(mv);
            last = Some(mv);
        }
    }
}

#[test]
fn tsshogi_tells_crowded_pieces_apart_as_we_do() {
    if !is_asked_for() {
        return;
    }
    let mut runner = TestRunner::deterministic();
    let positions: Vec<_> =
        std::iter::repeat_with(|| crowd().new_tree(&mut runner).expect("a position").current())
            .take(N_GAMES)
            .collect();
    let tasks: Vec<_> = positions
        .iter()
        .map(|position| {
            let moves = position.legal_moves();
            let usi = moves.iter().map(|mv| mv.usi(position.variant()).to_string());
            json!({ "choices": position.sfen(), "moves": usi.collect::<Vec<_>>() })
        })
        .collect();
    for (position, answer) in positions.iter().zip(ask(tsshogi(), &tasks)) {
        let Some(spelled) = answer["spelled"].as_array() else { panic!("{answer}") };
        for (mv, theirs) in position.legal_moves().iter().zip(spelled) {
            check_spelling(&notations::JAPANESE.write(position, *mv, None), theirs, position);
        }
    }
}

/// Most of a set of pieces, all of one side, in the middle of the board, where they crowd.
fn crowd() -> impl Strategy<Value = Position> {
    const SET: [&str; 18] = [
        "R", "+R", "B", "+B", "G", "G", "G", "G", "S", "S", "+S", "S", "N", "N", "+N", "+P", "+P",
        "+P",
    ];
    let squares: Vec<usize> = (0..36).collect();
    (Just(squares).prop_shuffle(), any::<bool>()).prop_map(|(squares, is_gote)| {
        let mut board = vec!["1"; 81];
        for (piece, square) in SET.iter().zip(squares) {
            board[(square / 6 + 1) * 9 + square % 6 + 1] = piece;
        }
        if is_gote {
            board.reverse();
        }
        let mut setup = String::new();
        for rank in board.chunks(9) {
            for run in rank.chunk_by(|one, next| *one == "1" && *next == "1") {
                match run {
                    ["1", ..] => setup += &run.len().to_string(),
                    _ => setup += run[0],
                }
            }
            setup.push('/');
        }
        let setup = setup.trim_end_matches('/');
        let sfen = if is_gote {
            format!("{} w rbgsnlp 1", setup.to_lowercase())
        } else {
            format!("{setup} b RBGSNLP 1")
        };
        Position::from_sfen(Variant::standard(), &sfen).expect("nine ranks of nine squares")
    })
}

#[test]
fn we_read_what_tsshogi_writes() {
    if !is_asked_for() {
        return;
    }
    // What JKF carries to it; what it then carries on is asked of its own reader.
    let games = random_games(|_| true);
    for format in KNOWN_TO_TSSHOGI {
        let tasks: Vec<_> = games
            .iter()
            .map(|game| json!({ "write": format.name(), "text": text(game, formats::JKF) }))
            .collect();
        let files: Vec<_> = ask(tsshogi(), &tasks)
            .into_iter()
            .map(|answer| answer["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned())
            .collect();
        let reader = format.name().trim_end_matches('3');
        let tasks: Vec<_> =
            files.iter().map(|file| json!({ "read": reader, "text": file })).collect();
        for (file, answer) in files.iter().zip(ask(tsshogi(), &tasks)) {
            let reading = read(file.as_bytes(), Some(format));
            let reading = reading.unwrap_or_else(|error| panic!("{format}: {error}\n{file}"));
            let record = &reading.records[0];
            let steps = |all: Vec<Value>| -> Vec<Value> {
                all.into_iter().map(|node| json!([node["ply"], node["move"], node["ms"]])).collect()
            };
            // Ends that it had to spell as others are compared in the other direction.
            let ours = steps(nodes(record, format));
            assert_eq!(steps(nodes_told(&answer)), ours, "{format}:\n{file}");
        }
    }
}

#[test]
fn cshogi_reads_what_we_write() {
    if !is_asked_for() {
        return;
    }
    // It knows neither diagrams in KIF nor moves after an end.
    let even = Variant::standard().start().sfen();
    let games = random_games(|game| game.start().sfen() == even);
    for format in [formats::KIF, formats::KI2, formats::CSA] {
        let tasks: Vec<_> = games
            .iter()
            .map(|game| {
                let text = text(game, format);
                let main = text.split("\n変化：").next().unwrap_or_default();
                // Of several KI2 moves in a line it loses its place.
                let is_moves = |line: &&str| line.starts_with(['▲', '△']);
                let apart = |line: &str| line.replace('▲', "\n▲").replace('△', "\n△");
                let lines = main.lines().map(|line| match Some(line).filter(is_moves) {
                    Some(moves) => apart(moves),
                    None => line.to_owned(),
                });
                json!({ "read": format.name(), "text": lines.collect::<Vec<_>>().join("\n") })
            })
            .collect();
        for (game, answer) in games.iter().zip(ask(cshogi(), &tasks)) {
            let file = text(game, format);
            assert_eq!(answer["error"], Value::Null, "{format}:\n{file}");
            let usi: Vec<_> = game.moves().map(|mv| mv.usi(game.variant()).to_string()).collect();
            assert_eq!(answer["moves"], json!(usi), "{format}:\n{file}");
            if format == formats::KIF {
                // Of an end whose word it does not know it tells no time.
                let is_move = |id: &NodeId| game.node(*id).mv().is_some();
                let steps = game.main_line().filter(is_move);
                let times: Vec<_> =
                    steps.filter_map(|id| game.node(id).spent_ms).map(|ms| ms / 1_000).collect();
                let told = answer["times"].as_array().cloned().unwrap_or_default();
                let told: Vec<_> = told.iter().take(times.len()).collect();
                assert_eq!(json!(told), json!(times), "{format}:\n{file}");
            }
        }
    }
}
