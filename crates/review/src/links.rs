//! Links from a comment to a move of the same tree.
//!
//! A comment contains a link as `[[#12]]`, with the id of the node. Pages show the move there in
//! the reader's notation; in a record, which has no links, the move stands there in words.

use std::collections::HashMap;

use komadai_kifu::{NodeId, Record, notations};
use komadai_rules::{Position, Side};

use crate::{Node, Tree};

/// What a link begins with.
const OPEN: &str = "[[#";

/// What it ends with.
const CLOSE: &str = "]]";

/// What stands for a move that has been deleted, and for what is no move.
const GONE: &str = "…";

/// A comment with what `text` says for each linked node.
fn replaced(comment: &str, mut text: impl FnMut(u32) -> String) -> String {
    let mut written = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once(OPEN) {
        written.push_str(before);
        let link = after.split_once(CLOSE).and_then(|(id, behind)| Some((number(id)?, behind)));
        rest = match link {
            Some((id, behind)) => {
                written.push_str(&text(id));
                behind
            }
            None => {
                written.push_str(OPEN);
                after
            }
        };
    }
    written.push_str(rest);
    written
}

/// An id, as pages write it: digits only.
fn number(text: &str) -> Option<u32> {
    let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

impl Tree {
    /// Puts the moves in words in place of the links in the comments of a record of this tree, whose
    /// nodes are at these places. Each move is put in words once.
    pub(crate) fn write_links(
        &self,
        record: &mut Record,
        places: &HashMap<u32, (NodeId, Position)>,
    ) {
        let parents: HashMap<_, _> = self.nodes.iter().map(|node| (node.id, node.parent)).collect();
        let mut known: HashMap<u32, String> = HashMap::new();
        let is_linked = |node: &&Node| node.comment.contains(OPEN);
        for (at, _) in self.nodes.iter().filter(is_linked).filter_map(|node| places.get(&node.id)) {
            let written: Vec<_> = record
                .node(*at)
                .comments
                .iter()
                .map(|line| {
                    replaced(line, |id| {
                        let found = || in_words(record, places, id, *parents.get(&id)?);
                        known
                            .entry(id)
                            .or_insert_with(|| found().unwrap_or_else(|| GONE.to_owned()))
                            .clone()
                    })
                })
                .collect();
            record.node_mut(*at).comments = written;
        }
    }
}

/// A node's move: ▲７六歩.
fn in_words(
    record: &Record,
    places: &HashMap<u32, (NodeId, Position)>,
    id: u32,
    parent: Option<u32>,
) -> Option<String> {
    let (_, before) = places.get(&parent?)?;
    let mv = record.node(places.get(&id)?.0).mv()?;
    let mark = match before.turn() {
        Side::Sente => '▲',
        Side::Gote => '△',
    };
    Some(format!("{mark}{}", notations::JAPANESE.write(before, mv, None)))
}

#[cfg(test)]
mod tests {
    use komadai_rules::Variant;

    use super::*;
    use crate::Edit;

    #[test]
    fn only_links_are_replaced() {
        let check = |comment: &str, expected: &str| {
            assert_eq!(replaced(comment, |id| format!("<{id}>")), expected, "{comment}");
        };
        check("", "");
        check("no link [[ ]] [[#", "no link [[ ]] [[#");
        check("[[#1]] and [[#22]]!", "<1> and <22>!");
        check("[[#x]] [[#]] [[#-1]] [[#+1]]", "[[#x]] [[#]] [[#-1]] [[#+1]]");
        check("[[#[[#3]]", "[[#<3>");
        check("[[#99999999999]]", "[[#99999999999]]");
    }

    #[test]
    fn a_record_has_the_moves_in_words() {
        let mut tree = Tree::new(&Position::start(Variant::standard()));
        for (after, usi) in [(0, "7g7f"), (1, "3c3d"), (2, "8h2b+")] {
            tree.edit(Edit::Play { after, usi: usi.to_owned(), alone: false }).unwrap();
        }
        let comment = "[[#3]]には[[#2]]の後\n[[#9]][[#0]]".to_owned();
        tree.edit(Edit::Comment { node: 1, text: comment.clone() }).unwrap();
        let record = tree.record().unwrap();
        assert_eq!(record.node(record.at_ply(1)).comments, ["▲2二角成には△3四歩の後", "……"]);
        assert_eq!(tree.nodes[1].comment, comment, "the tree keeps its links");
    }
}
