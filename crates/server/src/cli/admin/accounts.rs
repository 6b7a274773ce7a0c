//! Looking for accounts and dealing with them at the command line.

use std::{
    io::Write as _,
    net::IpAddr,
    time::{Duration, SystemTime},
};

use anyhow::{Context as _, bail};
use komadai_service::{
    mail::{self, Letter, MailSettings},
    operator::{AccountSummary, DeletionOutcome, Operator},
};
use komadai_store::{Role, SanctionKind, staff::LISTED_MAX};
use tokio::time::{Instant, sleep};

use super::say;
use crate::{
    config::{Config, check_public_url},
    http::peer::Peer,
};

/// A running server looks every second for what it is to do.
const DONE_WITHIN: Duration = Duration::from_secs(10);

/// How often is looked whether it has done it.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A date that people read.
fn date(ms: i64) -> String {
    let at = SystemTime::UNIX_EPOCH + Duration::from_millis(ms.max(0).unsigned_abs());
    jiff::Timestamp::try_from(at)
        .map(|it| it.to_string())
        .map_or_else(|_| "?".to_owned(), |text| text.chars().take(10).collect())
}

fn role(role: Option<Role>) -> &'static str {
    role.map_or("player", Role::as_str)
}

pub(super) async fn list(operator: &Operator, words: &str) -> anyhow::Result<()> {
    let address = words.trim().parse::<IpAddr>().ok().map(|it| Peer::of(it).to_string());
    let found = operator.list(words, address.as_deref()).await?;
    if found.is_empty() {
        bail!("no account is found by {words:?}: try the beginning of a name or a mail address");
    }
    for it in &found {
        let seen = it.seen_ms.map_or_else(|| "-".to_owned(), date);
        let email = it.email.as_deref().unwrap_or("-");
        say(&format!(
            "{:<20}  {:<9}  registered {}  last here {seen:<10}  {email}  {}{}{}",
            it.handle,
            role(it.role),
            date(it.registered_ms),
            it.name,
            if it.bot { "  (program)" } else { "" },
            if it.frozen { "  (frozen)" } else { "" },
        ))?;
    }
    if found.len() >= LISTED_MAX as usize {
        say(&format!("… these are the first {LISTED_MAX}; look for somebody by name"))?;
    }
    Ok(())
}

pub(super) async fn show(operator: &Operator, handle: &str) -> anyhow::Result<()> {
    let AccountSummary { line, two_steps, sessions, sanctions, n_reports } =
        operator.show(handle).await?;
    say(&format!("handle      {}", line.handle))?;
    say(&format!("name        {}", line.name))?;
    say(&format!("id          {}", line.user.code()))?;
    say(&format!("role        {}", role(line.role)))?;
    say(&format!("email       {}", line.email.as_deref().unwrap_or("-")))?;
    say(&format!("registered  {}", date(line.registered_ms)))?;
    say(&format!("two-step    {}", if two_steps { "on" } else { "off" }))?;
    say(&format!("frozen      {}", if line.frozen { "yes, by its owner" } else { "no" }))?;
    say(&format!("reports     {n_reports} open"))?;
    for it in sanctions {
        let until =
            it.until_ms.map_or_else(|| "for good".to_owned(), |ms| format!("until {}", date(ms)));
        let what = match it.kind {
            SanctionKind::Ban => "banned",
            SanctionKind::Mute => "muted",
            SanctionKind::Address => "address",
        };
        let address = it.address.unwrap_or_default();
        say(&format!("{what:<10}  since {}, {until}  {address}  {}", date(it.from_ms), it.reason))?;
    }
    for it in sessions {
        let address = it.address.unwrap_or_else(|| "-".to_owned());
        let agent = it.agent.unwrap_or_default();
        say(&format!("session     last used {}  {address}  {agent}", date(it.seen_ms)))?;
    }
    Ok(())
}

pub(super) async fn invite(
    operator: &Operator,
    config: &Config,
    role: Option<Role>,
) -> anyhow::Result<()> {
    let made = operator.invite(role).await?;
    let site = config.site_on_this_machine();
    let until = if role.is_some() { "for a week" } else { "until it is used" };
    say(&format!("{site}/account#invitation={}", made.reveal()))?;
    writeln!(
        std::io::stderr(),
        "whoever registers with this link first has the account{}; it is good {until}, whether the \
         server runs or not",
        role.map_or_else(String::new, |it| format!(" with the role {}", it.as_str())),
    )
    .context("standard error cannot be written")
}

pub(super) async fn set_email(
    operator: &Operator,
    config: &Config,
    handle: &str,
    email: Option<&str>,
) -> anyhow::Result<()> {
    let settings = config.mail.settings(config.public_url());
    let site = settings.as_ref().map(|settings| settings.site.as_str());
    let letter = operator.set_email(handle, email, site).await?;
    match email {
        Some(email) => say(&format!(
            "{email} is the address of {handle} at once; nobody has verified it, so be sure of it"
        ))?,
        None => say(&format!("{handle} has no email address any more"))?,
    }
    notify(operator, settings, letter).await
}

/// Sends the owner what was written to them. What was done is done all the same.
pub(super) async fn notify(
    operator: &Operator,
    settings: Option<MailSettings>,
    letter: Option<Letter>,
) -> anyhow::Result<()> {
    let branding = operator.branding().await?;
    if let (Some(settings), Some(letter)) = (settings, letter)
        && let Err(cause) = mail::send_once(settings, branding, &letter).await
    {
        writeln!(std::io::stderr(), "the owner could not be notified by email: {cause}")
            .context("standard error cannot be written")?;
    }
    Ok(())
}

pub(super) async fn delete(operator: &Operator, handle: &str, reason: &str) -> anyhow::Result<()> {
    let user = operator.ask_deletion(handle, reason).await?;
    let until = Instant::now() + DONE_WITHIN;
    loop {
        match operator.deletion(user).await? {
            DeletionOutcome::Done => {
                return say(&format!("{handle} is deleted; the games stay, without the name"));
            }
            DeletionOutcome::Refused(why) => bail!("{handle} is not deleted: {why}"),
            DeletionOutcome::Waiting if Instant::now() < until => sleep(LOOK_EVERY).await,
            DeletionOutcome::Waiting => {
                return say(&format!(
                    "no server is running here: {handle} is deleted when one starts"
                ));
            }
        }
    }
}

pub(super) async fn set_public_url(
    operator: &Operator,
    config: &Config,
    url: &str,
) -> anyhow::Result<()> {
    let url = url.trim().trim_end_matches('/');
    check_public_url(url)?;
    operator.set_public_url(url).await?;
    if url.is_empty() {
        say("the site has no address of its own from the next start on, but what its settings say")
    } else if config.server.public_url.is_empty() {
        say(&format!("people reach the site at {url} from the next start on"))
    } else {
        say(&format!(
            "people reach the site at {url} from the next start on, unless the settings \
             (server.public_url) name another address: they come first"
        ))
    }
}
