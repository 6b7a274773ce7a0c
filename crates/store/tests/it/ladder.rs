//! Ladders of clubs: places move, challenges are closed once, and what was stored goes.

use std::slice;

use komadai_community::clubs::ClubSettings;
use komadai_ids::{ClubId, GameId};
use komadai_store::{
    Club, ClubRole, Conn, NewAccount, Store, TokenHash, Tx, accounts, both_dbs,
    clubs::{
        self,
        ladder::{self, Ladder, LadderChallenge, LadderPlace, LadderState, NewChallenge, removals},
        members::{self, ClubMember},
    },
    deletion, users,
    vacations::{self, Vacation},
};
use uuid::Uuid;

use crate::user;

fn club() -> ClubId {
    ClubId::new(1, [1; 10])
}

fn member(n: u8) -> Uuid {
    Uuid::from_u128(u128::from(n))
}

fn settings() -> Ladder {
    Ladder {
        club: club(),
        variant: "standard".to_owned(),
        clock: "{}".to_owned(),
        rated: true,
        reach: 3,
        answer_days: 7,
        refusals: 3,
        rest_days: 14,
        opened_ms: 5,
    }
}

/// Accounts 1 to 5 are on the ladder of a club, in this order.
async fn set_up(store: &Store) {
    let mut tx = store.write().await.unwrap();
    let founded = Club {
        id: club(),
        slug: "hanoi".to_owned(),
        settings: ClubSettings {
            name: "Hà Nội".to_owned(),
            city: String::new(),
            ..ClubSettings::default()
        },
        search_key: String::new(),
        version: 1,
        created_ms: 1,
        changed_ms: 70,
    };
    assert!(clubs::insert(&mut tx, &founded).await.unwrap());
    ladder::put(&mut tx, &settings()).await.unwrap();
    for n in 1..=5 {
        users::create_guest(&mut tx, user(n), "guest", 1).await.unwrap();
        let name = format!("player-{n}");
        let registration = NewAccount { user: user(n), handle: &name, key: &name, name: &name };
        accounts::register(&mut tx, registration, "hash", 1).await.unwrap();
        let line = ClubMember {
            id: member(n),
            club: club(),
            user: Some(user(n)),
            name: String::new(),
            role: if n == 1 { ClubRole::Owner } else { ClubRole::Member },
            joined_ms: i64::from(n),
            note: String::new(),
            offered: None,
            grade: None,
            grade_ms: None,
        };
        members::insert(&mut tx, &line, None).await.unwrap();
        let at_ms = i64::from(n);
        assert!(ladder::join(&mut tx, club(), member(n), user(n), at_ms).await.unwrap());
        assert!(!ladder::join(&mut tx, club(), member(n), user(n), at_ms).await.unwrap());
    }
    tx.commit().await.unwrap();
}

/// Which accounts have the places, from the first.
async fn order(conn: &mut Conn) -> Vec<u8> {
    let places = ladder::places(conn, club(), 50).await.unwrap();
    let numbers: Vec<_> = places.iter().map(|it| it.place).collect();
    assert_eq!(numbers, (1..=places.len() as i64).collect::<Vec<_>>(), "no gap");
    places.iter().map(|it| it.climber.name["player-".len()..].parse().unwrap()).collect()
}

async fn place(conn: &mut Conn, n: u8) -> LadderPlace {
    let places = ladder::places(conn, club(), 50).await.unwrap();
    places.into_iter().find(|it| it.climber.user == user(n)).unwrap()
}

/// The challenge of this number, of one by another.
async fn challenge(tx: &mut Tx, id: u128, by: u8, to: u8) -> LadderChallenge {
    let (challenger, challenged) = (place(tx, by).await, place(tx, to).await);
    let new = NewChallenge {
        id: Uuid::from_u128(id),
        club: club(),
        challenger: &challenger,
        challenged: &challenged,
        made_ms: 10 + id as i64,
        due_ms: 100,
    };
    ladder::challenge(tx, new).await.unwrap();
    found(tx, id).await
}

async fn found(conn: &mut Conn, id: u128) -> LadderChallenge {
    let all = ladder::unfinished(conn, club()).await.unwrap();
    all.into_iter().find(|it| it.id == Uuid::from_u128(id)).unwrap()
}

