//! Reviews: reading a file into one, keeping, listing and exporting them.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_ids::Code;
use komadai_kifu::read_unless;
use komadai_protocol::{
    RefusalCode, ReviewView,
    http::{
        archive::FileSent,
        files::PictureOptions,
        reviews::{
            EngineLeave, ReviewDraft, ReviewList, ReviewListed, ReviewMade, ReviewTerms,
            ReviewsRead,
        },
    },
};
use komadai_review::{Tree, TreeError};
use komadai_service::reviews::{BYTES_MAX, Present, ReviewRefusal};
use komadai_store::{ReviewSummary, StudyVisibility, reviews as stored};

use super::{
    files::{self, File, GameFile, Subject},
    imports,
};
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    gif_cache::Source,
    http::{
        answer::{Answer, Completion, CreatedAnswer, Download, NoContent},
        caching::CacheTag,
        contract::Routes,
        extract::{self, Ask, Body, Player, Reader, Visitor},
        peer::Peer,
        problem::Problem,
    },
    render, throttle,
};

/// Bytes of one tree.
const TREE_BYTES_MAX: usize = BYTES_MAX + 4_096;

/// Games of one file that are read at once.
const GAMES_READ_MAX: usize = 100;

pub(super) fn routes() -> Routes {
    Routes::new("reviews")
        .get("/me/reviews", own, "The caller's own reviews")
        .get(
            "/me/engine",
            engine_leave,
            "Whether the caller may have positions evaluated by an engine",
        )
        .get("/reviews", public, "The publicly listed reviews")
        .post("/reviews", create, "Stores a review of the caller")
        .post("/reviews/read", read, "The games of a file as trees; nothing is stored")
        .post("/reviews/file/{file}", write, "A tree as `record.kif` and so on; nothing is stored")
        .get("/reviews/{code}", show, "A review, or the one of the finished game with that code")
        .put(
            "/reviews/{code}",
            set_terms,
            "Changes whether the caller's own review is publicly listed",
        )
        .delete("/reviews/{code}", delete, "Deletes the caller's own review")
        .get("/reviews/{code}/{file}", file, files::SUMMARY)
}

impl From<TreeError> for Problem {
    fn from(cause: TreeError) -> Self {
        Self::new(RefusalCode::BadReview, cause.to_string())
    }
}

fn code(text: &str) -> Result<Code, Problem> {
    text.parse().map_err(|_| ReviewRefusal::Unknown.into())
}

/// Nodes of a tree that is judged in a moment.
const NODES_CHEAP_MAX: usize = 2_000;

/// Where a tree is judged.
fn lane_of(tree: &Tree) -> Lane {
    if tree.nodes.len() <= NODES_CHEAP_MAX { Lane::Cheap } else { Lane::Dear }
}

async fn read(
    State(app): State<App>,
    visitor: Visitor,
    Ask(sent): Ask<FileSent>,
    extract::File(file): extract::File<{ imports::FILE_BYTES_MAX }>,
) -> Answer<ReviewsRead> {
    let format = imports::format_of(&sent)?;
    let read = imports::read_in(&app, visitor.peer, file.len(), move |deadline: &Deadline| {
        let until = deadline.clone();
        let reading = read_unless(&file, format, None, move || until.is_over())
            .map_err(|cause| imports::unreadable(&file, &cause))?;
        if reading.records.len() > GAMES_READ_MAX {
            let detail = format!("a file to review may have {GAMES_READ_MAX} games; split it");
            return Err(imports::too_large(detail));
        }
        let trees: Result<Vec<_>, _> = reading.records.iter().map(Tree::of).collect();
        let (notes, n_notes) = imports::notes(&file, reading.notes);
        Ok(ReviewsRead {
            trees: trees?,
            format: reading.format.name().to_owned(),
            charset: reading.charset.to_owned(),
            notes,
            n_notes,
        })
    });
    Ok(Json(read.await?))
}

