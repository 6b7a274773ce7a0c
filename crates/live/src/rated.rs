//! What a game is to ratings: whether its result counts, how fast it was, what was given.
//!
//! What follows from it is worked out where the game is settled, which is not here.

use komadai_game::{Game, Setup, SideChoice, Start, TimeControl};
use komadai_ids::{GameId, TournamentId, UserId};
use komadai_rating::{Points, Speed};
use komadai_rules::{Odds, Side};

/// The variant that grades are for.
pub const GRADED: &str = "standard";

/// A game whose result counts, as far as ratings need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    pub id: GameId,
    /// The variant's name.
    pub variant: String,
    /// How fast it was.
    pub speed: Speed,
    /// Who sat as sente.
    pub sente: UserId,
    /// Who sat as gote; in handicap games the giver.
    pub gote: UserId,
    /// What gote gave.
    pub odds: Option<Odds>,
    /// What gote won.
    pub points_of_gote: Points,
    /// How long it was.
    pub plies: u32,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: i64,
    /// The evening in a club on which it was played over the board; it has no record then.
    pub over_the_board: Option<TournamentId>,
}

impl RatedGame {
    /// The game as ratings see it; `None` when its result does not count: it was casual, void or
    /// between guests, its result does not stand (§2.2), or something speaks against rating it
    /// ([`komadai_game::UnratedReason`]).
    pub fn of(game: &Game) -> Option<Self> {
        let setup = game.setup();
        let outcome = game.outcome()?;
        let players = game.players()?;
        let between_accounts = Side::ALL.into_iter().all(|side| !players[side].guest);
        let counts = !outcome.reason.is_void() && outcome.unrated.is_none() && !game.is_replayed();
        if !setup.rated || !between_accounts || !counts {
            return None;
        }
        Some(Self {
            id: setup.id,
            variant: setup.variant.clone(),
            speed: speed_of(&setup.clocks[Side::Sente]),
            sente: players[Side::Sente].id,
            gote: players[Side::Gote].id,
            odds: given(setup),
            points_of_gote: points_of_gote(outcome.winner),
            plies: game.line().n_moves(),
            ended_ms: game.ended_ms().unwrap_or(setup.created_ms) as i64,
            over_the_board: None,
        })
    }
}

/// A game that was paired in a pool of programs, as far as the pool needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PooledGame {
    pub id: GameId,
    /// The pool's name.
    pub pool: String,
    pub sente: UserId,
    pub gote: UserId,
    /// What gote won; `None` when that changes no ratings.
    pub points_of_gote: Option<Points>,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: i64,
}

impl PooledGame {
    /// The game as its pool sees it; `None` when it is of none, or was not played.
    pub fn of(game: &Game) -> Option<Self> {
        let setup = game.setup();
        let pool = setup.pool.as_ref()?;
        let outcome = game.outcome().filter(|outcome| !outcome.reason.is_void())?;
        let players = game.players()?;
        Some(Self {
            id: setup.id,
            pool: pool.name.clone(),
            sente: players[Side::Sente].id,
            gote: players[Side::Gote].id,
            points_of_gote: pool.counts.then_some(points_of_gote(outcome.winner)),
            ended_ms: game.ended_ms().unwrap_or(setup.created_ms) as i64,
        })
    }
}

fn points_of_gote(winner: Option<Side>) -> Points {
    match winner {
        Some(Side::Gote) => Points::Win,
        Some(Side::Sente) => Points::Loss,
        None => Points::Draw,
    }
}

/// What gote gives in a game that is set up like this.
fn given(setup: &Setup) -> Option<Odds> {
    match &setup.start {
        Start::Handicap(_) => setup.handicap().map(Odds::Pieces),
        // §3.3: a player who is sente by agreement has been given the first move. A replay or a
        // rematch fixes the sides too, but by swapping them, and so does an even round of a
        // tournament, but by turns.
        Start::Even
            if setup.variant == GRADED
                && setup.previous.is_none()
                && !setup.sides_by_pairing
                && setup.seats.side != SideChoice::Random =>
        {
            Some(Odds::FirstMove)
        }
        Start::Even | Start::Sfen(_) => None,
    }
}

/// How fast a game with this time control is.
pub fn speed_of(clock: &TimeControl) -> Speed {
    if clock.is_correspondence() {
        return Speed::Correspondence;
    }
    match clock.thinking_time() {
        Some(time) => Speed::of(time.main_ms, time.added_ms + time.byoyomi_ms),
        None => Speed::of(clock.start().main_ms.into(), 0),
    }
}
