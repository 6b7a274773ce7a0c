//! What every HTTP address stands on: who asks and from where, what handlers take and answer, and
//! how that is documented. The addresses themselves are in [`crate::api`].

pub(crate) mod answer;
pub(crate) mod at_machine;
pub(crate) mod bearer;
pub(crate) mod caching;
pub(crate) mod contract;
pub mod cookies;
pub(crate) mod extract;
pub(crate) mod headers;
pub(crate) mod lines;
pub mod origin;
pub(crate) mod paging;
pub(crate) mod peer;
pub(crate) mod problem;
pub(crate) mod requests;
pub(crate) mod streaming;
