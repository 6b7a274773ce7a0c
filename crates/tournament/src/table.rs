//! The table: what every contestant did in every round so far, by index instead of by name.
//!
//! Built from an event document whenever it is asked something; the order of the document does
//! not matter, because contestants are sorted by id. Only for formats in which a contestant has
//! one game a round; brackets, series and arenas read the games themselves.

use std::collections::HashMap;

use komadai_rules::{Grade, Side};

use crate::{
    ByeKind, Entry, EntryId, Event, Game, Outcome, Points, Scoring, allowance::Allowance, lot::lot,
    tie::PlayOffGame,
};

/// What a decided game was for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won on the board.
    Win,
    /// Drawn.
    Draw,
    /// Lost on the board, or by the arbiter's word after playing.
    Loss,
    /// The opponent did not come.
    WinByNoShow,
    /// Did not come.
    NoShow,
}

impl Verdict {
    /// What `outcome` is for `side`; nothing if it counts for nothing.
    pub fn of(outcome: Outcome, side: Side) -> Option<Self> {
        let won = outcome.winner() == Some(side);
        Some(match outcome {
            Outcome::Sente | Outcome::Gote => {
                if won {
                    Self::Win
                } else {
                    Self::Loss
                }
            }
            Outcome::SenteNoShow | Outcome::GoteNoShow => {
                if won {
                    Self::WinByNoShow
                } else {
                    Self::NoShow
                }
            }
            Outcome::Draw => Self::Draw,
            Outcome::BothNoShow => Self::NoShow,
            Outcome::BothLose => Self::Loss,
            Outcome::Annulled => return None,
        })
    }

    /// Whether a game was played.
    pub fn was_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss)
    }

    /// What it is worth.
    pub fn points(self, scoring: &Scoring) -> Points {
        match self {
            Self::Win | Self::WinByNoShow => scoring.win,
            Self::Draw => scoring.draw,
            Self::Loss => scoring.loss,
            Self::NoShow => scoring.no_show,
        }
    }
}

/// A game with its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Index of the opponent.
    pub opponent: usize,
    /// Own side.
    pub side: Side,
    /// Own result; absent while it is being played.
    pub verdict: Option<Verdict>,
    /// Played with a handicap, or with the sides given by strength.
    pub handicap: bool,
    /// Points made on the boards of a team match.
    pub boards: Points,
}

/// One contestant's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Paired with somebody.
    Game(Meeting),
    /// Nobody was left to play.
    Bye,
    /// Announced its absence; with the points that it has instead of what `scoring` says.
    Absent(Option<Points>),
    /// Entered later; with the points that it has instead of what `scoring` says.
    Missed(Option<Points>),
    /// Not there: withdrawn, or not paired for a reason the document does not tell.
    Out,
    /// The schedule has no game for it.
    Rest,
}

impl Cell {
    /// What it is worth so far.
    pub fn points(&self, scoring: &Scoring) -> Points {
        match self {
            Self::Game(meeting) => {
                meeting.verdict.map_or(Points::ZERO, |verdict| verdict.points(scoring))
            }
            Self::Bye => scoring.bye,
            Self::Absent(own) => own.unwrap_or(scoring.absence),
            Self::Missed(own) => own.unwrap_or(scoring.missed),
            Self::Out | Self::Rest => Points::ZERO,
        }
    }

    /// The decided game in it.
    pub fn decided(&self) -> Option<(&Meeting, Verdict)> {
        match self {
            Self::Game(meeting) => meeting.verdict.map(|verdict| (meeting, verdict)),
            _ => None,
        }
    }
}

/// One who is ranked: a player or a team.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// As in the document.
    pub id: EntryId,
    /// Orders the seeding.
    pub rating: Option<i32>,
    /// Decides handicaps.
    pub grade: Option<Grade>,
    /// For club protection.
    pub club: Option<String>,
    /// The organiser's seeding.
    pub seed: Option<u32>,
    /// The start score; zero but in McMahon.
    pub start: Points,
    /// Drawn from the event's seed.
    pub lot: u64,
    /// The place in the seeding, 0 is the strongest.
    pub number: usize,
    /// One for each round that has been published.
    pub cells: Vec<Cell>,
    /// Score before each round, and after the last: one more than `cells`.
    pub running: Vec<Points>,
}

impl Contestant {
    /// Start score and points.
    pub fn score(&self) -> Points {
        self.running.last().copied().unwrap_or(self.start)
    }

    /// Points made in the rounds, without the start score.
    pub fn points(&self) -> Points {
        self.score() - self.start
    }

    /// The score before the round with that index (round 1 is index 0).
    pub fn score_before(&self, index: usize) -> Points {
        self.running.get(index).copied().unwrap_or(self.start)
    }

    /// How often it has had a win's points without playing, or has not come to a game: a further
    /// bye would be a reward.
    pub fn without_playing(&self, scoring: &Scoring) -> usize {
        self.without_playing_before(usize::MAX, scoring)
    }

