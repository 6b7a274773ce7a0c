//! Frames that the tests can look into. Whatever is shown is compared with what is durable.

use std::sync::Arc;

use bytes::Bytes;
use komadai_game::{Event, Game};
use komadai_ids::{Code, UserId};
use komadai_live::{
    ChatLine, Frames, LiveGame, LiveRefusal, OngoingGame, Render, RoomFacts, Seek, Why,
};
use komadai_rules::BySide;
use parking_lot::Mutex;
use uuid::Uuid;

use super::truth::Truth;

/// What a frame says.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    Ack(u32),
    Refused(u32, Why),
    Event {
        game: Code,
        seq: u32,
        event: Box<Event>,
    },
    Snapshot(Box<Game>),
    /// Which players are there.
    Presence(BySide<bool>),
    /// Something without a number.
    Aside,
}

/// Makes the frames of one process, and reads them.
pub(super) struct Window {
    truth: Truth,
    // A lock, because rooms make frames while the test reads them; nothing waits holding it.
    frames: Mutex<Vec<Frame>>,
}

impl Window {
    pub(super) fn new(truth: Truth) -> Arc<Self> {
        Arc::new(Self { truth, frames: Mutex::default() })
    }

    /// What a frame says.
    pub(super) fn read(&self, frame: &Bytes) -> Frame {
        let at: [u8; 4] = frame.as_ref().try_into().unwrap();
        self.frames.lock()[u32::from_le_bytes(at) as usize].clone()
    }

    fn frame(&self, frame: Frame) -> Bytes {
        let mut frames = self.frames.lock();
        frames.push(frame);
        Bytes::copy_from_slice(&(frames.len() as u32 - 1).to_le_bytes())
    }
}

impl Render for Window {
    fn event(&self, game: &Game, seq: u32, event: &Event, _now_ms: u64) -> Frames {
        self.truth.told(game, seq, event);
        self.truth.stands("the game", game, seq);
        let event = Box::new(event.clone());
        Frames::same(self.frame(Frame::Event { game: game.id().code(), seq, event }))
    }

    fn event_briefly(&self, _: &Game, _seq: u32, _: &Event, _now_ms: u64) -> Option<Bytes> {
        None
    }

    fn snapshot(
        &self,
        game: &Game,
        _facts: &RoomFacts<'_>,
        _reader: Option<UserId>,
        _now_ms: u64,
    ) -> Bytes {
        self.truth.stands("the snapshot", game, game.seq() - 1);
        self.frame(Frame::Snapshot(Box::new(game.clone())))
    }

    fn conditions(&self, _game: Code, _lines: &[String]) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn resumed(&self, _game: &Game, _now_ms: u64) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn stalled(&self, _game: Code) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn presence(&self, _game: Code, facts: &RoomFacts<'_>) -> Bytes {
        self.frame(Frame::Presence(facts.connected))
    }

    fn chat(&self, _game: Code, _line: &ChatLine) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn ack(&self, id: u32, _game: Option<Code>) -> Bytes {
        self.frame(Frame::Ack(id))
    }

    fn refused(&self, id: u32, refused: &LiveRefusal) -> Bytes {
        self.frame(Frame::Refused(id, refused.why.clone()))
    }

    fn lobby(
        &self,
        _epoch: u64,
        _seq: u32,
        _seeks: &[Seek],
        _games: &[LiveGame],
        _online: u32,
    ) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn seek_added(&self, _epoch: u64, _seq: u32, _seek: &Seek) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn seek_removed(&self, _epoch: u64, _seq: u32, _seek: Uuid) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn lobby_games(&self, _epoch: u64, _seq: u32, _games: &[LiveGame]) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn online(&self, _epoch: u64, _seq: u32, _online: u32) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn game_started(&self, _: u64, _: OngoingGame, _: Option<Code>) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn turn(&self, _epoch: u64, _game: Code, _yours: bool) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn rematch(&self, _epoch: u64, _game: Code, _by: Option<&str>) -> Bytes {
        self.frame(Frame::Aside)
    }

    fn tournament_changed(&self, _epoch: u64, _tournament: Code, _version: u64) -> Bytes {
        Bytes::new()
    }
}
