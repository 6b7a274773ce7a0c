//! What holds for every variant.

use std::collections::HashSet;

use komadai_rules::{
    ByOrigin, Kind, Line, Move, Position, RuleSet, Side, Square, Squares, Variant, standard,
};

use crate::dice::{Dice, is_slow};

#[test]
fn names_differ() {
    for variant in Variant::all() {
        assert_eq!(Variant::from_name(variant.name()), Some(*variant));
        let letters: HashSet<_> = variant.kinds().map(|kind| variant.piece(kind).letter).collect();
        let names: HashSet<_> = variant.kinds().map(|kind| variant.piece(kind).name).collect();
        assert_eq!((letters.len(), names.len()), (variant.kinds().len(), variant.kinds().len()));
        for kind in variant.kinds() {
            let piece = variant.piece(kind);
            assert_eq!(variant.kind(piece.letter), Some(kind));
            assert_eq!(piece.kanji.chars().count(), 1, "{variant} {}", piece.letter);
            let in_hand = variant.unpromoted(kind);
            let turned = piece.turns.is_some_and(|other| variant.kind(other) == Some(in_hand));
            assert_eq!(piece.is_promoted() || turned, in_hand != kind);
            if let Some(promoted) = variant.promoted(kind) {
                assert_eq!(variant.unpromoted(promoted), in_hand);
            }
        }
    }
    assert_eq!(Variant::from_name("chess"), None);
}

#[test]
fn starts_can_be_played_and_written() {
    for &variant in Variant::all() {
        let start = Position::start(variant);
        assert_eq!(start.sfen(), variant.def().start);
        assert!(start.problems().is_empty(), "{variant}: {:?}", start.problems());
        assert_eq!(Line::new(start, RuleSet::casual()).ending(), None);
    }
}

/// Walks games of random moves and looks at every position on the way.
#[test]
fn every_variant_keeps_its_own_rules() {
    let n_games = if is_slow() { 40 } else { 6 };
    for &variant in Variant::all() {
        let mut dice = Dice(variant.name().len() as u64);
        for game in 0..n_games {
            let mut line = Line::new(Position::start(variant), RuleSet::casual());
            for ply in 0..300 {
                check_position(line.position());
                if (game + ply) % 80 == 0 {
                    check_list(line.position());
                }
                let Some(mv) = dice.legal_move(line.position()) else { break };
                let before = line.clone();
                let ending = line.play(mv).expect("a legal move");
                assert_eq!(line.moves().last(), Some(&mv));
                let mut back = line.clone();
                back.take_back(1);
                assert_eq!(back.position(), before.position());
                assert_eq!(back.position().move_number(), before.position().move_number());
                assert_eq!(back.position().key(), before.position().key());
                if ending.is_some() {
                    break;
                }
            }
        }
    }
}

fn check_position(position: &Position) {
    let variant = position.variant();
    let text = position.sfen();
    let read = Position::from_sfen(variant, &text).expect(&text);
    assert_eq!(&read, position, "{text}");
    assert_eq!(read.sfen(), text);
    assert_eq!(read.key(), position.key(), "{text}");
    assert_eq!(position.key_from_scratch(), position.key(), "{text}");

    let moves = position.legal_moves();
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
    let different: HashSet<_> = moves.iter().collect();
    assert_eq!(different.len(), moves.len(), "{text}");
    let side = position.turn();
    for &mv in &moves {
        assert_eq!(position.judge(mv), Ok(()), "{text} {}", mv.usi(variant));
        let usi = mv.usi(variant).to_string();
        assert_eq!(Move::from_usi(variant, &usi), Ok(mv));
        let mut next = position.clone();
        next.play(mv);
        assert_eq!(next.turn(), side.other());
        let left = next.is_in_check(side) && !variant.def().ends.royal_capture;
        assert!(!left, "{text} {usi} leaves the king in check");
    }
}

/// Moves as they come by origin, each of which may come once.
#[derive(Default)]
struct Collected {
    moves: Vec<Move>,
    origins: HashSet<(Option<Square>, Option<Kind>)>,
}

impl ByOrigin for Collected {
    fn piece(&mut self, from: Square, promoting: Squares, plain: Squares) {
        assert!(self.origins.insert((Some(from), None)), "{from} comes twice");
        assert!(!promoting.is_empty() || !plain.is_empty());
        promoting.for_each(|to| self.moves.push(Move::board(from, to, true)));
        plain.for_each(|to| self.moves.push(Move::board(from, to, false)));
        promoting.with(plain).for_each(|to| assert!(promoting.has(to) || plain.has(to)));
    }

    fn way(&mut self, from: Square, via: Square, to: Squares) {
        assert!(self.origins.contains(&(Some(from), None)), "{from} has come before");
        assert!(!to.is_empty());
        to.for_each(|to| self.moves.push(Move::by_way(from, via, to)));
    }

    fn drop(&mut self, kind: Kind, on: Squares) {
        assert!(self.origins.insert((None, Some(kind))), "a drop comes twice");
        assert!(!on.is_empty());
        on.for_each(|to| self.moves.push(Move::drop(kind, to)));
    }
}

