//! What a client may say.

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, FRAME_BYTES_MAX, RefusalCode, StreamName, parse};
use komadai_review::Edit;

#[test]
fn a_move_is_read() {
    let game: Code = "123456789A".parse().unwrap();
    assert_eq!(
        parse(r#"{"t":"move","id":9,"game":"123456789A","ply":0,"usi":"7g7f"}"#),
        Ok(ClientMessage::Move { id: 9, game, ply: 0, usi: "7g7f".to_owned() })
    );
}

#[test]
fn a_broken_message_keeps_its_id() {
    for (frame, id) in [
        (r#"{"t":"move","id":9}"#, Some(9)),
        (r#"{"t":"fly","id":3}"#, Some(3)),
        (r#"{"t":"ping","id":-3}"#, None),
        (r#"{"t":"join","id":3,"game":"no such code"}"#, Some(3)),
        ("[]", None),
        ("", None),
        ("\u{0}", None),
    ] {
        assert_eq!(parse(frame).map_err(|problem| problem.id), Err(id), "{frame}");
    }
    let problem = parse(&" ".repeat(FRAME_BYTES_MAX + 1)).unwrap_err();
    assert_eq!((problem.id, problem.code), (None, RefusalCode::TooLong));
}

#[test]
fn old_words_are_read() {
    let review: Code = "123456789A".parse().unwrap();
    let edit = Edit::Look { node: 0 };
    assert_eq!(
        parse(r#"{"t":"edit","id":3,"study":"123456789A","edit":{"t":"look","node":0}}"#),
        Ok(ClientMessage::Edit { id: 3, review, edit })
    );
    assert_eq!("study:123456789A".parse(), Ok(StreamName::Review(review)));
}

#[test]
fn a_stream_that_does_not_exist_is_named() {
    for (stream, code) in [
        ("game:123456789A", None),
        ("game:0", Some(RefusalCode::UnknownStream)),
        ("chess", Some(RefusalCode::UnknownStream)),
    ] {
        let frame = format!(r#"{{"t":"subscribe","id":3,"stream":"{stream}"}}"#);
        assert_eq!(parse(&frame).err().map(|it| it.code), code, "{stream}");
    }
}
