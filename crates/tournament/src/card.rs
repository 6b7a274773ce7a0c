//! A player's card: one entry's way through the event, round by round.

use komadai_rules::{Odds, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CellResult, EntryId, Event, Game, GameKey, PlacedBy, Points, Ranking, Remark, RoundCell, Row,
    Standings, Table, TableRules, Tie,
    table::{Contestant, Verdict},
};

/// One entry's way through the event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentCard")]
pub struct Card {
    /// The class or group of the ranking; empty when there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The place in it, from 1; `null` for somebody who is not ranked.
    pub place: Option<usize>,
    /// How many are ranked there.
    pub n_ranked: usize,
    /// The start score, in McMahon.
    pub start: Points,
    /// Points scored in the rounds.
    pub points: Points,
    /// The criteria of the ranking, most important first.
    pub criteria: Vec<Tie>,
    /// One value for each criterion.
    pub values: Vec<Option<Points>>,
    /// The number of wins.
    pub wins: u32,
    /// The number of draws.
    pub draws: u32,
    /// The number of losses.
    pub losses: u32,
    /// What the place means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
    /// The last stage to which the player goes on, until the event is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What has separated the player from those with the same values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlacedBy>,
    /// What the results are worth as a rating; `null` if no opponent has one.
    pub performance: Option<i64>,
    /// The games and the rounds without one, earliest first.
    pub rounds: Vec<CardRound>,
    /// Who stands above in the ranking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<EntryId>,
    /// Who stands below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<EntryId>,
}

/// A line of a card: a game, or a round without one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentCardRound")]
pub struct CardRound {
    /// The round, from 1.
    pub round: u32,
    /// The game's key; `null` for a round without one.
    pub game: Option<GameKey>,
    /// The opponent.
    pub opponent: Option<EntryId>,
    /// The player's side; `null` while furigoma is still to decide it.
    pub side: Option<Side>,
    /// The handicap gote gives (§3.3).
    pub handicap: Option<Odds>,
    /// The result; `null` while the game is played, and in a round without one.
    pub result: Option<CellResult>,
    /// Whether the game has been annulled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub annulled: bool,
    /// The number of the play-off that the game is of, which separates those who are level and
    /// counts for nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_off: Option<u32>,
    /// Why there is no game.
    pub off: Option<RoundCell>,
    /// What it was worth; `null` where points are not counted round by round.
    pub points: Option<Points>,
    /// The score after it, with the start score.
    pub total: Option<Points>,
}

impl Event {
    /// The card of an entry, by the standings of the event; `None` if there is no such entry.
    pub fn card(&self, standings: &Standings, id: &EntryId) -> Option<Card> {
        let event = self;
        event.entry(id)?;
        let rankings = standings.of_players(event.format.players_in());
        let has_it = |ranking: &&Ranking| ranking.rows.iter().any(|row| row.entry == *id);
        let ranking =
            rankings.into_iter().find(has_it).or_else(|| standings.rankings.iter().find(has_it));
        let at = ranking.and_then(|it| it.rows.iter().position(|row| row.entry == *id));
        let row = ranking.zip(at).and_then(|(ranking, at)| ranking.rows.get(at));
        let beside = |at: Option<usize>| Some(ranking?.rows.get(at?)?.entry.clone());
        let table = Table::new(event, TableRules::default());
        let own = table.index(id).and_then(|index| Some((index, table.contestants.get(index)?)));
        // Where somebody has several games in a round, or points are counted otherwise, a table
        // does not tell.
        let counted = own.filter(|(_, own)| row.is_some_and(|row| row.points == own.points()));
        // The ranking over all stages does not tell what those of the stages lead to.
        let all_rows = standings.rankings.iter().rev().flat_map(|ranking| &ranking.rows);
        let mut own_rows = all_rows.filter(|row| row.entry == *id && !standings.over);
        let to = own_rows.find_map(|row| row.to.clone());
        let of_row = |row: &Row| (row.wins, row.draws, row.losses);
        let (wins, draws, losses) = row.map(of_row).unwrap_or_default();
        Some(Card {
            title: ranking.map(|it| it.title.clone()).unwrap_or_default(),
            place: row.map(|row| row.place),
            n_ranked: ranking.map_or(0, |it| it.rows.len()),
            start: row.map(|row| row.start).unwrap_or_default(),
            points: row.map(|row| row.points).unwrap_or_default(),
            criteria: ranking.map(|it| it.criteria.clone()).unwrap_or_default(),
            values: row.map(|row| row.values.clone()).unwrap_or_default(),
            wins,
            draws,
            losses,
            remark: row.and_then(|row| row.remark).or(to.as_ref().map(|_| Remark::Qualified)),
            to,
            by: row.and_then(|row| row.by),
            performance: counted.and_then(|(index, _)| performance(&table, index)),
            rounds: rounds(event, id, row, counted.map(|(_, own)| own)),
            previous: beside(at.and_then(|at| at.checked_sub(1))),
            next: beside(at.map(|at| at + 1)),
        })
    }
}

