//! Rated games, as both players and anybody else see them.

use komadai_protocol::{
    ClockSetup, Clocks, GameEvent, PlayerView, RefusalCode, StartSetup,
    http::{players::Profile, ratings::GameStrengths},
};
use komadai_rules::Side;
use serde_json::{Value, json};

use super::{
    play, play_opening,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until};

/// Somebody with an account.
pub(super) async fn member(server: &TestServer, handle: &str, declared: &str) -> Tab {
    member_from(server, "127.0.0.1", handle, declared).await
}

/// The same, from another address behind a proxy, because so many register from one at most.
pub(super) async fn member_from(
    server: &TestServer,
    address: &str,
    handle: &str,
    declared: &str,
) -> Tab {
    let visitor = server.enter(handle).await;
    let body = json!({ "handle": handle, "password": "bảy con tốt đen", "declared": declared });
    let path = "/api/v1/account/register";
    let headers = [("Cookie", visitor.cookie.as_str()), ("X-Forwarded-For", address)];
    let page = server.request("POST", path, &headers, &body.to_string()).await;
    assert_eq!(page.status, 200, "{page:?}");
    let set = page.header("set-cookie").expect("a cookie").to_owned();
    let cookie = set.split(';').next().unwrap().to_owned();
    Tab::open(server.address, handle, Some(cookie)).await
}

/// How strong the players of a game are, once it has changed something.
pub(super) async fn strengths(server: &TestServer, code: komadai_ids::Code) -> GameStrengths {
    let path = format!("/api/v1/games/{code}/ratings");
    let ask = async || -> GameStrengths {
        serde_json::from_value(server.get(&path).await.json()).unwrap()
    };
    until("the game is rated", || async {
        ask().await.players.sente.is_some_and(|it| it.change.is_some())
    })
    .await;
    ask().await
}

both_servers!(a_rated_game_changes_both_ratings_once, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "3k").await;
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    wanted.side = komadai_protocol::SideWish::Random;
    alice.seek_for(wanted).await.unwrap();
    let game = bob.accept().await;
    alice.sit_down().await;
    assert!(server.game(game).await.rated);
    let mut players = [alice, bob];
    let shown = players[0].look_at(game).await;
    assert!(!shown.rules.takeback, "what counts is not taken back");
    let [alice, bob] = &mut players;
    let sente_is_alice = alice.view.you == Some(Side::Sente);
    let (sente, gote) = if sente_is_alice { (alice, bob) } else { (bob, alice) };
    play_opening(sente, gote).await;
    gote.resign().await.unwrap();

    let after = strengths(server, game).await;
    assert_eq!((after.rated, after.speed.as_str()), (true, "rapid"));
    let [sente, gote] = [after.players.sente.clone().unwrap(), after.players.gote.clone().unwrap()];
    assert!(sente.change.unwrap() > 0 && gote.change.unwrap() < 0, "{after:?}");
    // 1-kyu begins in the middle of its band, 3-kyu in the middle of its own.
    let mut begun = [&sente, &gote]
        .map(|it| (it.strength.declared.unwrap().to_string(), it.strength.rating.unwrap()));
    begun.sort();
    assert_eq!(begun, [("1k".to_owned(), 1_620), ("3k".to_owned(), 1_410)]);
    assert!(sente.strength.provisional && sente.strength.grade.is_none());

    server.restart().await;
    assert_eq!(strengths(server, game).await, after);
});

both_servers!(what_cannot_be_rated_is_refused, |server| async {
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    let mut guest = server.enter("guest").await;
    assert_eq!(guest.seek_for(wanted.clone()).await.unwrap_err(), RefusalCode::NeedsAccount);
    let mut alice = member(server, "alice", "15k").await;
    for start in [
        StartSetup::Named("10_piece".to_owned()),
        StartSetup::Position { sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned() },
    ] {
        let mut odd = wanted.clone();
        odd.start = start;
        assert_eq!(alice.seek_for(odd).await.unwrap_err(), RefusalCode::BadSetup);
    }
    let clocks = std::mem::replace(&mut wanted.clock, Clocks::Both(ClockSetup::Untimed {}));
    assert_eq!(alice.seek_for(wanted.clone()).await.unwrap_err(), RefusalCode::BadSetup);
    wanted.clock = clocks;
    // A guest finds the table, but may not sit down.
    let game = alice.create(wanted).await;
    let joined = guest.ask(|id| komadai_protocol::ClientMessage::Join { id, game }).await;
    assert_eq!(joined.unwrap_err(), RefusalCode::NeedsAccount);

    let visitor = server.enter("visitor").await;
    let body = json!({ "handle": "carol", "password": "bảy con tốt đen", "declared": "7d" });
    let headers = [("Cookie", visitor.cookie.as_str())];
    let page =
        server.request("POST", "/api/v1/account/register", &headers, &body.to_string()).await;
    assert_eq!((page.status, page.json()["code"].as_str()), (422, Some("bad_declared")));
});

