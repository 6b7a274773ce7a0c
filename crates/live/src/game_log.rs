//! The records of one game, one after the other, as they were journaled.

use komadai_game::{
    Event, Game, Player, Record, SetupProblem,
    journal::{self, JournalError, Reader},
};
use komadai_ids::UserId;
use komadai_rules::{Side, Variant};

/// The bytes of a game's records, each behind its length.
///
/// This is what a room keeps to tell a client what it missed, and what is stored of a game that
/// has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLog(Vec<u8>);

/// By how many bytes a log grows: room for some ten moves. Doubled each time, half of it would be
/// empty on average, in every game that is played.
const GROWS_BY: usize = 256;

/// How many bytes the length of a record takes at most.
const LENGTH_BYTES_MAX: usize = 10;

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GameLogError {
    /// A record is damaged.
    #[error(transparent)]
    Record(#[from] JournalError),
    /// The game in its first record cannot be.
    #[error(transparent)]
    Setup(#[from] SetupProblem),
    /// There is no first record.
    #[error("the log does not begin with the making of a game")]
    NoBeginning,
}

impl GameLog {
    /// The log with these bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Makes room for so many more records, which have so many bytes together.
    pub(crate) fn reserve(&mut self, n_records: usize, n_bytes: usize) {
        // Nearly all have one byte of length.
        self.0.reserve_exact(n_bytes + n_records);
    }

    /// Adds a record at the end.
    pub fn push(&mut self, record: &[u8]) {
        let needed = record.len() + LENGTH_BYTES_MAX;
        if self.0.capacity() - self.0.len() < needed {
            self.0.reserve_exact(needed.max(GROWS_BY));
        }
        journal::write_number(record.len() as u64, &mut self.0);
        self.0.extend_from_slice(record);
    }

    /// How many records it has. What is [left out](without_conditions) of one leaves the record.
    pub fn n_records(&self) -> usize {
        self.records().count()
    }

    /// The bytes of its records.
    pub fn records(&self) -> impl Iterator<Item = Result<&[u8], JournalError>> {
        let mut reader = Reader(&self.0);
        std::iter::from_fn(move || {
            if reader.0.is_empty() {
                return None;
            }
            let record = reader.number().and_then(|len| {
                reader.bytes(usize::try_from(len).map_err(|_| JournalError::Short)?)
            });
            if record.is_err() {
                reader.0 = &[];
            }
            Some(record)
        })
    }

    /// The game as its log tells it, calling `each` with the state after every event, the
    /// event and its number.
    ///
    /// # Errors
    /// When the log is damaged.
    pub fn replay(&self, mut each: impl FnMut(&Game, u32, &Event)) -> Result<Game, GameLogError> {
        let mut records = self.records();
        let first = records.next().ok_or(GameLogError::NoBeginning)??;
        let first = journal::decode(first, None)?;
        let mut game = begin(&first)?;
        if let Some(event) = first.events.first() {
            each(&game, 0, event);
        }
        apply(&mut game, &first, &mut each);
        let variant = game.line().position().variant();
        for record in records {
            let record = journal::decode(record?, Some(variant))?;
            apply(&mut game, &record, &mut each);
        }
        Ok(game)
    }
}

/// The log without what players had decided to answer: `by` one side, or by either. The key of
/// such a command stays. What cannot be read stays as it is: the next reader reports it.
pub fn without_conditions(log: &GameLog, by: Option<Side>) -> GameLog {
    try_without_conditions(log, by).unwrap_or_else(|_| log.clone())
}

fn try_without_conditions(log: &GameLog, of: Option<Side>) -> Result<GameLog, JournalError> {
    let mut kept = GameLog::default();
    let mut variant = None;
    for bytes in log.records() {
        let bytes = bytes?;
        let mut record = journal::decode(bytes, variant)?;
        let created = journal::created(&record);
        variant = variant.or(created.and_then(|it| Variant::from_name(&it.variant)));
        let n_events = record.events.len();
        record.events.retain(|event| {
            !matches!(event, Event::ConditionsSet { by, .. } if of.is_none_or(|of| of == *by))
        });
        if record.events.len() == n_events {
            kept.push(bytes);
            continue;
        }
        let mut out = Vec::new();
        journal::encode(&record, variant.unwrap_or(Variant::standard()), &mut out);
        kept.push(&out);
    }
    Ok(kept)
}

/// The bytes of a log in which a player has another name. What cannot be read stays as it is: the
/// next reader reports it.
pub fn without_name(bytes: Vec<u8>, player: UserId, name: &str) -> Vec<u8> {
    let log = GameLog::from_bytes(bytes);
    renamed(&log, player, name).map_or_else(|_| log.0, |renamed| renamed.0)
}

fn renamed(log: &GameLog, id: UserId, name: &str) -> Result<GameLog, JournalError> {
    let mut renamed = GameLog::default();
    let mut variant = None;
    for bytes in log.records() {
        let mut record = journal::decode(bytes?, variant)?;
        let setup_variant =
            journal::created(&record).and_then(|it| Variant::from_name(&it.variant));
        variant = variant.or(setup_variant);
        let rename = |player: &mut Player| {
            if player.id == id {
                name.clone_into(&mut player.name);
            }
        };
        for event in &mut record.events {
            match event {
                Event::Created(setup) => {
                    rename(&mut setup.seats.creator);
                    setup.seats.opponent.iter_mut().for_each(rename);
                }
                Event::Started { players, .. } => {
                    Side::ALL.into_iter().for_each(|side| rename(&mut players[side]));
                }
                _ => {}
            }
        }
        let mut out = Vec::new();
        journal::encode(&record, variant.unwrap_or(Variant::standard()), &mut out);
        renamed.push(&out);
    }
    Ok(renamed)
}

/// The game that a first record makes.
///
/// # Errors
/// When it is no first record, or its set-up cannot be read.
pub fn begin(first: &Record) -> Result<Game, GameLogError> {
    let setup = journal::created(first).ok_or(GameLogError::NoBeginning)?;
    Ok(Game::new(setup.clone())?)
}

fn apply(game: &mut Game, record: &Record, each: &mut impl FnMut(&Game, u32, &Event)) {
    for event in &record.events {
        let seq = game.seq();
        game.apply(event);
        if game.seq() != seq {
            each(game, seq, event);
        }
    }
    game.remember(record);
}
