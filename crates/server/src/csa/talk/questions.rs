//! What a program asks in the extended mode: for games, for what there is, for a game to watch, for
//! the ears of the others.

use komadai_ids::Code;
use komadai_live::Taker;
use komadai_protocol::{CHAT_CHARS_MAX, GameEvent, StreamName};
use komadai_service::lines::clean_line;

use super::{Goes, Now, SessionRequest, Talk};
use crate::csa::{
    extended::{self, Monitor, Style},
    summary::code_of,
};

impl Talk<'_> {
    /// A question of the extended mode.
    pub(super) async fn is_asked(&mut self, line: &str) -> Goes {
        let words: Vec<_> = line.split(' ').collect();
        // What has to be looked up counts as a request.
        if matches!(
            words[..],
            ["%%LIST" | "%%SHOW" | "%%RATING" | "%%MONITORON" | "%%MONITOR2ON", ..]
        ) && self.app.throttle.request(self.peer).is_err()
        {
            let error = extended::error("too many requests; wait a minute and try again");
            return Ok(self.lines.say(&error).await?);
        }
        match words.as_slice() {
            ["%%GAME"] => {
                self.stops_looking().await?;
                Ok(())
            }
            [how @ ("%%GAME" | "%%CHALLENGE"), name, side] => match extended::game(name, side) {
                Ok(_) if matches!(self.now, Now::Playing(_) | Now::Called(..)) => {
                    Ok(self.lines.say(&extended::error("you are in a game")).await?)
                }
                Ok(name) => {
                    self.stops_looking().await?;
                    self.looks_for(name, *how == "%%CHALLENGE").await
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
    pub(super) async fn says(&mut self, text: &str) -> Goes {
        let text = clean_line(text);
        if text.is_empty() || text.chars().count() > CHAT_CHARS_MAX {
            return Ok(self
                .lines
                .say(&extended::error("the message is empty or too long"))
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
    pub(super) async fn watches_as(&mut self, id: &str, style: Style) -> Goes {
        match code_of(id) {
            Some(code) if !self.is_at(code) => {
                self.stops_watching().await?;
                self.monitor = Some(Monitor::new(code, style));
                self.ask(SessionRequest::Subscribe(StreamName::Game(code), true)).await
            }
            Some(_) => Ok(self.lines.say(&extended::error("you play this game")).await?),
            None => Ok(self.lines.say(&extended::error("there is no such game")).await?),
        }
    }

    pub(super) fn is_at(&self, code: Code) -> bool {
        match &self.now {
            Now::Playing(play) => play.code == code,
            Now::Called(own, _) => *own == code,
            Now::Nothing | Now::Looking(_) | Now::Over(_) => false,
        }
    }

    pub(super) async fn stops_watching(&mut self) -> Goes {
        match self.monitor.take() {
            Some(monitor) => {
                self.ask(SessionRequest::Unsubscribe(StreamName::Game(monitor.code))).await
            }
            None => Ok(()),
        }
    }

    /// What happens in a game that it watches; with no event it has just begun to.
    pub(super) async fn watches(&mut self, code: Code, event: Option<&GameEvent>) -> Goes {
        let Some(monitor) = self.monitor.as_mut().filter(|monitor| monitor.code == code) else {
            return Ok(());
        };
        let lines = match event {
            Some(event) => monitor.sees(self.app, event).await,
            None => monitor.begins(self.app).await,
        };
        Ok(self.lines.say(&lines).await?)
    }
}
