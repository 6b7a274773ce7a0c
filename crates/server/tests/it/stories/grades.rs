//! What earns a grade, and what does not (§6.4).

use komadai_ids::Code;
use komadai_protocol::{
    SetupRequest,
    http::players::{Certificate, Profile},
};

use super::{
    play, play_opening,
    ratings::{member_from, strengths},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup};

fn rated() -> SetupRequest {
    SetupRequest { rated: true, ..setup(clock("10+30")) }
}

async fn profile(server: &TestServer, handle: &str) -> Profile {
    serde_json::from_value(server.get(&format!("/api/v1/players/{handle}")).await.json()).unwrap()
}

/// Both advance all their pawns and some of the men behind them: thirty-two moves.
const LONG: &str = "1g1f 9c9d 2g2f 8c8d 3g3f 7c7d 4g4f 6c6d 5g5f 5c5d 6g6f 4c4d 7g7f 3c3d 8g8f 2c2d \
    9g9f 1c1d 3i3h 7a7b 7i7h 3a3b 4i4h 6a6b 6i6h 4a4b 5i5h 5a5b 3h3g 7b7c 7h7g 3b3c";

/// A game of the usual length that the second gives up, or a short one.
async fn beats(winner: &mut Tab, loser: &mut Tab, is_long: bool) -> Code {
    let game = winner.create(rated()).await;
    loser.join(game).await;
    winner.look_at(game).await;
    if is_long {
        play(winner, loser, LONG.split_whitespace()).await;
    } else {
        play_opening(winner, loser).await;
    }
    loser.resign().await.unwrap();
    winner.leave(game).await;
    loser.leave(game).await;
    game
}

both_servers!(
    twenty_four_short_games_with_one_friend_earn_nothing,
    |config| {
        config.limits.rated_at_one_address = usize::MAX;
        config.limits.rated_of_a_pair = usize::MAX;
    },
    |server| async {
        let mut alice = member_from(server, "10.1.1.1", "alice", "1d").await;
        let mut friend = member_from(server, "10.1.1.2", "friend", "1k").await;
        let mut last = None;
        for n in 0..24 {
            // A rating that nobody ever dents does not become certain.
            last = Some(match n % 3 {
                2 => beats(&mut friend, &mut alice, false).await,
                _ => beats(&mut alice, &mut friend, false).await,
            });
        }
        strengths(server, last.unwrap()).await;
        for handle in ["alice", "friend"] {
            let told = profile(server, handle).await;
            assert_eq!(told.wins + told.losses, 24);
            assert!(told.grade.is_none() && told.awards.is_empty(), "{told:?}");
            let next = told.next.expect("there is always a next grade");
            assert!(!next.uncertain, "{next:?}");
            // Not one of the games counts, whatever the rating says.
            assert_eq!((next.games_missing, next.above_floor, next.above_middle), (8, 0, 0));
            assert_eq!((next.plies_min, next.opponents), (30, 0));
            // Five for a kyu, six for 1-dan.
            assert!((5..=6).contains(&next.opponents_needed), "{next:?}");
        }
        // Nor do long ones, because they are with one friend.
        for n in 0..20 {
            last = Some(match n % 3 {
                2 => beats(&mut friend, &mut alice, true).await,
                _ => beats(&mut alice, &mut friend, true).await,
            });
        }
        strengths(server, last.unwrap()).await;
        let told = profile(server, "alice").await;
        assert!(told.awards.is_empty(), "{told:?}");
        let next = told.next.unwrap();
        assert!(next.opponents <= 1 && next.opponents_needed >= 5, "{next:?}");
    }
);

both_servers!(
    honest_play_against_several_earns_a_grade,
    |config| {
        config.limits.rated_at_one_address = usize::MAX;
        config.limits.rated_of_a_pair = usize::MAX;
        // Five people play here, and their operator knows it.
        let grades = include_str!("../../../../../config/grades.toml");
        let grades = grades
            .replace("\nopponents = 10", "\nopponents = 4")
            .replace("\nopponents = 5", "\nopponents = 4")
            .replace("\nopponents = 6", "\nopponents = 4")
            .replace("\nopponents = 7", "\nopponents = 4")
            .replace("\ngames_of_few = 8", "\ngames_of_few = 4")
            .replace("\ngames_in_all = 30", "\ngames_in_all = 4");
        config.rating.grades = config.database.data_dir.join("grades.toml");
        std::fs::write(&config.rating.grades, grades).unwrap();
    },
    |server| async {
        let mut club = Vec::new();
        for (n, handle) in ["alice", "bob", "carol", "dave", "erin"].into_iter().enumerate() {
            club.push(member_from(server, &format!("10.1.2.{n}"), handle, "5k").await);
        }
        let mut last = None;
        // Everybody plays everybody. Alice wins four rounds of five, of the others each wins
        // some.
        for round in 0..5 {
            for one in 0..club.len() {
                for other in one + 1..club.len() {
                    let first_wins =
                        if one == 0 { round != 1 } else { (one + other + round) % 2 == 0 };
                    let [a, b] = club.get_disjoint_mut([one, other]).unwrap();
                    let (winner, loser) = if first_wins { (a, b) } else { (b, a) };
                    last = Some(beats(winner, loser, true).await);
                }
            }
        }
        strengths(server, last.unwrap()).await;
        let told = profile(server, "alice").await;
        let award = told.awards.first().unwrap_or_else(|| panic!("{told:?}")).clone();
        assert_eq!((told.grade, award.n_opponents), (Some(award.grade), 4));
        let path = format!("/api/v1/players/alice/awards/{}", award.grade);
        let certificate: Certificate =
            serde_json::from_value(server.get(&path).await.json()).unwrap();
        assert_eq!(certificate.games.len(), award.n_games as usize);
        for file in ["certificate.svg?lang=ja", "certificate.png?lang=vi"] {
            assert_eq!(server.get(&format!("{path}/{file}")).await.status, 200, "{file}");
        }
    }
);
