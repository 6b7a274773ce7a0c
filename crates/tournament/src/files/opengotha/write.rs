//! The file of an event.

use std::{collections::HashMap, fmt::Write as _};

use komadai_rules::{Grade, Side};

use super::{Bars, CRITERIA, CRITERIA_MAX, ROUNDS_MAX, VERSION, key};
use crate::{
    CellResult, Entry, Event, Standings, Tie,
    files::{
        About, FileError,
        crosstable::{Cell, CrossTable, Kind, Line, LineOrder},
        handicap_number, names, plain,
    },
};

pub(in crate::files) fn write(
    event: &Event,
    standings: &Standings,
    about: &About,
) -> Result<String, FileError> {
    let table = CrossTable::of(event, standings, LineOrder::Place)?;
    if table.n_rounds > ROUNDS_MAX as usize {
        return Err(FileError::Rounds(table.n_rounds as u32, ROUNDS_MAX));
    }
    let bars = Bars::of_event(event);
    let called = names_of(&table);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <Tournament dataVersion=\"{VERSION}\">\n<Players>\n"
    );
    for (line, name) in table.lines.iter().zip(&called) {
        write_player(&mut text, &table, line, name, &bars);
    }
    text += "</Players>\n<Games>\n";
    for round in 1..=table.n_rounds {
        write_games(&mut text, &table, &called, round);
    }
    text += "</Games>\n<ByePlayers>\n";
    for (line, name) in table.lines.iter().zip(&called) {
        for (round, _) in (1..).zip(&line.cells).filter(|(_, cell)| **cell == Cell::Bye) {
            let _ = writeln!(text, r#"<ByePlayer player="{}" roundNumber="{round}"/>"#, name.key());
        }
    }
    text += "</ByePlayers>\n<TournamentParameterSet>\n";
    let (bye, absent) = (table.scoring.bye.as_halves(), table.scoring.absence.as_halves());
    let level = |level: i32| {
        Grade::known().find(|grade| grade.level() == level).map_or(String::new(), rank)
    };
    let _ = writeln!(
        text,
        r#"<GeneralParameterSet beginDate="{}" director="{}" endDate="{}" genMMBar="{}" genMMFloor="{}" genMMS2ValueAbsent="{absent}" genMMS2ValueBye="{bye}" genMMZero="{}" genNBW2ValueAbsent="{absent}" genNBW2ValueBye="{bye}" genRoundDownNBWMMS="false" komi="0.0" location="{}" name="{}" numberOfCategories="1" numberOfRounds="{}" shortName="{}"/>"#,
        escape(&about.first_day),
        escape(&about.arbiter),
        escape(&about.last_day),
        level(bars.top),
        level(bars.bottom),
        level(bars.zero),
        escape(&about.place),
        escape(&table.name),
        table.n_rounds,
        table.name.chars().filter(char::is_ascii_alphanumeric).collect::<String>(),
    );
    // The program wants these two to be there. What stones it would give is not for shogi.
    text += r#"<HandicapParameterSet hdBasedOnMMS="false" hdCeiling="0" hdCorrection="0" hdNoHdRankThreshold="30K"/>"#;
    text += "\n<PlacementParameterSet>\n<PlacementCriteria>\n";
    let theirs = |tie: &Tie| {
        let known = CRITERIA.iter().find(|(ours, _, _)| *ours == tie.get().name());
        known.map(|(_, mcmahon, swiss)| if table.kind == Kind::McMahon { *mcmahon } else { *swiss })
    };
    let ranks = table.tiebreaks.iter().filter_map(theirs).chain(std::iter::repeat("NULL"));
    for (number, name) in (1..).zip(ranks.take(CRITERIA_MAX)) {
        let _ = writeln!(text, r#"<PlacementCriterion name="{name}" number="{number}"/>"#);
    }
    text += "</PlacementCriteria>\n</PlacementParameterSet>\n<PairingParameterSet/>\n\
             </TournamentParameterSet>\n\
             </Tournament>\n";
    Ok(text)
}

/// A player's two names.
struct Name {
    family: String,
    given: String,
}

impl Name {
    fn key(&self) -> String {
        escape(&key(&self.family, &self.given))
    }
}

/// Everybody's names; who is called as somebody before gets a number, for games name players.
fn names_of(table: &CrossTable) -> Vec<Name> {
    // With the last number that was given to somebody called so.
    let mut taken: HashMap<String, u32> = HashMap::new();
    let name = |line: &Line| {
        let (family, first) = names(&line.entry);
        let mut given = first.clone();
        let mut n = taken.get(&key(&family, &first)).copied().unwrap_or(1);
        while taken.contains_key(&key(&family, &given)) {
            n += 1;
            given = plain(&format!("{first} ({n})"));
        }
        taken.insert(key(&family, &first), n);
        taken.entry(key(&family, &given)).or_insert(1);
        Name { family, given }
    };
    table.lines.iter().map(name).collect()
}

fn rank(grade: Grade) -> String {
    grade.to_string().to_ascii_uppercase()
}

fn write_player(text: &mut String, table: &CrossTable, line: &Line, name: &Name, bars: &Bars) {
    let Entry { grade, rating, start, .. } = line.entry;
    let club = line.entry.club.as_deref().unwrap_or_default();
    let country = line.entry.nationality.as_deref().unwrap_or_default();
    let rank = grade.map_or("30K".to_owned(), rank);
    // Without a rating the program wants the one that it would give for the rank.
    let level = grade.map_or(Bars::ALL.bottom, Grade::level);
    let guessed = 2_000 + 100 * level;
    let (rating, origin) = rating.map_or((guessed, "INI"), |rating| (rating, "MAN"));
    // It knows whole start scores only.
    let start = start.map_or(0, |start| start.as_halves().div_euclid(2));
    let correction = match table.kind {
        Kind::McMahon => start - i64::from(bars.start(grade)),
        _ => 0,
    };
    let sign = |round: usize| match line.cells.get(round) {
        Some(Cell::Absent) => '0',
        Some(Cell::Off(points)) if *points == table.scoring.absence => '0',
        // To come, or worth nothing, as a round is in which nobody was found.
        Some(Cell::Off(_)) if round >= table.n_published => '0',
        _ => '1',
    };
    let participating: String = (0..ROUNDS_MAX as usize).map(sign).collect();
    let _ = writeln!(
        text,
        r#"<Player club="{}" country="{}" firstName="{}" grade="{rank}" name="{}" participating="{participating}" rank="{rank}" rating="{rating}" ratingOrigin="{origin}" registeringStatus="FIN" smmsByHand="-1" smmsCorrection="{correction}"/>"#,
        escape(club),
        escape(country),
        escape(&name.given),
        escape(&name.family),
    );
}

fn write_games(text: &mut String, table: &CrossTable, called: &[Name], round: usize) {
    let seats = table.lines.iter().enumerate().filter_map(|(index, line)| {
        let Some(Cell::Game(seat)) = line.cells.get(round - 1) else { return None };
        // Each game once: by sente, or by the one who comes first.
        let is_first = seat.side.map_or(index < seat.opponent, |side| side == Side::Sente);
        is_first.then_some((index, seat))
    });
    for (number, (index, seat)) in (1..).zip(seats) {
        use CellResult::{Draw, Loss, NoShow, Win, WinByNoShow};
        let other = table.lines.get(seat.opponent).and_then(|line| line.cells.get(round - 1));
        let theirs = match other {
            Some(Cell::Game(theirs)) => theirs.result,
            _ => None,
        };
        let result = match (seat.result, theirs) {
            (Some(Win), _) => "BLACKWINS",
            (_, Some(Win)) => "WHITEWINS",
            (Some(Draw), _) => "EQUAL",
            (Some(Loss), _) => "BOTHLOSE",
            (Some(WinByNoShow), _) => "BLACKWINS_BYDEF",
            (Some(NoShow), Some(WinByNoShow)) => "WHITEWINS_BYDEF",
            (Some(NoShow), _) => "BOTHLOSE_BYDEF",
            (None, _) => "UNKNOWN",
        };
        let key = |index: usize| called.get(index).map(Name::key).unwrap_or_default();
        let table_number = if seat.board == 0 { number } else { seat.board };
        let _ = writeln!(
            text,
            r#"<Game blackPlayer="{}" handicap="{}" knownColor="{}" result="RESULT_{result}" roundNumber="{round}" tableNumber="{table_number}" whitePlayer="{}"/>"#,
            key(index),
            handicap_number(seat.odds),
            seat.side.is_some(),
            key(seat.opponent),
        );
    }
}

/// As it may stand in an attribute.
fn escape(text: &str) -> String {
    plain(text)
        .replace(['\u{fffe}', '\u{ffff}'], "")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
