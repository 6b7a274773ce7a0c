//! Every end that programs can bring about, by its lines.

use komadai_protocol::{DrawName, IllegalName, ImpasseName, Rules, RulesSetup, StartSetup};

use super::{play, playing, program, programs, secret, with_csa};
use crate::fixture::{Tab, TestServer, clock, csa::CsaProgram, setup};

/// Plays these moves, says this in the name of whose turn it is, and hears these ends.
async fn check(moves: &[&str], last: &str, sente: &str, gote: &str) {
    let server = with_csa().await;
    let (mut one, mut other, code) = playing(&server, "600-10").await;
    play(&mut one, &mut other, moves).await;
    let mover = if moves.len().is_multiple_of(2) { &mut one } else { &mut other };
    mover.say(last).await;
    one.expects(&sente.split(' ').collect::<Vec<_>>()).await;
    other.expects(&gote.split(' ').collect::<Vec<_>>()).await;
    server.over(code).await;
    // What is said after the end is not answered, but for goodbyes.
    one.say("+9796FU").await;
    one.say("LOGOUT").await;
    one.expects(&["LOGOUT:completed"]).await;
    one.ends().await;
}

#[tokio::test]
async fn resignations() {
    check(&["+7776FU"], "%TORYO", "%TORYO #RESIGN #WIN", "%TORYO #RESIGN #LOSE").await;
    check(&["+7776FU"], "%TORYO,T4", "%TORYO #RESIGN #WIN", "%TORYO #RESIGN #LOSE").await;
    check(&["+7776FU"], "%CHUDAN", "%TORYO #RESIGN #WIN", "%TORYO #RESIGN #LOSE").await;
}

#[tokio::test]
async fn illegal_moves() {
    for last in ["+7775FU", "+5556FU", "+7776KA", "+0055FU", "+xxxx", "+"] {
        check(&[], last, "#ILLEGAL_MOVE #LOSE", "#ILLEGAL_MOVE #WIN").await;
    }
    // Nifu.
    let moves = [
        "+7776FU", "-3334FU", "+2726FU", "-8384FU", "+2625FU", "-8485FU", "+2524FU", "-2324FU",
        "+2824HI", "-8586FU",
    ];
    check(&moves, "+0085FU", "#ILLEGAL_MOVE #LOSE", "#ILLEGAL_MOVE #WIN").await;
}

#[tokio::test]
async fn a_declaration_that_does_not_hold() {
    check(&["+7776FU"], "%KACHI", "%KACHI #ILLEGAL_MOVE #WIN", "%KACHI #ILLEGAL_MOVE #LOSE").await;
}

/// A program's seat as gote in a game that a person has set up from this position, by the rules
/// of programs.
async fn from(server: &TestServer, sfen: &str) -> (Tab, CsaProgram) {
    let (_, own) = secret(server, "engine-one").await;
    let mut person = server.enter("person").await;
    let mut setup = setup(clock("5+30"));
    setup.start = StartSetup::Position { sfen: sfen.to_owned() };
    setup.rules = RulesSetup::Each(Rules {
        illegal: IllegalName::Loses,
        repetition: DrawName::Draw,
        impasse: ImpasseName::Points27,
        impasse_draw: DrawName::Draw,
        max_moves: Some(500),
        takeback: false,
    });
    let game = person.create(setup).await;
    let mut program = program(server.csa_address(), "engine-one", &own, &game.to_string()).await;
    program.starts().await;
    (person, program)
}

#[tokio::test]
async fn a_mate_is_a_resignation() {
    let server = with_csa().await;
    let (mut person, mut program) = from(&server, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1").await;
    person.play("G*5b").await;
    program.expects(&["+0052KI,T0", "%TORYO", "#RESIGN", "#LOSE"]).await;
}

#[tokio::test]
async fn a_pawn_that_is_dropped_and_mates_loses() {
    let server = with_csa().await;
    let (mut person, mut program) = from(&server, "4k4/9/9/9/9/9/4g4/3P1P3/3LKL3 w p 1").await;
    program.say("-0058FU").await;
    program.expects(&["#ILLEGAL_MOVE", "#LOSE"]).await;
    assert_eq!(person.sees_end().await.reason.as_str(), "illegal_move");
}

#[tokio::test]
async fn a_declaration_that_holds() {
    let server = with_csa().await;
    let sfen = "9/9/9/9/9/9/+r+b+r+b1pppp/pppppk3/8K w - 1";
    let (mut person, mut program) = from(&server, sfen).await;
    program.say("%KACHI").await;
    let said = program.hears_until("#WIN").await;
    assert_eq!(said, ["%KACHI", "#JISHOGI", "#WIN"]);
    assert_eq!(person.sees_end().await.reason.as_str(), "declaration");
}

#[tokio::test]
async fn a_perpetual_check_loses() {
    let server = with_csa().await;
    // The rook checks on two ranks, and the king goes to and fro.
    let (mut person, mut program) = from(&server, "k8/9/8R/9/9/9/9/9/4K4 b - 1").await;
    let mut check = "1c1a";
    for _ in 0..3 {
        for (flight, next) in [("-9192OU", "1a1b"), ("-9291OU", "1b1a")] {
            person.play(check).await;
            assert!(program.hears().await.unwrap().starts_with('+'));
            program.say(flight).await;
            assert!(program.hears().await.unwrap().starts_with(flight));
            check = next;
        }
    }
    // For the fourth time.
    person.play(check).await;
    assert!(program.hears().await.unwrap().starts_with("+1211HI,T"));
    program.expects(&["#OUTE_SENNICHITE", "#WIN"]).await;
    assert_eq!(person.sees_end().await.reason.as_str(), "perpetual_check");
}

#[tokio::test]
async fn a_repetition_is_a_draw() {
    let server = with_csa().await;
    let (mut sente, mut gote, code) = playing(&server, "600-10").await;
    // The start counts: the fourth time comes with the twelfth move.
    let round = ["+2818HI", "-8292HI", "+1828HI", "-9282HI"];
    for _ in 0..2 {
        play(&mut sente, &mut gote, &round).await;
    }
    play(&mut sente, &mut gote, &round).await;
    for program in [&mut sente, &mut gote] {
        program.expects(&["#SENNICHITE", "#DRAW"]).await;
    }
    assert_eq!(server.over(code).await.moves.len(), 12);
}

#[tokio::test]
async fn who_leaves_a_game_resigns_and_who_is_cut_off_does_not() {
    let server = with_csa().await;
    let (mut sente, mut gote, code) = playing(&server, "600-10").await;
    play(&mut sente, &mut gote, &["+7776FU"]).await;
    sente.say("LOGOUT").await;
    let said = sente.hears_until("LOGOUT:completed").await;
    assert!(said.len() <= 4, "{said:?}");
    gote.expects(&["%TORYO", "#RESIGN", "#WIN"]).await;
    server.over(code).await;
}

#[tokio::test]
async fn time_runs_out() {
    let server = with_csa().await;
    let (mut sente, mut gote) = programs(&server, "1-0").await;
    tokio::join!(sente.starts(), gote.starts());
    play(&mut sente, &mut gote, &["+7776FU", "-3334FU"]).await;
    sente.expects(&["#TIME_UP", "#LOSE"]).await;
    gote.expects(&["#TIME_UP", "#WIN"]).await;
    // Nothing more is said, and the server ends the connection by itself.
    sente.ends().await;
}
