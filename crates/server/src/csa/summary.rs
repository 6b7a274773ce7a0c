//! Game_Summary: what programs receive about a game before it begins, or when they come back.

use std::fmt::Write as _;

use komadai_game::{Game, Player};
use komadai_ids::Code;
use komadai_kifu::csa::{board, move_line, side_sign};
use komadai_live::opponents;
use komadai_rules::{BySide, Position, Side};
use tracing::warn;

use super::{
    seconds::{Cost, Seconds},
    terms::{CannotSay, Terms},
};
use crate::app::App;

/// A game as programs receive it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// What it is called: clients make names of files of it.
    pub(super) id: String,
    pub(super) names: BySide<String>,
    pub(super) terms: Terms,
    /// The position after the moves.
    pub(super) position: Position,
    /// Each move and its seconds, as a line: `+7776FU,T12`.
    pub(super) moves: Vec<String>,
    pub(super) seconds: Seconds,
    /// Whether each side's first move costs no time.
    pub(super) is_first_free: bool,
    start: Position,
}

impl Told {
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
            moves.push(format!("{line},T{}", seconds.spend(cost)));
            position.play(mv);
        }
        Ok(Self { id, names, terms, position, moves, seconds, is_first_free, start })
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
        for line in &self.moves {
            let _ = writeln!(out, "{line}");
        }
        out += "END Position\nEND Game_Summary\n";
        out
    }

    /// The game as a CSA file has it, as far as it has come.
    pub(super) fn record(&self) -> String {
        let BySide { sente, gote } = &self.names;
        let mut out =
            format!("V2\nN+{sente}\nN-{gote}\n$EVENT:{}\n{}", self.id, board(&self.start));
        for line in &self.moves {
            out += &line.replacen(',', "\n", 1);
            out.push('\n');
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
    let handle = match player.guest {
        true => None,
        false => app.service.accounts.handle(player.id).await.unwrap_or_else(|cause| {
            warn!("the database did not answer: {cause}");
            None
        }),
    };
    handle.unwrap_or_else(|| format!("guest-{}", player.id.code()))
}
