//! Which game a number stands for.

use crate::{Damaged, Facts};

/// The number of a game among those of its source: from 0, in the order in which they were
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u32);

/// So many games are on one page: as many as fit a page of SQLite.
pub const PAGE_GAMES: u32 = 212;

/// How many bytes one of them takes: its id and its facts.
const GAME_BYTES: usize = 19;

/// What the numbers of a page stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page(Vec<u8>);

impl Page {
    /// The page with these bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Damaged> {
        let fits = bytes.len().is_multiple_of(GAME_BYTES)
            && bytes.len() <= PAGE_GAMES as usize * GAME_BYTES;
        if fits { Ok(Self(bytes)) } else { Err(Damaged) }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds a game at the end.
    pub fn push(&mut self, id: [u8; 16], facts: Facts) {
        self.0.extend_from_slice(&id);
        self.0.extend_from_slice(&facts.pack());
    }

    /// The game with this number, which is of this page.
    pub fn get(&self, number: GameNumber) -> Option<([u8; 16], Facts)> {
        let at = (number.0 % PAGE_GAMES) as usize * GAME_BYTES;
        let game: &[u8; GAME_BYTES] = self.0.get(at..)?.first_chunk()?;
        let (id, facts) = game.split_first_chunk()?;
        Some((*id, Facts::unpack(facts.try_into().ok()?)?))
    }
}

impl GameNumber {
    /// On which page it is.
    pub fn page(self) -> u32 {
        self.0 / PAGE_GAMES
    }
}
