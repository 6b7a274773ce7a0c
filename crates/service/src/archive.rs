//! Where games go that are over: into the database, where rated ones change ratings.

use std::collections::{HashMap, HashSet};

use komadai_community::bell::BellItem;
use komadai_game::{Stretch, TimeControl, UnratedReason};
use komadai_ids::{Code, GameId, NodeId, UserId};
use komadai_live::{
    Settlement,
    archive::{Alarm, Answer, Archive, RoomlessGame, StoredGame},
    game_log::{self, GameLog},
};
use komadai_rules::{BySide, Side};
use komadai_store::{
    AuditEntry, Conn, Game, GameSummary, Result, Store, Tx, audit,
    deletion::{self, DELETED_NAME},
    floors, games, settlements,
    sleeping_games::{self, Outage, SleepingGame},
};
use tracing::warn;

use crate::{Ratings, bell::ring, league};

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How many games are woken before it is looked for more.
const ALARMS_AT_ONCE: u32 = 256;

/// The stored games of the database.
#[derive(Clone, Debug)]
pub(crate) struct StoredGames {
    store: Store,
    ratings: Ratings,
    /// Whose journal is settled here.
    node: NodeId,
}

/// A stored game in whose record nobody has a name who has deleted their account, and whoever was a
/// guest and has registered since has the account's.
pub async fn with_names_now(conn: &mut Conn, mut stored: Game) -> Result<Game> {
    for player in [stored.summary.sente, stored.summary.gote].into_iter().flatten() {
        if deletion::is_deleted(conn, player).await? {
            stored.record = game_log::renamed(stored.record, player, DELETED_NAME);
        } else if let Some(name) =
            games::name_since(conn, player, stored.summary.created_ms).await?
        {
            stored.record = game_log::renamed(stored.record, player, &name);
        }
    }
    Ok(stored)
}

/// The game with the names that its players have who registered while it was played.
async fn with_new_names(tx: &mut Tx, game: &Game) -> Result<Option<Game>> {
    let mut named = None;
    for side in Side::ALL {
        let of =
            |game: &Game| if side == Side::Sente { game.summary.sente } else { game.summary.gote };
        let Some(player) = of(game) else { continue };
        if let Some(name) = games::name_since(tx, player, game.summary.created_ms).await? {
            let summary = &mut named.get_or_insert_with(|| game.clone()).summary;
            let seat =
                if side == Side::Sente { &mut summary.sente_name } else { &mut summary.gote_name };
            *seat = Some(name);
        }
    }
    Ok(named)
}

/// Writes into the moderators' log that a game was not rated because of what its pair plays, once
/// a day for a pair and a reason.
async fn tell_moderators(tx: &mut Tx, game: &GameSummary, reason: UnratedReason) -> Result<()> {
    let (Some(sente), Some(gote)) = (game.sente, game.gote) else { return Ok(()) };
    let day = game.ended_ms.div_euclid(DAY_MS);
    let (first, second) = (sente.uuid().min(gote.uuid()), sente.uuid().max(gote.uuid()));
    let parts = [first.as_bytes().as_slice(), second.as_bytes(), reason.as_str().as_bytes()];
    let entry = AuditEntry {
        id: GameId::derived((day * DAY_MS).max(0) as u64, &parts).uuid(),
        at_ms: game.ended_ms,
        by: None,
        action: reason.as_str().to_owned(),
        about: Some(sente),
        // Both are named there, as long as they have an account.
        details: format!("/{}", game.id.code()),
    };
    audit::insert_once(tx, &entry).await
}

impl StoredGames {
    /// As this node fills them.
    pub(crate) fn of(store: &Store, ratings: Ratings, node: NodeId) -> Self {
        Self { store: store.clone(), ratings, node }
    }
}

