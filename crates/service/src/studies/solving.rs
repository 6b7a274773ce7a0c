//! The exercises of a study, and who has solved them.

use komadai_community::bell::BellItem;
use komadai_store::{
    clubs::homework::{self, Tick},
    studies::{chapters::ChapterMode, solutions},
};

use super::{act::chapter_of, *};
use crate::bell::{ring, ring_if_done};

/// More moves than this are not told apart: each attempt that is better is told to all who look.
const SHOWN_MAX: u32 = 100;

impl Studies {
    /// Notes that somebody has played an exercise to its end, with so many moves shown; whoever
    /// looks at the study sees it at once. With none shown, it is done wherever it is homework.
    ///
    /// The page judges the moves: the whole tree is there to be read by everybody who solves it.
    ///
    /// # Errors
    /// When they cannot see it, or it is no exercise.
    pub async fn solve(&self, code: Code, chapter: Code, by: UserId, n_shown: u32) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let study = hold(&mut tx, code, by).await?;
        let chapter = chapter_of(&mut tx, &study, chapter).await?;
        if chapter.mode == ChapterMode::Normal {
            return Err(StudyRefusal::Words("this chapter is no exercise".to_owned()).into());
        }
        let now_ms = self.now_ms() as i64;
        let n_shown = n_shown.min(SHOWN_MAX);
        let is_better = solutions::note(&mut tx, chapter.id, by, n_shown, now_ms).await?;
        if n_shown == 0 {
            let code = study.id.code();
            // What was solved before it was set as homework is solved once more.
            do_tasks(&mut tx, by, &format!("{code}/{}", chapter.id.code()), now_ms).await?;
            if solutions::has_all(&mut tx, study.id, by).await? {
                do_tasks(&mut tx, by, &code.to_string(), now_ms).await?;
                let members = members::of(&mut tx, study.id).await?;
                if is_better && members.iter().any(|it| it.user == by) {
                    let item = BellItem::StudySolved { study: code, title: study.title };
                    ring(&mut tx, study.owner, Some(by), now_ms, &item).await?;
                }
            }
        }
        if !is_better {
            return Ok(tx.commit().await?);
        }
        rows::count_change(&mut tx, study.id).await?;
        self.commit(tx, study.id).await
    }
}

/// What somebody has done of their homework by solving a study or a chapter of one.
async fn do_tasks(tx: &mut Tx, by: UserId, path: &str, now_ms: i64) -> Result<()> {
    for it in homework::undone_study(tx, by, path).await? {
        homework::tick(tx, Tick { done_ms: now_ms, ..it }, true).await?;
        ring_if_done(tx, it.homework, it.pupil, by, now_ms).await?;
    }
    Ok(())
}
