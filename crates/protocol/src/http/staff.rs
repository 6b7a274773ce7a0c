//! `/site/first-admin`: the first admin of a site; `/admin/accounts`: all accounts, for admins.

use komadai_language::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{account::Role, paging::NextPage};

/// Whether the first admin can be made here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Founding {
    /// Whether nobody runs the site yet.
    pub open: bool,
    /// The token of the link with which the first admin is made, which is also in the server's log:
    /// only for a browser on the server's own machine, until somebody has an account.
    pub token: Option<String>,
    /// Whether the site can send email.
    pub mail: bool,
    /// Whether the settings say under which address people reach the site.
    pub has_public_url: bool,
}

/// Makes the first admin and gives the site a name.
#[expect(missing_debug_implementations, reason = "it holds a password")]
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFirstAdmin {
    /// From the link.
    pub token: String,
    /// The name to sign in with.
    pub handle: String,
    /// The password.
    pub password: String,
    /// The admin's mail address; empty for none. Where the site sends email it counts once the link
    /// in a letter was opened.
    #[serde(default)]
    pub email: String,
    /// What the site calls itself; empty for the program's name.
    #[serde(default)]
    pub site_name: String,
    /// The language for browsers that ask for none of the site's, and of the letter.
    pub language: Language,
    /// The address under which people reach the site, such as `https://shogi.example`; empty for
    /// any. It counts from the server's next start on, where its settings name none.
    #[serde(default)]
    pub public_url: String,
}

/// Which accounts are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichAccounts {
    /// The beginning of a word of a name or of a mail address, or an IP address; empty for all, the
    /// newest first.
    #[serde(default)]
    pub q: String,
}

/// An account as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdminAccount {
    /// Its id.
    pub user: Uuid,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether it is a program's.
    pub bot: bool,
    /// Its permissions beyond playing.
    pub role: Option<Role>,
    /// The mail address.
    pub email: Option<String>,
    /// When it registered.
    pub registered_ms: i64,
    /// When it was last here, to the day.
    pub seen_ms: Option<i64>,
    /// Whether the owner has frozen it.
    pub frozen: bool,
    /// Whether it is banned.
    pub banned: bool,
    /// Whether it is muted.
    pub muted: bool,
}

/// A page of accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdminAccounts {
    /// The newest first; those that are looked for by name, the best match first.
    pub accounts: Vec<AdminAccount>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}

/// Gives an account another display name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveName {
    /// The name; empty for one that says nothing.
    pub name: String,
    /// The reason, which the account is told.
    pub reason: String,
}

/// Gives an account a mail address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveEmail {
    /// The address; empty for none.
    pub email: String,
}

/// Deletes an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountOf {
    /// The reason, for the log.
    pub reason: String,
}

/// What was lifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiftedSanctions {
    /// How many bans and mutes that were.
    pub n_lifted: usize,
}

/// What an invitation gives.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct InvitedAs {
    /// What the account may do beyond playing; without it the account only plays.
    #[serde(default)]
    pub role: Option<Role>,
}
