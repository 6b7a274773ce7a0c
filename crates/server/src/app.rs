//! What every handler shares.

use std::sync::Arc;

use komadai_service::Service;

use crate::{
    bodies::Bodies, config::Config, health::Readiness, history::History, sockets::Sockets,
    studies::Studies, throttle::Throttle, watch::Watch, workshop::Workshop,
};

/// The application. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    /// The running server.
    pub service: Arc<Service>,
    /// The settings it runs with.
    pub config: Arc<Config>,
    /// Where pictures are drawn and files are read.
    pub workshop: Workshop,
    /// The reviews.
    pub studies: Studies,
    /// How the server was in the last hour.
    pub history: History,
    /// The games to watch.
    pub watch: Watch,
    /// How often somebody may try.
    pub throttle: Throttle,
    /// How many sockets somebody may have.
    pub sockets: Sockets,
    /// What requests and answers hold of memory.
    pub(crate) bodies: Bodies,
    /// Whether it can be played, as it was found last.
    pub(crate) readiness: Readiness,
}
