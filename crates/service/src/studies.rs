//! Studies: several reviews as chapters, with people who see or write them together.
//!
//! A study is rows, and whatever is done to one takes its row for the transaction, so that two
//! people at once wait for each other and every limit holds. What changes in a chapter is the
//! review's matter ([`crate::reviews`]); its owner is the study's, so it counts as theirs, whoever
//! has added it. When a study has changed, its open chapters are informed before the answer goes
//! out: whoever may not see it any more sees nothing after that.

mod act;
mod inviting;
mod solving;
mod terms;

use std::{net::IpAddr, sync::Arc, time::Duration};

use komadai_community::folding::fold;
use komadai_game::Player;
use komadai_ids::{Code, ReviewId, StudyId, UserId};
use komadai_live::{Directory, LiveRefusal, Taker, Why, random, retry::Retry};
use komadai_review::Tree;
use komadai_store::{
    ListedStudy, PageKey, Store, Study, StudyVisibility, Tx, accounts, reviews as stored,
    studies::{
        self as rows,
        chapters::{self, Chapter},
        invitations::{self, InvitationState, InvitedInto, Invitee},
        members::{self, StudyMember},
        search::{self, Sought, StudyOrder},
        solutions::{self, Solution},
    },
    users,
};
use tracing::warn;

pub use komadai_community::studies::{ChapterTerms, StudyRefusal, StudyTerms};

pub(crate) use self::terms::folded_topics;
use self::terms::{TERM_CHARS_MAX, search_key, search_terms};
use crate::{
    moderation::Moderation,
    reviews::{InStudy, ReviewRefusal, Reviews, Standing},
    storage::{NotKept, kept_bytes},
};

/// Chapters of one study.
pub const CHAPTERS_MAX: usize = 64;

/// Members of one study, its owner not counted.
pub const MEMBERS_MAX: u64 = 100;

/// Studies of one account.
const STUDIES_MAX: u64 = 200;

/// Studies of one guest.
const GUEST_STUDIES_MAX: u64 = 5;

/// How many studies are changed at the same time.
const CHANGES_AT_ONCE: usize = 4;

/// How many studies that were found by no words yet are written down in one transaction.
const AT_ONCE: u32 = 20;

/// How soon is tried again what the database has refused.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// How many studies are written into one file each at the same time.
const FILES_AT_ONCE: usize = 4;

/// Why something came to nothing. What failed in the database is logged where it failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] StudyRefusal),
    /// A chapter cannot be kept.
    #[error(transparent)]
    Chapter(#[from] ReviewRefusal),
    /// There is no room for it.
    #[error(transparent)]
    NotKept(#[from] NotKept),
    /// The site, or a moderator, does not allow it at the moment.
    #[error("{}", .0.message)]
    NotNow(LiveRefusal),
    /// The database cannot be used.
    #[error("the study cannot be read or stored at the moment")]
    Failed,
}

impl From<LiveRefusal> for StudyError {
    fn from(refused: LiveRefusal) -> Self {
        Self::NotNow(refused)
    }
}

impl From<komadai_store::Error> for StudyError {
    fn from(cause: komadai_store::Error) -> Self {
        warn!("a study cannot be read or stored: {cause}");
        Self::Failed
    }
}

type Result<T, E = StudyError> = std::result::Result<T, E>;

/// A chapter to be added. Where its name is empty, it has one that follows from the tree, which must
/// be one that has a record.
#[derive(Clone, Debug)]
pub struct NewChapter {
    pub terms: ChapterTerms,
    pub tree: Tree,
}

/// A study as somebody sees it.
#[derive(Clone, Debug)]
pub struct StudyLook {
    pub study: Study,
    pub owner_name: String,
    /// Of an account.
    pub owner_handle: Option<String>,
    /// The others; nobody for strangers.
    pub members: Vec<StudyMember>,
    /// Who is asked to become one, or has declined; nobody for anybody but the owner.
    pub invited: Vec<Invitee>,
    /// In their order.
    pub chapters: Vec<Chapter>,
    /// Who has solved its exercises, for its owner; for others, what they have solved.
    pub solutions: Vec<Solution>,
    /// What the reader is in it.
    pub standing: Standing,
    /// Whether the reader likes it.
    pub is_liked: bool,
}

/// All studies. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Studies {
    store: Store,
    directory: Arc<Directory>,
    moderation: Moderation,
    reviews: Reviews,
    /// Held by the task that changes one or adds to one: trees take memory.
    changes: Arc<tokio::sync::Semaphore>,
    /// Held by the task that writes one into a file: records take memory.
    files: Arc<tokio::sync::Semaphore>,
}

