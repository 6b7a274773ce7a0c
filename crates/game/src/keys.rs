//! By what a repeated command is known.

use smallvec::SmallVec;

use crate::CommandKey;

/// How many numbers before its highest are known of a client.
const NUMBERS_KEPT: u32 = u128::BITS;

/// Of how many clients of a player commands are known: a client is one page load.
const CLIENTS_KEPT: usize = 8;

/// The commands of one player that have been carried out, as far as they may be repeated: the
/// latest of the clients that were heard last.
#[derive(Clone, Debug, Default)]
// Most players have one client, which is then where the game is.
pub(crate) struct Keys(SmallVec<[Client; 1]>);

/// What is known of one client, which counts its commands.
#[derive(Clone, Copy, Debug)]
struct Client {
    id: u64,
    /// The highest number of its commands.
    last: u32,
    /// A bit for each number before that, the lowest for the one just before.
    before: u128,
}

impl Keys {
    pub(crate) fn insert(&mut self, key: CommandKey) {
        let Some(at) = self.0.iter().position(|it| it.id == key.client) else {
            if self.0.len() == CLIENTS_KEPT {
                self.0.remove(0);
            }
            self.0.reserve_exact(1);
            self.0.push(Client { id: key.client, last: key.id, before: 0 });
            return;
        };
        if let Some(latest) = self.0.get_mut(at..) {
            latest.rotate_left(1);
        }
        if let Some(client) = self.0.last_mut() {
            client.insert(key.id);
        }
    }

    pub(crate) fn contains(&self, key: CommandKey) -> bool {
        self.0.iter().any(|it| it.id == key.client && it.contains(key.id))
    }
}

impl Client {
    fn insert(&mut self, id: u32) {
        let further = id.saturating_sub(self.last);
        if further > 0 {
            self.before = self.before.checked_shl(further).unwrap_or(0) | bit(further);
            self.last = id;
        } else {
            self.before |= bit(self.last - id);
        }
    }

    fn contains(self, id: u32) -> bool {
        id == self.last || self.last.checked_sub(id).is_some_and(|ago| self.before & bit(ago) != 0)
    }
}

/// The bit of a number so far before the last, which is none if it is too far or the last itself.
fn bit(ago: u32) -> u128 {
    match ago {
        1..=NUMBERS_KEPT => 1 << (ago - 1),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(of: &[(u64, u32)]) -> Keys {
        let mut keys = Keys::default();
        for &(client, id) in of {
            keys.insert(CommandKey { client, id });
        }
        keys
    }

    fn known(keys: &Keys, client: u64) -> Vec<u32> {
        (0..=u32::from(u16::MAX))
            .chain([u32::MAX - 1, u32::MAX])
            .filter(|&id| keys.contains(CommandKey { client, id }))
            .collect()
    }

    #[test]
    fn what_was_said_is_known_and_nothing_else() {
        let said = [(7, 1), (7, 2), (7, 5), (9, 5), (7, 4), (7, 4), (7, 9)];
        assert_eq!(known(&keys(&said), 7), [1, 2, 4, 5, 9]);
        assert_eq!(known(&keys(&said), 9), [5]);
        assert!(known(&keys(&said), 8).is_empty());
        assert_eq!(known(&keys(&[(1, 0)]), 1), [0]);
        assert_eq!(
            known(&keys(&[(1, u32::MAX), (1, 0), (1, u32::MAX - 1)]), 1),
            [u32::MAX - 1, u32::MAX]
        );
    }

    #[test]
    fn the_latest_are_known() {
        let said: Vec<_> = (1..=200).map(|id| (1, id)).collect();
        let latest: Vec<_> = (72..=200).collect();
        assert_eq!(known(&keys(&said), 1), latest);
        assert_eq!(known(&keys(&[(1, 3), (1, 131)]), 1), [3, 131]);
        assert_eq!(known(&keys(&[(1, 3), (1, 132)]), 1), [132]);
        assert_eq!(known(&keys(&[(1, 1000), (1, 1)]), 1), [1000]);
    }

    #[test]
    fn the_client_that_was_heard_longest_ago_is_forgotten() {
        let mut said: Vec<_> = (1..=8).map(|client| (client, 1)).collect();
        said.extend([(1, 2), (9, 1)]);
        let keys = keys(&said);
        assert_eq!(known(&keys, 1), [1, 2]);
        assert!(known(&keys, 2).is_empty());
        assert!((3..=9).all(|client| known(&keys, client) == [1]));
    }
}
