//! Work grows with the size of a file and not faster, whatever stands in it.
//!
//! Each hostile shape is read at one size and at [`TIMES`] that size, and what can be read is
//! written in every format.

use komadai_fuzz::growth::{TIMES, check, warm_up};
use komadai_kifu::{Encoding, Error, Format, Record, formats, read, write};

/// A hostile file of a size.
type Shape = fn(usize) -> Vec<u8>;

fn lines(n: usize, head: &str, line: impl Fn(usize) -> String) -> Vec<u8> {
    let mut file = head.to_owned();
    (0..n).for_each(|nth| file += &line(nth));
    file.into_bytes()
}

/// Moves that go to and fro, in the words of a format.
fn to_and_fro(n: usize, head: &str, moves: [&str; 4], end: &str) -> Vec<u8> {
    lines(n, head, |nth| moves[nth % 4].replace('#', &(nth + 1).to_string()) + end)
}

const KIF: &str = "手合割：平手\n手数----指手---------消費時間--\n";
const KIF_MOVES: [&str; 4] = ["# ５八玉(59)", "# ５二玉(51)", "# ５九玉(58)", "# ５一玉(52)"];
const CSA: &str = "V2.2\nPI\n+\n";
const CSA_MOVES: [&str; 4] = ["+5958OU", "-5152OU", "+5859OU", "-5251OU"];
const WESTERN: &str = "[Notation \"western\"]\n\n";

/// `x`, `y`, `z`, … over and over, each different from the one before.
fn other_word(nth: usize) -> String {
    format!("word{nth}")
}

/// One entry of JKF for a move of the king to and fro.
fn jkf_move(nth: usize, inside: &str) -> String {
    let (color, from, to) = [(0, 9, 8), (1, 1, 2), (0, 8, 9), (1, 2, 1)][nth % 4];
    format!(
        r#"{{"move":{{"color":{color},"from":{{"x":5,"y":{from}}},"to":{{"x":5,"y":{to}}},"piece":"OU"}}{inside}}}"#
    )
}

