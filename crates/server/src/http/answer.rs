//! What handlers answer.

use std::marker::PhantomData;

use axum::{
    Json,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use komadai_protocol::RefusalCode;
use komadai_service::SessionToken;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    caching::CacheTag,
    contract::{Operation, Output},
    cookies,
    problem::Problem,
};
use crate::app::App;

/// Something that is answered.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

/// It was done, and there is nothing to tell.
pub(crate) type Completion = Result<NoContent, Problem>;

impl<T: Serialize + JsonSchema> Output for Json<T> {
    fn describe(operation: &mut Operation) {
        operation.answers_json(200, |generator| generator.subschema_for::<T>());
    }
}

/// There is nothing to tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoContent;

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl Output for NoContent {
    fn describe(operation: &mut Operation) {
        operation.answers_nothing(204);
    }
}

/// It will be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcceptedAnswer;

impl IntoResponse for AcceptedAnswer {
    fn into_response(self) -> Response {
        StatusCode::ACCEPTED.into_response()
    }
}

impl Output for AcceptedAnswer {
    fn describe(operation: &mut Operation) {
        operation.answers_nothing(202);
    }
}

/// Something was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CreatedAnswer<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for CreatedAnswer<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: Serialize + JsonSchema> Output for CreatedAnswer<T> {
    fn describe(operation: &mut Operation) {
        operation.answers_json(201, |generator| generator.subschema_for::<T>());
    }
}

/// Something was made, or was there before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeOnce<T> {
    pub(crate) is_new: bool,
    pub(crate) answer: T,
}

impl<T: Serialize> IntoResponse for MadeOnce<T> {
    fn into_response(self) -> Response {
        let status = if self.is_new { StatusCode::CREATED } else { StatusCode::OK };
        (status, Json(self.answer)).into_response()
    }
}

impl<T: Serialize + JsonSchema> Output for MadeOnce<T> {
    fn describe(operation: &mut Operation) {
        for status in [200, 201] {
            operation.answers_json(status, |generator| generator.subschema_for::<T>());
        }
    }
}

/// An answer that may give the browser another token.
#[derive(Debug)]
pub(crate) struct WithCookie<T> {
    cookie: Option<HeaderValue>,
    answer: T,
}

impl<T> WithCookie<T> {
    pub(crate) fn new(app: &App, token: &SessionToken, answer: T) -> Self {
        Self { cookie: Some(cookies::set(token, &app.config)), answer }
    }

    pub(crate) fn as_before(answer: T) -> Self {
        Self { cookie: None, answer }
    }
}

impl<T: IntoResponse> IntoResponse for WithCookie<T> {
    fn into_response(self) -> Response {
        (AppendHeaders(self.cookie.map(|it| (header::SET_COOKIE, it))), self.answer).into_response()
    }
}

impl<T: Output> Output for WithCookie<T> {
    fn describe(operation: &mut Operation) {
        T::describe(operation);
    }
}

/// An answer as JSON that a client who has it already is not sent again.
#[derive(Debug)]
pub(crate) struct TaggedJson<T> {
    response: Response,
    of: PhantomData<T>,
}

impl<T: Serialize> TaggedJson<T> {
    /// An answer as it is sent.
    pub(crate) fn json(answer: &T) -> Result<bytes::Bytes, Problem> {
        serde_json::to_vec(answer).map(Into::into).map_err(|cause| {
            tracing::error!("an answer cannot be written: {cause}");
            Problem::new(RefusalCode::Internal, "something went wrong in the server")
        })
    }

    /// One that differs from reader to reader.
    pub(crate) fn own(asked: &HeaderMap, answer: &T) -> Result<Self, Problem> {
        let json = Self::json(answer)?;
        let cached = CacheTag::own(&json);
        let mut told = Self::of(asked, &cached, || json);
        told.response.headers_mut().insert(header::VARY, HeaderValue::from_static("cookie"));
        Ok(told)
    }
}

impl<T> TaggedJson<T> {
    /// The answer to a client who has it already.
    pub(crate) fn known(asked: &HeaderMap, cached: &CacheTag) -> Option<Self> {
        cached.known(asked).map(|response| Self { response, of: PhantomData })
    }

    /// One whose JSON is there already.
    pub(crate) fn of(
        asked: &HeaderMap,
        cached: &CacheTag,
        json: impl FnOnce() -> bytes::Bytes,
    ) -> Self {
        Self::known(asked, cached).unwrap_or_else(|| {
            let content = [(header::CONTENT_TYPE, "application/json")];
            Self { response: cached.mark((content, json()).into_response()), of: PhantomData }
        })
    }
}

impl<T> IntoResponse for TaggedJson<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: JsonSchema> Output for TaggedJson<T> {
    fn describe(operation: &mut Operation) {
        operation.answers_json(200, |generator| generator.subschema_for::<T>());
        operation.answers_nothing(304);
    }
}

/// JSON that is written while it is sent.
#[derive(Debug)]
pub(crate) struct StreamedJson<T> {
    response: Response,
    of: PhantomData<T>,
}

impl<T> StreamedJson<T> {
    /// What is written must be of that type.
    pub(crate) fn new(response: impl IntoResponse) -> Self {
        Self { response: response.into_response(), of: PhantomData }
    }
}

impl<T> IntoResponse for StreamedJson<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: JsonSchema> Output for StreamedJson<T> {
    fn describe(operation: &mut Operation) {
        operation.answers_json(200, |generator| generator.subschema_for::<T>());
    }
}

/// What a file may be.
pub(crate) trait Kind {
    /// Each by its name and its media type; without a name where the address is that of one.
    fn files() -> Vec<(String, String)>;

    /// Whether a client that has it already is not sent it again.
    const IS_TAGGED: bool = false;
}

/// Files by their names and media types.
pub(crate) fn files<const N: usize>(all: [(&str, &str); N]) -> Vec<(String, String)> {
    all.map(|(name, media_type)| (name.to_owned(), media_type.to_owned())).to_vec()
}

/// A file.
#[derive(Debug)]
pub(crate) struct Download<K> {
    response: Response,
    kind: PhantomData<K>,
}

impl<K> Download<K> {
    pub(crate) fn new(response: impl IntoResponse) -> Self {
        Self { response: response.into_response(), kind: PhantomData }
    }

    /// The same, for the pages of every site: it is public.
    pub(crate) fn for_every_page(mut self) -> Self {
        let headers = self.response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        self
    }
}

impl<K> IntoResponse for Download<K> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<K: Kind> Output for Download<K> {
    fn describe(operation: &mut Operation) {
        operation.answers_files(K::files);
        if K::IS_TAGGED {
            operation.answers_nothing(304);
        }
    }
}
