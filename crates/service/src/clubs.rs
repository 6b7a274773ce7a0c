//! Clubs: their members, roles and announcements.
//!
//! Everything that is done goes one way: the club is locked for a transaction, so that two acts at
//! once wait for each other; it is checked whether the person acting may; and the change is stored
//! together with a line of the club's audit log.

pub mod act;
mod bells;
pub mod bridges;
pub mod coaching;
pub mod homework;
pub mod joining;
pub mod ladder;
pub mod news;
mod ranks;
pub mod roster;
pub mod settings;

use std::sync::Arc;

use komadai_community::clubs::{NAME_CHARS_MAX, OWNED_MAX};
use komadai_ids::{ClubId, UserId};
use komadai_live::{Directory, Why, random};
use komadai_store::{
    Club, ClubRole, Conn, PageKey, Store, Tx,
    clubs::{
        self as rows, ListedClub,
        announcements::{self, Announcement},
        audit::{self, ClubAuditEntry, LISTED_MAX, NamedClubAuditEntry},
        invitations::{self, ClubInvitation},
        joining::{ClubBan, ClubRequest},
        members::{self, ClubMember, ListedMember},
    },
};
use uuid::Uuid;

pub use komadai_community::{
    clubs::{ClubAct, ClubRefusal, ClubSettings, Slug, StoredClubAct},
    rows::{BadRow, RowProblem},
};

pub use self::roster::RosterChanges;
use self::settings::new_club;
use crate::{bridges::Bridges, stored_json::write_json};

/// How many may be on a club's list.
pub const MEMBERS_MAX: i64 = 2_000;

/// How many of them may be organisers or owners.
pub const ORGANISERS_MAX: usize = 50;

/// How many announcements a club may have; for another one an old one must go.
pub const ANNOUNCEMENTS_MAX: i64 = 200;

/// How many links may lead into a club at a time.
pub const INVITATIONS_MAX: i64 = 20;

/// How many may wait for a club's answer.
pub const REQUESTS_MAX: i64 = 500;

/// How many clubs' answers somebody may wait for.
pub const REQUESTS_BY_MAX: i64 = 20;

/// How many may be kept out of a club by its organisers.
pub const BANS_MAX: usize = 500;

/// How many announcements a club's page shows.
pub const ANNOUNCEMENTS_LISTED: u32 = ANNOUNCEMENTS_MAX as u32;

/// Why something came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ClubError {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] ClubRefusal),
    /// Rows of a list cannot be taken; none is.
    #[error("{} rows of the list are not accepted; nothing was imported", .0.len())]
    Rows(Vec<BadRow>),
    /// A moderator has muted the person acting, or they say too much.
    #[error("you are muted at the moment")]
    Silenced(Why),
    /// A game cannot begin.
    #[error("the game cannot begin now")]
    Game(Why),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
}

type Result<T, E = ClubError> = std::result::Result<T, E>;

/// The caller, with an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    pub user: UserId,
    /// One of those who run the site, who may do in any club what its owner may.
    pub runs_site: bool,
}

/// A club as somebody may see it.
#[derive(Clone, Debug)]
pub struct ClubView {
    pub club: Club,
    /// The line of the person looking.
    pub member: Option<ClubMember>,
    /// What they may do.
    pub role: Option<ClubRole>,
    /// What they have asked of it.
    pub request: Option<ClubRequest>,
    /// Whether they may not join.
    pub banned: bool,
    /// Whether a line of the list waits for them.
    pub offered: Option<String>,
    /// How many belong to it.
    pub n_members: i64,
}

impl ClubView {
    /// Whether more than the name is shown.
    pub fn sees_inside(&self) -> bool {
        !self.club.settings.private || self.role.is_some()
    }

    /// Whether they look after the list.
    pub fn organises(&self) -> bool {
        self.role >= Some(ClubRole::Organiser)
    }
}

/// What organisers see besides the list.
#[derive(Clone, Debug)]
pub struct OrganiserView {
    /// Who waits for an answer.
    pub requests: Vec<ClubRequest>,
    /// The links that lead in.
    pub invitations: Vec<ClubInvitation>,
    /// Who may not join.
    pub bans: Vec<ClubBan>,
}

/// What an act has led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActOutcome {
    /// What is in a link that was made; nobody can look it up later.
    pub token: Option<String>,
}

