//! What is agreed before a game begins.

use komadai_ids::{Code, GameId, UserId};
use komadai_rules::{BySide, Handicap, Position, Problems, RuleSet, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{Time, TimeControl};

/// Who plays, as written on the game: a later change of name does not reach back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The account or guest.
    pub id: UserId,
    /// The name at the time of the game.
    pub name: String,
    /// Whether it was a guest without an account.
    #[serde(default)]
    pub guest: bool,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// The side that the creator of a game asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// Furigoma, or in handicaps the lot, decides.
    #[default]
    Random,
    /// The creator is sente (shitate in handicaps).
    Sente,
    /// The creator is gote (uwate in handicaps).
    Gote,
}

/// The position a game starts from (§1.1, §3.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// The variant's own set-up.
    #[default]
    Even,
    /// One of the handicaps, by its name.
    Handicap(String),
    /// Any playable position, as SFEN.
    Sfen(String),
}

impl Start {
    /// The position itself.
    ///
    /// # Errors
    /// When the handicap is not known, or the text is no position.
    pub fn position(&self, variant: Variant) -> Result<Position, SetupProblem> {
        let sfen = match self {
            Self::Even => return Ok(Position::start(variant)),
            Self::Handicap(name) => {
                let handicap = Handicap::from_name(name)
                    .ok_or_else(|| SetupProblem::Handicap(name.clone()))?;
                let start = handicap.start(variant).ok_or(SetupProblem::HandicapVariant)?;
                return Ok(start.clone());
            }
            Self::Sfen(sfen) => sfen,
        };
        Position::from_sfen(variant, sfen).map_err(|error| SetupProblem::Sfen(error.to_string()))
    }

    /// The position, from which a game can be played.
    ///
    /// # Errors
    /// When there is none, or it cannot be played from, with all that is wrong with it.
    pub fn playable(&self, variant: Variant) -> Result<Position, SetupProblem> {
        let position = self.position(variant)?;
        let problems = position.problems();
        if problems.is_empty() {
            Ok(position)
        } else {
            Err(SetupProblem::Unplayable(list(&problems)))
        }
    }
}

/// The two chairs. The creator sits from the beginning; the other may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats {
    /// Who made the game, and has 王 unless the other ranks higher (§2.5).
    pub creator: Player,
    /// Who plays against the creator, once known.
    pub opponent: Option<Player>,
    /// The side the creator gets.
    pub side: SideChoice,
}

/// Everything a game is made of before its first move.
///
/// It is the first thing written down about a game and never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game.
    pub id: GameId,
    /// Decides furigoma, lots and the id of the game that follows.
    pub seed: u64,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// Name of the variant.
    pub variant: String,
    /// Where it starts.
    #[serde(default)]
    pub start: Start,
    /// The rules it is played by.
    pub rules: RuleSet,
    /// The time controls.
    pub clocks: BySide<TimeControl>,
    /// The players.
    pub seats: Seats,
    /// Whether each side's first move is charged like any other. Where it is not, it is due
    /// within [`crate::FIRST_MOVE_MS`]; without a clock, and by correspondence, it has as long as
    /// any other.
    #[serde(default)]
    pub timed_at_once: bool,
    /// The clocks it starts with when they are carried over from the game before (§2.2).
    #[serde(default)]
    pub times: Option<BySide<Time>>,
    /// Whether its result changes the players' ratings; then nothing is taken back (§3.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The tournament it belongs to. Then it is not called off and not claimed, because a
    /// director sees to those who do not come, and no rematch follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Code>,
    /// The pairing has given the sides, so that everybody has both equally often: nobody is given
    /// the first move as a handicap (§3.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides_by_pairing: bool,
    /// The game it follows as replay or rematch.
    #[serde(default)]
    pub previous: Option<GameId>,
    /// The side that has 王 by title, grade or rating (§2.5), where it is not the creator's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub king: Option<UserId>,
    /// How many moves those who only watch are behind, until it is over.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// How long agreeing to play may take, in milliseconds, as programs do that load for a while.
    /// Until it is agreed nothing is charged, and a move is due within this time; then the
    /// thinking of the side to move starts again. Without it both have agreed by sitting down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed_within_ms: Option<u32>,
    /// The pool of programs in which it was paired, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<PoolGame>,
    /// How it came about, where a quick search led to it (§6.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick: Option<QuickPairing>,
}

/// How a quick search led to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuickPairing {
    /// The clock that the creator's opponent searched for, where it is another than the one that is
    /// played: whoever has waited longer keeps theirs, and is the creator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<TimeControl>,
}

