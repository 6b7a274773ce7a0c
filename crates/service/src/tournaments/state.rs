//! A tournament as it is stored, and everything that changes it.
//!
//! Nothing here waits, reads a clock or opens a game: an act leads to a changed tournament and to
//! what is to be done once that is durable. What is to be done can be told from the tournament
//! alone, so a director that stops in between does it at its next start.

use std::collections::{BTreeMap, BTreeSet};

use komadai_game::{
    ArbiterAct, EndReason, Outcome as GameOutcome, Player, Seats, Setup as GameSetup, SideChoice,
    Start,
};
use komadai_ids::{Code, GameId, TournamentId, UserId};
use komadai_rules::{BySide, Side as BoardSide};
use komadai_tournament::{
    Entry, EntryId, Event, Game, GameKey, Grade, Handicap, HandicapPolicy, Next, Outcome, Presence,
    Ruling, Scoring, Setup, Sides, State, Tie, Wait, formats,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    act::{Act, Actor, TournamentRefusal},
    plan::{NAME_CHARS_MAX, Pace, Plan},
};
use crate::lobby::derived_id;

/// The most who may help to organise one tournament.
pub const HELPERS_MAX: usize = 20;

/// The longest name that is typed for somebody without an account, in characters.
pub const PLAYER_NAME_CHARS_MAX: usize = 60;

/// The highest number of rounds of which an absence can be announced.
const ROUND_MAX: u32 = komadai_tournament::ROUNDS_MAX;

type Done = Result<(), TournamentRefusal>;

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Only its organisers see it.
    #[default]
    Draft,
    /// Players register.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
    /// It was called off.
    Cancelled,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 5] =
        [Self::Draft, Self::Open, Self::Running, Self::Over, Self::Cancelled];

    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Everything that can be decided before it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// For people.
    pub name: String,
    /// The format with its settings.
    pub format: Setup,
    /// What ranks; the format's own criteria when empty.
    #[serde(default)]
    pub tiebreaks: Vec<Tie>,
    /// What results are worth.
    #[serde(default)]
    pub scoring: Scoring,
    /// How sides are decided.
    #[serde(default)]
    pub sides: Sides,
    /// Whether the stronger give handicaps (§3.3).
    #[serde(default)]
    pub handicap: HandicapPolicy,
    /// The rest.
    pub plan: Plan,
}

impl Settings {
    /// What cannot be about them.
    fn check(&self) -> Done {
        let refused = |text: String| Err(TournamentRefusal::Settings(text));
        let n_chars = self.name.trim().chars().count();
        if n_chars == 0 || n_chars > NAME_CHARS_MAX {
            return refused(format!("a name has between 1 and {NAME_CHARS_MAX} characters"));
        }
        if let Err(error) = formats::read(&self.format) {
            return refused(error.to_string());
        }
        if self.handicap != HandicapPolicy::default() && self.plan.variant != "standard" {
            return refused("handicaps are for standard shogi".to_owned());
        }
        match self.plan.problem() {
            Some(problem) => refused(problem),
            None => Ok(()),
        }
    }
}

/// Somebody to be entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    /// The account, if there is one.
    #[serde(default)]
    pub person: Option<Person>,
    /// What is typed for somebody without an account.
    #[serde(default)]
    pub name: String,
    /// Orders the seeding.
    #[serde(default)]
    pub rating: Option<i32>,
    /// Decides handicaps and groups.
    #[serde(default)]
    pub grade: Option<Grade>,
    /// The club, for protection in the first rounds.
    #[serde(default)]
    pub club: Option<String>,
    /// The team it plays for.
    #[serde(default)]
    pub team: Option<String>,
    /// Its place in the team.
    #[serde(default)]
    pub board: Option<u32>,
    /// The league class.
    #[serde(default)]
    pub class: Option<String>,
    /// The organiser's seeding.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// The account behind an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The account.
    pub user: UserId,
    /// What others see of it.
    pub name: String,
    /// Its page.
    pub handle: String,
}

