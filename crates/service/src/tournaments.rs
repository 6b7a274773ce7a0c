//! Tournaments: how they are found and changed.
//!
//! A tournament is one document (see [`state`]). Everything that is done to it, by an organiser, by
//! a player, by time or by a game that has ended, goes one way: the document is changed in memory,
//! stored under its version together with an entry of the audit log, and only then its consequences
//! are carried out. These follow from the document alone and may be carried out twice, so a start
//! after any stop does again what may be missing.

pub mod act;
mod applying;
mod appointment_bells;
mod appointments;
mod archive;
mod asking;
mod bells;
mod boards;
mod calendars;
mod changing;
mod club_rating;
mod director;
mod editing;
mod entering;
mod entry_words;
mod evening;
#[cfg(test)]
mod fixture;
mod forgetting;
mod hall;
mod importing;
mod inviting;
mod listing;
mod obstacle;
mod presence;
mod renaming;
mod resting;
mod rounds;
mod seeing;
pub mod state;
mod table_clocks;
mod taking_back;
mod teams;
mod ties;

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use komadai_ids::{Code, GameId, TournamentId, UserId};
use komadai_live::{Directory, random};
use komadai_store::{
    Result, Store,
    tournaments::{self as rows, archive as finding},
};
use komadai_tournament::{EntryId, files::File};
use parking_lot::Mutex;
#[cfg(feature = "testing")]
use tokio::sync::oneshot;
use tokio::{sync::Semaphore, time::Instant};
use tracing::error;
use uuid::Uuid;

pub use komadai_community::tournaments::{
    Entrant, EventDays, NewEntry, OfClub, Person, Plan, PlanClub, StrengthSource, TeamAdmission,
    TeamEntry, TournamentAct, TournamentRefusal, TournamentSettings, Waiting, is_day,
};

pub use self::{
    act::{Act, Actor, Newcomer},
    applying::{APPLICATIONS_MAX, Answer, Application},
    appointments::{GameAppointment, Proposal},
    archive::{FoundPage, TournamentQuery},
    boards::{Board, BoardGame},
    club_rating::{ClubPlayer, club_rating},
    entering::OwnWords,
    hall::{Announcement, Call, TournamentChat},
    inviting::{INVITED_MAX, Invitee},
    rounds::GAMES_MAX,
    state::{Phase, Tournament},
    table_clocks::{GivenReport, TableReport},
    taking_back::RoundTakenBack,
    teams::TeamRequest,
};
pub(crate) use self::{appointments::REMINDERS_MS, listing::catch_up};
use self::{listing::row, resting::RestingDocuments};
use crate::{Member, Ratings};

/// How many tournaments somebody may have that are not over.
pub const UNFINISHED_MAX: usize = 20;

/// What an audit log begins with: the tournament was made. It is the one line that is no [`Act`].
const CREATED: &str = r#"{"t":"create"}"#;

/// Why something was not done in a tournament.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is none with that address.
    #[error("there is no such tournament")]
    Unknown,
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] TournamentRefusal),
    /// Somebody has too many.
    #[error("you have {UNFINISHED_MAX} unfinished tournaments; end one of them first")]
    TooMany,
    /// Somebody has made many today.
    #[error("you have made {0} tournaments today; make the next one tomorrow")]
    TooManyToday(i64),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
    /// What is stored cannot be read.
    #[error("the stored tournament cannot be read")]
    Document(#[from] serde_json::Error),
}

/// A tournament at one version.
#[derive(Clone, Debug)]
pub struct StoredTournament {
    pub tournament: Arc<Tournament>,
    /// Counts its changes.
    pub version: u64,
    /// When it was made, in Unix milliseconds.
    pub created_ms: i64,
}

/// The tournaments of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tournaments {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    directory: Arc<Directory>,
    ratings: Ratings,
    // A lock for the map alone; each tournament has one of its own, which is held while it
    // changes.
    held: Mutex<HashMap<Code, Arc<HeldTournament>>>,
    /// One for each act that is being judged, so that half of the processors are left.
    deciding: Arc<Semaphore>,
    // A lock for a look only.
    resting: Mutex<RestingDocuments>,
    /// How many changes of tournaments were stored since the start.
    n_changes: AtomicU64,
    /// How many documents of tournaments that are not held were read since the start.
    n_documents_read: AtomicU64,
    /// How many changes are stored until a test's death.
    #[cfg(feature = "testing")]
    lives: std::sync::atomic::AtomicI64,
    /// Where a test stops the next change.
    #[cfg(feature = "testing")]
    halfway: Mutex<Option<Halfway>>,
}

