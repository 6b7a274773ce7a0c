//! Looks regularly for notifications due to those who are away.
//!
//! What was notified is in the database; what is kept here only saves looking twice.

mod appointments;
mod news;
mod requests;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use komadai_game::Phase;
use komadai_ids::{Code, GameId, UserId};
use komadai_live::{Directory, hurry_ms, opponents};
use komadai_store::{accounts, notices as rows};
use komadai_tournament::EntryId;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::warn;

use self::news::RenderNews;
use super::{Notice, Notices, board::Board, matter::Matter, words::NoticeSubject};
use crate::{
    Tournaments,
    tournaments::{Phase as Stage, StoredTournament},
};

/// How often it is looked.
const TICK: Duration = Duration::from_secs(2);

/// The greatest age of a challenge to be notified, in milliseconds. It matters after a stop only.
const CHALLENGE_AGE_MAX_MS: i64 = 3_600_000;

/// The greatest age of an open board, or an announcement, to be notified, in milliseconds;
/// likewise.
const BOARD_AGE_MAX_MS: u64 = 10 * 60_000;

/// How long before a round it is notified, in milliseconds, at the earliest and at the latest: so
/// early that the opening of the board can be notified too.
const SOON_MS: (u64, u64) = (20 * 60_000, 15 * 60_000);

/// With less than this on the clock nobody comes in time, in milliseconds.
const TURN_LEFT_MIN_MS: u64 = 15_000;

/// How many games are looked at in one go.
const GAMES_MAX: usize = 200;

/// How long the notification of a browser may take: an hour, in seconds.
const TTL_S: u32 = 3_600;

/// The same of a move by correspondence: a day, in seconds.
const CORRESPONDENCE_TTL_S: u32 = 24 * 3_600;

/// How often games by correspondence are looked at, in milliseconds.
const CORRESPONDENCE_TICK_MS: u64 = 10_000;

/// Somebody with a game who is away.
#[derive(Debug)]
struct Away {
    since_ms: u64,
    /// Whether there is any way to tell them; not asked yet.
    can_be_told: Option<bool>,
}

/// See the module.
pub(crate) struct Scanner {
    notices: Notices,
    render: Arc<dyn RenderNews>,
    directory: Arc<Directory>,
    tournaments: Tournaments,
    /// Challenges that were made before were looked at.
    challenges_from_ms: i64,
    /// Requests to join clubs that were made before were looked at.
    requests_from_ms: i64,
    /// When the last application or request for a place of each tournament was made that was looked
    /// at.
    asked: HashMap<Code, u64>,
    away: HashMap<UserId, Away>,
    /// The players looked at because they are invited to take part.
    invited: HashSet<(Code, UserId)>,
    /// The last announcement of each tournament that was looked at.
    announced: HashMap<Code, u32>,
    /// The players notified that a round begins.
    soon: HashSet<(Code, u32, UserId)>,
    /// How far what absent players were told of appointments and calls has come.
    marks: HashMap<(UserId, String), i64>,
    /// Which version of a tournament's boards was looked at.
    versions: HashMap<Code, u64>,
    /// The open boards that were looked at, and when each was opened.
    boards: HashMap<GameId, u64>,
    /// When games by correspondence are looked at next, in Unix milliseconds.
    correspondence_due_ms: u64,
    /// What absent players were told of their games by correspondence, or know: the number of the
    /// move, and whether that little time is left.
    told: HashMap<(UserId, Code), (u32, bool)>,
}

impl Scanner {
    pub(crate) fn new(
        notices: Notices,
        directory: Arc<Directory>,
        tournaments: Tournaments,
        render: Arc<impl RenderNews>,
    ) -> Self {
        let now_ms = directory.timebase().now_ms() as i64;
        Self {
            notices,
            render,
            directory,
            tournaments,
            challenges_from_ms: now_ms - CHALLENGE_AGE_MAX_MS,
            requests_from_ms: now_ms - requests::AGE_MAX_MS as i64,
            asked: HashMap::new(),
            away: HashMap::new(),
            invited: HashSet::new(),
            announced: HashMap::new(),
            soon: HashSet::new(),
            marks: HashMap::new(),
            versions: HashMap::new(),
            boards: HashMap::new(),
            correspondence_due_ms: 0,
            told: HashMap::new(),
        }
    }

