//! Another program on the server's cores, as there is on every rented machine: it takes a part of
//! their time, and all of their caches.

use std::{
    io::Read as _,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

use anyhow::Context as _;

use crate::{clock::now, cores::Cores, script::Lot};

/// Through how many words it walks, of eight bytes each: 64 MiB, more than any cache has.
const WORDS: usize = 8 << 20;

/// How long it walks, and how long it rests.
const STRETCH: Duration = Duration::from_millis(1);

/// Steps between two looks at the clock.
const STEPS: usize = 256;

/// A neighbour that walks until this is dropped, or this process ends.
#[derive(Debug)]
pub(crate) struct Neighbour(Child);

impl Neighbour {
    pub(crate) fn start(cores: &Cores) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("neighbour").stdin(Stdio::piped());
        let child = cores.as_server(|| command.spawn())?.context("a neighbour cannot start")?;
        Ok(Self(child))
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // One that has ended already does no harm.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Walks from word to word, in an order that no processor foresees, and changes each.
pub(crate) fn walk() -> anyhow::Result<()> {
    let until_it_ends = std::thread::spawn(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let mut words = vec![0u64; WORDS];
    let mut lot = Lot::new(1);
    let mut at = 0;
    while !until_it_ends.is_finished() {
        let since = now();
        while since.elapsed() < STRETCH {
            for _ in 0..STEPS {
                words[at] += 1;
                at = (lot.next() ^ words[at]) as usize % WORDS;
            }
        }
        sleep(STRETCH);
    }
    Ok(())
}
