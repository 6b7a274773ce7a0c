//! Finding a game: an open seek, somebody's game, or a challenge.
//!
//! A program that looks in the lobby makes a seek, which people see, and watches for another that
//! is equal. The lobby's events come to everybody in one order, so of two programs exactly one
//! finds the other's seek there before its own, and takes it.

use komadai_game::Player;
use komadai_ids::Code;
use komadai_protocol::{
    ChallengeView, Clocks, LobbyEvent, LobbySnapshot, MeEvent, SeekView, SetupRequest, SideWish,
    StartSetup,
};
use komadai_service::league::RULES;
use uuid::Uuid;

use super::{
    game_name::{GameName, Whom},
    terms::request,
};

/// How many seeks of others are kept in mind.
const SEEKS_MAX: usize = komadai_live::lobby::SEEKS_MAX;

/// What is to be said next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Follow the lobby.
    Watch,
    /// Wait in this pool.
    Wait(String),
    /// Put up this seek.
    Seek(Uuid, SetupRequest),
    Take(Uuid),
    /// Take the empty seat of this game.
    Join(Code),
    /// Challenge this player.
    Challenge(Uuid, String, SetupRequest),
    /// Accept this challenge.
    Accept(Uuid),
    /// Nothing comes of it any more, for this reason.
    GiveUp(&'static str),
}

/// A program that looks for a game.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) name: GameName,
    /// Where its game begins.
    start: StartSetup,
    /// Its own seek or challenge.
    own: Uuid,
    /// Its own public id.
    user: Code,
    /// Whether its account is a bot's, which takes no seeks of others.
    is_bot: bool,
    is_up: bool,
    /// Whether it takes what is there, or nothing.
    is_for_now: bool,
    /// Equal ones of others, the oldest first.
    others: Vec<(Uuid, SideWish)>,
}

impl Search {
    pub(super) fn new(name: GameName, start: StartSetup, own: Uuid, player: &Player) -> Self {
        let (user, is_bot) = (player.id.code(), player.bot);
        Self { name, start, own, user, is_bot, is_up: false, is_for_now: false, others: Vec::new() }
    }

    /// In the lobby it takes a seek that is there already, and puts up none of its own.
    pub(super) fn for_now(self) -> Self {
        Self { is_for_now: true, ..self }
    }

    /// What it begins with, given the challenges that wait.
    pub(super) fn begin(&self, challenges: &[ChallengeView]) -> Step {
        match &self.name.whom {
            Whom::Lobby(..) => Step::Watch,
            Whom::Pool(name) => Step::Wait(name.clone()),
            Whom::Game(code) => Step::Join(*code),
            Whom::Player(handle, clock) => {
                match challenges.iter().find(|it| self.is_answered_by(it)) {
                    Some(theirs) => Step::Accept(theirs.challenge),
                    None => {
                        let setup = request(*clock, self.name.side, StartSetup::default());
                        Step::Challenge(self.own, handle.clone(), setup)
                    }
                }
            }
        }
    }

    /// What has to be taken back when it ends without a game.
    pub(super) fn own(&self) -> (Uuid, bool) {
        (self.own, matches!(self.name.whom, Whom::Player(..)))
    }

    /// The lobby as it is now.
    pub(super) fn looks(&mut self, lobby: &LobbySnapshot) -> Option<Step> {
        let Whom::Lobby(clock, _) = self.name.whom else { return None };
        self.others.clear();
        self.is_up = false;
        for seek in &lobby.seeks {
            let _ = self.sees(seek);
        }
        if self.is_for_now {
            return self.oldest();
        }
        // Its own may be there when the lobby is looked at again.
        (!self.is_up)
            .then(|| Step::Seek(self.own, request(clock, self.name.side, self.start.clone())))
    }

    /// What happens there.
    pub(super) fn hears(&mut self, event: &LobbyEvent) -> Option<Step> {
        match event {
            LobbyEvent::SeekAdded { seek } => self.sees(seek),
            LobbyEvent::SeekRemoved { seek } => {
                self.others.retain(|(it, _)| it != seek);
                None
            }
            LobbyEvent::Games { .. } | LobbyEvent::Online { .. } => None,
        }
    }