/// The clubs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clubs {
    store: Store,
    directory: Arc<Directory>,
    bridges: Bridges,
}

impl Clubs {
    pub(crate) fn new(store: Store, directory: Arc<Directory>, bridges: Bridges) -> Self {
        Self { store, directory, bridges }
    }

    fn now_ms(&self) -> i64 {
        self.directory.timebase().now_ms() as i64
    }

    /// Nothing changes while the site is read only.
    fn may_change(&self) -> Result<(), ClubRefusal> {
        if self.directory.sanctions().is_read_only() { Err(ClubRefusal::ReadOnly) } else { Ok(()) }
    }

    /// Founds a club, which is `by`'s. The same `create` founds one, however often it comes.
    ///
    /// # Errors
    /// When it cannot be founded.
    pub async fn found(
        &self,
        by: UserId,
        create: Uuid,
        slug: &Slug,
        settings: &ClubSettings,
    ) -> Result<Club> {
        self.may_change()?;
        let settings = settings.checked(None)?;
        let mut tx = self.store.write().await?;
        let founded = founded(&mut tx, by, create, slug, settings, self.now_ms()).await;
        ended(tx, founded).await
    }

    /// The club at this address.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub async fn look(&self, slug: &str, viewer: Option<Viewer>) -> Result<ClubView> {
        if !Slug::is_one(slug) {
            return Err(ClubRefusal::Unknown.into());
        }
        let mut conn = self.store.read().await?;
        let found = rows::find_by_slug(&mut conn, slug).await?;
        look(&mut conn, found.ok_or(ClubRefusal::Unknown)?, viewer).await
    }

    /// The public clubs with these words in their name, address or city.
    pub async fn search(&self, words: &str) -> Result<Vec<ListedClub>> {
        let words: String = words.chars().take(NAME_CHARS_MAX).collect();
        let mut conn = self.store.read().await?;
        Ok(rows::search(&mut conn, &settings::folded(words.trim())).await?)
    }

    /// The clubs that somebody belongs to.
    pub async fn of_user(&self, user: UserId) -> Result<Vec<ListedClub>> {
        Ok(rows::of_user(&mut self.store.read().await?, user).await?)
    }

    /// The clubs that somebody belongs to, as far as the caller may know of it: those that are
    /// public, and those to which both belong.
    pub async fn of_player(&self, player: UserId, asks: Option<UserId>) -> Result<Vec<ListedClub>> {
        let mut conn = self.store.read().await?;
        let mut found = rows::of_user(&mut conn, player).await?;
        let common: Vec<ClubId> = match asks {
            Some(user) => {
                rows::of_user(&mut conn, user).await?.iter().map(|it| it.club.id).collect()
            }
            None => Vec::new(),
        };
        found.retain(|it| !it.club.settings.private || common.contains(&it.club.id));
        Ok(found)
    }

    /// Everybody on the list, with their ratings at a variant and speed.
    ///
    /// # Errors
    /// When the caller may not see it, or the database fails.
    pub async fn members(
        &self,
        look: &ClubView,
        variant: &str,
        speed: &str,
    ) -> Result<Vec<ListedMember>> {
        if !look.sees_inside() {
            return Err(ClubRefusal::Private.into());
        }
        let mut conn = self.store.read().await?;
        Ok(members::list(&mut conn, look.club.id, variant, speed).await?)
    }

    /// What the club has announced, the latest first.
    ///
    /// # Errors
    /// When the caller may not see it, or the database fails.
    pub async fn announcements(&self, look: &ClubView) -> Result<Vec<Announcement>> {
        if !look.sees_inside() {
            return Err(ClubRefusal::Private.into());
        }
        let mut conn = self.store.read().await?;
        Ok(announcements::latest(&mut conn, look.club.id, ANNOUNCEMENTS_LISTED).await?)
    }

    /// Who waits, which links lead in, who is kept out: for organisers.
    ///
    /// # Errors
    /// When the caller is none, or the database fails.
    pub async fn desk(&self, look: &ClubView) -> Result<OrganiserView> {
        if !look.organises() {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let (id, now_ms) = (look.club.id, self.now_ms());
        let mut conn = self.store.read().await?;
        Ok(OrganiserView {
            requests: rows::joining::waiting(&mut conn, id).await?,
            invitations: invitations::open(&mut conn, id, now_ms).await?,
            bans: rows::joining::banned(&mut conn, id).await?,
        })
    }

    /// A page of the audit log, the latest first: for organisers.
    ///
    /// # Errors
    /// When the caller is none, or the database fails.
    pub async fn audit_log(
        &self,
        look: &ClubView,
        after: PageKey,
    ) -> Result<Vec<NamedClubAuditEntry>> {
        if !look.organises() {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let mut conn = self.store.read().await?;
        Ok(audit::before(&mut conn, look.club.id, after, LISTED_MAX).await?)
    }
}

async fn founded(
    tx: &mut Tx,
    by: UserId,
    create: Uuid,
    slug: &Slug,
    settings: ClubSettings,
    now_ms: i64,
) -> Result<Club> {
    if audit::is_done(tx, create).await? {
        let found = rows::find_by_slug(tx, slug.as_str()).await?;
        return found.ok_or_else(|| ClubRefusal::Unknown.into());
    }
    ranks::may_own(tx, by).await?;
    let id = ClubId::new(now_ms as u64, random::bytes());
    let club = new_club(settings, id, slug, now_ms);
    if !rows::insert(tx, &club).await? {
        return Err(ClubRefusal::SlugTaken.into());
    }
    let owner = ClubMember { role: ClubRole::Owner, user: Some(by), ..blank(id, now_ms) };
    members::insert(tx, &owner, None).await?;
    note(tx, &club, create, by, now_ms, AuditLine::new(StoredClubAct::Found)).await?;
    Ok(club)
}

/// Makes durable what was done, or takes back what was refused at once, so that others who wait for
/// the same rows continue.
async fn ended<T>(tx: Tx, outcome: Result<T>) -> Result<T> {
    match outcome {
        Ok(done) => {
            tx.commit().await?;
            Ok(done)
        }
        Err(refused) => {
            // On a lost connection the database takes it back by itself.
            let _ = tx.roll_back().await;
            Err(refused)
        }
    }
}

/// Whether somebody organises a club.
pub(crate) async fn organises_club(
    conn: &mut Conn,
    club: ClubId,
    user: UserId,
) -> komadai_store::Result<bool> {
    let line = members::of_user(conn, club, user).await?;
    Ok(line.is_some_and(|line| line.role >= ClubRole::Organiser))
}

async fn look(conn: &mut Conn, club: Club, viewer: Option<Viewer>) -> Result<ClubView> {
    let n_members = members::count(conn, club.id).await?;
    let Some(Viewer { user, runs_site }) = viewer else {
        return Ok(ClubView {
            club,
            member: None,
            role: None,
            request: None,
            banned: false,
            offered: None,
            n_members,
        });
    };
    let member = members::of_user(conn, club.id, user).await?;
    let own = member.as_ref().map(|it| it.role);
    let (request, banned, offered) = match member {
        Some(_) => (None, false, None),
        None => (
            rows::joining::request(conn, club.id, user).await?,
            rows::joining::is_banned(conn, club.id, user).await?,
            members::offered_to(conn, club.id, user).await?.map(|it| it.name),
        ),
    };
    let role = if runs_site { Some(ClubRole::Owner) } else { own };
    Ok(ClubView { club, member, role, request, banned, offered, n_members })
}

/// A new line of a list.
fn blank(club: ClubId, now_ms: i64) -> ClubMember {
    ClubMember {
        id: ClubId::new(now_ms as u64, random::bytes()).uuid(),
        club,
        user: None,
        name: String::new(),
        role: ClubRole::Member,
        joined_ms: now_ms,
        note: String::new(),
        offered: None,
        grade: None,
        grade_ms: None,
    }
}

/// What the audit log keeps of an act, besides who has acted and when.
struct AuditLine {
    act: StoredClubAct,
    about: Option<UserId>,
}

impl AuditLine {
    fn new(act: StoredClubAct) -> Self {
        Self { act, about: None }
    }

    fn about(self, user: Option<UserId>) -> Self {
        Self { about: user, ..self }
    }
}

async fn note(
    tx: &mut Tx,
    club: &Club,
    id: Uuid,
    by: UserId,
    now_ms: i64,
    line: AuditLine,
) -> Result<()> {
    let act = write_json(&line.act);
    let entry = ClubAuditEntry { id, at_ms: now_ms, by, about: line.about, act };
    Ok(audit::note(tx, club.id, &entry).await?)
}
