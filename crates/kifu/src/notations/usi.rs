//! USI: `7g7f`, `2d2c+`, `P*5e`; on large boards `13m12l`.

use komadai_rules::{Move, Position, Square};

use super::{Def, Goal, WrittenMove, japanese::Which, moved};
use crate::cursor::{Cursor, is_blank};

pub(super) static DEF: Def =
    Def { name: "usi", write: |position, mv, _| mv.usi(position.variant()).to_string(), read };

fn read(cursor: &mut Cursor<'_>, position: &Position, _: Option<Square>) -> Option<WrittenMove> {
    let text = cursor.take_while(|sign| !is_blank(sign));
    let mv = Move::from_usi(position.variant(), text).ok()?;
    Some(WrittenMove {
        // From an empty square nothing can move, so any kind will do.
        kinds: vec![moved(position, mv).or_else(|| position.variant().kinds().next())?],
        goal: Goal::of(position, mv),
        from: mv.from(),
        drops: Some(mv.from().is_none()),
        promotes: Some(mv.promotes()),
        which: Which::default(),
    })
}
