//! A home and nodes that play games for it: links break in the middle of everything, nodes end
//! and are taken over, also halfway, and the home starts again. No game is lost or made twice.

use std::{collections::HashMap, sync::Arc, time::Duration};

use komadai_game::{Command, CommandKey, EndReason, Game, Phase, Player, Seats, Setup};
use komadai_ids::Code;
use komadai_live::{
    Connection, OpenError, QueueReader, Reply, RoomHandle,
    nodes::{FromNode, LINK_MAX, Node, ToNode},
};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};

use super::{
    disk::Disk,
    shelf::Shelf,
    truth::Truth,
    visitors::{House, player, setup},
    window::Frame,
};

/// How many nodes there are at most.
const NODES: usize = 2;

const SEEDS: u64 = 60;
const STEPS: usize = 80;

/// A process with its journal, which may be started again.
struct Place {
    house: House,
    disk: Disk,
}

impl Place {
    async fn open(disk: Disk, shelf: &Shelf, is_node: bool, wall_ms: u64) -> Self {
        let truth = Truth::default();
        let house = House::open_as(&disk, &truth, shelf, wall_ms, is_node).await;
        Self { house, disk }
    }
}

/// A node, and its link to the home.
struct Hall {
    place: Place,
    journal: String,
    link: Option<(Arc<Node>, Vec<JoinHandle<()>>)>,
}

/// Two people at a game.
struct Table {
    players: [Player; 2],
    /// How often each has said something.
    next_id: u32,
    /// The moves that were acknowledged.
    moves: Vec<String>,
    is_over: bool,
}

struct Town {
    shelf: Shelf,
    home: Place,
    halls: Vec<Hall>,
    tables: HashMap<Code, Table>,
    n_made: u16,
    lot: u64,
    n_there: usize,
    n_taken_over: usize,
}

impl Town {
    async fn new(seed: u64) -> Self {
        let shelf = Shelf::default();
        let disk = Disk::new(Truth::default());
        let home = Place::open(disk, &shelf, false, 1_790_000_000_000).await;
        let (halls, tables) = (Vec::new(), HashMap::new());
        Self { shelf, home, halls, tables, n_made: 0, lot: seed, n_there: 0, n_taken_over: 0 }
    }

