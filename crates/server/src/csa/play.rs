//! One game: from its summary until its end is announced.

use std::sync::Arc;

use komadai_game::{FIRST_MOVE_MS, Game, Offer};
use komadai_ids::{Code, GameId};
use komadai_kifu::csa::{move_line, read_move, side_sign};
use komadai_protocol::{GameEvent, RefusalCode, ResultView};
use komadai_rules::{BySide, Move, Side};
use komadai_store::game_comments::GameComment;
use tokio::{
    sync::watch,
    time::{Duration, Instant},
};

use super::{
    ends,
    logins::Logins,
    seconds::Cost,
    summary::{GameSummary, History},
    thought,
};

/// How much sooner a program must have agreed than its game is called off. Until it has, its clock
/// is not charged.
const AGREE_BEFORE_MS: u64 = 5_000;

/// A move that no rules allow, from a square to itself: it says what no USI could say.
const NO_MOVE: &str = "1a1a";

/// What a program says that declares.
const DECLARATION: &str = "%KACHI";

/// What is to be asked of the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Move { ply: u32, usi: String },
    Resign,
    Declare,
    Abort,
    Decline(Offer),
}

/// What comes of something.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Lines for the program.
    pub(super) lines: String,
    pub(super) wish: Option<Wish>,
    /// Both have agreed, which the room is informed of before the program is.
    pub(super) is_agreed: bool,
    /// Nothing comes of the game any more, at least not here.
    pub(super) is_over: bool,
    /// The program plays another game than this one, and is let go; the game goes on.
    pub(super) has_lost_track: bool,
}

/// What a program reads that came back to a game and makes a move that is none in it.
const LOST_TRACK: &str =
    "##[ERROR] this is no move in the position of the game, which goes on: log in again\n";

impl Outcome {
    fn wish(wish: Wish) -> Self {
        Self { wish: Some(wish), ..Self::default() }
    }

    fn lost_track() -> Self {
        Self { lines: LOST_TRACK.to_owned(), has_lost_track: true, ..Self::default() }
    }
}

/// How far the program and the game are with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has the summary.
    Asked {
        until: Instant,
    },
    /// It has agreed, and its opponent has not.
    Agreed {
        until: Instant,
    },
    Started,
}

/// A game as one program plays it.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) code: Code,
    pub(super) id: GameId,
    pub(super) side: Side,
    told: GameSummary,
    /// How many moves were made, as far as is known here.
    ply: u32,
    stage: Stage,
    /// It had begun before the program came back to it.
    is_resumed: bool,
    /// Whether the program itself did not want it.
    has_rejected: bool,
    /// What the program hears when it has begun.
    held: String,
    /// A move or a declaration on its way.
    on_its_way: Option<String>,
    /// One that came before its turn.
    early: Option<String>,
    last_own: Option<String>,
    /// What it thought of the move on its way, and of those that were made.
    thought: Option<String>,
    pub(super) comments: Vec<GameComment>,
    /// With another program, in a game that has not begun.
    agreement: Option<Agreement>,
}

/// What both programs of a game have agreed to. The sender is what both share.
#[derive(Debug)]
struct Agreement {
    sender: Arc<watch::Sender<BySide<bool>>>,
    receiver: watch::Receiver<BySide<bool>>,
}

impl Play {
    pub(super) fn new(
        game: &Game,
        side: Side,
        mut told: GameSummary,
        history: History,
        logins: &Logins,
        now: Instant,
    ) -> Self {
        told.catch_up(side, history);
        let code = game.id().code();
        let ply = game.line().n_moves();
        let opponent = game.players().map(|players| players[side.other()].id);
        // In a pool both are programs, and one that is not there does not agree.
        let is_program = game.setup().pool.is_some()
            || opponent.is_some_and(|opponent| logins.will_play(opponent, code));
        let (is_asked, within_ms) = match game.setup().agreed_within_ms {
            Some(within_ms) => (!game.is_agreed(), within_ms.into()),
            None => (ply == 0, FIRST_MOVE_MS),
        };
        let agreement = (is_program && is_asked).then(|| {
            let sender = logins.agreement(code);
            let receiver = sender.subscribe();
            Agreement { sender, receiver }
        });
        Self {
            code,
            id: game.id(),
            side,
            told,
            ply,
            stage: Stage::Asked {
                until: now + Duration::from_millis(within_ms.saturating_sub(AGREE_BEFORE_MS)),
            },
            is_resumed: !is_asked,
            has_rejected: false,
            held: String::new(),
            on_its_way: None,
            early: None,
            last_own: None,
            thought: None,
            comments: Vec::new(),
            agreement,
        }
    }

