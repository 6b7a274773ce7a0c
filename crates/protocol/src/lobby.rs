//! The lobby and a player's own stream.

use komadai_ids::Code;
use komadai_rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    BellView, ChallengeView, Clocks, PlayerView, SetupRequest, UserView, http::ratings::Strength,
    words,
};

/// Who may accept a seek. Absent limits are open; if any is set, guests are excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeekWants {
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i32>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i32>,
    /// The lowest grade, as `5k`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade_min: Option<String>,
    /// The highest grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade_max: Option<String>,
}

impl SeekWants {
    /// Whether anybody may accept it.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Seek")]
pub struct SeekView {
    /// Its id, drawn by the client that made it.
    pub seek: Uuid,
    /// Who made it.
    pub by: PlayerView,
    /// The creator's strength at that time control; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// The game to be played.
    pub setup: SetupRequest,
    /// Who may accept it.
    #[serde(default, skip_serializing_if = "SeekWants::is_open")]
    pub wants: SeekWants,
    /// Whether it is a quick search: `rated` in its set-up is then whether its creator can play a
    /// rated game, and the game is rated if whoever accepts it has an account too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quick: bool,
    /// Whether its creator plays only people with accounts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accounts_only: bool,
    /// When it was created, in Unix milliseconds.
    pub at: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// Its id.
    pub game: Code,
    /// The variant's name.
    pub variant: String,
    /// The handicap's name, if any.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// The players.
    pub players: BySide<Option<PlayerView>>,
    /// The time controls.
    pub clock: Clocks,
    /// The current position, as SFEN.
    pub sfen: String,
    /// The number of moves so far.
    pub ply: u32,
}

/// The lobby at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbySnapshot {
    /// The open seeks, oldest first.
    pub seeks: Vec<SeekView>,
    /// Some of the running games, newest first.
    pub games: Vec<GameSummary>,
    /// How many people are connected.
    pub online: u32,
}

/// The events of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum LobbyEvent {
    /// A seek was made.
    SeekAdded {
        /// The seek.
        seek: Box<SeekView>,
    },
    /// A seek was accepted, cancelled or abandoned.
    SeekRemoved {
        /// The seek.
        seek: Uuid,
    },
    /// The running games, as in the snapshot.
    Games {
        /// Newest first.
        games: Vec<GameSummary>,
    },
    /// The number of people connected has changed.
    Online {
        /// The number.
        n: u32,
    },
}

/// A running game of the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MyGame {
    /// The game.
    pub game: Code,
    /// The reader's side.
    pub side: Side,
    /// Whether it is played by correspondence, so that nobody need come at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub correspondence: bool,
    /// Whether it waits for the reader, who may leave it for another game: against a machine, and
    /// without a clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// The opponent's name, where a list of the games has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

/// The reader's own stream at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeSnapshot {
    /// The reader's running games.
    pub my_games: Vec<MyGame>,
    /// The open challenges, oldest first, and the reader's own challenges that were declined.
    #[serde(default)]
    pub challenges: Vec<ChallengeView>,
    /// How much of what concerns the reader is new to them.
    #[serde(default)]
    pub bell_new: u32,
}

/// The events of a player that belong to no game's stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum MeEvent {
    /// The server has given the reader a guest identity.
    You {
        /// The reader's new identity.
        user: UserView,
    },
    /// A game with this player begins.
    GameStarted {
        /// The game.
        game: Code,
        /// The player's side.
        side: Side,
        /// The tournament it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tournament: Option<Code>,
        /// Whether it is played by correspondence, so that nobody need come at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        correspondence: bool,
        /// Whether it waits for the player, who may leave it for another game: against a machine,
        /// and without a clock.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        waits: bool,
    },
    /// A game of the player's by correspondence has gone on, or is over.
    Turn {
        /// The game.
        game: Code,
        /// Whether it is the player's move now.
        yours: bool,
    },
    /// A challenge was made, or declined.
    Challenge {
        /// The challenge.
        challenge: Box<ChallengeView>,
    },
    /// A challenge is no longer open.
    ChallengeGone {
        /// The challenge.
        challenge: Uuid,
    },
    /// The opponent of a finished game asks for a rematch, or no longer does.
    Rematch {
        /// The finished game.
        game: Code,
        /// The opponent's name; absent once it is answered or withdrawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The opponent of a finished game has opened its review and is waiting there.
    ReviewOpened {
        /// The game, and therefore its review.
        review: Code,
        /// The opponent's name.
        by: String,
    },
    /// A teacher has commented in the review of one of the player's games.
    ReviewCommented {
        /// The game, and therefore its review.
        review: Code,
        /// The teacher's name.
        by: String,
        /// The node of the tree with the comment.
        node: u32,
    },
    /// Somebody has challenged the player on the ladder of a club.
    LadderChallenge {
        /// The club's address.
        club: String,
        /// The challenger's name.
        by: String,
    },
    /// Somebody has accepted the player's challenge on the ladder of a club; the two are to begin
    /// its game.
    LadderAccepted {
        /// The club's address.
        club: String,
        /// The name of the player who was challenged.
        by: String,
    },
    /// The organisers of a club have taken the player off its ladder.
    LadderRemoved {
        /// The club's address.
        club: String,
        /// The club's name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A tsume problem composed by the player is published.
    TsumePublished {
        /// Its number.
        number: u32,
    },
    /// A tsume problem composed by the player was taken away by a moderator.
    TsumeRemoved {
        /// Its number.
        number: u32,
    },
    /// The player is told of something that concerns them.
    Bell {
        /// What it is.
        told: Box<BellView>,
        /// How much is new to them with it.
        bell_new: u32,
    },
    /// The player has looked at what concerns them, in another window.
    BellSeen {
        /// How much is still new to them.
        bell_new: u32,
    },
}
