//! The extended mode: what a program, or a person at a console, may ask besides playing.

use std::fmt::Write as _;

use komadai_game::{Game, Phase};
use komadai_ids::{Code, UserId};
use komadai_kifu::csa::{move_line, side_sign};
use komadai_protocol::{GameEvent, SideWish};
use komadai_rules::Move;
use komadai_store::league;
use tracing::warn;

use super::{
    buoys::Buoys,
    ends,
    game_name::{Beginning, GameName, NoGameName, Whom},
    logins::Logins,
    seconds::Cost,
    summary::{GameSummary, TimedMove, code_of},
};
use crate::app::App;

/// How many games `%%LIST` names.
const LISTED_MAX: usize = 100;

/// The longest text that is said back, in characters.
const SAID_BACK_MAX: usize = 100;

const HELP: &str = "\
%%GAME <gamename> +|-|*
%%GAME
%%CHALLENGE <gamename> +|-|*
%%WHO
%%LIST
%%SHOW <id>
%%MONITORON <id>
%%MONITOROFF <id>
%%MONITOR2ON <id>
%%MONITOR2OFF <id>
%%CHAT <text>
%%RATING
%%SETBUOY <gamename> <moves> <n>
%%DELETEBUOY <gamename>
%%GETBUOYCOUNT <gamename>
%%VERSION
%%HELP
";

/// A mistake.
pub(super) fn error(text: &str) -> String {
    let plain = text.chars().filter(|sign| !sign.is_control()).take(SAID_BACK_MAX);
    format!("##[ERROR] {}\n", plain.collect::<String>())
}

/// The game that `%%GAME` asks for.
pub(super) fn game(name: &str, side: &str) -> Result<GameName, NoGameName> {
    let side = match side {
        "+" => SideWish::Sente,
        "-" => SideWish::Gote,
        "*" => SideWish::Random,
        _ => return Err(NoGameName),
    };
    GameName::with_side(name, side)
}

/// What somebody looks for, as `%%WHO` shows it.
pub(super) fn wished(name: &GameName) -> String {
    let side = match name.side {
        SideWish::Sente => '+',
        SideWish::Gote => '-',
        SideWish::Random => '*',
    };
    format!("{name} {side}")
}

/// The answer to a question; `None` where it is no question.
pub(super) async fn answer(app: &App, logins: &Logins, words: &[&str]) -> Option<String> {
    match words {
        ["%%WHO"] => Some(list("WHO", logins.shown())),
        ["%%LIST"] => Some(list("LIST", games(app).await)),
        ["%%SHOW", id] => Some(match code_of(id) {
            Some(code) => show(app, code, "SHOW").await,
            None => error("there is no such game"),
        }),
        ["%%RATING"] => Some(list("RATING", ratings(app).await)),
        ["%%VERSION"] => Some(format!("##[VERSION] Komadai {}\n", crate::version::VERSION)),
        ["%%HELP"] => Some(HELP.lines().map(|line| format!("##[HELP] {line}\n")).collect()),
        _ => None,
    }
}

/// What is asked about buoys.
pub(super) fn buoy(buoys: &Buoys, by: UserId, words: &[&str]) -> String {
    let is_name = |name: &str| {
        let name = GameName::with_side(name, SideWish::Random).map(|name| name.whom);
        matches!(name, Ok(Whom::Lobby(_, Beginning::Buoy)))
    };
    match words {
        ["%%SETBUOY", name, moves, n] if is_name(name) => match buoys.set(name, moves, n, by) {
            Ok(()) => "##[SETBUOY] +OK\n".to_owned(),
            Err(problem) => error(&problem.to_string()),
        },
        ["%%DELETEBUOY", name] if buoys.delete(name, by) => "##[DELETEBUOY] +OK\n".to_owned(),
        ["%%GETBUOYCOUNT", name] => match buoys.n_left(name) {
            Some(n) => format!("##[GETBUOYCOUNT] {n}\n"),
            None => "##[GETBUOYCOUNT] -1\n".to_owned(),
        },
        ["%%SETBUOY", ..] => error("a buoy is called buoy_NAME-TOTAL-BYOYOMI"),
        _ => error("there is no such buoy of yours"),
    }
}

fn list(tag: &str, lines: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    for line in lines {
        let _ = writeln!(out, "##[{tag}] {line}");
    }
    let _ = writeln!(out, "##[{tag}] +OK");
    out
}

/// The games that are being played, those with the best players first.
async fn games(app: &App) -> Vec<String> {
    let watched = match app.watch.list().await {
        Ok(list) => list,
        Err(cause) => {
            warn!("the games cannot be listed: {cause}");
            return Vec::new();
        }
    };
    let mut listed = Vec::new();
    for code in watched.games.iter().map(|it| it.view.game.game).take(LISTED_MAX) {
        if let Some(game) = look(app, code).await
            && let Ok(told) = GameSummary::of(app, &game).await
        {
            listed.push(told.id);
        }
    }
    listed
}

