//! From the first seat taken to the rematch.

use komadai_game::{
    By, Command, Event, Game, Offer, Phase, Refusal, SideChoice, Start, clocks::Byoyomi,
};
use komadai_rules::{BySide, Illegal, RuleSet, Side};

use crate::table::{CREATED_MS, Table, player, setup, sudden_death};

fn answer(offer: Offer, accept: bool) -> Command {
    Command::Answer { offer, accept }
}

#[test]
fn a_game_waits_for_its_opponent() {
    let mut table = Table::waiting(setup());
    assert_eq!(table.by(1, Command::Resign), Err(Refusal::NotStarted));
    assert_eq!(
        table.by(1, Command::Join { player: player(1), has_king: false }),
        Err(Refusal::OwnGame)
    );
    assert_eq!(table.game.phase(), Phase::Waiting);
    table.by(2, Command::Join { player: player(2), has_king: false }).unwrap();
    assert_eq!(
        table.by(3, Command::Join { player: player(3), has_king: false }),
        Err(Refusal::SeatTaken)
    );
    assert_eq!(table.by(3, Command::Resign), Err(Refusal::NotAPlayer));
    let players = table.game.players().unwrap();
    assert_eq!((players.sente.id, players.gote.id), (player(1).id, player(2).id));
    assert_eq!(table.game.toss(), None, "the creator chose");
}

#[test]
fn furigoma_decides_where_nobody_chose() {
    let mut sides = BySide { sente: 0, gote: 0 };
    for seed in 0..200 {
        let mut setup = setup();
        setup.seed = seed;
        setup.seats.side = SideChoice::Random;
        let table = Table::playing(setup);
        let toss = table.game.toss().unwrap();
        let side = table.game.side_of(player(1).id).unwrap();
        assert_eq!(side == Side::Sente, toss.fu() >= 3, "{toss:?}");
        sides[side] += 1;
    }
    assert!(sides.sente > 70 && sides.gote > 70, "{sides:?}");
}

#[test]
fn there_is_no_furigoma_in_handicaps() {
    let mut setup = setup();
    setup.start = Start::Handicap("2_piece".to_owned());
    setup.seats.side = SideChoice::Random;
    let mut table = Table::playing(setup);
    assert_eq!(table.game.toss(), None);
    assert_eq!(table.game.turn(), Side::Gote, "uwate moves first");
    table.play(1_000, "7a6b").unwrap();
}

#[test]
fn moves_are_taken_in_turn_and_from_the_present_position() {
    let mut table = Table::playing(setup());
    let mv = |ply, usi: &str| Command::Move {
        ply,
        usi: usi.to_owned(),
        read_ms: CREATED_MS,
        srtt_ms: None,
    };
    assert_eq!(table.by(2, mv(0, "3c3d")), Err(Refusal::NotYourTurn));
    assert_eq!(table.by(1, mv(1, "7g7f")), Err(Refusal::StalePly { ply: 0 }));
    assert_eq!(table.by(1, mv(0, "hello")), Err(Refusal::BadMove));
    assert_eq!(table.by(1, mv(0, "7g7e")), Err(Refusal::Illegal(Illegal::CannotMoveThere)));
    table.by(1, mv(0, "7g7f")).unwrap();
    assert_eq!(table.by(1, mv(0, "7g7f")), Err(Refusal::StalePly { ply: 1 }));
}

#[test]
fn an_illegal_move_loses_where_it_loses() {
    let mut setup = setup();
    setup.rules = RuleSet::tournament();
    let mut table = Table::playing(setup);
    table.play(1_000, "7g7e").unwrap();
    assert_eq!(table.outcome(), Some(("illegal_move", Some(Side::Gote))));
    let outcome = table.game.outcome().unwrap();
    assert_eq!(outcome.illegal_usi.as_deref(), Some("7g7e"));
    assert_eq!(outcome.illegal.map(|it| it.as_str()), Some("cannot_move_there"));
    assert_eq!(table.game.line().n_moves(), 0);
}

#[test]
fn mate_ends_the_game() {
    let mut setup = setup();
    setup.start = Start::Sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned());
    let mut table = Table::playing(setup);
    let events = table.play(1_000, "G*5b").unwrap();
    assert!(matches!(events.as_slice(), [Event::Moved { .. }, Event::Ended { .. }]), "{events:?}");
    assert_eq!(table.outcome(), Some(("checkmate", Some(Side::Sente))));
    assert_eq!(table.play(1_000, "5a6a"), Err(Refusal::GameOver));
}

#[test]
fn both_may_resign_at_any_time() {
    let mut table = Table::playing(setup());
    table.line("7g7f");
    table.by(1, Command::Resign).unwrap();
    assert_eq!(table.outcome(), Some(("resignation", Some(Side::Gote))));
    assert_eq!(table.by(2, Command::Resign), Err(Refusal::GameOver));
}

