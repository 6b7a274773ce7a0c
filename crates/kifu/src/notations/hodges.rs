//! Western with letters, as Hodges had it: `Rx2d`, `S-2a+`, `N6e-5c+`, `P*5e`.

use super::{
    Def,
    western::{Style, letter, read, spell},
};

pub(super) static DEF: Def = Def {
    name: "hodges",
    write: |position, mv, _| spell(position, mv, &STYLE),
    read: |cursor, position, _| read(cursor, position, &STYLE),
};

static STYLE: Style = Style { letter, ranks_are_letters: true, origin_in_brackets: false };
