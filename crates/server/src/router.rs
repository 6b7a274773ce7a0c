//! Which address leads where.

use std::net::SocketAddr;

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, State},
    http::{HeaderMap, HeaderValue, Response, Uri, header},
    middleware::{from_fn, from_fn_with_state, map_response, map_response_with_state},
    response::IntoResponse,
    routing::get,
};
use komadai_ids::Code;
use komadai_language::Language;
use komadai_protocol::RefusalCode;
use komadai_service::SessionToken;
use komadai_store::Scope;
use percent_encoding::percent_decode_str;
use tokio::time::Instant;
use tower_http::compression::{
    CompressionLayer,
    predicate::{Predicate as _, SizeAbove},
};

use crate::{
    api::{self, tournaments::archive},
    app::App,
    assets::{self, PageOf},
    bodies, branding,
    cluster::{
        at_of,
        tunnel::{self, Call},
    },
    health,
    http::{bearer, caching, cookies, headers, origin, peer::Peer, problem::Problem, requests},
    preview::{self, Preview},
    session::{self, Credential},
    throttle::middleware,
    websocket::{self, Upgrade},
};

pub fn router(app: App) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .merge(
            api::bot_router()
                .layer(from_fn_with_state(app.clone(), middleware::limit_programs))
                .layer(map_response(api::in_words_of_lishogi)),
        )
        .merge(
            Router::new()
                .route("/game/export/{code}", get(api::exported))
                .route("/api/openapi.json", get(api::openapi))
                .route("/calendar.ics", get(api::calendar::of_site))
                .route("/clubs/{slug}/calendar.ics", get(api::calendar::of_club))
                .route("/calendars/{file}", get(api::calendar::of_account))
                .route("/oembed", get(api::oembed::show))
                .layer(from_fn_with_state(app.clone(), middleware::limit_requests)),
        )
        .nest(
            "/api/v1",
            api::router()
                .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
                .layer(map_response(caching::keep_only_what_is_public)),
        )
        .merge(health::router().layer(from_fn_with_state(app.clone(), middleware::limit_pages)))
        .fallback(page)
        .layer(from_fn_with_state(app.clone(), bodies::middleware::bound))
        .layer(map_response_with_state(app.clone(), headers::add))
        .layer(
            CompressionLayer::new().compress_when(SizeAbove::default().and(bodies::may_be_packed)),
        )
        .layer(from_fn(requests::is_unambiguous))
        .layer(from_fn(requests::number))
        .with_state(app)
}

/// What is answered by a server that plays games for another: sockets.
pub(crate) fn router_of_rooms(app: App) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .layer(map_response_with_state(app.clone(), headers::add))
        .layer(from_fn(requests::is_unambiguous))
        .layer(from_fn(requests::number))
        .with_state(app)
}

