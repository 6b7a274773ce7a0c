//! What becomes of challenges while nobody says anything.
//!
//! A task compares them, again and again, with the games and with the time: it makes games that are
//! agreed and not there, moves players when a game is settled, and closes what nobody has answered.
//! Each challenge is closed in the transaction that moves the players, if it is still open there; so
//! it does not matter when the process ends.

use std::time::Duration;

use komadai_community::clubs::StoredClubAct;
use komadai_game::{EndReason, Setup};
use komadai_ids::{GameId, UserId};
use komadai_live::OpenError;
use komadai_rules::Side;
use komadai_store::{
    Conn, GameSummary, Tx,
    clubs::{
        self as rows,
        ladder::{self as stored, Ladder, LadderChallenge, LadderState},
    },
    games, settlements, sleeping_games,
    vacations::{self, Vacation},
};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{error, warn};

use super::{not_accepted, settle};
use crate::clubs::{AuditLine, Clubs, Result, ended, note};

/// How often challenges, games and the time are compared.
const TICK: Duration = Duration::from_secs(2);

impl Clubs {
    /// Compares challenges with the games and the time, until the end.
    pub(crate) async fn keep_ladders(self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waits = false;
        loop {
            ticks.tick().await;
            if self.directory.is_stopping() {
                return;
            }
            let looked = self.try_look_after_ladders().await;
            // Once, however long the database is away.
            if let Err(cause) = &looked
                && !waits
            {
                warn!("the ladders of clubs wait: {cause}");
            }
            waits = looked.is_err();
        }
    }

    /// Does what is due on all ladders.
    pub(in crate::clubs) async fn look_after_ladders(&self) {
        if let Err(cause) = self.try_look_after_ladders().await {
            warn!("the ladders of clubs wait: {cause}");
        }
    }

    async fn try_look_after_ladders(&self) -> Result<()> {
        if self.directory.sanctions().is_read_only() {
            return Ok(());
        }
        self.do_what_is_due().await
    }

    async fn do_what_is_due(&self) -> Result<()> {
        let now_ms = self.now_ms();
        let pending = stored::pending(&mut self.store.read().await?, now_ms).await?;
        let (playing, due): (Vec<_>, Vec<_>) =
            pending.into_iter().partition(|it| it.state == LadderState::Playing);
        let ids: Vec<GameId> = playing.iter().filter_map(|it| it.game).collect();
        let over = settlements::settled(&mut self.store.read().await?, &ids).await?;
        for challenge in &playing {
            let Some(game) = challenge.game else { continue };
            if over.contains(&game) {
                self.take_in(challenge, game).await?
            } else {
                self.make_game(challenge, game).await?
            }
        }
        for challenge in &due {
            let until_ms = due_ms(&mut self.store.read().await?, challenge).await?;
            if until_ms <= now_ms {
                let state = (challenge.state == LadderState::Agreed).then_some(LadderState::Void);
                self.close(challenge, state).await?;
            }
        }
        Ok(())
    }

    /// Makes the game of a challenge unless it is there.
    async fn make_game(&self, challenge: &LadderChallenge, game: GameId) -> Result<()> {
        let code = game.code();
        if self.directory.live(code).is_some() {
            return Ok(());
        }
        let mut conn = self.store.read().await?;
        if sleeping_games::n_records(&mut conn, &[game]).await?.contains_key(&game) {
            return Ok(());
        }
        drop(conn);
        match self.directory.look(code).await {
            Ok(Some(_)) => {}
            Ok(None) => {
                let text = challenge.setup.as_deref().unwrap_or_default();
                match serde_json::from_str::<Setup>(text) {
                    Ok(setup) => self.directory.follow(&setup, None),
                    Err(cause) => error!(game.id = %code, "a challenge cannot be read: {cause}"),
                }
            }
            Err(cause) => {
                if matches!(cause, OpenError::Elsewhere) {
                    self.directory.order(code);
                }
                warn!(game.id = %code, "game {code} of a ladder is not made: {cause}");
            }
        }
        Ok(())
    }

    /// Takes in how a game has ended. A player who calls it off has not accepted, or has taken back.
    async fn take_in(&self, challenge: &LadderChallenge, game: GameId) -> Result<()> {
        let mut conn = self.store.read().await?;
        let Some(summary) = games::summary(&mut conn, game).await? else { return Ok(()) };
        drop(conn);
        let is_void = summary.reason.parse::<EndReason>().is_ok_and(EndReason::is_void);
        let state = match winner(&summary) {
            _ if is_void => match self.caller_off(game).await {
                Some(user) if user == challenge.challenged.user => None,
                _ => Some(LadderState::Void),
            },
            Some(user) if user == challenge.challenger.user => Some(LadderState::Won),
            Some(_) => Some(LadderState::Held),
            None => Some(LadderState::Drawn),
        };
        self.close(challenge, state).await
    }

