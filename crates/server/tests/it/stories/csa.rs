//! Programs that speak CSA, against each other and against people.

mod ends;
mod extended;
mod hostile;
mod league;
mod logins;
mod python;
mod restarts;
mod resuming;
mod transcripts;
mod traps;

use std::net::SocketAddr;

use komadai_ids::Code;
use serde_json::json;

use super::accounts::{PASSWORD, ask, register};
use crate::fixture::{
    TestServer, both_servers,
    csa::{CsaProgram, value},
};

/// Listening for programs, on any port.
fn listens(config: &mut komadai_server::config::Config) {
    config.csa.listen = "127.0.0.1:0".to_owned();
}

async fn with_csa() -> TestServer {
    TestServer::with(crate::fixture::Kind::Sqlite, listens).await
}

/// A new account's cookie and its secret for CSA.
async fn secret(server: &TestServer, handle: &str) -> (String, String) {
    let cookie = register(server, &server.enter(handle).await.cookie, handle).await;
    let body = json!({ "name": "engine", "scopes": ["csa"], "password": PASSWORD });
    let page = ask(server, &cookie, "tokens", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    (cookie, page.json()["token"].as_str().expect("a secret").to_owned())
}

/// Somebody who has logged in, and waits for such a game.
async fn program(address: SocketAddr, handle: &str, secret: &str, game: &str) -> CsaProgram {
    let mut program = CsaProgram::connect(address, handle).await;
    program.say(&format!("LOGIN {handle} {game},{secret}")).await;
    program.expects(&[&format!("LOGIN:{handle} OK")]).await;
    program
}

/// Sente and gote, who are called so.
async fn programs(server: &TestServer, clock: &str) -> (CsaProgram, CsaProgram) {
    let (_, one) = secret(server, "sente-san").await;
    let (_, other) = secret(server, "gote-san").await;
    let address = server.csa_address();
    let sente = program(address, "sente-san", &one, &format!("lobby-{clock}-B")).await;
    let gote = program(address, "gote-san", &other, &format!("lobby-{clock}")).await;
    (sente, gote)
}

/// The two of them, in a game that has begun.
async fn playing(server: &TestServer, clock: &str) -> (CsaProgram, CsaProgram, Code) {
    let (mut sente, mut gote) = programs(server, clock).await;
    let (id, _) = tokio::join!(agree(&mut sente), agree(&mut gote));
    (sente, gote, code(&id))
}

async fn agree(program: &mut CsaProgram) -> String {
    program.starts().await
}

fn code(id: &str) -> Code {
    id.rsplit('+').next().unwrap().parse().unwrap()
}

/// Both make moves in turn, and both hear each.
async fn play(sente: &mut CsaProgram, gote: &mut CsaProgram, moves: &[&str]) {
    for line in moves {
        let mover = if line.starts_with('+') { &mut *sente } else { &mut *gote };
        mover.say(line).await;
        for program in [&mut *sente, &mut *gote] {
            let heard = program.hears().await.unwrap();
            assert!(heard.starts_with(&format!("{line},T")), "{heard} for {line}");
        }
    }
}

/// So that little of it is lost with a server that dies.
#[tokio::test]
async fn what_is_thought_is_kept_while_the_game_goes_on() {
    let server = with_csa().await;
    let (mut sente, mut gote, code) = playing(&server, "600-10F").await;
    for (n, (own, reply)) in [
        ("+7776FU", "-3334FU"),
        ("+2726FU", "-8384FU"),
        ("+2625FU", "-8485FU"),
        ("+6978KI", "-4132KI"),
        ("+3948GI", "-7162GI"),
        ("+4958KI", "-6152KI"),
        ("+1716FU", "-1314FU"),
        ("+9796FU", "-9394FU"),
    ]
    .into_iter()
    .enumerate()
    {
        sente.say(&format!("{own},'* {n} {own}")).await;
        for program in [&mut sente, &mut gote] {
            program.hears_move(own).await;
        }
        play(&mut sente, &mut gote, &[reply]).await;
    }
    let game = server.service().directory.look(code).await.unwrap().unwrap().id();
    crate::fixture::until("what was thought is kept", || async {
        let mut conn = server.service().store.read().await.unwrap();
        let kept = komadai_store::game_comments::of(&mut conn, game).await.unwrap();
        kept.iter().map(|it| it.ply).eq((1..16).step_by(2))
    })
    .await;
}

both_servers!(two_programs_play, |config| { listens(config) }, |server| async {
    let (mut sente, mut gote) = programs(server, "600-10F").await;
    let own = sente.summary().await;
    let other = gote.summary().await;
    let differ: Vec<_> = own.iter().zip(&other).filter(|(one, other)| one != other).collect();
    assert_eq!(differ.len(), 1, "{differ:?}");
    assert_eq!((value(&own, "Your_Turn"), value(&other, "Your_Turn")), ("+".into(), "-".into()));
    let id = value(&own, "Game_ID");
    assert!(id.starts_with("komadai+lobby-600-10F+sente-san+gote-san+"), "{id}");
    let expected = format!(
        "Protocol_Version:1.2 Protocol_Mode:Server Format:Shogi_1.0 Declaration:Jishogi_1.1 \
         Game_ID:{id} Name+:sente-san Name-:gote-san Your_Turn:+ Rematch_On_Draw:NO To_Move:+ \
         Max_Moves:500 BEGIN_Time Time_Unit:1sec Total_Time:600 Byoyomi:0 Increment:10 \
         Least_Time_Per_Move:0 END_Time BEGIN_Position P1-KY-KE-GI-KI-OU-KI-GI-KE-KY"
    );
    let told: Vec<_> = own.iter().map(|line| line.replace(' ', "_")).take(20).collect();
    assert_eq!(told, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(own[20], "P2 * -HI *  *  *  *  * -KA * ");
    assert_eq!(own[28..], ["+", "END Position", "END Game_Summary"]);

    sente.say("AGREE").await;
    // A sign of life is answered, and nothing has begun.
    sente.say("").await;
    sente.expects(&[""]).await;
    gote.say(&format!("AGREE {id}")).await;
    for program in [&mut sente, &mut gote] {
        program.expects(&[&format!("START:{id}")]).await;
    }
    play(&mut sente, &mut gote, &["+7776FU", "-3334FU", "+8822UM", "-3122GI"]).await;
    sente.say("+0055KA,T3,'* 120 +0055KA -2233GI").await;
    for program in [&mut sente, &mut gote] {
        assert!(program.hears().await.unwrap().starts_with("+0055KA,T"));
    }
    gote.say("%TORYO").await;
    gote.expects(&["%TORYO", "#RESIGN", "#LOSE"]).await;
    sente.expects(&["%TORYO", "#RESIGN", "#WIN"]).await;
    let over = server.over(code(&id)).await;
    assert_eq!(over.moves.len(), 5);
    // What was thought is in the record, and nothing else that was said.
    let path = format!("/{}.csa", code(&id));
    crate::fixture::until("what was thought is kept", || async {
        let record = server.get(&path).await;
        String::from_utf8_lossy(&record.body).contains("'** 120 +0055KA -2233GI\n")
    })
    .await;
    // One says goodbye, the other just ends.
    sente.say("LOGOUT").await;
    sente.expects(&["LOGOUT:completed"]).await;
    sente.ends().await;
    drop(gote);
});

both_servers!(a_person_takes_a_programs_seek, |config| { listens(config) }, |server| async {
    let (_, secret) = secret(server, "engine-one").await;
    let mut program = program(server.csa_address(), "engine-one", &secret, "lobby-600-10-W").await;
    let mut person = server.enter("person").await;
    person.accept().await;
    let summary = program.summary().await;
    assert_eq!(value(&summary, "Your_Turn"), "-");
    assert_eq!(value(&summary, "Name-"), "engine-one");
    let name = value(&summary, "Name+");
    assert!(name.starts_with("guest-") && !name.contains(' '), "{name}");
    // Who moves before the program has agreed is heard when it has.
    person.play("7g7f").await;
    let id = value(&summary, "Game_ID");
    program.say("AGREE").await;
    program.expects(&[&format!("START:{id}"), "+7776FU,T0"]).await;
    program.say("-3334FU").await;
    program.hears_move("-3334FU").await;
    person.sees_ply(2).await;
    // What people may offer is declined.
    person.offer(komadai_game::Offer::Takeback).await.unwrap_err();
    person.resign().await.unwrap();
    program.expects(&["%TORYO", "#RESIGN", "#WIN"]).await;
});

/// A program that loads for a minute does not lose by it: nobody is charged before `START`.
#[tokio::test]
async fn a_game_waits_for_a_program_that_loads() {
    let server = with_csa().await;
    let (_, secret) = secret(&server, "engine-one").await;
    let mut program = program(server.csa_address(), "engine-one", &secret, "lobby-600-10-W").await;
    let mut person = server.enter("person").await;
    person.accept().await;
    let id = value(&program.summary().await, "Game_ID");
    let game = server.service().directory.look(code(&id)).await.unwrap().unwrap();
    let running = game.running().unwrap();
    assert_eq!(game.first_move_due_ms(), Some(running.since_ms + 120_000));
    assert!(!game.is_agreed() && game.elapsed_ms(running.since_ms + 60_000) == 0);
    program.say("AGREE").await;
    program.expects(&[&format!("START:{id}")]).await;
    let look = async || server.service().directory.look(code(&id)).await.unwrap().unwrap();
    crate::fixture::until("they have agreed", || async { look().await.is_agreed() }).await;
    assert_eq!(look().await.first_move_due_ms(), None);
    // From here on the first move is a move like any other.
    person.play("7g7f").await;
    let heard = program.hears().await.unwrap();
    assert!(heard.starts_with("+7776FU,T"), "{heard}");
}

#[tokio::test]
async fn a_game_that_a_program_does_not_want_is_called_off() {
    let server = with_csa().await;
    let (mut sente, mut gote) = programs(&server, "60-5").await;
    let summary = sente.summary().await;
    let id = value(&summary, "Game_ID");
    gote.summary().await;
    sente.say("AGREE").await;
    gote.say("REJECT").await;
    let rejected = format!("REJECT:{id} by gote-san");
    sente.expects(&[&rejected]).await;
    gote.expects(&[&rejected]).await;
    let over = server.over(code(&id)).await;
    assert_eq!(over.result.unwrap().reason.as_str(), "aborted");
}

#[tokio::test]
async fn a_program_that_leaves_before_it_agrees_calls_the_game_off() {
    let server = with_csa().await;
    let (mut sente, mut gote) = programs(&server, "60-5").await;
    let id = value(&sente.summary().await, "Game_ID");
    gote.summary().await;
    sente.say("AGREE").await;
    drop(gote);
    sente.expects(&[&format!("REJECT:{id} by gote-san")]).await;
}

#[tokio::test]
async fn a_game_with_an_empty_seat_and_a_challenge_are_taken_by_name() {
    let server = with_csa().await;
    let (_, one) = secret(&server, "engine-one").await;
    let (_, other) = secret(&server, "engine-two").await;
    let mut person = server.enter("person").await;
    let game = person.create(crate::fixture::setup(crate::fixture::clock("5+30"))).await;
    let address = server.csa_address();
    let mut joins = program(address, "engine-one", &one, &game.to_string()).await;
    let summary = joins.summary().await;
    assert_eq!(
        (value(&summary, "Your_Turn"), value(&summary, "Byoyomi")),
        ("-".into(), "30".into())
    );
    joins.say("REJECT").await;
    joins.hears().await.unwrap();
    joins.say("LOGOUT").await;
    joins.expects(&["LOGOUT:completed"]).await;

    let mut one = program(address, "engine-one", &one, "@engine-two-60-5").await;
    let mut two = program(address, "engine-two", &other, "@engine-one-60-5-B").await;
    let (summary, of_two) = (one.summary().await, two.summary().await);
    assert_eq!(value(&summary, "Name+"), "engine-two");
    assert_eq!(value(&of_two, "Your_Turn"), "+");
}