impl Archive for StoredGames {
    fn find(&self, code: Code) -> Answer<'_, Option<StoredGame>> {
        Box::pin(async move {
            let mut conn = self.store.read().await?;
            if let Some(stored) = games::find_by_code(&mut conn, code).await? {
                return Ok(Some(StoredGame::Over(with_names_now(&mut conn, stored).await?.record)));
            }
            let Some(kept) = sleeping_games::find(&mut conn, code).await? else {
                return Ok(None);
            };
            let away = sleeping_games::outages_since(&mut conn, kept.since_ms).await?;
            let away = away.into_iter().map(|it| Stretch {
                from_ms: it.from_ms.max(0) as u64,
                until_ms: it.until_ms.max(0) as u64,
            });
            let sleeping = RoomlessGame {
                id: kept.id,
                players: BySide { sente: kept.sente, gote: kept.gote },
                log: GameLog::from_bytes(kept.log),
                since_ms: kept.since_ms.max(0) as u64,
                thought_ms: kept.thought_ms.max(0) as u64,
                wake_ms: kept.wake_ms.max(0) as u64,
            };
            Ok(Some(StoredGame::Asleep(sleeping, away.collect())))
        })
    }

    fn settled<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashSet<GameId>> {
        Box::pin(async move {
            let mut conn = self.store.read().await?;
            settlements::settled(&mut conn, ids).await
        })
    }

    fn floor(&self, head: i64) -> Answer<'_, i64> {
        Box::pin(async move {
            let floor = floors::floor(&mut self.store.read().await?, self.node).await?;
            if floor <= head {
                return Ok(floor);
            }
            warn!("the journal is older than the database; it is read from its beginning");
            let mut tx = self.store.write().await?;
            floors::forget(&mut tx, self.node).await?;
            tx.commit().await?;
            Ok(0)
        })
    }

    fn raise_floor(&self, pos: i64) -> Answer<'_, ()> {
        Box::pin(async move {
            let mut tx = self.store.write().await?;
            floors::raise(&mut tx, self.node, pos).await?;
            tx.commit().await
        })
    }

    /// In one transaction, with the ratings that change.
    fn settle<'a>(&'a self, ended: &'a [&'a Settlement], now_ms: i64) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut tx = self.store.write().await?;
            for Settlement { game, rated, questionable, pooled, withdrawn } in ended {
                if *withdrawn {
                    continue;
                }
                let named = with_new_names(&mut tx, game).await?;
                let game = named.as_ref().unwrap_or(game);
                if !settlements::settle(&mut tx, game, now_ms).await? {
                    games::extend(&mut tx, game).await?;
                    continue;
                }
                ring_if_by_correspondence(&mut tx, &game.summary, now_ms).await?;
                if let Some(rated) = rated {
                    self.ratings.rate(&mut tx, rated).await?;
                }
                if let Some(reason) = questionable {
                    tell_moderators(&mut tx, &game.summary, *reason).await?;
                }
                if let Some(pooled) = pooled {
                    league::settle(&mut tx, pooled, self.ratings.table()).await?;
                }
            }
            tx.commit().await
        })
    }

    fn keep<'a>(&'a self, game: &'a RoomlessGame) -> Answer<'a, bool> {
        Box::pin(async move {
            let kept = SleepingGame {
                id: game.id,
                sente: game.players.sente,
                gote: game.players.gote,
                log: game.log.bytes().to_vec(),
                n_records: game.log.n_records() as i64,
                since_ms: game.since_ms as i64,
                thought_ms: game.thought_ms as i64,
                wake_ms: game.wake_ms as i64,
            };
            let mut tx = self.store.write().await?;
            let is_kept = sleeping_games::keep(&mut tx, &kept).await?;
            tx.commit().await?;
            Ok(is_kept)
        })
    }

    fn kept<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashMap<GameId, usize>> {
        Box::pin(async move {
            let kept = sleeping_games::n_records(&mut self.store.read().await?, ids).await?;
            Ok(kept.into_iter().map(|(id, n)| (id, n.max(0) as usize)).collect())
        })
    }

    fn kept_of(&self, player: UserId) -> Answer<'_, Vec<(GameId, Side)>> {
        Box::pin(async move {
            let seats = sleeping_games::of(&mut self.store.read().await?, player).await?;
            let side =
                |it: &sleeping_games::Seat| if it.is_sente { Side::Sente } else { Side::Gote };
            Ok(seats.iter().map(|it| (it.game, side(it))).collect())
        })
    }

    fn alarms(&self, after: Option<Alarm>, until_ms: u64) -> Answer<'_, Vec<Alarm>> {
        Box::pin(async move {
            let after =
                after.map(|it| sleeping_games::Alarm { at_ms: it.at_ms as i64, game: it.game });
            let mut conn = self.store.read().await?;
            let found =
                sleeping_games::alarms(&mut conn, after, until_ms as i64, ALARMS_AT_ONCE).await?;
            let alarm =
                |it: sleeping_games::Alarm| Alarm { at_ms: it.at_ms.max(0) as u64, game: it.game };
            Ok(found.into_iter().map(alarm).collect())
        })
    }

    fn note_outage(&self, outage: Stretch) -> Answer<'_, ()> {
        Box::pin(async move {
            let outage =
                Outage { from_ms: outage.from_ms as i64, until_ms: outage.until_ms as i64 };
            let mut tx = self.store.write().await?;
            sleeping_games::note_outage(&mut tx, outage).await?;
            tx.commit().await
        })
    }
}

