//! What happens to problems that players have composed, as frames of the protocol.

use bytes::Bytes;
use komadai_protocol::MeEvent;
use komadai_service::tsume::RenderTsume;

use super::{WireRender, me_frame};

impl RenderTsume for WireRender {
    fn tsume_published(&self, epoch: u64, number: u32) -> Bytes {
        me_frame(epoch, MeEvent::TsumePublished { number })
    }

    fn tsume_removed(&self, epoch: u64, number: u32) -> Bytes {
        me_frame(epoch, MeEvent::TsumeRemoved { number })
    }
}
