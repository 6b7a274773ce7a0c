//! Broken files: each gives an error with a place or a record, and a record can be written.

use komadai_kifu::{Encoding, Error, Format, TextPlace, formats, read, read_unless, write};
use proptest::{
    prelude::*,
    sample::Index,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use crate::games::game;

/// One way to break a file.
#[derive(Clone, Debug)]
enum Harm {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index, u8),
    Truncate(Index),
    RepeatLine(Index),
    RemoveLine(Index),
    SwapLines(Index, Index),
    Splice(Index, &'static str),
}

/// Words that mean something somewhere.
const WORDS: [&str; 28] = [
    "\n",
    "\r",
    " ",
    "\u{3000}",
    "変化：3手\n",
    "変化：0手\n",
    "まで3手で先手の勝ち\n",
    "手合割：その他\n",
    "手合割：二枚落ち\n",
    "|v香v桂\n",
    "先手の持駒：飛九十九\n",
    "   1 ７六歩(77)\n",
    "99999999999",
    "0",
    "-1",
    "同　",
    "打",
    "成",
    "(00)",
    "%TORYO\n",
    "PI\n",
    "P+00AL\n",
    "T1e9\n",
    "/\n",
    "{",
    "[",
    "\"",
    "moves ",
];

fn harm() -> impl Strategy<Value = Harm> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Harm::Replace(at, byte)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Harm::Insert(at, byte)),
        (any::<Index>(), 1..20u8).prop_map(|(at, n)| Harm::Remove(at, n)),
        any::<Index>().prop_map(Harm::Truncate),
        any::<Index>().prop_map(Harm::RepeatLine),
        any::<Index>().prop_map(Harm::RemoveLine),
        (any::<Index>(), any::<Index>()).prop_map(|(one, other)| Harm::SwapLines(one, other)),
        (any::<Index>(), prop::sample::select(WORDS.to_vec()))
            .prop_map(|(at, word)| Harm::Splice(at, word)),
    ]
}

fn apply(file: &mut Vec<u8>, harm: &Harm) {
    if file.is_empty() {
        return;
    }
    let mut lines: Vec<Vec<u8>> = file.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    match harm {
        Harm::Replace(at, byte) => {
            let at = at.index(file.len());
            file[at] = *byte;
        }
        Harm::Insert(at, byte) => file.insert(at.index(file.len()), *byte),
        Harm::Remove(at, n) => {
            let at = at.index(file.len());
            file.drain(at..(at + usize::from(*n)).min(file.len()));
        }
        Harm::Truncate(at) => file.truncate(at.index(file.len())),
        Harm::RepeatLine(at) => {
            let at = at.index(lines.len());
            lines.insert(at, lines[at].clone());
            *file = lines.join(&b'\n');
        }
        Harm::RemoveLine(at) => {
            lines.remove(at.index(lines.len()));
            *file = lines.join(&b'\n');
        }
        Harm::SwapLines(one, other) => {
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            lines.swap(one, other);
            *file = lines.join(&b'\n');
        }
        Harm::Splice(at, word) => {
            let at = at.index(file.len());
            file.splice(at..at, word.bytes());
        }
    }
}

/// How many times each file is broken.
const N_TIMES: usize = 20;

/// A random game in a format and an encoding, and ways to break it.
fn file_and_harms() -> impl Strategy<Value = (Format, Vec<u8>, Vec<Vec<Harm>>)> {
    let format = prop::sample::select(formats::ALL.to_vec());
    let encoding = prop::sample::select(Encoding::ALL.to_vec());
    let harms = prop::collection::vec(prop::collection::vec(harm(), 1..6), N_TIMES);
    (game(), format, encoding, harms).prop_map(|(record, format, encoding, harms)| {
        let file = write(&[record], format, encoding);
        (format, file.expect("it is standard"), harms)
    })
}

/// Reads it with and without a given format; `writes` also writes what was read.
fn check(format: Format, file: &[u8], writes: bool) {
    let text = String::from_utf8_lossy(file);
    let n_lines = text.split(['\n', '\r']).count() as u32;
    for told in [Some(format), None] {
        let records = match read(file, told) {
            Ok(reading) => reading.records,
            Err(Error::Text { at: TextPlace { line, column }, .. }) => {
                assert!((1..=n_lines).contains(&line) && column >= 1, "{format}:\n{text}");
                continue;
            }
            Err(Error::UnknownFormat | Error::Empty) => continue,
            Err(error) => panic!("{error}\n{text}"),
        };
        if told.is_none() || !writes {
            continue;
        }
        // Whatever is in it can be written, and what is written can be read.
        for to in formats::ALL {
            let written = match write(&records, *to, Encoding::Utf8) {
                Ok(written) => written,
                Err(Error::CannotHold { .. }) => continue,
                Err(error) => panic!("{to}: {error}\n{text}"),
            };
            let back = read(&written, Some(*to));
            let written = String::from_utf8_lossy(&written);
            let back = back.unwrap_or_else(|error| panic!("{to}: {error}\n{written}\n{text}"));
            let moves = |records: &[komadai_kifu::Record]| -> Vec<Vec<_>> {
                records.iter().map(|record| record.moves().collect()).collect()
            };
            assert_eq!(moves(&back.records), moves(&records), "{to}:\n{written}\n{text}");
        }
    }
}

/// 10,000 files; of each that can be read everything is written again when there is time, else of
/// every thirtieth.
#[test]
fn broken_files_give_an_error_or_a_record() {
    let every = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1 } else { 30 };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"komadai-kifu: broken record file");
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    for nth in 0..10_000 / N_TIMES {
        let tree = file_and_harms().new_tree(&mut runner).expect("a file");
        let (format, file, harms) = tree.current();
        for harms in harms {
            let mut file = file.clone();
            for harm in &harms {
                apply(&mut file, harm);
            }
            check(format, &file, nth % every == 0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_gives_an_error_or_a_record(
        format in prop::sample::select(formats::ALL.to_vec()),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        check(format, &bytes, true);
    }

    #[test]
    fn words_in_disorder_give_an_error_or_a_record(
        format in prop::sample::select(formats::ALL.to_vec()),
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..40),
    ) {
        check(format, words.concat().as_bytes(), true);
    }
}

#[test]
fn reading_stops_when_it_is_told_to() {
    let line = "*x\n".repeat(1_000);
    let files = [
        (formats::KIF, format!("手合割：平手\n1 ７六歩(77)\n{line}")),
        (formats::CSA, format!("PI\n+\n+7776FU\n{}", "'*x\n".repeat(1_000))),
        (formats::WESTERN, format!("[Notation \"western\"]\n\n{}", "{x}\n".repeat(1_000))),
        (formats::USI, "startpos moves 7g7f\n".repeat(1_000)),
        (formats::JKF, format!(r#"{{"moves":[{{}}{}]}}"#, ",{}".repeat(1_000))),
    ];
    for (format, file) in files {
        let asked = std::rc::Rc::new(std::cell::Cell::new(0));
        let told = asked.clone();
        let stops = move || told.replace(told.get() + 1) == 3;
        let read = read_unless(file.as_bytes(), Some(format), None, stops);
        assert_eq!(read.err(), Some(Error::Stopped), "{format}");
        assert_eq!(asked.get(), 4, "{format}");
        assert!(read_unless(file.as_bytes(), Some(format), None, || false).is_ok(), "{format}");
    }
}
