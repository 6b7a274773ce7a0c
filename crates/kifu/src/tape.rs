//! The place at which a reader writes into a record.

use std::fmt;

use komadai_rules::{Move, Position, Side};

use crate::{
    Cause, Error, Outcome,
    board::can_play,
    error::{Note, Problem, TextPlace, quote},
    limits,
    record::{Node, NodeId, Record, Step, comment_line},
};

/// Whether reading is to stop, whatever has been read so far.
pub(crate) type ShouldStop = Box<dyn Fn() -> bool>;

/// What a reader passed over or put right, and whether it is to continue.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) list: Vec<Note>,
    should_stop: Option<ShouldStop>,
    /// How often it was to be asked.
    n_steps: u32,
}

/// How many lines or moves are read before it is asked again whether to continue.
const STEPS: u32 = 128;

impl Notes {
    pub(crate) fn new(list: Vec<Note>, should_stop: Option<ShouldStop>) -> Self {
        Self { list, should_stop, n_steps: 0 }
    }

    /// Notes it, as long as there is room. Finding a place takes a walk along its line.
    pub(crate) fn add(&mut self, at: impl FnOnce() -> TextPlace, problem: Problem) {
        if self.list.len() < limits::NOTES_MAX {
            self.list.push(Note { at: at(), problem });
        }
    }

    /// Called for each line and each move: an error if reading is to stop.
    pub(crate) fn go_on(&mut self) -> Result<(), Error> {
        self.n_steps = self.n_steps.wrapping_add(1);
        let is_asked = self.n_steps % STEPS == 1;
        match &self.should_stop {
            Some(should_stop) if is_asked && should_stop() => Err(Error::Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("list", &self.list).finish_non_exhaustive()
    }
}

/// A record that is being read, with the line of play that was read last.
#[derive(Debug)]
pub(crate) struct Tape {
    pub(crate) record: Record,
    /// Where the next comment, time or bookmark belongs.
    at: NodeId,
    /// The start and the moves of the line, each with the position after it.
    line: Vec<(NodeId, Position)>,
    /// Whether the last thing read was one more end of a line that had one.
    is_past_end: bool,
}

impl Tape {
    pub(crate) fn new(start: Position) -> Self {
        let record = Record::new(start.clone());
        let line = vec![(NodeId::START, start)];
        Self { record, at: NodeId::START, line, is_past_end: false }
    }

    /// The position after the last move.
    pub(crate) fn position(&self) -> &Position {
        self.line.last().map_or(self.record.start(), |(_, position)| position)
    }

    pub(crate) fn turn(&self) -> Side {
        self.position().turn()
    }

    /// How many moves lead to the place.
    pub(crate) fn n_moves(&self) -> u32 {
        self.line.len() as u32 - 1
    }

    /// The move before the place.
    pub(crate) fn last_move(&self) -> Option<Move> {
        self.record.node(self.line.last()?.0).mv()
    }

    /// Whether nothing has been read behind the start.
    pub(crate) fn is_at_start(&self) -> bool {
        self.at == NodeId::START
    }

    /// Whether what was read last is an end that does not count.
    pub(crate) fn is_past_end(&self) -> bool {
        self.is_past_end
    }

    /// Whether the line has come to its end.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.node().step, Step::End(_))
    }

    /// The node that was read last.
    pub(crate) fn node(&self) -> &Node {
        self.record.node(self.at)
    }

    /// The node that was read last, to say more about it.
    pub(crate) fn node_mut(&mut self) -> &mut Node {
        self.record.node_mut(self.at)
    }

    /// Goes back to where the line had this many moves. False if it never had.
    pub(crate) fn back_to(&mut self, n_moves: u32) -> bool {
        let is_reached = (n_moves as usize) < self.line.len();
        if is_reached {
            self.is_past_end = false;
            self.line.truncate(n_moves as usize + 1);
            self.at = self.line.last().map_or(NodeId::START, |(id, _)| *id);
        }
        is_reached
    }

    /// Plays a move. One that is against the rules is noted, one that the board does not let
    /// happen is an error.
    pub(crate) fn play(
        &mut self,
        mv: Move,
        at: impl Fn() -> TextPlace,
        text: &str,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        notes.go_on()?;
        if self.has_ended() {
            return Err(Error::at(at(), Problem::AfterEnd(quote(text))));
        }
        let position = self.position();
        if let Err(why) = can_play(position, mv) {
            return Err(Error::at(at(), Problem::CannotPlay { text: quote(text), why }));
        }
        if let Err(why) = position.judge(mv) {
            notes.add(&at, Problem::Illegal { text: quote(text), why });
        }
        let mv = if position.judge(mv).is_ok() { position.plain(mv) } else { mv };
        let mut after = position.clone();
        after.play(mv);
        let added = self.record.add(self.at, Step::Move(mv));
        self.at = added.map_err(|_| too_long(at()))?;
        self.line.push((self.at, after));
        Ok(())
    }

    /// Ends the line. The first end counts; one more is noted, for no move is lost with it.
    pub(crate) fn end(
        &mut self,
        outcome: Outcome,
        at: impl Fn() -> TextPlace,
        text: &str,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        if self.has_ended() {
            self.is_past_end = true;
            notes.add(at, Problem::AfterEnd(quote(text)));
            return Ok(());
        }
        // Not one with an end that is there already: what follows may say more about it.
        let added = self.record.add_new(self.at, Step::End(outcome));
        self.at = added.map_err(|_| too_long(at()))?;
        Ok(())
    }

    /// Takes out what was said about the end of the line, to be put back by
    /// [`Tape::set_outcome`]: a word of any length is not to be copied for each line about it.
    pub(crate) fn take_outcome(&mut self) -> Option<Outcome> {
        match &mut self.node_mut().step {
            Step::End(outcome) => {
                Some(std::mem::replace(outcome, Outcome::new(Cause::Interrupted, None)))
            }
            Step::Start | Step::Move(_) => None,
        }
    }

    /// Corrects what was said about the end of the line.
    pub(crate) fn set_outcome(&mut self, outcome: Outcome) {
        if self.has_ended() {
            self.node_mut().step = Step::End(outcome);
        }
    }

    /// The end for a cause of which nothing more is told than the board shows: who made a move
    /// against the rules or gave the checks has lost, and else the side to move.
    pub(crate) fn outcome_of(&self, cause: Cause) -> Outcome {
        let turn = self.turn();
        let winner = match cause {
            Cause::IllegalMove if self.is_last_move_illegal() => Some(turn),
            Cause::PerpetualCheck if self.position().is_in_check(turn) => Some(turn),
            Cause::PerpetualCheck | Cause::Abandoned => Some(turn.other()),
            _ => cause.usual_winner(turn),
        };
        Outcome::new(cause, winner)
    }

    /// Whether the last move is against the rules.
    pub(crate) fn is_last_move_illegal(&self) -> bool {
        let before = self.line.iter().rev().nth(1);
        let last = self.last_move().zip(before);
        last.is_some_and(|(mv, (_, before))| before.judge(mv).is_err())
    }

    /// The time of the step that was read last, unless that was an end which does not count.
    pub(crate) fn spend(&mut self, ms: u64) {
        if !self.is_past_end {
            self.node_mut().spent_ms = Some(ms);
        }
    }

    pub(crate) fn comment(&mut self, line: &str) {
        self.node_mut().comments.push(comment_line(line));
    }
}

fn too_long(at: TextPlace) -> Error {
    Error::at(at, Problem::TooMany { what: "moves in one game", max: limits::NODES_MAX })
}