    /// Looks for ever. Players who were there before the start have time to come back first.
    pub(crate) async fn run(mut self) {
        sleep(Duration::from_millis(self.away_ms())).await;
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.directory.is_stopping() {
                return;
            }
            if let Err(cause) = self.look().await {
                warn!("absent players are not notified: {cause}");
            }
        }
    }

    fn away_ms(&self) -> u64 {
        self.notices.inner.settings.away_ms
    }

    fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }

    fn is_away(&self, user: UserId) -> bool {
        !self.notices.presence().is_online(user)
    }

    async fn look(&mut self) -> komadai_store::Result<()> {
        self.look_for_challenges().await?;
        self.look_for_requests().await?;
        self.look_for_rounds().await?;
        self.look_for_comments().await?;
        self.look_for_ladders().await?;
        self.look_for_removals().await?;
        self.look_for_compositions().await?;
        self.look_for_turns().await
    }

    /// Each challenge is looked at once: who is there then sees it, which is noted.
    async fn look_for_challenges(&mut self) -> komadai_store::Result<()> {
        let to_ms = self.now_ms().saturating_sub(self.away_ms()) as i64;
        let mut conn = self.notices.inner.store.read().await?;
        let found = rows::unanswered(&mut conn, self.challenges_from_ms, to_ms).await?;
        let (mut due, mut seen) = (Vec::new(), Vec::new());
        for challenge in found {
            self.challenges_from_ms = challenge.made_ms + 1;
            if !self.is_away(challenge.challenged) {
                seen.push((challenge.challenged, Matter::Challenge(challenge.id).about()));
                continue;
            }
            if let Some(from) = accounts::find(&mut conn, challenge.challenger).await? {
                due.push((challenge, from.user.name));
            }
        }
        drop(conn);
        if !seen.is_empty() {
            let mut tx = self.notices.inner.store.write().await?;
            for (user, about) in seen {
                rows::note_known(&mut tx, user, &about, to_ms).await?;
            }
            tx.commit().await?;
        }
        for (challenge, from) in due {
            self.notices
                .tell(Notice {
                    to: challenge.challenged,
                    told: NoticeSubject::Challenge { from },
                    matter: Matter::Challenge(challenge.id),
                    board: None,
                    ttl_s: seconds(challenge.expires_ms - to_ms),
                })
                .await?;
        }
        Ok(())
    }

    async fn look_for_rounds(&mut self) -> komadai_store::Result<()> {
        let now_ms = self.now_ms();
        let all = self.tournaments.unfinished();
        let codes: HashSet<Code> = all.iter().map(|it| it.tournament.code()).collect();
        self.invited.retain(|(code, _)| codes.contains(code));
        self.asked.retain(|code, _| codes.contains(code));
        self.announced.retain(|code, _| codes.contains(code));
        self.soon.retain(|(code, ..)| codes.contains(code));
        self.versions.retain(|code, _| codes.contains(code));
        let (mut due, mut asked) = (Vec::new(), Vec::new());
        // First what the database is asked for: where it fails, nothing has been looked at.
        for stored in &all {
            let (notices, latest_ms) = self.applications(stored, now_ms).await?;
            due.extend(notices);
            asked.extend(latest_ms.map(|at_ms| (stored.tournament.code(), at_ms)));
        }
        let mut open = HashMap::new();
        for stored in &all {
            due.extend(self.invitations(stored, now_ms));
            due.extend(self.announcements(stored, now_ms));
            due.extend(self.soon(stored, now_ms));
            due.extend(self.unknown(self.appointments(stored, now_ms)));
            due.extend(self.unknown(self.calls(stored, now_ms)));
            let code = stored.tournament.code();
            // Its boards are looked at again only when it has changed.
            if self.versions.insert(code, stored.version) != Some(stored.version) {
                due.extend(self.boards(stored, now_ms, &mut open));
            }
        }
        self.boards.extend(open);
        // An old board is not notified anyway.
        self.boards.retain(|_, opened_ms| *opened_ms + 2 * BOARD_AGE_MAX_MS > now_ms);
        for notice in due {
            let mark = (notice.to, notice.matter.about(), notice.matter.mark());
            if self.notices.tell(notice).await? {
                self.note(mark);
            }
        }
        self.asked.extend(asked);
        Ok(())
    }

    /// Whom to notify that they are invited: of those who know the inviter, each once.
    fn invitations(&mut self, stored: &StoredTournament, now_ms: u64) -> Vec<Notice> {
        let tournament = &stored.tournament;
        let code = tournament.code();
        let mut due = Vec::new();
        for (user, invited) in &tournament.invited {
            let is_due = invited.at_ms + self.away_ms() <= now_ms
                && invited.is_acquainted
                && tournament.invitation_of(*user).is_some_and(|it| !it.declined);
            // Players who are there see it on every page.
            if is_due && self.invited.insert((code, *user)) && self.is_away(*user) {
                due.push(Notice {
                    to: *user,
                    told: NoticeSubject::Invited {
                        tournament: tournament.event.name.clone(),
                        by: invited.by.clone(),
                    },
                    matter: Matter::Invited { tournament: code },
                    board: None,
                    ttl_s: TTL_S,
                });
            }
        }
        due
    }

    /// Whom to tell that the organisers have said something; each announcement is looked at once.
    fn announcements(&mut self, stored: &StoredTournament, now_ms: u64) -> Vec<Notice> {
        let tournament = &stored.tournament;
        let code = tournament.code();
        let Some(last) = tournament.hall.announcements.last() else { return Vec::new() };
        let is_known = self.announced.get(&code) == Some(&last.number);
        let is_due = last.at_ms + self.away_ms() <= now_ms;
        if is_known || !is_due {
            return Vec::new();
        }
        self.announced.insert(code, last.number);
        if last.at_ms + BOARD_AGE_MAX_MS < now_ms {
            return Vec::new();
        }
        let here = tournament.event.entries.iter().filter(|it| it.withdrawn_after.is_none());
        let people = here.filter_map(|entry| tournament.people.get(&entry.id));
        let away = people.filter(|person| self.is_away(person.user));
        let notice = |to: UserId| Notice {
            to,
            told: NoticeSubject::Announced { tournament: tournament.event.name.clone() },
            matter: Matter::Announced { tournament: code, number: last.number },
            board: None,
            ttl_s: TTL_S,
        };
        away.map(|person| notice(person.user)).collect()
    }

    /// Whom to tell that a round begins soon.
    fn soon(&mut self, stored: &StoredTournament, now_ms: u64) -> Vec<Notice> {
        let tournament = &stored.tournament;
        let Some(due_ms) = tournament.due_ms() else { return Vec::new() };
        let left_ms = due_ms.saturating_sub(now_ms);
        if left_ms > SOON_MS.0 || left_ms < SOON_MS.1 {
            return Vec::new();
        }
        let round = match tournament.phase {
            Stage::Open => 1,
            // What is due in an arena is its end.
            _ if tournament.players_come_and_go() => return Vec::new(),
            _ => tournament.event.n_rounds() + 1,
        };
        let code = tournament.code();
        let here = tournament.event.entries.iter().filter(|it| it.withdrawn_after.is_none());
        let people = here.filter_map(|entry| tournament.people.get(&entry.id));
        let away: Vec<UserId> = people
            .map(|person| person.user)
            .filter(|user| self.is_away(*user) && !self.soon.contains(&(code, round, *user)))
            .collect();
        self.soon.extend(away.iter().map(|user| (code, round, *user)));
        let notice = |to: UserId| Notice {
            to,
            told: NoticeSubject::Soon {
                tournament: tournament.event.name.clone(),
                round,
                minutes: left_ms.div_ceil(60_000),
            },
            matter: Matter::Soon { tournament: code, round },
            board: None,
            ttl_s: seconds(left_ms as i64),
        };
        away.into_iter().map(notice).collect()
    }

    /// Whom to tell that their board is open; each board is looked at once.
    fn boards(
        &self,
        stored: &StoredTournament,
        now_ms: u64,
        open: &mut HashMap<GameId, u64>,
    ) -> Vec<Notice> {
        let tournament = &stored.tournament;
        // By correspondence all begin at once, and who is to move is told so.
        if tournament.plan.is_by_correspondence() {
            return Vec::new();
        }
        let code = tournament.code();
        let mut due = Vec::new();
        for (key, board) in tournament.open() {
            let is_old = board.opened_ms + BOARD_AGE_MAX_MS < now_ms;
            if is_old || self.boards.contains_key(&board.id) {
                continue;
            }
            open.insert(board.id, board.opened_ms);
            let Some(game) = tournament.event.game(&key) else { continue };
            let person = |entry: &EntryId| tournament.people.get(entry);
            let (Some(one), Some(other)) = (person(&game.sente), person(&game.gote)) else {
                continue;
            };
            for (who, opponent) in [(one, other), (other, one)] {
                if !self.is_away(who.user) {
                    continue;
                }
                due.push(Notice {
                    to: who.user,
                    told: NoticeSubject::Board {
                        tournament: tournament.event.name.clone(),
                        round: game.round,
                        opponent: opponent.name.clone(),
                    },
                    matter: Matter::Board {
                        tournament: code,
                        round: game.round,
                        game: board.id.code(),
                    },
                    board: None,
                    ttl_s: seconds(tournament.plan.grace_ms as i64),
                });
            }
        }
        due
    }

    async fn look_for_turns(&mut self) -> komadai_store::Result<()> {
        let now_ms = self.now_ms();
        let mut playing: HashSet<UserId> = self.directory.players().into_iter().collect();
        playing.retain(|user| self.is_away(*user));
        self.away.retain(|user, _| playing.contains(user));
        let mut due = Vec::new();
        for user in playing {
            let away =
                self.away.entry(user).or_insert(Away { since_ms: now_ms, can_be_told: None });
            if now_ms.saturating_sub(away.since_ms) >= self.notices.inner.settings.away_ms
                && away.can_be_told != Some(false)
            {
                due.push(user);
            }
        }
        let looks_at_correspondence = self.correspondence_due_ms <= now_ms;
        if looks_at_correspondence {
            self.correspondence_due_ms = now_ms + CORRESPONDENCE_TICK_MS;
            let away = &self.away;
            self.told.retain(|(user, _), _| away.contains_key(user));
        }
        let mut n_games = 0;
        for user in due {
            let known = self.away.get(&user).and_then(|away| away.can_be_told);
            if known.is_none() {
                let can_be_told = self.notices.reach(user, None).await?.is_some();
                if let Some(away) = self.away.get_mut(&user) {
                    away.can_be_told = Some(can_be_told);
                }
                if !can_be_told {
                    continue;
                }
            }
            for it in self.directory.playing(user) {
                if it.is_correspondence {
                    // Who has just left has not been looked at.
                    if looks_at_correspondence || known.is_none() {
                        self.look_at_correspondence(user, it.game, now_ms).await?;
                    }
                    continue;
                }
                n_games += 1;
                if n_games > GAMES_MAX {
                    continue;
                }
                if let Some(notice) = self.turn(user, it.game, now_ms).await {
                    self.notices.tell(notice).await?;
                }
            }
        }
        Ok(())
    }

    /// Tells a player that it is their move in a game by correspondence: once, and once more when
    /// little time is left.
    async fn look_at_correspondence(
        &mut self,
        user: UserId,
        code: Code,
        now_ms: u64,
    ) -> komadai_store::Result<()> {
        let Some(room) = self.directory.live(code) else { return Ok(()) };
        let Some(game) = room.game().await else { return Ok(()) };
        let Some(players) = game.players().filter(|_| game.phase() == Phase::Playing) else {
            return Ok(());
        };
        let turn = game.turn();
        // Who is on vacation has time, and is told once it is over.
        if game.vacation(turn).is_some_and(|it| it.contains(now_ms)) {
            return Ok(());
        }
        let Some(due_ms) = game.deadline_ms(None).filter(|_| players[turn].id == user) else {
            return Ok(());
        };
        let number = game.line().n_moves() + 1;
        let left_ms = due_ms.saturating_sub(now_ms);
        let hurry = left_ms <= hurry_ms(&game);
        if self.told.get(&(user, code)) >= Some(&(number, hurry)) {
            return Ok(());
        }
        let notice = Notice {
            to: user,
            told: NoticeSubject::Correspondence {
                opponent: players[turn.other()].name.clone(),
                number,
                hours: left_ms / 3_600_000,
                hurry,
            },
            matter: if hurry {
                Matter::Hurry { game: code, number }
            } else {
                Matter::Turn { game: code, number }
            },
            board: Board::of(&game),
            ttl_s: seconds_up_to(left_ms as i64, CORRESPONDENCE_TTL_S),
        };
        if self.notices.tell(notice).await? {
            self.told.insert((user, code), (number, hurry));
        }
        Ok(())
    }

    /// What to tell a player of a game where it is their move.
    async fn turn(&self, user: UserId, code: Code, now_ms: u64) -> Option<Notice> {
        let game = self.directory.live(code)?.game().await?;
        if game.phase() != Phase::Playing || game.is_halted() {
            return None;
        }
        let players = game.players()?;
        let turn = game.turn();
        let opponent = &players[turn.other()];
        if players[turn].id != user || opponents::is_machine(opponent.id) {
            return None;
        }
        let number = game.line().n_moves() + 1;
        // That the board is open was notified already.
        if number <= 2 && game.setup().tournament.is_some() {
            return None;
        }
        let left_ms = game.deadline_ms(None)?.saturating_sub(now_ms);
        (left_ms >= TURN_LEFT_MIN_MS).then(|| Notice {
            to: user,
            told: NoticeSubject::Turn {
                opponent: opponent.name.clone(),
                number,
                minutes: left_ms / 60_000,
            },
            matter: Matter::Turn { game: code, number },
            board: Board::of(&game),
            ttl_s: seconds(left_ms as i64),
        })
    }
}

/// How long a message is of any use, which is not for ever.
fn seconds(left_ms: i64) -> u32 {
    seconds_up_to(left_ms, TTL_S)
}

fn seconds_up_to(left_ms: i64, most_s: u32) -> u32 {
    u32::try_from(left_ms / 1_000).unwrap_or_default().clamp(1, most_s)
}
