//! A review's tree.

use komadai_rules::{Move, Position, Side, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game's tree with its comments and shapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReviewTree")]
pub struct Tree {
    /// The variant's name.
    pub variant: String,
    /// The position before the first move, as SFEN.
    pub start: String,
    /// The headers above the moves: English names and values.
    pub headers: Vec<(String, String)>,
    /// The start comes first; every node comes after its parent, and of the nodes with the same
    /// parent, that of the main line comes first.
    pub nodes: Vec<Node>,
    /// The id of the next new node; ids are never reused.
    pub next: u32,
    /// The node that is shown to everybody.
    pub at: u32,
}

/// A step of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReviewNode")]
pub struct Node {
    /// Its id in this review; the start has 0.
    pub id: u32,
    /// The node before it; none for the start.
    pub parent: Option<u32>,
    /// The move, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usi: Option<String>,
    /// Why the line ends here, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The winner, if that ends the game with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// How long the side to move thought, in milliseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// Whether it belongs to the game, in a tree whose main line is one that is played elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scored: bool,
    /// The comment on the position after it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Its authors, the latest last: their places in the review's list of authors. Empty where
    /// they are not known, as in a tree that was read from a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u32>,
    /// A hint at what to play in the position after it, shown to those who practise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The shapes drawn on the position after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
}

/// An arrow, or a circle if it has no target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReviewShape")]
pub struct Shape {
    /// The square it begins at, as in USI.
    pub from: String,
    /// The square it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Its colour.
    pub brush: Brush,
}

/// A colour of arrows and circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReviewBrush")]
pub enum Brush {
    /// The default colour.
    Green,
    /// For bad or dangerous moves.
    Red,
    /// For anything else.
    Blue,
}

impl Tree {
    /// A tree of which only the start is known.
    pub fn new(start: &Position) -> Self {
        Self {
            variant: start.variant().name().to_owned(),
            start: start.sfen(),
            headers: Vec::new(),
            nodes: vec![Node::default()],
            next: 1,
            at: 0,
        }
    }

    /// A header's text.
    pub fn header(&self, word: &str) -> Option<&str> {
        self.headers.iter().find(|(it, _)| it == word).map(|(_, text)| text.as_str())
    }

    /// The nodes of the main line, without the start.
    fn main_line(&self) -> impl Iterator<Item = &Node> {
        let mut at = 0;
        // Children come behind their parents, so one way through the list is enough.
        self.nodes.iter().filter(move |node| {
            let follows = node.parent == Some(at) && node.id != at;
            if follows {
                at = node.id;
            }
            follows
        })
    }

    /// How many moves the main line has.
    pub fn n_plies(&self) -> u32 {
        self.main_line().filter(|node| node.usi.is_some()).count() as u32
    }

    /// The node after the last move of the main line; the start if it has no moves.
    pub fn last_move(&self) -> u32 {
        let moves = self.main_line().take_while(|node| node.usi.is_some());
        moves.last().map_or(0, |node| node.id)
    }

    /// Forgets who wrote the comments: their authors are those of another review.
    pub fn forget_authors(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.by.clear());
    }

    /// A node and its place in the list.
    pub fn find(&self, id: u32) -> Option<(usize, &Node)> {
        self.nodes.iter().enumerate().find(|(_, node)| node.id == id)
    }

    /// The node that follows another by this move.
    pub(crate) fn child(&self, parent: u32, usi: &str) -> Option<&Node> {
        self.nodes.iter().find(|it| it.parent == Some(parent) && it.usi.as_deref() == Some(usi))
    }

    /// The nodes from the start to this one, with it. Parents come earlier, so it ends.
    pub(crate) fn path(&self, id: u32) -> Vec<&Node> {
        let up = |node: &&Node| self.find(node.parent?).map(|(_, parent)| parent);
        let mut path: Vec<_> =
            std::iter::successors(self.find(id).map(|(_, node)| node), up).collect();
        path.reverse();
        path
    }

    /// The position after a node, if everything on the way there can be read.
    pub fn position(&self, id: u32) -> Option<Position> {
        let variant = Variant::from_name(&self.variant)?;
        let mut position = Position::from_sfen(variant, &self.start).ok()?;
        for usi in self.path(id).into_iter().filter_map(|node| node.usi.as_deref()) {
            position.play(Move::from_usi(variant, usi).ok()?);
        }
        Some(position)
    }
}
