//! The way from http:// to https://.

use std::future::ready;

use axum::{
    Router,
    http::{HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;
use tracing::{info, warn};

use crate::{
    cluster::passed_on::nobody,
    config::Config,
    connection_limits::ConnectionLimits,
    listener::{self, Door},
};

/// Sends everybody who comes by http:// to the same place at https://, until the server ends.
pub(super) async fn serve(config: Config) {
    let address = &config.tls.redirect;
    let mut bound = TcpListener::bind(address).await;
    if let (Err(_), Some(port)) = (&bound, address.strip_prefix("[::]:")) {
        // A machine without IPv6.
        bound = TcpListener::bind(format!("0.0.0.0:{port}")).await;
    }
    let listener = match bound {
        Ok(listener) => listener,
        Err(cause) => {
            warn!("http:// is not answered: tls.redirect = {address:?} cannot be had: {cause}");
            return;
        }
    };
    if let Ok(address) = listener.local_addr() {
        info!("http:// on {address} leads to {}", config.public_url());
    }
    let site = config.public_url();
    let routes = Router::new().fallback(move |uri: Uri| ready(lead(&site, &uri)));
    let limits = ConnectionLimits::direct(&config);
    let door = Door { listener, tls: None };
    listener::serve(Some(door), nobody(), routes, limits, std::future::pending()).await;
}

/// The same path here, whichever host was asked for.
fn lead(site: &str, uri: &Uri) -> Response {
    // Not every request has a path: `OPTIONS *`, and what is meant for a proxy.
    let path = uri.path_and_query().map(|it| it.as_str()).filter(|it| it.starts_with('/'));
    let path = path.unwrap_or("/");
    match HeaderValue::try_from(format!("{site}{path}")) {
        Ok(there) => (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, there)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_led_to_the_site_and_nowhere_else() {
        for (asked, there) in [
            ("/tournaments?of=all", "https://shogi.example/tournaments?of=all"),
            ("http://evil.example/games", "https://shogi.example/games"),
            ("//evil.example/", "https://shogi.example//evil.example/"),
            ("*", "https://shogi.example/"),
            ("evil.example:443", "https://shogi.example/"),
            (".evil.example", "https://shogi.example/"),
        ] {
            let led = lead("https://shogi.example", &asked.parse().unwrap());
            assert_eq!(led.status(), StatusCode::PERMANENT_REDIRECT);
            assert_eq!(led.headers()[header::LOCATION], there, "{asked}");
        }
    }
}
