//! Whether the server lives, and whether it can be played on.

use std::time::Duration;

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::App;

/// How long the database may take to say that it is there.
const DATABASE_WITHIN: Duration = Duration::from_secs(2);

/// The two addresses: `/health/live` and `/health/ready`.
pub fn router() -> Router<App> {
    Router::new().route("/health/live", get(live)).route("/health/ready", get(ready))
}

/// The process answers: starting it again would mend nothing.
async fn live() -> Json<Value> {
    Json(json!({ "status": "live" }))
}

/// Moves can be written and games be read; if not, what is amiss.
async fn ready(State(app): State<App>) -> (StatusCode, Json<Value>) {
    let amiss = match app.service.check() {
        Err(amiss) => Some(amiss),
        Ok(()) => match timeout(DATABASE_WITHIN, app.service.store.ping()).await {
            Ok(Ok(())) => None,
            Ok(Err(_)) | Err(_) => Some("the database does not answer"),
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
