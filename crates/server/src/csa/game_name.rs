//! Names of games: `lobby-600-10F`, `@taro-300-5-B`, `4Xk9aB2mQz`.
//!
//! `floodgate-300-10F` is a pool's, where the settings name one.
//!
//! A name says whom a program plays and on which clock, in seconds. What no word here means is no
//! name; later kinds of games are further words.

use std::fmt;

use komadai_game::TimeControl;
use komadai_ids::Code;
use komadai_protocol::{ClockSetup, SideWish};
use komadai_rules::{Handicap, Variant};

/// The longest name, in bytes.
const BYTES_MAX: usize = 64;

/// What a program plays that names nothing.
const USUAL: &str = "lobby-1500-0";

/// Whom a program plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    /// The maker of the seek it takes, or the one who takes its own.
    Lobby(ClockSetup, Beginning),
    /// The maker of this game, or of the one it was in.
    Game(Code),
    /// Whom it is paired with in this pool.
    Pool(String),
    /// The account with this handle.
    Player(String, ClockSetup),
}

/// Where a game of the lobby begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    Even,
    /// Its giver is gote.
    Handicap(Handicap),
    /// At the buoy that is called as the game is.
    Buoy,
}

/// A name that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameName {
    text: String,
    pub(super) whom: Whom,
    /// The side of the one who names it.
    pub(super) side: SideWish,
}

impl Default for GameName {
    fn default() -> Self {
        let clock = ClockSetup::SuddenDeath { main_ms: 1_500_000 };
        Self {
            text: USUAL.to_owned(),
            whom: Whom::Lobby(clock, Beginning::Even),
            side: SideWish::Random,
        }
    }
}

/// The text is no name of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("games are lobby-TOTAL-BYOYOMI, lobby-TOTAL-INCREMENTF, @handle-…, or the code of a game")]
pub(super) struct NoGameName;

impl GameName {
    /// Reads a name with the side as a password has it: `lobby-600-10-B`.
    pub(super) fn parse(text: &str) -> Result<Self, NoGameName> {
        let (rest, side) = match text.rsplit_once('-') {
            Some((rest, "B")) => (rest, SideWish::Sente),
            Some((rest, "W")) => (rest, SideWish::Gote),
            _ => (text, SideWish::Random),
        };
        Self::with_side(rest, side)
    }

