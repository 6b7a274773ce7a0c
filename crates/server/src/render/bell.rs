//! What accounts are told of that concerns them, as frames of the protocol.

use bytes::Bytes;
use komadai_protocol::{BellPerson, BellView, MeEvent};
use komadai_service::bell::{ReadBellItem, RenderBell};

use super::{WireRender, me_frame};

/// Something that an account is told.
pub(crate) fn bell_view(ReadBellItem { stored, item }: ReadBellItem) -> BellView {
    let by = stored.by_handle.zip(stored.by_name);
    BellView {
        id: stored.id,
        at_ms: stored.at_ms,
        by: by.map(|(handle, name)| BellPerson { handle, name }),
        item,
    }
}

impl RenderBell for WireRender {
    fn bell(&self, epoch: u64, it: ReadBellItem, n_new: u32) -> Bytes {
        me_frame(epoch, MeEvent::Bell { told: Box::new(bell_view(it)), bell_new: n_new })
    }

    fn bell_seen(&self, epoch: u64, n_new: u32) -> Bytes {
        me_frame(epoch, MeEvent::BellSeen { bell_new: n_new })
    }
}
