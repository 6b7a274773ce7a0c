//! A club's ladder: its players have places, and whoever beats somebody above them takes theirs.
//!
//! What was agreed is in the database, and is [looked after](keeping).

mod keeping;

use komadai_community::{
    clubs::{NOTE_CHARS_MAX, StoredClubAct, line},
    ladder::LadderSettings,
};
use komadai_game::{Player, Seats, Setup, SideChoice, TimeControl};
use komadai_ids::{GameId, UserId};
use komadai_live::{LiveRefusal, Why, random};
use komadai_rules::{BySide, RuleSet};
use komadai_store::{
    Club, Conn, Tx,
    clubs::{
        self as rows,
        ladder::{
            self as stored, Climber, Ladder, LadderChallenge, LadderPlace, LadderState,
            NewChallenge,
            removals::{self, Removal},
        },
        members,
    },
};
use tracing::error;
use uuid::Uuid;

use self::keeping::due_ms;
use super::{
    AuditLine, ClubError, ClubRefusal, ClubView, Clubs, Result, Viewer,
    act::{Actor, own_line},
    joining::may_meet,
};
use crate::{fair_play, ratings};

/// How many challenges that are over are shown.
pub const HISTORY_SHOWN: u32 = 50;

/// Somebody who is not on the ladder cannot be challenged, moved or taken off.
const NOT_THERE: ClubRefusal = ClubRefusal::UnknownThing("such player on the ladder");

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The settings that are stored.
///
/// # Errors
/// When the time control cannot be read.
pub fn settings_of(ladder: &Ladder) -> Result<LadderSettings> {
    let n = |n: i64| u32::try_from(n).unwrap_or_default();
    Ok(LadderSettings {
        variant: ladder.variant.clone(),
        clock: clock_of(ladder)?.into(),
        rated: ladder.rated,
        reach: n(ladder.reach),
        answer_days: n(ladder.answer_days),
        refusals: n(ladder.refusals),
        rest_days: n(ladder.rest_days),
    })
}

/// A challenge that is not over, with when it ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub challenge: LadderChallenge,
    /// In Unix milliseconds, with the vacations that are known. A game has none.
    pub due_ms: Option<i64>,
}

/// A ladder, as everybody sees it who may see the club.
#[derive(Clone, Debug)]
pub struct LadderLook {
    pub ladder: Ladder,
    /// From the first place.
    pub places: Vec<LadderPlace>,
    /// What is not over.
    pub unfinished: Vec<Due>,
    /// What is over, the latest first.
    pub finished: Vec<LadderChallenge>,
    /// Why the person looking is not on it any more, if organisers have taken them off.
    pub removed: Option<Removal>,
}

impl LadderLook {
    /// Whom somebody may challenge now, as far as the places and the open challenges say it.
    pub fn opponents_of(&self, user: UserId) -> Vec<UserId> {
        let is_busy = |user| self.unfinished.iter().any(|it| it.challenge.concerns(user));
        let own = self.places.iter().find(|it| it.climber.user == user);
        let Some(own) = own.filter(|_| !is_busy(user)) else { return Vec::new() };
        let may = |it: &&LadderPlace| {
            self.ladder.reaches(own, it) && it.away_until_ms.is_none() && !is_busy(it.climber.user)
        };
        self.places.iter().filter(may).map(|it| it.climber.user).collect()
    }
}

