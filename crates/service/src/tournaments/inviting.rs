//! Invitations: an organiser asks an account to take part, and only the account says yes.

use komadai_ids::UserId;
use komadai_tournament::edit::EditError;
use serde::{Deserialize, Serialize};

use super::{
    Entrant, TournamentRefusal,
    act::Actor,
    state::{ActOutcome, Effect, Phase, Tournament},
};

/// How many invitations a tournament keeps, those that were declined included.
pub const INVITED_MAX: usize = 1_000;

/// Somebody whom an organiser asks to take part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invitee {
    /// What they would be entered with.
    pub entry: Entrant,
    /// The name of the organiser who asks; empty where the player has left by themself.
    pub by: String,
    /// When they were asked, in Unix milliseconds.
    pub at_ms: u64,
    /// They belong to the tournament's club or follow the inviter, so they may be notified of it
    /// while they are away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_acquainted: bool,
    /// They said no, or have left by themselves: they are not asked again, and may still say yes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declined: bool,
}

impl Tournament {
    /// Asks an account to take part. Asked again before there is an answer, only what it would be
    /// entered with changes.
    pub(super) fn invite(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        entry: Entrant,
        is_acquainted: bool,
    ) -> ActOutcome {
        let Some(person) = &entry.person else {
            let text = "only players with an account can be invited".to_owned();
            return Err(TournamentRefusal::Settings(text));
        };
        self.takes_entries()?;
        if let Some(entry) = self.entry_of(person.user) {
            return Err(EditError::Entered(entry.clone()).into());
        }
        super::entry_words::check_words(&entry.details)?;
        let (user, n_invited) = (person.user, self.invited.len());
        match self.invited.get_mut(&user) {
            Some(known) if known.declined => Err(TournamentRefusal::Declined),
            Some(known) => {
                known.entry = entry;
                Ok(())
            }
            None if n_invited >= INVITED_MAX => Err(TournamentRefusal::Full(INVITED_MAX as u32)),
            None => {
                let by = match actor {
                    Actor::User { name, .. } => name.clone(),
                    Actor::Director => String::new(),
                };
                let new = Invitee { entry, by, at_ms: now_ms, is_acquainted, declined: false };
                self.invited.insert(user, new);
                Ok(())
            }
        }
    }

    /// The player says yes, and is entered as the organiser said.
    pub(super) fn accept(
        &mut self,
        now_ms: u64,
        user: UserId,
    ) -> Result<Effect, TournamentRefusal> {
        let unknown = || TournamentRefusal::Unknown("invitation for you".to_owned());
        let invited = self.invited.get(&user).ok_or_else(unknown)?.clone();
        self.admit(now_ms, invited.entry, true)?;
        Ok(Effect::TakesPart { user, does: true })
    }

    /// The player says no.
    pub(super) fn decline(&mut self, user: UserId) -> ActOutcome {
        let unknown = || TournamentRefusal::Unknown("invitation for you".to_owned());
        self.invited.get_mut(&user).ok_or_else(unknown)?.declined = true;
        Ok(())
    }

    /// An organiser takes an invitation back. That one was declined is not forgotten.
    pub(super) fn uninvite(&mut self, user: UserId) -> ActOutcome {
        match self.invited.get(&user) {
            None => Err(TournamentRefusal::Unknown("such invitation".to_owned())),
            Some(known) if known.declined => Err(TournamentRefusal::Declined),
            Some(_) => {
                self.invited.remove(&user);
                Ok(())
            }
        }
    }

    /// It begins: what was not answered stands no longer, unless the first round is taken back.
    pub(super) fn end_invitations(&mut self) {
        let all = std::mem::take(&mut self.invited).into_iter();
        (self.invited, self.lapsed) = all.partition(|(_, invited)| invited.declined);
    }

    /// It has not begun after all: who was invited and had not answered is invited again.
    pub(super) fn take_up_invitations(&mut self) {
        for (user, invited) in std::mem::take(&mut self.lapsed) {
            if self.entry_of(user).is_none() {
                self.invited.entry(user).or_insert(invited);
            }
        }
    }

    /// Somebody has left by themself before the start, and is not asked again.
    pub(super) fn remember_leaving(&mut self, now_ms: u64, user: UserId, entry: Entrant) {
        if self.invited.len() < INVITED_MAX {
            let by = String::new();
            let left = Invitee { entry, by, at_ms: now_ms, is_acquainted: false, declined: true };
            self.invited.insert(user, left);
        }
    }

