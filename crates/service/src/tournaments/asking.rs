//! What people ask for in a tournament, judged by what is known of their accounts.
//!
//! All of it is read while nothing else changes the tournament, and the act is done on the document
//! it was judged by.

use komadai_ids::{Code, UserId};
use komadai_live::{random, rated::speed_of};
use komadai_rating::ShownRating;
use komadai_rules::{BySide, Grade};
use komadai_store::{
    ChallengesFrom, ClubRole, Conn,
    clubs::{self, joining, members},
    follows, privacy, relations,
};
use komadai_tournament::EntryId;
use serde_json::Value;
use tokio::task::spawn_blocking;

use super::{
    Act, Actor, Entrant, NewEntry, Newcomer, OfClub, Person, Plan, PlanClub, StoredTournament,
    StrengthSource, Tournament, TournamentAct, TournamentError, TournamentRefusal,
    TournamentSettings, Tournaments,
};
use crate::{
    Member, Ratings,
    accounts::account,
    clubs::{ClubRefusal, Slug, organises_club},
};

/// How many are entered at once at most.
const ENTRIES_AT_ONCE_MAX: usize = 200;

/// How long the secret is of which the keys of tables are made: 160 bits.
const SECRET_SIGNS: usize = 32;

type Result<T, E = TournamentError> = std::result::Result<T, E>;

impl Tournaments {
    /// Whether somebody organises a tournament.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_organiser(&self, it: &Tournament, by: Option<&Member>) -> Result<bool> {
        let Some(by) = by else { return Ok(false) };
        let mut conn = self.inner.store.read().await?;
        Ok(it.is_organiser(&actor(&mut conn, it, by).await?))
    }

    /// Everybody who organises a tournament, also for its club.
    pub(crate) async fn organisers_of(
        &self,
        it: &Tournament,
    ) -> komadai_store::Result<Vec<UserId>> {
        organisers(&mut self.inner.store.read().await?, it).await
    }

    /// The tournaments that somebody organises, themselves or for a club, in which something waits
    /// for an answer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn waiting_for(
        &self,
        organiser: UserId,
    ) -> komadai_store::Result<Vec<StoredTournament>> {
        let mut found = Vec::new();
        let asks = self.unfinished().into_iter().filter(|it| it.tournament.asks_organisers());
        let (own, others): (Vec<_>, Vec<_>) =
            asks.partition(|it| it.tournament.organisers().any(|it| it == organiser));
        found.extend(own);
        if others.iter().any(|it| it.tournament.plan.of_club().is_some()) {
            let mut conn = self.inner.store.read().await?;
            for stored in others {
                let club = stored.tournament.plan.of_club().map(|club| club.id);
                if let Some(club) = club
                    && organises_club(&mut conn, club, organiser).await?
                {
                    found.push(stored);
                }
            }
        }
        Ok(found)
    }
}

