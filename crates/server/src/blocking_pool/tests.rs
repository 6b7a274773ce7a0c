//! The lanes, with work that waits for the test.

use std::sync::mpsc;

use tokio::task::JoinHandle;

use super::*;

fn peer(n: u8) -> Peer {
    Peer::of([10, 0, 0, n].into())
}

fn pool(waiting: usize, of_address: usize) -> BlockingPool {
    let limits = Limits { running: 1, waiting, of_address, deadline: CHEAP_DEADLINE };
    BlockingPool::with_limits(limits, limits)
}

/// Keeps the lane's only processor busy until what it returns is dropped.
async fn occupied(pool: &BlockingPool, lane: Lane) -> (mpsc::Sender<()>, JoinHandle<bool>) {
    let (go, gone) = mpsc::channel::<()>();
    let (begun, has_begun) = oneshot::channel();
    let pool = pool.clone();
    let work = tokio::spawn(async move {
        let work = move |_: &Deadline| {
            begun.send(()).unwrap();
            gone.recv().is_err()
        };
        pool.run(lane, peer(0), work).await.unwrap()
    });
    has_begun.await.unwrap();
    (go, work)
}

fn ask(
    pool: &BlockingPool,
    lane: Lane,
    by: u8,
    told: &mpsc::Sender<u8>,
) -> JoinHandle<Result<(), NotDone>> {
    let (pool, told) = (pool.clone(), told.clone());
    tokio::spawn(async move { pool.run(lane, peer(by), move |_| told.send(by).unwrap()).await })
}

async fn until_waiting(pool: &BlockingPool, lane: Lane, n: usize) {
    while pool.queue(lane).state.lock().turns.len() < n {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn addresses_are_served_in_turn_however_much_one_of_them_asks_for() {
    let pool = pool(10, 10);
    let (go, first) = occupied(&pool, Lane::Dear).await;
    let (told, order) = mpsc::channel();
    let mut asked = Vec::new();
    for (n, by) in [1, 1, 1, 1, 2, 3, 2].into_iter().enumerate() {
        asked.push(ask(&pool, Lane::Dear, by, &told));
        until_waiting(&pool, Lane::Dear, n + 1).await;
    }
    // The other lane does not wait for any of it.
    assert_eq!(pool.run(Lane::Cheap, peer(4), |_| 7).await, Ok(7));
    drop(go);
    assert!(first.await.unwrap());
    for one in asked {
        assert_eq!(one.await.unwrap(), Ok(()));
    }
    drop(told);
    assert_eq!(order.iter().collect::<Vec<_>>(), [1, 2, 3, 1, 2, 1, 1]);
    let state = pool.queue(Lane::Dear).state.lock();
    assert_eq!((state.n_running, state.turns.len()), (0, 0));
    assert!(state.held.is_empty());
}

#[tokio::test]
async fn more_than_can_wait_is_refused_and_more_of_one_address_before_that() {
    let pool = pool(3, 2);
    let (go, first) = occupied(&pool, Lane::Cheap).await;
    let (told, _order) = mpsc::channel();
    let mut asked = Vec::new();
    for (n, by) in [1, 1, 2].into_iter().enumerate() {
        if by == 2 {
            let third = pool.run(Lane::Cheap, peer(1), |_| ()).await;
            assert_eq!(third, Err(NotDone::BusyForYou));
        }
        asked.push(ask(&pool, Lane::Cheap, by, &told));
        until_waiting(&pool, Lane::Cheap, n + 1).await;
    }
    // Nobody waits for more than the third one of these would be.
    assert_eq!(pool.run(Lane::Cheap, peer(2), |_| ()).await, Err(NotDone::Busy));
    // Who goes away leaves the place to others.
    let goes = asked.pop().unwrap();
    goes.abort();
    assert!(goes.await.unwrap_err().is_cancelled());
    asked.push(ask(&pool, Lane::Cheap, 3, &told));
    until_waiting(&pool, Lane::Cheap, 3).await;
    drop(go);
    assert!(first.await.unwrap());
    for one in asked {
        assert_eq!(one.await.unwrap(), Ok(()));
    }
    let state = pool.queue(Lane::Cheap).state.lock();
    assert_eq!((state.n_running, state.turns.len()), (0, 0));
    assert!(state.held.is_empty());
}

#[tokio::test]
async fn work_is_told_when_nobody_waits_for_it_any_more() {
    let pool = pool(1, 1);
    let (begun, has_begun) = oneshot::channel();
    let (ended, has_ended) = oneshot::channel();
    let asked = tokio::spawn({
        let pool = pool.clone();
        async move {
            let work = move |deadline: &Deadline| {
                begun.send(()).unwrap();
                while !deadline.is_over() {
                    std::thread::yield_now();
                }
                ended.send(()).unwrap();
            };
            pool.run(Lane::Dear, peer(1), work).await
        }
    });
    has_begun.await.unwrap();
    asked.abort();
    has_ended.await.unwrap();
}

#[tokio::test]
async fn work_is_told_when_it_takes_too_long() {
    let limits = Limits { running: 1, waiting: 1, of_address: 1, deadline: Duration::ZERO };
    let pool = BlockingPool::with_limits(limits, limits);
    assert_eq!(pool.run(Lane::Dear, peer(1), Deadline::is_over).await, Ok(true));
    let pool = self::pool(1, 1);
    assert_eq!(pool.run(Lane::Dear, peer(1), Deadline::is_over).await, Ok(false));
}

#[tokio::test]
async fn a_panic_frees_its_place() {
    let pool = pool(1, 1);
    let failed: Result<(), _> = pool.run(Lane::Cheap, peer(1), |_| panic!("a test")).await;
    assert_eq!(failed, Err(NotDone::Failed));
    assert_eq!(pool.run(Lane::Cheap, peer(1), |_| 1).await, Ok(1));
}

#[tokio::test]
async fn whoever_waits_for_nothing_gets_a_place_of_who_waits_for_most() {
    let pool = pool(6, 4);
    let (go, first) = occupied(&pool, Lane::Cheap).await;
    let (told, order) = mpsc::channel();
    let mut asked = Vec::new();
    for (n, by) in [1, 1, 1, 2, 2, 2].into_iter().enumerate() {
        asked.push(ask(&pool, Lane::Cheap, by, &told));
        until_waiting(&pool, Lane::Cheap, n + 1).await;
    }
    let newcomers = [3, 4].map(|by| ask(&pool, Lane::Cheap, by, &told));
    while asked.iter().filter(|it| it.is_finished()).count() < 2 {
        tokio::task::yield_now().await;
    }
    // Those who wait for as much are refused.
    let again = ask(&pool, Lane::Cheap, 3, &told).await.unwrap();
    assert_eq!(again, Err(NotDone::Busy));
    drop(go);
    assert!(first.await.unwrap());
    for it in newcomers {
        assert_eq!(it.await.unwrap(), Ok(()));
    }
    let mut n_refused = 0;
    for it in asked {
        n_refused += usize::from(it.await.unwrap() == Err(NotDone::Busy));
    }
    assert_eq!(n_refused, 2);
    drop(told);
    assert_eq!(order.iter().count(), 6);
}
