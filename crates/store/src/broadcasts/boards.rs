//! The boards of broadcasts: what a chapter that is one has besides.

use komadai_ids::{ReviewId, StudyId, TournamentId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select, value},
};

/// The most boards that are read of a broadcast.
const READ_MAX: i64 = 1_000;

/// The most boards whose files are to be asked that are read at once.
const SOURCES_MAX: i64 = 1_000;

row! {
    /// What a board has besides its chapter.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Board in "broadcast_boards" {
        pub review: ReviewId = "review_id",
        pub study: StudyId = "study_id",
        /// What its round is called.
        pub round: String,
        /// When it begins, in Unix milliseconds, if not with the broadcast.
        pub starts_ms: Option<i64>,
        /// The variant's name.
        pub variant: String,
        /// The position before the first move, as SFEN.
        pub start: String,
        /// Grades and the time control as announced, as JSON.
        pub terms: String,
        /// How many entries its score has.
        pub n_entries: u32,
        /// What the public sees of it in lists, as JSON.
        pub shown: String,
        /// The address of the file that is asked again and again.
        pub source: Option<String>,
        /// How often in a row that has failed.
        pub source_n_errors: u32,
        /// What was wrong the last time; empty if nothing was.
        pub source_said: String,
        /// What the file was when it was last read, as its host calls it.
        pub source_tag: String,
        /// The tournament one of whose games it shows.
        pub event: Option<TournamentId> = "tournament_id",
        /// The key of that game.
        pub event_game: Option<String> = "tournament_game",
        /// The entry of who is sente at the board.
        pub event_sente: Option<String> = "tournament_sente",
        /// Whether the tournament's organisers have taken it; none while they have not answered.
        pub event_takes: Option<bool> = "tournament_takes",
    }
}

/// Makes a chapter that was just stored a board.
pub async fn insert(tx: &mut Tx, board: &Board, due_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO broadcast_boards (review_id, study_id, round, starts_ms, terms, n_entries, \
             shown, due_ms, source, source_next_ms, variant, start, tournament_id, \
             tournament_game, tournament_sente, tournament_takes) \
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        board.review.uuid(),
        board.study.uuid(),
        &board.round,
        board.starts_ms,
        &board.terms,
        &board.shown,
        due_ms,
        &board.source,
        board.source.as_ref().map(|_| due_ms),
        &board.variant,
        &board.start,
        board.event.map(TournamentId::uuid),
        &board.event_game,
        &board.event_sente,
        board.event_takes
    )
    .await?;
    Ok(())
}

/// The boards of a broadcast, in no order: their chapters have one.
pub async fn of(conn: &mut Conn, study: StudyId) -> Result<Vec<Board>> {
    all!(
        conn,
        select!(Board, "FROM broadcast_boards WHERE study_id = $1 ORDER BY review_id LIMIT $2"),
        study.uuid(),
        READ_MAX
    )
    .await
}

/// The board that a chapter is, if it is one.
pub async fn find(conn: &mut Conn, review: ReviewId) -> Result<Option<Board>> {
    optional!(conn, select!(Board, "FROM broadcast_boards WHERE review_id = $1"), review.uuid())
        .await
}

/// Takes a board for a transaction in which its score is changed: others who change it wait.
pub async fn take(tx: &mut Tx, review: ReviewId) -> Result<Option<Board>> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET n_entries = n_entries WHERE review_id = $1",
        review.uuid()
    )
    .await?;
    find(tx, review).await
}

/// Stores what was announced of a board. With another source, that is asked at once.
pub async fn edit(tx: &mut Tx, board: &Board, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET round = $2, starts_ms = $3, terms = $4, due_ms = $5, \
             source = $6, source_next_ms = $7, source_n_errors = 0, source_said = '', \
             source_tag = '', tournament_id = $8, tournament_game = $9, tournament_sente = $10, \
             tournament_takes = $11 WHERE review_id = $1",
        board.review.uuid(),
        &board.round,
        board.starts_ms,
        &board.terms,
        now_ms,
        &board.source,
        board.source.as_ref().map(|_| now_ms),
        board.event.map(TournamentId::uuid),
        &board.event_game,
        &board.event_sente,
        board.event_takes
    )
    .await?;
    Ok(())
}

/// All boards of a broadcast are to be compared with their scores.
pub async fn all_due(tx: &mut Tx, study: StudyId, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET due_ms = $2 WHERE study_id = $1",
        study.uuid(),
        now_ms
    )
    .await?;
    Ok(())
}

/// A score has so many entries now, and is to be compared with what the public sees.
pub async fn grown(tx: &mut Tx, review: ReviewId, n_entries: u32, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET n_entries = $2, due_ms = $3 WHERE review_id = $1",
        review.uuid(),
        i64::from(n_entries),
        now_ms
    )
    .await?;
    Ok(())
}

row! {
    /// A board that waits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WaitingBoard in "broadcast_boards" {
        pub review: ReviewId = "review_id",
        pub study: StudyId = "study_id",
        /// When, in Unix milliseconds.
        pub at_ms: i64,
    }
}

/// The boards that are to be compared with their scores, the one that waits longest first.
pub async fn due(conn: &mut Conn, limit: u32) -> Result<Vec<WaitingBoard>> {
    all!(
        conn,
        "SELECT review_id, study_id, due_ms AS at_ms FROM broadcast_boards \
         WHERE due_ms IS NOT NULL ORDER BY due_ms, review_id LIMIT $1",
        i64::from(limit)
    )
    .await
}

