//! An evening in a club: an arena over the board, in which whoever is free is paired at once. Who
//! sits at home plays online; and what was played in the room may count in ratings here.

use std::collections::BTreeSet;

use komadai_ids::UserId;
use komadai_live::rated::{RatedGame, speed_of};
use komadai_tournament::{EntryId, Game, Reach};

use super::{
    TournamentRefusal,
    act::{Act, Actor},
    club_rating::points_of_gote,
    state::{ActOutcome, Effect, Phase, Tournament},
};

/// Results over the board count from so many people on: two or three friends are no evening.
const PEOPLE_MIN: usize = 4;

/// So long after the start of the last game whoever sat there has gone home: once nobody is paired
/// any more, what has no result by then is struck out, and the evening is over.
const ABANDONED_AFTER_MS: u64 = 3 * 3_600_000;

impl Tournament {
    /// Whether it is an evening: over the board, without rounds.
    pub fn is_evening(&self) -> bool {
        self.plan.at_the_board && self.players_come_and_go()
    }

    /// Where somebody can be met.
    pub(super) fn reach_of(&self, has_account: bool, online: bool) -> Reach {
        match (self.is_evening() && has_account, online) {
            (false, _) => Reach::Room,
            (true, false) => Reach::Both,
            (true, true) => Reach::Online,
        }
    }

    /// Somebody is in the room, or at home.
    pub(super) fn note_place(&mut self, id: &EntryId, online: bool) -> ActOutcome {
        let has_account = self.people.contains_key(id);
        if online && !has_account {
            let text = "a player without an account plays in the room".to_owned();
            return Err(TournamentRefusal::Settings(text));
        }
        let reach = self.reach_of(has_account, online);
        if let Some(entry) = self.event.entries.iter_mut().find(|entry| entry.id == *id) {
            entry.reach = reach;
        }
        Ok(())
    }

    /// Whether one of the two is at home, so that both play online. Who goes home from a table
    /// finishes the game there.
    pub(super) fn is_over_the_net(&self, game: &Game) -> bool {
        let is_online = |id| self.event.entry(id).is_some_and(|it| it.reach == Reach::Online);
        self.is_evening() && game.board == 0 && (is_online(&game.sente) || is_online(&game.gote))
    }

    /// Whether a game online is lost by who does not come to it.
    pub fn gives_up(&self) -> bool {
        self.plan.may_be_missed() || self.is_evening()
    }

    /// When the games that have no result are taken for abandoned, in Unix milliseconds.
    pub(super) fn abandoned_ms(&self) -> Option<u64> {
        let last = self.event.pending_games().filter_map(|game| game.started_ms).max();
        last.map(|ms| ms.saturating_add(ABANDONED_AFTER_MS))
    }

    /// Who says by this act that they take part, and so that their results count.
    pub(super) fn agreeing(&self, actor: &Actor, act: &Act) -> Option<UserId> {
        let &Actor::User { id, .. } = actor else { return None };
        let is_own = |entry: &EntryId| self.is_own(actor, entry);
        let agrees = match act {
            Act::Enter { entry } => entry.person.as_ref().is_some_and(|it| it.user == id),
            Act::CheckIn { entry, .. } => is_own(entry),
            Act::Accept { user } => *user == id,
            Act::Report { .. } => self.entry_of(id).is_some(),
            _ => false,
        };
        (agrees && self.is_evening() && self.plan.rated).then_some(id)
    }

    pub(super) fn note_agreement(&mut self, user: Option<UserId>) {
        self.agreed.extend(user);
    }

    /// What follows for ratings from the end of an evening: its results count once, as they are
    /// then. Until then each can still be corrected; later, as everywhere, ratings stay.
    pub(super) fn count_evening(&mut self, now_ms: u64) -> Option<Effect> {
        let counts = self.is_evening() && self.plan.rated && self.plan.of_club().is_some();
        if self.phase != Phase::Over || self.counted || !counts {
            return None;
        }
        self.counted = true;
        let games = self.games_to_rate(now_ms);
        (!games.is_empty()).then_some(Effect::Rate { games })
    }