    /// Who has called off a game, or has not made a first move.
    async fn caller_off(&self, game: GameId) -> Option<UserId> {
        let game = self.directory.look(game.code()).await.ok()??;
        let side = game.outcome().and_then(|it| it.called_off.or(it.left))?;
        Some(game.players()?[side].id)
    }

    /// Closes a challenge and moves its players; without a state because it was not accepted.
    async fn close(&self, challenge: &LadderChallenge, state: Option<LadderState>) -> Result<()> {
        let mut tx = self.store.write().await?;
        let now_ms = self.now_ms();
        let closed = async {
            // A club that is closed has no ladder.
            let Some(club) = rows::take(&mut tx, challenge.club, now_ms).await? else {
                return Ok(());
            };
            let Some(ladder) = stored::find(&mut tx, club.id).await? else { return Ok(()) };
            let Some((by, line)) = close(&mut tx, &ladder, challenge, state, now_ms).await? else {
                return Ok(());
            };
            let id = GameId::derived(now_ms as u64, &[b"ladder end", challenge.id.as_bytes()]);
            note(&mut tx, &club, id.uuid(), by, now_ms, line).await
        }
        .await;
        ended(tx, closed).await
    }
}

/// The account that has won a game.
fn winner(game: &GameSummary) -> Option<UserId> {
    match game.winner? {
        Side::Sente => game.sente,
        Side::Gote => game.gote,
    }
}

/// When a challenge ends by itself, with the vacations that are known: its days stop for the
/// challenged player's, and once it is accepted for either's.
pub(super) async fn due_ms(conn: &mut Conn, it: &LadderChallenge) -> Result<i64> {
    let mut away = vacations::of(conn, it.challenged.user).await?;
    if it.state == LadderState::Agreed {
        away.extend(vacations::of(conn, it.challenger.user).await?);
    }
    away.sort_by_key(|it| it.from_ms);
    Ok(after(it.since_ms, it.due_ms - it.since_ms, &away))
}

/// When so much time has passed since then, not counting these vacations, the earliest first.
fn after(since_ms: i64, mut left_ms: i64, away: &[Vacation]) -> i64 {
    let mut at_ms = since_ms;
    for Vacation { from_ms, until_ms, .. } in away.iter().filter(|it| it.until_ms > it.from_ms) {
        if *until_ms <= at_ms {
            continue;
        }
        let before_ms = (from_ms - at_ms).max(0);
        if before_ms >= left_ms {
            break;
        }
        left_ms -= before_ms;
        at_ms = *until_ms;
    }
    at_ms + left_ms
}

/// Closes a challenge; who has done what then. `None`: it is closed, and nothing has changed.
async fn close(
    tx: &mut Tx,
    ladder: &Ladder,
    it: &LadderChallenge,
    state: Option<LadderState>,
    now_ms: i64,
) -> Result<Option<(UserId, AuditLine)>> {
    let is_same = |now: &LadderChallenge| now.id == it.id && now.state == it.state;
    if !stored::unfinished(tx, ladder.club).await?.iter().any(is_same) {
        return Ok(None);
    }
    let state = match state {
        Some(state) => state,
        None => not_accepted(tx, ladder, it).await?,
    };
    settle(tx, it, state, now_ms).await?;
    let (challenger, challenged) = (it.challenger.user, it.challenged.user);
    let (by, act, about) = match state {
        LadderState::Won => (challenger, StoredClubAct::LadderWin, challenged),
        LadderState::Held => (challenged, StoredClubAct::LadderHold, challenger),
        LadderState::Drawn => (challenger, StoredClubAct::LadderDraw, challenged),
        LadderState::Refused => (challenged, StoredClubAct::LadderUnanswered, challenger),
        LadderState::Forfeited => (challenged, StoredClubAct::LadderForfeit, challenger),
        _ => (challenger, StoredClubAct::LadderVoid, challenged),
    };
    Ok(Some((by, AuditLine::new(act).about(Some(about)))))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn days_on_vacation_do_not_count() {
        let away = |from_ms, until_ms| Vacation {
            user: UserId::from_uuid(Uuid::nil()),
            n: 1,
            from_ms,
            until_ms,
        };
        for (vacations, expected) in [
            (vec![], 110),
            // Over before, and later.
            (vec![away(50, 90), away(110, 200)], 110),
            // It had begun.
            (vec![away(90, 105)], 115),
            (vec![away(104, 150)], 156),
            (vec![away(104, 150), away(152, 160), away(170, 180)], 164),
            // Two people's at once.
            (vec![away(102, 120), away(110, 115), away(118, 130)], 138),
            // One that was taken back.
            (vec![away(105, 105)], 110),
        ] {
            assert_eq!(after(100, 10, &vacations), expected, "{vacations:?}");
        }
    }
}
