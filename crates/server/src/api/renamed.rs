//! Addresses that have another name now. For one version who asks at the old one is sent on.

use axum::{
    http::Uri,
    response::{IntoResponse, Redirect, Response},
};
use komadai_protocol::RefusalCode;

use super::Problem;

/// Where to find what no handler answers for, if it has only been renamed.
pub(super) async fn elsewhere(uri: Uri) -> Response {
    match new_address(&uri) {
        Some(address) => Redirect::permanent(&address).into_response(),
        None => Problem::new(RefusalCode::NotFound, "there is no such address").into_response(),
    }
}

/// Reviews used to be called studies.
fn new_address(uri: &Uri) -> Option<String> {
    let old = uri.path();
    let new = match old.strip_prefix("/studies") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("/reviews{rest}"),
        _ if old == "/me/studies" => "/me/reviews".to_owned(),
        _ => return None,
    };
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("/api/v1{new}{query}"))
}