    /// The results over the board between two accounts that take part by their own word, in the
    /// order in which they ended.
    fn games_to_rate(&self, now_ms: u64) -> Vec<RatedGame> {
        let played = self.event.games.iter().filter_map(|game| Some((game, points_of_gote(game)?)));
        let played: Vec<_> = played.collect();
        let people: BTreeSet<_> =
            played.iter().flat_map(|(game, _)| [&game.sente, &game.gote]).collect();
        if people.len() < PEOPLE_MIN {
            return Vec::new();
        }
        let user = |entry: &EntryId| {
            let person = self.people.get(entry)?;
            self.agreed.contains(&person.user).then_some(person.user)
        };
        let rated = played.into_iter().filter_map(|(game, points_of_gote)| {
            // Games online are rated where they are settled.
            if self.boards.contains_key(&game.key) {
                return None;
            }
            let ended_ms = game.ended_ms.unwrap_or(now_ms);
            Some(RatedGame {
                id: self.game_id(game.started_ms.unwrap_or(ended_ms), &game.key, 0),
                variant: self.plan.variant.clone(),
                speed: speed_of(&self.plan.clock_of(game.round)),
                sente: user(&game.sente)?,
                gote: user(&game.gote)?,
                odds: game.handicap,
                points_of_gote,
                plies: 0,
                ended_ms: ended_ms as i64,
                over_the_board: Some(self.id),
            })
        });
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by_key(|game| (game.ended_ms, game.id));
        rated
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::{ClubId, TournamentId};
    use komadai_rules::RuleSet;
    use komadai_tournament::Outcome;
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Entrant, OfClub, Person, PlanClub, TournamentSettings};

    const HOUR_MS: u64 = 3_600_000;

    /// When these evenings begin, and after which nobody is paired any more.
    const BEGINS_MS: u64 = 10;
    const ENDS_MS: u64 = BEGINS_MS + 14 * HOUR_MS;

    fn person(n: u8) -> Person {
        let name = format!("player {n}");
        let user = UserId::new(u64::from(n), [n; 10]);
        Person { user, handle: name.clone(), name, bot: false, club_grade: None }
    }

    fn player(n: u8) -> Actor {
        Actor::User { id: person(n).user, name: person(n).name, runs_it: false }
    }

    fn account(n: u8, online: bool) -> Act {
        let mut entry = Entrant { person: Some(person(n)), ..Entrant::default() };
        entry.details.online = online;
        Act::Enter { entry: Box::new(entry) }
    }

    fn done(it: &mut Tournament, at_ms: u64, by: &Actor, act: Act) -> Vec<Effect> {
        let said = act.clone();
        it.act(at_ms, by, act, "").unwrap_or_else(|no| panic!("{said:?}: {no}"))
    }

    /// A rated evening, of a club or not, that so many accounts have joined in the room.
    fn evening(n: u8, of_club: bool) -> Tournament {
        let format = json!({
            "t": "arena", "start_ms": 0, "duration_ms": 14 * HOUR_MS, "wave_ms": 0,
            "by": "strength",
        });
        let plan = json!({
            "variant": "standard",
            "rules": RuleSet::casual(),
            "rated": true,
            "at_the_board": true,
            "clock": { "kind": "sudden_death", "main_ms": 600_000 },
            "grace_ms": 60_000,
        });
        let settings = json!({ "name": "Evening", "format": format, "plan": plan });
        let mut settings: TournamentSettings = serde_json::from_value(settings).expect("settings");
        if of_club {
            let id = ClubId::from_uuid(person(201).user.uuid());
            let known = OfClub { id, slug: "hanoi".to_owned(), name: "Hanoi".to_owned() };
            settings.plan.club = Some(PlanClub::Known(known));
        }
        let id = TournamentId::from_uuid(person(200).user.uuid());
        let mut it = Tournament::new(id, &person(100), 7, settings).expect("a tournament");
        done(&mut it, 1, &Actor::Director, Act::Open);
        for n in 1..=n {
            done(&mut it, 1, &player(n), account(n, false));
        }
        it
    }

    fn begun(n: u8, of_club: bool) -> Tournament {
        let mut it = evening(n, of_club);
        done(&mut it, BEGINS_MS, &Actor::Director, Act::Begin);
        it
    }

