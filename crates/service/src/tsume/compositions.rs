//! Tsume that players compose: drafts, which only their composers see, proposals, which others solve
//! and vote on, and what is published, which is one of the problems from then on.

use std::net::IpAddr;

use komadai_community::bell::BellItem;
use komadai_game::Player;
use komadai_ids::UserId;
use komadai_live::{LiveRefusal, Taker, Why, random};
use komadai_rules::{
    Move, Position, Variant,
    tsume::{COMPOSED_AFTER, Examination, Tsume as Problem, find, position_key, same_as, themes},
};
use komadai_store::{
    Conn, PageKey, Tx, relations,
    tsume::{
        self as attempts,
        compositions::{
            self as rows, Composition, CompositionState, NewVote, ProblemText, ShownComposition,
            Votes,
        },
    },
    users,
};
use tracing::warn;
use uuid::Uuid;

use super::{TsumeClub, is_rated};
use crate::{bell::ring, moderation::note, voters};

/// How many drafts somebody may keep.
pub const DRAFTS_MAX: u64 = 100;

/// How many proposals of one composer may be open.
pub const PROPOSED_MAX: u64 = 5;

/// How many votes decide.
pub const VOTES_NEEDED: u32 = 10;

/// Of all votes, how many percent must be for it to publish a composition.
pub const PUBLISHED_PERCENT: u32 = 70;

/// When fewer percent are for it, it becomes a draft again.
const DECLINED_PERCENT: u32 = 40;

/// How many positions the solver looks at in a composition before it gives up: a few seconds' work.
pub const NODES_MAX: u64 = 1_200_000;

/// How many it looks at to answer a move that is not the solution's.
pub const ANSWER_NODES_MAX: u64 = 100_000;

/// Why not. What failed in the database is logged where it failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompositionRefusal {
    /// The caller has no such composition.
    #[error("you have no such composition; it may have been deleted")]
    Unknown,
    /// Nothing has that number.
    #[error("there is no such problem")]
    UnknownProblem,
    /// It is proposed or published, or it has changed in the meantime.
    #[error("this is not a draft any more, or it has changed; load the page again")]
    NotADraft,
    /// There are no votes about it.
    #[error("there is no vote about this problem any more")]
    NotProposed,
    /// There are enough.
    #[error("you have {DRAFTS_MAX} drafts; delete one first")]
    TooManyDrafts,
    /// There are enough.
    #[error(
        "{PROPOSED_MAX} of your compositions are proposed; wait for the votes, or withdraw one"
    )]
    TooManyProposed,
    /// The solver has something against it.
    #[error("this composition is not sound; check it, and propose it when nothing is wrong")]
    Unsound,
    /// It is there already.
    #[error("this position, or its mirror image, is problem {0} already")]
    Known(u32),
    /// Whoever votes must know what about.
    #[error("solve this problem first")]
    NotSolved,
    /// Whoever was shown the solution has not seen how hard it is to find.
    #[error("you were shown the solution of this problem; others vote on it")]
    WasShown,
    /// Many accounts are made in a minute.
    #[error(
        "votes count from accounts that are {days} days old and have solved {problems} problems by \
         themselves"
    )]
    TooNew { days: u32, problems: u32 },
    /// One line has many accounts.
    #[error("somebody else has voted on this problem from your network; one vote counts from each")]
    VotedThere,
    /// Nobody votes for themselves.
    #[error("others vote on your compositions")]
    Own,
    /// One of the two has blocked the other.
    #[error("one of you has blocked the other")]
    KeptApart,
    /// The site, or a moderator, does not allow it at the moment.
    #[error("{}", .0.message)]
    NotNow(LiveRefusal),
    /// The database cannot be used.
    #[error("the compositions cannot be read or stored at the moment")]
    Failed,
}

impl From<LiveRefusal> for CompositionRefusal {
    fn from(refused: LiveRefusal) -> Self {
        Self::NotNow(refused)
    }
}

impl From<komadai_store::Error> for CompositionRefusal {
    fn from(cause: komadai_store::Error) -> Self {
        warn!("a composition cannot be read or stored: {cause}");
        Self::Failed
    }
}

type Result<T, E = CompositionRefusal> = std::result::Result<T, E>;

/// A problem, and who has composed it if it is a player's.
#[derive(Clone, Debug)]
pub struct FoundProblem {
    pub problem: Problem,
    pub composed: Option<ShownComposition>,
}

