//! Clubs of eight that begin together, meet once a week and play only there: how long an honest
//! member waits for a first grade, and how far a few friends among them get who hand one of them
//! the wins.

use komadai_rules::Grade;

use super::{
    Dice,
    people::{Agreement, Kind, Person, declared_near, strength_of},
    season::{Meeting, Player, award, play},
};
use crate::GradeTable;

const WEEK_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// How many members a club has.
const MEMBERS: usize = 8;

/// How likely a member comes on an evening.
const ATTENDANCE: f64 = 0.8;

/// How many rounds an evening has.
const ROUNDS: usize = 4;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clubs {
    /// How many clubs.
    pub n_clubs: usize,
    /// How many evenings.
    pub evenings: u64,
    /// How many members of each are friends who hand the first of them the wins whenever two of
    /// them meet, and declare the most that may be declared; 0 for none.
    pub friends: usize,
    /// How many more games each of them plays with the first every week, at home.
    pub games_at_home: usize,
    /// The mean of the true strengths, in rating points.
    pub mean: f64,
    /// Their spread.
    pub spread: f64,
    /// The share of honest members who say how strong they are, give or take a grade or two.
    pub declared: f64,
    /// The share of games with the handicap that §3.3 suggests.
    pub handicaps: f64,
    /// What follows from everything else.
    pub seed: u64,
}

