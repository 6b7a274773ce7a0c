//! Notifies systemd when the server has started (`Type=notify`), so that `systemctl start` waits
//! until games can be played, and fails when they cannot.

use std::{ffi::OsStr, io};

use tracing::warn;

/// Games can be played.
pub(crate) const READY: &str = "READY=1";

/// The server is on its way out.
pub(crate) const STOPPING: &str = "STOPPING=1";

/// Says it, if systemd asked to be notified.
pub(crate) fn tell(state: &str) {
    if let Some(place) = std::env::var_os("NOTIFY_SOCKET").filter(|place| !place.is_empty())
        && let Err(cause) = send(&place, state)
    {
        warn!("systemd cannot be notified of {state}: {cause}");
    }
}

#[cfg(target_os = "linux")]
fn send(place: &OsStr, state: &str) -> io::Result<()> {
    use std::os::{
        linux::net::SocketAddrExt as _,
        unix::{
            ffi::OsStrExt as _,
            net::{SocketAddr, UnixDatagram},
        },
    };
    // With @ it is a name without a file.
    let address = match place.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(place)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
