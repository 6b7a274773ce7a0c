//! What every handler shares.

use std::sync::Arc;

use axum::extract::FromRef;
use komadai_game::Player;
use komadai_live::Asker;
use komadai_rules::Position;
use komadai_service::Service;
use komadai_store::TokenHash;

use crate::{
    blocking_pool::BlockingPool,
    bodies::Bodies,
    branding::BrandedFiles,
    cluster::linking::Linking,
    config::Config,
    gif_cache::GifCache,
    health::readiness::Readiness,
    http::{
        peer::{Peer, TrustedProxies},
        streaming::Exports,
    },
    metrics::history::History,
    open_streams::OpenStreams,
    refused::WireRefusal,
    sockets::Sockets,
    throttle::Throttle,
    tournament_cache::{FeedCache, TournamentCache},
    visitors::Visitors,
    watch::Watch,
};

/// The application. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    /// The running server.
    pub service: Arc<Service>,
    /// The settings it runs with.
    pub config: Arc<Config>,
    /// Where pictures are drawn and files are read.
    pub blocking_pool: BlockingPool,
    /// The GIFs that were drawn lately.
    pub gif_cache: GifCache,
    /// What was made of tournaments lately.
    pub tournament_cache: TournamentCache,
    /// The calendars that were made lately.
    pub feed_cache: FeedCache,
    /// Who is downloading everything at the moment.
    pub exports: Exports,
    /// How the server was in the last hour.
    pub history: History,
    /// Files that look otherwise on a site with a branding of its own.
    pub(crate) branded: Arc<BrandedFiles>,
    /// The games to watch.
    pub watch: Watch,
    /// Which programs hold streams of lishogi's bot API open.
    pub(crate) open_streams: OpenStreams,
    /// How often somebody may try.
    pub throttle: Throttle,
    /// How much comes from visitors without an account.
    pub visitors: Visitors,
    /// How many sockets somebody may have.
    pub sockets: Sockets,
    /// What requests and answers hold of memory.
    pub(crate) bodies: Bodies,
    /// Whether it can be played, as it was found last.
    pub(crate) readiness: Readiness,
    /// The other servers of a cluster, if there are any.
    pub(crate) linking: Option<Linking>,
}

impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        Self(app.config.server.trusted_proxies)
    }
}

/// Nobody new can be made.
#[derive(Debug, thiserror::Error)]
pub enum NobodyNew {
    /// As many new guests came from the address as may.
    #[error("too many new visitors from this address")]
    TooMany,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl App {
    /// Whether the server may compute or look something up for somebody; of a position, if it is
    /// known which.
    ///
    /// # Errors
    /// When that would help with a rated game that is being played.
    pub(crate) fn may_assist(
        &self,
        player: Option<&Player>,
        peer: Peer,
        position: Option<&Position>,
    ) -> Result<(), WireRefusal> {
        let asker = Asker { player: player.map(|player| player.id), address: Some(peer.address()) };
        Ok(self.service.directory.may_assist(asker, position)?)
    }

    /// Whose session this is; a guest's from now on if it was nobody's. New guests are counted by
    /// where they come from.
    ///
    /// # Errors
    /// When too many came from there, or the database fails.
    pub async fn somebody(&self, session: TokenHash, peer: Peer) -> Result<Player, NobodyNew> {
        let accounts = &self.service.accounts;
        if let Some(player) = accounts.find(session).await? {
            return Ok(player);
        }
        if !self.visitors.new_guest(peer) {
            return Err(NobodyNew::TooMany);
        }
        Ok(accounts.find_or_make_guest(session).await?)
    }
}
