//! Team matches: teams are paired by another format, and each match is played on boards.
//!
//! Entries are players with `team` and `board`. In a round the first so many of a team who are
//! there play, in their order; on the first board one team is sente, on the second the other,
//! and so on. Where a team has nobody for a board the other one has its point.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use komadai_rules::{Grade, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Bye, ByeKind, Entry, EntryId, Event, Fault, Game, GameKey, Match, Next, Outcome, Points,
    Problems, Ranking, Remark, Scoring, Setup, Sides, Standings, Table, TableRules, Wait, check,
    formats::{
        self, Format,
        tally::{MatchTie, Tally},
    },
    lot::lot,
};

mod orders;

/// The settings of a team event.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Team {
    /// The number of boards in a match.
    boards: u32,
    /// Who wins a match with equal points.
    #[serde(default)]
    tie: MatchTie,
    /// How teams are paired.
    #[schemars(schema_with = "formats::inner_schema")]
    inner: Setup,
}

/// The most boards of a match.
const BOARDS_MAX: u32 = 50;

/// The formats that can pair teams.
const INNER: [&str; 5] =
    ["swiss", "mcmahon", "round_robin", "single_elimination", "double_elimination"];

impl Format for Team {
    fn check(&self, event: &Event, problems: &mut Problems) {
        if self.takes_orders() {
            orders::check(event, problems);
        } else {
            check::no_orders(event, problems);
        }
        if !self.is_bracket() {
            check::one_game_a_round(event, problems);
        }
        one_pair_a_match(event, problems);
        if !(1..=BOARDS_MAX).contains(&self.boards) {
            problems.add(Fault::Boards, "format.boards", format!("1 to {BOARDS_MAX} boards"));
        }
        for (n, entry) in event.entries.iter().enumerate() {
            if entry.team.as_deref().is_none_or(str::is_empty) {
                problems.add(Fault::Team, format!("entries[{n}]"), "it plays for no team");
            }
        }
        for (n, game) in event.games.iter().enumerate() {
            if game.slot.is_none() {
                let message = "its slot is the team match it belongs to";
                problems.add(Fault::Slot, format!("games[{n}]"), message);
            }
        }
        if !INNER.contains(&self.inner.name.as_str()) {
            let message = format!("teams are paired by one of {}", INNER.join(", "));
            problems.add(Fault::Format, "format.inner", message);
            return;
        }
        match formats::read(&self.inner) {
            Ok(inner) => {
                let mut inside = Problems::default();
                inner.check(&self.teams(event), &mut inside);
                problems.extend_inside("the event of the teams", inside);
            }
            Err(error) => error.note("format.inner", problems),
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        let Ok(inner) = formats::read(&self.inner) else { return Next::over() };
        let teams = self.teams(event);
        let next = inner.next(&teams, at_ms);
        let games: Vec<Game> =
            next.games.iter().flat_map(|match_| self.boards_of(event, match_)).collect();
        let byes = next.byes.iter().flat_map(|bye| {
            let members = self.line_up(event, &bye.entry, bye.round);
            members.into_iter().map(|member| Bye { entry: member.id.clone(), ..bye.clone() })
        });
        let mut byes: Vec<Bye> = byes.collect();
        for match_ in &next.games {
            byes.extend(self.unopposed(event, match_));
        }
        let waiting_for = next.waiting_for.map(|wait| match wait {
            Wait::Games { .. } => Wait::Games { games: event.pending() },
            Wait::Orders { entries } => {
                let round = event.n_rounds() + 1;
                Wait::Orders { entries: orders::players_of(event, &entries, round) }
            }
            other => other,
        });
        Next { games, byes, waiting_for, ..next }
    }

    fn standings(&self, event: &Event) -> Standings {
        let Ok(inner) = formats::read(&self.inner) else { return Standings::default() };
        let teams = self.teams(event);
        let mut standings = inner.standings(&teams);
        if standings.matches.is_empty() {
            let games = teams.games.iter().filter(|game| !game.is_annulled());
            standings.matches = games.map(|game| drawn(event, game)).collect();
        } else {
            standings.matches.iter_mut().for_each(|match_| unfold(event, &teams, match_));
        }
        if let Some(ranking) = standings.rankings.first_mut() {
            ranking.title = "teams".to_owned();
        }
        standings.rankings.push(self.players(event));
        standings
    }

    fn criteria(&self) -> &'static [&'static str] {
        match self.inner.name.as_str() {
            "mcmahon" => &["mcmahon", "board_points", "sos", "direct"],
            _ if self.is_bracket() => &[],
            _ => &["points", "board_points", "sos", "direct"],
        }
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        formats::read(&self.inner).ok()?.n_rounds(&self.teams(event))
    }

