//! What is counted of a request before a handler sees it.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method},
    middleware::Next,
    response::Response,
};
use komadai_protocol::RefusalCode;

use crate::{
    app::App,
    http::{bearer, cookies, origin, peer::Peer, problem::Problem},
};

/// Whether an address is banned.
pub(crate) fn is_banned(app: &App, peer: Peer) -> bool {
    let (sanctions, now_ms) = (app.service.directory.sanctions(), app.service.timebase.now_ms());
    sanctions.address_banned_until_ms(&peer.to_string(), now_ms).is_some()
}

/// Refuses visitors from a banned address, except those who run the site: they may share it with
/// somebody they have banned, and must be able to lift the ban.
///
/// # Errors
/// When it is banned, or the database fails.
pub(crate) async fn let_in(app: &App, peer: Peer, headers: &HeaderMap) -> Result<(), Problem> {
    if !is_banned(app, peer) {
        return Ok(());
    }
    if let Some(token) = cookies::token(headers, &app.config)
        && let Some(member) = app.service.accounts.member(token.hash()).await?
        && member.role.is_some()
    {
        return Ok(());
    }
    Err(Problem::new(RefusalCode::Banned, "this address is banned"))
}

/// Whether a request is to sign in, for which it is decided who may once the password was right.
fn signs_in(path: &str) -> bool {
    path.ends_with("/account/sign-in") || path.ends_with("/account/sign-in/code")
}

/// Counts every question whether the server is there as a page.
///
/// # Errors
/// When there were too many.
pub(crate) async fn limit_pages(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.throttle.page(peer)?;
    Ok(next.run(request).await)
}

/// Counts every request to the API: by address, and what changes something also by session. That must
/// come from one of our own pages, or from a program.
///
/// # Errors
/// When there were too many, or the address is banned and something would change.
pub(crate) async fn limit_requests(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.throttle.request(peer)?;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes {
        let headers = request.headers();
        // No page of another site can have a browser send along a program's token.
        if !bearer::is_present(headers) {
            origin::check(headers, &app.config)?;
        }
        if !signs_in(request.uri().path()) {
            let_in(&app, peer, headers).await?;
        }
        let session = cookies::token(headers, &app.config).map(|token| token.hash());
        let session = session.or_else(|| bearer::hash(headers));
        app.throttle.change(peer, session)?;
    }
    if is_work(request.uri().path()) {
        app.throttle.work(peer, 1)?;
    }
    Ok(next.run(request).await)
}

/// Counts every request of a program as [`limit_requests`] does; what it says in games is counted
/// by its session.
///
/// # Errors
/// When there were too many, or the address is banned and something would change.
pub(crate) async fn limit_programs(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.throttle.request(peer)?;
    if *request.method() != Method::GET {
        let_in(&app, peer, request.headers()).await?;
        // What is done in a game is counted by its session: a move that is refused loses the game.
        if !is_in_game(request.uri().path()) {
            app.throttle.change(peer, bearer::hash(request.headers()))?;
        }
    }
    Ok(next.run(request).await)
}

/// Whether a program plays by it.
fn is_in_game(path: &str) -> bool {
    ["/api/bot/game/", "/api/board/game/"].iter().any(|folder| path.starts_with(folder))
}

/// Whether the server has to draw, read or pack something for it.
fn is_work(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    file.contains('.') || path.ends_with("/imports") || path.ends_with("/reviews/read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_work() {
        for path in
            ["/games/x/diagram.gif", "/me/imports", "/reviews/read", "/reviews/file/record.kif"]
        {
            assert!(is_work(path), "{path}");
        }
        assert!(!is_work("/games/x") && !is_work("/reviews"));
    }
}
