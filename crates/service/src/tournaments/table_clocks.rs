//! Phones that are the clocks of real boards: who may report from them, and what they report.
//!
//! Whoever holds the key of a table may report the result of its game. It is made of a secret in
//! the document, the game, when its round was published and who plays it: it opens no other game,
//! nor one that is paired anew. It is printed on the slip of the table.

use komadai_ids::{Code, UserId};
use komadai_tournament::{EntryId, Game, GameKey, Outcome};
use ring::hmac;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Act, Actor, StoredTournament, TournamentError, TournamentRefusal, Tournaments,
    state::{ActOutcome, Phase, Tournament},
};

/// So many bytes of a tag are a key, twice as many hexadecimal digits.
const KEY_BYTES: usize = 12;

/// No game has more moves, nor does anybody think longer, in milliseconds.
const MOVES_MAX: u32 = 5_000;
const SPENT_MS_MAX: u64 = 7 * 24 * 60 * 60 * 1_000;

/// What the clock of a table says of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableReport {
    /// How it came out, as its players have agreed.
    pub outcome: Outcome,
    pub moves: u32,
    /// What the players of the pairing have thought, in milliseconds.
    pub sente_ms: u64,
    pub gote_ms: u64,
}

impl TableReport {
    fn is_possible(&self) -> bool {
        self.outcome.was_played()
            && self.outcome != Outcome::BothLose
            && self.moves <= MOVES_MAX
            && self.sente_ms <= SPENT_MS_MAX
            && self.gote_ms <= SPENT_MS_MAX
    }
}

/// The report, and whose game it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenReport {
    pub sente: EntryId,
    pub gote: EntryId,
    pub report: TableReport,
}

impl GivenReport {
    fn is_about(&self, game: &Game) -> bool {
        let between = [&self.sente, &self.gote];
        between.contains(&&game.sente) && between.contains(&&game.gote)
    }
}

impl Tournament {
    /// The key of a game's table; `None` while phones are no clocks here.
    pub fn table_key(&self, key: &GameKey) -> Option<String> {
        let secret = self.hall.table_secret.as_ref()?;
        let game = self.event.game(key)?;
        let mut players = [game.sente.as_str(), game.gote.as_str()];
        // A furigoma that is noted later changes their order.
        players.sort_unstable();
        let began_ms = self.began_ms.get(&game.round).copied().unwrap_or_default();
        let said = serde_json::json!([key.as_str(), began_ms, players]).to_string();
        let tag =
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), said.as_bytes());
        Some(tag.as_ref().iter().take(KEY_BYTES).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Whether that is the key of a game's table.
    pub fn is_table_key(&self, game: &GameKey, given: &str) -> bool {
        let Some(key) = self.table_key(game) else { return false };
        // However many digits are right, it takes as long.
        let differs = |all, (one, other): (u8, u8)| all | (one ^ other);
        key.len() == given.len() && key.bytes().zip(given.bytes()).fold(0, differs) == 0
    }

    /// Whether a game is played at a real board and has no result yet.
    pub fn is_on_table(&self, key: &GameKey) -> bool {
        let waits = self.event.game(key).is_none_or(|game| self.waits(game));
        self.phase == Phase::Running
            && !self.reopened
            && !waits
            && !self.boards.contains_key(key)
            && self.is_pending(key)
    }

    /// What the clock of a table has said of a game.
    pub fn table_report(&self, key: &GameKey) -> Option<&TableReport> {
        self.hall.tables.get(key).map(|given| &given.report)
    }

    /// Whether somebody plays a game.
    pub fn plays_game(&self, user: UserId, key: &GameKey) -> bool {
        let own = self.entry_of(user);
        let game = self.event.game(key);
        own.zip(game).is_some_and(|(own, game)| game.side_of(own).is_some())
    }

    /// Phones may be clocks from now on, or not any more: with another secret old keys are void.
    pub(super) fn allow_table_clocks(&mut self, secret: Option<String>) -> ActOutcome {
        if !self.plan.at_the_board {
            let text = "phones are the clocks of games over the board only";
            return Err(TournamentRefusal::Settings(text.to_owned()));
        }
        match secret {
            Some(secret) => {
                self.hall.table_secret.get_or_insert(secret);
            }
            None => self.hall.table_secret = None,
        }
        Ok(())
    }

    /// The clock of a table says how its game came out. That does not count before the arbiter
    /// enters it; of a player's own phone it is that player's word as well.
    pub(super) fn report_from_table(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        key: &GameKey,
        table_key: Option<&str>,
        report: TableReport,
    ) -> ActOutcome {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        let Some(game) = self.event.game(key) else {
            return Err(TournamentRefusal::Unknown(format!("game {key}")));
        };
        let (sente, gote) = (game.sente.clone(), game.gote.clone());
        let plays = matches!(actor, Actor::User { id, .. } if self.plays_game(*id, key));
        if !plays && !table_key.is_some_and(|given| self.is_table_key(key, given)) {
            return Err(TournamentRefusal::PlayerOnly("this table has another key"));
        }
        if !self.is_on_table(key) {
            return Err(TournamentRefusal::NotPlayed);
        }
        if !report.is_possible() {
            let text = "a clock reports who won, or a draw, the moves and both times";
            return Err(TournamentRefusal::Settings(text.to_owned()));
        }
        let outcome = report.outcome;
        self.hall.tables.insert(key.clone(), GivenReport { sente, gote, report });
        if plays { self.report(now_ms, actor, key, outcome) } else { Ok(()) }
    }

    /// What a clock has said of a game stays with it as long as nothing else counts.
    pub(super) fn drop_table_reports(&mut self) {
        let mut tables = std::mem::take(&mut self.hall.tables);
        tables.retain(|key, given| {
            self.event.game(key).is_some_and(|game| {
                let counts = game.outcome();
                given.is_about(game) && counts.is_none_or(|it| it == given.report.outcome)
            })
        });
        self.hall.tables = tables;
    }
}

impl Tournaments {
    /// Reports from the clock of a table. The same `id` does it once, however often it comes.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then.
    pub async fn report_from_table(
        &self,
        code: Code,
        id: Uuid,
        by: Option<(UserId, String)>,
        act: Act,
    ) -> Result<StoredTournament, TournamentError> {
        // Who has nothing but a key is nobody in particular.
        let actor = match by {
            Some((id, name)) => Actor::User { id, name, runs_it: false },
            None => Actor::Director,
        };
        self.act(code, id, actor, act, "").await
    }
}
