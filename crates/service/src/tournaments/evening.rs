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

    /// Who says by this act that they take part, and so that their results count.
    pub(super) fn agreeing(&self, actor: &Actor, act: &Act) -> Option<UserId> {
        let &Actor::User { id, .. } = actor else { return None };
        let is_own = |entry: &EntryId| self.is_own(actor, entry);
        let agrees = match act {
            Act::Enter { entry } => entry.person.as_ref().is_some_and(|it| it.user == id),
            Act::CheckIn { entry, .. } => is_own(entry),
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
        if self.phase != Phase::Over || self.counted || !self.is_evening() || !self.plan.rated {
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
