//! A room: the task that owns one live game.
//!
//! Nobody else changes the game. A room has at most one record on its way into the journal;
//! commands and timers wait until that record is durable, applied and announced.

mod absence;
mod alarms;
mod assistance;
mod audience;
mod chat;
mod commit;
mod conditions;
mod delay;
mod ends;
mod following;
mod hold;
mod message;
mod rematch;
mod renaming;
mod sleeping;
mod turn;
mod waiting;

use std::{
    collections::VecDeque,
    net::IpAddr,
    ops::ControlFlow::{Break, Continue},
    sync::{Arc, atomic::AtomicI64},
};

use komadai_game::{
    ArbiterAct, By, Command, CommandKey, Event, Game, Outcome, Phase, Record, Rejection, Setup,
    SetupProblem,
};
use komadai_ids::UserId;
use komadai_rules::{BySide, Side};
use tokio::{sync::oneshot, time::Instant};
use tracing::{debug, error};

use self::{
    absence::Absence,
    audience::Audience,
    chat::Chat,
    conditions::Changes,
    delay::DelayedGame,
    message::{RoomMessage, Verdict},
    waiting::Maker,
};
pub use self::{
    audience::PLAYER_SILENCE_MAX_MS,
    chat::CHAT_LINES_MAX,
    following::RESUME_EVENTS_MAX,
    hold::RoomHold,
    message::{Reply, RoomHandle},
};
use crate::{
    Directory, LiveGame, LiveRefusal, Why,
    addresses::Addresses,
    archive::RoomlessGame,
    directory::{open_room::OpenRoom, running_positions::PositionGuard},
    game_log::GameLog,
    journal::JournalHandle,
    mailbox::mailbox,
    metrics::SAMPLE,
    opponents::Seat,
    quota::QuotaPermit,
    render::RoomFacts,
    timer::Timer,
};

/// How many messages may wait for a room.
pub const MAILBOX_MAX: usize = 64;

/// How many commands may wait for the journal to be written again.
const HELD_MAX: usize = 2 * MAILBOX_MAX;

/// After an interruption the clock of the side to move waits for its player, this long at most,
/// in milliseconds.
pub const WAIT_FOR_MOVER_MS: u64 = 30_000;

/// How long changes in who is there are collected before they are announced, in milliseconds.
const PRESENCE_EVERY_MS: u64 = 500;

/// For how long a game without a clock whose players have left is still one that goes on, in
/// milliseconds: who reloads the page has not left.
const GONE_AFTER_MS: u64 = 60_000;

/// The position that a room whose game is settled, or kept as it slept, still needs in the journal:
/// none.
pub const NO_POS: i64 = i64::MAX;

/// A room whose next record will be the first that it needs: where that will be is not known.
pub const UNKNOWN_POS: i64 = -1;

/// The state of a room.
// What a move touches comes first, so that it is in few lines of the processor's cache: between two
// moves of a game it is gone from there.
#[repr(C)]
struct Room {
    game: Game,
    log: GameLog,
    directory: Arc<Directory>,
    journal: JournalHandle,
    audience: Audience,
    /// Commands that came while a record was on its way.
    waiting: VecDeque<RoomMessage>,
    /// First journal position that holds something of this game; shared with the cleaner.
    /// [`NO_POS`] once the game is settled, or while it is as it slept, [`UNKNOWN_POS`] while its
    /// first record, or its first one after that, is on its way.
    base_pos: Arc<AtomicI64>,
    /// When the game was last written to the journal as a whole.
    whole_ms: u64,
    /// The clock waits for its player until then.
    resume_by_ms: Option<u64>,
    /// Nothing can be written since then.
    stalled_since_ms: Option<u64>,
    /// When the move that is on its way was read, if it is one of those that are timed.
    timed_read_ms: Option<u64>,
    /// When the list of those who are there is to be announced.
    presence_due_ms: Option<u64>,
    /// What watchers see of a game that is broadcast late.
    delayed: Option<Box<DelayedGame>>,
    /// The seat of a built-in opponent.
    engine: Option<Seat>,
    /// From where each player has given commands.
    addresses: BySide<Addresses>,
    /// As long as its position is listed among those of rated games.
    listed: Option<PositionGuard>,
    /// As long as the game waits for somebody, or is played against a built-in opponent: what it
    /// takes of what there may be of those.
    counted: Option<QuotaPermit>,
    absence: Absence,
    /// Where its maker comes from, if that is known.
    maker_address: Option<IpAddr>,
    /// Whether its maker is there, as long as the game waits for somebody.
    maker: Maker,
    chat: Chat,
    /// How often each player has changed their conditional moves of late.
    changes: BySide<Changes>,
    /// The newest event when something lasting without a number was last announced.
    aside_seq: Option<u32>,
    /// Commands whose turn came while nothing could be written.
    held: VecDeque<RoomMessage>,
    /// Since when nobody is there.
    empty_since_ms: u64,
    /// When the room last looked whether it may close.
    close_checked_ms: u64,
    /// When it was last looked whether the game may fall asleep.
    sleep_checked_ms: u64,
    _open: OpenRoom,
}

