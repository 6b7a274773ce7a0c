//! Somebody has another name: what tournaments say of them from then on.

use komadai_ids::{Code, UserId};
use komadai_live::random;
use komadai_store::{deletion::DELETED_NAME, tournaments as rows, users};
use tracing::warn;
use uuid::Uuid;

use super::{
    Entrant, TournamentError, Tournaments,
    act::{Act, Actor},
    state::Tournament,
};

impl Tournaments {
    /// Says what somebody is called by now wherever they own a tournament or play in it, be it over
    /// or not, and wherever they help or may come to play until it is over. Done again, it changes
    /// nothing.
    ///
    /// # Errors
    /// When it was not possible everywhere; there they have the old name still.
    pub(crate) async fn rename(&self, user: UserId) -> Result<(), TournamentError> {
        let mut codes = rows::of_person(&mut self.inner.store.read().await?, user).await?;
        // Who helps, is invited or asks to take part stands in the documents alone: those that are
        // open or played are in memory.
        let unfinished = self.unfinished().into_iter().map(|it| it.tournament);
        codes.extend(unfinished.filter(|it| it.names(user)).map(|it| it.code()));
        self.rename_in(codes, user).await
    }

    /// Puts a name in place of one that nobody should have to read, wherever a tournament has it,
    /// and in what was done there. Done again, it changes nothing.
    ///
    /// # Errors
    /// When it was not possible everywhere; there they have the old name still.
    pub(crate) async fn rename_everywhere(&self, user: UserId) -> Result<(), TournamentError> {
        let renamed = self.rename_in(self.naming(user).await?, user).await;
        if let Some(name) = self.name_by_now(user).await? {
            self.rename_in_acts(user, &name).await?;
        }
        renamed
    }

    async fn rename_in(&self, mut codes: Vec<Code>, user: UserId) -> Result<(), TournamentError> {
        codes.sort_unstable();
        codes.dedup();
        let mut outcome = Ok(());
        for code in codes {
            match self.rename_at(code, user).await {
                Ok(()) => {}
                Err(TournamentError::Store(cause)) if cause.is_passing() => {
                    return Err(cause.into());
                }
                // One that takes no name keeps it from no other.
                Err(cause) => {
                    warn!("tournament {code} has the old name of {user}: {cause}");
                    outcome = Err(cause);
                }
            }
        }
        outcome
    }