impl FoundProblem {
    /// The problem with this number, for a reader.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(
        conn: &mut Conn,
        number: u32,
        reader: Option<UserId>,
    ) -> komadai_store::Result<Option<Self>> {
        if number <= COMPOSED_AFTER {
            let known = find(number).cloned();
            return Ok(known.map(|problem| Self { problem, composed: None }));
        }
        let shown = rows::numbered(conn, number, reader).await?;
        Ok(shown.and_then(|shown| {
            let problem = problem_of(&shown.composition)?;
            Some(Self { problem, composed: Some(shown) })
        }))
    }

    /// Whether it is one of the problems, and not a proposal.
    pub fn is_published(&self) -> bool {
        self.composed.as_ref().is_none_or(|it| it.composition.state == CompositionState::Published)
    }

    /// Whether an attempt is noted as more than solved or not: what is proposed may still be turned
    /// down, and composers know the solution.
    pub(super) fn counts_for(&self, user: Option<UserId>) -> bool {
        let owner = self.composed.as_ref().map(|it| it.composition.owner);
        self.is_published() && (owner.is_none() || owner != user)
    }

    /// Whether a first attempt changes ratings.
    pub fn is_rated_for(&self, user: Option<UserId>) -> bool {
        is_rated(&self.problem) && self.counts_for(user)
    }

    /// How many positions may be looked at to answer a solver. Those that come with Komadai are
    /// known to be small.
    pub fn nodes_max(&self) -> u64 {
        if self.composed.is_some() { ANSWER_NODES_MAX } else { u64::MAX }
    }
}

/// The problem that a composition is; `None` of a draft.
pub fn problem_of(composition: &Composition) -> Option<Problem> {
    let posed = composition.posed.as_ref()?;
    let variant = Variant::standard();
    let start = Position::from_sfen(variant, &composition.sfen).ok()?;
    let moves = posed.solution.split(' ').map(|usi| Move::from_usi(variant, usi).ok());
    Some(Problem::composed(posed.number, start, moves.collect::<Option<_>>()?))
}

/// What votes come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// There will be more votes.
    Open,
    /// It is one of the problems.
    Published,
    /// It is a draft again.
    Declined,
}

/// What these votes come to.
fn decision(Votes { n_yes, n_no }: Votes) -> Decision {
    let n = n_yes.saturating_add(n_no);
    let percent = n_yes.saturating_mul(100).checked_div(n).unwrap_or(0);
    match percent {
        _ if n < VOTES_NEEDED => Decision::Open,
        PUBLISHED_PERCENT.. => Decision::Published,
        DECLINED_PERCENT.. => Decision::Open,
        _ => Decision::Declined,
    }
}

