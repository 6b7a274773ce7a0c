//! Being paired without choosing, and choosing whom to play.

use komadai_protocol::{
    ClientMessage, ClockSetup, LobbyEvent, MeEvent, QuickView, RefusalCode, SeekView, SeekWants,
    ServerMessage, SetupRequest, SideWish, StartSetup, StreamEvent, StreamName, StreamSnapshot,
};

use serde_json::{Value, json};

use super::{accounts::register, ratings::member, site::send};
use crate::fixture::{Tab, both_servers, clock, setup, uuid};

/// An even game whose sides are drawn.
fn open(rated: bool) -> SetupRequest {
    SetupRequest { side: SideWish::Random, rated, ..setup(clock("5+30")) }
}

async fn seek(
    tab: &mut Tab,
    setup: SetupRequest,
    wants: SeekWants,
    quick: bool,
) -> Result<uuid::Uuid, RefusalCode> {
    let seek = uuid();
    let asked = tab.ask(|id| ClientMessage::Seek { id, seek, setup, wants, quick }).await;
    asked.map(|_| seek)
}

both_servers!(quick_seeks_for_the_same_game_meet, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "2k").await;
    let mut other = server.enter("other").await;
    let anybody = SeekWants::default();
    // Another game, and one that waits to be chosen.
    seek(&mut other, setup(clock("10+30")), anybody.clone(), true).await.unwrap();
    seek(&mut other, open(false), anybody.clone(), false).await.unwrap();
    seek(&mut alice, open(true), anybody.clone(), true).await.unwrap();
    let id = bob.take_id();
    let of_bob = ClientMessage::Seek {
        id,
        seek: uuid(),
        setup: open(true),
        wants: anybody.clone(),
        quick: true,
    };
    bob.deliver(&of_bob).await;
    let game = bob.sit_down().await;
    assert_eq!(alice.sit_down().await, game);
    let begun = server.game(game).await;
    assert!(begun.rated && begun.players.sente.is_some());
    // A repeat of the seek that has led to it opens nothing.
    bob.deliver(&of_bob).await;
    bob.answer(id).await.unwrap();
    // Called off, they do not meet again at once.
    alice.abort().await.unwrap();
    bob.sees_end().await;
    let first = seek(&mut alice, open(true), anybody.clone(), true).await.unwrap();
    seek(&mut bob, open(true), anybody, true).await.unwrap();
    let mut carol = member(server, "carol", "1k").await;
    carol.ask(|id| ClientMessage::Accept { id, seek: first }).await.unwrap();
    assert_ne!(alice.sit_down().await, game);
});

both_servers!(who_is_blocked_is_not_met_by_quick_pairing, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut carol = member(server, "carol", "1k").await;
    let keep =
        |handle: &str, distance: Option<&str>| json!({ "handle": handle, "distance": distance });
    let anybody = SeekWants::default;
    // One block is made while the seek stands, the other is older than the seek.
    seek(&mut alice, open(true), anybody(), true).await.unwrap();
    send(server, &alice.cookie, "POST", "/me/relations", keep("bob", Some("block"))).await;
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    send(server, &carol.cookie, "POST", "/me/relations", keep("alice", Some("block"))).await;
    send(server, &carol.cookie, "POST", "/me/relations", keep("bob", Some("mute"))).await;
    // Of two she could have at once carol gets the one whom she only does not hear.
    seek(&mut carol, open(true), anybody(), true).await.unwrap();
    let game = carol.sit_down().await;
    assert_eq!(bob.sit_down().await, game);
    bob.abort().await.unwrap();
    carol.sees_end().await;
    // Taken back, the block keeps nobody apart, nor does an open seek remember it.
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    send(server, &alice.cookie, "POST", "/me/relations", keep("bob", None)).await;
    let game = alice.sit_down().await;
    assert_eq!(bob.sit_down().await, game);
});

