//! Bounds what requests bring and what they are answered with.

use axum::{
    body::{Body, HttpBody as _},
    extract::{Request, State},
    http::{HeaderMap, Uri, header},
    middleware::Next,
    response::Response,
};
use komadai_live::pool::{Claim, Claimant, Full, Pool};

use super::{Fault, SharedBytes, arriving::ArrivingBody, leaving::LeavingBody, packing};
use crate::{
    app::App,
    http::{bearer, cookies, peer::Peer},
    listener::Exchange,
};

/// Whose a longer request is, is looked up before it arrives.
const ANONYMOUS_BYTES_MAX: u64 = 16 << 10;

/// An answer that is shorter does not count.
const ANSWER_BYTES_MIN: usize = 4 << 10;

/// What compressing an answer takes while it is sent.
const PACKING_BYTES: usize = 128 << 10;

/// Bounds what a request brings and what it is answered with.
pub(crate) async fn bound(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Response {
    let asker = Asker::of(peer, &request);
    let response = if request.body().is_end_stream() {
        next.run(request).await
    } else {
        take(&app, &asker, request, next).await
    };
    answer(&app, &asker, response).await
}

/// Who asks for what, and how.
struct Asker {
    peer: Peer,
    /// What tells whose session it is.
    credentials: HeaderMap,
    uri: Uri,
    exchange: Exchange,
    accepts_gzip: bool,
}

impl Asker {
    fn of(peer: Peer, request: &Request) -> Self {
        let headers = request.headers();
        let mut credentials = HeaderMap::new();
        for name in [header::COOKIE, header::AUTHORIZATION] {
            for value in headers.get_all(&name) {
                credentials.append(&name, value.clone());
            }
        }
        Self {
            peer,
            credentials,
            uri: request.uri().clone(),
            exchange: request.extensions().get().cloned().unwrap_or_default(),
            accepts_gzip: packing::accepts_gzip(headers),
        }
    }

    fn visitor(&self) -> Claimant {
        Claimant::visitor(self.peer.address())
    }

    /// Who it is, once that matters: looking it up takes the database.
    async fn claimant(&self, app: &App) -> Claimant {
        let accounts = &app.service.accounts;
        let user = match bearer::hash(&self.credentials) {
            Some(hash) => accounts.owner_of_token(hash).await.ok().flatten(),
            None => match cookies::token(&self.credentials, &app.config) {
                Some(token) => accounts.find(token.hash()).await.ok().flatten(),
                None => None,
            },
        };
        Claimant::of(user.as_ref(), self.peer.address())
    }

    /// Claims memory as a visitor, and as who it is where visitors get none.
    async fn claim(&self, app: &App, pool: &Pool, n_bytes: usize) -> Result<Claim, Full> {
        match pool.claim(self.visitor(), n_bytes) {
            Ok(claim) => Ok(claim),
            Err(full) if self.credentials.is_empty() => Err(full),
            Err(_) => pool.claim(self.claimant(app).await, n_bytes),
        }
    }
}

/// Answers a request with a body.
async fn take(app: &App, asker: &Asker, request: Request, next: Next) -> Response {
    let n_bytes = request.body().size_hint().exact();
    let is_short = n_bytes.is_some_and(|n_bytes| n_bytes <= ANONYMOUS_BYTES_MAX);
    let by = if is_short { asker.visitor() } else { asker.claimant(app).await };
    // Nothing is claimed as yet, so nobody is refused.
    let Ok(claim) = app.bodies.asked.claim(by, 0) else { return Fault::Busy.closing() };
    let (head, body) = request.into_parts();
    let (body, arrival) = ArrivingBody::new(body, claim);
    let response = next.run(Request::from_parts(head, Body::new(body))).await;
    let fault = arrival.lock().fault;
    fault.map_or(response, Fault::closing)
}

/// Sends an answer, for which there must be memory.
async fn answer(app: &App, asker: &Asker, response: Response) -> Response {
    let Some(n_bytes) = response.body().size_hint().exact() else { return response };
    let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
    if n_bytes < ANSWER_BYTES_MIN {
        return response;
    }
    let is_counted = response.extensions().get::<SharedBytes>().is_none();
    let claim = if is_counted {
        let packing = if asker.accepts_gzip { PACKING_BYTES } else { 0 };
        match asker.claim(app, &app.bodies.answered, n_bytes.saturating_add(packing)).await {
            Ok(claim) => Some(claim),
            Err(_) => return Fault::Busy.answer(),
        }
    } else {
        None
    };
    let response = if asker.accepts_gzip {
        app.bodies
            .packed
            .pack((&app.throttle, &app.blocking_pool), asker.peer, &asker.uri, response)
            .await
    } else {
        response
    };
    let is_counted = response.extensions().get::<SharedBytes>().is_none();
    let Some(claim) = claim.filter(|_| is_counted) else { return response };
    if let Some(n_bytes) = response.body().size_hint().exact()
        && response.headers().contains_key(header::CONTENT_ENCODING)
    {
        claim.set(usize::try_from(n_bytes).unwrap_or(usize::MAX));
    }
    let memory = asker.exchange.sends(claim);
    response.map(|body| Body::new(LeavingBody::new(body, memory)))
}
