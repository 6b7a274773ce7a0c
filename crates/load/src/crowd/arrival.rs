//! Coming, taking a place, leaving, coming back.

use std::{net::Ipv4Addr, time::Duration};

use anyhow::Context as _;

use super::{ARRIVING_MAX, Crowd, Expectation, Game, Idler, Role, SENT_KEPT, Seat, Watcher, Wire};
use crate::{
    clock::now,
    dial::ANYWHERE,
    wire::{Say, Stream},
};

/// How long a crowd may take to arrive.
const ARRIVAL_MAX: Duration = Duration::from_secs(240);

/// Who is on the way in.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    n_coming: usize,
}

impl Arrivals {
    /// One more has come and got what it wanted.
    pub(super) fn is_there(&mut self) {
        self.n_coming = self.n_coming.saturating_sub(1);
    }
}

impl Crowd {
    /// Adds games with both players seated and their clocks running.
    pub(crate) fn add_games(&mut self, n: usize) -> anyhow::Result<()> {
        let first = self.games.len();
        for _ in 0..n {
            let seats = [self.new_seat(), self.new_seat()];
            let script = self.games.len() % self.scripts.len().max(1);
            self.games.push(Game {
                seek: u128::from(self.lot.next()) << 64 | u128::from(self.lot.next()),
                code: None,
                seats,
                script,
                ply: 0,
                stop_at: 0,
                pending: None,
                owed: std::collections::VecDeque::new(),
                sent: [now(); SENT_KEPT],
                group: 0,
                is_over: false,
            });
        }
        // Those who bring a new name come first, then those who share one.
        let shared = self.seats_per_person;
        let (leaders, others): (Vec<_>, Vec<_>) =
            (first..first + n).partition(|game| (game - first).is_multiple_of(shared));
        for (games, lead) in [(leaders, false), (others, true)] {
            self.arrive(games.into_iter().flat_map(|game| [(game, 0), (game, 1)]), |crowd, at| {
                let (game, side) = at;
                if lead {
                    let leader = first + (game - first) / shared * shared;
                    crowd.games[game].seats[side].cookie =
                        crowd.games[leader].seats[side].cookie.clone();
                }
                crowd.open_seat(game, side)
            })?;
        }
        Ok(())
    }

    /// Adds people who watch a game.
    pub(crate) fn add_watchers(&mut self, game: usize, n: usize) -> anyhow::Result<()> {
        self.arrive(0..n, |crowd, _| crowd.open_watcher(game))
    }

    /// Adds people who have a name and are only there.
    pub(crate) fn add_idlers(&mut self, n: usize) -> anyhow::Result<()> {
        let first = self.idlers.len();
        let shared = self.seats_per_person;
        for _ in 0..n {
            let client = self.lot.next();
            let idler = Idler { at: usize::MAX, client, cookie: None, asked: Expectation::Upgrade };
            self.idlers.push(idler);
        }
        // Those who bring a new name come first, then those who share one.
        for lead in [true, false] {
            let some = (first..first + n).filter(|it| (it - first).is_multiple_of(shared) == lead);
            self.arrive(some, |crowd, place| {
                let leader = first + (place - first) / shared * shared;
                crowd.idlers[place].cookie = crowd.idlers[leader].cookie.clone();
                crowd.open_idler(place)
            })?;
        }
        Ok(())
    }

