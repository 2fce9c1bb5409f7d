//! The load generator: it calls over HTTP/1.1 on kept connections, from a process of its own, so that its CPU time is not counted
//! as the server's. The benchmark starts itself again for it, and sends it tasks line by line.

use crate::report::{Result, text};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// With this flag the program is the load generator.
pub const FLAG: &str = "--call";
/// The longest that an answer may take.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Serialize, Deserialize)]
struct Task {
    port: u16,
    /// Each connection's requests, as bytes on the wire.
    connections: Vec<Vec<String>>,
    /// How long the requests are repeated; `None` sends each once.
    seconds: Option<f64>,
    /// The status that every answer must have.
    expected: u16,
}

/// The result of a task.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    pub answers: u64,
    pub seconds: f64,
    /// The bodies of each connection, if each request was sent once.
    pub bodies: Vec<Vec<String>>,
    error: Option<String>,
}

impl Outcome {
    pub fn per_second(&self) -> f64 {
        self.answers as f64 / self.seconds
    }
}

/// A request as bytes on the wire.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = if body.is_empty() {
        String::new()
    } else {
        format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len())
    };
    format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{headers}{length}\r\n{body}", crate::browser::HOST)
}

/// The load generator's process.
pub struct LoadGenerator {
    child: Child,
    tasks: ChildStdin,
    outcomes: BufReader<ChildStdout>,
}

impl LoadGenerator {
    pub fn start() -> Result<Self> {
        let program = std::env::current_exe().map_err(text)?;
        let mut command = Command::new(program);
        command.arg(FLAG).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(text)?;
        let tasks = child.stdin.take().ok_or("The load generator has no input.")?;
        let outcomes = child.stdout.take().ok_or("The load generator has no output.")?;
        Ok(Self { child, tasks, outcomes: BufReader::new(outcomes) })
    }

    /// Repeats the requests for so many seconds.
    pub fn repeat(&mut self, port: u16, connections: Vec<Vec<String>>, seconds: f64) -> Result<Outcome> {
        self.call(&Task { port, connections, seconds: Some(seconds), expected: 200 })
    }

    /// Sends each request once.
    pub fn once(&mut self, port: u16, connections: Vec<Vec<String>>, expected: u16) -> Result<Outcome> {
        self.call(&Task { port, connections, seconds: None, expected })
    }

    fn call(&mut self, task: &Task) -> Result<Outcome> {
        let task = serde_json::to_string(task).map_err(text)?;
        // The server runs on in this process's other threads.
        let line = block_in_place(|| {
            writeln!(self.tasks, "{task}")?;
            self.tasks.flush()?;
            let mut line = String::new();
            self.outcomes.read_line(&mut line).map(|_| line)
        });
        let outcome: Outcome = serde_json::from_str(&line.map_err(text)?).map_err(text)?;
        match outcome.error {
            Some(error) => Err(error),
            None => Ok(outcome),
        }
    }
}

impl Drop for LoadGenerator {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the load generator does: it reads tasks until there are none.
pub fn serve() -> Result<()> {
    for line in std::io::stdin().lines() {
        let task: Task = serde_json::from_str(&line.map_err(text)?).map_err(text)?;
        let outcome = carry_out(&task).unwrap_or_else(|error| Outcome { error: Some(error), ..Outcome::default() });
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", serde_json::to_string(&outcome).map_err(text)?).map_err(text)?;
        out.flush().map_err(text)?;
    }
    Ok(())
}

fn carry_out(task: &Task) -> Result<Outcome> {
    let mut streams = Vec::new();
    for requests in &task.connections {
        streams.push((requests, Connection::open(task.port)?));
    }
    let start = Barrier::new(streams.len() + 1);
    let mut outcome = Outcome::default();
    let parts: Vec<Result<(u64, Vec<String>)>> = thread::scope(|scope| {
        let calls = streams.into_iter().map(|(requests, connection)| {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                send_all(connection, requests, task)
            })
        });
        let threads: Vec<_> = calls.collect();
        start.wait();
        let begun = Instant::now();
        let panicked = |_| Err("A thread of the load generator has panicked.".to_owned());
        let parts = threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect();
        outcome.seconds = begun.elapsed().as_secs_f64();
        parts
    });
    for part in parts {
        let (answers, bodies) = part?;
        outcome.answers += answers;
        outcome.bodies.push(bodies);
    }
    Ok(outcome)
}

fn send_all(mut connection: Connection, requests: &[String], task: &Task) -> Result<(u64, Vec<String>)> {
    let (mut answers, mut bodies) = (0, Vec::new());
    let mut ask = |request: &String| {
        let (status, body) = connection.ask(request)?;
        if status != task.expected {
            let head = request.lines().next().unwrap_or_default();
            return Err(format!("{head} answered {status}: {}", String::from_utf8_lossy(&body)));
        }
        answers += 1;
        Ok(body)
    };
    match task.seconds {
        None => {
            for request in requests {
                bodies.push(String::from_utf8_lossy(&ask(request)?).into_owned());
            }
        }
        Some(seconds) => {
            let begun = Instant::now();
            for request in requests.iter().cycle() {
                if begun.elapsed().as_secs_f64() >= seconds {
                    break;
                }
                ask(request)?;
            }
        }
    }
    Ok((answers, bodies))
}

/// A kept connection.
struct Connection {
    stream: TcpStream,
    /// Bytes that were read and not used yet.
    read: Vec<u8>,
}

impl Connection {
    fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).map_err(text)?;
        stream.set_nodelay(true).map_err(text)?;
        stream.set_read_timeout(Some(TIMEOUT)).map_err(text)?;
        Ok(Self { stream, read: Vec::new() })
    }

    /// Sends a request. Returns the answer's status and body.
    fn ask(&mut self, request: &str) -> Result<(u16, Vec<u8>)> {
        self.stream.write_all(request.as_bytes()).map_err(text)?;
        let head = self.through(b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| format!("This is no answer: {head}"))?;
        let header = |name: &str| {
            let lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
            lines.clone().find(|(known, _)| *known == name).map(|(_, value)| value.trim())
        };
        let body = match header("content-length") {
            Some(length) => self.next(length.parse().map_err(text)?)?,
            None if header("transfer-encoding") == Some("chunked") => self.chunks()?,
            None => Vec::new(),
        };
        Ok((status, body))
    }

    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self.through(b"\r\n")?;
            let digits = String::from_utf8_lossy(&line);
            let length = usize::from_str_radix(digits.trim(), 16).map_err(text)?;
            let chunk = self.next(length + 2)?;
            if length == 0 {
                return Ok(body);
            }
            body.extend(chunk.into_iter().take(length));
        }
    }

    /// The bytes up to and including `end`.
    fn through(&mut self, end: &[u8]) -> Result<Vec<u8>> {
        let mut from = 0;
        loop {
            let rest = self.read.get(from..).unwrap_or_default();
            if let Some(at) = rest.windows(end.len()).position(|part| part == end) {
                return self.next(from + at + end.len());
            }
            from = self.read.len().saturating_sub(end.len());
            self.more()?;
        }
    }

    /// The next bytes.
    fn next(&mut self, length: usize) -> Result<Vec<u8>> {
        while self.read.len() < length {
            self.more()?;
        }
        Ok(self.read.drain(..length).collect())
    }

    fn more(&mut self) -> Result<()> {
        let mut buffer = [0; 64 * 1024];
        let length = self.stream.read(&mut buffer).map_err(text)?;
        if length == 0 {
            return Err("The server has closed the connection.".to_owned());
        }
        self.read.extend(buffer.iter().take(length));
        Ok(())
    }
}
