//! Games by correspondence: nobody has to be there, and days pass.

use std::{sync::Arc, time::Duration};

use komadai_game::{
    Command, CommandKey, Game, Phase, Player, Setup, Time, TimeControl, clocks::Correspondence,
};
use komadai_ids::GameId;
use komadai_live::{Connection, LiveRefusal, Reply, Why};
use komadai_rules::{BySide, Side};
use tokio::time::sleep;

use super::{
    disk::Disk,
    shelf::Shelf,
    truth::Truth,
    visitors::{House, live, player, setup},
};

const MINUTE: Duration = Duration::from_secs(60);

const HOUR_MS: u64 = 3_600_000;

/// With a day for each move; it waits for somebody, or begins at once.
fn by_correspondence(n: u16, maker: &Player, opponent: Option<&Player>, now_ms: u64) -> Setup {
    let clock = TimeControl::Correspondence(Correspondence::of_days(1));
    let mut setup = setup(n, maker, now_ms);
    setup.clocks = BySide { sente: clock, gote: clock };
    setup.seats.opponent = opponent.cloned();
    setup
}

fn make(
    house: &House,
    n: u16,
    maker: &Player,
    opponent: Option<&Player>,
    by: &Arc<Connection>,
) -> Result<GameId, LiveRefusal> {
    let setup = by_correspondence(n, maker, opponent, house.timebase.now_ms());
    let id = setup.id;
    let reply = Reply { connection: by.clone(), id: u32::from(n) };
    house.live.directory.create(setup, Some(reply)).map(|()| id)
}

async fn look(house: &House, game: GameId) -> Game {
    house.live.directory.look(game.code()).await.unwrap().unwrap()
}

#[test]
fn a_game_goes_on_through_a_stop_and_its_flag_falls_when_nobody_is_there() {
    let (truth, shelf) = (Truth::default(), Shelf::default());
    let disk = Disk::new(truth.clone());
    let start_ms = 1_790_000_000_000;
    let [alice, bob] = [player(1, false), player(2, false)];
    let (game, ran_ms) = live(async {
        let house = House::open_as(&disk, &truth, &shelf, start_ms, false).await;
        let game = quiet_game(&house, &alice, &bob).await;
        sleep(100 * MINUTE).await;
        assert_eq!(look(&house, game).await.phase(), Phase::Playing, "no first move is hurried");
        plays(&house, game, &alice, 0, "7g7f").await;
        // Both are away, and neither has left.
        sleep(59 * MINUTE).await;
        let now = look(&house, game).await;
        assert_eq!((now.phase(), now.line().n_moves()), (Phase::Playing, 1));
        assert_eq!(now.times().sente.main_ms, 24 * HOUR_MS as u32, "the next move has its day");
        (game, house.timebase.now_ms() - start_ms)
    });
    disk.ran(ran_ms);

    // The server is away for three days, which are charged to nobody.
    live(async {
        let house = House::open_as(&disk, &truth, &shelf, start_ms + ran_ms + 72 * HOUR_MS, false);
        let house = house.await;
        sleep(59 * MINUTE).await;
        assert_eq!(look(&house, game).await.phase(), Phase::Playing, "it had an hour left");
        sleep(3 * MINUTE).await;
        let over = look(&house, game).await;
        let outcome = over.outcome().map(|it| (it.reason.as_str(), it.winner));
        assert_eq!(outcome, Some(("time", Some(Side::Sente))));
    });
}

#[tokio::test(start_paused = true)]
async fn who_plays_by_correspondence_is_free_for_other_games() {
    let house = House::new().await;
    let [alice, bob] = [player(1, false), player(2, false)];
    let mut here = house.enter(&alice, 1);
    make(&house, 1, &alice, Some(&bob), &here.0).unwrap();
    sleep(MINUTE).await;
    let directory = &house.live.directory;
    assert!(directory.playing(alice.id)[0].is_correspondence);
    assert_eq!(directory.at_the_board(alice.id), []);
    assert_eq!(directory.summaries(usize::MAX).await, [], "nobody watches a letter on its way");
    assert!(house.seek(2, &alice, &mut here).await, "she looks for a game to play at once");
}

