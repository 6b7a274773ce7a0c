//! Games by correspondence: nobody has to be there, and days pass.

use std::{sync::Arc, time::Duration};

use komadai_game::{
    Command, CommandKey, Game, Phase, Player, Setup, Time, TimeControl, clocks::Correspondence,
};
use komadai_ids::GameId;
use komadai_live::{Connection, Refused, Reply, Why};
use komadai_rules::{BySide, Side};
use tokio::time::sleep;

use super::{
    disk::Disk,
    shelf::Shelf,
    truth::Truth,
    visitors::{House, live, player, setup},
};

const HOUR: Duration = Duration::from_secs(3_600);

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
) -> Result<GameId, Refused> {
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
        let (here, _frames) = house.enter(&alice, 1);
        let mut setup = by_correspondence(1, &alice, Some(&bob), start_ms);
        // The last two hours of a day, which the paused clock need not go through second by second.
        let left = Time { main_ms: 2 * HOUR_MS as u32, periods: 0 };
        setup.times = Some(BySide { sente: left, gote: left });
        let game = setup.id;
        let reply = Reply { connection: here.clone(), id: 1 };
        house.live.directory.create(setup, Some(reply)).unwrap();
        sleep(100 * MINUTE).await;
        assert_eq!(look(&house, game).await.phase(), Phase::Playing, "no first move is hurried");
        let room = house.live.directory.live(game.code()).unwrap();
        let command = Command::Move {
            ply: 0,
            usi: "7g7f".to_owned(),
            read_ms: house.timebase.now_ms(),
            srtt_ms: None,
        };
        let key = CommandKey { client: 1, id: 1 };
        room.command(alice.id, key, command, Reply { connection: here.clone(), id: 9 }).unwrap();
        house.live.presence.disconnect(&here, Some(alice.id));
        // Both are away, and neither has left.
        sleep(HOUR).await;
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
