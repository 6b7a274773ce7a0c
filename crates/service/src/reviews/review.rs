//! A review with whatever is kept with it, and the form in which it is kept.

use std::{collections::VecDeque, sync::Arc};

use komadai_game::{CommandKey, Game, Phase, Player};
use komadai_ids::{ReviewId, UserId};
use komadai_live::opponents;
use komadai_review::{Change, Edit, Tree};
use komadai_rules::{BySide, Side};
use komadai_store::ReviewSummary;
use serde::{Deserialize, Serialize};

use super::{BYTES_MAX, InStudy, ReviewRefusal};
use crate::{lines::clean_line, record};

/// How many commands a review knows again when they are repeated.
const KEYS_MAX: usize = 64;

/// What the longest game that is played elsewhere takes, so that comments leave room for it.
const SCORE_BYTES: usize = 96 << 10;

/// How many characters of names and events make up a title.
const TITLE_CHARS_MAX: usize = 100;

/// A review and whatever is kept with it.
#[derive(Clone, Debug)]
pub struct Review {
    /// Whose it is and what it is called.
    pub summary: ReviewSummary,
    pub tree: Tree,
    /// Who may change it.
    pub editors: Vec<(UserId, String)>,
    /// Teachers of the players of a game who have come to it: they may play, comment and draw, but take
    /// no moves away.
    pub(super) teachers: Vec<UserId>,
    /// The study of which it is a chapter.
    pub study: Option<Arc<InStudy>>,
    /// Who has written comments, with their names, in the order in which they began to.
    pub authors: Vec<(UserId, String)>,
    /// How long it is as it is stored.
    pub n_bytes: usize,
    /// The commands that were carried out last.
    keys: VecDeque<Key>,
}

/// A command that was carried out: whose, from which page, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Key(UserId, u64, u32);

impl Key {
    pub(super) fn new(by: UserId, key: CommandKey) -> Self {
        Self(by, key.client, key.id)
    }
}

/// What is stored of a review besides its columns; read for ever, so fields are only added.
#[derive(Debug, Deserialize)]
pub(super) struct PackedReview {
    tree: Tree,
    #[serde(default)]
    keys: VecDeque<Key>,
    /// Names are not kept here: they change, and go with the account.
    #[serde(default)]
    pub(super) authors: Vec<UserId>,
}

/// The same of a review that is there.
#[derive(Debug, Serialize)]
struct PackedRef<'a> {
    tree: &'a Tree,
    keys: &'a VecDeque<Key>,
    authors: Vec<UserId>,
}

impl Review {
    /// The review that the two players of a finished game have together, before they have changed
    /// anything. `site` is what the site calls itself.
    pub(super) fn of_game(game: &Game, site: &str) -> Result<Self, ReviewRefusal> {
        let players = game.players().filter(|_| game.phase() == Phase::Over);
        let players = players.ok_or(ReviewRefusal::GameNotOver)?;
        let record =
            record::record(game, site).map_err(|cause| ReviewRefusal::NoTree(cause.to_string()))?;
        let mut tree =
            Tree::of(&record).map_err(|cause| ReviewRefusal::NoTree(cause.to_string()))?;
        // Players talk about the end of a game before they talk about its beginning.
        tree.at = tree.last_move();
        // The built-in opponent has nothing to say.
        let seats = BySide::from_fn(|side| players[side].clone());
        let editors: Vec<_> = Side::ALL
            .into_iter()
            .map(|side| &seats[side])
            .filter(|player| !opponents::is_machine(player.id))
            .map(|player| (player.id, player.name.clone()))
            .collect();
        let ended_ms = game.ended_ms().unwrap_or(game.setup().created_ms) as i64;
        let summary = ReviewSummary {
            id: ReviewId::from_uuid(game.id().uuid()),
            owner: editors.first().map_or(seats.sente.id, |(id, _)| *id),
            partner: editors.get(1).map(|(id, _)| *id),
            of_game: true,
            title: title(&tree),
            variant: tree.variant.clone(),
            plies: tree.n_plies(),
            is_public: false,
            seq: 0,
            created_ms: ended_ms,
            updated_ms: ended_ms,
            study: None,
        };
        Ok(Self::with(summary, tree, editors).0)
    }

    /// A new one of somebody's own, and what is stored of it.
    pub(super) fn own(
        id: ReviewId,
        by: &Player,
        mut tree: Tree,
        is_public: bool,
        now_ms: u64,
    ) -> (Self, Vec<u8>) {
        tree.forget_authors();
        let summary = ReviewSummary {
            id,
            owner: by.id,
            partner: None,
            of_game: false,
            title: title(&tree),
            variant: tree.variant.clone(),
            plies: tree.n_plies(),
            is_public,
            seq: 1,
            created_ms: now_ms as i64,
            updated_ms: now_ms as i64,
            study: None,
        };
        Self::with(summary, tree, vec![(by.id, by.name.clone())])
    }

    fn with(summary: ReviewSummary, tree: Tree, editors: Vec<(UserId, String)>) -> (Self, Vec<u8>) {
        let mut review = Self {
            summary,
            tree,
            editors,
            teachers: Vec::new(),
            study: None,
            authors: Vec::new(),
            n_bytes: 0,
            keys: VecDeque::new(),
        };
        let packed = review.pack();
        review.n_bytes = packed.len();
        (review, packed)
    }