/// A new chapter as it is stored. Its review's owner becomes the study's.
pub(crate) type PackedChapter = (stored::Review, Chapter);

impl Studies {
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        moderation: Moderation,
        reviews: Reviews,
    ) -> Self {
        let changes = Arc::new(tokio::sync::Semaphore::new(CHANGES_AT_ONCE));
        let files = Arc::new(tokio::sync::Semaphore::new(FILES_AT_ONCE));
        Self { store, directory, moderation, reviews, changes, files }
    }

    /// A study, for somebody.
    ///
    /// # Errors
    /// When there is none that they can see.
    pub async fn look(&self, code: Code, reader: Option<UserId>) -> Result<StudyLook> {
        let mut conn = self.store.read().await?;
        let study = rows::find_by_code(&mut conn, code).await?.ok_or(StudyRefusal::Unknown)?;
        let mut members = members::of(&mut conn, study.id).await?;
        let owner = users::find(&mut conn, study.owner).await?;
        let found = InStudy::of(&study, owner.as_ref(), &members);
        if !found.may_see(reader) {
            return Err(StudyRefusal::Unknown.into());
        }
        let standing = found.standing(reader);
        if standing == Standing::Stranger {
            members.clear();
        }
        let handles = accounts::handles(&mut conn, &[study.owner]).await?;
        let invited = match standing {
            Standing::Owner => {
                invitations::of_study(&mut conn, study.id, self.invited_since_ms()).await?
            }
            _ => Vec::new(),
        };
        let is_liked = match reader {
            Some(reader) => rows::is_liked(&mut conn, study.id, reader).await?,
            None => false,
        };
        Ok(StudyLook {
            owner_name: owner.map(|owner| owner.name).unwrap_or_default(),
            owner_handle: handles.get(&study.owner).cloned(),
            members,
            invited,
            chapters: chapters::of(&mut conn, study.id).await?,
            solutions: match reader {
                Some(_) if standing == Standing::Owner => {
                    solutions::of(&mut conn, study.id).await?
                }
                Some(reader) => solutions::of_reader(&mut conn, study.id, reader).await?,
                None => Vec::new(),
            },
            standing,
            is_liked,
            study,
        })
    }

    /// A page of the public studies.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn public(
        &self,
        (text, topic): (&str, &str),
        order: StudyOrder,
        after: PageKey,
        limit: u32,
    ) -> Result<Vec<ListedStudy>> {
        let asked: String = text.chars().take(TERM_CHARS_MAX).collect();
        let (words, topic) = (fold(&asked), fold(topic));
        let sought = Sought { words: &words, topic: &topic, order };
        Ok(search::public(&mut self.store.read().await?, sought, after, limit).await?)
    }

    /// What is somebody's, or shared with them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_user(&self, user: UserId) -> Result<Vec<ListedStudy>> {
        Ok(rows::of_user(&mut self.store.read().await?, user).await?)
    }

    /// Makes a study with its first chapters. `may_keep` says whether so many bytes may be kept of
    /// somebody of whom so many are.
    ///
    /// # Errors
    /// When it is not made.
    pub async fn create(
        &self,
        (by, address): (&Player, Option<IpAddr>),
        terms: &StudyTerms,
        chapters: Vec<NewChapter>,
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Code> {
        let terms = terms.checked()?;
        self.may_write(by, address)?;
        if chapters.is_empty() {
            return Err(StudyRefusal::LastChapter.into());
        }
        let _turn = self.turn().await?;
        let packed = self.packed(by.id, chapters)?;
        let study = blank(by.id, self.now_ms(), &terms);
        let mut tx = self.store.write().await?;
        self.has_room_for_own(&mut tx, by).await?;
        rows::insert(&mut tx, &study, &folded_topics(&terms.topics)).await?;
        self.append(&mut tx, &study, packed, may_keep).await?;
        find_by_words(&mut tx, &study).await?;
        tx.commit().await?;
        Ok(study.id.code())
    }

    /// A private copy of a study that somebody can see.
    ///
    /// # Errors
    /// When it is not made.
    pub async fn copy(
        &self,
        code: Code,
        by: &Player,
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Code> {
        self.may_begin()?;
        let _turn = self.turn().await?;
        let now_ms = self.now_ms();
        let mut tx = self.store.write().await?;
        let from = hold(&mut tx, code, by.id).await?;
        self.has_room_for_own(&mut tx, by).await?;
        let old = chapters::of(&mut tx, from.id).await?;
        may_keep(kept_bytes(&mut tx, by.id).await?, old.iter().map(|it| it.size_bytes).sum())?;
        let terms = StudyTerms {
            title: from.title,
            description: from.description,
            topics: from.topics,
            visibility: StudyVisibility::Private,
        };
        let study = blank(by.id, now_ms, &terms);
        rows::insert(&mut tx, &study, &folded_topics(&terms.topics)).await?;
        for (place, chapter) in (1..).zip(&old) {
            let id = ReviewId::new(now_ms, random::bytes());
            let at = (id, study.id, place);
            chapters::copy(&mut tx, chapter.id, at, by.id, now_ms as i64).await?;
        }
        find_by_words(&mut tx, &study).await?;
        tx.commit().await?;
        Ok(study.id.code())
    }

    /// Whether one more study may be somebody's.
    pub(crate) async fn has_room_for_own(&self, tx: &mut Tx, by: &Player) -> Result<()> {
        let own_max = if by.guest { GUEST_STUDIES_MAX } else { STUDIES_MAX };
        if rows::n_owned(tx, by.id).await? >= own_max {
            Err(StudyRefusal::TooManyOwn(own_max).into())
        } else {
            Ok(())
        }
    }

    /// New chapters that `by` adds, as they are stored. It takes time, and while a transaction
    /// lasts, others may wait for its end.
    pub(crate) fn packed(
        &self,
        by: UserId,
        chapters: Vec<NewChapter>,
    ) -> Result<Vec<PackedChapter>> {
        let now_ms = self.now_ms();
        let mut packed = Vec::with_capacity(chapters.len());
        for new in chapters {
            let id = ReviewId::new(now_ms, random::bytes());
            let chapter = terms::chapter(id, by, &new)?;
            packed.push((self.reviews.chapter(id, by, new.tree, now_ms)?, chapter));
        }
        Ok(packed)
    }

    /// Appends new chapters, and returns their ids.
    pub(crate) async fn append(
        &self,
        tx: &mut Tx,
        study: &Study,
        new: Vec<PackedChapter>,
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Vec<ReviewId>> {
        let n_chapters = chapters::of(tx, study.id).await?.len();
        if n_chapters + new.len() > CHAPTERS_MAX {
            let text = format!("a study has at most {CHAPTERS_MAX} chapters");
            return Err(StudyRefusal::Full(text).into());
        }
        let n_bytes = new.iter().map(|(review, _)| review.tree.len() as u64).sum();
        may_keep(kept_bytes(tx, study.owner).await?, n_bytes)?;
        let first = chapters::next_place(tx, study.id).await?;
        let mut ids = Vec::with_capacity(new.len());
        for (place, (mut review, chapter)) in (first..).zip(new) {
            review.summary.owner = study.owner;
            if !stored::keep(tx, &review).await? {
                return Err(StudyError::Failed);
            }
            chapters::place(tx, study.id, place, &chapter).await?;
            ids.push(chapter.id);
        }
        Ok(ids)
    }

    /// Takes a study for a transaction that changes it, for somebody who has at least this standing
    /// in it.
    pub(crate) async fn take(
        &self,
        tx: &mut Tx,
        code: Code,
        by: UserId,
        needed: Standing,
    ) -> Result<(Study, Standing)> {
        let now_ms = self.now_ms() as i64;
        let study = rows::take(tx, code, now_ms).await?.ok_or(StudyRefusal::Unknown)?;
        let standing = standing(tx, &study, by).await?;
        if standing < needed { Err(StudyRefusal::NotTheirs.into()) } else { Ok((study, standing)) }
    }

    /// Ends the transaction that has changed a study, and informs those who follow its chapters.
    /// Nothing has to be read for that afterwards, when the database may fail.
    pub(crate) async fn commit(&self, mut tx: Tx, study: StudyId) -> Result<()> {
        let found = InStudy::read(&mut tx, study).await?.ok_or(StudyRefusal::Unknown)?;
        let chapters = chapters::of(&mut tx, study).await?;
        let chapters: Vec<_> = chapters.into_iter().map(|it| it.id).collect();
        if let Err(cause) = tx.commit().await {
            // It may be stored all the same.
            self.reviews.study_in_doubt(&chapters).await;
            return Err(cause.into());
        }
        self.reviews.study_changed(&Arc::new(found), &chapters).await;
        Ok(())
    }

    /// Waits until one more study may be written into a file.
    ///
    /// # Errors
    /// Never while the server works.
    pub async fn file_turn(&self) -> Result<tokio::sync::SemaphorePermit<'_>> {
        self.files.acquire().await.map_err(|_| StudyError::Failed)
    }

    pub(crate) async fn turn(&self) -> Result<tokio::sync::SemaphorePermit<'_>> {
        self.changes.acquire().await.map_err(|_| StudyError::Failed)
    }

    /// Whether anything may be changed at the moment.
    pub(crate) fn may_begin(&self) -> Result<()> {
        if self.directory.sanctions().is_read_only() {
            Err(LiveRefusal::new(Why::ReadOnly).into())
        } else {
            Ok(())
        }
    }

    /// Whether somebody may write something for others to read; it counts like a line of chat.
    pub(crate) fn may_write(&self, by: &Player, address: Option<IpAddr>) -> Result<()> {
        let taker = Taker::new(by, address);
        Ok(self.directory.sanctions().say(taker, self.now_ms())?)
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }
}

