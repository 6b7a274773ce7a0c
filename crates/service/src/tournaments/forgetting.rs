//! Somebody deletes their account: what tournaments say of them, and what is to come.

use std::{collections::HashSet, sync::Arc};

use komadai_ids::{Code, UserId};
use komadai_live::random;
use komadai_store::{Error, NamedAct, deletion::DELETED_NAME, tournaments as rows, users};
use tracing::error;
use uuid::Uuid;

use super::{
    CREATED, Entrant, TournamentRefusal, Tournaments,
    act::{Act, Actor},
    inviting::Invitee,
    renaming::set_name,
    state::{Effect, Phase, Tournament},
};
use crate::{read_json, tournaments::TournamentError};

impl Tournaments {
    /// Whether somebody has a tournament of their own that others see and that is not over.
    pub(crate) async fn organises(&self, user: UserId) -> Result<bool, TournamentError> {
        for code in self.naming(user).await? {
            let it = self.find(code).await?.tournament;
            if it.owner == user && matches!(it.phase, Phase::Open | Phase::Running) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts somebody's name out wherever a tournament has it, and takes them out of what is to
    /// come. Done again, it changes nothing.
    ///
    /// # Errors
    /// When the database fails; what was not reached yet has the name still.
    pub(crate) async fn forget(&self, user: UserId) -> Result<(), TournamentError> {
        for code in self.naming(user).await? {
            let id = Uuid::from_bytes(random::bytes());
            self.act(code, id, Actor::Director, Act::Forget { user }, "").await?;
        }
        self.put_name_out_of_acts(user).await
    }

    /// What tournaments keep of inviting somebody to take part, whether it was answered or not.
    /// Nobody is notified about a draft.
    pub async fn invitations_of(
        &self,
        user: UserId,
    ) -> Result<Vec<(Arc<Tournament>, Invitee)>, TournamentError> {
        let mut kept = Vec::new();
        for code in self.naming(user).await? {
            let it = self.find(code).await?.tournament;
            if it.phase != Phase::Draft
                && let Some(invited) = it.invited.get(&user).cloned()
            {
                kept.push((it, invited));
            }
        }
        Ok(kept)
    }

    /// Puts a name out of what was done, where it is stored.
    async fn put_name_out_of_acts(&self, user: UserId) -> Result<(), TournamentError> {
        let gone = HashSet::from([user]);
        self.rewrite_acts(user, |act| put_names_out(act, &gone)).await
    }

    /// Says a new name in what was done, where it is stored.
    pub(super) async fn rename_in_acts(
        &self,
        user: UserId,
        name: &str,
    ) -> Result<(), TournamentError> {
        let rename = |act: &mut Act| {
            for entry in entrants(act).filter(|it| it.user() == Some(user)) {
                set_name(entry, name);
            }
            if let Act::Helper { name: said, .. } = act {
                name.clone_into(said);
            }
        };
        self.rewrite_acts(user, rename).await
    }

    /// Writes anew what was done that mentions somebody.
    async fn rewrite_acts(
        &self,
        user: UserId,
        change: impl Fn(&mut Act),
    ) -> Result<(), TournamentError> {
        let mut tx = self.inner.store.write().await?;
        for NamedAct { act: stored, .. } in rows::acts_naming(&mut tx, user).await? {
            if stored.act == CREATED {
                continue;
            }
            let mut act = read_json::<Act>(&stored.act, "tournament_acts", "act", stored.id)?;
            if mentions(&act).contains(&user) {
                change(&mut act);
                rows::rewrite_act(&mut tx, stored.id, &written(stored.id, &act)?).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    pub(super) async fn naming(&self, user: UserId) -> Result<Vec<Code>, TournamentError> {
        Ok(rows::naming(&mut self.inner.store.read().await?, user).await?)
    }

    /// Puts the names of those who are gone out of an audit log.
    pub(super) async fn put_names_out(&self, trail: &mut [NamedAct]) -> komadai_store::Result<()> {
        let read = |named: &NamedAct| match named.act.act.as_str() {
            CREATED => Ok(None),
            act => read_json::<Act>(act, "tournament_acts", "act", named.act.id).map(Some),
        };
        let mut acts = trail.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let mentioned: HashSet<_> = acts.iter().flatten().flat_map(mentions).collect();
        let mentioned: Vec<_> = mentioned.into_iter().collect();
        let mut conn = self.inner.store.read().await?;
        let users = users::find_many(&mut conn, &mentioned).await?;
        let gone: HashSet<_> =
            users.into_iter().filter(|it| it.name == DELETED_NAME).map(|it| it.id).collect();
        for (named, act) in trail.iter_mut().zip(&mut acts) {
            let Some(act) = act else { continue };
            if !mentions(act).iter().any(|id| gone.contains(id)) {
                continue;
            }
            put_names_out(act, &gone);
            named.act.act = written(named.act.id, act)?;
        }
        Ok(())
    }
}

/// An act as it is stored.
fn written(id: Uuid, act: &Act) -> komadai_store::Result<String> {
    serde_json::to_string(act).map_err(|cause| {
        error!("act {id} of a tournament cannot be written: {cause}");
        Error::Corrupt { table: "tournament_acts", key: id.to_string(), column: "act" }
    })
}

/// Whom an act names.
fn mentions(act: &Act) -> Vec<UserId> {
    let who = |entry: &Entrant| entry.user();
    match act {
        Act::Enter { entry }
        | Act::Invite { entry, .. }
        | Act::Apply { entry, .. }
        | Act::JoinTeam { entry, .. }
        | Act::FoundTeam { entry, .. } => who(entry).into_iter().collect(),
        Act::EnterAll { entries } => entries.iter().filter_map(|it| who(&it.entry)).collect(),
        Act::Helper { user, .. } => vec![*user],
        _ => Vec::new(),
    }
}

/// The people whom an act enters, or would.
fn entrants(act: &mut Act) -> impl Iterator<Item = &mut Entrant> {
    let (one, several) = match act {
        Act::Enter { entry }
        | Act::Invite { entry, .. }
        | Act::Apply { entry, .. }
        | Act::JoinTeam { entry, .. }
        | Act::FoundTeam { entry, .. } => (Some(&mut **entry), &mut [][..]),
        Act::EnterAll { entries } => (None, &mut entries[..]),
        _ => (None, &mut [][..]),
    };
    one.into_iter().chain(several.iter_mut().map(|it| &mut it.entry))
}

/// Puts out the names of those who are gone.
fn put_names_out(act: &mut Act, gone: &HashSet<UserId>) {
    if let Act::Apply { entry, text } = act
        && entry.user().is_some_and(|user| gone.contains(&user))
    {
        text.clear();
    }
    for entry in entrants(act) {
        if let Some(person) = entry.person.as_mut().filter(|it| gone.contains(&it.user)) {
            let details = &mut entry.details;
            DELETED_NAME.clone_into(&mut details.name);
            (details.family, details.given, details.club) = (None, None, None);
            DELETED_NAME.clone_into(&mut person.name);
            person.handle.clear();
            person.club_grade = None;
        }
    }
    if let Act::Helper { name, .. } = act {
        DELETED_NAME.clone_into(name);
    }
}

impl Tournament {
    /// Puts somebody's name out, and takes them out of what is to come.
    pub(super) fn forget(
        &mut self,
        now_ms: u64,
        user: UserId,
    ) -> Result<Vec<Effect>, TournamentRefusal> {
        self.rename(user, DELETED_NAME);
        let mut effects = Vec::new();
        let own = self.people.iter().filter(|(_, person)| person.user == user);
        for id in own.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            if let Some(person) = self.people.get_mut(&id) {
                person.handle.clear();
                person.club_grade = None;
            }
            for entry in self.event.entries.iter_mut().filter(|entry| entry.id == id) {
                (entry.family, entry.given, entry.club) = (None, None, None);
            }
            match self.phase {
                Phase::Running if self.players_come_and_go() => self.pause(now_ms, id),
                Phase::Draft | Phase::Open | Phase::Running => {
                    effects.extend(self.take_out(now_ms, &id)?);
                }
                Phase::Over | Phase::Cancelled => {}
            }
        }
        self.invited.remove(&user);
        self.lapsed.remove(&user);
        self.applications.remove(&user);
        self.agreed.remove(&user);
        self.team_requests.remove(&user);
        self.helpers.remove(&user);
        self.arbiters.remove(&user);
        if let Some(entry) = self.entry_of(user).cloned() {
            self.forget_words(&entry);
            self.forget_in_hall(&entry);
        }
        Ok(effects)
    }
}
