//! An entry as bits. What most entries have in common takes one bit each.

use komadai_rules::Move;

use crate::{
    DamagedCounts, Facts, GameNumber, Key, Month, Outcome, PositionStats, Posting,
    bits::{BitReader, BitWriter, bits_for, unzigzag, zigzag},
    facts::steps_of_band,
    tally::{Cell, CellKey, Tally},
};

/// Which numbers the games have: from the least one so many, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) least: u32,
    pub(crate) width: u32,
}

impl Numbers {
    /// Those of some games.
    pub(crate) fn of(games: impl Iterator<Item = GameNumber> + Clone) -> Self {
        let least = games.clone().min().map_or(0, |it| it.0);
        let most = games.max().map_or(0, |it| it.0);
        Self { least, width: bits_for((most - least).into()) }
    }

    pub(crate) fn write(self, game: GameNumber, out: &mut BitWriter) {
        out.bits((game.0 - self.least).into(), self.width);
    }

    pub(crate) fn read(self, bits: &mut BitReader<'_>) -> Result<GameNumber, DamagedCounts> {
        let above = bits.bits(self.width)? as u32;
        self.least.checked_add(above).map(GameNumber).ok_or(DamagedCounts)
    }

    /// How many bits the distance between two of so many numbers takes.
    fn distance_bits(self, n: usize) -> u32 {
        self.width.saturating_sub(bits_for(n as u64))
    }

    /// Numbers in their order.
    pub(crate) fn write_all(
        self,
        games: impl ExactSizeIterator<Item = GameNumber>,
        out: &mut BitWriter,
    ) {
        let k = self.distance_bits(games.len());
        let mut before = self.least;
        for game in games {
            out.exp_golomb((game.0 - before).into(), k);
            before = game.0;
        }
    }

    pub(crate) fn read_all(
        self,
        n: u64,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<GameNumber>, DamagedCounts> {
        let k = self.distance_bits(usize::try_from(n).map_err(|_| DamagedCounts)?);
        let (mut games, mut before) = (Vec::new(), self.least);
        for _ in 0..n {
            let above = u32::try_from(bits.exp_golomb(k)?).map_err(|_| DamagedCounts)?;
            before = before.checked_add(above).ok_or(DamagedCounts)?;
            games.push(GameNumber(before));
        }
        Ok(games)
    }
}

/// All games that an entry tells by their numbers.
pub(crate) fn games_of(entry: &PositionStats) -> impl Iterator<Item = GameNumber> + Clone {
    let postings = entry.postings.iter().chain(&entry.tally.kept);
    entry.bare.iter().copied().chain(postings.map(|it| it.game))
}

/// What was written last. Much is the same again.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    month: u16,
    speed: u8,
}

/// Writes entries, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct EntryWriter {
    numbers: Numbers,
    last: Last,
    pub(crate) out: BitWriter,
}

impl EntryWriter {
    pub(crate) fn new(numbers: Numbers) -> Self {
        Self { numbers, last: Last::default(), out: BitWriter::default() }
    }

    /// All but its key.
    pub(crate) fn entry(&mut self, entry: &PositionStats) {
        self.out.exp_golomb(entry.bare.len() as u64, 1);
        self.numbers.write_all(entry.bare.iter().copied(), &mut self.out);
        let mut moves = Vec::new();
        self.postings(&entry.postings, &mut moves);
        self.out.exp_golomb(entry.tally.cells.len() as u64, 0);
        if !entry.tally.is_empty() {
            self.cells(&entry.tally, &mut moves);
            self.postings(&entry.tally.kept, &mut moves);
        }
    }

    /// Postings, with moves that were written before and are added to.
    fn postings(&mut self, postings: &[Posting], moves: &mut Vec<Move>) {
        self.out.exp_golomb(postings.len() as u64, 0);
        self.numbers.write_all(postings.iter().map(|it| it.game), &mut self.out);
        for Posting { mv, facts, .. } in postings {
            let known = moves.iter().position(|it| it == mv);
            let place = known.unwrap_or(moves.len());
            self.out.bits(place as u64, bits_for(moves.len() as u64));
            if known.is_none() {
                self.mv(*mv);
                moves.push(*mv);
            }
            self.out.bits(facts.rating.into(), 8);
            self.speed(facts.speed);
            let (draw, gote) = (facts.outcome == Outcome::Draw, facts.outcome == Outcome::Gote);
            self.out.bits(draw.into(), 1);
            if !draw {
                self.out.bits(gote.into(), 1);
            }
            self.month(facts.month);
        }
    }

