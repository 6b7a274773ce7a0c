//! Games during a flood of attempts to sign in.

mod flood;

use super::{
    Bench, Goal,
    moves::{p99, played, seated},
};
use crate::{
    crowd::Spec,
    lab::Kind,
    report::{Bound::AtMost, figure},
};
use flood::Flood;

const GAMES: usize = 200;
const MOVES_PER_SECOND: f64 = 400.0;
const ATTEMPTS_PER_SECOND: u32 = 200;

const P99: Goal = Goal {
    name: "p99 beside 200 sign-ins a second, with / without",
    unit: "µs",
    must: AtMost(1.5),
    aim: AtMost(1.1),
};

pub(super) fn sign_in(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let (server, mut crowd) = seated(bench, Kind::Ours, GAMES)?;
    let spec = Spec::open(GAMES, MOVES_PER_SECOND, bench.scale.sign_in_seconds);
    let without = played(bench, &server, &mut crowd, "nobody signs in", &spec)?;
    let flood = Flood::start(server.address, ATTEMPTS_PER_SECOND);
    let with = played(bench, &server, &mut crowd, "many try to sign in", &spec)?;
    let answers = flood.stop()?;
    bench.put(P99, p99(&with), p99(&without));
    let share = |run: &crate::crowd::RunCost| run.cpu.total_us() / 1e4 / run.seconds;
    bench.note(format!(
        "of the attempts to sign in {} were compared and {} sent away; the server used {} % of a \
         core with them and {} % without",
        answers.wrong,
        answers.busy,
        figure(share(&with)),
        figure(share(&without))
    ));
    Ok(())
}
