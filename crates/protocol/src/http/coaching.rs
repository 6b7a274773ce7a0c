//! `/clubs/{slug}/coaching` and `/me/homework`: teachers, their pupils, and homework.

pub use komadai_community::coaching::{NewHomework, NewTask};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{games::FoundGame, players::ProfileRating};

/// What two people have agreed, from the point of view of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CoachingState {
    /// The caller has asked, and waits for the other's answer.
    Asked,
    /// The other has asked, and waits for the caller's answer.
    Invited,
    /// Both have agreed.
    Agreed,
}

/// A teacher or a pupil.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoachingPerson {
    /// Their line in the member list.
    pub member: Uuid,
    /// The display name.
    pub name: String,
    /// The handle.
    pub handle: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What they and the caller have agreed; `null` when neither has asked.
    pub state: Option<CoachingState>,
    /// When they were asked, or since when both have agreed.
    pub since_ms: Option<i64>,
}

/// The teachers of a club, and the caller's pupils.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coaching {
    /// The caller's line in the member list.
    pub member: Uuid,
    /// Whether the caller is a teacher.
    pub teaches: bool,
    /// All teachers of the club.
    pub teachers: Vec<CoachingPerson>,
    /// The caller's pupils, by name.
    pub pupils: Vec<CoachingPerson>,
    /// The homework the caller has set, the one due last first.
    pub set: Vec<Homework>,
    /// The homework the caller has to do in this club, the one due first first.
    pub due: Vec<Homework>,
}

/// How a pupil gets on, for their teacher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PupilProgress {
    /// The latest finished games, newest first.
    pub games: Vec<FoundGame>,
    /// The ratings.
    pub ratings: Vec<ProfileRating>,
    /// The tsume problems of the last seven days.
    pub tsume: PupilTsume,
}

/// What a pupil has lately done with the tsume problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PupilTsume {
    /// How many problems were solved for the first time in the last seven days.
    pub n_solved: u32,
    /// Whether one of today's problems is solved.
    pub daily: bool,
    /// The best rush of the last seven days, as the number of problems solved.
    pub rush: Option<u32>,
    /// How many problems come again because they were not solved.
    pub n_mistakes: u32,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Task {
    /// A tsume problem; it is ticked when it is solved, and by the pupils when it was taken away.
    Tsume {
        /// Its number.
        number: u32,
        /// The number of moves to mate; 0 when it was taken away.
        plies: u32,
    },
    /// A study to read, ticked by the pupil.
    Study {
        /// The code of the study; of a chapter, a slash and the chapter's code follow.
        path: String,
        /// Its title when the homework was set.
        title: String,
    },
    /// Anything else, ticked by the pupil.
    Text {
        /// What to do.
        text: String,
    },
}

/// What a pupil has done of a homework.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HomeworkPupil {
    /// The pupil's line in the member list.
    pub member: Uuid,
    /// The display name.
    pub name: String,
    /// When each task was done, in the order of the tasks; `null` for those that are not.
    pub done_ms: Vec<Option<i64>>,
}

/// A homework.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Homework {
    /// Its id.
    pub id: Uuid,
    /// The club's address.
    pub club: String,
    /// The teacher's display name.
    pub teacher: String,
    /// Its title.
    pub title: String,
    /// When it was set.
    pub set_ms: i64,
    /// When it is due.
    pub due_ms: i64,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The pupils, by name; pupils see only themselves.
    pub pupils: Vec<HomeworkPupil>,
}

/// The caller's homework.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HomeworkList {
    /// What the caller has to do in all clubs, the one due first first.
    pub homework: Vec<Homework>,
}
