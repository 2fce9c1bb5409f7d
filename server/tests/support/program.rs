//! The program itself, started as in production, and browsers that call its port.

use super::client::Client;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::response::Builder;
use axum::http::{Response, header};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A command for the program, without this process's environment.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(arguments);
    command
}

/// A server that runs until the test ends.
pub struct Running {
    child: Child,
    address: String,
}

impl Running {
    /// Starts a server in demo mode on a free port, and waits until it serves. It trusts `X-Forwarded-For`.
    pub fn start(database_url: &str, arguments: &[&str]) -> Self {
        let always = ["--demo", "--listen", "127.0.0.1:0", "--trusted-proxies", "127.0.0.0/8", "--database-url"];
        // Only the first line is read.
        let quiet = ["--log", "stylebox_server::commands=info"];
        let mut command = program(&[&always[..], &[database_url], &quiet, arguments].concat());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let serving = lines.find(|line| line.contains("serving")).unwrap();
        let address = serving.split("address=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        Self { child, address }
    }

    /// The address and port on which it listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// A browser without cookies.
    pub fn client(&self) -> Client {
        let address = self.address.clone();
        Client::new(Router::new().fallback(async move |request: Request| forward(address, request).await))
    }

    /// The memory that it uses (`VmRSS`) or used at its peak (`VmHWM`), in MiB.
    pub fn memory(&self, what: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(':')).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a call on a new connection.
async fn forward(address: String, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let mut head = format!("{} {} HTTP/1.1\r\nconnection: close\r\n", parts.method, parts.uri);
    // In demo mode, the server answers under this machine's names only.
    head += &format!("host: {address}\r\n");
    for (name, value) in parts.headers.iter().filter(|(name, _)| *name != header::HOST) {
        head += &format!("{name}: {}\r\n", value.to_str().unwrap());
    }
    if !parts.headers.contains_key(header::CONTENT_LENGTH) {
        head += &format!("content-length: {}\r\n", body.len());
    }
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&[head.as_bytes(), b"\r\n", &body].concat()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    });
    read(&answer.await.unwrap())
}

fn read(answer: &[u8]) -> Response<Body> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status: u16 = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let add = |response: Builder, line: &str| {
        let (name, value) = line.split_once(": ").unwrap();
        response.header(name, value)
    };
    let response = lines.fold(Response::builder().status(status), add);
    response.body(Body::from(answer[end + 4..].to_vec())).unwrap()
}