    fn takes_orders(&self) -> bool {
        formats::read(&self.inner).is_ok_and(|inner| inner.takes_orders())
    }
}

impl Team {
    /// Drawn matches of a bracket are followed by another, so that a player may have several
    /// games in a round.
    fn is_bracket(&self) -> bool {
        self.inner.name.ends_with("elimination")
    }

    /// The event of the teams: each an entry, each match a game.
    fn teams(&self, event: &Event) -> Event {
        let mut members: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for entry in &event.entries {
            members.entry(entry.team.as_deref().unwrap_or_default()).or_default().push(entry);
        }
        let entries = members.iter().map(|(name, members)| self.team(event, name, members));
        let byes = self.team_byes(event);
        let tiebreaks = if self.is_bracket() { Vec::new() } else { formats::criteria(self, event) };
        let mut teams = Event {
            format: self.inner.clone(),
            tiebreaks,
            sides: Sides::Balance,
            handicap: crate::HandicapPolicy::None,
            entries: entries.collect(),
            games: self.matches(event),
            byes,
            orders: orders::of_teams(event),
            ..event.clone()
        };
        self.add_forfeits(event, &mut teams);
        teams
    }

    /// Where everybody meets everybody, a match to which a team has not come is lost: without a
    /// board its members' byes are all that the document has of it, or nothing if neither came.
    fn add_forfeits(&self, event: &Event, teams: &mut Event) {
        let Ok(inner) = formats::read(&self.inner) else { return };
        for round in 1..=teams.n_rounds() {
            let planned = inner.planned(teams, round);
            if planned.is_empty() {
                return;
            }
            let of_round = teams.games.iter().filter(|game| game.round == round);
            let mut busy: BTreeSet<EntryId> =
                of_round.flat_map(|game| [game.sente.clone(), game.gote.clone()]).collect();
            for planned in planned {
                let both = [&planned.sente, &planned.gote].map(Clone::clone);
                if both.iter().any(|team| busy.contains(team)) {
                    continue;
                }
                busy.extend(both);
                let is_own = |bye: &&Bye| bye.slot.as_deref() == Some(planned.key.as_str());
                let mut tally = Tally::default();
                for bye in event.byes.iter().filter(is_own) {
                    let entry = event.entry(&bye.entry);
                    let team = entry.and_then(|entry| entry.team.as_deref());
                    tally.count_bye(team == Some(planned.sente.as_str()));
                }
                teams.byes.retain(|bye| bye.slot.as_deref() != Some(planned.key.as_str()));
                let (result, boards) = (tally.outcome(self.tie), Some(tally.points));
                let slot = Some(planned.key.to_string());
                teams.games.push(Game { result, boards, slot, ..planned });
            }
            // A team of which nobody is there rests like any other.
            busy.extend(
                teams.byes.iter().filter(|bye| bye.round == round).map(|bye| bye.entry.clone()),
            );
            let resting = teams.entries.iter().filter(|team| !busy.contains(&team.id));
            teams.byes.extend(resting.map(|team| Bye {
                round,
                entry: team.id.clone(),
                kind: ByeKind::Rest,
                slot: None,
            }));
        }
    }

    fn team(&self, event: &Event, name: &str, members: &[&Entry]) -> Entry {
        let mut ratings: Vec<i32> = members.iter().filter_map(|member| member.rating).collect();
        ratings.sort_unstable_by(|a, b| b.cmp(a));
        ratings.truncate(self.boards as usize);
        let sum: i64 = ratings.iter().map(|&rating| i64::from(rating)).sum();
        let mean = sum.checked_div(ratings.len() as i64);
        let mut levels: Vec<i32> =
            members.iter().filter_map(|member| member.grade).map(Grade::level).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels.truncate(self.boards as usize);
        let level = levels.iter().sum::<i32>().checked_div_euclid(levels.len() as i32);
        let from_round = members.iter().map(|member| member.from_round).min().unwrap_or(1);
        // The team has left when its last member has.
        let left: Option<Vec<u32>> = members.iter().map(|member| member.withdrawn_after).collect();
        // It is absent from rounds for which nobody of it is there.
        let next = event.n_rounds() + 1;
        let rounds: BTreeSet<u32> =
            members.iter().flat_map(|member| member.missed_rounds()).chain([next]).collect();
        let nobody = |round: &u32| !members.iter().any(|member| member.takes_part(*round));
        Entry {
            rating: mean.map(|mean| mean as i32),
            grade: level.and_then(|level| Grade::known().find(|grade| grade.level() == level)),
            seed: members.iter().filter_map(|member| member.seed).min(),
            from_round,
            withdrawn_after: left.and_then(|rounds| rounds.into_iter().max()),
            absent: rounds.into_iter().filter(nobody).collect(),
            ..Entry::new(name)
        }
    }

