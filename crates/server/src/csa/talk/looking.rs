//! How a program that has logged in comes to a game.

use komadai_ids::Code;
use komadai_live::random;
use komadai_protocol::{ClientMessage, MeEvent, StartSetup, StreamName};
use tracing::{debug, warn};
use uuid::Uuid;

use super::{Ends, Goes, Now, SessionRequest, Talk};
use crate::csa::{
    extended,
    game_name::{Beginning, GameName, Whom},
    login::Mode,
    logins::Activity,
    search::{Search, Step},
    terms::start,
};

impl Talk<'_> {
    /// Looks for such a game; for one with who waits already, or none, where that is `for_now`.
    pub(super) async fn looks_for(&mut self, name: GameName, for_now: bool) -> Goes {
        let start = match name.whom {
            Whom::Lobby(_, beginning) => {
                let buoy = self.logins.buoys().sfen(&name.to_string());
                if beginning == Beginning::Buoy && buoy.is_none() {
                    return self.gives_up("there is no such buoy").await;
                }
                start(beginning, buoy)
            }
            Whom::Pool(_) | Whom::Game(_) | Whom::Player(..) => StartSetup::default(),
        };
        self.place.does(Activity::Looking(extended::wished(&name)));
        let own = Uuid::from_u64_pair(random::number(), random::number());
        let search = Search::new(name, start, own, &self.login.player);
        let search = if for_now { search.for_now() } else { search };
        self.now = Now::Looking(Box::new(search));
        // Games and challenges that are there already come first.
        self.ask(SessionRequest::Subscribe(StreamName::Me, false)).await
    }

    /// Waits in a pool of the league, until it is given a game there.
    pub(super) async fn waits(&mut self, pool: &str) -> Goes {
        match self.app.service.league.wait(pool, self.login.player.clone()).await {
            Ok(Some(waiting)) => {
                self.waiting = Some(waiting);
                Ok(())
            }
            Ok(None) => self.gives_up("there is no such pool, or it is full").await,
            Err(cause) => {
                warn!("the database did not answer: {cause}");
                self.gives_up("the database did not answer").await
            }
        }
    }

    pub(super) async fn stops_looking(&mut self) -> Goes {
        let Now::Looking(search) = &self.now else { return Ok(()) };
        if self.waiting.take().is_some() {
            self.now = Now::Nothing;
            self.place.does(Activity::Nothing);
            return Ok(());
        }
        let (own, is_challenge) = search.own();
        self.now = Now::Nothing;
        self.place.does(Activity::Nothing);
        self.ask(SessionRequest::TakeBack(own, is_challenge)).await?;
        self.ask(SessionRequest::Unsubscribe(StreamName::Lobby)).await
    }

    /// No game comes of it.
    pub(super) async fn gives_up(&mut self, why: &str) -> Goes {
        debug!("{} finds no game: {why}", self.login.name);
        let was_looking = matches!(self.now, Now::Looking(_));
        self.now = Now::Nothing;
        self.place.does(Activity::Nothing);
        if matches!(self.login.mode, Mode::Csa(_)) {
            return Err(Ends::Over);
        }
        self.lines.say(&extended::error(why)).await?;
        if was_looking {
            let stream = StreamName::Lobby;
            self.client.say(|id| ClientMessage::Unsubscribe { id, stream }).await?;
        }
        Ok(())
    }

    pub(super) async fn steps(&mut self, step: Option<Step>) -> Goes {
        match step {
            Some(step) => self.ask(SessionRequest::Search(step)).await,
            None => Ok(()),
        }
    }

    pub(super) async fn hears_of_itself(&mut self, event: MeEvent) -> Goes {
        match (&event, &self.now) {
            // By correspondence nobody is called to a board.
            (MeEvent::GameStarted { correspondence: true, .. }, _) => Ok(()),
            (MeEvent::GameStarted { game, .. }, Now::Looking(_)) => self.is_called(*game).await,
            (_, Now::Looking(search)) => {
                let step = search.hears_of_me(&event);
                self.steps(step).await
            }
            _ => Ok(()),
        }
    }

    /// The game that it was given is over, as one may be that has just been played.
    pub(super) async fn goes_on_looking(&mut self, code: Code) -> Goes {
        self.ask(SessionRequest::Unsubscribe(StreamName::Game(code))).await?;
        let Now::Called(_, search) = std::mem::replace(&mut self.now, Now::Nothing) else {
            return Ok(());
        };
        let Some(search) = search else {
            self.place.does(Activity::Nothing);
            return Ok(());
        };
        self.place.does(Activity::Looking(extended::wished(&search.name)));
        let step = search.begin(&[]);
        self.now = Now::Looking(search);
        self.ask(SessionRequest::Search(step)).await
    }
}
