//! What a rated game changes: both ratings, their history, and the grades that are earned.
//!
//! It happens in the transaction that settles the game, once. The arithmetic is in
//! `komadai-rating`, the rows are in the store; here they meet.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use komadai_community::bell::BellItem;
use komadai_game::{Setup, Start};
use komadai_ids::UserId;
use komadai_live::{
    LiveRefusal, Timebase, Why,
    rated::{GRADED, RatedGame},
};
use komadai_rating::{
    DeclaredStrength, GradeGap, GradeTable, GradedGame, History, Points, Rating, ShownRating,
    Speed, grades_given,
};
use komadai_rules::{Grade, Odds, Side};
use komadai_store::{
    Conn, Result, Store, Tx,
    ratings::{self as rows, Annulment, Award, Career, Change, CountedGame, Numbers, Standing},
};

use crate::{bell::ring, moderation::note};

/// The longest reason of an annulment, in characters.
pub const REASON_CHARS_MAX: usize = 500;

/// Whether a game that is set up like this may be rated.
///
/// # Errors
/// Why it may not.
pub fn may_be_rated(setup: &Setup) -> Result<(), LiveRefusal> {
    let bad = |message: &str| LiveRefusal::said(Why::BadSetup, message.to_owned());
    if setup.seats.creator.guest || setup.seats.opponent.as_ref().is_some_and(|it| it.guest) {
        return Err(LiveRefusal::new(Why::NeedsAccount));
    }
    if setup.clocks[Side::Sente] != setup.clocks[Side::Gote] {
        return Err(bad("in a rated game both sides have the same time"));
    }
    if !setup.clocks[Side::Sente].is_timed() {
        return Err(bad("a rated game has a clock"));
    }
    match &setup.start {
        Start::Even => Ok(()),
        // §6.3 knows what a handicap is worth in shogi only.
        Start::Handicap(_) if setup.variant != GRADED => {
            Err(bad("handicap games are rated in standard shogi only"))
        }
        Start::Handicap(_) => match setup.handicap().map(Odds::Pieces).and_then(grades_given) {
            Some(_) => Ok(()),
            None => Err(bad("games with this handicap are not rated")),
        },
        Start::Sfen(_) => Err(bad("a rated game begins as the variant or a handicap sets it up")),
    }
}

