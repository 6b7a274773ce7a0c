//! Studies: their lists, chapters and members, and all chapters in one file.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::IntoResponse as _,
};
use komadai_ids::{Code, UserId};
use komadai_kifu::{Format, Key, Record};
use komadai_protocol::{
    RefusalCode,
    http::{paging::NextPage, studies as wire},
};
use komadai_review::Tree;
use komadai_rules::Side;
use komadai_service::{
    reviews::Standing,
    studies::{NewChapter, StudyError, StudyLook, StudyRefusal},
};
use komadai_store::{
    ListedStudy, StudyVisibility,
    studies::{
        chapters::Chapter,
        invitations::{InvitationState, InvitedInto},
        solutions::Solution,
    },
};

use super::files::{self, attachment, unwritable};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{Answer, Completion, CreatedAnswer, Download, Kind, NoContent},
        caching::CacheTag,
        contract::Routes,
        extract::{self, Ask, Body, Player, Reader},
        paging,
        paging::PAGE,
        peer::Peer,
        problem::Problem,
    },
    refused::WireRefusal,
    throttle,
};

/// What looking for words in all studies counts for.
const SEARCH_COST: u32 = 1;

/// Bytes of the trees of one request.
const CHAPTERS_BYTES_MAX: usize = 4 << 20;

/// Bytes of the trees of a study that is written into one file.
const FILE_BYTES_MAX: u64 = 8 << 20;

/// The longest terms of a study: a description in Japanese, escaped, and ten topics.
const TERMS_BYTES_MAX: usize = 16 << 10;

pub(super) fn routes() -> Routes {
    Routes::new("studies")
        .get("/me/studies", own, "The caller's own studies, and those shared with them")
        .get("/studies", public, "The publicly listed studies")
        .post("/studies", create, "Makes a study")
        .get("/studies/{code}", show, "A study")
        .put("/studies/{code}", edit, "Changes the caller's own study")
        .delete("/studies/{code}", delete, "Deletes the caller's own study")
        .post("/studies/{code}/chapters", add, "Appends chapters to a study")
        .put("/studies/{code}/chapters/{review}", edit_chapter, "Changes a chapter's terms")
        .delete("/studies/{code}/chapters/{review}", delete_chapter, "Deletes a chapter")
        .put(
            "/studies/{code}/chapters/{review}/solution",
            solve,
            "Notes that the caller has played an exercise to its end",
        )
        .put("/studies/{code}/order", order, "Puts the chapters of a study in another order")
        .put(
            "/studies/{code}/members/{handle}",
            set_member,
            "Invites an account to become a member, or gives a member another role",
        )
        .delete(
            "/studies/{code}/members/{handle}",
            remove_member,
            "Removes a member, or an invitation, from the caller's study, or the caller from a study",
        )
        .put("/studies/{code}/invitation", accept, "Accepts the caller's invitation to a study")
        .delete("/studies/{code}/invitation", decline, "Declines the caller's invitation")
        .put("/studies/{code}/link", set_link, "Makes a new link by which people join, or none")
        .post("/studies/{code}/join", join, "Joins a study by its link")
        .put("/studies/{code}/like", like, "Likes a study")
        .delete("/studies/{code}/like", unlike, "Likes a study no longer")
        .post("/studies/{code}/copy", copy, "Makes a private copy of a study")
        .get(
            "/studies/{code}/{file}",
            file,
            "All chapters in one file, as `record.kif`, `.jkf` and so on",
        )
}

impl From<StudyError> for WireRefusal {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Refused(refusal) => Self::said(refusal.code(), refusal.to_string()),
            StudyError::Chapter(refusal) => refusal.into(),
            StudyError::NotKept(why) => why.into(),
            StudyError::NotNow(refused) => refused.into(),
            StudyError::Failed => Self::new(RefusalCode::Internal),
        }
    }
}

impl From<StudyError> for Problem {
    fn from(error: StudyError) -> Self {
        WireRefusal::from(error).into()
    }
}

fn code(text: &str) -> Result<Code, Problem> {
    text.parse().map_err(|_| StudyError::from(StudyRefusal::Unknown).into())
}

