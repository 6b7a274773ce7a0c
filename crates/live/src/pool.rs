//! Something finite that many share, bytes of memory or places: so that nobody can keep it from the
//! others.
//!
//! - Half of it is for accounts alone.
//! - Each address has a share, and the networks around it have four and sixteen of these
//!   ([`Networks`]); of an address's share visitors without an account have a part.
//! - When there is no room, somebody else loses theirs instead of the newcomer being refused: what
//!   has stood still longest in the network that holds most. The newcomer is refused only if no
//!   other network holds more than theirs would.
//!
//! A claim that is lost counts no more from that moment on; its owner, who waits for
//! [`Loss`], lets go of what it was for.

use std::{
    collections::HashMap,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use komadai_game::Player;
use komadai_ids::UserId;
use parking_lot::Mutex;
use tokio::{sync::oneshot, time::Instant};

use crate::{
    Limit,
    network::{Network, Networks},
};

/// After this time without progress, something stands still and is lost before anything that moves.
const STILL_AFTER: Duration = Duration::from_secs(2);

/// How much there is.
#[derive(Clone, Copy, Debug)]
pub struct PoolSize {
    /// For all together; half of it for visitors without an account.
    pub whole: usize,
    /// For the visitors without an account of one address.
    pub visitors_of_address: usize,
    /// For everybody from one address together.
    pub of_address: usize,
    /// For one account, wherever it comes from.
    pub of_account: usize,
}

/// Who claims something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimant {
    account: Option<UserId>,
    /// The networks that count it, from the narrowest to the widest.
    groups: [Group; Networks::LEVELS],
}

/// Whoever counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    Network(Network),
    Account(UserId),
}

impl Claimant {
    /// A visitor without an account, or one of whom it is not known yet.
    pub fn visitor(address: IpAddr) -> Self {
        let groups = Networks::of(address).levels().map(Group::Network);
        Self { account: None, groups }
    }

    /// An account that comes from there.
    pub fn account(user: UserId, address: IpAddr) -> Self {
        Self { account: Some(user), ..Self::visitor(address) }
    }

    /// Somebody who comes from there, with an account or without.
    pub fn of(player: Option<&Player>, address: IpAddr) -> Self {
        match player.filter(|player| !player.guest) {
            Some(player) => Self::account(player.id, address),
            None => Self::visitor(address),
        }
    }

    /// An account for which the server does something, wherever its owner is.
    pub fn owner(user: UserId) -> Self {
        Self { account: Some(user), groups: [Group::Account(user); Networks::LEVELS] }
    }

    /// Each group in which it counts, with how many shares that has.
    fn shares(&self) -> impl Iterator<Item = (Group, usize)> + use<> {
        // An IPv4 address and an account are the same at each width.
        let n = if self.groups[0] == self.groups[1] { 1 } else { Networks::LEVELS };
        let networks = self.groups.into_iter().zip(Networks::SHARES).take(n);
        let account = self.account.map(Group::Account);
        networks.chain(account.filter(|it| *it != self.groups[0]).map(|it| (it, 1)))
    }
}

/// Why nothing can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The claimant's address, network or account has its share.
    Own,
    /// There is nothing left, and nobody has more than the claimant would have.
    All,
}

/// Something finite that many share. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool(Arc<PoolState>);

#[derive(Debug)]
struct PoolState {
    limit: Limit,
    size: PoolSize,
    // A lock, because everybody who claims something comes here; it is held for a look-up, and
    // where there is no room for a walk over all claims.
    claims: Mutex<Claims>,
}

#[derive(Debug, Default)]
struct Claims {
    by_id: HashMap<u64, PoolClaim>,
    last_id: u64,
    in_all: usize,
    of_visitors: usize,
    by_group: HashMap<Group, Sum>,
}

/// What a group has claimed.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    of_visitors: usize,
    in_all: usize,
}

#[derive(Debug)]
struct PoolClaim {
    by: Claimant,
    n: usize,
    moved_at: Instant,
    /// It is not lost any more.
    is_kept: bool,
    /// Told when the claim is lost.
    loss: oneshot::Sender<()>,
}

/// A bound that would be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Group(Group),
    Visitors,
    All,
}

impl Pool {
    /// `limit` is counted whenever somebody is refused or loses something.
    pub fn new(limit: Limit, size: PoolSize) -> Self {
        Self(Arc::new(PoolState { limit, size, claims: Mutex::default() }))
    }

