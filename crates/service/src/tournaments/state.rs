//! A tournament as it is stored, and everything that changes it.
//!
//! Nothing here waits, reads a clock or opens a game: an act leads to a changed tournament and to
//! what is to be done once that is durable. What is to be done follows from the tournament alone,
//! so a director that stops in between does it at its next start.

use std::collections::{BTreeMap, BTreeSet};

use komadai_game::{ArbiterAct, EndReason, Outcome as GameOutcome};
use komadai_ids::{Code, GameId, TournamentId, UserId};
use komadai_live::rated::RatedGame;
use komadai_tournament::{
    Entry, EntryId, Event, GameKey, Ruling, Scoring, files::About, formats::Attendance,
};
use serde::{Deserialize, Serialize};

use super::{
    Person, Plan, TournamentRefusal, TournamentSettings,
    act::{Act, Actor},
    applying::Application,
    appointments::GameAppointment,
    boards::{Board, BoardGame},
    editing,
    entering::OwnWords,
    hall::TournamentChat,
    inviting::Invitee,
    taking_back::RoundTakenBack,
    teams::TeamRequest,
};

/// The most who may help to organise one tournament.
pub const HELPERS_MAX: usize = 20;

/// The most orders that stand in one tournament.
pub(super) const ORDERS_MAX: usize = 1_000;

pub(super) type ActOutcome = Result<(), TournamentRefusal>;

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Only its organisers see it.
    #[default]
    Draft,
    Open,
    /// It is played.
    Running,
    Over,
    /// It was called off.
    Cancelled,
}

impl Phase {
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

/// What is to be done once a change is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The arbiter acts in a running game.
    Arbiter { game: GameId, act: ArbiterAct },
    /// Results over the board count in the ratings of their players.
    Rate { games: Vec<RatedGame> },
    /// Somebody takes part, or does no longer.
    TakesPart {
        user: UserId,
        /// Whether they do.
        does: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    pub id: TournamentId,
    pub owner: UserId,
    /// What the owner is called.
    pub owner_name: String,
    /// Who organises it too.
    #[serde(default)]
    pub helpers: BTreeMap<UserId, String>,
    /// What those were called who have decided something, in its results or its pairings, alongside
    /// the owner: as they were when they did it first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arbiters: BTreeMap<UserId, String>,
    /// How far it has come.
    pub phase: Phase,
    /// Nothing begins and nobody is given up, by the organiser's word.
    #[serde(default)]
    pub paused: bool,
    /// What the organiser has decided besides the format.
    pub plan: Plan,
    /// The document that pairings and standings follow from.
    pub event: Event,
    /// The accounts behind the entries.
    #[serde(default)]
    pub people: BTreeMap<EntryId, Person>,
    /// The people whom organisers invite to take part. Players in a document from before there were
    /// invitations have said yes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub invited: BTreeMap<UserId, Invitee>,
    /// The invitations that the start has ended, in case it is taken back before a second round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lapsed: BTreeMap<UserId, Invitee>,
    /// The people who ask to take part, with what has become of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub applications: BTreeMap<UserId, Application>,
    /// The founders of teams, as long as they play in them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub captains: BTreeMap<String, EntryId>,
    /// The people who ask for a place in a team.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub team_requests: BTreeMap<UserId, TeamRequest>,
    /// What players have decided by themselves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own_words: BTreeMap<EntryId, OwnWords>,
    /// What is said in the hall.
    #[serde(default, skip_serializing_if = "TournamentChat::is_empty")]
    pub hall: TournamentChat,
    /// Players who are not paired in an arena for want of a connection, until there is one again.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub away: BTreeSet<EntryId>,
    /// Players who have said that they are there.
    #[serde(default)]
    pub checked_in: BTreeSet<EntryId>,
    /// On an evening whose results count in ratings: who takes part by their own word, not the
    /// host's alone.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub agreed: BTreeSet<UserId>,
    /// Whether the results of an evening have gone into ratings, where they stay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
    /// The games behind the pairings that are played here.
    #[serde(default)]
    pub boards: BTreeMap<GameKey, Board>,
    /// Games of rounds that were taken back, until they have been closed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub withdrawn: BTreeSet<GameId>,
    /// The rounds that were taken back, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<RoundTakenBack>,
    /// How often a round was taken back: the boards of the round that comes instead are others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_taken_back: u32,
    /// It was over, and is open for corrections until it is closed again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reopened: bool,
    /// What the players of games by appointment have agreed on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub appointments: BTreeMap<GameKey, GameAppointment>,
    /// When rounds were published, in Unix milliseconds; of several at once, the first of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub began_ms: BTreeMap<u32, u64>,
    /// When the next round begins, in Unix milliseconds.
    #[serde(default)]
    pub next_ms: Option<u64>,
    /// How many entries were made without an account: they are numbered.
    #[serde(default)]
    pub n_typed: u32,
    /// Whether all that has been played in it stood in a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// What that file said of the event that has no place in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_file: Option<About>,
    /// When it ended, in Unix milliseconds; not known of one that ended before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
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
        settings: TournamentSettings,
    ) -> Result<Self, TournamentRefusal> {
        let settings = settings.checked(None)?;
        let format = editing::hosted_by(settings.format, owner.user);
        let mut event = Event::new(&settings.name, format);
        // Every program's JSON has this many bits of a number.
        event.seed = seed >> 12;
        event.tiebreaks = settings.tiebreaks;
        event.scoring = settings.scoring.unwrap_or_else(Scoring::of_new);
        event.sides = settings.sides;
        event.handicap = settings.handicap;
        event.prizes = settings.prizes;
        Ok(Self {
            id,
            owner: owner.user,
            owner_name: owner.name.clone(),
            helpers: BTreeMap::new(),
            arbiters: BTreeMap::new(),
            phase: Phase::Draft,
            paused: false,
            plan: settings.plan,
            event,
            people: BTreeMap::new(),
            invited: BTreeMap::new(),
            lapsed: BTreeMap::new(),
            applications: BTreeMap::new(),
            captains: BTreeMap::new(),
            team_requests: BTreeMap::new(),
            own_words: BTreeMap::new(),
            hall: TournamentChat::default(),
            away: BTreeSet::new(),
            checked_in: BTreeSet::new(),
            agreed: BTreeSet::new(),
            counted: false,
            boards: BTreeMap::new(),
            withdrawn: BTreeSet::new(),
            taken_back: Vec::new(),
            n_taken_back: 0,
            reopened: false,
            appointments: BTreeMap::new(),
            began_ms: BTreeMap::new(),
            next_ms: None,
            n_typed: 0,
            imported: false,
            from_file: None,
            ended_ms: None,
        })
    }

