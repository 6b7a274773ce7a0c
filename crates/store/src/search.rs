//! Searching finished games. The only place where a statement is put together from parts; every
//! part is a literal, and values are only ever bound.
//!
//! What a page reads must not grow with how many games there are, or with how many a player has.
//! All filters but the players and the time are about a game's kind, so a search
//! 1. looks at the newest games, at most [`NEWEST`], which is enough for what is frequent;
//! 2. finds what is rare by its kinds: there are few, and an index has the games of each in order.
//!
//! Both read indexes only, and then the games of the page. Where two players are named, their games
//! against each other are read in order, whatever else is asked.

use komadai_ids::UserId;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::{
    Conn, GameSummary, PageKey, Result,
    db::{self, FromRow, named, row, select},
    games::{PAGE_MAX, not_void},
};

/// How many of the newest games a search looks at before it goes by kinds.
const NEWEST: u32 = 1_000;

named! {
    /// Who won, as a search asks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Outcome {
        /// Sente, or the player who is searched for.
        Won = "won",
        /// Gote, or the opponent of the player who is searched for.
        Lost = "lost",
        Drawn = "drawn",
    }
}

impl Outcome {
    /// As the opponent sees it.
    fn of_opponent(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
        }
    }
}

/// What is looked for; what is not set is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
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
    /// Whether games that came to nothing are among them, where no reason is asked: those called
    /// off, and those whose first move never came.
    pub voids: bool,
    /// It ended then or later.
    pub from_ms: Option<i64>,
    /// It ended before that.
    pub until_ms: Option<i64>,
}

impl Search {
    /// Whether anything is asked but the players and the time.
    fn asks_for_kinds(&self) -> bool {
        let Self { result, reason, variant, handicap, opening, rated, .. } = self;
        [reason, variant, handicap, opening].iter().any(|it| it.is_some())
            || result.is_some()
            || rated.is_some()
            || self.leaves_out_voids()
    }

    fn leaves_out_voids(&self) -> bool {
        !self.voids && self.reason.is_none()
    }
}

/// A value that is bound.
#[derive(Clone, Copy)]
enum Value<'a> {
    Id(Uuid),
    Text(&'a str),
    Flag(bool),
    Number(i64),
}

/// The games between two instants.
#[derive(Clone, Copy)]
struct Span {
    /// Older than this one.
    before: PageKey,
    /// It ended then or later.
    from_ms: i64,
}

impl Span {
    fn of(search: &Search, after: PageKey) -> Self {
        // No game has the nil id.
        let until = search.until_ms.map(|at_ms| PageKey { at_ms, id: Uuid::nil() });
        let before = match until {
            Some(until) if (until.at_ms, until.id) < (after.at_ms, after.id) => until,
            _ => after,
        };
        Self { before, from_ms: search.from_ms.unwrap_or(i64::MIN) }
    }
}

/// Games in order of their ends: all games, a player's, or one side's against one opponent.
#[derive(Clone, Copy)]
enum Among {
    All,
    Player(UserId),
    Sides { sente: UserId, gote: UserId },
}

/// The games with the ids that `{ids}` selects.
const GAMES: &str = select!(
    GameSummary,
    "FROM games WHERE id IN (SELECT id FROM ({ids}) AS found) ORDER BY ended_ms DESC, id DESC"
);

/// The next ids in order.
const IN_ORDER: &str = "SELECT {id} AS id, ended_ms FROM {table} WHERE {whose}{span}{of_kinds} \
    ORDER BY ended_ms DESC, {id} DESC LIMIT {limit}";

/// Of the kinds. The sign keeps the databases from taking the index by kinds, of each of which they
/// would read all games.
const OF_KINDS: &str = " AND +kind IN (SELECT id FROM game_kinds WHERE {kinds})";

/// Of the kinds of games that were played.
const WITHOUT_VOIDS: &str = not_void!();

/// The last of the next ids.
const LAST: &str = "SELECT {id} AS id, ended_ms FROM {table} WHERE {whose}{span} \
    ORDER BY ended_ms DESC, {id} DESC LIMIT 1 OFFSET {limit} - 1";

