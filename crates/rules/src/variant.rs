//! A variant made ready for play.

use std::{fmt, str::FromStr, sync::OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Handicap, Kind, Position, Square,
    betza::{self, BetzaError, Moves},
    bits::{Bits, Wide},
    problems::PieceCount,
    sfen::{self, SfenError},
    square::SIZE_MAX,
    tables::Tables,
    variants::{self, Def, PieceDef, Promotion},
};

/// Most kinds of pieces a variant may have.
pub const KINDS_MAX: usize = Wide::<64>::KINDS;

/// A variant: a handle to its data and to the tables made of it. Cheap to copy and to compare.
#[derive(Clone, Copy)]
pub struct Variant(&'static VariantData);

/// What stands behind a handle. Lives as long as the process.
struct VariantData {
    def: Def,
    moves: Vec<Moves>,
    /// By kind: the first step of lion power, and whether the second turns.
    powers: Vec<Option<(Moves, bool)>>,
    promotions: Vec<Option<Kind>>,
    unpromoted: Vec<Kind>,
    tables: OnceLock<AnyTables>,
    start: OnceLock<Position>,
    handicap_starts: OnceLock<Vec<Position>>,
    /// By kind: the most pieces that a start or a handicap has.
    most: OnceLock<Vec<PieceCount>>,
}

/// The tables in the width the board needs.
#[derive(Clone, Copy)]
pub(crate) enum AnyTables {
    Small(&'static Tables<u128>),
    Large(&'static Tables<Wide<32>>),
    /// For more than 32 kinds, and for lion power.
    Varied(&'static Tables<Wide<64>>),
}

/// Why data is no variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DefError {
    /// More than 13 files or ranks, or none.
    #[error("a board has 1 to 13 files and ranks")]
    Board,
    /// No pieces or more than 64.
    #[error("a variant has 1 to 64 kinds of pieces")]
    Kinds,
    /// A letter that is not one capital, perhaps after `+`.
    #[error("{0:?} is no letter for a piece")]
    Letter(&'static str),
    /// Two kinds with one letter.
    #[error("two kinds are written {0:?}")]
    Twice(&'static str),
    /// A promoted form without the piece it is the form of.
    #[error("{0:?} is the promoted form of no piece")]
    Promoted(&'static str),
    /// A piece whose other side is no piece, or is the other side of another.
    #[error("{0:?} is not the other side of what is on its other side")]
    Turns(&'static str),
    /// Moves that cannot be read.
    #[error("the moves of {letter:?} cannot be read")]
    Betza {
        /// The piece.
        letter: &'static str,
        /// Why.
        source: BetzaError,
    },
    /// Lion power where pieces are dropped, or where royals are not taken.
    #[error("lion power goes with royals that are taken, and without drops")]
    Power,
    /// No piece is royal.
    #[error("no piece is royal")]
    NoRoyal,
    /// A start that cannot be read.
    #[error("the start cannot be read")]
    Start(#[source] SfenError),
}

impl Variant {
    /// Every variant that is played here, in the order of [`variants::ALL`].
    pub fn all() -> &'static [Self] {
        static MADE: OnceLock<Vec<Variant>> = OnceLock::new();
        MADE.get_or_init(|| {
            let made = variants::ALL.iter().map(|&def| Self::new(*def));
            made.map(|made| made.expect("a table test makes each of them")).collect()
        })
    }

    /// The variant of that name.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant};
    ///
    /// let minishogi = Variant::from_name("minishogi").expect("it is known");
    /// assert_eq!((minishogi.files(), minishogi.ranks()), (5, 5));
    /// assert_eq!(Position::start(minishogi).legal_moves().len(), 14);
    /// assert!(minishogi.handicaps().count() > 0);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|variant| variant.name() == name)
    }

    /// Shogi.
    pub fn standard() -> Self {
        static STANDARD: OnceLock<Variant> = OnceLock::new();
        *STANDARD.get_or_init(|| {
            Self::from_name(variants::standard::DEF.name).expect("shogi is in the list")
        })
    }

    /// Makes a variant of data. It is kept as long as the process lives: for variants known at
    /// start-up and for tests, not for input.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant, variants::Def};
    ///
    /// // Shogi without the majors.
    /// let def = Def {
    ///     name: "no_majors",
    ///     start: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1",
    ///     handicaps: &[],
    ///     ..*Variant::standard().def()
    /// };
    /// let variant = Variant::new(def)?;
    /// assert_eq!(Position::start(variant).pieces().count(), 36);
    /// # Ok::<(), komadai_rules::DefError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the data.
    pub fn new(def: Def) -> Result<Self, DefError> {
        let sizes = 1..=SIZE_MAX;
        if !sizes.contains(&def.files) || !sizes.contains(&def.ranks) {
            return Err(DefError::Board);
        }
        if def.pieces.is_empty() || def.pieces.len() > KINDS_MAX {
            return Err(DefError::Kinds);
        }
        let has_power = def.pieces.iter().any(|piece| piece.power.is_some());
        let has_lions = def.pieces.iter().any(|piece| piece.lion);
        if (has_power || has_lions) && (def.drops.is_some() || !def.ends.royal_capture) {
            return Err(DefError::Power);
        }
        let mut moves = Vec::new();
        let mut powers = Vec::new();
        let mut unpromoted = Vec::new();
        for (index, piece) in def.pieces.iter().enumerate() {
            let base = piece.letter.strip_prefix('+').unwrap_or(piece.letter);
            if !matches!(base.as_bytes(), [b'A'..=b'Z']) {
                return Err(DefError::Letter(piece.letter));
            }
            if find(&def, piece.letter) != Some(Kind(index as u8)) {
                return Err(DefError::Twice(piece.letter));
            }
            let mut unpromoted_to = find(&def, base).ok_or(DefError::Promoted(piece.letter))?;
            if let Some(other) = piece.turns {
                let other = find(&def, other).ok_or(DefError::Turns(piece.letter))?;
                if def.pieces[other.index()].turns != Some(piece.letter) {
                    return Err(DefError::Turns(piece.letter));
                }
                unpromoted_to = unpromoted_to.min(other);
            }
            unpromoted.push(unpromoted_to);
            let parse = |text| {
                betza::parse(text)
                    .map_err(|source| DefError::Betza { letter: piece.letter, source })
            };
            moves.push(parse(piece.betza)?);
            let power = piece.power.map(|power| Ok((parse(power.steps)?, power.turns)));
            powers.push(power.transpose()?);
        }
        if !def.pieces.iter().any(|piece| piece.royal) {
            return Err(DefError::NoRoyal);
        }
        let promotions = (0..def.pieces.len())
            .map(|index| {
                if let Some(other) = def.pieces[index].turns {
                    return find(&def, other);
                }
                let promoted =
                    |&other: &usize| other != index && unpromoted[other].index() == index;
                (0..def.pieces.len()).find(promoted).map(|other| Kind(other as u8))
            })
            .collect();
        let made = VariantData {
            def,
            moves,
            powers,
            promotions,
            unpromoted,
            tables: OnceLock::new(),
            start: OnceLock::new(),
            handicap_starts: OnceLock::new(),
            most: OnceLock::new(),
        };
        let variant = Self(Box::leak(Box::new(made)));
        // Read, not yet set up: that takes the tables, which only those pay for who play it.
        let handicaps = def.handicaps.iter().map(|handicap| handicap.start);
        for start in [def.start].into_iter().chain(handicaps) {
            sfen::parse(variant, start).map_err(DefError::Start)?;
        }
        Ok(variant)
    }

    /// Its name in addresses, messages and records.
    pub fn name(self) -> &'static str {
        self.0.def.name
    }

    /// Files of the board.
    pub fn files(self) -> u8 {
        self.0.def.files
    }

    /// Ranks of the board.
    pub fn ranks(self) -> u8 {
        self.0.def.ranks
    }

    /// The data it is made of.
    pub fn def(self) -> &'static Def {
        &self.0.def
    }

    /// Its kinds of pieces, in the order of its list.
    pub fn kinds(self) -> impl ExactSizeIterator<Item = Kind> {
        (0..self.0.def.pieces.len() as u8).map(Kind)
    }

    /// What a kind is called and how it moves.
    ///
    /// # Panics
    /// When the kind is of another variant with more kinds.
    pub fn piece(self, kind: Kind) -> &'static PieceDef {
        &self.0.def.pieces[kind.index()]
    }

    /// The kind written so in SFEN: `P` or `+P`.
    pub fn kind(self, letter: &str) -> Option<Kind> {
        find(&self.0.def, letter)
    }

    /// What a kind promotes or turns to.
    pub fn promoted(self, kind: Kind) -> Option<Kind> {
        self.0.promotions.get(kind.index()).copied().flatten()
    }

    /// The kind it is in hand: what a promoted piece was, the first side of a piece that turns, or
    /// the kind itself.
    pub fn unpromoted(self, kind: Kind) -> Kind {
        self.0.unpromoted.get(kind.index()).copied().unwrap_or(kind)
    }

    /// On how many of the farthest ranks a kind must promote, or turn.
    pub fn must_promote(self, kind: Kind) -> u8 {
        let promotes = self.promoted(kind).is_some();
        match self.def().promotion {
            Promotion::Whenever if promotes => self.def().zone,
            Promotion::Turns if promotes => self.ranks(),
            _ => self.piece(kind).must_promote,
        }
    }

    /// The start.
    pub fn start(self) -> &'static Position {
        self.0.start.get_or_init(|| self.read(self.0.def.start))
    }

    /// §3.2: its handicaps, the smallest first, then the unusual, then what shitate gains.
    pub fn handicaps(self) -> impl ExactSizeIterator<Item = Handicap> {
        self.0.def.handicaps.iter().map(|def| def.handicap)
    }

    /// §3.3: whether it has every handicap that a difference of grades may suggest.
    pub fn has_odds(self) -> bool {
        Handicap::LADDER.iter().all(|&odds| self.handicaps().any(|handicap| handicap == odds))
    }

    /// The starts of its handicaps, in their order.
    pub fn handicap_starts(self) -> &'static [Position] {
        let starts = || self.0.def.handicaps.iter().map(|handicap| self.read(handicap.start));
        self.0.handicap_starts.get_or_init(|| starts().collect())
    }

    /// The most pieces of a kind that its start or a handicap has: §9.8, one may have more of a kind
    /// than the start.
    pub(crate) fn most_of(self, kind: Kind) -> PieceCount {
        let most = self.0.most.get_or_init(|| {
            let starts = || [self.start()].into_iter().chain(self.handicap_starts());
            let most = |kind| {
                starts()
                    .map(|start| PieceCount::of(start, kind))
                    .fold(PieceCount::default(), PieceCount::max)
            };
            self.kinds().map(most).collect()
        });
        most.get(kind.index()).copied().unwrap_or_default()
    }

    /// Sets up a start that was read when the variant was made.
    fn read(self, start: &str) -> Position {
        Position::from_sfen(self, start).expect("a variant is handed out when its starts are read")
    }

    /// Whether that square is on the board.
    pub fn has(self, square: Square) -> bool {
        square.file() <= self.files() && square.rank() <= self.ranks()
    }

    /// How many ranks a square is from the farthest, as that side sees it: 0 on the farthest.
    pub(crate) fn depth(self, side: crate::Side, square: Square) -> u8 {
        match side {
            crate::Side::Sente => square.rank() - 1,
            crate::Side::Gote => self.ranks().saturating_sub(square.rank()),
        }
    }

    /// How a kind moves on an empty board.
    pub(crate) fn moves(self, kind: Kind) -> &'static Moves {
        &self.0.moves[kind.index()]
    }

    /// §9.3: whether any of its pieces has lion power.
    pub fn has_power(self) -> bool {
        self.0.powers.iter().any(Option::is_some)
    }

    /// §9.4: whether any of its pieces is a lion that the rules on taking lions speak of.
    pub fn has_lions(self) -> bool {
        self.0.def.pieces.iter().any(|piece| piece.lion)
    }

    /// §9.3: the first step of a kind's lion power, and whether the second may turn.
    pub(crate) fn power(self, kind: Kind) -> Option<&'static (Moves, bool)> {
        self.0.powers.get(kind.index())?.as_ref()
    }

    /// The tables, made at the first call.
    pub(crate) fn tables(self) -> AnyTables {
        *self.0.tables.get_or_init(|| {
            let small = self.files() <= 9 && self.ranks() <= 9;
            let kinds = self.0.def.pieces.len();
            if self.has_power() || self.0.def.promotion == Promotion::EnteringOrTaking {
                AnyTables::Varied(Box::leak(Box::new(Tables::new(self))))
            } else if small && kinds <= u128::KINDS {
                AnyTables::Small(Box::leak(Box::new(Tables::new(self))))
            } else if kinds <= Wide::<32>::KINDS {
                AnyTables::Large(Box::leak(Box::new(Tables::new(self))))
            } else {
                AnyTables::Varied(Box::leak(Box::new(Tables::new(self))))
            }
        })
    }
}

fn find(def: &Def, letter: &str) -> Option<Kind> {
    def.pieces.iter().position(|piece| piece.letter == letter).map(|index| Kind(index as u8))
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.name())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no variant has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no variant has that name")]
pub struct VariantError;

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(name: &str) -> Result<Self, VariantError> {
        Self::from_name(name).ok_or(VariantError)
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
