//! Ladders of clubs.

words! {
    /// The state of a challenge on a ladder.
    pub enum LadderState {
        /// It waits for an answer.
        Open => "open",
        /// It was accepted, and the game begins when one of the two says so while both are there.
        Agreed => "agreed",
        /// The game is being played.
        Playing => "playing",
        /// The challenger won.
        Won => "won",
        /// The challenged player won.
        Held => "held",
        /// A draw: nothing changed.
        Drawn => "drawn",
        /// It was declined or not answered in time.
        Refused => "refused",
        /// The same, and counted as lost.
        Forfeited => "forfeited",
        /// It came to nothing.
        Void => "void",
    }
}

impl LadderState {
    /// Whether its game was played to an end.
    pub fn was_played(self) -> bool {
        matches!(self, Self::Won | Self::Held | Self::Drawn)
    }

    /// Whether the challenger has the place of the other then.
    pub fn is_won(self) -> bool {
        matches!(self, Self::Won | Self::Forfeited)
    }
}
