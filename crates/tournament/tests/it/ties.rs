//! Players whom nothing separates: lots that are said aloud, play-offs, the organiser's word.

use komadai_tournament::{
    EntryId, Event, Fault, Game, Outcome, PlacedBy, Remark, RoundCell, Row, Standings, State,
    TieDecision, edit::EditError, formats::next_season,
};

use crate::support::{direct, event, players, row, standings};

/// Everybody in a circle: whoever is numbered higher modulo five loses, so that all have two points.
fn circle(game: &Game, _: u64) -> Outcome {
    let number = |id: &str| id[1..].parse::<i32>().expect("p1, p2, …");
    let gap = (number(game.gote.as_str()) - number(game.sente.as_str())).rem_euclid(5);
    if gap <= 2 { Outcome::Sente } else { Outcome::Gote }
}

/// A league of two classes of five, each of them in a circle; two go up and two go down.
fn league() -> Event {
    let format = r#"{"t":"league","classes":[{"name":"A","down":2},{"name":"B","up":2}]}"#;
    let mut entries = players(10);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(if n < 5 { "A" } else { "B" }.to_owned());
        entry.seed = None;
    }
    let mut league = event(format, entries);
    league.tiebreaks = ["points", "direct", "sodos"].map(|it| it.parse().expect("known")).to_vec();
    direct(&mut league, 1, &circle);
    league
}

/// The entries of a class with that remark.
fn with(event: &Event, title: &str, remark: Remark) -> Vec<String> {
    let standings = standings(event);
    let ranking = standings.rankings.iter().find(|it| it.title == title).expect("it is ranked");
    let rows = ranking.rows.iter().filter(|row| row.remark == Some(remark));
    rows.map(|row| row.entry.to_string()).collect()
}

fn ids(of: &[&str]) -> Vec<EntryId> {
    of.iter().map(|id| (*id).into()).collect()
}

#[test]
fn five_who_are_level_are_promoted_by_lot_and_it_says_so() {
    let league = league();
    let standings = standings(&league);
    let of_b = &standings.rankings[1];
    assert!(
        of_b.rows.iter().all(|row| row.place == 1 && row.by == Some(PlacedBy::Lot)),
        "{of_b:?}"
    );
    assert_eq!(with(&league, "B", Remark::Promoted).len(), 2);
    // Whoever is first in a lower class is no champion of the league.
    assert_eq!(with(&league, "B", Remark::Champion), Vec::<String>::new());
    // Nor is any of five who share the first place, two of whom go down.
    assert_eq!(with(&league, "A", Remark::Champion), Vec::<String>::new());
    assert_eq!(with(&league, "A", Remark::Relegated).len(), 2);
    // The text says it too.
    let text = komadai_tournament::cross_table(&league, &standings);
    assert!(text.contains("(promoted, by lot)"), "{text}");
}

