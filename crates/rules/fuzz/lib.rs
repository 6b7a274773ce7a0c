//! Any text and any position are read or refused, and what was read can be played on.

use komadai_rules::{Line, Move, Position, RuleSet, Square, Variant};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("play", play), ("text", text)];

/// A byte that says in which variant, and a text that may be SFEN, USI, a square: what was read is
/// written as it was.
pub fn text(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let variants = Variant::all();
    let variant = variants[usize::from(first) % variants.len()];
    let text = String::from_utf8_lossy(rest);
    if let Ok(position) = Position::from_sfen(variant, &text) {
        let written = position.sfen();
        assert_eq!(Position::from_sfen(variant, &written), Ok(position), "{written}");
    }
    if let Ok(mv) = Move::from_usi(variant, &text) {
        assert_eq!(mv.usi(variant).to_string(), text);
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text);
    }
}

/// A byte that says in which variant, a line of SFEN, then three bytes for each move: any position
/// that can be read can be asked and played on.
pub fn play(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let variants = Variant::all();
    let variant = variants[usize::from(first) % variants.len()];
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let (sfen, moves) = rest.split_at(end);
    let position = std::str::from_utf8(sfen).ok();
    let position = position.and_then(|sfen| Position::from_sfen(variant, sfen).ok());
    let rules = if first & 128 == 0 { RuleSet::casual() } else { RuleSet::professional() };
    let mut line = Line::new(position.unwrap_or_else(|| Position::start(variant)), rules);
    for bytes in moves.chunks_exact(3) {
        let position = line.position().clone();
        let legal = position.legal_moves();
        assert_eq!(position.has_legal_move(), !legal.is_empty());
        // Half of the moves are taken from the list, so that the game gets on.
        let mv = match legal.get(usize::from(bytes[1]) % legal.len().max(1)) {
            Some(&mv) if bytes[2] & 128 == 0 => Some(mv),
            _ => Move::from_bits(u32::from_le_bytes([bytes[0], bytes[1], bytes[2] & 3, 0])),
        };
        let Some(mv) = mv else { continue };
        assert_eq!(position.judge(mv).is_ok(), legal.contains(&mv), "{position:?} {mv:?}");
        let _ = line.play(mv);
        assert_eq!(line.position().key(), line.position().key_from_scratch());
        if bytes[0] == 0 {
            line.take_back(usize::from(bytes[2] & 3));
        }
    }
    let _ = (line.declare(), line.agree(), line.repetitions(), line.ending());
    let _ = line.position().problems();
}