    /// The same before the round with that index.
    pub(crate) fn without_playing_before(&self, index: usize, scoring: &Scoring) -> usize {
        let is_free = |cell: &&Cell| match cell {
            Cell::Bye => true,
            Cell::Absent(Some(own)) => *own >= scoring.win && *own > Points::ZERO,
            cell => cell.decided().is_some_and(|(_, verdict)| !verdict.was_played()),
        };
        self.cells.iter().take(index).filter(is_free).count()
    }
}

/// What a format decides about its table.
#[derive(Clone, Copy)]
pub struct TableRules<'r> {
    /// The start score of an entry.
    pub start: &'r dyn Fn(&Entry) -> Points,
    /// A forfeit is a game with that opponent in every tie-break, as is usual where everybody
    /// meets everybody.
    pub forfeits_are_games: bool,
}

impl std::fmt::Debug for TableRules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableRules")
            .field("forfeits_are_games", &self.forfeits_are_games)
            .finish_non_exhaustive()
    }
}

impl Default for TableRules<'_> {
    fn default() -> Self {
        Self { start: &|_| Points::ZERO, forfeits_are_games: false }
    }
}

/// Every contestant with every round.
#[derive(Clone, Debug)]
pub struct Table {
    /// Sorted by id.
    pub contestants: Vec<Contestant>,
    /// How many rounds have been published.
    pub n_rounds: u32,
    /// What results are worth.
    pub scoring: Scoring,
    /// See [`TableRules`].
    pub forfeits_are_games: bool,
    /// The games of play-offs, which are in no cell.
    pub(crate) play_offs: Vec<PlayOffGame>,
    /// What the organiser has decided on players who are level, the last word last.
    pub(crate) decisions: Vec<Vec<usize>>,
    by_id: HashMap<EntryId, usize>,
}

impl Table {
    /// The table of an event that has been checked.
    pub fn new(event: &Event, rules: TableRules<'_>) -> Self {
        let n_rounds = event.n_rounds();
        let mut table = Self::seated(event, rules, n_rounds);
        let by_id: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        for contestant in &mut table.contestants {
            if let Some(entry) = by_id.get(&contestant.id) {
                contestant.cells =
                    (1..=n_rounds).map(|round| without_record(entry, round)).collect();
            }
        }

        let mut put = |id: &EntryId, round: u32, cell: Cell| {
            let place = table.by_id.get(id).and_then(|&index| table.contestants.get_mut(index));
            let cells = place.map(|contestant| &mut contestant.cells);
            if let Some(slot) = cells.and_then(|cells| cells.get_mut(round_index(round))) {
                *slot = cell;
            }
        };
        for bye in &event.byes {
            let cell = match bye.kind {
                ByeKind::Bye => Cell::Bye,
                ByeKind::Absent => {
                    Cell::Absent(by_id.get(&bye.entry).and_then(|it| it.absence_points(bye.round)))
                }
                ByeKind::Rest => Cell::Rest,
            };
            put(&bye.entry, bye.round, cell);
        }
        let index_of: HashMap<EntryId, usize> = table.by_id.clone();
        let mut play_offs = Vec::new();
        for game in event.games.iter().filter(|game| !game.is_annulled()) {
            let outcome = event.outcome_of(game, &|id| by_id.get(id).copied());
            if let Some(number) = game.play_off {
                let players = (index_of.get(&game.sente), index_of.get(&game.gote));
                if let (Some(&sente), Some(&gote)) = players {
                    play_offs.push(PlayOffGame { number, sente, gote, outcome });
                }
                continue;
            }
            for (side, id) in game.seats() {
                if let Some(&opponent) = index_of.get(game.player(side.other())) {
                    put(id, game.round, Cell::Game(meeting(game, side, opponent, outcome)));
                }
            }
        }

        table.play_offs = play_offs;
        for contestant in &mut table.contestants {
            limit_absences(&mut contestant.cells, &event.scoring);
            let mut score = contestant.start;
            contestant.running = vec![score];
            for cell in &contestant.cells {
                score += cell.points(&event.scoring);
                contestant.running.push(score);
            }
        }
        table
    }

    /// Everybody with their start scores and numbers, and no rounds.
    fn seated(event: &Event, rules: TableRules<'_>, n_rounds: u32) -> Self {
        let mut entries: Vec<&Entry> = event.entries.iter().collect();
        entries.sort_by(|a, b| a.id.cmp(&b.id));
        let by_id = entries.iter().enumerate().map(|(index, entry)| (entry.id.clone(), index));
        let contestants = entries.iter().map(|entry| Contestant {
            id: entry.id.clone(),
            rating: entry.rating,
            grade: entry.grade,
            club: entry.club.clone(),
            seed: entry.seed,
            start: (rules.start)(entry),
            lot: lot(event.seed, entry.id.as_str()),
            number: 0,
            cells: Vec::new(),
            running: Vec::new(),
        });
        let mut table = Self {
            by_id: by_id.collect(),
            contestants: contestants.collect(),
            n_rounds,
            scoring: event.scoring.clone(),
            forfeits_are_games: rules.forfeits_are_games,
            play_offs: Vec::new(),
            decisions: Vec::new(),
        };
        let indices = |ids: &[EntryId]| ids.iter().filter_map(|id| table.index(id)).collect();
        table.decisions = event.decisions.iter().map(|it| indices(&it.entries)).collect();
        for (number, index) in table.by_strength().into_iter().enumerate() {
            if let Some(contestant) = table.contestants.get_mut(index) {
                contestant.number = number;
            }
        }
        table
    }

