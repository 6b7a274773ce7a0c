//! How audit logs are shown.

use komadai_protocol::http::{
    audit::{AuditEntry, AuditLog},
    paging::NextPage,
};
use komadai_store::{NamedAuditEntry, audit};

/// A page of a log.
pub(super) fn page(entries: Vec<NamedAuditEntry>) -> AuditLog {
    let last = entries.last().filter(|_| entries.len() >= audit::LISTED_MAX as usize);
    let next = last.map(|it| NextPage::after(it.entry.at_ms, it.entry.id));
    let view = |NamedAuditEntry { entry, by_name, about_name }| AuditEntry {
        id: entry.id,
        at_ms: entry.at_ms,
        by: by_name,
        action: entry.action,
        about: about_name,
        details: entry.details,
    };
    AuditLog { entries: entries.into_iter().map(view).collect(), next }
}
