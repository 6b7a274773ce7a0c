//! A table at which two people play, with time that passes on request.

use komadai_game::{
    By, Command, Event, Game, Outcome, Phase, Player, Record, Refusal, Rejection, Setup,
    TimeControl,
    clocks::{Byoyomi, SuddenDeath},
};
use komadai_ids::{GameId, UserId};
use komadai_rules::Side;

pub(crate) const CREATED_MS: u64 = 1_790_000_000_000;

pub(crate) fn player(n: u8) -> Player {
    Player {
        id: UserId::new(u64::from(n), [n; 10]),
        name: format!("player {n}"),
        guest: false,
        bot: false,
    }
}

pub(crate) fn byoyomi(main_ms: u32, byoyomi_ms: u32) -> TimeControl {
    TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods: 1 })
}

pub(crate) fn sudden_death(main_ms: u32) -> TimeControl {
    TimeControl::SuddenDeath(SuddenDeath { main_ms })
}

/// A casual game on ten minutes and thirty seconds, the creator being sente.
pub(crate) fn setup() -> Setup {
    let clock = byoyomi(600_000, 30_000);
    Setup {
        seed: 7,
        ..Setup::casual(GameId::new(CREATED_MS, [7; 10]), CREATED_MS, clock, player(1))
    }
}

pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) now_ms: u64,
    /// Everything that happened, as a journal would have it.
    pub(crate) records: Vec<Record>,
}

impl Table {
    /// A game that has begun.
    pub(crate) fn playing(setup: Setup) -> Self {
        let mut table = Self::waiting(setup);
        table.by(2, Command::Join { player: player(2), has_king: false }).unwrap();
        table
    }

    pub(crate) fn waiting(setup: Setup) -> Self {
        let game = Game::new(setup.clone()).unwrap();
        let created = Event::Created(Box::new(setup));
        let records = vec![Record { key: None, side: None, events: vec![created] }];
        Self { game, now_ms: CREATED_MS, records }
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, ms: u64) -> &mut Self {
        self.now_ms += ms;
        self
    }

    /// What a player does, and what comes of it.
    pub(crate) fn by(&mut self, n: u8, command: Command) -> Result<Vec<Event>, Refusal> {
        self.act(By::User(player(n).id), command)
    }

    pub(crate) fn act(&mut self, by: By, command: Command) -> Result<Vec<Event>, Refusal> {
        let before = format!("{:?}", self.game);
        let decided = self.game.handle(self.now_ms, by, &command);
        assert_eq!(before, format!("{:?}", self.game), "deciding changes nothing");
        match decided {
            Ok(events) => {
                let side = match by {
                    By::User(user) => self.game.side_of(user),
                    By::Server => None,
                };
                self.keep(Record { key: None, side, events: events.clone() });
                Ok(events)
            }
            Err(Rejection::Refused(refusal)) => Err(refusal),
            Err(Rejection::Ended(end)) => {
                self.keep(Record { key: None, side: None, events: vec![*end] });
                Err(Refusal::GameOver)
            }
        }
    }

    fn keep(&mut self, record: Record) {
        self.game.apply_record(&record);
        if !matches!(record.events.last(), Some(Event::Interrupted { .. })) {
            self.game.announced(self.now_ms);
        }
        self.records.push(record);
    }

    /// The number of the player whose turn it is.
    pub(crate) fn mover(&self) -> u8 {
        let mover = self.game.players().unwrap()[self.game.turn()].id;
        if mover == player(1).id { 1 } else { 2 }
    }

    /// The side to move moves after having thought that long.
    pub(crate) fn play(&mut self, thought_ms: u64, usi: &str) -> Result<Vec<Event>, Refusal> {
        self.play_with_lag(thought_ms, usi, None)
    }

    pub(crate) fn play_with_lag(
        &mut self,
        thought_ms: u64,
        usi: &str,
        srtt_ms: Option<u64>,
    ) -> Result<Vec<Event>, Refusal> {
        self.wait(thought_ms);
        let command = Command::Move {
            ply: self.game.line().n_moves(),
            usi: usi.to_owned(),
            read_ms: self.now_ms,
            srtt_ms,
        };
        self.by(self.mover(), command)
    }

    /// A player declares an impasse.
    pub(crate) fn declare(&mut self, n: u8) -> Result<Vec<Event>, Refusal> {
        self.by(n, Command::Declare { read_ms: self.now_ms, srtt_ms: None })
    }

    /// Moves that must all be fine, a second each.
    pub(crate) fn line(&mut self, moves: &str) -> &mut Self {
        for usi in moves.split_whitespace() {
            self.play(1_000, usi).unwrap_or_else(|refusal| panic!("{usi}: {refusal}"));
        }
        self
    }

    pub(crate) fn outcome(&self) -> Option<(&'static str, Option<Side>)> {
        self.game.outcome().map(|Outcome { reason, winner, .. }| (reason.as_str(), *winner))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.phase() == Phase::Over
    }
}
