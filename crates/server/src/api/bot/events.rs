//! What happens to an account, line by line.

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use komadai_ids::{Code, UserId};
use komadai_protocol::{
    ClientMessage, MeEvent, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
    http::bot_api::{BotChallenge, BotEvent},
};
use komadai_service::challenges::game_of;
use komadai_store::ChallengeState;
use tokio::time::{Duration, MissedTickBehavior, interval};
use uuid::Uuid;

use super::{
    asking::{Listener, Program},
    errors::refused,
    rematches::{News, Rematches},
    view,
};
use crate::{
    api::games,
    app::App,
    gateway::{Client, HELLO, SessionEnded},
    http::{
        lines::{LIFE_EVERY, Lines, Writer},
        problem::Problem,
        streaming::StreamEnd,
    },
    open_streams::OfEvents,
};

/// How often it is looked whether games are over, and whether challengers have come back.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// After how many looks a game that nobody follows is reported again. A program whose stream of a
/// game has broken leaves the game, and comes back for nothing else.
const TOLD_AGAIN_AFTER: u64 = 5;

/// After how many looks an empty line comes.
const LIFE_AFTER: u64 = LIFE_EVERY.as_secs() / LOOK_EVERY.as_secs();

pub(super) async fn follow(
    State(app): State<App>,
    Listener(program): Listener,
) -> Result<Lines<BotEvent>, Problem> {
    let mut client = match program.client(&app).await {
        Ok(client) => client,
        Err(problem) => return Err(super::asking::after_a_while(problem).await),
    };
    let here = app.open_streams.follow_events(program.player.id, program.player.bot);
    let me = |id| ClientMessage::Subscribe {
        id,
        stream: StreamName::Me,
        last: None,
        epoch: None,
        glance: false,
    };
    Ok(Lines::new(|out| async move {
        if let Err(SessionEnded) = client.say(me).await {
            return Ok(());
        }
        let open = HashMap::new();
        let stream = Stream {
            app,
            program,
            out,
            open,
            games: HashSet::new(),
            rematches: Rematches::default(),
            has_begun: false,
        };
        stream.write(client, here).await
    }))
}

/// A challenge that waits for an answer.
struct Open {
    /// Its maker; a challenge is not reported while they are away, because nobody could accept it.
    challenger: UserId,
    challenge: BotChallenge,
    is_told: bool,
}

struct Stream {
    app: App,
    program: Program,
    out: Writer<BotEvent>,
    open: HashMap<Uuid, Open>,
    /// The games that were reported and are not over.
    games: HashSet<Code>,
    /// What opponents offer after the end of those.
    rematches: Rematches,
    /// Whether everything that existed at the beginning has been reported.
    has_begun: bool,
}

impl Stream {
    async fn write(mut self, mut client: Client, here: OfEvents) -> Result<(), StreamEnd> {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut n_looks = 0_u64;
        loop {
            tokio::select! {
                biased;
                () = here.replaced() => return Ok(()),
                heard = client.hear() => match heard {
                    Some(message) => if !self.hear(message).await? { return Ok(()) },
                    None => return Ok(()),
                },
                _ = looks.tick() => {
                    n_looks += 1;
                    if self.app.service.directory.is_stopping() {
                        return Ok(());
                    }
                    self.look(n_looks).await?;
                }
            }
            if let Err(SessionEnded) = self.rematches.follow(&mut client).await {
                return Ok(());
            }
        }
    }