    /// Lets many come, not too many at once, and waits until all have what they wanted.
    fn arrive<T>(
        &mut self,
        who: impl IntoIterator<Item = T>,
        mut come: impl FnMut(&mut Self, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut who = who.into_iter().peekable();
        self.until("arriving", ARRIVAL_MAX, |crowd| {
            while crowd.arrivals.n_coming < ARRIVING_MAX {
                let Some(one) = who.next() else { break };
                crowd.arrivals.n_coming += 1;
                come(crowd, one)?;
            }
            Ok(who.peek().is_none() && crowd.arrivals.n_coming == 0)
        })
    }

    fn new_seat(&mut self) -> Seat {
        let member = self.members.pop_front();
        let (from, cookie) = member.map_or((ANYWHERE, None), |it| (it.from, Some(it.cookie)));
        Seat {
            at: usize::MAX,
            client: self.lot.next(),
            from,
            cookie,
            node: None,
            next_id: 1,
            asked: Expectation::Upgrade,
            asked_id: 0,
            seq: None,
            unanswered: None,
        }
    }

    fn connect(
        &mut self,
        relay_path: &str,
        from: Ipv4Addr,
        cookie: Option<&str>,
    ) -> anyhow::Result<usize> {
        let path = match self.wire {
            Wire::Komadai => "/ws",
            Wire::Relay => relay_path,
        };
        self.swarm
            .connect(path, from, cookie)
            .context("the server does not take another connection")
    }

    /// Goes straight to the server that has a game.
    fn connect_to(
        &mut self,
        node: &str,
        from: Ipv4Addr,
        cookie: Option<&str>,
    ) -> anyhow::Result<usize> {
        let nodes = self.nodes.as_ref();
        let address = nodes.and_then(|it| it.get(node)).context("an unknown server")?;
        Ok(self.swarm.connect_to(*address, &format!("/ws?at={node}"), from, cookie)?)
    }

    fn role(&mut self, at: usize, role: Role) {
        self.roles.resize(self.roles.len().max(at + 1), Role::Gone);
        self.roles[at] = role;
    }

    fn open_seat(&mut self, game: usize, side: usize) -> anyhow::Result<()> {
        let seat = &self.games[game].seats[side];
        let (from, cookie, node) = (seat.from, seat.cookie.clone(), seat.node.clone());
        let at = match node {
            None => {
                self.connect(&format!("/room?game={game}&seat={side}"), from, cookie.as_deref())?
            }
            Some(node) => self.connect_to(&node, from, cookie.as_deref())?,
        };
        let seat = &mut self.games[game].seats[side];
        seat.at = at;
        seat.asked = Expectation::Upgrade;
        self.role(at, Role::Seat { game, side });
        Ok(())
    }

    fn open_idler(&mut self, place: usize) -> anyhow::Result<()> {
        let cookie = self.idlers[place].cookie.clone();
        let at = self.connect("/echo", ANYWHERE, cookie.as_deref())?;
        self.idlers[place].at = at;
        self.role(at, Role::Idler(place));
        Ok(())
    }

    fn open_watcher(&mut self, game: usize) -> anyhow::Result<()> {
        let at = self.connect(&format!("/room?game={game}&seat=2"), ANYWHERE, None)?;
        let client = self.lot.next();
        let watcher = Watcher { at, client, game, asked: Expectation::Upgrade, seq: None };
        self.role(at, Role::Watcher(self.watchers.len()));
        self.watchers.push(watcher);
        Ok(())
    }

    /// The server speaks WebSocket with a client from now on.
    pub(super) fn arrived(&mut self, role: Role, cookie: String) {
        let cookie = (!cookie.is_empty()).then(|| cookie.into_boxed_str());
        let (at, id, client) = match role {
            Role::Seat { game, side } => {
                let seat = &mut self.games[game].seats[side];
                seat.cookie = cookie.or_else(|| seat.cookie.take());
                seat.asked = Expectation::Hello;
                let id = seat.next_id;
                seat.next_id += 1;
                (seat.at, id, seat.client)
            }
            Role::Watcher(watcher) => {
                let watcher = &mut self.watchers[watcher];
                watcher.asked = Expectation::Hello;
                (watcher.at, 1, watcher.client)
            }
            Role::Idler(idler) => {
                let idler = &mut self.idlers[idler];
                idler.cookie = cookie.or_else(|| idler.cookie.take());
                idler.asked = Expectation::Hello;
                (idler.at, 1, idler.client)
            }
            Role::Gone => return,
        };
        if self.wire == Wire::Komadai {
            let elsewhere = self.nodes.is_some();
            self.say(at, id, Say::Hello { client, elsewhere });
            return;
        }
        // A relay asks nobody's name.
        match role {
            Role::Seat { game, side } => self.games[game].seats[side].asked = Expectation::Nothing,
            Role::Watcher(watcher) => self.watchers[watcher].asked = Expectation::Nothing,
            Role::Idler(idler) => self.idlers[idler].asked = Expectation::Nothing,
            Role::Gone => {}
        }
        self.arrivals.is_there();
    }

    pub(super) fn welcomed(&mut self, at: usize, side: usize) {
        let seat = &self.games[at].seats[side];
        if seat.seq.is_some() || seat.node.is_some() {
            self.follow(at, side);
        } else if side == 0 {
            self.create(at);
        } else if self.games[at].code.is_some() {
            self.join(at);
        } else {
            self.games[at].seats[side].asked = Expectation::Opponent;
            if self.nodes.is_some() && self.games[at].seats[0].asked == Expectation::Opponent {
                self.found(at, 0, None);
            }
        }
    }

    fn create(&mut self, at: usize) {
        self.games[at].seats[0].asked = Expectation::Seat;
        if self.nodes.is_some() {
            let seek = self.games[at].seek;
            self.games[at].seats[0].asked_id = self.ask(at, 0, |_| Say::SeekLong { seek });
            return;
        }
        let create = u128::from(self.lot.next()) << 64 | u128::from(self.lot.next());
        self.games[at].seats[0].asked_id = self.ask(at, 0, |_| Say::Create { create });
    }

    pub(super) fn join(&mut self, at: usize) {
        self.games[at].seats[1].asked = Expectation::Seat;
        self.games[at].seats[1].asked_id = self.ask(at, 1, |code| Say::Join { game: code });
    }

    /// Two who look for each other have got an answer.
    pub(super) fn found(&mut self, at: usize, side: usize, code: Option<&str>) {
        let seek = self.games[at].seek;
        match (side, code) {
            (0, _) => {
                self.games[at].seats[0].asked = Expectation::Opponent;
                if self.games[at].seats[1].asked == Expectation::Opponent {
                    self.games[at].seats[1].asked = Expectation::Seat;
                    self.games[at].seats[1].asked_id = self.ask(at, 1, |_| Say::Accept { seek });
                }
            }
            (_, Some(code)) => {
                self.games[at].code = Some(code.into());
                self.follow(at, 0);
                self.follow(at, 1);
            }
            (_, None) => {}
        }
    }

    /// Another server has a seat's game: it is followed there. The first socket stays.
    pub(super) fn go_there(&mut self, at: usize, side: usize, node: &str) -> anyhow::Result<()> {
        let seat = &mut self.games[at].seats[side];
        seat.node = Some(node.into());
        let before = seat.at;
        self.roles[before] = Role::Gone;
        self.open_seat(at, side)
    }

    /// The same for somebody who watches.
    pub(super) fn watch_there(&mut self, place: usize, node: &str) -> anyhow::Result<()> {
        let before = self.watchers[place].at;
        self.roles[before] = Role::Gone;
        let at = self.connect_to(node, ANYWHERE, None)?;
        let watcher = &mut self.watchers[place];
        watcher.at = at;
        watcher.asked = Expectation::Upgrade;
        self.role(at, Role::Watcher(place));
        Ok(())
    }

    pub(super) fn follow(&mut self, at: usize, side: usize) {
        let seat = &mut self.games[at].seats[side];
        seat.asked = Expectation::Follow;
        let last = seat.seq;
        let id = self.ask(at, side, |code| Say::Subscribe { stream: Stream::Game(code), last });
        self.games[at].seats[side].asked_id = id;
    }

    /// A seat learns that its game is being played.
    pub(super) fn begun(&mut self, at: usize, side: usize) {
        let game = &mut self.games[at];
        if game.seats[side].asked == Expectation::Start {
            game.seats[side].asked = Expectation::Nothing;
            self.arrivals.is_there();
            if self.games[at].seats.iter().all(|seat| seat.asked == Expectation::Nothing)
                && self.games[at].pending.is_none()
            {
                self.go_on(at);
            }
        }
    }

    /// A seat that had left follows its game again.
    pub(super) fn back(&mut self, at: usize, side: usize) {
        let game = &mut self.games[at];
        game.seats[side].asked = Expectation::Nothing;
        self.arrivals.is_there();
        let Some(pending) = game.pending else { return self.go_on(at) };
        if pending.side != side || game.seats[side].unanswered.is_none() {
            return;
        }
        // It does not know whether its move arrived, so it says it again, by the same number.
        let moves = &self.scripts[game.script].moves;
        if let (Some(usi), Some(code)) = (moves.get(game.ply as usize), &game.code) {
            Say::Move { game: code, ply: game.ply, usi }.write(pending.id, &mut self.out);
            self.swarm.send(game.seats[side].at, &self.out);
        }
    }

    /// The same two play the next script.
    pub(super) fn begin_anew(&mut self, at: usize) {
        for side in 0..2 {
            self.ask(at, side, |code| Say::Unsubscribe { stream: Stream::Game(code) });
        }
        let game = &mut self.games[at];
        game.script = (game.script + 1) % self.scripts.len().max(1);
        game.code = None;
        game.ply = 0;
        game.is_over = false;
        for seat in &mut game.seats {
            seat.seq = None;
        }
        game.seats[1].asked = Expectation::Opponent;
        self.create(at);
    }

    /// A client is gone that was not asked to leave.
    pub(super) fn lost(&mut self, role: Role) -> anyhow::Result<()> {
        match role {
            Role::Seat { game, side } if self.games[game].seats[side].seq.is_some() => {
                self.open_seat(game, side)
            }
            Role::Seat { .. } | Role::Watcher(_) | Role::Idler(_) | Role::Gone => {
                self.arrivals.is_there();
                Ok(())
            }
        }
    }

    /// Cuts a player's connection and lets the player come back.
    pub(super) fn reconnect_somebody(&mut self) -> anyhow::Result<()> {
        let (game, side) = (self.lot.below(self.games.len()), self.lot.below(2));
        let Some(seat) = self.games.get(game).map(|game| &game.seats[side]) else { return Ok(()) };
        if seat.asked != Expectation::Nothing || seat.seq.is_none() {
            return Ok(());
        }
        let at = seat.at;
        self.swarm.cut(at);
        self.roles[at] = Role::Gone;
        self.tally.reconnects += 1;
        self.arrivals.n_coming += 1;
        self.open_seat(game, side)
    }

    /// Somebody stops watching, and somebody else begins to.
    pub(super) fn exchange_a_watcher(&mut self) -> anyhow::Result<()> {
        let place = self.lot.below(self.watchers.len());
        let Some(watcher) = self.watchers.get(place) else { return Ok(()) };
        if watcher.asked != Expectation::Nothing {
            return Ok(());
        }
        let (at, game) = (watcher.at, watcher.game);
        self.swarm.cut(at);
        self.roles[at] = Role::Gone;
        self.watchers.swap_remove(place);
        if let Some(moved) = self.watchers.get(place) {
            self.roles[moved.at] = Role::Watcher(place);
        }
        self.arrivals.n_coming += 1;
        self.open_watcher(game)
    }

    /// Everybody leaves at once, without a word.
    pub(crate) fn leave(&mut self) {
        for at in 0..self.roles.len() {
            self.swarm.cut(at);
            self.roles[at] = Role::Gone;
        }
    }

    /// Those who had left come back: players to their games, the others to where they were.
    pub(crate) fn come_back(&mut self) -> anyhow::Result<()> {
        let seats = (0..self.games.len()).flat_map(|game| [(game, 0), (game, 1)]);
        self.arrive(seats, |crowd, (game, side)| crowd.open_seat(game, side))?;
        self.arrive(0..self.idlers.len(), Self::open_idler)
    }

    pub(super) fn idler_welcomed(&mut self, place: usize, has_name: bool) {
        let at = self.idlers[place].at;
        if has_name {
            self.idlers[place].asked = Expectation::Follow;
            self.say(at, 2, Say::Subscribe { stream: Stream::Me, last: None });
        } else {
            // A client looking for an opponent gets a name.
            self.idlers[place].asked = Expectation::Seat;
            let seek = u128::from(self.idlers[place].client);
            self.say(at, 2, Say::Seek { seek });
        }
    }

    pub(super) fn idler_answered(&mut self, place: usize) {
        let (at, asked) = (self.idlers[place].at, self.idlers[place].asked);
        let seek = u128::from(self.idlers[place].client);
        let next = match asked {
            Expectation::Seat => {
                self.say(at, 3, Say::Cancel { seek });
                Expectation::Cancel
            }
            Expectation::Cancel => {
                self.say(at, 4, Say::Subscribe { stream: Stream::Me, last: None });
                Expectation::Follow
            }
            Expectation::Follow => {
                self.say(at, 5, Say::Subscribe { stream: Stream::Lobby, last: None });
                Expectation::Start
            }
            Expectation::Start => {
                self.arrivals.is_there();
                Expectation::Nothing
            }
            asked => asked,
        };
        self.idlers[place].asked = next;
    }
}
