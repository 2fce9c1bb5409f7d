//! The app behind a real listener, and raw connections to it.

use super::client::Reply;
use super::test_app::TestApp;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use stylebox_server::http::connections::{self, Accept, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long a test waits at most. Nothing takes this long by design, and all limits that are not under test are longer.
const WAIT: Duration = Duration::from_secs(20);

/// The app behind a listener on this machine.
pub struct Listening {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl TestApp {
    /// Listens, with limits that are long unless `change` makes them short.
    pub async fn listen(&self, change: impl FnOnce(&mut Limits)) -> Listening {
        let listener = connections::listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        self.listen_to(listener, address, change)
    }

    /// Serves the connections of `listener`, which listens at `address`.
    pub fn listen_to(
        &self,
        listener: impl Accept + Send + 'static,
        address: SocketAddr,
        change: impl FnOnce(&mut Limits),
    ) -> Listening {
        let settings = &self.state.settings;
        let mut limits = Limits {
            head: 3 * WAIT,
            idle: 3 * WAIT,
            body_window: 3 * WAIT,
            stalled_answer: 3 * WAIT,
            remainder: Duration::from_millis(200),
            shutdown: 3 * WAIT,
            ..Limits::from_settings(settings)
        };
        change(&mut limits);
        let (stop, stopped) = oneshot::channel();
        let trusted = settings.trusted_proxies.clone();
        let stopped = async {
            let _ = stopped.await;
        };
        let served = tokio::spawn(connections::serve(listener, self.router(), limits, trusted, stopped));
        Listening { address, stop, served }
    }
}

impl Listening {
    /// A connection from 127.0.0.1.
    pub async fn connect(&self) -> Connection {
        self.connect_from("127.0.0.1").await
    }

    /// A connection from another address of this machine.
    pub async fn connect_from(&self, source: &str) -> Connection {
        connect(self.address, source).await.unwrap()
    }

    /// Tells the service to stop. The task that is returned ends when the service has stopped.
    pub fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.served
    }
}

/// Awaits `future`, but not longer than [`WAIT`].
async fn in_time<T>(future: impl Future<Output = T>, otherwise: &str) -> T {
    timeout(WAIT, future).await.unwrap_or_else(|_| panic!("{otherwise}"))
}

/// Waits until the service has stopped.
pub async fn stopped(served: JoinHandle<()>) {
    in_time(served, "the service does not stop").await.unwrap();
}

/// A connection to `address` from `source`, on any port.
pub async fn connect(address: SocketAddr, source: &str) -> io::Result<Connection> {
    let socket = TcpSocket::new_v4()?;
    let source: IpAddr = source.parse().unwrap();
    socket.bind(SocketAddr::new(source, 0))?;
    Ok(Connection { stream: socket.connect(address).await?, read: Vec::new() })
}

pub struct Connection {
    stream: TcpStream,
    /// Bytes that were read and belong to the next answer.
    read: Vec<u8>,
}

impl Connection {
    /// Sends bytes. It is not an error if the other side has closed.
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let _ = in_time(self.stream.write_all(bytes.as_ref()), "the other side does not take the bytes").await;
    }

    /// Makes a call without a body.
    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        self.answer().await
    }

    /// The next answer.
    pub async fn answer(&mut self) -> Reply {
        let end = loop {
            if let Some(at) = self.read.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            assert!(self.more().await, "closed without an answer: {:?}", String::from_utf8_lossy(&self.read));
        };
        let head: Vec<u8> = self.read.drain(..end).collect();
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        let length = headers.get("content-length").map_or(0, |value| value.to_str().unwrap().parse().unwrap());
        while self.read.len() < length {
            assert!(self.more().await, "closed within an answer");
        }
        let bytes: Vec<u8> = self.read.drain(..length).collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Reply { status: StatusCode::from_bytes(status.as_bytes()).unwrap(), headers, text, bytes }
    }

    /// Whether an answer comes before the other side closes.
    pub async fn answers(&mut self) -> bool {
        self.more().await
    }

    /// Checks that the other side closes without another answer.
    #[track_caller]
    pub fn is_closed(&mut self) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        async move {
            assert!(!self.more().await && self.read.is_empty(), "{place}: {:?}", String::from_utf8_lossy(&self.read));
        }
    }

    /// Reads more bytes. Returns false if the other side has closed.
    async fn more(&mut self) -> bool {
        let before = self.read.len();
        match in_time(self.stream.read_buf(&mut self.read), "no bytes come, and the connection stays open").await {
            Ok(_) => self.read.len() > before,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => false,
            Err(error) => panic!("{error}"),
        }
    }
}