    fn results(it: &mut Tournament, at_ms: u64) {
        for game in it.event.pending() {
            let outcome = Outcome::Sente;
            done(it, at_ms, &Actor::Director, Act::Result { game, outcome });
        }
    }

    #[test]
    fn an_evening_that_nobody_ends_is_over_all_the_same() {
        let mut it = begun(2, true);
        assert_eq!(it.event.pending().len(), 1);
        assert_eq!(it.due_ms(), Some(ENDS_MS), "nobody types in a result");
        // They play once more, late, and go home.
        let late_ms = ENDS_MS - HOUR_MS;
        results(&mut it, late_ms);
        let last = it.event.pending();
        assert_eq!(last.len(), 1);
        done(&mut it, ENDS_MS, &Actor::Director, Act::Due);
        assert_eq!(it.phase, Phase::Running, "who still plays has time");
        assert_eq!(it.due_ms(), Some(late_ms + 3 * HOUR_MS));
        done(&mut it, late_ms + 3 * HOUR_MS - 1, &Actor::Director, Act::Due);
        assert_eq!(it.phase, Phase::Running);
        done(&mut it, late_ms + 3 * HOUR_MS, &Actor::Director, Act::Due);
        assert_eq!((it.phase, it.due_ms()), (Phase::Over, None));
        assert!(it.event.game(&last[0]).is_some_and(|game| game.is_annulled()));

        let mut forgotten = begun(2, true);
        done(&mut forgotten, ENDS_MS, &Actor::Director, Act::Due);
        assert_eq!(forgotten.phase, Phase::Over, "its only game began 14 hours ago");
    }

    #[test]
    fn what_comes_after_a_pairing_is_known_at_once() {
        let mut it = begun(4, true);
        let first = it.event.pending()[0].clone();
        let outcome = Outcome::Draw;
        done(&mut it, HOUR_MS, &Actor::Director, Act::Result { game: first, outcome });
        assert_eq!(it.event.pending().len(), 1, "others are to become free");
        // A fifth comes and meets one of the two; the other waits.
        done(&mut it, HOUR_MS + 1, &player(5), account(5, false));
        assert_eq!(it.event.pending().len(), 2);
        assert_eq!(it.due_ms(), Some(ENDS_MS));
    }

    #[test]
    fn who_goes_from_home_to_the_room_is_paired_there_at_once() {
        let mut it = evening(0, true);
        let guest = serde_json::from_value(json!({ "name": "Guest" })).expect("a guest");
        done(&mut it, 1, &Actor::Director, Act::Enter { entry: Box::new(guest) });
        done(&mut it, 1, &player(1), account(1, true));
        done(&mut it, BEGINS_MS, &Actor::Director, Act::Begin);
        assert!(it.event.pending().is_empty(), "a guest has no board at home");
        let entry = it.entry_of(person(1).user).cloned().expect("they are in");
        done(&mut it, 20, &player(1), Act::CheckIn { entry, online: false });
        assert_eq!(it.event.pending().len(), 1);
    }

    #[test]
    fn results_over_the_board_are_rated_only_by_a_club() {
        for of_club in [true, false] {
            let mut it = begun(4, of_club);
            results(&mut it, HOUR_MS);
            let effects = done(&mut it, HOUR_MS + 1, &player(100), Act::Close { at_once: true });
            assert_eq!(it.phase, Phase::Over);
            let n_rated: usize = effects
                .iter()
                .map(|effect| if let Effect::Rate { games } = effect { games.len() } else { 0 })
                .sum();
            assert_eq!(n_rated > 0, of_club, "{n_rated} games");
        }
    }

    #[test]
    fn who_accepts_an_invitation_takes_part_by_their_own_word() {
        let mut it = evening(2, true);
        let Act::Enter { entry } = account(9, false) else { panic!("they enter") };
        done(&mut it, 2, &player(100), Act::Invite { entry, is_acquainted: false });
        let user = person(9).user;
        assert!(!it.agreed.contains(&user));
        done(&mut it, 3, &player(9), Act::Accept { user });
        assert!(it.agreed.contains(&user));
    }
}