/// What a game is to the pool of programs in which it was paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolGame {
    /// The pool's name.
    pub name: String,
    /// Whether its result changes the pool's ratings.
    pub counts: bool,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// What is wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupProblem {
    /// No variant has this name.
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// No handicap has this name.
    #[error("there is no handicap {0:?}")]
    Handicap(String),
    /// One side would have days for each move, and the other not.
    #[error("either both sides have days for each move, or neither has")]
    OneByCorrespondence,
    /// The variant has no such handicap.
    #[error("the variant has no such handicap")]
    HandicapVariant,
    /// The text is not a valid position.
    #[error("the start is not a valid position: {0}")]
    Sfen(String),
    /// The position cannot be played from; all that is wrong with it.
    #[error("the start cannot be played: {0}")]
    Unplayable(String),
    /// A time control cannot be.
    #[error("{0}")]
    Clock(&'static str),
    /// The move limit cannot be.
    #[error("the move limit is between 2 and 10000 plies")]
    MaxMoves,
    /// The colour of a side is fixed by who is who.
    #[error("the same player cannot sit on both sides")]
    SamePlayer,
}

/// The lowest and highest move limit that can be set, in plies.
const MAX_MOVES: std::ops::RangeInclusive<u32> = 2..=10_000;

impl Setup {
    /// An ordinary game, made then: shogi without a handicap, by casual rules, unrated, with the same
    /// clock for both sides. Its maker has sente, and it waits for an opponent.
    pub fn casual(id: GameId, created_ms: u64, clock: TimeControl, creator: Player) -> Self {
        Self {
            id,
            seed: 1,
            created_ms,
            variant: Variant::standard().name().to_owned(),
            start: Start::Even,
            rules: RuleSet::casual(),
            clocks: BySide { sente: clock, gote: clock },
            seats: Seats { creator, opponent: None, side: SideChoice::Sente },
            timed_at_once: false,
            times: None,
            rated: false,
            tournament: None,
            previous: None,
            king: None,
            delay: 0,
            sides_by_pairing: false,
            agreed_within_ms: None,
            pool: None,
            quick: None,
        }
    }

    /// The variant.
    ///
    /// # Errors
    /// When no variant has that name.
    pub fn variant(&self) -> Result<Variant, SetupProblem> {
        Variant::from_name(&self.variant).ok_or_else(|| SetupProblem::Variant(self.variant.clone()))
    }

    /// The handicap, if it starts from one.
    pub fn handicap(&self) -> Option<Handicap> {
        match &self.start {
            Start::Handicap(name) => Handicap::from_name(name),
            Start::Even | Start::Sfen(_) => None,
        }
    }

    /// The position it starts from.
    ///
    /// # Errors
    /// When the variant or the handicap is not known, or the text is no position.
    pub fn position(&self) -> Result<Position, SetupProblem> {
        self.start.position(self.variant()?)
    }

    /// Whether a game can be played from this, with all that a person must fix otherwise.
    ///
    /// # Errors
    /// The first of what is wrong, except that a position's problems are named together.
    pub fn check(&self) -> Result<(), SetupProblem> {
        self.start.playable(self.variant()?)?;
        for side in Side::ALL {
            if let Some(problem) = self.clocks[side].problem() {
                return Err(SetupProblem::Clock(problem));
            }
        }
        if self.clocks.sente.is_correspondence() != self.clocks.gote.is_correspondence() {
            return Err(SetupProblem::OneByCorrespondence);
        }
        if self.rules.max_moves.is_some_and(|plies| !MAX_MOVES.contains(&plies)) {
            return Err(SetupProblem::MaxMoves);
        }
        match &self.seats.opponent {
            Some(opponent) if opponent.id == self.seats.creator.id => Err(SetupProblem::SamePlayer),
            _ => Ok(()),
        }
    }

    /// Whether the players need not be there at the same time.
    pub fn is_correspondence(&self) -> bool {
        self.clocks.sente.is_correspondence()
    }

    /// Whether both players must have an account.
    pub fn needs_accounts(&self) -> bool {
        self.rated || self.is_correspondence()
    }

    /// Whether moves may be taken back by consent (§3.4).
    pub fn takes_back(&self) -> bool {
        self.rules.takeback && !self.rated
    }

    /// The clocks before the first move.
    pub fn times(&self) -> BySide<Time> {
        self.times.unwrap_or_else(|| BySide::from_fn(|side| self.clocks[side].start()))
    }
}

/// All that keeps a position from being played, in one clause.
fn list(problems: &Problems) -> String {
    let names: Vec<_> = problems.iter().map(|problem| problem.to_string()).collect();
    names.join(", ")
}
