//! Whether the server lives, and whether it can be played on.

pub(crate) mod readiness;

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde_json::{Value, json};

use crate::app::App;

/// The two addresses: `/health/live` and `/health/ready`.
pub fn router() -> Router<App> {
    Router::new().route("/health/live", get(live)).route("/health/ready", get(ready))
}

/// The process answers: starting it again would not help.
pub(crate) async fn live() -> Json<Value> {
    Json(json!({ "status": "live" }))
}

/// Moves can be written and games be read; if not, what is wrong.
pub(crate) async fn ready(State(app): State<App>) -> (StatusCode, Json<Value>) {
    let amiss = match app.service.check() {
        Err(amiss) => Some(amiss),
        Ok(()) => {
            if app.readiness.of_database(&app.service.store).await {
                None
            } else {
                Some("the database does not answer")
            }
        }
    };
    match amiss {
        None => (StatusCode::OK, Json(json!({ "status": "ready" }))),
        Some(amiss) => {
            let body = json!({ "status": "not_ready", "reason": amiss });
            (StatusCode::SERVICE_UNAVAILABLE, Json(body))
        }
    }
}