/// Ratings and grades. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ratings {
    table: Arc<GradeTable>,
    /// How many games of two over the board count in a day.
    over_the_board: usize,
}

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Ratings {
    /// With what earns a grade.
    pub fn new(table: GradeTable) -> Self {
        Self { table: Arc::new(table), over_the_board: 0 }
    }

    /// The same, where so many games of two over the board count in a day.
    #[must_use]
    pub fn over_the_board(self, of_a_pair: usize) -> Self {
        Self { over_the_board: of_a_pair, ..self }
    }

    /// Rates what was played over the board on an evening, in the transaction that stores its end:
    /// of any two only so many games a day.
    ///
    /// # Errors
    /// When the database fails; the transaction must be dropped then.
    pub(crate) async fn rate_evening(&self, tx: &mut Tx, games: &[RatedGame]) -> Result<()> {
        // All of them at first: whoever settles a game of theirs meanwhile waits for the end of
        // this, and never this for them.
        let players = games
            .iter()
            .flat_map(|game| [game.sente, game.gote].map(|user| (user, game.variant.as_str())));
        for (user, variant) in players.collect::<BTreeSet<_>>() {
            rows::take_career(tx, user, variant).await?;
        }
        for game in games {
            let since_ms = game.ended_ms.saturating_sub(DAY_MS);
            let n = rows::over_the_board(tx, game.sente, game.gote, since_ms).await?;
            if (n as usize) < self.over_the_board {
                self.rate(tx, game).await?;
            }
        }
        Ok(())
    }

    /// What earns a grade.
    pub fn table(&self) -> &GradeTable {
        &self.table
    }

    /// Rates a game, in the transaction that settles it.
    ///
    /// # Errors
    /// When the database fails; the transaction must be dropped then.
    pub async fn rate(&self, tx: &mut Tx, game: &RatedGame) -> Result<()> {
        // In order of their ids, so that two transactions never wait for each other.
        let (mut first, mut second) = if game.sente < game.gote {
            (self.book(tx, game, game.sente).await?, self.book(tx, game, game.gote).await?)
        } else {
            let gote = self.book(tx, game, game.gote).await?;
            (self.book(tx, game, game.sente).await?, gote)
        };
        let (sente, gote) = (&mut first, &mut second);
        let rated = komadai_rating::rate(
            gote.before,
            sente.before,
            game.points_of_gote,
            game.odds,
            &self.table,
        );
        // It was looked at when the game was set up.
        let Some((gote_after, sente_after)) = rated else { return Ok(()) };
        let (sente_before, sente_grade) = (sente.before, sente.grade);
        let (gote_before, gote_grade) = (gote.before, gote.grade);
        let points = game.points_of_gote;
        let played = |points, after, opponent, rating: Rating, grade, gave| GameWorth {
            points,
            after,
            opponent,
            opponent_rating: rating,
            opponent_grade: grade,
            gave: gave && game.odds.is_some(),
        };
        let as_sente =
            played(points.other(), sente_after, game.gote, gote_before, gote_grade, false);
        let as_gote = played(points, gote_after, game.sente, sente_before, sente_grade, true);
        self.write(tx, game, sente, as_sente).await?;
        self.write(tx, game, gote, as_gote).await?;
        if game.variant == GRADED && game.plies >= self.table.evidence().plies {
            self.award(tx, game, sente, &sente_after).await?;
            self.award(tx, game, gote, &gote_after).await?;
        }
        Ok(())
    }

    /// A player before a game.
    async fn book(&self, tx: &mut Tx, game: &RatedGame, user: UserId) -> Result<Book> {
        let career = rows::take_career(tx, user, &game.variant).await?;
        let standings = rows::standings(tx, user, &game.variant).await?;
        let standing = standings.iter().find(|it| it.speed == game.speed.as_str()).cloned();
        let before = match &standing {
            Some(standing) => {
                let idle_ms = game.ended_ms.saturating_sub(standing.rated_ms);
                rating(standing.numbers).after_idle(u64::try_from(idle_ms).unwrap_or(0))
            }
            None => {
                let declared = declared_of(tx, user).await?;
                self.beginning(&game.variant, &standings, declared.as_ref())
            }
        };
        let grade = grade_of(tx, user).await?;
        Ok(Book { user, career, standing, before, grade })
    }

    /// Where a rating begins: at the surest one of the same variant, else at what was declared. A
    /// dan of standard shogi says little of another variant, so there it is at most 1-dan.
    fn beginning(
        &self,
        variant: &str,
        others: &[Standing],
        declared: Option<&DeclaredStrength>,
    ) -> Rating {
        if let Some(surest) = surest(others) {
            return Rating::starting_at(surest.numbers.rating);
        }
        let Some(declared) = declared else { return Rating::starting_at(self.table.start()) };
        let begin = declared.begin(&self.table);
        let most = Grade::dan(1).map_or(begin.rating, |grade| self.table.middle(grade));
        let is_graded = variant == GRADED;
        Rating { rating: if is_graded { begin.rating } else { begin.rating.min(most) }, ..begin }
    }

    /// Writes down what a game did to one player.
    async fn write(
        &self,
        tx: &mut Tx,
        game: &RatedGame,
        book: &mut Book,
        played: GameWorth,
    ) -> Result<()> {
        let user = book.user;
        count(&mut book.career, played.points);
        rows::put_career(tx, user, &game.variant, &book.career).await?;
        let rated_ms = book.standing.as_ref().map_or(game.ended_ms, |it| {
            // Settled in another order than they ended: time does not go back.
            it.rated_ms.max(game.ended_ms)
        });
        let standing = Standing {
            speed: game.speed.as_str().to_owned(),
            numbers: numbers(played.after),
            n_games: book.standing.as_ref().map_or(0, |it| it.n_games) + 1,
            rated_ms,
            certain_until_ms: played.after.certain_until_ms(rated_ms),
        };
        rows::put_standing(tx, user, &game.variant, &standing).await?;
        let change = Change {
            user,
            variant: game.variant.clone(),
            n: book.career.n_games,
            game: game.id,
            speed: game.speed.as_str().to_owned(),
            ended_ms: game.ended_ms,
            handicap: game.odds.map(|odds| odds.to_string()),
            gave: played.gave,
            points: played.points.as_str().to_owned(),
            before: numbers(book.before),
            after: numbers(played.after),
            opponent: played.opponent,
            opponent_rating: played.opponent_rating.rating,
            opponent_deviation: played.opponent_rating.deviation,
            opponent_grade: played.opponent_grade.map(|grade| grade.to_string()),
            over_the_board: game.over_the_board,
        };
        rows::add_change(tx, &change).await
    }

    /// Awards the grade that the games so far earn, if it is higher than the one that is held.
    async fn award(
        &self,
        tx: &mut Tx,
        game: &RatedGame,
        book: &Book,
        after: &Rating,
    ) -> Result<()> {
        // Most games end here: nothing is earned below its floor.
        if book.grade.is_some_and(|held| self.table.band(after.rating) <= held) {
            return Ok(());
        }
        let history = self.history(tx, book.user, &book.career).await?;
        let Some(earned) = history.earns(book.grade, after, &self.table) else { return Ok(()) };
        let award = Award {
            user: book.user,
            grade: earned.grade.to_string(),
            place: earned.grade.index() as u32,
            n: book.career.n_games,
            n_games: earned.n_games,
            plies_min: self.table.evidence().plies,
            n_opponents: earned.evidence.beaten,
            game: game.id,
            rating: after.rating,
            awarded_ms: game.ended_ms,
            annulled: false,
        };
        let item = BellItem::GradeWon { grade: earned.grade };
        ring(tx, award.user, None, award.awarded_ms, &item).await?;
        rows::add_award(tx, &award).await
    }

    /// What a player who is rated at `now` still lacks for a grade.
    pub async fn missing(
        &self,
        conn: &mut Conn,
        user: UserId,
        grade: Grade,
        now: &Rating,
    ) -> Result<Option<GradeGap>> {
        let career = rows::career(conn, user, GRADED).await?.unwrap_or_default();
        let history = self.history(conn, user, &career).await?;
        Ok(history.missing(grade, now, &self.table))
    }

    async fn history(&self, conn: &mut Conn, user: UserId, career: &Career) -> Result<History> {
        let n = u32::try_from(self.table.games_looked_at()).unwrap_or(u32::MAX);
        let plies = self.table.evidence().plies;
        let span = (career.counted_after, u32::MAX);
        let last = rows::counted(conn, user, GRADED, span, plies, n).await?;
        let mut history = History { games: last.iter().rev().filter_map(graded).collect() };
        history.settle(&self.table, |opponent| {
            let met = last.iter().find(|it| it.change.opponent.uuid().as_u128() == opponent)?;
            Some(Rating {
                rating: met.rating_now?,
                deviation: met.deviation_now?,
                volatility: met.volatility_now?,
            })
        });
        Ok(history)
    }

    /// How strong a player is in a variant and speed: what every page, list and seek shows.
    pub async fn shown(
        &self,
        conn: &mut Conn,
        user: UserId,
        variant: &str,
        speed: Speed,
        now_ms: i64,
    ) -> Result<ShownRating> {
        let basis = StrengthBasis::of(conn, user).await?;
        Ok(self.shown_by(&basis, variant, speed, now_ms))
    }

    /// The same of several players where no speed is asked for.
    pub async fn shown_of_all(
        &self,
        conn: &mut Conn,
        users: &[UserId],
        now_ms: i64,
    ) -> Result<HashMap<UserId, ShownRating>> {
        let basis = StrengthBasis::of_all(conn, users).await?;
        let nothing = StrengthBasis::default();
        let shown = |user| self.shown_at_all(basis.get(user).unwrap_or(&nothing), now_ms);
        Ok(users.iter().map(|user| (*user, shown(user))).collect())
    }

    /// How strong somebody is where no speed is asked for: in standard shogi, at the speed that was
    /// played last.
    pub fn shown_at_all(&self, basis: &StrengthBasis, now_ms: i64) -> ShownRating {
        let last = basis.standings(GRADED).iter().max_by_key(|it| it.rated_ms);
        let speed = last.and_then(|it| Speed::from_name(&it.speed)).unwrap_or(Speed::Rapid);
        self.shown_by(basis, GRADED, speed, now_ms)
    }

    fn shown_by(
        &self,
        basis: &StrengthBasis,
        variant: &str,
        speed: Speed,
        now_ms: i64,
    ) -> ShownRating {
        let standings = basis.standings(variant);
        let declared = basis.declared.as_ref();
        let standing = standings.iter().find(|it| it.speed == speed.as_str());
        let estimate = match standing {
            Some(standing) => rated_now(standing, now_ms),
            None => self.beginning(variant, standings, declared),
        };
        let grade = basis.grade;
        let provisional_grade = match grade {
            Some(_) => None,
            None => self.provisional(basis.standings(GRADED), declared, now_ms),
        };
        let is_known = !standings.is_empty() || declared.is_some();
        ShownRating {
            rating: is_known.then_some(estimate.rating),
            provisional: standing.is_none_or(|it| it.certain_until_ms <= now_ms),
            grade,
            provisional_grade,
            declared: declared.map(DeclaredStrength::grade),
            estimate: estimate.rating,
            deviation: estimate.deviation,
            level: grade.or(provisional_grade).unwrap_or_else(|| self.table.band(estimate.rating)),
        }
    }

    /// What stands for a grade until one is earned.
    fn provisional(
        &self,
        graded: &[Standing],
        declared: Option<&DeclaredStrength>,
        now_ms: i64,
    ) -> Option<Grade> {
        match surest(graded) {
            Some(surest) => Some(self.table.band(rated_now(surest, now_ms).rating)),
            None => declared.map(DeclaredStrength::grade),
        }
    }

    /// As [`Service::annul_grade`](crate::Service::annul_grade).
    pub(crate) async fn annul(
        &self,
        store: &Store,
        timebase: Timebase,
        moderator: UserId,
        user: UserId,
        grade: Grade,
        reason: &str,
    ) -> Result<bool> {
        let mut tx = store.write().await?;
        let mut career = rows::take_career(&mut tx, user, GRADED).await?;
        let name = grade.to_string();
        let awards = rows::awards(&mut tx, user).await?;
        let Some(award) = awards.into_iter().find(|it| it.grade == name && !it.annulled) else {
            return Ok(false);
        };
        let annulment = Annulment {
            user,
            grade: name,
            n: award.n,
            moderator,
            reason: reason.chars().take(REASON_CHARS_MAX).collect(),
            annulled_ms: timebase.now_ms() as i64,
        };
        let annulled = rows::annul(&mut tx, &annulment).await?;
        career.counted_after = career.n_games;
        rows::put_career(&mut tx, user, GRADED, &career).await?;
        let details = format!("{grade}: {}", annulment.reason);
        let now_ms = timebase.now_ms();
        note(&mut tx, now_ms, Some(moderator), "annul_grade", Some(user), &details).await?;
        tx.commit().await?;
        Ok(annulled)
    }
}