/// Every move there could be is in the list exactly when it is judged legal.
fn check_list(position: &Position) {
    let variant = position.variant();
    let legal: HashSet<_> = position.legal_moves().iter().copied().collect();
    let mut by_origin = Collected::default();
    position.legal_moves_by_origin(&mut by_origin);
    assert_eq!(by_origin.moves.len(), legal.len(), "{}", position.sfen());
    assert_eq!(by_origin.moves.into_iter().collect::<HashSet<_>>(), legal);
    let squares: Vec<_> = (0..Square::COUNT)
        .filter_map(Square::from_index)
        .filter(|&square| variant.has(square))
        .collect();
    for &to in &squares {
        let drops = variant.kinds().map(|kind| Move::drop(kind, to));
        let moves = squares
            .iter()
            .flat_map(|&from| [false, true].map(|promotes| Move::board(from, to, promotes)));
        for mv in moves.chain(drops) {
            let verdict = position.judge(mv);
            assert_eq!(
                verdict.is_ok(),
                legal.contains(&mv),
                "{} {}: {verdict:?}",
                position.sfen(),
                mv.usi(variant)
            );
        }
    }
    // §9.3: and so is every text of a move by way of a square.
    let texts: HashSet<_> = position.legal_texts().into_iter().collect();
    let powered = position.pieces().filter(|(_, piece)| variant.piece(piece.kind).power.is_some());
    for (from, _) in powered {
        for (via, to) in squares.iter().flat_map(|via| squares.iter().map(move |to| (*via, *to))) {
            let near = |a: Square, b: Square| {
                a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) <= 2
            };
            if !near(from, via) || !near(via, to) {
                continue;
            }
            let mv = Move::by_way(from, via, to);
            let verdict = position.judge(mv);
            let text = mv.usi(variant);
            assert_eq!(verdict.is_ok(), texts.contains(&mv), "{position:?} {text}: {verdict:?}");
            if verdict.is_ok() {
                let plain = position.plain(mv);
                assert!(legal.contains(&plain), "{position:?} {text}");
                let [mut after, mut same] = [position.clone(), position.clone()];
                after.play(mv);
                same.play(plain);
                assert_eq!(after, same, "{position:?} {text}");
            }
        }
    }
}

