//! Continues an event that was begun elsewhere: an event document, or a file of another pairing
//! program.

use axum::extract::State;
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_tournament::{Event, ReadError, files};

use super::version;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::CreatedAnswer,
        extract::{Body, Member},
        peer::Peer,
        problem::Problem,
    },
};

/// The longest body that is read: an event of 500 players and nine rounds has less.
const BODY_BYTES_MAX: usize = 2 << 20;

pub(super) async fn load(
    State(app): State<App>,
    peer: Peer,
    member: Member,
    Body(asked): Body<wire::LoadedTournament, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::TournamentVersion>, Problem> {
    let wire::LoadedTournament { create, file, mut settings } = asked;
    let read = app.blocking_pool.run(Lane::Dear, peer, move |_| read(&file));
    let event = read.await?.map_err(|detail| Problem::new(RefusalCode::Unreadable, detail))?;
    if !event.name.trim().is_empty() {
        settings.name.clone_from(&event.name);
    }
    settings.format = event.format.clone();
    settings.tiebreaks = event.tiebreaks.clone();
    settings.scoring = Some(event.scoring.clone());
    settings.sides = event.sides;
    settings.handicap = event.handicap.clone();
    settings.prizes = event.prizes.clone();
    let stored = app.service.tournaments.create(&member, create, settings, Some(event)).await?;
    Ok(CreatedAnswer(version(&stored)))
}

fn read(file: &str) -> Result<Event, String> {
    if file.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Event::read(file).map_err(|cause| match cause {
            ReadError::Json { ref source, .. } => format!("{cause}: {source}"),
            ReadError::Problems(ref problems) => format!("{cause}: {problems}"),
        });
    }
    match files::read(file.as_bytes()) {
        Ok(file) => Ok(file.event),
        Err(files::FileError::Problems(problems)) => {
            Err(format!("the file contradicts itself: {problems}"))
        }
        Err(cause) => Err(cause.to_string()),
    }
}