/// What the public sees now of a score with so many entries, and when there may be more. `false`:
/// it has other entries by now, or waits for something else since `due_ms`.
pub async fn publish(
    tx: &mut Tx,
    (review, n_entries, due_ms): (ReviewId, u32, i64),
    shown: &str,
    next_ms: Option<i64>,
) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE broadcast_boards SET shown = $4, due_ms = $5 \
         WHERE review_id = $1 AND n_entries = $2 AND due_ms = $3",
        review.uuid(),
        i64::from(n_entries),
        due_ms,
        shown,
        next_ms
    )
    .await?;
    Ok(n_changed > 0)
}

/// The boards whose files are to be asked: of each owner so many that wait longest, in turns. Those
/// of broadcasts that have ended are not.
pub async fn sources(conn: &mut Conn, of_owner: u32) -> Result<Vec<WaitingBoard>> {
    all!(
        conn,
        "SELECT review_id, study_id, at_ms FROM ( \
             SELECT review_id, broadcast_boards.study_id, source_next_ms AS at_ms, \
                 ROW_NUMBER() OVER ( \
                     PARTITION BY studies.owner_id ORDER BY source_next_ms, review_id \
                 ) AS turn \
             FROM broadcast_boards \
             JOIN broadcasts ON broadcasts.study_id = broadcast_boards.study_id \
             JOIN studies ON studies.id = broadcast_boards.study_id \
             WHERE source_next_ms IS NOT NULL AND ended_ms IS NULL \
         ) AS turns WHERE turn <= $1 ORDER BY turn, at_ms, review_id LIMIT $2",
        i64::from(of_owner),
        SOURCES_MAX
    )
    .await
}

/// How many files of an owner's boards are asked for as long as their broadcasts have not ended.
pub async fn n_sources(conn: &mut Conn, owner: UserId) -> Result<u64> {
    let count: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM broadcast_boards \
         JOIN broadcasts ON broadcasts.study_id = broadcast_boards.study_id \
         JOIN studies ON studies.id = broadcast_boards.study_id \
         WHERE source_next_ms IS NOT NULL AND ended_ms IS NULL AND studies.owner_id = $1",
        owner.uuid()
    )
    .await?;
    Ok(count.unsigned_abs())
}

/// How asking a file went, and when it is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceReply {
    pub next_ms: Option<i64>,
    pub n_errors: u32,
    pub said: String,
    pub tag: String,
}

/// Stores how asking a file went. It has no effect on a source that was replaced meanwhile.
pub async fn asked(tx: &mut Tx, review: ReviewId, source: &str, asked: &SourceReply) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET source_next_ms = $3, source_n_errors = $4, source_said = $5, \
             source_tag = $6 WHERE review_id = $1 AND source = $2",
        review.uuid(),
        source,
        asked.next_ms,
        i64::from(asked.n_errors),
        &asked.said,
        &asked.tag
    )
    .await?;
    Ok(())
}

/// The most boards of broadcasts that are read of a tournament.
const OF_EVENT_MAX: i64 = 200;

row! {
    /// A board that shows a game of a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BoardOfEvent in "broadcast_boards" {
        pub review: ReviewId = "review_id",
        pub study: StudyId = "study_id",
        /// The broadcast's title.
        pub title: String,
        /// Who shows it.
        pub owner_name: String,
        /// The key of the game.
        pub game: String = "tournament_game",
        /// The entry of who is sente at the board.
        pub sente: String = "tournament_sente",
        /// Whether the tournament's organisers have taken it; none while they have not answered.
        pub takes: Option<bool> = "tournament_takes",
        /// What the public sees of it in lists, as JSON.
        pub shown: String,
    }
}

/// The boards of public broadcasts that show games of a tournament.
pub async fn of_event(conn: &mut Conn, event: TournamentId) -> Result<Vec<BoardOfEvent>> {
    all!(
        conn,
        "SELECT review_id, broadcast_boards.study_id, title, users.name AS owner_name, \
             tournament_game, tournament_sente, tournament_takes, shown \
         FROM broadcast_boards JOIN studies ON studies.id = broadcast_boards.study_id \
         JOIN users ON users.id = owner_id \
         WHERE tournament_id = $1 AND visibility = 'public' ORDER BY review_id LIMIT $2",
        event.uuid(),
        OF_EVENT_MAX
    )
    .await
}

/// The organisers of a tournament take what a broadcast shows of it, or do not. Whether it shows
/// anything.
pub async fn answer_event(
    tx: &mut Tx,
    (study, event): (StudyId, TournamentId),
    takes: bool,
) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE broadcast_boards SET tournament_takes = $3 \
         WHERE study_id = $1 AND tournament_id = $2",
        study.uuid(),
        event.uuid(),
        takes
    )
    .await?;
    Ok(n_changed > 0)
}

/// A tournament is taken away: boards that have shown its games are boards like any other.
pub(crate) async fn forget_event(tx: &mut Tx, event: TournamentId) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcast_boards SET tournament_id = NULL, tournament_game = NULL, \
             tournament_sente = NULL, tournament_takes = NULL WHERE tournament_id = $1",
        event.uuid()
    )
    .await?;
    Ok(())
}