    /// Claims so much, which may be nothing to begin with.
    ///
    /// # Errors
    /// When it cannot be had.
    pub fn claim(&self, by: Claimant, n: usize) -> Result<Claim, Full> {
        let (loss, lost) = oneshot::channel();
        let mut claims = self.0.claims.lock();
        claims.last_id += 1;
        let id = claims.last_id;
        claims
            .by_id
            .insert(id, PoolClaim { by, n: 0, moved_at: Instant::now(), is_kept: false, loss });
        drop(claims);
        let claim = Claim { pool: self.clone(), id, loss: Some(Loss(lost)) };
        claim.grow(n).map(|()| claim)
    }

    /// How much is claimed at the moment.
    pub fn claimed(&self) -> usize {
        self.0.claims.lock().in_all
    }
}

/// Something that was claimed, until it is dropped or lost.
#[derive(Debug)]
pub struct Claim {
    pool: Pool,
    id: u64,
    /// None once another task waits for it.
    loss: Option<Loss>,
}

/// Comes when a claim is lost or dropped.
#[derive(Debug)]
pub struct Loss(oneshot::Receiver<()>);

impl Future for Loss {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        // The other end goes with the claim.
        Pin::new(&mut self.0).poll(context).map(drop)
    }
}

impl Claim {
    /// Claims so much more. Whoever asks for more is not standing still.
    ///
    /// # Errors
    /// When it cannot be had, or all of it was lost.
    pub fn grow(&self, n: usize) -> Result<(), Full> {
        let PoolState { limit, size, claims } = &*self.pool.0;
        let mut claims = claims.lock();
        let n_claims = claims.by_id.len();
        let grown = claims.grow(self.id, n, size);
        if grown.is_err() || claims.by_id.len() < n_claims {
            drop(claims);
            limit.reached();
        }
        grown
    }

    /// It is so much from now on, whether there is room or not.
    pub fn set(&self, n: usize) {
        self.pool.0.claims.lock().set(self.id, n);
    }

    /// It has not stood still.
    pub fn moved(&self) {
        if let Some(entry) = self.pool.0.claims.lock().by_id.get_mut(&self.id) {
            entry.moved_at = Instant::now();
        }
    }

    /// It is not lost to anybody any more: what it is for will soon be over.
    pub fn keep(&self) {
        if let Some(entry) = self.pool.0.claims.lock().by_id.get_mut(&self.id) {
            entry.is_kept = true;
        }
    }

    /// Whether it is lost to somebody else.
    pub fn is_lost(&self) -> bool {
        !self.pool.0.claims.lock().by_id.contains_key(&self.id)
    }

    /// Whether it is lost to somebody else; if not, the task is woken when it is.
    pub fn poll_lost(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.loss.as_mut().map_or(Poll::Pending, |loss| Pin::new(loss).poll(context))
    }

    /// For a task of its own that waits for the loss; only the first one gets it.
    pub fn loss(&mut self) -> Option<Loss> {
        self.loss.take()
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.pool.0.claims.lock().remove(self.id);
    }
}

impl Claims {
    fn grow(&mut self, id: u64, n: usize, size: &PoolSize) -> Result<(), Full> {
        let now = Instant::now();
        let entry = self.by_id.get_mut(&id).ok_or(Full::All)?;
        entry.moved_at = now;
        let (by, own) = (entry.by, entry.n);
        while let Some(bound) = self.passed_bound(&by, own, n, size) {
            let loser = self.loser(bound, id, &by, n, now);
            let full = if matches!(bound, Bound::Group(_)) { Full::Own } else { Full::All };
            self.remove(loser.ok_or(full)?);
        }
        self.set(id, own + n);
        Ok(())
    }

    /// The first bound that so much more would pass. What is too much for one group is given to one
    /// that has nothing else: it may be one large thing.
    fn passed_bound(&self, by: &Claimant, own: usize, n: usize, size: &PoolSize) -> Option<Bound> {
        let is_visitor = by.account.is_none();
        for (group, shares) in by.shares() {
            let sum = self.by_group.get(&group).copied().unwrap_or_default();
            let passes = |sum: usize, share: usize| sum > own && sum + n > share * shares;
            let of_all = match group {
                Group::Network(_) => size.of_address,
                Group::Account(_) => size.of_account,
            };
            let visitors_pass = is_visitor && passes(sum.of_visitors, size.visitors_of_address);
            if visitors_pass || passes(sum.in_all, of_all) {
                return Some(Bound::Group(group));
            }
        }
        if is_visitor && self.of_visitors + n > size.whole / 2 {
            return Some(Bound::Visitors);
        }
        (self.in_all + n > size.whole).then_some(Bound::All)
    }

