//! The form in which events are kept, for ever.
//!
//! A record is a byte of version and flags, the key of its command if it has one, and its
//! events one after the other. A move takes at most 24 bytes with everything; what is rarer is
//! JSON. In the log of one game a record leaves out its client where the last command of the same
//! side came from it. Numbers are LEB128 unless said otherwise. Nothing that has once been written
//! may ever be read differently: new kinds get new tags, JSON events get new optional fields, and
//! `tests/data/*.journal` holds records of every version that was ever released.

use komadai_rules::{BySide, Kind, Move, Side, Square, Variant};

use crate::{CommandKey, Event, Record, Setup, Time};

/// The most bytes that one move takes with the head of its record.
pub const MOVE_BYTES_MAX: usize = 24;

/// In the upper half of a record's first byte.
const VERSION: u8 = 1;

/// The version of a record in the log of a game that leaves its client out: it is that of the last
/// key of the same side.
const VERSION_SAME_CLIENT: u8 = 2;

const HAS_KEY: u8 = 1;
const BY_SENTE: u8 = 2;
const BY_GOTE: u8 = 4;

/// The first byte of an event.
mod tag {
    pub(super) const MOVE: u8 = 1;
    pub(super) const PROMOTION: u8 = 2;
    pub(super) const DROP: u8 = 3;
    pub(super) const BY_WAY: u8 = 4;
    pub(super) const JSON: u8 = 16;
}

/// The bytes are no record that this version of the program can read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Bytes are missing.
    #[error("a record is cut short")]
    Short,
    /// Written by a newer program.
    #[error("a record has version {0}, which this program does not know")]
    Version(u8),
    /// Written by a newer program, or not a record at all.
    #[error("an event has tag {0}, which this program does not know")]
    Tag(u8),
    /// The event is no JSON of ours.
    #[error("an event cannot be read: {0}")]
    Json(String),
    /// No earlier record of the log has a key of that side.
    #[error("a record has no client, and there is none before it")]
    Client,
    /// A move that cannot be on this board.
    #[error("a move names a square or piece that the variant does not have")]
    Move,
}

/// Writes a record behind what `out` already holds.
pub fn encode(record: &Record, variant: Variant, out: &mut Vec<u8>) {
    let side = match record.side {
        Some(Side::Sente) => BY_SENTE,
        Some(Side::Gote) => BY_GOTE,
        None => 0,
    };
    let keyed = if record.key.is_some() { HAS_KEY } else { 0 };
    out.push(VERSION << 4 | side | keyed);
    if let Some(key) = record.key {
        out.extend_from_slice(&key.client.to_le_bytes());
        write_number(u64::from(key.id), out);
    }
    for event in &record.events {
        encode_event(event, variant, out);
    }
}

fn encode_event(event: &Event, variant: Variant, out: &mut Vec<u8>) {
    if let Event::Moved { mv, thought_ms, credit_ms, time } = event {
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                let plain = if mv.promotes() { tag::PROMOTION } else { tag::MOVE };
                out.push(if mv.via().is_some() { tag::BY_WAY } else { plain });
                out.push(square_byte(from));
                out.extend(mv.via().map(square_byte));
            }
            (None, kind) => {
                out.push(tag::DROP);
                out.push(kind.map_or(0, |kind| letter(variant, kind)));
            }
        }
        out.push(square_byte(mv.to()));
        write_number(u64::from(*thought_ms), out);
        write_number(u64::from(*credit_ms), out);
        write_number(u64::from(time.main_ms), out);
        out.push(time.periods);
        return;
    }
    let json = serde_json::to_vec(event).expect("every event but a move has a JSON form");
    out.push(tag::JSON);
    write_number(json.len() as u64, out);
    out.extend_from_slice(&json);
}

/// Reads one record.
///
/// `variant` is the game's, as [`created`] of the game's first record says; only records with
/// moves need it.
///
/// # Errors
/// When the bytes are not a whole record of a known version.
pub fn decode(bytes: &[u8], variant: Option<Variant>) -> Result<Record, JournalError> {
    Clients::default().decode(bytes, variant)
}

/// The same, in the place of another record, whose memory is used again.
///
/// # Errors
/// As [`decode`]; the record is of no use then.
pub fn decode_into(
    bytes: &[u8],
    variant: Option<Variant>,
    record: &mut Record,
) -> Result<(), JournalError> {
    read(bytes, variant, &mut Clients::default(), record)
}

/// Who gave the commands in the log of a game, as far as it is known: the client of each side's
/// last key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clients(BySide<Option<u64>>);

