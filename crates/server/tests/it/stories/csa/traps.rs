//! What has tripped programs at other servers, where no other story has it.

use komadai_protocol::{DrawName, IllegalName, ImpasseName, Rules, RulesSetup};
use komadai_store::{Sanction, SanctionKind};
use uuid::Uuid;

use super::{program, secret, with_csa};
use crate::fixture::{clock, csa::CsaProgram, csa::value, setup};

/// Some clients know no end but `#WIN`, `#LOSE` and `#DRAW`: after others they would wait for ever,
/// so the server ends the connection.
#[tokio::test]
async fn who_does_not_know_an_end_is_let_go() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "engine-one").await;
    let mut person = server.enter("person").await;
    let mut wish = setup(clock("5+30"));
    wish.rules = RulesSetup::Each(Rules {
        illegal: IllegalName::Loses,
        repetition: DrawName::Draw,
        impasse: ImpasseName::Points27,
        impasse_draw: DrawName::Draw,
        max_moves: Some(2),
        takeback: false,
    });
    let game = person.create(wish).await;
    let mut program = program(server.csa_address(), "engine-one", &own, &game.to_string()).await;
    let summary = program.summary().await;
    assert_eq!(value(&summary, "Max_Moves"), "2");
    program.say("AGREE").await;
    program.hears().await.unwrap();
    person.play("7g7f").await;
    program.hears_move("+7776FU").await;
    program.say("-3334FU").await;
    program.hears_move("-3334FU").await;
    program.expects(&["#MAX_MOVES", "#CENSORED"]).await;
    program.ends().await;
}

/// Some clients cannot do without `Byoyomi` and `To_Move`, others read `Time_Unit` wrongly unless
/// it is a second, and all make names of files of ids and names.
#[tokio::test]
async fn a_summary_has_what_clients_cannot_do_without() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "engine-one").await;
    let mut program = program(server.csa_address(), "engine-one", &own, "lobby-600-10F-W").await;
    let mut person = server.enter("Ngọc Lan / 1:2").await;
    person.accept().await;
    let summary = program.summary().await;
    for (word, expected) in [("Byoyomi", "0"), ("To_Move", "+"), ("Time_Unit", "1sec")] {
        assert_eq!(value(&summary, word), expected);
    }
    for word in ["Game_ID", "Name+", "Name-"] {
        let told = value(&summary, word);
        assert!(told.bytes().all(|it| it.is_ascii_graphic() && !b":/".contains(&it)), "{told}");
    }
}

/// A ban of an address holds here as on the site.
#[tokio::test]
async fn nobody_comes_from_a_banned_address() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "engine-one").await;
    let service = server.service();
    let by = komadai_ids::UserId::new(1, [1; 10]);
    let id = Uuid::from_u128(1);
    service.directory.sanctions().impose(Sanction {
        id,
        kind: SanctionKind::Address,
        user: by,
        address: Some("127.0.0.1".to_owned()),
        reason: "guesses".to_owned(),
        by,
        from_ms: 0,
        until_ms: None,
    });
    let mut banned = CsaProgram::connect(server.csa_address(), "banned").await;
    banned.ends().await;
    service.directory.sanctions().lift(id);
    program(server.csa_address(), "engine-one", &own, "lobby-60-5").await;
}
