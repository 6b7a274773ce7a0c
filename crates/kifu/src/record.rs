//! The one model of a game record: a start, headers, and a tree of moves.
//!
//! The first child of every node is the main line; the others are variations. A line of play may
//! end in an [`Step::End`], which has no children. Moves in a record can be carried out on the
//! board, but need not be legal: files contain games that were lost by an illegal move.

mod builder;

use std::{collections::HashMap, fmt};

use komadai_rules::{BySide, Move, Position, Side, Variant};

use crate::{
    Outcome, TimeLimit,
    board::{self, CannotPlay},
    headers::{Headers, Key},
    limits, starts,
};

pub use self::builder::RecordBuilder;

/// A game with everything that is recorded about it.
#[derive(Clone)]
pub struct Record {
    /// Names, dates, the event.
    pub headers: Headers,
    start: Position,
    /// The start comes first; a node's parent always comes before it.
    nodes: Vec<Node>,
    /// What follows the nodes that have many continuations, so that one more is found as fast as
    /// the first. An end may have been corrected since.
    crowded: HashMap<(NodeId, Step), NodeId>,
}

/// How many continuations of a node are looked through one by one.
const SEARCHED_MAX: usize = 8;

/// A node of a record's tree. It is only good for the record that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the record.
    pub const START: Self = Self(0);
}

/// A step of the game with everything that is recorded about it.
#[derive(Clone, Debug)]
pub struct Node {
    /// What happens.
    pub step: Step,
    /// How long the side to move thought about it.
    pub spent_ms: Option<u64>,
    /// Comments on the position after it, one line each.
    pub comments: Vec<String>,
    /// A bookmark at it.
    pub bookmark: Option<String>,
    parent: NodeId,
    ply: u32,
    children: Vec<NodeId>,
}

impl Node {
    fn new(step: Step, parent: NodeId, ply: u32) -> Self {
        let (comments, children) = (Vec::new(), Vec::new());
        Self { step, spent_ms: None, comments, bookmark: None, parent, ply, children }
    }

    /// The number of this step: 0 at the start, and one more than the moves before it.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// What follows: the main line first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// How the line ends, if this is its end.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.step {
            Step::End(outcome) => Some(outcome),
            Step::Start | Step::Move(_) => None,
        }
    }

    /// The move, if it is one.
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            Step::Start | Step::End(_) => None,
        }
    }

    fn tells_the_same(&self, other: &Self) -> bool {
        let told = |node: &Self| {
            (node.step.clone(), node.spent_ms, node.comments.clone(), node.bookmark.clone())
        };
        told(self) == told(other)
    }
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The start; only the first node is it.
    Start,
    /// A move.
    Move(Move),
    /// The end of a line of play.
    End(Outcome),
}

/// A record has grown beyond [`limits::NODES_MAX`] or [`limits::PLIES_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a record holds at most {} moves, {} in one line", limits::NODES_MAX, limits::PLIES_MAX)]
pub struct TooLong;

impl Record {
    /// A record of which only the start is known.
    pub fn new(start: Position) -> Self {
        let root = Node::new(Step::Start, NodeId::START, 0);
        let crowded = HashMap::new();
        Self { headers: Headers::default(), start, nodes: vec![root], crowded }
    }

    /// A record that grows move by move; what the server writes games with.
    ///
    /// ```
    /// use komadai_kifu::{Cause, Encoding, Outcome, Record, TimeLimit, formats, write};
    /// use komadai_rules::{BySide, Move, Position, Side, Variant};
    ///
    /// let variant = Variant::standard();
    /// let mut game = Record::builder(Position::start(variant));
    /// let limit = TimeLimit { main_ms: 600_000, byoyomi_ms: 30_000, ..TimeLimit::default() };
    /// game.player(Side::Sente, "An").player(Side::Gote, "Bình");
    /// game.time_limits(BySide { sente: limit, gote: limit });
    /// game.play(Move::from_usi(variant, "7g7f")?, Some(3_000))?.comment("The usual beginning.");
    /// game.play(Move::from_usi(variant, "3c3d")?, Some(5_000))?;
    /// game.end(Outcome::new(Cause::Resignation, Some(Side::Gote)), None)?;
    ///
    /// let kif = write(&[game.finish()], formats::KIF, Encoding::Utf8)?;
    /// let kif = String::from_utf8_lossy(&kif);
    /// assert!(kif.contains("持ち時間：10分"));
    /// assert!(kif.contains("*The usual beginning."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(start: Position) -> RecordBuilder {
        RecordBuilder::new(start)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What is played.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// Whether the players are called uwate and shitate: gote gives a handicap and moves first.
    pub fn is_handicap(&self) -> bool {
        starts::is_handicap(&self.start)
    }