#[test]
fn a_play_off_separates_and_counts_for_nothing_else() {
    let mut league = league();
    let before = standings(&league);
    league.play_off(&ids(&["p6", "p7", "p8", "p9", "p10"])).expect("they are level");
    let games: Vec<Game> =
        league.games.iter().filter(|it| it.play_off.is_some()).cloned().collect();
    assert_eq!(games.len(), 10);
    assert!(games.iter().all(|game| game.slot.as_deref() == Some("B") && game.play_off == Some(1)));
    assert!(!standings(&league).over, "it is being played");
    assert_eq!(with(&league, "B", Remark::Promoted), Vec::<String>::new());
    // As its document, it is the same.
    let json = serde_json::to_string(&league).expect("no maps in it");
    assert_eq!(Event::read(&json).expect("its own writing"), league);
    let number = |id: &str| id[1..].parse::<u32>().expect("p1, p2, …");
    for game in &games {
        let stronger = number(game.sente.as_str()) < number(game.gote.as_str());
        let outcome = if stronger { Outcome::Sente } else { Outcome::Gote };
        league.note_result(&game.key, outcome, None).expect("none yet");
    }
    let after = standings(&league);
    assert!(after.over);
    assert_eq!(with(&league, "B", Remark::Promoted), ["p6", "p7"]);
    assert_eq!(row(&after, "p8").place, 3);
    assert_eq!(row(&after, "p8").by, Some(PlacedBy::PlayOff));
    for old in before.rankings.iter().flat_map(|ranking| &ranking.rows) {
        let new = row(&after, old.entry.as_str());
        let made =
            |of: &komadai_tournament::Row| (of.points, of.played, of.wins, of.rounds.clone());
        assert_eq!(made(new), made(old), "nothing else has changed for {}", old.entry);
        assert_eq!(new.values, old.values);
    }
    let season = next_season(&league, "Spring", 2).expect("it is over");
    let class = |id: &str| season.entry(&id.into()).and_then(|entry| entry.class.clone());
    assert_eq!([class("p6"), class("p8")], [Some("A".to_owned()), Some("B".to_owned())]);
    assert!(season.decisions.is_empty() && season.games.is_empty());
}

