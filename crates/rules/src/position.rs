//! A position: the board, both hands, and whose move it is.

use std::fmt;

use crate::{
    ByOrigin, Illegal, Kind, Move, MoveList, Piece, Problems, Side, Square, Squares, Variant,
    bits::{Bits, Wide},
    board::{Board, NONE},
    judge, origins, problems,
    sfen::{self, Setup, SfenError, hand_kinds},
    variant::AnyTables,
    variants::Promotion,
};

/// A position of any variant.
///
/// Two are equal when the same pieces of the same variant stand on the same squares and lie in the
/// same hands and the same side is to move: what §2.2 calls the same position. The move number is
/// not looked at.
#[derive(Clone)]
pub struct Position(Inner);

#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "nearly every position is a small one, never boxed")]
enum Inner {
    Small(Board<u128>),
    /// On the heap, so that small boards do not carry the room of large ones.
    Large(Box<Board<Wide<32>>>),
    Varied(Box<Board<Wide<64>>>),
}

/// Does the same with whichever board it is.
macro_rules! on_board {
    ($position:expr, $board:ident => $body:expr) => {
        match &$position.0 {
            Inner::Small($board) => $body,
            Inner::Large($board) => $body,
            Inner::Varied($board) => $body,
        }
    };
}

impl Position {
    /// A variant's start.
    ///
    /// ```
    /// use komadai_rules::{Position, Side, Variant};
    ///
    /// let start = Position::start(Variant::standard());
    /// assert_eq!(start.turn(), Side::Sente);
    /// assert_eq!(start.pieces().count(), 40);
    /// ```
    pub fn start(variant: Variant) -> Self {
        variant.start().clone()
    }

    /// Reads a position, which need not be playable: see [`problems`](Self::problems).
    ///
    /// ```
    /// use komadai_rules::{Position, Side, Variant};
    ///
    /// let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2p 1";
    /// let position = Position::from_sfen(Variant::standard(), sfen)?;
    /// assert_eq!(position.king(Side::Gote), "5a".parse().ok());
    /// assert_eq!(position.sfen(), sfen);
    ///
    /// assert!(Position::from_sfen(Variant::standard(), "4k4/9 b - 1").is_err());
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not well-formed for this variant.
    pub fn from_sfen(variant: Variant, text: &str) -> Result<Self, SfenError> {
        let setup = sfen::parse(variant, text)?;
        Ok(Self(match variant.tables() {
            AnyTables::Small(tables) => Inner::Small(build(Board::empty(tables), &setup)),
            AnyTables::Large(tables) => Inner::Large(Box::new(build(Board::empty(tables), &setup))),
            AnyTables::Varied(tables) => {
                Inner::Varied(Box::new(build(Board::empty(tables), &setup)))
            }
        }))
    }

    /// The position in SFEN, with the move number.
    pub fn sfen(&self) -> String {
        on_board!(self, board => sfen::write(board))
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        on_board!(self, board => board.tables.variant)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        on_board!(self, board => board.turn)
    }

    /// The number of the next move, counted as the SFEN it was read from counts.
    pub fn move_number(&self) -> u32 {
        on_board!(self, board => board.move_number)
    }