impl Clubs {
    /// A club's ladder, if it has one.
    ///
    /// # Errors
    /// When the caller may not see it, or the database fails.
    pub async fn ladder(&self, look: &ClubView) -> Result<Option<LadderLook>> {
        if !look.sees_inside() {
            return Err(ClubRefusal::Private.into());
        }
        let mut conn = self.store.read().await?;
        let id = look.club.id;
        let Some(ladder) = stored::find(&mut conn, id).await? else { return Ok(None) };
        let mut unfinished = Vec::new();
        for challenge in stored::unfinished(&mut conn, id).await? {
            let due_ms = match challenge.state {
                LadderState::Open | LadderState::Agreed => {
                    Some(due_ms(&mut conn, &challenge).await?)
                }
                _ => None,
            };
            unfinished.push(Due { challenge, due_ms });
        }
        let removed = match look.member.as_ref().and_then(|it| it.user) {
            Some(user) => removals::find(&mut conn, id, user).await?,
            None => None,
        };
        Ok(Some(LadderLook {
            ladder,
            places: stored::places(&mut conn, id, self.now_ms()).await?,
            unfinished,
            finished: stored::finished(&mut conn, id, HISTORY_SHOWN).await?,
            removed,
        }))
    }

    /// Looks, before a club is locked, whether the two of a challenge could begin its game now.
    pub(super) async fn may_begin(&self, slug: &str, by: Viewer, id: Uuid) -> Result<()> {
        let mut conn = self.store.read().await?;
        let club = rows::find_by_slug(&mut conn, slug).await?.ok_or(ClubRefusal::Unknown)?;
        let ladder = found(&mut conn, &club).await?;
        let all = stored::unfinished(&mut conn, club.id).await?;
        drop(conn);
        // What is said of any other is said once the club is locked.
        let Some(challenge) = all.into_iter().find(|it| it.id == id && it.concerns(by.user)) else {
            return Ok(());
        };
        if challenge.state == LadderState::Playing {
            return Ok(());
        }
        let is_slow = clock_of(&ladder)?.is_correspondence();
        let (sanctions, now_ms) = (self.directory.sanctions(), self.now_ms() as u64);
        for player in [challenge.challenger.user, challenge.challenged.user] {
            let other = |why| if player == by.user { why } else { Why::CannotCome };
            if sanctions.banned_until_ms(player, now_ms).is_some() {
                return Err(ClubError::Game(Why::CannotCome));
            }
            let waits = fair_play::check(&self.store, sanctions, player, now_ms).await;
            waits.map_err(|refused| ClubError::Game(other(refused.why)))?;
            let playing = self.directory.all_playing(player).await?;
            let limits = self.directory.limits();
            let n_slow = playing.iter().filter(|it| it.is_correspondence).count();
            if is_slow && n_slow >= limits.correspondence_games_per_player {
                return Err(ClubError::Game(Why::TooManyGames));
            }
            let sits = playing.iter().any(|it| !it.is_correspondence && !it.waits);
            if !is_slow && sits && challenge.state == LadderState::Agreed {
                return Err(ClubError::Game(other(Why::Playing)));
            }
        }
        Ok(())
    }

    /// The challenged player accepts. A game for which both have to be there begins at once if they
    /// are, and otherwise when one of them says so.
    pub(super) async fn accept_on_ladder(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
    ) -> Result<AuditLine> {
        let ladder = found(tx, club).await?;
        let challenge = own_challenge(tx, club, acting.user, id).await?;
        if challenge.challenged.user != acting.user || challenge.state != LadderState::Open {
            return Err(ClubError::Game(Why::UnknownChallenge));
        }
        let Climber { user: challenger, .. } = challenge.challenger;
        may_meet(tx, acting.user, challenger).await?;
        let is_slow = clock_of(&ladder)?.is_correspondence();
        if is_slow || (self.is_free(challenger) && self.is_free(acting.user)) {
            self.start(tx, &ladder, &challenge, acting.now_ms).await?;
        } else {
            let due_ms = acting.now_ms + ladder.answer_days * DAY_MS;
            stored::agree(tx, id, acting.now_ms, due_ms).await?;
        }
        Ok(AuditLine::new(StoredClubAct::LadderAccept).about(Some(challenger)))
    }

