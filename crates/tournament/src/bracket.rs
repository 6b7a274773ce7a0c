//! Brackets: matches whose players come out of other matches.
//!
//! A bracket is a list of matches, each after those it takes its players from. What has been
//! published is a fact: a match is between those who play it, whatever the seeding or an earlier
//! match would say by now.

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;

use crate::{
    Bye, ByeKind, Entry, EntryId, Event, Game, Match, Next, Outcome, Points, Ranking, Remark,
    RoundCell, Row, Standings,
    formats::Release,
    lot::lot,
    series::{Series, SeriesVerdict},
    table::Verdict,
};

/// Where a player of a match comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The entrant with that place in the seeding, from 0; nobody if there are not so many.
    Seed(usize),
    /// The winner of that match.
    Winner(usize),
    /// Its loser.
    Loser(usize),
}

/// One match of a bracket.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) slot: String,
    pub(crate) label: &'static str,
    pub(crate) round: u32,
    pub(crate) a: Source,
    pub(crate) b: Source,
    pub(crate) best_of: u32,
    /// The same two once more, if the second one of that match has won it.
    pub(crate) reset_of: Option<usize>,
    /// How far a player who goes out here has come; more is better.
    pub(crate) exit: u32,
    /// The winner goes no further either: how far it has come.
    pub(crate) last_exit: Option<u32>,
}

/// Who sits on one side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seat {
    /// Not known yet.
    Open,
    /// There is nobody, and there will be nobody.
    Empty,
    Taken(EntryId),
}

/// What a match has come to.
#[derive(Clone, Debug)]
struct MatchState<'e> {
    seats: [Seat; 2],
    series: Series<'e>,
    points: [Points; 2],
    /// Winner and loser; open while it is undecided.
    winner: Seat,
    loser: Seat,
}

impl MatchState<'_> {
    fn is_decided(&self) -> bool {
        self.winner != Seat::Open
    }

    /// One of these plays the next match already: then this one is decided, even if somebody who
    /// had left is back.
    fn lets_through(&mut self, players: [&EntryId; 2]) {
        let plays = |seat: &Seat| matches!(seat, Seat::Taken(id) if players.contains(&id));
        let [a, b] = &self.seats;
        match (self.is_decided(), plays(a), plays(b)) {
            (false, true, false) => (self.winner, self.loser) = (a.clone(), b.clone()),
            (false, false, true) => (self.winner, self.loser) = (b.clone(), a.clone()),
            _ => {}
        }
    }

    fn is_walkover(&self) -> bool {
        self.is_decided() && self.series.games.is_empty()
    }

    /// What the match is for somebody who sits in it, once there is something to tell.
    fn cell(&self, id: &EntryId) -> Option<RoundCell> {
        let is_own = |seat: &Seat| matches!(seat, Seat::Taken(one) if one == id);
        let at = self.seats.iter().position(is_own)?;
        let won = self.is_decided().then(|| is_own(&self.winner));
        match self.series.games[..] {
            [] => won.map(|won| if won { RoundCell::Pass } else { RoundCell::Out }),
            [(game, outcome)] => {
                let side = game.side_of(id)?;
                Some(cell(game, side, outcome.and_then(|outcome| Verdict::of(outcome, side))))
            }
            [(game, _), ..] => {
                let side = game.side_of(id)?;
                let opponent = game.player(side.other()).clone();
                let [points, against] = [self.points[at], self.points[1 - at]];
                Some(RoundCell::Match { opponent, points, against, won })
            }
        }
    }
}

/// What leaving does to a match that has not been decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    /// A player who has left before its round has lost it.
    BeforeRound,
    /// Who leaves first has lost it.
    First,
}

/// A bracket of an event.
pub(crate) struct Bracket<'e> {
    event: &'e Event,
    nodes: Vec<Node>,
    entrants: Vec<EntryId>,
    played: Vec<(&'e Game, Option<Outcome>)>,
    pace: Release,
    leaving: Leaving,
    /// What each of the nodes has come to.
    resolved: Vec<MatchState<'e>>,
}

