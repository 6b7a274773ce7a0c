//! `/api/v1/tsume/compositions` and `/api/v1/tsume/proposed`: problems that players compose, and
//! the votes about them.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::UserId;
use komadai_protocol::{
    RefusalCode,
    http::{
        paging::{After, NextPage},
        tsume as wire,
    },
};
use komadai_rules::{Position, Variant, tsume::examine};
use komadai_service::tsume::compositions::{
    CompositionRefusal, Decision, NODES_MAX, PUBLISHED_PERCENT, VOTES_NEEDED,
};
use komadai_store::tsume::{
    self as attempts,
    compositions::{Composition, ShownComposition},
};
use uuid::Uuid;

use super::tsume::BODY_BYTES_MAX;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{Answer, Completion, CreatedAnswer, NoContent},
        contract::Routes,
        extract::{Ask, Body, Player, Reader},
        paging::{self, PAGE},
        problem::Problem,
    },
    refused::WireRefusal,
};

/// What is below `/tsume` besides single problems.
pub(super) fn routes(routes: Routes) -> Routes {
    routes
        .get("/compositions", own, "The caller's compositions")
        .post("/compositions", keep, "Saves a position as a draft, sound or not")
        .put("/compositions/{id}", edit, "Puts another position into the caller's draft")
        .delete("/compositions/{id}", delete, "Deletes the caller's draft or proposal")
        .post(
            "/compositions/{id}/propose",
            propose,
            "Proposes the caller's draft, if it is sound and new, for others to solve and vote on",
        )
        .post("/compositions/{id}/withdraw", withdraw, "Makes the caller's proposal a draft again")
        .get("/proposed", proposed, "The problems on which players vote")
        .put(
            "/{number}/vote",
            vote,
            "Votes on a proposed problem that the caller has solved; the vote can be changed",
        )
}

impl From<CompositionRefusal> for WireRefusal {
    fn from(refusal: CompositionRefusal) -> Self {
        use CompositionRefusal as R;
        use RefusalCode as C;
        let code = match refusal {
            R::Unknown => C::UnknownComposition,
            R::UnknownProblem => C::UnknownProblem,
            R::NotADraft => C::NotADraft,
            R::NotProposed => C::NotProposed,
            R::TooManyDrafts | R::TooManyProposed => C::TooManyCompositions,
            R::Unsound => C::Unsound,
            R::Known(_) => C::KnownPosition,
            R::NotSolved => C::NotSolved,
            R::WasShown => C::SolutionShown,
            R::TooNew { .. } => C::VotesLater,
            R::VotedThere => C::VotedThere,
            R::Own => C::Yourself,
            R::KeptApart => C::KeptApart,
            R::NotNow(refused) => return refused.into(),
            R::Failed => C::Internal,
        };
        Self::said(code, refusal.to_string())
    }
}

impl From<CompositionRefusal> for Problem {
    fn from(refusal: CompositionRefusal) -> Self {
        WireRefusal::from(refusal).into()
    }
}

/// A composer or voter: somebody with an account.
fn member(player: &Player) -> Result<UserId, Problem> {
    let detail = "composing and voting are for players with an account; register first";
    if player.guest { Err(Problem::new(RefusalCode::NeedsAccount, detail)) } else { Ok(player.id) }
}

fn id_of(text: &str) -> Result<Uuid, CompositionRefusal> {
    text.parse().map_err(|_| CompositionRefusal::Unknown)
}

/// A position that is sent.
pub(super) fn position(sfen: &str) -> Result<Position, Problem> {
    Position::from_sfen(Variant::standard(), sfen)
        .map_err(|cause| Problem::new(RefusalCode::BadPosition, cause.to_string()))
}

/// A composition as its composer sees it.
pub(super) fn composition(it: Composition) -> wire::Composition {
    wire::Composition {
        id: it.id,
        state: it.state,
        sfen: it.sfen,
        number: it.posed.as_ref().map(|posed| posed.number),
        plies: it.posed.map(|posed| posed.plies),
        created_ms: it.created_ms,
        since_ms: it.since_ms,
        declined_ms: it.declined_ms,
        removed_reason: it.removed_reason,
    }
}

/// Who has composed a problem.
pub(super) fn author(shown: &ShownComposition) -> wire::TsumeAuthor {
    wire::TsumeAuthor {
        handle: shown.owner_handle.clone().unwrap_or_default(),
        name: shown.owner_name.clone(),
    }
}

