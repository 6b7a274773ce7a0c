//! Records that are written move by move.

use komadai_rules::{BySide, Move, Position, Side};

use super::{BuildError, NodeId, Record, Step, comment_line, name_of};
use crate::{Cause, Outcome, TimeLimit, board, headers::Key};

/// A record that grows move by move.
#[derive(Clone, Debug)]
pub struct RecordBuilder {
    record: Record,
    position: Position,
    at: NodeId,
}

impl RecordBuilder {
    pub(super) fn new(start: Position) -> Self {
        Self { position: start.clone(), record: Record::new(start), at: NodeId::START }
    }

    /// A player's name.
    pub fn player(&mut self, side: Side, name: &str) -> &mut Self {
        self.header(name_of(side), name)
    }

    /// Any header.
    pub fn header(&mut self, key: Key, text: &str) -> &mut Self {
        self.record.headers.set(key, text);
        self
    }

    /// When the game began: Unix time, and the distance of the local clock from UTC.
    pub fn started(&mut self, unix_ms: u64, utc_offset_minutes: i32) -> &mut Self {
        self.header(Key::Started, &crate::clock::date(unix_ms, utc_offset_minutes))
    }

    /// When the game ended.
    pub fn ended(&mut self, unix_ms: u64, utc_offset_minutes: i32) -> &mut Self {
        self.header(Key::Ended, &crate::clock::date(unix_ms, utc_offset_minutes))
    }

    /// The players' times.
    pub fn time_limits(&mut self, limits: BySide<TimeLimit>) -> &mut Self {
        let headers = &mut self.record.headers;
        if limits.sente == limits.gote {
            limits.sente.put(headers, Key::TimeLimit);
        } else {
            limits.sente.put(headers, Key::SenteTimeLimit);
            limits.gote.put(headers, Key::GoteTimeLimit);
        }
        self
    }

    /// Plays a move after the last one.
    ///
    /// # Errors
    /// If it cannot be carried out on the board, the line has ended, or the record is too long. A
    /// move that can be carried out but is not legal is taken: it may have ended the game.
    pub fn play(&mut self, mv: Move, spent_ms: Option<u64>) -> Result<&mut Self, BuildError> {
        if self.has_ended() {
            return Err(BuildError::AfterEnd);
        }
        board::can_play(&self.position, mv)?;
        let mv = self.plain(mv);
        self.at = self.record.add(self.at, Step::Move(mv))?;
        self.record.node_mut(self.at).spent_ms = spent_ms;
        self.position.play(mv);
        Ok(self)
    }

    /// §9.3: a legal move in the one text that it is kept in.
    fn plain(&self, mv: Move) -> Move {
        if self.position.judge(mv).is_ok() { self.position.plain(mv) } else { mv }
    }

    /// Comments on what was last played, or on the start.
    pub fn comment(&mut self, text: &str) -> &mut Self {
        let comments = &mut self.record.node_mut(self.at).comments;
        comments.extend(text.lines().map(comment_line));
        self
    }

    /// Ends the game. `spent_ms` is what the side to move had thought when it ended.
    ///
    /// # Errors
    /// If the line has ended, or the record is too long.
    pub fn end(
        &mut self,
        outcome: Outcome,
        spent_ms: Option<u64>,
    ) -> Result<&mut Self, BuildError> {
        if self.has_ended() {
            return Err(BuildError::AfterEnd);
        }
        self.at = self.record.add(self.at, Step::End(outcome))?;
        self.record.node_mut(self.at).spent_ms = spent_ms;
        Ok(self)
    }

    /// Ends the game by an illegal move of the side to move. If the board can carry it out it
    /// stands as the last move, otherwise in a comment.
    ///
    /// # Errors
    /// If the record is too long.
    pub fn end_by_illegal_move(
        &mut self,
        mv: Move,
        spent_ms: Option<u64>,
    ) -> Result<&mut Self, BuildError> {
        let outcome = Outcome::new(Cause::IllegalMove, Some(self.position.turn().other()));
        match self.play(mv, spent_ms) {
            Ok(_) => self.end(outcome, None),
            Err(BuildError::CannotPlay(_)) => {
                let text = format!("反則の手：{}", mv.usi(self.record.variant()));
                self.end(outcome, spent_ms).map(|builder| builder.comment(&text))
            }
            Err(error) => Err(error),
        }
    }

    /// One line of comment on what was last played, which may be empty.
    pub fn comment_line(&mut self, line: &str) -> &mut Self {
        self.record.node_mut(self.at).comments.push(comment_line(line));
        self
    }

    /// A bookmark at what was last played.
    pub fn bookmark(&mut self, name: &str) -> &mut Self {
        self.record.node_mut(self.at).bookmark = Some(comment_line(name));
        self
    }

    /// Goes back in the line that was played last to where it had this many moves; what is played
    /// next is a variation.
    ///
    /// ```
    /// use komadai_kifu::Record;
    /// use komadai_rules::{Move, Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mv = |text| Move::from_usi(variant, text);
    /// let mut game = Record::builder(Position::start(variant));
    /// game.play(mv("7g7f")?, None)?.play(mv("3c3d")?, None)?;
    /// game.back_to(1).play(mv("8c8d")?, None)?;
    /// let game = game.finish();
    /// assert_eq!(game.node(game.at_ply(1)).children().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn back_to(&mut self, n_moves: u32) -> &mut Self {
        while self.record.node(self.at).ply > n_moves {
            self.at = self.record.parent(self.at);
        }
        self.position = self.record.position(self.at);
        self
    }

    /// Whether the line that was played last is at its end.
    pub fn has_ended(&self) -> bool {
        self.record.node(self.at).outcome().is_some()
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many moves the line that was played last has.
    pub fn n_moves(&self) -> u32 {
        self.record.node(self.at).ply - u32::from(self.has_ended())
    }

    /// The record.
    pub fn finish(&self) -> Record {
        self.record.clone()
    }
}