async fn create(
    State(app): State<App>,
    player: Player,
    Body(ReviewDraft { tree, public }): Body<ReviewDraft, TREE_BYTES_MAX>,
) -> Result<CreatedAnswer<ReviewMade>, Problem> {
    let lane = lane_of(&tree);
    app.disk_has_room()?;
    let judge = move |_: &Deadline| tree.record().map(|_| tree);
    let tree = app.blocking_pool.run(lane, player.peer, judge).await??;
    let may_keep = |kept, new| app.may_keep(&player, player.peer, kept, new);
    let review = app.service.reviews.create(&player, tree, public, may_keep).await?;
    Ok(CreatedAnswer(ReviewMade { review }))
}

async fn show(
    State(app): State<App>,
    Reader(reader): Reader,
    peer: Peer,
    Path(text): Path<String>,
) -> Answer<ReviewView> {
    let review = app.service.reviews.look(code(&text)?, reader.as_ref().map(|it| it.id)).await?;
    if !app.throttle.review(peer, review.n_bytes) {
        return Err(throttle::too_many());
    }
    let may_edit = reader.is_some_and(|player| review.may_edit(player.id));
    Ok(Json(render::review_view(&review, may_edit, &Present::default())))
}

async fn file(
    State(app): State<App>,
    Reader(reader): Reader,
    peer: Peer,
    Path((text, name)): Path<(String, String)>,
    Ask(look): Ask<PictureOptions>,
    headers: HeaderMap,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let review = app.service.reviews.look(code(&text)?, reader.map(|it| it.id)).await?;
    let summary = review.summary;
    let of = (summary.id, summary.seq, file, &look);
    let cached = match &review.study {
        Some(study) if study.visibility == StudyVisibility::Private => CacheTag::own(of),
        _ => CacheTag::public(of, false),
    };
    if let Some(known) = cached.known(&headers) {
        return Ok(Download::new(known));
    }
    let (name, source) =
        (format!("komadai-{}", summary.id), Source::Review(summary.id, summary.seq));
    let (lane, tree) = (lane_of(&review.tree), review.tree);
    let record = app.blocking_pool.run(lane, peer, move |_| tree.record()).await??;
    let subject = Subject { record, name, king: None, cached, source: Some(source) };
    files::send(&app, peer, &headers, subject, file, &look).await
}

async fn write(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(tree): Body<Tree, TREE_BYTES_MAX>,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let (lane, peer) = (lane_of(&tree), visitor.peer);
    let record = app.blocking_pool.run(lane, peer, move |_| tree.record()).await??;
    let (name, look) = ("komadai-review".to_owned(), PictureOptions::default());
    // What is sent depends on the body, so it is not to be kept by its address.
    let cached = CacheTag::own(0);
    let subject = Subject { record, name, king: None, cached, source: None };
    files::send(&app, peer, &HeaderMap::new(), subject, file, &look).await
}

async fn set_terms(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
    Body(ReviewTerms { public }): Body<ReviewTerms>,
) -> Completion {
    app.service.reviews.publish(code(&text)?, player.id, public).await?;
    Ok(NoContent)
}

async fn delete(State(app): State<App>, player: Player, Path(text): Path<String>) -> Completion {
    app.service.reviews.delete(code(&text)?, player.id).await?;
    Ok(NoContent)
}

fn listed(it: ReviewSummary) -> ReviewListed {
    ReviewListed {
        review: it.id.code(),
        title: it.title,
        variant: it.variant,
        of_game: it.of_game,
        plies: it.plies,
        public: it.is_public,
        updated_ms: it.updated_ms,
    }
}

async fn own(State(app): State<App>, Reader(reader): Reader) -> Answer<ReviewList> {
    let Some(player) = reader else { return Ok(Json(ReviewList::default())) };
    let mut conn = app.service.store.read().await?;
    let reviews = stored::by_owner(&mut conn, player.id).await?;
    Ok(Json(ReviewList { reviews: reviews.into_iter().map(listed).collect() }))
}

async fn public(State(app): State<App>) -> Answer<ReviewList> {
    let mut conn = app.service.store.read().await?;
    let reviews = stored::public(&mut conn).await?;
    Ok(Json(ReviewList { reviews: reviews.into_iter().map(listed).collect() }))
}

/// Not while the server itself would compute nothing for the reader.
async fn engine_leave(State(app): State<App>, Reader(reader): Reader) -> Answer<EngineLeave> {
    let game = reader.and_then(|player| app.service.directory.rated_game_of(player.id));
    Ok(Json(EngineLeave { allowed: game.is_none(), game }))
}
