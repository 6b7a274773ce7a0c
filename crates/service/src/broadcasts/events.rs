//! Boards that show games of tournaments on this site.
//!
//! Whoever broadcasts says which game a board shows; the tournament's organisers say whether its
//! page leads there and whether the board's result is proposed to them. Neither has a right in what
//! is the other's: the board's score stays the scorers', the result the arbiter's.

use std::collections::BTreeSet;

use komadai_community::{
    bell::{BellItem, BellTournament},
    broadcasts::{BoardEvent, NewBoard},
};
use komadai_ids::{Code, TournamentId, UserId};
use komadai_kifu::Cause;
use komadai_review::score::PublicBoard;
use komadai_rules::Side;
use komadai_store::{
    Study, StudyVisibility, Tx,
    broadcasts::boards::{self, BoardOfEvent as Row},
    studies as study_rows,
};
use komadai_tournament::{Game, GameKey, Outcome};

use super::{Board, BroadcastRefusal, Broadcasts, Result};
use crate::{
    bell::ring_once,
    stored_json::read_json,
    tournaments::{StoredTournament, Tournament, TournamentError},
};

/// Ends of games that nobody won and that count as a draw. After a repetition another game may
/// follow, which the arbiter knows.
const DRAWN: [Cause; 3] = [Cause::Draw, Cause::Agreement, Cause::ImpasseAgreement];

/// A board that shows a game of a tournament, as the tournament's readers see it.
#[derive(Clone, Debug)]
pub struct BoardOfEvent {
    pub row: Row,
    pub game: GameKey,
    /// Whether it is over, as the public sees it.
    pub is_over: bool,
    /// How the game came out, as the public sees it on the board.
    pub outcome: Option<Outcome>,
}

/// The game of a tournament that somebody says a board shows.
#[derive(Clone, Debug)]
pub(super) struct EventLink {
    event: TournamentId,
    shown: BoardEvent,
    /// Who says so organises the tournament.
    is_own: bool,
    /// Who is asked about it.
    call: EventCall,
}

/// The organisers of a tournament who are asked whether its page leads to a broadcast.
#[derive(Clone, Debug)]
pub(super) struct EventCall {
    event: TournamentId,
    tournament: BellTournament,
    organisers: Vec<UserId>,
}

impl EventCall {
    /// Those of the tournaments that these boards show, each once.
    pub(super) fn of(links: &[Option<EventLink>]) -> Vec<Self> {
        let mut calls: Vec<Self> = Vec::new();
        for link in links.iter().flatten() {
            if calls.iter().all(|call| call.event != link.event) {
                calls.push(link.call.clone());
            }
        }
        calls
    }
}

/// Tells the organisers of tournaments whose games a broadcast shows, once and if everybody sees
/// it; whoever has answered, or shows their own, is not asked.
pub(super) async fn call_organisers(
    tx: &mut Tx,
    study: &Study,
    calls: &[EventCall],
    now_ms: i64,
) -> Result<()> {
    if study.visibility != StudyVisibility::Public || calls.is_empty() {
        return Ok(());
    }
    let boards = boards::of(tx, study.id).await?;
    for EventCall { event, tournament, organisers } in calls {
        let waits = |it: &Board| it.event == Some(*event) && it.event_takes.is_none();
        if !boards.iter().any(waits) {
            continue;
        }
        let (broadcast, title) = (study.id.code(), study.title.clone());
        let item = BellItem::BroadcastOffered { tournament: tournament.clone(), broadcast, title };
        let is_same = |it: &BellItem| {
            matches!(it, BellItem::BroadcastOffered { tournament: of, broadcast: by, .. }
                if of.code == tournament.code && *by == broadcast)
        };
        ring_once(tx, organisers, (study.owner, now_ms), &item, is_same).await?;
    }
    Ok(())
}

impl EventLink {
    /// The board with what is said of it.
    pub(super) fn put(link: Option<Self>, board: Board) -> Board {
        let is_own = link.as_ref().is_some_and(|it| it.is_own);
        Board {
            event: link.as_ref().map(|it| it.event),
            event_game: link.as_ref().map(|it| it.shown.game.as_str().to_owned()),
            event_sente: link.as_ref().map(|it| it.shown.sente.as_str().to_owned()),
            event_takes: is_own.then_some(true),
            ..board
        }
    }
}

/// The board with the answer that the tournament's organisers have given its broadcast already.
pub(super) fn answered(board: Board, others: &[Board]) -> Board {
    if board.event.is_none() || board.event_takes.is_some() {
        return board;
    }
    let before = others.iter().filter(|it| it.event == board.event);
    let event_takes = before.filter_map(|it| it.event_takes).next();
    Board { event_takes, ..board }
}

