//! The lobby: open seeks, and the games that are being played.

use std::{
    collections::{HashMap, VecDeque},
    iter,
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use komadai_game::{Player, QuickPairing, Seats, Setup};
use komadai_ids::UserId;
use komadai_rating::ShownRating;
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};
use uuid::Uuid;

use crate::{
    Directory, LiveGame, LiveRefusal, Presence, Why,
    followers::Followers,
    quota::{Bounds, Counts},
    random,
    room::Reply,
};

mod handle;
mod quick;
mod seek;

pub use self::{
    handle::LobbyHandle,
    quick::suggested_start,
    seek::{Seek, Wants, game_of},
};
use self::{handle::LobbyMessage, seek::seek_game};

/// How many messages may wait for the lobby.
const MAILBOX_MAX: usize = 1_024;

/// How many seeks may be open at once; half of that is for accounts.
pub const SEEKS_MAX: usize = 500;

/// How many live games are listed.
pub const GAMES_LISTED: usize = 20;

/// How often the lists are looked at again.
const TICK: Duration = Duration::from_secs(1);

/// How old the list of games may be, in milliseconds: nothing tells of one whose players have left.
const GAMES_AGE_MAX_MS: u64 = 20_000;

/// How many seeks that are gone are remembered, so that a repeated one is not open again.
const CANCELLED_MAX: usize = 1_000;

/// The state of the lobby.
struct Lobby {
    directory: Arc<Directory>,
    presence: Arc<Presence>,
    /// Oldest first.
    seeks: Vec<Seek>,
    /// Since when the player of a seek has no connection.
    absent_since_ms: HashMap<Uuid, u64>,
    /// Seeks that were taken back, oldest first.
    cancelled: VecDeque<(Uuid, UserId)>,
    followers: Followers<()>,
    games: Vec<LiveGame>,
    games_dirty: bool,
    /// When the games are listed anew in any case, in Unix milliseconds.
    games_due_ms: u64,
    online: u32,
    seq: u32,
    /// How it looks, as of change `seq`: the same bytes for everybody who comes.
    snapshot: Option<(u32, Bytes)>,
}

/// Opens the lobby.
pub(crate) fn start(directory: Arc<Directory>, presence: Arc<Presence>) -> LobbyHandle {
    let (mailbox, messages) = mpsc::channel(MAILBOX_MAX);
    let lobby = Lobby {
        directory,
        presence,
        seeks: Vec::new(),
        absent_since_ms: HashMap::new(),
        cancelled: VecDeque::new(),
        followers: Followers::default(),
        games: Vec::new(),
        games_dirty: true,
        games_due_ms: 0,
        online: 0,
        seq: 0,
        snapshot: None,
    };
    tokio::spawn(lobby.run(messages));
    LobbyHandle { mailbox }
}

impl Lobby {
    async fn run(mut self, mut mailbox: mpsc::Receiver<LobbyMessage>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let presence = self.presence.clone();
        loop {
            tokio::select! {
                message = mailbox.recv() => match message {
                    None | Some(LobbyMessage::Stop) => break,
                    Some(message) => self.receive(message),
                },
                () = presence.until_games_changed() => {
                    self.games_dirty = true;
                    self.withdraw_those_who_play();
                }
                _ = ticks.tick() => self.tick().await,
            }
        }
        mailbox.close();
        while let Ok(message) = mailbox.try_recv() {
            if let Some(reply) = message.reply() {
                reply.refuse(self.directory.render(), &LiveRefusal::new(Why::Stopping));
            }
        }
    }

    fn epoch(&self) -> u64 {
        self.presence.epoch()
    }