#[test]
fn those_still_level_play_again_or_the_organiser_decides() {
    let mut swiss = event(r#"{"t":"swiss","rounds":1}"#, players(4));
    swiss.tiebreaks = vec!["points".parse().expect("known")];
    direct(&mut swiss, 1, &|_, _| Outcome::Draw);
    assert_eq!(standings(&swiss).rankings[0].rows.iter().filter(|row| row.place == 1).count(), 4);
    let finish = |event: &mut Event, outcome: Outcome| {
        for key in event.pending() {
            event.note_result(&key, outcome, None).expect("none yet");
        }
    };
    // A draw leaves it as it was, but these two come before the others.
    swiss.play_off(&ids(&["p3", "p4"])).expect("they are level");
    assert_eq!(swiss.play_off(&ids(&["p1", "p2"])).map_err(|it| it.to_string()), Ok(()));
    assert_eq!(swiss.play_off(&ids(&["p1", "p3"])), Err(EditError::NotLevel), "they play");
    finish(&mut swiss, Outcome::Draw);
    let level = standings(&swiss).rankings[0].rows.iter().map(|row| row.place).collect::<Vec<_>>();
    assert_eq!(level, [1, 1, 3, 3]);
    // The order is not that of the lots any more, but of somebody's word.
    let decide = |entries: &[&str], reason: &str| TieDecision {
        entries: ids(entries),
        slot: None,
        reason: reason.to_owned(),
        by: "Em".to_owned(),
    };
    assert_eq!(swiss.decide(decide(&["p4", "p3"], " ")), Err(EditError::Reason));
    assert_eq!(swiss.decide(decide(&["p4", "p1"], "?")), Err(EditError::NotLevel));
    swiss.decide(decide(&["p3", "p4"], "p3 is the guest")).expect("they are level");
    let decided = standings(&swiss);
    assert!(row(&decided, "p3").place < row(&decided, "p4").place);
    assert_eq!(row(&decided, "p3").by, Some(PlacedBy::Decision));
    // What they have decided stands in the document.
    let json = serde_json::to_string(&swiss).expect("no maps in it");
    assert_eq!(standings(&Event::read(&json).expect("its own writing")), decided);
    let unknown = json.replace(r#""entries":["p3","p4"]"#, r#""entries":["p3","p9"]"#);
    assert!(Event::read(&unknown).is_err());
}

#[test]
fn a_lot_among_the_criteria_comes_after_what_people_decide() {
    let mut swiss = event(r#"{"t":"swiss","rounds":1}"#, players(2));
    swiss.tiebreaks = ["points", "lot"].map(|it| it.parse().expect("known")).to_vec();
    direct(&mut swiss, 1, &|_, _| Outcome::Draw);
    let by_lot = standings(&swiss);
    assert!(by_lot.rankings[0].rows.iter().all(|row| row.by == Some(PlacedBy::Lot)));
    let last = by_lot.rankings[0].rows[1].entry.clone();
    let first = by_lot.rankings[0].rows[0].entry.clone();
    // They have different places, by the lot alone: only a document says otherwise.
    let by = String::new();
    let reason = "it was agreed before".to_owned();
    swiss.decisions.push(TieDecision {
        entries: vec![last.clone(), first],
        slot: None,
        reason,
        by,
    });
    assert_eq!(standings(&swiss).rankings[0].rows[0].entry, last);
}

fn row_in<'s>(standings: &'s Standings, title: &str, id: &EntryId) -> &'s Row {
    let ranking = standings.rankings.iter().find(|it| it.title == title).expect("it is ranked");
    ranking.rows.iter().find(|row| row.entry == *id).expect("they are in it")
}

#[test]
fn who_goes_on_is_told_where_to() {
    let format = r#"{"t":"stages","stages":[
        {"name":"Groups","format":{"t":"pools","groups":2}},
        {"name":"Final","format":{"t":"single_elimination"},"from":[{"stage":"Groups","last":1}]},
        {"name":"Consolation","format":{"t":"single_elimination"},"from":[{"stage":"Groups","first":2,"last":3}]}]}"#;
    let mut stages = event(format, players(6));
    stages.tiebreaks = vec!["points".parse().expect("known")];
    // All games are drawn.
    for _ in 0..3 {
        let next = stages.check().expect("sound").next(0);
        stages.publish(&next).expect("new");
        for key in stages.pending() {
            stages.note_result(&key, Outcome::Draw, None).expect("none yet");
        }
    }
    let known = standings(&stages);
    let group =
        known.rankings.iter().find(|it| it.title == "Groups/group 1").expect("it is ranked");
    let said: Vec<_> = group.rows.iter().map(|row| (row.to.as_deref(), row.by)).collect();
    let lot = Some(PlacedBy::Lot);
    assert_eq!(
        said,
        [(Some("Final"), lot), (Some("Consolation"), lot), (Some("Consolation"), lot)]
    );
    assert!(group.rows.iter().all(|row| row.remark == Some(Remark::Qualified)));
    // The organiser decides before the next stage begins, and the next stage goes by it.
    let mut order: Vec<_> = group.rows.iter().map(|row| row.entry.clone()).collect();
    order.reverse();
    let decision = TieDecision {
        entries: order.clone(),
        slot: None,
        reason: "a lot in the hall".to_owned(),
        by: String::new(),
    };
    stages.decide(decision).expect("they are level");
    let next = stages.check().expect("sound").next(0);
    let of_final = next
        .games
        .iter()
        .find(|game| game.slot.as_deref().is_some_and(|it| it.starts_with("Final")));
    let of_final = of_final.expect("it is paired");
    assert!([&of_final.sente, &of_final.gote].contains(&&order[0]));
    // So does a play-off of the other group.
    let other =
        known.rankings.iter().find(|it| it.title == "Groups/group 2").expect("it is ranked");
    let level: Vec<_> = other.rows.iter().map(|row| row.entry.clone()).collect();
    stages.play_off(&level).expect("they are level");
    assert!(
        stages
            .games
            .iter()
            .filter(|it| it.play_off.is_some())
            .all(|it| it.slot.as_deref() == Some("Groups/2"))
    );
    assert!(stages.check().expect("sound").next(0).games.is_empty(), "the stages wait for it");
    // Whoever wins it is in the final.
    let number = |id: &EntryId| level.iter().position(|it| it == id);
    for key in stages.pending() {
        let game = stages.game(&key).expect("it is pending");
        let later = number(&game.sente) > number(&game.gote);
        let outcome = if later { Outcome::Sente } else { Outcome::Gote };
        stages.note_result(&key, outcome, None).expect("none yet");
    }
    let known = standings(&stages);
    let winner = row_in(&known, "Groups/group 2", level.last().expect("three of them"));
    assert_eq!((winner.place, winner.by), (1, Some(PlacedBy::PlayOff)));
    assert_eq!(winner.to.as_deref(), Some("Final"));
}

