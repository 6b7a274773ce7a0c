//! What was journaled gives the same game again, at every prefix.

use komadai_game::{By, Command, Game, Offer, Phase, Record, Stretch, journal};
use komadai_rules::{RuleSet, Side};
use proptest::prelude::*;

use crate::{
    conditions::by_correspondence,
    table::{Table, player, setup},
};

/// One thing that somebody may try, whether it makes sense or not.
#[derive(Clone, Debug)]
enum Try {
    Move {
        n: u16,
        thought_ms: u16,
        lag_ms: Option<u16>,
    },
    Offer(u8, Offer),
    Answer(u8, Offer, bool),
    Resign(u8),
    Abort(u8),
    Declare(u8),
    Interrupt {
        gap_ms: u16,
    },
    CheckTime {
        after_ms: u32,
    },
    /// From and until how many hours from now on; an empty vacation is none.
    Away(bool, u16, u16),
    /// Lines of up to so many moves, each chosen among the legal ones by a number.
    Conditions(u8, Vec<Vec<u16>>),
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let offer = prop_oneof![Just(Offer::Takeback), Just(Offer::Impasse), Just(Offer::Rematch)];
    let who = 1u8..4;
    proptest::collection::vec(
        prop_oneof![
            40 => (prop_oneof![any::<u16>(), 0u16..3], 0u16..20_000, proptest::option::of(0u16..900))
                .prop_map(|(n, thought_ms, lag_ms)| Try::Move { n, thought_ms, lag_ms }),
            4 => (who.clone(), offer.clone()).prop_map(|(who, offer)| Try::Offer(who, offer)),
            6 => (who.clone(), offer, any::<bool>())
                .prop_map(|(who, offer, yes)| Try::Answer(who, offer, yes)),
            1 => who.clone().prop_map(Try::Resign),
            1 => who.clone().prop_map(Try::Abort),
            1 => who.prop_map(Try::Declare),
            2 => any::<u16>().prop_map(|gap_ms| Try::Interrupt { gap_ms }),
            4 => (any::<bool>(), 0u16..200, 0u16..200)
                .prop_map(|(sente, from, until)| Try::Away(sente, from, until)),
            6 => (1u8..3, proptest::collection::vec(proptest::collection::vec(0u16..3, 2..8), 0..4))
                .prop_map(|(who, lines)| Try::Conditions(who, lines)),
            1 => (0u32..700_000).prop_map(|after_ms| Try::CheckTime { after_ms }),
        ],
        1..120,
    )
}

fn attempt(table: &mut Table, what: &Try) {
    // A refusal is as good as anything else here; that it changes nothing the table checks.
    let _ = match what {
        Try::Move { n, thought_ms, lag_ms } => {
            if table.game.phase() != Phase::Playing {
                return;
            }
            let position = table.game.line().position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            let mv = moves[usize::from(*n) % moves.len()];
            let usi = mv.usi(position.variant()).to_string();
            table.play_with_lag(u64::from(*thought_ms), &usi, lag_ms.map(u64::from))
        }
        Try::Offer(who, offer) => table.by(*who, Command::Offer(*offer)),
        Try::Answer(who, offer, accept) => {
            table.by(*who, Command::Answer { offer: *offer, accept: *accept })
        }
        Try::Resign(who) => table.by(*who, Command::Resign),
        Try::Abort(who) => table.by(*who, Command::Abort),
        Try::Declare(who) => table.declare(*who),
        Try::Interrupt { gap_ms } => {
            let from_ms = table.now_ms;
            table.wait(u64::from(*gap_ms));
            let to_ms = table.now_ms;
            let events = table.act(By::Server, Command::Interrupt { from_ms, to_ms });
            table.game.announced(table.now_ms);
            events
        }
        Try::Away(sente, from, until) => {
            let side = if *sente { Side::Sente } else { Side::Gote };
            let at_ms = |hours: u16| table.now_ms + u64::from(hours) * 3_600_000;
            let vacation = Stretch { from_ms: at_ms(*from), until_ms: at_ms(*until) };
            let vacation = (from < until).then_some(vacation);
            table.act(By::Server, Command::Away { side, vacation })
        }
        Try::Conditions(who, lines) => {
            let lines: Vec<_> = lines.iter().map(|line| line_of(table, line)).collect();
            let lines: Vec<_> = lines.iter().map(String::as_str).collect();
            table.plan(*who, &lines)
        }
        Try::CheckTime { after_ms } => {
            table.wait(u64::from(*after_ms));
            table.act(By::Server, Command::CheckTime { srtt_ms: None })
        }
    };
}

/// Legal moves one after the other, as these numbers choose them.
fn line_of(table: &Table, numbers: &[u16]) -> String {
    let mut position = table.game.line().position().clone();
    let mut usi = Vec::new();
    for &n in numbers {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(n) % moves.len().max(1)) else { break };
        usi.push(mv.usi(position.variant()).to_string());
        position.play(mv);
    }
    usi.join(" ")
}

/// Everything about a game that its journal must bring back.
fn state(game: &Game) -> String {
    let players = game.players().map(|it| [it.sente.id, it.gote.id]);
    format!(
        "{:?} {:?} {:?} {} {:?} {:?} {:?} {:?} {:?} {} {} {:?} {:?} {:?}",
        game.phase(),
        players,
        game.toss(),
        game.line().position().sfen(),
        game.line().moves(),
        game.played(),
        game.times(),
        game.outcome(),
        game.next(),
        game.seq(),
        game.line().repetitions(),
        game.offers().collect::<Vec<_>>(),
        Side::ALL.map(|side| game.conditions(side)),
        Side::ALL.map(|side| game.vacation(side)),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn replay_is_the_live_game_at_every_prefix(tries in tries(), strict in any::<bool>(), slow in any::<bool>()) {
        let mut setup = if slow { by_correspondence() } else { setup() };
        if strict {
            setup.rules = RuleSet::tournament();
        }
        let mut table = Table::waiting(setup);
        let mut states = vec![state(&table.game)];
        // Somebody joins, then everything else is tried.
        table.by(2, Command::Join { player: player(2), has_king: false }).unwrap();
        states.push(state(&table.game));
        for what in &tries {
            let n_records = table.records.len();
            attempt(&mut table, what);
            if table.records.len() > n_records {
                states.push(state(&table.game));
            }
        }
        prop_assert_eq!(states.len(), table.records.len());

        let variant = table.game.line().position().variant();
        let mut replayed: Option<Game> = None;
        for (record, expected) in table.records.iter().zip(&states) {
            let mut bytes = Vec::new();
            journal::encode(record, variant, &mut bytes);
            let read: Record = journal::decode(&bytes, Some(variant)).unwrap();
            prop_assert_eq!(&read, record);
            let game = match &mut replayed {
                Some(game) => {
                    game.apply_record(&read);
                    game
                }
                none => none.insert(Game::new(journal::created(&read).unwrap().clone()).unwrap()),
            };
            prop_assert_eq!(&state(game), expected);
        }
    }
}