/// The games that stand behind one pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The first, its replays, and what the arbiter had played anew; the last one counts.
    pub games: Vec<BoardGame>,
}

/// One game at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardGame {
    /// The game.
    pub id: GameId,
    /// When it was ordered, in Unix milliseconds.
    pub opened_ms: u64,
    /// Whether it is the replay of the one before (§2.2), which made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replay: bool,
}

/// What is to be done once a change is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The arbiter acts in a running game.
    Arbiter {
        /// Which.
        game: GameId,
        /// What.
        act: ArbiterAct,
    },
    /// Somebody takes part, or does no longer.
    TakesPart {
        /// Who.
        user: UserId,
        /// Whether they do.
        does: bool,
    },
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Which.
    pub id: TournamentId,
    /// Whose.
    pub owner: UserId,
    /// What the owner is called.
    pub owner_name: String,
    /// Who organises it too.
    #[serde(default)]
    pub helpers: BTreeMap<UserId, String>,
    /// How far it has come.
    pub phase: Phase,
    /// Nothing begins and nobody is given up, by the organiser's word.
    #[serde(default)]
    pub paused: bool,
    /// What the organiser has decided beside the format.
    pub plan: Plan,
    /// The document that pairings and standings follow from.
    pub event: Event,
    /// The accounts behind the entries.
    #[serde(default)]
    pub people: BTreeMap<EntryId, Person>,
    /// Who has said that they are there.
    #[serde(default)]
    pub checked_in: BTreeSet<EntryId>,
    /// The games behind the pairings that are played here.
    #[serde(default)]
    pub boards: BTreeMap<GameKey, Board>,
    /// When the next round begins, in Unix milliseconds.
    #[serde(default)]
    pub next_ms: Option<u64>,
    /// How many entries were made without an account: they are numbered.
    #[serde(default)]
    pub n_typed: u32,
}

impl Tournament {
    /// A draft.
    ///
    /// # Errors
    /// What cannot be about its settings.
    pub fn new(
        id: TournamentId,
        owner: &Person,
        seed: u64,
        settings: Settings,
    ) -> Result<Self, TournamentRefusal> {
        settings.check()?;
        let mut event = Event::new(settings.name.trim(), settings.format);
        // Every program's JSON has this many bits of a number.
        event.seed = seed >> 12;
        event.tiebreaks = settings.tiebreaks;
        event.scoring = settings.scoring;
        event.sides = settings.sides;
        event.handicap = settings.handicap;
        Ok(Self {
            id,
            owner: owner.user,
            owner_name: owner.name.clone(),
            helpers: BTreeMap::new(),
            phase: Phase::Draft,
            paused: false,
            plan: settings.plan,
            event,
            people: BTreeMap::new(),
            checked_in: BTreeSet::new(),
            boards: BTreeMap::new(),
            next_ms: None,
            n_typed: 0,
        })
    }

    /// Whether somebody organises it.
    pub fn is_organiser(&self, actor: Actor) -> bool {
        match actor {
            Actor::Director => true,
            Actor::User { id, runs_site } => {
                runs_site || id == self.owner || self.helpers.contains_key(&id)
            }
        }
    }

    /// Whether its players come and go as they like.
    fn is_arena(&self) -> bool {
        self.event.format.name == "arena"
    }

    /// The entry of an account.
    pub fn entry_of(&self, user: UserId) -> Option<&EntryId> {
        self.people.iter().find(|(_, person)| person.user == user).map(|(entry, _)| entry)
    }

    /// The game that counts at a board, if it is played here.
    pub fn current(&self, key: &GameKey) -> Option<BoardGame> {
        self.boards.get(key)?.games.last().copied()
    }