/// Who is told that a change has come halfway, and who lets it go on.
#[cfg(feature = "testing")]
type Halfway = (oneshot::Sender<()>, oneshot::Receiver<()>);

/// A tournament in memory.
#[derive(Debug)]
struct HeldTournament {
    /// Held while it changes. Whether it is not known how the last change came out: then it is
    /// read again.
    change: tokio::sync::Mutex<bool>,
    // A lock for a look only.
    present: Mutex<Present>,
}

#[derive(Debug)]
struct Present {
    stored: StoredTournament,
    /// The boards whose players have been waited for.
    waited: HashSet<GameId>,
    /// Since when players of an arena have no connection.
    lost: HashMap<EntryId, Instant>,
    /// When an appointment has to be seen to, as of which version.
    appointments_due: Option<(u64, Option<u64>)>,
}

impl HeldTournament {
    fn new(stored: StoredTournament) -> Arc<Self> {
        let present = Present {
            stored,
            waited: HashSet::new(),
            lost: HashMap::new(),
            appointments_due: None,
        };
        let present = Mutex::new(present);
        Arc::new(Self { change: tokio::sync::Mutex::default(), present })
    }

    fn stored(&self) -> StoredTournament {
        self.present.lock().stored.clone()
    }

    /// When an appointment has to be seen to, in Unix milliseconds: looked up once a version.
    fn appointments_due_ms(&self) -> Option<u64> {
        let mut present = self.present.lock();
        let version = present.stored.version;
        match present.appointments_due {
            Some((of, due)) if of == version => due,
            _ => {
                let due = present.stored.tournament.appointments_due_ms();
                present.appointments_due = Some((version, due));
                due
            }
        }
    }
}

impl Tournaments {
    /// Takes up what is played and what is open, and begins to direct it.
    ///
    /// # Errors
    /// When the database fails or holds what cannot be read.
    pub(crate) async fn start(
        store: Store,
        directory: Arc<Directory>,
        ratings: Ratings,
    ) -> Result<(Self, impl Future<Output = ()> + Send + 'static), TournamentError> {
        let ends = directory.ends().take();
        let held = Mutex::default();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let deciding = Arc::new(Semaphore::new((processors / 2).max(1)));
        let inner = Inner {
            store,
            directory,
            ratings,
            held,
            deciding,
            resting: Mutex::default(),
            n_changes: AtomicU64::new(0),
            n_documents_read: AtomicU64::new(0),
            #[cfg(feature = "testing")]
            lives: i64::MAX.into(),
            #[cfg(feature = "testing")]
            halfway: Mutex::default(),
        };
        let tournaments = Self { inner: Arc::new(inner) };
        for phase in [Phase::Open, Phase::Running] {
            let mut conn = tournaments.inner.store.read().await?;
            let found = rows::all_in_phase(&mut conn, phase.as_str()).await?;
            drop(conn);
            for row in found {
                let code = row.summary.id.code();
                match stored(&row) {
                    Ok(stored) => {
                        tournaments.inner.held.lock().insert(code, HeldTournament::new(stored));
                    }
                    Err(cause) => error!("tournament {code} cannot be taken up: {cause}"),
                }
            }
        }
        let director = tournaments.clone().direct(ends);
        Ok((tournaments, director))
    }

