//! A series: games between the same two until one of them has won the majority (§3.7).
//!
//! Draws add games. Sides alternate from game to game; the first may be fixed by furigoma, by a
//! handicap, or by who had which side before. A match of one game is a series of one.

use komadai_rules::Side;

use crate::{
    EntryId, Event, Game, GameKey, Outcome, Points, Sides, lot::lot_of_pair, pairing::unused_key,
    table::Verdict,
};

/// The games of one slot, the first first.
#[derive(Clone, Debug)]
pub(crate) struct Series<'e> {
    pub(crate) games: Vec<(&'e Game, Option<Outcome>)>,
}

/// Where a series stands between two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) a_points: Points,
    pub(crate) b_points: Points,
    pub(crate) verdict: SeriesVerdict,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SeriesVerdict {
    /// To be played on.
    #[default]
    Open,
    /// The first of the two is through.
    First,
    /// The second is.
    Second,
    /// Nobody is: both lost too often, or both have left.
    Nobody,
}

impl<'e> Series<'e> {
    /// The series in a slot. `played` are the event's games that count.
    pub(crate) fn in_slot(played: &[(&'e Game, Option<Outcome>)], slot: &str) -> Self {
        let mut games: Vec<_> =
            played.iter().filter(|(game, _)| game.slot.as_deref() == Some(slot)).copied().collect();
        games.sort_by_key(|(game, _)| (game.round, number(&game.key), &game.key));
        Self { games }
    }

    /// Who plays it, if it has begun.
    pub(crate) fn players(&self) -> Option<[&'e EntryId; 2]> {
        self.games.first().map(|(game, _)| [&game.sente, &game.gote])
    }

    /// Whether a game of it has no result.
    pub(crate) fn is_pending(&self) -> bool {
        self.games.iter().any(|(_, outcome)| outcome.is_none())
    }

    /// Where it stands. `left` tells who has left the event before this series.
    pub(crate) fn score(
        &self,
        a: &EntryId,
        b: &EntryId,
        best_of: u32,
        left: &dyn Fn(&EntryId) -> bool,
    ) -> Score {
        let mut score = Score::default();
        let mut losses = [0, 0];
        for (game, outcome) in &self.games {
            let Some(outcome) = outcome else { continue };
            for (n, one) in [a, b].into_iter().enumerate() {
                let verdict = game.side_of(one).and_then(|side| Verdict::of(*outcome, side));
                let points = if n == 0 { &mut score.a_points } else { &mut score.b_points };
                match verdict {
                    Some(Verdict::Win | Verdict::WinByNoShow) => *points += Points::ONE,
                    Some(Verdict::Draw) => *points += Points::HALF,
                    Some(Verdict::Loss | Verdict::NoShow) => losses[n] += 1,
                    None => {}
                }
            }
        }
        let out = losses.map(|losses| losses > best_of / 2);
        let gone = [left(a), left(b)];
        score.verdict = match (out, gone) {
            ([true, true], _) => SeriesVerdict::Nobody,
            ([true, false], _) => SeriesVerdict::Second,
            ([false, true], _) => SeriesVerdict::First,
            (_, [true, true]) => SeriesVerdict::Nobody,
            (_, [true, false]) => SeriesVerdict::Second,
            (_, [false, true]) => SeriesVerdict::First,
            (_, [false, false]) => SeriesVerdict::Open,
        };
        score
    }

    /// The next game of it.
    pub(crate) fn next_game(&self, event: &Event, slot: &str, a: &EntryId, b: &EntryId) -> Game {
        let (sente, gote, toss) = match self.games[..] {
            [] => first_sides(event, a, b),
            [(first, _), ..] => {
                // The first game's sides are settled by now: it has been played.
                let (a, b) = (&first.sente, &first.gote);
                if self.games.len().is_multiple_of(2) { (a, b, false) } else { (b, a, false) }
            }
        };
        let grade = |id: &EntryId| event.entry(id).and_then(|entry| entry.grade);
        let given = event.handicap.between(grade(sente), grade(gote));
        let exchange = given.is_some_and(|given| given.first_gives);
        let (sente, gote) = if exchange { (gote, sente) } else { (sente, gote) };
        Game {
            key: unused_key(event, slot.to_owned()),
            sente: sente.clone(),
            gote: gote.clone(),
            toss: toss && given.is_none(),
            handicap: given.map(|given| given.odds),
            slot: Some(slot.to_owned()),
            ..Game::default()
        }
    }
}

/// The number after the last dot of a key, which counts the games of a slot.
fn number(key: &GameKey) -> u32 {
    key.as_str().rsplit_once('.').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

/// Who is sente in a first game: by furigoma, or the one who has been sente less often, or by lot.
fn first_sides<'i>(
    event: &Event,
    a: &'i EntryId,
    b: &'i EntryId,
) -> (&'i EntryId, &'i EntryId, bool) {
    if event.sides == Sides::Furigoma {
        return (a, b, true);
    }
    let balance = |id: &EntryId| {
        let played = event.games.iter().filter(|game| {
            game.handicap.is_none() && game.outcome().is_some_and(Outcome::was_played)
        });
        let sides = played.filter_map(|game| game.side_of(id));
        sides.fold(0i32, |sum, side| sum + if side == Side::Sente { 1 } else { -1 })
    };
    let lot = lot_of_pair(event.seed, 0, a.as_str(), b.as_str()) & 1 == 0;
    match balance(a).cmp(&balance(b)) {
        std::cmp::Ordering::Less => (a, b, false),
        std::cmp::Ordering::Greater => (b, a, false),
        std::cmp::Ordering::Equal => {
            if lot {
                (a, b, false)
            } else {
                (b, a, false)
            }
        }
    }
}