    fn receive(&mut self, message: LobbyMessage) {
        match message {
            LobbyMessage::Subscribe { last, reply } => self.subscribe(last, &reply),
            LobbyMessage::Unsubscribe { connection } => {
                self.followers.remove(connection);
            }
            LobbyMessage::Seek { seek, reply } => match self.directory.live(game_of(seek.id)) {
                Some(room) => {
                    let answer = room.acknowledge(seek.by.id, Why::BadSetup, reply.clone());
                    self.refuse(&reply, answer);
                }
                None => match self.seek(*seek) {
                    Ok(()) => reply.ack(self.directory.render(), None),
                    refused => self.refuse(&reply, refused),
                },
            },
            LobbyMessage::Cancel { by, seek, reply } => {
                // One that is gone already is as good as cancelled.
                if self.seeks.iter().any(|it| it.id == seek && it.by.id == by) {
                    self.remove(seek);
                    self.remember(seek, by);
                }
                reply.ack(self.directory.render(), None);
            }
            LobbyMessage::Look { seek, answer } => {
                let found = self.seeks.iter().find(|it| it.id == seek);
                // A caller that has stopped waiting does not care.
                let _ = answer.send(found.map(|it| it.setup.clone()));
            }
            LobbyMessage::List { answer } => {
                let _ = answer.send(self.seeks.clone());
            }
            LobbyMessage::Accept { by, strength, seek, reply } => {
                let answer = self.accept(*by, strength, seek, &reply);
                self.refuse(&reply, answer);
            }
            LobbyMessage::KeepAway { by, other, blocked } => {
                for seek in self.seeks.iter_mut().filter(|it| it.by.id == by) {
                    seek.blocked.retain(|it| *it != other);
                    if blocked {
                        seek.blocked.push(other);
                    }
                }
            }
            LobbyMessage::Leave { by } => {
                let over = self.seeks.iter().filter(|it| it.by.id == by).map(|it| it.id);
                for seek in over.collect::<Vec<_>>() {
                    self.remove(seek);
                }
            }
            LobbyMessage::Stop => {}
        }
    }

    /// Answers with the refusal; what went well is answered where it is done.
    fn refuse(&self, reply: &Reply, answer: Result<(), LiveRefusal>) {
        if let Err(refused) = answer {
            reply.refuse(self.directory.render(), &refused);
        }
    }

    fn subscribe(&mut self, last: Option<(u64, u32)>, reply: &Reply) {
        let online = self.presence.n_people();
        if self.followers.is_empty() && self.online != online {
            // There was nobody to inform.
            self.online = online;
            self.seq += 1;
        }
        let snapshot = (last != Some((self.epoch(), self.seq))).then(|| self.snapshot());
        let render = self.directory.render();
        // A player who is gone already will ask again.
        let _ = reply.connection.send_all(iter::once(render.ack(reply.id, None)).chain(snapshot));
        self.followers.add(reply.connection.clone(), ());
    }

    fn snapshot(&mut self) -> Bytes {
        if let Some((_, frame)) = self.snapshot.as_ref().filter(|(seq, _)| *seq == self.seq) {
            return frame.clone();
        }
        let render = self.directory.render();
        let frame = render.lobby(self.epoch(), self.seq, &self.seeks, &self.games, self.online);
        self.snapshot = Some((self.seq, frame.clone()));
        frame
    }

    fn seek(&mut self, seek: Seek) -> Result<(), LiveRefusal> {
        let is_known = self.seeks.iter().any(|it| it.id == seek.id && it.by.id == seek.by.id);
        if is_known || self.cancelled.contains(&(seek.id, seek.by.id)) {
            return Ok(());
        }
        seek.setup
            .check()
            .map_err(|problem| LiveRefusal::said(Why::BadSetup, problem.to_string()))?;
        if seek.by.guest && seek.setup.needs_accounts() {
            return Err(LiveRefusal::new(Why::NeedsAccount));
        }
        if self.is_busy(&seek) {
            return Err(LiveRefusal::new(Why::Playing));
        }
        if self.seeks.iter().any(|it| it.id == seek.id) {
            return Err(LiveRefusal::new(Why::TooManyGames));
        }
        let counts: Counts = self.seeks.iter().map(Seek::taker).collect();
        self.bounds().check(&counts, seek.taker())?;
        self.seq += 1;
        self.tell(&self.directory.render().seek_added(self.epoch(), self.seq, &seek));
        self.seeks.push(seek);
        self.pair();
        Ok(())
    }

