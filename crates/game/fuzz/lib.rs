//! A journal's record is read or refused, and what was read is the same when it is written and
//! read again.

use komadai_game::journal::{Clients, decode, encode};
use komadai_rules::Variant;

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("journal", journal)];

/// A byte that says in which variant, and a record.
pub fn journal(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let variants = Variant::all();
    let variant = variants[usize::from(first) % variants.len()];
    // Without the variant there are no drops; all else is the same.
    let without = decode(bytes, None);
    let Ok(record) = decode(bytes, Some(variant)) else { return assert!(without.is_err()) };
    if let Ok(without) = without {
        assert_eq!(without, record);
    }
    let mut written = Vec::new();
    encode(&record, variant, &mut written);
    assert_eq!(decode(&written, Some(variant)), Ok(record.clone()));
    // In a log the second of two is shorter where they have a side and a client.
    let (mut writer, mut reader) = (Clients::default(), Clients::default());
    for _ in 0..2 {
        let in_log = match writer.shortened(&written) {
            Some((head, rest)) => [&[head], rest].concat(),
            None => written.clone(),
        };
        assert_eq!(reader.decode(&in_log, Some(variant)), Ok(record.clone()));
    }
}
