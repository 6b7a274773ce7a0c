//! The engine as a program: it is spoken to over pipes.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::{
    collections::HashSet,
    io::{self, BufRead as _, BufReader, PipeReader, PipeWriter, Write, pipe},
    thread::{self, JoinHandle},
};

use komadai_engine::{Engine, usi};
use komadai_rules::{Line, Move, Position, Reason, RuleSet, Variant};

/// An engine that listens on a pipe and answers on another.
struct Conversation {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
}

impl Conversation {
    fn begin(variant: &str) -> Self {
        Self::begin_through(variant, |output| output)
    }

    /// Its answers come through something else.
    fn begin_through<W: Write + Send>(
        variant: &str,
        through: impl FnOnce(PipeWriter) -> W + Send + 'static,
    ) -> Self {
        let variant = Variant::from_name(variant).unwrap();
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let thread = thread::spawn(move || {
            usi::run(variant, BufReader::new(input), through(output)).unwrap();
        });
        let mut begun = Self { to: Some(to), from: BufReader::new(from), thread: Some(thread) };
        // Small, so that the test has it at once.
        begun.say("setoption name USI_Hash value 2");
        begun
    }

    fn say(&mut self, text: &str) {
        writeln!(self.to.as_mut().unwrap(), "{text}").unwrap();
    }

    /// The next line that begins so, and what came before it.
    fn until(&mut self, begin: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "it ended before {begin}");
            let line = line.trim_end().to_owned();
            if line.starts_with(begin) {
                return (line, before);
            }
            before.push(line);
        }
    }

    fn answer(&mut self, go: &str) -> (String, Vec<String>) {
        self.say(go);
        self.until("bestmove")
    }

    fn end(mut self) {
        self.say("quit");
        self.thread.take().unwrap().join().unwrap();
    }
}

fn number(line: &str, name: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == name)?;
    words.next()?.parse().ok()
}

#[test]
fn it_introduces_itself_and_plays_a_move() {
    let mut engine = Conversation::begin("standard");
    engine.say("usi");
    let (_, lines) = engine.until("usiok");
    assert!(lines.iter().any(|line| line.starts_with("id name Komadai ")));
    for option in ["Threads", "USI_Hash", "Level", "MultiPV", "USI_Ponder"] {
        let begin = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&begin)), "{option}");
    }
    engine.say("isready");
    engine.until("readyok");
    engine.say("usinewgame");
    engine.say("position startpos moves 7g7f 3c3d");
    let (best, infos) = engine.answer("go nodes 3000");
    let last = infos.iter().rev().find(|line| line.contains(" pv ")).unwrap();
    for name in ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull"] {
        assert!(number(last, name).is_some(), "{name} in {last}");
    }
    // The line can be played.
    let variant = Variant::standard();
    let mut position = Position::start(variant);
    let pv = last.split(" pv ").nth(1).unwrap();
    for usi in ["7g7f", "3c3d"].into_iter().chain(pv.split(' ')) {
        let mv = Move::from_usi(variant, usi).unwrap();
        assert_eq!(position.judge(mv), Ok(()), "{usi} of {last}");
        position.play(mv);
    }
    assert_eq!(best.split(' ').nth(1), pv.split(' ').next());
    engine.end();
}

