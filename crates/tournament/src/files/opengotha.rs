//! The XML file of OpenGotha, with which many go tournaments are run; other programs for go read
//! it too. Black moves first there: `blackPlayer` is sente.

use std::collections::HashMap;

use komadai_rules::{Grade, Side};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use crate::{
    CellResult, ENTRIES_MAX, Event, Points, Scoring, Tie,
    files::{
        About, File, FileError,
        crosstable::{Cell, CrossTable, Kind, Line, Seat},
        grade, handicap, named, nationality, plain, some,
    },
};

mod write;

pub(super) use self::write::write;

/// More rounds the program does not know.
const ROUNDS_MAX: u32 = 20;

/// Of the files that are written; those before it have ratings that are so much lower.
const VERSION: i32 = 201;
const RATINGS_ROSE: i32 = 2_050;

/// More elements, attributes and texts are not read: an event of the most players and rounds has
/// a tenth of them.
const NODES_MAX: u32 = 500_000;

/// What ranks, as the program calls it in a McMahon and in a Swiss.
const CRITERIA: [(&str, &str, &str); 10] = [
    ("mcmahon", "MMS", "MMS"),
    ("points", "NBW", "NBW"),
    ("sos", "SOSM", "SOSW"),
    ("sos_1", "SOSM-1", "SOSW-1"),
    ("sos_2", "SOSM-2", "SOSW-2"),
    ("sodos", "SODOSM", "SODOSW"),
    ("sosos", "SOSOSM", "SOSOSW"),
    ("cuss", "CUSSM", "CUSSW"),
    ("direct", "DC", "DC"),
    ("rating", "Rating", "Rating"),
];

/// As many of them as it takes.
const CRITERIA_MAX: usize = 6;

pub(super) fn is_it(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<Tournament")
}

/// An element with its place.
#[derive(Clone, Copy)]
struct Element<'d, 'i>(Node<'d, 'i>);

impl<'d, 'i> Element<'d, 'i> {
    fn text(self, name: &str) -> &'d str {
        self.0.attribute(name).unwrap_or_default()
    }

    fn wrong(self, message: impl Into<String>) -> FileError {
        let row = self.0.document().text_pos_at(self.0.range().start).row;
        FileError::at(format_args!("line {row}, <{}>", self.0.tag_name().name()), message)
    }

    /// A whole number within bounds; `or` when it is not there.
    fn number(self, name: &str, or: Option<i32>, min: i32, max: i32) -> Result<i32, FileError> {
        let text = self.text(name).trim();
        let number = if text.is_empty() { or } else { text.parse().ok() };
        number.filter(|number| (min..=max).contains(number)).ok_or_else(|| {
            self.wrong(format!("`{text}` is no {name}: write a number from {min} to {max}"))
        })
    }

    /// The elements of that name within it, wherever.
    fn all(self, name: &str) -> impl Iterator<Item = Self> {
        self.0.descendants().filter(move |node| node.has_tag_name(name)).map(Self)
    }
}

