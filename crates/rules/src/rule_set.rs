//! §2.6: what the players may choose of the rules.

use serde::{Deserialize, Serialize};

use crate::{Variant, spelling::spellings};

/// §2.4: the usual move limit.
pub const MAX_MOVES: u32 = 500;

/// §2.1: what an illegal move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IllegalPolicy {
    /// It is refused and the clock runs on.
    Reject,
    /// It loses.
    Loses,
}

spellings!(IllegalPolicy, "policy for illegal moves", 2: Reject = "reject", Loses = "loses");

/// §2.2, §2.3: what a draw does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawPolicy {
    /// It stands.
    Draw,
    /// The game is played again.
    Replay,
}

spellings!(DrawPolicy, "policy for draws", 2: Draw = "draw", Replay = "replay");

/// §2.2: what sennichite does.
pub type RepetitionPolicy = DrawPolicy;

/// §2.3: how impasse is settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImpassePolicy {
    /// By points as among professionals: under 24 loses, 31 declared wins.
    Points24,
    /// By points as among amateurs: 28 for sente, 27 for gote.
    Points27,
    /// By the king reaching the other's starting square.
    Try,
    /// Not at all.
    None,
}

spellings!(ImpassePolicy, "policy for impasse", 4:
    Points24 = "points24",
    Points27 = "points27",
    Try = "try",
    None = "none",
);

/// §2.6: the rules a game is played by. What is left out of a text is as in
/// [`casual`](Self::casual).
///
/// ```
/// use komadai_rules::{IllegalPolicy, RuleSet};
///
/// let rules = RuleSet { illegal: IllegalPolicy::Loses, ..RuleSet::casual() };
/// assert_eq!(rules.name(), None, "it is none of the presets");
/// assert_eq!(RuleSet::from_name("professional"), Some(RuleSet::professional()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSet {
    /// §2.1: what an illegal move does.
    pub illegal: IllegalPolicy,
    /// §2.2: what sennichite does, where the variant leaves it open.
    pub repetition: RepetitionPolicy,
    /// §2.3: how impasse is settled, where the variant has it.
    pub impasse: ImpassePolicy,
    /// §2.3: what a draw by impasse or by the move limit does.
    pub impasse_draw: DrawPolicy,
    /// §2.4: after how many plies the game is drawn.
    pub max_moves: Option<u32>,
    /// §3.4: whether a move may be taken back by consent.
    pub takeback: bool,
}

/// The presets by name.
const PRESETS: [(&str, RuleSet); 3] = [
    ("casual", RuleSet::casual()),
    ("tournament", RuleSet::tournament()),
    ("professional", RuleSet::professional()),
];

impl RuleSet {
    /// §2.6: among friends.
    pub const fn casual() -> Self {
        Self {
            illegal: IllegalPolicy::Reject,
            repetition: DrawPolicy::Draw,
            impasse: ImpassePolicy::Points27,
            impasse_draw: DrawPolicy::Draw,
            max_moves: Some(MAX_MOVES),
            takeback: true,
        }
    }

    /// §2.6: amateur tournaments.
    pub const fn tournament() -> Self {
        Self {
            illegal: IllegalPolicy::Loses,
            repetition: DrawPolicy::Replay,
            impasse: ImpassePolicy::Points27,
            impasse_draw: DrawPolicy::Draw,
            max_moves: Some(MAX_MOVES),
            takeback: false,
        }
    }

    /// §2.6: as professionals play.
    pub const fn professional() -> Self {
        Self {
            illegal: IllegalPolicy::Loses,
            repetition: DrawPolicy::Replay,
            impasse: ImpassePolicy::Points24,
            impasse_draw: DrawPolicy::Replay,
            max_moves: Some(MAX_MOVES),
            takeback: false,
        }
    }

    /// The preset of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        PRESETS.into_iter().find(|&(preset, _)| preset == name).map(|(_, rules)| rules)
    }

    /// The name of the preset it equals.
    pub fn name(&self) -> Option<&'static str> {
        PRESETS.into_iter().find(|(_, rules)| rules == self).map(|(name, _)| name)
    }

    /// The rules as they hold in a variant: what it has no rule for falls away. That is impasse,
    /// and the usual move limit; another limit was chosen on purpose and stays.
    pub fn in_variant(self, variant: Variant) -> Self {
        let ends = variant.def().ends;
        let usual = self.max_moves == Some(MAX_MOVES);
        Self {
            impasse: if ends.impasse { self.impasse } else { ImpassePolicy::None },
            max_moves: if usual { ends.move_limit } else { self.max_moves },
            ..self
        }
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        Self::casual()
    }
}
