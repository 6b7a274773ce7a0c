//! Answers of which each line counts at once: one JSON value a line, and an empty line now and
//! then, by which the reader sees that it is still being sent.

use std::{marker::PhantomData, sync::Arc, time::Duration};

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    contract::{Operation, Output},
    streaming::{self, Out, StreamEnd, UNBUFFERED},
};

/// How often an empty line comes. lishogi-bot looks at its own clock only then.
pub(crate) const LIFE_EVERY: Duration = Duration::from_secs(6);

/// Such an answer.
#[derive(Debug)]
pub(crate) struct Lines<T> {
    response: Response,
    of: PhantomData<T>,
}

impl<T: Serialize + Send + Sync + 'static> Lines<T> {
    /// One that a task writes as long as it is read.
    pub(crate) fn new<F>(write: impl FnOnce(Writer<T>) -> F) -> Self
    where
        F: Future<Output = Result<(), StreamEnd>> + Send + 'static,
    {
        let body = streaming::body(None, |out| write(Writer { out, of: PhantomData }));
        let headers = [(header::CONTENT_TYPE.as_str(), "application/x-ndjson"), (UNBUFFERED, "no")];
        Self { response: (headers, body).into_response(), of: PhantomData }
    }

    /// The same, for the pages of every site: it is public.
    pub(crate) fn for_every_page(mut self) -> Self {
        let headers = self.response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        self
    }
}

impl<T> IntoResponse for Lines<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: JsonSchema> Output for Lines<T> {
    fn describe(operation: &mut Operation) {
        operation.answers_lines(|generator| generator.subschema_for::<T>());
    }
}

/// Where the lines are written, each when the one before was taken.
#[derive(Debug)]
pub(crate) struct Writer<T> {
    out: Arc<Out>,
    of: PhantomData<T>,
}

impl<T: Serialize> Writer<T> {
    pub(crate) async fn line(&self, value: &T) -> Result<(), StreamEnd> {
        let mut line = serde_json::to_vec(value).map_err(|cause| {
            tracing::error!("a line cannot be written: {cause}");
            StreamEnd::Failed
        })?;
        line.push(b'\n');
        self.out.send(line).await
    }

    /// An empty line.
    pub(crate) async fn life(&self) -> Result<(), StreamEnd> {
        self.out.send("\n").await
    }
}
