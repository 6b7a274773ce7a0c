//! How the server's frames come about without this crate knowing the protocol.

use std::sync::OnceLock;

use bytes::Bytes;
use komadai_game::{Event, Game, Phase};
use komadai_ids::{Code, GameId, UserId};
use komadai_rules::{BySide, Side};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Connection, OngoingGame, lobby::Seek};

/// One event as each of its three audiences gets it. Sockets share the bytes.
#[derive(Clone, Debug)]
pub struct Frames {
    /// The two players'.
    pub players: BySide<Bytes>,
    pub watchers: Bytes,
}

impl Frames {
    /// The same for everybody.
    pub fn same(frame: Bytes) -> Self {
        Self { players: BySide { sente: frame.clone(), gote: frame.clone() }, watchers: frame }
    }

    /// What this side's player gets; `None` for a watcher.
    pub fn of(&self, side: Option<Side>) -> &Bytes {
        match side {
            Some(side) => &self.players[side],
            None => &self.watchers,
        }
    }
}

/// An event on its way to those who follow a game. Each form of it is written for the first
/// follower that needs it, and shared by the others.
pub(crate) struct Announcement<'a> {
    render: &'a dyn Render,
    game: &'a Game,
    seq: u32,
    event: &'a Event,
    now_ms: u64,
    frames: OnceLock<Frames>,
    brief: OnceLock<Option<Bytes>>,
}

impl<'a> Announcement<'a> {
    /// Event number `seq` of `game`, which it has led to this state.
    pub(crate) fn new(
        render: &'a dyn Render,
        game: &'a Game,
        (seq, event): (u32, &'a Event),
        now_ms: u64,
    ) -> Self {
        let (frames, brief) = (OnceLock::new(), OnceLock::new());
        Self { render, game, seq, event, now_ms, frames, brief }
    }

    /// What goes to a client that follows as this side's player, or as a watcher.
    pub(crate) fn frame(&self, connection: &Connection, side: Option<Side>) -> Bytes {
        let brief = || self.render.event_briefly(self.game, self.seq, self.event, self.now_ms);
        let full = || self.render.event(self.game, self.seq, self.event, self.now_ms);
        if !connection.wants_positions()
            && let Some(brief) = self.brief.get_or_init(brief)
        {
            brief.clone()
        } else {
            self.frames.get_or_init(full).of(side).clone()
        }
    }
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The person who said it.
    pub user: UserId,
    /// The name of whoever said it.
    pub by: String,
    /// Whether they have no account.
    pub guest: bool,
    /// Their handle; guests have none.
    pub handle: Option<String>,
    /// Whether it is the account of a program.
    pub bot: bool,
    /// The side they play, if they do.
    pub side: Option<Side>,
    /// What they said.
    pub text: String,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
}

impl ChatLine {
    /// Whoever said it is called this from now on: they have deleted their account, were a guest
    /// and have one, or a moderator has named them anew.
    pub fn renamed(&mut self, name: &str) {
        name.clone_into(&mut self.by);
        self.handle = None;
    }
}

/// What a room knows besides its game.
#[derive(Clone, Debug)]
pub struct RoomFacts<'a> {
    /// Which players are connected.
    pub connected: BySide<bool>,
    /// From when on the other side need not wait any longer for a player who is away, in Unix
    /// milliseconds.
    pub claim_ms: BySide<Option<u64>>,
    /// How many others watch.
    pub watchers: u32,
    /// The last lines of chat.
    pub chat: &'a [ChatLine],
}

/// What lists show of a live game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveGame {
    pub id: GameId,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// Name of the variant.
    pub variant: String,
    /// Name of the handicap, if it is one.
    pub handicap: Option<String>,
    pub players: BySide<komadai_game::Player>,
    /// The time controls.
    pub clocks: BySide<komadai_game::TimeControl>,
    /// The side whose king is drawn as 王 (§2.5).
    pub king_shown: Option<Side>,
    /// The present position, as SFEN.
    pub sfen: String,
    /// Number of moves so far.
    pub ply: u32,
}

impl LiveGame {
    /// What lists show of a game, while it is being played.
    pub fn of(game: &Game) -> Option<Self> {
        let players = game.players()?.clone();
        let setup = game.setup();
        (game.phase() == Phase::Playing).then(|| Self {
            id: setup.id,
            created_ms: setup.created_ms,
            variant: setup.variant.clone(),
            handicap: setup.handicap().map(|it| it.name().to_owned()),
            players,
            clocks: setup.clocks,
            king_shown: game.king_shown(),
            sfen: game.line().position().sfen(),
            ply: game.line().n_moves(),
        })
    }
}

