//! Changing a tournament: an act is judged on the document as it is, stored with it, and then
//! carried out.

use komadai_ids::{Code, UserId};
use komadai_store::{
    Conn, Tx,
    tournaments::{self as rows, archive as finding},
};
use tokio::task::spawn_blocking;
use tracing::{error, warn};
use uuid::Uuid;

use super::{
    Act, Actor, Arc, HeldTournament, StoredTournament, Tournament, TournamentAct, TournamentError,
    TournamentRefusal, Tournaments,
    asking::{Asking, organisers},
    bells, row,
    state::Effect,
    taking_back::HeldBoard,
};
use crate::{
    Member,
    bell::{ring, ring_instead},
};

/// How often an act is judged again because another process has changed the tournament meanwhile.
const TRIES: usize = 5;

/// The longest reason, in characters.
const REASON_CHARS_MAX: usize = 500;

/// What is to be done in a tournament.
enum Deed<'a> {
    /// It was decided here.
    Judged(Actor, Act),
    /// Somebody asks for it.
    Asked(&'a Member, TournamentAct),
}

impl Tournaments {
    /// Does what somebody asks for in a tournament that they see. The same `id` does it once, however
    /// often it comes.
    ///
    /// # Errors
    /// When it is not done; nothing has changed then.
    pub async fn ask(
        &self,
        code: Code,
        id: Uuid,
        by: &Member,
        act: TournamentAct,
        reason: &str,
    ) -> Result<StoredTournament, TournamentError> {
        self.carry_through(code, id, Deed::Asked(by, act), reason).await
    }

    /// Does something in a tournament. The same `id` does it once, however often it comes.
    ///
    /// # Errors
    /// When it is not done; nothing has changed then.
    pub async fn act(
        &self,
        code: Code,
        id: Uuid,
        actor: Actor,
        act: Act,
        reason: &str,
    ) -> Result<StoredTournament, TournamentError> {
        self.carry_through(code, id, Deed::Judged(actor, act), reason).await
    }

    async fn carry_through(
        &self,
        code: Code,
        id: Uuid,
        deed: Deed<'_>,
        reason: &str,
    ) -> Result<StoredTournament, TournamentError> {
        if reason.chars().count() > REASON_CHARS_MAX || reason.contains('\0') {
            let text = format!("a reason has at most {REASON_CHARS_MAX} characters");
            return Err(TournamentRefusal::Settings(text).into());
        }
        let held = self.held(code).await?;
        let mut is_unsure = held.change.lock().await;
        self.find_out(code, &held, &mut is_unsure).await?;
        for _ in 0..TRIES {
            let present = held.stored();
            if let Deed::Asked(by, _) = &deed
                && !self.is_seen(&present.tournament, Some(by.player.id)).await?
            {
                return Err(TournamentError::Unknown);
            }
            let mut conn = self.inner.store.read().await?;
            if rows::act(&mut conn, id).await?.is_some() {
                return Ok(present);
            }
            let (actor, act) = self.judged(&mut conn, &present.tournament, &deed).await?;
            drop(conn);
            if act.begins() {
                self.may_begin()?;
            }
            // Whatever becomes of it, boards that are still held then go on.
            let boards = if act == Act::TakeBack && !present.tournament.plan.at_the_board {
                self.held_untouched(&present.tournament).await?
            } else {
                Vec::new()
            };
            let done = self.act_once(code, id, &actor, &act, reason, &held, &mut is_unsure, boards);
            match done.await {
                // Another process has changed it: it is read again, and the act judged again.
                Err(TournamentError::Store(komadai_store::Error::Conflict)) => {
                    *is_unsure = true;
                    self.find_out(code, &held, &mut is_unsure).await?;
                }
                done => return done,
            }
        }
        Err(komadai_store::Error::Conflict.into())
    }

    /// Who acts, and what is to be done.
    async fn judged(
        &self,
        conn: &mut Conn,
        it: &Tournament,
        deed: &Deed<'_>,
    ) -> Result<(Actor, Act), TournamentError> {
        match deed {
            Deed::Judged(actor, act) => Ok((actor.clone(), act.clone())),
            Deed::Asked(by, act) => {
                let ratings = &self.inner.ratings;
                let now_ms = self.inner.directory.timebase().now_ms();
                Asking { conn, ratings, now_ms, it, by }.judged(act.clone()).await
            }
        }
    }

