//! A command that comes after the end is refused, also where nobody has noticed the end yet; one
//! that ends the game itself is carried out.

use komadai_game::{
    ArbiterAct, By, Command, CommandKey, EndReason, Event, Game, Record, Refusal, Rejection, Setup,
    Start, Stretch,
};
use komadai_ids::UserId;
use komadai_rules::{BySide, RuleSet, Side};

use crate::{
    conditions::by_correspondence,
    table::{Table, player, setup, sudden_death},
};

const TEN_SECONDS_MS: u64 = 10_000;
const HALF_A_MINUTE_MS: u64 = 30_000;
const TWO_MINUTES_MS: u64 = 120_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Sente has ten seconds for the whole game, from now on.
fn quick() -> Setup {
    let clocks = BySide::from_fn(|_| sudden_death(10_000));
    Setup { clocks, timed_at_once: true, ..setup() }
}

fn mv(usi: &str, read_ms: u64) -> Command {
    Command::Move { ply: 0, usi: usi.to_owned(), read_ms, srtt_ms: None }
}

/// At the very end of the time the command finds out that the game is over; a millisecond before,
/// it does not.
fn check(
    what: &str,
    setup: Setup,
    time_ms: u64,
    by: By,
    command: impl Fn(u64) -> Command,
    reason: EndReason,
) {
    let table = Table::playing(setup);
    let due_ms = table.now_ms + time_ms;
    let in_time = table.game.handle(due_ms - 1, by, &command(due_ms - 1));
    assert!(!matches!(in_time, Err(Rejection::Ended(_))), "{what} in time: {in_time:?}");
    let late = table.game.handle(due_ms, by, &command(due_ms));
    let Err(rejection @ Rejection::Ended(end)) = &late else { panic!("{what}: {late:?}") };
    let Event::Ended { outcome, .. } = &**end else { panic!("{what}: {end:?}") };
    assert_eq!(outcome.reason, reason, "{what}");
    assert_eq!(rejection.clone().refusal(), Refusal::GameOver);
}

#[test]
fn a_command_after_the_end_of_the_time_is_not_carried_out() {
    let sente = By::User(player(1).id);
    let strict = || Setup { rules: RuleSet::tournament(), ..quick() };
    let rated = || Setup { rated: true, ..quick() };
    let unagreed = || Setup { agreed_within_ms: Some(TWO_MINUTES_MS as u32), ..quick() };
    let entered = || Setup {
        start: Start::Sfen("K+R+R+B+B4/PPPPPPPPP/9/9/9/9/9/9/8k b GGSS 1".to_owned()),
        ..quick()
    };
    let lag_ms = 120;
    let lags = |read_ms| {
        let usi = "7g7f".to_owned();
        Command::Move { ply: 0, usi, read_ms, srtt_ms: Some(lag_ms) }
    };
    let declare = |read_ms| Command::Declare { read_ms, srtt_ms: None };
    let halt = |_| Command::Arbiter(ArbiterAct::Halt);
    let away = |now_ms| {
        let vacation = Some(Stretch { from_ms: now_ms, until_ms: now_ms + DAY_MS });
        Command::Away { side: Side::Sente, vacation }
    };
    let moves = |read_ms| mv("7g7f", read_ms);
    let (ten, time) = (TEN_SECONDS_MS, EndReason::Time);
    let no_first_move = EndReason::NoFirstMove;
    check("a move", quick(), ten, sente, moves, time);
    check("a rated move", rated(), ten, sente, moves, time);
    check("an illegal move", strict(), ten, sente, |now_ms| mv("7g7c", now_ms), time);
    check("a move with lag", quick(), ten + lag_ms, sente, lags, time);
    check("a first move", setup(), HALF_A_MINUTE_MS, sente, moves, no_first_move);
    check("a move of a program", unagreed(), TWO_MINUTES_MS, sente, moves, no_first_move);
    check("by correspondence", by_correspondence(), 3 * DAY_MS, sente, moves, time);
    check("a declaration", entered(), ten, sente, declare, time);
    // The server's own, which allow for all the lag there may be.
    check("a halt", quick(), ten + 500, By::Server, halt, time);
    let agree = |_| Command::Agree;
    check("an agreement", unagreed(), TWO_MINUTES_MS, By::Server, agree, no_first_move);
    let due_ms = 3 * DAY_MS + 500;
    check("a vacation", by_correspondence(), due_ms, By::Server, away, time);
}

#[test]
fn a_command_that_ends_the_game_is_carried_out() {
    let strict = Setup { rules: RuleSet::tournament(), ..quick() };
    let mut table = Table::playing(strict);
    table.play(1, "7g7c").unwrap();
    assert_eq!(table.outcome(), Some(("illegal_move", Some(Side::Gote))));

    let mate = Start::Sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned());
    let mut table = Table::playing(Setup { start: mate, ..quick() });
    table.play(1, "G*5b").unwrap();
    assert_eq!(table.outcome(), Some(("checkmate", Some(Side::Sente))));

    for command in [
        Command::Resign,
        Command::Abort,
        Command::Claim { win: true, left: true },
        Command::Claim { win: false, left: true },
    ] {
        let mut table = Table::playing(quick());
        table.by(1, command).unwrap();
        assert!(table.is_over());
    }
}

#[test]
fn only_who_called_a_game_off_is_known_to_have_done_so() {
    let key = CommandKey { client: 7, id: 3 };
    let creator = player(1).id;
    let called_off = |by: By, key| {
        let game = Table::waiting(setup()).game;
        let events = game.handle(1, by, &Command::Abort).unwrap();
        let mut game = Game::new(setup()).unwrap();
        game.apply_record(&Record { key, side: None, events });
        game
    };
    let check = |game: &Game, user: UserId, is_known: bool| {
        assert_eq!(game.knows(user, key), is_known);
        let refused = game.handle(2, By::User(creator), &Command::Abort);
        assert_eq!(refused, Err(Refusal::GameOver.into()));
    };
    let by_creator = called_off(By::User(creator), Some(key));
    check(&by_creator, creator, true);
    check(&by_creator, player(2).id, false);
    check(&called_off(By::Server, None), creator, false);
}
