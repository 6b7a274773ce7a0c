//! How much of everything one player, one visitor and one game may have.

/// How many games may wait at once for somebody to join them; half of that is for accounts.
pub(crate) const WAITING_GAMES_MAX: usize = 10_000;

/// How many games against the built-in opponent may be played at once; half of that is for
/// accounts.
pub(crate) const ENGINE_GAMES_MAX: usize = 2_000;

/// How much of everything one player, and one game, may have.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Watchers of one game.
    pub watchers: usize,
    /// Games that one player may have that are not over.
    pub games_per_player: usize,
    /// Games by correspondence that one player may have that are not over.
    pub correspondence_games_per_player: usize,
    /// Open seeks of one player.
    pub seeks_per_player: usize,
    /// How long a player who is away is waited for before the other may claim the game, in
    /// milliseconds.
    pub claim_after_ms: u64,
    /// Lines of chat that somebody may say at once.
    pub chat_burst: u32,
    /// What visitors without an account may have.
    pub visitors: VisitorLimits,
    /// Rated games that two accounts may play with each other from one address in a day.
    pub rated_at_one_address: usize,
    /// Rated games that two accounts may play with each other in a day, wherever they are.
    pub rated_of_a_pair: usize,
    /// How many days old an account is before its votes and likes count.
    pub vote_after_days: u32,
    /// How many problems somebody has solved alone before they vote about others.
    pub vote_after_problems: u32,
    /// Days of vacation that an account has in a year.
    pub vacation_days: u32,
    /// How many games that two people play over the board on evenings of clubs are rated in 24
    /// hours.
    pub rated_over_the_board: usize,
}

/// How much visitors without an account may have, one of them or all from one address.
#[derive(Clone, Copy, Debug)]
pub struct VisitorLimits {
    /// Games from one address that wait for somebody to join them.
    pub waiting_games_per_address: usize,
    /// Open seeks from one address.
    pub seeks_per_address: usize,
    /// Games of one visitor against the built-in opponent.
    pub engine_games_per_guest: usize,
    /// Games from one address against the built-in opponent.
    pub engine_games_per_address: usize,
}

impl Default for VisitorLimits {
    fn default() -> Self {
        Self {
            waiting_games_per_address: 50,
            seeks_per_address: 20,
            engine_games_per_guest: 3,
            engine_games_per_address: 20,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            watchers: 10_000,
            games_per_player: 20,
            correspondence_games_per_player: 100,
            seeks_per_player: 5,
            claim_after_ms: 60_000,
            chat_burst: 6,
            visitors: VisitorLimits::default(),
            rated_at_one_address: 5,
            rated_of_a_pair: 10,
            vote_after_days: 7,
            vote_after_problems: 20,
            vacation_days: 30,
            rated_over_the_board: 2,
        }
    }
}
