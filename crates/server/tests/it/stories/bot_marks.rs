//! Programs' accounts: marked wherever their names stand, and met only by who agrees.

use komadai_protocol::{
    ClientMessage, GameEvent, PlayerView, RefusalCode, SeekWants, SetupRequest, SideWish,
};
use serde_json::{Value, json};

use super::{
    bots::{Bot, person},
    play_opening,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, http::get, setup, until, uuid};

async fn seek(tab: &mut Tab, rated: bool, quick: bool) -> Result<uuid::Uuid, RefusalCode> {
    let seek = uuid();
    let setup = SetupRequest { side: SideWish::Random, rated, ..setup(clock("5+30")) };
    let wants = SeekWants::default();
    let asked = tab.ask(|id| ClientMessage::Seek { id, seek, setup, wants, quick }).await;
    asked.map(|_| seek)
}

/// The tab of a program.
async fn tab_of(server: &TestServer, bot: &Bot) -> Tab {
    Tab::open(server.address, bot.handle, Some(bot.cookie.clone())).await
}

both_servers!(quick_pairing_leaves_programs_out, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut program = tab_of(server, &bot).await;
    let mut hana = person(server, "hana").await;
    // Neither the first to come nor the second is paired with it.
    seek(&mut program, false, true).await.unwrap();
    seek(&mut hana, false, true).await.unwrap();
    let other = Bot::new(server, "other-bot").await;
    let mut second = tab_of(server, &other).await;
    seek(&mut second, false, true).await.unwrap();
    let mut kenji = person(server, "kenji").await;
    seek(&mut kenji, false, true).await.unwrap();
    // The two people meet: what comes first of all for them is their game.
    let game = hana.sit_down().await;
    assert_eq!(kenji.sit_down().await, game);
    for program in [&mut program, &mut second] {
        program.now().await;
        assert!(program.view.you.is_none() && program.rest().is_empty(), "a program was paired");
    }
});

both_servers!(programs_are_rated_against_who_agrees, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut program = tab_of(server, &bot).await;
    let mut hana = person(server, "hana").await;
    // A link to a rated game agrees to nobody in particular.
    let rated = SetupRequest { rated: true, ..setup(clock("5+30")) };
    let game = hana.create(rated.clone()).await;
    let joined = program.ask(|id| ClientMessage::Join { id, game }).await;
    assert_eq!(joined.err(), Some(RefusalCode::NotWanted));
    // Nor does a seek.
    hana.abort().await.unwrap();
    let sought = seek(&mut hana, true, false).await.unwrap();
    let accepted = program.ask(|id| ClientMessage::Accept { id, seek: sought }).await;
    assert_eq!(accepted.err(), Some(RefusalCode::NotWanted));
    // A player who takes the program's own seek sees whose it is.
    let mut kenji = person(server, "kenji").await;
    let own = seek(&mut program, true, false).await.unwrap();
    let accepted = kenji.ask(|id| ClientMessage::Accept { id, seek: own }).await;
    let game = accepted.unwrap().game.unwrap();
    let begun = server.game(game).await;
    assert!(begun.rated);
});

both_servers!(a_program_is_marked_wherever_its_name_stands, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut program = tab_of(server, &bot).await;
    let mut hana = person(server, "hana").await;
    let own = SetupRequest { side: SideWish::Sente, ..setup(clock("5+30")) };
    let game = program.create(own).await;
    hana.join(game).await;
    program.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    let seen = hana.look_at(game).await;
    let is_bot = |it: &Option<PlayerView>| it.as_ref().is_some_and(|it| it.bot);
    assert_eq!((is_bot(&seen.players.sente), is_bot(&seen.players.gote)), (true, false));
    program.chat("Hello").await.unwrap();
    hana.chat("こんにちは").await.unwrap();
    let mut watcher = server.enter("watcher").await;
    let lines = watcher.look_at(game).await.chat;
    let marks: Vec<_> = lines.iter().map(|it| (it.text.as_str(), it.bot)).collect();
    assert_eq!(marks, [("Hello", true), ("こんにちは", false)]);
    play_opening(&mut program, &mut hana).await;
    program.resign().await.unwrap();
    hana.sees_end().await;

    let cookie = [("Cookie", hana.cookie.as_str())];
    let page = server.request("PUT", "/api/v1/me/follows/randobot", &cookie, "").await;
    assert_eq!(page.status, 204, "{page:?}");
    let ask = async |path: &str| get(server.address, path, &cookie).await.json();
    assert_eq!(ask("/api/v1/me/follows").await["follows"][0]["bot"], json!(true));
    assert_eq!(ask("/api/v1/players/randobot").await["bot"], json!(true));
    assert_eq!(ask("/api/v1/players/hana").await["bot"], Value::Null);
    assert_eq!(ask("/api/v1/people?name=rando").await["people"][0]["bot"], json!(true));
    until("the game is found", || async {
        let found = ask("/api/v1/games?player=randobot").await;
        let game = &found["games"][0];
        (&game["sente_bot"], &game["gote_bot"]) == (&json!(true), &Value::Null)
    })
    .await;

    let settings = settings(json!({ "t": "swiss", "rounds": 1 }));
    let desk = Desk::set_up(server, &hana, &settings).await;
    desk.act(&hana, json!({ "t": "open" })).await;
    desk.act(&program, json!({ "t": "join" })).await;
    let view = desk.view().await;
    let entry = &view["entries"][0];
    assert_eq!((&entry["handle"], &entry["bot"]), (&json!("randobot"), &json!(true)), "{view}");
});
