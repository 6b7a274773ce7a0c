//! Finds what there is to tell through bridges.
//!
//! What was told is in the database; what is kept here only saves looking twice. What came up while
//! the server was not there is not told afterwards.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use komadai_community::bridges::BridgeTopic;
use komadai_ids::{ClubId, Code, UserId};
use komadai_live::{Directory, LobbyHandle, Seek, random};
use komadai_rules::Side;
use komadai_store::{
    Result,
    clubs::{
        self,
        bridges::{self as rows, Bridge, NewMessage, WAITING_MAX},
    },
};
use komadai_tournament::{EntryId, Outcome};
use tokio::time::{MissedTickBehavior, interval};
use tracing::warn;
use uuid::Uuid;

use super::{
    BridgeNews, Bridges,
    news::{FinalPlace, NamedEvent, SeekClock, initials},
    topics_of,
};
use crate::{
    Tournaments, people,
    stored_json::write_json,
    tournaments::{Phase, StoredTournament, Tournament},
};

/// How often it is looked.
const TICK: Duration = Duration::from_secs(2);

/// For how long nobody is said to look for a game again, in milliseconds.
const SOUGHT_MS: i64 = 15 * 60_000;

/// The greatest age of a round, or an end, to be told, in milliseconds.
const AGE_MAX_MS: u64 = 10 * 60_000;

/// For how long news is worth telling, in milliseconds: a seek, a beginning, an end.
const SEEK_MS: i64 = 10 * 60_000;
const BEGIN_MS: i64 = 2 * 3_600_000;
const RESULT_MS: i64 = 24 * 3_600_000;

/// How much that was found is kept for later when it cannot be recorded.
const KEPT_MAX: usize = 10_000;

/// So many of the first of an event are named.
const PODIUM: usize = 3;

/// What was known of an event when it was looked at last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownEvent {
    version: u64,
    phase: Phase,
}

/// Something to tell one bridge.
struct Finding {
    bridge: Uuid,
    about: String,
    by: Option<UserId>,
    news: BridgeNews,
    lasts_ms: i64,
}

/// See the module.
pub(crate) struct Finder {
    bridges: Bridges,
    directory: Arc<Directory>,
    lobby: LobbyHandle,
    tournaments: Tournaments,
    /// The events that are not over; none before the first look.
    events: Option<HashMap<Code, KnownEvent>>,
    /// The seeks that were looked at.
    seeks: HashSet<Uuid>,
    /// When each bridge told last that somebody looks for a game.
    sought: HashMap<(Uuid, UserId), i64>,
    /// What was found and is not recorded yet.
    found: Vec<Finding>,
}

impl Finder {
    pub(crate) fn new(
        bridges: Bridges,
        directory: Arc<Directory>,
        lobby: LobbyHandle,
        tournaments: Tournaments,
    ) -> Self {
        Self {
            bridges,
            directory,
            lobby,
            tournaments,
            events: None,
            seeks: HashSet::new(),
            sought: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Looks for ever.
    pub(crate) async fn run(mut self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.directory.is_stopping() {
                return;
            }
            if let Err(cause) = self.look().await {
                warn!("what clubs have to tell is not found: {cause}");
            }
        }
    }

    fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }

    async fn look(&mut self) -> Result<()> {
        let telling = rows::telling(&mut self.bridges.store().read().await?).await?;
        let mut of_clubs: HashMap<ClubId, Vec<Bridge>> = HashMap::new();
        for bridge in telling {
            of_clubs.entry(bridge.club).or_default().push(bridge);
        }
        self.look_at_events(&of_clubs).await?;
        self.look_at_seeks(&of_clubs).await?;
        self.found.truncate(KEPT_MAX);
        if self.found.is_empty() {
            return Ok(());
        }
        let now_ms = self.now_ms() as i64;
        let mut tx = self.bridges.store().write().await?;
        for it in &self.found {
            if rows::n_waiting(&mut tx, it.bridge).await? >= WAITING_MAX {
                continue;
            }
            let message = NewMessage {
                bridge: it.bridge,
                about: &it.about,
                by: it.by,
                news: &write_json(&it.news),
                made_ms: now_ms,
                until_ms: now_ms + it.lasts_ms,
                due_ms: now_ms,
            };
            rows::tell(&mut tx, Uuid::from_bytes(random::bytes()), message).await?;
        }
        tx.commit().await?;
        self.found.clear();
        Ok(())
    }

