//! Game_Summary: what programs receive about a game before it begins, or when they come back.

use std::fmt::{self, Write as _};

use komadai_game::{Game, Player};
use komadai_ids::Code;
use komadai_kifu::csa::{board, move_line, side_sign};
use komadai_live::opponents;
use komadai_rules::{BySide, Line, Position, Reason, Side};
use tracing::warn;

use super::{
    clock_reading::ClockReading,
    seconds::{Cost, Seconds},
    terms::{CannotSay, Terms},
};
use crate::app::App;

/// How a program is told of a game that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum History {
    /// The start, and the moves since then, as the protocol has it.
    Moves,
    /// The present position as the start, for programs that cannot read moves there.
    Position,
}

/// A move and its seconds: `+7776FU,T12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimedMove {
    pub(super) line: String,
    pub(super) seconds: u64,
}

impl fmt::Display for TimedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},T{}", self.line, self.seconds)
    }
}

/// A game as programs receive it.
#[derive(Clone, Debug)]
pub(super) struct GameSummary {
    /// What it is called: clients make names of files of it.
    pub(super) id: String,
    pub(super) names: BySide<String>,
    pub(super) terms: Terms,
    /// The game as far as is known here.
    pub(super) line: Line,
    pub(super) moves: Vec<TimedMove>,
    pub(super) seconds: Seconds,
    /// When it was looked at.
    pub(super) clocks: ClockReading,
    /// Whether each side's first move costs no time.
    pub(super) is_first_free: bool,
    start: Position,
}

impl GameSummary {
    /// Of a game whose players are known.
    ///
    /// # Errors
    /// When CSA cannot say what it is played on.
    pub(super) async fn of(app: &App, game: &Game) -> Result<Self, CannotSay> {
        let terms = Terms::of(game.setup())?;
        let names = match game.players() {
            Some(players) => BySide {
                sente: name_of(app, &players.sente).await,
                gote: name_of(app, &players.gote).await,
            },
            None => BySide::from_fn(|_| "nobody".to_owned()),
        };
        Ok(Self::at(game, terms, names, app.service.timebase.now_ms()))
    }

    /// Of a game between players who are called so, at this instant.
    fn at(game: &Game, terms: Terms, names: BySide<String>, now_ms: u64) -> Self {
        let pool = game.setup().pool.as_ref().map(|pool| pool.name.as_str());
        let id = id_of(&terms, pool, &names, game.id().code());
        let start = game.line().start().clone();
        let (mut position, mut seconds) = (start.clone(), Seconds::new(&terms));
        let is_first_free = !game.setup().timed_at_once;
        let mut moves = Vec::new();
        for (&mv, played) in game.line().moves().iter().zip(game.played()) {
            let side = position.turn();
            let cost = Cost {
                side,
                charged_ms: u64::from(played.thought_ms) - u64::from(played.credit_ms),
                main_ms: played.time().main_ms.into(),
                is_first: is_first_free && moves.len() < 2,
            };
            let line = move_line(&position, mv);
            moves.push(TimedMove { line, seconds: seconds.spend(cost) });
            position.play(mv);
        }
        let clocks = ClockReading::of(game, &terms, now_ms);
        let line = game.line().clone();
        Self { id, names, terms, line, moves, seconds, clocks, is_first_free, start }
    }

    /// Whether a declaration of the side to move does not lose.
    pub(super) fn can_declare(&self) -> bool {
        self.line.declare().is_ok_and(|ending| ending.reason != Reason::DeclarationFailed)
    }

    /// Makes it one for a player of this side who comes to it when it is under way: the clock that
    /// they reckon from it shows what is left now.
    pub(super) fn catch_up(&mut self, side: Side, history: History) {
        let left_ms = self.clocks.main_ms[side];
        if history == History::Position {
            let n_moves = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
            self.start = self.line.position().clone();
            self.moves.clear();
            self.terms.max_moves = self.terms.max_moves.map(|n| n.saturating_sub(n_moves));
            self.terms.total_s = self.seconds.start_at(left_ms);
            return;
        }
        let late_s = self.seconds.catch_up(side, left_ms);
        // What it has thought about the present move is told with its last one.
        let last_own = self.moves.iter_mut().rev().nth(1);
        match last_own.filter(|_| self.line.position().turn() == side) {
            Some(last_own) => last_own.seconds += late_s,
            None => self.terms.total_s = self.terms.total_s.saturating_sub(late_s as u32),
        }
    }

