//! The variants, each as data.
//!
//! # How to add one
//! 1. Write `variants/NAME.rs` with one [`Def`]: board, pieces in Betza's notation, set-up, zone,
//!    drops, ends. Begin from the smallest that is like it; shogi's own pieces are in `pieces`.
//! 2. Name the module here and add one line to [`ALL`].
//! 3. Add its perft to `tests/data/NAME.perft`. The table tests walk [`ALL`].
//!
//! Where else it is known is in CONTRIBUTING.md.

pub mod annan;
pub mod cannon;
pub mod check;
pub mod chu;
pub mod dobutsu;
pub mod gorogoro_plus;
pub mod heian_dai;
pub mod kyoto;
pub mod minishogi;
mod pieces;
pub mod sho;
pub mod standard;
pub mod tori;

use crate::{Handicap, MAX_MOVES, Power};

/// Every variant that is played here.
pub const ALL: &[&Def] = &[
    &standard::DEF,
    &heian_dai::DEF,
    &sho::DEF,
    &minishogi::DEF,
    &dobutsu::DEF,
    &kyoto::DEF,
    &annan::DEF,
    &tori::DEF,
    &check::DEF,
    &gorogoro_plus::DEF,
    &cannon::DEF,
    &chu::DEF,
];

/// A variant as data.
#[derive(Clone, Copy, Debug)]
pub struct Def {
    /// Its name in addresses, messages and records.
    pub name: &'static str,
    /// Files of the board, up to 13.
    pub files: u8,
    /// Ranks of the board, up to 13.
    pub ranks: u8,
    /// The start, in SFEN.
    pub start: &'static str,
    /// How many of the farthest ranks are the promotion zone.
    pub zone: u8,
    /// Its pieces. `+X` is the promoted form of `X`; a piece without one never promotes. Pieces in
    /// hand are written in this order.
    pub pieces: &'static [PieceDef],
    /// When pieces promote.
    pub promotion: Promotion,
    /// §11.2: whether a piece with a friendly one directly behind it moves as that one does and no
    /// longer as itself.
    pub lends: bool,
    /// How captured pieces come back; `None` if they are gone.
    pub drops: Option<Drops>,
    /// What the same position coming back means.
    pub repetition: Repetition,
    /// How a game ends besides mate.
    pub ends: Ends,
    /// §2.5: whether the kings are distinguished, one being 王 and the other 玉.
    pub kings_differ: bool,
    /// §3.2: its handicaps, the smallest first, then the unusual, then what shitate gains.
    pub handicaps: &'static [HandicapDef],
    /// §14.1: its other even starts.
    pub starts: &'static [StartDef],
    /// §10.5: what the 手合割 of a KIF file calls an even game, where others read it.
    pub kif: Option<&'static str>,
}

impl Def {
    /// What most variants have in common, for one that says how it differs: no drops, and nothing
    /// that shogi does not have.
    pub const NEW: Self = Self {
        name: "",
        files: 9,
        ranks: 9,
        start: "",
        zone: 3,
        pieces: &[],
        promotion: Promotion::InZone,
        lends: false,
        drops: None,
        repetition: Repetition::Policy,
        ends: Ends::NEW,
        kings_differ: true,
        handicaps: &[],
        starts: &[],
        kif: None,
    };

    /// Whether squares take more than one digit for a file or a rank.
    pub const fn is_large(&self) -> bool {
        self.files > 9 || self.ranks > 9
    }

    /// Whether its moves are written in nothing but USI: on a large board, where no KIF file holds
    /// them either.
    pub const fn is_usi_only(&self) -> bool {
        self.is_large() && self.kif.is_none()
    }
}

/// When pieces promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// §1.3: by choice on a move that enters, leaves or stays within the zone; forced where
    /// [`PieceDef::must_promote`] says.
    InZone,
    /// §13.2: on every move that enters, leaves or stays within the zone.
    Whenever,
    /// §10.2: there is no zone; a piece that has [another side](PieceDef::turns) turns over at
    /// every move.
    Turns,
    /// §9.5: by choice on a move that enters the zone, that takes something and begins or ends in
    /// it, or after which the piece could never move again.
    EnteringOrTaking,
}

/// Another even start of a variant.
#[derive(Clone, Copy, Debug)]
pub struct StartDef {
    /// Its name where a game is set up; no handicap has it.
    pub name: &'static str,
    /// The start, in SFEN.
    pub start: &'static str,
}

/// A start in which uwate, who sits as gote and moves first, does without pieces, or shitate has
/// stronger ones, or more.
#[derive(Clone, Copy, Debug)]
pub struct HandicapDef {
    /// Which one.
    pub handicap: Handicap,
    /// The start, in SFEN.
    pub start: &'static str,
}

impl HandicapDef {
    /// A handicap and its start, in SFEN.
    pub const fn new(handicap: Handicap, start: &'static str) -> Self {
        Self { handicap, start }
    }

    /// §3.2: whether shitate has in hand what uwate does without.
    pub fn is_gain(&self) -> bool {
        let hands = self.start.split(' ').nth(2).unwrap_or_default();
        hands.contains(|letter: char| letter.is_ascii_uppercase())
    }
}

/// How captured pieces come back.
#[derive(Clone, Copy, Debug)]
pub struct Drops {
    /// §1.4, §13.3: how many own unpromoted pawns a drop may bring onto a file; 0 is any number.
    pub pawns_on_file: u8,
    /// §1.4: what a dropped pawn may not do.
    pub pawn_mate: PawnMate,
    /// Whether a piece may be dropped where it can never move again.
    pub dead: bool,
}

