//! What a program has thought of its move, as it says it behind it: `+7776FU,'* 40 +7776FU`.
//!
//! Only a value and moves are kept: what is shown to everybody is no way to say things.

/// How many moves of a line are kept.
const MOVES_MAX: usize = 30;

/// What a line says of its move, as a CSA file carries it behind `'*`.
pub(super) fn of(line: &str) -> Option<String> {
    let comment = line.split_once(",'* ")?.1;
    let mut words = comment.split_ascii_whitespace();
    let value: i32 = words.next()?.parse().ok()?;
    let mut text = format!("* {value}");
    for word in words.take_while(|word| is_move(word)).take(MOVES_MAX) {
        text.push(' ');
        text += word;
    }
    Some(text)
}

/// `+7776FU`.
fn is_move(word: &str) -> bool {
    let Some((side, rest)) = word.split_at_checked(1) else { return false };
    let Some((squares, piece)) = rest.split_at_checked(4) else { return false };
    ["+", "-"].contains(&side)
        && squares.bytes().all(|it| it.is_ascii_digit())
        && piece.len() == 2
        && piece.bytes().all(|it| it.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_a_line_are_kept_and_nothing_else() {
        for (line, expected) in [
            ("+7776FU,'* 40 +7776FU -3334FU", Some("* 40 +7776FU -3334FU")),
            ("+7776FU,T3,'* -31000", Some("* -31000")),
            ("+7776FU,'* 40 +7776FU come to my site -3334FU", Some("* 40 +7776FU")),
            ("+7776FU,'* hello", None),
            ("+7776FU,'*", None),
            ("+7776FU,'* 99999999999", None),
            ("+7776FU,T3", None),
            ("+7776FU,'* 5 +7776歩", Some("* 5")),
            ("%TORYO", None),
        ] {
            assert_eq!(of(line).as_deref(), expected, "{line}");
        }
        let long = format!("+7776FU,'* 5{}", " +7776FU".repeat(900));
        assert_eq!(of(&long).unwrap().len(), 3 + 30 * 8);
    }
}