fn id(reader: &Reader) -> Option<UserId> {
    reader.0.as_ref().map(|player| player.id)
}

/// Who writes, and from where.
pub(super) fn writer(player: &Player) -> (&komadai_game::Player, Option<std::net::IpAddr>) {
    (player, Some(player.peer.address()))
}

pub(super) fn share(standing: Standing) -> Option<wire::StudyShare> {
    match standing {
        Standing::Owner => Some(wire::StudyShare::Owner),
        Standing::Scorer => Some(wire::StudyShare::Scorer),
        Standing::Contributor => Some(wire::StudyShare::Contributor),
        Standing::Viewer => Some(wire::StudyShare::Viewer),
        Standing::Stranger => None,
    }
}

fn chapter(it: Chapter, solutions: &[Solution], reader: Option<UserId>) -> wire::StudyChapter {
    let solvers = solutions.iter().filter(|solved| solved.chapter == it.id);
    let solvers = solvers.map(|it| wire::ChapterSolver {
        person: person(it.user, it.name.clone(), it.handle.clone()),
        n_shown: it.n_shown,
        solved_ms: it.solved_ms,
    });
    wire::StudyChapter {
        review: it.id.code(),
        name: it.name,
        variant: it.variant,
        plies: it.plies,
        orientation: it.orientation.parse().unwrap_or(Side::Sente),
        mode: it.mode,
        players: it.players,
        mine: reader.is_some() && it.added_by == reader,
        solvers: solvers.collect(),
    }
}

fn view(look: StudyLook, reader: Option<UserId>) -> wire::Study {
    let StudyLook { study, owner_name, owner_handle, members, chapters, .. } = look;
    let StudyLook { invited, standing, is_liked, solutions, .. } = look;
    let is_owner = standing == Standing::Owner;
    let changed_ms = chapters.iter().map(|it| it.updated_ms).max().unwrap_or_default();
    let own = members.iter().find(|it| Some(it.user) == reader).map(|it| it.role);
    let members = members
        .into_iter()
        .map(|it| wire::StudyMember { person: person(it.user, it.name, it.handle), role: it.role });
    let invited = invited.into_iter().map(|it| wire::StudyInvited {
        person: person(it.user, it.name, Some(it.handle)),
        role: it.invitation.role,
        declined: it.invitation.state == InvitationState::Declined,
    });
    wire::Study {
        study: study.id.code(),
        title: study.title,
        description: study.description,
        topics: study.topics,
        visibility: study.visibility,
        owner: person(study.owner, owner_name, owner_handle),
        members: members.collect(),
        invited: invited.collect(),
        may_edit: standing >= Standing::Contributor,
        is_owner,
        role: own,
        link: study.link_role.filter(|_| is_owner).map(|role| wire::StudyLink { role }),
        likes: study.n_likes,
        liked: is_liked,
        seq: study.version,
        created_ms: study.created_ms,
        updated_ms: study.updated_ms.max(changed_ms),
        chapters: chapters.into_iter().map(|it| chapter(it, &solutions, reader)).collect(),
    }
}

pub(super) fn person(user: UserId, name: String, handle: Option<String>) -> wire::StudyPerson {
    wire::StudyPerson { user: user.code(), name, handle: handle.unwrap_or_default() }
}

fn listed(it: ListedStudy, role: Option<wire::StudyShare>) -> wire::StudyListed {
    let ListedStudy { study, owner_name, owner_handle, n_chapters, changed_ms, .. } = it;
    wire::StudyListed {
        study: study.id.code(),
        title: study.title,
        description: study.description,
        topics: study.topics,
        visibility: study.visibility,
        owner: person(study.owner, owner_name, owner_handle),
        chapters: n_chapters,
        likes: study.n_likes,
        updated_ms: changed_ms,
        role,
    }
}

/// An invitation as the invited sees it.
pub(super) fn invitation(it: InvitedInto) -> wire::StudyInvitation {
    let InvitedInto { study, owner_name, owner_handle, invitation } = it;
    wire::StudyInvitation {
        study: study.id.code(),
        title: study.title,
        visibility: study.visibility,
        is_broadcast: study.is_broadcast,
        by: person(study.owner, owner_name, owner_handle),
        role: invitation.role,
        invited_ms: invitation.asked_ms,
        declined: invitation.state == InvitationState::Declined,
    }
}

