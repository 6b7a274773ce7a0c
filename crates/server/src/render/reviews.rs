//! What happens to reviews, as frames of the protocol.

use bytes::Bytes;
use komadai_ids::Code;
use komadai_protocol::{
    BoardLine as BoardLineView, ChapterOf, MeEvent, ReviewEvent, ReviewView, ServerMessage,
    StreamEvent, StreamName, StreamSnapshot,
};
use komadai_review::{Change, score::PublicBoard};
use komadai_service::reviews::{BoardLine, InStudy, Present, RenderReviews, Review};

use komadai_store::StudyVisibility;

use super::{WireRender, chat_view, frame, me_frame};

/// A review as somebody sees it who may change it, or may not.
pub fn review_view(review: &Review, may_edit: bool, present: &Present) -> ReviewView {
    ReviewView {
        review: review.summary.id.code(),
        of_game: review.summary.of_game,
        editors: review.editors.iter().map(|(_, name)| name.clone()).collect(),
        authors: review.authors.iter().map(|(_, name)| name.clone()).collect(),
        may_edit,
        public: is_public(review),
        study: review
            .study
            .as_ref()
            .map(|study| ChapterOf { study: study.id.code(), title: study.title.clone() }),
        tree: review.tree.clone(),
        here: present.here.clone(),
        watchers: present.watchers as u32,
    }
}

/// Whether it is listed: by itself, or with its study.
fn is_public(review: &Review) -> bool {
    let of_study = review.study.as_ref().map(|study| study.visibility == StudyVisibility::Public);
    of_study.unwrap_or(review.summary.is_public)
}

fn event(review: &Review, seq: Option<u32>, event: ReviewEvent) -> Bytes {
    frame(&ServerMessage::Event {
        stream: StreamName::Review(review.summary.id.code()),
        seq,
        epoch: None,
        event: StreamEvent::Review(Box::new(event)),
    })
}

fn line_view(BoardLine { n, line }: &BoardLine) -> BoardLineView {
    BoardLineView { n: *n, line: chat_view(line) }
}

fn is_present(present: &Present, public: Option<bool>) -> ReviewEvent {
    let Present { here, watchers } = present;
    ReviewEvent::Present { here: here.clone(), watchers: *watchers as u32, public }
}

impl RenderReviews for WireRender {
    fn review(&self, review: &Review, may_edit: bool, present: &Present) -> Bytes {
        frame(&ServerMessage::Snapshot {
            stream: StreamName::Review(review.summary.id.code()),
            seq: review.summary.seq,
            epoch: None,
            snapshot: StreamSnapshot::Review(Box::new(review_view(review, may_edit, present))),
        })
    }

    fn review_opened(&self, epoch: u64, review: Code, by: &str) -> Bytes {
        me_frame(epoch, MeEvent::ReviewOpened { review, by: by.to_owned() })
    }

    fn review_commented(&self, epoch: u64, review: Code, by: &str, node: u32) -> Bytes {
        me_frame(epoch, MeEvent::ReviewCommented { review, by: by.to_owned(), node })
    }

    fn review_changed(
        &self,
        review: &Review,
        by: &str,
        change: &Change,
        shown: Option<&PublicBoard>,
    ) -> Bytes {
        let changed = ReviewEvent::Changed {
            by: by.to_owned(),
            change: change.clone(),
            shown: shown.cloned().map(Box::new),
        };
        event(review, Some(review.summary.seq), changed)
    }

    fn review_shown(&self, review: &Review, shown: &PublicBoard) -> Bytes {
        event(review, None, ReviewEvent::Shown { shown: Box::new(shown.clone()) })
    }

    fn review_talk(&self, review: &Review, lines: &[BoardLine]) -> Bytes {
        event(review, None, ReviewEvent::Talk { lines: lines.iter().map(line_view).collect() })
    }

    fn review_said(&self, review: &Review, line: &BoardLine) -> Bytes {
        event(review, None, ReviewEvent::Said { line: line_view(line) })
    }

    fn review_unsaid(&self, review: &Review, n: u32) -> Bytes {
        event(review, None, ReviewEvent::Unsaid { line: n })
    }

    fn review_present(&self, review: &Review, present: &Present) -> Bytes {
        event(review, None, is_present(present, None))
    }

    fn review_study(&self, review: &Review, study: &InStudy) -> Bytes {
        event(review, None, ReviewEvent::Study { study: study.id.code(), seq: study.version })
    }

    fn review_closed(&self, review: &Review) -> Bytes {
        event(review, None, ReviewEvent::Closed)
    }

    /// An event that those who know nothing of such changes understand as far as they need.
    fn review_published(&self, review: &Review, present: &Present) -> Bytes {
        let summary = &review.summary;
        event(review, Some(summary.seq), is_present(present, Some(summary.is_public)))
    }
}