    /// Takes in what the session says; `false` ends the stream.
    async fn hear(&mut self, message: ServerMessage) -> Result<bool, StreamEnd> {
        match message {
            ServerMessage::Refused { id: Some(HELLO), .. } => return Ok(false),
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Me(me), .. } => {
                for game in me.my_games {
                    self.starts(game.game).await?;
                }
                for challenge in me.challenges {
                    if challenge.declined.is_none() {
                        self.challenged(challenge.challenge).await?;
                    }
                }
                self.has_begun = true;
            }
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Game(game), .. } => {
                if let Some(news) = self.rematches.stands(&game) {
                    self.rematch(news).await?;
                }
            }
            ServerMessage::Event { stream, event: StreamEvent::Game(event), .. } => {
                if let Some(news) = self.rematches.hear(stream, &event) {
                    self.rematch(news).await?;
                }
            }
            ServerMessage::Event { event: StreamEvent::Me(event), .. } => match event {
                MeEvent::GameStarted { game, .. } => {
                    self.finish().await?;
                    self.starts(game).await?;
                }
                MeEvent::Challenge { challenge } if challenge.declined.is_some() => {
                    self.closed(challenge.challenge).await?;
                }
                MeEvent::Challenge { challenge } => self.challenged(challenge.challenge).await?,
                MeEvent::ChallengeGone { challenge } => self.closed(challenge).await?,
                MeEvent::You { .. }
                | MeEvent::Turn { .. }
                | MeEvent::Rematch { .. }
                | MeEvent::ReviewOpened { .. }
                | MeEvent::ReviewCommented { .. }
                | MeEvent::LadderChallenge { .. }
                | MeEvent::LadderAccepted { .. }
                | MeEvent::LadderRemoved { .. }
                | MeEvent::TsumePublished { .. }
                | MeEvent::TsumeRemoved { .. }
                | MeEvent::Bell { .. }
                | MeEvent::BellSeen { .. } => {}
            },
            _ => {}
        }
        Ok(true)
    }

    /// Tells what nothing has said: that games are over, or wait for a program that is not there,
    /// and that challengers have come back.
    async fn look(&mut self, n_looks: u64) -> Result<(), StreamEnd> {
        if self.has_begun {
            self.finish().await?;
            let user = self.program.player.id;
            for (game, _) in self.app.service.directory.games_of(user) {
                let again = self.program.player.bot
                    && n_looks.is_multiple_of(TOLD_AGAIN_AFTER)
                    && !self.app.open_streams.follows(user, game);
                if again || !self.games.contains(&game) {
                    self.starts(game).await?;
                }
            }
            for open in self.open.values_mut() {
                let is_there = self.app.service.presence.is_online(open.challenger);
                if is_there && !open.is_told {
                    open.challenge.challenger.online = Some(true);
                    let challenge = Box::new(open.challenge.clone());
                    self.out.line(&BotEvent::Challenge { challenge }).await?;
                }
                open.is_told = is_there;
            }
        }
        if n_looks.is_multiple_of(LIFE_AFTER) {
            self.out.life().await?;
        }
        Ok(())
    }

    async fn starts(&mut self, code: Code) -> Result<(), StreamEnd> {
        let Ok(game) = games::look(&self.app, code).await else { return Ok(()) };
        let Some(side) = game.side_of(self.program.player.id) else { return Ok(()) };
        if let Some(game) = view::listed(&self.app, &game, side).await.map_err(failed)? {
            self.games.insert(code);
            self.out.line(&BotEvent::GameStart { game: Box::new(game) }).await?;
        }
        Ok(())
    }

    /// Tells of the games that are over.
    async fn finish(&mut self) -> Result<(), StreamEnd> {
        let played = self.app.service.directory.games_of(self.program.player.id);
        let over: Vec<_> = self
            .games
            .iter()
            .filter(|code| played.iter().all(|(played, _)| played != *code))
            .copied()
            .collect();
        for code in over {
            self.games.remove(&code);
            let Ok(game) = games::look(&self.app, code).await else { continue };
            let Some(side) = game.side_of(self.program.player.id) else { continue };
            // lishogi's programs for people ask the game's own stream.
            if self.program.player.bot {
                self.rematches.ended(code, side);
            }
            if let Some(game) = view::listed(&self.app, &game, side).await.map_err(failed)? {
                self.out.line(&BotEvent::GameFinish { game: Box::new(game) }).await?;
            }
        }
        Ok(())
    }

    async fn challenged(&mut self, id: Uuid) -> Result<(), StreamEnd> {
        if self.open.contains_key(&id) {
            return Ok(());
        }
        let kept = self.app.service.kept_challenge(id).await;
        let kept = kept.map_err(|cause| failed(refused(cause.into())))?;
        let Some((row, setup)) = kept.filter(|(row, _)| row.state == ChallengeState::Open) else {
            return Ok(());
        };
        let shown = view::challenge(&self.app, &row, &setup, "created").await.map_err(failed)?;
        let Some(challenge) = shown else { return Ok(()) };
        let is_told = self.app.service.presence.is_online(row.challenger);
        if is_told {
            let challenge = Box::new(challenge.clone());
            self.out.line(&BotEvent::Challenge { challenge }).await?;
        }
        self.open.insert(id, Open { challenger: row.challenger, challenge, is_told });
        Ok(())
    }

    async fn rematch(&mut self, news: News) -> Result<(), StreamEnd> {
        let event = match news {
            News::Offered(code, side) => {
                let Ok(game) = games::look(&self.app, code).await else { return Ok(()) };
                let shown = view::rematch(&self.app, &game, side).await.map_err(failed)?;
                let Some(challenge) = shown else { return Ok(()) };
                if !self.rematches.tell(code, challenge.clone()) {
                    return Ok(());
                }
                BotEvent::Challenge { challenge: Box::new(challenge) }
            }
            News::Gone(code) => {
                let played = game_after(&self.app, code).await;
                let Some(mut challenge) = self.rematches.take(code) else { return Ok(()) };
                // Of one that was accepted the game tells.
                if played {
                    return Ok(());
                }
                challenge.status = "canceled".to_owned();
                BotEvent::ChallengeCanceled { challenge: Box::new(challenge) }
            }
        };
        self.out.line(&event).await
    }

    /// A challenge does not wait for an answer any more: of one that was accepted the game tells.
    async fn closed(&mut self, id: Uuid) -> Result<(), StreamEnd> {
        let Some(Open { mut challenge, .. }) = self.open.remove(&id) else { return Ok(()) };
        let kept = self.app.service.kept_challenge(id).await;
        let kept = kept.map_err(|cause| failed(refused(cause.into())))?;
        let state = kept.map(|(row, _)| row.state);
        let is_played = self.app.service.directory.live(game_of(id)).is_some();
        if is_played || state == Some(ChallengeState::Accepted) {
            return Ok(());
        }
        let event = if state == Some(ChallengeState::Declined) {
            challenge.status = "declined".to_owned();
            BotEvent::ChallengeDeclined { challenge: Box::new(challenge) }
        } else {
            challenge.status = "canceled".to_owned();
            BotEvent::ChallengeCanceled { challenge: Box::new(challenge) }
        };
        self.out.line(&event).await
    }
}

/// Whether a game has been followed by another.
async fn game_after(app: &App, code: Code) -> bool {
    games::look(app, code).await.is_ok_and(|game| game.next().is_some())
}

/// What cannot be read ends the stream, and the program opens it again.
fn failed(problem: Problem) -> StreamEnd {
    tracing::warn!("a stream of events ends: {}", problem.detail);
    StreamEnd::Failed
}