/// Draws everything until nothing more is to be played, or `until` says so.
fn draw_all(event: &mut Event, until: &dyn Fn(&Event) -> bool) {
    while !until(event) {
        let next = event.check().expect("sound").next(0);
        if next.state == State::Over {
            return;
        }
        event.publish(&next).expect("new");
        for key in event.pending() {
            event.note_result(&key, Outcome::Draw, None).expect("none yet");
        }
    }
}

#[test]
fn a_decision_is_about_one_ranking() {
    let format = r#"{"t":"stages","stages":[
        {"name":"Groups","format":{"t":"pools","groups":2}},
        {"name":"Final","format":{"t":"round_robin"},"from":[{"stage":"Groups","last":2}]}]}"#;
    let mut stages = event(format, players(6));
    stages.tiebreaks = vec!["points".parse().expect("known")];
    draw_all(&mut stages, &|it| it.n_rounds() == 3);
    let group = |event: &Event, title: &str| {
        let rankings = standings(event).rankings.into_iter();
        let rows = rankings.filter(|it| it.title == title).flat_map(|it| it.rows);
        rows.map(|row| (row.entry, row.place)).collect::<Vec<_>>()
    };
    let order: Vec<_> =
        group(&stages, "Groups/group 1").into_iter().rev().map(|(entry, _)| entry).collect();
    let decision = TieDecision {
        entries: order.clone(),
        slot: None,
        reason: "a lot in the hall".to_owned(),
        by: String::new(),
    };
    stages.decide(decision).expect("they are level");
    assert_eq!(stages.decisions[0].slot.as_deref(), Some("Groups/1"));
    let decided: Vec<_> = order.iter().cloned().zip(1..).collect();
    assert_eq!(group(&stages, "Groups/group 1"), decided);
    // Two of them go on, and are level there again: nobody has said anything about that.
    draw_all(&mut stages, &|_| false);
    let in_final = group(&stages, "Final");
    assert!(order[..2].iter().all(|id| in_final.iter().any(|(entry, _)| entry == id)));
    assert!(in_final.iter().all(|(_, place)| *place == 1), "{in_final:?}");
    assert_eq!(group(&stages, "Groups/group 1"), decided);
    // Without a part it is about all of them, and one that is not there is refused.
    stages.decisions[0].slot = None;
    assert!(group(&stages, "Final").iter().any(|(_, place)| *place > 1));
    stages.decisions[0].slot = Some("Group".to_owned());
    let problems = stages.check().expect_err("there is no such stage");
    assert_eq!(problems.0[0].at, "decisions[0]");
}

#[test]
fn a_decision_stays_in_its_class_whatever_that_plays() {
    // Matches have no play-offs.
    let format = r#"{"t":"league","inner":{"t":"matches","inner":{"t":"swiss","rounds":1}},
        "classes":[{"name":"A"},{"name":"B"}]}"#;
    let mut entries = players(4);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(if n < 2 { "A" } else { "B" }.to_owned());
    }
    let mut league = event(format, entries);
    league.tiebreaks = vec!["points".parse().expect("known")];
    draw_all(&mut league, &|_| false);
    assert_eq!(league.play_off(&ids(&["p3", "p4"])), Err(EditError::NoPlayOff));
    let (slot, reason, by) = (None, "they agreed".to_owned(), String::new());
    let decision = TieDecision { entries: ids(&["p4", "p3"]), slot, reason, by };
    league.decide(decision).expect("they are level");
    assert_eq!(league.decisions[0].slot.as_deref(), Some("B"));
    assert_eq!(row(&standings(&league), "p3").place, 2);
}

