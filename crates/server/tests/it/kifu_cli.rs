//! `komadai kifu` as people and scripts run it.

use std::{
    io::{Read as _, Write as _},
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// Two games in one file, the first with a variation, a comment and times.
const TWO_GAMES: &str = "\
手合割：平手
先手：羽生
後手：Nguyễn
   1 ７六歩(77)   ( 0:16/00:00:16)
*初手
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 投了
変化：2手
   2 ８四歩(83)
手合割：平手
   1 ２六歩(27)
";

/// Runs the command with this on its standard input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("kifu")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// What it prints when it succeeds.
fn convert(to: &str, input: &[u8]) -> String {
    let output = run(&["convert", "--to", to], input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What it says when it fails.
fn failure(args: &[&str], input: &[u8]) -> String {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(dir: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn every_game_of_a_file_is_a_line_of_usi() {
    assert_eq!(
        convert("usi", TWO_GAMES.as_bytes()),
        "position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n"
    );
}

#[test]
fn moves_survive_every_format_there_and_back() {
    let usi = convert("usi", TWO_GAMES.as_bytes());
    for format in ["kif", "ki2", "csa", "csa3", "jkf", "western", "hodges", "vietnamese"] {
        let there = convert(format, TWO_GAMES.as_bytes());
        assert!(there.contains("羽生"), "{format}:\n{there}");
        assert_eq!(convert("usi", there.as_bytes()), usi, "{format}:\n{there}");
    }
}

#[test]
fn shift_jis_is_written_and_read_without_being_told() {
    let output =
        run(&["convert", "--to", "kif", "--encoding", "sjis"], TWO_GAMES.as_bytes()).stdout;
    assert!(String::from_utf8(output.clone()).is_err(), "it is not UTF-8");
    assert!(output.windows(2).any(|two| two == b"\r\n"));
    let back = convert("kif", &output);
    assert!(back.contains("先手：羽生\n後手：Nguyen\n"), "{back}");
    assert!(back.contains("変化：2手") && back.contains("*初手"), "{back}");
}

#[test]
fn a_mistake_is_told_with_its_file_line_and_column() {
    let dir = tempfile::tempdir().unwrap();
    let path =
        file(&dir, "broken.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n".as_bytes());
    let name = path.to_str().unwrap();
    let told = failure(&["convert", "--to", "csa", name], b"");
    assert!(told.contains("broken.kif") && told.contains("line 3, column 6"), "{told}");
    for args in [["convert", "--to", "usi"], ["diagram", "--format", "svg"]] {
        let told = failure(&args, b"V2.2\nPI\n+\n+7776GI\n");
        assert!(told.contains("standard input") && told.contains("line 4, column 1"), "{told}");
    }
    let told = failure(&["convert", "--to", "usi", "/nowhere.kif"], b"");
    assert!(told.contains("/nowhere.kif"), "{told}");
}

#[test]
fn what_was_put_right_is_told_beside_the_output() {
    let output = run(&["convert", "--to", "usi"], "+\n+7776FU\n".as_bytes());
    assert_eq!(output.stdout, b"position startpos moves 7g7f\n");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("standard input: line 1, column 1: no start"), "{told}");
}

#[test]
fn a_name_tells_the_format_where_the_content_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(&dir, "odd.kif", "何か\n".as_bytes());
    let told = failure(&["convert", "--to", "usi", path.to_str().unwrap()], b"");
    assert!(!told.contains("no record format"), "{told}");
}

#[test]
fn check_says_what_is_in_each_file_and_fails_for_a_broken_one() {
    let dir = tempfile::tempdir().unwrap();
    let good = file(&dir, "good.kif", TWO_GAMES.as_bytes());
    let one = file(&dir, "one.csa", b"V2.2\nPI\n+\n+7776FU\n%TORYO\n");
    let bad = file(&dir, "bad.csa", b"V2.2\nPI\n+\n+7776GI\n");
    let [good, one, bad] = [&good, &one, &bad].map(|path| path.to_str().unwrap());
    let output = run(&["check", good, one], b"");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(
        lines,
        [
            format!("{good}: kif, UTF-8, 2 games, 3 moves, 1 variation"),
            format!("{one}: csa, UTF-8, 1 game, 1 move, 0 variations, resignation, sente won"),
        ]
    );
    let output = run(&["check", good, bad, one], b"");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("bad.csa: line 4, column 1: "), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.starts_with(one)), "it goes on: {said}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 3 files"));
}

