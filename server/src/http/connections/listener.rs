//! The socket that connections come to.

use std::io;
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// How many connections may wait to be accepted. The system may allow fewer.
const BACKLOG: u32 = 4096;

/// Source of connections: the network, or a test.
pub trait Accept {
    /// The next connection, and the address at its other end.
    fn accept(&mut self) -> impl Future<Output = io::Result<(TcpStream, SocketAddr)>> + Send;
}

impl Accept for TcpListener {
    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        Self::accept(self).await
    }
}

/// Listens on `address`.
///
/// # Errors
/// The system's error, such as that the port is taken.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that starts again does not wait for the connections of the one before. On Windows the option means another thing.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
