//! `/api/v1/me/notes`: what the caller notes of their games, which nobody else can read.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use komadai_ids::{Code, UserId};
use komadai_protocol::{RefusalCode, http::notes as wire};
use komadai_service::game_notes::{NOTE_CHARS_MAX, NoteError, NoteState};

use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Body, Player},
        problem::Problem,
    },
};

/// The longest body of a note: JSON may spell each character as twelve.
const NOTE_BYTES_MAX: usize = 12 * NOTE_CHARS_MAX + 1_024;

pub(super) fn routes() -> Routes {
    Routes::new("notes")
        .get("/me/notes/{code}", show, "The caller's note of a game that they play or played")
        .put("/me/notes/{code}", set, "Stores the note, unless it has changed in the meantime")
}

fn member(player: &Player) -> Result<UserId, Problem> {
    if player.guest {
        Err(Problem::new(RefusalCode::NeedsAccount, "notes are stored for accounts only"))
    } else {
        Ok(player.id)
    }
}

fn code_of(text: &str) -> Result<Code, NoteError> {
    text.parse().map_err(|_| NoteError::UnknownGame)
}

fn told(NoteState { text, version, .. }: NoteState) -> wire::Note {
    wire::Note { text, version }
}

async fn show(
    State(app): State<App>,
    player: Player,
    Path(code): Path<String>,
) -> Answer<wire::Note> {
    let noted = app.service.notes.of(member(&player)?, code_of(&code)?).await?;
    Ok(Json(told(noted)))
}

async fn set(
    State(app): State<App>,
    player: Player,
    Path(code): Path<String>,
    Body(wire::NewNote { text, version }): Body<wire::NewNote, NOTE_BYTES_MAX>,
) -> Answer<wire::NoteStored> {
    app.disk_has_room()?;
    let code = code_of(&code)?;
    let noted = app.service.notes.set(member(&player)?, code, version, &text).await?;
    Ok(Json(wire::NoteStored { stored: noted.is_kept, note: told(noted) }))
}

impl From<NoteError> for Problem {
    fn from(error: NoteError) -> Self {
        let code = match &error {
            NoteError::UnknownGame => RefusalCode::UnknownGame,
            NoteError::NotAPlayer => RefusalCode::NotAPlayer,
            NoteError::TooLong => RefusalCode::BadWords,
            NoteError::Game(_) => {
                let status = StatusCode::SERVICE_UNAVAILABLE;
                return Self::new(RefusalCode::Internal, error.to_string()).with_status(status);
            }
            NoteError::Store(cause) => return Self::store(cause),
        };
        Self::new(code, error.to_string())
    }
}