    /// All of it, for a player of this side; for watchers without the side, and with these lines as
    /// well.
    pub(super) fn summary(&self, side: Option<Side>, besides: &str) -> String {
        let Terms { total_s, byoyomi_s, increment_s, max_moves } = self.terms;
        let BySide { sente, gote } = &self.names;
        let mut out = format!(
            "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
             Declaration:Jishogi 1.1\nGame_ID:{}\nName+:{sente}\nName-:{gote}\n",
            self.id
        );
        if let Some(side) = side {
            let _ = writeln!(out, "Your_Turn:{}", side_sign(side));
        }
        let first = side_sign(self.start.turn());
        let _ = writeln!(out, "Rematch_On_Draw:NO\nTo_Move:{first}");
        if let Some(max_moves) = max_moves {
            let _ = writeln!(out, "Max_Moves:{max_moves}");
        }
        out += besides;
        let _ =
            writeln!(out, "BEGIN Time\nTime_Unit:1sec\nTotal_Time:{total_s}\nByoyomi:{byoyomi_s}");
        if increment_s > 0 {
            let _ = writeln!(out, "Increment:{increment_s}");
        }
        let _ =
            write!(out, "Least_Time_Per_Move:0\nEND Time\nBEGIN Position\n{}", board(&self.start));
        for mv in &self.moves {
            let _ = writeln!(out, "{mv}");
        }
        out += "END Position\nEND Game_Summary\n";
        out
    }

    /// The game as a CSA file has it, as far as it has come.
    pub(super) fn record(&self) -> String {
        let BySide { sente, gote } = &self.names;
        let mut out =
            format!("V2\nN+{sente}\nN-{gote}\n$EVENT:{}\n{}", self.id, board(&self.start));
        for TimedMove { line, seconds } in &self.moves {
            let _ = writeln!(out, "{line}\nT{seconds}");
        }
        out
    }
}

/// What a game with two known players is called.
fn id_of(terms: &Terms, pool: Option<&str>, names: &BySide<String>, code: Code) -> String {
    let Terms { total_s, byoyomi_s, increment_s, .. } = terms;
    let name = match (pool, increment_s) {
        (Some(pool), _) => pool.to_owned(),
        (None, 0) => format!("lobby-{total_s}-{byoyomi_s}"),
        (None, _) => format!("lobby-{total_s}-{increment_s}F"),
    };
    format!("komadai+{name}+{}+{}+{code}", names.sente, names.gote)
}

/// The code of the game that is called so, or that is this code.
pub(super) fn code_of(id: &str) -> Option<Code> {
    id.rsplit('+').next()?.parse().ok()
}

/// What a player is called where there are no blanks and no letters but the plain ones: by the
/// handle, and guests by their codes.
pub(super) async fn name_of(app: &App, player: &Player) -> String {
    if opponents::is_machine(player.id) {
        let is_plain = |sign: char| sign.is_ascii_alphanumeric();
        let name: String =
            player.name.chars().map(|sign| if is_plain(sign) { sign } else { '_' }).collect();
        return name;
    }
    let handle = if player.guest {
        None
    } else {
        app.service.accounts.handle(player.id).await.unwrap_or_else(|cause| {
            warn!("the database did not answer: {cause}");
            None
        })
    };
    handle.unwrap_or_else(|| format!("guest-{}", player.id.code()))
}

#[cfg(test)]
mod tests {
    use komadai_game::{
        By, Command, Setup, TimeControl,
        clocks::{Byoyomi, Fischer},
    };
    use komadai_ids::{GameId, UserId};

    use super::*;

    fn player(n: u8) -> Player {
        Player { id: UserId::new(1, [n; 10]), name: format!("engine-{n}"), guest: true, bot: true }
    }

    const BYOYOMI: TimeControl =
        TimeControl::Byoyomi(Byoyomi { main_ms: 60_000, byoyomi_ms: 10_000, periods: 1 });
    const FISCHER: TimeControl =
        TimeControl::Fischer(Fischer { main_ms: 20_000, increment_ms: 10_000 });