both_servers!(who_called_a_game_off_does_not_meet_the_same_again_at_once, |server| async {
    // The game was no quick one.
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let game = alice.create(setup(clock("5+30"))).await;
    bob.join(game).await;
    bob.abort().await.unwrap();
    alice.sees_end().await;
    let anybody = SeekWants::default;
    seek(&mut alice, open(true), anybody(), true).await.unwrap();
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    let mut carol = member(server, "carol", "1k").await;
    seek(&mut carol, open(true), anybody(), true).await.unwrap();
    let game = carol.sit_down().await;
    let names = server.game(game).await.players;
    let with = [names.sente, names.gote].map(|it| it.map(|it| it.name));
    assert!(with.contains(&Some("carol".to_owned())), "{with:?}");
});

/// Waits until the lobby says that a seek is gone.
async fn sees_gone(tab: &mut Tab, seek: uuid::Uuid) {
    tab.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Lobby(LobbyEvent::SeekRemoved { seek: it }),
            ..
        } if *it == seek => Some(()),
        _ => None,
    })
    .await;
}

both_servers!(who_sits_down_looks_for_no_other_game, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut carol = server.enter("carol").await;
    carol.follow(StreamName::Lobby).await;
    let anybody = SeekWants::default;

    // Against the machine.
    let open_game = seek(&mut alice, open(false), anybody(), false).await.unwrap();
    let other = SetupRequest { side: SideWish::Random, ..setup(clock("10+30")) };
    let quick = seek(&mut alice, other.clone(), anybody(), true).await.unwrap();
    let (create, easy) = (uuid(), setup(clock("5+30")));
    let machine =
        |id| ClientMessage::PlayEngine { id, create, setup: easy, engine: None, level: 1 };
    let game = alice.ask(machine).await.unwrap().game.unwrap();
    alice.look_at(game).await;
    sees_gone(&mut carol, open_game).await;
    sees_gone(&mut carol, quick).await;
    let accepted = carol.ask(|id| ClientMessage::Accept { id, seek: open_game }).await;
    assert_eq!(accepted.unwrap_err(), RefusalCode::UnknownSeek);
    let refused = seek(&mut alice, open(false), anybody(), false).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::StillPlaying);
    // Free from the end on, and not later.
    alice.abort().await.unwrap();

    // By pairing: of two seeks one leads to a game, and the other is gone.
    let long = SetupRequest { side: SideWish::Random, ..setup(clock("30+60")) };
    let unwanted = seek(&mut alice, long, anybody(), true).await.unwrap();
    seek(&mut alice, other.clone(), anybody(), true).await.unwrap();
    let of_bob = seek(&mut bob, open(true), anybody(), true).await.unwrap();
    seek(&mut bob, other, anybody(), true).await.unwrap();
    sees_gone(&mut carol, unwanted).await;
    sees_gone(&mut carol, of_bob).await;
    // Alice hears of the game against the machine first.
    let met = bob.sit_down().await;
    alice.look_at(met).await;
    alice.abort().await.unwrap();

    // By a game that waited for them.
    let left = seek(&mut alice, open(false), anybody(), false).await.unwrap();
    let waiting = bob.create(setup(clock("5+30"))).await;
    alice.join(waiting).await;
    sees_gone(&mut carol, left).await;
});

/// The seek in the lobby of this id.
async fn sees(tab: &mut Tab, seek: uuid::Uuid) -> SeekView {
    tab.follow(StreamName::Lobby).await;
    let found = tab
        .hears(|message| match message {
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Lobby(lobby), .. } => {
                lobby.seeks.iter().find(|it| it.seek == seek).cloned()
            }
            ServerMessage::Event {
                event: StreamEvent::Lobby(LobbyEvent::SeekAdded { seek: added }),
                ..
            } if added.seek == seek => Some((**added).clone()),
            _ => None,
        })
        .await;
    tab.ask(|id| ClientMessage::Unsubscribe { id, stream: StreamName::Lobby }).await.unwrap();
    found
}

