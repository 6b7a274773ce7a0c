//! Accounts: what they and their programs may do.

words! {
    /// An account's permissions beyond playing.
    pub enum Role {
        /// Handles reports, mutes and bans.
        Moderator => "moderator",
        /// All of that, and manages the site.
        Admin => "admin",
    }
}

words! {
    /// What a token lets a program do on behalf of the account.
    pub enum Scope {
        /// Read what the player can read.
        Read => "read",
        /// Play.
        Play => "play",
        /// Import games.
        Import => "import",
        /// Play over CSA. Such a secret is short, is sent unencrypted, and allows nothing else; it
        /// cannot be combined with other permissions.
        Csa => "csa",
        /// Turn the account into a bot account, permanently (`POST /api/bot/account/upgrade`).
        Bot => "bot",
    }
}

words! {
    /// Whose challenges are accepted.
    #[derive(Default)]
    pub enum ChallengesFrom {
        /// Everybody's.
        #[default]
        All => "all",
        /// Those of players whom the user follows.
        Followed => "followed",
        /// Nobody's.
        None => "none",
    }
}
