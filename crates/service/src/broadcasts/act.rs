//! What owners do with a broadcast and its boards.

use std::net::IpAddr;

use komadai_community::{
    broadcasts::{BroadcastTerms, NewBoard},
    studies::ChapterTerms,
};
use komadai_game::Player;
use komadai_ids::UserId;
use komadai_review::Tree;
use komadai_rules::{Position, Side};
use komadai_store::{
    Tx,
    studies::{self as study_rows, chapters::ChapterMode},
};

use super::{
    BOARDS_MAX, Board, Broadcast, BroadcastRefusal, Broadcasts, Code, Result, SOURCES_OF_OWNER_MAX,
    Standing, boards,
    events::{self, EventCall, EventLink},
    rows,
};
use crate::{
    storage::NotKept,
    stored_json::write_json,
    studies::{self, NewChapter, PackedChapter, StudyRefusal, folded_topics},
};

impl Broadcasts {
    /// Makes a broadcast with its first boards.
    ///
    /// # Errors
    /// When it is not made.
    pub async fn create(
        &self,
        (by, address): (&Player, Option<IpAddr>),
        sent: &BroadcastTerms,
        new: &[NewBoard],
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Code> {
        sent.check()?;
        let terms = sent.study().checked()?;
        self.studies.may_write(by, address)?;
        if new.is_empty() {
            return Err(StudyRefusal::LastChapter.into());
        }
        let _turn = self.studies.turn().await?;
        let now_ms = self.now_ms();
        let mut study = studies::blank(by.id, now_ms, &terms);
        study.is_broadcast = true;
        let (packed, new, calls) = {
            let links = self.links(by.id, new).await?;
            let calls = EventCall::of(&links);
            let (packed, new) = self.packed(by, &study.title, new, links)?;
            (packed, new, calls)
        };
        let mut tx = self.store.write().await?;
        self.studies.has_room_for_own(&mut tx, by).await?;
        study_rows::insert(&mut tx, &study, &folded_topics(&terms.topics)).await?;
        let broadcast = Broadcast {
            study: study.id,
            starts_ms: sent.starts_ms,
            ended_ms: sent.ended.then_some(now_ms as i64),
            delay_plies: sent.delay_plies,
            delay_ms: sent.delay_ms(),
            featured: None,
            has_standings: sent.standings,
        };
        rows::insert(&mut tx, &broadcast).await?;
        self.studies.append(&mut tx, &study, packed, may_keep).await?;
        for board in new {
            let board = Board { study: study.id, ..board };
            boards::insert(&mut tx, &board, now_ms as i64).await?;
        }
        events::call_organisers(&mut tx, &study, &calls, now_ms as i64).await?;
        studies::find_by_words(&mut tx, &study).await?;
        tx.commit().await?;
        self.has_changed();
        Ok(study.id.code())
    }

    /// Tells everything that has to look again.
    fn has_changed(&self) {
        self.shared.has_changed();
        self.wake.notify_one();
        self.source_wake.notify_one();
    }

    /// A board, cleaned; its file is at an address that may be asked.
    fn checked(&self, board: &NewBoard) -> Result<NewBoard, BroadcastRefusal> {
        let board = board.checked()?;
        if let Some(source) = &board.source {
            let may = self.imports.may_fetch(source);
            may.map_err(|cause| BroadcastRefusal::Words(cause.to_string()))?;
        }
        Ok(board)
    }

    /// New boards as they are stored: chapters, and what they have besides.
    fn packed(
        &self,
        by: &Player,
        event: &str,
        new: &[NewBoard],
        links: Vec<Option<EventLink>>,
    ) -> Result<(Vec<PackedChapter>, Vec<Board>)> {
        if new.len() > BOARDS_MAX {
            let text = format!("a broadcast has at most {BOARDS_MAX} boards");
            return Err(StudyRefusal::Full(text).into());
        }
        let (mut chapters, mut found) = (Vec::with_capacity(new.len()), Vec::new());
        for (board, link) in new.iter().zip(links) {
            let board = self.checked(board)?;
            let start = board.position()?;
            let tree = Tree { headers: board.headers(event), ..Tree::new(&start) };
            let (orientation, mode) = (Side::Sente, ChapterMode::Normal);
            let terms = ChapterTerms { name: String::new(), orientation, mode };
            chapters.push(NewChapter { terms, tree });
            found.push((board, start, link));
        }
        let packed = self.studies.packed(by.id, chapters)?;
        let boards = packed.iter().zip(found);
        let boards = boards.map(|((review, _), (board, start, link))| {
            let review = review.summary.id;
            // It is known once the study is.
            let study = komadai_ids::StudyId::from_uuid(review.uuid());
            let board = Board { review, study, ..blank(board, &start) };
            EventLink::put(link, board)
        });
        let boards = boards.collect();
        Ok((packed, boards))
    }

    /// Changes what a broadcast says of itself, who can see it, and how far the public is behind.
    ///
    /// # Errors
    /// When it is not theirs, or cannot say that.
    pub async fn edit(
        &self,
        code: Code,
        (by, address): (&Player, Option<IpAddr>),
        sent: &BroadcastTerms,
    ) -> Result<()> {
        sent.check()?;
        let terms = sent.study().checked()?;
        let now_ms = self.now_ms() as i64;
        // Nobody is asked about what they do not see.
        let calls = self.unanswered(code).await?;
        let mut tx = self.store.write().await?;
        let (mut study, mut broadcast) = self.take(&mut tx, code, by.id, Standing::Owner).await?;
        if (&study.title, &study.description) == (&terms.title, &terms.description) {
            self.studies.may_begin()?
        } else {
            self.studies.may_write(by, address)?
        }
        (study.title, study.description) = (terms.title, terms.description);
        study.visibility = terms.visibility;
        study_rows::edit(&mut tx, &study, &folded_topics(&study.topics)).await?;
        broadcast.starts_ms = sent.starts_ms;
        broadcast.ended_ms = sent.ended.then(|| broadcast.ended_ms.unwrap_or(now_ms));
        broadcast.delay_plies = sent.delay_plies;
        broadcast.delay_ms = sent.delay_ms();
        broadcast.has_standings = sent.standings;
        let known = boards::of(&mut tx, study.id).await?;
        broadcast.featured = match sent.featured {
            None => None,
            Some(board) => {
                let found = known.iter().map(|it| it.review).find(|it| it.code() == board);
                Some(found.ok_or(BroadcastRefusal::UnknownBoard)?)
            }
        };
        rows::edit(&mut tx, &broadcast).await?;
        boards::all_due(&mut tx, study.id, now_ms).await?;
        events::call_organisers(&mut tx, &study, &calls, now_ms).await?;
        studies::find_by_words(&mut tx, &study).await?;
        self.studies.commit(tx, study.id).await?;
        self.has_changed();
        Ok(())
    }

    /// Appends boards, and returns their codes. What `may_keep` is asked concerns the owner.
    ///
    /// # Errors
    /// When they are not added.
    pub async fn add_boards(
        &self,
        code: Code,
        (by, address): (&Player, Option<IpAddr>),
        new: &[NewBoard],
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Vec<Code>> {
        let _turn = self.studies.turn().await?;
        let now_ms = self.now_ms() as i64;
        let links = self.links(by.id, new).await?;
        let calls = EventCall::of(&links);
        let mut tx = self.store.write().await?;
        let (study, _) = self.take(&mut tx, code, by.id, Standing::Owner).await?;
        self.studies.may_write(by, address)?;
        let (packed, new) = self.packed(by, &study.title, new, links)?;
        let known = boards::of(&mut tx, study.id).await?;
        let added = self.studies.append(&mut tx, &study, packed, may_keep).await?;
        for board in new {
            let board = events::answered(Board { study: study.id, ..board }, &known);
            boards::insert(&mut tx, &board, now_ms).await?;
        }
        events::call_organisers(&mut tx, &study, &calls, now_ms).await?;
        check_sources(&mut tx, study.owner).await?;
        studies::find_by_words(&mut tx, &study).await?;
        self.studies.commit(tx, study.id).await?;
        self.has_changed();
        Ok(added.into_iter().map(|id| id.code()).collect())
    }

    /// Changes what is announced of a board. Its variant and the position it begins
    /// from stay.
    ///
    /// # Errors
    /// When it is not theirs, or there is none.
    pub async fn edit_board(
        &self,
        code: Code,
        board: Code,
        (by, address): (&Player, Option<IpAddr>),
        sent: &NewBoard,
    ) -> Result<()> {
        let sent = self.checked(sent)?;
        let link = self.link(by.id, &sent).await?;
        let calls = EventCall::of(std::slice::from_ref(&link));
        let now_ms = self.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let (study, _) = self.take(&mut tx, code, by.id, Standing::Owner).await?;
        self.studies.may_write(by, address)?;
        let known = boards::of(&mut tx, study.id).await?;
        let found = known.iter().find(|it| it.review.code() == board).cloned();
        let found = found.ok_or(BroadcastRefusal::UnknownBoard)?;
        let mut found = events::answered(EventLink::put(link, found), &known);
        found.round.clone_from(&sent.round);
        found.starts_ms = sent.starts_ms;
        found.source.clone_from(&sent.source);
        found.terms = write_json(&sent.announced);
        let names = [&sent.names.sente, &sent.names.gote].map(String::as_str);
        boards::edit(&mut tx, &found, now_ms).await?;
        events::call_organisers(&mut tx, &study, &calls, now_ms).await?;
        check_sources(&mut tx, study.owner).await?;
        study_rows::chapters::rename(&mut tx, found.review, names).await?;
        studies::find_by_words(&mut tx, &study).await?;
        self.studies.commit(tx, study.id).await?;
        self.has_changed();
        // When this fails, the owner is told, and does it again.
        let headers = sent.headers(&study.title);
        let set = |tree: &mut Tree| {
            tree.headers = headers;
            None
        };
        Ok(self.reviews.rewrite(board, None, set).await?)
    }
}

/// Whether the boards of one account are read from no more files than may be.
async fn check_sources(tx: &mut Tx, owner: UserId) -> Result<()> {
    if boards::n_sources(tx, owner).await? > SOURCES_OF_OWNER_MAX {
        let text = format!(
            "at most {SOURCES_OF_OWNER_MAX} boards of your running broadcasts can be read from \
             files; end a broadcast first"
        );
        return Err(StudyRefusal::Full(text).into());
    }
    Ok(())
}

/// A board of which nothing has been played.
fn blank(new: NewBoard, start: &Position) -> Board {
    Board {
        review: komadai_ids::ReviewId::from_uuid(uuid::Uuid::nil()),
        study: komadai_ids::StudyId::from_uuid(uuid::Uuid::nil()),
        starts_ms: new.starts_ms,
        variant: start.variant().name().to_owned(),
        start: start.sfen(),
        terms: write_json(&new.announced),
        n_entries: 0,
        shown: write_json(&new.blank(start)),
        round: new.round,
        source: new.source,
        source_n_errors: 0,
        source_said: String::new(),
        source_tag: String::new(),
        event: None,
        event_game: None,
        event_sente: None,
        event_takes: None,
    }
}