    /// One that was stored in so many bytes; `authors` are those that are packed, with their names.
    pub(super) fn stored(
        summary: ReviewSummary,
        packed: PackedReview,
        editors: Vec<(UserId, String)>,
        authors: Vec<(UserId, String)>,
        study: Option<Arc<InStudy>>,
        n_bytes: usize,
    ) -> Self {
        let PackedReview { tree, keys, .. } = packed;
        Self { summary, tree, editors, teachers: Vec::new(), study, authors, n_bytes, keys }
    }

    /// What is stored of it besides its columns.
    fn pack(&self) -> Vec<u8> {
        let authors = self.authors.iter().map(|(id, _)| *id).collect();
        let packed = PackedRef { tree: &self.tree, keys: &self.keys, authors };
        serde_json::to_vec(&packed).expect("every tree has a JSON form")
    }

    /// Whether somebody may change it.
    pub fn may_edit(&self, user: UserId) -> bool {
        self.is_editor(user) || self.teachers.contains(&user)
    }

    /// Whether it is theirs to change in every way.
    pub(super) fn is_editor(&self, user: UserId) -> bool {
        self.editors.iter().any(|(id, _)| *id == user)
    }

    /// Whether somebody may change it like that. A teacher of one player takes no moves away, as they
    /// are the other's as well.
    pub(super) fn may_make(&self, user: UserId, edit: &Edit) -> bool {
        match edit {
            Edit::Delete { .. } | Edit::Promote { .. } => self.is_editor(user),
            _ => self.may_edit(user),
        }
    }

    /// The players of the game, if it is of one.
    pub(super) fn players(&self) -> Option<[Option<UserId>; 2]> {
        let summary = &self.summary;
        summary.of_game.then_some([Some(summary.owner), summary.partner])
    }

    /// Whether somebody can see it.
    ///
    /// # Errors
    /// When they cannot: for them there is no such review.
    pub(super) fn check_sight(&self, reader: Option<UserId>) -> Result<(), ReviewRefusal> {
        match &self.study {
            Some(study) if !study.may_see(reader) => Err(ReviewRefusal::Unknown),
            _ => Ok(()),
        }
    }

    /// Whether it is somebody's alone to publish and to delete.
    ///
    /// # Errors
    /// When it is not.
    pub(super) fn check_own(&self, user: UserId) -> Result<(), ReviewRefusal> {
        if self.summary.study.is_some() {
            return Err(ReviewRefusal::InStudy);
        }
        if !self.summary.of_game && self.summary.owner == user {
            Ok(())
        } else {
            Err(ReviewRefusal::NotTheirs)
        }
    }

    /// Whether a command was carried out already.
    pub(super) fn has_done(&self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    /// It as it would be after an edit, and what was done; `None` where there was nothing to do.
    ///
    /// # Errors
    /// When it cannot be changed like that.
    pub(super) fn edited(
        &self,
        edit: Edit,
        key: Key,
        by: &Player,
    ) -> Result<Option<(Self, Change)>, ReviewRefusal> {
        if self.is_board() {
            self.tree.leaves_score(&edit)?;
        }
        let mut next = self.clone();
        let known = self.authors.iter().position(|(id, _)| *id == by.id);
        let author = known.unwrap_or(self.authors.len()) as u32;
        let change = next.tree.edit_by(edit, Some(author))?;
        if known.is_none()
            && matches!(&change, Change::Commented { by, .. } if by.contains(&author))
        {
            next.authors.push((by.id, by.name.clone()));
        }
        if matches!(change, Change::Looked { node } if node == self.tree.at) {
            return Ok(None);
        }
        next.keys.push_back(key);
        while next.keys.len() > KEYS_MAX {
            next.keys.pop_front();
        }
        Ok(Some((next, change)))
    }

    /// Whether somebody's name is in it.
    pub(super) fn names(&self, user: UserId) -> bool {
        let ReviewSummary { owner, partner, .. } = self.summary;
        let named = self.editors.iter().chain(&self.authors).map(|(id, _)| *id);
        named.chain([owner]).chain(partner).any(|id| id == user)
    }

    /// Whether its main line is a game that is played elsewhere.
    pub(super) fn is_board(&self) -> bool {
        self.study.as_ref().is_some_and(|study| study.is_broadcast)
    }

    /// How long it may become by what people add to it.
    pub(super) fn bytes_max(&self) -> usize {
        if self.is_board() { BYTES_MAX - SCORE_BYTES } else { BYTES_MAX }
    }

    /// Gives a review that has changed since `before` the number that follows; what is stored of it.
    ///
    /// # Errors
    /// When it is larger than `bytes_max`. What was stored when more could be may get smaller.
    pub(super) fn number(
        &mut self,
        before: &Self,
        now_ms: u64,
        bytes_max: usize,
    ) -> Result<Vec<u8>, ReviewRefusal> {
        self.summary.seq += 1;
        self.summary.updated_ms = now_ms as i64;
        self.summary.plies = self.tree.n_plies();
        let packed = self.pack();
        if packed.len() > bytes_max && packed.len() > before.n_bytes {
            return Err(ReviewRefusal::TooLarge);
        }
        self.n_bytes = packed.len();
        Ok(packed)
    }
}

/// What a tree is called: who plays, or what its record calls itself.
pub(crate) fn title(tree: &Tree) -> String {
    let players = tree.header("Sente").zip(tree.header("Gote"));
    let title = match players {
        Some((sente, gote)) => format!("{sente} – {gote}"),
        None => tree.header("Title").or(tree.header("Event")).unwrap_or_default().to_owned(),
    };
    clean_line(&title).chars().take(TITLE_CHARS_MAX).collect()
}
