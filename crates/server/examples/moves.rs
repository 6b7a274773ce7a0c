//! What one move costs without its sockets, queue and disk: deciding, keeping, applying and
//! rendering it, and being counted for those who run the server. Prints nanoseconds for each part.
//!
//! `cargo run --release -p komadai-server --example moves`

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "it measures and prints")]

use std::{hint::black_box, time::Instant};

use komadai_game::{
    By, Command, Event, Game, Player, Record, Setup, TimeControl, clocks::Byoyomi, journal,
};
use komadai_ids::{GameId, UserId};
use komadai_live::Render as _;
use komadai_server::render::WireRender;

/// How many moves are counted.
const METERED: u32 = 1_000_000;

fn player(n: u8) -> Player {
    Player { id: UserId::new(1, [n; 10]), name: format!("Guest {n}"), guest: true, bot: false }
}

fn main() {
    let clock = TimeControl::Byoyomi(Byoyomi { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 });
    let setup = Setup::casual(GameId::new(1, [3; 10]), 1, clock, player(1));
    let render = WireRender::shared();
    let mut spent = [0u128; 7];
    let mut n = 0u128;
    let mut seed = 1u64;
    #[expect(clippy::disallowed_methods, reason = "it measures")]
    let now = Instant::now;
    for _ in 0..300 {
        let mut game = Game::new(setup.clone()).unwrap();
        game.apply(&game.start(1, &player(2)));
        for ply in 0..100 {
            let position = game.line().position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[(seed >> 33) as usize % moves.len()];
            let usi = mv.usi(position.variant()).to_string();
            let user = game.players().unwrap()[game.turn()].id;
            let frame = format!(
                r#"{{"t":"move","id":{ply},"game":"{}","ply":{ply},"usi":"{usi}"}}"#,
                game.id()
            );
            game.announced(1);

            let t0 = now();
            black_box(komadai_protocol::parse(black_box(&frame))).unwrap();
            let t1 = now();
            let command = Command::Move { ply, usi, read_ms: 2, srtt_ms: None };
            let Ok(events) = game.handle(2, By::User(user), &command) else { break };
            let t2 = now();
            let record = Record { key: None, side: None, events };
            let mut bytes = Vec::with_capacity(48);
            journal::encode(&record, game.line().position().variant(), &mut bytes);
            black_box(&bytes);
            let t3 = now();
            game.apply_record(&record);
            // Until the clock runs, there is more to be told.
            game.announced(3);
            let t4 = now();
            black_box(game.line().position().legal_moves());
            let t5 = now();
            let Some(event @ Event::Moved { .. }) = record.events.first() else { break };
            black_box(render.event_briefly(&game, 3, event, 3));
            let t6 = now();
            black_box(render.event(&game, 3, event, 3));
            let t7 = now();
            for (sum, (a, b)) in spent.iter_mut().zip([
                (t0, t1),
                (t1, t2),
                (t2, t3),
                (t3, t4),
                (t4, t5),
                (t5, t6),
                (t6, t7),
            ]) {
                *sum += (b - a).as_nanos();
            }
            n += 1;
            if record.events.len() > 1 {
                break;
            }
        }
    }
    for (name, sum) in
        ["parse", "decide", "encode", "apply", "(legal moves)", "briefly", "with positions"]
            .into_iter()
            .zip(spent)
    {
        println!("{name:>14} {:>6} ns", sum / n.max(1));
    }
    println!("over {n} moves of random games");

    // What is counted is handed to a recorder, as where `metrics.listen` is set.
    let recorder = komadai_server::metrics::install().unwrap();
    // The first one registers every figure.
    komadai_live::testing::meter_moves(1);
    let t0 = now();
    komadai_live::testing::meter_moves(METERED);
    // What was kept is added up now and then.
    recorder.run_upkeep();
    let each = t0.elapsed().as_nanos() / u128::from(METERED);
    println!("{:>14} {each:>6} ns, over {METERED} moves with a row each", "meters");
}