/// The game of a kind that comes next: a row of the index whose order it asks for. That the kind is
/// compared and not equated leaves the databases no other way.
const NEXT_OF_KIND: &str = "(SELECT {column} FROM {table} \
    WHERE {whose}(kind, ended_ms, {id}) < (of_kind, {after}) \
        AND (kind, ended_ms) >= (of_kind, {to}) \
    ORDER BY kind DESC, ended_ms DESC, {id} DESC LIMIT 1{offset})";

/// The next ids, by kinds: those whose first games are the newest, as many as a page has games, each
/// game by game. Where one kind, or the first games of all, would fill the page, it ends at the
/// latest.
const BY_KIND: &str = "WITH RECURSIVE \
    fitting AS (SELECT id AS of_kind FROM game_kinds WHERE {kinds}), \
    kinds AS MATERIALIZED (SELECT of_kind, {first} AS first_ms FROM fitting), \
    firsts AS MATERIALIZED (\
        SELECT of_kind, first_ms FROM kinds WHERE first_ms IS NOT NULL \
        ORDER BY first_ms DESC LIMIT {limit}), \
    lasts AS MATERIALIZED (\
        SELECT MIN(first_ms) AS last_ms FROM firsts HAVING COUNT(*) = {limit} \
        UNION ALL SELECT {last} FROM firsts), \
    walk (of_kind, at_ms, at_id) AS (\
        SELECT of_kind, {before} FROM firsts \
        UNION ALL SELECT of_kind, {next_ms}, {next_id} FROM walk WHERE at_id IS NOT NULL) \
    SELECT at_id AS id, at_ms AS ended_ms FROM walk WHERE (at_ms, at_id) < ({before}) \
    ORDER BY at_ms DESC, at_id DESC LIMIT {limit}";

/// A statement in the making.
#[derive(Default)]
struct StatementDraft<'a> {
    sql: String,
    values: Vec<Value<'a>>,
}