fn performance(table: &Table, index: usize) -> Option<i64> {
    let tie: Tie = "performance".parse().ok()?;
    let value = tie.get().values(table, &[index]).first().copied().flatten()?;
    Some(value.quarters() / 4)
}

fn rounds(
    event: &Event,
    id: &EntryId,
    row: Option<&Row>,
    counted: Option<&Contestant>,
) -> Vec<CardRound> {
    let mut games: Vec<_> = event.games.iter().filter(|game| game.side_of(id).is_some()).collect();
    games.sort_by_key(|game| (game.round, game.started_ms, game.board));
    let start = row.map(|row| row.start).unwrap_or_default();
    let mut lines = Vec::new();
    for round in 1..=event.n_rounds() {
        let of_round = games.iter().filter(|game| game.round == round);
        let n_before = lines.len();
        lines.extend(of_round.map(|game| line(event, id, game)));
        let counts = |it: &CardRound| it.round == round && !it.annulled && it.play_off.is_none();
        if !lines.iter().any(counts) {
            let cell = row.and_then(|row| row.rounds.get(round as usize - 1));
            // That nobody was put in the place of a game that is annulled goes without saying.
            let has_annulled = lines.iter().skip(n_before).any(|line| line.annulled);
            let off = cell.filter(|it| match it {
                RoundCell::Game { .. } | RoundCell::Match { .. } => false,
                RoundCell::Out => !has_annulled,
                _ => true,
            });
            let off = off.cloned();
            lines.extend(off.map(|off| CardRound { round, off: Some(off), ..Default::default() }));
        }
        let cell = counted.and_then(|own| own.cells.get(round as usize - 1));
        if let (Some(own), Some(cell), Some(line)) =
            (counted, cell, lines.iter_mut().rev().find(|line| counts(line)))
        {
            line.points = Some(cell.points(&event.scoring));
            line.total = Some(start + own.score_before(round as usize));
        }
        // Play-offs come after the round in which they stand.
        if let Some(of_round) = lines.get_mut(n_before..) {
            of_round.sort_by_key(|line| line.play_off);
        }
    }
    // Whoever has left has no more rounds.
    while lines.last().is_some_and(|line| line.off == Some(RoundCell::Out)) {
        lines.pop();
    }
    lines
}

fn line(event: &Event, id: &EntryId, game: &Game) -> CardRound {
    let Some(side) = game.side_of(id) else { return CardRound::default() };
    let outcome = event.outcome_of(game, &|id| event.entry(id));
    let result = outcome.and_then(|it| Verdict::of(it, side)).map(CellResult::from);
    CardRound {
        round: game.round,
        game: Some(game.key.clone()),
        opponent: Some(game.player(side.other()).clone()),
        side: (!game.toss).then_some(side),
        handicap: game.handicap,
        result,
        annulled: game.is_annulled(),
        play_off: game.play_off,
        ..CardRound::default()
    }
}