/// What the rows of a ranking are made of.
fn made(event: &Event, title: &str) -> Vec<(EntryId, Vec<RoundCell>)> {
    let rankings = standings(event).rankings.into_iter();
    let rows = rankings.filter(|it| it.title == title).flat_map(|it| it.rows);
    let mut made: Vec<_> = rows.map(|row| (row.entry, row.rounds)).collect();
    made.sort_by(|a, b| a.0.cmp(&b.0));
    made
}

#[test]
fn a_play_off_is_in_the_last_round_of_its_part() {
    let format = r#"{"t":"league","classes":[{"name":"A"},{"name":"B"}]}"#;
    let mut entries = players(10);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(if n < 4 { "A" } else { "B" }.to_owned());
    }
    let mut league = event(format, entries);
    league.tiebreaks = vec!["points".parse().expect("known")];
    draw_all(&mut league, &|_| false);
    assert_eq!(league.n_rounds(), 5);
    let before = made(&league, "A");
    league.play_off(&ids(&["p1", "p2"])).expect("they are level");
    let key = league.pending().remove(0);
    assert_eq!(league.game(&key).map(|game| game.round), Some(3), "four play three rounds");
    league.note_result(&key, Outcome::Gote, None).expect("none yet");
    assert_eq!(made(&league, "A"), before, "no round is added to the class");
    assert!(standings(&league).over);
}

#[test]
fn a_play_off_counts_after_a_final_that_took_longer_than_the_open_event() {
    let format =
        r#"{"t":"championship","best":2,"inner":{"t":"swiss","rounds":2},"first_round":2}"#;
    let mut open = event(format, players(4));
    open.tiebreaks = vec!["points".parse().expect("known")];
    // The final is drawn in the last round, and again after it.
    draw_all(&mut open, &|it| it.n_rounds() == 4);
    for key in {
        open.publish(&open.check().expect("sound").next(0)).expect("new");
        open.pending()
    } {
        open.note_result(&key, Outcome::Sente, None).expect("none yet");
    }
    let over = standings(&open);
    assert!(over.over && over.rankings[0].rows.iter().all(|row| row.place == 1), "{over:?}");
    open.play_off(&ids(&["p3", "p4"])).expect("they are level");
    assert!(!standings(&open).over, "it is being played");
    let game = open.pending_games().next().cloned().expect("it is open");
    open.note_result(&game.key, Outcome::Gote, None).expect("none yet");
    let after = standings(&open);
    let place = |id: &EntryId| row(&after, id.as_str()).place;
    assert_eq!([place(&game.gote), place(&game.sente)], [1, 2]);
}

#[test]
fn nobody_is_level_while_rounds_are_to_come() {
    let mut swiss = event(r#"{"t":"swiss","rounds":2}"#, players(4));
    swiss.tiebreaks = vec!["points".parse().expect("known")];
    draw_all(&mut swiss, &|it| it.n_rounds() == 1);
    let (slot, reason, by) = (None, "?".to_owned(), String::new());
    let decision = TieDecision { entries: ids(&["p1", "p2"]), slot, reason, by };
    assert_eq!(swiss.play_off(&decision.entries), Err(EditError::NotLevel));
    assert_eq!(swiss.decide(decision.clone()), Err(EditError::NotLevel));
    // Unless the organiser ends it.
    let mut closed = Event { closed: true, ..swiss.clone() };
    closed.decide(decision.clone()).expect("they are level");
    draw_all(&mut swiss, &|_| false);
    swiss.decide(decision).expect("they are level");
}

fn on(of: &[&str]) -> TieDecision {
    let (slot, reason, by) = (None, "a lot in the hall".to_owned(), String::new());
    TieDecision { entries: ids(of), slot, reason, by }
}

#[test]
fn a_class_that_has_ended_does_not_wait_for_the_others() {
    let format = r#"{"t":"league","classes":[{"name":"A"},{"name":"B"}]}"#;
    let mut entries = players(10);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(if n < 4 { "A" } else { "B" }.to_owned());
    }
    let mut league = event(format, entries);
    league.tiebreaks = vec!["points".parse().expect("known")];
    draw_all(&mut league, &|it| it.n_rounds() == 3);
    assert_eq!(league.decide(on(&["p5", "p6"])), Err(EditError::NotLevel), "two rounds to come");
    league.decide(on(&["p2", "p1"])).expect("they are level");
    assert_eq!(league.decisions[0].slot.as_deref(), Some("A"));
    assert_eq!(row(&standings(&league), "p1").place, 2);
    league.play_off(&ids(&["p3", "p4"])).expect("they are level too");
    // The other class goes on meanwhile.
    let next = league.check().expect("sound").next(0);
    assert!(!next.games.is_empty());
    assert!(next.games.iter().all(|game| game.slot.as_deref() == Some("B")));
}