pub(super) fn read(text: &str) -> Result<File, FileError> {
    let options = ParsingOptions { nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| FileError::at("the XML", format!("{error}: save the file again")))?;
    let root = Element(document.root_element());
    if !root.0.has_tag_name("Tournament") {
        return Err(root.wrong("it is to be a <Tournament>: save the file with OpenGotha"));
    }
    let general = root.all("GeneralParameterSet").next().unwrap_or(root);
    let criteria: Vec<&str> = root
        .all("PlacementCriterion")
        .map(|it| it.text("name"))
        .filter(|it| *it != "NULL")
        .collect();
    // As the program has it, and so are the numbers that are not there.
    let main = criteria.iter().find(|name| ["NBW", "MMS"].contains(name));
    let kind = if main == Some(&"MMS") { Kind::McMahon } else { Kind::Swiss };
    let is_mcmahon = kind == Kind::McMahon;
    let worth = |mcmahon: &str, swiss: &str| {
        let name = if is_mcmahon { mcmahon } else { swiss };
        general.number(name, Some(0), 0, 20).map(|halves| Points::halves(halves.into()))
    };
    let n_rounds = general.number("numberOfRounds", Some(5), 1, ROUNDS_MAX as i32)? as usize;
    let absence = worth("genMMS2ValueAbsent", "genNBW2ValueAbsent")?;
    let mut table = CrossTable {
        name: plain(general.text("name")),
        kind,
        n_rounds,
        scoring: Scoring {
            bye: worth("genMMS2ValueBye", "genNBW2ValueBye")?,
            absence,
            missed: absence,
            ..Scoring::default()
        },
        tiebreaks: tiebreaks(&criteria),
        ..CrossTable::default()
    };
    let version = root.number("dataVersion", Some(VERSION), 0, i32::MAX)?;
    let mut index_of = HashMap::new();
    for element in root.all("Player").filter(|it| it.0.has_attribute("name")) {
        let (family, given) = (element.text("name"), element.text("firstName"));
        if index_of.insert(key(family, given), table.lines.len()).is_some() {
            return Err(element.wrong(format!("`{family} {given}` is listed twice: rename one")));
        }
        if table.lines.len() >= ENTRIES_MAX {
            let message = format!("more than {ENTRIES_MAX} players: divide the event");
            return Err(element.wrong(message));
        }
        let mut line = player(element, general, absence, n_rounds)?;
        if version < VERSION {
            let rating = line.entry.rating;
            line.entry.rating = rating.map(|rating| rating.saturating_add(RATINGS_ROSE));
        }
        table.lines.push(line);
    }
    let index = |element: Element<'_, '_>, name: &str| {
        let found = index_of.get(&key(element.text(name), ""));
        found.copied().ok_or_else(|| {
            element.wrong(format!("nobody is called `{}`: correct {name}", element.text(name)))
        })
    };
    let mut put = |element: Element<'_, '_>, index: usize, round: i32, cell: Cell| {
        let line = table.lines.get_mut(index);
        let place = line.and_then(|line| line.cells.get_mut(round as usize - 1));
        match place {
            Some(place) if matches!(place, Cell::Open | Cell::Absent | Cell::Off(_)) => {
                *place = cell
            }
            _ => {
                let message = format!("somebody is there twice in round {round}: delete one");
                return Err(element.wrong(message));
            }
        }
        Ok(())
    };
    for element in root.all("Game") {
        let round = element.number("roundNumber", None, 1, n_rounds as i32)?;
        let (black, white) = (index(element, "blackPlayer")?, index(element, "whitePlayer")?);
        for (own, seat) in seats(element, black, white)? {
            put(element, own, round, Cell::Game(seat))?;
        }
    }
    for element in root.all("ByePlayer").filter(|it| it.0.has_attribute("player")) {
        let round = element.number("roundNumber", None, 1, n_rounds as i32)?;
        put(element, index(element, "player")?, round, Cell::Bye)?;
    }
    let about = About {
        place: plain(general.text("location")),
        first_day: plain(general.text("beginDate")),
        last_day: plain(general.text("endDate")),
        arbiter: plain(general.text("director")),
        ..About::default()
    };
    Ok(File { about, ..File::of(table.into_event()?) })
}

/// As games name players.
fn key(family: &str, given: &str) -> String {
    format!("{family}{given}").replace(char::is_whitespace, "").to_uppercase()
}

/// Those that are known, once each.
fn tiebreaks(criteria: &[&str]) -> Vec<Tie> {
    let mut ties: Vec<Tie> = Vec::new();
    for name in criteria {
        let known = CRITERIA.iter().find(|(_, mcmahon, swiss)| mcmahon == name || swiss == name);
        let tie = known.and_then(|(ours, _, _)| ours.parse().ok());
        ties.extend(tie.filter(|tie| !ties.contains(tie)));
    }
    ties
}