async fn socket(
    State(app): State<App>,
    peer: Peer,
    uri: Uri,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<Upgrade, Problem>,
) -> Response<Body> {
    if !origin::is_allowed(&headers, &app.config) {
        return Problem::new(
            RefusalCode::WrongOrigin,
            "this request comes from a page of another site",
        )
        .into_response();
    }
    if let Err(problem) = app.throttle.request(peer) {
        return problem.into_response();
    }
    if let Err(problem) = middleware::let_in(&app, peer, &headers).await {
        return problem.into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let target = uri.path_and_query().map_or("", |it| it.as_str());
    if let Some(node) = at_of(target).filter(|_| !app.service.is_node()) {
        let call = Call { node, from, target, headers: &headers };
        return tunnel::pass_on(app.linking.as_ref(), call, upgrade).await;
    }
    let is_program = match bearer::player(&app, &headers, Scope::Play).await {
        Ok(program) => program.is_some(),
        Err(problem) => return problem.into_response(),
    };
    let place = match app.sockets.let_in(peer, Instant::now()) {
        Ok(place) => place,
        Err(too_many) => return Problem::from(too_many).into_response(),
    };
    let known = cookies::token(&headers, &app.config);
    let token = known.clone().unwrap_or_else(SessionToken::random);
    let config = app.config.clone();
    let pass = match bearer::hash(&headers).filter(|_| is_program) {
        Some(hash) => Credential::Program(hash),
        None => Credential::Browser(token.hash()),
    };
    let mut response = upgrade.answer(move |mut socket| {
        let session = session::begin(app, peer, place, pass);
        session.speaks_through(socket.get_ref().outlet());
        async move {
            if session.run(&mut socket).await {
                websocket::drain(socket).await;
            }
        }
    });
    if known.is_none() && !is_program {
        response.headers_mut().insert(header::SET_COOKIE, cookies::set(&token, &config));
    }
    response
}

/// A file of the client, or the page from which all its views start.
async fn page(State(app): State<App>, peer: Peer, uri: Uri, headers: HeaderMap) -> Response<Body> {
    if let Err(problem) = app.throttle.page(peer) {
        return problem.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_entry = path.ends_with(".html") && path != assets::OFFLINE_PAGE;
    if let Some(file) = app.branded.file(path) {
        return file;
    }
    if let Some(file) = assets::file(path, &headers).filter(|_| !path.is_empty() && !is_entry) {
        return file;
    }
    // The record of a game, for programs that open addresses and follow none that lead on.
    if let Some((code, ending)) = path.split_once('.')
        && let Ok(code) = code.parse::<Code>()
    {
        let file = api::games::record_file(&app, peer, &headers, code, ending).await;
        return file.unwrap_or_else(IntoResponse::into_response);
    }
    // An entry of an event may be called anything.
    let is_file =
        path.contains('.') && !(path.starts_with("tournaments/") && path.contains("/players/"));
    if path.starts_with("assets/") || is_file {
        return Problem::new(RefusalCode::NotFound, "there is no such file").into_response();
    }
    let branding = app.service.site.branding().get();
    let language = preview::language(&headers, &branding);
    let page = path.split('/').next().unwrap_or_default();
    if matches!(page, "review" | "study" | "broadcasts") {
        let preview = of_broadcast(&app, path, &headers, language).await;
        let discovery = api::oembed::discovery(path, &preview::base(&headers, &app.config));
        let head = preview.map(|it| it.head(&branding) + &discovery.unwrap_or_default());
        let head = head.unwrap_or_else(|| branding::title(&branding));
        let page = PageOf { branding: &branding, language, head: &head };
        let mut response = assets::review_page(page);
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
        give_cookie(&app, &headers, &mut response);
        return response;
    }
    // Without a cookie: within another site's page nobody is anybody.
    if path.starts_with("embed/") {
        let head = branding::title(&branding);
        return assets::embedded_page(PageOf { branding: &branding, language, head: &head });
    }
    // A game that cannot be looked at at the moment is opened by the client all the same.
    let game = match path.parse::<Code>() {
        Ok(code) => api::games::look(&app, code).await.ok(),
        Err(_) => None,
    };
    let base = preview::base(&headers, &app.config);
    let preview = match game {
        Some(game) => Preview::of(&game, &base, language),
        None => of_event(&app, peer, path, &base, language)
            .await
            .unwrap_or_else(|| Preview::of_site(&base, path, language, &branding)),
    };
    let discovery = api::oembed::discovery(path, &base).unwrap_or_default();
    let is_stranger = path.is_empty() && cookies::token(&headers, &app.config).is_none();
    let page = if is_stranger { assets::page_for_strangers } else { assets::page };
    let head = preview.head(&branding) + &discovery;
    let mut response = page(PageOf { branding: &branding, language, head: &head });
    let varies = HeaderValue::from_static("accept-language, cookie");
    response.headers_mut().insert(header::VARY, varies);
    give_cookie(&app, &headers, &mut response);
    response
}

/// What a link to a tournament, a player in it, a circuit or a club shows, where everybody may see it.
async fn of_event(
    app: &App,
    peer: Peer,
    path: &str,
    base: &str,
    language: Language,
) -> Option<Preview> {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    match *parts.as_slice() {
        ["tournaments", code, "players", entry] => {
            let entry = percent_decode_str(entry).decode_utf8().ok()?;
            let (stored, card) = archive::public_card(app, peer, code, &entry).await?;
            Some(Preview::of_card(&stored.tournament, &entry, &card, base, language))
        }
        ["tournaments", code] => {
            let (stored, podium) = archive::public_event(app, peer, code).await?;
            Some(Preview::of_event(&stored.tournament, &podium, base, language))
        }
        ["circuits", code] => api::circuits::preview(app, peer, code, base, language).await,
        ["clubs", slug] => {
            let club = app.service.clubs.look(slug, None).await.ok()?;
            Some(Preview::of_club(&club, base, language))
        }
        _ => None,
    }
}

/// What a link to a broadcast or one of its boards shows, where everybody may see it.
async fn of_broadcast(
    app: &App,
    path: &str,
    headers: &HeaderMap,
    language: Language,
) -> Option<Preview> {
    let mut parts = path.strip_prefix("broadcasts/")?.split('/');
    let code = parts.next()?.parse().ok()?;
    let board = parts.next().map(str::parse::<Code>).transpose().ok()?;
    let (look, place) = api::broadcasts::public_look(app, code, board).await?;
    let base = preview::base(headers, &app.config);
    Some(Preview::of_broadcast(&look, place, &base, language))
}

/// Gives a browser that has none the cookie by which it is known again.
fn give_cookie(app: &App, headers: &HeaderMap, response: &mut Response<Body>) {
    if cookies::token(headers, &app.config).is_none() {
        let cookie = cookies::set(&SessionToken::random(), &app.config);
        let headers = response.headers_mut();
        headers.insert(header::SET_COOKIE, cookie);
        // No proxy may give one browser's cookie to another.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}
