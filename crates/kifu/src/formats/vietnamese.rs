//! The notation of CLB Shogi Việt Nam, as `Xx24`: a [record](super::movetext) for people.

use super::{Def, movetext};
use crate::{Encoding, notations::VIETNAMESE};

pub(super) static DEF: Def = Def {
    name: "vietnamese",
    extensions: &[("vietnamese.txt", Encoding::Utf8)],
    media_type: "text/plain",
    is_it: |text| movetext::is_it(text, VIETNAMESE),
    read: |text, variant, notes| movetext::read(text, variant, notes, VIETNAMESE),
    write: |record, _, out| {
        movetext::write(record, VIETNAMESE, out);
        Ok(())
    },
    write_all: None,
    between: "\n",
    has_lines: true,
    crlf: false,
};
