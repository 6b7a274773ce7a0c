//! Reviews as they were sent to somebody, for those who come next: the same bytes for all to whom a
//! review looks alike.

use std::{collections::VecDeque, sync::Arc};

use bytes::Bytes;
use komadai_ids::Code;
use parking_lot::Mutex;

use super::{RenderReviews, WATCHERS_TOLD_MAX, open::OpenReview, render::Present};

/// How many snapshots are kept for those who come next.
const SNAPSHOTS_MAX: usize = 8;

/// The last snapshots. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshots(
    // A lock, because every open review comes here; it is held for a look-up only.
    Arc<Mutex<VecDeque<Snapshot>>>,
);

/// A review as it was sent to somebody.
#[derive(Debug)]
struct Snapshot {
    review: Code,
    seq: u32,
    /// After how many changes of the study of which it is a chapter.
    study: Option<u32>,
    /// Whether its reader may change it.
    may_edit: bool,
    /// The exact number of many watchers does not matter, and is not announced to them each time.
    present: Present,
    frame: Bytes,
}

impl Snapshots {
    /// A review looks different, though nobody has changed it.
    pub(super) fn forget(&self, review: Code) {
        self.0.lock().retain(|it| it.review != review);
    }

    /// What a reader of an open review is sent first. Who is looking is announced after it.
    pub(super) fn of(
        &self,
        open: &OpenReview,
        may_edit: bool,
        render: &dyn RenderReviews,
    ) -> Bytes {
        let summary = &open.review().summary;
        let (review, seq) = (summary.id.code(), summary.seq);
        let study = open.review().study.as_ref().map(|study| study.version);
        let present = open.present();
        let is_it = |it: &&Snapshot| {
            let (known, watchers) = (it.present.watchers, present.watchers);
            (it.review, it.seq, it.study, it.may_edit) == (review, seq, study, may_edit)
                && it.present.here == present.here
                && (known == watchers || known.min(watchers) > WATCHERS_TOLD_MAX)
        };
        if let Some(known) = self.0.lock().iter().find(is_it) {
            return known.frame.clone();
        }
        let frame = render.review(open.review(), may_edit, &present);
        let mut snapshots = self.0.lock();
        snapshots.retain(|it| it.review != review || (it.seq, it.study) == (seq, study));
        snapshots.push_front(Snapshot {
            review,
            seq,
            study,
            may_edit,
            present,
            frame: frame.clone(),
        });
        snapshots.truncate(SNAPSHOTS_MAX);
        frame
    }
}
