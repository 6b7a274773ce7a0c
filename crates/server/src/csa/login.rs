//! LOGIN: who a program plays for, and what.

use std::time::Duration;

use komadai_game::Player;
use komadai_live::Limit;
use komadai_service::{AccountError, CsaSecret, names::Handle};
use komadai_store::TokenHash;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Instant, timeout_at},
};
use tracing::{debug, warn};

use super::{
    game_name::{GameName, Whom},
    lines::Lines,
    login_limits::LoginLimits,
    summary::History,
};
use crate::{app::App, http::peer::Peer};

/// How long somebody may be connected who has not logged in.
const LOGIN_WITHIN: Duration = Duration::from_secs(300);

/// Somebody who has logged in.
#[derive(Clone, Debug)]
pub(super) struct Login {
    /// As it was sent: clients compare.
    pub(super) name: String,
    pub(super) player: Player,
    pub(super) secret: TokenHash,
    pub(super) mode: Mode,
    /// How it is told of a game that is under way.
    pub(super) history: History,
}

impl Login {
    /// The answer to it.
    pub(super) fn answer(&self) -> String {
        let besides = if self.mode == Mode::Extended { "##[LOGIN] +OK x1\n" } else { "" };
        format!("LOGIN:{} OK\n{besides}", self.name)
    }
}

/// How a program is spoken with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// One game, and the connection ends.
    Csa(GameName),
    /// Games and questions, until the program leaves.
    Extended,
}

/// What a LOGIN line says.
#[derive(Debug, PartialEq, Eq)]
struct LoginLine<'a> {
    name: &'a str,
    secret: &'a str,
    mode: Mode,
    history: History,
}

/// The word of a password with which a program asks for [`History::Position`].
const POSITION: &str = "position";

fn read(line: &str) -> Option<LoginLine<'_>> {
    let mut words = line.split(' ');
    let (login, name, password) = (words.next()?, words.next()?, words.next()?);
    let is_extended = match (words.next(), words.next()) {
        (None, _) => false,
        (Some("x1"), None) => true,
        _ => return None,
    };
    if login != "LOGIN" || name.is_empty() {
        return None;
    }
    // Neither a secret nor a name of a game holds a comma.
    let mut words: Vec<_> = password.split(',').collect();
    let secret = words.pop()?;
    let history = match words.pop_if(|last| *last == POSITION) {
        Some(_) => History::Position,
        None => History::Moves,
    };
    let game = match words[..] {
        [] => None,
        [game] => Some(game),
        _ => return None,
    };
    let mode = match (is_extended, game) {
        (true, _) => Mode::Extended,
        (false, Some(game)) => Mode::Csa(GameName::parse(game).ok()?),
        (false, None) => Mode::Csa(GameName::default()),
    };
    Some(LoginLine { name, secret, mode, history })
}

/// The next line, if it comes in time.
async fn before<S: AsyncRead + AsyncWrite + Unpin>(
    until: Instant,
    lines: &mut Lines<S>,
) -> Option<String> {
    timeout_at(until, lines.next()).await.ok()?
}

/// Waits for a program that may log in, and has not been answered yet; `None` when none comes.
pub(super) async fn wait<S: AsyncRead + AsyncWrite + Unpin>(
    app: &App,
    limits: &LoginLimits,
    lines: &mut Lines<S>,
    peer: Peer,
) -> Option<Login> {
    let until = Instant::now() + LOGIN_WITHIN;
    loop {
        let line = before(until, lines).await?;
        if line.is_empty() {
            lines.say("\n").await.ok()?;
            continue;
        }
        if line == "LOGOUT" {
            // Who goes does not wait for it.
            let _ = lines.say("LOGOUT:completed\n").await;
            return None;
        }
        let problem = match log_in(app, limits, peer, &line).await {
            Ok(login) => return Some(login),
            Err(problem) => problem,
        };
        debug!("a program was refused: {problem}");
        lines.say("LOGIN:incorrect\n").await.ok()?;
        if matches!(problem, NotIn::TooOften) {
            return None;
        }
    }
}

