//! Programs that speak USI well, badly, and not at all.

use std::{collections::BTreeMap, path::Path, time::Duration};

use komadai_usi::{Answer, Engine, EngineError, Program, Question, SearchReport};
use rustix::process::{Pid, test_kill_process_group};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Those of Debian that have the engines of these tests.
const PACKAGES: &str = "fairy-stockfish gpsshogi sjaakii";

static NO_OPTIONS: BTreeMap<String, String> = BTreeMap::new();

fn program(command: &Path) -> Program {
    Program {
        command: command.to_owned(),
        args: Vec::new(),
        directory: None,
        options: BTreeMap::new(),
        memory_mib: 1_024,
    }
}

/// A shell that shakes hands, and then answers `go` by `answer`.
fn script(answer: &str) -> Program {
    let text = format!(
        "echo 'a banner before anything is said'\nwhile read -r word rest; do\n\
         case $word in\n\
         usi) echo 'id name Script'; echo 'option name Level type spin default 1'; echo usiok;;\n\
         isready) echo 'info string loading'; echo readyok;;\n\
         go) {answer};;\nesac\ndone\n"
    );
    Program { args: vec!["-c".to_owned(), text], ..program("/bin/sh".as_ref()) }
}

fn question(moves: &[String]) -> Question<'_> {
    Question {
        variant: "shogi",
        start: START,
        moves,
        options: &NO_OPTIONS,
        think: Duration::from_millis(100),
        nodes: None,
    }
}

#[tokio::test]
async fn engines_of_the_registries_play() {
    for path in ["/usr/games/fairy-stockfish", "/usr/games/gpsusi"] {
        assert!(Path::new(path).is_file(), "{path} is missing: apt install {PACKAGES}");
        let mut engine = Engine::start(&program(path.as_ref())).await.unwrap();
        assert!(!engine.name().is_empty());
        engine.new_game().await.unwrap();
        let moves = ["7g7f".to_owned(), "3c3d".to_owned()];
        let answer = engine.choose(&question(&moves)).await.unwrap();
        assert!(matches!(&answer, Answer::Move(usi) if usi.len() >= 4), "{answer:?}");
    }
}

#[tokio::test]
async fn an_engine_of_many_games_is_told_which() {
    let start = "rbsgk/4p/5/P4/KGSBR b - 1";
    let asked = Question { variant: "minishogi", start, ..question(&[]) };
    // The second begins by drawing a chess board in colours.
    for path in ["/usr/games/fairy-stockfish", "/usr/games/sjaakii"] {
        assert!(Path::new(path).is_file(), "{path} is missing: apt install {PACKAGES}");
        let mut engine = Engine::start(&program(path.as_ref())).await.unwrap();
        for _ in 0..2 {
            let answer = engine.choose(&asked).await.unwrap();
            assert!(matches!(answer, Answer::Move(_)), "{path}: {answer:?}");
            let answer = engine.choose(&question(&[])).await.unwrap();
            assert!(matches!(answer, Answer::Move(_)), "{path}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn every_answer_is_understood() {
    let answers = [
        ("echo 'info depth 1'; echo 'bestmove 7g7f ponder 3c3d'", Answer::Move("7g7f".to_owned())),
        ("echo bestmove resign", Answer::Resign),
        ("echo 'bestmove (none)'", Answer::Resign),
        ("echo bestmove win", Answer::Win),
    ];
    for (answer, understood) in answers {
        let mut engine = Engine::start(&script(answer)).await.unwrap();
        assert_eq!(engine.name(), "Script");
        engine.new_game().await.unwrap();
        assert_eq!(engine.choose(&question(&[])).await.unwrap(), understood);
    }
}

#[tokio::test]
async fn what_is_measured_takes_all_the_time_and_counts_positions() {
    let answer = "echo 'info depth 1 nodes 30 nps 9'; echo 'info depth 2 nodes 71 nps 9'; \
                  echo 'info string nodes 5'; echo 'info depth 2'; echo \"bestmove $rest\"";
    let mut engine = Engine::start(&script(answer)).await.unwrap();
    let answer = Answer::Move("movetime".to_owned());
    let searched = engine.use_all_time(&question(&[])).await.unwrap();
    assert_eq!(searched, SearchReport { answer, nodes: Some(71) });

    let mut engine = Engine::start(&script("echo bestmove resign")).await.unwrap();
    let searched = engine.use_all_time(&question(&[])).await.unwrap();
    assert_eq!(searched, SearchReport { answer: Answer::Resign, nodes: None });
}

#[tokio::test]
async fn one_that_fails_is_an_error_and_nothing_of_it_is_left() {
    let missing = program("/nowhere/engine".as_ref());
    assert!(matches!(Engine::start(&missing).await, Err(EngineError::Start(_))));

    let mut engine = Engine::start(&script("exit 3")).await.unwrap();
    assert!(matches!(engine.choose(&question(&[])).await, Err(EngineError::Gone(_))));

    let endless = "head -c 100000 /dev/zero | tr '\\0' 'x'; echo";
    let mut engine = Engine::start(&script(endless)).await.unwrap();
    assert!(matches!(engine.choose(&question(&[])).await, Err(EngineError::LongLine)));

    // It starts another program, and neither ever answers.
    let mut engine = Engine::start(&script("sleep 1000 & sleep 1000")).await.unwrap();
    let group = engine.process_id().and_then(|id| Pid::from_raw(id.cast_signed())).unwrap();
    tokio::time::pause();
    assert!(matches!(engine.choose(&question(&[])).await, Err(EngineError::Late("bestmove"))));
    tokio::time::resume();
    assert!(test_kill_process_group(group).is_ok(), "it runs");
    drop(engine);
    let gone = async {
        while test_kill_process_group(group).is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("nothing of it is left");
}

#[tokio::test]
async fn it_sees_nothing_of_the_environment() {
    let answer = "echo \"bestmove $(env | grep -c -E 'PATH=/|HOME=|CARGO')\"";
    let mut engine = Engine::start(&script(answer)).await.unwrap();
    let answer = engine.choose(&question(&[])).await.unwrap();
    // The shell makes a PATH of its own, without passing it on.
    assert_eq!(answer, Answer::Move("0".to_owned()));
}
