//! What an address takes and gives, said once: by the signature of its handler.
//!
//! A handler is an `async fn` whose arguments say who asks and what is sent, and whose result says
//! what is answered. [`Routes`] takes handlers alone of which every argument and the result can
//! describe themselves; the OpenAPI document is made of what they say. A handler for a method that
//! changes something does not compile without an argument that says who asks.

pub(crate) mod document;

use std::{any::type_name, future::Future, net::SocketAddr, pin::Pin, sync::Arc};

use axum::{
    Router,
    extract::{ConnectInfo, Path, Request, State},
    handler::Handler,
    http::HeaderMap,
    response::Response,
    routing::{MethodRouter, delete, get, patch, post, put},
};
use schemars::{Schema, SchemaGenerator};

use super::{peer::Peer, problem::Problem};
use crate::app::App;

/// How to write a type's schema.
pub(crate) type WriteSchema = fn(&mut SchemaGenerator) -> Schema;

/// The files of an address, each by the name that it has there and its media type; without a name
/// where there is only one.
pub(crate) type ListFiles = fn() -> Vec<(String, String)>;

/// What an address does with one method, as it is documented.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// `GET` and so on.
    pub(crate) method: &'static str,
    /// Below `/api/v1`, with parameters in braces; the whole of it where it is of lishogi's bot
    /// API.
    pub(crate) path: String,
    /// The module and the name of its handler.
    id: String,
    /// Of what it is.
    tag: &'static str,
    /// What it does, in one clause.
    summary: &'static str,
    /// Who may ask.
    pub(crate) asker: Asker,
    query: Vec<WriteSchema>,
    body: Option<RequestBody>,
    answers: Vec<AnswerKind>,
}

/// Who may ask, the narrowest last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// It makes no difference who asks.
    #[default]
    Anybody,
    /// Who asks makes a difference, and may be nobody.
    Visitor,
    /// Somebody with a session, a guest from then on, or a program that may do this.
    Player,
    /// A program by its token, in lishogi's bot API.
    Program,
    /// Somebody who is signed in to an account.
    Member,
    /// Somebody who runs the site.
    Operator,
}

/// What is sent with a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestBody {
    Json { schema: WriteSchema, bytes_max: usize },
    Form { schema: WriteSchema, bytes_max: usize },
    File { bytes_max: usize },
}

/// A way in which a request is answered.
#[derive(Clone, Copy, Debug)]
struct AnswerKind {
    status: u16,
    content: Content,
}

/// What is in an answer.
#[derive(Clone, Copy, Debug)]
enum Content {
    Nothing,
    Json(WriteSchema),
    /// One JSON value a line.
    Lines(WriteSchema),
    Files(ListFiles),
}

impl Operation {
    /// Says that asking takes at least this.
    pub(crate) fn asks(&mut self, asker: Asker) {
        self.asker = self.asker.max(asker);
    }

    pub(crate) fn takes_query(&mut self, schema: WriteSchema) {
        self.query.push(schema);
    }

    pub(crate) fn takes_body(&mut self, sent: RequestBody) {
        self.body = Some(sent);
    }

    /// Its files, if it answers with such.
    fn files(&self) -> Vec<(String, String)> {
        let lists = self.answers.iter().filter_map(|answered| match answered.content {
            Content::Files(list) => Some(list),
            Content::Nothing | Content::Json(_) | Content::Lines(_) => None,
        });
        lists.flat_map(|list| list()).collect()
    }

    pub(crate) fn answers_nothing(&mut self, status: u16) {
        self.answers.push(AnswerKind { status, content: Content::Nothing });
    }

    pub(crate) fn answers_json(&mut self, status: u16, schema: WriteSchema) {
        self.answers.push(AnswerKind { status, content: Content::Json(schema) });
    }

    pub(crate) fn answers_lines(&mut self, schema: WriteSchema) {
        self.answers.push(AnswerKind { status: 200, content: Content::Lines(schema) });
    }

    pub(crate) fn answers_files(&mut self, list: ListFiles) {
        self.answers.push(AnswerKind { status: 200, content: Content::Files(list) });
    }
}

/// An argument of a handler.
pub(crate) trait Input {
    /// Whether it says who asks.
    const NAMES_ASKER: bool = false;

    /// Adds to the operation what it takes.
    fn describe(operation: &mut Operation);
}

/// What a handler returns.
pub(crate) trait Output {
    /// Adds to the operation how it is answered.
    fn describe(operation: &mut Operation);
}

impl Input for State<App> {
    fn describe(_: &mut Operation) {}
}

/// Parameters of the path are named there.
impl<T> Input for Path<T> {
    fn describe(_: &mut Operation) {}
}

/// For what no argument takes apart, such as what a client has already.
impl Input for HeaderMap {
    fn describe(_: &mut Operation) {}
}

impl Input for ConnectInfo<SocketAddr> {
    fn describe(_: &mut Operation) {}
}

impl Input for Peer {
    fn describe(_: &mut Operation) {}
}

impl<T: Output> Output for Result<T, Problem> {
    fn describe(operation: &mut Operation) {
        T::describe(operation);
    }
}

/// The work of a handler on a request.
type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler whose signature says what it takes and gives.
pub(crate) trait Contract<Args>: Handler<Args, App, Future = Answering> {
    /// Whether an argument says who asks.
    const NAMES_ASKER: bool;