/// Everybody who has come, the strongest first: the organiser's seeding, then rating, grade and
/// lot, or the lot alone.
pub(crate) fn entrants(event: &Event, by_lot: bool) -> Vec<EntryId> {
    let came = |entry: &&Entry| {
        entry.withdrawn_after != Some(0)
            || event.games.iter().any(|game| game.side_of(&entry.id).is_some())
    };
    let mut entries: Vec<&Entry> = event.entries.iter().filter(came).collect();
    entries.sort_by_key(|entry| {
        let strength = if by_lot { (None, None) } else { (entry.rating, entry.grade) };
        let lot = lot(event.seed, entry.id.as_str());
        (entry.seed.unwrap_or(u32::MAX), std::cmp::Reverse(strength), lot, &entry.id)
    });
    entries.into_iter().map(|entry| entry.id.clone()).collect()
}

/// The same, those together whom only the lot has put in their order.
pub(crate) fn levels(event: &Event, by_lot: bool) -> Vec<Vec<EntryId>> {
    let by_id: HashMap<&EntryId, &Entry> =
        event.entries.iter().map(|entry| (&entry.id, entry)).collect();
    let key = |id: &EntryId| {
        let entry = by_id.get(id).copied();
        let strength = entry.filter(|_| !by_lot).map(|it| (it.rating, it.grade));
        (entry.and_then(|it| it.seed), strength)
    };
    let order = entrants(event, by_lot);
    order.chunk_by(|a, b| key(a) == key(b)).map(<[EntryId]>::to_vec).collect()
}

/// Says of the matches that nobody comes to from another who has their seat in them by lot.
pub(crate) fn note_lots(matches: &mut [Match], levels: &[Vec<EntryId>]) {
    let drawn: HashSet<&EntryId> =
        levels.iter().filter(|level| level.len() > 1).flatten().collect();
    for first in matches.iter_mut().filter(|it| it.from.is_empty()) {
        let seats = [&first.a, &first.b].into_iter().flatten();
        first.by_lot = seats.filter(|id| drawn.contains(id)).cloned().collect();
    }
}

/// The seeds (from 0) of a first round in the order of the drawing, so that the best two can
/// only meet in the final, the best four in the semifinals, and so on. `size` is a power of two.
pub(crate) fn seeded_places(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = places.len() * 2 - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places
}

/// The order in which those who come out of groups are drawn, so many of each: the first of every
/// group, then the second ones, and so on, each where it meets the others of its group as late as
/// can be. Gives the group and the place in it, both from 0.
pub(crate) fn drawn_from(groups: &[usize]) -> Vec<(usize, usize)> {
    let n = groups.iter().sum::<usize>();
    let mut at = vec![0usize; n.next_power_of_two()];
    for (place, seed) in seeded_places(at.len()).into_iter().enumerate() {
        at[seed] = place;
    }
    let mut taken: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut order: Vec<(usize, usize)> = Vec::with_capacity(n);
    for place in 0..groups.iter().copied().max().unwrap_or(0) {
        let mut left: Vec<usize> =
            (0..groups.len()).filter(|group| groups[*group] > place).collect();
        while !left.is_empty() {
            let here = at[order.len()];
            // The more of their way through the drawing two share, the sooner they meet.
            let shared = |group: usize| {
                taken[group].iter().map(|other| (here ^ other).leading_zeros()).max()
            };
            let best = (0..left.len()).min_by_key(|&n| shared(left[n])).unwrap_or(0);
            let group = left.remove(best);
            taken[group].push(here);
            order.push((group, place));
        }
    }
    order
}

impl<'e> Bracket<'e> {
    pub(crate) fn new(
        event: &'e Event,
        entrants: Vec<EntryId>,
        nodes: Vec<Node>,
        pace: Release,
    ) -> Self {
        Self::resolved(event, entrants, nodes, pace, Leaving::BeforeRound)
    }

    /// One whose matches are played in whatever round they can be: who leaves first has lost.
    pub(crate) fn in_any_round(
        event: &'e Event,
        entrants: Vec<EntryId>,
        nodes: Vec<Node>,
        pace: Release,
    ) -> Self {
        Self::resolved(event, entrants, nodes, pace, Leaving::First)
    }