    /// What somebody is asked and may still answer.
    pub fn invitation_of(&self, user: UserId) -> Option<&Invitee> {
        let is_open = !matches!(self.phase, Phase::Draft) && self.takes_entries().is_ok();
        self.invited.get(&user).filter(|_| is_open)
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::TournamentId;
    use komadai_tournament::EntryId;
    use serde_json::{Value, json};

    use super::*;
    use crate::tournaments::{Act, Person, TournamentSettings};

    fn user(n: u64) -> UserId {
        UserId::new(n, [n as u8; 10])
    }

    fn person(n: u64) -> Person {
        let name = format!("player {n}");
        Person { user: user(n), handle: name.clone(), name, bot: false, club_grade: None }
    }

    fn player(n: u64) -> Actor {
        Actor::User { id: user(n), name: person(n).name, runs_it: false }
    }

    fn entry(n: u64) -> Box<Entrant> {
        Box::new(serde_json::from_value(json!({ "person": person(n) })).unwrap())
    }

    fn entry_id(n: u64) -> EntryId {
        EntryId::from(user(n).code().to_string())
    }

    fn settings(format: &Value, plan: &Value) -> TournamentSettings {
        let mut settings = json!({
            "name": "Giải",
            "format": format,
            "plan": {
                "variant": "standard",
                "rules": serde_json::to_value(komadai_rules::RuleSet::tournament()).unwrap(),
                "grace_ms": 60_000,
            },
        });
        let clock = komadai_game::clocks::SuddenDeath { main_ms: 600_000 };
        settings["plan"]["clock"] =
            serde_json::to_value(komadai_game::TimeControl::SuddenDeath(clock)).unwrap();
        for (key, value) in plan.as_object().unwrap() {
            settings["plan"][key] = value.clone();
        }
        serde_json::from_value(settings).unwrap()
    }

    /// An open tournament of the first player's that the second and the third have entered.
    fn open(format: Value, plan: Value) -> Tournament {
        let id = TournamentId::new(1, [1; 10]);
        let mut it = Tournament::new(id, &person(1), 1, settings(&format, &plan)).unwrap();
        done(&mut it, 1, Act::Open);
        for n in [2, 3] {
            done(&mut it, n, Act::Enter { entry: entry(n) });
        }
        it
    }

    fn done(it: &mut Tournament, by: u64, act: Act) {
        it.act(1_000, &player(by), act.clone(), "x").unwrap_or_else(|no| panic!("{act:?}: {no}"));
    }

    macro_rules! refused {
        ($it:expr, $by:expr, $act:expr, $refusal:pat $(,)?) => {
            let act: Act = $act;
            let refusal = $it.clone().act(1_000, &player($by), act.clone(), "x").err();
            assert!(matches!(refusal, Some($refusal)), "{act:?}: {refusal:?}");
        };
    }

    fn swiss() -> Value {
        json!({ "t": "swiss", "rounds": 5 })
    }

    #[test]
    fn only_the_player_says_yes() {
        let mut it = open(swiss(), json!({}));
        refused!(it, 1, Act::Enter { entry: entry(4) }, TournamentRefusal::NotOrganiser);
        done(&mut it, 1, Act::Invite { entry: entry(4), is_acquainted: false });
        refused!(
            it,
            2,
            Act::Invite { entry: entry(5), is_acquainted: false },
            TournamentRefusal::NotOrganiser
        );
        for by in [1, 2] {
            refused!(it, by, Act::Accept { user: user(4) }, TournamentRefusal::NotOrganiser);
            refused!(it, by, Act::Decline { user: user(4) }, TournamentRefusal::NotOrganiser);
        }
        refused!(it, 5, Act::Accept { user: user(5) }, TournamentRefusal::Unknown(_));
        done(&mut it, 4, Act::Accept { user: user(4) });
        assert!(it.entry_of(user(4)).is_some() && it.invited.is_empty());
        // What was not answered by the start stands no longer; a no is remembered.
        for n in [5, 6] {
            done(&mut it, 1, Act::Invite { entry: entry(n), is_acquainted: false });
        }
        done(&mut it, 6, Act::Decline { user: user(6) });
        done(&mut it, 1, Act::Begin);
        assert_eq!(it.invited.keys().collect::<Vec<_>>(), [&user(6)]);
        // Without the start it stands again, until the next one.
        let mut back = it.clone();
        done(&mut back, 1, Act::TakeBack);
        assert_eq!(back.invited.keys().collect::<Vec<_>>(), [&user(5), &user(6)]);
        done(&mut back, 1, Act::Begin);
        assert_eq!(back.invited.keys().collect::<Vec<_>>(), [&user(6)]);
        refused!(it, 5, Act::Accept { user: user(5) }, TournamentRefusal::Unknown(_));
        refused!(it, 6, Act::Accept { user: user(6) }, TournamentRefusal::NotOpen(_));
    }

    #[test]
    fn after_a_second_round_nobody_is_kept_who_never_answered() {
        let mut it = open(swiss(), json!({ "at_the_board": true }));
        for name in ["one", "two"] {
            let entry = serde_json::from_value(json!({ "name": name })).unwrap();
            done(&mut it, 1, Act::Enter { entry: Box::new(entry) });
        }
        done(&mut it, 1, Act::Invite { entry: entry(5), is_acquainted: false });
        done(&mut it, 1, Act::Begin);
        assert!(it.lapsed.contains_key(&user(5)));
        for game in it.event.pending() {
            let outcome = komadai_tournament::Outcome::Sente;
            done(&mut it, 1, Act::Result { game, outcome });
        }
        done(&mut it, 1, Act::NextRound);
        assert!(it.lapsed.is_empty());
    }

    #[test]
    fn who_came_in_late_does_not_apply_again_when_the_start_is_taken_back() {
        let mut it = open(swiss(), json!({ "late_until": 5 }));
        it.plan.by_application = true;
        for n in [4, 5] {
            done(&mut it, n, Act::Apply { entry: entry(n), text: String::new() });
        }
        done(&mut it, 1, Act::Begin);
        done(&mut it, 1, Act::Choose { user: user(4) });
        // An organiser's own word lets in without one's application.
        let late = Act::Invite { entry: entry(5), is_acquainted: false };
        done(&mut it, 1, late);
        done(&mut it, 5, Act::Accept { user: user(5) });
        done(&mut it, 1, Act::TakeBack);
        assert!(it.applications.values().all(|known| known.answer.is_some()));
    }

    #[test]
    fn nobody_undoes_what_a_player_has_decided() {
        let mut it = open(swiss(), json!({ "late_until": 5 }));
        for n in [4, 5] {
            done(&mut it, n, Act::Enter { entry: entry(n) });
        }
        done(&mut it, 1, Act::Begin);
        done(&mut it, 2, Act::Absent { entry: entry_id(2), round: 2, comes: false });
        refused!(
            it,
            1,
            Act::Absent { entry: entry_id(2), round: 2, comes: true },
            TournamentRefusal::PlayerOnly(_)
        );
        done(&mut it, 1, Act::Absent { entry: entry_id(3), round: 2, comes: false });
        done(&mut it, 1, Act::Absent { entry: entry_id(3), round: 2, comes: true });
        done(&mut it, 2, Act::Leave { entry: entry_id(2) });
        refused!(it, 1, Act::Return { entry: entry_id(2) }, TournamentRefusal::PlayerOnly(_));
        let pairs = vec![(entry_id(2), entry_id(3))];
        refused!(it, 1, Act::Repair { round: 1, pairs }, TournamentRefusal::PlayerOnly(_));
        done(&mut it, 2, Act::Return { entry: entry_id(2) });
        assert!(it.own_words.get(&entry_id(2)).is_some_and(|own| !own.left));
        // Whom an organiser has taken out, an organiser lets in again.
        done(&mut it, 1, Act::Leave { entry: entry_id(3) });
        refused!(it, 3, Act::Return { entry: entry_id(3) }, TournamentRefusal::NotOrganiser);
        done(&mut it, 1, Act::Return { entry: entry_id(3) });
    }

    #[test]
    fn in_an_arena_only_the_player_comes() {
        let arena = json!({ "t": "arena", "start_ms": 0, "duration_ms": 3_600_000 });
        let mut it = open(arena, json!({}));
        done(&mut it, 1, Act::Begin);
        done(&mut it, 2, Act::Leave { entry: entry_id(2) });
        refused!(
            it,
            1,
            Act::CheckIn { entry: entry_id(2), online: false },
            TournamentRefusal::PlayerOnly(_)
        );
        done(&mut it, 2, Act::CheckIn { entry: entry_id(2), online: false });
        // A player who does not come to a game pauses until they say otherwise.
        let board = it.open().first().expect("two are paired").1;
        let outcome = komadai_game::Outcome::new(komadai_game::EndReason::NoShow, None);
        let players = komadai_rules::BySide { sente: user(2), gote: user(3) };
        let ended = Act::Ended { id: board.id, outcome: Box::new(outcome), players, replay: None };
        it.act(2_000, &Actor::Director, ended, "").unwrap();
        for n in [2, 3] {
            let here = it.event.presence.iter().rfind(|it| it.entry == entry_id(n));
            assert!(here.is_some_and(|it| !it.here), "player {n} is not paired again");
        }
        assert!(it.open().is_empty());
    }

    #[test]
    fn who_stays_away_twice_is_not_paired_again() {
        let mut it = open(swiss(), json!({}));
        for n in [4, 5] {
            done(&mut it, n, Act::Enter { entry: entry(n) });
        }
        done(&mut it, 1, Act::Begin);
        for round in 1..=2 {
            for (key, board) in it.open() {
                let game = it.event.game(&key).unwrap().clone();
                let seat_of = |id: &EntryId| {
                    (2..=5).map(user).find(|it| it.code().to_string() == id.as_str())
                };
                let players = komadai_rules::BySide {
                    sente: seat_of(&game.sente).unwrap(),
                    gote: seat_of(&game.gote).unwrap(),
                };
                let missing = game.side_of(&entry_id(2));
                let (reason, winner) = match missing {
                    Some(missing) => (komadai_game::EndReason::NoShow, missing.other()),
                    None => (komadai_game::EndReason::Resignation, komadai_rules::Side::Sente),
                };
                let outcome = Box::new(komadai_game::Outcome::new(reason, Some(winner)));
                let ended = Act::Ended { id: board.id, outcome, players, replay: None };
                it.act(2_000, &Actor::Director, ended, "").unwrap();
            }
            let entry = it.event.entries.iter().find(|it| it.id == entry_id(2)).unwrap();
            assert_eq!(entry.withdrawn_after, (round == 2).then_some(2), "after round {round}");
            if round == 1 {
                done(&mut it, 1, Act::NextRound);
            }
        }
        // A player who comes after all is let in again.
        done(&mut it, 1, Act::Return { entry: entry_id(2) });
    }

    #[test]
    fn who_was_seen_in_the_hall_has_not_said_so() {
        let plan = json!({ "at_the_board": true, "check_in_ms": 60_000, "starts_ms": 10_000 });
        let mut it = open(swiss(), plan.clone());
        done(&mut it, 1, Act::CheckIn { entry: entry_id(2), online: false });
        let mut online = plan;
        online["at_the_board"] = json!(false);
        let settings = Box::new(settings(&swiss(), &online));
        done(&mut it, 1, Act::Edit { settings });
        assert!(it.checked_in.is_empty());
        refused!(
            it,
            1,
            Act::CheckIn { entry: entry_id(2), online: false },
            TournamentRefusal::PlayerOnly(_)
        );
        done(&mut it, 2, Act::CheckIn { entry: entry_id(2), online: false });
    }

    #[test]
    fn what_was_stored_before_is_read() {
        let mut it = open(swiss(), json!({}));
        // Made when nothing bounded how long a player is waited for.
        (it.plan.rated, it.plan.grace_ms) = (true, 0);
        let mut stored = serde_json::to_value(&it).unwrap();
        let document = stored.as_object_mut().unwrap();
        assert!(!document.contains_key("invited") && !document.contains_key("own_words"));
        let mut read: Tournament = serde_json::from_value(stored).unwrap();
        assert_eq!(read, it);
        done(&mut read, 1, Act::Begin);
        assert_eq!(read.open().len(), 1, "who stands there has said yes");
    }

    #[test]
    fn an_invitation_is_forgotten_with_its_account() {
        let mut it = open(swiss(), json!({}));
        done(&mut it, 1, Act::Invite { entry: entry(4), is_acquainted: true });
        it.act(1_000, &Actor::Director, Act::Forget { user: user(4) }, "").unwrap();
        assert!(it.invited.is_empty());
        for n in 10..10 + INVITED_MAX as u64 {
            it.remember_leaving(1, UserId::new(n, [9; 10]), *entry(2));
        }
        refused!(
            it,
            1,
            Act::Invite { entry: entry(4), is_acquainted: true },
            TournamentRefusal::Full(_)
        );
    }
}
