//! The rounds of a tournament as everybody sees them: all of them, or the latest of a large one.

use std::collections::BTreeMap;

use komadai_ids::GameId;
use komadai_protocol::http::tournaments as wire;
use komadai_service::tournaments::Tournament;
use komadai_tournament::{EntryId, Game, Outcome};

/// A tournament with more games is a large one, of which a page shows so many at first. The latest
/// round is always complete.
const LATEST_GAMES_MAX: usize = 400;

/// So many games are shown that are still being played in rounds that are not complete.
const OPEN_GAMES_MAX: usize = 400;

/// A player is shown so many of their own pairings that have no result.
const OWN_PAIRINGS_MAX: usize = 10;

/// Whether the tournament's page leaves something out.
pub(super) fn is_large(it: &Tournament) -> bool {
    it.event.games.len() > LATEST_GAMES_MAX
}

/// The games of a tournament by their rounds, in the order of the boards.
pub(super) struct Rounds<'t> {
    of: &'t Tournament,
    games: BTreeMap<u32, Vec<&'t Game>>,
}

impl<'t> Rounds<'t> {
    pub(super) fn of(it: &'t Tournament) -> Self {
        let mut games: BTreeMap<_, Vec<_>> =
            (1..=it.event.n_rounds()).map(|round| (round, Vec::new())).collect();
        for game in &it.event.games {
            if let Some(round) = games.get_mut(&game.round) {
                round.push(game);
            }
        }
        for round in games.values_mut() {
            round.sort_by_key(|game| (game.board, &game.key));
        }
        Self { of: it, games }
    }

    pub(super) fn all(&self) -> Vec<wire::TournamentRound> {
        self.games.keys().map(|&round| self.complete(round)).collect()
    }

    /// The latest rounds complete, and of the others what is still being played, the earliest
    /// first.
    pub(super) fn latest(&self) -> Vec<wire::TournamentRound> {
        let complete = self.first_complete();
        let mut room = OPEN_GAMES_MAX;
        let round = |&round: &u32| {
            if round >= complete {
                self.complete(round)
            } else {
                let open = self.open(round, room);
                room -= open.games.len();
                open
            }
        };
        self.games.keys().map(round).collect()
    }

    /// The first of the latest rounds that have no more games together than a page shows. Where
    /// players come and go as they like, everything is one round, of which none is complete.
    fn first_complete(&self) -> u32 {
        let mut first = self.of.event.n_rounds();
        if self.of.players_come_and_go() {
            return first + 1;
        }
        let mut n_games = 0;
        for (&round, games) in self.games.iter().rev() {
            n_games += games.len();
            if n_games > LATEST_GAMES_MAX {
                break;
            }
            first = round;
        }
        first
    }

    /// A round with its games and byes.
    pub(super) fn complete(&self, round: u32) -> wire::TournamentRound {
        let games = self.games.get(&round).into_iter().flatten();
        let byes = self.of.event.byes.iter().filter(|bye| bye.round == round);
        wire::TournamentRound {
            round,
            games: games.map(|game| pairing(self.of, game)).collect(),
            byes: byes.cloned().collect(),
            began_ms: self.of.began_ms.get(&round).copied(),
            left_out: None,
        }
    }

    /// A round with so many at most of its games that are still being played.
    fn open(&self, round: u32, max: usize) -> wire::TournamentRound {
        let all = self.games.get(&round).map(Vec::as_slice).unwrap_or_default();
        let open =
            all.iter().filter(|game| result(self.of, game).is_none() && !self.of.waits(game));
        let games: Vec<_> = open.take(max).map(|game| pairing(self.of, game)).collect();
        let left_out = Some((all.len() - games.len()) as u32);
        let began_ms = self.of.began_ms.get(&round).copied();
        wire::TournamentRound { round, games, byes: Vec::new(), began_ms, left_out }
    }
}

/// The result that counts.
fn result(it: &Tournament, game: &Game) -> Option<Outcome> {
    it.event.outcome_of(game, &|id| it.event.entry(id))
}

fn reports(of: &BTreeMap<EntryId, Outcome>) -> Vec<wire::Report> {
    let report = |(entry, outcome): (&EntryId, &Outcome)| wire::Report {
        entry: entry.clone(),
        outcome: *outcome,
    };
    of.iter().map(report).collect()
}

/// The pairings of a player that have no result: that of the game they are playing, and those at a
/// real board.
pub(super) fn own_pairings(
    it: &Tournament,
    entry: &EntryId,
    playing: Option<GameId>,
) -> Vec<wire::Pairing> {
    let is_played = |game: &&Game| match it.current(&game.key) {
        Some(board) => Some(board.id) == playing,
        None => !it.waits(game),
    };
    let own = it.event.games.iter().filter(|game| game.side_of(entry).is_some());
    let open = own.filter(|game| result(it, game).is_none()).filter(is_played);
    open.take(OWN_PAIRINGS_MAX).map(|game| pairing(it, game)).collect()
}

fn pairing(it: &Tournament, game: &Game) -> wire::Pairing {
    let board = it.boards.get(&game.key);
    wire::Pairing {
        key: game.key.clone(),
        board: game.board,
        sente: game.sente.clone(),
        gote: game.gote.clone(),
        toss: game.toss,
        handicap: game.handicap,
        slot: game.slot.clone(),
        result: result(it, game),
        ruling: game.ruling.clone(),
        reason: game.reason.clone(),
        reports: it.hall.reports.get(&game.key).map(reports).unwrap_or_default(),
        table: super::tables::report_of(it, &game.key),
        typed_ms: game.ended_ms.filter(|_| board.is_none()),
        boards: game.boards,
        games: board.iter().flat_map(|it| &it.games).map(|game| game.id.code()).collect(),
        play_off: game.play_off,
        waits: it.waits(game),
        at_ms: it.agreed_ms(game),
    }
}