impl TsumeClub {
    /// All that somebody has composed, the latest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn compositions(&self, owner: UserId) -> Result<Vec<Composition>> {
        Ok(rows::of(&mut self.store.read().await?, owner).await?)
    }

    /// A composition of somebody's.
    ///
    /// # Errors
    /// When there is none.
    pub async fn composition(&self, owner: UserId, id: Uuid) -> Result<Composition> {
        let mut conn = self.store.read().await?;
        rows::find(&mut conn, owner, id).await?.ok_or(CompositionRefusal::Unknown)
    }

    /// A page of what is proposed, the latest first, for a reader.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn proposed(
        &self,
        reader: Option<UserId>,
        after: PageKey,
        limit: u32,
    ) -> Result<Vec<ShownComposition>> {
        Ok(rows::proposed(&mut self.store.read().await?, reader, after, limit).await?)
    }

    /// Keeps a position as a draft, sound or not.
    ///
    /// # Errors
    /// When there are too many, or nothing is stored at the moment.
    pub async fn keep_draft(&self, owner: UserId, position: &Position) -> Result<Uuid> {
        self.may_begin()?;
        let now_ms = self.timebase.now_ms();
        let id = random::id(now_ms);
        let mut tx = self.store.write().await?;
        if rows::n_in(&mut tx, owner, CompositionState::Draft).await? >= DRAFTS_MAX {
            return Err(CompositionRefusal::TooManyDrafts);
        }
        rows::insert(&mut tx, id, owner, &position.sfen(), now_ms as i64).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// Puts another position into a draft.
    ///
    /// # Errors
    /// When it is none, or nothing is stored at the moment.
    pub async fn edit_draft(&self, owner: UserId, id: Uuid, position: &Position) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        own(&mut tx, owner, id).await?;
        let now_ms = self.timebase.now_ms() as i64;
        if !rows::edit(&mut tx, owner, id, &position.sfen(), now_ms).await? {
            return Err(CompositionRefusal::NotADraft);
        }
        Ok(tx.commit().await?)
    }

    /// Deletes a composition that is not published.
    ///
    /// # Errors
    /// When there is none.
    pub async fn delete_composition(&self, owner: UserId, id: Uuid) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let composition = own(&mut tx, owner, id).await?;
        // The vote that is counted at this moment may publish it.
        match composition.state {
            CompositionState::Draft | CompositionState::Removed => {}
            CompositionState::Proposed => hold(&mut tx, &composition).await?,
            CompositionState::Published => return Err(CompositionRefusal::NotADraft),
        }
        rows::delete(&mut tx, id).await?;
        Ok(tx.commit().await?)
    }

    /// Proposes a draft, of whose position this was found. Its number as a problem.
    ///
    /// # Errors
    /// When it is not sound, is known, or there are too many.
    pub async fn propose(
        &self,
        by: &Player,
        draft: &Composition,
        examined: &Examination,
    ) -> Result<u32> {
        if !examined.is_sound() {
            return Err(CompositionRefusal::Unsound);
        }
        if let Some(known) = same_as(&examined.position) {
            return Err(CompositionRefusal::Known(known.number));
        }
        let variant = Variant::standard();
        let usi = |mv: &Move| mv.usi(variant).to_string();
        let solution: Vec<_> = examined.solution.iter().map(usi).collect();
        let themes = themes(&examined.position, &examined.solution);
        let themes: Vec<_> = themes.iter().map(|it| it.as_str()).collect();
        let key = position_key(&examined.position);
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        // Whoever has a number is alone, so that nobody proposes the same at the same time.
        let number = rows::next_number(&mut tx).await?;
        if rows::n_in(&mut tx, by.id, CompositionState::Proposed).await? >= PROPOSED_MAX {
            return Err(CompositionRefusal::TooManyProposed);
        }
        if let Some(known) = rows::with_position(&mut tx, &key).await? {
            return Err(CompositionRefusal::Known(known));
        }
        let posed = ProblemText {
            number,
            plies: solution.len() as u32,
            solution: solution.join(" "),
            themes: themes.join(" "),
        };
        let of = (by.id, draft.id, draft.sfen.as_str());
        let sfen = examined.position.sfen();
        if !rows::propose(&mut tx, of, &posed, (&sfen, &key), now_ms as i64).await? {
            return Err(CompositionRefusal::NotADraft);
        }
        // It is read by others: it counts like a line of chat, and who is muted does not do it.
        self.directory.sanctions().say(Taker::new(by, None), now_ms)?;
        tx.commit().await?;
        Ok(number)
    }

    /// Makes a proposal a draft again, for its composer.
    ///
    /// # Errors
    /// When it is not proposed.
    pub async fn withdraw(&self, owner: UserId, id: Uuid) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let composition = own(&mut tx, owner, id).await?;
        hold(&mut tx, &composition).await?;
        rows::take_back(&mut tx, id, None, self.timebase.now_ms() as i64).await?;
        Ok(tx.commit().await?)
    }

    /// Casts a vote about a proposal, or changes it; what has become of it then.
    ///
    /// # Errors
    /// When it is not theirs to vote.
    pub async fn vote(
        &self,
        by: UserId,
        from: IpAddr,
        number: u32,
        is_yes: bool,
    ) -> Result<Decision> {
        self.may_begin()?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let shown = rows::numbered(&mut tx, number, Some(by)).await?;
        let composition = shown.ok_or(CompositionRefusal::UnknownProblem)?.composition;
        let (id, owner) = (composition.id, composition.owner);
        if owner == by {
            return Err(CompositionRefusal::Own);
        }
        hold(&mut tx, &composition).await?;
        if relations::are_apart(&mut tx, owner, by).await? {
            return Err(CompositionRefusal::KeptApart);
        }
        if !attempts::is_solved(&mut tx, by, number).await? {
            return Err(CompositionRefusal::NotSolved);
        }
        let network = voters::network(from);
        self.may_vote(&mut tx, by, &composition, network.as_deref(), now_ms).await?;
        let vote = NewVote { by, is_yes, network: network.as_deref() };
        rows::vote(&mut tx, id, vote, now_ms).await?;
        let decision = decision(rows::votes(&mut tx, id).await?);
        match decision {
            Decision::Open => {}
            Decision::Published => {
                rows::publish(&mut tx, id, now_ms).await?;
                ring(&mut tx, owner, None, now_ms, &BellItem::TsumePublished { number }).await?;
            }
            Decision::Declined => {
                rows::take_back(&mut tx, id, Some(now_ms), now_ms).await?;
            }
        }
        tx.commit().await?;
        Ok(decision)
    }

    /// Whether somebody who has solved a proposal may vote on it.
    async fn may_vote(
        &self,
        tx: &mut Tx,
        by: UserId,
        composition: &Composition,
        network: Option<&str>,
        now_ms: i64,
    ) -> Result<()> {
        let limits = self.directory.limits();
        let number = composition.posed.as_ref().map_or(0, |posed| posed.number);
        if attempts::was_shown(tx, by, number).await? {
            return Err(CompositionRefusal::WasShown);
        }
        let created_ms = users::find(tx, by).await?.map_or(now_ms, |user| user.created_ms);
        let n_solved = attempts::n_solved_alone(tx, by).await?;
        if !voters::is_old_enough(created_ms, limits, now_ms)
            || n_solved < u64::from(limits.vote_after_problems)
        {
            let (days, problems) = (limits.vote_after_days, limits.vote_after_problems);
            return Err(CompositionRefusal::TooNew { days, problems });
        }
        match network {
            Some(network) if rows::voted_from(tx, composition.id, network, by).await? => {
                Err(CompositionRefusal::VotedThere)
            }
            _ => Ok(()),
        }
    }

    /// Takes a proposed or published composition away, as a moderator, for a reason that stays in
    /// the log and is told to the composer.
    ///
    /// # Errors
    /// When there is none.
    pub async fn take_down(&self, by: UserId, number: u32, reason: &str) -> Result<()> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let shown = rows::numbered(&mut tx, number, None).await?;
        let ShownComposition { composition, owner_handle, .. } =
            shown.ok_or(CompositionRefusal::UnknownProblem)?;
        let Composition { id, owner, sfen, .. } = composition;
        match owner_handle {
            Some(_) => {
                let (at_ms, item) = (now_ms as i64, BellItem::TsumeRemoved { number });
                rows::remove(&mut tx, id, reason, at_ms).await?;
                ring(&mut tx, owner, None, at_ms, &item).await?;
            }
            // The composer's account is deleted: nobody is left to be told.
            None => {
                rows::delete(&mut tx, id).await?;
            }
        }
        let details = format!("{number} ({sfen}): {reason}");
        note(&mut tx, now_ms, Some(by), "remove_tsume", Some(owner), &details).await?;
        Ok(tx.commit().await?)
    }

    /// Whether anything may be changed at the moment.
    fn may_begin(&self) -> Result<()> {
        if self.directory.sanctions().is_read_only() {
            Err(LiveRefusal::new(Why::ReadOnly).into())
        } else {
            Ok(())
        }
    }
}

