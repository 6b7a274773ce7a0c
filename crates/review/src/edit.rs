//! What can be done with a review.

use komadai_rules::{Illegal, Move, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{COMMENT_CHARS_MAX, HINT_CHARS_MAX, NODES_MAX, Node, SHAPES_MAX, Shape, Tree};

/// A requested change to a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
#[schemars(rename = "ReviewEdit")]
pub enum Edit {
    /// Plays a move after a node and goes to it. A move that exists already is only gone to.
    Play {
        /// The node.
        after: u32,
        /// The move.
        usi: String,
        /// Nobody is led to it: who plays it works on their own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// Replaces the comment on a position.
    Comment {
        /// The node.
        node: u32,
        /// At most [`COMMENT_CHARS_MAX`] characters; empty to say nothing.
        text: String,
    },
    /// Replaces the hint at what to play in a position.
    Hint {
        /// The node.
        node: u32,
        /// At most [`HINT_CHARS_MAX`] characters; empty for none.
        text: String,
    },
    /// Replaces the shapes on a position.
    Draw {
        /// The node.
        node: u32,
        /// At most [`SHAPES_MAX`].
        shapes: Vec<Shape>,
    },
    /// Makes the variation that leads to a node the main line, where it leaves its main line last.
    Promote {
        /// The node.
        node: u32,
    },
    /// Deletes a node and everything after it.
    Delete {
        /// The node, which is not the start.
        node: u32,
    },
    /// Goes to a position.
    Look {
        /// The node.
        node: u32,
    },
}

/// A change that was made to a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
#[schemars(rename = "ReviewChange")]
pub enum Change {
    /// A node was added after its parent's other continuations, and is now shown.
    Added {
        /// The node.
        node: Node,
        /// Everybody stays where they are.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// A comment was changed.
    Commented {
        /// The node.
        node: u32,
        /// The whole comment.
        text: String,
        /// Its authors, as in the node.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<u32>,
    },
    /// A hint was changed.
    Hinted {
        /// The node.
        node: u32,
        /// The whole hint.
        text: String,
    },
    /// The shapes were changed.
    Drawn {
        /// The node.
        node: u32,
        /// All the shapes.
        shapes: Vec<Shape>,
    },
    /// A node became the first continuation of its parent.
    Promoted {
        /// The node.
        node: u32,
    },
    /// A node and everything after it were deleted; viewers of any of these are moved to its
    /// parent.
    Deleted {
        /// The node.
        node: u32,
    },
    /// Another position is shown.
    Looked {
        /// The node.
        node: u32,
    },
    /// A node belongs to the game that is played elsewhere from now on, or no longer.
    Scored {
        /// The node.
        node: u32,
        /// Whether it does.
        scored: bool,
        /// How long the side to move thought, in milliseconds, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent_ms: Option<u64>,
    },
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// It was deleted meanwhile, or never there.
    #[error("this position is no longer in the review")]
    UnknownNode,
    /// The text is no move.
    #[error("this is not a move in USI notation, such as 7g7f or P*5e")]
    BadMove,
    /// The rules do not allow the move.
    #[error("the rules do not allow this move")]
    Illegal(Illegal),
    /// The line has ended there.
    #[error("the game is over here; go back a move")]
    AfterEnd,
    /// There are [`NODES_MAX`] nodes.
    #[error("a review holds at most {NODES_MAX} moves")]
    Full,
    /// The comment is too long.
    #[error("a comment has at most {COMMENT_CHARS_MAX} characters")]
    LongComment,
    /// The hint is too long.
    #[error("a hint has at most {HINT_CHARS_MAX} characters")]
    LongHint,
    /// Too much is drawn, or outside the board.
    #[error("at most {SHAPES_MAX} arrows and circles, from square to square")]
    BadShapes,
    /// The start stays.
    #[error("the start cannot be deleted")]
    Start,
    /// It was played.
    #[error("this is the game as it was played; only those who keep the score change it")]
    Scored,
}

impl Tree {
    /// Carries out an edit; what came of it.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn edit(&mut self, edit: Edit) -> Result<Change, EditError> {
        self.edit_by(edit, None)
    }

    /// The same by somebody who has this place in the review's list of authors.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn edit_by(&mut self, edit: Edit, author: Option<u32>) -> Result<Change, EditError> {
        let change = self.judge(edit, author)?;
        self.apply(&change);
        Ok(change)
    }

    fn judge(&self, edit: Edit, author: Option<u32>) -> Result<Change, EditError> {
        let known = |id: u32| self.find(id).map(|(_, node)| node).ok_or(EditError::UnknownNode);
        match edit {
            Edit::Play { after, usi, alone } => {
                let change = self.judge_move(known(after)?, &usi)?;
                Ok(if alone { self.stay(change) } else { change })
            }
            Edit::Comment { node, text } => {
                let before = known(node)?;
                let text = clean(&text);
                if text.chars().count() > COMMENT_CHARS_MAX {
                    return Err(EditError::LongComment);
                }
                let by = before.authors_of(&text, author);
                Ok(Change::Commented { node, text, by })
            }
            Edit::Hint { node, text } => {
                known(node)?;
                let text = clean(&text);
                if text.chars().count() > HINT_CHARS_MAX {
                    return Err(EditError::LongHint);
                }
                Ok(Change::Hinted { node, text })
            }
            Edit::Draw { node, shapes } => {
                known(node)?;
                if shapes.len() > SHAPES_MAX || !shapes.iter().all(Shape::is_on_board) {
                    return Err(EditError::BadShapes);
                }
                Ok(Change::Drawn { node, shapes })
            }
            Edit::Promote { node } => {
                known(node)?;
                let path = self.path(node);
                let branch = path.iter().rev().find(|it| self.first_sibling(it) != Some(it.id));
                let node = branch.map_or(node, |branch| branch.id);
                Ok(Change::Promoted { node })
            }
            Edit::Delete { node } => match known(node)?.parent {
                None => Err(EditError::Start),
                Some(_) => Ok(Change::Deleted { node }),
            },
            Edit::Look { node } => {
                known(node)?;
                Ok(Change::Looked { node })
            }
        }
    }

    fn judge_move(&self, after: &Node, usi: &str) -> Result<Change, EditError> {
        let position = self.position(after.id).ok_or(EditError::UnknownNode)?;
        let variant = position.variant();
        let mv = Move::from_usi(variant, usi).map_err(|_| EditError::BadMove)?;
        let mv = if position.judge(mv).is_ok() { position.plain(mv) } else { mv };
        let usi = mv.usi(variant).to_string();
        if let Some(node) = self.child(after.id, &usi) {
            return Ok(Change::Looked { node: node.id });
        }
        if after.end.is_some() {
            return Err(EditError::AfterEnd);
        }
        if self.nodes.len() >= NODES_MAX {
            return Err(EditError::Full);
        }
        position.judge(mv).map_err(EditError::Illegal)?;
        let node =
            Node { id: self.next, parent: Some(after.id), usi: Some(usi), ..Node::default() };
        Ok(Change::Added { node, alone: false })
    }

    /// The same without leading anybody anywhere.
    fn stay(&self, change: Change) -> Change {
        match change {
            Change::Added { node, .. } => Change::Added { node, alone: true },
            _ => Change::Looked { node: self.at },
        }
    }

    /// The first of the nodes that have the same parent as this one.
    fn first_sibling(&self, node: &Node) -> Option<u32> {
        self.nodes.iter().find(|it| it.parent == node.parent).map(|it| it.id)
    }

    /// Does what was done elsewhere. What does not fit changes nothing.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Added { node, alone } => {
                self.next = self.next.max(node.id.saturating_add(1));
                if !alone {
                    self.at = node.id;
                }
                self.nodes.push(node.clone());
            }
            Change::Commented { node, text, by } => {
                if let Some(node) = self.find_mut(*node) {
                    node.comment.clone_from(text);
                    node.by.clone_from(by);
                }
            }
            Change::Hinted { node, text } => {
                if let Some(node) = self.find_mut(*node) {
                    node.hint.clone_from(text);
                }
            }
            Change::Drawn { node, shapes } => {
                if let Some(node) = self.find_mut(*node) {
                    node.shapes.clone_from(shapes);
                }
            }
            Change::Promoted { node } => {
                let Some((place, found)) = self.find(*node) else { return };
                let parent = found.parent;
                let first = self.nodes.iter().position(|it| it.parent == parent);
                // It moves to before its siblings, which is still behind its parent.
                if let Some(first) = first
                    && first < place
                    && let Some(part) = self.nodes.get_mut(first..=place)
                {
                    part.rotate_right(1);
                }
            }
            Change::Deleted { node } => self.delete(*node),
            Change::Looked { node } => self.at = *node,
            Change::Scored { node, scored, spent_ms } => {
                if let Some(node) = self.find_mut(*node) {
                    node.scored = *scored;
                    node.spent_ms = *spent_ms;
                }
            }
        }
    }

    fn delete(&mut self, node: u32) {
        let Some(parent) = self.find(node).and_then(|(_, node)| node.parent) else { return };
        let mut gone = std::collections::HashSet::from([node]);
        self.nodes.retain(|it| {
            let goes = gone.contains(&it.id) || it.parent.is_some_and(|it| gone.contains(&it));
            if goes {
                gone.insert(it.id);
            }
            !goes
        });
        if gone.contains(&self.at) {
            self.at = parent;
        }
    }

    fn find_mut(&mut self, id: u32) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|node| node.id == id)
    }
}