fn player(
    element: Element<'_, '_>,
    general: Element<'_, '_>,
    absence: Points,
    n_rounds: usize,
) -> Result<Line, FileError> {
    let mut entry = named(element.text("name"), element.text("firstName"));
    if entry.name.is_empty() {
        return Err(element.wrong("the player has no name: write one"));
    }
    let rank = element.text("rank");
    entry.grade = grade(rank);
    if entry.grade.is_none() && !rank.trim().is_empty() {
        return Err(element.wrong(format!("`{rank}` is no rank: write one from 30K to 9D")));
    }
    entry.club = some(element.text("club"));
    entry.nationality = nationality(element.text("country"));
    let rating = element.number("rating", Some(0), i32::MIN, i32::MAX)?;
    let is_known = element.0.has_attribute("rating") && element.text("ratingOrigin") != "INI";
    entry.rating = is_known.then_some(rating);
    let by_hand = element.number("smmsByHand", Some(-1), -1, 20_000)?;
    let correction = element.number("smmsCorrection", Some(0), -20_000, 20_000)?;
    let start =
        if by_hand >= 0 { by_hand } else { Bars::of(general).start(entry.grade) + correction };
    entry.start = Some(Points::whole(start.into()));
    // A player with a preliminary registration takes no part.
    entry.withdrawn_after = (element.text("registeringStatus") == "PRE").then_some(0);
    let signs = element.text("participating").chars().chain(std::iter::repeat('1'));
    let cell = |sign: char| if sign == '0' { Cell::absence(absence) } else { Cell::Open };
    let at = format!("the player {}", entry.name);
    let cells = signs.take(n_rounds).map(cell).collect();
    Ok(Line { at, entry, cells, ..Line::default() })
}

/// From which grades start scores follow.
struct Bars {
    top: i32,
    bottom: i32,
    zero: i32,
}

impl Bars {
    const ALL: Self = Self { top: 9, bottom: -29, zero: -29 };

    fn of(general: Element<'_, '_>) -> Self {
        let level =
            |name: &str, or: i32| grade(general.text(name)).map_or(or, |grade| grade.level());
        Self {
            top: level("genMMBar", Self::ALL.top),
            bottom: level("genMMFloor", Self::ALL.bottom),
            zero: level("genMMZero", Self::ALL.zero),
        }
    }

    /// Of an event: its own, where they are grades.
    fn of_event(event: &Event) -> Self {
        let bars = event.format.settings.get("bars");
        let level = |name: &str| Some(grade(bars?.get(name).and_then(Value::as_str)?)?.level());
        match (level("top"), level("bottom")) {
            (Some(top), Some(bottom)) => Self { top, bottom, zero: bottom },
            _ => Self::ALL,
        }
    }

    fn start(&self, grade: Option<Grade>) -> i32 {
        let level = grade.map_or(Self::ALL.bottom, Grade::level);
        level.min(self.top).max(self.bottom) - self.zero
    }
}

/// A game as both of its players have it.
fn seats(
    element: Element<'_, '_>,
    black: usize,
    white: usize,
) -> Result<[(usize, Seat); 2], FileError> {
    use CellResult::{Draw, Loss, NoShow, Win, WinByNoShow};
    let (sente, gote) = match element.text("result") {
        "RESULT_BLACKWINS" => (Some(Win), Some(Loss)),
        "RESULT_WHITEWINS" => (Some(Loss), Some(Win)),
        "RESULT_EQUAL" | "RESULT_EQUAL_BYDEF" => (Some(Draw), Some(Draw)),
        "RESULT_BOTHLOSE" => (Some(Loss), Some(Loss)),
        "RESULT_BLACKWINS_BYDEF" => (Some(WinByNoShow), Some(NoShow)),
        "RESULT_WHITEWINS_BYDEF" => (Some(NoShow), Some(WinByNoShow)),
        "RESULT_BOTHLOSE_BYDEF" => (Some(NoShow), Some(NoShow)),
        "RESULT_UNKNOWN" | "" => (None, None),
        other => {
            let message = format!("the result `{other}` is not known here: say who has won");
            return Err(element.wrong(message));
        }
    };
    let board = element.number("tableNumber", Some(0), 0, i32::MAX)? as u32;
    let is_known = element.text("knownColor") != "false";
    let number = Some(element.text("handicap")).filter(|it| !it.is_empty()).unwrap_or("0");
    let odds = handicap(number).map_err(|message| element.wrong(message))?;
    let seat = |opponent, side, result| Seat {
        opponent,
        side: (is_known || odds.is_some()).then_some(side),
        board,
        odds,
        result,
    };
    Ok([(black, seat(white, Side::Sente, sente)), (white, seat(black, Side::Gote, gote))])
}