    /// How many seeks there may be.
    fn bounds(&self) -> Bounds {
        let limits = self.directory.limits();
        Bounds {
            per_account: limits.seeks_per_player,
            per_guest: limits.seeks_per_player,
            guests_per_address: limits.visitors.seeks_per_address,
            guests: SEEKS_MAX / 2,
            in_all: SEEKS_MAX,
        }
    }

    fn accept(
        &mut self,
        by: Player,
        strength: Option<ShownRating>,
        seek: Uuid,
        reply: &Reply,
    ) -> Result<(), LiveRefusal> {
        let Some(found) = self.seeks.iter().find(|it| it.id == seek) else {
            let room = self.directory.live(game_of(seek));
            let room = room.ok_or_else(|| LiveRefusal::new(Why::UnknownSeek))?;
            return room.acknowledge(by.id, Why::UnknownSeek, reply.clone());
        };
        if found.by.id == by.id {
            return Err(LiveRefusal::new(Why::OwnSeek));
        }
        // The game that began is about to withdraw it.
        if self.is_busy(found) {
            return Err(LiveRefusal::new(Why::UnknownSeek));
        }
        if found.needs_account() && by.guest {
            return Err(LiveRefusal::new(Why::NeedsAccount));
        }
        // A player looking for an opponent has not agreed to play a program.
        if by.bot && !found.by.bot {
            return Err(LiveRefusal::new(Why::NotWanted));
        }
        if !found.wants.includes(strength.as_ref()) {
            return Err(LiveRefusal::new(Why::NotWanted));
        }
        let players = [found.by.id, by.id];
        let is_correspondence = found.is_correspondence();
        let is_rated = found.setup.rated && !by.guest;
        let quick = found.quick.then(QuickPairing::default);
        let setup = self.game(found, by, strength.as_ref(), is_rated, quick);
        self.directory.create(setup, Some(reply.clone()))?;
        self.remove(seek);
        if !is_correspondence {
            self.withdraw(|it| !it.is_correspondence() && players.contains(&it.by.id));
        }
        Ok(())
    }

    /// The game that a seek leads to, with its opponent.
    fn game(
        &self,
        seek: &Seek,
        opponent: Player,
        strength: Option<&ShownRating>,
        rated: bool,
        quick: Option<QuickPairing>,
    ) -> Setup {
        let now_ms = self.directory.timebase().now_ms();
        let outranks = ShownRating::ranks_above(strength, seek.strength.as_ref());
        let mut setup = Setup {
            king: outranks.then_some(opponent.id),
            id: seek_game(now_ms, seek.id),
            seed: random::number(),
            created_ms: now_ms,
            seats: Seats { opponent: Some(opponent), ..seek.setup.seats.clone() },
            rated,
            quick,
            ..seek.setup.clone()
        };
        if seek.suggests
            && let (Some(own), Some(other)) = (&seek.strength, strength)
        {
            (setup.start, setup.seats.side) =
                quick::suggested_start(own.level, other.level, setup.rated);
        }
        setup
    }

    /// Takes back what its maker does not look for any more.
    fn withdraw(&mut self, is_over: impl Fn(&Seek) -> bool) {
        let over = self.seeks.iter().filter(|it| is_over(it));
        for (seek, by) in over.map(|it| (it.id, it.by.id)).collect::<Vec<_>>() {
            self.remove(seek);
            self.remember(seek, by);
        }
    }

    /// A player who sits at a board, by whatever way, looks for no other game to play at once.
    fn withdraw_those_who_play(&mut self) {
        let directory = self.directory.clone();
        self.withdraw(|it| !it.is_correspondence() && directory.is_playing(it.by.id));
    }

    /// Whether the game it is for cannot begin, because its maker sits at a board.
    fn is_busy(&self, seek: &Seek) -> bool {
        !seek.is_correspondence() && self.directory.is_playing(seek.by.id)
    }