    /// A player's name.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.headers.get(&name_of(side))
    }

    /// The players' times, if the headers tell them in a form that is known here.
    pub fn time_limits(&self) -> Option<BySide<TimeLimit>> {
        let both = self.headers.get(&Key::TimeLimit);
        let byoyomi = self.headers.get(&Key::Byoyomi);
        let limit = |own: &Key| match self.headers.get(own) {
            Some(text) => TimeLimit::parse(text, None),
            None => TimeLimit::parse(both?, byoyomi),
        };
        let [sente, gote] = [&Key::SenteTimeLimit, &Key::GoteTimeLimit].map(limit);
        Some(BySide { sente: sente?, gote: gote? })
    }

    /// A node.
    ///
    /// # Panics
    /// If the id was given by another record that is longer.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to say more about it.
    ///
    /// # Panics
    /// If the id was given by another record that is longer.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// What comes before a node; of the start, the start.
    pub fn parent(&self, id: NodeId) -> NodeId {
        self.node(id).parent
    }

    /// How many nodes the record has with the start, the ends and all variations.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The steps of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id).children.first().copied();
        std::iter::successors(next(&NodeId::START), next)
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().filter_map(|id| self.node(id).mv())
    }

    /// How the main line ends, if the record tells it.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.node(self.main_line().last()?).step {
            Step::End(outcome) => Some(outcome),
            Step::Start | Step::Move(_) => None,
        }
    }

    /// The steps that lead to a node, without the start and with the node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = |id: &NodeId| (*id != NodeId::START).then(|| self.parent(*id));
        let mut path: Vec<_> =
            std::iter::successors(Some(id), up).filter(|id| *id != NodeId::START).collect();
        path.reverse();
        path
    }

    /// The position after a node.
    ///
    /// ```
    /// use komadai_kifu::read;
    ///
    /// let reading = read(b"position startpos moves 7g7f 3c3d 8h2b+", None)?;
    /// let game = &reading.records[0];
    /// let last = game.main_line().last().expect("there are moves");
    /// assert_eq!(game.node(last).ply(), 3);
    /// assert_eq!(game.position(game.at_ply(2)).move_number(), 3);
    /// assert_eq!(game.position(last), game.position(game.at_ply(99)));
    /// # Ok::<(), komadai_kifu::Error>(())
    /// ```
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        for mv in self.path(id).into_iter().filter_map(|id| self.node(id).mv()) {
            position.play(mv);
        }
        position
    }

    /// The node on the main line with this number, or the last one if the line is shorter.
    pub fn at_ply(&self, ply: u32) -> NodeId {
        let to = self.main_line().take_while(|id| self.node(*id).ply <= ply);
        to.last().unwrap_or(NodeId::START)
    }

    /// Goes through the whole tree, each main line before its variations and the last variation
    /// first, as KIF lists them.
    ///
    /// ```
    /// use komadai_kifu::{formats, read};
    ///
    /// let kif = "\
    /// 1 ７六歩(77)
    /// 2 ３四歩(33)
    /// 変化：2手
    /// 2 ８四歩(83)
    /// 3 ２六歩(27)
    /// ";
    /// let reading = read(kif.as_bytes(), Some(formats::KIF))?;
    /// let game = &reading.records[0];
    /// let mut walk = game.walk();
    /// let mut moves = Vec::new();
    /// while let Some(visit) = walk.next() {
    ///     let Some(mv) = visit.node.mv() else { continue };
    ///     let sign = if visit.begins_variation { "/" } else { "" };
    ///     moves.push(format!("{sign}{}", mv.usi(game.variant())));
    /// }
    /// assert_eq!(moves, ["7g7f", "3c3d", "/8c8d", "2g2f"]);
    /// # Ok::<(), komadai_kifu::Error>(())
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk { record: self, open: vec![NodeId::START], path: Vec::new() }
    }

    /// Puts a step after a node, unless it is there already. `before` is the position at that node,
    /// which a caller building a whole tree knows.
    ///
    /// ```
    /// use komadai_kifu::{Step, read};
    /// use komadai_rules::Move;
    ///
    /// // Another second move, as a variation.
    /// let mut game = read(b"position startpos moves 7g7f 3c3d", None)?.records.remove(0);
    /// let first = game.at_ply(1);
    /// let other = Move::from_usi(game.variant(), "8c8d")?;
    /// let before = game.position(first);
    /// let variation = game.put(first, &before, Step::Move(other))?;
    /// assert_eq!(game.node(first).children(), [game.at_ply(2), variation]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the line has ended there, the move cannot be carried out, or the record is too long.
    ///
    /// # Panics
    /// If the id was given by another record that is longer.
    pub fn put(
        &mut self,
        parent: NodeId,
        before: &Position,
        step: Step,
    ) -> Result<NodeId, BuildError> {
        match &step {
            // The start is there from the beginning.
            Step::Start => return Ok(NodeId::START),
            _ if self.node(parent).outcome().is_some() => return Err(BuildError::AfterEnd),
            Step::Move(mv) => board::can_play(before, *mv)?,
            Step::End(_) => {}
        }
        Ok(self.add(parent, step)?)
    }

    /// Puts a step after a node, unless it is there already. The step must fit the position.
    pub(crate) fn add(&mut self, parent: NodeId, step: Step) -> Result<NodeId, TooLong> {
        match self.find_step(parent, &step) {
            Some(known) => Ok(known),
            None => self.add_new(parent, step),
        }
    }

    /// The step after a node, if it is there.
    fn find_step(&self, parent: NodeId, step: &Step) -> Option<NodeId> {
        let siblings = &self.node(parent).children;
        let is_it = |id: &NodeId| self.node(*id).step == *step;
        if siblings.len() > SEARCHED_MAX {
            return self.crowded.get(&(parent, step.clone())).copied().filter(is_it);
        }
        siblings.iter().copied().find(is_it)
    }

    /// Puts a step after a node, as one more of what may follow it.
    pub(crate) fn add_new(&mut self, parent: NodeId, step: Step) -> Result<NodeId, TooLong> {
        let ply = self.node(parent).ply + 1;
        if self.nodes.len() >= limits::NODES_MAX || ply > limits::PLIES_MAX {
            return Err(TooLong);
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(step, parent, ply));
        let siblings = &mut self.node_mut(parent).children;
        siblings.push(id);
        let new = match siblings.len() {
            ..=SEARCHED_MAX => Vec::new(),
            // All of them, now that there are many.
            n if n == SEARCHED_MAX + 1 => siblings.clone(),
            _ => vec![id],
        };
        for id in new {
            let step = self.node(id).step.clone();
            self.crowded.entry((parent, step)).or_insert(id);
        }
        Ok(id)
    }
}

