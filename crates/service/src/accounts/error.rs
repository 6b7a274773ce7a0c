//! Why something about an account was not done.

use crate::{
    names::NameError,
    passwords::{Busy, Unfit},
};

/// Why something about an account was not done.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// A name that cannot be.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A password that may not be chosen.
    #[error(transparent)]
    Password(#[from] Unfit),
    /// The handle, or one that looks like it, is somebody's.
    #[error("this user name is taken, or looks like one that is")]
    Taken,
    /// No such account, or another password: which of them is not said.
    #[error("the user name or the password is wrong")]
    Wrong,
    /// A strength that cannot be declared.
    #[error(
        "a declared strength is from 15-kyu to 6-dan, or a rating or grade from the place that is named"
    )]
    Declared,
    /// It has played rated games, and they say how strong it is.
    #[error("your rated games say how strong you are; it cannot be declared any more")]
    Rated,
    /// What somebody says of themselves is too long.
    #[error("what you say of yourself has at most {} characters", super::profile::ABOUT_SIGNS_MAX)]
    About,
    /// It has an account already.
    #[error("you have an account; sign out first")]
    HasAccount,
    /// It is to be a program's and has played, or there are as many of those as may be.
    #[error("an account can become a program's only before its first game; create a new one")]
    HasPlayed,
    /// No such account, where that may be said.
    #[error("there is no such account")]
    Unknown,
    /// A moderator has banned the account.
    #[error("this account is banned")]
    Banned {
        /// Until when, in Unix milliseconds; for good without it.
        until_ms: Option<u64>,
    },
    /// A moderator has banned the address, for all but those who run the site.
    #[error("this address is banned")]
    BannedAddress,
    /// Its owner has frozen it.
    #[error("this account is frozen; choose a new password by email to use it again")]
    Frozen,
    /// Nobody may register.
    #[error("registration is closed here")]
    Closed,
    /// The invitation is none, or was used.
    #[error("registering needs an invitation that has not been used")]
    Invitation,
    /// The site only lets people read.
    #[error("the site is read-only for now")]
    ReadOnly,
    /// Nobody is signed in.
    #[error("sign in first")]
    NotSignedIn,
    /// The server has no way to send emails.
    #[error("this site sends no email; ask its operator")]
    NoMail,
    /// Too many emails wait.
    #[error("too many emails are waiting to be sent; try again in a moment")]
    MailFull,
    /// It is no mail address.
    #[error("this is not an email address")]
    Email,
    /// A game is not over.
    #[error("you have an unfinished game; finish it first")]
    StillPlaying,
    /// A tournament is not over.
    #[error("you organise an unfinished tournament; end or cancel it first")]
    Organises,
    /// It is of those who run the site.
    #[error("the account belongs to site staff; have its role removed first")]
    HasRole,
    /// It is no token of ours, or not any more.
    #[error("this token is not valid, or has expired")]
    BadToken,
    /// The token is for other things.
    #[error("this token does not have the scope {0}")]
    Scope(&'static str),
    /// A token must be called something.
    #[error("a token's name has between 1 and 40 characters")]
    TokenName,
    /// There are enough.
    #[error("there are as many tokens as are allowed; revoke one first")]
    TooManyTokens,
    /// A code that is not the present one, or was used.
    #[error("this code is wrong, or has already been used")]
    Code,
    /// It is on, or off, already.
    #[error("two-step sign-in is already in that state")]
    AsItIs,
    /// The link of an email was used, is too old, or was never ours.
    #[error("this link has already been used or has expired; request another email")]
    Ticket,
    /// The first admin is made with another link, or there is one.
    #[error(
        "this link is not good (any more): there is an admin, or the server has started again and \
         its log has another link"
    )]
    FirstAdmin,
    /// Too many passwords wait to be hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}
