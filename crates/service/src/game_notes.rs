//! What players note of their games for themselves: nobody else reads it, and it stays with the
//! account when the game is over.

use std::sync::Arc;

use komadai_ids::{Code, GameId, UserId};
use komadai_live::{Directory, OpenError};
use komadai_store::{
    Result, Store,
    game_notes::{self as stored, GameNote},
};

use crate::lines::clean_text;

/// The longest note, in characters.
pub const NOTE_CHARS_MAX: usize = 4_000;

/// How much of a note a list shows, in characters.
const BEGINNING_CHARS_MAX: usize = 140;

/// The notes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GameNotes {
    store: Store,
    directory: Arc<Directory>,
}

/// A note as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteState {
    pub text: String,
    /// How often it was changed.
    pub version: i64,
    /// Whether that is what was to be kept; otherwise another of the account's tabs was faster.
    pub is_kept: bool,
}

/// Why there is no note.
#[derive(Debug, thiserror::Error)]
pub enum NoteError {
    /// There is no such game.
    #[error("there is no such game")]
    UnknownGame,
    /// Others play it.
    #[error("notes are for the players of a game")]
    NotAPlayer,
    /// It is too long.
    #[error("a note has at most {NOTE_CHARS_MAX} characters; shorten it")]
    TooLong,
    /// The game cannot be read.
    #[error("the game cannot be read at the moment; try again")]
    Game(#[from] OpenError),
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl GameNotes {
    pub(crate) fn new(store: Store, directory: Arc<Directory>) -> Self {
        Self { store, directory }
    }

    /// What a player has noted of a game of theirs.
    ///
    /// # Errors
    /// When it is not theirs.
    pub async fn of(&self, user: UserId, game: Code) -> Result<NoteState, NoteError> {
        let game = self.own_game(user, game).await?;
        Ok(noted(stored::find(&mut self.store.read().await?, user, game).await?, false))
    }

    /// Keeps a note in place of this version of it; `0`: in place of none. Where that is not the
    /// present one, the present one stays and is what is answered.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn set(
        &self,
        user: UserId,
        game: Code,
        version: i64,
        text: &str,
    ) -> Result<NoteState, NoteError> {
        let text = clean_text(text);
        if text.chars().count() > NOTE_CHARS_MAX {
            return Err(NoteError::TooLong);
        }
        let game = self.own_game(user, game).await?;
        let changed_ms = self.directory.timebase().now_ms() as i64;
        let note = GameNote { game, text, version: version.saturating_add(1), changed_ms };
        let mut tx = self.store.write().await?;
        if !stored::set(&mut tx, user, &note).await? {
            return Ok(noted(stored::find(&mut tx, user, game).await?, false));
        }
        tx.commit().await?;
        Ok(noted(Some(note), true))
    }

    /// The first line of what a player has noted of a game of theirs, as long as a list shows it;
    /// `None` where there is nothing.
    pub async fn beginning(&self, user: UserId, game: GameId) -> Result<Option<String>> {
        let found = stored::find(&mut self.store.read().await?, user, game).await?;
        let line = found.and_then(|it| Some(it.text.lines().next()?.trim().to_owned()));
        Ok(line.map(|line| shortened(&line)).filter(|line| !line.is_empty()))
    }

    async fn own_game(&self, user: UserId, game: Code) -> Result<GameId, NoteError> {
        let game = self.directory.look(game).await?.ok_or(NoteError::UnknownGame)?;
        game.side_of(user).map(|_| game.id()).ok_or(NoteError::NotAPlayer)
    }
}

/// A line, with an ellipsis in place of what is too much for a list.
fn shortened(line: &str) -> String {
    let beginning: String = line.chars().take(BEGINNING_CHARS_MAX).collect();
    if beginning.len() == line.len() { beginning } else { format!("{}…", beginning.trim_end()) }
}

fn noted(note: Option<GameNote>, is_kept: bool) -> NoteState {
    let note = note.map(|it| NoteState { text: it.text, version: it.version, is_kept });
    note.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_shows_so_much_of_a_line() {
        let full = "将".repeat(BEGINNING_CHARS_MAX);
        for (line, expected) in [
            ("short", "short"),
            (&full, &full),
            (&format!("{full}棋"), &format!("{full}…")),
            (&format!("  {full}"), &format!("  {}…", "将".repeat(BEGINNING_CHARS_MAX - 2))),
        ] {
            assert_eq!(shortened(line), expected);
        }
    }
}
