//! How an authority is asked: an order takes a dozen requests in two months.

use std::{pin::Pin, time::Duration};

use axum::http::Request;
use bytes::Bytes;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use tokio::time::timeout;

use crate::https::Https;

/// How long the authority may take to begin an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

impl HttpClient for Https {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let https = self.clone();
        Box::pin(async move {
            match timeout(ANSWER_WITHIN, https.ask(request)).await {
                Ok(Ok(answer)) => Ok(answer.into()),
                Ok(Err(cause)) => Err(Error::Other(format!("{cause:#}").into())),
                Err(_) => Err(Error::Str("an answer within 30 seconds")),
            }
        })
    }
}
