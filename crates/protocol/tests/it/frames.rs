//! Frames that are written by hand are those that serde writes.

use komadai_ids::Code;
use komadai_protocol::{
    Answer, ClocksView, Dests, GameEvent, ServerMessage, StreamEvent, StreamName, TimeView,
    ack_frame, moved_frame, played_frame, with_dests,
};
use komadai_rules::{Position, Side};

fn serialised(game: Code, seq: u32, event: GameEvent) -> Vec<u8> {
    let message = ServerMessage::Event {
        stream: StreamName::Game(game),
        seq: Some(seq),
        epoch: None,
        event: StreamEvent::Game(Box::new(event)),
    };
    serde_json::to_vec(&message).expect("JSON")
}

#[test]
fn it_is_what_serde_writes() {
    let game: Code = "123456789A".parse().unwrap();
    for (seq, running, first_move_due_ms, now) in [
        (0, None, None, 0),
        (9, Some(Side::Sente), Some(30_000), 10),
        (u32::MAX, Some(Side::Gote), Some(0), u64::MAX),
    ] {
        let event = GameEvent::Moved {
            ply: seq,
            usi: "13m12l+".to_owned(),
            sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2".to_owned(),
            check: seq == 9,
            repetitions: if seq == 0 { 1 } else { 3 },
            impasse: None,
            thought_ms: 12_345,
            credit_ms: if seq == 0 { 0 } else { 500 },
            clocks: ClocksView {
                sente: TimeView { main_ms: 600_000, periods: 1 },
                gote: TimeView { main_ms: 0, periods: 255 },
                running,
                elapsed_ms: seq.min(7),
                first_move_due_ms,
            },
            now,
            dests: None,
        };
        let by_hand = String::from_utf8(moved_frame(game, seq, event.clone())).unwrap();
        let by_serde = String::from_utf8(serialised(game, seq, event)).unwrap();
        assert_eq!(by_hand, by_serde);
        let event = GameEvent::Played {
            ply: seq,
            usi: "13m12l+".to_owned(),
            repetitions: if seq == 0 { 1 } else { 3 },
            impasse: None,
            thought_ms: 12_345,
            credit_ms: if seq == 0 { 0 } else { 500 },
            time: TimeView { main_ms: seq, periods: 1 },
            now,
        };
        let by_hand = String::from_utf8(played_frame(game, seq, event.clone())).unwrap();
        let by_serde = String::from_utf8(serialised(game, seq, event)).unwrap();
        assert_eq!(by_hand, by_serde);
    }
}

#[test]
fn an_answer_is_what_serde_writes() {
    for game in [None, Some("123456789A".parse().unwrap())] {
        let message = ServerMessage::Ack { id: 17, answer: Answer { game, position: None } };
        assert_eq!(ack_frame(17, game), serde_json::to_vec(&message).unwrap());
    }
}

#[test]
fn destinations_come_last() {
    let position = Position::start(komadai_rules::Variant::standard());
    let own = with_dests(br#"{"event":{"now":1}}"#, &position).unwrap();
    let json = serde_json::to_string(&Dests::of(&position)).unwrap();
    assert_eq!(
        String::from_utf8(own).unwrap(),
        format!(r#"{{"event":{{"now":1,"dests":{json}}}}}"#)
    );
    assert_eq!(with_dests(b"{}", &position), None);
}
