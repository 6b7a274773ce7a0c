//! The frames sent for every move, serialised by hand.
//!
//! Serialising an event field by field through three nested unions took as long as all the rest of
//! a move's processing by the rules. Tests compare each with serde's output.

use komadai_ids::Code;
use komadai_rules::{Position, Side};

use crate::{
    ClocksView, GameEvent, ServerMessage, StreamEvent, StreamName, TimeView, dests::write_dests,
};

/// The end of an event's frame, before which the destinations are inserted as its last field.
const ENDS: &[u8] = b"}}";

/// The frame of [`GameEvent::Played`] with event number `seq`, the same for everybody who has not
/// asked for positions. For any other event it is serde's output.
pub fn played_frame(game: Code, seq: u32, event: GameEvent) -> Vec<u8> {
    let GameEvent::Played {
        ply,
        usi,
        repetitions,
        impasse: None,
        thought_ms,
        credit_ms,
        time,
        now,
    } = &event
    else {
        return serialised(game, seq, event);
    };
    let mut out = Vec::with_capacity(256);
    push_head(game, seq, b"played", *ply, usi, &mut out);
    push_counts(*repetitions, *thought_ms, *credit_ms, &mut out);
    push_time(br#","time":{"main_ms":"#, time, &mut out);
    number(br#"},"now":"#, *now, &mut out);
    out.extend_from_slice(ENDS);
    out
}

/// The frame of [`GameEvent::Moved`] with event number `seq`, for everybody who is sent no
/// destinations. For any other event it is serde's output.
pub fn moved_frame(game: Code, seq: u32, event: GameEvent) -> Vec<u8> {
    let GameEvent::Moved {
        ply,
        usi,
        sfen,
        check,
        repetitions,
        impasse: None,
        thought_ms,
        credit_ms,
        clocks,
        now,
        dests: None,
    } = &event
    else {
        return serialised(game, seq, event);
    };
    let mut out = Vec::with_capacity(512);
    push_head(game, seq, b"moved", *ply, usi, &mut out);
    // It contains no character that JSON escapes.
    out.extend_from_slice(br#","sfen":""#);
    out.extend_from_slice(sfen.as_bytes());
    out.push(b'"');
    if *check {
        out.extend_from_slice(br#","check":true"#);
    }
    push_counts(*repetitions, *thought_ms, *credit_ms, &mut out);
    push_clocks(clocks, &mut out);
    number(br#","now":"#, *now, &mut out);
    out.extend_from_slice(ENDS);
    out
}

/// The frame of a [`ServerMessage::Ack`] that carries nothing but its game.
pub fn ack_frame(id: u32, game: Option<Code>) -> Vec<u8> {
    let mut out = Vec::with_capacity(48);
    number(br#"{"t":"ack","id":"#, u64::from(id), &mut out);
    if let Some(game) = game {
        out.extend_from_slice(br#","game":""#);
        push_code(game, &mut out);
        out.push(b'"');
    }
    out.push(b'}');
    out
}

/// The frame of an event with the destinations of the side to move in `position`, where `common` is
/// the frame without them. `None` if `common` is not an event's frame.
pub fn with_dests(common: &[u8], position: &Position) -> Option<Vec<u8>> {
    let head = common.strip_suffix(ENDS)?;
    let mut out = Vec::with_capacity(head.len() + 1024);
    out.extend_from_slice(head);
    out.extend_from_slice(br#","dests":"#);
    write_dests(position, &mut out);
    out.extend_from_slice(ENDS);
    Some(out)
}

fn serialised(game: Code, seq: u32, event: GameEvent) -> Vec<u8> {
    let message = ServerMessage::Event {
        stream: StreamName::Game(game),
        seq: Some(seq),
        epoch: None,
        event: StreamEvent::Game(Box::new(event)),
    };
    serde_json::to_vec(&message).expect("every message has a JSON form")
}

/// Both ways of telling a move begin like this.
fn push_head(game: Code, seq: u32, kind: &[u8], ply: u32, usi: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"t":"event","stream":"game:"#);
    push_code(game, out);
    number(br#"","seq":"#, u64::from(seq), out);
    out.extend_from_slice(br#","event":{"t":""#);
    out.extend_from_slice(kind);
    number(br#"","ply":"#, u64::from(ply), out);
    // It contains no character that JSON escapes.
    out.extend_from_slice(br#","usi":""#);
    out.extend_from_slice(usi.as_bytes());
    out.push(b'"');
}

fn push_counts(repetitions: u32, thought_ms: u32, credit_ms: u16, out: &mut Vec<u8>) {
    if repetitions != 1 {
        number(br#","repetitions":"#, u64::from(repetitions), out);
    }
    number(br#","thought_ms":"#, u64::from(thought_ms), out);
    if credit_ms > 0 {
        number(br#","credit_ms":"#, u64::from(credit_ms), out);
    }
}

fn push_time(name: &[u8], time: &TimeView, out: &mut Vec<u8>) {
    number(name, u64::from(time.main_ms), out);
    number(br#","periods":"#, u64::from(time.periods), out);
}

fn push_clocks(clocks: &ClocksView, out: &mut Vec<u8>) {
    push_time(br#","clocks":{"sente":{"main_ms":"#, &clocks.sente, out);
    push_time(br#"},"gote":{"main_ms":"#, &clocks.gote, out);
    out.extend_from_slice(br#"},"running":"#);
    out.extend_from_slice(match clocks.running {
        Some(Side::Sente) => br#""sente""#,
        Some(Side::Gote) => br#""gote""#,
        None => b"null",
    });
    if clocks.elapsed_ms > 0 {
        number(br#","elapsed_ms":"#, u64::from(clocks.elapsed_ms), out);
    }
    if let Some(ms) = clocks.first_move_due_ms {
        number(br#","first_move_due_ms":"#, u64::from(ms), out);
    }
    out.push(b'}');
}

fn push_code(code: Code, out: &mut Vec<u8>) {
    out.extend_from_slice(&code.signs());
}

fn number(before: &[u8], number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(before);
    let mut digits = [0; 20];
    let mut begin = digits.len();
    let mut rest = number;
    loop {
        begin -= 1;
        digits[begin] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[begin..]);
}