    /// One that it wanted is gone: the next.
    pub(super) fn missed(&mut self, seek: Uuid) -> Option<Step> {
        self.others.retain(|(it, _)| *it != seek);
        self.oldest()
    }

    /// What happens to its own challenge, or comes from whom it waits for.
    pub(super) fn hears_of_me(&self, event: &MeEvent) -> Option<Step> {
        match event {
            MeEvent::Challenge { challenge } if challenge.challenge == self.own => {
                let declined = Step::GiveUp("the challenge was declined");
                challenge.declined.is_some().then_some(declined)
            }
            MeEvent::Challenge { challenge } if self.is_answered_by(challenge) => {
                Some(Step::Accept(challenge.challenge))
            }
            _ => None,
        }
    }

    fn is_answered_by(&self, theirs: &ChallengeView) -> bool {
        let Whom::Player(handle, clock) = &self.name.whom else { return false };
        let is_same = theirs.setup.clock == Clocks::Both(*clock)
            && is_ours(&theirs.setup, &StartSetup::default());
        !theirs.mine
            && theirs.declined.is_none()
            && theirs.from.handle.eq_ignore_ascii_case(handle)
            && is_same
            && takes(self.name.side, theirs.setup.side)
    }

    fn sees(&mut self, seek: &SeekView) -> Option<Step> {
        if seek.seek == self.own {
            self.is_up = true;
            return self.oldest();
        }
        let Whom::Lobby(clock, _) = self.name.whom else { return None };
        let is_equal = seek.setup.clock == Clocks::Both(clock)
            && is_ours(&seek.setup, &self.start)
            && seek.wants.is_open()
            && seek.by.user != self.user
            && (!self.is_bot || seek.by.bot);
        if !is_equal || self.others.len() >= SEEKS_MAX {
            return None;
        }
        let side = seek.setup.side;
        if !self.is_up {
            self.others.push((seek.seek, side));
            return None;
        }
        // Who came later takes what is there, but for one who wants a side that is not left, or may
        // not take what is no bot's.
        let may_they = takes(side, self.name.side) && (!seek.by.bot || self.is_bot);
        let is_ours_to_take = takes(self.name.side, side) && !may_they;
        is_ours_to_take.then_some(Step::Take(seek.seek))
    }

    fn oldest(&self) -> Option<Step> {
        let found = self.others.iter().find(|(_, side)| takes(self.name.side, *side));
        let nobody = self.is_for_now.then_some(Step::GiveUp("nobody is waiting for such a game"));
        found.map(|(seek, _)| Step::Take(*seek)).or(nobody)
    }
}

/// Whether a game is played by the rules of programs, from this beginning.
fn is_ours(setup: &SetupRequest, start: &StartSetup) -> bool {
    !setup.rated
        && setup.variant == "standard"
        && setup.start == *start
        && setup.rules.rules() == Some(RULES)
}

/// Whether who wishes for this side may take the game of somebody who wishes for that.
fn takes(own: SideWish, theirs: SideWish) -> bool {
    matches!(
        (own, theirs),
        (SideWish::Random, _)
            | (SideWish::Sente, SideWish::Gote)
            | (SideWish::Gote, SideWish::Sente)
    )
}

#[cfg(test)]
mod tests {
    use komadai_ids::UserId;
    use komadai_protocol::PlayerView;

    use super::*;
    use crate::csa::terms::start;

    const SFEN: &str = "4k4/9/9/9/9/9/9/9/4K4 b G 1";

    fn view(search: &Search) -> SeekView {
        let Whom::Lobby(clock, _) = search.name.whom else { panic!("it looks elsewhere") };
        let name = String::new();
        let by = PlayerView {
            user: search.user,
            name,
            guest: false,
            engine: false,
            level: None,
            bot: search.is_bot,
            king: String::new(),
        };
        SeekView {
            seek: search.own,
            by,
            strength: None,
            setup: request(clock, search.name.side, search.start.clone()),
            wants: Default::default(),
            quick: false,
            accounts_only: false,
            at: 0,
        }
    }