    fn describe(operation: &mut Operation);
}

macro_rules! contract {
    ($($input:ident)*) => {
        impl<F, Reply, Marker, $($input),*> Contract<(Marker, $($input,)*)> for F
        where
            F: Handler<(Marker, $($input,)*), App, Future = Answering> + FnOnce($($input),*) -> Reply,
            Reply: Future<Output: Output>,
            $($input: Input,)*
        {
            const NAMES_ASKER: bool = false $(|| $input::NAMES_ASKER)*;

            fn describe(operation: &mut Operation) {
                $($input::describe(operation);)*
                <Reply::Output as Output>::describe(operation);
            }
        }
    };
}

contract!(A);
contract!(A B);
contract!(A B C);
contract!(A B C D);
contract!(A B C D E);
contract!(A B C D E G);
contract!(A B C D E G H);

/// A handler without its type, so that what axum does around handlers is compiled once, and not for
/// each of them.
#[derive(Clone)]
struct AnyHandler(Arc<dyn Fn(Request, App) -> Answering + Send + Sync>);

impl AnyHandler {
    fn of<H: Contract<Args>, Args>(handler: H) -> Self {
        Self(Arc::new(move |request, app| handler.clone().call(request, app)))
    }
}

impl Handler<(), App> for AnyHandler {
    type Future = Answering;

    fn call(self, request: Request, app: App) -> Answering {
        (self.0)(request, app)
    }
}

/// Addresses with what they take and give.
#[derive(Debug)]
pub(crate) struct Routes {
    tag: &'static str,
    router: Router<App>,
    operations: Vec<Operation>,
}

impl Routes {
    /// None yet; those that are added are documented under this heading.
    pub(crate) fn new(tag: &'static str) -> Self {
        Self { tag, router: Router::new(), operations: Vec::new() }
    }

    pub(crate) fn get<H, Args>(self, path: &str, handler: H, summary: &'static str) -> Self
    where
        H: Contract<Args>,
    {
        self.add::<H, Args>("GET", path, get(AnyHandler::of(handler)), summary)
    }

    pub(crate) fn post<H, Args>(self, path: &str, handler: H, summary: &'static str) -> Self
    where
        H: Contract<Args>,
    {
        const { assert!(H::NAMES_ASKER, "a handler that changes something says who asks") };
        self.add::<H, Args>("POST", path, post(AnyHandler::of(handler)), summary)
    }

    pub(crate) fn put<H, Args>(self, path: &str, handler: H, summary: &'static str) -> Self
    where
        H: Contract<Args>,
    {
        const { assert!(H::NAMES_ASKER, "a handler that changes something says who asks") };
        self.add::<H, Args>("PUT", path, put(AnyHandler::of(handler)), summary)
    }

    pub(crate) fn patch<H, Args>(self, path: &str, handler: H, summary: &'static str) -> Self
    where
        H: Contract<Args>,
    {
        const { assert!(H::NAMES_ASKER, "a handler that changes something says who asks") };
        self.add::<H, Args>("PATCH", path, patch(AnyHandler::of(handler)), summary)
    }

    pub(crate) fn delete<H, Args>(self, path: &str, handler: H, summary: &'static str) -> Self
    where
        H: Contract<Args>,
    {
        const { assert!(H::NAMES_ASKER, "a handler that changes something says who asks") };
        self.add::<H, Args>("DELETE", path, delete(AnyHandler::of(handler)), summary)
    }

    fn add<H: Contract<Args>, Args>(
        mut self,
        method: &'static str,
        path: &str,
        handlers: MethodRouter<App>,
        summary: &'static str,
    ) -> Self {
        let mut operation = Operation {
            method,
            path: path.to_owned(),
            id: operation_id(type_name::<H>()),
            tag: self.tag,
            summary,
            asker: Asker::Anybody,
            query: Vec::new(),
            body: None,
            answers: Vec::new(),
        };
        H::describe(&mut operation);
        self.operations.push(operation);
        self.router = self.router.route(path, handlers);
        self
    }

    /// Adds others, under their own heading.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.operations.extend(others.operations);
        self.router = self.router.merge(others.router);
        self
    }

    /// Adds others whose paths go on after this one.
    pub(crate) fn nest(mut self, path: &str, others: Self) -> Self {
        self.operations.extend(others.operations.into_iter().map(|mut operation| {
            let rest = if operation.path == "/" { "" } else { &operation.path };
            operation.path = format!("{path}{rest}");
            operation
        }));
        self.router = self.router.nest(path, others.router);
        self
    }

    /// The router, and what its addresses take and give.
    pub(crate) fn into_parts(self) -> (Router<App>, Vec<Operation>) {
        (self.router, self.operations)
    }
}

/// `komadai_server::api::clubs::roster::import` is `clubs_roster_import`; what a handler is for
/// stands behind it.
fn operation_id(handler: &str) -> String {
    let path = handler.split_once("::api::").map_or(handler, |(_, path)| path);
    let (path, kind) = path.split_once('<').unwrap_or((path, ""));
    let path = path.replace("::", "_");
    match kind.trim_end_matches('>').rsplit("::").next() {
        Some(kind) if !kind.is_empty() => format!("{path}_{}", kind.to_ascii_lowercase()),
        _ => path,
    }
}