#[test]
fn check_reads_standard_input_and_shows_the_lines_it_speaks_of() {
    let file = "手合割：平手\n   1 ７六歩(77)   ( soon/)\n   2 投了\n   3 中断\n";
    for args in [["check"].as_slice(), &["check", "-"]] {
        let output = run(args, file.as_bytes());
        assert!(output.status.success(), "{output:?}");
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "standard input: kif, UTF-8, 1 game, 1 move, 0 variations, resignation, sente won\n\
             standard input: line 2, column 16: “( soon/)” is not a valid time\n    \
             \u{20}  1 ７六歩(77)   ( soon/)\n\
             standard input: line 4, column 6: “中断” comes after the end of the game\n    \
             \u{20}  3 中断\n"
        );
    }
    let cases: [(&[u8], &str); 3] = [
        (
            b"V2.2\nPI\n+\n+7776GI\n",
            ": line 4, column 1: found \u{201c}+7776GI\u{201d} where the piece that is on the square it left was expected\n    +7776GI\n",
        ),
        // Lines are counted in the record, not in the JSON around it.
        (br#"{"contents": "PI\n+\n+7776FU\n-9999FU\n"}"#, "    -9999FU\n"),
        (b"", ": this is not a game record in any known format\n"),
    ];
    for (file, told) in cases {
        let output = run(&["check"], file);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with("standard input: ") && said.ends_with(told), "{said}");
    }
    // A long line is shown about the place that is meant.
    let long = format!("PI\n+\n+7776FU{}\n", ",x".repeat(2_000));
    let said = String::from_utf8(run(&["check"], long.as_bytes()).stdout).unwrap();
    assert!(said.lines().all(|line| line.chars().count() < 120), "{said}");
}

#[test]
fn positions_and_games_are_drawn() {
    let draw = |args: &[&str]| {
        let output = run(&[&["diagram", "--format"], args].concat(), TWO_GAMES.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let last = String::from_utf8(draw(&["svg"])).unwrap();
    assert!(last.contains("<title>Move 2: P-34</title>"), "{}", &last[..300]);
    let first = String::from_utf8(draw(&["svg", "--ply", "1", "--lang", "ja"])).unwrap();
    assert!(first.contains("<title>1手目 7六歩</title>"), "{}", &first[..300]);
    let other = String::from_utf8(draw(&["svg", "--game", "2", "--lang", "vi"])).unwrap();
    assert!(other.contains("<title>Nước 1: T-26</title>"), "{}", &other[..300]);
    assert!(draw(&["png", "--ply", "0", "--theme", "dark"]).starts_with(b"\x89PNG"));
    assert!(draw(&["gif", "--width", "120", "--ply", "1"]).starts_with(b"GIF89a"));
    for (args, word) in [
        (["--ply", "3"], "2 moves"),
        (["--game", "3"], "it has 2"),
        (["--game", "0"], "it has 2"),
        (["--width", "0"], "pixels"),
    ] {
        let told =
            failure(&[&["diagram", "--format", "png"], &args[..]].concat(), TWO_GAMES.as_bytes());
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn wrong_words_are_refused_with_those_there_are() {
    let output = run(&["convert", "--to", "pgn"], b"");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("kif") && told.contains("vietnamese"), "{told}");
}

#[test]
fn whoever_stops_listening_is_not_answered_by_a_panic() {
    let many = "position startpos moves 7g7f 3c3d 2g2f 8c8d\n".repeat(5_000);
    let dir = tempfile::tempdir().unwrap();
    let path = file(&dir, "many.usi", many.as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["kifu", "convert", "--to", "kif"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 10]).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
