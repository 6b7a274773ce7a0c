//! The server: HTTP and WebSockets over the service.

pub mod api;
pub mod app;
pub mod assets;
mod bearer;
pub mod cli;
pub mod config;
pub mod cookies;
pub mod headers;
pub mod health;
pub mod history;
mod listener;
pub mod machine;
pub mod monitor;
pub mod origin;
mod preview;
pub mod record;
pub mod render;
pub mod requests;
pub mod router;
pub mod serve;
pub mod session;
pub mod sockets;
pub mod studies;
mod systemd;
pub mod throttle;
pub mod watch;
pub mod workshop;
