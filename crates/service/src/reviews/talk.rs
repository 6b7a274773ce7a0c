//! What those who watch a board of a broadcast say among themselves. As at the board of a game it
//! is remembered for a while, and never stored.

use std::{collections::HashMap, sync::Arc};

use komadai_game::{CommandKey, Player};
use komadai_ids::{Code, UserId};
use komadai_live::{ChatLine, Reply, Taker, room::CHAT_LINES_MAX};
use komadai_store::accounts;
use parking_lot::Mutex;

use super::{ReviewRefusal, Reviews, review::Key, rows::failed};

/// At how many boards what was said is remembered; where nobody has spoken for longest it is
/// forgotten first.
const BOARDS_MAX: usize = 128;

/// A line at a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Its number, which no line at any board has had since the server started.
    pub n: u32,
    /// What was said, and by whom.
    pub line: ChatLine,
}

/// The last lines of one board, the oldest first, with the commands by which they were said.
#[derive(Debug, Default)]
struct BoardTalk {
    lines: Vec<(Key, BoardLine)>,
    last_ms: u64,
}

/// What is said at all boards. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Talks(
    // A lock, because every open review comes here; it is held for a look-up only.
    Arc<Mutex<AllTalk>>,
);

#[derive(Debug, Default)]
struct AllTalk {
    boards: HashMap<Code, BoardTalk>,
    /// Counted over all boards: one that is forgotten and begins anew repeats no number.
    n_said: u32,
}

impl Talks {
    /// The last lines at a board.
    pub(super) fn at(&self, board: Code) -> Vec<BoardLine> {
        let all = self.0.lock();
        let lines = all.boards.get(&board).map(|it| it.lines.as_slice()).unwrap_or_default();
        lines.iter().map(|(_, line)| line.clone()).collect()
    }

    fn has(&self, board: Code, key: Key) -> bool {
        let all = self.0.lock();
        all.boards.get(&board).is_some_and(|it| it.lines.iter().any(|(known, _)| *known == key))
    }

    fn add(&self, board: Code, key: Key, line: ChatLine) -> BoardLine {
        let AllTalk { boards, n_said } = &mut *self.0.lock();
        if boards.len() >= BOARDS_MAX && !boards.contains_key(&board) {
            let quietest = boards.iter().min_by_key(|(_, it)| it.last_ms).map(|(board, _)| *board);
            quietest.map(|board| boards.remove(&board));
        }
        let talk = boards.entry(board).or_default();
        if talk.lines.len() >= CHAT_LINES_MAX {
            talk.lines.remove(0);
        }
        *n_said = n_said.wrapping_add(1);
        talk.last_ms = line.at_ms;
        let line = BoardLine { n: *n_said, line };
        talk.lines.push((key, line.clone()));
        line
    }

    /// A line that is there.
    fn line(&self, board: Code, n: u32) -> Option<ChatLine> {
        let all = self.0.lock();
        let lines = &all.boards.get(&board)?.lines;
        lines.iter().find(|(_, it)| it.n == n).map(|(_, it)| it.line.clone())
    }

    fn remove(&self, board: Code, n: u32) {
        if let Some(talk) = self.0.lock().boards.get_mut(&board) {
            talk.lines.retain(|(_, it)| it.n != n);
        }
    }

    /// Who has said these lines is called this from now on.
    pub(super) fn rename(&self, user: UserId, name: &str) {
        let all = &mut *self.0.lock();
        let lines = all.boards.values_mut().flat_map(|talk| &mut talk.lines);
        for (_, BoardLine { line, .. }) in lines.filter(|(_, it)| it.line.user == user) {
            line.renamed(name);
        }
    }

    /// What somebody has said is not there any more.
    fn forget(&self, user: UserId) -> Vec<(Code, u32)> {
        let mut gone = Vec::new();
        for (board, talk) in &mut self.0.lock().boards {
            let theirs = talk.lines.iter().filter(|(_, it)| it.line.user == user);
            gone.extend(theirs.map(|(_, it)| (*board, it.n)));
            talk.lines.retain(|(_, it)| it.line.user != user);
        }
        gone
    }
}

impl Reviews {
    /// Says a line at a board of a broadcast; once, however often the command comes.
    ///
    /// # Errors
    /// When there is no such board that they can see, or they may not speak at the moment.
    pub async fn say(
        &self,
        code: Code,
        by: &Player,
        key: CommandKey,
        mut line: ChatLine,
        reply: Reply,
    ) -> Result<(), ReviewRefusal> {
        let open = self.open(code).await?;
        let review = self.seen_or_closed(code, &open, Some(by.id)).await?;
        let key = Key::new(by.id, key);
        let said = if !review.review().is_board() {
            Err(ReviewRefusal::Unknown)
        } else if self.talks.has(code, key) {
            Ok(None)
        } else {
            line.at_ms = self.now_ms();
            let taker = Taker::new(by, reply.connection.address());
            let taken = self.rows.directory.sanctions().say(taker, line.at_ms);
            taken.map(|()| Some(self.talks.add(code, key, line))).map_err(Into::into)
        };
        if said.is_ok() {
            reply.ack(self.rows.directory.render(), None);
        }
        if let Ok(Some(line)) = &said {
            review.tell_said(line);
        }
        drop(review);
        self.opened.close(code, &open);
        said.map(drop)
    }

