//! §17.2: how long a side in check holds out, and with what; what is put between uselessly does not
//! count.

use super::{
    GaveUp, Solver,
    interpositions::{is_mated, taken_and_given_back, taken_with_mate},
    solver::after,
};
use crate::{Move, Position};

/// How long a side in check holds out.
#[derive(Clone, Copy)]
struct Resistance {
    plies: u32,
    /// How long without what is put between and lasts longest: what is useless is useless against
    /// this. The same number where nothing that is put between lasts longest.
    plies_before: u32,
}

impl Solver {
    /// Every defence that holds out longest, the one to be preferred first: of several moves one of
    /// the king's first, one that takes next, and one that puts a piece between last. With none that
    /// is mated in so many plies these are all that are not; with mate there are none. What is put
    /// between uselessly is no defence.
    ///
    /// # Errors
    /// When it has looked at as many positions as it may.
    pub fn longest_defences(
        &mut self,
        position: &Position,
        plies: u32,
    ) -> Result<Vec<Move>, GaveUp> {
        if is_mated(position) {
            return Ok(Vec::new());
        }
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable_by_key(|&mv| {
            let is_capture = position.piece_at(mv.to()).is_some();
            let is_royal =
                mv.from().is_some_and(|from| position.royals(position.turn()).any(|it| it == from));
            (mv.dropped().is_some(), !is_royal, !is_capture, mv)
        });
        let resistance = self.resistance(position, &moves, plies)?;
        let mut longest = Vec::new();
        for mv in moves {
            let is_longest = match resistance {
                Some(it) => {
                    !self.is_useless(position, mv, it.plies_before)?
                        && self.is_answered(position, mv, it.plies)?
                        && !self.is_answered(position, mv, it.plies.saturating_sub(2))?
                }
                None => !self.is_answered(position, mv, plies)?,
            };
            if is_longest {
                longest.push(mv);
            }
        }
        Ok(longest)
    }

    /// How long the side in check holds out with these moves, all that it has, if not longer than so
    /// many plies.
    ///
    /// That is as long as it can without putting anything between. What it puts between without its
    /// being useless lasts longer, and the rest is held against that.
    fn resistance(
        &mut self,
        position: &Position,
        moves: &[Move],
        plies_max: u32,
    ) -> Result<Option<Resistance>, GaveUp> {
        let (between, others): (Vec<_>, Vec<_>) =
            moves.iter().copied().partition(|mv| mv.dropped().is_some());
        let mut plies = 0;
        for mv in others {
            let Some(lasts) = self.lasts(position, mv, plies_max)? else { return Ok(None) };
            plies = plies.max(lasts);
        }
        let mut plies_before = plies;
        loop {
            let (mut is_longer, mut next) = (false, None::<u32>);
            for &mv in &between {
                if self.is_useless(position, mv, plies)? || self.is_answered(position, mv, plies)? {
                    continue;
                }
                is_longer = true;
                if let Some(lasts) = self.lasts(position, mv, next.unwrap_or(plies_max))? {
                    next = Some(lasts);
                }
            }
            if !is_longer {
                return Ok(Some(Resistance { plies, plies_before }));
            }
            let Some(next) = next else { return Ok(None) };
            (plies, plies_before) = (next, plies);
        }
    }

    /// Whether the side in check holds out for no more than so many plies with these moves, all that
    /// it has, each of which is answered in time or useless against so many plies.
    pub(super) fn resists_no_longer(
        &mut self,
        position: &Position,
        moves: &[Move],
        plies: u32,
    ) -> Result<bool, GaveUp> {
        // Most often it holds out for so long without putting anything between.
        for &mv in moves.iter().filter(|mv| mv.dropped().is_none()) {
            if !self.is_answered(position, mv, plies.saturating_sub(2))? {
                return Ok(true);
            }
        }
        Ok(self.resistance(position, moves, plies)?.is_some())
    }

    /// How many plies there are from a defence to mate, itself counted, if not more than that.
    fn lasts(
        &mut self,
        position: &Position,
        mv: Move,
        plies_max: u32,
    ) -> Result<Option<u32>, GaveUp> {
        for plies in (2..=plies_max).step_by(2) {
            if self.is_answered(position, mv, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether there is mate within so many plies from a defence on.
    fn is_answered(&mut self, position: &Position, mv: Move, plies: u32) -> Result<bool, GaveUp> {
        Ok(plies >= 2 && self.attack(&after(position, mv), plies - 1, None)?.is_some())
    }

    /// Whether it is useless to put a piece between, with mate in so many plies if nothing is: taken,
    /// it changes nothing.
    fn is_useless(&mut self, position: &Position, mv: Move, plies: u32) -> Result<bool, GaveUp> {
        if mv.dropped().is_none() {
            return Ok(false);
        }
        Ok(taken_with_mate(&after(position, mv), mv.to()).is_some()
            || self.is_taken_for_nothing(position, mv, plies)?)
    }

    /// Whether the checking piece can take what is put between, and after it was given back there is
    /// mate within so many plies.
    pub(super) fn is_taken_for_nothing(
        &mut self,
        position: &Position,
        mv: Move,
        plies: u32,
    ) -> Result<bool, GaveUp> {
        for next in taken_and_given_back(position, mv) {
            if next.is_check() && self.defend(&next, plies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