    async fn look_at_events(&mut self, of_clubs: &HashMap<ClubId, Vec<Bridge>>) -> Result<()> {
        let now_ms = self.now_ms();
        let all = self.tournaments.unfinished();
        let state = |it: &StoredTournament| {
            let known = KnownEvent { version: it.version, phase: it.tournament.phase };
            (it.tournament.code(), known)
        };
        let now: HashMap<Code, KnownEvent> = all.iter().map(state).collect();
        let mut found = Vec::new();
        if let Some(before) = &self.events {
            for it in &all {
                let known = before.get(&it.tournament.code());
                if known.is_some_and(|known| known.version == it.version) {
                    continue;
                }
                for bridge in bridges_of(of_clubs, &it.tournament) {
                    found.extend(begun(bridge, &it.tournament, known, now_ms));
                }
            }
            for code in before.keys().filter(|code| !now.contains_key(code)) {
                // One that was deleted has nothing to tell.
                let Ok(over) = self.tournaments.find(*code).await else { continue };
                let is_hidden = self.tournaments.is_hidden(&over.tournament).await?;
                for bridge in bridges_of(of_clubs, &over.tournament) {
                    found.extend(ended(bridge, &over.tournament, is_hidden, now_ms));
                }
            }
        }
        self.events = Some(now);
        self.found.extend(found);
        Ok(())
    }

    async fn look_at_seeks(&mut self, of_clubs: &HashMap<ClubId, Vec<Bridge>>) -> Result<()> {
        let tells = |it: &Bridge| topics_of(it).contains(&BridgeTopic::Seek);
        if !of_clubs.values().flatten().any(tells) {
            return Ok(());
        }
        let now_ms = self.now_ms();
        // A lobby that has too much to do is asked again soon.
        let Ok(open) = self.lobby.list().await else { return Ok(()) };
        self.seeks.retain(|id| open.iter().any(|it| it.id == *id));
        self.sought.retain(|_, at_ms| *at_ms + SOUGHT_MS > now_ms as i64);
        let after_ms = self.bridges.setup().seek_after_ms;
        for seek in open {
            let is_due = seek.at_ms + after_ms <= now_ms;
            if !is_due || seek.by.guest || seek.by.bot || self.seeks.contains(&seek.id) {
                continue;
            }
            let mut conn = self.bridges.store().read().await?;
            let clubs = clubs::of_user(&mut conn, seek.by.id).await?;
            let is_willing = people::tells(&mut conn, None, seek.by.id).await?;
            drop(conn);
            self.seeks.insert(seek.id);
            // Who does not say when they are here does not do so elsewhere either.
            if !is_willing {
                continue;
            }
            let bridges = clubs.iter().filter_map(|it| of_clubs.get(&it.club.id)).flatten();
            for bridge in bridges.filter(|it| tells(it)) {
                let key = (bridge.id, seek.by.id);
                if self.sought.contains_key(&key) {
                    continue;
                }
                self.sought.insert(key, now_ms as i64);
                self.found.extend(sought(bridge, &seek));
            }
        }
        Ok(())
    }
}

/// The bridges of the club that runs an event. One that was read from a file is not played now.
fn bridges_of<'a>(
    of_clubs: &'a HashMap<ClubId, Vec<Bridge>>,
    it: &Tournament,
) -> impl Iterator<Item = &'a Bridge> {
    let club = it.plan.of_club().filter(|_| !it.imported);
    club.and_then(|club| of_clubs.get(&club.id)).into_iter().flatten()
}

fn named(it: &Tournament) -> NamedEvent {
    NamedEvent { code: it.code(), name: it.event.name.clone() }
}

