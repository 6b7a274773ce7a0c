//! Tasks that run at the same time, each of which belongs to something.

use std::collections::HashMap;

use tokio::task::{self, JoinSet};

/// The tasks, with what each belongs to. They end with this.
#[derive(Debug)]
pub(crate) struct KeyedTasks<K, T> {
    tasks: JoinSet<T>,
    keys: HashMap<task::Id, K>,
}

impl<K, T> Default for KeyedTasks<K, T> {
    fn default() -> Self {
        Self { tasks: JoinSet::new(), keys: HashMap::new() }
    }
}

impl<K, T: Send + 'static> KeyedTasks<K, T> {
    /// How many run.
    pub(crate) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// What they belong to.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.keys.values()
    }

    /// One more begins.
    pub(crate) fn spawn(&mut self, key: K, task: impl Future<Output = T> + Send + 'static) {
        let task = self.tasks.spawn(task);
        self.keys.insert(task.id(), key);
    }

    /// Waits until one has ended; none within if it panicked. `None`: nothing runs.
    pub(crate) async fn next(&mut self) -> Option<Option<T>> {
        let (task, outcome) = match self.tasks.join_next_with_id().await? {
            Ok((task, outcome)) => (task, Some(outcome)),
            Err(panicked) => (panicked.id(), None),
        };
        self.keys.remove(&task);
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_key_is_there_as_long_as_its_task() {
        let mut tasks = KeyedTasks::default();
        assert!(tasks.next().await.is_none());
        tasks.spawn("ends", async { 7 });
        assert_eq!(tasks.next().await, Some(Some(7)));
        tasks.spawn("panics", async { panic!("on purpose") });
        tasks.spawn("stays", std::future::pending());
        assert_eq!(tasks.next().await, Some(None));
        assert_eq!((tasks.len(), tasks.keys().copied().collect()), (1, vec!["stays"]));
    }
}