both_dbs!(places_move_as_players_climb_and_leave, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    assert_eq!(ladder::find(&mut tx, club()).await.unwrap(), Some(settings()));
    assert_eq!(order(&mut tx).await, [1, 2, 3, 4, 5]);
    ladder::move_to(&mut tx, club(), user(4), (4, 2)).await.unwrap();
    assert_eq!(order(&mut tx).await, [1, 4, 2, 3, 5]);
    ladder::move_to(&mut tx, club(), user(5), (5, 1)).await.unwrap();
    assert_eq!(order(&mut tx).await, [5, 1, 4, 2, 3]);
    ladder::move_to(&mut tx, club(), user(1), (2, 4)).await.unwrap();
    assert_eq!(order(&mut tx).await, [5, 4, 2, 1, 3]);
    ladder::move_to(&mut tx, club(), user(1), (4, 4)).await.unwrap();
    assert_eq!(order(&mut tx).await, [5, 4, 2, 1, 3]);
    ladder::move_to(&mut tx, club(), user(1), (4, 2)).await.unwrap();
    // What is decided otherwise moves nobody, and its beginning stays.
    let other = Ladder { reach: 1, rated: false, opened_ms: 90, ..settings() };
    ladder::put(&mut tx, &other).await.unwrap();
    let kept = Ladder { opened_ms: 5, ..other };
    assert_eq!(ladder::find(&mut tx, club()).await.unwrap(), Some(kept));
    challenge(&mut tx, 1, 4, 1).await;
    assert!(ladder::leave(&mut tx, club(), user(1), 60).await.unwrap());
    assert!(!ladder::leave(&mut tx, club(), user(1), 61).await.unwrap());
    assert_eq!(order(&mut tx).await, [5, 4, 2, 3]);
    assert_eq!(ladder::unfinished(&mut tx, club()).await.unwrap(), []);
    let over = ladder::finished(&mut tx, club(), 9).await.unwrap();
    let ends: Vec<_> = over.iter().map(|it| (it.state, it.ended_ms)).collect();
    assert_eq!(ends, [(LadderState::Void, Some(60))]);
    // Who comes back is last; who leaves the club leaves its ladder.
    assert!(ladder::join(&mut tx, club(), member(1), user(1), 62).await.unwrap());
    members::delete(&mut tx, member(4)).await.unwrap();
    assert_eq!(order(&mut tx).await, [5, 2, 3, 1]);
});

both_dbs!(a_challenge_is_closed_once, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    let open = challenge(&mut tx, 1, 4, 2).await;
    assert_eq!((open.challenger_place, open.challenged_place), (4, 2));
    assert_eq!((open.slug.as_str(), open.challenger.handle.as_str()), ("hanoi", "player-4"));
    assert_eq!(ladder::untold(&mut tx).await.unwrap(), slice::from_ref(&open));
    ladder::told(&mut tx, open.id, LadderState::Open, 12).await.unwrap();
    assert_eq!(ladder::untold(&mut tx).await.unwrap(), []);
    // It waits until it is due, and its game for its end.
    assert_eq!(ladder::pending(&mut tx, 99).await.unwrap(), []);
    assert_eq!(ladder::pending(&mut tx, 100).await.unwrap().len(), 1);
    assert!(ladder::is_in(&mut tx, open.id, LadderState::Open).await.unwrap());
    ladder::agree(&mut tx, open.id, 20, 200).await.unwrap();
    assert!(!ladder::is_in(&mut tx, open.id, LadderState::Open).await.unwrap());
    let agreed = found(&mut tx, 1).await;
    assert_eq!((agreed.state, agreed.since_ms, agreed.due_ms), (LadderState::Agreed, 20, 200));
    // Of that the challenger is told; who was told of the challenge has not heard it.
    ladder::told(&mut tx, open.id, LadderState::Open, 21).await.unwrap();
    assert_eq!(ladder::untold(&mut tx).await.unwrap(), slice::from_ref(&agreed));
    ladder::told(&mut tx, open.id, LadderState::Agreed, 22).await.unwrap();
    assert_eq!(ladder::untold(&mut tx).await.unwrap(), []);
    assert!(
        !ladder::finish(&mut tx, &open, LadderState::Refused, 21).await.unwrap(),
        "it was accepted"
    );
    let game = GameId::new(30, [3; 10]);
    ladder::begin(&mut tx, open.id, game, "{}").await.unwrap();
    let playing = found(&mut tx, 1).await;
    assert_eq!((playing.game, playing.setup.as_deref()), (Some(game), Some("{}")));
    assert_eq!(ladder::pending(&mut tx, 30).await.unwrap(), slice::from_ref(&playing));
    assert_eq!(ladder::last_between(&mut tx, club(), user(2), user(4)).await.unwrap(), None);
    assert!(ladder::finish(&mut tx, &playing, LadderState::Won, 40).await.unwrap());
    assert!(!ladder::finish(&mut tx, &playing, LadderState::Held, 41).await.unwrap(), "only once");
    let over = ladder::finished(&mut tx, club(), 9).await.unwrap();
    assert_eq!((over[0].state, over[0].ended_ms), (LadderState::Won, Some(40)));
    // The same two, whoever asked; one that came to nothing is none.
    assert_eq!(ladder::last_between(&mut tx, club(), user(2), user(4)).await.unwrap(), Some(40));
    let void = challenge(&mut tx, 2, 3, 1).await;
    assert!(ladder::finish(&mut tx, &void, LadderState::Void, 50).await.unwrap());
    assert_eq!(ladder::last_between(&mut tx, club(), user(3), user(1)).await.unwrap(), None);
});