/// Tells the players of a game by correspondence that it is over, who need not have been there.
async fn ring_if_by_correspondence(
    tx: &mut Tx,
    game: &GameSummary,
    now_ms: i64,
) -> komadai_store::Result<()> {
    let (Some(sente), Some(gote)) = (game.sente, game.gote) else { return Ok(()) };
    let clocks = serde_json::from_str::<BySide<TimeControl>>(&game.clock);
    if !clocks.is_ok_and(|it| it[Side::Sente].is_correspondence()) {
        return Ok(());
    }
    for (player, other, side) in [(sente, gote, Side::Sente), (gote, sente, Side::Gote)] {
        let won = game.winner.map(|winner| winner == side);
        let item = BellItem::GameOver { game: game.id.code(), won };
        ring(tx, player, Some(other), now_ms, &item).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use komadai_ids::UserId;
    use komadai_live::rated::RatedGame;
    use komadai_rating::{GradeTable, Points, Rating, Speed, rate};
    use komadai_rules::Grade;
    use komadai_store::{
        GameSummary, NamedAuditEntry, PageKey, audit, both_dbs, games,
        ratings::{self as rows, Annulment},
    };

    use super::*;
    use crate::ratings::rating;

    fn table() -> GradeTable {
        toml::from_str(include_str!("../../../config/grades.toml")).unwrap()
    }

    /// What earns a grade where two are enough, so that a test need not play a season.
    fn table_for_two() -> GradeTable {
        let text = include_str!("../../../config/grades.toml");
        let for_two = text
            .replace("\ngames_in_all = 30", "\ngames_in_all = 8")
            .replace("\nopponents = 10", "\nopponents = 1")
            .replace("\nopponents = 5", "\nopponents = 1")
            .replace("\nopponents = 6", "\nopponents = 1")
            .replace("\nopponents = 7", "\nopponents = 1")
            .replace("\ncertainty = 1.5", "\ncertainty = -9.0");
        toml::from_str(&for_two).unwrap()
    }

    fn node() -> NodeId {
        NodeId::new(1, [1; 10])
    }

    fn user(n: u64) -> UserId {
        UserId::new(1_000 + n, [n as u8; 10])
    }

    /// A rated game of standard shogi, as it comes from its room.
    fn settlement(n: u64, sente: u64, gote: u64, points_of_gote: Points) -> Settlement {
        let id = GameId::new(1_000_000 + n, [7 + n as u8; 10]);
        let ended_ms = n as i64 * DAY_MS / 4;
        let summary = GameSummary {
            id,
            variant: "standard".to_owned(),
            handicap: None,
            clock: "{}".to_owned(),
            sente: Some(user(sente)),
            gote: Some(user(gote)),
            sente_name: None,
            gote_name: None,
            plies: 100,
            reason: "resignation".to_owned(),
            winner: None,
            rated: true,
            final_sfen: String::new(),
            opening: None,
            created_ms: ended_ms,
            started_ms: Some(ended_ms),
            ended_ms,
            previous: None,
            next: None,
        };
        Settlement {
            game: games::Game {
                summary,
                start_sfen: String::new(),
                rules: "{}".to_owned(),
                left: None,
                record: vec![1],
            },
            questionable: None,
            pooled: None,
            withdrawn: false,
            rated: Some(RatedGame {
                id,
                variant: "standard".to_owned(),
                speed: Speed::Rapid,
                sente: user(sente),
                gote: user(gote),
                odds: None,
                points_of_gote,
                plies: 100,
                ended_ms,
                over_the_board: None,
            }),
        }
    }

    async fn standing(store: &Store, n: u64) -> rows::Standing {
        let mut conn = store.read().await.unwrap();
        rows::standings(&mut conn, user(n), "standard").await.unwrap().remove(0)
    }

    both_dbs!(a_game_that_is_settled_twice_counts_once, |store| async {
        let archive = StoredGames::of(&store, Ratings::new(table()), node());
        let (first, second) = (settlement(1, 1, 2, Points::Win), settlement(2, 2, 1, Points::Draw));
        archive.settle(&[&first], 9).await.unwrap();
        let before = [standing(&store, 1).await, standing(&store, 2).await];
        assert_eq!((before[0].n_games, before[1].n_games), (1, 1));
        assert!(before[0].numbers.rating < before[1].numbers.rating);
        // After a crash it is found in the journal again, alone, in a batch, twice in one.
        archive.settle(&[&first], 10).await.unwrap();
        archive.settle(&[&first, &first], 10).await.unwrap();
        assert_eq!([standing(&store, 1).await, standing(&store, 2).await], before);
        archive.settle(&[&first, &second, &second], 11).await.unwrap();
        assert_eq!(standing(&store, 1).await.n_games, 2);
        let mut conn = store.read().await.unwrap();
        let changes = rows::of_game(&mut conn, first.game.summary.id).await.unwrap();
        assert_eq!(changes.len(), 2);
    });

    both_dbs!(a_game_that_sleeps_is_found_until_it_is_settled, |store| async {
        let archive = StoredGames::of(&store, Ratings::new(table()), node());
        let over = settlement(1, 1, 2, Points::Win);
        let id = over.game.summary.id;
        let mut log = GameLog::default();
        log.push(b"first");
        log.push(b"second");
        let sleeping = RoomlessGame {
            id,
            players: BySide { sente: user(1), gote: user(2) },
            log: log.clone(),
            since_ms: 1_000,
            thought_ms: 7,
            wake_ms: 9_000,
        };
        assert!(archive.keep(&sleeping).await.unwrap());
        for (from_ms, until_ms) in [(500, 900), (2_000, 3_000)] {
            archive.note_outage(Stretch { from_ms, until_ms }).await.unwrap();
        }
        let away = Stretch { from_ms: 2_000, until_ms: 3_000 };
        let found = archive.find(id.code()).await.unwrap();
        assert_eq!(found, Some(StoredGame::Asleep(sleeping, vec![away])));
        assert_eq!(archive.kept(&[id]).await.unwrap(), HashMap::from([(id, 2)]));
        assert_eq!(archive.kept_of(user(1)).await.unwrap(), [(id, Side::Sente)]);
        assert_eq!(archive.kept_of(user(2)).await.unwrap(), [(id, Side::Gote)]);
        let alarm = Alarm { at_ms: 9_000, game: id };
        assert_eq!(archive.alarms(None, 8_999).await.unwrap(), []);
        assert_eq!(archive.alarms(None, 9_000).await.unwrap(), [alarm]);
        assert_eq!(archive.alarms(Some(alarm), 9_000).await.unwrap(), []);

        archive.settle(&[&over], 9_500).await.unwrap();
        assert_eq!(archive.find(id.code()).await.unwrap(), Some(StoredGame::Over(vec![1])));
        assert_eq!(archive.kept_of(user(1)).await.unwrap(), []);
    });

    // A journal that is older than the database, as when only one of the two was restored.
    both_dbs!(a_floor_above_the_journal_is_none, |store| async {
        let archive = StoredGames::of(&store, Ratings::new(table()), node());
        archive.raise_floor(50).await.unwrap();
        assert_eq!(archive.floor(50).await.unwrap(), 50);
        assert_eq!(archive.floor(49).await.unwrap(), 0);
        // By now the journal has grown beyond it, which makes it no truer.
        assert_eq!(archive.floor(60).await.unwrap(), 0);
    });

    /// What each player's history says the ratings are, from the beginning.
    fn recomputed(history: &[rows::Change], table: &GradeTable) -> BTreeMap<String, (Rating, i64)> {
        let mut now: BTreeMap<String, (Rating, i64)> = BTreeMap::new();
        for change in history {
            let surest = now.values().min_by(|a, b| a.0.deviation.total_cmp(&b.0.deviation));
            let begin =
                Rating::starting_at(surest.map_or(table.start(), |(known, _)| known.rating));
            let (own, at_ms) = now.get(&change.speed).copied().unwrap_or((begin, change.ended_ms));
            let own = own.after_idle((change.ended_ms - at_ms).max(0) as u64);
            let other = Rating {
                rating: change.opponent_rating,
                deviation: change.opponent_deviation,
                volatility: 0.06,
            };
            let points = *Points::ALL.iter().find(|it| it.as_str() == change.points).unwrap();
            let odds = change.handicap.as_ref().map(|it| it.parse().unwrap());
            let after = if change.gave || odds.is_none() {
                rate(own, other, points, odds, table).unwrap().0
            } else {
                rate(other, own, points.other(), odds, table).unwrap().1
            };
            now.insert(change.speed.clone(), (after, at_ms.max(change.ended_ms)));
        }
        now
    }

    both_dbs!(what_the_history_tells_is_what_the_ratings_are, |store| async {
        let table = table_for_two();
        let archive = StoredGames::of(&store, Ratings::new(table.clone()), node());
        let mut seed = 20_260_101_u64;
        let mut draw = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            (seed >> 33) % n
        };
        let odds = [None, None, None, Some("lance"), Some("2_piece"), Some("first_move")];
        let mut games = Vec::new();
        for n in 0..160 {
            let (sente, gap) = (draw(5), 1 + draw(4));
            let gote = (sente + gap) % 5;
            // The players with the higher numbers win nearly always.
            let wins = (gote > sente) == (draw(10) < 9);
            let points = match (draw(20), wins) {
                (0, _) => Points::Draw,
                (_, true) => Points::Win,
                (_, false) => Points::Loss,
            };
            let mut game = settlement(n, sente, gote, points);
            let rated = game.rated.as_mut().unwrap();
            rated.speed = Speed::ALL[draw(2) as usize];
            rated.odds = odds[draw(6) as usize].map(|it| it.parse().unwrap());
            games.push(game);
        }
        for batch in games.chunks(7) {
            let batch: Vec<_> = batch.iter().collect();
            archive.settle(&batch, 1).await.unwrap();
            archive.settle(&batch, 2).await.unwrap();
        }
        let mut conn = store.read().await.unwrap();
        let mut n_awards = 0;
        for n in 0..5 {
            let mut history = rows::latest(&mut conn, user(n), "standard", 0, 2_000).await.unwrap();
            history.reverse();
            let counted = history.iter().zip(1..).all(|(change, n)| change.n == n);
            assert!(counted, "the games of player {n} are counted without a gap");
            let again = recomputed(&history, &table);
            let standings = rows::standings(&mut conn, user(n), "standard").await.unwrap();
            assert_eq!(standings.len(), again.len());
            for standing in standings {
                let (expected, at_ms) = again[&standing.speed];
                let stored = rating(standing.numbers);
                for (stored, expected) in [
                    (stored.rating, expected.rating),
                    (stored.deviation, expected.deviation),
                    (stored.volatility, expected.volatility),
                ] {
                    assert!((stored - expected).abs() < 1e-9, "{n}: {stored} is not {expected}");
                }
                assert_eq!(standing.rated_ms, at_ms);
            }
            // Every award names games that hold it up, and none is lower than one before it.
            let awards = rows::awards(&mut conn, user(n)).await.unwrap();
            assert!(awards.is_sorted_by(|later, earlier| later.place > earlier.place));
            for award in &awards {
                let grade: Grade = award.grade.parse().unwrap();
                let rule = &table.rules()[grade.index()];
                let named = &history[(award.n - award.n_games) as usize..award.n as usize];
                assert!(named.iter().all(|change| change.after.rating >= rule.floor));
                assert_eq!(named.last().unwrap().game, award.game);
                n_awards += 1;
            }
        }
        assert!(n_awards > 0);
    });

    both_dbs!(a_grade_is_annulled_by_name_and_not_earned_again_by_the_same_games, |store| async {
        let ratings = Ratings::new(table_for_two());
        let archive = StoredGames::of(&store, ratings.clone(), node());
        let mut n = 0;
        let mut play = async |times: u64| {
            for _ in 0..times {
                n += 1;
                // A rating that nobody ever dents does not become certain.
                let points = if n % 3 == 0 { Points::Loss } else { Points::Win };
                archive.settle(&[&settlement(n, 1, 2, points)], 1).await.unwrap();
            }
        };
        play(60).await;
        let mut conn = store.read().await.unwrap();
        let held = rows::grade(&mut conn, user(2)).await.unwrap().expect("forty wins earn it");
        let grade: Grade = held.grade.parse().unwrap();
        let moderator = user(9);
        let now = komadai_live::Timebase::start();
        let annul = async |reason: &str| {
            ratings.annul(&store, now, moderator, user(2), grade, reason).await.unwrap()
        };
        assert!(annul("the loser was the winner's second account").await);
        assert!(!annul("twice").await);
        let after = rows::grade(&mut conn, user(2)).await.unwrap();
        assert!(after.is_none_or(|it| it.place < held.place));
        let written = rows::annulments(&mut conn, user(2)).await.unwrap();
        assert!(matches!(&written[..], [Annulment { moderator: by, reason, .. }]
            if *by == moderator && reason.contains("second account")));
        let log = audit::before(&mut conn, PageKey::first(), 9).await.unwrap();
        assert!(matches!(&log[..], [NamedAuditEntry { entry, .. }]
            if entry.by == Some(moderator) && entry.about == Some(user(2))
                && entry.action == "annul_grade" && entry.details.contains("second account")));
        // The games up to then hold nothing up any more.
        play(1).await;
        let after = rows::grade(&mut conn, user(2)).await.unwrap();
        assert!(after.is_none_or(|it| it.place < held.place));
        play(30).await;
        let again = rows::grade(&mut conn, user(2)).await.unwrap().expect("earned anew");
        assert!(again.n > 60, "{again:?}");
    });

    // Short games and long ones; in three the other wins one, so that the ratings become certain.
    both_dbs!(no_grade_is_had_from_one_friend, |store| async {
        let archive = StoredGames::of(&store, Ratings::new(table()), node());
        let mut n = 0;
        let mut play = async |sente: u64, gote: u64, plies: u32| {
            n += 1;
            let points = if n % 3 == 0 { Points::Loss } else { Points::Win };
            let mut game = settlement(n, sente, gote, points);
            game.game.summary.plies = plies;
            game.rated.as_mut().unwrap().plies = plies;
            archive.settle(&[&game], 1).await.unwrap();
        };
        for plies in [8, 100] {
            for _ in 0..40 {
                play(1, 2, plies).await;
            }
        }
        let mut conn = store.read().await.unwrap();
        for n in [1, 2] {
            assert!(rows::awards(&mut conn, user(n)).await.unwrap().is_empty());
        }
    });

    both_dbs!(short_games_are_not_counted, |store| async {
        let archive = StoredGames::of(&store, Ratings::new(table()), node());
        for (n, opponent, plies) in [(1, 2, 29), (2, 2, 30), (3, 2, 90), (4, 3, 8), (5, 3, 60)] {
            let mut game = settlement(n, 1, opponent, Points::Win);
            game.game.summary.plies = plies;
            game.rated.as_mut().unwrap().plies = plies;
            archive.settle(&[&game], 1).await.unwrap();
        }
        let mut conn = store.read().await.unwrap();
        let counted = rows::counted(&mut conn, user(1), "standard", (1, 4), 30, 9).await.unwrap();
        let seen: Vec<_> = counted.iter().map(|it| (it.change.n, it.plies)).collect();
        assert_eq!(seen, [(3, 90), (2, 30)]);
    });
}