impl<'a> StatementDraft<'a> {
    /// What stands for the value.
    fn bind(&mut self, value: Value<'a>) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    /// Fills in a template.
    fn filled(
        &mut self,
        template: &'static str,
        search: &'a Search,
        among: Among,
        span: Span,
        limit: u32,
    ) -> String {
        let mut player = |user: UserId| self.bind(Value::Id(user.uuid()));
        let (table, id, whose) = match among {
            Among::All => ("games", "id", String::new()),
            Among::Player(user) => {
                ("game_players", "game_id", format!("user_id = {} AND ", player(user)))
            }
            Among::Sides { sente, gote } => {
                let [sente, gote] = [player(sente), player(gote)];
                ("games", "id", format!("sente = {sente} AND gote = {gote} AND "))
            }
        };
        let before_ms = self.bind(Value::Number(span.before.at_ms));
        let before_id = self.bind(Value::Id(span.before.id));
        let before = format!("{before_ms}, {before_id}");
        let from = self.bind(Value::Number(span.from_ms));
        // Games are of the kind that sente sees.
        let is_gotes = matches!(among, Among::Sides { gote, .. } if search.player == Some(gote));
        // PostgreSQL wants nothing bound that is not used.
        let asks_for_kinds = template.contains("kinds}");
        let kinds = if asks_for_kinds { self.kinds(search, is_gotes) } else { String::new() };
        let of_kinds = if kinds.is_empty() { "" } else { OF_KINDS };
        let next = |column, after, to, offset| {
            let next = NEXT_OF_KIND.replace("{column}", column).replace("{after}", after);
            next.replace("{to}", to).replace("{offset}", offset)
        };
        let to_last = "COALESCE((SELECT MAX(last_ms) FROM lasts), {from})";
        template
            .replace("{first}", &next("ended_ms", "{before}", "{from}", ""))
            .replace("{last}", &next("ended_ms", "{before}", "{from}", " OFFSET {limit} - 1"))
            .replace("{next_ms}", &next("ended_ms", "at_ms, at_id", to_last, ""))
            .replace("{next_id}", &next("{id}", "at_ms, at_id", to_last, ""))
            .replace("{of_kinds}", of_kinds)
            .replace("{span}", "(ended_ms, {id}) < ({before}) AND ended_ms >= {from}")
            .replace("{table}", table)
            .replace("{id}", id)
            .replace("{whose}", &whose)
            .replace("{before}", &before)
            .replace("{from}", &from)
            .replace("{kinds}", &kinds)
            .replace("{limit}", &limit.to_string())
    }

    /// What is asked of a game's kind; empty: nothing is.
    fn kinds(&mut self, search: &'a Search, is_gotes: bool) -> String {
        let result = search.result.map(|it| if is_gotes { it.of_opponent() } else { it }.as_str());
        let text = |text: &'a Option<String>| text.as_deref().map(Value::Text);
        let asked = [
            ("variant", text(&search.variant)),
            ("handicap", text(&search.handicap)),
            ("opening", text(&search.opening)),
            ("reason", text(&search.reason)),
            ("rated", search.rated.map(Value::Flag)),
            ("result", result.map(Value::Text)),
        ];
        let mut conditions: Vec<_> = asked
            .into_iter()
            .filter_map(|(column, value)| Some(format!("{column} = {}", self.bind(value?))))
            .collect();
        if search.leaves_out_voids() {
            conditions.push(WITHOUT_VOIDS.to_owned());
        }
        conditions.join(" AND ")
    }

    async fn run<T: FromRow>(self, conn: &mut Conn) -> Result<Vec<T>> {
        let Self { sql, values } = self;
        let statement = db::Statement::new(conn.driver(), AssertSqlSafe(sql));
        let statement = values.into_iter().fold(statement, |statement, value| match value {
            Value::Id(id) => statement.bind(id),
            Value::Text(text) => statement.bind(text),
            Value::Flag(flag) => statement.bind(flag),
            Value::Number(number) => statement.bind(number),
        });
        statement.fetch_all().await?.all()
    }
}

row! {
    /// When a game ended.
    struct GameEnd(i64 = "ended_ms") in "games";
}

/// The games that fit, the newest first, at most [`PAGE_MAX`].
pub async fn games(
    conn: &mut Conn,
    search: &Search,
    after: PageKey,
    limit: u32,
) -> Result<Vec<GameSummary>> {
    let limit = limit.min(PAGE_MAX);
    let span = Span::of(search, after);
    let among = match (search.player, search.opponent) {
        (Some(player), Some(opponent)) => {
            let mut page = StatementDraft::default();
            let [as_sente, as_gote] =
                [(player, opponent), (opponent, player)].map(|(sente, gote)| {
                    let sides = Among::Sides { sente, gote };
                    page.filled(IN_ORDER, search, sides, span, limit)
                });
            let ids = format!(
                "SELECT id, ended_ms FROM ({as_sente}) AS as_sente \
                 UNION SELECT id, ended_ms FROM ({as_gote}) AS as_gote \
                 ORDER BY ended_ms DESC, id DESC LIMIT {limit}"
            );
            page.sql = GAMES.replace("{ids}", &ids);
            return page.run(conn).await;
        }
        (Some(user), None) | (None, Some(user)) => Among::Player(user),
        (None, None) => Among::All,
    };
    let page = |template, span| {
        let mut page = StatementDraft::default();
        let ids = page.filled(template, search, among, span, limit);
        page.sql = GAMES.replace("{ids}", &ids);
        page
    };
    let newest = if search.asks_for_kinds() {
        let mut last = StatementDraft::default();
        last.sql = last.filled(LAST, search, among, span, NEWEST);
        last.run(conn).await?.pop()
    } else {
        None
    };
    let Some(GameEnd(from_ms)) = newest else { return page(IN_ORDER, span).run(conn).await };
    let mut found = page(IN_ORDER, Span { from_ms, ..span }).run(conn).await?;
    if found.len() < limit as usize {
        let before = PageKey { at_ms: from_ms, id: Uuid::nil() };
        let rest: Vec<_> = page(BY_KIND, Span { before, ..span }).run(conn).await?;
        found.extend(rest);
        found.truncate(limit as usize);
    }
    Ok(found)
}