impl Node {
    /// Whose the comment is once `author` has made this of it. What several have worked on is
    /// theirs together.
    fn authors_of(&self, text: &str, author: Option<u32>) -> Vec<u32> {
        if text == self.comment {
            return self.by.clone();
        }
        let others =
            self.by.iter().copied().filter(|it| !self.comment.is_empty() && Some(*it) != author);
        if text.is_empty() { Vec::new() } else { others.chain(author).collect() }
    }
}

impl Shape {
    pub(crate) fn is_on_board(&self) -> bool {
        let is_square = |text: &str| text.parse::<Square>().is_ok();
        is_square(&self.from) && self.to.as_deref().is_none_or(is_square)
    }
}

/// A comment without control characters other than ends of lines, and without blanks around it.
pub(crate) fn clean(text: &str) -> String {
    let turns_around = |sign| matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let kept = |sign: &char| *sign == '\n' || !(sign.is_control() || turns_around(*sign));
    text.chars().filter(kept).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Position, Variant};

    use super::*;
    use crate::Brush;

    fn tree() -> Tree {
        let variant = Variant::from_name("standard").unwrap();
        Tree::new(&Position::start(variant))
    }

    fn play(tree: &mut Tree, after: u32, usi: &str) -> Result<u32, EditError> {
        match tree.edit(Edit::Play { after, usi: usi.to_owned(), alone: false })? {
            Change::Added { node, .. } => Ok(node.id),
            Change::Looked { node } => Ok(node),
            other => panic!("{other:?}"),
        }
    }

    /// The moves in the order of the list, with their ids.
    fn told(tree: &Tree) -> String {
        let told = tree.nodes.iter().skip(1).map(|node| {
            format!("{}<{} {}", node.id, node.parent.unwrap(), node.usi.as_deref().unwrap())
        });
        told.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn variations_are_played_promoted_and_deleted() {
        let mut tree = tree();
        let first = play(&mut tree, 0, "7g7f").unwrap();
        let second = play(&mut tree, first, "3c3d").unwrap();
        let other = play(&mut tree, first, "8c8d").unwrap();
        let deep = play(&mut tree, other, "2g2f").unwrap();
        assert_eq!(told(&tree), "1<0 7g7f, 2<1 3c3d, 3<1 8c8d, 4<3 2g2f");
        assert_eq!(play(&mut tree, first, "3c3d"), Ok(second), "a known move is the same node");
        assert_eq!(tree.at, second);

        // What is promoted is the variation that the node stands in.
        assert_eq!(tree.edit(Edit::Promote { node: deep }), Ok(Change::Promoted { node: other }));
        assert_eq!(told(&tree), "1<0 7g7f, 3<1 8c8d, 2<1 3c3d, 4<3 2g2f");
        tree.edit(Edit::Promote { node: deep }).unwrap();
        assert_eq!(told(&tree), "1<0 7g7f, 3<1 8c8d, 2<1 3c3d, 4<3 2g2f", "it is the main line");

        tree.edit(Edit::Look { node: deep }).unwrap();
        tree.edit(Edit::Delete { node: other }).unwrap();
        assert_eq!((told(&tree), tree.at), ("1<0 7g7f, 2<1 3c3d".to_owned(), first));
        assert_eq!(play(&mut tree, second, "2g2f"), Ok(5), "ids are not used twice");
        assert_eq!(tree.edit(Edit::Delete { node: 0 }), Err(EditError::Start));
        assert_eq!(tree.edit(Edit::Look { node: deep }), Err(EditError::UnknownNode));
    }

    #[test]
    fn only_legal_moves_are_played() {
        let mut tree = tree();
        let before = tree.clone();
        assert_eq!(play(&mut tree, 0, "7g7e"), Err(EditError::Illegal(Illegal::CannotMoveThere)));
        assert_eq!(play(&mut tree, 0, "hello"), Err(EditError::BadMove));
        assert_eq!(play(&mut tree, 9, "7g7f"), Err(EditError::UnknownNode));
        assert_eq!(tree, before);
        tree.nodes.push(Node {
            id: 1,
            parent: Some(0),
            end: Some("resignation".to_owned()),
            ..Node::default()
        });
        assert_eq!(play(&mut tree, 1, "7g7f"), Err(EditError::AfterEnd));
    }

    #[test]
    fn comments_are_signed_by_all_who_worked_on_them() {
        let mut tree = tree();
        let mut say = |text: &str, author| {
            let edit = Edit::Comment { node: 0, text: text.to_owned() };
            tree.edit_by(edit, author).unwrap();
            tree.nodes[0].by.clone()
        };
        assert_eq!(say("同飛", Some(0)), [0]);
        assert_eq!(say("同飛?", Some(1)), [0, 1]);
        assert_eq!(say("同飛??", Some(0)), [1, 0], "the latest comes last");
        assert_eq!(say("同飛??", Some(1)), [1, 0], "nothing was written");
        assert_eq!(say("", Some(1)), [0; 0]);
        assert_eq!(say("同歩", Some(1)), [1]);
        tree.forget_authors();
        assert_eq!(tree.nodes[0].by, [0; 0]);
        assert_eq!(tree.nodes[0].comment, "同歩");
    }

    #[test]
    fn comments_and_drawings_have_limits() {
        let mut tree = tree();
        let comment = |text: String| Edit::Comment { node: 0, text };
        let long = "駒".repeat(COMMENT_CHARS_MAX);
        tree.edit(comment(format!(" {long}\u{202E}"))).unwrap();
        assert_eq!(tree.nodes[0].comment, long);
        assert_eq!(tree.edit(comment(format!("{long}!"))), Err(EditError::LongComment));
        let shape = |from: &str, to: Option<&str>| Shape {
            from: from.to_owned(),
            to: to.map(str::to_owned),
            brush: Brush::Red,
        };
        let draw = |shapes| Edit::Draw { node: 0, shapes };
        tree.edit(draw(vec![shape("7g", Some("7f")), shape("5e", None)])).unwrap();
        assert_eq!(tree.nodes[0].shapes.len(), 2);
        assert_eq!(tree.edit(draw(vec![shape("0z", None)])), Err(EditError::BadShapes));
        let many = vec![shape("5e", None); SHAPES_MAX + 1];
        assert_eq!(tree.edit(draw(many)), Err(EditError::BadShapes));
    }

    #[test]
    fn who_works_alone_leads_nobody_anywhere() {
        let mut tree = tree();
        let first = play(&mut tree, 0, "7g7f").unwrap();
        let alone = |after, usi: &str| Edit::Play { after, usi: usi.to_owned(), alone: true };
        let change = tree.edit(alone(first, "3c3d")).unwrap();
        assert!(matches!(&change, Change::Added { node, alone: true } if node.id == 2));
        assert_eq!((told(&tree), tree.at), ("1<0 7g7f, 2<1 3c3d".to_owned(), first));
        assert_eq!(tree.edit(alone(first, "3c3d")), Ok(Change::Looked { node: first }));
        assert_eq!(
            tree.edit(alone(first, "3c3e")),
            Err(EditError::Illegal(Illegal::CannotMoveThere))
        );
        // What was known before it is written as before.
        let known = Edit::Play { after: 0, usi: "7g7f".to_owned(), alone: false };
        assert_eq!(
            serde_json::to_string(&known).unwrap(),
            r#"{"t":"play","after":0,"usi":"7g7f"}"#
        );
    }

    #[test]
    fn hints_are_cleaned_and_have_a_limit() {
        let mut tree = tree();
        let hint = |text: String| Edit::Hint { node: 0, text };
        tree.edit(hint(" 飛車先\u{202E} ".to_owned())).unwrap();
        assert_eq!(tree.nodes[0].hint, "飛車先");
        assert_eq!(tree.edit(hint("あ".repeat(HINT_CHARS_MAX + 1))), Err(EditError::LongHint));
        tree.edit(hint(String::new())).unwrap();
        assert!(!serde_json::to_string(&tree).unwrap().contains("hint"));
    }

    #[test]
    fn what_was_stored_is_read() {
        let text = r#"{"variant":"standard","start":"9/9/9/9/4K4/9/9/9/4k4 b - 1","headers":[["Sente","A"]],
            "nodes":[{"id":0,"parent":null},{"id":1,"parent":0,"usi":"5e5d","comment":"!","shapes":[{"from":"5e","to":"5d","brush":"green"}]},
            {"id":2,"parent":1,"end":"resignation","winner":"sente","spent_ms":5}],"next":3,"at":1}"#;
        let tree: Tree = serde_json::from_str(text).unwrap();
        let again: Tree = serde_json::from_str(&serde_json::to_string(&tree).unwrap()).unwrap();
        assert_eq!(tree, again);
        assert_eq!(tree.header("Sente"), Some("A"));
    }
}
