//! Circuits: who sees them, who organises them, and what organisers do.
//!
//! A circuit is a club's, whose organisers organise it, or its maker's own. It keeps which
//! tournaments are its events and who is one person in them; everything else follows from the
//! tournaments themselves ([`standings`]).

pub mod standings;

use std::sync::Arc;

use komadai_community::circuits::{ALIASES_MAX, EVENTS_MAX, OWNED_MAX, checked_weight};
use komadai_ids::{CircuitId, Code};
use komadai_live::Directory;
use komadai_store::{
    Club, Conn, Store, Tx,
    circuits::{self as rows, Circuit, CircuitAlias, CircuitEvent, ListedCircuit, WhichCircuits},
    clubs, users,
};
use tokio::task::spawn_blocking;
use tracing::error;
use uuid::Uuid;

pub use komadai_community::circuits::{CircuitAct, CircuitRefusal, CircuitSettings};

use self::standings::Aliases;
use crate::{
    Member, Tournaments,
    clubs::organises_club,
    read_json,
    stored_json::write_json,
    tournaments::{Phase, StoredTournament, TournamentError},
};

/// Why something was not done in a circuit.
#[derive(Debug, thiserror::Error)]
pub enum CircuitError {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] CircuitRefusal),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
}

type Result<T, E = CircuitError> = std::result::Result<T, E>;

/// A circuit as somebody may see it.
#[derive(Clone, Debug)]
pub struct CircuitView {
    pub circuit: Circuit,
    pub settings: CircuitSettings,
    /// Its club, if it is one's.
    pub club: Option<Club>,
    /// What its maker is called.
    pub owner_name: String,
    /// Whether the one who looks organises it.
    pub organises: bool,
    /// Its events that they see, in the order in which they begin.
    pub events: Vec<EventView>,
    /// Who is one person in it.
    pub aliases: Vec<CircuitAlias>,
}

impl CircuitView {
    /// Whether it is not for everybody.
    pub fn is_hidden(&self) -> bool {
        self.club.as_ref().is_some_and(|club| club.settings.private)
    }
}

/// An event of a circuit.
#[derive(Clone, Debug)]
pub struct EventView {
    pub stored: StoredTournament,
    /// What its points are multiplied by, in percent.
    pub weight_percent: u32,
}

impl EventView {
    /// Whether it has a say in the standings.
    pub fn counts(&self) -> bool {
        matches!(self.stored.tournament.phase, Phase::Running | Phase::Over)
    }

    /// When it begins, as far as is known.
    pub fn begins_ms(&self) -> u64 {
        let planned = self.stored.tournament.plan.starts_ms;
        planned.unwrap_or(self.stored.created_ms.unsigned_abs())
    }
}

/// The circuits. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Circuits {
    store: Store,
    directory: Arc<Directory>,
    tournaments: Tournaments,
}

impl Circuits {
    pub(crate) fn new(store: Store, directory: Arc<Directory>, tournaments: Tournaments) -> Self {
        Self { store, directory, tournaments }
    }

    fn now_ms(&self) -> i64 {
        self.directory.timebase().now_ms() as i64
    }

    fn may_change(&self) -> Result<()> {
        if self.directory.sanctions().is_read_only() {
            return Err(CircuitRefusal::ReadOnly.into());
        }
        Ok(())
    }

    /// The circuits that somebody sees, those that changed last first.
    pub async fn list(
        &self,
        which: &WhichCircuits,
        by: Option<&Member>,
    ) -> Result<Vec<ListedCircuit>> {
        let mut conn = self.store.read().await?;
        Ok(rows::listed(&mut conn, which, by.map(|it| it.player.id)).await?)
    }

    /// Makes a circuit, of a club or of one's own. The same `create` makes one, however often it
    /// comes.
    ///
    /// # Errors
    /// When it cannot be made.
    pub async fn create(
        &self,
        by: &Member,
        create: Uuid,
        club: Option<&str>,
        settings: &CircuitSettings,
    ) -> Result<Code> {
        self.may_change()?;
        let settings = settings.checked()?;
        let (owner, now_ms) = (by.player.id, self.now_ms());
        let id = CircuitId::derived(
            now_ms.unsigned_abs(),
            &[b"circuit", owner.uuid().as_bytes(), create.as_bytes()],
        );
        let mut tx = self.store.write().await?;
        let club = match club {
            None => None,
            Some(slug) => {
                let found = clubs::find_by_slug(&mut tx, slug).await?;
                let club = found.ok_or(CircuitRefusal::NotTheClub)?.id;
                if !by.runs_site() && !organises_club(&mut tx, club, owner).await? {
                    return Err(CircuitRefusal::NotTheClub.into());
                }
                Some(club)
            }
        };
        if rows::find_by_code(&mut tx, id.code()).await?.is_some() {
            return Ok(id.code());
        }
        if rows::n_owned(&mut tx, owner).await? >= OWNED_MAX {
            return Err(CircuitRefusal::TooMany.into());
        }
        let new = Circuit {
            id,
            owner,
            club,
            name: settings.name.clone(),
            settings: write_json(&settings),
            created_ms: now_ms,
            changed_ms: now_ms,
        };
        rows::insert(&mut tx, &new).await?;
        tx.commit().await?;
        Ok(id.code())
    }