/// What the strength of a player is told from.
#[derive(Clone, Debug, Default)]
pub struct StrengthBasis {
    standings: HashMap<String, Vec<Standing>>,
    /// The highest grade that is held.
    pub grade: Option<Grade>,
    /// How strong the player says they are.
    pub declared: Option<DeclaredStrength>,
}

impl StrengthBasis {
    /// What the strength of a player is told from.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(conn: &mut Conn, user: UserId) -> Result<Self> {
        Ok(Self::of_all(conn, &[user]).await?.remove(&user).unwrap_or_default())
    }

    /// The same of several, as far as there is anything.
    async fn of_all(conn: &mut Conn, users: &[UserId]) -> Result<HashMap<UserId, Self>> {
        let found = rows::strengths(conn, users).await?.into_iter();
        // A name that no table knows any more counts as nothing.
        Ok(found
            .map(|(user, it)| {
                let grade = it.grade.and_then(|it| it.parse().ok());
                let declared = it.declared.and_then(|it| it.parse().ok());
                (user, Self { standings: it.standings, grade, declared })
            })
            .collect())
    }

    /// What the player is rated at in each speed of a variant.
    pub fn standings(&self, variant: &str) -> &[Standing] {
        self.standings.get(variant).map_or(&[], Vec::as_slice)
    }
}

