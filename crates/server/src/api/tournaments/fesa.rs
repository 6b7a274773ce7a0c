//! `turnering.txt`, which the Federation of European Shogi Associations rates from.
//!
//! ```text
//! [Hanoi Open, Hanoi, Vietnam, 2026-11-21 to 2026-11-22]
//! [2026-11-22]
//! [Time control: 30min + 30sec]
//! Nr Name Nat 1 2 MM Pts
//! 1 [Nguyen][An]VN[2+(-2p) 3+][0] 2
//! ```
//! A cell is the opponent's line (0 for none), `+`, `-` or `=`, and a handicap with `-` for who gave
//! it and `+` for who took it.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use komadai_game::TimeControl;
use komadai_rules::{Handicap, Odds, Side};
use komadai_service::{latin::latin_1, tournaments::Plan};
use komadai_tournament::{
    CellResult, Entry, EntryId, Event, Game, Outcome, RoundCell, RoundSchedule, Row, Standings,
    Verdict,
};

/// A round for which somebody has nothing.
const NO_GAME: &str = "0-";

/// What stands for a nationality that is not known.
const NO_NATION: &str = "XX";

/// The file; `None` when it is over its time.
pub(super) fn file(
    event: &Event,
    plan: &Plan,
    standings: &Standings,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<u8>> {
    let everybody = standings.players(event.format.players_in());
    // Play-offs are in no column.
    let played: Vec<_> =
        event.played().into_iter().filter(|(game, _)| game.play_off.is_none()).collect();
    let table = Lookup::new(event, &played, &everybody);
    let mut lines = Vec::with_capacity(everybody.len());
    for row in &everybody {
        if is_over() {
            return None;
        }
        lines.push(cells(&table, row));
    }
    // A column is a game: a round in which somebody plays a match of three has three of them.
    let n_rounds = lines.iter().map(Vec::len).max().unwrap_or_default();
    let width = |round: usize| lines.iter().filter_map(|line| line.get(round).map(Vec::len)).max();
    let widths: Vec<usize> = (0..n_rounds).map(|round| width(round).unwrap_or(1)).collect();
    let mut text = head(event, plan);
    let columns: String =
        (1..=widths.iter().sum::<usize>()).map(|column| format!(" {column}")).collect();
    text += &format!("Nr Name Nat{columns} MM Pts\n");
    for ((at, row), cells) in everybody.iter().enumerate().zip(&lines) {
        if is_over() {
            return None;
        }
        text += &line(&table, at + 1, row, &filled(cells, &widths));
    }
    Some(latin_1(&text))
}

/// A game with what counts for it.
type CountedGame<'e> = (&'e Game, Option<Outcome>);

/// What a cell is looked up in: in a round robin there are as many cells as twice the games.
struct Lookup<'e> {
    /// The games of each player in each round, in their order.
    games: HashMap<(u32, &'e EntryId), Vec<CountedGame<'e>>>,
    /// Each player's line, from 1.
    places: HashMap<&'e EntryId, usize>,
    entries: HashMap<&'e EntryId, &'e Entry>,
}

impl<'e> Lookup<'e> {
    fn new(event: &'e Event, played: &[CountedGame<'e>], everybody: &[&'e Row]) -> Self {
        let mut games: HashMap<_, Vec<_>> = HashMap::new();
        for &(game, outcome) in played {
            for player in [&game.sente, &game.gote] {
                games.entry((game.round, player)).or_default().push((game, outcome));
            }
        }
        let places = everybody.iter().enumerate().map(|(at, row)| (&row.entry, at + 1)).collect();
        let entries = event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        Self { games, places, entries }
    }

    /// The games of two in a round.
    fn between(
        &self,
        round: u32,
        one: &'e EntryId,
        other: &'e EntryId,
    ) -> impl Iterator<Item = CountedGame<'e>> {
        let of_one = self.games.get(&(round, one)).into_iter().flatten();
        of_one.filter(move |(game, _)| game.is_between(one, other)).copied()
    }
}