    /// One of the two begins the game on which they have agreed.
    pub(super) async fn begin_on_ladder(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
    ) -> Result<AuditLine> {
        let ladder = found(tx, club).await?;
        let challenge = own_challenge(tx, club, acting.user, id).await?;
        if challenge.state != LadderState::Agreed {
            return Err(ClubError::Game(Why::UnknownChallenge));
        }
        let other = other_of(&challenge, acting.user).user;
        may_meet(tx, acting.user, other).await?;
        if !clock_of(&ladder)?.is_correspondence() && !self.is_free(other) {
            return Err(ClubError::Game(Why::Away));
        }
        self.start(tx, &ladder, &challenge, acting.now_ms).await?;
        Ok(AuditLine::new(StoredClubAct::LadderBegin).about(Some(other)))
    }

    /// An organiser takes a player off the ladder; the player reads the reason.
    pub(super) async fn remove_from_ladder(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        user: UserId,
        reason: &str,
    ) -> Result<AuditLine> {
        found(tx, club).await?;
        let reason = line(reason, "a reason", NOTE_CHARS_MAX)?;
        if reason.is_empty() {
            let text = "a player who is taken off the ladder reads why; give a reason";
            return Err(ClubRefusal::Words(text.to_owned()).into());
        }
        let member = members::of_user(tx, club.id, user).await?.ok_or(NOT_THERE)?.id;
        if !stored::leave(tx, club.id, user, acting.now_ms).await? {
            return Err(NOT_THERE.into());
        }
        self.may_say(acting.user)?;
        removals::put(tx, club.id, (member, user), &reason, acting.now_ms).await?;
        Ok(AuditLine::new(StoredClubAct::LadderRemove { reason }).about(Some(user)))
    }

    /// Whether somebody is there and sits at no board.
    fn is_free(&self, user: UserId) -> bool {
        self.directory.presence().is_online(user) && self.directory.at_the_board(user).is_empty()
    }

    /// Writes down the game of a challenge, which is made once that is durable.
    async fn start(
        &self,
        tx: &mut Tx,
        ladder: &Ladder,
        challenge: &LadderChallenge,
        now_ms: i64,
    ) -> Result<()> {
        let clock = clock_of(ladder)?;
        let now_ms = u64::try_from(now_ms).unwrap_or_default();
        let id = GameId::derived(now_ms, &[b"ladder", challenge.id.as_bytes()]);
        let player =
            |it: &Climber| Player { id: it.user, name: it.name.clone(), guest: false, bot: it.bot };
        let setup = Setup {
            seed: random::number(),
            variant: ladder.variant.clone(),
            rules: RuleSet { takeback: false, ..RuleSet::casual() },
            clocks: BySide { sente: clock, gote: clock },
            seats: Seats {
                creator: player(&challenge.challenged),
                opponent: Some(player(&challenge.challenger)),
                side: SideChoice::Random,
            },
            rated: ladder.rated,
            ..Setup::casual(id, now_ms, clock, player(&challenge.challenged))
        };
        if setup.rated {
            ratings::may_be_rated(&setup).map_err(bad_setup)?;
        }
        let text =
            serde_json::to_string(&setup).map_err(|cause| ClubRefusal::Words(cause.to_string()))?;
        stored::begin(tx, challenge.id, id, &text).await?;
        Ok(())
    }
}

/// The clock of a ladder.
fn clock_of(ladder: &Ladder) -> Result<TimeControl> {
    serde_json::from_str(&ladder.clock).map_err(|cause| {
        error!("the time control of a ladder cannot be read: {cause}");
        ClubError::Game(Why::Internal)
    })
}

fn bad_setup(refused: LiveRefusal) -> ClubError {
    ClubRefusal::Words(refused.message).into()
}

/// The club's ladder.
async fn found(conn: &mut Conn, club: &Club) -> Result<Ladder> {
    let found = stored::find(conn, club.id).await?;
    Ok(found.ok_or(ClubRefusal::UnknownThing("ladder in this club"))?)
}

/// A challenge of the caller's that is not over.
async fn own_challenge(
    conn: &mut Conn,
    club: &Club,
    user: UserId,
    id: Uuid,
) -> Result<LadderChallenge> {
    let all = stored::unfinished(conn, club.id).await?;
    let found = all.into_iter().find(|it| it.id == id && it.concerns(user));
    found.ok_or(ClubError::Game(Why::UnknownChallenge))
}