    /// A line that was said at a board, for somebody who can see it.
    ///
    /// # Errors
    /// When there is none, or no such board that they can see.
    pub async fn line(
        &self,
        code: Code,
        n: u32,
        reader: UserId,
    ) -> Result<ChatLine, ReviewRefusal> {
        self.look(code, Some(reader)).await?;
        self.talks.line(code, n).ok_or(ReviewRefusal::Unknown)
    }

    /// Takes a line away: one's own, anybody's for those who run the broadcast and for moderators,
    /// of whom it is noted.
    ///
    /// # Errors
    /// When it is not theirs to take away, or the database fails.
    pub async fn unsay(
        &self,
        code: Code,
        by: &Player,
        n: u32,
        reply: Reply,
    ) -> Result<(), ReviewRefusal> {
        let open = self.open(code).await?;
        let review = self.seen_or_closed(code, &open, Some(by.id)).await?;
        let done = match self.talks.line(code, n).map(|line| line.user) {
            // It is gone already.
            None => Ok(false),
            Some(speaker) if speaker == by.id || review.may_edit(Some(by.id)) => Ok(true),
            Some(speaker) => self.moderates(code, by.id, speaker).await,
        };
        if done.is_ok() {
            reply.ack(self.rows.directory.render(), None);
        }
        if matches!(done, Ok(true)) {
            self.talks.remove(code, n);
            review.tell_unsaid(n);
        }
        drop(review);
        self.opened.close(code, &open);
        done.map(drop)
    }

    /// Whether somebody is a moderator; that they take a line of `speaker`'s away is noted.
    async fn moderates(
        &self,
        code: Code,
        by: UserId,
        speaker: UserId,
    ) -> Result<bool, ReviewRefusal> {
        let read = async { accounts::find(&mut self.rows.store.read().await?, by).await };
        let role = read.await.map_err(failed)?.and_then(|it| it.role);
        if role.is_none() {
            return Err(ReviewRefusal::NotTheirs);
        }
        self.moderation.note_removed_line(by, speaker, code).await.map_err(failed)?;
        Ok(true)
    }

    /// The account is deleted: what it has said at boards is there no longer.
    pub(crate) async fn forget(&self, user: UserId) {
        for (code, n) in self.talks.forget(user) {
            let Some(open) = self.opened.find(code) else { continue };
            open.lock().await.tell_unsaid(n);
            self.opened.close(code, &open);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(talks: &Talks, board: u128, by: u8, at_ms: u64) -> u32 {
        let user = UserId::new(u64::from(by), [by; 10]);
        let line = ChatLine {
            user,
            by: String::new(),
            guest: true,
            handle: None,
            bot: false,
            side: None,
            text: String::new(),
            at_ms,
        };
        let key = Key::new(user, CommandKey { client: 1, id: at_ms as u32 });
        talks.add(code(board), key, line).n
    }

    fn code(n: u128) -> Code {
        komadai_ids::ReviewId::new(n as u64, [n as u8; 10]).code()
    }

    fn numbers(talks: &Talks, board: u128) -> Vec<u32> {
        talks.at(code(board)).iter().map(|it| it.n).collect()
    }

    #[test]
    fn the_oldest_line_and_the_quietest_board_are_forgotten_first() {
        let talks = Talks::default();
        for at_ms in 1..=CHAT_LINES_MAX as u64 + 2 {
            said(&talks, 1, 1, at_ms);
        }
        assert_eq!(numbers(&talks, 1).first(), Some(&3));
        assert_eq!(numbers(&talks, 1).len(), CHAT_LINES_MAX);
        for board in 2..=BOARDS_MAX as u128 + 1 {
            said(&talks, board, 1, 1_000 + board as u64);
        }
        assert!(talks.at(code(1)).is_empty());
        let n_before = CHAT_LINES_MAX as u32 + 2;
        assert_eq!(numbers(&talks, 2), [n_before + 1]);
        // A board that was forgotten repeats no number.
        assert!(said(&talks, 1, 1, 5_000) > n_before + BOARDS_MAX as u32);
    }

    #[test]
    fn what_a_deleted_account_said_is_gone() {
        let talks = Talks::default();
        said(&talks, 1, 1, 1);
        said(&talks, 1, 2, 2);
        assert_eq!(talks.forget(UserId::new(1, [1; 10])), [(code(1), 1)]);
        assert_eq!(numbers(&talks, 1), [2]);
    }
}