#[tokio::test(start_paused = true)]
async fn an_offer_by_correspondence_stands_while_its_maker_is_away() {
    let house = House::new().await;
    let alice = player(1, false);
    let mut here = house.enter(&alice, 1);
    let offer = by_correspondence(1, &alice, None, house.timebase.now_ms());
    assert!(house.seek_for(1, offer, &mut here).await);
    assert!(house.seek(2, &alice, &mut here).await);
    let week_ms = 7 * 24 * HOUR_MS;
    let made_ms = house.timebase.now_ms() - week_ms + 90 * 60_000;
    let link = by_correspondence(3, &alice, None, made_ms);
    let (game, reply) = (link.id, Reply { connection: here.0.clone(), id: 3 });
    house.live.directory.create(link, Some(reply)).unwrap();
    house.live.presence.disconnect(&here.0, Some(alice.id));
    let is_open = async |n: u16| {
        let seek = uuid::Uuid::from_u128(u128::from(n) + 1);
        house.live.lobby.look(seek).await.unwrap().is_some()
    };
    sleep(MINUTE).await;
    assert!(is_open(1).await && !is_open(2).await, "to be played at once it needs its maker");
    sleep(80 * MINUTE).await;
    assert!(is_open(1).await);
    assert!(house.is_waiting(game).await, "a link is good for a week");
    sleep(10 * MINUTE).await;
    assert!(!house.is_waiting(game).await);
}

#[tokio::test(start_paused = true)]
async fn accounts_have_a_hundred_games_by_correspondence_and_guests_none() {
    let house = House::new().await;
    let [alice, guest] = [player(1, false), player(2, true)];
    let mut visitor = house.enter(&guest, 2);
    let refused = make(&house, 500, &guest, None, &visitor.0).unwrap_err();
    assert_eq!(refused.why, Why::NeedsAccount);
    let offer = by_correspondence(501, &guest, None, house.timebase.now_ms());
    assert!(!house.seek_for(501, offer, &mut visitor).await);

    let (here, _frames) = house.enter(&alice, 1);
    for n in 0..100 {
        make(&house, n, &alice, Some(&player(1_000 + n, false)), &here).unwrap();
    }
    let refused = make(&house, 100, &alice, Some(&player(2_000, false)), &here).unwrap_err();
    assert_eq!(refused.why, Why::TooManyGames);
    assert!(refused.message.contains("by correspondence"), "{refused:?}");
    house.create(200, &alice, &here).unwrap();
}

/// A game in which each has two hours left, and both are away.
async fn quiet_game(house: &House, alice: &Player, bob: &Player) -> GameId {
    let (here, _frames) = house.enter(alice, 1);
    let mut setup = by_correspondence(1, alice, Some(bob), house.timebase.now_ms());
    let left = Time { main_ms: 2 * HOUR_MS as u32, periods: 0 };
    setup.times = Some(BySide { sente: left, gote: left });
    let game = setup.id;
    let reply = Reply { connection: here.clone(), id: 1 };
    house.live.directory.create(setup, Some(reply)).unwrap();
    // What is not known to be agreed to may be called off.
    house.live.presence.disconnect(&here, Some(alice.id));
    game
}

/// Plays a move as somebody who comes for it and goes at once.
async fn plays(house: &House, game: GameId, by: &Player, ply: u32, usi: &str) {
    let (here, _frames) = house.enter(by, 3);
    let room = house.live.directory.open(game.code()).await.unwrap().unwrap();
    let read_ms = house.timebase.now_ms();
    let command = Command::Move { ply, usi: usi.to_owned(), read_ms, srtt_ms: None };
    let key = CommandKey { client: 7, id: ply };
    room.command(by.id, key, command, Reply { connection: here.clone(), id: 9 }).unwrap();
    sleep(MINUTE).await;
    assert_eq!(look(house, game).await.line().n_moves(), ply + 1);
    house.live.presence.disconnect(&here, Some(by.id));
}