    fn draw(&mut self, below: usize) -> usize {
        self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.lot >> 33) as usize % below
    }

    fn now_ms(&self) -> u64 {
        self.home.house.timebase.now_ms()
    }

    async fn open_hall(&mut self) {
        let disk = Disk::new(Truth::default());
        let place = Place::open(disk, &self.shelf, true, self.now_ms()).await;
        let journal = format!("journal {}", self.draw(usize::MAX));
        self.halls.push(Hall { place, journal, link: None });
        let n = self.halls.len() - 1;
        self.link(n).await;
    }

    /// Links a node, as a home does; what is said goes through the form that it has on the wire.
    async fn link(&mut self, n: usize) {
        self.unlink(n).await;
        let (home, hall) = (self.home.house.live.directory.clone(), &mut self.halls[n]);
        let node = hall.place.house.live.directory.clone();
        let (to_node, mut at_node) = mpsc::channel(LINK_MAX);
        let (to_home, mut at_home) = mpsc::channel(LINK_MAX);
        let reports = tokio::spawn({
            let node = node.clone();
            async move { node.report_to(to_home).await }
        });
        let Some(FromNode::Rooms { rooms }) = at_home.recv().await else {
            panic!("a link begins with the list of all rooms")
        };
        let linked = home.link(&format!("node {n}"), &hall.journal, &rooms, to_node);
        let obeys = tokio::spawn(async move {
            while let Some(said) = at_node.recv().await {
                let said: ToNode = over_the_wire(&said);
                node.obey(said).await;
            }
        });
        let hears = tokio::spawn({
            let linked = linked.clone();
            async move {
                while let Some(said) = at_home.recv().await {
                    let said: FromNode = over_the_wire(&said);
                    home.hear(&linked, said);
                }
            }
        });
        hall.link = Some((linked, vec![reports, obeys, hears]));
    }

    /// A link breaks: what is on its way is lost.
    async fn unlink(&mut self, n: usize) {
        let Some((node, tasks)) = self.halls[n].link.take() else { return };
        for task in tasks {
            task.abort();
            let _ = task.await;
        }
        self.home.house.live.directory.unlink(&node);
    }

    /// Two people find each other.
    async fn meet(&mut self) {
        self.n_made += 1;
        let n = self.n_made;
        let players = [player(2 * n, false), player(2 * n + 1, false)];
        let mut tabs = players.each_ref().map(|it| self.home.house.enter(it, 1));
        for (connection, _) in &tabs {
            connection.may_go_elsewhere();
        }
        let setup = setup(n, &players[0], self.now_ms());
        let seats = Seats { opponent: Some(players[1].clone()), ..setup.seats.clone() };
        let setup = Setup { seats, ..setup };
        let code = setup.id.code();
        // As a lobby does, which is asked again by whoever has had no answer.
        let mut breaks = self.draw(4) == 0;
        loop {
            let reply = Reply { connection: tabs[0].0.clone(), id: 1 };
            self.home.house.live.directory.create(setup.clone(), Some(reply)).unwrap();
            if std::mem::take(&mut breaks) {
                for n in 0..self.halls.len() {
                    self.link(n).await;
                }
            }
            if answer(&self.home.house, &mut tabs[0].1, 1).await == Some(true) {
                break;
            }
        }
        let is_there = self.home.house.live.directory.live(code).is_some_and(|room| {
            self.room_of(code).is_some()
                && room.subscribe(None, None, reply(&tabs[1].0, 2)).is_err()
        });
        self.n_there += usize::from(is_there);
        for (player, (connection, _)) in players.iter().zip(&tabs) {
            self.home.house.live.presence.disconnect(connection, Some(player.id));
        }
        let table = Table { players, next_id: 10, moves: Vec::new(), is_over: false };
        self.tables.insert(code, table);
    }

    /// The games that are played, in an order that is the same in every run.
    fn running(&self) -> Vec<Code> {
        let playing = self.tables.iter().filter(|(_, it)| !it.is_over);
        let mut codes: Vec<_> = playing.map(|(code, _)| *code).collect();
        codes.sort_by_key(Code::to_string);
        codes
    }

    /// The one room of a game, and in whose house it is.
    fn room_of(&self, code: Code) -> Option<(&House, RoomHandle)> {
        let places = std::iter::once(&self.home).chain(self.halls.iter().map(|it| &it.place));
        let mut found = places.filter_map(|place| {
            let room = place.house.live.directory.live(code)?;
            let probe = place.house.live.presence.connect(komadai_store::TokenHash([9; 32]));
            let is_here = room.speaks(probe.0.id);
            place.house.live.presence.disconnect(&probe.0, None);
            is_here.then_some((&place.house, room))
        });
        let room = found.next();
        assert!(found.next().is_none(), "game {code} has two rooms");
        room
    }

    /// Somebody at this table moves, or resigns; said again until it is answered.
    async fn play(&mut self, code: Code, resigns: bool) {
        let game = self.look(code).await;
        let table = &self.tables[&code];
        assert_eq!(moves(&game), table.moves, "every move that was acknowledged is there, once");
        if game.phase() == Phase::Over {
            return;
        }
        let turn = game.turn();
        let by = game.players().unwrap()[turn].id;
        let by = table.players.iter().find(|it| it.id == by).unwrap().clone();
        let position = game.line().position();
        let legal = position.legal_moves();
        let (n_legal, variant) = (legal.len(), position.variant());
        let mv = legal[self.draw(n_legal)].usi(variant).to_string();
        let command = if resigns {
            Command::Resign
        } else {
            let ply = game.line().n_moves();
            Command::Move { ply, usi: mv.clone(), read_ms: self.now_ms(), srtt_ms: None }
        };
        let table = self.tables.get_mut(&code).unwrap();
        table.next_id += 1;
        let key = CommandKey { client: u64::from(table.next_id), id: table.next_id };
        let Some((house, room)) = self.room_of(code) else { return };
        let (connection, mut frames) = house.enter(&by, 1);
        room.command(by.id, key, command, reply(&connection, key.id)).unwrap();
        let acked = answer(house, &mut frames, key.id).await;
        house.live.presence.disconnect(&connection, Some(by.id));
        assert_eq!(acked, Some(true), "a legal move is carried out");
        let table = self.tables.get_mut(&code).unwrap();
        if resigns { table.is_over = true } else { table.moves.push(mv) }
    }

    /// The game as the home finds it.
    async fn look(&self, code: Code) -> Game {
        let found = self.home.house.live.directory.look(code);
        if let Ok(Ok(Some(game))) = timeout(Duration::from_secs(1), found).await {
            return game;
        }
        // Without a link the home does not see it.
        assert!(self.halls.iter().any(|it| it.link.is_none()), "game {code} is nowhere");
        let (_, room) = self.room_of(code).expect("it has a room");
        room.game().await.unwrap()
    }

    /// A node ends, with or without a word, and is taken over; sometimes that is broken off.
    async fn end_hall(&mut self, n: usize) {
        self.unlink(n).await;
        let Hall { place, journal, .. } = self.halls.remove(n);
        let disk = place.disk.clone();
        place.house.stop().await;
        let directory = self.home.house.live.directory.clone();
        let timebase = self.home.house.timebase;
        if self.draw(3) == 0 {
            // Everything up to its last step.
            let mut rows = disk.open(timebase);
            let taking = directory.take_over("another name", &mut rows, 0);
            let n_polls = self.draw(40);
            broken_off(taking, n_polls).await;
            // What has come over goes on meanwhile.
            for code in self.running() {
                if self.room_of(code).is_some() {
                    self.play(code, false).await;
                }
            }
        }
        directory.take_over(&journal, &mut disk.open(timebase), 0).await.unwrap();
        self.n_taken_over += 1;
    }

    /// The home ends and starts again; every node is linked before anything else happens.
    async fn restart_home(&mut self) {
        for n in 0..self.halls.len() {
            self.unlink(n).await;
        }
        let disk = self.home.disk.clone();
        let wall_ms = self.now_ms() + 500;
        let again = Disk::new(Truth::default());
        let before = std::mem::replace(
            &mut self.home,
            Place::open(again, &Shelf::default(), false, wall_ms).await,
        );
        before.house.stop().await;
        let placeholder =
            std::mem::replace(&mut self.home, Place::open(disk, &self.shelf, false, wall_ms).await);
        placeholder.house.stop().await;
        for n in 0..self.halls.len() {
            self.link(n).await;
        }
    }

    /// Everything that was promised is there.
    async fn compare(&mut self) {
        for n in 0..self.halls.len() {
            self.link(n).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let codes: Vec<_> = self.tables.keys().copied().collect();
        for code in codes {
            let game = self.look(code).await;
            let table = &self.tables[&code];
            assert_eq!(moves(&game), table.moves, "game {code}");
            assert_eq!(game.phase() == Phase::Over, table.is_over, "game {code}");
            let directory = &self.home.house.live.directory;
            for player in &table.players {
                let knows = directory.games_of(player.id).iter().any(|(it, _)| *it == code);
                assert_eq!(knows, !table.is_over, "game {code} of {}", player.name);
            }
            self.room_of(code);
        }
    }
}

