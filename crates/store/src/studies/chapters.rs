//! The chapters of studies: reviews that belong to one.

pub use komadai_community::studies::ChapterMode;
use komadai_ids::{ReviewId, StudyId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{Columns, MalformedColumn, all, both, execute, row, value},
    games::code_column,
};

/// The most chapters that are read of a study.
const READ_MAX: i64 = 1_000;

row! {
    /// A chapter of a study.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Chapter in "reviews" {
        pub id: ReviewId,
        pub name: String,
        /// Who is at the bottom of the board, as a word.
        pub orientation: String,
        /// How it is read.
        pub mode: ChapterMode,
        /// Who has added it, while they have an account.
        pub added_by: Option<UserId>,
        /// The variant's name.
        pub variant: String,
        /// How many moves its main line has.
        pub plies: u32,
        /// The names of sente and gote, if its record has them.
        pub players: Option<[String; 2]> = players,
        /// The opening, if its record names it.
        pub opening: Option<String>,
        /// When it was last changed, in Unix milliseconds.
        pub updated_ms: i64,
        /// How long it is, unpacked.
        pub size_bytes: u64,
    }
}

fn players(row: &Columns<'_>) -> Result<Option<[String; 2]>, MalformedColumn> {
    Ok(both("sente_name", "gote_name")(row)?.map(<[String; 2]>::from))
}

/// The chapters of a study in their order.
pub async fn of(conn: &mut Conn, study: StudyId) -> Result<Vec<Chapter>> {
    all!(
        conn,
        "SELECT id, name, orientation, mode, added_by, variant, plies, sente_name, gote_name, \
             opening, updated_ms, size_bytes \
         FROM reviews WHERE study_id = $1 ORDER BY place, id LIMIT $2",
        study.uuid(),
        READ_MAX
    )
    .await
}

/// The place after the last chapter.
pub async fn next_place(conn: &mut Conn, study: StudyId) -> Result<i64> {
    value!(
        conn,
        "SELECT COALESCE(MAX(place), 0) + 1 AS n FROM reviews WHERE study_id = $1",
        study.uuid()
    )
    .await
}

/// Makes a review that was just stored a chapter of a study.
pub async fn place(tx: &mut Tx, study: StudyId, place: i64, chapter: &Chapter) -> Result<()> {
    let [sente, gote] = chapter.players.clone().map_or([None, None], |names| names.map(Some));
    execute!(
        tx,
        "UPDATE reviews SET study_id = $2, place = $3, name = $4, orientation = $5, mode = $6, \
             added_by = $7, sente_name = $8, gote_name = $9, opening = $10 WHERE id = $1",
        chapter.id.uuid(),
        study.uuid(),
        place,
        &chapter.name,
        &chapter.orientation,
        chapter.mode.as_str(),
        chapter.added_by.map(UserId::uuid),
        sente,
        gote,
        &chapter.opening
    )
    .await?;
    Ok(())
}

/// Copies a chapter into another study, at a place there, as it is stored now.
pub async fn copy(
    tx: &mut Tx,
    from: ReviewId,
    (id, study, place): (ReviewId, StudyId, i64),
    owner: UserId,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reviews (id, code, owner_id, of_game, title, variant, plies, is_public, seq, \
             created_ms, updated_ms, tree, size_bytes, study_id, place, name, orientation, mode, \
             added_by, sente_name, gote_name, opening) \
         SELECT $1, $2, $3, FALSE, title, variant, plies, FALSE, 1, $4, $4, tree, size_bytes, $5, \
             $6, name, orientation, mode, $3, sente_name, gote_name, opening \
         FROM reviews AS old WHERE old.id = $7",
        id.uuid(),
        code_column(id.code()),
        owner.uuid(),
        now_ms,
        study.uuid(),
        place,
        from.uuid()
    )
    .await?;
    Ok(())
}

/// Stores what a chapter is called and how it is read.
pub async fn edit(
    tx: &mut Tx,
    study: StudyId,
    chapter: ReviewId,
    (name, orientation, mode): (&str, &str, ChapterMode),
) -> Result<()> {
    execute!(
        tx,
        "UPDATE reviews SET name = $3, orientation = $4, mode = $5 \
         WHERE id = $2 AND study_id = $1",
        study.uuid(),
        chapter.uuid(),
        name,
        orientation,
        mode.as_str()
    )
    .await?;
    Ok(())
}

/// Stores who plays in a chapter.
pub async fn rename(tx: &mut Tx, chapter: ReviewId, [sente, gote]: [&str; 2]) -> Result<()> {
    execute!(
        tx,
        "UPDATE reviews SET sente_name = $2, gote_name = $3, name = $4 WHERE id = $1",
        chapter.uuid(),
        sente,
        gote,
        format!("{sente} – {gote}")
    )
    .await?;
    Ok(())
}

/// Puts the chapters of a study into an order.
pub async fn order(tx: &mut Tx, study: StudyId, chapters: &[ReviewId]) -> Result<()> {
    for (place, chapter) in (1_i64..).zip(chapters) {
        execute!(
            tx,
            "UPDATE reviews SET place = $3 WHERE id = $2 AND study_id = $1",
            study.uuid(),
            chapter.uuid(),
            place
        )
        .await?;
    }
    Ok(())
}

/// Deletes a chapter of a study. `false`: it was not there.
pub async fn delete(tx: &mut Tx, study: StudyId, chapter: ReviewId) -> Result<bool> {
    let n_gone = execute!(
        tx,
        "DELETE FROM reviews WHERE id = $2 AND study_id = $1",
        study.uuid(),
        chapter.uuid()
    )
    .await?;
    if n_gone > 0 {
        let id = chapter.uuid();
        execute!(tx, "DELETE FROM broadcast_boards WHERE review_id = $1", id).await?;
        execute!(tx, "DELETE FROM broadcast_entries WHERE review_id = $1", id).await?;
    }
    Ok(n_gone > 0)
}
