//! A room: the task that owns one live game.
//!
//! Nobody else changes the game. A room has at most one record on its way into the journal;
//! commands and timers wait until that record is durable, applied and announced.

mod absence;
mod audience;
mod message;

use std::{
    collections::VecDeque,
    ops::ControlFlow::{self, Break, Continue},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};

use komadai_game::{
    ArbiterAct, By, Command, CommandKey, EndReason, Event, Game, Outcome, Phase, Record, Setup,
    SetupProblem, journal,
};
use komadai_ids::UserId;
use komadai_rules::{BySide, Side};
use tokio::{
    sync::mpsc,
    time::{Instant, Sleep, sleep_until},
};
use tracing::{debug, error, info};

pub use self::message::{Reply, RoomHandle};
use self::{
    absence::Absence,
    audience::Audience,
    message::{RoomMessage, Subscribe},
};
use crate::{
    ChatLine, Directory, LiveGame, Refused,
    journal::{EntryKind, JournalHandle},
    log::Log,
    meters::{METERS, SAMPLE},
    opponents::Seat,
    render::RoomFacts,
};

/// How many messages may wait for a room.
pub const MAILBOX_MAX: usize = 64;

/// How many commands may wait for the journal to be written again.
const HELD_MAX: usize = 2 * MAILBOX_MAX;

/// How many lines of chat a room remembers.
pub const CHAT_LINES_MAX: usize = 50;

/// How many missed events are sent one by one; a client that missed more gets a snapshot.
pub const RESUME_EVENTS_MAX: u32 = 64;

/// After an interruption the clock of the side to move waits for its player, this long at most,
/// in milliseconds.
pub const WAIT_FOR_MOVER_MS: u64 = 30_000;

/// A game that nobody joins is called off after this, in milliseconds.
const WAITING_MAX_MS: u64 = 24 * 60 * 60 * 1000;

/// How late the room looks at a flag, so that a move that was read in time is not overtaken by
/// the timer, in milliseconds. What counts is the charged time, which this does not change.
const FLAG_GRACE_MS: u64 = 20;

/// How long changes of who is there are collected before they are told, in milliseconds.
const PRESENCE_EVERY_MS: u64 = 500;

/// How long a room whose game is over stays when nobody is there, in milliseconds.
const LINGER_MS: u64 = 30_000;

/// How soon a room that could not close looks again, in milliseconds.
const CLOSE_AGAIN_MS: u64 = 1_000;

/// A game that lives longer is written to the journal again, so that older rows can go, in
/// milliseconds.
const REWRITE_AFTER_MS: u64 = 60 * 60 * 1000;

/// The position that a room whose game is settled still needs in the journal: none.
pub const NO_POS: i64 = i64::MAX;

/// The state of a room.
struct Room {
    game: Game,
    log: Log,
    directory: Arc<Directory>,
    journal: JournalHandle,
    audience: Audience,
    absence: Absence,
    /// The seat of a built-in opponent.
    engine: Option<Seat>,
    chat: VecDeque<ChatLine>,
    /// Who said each of these lines, and by which command.
    chat_keys: VecDeque<(UserId, CommandKey)>,
    /// The newest event when something without a number was last told that stays.
    aside_seq: Option<u32>,
    /// Commands that came while a record was on its way.
    waiting: VecDeque<RoomMessage>,
    /// Those of them whose turn came while nothing could be written.
    held: VecDeque<RoomMessage>,
    /// First journal position that holds something of this game; shared with the cleaner.
    /// [`NO_POS`] once the game is settled.
    base_pos: Arc<AtomicI64>,
    /// When the game was last written to the journal as a whole.
    whole_ms: u64,
    /// The clock waits for its player until then.
    resume_by_ms: Option<u64>,
    /// Nothing can be written since then.
    stalled_since_ms: Option<u64>,
    /// When the move that is on its way was read, if it is one of those that are timed.
    timed_read_ms: Option<u64>,
    /// When who is there is to be told.
    presence_due_ms: Option<u64>,
    /// Since when nobody is there.
    empty_since_ms: u64,
    /// When the room last looked whether it may close.
    close_checked_ms: u64,
}

/// What a room starts with.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// A new game; with an opponent it begins at once.
    New {
        /// Which.
        setup: Box<Setup>,
        /// Told once it is durable.
        reply: Option<Reply>,
    },
    /// A game from the journal or the archive.
    Known {
        /// It.
        game: Box<Game>,
        /// Its records.
        log: Log,
        /// Where it begins in the journal; [`NO_POS`] when it is settled.
        base_pos: i64,
    },
}

