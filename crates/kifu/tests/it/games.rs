//! Random games, and what formats can carry of them.

use komadai_kifu::{Cause, Key, Outcome, Record, RecordBuilder, Step, TimeLimit};
use komadai_rules::{BySide, Position, Side, Variant};
use proptest::prelude::*;

/// A start of each kind that records have.
pub(crate) fn start() -> impl Strategy<Value = Position> {
    let diagrams = [
        // In the middle of a game, with hands and promoted pieces; a problem without sente's king.
        "ln1g3nl/1ks1gr3/1ppp1p1pp/p3p4/4Ps3/P1PP1S3/1PS2P2P/1KG3+p2/LN5NL b BGPrbsnp 59",
        "8k/2rrl4/2n2ln2/g3pp2p/3l4n/2lp5/g5p2/9/7+p1 b 2B2GN4s12p 1",
    ];
    let standard = Variant::standard();
    prop_oneof![
        4 => Just(standard.start().clone()),
        2 => prop::sample::select(Variant::standard().handicaps().collect::<Vec<_>>()).prop_map(|handicap| {
            handicap.start(Variant::standard()).expect("a handicap of shogi").clone()
        }),
        1 => prop::sample::select(diagrams.to_vec()).prop_map(move |sfen| {
            Position::from_sfen(standard, sfen).expect("an SFEN")
        }),
    ]
}

/// One line of text of any kind. It has no line end and nothing that would be read as one.
pub(crate) fn words() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "*",
        "**対局",
        "'x",
        "変化：3手",
        "まで3手で先手の勝ち",
        "   1 ７六歩(77)",
        "&",
        "{}",
        "%TORYO",
        "a\\nb\\",
    ];
    prop_oneof![
        "[a-zA-Z0-9 ,.:+*&%'/()]{0,20}",
        "[ぁ-んァ-ヶ一-龠ạ-ỹ☗☖〜—]{0,10}",
        "[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]{0,12}",
        prop::sample::select(odd.to_vec()).prop_map(str::to_owned),
    ]
}

/// What happens next in a random game.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pick: u16,
    spent_ms: Option<u64>,
    comments: Vec<String>,
    bookmark: Option<String>,
    /// How many moves to go back before it, which makes it a variation.
    back: u32,
    /// The cause for which the line ends instead, and whether sente wins.
    end: Option<(Cause, bool)>,
}

fn turn() -> impl Strategy<Value = Turn> {
    let causes: Vec<Cause> = Cause::all().collect();
    (
        any::<u16>(),
        prop::option::weighted(0.7, 0..40_000_000u64),
        prop::collection::vec(words(), 0..3)
            .prop_map(|list| if list.len() == 2 { list } else { vec![] }),
        prop::option::weighted(0.05, words()),
        prop_oneof![9 => Just(0u32), 1 => 1..12u32],
        prop::option::weighted(0.06, (prop::sample::select(causes), any::<bool>())),
    )
        .prop_map(|(pick, spent_ms, comments, bookmark, back, end)| Turn {
            pick,
            spent_ms,
            comments,
            bookmark,
            back,
            end,
        })
}

/// Who wins for a cause: the one that makes sense, or either where either does.
pub(crate) fn outcome(cause: Cause, sente: bool, turn: Side) -> Outcome {
    let either = if sente { Side::Sente } else { Side::Gote };
    let winner = match cause {
        Cause::Repetition
        | Cause::MaxMoves
        | Cause::Annulled
        | Cause::Aborted
        | Cause::Interrupted
        | Cause::Draw
        | Cause::NoMate
        | Cause::Error => None,
        Cause::ImpasseAgreement | Cause::Adjudicated => Some(either).filter(|_| sente),
        Cause::Checkmate | Cause::NoMoves | Cause::Time => Some(turn.other()),
        _ => Some(either),
    };
    Outcome::new(cause, winner)
}

/// A random game with everything that a record can tell.
pub(crate) fn game() -> impl Strategy<Value = Record> {
    game_from(start())
}