    /// The circuit with this address, with the events that the one who looks sees.
    ///
    /// # Errors
    /// When there is none that they see.
    pub async fn look(&self, code: Code, by: Option<&Member>) -> Result<CircuitView> {
        let mut conn = self.store.read().await?;
        let found = rows::find_by_code(&mut conn, code).await?;
        let circuit = found.ok_or(CircuitRefusal::Unknown)?;
        let club = match circuit.club {
            Some(club) => clubs::find(&mut conn, club).await?,
            None => None,
        };
        if club.as_ref().is_some_and(|club| club.settings.private)
            && !sees_inside(&mut conn, &circuit, by).await?
        {
            return Err(CircuitRefusal::Unknown.into());
        }
        let settings = read_json(&circuit.settings, "circuits", "settings", circuit.id)?;
        let owner_name = users::find(&mut conn, circuit.owner).await?.map(|user| user.name);
        let organises = organises(&mut conn, &circuit, by).await?;
        let kept = rows::events(&mut conn, circuit.id).await?;
        let aliases = rows::aliases(&mut conn, circuit.id).await?;
        drop(conn);
        let mut events = Vec::with_capacity(kept.len());
        for CircuitEvent { tournament, weight_percent } in kept {
            if let Some(stored) = self.event(tournament.code(), by).await? {
                let weight_percent = u32::try_from(weight_percent).unwrap_or_default();
                events.push(EventView { stored, weight_percent });
            }
        }
        events.sort_by_key(|it| (it.begins_ms(), it.stored.tournament.code()));
        let owner_name = owner_name.unwrap_or_default();
        Ok(CircuitView { circuit, settings, club, owner_name, organises, events, aliases })
    }

    /// A tournament, if the one who looks sees it.
    async fn event(&self, code: Code, by: Option<&Member>) -> Result<Option<StoredTournament>> {
        match self.tournaments.look(code, by.map(|it| it.player.id)).await {
            Ok(stored) => Ok(Some(stored)),
            Err(TournamentError::Store(cause)) => Err(cause.into()),
            Err(TournamentError::Unknown) => Ok(None),
            Err(cause) => {
                error!("tournament {code} is left out of a circuit: {cause}");
                Ok(None)
            }
        }
    }