async fn own(tx: &mut Tx, owner: UserId, id: Uuid) -> Result<Composition> {
    rows::find(tx, owner, id).await?.ok_or(CompositionRefusal::Unknown)
}

/// Holds a proposal for a transaction.
async fn hold(tx: &mut Tx, composition: &Composition) -> Result<()> {
    let number = composition.posed.as_ref().map(|posed| posed.number);
    match number {
        Some(number) if rows::hold(tx, number).await? => Ok(()),
        _ => Err(CompositionRefusal::NotProposed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_votes_decide_when_most_agree() {
        for (n_yes, n_no, expected) in [
            (0, 0, Decision::Open),
            (9, 0, Decision::Open),
            (0, 9, Decision::Open),
            (10, 0, Decision::Published),
            (7, 3, Decision::Published),
            (6, 4, Decision::Open),
            (4, 6, Decision::Open),
            (3, 7, Decision::Declined),
            (0, 10, Decision::Declined),
            // More votes are counted by the same measure.
            (13, 6, Decision::Open),
            (14, 6, Decision::Published),
            (8, 12, Decision::Open),
            (7, 12, Decision::Declined),
        ] {
            assert_eq!(decision(Votes { n_yes, n_no }), expected, "{n_yes} of {}", n_yes + n_no);
        }
    }
}
