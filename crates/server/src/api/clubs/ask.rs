//! What is asked for, as it is sent.

use komadai_service::clubs::{ClubAct, ClubRefusal, ClubSettings, NewPlayer};
use komadai_store::{ClubRole, Joining};
use serde::Deserialize;
use uuid::Uuid;

use super::account;
use crate::{api::Problem, app::App};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FoundRequest {
    /// Drawn by the client, so that asking twice founds one club.
    pub(super) create: Uuid,
    pub(super) slug: String,
    pub(super) settings: SettingsWire,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsWire {
    name: String,
    #[serde(default)]
    city: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    link: String,
    #[serde(default)]
    lang: String,
    #[serde(default)]
    private: bool,
    joining: String,
}

impl SettingsWire {
    pub(super) fn settings(self) -> Result<ClubSettings, ClubRefusal> {
        let Self { name, city, about, link, lang, private, joining } = self;
        let joining = Joining::from_name(&joining).ok_or_else(|| {
            ClubRefusal::Words("one joins by open, request or invitation".to_owned())
        })?;
        Ok(ClubSettings { name, city, about, link, lang, private, joining })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActRequest {
    /// Drawn by the client: an act that is sent again is known.
    pub(super) id: Uuid,
    pub(super) act: ActWire,
}

/// What can be done.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ActWire {
    Edit {
        settings: SettingsWire,
    },
    Join {
        #[serde(default)]
        words: String,
        #[serde(default)]
        invitation: String,
    },
    Withdraw,
    Leave,
    Accept {
        handle: String,
    },
    Decline {
        handle: String,
    },
    Invite {
        days: u32,
        #[serde(default)]
        uses: Option<u32>,
    },
    Revoke {
        invitation: Uuid,
    },
    Announce {
        title: String,
        #[serde(default)]
        text: String,
    },
    Reword {
        announcement: Uuid,
        title: String,
        #[serde(default)]
        text: String,
    },
    Unannounce {
        announcement: Uuid,
    },
    Add {
        player: NewPlayer,
    },
    Change {
        member: Uuid,
        #[serde(default)]
        name: String,
        #[serde(default)]
        handle: String,
        #[serde(default)]
        note: String,
    },
    Role {
        member: Uuid,
        role: String,
    },
    HandOver {
        member: Uuid,
    },
    Remove {
        member: Uuid,
    },
    Ban {
        handle: String,
        #[serde(default)]
        reason: String,
    },
    Unban {
        handle: String,
    },
    Award {
        member: Uuid,
        #[serde(default)]
        grade: String,
    },
    Close,
}

impl ActWire {
    /// The same, with what the server knows of accounts.
    pub(super) async fn translate(self, app: &App) -> Result<ClubAct, Problem> {
        Ok(match self {
            Self::Edit { settings } => ClubAct::Edit(Box::new(settings.settings()?)),
            Self::Join { words, invitation } => ClubAct::Join { words, invitation },
            Self::Withdraw => ClubAct::Withdraw,
            Self::Leave => ClubAct::Leave,
            Self::Accept { handle } => ClubAct::Accept(account(app, &handle).await?),
            Self::Decline { handle } => ClubAct::Decline(account(app, &handle).await?),
            Self::Invite { days, uses } => ClubAct::Invite { days, uses },
            Self::Revoke { invitation } => ClubAct::Revoke(invitation),
            Self::Announce { title, text } => ClubAct::Announce { title, text },
            Self::Reword { announcement, title, text } => {
                ClubAct::Reword { announcement, title, text }
            }
            Self::Unannounce { announcement } => ClubAct::Unannounce(announcement),
            Self::Add { player } => ClubAct::Add(player),
            Self::Change { member, name, handle, note } => {
                ClubAct::Change { member, name, handle, note }
            }
            Self::Role { member, role } => {
                let role = ClubRole::from_name(&role).ok_or_else(|| {
                    ClubRefusal::Words("a role is owner, organiser or member".to_owned())
                })?;
                ClubAct::SetRole { member, role }
            }
            Self::HandOver { member } => ClubAct::HandOver(member),
            Self::Remove { member } => ClubAct::Remove(member),
            Self::Ban { handle, reason } => ClubAct::Ban { handle, reason },
            Self::Unban { handle } => ClubAct::Unban(account(app, &handle).await?),
            Self::Award { member, grade } => ClubAct::Award { member, grade },
            Self::Close => ClubAct::Close,
        })
    }
}