/// Everybody who organises a tournament, also for its club; admins of the site have others to do so.
pub(super) async fn organisers(
    conn: &mut Conn,
    it: &Tournament,
) -> komadai_store::Result<Vec<UserId>> {
    let mut all: Vec<UserId> = it.organisers().collect();
    if let Some(club) = it.plan.of_club() {
        let members = members::all_of(conn, club.id).await?.into_iter();
        let of_club = members.filter(|line| line.role >= ClubRole::Organiser);
        all.extend(of_club.filter_map(|line| line.user));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The person who acts: site staff, and organisers of the club it belongs to, organise it too.
async fn actor(conn: &mut Conn, it: &Tournament, by: &Member) -> Result<Actor> {
    let id = by.player.id;
    let runs_it = by.runs_site()
        || match it.plan.of_club() {
            Some(club) => organises_club(conn, club.id, id).await?,
            None => false,
        };
    Ok(Actor::User { id, name: by.player.name.clone(), runs_it })
}

/// The settings that are sent, with the club they name: one that the sender organises, or the one
/// that was named before.
pub(super) async fn with_club(
    conn: &mut Conn,
    by: &Member,
    mut settings: TournamentSettings,
    before: Option<&PlanClub>,
) -> Result<TournamentSettings> {
    let slug = settings.plan.club.as_ref().map_or("", PlanClub::slug);
    settings.plan.club = match before.filter(|club| club.slug() == slug) {
        _ if slug.is_empty() => None,
        Some(club) => Some(club.clone()),
        None => Some(PlanClub::Known(club_of(conn, by, slug).await?)),
    };
    Ok(settings)
}

/// The club at this address, which somebody organises.
async fn club_of(conn: &mut Conn, by: &Member, slug: &str) -> Result<OfClub> {
    let found = if Slug::is_one(slug) { clubs::find_by_slug(conn, slug).await? } else { None };
    let club = found.ok_or(ClubRefusal::Unknown).map_err(TournamentRefusal::from)?;
    if !by.runs_site() && !organises_club(conn, club.id, by.player.id).await? {
        return Err(TournamentRefusal::from(ClubRefusal::NotAllowed).into());
    }
    Ok(OfClub { id: club.id, slug: club.slug, name: club.settings.name })
}

/// What a new tournament's owner is entered with who plays everybody else at once; `None` where
/// nobody does, or somebody else.
pub(super) async fn owner_as_host(
    (conn, ratings, now_ms): (&mut Conn, &Ratings, u64),
    by: &Member,
    settings: &TournamentSettings,
) -> Result<Option<Entrant>> {
    let named = settings.format.settings.get("host").and_then(Value::as_str).unwrap_or_default();
    let is_owner = named.is_empty() || named == by.player.id.code().to_string();
    if !settings.format.is_hosted() || !is_owner {
        return Ok(None);
    }
    entrant((conn, ratings, now_ms), &settings.plan, person(by)).await.map(Some)
}

pub(super) fn person(member: &Member) -> Person {
    Person {
        user: member.player.id,
        name: member.player.name.clone(),
        handle: member.handle.clone(),
        bot: member.player.bot,
        club_grade: None,
    }
}

/// An account with how strong it is here.
async fn entrant(
    (conn, ratings, now_ms): (&mut Conn, &Ratings, u64),
    plan: &Plan,
    mut person: Person,
) -> Result<Entrant> {
    let line = match plan.of_club() {
        Some(club) => members::of_user(conn, club.id, person.user).await?,
        None => None,
    };
    let is_club_member = line.is_some();
    person.club_grade = line.and_then(|line| line.grade?.parse().ok());
    let club = match plan.of_club() {
        Some(club) => is_club_member.then(|| club.name.clone()),
        None => public_club(conn, person.user).await?,
    };
    let speed = speed_of(&plan.control());
    let shown = ratings.shown(conn, person.user, &plan.variant, speed, now_ms as i64).await?;
    let rating = Some(shown.estimate.round() as i32);
    let (grade, provisional) = grade_by(plan.strength_from, person.club_grade, &shown);
    let details = NewEntry { rating, grade, provisional, club, ..NewEntry::default() };
    Ok(Entrant { person: Some(person), is_club_member, details })
}

/// The grade somebody is entered with, and whether it was not earned.
fn grade_by(
    source: StrengthSource,
    club: Option<Grade>,
    shown: &ShownRating,
) -> (Option<Grade>, bool) {
    let (earned, declared) = (shown.grade, shown.declared);
    let settled = (!shown.provisional).then_some(shown.level);
    let grade = match source {
        StrengthSource::Club => club.or(earned).or(declared).or(settled),
        StrengthSource::Earned => earned.or(club).or(declared).or(settled),
        StrengthSource::Declared => declared.or(club).or(earned).or(settled),
        StrengthSource::Strongest => [club, earned, declared, settled].into_iter().flatten().max(),
    };
    let is_given = grade.is_some() && (grade == earned || grade == club);
    (grade, grade.is_some() && !is_given)
}

/// The first club somebody has joined that everybody sees.
async fn public_club(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    let clubs = clubs::of_user(conn, user).await?;
    Ok(clubs.into_iter().find(|it| !it.club.settings.private).map(|it| it.club.settings.name))
}

fn refused(text: impl Into<String>) -> TournamentRefusal {
    TournamentRefusal::Settings(text.into())
}

/// Somebody asks for something in a tournament.
pub(super) struct Asking<'a> {
    pub(super) conn: &'a mut Conn,
    pub(super) ratings: &'a Ratings,
    pub(super) now_ms: u64,
    pub(super) it: &'a Tournament,
    pub(super) by: &'a Member,
}

impl Asking<'_> {
    /// Who acts, and what is to be done.
    pub(super) async fn judged(&mut self, asked: TournamentAct) -> Result<(Actor, Act)> {
        let act = self.act(asked).await?;
        Ok((actor(self.conn, self.it, self.by).await?, act))
    }

    async fn act(&mut self, asked: TournamentAct) -> Result<Act> {
        use TournamentAct as Asked;
        let user = self.by.player.id;
        Ok(match asked {
            Asked::Edit { settings } => {
                let before = self.it.plan.club.as_ref();
                let settings = with_club(self.conn, self.by, *settings, before).await?;
                Act::Edit { settings: Box::new(settings) }
            }
            Asked::Open => Act::Open,
            Asked::Cancel => Act::Cancel,
            Asked::Join { .. } if self.by.player.guest => {
                return Err(refused("register first").into());
            }
            Asked::Join { online } => {
                let mut entry = Box::new(self.own_entrant().await?);
                entry.details.online = online;
                Act::Enter { entry }
            }
            Asked::Enter { entry } => {
                let Newcomer { entry, is_acquainted } = self.coming(entry).await?;
                // At home nobody is seen: a board with a running clock is theirs to ask for.
                let is_there =
                    entry.is_club_member && self.it.is_evening() && !entry.details.online;
                let is_asked = entry.user().is_some_and(|it| it != user) && !is_there;
                let entry = Box::new(entry);
                if is_asked { Act::Invite { entry, is_acquainted } } else { Act::Enter { entry } }
            }
            Asked::EnterAll { entries } => {
                Act::EnterAll { entries: self.all_coming(entries).await? }
            }
            Asked::Uninvite { user } => {
                let unknown = "nobody of that name is invited";
                Act::Uninvite { user: found(self.it.invited.keys(), user, unknown)? }
            }
            Asked::Apply { text } => {
                Act::Apply { entry: Box::new(self.own_entrant().await?), text }
            }
            Asked::Unapply => Act::Unapply { user },
            Asked::Choose { user } => Act::Choose { user: self.applicant(user)? },
            Asked::PassOver { user } => Act::PassOver { user: self.applicant(user)? },
            Asked::JoinTeam { team } => {
                Act::JoinTeam { entry: Box::new(self.own_entrant().await?), team }
            }
            Asked::FoundTeam { team } => {
                Act::FoundTeam { entry: Box::new(self.own_entrant().await?), team }
            }
            Asked::UnjoinTeam => Act::UnjoinTeam { user },
            Asked::AdmitToTeam { user } => Act::AdmitToTeam { user: self.team_applicant(user)? },
            Asked::RejectFromTeam { user } => {
                Act::RejectFromTeam { user: self.team_applicant(user)? }
            }
            Asked::LineUp { entries } => Act::LineUp { entries },
            Asked::Accept => Act::Accept { user },
            Asked::Decline => Act::Decline { user },
            Asked::Amend { entry, to } => {
                let details = NewEntry { handle: None, ..to };
                Act::Amend { entry, to: Box::new(Entrant { details, ..Entrant::default() }) }
            }
            Asked::Return { entry } => Act::Return { entry: self.meant(entry)? },
            Asked::Leave { entry } => Act::Leave { entry: self.meant(entry)? },
            Asked::CheckIn { entry, online } => Act::CheckIn { entry: self.meant(entry)?, online },
            Asked::Absent { entry, round, comes } => {
                Act::Absent { entry: self.meant(entry)?, round, comes }
            }
            Asked::Begin { seen } => {
                self.is_as_seen(seen).await?;
                Act::Begin
            }
            Asked::NextRound { seen } => {
                self.is_as_seen(seen).await?;
                Act::NextRound
            }
            Asked::TakeBack => Act::TakeBack,
            Asked::Reopen => Act::Reopen,
            Asked::Swap { a, b } => Act::Swap { a, b },
            Asked::Pause => Act::Pause,
            Asked::GoOn => Act::GoOn,
            Asked::Result { game, outcome } => Act::Result { game, outcome },
            Asked::Report { game, outcome } => Act::Report { game, outcome },
            Asked::TableClocks { on } => {
                Act::TableClocks { secret: on.then(|| random::signs(SECRET_SIGNS)) }
            }
            Asked::Call { text } => Act::Call { text },
            Asked::Answer { entry } => Act::Answer { entry: self.meant(entry)? },
            Asked::Announce { text } => Act::Announce { text },
            Asked::Rule { game, outcome } => Act::Rule { game, outcome },
            Asked::Repair { round, pairs } => Act::Repair { round, pairs },
            Asked::Order { order } => Act::Order { order },
            Asked::Unorder { index } => Act::Unorder { index },
            Asked::PlayOff { entries } => Act::PlayOff { entries },
            Asked::Decide { entries } => Act::Decide { entries },
            Asked::Undecide { index } => Act::Undecide { index },
            Asked::Halt { game } => Act::Halt { game },
            Asked::Release { game } => Act::Release { game },
            Asked::SetClocks { game, sente, gote } => {
                let times = BySide { sente: sente.into(), gote: gote.into() };
                Act::SetClocks { game, times }
            }
            Asked::Adjudicate { game, winner } => Act::Adjudicate { game, winner },
            Asked::Restart { game } => Act::Restart { game },
            Asked::Propose { game, at_ms, text } => Act::Propose { game, at_ms, text },
            Asked::Agree { game, at_ms } => Act::Agree { game, at_ms },
            Asked::CallOff { game } => Act::CallOff { game },
            Asked::PlayNow { game, ready } => Act::PlayNow { game, ready },
            Asked::Appoint { game, at_ms } => Act::Appoint { game, at_ms },
            Asked::Extend { game, until_ms } => Act::Extend { game, until_ms },
            Asked::Helper { handle, helps } => self.helper(&handle, helps).await?,
            Asked::Dismiss { user } => {
                let unknown = "nobody of that name organises it";
                let user = found(self.it.helpers.keys(), user, unknown)?;
                let name = self.it.helpers.get(&user).cloned().unwrap_or_default();
                Act::Helper { user, name, helps: false }
            }
            Asked::Close { at_once } => Act::Close { at_once },
        })
    }

    /// Whether the round that begins is the one that was looked at, if it was.
    async fn is_as_seen(&self, seen: Option<String>) -> Result<()> {
        let Some(seen) = seen else { return Ok(()) };
        let (it, now_ms) = (self.it.clone(), self.now_ms);
        // Pairing hundreds takes a while.
        let coming = spawn_blocking(move || it.coming(now_ms)).await;
        let coming = coming.map_err(|panic| refused(panic.to_string()))??;
        if coming.mark() == seen { Ok(()) } else { Err(TournamentRefusal::PairingsChanged.into()) }
    }

    /// The entry that is meant: without one, the person's own.
    fn meant(&self, entry: Option<EntryId>) -> Result<EntryId, TournamentRefusal> {
        let own = || self.it.entry_of(self.by.player.id).cloned();
        entry.or_else(own).ok_or_else(|| refused("you are not entered"))
    }

    /// Who has applied under that public id.
    fn applicant(&self, user: Code) -> Result<UserId, TournamentRefusal> {
        found(self.it.applications.keys(), user, "nobody of that name has applied")
    }

    /// Who has asked for a place in a team under that public id.
    fn team_applicant(&self, user: Code) -> Result<UserId, TournamentRefusal> {
        found(self.it.team_requests.keys(), user, "nobody of that name asks for a place in a team")
    }

    async fn own_entrant(&mut self) -> Result<Entrant> {
        self.entrant(person(self.by)).await
    }

    async fn entrant(&mut self, person: Person) -> Result<Entrant> {
        entrant((self.conn, self.ratings, self.now_ms), &self.it.plan, person).await
    }

    /// Whom an organiser brings in, an account or a name that is typed, and whether an account is
    /// acquainted with who asks it.
    async fn coming(&mut self, said: NewEntry) -> Result<Newcomer> {
        let known = match said.handle.as_deref().filter(|handle| !handle.is_empty()) {
            Some(handle) => {
                let person = self.account(handle).await?;
                self.entrant(person).await?
            }
            None => Entrant::default(),
        };
        let is_acquainted = match known.user() {
            Some(user) if user != self.by.player.id => self.may_ask(user).await?,
            _ => false,
        };
        let details = NewEntry {
            handle: None,
            rating: said.rating.or(known.details.rating),
            grade: said.grade.or(known.details.grade),
            provisional: said.grade.is_none() && known.details.provisional,
            club: said.club.or(known.details.club),
            ..said
        };
        // The club's members are on its list because they wanted to be.
        let is_club_member = known.is_club_member && self.it.is_evening();
        let entry = Entrant { person: known.person, is_club_member, details };
        Ok(Newcomer { entry, is_acquainted })
    }

    async fn all_coming(&mut self, entries: Vec<NewEntry>) -> Result<Vec<Newcomer>> {
        if entries.len() > ENTRIES_AT_ONCE_MAX {
            let text = format!("at most {ENTRIES_AT_ONCE_MAX} players can be entered at once");
            return Err(refused(text).into());
        }
        let mut coming = Vec::with_capacity(entries.len());
        for (n, entry) in entries.into_iter().enumerate() {
            coming.push(self.coming(entry).await.map_err(|error| match error {
                TournamentError::Refused(refusal) => {
                    TournamentRefusal::Row(n + 1, Box::new(refusal)).into()
                }
                other => other,
            })?);
        }
        Ok(coming)
    }

    async fn helper(&mut self, handle: &str, helps: bool) -> Result<Act> {
        let Person { user, name, .. } = self.account(handle).await?;
        if helps && user != self.by.player.id {
            self.may_ask(user).await?;
        }
        Ok(Act::Helper { user, name, helps })
    }

    async fn account(&mut self, handle: &str) -> Result<Person> {
        let found = account(self.conn, handle).await?.ok_or(TournamentRefusal::UnknownPlayer)?;
        let komadai_store::User { id: user, name, bot, .. } = found.user;
        Ok(Person { user, name, handle: found.handle, bot, club_grade: None })
    }

    /// Whether `user` may be asked, and whether the two are acquainted: both belong to the club
    /// whose tournament it is, or `user` follows who asks. Who takes challenges from some or from
    /// nobody is asked by acquaintances alone.
    async fn may_ask(&mut self, user: UserId) -> Result<bool> {
        let by = self.by.player.id;
        for organiser in [by, self.it.owner] {
            if relations::are_apart(self.conn, organiser, user).await? {
                return Err(TournamentRefusal::KeptApart.into());
            }
        }
        let mut is_acquainted = follows::does(self.conn, user, by).await?;
        if let Some(club) = self.it.plan.of_club() {
            if joining::is_banned(self.conn, club.id, user).await? {
                return Err(TournamentRefusal::KeptApart.into());
            }
            is_acquainted |= members::of_user(self.conn, club.id, user).await?.is_some();
        }
        let takes = privacy::find(self.conn, user).await?.challenges_from;
        if takes == ChallengesFrom::All || is_acquainted {
            Ok(is_acquainted)
        } else {
            Err(TournamentRefusal::TakesNoInvitations.into())
        }
    }
}

/// Which of them has that public id.
fn found<'a>(
    mut known: impl Iterator<Item = &'a UserId>,
    user: Code,
    unknown: &str,
) -> Result<UserId, TournamentRefusal> {
    known.find(|id| id.code() == user).copied().ok_or_else(|| refused(unknown))
}