    /// Lets quick searches meet each other, and what else is offered.
    fn pair(&mut self) {
        self.withdraw_those_who_play();
        let now_ms = self.directory.timebase().now_ms();
        let directory = self.directory.clone();
        let have_just_met = |one, other| directory.meetings().have_just_met(one, other, now_ms);
        for (first, second) in quick::pairs(&self.seeks, have_just_met, now_ms) {
            // One of them may have been paired with somebody else by another seek.
            let is_open = |seek: &Seek| self.seeks.iter().any(|it| it.id == seek.id);
            if !(is_open(&first) && is_open(&second)) {
                continue;
            }
            // Of two quick searches rated if both can; otherwise they agree.
            let is_rated = first.setup.rated && second.setup.rated;
            let clock = second.setup.clocks.sente;
            let is_other = first.setup.clocks != second.setup.clocks;
            let quick = QuickPairing { instead_of: is_other.then_some(clock) };
            let (opponent, strength) = (second.by.clone(), second.strength.as_ref());
            let setup = self.game(&first, opponent, strength, is_rated, Some(quick));
            // A player with too many games keeps waiting, and is taken by hand or drops out.
            if self.directory.create(setup, None).is_err() {
                continue;
            }
            // Whatever they do with the game, it may be over at once.
            self.directory.meetings().note(first.by.id, second.by.id, now_ms);
            self.remove(first.id);
            // A repeat of the second seek opens nothing; the first has become the game.
            let is_correspondence = first.is_correspondence();
            self.withdraw(|it| {
                if is_correspondence {
                    it.id == second.id
                } else {
                    let are_players = [first.by.id, second.by.id].contains(&it.by.id);
                    are_players && !it.is_correspondence()
                }
            });
        }
    }

    /// So that a repeated seek is not open again.
    fn remember(&mut self, seek: Uuid, by: UserId) {
        if self.cancelled.len() == CANCELLED_MAX {
            self.cancelled.pop_front();
        }
        self.cancelled.push_back((seek, by));
    }

    fn remove(&mut self, seek: Uuid) {
        self.seeks.retain(|it| it.id != seek);
        self.absent_since_ms.remove(&seek);
        self.seq += 1;
        self.tell(&self.directory.render().seek_removed(self.epoch(), self.seq, seek));
    }

    async fn tick(&mut self) {
        self.drop_abandoned();
        self.pair();
        self.followers.retain(|it| !it.connection.is_closed());
        if self.followers.is_empty() {
            return;
        }
        let online = self.presence.n_people();
        if online != self.online {
            self.online = online;
            self.seq += 1;
            self.tell(&self.directory.render().online(self.epoch(), self.seq, online));
        }
        let now_ms = self.directory.timebase().now_ms();
        if std::mem::take(&mut self.games_dirty) || now_ms >= self.games_due_ms {
            self.games_due_ms = now_ms + GAMES_AGE_MAX_MS;
            let mut games = self.directory.summaries(2 * GAMES_LISTED).await;
            games.sort_by_key(|game| std::cmp::Reverse(game.created_ms));
            games.truncate(GAMES_LISTED);
            if games == self.games {
                return;
            }
            self.games = games;
            self.seq += 1;
            self.tell(&self.directory.render().lobby_games(self.epoch(), self.seq, &self.games));
        }
    }

    fn drop_abandoned(&mut self) {
        let now_ms = self.directory.timebase().now_ms();
        let mut abandoned = Vec::new();
        for seek in &self.seeks {
            if self.presence.is_online(seek.by.id) {
                self.absent_since_ms.remove(&seek.id);
            } else if *self.absent_since_ms.entry(seek.id).or_insert(now_ms) + seek.grace_ms()
                <= now_ms
            {
                abandoned.push(seek.id);
            }
        }
        for seek in abandoned {
            self.remove(seek);
        }
    }

    fn tell(&self, frame: &Bytes) {
        self.followers.tell(frame);
    }
}
