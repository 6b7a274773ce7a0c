//! `go mate`: a mate by checks, and the line that leads to it.

use komadai_rules::{Move, Position, tsume::Solver};

/// The longest mate that is looked for.
const PLIES_MAX: u32 = 41;

/// So many positions are looked at before it is asked whether to stop.
const AT_ONCE: u64 = 20_000;
const AT_ONCE_MAX: u64 = 320_000;

/// As soon as it knows more positions than this it gives up. They take some 200 MB.
const KNOWN_MAX: usize = if cfg!(test) { 50_000 } else { 7_000_000 };

/// What there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mate {
    Found(Vec<Move>),
    /// There is no check to begin with.
    None,
    Unknown,
}

/// Looks for a mate until it is found, it is time to stop or there is no more room.
pub(super) fn find(position: &Position, is_over: &dyn Fn() -> bool) -> Mate {
    let checks = position.legal_moves();
    let mut checks = checks.iter().filter(|&&mv| after(position, mv).is_check());
    if checks.next().is_none() {
        return Mate::None;
    }
    let mut solver = Solver::new(0);
    for plies in (1..=PLIES_MAX).step_by(2) {
        let asked = bounded(&mut solver, is_over, |solver| solver.shortest_mate(position, plies));
        match asked {
            Some(Some(_)) => {
                let moves = line(&mut solver, position, plies, is_over);
                return moves.map_or(Mate::Unknown, Mate::Found);
            }
            Some(None) => {}
            None => break,
        }
    }
    Mate::Unknown
}

/// Asks again and again, of ever more positions; none when it is time to stop or it knows too many.
fn bounded<T, E>(
    solver: &mut Solver,
    is_over: &dyn Fn() -> bool,
    mut ask: impl FnMut(&mut Solver) -> Result<T, E>,
) -> Option<T> {
    let mut at_once = AT_ONCE;
    loop {
        if is_over() || solver.n_known() > KNOWN_MAX {
            return None;
        }
        solver.allow(at_once);
        if let Ok(answer) = ask(solver) {
            return Some(answer);
        }
        at_once = (at_once * 2).min(AT_ONCE_MAX);
    }
}

/// The shortest mate, against who holds out longest.
fn line(
    solver: &mut Solver,
    position: &Position,
    plies: u32,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut left = plies;
    let mut moves = Vec::new();
    loop {
        let legal = position.legal_moves();
        let mates = |mv: &Move| {
            bounded(solver, is_over, |solver| solver.mates_with(&position, *mv, left))
                .unwrap_or(false)
        };
        let mv = legal.iter().copied().find(mates)?;
        moves.push(mv);
        position.play(mv);
        if left <= 1 {
            return Some(moves);
        }
        left -= 2;
        let mut longest: Option<(u32, Move)> = None;
        for &reply in &position.legal_moves() {
            let next = after(&position, reply);
            let asked = bounded(solver, is_over, |solver| solver.shortest_mate(&next, left))?;
            // Where there is none in time, something was put between to no avail.
            let Some(plies) = asked else { continue };
            if longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, reply));
            }
        }
        // Mated already, but for what is put between to no avail.
        let Some((plies, reply)) = longest else { return Some(moves) };
        left = plies;
        moves.push(reply);
        position.play(reply);
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    use komadai_rules::Variant;

    use super::*;

    fn of(sfen: &str) -> Mate {
        find(&Position::from_sfen(Variant::standard(), sfen).unwrap(), &|| false)
    }

    #[test]
    fn a_mate_is_found_to_its_end() {
        let Mate::Found(moves) = of("4k4/9/4P4/9/9/9/9/9/9 b 2G 1") else { panic!("there is one") };
        assert_eq!(moves.len() % 2, 1);
        let mut position =
            Position::from_sfen(Variant::standard(), "4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
        for mv in moves {
            assert_eq!(position.judge(mv), Ok(()));
            position.play(mv);
        }
        assert!(position.is_mate());
    }

    #[test]
    fn without_a_check_there_is_none() {
        assert_eq!(of("4k4/9/9/9/9/9/9/9/4K4 b - 1"), Mate::None);
    }

    #[test]
    fn it_stops_when_it_is_told() {
        let position = Position::start(Variant::standard());
        let checks = "lnsgkgsnl/1r5b1/pppp1pppp/9/4R4/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1";
        let checked = Position::from_sfen(Variant::standard(), checks).unwrap();
        assert_eq!(find(&position, &|| true), Mate::None);
        assert_eq!(find(&checked, &|| true), Mate::Unknown);
    }

    #[test]
    fn it_gives_up_before_it_has_no_more_room() {
        // A king in the open that has something to put between against every check.
        let open = of("9/9/9/9/4k4/9/9/9/4K4 b RBrb4g4s4n4l18p 1");
        assert_eq!(open, Mate::Unknown);
    }
}