    /// What the program is told of the game before it agrees.
    pub(super) fn summary(&self) -> String {
        let clocks = if self.is_resumed { self.told.clocks.to_string() } else { String::new() };
        self.told.summary(Some(self.side), &clocks)
    }

    /// When something happens by itself.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.stage {
            Stage::Asked { until } | Stage::Agreed { until } => Some(until),
            Stage::Started => None,
        }
    }

    /// It was waited for long enough.
    pub(super) fn is_late(&mut self) -> Outcome {
        self.has_rejected = matches!(self.stage, Stage::Asked { .. });
        self.leaves()
    }

    /// The program goes without a game: one that has not begun is called off, and a seat in one
    /// that is being played is kept as long as its clock.
    fn leaves(&self) -> Outcome {
        match self.stage {
            Stage::Started => Outcome { is_over: true, ..Outcome::default() },
            _ if self.is_resumed => Outcome { is_over: true, ..Outcome::default() },
            _ => Outcome::wish(Wish::Abort),
        }
    }

    /// What is asked of the room when the program is gone without a word.
    pub(super) fn gone(&self) -> Option<Wish> {
        self.leaves().wish
    }

    /// Until the other side has agreed.
    pub(super) async fn agreed(&mut self) {
        let side = self.side.other();
        match (&mut self.agreement, self.stage) {
            (Some(Agreement { receiver, .. }), Stage::Agreed { .. }) => {
                // The sender is kept next to it.
                let _ = receiver.wait_for(|agreed| agreed[side]).await;
            }
            _ => std::future::pending().await,
        }
    }

    /// Both have agreed.
    pub(super) fn starts(&mut self) -> Outcome {
        self.stage = Stage::Started;
        let held = std::mem::take(&mut self.held);
        let lines = format!("START:{}\n{held}", self.told.id);
        Outcome { lines, is_agreed: true, ..Outcome::default() }
    }

    /// What the program says; `None` where it is no word of a game.
    pub(super) fn hears(&mut self, line: &str) -> Option<Outcome> {
        let (word, id) = line.split_once(' ').unwrap_or((line, ""));
        let is_mine = id.is_empty() || id == self.told.id;
        match (word, self.stage) {
            ("AGREE", Stage::Asked { until }) if is_mine => {
                self.stage = Stage::Agreed { until };
                let Some(Agreement { sender, .. }) = &self.agreement else {
                    return Some(self.starts());
                };
                let side = self.side;
                sender.send_modify(|agreed| agreed[side] = true);
                Some(Outcome::default())
            }
            ("REJECT", Stage::Asked { .. } | Stage::Agreed { .. }) if is_mine => {
                self.has_rejected = true;
                Some(self.leaves())
            }
            ("LOGOUT", Stage::Started) => Some(Outcome::wish(Wish::Resign)),
            ("LOGOUT", _) => {
                self.has_rejected = true;
                Some(self.leaves())
            }
            (_, Stage::Started) => self.hears_in_game(line),
            _ => None,
        }
    }

    fn hears_in_game(&mut self, line: &str) -> Option<Outcome> {
        // Its time is the server's to say.
        let word = line.split(',').next().unwrap_or_default();
        match word {
            "%TORYO" | "%CHUDAN" => Some(Outcome::wish(Wish::Resign)),
            DECLARATION => Some(self.moves(line)),
            _ if word.starts_with(side_sign(self.side)) => Some(self.moves(line)),
            _ => None,
        }
    }

    fn moves(&mut self, line: &str) -> Outcome {
        let word = line.split(',').next().unwrap_or_default();
        let position = self.told.line.position();
        let is_turn = position.turn() == self.side;
        if !is_turn || self.on_its_way.is_some() {
            // Said twice, it is said once.
            let is_repeated = [&self.last_own, &self.on_its_way]
                .into_iter()
                .any(|said| said.as_deref() == Some(word));
            if !is_repeated {
                self.early = Some(line.to_owned());
            }
            return Outcome::default();
        }
        let mv = read_move(position, word);
        let is_declaration = word == DECLARATION;
        let is_possible = || {
            let is_legal = |mv| position.legal_moves().contains(&mv);
            if is_declaration { self.told.can_declare() } else { mv.is_some_and(is_legal) }
        };
        if self.last_own.as_deref() == Some(word) && !is_possible() {
            // The opponent's move has come between.
            return Outcome::default();
        }
        if self.is_resumed && !is_possible() {
            return Outcome::lost_track();
        }
        let usi =
            mv.map_or_else(|| NO_MOVE.to_owned(), |mv| mv.usi(position.variant()).to_string());
        self.on_its_way = Some(word.to_owned());
        self.thought = thought::of(line);
        if is_declaration {
            return Outcome::wish(Wish::Declare);
        }
        Outcome::wish(Wish::Move { ply: self.ply, usi })
    }

    /// The room did not do what was asked.
    pub(super) fn refused(&mut self, wish: &Wish, code: RefusalCode) -> Outcome {
        match wish {
            Wish::Move { .. } | Wish::Declare if is_against_the_rules(code) => {
                // What is no move loses, also where people may try again.
                if self.is_resumed { Outcome::lost_track() } else { Outcome::wish(Wish::Resign) }
            }
            Wish::Move { .. } | Wish::Declare => {
                self.on_its_way = None;
                Outcome::default()
            }
            Wish::Resign | Wish::Abort | Wish::Decline(_) => Outcome::default(),
        }
    }

    /// What has happened in the game.
    pub(super) fn sees(&mut self, event: &GameEvent) -> Outcome {
        let side = self.told.line.position().turn();
        if let Some(told) = event.as_move(side) {
            let mv = Move::from_usi(self.told.line.position().variant(), told.usi);
            // It may be part of the summary.
            return match mv.ok().filter(|_| told.ply == self.ply + 1) {
                Some(mv) => self.moved(mv, Cost::of(told, side, self.told.is_first_free)),
                None => Outcome::default(),
            };
        }
        match event {
            GameEvent::Offered { by, kind } if *by != self.side && *kind != Offer::Rematch => {
                Outcome::wish(Wish::Decline(*kind))
            }
            GameEvent::Ended { result, .. } => self.ends(result),
            _ => Outcome::default(),
        }
    }

    fn moved(&mut self, mv: Move, cost: Cost) -> Outcome {
        let line = move_line(self.told.line.position(), mv);
        let seconds = self.told.seconds.spend(cost);
        self.told.line.replay(mv);
        self.ply += 1;
        if cost.side == self.side {
            self.on_its_way = None;
            self.last_own = Some(line.clone());
            if let Some(text) = self.thought.take() {
                self.comments.push(GameComment { ply: self.ply, text });
            }
        }
        let mut lines = self.tell(&format!("{line},T{seconds}\n"));
        if cost.side == self.side {
            return Outcome { lines, ..Outcome::default() };
        }
        let next = self.early.take().map(|early| self.moves(&early)).unwrap_or_default();
        lines += &next.lines;
        Outcome { lines, ..next }
    }

    fn ends(&self, result: &ResultView) -> Outcome {
        let lines = match self.stage {
            Stage::Started => ends::lines(result.reason, result.winner, Some(self.side)),
            Stage::Asked { .. } | Stage::Agreed { .. } => {
                let side = if self.has_rejected { self.side } else { self.side.other() };
                format!("REJECT:{} by {}\n", self.told.id, self.told.names[side])
            }
        };
        Outcome { lines, is_over: true, ..Outcome::default() }
    }

    /// Lines now, or when it has begun.
    fn tell(&mut self, lines: &str) -> String {
        if self.stage == Stage::Started {
            return lines.to_owned();
        }
        self.held += lines;
        String::new()
    }
}

/// Whether a move was refused for what it is, and not for when it came.
fn is_against_the_rules(code: RefusalCode) -> bool {
    use RefusalCode::{GameOver, NotStarted, NotYourTurn, StalePly, Stopping};
    !matches!(code, GameOver | NotStarted | NotYourTurn | StalePly | Stopping)
}