/// What has begun in an event since it was looked at last, for one bridge.
fn begun(
    bridge: &Bridge,
    it: &Tournament,
    known: Option<&KnownEvent>,
    now_ms: u64,
) -> Vec<Finding> {
    let (code, topics) = (it.code(), topics_of(bridge));
    let told = |about: String, news: BridgeNews| Finding {
        bridge: bridge.id,
        about,
        by: None,
        news,
        lasts_ms: BEGIN_MS,
    };
    let mut found = Vec::new();
    let is_new = known.is_none();
    // Where only organisers enter players, there is nothing for others to do.
    if is_new && it.phase == Phase::Open && !it.plan.by_invitation {
        found.push(told(format!("open:{code}"), BridgeNews::Open { event: named(it) }));
    }
    let has_begun = known.is_none_or(|known| known.phase == Phase::Open);
    if it.phase == Phase::Running && it.players_come_and_go() {
        if has_begun && !it.reopened {
            found.push(told(format!("begins:{code}"), BridgeNews::Begins { event: named(it) }));
        }
    } else if it.phase == Phase::Running {
        for (round, began_ms) in &it.began_ms {
            if began_ms + AGE_MAX_MS < now_ms {
                continue;
            }
            let games = it.event.games.iter().filter(|game| game.round == *round);
            let n_games = games.filter(|game| !game.is_annulled()).count() as u32;
            let about = format!("round:{code}:{round}:{}", it.n_taken_back);
            let news = BridgeNews::Round { event: named(it), round: *round, n_games };
            found.push(told(about, news));
        }
    }
    found.retain(|it| it.news.topic().is_some_and(|topic| topics.contains(&topic)));
    found
}

/// The end of an event, for one bridge.
fn ended(bridge: &Bridge, it: &Tournament, is_hidden: bool, now_ms: u64) -> Option<Finding> {
    let is_fresh = it.ended_ms.is_some_and(|at_ms| at_ms + AGE_MAX_MS >= now_ms);
    let is_told = topics_of(bridge).contains(&BridgeTopic::Result);
    if it.phase != Phase::Over || !is_fresh || !is_told {
        return None;
    }
    let podium = podium(it);
    let winner = podium.first().map(|(_, entry)| entry);
    let game = winner.filter(|_| !is_hidden).and_then(|entry| last_win(it, entry));
    let first = podium.iter().filter(|_| bridge.names);
    let first = first.map(|(place, entry)| FinalPlace { place: *place, name: name_of(it, entry) });
    let news = BridgeNews::Result { event: named(it), first: first.collect(), game };
    let about = format!("result:{}", it.code());
    Some(Finding { bridge: bridge.id, about, by: None, news, lasts_ms: RESULT_MS })
}

/// The first of an event: of the ranking that decides, those at the first three places.
fn podium(it: &Tournament) -> Vec<(u32, EntryId)> {
    let Ok(checked) = it.event.check() else { return Vec::new() };
    let standings = checked.standings();
    let rankings = standings.of_players(it.event.format.players_in());
    // Of classes the highest decides, of teams the only one there is.
    let ranking = rankings.first().copied().or(standings.rankings.first());
    let rows = ranking.map(|it| it.rows.as_slice()).unwrap_or_default();
    let first = rows.iter().filter(|row| row.place <= PODIUM).take(PODIUM);
    first.map(|row| (row.place as u32, row.entry.clone())).collect()
}

/// What an entry is called elsewhere: who has no account has not agreed to be named there.
fn name_of(it: &Tournament, entry: &EntryId) -> String {
    let named = it.event.entry(entry);
    let name = named.map_or(entry.as_str(), |it| it.display_name()).replace('\n', " ");
    // A team is no person.
    let is_person = named.is_some() && !it.people.contains_key(entry);
    if is_person { initials(&name) } else { name }
}

/// The last game that somebody has won here.
fn last_win(it: &Tournament, entry: &EntryId) -> Option<Code> {
    let won = it.event.games.iter().filter(|game| match game.outcome() {
        Some(Outcome::Sente) => game.sente == *entry,
        Some(Outcome::Gote) => game.gote == *entry,
        _ => false,
    });
    let played = won.filter_map(|game| Some((game.round, it.boards.get(&game.key)?)));
    let (_, board) = played.max_by_key(|(round, _)| *round)?;
    board.games.last().map(|game| game.id.code())
}

/// That a member looks for a game, for one bridge.
fn sought(bridge: &Bridge, seek: &Seek) -> Option<Finding> {
    let setup = &seek.setup;
    let start = setup.position().ok()?;
    let clock = &setup.clocks[Side::Sente];
    let news = BridgeNews::Seek {
        seek: seek.id,
        name: bridge.names.then(|| seek.by.name.clone()),
        variant: setup.variant.clone(),
        sfen: start.sfen(),
        clock: SeekClock::of(clock),
        rated: setup.rated,
    };
    let days = i64::from(setup.is_correspondence()) * 24 * 3_600_000;
    Some(Finding {
        bridge: bridge.id,
        about: format!("seek:{}", seek.id),
        by: Some(seek.by.id),
        news,
        lasts_ms: SEEK_MS.max(days),
    })
}
