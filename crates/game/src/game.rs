//! The game itself: what it holds, what it decides, how it changes.

mod change;
mod decide;
mod next;

use komadai_ids::{GameId, UserId};
use komadai_rules::{BySide, Line, Side};

use crate::{
    CommandKey, FIRST_MOVE_MS, Lag, Offer, Outcome, Player, Setup, SetupProblem, Stretch, Time,
    TimeOff, Toss, conditions::Conditions, keys::Keys,
};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat is empty.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// Where the key is kept with which a game that nobody has joined is called off: its creator has
/// no side.
const SIDE_OF_NOBODY: Side = Side::Sente;

/// What is kept of a move alongside the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// How long the player thought, in milliseconds.
    pub thought_ms: u32,
    /// The main time on the mover's clock after it, in milliseconds.
    main_ms: u32,
    /// What was not charged of what was thought, in milliseconds.
    pub credit_ms: u16,
    /// The periods on the mover's clock after it.
    periods: u8,
}

impl MoveFacts {
    /// The mover's clock after it.
    pub fn time(&self) -> Time {
        Time { main_ms: self.main_ms, periods: self.periods }
    }
}

/// The clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningClock {
    /// Whose it is: the side to move.
    pub side: Side,
    /// When the present stretch began, in Unix milliseconds.
    pub since_ms: u64,
}

/// One game, from its making to its end and the rematch after it.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Box<Setup>,
    line: Line,
    phase: Phase,
    players: Option<Box<BySide<Player>>>,
    toss: Option<Toss>,
    /// The side that has 王, where it is not the creator's.
    king: Option<Side>,
    started_ms: u64,
    ended_ms: u64,
    played: Vec<MoveFacts>,
    times: BySide<Time>,
    lags: BySide<Lag>,
    /// Whether a side has ever moved; a takeback does not make it forget.
    has_moved: BySide<bool>,
    offers: BySide<Offers>,
    /// What each side has decided to answer.
    conditions: BySide<Conditions>,
    /// When each player is on vacation; most games know of none.
    vacations: Option<Box<BySide<Option<Stretch>>>>,
    running: Option<RunningClock>,
    /// What the side to move had thought before the present stretch, in milliseconds.
    carried_ms: u64,
    /// The position changed and has not been announced yet.
    unannounced: bool,
    /// Both have agreed to play, or need not.
    agreed: bool,
    /// An arbiter has stopped it.
    halted: bool,
    outcome: Option<Box<Outcome>>,
    next: Option<GameId>,
    /// Whether the end itself ordered the next game (§2.2).
    replayed: bool,
    seq: u32,
    /// The commands that each side's player has carried out.
    keys: BySide<Keys>,
}

/// The open offers of one side, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Offers(u8);

impl Offers {
    fn has(self, offer: Offer) -> bool {
        self.0 & 1 << offer as u8 != 0
    }

    fn set(&mut self, offer: Offer, open: bool) {
        let bit = 1 << offer as u8;
        self.0 = if open { self.0 | bit } else { self.0 & !bit };
    }
}

impl Game {
    /// The game that [`crate::Event::Created`] makes: nothing has happened in it but that.
    ///
    /// # Errors
    /// When the set-up's variant or start cannot be read. Whether they make sense is what
    /// [`Setup::check`] says.
    pub fn new(setup: Setup) -> Result<Self, SetupProblem> {
        let line = Line::new(setup.position()?, setup.rules);
        let times = setup.times();
        let agreed = setup.agreed_within_ms.is_none();
        Ok(Self {
            setup: Box::new(setup),
            line,
            phase: Phase::Waiting,
            players: None,
            toss: None,
            king: None,
            started_ms: 0,
            ended_ms: 0,
            played: Vec::new(),
            times,
            lags: BySide::default(),
            has_moved: BySide::default(),
            offers: BySide::default(),
            conditions: BySide::default(),
            vacations: None,
            running: None,
            carried_ms: 0,
            unannounced: false,
            agreed,
            halted: false,
            outcome: None,
            next: None,
            replayed: false,
            seq: 1,
            keys: BySide::default(),
        })
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.setup.id
    }

    /// What was agreed before it began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The moves and the position.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// How far it has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who sits where, once both are known.
    pub fn players(&self) -> Option<&BySide<Player>> {
        self.players.as_deref()
    }

    /// The toss, where furigoma decided.
    pub fn toss(&self) -> Option<Toss> {
        self.toss
    }

    /// What is kept alongside each move of the line.
    pub fn played(&self) -> &[MoveFacts] {
        &self.played
    }

    /// The times on the clocks, without the thinking time of the current move.
    pub fn times(&self) -> BySide<Time> {
        self.times
    }

    /// The clock that runs, if one does.
    pub fn running(&self) -> Option<RunningClock> {
        self.running
    }

    /// Whether an arbiter has stopped it, so that no clock runs and nothing is moved.
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// Whether both have agreed to play, or need not.
    pub fn is_agreed(&self) -> bool {
        self.agreed
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_deref()
    }

    /// When both players were known, in Unix milliseconds.
    pub fn started_ms(&self) -> Option<u64> {
        self.players.is_some().then_some(self.started_ms)
    }