/// The key of a player's name.
pub(crate) fn name_of(side: Side) -> Key {
    match side {
        Side::Sente => Key::Sente,
        Side::Gote => Key::Gote,
    }
}

/// Two records are equal if they tell the same.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let mut open = vec![(NodeId::START, NodeId::START)];
        if self.headers != other.headers
            || self.variant() != other.variant()
            || self.start.sfen() != other.start.sfen()
        {
            return false;
        }
        while let Some((mine, theirs)) = open.pop() {
            let (mine, theirs) = (self.node(mine), other.node(theirs));
            if !mine.tells_the_same(theirs) || mine.children.len() != theirs.children.len() {
                return false;
            }
            open.extend(mine.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("variant", &self.variant().name())
            .field("start", &self.start.sfen())
            .field("headers", &self.headers)
            .field("nodes", &self.nodes)
            .finish()
    }
}

/// A way through the whole tree of a record; see [`Record::walk`].
#[derive(Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// What is still to be visited, the next one last.
    open: Vec<NodeId>,
    /// The positions before each step on the way to the last visit.
    path: Vec<Position>,
}

/// One stop of a [`Walk`].
#[derive(Debug)]
pub struct Visit<'a> {
    /// The node.
    pub id: NodeId,
    /// What is recorded about it.
    pub node: &'a Node,
    /// The position before it; at the start, the start.
    pub before: &'a Position,
    /// Whether it begins a variation.
    pub begins_variation: bool,
    /// Whether another variation begins at the same move and comes later.
    pub has_later_sibling: bool,
}

impl Walk<'_> {
    /// The next stop, the start first. (No `Iterator`, because a stop borrows the position.)
    #[expect(clippy::should_implement_trait, reason = "a stop borrows from the walk")]
    pub fn next(&mut self) -> Option<Visit<'_>> {
        let id = self.open.pop()?;
        let node = self.record.node(id);
        self.open.extend(node.children.iter().rev());
        if id == NodeId::START {
            self.path.clear();
            self.path.push(self.record.start.clone());
        } else {
            // The stop before was in the same line or in one that left it later.
            self.path.truncate(node.ply as usize);
        }
        if let (Some(mv), Some(before)) = (node.mv(), self.path.last()) {
            let mut after = before.clone();
            after.play(mv);
            self.path.push(after);
        }
        let siblings = &self.record.node(node.parent).children;
        let is_start = id == NodeId::START;
        Some(Visit {
            id,
            node,
            before: self.path.get((node.ply as usize).saturating_sub(1))?,
            begins_variation: !is_start && siblings.first() != Some(&id),
            has_later_sibling: !is_start && siblings.last() != Some(&id),
        })
    }
}

/// A step that the record cannot take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The move cannot be carried out.
    #[error("the move cannot be carried out")]
    CannotPlay(#[from] CannotPlay),
    /// The line of play has come to its end.
    #[error("the game is over")]
    AfterEnd,
    /// The record is full.
    #[error("the record is full")]
    TooLong(#[from] TooLong),
}

/// A comment without what would end its line.
pub(crate) fn comment_line(line: &str) -> String {
    line.chars().map(|sign| if sign.is_control() && sign != '\t' { ' ' } else { sign }).collect()
}