async fn look(app: &App, code: Code) -> Option<Game> {
    app.service.directory.look(code).await.unwrap_or_else(|cause| {
        warn!("game {code} cannot be looked at: {cause}");
        None
    })
}

/// The programs of the league: their names, ratings and pools, the strongest of each pool first.
async fn ratings(app: &App) -> Vec<String> {
    let found =
        async {
            let mut conn = app.service.store.read().await?;
            let mut lines = Vec::new();
            for pool in app.service.league.pools() {
                let programs = league::ranked(&mut conn, &pool.name).await?;
                lines.extend(programs.into_iter().take(LISTED_MAX).map(|it| {
                    format!("{} {:.0} {}", it.handle, it.program.numbers.rating, pool.name)
                }));
            }
            Ok(lines)
        };
    found.await.unwrap_or_else(|cause: komadai_store::Error| {
        warn!("the database did not answer: {cause}");
        Vec::new()
    })
}

/// A game as it stands, each line under this tag; of a game that is watched it has the id as well.
async fn show(app: &App, code: Code, tag: &str) -> String {
    let Some(game) = look(app, code).await else { return error("there is no such game") };
    if game.phase() == Phase::Waiting {
        return error("the game has not started yet");
    }
    // Those who watch it are behind.
    if game.setup().delay > 0 && game.phase() != Phase::Over {
        return error("this game is shown later than it is played; use %%MONITOR2ON");
    }
    let mut told = match GameSummary::of(app, &game).await {
        Ok(told) => told,
        Err(problem) => return error(&problem.to_string()),
    };
    let turn = side_sign(game.turn());
    let last = told.moves.last().map(ToString::to_string).unwrap_or_default();
    let besides = format!("{}Last_Move:{last}\nCurrent_Turn:{turn}\n", told.clocks);
    told.moves.clear();
    let tag = match tag {
        MONITOR => format!("{MONITOR}][{}", told.id),
        tag => tag.to_owned(),
    };
    list(&tag, told.summary(None, &besides).lines().map(str::to_owned))
}

/// The tag of a game that is watched by its summary.
const MONITOR: &str = "MONITOR";

/// How a game that is watched is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Its summary, again after every move.
    Summary,
    /// As a CSA file, move by move.
    Record,
}

/// A game that is watched.
#[derive(Debug)]
pub(super) struct Monitor {
    pub(super) code: Code,
    style: Style,
    told: Option<GameSummary>,
}

impl Monitor {
    pub(super) fn new(code: Code, style: Style) -> Self {
        Self { code, style, told: None }
    }

    /// The game as far as it has come for those who watch it.
    pub(super) async fn begins(&mut self, app: &App) -> String {
        if self.style == Style::Summary {
            return show(app, self.code, MONITOR).await;
        }
        let Some(game) = look(app, self.code).await else {
            return error("there is no such game");
        };
        if game.phase() == Phase::Waiting {
            return error("the game has not started yet");
        }
        // What it is behind comes when it may be seen; the beginning does not.
        if game.setup().delay > 0 && game.phase() != Phase::Over {
            return error("this game is shown later than it is played; watch it on its page");
        }
        match GameSummary::of(app, &game).await {
            Ok(told) => {
                let mut lines: Vec<_> = told.record().lines().map(str::to_owned).collect();
                if let Some(outcome) = game.outcome() {
                    let end = ends::lines(outcome.reason, outcome.winner, None);
                    lines.extend(end.lines().map(str::to_owned));
                }
                let out = list(&format!("MONITOR2][{}", told.id), lines);
                self.told = Some(told);
                out
            }
            Err(problem) => error(&problem.to_string()),
        }
    }

    /// What happens in it.
    pub(super) async fn sees(&mut self, app: &App, event: &GameEvent) -> String {
        let is_shown = || {
            matches!(
                event,
                GameEvent::Moved { .. } | GameEvent::Played { .. } | GameEvent::Ended { .. }
            )
        };
        match self.style {
            Style::Record => self.goes_on(event),
            Style::Summary if is_shown() => show(app, self.code, MONITOR).await,
            Style::Summary => String::new(),
        }
    }

    fn goes_on(&mut self, event: &GameEvent) -> String {
        let Some(told) = &mut self.told else { return String::new() };
        let side = told.line.position().turn();
        let lines = if let Some(mv) = event.as_move(side) {
            if usize::try_from(mv.ply).ok() != Some(told.moves.len() + 1) {
                return String::new();
            }
            let cost = Cost::of(mv, side, told.is_first_free);
            let Ok(mv) = Move::from_usi(told.line.position().variant(), mv.usi) else {
                return String::new();
            };
            let line = move_line(told.line.position(), mv);
            let seconds = told.seconds.spend(cost);
            told.line.replay(mv);
            told.moves.push(TimedMove { line: line.clone(), seconds });
            vec![line, format!("T{seconds}")]
        } else if let GameEvent::Ended { result, .. } = event {
            let end = ends::lines(result.reason, result.winner, None);
            end.lines().map(str::to_owned).collect()
        } else {
            return String::new();
        };
        list(&format!("MONITOR2][{}", told.id), lines)
    }
}
