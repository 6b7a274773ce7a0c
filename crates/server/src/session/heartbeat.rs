//! When a client is asked whether it is still there.

use std::time::Duration;

use komadai_live::{Timer, room::PLAYER_SILENCE_MAX_MS};
use tokio::time::Instant;

/// How often an idle client is asked.
const IDLE_EVERY: Duration = Duration::from_secs(30);

/// Idle clients are asked together at such intervals, not one by one.
const BEAT: Duration = Duration::from_millis(250);

/// How often somebody at a board is asked, if nothing comes from there: twice before they count as
/// away.
const BOARD_EVERY: Duration = Duration::from_secs(7);

const _: () = assert!(
    2 * (BOARD_EVERY.as_millis() + BEAT.as_millis()) < PLAYER_SILENCE_MAX_MS as u128,
    "somebody at a board is asked twice, on beats, before they count as away"
);

/// How much sooner than that a client may be asked: the answer to one ping comes so soon that the
/// next is due hardly later.
const SLACK: Duration = Duration::from_millis(500);

/// The timer of one connection.
pub(super) struct Heartbeat {
    timer: Timer,
    connection: u64,
    is_at_board: bool,
}

impl Heartbeat {
    pub(super) fn new(connection: u64, now_ms: u64) -> Self {
        let timer = Timer::new(Instant::now() + until_beat(connection, now_ms));
        Self { timer, connection, is_at_board: false }
    }

    /// Waits until it is time to ask.
    pub(super) async fn beat(&mut self) {
        self.timer.ring().await;
    }

    /// Sets the timer again. Whether the client is to be asked now, given when something came from
    /// there or was asked.
    pub(super) fn go_on(&mut self, now: Instant, moved: Instant, now_ms: u64) -> bool {
        if !self.is_at_board {
            let until = until_beat(self.connection, now_ms);
            // The two clocks may differ by a little.
            let until = if until < BEAT { until + IDLE_EVERY } else { until };
            self.timer.set(now + until);
            return true;
        }
        let is_due = moved + BOARD_EVERY <= now + SLACK;
        let next = if is_due { now } else { moved } + BOARD_EVERY;
        self.timer.set(next + until_next_beat(now_ms, next.duration_since(now)));
        is_due
    }

    /// Whether the client sits at a board.
    pub(super) fn sits(&mut self, is_at_board: bool) {
        if is_at_board && !self.is_at_board {
            self.timer.set(Instant::now() + BOARD_EVERY);
        }
        self.is_at_board = is_at_board;
    }
}

/// How long it is until an idle connection is pinged. By its number it has one of the beats of the
/// server's clock: the thousands who come at once after a restart are not all pinged at once ever
/// after, nor is the server woken for each of them.
fn until_beat(connection: u64, now_ms: u64) -> Duration {
    let every_ms = IDLE_EVERY.as_millis() as u64;
    let beat_ms = BEAT.as_millis() as u64;
    let beat = connection % (every_ms / beat_ms);
    Duration::from_millis((beat * beat_ms + every_ms - now_ms % every_ms) % every_ms)
}

/// How much later than this the server's clock has its next beat: those at boards are looked after
/// together, too, so that the server is not woken for each of them.
fn until_next_beat(now_ms: u64, after: Duration) -> Duration {
    let (at_ms, beat_ms) = (now_ms + after.as_millis() as u64, BEAT.as_millis() as u64);
    Duration::from_millis(at_ms.next_multiple_of(beat_ms) - at_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_come_at_once_are_pinged_on_many_beats() {
        let now_ms = 1_790_000_012_345;
        let mut each_beat = std::collections::BTreeMap::new();
        for connection in 5_000..8_000 {
            let after = until_beat(connection, now_ms);
            assert!(after < IDLE_EVERY, "{after:?}");
            let due_ms = now_ms + after.as_millis() as u64;
            assert_eq!(due_ms % 250, 0);
            *each_beat.entry(due_ms).or_insert(0) += 1;
        }
        assert!(each_beat.len() == 120 && each_beat.values().all(|&n| n == 25), "{each_beat:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_client_is_asked_every_half_minute() {
        let (began, began_ms) = (Instant::now(), 1_790_000_000_000);
        let now_ms = |now: Instant| began_ms + now.duration_since(began).as_millis() as u64;
        let mut heartbeat = Heartbeat::new(17, began_ms);
        heartbeat.beat().await;
        let first = Instant::now();
        // The clock may be a little late.
        for (n, late_ms) in [(1, 0), (2, 1), (3, 0)] {
            let now = Instant::now();
            assert!(heartbeat.go_on(now, now, now_ms(now) - late_ms));
            heartbeat.beat().await;
            let passed = first.elapsed().as_secs_f64();
            assert!((passed - 30.0 * f64::from(n)).abs() < 0.01, "{passed}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn those_at_boards_are_looked_after_together() {
        let (began, began_ms) = (Instant::now(), 1_790_000_000_100);
        let mut heartbeat = Heartbeat::new(17, began_ms);
        heartbeat.sits(true);
        for (spoke_ms, beat_ms) in
            [(0, 7_150), (140, 7_150), (150, 7_150), (151, 7_400), (400, 7_400)]
        {
            let spoke = began + Duration::from_millis(spoke_ms);
            assert!(!heartbeat.go_on(began + Duration::from_millis(400), spoke, began_ms + 400));
            let due = heartbeat.timer.at().unwrap().duration_since(began);
            assert_eq!(due.as_millis(), beat_ms, "{spoke_ms}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_at_a_board_is_asked_when_nothing_came_for_seven_seconds() {
        let mut heartbeat = Heartbeat::new(17, 0);
        heartbeat.sits(true);
        let began = Instant::now();
        let passed_ms = || began.elapsed().as_millis() as u64;
        heartbeat.beat().await;
        assert_eq!(passed_ms(), 7_000);
        assert!(heartbeat.go_on(Instant::now(), began, 0));
        // The answer to that.
        let answered = Instant::now() + Duration::from_millis(200);
        heartbeat.beat().await;
        assert_eq!(passed_ms(), 14_000);
        assert!(heartbeat.go_on(Instant::now(), answered, 0));
        // It says something in between.
        let spoke = Instant::now() + Duration::from_secs(2);
        heartbeat.beat().await;
        assert!(!heartbeat.go_on(Instant::now(), spoke, 0));
        heartbeat.sits(true);
        heartbeat.beat().await;
        assert_eq!(passed_ms(), 23_000);
        assert!(heartbeat.go_on(Instant::now(), spoke, 0));
        heartbeat.sits(false);
        heartbeat.beat().await;
        assert_eq!(passed_ms(), 30_000);
        assert!(heartbeat.go_on(Instant::now(), spoke, 30_000));
        heartbeat.beat().await;
        assert_eq!(passed_ms(), 34_250, "on its beat");
    }
}
