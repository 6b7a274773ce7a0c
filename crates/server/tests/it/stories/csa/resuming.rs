//! Programs that come back to a game, and what becomes of those that cannot read where it stands.

use std::{collections::VecDeque, net::SocketAddr};

use komadai_ids::Code;

use super::{code, play, program, restarts::csa_address, secret, with_csa};
use crate::{
    fixture::{
        Kind, Launch, Program, TestServer, clock,
        csa::{CsaProgram, value},
        setup, until,
    },
    stories::programs::token_of,
};

/// What a program reads before it is let go.
const LOST_TRACK: &str =
    "##[ERROR] this is no move in the position of the game, which goes on: log in again";

/// Agrees to a game that it comes back to; the summary.
async fn resumes(program: &mut CsaProgram) -> Vec<String> {
    let summary = program.summary().await;
    program.say("AGREE").await;
    let id = value(&summary, "Game_ID");
    program.expects(&[&format!("START:{id}")]).await;
    summary
}

fn position(summary: &[String]) -> &[String] {
    let begins = summary.iter().position(|line| line == "BEGIN Position").unwrap();
    let ends = summary.iter().position(|line| line == "END Position").unwrap();
    &summary[begins + 1..ends]
}

/// Whether it has the lines of clocks that run.
fn has_clocks(summary: &[String]) -> bool {
    ["Remaining_Time+", "Remaining_Time-"]
        .iter()
        .all(|word| summary.iter().any(|line| line.starts_with(&format!("{word}:"))))
}

#[tokio::test]
async fn a_program_that_reads_no_moves_is_given_the_position() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "taro").await;
    let (_, other) = secret(&server, "hanako").await;
    let address = server.csa_address();
    // In a new game it changes nothing.
    let mut taro = program(address, "taro", &own, "lobby-600-10F-B,position").await;
    let mut hanako = program(address, "hanako", &other, "lobby-600-10F").await;
    let (at_first, of_other) = tokio::join!(resumes(&mut taro), resumes(&mut hanako));
    assert_eq!(position(&at_first), position(&of_other));
    assert!(!has_clocks(&at_first) && !has_clocks(&of_other), "{at_first:#?}");
    play(&mut taro, &mut hanako, &["+7776FU", "-3334FU", "+8822UM", "-3122GI"]).await;

    for game in ["lobby-600-10F,position", "4Xk9aB2mQz,position", "position"] {
        taro = program(address, "taro", &own, game).await;
        let summary = resumes(&mut taro).await;
        assert_eq!(
            (value(&summary, "Your_Turn"), value(&summary, "To_Move")),
            ("+".into(), "+".into())
        );
        assert_eq!(value(&summary, "Max_Moves"), "496");
        let lines = position(&summary);
        assert_eq!(&lines[9..], ["P+00KA", "P-00KA", "+"], "{summary:#?}");
        assert_eq!(lines[1], "P2 * -HI *  *  *  *  * -GI * ");
        assert!(has_clocks(&summary), "{summary:#?}");
    }
    play(&mut taro, &mut hanako, &["+0055KA", "-2233GI"]).await;
    // So it is in the extended mode, and for who has the other side.
    hanako = CsaProgram::connect(address, "hanako").await;
    hanako.say(&format!("LOGIN hanako position,{other} x1")).await;
    hanako.expects(&["LOGIN:hanako OK", "##[LOGIN] +OK x1"]).await;
    let summary = resumes(&mut hanako).await;
    assert_eq!(
        (value(&summary, "Your_Turn"), value(&summary, "To_Move")),
        ("-".into(), "+".into())
    );
    assert_eq!(&position(&summary)[9..], ["P-00KA", "+"]);
    play(&mut taro, &mut hanako, &["+5533UM", "-2133KE"]).await;
    // Others read the moves as before.
    taro = program(address, "taro", &own, "lobby-600-10F").await;
    let summary = resumes(&mut taro).await;
    assert_eq!(
        (value(&summary, "To_Move"), value(&summary, "Max_Moves")),
        ("+".into(), "500".into())
    );
    let moves: Vec<_> = position(&summary)[10..].iter().map(|line| &line[..7]).collect();
    assert_eq!(
        moves,
        ["+7776FU", "-3334FU", "+8822UM", "-3122GI", "+0055KA", "-2233GI", "+5533UM", "-2133KE"]
    );
    assert!(has_clocks(&summary), "{summary:#?}");
}

