//! A tree whose main line is a game that is played elsewhere.
//!
//! The line is written by those who keep the score; everybody else who changes the tree adds to it.
//! [`Tree::follow`] makes it the main line, whatever was there before: it does nothing where the
//! line is there already, so it can be done again at any time.

use komadai_kifu::Outcome;

use crate::{Change, Edit, EditError, NODES_MAX, Node, Tree, score::SCORE_PLIES_MAX};

/// How many nodes are not the game's own.
pub const VARIATION_NODES_MAX: usize = NODES_MAX - SCORE_PLIES_MAX - 2;

impl Tree {
    /// Makes a line the main line: moves with how long they took, and how it ends. What was there
    /// and is no longer played stays as a variation where somebody has added something to it.
    pub fn follow(&mut self, line: &[(String, Option<u64>)], end: Option<&Outcome>) -> Vec<Change> {
        let mut changes = Vec::new();
        // Whoever looks at the last move goes to the next one with it, and everybody to the first:
        // what was tried before the game is no talk about it.
        let begins = !self.nodes.iter().any(|it| it.scored);
        let is_leading = begins || self.at == self.scored_end();
        let mut path = vec![0];
        let steps = line.iter().map(|(usi, spent_ms)| Node {
            usi: Some(usi.clone()),
            spent_ms: *spent_ms,
            scored: true,
            ..Node::default()
        });
        let end = end.map(|end| Node {
            end: Some(end.cause.as_str().to_owned()),
            winner: end.winner,
            scored: true,
            ..Node::default()
        });
        for step in steps.chain(end) {
            let parent = path.last().copied().unwrap_or_default();
            let id = self.step(parent, step, is_leading, &mut changes);
            path.push(id);
        }
        self.leave(&path, &mut changes);
        changes
    }

    /// Goes on with this step; the node that it is.
    fn step(
        &mut self,
        parent: u32,
        step: Node,
        is_leading: bool,
        changes: &mut Vec<Change>,
    ) -> u32 {
        let is_it = |node: &&Node| {
            node.parent == Some(parent)
                && (&node.usi, &node.end, node.winner) == (&step.usi, &step.end, step.winner)
        };
        let known = self.nodes.iter().find(is_it).map(|it| (it.id, it.scored, it.spent_ms));
        let id = match known {
            Some((id, is_scored, spent_ms)) => {
                if !is_scored || spent_ms != step.spent_ms {
                    let spent_ms = step.spent_ms;
                    self.make(Change::Scored { node: id, scored: true, spent_ms }, changes);
                }
                id
            }
            None => {
                let id = self.next;
                let node = Node { id, parent: Some(parent), ..step };
                self.make(Change::Added { node, alone: true }, changes);
                id
            }
        };
        if self.nodes.iter().find(|it| it.parent == Some(parent)).map(|it| it.id) != Some(id) {
            self.make(Change::Promoted { node: id }, changes);
        }
        if is_leading && known.is_none_or(|(_, is_scored, _)| !is_scored) {
            // The last of them counts; a reader gets all of them.
            match changes.last_mut() {
                Some(Change::Added { node, alone }) if node.id == id => {
                    *alone = false;
                    self.at = id;
                }
                _ => self.make(Change::Looked { node: id }, changes),
            }
        }
        id
    }

    /// Nothing but this path is the game any more.
    fn leave(&mut self, path: &[u32], changes: &mut Vec<Change>) {
        loop {
            let gone = self.nodes.iter().find(|it| it.scored && !path.contains(&it.id));
            let Some((id, spent_ms)) = gone.map(|it| (it.id, it.spent_ms)) else { return };
            let n_others = self.nodes.iter().filter(|it| !it.scored).count();
            let change = if self.is_bare(id) || n_others >= VARIATION_NODES_MAX {
                Change::Deleted { node: id }
            } else {
                Change::Scored { node: id, scored: false, spent_ms }
            };
            self.make(change, changes);
        }
    }

    /// Whether nobody has added anything to what comes here.
    fn is_bare(&self, id: u32) -> bool {
        let mut part = vec![id];
        for node in &self.nodes {
            if node.id == id || node.parent.is_some_and(|parent| part.contains(&parent)) {
                let says_nothing = node.scored
                    && node.comment.is_empty()
                    && node.hint.is_empty()
                    && node.shapes.is_empty();
                if !says_nothing {
                    return false;
                }
                part.push(node.id);
            }
        }
        true
    }

    fn make(&mut self, change: Change, changes: &mut Vec<Change>) {
        self.apply(&change);
        changes.push(change);
    }

    /// The last node of the game.
    fn scored_end(&self) -> u32 {
        let mut at = 0;
        for node in &self.nodes {
            if node.scored && node.parent == Some(at) {
                at = node.id;
            }
        }
        at
    }

