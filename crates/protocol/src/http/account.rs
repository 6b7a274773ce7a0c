//! `/account`: who somebody is, how they become somebody, and what protects it.
#![expect(missing_debug_implementations, reason = "what is sent here holds passwords and codes")]

use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The account of whoever asks, as they see it themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// The public id.
    pub id: Code,
    /// The name with which one signs in, which is in the address of the player's page.
    pub handle: String,
    /// The name that others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Since when there is this account.
    pub registered_ms: u64,
    /// What it may do beyond playing.
    pub role: Option<Role>,
    /// The mail address, if one was verified.
    pub email: Option<String>,
    /// One that waits to be verified.
    pub unverified_email: Option<String>,
    /// The recovery codes that are left, where a second step is asked for.
    pub recovery_codes: Option<i64>,
}

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees reports, silences and bans.
    Moderator,
    /// All of that, and says how the site is run.
    Admin,
}

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhoAmI {
    /// `null` for guests and for nobody yet.
    pub account: Option<Account>,
    /// A ticket for `/account/sign-in/code`, where the password is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_step: Option<String>,
}

/// A new account.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The name to sign in with.
    pub handle: String,
    /// The name that others see; the handle where it is empty.
    #[serde(default)]
    pub name: String,
    /// At least twelve characters, and not easy to guess.
    pub password: String,
    /// How strong, as `5k` or `1d`.
    pub declared: Option<Grade>,
    /// The code of an invitation, where the site asks for one.
    #[serde(default)]
    pub invitation: String,
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
    /// What the first step was answered with.
    pub ticket: String,
    /// A code of the app, or a recovery code.
    pub code: String,
}

/// Another password.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The present one.
    pub old: String,
    /// The one from now on.
    pub new: String,
    /// Whether the tokens of programs end as well.
    #[serde(default = "yes")]
    pub programs: bool,
}

/// An end to every session.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOutEverywhere {
    /// Whether the tokens of programs end as well.
    #[serde(default = "yes")]
    pub programs: bool,
}

fn yes() -> bool {
    true
}

/// A password once more, before something about the account.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithPassword {
    /// The password.
    pub password: String,
}

/// Another name that others see.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeName {
    /// The name.
    pub name: String,
}

/// Another mail address.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEmail {
    /// The address, to which a letter goes.
    pub email: String,
    /// The password.
    pub password: String,
    /// The language of the letter: `vi`, `en` or `ja`.
    pub lang: String,
}

/// No mail address any more.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveEmail {
    /// The password.
    pub password: String,
    /// The language of the letter that tells of it.
    pub lang: String,
}

/// The ticket of a letter's link.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyEmail {
    /// What is in the link.
    pub ticket: String,
    /// The language of the letter that tells the former address.
    pub lang: String,
}

/// Somebody cannot sign in any more.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// The account's mail address.
    pub email: String,
    /// The language of the letter.
    pub lang: String,
}

/// A new password, by a letter's link.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// What is in the link.
    pub ticket: String,
    /// The one from now on.
    pub password: String,
    /// The language of the letter that tells of it.
    pub lang: String,
}

/// The ticket of a letter that told of a change.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreezeAccount {
    /// What is in the link.
    pub ticket: String,
}

/// What an authenticator app must know, shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactorOffer {
    /// To be typed.
    pub secret: String,
    /// The same as the address that apps open.
    pub uri: String,
    /// The same as a picture, row by row: `1` is dark.
    pub qr: Vec<String>,
}

/// A code of the app, once.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmFactor {
    /// It.
    pub code: String,
}

/// The password and a code, of the app or for recovery.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithPasswordAndCode {
    /// The password.
    pub password: String,
    /// The code.
    pub code: String,
}

/// Codes for who has lost the app, shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    /// They are good once each.
    pub recovery_codes: Vec<String>,
}

/// What a program may do for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read what the player may read.
    Read,
    /// Play.
    Play,
    /// Import games.
    Import,
    /// Play over CSA. Such a secret is short, crosses the network in the clear, and allows nothing
    /// else; it stands alone.
    Csa,
}

/// With what a program acts for the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiToken {
    /// By which it is revoked.
    pub id: Uuid,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub made_ms: i64,
    /// When it was last used, to the minute.
    pub used_ms: Option<i64>,
    /// When it ends; `null`: when it is revoked.
    pub expires_ms: Option<i64>,
}

/// All of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiTokens {
    /// The newest first.
    pub tokens: Vec<ApiToken>,
}

/// A new token for a program.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewApiToken {
    /// What its owner calls it.
    pub name: String,
    /// What it allows; at least one.
    pub scopes: Vec<Scope>,
    /// The password.
    pub password: String,
    /// For how many days it is good, at most 3,650; `null`: until it is revoked.
    #[serde(default = "days_by_default")]
    pub days: Option<u32>,
}

fn days_by_default() -> Option<u32> {
    Some(90)
}

/// A token that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MadeApiToken {
    /// Told once; only its hash is kept.
    pub token: String,
}

/// From whom challenges are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengesFrom {
    /// Everybody.
    All,
    /// Those whom the player follows.
    Followed,
    /// Nobody.
    None,
}

/// What somebody lets others do, and see of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// From whom challenges are taken.
    pub challenges_from: ChallengesFrom,
    /// Whether those who follow are told what is being played.
    pub tells_followers: bool,
}

/// Where the owner is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// The beginning of the hash of its token, which is of no use but here.
    pub id: String,
    /// The browser and the system, where they are known.
    pub agent: Option<String>,
    /// Where it was opened from, while that is kept.
    pub address: Option<String>,
    /// When it was opened.
    pub opened_ms: i64,
    /// When it was last used, to the day.
    pub used_ms: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// All of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sessions {
    /// The newest first.
    pub sessions: Vec<Session>,
}
