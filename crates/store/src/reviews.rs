//! Reviews of games, and those that are chapters of studies. What is inside a tree is not known
//! here.

use komadai_ids::{Code, ReviewId, StudyId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, one, optional, optional_value, row, select, unpacked},
    games::{code_column, pack},
};

/// How many reviews one list may have.
pub const REVIEWS_LISTED_MAX: u32 = 100;

row! {
    /// What lists show of a review.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ReviewSummary in "reviews" {
        /// Of a game, the game's id.
        pub id: ReviewId,
        /// Whose it is; of a game's, one of the players.
        pub owner: UserId = "owner_id",
        /// Who else may change it.
        pub partner: Option<UserId> = "partner_id",
        /// Whether it is the one that the two players of a game have together.
        pub of_game: bool,
        /// What it is called.
        pub title: String,
        /// The variant's name.
        pub variant: String,
        /// How many moves its main line has.
        pub plies: u32,
        /// Whether it is listed for everybody.
        pub is_public: bool,
        /// How many changes it has seen.
        pub seq: u32,
        /// When it was made.
        pub created_ms: i64,
        /// When it was last changed.
        pub updated_ms: i64,
        /// The study of which it is a chapter.
        pub study: Option<StudyId> = "study_id",
    }
}

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Review in "reviews" {
        /// What lists show of it.
        pub summary: ReviewSummary = ReviewSummary::from_row,
        /// Its tree, unpacked. It is packed on its way into the database.
        pub tree: Vec<u8> = unpacked("tree"),
    }
}

/// The review with this address.
pub async fn find_by_code(conn: &mut Conn, code: Code) -> Result<Option<Review>> {
    optional!(
        conn,
        "SELECT id, owner_id, partner_id, of_game, title, variant, plies, is_public, seq, \
             created_ms, updated_ms, study_id, tree \
         FROM reviews WHERE code = $1",
        code_column(code)
    )
    .await
}

/// How many changes a review has seen, if it is stored.
pub async fn seq(conn: &mut Conn, id: ReviewId) -> Result<Option<u32>> {
    optional_value!(conn, "SELECT seq FROM reviews WHERE id = $1", id.uuid()).await
}

/// Keeps a review that has changed, or is new. `false`: somebody else has changed it since `seq`
/// was one less, or deleted it, and nothing is kept.
pub async fn keep(tx: &mut Tx, review: &Review) -> Result<bool> {
    let summary = &review.summary;
    let tree = pack(&review.tree)?;
    if summary.seq > 1 {
        // One that was deleted meanwhile does not come back.
        let changed = execute!(
            tx,
            "UPDATE reviews SET title = $2, plies = $3, is_public = $4, seq = $5, \
                 updated_ms = $6, tree = $7, size_bytes = $8 WHERE id = $1 AND seq = $5 - 1",
            summary.id.uuid(),
            &summary.title,
            i64::from(summary.plies),
            summary.is_public,
            i64::from(summary.seq),
            summary.updated_ms,
            &tree,
            review.tree.len() as i64,
        )
        .await?;
        return Ok(changed > 0);
    }
    let kept = execute!(
        tx,
        "INSERT INTO reviews (id, code, owner_id, partner_id, of_game, title, variant, plies, \
             is_public, seq, created_ms, updated_ms, tree, size_bytes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
         ON CONFLICT (id) DO NOTHING",
        summary.id.uuid(),
        code_column(summary.id.code()),
        summary.owner.uuid(),
        summary.partner.map(UserId::uuid),
        summary.of_game,
        &summary.title,
        &summary.variant,
        i64::from(summary.plies),
        summary.is_public,
        i64::from(summary.seq),
        summary.created_ms,
        summary.updated_ms,
        &tree,
        review.tree.len() as i64,
    )
    .await?;
    Ok(kept > 0)
}

row! {
    /// How many reviews a player has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ReviewUsage in "reviews" {
        /// Reviews, those of games and the chapters of studies not counted.
        pub n_reviews: u64,
        /// Bytes of all their trees, unpacked.
        pub size_bytes: u64,
    }
}

/// How many reviews a player has, and how large they are.
pub async fn usage(conn: &mut Conn, owner: UserId) -> Result<ReviewUsage> {
    one!(
        conn,
        "SELECT CAST(COALESCE(SUM(CASE WHEN of_game = FALSE \
                 AND study_id IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) \
                 AS n_reviews, \
             CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS size_bytes \
         FROM reviews WHERE owner_id = $1",
        owner.uuid()
    )
    .await
}

/// A player's reviews without the chapters of their studies, the one that was changed last first,
/// at most [`REVIEWS_LISTED_MAX`].
pub async fn by_owner(conn: &mut Conn, owner: UserId) -> Result<Vec<ReviewSummary>> {
    all!(
        conn,
        select!(
            ReviewSummary,
            "FROM reviews WHERE owner_id = $1 AND study_id IS NULL \
             ORDER BY updated_ms DESC, id DESC LIMIT $2"
        ),
        owner.uuid(),
        i64::from(REVIEWS_LISTED_MAX)
    )
    .await
}

/// The reviews that are for everybody, the one that was changed last first, at most
/// [`REVIEWS_LISTED_MAX`].
pub async fn public(conn: &mut Conn) -> Result<Vec<ReviewSummary>> {
    all!(
        conn,
        select!(
            ReviewSummary,
            "FROM reviews WHERE is_public = TRUE AND study_id IS NULL \
             ORDER BY updated_ms DESC, id DESC LIMIT $1"
        ),
        i64::from(REVIEWS_LISTED_MAX)
    )
    .await
}

/// Takes a review away. `false`: it was not there.
pub async fn delete(tx: &mut Tx, id: ReviewId) -> Result<bool> {
    Ok(execute!(tx, "DELETE FROM reviews WHERE id = $1", id.uuid()).await? > 0)
}
