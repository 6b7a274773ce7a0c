//! `komadai admin`: accounts and roles, alongside a server that may be running.

mod accounts;

use std::{
    io::{BufRead as _, Read as _, Write as _},
    net::IpAddr,
};

use anyhow::{Context as _, bail};
use clap::{Subcommand, ValueEnum};
use komadai_service::operator::Operator;
use komadai_store::{Role, Store};

use crate::{api::moderation::HOURS_MAX, config::Config, http::peer::Peer, serve::take_up_address};

/// No line of a password is read further, in bytes.
const PASSWORD_BYTES_MAX: u64 = 4_096;

/// What can be done.
#[derive(Debug, Subcommand)]
pub(super) enum AdminCommand {
    /// Creates an account; the password is asked for, or read from standard input.
    Create {
        /// The name to sign in with.
        handle: String,
        /// Its role.
        #[arg(long, value_enum, default_value_t = RoleName::Player)]
        role: RoleName,
    },
    /// Lists accounts: the newest, or those that are looked for.
    List {
        /// The beginning of a word of a name or of a mail address, or an IP address.
        #[arg(default_value = "")]
        words: String,
    },
    /// Shows all that there is to say of an account.
    Show {
        /// The name to sign in with.
        handle: String,
    },
    /// Makes a link with which one person registers, with a role or without.
    Invite {
        /// The role of the account.
        #[arg(long, value_enum, default_value_t = RoleName::Player)]
        role: RoleName,
    },
    /// Gives an account another display name; its owner is told why.
    Rename {
        /// The name to sign in with.
        handle: String,
        /// The display name; without it one that says nothing.
        name: Option<String>,
        /// The reason, for the owner and the log.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Gives an account an email address, or takes it away.
    SetEmail {
        /// The name to sign in with.
        handle: String,
        /// The address.
        #[arg(required_unless_present = "none")]
        email: Option<String>,
        /// No address any more.
        #[arg(long, conflicts_with = "email")]
        none: bool,
    },
    /// Bans an account and signs it out everywhere.
    Ban {
        /// The name to sign in with.
        handle: String,
        /// For how many hours; for good without it.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=HOURS_MAX))]
        hours: Option<u64>,
        /// The reason, for the log.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Deletes an account as its owner can: its games stay, without its name. The running server
    /// does it.
    Delete {
        /// The name to sign in with.
        handle: String,
        /// The reason, for the log.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Says under which address people reach the site, where the settings (server.public_url) name
    /// none. It counts from the next start on.
    PublicUrl {
        /// Such as https://shogi.example.
        #[arg(required_unless_present = "none")]
        url: Option<String>,
        /// None any more.
        #[arg(long, conflicts_with = "url")]
        none: bool,
    },
    /// Gives an account a role, or removes it.
    Role {
        /// The name to sign in with.
        handle: String,
        /// Its role.
        #[arg(value_enum)]
        role: RoleName,
    },
    /// Gives an account a new password, which is printed, signs it out everywhere and ends a
    /// freeze. A running server notices within a second or two.
    ResetPassword {
        /// The name to sign in with.
        handle: String,
    },
    /// Lifts the bans and mutes of an account, or the ban of an address. A running server notices
    /// within a second or two.
    Lift {
        /// The name to sign in with, or an IP address.
        whom: String,
    },
    /// The secrets.key of before is lost for good: the database belongs to the present one from now
    /// on. Owners of second factors sign in with recovery codes.
    AcceptKey,
    /// Removes the second factor of an account whose owner has lost it along with all codes.
    RemoveSecondFactor {
        /// The name to sign in with.
        handle: String,
    },
}

/// A role, or none.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RoleName {
    /// Only plays.
    Player,
    /// Also sees reports, mutes and bans.
    Moderator,
    /// Also decides how the site is run.
    Admin,
}

impl RoleName {
    fn role(self) -> Option<Role> {
        match self {
            Self::Player => None,
            Self::Moderator => Some(Role::Moderator),
            Self::Admin => Some(Role::Admin),
        }
    }
}

impl AdminCommand {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("the runtime cannot be started")?;
        runtime.block_on(async {
            let store = Store::open_beside(&config.database()).await?;
            let config = &take_up_address(config.clone(), &store).await?;
            let operator = Operator::new(store.clone()).context("no thread can be started")?;
            let done = self.carry_out(&operator, config).await;
            store.close().await;
            done
        })
    }

    async fn carry_out(self, operator: &Operator, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Create { handle, role } => {
                operator.create(&handle, password()?, role.role()).await?;
                say(&format!("{handle} can now sign in"))?;
            }
            Self::List { words } => accounts::list(operator, &words).await?,
            Self::Show { handle } => accounts::show(operator, &handle).await?,
            Self::Invite { role } => accounts::invite(operator, config, role.role()).await?,
            Self::Rename { handle, name, reason } => {
                let name = operator.rename(&handle, name.as_deref(), &reason).await?;
                say(&format!(
                    "{handle} is called {name} from now on; a running server notices within a \
                     second or two"
                ))?;
            }
            Self::SetEmail { handle, email, none: _ } => {
                accounts::set_email(operator, config, &handle, email.as_deref()).await?;
            }
            Self::Ban { handle, hours, reason } => {
                operator.ban(&handle, hours, &reason).await?;
                say(&format!(
                    "{handle} is banned; a running server closes what they have open within a \
                     second or two, and komadai admin lift {handle} lifts it"
                ))?;
            }
            Self::Delete { handle, reason } => {
                accounts::delete(operator, &handle, &reason).await?;
            }
            Self::PublicUrl { url, none: _ } => {
                accounts::set_public_url(operator, config, &url.unwrap_or_default()).await?;
            }
            Self::Role { handle, role } => {
                operator.set_role(&handle, role.role()).await?;
                say(&format!("{handle} now has the role"))?;
            }
            Self::ResetPassword { handle } => {
                let settings = config.mail.settings(config.public_url());
                let site = settings.as_ref().map(|settings| settings.site.as_str());
                let (password, letter) = operator.reset_password(&handle, site).await?;
                say(&password)?;
                accounts::notify(operator, settings, letter).await?;
            }
            Self::Lift { whom } => {
                let n = match whom.parse::<IpAddr>() {
                    Ok(address) => operator.lift_address(&Peer::of(address).to_string()).await?,
                    Err(_) => operator.lift_of(&whom).await?,
                };
                if n == 0 {
                    bail!("there is no ban or mute of {whom}");
                }
                say(&format!("{n} sanctions were lifted"))?;
            }
            Self::AcceptKey => {
                operator.accept_key(config.sealing_key()?.as_ref()).await?;
                say("the database belongs to the present secrets.key")?;
            }
            Self::RemoveSecondFactor { handle } => {
                operator.remove_second_factor(&handle).await?;
                say(&format!("{handle} can now sign in with only the password"))?;
            }
        }
        Ok(())
    }
}

/// Does something while the terminal, if there is one, does not show what is typed.
fn without_echo<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(unix)]
    {
        use rustix::termios::{LocalModes, OptionalActions::Now, tcgetattr, tcsetattr};
        let terminal = std::io::stdin();
        if let Ok(before) = tcgetattr(&terminal) {
            let mut hidden = before.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            // What cannot be hidden is typed all the same.
            let _ = tcsetattr(&terminal, Now, &hidden);
            let mut screen = std::io::stderr();
            let _ = write!(screen, "password: ");
            let done = work();
            let _ = writeln!(screen);
            let _ = tcsetattr(&terminal, Now, &before);
            return done;
        }
    }
    work()
}

fn say(line: &str) -> anyhow::Result<()> {
    writeln!(std::io::stdout(), "{line}").context("standard output cannot be written")
}

/// The first line of standard input; somebody at a terminal is asked for it, and does not see it.
fn password() -> anyhow::Result<String> {
    let mut text = String::new();
    without_echo(|| std::io::stdin().lock().take(PASSWORD_BYTES_MAX).read_line(&mut text))
        .context("standard input cannot be read")?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => bail!("no password: write it to standard input"),
    }
}
