//! `/account`: the user's identity, registration and sign-in, and the account's security.
#![expect(missing_debug_implementations, reason = "what is sent here holds passwords and codes")]

pub use komadai_community::accounts::{ChallengesFrom, Role, Scope};
use komadai_ids::Code;
use komadai_rating::DeclaredStrength;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Vacation;

/// The caller's account, as they see it themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// The public id.
    pub id: Code,
    /// The handle: used to sign in, and in the address of the player's page.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When the account was created.
    pub registered_ms: u64,
    /// Its permissions beyond playing.
    pub role: Option<Role>,
    /// The email address, if one was verified.
    pub email: Option<String>,
    /// An email address that is still to be verified.
    pub unverified_email: Option<String>,
    /// The number of recovery codes left, if two-step sign-in is on.
    pub recovery_codes: Option<i64>,
}

/// The caller's vacation, and how many days are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VacationStanding {
    /// The present vacation, or the next one; `null` if there is none.
    pub vacation: Option<Vacation>,
    /// How many days are left in the present year (UTC). Each day counts in the year in which it
    /// begins.
    pub days_left: u32,
    /// How many days an account has in a year.
    pub days_a_year: u32,
    /// The server's time, in Unix milliseconds.
    pub now_ms: u64,
}

/// A vacation to begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BeginVacation {
    /// When it begins, in Unix milliseconds; absent or past: at once. At most a year from now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ms: Option<u64>,
    /// How many days it lasts, each 24 hours long.
    pub days: u32,
}

/// The caller's identity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhoAmI {
    /// `null` for guests and for visitors without an identity.
    pub account: Option<Account>,
    /// A ticket for `/account/sign-in/code`, if the password alone is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_step: Option<String>,
}

/// A new account.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The name to sign in with.
    pub handle: String,
    /// The display name; the handle if this is empty.
    #[serde(default)]
    pub name: String,
    /// At least twelve characters, and not easy to guess.
    pub password: String,
    /// The declared strength: a grade such as `5k` or `2d`, or what the player is rated elsewhere.
    pub declared: Option<DeclaredStrength>,
    /// An invitation code, if the site requires one.
    #[serde(default)]
    pub invitation: String,
}

/// What the caller says of themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnProfile {
    /// One line about themselves; empty for none.
    pub about: String,
    /// The declared strength.
    pub declared: Option<DeclaredStrength>,
    /// Whether it can still be changed: until the first rated game of standard shogi.
    pub may_declare: bool,
}

/// A line about oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// At most 200 characters; empty for none.
    pub about: String,
}

/// How strong somebody says they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    /// A grade, or what they are rated elsewhere; `null` for nothing.
    pub declared: Option<DeclaredStrength>,
}

/// The first step of signing in.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name to sign in with.
    pub handle: String,
    /// The password.
    pub password: String,
}

/// The second step of signing in.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStep {
    /// The ticket that the first step returned.
    pub ticket: String,
    /// A code from the authenticator app, or a recovery code.
    pub code: String,
}

/// A change of password.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The current password.
    pub old: String,
    /// The new password.
    pub new: String,
    /// Whether to revoke programs' tokens as well.
    #[serde(default = "yes")]
    pub programs: bool,
}

/// Signs out of every session.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOutEverywhere {
    /// Whether to revoke programs' tokens as well.
    #[serde(default = "yes")]
    pub programs: bool,
}

fn yes() -> bool {
    true
}

/// Confirms the password before a change to the account.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithPassword {
    /// The password.
    pub password: String,
}

/// A change of display name.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeName {
    /// The name.
    pub name: String,
}

/// A change of email address.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEmail {
    /// The new address, to which a confirmation is sent.
    pub email: String,
    /// The password.
    pub password: String,
    /// The language of the email, as a tag such as `vi`.
    pub lang: String,
}

/// Removes the email address.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveEmail {
    /// The password.
    pub password: String,
    /// The language of the email that confirms it.
    pub lang: String,
}

/// The ticket in an email's link.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyEmail {
    /// The ticket from the link.
    pub ticket: String,
    /// The language of the email that notifies the former address.
    pub lang: String,
}

/// A request to reset a forgotten password.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// The account's email address.
    pub email: String,
    /// The language of the email.
    pub lang: String,
}

/// Sets a new password with the link of an email.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The ticket from the link.
    pub ticket: String,
    /// The new password.
    pub password: String,
    /// The language of the email that confirms it.
    pub lang: String,
}

/// The ticket of an email that reported a change.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreezeAccount {
    /// The ticket from the link.
    pub ticket: String,
}

/// The secret for an authenticator app, shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactorOffer {
    /// The secret as text, to be typed.
    pub secret: String,
    /// The same as an address that apps open.
    pub uri: String,
    /// The same as a QR code, row by row: `1` is dark.
    pub qr: Vec<String>,
}

/// A code from the authenticator app.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmFactor {
    /// The code.
    pub code: String,
}

/// The password and a code, from the app or for recovery.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithPasswordAndCode {
    /// The password.
    pub password: String,
    /// The code.
    pub code: String,
}

/// Recovery codes for users who lose their app, shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    /// Each of them works once.
    pub recovery_codes: Vec<String>,
}

/// A token with which a program acts on behalf of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiToken {
    /// The id by which it is revoked.
    pub id: Uuid,
    /// The name its owner gave it.
    pub name: String,
    /// Its permissions.
    pub scopes: Vec<Scope>,
    /// When it was created.
    pub made_ms: i64,
    /// When it was last used, to the minute.
    pub used_ms: Option<i64>,
    /// When it expires; `null` if only by being revoked.
    pub expires_ms: Option<i64>,
}

/// All tokens of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiTokens {
    /// Newest first.
    pub tokens: Vec<ApiToken>,
}

/// A new token for a program.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewApiToken {
    /// The name its owner gives it.
    pub name: String,
    /// Its permissions; at least one.
    pub scopes: Vec<Scope>,
    /// The password.
    pub password: String,
    /// For how many days it is valid, at most 3,650; `null` until it is revoked.
    #[serde(default = "days_by_default")]
    pub days: Option<u32>,
}

fn days_by_default() -> Option<u32> {
    Some(90)
}

/// A newly created token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MadeApiToken {
    /// Shown once; only its hash is stored.
    pub token: String,
}

/// What a user's privacy settings are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrivacyWanted {
    /// Whose challenges are accepted.
    pub challenges_from: ChallengesFrom,
    /// Whether followers can see which games the user is playing.
    pub tells_followers: bool,
    /// Whether guests may be paired with the user, and take what the user offers in the lobby;
    /// absent: as before.
    pub accepts_guests: Option<bool>,
}

/// A user's privacy settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Privacy {
    /// Whose challenges are accepted.
    pub challenges_from: ChallengesFrom,
    /// Whether followers can see which games the user is playing.
    pub tells_followers: bool,
    /// Whether guests may be paired with the user, and take what the user offers in the lobby.
    pub accepts_guests: bool,
}

/// A session of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// The beginning of its token's hash, used only to identify it here.
    pub id: String,
    /// The browser and the operating system, if known.
    pub agent: Option<String>,
    /// The address it was opened from, as long as that is stored.
    pub address: Option<String>,
    /// When it was opened.
    pub opened_ms: i64,
    /// When it was last used, to the day.
    pub used_ms: i64,
    /// Whether it is the session of this request.
    pub this: bool,
}

/// All sessions of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sessions {
    /// Newest first.
    pub sessions: Vec<Session>,
}
