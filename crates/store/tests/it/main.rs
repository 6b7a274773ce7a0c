//! The store against its databases.

mod journal;
