//! Whether work grows with its input and not faster.
//!
//! Work is measured at one size and at [`TIMES`] that size. What is compared is the processor time
//! of this thread. Another process can make a measurement longer but never shorter, so the least
//! of several is taken and work is measured again until it is within its bound or has had every
//! chance: work that grows linearly is let through by one quiet moment, work that grows with the
//! square (a factor of 256 where 16 is right) is never.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How much larger the larger input is: four times twice.
pub const TIMES: usize = 16;

/// How much longer the larger one may take: the mean, as factors go, of [`TIMES`] and its square.
/// Beside other work on the machine the larger one loses more of its caches than the smaller, which
/// has made it 37 times as long where 16 is right.
const LONGER_MAX: f64 = 64.0;

/// How often work is measured at most.
const ATTEMPTS: usize = 40;

/// What is too short to be measured counts as this much.
const SHORTEST: Duration = Duration::from_micros(20);

/// Measures both until the larger takes no longer than it may.
///
/// # Panics
/// When it always takes longer.
pub fn check(what: &str, mut small: impl FnMut(), mut large: impl FnMut()) {
    let (mut least_small, mut least_large) = (Duration::MAX, Duration::MAX);
    for _ in 0..ATTEMPTS {
        for _ in 0..3 {
            least_small = least_small.min(time(&mut small));
        }
        least_large = least_large.min(time(&mut large));
        let bound = least_small.max(SHORTEST).mul_f64(LONGER_MAX);
        if least_large <= bound {
            return;
        }
    }
    panic!("{what}: {least_small:?} for one, {least_large:?} for {TIMES} times as much");
}

/// From now on the allocator keeps what is freed: glibc gives back no more than twice the largest
/// block that was ever freed. Fetching pages from the system again is what a larger input would pay
/// for and a smaller one not.
pub fn warm_up() {
    drop(std::hint::black_box(vec![1u8; 31 << 20]));
}

fn time(work: impl FnOnce()) -> Duration {
    let before = used();
    work();
    used() - before
}

/// The processor time that this thread has used.
fn used() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
