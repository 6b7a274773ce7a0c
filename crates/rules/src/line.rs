//! A game's moves so far, under a rule set: everything needed to say how the game stands.

use std::fmt;

use crate::{
    Ending, Handicap, Illegal, IllegalPolicy, ImpasseCount, ImpassePolicy, Move, Position, Reason,
    RuleSet, Side, past::Past, reached::ReachedPosition, rule_set::DrawPolicy,
};

/// A start and the moves played from it.
///
/// Held for every live game, so it is small: the present position, four bytes for each move and
/// eight for each position before it.
#[derive(Clone)]
pub struct Line {
    start: Start,
    position: Position,
    moves: Vec<Move>,
    /// The keys of the start and of the position after each move.
    pub(crate) past: Past,
    rules: RuleSet,
    /// The rules as they hold in this variant.
    pub(crate) effective: RuleSet,
    /// §2.3: points credited to gote.
    credit: u32,
}

/// The start, not kept again where it is one that everybody begins from.
#[derive(Clone)]
enum Start {
    Known(&'static Position),
    Other(Box<Position>),
}

/// What the rule set or the position does not allow: a declaration or an agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not allowed by the rules of this game in this position")]
pub struct NotAllowed;

impl NotAllowed {
    /// The fixed spelling.
    pub const fn as_str(self) -> &'static str {
        "not_allowed"
    }
}

impl Line {
    /// A game that has yet to begin. §2.3: the credit of a handicap is known by its start.
    pub fn new(start: Position, rules: RuleSet) -> Self {
        let variant = start.variant();
        let handicap = Handicap::of(&start);
        let known = handicap.and_then(|it| it.start(variant)).unwrap_or(variant.start());
        let same = *known == start && known.move_number() == start.move_number();
        Self {
            past: Past::new(start.key()),
            position: start.clone(),
            start: if same { Start::Known(known) } else { Start::Other(Box::new(start)) },
            moves: Vec::new(),
            rules,
            effective: rules.in_variant(variant),
            credit: handicap.map_or(0, |handicap| handicap.credit(variant)),
        }
    }

    /// §2.3: the points credited to gote, for a start that is not itself a handicap's.
    pub fn with_credit(mut self, points: u32) -> Self {
        self.credit = points;
        self
    }

    /// §2.3: the points credited to gote.
    pub fn credit(&self) -> u32 {
        self.credit
    }

    /// The present position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The start.
    pub fn start(&self) -> &Position {
        match &self.start {
            Start::Known(start) => start,
            Start::Other(start) => start,
        }
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were played.
    pub fn n_moves(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The rules as they were given.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Plays a move and says whether it ended the game. An illegal move is not played; where it
    /// loses, that is the ending.
    ///
    /// ```
    /// use komadai_rules::{Line, Move, Position, Reason, RuleSet, Side, Variant};
    ///
    /// let variant = Variant::standard();
    /// let start = Position::from_sfen(variant, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")?;
    /// let mut line = Line::new(start, RuleSet::tournament());
    /// let ending = line.play(Move::from_usi(variant, "G*5b")?)?.expect("the game is over");
    /// assert_eq!((ending.reason, ending.winner), (Reason::Checkmate, Some(Side::Sente)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// §2.1: why the move is illegal, where illegal moves are refused.
    pub fn play(&mut self, mv: Move) -> Result<Option<Ending>, Illegal> {
        if let Err(illegal) = self.position.judge(mv) {
            return self.illegal(illegal);
        }
        self.replay(self.position.plain(mv));
        Ok(self.ending())
    }

    /// What [`play`](Self::play) would say, without playing.
    ///
    /// # Errors
    /// §2.1: why the move is illegal, where illegal moves are refused.
    pub fn judge(&self, mv: Move) -> Result<Option<Ending>, Illegal> {
        if let Err(illegal) = self.position.judge(mv) {
            return self.illegal(illegal);
        }
        let mut position = self.position.clone();
        position.play(mv);
        Ok(ReachedPosition { line: self, position: &position, by: Some(mv) }.ending())
    }

    /// §2.1: what an illegal move leads to.
    fn illegal(&self, illegal: Illegal) -> Result<Option<Ending>, Illegal> {
        match self.rules.illegal {
            IllegalPolicy::Reject => Err(illegal),
            IllegalPolicy::Loses => {
                let lost = Ending::won(Reason::IllegalMove, self.position.turn().other());
                Ok(Some(Ending { illegal: Some(illegal), ..lost }))
            }
        }
    }

    /// Plays a move that was found legal before and did not end the game.
    #[inline]
    pub fn replay(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
        self.past.push(self.position.key());
    }

    /// Makes room for so many more moves, and no more.
    pub fn reserve(&mut self, n_moves: usize) {
        self.moves.reserve_exact(n_moves);
        self.past.reserve_exact(n_moves);
    }

    /// §3.4: takes back that many plies, or as many as there are.
    ///
    /// ```
    /// use komadai_rules::{Line, Move, Position, RuleSet, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mut line = Line::new(Position::start(variant), RuleSet::casual());
    /// for text in ["7g7f", "3c3d", "2g2f"] {
    ///     line.play(Move::from_usi(variant, text)?)?;
    /// }
    /// line.take_back(2);
    /// assert_eq!(line.moves(), [Move::from_usi(variant, "7g7f")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self, n_plies: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(n_plies));
        self.past.truncate(self.moves.len() + 1);
        let mut position = self.start().clone();
        for &mv in &self.moves {
            position.play(mv);
        }
        self.position = position;
    }

    /// §2.2: how often the present position has stood, this time included.
    ///
    /// ```
    /// use komadai_rules::{Line, Move, Position, Reason, RuleSet, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mut line = Line::new(Position::start(variant), RuleSet::tournament());
    /// let mut ending = None;
    /// for text in ["5i5h", "5a5b", "5h5i", "5b5a"].into_iter().cycle().take(12) {
    ///     ending = line.play(Move::from_usi(variant, text)?)?;
    /// }
    /// assert_eq!(line.repetitions(), 4);
    /// let ending = ending.expect("the position stands for the fourth time");
    /// assert_eq!((ending.reason, ending.winner), (Reason::Repetition, None));
    /// assert!(ending.replay);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repetitions(&self) -> u8 {
        let reached = ReachedPosition { line: self, position: &self.position, by: None };
        reached.occurrences().count().min(usize::from(u8::MAX)) as u8
    }