    /// Says in one tournament what somebody is called by now. Of two changes at once the later
    /// counts, whichever comes here first.
    async fn rename_at(&self, code: Code, user: UserId) -> Result<(), TournamentError> {
        let mut said = String::new();
        while let Some(name) = self.name_by_now(user).await?.filter(|name| *name != said) {
            let act = Act::Rename { user, name: name.clone() };
            let id = Uuid::from_bytes(random::bytes());
            match self.act(code, id, Actor::Director, act, "").await {
                Ok(_) => said = name,
                // It was deleted meanwhile.
                Err(TournamentError::Unknown) => return Ok(()),
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
    }

    async fn name_by_now(&self, user: UserId) -> Result<Option<String>, TournamentError> {
        let mut conn = self.inner.store.read().await?;
        Ok(users::find(&mut conn, user).await?.map(|user| user.name))
    }
}

impl Tournament {
    /// Whether somebody organises it, plays in it, or may come to.
    fn names(&self, user: UserId) -> bool {
        self.owner == user
            || self.helpers.contains_key(&user)
            || self.arbiters.contains_key(&user)
            || self.invited.contains_key(&user)
            || self.lapsed.contains_key(&user)
            || self.applications.contains_key(&user)
            || self.team_requests.contains_key(&user)
            || self.entry_of(user).is_some()
    }

    /// Somebody is called differently, as a player and as an organiser.
    pub(super) fn rename(&mut self, user: UserId, name: &str) {
        let own = self.people.iter_mut().filter(|(_, person)| person.user == user);
        for (id, person) in own {
            name.clone_into(&mut person.name);
            for entry in self.event.entries.iter_mut().filter(|entry| entry.id == *id) {
                name.clone_into(&mut entry.name);
            }
        }
        let invited = self.invited.get_mut(&user).into_iter().chain(self.lapsed.get_mut(&user));
        let coming = invited.map(|it| &mut it.entry);
        let coming = coming.chain(self.applications.get_mut(&user).map(|it| &mut it.entry));
        let coming = coming.chain(self.team_requests.get_mut(&user).map(|it| &mut it.entry));
        coming.for_each(|entry| set_name(entry, name));
        self.rename_organiser(user, name);
    }

    /// The same unless they have deleted their account meanwhile: the name that was put out does not
    /// come back.
    pub(super) fn rename_unless_gone(&mut self, user: UserId, name: &str) {
        let mut own = self.people.values().filter(|person| person.user == user);
        let is_gone = own.any(|it| it.handle.is_empty() && it.name == DELETED_NAME)
            || (self.owner == user && self.owner_name == DELETED_NAME);
        if !is_gone {
            self.rename(user, name);
        }
    }

    /// What somebody has decided stands under their new name. Another organiser may have had the
    /// same one.
    fn rename_organiser(&mut self, user: UserId, name: &str) {
        let mut old = Vec::new();
        let owner = (self.owner == user).then_some(&mut self.owner_name).into_iter();
        let others = self.helpers.get_mut(&user).into_iter().chain(self.arbiters.get_mut(&user));
        for said in owner.chain(others).filter(|said| *said != name) {
            old.push(std::mem::replace(said, name.to_owned()));
        }
        let others =
            self.helpers.iter().chain(&self.arbiters).chain([(&self.owner, &self.owner_name)]);
        let others: Vec<_> = others.filter(|(other, _)| **other != user).collect();
        old.retain(|old| others.iter().all(|(_, theirs)| *theirs != old));
        let invited = self.invited.values_mut().chain(self.lapsed.values_mut());
        let ruled = self.event.games.iter_mut().filter_map(|game| game.ruling.as_mut());
        let said = (invited.map(|it| &mut it.by))
            .chain(self.hall.announcements.iter_mut().map(|it| &mut it.by))
            .chain(ruled.map(|it| &mut it.by))
            .chain(self.event.decisions.iter_mut().map(|it| &mut it.by));
        for by in said.filter(|by| old.contains(by)) {
            name.clone_into(by);
        }
    }
}

/// What is said of somebody's account has the new name.
pub(super) fn set_name(entry: &mut Entrant, name: &str) {
    if let Some(person) = &mut entry.person {
        name.clone_into(&mut person.name);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tournaments::fixture::of_typed_names;

    #[test]
    fn a_new_name_is_said_of_a_player_and_of_what_they_have_decided() {
        let id = |n: u8| UserId::new(u64::from(n), [n; 10]);
        let format = json!({ "t": "swiss", "rounds": 2 });
        let mut it =
            of_typed_names(format, json!({ "at_the_board": true, "by_invitation": true }), 3);
        let named = |n: u8, name: &str| -> Entrant {
            let person = json!({ "user": id(n), "name": name, "handle": format!("one-{n}") });
            serde_json::from_value(json!({ "person": person, "name": "" })).expect("one")
        };
        for n in [4, 5] {
            let act = Act::Invite { entry: Box::new(named(n, "Minh")), is_acquainted: false };
            it.act(1, &Actor::Director, act, "").expect("there is room");
        }
        it.act(1, &Actor::Director, Act::Open, "").expect("a draft");
        let own = Actor::User { id: id(4), name: "Minh".to_owned(), runs_it: false };
        it.act(1, &own, Act::Accept { user: id(4) }, "").expect("they were asked");
        for n in [4, 6] {
            let act = Act::Helper { user: id(n), name: "Minh".to_owned(), helps: true };
            it.act(1, &Actor::Director, act, "").expect("there is room");
        }
        it.act(1, &own, Act::Announce { text: "At ten".to_owned() }, "").expect("an organiser");

        // Another organiser has that name too: whose word it was cannot be told any more.
        let rename = |user, name: &str| Act::Rename { user, name: name.to_owned() };
        it.act(1, &Actor::Director, rename(id(4), "Player"), "").expect("it can be done");
        let entry = it.entry_of(id(4)).cloned().expect("they take part");
        assert_eq!(it.event.entry(&entry).map(|it| it.name.as_str()), Some("Player"));
        assert_eq!(
            (it.people[&entry].name.as_str(), it.helpers[&id(4)].as_str()),
            ("Player", "Player")
        );
        assert_eq!(
            (it.helpers[&id(6)].as_str(), it.hall.announcements[0].by.as_str()),
            ("Minh", "Minh")
        );
        it.act(1, &own, Act::Announce { text: "At eleven".to_owned() }, "").expect("an organiser");

        it.act(1, &Actor::Director, rename(id(4), "An"), "").expect("it can be done");
        assert_eq!(it.hall.announcements[1].by, "An");
        it.act(1, &Actor::Director, rename(id(5), "Chi"), "").expect("it can be done");
        let asked = it.invited[&id(5)].entry.person.as_ref().expect("an account");
        assert_eq!(asked.name, "Chi", "who has not answered yet comes under the new name");

        // What was on its way when somebody deleted their account brings no name back.
        it.act(1, &Actor::Director, Act::Begin, "").expect("four have come");
        it.act(1, &Actor::Director, Act::Forget { user: id(4) }, "").expect("it can be done");
        it.act(1, &Actor::Director, rename(id(4), "An"), "").expect("it can be done");
        assert_eq!(it.people[&entry].name, DELETED_NAME);
    }
}
