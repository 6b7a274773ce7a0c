//! How things stand: rankings by tie-breaks, the cross table, and the state of every match.

use std::fmt;

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Bye, EntryId, Event, GameKey, Points, Table, Tie,
    formats::PlayersIn,
    prizes::Award,
    table::{Cell, Contestant, Verdict},
    tie::separate,
};

/// The state of the event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standings {
    /// Whether nothing more is to be played.
    pub over: bool,
    /// The rankings: one, or one for each class or group.
    pub rankings: Vec<Ranking>,
    /// Brackets, series and team matches, for drawing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<Match>,
    /// The byes of players whom neither score nor strength separated from others: the lot did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes_by_lot: Vec<Bye>,
    /// The prizes and their winners, as it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<Award>,
}

impl Standings {
    /// The players one by one: of several rankings in parallel the first of each before the
    /// second ones.
    pub fn players(&self, players_in: PlayersIn) -> Vec<&Row> {
        let rankings = self.of_players(players_in).into_iter();
        let mut rows: Vec<(usize, &Row)> =
            rankings.flat_map(|ranking| ranking.rows.iter().enumerate()).collect();
        if players_in == PlayersIn::Beside {
            rows.sort_by_key(|(at, _)| *at);
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    /// The rankings that have the players one by one.
    pub fn of_players(&self, players_in: PlayersIn) -> Vec<&Ranking> {
        let rankings = self.rankings.iter();
        match players_in {
            PlayersIn::First => rankings.take(1).collect(),
            PlayersIn::Last => rankings.rev().take(1).collect(),
            PlayersIn::Every | PlayersIn::Beside => rankings.collect(),
        }
    }
}

/// A ranking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ranking {
    /// The class or group; empty when there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The criteria, most important first.
    pub criteria: Vec<Tie>,
    /// The rows, best first.
    pub rows: Vec<Row>,
}

/// A line of a ranking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StandingsRow")]
pub struct Row {
    /// The rank, from 1; shared where nothing separates players.
    pub place: usize,
    /// The entry.
    pub entry: EntryId,
    /// The start score, in McMahon.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start: Points,
    /// Points scored in the rounds.
    pub points: Points,
    /// One value for each criterion; absent where it does not apply.
    pub values: Vec<Option<Points>>,
    /// Games played.
    pub played: u32,
    /// The number of wins.
    pub wins: u32,
    /// The number of draws.
    pub draws: u32,
    /// The number of losses.
    pub losses: u32,
    /// The line of the cross table: a cell for each round up to the last that concerns the player;
    /// in an arena and in a title match, one for each game.
    pub rounds: Vec<RoundCell>,
    /// What the place means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
    /// The stage to which a player who is qualified goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What has separated the player from those with the same values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlacedBy>,
}

impl Row {
    /// Whether the player has withdrawn from the event.
    pub(crate) fn has_withdrawn(&self) -> bool {
        self.remark == Some(Remark::Withdrawn)
    }

    /// Counts one game, if it was played.
    pub(crate) fn count(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(Verdict::Win) => self.wins += 1,
            Some(Verdict::Draw) => self.draws += 1,
            Some(Verdict::Loss) => self.losses += 1,
            Some(Verdict::WinByNoShow | Verdict::NoShow) | None => return,
        }
        self.played += 1;
    }
}

fn is_zero(points: &Points) -> bool {
    *points == Points::ZERO
}

/// What a place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StandingsRemark")]
pub enum Remark {
    /// Won the event.
    Champion,
    /// Advances to the next stage.
    Qualified,
    /// Eliminated.
    Eliminated,
    /// Promoted to a higher class.
    Promoted,
    /// Relegated to a lower class.
    Relegated,
    /// Has withdrawn from the event.
    Withdrawn,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Champion => "champion",
            Self::Qualified => "qualified",
            Self::Eliminated => "eliminated",
            Self::Promoted => "promoted",
            Self::Relegated => "relegated",
            Self::Withdrawn => "withdrawn",
        })
    }
}

/// What has separated players whom no criterion separates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlacedBy {
    /// The lot: the place, or what it leads to, was drawn.
    Lot,
    /// A play-off.
    PlayOff,
    /// The organiser's word.
    Decision,
}

impl fmt::Display for PlacedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lot => "by lot",
            Self::PlayOff => "by play-off",
            Self::Decision => "by decision",
        })
    }
}

/// One cell of the cross table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum RoundCell {
    /// A game, which is running if it has no result.
    Game {
        /// The opponent.
        opponent: EntryId,
        /// The player's side.
        side: Side,
        /// The result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<CellResult>,
    },
    /// A match of several games, as in a bracket whose matches are best of three.
    Match {
        /// The opponent.
        opponent: EntryId,
        /// The player's own points in it.
        points: Points,
        /// The opponent's points.
        against: Points,
        /// Whether it was won; absent while it is being played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        won: Option<bool>,
    },
    /// Advanced without an opponent, in a bracket.
    Pass,
    /// See [`Cell`].
    Bye,
    /// See [`Cell`].
    Absent {
        /// What it is worth, where that is not what the scoring says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
    /// See [`Cell`].
    Missed {
        /// What it is worth, where that is not what the scoring says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
    /// See [`Cell`].
    Out,
    /// See [`Cell`].
    Rest,
}

/// A result as seen from one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellResult {
    /// Won on the board.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// The opponent did not appear.
    WinByNoShow,
    /// The player did not appear.
    NoShow,
}

