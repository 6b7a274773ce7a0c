//! Which lessons players have been through.

use komadai_ids::UserId;
use komadai_live::Timebase;
use komadai_store::{Result, Store, lessons as stored};

/// The longest name of a lesson.
const NAME_BYTES_MAX: usize = 40;

/// The lessons. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lessons {
    store: Store,
    timebase: Timebase,
}

/// Why a lesson is not noted.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// It has no name that a lesson can have.
    #[error("a lesson's name consists of lower-case letters, digits and _")]
    Name,
    /// More have been noted than there are.
    #[error("there are not that many lessons")]
    TooMany,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl Lessons {
    pub(crate) fn new(store: Store, timebase: Timebase) -> Self {
        Self { store, timebase }
    }

    /// The names of those that a player has been through.
    pub async fn done(&self, user: UserId) -> Result<Vec<String>> {
        stored::done(&mut self.store.read().await?, user).await
    }

    /// Notes that a player has been through one.
    ///
    /// # Errors
    /// When it is no lesson.
    pub async fn note_done(&self, user: UserId, lesson: &str) -> Result<(), LessonError> {
        let is_sign = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_';
        if lesson.is_empty() || lesson.len() > NAME_BYTES_MAX || !lesson.bytes().all(is_sign) {
            return Err(LessonError::Name);
        }
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let known = stored::done(&mut tx, user).await?;
        if known.len() >= stored::LESSONS_MAX as usize && known.iter().all(|it| it != lesson) {
            return Err(LessonError::TooMany);
        }
        stored::note_done(&mut tx, user, lesson, now_ms).await?;
        tx.commit().await?;
        Ok(())
    }
}