    fn cells(&mut self, tally: &Tally, moves: &mut Vec<Move>) {
        let mut before: Option<CellKey> = None;
        for (key, cell) in &tally.cells {
            let same_move = before.filter(|it| it.mv == key.mv);
            if before.is_some() {
                self.out.bits(same_move.is_none().into(), 1);
            }
            let above = same_move.map_or(key.band, |it| key.band - it.band);
            self.out.exp_golomb(above.into(), 0);
            match same_move.filter(|it| it.band == key.band) {
                None => {
                    if same_move.is_none() {
                        self.mv(key.mv);
                        moves.push(key.mv);
                    }
                    self.speed(key.speed);
                    self.month(key.month);
                }
                Some(it) => {
                    self.out.exp_golomb((key.speed - it.speed).into(), 0);
                    if it.speed == key.speed {
                        let later = key.month.number() - it.month.number();
                        self.out.exp_golomb(u64::from(later) - 1, 0);
                    } else {
                        self.month(key.month);
                    }
                    self.last = Last { month: key.month.number(), speed: key.speed };
                }
            }
            self.cell(key.band, cell);
            before = Some(*key);
        }
    }

    fn cell(&mut self, band: u8, cell: &Cell) {
        let n = cell.n_games();
        self.out.exp_golomb(n, 0);
        self.out.bits(cell.sente, bits_for(n));
        self.out.bits(cell.gote, bits_for(n - cell.sente));
        let (least, most) = steps_of_band(band).unwrap_or_default();
        let above = cell.rating_sum - u64::from(least) * n;
        self.out.bits(above, bits_for(u64::from(most - least) * n));
    }

    /// A move. It has eight bits for each square, of which small boards need seven.
    fn mv(&mut self, mv: Move) {
        let bits = u64::from(mv.to_bits());
        let is_short = bits >> MOVE_BITS == 0 && bits & NOT_SHORT == 0;
        self.out.bits(is_short.into(), 1);
        if is_short {
            self.out.bits(bits, 7);
            self.out.bits(bits >> 8, 7);
            self.out.bits(bits >> 16, 2);
        } else {
            self.out.bits(bits, 26);
        }
    }

    fn speed(&mut self, speed: u8) {
        let is_same = speed == self.last.speed;
        self.out.bits(is_same.into(), 1);
        if !is_same {
            self.out.bits(speed.into(), 3);
        }
        self.last.speed = speed;
    }

    fn month(&mut self, month: Month) {
        self.out.exp_golomb(zigzag(self.last.month.into(), month.number().into()), 0);
        self.last.month = month.number();
    }
}

/// So many bits of a move that goes by way of no square.
const MOVE_BITS: u32 = 18;

/// The highest bit of both squares.
const NOT_SHORT: u64 = 1 << 7 | 1 << 15;

/// Reads what an [`EntryWriter`] wrote.
#[derive(Debug)]
pub(crate) struct EntryReader<'a> {
    numbers: Numbers,
    last: Last,
    pub(crate) bits: BitReader<'a>,
}

impl<'a> EntryReader<'a> {
    pub(crate) fn new(numbers: Numbers, bits: &'a [u8]) -> Self {
        Self { numbers, last: Last::default(), bits: BitReader::new(bits) }
    }

    pub(crate) fn entry(&mut self, key: Key) -> Result<PositionStats, DamagedCounts> {
        let n_bare = self.bits.exp_golomb(1)?;
        let bare = self.numbers.read_all(n_bare, &mut self.bits)?;
        let mut moves = Vec::new();
        let postings = self.postings(&mut moves)?;
        let n_cells = self.bits.exp_golomb(0)?;
        let mut tally = Tally::default();
        if n_cells > 0 {
            self.cells(n_cells, &mut tally, &mut moves)?;
            tally.kept = self.postings(&mut moves)?;
        }
        Ok(PositionStats { key, bare, postings, tally })
    }

