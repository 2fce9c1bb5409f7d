//! A pooler that gives all its clients one connection of PostgreSQL, as a pooler in transaction mode may.

use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

/// The code in the first message of a client that asks for TLS.
const TLS: u32 = 80_877_103;

/// Starts a pooler in front of the server at `address`, such as `127.0.0.1:5432`. Returns its own address. It runs until the test ends.
pub async fn start(address: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap().to_string();
    let shared = Arc::new(Mutex::new(Shared { address: address.to_owned(), connection: None }));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(serve(client, shared.clone()));
        }
    });
    own
}

/// The connection of all clients, once there is one, and what PostgreSQL said when it was made.
struct Shared {
    address: String,
    connection: Option<(TcpStream, Vec<u8>)>,
}

async fn serve(mut client: TcpStream, shared: Arc<Mutex<Shared>>) {
    let mut startup = first_message(&mut client).await;
    if startup[4..8] == TLS.to_be_bytes() {
        client.write_all(b"N").await.unwrap();
        startup = first_message(&mut client).await;
    }
    let welcome = shared.lock().await.welcome(&startup).await;
    client.write_all(&welcome).await.unwrap();
    while let Some(asked) = until_asked(&mut client).await {
        let mut shared = shared.lock().await;
        let (connection, _) = shared.connection.as_mut().unwrap();
        connection.write_all(&asked).await.unwrap();
        let answer = until_ready(connection).await;
        client.write_all(&answer).await.unwrap();
    }
}

impl Shared {
    /// What PostgreSQL says to the first client, for all of them.
    async fn welcome(&mut self, startup: &[u8]) -> Vec<u8> {
        if self.connection.is_none() {
            let mut connection = TcpStream::connect(&self.address).await.unwrap();
            connection.write_all(startup).await.unwrap();
            let welcome = until_ready(&mut connection).await;
            self.connection = Some((connection, welcome));
        }
        self.connection.as_ref().unwrap().1.clone()
    }
}

/// The first message of a client has no kind: its length, and the rest.
async fn first_message(client: &mut TcpStream) -> Vec<u8> {
    let length = client.read_u32().await.unwrap();
    let mut message = length.to_be_bytes().to_vec();
    message.resize(length as usize, 0);
    client.read_exact(&mut message[4..]).await.unwrap();
    message
}

/// A message: its kind, its length, and the rest; `None` if there is none any more.
async fn message(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let kind = stream.read_u8().await.ok()?;
    let length = stream.read_u32().await.ok()?;
    let mut message = [&[kind][..], &length.to_be_bytes()].concat();
    message.resize(length as usize + 1, 0);
    stream.read_exact(&mut message[5..]).await.ok()?;
    Some(message)
}

/// The messages of a client until it waits for an answer: a simple query, or the end of a prepared one. `None` if it leaves.
async fn until_asked(client: &mut TcpStream) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let message = message(client).await.filter(|message| message[0] != b'X')?;
        all.extend_from_slice(&message);
        if [b'Q', b'S'].contains(&message[0]) {
            return Some(all);
        }
    }
}

/// The messages of PostgreSQL until it is ready for the next query.
async fn until_ready(connection: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    loop {
        let message = message(connection).await.unwrap();
        all.extend_from_slice(&message);
        if message[0] == b'Z' {
            return all;
        }
    }
}
