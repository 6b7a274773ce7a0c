//! Games that are over, one after the other, for answers of lines: one of them is in memory at a
//! time, and a connection to the database is held for none.

use std::{collections::VecDeque, time::Duration};

use komadai_game::{Game, Phase};
use komadai_ids::Code;
use komadai_live::pool::Claimant;
use komadai_store::{
    PageKey,
    search::{self, Search},
};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{
    app::App,
    http::{
        paging::PAGE,
        peer::Peer,
        problem::Problem,
        streaming::{Export, StreamEnd},
    },
};

/// How many games one answer has at most.
pub(super) const GAMES_MAX: usize = 10_000;

/// One game of an answer comes behind the other after this at the earliest, so that who reads all
/// of somebody's games keeps nobody from their own.
const EVERY: Duration = Duration::from_millis(20);

/// Which games.
#[derive(Debug)]
pub(super) enum Which {
    /// Those that a search finds, the newest first.
    Found(Box<Search>),
    /// These, in this order.
    These(VecDeque<Code>),
}

/// Goes from one to the next.
#[derive(Debug)]
pub(super) struct Walk {
    app: App,
    /// Of one address there is one walk at a time.
    export: Export,
    which: Which,
    /// What was found and not yet sent.
    page: VecDeque<Code>,
    key: PageKey,
    is_last_page: bool,
    n_left: usize,
    pace: Interval,
}

impl Walk {
    /// # Errors
    /// When this address reads such an answer already, or too many do.
    pub(super) fn begin(
        app: &App,
        peer: Peer,
        which: Which,
        n_max: Option<usize>,
    ) -> Result<Self, Problem> {
        app.throttle.work(peer, 1)?;
        let mut pace = interval(EVERY);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            app: app.clone(),
            export: app.exports.begin(Claimant::visitor(peer.address()))?,
            which,
            page: VecDeque::new(),
            key: PageKey::after(None),
            is_last_page: false,
            n_left: n_max.unwrap_or(GAMES_MAX).min(GAMES_MAX),
            pace,
        })
    }

    /// The next game.
    pub(super) async fn next(&mut self) -> Result<Option<Game>, StreamEnd> {
        self.export.moved()?;
        while self.n_left > 0 {
            let Some(code) = self.next_code().await? else { break };
            self.pace.tick().await;
            let found = self.app.service.directory.look(code).await.map_err(|cause| {
                tracing::warn!(game.id = %code, "game {code} cannot be opened: {cause}");
                StreamEnd::Failed
            })?;
            // One that is played still, or was deleted meanwhile, is none of them.
            if let Some(game) = found
                && game.phase() == Phase::Over
                && game.players().is_some()
            {
                self.n_left -= 1;
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    async fn next_code(&mut self) -> Result<Option<Code>, StreamEnd> {
        match &mut self.which {
            Which::These(codes) => Ok(codes.pop_front()),
            Which::Found(search) => {
                if self.page.is_empty() && !self.is_last_page {
                    let mut conn = self.app.service.store.read().await?;
                    let found = search::games(&mut conn, search, self.key, PAGE).await?;
                    self.is_last_page = found.len() < PAGE as usize;
                    if let Some(last) = found.last() {
                        self.key = last.page_key();
                    }
                    self.page.extend(found.iter().map(|it| it.id.code()));
                }
                Ok(self.page.pop_front())
            }
        }
    }
}
