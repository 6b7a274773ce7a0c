//! A timer that is set far more often than it goes off.

use std::{
    future::poll_fn,
    pin::Pin,
    task::{Poll, ready},
};

use tokio::time::{Instant, Sleep, sleep_until};

/// Wakes one task. The runtime's timer is told only once whom to wake, and not asked before it is
/// time: it is far away in memory, and between two moves of a game it is gone from the processor's
/// cache.
#[derive(Debug)]
pub struct Timer {
    sleep: Pin<Box<Sleep>>,
    /// When it goes off, unless it has.
    at: Option<Instant>,
    /// It knows whom to wake.
    is_wound: bool,
}

impl Timer {
    /// One that goes off at this instant.
    pub fn new(at: Instant) -> Self {
        Self { sleep: Box::pin(sleep_until(at)), at: Some(at), is_wound: false }
    }

    /// When it goes off, unless it has.
    pub fn at(&self) -> Option<Instant> {
        self.at
    }

    /// Lets it go off at this instant instead.
    pub fn set(&mut self, at: Instant) {
        self.sleep.as_mut().reset(at);
        self.at = Some(at);
        self.is_wound = false;
    }

    /// Lets it go off at this instant at the latest. Where going off too early does no harm, this
    /// is better than to set it anew with every move, which costs as much as the rest of waiting.
    pub fn set_before(&mut self, at: Instant) {
        if self.at.is_none_or(|before| at < before) {
            self.set(at);
        }
    }

    /// Waits until it goes off, always in the same task. One that has gone off must be set first.
    pub async fn ring(&mut self) {
        poll_fn(|context| {
            if self.is_wound && self.at.is_some_and(|at| Instant::now() < at) {
                return Poll::Pending;
            }
            self.is_wound = true;
            ready!(self.sleep.as_mut().poll(context));
            self.at = None;
            Poll::Ready(())
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_goes_off_when_it_was_set_to() {
        let began = Instant::now();
        let after_ms = |ms| began + Duration::from_millis(ms);
        let mut timer = Timer::new(after_ms(300));
        let mut rings_ms = Vec::new();
        for set_ms in [200, 900, 1_000] {
            // Others wake the task in between.
            for _ in 0..3 {
                tokio::select! {
                    biased;
                    () = timer.ring() => rings_ms.push(began.elapsed().as_millis()),
                    () = tokio::time::sleep(Duration::from_millis(10)) => {}
                }
            }
            timer.set_before(after_ms(set_ms));
            timer.ring().await;
            rings_ms.push(began.elapsed().as_millis());
            assert_eq!(timer.at(), None);
            timer.set(after_ms(set_ms + 500));
        }
        assert_eq!(rings_ms, [200, 700, 1_000]);
    }
}
