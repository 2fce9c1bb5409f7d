//! A way to a server that can be cut and mended.

use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// A way to a server.
pub struct Relay {
    server: String,
    address: SocketAddr,
    /// What passes bytes on; nothing while the way is cut.
    passing: JoinSet<()>,
    /// While the way is cut it holds the port without listening, so that nobody else gets it.
    held: Option<TcpSocket>,
}

impl Relay {
    /// A way to the server at `server`, such as `127.0.0.1:5432`.
    pub async fn start(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut relay = Self { server: server.to_owned(), address, passing: JoinSet::new(), held: None };
        relay.pass_on(listener);
        relay
    }

    /// Its own port on this machine.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Ends all connections and refuses new ones.
    pub async fn cut(&mut self) {
        self.passing.shutdown().await;
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.address).unwrap();
        self.held = Some(socket);
    }

    /// Lets connections through again.
    pub async fn mend(&mut self) {
        let held = self.held.take().unwrap();
        self.pass_on(held.listen(64).unwrap());
    }

    fn pass_on(&mut self, listener: TcpListener) {
        let server = self.server.clone();
        self.passing.spawn(async move {
            // Dropped with this task, it ends them.
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let mut server = TcpStream::connect(&server).await.unwrap();
                connections.spawn(async move { tokio::io::copy_bidirectional(&mut client, &mut server).await });
            }
        });
    }
}