fn other_of(challenge: &LadderChallenge, user: UserId) -> &Climber {
    if challenge.challenger.user == user { &challenge.challenged } else { &challenge.challenger }
}

pub(super) async fn set_ladder(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    settings: &LadderSettings,
) -> Result<AuditLine> {
    if let Some(problem) = settings.problem() {
        return Err(ClubRefusal::Words(problem).into());
    }
    let clock = serde_json::to_string(&TimeControl::from(settings.clock))
        .map_err(|cause| ClubRefusal::Words(cause.to_string()))?;
    let ladder = Ladder {
        club: club.id,
        variant: settings.variant.clone(),
        clock,
        rated: settings.rated,
        reach: settings.reach.into(),
        answer_days: settings.answer_days.into(),
        refusals: settings.refusals.into(),
        rest_days: settings.rest_days.into(),
        opened_ms: acting.now_ms,
    };
    let is_new = stored::find(tx, club.id).await?.is_none();
    stored::put(tx, &ladder).await?;
    let act = if is_new { StoredClubAct::OpenLadder } else { StoredClubAct::EditLadder };
    Ok(AuditLine::new(act))
}

pub(super) async fn close_ladder(tx: &mut Tx, club: &Club) -> Result<AuditLine> {
    found(tx, club).await?;
    stored::close(tx, club.id).await?;
    Ok(AuditLine::new(StoredClubAct::CloseLadder))
}

/// A member comes onto the ladder, at the bottom.
pub(super) async fn join_ladder(tx: &mut Tx, club: &Club, acting: Actor) -> Result<AuditLine> {
    let own = own_line(tx, club, acting).await?;
    found(tx, club).await?;
    let n_places = stored::places(tx, club.id, acting.now_ms).await?.len();
    if n_places as i64 >= stored::PLACES_MAX {
        let text = format!("a ladder has at most {} players", stored::PLACES_MAX);
        return Err(ClubRefusal::Full(text).into());
    }
    if !stored::join(tx, club.id, own.id, acting.user, acting.now_ms).await? {
        return Err(ClubRefusal::AlreadyOnLadder.into());
    }
    Ok(AuditLine::new(StoredClubAct::JoinLadder))
}

pub(super) async fn leave_ladder(tx: &mut Tx, club: &Club, acting: Actor) -> Result<AuditLine> {
    if !stored::leave(tx, club.id, acting.user, acting.now_ms).await? {
        return Err(ClubRefusal::NotOnLadder.into());
    }
    Ok(AuditLine::new(StoredClubAct::LeaveLadder))
}

/// An organiser puts a player at a place; those between make room.
pub(super) async fn put_at_place(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    user: UserId,
    to: u32,
) -> Result<AuditLine> {
    found(tx, club).await?;
    let places = stored::places(tx, club.id, acting.now_ms).await?;
    let own = places.iter().find(|it| it.climber.user == user).ok_or(NOT_THERE)?;
    if !(1..=places.len()).contains(&(to as usize)) {
        let text =
            format!("the places of this ladder are 1 to {}; choose one of them", places.len());
        return Err(ClubRefusal::Words(text).into());
    }
    stored::move_to(tx, club.id, user, (own.place, to.into())).await?;
    Ok(AuditLine::new(StoredClubAct::LadderPlace { place: to }).about(Some(user)))
}

