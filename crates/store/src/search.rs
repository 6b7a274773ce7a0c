//! Searching finished games. The only place where a statement is put together from parts; every
//! part is a literal, and values are only ever bound.

use komadai_ids::UserId;
use sqlx::AssertSqlSafe;

use crate::{
    Conn, GameSummary, PageKey, Result,
    db::{Answer, Driver, in_time},
    games::PAGE_MAX,
};

/// Who won, as a search asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Sente, or the player who is searched for.
    Won,
    /// Gote, or the opponent of the player who is searched for.
    Lost,
    Drawn,
}

/// What is looked for; what is not set is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// One of the players.
    pub player: Option<UserId>,
    /// The other one.
    pub opponent: Option<UserId>,
    /// Who won: the player, or without one sente.
    pub result: Option<Outcome>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// The handicap's name; empty for even games.
    pub handicap: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// Whether it was rated.
    pub rated: Option<bool>,
    /// It ended then or later.
    pub from_ms: Option<i64>,
    /// It ended before that.
    pub until_ms: Option<i64>,
}

/// A value of a filter.
enum Value<'a> {
    Id(uuid::Uuid),
    Text(&'a str),
    Flag(bool),
    Number(i64),
}

/// A statement that grows.
struct Parts<'a> {
    sql: String,
    values: Vec<Value<'a>>,
}

impl<'a> Parts<'a> {
    /// Adds a condition; each `?` in it stands for the value.
    fn and(&mut self, condition: &'static str, value: Value<'a>) {
        self.values.push(value);
        let place = format!("${}", self.values.len());
        self.sql.push_str(" AND ");
        self.sql.push_str(&condition.replace('?', &place));
    }

    fn and_fixed(&mut self, condition: &'static str) {
        self.sql.push_str(" AND ");
        self.sql.push_str(condition);
    }
}

const COLUMNS: &str = "SELECT games.id, variant, handicap, clock, sente, gote, sente_name, \
    gote_name, plies, reason, winner, rated, final_sfen, opening, created_ms, started_ms, \
    games.ended_ms, previous_game, next_game ";

/// The games that fit, the newest first, at most [`PAGE_MAX`].
pub async fn games(
    conn: &mut Conn,
    search: &Search,
    after: PageKey,
    limit: u32,
) -> Result<Vec<GameSummary>> {
    let Parts { sql, values } = statement(search, after, limit.min(PAGE_MAX));
    macro_rules! fetch {
        ($conn:expr) => {{
            let mut query = ::sqlx::query(AssertSqlSafe(sql));
            for value in values {
                query = match value {
                    Value::Id(id) => query.bind(id),
                    Value::Text(text) => query.bind(text.to_owned()),
                    Value::Flag(flag) => query.bind(flag),
                    Value::Number(number) => query.bind(number),
                };
            }
            query.fetch_all($conn)
        }};
    }
    match conn.driver() {
        Driver::Sqlite(conn) => {
            Answer::Sqlite::<_, Vec<sqlx::postgres::PgRow>>(fetch!(conn).await?).all()
        }
        Driver::Postgres(conn) => {
            Answer::Postgres::<Vec<sqlx::sqlite::SqliteRow>, _>(in_time(fetch!(conn)).await?).all()
        }
    }
}

fn statement(search: &Search, after: PageKey, limit: u32) -> Parts<'_> {
    let mut parts = Parts { sql: COLUMNS.to_owned(), values: Vec::new() };
    // A player's games are in an index of their own, which then leads.
    let order = match search.player {
        Some(player) => {
            parts.sql.push_str(
                "FROM game_players JOIN games ON games.id = game_players.game_id WHERE 1 = 1",
            );
            parts.and("game_players.user_id = ?", Value::Id(player.uuid()));
            page(&mut parts, "game_players.ended_ms", "game_players.game_id", after);
            " ORDER BY game_players.ended_ms DESC, game_players.game_id DESC"
        }
        None => {
            parts.sql.push_str("FROM games WHERE 1 = 1");
            page(&mut parts, "games.ended_ms", "games.id", after);
            " ORDER BY games.ended_ms DESC, games.id DESC"
        }
    };
    if let Some(opponent) = search.opponent {
        parts.and("(sente = ? OR gote = ?)", Value::Id(opponent.uuid()));
    }
    match (search.result, search.player) {
        (Some(Outcome::Drawn), _) => parts.and_fixed("winner IS NULL"),
        (Some(Outcome::Won), None) => parts.and("winner = ?", Value::Text("sente")),
        (Some(Outcome::Lost), None) => parts.and("winner = ?", Value::Text("gote")),
        (Some(Outcome::Won), Some(player)) => parts.and(
            "((sente = ? AND winner = 'sente') OR (gote = ? AND winner = 'gote'))",
            Value::Id(player.uuid()),
        ),
        (Some(Outcome::Lost), Some(player)) => parts.and(
            "((sente = ? AND winner = 'gote') OR (gote = ? AND winner = 'sente'))",
            Value::Id(player.uuid()),
        ),
        (None, _) => {}
    }
    if let Some(reason) = &search.reason {
        parts.and("reason = ?", Value::Text(reason));
    }
    if let Some(variant) = &search.variant {
        parts.and("variant = ?", Value::Text(variant));
    }
    match search.handicap.as_deref() {
        Some("") => parts.and_fixed("handicap IS NULL"),
        Some(handicap) => parts.and("handicap = ?", Value::Text(handicap)),
        None => {}
    }
    if let Some(opening) = &search.opening {
        parts.and("opening = ?", Value::Text(opening));
    }
    if let Some(rated) = search.rated {
        parts.and("rated = ?", Value::Flag(rated));
    }
    if let Some(from_ms) = search.from_ms {
        parts.and("games.ended_ms >= ?", Value::Number(from_ms));
    }
    if let Some(until_ms) = search.until_ms {
        parts.and("games.ended_ms < ?", Value::Number(until_ms));
    }
    parts.sql.push_str(order);
    parts.sql.push_str(" LIMIT ");
    parts.sql.push_str(&limit.to_string());
    parts
}

fn page(parts: &mut Parts<'_>, ms: &'static str, id: &'static str, after: PageKey) {
    parts.values.push(Value::Number(after.at_ms));
    parts.values.push(Value::Id(after.id));
    let n = parts.values.len();
    parts.sql.push_str(&format!(" AND ({ms}, {id}) < (${}, ${n})", n - 1));
}
