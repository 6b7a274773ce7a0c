//! How long the certificate is valid.

use jiff::Timestamp;

use super::{Doubtful, Finding, Fine, Wrong};
use crate::{config::Config, metrics::machine, tls};

/// Somebody should look after a certificate of their own when it is valid for less, in seconds.
const OWN_LEFT_S: i64 = 14 * 86_400;

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
            if config.tls.is_own() {
                let left_s = certificate.ends_s - now_s;
                if left_s <= 0 {
                    Wrong(format!("tls.certificate has expired ({end}): replace its files"))
                } else if left_s < OWN_LEFT_S {
                    Doubtful(format!(
                        "tls.certificate is valid until {end} only: replace its files, which the \
                         server reads again by itself"
                    ))
                } else {
                    Fine(format!("the certificate is valid until {end}"))
                }
            } else if certificate.ends_s <= now_s {
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