#[test]
fn nor_does_a_group() {
    let groups = r#"{"t":"pools","groups":2}"#;
    let stages = format!(
        r#"{{"t":"stages","stages":[{{"name":"Groups","format":{groups}}},
        {{"name":"Final","format":{{"t":"round_robin"}},"from":[{{"stage":"Groups","last":1}}]}}]}}"#
    );
    for (format, slot) in [(groups, "2"), (stages.as_str(), "Groups/2")] {
        // Three in one group, and two in the other, who have only one round.
        let mut it = event(format, players(5));
        it.tiebreaks = vec!["points".parse().expect("known")];
        draw_all(&mut it, &|it| it.n_rounds() == 1);
        for pair in [["p1", "p4"], ["p1", "p5"], ["p4", "p5"]] {
            assert_eq!(it.decide(on(&pair)), Err(EditError::NotLevel), "{format}");
        }
        it.decide(on(&["p3", "p2"])).expect("they are level");
        assert_eq!(it.decisions[0].slot.as_deref(), Some(slot));
    }
}

#[test]
fn what_is_said_of_ties_is_checked() {
    let game = r#""round":1,"sente":"p1","gote":"p2","play_off":1"#;
    let faults = |format: &str, more: &str| {
        let entries = r#"[{"id":"p1","team":"a"},{"id":"p2","team":"b"}]"#;
        let json = format!(r#"{{"format":{format},"entries":{entries},{more}}}"#);
        let event: Event = serde_json::from_str(&json).expect("of the form");
        let problems = event.check().err().map(|it| it.0).unwrap_or_default();
        problems.into_iter().map(|it| (it.code, it.at)).collect::<Vec<_>>()
    };
    let games = |slot: &str| format!(r#""games":[{{"key":"x",{game}{slot}}}]"#);
    let swiss = r#"{"t":"swiss","rounds":1}"#;
    let pools = r#"{"t":"pools","groups":1}"#;
    assert_eq!(faults(swiss, &games("")), []);
    assert_eq!(faults(pools, &games(r#","slot":"1""#)), []);
    let misplaced = [(Fault::PlayOff, "games[0]".to_owned())];
    assert_eq!(faults(swiss, &games(r#","slot":"1""#)), misplaced);
    assert!(faults(pools, &games(r#","slot":"2""#)).contains(&misplaced[0]));
    let matches = r#"{"t":"matches","inner":{"t":"swiss","rounds":1}}"#;
    let team = r#"{"t":"team","boards":1,"inner":{"t":"swiss","rounds":1}}"#;
    for (format, slot) in [(matches, ""), (team, r#","slot":"1-1""#)] {
        assert_eq!(faults(format, &games(slot)), misplaced, "{format}");
    }
    let alone = r#""decisions":[{"entries":["p1"],"reason":"?"}]"#;
    assert_eq!(faults(swiss, alone), [(Fault::Decision, "decisions[0]".to_owned())]);
}
