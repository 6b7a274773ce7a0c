use super::*;

const SIZE: PoolSize =
    PoolSize { whole: 400, visitors_of_address: 60, of_address: 100, of_account: 100 };

fn pool() -> Pool {
    Pool::new(Limit::RequestBytes, SIZE)
}

fn visitor(last: u8) -> Claimant {
    Claimant::visitor([10, 0, 0, last].into())
}

fn account(n: u8, last: u8) -> Claimant {
    Claimant::account(user(n), [10, 0, 0, last].into())
}

fn user(n: u8) -> UserId {
    UserId::new(1, [n; 10])
}

fn network(n: u16, narrow: u8) -> Claimant {
    Claimant::visitor(
        std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, n << 8 | u16::from(narrow), 0, 0, 0, 1).into(),
    )
}

fn is_lost(claim: &mut Claim) -> bool {
    claim.is_lost()
}

async fn stand_still() {
    tokio::time::advance(STILL_AFTER).await;
}

#[tokio::test(start_paused = true)]
async fn each_address_has_a_share_and_what_is_given_back_can_be_had_again() {
    let pool = pool();
    let first = pool.claim(visitor(1), 40).unwrap();
    assert_eq!(pool.claim(visitor(1), 21).unwrap_err(), Full::Own);
    assert!(first.grow(10).is_ok());
    let second = pool.claim(visitor(1), 10).unwrap();
    assert_eq!(second.grow(1), Err(Full::Own));
    drop(first);
    assert!(second.grow(50).is_ok());
    let large = pool.claim(visitor(2), 140).unwrap();
    assert_eq!(
        pool.claim(visitor(2), 1).unwrap_err(),
        Full::Own,
        "one large thing is all it may hold"
    );
    drop((second, large));
    let claims = pool.0.claims.lock();
    assert_eq!((claims.in_all, claims.of_visitors), (0, 0));
    assert!(claims.by_group.is_empty() && claims.by_id.is_empty());
}

#[tokio::test(start_paused = true)]
async fn whoever_holds_most_loses_what_has_stood_still_longest() {
    let pool = pool();
    let mut of_one: Vec<_> = (0..3).map(|_| pool.claim(visitor(1), 20).unwrap()).collect();
    let mut others: Vec<_> = (2..6).map(|n| pool.claim(visitor(n), 35).unwrap()).collect();
    assert_eq!(pool.claimed(), SIZE.whole / 2);
    of_one[0].moved();
    // Nothing stands still, and the first address holds most: its oldest but the first is lost.
    stand_still().await;
    for it in of_one.iter().chain(&others) {
        it.moved();
    }
    let _new = pool.claim(visitor(9), 15).unwrap();
    assert_eq!(of_one.iter_mut().map(is_lost).filter(|it| *it).count(), 1);
    assert!(!others.iter_mut().any(is_lost));
    // Now everybody holds about the same, and who would hold as much is refused.
    assert_eq!(pool.claim(visitor(8), 40).unwrap_err(), Full::All);
    assert!(!others.iter_mut().any(is_lost));
    // But what stands still goes.
    stand_still().await;
    others[0].moved();
    let _late = pool.claim(visitor(8), 40).unwrap();
    assert!(!is_lost(&mut others[0]));
}

#[tokio::test(start_paused = true)]
async fn three_addresses_that_hold_all_keep_nobody_out() {
    for whose in [visitor as fn(u8) -> Claimant, |n| account(n, n)] {
        let pool = pool();
        let mut all = Vec::new();
        for n in 1..=8 {
            while let Ok(claim) = pool.claim(whose(n), 10) {
                all.push(claim);
            }
        }
        let _member = pool.claim(account(100, 100), 10).unwrap();
        let _visitor = pool.claim(visitor(101), 10).unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn half_is_for_accounts() {
    let pool = pool();
    let visitors: Vec<_> = (0..4).map(|n| pool.claim(visitor(n), 50).unwrap()).collect();
    let members: Vec<_> = (10..12).map(|n| pool.claim(account(n, n), 100).unwrap()).collect();
    assert_eq!(pool.claimed(), SIZE.whole);
    // An account with nothing takes the room of who holds most, an account or not.
    let member = pool.claim(account(20, 20), 30).unwrap();
    assert!(pool.claimed() < SIZE.whole);
    drop((visitors, members, member));
    // At one address, an account's claim goes before what visitors leave standing there.
    let mut still = pool.claim(visitor(1), 60).unwrap();
    let here = pool.claim(account(1, 1), 40).unwrap();
    stand_still().await;
    let _more = pool.claim(account(2, 1), 30).unwrap();
    assert!(is_lost(&mut still));
    // A visitor takes nothing of an account's.
    stand_still().await;
    assert_eq!(pool.claim(visitor(1), 40).unwrap_err(), Full::Own);
    assert!(here.grow(1).is_ok());
}

#[tokio::test(start_paused = true)]
async fn the_networks_of_one_line_have_four_shares() {
    let pool = pool();
    let claims: Vec<_> = (0..9).filter_map(|n| pool.claim(network(0, n), 30).ok()).collect();
    assert_eq!(claims.len() * 30, 240 - 60, "half of the pool comes before four shares");
    drop(claims);
    let pool = Pool::new(Limit::RequestBytes, PoolSize { whole: 10_000, ..SIZE });
    let of_line = |line| (0..=255).filter_map(|n| pool.claim(network(line, n), 30).ok()).collect();
    let lines: Vec<Vec<Claim>> = (0..16).map(of_line).collect();
    assert_eq!(lines[0].len(), 8, "four times 60");
    assert_eq!(lines.iter().map(Vec::len).sum::<usize>(), 32, "sixteen times 60");
}

#[tokio::test(start_paused = true)]
async fn many_networks_of_one_line_are_one_when_something_must_go() {
    let pool = Pool::new(Limit::RequestBytes, PoolSize { whole: 480, ..SIZE });
    let mut of_line: Vec<_> = (0..8).map(|n| pool.claim(network(0, n), 30).unwrap()).collect();
    let _home = pool.claim(visitor(1), 60).unwrap();
    assert_eq!(of_line.iter_mut().map(is_lost).filter(|it| *it).count(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_is_lost_is_told_and_counts_no_more() {
    let pool = Pool::new(
        Limit::RequestBytes,
        PoolSize { whole: 2, visitors_of_address: 1, of_address: 1, of_account: 1 },
    );
    let mut first = pool.claim(visitor(1), 1).unwrap();
    stand_still().await;
    let second = pool.claim(visitor(2), 1).unwrap();
    first.loss().unwrap().await;
    assert_eq!(first.grow(1), Err(Full::All));
    first.set(5);
    drop(first);
    assert_eq!(pool.claimed(), 1);
    drop(second);
    assert_eq!(pool.claimed(), 0);
}

#[tokio::test(start_paused = true)]
async fn owners_have_a_share_wherever_they_are() {
    let pool = Pool::new(
        Limit::RequestBytes,
        PoolSize { whole: 8, visitors_of_address: 1, of_address: 2, of_account: 2 },
    );
    let _first = pool.claim(Claimant::owner(user(1)), 1).unwrap();
    let _second = pool.claim(account(1, 7), 1).unwrap();
    assert_eq!(pool.claim(Claimant::owner(user(1)), 1).unwrap_err(), Full::Own);
    assert_eq!(pool.claim(account(1, 8), 1).unwrap_err(), Full::Own);
    assert!(pool.claim(Claimant::owner(user(2)), 1).is_ok());
}