    /// Whether an edit leaves the game as it was played.
    ///
    /// # Errors
    /// When it does not, or takes room that the game needs.
    pub fn leaves_score(&self, edit: &Edit) -> Result<(), EditError> {
        let is_scored = |id: u32| self.find(id).is_some_and(|(_, node)| node.scored);
        match edit {
            Edit::Delete { node } if is_scored(*node) => Err(EditError::Scored),
            Edit::Promote { node } => {
                let path = self.path(*node);
                let first =
                    |parent| self.nodes.iter().find(|it| it.parent == parent).map(|it| it.id);
                let branch = path.iter().rev().find(|it| first(it.parent) != Some(it.id));
                if branch.and_then(|it| first(it.parent)).is_some_and(is_scored) {
                    Err(EditError::Scored)
                } else {
                    Ok(())
                }
            }
            Edit::Play { after, usi, .. } => {
                let n_others = self.nodes.iter().filter(|it| !it.scored).count();
                if n_others >= VARIATION_NODES_MAX && self.child(*after, usi).is_none() {
                    Err(EditError::Full)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_kifu::Cause;
    use komadai_rules::{Position, Side, Variant};

    use super::*;

    fn line(moves: &str) -> Vec<(String, Option<u64>)> {
        moves.split_whitespace().map(|it| (it.to_owned(), None)).collect()
    }

    /// The moves in the order of the list; those of the game have a star.
    fn told(tree: &Tree) -> String {
        let told = tree.nodes.iter().skip(1).map(|node| {
            let star = if node.scored { "*" } else { "" };
            let what = node.usi.as_deref().or(node.end.as_deref()).unwrap();
            format!("{}<{} {what}{star}", node.id, node.parent.unwrap())
        });
        told.collect::<Vec<_>>().join(", ")
    }

    fn tree() -> Tree {
        Tree::new(&Position::start(Variant::standard()))
    }

    /// Follows a line, and checks that whoever gets only the changes has the same tree.
    fn follow(tree: &mut Tree, moves: &str, end: Option<&Outcome>) -> usize {
        let mut reader = tree.clone();
        let changes = tree.follow(&line(moves), end);
        for change in &changes {
            reader.apply(change);
        }
        assert_eq!(&reader, tree);
        assert!(tree.record().is_ok(), "{tree:?}");
        assert_eq!(tree.follow(&line(moves), end), [], "it is there already");
        changes.len()
    }

    #[test]
    fn the_line_grows_and_leads_those_who_follow() {
        let mut tree = tree();
        assert_eq!(follow(&mut tree, "7g7f 3c3d", None), 2);
        assert_eq!((told(&tree).as_str(), tree.at), ("1<0 7g7f*, 2<1 3c3d*", 2));
        // A commentator shows something else: nobody is led away from it.
        tree.edit(Edit::Play { after: 1, usi: "8c8d".to_owned(), alone: false }).unwrap();
        let resigned = Outcome::new(Cause::Resignation, Some(Side::Gote));
        assert_eq!(follow(&mut tree, "7g7f 3c3d 2g2f", Some(&resigned)), 2);
        let expected = "1<0 7g7f*, 2<1 3c3d*, 3<1 8c8d, 4<2 2g2f*, 5<4 resignation*";
        assert_eq!((told(&tree).as_str(), tree.at), (expected, 3));
        tree.edit(Edit::Look { node: 5 }).unwrap();
        follow(&mut tree, "7g7f 3c3d 2g2f", None);
        assert_eq!(tree.at, 4, "the result is taken back");
    }

    #[test]
    fn the_first_move_takes_everybody_with_it() {
        let mut tree = tree();
        tree.edit(Edit::Play { after: 0, usi: "2g2f".to_owned(), alone: false }).unwrap();
        follow(&mut tree, "7g7f", None);
        assert_eq!((told(&tree).as_str(), tree.at), ("2<0 7g7f*, 1<0 2g2f", 2));
    }

    #[test]
    fn a_variation_that_is_played_becomes_the_game() {
        let mut tree = tree();
        follow(&mut tree, "7g7f", None);
        tree.edit(Edit::Play { after: 1, usi: "8c8d".to_owned(), alone: true }).unwrap();
        tree.edit(Edit::Play { after: 1, usi: "3c3d".to_owned(), alone: true }).unwrap();
        tree.edit(Edit::Comment { node: 3, text: "同じ".to_owned() }).unwrap();
        follow(&mut tree, "7g7f 3c3d", None);
        assert_eq!(told(&tree), "1<0 7g7f*, 3<1 3c3d*, 2<1 8c8d");
        assert_eq!(tree.at, 3);
        // What was wrong stays where somebody has spoken of it, and goes where nobody has.
        follow(&mut tree, "7g7f 8c8d 2g2f", None);
        assert_eq!(told(&tree), "1<0 7g7f*, 2<1 8c8d*, 3<1 3c3d, 4<2 2g2f*");
        follow(&mut tree, "7g7f 8c8d", None);
        assert_eq!(told(&tree), "1<0 7g7f*, 2<1 8c8d*, 3<1 3c3d");
    }

    #[test]
    fn commentators_leave_the_game_as_it_was_played() {
        let mut tree = tree();
        follow(&mut tree, "7g7f 3c3d", None);
        tree.edit(Edit::Play { after: 1, usi: "8c8d".to_owned(), alone: true }).unwrap();
        tree.edit(Edit::Play { after: 1, usi: "5c5d".to_owned(), alone: true }).unwrap();
        let cases = [
            (Edit::Delete { node: 2 }, Err(EditError::Scored)),
            (Edit::Delete { node: 1 }, Err(EditError::Scored)),
            (Edit::Delete { node: 3 }, Ok(())),
            (Edit::Promote { node: 3 }, Err(EditError::Scored)),
            (Edit::Comment { node: 2, text: "!".to_owned() }, Ok(())),
            (Edit::Play { after: 2, usi: "2g2f".to_owned(), alone: false }, Ok(())),
        ];
        for (edit, expected) in cases {
            assert_eq!(tree.leaves_score(&edit), expected, "{edit:?}");
        }
        // However much they add, the longest game has room.
        let parent = tree.nodes.len() as u32;
        let others = (parent..NODES_MAX as u32).map(|id| Node {
            id,
            parent: Some(0),
            usi: Some(format!("x{id}")),
            ..Node::default()
        });
        tree.nodes.extend(others.take(VARIATION_NODES_MAX - 3));
        let play = Edit::Play { after: 2, usi: "2g2f".to_owned(), alone: false };
        assert_eq!(tree.leaves_score(&play), Err(EditError::Full));
        assert!(tree.nodes.iter().filter(|it| !it.scored).count() + SCORE_PLIES_MAX < NODES_MAX);
    }
}
