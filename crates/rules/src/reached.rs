//! How a position that was reached ends the game.

use crate::{
    BySide, Ending, ImpassePolicy, Line, Move, Position, Reason, Side, rule_set::DrawPolicy,
    variants::Repetition,
};

/// The present position of a line, or the one that a further move leads to.
pub(crate) struct ReachedPosition<'a> {
    pub(crate) line: &'a Line,
    pub(crate) position: &'a Position,
    /// The further move.
    pub(crate) by: Option<Move>,
}

impl ReachedPosition<'_> {
    fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.line.moves().iter().copied().chain(self.by)
    }

    fn n_moves(&self) -> u32 {
        self.line.n_moves() + u32::from(self.by.is_some())
    }

    /// The plies after which this position stood, the last first.
    pub(crate) fn occurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.position.key();
        let past = &self.line.past;
        let may_repeat = match self.by {
            Some(_) => past.may_have(key),
            None => past.may_repeat(),
        };
        let plies = (0..=self.n_moves() as usize).rev().step_by(2);
        let plies = plies.take(if may_repeat { usize::MAX } else { 1 });
        // The past lacks this position where it is not the line's present one.
        plies.filter(move |&ply| past.get(ply).is_none_or(|it| it == key))
    }

    /// The ending, if it is one.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let by_board = self.by_mate().or_else(|| self.by_try()).or_else(|| self.by_repetition());
        by_board.or_else(|| self.by_bare_royals()).or_else(|| {
            let n_moves = self.n_moves();
            let limit = self.line.effective.max_moves.filter(|&limit| n_moves >= limit)?;
            // §2.4: a check at the limit plays on, two plies at a time.
            let at_limit =
                n_moves > 0 && (n_moves - limit).is_multiple_of(2) && !self.position.is_check();
            at_limit.then(|| self.line.impasse_draw(Reason::MaxMoves))
        })
    }

    /// The ways to have nothing left to play.
    fn by_mate(&self) -> Option<Ending> {
        let ends = self.position.variant().def().ends;
        let (loser, winner) = (self.position.turn(), self.position.turn().other());
        if self.line.start().has_royal(loser) && !self.position.has_royal(loser) {
            return Some(Ending::won(Reason::RoyalCaptured, winner));
        }
        if ends.check_wins && self.position.is_check() {
            return Some(Ending::won(Reason::Check, winner));
        }
        if ends.far_rank && self.position.has_arrived() {
            return Some(Ending::won(Reason::Try, winner));
        }
        let bared = |side| ends.bare_royals && self.position.is_bared(side);
        if let Some(side) = Side::ALL.into_iter().find(|&side| bared(side)) {
            return Some(Ending::won(Reason::BareKing, side.other()));
        }
        if !self.position.has_legal_move() {
            // §9.6: where royals stand alone or are taken there is no mate.
            let check = !ends.bare_royals && self.position.is_check();
            let reason = if check { Reason::Checkmate } else { Reason::NoMoves };
            return Some(Ending::won(reason, winner));
        }
        // §7.4: a side that began with its king alone is not being bared.
        let bared = ends.bare_king
            && self.position.n_on_board(loser) == 1
            && self.line.start().n_on_board(loser) > 1;
        bared.then(|| Ending::won(Reason::BareKing, winner))
    }

    /// §2.3: the try rule.
    fn by_try(&self) -> Option<Ending> {
        if self.line.effective.impasse != ImpassePolicy::Try {
            return None;
        }
        let to = self.moves().next_back()?.to();
        let (mover, other) = (self.position.turn().other(), self.position.turn());
        let goal = self.position.variant().start().king(other)?;
        let arrived = to == goal && self.position.king(mover) == Some(to);
        let both = Side::ALL.iter().all(|&side| self.position.has_entered(side));
        (arrived && both).then(|| Ending::won(Reason::Try, mover))
    }

    /// §2.2: the same position too often.
    fn by_repetition(&self) -> Option<Ending> {
        let repetition = self.position.variant().def().repetition;
        let times = if repetition == Repetition::ThirdDraws { 3 } else { 4 };
        let first = self.occurrences().nth(times - 1)?;
        match repetition {
            Repetition::ThirdDraws => return Some(Ending::drawn(Reason::Repetition, false)),
            Repetition::AttackerLoses => {
                let attacker = self.perpetual(first, Position::is_attack);
                if let Some(attacker) = attacker {
                    return Some(Ending::won(Reason::PerpetualAttack, attacker.other()));
                }
            }
            Repetition::Policy | Repetition::SenteLoses | Repetition::MoverLoses => {
                if let Some(checker) = self.perpetual(first, |position, _| position.is_check()) {
                    return Some(Ending::won(Reason::PerpetualCheck, checker.other()));
                }
            }
        }
        Some(match repetition {
            Repetition::SenteLoses => Ending::won(Reason::Repetition, Side::Gote),
            Repetition::MoverLoses => Ending::won(Reason::Repetition, self.position.turn()),
            _ => Ending::drawn(
                Reason::Repetition,
                self.line.effective.repetition == DrawPolicy::Replay,
            ),
        })
    }

    /// §9.6: two royals and nothing else.
    fn by_bare_royals(&self) -> Option<Ending> {
        let ends = self.position.variant().def().ends;
        let bare = ends.bare_royals && self.position.are_royals_bare();
        bare.then(|| Ending::drawn(Reason::BareRoyals, false))
    }

    /// §2.2: the one side every move of which since that ply gave check, or attacked.
    ///
    /// Plays the game again instead of keeping a flag for each move: it is asked once in a game.
    fn perpetual(&self, since: usize, does: impl Fn(&Position, Move) -> bool) -> Option<Side> {
        let mut position = self.line.start().clone();
        let mut always = BySide { sente: true, gote: true };
        for (ply, mv) in self.moves().enumerate() {
            let mover = position.turn();
            position.play(mv);
            if ply >= since && !does(&position, mv) {
                always[mover] = false;
            }
        }
        match (always.sente, always.gote) {
            (true, false) => Some(Side::Sente),
            (false, true) => Some(Side::Gote),
            _ => None,
        }
    }
}