impl Default for Clubs {
    fn default() -> Self {
        Self {
            n_clubs: 400,
            evenings: 26,
            friends: 0,
            games_at_home: 0,
            mean: 1_250.0,
            spread: 400.0,
            declared: 0.7,
            handicaps: 0.4,
            seed: 20_260_101,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClubsReport {
    /// How many members are honest.
    pub n_honest: usize,
    /// After how many games each of those who were awarded a grade had the first, the fewest first.
    pub first_after: Vec<u32>,
    /// How many games an honest member played, on the average.
    pub mean_games: f64,
    /// How many grades were awarded to honest members.
    pub n_awards: usize,
    /// How many of those were more than a grade above the true strength.
    pub n_unearned: usize,
    /// How many dan grades were awarded to honest members.
    pub n_dan: usize,
    /// How many of those to somebody whose strength is below the floor of 1-dan.
    pub n_false_dan: usize,
    /// How many of those to somebody whose strength is below that of 1-kyu, too.
    pub n_far_false_dan: usize,
    /// How many grades those whom friends serve hold above their strength at the end, the fewest
    /// first; negative below it. Those without a grade are not among them.
    pub favoured_above: Vec<f64>,
    /// How many of them hold a dan grade without the strength of 1-kyu.
    pub n_favoured_false_dan: usize,
    /// How far ratings are above the true strength at the end, on the average.
    pub drift: f64,
}

impl ClubsReport {
    /// After how many games this share of the honest members had a first grade; `None` if fewer
    /// ever had.
    pub fn first_grade(&self, share: f64) -> Option<u32> {
        let n = (self.n_honest as f64 * share).ceil() as usize;
        self.first_after.get(n.saturating_sub(1)).copied()
    }
}

/// Plays it.
pub fn clubs(clubs: &Clubs, table: &GradeTable) -> ClubsReport {
    let mut dice = Dice(clubs.seed);
    let mut report = ClubsReport::default();
    let mut drift = 0.0;
    for _ in 0..clubs.n_clubs {
        drift += club(&mut dice, clubs, table, &mut report);
    }
    report.first_after.sort_unstable();
    report.favoured_above.sort_by(f64::total_cmp);
    report.mean_games /= report.n_honest.max(1) as f64;
    report.drift = drift / clubs.n_clubs.max(1) as f64;
    report
}

/// One club; how far its ratings are above the strengths in the end.
fn club(dice: &mut Dice, clubs: &Clubs, table: &GradeTable, report: &mut ClubsReport) -> f64 {
    let mut players: Vec<Player> =
        (0..MEMBERS).map(|n| Player::new(member(dice, clubs, table, n), table)).collect();
    let mut games = [0_u32; MEMBERS];
    for week in 0..clubs.evenings {
        for pair in evening(dice, clubs) {
            let (a, b) = pair;
            let agreed = (a < clubs.friends && b < clubs.friends).then(|| agreement(dice, pair));
            let now_ms = week * WEEK_MS;
            let meeting = Meeting { pair, agreed, handicaps: clubs.handicaps, now_ms };
            let Some(played) = play(dice, table, &mut players, &meeting) else { continue };
            for n in [a, b] {
                let Some(count) = games.get_mut(n) else { continue };
                *count += 1;
                let Some(held) = players.get(n).filter(|_| played.counts).map(|it| it.held) else {
                    continue;
                };
                let Some(earned) = award(table, &mut players, n) else { continue };
                let Some(player) = players.get(n) else { continue };
                if n >= clubs.friends {
                    report.award(table, player, (held, earned), *count);
                }
            }
        }
    }
    report.n_honest += MEMBERS - clubs.friends;
    report.mean_games += games.iter().skip(clubs.friends).map(|it| f64::from(*it)).sum::<f64>();
    if let Some(favoured) = players.first().filter(|_| clubs.friends > 0)
        && let Some(held) = favoured.held
    {
        let position = table.position(favoured.person.strength);
        report.favoured_above.push(held.index() as f64 - position.floor());
        let is_false = held.is_dan() && below(table, favoured, "1k");
        report.n_favoured_false_dan += usize::from(is_false);
    }
    let above = players.iter().map(|it| it.rating.rating - it.person.strength).sum::<f64>();
    above / MEMBERS as f64
}

impl ClubsReport {
    fn award(
        &mut self,
        table: &GradeTable,
        player: &Player,
        (held, earned): (Option<Grade>, Grade),
        n_games: u32,
    ) {
        if held.is_none() {
            self.first_after.push(n_games);
        }
        self.n_awards += 1;
        let above = earned.index() as f64 - table.position(player.person.strength);
        self.n_unearned += usize::from(above > 1.0);
        if earned.is_dan() {
            self.n_dan += 1;
            self.n_false_dan += usize::from(below(table, player, "1d"));
            self.n_far_false_dan += usize::from(below(table, player, "1k"));
        }
    }
}

/// Whether somebody's true strength is below the floor of a grade.
fn below(table: &GradeTable, player: &Player, grade: &str) -> bool {
    let grade: Option<Grade> = grade.parse().ok();
    let floor = grade.and_then(|grade| table.rules().get(grade.index())).map(|it| it.floor);
    floor.is_some_and(|floor| player.person.strength < floor)
}

fn member(dice: &mut Dice, clubs: &Clubs, table: &GradeTable, n: usize) -> Person {
    let strength = strength_of(dice, clubs.mean, clubs.spread);
    let (kind, declared) = if n < clubs.friends {
        (Kind::OpenRing, Some(Grade::DECLARED_MAX))
    } else {
        let says = dice.unit() < clubs.declared;
        (Kind::ClosedClub, says.then(|| declared_near(dice, table, strength)))
    };
    Person { kind, strength, declared, group: (0, MEMBERS) }
}

/// Who plays whom on an evening, in this order; and at home before the next.
fn evening(dice: &mut Dice, clubs: &Clubs) -> Vec<(usize, usize)> {
    let mut present: Vec<usize> = (0..MEMBERS).filter(|_| dice.unit() < ATTENDANCE).collect();
    let mut pairs = Vec::new();
    for _ in 0..ROUNDS {
        for n in (1..present.len()).rev() {
            present.swap(n, dice.below(n + 1));
        }
        pairs.extend(present.chunks_exact(2).filter_map(|two| Some((*two.first()?, *two.last()?))));
    }
    for friend in 1..clubs.friends {
        pairs.extend((0..clubs.games_at_home).map(|_| (0, friend)));
    }
    pairs
}

/// The first of the friends wins five games in six: a rating that nobody ever dents does not become
/// certain.
fn agreement(dice: &mut Dice, (a, b): (usize, usize)) -> Agreement {
    let serves = dice.unit() < 5.0 / 6.0;
    let winner = if serves { a.min(b) } else { a.max(b) };
    Agreement { winner, plies: 40 + dice.below(60) as u32 }
}