    fn postings(&mut self, moves: &mut Vec<Move>) -> Result<Vec<Posting>, DamagedCounts> {
        let n = self.bits.exp_golomb(0)?;
        let games = self.numbers.read_all(n, &mut self.bits)?;
        let mut postings = Vec::with_capacity(games.len());
        for game in games {
            let place = self.bits.bits(bits_for(moves.len() as u64))? as usize;
            let mv = match moves.get(place) {
                Some(&known) => known,
                None => {
                    let mv = self.mv()?;
                    moves.push(mv);
                    mv
                }
            };
            let rating = self.bits.bits(8)? as u8;
            let speed = self.speed()?;
            let is_draw = self.bits.bits(1)? == 1;
            let outcome = if is_draw {
                Outcome::Draw
            } else if self.bits.bits(1)? == 1 {
                Outcome::Gote
            } else {
                Outcome::Sente
            };
            let month = self.month()?;
            postings.push(Posting { game, mv, facts: Facts { rating, speed, outcome, month } });
        }
        postings.sort_unstable();
        Ok(postings)
    }

    fn cells(
        &mut self,
        n: u64,
        tally: &mut Tally,
        moves: &mut Vec<Move>,
    ) -> Result<(), DamagedCounts> {
        let mut before: Option<CellKey> = None;
        for _ in 0..n {
            let is_new = before.is_none() || self.bits.bits(1)? == 1;
            let same_move = before.filter(|_| !is_new);
            let above = self.bits.exp_golomb(0)?;
            let band = u64::from(same_move.map_or(0, |it| it.band)) + above;
            let band = u8::try_from(band).map_err(|_| DamagedCounts)?;
            let key = match same_move.filter(|it| it.band == band) {
                None => {
                    let mv = match same_move {
                        Some(it) => it.mv,
                        None => self.mv()?,
                    };
                    if same_move.is_none() {
                        moves.push(mv);
                    }
                    CellKey { mv, band, speed: self.speed()?, month: self.month()? }
                }
                Some(it) => {
                    let above = self.bits.exp_golomb(0)?;
                    let speed = u64::from(it.speed) + above;
                    let speed =
                        u8::try_from(speed).ok().filter(|&it| it < 8).ok_or(DamagedCounts)?;
                    let month = if above == 0 {
                        let later = self.bits.exp_golomb(0)? + 1;
                        month_of(u64::from(it.month.number()) + later)?
                    } else {
                        self.month()?
                    };
                    self.last = Last { month: month.number(), speed };
                    CellKey { speed, month, ..it }
                }
            };
            let cell = self.cell(band)?;
            tally.cells.insert(key, cell);
            before = Some(key);
        }
        Ok(())
    }

    fn cell(&mut self, band: u8) -> Result<Cell, DamagedCounts> {
        // So small that those of many cells can be added.
        let n = self.bits.exp_golomb(0).ok().filter(|&n| n < 1 << 40).ok_or(DamagedCounts)?;
        let at_most = |it: u64, most: u64| if it <= most { Ok(it) } else { Err(DamagedCounts) };
        let sente = at_most(self.bits.bits(bits_for(n))?, n)?;
        let gote = at_most(self.bits.bits(bits_for(n - sente))?, n - sente)?;
        let (least, most) = steps_of_band(band).ok_or(DamagedCounts)?;
        let most = u64::from(most - least) * n;
        let above = at_most(self.bits.bits(bits_for(most))?, most)?;
        let rating_sum = u64::from(least) * n + above;
        Ok(Cell { sente, gote, draws: n - sente - gote, rating_sum })
    }

    fn mv(&mut self) -> Result<Move, DamagedCounts> {
        let bits = if self.bits.bits(1)? == 1 {
            self.bits.bits(7)? | self.bits.bits(7)? << 8 | self.bits.bits(2)? << 16
        } else {
            self.bits.bits(26)?
        };
        Move::from_bits(bits as u32).ok_or(DamagedCounts)
    }

    fn speed(&mut self) -> Result<u8, DamagedCounts> {
        if self.bits.bits(1)? == 0 {
            self.last.speed = self.bits.bits(3)? as u8;
        }
        Ok(self.last.speed)
    }

    fn month(&mut self) -> Result<Month, DamagedCounts> {
        let month = month_of(unzigzag(self.last.month.into(), self.bits.exp_golomb(0)?)?)?;
        self.last.month = month.number();
        Ok(month)
    }
}

fn month_of(number: u64) -> Result<Month, DamagedCounts> {
    let number = u16::try_from(number).map_err(|_| DamagedCounts)?;
    if number > Month::LAST.number() { Err(DamagedCounts) } else { Ok(Month::from_number(number)) }
}