/// A player challenges one above them.
pub(super) async fn challenge(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
    user: UserId,
) -> Result<AuditLine> {
    let Actor { user: by, now_ms, .. } = acting;
    let ladder = found(tx, club).await?;
    let places = stored::places(tx, club.id, now_ms).await?;
    let place = |user| places.iter().find(|it| it.climber.user == user);
    let own = place(by).ok_or(ClubRefusal::NotOnLadder)?;
    let other = place(user).ok_or(NOT_THERE)?;
    if !ladder.reaches(own, other) {
        return Err(ClubRefusal::OutOfReach(ladder.reach).into());
    }
    may_meet(tx, by, user).await?;
    if other.away_until_ms.is_some() {
        return Err(ClubRefusal::OnVacation.into());
    }
    let unfinished = stored::unfinished(tx, club.id).await?;
    if unfinished.iter().any(|it| it.concerns(by) || it.concerns(user)) {
        return Err(ClubRefusal::LadderBusy.into());
    }
    let last_ms = stored::last_between(tx, club.id, by, user).await?;
    if last_ms.is_some_and(|last_ms| now_ms < last_ms + ladder.rest_days * DAY_MS) {
        return Err(ClubRefusal::MetLately(ladder.rest_days).into());
    }
    let new = NewChallenge {
        id,
        club: club.id,
        challenger: own,
        challenged: other,
        made_ms: now_ms,
        due_ms: now_ms + ladder.answer_days * DAY_MS,
    };
    stored::challenge(tx, new).await?;
    Ok(AuditLine::new(StoredClubAct::LadderChallenge).about(Some(user)))
}

/// The challenged player says no.
pub(super) async fn refuse(tx: &mut Tx, club: &Club, acting: Actor, id: Uuid) -> Result<AuditLine> {
    let ladder = found(tx, club).await?;
    let it = own_challenge(tx, club, acting.user, id).await?;
    if it.challenged.user != acting.user || it.state != LadderState::Open {
        return Err(ClubError::Game(Why::UnknownChallenge));
    }
    let state = not_accepted(tx, &ladder, &it).await?;
    settle(tx, &it, state, acting.now_ms).await?;
    let act = match state {
        LadderState::Forfeited => StoredClubAct::LadderForfeit,
        _ => StoredClubAct::LadderRefuse,
    };
    Ok(AuditLine::new(act).about(Some(it.challenger.user)))
}

/// The challenger takes a challenge back that was not answered.
pub(super) async fn withdraw(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
) -> Result<AuditLine> {
    let it = own_challenge(tx, club, acting.user, id).await?;
    if it.challenger.user != acting.user || it.state != LadderState::Open {
        return Err(ClubError::Game(Why::UnknownChallenge));
    }
    settle(tx, &it, LadderState::Void, acting.now_ms).await?;
    Ok(AuditLine::new(StoredClubAct::LadderWithdraw).about(Some(it.challenged.user)))
}

/// Counts a challenge that was not accepted; what becomes of it.
async fn not_accepted(tx: &mut Tx, ladder: &Ladder, it: &LadderChallenge) -> Result<LadderState> {
    let places = stored::places(tx, ladder.club, it.made_ms).await?;
    let before = places.iter().find(|place| place.climber.user == it.challenged.user);
    let n_refused = before.map_or(0, |place| place.refused) + 1;
    let (n, state) = if n_refused >= ladder.refusals {
        (0, LadderState::Forfeited)
    } else {
        (n_refused, LadderState::Refused)
    };
    stored::set_refused(tx, ladder.club, it.challenged.user, n).await?;
    Ok(state)
}

/// Closes a challenge, and moves the challenger up if they have won it and are still below.
async fn settle(tx: &mut Tx, it: &LadderChallenge, state: LadderState, now_ms: i64) -> Result<()> {
    if !stored::finish(tx, it, state, now_ms).await? {
        return Ok(());
    }
    if state.was_played() {
        stored::set_refused(tx, it.club, it.challenged.user, 0).await?;
    }
    if !state.is_won() {
        return Ok(());
    }
    let places = stored::places(tx, it.club, now_ms).await?;
    let place = |user| places.iter().find(|it| it.climber.user == user).map(|it| it.place);
    let (from, to) = (place(it.challenger.user), place(it.challenged.user));
    if let Some((from, to)) = from.zip(to).filter(|(from, to)| from > to) {
        stored::move_to(tx, it.club, it.challenger.user, (from, to)).await?;
    }
    Ok(())
}
