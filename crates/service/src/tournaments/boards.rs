//! The games behind the pairings: how they are set up, what an arbiter does there, and what their
//! ends mean.

use std::collections::HashSet;

use komadai_game::{
    ArbiterAct, EndReason, Outcome as GameOutcome, Player, Seats, Setup as GameSetup, SideChoice,
    Start,
};
use komadai_ids::{Code, GameId, UserId};
use komadai_rules::{BySide, Odds, Side};
use komadai_tournament::{EntryId, Game, GameKey, Outcome, formats::Attendance};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    TournamentRefusal,
    state::{ActOutcome, Effect, Phase, Tournament},
};

/// A player who has missed so many games is not paired any more, until they are let in again.
const NO_SHOWS_MAX: usize = 2;

/// How long the host of a simul may take to come to a board for the first time, in milliseconds.
const HOST_WAIT_MS: u64 = 30 * 60 * 1_000;

/// The games that stand behind one pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The first, its replays, and what the arbiter had replayed; the last one counts.
    pub games: Vec<BoardGame>,
}

/// One game at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardGame {
    pub id: GameId,
    /// When it was ordered, in Unix milliseconds.
    pub opened_ms: u64,
    /// Whether it is the replay of the one before (§2.2), which made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replay: bool,
}

impl Tournament {
    /// The pairing behind which a game stands.
    pub fn place_of(&self, game: Code) -> Option<&Game> {
        let stands_behind = |board: &Board| board.games.iter().any(|it| it.id.code() == game);
        let missed = || self.appointments.iter().find(|(_, it)| it.was_missed(game));
        let played = self.boards.iter().find(|(_, board)| stands_behind(board));
        let key = played.map(|(key, _)| key).or_else(|| Some(missed()?.0))?;
        self.event.game(key)
    }

    pub(super) fn is_pending(&self, key: &GameKey) -> bool {
        self.event.pending().contains(key)
    }

    /// The game that is being played at a board.
    pub(super) fn pending_board(&self, key: &GameKey) -> Result<BoardGame, TournamentRefusal> {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        if self.event.game(key).is_none() {
            return Err(TournamentRefusal::Unknown(format!("game {key}")));
        }
        let current = self.current(key).filter(|_| self.is_pending(key));
        current.ok_or(TournamentRefusal::NotPlayed)
    }

    pub(super) fn arbiter(
        &self,
        key: &GameKey,
        act: ArbiterAct,
    ) -> Result<Effect, TournamentRefusal> {
        Ok(Effect::Arbiter { game: self.pending_board(key)?.id, act })
    }

    pub(super) fn ended(
        &mut self,
        now_ms: u64,
        id: GameId,
        outcome: &GameOutcome,
        players: BySide<UserId>,
        replay: Option<GameId>,
    ) -> ActOutcome {
        if self.withdrawn.remove(&id) {
            return Ok(());
        }
        let current = |board: &Board| board.games.last().is_some_and(|game| game.id == id);
        let Some(key) = self.boards.iter().find(|(_, it)| current(it)).map(|(key, _)| key.clone())
        else {
            // It was replayed, and what comes of this one does not matter.
            return Ok(());
        };
        if let Some(id) = replay {
            let next = BoardGame { id, opened_ms: now_ms, replay: true };
            if let Some(board) = self.boards.get_mut(&key) {
                board.games.push(next);
            }
            return Ok(());
        }
        if outcome.reason.is_void() || !self.is_pending(&key) {
            return Ok(());
        }
        let entries = players.map(|user| self.entry_of(user).cloned());
        if let Some(sente) = &entries.sente
            && self.event.game(&key).is_some_and(|game| game.toss)
        {
            self.event.note_toss(&key, sente)?;
        }
        // The sides of the pairing; in a replay they were exchanged.
        let Some(game) = self.event.game(&key) else { return Ok(()) };
        let side_of = |side: Side| entries[side].as_ref().and_then(|it| game.side_of(it));
        let result = match (outcome.reason, outcome.winner) {
            (EndReason::NoShow, None) => Outcome::BothNoShow,
            (EndReason::NoShow, Some(winner)) => match side_of(winner.other()) {
                Some(missing) => Outcome::no_show(missing),
                None => return Ok(()),
            },
            (_, None) => Outcome::Draw,
            (_, Some(winner)) => match side_of(winner) {
                Some(winner) => Outcome::win(winner),
                None => return Ok(()),
            },
        };
        let missing: Vec<EntryId> = match result {
            Outcome::SenteNoShow => vec![game.sente.clone()],
            Outcome::GoteNoShow => vec![game.gote.clone()],
            Outcome::BothNoShow => vec![game.sente.clone(), game.gote.clone()],
            _ => Vec::new(),
        };
        // Who does not come to an appointment has not lost: the arbiter decides.
        if outcome.reason == EndReason::NoShow && self.is_first_of_appointment(&key) {
            self.note_missed(now_ms, &key, missing);
            return Ok(());
        }
        let round = game.round;
        self.event.note_result(&key, result, Some(now_ms))?;
        for entry in missing {
            if self.players_come_and_go() {
                // Players who do not come are not paired again and again.
                self.pause(now_ms, entry);
            } else if self.plan.no_show_leaves || self.is_given_up(&entry) {
                self.event.withdraw(&entry, round)?;
            }
        }
        self.advance(now_ms)
    }

