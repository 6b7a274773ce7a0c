//! The site as its operator decides.

words! {
    /// Who may register.
    #[derive(Default)]
    pub enum Registration {
        /// Everybody.
        #[default]
        Open => "open",
        /// Those with an invitation code.
        Invitation => "invitation",
        /// Nobody.
        Closed => "closed",
    }
}