#[test]
fn a_game_that_was_left_is_claimed() {
    let claim = |win, left| Command::Claim { win, left };
    for (moves, win, expected, left) in [
        ("7g7f 3c3d", true, ("abandoned", Some(Side::Sente)), Side::Gote),
        ("7g7f", true, ("no_show", Some(Side::Sente)), Side::Gote),
        ("7g7f 3c3d 2g2f", false, ("aborted", None), Side::Gote),
    ] {
        let mut table = Table::playing(setup());
        table.line(moves);
        assert_eq!(table.by(1, claim(win, false)), Err(Refusal::NotLeft));
        assert_eq!(table.by(3, claim(win, true)), Err(Refusal::NotAPlayer));
        table.by(1, claim(win, true)).unwrap();
        assert_eq!(table.outcome(), Some(expected));
        assert_eq!(table.game.outcome().unwrap().left, Some(left));
        assert_eq!(table.by(1, claim(win, true)), Err(Refusal::GameOver));
    }
    let mut table = Table::waiting(setup());
    assert_eq!(table.by(1, claim(true, true)), Err(Refusal::NotStarted));
}

#[test]
fn a_game_is_called_off_only_before_both_have_moved() {
    let mut table = Table::waiting(setup());
    assert_eq!(table.by(2, Command::Abort), Err(Refusal::NotAPlayer));
    table.by(1, Command::Abort).unwrap();
    assert_eq!(table.outcome(), Some(("aborted", None)));
    assert_eq!(table.by(1, Command::Abort), Err(Refusal::GameOver));
    assert_eq!(table.by(2, Command::Abort), Err(Refusal::NotAPlayer));

    let mut table = Table::playing(setup());
    table.line("7g7f");
    table.by(2, Command::Abort).unwrap();
    assert!(table.is_over());

    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d");
    assert_eq!(table.by(1, Command::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn a_takeback_needs_consent_and_restores_everything() {
    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d 2g2f 8c8d");
    let (sfen, times) = (table.game.line().position().sfen(), table.game.times());
    table.line("2f2e");
    // Sente has just moved: one ply. Gote declines.
    table.by(1, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(table.by(1, Command::Offer(Offer::Takeback)), Err(Refusal::AlreadyOffered));
    assert_eq!(table.by(1, answer(Offer::Takeback, true)), Err(Refusal::NoOffer));
    table.by(2, answer(Offer::Takeback, false)).unwrap();
    assert_eq!(table.by(2, answer(Offer::Takeback, true)), Err(Refusal::NoOffer));
    // Sente asks again after gote has answered: two plies.
    table.line("8d8e");
    table.by(1, Command::Offer(Offer::Takeback)).unwrap();
    table.by(2, answer(Offer::Takeback, true)).unwrap();
    assert_eq!(table.game.line().position().sfen(), sfen);
    assert_eq!(table.game.times(), times);
    table.line("2f2e");
}

#[test]
fn the_next_move_withdraws_an_offer() {
    let mut table = Table::playing(setup());
    table.line("7g7f");
    table.by(1, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(table.game.offers().count(), 1);
    table.line("3c3d");
    assert_eq!(table.game.offers().count(), 0);
    assert_eq!(table.by(2, answer(Offer::Takeback, true)), Err(Refusal::NoOffer));
}

#[test]
fn strict_games_know_no_takeback() {
    let mut setup = setup();
    setup.rules = RuleSet::tournament();
    let mut table = Table::playing(setup);
    table.line("7g7f");
    assert_eq!(table.by(1, Command::Offer(Offer::Takeback)), Err(Refusal::NotAllowed));
}

/// Golds to and fro until the start has stood four times.
const SENNICHITE: &str = "4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i";

#[test]
fn sennichite_draws_or_is_replayed_with_the_times_left() {
    let mut table = Table::playing(setup());
    table.line(SENNICHITE).line("6b6a");
    assert_eq!(table.outcome(), Some(("repetition", None)));
    assert_eq!(table.game.next(), None);

    let mut strict = setup();
    strict.rules = RuleSet::tournament();
    strict.clocks = BySide { sente: sudden_death(20_000), gote: sudden_death(300_000) };
    let mut table = Table::playing(strict);
    table.line(SENNICHITE);
    let times = table.game.times();
    let events = table.play(1_000, "6b6a").unwrap();
    let Some(Event::Ended { next: Some(next), .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(table.game.next(), Some(next.id));
    // The times follow the players to their new sides; without byoyomi a minute at least.
    let carried = next.times.unwrap();
    assert_eq!(carried.gote.main_ms, 60_000, "sente had {}", times.sente.main_ms);
    assert_eq!(carried.sente.main_ms, times.gote.main_ms - 1_000);
    assert!(next.timed_at_once);

    let mut replay = Game::new((**next).clone()).unwrap();
    let opponent = next.seats.opponent.clone().unwrap();
    replay.apply(&replay.start(0, &opponent));
    assert_eq!(replay.side_of(player(1).id), Some(Side::Gote));
    assert_eq!(replay.setup().previous, Some(table.game.id()));
}

#[test]
fn a_rematch_takes_two_and_swaps_sides() {
    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d");
    assert_eq!(table.by(1, Command::Offer(Offer::Rematch)), Err(Refusal::GameNotOver));
    table.by(1, Command::Resign).unwrap();
    table.by(1, Command::Offer(Offer::Rematch)).unwrap();
    table.by(2, answer(Offer::Rematch, false)).unwrap();
    table.by(2, Command::Offer(Offer::Rematch)).unwrap();
    let events = table.by(1, Command::Offer(Offer::Rematch)).unwrap();
    let Some(Event::Rematch { next }) = events.last() else { panic!("{events:?}") };
    assert_eq!(next.seats.side, SideChoice::Gote, "the creator was sente");
    assert_eq!(next.times, None);
    assert_eq!(table.by(1, Command::Offer(Offer::Rematch)), Err(Refusal::AlreadyFollowed));
}

#[test]
fn a_rematch_of_a_handicap_keeps_the_sides() {
    let mut setup = setup();
    setup.start = Start::Handicap("lance".to_owned());
    let mut table = Table::playing(setup);
    table.by(1, Command::Resign).unwrap();
    table.by(1, Command::Offer(Offer::Rematch)).unwrap();
    let events = table.by(2, answer(Offer::Rematch, true)).unwrap();
    let Some(Event::Rematch { next }) = events.last() else { panic!("{events:?}") };
    assert_eq!(next.seats.side, SideChoice::Sente);
}

#[test]
fn the_winner_of_a_declaration_is_told() {
    let mut setup = setup();
    setup.start = Start::Sfen("K+R+R+B+B4/PPPPPPPPP/9/9/9/9/9/9/8k b GGSS 1".to_owned());
    let mut table = Table::playing(setup);
    assert_eq!(table.declare(2), Err(Refusal::NotYourTurn));
    table.declare(1).unwrap();
    assert_eq!(table.outcome(), Some(("declaration", Some(Side::Sente))));
}

#[test]
fn the_server_alone_looks_at_flags() {
    let mut table = Table::playing(setup());
    let check = Command::CheckTime { srtt_ms: None };
    assert_eq!(table.by(1, check.clone()), Err(Refusal::NotAllowed));
    assert_eq!(table.act(By::Server, check), Ok(vec![]));
}

#[test]
fn set_ups_that_cannot_be_are_refused() {
    let check = |change: &dyn Fn(&mut komadai_game::Setup)| {
        let mut setup = setup();
        change(&mut setup);
        setup.check().unwrap_err().to_string()
    };
    assert!(check(&|it| it.variant = "chess".into()).contains("chess"));
    assert!(check(&|it| it.start = Start::Handicap("queen".into())).contains("queen"));
    assert!(check(&|it| it.start = Start::Sfen("9/9".into())).contains("not a valid position"));
    let two_kings = Start::Sfen("4k4/9/9/9/9/9/9/9/3KK4 b - 1".into());
    assert!(check(&|it| it.start = two_kings.clone()).contains("cannot be played"));
    let nothing = Byoyomi { main_ms: 0, byoyomi_ms: 0, periods: 1 };
    let nothing = komadai_game::TimeControl::Byoyomi(nothing);
    assert!(check(&|it| it.clocks.gote = nothing).contains("byoyomi"));
    assert!(check(&|it| it.seats.opponent = Some(player(1))).contains("same player"));
    assert!(check(&|it| it.rules.max_moves = Some(0)).contains("move limit"));
}

// §2.5, §3.1: the toss is for the side that has 王, and a rematch leaves it there.
#[test]
fn who_ranks_above_the_creator_has_the_king_and_the_toss() {
    let mut sides = BySide { sente: 0, gote: 0 };
    for seed in 0..100 {
        let mut setup = setup();
        setup.seed = seed;
        setup.seats.side = SideChoice::Random;
        let known = {
            let mut setup = setup.clone();
            setup.seats.opponent = Some(player(2));
            setup.king = Some(player(2).id);
            let mut game = Game::new(setup).unwrap();
            game.apply(&game.start(CREATED_MS, &player(2)));
            game
        };
        let mut table = Table::waiting(setup);
        table.by(2, Command::Join { player: player(2), has_king: true }).unwrap();
        let side = table.game.side_of(player(2).id).unwrap();
        for game in [&table.game, &known] {
            assert_eq!(game.king_holder(), Some(side));
            assert_eq!(game.side_of(player(2).id), Some(side));
            assert_eq!(side == Side::Sente, game.toss().unwrap().holder_is_sente());
        }
        sides[side] += 1;
        table.by(1, Command::Resign).unwrap();
        table.by(1, Command::Offer(Offer::Rematch)).unwrap();
        let events = table.by(2, answer(Offer::Rematch, true)).unwrap();
        let Some(Event::Rematch { next }) = events.last() else { panic!("{events:?}") };
        assert_eq!(next.king, Some(player(2).id));
    }
    assert!(sides.sente > 30 && sides.gote > 30, "{sides:?}");
    assert_eq!(Table::playing(setup()).game.king_holder(), Some(Side::Sente), "the creator");
}
