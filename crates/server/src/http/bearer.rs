//! Programs that act for an account: `Authorization: Bearer komadai_…`.
//!
//! A request that has this header is never judged by its cookie, so that what asks for a browser's
//! session cannot be done with a token.

use axum::http::{HeaderMap, header};
use komadai_game::Player;
use komadai_service::{AccountError, Accounts};
use komadai_store::{Scope, TokenHash};

use super::problem::Problem;
use crate::app::App;

/// Whether a program asks, or says it is one.
pub(crate) fn is_present(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION)
}

/// The hash of the token that a request carries, if it is one.
pub(crate) fn hash(headers: &HeaderMap) -> Option<TokenHash> {
    let (kind, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let is_bearer = kind.eq_ignore_ascii_case("bearer");
    Accounts::bearer_hash(token.trim()).filter(|_| is_bearer)
}

/// For whom a program asks, if its token allows this; `None` where no program asks.
///
/// # Errors
/// When the token is none, or does not allow it.
pub(crate) async fn player(
    app: &App,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Option<Player>, Problem> {
    if !is_present(headers) {
        return Ok(None);
    }
    let hash = hash(headers).ok_or(AccountError::BadToken)?;
    Ok(Some(app.service.accounts.bearer(hash, scope).await?))
}
