//! Lists that are answered page by page.

use komadai_protocol::http::paging::{After, NextPage};
use komadai_store::PageKey;

/// How many items a page of a list has.
pub(crate) const PAGE: u32 = 50;

/// Where the page begins that is asked for.
pub(crate) fn key(after: After) -> PageKey {
    PageKey::after(after.after_ms.zip(after.after))
}

/// The last item of a page behind which there may be more.
pub(crate) fn last<T>(page: &[T]) -> Option<&T> {
    if page.len() == PAGE as usize { page.last() } else { None }
}

/// Where the list goes on behind the item with this key.
pub(crate) fn next(key: PageKey) -> NextPage {
    NextPage::after(key.at_ms, key.id)
}
