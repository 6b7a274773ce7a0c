//! One program that has logged in, until it leaves: how it comes to a game is `talk/looking.rs`,
//! what it asks in the extended mode `talk/questions.rs`.

mod looking;
mod questions;

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use komadai_ids::Code;
use komadai_live::random;
use komadai_protocol::{
    ClientMessage, RefusalCode, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
};
use komadai_rules::Side;
use komadai_service::league::WaitingProgram;
use tokio::{
    net::TcpStream,
    sync::broadcast::{self, error::RecvError},
    time::{Duration, Instant, sleep_until, timeout},
};
use tracing::{debug, info, warn};

use super::{
    asked::SessionRequest,
    extended::{self, Monitor},
    game_name::{Beginning, Whom},
    lines::{ConnectionLost, Lines},
    login::{Login, Mode},
    logins::{Activity, LoginPermit, Logins},
    play::{Outcome, Play},
    search::{Search, Step},
    summary::GameSummary,
};
use crate::{app::App, gateway::Client, http::peer::Peer, session::Credential};

/// How long a connection stays open when its one game is over.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long a connection stays open after a newer one has taken its place.
const GOODBYE_WITHIN: Duration = Duration::from_secs(2);

/// When something is said again that the server could not take just then.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// How often that is done.
const AGAIN_MAX: u32 = 240;

/// What was thought of so many moves is kept together: no more of it is lost with a server.
const COMMENTS_TOGETHER: usize = 8;

/// How many commands may be on their way.
const ASKED_MAX: usize = 64;

/// What a program does besides talking.
#[derive(Debug)]
enum Now {
    Nothing,
    Looking(Box<Search>),
    /// It is given a game, which is not known here yet, while it looked for one.
    Called(Code, Option<Box<Search>>),
    Playing(Box<Play>),
    /// Its one game is over; until then it may still say goodbye.
    Over(Instant),
}

/// Why a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// One of the two has nothing more to say.
    Over,
    /// A newer login of the same account has taken its place.
    Replaced,
}

impl From<ConnectionLost> for Ends {
    fn from(_: ConnectionLost) -> Self {
        Self::Over
    }
}

impl From<crate::gateway::SessionEnded> for Ends {
    fn from(_: crate::gateway::SessionEnded) -> Self {
        Self::Over
    }
}

type Goes = Result<(), Ends>;

struct Talk<'a> {
    app: &'a App,
    logins: &'a Logins,
    lines: &'a mut Lines<TcpStream>,
    login: Login,
    place: LoginPermit,
    client: Client,
    now: Now,
    asked: HashMap<u32, (SessionRequest, u32)>,
    /// What is said again, and how often it was: no more than were on their way.
    again: VecDeque<(Instant, SessionRequest, u32)>,
    /// What is said in the extended mode.
    hall: broadcast::Receiver<Arc<str>>,
    peer: Peer,
    /// Its place in a pool of the league.
    waiting: Option<WaitingProgram>,
    /// The one game that is watched.
    monitor: Option<Monitor>,
}

/// Talks with a program until it leaves.
pub(super) async fn run(
    app: &App,
    logins: &Logins,
    lines: &mut Lines<TcpStream>,
    peer: Peer,
    login: Login,
) {
    let is_extended = login.mode == Mode::Extended;
    // Before it hears so: of two logins the one that is answered later is the newer one.
    let place = logins.enter(login.player.id, login.name.clone(), is_extended);
    if lines.say(&login.answer()).await.is_err() {
        return;
    }
    let pass = Credential::Csa(login.secret);
    let Ok(client) = Client::connect(app, peer, pass, random::number()).await else {
        debug!("{} has too many connections", login.name);
        return;
    };
    debug!("{} has logged in over CSA", login.name);
    let name = login.name.clone();
    let mut talk = Talk {
        app,
        logins,
        lines,
        login,
        place,
        client,
        now: Now::Nothing,
        asked: HashMap::new(),
        again: VecDeque::new(),
        hall: logins.listen(),
        peer,
        waiting: None,
        monitor: None,
    };
    let ended = talk.goes_on().await;
    talk.leaves().await;
    if ended == Err(Ends::Replaced) {
        talk.says_goodbye().await;
    }
    debug!("{name} has left");
}

/// Something that has happened.
enum Event {
    Line(Option<String>),
    Message(Option<Box<ServerMessage>>),
    Agreed,
    Replaced,
    Said(Arc<str>),
    Time,
}