#[test]
fn a_move_is_judged_as_it_is_played() {
    for &variant in Variant::all() {
        let mut dice = Dice(11);
        for rules in [RuleSet::casual(), RuleSet { max_moves: Some(60), ..RuleSet::professional() }]
        {
            let mut line = Line::new(Position::start(variant), rules);
            for _ in 0..120 {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Going back at once is what makes positions come again.
                let back = line.n_moves().checked_sub(2).and_then(|ply| {
                    let mv = line.moves()[ply as usize];
                    let back = Move::board(mv.to(), mv.from()?, false);
                    moves.contains(&back).then_some(back)
                });
                let legal = back.unwrap_or_else(|| moves[dice.below(moves.len())]);
                let illegal = Move::board(legal.to(), legal.to(), true);
                for mv in [illegal, legal] {
                    assert_eq!(line.judge(mv), line.clone().play(mv), "{line:?}");
                }
                if line.play(legal).expect("it is legal").is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn sides_have_the_same_moves_turned_round() {
    for &variant in Variant::all() {
        let turned = |square: Square| {
            Square::new(variant.files() + 1 - square.file(), variant.ranks() + 1 - square.rank())
                .expect("on the board")
        };
        let mut dice = Dice(5);
        let mut position = Position::start(variant);
        for _ in 0..80 {
            let other = Position::from_sfen(variant, &turn_round(&position)).expect("a position");
            let moves = position.legal_moves();
            let moves: HashSet<_> = moves
                .iter()
                .map(|mv| match (mv.from(), mv.dropped()) {
                    (Some(from), _) => match mv.via() {
                        Some(via) => Move::by_way(turned(from), turned(via), turned(mv.to())),
                        None => Move::board(turned(from), turned(mv.to()), mv.promotes()),
                    },
                    (None, kind) => Move::drop(kind.expect("a drop"), turned(mv.to())),
                })
                .collect();
            let others: HashSet<_> = other.legal_moves().iter().copied().collect();
            assert_eq!(moves, others, "{}", position.sfen());
            assert_eq!(position.is_check(), other.is_check());
            let Some(mv) = dice.legal_move(&position) else { break };
            position.play(mv);
        }
    }
}

/// The position seen from the other side, in SFEN.
fn turn_round(position: &Position) -> String {
    let text = position.sfen();
    let mut parts = text.split(' ');
    let mut part = || parts.next().expect("four parts");
    let swap = |sign: char| match sign {
        'A'..='Z' => sign.to_ascii_lowercase(),
        'a'..='z' => sign.to_ascii_uppercase(),
        _ => sign,
    };
    // Signs with their `+`, and runs of empty squares, from the end to the beginning.
    let mut units: Vec<String> = Vec::new();
    for sign in part().chars() {
        match units.last_mut() {
            Some(last) if last == "+" => last.push(swap(sign)),
            Some(last) if sign.is_ascii_digit() && last.parse::<u8>().is_ok() => last.push(sign),
            _ => units.push(swap(sign).to_string()),
        }
    }
    units.reverse();
    let turn = if part() == "b" { "w" } else { "b" };
    let third: String = part().chars().map(swap).collect();
    let variant = position.variant();
    let third = position.counter_strike().map_or(third, |square| {
        let (file, rank) = (square.file(), square.rank());
        let turned = Square::new(variant.files() + 1 - file, variant.ranks() + 1 - rank);
        turned.expect("on the board").to_string()
    });
    format!("{} {turn} {third} 1", units.concat())
}

#[test]
fn a_takeback_beyond_the_start_stops_there() {
    let variant = Variant::standard();
    let mut line = Line::new(Position::start(variant), RuleSet::casual());
    let mv = Move::from_usi(variant, "7g7f").expect("a move");
    line.replay(mv);
    line.take_back(5);
    assert_eq!((line.n_moves(), line.position()), (0, variant.start()));
    assert_eq!(line.position().turn(), Side::Sente);
}

/// A client that only knows the tables finds every legal move among what it would offer.
#[test]
fn move_tables_cover_every_legal_move() {
    for &variant in Variant::all() {
        let tables = variant.move_tables();
        let mut dice = Dice(9);
        let mut position = Position::start(variant);
        for _ in 0..150 {
            for &mv in &position.legal_moves() {
                let usi = mv.usi(variant);
                let side = position.turn();
                let depth = |square: Square| match side {
                    Side::Sente => square.rank() - 1,
                    Side::Gote => variant.ranks() - square.rank(),
                };
                let Some(from) = mv.from() else {
                    let kind = mv.dropped().expect("a drop");
                    let piece = &tables.pieces[kind.index()];
                    assert!(piece.droppable && depth(mv.to()) >= piece.no_drop, "{usi}");
                    continue;
                };
                let kind = position.piece_at(from).expect("a piece").kind;
                let piece = &tables.pieces[kind.index()];
                let sign = if side == Side::Sente { 1 } else { -1 };
                let behind = from.offset(0, sign).and_then(|square| position.piece_at(square));
                let behind = behind.filter(|behind| tables.lends && behind.side == side);
                let moves_as = behind.map_or(piece, |behind| &tables.pieces[behind.kind.index()]);
                let delta = (
                    sign * (mv.to().file() as i8 - from.file() as i8),
                    sign * (mv.to().rank() as i8 - from.rank() as i8),
                );
                let takes = position.piece_at(mv.to()).is_some();
                let specials = moves_as.specials.iter();
                let specials = specials.filter(|it| if takes { it.takes } else { it.moves });
                let mut slides = moves_as.slides.iter().chain(specials.map(|it| &it.slide));
                let slides = slides.any(|slide| {
                    (1..=slide.range as i8).any(|n| (slide.step.0 * n, slide.step.1 * n) == delta)
                });
                let by_way = mv.via().is_some_and(|via| {
                    let first = (
                        sign * (via.file() as i8 - from.file() as i8),
                        sign * (via.rank() as i8 - from.rank() as i8),
                    );
                    let second = (delta.0 - first.0, delta.1 - first.1);
                    let along = second == first || second == (-first.0, -first.1);
                    let goes_on = if piece.turns { piece.power.contains(&second) } else { along };
                    piece.power.contains(&first) && goes_on
                });
                let goes = moves_as.steps.contains(&delta) || slides || by_way;
                assert!(goes, "{variant} {usi} {delta:?}");
                let forced = piece.promoted.is_some() && depth(mv.to()) < piece.must_promote;
                let zone = forced || depth(from).min(depth(mv.to())) < tables.zone;
                assert!(!mv.promotes() || piece.promoted.is_some() && zone, "{variant} {usi}");
                assert!(mv.promotes() || !forced, "{variant} {usi}");
                let leaving = piece.must_promote_leaving && depth(from) < tables.zone;
                assert!(mv.promotes() || !leaving, "{variant} {usi}");
            }
            let Some(mv) = dice.legal_move(&position) else { break };
            position.play(mv);
        }
    }
}

#[test]
fn move_tables_are_plain_json() {
    let tables = Variant::standard().move_tables();
    let json = serde_json::to_value(&tables).expect("JSON");
    let knight = &json["pieces"][standard::KNIGHT.index()];
    assert_eq!(knight["steps"].to_string(), "[[1,-2],[-1,-2]]");
    assert_eq!((&knight["no_drop"], &knight["must_promote"]), (&2.into(), &2.into()));
    assert_eq!(knight["promoted"], "+N");
    let lance = &json["pieces"][standard::LANCE.index()];
    assert_eq!(lance["slides"].to_string(), r#"[{"range":13,"step":[0,-1]}]"#);
    assert_eq!((&lance["no_drop"], &lance["steps"].to_string()[..]), (&1.into(), "[]"));
}
