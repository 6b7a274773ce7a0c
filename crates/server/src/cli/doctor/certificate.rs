//! How long the certificate is valid.

use jiff::Timestamp;

use super::{Doubtful, Finding, Fine, Wrong};
use crate::{config::Config, metrics::machine, tls};

/// `None`: a proxy has it, or nobody.
pub(super) fn look(config: &Config) -> Option<Finding> {
    if !config.has_tls() {
        return None;
    }
    let now_s = (machine::wall_ms() / 1000) as i64;
    Some(match tls::on_disk(config) {
        Err(cause) => Wrong(format!("{cause:#}")),
        Ok(None) => Doubtful(format!(
            "there is no certificate yet: the server fetches one from {} once it runs and its \
             name leads to port 443 here; its log says what is wrong",
            config.tls.directory
        )),
        Ok(Some(certificate)) => {
            let end = Timestamp::from_second(certificate.ends_s)
                .map_or_else(|_| "?".to_owned(), |it| it.strftime("%F %R UTC").to_string());
            if certificate.ends_s <= now_s {
                Wrong(format!("the certificate has expired ({end}): the server's log says why"))
            } else if certificate.due_s() <= now_s {
                Doubtful(format!(
                    "the certificate is valid until {end} only and should have been renewed: the \
                     server's log says why it was not"
                ))
            } else {
                Fine(format!("the certificate is valid until {end}"))
            }
        }
    })
}