    /// Whether somebody organises it.
    pub fn is_organiser(&self, actor: &Actor) -> bool {
        match actor {
            Actor::Director => true,
            Actor::User { id, runs_it, .. } => {
                *runs_it || *id == self.owner || self.helpers.contains_key(id)
            }
        }
    }

    /// Who organises it, as far as the document says.
    pub fn organisers(&self) -> impl Iterator<Item = UserId> {
        let helpers = self.helpers.keys().copied().filter(|it| *it != self.owner);
        std::iter::once(self.owner).chain(helpers)
    }

    /// Whether its players come and go as they like.
    pub fn players_come_and_go(&self) -> bool {
        self.event.format.attendance() == Attendance::Free
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
        actor: &Actor,
        act: Act,
        reason: &str,
    ) -> Result<Vec<Effect>, TournamentRefusal> {
        if act.needs_reason() && reason.trim().is_empty() {
            return Err(TournamentRefusal::Reason);
        }
        if !self.may(actor, &act) {
            return Err(TournamentRefusal::NotOrganiser);
        }
        if self.reopened && !Self::is_correction(&act) {
            return Err(TournamentRefusal::Phase("while it is open for corrections only"));
        }
        let mut effects = Vec::new();
        let before = self.progress();
        let agreeing = self.agreeing(actor, &act);
        match act {
            Act::Edit { settings } => self.edit(now_ms, *settings)?,
            Act::Open => {
                self.in_phase(&[Phase::Draft], "after it has been opened")?;
                self.make_public(now_ms)?;
            }
            Act::Cancel => {
                self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun; end it instead")?;
                self.phase = Phase::Cancelled;
            }
            Act::Enter { entry } => {
                let who = entry.user();
                self.enter(now_ms, actor, *entry)?;
                effects.extend(who.map(|user| Effect::TakesPart { user, does: true }));
            }
            Act::Invite { entry, is_acquainted } => {
                self.invite(now_ms, actor, *entry, is_acquainted)?;
            }
            Act::EnterAll { entries } => {
                effects.extend(self.enter_all(now_ms, actor, entries)?);
            }
            Act::Apply { entry, text } => self.apply(now_ms, *entry, &text)?,
            Act::Unapply { user } => self.unapply(user)?,
            Act::Choose { user } => effects.push(self.choose(now_ms, user)?),
            Act::PassOver { user } => self.pass_over(now_ms, user)?,
            Act::JoinTeam { entry, team } => {
                effects.extend(self.join_team(now_ms, *entry, &team)?);
            }
            Act::FoundTeam { entry, team } => {
                effects.extend(self.found_team(now_ms, *entry, &team)?);
            }
            Act::UnjoinTeam { user } => self.unjoin_team(user)?,
            Act::AdmitToTeam { user } => effects.extend(self.admit_to_team(now_ms, user)?),
            Act::RejectFromTeam { user } => self.reject_from_team(user)?,
            Act::LineUp { entries } => self.line_up(&entries)?,
            Act::Uninvite { user } => self.uninvite(user)?,
            Act::Accept { user } => effects.push(self.accept(now_ms, user)?),
            Act::Decline { user } => self.decline(user)?,
            Act::Amend { entry, to } => self.amend(&entry, to.details)?,
            Act::Leave { entry } => effects.extend(self.leave(now_ms, actor, &entry)?),
            Act::Return { entry } => self.come_back(actor, &entry)?,
            Act::CheckIn { entry, online } => self.check_in(now_ms, actor, entry, online)?,
            Act::Absent { entry, round, comes } => self.be_absent(actor, &entry, round, comes)?,
            Act::Begin => {
                self.in_phase(&[Phase::Draft, Phase::Open], "twice")?;
                self.resume_by(actor);
                if self.imported { self.make_public(now_ms)? } else { self.begin(now_ms)? }
            }
            Act::NextRound => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                self.resume_by(actor);
                self.publish(now_ms)?;
            }
            Act::TakeBack => self.take_back(now_ms, reason)?,
            Act::Reopen => self.reopen()?,
            Act::Swap { a, b } => {
                self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun")?;
                self.event.swap_places(&a, &b)?;
            }
            Act::Pause => {
                self.in_phase(&[Phase::Open, Phase::Running], "while it is not being played")?;
                self.paused = true;
            }
            Act::GoOn => {
                self.paused = false;
                self.advance(now_ms)?;
            }
            Act::Result { game, outcome } => {
                let waits = self.event.game(&game).is_some_and(|it| self.waits(it));
                if waits || self.boards.contains_key(&game) {
                    return Err(TournamentRefusal::Settings(
                        "this game is played online here; overrule its result instead".to_owned(),
                    ));
                }
                self.note_typed(now_ms, &game, outcome)?;
            }
            Act::Report { game, outcome } => self.report(now_ms, actor, &game, outcome)?,
            Act::TableReport { game, key, report } => {
                self.report_from_table(now_ms, actor, &game, key.as_deref(), report)?;
            }
            Act::TableClocks { secret } => self.allow_table_clocks(secret)?,
            Act::Call { text } => self.call(now_ms, actor, &text)?,
            Act::Answer { entry } => self.answer(&entry)?,
            Act::Announce { text } => {
                let by = self.noted(actor);
                self.announce(now_ms, by, &text)?;
            }
            Act::Rule { game, outcome } => {
                self.in_phase(&[Phase::Running, Phase::Over], "before it has begun")?;
                let by = self.noted(actor);
                let reason = reason.trim().to_owned();
                self.settle_toss(&game, outcome)?;
                self.event.rule(&game, Ruling { result: outcome, reason, by })?;
                self.phase = Phase::Running;
                self.advance(now_ms)?;
            }
            Act::Repair { round, pairs } => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                self.are_there(round, &pairs)?;
                let by = self.noted(actor);
                self.event.repair(round, &pairs, reason.trim(), &by)?;
                self.open_boards(now_ms);
            }
            Act::Order { order } => {
                self.in_phase(&[Phase::Draft, Phase::Open, Phase::Running], "now")?;
                self.order(order)?;
            }
            Act::Unorder { index } => {
                if index >= self.event.orders.len() {
                    return Err(TournamentRefusal::Unknown("such order".to_owned()));
                }
                self.event.orders.remove(index);
            }
            Act::PlayOff { entries } => self.play_off(now_ms, &entries)?,
            Act::Decide { entries } => {
                let by = self.noted(actor);
                self.decide(entries, reason, by)?;
            }
            Act::Undecide { index } => self.undecide(index)?,
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
                self.pending_board(&game)?;
                let id = self.game_id(now_ms, &game, self.n_games_made(&game));
                let new = BoardGame { id, opened_ms: now_ms, replay: false };
                self.boards.entry(game).or_default().games.push(new);
            }
            Act::Propose { game, at_ms, text } => {
                self.propose(now_ms, actor, &game, &at_ms, &text)?;
            }
            Act::Agree { game, at_ms } => self.agree(now_ms, actor, &game, at_ms)?,
            Act::CallOff { game } => self.call_off(now_ms, actor, &game)?,
            Act::PlayNow { game, ready } => self.play_now(now_ms, actor, &game, ready)?,
            Act::Appoint { game, at_ms } => self.appoint(now_ms, &game, at_ms)?,
            Act::Extend { game, until_ms } => self.extend(now_ms, &game, until_ms)?,
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
            Act::Close { at_once } => {
                self.in_phase(&[Phase::Running], "while it is not being played")?;
                let by = self.noted(actor);
                self.close(now_ms, at_once, by)?;
            }
            Act::Forget { user } => effects.extend(self.forget(now_ms, user)?),
            Act::Rename { user, name } => self.rename_unless_gone(user, &name),
            Act::Connections { lost, back } => self.note_connections(now_ms, &lost, &back)?,
            Act::Due => self.due(now_ms)?,
            Act::Appointments => self.keep_appointments(now_ms),
            Act::Ended { id, outcome, players, replay } => {
                self.ended(now_ms, id, &outcome, players, replay)?;
            }
        }
        // What has ended makes room for others.
        let has_waiting = self.plan.is_by_correspondence() || self.has_play_offs();
        if self.phase == Phase::Running && has_waiting && !self.paused {
            self.open_boards(now_ms);
        }
        self.drop_reports();
        self.note_agreement(agreeing);
        self.drop_captains();
        self.note_progress(now_ms, before);
        effects.extend(self.count_evening(now_ms));
        self.drop_appointments(now_ms);
        if self.imported || matches!(self.phase, Phase::Running | Phase::Over) {
            self.event.check()?;
        }
        Ok(effects)
    }

    /// Whether somebody may do that at all.
    pub(super) fn may(&self, actor: &Actor, act: &Act) -> bool {
        let &Actor::User { id, .. } = actor else { return true };
        let organises = self.is_organiser(actor);
        match act {
            Act::Due
            | Act::Appointments
            | Act::Ended { .. }
            | Act::Forget { .. }
            | Act::Rename { .. }
            | Act::Connections { .. } => false,
            // Nobody says yes or no for another.
            Act::Accept { user }
            | Act::Decline { user }
            | Act::Unapply { user }
            | Act::UnjoinTeam { user } => *user == id,
            Act::JoinTeam { entry, .. } | Act::FoundTeam { entry, .. } => entry.user() == Some(id),
            Act::AdmitToTeam { user } | Act::RejectFromTeam { user } => {
                organises || self.decides_for_team(actor, *user)
            }
            Act::LineUp { entries } => organises || self.leads_all(actor, entries),
            Act::Apply { entry, .. } => {
                let is_own = entry.person.as_ref().is_some_and(|person| person.user == id);
                is_own && self.plan.by_application
            }
            Act::Choose { .. } | Act::PassOver { .. } | Act::Amend { .. } | Act::Begin => {
                organises || self.hosts(actor)
            }
            Act::Enter { entry } => match &entry.person {
                // The host sees who of the club has come.
                Some(_) if organises && entry.is_club_member && self.is_evening() => true,
                Some(person) => person.user == id && (organises || !self.plan.by_invitation),
                None => organises,
            },
            // Whose game and whose call it is, they look themselves.
            Act::Report { .. }
            | Act::TableReport { .. }
            | Act::Call { .. }
            | Act::Propose { .. }
            | Act::Agree { .. }
            | Act::CallOff { .. }
            | Act::PlayNow { .. } => true,
            Act::Leave { entry } => {
                organises
                    || self.is_own(actor, entry)
                    || self.phase == Phase::Open
                        && self.leads_all(actor, std::slice::from_ref(entry))
            }
            Act::Answer { entry }
            | Act::Return { entry }
            | Act::CheckIn { entry, .. }
            | Act::Absent { entry, .. } => organises || self.is_own(actor, entry),
            _ => organises,
        }
    }

    /// Whether everybody whom an organiser pairs by hand plays in that round, as far as it is the
    /// players' own word.
    fn are_there(&self, round: u32, pairs: &[(EntryId, EntryId)]) -> ActOutcome {
        let is_away = |id: &EntryId| {
            let own = self.own_words.get(id);
            own.is_some_and(|own| own.left || own.absent.contains(&round))
        };
        if pairs.iter().flat_map(|(one, other)| [one, other]).any(is_away) {
            Err(TournamentRefusal::PlayerOnly("a player who has left is not paired"))
        } else {
            Ok(())
        }
    }

    pub(super) fn in_phase(&self, phases: &[Phase], otherwise: &'static str) -> ActOutcome {
        if phases.contains(&self.phase) { Ok(()) } else { Err(TournamentRefusal::Phase(otherwise)) }
    }

    pub(super) fn known(&self, entry: &EntryId) -> Result<&Entry, TournamentRefusal> {
        let found = self.event.entry(entry);
        found.ok_or_else(|| TournamentRefusal::Unknown(format!("entry {entry}")))
    }

    /// What somebody who decides something is called in the document, where they are noted for it:
    /// club organisers and admins do not stand in it otherwise.
    fn noted(&mut self, actor: &Actor) -> String {
        match actor {
            Actor::Director => String::new(),
            Actor::User { id, .. } if *id == self.owner => self.owner_name.clone(),
            Actor::User { id, name, .. } => {
                let name = self.helpers.get(id).unwrap_or(name);
                self.arbiters.entry(*id).or_insert_with(|| name.clone()).clone()
            }
        }
    }

    pub fn code(&self) -> Code {
        self.id.code()
    }
}
