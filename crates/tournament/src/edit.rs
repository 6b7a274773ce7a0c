//! What a director does to a document: publish, note results, rule, re-pair, withdraw.
//!
//! Each is all or nothing, and noting the same thing twice is noting it once, so that a director
//! that was stopped halfway may simply do it again.

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;

use crate::{
    Bye, ByeKind, Entry, EntryId, Event, Game, GameKey, Next, Outcome, Ruling, Sides,
    formats::{self, Attendance},
    pairing::free_key,
};

/// Why a document is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No game has that key.
    #[error("there is no game `{0}`")]
    NoGame(GameKey),
    /// Nobody has that id.
    #[error("`{0}` is not entered")]
    NoEntry(EntryId),
    /// Somebody has that id already.
    #[error("`{0}` is entered already")]
    Entered(EntryId),
    /// It has another result, and only a ruling changes one.
    #[error("game `{0}` has another result")]
    Decided(GameKey),
    /// The key stands for another game.
    #[error("game `{0}` is another game")]
    OtherGame(GameKey),
    /// Furigoma has not been noted.
    #[error("game `{0}` waits for furigoma")]
    Toss(GameKey),
    /// Rulings and re-pairings have a reason.
    #[error("a reason is needed")]
    Reason,
    /// A play-off or a decision is about players who have the same place, and nothing left to play.
    #[error("these players are not level, or there are games or rounds to play")]
    NotLevel,
    /// What they play has no play-offs, or they are too many for one.
    #[error("there is no play-off among these players")]
    NoPlayOff,
    /// The round has been published.
    #[error("round {0} has been published")]
    Published(u32),
    /// The round has not been published.
    #[error("round {0} has not been published")]
    NotPublished(u32),
    /// Nothing is drawn by places.
    #[error("this format has no places that can be exchanged")]
    NoDraw,
}

type Edit = Result<(), EditError>;

impl Event {
    /// Publishes what comes next. Games and byes that stand there already are passed over.
    pub fn publish(&mut self, next: &Next) -> Edit {
        let known: HashMap<&GameKey, &Game> =
            self.games.iter().map(|game| (&game.key, game)).collect();
        let mut new = Vec::new();
        for game in &next.games {
            match known.get(&game.key) {
                None => new.push(game.clone()),
                Some(old) if old.is_between(&game.sente, &game.gote) && old.round == game.round => {
                }
                Some(_) => return Err(EditError::OtherGame(game.key.clone())),
            }
        }
        self.games.extend(new);
        for bye in &next.byes {
            if !self.byes.contains(bye) {
                self.byes.push(bye.clone());
            }
        }
        Ok(())
    }

    /// Notes how furigoma came out: who is sente.
    pub fn note_toss(&mut self, key: &GameKey, sente: &EntryId) -> Edit {
        let game = self.game_mut(key)?;
        match game.side_of(sente) {
            None => Err(EditError::NoEntry(sente.clone())),
            Some(side) if !game.toss => {
                if side == Side::Sente {
                    Ok(())
                } else {
                    Err(EditError::Decided(key.clone()))
                }
            }
            Some(side) => {
                if side == Side::Gote {
                    std::mem::swap(&mut game.sente, &mut game.gote);
                }
                game.toss = false;
                Ok(())
            }
        }
    }

    /// Notes a result. A game has one result; only [`Event::rule`] changes what counts.
    pub fn note_result(&mut self, key: &GameKey, outcome: Outcome, ended_ms: Option<u64>) -> Edit {
        let game = self.game_mut(key)?;
        if game.toss && outcome.was_played() {
            return Err(EditError::Toss(key.clone()));
        }
        match game.result {
            None => {
                game.result = Some(outcome);
                game.ended_ms = ended_ms;
                Ok(())
            }
            Some(result) if result == outcome => Ok(()),
            Some(_) => Err(EditError::Decided(key.clone())),
        }
    }

    /// Puts a result right that was noted by mistake; nothing may have followed from it.
    pub fn correct_result(&mut self, key: &GameKey, outcome: Outcome) -> Edit {
        self.game_mut(key)?.result = Some(outcome);
        Ok(())
    }

