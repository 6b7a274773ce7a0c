//! Trees from records, and records from trees.

use std::collections::HashMap;

use komadai_kifu::{BuildError, Cause, Key, NodeId, Outcome, Record, Step};
use komadai_rules::{Move, Position, Variant};

use crate::{
    COMMENT_CHARS_MAX, HEADER_CHARS_MAX, HEADERS_MAX, HINT_CHARS_MAX, NODES_MAX, Node, SHAPES_MAX,
    Shape, Tree, edit::clean,
};

/// Why something is no tree of a review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// No variant has that name.
    #[error("there is no such variant")]
    UnknownVariant,
    /// The start cannot be read.
    #[error("the start is not a valid position")]
    BadStart,
    /// It has too many moves.
    #[error("a review holds at most {NODES_MAX} moves")]
    Full,
    /// A node has no place in a tree, or says too much.
    #[error("step {0} of the review does not fit")]
    BadNode(u32),
    /// A move cannot be carried out.
    #[error("step {0} of the review cannot be played: {1}")]
    CannotPlay(u32, BuildError),
    /// The headers are too many or too long.
    #[error("a review has at most {HEADERS_MAX} headers of {HEADER_CHARS_MAX} characters")]
    BadHeaders,
}

impl Tree {
    /// The tree of a record. Bookmarks become the first line of a comment; what is too long is cut.
    ///
    /// # Errors
    /// If it has more than [`NODES_MAX`] moves.
    pub fn of(record: &Record) -> Result<Self, TreeError> {
        if record.n_nodes() > NODES_MAX {
            return Err(TreeError::Full);
        }
        let mut tree = Self::new(record.start());
        let cut = |text: &str, n: usize| clean(text).chars().take(n).collect::<String>();
        tree.headers = record
            .headers
            .iter()
            .take(HEADERS_MAX)
            .map(|(key, text)| (key.english().to_owned(), cut(text, HEADER_CHARS_MAX)))
            .collect();
        tree.nodes.clear();
        let mut ids = HashMap::new();
        let mut walk = record.walk();
        while let Some(visit) = walk.next() {
            let id = tree.nodes.len() as u32;
            ids.insert(visit.id, id);
            let is_start = visit.id == NodeId::START;
            let parent = ids.get(&record.parent(visit.id)).copied().filter(|_| !is_start);
            let said = visit.node.bookmark.iter().chain(&visit.node.comments);
            let said = said.map(String::as_str).collect::<Vec<_>>().join("\n");
            let outcome = visit.node.outcome();
            tree.nodes.push(Node {
                id,
                parent,
                usi: visit.node.mv().map(|mv| mv.usi(record.variant()).to_string()),
                end: outcome.map(|outcome| outcome.cause.as_str().to_owned()),
                winner: outcome.and_then(|outcome| outcome.winner),
                spent_ms: visit.node.spent_ms,
                scored: false,
                comment: cut(&said, COMMENT_CHARS_MAX),
                by: Vec::new(),
                hint: String::new(),
                shapes: Vec::new(),
            });
        }
        tree.next = tree.nodes.len() as u32;
        Ok(tree)
    }

    /// The tree as a record, without its drawings. A tree that has a record is well-formed, so
    /// this is also how one that came from elsewhere is judged.
    ///
    /// # Errors
    /// What does not fit.
    pub fn record(&self) -> Result<Record, TreeError> {
        let variant = Variant::from_name(&self.variant).ok_or(TreeError::UnknownVariant)?;
        let start = Position::from_sfen(variant, &self.start).map_err(|_| TreeError::BadStart)?;
        if self.nodes.len() > NODES_MAX {
            return Err(TreeError::Full);
        }
        let mut record = Record::new(start.clone());
        self.put_headers(&mut record)?;
        let mut places: HashMap<u32, (NodeId, Position)> = HashMap::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let bad = || TreeError::BadNode(node.id);
            let fits = node.comment.chars().count() <= COMMENT_CHARS_MAX
                && node.hint.chars().count() <= HINT_CHARS_MAX
                && node.shapes.len() <= SHAPES_MAX
                && node.shapes.iter().all(Shape::is_on_board)
                && node.id < self.next
                && !places.contains_key(&node.id);
            if !fits {
                return Err(bad());
            }
            let (at, position) = match node.parent {
                None if places.is_empty() && node.id == 0 => (NodeId::START, start.clone()),
                None => return Err(bad()),
                Some(parent) => {
                    let (parent, before) = places.get(&parent).ok_or_else(bad)?;
                    let step = step(node, variant).ok_or_else(bad)?;
                    let at = record
                        .put(*parent, before, step)
                        .map_err(|cause| TreeError::CannotPlay(node.id, cause))?;
                    let mut after = before.clone();
                    if let Some(mv) = record.node(at).mv() {
                        after.play(mv);
                    }
                    (at, after)
                }
            };
            let told = record.node_mut(at);
            told.spent_ms = node.spent_ms;
            told.comments = clean(&node.comment).lines().map(str::to_owned).collect();
            places.insert(node.id, (at, position));
        }
        self.write_links(&mut record, &places);
        if places.contains_key(&self.at) && places.contains_key(&0) {
            Ok(record)
        } else {
            Err(TreeError::BadNode(self.at))
        }
    }

    fn put_headers(&self, record: &mut Record) -> Result<(), TreeError> {
        let is_long = |(word, text): &(String, String)| {
            word.chars().count() > HEADER_CHARS_MAX || text.chars().count() > HEADER_CHARS_MAX
        };
        if self.headers.len() > HEADERS_MAX || self.headers.iter().any(is_long) {
            return Err(TreeError::BadHeaders);
        }
        for (word, text) in &self.headers {
            // A word that no file can have stays in the tree alone.
            if let Some(key) = Key::other(word) {
                record.headers.set(key, text);
            }
        }
        Ok(())
    }
}

