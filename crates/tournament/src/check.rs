//! Whether a document contradicts itself, whatever its format. Each format checks more.

use std::collections::{HashMap, HashSet};

use crate::{
    Entry, EntryId, Event, Fault, Order, Points, Problems,
    event::{ENTRIES_MAX, GAMES_MAX, ROUNDS_MAX},
    tie,
};

/// The most points anything in a document may award.
const AWARD_MAX: Points = Points::whole(10_000);

/// Notes everything that is wrong.
pub(crate) fn check(event: &Event, problems: &mut Problems) {
    if event.version != 1 {
        problems.add(Fault::Version, "version", format!("version {} is not known", event.version));
    }
    let known = entries(event, problems);
    ranking(event, problems);
    games(event, &known, problems);
    byes(event, &known, problems);
    orders(event, &known, problems);
    tie::check(event, problems);
    for (n, presence) in event.presence.iter().enumerate() {
        who(&known, &presence.entry, &format!("presence[{n}]"), problems);
    }
}

/// Notes what is wrong with what ranks, and with what results are worth.
pub(crate) fn ranking(event: &Event, problems: &mut Problems) {
    scoring(event, problems);
    event.prizes.check(problems);
    let mut ties = HashSet::new();
    for tie in &event.tiebreaks {
        if !ties.insert(tie.get().name()) {
            problems.add(Fault::TiebreakTwice, "tiebreaks", format!("`{tie}` is listed twice"));
        }
    }
}

type EntriesById<'e> = HashMap<&'e EntryId, &'e Entry>;

fn entries<'e>(event: &'e Event, problems: &mut Problems) -> EntriesById<'e> {
    if event.entries.len() > ENTRIES_MAX {
        let n = event.entries.len();
        problems.add(Fault::TooMany, "entries", format!("{n} entries, {ENTRIES_MAX} at most"));
    }
    let mut known = EntriesById::new();
    for (n, entry) in event.entries.iter().enumerate() {
        let at = format!("entries[{n}]");
        let id = entry.id.as_str();
        if id.is_empty() || id.len() > EntryId::BYTES_MAX || id.chars().any(char::is_control) {
            let max = EntryId::BYTES_MAX;
            problems.add(Fault::EntryId, &at, format!("an id is 1 to {max} bytes of plain text"));
        }
        if known.insert(&entry.id, entry).is_some() {
            problems.add(Fault::EntryTwice, &at, format!("`{id}` is entered twice"));
        }
        if entry.tags.len() > Entry::TAGS_MAX {
            let message = format!("{} marks at most", Entry::TAGS_MAX);
            problems.add(Fault::Tags, &at, message);
        }
        if entry.start.is_some_and(|start| !is_award(start)) {
            problems.add(Fault::Points, &at, "a start score is made of half points");
        }
        absences(entry, &at, problems);
    }
    known
}

fn absences(entry: &Entry, at: &str, problems: &mut Problems) {
    let mut missed: HashSet<u32> = entry.absent.iter().copied().collect();
    for (n, absence) in entry.absences.iter().enumerate() {
        let at = format!("{at}.absences[{n}]");
        round(absence.round, &at, problems);
        if !is_award(absence.points) {
            problems.add(Fault::Points, &at, "an absence is worth half points");
        }
        if !missed.insert(absence.round) {
            let message = format!("`{}` misses round {} twice", entry.id, absence.round);
            problems.add(Fault::AbsentTwice, &at, message);
        }
    }
}

fn is_award(points: Points) -> bool {
    points.is_halves() && points <= AWARD_MAX && points >= -AWARD_MAX
}

fn scoring(event: &Event, problems: &mut Problems) {
    let s = &event.scoring;
    for (name, points) in [
        ("win", s.win),
        ("draw", s.draw),
        ("loss", s.loss),
        ("bye", s.bye),
        ("absence", s.absence),
        ("missed", s.missed),
        ("no_show", s.no_show),
    ] {
        if !is_award(points) {
            let message = format!("it is made of half points, {AWARD_MAX} at most");
            problems.add(Fault::Points, format!("scoring.{name}"), message);
        }
    }
}

fn who(known: &EntriesById<'_>, id: &EntryId, at: &str, problems: &mut Problems) {
    if !known.contains_key(id) {
        problems.add(Fault::UnknownEntry, at, format!("`{id}` is not entered"));
    }
}

fn round(round: u32, at: &str, problems: &mut Problems) {
    if !(1..=ROUNDS_MAX).contains(&round) {
        problems.add(Fault::Round, at, format!("rounds are numbered 1 to {ROUNDS_MAX}"));
    }
}