/// Why the service refuses something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game does not allow it.
    Game(komadai_game::Refusal),
    /// There is an open challenge already.
    AlreadyChallenged,
    /// The challenger has no connection.
    Away,
    /// The set-up of a seek or game cannot be.
    BadSetup,
    /// The other player is banned, or has to wait.
    CannotCome,
    /// Another node has the game.
    Elsewhere,
    /// The engine plays as many games as it may.
    EngineBusy,
    /// Something went wrong with the server.
    Internal,
    /// One of the two has blocked the other.
    KeptApart,
    /// Who left too many games waits.
    LeftTooOften,
    /// A moderator has silenced the player.
    Muted,
    /// Guests have no rating.
    NeedsAccount,
    /// The seek is for other ratings or grades.
    NotWanted,
    /// One cannot accept one's own seek.
    OwnSeek,
    /// Who sits at a board looks for no other game.
    Playing,
    /// A rated game is being played that this would help with.
    RatedGameRunning,
    /// The site only lets people read.
    ReadOnly,
    /// The server cannot write at the moment.
    Stalled,
    /// The server is stopping.
    Stopping,
    /// The player takes challenges from nobody, or from those whom they follow.
    TakesNoChallenges,
    /// More challenges than one player may make, or be given.
    TooManyChallenges,
    /// More open seeks or games than may be.
    TooManyGames,
    /// More watchers than one game may have.
    TooManyWatchers,
    /// Too many changes in a short time.
    TooFast,
    /// Too many lines of chat in a short time.
    TooMuchChat,
    /// The challenge was answered, withdrawn, or has expired.
    UnknownChallenge,
    /// No such game.
    UnknownGame,
    /// No account has that name.
    UnknownPlayer,
    /// The seek was cancelled or taken.
    UnknownSeek,
    /// One cannot challenge oneself.
    Yourself,
}

/// A refusal as the service says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveRefusal {
    /// Why, for programs.
    pub why: Why,
    /// Why, for people; empty where the code says it all.
    pub message: String,
    /// Until when it will be refused, in Unix milliseconds, where that is known.
    pub until_ms: Option<u64>,
    /// Where it is answered, for [`Why::Elsewhere`]; nothing for whichever node anybody comes to.
    pub node: Option<String>,
}

impl LiveRefusal {
    /// A refusal that needs no words of its own.
    pub fn new(why: Why) -> Self {
        Self::said(why, String::new())
    }

    /// A refusal with its words.
    pub fn said(why: Why, message: impl Into<String>) -> Self {
        Self { why, message: message.into(), until_ms: None, node: None }
    }

    /// It is answered at another node.
    pub fn elsewhere(node: Option<String>) -> Self {
        Self { node, ..Self::new(Why::Elsewhere) }
    }

    /// A player has as many games by correspondence as anybody may have.
    pub fn too_many_by_correspondence() -> Self {
        let message = "one of you has too many games by correspondence; finish one first";
        Self::said(Why::TooManyGames, message)
    }

    /// A refusal that ends by itself.
    pub fn until(why: Why, until_ms: u64) -> Self {
        Self { until_ms: Some(until_ms), ..Self::new(why) }
    }
}

impl From<komadai_game::Refusal> for LiveRefusal {
    fn from(refusal: komadai_game::Refusal) -> Self {
        let message = match &refusal {
            // Each client says it in its own words.
            komadai_game::Refusal::Illegal(_) => String::new(),
            refusal => refusal.to_string(),
        };
        Self::said(Why::Game(refusal), message)
    }
}

/// Turns what happens into frames. It is run once per event, however many listen.
pub trait Render: Send + Sync + 'static {
    /// An event of a game, with the state after it.
    fn event(&self, game: &Game, seq: u32, event: &Event, now_ms: u64) -> Frames;

    /// The same for clients that know the rules, without what follows from the game so far; `None`
    /// where that leaves nothing out.
    fn event_briefly(&self, game: &Game, seq: u32, event: &Event, now_ms: u64) -> Option<Bytes>;

    /// A game as one reader sees it.
    fn snapshot(
        &self,
        game: &Game,
        facts: &RoomFacts<'_>,
        reader: Option<UserId>,
        now_ms: u64,
    ) -> Bytes;

    /// What a player has decided to answer, for nobody else.
    fn conditions(&self, game: Code, lines: &[String]) -> Bytes;

    /// The clock of the side to move runs again.
    fn resumed(&self, game: &Game, now_ms: u64) -> Bytes;

    /// Nothing can be written at the moment.
    fn stalled(&self, game: Code) -> Bytes;

    /// Who is there changed.
    fn presence(&self, game: Code, facts: &RoomFacts<'_>) -> Bytes;

    /// Somebody said something.
    fn chat(&self, game: Code, line: &ChatLine) -> Bytes;

    /// The command was carried out.
    fn ack(&self, id: u32, game: Option<Code>) -> Bytes;

    /// The command was not carried out.
    fn refused(&self, id: u32, refused: &LiveRefusal) -> Bytes;

    /// The lobby at one instant.
    fn lobby(&self, epoch: u64, seq: u32, seeks: &[Seek], games: &[LiveGame], online: u32)
    -> Bytes;

    /// A seek was made.
    fn seek_added(&self, epoch: u64, seq: u32, seek: &Seek) -> Bytes;

    /// A seek is gone.
    fn seek_removed(&self, epoch: u64, seq: u32, seek: Uuid) -> Bytes;

    /// The list of games changed.
    fn lobby_games(&self, epoch: u64, seq: u32, games: &[LiveGame]) -> Bytes;

    /// The number of people changed.
    fn online(&self, epoch: u64, seq: u32, online: u32) -> Bytes;

    /// A game with this player begins, in a tournament or not.
    fn game_started(&self, epoch: u64, playing: OngoingGame, tournament: Option<Code>) -> Bytes;

    /// A game of this player's by correspondence has gone on, or is over.
    fn turn(&self, epoch: u64, game: Code, yours: bool) -> Bytes;

    /// The opponent of a finished game, of this name, asks for another one, or no longer does.
    fn rematch(&self, epoch: u64, game: Code, by: Option<&str>) -> Bytes;

    /// A tournament has changed.
    fn tournament_changed(&self, epoch: u64, tournament: Code, version: u64) -> Bytes;
}
