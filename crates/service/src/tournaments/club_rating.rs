//! A club's own rating: what its evenings say of the strength of those who have come to them.
//!
//! Nothing of it is stored. It follows from the evenings as they are, so a result that is corrected
//! or a game that is called off is out of it at once, and nothing counts twice.

use std::{collections::HashMap, sync::Arc};

use komadai_community::folding::fold;
use komadai_ids::{ClubId, UserId};
use komadai_live::rated::GRADED;
use komadai_rating::{DeclaredStrength, GradeTable, Points, Rating, rate};
use komadai_rules::Side;
use komadai_store::PageKey;
use komadai_tournament::{Entry, EntryId, Game, Outcome};

use super::{Phase, Tournament, TournamentError, TournamentQuery, Tournaments};

/// So many evenings count, the latest: with one a week, those of more than a year.
const EVENINGS_MAX: usize = 60;

/// So many of a club's arenas are looked through for them: one that holds an arena online every day
/// has evenings too.
const ARENAS_MAX: usize = 600;

/// So many are read at a time.
const PAGE: u32 = 60;

/// Somebody in a club's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct ClubPlayer {
    /// As the latest evening knows them.
    pub name: String,
    /// The account's handle, if there is an account.
    pub handle: Option<String>,
    pub bot: bool,
    /// As it is now, idleness counted.
    pub rating: Rating,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// When their last game ended.
    pub last_ms: u64,
}

/// One person over all evenings: an account, or a guest by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PersonKey {
    Account(UserId),
    Name(String),
}

impl Tournaments {
    /// The club's evenings that have begun, the latest of them, as far as they count in its rating.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn evenings_of(
        &self,
        club: ClubId,
        reader: Option<UserId>,
    ) -> Result<Vec<Arc<Tournament>>, TournamentError> {
        let asked = TournamentQuery {
            club: Some(club),
            format: "arena".to_owned(),
            variant: GRADED.to_owned(),
            ..TournamentQuery::default()
        };
        let (mut found, mut n_arenas) = (Vec::new(), 0);
        for phase in [Phase::Running, Phase::Over] {
            let mut after = Some(PageKey::first());
            while let Some(key) = after.filter(|_| found.len() < EVENINGS_MAX) {
                let page = self.search(phase, &asked, reader, key, PAGE).await?;
                n_arenas += page.tournaments.len();
                for summary in page.tournaments {
                    match self.look(summary.id.code(), reader).await {
                        Ok(stored) if stored.tournament.is_evening() => {
                            found.push(stored.tournament);
                        }
                        // Online, or gone meanwhile.
                        Ok(_) | Err(TournamentError::Unknown) => {}
                        Err(cause) => return Err(cause),
                    }
                }
                after = page.last.filter(|_| n_arenas < ARENAS_MAX);
            }
        }
        found.truncate(EVENINGS_MAX);
        Ok(found)
    }
}

/// How everybody stands after these evenings, the strongest first.
pub fn club_rating(
    evenings: &[Arc<Tournament>],
    table: &GradeTable,
    now_ms: u64,
) -> Vec<ClubPlayer> {
    let mut played: Vec<(u64, &Tournament, &Game)> = Vec::new();
    for it in evenings {
        let over = it.event.games.iter().filter_map(|game| Some((game.ended_ms?, &**it, game)));
        played.extend(over);
    }
    played.sort_by(|(a_ms, a, a_game), (b_ms, b, b_game)| {
        (a_ms, a.id, &a_game.key).cmp(&(b_ms, b.id, &b_game.key))
    });
    let mut known: HashMap<PersonKey, ClubPlayer> = HashMap::new();
    for (at_ms, it, game) in played {
        let Some(points_of_gote) = points_of_gote(game) else { continue };
        let (Some(sente), Some(gote)) = (person(it, &game.sente), person(it, &game.gote)) else {
            continue;
        };
        let before = [&sente, &gote].map(|(key, entry)| match known.get(key) {
            Some(player) => player.rating.after_idle(at_ms.saturating_sub(player.last_ms)),
            None => beginning(entry, table),
        });
        let [sente_before, gote_before] = before;
        let rated = rate(gote_before, sente_before, points_of_gote, game.handicap, table);
        let Some((gote_after, sente_after)) = rated else { continue };
        for ((key, entry), rating, points) in
            [(sente, sente_after, points_of_gote.other()), (gote, gote_after, points_of_gote)]
        {
            let person = it.people.get(&entry.id);
            let player = known.entry(key).or_insert_with(|| ClubPlayer {
                name: String::new(),
                handle: None,
                bot: false,
                rating,
                wins: 0,
                draws: 0,
                losses: 0,
                last_ms: at_ms,
            });
            entry.display_name().clone_into(&mut player.name);
            player.handle = person.map(|it| it.handle.clone());
            player.bot = person.is_some_and(|it| it.bot);
            player.rating = rating;
            player.last_ms = at_ms;
            match points {
                Points::Win => player.wins += 1,
                Points::Draw => player.draws += 1,
                Points::Loss => player.losses += 1,
            }
        }
    }
    // Whoever has deleted the account has no handle any more, and is in nobody's list.
    let mut players: Vec<_> =
        known.into_values().filter(|it| it.handle.as_deref() != Some("")).collect();
    for player in &mut players {
        player.rating = player.rating.after_idle(now_ms.saturating_sub(player.last_ms));
    }
    players.sort_by(|a, b| {
        b.rating.rating.total_cmp(&a.rating.rating).then_with(|| a.name.cmp(&b.name))
    });
    players
}

/// What gote has of a game that was played.
pub(super) fn points_of_gote(game: &Game) -> Option<Points> {
    let outcome = game.outcome().filter(|outcome| outcome.was_played())?;
    match (outcome, outcome.winner()) {
        (Outcome::BothLose, _) => None,
        (_, Some(Side::Gote)) => Some(Points::Win),
        (_, Some(Side::Sente)) => Some(Points::Loss),
        (_, None) => Some(Points::Draw),
    }
}

fn person<'t>(it: &'t Tournament, id: &EntryId) -> Option<(PersonKey, &'t Entry)> {
    let entry = it.event.entry(id)?;
    let key = match it.people.get(id) {
        Some(person) => PersonKey::Account(person.user),
        None => PersonKey::Name(fold(entry.display_name())),
    };
    Some((key, entry))
}

/// Where somebody begins: by the grade with which they first came.
fn beginning(entry: &Entry, table: &GradeTable) -> Rating {
    match entry.grade {
        Some(grade) => DeclaredStrength::Grade(grade).begin(table),
        None => Rating::starting_at(table.start()),
    }
}
