//! `komadai admin`: accounts and roles, alongside a server that may be running.

use std::{
    io::{BufRead as _, Read as _, Write as _},
    net::IpAddr,
};

use anyhow::{Context as _, bail};
use clap::{Subcommand, ValueEnum};
use komadai_service::{mail, operator::Operator};
use komadai_store::{Role, Store};

use crate::{config::Config, http::peer::Peer};

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
            Self::Role { handle, role } => {
                operator.set_role(&handle, role.role()).await?;
                say(&format!("{handle} now has the role"))?;
            }
            Self::ResetPassword { handle } => {
                let settings = config.mail.settings(config.public_url());
                let site = settings.as_ref().map(|settings| settings.site.as_str());
                let (password, letter) = operator.reset_password(&handle, site).await?;
                say(&password)?;
                let branding = operator.branding().await?;
                if let (Some(settings), Some(letter)) = (settings, letter)
                    && let Err(cause) = mail::send_once(settings, branding, &letter).await
                {
                    // The password is set all the same.
                    writeln!(
                        std::io::stderr(),
                        "the owner could not be notified by email: {cause}"
                    )
                    .context("standard error cannot be written")?;
                }
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