    /// How the present position ends the game, if it does. [`play`](Self::play) says it too; this
    /// is for a start that may be the end already.
    pub fn ending(&self) -> Option<Ending> {
        ReachedPosition { line: self, position: &self.position, by: None }.ending()
    }

    /// §2.3: how a side stands for agreement and declaration.
    pub fn impasse_count(&self, side: Side) -> ImpasseCount {
        let credit = if side == Side::Gote { self.credit } else { 0 };
        ImpasseCount::new(&self.position, side, credit)
    }

    /// §2.3: whether the rules settle impasse by points.
    pub fn can_declare(&self) -> bool {
        matches!(self.effective.impasse, ImpassePolicy::Points24 | ImpassePolicy::Points27)
    }

    /// §2.3: whether the players may agree to count: both kings have entered.
    pub fn can_agree(&self) -> bool {
        self.can_declare() && Side::ALL.iter().all(|&side| self.position.has_entered(side))
    }

    /// §9.6: whether the players may agree on a draw.
    pub fn can_draw(&self) -> bool {
        self.position.variant().def().ends.draw_offers
    }

    /// §2.3: the side to move declares.
    ///
    /// ```
    /// use komadai_rules::{Line, Position, Reason, RuleSet, Side, Variant};
    ///
    /// let sfen = "K1+R+B+P+P+P+P+P/+P+P+P+P5/9/9/9/9/9/9/8k b 2G2S2N2L 1";
    /// let entered = Position::from_sfen(Variant::standard(), sfen)?;
    /// let line = Line::new(entered, RuleSet::casual());
    /// let count = line.impasse_count(Side::Sente);
    /// assert_eq!((count.king_in_zone, count.pieces_in_zone, count.points), (true, 11, 27));
    ///
    /// let ending = line.declare()?;
    /// assert_eq!(ending.reason, Reason::DeclarationFailed, "sente needs 28");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where impasse is not settled by points.
    pub fn declare(&self) -> Result<Ending, NotAllowed> {
        let side = self.position.turn();
        let count = self.impasse_count(side);
        let points = if count.is_entered() { count.points } else { 0 };
        let wins = match (self.effective.impasse, side) {
            (ImpassePolicy::Points24, _) => 31,
            (ImpassePolicy::Points27, Side::Sente) => 28,
            (ImpassePolicy::Points27, Side::Gote) => 27,
            (ImpassePolicy::Try | ImpassePolicy::None, _) => return Err(NotAllowed),
        };
        let draws = self.effective.impasse == ImpassePolicy::Points24 && points >= 24;
        Ok(if points >= wins {
            Ending::won(Reason::Declaration, side)
        } else if draws {
            self.impasse_draw(Reason::Declaration)
        } else {
            Ending::won(Reason::DeclarationFailed, side.other())
        })
    }

    /// §2.3: both sides have agreed to count; §9.6: or on a draw, where they may.
    ///
    /// # Errors
    /// Where impasse is not settled by points, or a king has not entered.
    pub fn agree(&self) -> Result<Ending, NotAllowed> {
        if self.can_draw() {
            return Ok(Ending::drawn(Reason::Agreement, false));
        }
        if !self.can_agree() {
            return Err(NotAllowed);
        }
        let [sente, gote] = Side::ALL.map(|side| self.impasse_count(side).points_everywhere);
        let winner = match self.effective.impasse {
            ImpassePolicy::Points27 if sente >= 28 => Some(Side::Sente),
            ImpassePolicy::Points27 => Some(Side::Gote),
            // Both can be under 24 only where pieces are missing; then neither has more right.
            _ => match (sente >= 24, gote >= 24) {
                (true, false) => Some(Side::Sente),
                (false, true) => Some(Side::Gote),
                _ => None,
            },
        };
        Ok(match winner {
            Some(winner) => Ending::won(Reason::ImpasseAgreement, winner),
            None => self.impasse_draw(Reason::ImpasseAgreement),
        })
    }

    /// How much memory it takes, its own place and what it holds on the heap.
    pub fn size_bytes(&self) -> usize {
        let start = match self.start {
            Start::Known(_) => 0,
            Start::Other(_) => self.start().size_bytes(),
        };
        size_of::<Self>() + start + self.position.size_bytes() - size_of::<Position>()
            + self.moves.capacity() * size_of::<Move>()
            + self.past.size_bytes()
    }

    pub(crate) fn impasse_draw(&self, reason: Reason) -> Ending {
        Ending::drawn(reason, self.effective.impasse_draw == DrawPolicy::Replay)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("start", self.start())
            .field("moves", &self.moves)
            .field("rules", &self.rules)
            .field("credit", &self.credit)
            .finish_non_exhaustive()
    }
}
