//! `tests/data/judged.txt`: moves and why they are illegal.

use komadai_rules::{Illegal, Move, Position, Variant};

#[test]
fn verdicts_equal_the_table() {
    let (mut variant, mut sfen) = (Variant::standard(), "");
    let (mut seen, mut wrong) = (Vec::new(), Vec::new());
    let table = include_str!("../data/judged.txt");
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, position, usi, verdict] = parts[..] else { panic!("{line}") };
        if !name.is_empty() {
            variant = name.parse().expect(line);
        }
        if !position.is_empty() {
            sfen = position;
        }
        let expected = match verdict {
            "ok" => Ok(()),
            reason => Err(reason.parse::<Illegal>().expect(line)),
        };
        let position = Position::from_sfen(variant, sfen).expect(sfen);
        let mv = Move::from_usi(variant, usi).expect(line);
        let verdict = position.judge(mv);
        let listed = position.legal_texts().contains(&mv);
        if verdict != expected || listed != expected.is_ok() {
            wrong.push(format!("{variant} {sfen} {usi}: {verdict:?}, listed: {listed}"));
        }
        seen.extend(expected.err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for reason in Illegal::ALL {
        assert!(seen.contains(&reason), "the table has no {reason}");
    }
}