    /// Whether somebody who plays round by round has stayed away too often to be waited for.
    fn is_given_up(&self, entry: &EntryId) -> bool {
        let missed = self.event.games.iter().filter(|game| match game.outcome() {
            Some(Outcome::SenteNoShow) => game.sente == *entry,
            Some(Outcome::GoteNoShow) => game.gote == *entry,
            Some(Outcome::BothNoShow) => game.sente == *entry || game.gote == *entry,
            _ => false,
        });
        let by_round = self.event.format.attendance() == Attendance::ByRound;
        by_round && missed.count() >= NO_SHOWS_MAX
    }

    /// The games that do not count any more, most of which are over: those that were replayed, those
    /// of pairings that are decided, and those of rounds that were taken back.
    pub fn struck(&self) -> Vec<GameId> {
        let pending: HashSet<GameKey> = self.event.pending().into_iter().collect();
        let of = |(key, board): (&GameKey, &Board)| {
            let n_counting = usize::from(pending.contains(key));
            let n_struck = board.games.len().saturating_sub(n_counting);
            board.games.iter().take(n_struck).map(|game| game.id).collect::<Vec<_>>()
        };
        self.withdrawn.iter().copied().chain(self.boards.iter().flat_map(of)).collect()
    }

    /// How a game at a board is set up; `None` for a replay, which the game before it makes.
    pub fn game_setup(&self, key: &GameKey) -> Option<GameSetup> {
        self.setup_of(self.event.game(key)?)
    }

    /// How the game of a pairing is set up, as [`Tournament::game_setup`].
    pub(super) fn setup_of(&self, game: &Game) -> Option<GameSetup> {
        let board = self.current(&game.key).filter(|board| !board.replay)?;
        let player = |entry: &EntryId| {
            let person = self.people.get(entry)?;
            Some(Player { id: person.user, name: person.name.clone(), guest: false, bot: false })
        };
        let clock = self.plan.clock_of(game.round);
        let host = self.event.host().map(|host| &host.id);
        let clocks = BySide::from_fn(|side| match self.plan.host_clock {
            Some(of_host) if Some(game.player(side)) == host => of_host.of(self.n_guests()),
            _ => clock,
        });
        let seed = board.id.uuid().as_u128() as u64 ^ self.event.seed.rotate_left(17);
        Some(GameSetup {
            id: board.id,
            seed,
            created_ms: board.opened_ms,
            variant: self.plan.variant.clone(),
            start: start(game),
            rules: self.plan.rule_set(),
            clocks,
            seats: Seats {
                creator: player(&game.sente)?,
                opponent: Some(player(&game.gote)?),
                side: if game.toss { SideChoice::Random } else { SideChoice::Sente },
            },
            timed_at_once: true,
            times: None,
            rated: self.plan.rated,
            tournament: Some(self.code()),
            sides_by_pairing: game.handicap.is_none(),
            previous: None,
            king: self.king_holder(game),
            delay: self.plan.delay_moves,
            agreed_within_ms: None,
            pool: None,
            quick: None,
        })
    }

    /// How many boards a host walks round.
    fn n_guests(&self) -> usize {
        self.event.games.iter().filter(|game| game.outcome() != Some(Outcome::Annulled)).count()
    }

    /// How long at a board those are waited for who have not moved, in milliseconds. Somebody who
    /// plays everybody else at once has many boards to come to, and until then nobody need sit there.
    pub(super) fn waits_ms(&self, game: &komadai_game::Game) -> u64 {
        let host = self.event.host().and_then(|host| self.people.get(&host.id));
        let Some(side) = host.and_then(|host| game.side_of(host.user)) else {
            return self.plan.grace_ms;
        };
        let line = game.line();
        if line.n_moves() > u32::from(side != line.start().turn()) {
            self.plan.grace_ms
        } else {
            self.plan.grace_ms.max(HOST_WAIT_MS)
        }
    }

    /// Who has 王 (§2.5): the holder of the title, or else the stronger by grade, then by rating.
    pub(super) fn king_holder(&self, game: &Game) -> Option<UserId> {
        let rank = |entry: &EntryId| {
            let is_holder = self.event.format.settings.get("holder").and_then(Value::as_str)
                == Some(entry.as_str());
            let strength = self.event.entry(entry).map(|it| (it.grade, it.rating));
            (is_holder, strength)
        };
        let holder = if rank(&game.gote) > rank(&game.sente) { &game.gote } else { &game.sente };
        self.people.get(holder).map(|person| person.user)
    }

    /// The boards whose games are not over as far as the document knows.
    pub fn open(&self) -> Vec<(GameKey, BoardGame)> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        self.open_pairings().map(|(game, board)| (game.key.clone(), board)).collect()
    }

    /// The game that somebody is playing, as far as the document knows.
    pub fn open_of(&self, entry: &EntryId) -> Option<BoardGame> {
        let mut open = self.open_pairings();
        open.find(|(game, _)| game.side_of(entry).is_some()).map(|(_, board)| board)
    }

    /// The pairings whose games are not over as far as the document knows.
    pub(super) fn open_pairings(&self) -> impl Iterator<Item = (&Game, BoardGame)> {
        let pending = (self.phase == Phase::Running).then(|| self.event.pending_games());
        let pending = pending.into_iter().flatten();
        pending.filter_map(|game| Some((game, self.current(&game.key)?)))
    }
}

/// Where a game with this handicap starts (§3.2). The giver is gote.
fn start(game: &Game) -> Start {
    match game.handicap {
        None | Some(Odds::FirstMove) => Start::Even,
        Some(Odds::Pieces(handicap)) => Start::Handicap(handicap.name().to_owned()),
    }
}
