//! Who is there at a board, by what comes from their sockets.

use std::{sync::Arc, time::Duration};

use komadai_game::{Command, CommandKey, Player, TimeControl, clocks::Untimed};
use komadai_ids::Code;
use komadai_live::{
    Connection, QueueReader, Reply, opponents::OpponentWish, room::PLAYER_SILENCE_MAX_MS,
};
use komadai_rules::BySide;
use tokio::time::{sleep, timeout};

use super::{
    visitors::{House, player, setup},
    window::Frame,
};

/// Somebody at a table.
struct Seated {
    player: Player,
    connection: Arc<Connection>,
    frames: QueueReader,
}

impl Seated {
    fn at(house: &House, n: u16) -> Self {
        let player = player(n, true);
        let (connection, frames) = house.enter(&player, n as u8);
        connection.heard(house.timebase.now_ms());
        Self { player, connection, frames }
    }

    fn reply(&self, id: u32) -> Reply {
        Reply { connection: self.connection.clone(), id }
    }

    /// Something comes from the client; as a session does, it tells the room if that was missed.
    fn speaks(&self, house: &House, game: Code) {
        if self.connection.heard(house.timebase.now_ms()) {
            let room = house.live.directory.live(game).unwrap();
            assert!(room.speaks(self.connection.id));
        }
    }

    /// Who is there, as it is announced next; `None` when nothing is announced for a minute.
    async fn sees(&mut self, house: &House) -> Option<BySide<bool>> {
        let told = async {
            loop {
                let frame = self.frames.next().await.unwrap();
                if let Frame::Presence(connected) = house.window.read(frame.bytes()) {
                    return connected;
                }
            }
        };
        timeout(Duration::from_secs(60), told).await.ok()
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_player_is_away_until_something_comes() {
    let house = House::new().await;
    let mut alice = Seated::at(&house, 1);
    let bob = Seated::at(&house, 2);
    let game = house.create(1, &alice.player, &alice.connection).unwrap().code();
    let room = house.live.directory.live(game).unwrap();
    for seated in [&alice, &bob] {
        room.subscribe(Some(seated.player.id), None, seated.reply(1)).unwrap();
    }
    let join = Command::Join { player: bob.player.clone(), has_king: false };
    let key = CommandKey { client: 2, id: 2 };
    room.command(bob.player.id, key, join, bob.reply(2)).unwrap();
    let both = BySide { sente: true, gote: true };
    while alice.sees(&house).await != Some(both) {}

    // Alice says something now and then, Bob nothing.
    let began_ms = house.timebase.now_ms();
    let alone = loop {
        sleep(Duration::from_secs(3)).await;
        alice.speaks(&house, game);
        let told = timeout(Duration::from_millis(1), alice.sees(&house)).await;
        if let Ok(told) = told {
            break told;
        }
    };
    assert_eq!(alone, Some(BySide { sente: true, gote: false }));
    let after_ms = house.timebase.now_ms() - began_ms;
    assert!((PLAYER_SILENCE_MAX_MS..PLAYER_SILENCE_MAX_MS + 4_000).contains(&after_ms));

    // A list in which he sees the game brings nobody to the board.
    let list = Seated::at(&house, 2);
    room.glance(None, list.reply(9)).unwrap();
    assert!(timeout(Duration::from_secs(2), alice.sees(&house)).await.is_err());
    alice.speaks(&house, game);

    // Whatever comes from him, he is there again.
    bob.speaks(&house, game);
    assert_eq!(alice.sees(&house).await, Some(both));
    // Where nobody plays any more, nobody is missed.
    let key = CommandKey { client: 2, id: 3 };
    room.command(bob.player.id, key, Command::Abort, bob.reply(3)).unwrap();
    sleep(Duration::from_secs(1)).await;
    assert_eq!(alice.sees(&house).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_game_without_a_clock_goes_on_while_somebody_is_there() {
    let house = House::new().await;
    let [alice, bob] = [1, 2].map(|n| Seated::at(&house, n));
    let mut game = setup(1, &alice.player, house.timebase.now_ms());
    game.clocks = BySide::from_fn(|_| TimeControl::Untimed(Untimed {}));
    game.seats.opponent = Some(bob.player.clone());
    let code = game.id.code();
    house.live.directory.create(game, Some(alice.reply(1))).unwrap();
    let room = house.live.directory.live(code).unwrap();
    for seated in [&alice, &bob] {
        room.subscribe(Some(seated.player.id), None, seated.reply(2)).unwrap();
    }
    let is_listed = async || house.live.directory.summaries(usize::MAX).await.len() == 1;
    sleep(Duration::from_secs(3_600)).await;
    for seated in [&alice, &bob] {
        seated.speaks(&house, code);
    }
    assert!(is_listed().await, "somebody thinks");
    for seated in [&alice, &bob] {
        room.unsubscribe(seated.connection.id).await;
    }
    sleep(Duration::from_secs(59)).await;
    assert!(is_listed().await, "they may have reloaded the page");
    sleep(Duration::from_secs(2)).await;
    assert!(!is_listed().await, "nobody has been there for a minute");
    room.subscribe(Some(alice.player.id), None, alice.reply(3)).unwrap();
    sleep(Duration::from_secs(1)).await;
    assert!(is_listed().await, "and goes on with it");
}

#[tokio::test(start_paused = true)]
async fn a_machine_alone_plays_no_game_without_a_clock() {
    let house = House::new().await;
    let alice = Seated::at(&house, 1);
    let level = OpponentWish { engine: None, level: 1 };
    let mut game = setup(1, &alice.player, house.timebase.now_ms());
    game.clocks = BySide::from_fn(|_| TimeControl::Untimed(Untimed {}));
    game.seats.opponent = Some(house.live.directory.opponents().find(&level, "standard").unwrap());
    let code = game.id.code();
    house.live.directory.create(game, Some(alice.reply(1))).unwrap();
    let room = house.live.directory.live(code).unwrap();
    room.subscribe(Some(alice.player.id), None, alice.reply(2)).unwrap();
    let is_listed = async || house.live.directory.summaries(usize::MAX).await.len() == 1;
    sleep(Duration::from_secs(90)).await;
    alice.speaks(&house, code);
    assert!(is_listed().await, "she thinks");
    room.unsubscribe(alice.connection.id).await;
    sleep(Duration::from_secs(59)).await;
    assert!(is_listed().await, "she may have reloaded the page");
    sleep(Duration::from_secs(2)).await;
    assert!(!is_listed().await, "only the machine is there");
}