impl Drops {
    /// §1.4: as in shogi.
    pub const SHOGI: Self = Self { pawns_on_file: 1, pawn_mate: PawnMate::Illegal, dead: false };
    /// On any empty square.
    pub const FREE: Self = Self { pawns_on_file: 0, pawn_mate: PawnMate::Legal, dead: true };
}

/// What a dropped pawn may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnMate {
    /// It may do anything.
    Legal,
    /// §1.4: it may not mate.
    Illegal,
    /// §11.5: directly in front of the king it may not leave the opponent without a legal move,
    /// however it moves there; elsewhere it may mate.
    IllegalInFront,
}

/// What the same position coming back means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// §2.2: the fourth time, perpetual check loses, otherwise what the rule set says.
    Policy,
    /// §8: the fourth time, perpetual check loses, otherwise sente does.
    SenteLoses,
    /// §8, §10.4: the third time, a draw, perpetual check or not.
    ThirdDraws,
    /// §13.4: the fourth time, perpetual check loses, otherwise the side whose move brought it
    /// about.
    MoverLoses,
    /// §9.6: the fourth time, perpetual attack loses, otherwise what the rule set says.
    AttackerLoses,
}

/// How a game ends besides mate.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// §2.3: whether impasse is settled by points or by the try rule.
    pub impasse: bool,
    /// §2.4: the usual move limit.
    pub move_limit: Option<u32>,
    /// §7.4: capturing the opponent's last piece besides the royals wins.
    pub bare_king: bool,
    /// §8: a royal may be left or moved into check, and taking the last one wins.
    pub royal_capture: bool,
    /// §8: a royal on the farthest rank that cannot be taken there wins.
    pub far_rank: bool,
    /// §12: whether giving check wins.
    pub check_wins: bool,
    /// §9.6: a royal that has nothing besides it loses to enough pieces, and draws against another.
    pub bare_royals: bool,
    /// §9.6: whether the players may agree on a draw.
    pub draw_offers: bool,
}

impl Ends {
    /// Mate and the usual move limit, nothing else.
    pub const NEW: Self = Self {
        impasse: false,
        move_limit: Some(MAX_MOVES),
        bare_king: false,
        royal_capture: false,
        far_rank: false,
        check_wins: false,
        bare_royals: false,
        draw_offers: false,
    };
}

/// A kind of piece as data.
#[derive(Clone, Copy, Debug)]
pub struct PieceDef {
    /// SFEN letter, with `+` before it for a promoted piece.
    pub letter: &'static str,
    /// What Western notation calls it, if it is not promoted.
    pub western: &'static str,
    /// English name, in snake case.
    pub name: &'static str,
    /// One kanji, for boards and moves.
    pub kanji: &'static str,
    /// The full name in kanji.
    pub kanji2: &'static str,
    /// How it moves, in Betza's notation.
    pub betza: &'static str,
    /// On how many of the farthest ranks it must promote.
    pub must_promote: u8,
    /// Whether losing it is losing the game.
    pub royal: bool,
    /// Whether [`Drops::pawns_on_file`] and [`Drops::pawn_mate`] speak of it.
    pub pawn: bool,
    /// §10: the letter of the piece on its other side, under [`Promotion::Turns`]. A hand holds
    /// the one that comes first in the list, and it may be dropped as either.
    pub turns: Option<&'static str>,
    /// §2.3: what it counts at impasse, promoted or not.
    pub points: u8,
    /// §9.3: its lion power.
    pub power: Option<Power>,
    /// §9.4: whether the rules on taking lions speak of it.
    pub lion: bool,
    /// §9.4, §9.6: whether it is too little to be taken on the way to a lion, and to win against a
    /// royal that stands alone.
    pub minor: bool,
}

impl PieceDef {
    /// A piece that need not promote and counts one point.
    pub const fn new(
        letter: &'static str,
        name: &'static str,
        kanji: &'static str,
        kanji2: &'static str,
        betza: &'static str,
    ) -> Self {
        Self {
            letter,
            western: letter,
            name,
            kanji,
            kanji2,
            betza,
            must_promote: 0,
            royal: false,
            pawn: false,
            turns: None,
            points: 1,
            power: None,
            lion: false,
            minor: false,
        }
    }

    /// What Western notation calls it, where that is not the letter of SFEN.
    pub const fn western(mut self, letters: &'static str) -> Self {
        self.western = letters;
        self
    }

    /// Its loss loses the game, and it counts nothing at impasse.
    pub const fn royal(mut self) -> Self {
        self.royal = true;
        self.points = 0;
        self
    }

    /// It must promote on that many of the farthest ranks.
    pub const fn must_promote(mut self, ranks: u8) -> Self {
        self.must_promote = ranks;
        self
    }

    /// The rules on dropped pawns speak of it.
    pub const fn pawn(mut self) -> Self {
        self.pawn = true;
        self
    }

    /// What is on its other side.
    pub const fn turns(mut self, letter: &'static str) -> Self {
        self.turns = Some(letter);
        self
    }

    /// What it counts at impasse.
    pub const fn points(mut self, points: u8) -> Self {
        self.points = points;
        self
    }

    /// §9.3: its first step may be followed by a second: any of these, or if it does not turn on
    /// along the line of the first and back.
    pub const fn power(mut self, steps: &'static str, turns: bool) -> Self {
        self.power = Some(Power { steps, turns });
        self
    }

    /// §9.4: the rules on taking lions speak of it.
    pub const fn lion(mut self) -> Self {
        self.lion = true;
        self
    }

    /// §9.4, §9.6: it is too little to be taken on the way to a lion, and to win against a royal that
    /// stands alone.
    pub const fn minor(mut self) -> Self {
        self.minor = true;
        self
    }

    /// Whether this is the promoted form of another.
    pub fn is_promoted(&self) -> bool {
        self.letter.starts_with('+')
    }
}
