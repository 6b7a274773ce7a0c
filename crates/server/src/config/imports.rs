//! `[imports]`: importing games.

use komadai_service::imports::FetchSettings;

section! {
    /// Importing games.
    Imports {
        /// Hosts from which a record may be fetched by its address, over HTTPS, or by the address
        /// of a game at lishogi or at a site like this one. "*" means every host of the public
        /// Internet; with none, records can be imported only as files and text.
        hosts: Vec<String> =
            ["lishogi.org", "wdoor.c.u-tokyo.ac.jp"].map(str::to_owned).into(),
        /// Whether these hosts may be on this machine or its network, on any port, and without TLS.
        /// For tests only: with true any player can make the server contact addresses that only it
        /// can reach.
        from_private: bool = false,
    }
}

impl From<&Imports> for FetchSettings {
    fn from(imports: &Imports) -> Self {
        Self { hosts: imports.hosts.clone(), from_private: imports.from_private }
    }
}