    /// Does something as an organiser.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn act(&self, code: Code, by: &Member, act: CircuitAct) -> Result<()> {
        self.may_change()?;
        let view = match self.look(code, Some(by)).await {
            // Whoever deletes it twice has deleted it.
            Err(CircuitError::Refused(CircuitRefusal::Unknown)) if act == CircuitAct::Delete => {
                return Ok(());
            }
            view => view?,
        };
        if !view.organises {
            return Err(CircuitRefusal::NotOrganiser.into());
        }
        let event = match &act {
            CircuitAct::PutEvent { event, .. } => Some(self.own_event(&view, *event, by).await?),
            _ => None,
        };
        let view = match &act {
            CircuitAct::Merge { person, into } => known_people(view, person, into).await?,
            _ => view,
        };
        let mut tx = self.store.write().await?;
        let id = view.circuit.id;
        rows::take(&mut tx, id, self.now_ms()).await?.ok_or(CircuitRefusal::Unknown)?;
        match act {
            CircuitAct::Edit { settings } => {
                let settings = settings.checked()?;
                rows::edit(&mut tx, id, &settings.name, &write_json(&settings)).await?;
            }
            CircuitAct::PutEvent { weight_percent, .. } => {
                let weight_percent = i64::from(checked_weight(weight_percent)?);
                if let Some(tournament) = event.map(|it| it.tournament.id) {
                    let known = rows::events(&mut tx, id).await?;
                    let is_new = known.iter().all(|it| it.tournament != tournament);
                    if is_new && known.len() >= EVENTS_MAX {
                        let text = format!("a circuit has at most {EVENTS_MAX} events");
                        return Err(CircuitRefusal::Full(text).into());
                    }
                    let event = CircuitEvent { tournament, weight_percent };
                    rows::put_event(&mut tx, id, event, self.now_ms()).await?;
                }
            }
            CircuitAct::RemoveEvent { event } => {
                let known = rows::events(&mut tx, id).await?;
                let found = known.iter().find(|it| it.tournament.code() == event);
                if let Some(found) = found {
                    rows::remove_event(&mut tx, id, found.tournament).await?;
                }
            }
            CircuitAct::Merge { person, into } => {
                put_alias(&mut tx, id, CircuitAlias { source: person, target: into }).await?;
            }
            CircuitAct::Split { event, entry } => {
                let of = view.events.iter().find(|it| it.stored.tournament.code() == event);
                if of.and_then(|it| it.stored.tournament.event.entry(&entry)).is_none() {
                    return Err(CircuitRefusal::UnknownPerson.into());
                }
                let source = rows::entry_key(event, entry.as_str());
                put_alias(&mut tx, id, CircuitAlias { target: source.clone(), source }).await?;
            }
            CircuitAct::ResetPerson { source } => rows::remove_alias(&mut tx, id, &source).await?,
            CircuitAct::Delete => rows::delete(&mut tx, id).await?,
        }
        Ok(tx.commit().await?)
    }

    /// A tournament that may be an event of this circuit by somebody's word: one that they
    /// organise, or one of the circuit's club.
    async fn own_event(
        &self,
        view: &CircuitView,
        code: Code,
        by: &Member,
    ) -> Result<StoredTournament> {
        let found = self.event(code, Some(by)).await?;
        let stored = found.ok_or(CircuitRefusal::UnknownEvent)?;
        let it = &stored.tournament;
        let is_known = view.events.iter().any(|known| known.stored.tournament.id == it.id);
        let of_club = it.plan.of_club().map(|club| club.id);
        let is_the_clubs = of_club.is_some() && of_club == view.circuit.club;
        let is_theirs = || async {
            self.tournaments.is_organiser(it, Some(by)).await.map_err(|cause| match cause {
                TournamentError::Store(cause) => cause.into(),
                _ => CircuitError::from(CircuitRefusal::UnknownEvent),
            })
        };
        if is_known || is_the_clubs || is_theirs().await? {
            Ok(stored)
        } else {
            Err(CircuitRefusal::NotTheirEvent.into())
        }
    }
}

/// The circuit, if both are people in it and not the same. Every name of every event is read for
/// that.
async fn known_people(view: CircuitView, person: &str, into: &str) -> Result<CircuitView> {
    let (person, into) = (person.to_owned(), into.to_owned());
    let known = spawn_blocking(move || {
        let people = Aliases::new(&view.aliases).people(&view.events);
        let are_known = people.contains(&person) && people.contains(&into) && person != into;
        are_known.then_some(view)
    });
    let known = known.await.inspect_err(|panic| error!("people of a circuit: {panic}"));
    Ok(known.ok().flatten().ok_or(CircuitRefusal::UnknownPerson)?)
}

async fn put_alias(tx: &mut Tx, id: CircuitId, alias: CircuitAlias) -> Result<()> {
    let known = rows::aliases(tx, id).await?;
    let is_new = known.iter().all(|it| it.source != alias.source);
    if is_new && known.len() >= ALIASES_MAX {
        let text = format!("a circuit keeps at most {ALIASES_MAX} decisions about its players");
        return Err(CircuitRefusal::Full(text).into());
    }
    Ok(rows::put_alias(tx, id, &alias).await?)
}

async fn organises(conn: &mut Conn, circuit: &Circuit, by: Option<&Member>) -> Result<bool> {
    let Some(by) = by else { return Ok(false) };
    Ok(by.runs_site()
        || match circuit.club {
            Some(club) => organises_club(conn, club, by.player.id).await?,
            None => circuit.owner == by.player.id,
        })
}

/// Whether somebody sees the circuit of a private club.
async fn sees_inside(conn: &mut Conn, circuit: &Circuit, by: Option<&Member>) -> Result<bool> {
    let Some(by) = by else { return Ok(false) };
    let user = by.player.id;
    let is_member = match circuit.club {
        Some(club) => clubs::members::of_user(conn, club, user).await?.is_some(),
        None => false,
    };
    Ok(is_member || circuit.owner == user || by.runs_site())
}
