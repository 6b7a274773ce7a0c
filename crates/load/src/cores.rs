//! Which core does what: the server under test and the generator never share one.

use anyhow::Context as _;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores of the server and of the generator.
#[derive(Clone, Debug)]
pub(crate) struct Cores {
    server: Vec<usize>,
    generator: Vec<usize>,
}

impl Cores {
    /// The last core is the generator's, the others are the server's, as far as this process may
    /// use them. With one core both use it.
    pub(crate) fn split() -> anyhow::Result<Self> {
        let all = sched_getaffinity(None).context("the cores of this process are not known")?;
        let mut server: Vec<usize> =
            (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect();
        let generator = match server.len() {
            0 | 1 => server.clone(),
            n => server.split_off(n - 1),
        };
        Ok(Self { server, generator })
    }

    /// Keeps this thread on the generator's core from now on.
    pub(crate) fn settle(&self) -> anyhow::Result<()> {
        pin(&self.generator)
    }

    /// Does something on the server's cores. A process that is started there stays there, with
    /// all its threads.
    pub(crate) fn as_server<T>(&self, act: impl FnOnce() -> T) -> anyhow::Result<T> {
        let before = sched_getaffinity(None).context("the cores of this process are not known")?;
        pin(&self.server)?;
        let done = act();
        sched_setaffinity(None, &before).context("the generator cannot go back to its core")?;
        Ok(done)
    }
}

impl std::fmt::Display for Cores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "server on core {:?}, generator on core {:?}", self.server, self.generator)
    }
}

fn pin(cores: &[usize]) -> anyhow::Result<()> {
    let mut set = CpuSet::new();
    for &core in cores {
        set.set(core);
    }
    sched_setaffinity(None, &set).with_context(|| format!("core {cores:?} cannot be taken"))
}

/// Asks for as many open files as the machine gives, and says how many that are.
pub(crate) fn raise_open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: limit.maximum, maximum: limit.maximum };
    // What cannot be raised is seen in the answer.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}
