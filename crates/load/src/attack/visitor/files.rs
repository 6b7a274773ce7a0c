//! Records that are expensive to read for their size.

use crate::script::Script;

/// The longest file that is taken, in bytes.
const FILE_BYTES: usize = 4 << 20;

/// The head of a KIF file.
const KIF_HEAD: &str = "手合割：平手\n手数----指手---------消費時間--\n";

fn repeated(head: &[u8], unit: &[u8]) -> Vec<u8> {
    let n = (FILE_BYTES - head.len()) / unit.len();
    [head, &unit.repeat(n)].concat()
}

/// A game of one move with comments of four megabytes.
pub(super) fn long_comments() -> Vec<u8> {
    let head = format!("{KIF_HEAD}1 ７六歩(77)\n");
    repeated(head.as_bytes(), format!("*{}\n", "comment ".repeat(40)).as_bytes())
}

/// What is tried, with the format that is claimed for it.
pub(super) fn dear() -> Vec<(&'static str, Vec<u8>)> {
    let script = Script::random(67, 1_500);
    let game = format!("position startpos moves {}\n", script.moves.join(" "));
    let csa = b"V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n%TORYO\n/\n";
    let headers: String = (0..200_000).map(|n| format!("h{n}：x\n")).collect();
    let mut headers = headers.into_bytes();
    headers.truncate(FILE_BYTES - 100);
    let line = "7g7f 3c3d 8h2b+ 3a2b ";
    let forks: String = (1..60_000).map(|n| format!("変化：{}手\n1 ７六歩(77)\n", n % 3)).collect();
    vec![
        // Letters that are halves.
        ("kif", repeated(b"\xFF\xFE", b"\x00\xD8")),
        // Changes of letters without letters.
        ("kif", repeated(b"", b"\x1B$B")),
        ("kif", headers),
        ("kif", long_comments()),
        ("kif", [KIF_HEAD.as_bytes(), b"1 \xEF\xBC\x97\n", forks.as_bytes()].concat()),
        ("kif", repeated(KIF_HEAD.as_bytes(), "1 ７六歩(77) ( 0:01/00:00:01)\n".as_bytes())),
        // As many games as are read at once, each as long as a game may be.
        ("usi", game.repeat(100).into_bytes()),
        ("usi", repeated(b"position startpos moves ", line.as_bytes())),
        ("csa", repeated(b"", csa)),
        ("jkf", repeated(b"", b"[")),
        ("jkf", repeated(b"{\"moves\":[{}", b",{\"forks\":[[{}]]}")),
        ("ki2", repeated("手合割：平手\n".as_bytes(), "▲７六歩 △３四歩 ".as_bytes())),
        (
            "usi",
            repeated(
                b"",
                b"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
",
            ),
        ),
    ]
}
