//! One program that has logged in, until it leaves.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use komadai_ids::Code;
use komadai_live::{Taker, random};
use komadai_protocol::{
    CHAT_CHARS_MAX, ClientMessage, MeEvent, RefusalCode, ServerMessage, StartSetup, StreamEvent,
    StreamName, StreamSnapshot,
};
use komadai_rules::Side;
use komadai_service::{league::Waiting, lines::clean_line};
use tokio::{
    net::TcpStream,
    sync::broadcast::{self, error::RecvError},
    time::{Duration, Instant, sleep_until},
};
use tracing::{debug, info, warn};
use uuid::Uuid;

use super::{
    asked::Asked,
    extended::{self, Monitor, Style},
    game_name::{Beginning, GameName, Whom},
    lines::{Gone, Lines},
    login::{Login, Mode},
    logins::{Doing, Logins, Place},
    play::{Outcome, Play},
    search::{Search, Step},
    summary::Told,
    terms::start,
};
use crate::{app::App, gateway::Client, session::Pass, throttle::Peer};

/// How long a connection stays open when its one game is over.
const FAREWELL: Duration = Duration::from_secs(5);

/// When something is said again that the server could not take just then.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// How often that is done.
const AGAIN_MAX: u32 = 240;

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
struct Ends;

impl From<Gone> for Ends {
    fn from(_: Gone) -> Self {
        Self
    }
}

impl From<crate::gateway::Ended> for Ends {
    fn from(_: crate::gateway::Ended) -> Self {
        Self
    }
}

type Goes = Result<(), Ends>;