/// Why somebody is not let in. The client is not informed of it.
#[derive(Debug, thiserror::Error)]
enum NotIn {
    #[error("the line is not a LOGIN with a known game")]
    Line,
    #[error("no account or secret can look like this")]
    Words,
    #[error("there were too many logins")]
    TooOften,
    #[error(transparent)]
    Account(#[from] AccountError),
}

async fn log_in(app: &App, limits: &LoginLimits, peer: Peer, line: &str) -> Result<Login, NotIn> {
    let _turn = limits.in_turn().await;
    if !limits.attempt(peer) {
        Limit::Attempts.reached();
        return Err(NotIn::TooOften);
    }
    let LoginLine { name, secret, mode, history } = read(line).ok_or(NotIn::Line)?;
    if let Mode::Csa(GameName { whom: Whom::Pool(pool), .. }) = &mode
        && app.service.league.pool(pool).is_none()
    {
        return Err(NotIn::Line);
    }
    let handle = Handle::parse_any(name).map_err(|_| NotIn::Words)?;
    let secret = CsaSecret::said(secret).ok_or(NotIn::Words)?;
    let (player, _) =
        app.service.accounts.csa_login(&handle, &secret).await.inspect_err(|cause| {
            if let AccountError::Store(cause) = cause {
                warn!("the database did not answer: {cause}");
            }
        })?;
    if !limits.was_right(peer, player.id) {
        Limit::Attempts.reached();
        return Err(NotIn::TooOften);
    }
    Ok(Login { name: name.to_owned(), player, secret: secret.hash(), mode, history })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody is let go for silence, but who does not log in.
    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_waited_for_five_minutes() {
        let (_silent, socket) = tokio::io::duplex(64);
        let began = Instant::now();
        let mut lines = Lines::new(socket, Box::new(|| Duration::ZERO));
        assert_eq!(before(began + LOGIN_WITHIN, &mut lines).await, None);
        assert_eq!(began.elapsed(), Duration::from_secs(300));
    }

    #[test]
    fn a_password_is_a_game_and_a_secret() {
        use History::{Moves, Position};
        let csa = |name: &str| Mode::Csa(GameName::parse(name).unwrap());
        for (line, expected) in [
            ("LOGIN taro lobby-60-5,s3cret", Some(("taro", "s3cret", csa("lobby-60-5"), Moves))),
            ("LOGIN taro s3cret", Some(("taro", "s3cret", csa("lobby-1500-0"), Moves))),
            ("LOGIN taro s3cret x1", Some(("taro", "s3cret", Mode::Extended, Moves))),
            ("LOGIN taro lobby-60-5,s3cret x1", Some(("taro", "s3cret", Mode::Extended, Moves))),
            (
                "LOGIN taro lobby-60-5F-B,position,s3cret",
                Some(("taro", "s3cret", csa("lobby-60-5F-B"), Position)),
            ),
            ("LOGIN taro position,s3cret", Some(("taro", "s3cret", csa("lobby-1500-0"), Position))),
            ("LOGIN taro position,s3cret x1", Some(("taro", "s3cret", Mode::Extended, Position))),
            ("LOGIN taro position,lobby-60-5,s3cret", None),
            ("LOGIN taro lobby-60-5,moves,s3cret", None),
            ("LOGIN taro nonsense,s3cret", None),
            ("LOGIN taro s3cret x2", None),
            ("LOGIN taro s3cret x1 ", None),
            ("LOGIN taro", None),
            ("LOGIN  taro s3cret", None),
            ("login taro s3cret", None),
            ("", None),
            ("GET / HTTP/1.1", None),
        ] {
            let said = read(line).map(|it| (it.name, it.secret, it.mode, it.history));
            assert_eq!(said, expected, "{line}");
        }
    }
}