    /// Does something.
    ///
    /// # Errors
    /// Why not; the tournament is to be thrown away then.
    pub fn act(
        &mut self,
        now_ms: u64,
        actor: Actor,
        act: Act,
        reason: &str,
    ) -> Result<Vec<Effect>, TournamentRefusal> {
        if act.needs_reason() && reason.trim().is_empty() {
            return Err(TournamentRefusal::Reason);
        }
        if !self.may(actor, &act) {
            return Err(TournamentRefusal::NotOrganiser);
        }
        let mut effects = Vec::new();
        match act {
            Act::Edit { settings } => self.edit(*settings)?,
            Act::Open => {
                self.in_phase(&[Phase::Draft], "after it has been opened")?;
                self.phase = Phase::Open;
            }
            Act::Cancel => {
                self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun; end it instead")?;
                self.phase = Phase::Cancelled;
            }
            Act::Enter { entry } => {
                let who = entry.person.as_ref().map(|person| person.user);
                self.enter(now_ms, actor, *entry)?;
                effects.extend(who.map(|user| Effect::TakesPart { user, does: true }));
            }
            Act::Leave { entry } => effects.extend(self.leave(now_ms, &entry)?),
            Act::CheckIn { entry } => self.check_in(now_ms, entry)?,
            Act::Absent { entry, round } => {
                self.known(&entry)?;
                if round == 0 || round > ROUND_MAX {
                    return Err(TournamentRefusal::Unknown(format!("round {round}")));
                }
                self.event.announce_absence(&entry, round)?;
            }
            Act::Begin => {
                self.in_phase(&[Phase::Draft, Phase::Open], "twice")?;
                self.begin(now_ms)?;
            }
            Act::NextRound => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                self.publish(now_ms)?;
            }
            Act::Pause => {
                self.in_phase(&[Phase::Open, Phase::Running], "while it is not being played")?;
                self.paused = true;
            }
            Act::GoOn => self.paused = false,
            Act::Result { game, outcome } => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                if self.boards.contains_key(&game) {
                    return Err(TournamentRefusal::Settings(
                        "this game is played here; overrule its result instead".to_owned(),
                    ));
                }
                self.event.note_result(&game, outcome, Some(now_ms))?;
                self.advance(now_ms)?;
            }
            Act::Rule { game, outcome } => {
                self.in_phase(&[Phase::Running, Phase::Over], "before it has begun")?;
                let was_played = self.current(&game).filter(|_| self.is_pending(&game));
                let by = self.name_of(actor);
                let reason = reason.trim().to_owned();
                self.event.rule(&game, Ruling { result: outcome, reason, by })?;
                // Whatever is still being played there does not count any more.
                effects.extend(was_played.map(|it| annul(it.id)));
                self.phase = Phase::Running;
                self.advance(now_ms)?;
            }
            Act::Repair { round, pairs } => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                let before = self.event.pending();
                let by = self.name_of(actor);
                self.event.repair(round, &pairs, reason.trim(), &by)?;
                let after = self.event.pending();
                let gone = before.iter().filter(|key| !after.contains(key));
                effects.extend(gone.filter_map(|key| self.current(key)).map(|it| annul(it.id)));
                self.open_boards(now_ms);
            }
            Act::Order { order } => {
                self.in_phase(&[Phase::Open, Phase::Running], "now")?;
                self.event.orders.push(order);
            }
            Act::Unorder { index } => {
                if index >= self.event.orders.len() {
                    return Err(TournamentRefusal::Unknown("such order".to_owned()));
                }
                self.event.orders.remove(index);
            }
            Act::Halt { game } => effects.push(self.arbiter(&game, ArbiterAct::Halt)?),
            Act::Release { game } => effects.push(self.arbiter(&game, ArbiterAct::GoOn)?),
            Act::SetClocks { game, times } => {
                effects.push(self.arbiter(&game, ArbiterAct::SetClocks(times))?);
            }
            Act::Adjudicate { game, winner } => {
                let outcome = GameOutcome::new(EndReason::Adjudicated, winner);
                effects.push(self.arbiter(&game, ArbiterAct::End(outcome))?);
            }
            Act::Restart { game } => {
                let current = self.pending_board(&game)?;
                effects.push(annul(current.id));
                let n = self.boards.get(&game).map_or(0, |board| board.games.len());
                let id = self.game_id(now_ms, &game, n);
                let new = BoardGame { id, opened_ms: now_ms, replay: false };
                self.boards.entry(game).or_default().games.push(new);
            }
            Act::Helper { user, name, helps } => {
                if helps && self.helpers.len() >= HELPERS_MAX {
                    let text = format!("a tournament has at most {HELPERS_MAX} organisers");
                    return Err(TournamentRefusal::Settings(text));
                }
                if helps {
                    self.helpers.insert(user, name);
                } else {
                    self.helpers.remove(&user);
                }
            }
            Act::Close => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                if let Some(key) = self.event.pending().first() {
                    let text = format!("game {key} has no result yet; overrule it first");
                    return Err(TournamentRefusal::NotYet(text));
                }
                self.event.closed = true;
                self.advance(now_ms)?;
            }
            Act::Due => self.due(now_ms)?,
            Act::Ended { id, outcome, players, replay } => {
                self.ended(now_ms, id, &outcome, players, replay)?;
            }
        }
        if matches!(self.phase, Phase::Running | Phase::Over) {
            self.event.check()?;
        }
        Ok(effects)
    }

    /// Whether somebody may do that at all.
    fn may(&self, actor: Actor, act: &Act) -> bool {
        if self.is_organiser(actor) {
            return matches!(actor, Actor::Director)
                || !matches!(act, Act::Due | Act::Ended { .. });
        }
        let Actor::User { id, .. } = actor else { return false };
        let is_own = |entry: &EntryId| self.people.get(entry).is_some_and(|it| it.user == id);
        match act {
            Act::Enter { entry } => {
                !self.plan.by_invitation
                    && entry.person.as_ref().is_some_and(|person| person.user == id)
            }
            Act::Leave { entry } | Act::CheckIn { entry } | Act::Absent { entry, .. } => {
                is_own(entry)
            }
            _ => false,
        }
    }

    fn in_phase(&self, phases: &[Phase], otherwise: &'static str) -> Done {
        if phases.contains(&self.phase) { Ok(()) } else { Err(TournamentRefusal::Phase(otherwise)) }
    }

    fn known(&self, entry: &EntryId) -> Result<&Entry, TournamentRefusal> {
        let found = self.event.entry(entry);
        found.ok_or_else(|| TournamentRefusal::Unknown(format!("entry {entry}")))
    }

    fn name_of(&self, actor: Actor) -> String {
        match actor {
            Actor::Director => String::new(),
            Actor::User { id, .. } if id == self.owner => self.owner_name.clone(),
            Actor::User { id, .. } => self.helpers.get(&id).cloned().unwrap_or_default(),
        }
    }

    fn edit(&mut self, settings: Settings) -> Done {
        settings.check()?;
        match self.phase {
            Phase::Draft | Phase::Open => {
                self.event.format = settings.format;
                self.event.tiebreaks = settings.tiebreaks;
                self.event.scoring = settings.scoring;
                self.event.sides = settings.sides;
                self.event.handicap = settings.handicap;
            }
            Phase::Running => {
                let same = self.event.format == settings.format
                    && self.event.scoring == settings.scoring
                    && self.event.sides == settings.sides
                    && self.event.handicap == settings.handicap
                    && self.plan.variant == settings.plan.variant
                    && self.plan.at_the_board == settings.plan.at_the_board;
                if !same {
                    let text = "the format, the scoring and the variant stay as they are once it \
                                has begun";
                    return Err(TournamentRefusal::Settings(text.to_owned()));
                }
                self.event.tiebreaks = settings.tiebreaks;
            }
            Phase::Over | Phase::Cancelled => {
                return Err(TournamentRefusal::Phase("after its end"));
            }
        }
        self.event.name = settings.name.trim().to_owned();
        self.plan = settings.plan;
        Ok(())
    }

    fn enter(&mut self, now_ms: u64, actor: Actor, new: NewEntry) -> Done {
        let organises = self.is_organiser(actor);
        match self.phase {
            Phase::Draft if organises => {}
            Phase::Draft => return Err(TournamentRefusal::NotOpen("registration is not open yet")),
            Phase::Open => {
                if !organises && self.plan.closes_ms.is_some_and(|closes| closes <= now_ms) {
                    return Err(TournamentRefusal::NotOpen("registration is closed"));
                }
            }
            Phase::Running => {
                let may = self.is_arena() || self.event.n_rounds() < self.plan.late_until;
                if !may {
                    let text = "it has begun, and nobody can come in any more";
                    return Err(TournamentRefusal::NotOpen(text));
                }
            }
            Phase::Over | Phase::Cancelled => {
                return Err(TournamentRefusal::NotOpen("it is over"));
            }
        }
        let n_there = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
        let places = self.plan.players_max.unwrap_or(komadai_tournament::ENTRIES_MAX as u32);
        if n_there.count() as u32 >= places {
            return Err(TournamentRefusal::Full(places));
        }
        let name = new.name.trim();
        if name.chars().count() > PLAYER_NAME_CHARS_MAX || name.chars().any(char::is_control) {
            let text = format!("a name has between 1 and {PLAYER_NAME_CHARS_MAX} characters");
            return Err(TournamentRefusal::Settings(text));
        }
        let (id, name) = match &new.person {
            Some(person) => (person.user.code().to_string(), person.name.clone()),
            None if name.is_empty() => {
                let text = "somebody without an account needs a name".to_owned();
                return Err(TournamentRefusal::Settings(text));
            }
            None => {
                self.n_typed += 1;
                (format!("p{}", self.n_typed), name.to_owned())
            }
        };
        let id = EntryId::from(id);
        if let Some(old) = self.event.entries.iter_mut().find(|entry| entry.id == id) {
            // Whoever has left before anything was paired may come back.
            if old.withdrawn_after == Some(0) && self.phase != Phase::Running {
                old.withdrawn_after = None;
                return Ok(());
            }
            return Err(komadai_tournament::edit::EditError::Entered(id).into());
        }
        // A seeding, a team or a class is the organiser's to give.
        let mut entry =
            Entry { name, rating: new.rating, grade: new.grade, ..Entry::new(id.as_str()) };
        if organises {
            (entry.club, entry.team, entry.board) = (new.club, new.team, new.board);
            (entry.class, entry.seed) = (new.class, new.seed);
        }
        self.event.enter(entry)?;
        if let Some(person) = new.person {
            self.people.insert(id.clone(), person);
        }
        if self.phase == Phase::Running && self.is_arena() {
            self.event.presence.push(Presence { entry: id, at_ms: now_ms, here: true });
            self.advance(now_ms)?;
        }
        Ok(())
    }

    fn leave(&mut self, now_ms: u64, id: &EntryId) -> Result<Option<Effect>, TournamentRefusal> {
        self.known(id)?;
        match self.phase {
            Phase::Draft | Phase::Open => {
                self.event.entries.retain(|entry| entry.id != *id);
                self.checked_in.remove(id);
                let gone = self.people.remove(id);
                Ok(gone.map(|person| Effect::TakesPart { user: person.user, does: false }))
            }
            Phase::Running if self.is_arena() => {
                let entry = id.clone();
                self.event.presence.push(Presence { entry, at_ms: now_ms, here: false });
                Ok(None)
            }
            Phase::Running => {
                let round = self.event.n_rounds();
                self.event.withdraw(id, round)?;
                self.advance(now_ms)?;
                Ok(None)
            }
            Phase::Over | Phase::Cancelled => Err(TournamentRefusal::Phase("after its end")),
        }
    }

    fn check_in(&mut self, now_ms: u64, id: EntryId) -> Done {
        self.known(&id)?;
        if self.phase == Phase::Running && self.is_arena() {
            self.event.presence.push(Presence { entry: id, at_ms: now_ms, here: true });
            return self.advance(now_ms);
        }
        self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun")?;
        let opens =
            self.plan.starts_ms.zip(self.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
        if opens.is_some_and(|opens| now_ms < opens) {
            return Err(TournamentRefusal::NotOpen("checking in has not begun yet"));
        }
        self.checked_in.insert(id);
        Ok(())
    }

    fn begin(&mut self, now_ms: u64) -> Done {
        if self.plan.check_in_ms.is_some() {
            let missing: Vec<EntryId> = self
                .event
                .entries
                .iter()
                .map(|entry| entry.id.clone())
                .filter(|id| !self.checked_in.contains(id))
                .collect();
            for id in missing {
                self.event.withdraw(&id, 0)?;
            }
        }
        self.phase = Phase::Running;
        if self.is_arena() {
            self.event.format.settings.insert("start_ms".to_owned(), Value::from(now_ms));
            let here = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
            let presence: Vec<_> = here
                .map(|entry| Presence { entry: entry.id.clone(), at_ms: now_ms, here: true })
                .collect();
            self.event.presence.extend(presence);
        }
        self.event.check()?;
        if self.is_arena() { self.advance(now_ms) } else { self.publish(now_ms) }
    }

    /// Begins the next round, if it can.
    fn publish(&mut self, now_ms: u64) -> Done {
        if self.paused {
            return Err(TournamentRefusal::NotYet(
                "everything is held up; let it go on".to_owned(),
            ));
        }
        let next = self.event.check()?.pairings(now_ms);
        match next.state {
            State::Pair => self.take(now_ms, &next),
            State::Over => {
                self.phase = Phase::Over;
                self.next_ms = None;
                Ok(())
            }
            State::Wait => Err(TournamentRefusal::NotYet(waits(next.waiting_for.as_ref()))),
        }
    }

    /// Publishes these pairings.
    fn take(&mut self, now_ms: u64, next: &Next) -> Done {
        self.event.publish(next)?;
        self.next_ms = None;
        if self.is_arena() {
            for game in self.event.games.iter_mut().filter(|game| game.outcome().is_none()) {
                game.started_ms.get_or_insert(now_ms);
            }
        }
        self.open_boards(now_ms);
        Ok(())
    }

    /// Orders games for all pairings of two accounts that have none.
    fn open_boards(&mut self, now_ms: u64) {
        if self.plan.at_the_board {
            return;
        }
        for key in self.event.pending() {
            let Some(game) = self.event.game(&key) else { continue };
            let accounts = [&game.sente, &game.gote].map(|entry| self.people.contains_key(entry));
            if accounts == [true, true] && !self.boards.contains_key(&key) {
                let id = self.game_id(now_ms, &key, 0);
                let first = BoardGame { id, opened_ms: now_ms, replay: false };
                self.boards.insert(key, Board { games: vec![first] });
            }
        }
    }

    /// The id of a game that is made for a board: it follows from the board, so that it is made
    /// once.
    fn game_id(&self, now_ms: u64, key: &GameKey, n: usize) -> GameId {
        let n = (n as u64).to_le_bytes();
        let seed = self.event.seed.to_le_bytes();
        derived_id(now_ms, &[self.id.uuid().as_bytes(), key.as_str().as_bytes(), &n, &seed])
    }

    /// After a result: what follows from it at once, and when the next round begins.
    fn advance(&mut self, now_ms: u64) -> Done {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let present = self.event.n_rounds();
        let next = self.event.check()?.pairings(now_ms);
        match next.state {
            State::Over => {
                self.event.closed = true;
                self.phase = Phase::Over;
                self.next_ms = None;
                Ok(())
            }
            // A match that goes on, a replay in a bracket, an arena: nobody waits for a round.
            State::Pair
                if !self.paused
                    && (self.is_arena() || next.round.is_some_and(|round| round <= present)) =>
            {
                self.take(now_ms, &next)
            }
            State::Pair => {
                let round = next.round.unwrap_or(present + 1);
                if self.next_ms.is_none() {
                    self.next_ms = self.plan.begins_ms(round, now_ms);
                }
                Ok(())
            }
            State::Wait => {
                self.next_ms = match next.waiting_for {
                    Some(Wait::Time { at_ms }) => Some(at_ms),
                    _ => None,
                };
                Ok(())
            }
        }
    }

    /// When something is due by itself, in Unix milliseconds.
    pub fn due_ms(&self) -> Option<u64> {
        if self.paused {
            return None;
        }
        match self.phase {
            Phase::Open if self.plan.pace != Pace::Word || self.is_arena() => self.plan.starts_ms,
            Phase::Running => self.next_ms,
            Phase::Draft | Phase::Open | Phase::Over | Phase::Cancelled => None,
        }
    }

    fn due(&mut self, now_ms: u64) -> Done {
        if self.due_ms().is_none_or(|due| due > now_ms) {
            return Ok(());
        }
        self.next_ms = None;
        match self.phase {
            Phase::Open => self.begin(now_ms),
            Phase::Running if self.is_arena() => self.advance(now_ms),
            _ => self.publish(now_ms),
        }
    }

    fn is_pending(&self, key: &GameKey) -> bool {
        self.event.pending().contains(key)
    }

    /// The game that is being played at a board.
    fn pending_board(&self, key: &GameKey) -> Result<BoardGame, TournamentRefusal> {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        if self.event.game(key).is_none() {
            return Err(TournamentRefusal::Unknown(format!("game {key}")));
        }
        let current = self.current(key).filter(|_| self.is_pending(key));
        current.ok_or(TournamentRefusal::NotPlayed)
    }

    fn arbiter(&self, key: &GameKey, act: ArbiterAct) -> Result<Effect, TournamentRefusal> {
        Ok(Effect::Arbiter { game: self.pending_board(key)?.id, act })
    }

    fn ended(
        &mut self,
        now_ms: u64,
        id: GameId,
        outcome: &GameOutcome,
        players: BySide<UserId>,
        replay: Option<GameId>,
    ) -> Done {
        let current = |board: &Board| board.games.last().is_some_and(|game| game.id == id);
        let Some(key) = self.boards.iter().find(|(_, it)| current(it)).map(|(key, _)| key.clone())
        else {
            // It was played anew, and what comes of this one does not matter.
            return Ok(());
        };
        if let Some(id) = replay {
            let next = BoardGame { id, opened_ms: now_ms, replay: true };
            if let Some(board) = self.boards.get_mut(&key) {
                board.games.push(next);
            }
            return Ok(());
        }
        if outcome.reason.is_void() || !self.is_pending(&key) {
            return Ok(());
        }
        let entries = players.map(|user| self.entry_of(user).cloned());
        if let Some(sente) = &entries.sente
            && self.event.game(&key).is_some_and(|game| game.toss)
        {
            self.event.note_toss(&key, sente)?;
        }
        // The sides of the pairing; in a replay they were exchanged.
        let Some(game) = self.event.game(&key) else { return Ok(()) };
        let side_of = |side: BoardSide| entries[side].as_ref().and_then(|it| game.side_of(it));
        let result = match (outcome.reason, outcome.winner) {
            (EndReason::NoShow, None) => Outcome::BothNoShow,
            (EndReason::NoShow, Some(winner)) => match side_of(winner.other()) {
                Some(missing) => Outcome::no_show(missing),
                None => return Ok(()),
            },
            (_, None) => Outcome::Draw,
            (_, Some(winner)) => match side_of(winner) {
                Some(winner) => Outcome::win(winner),
                None => return Ok(()),
            },
        };
        self.event.note_result(&key, result, Some(now_ms))?;
        self.advance(now_ms)
    }

    /// How a game at a board is set up; `None` for a replay, which the game before it makes.
    pub fn game_setup(&self, key: &GameKey) -> Option<GameSetup> {
        let board = self.current(key).filter(|board| !board.replay)?;
        let game = self.event.game(key)?;
        let player = |entry: &EntryId| {
            let person = self.people.get(entry)?;
            Some(Player { id: person.user, name: person.name.clone(), guest: false })
        };
        let clock = self.plan.clock_of(game.round);
        let seed = board.id.uuid().as_u128() as u64 ^ self.event.seed.rotate_left(17);
        Some(GameSetup {
            id: board.id,
            seed,
            created_ms: board.opened_ms,
            variant: self.plan.variant.clone(),
            start: start(game),
            rules: self.plan.rules,
            clocks: BySide { sente: clock, gote: clock },
            seats: Seats {
                creator: player(&game.sente)?,
                opponent: Some(player(&game.gote)?),
                side: if game.toss { SideChoice::Random } else { SideChoice::Sente },
            },
            timed_at_once: true,
            times: None,
            rated: self.plan.rated,
            tournament: Some(self.code()),
            previous: None,
            king: self.king_holder(game),
        })
    }

    /// Who has 王 (§2.5): whoever holds the title, or else is stronger by grade, then by rating.
    fn king_holder(&self, game: &Game) -> Option<UserId> {
        let rank = |entry: &EntryId| {
            let is_holder = self.event.format.settings.get("holder").and_then(Value::as_str)
                == Some(entry.as_str());
            let strength = self.event.entry(entry).map(|it| (it.grade, it.rating));
            (is_holder, strength)
        };
        let holder = if rank(&game.gote) > rank(&game.sente) { &game.gote } else { &game.sente };
        self.people.get(holder).map(|person| person.user)
    }

    /// Its address.
    pub fn code(&self) -> Code {
        self.id.code()
    }

    /// The boards whose games are not over as far as the document knows.
    pub fn open(&self) -> Vec<(GameKey, BoardGame)> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        let pending = self.event.pending().into_iter();
        pending.filter_map(|key| self.current(&key).map(|board| (key, board))).collect()
    }

    /// How it is decided, as an organiser would send it.
    pub fn settings(&self) -> Settings {
        Settings {
            name: self.event.name.clone(),
            format: self.event.format.clone(),
            tiebreaks: self.event.tiebreaks.clone(),
            scoring: self.event.scoring.clone(),
            sides: self.event.sides,
            handicap: self.event.handicap.clone(),
            plan: self.plan.clone(),
        }
    }
}

fn annul(game: GameId) -> Effect {
    let outcome = GameOutcome::new(EndReason::Annulled, None);
    Effect::Arbiter { game, act: ArbiterAct::End(outcome) }
}

/// Where a game with this handicap starts (§3.2). The giver is gote.
fn start(game: &Game) -> Start {
    match game.handicap {
        None | Some(Handicap::Sente) => Start::Even,
        Some(handicap) => Start::Handicap(handicap.as_str().to_owned()),
    }
}

/// What is waited for, for people.
fn waits(wait: Option<&Wait>) -> String {
    match wait {
        Some(Wait::Games { games }) => {
            let keys: Vec<_> = games.iter().take(5).map(GameKey::as_str).collect();
            format!("{} games have no result yet ({} …)", games.len(), keys.join(", "))
        }
        Some(Wait::Entries { at_least }) => format!("it takes {at_least} players"),
        Some(Wait::Challenger { .. }) => "the challenger is not entered yet".to_owned(),
        Some(Wait::Orders { .. }) => "an order cannot be obeyed; take it back".to_owned(),
        Some(Wait::Time { .. }) | None => "it is not time yet".to_owned(),
    }
}