/// The vote about a proposed problem, for a reader.
pub(super) fn proposal(
    shown: &ShownComposition,
    reader: Option<UserId>,
    has_solved: bool,
) -> wire::TsumeProposal {
    wire::TsumeProposal {
        n_votes: shown.n_votes,
        n_needed: VOTES_NEEDED,
        mine: reader == Some(shown.composition.owner),
        solved: has_solved,
        vote: shown.vote,
    }
}

async fn own(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::Compositions> {
    let found = match reader {
        Some(player) => app.service.tsume.compositions(player.id).await?,
        None => Vec::new(),
    };
    Ok(Json(wire::Compositions {
        compositions: found.into_iter().map(composition).collect(),
        votes_needed: VOTES_NEEDED,
        percent_needed: PUBLISHED_PERCENT,
    }))
}

async fn keep(
    State(app): State<App>,
    player: Player,
    Body(wire::NewComposition { sfen }): Body<wire::NewComposition, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::CompositionMade>, Problem> {
    app.disk_has_room()?;
    let id = app.service.tsume.keep_draft(member(&player)?, &position(&sfen)?).await?;
    Ok(CreatedAnswer(wire::CompositionMade { id }))
}

async fn edit(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(wire::NewComposition { sfen }): Body<wire::NewComposition, BODY_BYTES_MAX>,
) -> Completion {
    app.disk_has_room()?;
    let (owner, id) = (member(&player)?, id_of(&id)?);
    app.service.tsume.edit_draft(owner, id, &position(&sfen)?).await?;
    Ok(NoContent)
}

async fn delete(State(app): State<App>, player: Player, Path(id): Path<String>) -> Completion {
    app.service.tsume.delete_composition(member(&player)?, id_of(&id)?).await?;
    Ok(NoContent)
}

async fn propose(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Answer<wire::CompositionProposed> {
    app.disk_has_room()?;
    let draft = app.service.tsume.composition(member(&player)?, id_of(&id)?).await?;
    let start = position(&draft.sfen)?;
    app.may_assist(Some(&player), player.peer, Some(&start))?;
    let examined =
        app.blocking_pool.run(Lane::Dear, player.peer, move |_| examine(&start, NODES_MAX)).await?;
    let number = app.service.tsume.propose(&player, &draft, &examined).await?;
    Ok(Json(wire::CompositionProposed { number }))
}

async fn withdraw(State(app): State<App>, player: Player, Path(id): Path<String>) -> Completion {
    app.service.tsume.withdraw(member(&player)?, id_of(&id)?).await?;
    Ok(NoContent)
}

async fn proposed(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(after): Ask<After>,
) -> Answer<wire::TsumeProposals> {
    let reader = reader.map(|player| player.id);
    let found = app.service.tsume.proposed(reader, paging::key(after), PAGE).await?;
    let next = paging::last(&found).map(|it| &it.composition);
    let next = next.map(|it| NextPage::after(it.since_ms, it.id));
    let solved = match reader {
        Some(reader) => attempts::attempts(&mut app.service.store.read().await?, reader).await?,
        None => Vec::new(),
    };
    let listed = found.into_iter().filter_map(|shown| {
        let posed = shown.composition.posed.as_ref()?;
        let attempt = solved.iter().find(|it| it.number == posed.number);
        let has_solved = attempt.is_some_and(|it| it.solved_ms.is_some());
        Some(wire::TsumeProposed {
            number: posed.number,
            plies: posed.plies,
            author: author(&shown),
            proposal: proposal(&shown, reader, has_solved),
            since_ms: shown.composition.since_ms,
            sfen: shown.composition.sfen,
        })
    });
    Ok(Json(wire::TsumeProposals { proposed: listed.collect(), next }))
}

async fn vote(
    State(app): State<App>,
    player: Player,
    Path(number): Path<String>,
    Body(wire::TsumeVote { yes }): Body<wire::TsumeVote, BODY_BYTES_MAX>,
) -> Answer<wire::TsumeVoted> {
    let number = number.parse().map_err(|_| CompositionRefusal::UnknownProblem)?;
    let state =
        match app.service.tsume.vote(member(&player)?, player.peer.address(), number, yes).await? {
            Decision::Open => wire::CompositionState::Proposed,
            Decision::Published => wire::CompositionState::Published,
            Decision::Declined => wire::CompositionState::Draft,
        };
    Ok(Json(wire::TsumeVoted { state }))
}