both_servers!(of_a_sennichite_chain_only_the_last_game_counts, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    wanted.rules = komadai_protocol::RulesSetup::Named("tournament".to_owned());
    let first = alice.create(wanted).await;
    bob.join(first).await;
    alice.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    let moves = "4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a";
    play(&mut alice, &mut bob, moves.split(' ')).await;
    let next = bob.sees_end().await.next.expect("a replay");
    bob.look_at(next).await;
    alice.look_at(next).await;
    // The sides are exchanged (§2.2).
    play_opening(&mut bob, &mut alice).await;
    bob.resign().await.unwrap();
    let after = strengths(server, next).await;
    assert!(after.players.sente.unwrap().change.is_some());
    let page = server.get(&format!("/api/v1/games/{first}/ratings")).await.json();
    let first: GameStrengths = serde_json::from_value(page).unwrap();
    assert!(first.players.sente.unwrap().change.is_none(), "it was no result");
});

both_servers!(a_players_page_tells_what_was_played, |server| async {
    let mut alice = member(server, "alice", "5k").await;
    let mut bob = member(server, "bob", "5k").await;
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    let mut last = None;
    for n in 0..4 {
        wanted.start = StartSetup::Named(if n == 3 { "lance" } else { "even" }.to_owned());
        let game = alice.create(wanted.clone()).await;
        bob.join(game).await;
        alice.look_at(game).await;
        play_opening(&mut alice, &mut bob).await;
        let loser = if n == 0 { &mut alice } else { &mut bob };
        loser.resign().await.unwrap();
        last = Some(game);
    }
    strengths(server, last.unwrap()).await;

    let page = server.get("/api/v1/players/Alice").await.json();
    let told: Profile = serde_json::from_value(page).unwrap();
    assert_eq!((told.wins, told.draws, told.losses), (3, 0, 1));
    assert_eq!((told.streak, told.best_streak), (3, 3));
    assert_eq!((told.handle.as_str(), told.declared), ("alice", "5k".parse().ok()));
    assert!(told.grade.is_none() && told.awards.is_empty() && told.playing.is_empty());
    let next = told.next.expect("there is always a next grade");
    // None of them was long enough to count.
    assert_eq!((next.games_missing, next.uncertain), (8, false));
    assert_eq!(told.ratings.len(), 1);
    assert!(told.ratings[0].provisional);
    let kinds: Vec<_> =
        told.by_handicap.iter().map(|row| (row.kind.as_deref(), row.gave, row.wins)).collect();
    // A player who is sente by agreement has been given the first move.
    assert_eq!(kinds, [(Some("first_move"), false, 2), (Some("lance"), false, 1)]);
    assert_eq!(told.by_grade.len(), 1);

    let history = server.get("/api/v1/players/alice/history").await.json();
    assert_eq!(history["points"].as_array().map(Vec::len), Some(4));
    let found = async |query: &str| {
        let page = server.get(&format!("/api/v1/games?{query}")).await.json();
        page["games"].as_array().map(Vec::len)
    };
    assert_eq!(found("player=alice&result=won").await, Some(3));
    assert_eq!(found("opponent=bob&handicap=lance").await, Some(1));
    assert_eq!(found("player=nobody").await, Some(0));
    // Provisional ratings are on no list.
    let list = server.get("/api/v1/players?speed=rapid").await.json();
    assert_eq!(list["players"].as_array().map(Vec::len), Some(0));
    for (path, status) in [
        ("/api/v1/players/nobody", 404),
        ("/api/v1/players/alice/awards/1d", 404),
        ("/api/v1/players/alice/awards/1d/certificate.svg", 404),
        ("/api/v1/players?speed=rapid&after=x", 400),
        ("/api/v1/games?result=maybe", 400),
        ("/api/v1/games?player=alice&colour=red", 400),
        ("/api/v1/games?player=alice&after_ms=soon", 400),
        ("/api/v1/games?after_ms=1&after=00000000-0000-0000-0000-000000000000&from_ms=1", 200),
    ] {
        assert_eq!(server.get(path).await.status, status, "{path}");
    }
});