impl Clients {
    /// The next record of a log, as [`encode`] wrote it, in its shorter form if it has one: its
    /// first byte and all that follows it.
    pub fn shortened<'a>(&mut self, record: &'a [u8]) -> Option<(u8, &'a [u8])> {
        let (&head, rest) = record.split_first()?;
        let (side, flags) = (side_of(head)?, head & 0x0F);
        if head != VERSION << 4 | flags || flags & HAS_KEY == 0 {
            return None;
        }
        let (client, rest) = rest.split_first_chunk()?;
        let client = u64::from_le_bytes(*client);
        let is_same = self.0[side].replace(client) == Some(client);
        is_same.then_some((VERSION_SAME_CLIENT << 4 | flags, rest))
    }

    /// Reads the next record of a log, in either form.
    ///
    /// # Errors
    /// As [`decode`].
    pub fn decode(
        &mut self,
        bytes: &[u8],
        variant: Option<Variant>,
    ) -> Result<Record, JournalError> {
        let mut record = Record { events: Vec::with_capacity(1), ..Record::default() };
        read(bytes, variant, self, &mut record)?;
        Ok(record)
    }
}

fn read(
    bytes: &[u8],
    variant: Option<Variant>,
    clients: &mut Clients,
    record: &mut Record,
) -> Result<(), JournalError> {
    let mut reader = Reader(bytes);
    let head = reader.byte()?;
    record.side = side_of(head);
    let last = record.side.map(|side| &mut clients.0[side]);
    let client = match (head >> 4, head & HAS_KEY) {
        (VERSION, 0) => None,
        (VERSION, _) => {
            let client = u64::from_le_bytes(reader.array()?);
            if let Some(last) = last {
                *last = Some(client);
            }
            Some(client)
        }
        (VERSION_SAME_CLIENT, HAS_KEY) => {
            Some(last.and_then(|last| *last).ok_or(JournalError::Client)?)
        }
        (version, _) => return Err(JournalError::Version(version)),
    };
    record.key = match client {
        Some(client) => Some(CommandKey { client, id: reader.number_u32()? }),
        None => None,
    };
    record.events.clear();
    while !reader.0.is_empty() {
        record.events.push(reader.event(variant)?);
    }
    Ok(())
}

/// The side in a record's first byte.
fn side_of(head: u8) -> Option<Side> {
    match head & (BY_SENTE | BY_GOTE) {
        BY_SENTE => Some(Side::Sente),
        BY_GOTE => Some(Side::Gote),
        _ => None,
    }
}

/// The set-up in a game's first record, if this is one.
pub fn created(record: &Record) -> Option<&Setup> {
    match record.events.first() {
        Some(Event::Created(setup)) => Some(setup),
        _ => None,
    }
}

/// Pieces in hand are kept by their letter.
fn letter(variant: Variant, kind: Kind) -> u8 {
    variant.piece(kind).letter.bytes().next().unwrap_or_default()
}

/// Squares are kept as file and rank, four bits each.
fn square_byte(square: Square) -> u8 {
    square.file() << 4 | square.rank()
}

/// Appends a LEB128 number.
pub fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What is left to read.
#[derive(Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next `n` bytes.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], JournalError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(JournalError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next byte.
    ///
    /// # Errors
    /// When there is none.
    pub fn byte(&mut self) -> Result<u8, JournalError> {
        let (&byte, rest) = self.0.split_first().ok_or(JournalError::Short)?;
        self.0 = rest;
        Ok(byte)
    }

    /// The next bytes as an array.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], JournalError> {
        self.bytes(N)?.try_into().map_err(|_| JournalError::Short)
    }

    /// The next LEB128 number.
    ///
    /// # Errors
    /// When it does not end, or is too large.
    pub fn number(&mut self) -> Result<u64, JournalError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(JournalError::Short)
    }

    fn number_u32(&mut self) -> Result<u32, JournalError> {
        u32::try_from(self.number()?).map_err(|_| JournalError::Short)
    }

    fn square(&mut self) -> Result<Square, JournalError> {
        let byte = self.byte()?;
        Square::new(byte >> 4, byte & 15).ok_or(JournalError::Move)
    }

    fn event(&mut self, variant: Option<Variant>) -> Result<Event, JournalError> {
        let mv = match self.byte()? {
            tag @ (tag::MOVE | tag::PROMOTION) => {
                let from = self.square()?;
                Move::board(from, self.square()?, tag == tag::PROMOTION)
            }
            // §9.3: no move by way of a square promotes.
            tag::BY_WAY => {
                let (from, via) = (self.square()?, self.square()?);
                Move::by_way(from, via, self.square()?)
            }
            tag::DROP => {
                let letter = [self.byte()?];
                let kind = std::str::from_utf8(&letter)
                    .ok()
                    .and_then(|letter| variant?.kind(letter))
                    .ok_or(JournalError::Move)?;
                Move::drop(kind, self.square()?)
            }
            tag::JSON => {
                let len = usize::try_from(self.number()?).map_err(|_| JournalError::Short)?;
                return serde_json::from_slice(self.bytes(len)?)
                    .map_err(|error| JournalError::Json(error.to_string()));
            }
            tag => return Err(JournalError::Tag(tag)),
        };
        Ok(Event::Moved {
            mv,
            thought_ms: self.number_u32()?,
            credit_ms: u16::try_from(self.number()?).map_err(|_| JournalError::Short)?,
            time: Time { main_ms: self.number_u32()?, periods: self.byte()? },
        })
    }
}