/// What somebody is in a study that they can see.
async fn standing(tx: &mut Tx, study: &Study, by: UserId) -> Result<Standing> {
    let found = InStudy::read(tx, study.id).await?.filter(|it| it.may_see(Some(by)));
    Ok(found.ok_or(StudyRefusal::Unknown)?.standing(Some(by)))
}

/// Takes a study for a transaction that does not change it, for somebody who can see it.
async fn hold(tx: &mut Tx, code: Code, by: UserId) -> Result<Study> {
    let study = rows::hold(tx, code).await?.ok_or(StudyRefusal::Unknown)?;
    standing(tx, &study, by).await?;
    Ok(study)
}

/// A new study.
pub(crate) fn blank(owner: UserId, now_ms: u64, terms: &StudyTerms) -> Study {
    Study {
        id: StudyId::new(now_ms, random::bytes()),
        owner,
        title: terms.title.clone(),
        description: terms.description.clone(),
        topics: terms.topics.clone(),
        visibility: terms.visibility,
        link_role: None,
        n_likes: 0,
        version: 1,
        created_ms: now_ms as i64,
        updated_ms: now_ms as i64,
        is_broadcast: false,
    }
}

/// Stores by what a study is found, as it is now.
pub(crate) async fn find_by_words(tx: &mut Tx, study: &Study) -> Result<()> {
    let chapters = chapters::of(tx, study.id).await?;
    let key = search_key(study, &chapters);
    rows::set_search_key(tx, study.id, &key).await?;
    Ok(search::set_terms(tx, study.id, &search_terms(&key)).await?)
}

/// Has those studies found by their words that are from before there were terms; ends when there
/// are none.
pub(crate) async fn catch_up(store: Store) {
    let mut retry = Retry::every(AGAIN_AFTER);
    loop {
        match catch_up_some(&store).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(cause) => {
                retry.failed(|| warn!("studies cannot be found by words yet: {cause}")).await;
            }
        }
    }
}

/// Whether there were any.
async fn catch_up_some(store: &Store) -> komadai_store::Result<bool> {
    let mut tx = store.write().await?;
    let some = search::without_terms(&mut tx, AT_ONCE).await?;
    for it in &some {
        search::set_terms(&mut tx, it.study, &search_terms(&it.search_key)).await?;
    }
    tx.commit().await?;
    Ok(!some.is_empty())
}