/// Decides on answers as somebody who comes for it and goes at once.
async fn decides(house: &House, game: GameId, by: &Player, n: u32, ply: u32, lines: &[&str]) {
    let (here, _frames) = house.enter(by, 4);
    let room = house.live.directory.open(game.code()).await.unwrap().unwrap();
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    let command = Command::Conditions { ply, lines };
    let key = CommandKey { client: 8, id: n };
    room.command(by.id, key, command, Reply { connection: here.clone(), id: 9 }).unwrap();
    sleep(MINUTE).await;
    house.live.presence.disconnect(&here, Some(by.id));
}

fn n_rooms(house: &House) -> usize {
    house.live.directory.n_rooms()
}

#[test]
fn a_game_in_which_nothing_happens_sleeps_until_somebody_comes() {
    let (truth, shelf) = (Truth::default(), Shelf::default());
    let disk = Disk::new(truth.clone());
    let start_ms = 1_790_000_000_000;
    let [alice, bob] = [player(1, false), player(2, false)];
    let (game, ran_ms) = live(async {
        let house = House::open_as(&disk, &truth, &shelf, start_ms, false).await;
        let game = quiet_game(&house, &alice, &bob).await;
        sleep(29 * MINUTE).await;
        assert_eq!(n_rooms(&house), 1);
        sleep(2 * MINUTE).await;
        assert_eq!(n_rooms(&house), 0, "it has no room");
        assert!(house.live.directory.playing(alice.id).is_empty());
        for (who, side) in [(&alice, Side::Sente), (&bob, Side::Gote)] {
            let playing = house.live.directory.all_playing(who.id).await.unwrap();
            assert_eq!(playing.len(), 1);
            assert_eq!((playing[0].game, playing[0].side), (game.code(), side));
            assert!(playing[0].is_correspondence);
        }
        plays(&house, game, &alice, 0, "7g7f").await;
        assert_eq!(n_rooms(&house), 1);
        (game, house.timebase.now_ms() - start_ms)
    });
    disk.ran(ran_ms);

    // It was awake when the process died, and what the archive has of it is older.
    let ran_ms = live(async {
        let house = House::open_as(&disk, &truth, &shelf, start_ms + ran_ms, false).await;
        assert_eq!(n_rooms(&house), 1);
        assert_eq!(look(&house, game).await.line().n_moves(), 1);
        sleep(35 * MINUTE).await;
        assert_eq!(n_rooms(&house), 0, "it sleeps again");
        house.timebase.now_ms() - start_ms
    });
    disk.ran(ran_ms);

    // Nothing is read of one that slept, and the day during which nobody was here is not counted.
    live(async {
        let now_ms = start_ms + ran_ms + 24 * HOUR_MS;
        let house = House::open_as(&disk, &truth, &shelf, now_ms, false).await;
        assert_eq!(n_rooms(&house), 0);
        let now = look(&house, game).await;
        assert_eq!((now.phase(), now.line().n_moves()), (Phase::Playing, 1));
        let left_ms = now.deadline_ms(None).unwrap() - now_ms;
        let (least_ms, most_ms) = (83 * 60_000, 87 * 60_000);
        assert!((least_ms..most_ms).contains(&left_ms), "{left_ms} ms are left");
        plays(&house, game, &bob, 1, "3c3d").await;
    });
}

