//! Whether the machine's clock is right, as far as this machine can know: by the time in the database,
//! which PostgreSQL and the last server have put there, and by that of the public address.

use std::time::Duration;

use komadai_store::{Store, nodes};
use tokio::time::sleep;

use super::Finding::{self, Doubtful, Fine, Wrong};
use crate::{config::Config, metrics::machine};

/// Before 2024 no clock of a server is right, in Unix milliseconds.
const CLOCK_MS_MIN: u64 = 1_704_067_200_000;

/// What two clocks may differ by and count as the same, in milliseconds: one of them may tell whole
/// seconds, and an answer takes its time.
const APART_MS_MAX: u64 = 5_000;

/// A running server writes its time into the database every second.
const NEXT_WRITE: Duration = Duration::from_millis(1_500);

/// Compares the clock with all that has one. `runs`: a server answers on this machine.
pub(super) async fn look(config: &Config, runs: bool, public_ms: Option<u64>) -> Vec<Finding> {
    let now_ms = machine::wall_ms();
    if now_ms < CLOCK_MS_MIN {
        let found = "the machine's clock is years behind: set it, and synchronise it by NTP";
        return vec![Wrong(found.to_owned())];
    }
    let mut findings = Vec::new();
    let mut agrees_with = Vec::new();
    // Why it cannot be opened is reported by the database's own line.
    if let Ok(store) = Store::look(&config.database()).await {
        let database_ms = store.postgres_state().await.ok().flatten().map(|it| it.clock_ms);
        // A cluster has a line of its own for this.
        if let Some(at_ms) = database_ms.filter(|_| config.cluster.is_off()) {
            match apart(now_ms, at_ms.max(0).unsigned_abs()) {
                None => agrees_with.push("the database"),
                Some(apart) => findings.push(Doubtful(format!(
                    "this machine's clock is {apart} the database's: synchronise both by NTP"
                ))),
            }
        }
        if config.cluster.is_off() {
            findings.extend(of_server(&store, runs).await);
        }
        store.close().await;
    }
    if let Some(at_ms) = public_ms {
        match apart(machine::wall_ms(), at_ms) {
            None => agrees_with.push("the public address"),
            Some(apart) => findings.push(Doubtful(format!(
                "this machine's clock is {apart} that of {}: synchronise it by NTP",
                config.public_url()
            ))),
        }
    }
    if findings.is_empty() {
        findings.push(Fine(match agrees_with.as_slice() {
            [] => "the machine's clock is plausible".to_owned(),
            them => format!("the machine's clock agrees with {}", them.join(" and ")),
        }));
    }
    findings
}

/// What a server has written of the time: none was alive later than now, and one that runs is alive
/// now. It counts from its start on, whatever the clock does meanwhile.
async fn of_server(store: &Store, runs: bool) -> Option<Finding> {
    let before_ms = alive_ms(store).await?;
    let now_ms = machine::wall_ms();
    let apart = apart(now_ms, before_ms)?;
    if before_ms > now_ms {
        return Some(Wrong(format!(
            "this machine's clock is {apart} the time at which a server last ran here: it has been \
             set back; set it right, and synchronise it by NTP"
        )));
    }
    if !runs {
        return None;
    }
    sleep(NEXT_WRITE).await;
    let is_running = alive_ms(store).await? > before_ms;
    is_running.then(|| {
        Doubtful(format!(
            "this machine's clock is {apart} the time of the server that runs here: it was set while \
             it ran; restart it once the clock is right, so that games get the right dates"
        ))
    })
}

async fn alive_ms(store: &Store) -> Option<u64> {
    let at_ms = nodes::last_alive_ms(store).await.ok()?;
    u64::try_from(at_ms).ok().filter(|&ms| ms > 0)
}

/// How far a clock is from another, in words that go before the other; `None`: not far.
fn apart(now_ms: u64, other_ms: u64) -> Option<String> {
    let by = now_ms.abs_diff(other_ms);
    if by <= APART_MS_MAX {
        return None;
    }
    let by = match by / 1_000 {
        s @ ..120 => format!("{s} s"),
        s @ 120..7_200 => format!("{} minutes", s / 60),
        s @ 7_200..172_800 => format!("{} hours", s / 3_600),
        s => format!("{} days", s / 86_400),
    };
    Some(if now_ms > other_ms { format!("{by} ahead of") } else { format!("{by} behind") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_are_apart_are_told() {
        assert_eq!(apart(10_000, 14_000), None);
        assert_eq!(apart(90_000, 10_000).as_deref(), Some("80 s ahead of"));
        assert_eq!(apart(0, 10_800_000).as_deref(), Some("3 hours behind"));
        assert_eq!(apart(0, 86_400_000 * 9).as_deref(), Some("9 days behind"));
        assert_eq!(apart(1_200_000, 0).as_deref(), Some("20 minutes ahead of"));
    }
}
