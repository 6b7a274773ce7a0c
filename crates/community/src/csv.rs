//! Tables of comma-separated values: the one writer of exported tables, and the reader of those
//! that spreadsheets write.
//!
//! Values that a spreadsheet would calculate are written as text: every character with which a
//! formula begins is preceded by a `'`, at the start of a value and after whatever some spreadsheet
//! takes for the end of one. The reader removes exactly that, so that what was written is read
//! unchanged.

/// With what spreadsheets begin a formula, in both widths.
const RISKY: [char; 10] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];

/// What ends a value in one program or another.
const SEPARATORS: [char; 5] = [';', '\t', ',', '\n', '\r'];

/// A table that is written.
#[derive(Debug)]
pub struct Table(String);

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

impl Table {
    /// Without a row yet, with the mark by which spreadsheets know UTF-8.
    pub fn new() -> Self {
        Self("\u{feff}".to_owned())
    }

    /// Writes a row.
    pub fn row<T: AsRef<str>>(&mut self, values: impl IntoIterator<Item = T>) {
        for (n, value) in values.into_iter().enumerate() {
            if n > 0 {
                self.0.push(',');
            }
            self.0.push('"');
            self.0.push_str(&guarded(value.as_ref()).replace('"', "\"\""));
            self.0.push('"');
        }
        self.0.push_str("\r\n");
    }

    /// The file.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// A value in which nothing is calculated. A number stays one.
fn guarded(text: &str) -> String {
    if is_number(text) {
        return text.to_owned();
    }
    let mut guarded = String::with_capacity(text.len());
    let mut begins = true;
    for (at, sign) in text.char_indices() {
        if begins && is_formula(text.get(at..).unwrap_or_default()) {
            guarded.push('\'');
            begins = false;
        }
        guarded.push(sign);
        begins = SEPARATORS.contains(&sign) || (begins && sign.is_whitespace());
    }
    guarded
}

/// The same without the characters that keep it from being calculated.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut begins = true;
    for (at, sign) in text.char_indices() {
        let is_guard = begins && sign == '\'' && is_formula(text.get(at..).unwrap_or_default());
        if is_guard {
            begins = false;
            continue;
        }
        plain.push(sign);
        begins = SEPARATORS.contains(&sign) || (begins && sign.is_whitespace());
    }
    plain
}

/// Whether a formula begins here, with nothing or guards before it.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(RISKY)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digit = |sign: char| sign.is_ascii_digit();
    digits.starts_with(is_digit)
        && digits.ends_with(is_digit)
        && digits.chars().all(|sign| is_digit(sign) || sign == '.')
        && digits.matches('.').count() <= 1
}

/// A row as it stands in a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it begins; the first line is 1.
    pub line: usize,
    /// What stands in it.
    pub values: Vec<String>,
}

/// Reads values between commas, semicolons or tabs, whichever the first line has most of, with
/// quotation marks around those that need them. Empty rows are left out.
///
/// # Errors
/// The line where a quotation mark is not closed.
pub fn records(text: &str) -> Result<Vec<Record>, usize> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let n_of = |sign: char| first.matches(sign).count();
    let between = [',', ';', '\t'].into_iter().rev().max_by_key(|&sign| n_of(sign)).unwrap_or(',');
    let (mut all, mut line) = (Vec::new(), 1);
    let mut record = Record { line, values: Vec::new() };
    let mut value = String::new();
    let mut quoted_since = None;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, quoted_since) {
            ('"', Some(_)) if signs.peek() == Some(&'"') => {
                signs.next();
                value.push('"');
            }
            ('"', Some(_)) => quoted_since = None,
            ('"', None) if value.trim().is_empty() => {
                value.clear();
                quoted_since = Some(record.line);
            }
            ('\n', since) => {
                line += 1;
                if since.is_some() {
                    // However programs end a line within a value, it is read as one end.
                    value.truncate(value.trim_end_matches('\r').len());
                    value.push('\n');
                } else {
                    record.values.push(plain(&std::mem::take(&mut value)));
                    all.push(std::mem::replace(&mut record, Record { line, values: Vec::new() }));
                }
            }
            ('\r', None) => {}
            (sign, None) if sign == between => {
                record.values.push(plain(&std::mem::take(&mut value)));
            }
            (sign, _) => value.push(sign),
        }
    }
    if let Some(line) = quoted_since {
        return Err(line);
    }
    record.values.push(plain(&value));
    all.push(record);
    all.retain(|record| record.values.iter().any(|value| !value.trim().is_empty()));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What others may call themselves.
    const VALUES: [&str; 22] = [
        "Lê, Tí",
        "-0.5",
        "12",
        "=1+1",
        "+84 912",
        "@SUM(A1)",
        "x;=1+1",
        "x; =1+1",
        "x\t=1",
        "x,-1",
        "a\n=cmd|' /C calc'!A0",
        "＝1+1",
        "x;＠sum",
        "'=1",
        "''+1",
        "it's",
        "'",
        "\t=1",
        "a\t\t=1",
        "\"quoted\"; -x",
        "x\r=1",
        "-",
    ];

    #[test]
    fn nothing_is_calculated_and_everything_is_read_back() {
        let mut table = Table::new();
        for value in VALUES {
            table.row(["n", value]);
        }
        let text = table.into_text();
        let records = records(&text).unwrap();
        let values: Vec<_> = records.iter().map(|it| it.values[1].as_str()).collect();
        assert_eq!(values, VALUES);
        // However a program divides it, no value begins with a formula.
        for line in text.split(['\r', '\n']) {
            for part in SEPARATORS.iter().flat_map(|separator| line.split(*separator)) {
                let part = part.trim_matches(['"', ' ']);
                let is_own = part.parse::<f64>().is_ok();
                assert!(is_own || !part.starts_with(RISKY), "{part:?}");
            }
        }
    }

    #[test]
    fn numbers_stay_numbers() {
        for number in ["0", "-0.5", "12", "1234.5"] {
            assert_eq!(guarded(number), number);
        }
        for text in ["-", "-1-1", "-inf", "+1", "-1e5", "-.5", "-1.2.3"] {
            assert_eq!(guarded(text), format!("'{text}"));
        }
    }
}