/// A table by which short games with one opponent earn a grade.
fn easy_grades() -> String {
    let mut text = include_str!("../../../../../config/grades.toml").to_owned();
    for (from, to) in [
        ("\nplies = 30", "\nplies = 2"),
        ("\ngames_in_all = 30", "\ngames_in_all = 1"),
        ("\ngames_of_few = 8", "\ngames_of_few = 1"),
        ("\nopponents = 10", "\nopponents = 1"),
        ("\nopponents = 5", "\nopponents = 1"),
        ("\nopponents = 6", "\nopponents = 1"),
        ("\nopponents = 7", "\nopponents = 1"),
        ("\nfriends = 2", "\nfriends = 0"),
        ("\ncertainty = 1.5", "\ncertainty = -9.0"),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

both_servers!(
    a_moderator_annuls_a_grade_and_says_why,
    |config| {
        config.limits.rated_at_one_address = usize::MAX;
        config.limits.rated_of_a_pair = usize::MAX;
        config.rating.grades = config.database.data_dir.join("grades.toml");
        std::fs::write(&config.rating.grades, easy_grades()).unwrap();
    },
    |server| async {
        let mut alice = member(server, "alice", "5k").await;
        let mut bob = member(server, "bob", "5k").await;
        let mut wanted = setup(clock("10+30"));
        wanted.rated = true;
        let mut last = None;
        for n in 0..24 {
            let game = alice.create(wanted.clone()).await;
            bob.join(game).await;
            // A rating that nobody ever dents does not become certain.
            alice.look_at(game).await;
            play_opening(&mut alice, &mut bob).await;
            let loser = if n % 3 == 1 { &mut alice } else { &mut bob };
            loser.resign().await.unwrap();
            last = Some(game);
        }
        strengths(server, last.unwrap()).await;
        let profile = async || -> Profile {
            serde_json::from_value(server.get("/api/v1/players/alice").await.json()).unwrap()
        };
        let held = profile().await.grade.expect("a grade").to_string();

        let annul = |user: &Value, grade: &str, reason: &str| {
            json!({ "user": user, "grade": grade, "reason": reason }
            )
        };
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let known =
            send(server, &moderator, "GET", "/moderation/accounts/alice", Value::Null).await;
        let (user, grades) = (known.json()["user"].clone(), known.json()["grades"].clone());
        assert_eq!(grades[0], held.as_str(), "{grades}");
        let grade = "/moderation/grades";
        let why = "Tài khoản thứ hai";
        for (cookie, body, status) in [
            ("", annul(&user, &held, why), 401),
            (alice.cookie.as_str(), annul(&user, &held, why), 403),
            (moderator.as_str(), annul(&user, &held, " "), 422),
            (moderator.as_str(), annul(&user, "10d", why), 422),
            (moderator.as_str(), annul(&user, "8d", why), 404),
            (moderator.as_str(), annul(&user, &held, why), 204),
            (moderator.as_str(), annul(&user, &held, why), 404),
        ] {
            let page = send(server, cookie, "POST", grade, body.clone()).await;
            assert_eq!(page.status, status, "{body}: {page:?}");
        }
        let after = profile().await;
        assert_ne!(after.grade.map(|it| it.to_string()).as_ref(), Some(&held));
        assert!(after.awards.iter().all(|award| award.grade.to_string() != held));
        let admin = sign_in_as(server, "keeper", "admin").await;
        let log = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
        let entries = log["entries"].as_array().unwrap().iter();
        let annulled: Vec<_> = entries.filter(|it| it["action"] == "annul_grade").collect();
        assert_eq!(annulled.len(), 1, "{log}");
        assert_eq!(
            (&annulled[0]["by"], &annulled[0]["about"]),
            (&"watchful".into(), &"alice".into())
        );
        assert_eq!(annulled[0]["details"], format!("{held}: {why}"));
    }
);

/// The players of a game, sente first, with the sign on their kings.
async fn kings(server: &TestServer, game: komadai_ids::Code) -> [(String, String); 2] {
    let players = server.game(game).await.players;
    let sign = |it: Option<PlayerView>| it.map(|it| (it.name, it.king)).expect("a player");
    [sign(players.sente), sign(players.gote)]
}

// §2.5: the higher grade, the higher rating, the creator.
both_servers!(who_ranks_higher_has_the_king, |server| async {
    let mut alice = member(server, "alice", "5k").await;
    let mut bob = member(server, "bob", "5k").await;
    let seen = |sente: [&str; 2], gote: [&str; 2]| {
        [sente, gote].map(|[name, king]| (name.to_owned(), king.to_owned()))
    };
    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    // Both have declared the same, and nobody has played yet: the creator.
    let first = bob.create(wanted.clone()).await;
    alice.join(first).await;
    assert_eq!(kings(server, first).await, seen(["bob", "王"], ["alice", "玉"]));
    bob.look_at(first).await;
    play_opening(&mut bob, &mut alice).await;
    bob.resign().await.unwrap();
    strengths(server, first).await;
    // Alice has the higher rating, no matter who makes the game, by link or by seek.
    let by_link = bob.create(wanted.clone()).await;
    alice.join(by_link).await;
    assert_eq!(kings(server, by_link).await, seen(["bob", "玉"], ["alice", "王"]));
    bob.look_at(by_link).await;
    bob.abort().await.unwrap();
    bob.seek_for(wanted).await.unwrap();
    let by_seek = alice.accept().await;
    assert_eq!(kings(server, by_seek).await, seen(["bob", "玉"], ["alice", "王"]));
    // It is written with the game.
    server.restart().await;
    assert_eq!(kings(server, by_seek).await, seen(["bob", "玉"], ["alice", "王"]));
});