/// The cells of a line with as many columns for a round as anybody has.
fn filled(cells: &[Vec<String>], widths: &[usize]) -> Vec<String> {
    let of_round = |(round, &width): (usize, &usize)| {
        let mut cells = cells.get(round).cloned().unwrap_or_default();
        cells.resize(width, NO_GAME.to_owned());
        cells
    };
    widths.iter().enumerate().flat_map(of_round).collect()
}

fn head(event: &Event, plan: &Plan) -> String {
    let days = days(event, plan);
    let mut words = vec![plain(&event.name), plain(&plan.place), plain(&plan.country)];
    words.extend(days.map(|(first, last)| {
        if first == last { last.to_string() } else { format!("{first} to {last}") }
    }));
    words.retain(|word| !word.is_empty());
    let last = days.map(|(_, last)| last.to_string()).unwrap_or_default();
    format!("[{}]\n[{last}]\n[Time control: {}]\n", words.join(", "), time_control(&plan.control()))
}

/// The first day and the last: as they are said, or by UTC.
pub(super) fn days(event: &Event, plan: &Plan) -> Option<(Date, Date)> {
    if let Some(days) = &plan.days {
        return Some((days.first.parse().ok()?, days.last.parse().ok()?));
    }
    let mut instants: Vec<u64> = plan.starts_ms.into_iter().collect();
    if let RoundSchedule::Times { at_ms } = &plan.schedule {
        instants.extend(at_ms);
    }
    instants.extend(event.games.iter().filter_map(|game| game.ended_ms));
    let day = |ms: &u64| {
        let at = Timestamp::from_millisecond(i64::try_from(*ms).ok()?).ok()?;
        Some(at.to_zoned(TimeZone::UTC).date())
    };
    Some((day(instants.iter().min()?)?, day(instants.iter().max()?)?))
}

/// The main time and the time for each move, in milliseconds; `None` where there is no clock.
pub(super) fn main_and_each(clock: &TimeControl) -> Option<(u32, u32)> {
    match clock {
        TimeControl::Byoyomi(it) => Some((it.main_ms, it.byoyomi_ms)),
        TimeControl::Consideration(it) => Some((it.main_ms, it.byoyomi_ms)),
        TimeControl::Fischer(it) => Some((it.main_ms, it.increment_ms)),
        TimeControl::SuddenDeath(it) => Some((it.main_ms, 0)),
        TimeControl::Stopwatch(it) => Some((u32::from(it.main_minutes) * 60_000, 0)),
        TimeControl::Untimed(_) | TimeControl::Correspondence(_) => None,
    }
}

pub(super) fn time_control(clock: &TimeControl) -> String {
    let Some((main_ms, each_ms)) = main_and_each(clock) else { return "none".to_owned() };
    let main = match (main_ms / 60_000, main_ms % 60_000 / 1_000) {
        (minutes, 0) => format!("{minutes}min"),
        (minutes, seconds) => format!("{minutes}min {seconds}sec"),
    };
    match each_ms {
        0 => main,
        each_ms => format!("{main} + {}sec", each_ms / 1_000),
    }
}

fn line(table: &Lookup<'_>, place: usize, row: &Row, cells: &[String]) -> String {
    let unknown = Entry::new(row.entry.as_str());
    let entry = table.entries.get(&row.entry).copied().unwrap_or(&unknown);
    let (family, given) = entry.family_and_given();
    let (family, given) = (plain(&family), plain(&given));
    let new = if entry.unlisted { "N " } else { "" };
    let nation = entry.nationality.as_deref().unwrap_or(NO_NATION);
    let (cells, start, points) = (cells.join(" "), row.start, row.points);
    format!("{place} {new}[{family}][{given}]{nation}[{cells}][{start}] {points}\n")
}

/// The games of each round.
fn cells<'e>(table: &Lookup<'e>, row: &'e Row) -> Vec<Vec<String>> {
    let written = |(round, it): (u32, &'e RoundCell)| match it {
        RoundCell::Game { opponent, side, result } => {
            let game = table.between(round, &row.entry, opponent).next().map(|(game, _)| game);
            vec![cell(table, opponent, *side, *result, game)]
        }
        RoundCell::Match { opponent, .. } => {
            let games = table.between(round, &row.entry, opponent);
            let cells = games.filter_map(|(game, outcome)| {
                let side = game.side_of(&row.entry)?;
                let verdict = outcome.and_then(|outcome| Verdict::of(outcome, side));
                Some(cell(table, opponent, side, verdict.map(Into::into), Some(game)))
            });
            cells.collect()
        }
        RoundCell::Bye | RoundCell::Pass => vec!["0+".to_owned()],
        _ => vec![NO_GAME.to_owned()],
    };
    (1_u32..).zip(&row.rounds).map(written).collect()
}