    /// The organiser's word in place of a result, whether or not there is one.
    ///
    /// ```
    /// use komadai_tournament::{Event, Outcome, Ruling};
    ///
    /// let json = r#"{"format":{"t":"round_robin"},"entries":[{"id":"an"},{"id":"binh"}]}"#;
    /// let mut event = Event::read(json)?;
    /// event.publish(&event.check()?.next(0))?;
    /// let key = event.games[0].key.clone();
    /// event.note_result(&key, Outcome::Sente, None)?;
    /// let (result, by) = (Outcome::Draw, "Chi".to_owned());
    /// event.rule(&key, Ruling { result, reason: "sennichite was overlooked".to_owned(), by })?;
    /// assert_eq!(event.games[0].outcome(), Some(Outcome::Draw));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rule(&mut self, key: &GameKey, ruling: Ruling) -> Edit {
        if ruling.reason.trim().is_empty() {
            return Err(EditError::Reason);
        }
        self.game_mut(key)?.ruling = Some(ruling);
        Ok(())
    }

    /// Replaces pairings of a published round: the round's undecided games and byes of everybody
    /// named are struck out (the games stay, annulled), and these pairs (sente first) play
    /// instead. Who loses a game by that and is not named has the bye that one of those named had;
    /// without one, no game in the round.
    ///
    /// ```
    /// use komadai_tournament::Event;
    ///
    /// let mut event = Event::read(
    ///     r#"{
    ///         "format": { "t": "swiss", "rounds": 3 },
    ///         "entries": [{ "id": "an" }, { "id": "binh" }, { "id": "chi" }, { "id": "dung" }]
    ///     }"#,
    /// )?;
    /// event.publish(&event.check()?.next(0))?;
    /// let pairs = [("an".into(), "dung".into()), ("binh".into(), "chi".into())];
    /// event.repair(1, &pairs, "they came in one car", "Em")?;
    /// let playing: Vec<_> = event.games.iter().filter(|game| !game.is_annulled()).collect();
    /// assert!(playing[0].is_between(&pairs[0].0, &pairs[0].1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repair(
        &mut self,
        round: u32,
        pairs: &[(EntryId, EntryId)],
        reason: &str,
        by: &str,
    ) -> Edit {
        if reason.trim().is_empty() {
            return Err(EditError::Reason);
        }
        if round == 0 || round > self.n_rounds() {
            return Err(EditError::NotPublished(round));
        }
        let named: Vec<&EntryId> = pairs.iter().flat_map(|(a, b)| [a, b]).collect();
        for id in &named {
            if self.entry(id).is_none() {
                return Err(EditError::NoEntry((*id).clone()));
            }
        }
        let is_named = |game: &Game| named.contains(&&game.sente) || named.contains(&&game.gote);
        let touched =
            |game: &&mut Game| game.round == round && !game.is_annulled() && is_named(game);
        if let Some(game) =
            self.games.iter_mut().filter(touched).find(|game| game.outcome().is_some())
        {
            return Err(EditError::Decided(game.key.clone()));
        }
        let seated: HashSet<EntryId> = self
            .games
            .iter()
            .filter(|game| game.round == round && !game.is_annulled())
            .flat_map(|game| [game.sente.clone(), game.gote.clone()])
            .collect();
        // In a round that is paired freely a slot is a match of a knock-out within it, which the
        // same two play or nobody: it is due again in the next round.
        let is_free = self.format.attendance() == Attendance::ByRound;
        let mut boards = Vec::new();
        let mut alone = Vec::new();
        let mut matches: Vec<(String, Game)> = Vec::new();
        for game in self.games.iter_mut().filter(touched) {
            boards.push((game.board, game.slot.clone()));
            matches.extend(game.slot.clone().map(|slot| (slot, game.clone())));
            let seated = [&game.sente, &game.gote].into_iter().filter(|id| !named.contains(id));
            alone.extend(seated.cloned());
            game.ruling = Some(Ruling {
                result: Outcome::Annulled,
                reason: reason.to_owned(),
                by: by.to_owned(),
            });
        }
        // A player with a game and a bye is only through in such a knock-out.
        let is_touched = |bye: &Bye| {
            bye.round == round && named.contains(&&bye.entry) && !seated.contains(&bye.entry)
        };
        let mut alone = alone.into_iter();
        self.byes = std::mem::take(&mut self.byes)
            .into_iter()
            .filter_map(|bye| match (is_touched(&bye), bye.kind) {
                (false, _) => Some(bye),
                (true, ByeKind::Bye) => alone.next().map(|entry| Bye { entry, ..bye }),
                (true, _) => None,
            })
            .collect();
        // Somebody who has come late plays from this round on.
        for entry in self.entries.iter_mut().filter(|entry| named.contains(&&entry.id)) {
            entry.from_round = entry.from_round.min(round);
        }
        let mut boards = boards.into_iter();
        for (sente, gote) in pairs {
            let next_board =
                self.games.iter().filter(|game| game.round == round).map(|game| game.board);
            let (board, slot) = boards.next().unwrap_or((next_board.max().unwrap_or(0) + 1, None));
            let own = matches.iter().find(|(_, game)| game.is_between(sente, gote));
            let slot = if is_free { own.map(|(slot, _)| slot.clone()) } else { slot };
            let grade = |id: &EntryId| self.entry(id).and_then(|entry| entry.grade);
            let given = self.handicap.between(grade(sente), grade(gote));
            // Who gives a handicap is gote, whatever was said.
            let (sente, gote) = match &given {
                Some(given) if given.first_gives => (gote, sente),
                _ => (sente, gote),
            };
            self.games.push(Game {
                key: free_key(self, round, board),
                round,
                board,
                slot,
                sente: sente.clone(),
                gote: gote.clone(),
                handicap: given.map(|given| given.odds),
                toss: self.sides == Sides::Furigoma && given.is_none(),
                reason: Some(reason.to_owned()),
                ..Game::default()
            });
        }
        Ok(())
    }

    /// Enters somebody, late if rounds have been published: then the next round is the first.
    pub fn enter(&mut self, mut entry: Entry) -> Edit {
        if self.entry(&entry.id).is_some() {
            return Err(EditError::Entered(entry.id));
        }
        entry.from_round = entry.from_round.max(self.n_rounds() + 1);
        self.entries.push(entry);
        Ok(())
    }

    /// Somebody leaves; the last published round is the last one. A game without a result in a
    /// later round (where all rounds are published at once) is lost by not coming.
    ///
    /// ```
    /// use komadai_tournament::{Entry, Event};
    ///
    /// let mut event = Event::read(
    ///     r#"{
    ///         "format": { "t": "swiss", "rounds": 3 },
    ///         "entries": [{ "id": "an" }, { "id": "binh" }, { "id": "chi" }, { "id": "dung" }]
    ///     }"#,
    /// )?;
    /// event.withdraw(&"dung".into(), 0)?;
    /// event.enter(Entry { rating: Some(1500), ..Entry::new("em") })?;
    /// event.announce_absence(&"chi".into(), 1)?;
    /// let next = event.check()?.next(0);
    /// assert_eq!(next.games.len(), 1, "An, Bình and Em are there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn withdraw(&mut self, id: &EntryId, after_round: u32) -> Edit {
        let entry = self.entry_mut(id)?;
        entry.withdrawn_after.get_or_insert(after_round);
        Ok(())
    }

    /// Somebody who has left comes back, from the next round on.
    pub fn come_back(&mut self, id: &EntryId) -> Edit {
        self.entry_mut(id)?.withdrawn_after = None;
        Ok(())
    }

    /// Everybody in the order in which the format places them before its first round; nobody where
    /// each round is paired by results.
    pub fn draw(&self) -> Vec<EntryId> {
        formats::read(&self.format).map(|format| format.draw(self)).unwrap_or_default()
    }

    /// Exchanges the places of two in the draw, before anything is published: from then on the
    /// whole order is the organiser's seeding.
    pub fn swap_places(&mut self, a: &EntryId, b: &EntryId) -> Edit {
        if self.n_rounds() > 0 {
            return Err(EditError::Published(1));
        }
        let mut order = self.draw();
        if order.is_empty() {
            return Err(EditError::NoDraw);
        }
        let place = |id: &EntryId| {
            let found = order.iter().position(|one| one == id);
            found.ok_or_else(|| EditError::NoEntry(id.clone()))
        };
        let (one, other) = (place(a)?, place(b)?);
        order.swap(one, other);
        let seeds: HashMap<&EntryId, u32> = order.iter().zip(1..).collect();
        for entry in &mut self.entries {
            entry.seed = seeds.get(&entry.id).copied().or(entry.seed);
        }
        Ok(())
    }

    /// Somebody will miss a round that has not been published.
    pub fn announce_absence(&mut self, id: &EntryId, round: u32) -> Edit {
        if round <= self.n_rounds() {
            return Err(EditError::Published(round));
        }
        let entry = self.entry_mut(id)?;
        if entry.missed_rounds().all(|missed| missed != round) {
            entry.absent.push(round);
        }
        Ok(())
    }

    /// Somebody will be there after all.
    pub fn take_back_absence(&mut self, id: &EntryId, round: u32) -> Edit {
        if round <= self.n_rounds() {
            return Err(EditError::Published(round));
        }
        let entry = self.entry_mut(id)?;
        entry.absent.retain(|absent| *absent != round);
        entry.absences.retain(|absence| absence.round != round);
        Ok(())
    }

    fn game_mut(&mut self, key: &GameKey) -> Result<&mut Game, EditError> {
        let found = self.games.iter_mut().find(|game| game.key == *key);
        found.ok_or_else(|| EditError::NoGame(key.clone()))
    }

    fn entry_mut(&mut self, id: &EntryId) -> Result<&mut Entry, EditError> {
        let found = self.entries.iter_mut().find(|entry| entry.id == *id);
        found.ok_or_else(|| EditError::NoEntry(id.clone()))
    }
}