/// A game of an account's, in which it is sente and to move for the second time.
struct Middle {
    address: SocketAddr,
    secret: String,
    gote: CsaProgram,
    code: Code,
}

impl Middle {
    async fn of_game(server: &TestServer) -> Self {
        let (_, own) = secret(server, "taro").await;
        let (_, other) = secret(server, "hanako").await;
        let address = server.csa_address();
        let mut sente = program(address, "taro", &own, "lobby-600-10-B").await;
        let mut gote = program(address, "hanako", &other, "lobby-600-10").await;
        let (id, _) = tokio::join!(sente.starts(), gote.starts());
        play(&mut sente, &mut gote, &["+7776FU", "-3334FU"]).await;
        Self { address, secret: own, gote, code: code(&id) }
    }

    /// Sente, come back to it.
    async fn sente(&self) -> CsaProgram {
        let mut sente = program(self.address, "taro", &self.secret, "lobby-600-10").await;
        resumes(&mut sente).await;
        sente
    }
}

/// What must not lose: what an engine says that stands at the start of a game, or that never
/// understood where it is.
#[tokio::test]
async fn no_first_word_of_who_comes_back_loses_the_game() {
    let server = with_csa().await;
    let game = Middle::of_game(&server).await;
    for last in ["+7776FU", "+7775FU", "+5556FU", "+0055FU", "+xxxx", "+", "%KACHI", "%KACHI,T3"] {
        let mut sente = game.sente().await;
        sente.say(last).await;
        sente.expects(&[LOST_TRACK]).await;
        sente.ends().await;
        let seen = server.game(game.code).await;
        assert!(seen.result.is_none() && seen.ply == 2, "{last}: {seen:?}");
    }
    // What it says of its own will still counts.
    let mut sente = game.sente().await;
    sente.say("%TORYO").await;
    sente.expects(&["%TORYO", "#RESIGN", "#LOSE"]).await;
}

/// An engine at the start of a game may say what happens to be a move here as well.
#[tokio::test]
async fn nor_does_a_later_one() {
    let server = with_csa().await;
    let mut game = Middle::of_game(&server).await;
    let mut sente = game.sente().await;
    play(&mut sente, &mut game.gote, &["+2726FU", "-8384FU"]).await;
    sente.say("+2625FU").await;
    for program in [&mut sente, &mut game.gote] {
        program.hears_move("+2625FU").await;
    }
    // Before its turn.
    sente.say("+2726FU").await;
    // It is answered in its place, and nothing was heard of the one before its turn.
    sente.say("").await;
    sente.expects(&[""]).await;
    game.gote.say("-8485FU").await;
    for program in [&mut sente, &mut game.gote] {
        program.hears_move("-8485FU").await;
    }
    sente.expects(&[LOST_TRACK]).await;
    sente.ends().await;
    let seen = server.game(game.code).await;
    assert!(seen.result.is_none() && seen.ply == 6, "{seen:?}");
    let mut sente = game.sente().await;
    play(&mut sente, &mut game.gote, &["+2524FU"]).await;
}

