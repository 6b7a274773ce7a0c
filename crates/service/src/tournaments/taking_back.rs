//! What was done by mistake: a round is taken back, a tournament that is over is opened again.

use komadai_game::{EndReason, Game, Outcome};
use komadai_ids::GameId;
use komadai_live::RoomHold;
use komadai_tournament::{EntryId, Next, RoundSchedule, State};

use serde::{Deserialize, Serialize};

use super::{
    Act, Actor, Phase, Tournament, TournamentError, TournamentRefusal, Tournaments,
    state::ActOutcome,
};

/// A board at which nothing happens while it is decided about its round.
#[derive(Debug)]
pub(super) struct HeldBoard {
    id: GameId,
    hold: RoomHold,
}

/// So many rounds that were taken back are listed, the latest.
const LISTED_MAX: usize = 20;

/// Rounds that were taken back, as everybody reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundTakenBack {
    /// The first of them.
    pub round: u32,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// Why.
    pub reason: String,
}

impl Tournament {
    /// The last round has not been published after all. Online nobody may have begun to play in it:
    /// whoever knows of the boards holds them first, [`Tournaments::held_untouched`].
    pub(super) fn take_back(&mut self, now_ms: u64, reason: &str) -> ActOutcome {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        let rounds = self.event.last_rounds().ok_or(TournamentRefusal::NoRound)?;
        let mut of_round = self.event.games.iter().filter(|game| game.round >= rounds.first);
        let has_result = of_round.any(|game| game.outcome().is_some() && !game.is_annulled());
        if has_result && !self.plan.at_the_board {
            return Err(TournamentRefusal::RoundPlayed);
        }
        for key in self.event.take_back()? {
            let board = self.boards.remove(&key);
            let games = board.into_iter().flat_map(|board| board.games);
            self.withdrawn.extend(games.map(|game| game.id));
        }
        self.began_ms.retain(|round, _| *round < rounds.first);
        self.n_taken_back += 1;
        let reason = reason.trim().to_owned();
        self.taken_back.push(RoundTakenBack { round: rounds.first, at_ms: now_ms, reason });
        let n_old = self.taken_back.len().saturating_sub(LISTED_MAX);
        self.taken_back.drain(..n_old);
        self.reopened = false;
        self.next_ms = None;
        // Nothing begins by itself before the organiser has put right what was wrong.
        self.paused |= self.plan.schedule != RoundSchedule::Word;
        if self.event.n_rounds() == 0 {
            self.phase = Phase::Open;
            self.let_in_again();
            self.take_up_invitations();
            self.take_up_applications();
        }
        Ok(())
    }

    /// Those who were left out at the start because they had not checked in may still do so.
    fn let_in_again(&mut self) {
        if self.plan.check_in_ms.is_none() {
            return;
        }
        for entry in &mut self.event.entries {
            let left = self.own_words.get(&entry.id).is_some_and(|own| own.left);
            if entry.withdrawn_after == Some(0) && !left && !self.checked_in.contains(&entry.id) {
                entry.withdrawn_after = None;
            }
        }
    }

    /// Takes out who has not checked in, at the start.
    pub(super) fn leave_out_missing(&mut self) -> ActOutcome {
        if self.plan.check_in_ms.is_none() {
            return Ok(());
        }
        let ids = self.event.entries.iter().map(|entry| &entry.id);
        let missing: Vec<EntryId> =
            ids.filter(|id| !self.checked_in.contains(*id)).cloned().collect();
        for id in missing {
            self.event.withdraw(&id, 0)?;
        }
        Ok(())
    }

    /// The next round as it would be published now, the first one too.
    ///
    /// # Errors
    /// What contradicts itself.
    pub fn coming(&self, now_ms: u64) -> Result<Next, TournamentRefusal> {
        if self.players_come_and_go() || matches!(self.phase, Phase::Over | Phase::Cancelled) {
            return Ok(Next::default());
        }
        if self.phase == Phase::Running || self.plan.check_in_ms.is_none() {
            return Ok(self.event.check()?.next(now_ms));
        }
        let mut begun = self.clone();
        begun.leave_out_missing()?;
        Ok(begun.event.check()?.next(now_ms))
    }

    /// An organiser who starts a round does not want it held up any longer.
    pub(super) fn resume_by(&mut self, actor: &Actor) {
        if self.is_organiser(actor) {
            self.paused = false;
        }
    }

    /// A tournament that is over is opened again, so that prizes, tie-breaks, results and names can
    /// be put right. Nothing more is paired until it is closed.
    pub(super) fn reopen(&mut self) -> ActOutcome {
        self.in_phase(&[Phase::Over], "before its end")?;
        self.phase = Phase::Running;
        self.reopened = true;
        self.next_ms = None;
        Ok(())
    }

    /// Ends the corrections. What a corrected result would lead to is not played any more.
    pub(super) fn close_again(&mut self, now_ms: u64) -> ActOutcome {
        self.reopened = false;
        let next = self.event.check()?.pairings(now_ms);
        self.event.closed |= next.state != State::Over;
        self.advance(now_ms)
    }

    /// Whether something may be done although the tournament is open for corrections only.
    pub(super) fn is_correction(act: &Act) -> bool {
        matches!(
            act,
            Act::Edit { .. }
                | Act::Amend { .. }
                | Act::Result { .. }
                | Act::Rule { .. }
                | Act::TakeBack
                | Act::Announce { .. }
                | Act::Answer { .. }
                | Act::Helper { .. }
                | Act::Close { .. }
                | Act::Forget { .. }
                | Act::Rename { .. }
                | Act::Connections { .. }
                | Act::Due
                | Act::Ended { .. }
        )
    }
}

impl Tournaments {
    /// The boards of the last round, at none of which somebody has moved, nor can as long as they are
    /// held.
    ///
    /// # Errors
    /// When somebody has, or when a board cannot be looked at; then none is held.
    pub(super) async fn held_untouched(
        &self,
        it: &Tournament,
    ) -> Result<Vec<HeldBoard>, TournamentError> {
        let mut all = Vec::new();
        let Some(rounds) = it.event.last_rounds() else { return Ok(all) };
        for game in it.event.games.iter().filter(|game| game.round >= rounds.first) {
            let Some(board) = it.boards.get(&game.key) else { continue };
            for board in &board.games {
                let found = self.looked_at(board.id, &mut all).await?;
                let counts = !game.is_annulled();
                if found.is_some_and(|game| {
                    game.line().n_moves() > 0 || (counts && game.outcome().is_some())
                }) {
                    return Err(TournamentRefusal::RoundPlayed.into());
                }
            }
        }
        Ok(all)
    }

    /// A game as it is, which is held from now on where it is played here.
    async fn looked_at(
        &self,
        id: GameId,
        all: &mut Vec<HeldBoard>,
    ) -> Result<Option<Game>, TournamentError> {
        let directory = &self.inner.directory;
        if let Some(room) = directory.live(id.code())
            && let Some((game, hold)) = room.hold().await
        {
            all.push(HeldBoard { id, hold });
            return Ok(Some(game));
        }
        Ok(directory.look(id.code()).await.map_err(|_| TournamentRefusal::NotPlayed)?)
    }

    /// Closes the boards of a round that has been taken back, before anything that waits there.
    pub(super) fn close_held(&self, all: Vec<HeldBoard>) {
        for HeldBoard { id, hold } in all {
            self.inner.directory.ends().wait_for(id);
            hold.end(Outcome::new(EndReason::Aborted, None));
        }
    }
}