impl Talk<'_> {
    async fn goes_on(&mut self) -> Goes {
        loop {
            match self.next().await {
                Event::Line(line) => {
                    let line = line.ok_or(Ends::Over)?;
                    self.hears(&line).await?;
                }
                Event::Message(message) => self.is_told(*message.ok_or(Ends::Over)?).await?,
                Event::Agreed => {
                    if let Now::Playing(play) = &mut self.now {
                        let outcome = play.starts();
                        self.does(outcome).await?;
                    }
                }
                Event::Replaced => return Err(Ends::Replaced),
                Event::Said(line) => self.lines.say(&line).await?,
                Event::Time => self.is_late().await?,
            }
        }
    }

    async fn next(&mut self) -> Event {
        let due = match &self.now {
            Now::Playing(play) => play.deadline(),
            Now::Over(until) => Some(*until),
            Now::Nothing | Now::Looking(_) | Now::Called(..) => None,
        };
        let again = self.again.front().map(|(at, ..)| *at);
        let due = [due, again].into_iter().flatten().min();
        let agreed = async {
            match &mut self.now {
                Now::Playing(play) => play.agreed().await,
                _ => std::future::pending().await,
            }
        };
        let is_extended = self.login.mode == Mode::Extended;
        let said = async {
            loop {
                match self.hall.recv().await {
                    Ok(line) if is_extended => return line,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        let time = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.place.replaced() => Event::Replaced,
            message = self.client.hear() => Event::Message(message.map(Box::new)),
            () = agreed => Event::Agreed,
            line = self.lines.next() => Event::Line(line),
            line = said => Event::Said(line),
            () = time => Event::Time,
        }
    }

    async fn is_late(&mut self) -> Goes {
        let now = Instant::now();
        while let Some((_, asked, n)) = self.again.pop_front_if(|(at, ..)| *at <= now) {
            self.ask_once_more(asked, n).await?;
        }
        match &mut self.now {
            Now::Over(until) if *until <= now => Err(Ends::Over),
            Now::Playing(play) if play.deadline().is_some_and(|due| due <= now) => {
                let outcome = play.is_late();
                self.does(outcome).await
            }
            _ => Ok(()),
        }
    }

    async fn ask(&mut self, asked: SessionRequest) -> Goes {
        self.ask_once_more(asked, 0).await
    }

    async fn ask_once_more(&mut self, asked: SessionRequest, n: u32) -> Goes {
        if self.asked.len() + self.again.len() >= ASKED_MAX {
            warn!("{} has {ASKED_MAX} commands on their way", self.login.name);
            return Err(Ends::Over);
        }
        let kept = asked.clone();
        if let SessionRequest::Search(Step::Wait(pool)) = &asked {
            return self.waits(pool).await;
        }
        if let SessionRequest::Search(Step::GiveUp(why)) = asked {
            return self.gives_up(why).await;
        }
        let id =
            self.client.say(|id| asked.message(id).unwrap_or(ClientMessage::Ping { id })).await?;
        self.asked.insert(id, (kept, n));
        Ok(())
    }

    /// What the program says.
    async fn hears(&mut self, line: &str) -> Goes {
        if line.is_empty() {
            return Ok(self.lines.say("\n").await?);
        }
        if line == "LOGOUT" {
            if let Now::Playing(play) = &mut self.now
                && let Some(outcome) = play.hears(line)
            {
                self.does(outcome).await?;
            }
            self.lines.say("LOGOUT:completed\n").await?;
            return Err(Ends::Over);
        }
        match &mut self.now {
            Now::Playing(play) => {
                if let Some(outcome) = play.hears(line) {
                    return self.does(outcome).await;
                }
            }
            // Its answer to the last move crosses with the end.
            Now::Over(_) => return Ok(()),
            Now::Nothing | Now::Looking(_) | Now::Called(..) => {}
        }
        if self.login.mode == Mode::Extended && line.starts_with("%%") && !line.starts_with("%%%") {
            return self.is_asked(line).await;
        }
        // A blank is a sign of life, and other servers' words mean nothing here.
        if line.trim().is_empty() || line.starts_with("%%%") {
            return Ok(());
        }
        Ok(self.lines.say(&extended::error(&format!("unknown command: {line}"))).await?)
    }

    /// What the session says.
    async fn is_told(&mut self, message: ServerMessage) -> Goes {
        match message {
            ServerMessage::Welcome { .. } => match &self.login.mode {
                Mode::Csa(name) => {
                    let name = name.clone();
                    self.looks_for(name, false).await
                }
                Mode::Extended => self.ask(SessionRequest::Subscribe(StreamName::Me, false)).await,
            },
            ServerMessage::Ack { id, .. } => {
                self.asked.remove(&id);
                Ok(())
            }
            ServerMessage::Refused { id, code, message, .. } => {
                match id.and_then(|id| self.asked.remove(&id)) {
                    Some((asked, n)) => self.is_refused(asked, n, code, &message).await,
                    None => Ok(()),
                }
            }
            ServerMessage::Snapshot { stream, snapshot, .. } => match (stream, snapshot) {
                (_, StreamSnapshot::Me(me)) => {
                    if let Some(game) = me.my_games.first()
                        && matches!(self.now, Now::Looking(_) | Now::Nothing)
                    {
                        return self.is_called(game.game).await;
                    }
                    let Now::Looking(search) = &self.now else { return Ok(()) };
                    let step = search.begin(&me.challenges);
                    self.ask(SessionRequest::Search(step)).await
                }
                (_, StreamSnapshot::Lobby(lobby)) => match &mut self.now {
                    Now::Looking(search) => {
                        let step = search.looks(&lobby);
                        self.steps(step).await
                    }
                    _ => Ok(()),
                },
                (StreamName::Game(code), StreamSnapshot::Game(game)) => {
                    if matches!(self.now, Now::Called(called, _) if called == code) {
                        return self.sits_down(code, game.result.is_some()).await;
                    }
                    self.watches(code, None).await
                }
                _ => Ok(()),
            },
            ServerMessage::Event { stream, event, .. } => match (stream, event) {
                (_, StreamEvent::Me(event)) => self.hears_of_itself(event).await,
                (_, StreamEvent::Lobby(event)) => match &mut self.now {
                    Now::Looking(search) => {
                        let step = search.hears(&event);
                        self.steps(step).await
                    }
                    _ => Ok(()),
                },
                (StreamName::Game(code), StreamEvent::Game(event)) => {
                    if let Now::Playing(play) = &mut self.now
                        && play.code == code
                    {
                        let outcome = play.sees(&event);
                        return self.does(outcome).await;
                    }
                    self.watches(code, Some(&event)).await
                }
                _ => Ok(()),
            },
            ServerMessage::Pong { .. } => Ok(()),
        }
    }

    /// A game of its own is there.
    async fn is_called(&mut self, game: Code) -> Goes {
        self.waiting = None;
        let search = match std::mem::replace(&mut self.now, Now::Nothing) {
            Now::Looking(search) => {
                self.ask(SessionRequest::Unsubscribe(StreamName::Lobby)).await?;
                Some(search)
            }
            _ => None,
        };
        self.place.does(Activity::Playing(game));
        self.now = Now::Called(game, search);
        self.ask(SessionRequest::Subscribe(StreamName::Game(game), false)).await
    }

    async fn sits_down(&mut self, code: Code, is_over: bool) -> Goes {
        if is_over {
            return self.goes_on_looking(code).await;
        }
        let game = match self.app.service.directory.look(code).await {
            Ok(Some(game)) => game,
            Ok(None) => return self.gives_up("there is no such game").await,
            Err(cause) => {
                warn!("game {code} cannot be looked at: {cause}");
                return self.gives_up("the game cannot be looked at").await;
            }
        };
        let Some(side) = game.side_of(self.login.player.id) else {
            return self.gives_up("the game has not started yet").await;
        };
        match GameSummary::of(self.app, &game).await {
            Ok(told) => {
                let history = self.login.history;
                let play = Play::new(&game, side, told, history, self.logins, Instant::now());
                let summary = play.summary();
                if let Now::Called(_, Some(search)) = &self.now
                    && matches!(search.name.whom, Whom::Lobby(_, Beginning::Buoy))
                    && side == Side::Sente
                {
                    self.logins.buoys().begins(&search.name.to_string());
                }
                self.now = Now::Playing(Box::new(play));
                Ok(self.lines.say(&summary).await?)
            }
            Err(problem) => self.gives_up(&problem.to_string()).await,
        }
    }

    async fn does(&mut self, outcome: Outcome) -> Goes {
        let Outcome { lines, wish, is_agreed, is_over, has_lost_track } = outcome;
        if is_agreed
            && let Now::Playing(play) = &self.now
            && let Some(room) = self.app.service.directory.live(play.code)
        {
            room.agreed().await;
        }
        if !lines.is_empty() {
            self.lines.say(&lines).await?;
        }
        let Now::Playing(play) = &self.now else { return Ok(()) };
        let code = play.code;
        if has_lost_track {
            info!(
                game.id = %play.id,
                "{} came back to game {code} with a move that is none there: it is disconnected, \
                 and the game goes on", self.login.name,
            );
            return Err(Ends::Over);
        }
        let is_batch = play.comments.len() >= COMMENTS_TOGETHER;
        if let Some(wish) = wish {
            self.ask(SessionRequest::Game(code, wish)).await?;
        }
        if is_over || is_batch {
            self.keeps_comments().await;
        }
        if !is_over {
            return Ok(());
        }
        self.place.does(Activity::Nothing);
        match self.login.mode {
            Mode::Csa(_) => self.now = Now::Over(Instant::now() + FAREWELL),
            Mode::Extended => {
                self.now = Now::Nothing;
                self.ask(SessionRequest::Unsubscribe(StreamName::Game(code))).await?;
            }
        }
        Ok(())
    }

    async fn is_refused(
        &mut self,
        asked: SessionRequest,
        n: u32,
        code: RefusalCode,
        why: &str,
    ) -> Goes {
        use RefusalCode::{Halted, Stalled, StillPlaying, TooFast};
        debug!("{} was refused {asked:?}: {}", self.login.name, code.as_str());
        // The game before may be over a moment later for the lobby than for its players.
        if matches!(code, Halted | Stalled | TooFast | StillPlaying) && n < AGAIN_MAX {
            self.again.push_back((Instant::now() + AGAIN_AFTER, asked, n + 1));
            return Ok(());
        }
        match (asked, &mut self.now) {
            (SessionRequest::Search(Step::Take(seek)), Now::Looking(search)) => {
                let step = search.missed(seek);
                self.steps(step).await
            }
            (SessionRequest::Search(_), Now::Looking(_)) => self.gives_up(why).await,
            (SessionRequest::Game(game, wish), Now::Playing(play)) if play.code == game => {
                let outcome = play.refused(&wish, code);
                self.does(outcome).await
            }
            (SessionRequest::Subscribe(StreamName::Game(_), false), _) => self.gives_up(why).await,
            (SessionRequest::Subscribe(StreamName::Game(_), true), _) => {
                self.monitor = None;
                Ok(self.lines.say(&extended::error(why)).await?)
            }
            _ => Ok(()),
        }
    }

    /// Keeps what was thought in the game that it plays since this was done last.
    async fn keeps_comments(&mut self) {
        let Now::Playing(play) = &mut self.now else { return };
        let comments = std::mem::take(&mut play.comments);
        if comments.is_empty() {
            return;
        }
        if let Err(cause) = self.app.service.add_comments(play.id, &comments).await {
            warn!(game.id = %play.id, "what was thought in game {} is not kept: {cause}", play.code);
        }
    }

    /// Nothing is left behind but a seat in a game that is being played.
    async fn leaves(&mut self) {
        self.keeps_comments().await;
        let last = match &self.now {
            Now::Looking(_) if self.waiting.is_some() => None,
            Now::Looking(search) => {
                let (own, is_challenge) = search.own();
                Some(SessionRequest::TakeBack(own, is_challenge))
            }
            Now::Playing(play) => play.gone().map(|wish| SessionRequest::Game(play.code, wish)),
            Now::Nothing | Now::Called(..) | Now::Over(_) => None,
        };
        if let Some(last) = last {
            // A server that stops knows that everybody leaves.
            let _ = self.ask(last).await;
        }
    }

    /// What the program says that has logged in again: its goodbye crosses with that login, and is
    /// waited for.
    async fn says_goodbye(&mut self) {
        let heard = async {
            while let Some(line) = self.lines.next().await {
                match line.as_str() {
                    "" => self.lines.say("\n").await?,
                    "LOGOUT" => return self.lines.say("LOGOUT:completed\n").await,
                    _ => {}
                }
            }
            Ok::<_, ConnectionLost>(())
        };
        // Who says none is let go, and who is gone needs no answer.
        let _ = timeout(GOODBYE_WITHIN, heard).await;
    }
}