/// What a room starts with.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// A new game; with an opponent it begins at once.
    New {
        setup: Box<Setup>,
        /// What it takes of what there may be at once.
        counted: Option<QuotaPermit>,
        /// Where its maker comes from, if that is known.
        maker_address: Option<IpAddr>,
        /// Told once it is durable.
        reply: Option<Reply>,
    },
    /// A game from the journal or the archive.
    Known {
        game: Box<Game>,
        /// What it takes of what there may be at once.
        counted: Option<QuotaPermit>,
        log: GameLog,
        /// Where it begins in the journal; [`NO_POS`] when it is settled or slept.
        base_pos: i64,
    },
}

impl Beginning {
    /// Whether its players need not be there at the same time.
    pub(crate) fn is_correspondence(&self) -> bool {
        match self {
            Self::New { setup, .. } => setup.is_correspondence(),
            Self::Known { game, .. } => game.setup().is_correspondence(),
        }
    }
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
    let (game, counted, maker_address, log, base_pos, first) = match beginning {
        Beginning::New { setup, counted, maker_address, reply } => {
            let game = Game::new((*setup).clone())?;
            let verdict = reply.map(Verdict::CarriedOut);
            let first = Step::Commit(founding(&game, setup, now_ms), verdict);
            (game, counted, maker_address, GameLog::default(), UNKNOWN_POS, first)
        }
        Beginning::Known { game, counted, log, base_pos } => {
            (*game, counted, None, log, base_pos, Step::Wait)
        }
    };
    let (mailbox, messages) = mailbox(MAILBOX_MAX);
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
        delayed: DelayedGame::of(&game, &log).filter(|_| game.phase() != Phase::Over),
        game,
        log,
        journal: directory.journal().clone(),
        directory: directory.clone(),
        audience,
        absence,
        addresses: BySide::default(),
        listed: None,
        engine,
        counted,
        maker_address,
        maker: Maker::new(now_ms),
        chat: Chat::default(),
        changes: BySide::default(),
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
        sleep_checked_ms: 0,
        _open: directory.open_room(),
    };
    tokio::spawn(Box::new(room).run(messages, first));
    Ok((handle, base_pos))
}

type Mailbox = crate::mailbox::Mailbox<Box<RoomMessage>>;