struct Talk<'a> {
    app: &'a App,
    logins: &'a Logins,
    lines: &'a mut Lines<TcpStream>,
    login: Login,
    place: Place,
    client: Client,
    now: Now,
    asked: HashMap<u32, (Asked, u32)>,
    /// What is said again, and how often it was: no more than were on their way.
    again: VecDeque<(Instant, Asked, u32)>,
    /// What is said in the extended mode.
    hall: broadcast::Receiver<Arc<str>>,
    peer: Peer,
    /// Its place in a pool of the league.
    waiting: Option<Waiting>,
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
    let pass = Pass::Csa(login.secret);
    let Ok(client) = Client::connect(app, peer, pass, random::number()).await else {
        debug!("{} has too many connections", login.name);
        return;
    };
    let is_extended = login.mode == Mode::Extended;
    let place = logins.enter(login.player.id, login.name.clone(), is_extended);
    info!("{} has logged in over CSA", login.name);
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
    // Every end is a way to leave.
    let _ = talk.goes_on().await;
    talk.leaves().await;
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
                Event::Line(line) => self.hears(&line.ok_or(Ends)?).await?,
                Event::Message(message) => self.is_told(*message.ok_or(Ends)?).await?,
                Event::Agreed => {
                    if let Now::Playing(play) = &mut self.now {
                        let outcome = play.starts();
                        self.does(outcome).await?;
                    }
                }
                Event::Replaced => return Err(Ends),
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
            Now::Over(until) if *until <= now => Err(Ends),
            Now::Playing(play) if play.deadline().is_some_and(|due| due <= now) => {
                let outcome = play.is_late();
                self.does(outcome).await
            }
            _ => Ok(()),
        }
    }

    async fn ask(&mut self, asked: Asked) -> Goes {
        self.ask_once_more(asked, 0).await
    }

    async fn ask_once_more(&mut self, asked: Asked, n: u32) -> Goes {
        if self.asked.len() + self.again.len() >= ASKED_MAX {
            warn!("{} has {ASKED_MAX} commands on their way", self.login.name);
            return Err(Ends);
        }
        let kept = asked.clone();
        if let Asked::Search(Step::Wait(pool)) = &asked {
            return self.waits(pool).await;
        }
        if matches!(asked, Asked::Search(Step::GiveUp)) {
            return self.gives_up("the challenge was declined").await;
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
            return Err(Ends);
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

    /// A question of the extended mode.
    async fn is_asked(&mut self, line: &str) -> Goes {
        let words: Vec<_> = line.split(' ').collect();
        match words.as_slice() {
            ["%%GAME"] => {
                self.stops_looking().await?;
                Ok(())
            }
            ["%%GAME" | "%%CHALLENGE", name, side] => match extended::game(name, side) {
                Ok(_) if matches!(self.now, Now::Playing(_) | Now::Called(..)) => {
                    Ok(self.lines.say(&extended::error("you are in a game")).await?)
                }
                Ok(name) => {
                    self.stops_looking().await?;
                    self.looks_for(name).await
                }
                Err(problem) => Ok(self.lines.say(&extended::error(&problem.to_string())).await?),
            },
            ["%%MONITORON", id] => self.watches_as(id, Style::Summary).await,
            ["%%MONITOR2ON", id] => self.watches_as(id, Style::Record).await,
            ["%%MONITOROFF" | "%%MONITOR2OFF", ..] => self.stops_watching().await,
            ["%%SETBUOY" | "%%DELETEBUOY" | "%%GETBUOYCOUNT", ..] => {
                let answer = extended::buoy(self.logins.buoys(), self.login.player.id, &words);
                Ok(self.lines.say(&answer).await?)
            }
            ["%%CHAT", ..] => self.says(line.trim_start_matches("%%CHAT")).await,
            _ => {
                let answer = extended::answer(self.app, self.logins, &words).await;
                let answer =
                    answer.unwrap_or_else(|| extended::error(&format!("unknown command: {line}")));
                Ok(self.lines.say(&answer).await?)
            }
        }
    }

    /// Says something to everybody in the extended mode.
    async fn says(&mut self, text: &str) -> Goes {
        let text = clean_line(text);
        if text.is_empty() || text.chars().count() > CHAT_CHARS_MAX {
            return Ok(self
                .lines
                .say(&extended::error("there is nothing to say, or too much"))
                .await?);
        }
        let taker = Taker::new(&self.login.player, Some(self.peer.address()));
        let service = &self.app.service;
        if let Err(refused) = service.directory.sanctions().say(taker, service.timebase.now_ms()) {
            return Ok(self.lines.say(&extended::error(&refused.message)).await?);
        }
        self.logins.say(&format!("##[CHAT][{}] {text}\n", self.login.name));
        Ok(())
    }

    /// Watches a game, as this is asked for.
    async fn watches_as(&mut self, id: &str, style: Style) -> Goes {
        match super::summary::code_of(id) {
            Some(code) if !self.is_at(code) => {
                self.stops_watching().await?;
                self.monitor = Some(Monitor::new(code, style));
                self.ask(Asked::Subscribe(StreamName::Game(code), true)).await
            }
            Some(_) => Ok(self.lines.say(&extended::error("you play this game")).await?),
            None => Ok(self.lines.say(&extended::error("there is no such game")).await?),
        }
    }

    fn is_at(&self, code: Code) -> bool {
        match &self.now {
            Now::Playing(play) => play.code == code,
            Now::Called(own, _) => *own == code,
            Now::Nothing | Now::Looking(_) | Now::Over(_) => false,
        }
    }

    async fn stops_watching(&mut self) -> Goes {
        match self.monitor.take() {
            Some(monitor) => self.ask(Asked::Unsubscribe(StreamName::Game(monitor.code))).await,
            None => Ok(()),
        }
    }

    async fn looks_for(&mut self, name: GameName) -> Goes {
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
        self.place.does(Doing::Looking(extended::wished(&name)));
        let own = Uuid::from_u64_pair(random::number(), random::number());
        let search = Search::new(name, start, own, self.login.player.id.code());
        self.now = Now::Looking(Box::new(search));
        // Games and challenges that are there already come first.
        self.ask(Asked::Subscribe(StreamName::Me, false)).await
    }

    /// Waits in a pool of the league, until it is given a game there.
    async fn waits(&mut self, pool: &str) -> Goes {
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

    async fn stops_looking(&mut self) -> Goes {
        let Now::Looking(search) = &self.now else { return Ok(()) };
        if self.waiting.take().is_some() {
            self.now = Now::Nothing;
            self.place.does(Doing::Nothing);
            return Ok(());
        }
        let (own, is_challenge) = search.own();
        self.now = Now::Nothing;
        self.place.does(Doing::Nothing);
        self.ask(Asked::TakeBack(own, is_challenge)).await?;
        self.ask(Asked::Unsubscribe(StreamName::Lobby)).await
    }

    /// No game comes of it.
    async fn gives_up(&mut self, why: &str) -> Goes {
        debug!("{} finds no game: {why}", self.login.name);
        self.now = Now::Nothing;
        self.place.does(Doing::Nothing);
        match self.login.mode {
            Mode::Csa(_) => Err(Ends),
            Mode::Extended => Ok(self.lines.say(&extended::error(why)).await?),
        }
    }

    /// What the session says.
    async fn is_told(&mut self, message: ServerMessage) -> Goes {
        match message {
            ServerMessage::Welcome { .. } => match &self.login.mode {
                Mode::Csa(name) => {
                    let name = name.clone();
                    self.looks_for(name).await
                }
                Mode::Extended => self.ask(Asked::Subscribe(StreamName::Me, false)).await,
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
                    self.ask(Asked::Search(step)).await
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

    async fn steps(&mut self, step: Option<Step>) -> Goes {
        match step {
            Some(step) => self.ask(Asked::Search(step)).await,
            None => Ok(()),
        }
    }

    async fn hears_of_itself(&mut self, event: MeEvent) -> Goes {
        match (&event, &self.now) {
            (MeEvent::GameStarted { game, .. }, Now::Looking(_)) => self.is_called(*game).await,
            (_, Now::Looking(search)) => {
                let step = search.hears_of_me(&event);
                self.steps(step).await
            }
            _ => Ok(()),
        }
    }

    /// A game of its own is there.
    async fn is_called(&mut self, game: Code) -> Goes {
        self.waiting = None;
        let search = match std::mem::replace(&mut self.now, Now::Nothing) {
            Now::Looking(search) => {
                self.ask(Asked::Unsubscribe(StreamName::Lobby)).await?;
                Some(search)
            }
            _ => None,
        };
        self.place.does(Doing::Playing(game));
        self.now = Now::Called(game, search);
        self.ask(Asked::Subscribe(StreamName::Game(game), false)).await
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
            return self.gives_up("the game has not begun").await;
        };
        match Told::of(self.app, &game).await {
            Ok(told) => {
                let play = Play::new(&game, side, told, self.logins, Instant::now());
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

    /// The game that it was given is over, as one may be that has just been played.
    async fn goes_on_looking(&mut self, code: Code) -> Goes {
        self.ask(Asked::Unsubscribe(StreamName::Game(code))).await?;
        let Now::Called(_, search) = std::mem::replace(&mut self.now, Now::Nothing) else {
            return Ok(());
        };
        let Some(search) = search else {
            self.place.does(Doing::Nothing);
            return Ok(());
        };
        self.place.does(Doing::Looking(extended::wished(&search.name)));
        let step = search.begin(&[]);
        self.now = Now::Looking(search);
        self.ask(Asked::Search(step)).await
    }

    async fn does(&mut self, outcome: Outcome) -> Goes {
        let Outcome { lines, wish, is_agreed, is_over } = outcome;
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
        if let Some(wish) = wish {
            self.ask(Asked::Game(code, wish)).await?;
        }
        if !is_over {
            return Ok(());
        }
        self.keeps_comments().await;
        self.place.does(Doing::Nothing);
        match self.login.mode {
            Mode::Csa(_) => self.now = Now::Over(Instant::now() + FAREWELL),
            Mode::Extended => {
                self.now = Now::Nothing;
                self.ask(Asked::Unsubscribe(StreamName::Game(code))).await?;
            }
        }
        Ok(())
    }

    async fn is_refused(&mut self, asked: Asked, n: u32, code: RefusalCode, why: &str) -> Goes {
        use RefusalCode::{Halted, Stalled, StillPlaying, TooFast};
        debug!("{} was refused {asked:?}: {}", self.login.name, code.as_str());
        // The game before may be over a moment later for the lobby than for its players.
        if matches!(code, Halted | Stalled | TooFast | StillPlaying) && n < AGAIN_MAX {
            self.again.push_back((Instant::now() + AGAIN_AFTER, asked, n + 1));
            return Ok(());
        }
        match (asked, &mut self.now) {
            (Asked::Search(Step::Take(seek)), Now::Looking(search)) => {
                let step = search.missed(seek);
                self.steps(step).await
            }
            (Asked::Search(_), Now::Looking(_)) => self.gives_up(why).await,
            (Asked::Game(game, wish), Now::Playing(play)) if play.code == game => {
                let outcome = play.refused(&wish, code);
                self.does(outcome).await
            }
            (Asked::Subscribe(StreamName::Game(_), false), _) => self.gives_up(why).await,
            (Asked::Subscribe(StreamName::Game(_), true), _) => {
                self.monitor = None;
                Ok(self.lines.say(&extended::error(why)).await?)
            }
            _ => Ok(()),
        }
    }

    /// What happens in a game that it watches; with no event it has just begun to.
    async fn watches(&mut self, code: Code, event: Option<&komadai_protocol::GameEvent>) -> Goes {
        let Some(monitor) = self.monitor.as_mut().filter(|monitor| monitor.code == code) else {
            return Ok(());
        };
        let lines = match event {
            Some(event) => monitor.sees(self.app, event).await,
            None => monitor.begins(self.app).await,
        };
        Ok(self.lines.say(&lines).await?)
    }

    /// Keeps what was thought in the game that it plays.
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
                Some(Asked::TakeBack(own, is_challenge))
            }
            Now::Playing(play) => play.gone().map(|wish| Asked::Game(play.code, wish)),
            Now::Nothing | Now::Called(..) | Now::Over(_) => None,
        };
        if let Some(last) = last {
            // A server that stops knows that everybody leaves.
            let _ = self.ask(last).await;
        }
    }
}