    /// A game on this clock, with moves that took so many milliseconds, looked at when so many more
    /// have passed.
    fn told(clock: TimeControl, moves: &[(&str, u64)], then_ms: u64) -> GameSummary {
        let mut setup = Setup::casual(GameId::new(1, [3; 10]), 1, clock, player(1));
        setup.timed_at_once = true;
        let mut game = Game::new(setup).unwrap();
        let mut now_ms = 1_000;
        game.apply(&game.start(now_ms, &player(2)));
        game.announced(now_ms);
        for (ply, &(usi, thought_ms)) in moves.iter().enumerate() {
            now_ms += thought_ms;
            let by = By::User(game.players().unwrap()[game.turn()].id);
            let (ply, usi) = (ply as u32, usi.to_owned());
            let command = Command::Move { ply, usi, read_ms: now_ms, srtt_ms: None };
            let events = game.handle(now_ms, by, &command).unwrap();
            events.iter().for_each(|event| game.apply(event));
            game.announced(now_ms);
        }
        let names = BySide { sente: "one".to_owned(), gote: "other".to_owned() };
        GameSummary::at(&game, Terms::of(game.setup()).unwrap(), names, now_ms + then_ms)
    }

    /// The total time, the seconds of the moves, and what the clocks show.
    fn check(mut told: GameSummary, side: Side, history: History, expected: (u32, &str, &str)) {
        let what = format!("{side:?} {history:?} {told:?}");
        told.catch_up(side, history);
        let seconds: Vec<_> = told.moves.iter().map(|it| it.seconds.to_string()).collect();
        let clocks = told.clocks.to_string().replace('\n', " ");
        let seen = (told.terms.total_s, seconds.join(" "), clocks);
        let (total_s, seconds, clocks) = expected;
        assert_eq!(seen, (total_s, seconds.to_owned(), clocks.to_owned()), "{what}");
    }

    const TWO: [(&str, u64); 2] = [("7g7f", 5_000), ("3c3d", 2_000)];

    #[test]
    fn who_comes_back_reckons_what_is_left() {
        use History::{Moves, Position};
        use Side::{Gote, Sente};
        let three = [TWO[0], TWO[1], ("2g2f", 1_000)];
        for (clock, moves, then_ms, side, history, expected) in [
            // On its own move, and on its opponent's.
            (BYOYOMI, &TWO[..], 3_500, Sente, Moves, (60, "9 2", "51 58")),
            (BYOYOMI, &TWO, 3_500, Gote, Moves, (60, "5 2", "51 58")),
            (BYOYOMI, &TWO, 3_500, Sente, Position, (51, "", "51 58")),
            (BYOYOMI, &TWO, 3_500, Gote, Position, (58, "", "51 58")),
            (FISCHER, &TWO, 3_500, Sente, Moves, (20, "9 2", "21 28")),
            (FISCHER, &TWO, 3_500, Gote, Moves, (20, "5 2", "21 28")),
            (FISCHER, &TWO, 3_500, Sente, Position, (21, "", "21 28")),
            (FISCHER, &TWO, 3_500, Gote, Position, (28, "", "21 28")),
            // More than the clock began with.
            (FISCHER, &TWO, 24_000, Sente, Moves, (20, "29 2", "1 28")),
            // Before its first move.
            (BYOYOMI, &[], 3_500, Sente, Moves, (56, "", "56 60")),
            (FISCHER, &TWO[..1], 3_500, Gote, Moves, (16, "5", "25 16")),
            (FISCHER, &three, 3_500, Gote, Moves, (20, "5 6 1", "34 24")),
            // In its byoyomi, of which a program learns only in a line that it may not read.
            (BYOYOMI, &TWO, 59_000, Sente, Moves, (60, "60 2", "0 58 6")),
            (BYOYOMI, &TWO, 59_000, Sente, Position, (0, "", "0 58 6")),
            (BYOYOMI, &TWO, 59_000, Gote, Position, (58, "", "0 58 6")),
        ] {
            let (total_s, seconds, left) = expected;
            let words = ["Remaining_Time+", "Remaining_Time-", "Remaining_Byoyomi"];
            let clocks: String =
                left.split(' ').zip(words).map(|(left, word)| format!("{word}:{left} ")).collect();
            check(told(clock, moves, then_ms), side, history, (total_s, seconds, &clocks));
        }
    }

    #[test]
    fn a_position_is_told_without_the_moves_that_led_to_it() {
        let mut told = told(BYOYOMI, &[("7g7f", 0), ("3c3d", 0), ("8h2b+", 0)], 0);
        told.terms.max_moves = Some(500);
        told.catch_up(Side::Gote, History::Position);
        let summary = told.summary(Some(Side::Gote), "");
        for line in ["Your_Turn:-", "To_Move:-", "Max_Moves:497", "Total_Time:60", "P+00KA", "-"] {
            assert!(summary.lines().any(|it| it == line), "no {line} in {summary}");
        }
        let is_move = |line: &str| line.len() > 1 && line.starts_with(['+', '-']);
        assert!(!summary.lines().any(is_move), "{summary}");
    }
}
