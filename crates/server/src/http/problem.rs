//! Errors of the HTTP API, as RFC 9457 has them.

use std::ops::Deref;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_kifu::TextPlace;
use komadai_protocol::{
    RefusalCode,
    http::{BadRow, HttpProblem, WrongText},
};
use komadai_service::{reviews::ReviewRefusal, storage::NotKept};

use crate::refused::WireRefusal;

/// An error as RFC 9457 has it.
#[derive(Debug)]
pub struct Problem(Box<HttpProblem>);

impl Problem {
    /// A problem with its code for programs and one clause for people.
    pub fn new(code: RefusalCode, detail: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(code.status());
        Self(Box::new(HttpProblem {
            kind: "about:blank".to_owned(),
            title: String::new(),
            status: code.status(),
            code,
            detail: detail.into(),
            line: None,
            column: None,
            wrong: None,
            rows: Vec::new(),
        }))
        .with_status(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// Another status than its code usually has.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status = status.as_u16();
        self.0.title = status.canonical_reason().unwrap_or("Error").to_owned();
        self
    }

    /// It is about one of several things that were sent, counted from 1.
    pub(crate) fn at_row(mut self, row: usize) -> Self {
        self.0.line = u32::try_from(row).ok();
        self
    }

    pub(crate) fn with_rows(mut self, rows: Vec<BadRow>) -> Self {
        self.0.rows = rows;
        self
    }

    /// Nobody has that name.
    pub(crate) fn unknown_player() -> Self {
        Self::new(RefusalCode::UnknownPlayer, "there is no such player")
    }

    /// The database does not answer; why is logged.
    pub(crate) fn store(cause: &komadai_store::Error) -> Self {
        tracing::error!("the archive cannot be used: {cause}");
        let detail = "the archive cannot be used at the moment; try again";
        Self::new(RefusalCode::Internal, detail).with_status(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// It is about this line and column of a text.
    pub(crate) fn at(mut self, TextPlace { line, column }: TextPlace, wrong: WrongText) -> Self {
        (self.0.line, self.0.column) = (Some(line), Some(column));
        self.0.wrong = Some(wrong);
        self
    }
}

impl Deref for Problem {
    type Target = HttpProblem;

    fn deref(&self) -> &HttpProblem {
        &self.0
    }
}

impl From<komadai_store::Error> for Problem {
    fn from(cause: komadai_store::Error) -> Self {
        Self::store(&cause)
    }
}

impl From<WireRefusal> for Problem {
    fn from(refused: WireRefusal) -> Self {
        let problem = Self::new(refused.code, refused.message());
        match refused.code {
            // The database does not answer.
            RefusalCode::Internal => problem.with_status(StatusCode::SERVICE_UNAVAILABLE),
            _ => problem,
        }
    }
}

impl From<ReviewRefusal> for Problem {
    fn from(refusal: ReviewRefusal) -> Self {
        WireRefusal::from(refusal).into()
    }
}

impl From<NotKept> for Problem {
    fn from(why: NotKept) -> Self {
        WireRefusal::from(why).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}