impl From<Verdict> for CellResult {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win => Self::Win,
            Verdict::Draw => Self::Draw,
            Verdict::Loss => Self::Loss,
            Verdict::WinByNoShow => Self::WinByNoShow,
            Verdict::NoShow => Self::NoShow,
        }
    }
}

/// A match of one or more games between two sides: a place in a bracket, a series, a team match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentMatch")]
pub struct Match {
    /// As in the games.
    pub slot: String,
    /// The round, from 1.
    pub round: u32,
    /// Its name: `final`, `third place`, …; empty when the round already says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// One of the players, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<EntryId>,
    /// The other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<EntryId>,
    /// The slots from which the players come, as winner or loser: for the lines of the bracket.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// Points of `a` in the match.
    pub a_points: Points,
    /// Points of `b`.
    pub b_points: Points,
    /// The player who advances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<EntryId>,
    /// Whether it was decided without a game, because one side is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub walkover: bool,
    /// The keys of its games.
    pub games: Vec<GameKey>,
    /// The players whose seats in it were drawn by lot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_lot: Vec<EntryId>,
}

/// One contestant with its place among `who`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// In the table.
    pub index: usize,
    /// The rank, from 1; shared where nothing separates players.
    pub place: usize,
    /// One for each criterion.
    pub values: Vec<Option<Points>>,
    /// What has separated it from others with the same values.
    pub by: Option<PlacedBy>,
}

/// Ranks these contestants: by the first criterion, within equals by the second, and so on.
/// Those who are equal are separated by their play-offs and the organiser's decisions, before any lot;
/// those who are equal after that share a place and stand in the order of their lots.
pub fn rank(table: &Table, criteria: &[Tie], who: &[usize]) -> Vec<Placing> {
    let mut groups: Vec<Vec<Placing>> = vec![
        who.iter()
            .map(|&index| Placing { index, place: 1, values: Vec::new(), by: None })
            .collect(),
    ];
    let mut is_separated = false;
    for tie in criteria {
        let is_lot = tie.get().name() == "lot";
        if is_lot {
            groups = groups.into_iter().flat_map(|level| separate(table, level)).collect();
            is_separated = true;
        }
        let mut finer = Vec::with_capacity(groups.len());
        for mut group in groups {
            if is_lot && group.len() > 1 {
                group.iter_mut().for_each(|placed| placed.by = Some(PlacedBy::Lot));
            }
            let tied: Vec<usize> = group.iter().map(|placed| placed.index).collect();
            for (placed, value) in group.iter_mut().zip(tie.get().values(table, &tied)) {
                placed.values.push(value);
            }
            group.sort_by(|a, b| b.values.last().cmp(&a.values.last()));
            finer.extend(
                group.chunk_by(|a, b| a.values.last() == b.values.last()).map(<[Placing]>::to_vec),
            );
        }
        groups = finer;
    }
    if !is_separated {
        groups = groups.into_iter().flat_map(|level| separate(table, level)).collect();
    }
    let mut place = 1;
    for group in &mut groups {
        let size = group.len();
        group.sort_by_key(|placed| {
            (table.contestants.get(placed.index).map(|one| one.lot), placed.index)
        });
        for placed in group {
            placed.place = place;
        }
        place += size;
    }
    groups.into_iter().flatten().collect()
}

impl Ranking {
    /// The ranking of these contestants as people see it.
    pub fn new(title: &str, event: &Event, table: &Table, criteria: &[Tie], who: &[usize]) -> Self {
        let rows = rank(table, criteria, who)
            .into_iter()
            .filter_map(|placed| row(event, table, placed))
            .collect();
        Self { title: title.to_owned(), criteria: criteria.to_vec(), rows }
    }

    /// Names who has won: whoever has the first place and has not withdrawn, and of several only
    /// where the title is shared.
    pub(crate) fn crown(&mut self, is_shared: bool) {
        let is_first = |row: &Row| row.place == 1;
        if !is_shared && self.rows.iter().filter(|row| is_first(row)).count() > 1 {
            return;
        }
        let winners = self.rows.iter_mut().filter(|row| is_first(row) && !row.has_withdrawn());
        winners.for_each(|row| row.remark = Some(Remark::Champion));
    }
}

fn row(event: &Event, table: &Table, placed: Placing) -> Option<Row> {
    let contestant = table.contestants.get(placed.index)?;
    let mut row = Row {
        place: placed.place,
        entry: contestant.id.clone(),
        start: contestant.start,
        points: contestant.points(),
        values: placed.values,
        by: placed.by,
        ..Row::default()
    };
    if event.entry(&contestant.id).is_some_and(|entry| entry.has_left(event.n_rounds() + 1)) {
        row.remark = Some(Remark::Withdrawn);
    }
    for cell in &contestant.cells {
        row.count(cell.decided().map(|(_, verdict)| verdict));
    }
    row.rounds = round_cells(table, contestant)?;
    Some(row)
}

/// What people see of somebody's rounds.
pub(crate) fn round_cells(table: &Table, contestant: &Contestant) -> Option<Vec<RoundCell>> {
    let shown = |cell: &Cell| {
        Some(match cell {
            Cell::Game(meeting) => RoundCell::Game {
                opponent: table.contestants.get(meeting.opponent)?.id.clone(),
                side: meeting.side,
                result: meeting.verdict.map(CellResult::from),
            },
            Cell::Bye => RoundCell::Bye,
            Cell::Absent(points) => RoundCell::Absent { points: *points },
            Cell::Missed(points) => RoundCell::Missed { points: *points },
            Cell::Out => RoundCell::Out,
            Cell::Rest => RoundCell::Rest,
        })
    };
    contestant.cells.iter().map(shown).collect()
}