    /// A table in which everybody's n-th game stands in the n-th cell, however many each has
    /// played; `score` is what a list of results is worth after each of them.
    pub(crate) fn of_games(
        event: &Event,
        games: &[(&Game, Option<Outcome>)],
        score: &dyn Fn(&[Option<Verdict>]) -> Vec<Points>,
    ) -> Self {
        let mut table = Self::seated(event, TableRules::default(), 0);
        for (game, outcome) in games {
            for (side, id) in game.seats() {
                let (Some(index), Some(opponent)) =
                    (table.index(id), table.index(game.player(side.other())))
                else {
                    continue;
                };
                if let Some(contestant) = table.contestants.get_mut(index) {
                    contestant.cells.push(Cell::Game(meeting(game, side, opponent, *outcome)));
                }
            }
        }
        for contestant in &mut table.contestants {
            let verdicts: Vec<Option<Verdict>> = contestant
                .cells
                .iter()
                .map(|cell| cell.decided().map(|(_, verdict)| verdict))
                .collect();
            contestant.running = std::iter::once(Points::ZERO).chain(score(&verdicts)).collect();
        }
        let longest = table.contestants.iter().map(|one| one.cells.len()).max().unwrap_or(0);
        table.n_rounds = longest as u32;
        table
    }

    /// Everybody, the strongest first: the organiser's seeding, then rating, grade and lot.
    fn by_strength(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.contestants.len()).collect();
        order.sort_by_key(|&index| {
            let one = &self.contestants[index];
            let seed = one.seed.unwrap_or(u32::MAX);
            (seed, std::cmp::Reverse((one.rating, one.grade)), one.lot, index)
        });
        order
    }

    /// The index of that id.
    pub fn index(&self, id: &EntryId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.contestants.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.contestants.is_empty()
    }

    /// Whether a game in it, or of a play-off, has no result yet.
    pub fn is_pending(&self) -> bool {
        self.play_offs.iter().any(|game| game.outcome.is_none())
            || self
                .contestants
                .iter()
                .flat_map(|one| &one.cells)
                .any(|cell| matches!(cell, Cell::Game(meeting) if meeting.verdict.is_none()))
    }

    /// Whether a decided game stands for a real opponent in the tie-breaks.
    pub fn counts_as_game(&self, verdict: Verdict) -> bool {
        verdict.was_played() || self.forfeits_are_games
    }

    /// The score of the opponent that an unplayed round stands for in the tie-breaks: the
    /// contestant's own at that point, half of it for an announced absence with its usual points.
    /// Nothing for a round that is no unplayed round.
    pub fn virtual_score(&self, contestant: &Contestant, index: usize) -> Option<Points> {
        let own = contestant.score_before(index);
        match contestant.cells.get(index)? {
            Cell::Game(meeting) => {
                let verdict = meeting.verdict?;
                (!self.counts_as_game(verdict)).then_some(own)
            }
            Cell::Bye | Cell::Missed(_) | Cell::Absent(Some(_)) | Cell::Out => Some(own),
            Cell::Absent(None) => Some(own.half()),
            Cell::Rest => None,
        }
    }
}

/// The index of a round in a list that begins with round 1.
fn round_index(round: u32) -> usize {
    (round as usize).wrapping_sub(1)
}

/// Takes the points from the absences beyond the allowance.
fn limit_absences(cells: &mut [Cell], scoring: &Scoring) {
    let mut allowance = Allowance::new(scoring);
    for (round, cell) in (1..).zip(cells) {
        match cell {
            Cell::Absent(own) => *own = allowance.grant(round, scoring.absence, *own),
            Cell::Missed(own) => *own = allowance.grant(round, scoring.missed, *own),
            Cell::Game(_) | Cell::Bye | Cell::Out | Cell::Rest => {}
        }
    }
}

/// What a published round is for somebody the document says nothing about.
fn without_record(entry: &Entry, round: u32) -> Cell {
    if round < entry.from_round {
        Cell::Missed(None)
    } else if entry.has_left(round) {
        Cell::Out
    } else if entry.is_absent(round) {
        Cell::Absent(entry.absence_points(round))
    } else {
        Cell::Out
    }
}

fn meeting(game: &Game, side: Side, opponent: usize, outcome: Option<Outcome>) -> Meeting {
    let boards = game.boards.unwrap_or_default();
    Meeting {
        opponent,
        side,
        verdict: outcome.and_then(|outcome| Verdict::of(outcome, side)),
        handicap: game.handicap.is_some(),
        boards: match side {
            Side::Sente => boards.sente,
            Side::Gote => boards.gote,
        },
    }
}