/// The same value, as the other side of a link reads it.
fn over_the_wire<T: serde::Serialize + serde::de::DeserializeOwned>(said: &T) -> T {
    serde_json::from_str(&serde_json::to_string(said).unwrap()).unwrap()
}

fn reply(connection: &Arc<Connection>, id: u32) -> Reply {
    Reply { connection: connection.clone(), id }
}

/// What a command was answered with, if it was within a second.
async fn answer(house: &House, frames: &mut QueueReader, id: u32) -> Option<bool> {
    let answered = async {
        loop {
            match house.window.read(frames.next().await?.bytes()) {
                Frame::Ack(it) if it == id => return Some(true),
                Frame::Refused(it, _) if it == id => return Some(false),
                _ => {}
            }
        }
    };
    timeout(Duration::from_secs(1), answered).await.ok().flatten()
}

fn moves(game: &Game) -> Vec<String> {
    let variant = game.line().position().variant();
    game.line().moves().iter().map(|mv| mv.usi(variant).to_string()).collect()
}

/// Lets something go on for so long, and no longer.
async fn broken_off(future: impl Future, n_polls: usize) {
    let mut future = std::pin::pin!(future);
    for _ in 0..n_polls {
        let once = std::future::poll_fn(|context| {
            std::task::Poll::Ready(future.as_mut().poll(context).is_ready())
        });
        if once.await {
            return;
        }
        tokio::task::yield_now().await;
    }
}