impl Broadcasts {
    pub(super) async fn links(
        &self,
        by: UserId,
        new: &[NewBoard],
    ) -> Result<Vec<Option<EventLink>>> {
        let mut links = Vec::with_capacity(new.len());
        // How many there may be is told where they are packed.
        for board in new.iter().take(super::BOARDS_MAX) {
            links.push(self.link(by, board).await?);
        }
        Ok(links)
    }

    /// The game that a board shows, if it shows one that `by` sees.
    pub(super) async fn link(&self, by: UserId, board: &NewBoard) -> Result<Option<EventLink>> {
        let Some(shown) = board.event.clone() else { return Ok(None) };
        let found = self.tournaments.look(shown.tournament, Some(by)).await;
        let it = match found {
            Ok(stored) => stored.tournament,
            Err(TournamentError::Store(cause)) => return Err(cause.into()),
            Err(_) => return Err(BroadcastRefusal::UnknownEvent.into()),
        };
        let game = it.event.game(&shown.game);
        if game.is_none_or(|game| game.side_of(&shown.sente).is_none()) {
            return Err(BroadcastRefusal::UnknownEvent.into());
        }
        let call = self.call(&it).await?;
        let is_own = call.organisers.contains(&by);
        Ok(Some(EventLink { event: it.id, shown, is_own, call }))
    }

    async fn call(&self, it: &Tournament) -> Result<EventCall> {
        let tournament = BellTournament { code: it.code(), name: it.event.name.clone() };
        let organisers = self.tournaments.organisers_of(it).await?;
        Ok(EventCall { event: it.id, tournament, organisers })
    }

    /// The tournaments that a broadcast shows and whose organisers have not answered.
    pub(super) async fn unanswered(&self, code: Code) -> Result<Vec<EventCall>> {
        let mut conn = self.store.read().await?;
        let Some(study) = study_rows::find_by_code(&mut conn, code).await? else {
            return Ok(Vec::new());
        };
        let known = boards::of(&mut conn, study.id).await?;
        drop(conn);
        let waiting = known.into_iter().filter(|it| it.event_takes.is_none());
        let events: BTreeSet<TournamentId> = waiting.filter_map(|it| it.event).collect();
        let mut calls = Vec::new();
        for event in events {
            match self.tournaments.find(event.code()).await {
                Ok(stored) => calls.push(self.call(&stored.tournament).await?),
                Err(TournamentError::Store(cause)) => return Err(cause.into()),
                // Nobody can be asked about it.
                Err(_) => {}
            }
        }
        Ok(calls)
    }

    /// The public boards that show games of a tournament: for its organisers all of them, for
    /// others those that they have taken.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_event(
        &self,
        of: &StoredTournament,
        organises: bool,
    ) -> Result<Vec<BoardOfEvent>> {
        let it = &of.tournament;
        let rows = boards::of_event(&mut self.store.read().await?, it.id).await?;
        let mut found = Vec::new();
        for row in rows {
            let Some(game) = it.event.games.iter().find(|game| game.key.as_str() == row.game)
            else {
                // Its round was taken back.
                continue;
            };
            if !organises && row.takes != Some(true) {
                continue;
            }
            let key = game.key.clone();
            let shown: PublicBoard =
                read_json(&row.shown, "broadcast_boards", "shown", row.review)?;
            let outcome = outcome(game, &row.sente, &shown);
            found.push(BoardOfEvent { game: key, is_over: shown.end.is_some(), row, outcome });
        }
        Ok(found)
    }

    /// An organiser of a tournament takes what a broadcast shows of it, or does not.
    ///
    /// # Errors
    /// When they do not organise it, or it shows nothing of it.
    pub async fn answer_event(
        &self,
        of: &StoredTournament,
        broadcast: Code,
        takes: bool,
    ) -> Result<()> {
        let mut tx = self.store.write().await?;
        let study = study_rows::find_by_code(&mut tx, broadcast).await?;
        let study = study.filter(|it| it.is_broadcast).ok_or(BroadcastRefusal::Unknown)?;
        if !boards::answer_event(&mut tx, (study.id, of.tournament.id), takes).await? {
            return Err(BroadcastRefusal::Unknown.into());
        }
        tx.commit().await?;
        Ok(())
    }
}

/// How a game came out by what the public sees of a board, in terms of its pairing.
fn outcome(game: &Game, sente: &str, shown: &PublicBoard) -> Option<Outcome> {
    let end = Cause::from_name(shown.end.as_deref()?)?;
    let Some(winner) = shown.winner else { return DRAWN.contains(&end).then_some(Outcome::Draw) };
    let winner = if game.sente.as_str() == sente { winner } else { winner.other() };
    Some(match (winner, end) {
        (Side::Sente, Cause::NoShow) => Outcome::GoteNoShow,
        (Side::Gote, Cause::NoShow) => Outcome::SenteNoShow,
        (Side::Sente, _) => Outcome::Sente,
        (Side::Gote, _) => Outcome::Gote,
    })
}
