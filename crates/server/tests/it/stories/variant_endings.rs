//! The endings that only some variants have, as both players see them and as the record has them.

use komadai_game::{EndReason, Offer};
use komadai_ids::Code;
use komadai_kifu::read;
use komadai_protocol::{GameEvent, StartSetup};
use komadai_rules::{Reason, Side};

use super::{pair_for, play};
use crate::fixture::{TestServer, both_servers, clock, setup};

/// Plays a game of a variant to its end, which comes with the last move and not before, and asks
/// both players, the server and the record how it ended. An empty position is the usual start.
async fn ends(
    server: &TestServer,
    (variant, sfen, moves): (&str, &str, &str),
    reason: Reason,
    winner: Option<Side>,
) {
    let mut setup = setup(clock("5+30"));
    variant.clone_into(&mut setup.variant);
    if !sfen.is_empty() {
        setup.start = StartSetup::Position { sfen: sfen.to_owned() };
    }
    let (mut sente, mut gote, game) = pair_for(server, setup).await;
    let n_moves = moves.split(' ').count() as u32;
    assert_eq!(play(&mut sente, &mut gote, moves.split(' ')).await, n_moves, "{variant}: {sfen}");
    for tab in [&mut sente, &mut gote] {
        let result = tab.sees_end().await;
        assert_eq!(result.reason, EndReason::Board(reason), "{variant}: {sfen} {moves}");
        assert_eq!(result.winner, winner, "{variant}: {sfen} {moves}");
        assert_eq!(result.next, None);
    }
    is_recorded(server, game, n_moves, reason, winner).await;
}

async fn is_recorded(
    server: &TestServer,
    game: Code,
    n_moves: u32,
    reason: Reason,
    winner: Option<Side>,
) {
    let stored = server.over(game).await;
    let result = stored.result.expect("it is over");
    assert_eq!((result.reason, result.winner), (EndReason::Board(reason), winner));
    assert_eq!(stored.moves.len() as u32, n_moves, "every move is there");
    // Not every variant has a file that others read.
    let file = server.get(&format!("/api/v1/games/{game}/record.kifu")).await;
    if matches!(&stored.variant[..], "chu" | "kyoto" | "annan" | "check") {
        assert_eq!(file.status, 200, "{}", file.head);
        let record = &read(&file.body, None).expect("a record").records[0];
        let outcome = record.outcome().expect("an outcome");
        assert_eq!((outcome.cause.as_str(), outcome.winner), (reason.as_str(), winner));
        assert_eq!(record.moves().count() as u32, n_moves);
    } else {
        assert_eq!(file.status, 422, "{}", file.head);
    }
}

const SENTE: Option<Side> = Some(Side::Sente);
const GOTE: Option<Side> = Some(Side::Gote);

both_servers!(chu_shogi_ends_with_its_royals, |server| async {
    // The prince is taken, and with the king after it the game: not before.
    let both = "12/6k2+eg1/12/12/12/6R5/12/12/12/12/12/K11 b - 1";
    ends(server, ("chu", both, "6f6b 2b2c 6b3b"), Reason::RoyalCaptured, SENTE).await;
    let bare = "10k1/6g5/12/12/12/6R5/12/12/12/12/12/K11 b - 1";
    ends(server, ("chu", bare, "6f6b"), Reason::BareKing, SENTE).await;
    // Who gives up the last piece is bared by that.
    let own = "10k1/6P5/8gg2/12/12/12/12/12/12/12/12/K11 b - 1";
    ends(server, ("chu", own, "6b6a"), Reason::BareKing, GOTE).await;
    let two = "7k4/6g5/6G5/12/12/12/12/12/12/12/12/K11 b - 1";
    ends(server, ("chu", two, "6c6b 5a6b"), Reason::BareRoyals, None).await;
});

both_servers!(in_chu_shogi_the_attacker_loses_a_repetition, |server| async {
    let rook = "6k4g/12/12/12/12/7R4/12/12/12/12/12/K11 b - 1";
    let attacks = ["5f6f 6a5a 6f5f 5a6a"; 3].join(" ");
    ends(server, ("chu", rook, &attacks), Reason::PerpetualAttack, GOTE).await;
    let quiet = "10gk/7g4/12/12/12/7R4/12/12/12/12/K11/12 b - 1";
    let around = ["12k12l 1a1b 12l12k 1b1a"; 3].join(" ");
    ends(server, ("chu", quiet, &around), Reason::Repetition, None).await;
});

