//! What lists show of tournaments, and by what they are found.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    time::Duration,
};

use jiff::{civil::Date, tz::TimeZone};
use komadai_community::folding::{fold, from_each_word};
use komadai_live::retry::Retry;
use komadai_store::{
    Result, Store, TournamentSummary,
    tournaments::{
        self as rows,
        archive::{self, FinalResult},
    },
};
use komadai_tournament::{Entry, EntryId, Standings};
use tokio::task::spawn_blocking;
use tracing::warn;

use super::{
    Person, StoredTournament, TournamentError,
    state::{Phase, Tournament},
};

/// Characters of a term, and of what is looked for.
pub(super) const TERM_CHARS_MAX: usize = 40;

/// An event that is over is in everybody's list from so many players on.
const LISTED_PLAYERS: usize = 4;

/// Fewer do where so many games were played, as in a match for a title.
const LISTED_GAMES: usize = 3;

/// How many winners are named of an event that several have won.
const WINNERS_MAX: usize = 3;

/// How soon is tried again what the database has refused.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// How a tournament is stored that has ended with these standings, if it has.
pub(super) fn row(
    stored: &StoredTournament,
    standings: Option<&Standings>,
    now_ms: i64,
) -> Result<rows::Tournament, serde_json::Error> {
    let it = &stored.tournament;
    let days = it.plan.days.as_ref();
    let winners = standings.map(|standings| it.winners(standings));
    Ok(rows::Tournament {
        summary: TournamentSummary {
            id: it.id,
            owner: it.owner,
            club: it.plan.of_club().map(|club| club.id),
            name: it.event.name.clone(),
            phase: it.phase.as_str().to_owned(),
            starts_ms: it.plan.starts_ms.map(|ms| ms as i64),
            players: it.n_players() as i64,
            version: stored.version as i64,
            created_ms: stored.created_ms,
            changed_ms: now_ms,
            format: it.event.format.name.clone(),
            variant: it.plan.variant.clone(),
            place: it.plan.place.clone(),
            first_day: days.map(|days| days.first.clone()),
            last_day: days.map(|days| days.last.clone()),
            listed_ms: it.listed_ms(stored.created_ms),
            winners: winners.unwrap_or_default().join("\n"),
            is_listed: it.is_listed(),
        },
        document: serde_json::to_string(&**it)?,
    })
}

impl Tournament {
    /// How many play or have played. Who leaves before round 1 may have played others already.
    pub fn n_players(&self) -> usize {
        let played: HashSet<_> =
            self.event.games.iter().flat_map(|game| [&game.sente, &game.gote]).collect();
        let is_player =
            |entry: &&Entry| entry.withdrawn_after != Some(0) || played.contains(&entry.id);
        self.event.entries.iter().filter(is_player).count()
    }

    /// Where it stands in lists, in Unix milliseconds: when it ended, or begins, or was made.
    fn listed_ms(&self, created_ms: i64) -> i64 {
        let day = self.plan.days.as_ref().and_then(|days| days.last.parse::<Date>().ok());
        // At noon it is that day almost everywhere.
        let noon = day.and_then(|day| day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok());
        let ended_ms = self.ended_ms.filter(|_| self.phase == Phase::Over);
        let at_ms = ended_ms.or(self.plan.starts_ms).map(|ms| ms as i64);
        noon.map(|at| at.timestamp().as_millisecond()).or(at_ms).unwrap_or(created_ms)
    }

    /// Whether it is in everybody's list. What is over has to have been something: otherwise
    /// anybody fills the list with events of two players in a minute, and those that people look
    /// for are gone from it. A club answers for what it plays, and who searches finds everything.
    fn is_listed(&self) -> bool {
        let is_played = |n: usize| {
            let played = self.event.games.iter().filter(|it| it.outcome().is_some());
            played.take(n).count() >= n
        };
        self.phase != Phase::Over
            || self.plan.of_club().is_some()
            || (self.n_players() >= LISTED_PLAYERS && is_played(1))
            || is_played(LISTED_GAMES)
    }

    /// How it has ended.
    pub(super) fn final_standings(&self) -> Option<Standings> {
        let checked = (self.phase == Phase::Over).then(|| self.event.check().ok())?;
        checked.map(|checked| checked.standings())
    }