fn jkf(moves: impl Iterator<Item = String>) -> Vec<u8> {
    let moves: Vec<_> = moves.collect();
    format!(r#"{{"header":{{}},"moves":[{{}},{}]}}"#, moves.join(",")).into_bytes()
}

/// Each with the name of what is wrong with it, the format it is meant for and its size at first.
const SHAPES: &[(&str, Format, usize, Shape)] = &[
    // Bytes.
    ("lone surrogates", formats::KIF, 1000, |n| {
        [b"\xff\xfe".as_slice(), &[0x00, 0xd8, b'a', 0].repeat(n)].concat()
    }),
    ("escape sequences", formats::KIF, 1000, |n| b"\x1b$B".repeat(n)),
    ("bytes that are nothing", formats::KIF, 300, |n| {
        [KIF.as_bytes(), &b"\xff\xfd*\n".repeat(n)].concat()
    }),
    ("combining marks", formats::KIF, 100, |n| {
        (KIF.to_owned() + "*a" + &"\u{301}\u{323}\u{3099}".repeat(n)).into_bytes()
    }),
    ("one long line", formats::KIF, 100, |n| (KIF.to_owned() + "*" + &"歩".repeat(n)).into()),
    ("nothing but line ends", formats::KIF, 2000, |n| (KIF.to_owned() + &"\r".repeat(n)).into()),
    ("nothing but blanks", formats::KIF, 2000, |n| (KIF.to_owned() + &"\u{3000}".repeat(n)).into()),
    // KIF and KI2.
    ("many headers", formats::KIF, 600, |n| {
        lines(n, "", |nth| format!("{}：x\n", other_word(nth)))
    }),
    ("headers with long words", formats::KIF, 5, |n| {
        lines(n, KIF, |nth| format!("{nth:x<900}：{}\n", "y".repeat(900)))
    }),
    ("one header over and over", formats::KIF, 250, |n| {
        lines(n, KIF, |nth| format!("備考：{nth}\n"))
    }),
    ("many comments", formats::KIF, 500, |n| lines(n, KIF, |_| "*x\n".to_owned())),
    ("many bookmarks", formats::KIF, 500, |n| lines(n, KIF, |_| "&x\n".to_owned())),
    ("many moves", formats::KIF, 25, |n| to_and_fro(n, KIF, KIF_MOVES, "   ( 0:01/00:00:01)\n")),
    ("many illegal moves", formats::KIF, 25, |n| {
        lines(n, KIF, |nth| {
            let mv = ["５五玉(59)", "４四玉(51)", "５九玉(55)", "５一玉(44)"][nth % 4];
            format!("{} {mv}\n", nth + 1)
        })
    }),
    ("many variations of one move", formats::KIF, 60, |n| {
        lines(n, KIF, |nth| format!("変化：1手\n1 {}六歩({}7)\n", nth % 9 + 1, nth % 9 + 1))
    }),
    ("many ends of one move, and moves after them", formats::KIF, 40, |n| {
        lines(n, KIF, |nth| format!("変化：1手\n1 x{nth}\n変化：1手\n1 ７六歩(77)\n"))
    }),
    ("many variations late in a game", formats::KIF, 25, |n| {
        let mut file = to_and_fro(n, KIF, KIF_MOVES, "\n");
        for nth in (1..n).rev() {
            let side = if nth % 2 == 0 { "９六歩(97)" } else { "９四歩(93)" };
            file.extend(format!("変化：{}手\n{} {side}\n", nth + 1, nth + 1).into_bytes());
        }
        file
    }),
    ("a long word for the end and many verdicts on it", formats::KIF, 100, |n| {
        let head = format!("{KIF}1 {}\n", "x".repeat(n * 20));
        lines(n, &head, |_| "まで1手で先手の勝ち\n".to_owned())
    }),
    ("many promotions of one piece", formats::KIF, 1000, |n| {
        format!("{KIF}1 ７六{}\n", "成".repeat(n)).into_bytes()
    }),
    ("many games", formats::KIF, 6, |n| {
        lines(n, "", |_| "手合割：平手\n1 ７六歩(77)\n".to_owned())
    }),
    ("huge numbers", formats::KIF, 1000, |n| format!("{KIF}{} x\n", "9".repeat(n)).into_bytes()),
    ("a long time", formats::KIF, 1000, |n| {
        format!("{KIF}1 ７六歩(77) ( {}:{}/)\n", "1".repeat(n), "1".repeat(n)).into_bytes()
    }),
    ("hands over and over", formats::KIF, 150, |n| {
        lines(n, KIF, |_| "先手の持駒：歩十八\n".to_owned())
    }),
    ("many moves in one line", formats::KI2, 12, |n| {
        let moves = ["▲５八玉", "△５二玉", "▲５九玉", "△５一玉"];
        to_and_fro(n, "手合割：平手\n", moves, "")
    }),
    ("many bare moves in one line", formats::KI2, 20, |n| {
        let moves = ["５八玉", "５二玉", "５九玉", "５一玉"];
        to_and_fro(n, "手合割：平手\n", moves, " ")
    }),
    // CSA.
    ("many moves", formats::CSA, 25, |n| to_and_fro(n, CSA, CSA_MOVES, "\nT1\n")),
    ("many moves in one line", formats::CSA, 25, |n| to_and_fro(n, CSA, CSA_MOVES, ",")),
    ("many headers", formats::CSA, 600, |n| {
        lines(n, "V2.2\n", |nth| format!("${}:x\n", other_word(nth)))
    }),
    ("a long name and many summaries", formats::CSA, 60, |n| {
        let head = format!("V2.2\nN+{}\nPI\n+\n%TORYO\n", "x".repeat(n * 20));
        lines(n, &head, |_| "'summary:toryo:xxxx lose:? win\n".to_owned())
    }),
    ("many comments", formats::CSA, 500, |n| lines(n, CSA, |_| "'*x\n".to_owned())),
    ("commas", formats::CSA, 2000, |n| format!("{CSA}{}", ",".repeat(n)).into_bytes()),
    ("unknown statements in one line", formats::CSA, 1000, |n| {
        format!("{CSA}{}", "x,".repeat(n)).into_bytes()
    }),
    ("many games", formats::CSA, 6, |n| lines(n, "", |_| "PI\n+\n+7776FU\n/\n".to_owned())),
    ("pieces in hand", formats::CSA, 60, |n| format!("P+{}\n+\n", "00AL".repeat(n)).into_bytes()),
    // USI.
    ("many moves", formats::USI, 25, |n| {
        to_and_fro(n, "position startpos moves", [" 5i5h", " 5a5b", " 5h5i", " 5b5a"], "")
    }),
    ("many illegal moves", formats::USI, 25, |n| {
        to_and_fro(n, "position startpos moves", [" 5i5e", " 5a4d", " 5e5i", " 4d5a"], "")
    }),
    ("many games", formats::USI, 6, |n| lines(n, "", |_| "startpos moves 7g7f\n".to_owned())),
    ("a long board", formats::USI, 1000, |n| {
        format!("position sfen {} b - 1\n", "9/".repeat(n)).into_bytes()
    }),
    // JKF.
    ("many moves", formats::JKF, 15, |n| jkf((0..n).map(|nth| jkf_move(nth, "")))),
    ("many headers", formats::JKF, 600, |n| {
        let headers: Vec<_> = (0..n).map(|nth| format!("\"{}\":\"x\"", other_word(nth))).collect();
        format!(r#"{{"header":{{{}}},"moves":[{{}}]}}"#, headers.join(",")).into_bytes()
    }),
    ("a variation at each move", formats::JKF, 16, |n| {
        jkf((0..n).map(|nth| {
            let fork = if nth % 2 == 0 { (0, 7, 6) } else { (1, 3, 4) };
            let (color, from, to) = fork;
            let fork = format!(
                r#","forks":[[{{"move":{{"color":{color},"from":{{"x":9,"y":{from}}},"to":{{"x":9,"y":{to}}},"piece":"FU"}}}}]]"#
            );
            jkf_move(nth, &fork)
        }))
    }),
    ("many variations of the last move, one of each before it", formats::JKF, 12, |n| {
        let end = r#","forks":[[{"special":"TORYO"}]]"#;
        let ends = vec![r#"[{"special":"TORYO"}]"#; n * 4].join(",");
        let last = format!(r#","forks":[{ends}]"#);
        jkf((0..n).map(|nth| jkf_move(nth, if nth + 1 == n { &last } else { end })))
    }),
    ("variations inside one another", formats::JKF, 2, |n| {
        // So many side by side, each as deep as is read.
        let deep = (0..32).fold(r#"[{"special":"TORYO"}]"#.to_owned(), |inside, nth| {
            format!("[{}]", jkf_move(31 - nth, &format!(r#","forks":[{inside}]"#)))
        });
        let forks = vec![deep; n].join(",");
        jkf([jkf_move(0, &format!(r#","forks":[{forks}]"#))].into_iter())
    }),
    ("many comments", formats::JKF, 500, |n| {
        let comments = vec!["\"x\\ny\""; n].join(",");
        format!(r#"{{"moves":[{{"comments":[{comments}]}}]}}"#).into_bytes()
    }),
    ("brackets", formats::JKF, 10000, |n| "[{".repeat(n).into_bytes()),
    ("a long number", formats::JKF, 2000, |n| {
        format!(r#"{{"moves":[{{"time":{{"now":{{"m":1,"s":{}}}}}}}]}}"#, "1".repeat(n))
            .into_bytes()
    }),
    ("many games", formats::JKF, 6, |n| {
        format!("[{}]", vec![r#"{"moves":[{}]}"#; n].join(",")).into_bytes()
    }),
    // For people.
    ("many tags", formats::WESTERN, 600, |n| {
        lines(n, "[Notation \"western\"]\n", |nth| format!("[{} \"x\"]\n", other_word(nth)))
    }),
    ("many moves", formats::WESTERN, 12, |n| {
        to_and_fro(n, WESTERN, ["#. K-58", "#. K-52", "#. K-59", "#. K-51"], "/1\n")
    }),
    ("many moves in one line", formats::HODGES, 12, |n| {
        to_and_fro(n, "[Notation \"hodges\"]\n\n", ["K-5h", "K-5b", "K-5i", "K-5a"], " ")
    }),
    ("many moves", formats::VIETNAMESE, 12, |n| {
        let moves = ["#. V-58", "#. V-52", "#. V-59", "#. V-51"];
        to_and_fro(n, "[Notation \"vietnamese\"]\n\n", moves, "\n")
    }),
    ("a comment without end", formats::WESTERN, 2000, |n| {
        format!("{WESTERN}{{{}", "x\n".repeat(n)).into_bytes()
    }),
    ("many comments", formats::WESTERN, 500, |n| {
        format!("{WESTERN}{}", "{x}".repeat(n)).into_bytes()
    }),
    ("brackets", formats::WESTERN, 500, |n| format!("{WESTERN}{}", "(1.".repeat(n)).into_bytes()),
    ("digits", formats::WESTERN, 2000, |n| format!("{WESTERN}{}", "1".repeat(n)).into_bytes()),
    ("backslashes", formats::WESTERN, 2000, |n| {
        format!("{WESTERN}{{{}x}}", "\\\\".repeat(n)).into_bytes()
    }),
];

fn records(file: &[u8], format: Format) -> Vec<Record> {
    read(file, Some(format)).map(|reading| reading.records).unwrap_or_default()
}

#[test]
fn reading_grows_with_the_file_and_not_faster() {
    warm_up();
    let mut last = None;
    for (name, format, size, shape) in SHAPES {
        let (small, large) = (shape(*size), shape(size * TIMES));
        // Finding the format out is measured once for each.
        let is_new = last.replace(*format) != Some(*format);
        for told in [Some(*format), None].into_iter().take(1 + usize::from(is_new)) {
            let what = format!("{format}, {name}, read as {told:?}");
            check(&what, || drop(read(&small, told)), || drop(read(&large, told)));
        }
    }
}

#[test]
fn writing_grows_with_the_record_and_not_faster() {
    warm_up();
    for (name, format, size, shape) in SHAPES {
        let small = records(&shape(*size), *format);
        let large = records(&shape(size * TIMES), *format);
        if small.is_empty() || large.is_empty() {
            continue;
        }
        for to in formats::ALL {
            // The other encoding is a walk over what was written, in whichever format.
            for encoding in Encoding::ALL.into_iter().take(1 + usize::from(*to == formats::KIF)) {
                let what = format!("{format}, {name}, written as {to} in {}", encoding.name());
                let put = |records: &[Record]| match write(records, *to, encoding) {
                    Ok(_) | Err(Error::CannotHold { .. }) => {}
                    Err(error) => panic!("{what}: {error}"),
                };
                check(&what, || put(&small), || put(&large));
            }
        }
    }
}

#[test]
fn every_format_has_hostile_shapes() {
    for format in formats::ALL {
        let has = SHAPES.iter().any(|(_, of, ..)| of == format);
        // Both forms of CSA have one reader.
        assert!(has || *format == formats::CSA3, "{format}");
    }
}