#[test]
fn the_same_question_has_the_same_answer() {
    let answers = [(); 2].map(|()| {
        let mut engine = Conversation::begin("standard");
        engine.say("position startpos moves 2g2f 8c8d 2f2e");
        let (best, infos) = engine.answer("go nodes 5000");
        engine.end();
        let lines = infos.iter().filter(|line| line.contains(" pv "));
        let lines = lines.map(|line| line.split(" pv ").nth(1).unwrap().to_owned());
        (best, lines.collect::<Vec<_>>())
    });
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_limit_is_kept() {
    let mut engine = Conversation::begin("standard");
    engine.say("position startpos");
    let (_, infos) = engine.answer("go depth 3");
    assert!(infos.iter().all(|line| number(line, "depth").is_none_or(|depth| depth <= 3)));
    let (_, infos) = engine.answer("go nodes 2000");
    assert!(number(infos.last().unwrap(), "nodes").unwrap() <= 2_100, "{infos:?}");
    // Without these limits it would go on for years.
    engine.answer("go btime 0 wtime 0 byoyomi 200");
    engine.answer("go btime 0 wtime 0");
    engine.answer("go movetime 100");
    engine.end();
}

#[test]
fn it_thinks_until_it_is_told_to_stop() {
    let mut engine = Conversation::begin("minishogi");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.until("info depth 3");
    engine.say("stop");
    engine.until("bestmove");
    // On the opponent's time it does not answer before it is told that the time is its own.
    engine.say("go ponder byoyomi 50 depth 1");
    engine.until("info depth 1");
    engine.say("isready");
    let (_, before) = engine.until("readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
    engine.say("ponderhit");
    engine.until("bestmove");
    engine.end();
}

#[test]
fn what_is_not_understood_changes_nothing() {
    let mut engine = Conversation::begin("standard");
    engine.say("position startpos moves 7g7f");
    for nonsense in [
        "position",
        "position sfen",
        "position sfen 9/9 b - 1",
        "position startpos moves 7g7f 7g7f",
        "position startpos moves \u{5c06}",
        "setoption",
        "setoption name",
        "setoption name Threads value many",
        "setoption name Nothing value 1",
        "setoption name USI_Variant value chess",
        "setoption name EvalFile value /nowhere/at/all",
        "go btime",
        "go nodes -",
        "xyzzy",
    ] {
        engine.say(nonsense);
        let (said, _) = engine.until("info string");
        assert!(said.len() > "info string ".len(), "{nonsense}");
    }
    engine.to.as_mut().unwrap().write_all(b"\xff\xfe\0\n\n  \n").unwrap();
    engine.until("info string");
    engine.say(&"x".repeat(3_000_000));
    engine.until("info string");
    engine.say("ponderhit");
    engine.say("stop");
    engine.say("gameover draw");
    let (best, _) = engine.answer("go nodes 500");
    let mv = Move::from_usi(Variant::standard(), best.split(' ').nth(1).unwrap()).unwrap();
    let mut position = Position::start(Variant::standard());
    position.play(Move::from_usi(Variant::standard(), "7g7f").unwrap());
    assert_eq!(position.judge(mv), Ok(()));
    engine.end();
}

#[test]
fn what_is_not_understood_ends_no_search() {
    let mut engine = Conversation::begin("minishogi");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.until("info depth 2");
    for nonsense in ["position startpos moves 9i9h", "setoption name Thread value 2", "go depth x"]
    {
        engine.say(nonsense);
        let (_, before) = engine.until("info string");
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{nonsense} {before:?}");
    }
    engine.say("stop");
    engine.until("bestmove");
    engine.end();
}

#[test]
fn a_game_that_is_drawn_here_goes_on_there() {
    let rooks = ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(3);
    // Rooks that walk, and now and then a pawn, so that nothing comes back too often.
    let walks: [&[&str]; 2] = [
        &["2h3h", "3h4h", "4h5h", "5h6h", "6h7h", "7h1h", "1h2h"],
        &["8b7b", "7b6b", "6b5b", "5b4b", "4b3b", "3b8b"],
    ];
    let mut steps = walks.map(|walk| walk.iter().copied().cycle());
    let long: Vec<String> = (0..500)
        .map(|ply| match (ply % 80, ply / 80) {
            (78, n) => format!("{0}g{0}f", n + 1),
            _ => steps[ply % 2].next().unwrap().to_owned(),
        })
        .collect();
    let games = [(Reason::Repetition, rooks.join(" ")), (Reason::MaxMoves, long.join(" "))];
    let mut engine = Conversation::begin("standard");
    for (reason, moves) in games {
        let variant = Variant::standard();
        let mut line = Line::new(Position::start(variant), RuleSet::casual());
        for usi in moves.split(' ') {
            line.play(Move::from_usi(variant, usi).unwrap()).unwrap();
        }
        assert_eq!(line.ending().map(|ending| ending.reason), Some(reason));
        engine.say(&format!("position startpos moves {moves}"));
        for level in [0, 2] {
            engine.say(&format!("setoption name Level value {level}"));
            let (best, _) = engine.answer("go nodes 500");
            let mv = Move::from_usi(variant, best.split(' ').nth(1).unwrap()).unwrap();
            assert_eq!(line.position().judge(mv), Ok(()), "{best}");
        }
    }
    // What is lost is not played on.
    engine.say("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!(engine.answer("go nodes 500").0, "bestmove resign");
    engine.end();
}

#[test]
fn figures_go_and_come_back() {
    let variant = Variant::from_name("minishogi").unwrap();
    let mut weights = Engine::new(variant).weights();
    weights.to_move = 5_000;
    let file = std::env::temp_dir().join(format!("komadai-figures-{}", std::process::id()));
    std::fs::write(&file, weights.to_bytes()).unwrap();
    let mut engine = Conversation::begin("minishogi");
    engine.say("position startpos");
    let mut score = |file: &str| {
        engine.say(&format!("setoption name EvalFile value {file}"));
        let (_, infos) = engine.answer("go depth 1");
        assert!(infos.iter().all(|line| !line.starts_with("info string")), "{infos:?}");
        infos.iter().find_map(|line| number(line, "cp")).unwrap()
    };
    let own = score("<built-in>");
    for built_in in ["<built-in>", "<empty>", ""] {
        assert_ne!(score(file.to_str().unwrap()), own);
        assert_eq!(score(built_in), own, "{built_in}");
    }
    std::fs::remove_file(&file).unwrap();
    engine.end();
}

/// Panics the first time that it says how deep it has looked.
struct Trap<W>(W, bool);

impl<W: Write> Write for Trap<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"info depth") && !std::mem::replace(&mut self.1, true) {
            panic!("this panic is wanted");
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn a_search_that_panics_is_an_answer() {
    let mut engine = Conversation::begin_through("standard", |output| Trap(output, false));
    engine.say("setoption name Threads value 2");
    engine.say("position startpos");
    assert_eq!(engine.answer("go nodes 10000000000").0, "bestmove resign");
    let (best, _) = engine.answer("go nodes 500");
    assert_ne!(best, "bestmove resign");
    engine.end();
}

#[test]
fn it_ends_with_what_it_reads() {
    let mut engine = Conversation::begin("standard");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.until("info depth 2");
    engine.to = None;
    engine.until("bestmove");
    engine.thread.take().unwrap().join().unwrap();
}

#[test]
fn every_variant_is_played() {
    for variant in Variant::all() {
        let mut engine = Conversation::begin(variant.name());
        engine.say("position startpos");
        let (best, _) = engine.answer("go nodes 1500");
        let mv = Move::from_usi(*variant, best.split(' ').nth(1).unwrap()).unwrap();
        assert_eq!(Position::start(*variant).judge(mv), Ok(()), "{} {best}", variant.name());
        engine.end();
    }
}

#[test]
fn mates_are_announced_and_looked_for() {
    let mut engine = Conversation::begin("standard");
    engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1");
    let (best, infos) = engine.answer("go depth 5");
    assert!(infos.iter().any(|line| line.contains(" score mate ")), "{infos:?} {best}");
    engine.say("go mate infinite");
    let (mate, _) = engine.until("checkmate");
    assert!(mate.split(' ').count() > 1 && !mate.contains("timeout"), "{mate}");
    engine.say("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1");
    engine.say("go mate 1000");
    assert_eq!(engine.until("checkmate").0, "checkmate nomate");
    engine.end();
}

#[test]
fn several_lines_and_several_threads() {
    let mut engine = Conversation::begin("standard");
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name Threads value 3");
    engine.say("position startpos");
    let (_, infos) = engine.answer("go depth 4");
    let first = |n: i64| {
        let lines = infos.iter().rev().filter(|line| number(line, "depth") == Some(4));
        let mut lines = lines.filter(|line| number(line, "multipv") == Some(n));
        let line = lines.next().unwrap().split(" pv ").nth(1).unwrap();
        line.split(' ').next().unwrap().to_owned()
    };
    let mut firsts = [first(1), first(2), first(3)];
    firsts.sort();
    assert!(firsts.windows(2).all(|pair| pair[0] != pair[1]), "{firsts:?}");
    engine.end();
}

#[test]
fn a_level_is_weaker_and_answers_as_well() {
    let mut engine = Conversation::begin("standard");
    engine.say("setoption name Level value 1");
    engine.say("position startpos");
    let (best, _) = engine.answer("go byoyomi 1000");
    assert!(best.starts_with("bestmove "), "{best}");
    // It does not make the same mistakes in every game.
    let first_moves = (0..12).map(|_| {
        engine.say("usinewgame");
        engine.answer("go byoyomi 1000").0
    });
    let first_moves: HashSet<_> = first_moves.collect();
    assert!(first_moves.len() > 1, "{first_moves:?}");
    engine.end();
}