fn games(event: &Event, known: &EntriesById<'_>, problems: &mut Problems) {
    if event.games.len() > GAMES_MAX {
        let n = event.games.len();
        problems.add(Fault::TooMany, "games", format!("{n} games, {GAMES_MAX} at most"));
    }
    let mut keys = HashSet::new();
    for (n, game) in event.games.iter().enumerate() {
        let at = format!("games[{n}]");
        who(known, &game.sente, &at, problems);
        who(known, &game.gote, &at, problems);
        round(game.round, &at, problems);
        if game.key.is_empty() {
            problems.add(Fault::GameKey, &at, "a game has a key");
        } else if !keys.insert(&game.key) {
            problems.add(Fault::GameTwice, &at, format!("the key `{}` is used twice", game.key));
        }
        if game.sente == game.gote {
            problems.add(Fault::OwnOpponent, &at, format!("`{}` plays itself", game.sente));
        }
        if game.ruling.as_ref().is_some_and(|ruling| ruling.reason.trim().is_empty()) {
            problems.add(Fault::Reason, &at, "a ruling has a reason");
        }
        if game.toss
            && game
                .outcome()
                .is_some_and(|outcome| outcome.winner().is_some() && outcome.was_played())
        {
            problems.add(Fault::Toss, &at, "it was played, but nobody has noted the furigoma");
        }
        if game.boards.is_some_and(|boards| !is_award(boards.sente) || !is_award(boards.gote)) {
            problems.add(Fault::Points, &at, "board points are made of half points");
        }
        if matches!((game.started_ms, game.ended_ms), (Some(start), Some(end)) if end < start) {
            problems.add(Fault::Time, &at, "it ended before it began");
        }
    }
}

fn byes(event: &Event, known: &EntriesById<'_>, problems: &mut Problems) {
    let mut seen = HashSet::new();
    for (n, bye) in event.byes.iter().enumerate() {
        let at = format!("byes[{n}]");
        who(known, &bye.entry, &at, problems);
        round(bye.round, &at, problems);
        if !seen.insert((bye.round, &bye.entry, &bye.slot)) {
            problems.add(Fault::ByeTwice, &at, format!("`{}` has two of one round", bye.entry));
        }
    }
}

fn orders(event: &Event, known: &EntriesById<'_>, problems: &mut Problems) {
    for (n, order) in event.orders.iter().enumerate() {
        let at = format!("orders[{n}]");
        let (a, b) = match order {
            Order::Pair { round: number, sente, gote, .. } => {
                round(*number, &at, problems);
                (sente, Some(gote))
            }
            Order::Forbid { a, b, round: number, .. } => {
                if let Some(number) = number {
                    round(*number, &at, problems);
                }
                (a, Some(b))
            }
            Order::Bye { round: number, entry, .. } => {
                round(*number, &at, problems);
                (entry, None)
            }
        };
        who(known, a, &at, problems);
        if let Some(b) = b {
            who(known, b, &at, problems);
        }
        if Some(a) == b {
            problems.add(Fault::OwnOpponent, &at, format!("`{a}` is listed twice"));
        }
    }
}

/// For formats in which everybody has at most one game a round.
pub(crate) fn one_game_a_round(event: &Event, problems: &mut Problems) {
    let mut busy = HashSet::new();
    let counts = |game: &crate::Game| !game.is_annulled() && game.play_off.is_none();
    for (n, game) in event.games.iter().enumerate().filter(|(_, game)| counts(game)) {
        for id in [&game.sente, &game.gote] {
            if !busy.insert((game.round, id)) {
                let message = format!("`{id}` has another game in round {}", game.round);
                problems.add(Fault::TwoGames, format!("games[{n}]"), message);
            }
        }
    }
    for (n, bye) in event.byes.iter().enumerate() {
        if busy.contains(&(bye.round, &bye.entry)) {
            let message = format!("`{}` has a game in round {}", bye.entry, bye.round);
            problems.add(Fault::TwoGames, format!("byes[{n}]"), message);
        }
    }
}

/// For formats that follow a plan.
pub(crate) fn no_orders(event: &Event, problems: &mut Problems) {
    if !event.orders.is_empty() {
        problems.add(
            Fault::Orders,
            "orders",
            "this format follows a fixed plan and accepts no orders",
        );
    }
}

/// For formats whose plan is made when the first round is published.
pub(crate) fn no_late_entries(event: &Event, problems: &mut Problems) {
    for (n, entry) in event.entries.iter().enumerate() {
        if entry.from_round > 1 {
            let at = format!("entries[{n}].from_round");
            problems.add(Fault::LateEntry, at, "this format takes no late entries");
        }
    }
}