#[tokio::test(start_paused = true)]
async fn a_game_wakes_when_little_time_is_left_and_when_none_is() {
    let house = House::new().await;
    let [alice, bob] = [player(1, false), player(2, false)];
    let game = quiet_game(&house, &alice, &bob).await;
    plays(&house, game, &alice, 0, "7g7f").await;
    let due_ms = look(&house, game).await.deadline_ms(None).unwrap();
    let until = |ms: u64| Duration::from_millis(ms - house.timebase.now_ms());
    sleep(until(due_ms - HOUR_MS / 2 - 1_000)).await;
    assert_eq!(n_rooms(&house), 0);
    sleep(MINUTE).await;
    assert_eq!(n_rooms(&house), 1, "whose turn it is can be told that time is running out");
    sleep(until(due_ms - 1_000)).await;
    assert_eq!(look(&house, game).await.phase(), Phase::Playing);
    sleep(Duration::from_millis(1_500)).await;
    let over = look(&house, game).await;
    let outcome = over.outcome().map(|it| (it.reason.as_str(), it.winner));
    assert_eq!(outcome, Some(("time", Some(Side::Sente))));
    sleep(MINUTE).await;
    assert!(house.live.directory.all_playing(bob.id).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_game_does_not_sleep_while_whose_turn_it_is_may_be_told_of_it() {
    let house = House::new().await;
    let [alice, bob] = [player(1, false), player(2, false)];
    let game = quiet_game(&house, &alice, &bob).await;
    let (here, _frames) = house.enter(&alice, 1);
    sleep(40 * MINUTE).await;
    assert_eq!(n_rooms(&house), 1, "she is on the site");
    house.live.presence.disconnect(&here, Some(alice.id));
    sleep(2 * MINUTE).await;
    assert_eq!(n_rooms(&house), 0);
    // Somebody looks on.
    let (here, _frames) = house.enter(&bob, 2);
    let room = house.live.directory.open(game.code()).await.unwrap().unwrap();
    room.subscribe(Some(bob.id), None, Reply { connection: here.clone(), id: 2 }).unwrap();
    drop(room);
    sleep(35 * MINUTE).await;
    assert_eq!(n_rooms(&house), 1);
}

// What is superseded leaves the log, which becomes shorter than that with which the game slept.
#[test]
fn a_game_that_has_forgotten_conditions_since_it_slept_goes_on_from_where_it_was() {
    let (truth, shelf) = (Truth::default(), Shelf::default());
    let disk = Disk::new(truth.clone());
    let start_ms = 1_790_000_000_000;
    let [alice, bob] = [player(1, false), player(2, false)];
    // An answer to each of thirty pairs of pawn moves.
    let pawns = [1, 3, 4, 5, 6, 7, 8, 9].map(|file| format!("{file}c{file}d"));
    let pairs = pawns.iter().flat_map(|one| pawns.iter().map(move |other| (one, other)));
    let lines: Vec<_> = pairs
        .filter(|(one, other)| one != other)
        .take(30)
        .map(|(one, other)| format!("{one} 2g2f {other} 2f2e"))
        .collect();
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let (game, ran_ms) = live(async {
        let house = House::open_as(&disk, &truth, &shelf, start_ms, false).await;
        let game = quiet_game(&house, &alice, &bob).await;
        plays(&house, game, &alice, 0, "7g7f").await;
        decides(&house, game, &alice, 1, 1, &lines).await;
        assert!(!look(&house, game).await.conditions(Side::Sente).is_empty());
        sleep(35 * MINUTE).await;
        assert_eq!(n_rooms(&house), 0);
        decides(&house, game, &alice, 2, 1, &[]).await;
        plays(&house, game, &bob, 1, "4c4d").await;
        // It is written to the journal again, and what was written before is not read any more.
        sleep(15 * MINUTE).await;
        (game, house.timebase.now_ms() - start_ms)
    });
    disk.ran(ran_ms);
    // Once it was awake when the process died, and once asleep.
    let mut ran_ms = ran_ms;
    for n_rooms_expected in [1, 0] {
        ran_ms = live(async {
            let house = House::open_as(&disk, &truth, &shelf, start_ms + ran_ms, false).await;
            assert_eq!(n_rooms(&house), n_rooms_expected);
            let now = look(&house, game).await;
            assert_eq!(now.line().n_moves(), 2, "both moves were announced");
            assert!(now.conditions(Side::Sente).is_empty());
            sleep(35 * MINUTE).await;
            assert_eq!(n_rooms(&house), 0);
            house.timebase.now_ms() - start_ms
        });
        disk.ran(ran_ms);
    }
}
