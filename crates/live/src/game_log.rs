//! The records of one game, one after the other, as they were journaled.

use komadai_game::{
    Event, Game, Player, Record, SetupProblem,
    journal::{self, Clients, JournalError, Reader},
};
use komadai_ids::UserId;
use komadai_rules::{Side, Variant};

/// The bytes of a game's records, each behind its length.
///
/// This is what a room keeps to tell a client what it missed, and what is stored of a game that
/// has ended.
#[derive(Clone, Debug, Default)]
pub struct GameLog {
    bytes: Vec<u8>,
    /// The clients that the next records need not name: none in a log that was read.
    clients: Clients,
}

impl PartialEq for GameLog {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for GameLog {}

/// By how many bytes a log grows: room for some ten moves. Doubled each time, half of it would be
/// empty on average, in every game that is played.
const GROWS_BY: usize = 256;

/// How many bytes the length of a record takes at most.
const LENGTH_BYTES_MAX: usize = 10;

/// By how many bytes a record is shorter that leaves out its client.
const CLIENT_BYTES: usize = size_of::<u64>();

/// By how many bytes the first records of both sides are longer: they name their clients.
const FIRST_BYTES: usize = 2 * CLIENT_BYTES;

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
        Self { bytes, clients: Clients::default() }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes room for so many more records, which have so many bytes together as they were
    /// journaled.
    pub(crate) fn reserve(&mut self, n_records: usize, n_bytes: usize) {
        // Nearly all have one byte of length and leave out their client.
        let n_bytes = n_bytes.saturating_sub((CLIENT_BYTES - 1) * n_records);
        self.bytes.reserve_exact(n_bytes + FIRST_BYTES + LENGTH_BYTES_MAX);
    }

    /// Adds a record at the end, as it was journaled.
    pub fn push(&mut self, record: &[u8]) {
        let needed = record.len() + LENGTH_BYTES_MAX;
        if self.bytes.capacity() - self.bytes.len() < needed {
            self.bytes.reserve_exact(needed.max(GROWS_BY));
        }
        match self.clients.shortened(record) {
            Some((head, rest)) => {
                journal::write_number(1 + rest.len() as u64, &mut self.bytes);
                self.bytes.push(head);
                self.bytes.extend_from_slice(rest);
            }
            None => {
                journal::write_number(record.len() as u64, &mut self.bytes);
                self.bytes.extend_from_slice(record);
            }
        }
    }

    /// The log of the same records, each as `change` leaves it.
    fn rewritten(&self, mut change: impl FnMut(&mut Record)) -> Result<Self, JournalError> {
        let (mut log, mut bytes, mut variant) = (Self::default(), Vec::new(), None);
        for record in self.records() {
            let mut record = record?;
            variant = variant.or_else(|| variant_of(&record));
            change(&mut record);
            bytes.clear();
            journal::encode(&record, variant.unwrap_or(Variant::standard()), &mut bytes);
            log.push(&bytes);
        }
        Ok(log)
    }

    /// How many records it has. What is [left out](without_conditions) of one leaves the record.
    pub fn n_records(&self) -> usize {
        self.entries().count()
    }

    /// The bytes of its first record, from which nothing is ever left out.
    pub fn first(&self) -> Option<&[u8]> {
        self.entries().next()?.ok()
    }

    /// The bytes of its records, each of which may need those before it.
    fn entries(&self) -> impl Iterator<Item = Result<&[u8], JournalError>> {
        let mut reader = Reader(&self.bytes);
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

    /// Its records. What follows a damaged one is not to be relied on.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, JournalError>> {
        let (mut clients, mut variant) = (Clients::default(), None);
        self.entries().map(move |bytes| {
            let record = clients.decode(bytes?, variant)?;
            variant = variant.or_else(|| variant_of(&record));
            Ok(record)
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
        let mut game = begin(&first)?;
        if let Some(event) = first.events.first() {
            each(&game, 0, event);
        }
        apply(&mut game, &first, &mut each);
        for record in records {
            apply(&mut game, &record?, &mut each);
        }
        Ok(game)
    }
}

/// The log without what players had decided to answer: `by` one side, or by either. The key of
/// such a command stays. What cannot be read stays as it is: the next reader reports it.
pub fn without_conditions(log: &GameLog, by: Option<Side>) -> GameLog {
    let rewritten = log.rewritten(|record| {
        record.events.retain(|event| {
            !matches!(event, Event::ConditionsSet { by: set, .. } if by.is_none_or(|by| by == *set))
        });
    });
    rewritten.unwrap_or_else(|_| log.clone())
}

/// The bytes of a log in which a player has another name, and is no guest: guests have the one they
/// were given. What cannot be read stays as it is: the next reader reports it.
pub fn renamed(bytes: Vec<u8>, player: UserId, name: &str) -> Vec<u8> {
    let rename = |it: &mut Player| {
        if it.id == player {
            name.clone_into(&mut it.name);
            it.guest = false;
        }
    };
    let log = GameLog::from_bytes(bytes);
    let rewritten = log.rewritten(|record| {
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
    });
    rewritten.unwrap_or(log).bytes
}

/// The game that a first record makes.
///
/// # Errors
/// When it is no first record, or its set-up cannot be read.
pub fn begin(first: &Record) -> Result<Game, GameLogError> {
    let setup = journal::created(first).ok_or(GameLogError::NoBeginning)?;
    Ok(Game::new(setup.clone())?)
}

/// The variant of the game that a first record makes.
fn variant_of(first: &Record) -> Option<Variant> {
    Variant::from_name(&journal::created(first)?.variant)
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