/// What a room does next.
enum Step {
    /// Nothing: it waits for what comes.
    Wait,
    /// Makes a record durable, answers the command that led to it, and tells everybody.
    Commit(Record, Option<Verdict>),
    /// Writes the whole game to the journal again.
    Rewrite,
    /// Nothing happens before somebody has decided.
    Hold(oneshot::Receiver<Outcome>),
    /// The game falls asleep.
    Sleep(Box<RoomlessGame>),
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
        self.list_position();
        let mut alarm = Timer::new(Instant::now());
        loop {
            let flow = match step {
                Step::Wait => Continue(()),
                Step::Commit(record, verdict) => self.commit(record, verdict, &mut mailbox).await,
                Step::Rewrite => self.rewrite(&mut mailbox).await,
                Step::Sleep(sleeping) => self.fall_asleep(&sleeping, &mailbox).await,
                Step::Hold(until) => {
                    self.held(until).await;
                    Continue(())
                }
                Step::End => Break(()),
            };
            if flow.is_break() {
                break;
            }
            step = match self.waiting.pop_front() {
                // It was taken in before it was announced, so it may not be refused any more.
                Some(message @ RoomMessage::Command { .. }) if self.stalled_since_ms.is_some() => {
                    self.held.push_back(message);
                    Step::Wait
                }
                Some(message) => self.receive(message),
                None => self.next(&mut mailbox, &mut alarm).await,
            };
        }
        // A command that came too late is refused; nothing of it has happened.
        mailbox.close();
        while let Some(message) = mailbox.try_recv() {
            if let Some(reply) = message.reply() {
                reply.refuse(self.directory.render(), &LiveRefusal::new(Why::Stopping));
            }
        }
        debug!("the room of game {} closes", self.game.id());
    }

    /// Waits for a message, or until something is due.
    async fn next(&mut self, mailbox: &mut Mailbox, alarm: &mut Timer) -> Step {
        alarm.set_before(self.directory.timebase().instant(self.next_wake_ms()));
        tokio::select! {
            biased;
            message = mailbox.recv() => match message {
                Some(message) => self.receive(*message),
                None => Step::End,
            },
            () = alarm.ring() => match mailbox.try_recv() {
                // What was read before the flag fell comes first.
                Some(message) => self.receive(*message),
                None => self.wake(mailbox),
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
            RoomMessage::Hold(answer) => self.hold(answer),
            RoomMessage::Agreed => self.agreed(),
            RoomMessage::Away { side, vacation } => self.away(side, vacation),
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
        if self.game.knows(by, key) {
            reply.ack(self.directory.render(), Some(self.game.id().code()));
            return Step::Wait;
        }
        let side = self.game.side_of(by);
        // The clocks stand, so nothing that is charged may happen.
        if self.stalled_since_ms.is_some() {
            // What was taken in before may not be refused when it comes again.
            if self.held.len() < HELD_MAX && self.holds(by, key) {
                let command = command.clone();
                self.held.push_back(RoomMessage::Command { by, key, command, reply });
                return Step::Wait;
            }
            reply.refuse(self.directory.render(), &LiveRefusal::new(Why::Stalled));
            return Step::Wait;
        }
        let may = self.may_be_answered(by, command, &reply);
        if let Err(refused) = may.and_then(|()| self.count_change(side, command)) {
            reply.refuse(self.directory.render(), &refused);
            return Step::Wait;
        }
        let claim = self.claim(side, command);
        match self.game.handle(self.now_ms(), By::User(by), claim.as_ref().unwrap_or(command)) {
            Ok(mut events) => {
                let side = side.or_else(|| joined_side(&events, by));
                if let (Some(side), Some(address)) = (side, reply.connection.address()) {
                    self.addresses[side].note(address);
                }
                self.rate_no_farm(&mut events);
                if matches!(command, Command::Join { .. }) {
                    self.audience.identify(reply.connection.id, by);
                }
                if let Command::Move { read_ms, .. } = command {
                    let is_timed = self.game.seq().is_multiple_of(SAMPLE);
                    self.timed_read_ms = is_timed.then_some(*read_ms);
                }
                let record = Record { key: Some(key), side, events };
                Step::Commit(record, Some(Verdict::CarriedOut(reply)))
            }
            Err(Rejection::Ended(end)) => self.end(*end, Some(Verdict::GameOver(reply))),
            Err(Rejection::Refused(refusal)) => {
                reply.refuse(self.directory.render(), &refusal.into());
                Step::Wait
            }
        }
    }

    /// Whether this command waits for the journal to be written again.
    fn holds(&self, by: UserId, key: CommandKey) -> bool {
        self.held.iter().chain(&self.waiting).any(|message| {
            matches!(message, RoomMessage::Command { by: it, key: its, .. }
                if (*it, *its) == (by, key))
        })
    }

    fn acknowledge(&self, by: UserId, otherwise: Why, reply: &Reply) {
        let render = self.directory.render();
        if self.game.side_of(by).is_some() || self.game.setup().seats.creator.id == by {
            reply.ack(render, Some(self.game.id().code()));
        } else {
            reply.refuse(render, &LiveRefusal::new(otherwise));
        }
    }

    /// What a command of the server's own leads to.
    fn act(&self, command: &Command) -> Step {
        match self.game.handle(self.now_ms(), By::Server, command) {
            Ok(mut events) => {
                self.rate_no_farm(&mut events);
                Step::Commit(Record { key: None, side: None, events }, None)
            }
            Err(Rejection::Ended(end)) => self.end(*end, None),
            Err(Rejection::Refused(refusal)) => {
                error!("game {} refuses the server's {command:?}: {refusal}", self.game.id());
                Step::Wait
            }
        }
    }

    /// What an end leads to that came before the command which revealed it: the record has no key,
    /// because nothing was carried out.
    fn end(&self, end: Event, verdict: Option<Verdict>) -> Step {
        let mut events = vec![end];
        self.rate_no_farm(&mut events);
        Step::Commit(Record { key: None, side: None, events }, verdict)
    }

    /// What can be done while a record is on its way, because it leads to none.
    fn receive_quiet(&mut self, message: RoomMessage) {
        match message {
            // Nobody sees a game that is not durable, nor one that is about to begin.
            message @ (RoomMessage::Subscribe(_)
            | RoomMessage::Game(_)
            | RoomMessage::Record(_))
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
            RoomMessage::Speaks { connection } => {
                if self.audience.speaks(connection) {
                    self.presence_changed();
                }
            }
            RoomMessage::Chat { by, key, line, reply } => self.say(by, key, line, &reply),
            RoomMessage::Rename { user, name } => self.rename(user, &name),
            RoomMessage::Stalled { since_ms } => {
                // Until its continuation has been announced, the game is paused.
                self.stalled_since_ms.get_or_insert(since_ms);
                self.audience.tell_all(&self.directory.render().stalled(self.game.id().code()));
            }
            RoomMessage::Said(answer) => {
                // Whoever asked may have gone.
                let _ = answer.send(self.chat.all());
            }
            RoomMessage::Summary(answer) => {
                // The caller may be gone.
                let _ = answer.send(self.summary());
            }
            RoomMessage::Game(answer) => {
                // The caller may be gone.
                let _ = answer.send(self.seen().clone());
            }
            RoomMessage::Record(answer) => {
                // Whoever asked may be gone.
                let _ = answer.send(self.record_seen());
            }
            // These lead to records, or may be about the one on its way: they wait.
            message @ (RoomMessage::Command { .. }
            | RoomMessage::Acknowledge { .. }
            | RoomMessage::Arbiter(_)
            | RoomMessage::Hold(_)
            | RoomMessage::Agreed
            | RoomMessage::Away { .. }
            | RoomMessage::NoShow { .. }
            | RoomMessage::Recovered { .. }
            | RoomMessage::Stop) => self.waiting.push_back(message),
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
            let frame = self.directory.render().resumed(&self.game, now_ms);
            match self.delayed {
                None => self.audience.tell_all(&frame),
                Some(_) => self.audience.tell_players(&frame),
            }
            self.aside_seq = Some(self.newest_seq());
        }
    }

    fn facts(&self) -> RoomFacts<'_> {
        RoomFacts {
            connected: self.audience.connected(),
            claim_ms: self.claim_ms(),
            watchers: self.audience.n_watchers() as u32,
            // Who hears what differs from reader to reader.
            chat: &[],
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

    /// Whether the game goes on: its clock runs, or a player is there or has just left. A machine
    /// never leaves, and plays with nobody.
    fn is_live(&self) -> bool {
        let now_ms = self.now_ms();
        let gone_ms = self.absence.over_ms(GONE_AFTER_MS);
        let is_machine = |side: Side| self.engine.is_some_and(|seat| seat.side == side);
        let is_there = |side: Side| {
            !is_machine(side) && gone_ms[side].is_none_or(|since_ms| now_ms < since_ms)
        };
        let clocks = &self.game.setup().clocks;
        Side::ALL.into_iter().any(|side| clocks[side].is_timed() || is_there(side))
    }

    fn summary(&self) -> Option<LiveGame> {
        if !self.is_live() {
            return None;
        }
        let seen = self.seen().line();
        Some(LiveGame {
            sfen: seen.position().sfen(),
            ply: seen.n_moves(),
            ..LiveGame::of(&self.game)?
        })
    }
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