    /// Who loses theirs so that there is room below this bound.
    fn loser(&self, bound: Bound, id: u64, by: &Claimant, n: usize, now: Instant) -> Option<u64> {
        // At one address an account loses nothing to a visitor.
        let may_lose = |entry: &PoolClaim| match bound {
            Bound::Group(group) => {
                entry.is_in(group) && (by.account.is_some() || entry.by.account.is_none())
            }
            Bound::Visitors => entry.by.account.is_none(),
            Bound::All => true,
        };
        let others = self.by_id.iter().filter(|(of, it)| **of != id && it.may_go() && may_lose(it));
        let others: Vec<_> = others.collect();
        let still: Vec<_> = others.iter().copied().filter(|(_, it)| it.is_still(now)).collect();
        match bound {
            // Whoever has their share loses only what stands still.
            Bound::Group(_) => longest_still(&still),
            Bound::Visitors | Bound::All => {
                let (among, have_more) = self.of_largest(others, by, n)?;
                if have_more {
                    return longest_still(&among);
                }
                longest_still(&self.of_largest(still, by, n)?.0)
            }
        }
    }

    /// Those of the network that holds most, the widest first; and whether that is more than the
    /// claimant's would be with so much more.
    fn of_largest<'a>(
        &self,
        mut among: Vec<(&'a u64, &'a PoolClaim)>,
        by: &Claimant,
        n: usize,
    ) -> Option<(Vec<(&'a u64, &'a PoolClaim)>, bool)> {
        for level in (0..Networks::LEVELS).rev() {
            let (group, sum) = largest(&among, level)?;
            among.retain(|(_, it)| it.by.groups[level] == group);
            let own = by.groups[level];
            if group != own {
                let own = self.by_group.get(&own).copied().unwrap_or_default();
                let own = if by.account.is_some() { own.in_all } else { own.of_visitors };
                return Some((among, sum > own + n));
            }
        }
        // All of it is of the claimant's own address.
        Some((among, false))
    }

    /// What somebody has claimed is so much from now on.
    fn set(&mut self, id: u64, n: usize) {
        let Some(entry) = self.by_id.get_mut(&id) else { return };
        let before = std::mem::replace(&mut entry.n, n);
        let by = entry.by;
        let changed = |sum: usize| sum - before + n;
        self.in_all = changed(self.in_all);
        if by.account.is_none() {
            self.of_visitors = changed(self.of_visitors);
        }
        for (group, _) in by.shares() {
            let sum = self.by_group.entry(group).or_default();
            sum.in_all = changed(sum.in_all);
            if by.account.is_none() {
                sum.of_visitors = changed(sum.of_visitors);
            }
            if sum.in_all == 0 {
                self.by_group.remove(&group);
            }
        }
    }

    fn remove(&mut self, id: u64) {
        self.set(id, 0);
        if let Some(entry) = self.by_id.remove(&id) {
            // Its owner may have gone.
            let _ = entry.loss.send(());
        }
    }
}

impl PoolClaim {
    fn is_still(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.moved_at) >= STILL_AFTER
    }

    fn may_go(&self) -> bool {
        self.n > 0 && !self.is_kept
    }

    fn is_in(&self, group: Group) -> bool {
        self.by.shares().any(|(of, _)| of == group)
    }
}

fn longest_still(among: &[(&u64, &PoolClaim)]) -> Option<u64> {
    // Of visitors before accounts; ids say who came first.
    let order = |(id, it): &(&u64, &PoolClaim)| (it.by.account.is_some(), it.moved_at, **id);
    among.iter().min_by_key(|it| order(it)).map(|(id, _)| **id)
}

/// The group that holds most of these at this width, and how much.
fn largest(among: &[(&u64, &PoolClaim)], level: usize) -> Option<(Group, usize)> {
    let mut sums = HashMap::<Group, (usize, u64)>::new();
    for (id, it) in among {
        let (sum, first) = sums.entry(it.by.groups[level]).or_insert((0, **id));
        *sum += it.n;
        *first = (*first).min(**id);
    }
    let most = sums.into_iter().max_by_key(|(_, (sum, first))| (*sum, u64::MAX - first));
    most.map(|(group, (sum, _))| (group, sum))
}

#[cfg(test)]
mod tests;
