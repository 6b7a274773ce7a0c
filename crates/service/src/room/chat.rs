//! What is said at a board.

use std::collections::VecDeque;

use komadai_game::{CommandKey, Phase};
use komadai_ids::UserId;

use super::{Reply, Room};
use crate::{ChatLine, Taker};

/// How many lines of chat a room remembers.
pub const CHAT_LINES_MAX: usize = 50;

/// The last lines, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Chat {
    lines: VecDeque<ChatLine>,
    /// Who said each of these lines, and by which command.
    keys: VecDeque<(UserId, CommandKey)>,
}

impl Chat {
    pub(super) fn lines(&self) -> &[ChatLine] {
        self.lines.as_slices().0
    }

    fn holds(&self, by: UserId, key: CommandKey) -> bool {
        self.keys.contains(&(by, key))
    }

    fn add(&mut self, line: ChatLine, by: UserId, key: CommandKey) {
        if self.lines.len() == CHAT_LINES_MAX {
            self.lines.pop_front();
            self.keys.pop_front();
        }
        self.lines.push_back(line);
        self.keys.push_back((by, key));
        self.lines.make_contiguous();
    }
}

impl Room {
    pub(super) fn say(&mut self, by: UserId, key: CommandKey, mut line: ChatLine, reply: &Reply) {
        let render = self.directory.render().clone();
        if self.chat.holds(by, key) {
            return reply.ack(&render, None);
        }
        line.at_ms = self.now_ms();
        let taker = Taker { user: by, guest: line.guest, address: reply.connection.address() };
        if let Err(refused) = self.directory.standing().say(taker, line.at_ms) {
            return reply.refuse(&render, &refused);
        }
        reply.ack(&render, None);
        line.side = self.game.side_of(by);
        let frame = render.chat(self.game.id().code(), &line);
        // Nobody whispers to those who play.
        if line.side.is_none() && self.game.phase() == Phase::Playing {
            self.audience.tell_watchers(&frame);
        } else {
            self.audience.tell_all(&frame);
        }
        self.aside_seq = Some(self.newest_seq());
        self.chat.add(line, by, key);
    }
}
