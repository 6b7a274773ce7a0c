//! What opponents offer after the end of a game, sent as challenges: programs know no other word.

use std::collections::{HashMap, VecDeque};

use komadai_game::Offer;
use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, GameEvent, GameSnapshot, StreamName, http::bot_api::BotChallenge,
};
use komadai_rules::Side;

use crate::gateway::{Client, SessionEnded};

/// How many games that are over are listened to at once; the oldest gives way.
const GAMES_MAX: usize = 4;

/// The last games that are over, each with the reader's side.
#[derive(Debug, Default)]
pub(super) struct Rematches {
    games: VecDeque<(Code, Side)>,
    /// Games whose streams are not followed yet.
    to_follow: VecDeque<Code>,
    /// Those that are no longer listened to.
    to_leave: VecDeque<Code>,
    told: HashMap<Code, BotChallenge>,
}

/// What has become of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// The opponent offers another game.
    Offered(Code, Side),
    /// They take it back, or it was answered.
    Gone(Code),
}

impl Rematches {
    /// A game of the reader is over.
    pub(super) fn ended(&mut self, game: Code, side: Side) {
        if self.games.iter().any(|(code, _)| *code == game) {
            return;
        }
        self.games.push_back((game, side));
        self.to_follow.push_back(game);
        if self.games.len() > GAMES_MAX
            && let Some((oldest, _)) = self.games.pop_front()
        {
            self.told.remove(&oldest);
            self.to_leave.push_back(oldest);
        }
    }

    /// Follows what is to be followed, as one who only looks.
    pub(super) async fn follow(&mut self, client: &mut Client) -> Result<(), SessionEnded> {
        while let Some(game) = self.to_leave.pop_front() {
            let stream = StreamName::Game(game);
            client.say(|id| ClientMessage::Unsubscribe { id, stream }).await?;
        }
        while let Some(game) = self.to_follow.pop_front() {
            let stream = StreamName::Game(game);
            let follow =
                |id| ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance: true };
            client.say(follow).await?;
        }
        Ok(())
    }

    /// What a game that is over says when it is followed.
    pub(super) fn stands(&self, game: &GameSnapshot) -> Option<News> {
        let (code, side) = self.of(game.game)?;
        let offered =
            |it: &&komadai_protocol::OfferView| it.by == side.other() && it.kind == Offer::Rematch;
        game.offers.iter().find(offered).map(|_| News::Offered(code, side))
    }

    /// What happens in one.
    pub(super) fn hear(&self, stream: StreamName, event: &GameEvent) -> Option<News> {
        let StreamName::Game(game) = stream else { return None };
        let (code, side) = self.of(game)?;
        match event {
            GameEvent::Offered { by, kind: Offer::Rematch } if *by == side.other() => {
                Some(News::Offered(code, side))
            }
            GameEvent::Answered { kind: Offer::Rematch, .. } | GameEvent::Next { .. } => {
                Some(News::Gone(code))
            }
            _ => None,
        }
    }

    /// Notes that an offer is sent; `false` when it was before.
    pub(super) fn tell(&mut self, game: Code, challenge: BotChallenge) -> bool {
        self.told.insert(game, challenge).is_none()
    }

    /// The offer that was sent, when it is gone.
    pub(super) fn take(&mut self, game: Code) -> Option<BotChallenge> {
        self.told.remove(&game)
    }

    fn of(&self, game: Code) -> Option<(Code, Side)> {
        self.games.iter().find(|(code, _)| *code == game).copied()
    }
}
