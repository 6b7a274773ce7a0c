//! The lobby: open seeks, and the games that are being played.

use std::{
    collections::{HashMap, VecDeque},
    iter,
    net::IpAddr,
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use komadai_game::{Player, Seats, Setup};
use komadai_ids::{Code, GameId, UserId};
use komadai_rating::Shown;
use komadai_rules::Grade;
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    time::{MissedTickBehavior, interval},
};
use uuid::Uuid;

use crate::{
    Connection, Directory, LiveGame, Presence, Refused, Why,
    quota::{Bounds, Counts, Taker},
    random,
    room::Reply,
};

mod quick;

pub use self::quick::suggested_start;

/// How many messages may wait for the lobby.
const MAILBOX_MAX: usize = 1_024;

/// How many seeks may be open at once; half of that is for accounts.
pub const SEEKS_MAX: usize = 500;

/// How many live games are listed.
pub const GAMES_LISTED: usize = 20;

/// A seek whose player has no connection is dropped after this, in milliseconds.
const SEEK_GRACE_MS: u64 = 10_000;

/// The same for a game by correspondence, for which nobody need be there to begin.
const CORRESPONDENCE_SEEK_GRACE_MS: u64 = 24 * 60 * 60 * 1000;

/// How often the lists are looked at again.
const TICK: Duration = Duration::from_secs(1);

/// How many seeks that are gone are remembered, so that a repeated one is not open again.
const CANCELLED_MAX: usize = 1_000;

/// An open seek.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Drawn by the client that made it.
    pub id: Uuid,
    /// Who made it.
    pub by: Player,
    /// Where they come from, if that is known.
    pub address: Option<IpAddr>,
    /// How strong they are at that time control; `None` for guests.
    pub strength: Option<Shown>,
    /// Whom it is for.
    pub wants: Wants,
    /// Whom its maker has blocked.
    pub blocked: Vec<UserId>,
    /// Whether it may be paired with another of the same game, without anybody choosing.
    pub quick: bool,
    /// Whether the handicap is to follow from the difference of grades (§3.3).
    pub suggests: bool,
    /// The game that is looked for. A new id is made when somebody accepts.
    pub setup: Setup,
    /// When it was made, in Unix milliseconds.
    pub at_ms: u64,
}

impl Seek {
    fn is_correspondence(&self) -> bool {
        self.setup.is_correspondence()
    }

    /// How long it waits for a player who has no connection, in milliseconds.
    fn grace_ms(&self) -> u64 {
        match self.is_correspondence() {
            true => CORRESPONDENCE_SEEK_GRACE_MS,
            false => SEEK_GRACE_MS,
        }
    }

    fn taker(&self) -> Taker {
        Taker::new(&self.by, self.address)
    }
}

/// Whom a seek is for. What is not set is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// The lowest rating.
    pub rating_min: Option<i32>,
    /// The highest rating.
    pub rating_max: Option<i32>,
    /// The lowest grade.
    pub grade_min: Option<Grade>,
    /// The highest grade.
    pub grade_max: Option<Grade>,
}

impl Wants {
    /// Whether somebody who is that strong is wanted; guests are nobody's strength.
    pub fn includes(&self, strength: Option<&Shown>) -> bool {
        if *self == Self::default() {
            return true;
        }
        strength.is_some_and(|it| {
            let rating = it.estimate.round() as i32;
            self.rating_min.is_none_or(|min| rating >= min)
                && self.rating_max.is_none_or(|max| rating <= max)
                && self.grade_min.is_none_or(|min| it.level >= min)
                && self.grade_max.is_none_or(|max| it.level <= max)
        })
    }
}

enum LobbyMessage {
    Subscribe { last: Option<(u64, u32)>, reply: Reply },
    Unsubscribe { connection: u64 },
    Seek { seek: Box<Seek>, reply: Reply },
    Cancel { by: UserId, seek: Uuid, reply: Reply },
    Look { seek: Uuid, answer: oneshot::Sender<Option<Setup>> },
    Accept { by: Box<Player>, strength: Option<Shown>, seek: Uuid, reply: Reply },
    KeepAway { by: UserId, other: UserId, blocked: bool },
    Stop,
}