both_servers!(in_chu_shogi_both_agree_on_a_draw, |server| async {
    let mut setup = setup(clock("5+30"));
    "chu".clone_into(&mut setup.variant);
    let (mut sente, mut gote, game) = pair_for(server, setup).await;
    let n_moves = play(&mut sente, &mut gote, ["9h9g", "4e4f"].into_iter()).await;
    sente.offer(Offer::Draw).await.unwrap();
    gote.event(|event| matches!(event, GameEvent::Offered { .. }).then_some(())).await;
    gote.offer(Offer::Draw).await.unwrap();
    for tab in [&mut sente, &mut gote] {
        let result = tab.sees_end().await;
        assert_eq!((result.reason, result.winner), (EndReason::Board(Reason::Agreement), None));
    }
    is_recorded(server, game, n_moves, Reason::Agreement, None).await;
});

both_servers!(check_wins_in_check_shogi, |server| async {
    ends(server, ("check", "", "7g7f 3c3d 8h3c+"), Reason::Check, SENTE).await;
    ends(server, ("check", "", "7g7f 3c3d 2g2f 2b7g+"), Reason::Check, GOTE).await;
    // A dropped pawn that mates gives check before all.
    let pawn = "7nk/9/8G/9/9/9/9/9/4K4 b P 1";
    ends(server, ("check", pawn, "P*1b"), Reason::Check, SENTE).await;
    // Who cannot move loses, without a check.
    let stuck = "8k/6G2/8G/9/9/9/9/9/4K4 b - 1";
    ends(server, ("check", stuck, "3b3a"), Reason::NoMoves, SENTE).await;
});

both_servers!(repetitions_end_as_each_variant_says, |server| async {
    // Kyoto shogi: the third time draws.
    let around = ["3e3d 3a3b 3d3e 3b3a"; 2].join(" ");
    ends(server, ("kyoto", "", &around), Reason::Repetition, None).await;
    // Tori shogi: whoever repeats loses; here gote brings the start back.
    let around = ["5g6f 5a6b 6f5g 6b5a"; 3].join(" ");
    ends(server, ("tori", "", &around), Reason::Repetition, SENTE).await;
    let eagle = "3k3/7/2+F4/7/7/7/K6 b - 1";
    let checks = ["5c6c 4a3a 6c5c 3a4a"; 3].join(" ");
    ends(server, ("tori", eagle, &checks), Reason::PerpetualCheck, GOTE).await;
    // Annan, goro-goro and cannon shogi as shogi does.
    let around = ["6i5h 4a5b 5h6i 5b4a"; 3].join(" ");
    ends(server, ("annan", "", &around), Reason::Repetition, None).await;
    let around = ["3f3e 3a3b 3e3f 3b3a"; 3].join(" ");
    ends(server, ("gorogoro_plus", "", &around), Reason::Repetition, None).await;
    let checks = ["1h2h 2a1a 2h1h 1a2a"; 3].join(" ");
    let rook = "7k1/9/9/9/9/9/9/8R/K8 b - 1";
    ends(server, ("cannon", rook, &checks), Reason::PerpetualCheck, GOTE).await;
});

both_servers!(mate_ends_the_variants_too, |server| async {
    // A pawn that is dropped may mate in Kyoto and cannon shogi.
    let pawn = "3nk/3p1/3TG/5/K4 b P 1";
    ends(server, ("kyoto", pawn, "P*1b"), Reason::Checkmate, SENTE).await;
    let pawn = "7lk/9/7S1/9/9/9/9/9/K8 b P 1";
    ends(server, ("cannon", pawn, "P*1b"), Reason::Checkmate, SENTE).await;
    // In annan shogi a tokin behind the knight makes a gold of it.
    let lent = "2k6/2N6/3+P5/9/9/9/9/9/K8 b - 1";
    ends(server, ("annan", lent, "6c7c"), Reason::Checkmate, SENTE).await;
});