    /// The piece on a square.
    ///
    /// ```
    /// use komadai_rules::{Position, Side, Variant};
    ///
    /// let variant = Variant::standard();
    /// let piece = Position::start(variant).piece_at("8h".parse()?).expect("the bishop");
    /// assert_eq!((piece.side, Some(piece.kind)), (Side::Sente, variant.kind("B")));
    /// # Ok::<(), komadai_rules::SquareError>(())
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = on_board!(self, board => board.code_at(square));
        (code != NONE).then(|| Piece::from_code(code))
    }

    /// Every piece on the board, in the order of [`Square::index`].
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let squares = (0..Square::COUNT).filter_map(Square::from_index);
        squares.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// What a side holds: kinds it has at least one of, in the order SFEN writes them.
    ///
    /// ```
    /// use komadai_rules::{Position, Side, Variant};
    ///
    /// let variant = Variant::standard();
    /// let position = Position::from_sfen(variant, "4k4/9/9/9/9/9/9/9/4K4 b 2GP 1")?;
    /// let hand: Vec<_> = position.hand(Side::Sente).collect();
    /// assert_eq!(hand.len(), 2);
    /// assert!(hand.contains(&(variant.kind("G").expect("a gold"), 2)));
    /// assert_eq!(position.hand(Side::Gote).count(), 0);
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (Kind, u8)> {
        hand_kinds(self.variant())
            .map(move |kind| (kind, self.hand_count(side, kind)))
            .filter(|&(_, n)| n > 0)
    }

    /// How many of a kind a side holds.
    pub fn hand_count(&self, side: Side, kind: Kind) -> u8 {
        if kind.index() >= self.variant().def().pieces.len() {
            return 0;
        }
        on_board!(self, board => board.in_hand(side, kind.0))
    }

    /// A side's royals: its king, and in sho shogi its crown prince.
    pub fn royals(&self, side: Side) -> impl Iterator<Item = Square> {
        Squares(on_board!(self, board => board.royals(side).words())).iter()
    }

    /// A side's king where it has exactly one royal.
    pub fn king(&self, side: Side) -> Option<Square> {
        let mut royals = self.royals(side);
        royals.next().filter(|_| royals.next().is_none())
    }

    /// §1.5: whether the side to move is in check, which is that its last royal is attacked.
    #[inline]
    pub fn is_check(&self) -> bool {
        on_board!(self, board => board.is_in_check(board.turn))
    }

    /// Whether that side's last royal is attacked, no matter which side is to move.
    pub fn is_in_check(&self, side: Side) -> bool {
        on_board!(self, board => board.is_in_check(side))
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant};
    ///
    /// let sfen = "4k4/9/9/9/9/9/9/9/4L3K w - 1";
    /// let position = Position::from_sfen(Variant::standard(), sfen)?;
    /// assert!(position.is_check());
    /// let squares: Vec<_> = position.checkers().iter().map(ToString::to_string).collect();
    /// assert_eq!(squares, ["5i"]);
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    pub fn checkers(&self) -> Vec<Square> {
        let Some(king) = self.king(self.turn()) else { return Vec::new() };
        let them = self.turn().other();
        let others = self.pieces().filter(|(_, piece)| piece.side == them).map(|(at, _)| at);
        let reaches = |from: &Square| on_board!(self, board => board.reach(from.index() as u8).has(king.index() as u8));
        others.filter(reaches).collect()
    }

    /// §2.3: whether a side has a royal piece in its promotion zone.
    pub fn has_entered(&self, side: Side) -> bool {
        on_board!(self, board => board.royals(side).meets(board.tables.zone[side as usize]))
    }

    /// §2: whether the side to move is mated: in check, and without a legal move. §9.6: where royals
    /// stand alone there is no mate.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant};
    ///
    /// let gold_on_the_head = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    /// assert!(Position::from_sfen(Variant::standard(), gold_on_the_head)?.is_mate());
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    pub fn is_mate(&self) -> bool {
        !self.variant().def().ends.bare_royals && self.is_check() && !self.has_legal_move()
    }

    /// Every legal move, in no particular order.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let position = Position::from_sfen(variant, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")?;
    /// let moves = position.legal_moves();
    /// let drops = moves.iter().filter(|mv| mv.dropped().is_some()).count();
    /// assert_eq!(drops, 81 - 3);
    /// let promoting: Vec<_> = moves.iter().filter(|mv| mv.promotes()).collect();
    /// assert_eq!(promoting.len(), 1);
    /// assert_eq!(promoting[0].usi(variant).to_string(), "5c5b+");
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Fills a list with every legal move, in no particular order.
    ///
    /// ```
    /// use komadai_rules::{MoveList, Position, Variant};
    ///
    /// let mut list = MoveList::new();
    /// for variant in Variant::all() {
    ///     list.clear();
    ///     Position::start(*variant).legal_moves_into(&mut list);
    ///     assert!(!list.is_empty());
    /// }
    /// ```
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        on_board!(self, board => board.legal_moves(list));
    }

    /// Hands over every legal move, by where it begins.
    pub fn legal_moves_by_origin(&self, to: &mut impl ByOrigin) {
        on_board!(self, board => origins::by_origin(board, to));
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        on_board!(self, board => board.has_legal_move())
    }

    /// §2.1: whether a move is legal.
    ///
    /// ```
    /// use komadai_rules::{Illegal, Move, Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let position = Position::from_sfen(variant, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1")?;
    /// assert_eq!(position.judge(Move::from_usi(variant, "P*4e")?), Ok(()));
    /// assert_eq!(position.judge(Move::from_usi(variant, "P*5e")?), Err(Illegal::Nifu));
    /// assert_eq!(position.judge(Move::from_usi(variant, "P*4a")?), Err(Illegal::DeadPiece));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first reason why it is not, in this order: what is moved, how it moves, whether it may
    /// or must promote, or where it is dropped; then nifu, then the own king, then uchifuzume.
    pub fn judge(&self, mv: Move) -> Result<(), Illegal> {
        on_board!(self, board => judge::judge(board, mv))
    }

    /// §9.3: the text that a server writes of a legal move: the direct one where nothing is taken on
    /// the way, and one and the same for all ways in which a piece may pass.
    #[inline]
    pub fn plain(&self, mv: Move) -> Move {
        match &self.0 {
            Inner::Varied(board) => board.plain(mv),
            _ => mv,
        }
    }

    /// Plays a move that the caller has [judged](Self::judge) or taken from the list. What is not
    /// there is not moved, and the turn passes.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mut position = Position::start(variant);
    /// let before = position.clone();
    /// for text in ["7g7f", "3c3d", "8h2b+"] {
    ///     let mv = Move::from_usi(variant, text)?;
    ///     position.judge(mv).expect("it is legal");
    ///     position.play(mv);
    /// }
    /// assert_eq!(
    ///     position.sfen(),
    ///     "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    /// );
    /// assert_eq!(before, Position::start(variant), "to go back, keep a copy");
    /// # Ok::<(), komadai_rules::UsiError>(())
    /// ```
    #[inline]
    pub fn play(&mut self, mv: Move) {
        match &mut self.0 {
            Inner::Small(board) => board.play(mv),
            Inner::Large(board) => board.play(mv),
            Inner::Varied(board) => board.play(mv),
        }
    }

    /// Gives the turn to the other side, which is no move: for those who ask what would happen.
    pub fn pass(&mut self) {
        let other = self.turn().other();
        match &mut self.0 {
            Inner::Small(board) => board.set_turn(other),
            Inner::Large(board) => board.set_turn(other),
            Inner::Varied(board) => board.set_turn(other),
        }
    }

    /// A number for the board, both hands and the side to move; equal for equal positions and, but
    /// for one chance in 2⁶⁴, different for others. Not to be stored: it may differ between
    /// versions.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, Variant};
    ///
    /// // The same position by another order of moves.
    /// let variant = Variant::standard();
    /// let after = |moves: [&str; 3]| {
    ///     let mut position = Position::start(variant);
    ///     for text in moves {
    ///         position.play(Move::from_usi(variant, text).expect("a move"));
    ///     }
    ///     position.key()
    /// };
    /// assert_eq!(after(["7g7f", "3c3d", "2g2f"]), after(["2g2f", "3c3d", "7g7f"]));
    /// assert_ne!(after(["7g7f", "3c3d", "2g2f"]), after(["7g7f", "8c8d", "2g2f"]));
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        on_board!(self, board => board.key)
    }

    /// The same number made from nothing but what stands there.
    pub fn key_from_scratch(&self) -> u64 {
        on_board!(self, board => board.key_from_scratch())
    }

    /// Everything that keeps the position from being played on.
    ///
    /// ```
    /// use komadai_rules::{Position, Problem, Variant};
    ///
    /// let variant = Variant::standard();
    /// assert!(Position::start(variant).problems().is_empty());
    ///
    /// let two_pawns = Position::from_sfen(variant, "4k4/9/9/4P4/9/9/4P4/9/4K4 b - 1")?;
    /// let problems: Vec<_> = two_pawns.problems().iter().collect();
    /// assert_eq!(problems, [Problem::Nifu]);
    /// # Ok::<(), komadai_rules::SfenError>(())
    /// ```
    pub fn problems(&self) -> Problems {
        problems::find(self)
    }

    /// §9.4d: the square on which the last move, of a piece that is no lion, took a lion.
    pub fn counter_strike(&self) -> Option<Square> {
        let struck = on_board!(self, board => board.struck);
        (struck != NONE).then(|| Square::at(struck))
    }

    /// §9.3: every legal move, in every text that is accepted of it.
    pub fn legal_texts(&self) -> Vec<Move> {
        let mut texts = Vec::new();
        for &mv in &self.legal_moves() {
            on_board!(self, board => board.texts(mv, &mut texts));
        }
        texts
    }

    /// The number of ways to play that many moves from here, each text that is accepted of a move
    /// counted for itself.
    pub fn perft_of_texts(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut texts = Vec::new();
        let legal = self.legal_moves();
        let ways = legal.iter().map(|&mv| {
            texts.clear();
            on_board!(self, board => board.texts(mv, &mut texts));
            let mut next = self.clone();
            next.play(mv);
            texts.len() as u64 * next.perft_of_texts(depth - 1)
        });
        ways.sum()
    }

    /// The number of ways to play that many moves from here.
    ///
    /// ```
    /// use komadai_rules::{Position, Variant};
    ///
    /// let start = Position::start(Variant::standard());
    /// assert_eq!([1, 2, 3].map(|depth| start.perft(depth)), [30, 900, 25_470]);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::new()).collect();
        on_board!(self, board => board.perft(&mut lists))
    }

    /// §8: whether the royal of the side that has just moved stands safe on its farthest rank.
    pub(crate) fn has_arrived(&self) -> bool {
        on_board!(self, board => board.has_arrived(board.turn.other()))
    }

    /// §1.4: whether the piece on that square can never move again, which the variant's drops do
    /// not allow.
    pub(crate) fn is_dead(&self, square: Square) -> bool {
        let Some(piece) = self.piece_at(square) else { return false };
        let def = self.variant().def();
        // §9.5: where promotion is never forced, a piece may have come to where it stays.
        let stays = def.promotion == Promotion::EnteringOrTaking;
        let allowed = stays || def.drops.is_some_and(|drops| drops.dead);
        !allowed && on_board!(self, board => board.is_dead(piece, square.index() as u8))
    }

    /// How much memory it takes, its own place and what it holds on the heap.
    pub(crate) fn size_bytes(&self) -> usize {
        size_of::<Self>()
            + match &self.0 {
                Inner::Small(_) => 0,
                Inner::Large(board) => size_of_val(&**board),
                Inner::Varied(board) => size_of_val(&**board),
            }
    }

    /// Whether a side has a royal.
    pub(crate) fn has_royal(&self, side: Side) -> bool {
        on_board!(self, board => !board.royals(side).is_empty())
    }

    /// §9.6: whether a side has nothing left but a royal, so that the other wins.
    pub fn is_bared(&self, side: Side) -> bool {
        on_board!(self, board => board.is_bared(side))
    }

    /// §9.6: whether two royals are left, neither of which can take the other.
    pub fn are_royals_bare(&self) -> bool {
        on_board!(self, board => board.are_royals_bare())
    }

    /// §9.6: whether the move that led here was an attack.
    pub(crate) fn is_attack(&self, mv: Move) -> bool {
        on_board!(self, board => board.is_attack(mv))
    }

    /// How many pieces a side has on the board.
    pub(crate) fn n_on_board(&self, side: Side) -> u32 {
        on_board!(self, board => board.of_side(side).count())
    }
}

fn build<B: Bits>(mut board: Board<B>, setup: &Setup) -> Board<B> {
    for (square, &code) in setup.cells.iter().enumerate() {
        if code != NONE {
            board.put(square as u8, code);
        }
    }
    for side in Side::ALL {
        for (kind, &n) in setup.hands[side as usize].iter().enumerate() {
            if n > 0 {
                board.give(side, kind as u8, n);
            }
        }
    }
    board.set_turn(setup.turn);
    board.set_struck(setup.struck);
    board.move_number = setup.move_number;
    board
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.variant() == other.variant()
            && self.key() == other.key()
            && self.turn() == other.turn()
            && self.counter_strike() == other.counter_strike()
            && self.pieces().eq(other.pieces())
            && Side::ALL.iter().all(|&side| self.hand(side).eq(other.hand(side)))
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {})", self.variant().name(), self.sfen())
    }
}
