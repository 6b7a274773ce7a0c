//! A player's card: every round with what it was worth.

use komadai_tournament::{Card, Event, GameKey, Outcome, Points, Remark, RoundCell};

use crate::support::{event, players, standings};

fn card(event: &Event, id: &str) -> Card {
    event.card(&standings(event), &id.into()).expect("they play")
}

fn finish(event: &mut Event, outcome: Outcome) {
    for key in event.pending() {
        event.note_result(&key, outcome, None).expect("none yet");
    }
}

/// The first round of a Swiss of so many, which all draw.
fn swiss(n: usize, rounds: u32) -> Event {
    let mut swiss = event(&format!(r#"{{"t":"swiss","rounds":{rounds}}}"#), players(n));
    swiss.tiebreaks = vec!["points".parse().expect("known")];
    swiss.publish(&swiss.check().expect("sound").next(0)).expect("new");
    swiss
}

/// Each line's game, whether it is annulled, why there is none, and the score after it.
type Line = (Option<GameKey>, bool, Option<RoundCell>, Option<Points>);

fn lines(card: &Card) -> Vec<Line> {
    let lines = card.rounds.iter();
    lines.map(|it| (it.game.clone(), it.annulled, it.off.clone(), it.total)).collect()
}

#[test]
fn points_stand_on_the_game_that_counts() {
    // Pairs are put together anew, so that the old game of one of them is on the later board.
    let mut event = swiss(4, 3);
    let [first, second] = [event.games[0].clone(), event.games[1].clone()];
    let pairs = [(first.sente.clone(), second.sente), (first.gote, second.gote.clone())];
    event.repair(1, &pairs, "they came in one car", "").expect("nothing is played");
    finish(&mut event, Outcome::Sente);
    let game = |entry: &str| {
        let of = event.games.iter().filter(|game| !game.is_annulled());
        of.clone().find(|game| game.side_of(&entry.into()).is_some()).expect("they play").clone()
    };
    for entry in ["p1", "p2", "p3", "p4"] {
        let won = game(entry).sente.as_str() == entry;
        let card = card(&event, entry);
        let total = Some(if won { Points::ONE } else { Points::ZERO });
        let mut lines = lines(&card);
        lines.sort_by_key(|(_, annulled, ..)| *annulled);
        assert_eq!(lines[0], (Some(game(entry).key), false, None, total), "{entry}");
        let [_, (Some(_), true, None, None)] = &lines[..] else { panic!("{entry}: {lines:?}") };
    }
}

#[test]
fn who_has_the_bye_in_place_of_a_game_reads_both() {
    let mut event = swiss(5, 3);
    let alone = event.byes[0].entry.clone();
    let game = event.games[0].clone();
    // The one who was alone plays, and the other of the game has the bye.
    event.repair(1, &[(alone, game.sente)], "late", "").expect("nothing is played");
    finish(&mut event, Outcome::Draw);
    let card = card(&event, game.gote.as_str());
    assert_eq!(
        lines(&card),
        [
            (Some(game.key), true, None, None),
            (None, false, Some(RoundCell::Bye), Some(Points::ONE)),
        ]
    );
}

#[test]
fn who_is_put_out_of_a_round_reads_that_once() {
    let mut event = swiss(4, 3);
    let key = event.games[0].key.clone();
    let (result, reason, by) = (Outcome::Annulled, "a fire alarm".to_owned(), String::new());
    let player = event.games[0].sente.clone();
    event.rule(&key, komadai_tournament::Ruling { result, reason, by }).expect("it is known");
    finish(&mut event, Outcome::Draw);
    assert_eq!(lines(&card(&event, player.as_str())), [(Some(key), true, None, None)]);
}

#[test]
fn a_play_off_is_named_and_worth_nothing() {
    let mut event = swiss(3, 1);
    let alone = event.byes[0].entry.clone();
    event.scoring.bye = Points::HALF;
    finish(&mut event, Outcome::Draw);
    let all: Vec<_> = event.entries.iter().map(|entry| entry.id.clone()).collect();
    event.play_off(&all).expect("they are level");
    finish(&mut event, Outcome::Sente);
    for id in &all {
        let card = card(&event, id.as_str());
        let play_offs: Vec<_> = card.rounds.iter().map(|line| line.play_off).collect();
        assert_eq!(play_offs, [None, Some(1), Some(1)], "{id}");
        let totals: Vec<_> = card.rounds.iter().map(|line| line.total).collect();
        assert_eq!(totals, [Some(Points::HALF), None, None], "{id}");
        assert_eq!(card.by, standings(&event).rankings[0].rows[0].by, "{id}");
        let off = (*id == alone).then_some(RoundCell::Bye);
        assert_eq!(card.rounds[0].off, off, "{id}");
    }
}

#[test]
fn a_card_says_what_the_place_leads_to() {
    let format = r#"{"t":"stages","stages":[
        {"name":"Groups","format":{"t":"pools","groups":1}},
        {"name":"Final","format":{"t":"round_robin"},"from":[{"stage":"Groups","last":2}]}]}"#;
    let mut event = event(format, players(3));
    event.tiebreaks = vec!["points".parse().expect("known")];
    for _ in 0..3 {
        event.publish(&event.check().expect("sound").next(0)).expect("new");
        finish(&mut event, Outcome::Draw);
    }
    let rows = |event: &Event| standings(event).rankings.remove(1).rows;
    let goes_on = |event: &Event| {
        let cards = rows(event).into_iter().map(|row| card(event, row.entry.as_str()));
        cards.map(|card| (card.remark, card.to)).collect::<Vec<_>>()
    };
    let through = (Some(Remark::Qualified), Some("Final".to_owned()));
    assert_eq!(goes_on(&event), [through.clone(), through, (Some(Remark::Eliminated), None)]);
    event.publish(&event.check().expect("sound").next(0)).expect("new");
    finish(&mut event, Outcome::Sente);
    let champion = event.games.last().expect("a final").sente.clone();
    let over: Vec<_> = rows(&event).into_iter().map(|row| row.entry == champion).collect();
    let expected = over.into_iter().map(|won| (won.then_some(Remark::Champion), None));
    assert_eq!(goes_on(&event), expected.collect::<Vec<_>>());
}