/// A player before a game.
struct Book {
    user: UserId,
    career: Career,
    /// `None` before the first game of this speed.
    standing: Option<Standing>,
    before: Rating,
    grade: Option<Grade>,
}

/// What a game was for one player.
struct GameWorth {
    points: Points,
    after: Rating,
    opponent: UserId,
    opponent_rating: Rating,
    opponent_grade: Option<Grade>,
    gave: bool,
}

/// A game out of its row; what no table knows any more counts no more.
fn graded(CountedGame { change, plies, .. }: &CountedGame) -> Option<GradedGame> {
    let odds = match &change.handicap {
        Some(name) => Some(name.parse().ok()?),
        None => None,
    };
    Some(GradedGame {
        after: change.after.rating,
        plies: *plies,
        points: Points::ALL.into_iter().find(|it| it.as_str() == change.points)?,
        opponent: change.opponent.uuid().as_u128(),
        opponent_rating: change.opponent_rating,
        opponent_deviation: change.opponent_deviation,
        opponent_grade: change.opponent_grade.as_ref().and_then(|it| it.parse().ok()),
        odds,
        gave: change.gave,
    })
}

fn count(career: &mut Career, points: Points) {
    career.n_games += 1;
    career.wins += u32::from(points == Points::Win);
    career.losses += u32::from(points == Points::Loss);
    career.streak = match points {
        Points::Win => career.streak.max(0) + 1,
        Points::Draw => 0,
        Points::Loss => career.streak.min(0) - 1,
    };
    career.best_streak = career.best_streak.max(career.streak);
}

