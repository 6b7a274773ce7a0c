//! Connections to a server on this machine, from whichever of its addresses is wanted.
//!
//! Linux gives a machine all of 127.0.0.0/8, so simulated people can come from many addresses, as
//! a server's limits expect of them.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

use rustix::net::{
    AddressFamily, SocketFlags, SocketType, bind, connect, socket_with,
    sockopt::{self, Timeout},
};

/// Where those come from who want no address of their own.
pub(crate) const ANYWHERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// How long it may take to be connected: on loopback it is done at once, or not at all.
const CONNECT_MAX: Duration = Duration::from_secs(10);

/// Connects from an address. With `receive_bytes` the kernel keeps about so much of what is not
/// read, and the rest stays with the server.
pub(crate) fn dial(
    server: SocketAddr,
    from: Ipv4Addr,
    receive_bytes: Option<usize>,
) -> io::Result<TcpStream> {
    let family = if server.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let socket = socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    if let Some(bytes) = receive_bytes {
        sockopt::set_socket_recv_buffer_size(&socket, bytes)?;
    }
    if from != ANYWHERE {
        bind(&socket, &SocketAddr::from((from, 0)))?;
    }
    sockopt::set_socket_timeout(&socket, Timeout::Send, Some(CONNECT_MAX))?;
    connect(&socket, &server)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    Ok(stream)
}