async fn own(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::StudyList> {
    let Some(player) = reader else { return Ok(Json(wire::StudyList::default())) };
    let studies = app.service.studies.of_user(player.id).await?.into_iter();
    let studies = studies.map(|it| {
        let is_own = it.study.owner == player.id;
        let role = if is_own { Some(Standing::Owner) } else { it.role.map(Standing::from) };
        listed(it, role.and_then(share))
    });
    Ok(Json(wire::StudyList { studies: studies.collect(), next: None }))
}

async fn public(
    State(app): State<App>,
    peer: Peer,
    Ask(which): Ask<wire::WhichStudies>,
) -> Answer<wire::StudyList> {
    let wire::WhichStudies { text, topic, order, after } = which;
    if !text.is_empty() {
        app.throttle.work(peer, SEARCH_COST)?;
    }
    let sought = (text.as_str(), topic.as_str());
    let found = app.service.studies.public(sought, order, paging::key(after), PAGE).await?;
    let key = |it: &ListedStudy| match order {
        wire::StudyOrder::Newest => it.study.created_ms,
        wire::StudyOrder::Likes => i64::from(it.study.n_likes),
    };
    let next = paging::last(&found);
    let next = next.map(|it| NextPage::after(key(it), it.study.id.uuid()));
    let studies = found.into_iter().map(|it| listed(it, None)).collect();
    Ok(Json(wire::StudyList { studies, next }))
}

/// The chapters that are sent, judged; those that are reviews are copied as the caller sees them.
async fn judged(
    app: &App,
    player: &Player,
    sent: Vec<wire::NewChapter>,
) -> Result<Vec<NewChapter>, Problem> {
    app.disk_has_room()?;
    if sent.len() > komadai_service::studies::CHAPTERS_MAX {
        let max = komadai_service::studies::CHAPTERS_MAX;
        let detail = format!("a study has at most {max} chapters");
        return Err(Problem::new(RefusalCode::StudyFull, detail));
    }
    let (mut chapters, mut n_bytes) = (Vec::with_capacity(sent.len()), 0);
    for wire::NewChapter { name, tree, review, orientation, mode } in sent {
        let tree = match (tree, review) {
            (Some(tree), None) => {
                let judge = move |_: &_| tree.record().map(|_| tree);
                app.blocking_pool.run(Lane::Cheap, player.peer, judge).await??
            }
            (None, Some(code)) => {
                let review = app.service.reviews.look(code, Some(player.id)).await?;
                n_bytes += review.n_bytes;
                if n_bytes > CHAPTERS_BYTES_MAX {
                    let detail = "these reviews are too large to be copied at once; add fewer";
                    return Err(Problem::new(RefusalCode::TooLarge, detail));
                }
                if !app.throttle.review(player.peer, review.n_bytes) {
                    return Err(throttle::too_many());
                }
                review.tree
            }
            _ => {
                let detail = "a chapter has either a tree or a review";
                return Err(Problem::new(RefusalCode::BadStudy, detail));
            }
        };
        let terms = wire::ChapterTerms { name, orientation, mode };
        chapters.push(NewChapter { terms, tree });
    }
    Ok(chapters)
}

async fn create(
    State(app): State<App>,
    player: Player,
    Body(sent): Body<wire::NewStudy, CHAPTERS_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::StudyMade>, Problem> {
    let wire::NewStudy { title, description, topics, visibility, chapters } = sent;
    let terms = wire::StudyTerms { title, description, topics, visibility };
    let chapters = judged(&app, &player, chapters).await?;
    let may_keep = |kept, new| app.may_keep(&player, player.peer, kept, new);
    let study = app.service.studies.create(writer(&player), &terms, chapters, may_keep).await?;
    Ok(CreatedAnswer(wire::StudyMade { study }))
}

async fn show(
    State(app): State<App>,
    reader: Reader,
    Path(text): Path<String>,
) -> Answer<wire::Study> {
    let reader = id(&reader);
    let look = app.service.studies.look(code(&text)?, reader).await?;
    Ok(Json(view(look, reader)))
}

async fn edit(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
    Body(sent): Body<wire::StudyTerms, TERMS_BYTES_MAX>,
) -> Completion {
    app.service.studies.edit(code(&text)?, writer(&player), &sent).await?;
    Ok(NoContent)
}

async fn delete(State(app): State<App>, player: Player, Path(text): Path<String>) -> Completion {
    app.service.studies.delete(code(&text)?, player.id).await?;
    Ok(NoContent)
}

async fn add(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
    Body(wire::NewChapters { chapters }): Body<wire::NewChapters, CHAPTERS_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::ChapterCodes>, Problem> {
    let chapters = judged(&app, &player, chapters).await?;
    let may_keep = |kept, new| app.may_keep(&player, player.peer, kept, new);
    let added = app.service.studies.add(code(&text)?, writer(&player), chapters, may_keep).await?;
    Ok(CreatedAnswer(wire::ChapterCodes { chapters: added }))
}

async fn edit_chapter(
    State(app): State<App>,
    player: Player,
    Path((text, chapter)): Path<(String, String)>,
    Body(sent): Body<wire::ChapterTerms>,
) -> Completion {
    let (study, chapter) = (code(&text)?, code(&chapter)?);
    app.service.studies.edit_chapter(study, chapter, writer(&player), &sent).await?;
    Ok(NoContent)
}

async fn delete_chapter(
    State(app): State<App>,
    player: Player,
    Path((text, chapter)): Path<(String, String)>,
) -> Completion {
    app.service.studies.delete_chapter(code(&text)?, code(&chapter)?, player.id).await?;
    Ok(NoContent)
}

async fn solve(
    State(app): State<App>,
    member: extract::Member,
    Path((text, chapter)): Path<(String, String)>,
    Body(wire::SolvedChapter { n_shown }): Body<wire::SolvedChapter>,
) -> Completion {
    let (study, chapter) = (code(&text)?, code(&chapter)?);
    app.service.studies.solve(study, chapter, member.player.id, n_shown).await?;
    Ok(NoContent)
}

async fn order(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
    Body(wire::ChapterCodes { chapters }): Body<wire::ChapterCodes>,
) -> Completion {
    app.service.studies.order(code(&text)?, player.id, &chapters).await?;
    Ok(NoContent)
}

async fn set_member(
    State(app): State<App>,
    player: Player,
    Path((text, handle)): Path<(String, String)>,
    Body(wire::GivenRole { role }): Body<wire::GivenRole>,
) -> Completion {
    app.service.studies.set_member(code(&text)?, &player, &handle, role).await?;
    Ok(NoContent)
}

async fn remove_member(
    State(app): State<App>,
    player: Player,
    Path((text, handle)): Path<(String, String)>,
) -> Completion {
    app.service.studies.remove_member(code(&text)?, player.id, &handle).await?;
    Ok(NoContent)
}

async fn set_link(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
    Body(wire::WantedLink { role }): Body<wire::WantedLink>,
) -> Answer<wire::MadeLink> {
    let link = app.service.studies.set_link(code(&text)?, player.id, role).await?;
    Ok(Json(wire::MadeLink { link }))
}

async fn join(
    State(app): State<App>,
    member: extract::Member,
    Path(text): Path<String>,
    Body(wire::JoinStudy { link }): Body<wire::JoinStudy>,
) -> Answer<wire::JoinedStudy> {
    let standing = app.service.studies.join(code(&text)?, member.player.id, &link).await?;
    Ok(Json(joined(standing)))
}

async fn accept(
    State(app): State<App>,
    member: extract::Member,
    Path(text): Path<String>,
) -> Answer<wire::JoinedStudy> {
    let standing = app.service.studies.accept(code(&text)?, member.player.id).await?;
    Ok(Json(joined(standing)))
}

async fn decline(
    State(app): State<App>,
    member: extract::Member,
    Path(text): Path<String>,
) -> Completion {
    app.service.studies.decline(code(&text)?, member.player.id).await?;
    Ok(NoContent)
}

fn joined(standing: Standing) -> wire::JoinedStudy {
    wire::JoinedStudy { role: share(standing).unwrap_or(wire::StudyShare::Viewer) }
}

async fn like(
    State(app): State<App>,
    peer: Peer,
    member: extract::Member,
    Path(text): Path<String>,
) -> Completion {
    app.service.studies.like(code(&text)?, member.player.id, peer.address(), true).await?;
    Ok(NoContent)
}

async fn unlike(
    State(app): State<App>,
    peer: Peer,
    member: extract::Member,
    Path(text): Path<String>,
) -> Completion {
    app.service.studies.like(code(&text)?, member.player.id, peer.address(), false).await?;
    Ok(NoContent)
}

async fn copy(
    State(app): State<App>,
    player: Player,
    Path(text): Path<String>,
) -> Result<CreatedAnswer<wire::StudyMade>, Problem> {
    let may_keep = |kept, new| app.may_keep(&player, player.peer, kept, new);
    let study = app.service.studies.copy(code(&text)?, &player, may_keep).await?;
    Ok(CreatedAnswer(wire::StudyMade { study }))
}

/// All chapters in one file.
#[derive(Clone, Copy, Debug)]
struct StudyFile;

impl Kind for StudyFile {
    const IS_TAGGED: bool = true;

    fn files() -> Vec<(String, String)> {
        let all = files::GameFile::files().into_iter();
        all.filter(|(name, _)| name.starts_with("record.")).collect()
    }
}

/// A chapter as the file has it: under its name, if its record has no title.
fn record_of(tree: &Tree, name: &str) -> Result<Record, Problem> {
    let mut record = tree.record()?;
    if tree.header("Title").is_none() && !name.is_empty() {
        record.headers.set(Key::Title, name);
    }
    Ok(record)
}

async fn file(
    State(app): State<App>,
    reader: Reader,
    peer: Peer,
    Path((text, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Download<StudyFile>, Problem> {
    let found = name.strip_prefix("record.").and_then(Format::from_extension);
    let (format, encoding) = found.ok_or_else(|| {
        let detail = "there is record.kif, .ki2, .csa, .jkf and so on";
        Problem::new(RefusalCode::UnknownFormat, detail)
    })?;
    let reader = id(&reader);
    let look = app.service.studies.look(code(&text)?, reader).await?;
    let n_bytes: u64 = look.chapters.iter().map(|it| it.size_bytes).sum();
    if n_bytes > FILE_BYTES_MAX {
        let detail = "this study is too large for one file; save its chapters one by one";
        return Err(Problem::new(RefusalCode::TooLarge, detail));
    }
    let changes: Vec<_> = look.chapters.iter().map(|it| (it.id, it.updated_ms)).collect();
    let of = (look.study.id, look.study.version, changes, &name);
    let cached = match look.study.visibility {
        StudyVisibility::Private => CacheTag::own(of),
        StudyVisibility::Unlisted | StudyVisibility::Public => CacheTag::public(of, false),
    };
    if let Some(known) = cached.known(&headers) {
        return Ok(Download::new(known));
    }
    if !app.throttle.review(peer, n_bytes as usize) {
        return Err(throttle::too_many());
    }
    let _turn = app.service.studies.file_turn().await?;
    let mut records = Vec::with_capacity(look.chapters.len());
    for chapter in look.chapters {
        // One that was deleted a moment ago is in the file no more.
        let review = match app.service.reviews.look(chapter.id.code(), reader).await {
            Ok(review) => review,
            Err(komadai_service::reviews::ReviewRefusal::Unknown) => continue,
            Err(refusal) => return Err(refusal.into()),
        };
        let read = move |_: &_| record_of(&review.tree, &chapter.name);
        records.push(app.blocking_pool.run(Lane::Dear, peer, read).await??);
    }
    let write = move |_: &_| komadai_kifu::write(&records, format, encoding);
    let written = app.blocking_pool.run(Lane::Dear, peer, write).await?;
    let bytes = written.map_err(|cause| unwritable(&cause))?;
    let file = format!("komadai-study-{}.{}", look.study.id, format.extension(encoding));
    let headers = [
        (header::CONTENT_TYPE, format.media_type(encoding)),
        (header::CONTENT_DISPOSITION, attachment(&file)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok(Download::new(cached.mark((headers, bytes).into_response())))
}
