//! What people do, told from their side.

pub(crate) mod accounts;
mod addresses;
mod appointments;
mod assistance;
mod attacks;
mod attacks_accounts;
mod attacks_caching;
mod attacks_consent;
mod attacks_floods;
mod attacks_memory;
mod attacks_pools;
mod attacks_privacy;
mod attacks_queries;
mod attacks_visitors;
mod attacks_work;
mod bell;
mod bot_marks;
mod bot_traps;
mod bots;
mod branding;
mod bridges;
mod broadcasts;
mod challenges;
mod circuits;
mod clients;
mod clubs;
mod coaching;
mod composing;
mod correspondence;
mod csa;
mod deletion;
mod email;
mod endings;
mod engine;
mod exercises;
mod explorer;
mod fair_play;
mod game_lines;
mod grades;
mod guests;
mod home;
mod ladder;
mod learning;
mod matchmaking;
mod metrics;
mod moderation;
mod notices;
mod people;
mod play;
mod positions;
mod privacy;
mod programs;
mod ratings;
mod records;
mod refusals;
mod repeats;
mod resume;
mod reviews;
mod second_factor;
mod simul;
mod site;
mod sockets;
mod staff;
mod strangers;
mod strength;
mod studies;
mod study_invitations;
mod table_clocks;
mod team_entry;
mod timing;
mod tournament_archive;
mod tournament_crashes;
mod tournament_days;
mod tournament_entries;
mod tournament_evenings;
mod tournament_hall;
mod tournament_mistakes;
mod tournament_parts;
mod tournament_ranking;
mod tournament_stages;
pub(crate) mod tournaments;
mod variant_endings;
mod watching;

use komadai_ids::Code;
use komadai_protocol::{GameEvent, SetupRequest};

use crate::fixture::{Tab, TestServer, clock, setup};

/// Sente and gote of a new game, who look at it.
async fn pair(server: &TestServer, time: &str) -> (Tab, Tab, Code) {
    pair_for(server, setup(clock(time))).await
}

/// As [`pair`], on any terms; the creator is the first of the two.
async fn pair_for(server: &TestServer, setup: SetupRequest) -> (Tab, Tab, Code) {
    let mut creator = server.enter("creator").await;
    let mut joiner = server.enter("joiner").await;
    let game = creator.create(setup).await;
    joiner.join(game).await;
    creator.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    (creator, joiner, game)
}

/// Moves after which whoever gives up a rated game has lost something. In handicaps gote begins.
async fn play_opening(sente: &mut Tab, gote: &mut Tab) {
    let by_sente = ["7g7f", "2g2f", "3i4h", "5g5f", "4i5h"];
    let by_gote = ["3c3d", "4c4d", "3a4b", "5c5d", "4b4c"];
    let [first, second] =
        if sente.view.turn() == sente.view.you { [by_sente, by_gote] } else { [by_gote, by_sente] };
    let moves = first.into_iter().zip(second).flat_map(|(one, other)| [one, other]);
    play(sente, gote, moves).await;
}

/// Plays these moves; how many they were.
async fn play<'a>(sente: &mut Tab, gote: &mut Tab, moves: impl Iterator<Item = &'a str>) -> u32 {
    let before = sente.view.ply;
    let mut n_moves = 0;
    for usi in moves {
        let is_sente = sente.view.turn() == sente.view.you;
        let (mover, other) =
            if is_sente { (&mut *sente, &mut *gote) } else { (&mut *gote, &mut *sente) };
        mover.play(usi).await;
        n_moves += 1;
        if mover.view.ply == before + n_moves {
            other.sees_ply(before + n_moves).await;
        }
    }
    n_moves
}