/// A random game from one of these starts.
pub(crate) fn game_from(starts: impl Strategy<Value = Position>) -> impl Strategy<Value = Record> {
    let headers = prop::collection::vec((0..8usize, words()), 0..6);
    (starts, prop::collection::vec(turn(), 0..60), headers).prop_map(|(start, turns, headers)| {
        let mut game = Record::builder(start);
        for (key, text) in headers {
            set_header(&mut game, key, &text);
        }
        for turn in turns {
            if turn.back > 0 {
                let now = game.n_moves();
                game.back_to(now.saturating_sub(turn.back));
            }
            if game.has_ended() {
                continue;
            }
            if let Some((cause, sente)) = turn.end {
                let side = game.position().turn();
                game.end(outcome(cause, sente, side), turn.spent_ms).expect("it has not ended");
            } else {
                let moves = game.position().legal_moves();
                let Some(mv) = moves.get(usize::from(turn.pick) % moves.len().max(1)) else {
                    continue;
                };
                game.play(*mv, turn.spent_ms).expect("a legal move");
            }
            for comment in &turn.comments {
                game.comment(comment);
            }
            if let Some(bookmark) = &turn.bookmark {
                game.bookmark(bookmark);
            }
        }
        game.finish()
    })
}

fn set_header(game: &mut RecordBuilder, key: usize, text: &str) {
    let limit = |main_s: u64, byoyomi_s: u64, increment_s: u64| TimeLimit {
        main_ms: main_s * 1_000,
        byoyomi_ms: byoyomi_s * 1_000,
        increment_ms: increment_s * 1_000,
    };
    let same = |limit| BySide { sente: limit, gote: limit };
    match key {
        0 => game.player(Side::Sente, text),
        1 => game.player(Side::Gote, text),
        2 => game.header(Key::Event, text),
        3 => game.header(Key::Remark, text),
        4 => game.header(Key::other("対局ID").expect("a word"), text),
        5 => game.started(1_790_000_000_000, 420),
        6 => game.time_limits(same(limit(600, 30, 0))),
        _ => game.time_limits(BySide { sente: limit(300, 0, 5), gote: limit(90, 30, 0) }),
    };
}

/// What a format can carry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carries {
    /// The number of the first move.
    pub(crate) number: bool,
    pub(crate) headers: bool,
    pub(crate) ends: bool,
    pub(crate) comments: bool,
    pub(crate) bookmarks: bool,
    pub(crate) variations: bool,
    /// The finest step of times in milliseconds; none if there are no times.
    pub(crate) time_ms: Option<u64>,
}

fn start_of(record: &Record, has_number: bool) -> Position {
    let sfen = record.start().sfen();
    let unnumbered = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(position, _)| position);
    let sfen = if has_number { &sfen } else { unnumbered };
    Position::from_sfen(record.variant(), sfen).expect("it was a position before")
}

/// What is left of a record in such a format.
pub(crate) fn carried(record: &Record, carries: Carries) -> Record {
    let mut left = Record::builder(start_of(record, carries.number));
    let mut walk = record.walk();
    let main: Vec<_> = record.main_line().collect();
    while let Some(visit) = walk.next() {
        let node = visit.node;
        if node.step != Step::Start && !carries.variations && !main.contains(&visit.id) {
            continue;
        }
        let spent_ms = carries.time_ms.and_then(|step| node.spent_ms.map(|ms| ms / step * step));
        match &node.step {
            Step::Start => {}
            Step::Move(mv) => {
                left.back_to(node.ply() - 1);
                left.play(*mv, spent_ms).expect("it was played before");
            }
            Step::End(outcome) if carries.ends => {
                left.back_to(node.ply() - 1);
                left.end(outcome.clone(), spent_ms).expect("it ended before");
            }
            Step::End(_) => continue,
        }
        if carries.comments {
            for comment in &node.comments {
                left.comment_line(comment);
            }
        }
        if let (true, Some(bookmark)) = (carries.bookmarks, &node.bookmark) {
            left.bookmark(bookmark);
        }
    }
    let mut left = left.finish();
    if carries.headers {
        left.headers = record.headers.clone();
    }
    left
}