    /// The first places of the ranking that decides, by name.
    fn winners(&self, standings: &Standings) -> Vec<String> {
        let rankings = standings.of_players(self.event.format.players_in());
        // Of classes the highest decides, of teams the only one there is.
        let Some(ranking) = rankings.first().copied().or(standings.rankings.first()) else {
            return Vec::new();
        };
        let first = ranking.rows.iter().filter(|row| row.place == 1);
        first.map(|row| self.name_of(&row.entry)).take(WINNERS_MAX).collect()
    }

    fn name_of(&self, entry: &EntryId) -> String {
        let known = self.event.entry(entry).map(|it| it.display_name());
        known.unwrap_or(entry.as_str()).replace('\n', " ")
    }

    /// How everybody with an account did who is in these standings.
    pub(super) fn final_results(&self, standings: &Standings) -> Vec<FinalResult> {
        let rankings = standings.of_players(self.event.format.players_in());
        let rows = rankings.iter().rev().flat_map(|ranking| &ranking.rows);
        // Of several rankings the first counts.
        let rows: HashMap<_, _> = rows.map(|row| (&row.entry, row)).collect();
        let result = |(entry, person): (&EntryId, &Person)| {
            let row = rows.get(entry)?;
            Some(FinalResult {
                user: person.user,
                entry: entry.as_str().to_owned(),
                place: row.place as i64,
                quarters: (row.start + row.points).quarters(),
            })
        };
        self.people.iter().filter_map(result).collect()
    }

    /// All texts by which it is found.
    fn searchable(&self) -> Vec<String> {
        let plan = &self.plan;
        let club = plan.of_club().map(|club| club.name.as_str());
        let own = [self.event.name.as_str(), plan.place.as_str(), plan.country.as_str()];
        let own = own.into_iter().chain(club).map(str::to_owned);
        let of_players = self.event.entries.iter().flat_map(|entry| {
            let both = entry.family.as_ref().zip(entry.given.as_ref());
            // Either name may be written first.
            let reversed = both.map(|(family, given)| format!("{family} {given}"));
            [entry.display_name().to_owned()].into_iter().chain(reversed)
        });
        own.chain(of_players).filter(|text| !text.is_empty()).collect()
    }

    /// The terms by which it is found: every text from each of its words on.
    pub(super) fn terms(&self) -> BTreeSet<String> {
        let texts: BTreeSet<String> = self.searchable().iter().map(|text| fold(text)).collect();
        let starts = texts.iter().flat_map(|text| from_each_word(text));
        let terms = starts.map(|text| text.chars().take(TERM_CHARS_MAX).collect::<String>());
        terms.filter(|term| !term.is_empty()).collect()
    }

    /// The terms by which it is found, where `before` was found by others.
    pub(super) fn new_terms(&self, before: &Self) -> Option<BTreeSet<String>> {
        (self.searchable() != before.searchable()).then(|| self.terms())
    }
}

/// What is looked for, as terms begin.
pub(super) fn asked_term(asked: &str) -> String {
    let folded = fold(asked.trim());
    folded.chars().take(TERM_CHARS_MAX).collect::<String>().trim_end().to_owned()
}

/// Has those tournaments found that are from before there was anything to find them by; ends when
/// there are none.
pub(crate) async fn catch_up(store: Store) {
    let mut retry = Retry::every(AGAIN_AFTER);
    loop {
        match catch_up_one(&store).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(cause) => {
                retry.failed(|| warn!("old tournaments cannot be found yet: {cause}")).await;
            }
        }
    }
}

/// Whether there was one.
async fn catch_up_one(store: &Store) -> Result<bool> {
    let Some(old) = archive::not_indexed(&mut store.read().await?).await? else {
        return Ok(false);
    };
    let id = old.summary.id;
    // A large one takes a while: nobody waits for that, neither for the thread nor for the database.
    let read = spawn_blocking(move || {
        let stored = super::stored(&old)?;
        let standings = stored.tournament.final_standings();
        let row = row(&stored, standings.as_ref(), old.summary.changed_ms)?;
        let results = standings.map(|it| stored.tournament.final_results(&it));
        Ok::<_, TournamentError>((row, stored.tournament.terms(), results))
    });
    let read = read.await;
    let mut tx = store.write().await?;
    let Ok(Ok((row, terms, results))) = read else {
        archive::set_indexed(&mut tx, id).await?;
        tx.commit().await?;
        return Ok(true);
    };
    if archive::set_listing(&mut tx, &row.summary).await? {
        archive::set_terms(&mut tx, id, &terms).await?;
        archive::set_results(&mut tx, id, &results.unwrap_or_default()).await?;
    }
    tx.commit().await?;
    Ok(true)
}
