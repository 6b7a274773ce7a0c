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
        let mut tx = self.inner.store.write().await?;
        for NamedAct { act: stored, .. } in rows::acts_naming(&mut tx, user).await? {
            if stored.act == CREATED {
                continue;
            }
            let mut act = read_json::<Act>(&stored.act, "tournament_acts", "act", stored.id)?;
            if mentions(&act).contains(&user) {
                put_names_out(&mut act, &gone);
                rows::rewrite_act(&mut tx, stored.id, &written(stored.id, &act)?).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    async fn naming(&self, user: UserId) -> Result<Vec<Code>, TournamentError> {
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

/// Puts out the names of those who are gone.
fn put_names_out(act: &mut Act, gone: &HashSet<UserId>) {
    let put_out = |entry: &mut Entrant| {
        if let Some(person) = entry.person.as_mut().filter(|it| gone.contains(&it.user)) {
            let details = &mut entry.details;
            DELETED_NAME.clone_into(&mut details.name);
            (details.family, details.given, details.club) = (None, None, None);
            DELETED_NAME.clone_into(&mut person.name);
            person.handle.clear();
            person.club_grade = None;
        }
    };
    match act {
        Act::Enter { entry }
        | Act::Invite { entry, .. }
        | Act::JoinTeam { entry, .. }
        | Act::FoundTeam { entry, .. } => put_out(entry),
        Act::Apply { entry, text } => {
            let is_gone = entry.person.as_ref().is_some_and(|it| gone.contains(&it.user));
            if is_gone {
                text.clear();
            }
            put_out(entry);
        }
        Act::EnterAll { entries } => entries.iter_mut().for_each(|it| put_out(&mut it.entry)),
        Act::Helper { name, .. } => DELETED_NAME.clone_into(name),
        _ => {}
    }
}

impl Tournament {
    /// Puts somebody's name out, and takes them out of what is to come.
    pub(super) fn forget(
        &mut self,
        now_ms: u64,
        user: UserId,
    ) -> Result<Vec<Effect>, TournamentRefusal> {
        let mut effects = Vec::new();
        let own = self.people.iter().filter(|(_, person)| person.user == user);
        for id in own.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            if let Some(person) = self.people.get_mut(&id) {
                DELETED_NAME.clone_into(&mut person.name);
                person.handle.clear();
                person.club_grade = None;
            }
            for entry in self.event.entries.iter_mut().filter(|entry| entry.id == id) {
                DELETED_NAME.clone_into(&mut entry.name);
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
        let mut organised_as: Vec<String> = self.helpers.remove(&user).into_iter().collect();
        organised_as.extend(self.arbiters.remove(&user));
        if self.owner == user {
            organised_as.push(std::mem::replace(&mut self.owner_name, DELETED_NAME.to_owned()));
        }
        let invited = self.invited.values_mut().chain(self.lapsed.values_mut());
        for invited in invited.filter(|it| organised_as.contains(&it.by)) {
            DELETED_NAME.clone_into(&mut invited.by);
        }
        let entry = self.entry_of(user).cloned();
        if let Some(entry) = &entry {
            self.forget_words(entry);
        }
        self.forget_in_hall(entry.as_ref(), &organised_as, DELETED_NAME);
        let ruled = self.event.games.iter_mut().filter_map(|game| game.ruling.as_mut());
        let decided = self.event.decisions.iter_mut().map(|decision| &mut decision.by);
        for by in ruled.map(|ruling| &mut ruling.by).chain(decided) {
            if organised_as.contains(by) {
                DELETED_NAME.clone_into(by);
            }
        }
        Ok(effects)
    }
}
