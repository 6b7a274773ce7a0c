//! What is said at a board.

use std::{borrow::Cow, collections::VecDeque};

use komadai_game::{CommandKey, Phase};
use komadai_ids::UserId;
use komadai_rules::Side;

use super::{Reply, Room};
use crate::{ChatLine, Taker};

/// How many lines of chat a room remembers.
pub const CHAT_LINES_MAX: usize = 50;

/// The last lines, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Chat {
    lines: VecDeque<ChatLine>,
    /// What is known of each of these lines.
    facts: VecDeque<Facts>,
}

/// Who said a line, and who hears it.
#[derive(Debug)]
struct Facts {
    by: UserId,
    /// The command by which it was said.
    key: CommandKey,
    /// The newest event when it was said.
    after: u32,
    /// Watchers do not hear it yet, because they do not see yet what it may be about.
    is_held: bool,
}

impl Chat {
    fn holds(&self, by: UserId, key: CommandKey) -> bool {
        self.facts.iter().any(|it| (it.by, it.key) == (by, key))
    }

    fn add(&mut self, line: ChatLine, facts: Facts) {
        if self.lines.len() == CHAT_LINES_MAX {
            self.lines.pop_front();
            self.facts.pop_front();
        }
        self.lines.push_back(line);
        self.facts.push_back(facts);
        self.lines.make_contiguous();
    }

    /// All of them, held or not.
    pub(super) fn all(&self) -> Vec<ChatLine> {
        self.lines.iter().cloned().collect()
    }

    /// The lines that somebody hears who watches: what is not held, and what they said themselves.
    fn heard(&self, user: Option<UserId>) -> Cow<'_, [ChatLine]> {
        let is_kept_from = |it: &Facts| it.is_held && Some(it.by) != user;
        if !self.facts.iter().any(is_kept_from) {
            return Cow::Borrowed(self.lines.as_slices().0);
        }
        let all = self.lines.iter().zip(&self.facts);
        all.filter(|(_, facts)| !is_kept_from(facts)).map(|(line, _)| line.clone()).collect()
    }

    /// What was held until watchers saw this event, with who said it; it is held no more.
    fn release(&mut self, shown: u32) -> Vec<(UserId, ChatLine)> {
        let all = self.lines.iter().zip(&mut self.facts);
        let due = all.filter(|(_, facts)| facts.is_held && facts.after <= shown);
        due.map(|(line, facts)| {
            facts.is_held = false;
            (facts.by, line.clone())
        })
        .collect()
    }

    /// Who wrote these lines is called this from now on.
    pub(super) fn rename(&mut self, user: UserId, name: &str) {
        self.lines.iter_mut().filter(|line| line.user == user).for_each(|line| line.renamed(name));
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
        if let Err(refused) = self.directory.sanctions().say(taker, line.at_ms) {
            return reply.refuse(&render, &refused);
        }
        reply.ack(&render, None);
        // A person who watched as nobody is somebody since they have said something.
        self.audience.identify(reply.connection.id, by);
        line.side = self.game.side_of(by);
        let frame = render.chat(self.game.id().code(), &line);
        // Nobody whispers to those who play.
        if line.side.is_some() || self.game.phase() != Phase::Playing {
            self.audience.tell_players(&frame);
        }
        // People who see the game late receive its chat late: a line may give a move away. To its
        // writer it is nothing new.
        let after = self.newest_seq();
        let is_held = self.seen().seq() <= after;
        if is_held {
            self.audience.tell_watcher(by, &frame)
        } else {
            self.audience.tell_watchers(&frame)
        }
        self.aside_seq = Some(after);
        self.chat.add(line, Facts { by, key, after, is_held });
    }

    /// What somebody who begins to follow the game hears of what was said.
    pub(super) fn heard(&self, user: Option<UserId>, side: Option<Side>) -> Cow<'_, [ChatLine]> {
        match side {
            Some(_) => Cow::Borrowed(self.chat.lines.as_slices().0),
            None => self.chat.heard(user),
        }
    }

    /// Watchers see this event from now on: they hear what was said up to then.
    pub(super) fn tell_held_chat(&mut self, shown: u32) {
        let due = self.chat.release(shown);
        if due.is_empty() {
            return;
        }
        for (by, line) in due {
            let frame = self.directory.render().chat(self.game.id().code(), &line);
            self.audience.tell_watchers_but(by, &frame);
        }
        self.aside_seq = Some(self.newest_seq());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(n: u8) -> UserId {
        UserId::new(1, [n; 10])
    }

    /// Somebody says a line after this event, held or not.
    fn say(chat: &mut Chat, by: u8, text: &str, after: u32, is_held: bool) {
        let by = user(by);
        let (name, text) = (String::new(), text.to_owned());
        let line = ChatLine {
            user: by,
            by: name,
            handle: None,
            guest: false,
            bot: false,
            side: None,
            text,
            at_ms: 0,
        };
        let key = CommandKey { client: 1, id: chat.lines.len() as u32 };
        chat.add(line, Facts { by, key, after, is_held });
    }

    fn texts<'c>(lines: impl IntoIterator<Item = &'c ChatLine>) -> Vec<&'c str> {
        lines.into_iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn who_watches_late_hears_late_and_in_order() {
        let mut chat = Chat::default();
        say(&mut chat, 1, "before", 1, false);
        say(&mut chat, 1, "nice fork", 5, true);
        say(&mut chat, 2, "which?", 5, true);
        say(&mut chat, 1, "that one", 6, true);
        assert_eq!(texts(&*chat.heard(None)), ["before"]);
        assert_eq!(texts(&*chat.heard(Some(user(3)))), ["before"]);
        assert_eq!(texts(&*chat.heard(Some(user(2)))), ["before", "which?"], "one's own is there");
        assert!(chat.release(4).is_empty());
        let told = chat.release(5);
        assert_eq!(texts(told.iter().map(|(_, line)| line)), ["nice fork", "which?"]);
        assert_eq!(told.iter().map(|(by, _)| *by).collect::<Vec<_>>(), [user(1), user(2)]);
        assert!(chat.release(5).is_empty(), "nothing is told twice");
        assert_eq!(texts(&*chat.heard(None)), ["before", "nice fork", "which?"]);
        assert_eq!(chat.release(9).len(), 1);
        assert_eq!(chat.heard(None).len(), 4);
    }
}