    fn resolved(
        event: &'e Event,
        entrants: Vec<EntryId>,
        nodes: Vec<Node>,
        pace: Release,
        leaving: Leaving,
    ) -> Self {
        let (played, resolved) = (event.played(), Vec::new());
        let mut bracket = Self { event, nodes, entrants, played, pace, leaving, resolved };
        bracket.resolve();
        bracket
    }

    fn resolve(&mut self) {
        let mut byes: HashMap<&str, &EntryId> = HashMap::new();
        for bye in &self.event.byes {
            byes.extend(bye.slot.as_deref().map(|slot| (slot, &bye.entry)));
        }
        for node in &self.nodes {
            let next = self.resolve_one(node, byes.get(node.slot.as_str()).copied());
            for source in [node.a, node.b] {
                if let (Source::Winner(at), Some(players)) = (source, next.series.players())
                    && let Some(before) = self.resolved.get_mut(at)
                {
                    before.lets_through(players);
                }
            }
            self.resolved.push(next);
        }
    }

    fn resolve_one(&self, node: &Node, bye: Option<&EntryId>) -> MatchState<'e> {
        let before = &self.resolved;
        let series = Series::in_slot(&self.played, &node.slot);
        let mut seats = self.seats(node);
        if let Some([a, b]) = series.players() {
            let published = [Seat::Taken(a.clone()), Seat::Taken(b.clone())];
            let same = seats == published || (seats[0] == published[1] && seats[1] == published[0]);
            if !same {
                seats = published;
            }
        } else if let Some(one) = bye {
            seats = [Seat::Taken(one.clone()), Seat::Empty];
        }
        let mut resolved = MatchState {
            seats,
            series,
            points: [Points::ZERO; 2],
            winner: Seat::Open,
            loser: Seat::Open,
        };
        if let Some(first) = node.reset_of.and_then(|first| before.get(first)) {
            let is_needed =
                first.winner == first.seats[1] && matches!(first.winner, Seat::Taken(_));
            if first.is_decided() && !is_needed && resolved.series.games.is_empty() {
                resolved.seats = [Seat::Empty, Seat::Empty];
                (resolved.winner, resolved.loser) = (first.winner.clone(), first.loser.clone());
                return resolved;
            }
        }
        match resolved.seats.clone() {
            [Seat::Empty, other] | [other, Seat::Empty] => {
                resolved.winner = other;
                resolved.loser = Seat::Empty;
            }
            [Seat::Taken(a), Seat::Taken(b)] => {
                let last = |id: &EntryId| self.event.entry(id)?.withdrawn_after;
                let left = |id: &EntryId| match self.leaving {
                    Leaving::BeforeRound => last(id).is_some_and(|last| node.round > last),
                    Leaving::First => {
                        let other = if *id == a { &b } else { &a };
                        let stays = last(other).unwrap_or(u32::MAX);
                        last(id).is_some_and(|last| last <= stays)
                    }
                };
                let score = resolved.series.score(&a, &b, node.best_of, &left);
                resolved.points = [score.a_points, score.b_points];
                let (a, b) = (Seat::Taken(a), Seat::Taken(b));
                (resolved.winner, resolved.loser) = match score.verdict {
                    SeriesVerdict::Open => (Seat::Open, Seat::Open),
                    SeriesVerdict::First => (a, b),
                    SeriesVerdict::Second => (b, a),
                    SeriesVerdict::Nobody => (Seat::Empty, Seat::Empty),
                };
            }
            [Seat::Open, _] | [_, Seat::Open] => {}
        }
        resolved
    }

    fn seats(&self, node: &Node) -> [Seat; 2] {
        let before = &self.resolved;
        if let Some(first) = node.reset_of.and_then(|first| before.get(first)) {
            return if first.is_decided() { first.seats.clone() } else { [Seat::Open, Seat::Open] };
        }
        [node.a, node.b].map(|source| match source {
            Source::Seed(seed) => match self.entrants.get(seed) {
                Some(id) => Seat::Taken(id.clone()),
                None => Seat::Empty,
            },
            Source::Winner(at) => before.get(at).map_or(Seat::Open, |match_| match_.winner.clone()),
            Source::Loser(at) => before.get(at).map_or(Seat::Open, |match_| match_.loser.clone()),
        })
    }

    /// Games that can begin, and byes of the first round.
    pub(crate) fn next(&self) -> Next {
        if self.entrants.len() < 2 {
            return Next::wait(crate::Wait::Entries { at_least: 2 });
        }
        if self.resolved.iter().all(MatchState::is_decided) {
            return Next::over();
        }
        let undecided = self.matches().filter(|(_, match_)| !match_.is_decided());
        let first_round = undecided.map(|(node, _)| node.round).min().unwrap_or(1);
        let (mut games, mut byes, mut pending) = (Vec::new(), Vec::new(), Vec::new());
        let mut boards: HashMap<u32, u32> = HashMap::new();
        for (node, match_) in self.matches() {
            let board = boards.entry(node.round).and_modify(|board| *board += 1).or_insert(1);
            let waits = match_.series.games.iter().filter(|(_, outcome)| outcome.is_none());
            pending.extend(waits.map(|(game, _)| game.key.clone()));
            if self.pace == Release::Rounds && node.round > first_round {
                continue;
            }
            match &match_.seats {
                [Seat::Taken(a), Seat::Taken(b)]
                    if !match_.is_decided() && !match_.series.is_pending() =>
                {
                    let game = match_.series.next_game(self.event, &node.slot, a, b);
                    games.push(Game { round: node.round, board: *board, ..game });
                }
                [Seat::Taken(one), Seat::Empty] | [Seat::Empty, Seat::Taken(one)]
                    if matches!((node.a, node.b), (Source::Seed(_), Source::Seed(_))) =>
                {
                    let bye = Bye {
                        round: node.round,
                        entry: one.clone(),
                        kind: ByeKind::Bye,
                        slot: Some(node.slot.clone()),
                    };
                    if !self.event.byes.contains(&bye) {
                        byes.push(bye);
                    }
                }
                _ => {}
            }
        }
        Next::open(games, byes, pending)
    }

    pub(crate) fn standings(&self) -> Standings {
        let over = self.entrants.len() > 1 && self.resolved.iter().all(MatchState::is_decided);
        let matches = self.matches().map(|(node, match_)| self.drawn(node, match_));
        Standings {
            over,
            rankings: vec![self.ranking(over)],
            matches: matches.collect(),
            ..Standings::default()
        }
    }

    fn matches(&self) -> impl Iterator<Item = (&Node, &MatchState<'e>)> {
        self.nodes.iter().zip(&self.resolved)
    }

    fn drawn(&self, node: &Node, match_: &MatchState<'e>) -> Match {
        let taken = |seat: &Seat| match seat {
            Seat::Taken(id) => Some(id.clone()),
            Seat::Open | Seat::Empty => None,
        };
        let from = [node.a, node.b].into_iter().filter_map(|source| match source {
            Source::Winner(at) | Source::Loser(at) => {
                self.nodes.get(at).map(|node| node.slot.clone())
            }
            Source::Seed(_) => None,
        });
        // A player who is through without an opponent comes first, wherever the empty seat is.
        let [a, b] = match &match_.seats {
            [Seat::Empty, b] => [b, &Seat::Empty],
            [a, b] => [a, b],
        };
        let [a_points, b_points] = match_.points;
        Match {
            slot: node.slot.clone(),
            round: node.round,
            label: node.label.to_owned(),
            a: taken(a),
            b: taken(b),
            from: from.collect(),
            a_points,
            b_points,
            winner: taken(&match_.winner),
            walkover: match_.is_walkover(),
            games: match_.series.games.iter().map(|(game, _)| game.key.clone()).collect(),
            by_lot: Vec::new(),
        }
    }

    /// Everybody by how far they came; those who are still in come first.
    fn ranking(&self, over: bool) -> Ranking {
        const STILL_IN: u32 = u32::MAX - 1;
        let mut reached: HashMap<&EntryId, u32> =
            self.entrants.iter().map(|id| (id, STILL_IN)).collect();
        let feeds: HashSet<(usize, bool)> = self
            .nodes
            .iter()
            .flat_map(|node| [node.a, node.b])
            .filter_map(|source| match source {
                Source::Winner(at) => Some((at, true)),
                Source::Loser(at) => Some((at, false)),
                Source::Seed(_) => None,
            })
            .collect();
        let resets: HashSet<usize> = self.nodes.iter().filter_map(|node| node.reset_of).collect();
        // A ruling may come when others play the next match already: who is in no match any more
        // is out where it won last.
        let mut won: HashMap<&EntryId, u32> = HashMap::new();
        let mut champion = None;
        for (at, (node, match_)) in self.matches().enumerate() {
            if resets.contains(&at) || !match_.is_decided() {
                continue;
            }
            let mut out = |seat: &Seat, exit: u32| {
                if let Seat::Taken(id) = seat
                    && let Some(reached) = reached.get_mut(id)
                {
                    *reached = exit;
                }
            };
            if let Seat::Taken(id) = &match_.winner {
                won.insert(id, node.exit);
            }
            if match_.winner == Seat::Empty {
                match_.seats.iter().for_each(|seat| out(seat, node.exit));
            }
            if !feeds.contains(&(at, false)) {
                out(&match_.loser, node.exit);
            }
            if let Some(last_exit) = node.last_exit {
                out(&match_.winner, last_exit);
                if last_exit == u32::MAX
                    && let Seat::Taken(id) = &match_.winner
                {
                    champion = Some(id.clone());
                }
            }
        }
        let undecided = self.resolved.iter().filter(|match_| !match_.is_decided());
        let playing: Vec<&Seat> = undecided.flat_map(|match_| &match_.seats).collect();
        for (id, reached) in reached.iter_mut().filter(|(_, reached)| **reached == STILL_IN) {
            if !playing.iter().any(|seat| matches!(seat, Seat::Taken(one) if one == *id)) {
                *reached = won.get(id).copied().unwrap_or(0);
            }
        }
        let mut order: Vec<(u32, &EntryId)> =
            self.entrants.iter().map(|id| (reached.get(id).copied().unwrap_or(0), id)).collect();
        order.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
        let mut place = 0;
        let mut last = None;
        let rows = order.into_iter().enumerate().map(|(n, (reached, id))| {
            if last != Some(reached) {
                place = n + 1;
                last = Some(reached);
            }
            let remark = if champion.as_ref() == Some(id) {
                Some(Remark::Champion)
            } else if reached < STILL_IN && !over {
                Some(Remark::Eliminated)
            } else {
                None
            };
            Row { place, remark, ..self.row(id, "") }
        });
        Ranking { rows: rows.collect(), ..Ranking::default() }
    }

    /// One's matches whose slots begin like that, a cell for each round.
    pub(crate) fn row(&self, id: &EntryId, prefix: &str) -> Row {
        let mut row = Row { entry: id.clone(), ..Row::default() };
        for (node, match_) in self.matches().filter(|(node, _)| node.slot.starts_with(prefix)) {
            let Some(cell) = match_.cell(id) else { continue };
            let index = node.round.saturating_sub(1) as usize;
            if row.rounds.len() <= index {
                row.rounds.resize(index + 1, RoundCell::Rest);
            }
            row.rounds[index] = cell;
            for (game, outcome) in &match_.series.games {
                let Some(side) = game.side_of(id) else { continue };
                let verdict = outcome.and_then(|outcome| Verdict::of(outcome, side));
                row.count(verdict);
                row.points += match verdict {
                    Some(Verdict::Win | Verdict::WinByNoShow) => Points::ONE,
                    Some(Verdict::Draw) => Points::HALF,
                    _ => Points::ZERO,
                };
            }
        }
        row
    }
}

/// A game as a cell of the cross table.
pub(crate) fn cell(game: &Game, side: Side, verdict: Option<Verdict>) -> RoundCell {
    RoundCell::Game {
        opponent: game.player(side.other()).clone(),
        side,
        result: verdict.map(Into::into),
    }
}