    /// The tournament with this address.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub async fn find(&self, code: Code) -> Result<StoredTournament, TournamentError> {
        let held = self.held(code).await?;
        // While it changes, it is shown as it was.
        if let Ok(mut is_unsure) = held.change.try_lock() {
            self.find_out(code, &held, &mut is_unsure).await?;
        }
        Ok(held.stored())
    }

    /// Those that are open or being played.
    pub(crate) fn unfinished(&self) -> Vec<StoredTournament> {
        let held: Vec<Arc<HeldTournament>> = self.inner.held.lock().values().cloned().collect();
        let all = held.iter().map(|held| held.stored());
        all.filter(|it| matches!(it.tournament.phase, Phase::Open | Phase::Running)).collect()
    }

    /// Reads a tournament again of which it is not known how its last change came out.
    async fn find_out(
        &self,
        code: Code,
        held: &HeldTournament,
        is_unsure: &mut bool,
    ) -> Result<(), TournamentError> {
        if *is_unsure {
            let mut conn = self.inner.store.read().await?;
            let row = rows::find_by_code(&mut conn, code).await?.ok_or(TournamentError::Unknown)?;
            drop(conn);
            let found = stored(&row)?;
            held.present.lock().stored = found.clone();
            *is_unsure = false;
            self.carry_out(&found, &[]).await;
        }
        Ok(())
    }

    async fn held(&self, code: Code) -> Result<Arc<HeldTournament>, TournamentError> {
        if let Some(held) = self.inner.held.lock().get(&code) {
            return Ok(held.clone());
        }
        let mut conn = self.inner.store.read().await?;
        let version = rows::version(&mut conn, code).await?.ok_or(TournamentError::Unknown)?;
        let resting = self.inner.resting.lock().get(code, version as u64);
        let new = match resting {
            Some(stored) => stored,
            None => {
                let row = rows::find_by_code(&mut conn, code).await?;
                let row = row.ok_or(TournamentError::Unknown)?;
                self.inner.n_documents_read.fetch_add(1, Ordering::Relaxed);
                let stored = stored(&row)?;
                self.inner.resting.lock().put(code, stored.clone(), row.document.len());
                stored
            }
        };
        drop(conn);
        let new = HeldTournament::new(new);
        // Somebody else may have been faster.
        Ok(self.inner.held.lock().entry(code).or_insert(new).clone())
    }

    /// Makes a draft, or continues with an event that was begun elsewhere; who makes a simul without
    /// naming a host is its host. The same `create` makes one, however often it comes.
    ///
    /// # Errors
    /// When it cannot be made.
    pub async fn create(
        &self,
        by: &Member,
        create: Uuid,
        settings: TournamentSettings,
        file: Option<File>,
    ) -> Result<StoredTournament, TournamentError> {
        let owner = asking::person(by);
        let now_ms = self.inner.directory.timebase().now_ms();
        let id = TournamentId::derived(
            now_ms,
            &[b"tournament", owner.user.uuid().as_bytes(), create.as_bytes()],
        );
        match self.find(id.code()).await {
            Err(TournamentError::Unknown) => {}
            found => return found,
        }
        self.may_begin()?;
        let mut conn = self.inner.store.read().await?;
        archive::may_make(&mut conn, owner.user, now_ms as i64).await?;
        let settings = asking::with_club(&mut conn, by, settings, None).await?;
        let host = match file {
            Some(_) => None,
            None => {
                let reading = (&mut conn, &self.inner.ratings, now_ms);
                asking::owner_as_host(reading, by, &settings).await?
            }
        };
        drop(conn);
        let mut tournament = Tournament::new(id, &owner, random::number(), settings)?;
        if let Some(file) = file {
            tournament.load(file)?;
        }
        let hosts = host.is_some();
        if let Some(host) = host {
            tournament.admit(now_ms, host, false)?;
        }
        let stored = StoredTournament {
            tournament: Arc::new(tournament),
            version: 1,
            created_ms: now_ms as i64,
        };
        let standings = stored.tournament.final_standings();
        let row = row(&stored, standings.as_ref(), now_ms as i64)?;
        let mut tx = self.inner.store.write().await?;
        rows::insert(&mut tx, &row).await?;
        finding::set_terms(&mut tx, id, &stored.tournament.terms()).await?;
        let act = rows::TournamentAct {
            id: create,
            version: 1,
            at_ms: now_ms as i64,
            by: Some(owner.user),
            act: CREATED.to_owned(),
            reason: String::new(),
        };
        rows::note(&mut tx, id, &act).await?;
        if hosts {
            rows::take_part(&mut tx, id, owner.user, true).await?;
        }
        tx.commit().await?;
        Ok(stored)
    }

    /// Nothing new begins while the site is read only.
    fn may_begin(&self) -> Result<(), TournamentRefusal> {
        if self.inner.directory.sanctions().is_read_only() {
            Err(TournamentRefusal::ReadOnly)
        } else {
            Ok(())
        }
    }

    /// From now on so many changes are stored, and nothing follows from the last of them: as if
    /// the process had ended right after it.
    #[cfg(feature = "testing")]
    pub fn die_after(&self, changes: i64) {
        self.inner.lives.store(changes, std::sync::atomic::Ordering::SeqCst);
    }

    /// The next change stops before it is stored, until the test lets it go on.
    #[cfg(feature = "testing")]
    pub fn stop_halfway(&self) -> (oneshot::Receiver<()>, oneshot::Sender<()>) {
        let (came, comes) = oneshot::channel();
        let (goes, may_go) = oneshot::channel();
        *self.inner.halfway.lock() = Some((came, may_go));
        (comes, goes)
    }

    /// How many documents were read since the start, and whether a tournament is in memory as one
    /// that may change.
    #[cfg(feature = "testing")]
    pub fn n_documents_read(&self, code: Code) -> (u64, bool) {
        let is_held = self.inner.held.lock().contains_key(&code);
        (self.inner.n_documents_read.load(Ordering::Relaxed), is_held)
    }

    #[cfg(feature = "testing")]
    async fn halfway(&self) {
        let stop = self.inner.halfway.lock().take();
        if let Some((came, may_go)) = stop {
            let _ = came.send(());
            let _ = may_go.await;
        }
    }

    #[cfg(feature = "testing")]
    fn die_unless_alive(&self) -> Result<(), TournamentError> {
        match self.inner.lives.load(std::sync::atomic::Ordering::SeqCst) {
            0 => Err(TournamentRefusal::NotYet("the process has ended".to_owned()).into()),
            _ => Ok(()),
        }
    }

    #[cfg(feature = "testing")]
    fn live_on(&self) -> Result<(), TournamentError> {
        use std::sync::atomic::Ordering::SeqCst;
        match self.inner.lives.fetch_sub(1, SeqCst) {
            1 => Err(TournamentRefusal::NotYet("the process has ended".to_owned()).into()),
            _ => Ok(()),
        }
    }

    /// Grows with every change of a tournament: what was made of several is the same as long as this
    /// is.
    pub fn n_changes(&self) -> u64 {
        self.inner.n_changes.load(Ordering::Relaxed)
    }

    fn note_change(&self) {
        self.inner.n_changes.fetch_add(1, Ordering::Relaxed);
    }

    /// The tournaments that are open or played in which somebody takes part; those that stand in memory are all there
    /// are.
    pub fn played_by(&self, user: UserId) -> Vec<StoredTournament> {
        let held: Vec<_> = self.inner.held.lock().values().cloned().collect();
        let takes_part = |stored: &StoredTournament| {
            let it = &stored.tournament;
            let entry = it.entry_of(user).and_then(|entry| it.event.entry(entry));
            matches!(it.phase, Phase::Open | Phase::Running)
                && !it.reopened
                && entry.is_some_and(|entry| entry.withdrawn_after.is_none())
        };
        held.iter().map(|held| held.stored()).filter(takes_part).collect()
    }

    /// The tournaments that somebody is asked to take part in and has not answered.
    pub fn inviting(&self, user: UserId) -> Vec<StoredTournament> {
        let is_asked = |stored: &StoredTournament| {
            stored.tournament.invitation_of(user).is_some_and(|invited| !invited.declined)
        };
        self.unfinished().into_iter().filter(is_asked).collect()
    }

    /// What was done in a tournament before a version, the latest first.
    pub async fn audit_log(
        &self,
        id: TournamentId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<komadai_store::NamedAct>> {
        let mut conn = self.inner.store.read().await?;
        let mut acts = rows::acts(&mut conn, id, before, limit).await?;
        drop(conn);
        self.put_names_out(&mut acts).await?;
        Ok(acts)
    }
}

fn stored(row: &rows::Tournament) -> Result<StoredTournament, serde_json::Error> {
    Ok(StoredTournament {
        tournament: Arc::new(serde_json::from_str(&row.document)?),
        version: row.summary.version as u64,
        created_ms: row.summary.created_ms,
    })
}
