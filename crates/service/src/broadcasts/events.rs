//! Boards that show games of tournaments on this site.
//!
//! Whoever broadcasts says which game a board shows; the tournament's organisers say whether its
//! page leads there and whether the board's result is proposed to them. Neither has a right in what
//! is the other's: the board's score stays the scorers', the result the arbiter's.

use komadai_community::broadcasts::{BoardEvent, NewBoard};
use komadai_ids::{Code, TournamentId, UserId};
use komadai_kifu::Cause;
use komadai_review::score::PublicBoard;
use komadai_rules::Side;
use komadai_store::{
    broadcasts::boards::{self, BoardOfEvent as Row},
    studies as study_rows,
};
use komadai_tournament::{Game, GameKey, Outcome};

use super::{Board, BroadcastRefusal, Broadcasts, Result};
use crate::{
    stored_json::read_json,
    tournaments::{StoredTournament, TournamentError},
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
        let is_own = self.tournaments.is_organised_by(&it, by).await?;
        Ok(Some(EventLink { event: it.id, shown, is_own }))
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