    /// The matches played or being played, each a game between teams.
    fn matches(&self, event: &Event) -> Vec<Game> {
        let mut slots: BTreeMap<(u32, &str), Vec<&Game>> = BTreeMap::new();
        for game in &event.games {
            slots
                .entry((game.round, game.slot.as_deref().unwrap_or_default()))
                .or_default()
                .push(game);
        }
        let by_id: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let look_up = |id: &EntryId| by_id.get(id).copied();
        let matches = slots
            .into_iter()
            .filter_map(|((round, slot), games)| self.match_(event, &look_up, round, slot, &games));
        matches.collect()
    }

    fn match_<'e>(
        &self,
        event: &'e Event,
        look_up: &dyn Fn(&EntryId) -> Option<&'e Entry>,
        round: u32,
        slot: &str,
        games: &[&Game],
    ) -> Option<Game> {
        let team_of = |id: &EntryId| look_up(id).and_then(|entry| entry.team.as_deref());
        let mut boards: Vec<&Game> =
            games.iter().copied().filter(|game| !game.is_annulled()).collect();
        boards.sort_by_key(|game| (game.board, &game.key));
        let first = boards.first().or_else(|| games.first())?;
        let (a, b) = (team_of(&first.sente)?, team_of(&first.gote)?);
        let match_ = Game {
            key: GameKey::from(slot),
            round,
            board: first.board.saturating_sub(1) / self.boards.max(1) + 1,
            sente: a.into(),
            gote: b.into(),
            // In a bracket the games of a slot have its name and a number.
            slot: Some(slot.split_once('.').map_or(slot, |(slot, _)| slot).to_owned()),
            ..Game::default()
        };
        if boards.is_empty() {
            // All boards are annulled; the match stays known, so that its key is not used again.
            return Some(Game { result: Some(Outcome::Annulled), ..match_ });
        }
        let mut tally = Tally::default();
        for game in boards {
            let a_side = if team_of(&game.sente) == Some(a) { Side::Sente } else { Side::Gote };
            tally.count(event.outcome_of(game, look_up), a_side);
        }
        for bye in event.byes.iter().filter(|bye| bye.slot.as_deref() == Some(slot)) {
            tally.count_bye(team_of(&bye.entry) == Some(a));
        }
        Some(Game { result: tally.outcome(self.tie), boards: Some(tally.points), ..match_ })
    }

    /// A team's bye is the bye of its members.
    fn team_byes(&self, event: &Event) -> Vec<Bye> {
        let mut byes: Vec<Bye> = Vec::new();
        let is_board = |bye: &Bye| {
            let mut of_round = event.games.iter().filter(|game| game.round == bye.round);
            of_round.any(|game| game.slot.is_some() && game.slot == bye.slot)
        };
        for bye in event.byes.iter().filter(|bye| !is_board(bye)) {
            let team = event.entry(&bye.entry).and_then(|entry| entry.team.as_deref());
            let Some(team) = team else { continue };
            let bye = Bye { entry: team.into(), ..bye.clone() };
            if !byes.contains(&bye) {
                byes.push(bye);
            }
        }
        byes
    }

    /// Who plays for a team in a round, the first board first.
    fn line_up<'e>(&self, event: &'e Event, team: &EntryId, round: u32) -> Vec<&'e Entry> {
        let mut members: Vec<&Entry> = event
            .entries
            .iter()
            .filter(|entry| entry.team.as_deref() == Some(team.as_str()) && entry.takes_part(round))
            .collect();
        members.sort_by_key(|member| {
            let board = member.board.unwrap_or(u32::MAX);
            (board, std::cmp::Reverse(member.rating), lot(event.seed, member.id.as_str()))
        });
        members.truncate(self.boards as usize);
        members
    }

    /// The games of a match on its boards.
    fn boards_of(&self, event: &Event, match_: &Game) -> Vec<Game> {
        let a = self.line_up(event, &match_.sente, match_.round);
        let b = self.line_up(event, &match_.gote, match_.round);
        let boards = a.into_iter().zip(b).enumerate().map(|(n, (a, b))| {
            let given = event.handicap.between(a.grade, b.grade);
            let a_is_sente = given.map_or(n % 2 == 0, |given| !given.first_gives);
            let (sente, gote) = if a_is_sente { (a, b) } else { (b, a) };
            Game {
                key: GameKey::from(format!("{}/{}", match_.key, n + 1)),
                round: match_.round,
                board: (match_.board.max(1) - 1) * self.boards + n as u32 + 1,
                sente: sente.id.clone(),
                gote: gote.id.clone(),
                toss: event.sides == Sides::Furigoma && given.is_none(),
                handicap: given.map(|given| given.odds),
                slot: Some(match_.key.to_string()),
                ..Game::default()
            }
        });
        boards.collect()
    }

    /// Those who sit at boards for which the other team has nobody.
    fn unopposed(&self, event: &Event, match_: &Game) -> Vec<Bye> {
        let a = self.line_up(event, &match_.sente, match_.round);
        let b = self.line_up(event, &match_.gote, match_.round);
        let rest = a.iter().skip(b.len()).chain(b.iter().skip(a.len()));
        let byes = rest.map(|member| Bye {
            round: match_.round,
            entry: member.id.clone(),
            kind: ByeKind::Bye,
            slot: Some(match_.key.to_string()),
        });
        byes.collect()
    }

    /// Everybody by what they made themselves; in a bracket by their games only.
    fn players(&self, event: &Event) -> Ranking {
        let table = if self.is_bracket() {
            Table::of_games(event, &event.played(), &|verdicts| {
                let mut score = Points::ZERO;
                let after = verdicts.iter().map(|verdict| {
                    score += verdict.map_or(Points::ZERO, |verdict| verdict.points(&event.scoring));
                    score
                });
                after.collect()
            })
        } else {
            // What one makes is made at the board; who stays away makes nothing.
            let scoring =
                Scoring { absence: Points::ZERO, missed: Points::ZERO, ..event.scoring.clone() };
            Table::new(&Event { scoring, ..event.clone() }, TableRules::default())
        };
        let everybody: Vec<usize> = (0..table.len()).collect();
        let criteria = crate::Tie::list(&["points", "wins", "sodos"]);
        let mut ranking = Ranking::new("players", event, &table, &criteria, &everybody);
        for row in &mut ranking.rows {
            row.remark = row.remark.filter(|remark| *remark == Remark::Withdrawn);
        }
        ranking
    }
}