/// In a game that a person has made, what is no move is refused, and the program resigned.
#[tokio::test]
async fn nor_where_what_is_no_move_is_refused() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "taro").await;
    let mut person = server.enter("person").await;
    let game = person.create(setup(clock("5+30"))).await;
    let address = server.csa_address();
    program(address, "taro", &own, &game.to_string()).await.starts().await;
    person.play("7g7f").await;
    let mut gote = program(address, "taro", &own, "lobby-600-10").await;
    resumes(&mut gote).await;
    gote.say("-7776FU").await;
    gote.expects(&[LOST_TRACK]).await;
    gote.ends().await;
    let mut gote = program(address, "taro", &own, "lobby-600-10").await;
    resumes(&mut gote).await;
    gote.say("-3334FU").await;
    gote.hears_move("-3334FU").await;
}

/// A bridge as shogi-server's usiToCsa is one: of a summary it reads which side it has, its engine
/// thinks from the start of a game, and of the lines after that it knows moves and three verdicts.
struct Bridge {
    program: CsaProgram,
    /// What its engine says next, from the start of a game.
    engine: VecDeque<&'static str>,
}

impl Bridge {
    /// Logs in, and begins what it is given as a new game.
    async fn start(address: SocketAddr, secret: &str, moves: &[&'static str]) -> Self {
        let mut program = program(address, "taro", secret, "lobby-600-10-B").await;
        let is_sente = value(&program.summary().await, "Your_Turn") == "+";
        program.say("AGREE").await;
        while !program.hears().await.unwrap().starts_with("START:") {}
        let mut bridge = Self { program, engine: moves.iter().copied().collect() };
        if is_sente {
            bridge.thinks().await;
        }
        bridge
    }

    async fn thinks(&mut self) {
        let best = self.engine.pop_front().expect("the engine has a move");
        self.program.say(best).await;
    }

    /// Plays on until its connection ends, or it is told how the game has; the verdict.
    async fn plays(mut self) -> Option<String> {
        while let Some(line) = self.program.hears().await {
            if line.starts_with('-') {
                self.thinks().await;
            } else if ["#WIN", "#LOSE", "#DRAW"].contains(&line.as_str()) {
                return Some(line);
            }
        }
        None
    }
}

#[tokio::test]
async fn a_bridge_that_always_begins_anew_loses_no_game_by_it() {
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__CSA__LISTEN", "127.0.0.1:0");
    let mut server = Program::start(launch).await;
    let own = token_of(&server, "taro", &["csa"]).await;
    let other = token_of(&server, "hanako", &["csa"]).await;
    let (address, moves) = (csa_address(&server), ["+7776FU", "+2726FU", "+2625FU"]);
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    let (bridge, id) = tokio::join!(Bridge::start(address, &own, &moves), hanako.starts());
    let plays = tokio::spawn(bridge.plays());
    hanako.hears_move("+7776FU").await;
    hanako.say("-3334FU").await;
    hanako.hears_move("-3334FU").await;
    hanako.hears_move("+2726FU").await;
    server.kill();
    assert_eq!(plays.await.unwrap(), None);
    server.restart().await;
    let address = csa_address(&server);
    let mut hanako = program(address, "hanako", &other, "lobby-600-10").await;
    resumes(&mut hanako).await;
    // It says its first move again, before its turn.
    let bridge = Bridge::start(address, &own, &moves).await;
    let plays = tokio::spawn(bridge.plays());
    hanako.say("-8384FU").await;
    hanako.hears_move("-8384FU").await;
    assert_eq!(plays.await.unwrap(), None, "it was let go without a verdict");
    // On its turn.
    let bridge = Bridge::start(address, &own, &moves).await;
    assert_eq!(bridge.plays().await, None);
    let told = format!("taro came back to game {} with a move that is none there", code(&id));
    until("the log says so twice", async || server.said().matches(&told).count() == 2).await;
    // Its opponent was told nothing, and one that reads the moves goes on with the game.
    let mut taro = program(address, "taro", &own, "lobby-600-10").await;
    resumes(&mut taro).await;
    play(&mut taro, &mut hanako, &["+2625FU", "-8485FU"]).await;
}
