//! What teachers ask of their pupils.

use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A new homework.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHomework {
    /// Its title.
    pub title: String,
    /// When it is due.
    pub due_ms: i64,
    /// The lines of the pupils it is for; empty for all of the teacher's pupils.
    #[serde(default)]
    pub pupils: Vec<Uuid>,
    /// The tasks.
    pub tasks: Vec<NewTask>,
}

/// A task, as a teacher sets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewTask {
    /// A tsume problem.
    Tsume {
        /// Its number.
        number: u32,
    },
    /// Several of shogi's tsume problems, first of all those that fewest of the pupils have solved.
    TsumeOf {
        /// The number of moves to mate.
        plies: u32,
        /// How many problems.
        n: u32,
    },
    /// A study to read.
    Study {
        /// The study.
        study: Code,
        /// The chapter, if it is only one.
        #[serde(default)]
        chapter: Option<Code>,
    },
    /// Anything else.
    Text {
        /// What to do.
        text: String,
    },
}