    fn search(name: &str, n: usize) -> Search {
        let own = Uuid::from_u128(n as u128);
        let name = GameName::parse(name).unwrap();
        let start = match name.whom {
            Whom::Lobby(_, beginning) => start(beginning, Some(SFEN.to_owned())),
            _ => StartSetup::default(),
        };
        let id = UserId::new(1, [n as u8; 10]);
        Search::new(name, start, own, &Player { id, name: String::new(), guest: false, bot: false })
    }

    /// Which of two take the other's seek: the first is there when the second comes.
    fn check(first: &str, second: &str, expected: [bool; 2]) {
        check_both(search(first, 0), search(second, 1), expected);
    }

    fn check_both(mut first: Search, mut second: Search, expected: [bool; 2]) {
        let lobby = |seeks| LobbySnapshot { seeks, games: Vec::new(), online: 0 };
        let added = |search: &Search| LobbyEvent::SeekAdded { seek: Box::new(view(search)) };
        assert!(matches!(first.looks(&lobby(vec![])), Some(Step::Seek(..))));
        assert_eq!(first.hears(&added(&first)), None);
        assert!(matches!(second.looks(&lobby(vec![view(&first)])), Some(Step::Seek(..))));
        let event = added(&second);
        let taken = [first.hears(&event), second.hears(&event)];
        let names = (&first.name, &second.name);
        assert_eq!(taken[0], expected[0].then_some(Step::Take(second.own)), "{names:?}");
        assert_eq!(taken[1], expected[1].then_some(Step::Take(first.own)), "{names:?}");
        assert_eq!(second.missed(first.own), None);
    }

    #[test]
    fn of_two_exactly_one_takes_the_others_seek() {
        check("lobby-60-5", "lobby-60-5", [false, true]);
        check("lobby-60-5-B", "lobby-60-5", [false, true]);
        check("lobby-60-5", "lobby-60-5-B", [true, false]);
        check("lobby-60-5-B", "lobby-60-5-W", [false, true]);
        check("lobby-60-5-B", "lobby-60-5-B", [false, false]);
        check("lobby-60-5", "lobby-60-5F", [false, false]);
        check("lobby-60-5", "lobby-60-6", [false, false]);
        check("hc2p_lobby-60-5", "hc2p_lobby-60-5", [false, true]);
        check("hc2p_lobby-60-5", "hc4p_lobby-60-5", [false, false]);
        check("hc2p_lobby-60-5", "lobby-60-5", [false, false]);
        check("buoy_x-60-5", "buoy_x-60-5", [false, true]);
        check("buoy_x-60-5", "lobby-60-5", [false, false]);
    }

    #[test]
    fn a_bot_takes_the_seeks_of_bots_and_others_take_its_own() {
        for (are_bots, expected) in [
            ([true, true], [false, true]),
            ([true, false], [false, true]),
            ([false, true], [true, false]),
        ] {
            let [first, second] =
                [0, 1].map(|n| Search { is_bot: are_bots[n], ..search("lobby-60-5", n) });
            check_both(first, second, expected);
        }
    }

    #[test]
    fn a_challenge_is_for_who_waits_already() {
        let (waits, challenges) = (search("lobby-60-5-W", 0), search("lobby-60-5", 1));
        let mut challenges = challenges.for_now();
        let lobby = |seeks| LobbySnapshot { seeks, games: Vec::new(), online: 0 };
        assert!(matches!(challenges.looks(&lobby(vec![])), Some(Step::GiveUp(_))));
        assert_eq!(challenges.looks(&lobby(vec![view(&waits)])), Some(Step::Take(waits.own)));
        assert!(matches!(challenges.missed(waits.own), Some(Step::GiveUp(_))));
    }

    #[test]
    fn its_own_account_is_nobody_else() {
        let (first, mut second) = (search("lobby-60-5", 0), search("lobby-60-5", 1));
        second.user = first.user;
        let lobby = LobbySnapshot { seeks: vec![view(&first)], games: Vec::new(), online: 0 };
        assert!(second.looks(&lobby).is_some());
        let own = LobbyEvent::SeekAdded { seek: Box::new(view(&second)) };
        assert_eq!(second.hears(&own), None);
    }
}