async fn run(seed: u64) -> (usize, usize) {
    let mut town = Town::new(seed).await;
    for _ in 0..NODES {
        town.open_hall().await;
    }
    for _ in 0..STEPS {
        let codes = town.running();
        match town.draw(20) {
            0..4 => town.meet().await,
            4..15 if !codes.is_empty() => {
                let code = codes[town.draw(codes.len())];
                let resigns = town.draw(12) == 0;
                town.play(code, resigns).await;
            }
            15..17 if !town.halls.is_empty() => {
                let n = town.draw(town.halls.len());
                if town.draw(2) == 0 { town.unlink(n).await } else { town.link(n).await }
            }
            17 if !town.halls.is_empty() => {
                let n = town.draw(town.halls.len());
                town.end_hall(n).await;
            }
            18 if town.halls.len() < NODES => town.open_hall().await,
            19 => town.restart_home().await,
            _ => {}
        }
    }
    town.compare().await;
    (town.n_there, town.n_taken_over)
}

#[tokio::test(start_paused = true)]
async fn games_that_are_made_at_once_are_shared() {
    let town = Town::new(1).await;
    let home = town.home.house.live.directory.clone();
    let mut nodes = Vec::new();
    let mut silent = Vec::new();
    for n in 0..NODES {
        let (outbox, asked) = mpsc::channel(LINK_MAX);
        nodes.push(home.link(&format!("node {n}"), &format!("journal {n}"), &[], outbox));
        silent.push(asked);
    }
    // Nobody has answered yet.
    for n in 0..9 {
        let players = [player(2 * n, false), player(2 * n + 1, false)];
        let tabs = players.each_ref().map(|it| town.home.house.enter(it, 1));
        tabs.iter().for_each(|(connection, _)| connection.may_go_elsewhere());
        let setup = setup(n, &players[0], town.now_ms());
        let seats = Seats { opponent: Some(players[1].clone()), ..setup.seats.clone() };
        home.create(Setup { seats, ..setup }, None).unwrap();
    }
    assert_eq!(nodes.iter().map(|node| node.n_games()).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(home.n_rooms(), 3);
    // A link that breaks with questions on it leaves their games to be made here.
    for node in &nodes {
        home.unlink(node);
    }
    let disk = Disk::new(Truth::default());
    for n in 0..NODES {
        let mut rows = disk.open(town.home.house.timebase);
        home.take_over(&format!("journal {n}"), &mut rows, 0).await.unwrap();
    }
    assert_eq!(home.n_rooms(), 9);
}

#[tokio::test(start_paused = true)]
async fn a_game_is_not_unknown_while_a_node_may_have_it() {
    let mut town = Town::new(1).await;
    town.open_hall().await;
    let home = town.home.house.live.directory.clone();
    let node = town.halls[0].place.house.live.directory.clone();
    let (n_lost, lost) = watch::channel(0);
    home.watch_lost(lost);
    let begins_at_node = |n: u16| {
        let players = [player(2 * n, false), player(2 * n + 1, false)];
        let setup = setup(n, &players[0], town.now_ms());
        let seats = Seats { opponent: Some(players[1].clone()), ..setup.seats.clone() };
        let code = setup.id.code();
        node.create(Setup { seats, ..setup }, None).unwrap();
        code
    };
    let nobody_has = setup(9, &player(9, false), town.now_ms()).id.code();

    // It has begun, and the report is on its way.
    let code = begins_at_node(1);
    assert!(home.live(code).is_none());
    assert!(home.open(code).await.unwrap().is_some_and(|room| !room.speaks(0)));
    assert!(home.open(nobody_has).await.unwrap().is_none());

    // The link breaks before the report, and the journal is read later.
    let code = begins_at_node(2);
    n_lost.send_replace(1);
    town.unlink(0).await;
    for code in [code, nobody_has] {
        assert!(matches!(home.open(code).await, Err(OpenError::Elsewhere)));
        assert!(matches!(home.look(code).await, Err(OpenError::Elsewhere)));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    town.end_hall(0).await;
    n_lost.send_replace(0);
    assert_eq!(home.look(code).await.unwrap().unwrap().id().code(), code);
    assert!(home.open(nobody_has).await.unwrap().is_none());

    // Nobody has it, but it is ordered: whoever ordered it sees so, and others wait.
    home.order(nobody_has);
    assert!(home.look(nobody_has).await.unwrap().is_none());
    assert!(matches!(home.open(nobody_has).await, Err(OpenError::Elsewhere)));
    let ordered = setup(8, &player(8, false), town.now_ms());
    let code = ordered.id.code();
    home.order(code);
    home.follow(&ordered, None);
    assert!(home.open(code).await.unwrap().is_some());
    tokio::time::sleep(Duration::from_secs(11)).await;
    assert!(home.open(nobody_has).await.unwrap().is_none(), "it is not waited for for ever");
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_is_refused_at_a_node_and_once_it_is_gone() {
    let mut town = Town::new(1).await;
    town.open_hall().await;
    while town.n_there == 0 {
        town.meet().await;
    }
    let running = town.running();
    let node = &town.halls[0].place.house;
    let is_there = |code: &&Code| node.live.directory.live(**code).is_some();
    let code = *running.iter().find(is_there).expect("a game is at the node");
    town.play(code, false).await;
    town.play(code, false).await;

    let (node, room) = town.room_of(code).unwrap();
    let game = room.game().await.unwrap();
    let late_ms = game.deadline_ms(None).unwrap() + 5;
    tokio::time::sleep_until(node.timebase.instant(late_ms)).await;
    let mover = game.players().unwrap()[game.turn()].clone();
    let mv = game.line().position().legal_moves()[0];
    let usi = mv.usi(game.line().position().variant()).to_string();
    let command = Command::Move { ply: 2, usi, read_ms: late_ms, srtt_ms: None };
    let key = CommandKey { client: 7, id: 7 };
    let say = async |house: &House, room: &RoomHandle| {
        let (connection, mut frames) = house.enter(&mover, 1);
        room.command(mover.id, key, command.clone(), reply(&connection, key.id)).unwrap();
        answer(house, &mut frames, key.id).await
    };
    assert_eq!(say(node, &room).await, Some(false));
    drop(room);
    town.end_hall(0).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let home = &town.home.house;
    let room = home.live.directory.open(code).await.unwrap().expect("it is in the archive");
    assert_eq!(say(home, &room).await, Some(false));
    let game = room.game().await.unwrap();
    assert_eq!(game.outcome().unwrap().reason, EndReason::Time);
    assert_eq!(moves(&game), town.tables[&code].moves);
}

#[tokio::test(start_paused = true)]
async fn games_go_on_wherever_their_node_goes() {
    let (mut n_there, mut n_taken_over) = (0, 0);
    for seed in 0..SEEDS {
        println!("seed {seed}");
        let (there, taken_over) = run(seed).await;
        n_there += there;
        n_taken_over += taken_over;
    }
    assert!(n_there > SEEDS as usize, "{n_there} games were made at nodes");
    assert!(n_taken_over > SEEDS as usize, "{n_taken_over} nodes were taken over");
}
