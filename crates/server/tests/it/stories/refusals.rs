//! What is refused, and with which code.

use std::collections::BTreeSet;

use komadai_game::{EndReason, Offer};
use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, Clocks, RefusalCode, RulesSetup, ServerMessage, SetupRequest, StartSetup,
    StreamName,
};
use komadai_rules::{Illegal, Reason, Side};
use tokio_tungstenite::tungstenite::Message;

use super::{pair, pair_for};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers, byoyomi, clock, fischer, random, setup, sudden_death, uuid,
};

/// What a raw frame is answered with: the id and the code of a refusal.
async fn refused(tab: &mut Tab, frame: impl Into<Message>) -> (Option<u32>, RefusalCode) {
    tab.send_raw(frame.into()).await;
    tab.hears(|message| match message {
        ServerMessage::Refused { id, code, .. } => Some((*id, *code)),
        _ => None,
    })
    .await
}

fn somewhere() -> Code {
    Code::from_value(random() >> 8).unwrap()
}

both_servers!(frames_that_are_no_messages, |server| async {
    let mut tab = server.enter("visitor").await;
    tab.strict = false;
    for (frame, id, code) in [
        ("", None, RefusalCode::BadMessage),
        ("nonsense", None, RefusalCode::BadMessage),
        ("{}", None, RefusalCode::BadMessage),
        ("[1,2,3]", None, RefusalCode::BadMessage),
        (r#"{"t":"fly","id":71}"#, Some(71), RefusalCode::BadMessage),
        (r#"{"t":"ping"}"#, None, RefusalCode::BadMessage),
        (r#"{"t":"ping","id":-1}"#, None, RefusalCode::BadMessage),
        (r#"{"t":"ping","id":4294967296}"#, None, RefusalCode::BadMessage),
        (r#"{"t":"move","id":72,"game":"123456789A"}"#, Some(72), RefusalCode::BadMessage),
        (r#"{"t":"join","id":73,"game":"no code"}"#, Some(73), RefusalCode::BadMessage),
        (r#"{"t":"subscribe","id":74,"stream":"chess"}"#, Some(74), RefusalCode::UnknownStream),
        (r#"{"t":"hello","id":75,"protocol":2,"client":"0"}"#, Some(75), RefusalCode::HelloTwice),
    ] {
        assert_eq!(refused(&mut tab, frame).await, (id, code), "{frame}");
    }
    let nested = format!("{}{}", "[".repeat(2_000), "]".repeat(2_000));
    assert_eq!(refused(&mut tab, nested.as_str()).await, (None, RefusalCode::BadMessage));
    let bytes = Message::binary(vec![0, 159, 146, 150]);
    assert_eq!(refused(&mut tab, bytes).await, (None, RefusalCode::BadMessage));
    tab.now().await;
});

both_servers!(hello_comes_first_and_in_the_right_version, |server| async {
    let mut tab = Tab::silent(server.address, "newcomer").await;
    tab.strict = false;
    for (frame, id, code) in [
        (r#"{"t":"ping","id":1}"#, 1, RefusalCode::HelloFirst),
        (r#"{"t":"subscribe","id":2,"stream":"lobby"}"#, 2, RefusalCode::HelloFirst),
        (r#"{"t":"hello","id":3,"protocol":0,"client":"0"}"#, 3, RefusalCode::ProtocolUnsupported),
        (r#"{"t":"hello","id":4,"protocol":3,"client":"0"}"#, 4, RefusalCode::ProtocolUnsupported),
        (r#"{"t":"hello","id":5,"protocol":2,"client":"?"}"#, 5, RefusalCode::BadMessage),
    ] {
        assert_eq!(refused(&mut tab, frame).await, (Some(id), code), "{frame}");
    }
    tab.hello().await;
    tab.now().await;
});

both_servers!(set_ups_that_cannot_be, |server| async {
    let mut alice = server.enter("alice").await;
    let with = |change: &dyn Fn(&mut SetupRequest)| {
        let mut setup = setup(clock("5+30"));
        change(&mut setup);
        setup
    };
    let named = |name: &str| StartSetup::Named(name.to_owned());
    let sfen = |sfen: &str| StartSetup::Position { sfen: sfen.to_owned() };
    for bad in [
        with(&|it| it.variant = "chess".to_owned()),
        with(&|it| it.start = named("queen")),
        with(&|it| it.start = sfen("9/9/9")),
        with(&|it| it.start = sfen("4k4/9/9/9/9/9/9/9/3KK4 b - 1")),
        with(&|it| it.start = sfen("4k4/9/9/9/4R4/9/9/9/4K4 b - 1")),
        with(&|it| {
            it.start = named("lance");
            it.variant = "minishogi".to_owned();
        }),
        with(&|it| it.rules = RulesSetup::Named("mine".to_owned())),
        with(&|it| it.clock = Clocks::Both(byoyomi(0, 0))),
        with(&|it| it.clock = Clocks::Both(sudden_death(0))),
        with(&|it| it.clock = Clocks::Both(fischer(u32::MAX, 0))),
        with(&|it| {
            it.clock = Clocks::Each { sente: clock("5+30"), gote: sudden_death(1) };
        }),
    ] {
        let create = uuid();
        let create = |id| ClientMessage::Create { id, create, setup: bad.clone() };
        assert_eq!(alice.ask(create).await, Err(RefusalCode::BadSetup), "{bad:?}");
        assert_eq!(alice.seek_for(bad.clone()).await, Err(RefusalCode::BadSetup), "{bad:?}");
    }
});

/// A move against the rules: of which variant, what it is called, from where, and the move.
type Case = (&'static str, Illegal, &'static str, &'static str);

/// §2.1: at least one of each kind, and of each variant that has rules of its own.
const ILLEGAL: [Case; 24] = [
    ("standard", Illegal::Nifu, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"),
    ("standard", Illegal::Uchifuzume, "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"),
    ("standard", Illegal::DeadPiece, "8k/9/9/9/9/9/9/9/4K4 b P 1", "P*5a"),
    ("standard", Illegal::MustPromote, "8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a"),
    ("standard", Illegal::CannotPromote, "8k/9/9/4G4/9/9/9/9/4K4 b - 1", "5d5c+"),
    ("standard", Illegal::OutsidePromotionZone, "8k/9/9/9/9/9/4P4/9/4K4 b - 1", "5g5f+"),
    ("standard", Illegal::LeavesKingInCheck, "4r3k/9/9/9/9/9/9/9/4K4 b - 1", "5i5h"),
    ("standard", Illegal::NotInHand, "8k/9/9/9/9/9/9/9/4K4 b - 1", "P*5e"),
    ("standard", Illegal::Occupied, "8k/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5e"),
    ("standard", Illegal::EmptySquare, "8k/9/9/9/9/9/9/9/4K4 b - 1", "5e5d"),
    ("standard", Illegal::NotYourPiece, "8k/9/9/9/4p4/9/9/9/4K4 b - 1", "5e5f"),
    ("standard", Illegal::CannotMoveThere, "8k/9/9/9/9/9/4P4/9/4K4 b - 1", "5g5e"),
    // §10.2: a piece turns with every move, and a king never.
    ("kyoto", Illegal::MustTurn, "pgkst/5/5/5/TSKGP b - 1", "5e5d"),
    ("kyoto", Illegal::CannotPromote, "pgkst/5/5/5/TSKGP b - 1", "3e3d+"),
    // §11: nifu holds for drops, and what stands behind a piece does not unpin it.
    ("annan", Illegal::Nifu, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"),
    ("annan", Illegal::LeavesKingInCheck, "4r3k/9/9/9/9/9/4S4/9/4K4 b - 1", "5g4f"),
    // §12.2: a pinned piece wins nothing by its check.
    ("check", Illegal::LeavesKingInCheck, "4r4/9/9/9/6k2/9/4S4/9/4K4 b - 1", "5g4f"),
    ("tori", Illegal::ThirdSwallow, "3k3/7/7/7/S6/S6/3K3 b S 1", "S*7c"),
    ("gorogoro_plus", Illegal::DeadPiece, "2k2/5/5/5/5/2K2 b N 1", "N*1b"),
    // §15.3: a screen exposes one's own king.
    ("cannon", Illegal::LeavesKingInCheck, "4u3k/9/9/9/9/9/9/9/4K4 b P 1", "P*5e"),
    ("chu", Illegal::ProtectedLion, "k11/12/12/12/3g8/3n8/12/3N8/12/12/12/K11 b - 1", "9h9f"),
    ("chu", Illegal::CounterStrike, "k11/12/12/12/3n3r4/12/12/3R8/12/12/12/K11 b 5e 1", "9h9e"),
    ("chu", Illegal::NoPromotionNow, "k11/12/3S8/12/12/12/12/12/12/12/12/K11 b - 1", "9c9b+"),
    // A falcon goes one or two squares ahead, and slides every other way.
    ("chu", Illegal::CannotMoveThere, "k11/12/12/12/12/12/12/3+H8/12/12/12/K11 b - 1", "9h9e"),
];

fn illegal_case((variant, _, sfen, _): Case) -> SetupRequest {
    let mut setup = setup(clock("5+30"));
    setup.variant = variant.to_owned();
    setup.start = StartSetup::Position { sfen: sfen.to_owned() };
    setup
}

both_servers!(illegal_moves_each_by_their_code, |server| async {
    let named: BTreeSet<_> = ILLEGAL.iter().map(|(_, illegal, ..)| illegal.as_str()).collect();
    assert_eq!(named, Illegal::ALL.into_iter().map(Illegal::as_str).collect());
    for case in ILLEGAL {
        let (_, illegal, _, usi) = case;
        let (mut sente, _gote, game) = pair_for(server, illegal_case(case)).await;
        let code = Some(RefusalCode::from(illegal));
        assert_eq!(sente.try_play(usi).await.err(), code, "{case:?}");
        assert_eq!(server.game(game).await.moves, [], "{case:?}");
    }
});

both_servers!(illegal_moves_lose_strict_games_and_are_named, |server| async {
    for case in ILLEGAL {
        let (_, illegal, _, usi) = case;
        let mut strict = illegal_case(case);
        strict.rules = RulesSetup::Named("tournament".to_owned());
        let (mut sente, mut gote, game) = pair_for(server, strict).await;
        sente.play(usi).await;
        let result = gote.sees_end().await;
        assert_eq!(result.reason, EndReason::Board(Reason::IllegalMove), "{case:?}");
        assert_eq!(result.winner, Some(Side::Gote), "{case:?}");
        assert_eq!(result.illegal.map(|it| it.as_str()), Some(illegal.as_str()), "{case:?}");
        assert_eq!(result.illegal_usi.as_deref(), Some(usi), "{case:?}");
        assert_eq!(server.game(game).await.ply, 0, "{case:?}");
    }
});

both_servers!(another_start_of_a_variant_has_a_name, |server| async {
    let mut older = setup(clock("5+30"));
    older.variant = "gorogoro_plus".to_owned();
    older.start = StartSetup::Named("empty_hands".to_owned());
    let (mut sente, _gote, game) = pair_for(server, older.clone()).await;
    assert_eq!(server.game(game).await.sfen, "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1");
    assert_eq!(sente.try_play("N*5e").await.err(), Some(RefusalCode::NotInHand));
    sente.play("3d3c").await;
    older.variant = "kyoto".to_owned();
    let create = uuid();
    let create = |id| ClientMessage::Create { id, create, setup: older.clone() };
    assert_eq!(sente.ask(create).await, Err(RefusalCode::BadSetup));
});

#[tokio::test]
async fn every_code_of_a_game_is_heard() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.watchers = 2;
        config.limits.games_per_player = 3;
        config.limits.seeks_per_player = 2;
        config.limits.messages_burst = 1_000;
    })
    .await;
    let mut codes = BTreeSet::new();
    let mut hear = |wanted: RefusalCode, heard: Result<_, RefusalCode>| {
        assert_eq!(heard.map(drop), Err(wanted));
        codes.insert(wanted.as_str());
    };
    let (mut alice, mut bob) = (server.enter("alice").await, server.enter("bob").await);
    let (mut carol, mut dora) = (server.enter("carol").await, server.enter("dora").await);
    use RefusalCode as C;

    // The lobby.
    let seek = alice.seek("5+30").await;
    hear(C::OwnSeek, alice.ask(|id| ClientMessage::Accept { id, seek }).await);
    alice.seek("5+30").await;
    hear(C::TooManyGames, alice.seek_for(setup(clock("5+30"))).await.map(|_| Default::default()));
    let seek = uuid();
    hear(C::UnknownSeek, bob.ask(|id| ClientMessage::Accept { id, seek }).await);

    // Before the game.
    let nowhere = somewhere();
    hear(C::UnknownGame, bob.subscribe(StreamName::Game(nowhere), None).await);
    hear(C::UnknownGame, bob.ask(|id| ClientMessage::Join { id, game: nowhere }).await);
    let game = alice.create(setup(clock("5+30"))).await;
    hear(C::NotStarted, alice.resign().await);
    hear(C::OwnGame, alice.ask(|id| ClientMessage::Join { id, game }).await);
    carol.game = Some(game);
    hear(C::NotAPlayer, carol.resign().await);
    bob.join(game).await;
    hear(C::SeatTaken, carol.ask(|id| ClientMessage::Join { id, game }).await);
    hear(C::NotAPlayer, carol.abort().await);

    // Watchers.
    carol.follow(StreamName::Game(game)).await;
    let mut erin = server.enter("erin").await;
    erin.follow(StreamName::Game(game)).await;
    hear(C::TooManyWatchers, dora.subscribe(StreamName::Game(game), None).await);
    hear(C::BadChat, carol.chat("  ").await);
    hear(C::BadChat, carol.chat(&"あ".repeat(301)).await);
    carol.chat(&"あ".repeat(300)).await.unwrap();
    let look = |id, variant: &str, sfen: &str| ClientMessage::Position {
        id,
        variant: variant.to_owned(),
        sfen: sfen.to_owned(),
    };
    hear(C::BadPosition, carol.ask(|id| look(id, "standard", "9/9")).await);
    hear(C::BadPosition, carol.ask(|id| look(id, "chess", "8/8 w - 1")).await);

    // The game.
    hear(C::NotYourTurn, bob.try_play("3c3d").await.map(|()| Default::default()));
    hear(C::BadMove, alice.try_play("e2e4").await.map(|()| Default::default()));
    hear(C::NotAllowed, alice.offer(Offer::Takeback).await);
    alice.play("7g7f").await;
    let usi = "2g2f".to_owned();
    hear(C::StalePly, alice.ask(|id| ClientMessage::Move { id, game, ply: 0, usi }).await);
    alice.offer(Offer::Takeback).await.unwrap();
    hear(C::AlreadyOffered, alice.offer(Offer::Takeback).await);
    hear(C::NoOffer, alice.reply(Offer::Takeback, true).await);
    hear(C::NotAllowed, bob.offer(Offer::Impasse).await);
    hear(C::GameNotOver, bob.rematch().await);
    bob.play("3c3d").await;
    hear(C::TooLateToAbort, bob.abort().await);
    hear(C::NotYourTurn, bob.declare().await);
    hear(C::NotLeft, bob.ask(|id| ClientMessage::Claim { id, game, win: true }).await);
    bob.resign().await.unwrap();
    hear(C::GameOver, bob.resign().await);
    hear(C::GameOver, alice.abort().await);
    hear(C::NoOffer, alice.reply(Offer::Rematch, false).await);
    alice.rematch().await.unwrap();
    bob.rematch().await.unwrap();
    hear(C::AlreadyFollowed, alice.rematch().await);

    // Too much of it.
    dora.create(setup(clock("5+30"))).await;
    dora.create(setup(clock("5+30"))).await;
    dora.create(setup(clock("5+30"))).await;
    let create = uuid();
    let another = |id| ClientMessage::Create { id, create, setup: setup(clock("5+30")) };
    hear(C::TooManyGames, dora.ask(another).await);

    // What is left: what every frame may meet, illegal moves, and what goes wrong with us.
    let elsewhere = [
        C::BadMessage,
        C::TooLong,
        C::HelloFirst,
        C::HelloTwice,
        C::ProtocolUnsupported,
        C::TooFast,
        C::TooManySockets,
        C::TooManyStreams,
        C::UnknownStream,
        C::BadSetup,
        C::LeftTooOften,
        // That of visitors who come from one address, in theirs.
        C::TooManyGuests,
        // Those of challenges, and that of tournaments, in theirs.
        C::AlreadyChallenged,
        C::Away,
        C::CannotCome,
        C::TooManyChallenges,
        C::UnknownChallenge,
        C::UnknownPlayer,
        C::Yourself,
        C::Halted,
        // Those of reviews, in theirs.
        C::UnknownReview,
        C::NotYourReview,
        C::UnknownNode,
        C::ReviewFull,
        C::ReviewTooLarge,
        C::TooManyReviews,
        C::BadEdit,
        // Those of rated games and of seeks for some only, in their own stories.
        C::BadConditions,
        C::NeedsAccount,
        C::NotWanted,
        C::StillPlaying,
        C::RatedGameRunning,
        C::EngineBusy,
        C::KeptApart,
        C::TakesNoChallenges,
        // Those of challenges.
        C::UnknownPlayer,
        C::Yourself,
        C::UnknownChallenge,
        C::AlreadyChallenged,
        C::TooManyChallenges,
        C::Away,
        C::CannotCome,
        C::ReadOnly,
        C::Muted,
        C::TooMuchChat,
        C::Stalled,
        C::Stopping,
        C::Internal,
        // That of several servers, in its faults.
        C::Elsewhere,
    ];
    let illegal = Illegal::ALL.into_iter().map(|illegal| illegal.as_str());
    let all: BTreeSet<_> = RefusalCode::OF_COMMANDS.iter().map(|code| code.as_str()).collect();
    let told: BTreeSet<_> =
        codes.into_iter().chain(elsewhere.map(|code| code.as_str())).chain(illegal).collect();
    assert_eq!(told, all);
}

#[tokio::test]
async fn one_tab_follows_so_many_games() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.games_per_player = 100;
        config.visitors.waiting_games_per_address = 100;
        config.limits.messages_burst = 1_000;
    })
    .await;
    let (mut alice, mut bob) = (server.enter("alice").await, server.enter("bob").await);
    let mut last = None;
    for n in 0..=komadai_server::session::STREAMS_MAX {
        let create = uuid();
        let create = |id| ClientMessage::Create { id, create, setup: setup(clock("5+30")) };
        let game = alice.ask(create).await.unwrap().game.unwrap();
        let followed = bob.subscribe(StreamName::Game(game), None).await;
        if n < komadai_server::session::STREAMS_MAX {
            followed.unwrap();
            last = Some(game);
        } else {
            assert_eq!(followed, Err(RefusalCode::TooManyStreams));
            let stream = StreamName::Game(last.unwrap());
            bob.ask(|id| ClientMessage::Unsubscribe { id, stream }).await.unwrap();
            bob.subscribe(StreamName::Game(game), None).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_a_position_allows_is_told() {
    let server = TestServer::start().await;
    let mut visitor = server.enter("visitor").await;
    let mut look = async |sfen: &str| {
        let (variant, sfen) = ("standard".to_owned(), sfen.to_owned());
        let answer = visitor.ask(|id| ClientMessage::Position { id, variant, sfen }).await;
        answer.unwrap().position.unwrap()
    };
    let mated = look("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2").await;
    assert!(mated.mate && mated.check && mated.dests.is_empty(), "{mated:?}");
    let tsume = look("8k/9/7G1/9/9/9/9/9/9 b G 1").await;
    assert!(tsume.dests.iter().any(|(from, to)| from == "G*" && to.contains("1b")), "{tsume:?}");
    let broken = look("4k4/9/9/9/9/9/4P4/4P4/9 b - 1").await;
    assert!(!broken.problems.is_empty() && broken.dests.is_empty(), "{broken:?}");
    let fine = look("4k4/9/9/9/9/9/9/9/4K4 b - 1").await;
    assert_eq!(fine.dests.iter().collect::<Vec<_>>(), [("5i", "4h4i5h6h6i")]);
    drop(pair(&server, "0+30").await);
}

both_servers!(no_game_begins_while_the_server_stops, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mut seeker = server.enter("seeker").await;
    seeker.follow(StreamName::Lobby).await;
    let open = seeker.seek("5+30").await;
    server.refuse_new_games();
    assert_eq!(seeker.seek_for(setup(clock("5+30"))).await, Err(RefusalCode::Stopping));
    let accepted = sente.ask(|id| ClientMessage::Accept { id, seek: open }).await;
    assert_eq!(accepted.unwrap_err(), RefusalCode::Stopping);
    let created = seeker
        .ask(|id| ClientMessage::Create { id, create: uuid(), setup: setup(clock("5+30")) })
        .await;
    assert_eq!(created.unwrap_err(), RefusalCode::Stopping);
    // What has begun goes on until the end.
    sente.play("7g7f").await;
    gote.sees_ply(1).await;
    assert_eq!(server.game(game).await.moves.len(), 1);
});