/// The highest grade that a player holds.
pub async fn grade_of(conn: &mut Conn, user: UserId) -> Result<Option<Grade>> {
    // A name that no table knows any more counts as no grade.
    Ok(rows::grade(conn, user).await?.and_then(|award| award.grade.parse().ok()))
}

/// How strong a player says they are.
pub async fn declared_of(conn: &mut Conn, user: UserId) -> Result<Option<DeclaredStrength>> {
    Ok(rows::declared(conn, user).await?.and_then(|strength| strength.parse().ok()))
}

/// The most certain of somebody's ratings in a variant.
fn surest(standings: &[Standing]) -> Option<&Standing> {
    standings.iter().min_by(|a, b| a.numbers.deviation.total_cmp(&b.numbers.deviation))
}

/// A rating as it is now, idleness counted.
pub fn rated_now(standing: &Standing, now_ms: i64) -> Rating {
    let idle_ms = u64::try_from(now_ms.saturating_sub(standing.rated_ms)).unwrap_or(0);
    rating(standing.numbers).after_idle(idle_ms)
}

/// A rating out of its row.
pub fn rating(numbers: Numbers) -> Rating {
    let Numbers { rating, deviation, volatility } = numbers;
    Rating { rating, deviation, volatility }
}

pub(crate) fn numbers(rating: Rating) -> Numbers {
    let Rating { rating, deviation, volatility } = rating;
    Numbers { rating, deviation, volatility }
}