both_dbs!(a_ladder_shows_who_is_on_vacation_and_does_not_accept, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    for (n, from_ms, until_ms) in [(1, 10, 50), (2, 40, 51), (3, 51, 90)] {
        let vacation = Vacation { user: user(n), n: 1, from_ms, until_ms };
        assert!(vacations::add(&mut tx, vacation).await.unwrap());
    }
    ladder::set_refused(&mut tx, club(), user(3), 2).await.unwrap();
    let places = ladder::places(&mut tx, club(), 50).await.unwrap();
    let shown: Vec<_> = places.iter().map(|it| (it.away_until_ms, it.refused)).collect();
    assert_eq!(shown, [(None, 0), (Some(51), 0), (None, 2), (None, 0), (None, 0)]);
    assert!(settings().reaches(&places[4], &places[1]));
    for (from, to) in [(4, 0), (1, 1), (1, 2)] {
        assert!(!settings().reaches(&places[from], &places[to]), "{from} {to}");
    }
});

both_dbs!(whom_organisers_take_off_a_ladder_is_told_until_they_are_back, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    for (n, reason) in [(2, "late"), (2, "rude"), (3, "moved"), (4, "moved"), (5, "moved")] {
        ladder::leave(&mut tx, club(), user(n), 50).await.unwrap();
        let at_ms = 50 + i64::from(n);
        removals::put(&mut tx, club(), (member(n), user(n)), reason, at_ms).await.unwrap();
    }
    let first = removals::find(&mut tx, club(), user(2)).await.unwrap().unwrap();
    assert_eq!((first.reason.as_str(), first.at_ms), ("rude", 52), "what was said last");
    assert_eq!((first.slug.as_str(), first.club_name.as_str()), ("hanoi", "Hà Nội"));
    removals::told(&mut tx, &first, 60).await.unwrap();
    let untold = removals::untold(&mut tx).await.unwrap();
    assert_eq!(untold.iter().map(|it| it.user).collect::<Vec<_>>(), [user(3), user(4), user(5)]);
    // Another removal is news again.
    removals::put(&mut tx, club(), (member(2), user(2)), "rude", 70).await.unwrap();
    removals::told(&mut tx, &first, 71).await.unwrap();
    assert_eq!(removals::untold(&mut tx).await.unwrap().len(), 4);
    // It goes when the player comes back, leaves the club, or deletes the account; and the ladder.
    assert_eq!(removals::of_user(&mut tx, user(3)).await.unwrap().len(), 1);
    assert!(ladder::join(&mut tx, club(), member(3), user(3), 80).await.unwrap());
    members::delete(&mut tx, member(4)).await.unwrap();
    assert!(deletion::delete(&mut tx, user(5), TokenHash([5; 32]), 90).await.unwrap());
    for n in 3..=5 {
        assert_eq!(removals::of_user(&mut tx, user(n)).await.unwrap(), [], "{n}");
    }
    assert!(ladder::close(&mut tx, club()).await.unwrap());
    assert_eq!(removals::find(&mut tx, club(), user(2)).await.unwrap(), None);
});

both_dbs!(ladders_go_with_accounts_and_clubs, |store| async {
    set_up(&store).await;
    let mut tx = store.write().await.unwrap();
    let won = challenge(&mut tx, 1, 4, 2).await;
    assert!(ladder::finish(&mut tx, &won, LadderState::Won, 40).await.unwrap());
    challenge(&mut tx, 2, 5, 3).await;
    let (places, challenges) = ladder::of_user(&mut tx, user(4)).await.unwrap();
    assert_eq!((places[0].slug.as_str(), places[0].place, places[0].joined_ms), ("hanoi", 4, 4));
    assert_eq!(challenges.len(), 1);
    assert!(deletion::delete(&mut tx, user(4), TokenHash([4; 32]), 60).await.unwrap());
    assert_eq!(order(&mut tx).await, [1, 2, 3, 5]);
    assert_eq!(ladder::finished(&mut tx, club(), 9).await.unwrap(), []);
    assert_eq!(ladder::of_user(&mut tx, user(4)).await.unwrap(), (vec![], vec![]));
    assert_eq!(ladder::unfinished(&mut tx, club()).await.unwrap().len(), 1);
    clubs::close(&mut tx, club(), 70).await.unwrap();
    assert_eq!(ladder::of_user(&mut tx, user(3)).await.unwrap(), (vec![], vec![]));
    assert_eq!(ladder::find(&mut tx, club()).await.unwrap(), None);
});

#[test]
fn states_read_back() {
    for state in LadderState::ALL {
        assert_eq!(LadderState::from_name(state.as_str()), Some(state));
    }
}
