//! `[site]`: how the site is run.

use komadai_service::site::RegistrationPolicy;

section! {
    /// How the site is run.
    SiteSettings {
        /// Who may register: "open" (everybody), "invitation" (who has been given a code by an
        /// admin, on the page /moderation), or "closed" (nobody; `komadai admin create` still makes
        /// accounts).
        registration: RegistrationPolicy = RegistrationPolicy::Open,
        /// How to reach those who run the site, for the page /contact: a mail address or a sentence.
        contact: String = String::new(),
        /// Where the source of what runs here is, for the page /source: the licence asks you to
        /// offer it. If you changed the program, put your own address here. `{commit}` stands for
        /// the commit it was built from.
        source: String = String::new(),
        /// Whether moderators and admins must have turned two-step sign-in on to do what only they
        /// may. Without it they sign in and play like everybody else.
        staff_second_factor: bool = true,
    }
}

impl SiteSettings {
    /// Where the source of this commit is, or of whatever is newest when it is not known.
    pub fn source_of(&self, commit: Option<&str>) -> String {
        self.source.replace("{commit}", commit.unwrap_or("HEAD"))
    }
}