fn cell(
    table: &Lookup<'_>,
    opponent: &EntryId,
    side: Side,
    result: Option<CellResult>,
    game: Option<&Game>,
) -> String {
    let sign = match result {
        Some(CellResult::Win | CellResult::WinByNoShow) => '+',
        Some(CellResult::Draw) => '=',
        Some(CellResult::Loss | CellResult::NoShow) | None => '-',
    };
    let odds = game.and_then(|game| game.handicap);
    let is_lost_by_both = game.and_then(Game::outcome) == Some(Outcome::BothLose);
    let is_played = matches!(result, Some(CellResult::Win | CellResult::Draw | CellResult::Loss))
        && !is_lost_by_both
        && is_rated(odds);
    let place = table.places.get(opponent).filter(|_| is_played);
    let Some(place) = place else { return format!("0{sign}") };
    let who = if side == Side::Gote { '-' } else { '+' };
    let given = code(odds).map(|code| format!("({who}{code})")).unwrap_or_default();
    format!("{place}{sign}{given}")
}

/// Whether the federation rates games like this.
fn is_rated(odds: Option<Odds>) -> bool {
    matches!(odds, None | Some(Odds::FirstMove)) || code(odds).is_some()
}

/// A handicap in the federation's letters, where it has any for it.
fn code(odds: Option<Odds>) -> Option<&'static str> {
    let Some(Odds::Pieces(handicap)) = odds else { return None };
    Some(match handicap {
        Handicap::Lance => "L",
        Handicap::Bishop => "B",
        Handicap::Rook => "R",
        Handicap::RookLance => "RL",
        Handicap::TwoPiece => "2p",
        Handicap::FourPiece => "4p",
        Handicap::SixPiece => "6p",
        _ => return None,
    })
}

