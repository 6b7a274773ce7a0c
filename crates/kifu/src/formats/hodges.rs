//! Hodges' notation, as `Rx2d`: a [record](super::movetext) for people.

use super::{Def, movetext};
use crate::{Encoding, notations::HODGES};

pub(super) static DEF: Def = Def {
    name: "hodges",
    extensions: &[("hodges.txt", Encoding::Utf8)],
    media_type: "text/plain",
    is_it: |text| movetext::is_it(text, HODGES),
    read: |text, variant, notes| movetext::read(text, variant, notes, HODGES),
    write: |record, _, out| {
        movetext::write(record, HODGES, out);
        Ok(())
    },
    write_all: None,
    between: "\n",
    has_lines: true,
    crlf: false,
};
