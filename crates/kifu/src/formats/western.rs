//! Hosking's notation, as `Rx24`: a [record](super::movetext) for people.

use super::{Def, movetext};
use crate::{Encoding, notations::WESTERN};

pub(super) static DEF: Def = Def {
    name: "western",
    extensions: &[("western.txt", Encoding::Utf8)],
    media_type: "text/plain",
    is_it: |text| movetext::is_it(text, WESTERN),
    read: |text, variant, notes| movetext::read(text, variant, notes, WESTERN),
    write: |record, _, out| {
        movetext::write(record, WESTERN, out);
        Ok(())
    },
    write_all: None,
    between: "\n",
    has_lines: true,
    crlf: false,
};