    /// Reads a name without a side.
    pub(super) fn with_side(text: &str, side: SideWish) -> Result<Self, NoGameName> {
        if text.len() > BYTES_MAX {
            return Err(NoGameName);
        }
        let whom = match text.parse() {
            Ok(code) => Whom::Game(code),
            Err(_) => {
                let (rest, second) = text.rsplit_once('-').ok_or(NoGameName)?;
                let (name, total) = rest.rsplit_once('-').ok_or(NoGameName)?;
                let clock = clock(total, second).ok_or(NoGameName)?;
                match (name, name.strip_prefix('@')) {
                    ("lobby", _) => Whom::Lobby(clock, Beginning::Even),
                    _ if let Some(handicap) = handicap(name) => {
                        Whom::Lobby(clock, Beginning::Handicap(handicap))
                    }
                    (_, Some(handle)) if !handle.is_empty() => {
                        Whom::Player(handle.to_owned(), clock)
                    }
                    _ if name.starts_with("buoy_") => Whom::Lobby(clock, Beginning::Buoy),
                    // The pool decides who is sente.
                    _ if is_pool(name) && side == SideWish::Random => Whom::Pool(text.to_owned()),
                    _ => return Err(NoGameName),
                }
            }
        };
        Ok(Self { text: text.to_owned(), whom, side })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `hc2p_lobby` and `hcrooklance_lobby` are of the lobby, with a handicap of shogi (§3.2): its name
/// in one word, in which `p` is for pieces.
fn handicap(name: &str) -> Option<Handicap> {
    let word = name.strip_suffix("_lobby")?.strip_prefix("hc")?;
    let is_it = |it: &Handicap| it.name().replace("_piece", "p").replace('_', "") == word;
    Variant::standard().handicaps().find(is_it)
}

fn is_pool(name: &str) -> bool {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_-".contains(sign);
    let is_whole = name != "lobby" && !name.starts_with('-') && !name.ends_with('-');
    is_whole && !name.is_empty() && name.chars().all(is_plain)
}

/// The clock of the pool that is called so, if one can be.
pub(crate) fn pool_of(name: &str) -> Option<(String, TimeControl)> {
    let name = GameName::with_side(name, SideWish::Random).ok()?;
    let Whom::Pool(pool) = name.whom else { return None };
    let (rest, second) = pool.rsplit_once('-')?;
    let (_, total) = rest.rsplit_once('-')?;
    let clock = clock(total, second)?;
    Some((pool, clock.into()))
}

/// `600` and `10`, `10F` or `0`; a stopwatch (`060`) cannot be said to most programs.
fn clock(total: &str, second: &str) -> Option<ClockSetup> {
    let (second, is_fischer) = match second.strip_suffix('F') {
        Some(second) => (second, true),
        None => (second, false),
    };
    let (main_ms, second_ms) = (milliseconds(total)?, milliseconds(second)?);
    Some(match (is_fischer, second_ms) {
        (true, increment_ms) => ClockSetup::Fischer { main_ms, increment_ms },
        (false, 0) => ClockSetup::SuddenDeath { main_ms },
        (false, byoyomi_ms) => ClockSetup::Byoyomi { main_ms, byoyomi_ms, periods: 1 },
    })
}

fn milliseconds(seconds: &str) -> Option<u32> {
    let is_plain = seconds.bytes().all(|figure| figure.is_ascii_digit());
    let is_stopwatch = seconds.len() > 1 && seconds.starts_with('0');
    let seconds = seconds.parse::<u32>().ok().filter(|_| is_plain && !is_stopwatch)?;
    seconds.checked_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_whom_and_how_long() {
        let byoyomi = ClockSetup::Byoyomi { main_ms: 600_000, byoyomi_ms: 10_000, periods: 1 };
        let fischer = ClockSetup::Fischer { main_ms: 300_000, increment_ms: 10_000 };
        let sudden = ClockSetup::SuddenDeath { main_ms: 60_000 };
        for (text, whom, side) in [
            ("lobby-600-10", Whom::Lobby(byoyomi, Beginning::Even), SideWish::Random),
            ("lobby-300-10F", Whom::Lobby(fischer, Beginning::Even), SideWish::Random),
            ("lobby-300-10F-B", Whom::Lobby(fischer, Beginning::Even), SideWish::Sente),
            ("lobby-60-0-W", Whom::Lobby(sudden, Beginning::Even), SideWish::Gote),
            (
                "hc2p_lobby-60-0",
                Whom::Lobby(sudden, Beginning::Handicap(Handicap::TwoPiece)),
                SideWish::Random,
            ),
            (
                "hcrooklance_lobby-60-0-B",
                Whom::Lobby(sudden, Beginning::Handicap(Handicap::RookLance)),
                SideWish::Sente,
            ),
            (
                "hc9pgained_lobby-60-0",
                Whom::Lobby(sudden, Beginning::Handicap(Handicap::NinePieceGained)),
                SideWish::Random,
            ),
            ("buoy_x-60-0", Whom::Lobby(sudden, Beginning::Buoy), SideWish::Random),
            ("floodgate-60-0", Whom::Pool("floodgate-60-0".to_owned()), SideWish::Random),
            ("@minh-anh-600-10-B", Whom::Player("minh-anh".to_owned(), byoyomi), SideWish::Sente),
            ("4Xk9aB2mQz", Whom::Game("4Xk9aB2mQz".parse().unwrap()), SideWish::Random),
        ] {
            let name = GameName::parse(text).unwrap();
            assert_eq!((&name.whom, name.side), (&whom, side), "{text}");
        }
        assert_eq!(GameName::default(), GameName::parse(USUAL).unwrap());
        assert_eq!(GameName::parse("lobby-60-5-B").unwrap().to_string(), "lobby-60-5");
    }

    #[test]
    fn every_handicap_of_shogi_has_a_word() {
        let words = "lance rightlance bothlances bishop rook rooklance 2p 3p 4p 5p 6p 7p 8p 9p 10p \
                     3pawns nakedking dragonflyknightslances dragonflylances dragonfly taiko \
                     lancegained bothlancesgained bishopgained rookgained rooklancegained 2pgained \
                     3pgained 4pgained 5pgained 6pgained 7pgained 8pgained 9pgained";
        for (word, handicap) in words.split_whitespace().zip(Variant::standard().handicaps()) {
            let name = GameName::parse(&format!("hc{word}_lobby-60-0-W")).unwrap();
            let Whom::Lobby(_, beginning) = name.whom else { panic!("{word}") };
            assert_eq!(beginning, Beginning::Handicap(handicap), "{word}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_no_name() {
        for text in [
            "",
            "lobby",
            "lobby-",
            "lobby-600",
            "lobby-600-",
            "lobby-x-10",
            "lobby-600-060",
            "lobby--600-10",
            "lobby-600--10",
            "lobby-600-+10",
            "lobby-5000000-10",
            "@-600-10",
            "-600-10",
            "floodgate-600-10F-B",
            "flood gate-600-10",
            "lobby-600-10FF",
            "4Xk9aB2mQ",
        ] {
            assert_eq!(GameName::parse(text), Err(NoGameName), "{text}");
        }
        assert_eq!(GameName::parse(&format!("@{}-60-5", "x".repeat(80))), Err(NoGameName));
    }
}