impl LobbyMessage {
    /// Where its answer goes.
    fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Subscribe { reply, .. }
            | Self::Seek { reply, .. }
            | Self::Cancel { reply, .. }
            | Self::Accept { reply, .. } => Some(reply),
            Self::Unsubscribe { .. } | Self::Look { .. } | Self::KeepAway { .. } | Self::Stop => {
                None
            }
        }
    }
}

/// How everybody reaches the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LobbyHandle {
    mailbox: mpsc::Sender<LobbyMessage>,
}

impl std::fmt::Debug for LobbyMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LobbyMessage")
    }
}

impl LobbyHandle {
    /// Follows the lobby; `last` is the epoch and seq the client has.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn subscribe(&self, last: Option<(u64, u32)>, reply: Reply) -> Result<(), Refused> {
        self.send(LobbyMessage::Subscribe { last, reply })
    }

    /// Stops following the lobby.
    pub async fn unsubscribe(&self, connection: u64) {
        // A lobby that has ended has forgotten its followers.
        let _ = self.mailbox.send(LobbyMessage::Unsubscribe { connection }).await;
    }

    /// Looks for an opponent.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn seek(&self, seek: Seek, reply: Reply) -> Result<(), Refused> {
        self.send(LobbyMessage::Seek { seek: Box::new(seek), reply })
    }

    /// Takes a seek back.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn cancel(&self, by: UserId, seek: Uuid, reply: Reply) -> Result<(), Refused> {
        self.send(LobbyMessage::Cancel { by, seek, reply })
    }

    /// Plays whoever made the seek.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn accept(
        &self,
        by: Player,
        strength: Option<Shown>,
        seek: Uuid,
        reply: Reply,
    ) -> Result<(), Refused> {
        self.send(LobbyMessage::Accept { by: Box::new(by), strength, seek, reply })
    }

    /// The game that a seek is for, if it is open.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub async fn look(&self, seek: Uuid) -> Result<Option<Setup>, Refused> {
        let (answer, told) = oneshot::channel();
        self.send(LobbyMessage::Look { seek, answer })?;
        told.await.map_err(|_| Refused::new(Why::Stopping))
    }

    /// From now on a player blocks another, or no longer.
    pub async fn keep_away(&self, by: UserId, other: UserId, blocked: bool) {
        // A lobby that has ended pairs nobody.
        let _ = self.mailbox.send(LobbyMessage::KeepAway { by, other, blocked }).await;
    }

    pub(crate) async fn stop(&self) {
        // It may have ended by itself.
        let _ = self.mailbox.send(LobbyMessage::Stop).await;
    }

    fn send(&self, message: LobbyMessage) -> Result<(), Refused> {
        self.mailbox.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => Refused::new(Why::Stalled),
            TrySendError::Closed(_) => Refused::new(Why::Stopping),
        })
    }
}

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
    followers: Vec<Arc<Connection>>,
    games: Vec<LiveGame>,
    games_dirty: bool,
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
        followers: Vec::new(),
        games: Vec::new(),
        games_dirty: true,
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
                reply.refuse(self.directory.render(), &Refused::new(Why::Stopping));
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
                self.followers.retain(|it| it.id != connection);
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
            LobbyMessage::Stop => {}
        }
    }

    /// Answers with the refusal; what went well is answered where it is done.
    fn refuse(&self, reply: &Reply, answer: Result<(), Refused>) {
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
        self.followers.retain(|it| it.id != reply.connection.id);
        self.followers.push(reply.connection.clone());
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

    fn seek(&mut self, seek: Seek) -> Result<(), Refused> {
        let is_known = self.seeks.iter().any(|it| it.id == seek.id && it.by.id == seek.by.id);
        if is_known || self.cancelled.contains(&(seek.id, seek.by.id)) {
            return Ok(());
        }
        seek.setup.check().map_err(|problem| Refused::said(Why::BadSetup, problem.to_string()))?;
        if seek.by.guest && seek.setup.needs_accounts() {
            return Err(Refused::new(Why::NeedsAccount));
        }
        if self.is_busy(&seek) {
            return Err(Refused::new(Why::Playing));
        }
        if self.seeks.iter().any(|it| it.id == seek.id) {
            return Err(Refused::new(Why::TooManyGames));
        }
        let counts: Counts = self.seeks.iter().map(Seek::taker).collect();
        self.bounds().check(&counts, seek.taker())?;
        self.seq += 1;
        self.tell(&self.directory.render().seek_added(self.epoch(), self.seq, &seek));
        let is_quick = seek.quick;
        self.seeks.push(seek);
        if is_quick {
            self.pair();
        }
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
        strength: Option<Shown>,
        seek: Uuid,
        reply: &Reply,
    ) -> Result<(), Refused> {
        let Some(found) = self.seeks.iter().find(|it| it.id == seek) else {
            let room = self.directory.live(game_of(seek));
            let room = room.ok_or_else(|| Refused::new(Why::UnknownSeek))?;
            return room.acknowledge(by.id, Why::UnknownSeek, reply.clone());
        };
        if found.by.id == by.id {
            return Err(Refused::new(Why::OwnSeek));
        }
        // The game that began is about to withdraw it.
        if self.is_busy(found) {
            return Err(Refused::new(Why::UnknownSeek));
        }
        if found.setup.needs_accounts() && by.guest {
            return Err(Refused::new(Why::NeedsAccount));
        }
        // A player looking for an opponent has not agreed to play a program.
        if by.bot && !found.by.bot {
            return Err(Refused::new(Why::NotWanted));
        }
        if !found.wants.includes(strength.as_ref()) {
            return Err(Refused::new(Why::NotWanted));
        }
        let players = [found.by.id, by.id];
        let is_correspondence = found.is_correspondence();
        let setup = self.game(found, by, strength.as_ref());
        self.directory.create(setup, Some(reply.clone()))?;
        self.remove(seek);
        if !is_correspondence {
            self.withdraw(|it| !it.is_correspondence() && players.contains(&it.by.id));
        }
        Ok(())
    }

    /// The game that a seek leads to, with its opponent.
    fn game(&self, seek: &Seek, opponent: Player, strength: Option<&Shown>) -> Setup {
        let now_ms = self.directory.timebase().now_ms();
        let outranks = Shown::ranks_above(strength, seek.strength.as_ref());
        let mut setup = Setup {
            king: outranks.then_some(opponent.id),
            id: seek_game(now_ms, seek.id),
            seed: random::number(),
            created_ms: now_ms,
            seats: Seats { opponent: Some(opponent), ..seek.setup.seats.clone() },
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

    /// Lets quick seeks meet.
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
            let setup = self.game(&first, second.by.clone(), second.strength.as_ref());
            // A player with too many games keeps waiting, and is taken by hand or drops out.
            if self.directory.create(setup, None).is_err() {
                continue;
            }
            // Whatever they do with the game, it may be over at once.
            self.directory.meetings().note(first.by.id, second.by.id, now_ms);
            self.remove(first.id);
            // A repeat of the second seek opens nothing; the first has become the game.
            let is_correspondence = first.is_correspondence();
            self.withdraw(|it| match is_correspondence {
                true => it.id == second.id,
                false => {
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
        self.followers.retain(|it| !it.is_closed());
        if self.followers.is_empty() {
            return;
        }
        let online = self.presence.n_people();
        if online != self.online {
            self.online = online;
            self.seq += 1;
            self.tell(&self.directory.render().online(self.epoch(), self.seq, online));
        }
        if std::mem::take(&mut self.games_dirty) {
            let mut games = self.directory.summaries(2 * GAMES_LISTED).await;
            games.sort_by_key(|game| std::cmp::Reverse(game.created_ms));
            games.truncate(GAMES_LISTED);
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
        for follower in &self.followers {
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.send(frame.clone());
        }
    }
}

/// The game that a seek leads to.
fn seek_game(now_ms: u64, seek: Uuid) -> GameId {
    GameId::derived(now_ms, &[b"seek", seek.as_bytes()])
}

/// The code of that game, which does not depend on when it is made.
pub fn game_of(seek: Uuid) -> Code {
    seek_game(0, seek).code()
}
