//! What the strength of several players is told from, in one query for each kind.

use std::collections::HashMap;

use komadai_ids::UserId;

use super::Standing;
use crate::{
    Conn, Result,
    db::{ASKED_AT_ONCE, all_of, row},
};

row! {
    /// What a player is rated at in a variant and speed.
    struct OwnStanding in "ratings" {
        user: UserId = "user_id",
        variant: String,
        standing: Standing = Standing::from_row,
    }
}

row! {
    struct OwnGrade in "grade_awards" {
        user: UserId = "user_id",
        grade: String,
        /// Its place in the scale, from 0.
        place: u32,
    }
}

row! { struct OwnDeclaration(UserId = "user_id", Option<String> = "declared") in "accounts"; }

/// What the strength of a player is told from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrengthRows {
    /// By variant, in order of the speeds' names.
    pub standings: HashMap<String, Vec<Standing>>,
    /// The highest grade that is held.
    pub grade: Option<String>,
    /// What was declared.
    pub declared: Option<String>,
}

/// What the strengths of these players are told from; nothing is there for those who have neither
/// played nor declared anything.
pub async fn strengths(conn: &mut Conn, users: &[UserId]) -> Result<HashMap<UserId, StrengthRows>> {
    let ids: Vec<_> = users.iter().map(|user| user.uuid()).collect();
    let mut strengths: HashMap<UserId, StrengthRows> = HashMap::with_capacity(users.len());
    for asked in ids.chunks(ASKED_AT_ONCE) {
        let standings: Vec<OwnStanding> = all_of!(
            conn,
            "SELECT user_id, variant, speed, rating, deviation, volatility, n_games, rated_ms, \
                 certain_until_ms \
             FROM ratings WHERE user_id",
            asked
        )
        .await?;
        for OwnStanding { user, variant, standing } in standings {
            let own = strengths.entry(user).or_default();
            own.standings.entry(variant).or_default().push(standing);
        }
        let mut grades: Vec<OwnGrade> = all_of!(
            conn,
            "SELECT user_id, grade, place FROM grade_awards WHERE annulled = FALSE AND user_id",
            asked
        )
        .await?;
        // The highest is the last to be put down.
        grades.sort_by_key(|it| it.place);
        for OwnGrade { user, grade, .. } in grades {
            strengths.entry(user).or_default().grade = Some(grade);
        }
        let declared: Vec<OwnDeclaration> =
            all_of!(conn, "SELECT user_id, declared FROM accounts WHERE user_id", asked).await?;
        for OwnDeclaration(user, declared) in declared {
            strengths.entry(user).or_default().declared = declared;
        }
    }
    for own in strengths.values_mut().flat_map(|it| it.standings.values_mut()) {
        own.sort_by(|a, b| a.speed.cmp(&b.speed));
    }
    Ok(strengths)
}