both_servers!(guests_and_members_meet_in_games_that_are_not_rated, |server| async {
    let mut alice = member(server, "alice", "1d").await;
    let mut guest = server.enter("guest").await;
    let anybody = SeekWants::default;
    // Whatever their pages say of it.
    let sought = seek(&mut guest, open(true), anybody(), true).await.unwrap();
    let shown = sees(&mut alice, sought).await;
    assert!(shown.quick && !shown.setup.rated && !shown.accounts_only);
    seek(&mut alice, open(true), anybody(), true).await.unwrap();
    let game = alice.sit_down().await;
    assert_eq!(guest.sit_down().await, game);
    let begun = server.game(game).await;
    assert!(!begun.rated);
    assert_eq!(begun.quick, Some(QuickView::default()));
    alice.abort().await.unwrap();
    guest.sees_end().await;

    // By hand too: a search that can be rated can be unrated.
    let sought = seek(&mut alice, open(false), anybody(), true).await.unwrap();
    let shown = sees(&mut guest, sought).await;
    assert!(shown.quick && shown.setup.rated);
    guest.ask(|id| ClientMessage::Accept { id, seek: sought }).await.unwrap();
    let game = guest.sit_down().await;
    assert_eq!(alice.sit_down().await, game);
    assert!(!server.game(game).await.rated);
    alice.abort().await.unwrap();
    guest.sees_end().await;

    // Two members play a rated game.
    let mut bob = member(server, "bob", "1k").await;
    seek(&mut alice, open(false), anybody(), true).await.unwrap();
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    let game = bob.sit_down().await;
    assert_eq!(alice.sit_down().await, game);
    assert!(server.game(game).await.rated);
});

both_servers!(guests_are_not_paired_with_who_wants_none, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut guest = server.enter("guest").await;
    let anybody = SeekWants::default;
    let privacy = json!({
        "challenges_from": "all", "tells_followers": true, "accepts_guests": false,
    });
    let page = send(server, &alice.cookie, "PUT", "/account/privacy", privacy).await;
    assert_eq!(page.status, 204, "{page:?}");
    let sought = seek(&mut alice, open(true), anybody(), true).await.unwrap();
    assert!(sees(&mut guest, sought).await.accounts_only);
    let refused = guest.ask(|id| ClientMessage::Accept { id, seek: sought }).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::NeedsAccount);
    seek(&mut guest, open(false), anybody(), true).await.unwrap();
    // Of two she could have at once she gets the one with an account.
    let mut bob = member(server, "bob", "1k").await;
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    let game = alice.sit_down().await;
    assert_eq!(bob.sit_down().await, game);
});

both_servers!(a_quick_search_takes_what_is_offered, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut guest = server.enter("guest").await;
    let anybody = SeekWants::default;
    // Offered unrated, which a member does not search for, and a guest does.
    seek(&mut alice, open(false), anybody(), false).await.unwrap();
    let of_bob = seek(&mut bob, open(true), anybody(), true).await.unwrap();
    bob.ask(|id| ClientMessage::Cancel { id, seek: of_bob }).await.unwrap();
    seek(&mut guest, open(false), anybody(), true).await.unwrap();
    let game = guest.sit_down().await;
    assert_eq!(alice.sit_down().await, game);
    let begun = server.game(game).await;
    assert!(!begun.rated && begun.quick.is_some());
    // Whichever comes first.
    let mut carol = member(server, "carol", "1k").await;
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    seek(&mut carol, open(true), anybody(), false).await.unwrap();
    let game = carol.sit_down().await;
    assert_eq!(bob.sit_down().await, game);
    assert!(server.game(game).await.rated);
});