/// What a node does; none if it does nothing or two things.
fn step(node: &Node, variant: Variant) -> Option<Step> {
    match (&node.usi, &node.end) {
        (Some(usi), None) => Move::from_usi(variant, usi).ok().map(Step::Move),
        (None, Some(end)) => {
            let outcome = Outcome::new(Cause::from_name(end)?, node.winner);
            Some(Step::End(outcome))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use komadai_kifu::{Encoding, formats, read, write};

    use super::*;
    use crate::Edit;

    const FILE: &str = "\
手合割：平手
先手：羽生
*対局前
   1 ７六歩(77)   ( 0:16/00:00:16)
*初手
   2 ３四歩(33)
   3 投了
変化：2手
   2 ８四歩(83)
*こちらも
";

    #[test]
    fn a_record_becomes_a_tree_and_is_written_again() {
        let record = read(FILE.as_bytes(), None).unwrap().records.remove(0);
        let tree = Tree::of(&record).unwrap();
        assert_eq!(tree.record().unwrap(), record);
        assert_eq!(tree.nodes[1].spent_ms, Some(16_000));
        assert_eq!(tree.nodes[1].comment, "初手");
        let written = write(&[tree.record().unwrap()], formats::KIF, Encoding::Utf8).unwrap();
        assert_eq!(read(&written, None).unwrap().records[0], record);
    }

    #[test]
    fn a_variation_that_was_played_is_written() {
        let record = read(FILE.as_bytes(), None).unwrap().records.remove(0);
        let mut tree = Tree::of(&record).unwrap();
        tree.edit(Edit::Play { after: 1, usi: "5c5d".to_owned(), alone: false }).unwrap();
        tree.edit(Edit::Comment { node: tree.at, text: "一行\n二行".to_owned() }).unwrap();
        let kif = write(&[tree.record().unwrap()], formats::KIF, Encoding::Utf8).unwrap();
        let kif = String::from_utf8(kif).unwrap();
        assert!(kif.contains("５四歩(53)") && kif.contains("*一行\n*二行"), "{kif}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let good = Tree::of(&read(FILE.as_bytes(), None).unwrap().records[0]).unwrap();
        type Spoil = fn(&mut Tree);
        let cases: [(&str, Spoil); 9] = [
            ("variant", |it| it.variant = "chess".to_owned()),
            ("start", |it| it.start = "?".to_owned()),
            ("two starts", |it| it.nodes[1].parent = None),
            ("a parent that comes later", |it| it.nodes[1].parent = Some(2)),
            ("a number twice", |it| it.nodes[2].id = 1),
            ("a move that is none", |it| it.nodes[1].usi = Some("x".to_owned())),
            ("a move from nowhere", |it| it.nodes[1].usi = Some("5e5d".to_owned())),
            ("nowhere to look", |it| it.at = 99),
            ("a number that is given later", |it| it.next = 1),
        ];
        for (what, spoil) in cases {
            let mut tree = good.clone();
            spoil(&mut tree);
            assert!(tree.record().is_err(), "{what}");
        }
        let mut long = good;
        long.headers.push(("Event".to_owned(), "x".repeat(HEADER_CHARS_MAX + 1)));
        assert_eq!(long.record().err(), Some(TreeError::BadHeaders));
    }
}
