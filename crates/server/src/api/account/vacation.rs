//! `/api/v1/account/vacation`: when the caller's clocks in games by correspondence stand.

use axum::{Json, extract::State};
use komadai_protocol::{RefusalCode, Vacation, http::account as wire};
use komadai_service::vacations::{Standing, VacationError};

use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Body, Player},
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .get("/vacation", show, "The caller's vacation, and how many days are left")
        .post("/vacation", begin, "Begins or plans a vacation")
        .delete("/vacation", end, "Ends the vacation; days that have not begun are left")
}

fn told(app: &App, Standing { vacation, days_left }: Standing) -> Json<wire::VacationStanding> {
    Json(wire::VacationStanding {
        vacation: vacation.map(|it| Vacation { from_ms: it.from_ms, until_ms: it.until_ms }),
        days_left,
        days_a_year: app.service.vacations.days_a_year(),
        now_ms: app.service.timebase.now_ms(),
    })
}

/// Guests play no games by correspondence.
fn member(player: &Player) -> Result<komadai_ids::UserId, Problem> {
    if player.guest {
        Err(Problem::new(RefusalCode::NeedsAccount, "vacations are for accounts"))
    } else {
        Ok(player.id)
    }
}

async fn show(State(app): State<App>, player: Player) -> Answer<wire::VacationStanding> {
    let standing = app.service.vacations.of(member(&player)?).await?;
    Ok(told(&app, standing))
}

async fn begin(
    State(app): State<App>,
    player: Player,
    Body(wire::BeginVacation { from_ms, days }): Body<wire::BeginVacation>,
) -> Answer<wire::VacationStanding> {
    let standing = app.service.vacations.begin(member(&player)?, from_ms, days).await?;
    Ok(told(&app, standing))
}

async fn end(State(app): State<App>, player: Player) -> Answer<wire::VacationStanding> {
    let standing = app.service.vacations.end(member(&player)?).await?;
    Ok(told(&app, standing))
}

impl From<VacationError> for Problem {
    fn from(error: VacationError) -> Self {
        match &error {
            VacationError::Store(cause) => Self::store(cause),
            _ => Self::new(RefusalCode::NotAllowed, error.to_string()),
        }
    }
}