both_servers!(a_machine_without_a_clock_waits_for_who_searches, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let anybody = SeekWants::default;
    seek(&mut alice, open(true), anybody(), true).await.unwrap();
    let (create, easy) = (uuid(), setup(ClockSetup::Untimed {}));
    let machine =
        |id| ClientMessage::PlayEngine { id, create, setup: easy, engine: None, level: 1 };
    let left = alice.ask(machine).await.unwrap().game.unwrap();
    let waits = alice
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::GameStarted { game, waits, .. }),
                ..
            } if *game == left => Some(*waits),
            _ => None,
        })
        .await;
    assert!(waits);
    // The search stands, another can be made, and the pairing comes.
    let more = SetupRequest { side: SideWish::Random, ..setup(clock("30+60")) };
    seek(&mut alice, more, anybody(), true).await.unwrap();
    seek(&mut bob, open(true), anybody(), true).await.unwrap();
    let game = bob.sit_down().await;
    assert_eq!(alice.sit_down().await, game);
    // What was left is still there.
    alice.abort().await.unwrap();
    bob.sees_end().await;
    assert!(server.game(left).await.result.is_none());
});

both_servers!(a_guest_who_registers_searches_as_a_member, |server| async {
    let mut guest = server.enter("guest").await;
    let mut other = server.enter("other").await;
    let sought = seek(&mut guest, open(false), SeekWants::default(), true).await.unwrap();
    other.follow(StreamName::Lobby).await;
    let cookie = register(server, &guest.cookie, "minh-anh").await;
    guest.closed().await;
    sees_gone(&mut other, sought).await;
    let mut member = Tab::open(server.address, "minh", Some(cookie)).await;
    let again = ClientMessage::Seek {
        id: member.take_id(),
        seek: sought,
        setup: open(false),
        wants: SeekWants::default(),
        quick: true,
    };
    member.deliver(&again).await;
    let mut later = server.enter("later").await;
    let shown = sees(&mut later, sought).await;
    assert!(!shown.by.guest && shown.setup.rated);
});

both_servers!(a_seek_is_for_whom_it_is_for, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "9k").await;
    let mut carol = member(server, "carol", "3k").await;
    let mut guest = server.enter("guest").await;
    let wants = SeekWants {
        rating_min: Some(1_300),
        grade_max: Some("1d".to_owned()),
        ..SeekWants::default()
    };
    let id = seek(&mut alice, open(false), wants, false).await.unwrap();
    for unwanted in [&mut bob, &mut guest] {
        let refused = unwanted.ask(|n| ClientMessage::Accept { id: n, seek: id }).await;
        assert_eq!(refused.unwrap_err(), RefusalCode::NotWanted);
    }
    let nonsense = SeekWants { grade_min: Some("10d".to_owned()), ..SeekWants::default() };
    let refused = seek(&mut alice, open(false), nonsense, false).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::BadSetup);
    carol.ask(|n| ClientMessage::Accept { id: n, seek: id }).await.unwrap();
    alice.sit_down().await;
});

both_servers!(what_pairings_go_by_is_told, |server| async {
    let bob = member(server, "bob", "9k").await;
    let path = "/players/bob/strength?variant=standard&speed=rapid";
    let told = send(server, &bob.cookie, "GET", path, Value::Null).await.json();
    assert_eq!(told, json!({ "rating": 920, "level": "9k" }));
});

// §3.3: 1-dan and 7-kyu are seven grades apart.
both_servers!(a_suggested_handicap_follows_from_the_grades, |server| async {
    let mut alice = member(server, "alice", "7k").await;
    let mut bob = member(server, "bob", "1d").await;
    let mut wanted = open(true);
    wanted.start = StartSetup::Named("suggested".to_owned());
    let id = seek(&mut alice, wanted.clone(), SeekWants::default(), false).await.unwrap();
    bob.ask(|n| ClientMessage::Accept { id: n, seek: id }).await.unwrap();
    let game = server.game(alice.sit_down().await).await;
    assert_eq!(game.handicap.as_deref(), Some("2_piece"));
    assert_eq!(game.players.gote.map(|giver| giver.name).as_deref(), Some("bob"));
    // A game with one opponent in mind says what it is.
    let create = uuid();
    let refused = alice.ask(|id| ClientMessage::Create { id, create, setup: wanted }).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::BadSetup);
});
