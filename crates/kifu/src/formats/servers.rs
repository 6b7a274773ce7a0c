//! The words with which game servers and their pages tell an end.
//!
//! They come in English (`Time-up`, `Illegal move`), in capitals as the server protocol of the CSA
//! has them (`OUTE_SENNICHITE`), and in Japanese for what only a server knows (接続切れ). They
//! stand in place of the words that a format has for ends, in any format.

use crate::{cursor::is_blank, outcome::Cause};

/// The words in small letters, without anything between them, for each cause.
const WORDS: &[(Cause, &[&str])] = &[
    (
        Cause::Resignation,
        &["resign", "resigns", "resigned", "resignation", "surrender", "surrendered", "toryo"],
    ),
    (
        Cause::Time,
        &[
            "timeup",
            "timeisup",
            "timesup",
            "timeout",
            "timedout",
            "timeover",
            "timeforfeit",
            "timeloss",
            "timelost",
            "lostontime",
            "outoftime",
            "flagfall",
            "時切れ",
        ],
    ),
    (
        Cause::IllegalMove,
        &[
            "illegal",
            "illegalmove",
            "illegalaction",
            "foul",
            "foulplay",
            "nifu",
            "uchifuzume",
            "outekaihimore",
            "反則",
            "反則手",
            "二歩",
            "非合法手",
            "打ち歩詰め",
            "打歩詰",
            "王手放置",
        ],
    ),
    (
        Cause::Repetition,
        &[
            "repetition",
            "fourfoldrepetition",
            "sennichite",
            "sennichi",
            "sennitite",
            "drawbyrepetition",
        ],
    ),
    (
        Cause::PerpetualCheck,
        &[
            "perpetual",
            "perpetualcheck",
            "perpetualchecks",
            "perpetualcheckrepetition",
            "outesennichite",
            "outesennichi",
            "連続王手",
            "連続王手千日手",
            "王手千日手",
        ],
    ),
    (Cause::ImpasseAgreement, &["jishogi", "impasse", "drawbyimpasse"]),
    (
        Cause::Declaration,
        &[
            "kachi",
            "impasse27",
            "declaration",
            "declarewin",
            "declarationwin",
            "windeclaration",
            "winbydeclaration",
            "enteringking",
            "enteredking",
            "nyugyoku",
            "宣言勝ち",
            "宣言勝",
            "勝ち宣言",
        ],
    ),
    (Cause::DeclarationFailed, &["declarationfailed", "illegaldeclaration", "入玉宣言負け"]),
    (Cause::Checkmate, &["checkmate", "checkmated", "mate", "mated", "tsumi"]),
    (Cause::NoMoves, &["stalemate", "nomoves", "nolegalmoves"]),
    (Cause::Try, &["try", "tryrule"]),
    (Cause::BareKing, &["bareking"]),
    (
        Cause::RoyalCaptured,
        &["catch", "royalslost", "kingcaptured", "kingcapture", "lioncaptured", "玉取られ"],
    ),
    (Cause::MaxMoves, &["maxmoves", "maximummoves", "movelimit", "手数制限"]),
    (Cause::Draw, &["draw", "drawn", "drawgame", "hikiwake"]),
    (Cause::Agreement, &["drawbyagreement", "agreeddraw", "合意引き分け"]),
    (
        Cause::Abandoned,
        &[
            "disconnect",
            "disconnected",
            "disconnection",
            "connectionlost",
            "lostconnection",
            "abandoned",
            "left",
            "接続切れ",
            "接続切れ負け",
            "接続断",
            "回線切断",
            "通信切断",
            "切断",
            "切断負け",
        ],
    ),
    (Cause::NoShow, &["noshow", "defaultloss"]),
    (Cause::Forfeit, &["forfeit", "forfeited"]),
    (Cause::Aborted, &["abort", "aborted", "cancelled", "canceled"]),
    (
        Cause::Interrupted,
        &[
            "interrupt",
            "interrupted",
            "suspend",
            "suspended",
            "adjourn",
            "adjourned",
            "abnormal",
            "chudan",
            "pause",
            "paused",
            "打ち切り",
            "指し掛け",
            "指しかけ",
            "封じ手",
        ],
    ),
    (Cause::NoMate, &["fuzumi", "nomate"]),
    (Cause::Adjudicated, &["審判裁定", "adjudication"]),
    (Cause::Annulled, &["無勝負", "nocontest"]),
    (Cause::Error, &["error"]),
];

/// The cause that such a word tells, in any case, with blanks, hyphens, underscores or nothing
/// between its parts. It names no side: see [`crate::tape::Tape::outcome_of`].
pub(crate) fn cause(word: &str) -> Option<Cause> {
    let is_part = |sign: &char| !is_blank(*sign) && !"-_.!'’‐%#。".contains(*sign);
    let signs = word.chars().take(WORD_MAX).map(narrow).filter(is_part);
    let plain: String = signs.flat_map(char::to_lowercase).collect();
    let found = WORDS.iter().find(|(_, words)| words.contains(&plain.as_str()));
    found.map(|(cause, _)| cause.clone())
}

/// The narrow form of a wide Latin letter or sign.
fn narrow(sign: char) -> char {
    match sign {
        '！'..='～' => char::from_u32(sign as u32 - ('！' as u32 - '!' as u32)).unwrap_or(sign),
        _ => sign,
    }
}

/// How much of a word is looked at, in characters: none of them is so long.
const WORD_MAX: usize = 48;