/// Starts a room.
///
/// # Errors
/// When the set-up of a new game cannot be read.
pub(crate) fn start(
    directory: &Arc<Directory>,
    beginning: Beginning,
) -> Result<(RoomHandle, Arc<AtomicI64>), SetupProblem> {
    let now_ms = directory.timebase().now_ms();
    let (game, log, base_pos, first) = match beginning {
        Beginning::New { setup, reply } => {
            let game = Game::new((*setup).clone())?;
            let first = Step::Commit(founding(&game, setup, now_ms), reply);
            (game, Log::default(), 0, first)
        }
        Beginning::Known { game, log, base_pos } => (*game, log, base_pos, Step::Wait),
    };
    let (mailbox, messages) = mpsc::channel(MAILBOX_MAX);
    let handle = RoomHandle::new(game.id(), mailbox);
    let base_pos = Arc::new(AtomicI64::new(base_pos));
    let waits = game.phase() == Phase::Playing && game.running().is_none();
    let engine = Seat::at(&game);
    let mut audience = Audience::default();
    if let Some(seat) = engine {
        audience.seat_engine(seat.side);
    }
    let mut absence = Absence::default();
    absence.note(audience.connected(), now_ms);
    let room = Room {
        game,
        log,
        journal: directory.journal().clone(),
        directory: directory.clone(),
        audience,
        absence,
        engine,
        chat: VecDeque::new(),
        chat_keys: VecDeque::new(),
        aside_seq: None,
        waiting: VecDeque::new(),
        held: VecDeque::new(),
        base_pos: base_pos.clone(),
        whole_ms: now_ms,
        resume_by_ms: waits.then_some(now_ms + WAIT_FOR_MOVER_MS),
        stalled_since_ms: None,
        timed_read_ms: None,
        presence_due_ms: None,
        empty_since_ms: now_ms,
        close_checked_ms: 0,
    };
    directory.spawn(Box::new(room).run(messages, first));
    Ok((handle, base_pos))
}

type Mailbox = mpsc::Receiver<Box<RoomMessage>>;

/// What a room does next.
enum Step {
    /// Nothing: it waits for what comes.
    Wait,
    /// Makes a record durable, acknowledges it, and tells everybody.
    Commit(Record, Option<Reply>),
    /// Writes the whole game to the journal again.
    Rewrite,
    /// Ends.
    End,
}

impl Room {
    /// The one loop: something comes or is due, the room decides, and what it decides is made
    /// durable before anything else is looked at.
    // Boxed, because a future keeps room for an argument twice.
    async fn run(mut self: Box<Self>, mut mailbox: Mailbox, first: Step) {
        let mut step = first;
        // At a game that was taken up again it may be its turn.
        self.consult();
        let mut alarm = Box::pin(sleep_until(Instant::now()));
        loop {
            let flow = match step {
                Step::Wait => Continue(()),
                Step::Commit(record, reply) => self.commit(record, reply, &mut mailbox).await,
                Step::Rewrite => self.rewrite(&mut mailbox).await,
                Step::End => Break(()),
            };
            if flow.is_break() {
                break;
            }
            step = match self.waiting.pop_front() {
                // It was taken in before anybody was told, so it may not be refused any more.
                Some(message @ RoomMessage::Command { .. }) if self.stalled_since_ms.is_some() => {
                    self.held.push_back(message);
                    Step::Wait
                }
                Some(message) => self.receive(message),
                None => self.next(&mut mailbox, alarm.as_mut()).await,
            };
        }
        // Whoever came too late is told; nothing of it has happened.
        mailbox.close();
        while let Ok(message) = mailbox.try_recv() {
            if let Some(reply) = message.reply() {
                reply.refuse(self.directory.render(), &Refused::code("stopping"));
            }
        }
        debug!("the room of game {} closes", self.game.id());
    }

