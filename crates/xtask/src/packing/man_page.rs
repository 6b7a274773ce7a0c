//! The man page, made from what the program's own `--help` says.

use std::{fmt::Write as _, path::Path};

use super::VERSION;
use crate::command::Command;

/// What a page of a program with commands has besides.
const END: &str = "\
.SH FILES
.TP
.I /etc/komadai/komadai.toml
the settings, or the file named by
.B KOMADAI_CONFIG
.TP
.I /usr/share/doc/komadai/docs/operations.md
how to run a site: TLS, back-ups, upgrades, monitoring
.TP
.I /usr/share/doc/komadai/config/default.toml
every setting, with its default
.SH SEE ALSO
.BR fairy\\-stockfish (6),
.BR systemctl (1),
.BR journalctl (1)
";

/// The page, in roff; none if the program does not run here.
pub(super) fn man_page(program: &Path) -> Option<String> {
    let program = program.to_string_lossy();
    let help = help(&program, &[])?;
    let about = help.lines().next()?.trim_end_matches('.').to_lowercase();
    let mut page = format!(
        ".TH KOMADAI 1 \"\" \"Komadai {VERSION}\" \"User Commands\"\n.ad l\n.SH NAME\nkomadai \\- {}\n",
        roff(&about)
    );
    let usage = |help: &str| help.lines().find_map(|it| it.strip_prefix("Usage: ").map(roff));
    let _ = writeln!(page, ".SH SYNOPSIS\n.B {}\n.SH OPTIONS", usage(&help)?);
    page += &terms(&help, "Options:");
    page += ".SH COMMANDS\n";
    let mut waiting = children(&help, &[]);
    waiting.reverse();
    while let Some(path) = waiting.pop() {
        let help = self::help(&program, &path)?;
        let _ = writeln!(page, ".SS {}", usage(&help)?);
        let about = help.lines().take_while(|line| !line.starts_with("Usage:"));
        for line in about {
            page += &if line.is_empty() { ".PP\n".to_owned() } else { roff(line) + "\n" };
        }
        page += &terms(&help, "Arguments:");
        page += &terms(&help, "Options:");
        waiting.extend(children(&help, &path).into_iter().rev());
    }
    Some(page + END)
}

fn help(program: &str, path: &[String]) -> Option<String> {
    let words = path.iter().map(String::as_str).chain(["--help"]);
    Command::new(program, words).answer()
}

/// The commands below one, by their whole paths.
fn children(help: &str, path: &[String]) -> Vec<Vec<String>> {
    let names = section(help, "Commands:").filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    names.map(|name| path.iter().cloned().chain([name]).collect()).collect()
}

/// A list of arguments or options, each with its explanation.
fn terms(help: &str, head: &str) -> String {
    let mut text = String::new();
    for line in section(help, head) {
        let line = line.trim_end();
        let words = line.trim_start();
        if words.starts_with(['-', '<', '[']) && !line.starts_with("          ") {
            // The explanation is beside it, or on the lines below.
            let (term, rest) = words.split_once("  ").unwrap_or((words, ""));
            let _ = writeln!(text, ".TP\n.B {}", roff(term));
            if !rest.trim().is_empty() {
                let _ = writeln!(text, "{}", roff(rest.trim()));
            }
        } else if !words.is_empty() {
            let _ = writeln!(text, "{}", roff(words));
        }
    }
    text
}

/// The lines below a head, up to the next one.
fn section<'h>(help: &'h str, head: &str) -> impl Iterator<Item = &'h str> {
    let head = head.to_owned();
    let lines = help.lines().skip_while(move |line| *line != head).skip(1);
    lines.take_while(|line| line.is_empty() || line.starts_with(' '))
}

/// Signs that mean something to roff, as themselves.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
Does this.

Usage: a b [OPTIONS]

Commands:
  one   First
  help  Print this

Options:
  -c, --config <CONFIG>
          Which file

          [env: A=]

  -h, --help  Print .help
";

    #[test]
    fn what_help_says_is_read() {
        assert_eq!(children(HELP, &["b".to_owned()]), [["b", "one"]]);
        let expected = ".TP\n.B \\-c, \\-\\-config <CONFIG>\nWhich file\n[env: A=]\n.TP\n\
                        .B \\-h, \\-\\-help\nPrint .help\n";
        assert_eq!(terms(HELP, "Options:"), expected);
        assert_eq!(terms(HELP, "Arguments:"), "");
        assert_eq!(roff(".a"), "\\&.a");
    }
}
