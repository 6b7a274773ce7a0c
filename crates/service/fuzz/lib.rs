//! What people type, send in files, and carry about with them: each is read or refused, and what
//! was read keeps what is promised of it.

use komadai_service::{
    Accounts, SessionToken,
    csv::{Table, records},
    lines::{clean_line, clean_text},
    mail::MailAddress,
    names::{Handle, display_name, is_reserved},
    testing,
};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[
    ("csv", csv),
    ("lines", lines),
    ("mail", mail),
    ("names", names),
    ("push", push),
    ("tokens", tokens),
    ("totp", totp),
];

/// A roster: what was read is the same when it is written and read again.
pub fn csv(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = match records(&text) {
        Ok(read) => read,
        Err(line) => return assert!((1..=text.split('\n').count()).contains(&line)),
    };
    let n_columns = read.iter().map(|record| record.values.len()).max().unwrap_or(0);
    let mut table = Table::new();
    // Our own files have a heading.
    table.row((0..=n_columns).map(|nth| format!("column {nth}")));
    read.iter().for_each(|record| table.row(&record.values));
    let again = records(&table.into_text()).expect("what is written can be read");
    let values = again.iter().skip(1).map(|record| &record.values);
    assert!(values.eq(read.iter().map(|record| &record.values)), "{read:?}, then {again:?}");
}

/// A line of chat, a text of some lines: put in order once is in order, and nothing that is not
/// seen stays.
pub fn lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (line, lines) = (clean_line(&text), clean_text(&text));
    assert_eq!(clean_line(&line), line);
    assert_eq!(clean_text(&lines), lines);
    let is_turned = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!line.contains(|sign: char| sign.is_control() || is_turned(sign)), "{line:?}");
    let is_end = |sign| sign == '\n';
    assert!(
        !lines.contains(|sign: char| (sign.is_control() && !is_end(sign)) || is_turned(sign)),
        "{lines:?}"
    );
}

/// A mail address is one of its own, and no header comes after it.
pub fn mail(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(address) = text.parse::<MailAddress>() else { return };
    assert_eq!(address.as_str().parse(), Ok(address.clone()));
    assert!(address.as_str().contains('@') && !address.as_str().contains(char::is_control));
    assert!(!address.key().is_empty());
}

/// Handles and display names: what may be a name may be it as it was put in order.
pub fn names(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(handle) = Handle::parse(&text) {
        assert_eq!(handle.as_str(), text);
        assert_eq!(
            Handle::parse_any(&text).map(|it| it.key().to_owned()),
            Ok(handle.key().to_owned())
        );
        assert!(!is_reserved(&text));
    }
    if let Ok(name) = display_name(&text) {
        assert_eq!(display_name(&name), Ok(name.clone()), "of {text:?}");
        assert!(!is_reserved(&name), "{name:?}");
    }
}

/// The address at which a browser receives notifications: nowhere but by https at a name's own
/// port.
pub fn push(bytes: &[u8]) {
    let Ok(endpoint) = str::from_utf8(bytes) else { return };
    if !testing::may_be_pushed_to(endpoint) {
        return;
    }
    let (scheme, rest) = endpoint.split_once("://").expect("it has a scheme");
    assert!(scheme.eq_ignore_ascii_case("https"), "{endpoint}");
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.strip_suffix(":443").unwrap_or(authority);
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '.');
    assert!(host.contains('.') && host.chars().all(is_sign), "{endpoint}");
    let last = host.trim_end_matches('.').rsplit('.').next();
    assert!(last.is_some_and(|last| !last.starts_with(|sign: char| sign.is_ascii_digit())));
}

/// Cookies, tickets of letters and programs' tokens: there is one way to write each, but for the
/// case of its letters.
pub fn tokens(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let token = SessionToken::parse(&text);
    if let Some(token) = &token {
        assert_eq!(token.reveal(), text.to_ascii_lowercase());
    }
    let hash = token.map(|token| token.hash());
    assert_eq!(Accounts::bearer_hash(&format!("komadai_{text}")), hash);
    if let Some(bare) = text.strip_prefix("komadai_") {
        let hash = SessionToken::parse(bare).map(|token| token.hash());
        assert_eq!(Accounts::bearer_hash(&text), hash);
    } else {
        assert_eq!(Accounts::bearer_hash(&text), None);
    }
}

/// Eight bytes of time, then what was typed, which is a secret too: a code is six digits, and of a
/// moment near by; what apps are given is base32 of the secret.
pub fn totp(bytes: &[u8]) {
    /// That of RFC 6238's examples.
    const SECRET: &[u8] = b"12345678901234567890";
    let Some((now_ms, typed)) = bytes.split_first_chunk() else { return };
    let now_ms = u64::from_be_bytes(*now_ms);
    if let Some(step) = testing::totp_step(SECRET, &String::from_utf8_lossy(typed), now_ms) {
        assert!(typed.len() == 6 && typed.iter().all(u8::is_ascii_digit));
        assert!((step as u64).abs_diff(now_ms / 30_000) <= 1);
    }
    let text = testing::totp_secret(typed);
    let mut bits = text.bytes().flat_map(|sign| {
        let digit = match sign {
            b'A'..=b'Z' => sign - b'A',
            sign => sign - b'2' + 26,
        };
        (0..5).rev().map(move |bit| digit >> bit & 1)
    });
    let read: Vec<u8> =
        typed.iter().map(|_| bits.by_ref().take(8).fold(0, |byte, bit| byte << 1 | bit)).collect();
    assert_eq!(read, typed, "{text}");
    assert!(bits.all(|bit| bit == 0) && text.len() == (typed.len() * 8).div_ceil(5));
}