/// Without brackets and breaks, which mean something there.
fn plain(text: &str) -> String {
    let kept = text.replace(['[', ']'], " ");
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use komadai_tournament::ByeKind;
    use serde_json::json;

    use super::*;

    /// An opponent's place, a sign, and a handicap with who gave or took it.
    type Cell = (usize, char, Option<(char, String)>);

    /// What the federation's program takes from a player's line.
    #[derive(Debug, PartialEq)]
    struct PlayerLine {
        place: usize,
        is_new: bool,
        family: String,
        given: String,
        nation: String,
        cells: Vec<Cell>,
        start: f64,
        points: f64,
    }

    /// What stands in brackets next, and what is behind it.
    fn bracket(text: &str) -> (&str, &str) {
        let text = text.strip_prefix('[').unwrap_or_else(|| panic!("no bracket before {text:?}"));
        text.split_once(']').expect("it is closed")
    }

    fn read_cell(text: &str) -> Cell {
        let at = text.find(['+', '-', '=']).expect("a sign");
        let (place, rest) = text.split_at(at);
        let (sign, rest) = rest.split_at(1);
        let handicap = (!rest.is_empty()).then(|| {
            let inner = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')')).expect("(…)");
            let code = &inner[1..];
            assert!(["L", "B", "R", "RL", "2p", "4p", "5p", "6p", "S"].contains(&code), "{code}");
            (inner.chars().next().unwrap(), code.to_owned())
        });
        (place.parse().unwrap(), sign.chars().next().unwrap(), handicap)
    }

    /// As the federation's grammar reads it: the name, the last day, the lines of the players.
    fn read(bytes: &[u8]) -> (String, String, Vec<PlayerLine>) {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let mut bracketed = text.lines().filter(|line| line.starts_with('['));
        let name = bracket(bracketed.next().unwrap()).0.to_owned();
        let day = bracket(bracketed.next().unwrap()).0.to_owned();
        let players = text.lines().skip_while(|line| !line.starts_with("1 "));
        let players = players.map(|line| {
            let (place, rest) = line.split_once(' ').unwrap();
            let (is_new, rest) = match rest.strip_prefix("N ") {
                Some(rest) => (true, rest),
                None => (false, rest),
            };
            let (family, rest) = bracket(rest);
            let (given, rest) = bracket(rest);
            let (nation, rest) = rest.split_at(2);
            let (cells, rest) = bracket(rest);
            let (start, points) = bracket(rest);
            PlayerLine {
                place: place.parse().unwrap(),
                is_new,
                family: family.to_owned(),
                given: given.to_owned(),
                nation: nation.to_owned(),
                cells: cells.split_whitespace().map(read_cell).collect(),
                start: start.parse().unwrap(),
                points: points.trim().parse().unwrap(),
            }
        });
        (name, day, players.collect())
    }

    fn plan() -> Plan {
        serde_json::from_value(json!({
            "variant": "standard",
            "rules": komadai_rules::RuleSet::casual(),
            "clock": { "kind": "byoyomi", "main_ms": 1_800_000, "byoyomi_ms": 30_000, "periods": 1 },
            "starts_ms": 1_795_223_329_259_u64,
            "grace_ms": 60_000,
            "place": "Hà Nội",
            "country": "Vietnam",
        }))
        .unwrap()
    }

    /// The file, however long it takes.
    fn written(event: &Event, standings: &Standings) -> Vec<u8> {
        file(event, &plan(), standings, &|| false).expect("it has all the time there is")
    }

    fn event() -> Event {
        let game = |round: u32, board: u32, sente: &str, gote: &str, result: &str, odds: &str| {
            let mut game = json!({
                "key": format!("{round}-{board}"), "round": round, "board": board, "sente": sente,
                "gote": gote, "result": result, "ended_ms": 1_795_309_729_259_u64,
            });
            if !odds.is_empty() {
                game["handicap"] = json!(odds);
            }
            game
        };
        serde_json::from_value(json!({
            "name": "Giải [mở] 秋",
            "format": { "t": "swiss", "rounds": 3 },
            "entries": [
                { "id": "a", "name": "An", "family": "Nguyễn", "given": "Đức An",
                  "nationality": "VN", "unlisted": true },
                { "id": "b", "name": "José García" },
                { "id": "c", "name": "Chi" },
            ],
            "games": [
                game(1, 1, "b", "a", "gote", "2_piece"),
                game(2, 1, "a", "c", "gote_no_show", ""),
                game(3, 1, "c", "b", "draw", ""),
            ],
            "byes": [
                { "round": 1, "entry": "c" },
                { "round": 2, "entry": "b" },
                { "round": 3, "entry": "a" },
            ],
        }))
        .unwrap()
    }

    #[test]
    fn a_match_of_several_games_has_a_column_for_each() {
        let game = |key: &str, round: u32, sente: &str, gote: &str, result: &str| {
            let slot = key.split('.').next();
            json!({ "key": key, "round": round, "board": 1, "slot": slot, "sente": sente,
                    "gote": gote, "result": result })
        };
        let event: Event = serde_json::from_value(json!({
            "name": "Cup",
            "format": { "t": "single_elimination", "best_of": 3 },
            "entries": [
                { "id": "a", "seed": 1 }, { "id": "b", "seed": 2 }, { "id": "c", "seed": 3 },
            ],
            "games": [
                game("R1-2", 1, "b", "c", "sente"),
                game("R1-2.2", 1, "c", "b", "sente"),
                game("R1-2.3", 1, "b", "c", "sente"),
                game("R2-1", 2, "a", "b", "sente"),
                game("R2-1.2", 2, "b", "a", "gote"),
            ],
            "byes": [{ "round": 1, "entry": "a", "slot": "R1-1" }],
        }))
        .unwrap();
        let standings = event.check().unwrap().standings();
        assert!(standings.over);
        let (_, _, players) = read(&written(&event, &standings));
        let cells = |family: &str| {
            let player = players.iter().find(|it| it.family == family).unwrap();
            let cells = player.cells.iter().map(|(place, sign, _)| format!("{place}{sign}"));
            cells.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(cells("a"), "0+ 0- 0- 2+ 2+");
        assert_eq!(cells("b"), "3+ 3- 3+ 1- 1-");
        assert_eq!(cells("c"), "2- 2+ 2- 0- 0-");
    }

    #[test]
    fn the_federations_program_reads_it() {
        let event = event();
        let standings = event.check().unwrap().standings();
        let (name, day, players) = read(&written(&event, &standings));
        assert_eq!(name, "Giai mo ?, Hà Noi, Vietnam, 2026-11-21 to 2026-11-22");
        assert_eq!(day, "2026-11-22");
        let places: Vec<_> = players.iter().map(|it| it.place).collect();
        assert_eq!(places, (1..=players.len()).collect::<Vec<_>>(), "counted without a gap");

        // Both cells of a game agree, and its results add up to one point.
        for player in &players {
            assert_eq!(player.cells.len(), 3, "{player:?}");
            for (round, (opponent, sign, handicap)) in player.cells.iter().enumerate() {
                let Some(opponent) = opponent.checked_sub(1) else { continue };
                let other = &players[opponent].cells[round];
                assert_eq!(other.0, player.place);
                let signs: String = [*sign, other.1].iter().collect();
                assert!(["+-", "-+", "=="].contains(&signs.as_str()), "{signs}");
                let opposite = |who: char| if who == '+' { '-' } else { '+' };
                let given = handicap.clone().map(|(who, code)| (opposite(who), code));
                assert_eq!(other.2, given);
            }
        }
        let an = players.iter().find(|it| it.family == "Nguyen").unwrap();
        assert_eq!((an.given.as_str(), an.nation.as_str(), an.is_new), ("Duc An", "VN", true));
        assert_eq!(an.cells[0].2, Some(('-', "2p".to_owned())), "who gave it");
        assert_eq!((an.cells[0].1, an.cells[2].0, an.cells[2].1), ('+', 0, '+'), "a bye");
        let jose = players.iter().find(|it| it.family == "García").unwrap();
        assert_eq!((jose.given.as_str(), jose.nation.as_str()), ("José", "XX"));
        assert_eq!(jose.cells[0].2, Some(('+', "2p".to_owned())), "who took it");
    }

    #[test]
    fn a_play_off_is_in_no_column() {
        let mut event = event();
        for game in &mut event.games {
            (game.result, game.handicap) = (Some(Outcome::Draw), None);
        }
        event.byes.iter_mut().for_each(|bye| bye.kind = ByeKind::Absent);
        event.tiebreaks = vec!["points".parse().unwrap()];
        let before = event.check().unwrap().standings();
        let was = read(&written(&event, &before)).2;
        event.play_off(&["c".into(), "b".into()]).unwrap();
        // They have met in the same round, and this game comes before that one.
        for game in event.games.iter_mut().filter(|game| game.play_off.is_some()) {
            (game.board, game.handicap) = (0, Some(Odds::Pieces(Handicap::Lance)));
            game.result = Some(Outcome::Gote);
        }
        let after = event.check().unwrap().standings();
        let cells = |players: &[PlayerLine], family: &str| {
            let player = players.iter().find(|it| it.family == family).unwrap();
            let signs = player.cells.iter().map(|(_, sign, odds)| (*sign, odds.clone()));
            signs.collect::<Vec<_>>()
        };
        let is = read(&written(&event, &after)).2;
        for player in &was {
            assert_eq!(cells(&is, &player.family), cells(&was, &player.family));
        }
    }

    #[test]
    fn time_controls_are_in_minutes_and_seconds() {
        let text = |value| time_control(&serde_json::from_value(value).unwrap());
        for (clock, expected) in [
            (
                json!({ "kind": "fischer", "main_ms": 1_200_000, "increment_ms": 40_000 }),
                "20min + 40sec",
            ),
            (json!({ "kind": "sudden_death", "main_ms": 90_000 }), "1min 30sec"),
            (json!({ "kind": "stopwatch", "main_minutes": 60 }), "60min"),
        ] {
            assert_eq!(text(clock), expected);
        }
    }
}