    /// Waits for a message, or until something is due.
    async fn next(&mut self, mailbox: &mut Mailbox, mut alarm: Pin<&mut Sleep>) -> Step {
        let wake = self.directory.timebase().instant(self.next_wake_ms());
        // An alarm that goes off too early does no harm; setting it anew with every move costs
        // as much as the rest of waiting.
        if wake < alarm.deadline() || alarm.is_elapsed() {
            alarm.as_mut().reset(wake);
        }
        tokio::select! {
            message = mailbox.recv() => match message {
                Some(message) => self.receive(*message),
                None => Step::End,
            },
            () = &mut alarm => match mailbox.try_recv() {
                // What was read before the flag fell comes first.
                Ok(message) => self.receive(*message),
                Err(_) => self.wake(mailbox),
            },
        }
    }

    fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }

    fn receive(&mut self, message: RoomMessage) -> Step {
        match message {
            RoomMessage::Command { by, key, command, reply } => {
                self.decide(by, key, &command, reply)
            }
            RoomMessage::Acknowledge { by, otherwise, reply } => {
                self.acknowledge(by, otherwise, &reply);
                Step::Wait
            }
            RoomMessage::Recovered { to_ms } => match self.stalled_since_ms.take() {
                Some(from_ms) => {
                    self.held.append(&mut self.waiting);
                    std::mem::swap(&mut self.held, &mut self.waiting);
                    self.absence.begin_again(to_ms);
                    self.presence_changed();
                    self.act(&Command::Interrupt { from_ms, to_ms })
                }
                None => Step::Wait,
            },
            RoomMessage::Arbiter(act) => self.arbiter(act),
            RoomMessage::NoShow { wait_ms } => match self.missing(wait_ms) {
                Some(outcome) => self.arbiter(ArbiterAct::End(outcome)),
                None => Step::Wait,
            },
            RoomMessage::Stop => Step::End,
            message => {
                self.receive_quiet(message);
                Step::Wait
            }
        }
    }

    /// What a player's command leads to.
    fn decide(&mut self, by: UserId, key: CommandKey, command: &Command, reply: Reply) -> Step {
        let side = self.game.side_of(by);
        if side.is_some_and(|side| self.game.knows(side, key)) {
            reply.ack(self.directory.render(), Some(self.game.id().code()));
            return Step::Wait;
        }
        // The clocks stand, so nothing that is charged may happen.
        if self.stalled_since_ms.is_some() {
            // What was taken in before may not be refused when it comes again.
            if self.held.len() < HELD_MAX && self.holds(by, key) {
                let command = command.clone();
                self.held.push_back(RoomMessage::Command { by, key, command, reply });
                return Step::Wait;
            }
            reply.refuse(self.directory.render(), &Refused::code("stalled"));
            return Step::Wait;
        }
        let claim = self.claim(side, command);
        match self.game.handle(self.now_ms(), By::User(by), claim.as_ref().unwrap_or(command)) {
            Ok(events) => {
                let side = side.or_else(|| joined_side(&events, by));
                if matches!(command, Command::Join { .. }) {
                    self.audience.identify(reply.connection.id, by);
                }
                if let Command::Move { read_ms, .. } = command {
                    let is_timed = self.game.seq().is_multiple_of(SAMPLE);
                    self.timed_read_ms = is_timed.then_some(*read_ms);
                }
                Step::Commit(Record { key: Some(key), side, events }, Some(reply))
            }
            Err(refusal) => {
                reply.refuse(self.directory.render(), &refusal.into());
                Step::Wait
            }
        }
    }

    /// A claim with what the room knows of the other side; `None` for any other command.
    fn claim(&self, side: Option<Side>, command: &Command) -> Option<Command> {
        let (Some(side), Command::Claim { win, .. }) = (side, command) else { return None };
        let now_ms = self.now_ms();
        let left = self.claim_ms()[side.other()].is_some_and(|claim_ms| claim_ms <= now_ms);
        Some(Command::Claim { win: *win, left })
    }

    /// What an arbiter's act leads to.
    fn arbiter(&self, act: ArbiterAct) -> Step {
        match self.game.phase() {
            Phase::Playing => self.act(&Command::Arbiter(act)),
            // It ended while the arbiter's word was on its way.
            Phase::Waiting | Phase::Over => Step::Wait,
        }
    }

    /// How the game ends because somebody who has not moved has been away for `wait_ms`.
    fn missing(&self, wait_ms: u64) -> Option<Outcome> {
        if self.game.phase() != Phase::Playing || self.stalled_since_ms.is_some() {
            return None;
        }
        let now_ms = self.now_ms();
        let away = self.absence.over_ms(wait_ms);
        let first = self.game.line().start().turn();
        let n_moves = self.game.line().n_moves();
        let is_missing = |side: Side| {
            let has_moved = n_moves > u32::from(side != first);
            !has_moved && away[side].is_some_and(|due_ms| due_ms <= now_ms)
        };
        match Side::ALL.map(is_missing) {
            [false, false] => None,
            [true, true] => Some(Outcome::new(EndReason::NoShow, None)),
            [true, false] => Some(no_show(Side::Sente)),
            [false, true] => Some(no_show(Side::Gote)),
        }
    }

    /// From when on each player who is away need not be waited for.
    fn claim_ms(&self) -> BySide<Option<u64>> {
        match self.game.phase() {
            // In a tournament its director sees to that.
            _ if self.game.setup().tournament.is_some() => BySide::default(),
            Phase::Playing => self.absence.over_ms(self.directory.limits().claim_after_ms),
            Phase::Waiting | Phase::Over => BySide::default(),
        }
    }

    /// Whether this command waits for the journal to be written again.
    fn holds(&self, by: UserId, key: CommandKey) -> bool {
        self.held.iter().chain(&self.waiting).any(|message| {
            matches!(message, RoomMessage::Command { by: it, key: its, .. }
                if (*it, *its) == (by, key))
        })
    }

    fn acknowledge(&self, by: UserId, otherwise: &'static str, reply: &Reply) {
        let render = self.directory.render();
        if self.game.side_of(by).is_some() || self.game.setup().seats.creator.id == by {
            reply.ack(render, Some(self.game.id().code()));
        } else {
            reply.refuse(render, &Refused::code(otherwise));
        }
    }

    /// What a command of the server's own leads to.
    fn act(&self, command: &Command) -> Step {
        match self.game.handle(self.now_ms(), By::Server, command) {
            Ok(events) => Step::Commit(Record { key: None, side: None, events }, None),
            Err(refusal) => {
                error!("game {} refuses the server's {command:?}: {refusal}", self.game.id());
                Step::Wait
            }
        }
    }

    /// What can be done while a record is on its way, because it leads to none.
    fn receive_quiet(&mut self, message: RoomMessage) {
        match message {
            // Nobody sees a game that is not durable, nor one that is about to begin.
            message @ (RoomMessage::Subscribe(_) | RoomMessage::Game(_))
                if self.log.bytes().is_empty() =>
            {
                self.waiting.push_back(message);
            }
            RoomMessage::Subscribe(subscribe) => self.subscribe(*subscribe),
            RoomMessage::Unsubscribe { connection } => {
                if self.audience.remove(connection) {
                    self.presence_changed();
                }
            }
            RoomMessage::Chat { by, key, line, reply } => self.say(by, key, line, &reply),
            RoomMessage::Stalled { since_ms } => {
                // Until it has been told that it goes on, the game stands still.
                self.stalled_since_ms.get_or_insert(since_ms);
                self.audience.tell_all(&self.directory.render().stalled(self.game.id().code()));
            }
            RoomMessage::Summary(answer) => {
                // Whoever asked may be gone.
                let _ = answer.send(self.summary());
            }
            RoomMessage::Game(answer) => {
                // Whoever asked may be gone.
                let _ = answer.send(self.game.clone());
            }
            // These lead to records, or may be about the one on its way: they wait.
            message @ (RoomMessage::Command { .. }
            | RoomMessage::Acknowledge { .. }
            | RoomMessage::Arbiter(_)
            | RoomMessage::NoShow { .. }
            | RoomMessage::Recovered { .. }
            | RoomMessage::Stop) => self.waiting.push_back(message),
        }
    }

    /// Does one of the things that are due; what else is due comes right after.
    fn wake(&mut self, mailbox: &Mailbox) -> Step {
        let now_ms = self.now_ms();
        let is_due = |due_ms: Option<u64>| due_ms.is_some_and(|due_ms| due_ms <= now_ms);
        if is_due(self.presence_due_ms) {
            self.presence_due_ms = None;
            let frame = self.directory.render().presence(self.game.id().code(), &self.facts());
            self.audience.tell_all(&frame);
        }
        if is_due(self.resume_by_ms) {
            self.resume();
        }
        let flag_due_ms = self.flag_due_ms();
        if is_due(flag_due_ms) {
            METERS.flag(flag_due_ms.map_or(0, |due_ms| now_ms.saturating_sub(due_ms)));
            let srtt_ms = self.mover_srtt_ms(now_ms);
            return self.act(&Command::CheckTime { srtt_ms });
        }
        if is_due(self.give_up_ms()) {
            return self.act(&Command::Abort);
        }
        if is_due(self.rewrite_due_ms()) {
            return Step::Rewrite;
        }
        if is_due(self.close_due_ms()) {
            self.close_checked_ms = now_ms;
            let settled = self.base_pos.load(Relaxed) == NO_POS;
            let may_close = || settled && mailbox.is_empty();
            if self.directory.close_room(self.game.id().code(), may_close) {
                return Step::End;
            }
        }
        Step::Wait
    }

    /// When something is due, in Unix milliseconds.
    fn next_wake_ms(&self) -> u64 {
        [
            self.presence_due_ms,
            self.resume_by_ms,
            self.flag_due_ms(),
            self.give_up_ms(),
            self.rewrite_due_ms(),
            self.close_due_ms(),
        ]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(self.now_ms() + REWRITE_AFTER_MS)
    }

    /// When a game that nobody joins is called off.
    fn give_up_ms(&self) -> Option<u64> {
        (self.game.phase() == Phase::Waiting).then(|| self.game.setup().created_ms + WAITING_MAX_MS)
    }

    fn rewrite_due_ms(&self) -> Option<u64> {
        (self.game.phase() != Phase::Over).then(|| self.whole_ms + REWRITE_AFTER_MS)
    }

    /// When the room closes: nobody is there, and what is known of the game is settled. One that
    /// somebody still holds on to looks again after a while.
    fn close_due_ms(&self) -> Option<u64> {
        let may = self.game.phase() == Phase::Over && self.audience.is_empty();
        may.then(|| (self.empty_since_ms + LINGER_MS).max(self.close_checked_ms + CLOSE_AGAIN_MS))
    }

    fn flag_due_ms(&self) -> Option<u64> {
        if self.stalled_since_ms.is_some() {
            return None;
        }
        let deadline_ms = self.game.deadline_ms(self.mover_srtt_ms(self.now_ms()))?;
        Some(deadline_ms + FLAG_GRACE_MS)
    }

    fn mover_srtt_ms(&self, now_ms: u64) -> Option<u64> {
        self.audience.srtt_ms(self.game.turn(), now_ms)
    }

    /// Makes a record durable, acknowledges it, then applies and announces it.
    async fn commit(
        &mut self,
        record: Record,
        reply: Option<Reply>,
        mailbox: &mut Mailbox,
    ) -> ControlFlow<()> {
        let is_over = self.game.phase() == Phase::Over;
        if !record.events.is_empty() {
            let mut bytes = Vec::with_capacity(48);
            journal::encode(&record, self.game.line().position().variant(), &mut bytes);
            let pos = if is_over {
                // It may be settled, and its records gone from the journal.
                let mut whole = self.log.clone();
                whole.push(&bytes);
                self.write(EntryKind::Whole, whole.bytes().to_vec(), mailbox).await?
            } else {
                self.write(EntryKind::Record, bytes.clone(), mailbox).await?
            };
            self.log.push(&bytes);
            if is_over || self.base_pos.load(Relaxed) == 0 {
                self.base_pos.store(pos, Relaxed);
            }
        }
        let timed_read_ms = self.timed_read_ms.take();
        if let Some(read_ms) = timed_read_ms {
            METERS.durable(self.now_ms().saturating_sub(read_ms));
        }
        if let Some(reply) = reply {
            reply.ack(self.directory.render(), Some(self.game.id().code()));
        }
        self.announce(&record).await;
        if let Some(read_ms) = timed_read_ms {
            METERS.announced(self.now_ms().saturating_sub(read_ms));
        }
        if is_over && !record.events.is_empty() {
            self.directory.settle(&self.game, &self.log, &self.base_pos).await;
        }
        Continue(())
    }

    /// Waits until an entry is durable. Meanwhile commands wait, and everything else goes on.
    async fn write(
        &mut self,
        kind: EntryKind,
        bytes: Vec<u8>,
        mailbox: &mut Mailbox,
    ) -> ControlFlow<(), i64> {
        let mut written = self.journal.append(self.game.id(), kind, bytes).await;
        loop {
            tokio::select! {
                biased;
                written = &mut written => return match written {
                    Ok(written) => Continue(written.pos),
                    // The writer is gone, and so is the process.
                    Err(_) => Break(()),
                },
                message = mailbox.recv(), if self.waiting.len() < MAILBOX_MAX => match message {
                    Some(message) => self.receive_quiet(*message),
                    None => return Break(()),
                },
            }
        }
    }

    /// Applies a durable record and tells everybody.
    async fn announce(&mut self, record: &Record) {
        for event in &record.events {
            let seq = self.game.seq();
            self.game.apply(event);
            let now_ms = self.now_ms();
            match event {
                Event::Created(_) => continue,
                Event::Interrupted { .. } => self.wait_for_mover(now_ms),
                Event::Started { .. } => {
                    self.game.announced(now_ms);
                    self.started();
                }
                _ => {
                    self.resume_by_ms = None;
                    self.game.announced(now_ms);
                }
            }
            // The next game is there before anybody hears of it.
            match event {
                Event::Ended { next, .. } => self.follow(next.as_deref()),
                Event::Rematch { next } => self.follow(Some(next)),
                _ => {}
            }
            if !self.audience.is_empty() {
                let frames = self.directory.render().event(&self.game, seq, event, now_ms);
                self.audience.announce(&frames).await;
            }
            if let Event::Ended { outcome, .. } = event {
                let reason = outcome.reason;
                info!(game.id = %self.game.id(), "game {} ended by {reason}", self.game.id());
                self.directory.settle(&self.game, &self.log, &self.base_pos).await;
            }
        }
        self.game.remember(record);
        self.consult();
    }

    /// Lets a built-in opponent do what it has to do.
    fn consult(&self) {
        if let Some(seat) = self.engine {
            self.directory.opponents().act(&self.directory, &self.game, seat);
        }
    }

    /// Both players are known: the sockets that follow the game learn whose they are.
    fn started(&mut self) {
        let Some(players) = self.game.players() else { return };
        let seats = players.as_ref().map(|player| player.id);
        self.audience.seat(&seats);
        self.engine = Seat::at(&self.game);
        if let Some(seat) = self.engine {
            self.audience.seat_engine(seat.side);
        }
        self.directory.begin(&self.game);
        self.presence_changed();
    }

    /// Opens the room of the game that follows.
    fn follow(&self, next: Option<&Setup>) {
        if let Some(setup) = next {
            self.directory.follow(setup);
        }
    }

    fn wait_for_mover(&mut self, now_ms: u64) {
        if self.audience.has_player(self.game.turn()) {
            self.game.announced(now_ms);
        } else {
            self.resume_by_ms = Some(now_ms + WAIT_FOR_MOVER_MS);
        }
    }

    /// The clock that waited for its player runs again.
    fn resume(&mut self) {
        if self.resume_by_ms.take().is_some() {
            let now_ms = self.now_ms();
            self.game.announced(now_ms);
            self.audience.tell_all(&self.directory.render().resumed(&self.game, now_ms));
            self.aside_seq = Some(self.newest_seq());
        }
    }

    async fn rewrite(&mut self, mailbox: &mut Mailbox) -> ControlFlow<()> {
        let pos = self.write(EntryKind::Whole, self.log.bytes().to_vec(), mailbox).await?;
        self.base_pos.store(pos, Relaxed);
        self.whole_ms = self.now_ms();
        Continue(())
    }

    fn subscribe(&mut self, subscribe: Subscribe) {
        let Subscribe { user, last, reply } = subscribe;
        let side = user.and_then(|user| self.game.side_of(user));
        let render = self.directory.render().clone();
        if side.is_none() && self.audience.n_watchers() >= self.directory.limits().watchers {
            reply.refuse(&render, &Refused::code("too_many_watchers"));
            return;
        }
        let connection = reply.connection.clone();
        let now_ms = self.now_ms();
        // What has no number and was told while the client was away is in the snapshot only.
        let newest = self.newest_seq();
        let mut last = last.filter(|&last| self.aside_seq.is_none_or(|aside| last > aside));
        if side == Some(self.game.turn()) && self.resume_by_ms.is_some() {
            self.resume();
            // The last of the missed events tells it too, if there is one.
            last = last.filter(|&last| last < newest);
        }
        self.audience.add(connection.clone(), user, side);
        reply.ack(&render, None);
        let missed = last.and_then(|last| self.missed(last, side, now_ms));
        match missed {
            Some(frames) => {
                for frame in frames {
                    connection.send(frame);
                }
            }
            None => {
                connection.send(render.snapshot(&self.game, &self.facts(), user, now_ms));
            }
        }
        if self.stalled_since_ms.is_some() {
            connection.send(render.stalled(self.game.id().code()));
        }
        self.presence_changed();
    }

    /// What a client that has everything up to `last` missed; `None` when that is too much, or
    /// when `last` lies in the future.
    fn missed(&self, last: u32, side: Option<Side>, now_ms: u64) -> Option<Vec<bytes::Bytes>> {
        let newest = self.newest_seq();
        let n_missed = newest.checked_sub(last)?;
        if n_missed > RESUME_EVENTS_MAX {
            return None;
        }
        let render = self.directory.render();
        let mut frames = Vec::with_capacity(n_missed as usize);
        if n_missed == 0 {
            return Some(frames);
        }
        self.log
            .replay(|game, seq, event| {
                if seq > last {
                    // The last one comes with the clocks as they are now.
                    let state = if seq == newest { &self.game } else { game };
                    frames.push(render.event(state, seq, event, now_ms).of(side).clone());
                }
            })
            .inspect_err(|error| error!("game {} cannot be replayed: {error}", self.game.id()))
            .ok()?;
        Some(frames)
    }

    /// The number of the newest event.
    fn newest_seq(&self) -> u32 {
        self.game.seq() - 1
    }

    fn say(&mut self, by: UserId, key: CommandKey, mut line: ChatLine, reply: &Reply) {
        let render = self.directory.render().clone();
        if self.chat_keys.contains(&(by, key)) {
            return reply.ack(&render, None);
        }
        line.at_ms = self.now_ms();
        if let Err(refused) = self.directory.standing().say(by, line.at_ms) {
            return reply.refuse(&render, &refused);
        }
        reply.ack(&render, None);
        line.side = self.game.side_of(by);
        let frame = render.chat(self.game.id().code(), &line);
        // Nobody whispers to those who play.
        if line.side.is_none() && self.game.phase() == Phase::Playing {
            self.audience.tell_watchers(&frame);
        } else {
            self.audience.tell_all(&frame);
        }
        self.aside_seq = Some(self.newest_seq());
        if self.chat.len() == CHAT_LINES_MAX {
            self.chat.pop_front();
            self.chat_keys.pop_front();
        }
        self.chat.push_back(line);
        self.chat_keys.push_back((by, key));
        self.chat.make_contiguous();
    }

    fn facts(&self) -> RoomFacts<'_> {
        RoomFacts {
            connected: self.audience.connected(),
            claim_ms: self.claim_ms(),
            watchers: self.audience.n_watchers() as u32,
            chat: self.chat.as_slices().0,
        }
    }

    fn presence_changed(&mut self) {
        let now_ms = self.now_ms();
        self.absence.note(self.audience.connected(), now_ms);
        self.presence_due_ms.get_or_insert(now_ms + PRESENCE_EVERY_MS);
        if self.audience.is_empty() {
            self.empty_since_ms = now_ms;
        }
    }

    fn summary(&self) -> Option<LiveGame> {
        let players = self.game.players()?.clone();
        (self.game.phase() == Phase::Playing).then(|| LiveGame {
            id: self.game.id(),
            created_ms: self.game.setup().created_ms,
            variant: self.game.setup().variant.clone(),
            handicap: self.game.setup().handicap().map(|it| it.name().to_owned()),
            players,
            clocks: self.game.setup().clocks,
            king_holder: self.game.king_holder(),
            sfen: self.game.line().position().sfen(),
            ply: self.game.line().n_moves(),
        })
    }
}

/// A win because that side has not come.
fn no_show(side: Side) -> Outcome {
    Outcome::left(EndReason::NoShow, Some(side.other()), side)
}

/// The first record of a game.
fn founding(game: &Game, setup: Box<Setup>, now_ms: u64) -> Record {
    let started = setup.seats.opponent.as_ref().map(|opponent| game.start(now_ms, opponent));
    let events = std::iter::once(Event::Created(setup)).chain(started).collect();
    Record { key: None, side: None, events }
}

/// The side on which `user` sits down by these events.
fn joined_side(events: &[Event], user: UserId) -> Option<Side> {
    events.iter().find_map(|event| match event {
        Event::Started { players, .. } => {
            Side::ALL.into_iter().find(|&side| players[side].id == user)
        }
        _ => None,
    })
}