/// Every game is between two teams, and all games of a match between the same two.
fn one_pair_a_match(event: &Event, problems: &mut Problems) {
    let teams: HashMap<&EntryId, Option<&str>> =
        event.entries.iter().map(|entry| (&entry.id, entry.team.as_deref())).collect();
    let mut matches: HashMap<(u32, Option<&str>), [Option<&str>; 2]> = HashMap::new();
    for (n, game) in event.games.iter().enumerate().filter(|(_, game)| !game.is_annulled()) {
        let team = |id| teams.get(id).copied().flatten();
        let mut pair = [team(&game.sente), team(&game.gote)];
        pair.sort_unstable();
        if pair[0] == pair[1] {
            let message = format!("`{}` and `{}` are of one team", game.sente, game.gote);
            problems.add(Fault::OwnTeam, format!("games[{n}]"), message);
        } else if *matches.entry((game.round, game.slot.as_deref())).or_insert(pair) != pair {
            let message = "other games of this match are between other teams";
            problems.add(Fault::Match, format!("games[{n}].slot"), message);
        }
    }
}

/// The keys of a match's games.
fn keys(event: &Event, slot: &str) -> impl Iterator<Item = GameKey> {
    let games = event.games.iter().filter(move |game| game.slot.as_deref() == Some(slot));
    games.filter(|game| !game.is_annulled()).map(|game| game.key.clone())
}

fn drawn(event: &Event, match_: &Game) -> Match {
    let points = match_.boards.unwrap_or_default();
    let winner = match_.outcome().and_then(Outcome::winner);
    Match {
        slot: match_.key.to_string(),
        round: match_.round,
        a: Some(match_.sente.clone()),
        b: Some(match_.gote.clone()),
        a_points: points.sente,
        b_points: points.gote,
        winner: winner.map(|side| match_.player(side).clone()),
        games: keys(event, match_.key.as_str()).collect(),
        ..Match::default()
    }
}

/// Puts the boards into a match that knows its team matches only.
fn unfold(event: &Event, teams: &Event, match_: &mut Match) {
    let (mut a_points, mut b_points) = (Points::ZERO, Points::ZERO);
    let mut games = Vec::new();
    for key in &match_.games {
        games.extend(keys(event, key.as_str()));
        let Some(played) = teams.game(key) else { continue };
        let points = played.boards.unwrap_or_default();
        let (sente, gote) = if match_.a.as_ref() == Some(&played.sente) {
            (points.sente, points.gote)
        } else {
            (points.gote, points.sente)
        };
        a_points += sente;
        b_points += gote;
    }
    (match_.a_points, match_.b_points, match_.games) = (a_points, b_points, games);
}
