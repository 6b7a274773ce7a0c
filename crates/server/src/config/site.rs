//! `[site]`: how the site is run.

use komadai_service::site::Registration;

section! {
    /// The operation of the site.
    SiteSettings {
        /// Who may register: "open" (everybody), "invitation" (people with a code from an admin,
        /// created on the page /moderation), or "closed" (only people with such a code or a link from
        /// `komadai admin invite`; `komadai admin create` still creates accounts).
        registration: Registration = Registration::Open,
        /// How to contact the people who run the site, for the page /contact: an email address or a
        /// sentence.
        contact: String = String::new(),
        /// Address of the source of the running program, for the page /source: the licence requires
        /// you to offer it. If you modified the program, put your own address here. `{commit}` is
        /// replaced with the commit it was built from.
        source: String = String::new(),
        /// Whether moderators and admins must turn on two-step sign-in before they can use their
        /// powers. Without it they sign in and play like everybody else.
        staff_second_factor: bool = true,
    }
}

impl SiteSettings {
    /// Where the source of this commit is, or of whatever is newest when it is not known.
    pub fn source_of(&self, commit: Option<&str>) -> String {
        self.source.replace("{commit}", commit.unwrap_or("HEAD"))
    }
}
