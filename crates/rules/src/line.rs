//! A game's moves so far, under a rule set: what it takes to say how the game stands.

use std::fmt;

use crate::{
    Ending, Handicap, Illegal, IllegalPolicy, ImpasseCount, ImpassePolicy, Move, Position, Reason,
    RuleSet, Side, rule_set::DrawPolicy, variants::Repetition,
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
    /// The key of the start and of the position after each move.
    keys: Vec<u64>,
    rules: RuleSet,
    /// The rules as they hold in this variant.
    effective: RuleSet,
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
        let known = handicap.map_or(variant.start(), Handicap::start);
        let same = *known == start && known.move_number() == start.move_number();
        Self {
            keys: vec![start.key()],
            position: start.clone(),
            start: if same { Start::Known(known) } else { Start::Other(Box::new(start)) },
            moves: Vec::new(),
            rules,
            effective: rules.in_variant(variant),
            credit: handicap.map_or(0, Handicap::credit),
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
    /// # Errors
    /// §2.1: why the move is illegal, where illegal moves are refused.
    pub fn play(&mut self, mv: Move) -> Result<Option<Ending>, Illegal> {
        let side = self.position.turn();
        if let Err(illegal) = self.position.judge(mv) {
            return match self.rules.illegal {
                IllegalPolicy::Reject => Err(illegal),
                IllegalPolicy::Loses => {
                    let lost = Ending::won(Reason::IllegalMove, side.other());
                    Ok(Some(Ending { illegal: Some(illegal), ..lost }))
                }
            };
        }
        self.replay(mv);
        Ok(self.ending())
    }

    /// Plays a move that was found legal before and did not end the game.
    #[inline]
    pub fn replay(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key());
    }

    /// §3.4: takes back that many plies, or as many as there are.
    pub fn take_back(&mut self, n_plies: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(n_plies));
        self.keys.truncate(self.moves.len() + 1);
        let mut position = self.start().clone();
        for &mv in &self.moves {
            position.play(mv);
        }
        self.position = position;
    }

    /// §2.2: how often the present position has stood, this time included.
    pub fn repetitions(&self) -> u8 {
        self.occurrences().count().min(usize::from(u8::MAX)) as u8
    }

    /// The plies after which the present position stood, the last first.
    fn occurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.position.key();
        let plies = (0..self.keys.len()).rev().step_by(2);
        plies.filter(move |&ply| self.keys.get(ply) == Some(&key))
    }

    /// How the present position ends the game, if it does. [`play`](Self::play) says it too; this
    /// is for a start that may be the end already.
    pub fn ending(&self) -> Option<Ending> {
        self.by_mate().or_else(|| self.by_try()).or_else(|| self.by_repetition()).or_else(|| {
            let n_moves = self.n_moves();
            let limit = self.effective.max_moves.filter(|&limit| n_moves >= limit)?;
            // §2.4: a check at the limit plays on, two plies at a time.
            let at_limit =
                n_moves > 0 && (n_moves - limit).is_multiple_of(2) && !self.position.is_check();
            at_limit.then(|| self.impasse_draw(Reason::MaxMoves))
        })
    }

    /// The ways to have nothing left to play.
    fn by_mate(&self) -> Option<Ending> {
        let ends = self.position.variant().def().ends;
        let (loser, winner) = (self.position.turn(), self.position.turn().other());
        if self.start().has_royal(loser) && !self.position.has_royal(loser) {
            return Some(Ending::won(Reason::RoyalCaptured, winner));
        }
        if ends.far_rank && self.position.has_arrived() {
            return Some(Ending::won(Reason::Try, winner));
        }
        if !self.position.has_legal_move() {
            let check = self.position.is_check();
            let reason = if check { Reason::Checkmate } else { Reason::NoMoves };
            return Some(Ending::won(reason, winner));
        }
        // §7.4: a side that began with its king alone is not being bared.
        let bared = ends.bare_king
            && self.position.n_on_board(loser) == 1
            && self.start().n_on_board(loser) > 1;
        bared.then(|| Ending::won(Reason::BareKing, winner))
    }

    /// §2.3: the try rule.
    fn by_try(&self) -> Option<Ending> {
        if self.effective.impasse != ImpassePolicy::Try {
            return None;
        }
        let to = self.moves.last()?.to();
        let (mover, other) = (self.position.turn().other(), self.position.turn());
        let goal = self.position.variant().start().king(other)?;
        let arrived = to == goal && self.position.king(mover) == Some(to);
        let both = Side::ALL.iter().all(|&side| self.has_entered(side));
        (arrived && both).then(|| Ending::won(Reason::Try, mover))
    }

    /// §2.2: the same position too often.
    fn by_repetition(&self) -> Option<Ending> {
        let repetition = self.position.variant().def().repetition;
        let times = if repetition == Repetition::ThirdDraws { 3 } else { 4 };
        let first = self.occurrences().nth(times - 1)?;
        match repetition {
            Repetition::ThirdDraws => return Some(Ending::drawn(Reason::Repetition, false)),
            Repetition::Policy | Repetition::SenteLoses => {}
        }
        if let Some(checker) = self.perpetual_checker(first) {
            return Some(Ending::won(Reason::PerpetualCheck, checker.other()));
        }
        Some(match repetition {
            Repetition::SenteLoses => Ending::won(Reason::Repetition, Side::Gote),
            _ => Ending::drawn(Reason::Repetition, self.effective.repetition == DrawPolicy::Replay),
        })
    }

    /// §2.2: the one side every move of which since that ply gave check.
    ///
    /// Plays the game again instead of keeping a flag for each move: it is asked once in a game.
    fn perpetual_checker(&self, since: usize) -> Option<Side> {
        let mut position = self.start().clone();
        let mut always = crate::BySide { sente: true, gote: true };
        for (ply, &mv) in self.moves.iter().enumerate() {
            let mover = position.turn();
            position.play(mv);
            if ply >= since && !position.is_check() {
                always[mover] = false;
            }
        }
        match (always.sente, always.gote) {
            (true, false) => Some(Side::Sente),
            (false, true) => Some(Side::Gote),
            _ => None,
        }
    }

    /// §2.3: how a side stands for agreement and declaration.
    pub fn impasse_count(&self, side: Side) -> ImpasseCount {
        let credit = if side == Side::Gote { self.credit } else { 0 };
        ImpasseCount::new(&self.position, side, credit)
    }

    fn has_entered(&self, side: Side) -> bool {
        let variant = self.position.variant();
        let zone = variant.def().zone;
        self.position.royals(side).any(|square| variant.depth(side, square) < zone)
    }

    /// §2.3: whether the rules settle impasse by points.
    pub fn can_declare(&self) -> bool {
        matches!(self.effective.impasse, ImpassePolicy::Points24 | ImpassePolicy::Points27)
    }

    /// §2.3: whether the players may agree to count: both kings have entered.
    pub fn can_agree(&self) -> bool {
        self.can_declare() && Side::ALL.iter().all(|&side| self.has_entered(side))
    }

    /// §2.3: the side to move declares.
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

    /// §2.3: both sides have agreed to count.
    ///
    /// # Errors
    /// Where impasse is not settled by points, or a king has not entered.
    pub fn agree(&self) -> Result<Ending, NotAllowed> {
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
            + self.keys.capacity() * size_of::<u64>()
    }

    fn impasse_draw(&self, reason: Reason) -> Ending {
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