    /// When it ended, in Unix milliseconds.
    pub fn ended_ms(&self) -> Option<u64> {
        self.outcome.is_some().then_some(self.ended_ms)
    }

    /// The game that follows this one.
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// Whether its result does not stand, because the rules order another game for it (§2.2):
    /// of such a chain only the last game counts.
    pub fn is_replayed(&self) -> bool {
        self.replayed
    }

    /// Number of events so far. The latest one has this number less one.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// The side whose turn it is.
    pub fn turn(&self) -> Side {
        self.line.position().turn()
    }

    /// The open offers.
    pub fn offers(&self) -> impl Iterator<Item = (Side, Offer)> {
        Side::ALL.into_iter().flat_map(move |side| {
            Offer::ALL
                .into_iter()
                .filter(move |&offer| self.offers[side].has(offer))
                .map(move |offer| (side, offer))
        })
    }

    /// What this side has decided to answer, as lines of moves from the present position.
    pub fn conditions(&self, side: Side) -> Vec<String> {
        self.conditions[side].lines(&self.line)
    }

    /// When the player of this side is, or was last, on vacation.
    pub fn vacation(&self, side: Side) -> Option<Stretch> {
        self.vacations.as_ref()?[side]
    }

    /// When the clock of this side stands by itself.
    pub fn time_off(&self, side: Side) -> TimeOff {
        TimeOff {
            vacation: self.vacation(side),
            weekends: self.setup.clocks[side].has_weekends_off(),
        }
    }

    /// The side on which this user plays, once the game has begun.
    pub fn side_of(&self, user: UserId) -> Option<Side> {
        let players = self.players.as_ref()?;
        Side::ALL.into_iter().find(|&side| players[side].id == user)
    }

    /// The side that holds 王 (§2.5).
    pub fn king_holder(&self) -> Option<Side> {
        self.king.or_else(|| self.side_of(self.setup.seats.creator.id))
    }

    /// The side whose king is drawn as 王 (§2.5): the holder's, where the variant tells the kings
    /// apart.
    pub fn king_shown(&self) -> Option<Side> {
        self.king_holder().filter(|_| self.line.position().variant().def().kings_differ)
    }

    /// Whether this user's command has been carried out before.
    pub fn knows(&self, user: UserId, key: CommandKey) -> bool {
        let is_caller_off = || self.players.is_none() && user == self.setup.seats.creator.id;
        let side = self.side_of(user).or_else(|| is_caller_off().then_some(SIDE_OF_NOBODY));
        side.is_some_and(|side| self.keys[side].contains(key))
    }

    /// Whether the time of this side's next move is charged.
    fn is_charged(&self, side: Side) -> bool {
        let is_charged_now = self.setup.timed_at_once
            || self.has_moved[side]
            || self.setup.clocks[side].is_charged_at_once();
        self.agreed && is_charged_now
    }

    /// How long a move may take whose time is not charged, in milliseconds.
    fn uncharged_ms(&self) -> u64 {
        match self.setup.agreed_within_ms {
            Some(agreed_within_ms) if !self.agreed => agreed_within_ms.into(),
            _ => FIRST_MOVE_MS,
        }
    }

    /// How long the side to move has thought by `now_ms`, in milliseconds, without the time that
    /// does not count.
    pub fn thought_ms(&self, now_ms: u64) -> u64 {
        self.carried_ms
            + self.running.map_or(0, |it| self.time_off(it.side).counted_ms(it.since_ms, now_ms))
    }

    /// What of the present thinking will surely be charged at `now_ms`, in milliseconds.
    pub fn elapsed_ms(&self, now_ms: u64) -> u64 {
        if self.is_charged(self.turn()) { self.thought_ms(now_ms) } else { 0 }
    }

    /// Until when the side to move must make its uncharged first move, in Unix milliseconds.
    pub fn first_move_due_ms(&self) -> Option<u64> {
        let running = self.running?;
        (!self.is_charged(running.side))
            .then(|| (running.since_ms + self.uncharged_ms()).saturating_sub(self.carried_ms))
    }

    /// When the time of the side to move is up, in Unix milliseconds, counting what it could
    /// still claim as credit for lag. `None` when no clock runs.
    pub fn deadline_ms(&self, srtt_ms: Option<u64>) -> Option<u64> {
        let running = self.running?;
        let span_ms = if self.is_charged(running.side) {
            let allowance_ms =
                self.setup.clocks[running.side].allowance_ms(self.times[running.side]);
            allowance_ms.saturating_add(self.lags[running.side].claimable_ms(srtt_ms))
        } else {
            self.uncharged_ms()
        };
        // What was thought before could be more than there was.
        Some(match span_ms.checked_sub(self.carried_ms) {
            Some(left_ms) => self.time_off(running.side).after_ms(running.since_ms, left_ms),
            None => running.since_ms.saturating_sub(self.carried_ms - span_ms),
        })
    }
}

/// Milliseconds that fit an event; larger ones are cut to the largest that fits.
fn event_ms(ms: u64) -> u32 {
    u32::try_from(ms).unwrap_or(u32::MAX)
}