    /// Does something in a tournament as it is in memory.
    #[expect(clippy::too_many_arguments, reason = "they are those of `act`, and what it holds")]
    async fn act_once(
        &self,
        code: Code,
        id: Uuid,
        actor: &Actor,
        act: &Act,
        reason: &str,
        held: &HeldTournament,
        is_unsure: &mut bool,
        boards: Vec<HeldBoard>,
    ) -> Result<StoredTournament, TournamentError> {
        let before = held.stored();
        let now_ms = self.inner.directory.timebase().now_ms();
        let (said, done, doer) = (reason.trim().to_owned(), act.clone(), actor.clone());
        let (reason, old) = (said.clone(), before.clone());
        let by = match actor {
            Actor::User { id, .. } => Some(*id),
            Actor::Director => None,
        };
        let presence = self.inner.directory.presence().clone();
        // Pairing hundreds takes a while, and so does copying and writing down what they play. Of
        // each tournament one act comes here, and they come in turn.
        let turn = self.inner.deciding.clone().acquire_owned().await;
        let decided = spawn_blocking(move || {
            let _turn = turn;
            let mut changed = (*old.tournament).clone();
            if matches!(done, Act::Begin | Act::Due) {
                changed.begins_with(&|user| presence.is_online(user));
            }
            let effects = changed.act(now_ms, &doer, done.clone(), &reason)?;
            if changed == *old.tournament && effects.is_empty() {
                return Ok(None);
            }
            let stored = StoredTournament {
                tournament: Arc::new(changed),
                version: old.version + 1,
                created_ms: old.created_ms,
            };
            let standings = stored.tournament.final_standings();
            let row = row(&stored, standings.as_ref(), now_ms as i64)?;
            let told = bells::of(&old.tournament, &stored.tournament, &doer, &done, now_ms);
            let answered = bells::answered(&old.tournament, &stored.tournament);
            let terms = stored.tournament.new_terms(&old.tournament);
            let results = standings.map(|it| stored.tournament.final_results(&it));
            Ok::<_, TournamentError>(Some((stored, row, effects, told, answered, terms, results)))
        });
        let decided = decided.await.map_err(|panic| {
            error!("tournament {code}: {panic}");
            TournamentRefusal::Settings("something went wrong here".to_owned())
        })??;
        let Some((stored, row, effects, told, answered, terms, results)) = decided else {
            return Ok(before);
        };
        let note = rows::TournamentAct {
            id,
            version: stored.version as i64,
            at_ms: now_ms as i64,
            by,
            act: serde_json::to_string(&act.kept())?,
            reason: said,
        };
        #[cfg(feature = "testing")]
        self.halfway().await;
        *is_unsure = true;
        let mut tx = self.inner.store.write().await?;
        rows::change(&mut tx, &row).await?;
        if act.is_kept() {
            rows::note(&mut tx, stored.tournament.id, &note).await?;
        }
        for effect in &effects {
            match effect {
                Effect::TakesPart { user, does } => {
                    rows::take_part(&mut tx, stored.tournament.id, *user, *does).await?;
                }
                Effect::Rate { games } => self.inner.ratings.rate_evening(&mut tx, games).await?,
                Effect::Arbiter { .. } => {}
            }
        }
        if let Some(terms) = terms {
            finding::set_terms(&mut tx, stored.tournament.id, &terms).await?;
        }
        if let Some(results) = results {
            finding::set_results(&mut tx, stored.tournament.id, &results).await?;
        }
        for (whom, by, item) in &told {
            for to in heard_by(&mut tx, &stored.tournament, *whom).await? {
                ring(&mut tx, to, *by, now_ms as i64, item).await?;
            }
        }
        for call in &answered {
            ring_instead(&mut tx, call.by, |item| call.is_told_by(item), &call.instead).await?;
        }
        #[cfg(feature = "testing")]
        self.die_unless_alive()?;
        tx.commit().await?;
        #[cfg(feature = "testing")]
        self.live_on()?;
        held.present.lock().stored = stored.clone();
        self.note_change();
        *is_unsure = false;
        self.close_held(boards);
        self.carry_out(&stored, &effects).await;
        if let Err(cause) = self.end_unseen_streams(&stored.tournament).await {
            // What they hear is a number; what stands behind it they are refused.
            warn!("clients that may no longer follow tournament {code} still do: {cause}");
        }
        let render = self.inner.directory.render();
        self.inner.directory.presence().tournament_changed(code, stored.version, render);
        Ok(stored)
    }
}

/// The accounts that hear of something.
async fn heard_by(
    tx: &mut Tx,
    it: &Tournament,
    whom: bells::Whom,
) -> komadai_store::Result<Vec<UserId>> {
    let bells::Whom::Account(user) = whom else { return organisers(tx, it).await };
    Ok(vec![user])
}
