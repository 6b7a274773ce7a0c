//! Continues an event that was begun elsewhere: an event document, or a file of another pairing
//! program.

use axum::extract::State;
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_service::tournaments::EventDays;
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

/// The longest place, country or name of an arbiter.
const LINE_CHARS_MAX: usize = 100;

pub(super) async fn load(
    State(app): State<App>,
    peer: Peer,
    member: Member,
    Body(asked): Body<wire::LoadedTournament, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::LoadedVersion>, Problem> {
    let wire::LoadedTournament { create, file, mut settings } = asked;
    let read = app.blocking_pool.run(Lane::Dear, peer, move |_| read(&file));
    let file = read.await?.map_err(|detail| Problem::new(RefusalCode::Unreadable, detail))?;
    let (event, notes) = (&file.event, file.notes.clone());
    if !event.name.trim().is_empty() {
        settings.name.clone_from(&event.name);
    }
    settings.format = event.format.clone();
    settings.tiebreaks = event.tiebreaks.clone();
    settings.scoring = Some(event.scoring.clone());
    settings.sides = event.sides;
    settings.handicap = event.handicap.clone();
    settings.prizes = event.prizes.clone();
    tell(&mut settings.plan, file.about.clone());
    let stored = app.service.tournaments.create(&member, create, settings, Some(file)).await?;
    let wire::TournamentVersion { code, version } = version(&stored);
    Ok(CreatedAnswer(wire::LoadedVersion { code, version, notes }))
}

/// When and where it was, and who was its arbiter, as far as the organiser has not said it.
fn tell(plan: &mut wire::Plan, about: files::About) {
    let put = |said: &mut String, told: String| {
        if said.trim().is_empty() {
            *said = told.chars().take(LINE_CHARS_MAX).collect();
        }
    };
    let days = about.days();
    put(&mut plan.place, about.place);
    put(&mut plan.country, about.country);
    put(&mut plan.arbiter, about.arbiter);
    if plan.days.is_none()
        && plan.starts_ms.is_none()
        && let Some([first, last]) = days
    {
        plan.days = Some(EventDays { first, last });
    }
}

fn read(file: &str) -> Result<files::File, String> {
    if file.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        let event = Event::read(file.trim_start_matches('\u{feff}'));
        return event.map(files::File::of).map_err(|cause| match cause {
            ReadError::Json { ref source, .. } => format!("{cause}: {source}"),
            ReadError::Problems(ref problems) => format!("{cause}: {problems}"),
        });
    }
    match files::read(file.as_bytes()) {
        Ok(file) => Ok(file),
        Err(files::FileError::Problems(problems)) => {
            Err(format!("the file contradicts itself: {problems}"))
        }
        Err(cause) => Err(cause.to_string()),
    }
}
