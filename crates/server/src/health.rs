//! Whether the server lives, and whether it can be played on.

use std::{sync::Arc, time::Duration};

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde_json::{Value, json};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::app::App;

/// How long the database may take to say that it is there.
const DATABASE_WITHIN: Duration = Duration::from_secs(2);

/// For how long what the database has said holds.
const FRESH: Duration = Duration::from_secs(1);

/// Whether the database answers, as it was found last. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readiness {
    // Held while the database is asked: others who want to know wait for the same answer.
    found: Arc<Mutex<Option<(Instant, bool)>>>,
}

impl Readiness {
    async fn of_database(&self, app: &App) -> bool {
        let mut found = self.found.lock().await;
        if let Some((at, answers)) = *found
            && at.elapsed() < FRESH
        {
            return answers;
        }
        let answers = timeout(DATABASE_WITHIN, app.service.store.ping()).await;
        let answers = matches!(answers, Ok(Ok(())));
        *found = Some((Instant::now(), answers));
        answers
    }
}

/// The two addresses: `/health/live` and `/health/ready`.
pub fn router() -> Router<App> {
    Router::new().route("/health/live", get(live)).route("/health/ready", get(ready))
}

/// The process answers: starting it again would not help.
async fn live() -> Json<Value> {
    Json(json!({ "status": "live" }))
}

/// Moves can be written and games be read; if not, what is wrong.
async fn ready(State(app): State<App>) -> (StatusCode, Json<Value>) {
    let amiss = match app.service.check() {
        Err(amiss) => Some(amiss),
        Ok(()) => match app.readiness.of_database(&app).await {
            true => None,
            false => Some("the database does not answer"),
        },
    };
    match amiss {
        None => (StatusCode::OK, Json(json!({ "status": "ready" }))),
        Some(amiss) => {
            let body = json!({ "status": "not_ready", "reason": amiss });
            (StatusCode::SERVICE_UNAVAILABLE, Json(body))
        }
    }
}
