//! An email server, written from RFC 5321 with STARTTLS (RFC 3207) and AUTH PLAIN (RFC 4616).

use crate::doubles::certificates::{Certified, certified};
use crate::doubles::secrets::secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::{Arc, Mutex};
use stylebox_server::providers::mail::smtp::settings::{MailTls, SmtpSettings};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The user name and password that the server accepts.
pub const LOGIN: (&str, &str) = ("shop", "a password");

/// The longest line that the protocol allows, in bytes, without `\r\n`.
const LONGEST_LINE: usize = 998;

/// How the server misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SmtpFault {
    #[default]
    None,
    /// It accepts connections, and never answers.
    Silent,
    /// It says that it is too busy, and hangs up.
    Busy,
    RefusesLogin,
    RefusesSender,
    /// The recipient has no mailbox.
    RefusesRecipient,
    /// It does not relay emails to other servers.
    RefusesRelay,
    /// It answers this to the recipient's address.
    AtRecipient(&'static str),
    /// It answers this after the email.
    AfterMessage(&'static str),
    /// The recipient's mailbox is full.
    RecipientLater,
    RefusesMessage,
    /// It accepts the email, and hangs up before it says so.
    HangsUpAfterMessage,
}

/// An email that the server accepted.
#[derive(Debug, Clone)]
pub struct Received {
    pub recipient: String,
    /// Headers and body, with `\r\n` at each line's end.
    pub text: String,
}

#[derive(Default)]
struct Shared {
    fault: Mutex<SmtpFault>,
    received: Mutex<Vec<Received>>,
    violations: Mutex<Vec<String>>,
    connections: Mutex<usize>,
}

pub struct SmtpServer {
    port: u16,
    tls: MailTls,
    ca_pem: String,
    shared: Arc<Shared>,
}

impl SmtpServer {
    pub async fn start(tls: MailTls) -> Self {
        Self::start_with(tls, certified("localhost")).await
    }

    /// Starts a server with this certificate.
    pub async fn start_with(tls: MailTls, certified: Certified) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let Certified { ca_pem, acceptor, .. } = certified;
        let conversation = shared.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (shared, acceptor) = (conversation.clone(), acceptor.clone());
                *shared.connections.lock().unwrap() += 1;
                tokio::spawn(async move {
                    match tls {
                        MailTls::None => drop(Conversation::new(stream, &shared).serve(false).await),
                        MailTls::Implicit => {
                            if let Ok(stream) = acceptor.accept(stream).await {
                                let _ = Conversation::new(stream, &shared).serve(false).await;
                            }
                        }
                        MailTls::Starttls => {
                            let Some(stream) = Conversation::new(stream, &shared).serve(true).await else { return };
                            if let Ok(stream) = acceptor.accept(stream).await {
                                let mut encrypted = Conversation::new(stream, &shared);
                                encrypted.is_greeted = true;
                                let _ = encrypted.serve(false).await;
                            }
                        }
                    }
                });
            }
        });
        Self { port, tls, ca_pem, shared }
    }

    /// The settings of a shop that trusts the server's certificate authority and has a user there.
    pub fn settings(&self) -> SmtpSettings {
        SmtpSettings {
            host: "localhost".to_owned(),
            port: self.port,
            tls: self.tls,
            ca: Some(self.ca_pem.clone().into_bytes()),
            login: Some((LOGIN.0.to_owned(), secret(LOGIN.1))),
            from: "Stylebox <hello@shop.example>".to_owned(),
            webhook_secret: None,
        }
    }

    pub fn set(&self, fault: SmtpFault) {
        *self.shared.fault.lock().unwrap() = fault;
    }

    /// The emails that the server accepted, the oldest first.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// How many connections were opened.
    pub fn connections(&self) -> usize {
        *self.shared.connections.lock().unwrap()
    }

    /// The lines that broke the rules of the protocol.
    pub fn violations(&self) -> Vec<String> {
        self.shared.violations.lock().unwrap().clone()
    }
}

/// One connection.
struct Conversation<'a, S> {
    stream: BufReader<S>,
    shared: &'a Shared,
    is_greeted: bool,
    is_known: bool,
    sender: Option<String>,
    recipient: Option<String>,
}

impl<'a, S: AsyncRead + AsyncWrite + Unpin> Conversation<'a, S> {
    fn new(stream: S, shared: &'a Shared) -> Self {
        let stream = BufReader::new(stream);
        Self { stream, shared, is_greeted: false, is_known: false, sender: None, recipient: None }
    }

    /// Answers until the other side leaves. With `may_encrypt`, it offers STARTTLS. Returns the stream if it is to be encrypted.
    async fn serve(mut self, may_encrypt: bool) -> Option<S> {
        let fault = *self.shared.fault.lock().unwrap();
        match fault {
            SmtpFault::Silent => std::future::pending::<()>().await,
            SmtpFault::Busy => {
                self.say("421 too busy").await;
                return None;
            }
            _ if !self.is_greeted => self.say("220 localhost ESMTP").await,
            _ => {}
        }
        loop {
            let line = self.line().await?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word.to_uppercase().as_str(), rest) {
                ("EHLO", name) if !name.is_empty() => {
                    let offers =
                        if may_encrypt { "250-STARTTLS\r\n250 8BITMIME" } else { "250-AUTH PLAIN\r\n250 8BITMIME" };
                    self.say(&format!("250-localhost\r\n{offers}")).await;
                }
                ("STARTTLS", "") if may_encrypt => {
                    self.say("220 go on").await;
                    return Some(self.stream.into_inner());
                }
                ("AUTH", login) => self.sign_in(login, fault).await,
                ("MAIL", from) => self.begin(from, may_encrypt, fault).await,
                ("RCPT", to) => self.address(to, fault).await,
                ("DATA", "") if self.recipient.is_some() => {
                    self.say("354 go on").await;
                    let text = self.text().await?;
                    self.take(text, fault).await?;
                }
                ("QUIT", "") => {
                    self.say("221 bye").await;
                    return None;
                }
                _ => self.forbid(&line).await,
            }
        }
    }

    async fn sign_in(&mut self, login: &str, fault: SmtpFault) {
        let sent = login.strip_prefix("PLAIN ").and_then(|text| STANDARD.decode(text).ok());
        self.is_known =
            sent == Some(format!("\0{}\0{}", LOGIN.0, LOGIN.1).into_bytes()) && fault != SmtpFault::RefusesLogin;
        self.say(if self.is_known { "235 welcome" } else { "535 who are you" }).await;
    }

    async fn begin(&mut self, from: &str, is_clear: bool, fault: SmtpFault) {
        match bracketed(from, "FROM:") {
            Some(_) if is_clear => self.say("530 encrypt first").await,
            Some(_) if !self.is_known => self.say("530 sign in first").await,
            Some(_) if fault == SmtpFault::RefusesSender => self.say("550 not from you").await,
            Some(address) => {
                self.sender = Some(address);
                self.say("250 ok").await;
            }
            None => self.forbid(from).await,
        }
    }

    async fn address(&mut self, to: &str, fault: SmtpFault) {
        if let SmtpFault::AtRecipient(answer) = fault {
            return self.say(answer).await;
        }
        match bracketed(to, "TO:") {
            Some(_) if fault == SmtpFault::RefusesRecipient => self.say("550 5.1.1 nobody of that name").await,
            Some(_) if fault == SmtpFault::RefusesRelay => self.say("554 5.7.1 Relay access denied").await,
            Some(_) if fault == SmtpFault::RecipientLater => self.say("452 4.2.2 mailbox full").await,
            Some(address) if self.sender.is_some() && self.recipient.is_none() => {
                self.recipient = Some(address);
                self.say("250 ok").await;
            }
            _ => self.forbid(to).await,
        }
    }

    /// The text up to the line with only a dot.
    async fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let line = self.line().await?;
            if line == "." {
                return Some(text);
            }
            if line.len() > LONGEST_LINE {
                self.shared.violations.lock().unwrap().push(format!("a line of {} bytes", line.len()));
            }
            text.push_str(line.strip_prefix('.').unwrap_or(&line));
            text.push_str("\r\n");
        }
    }

    async fn take(&mut self, text: String, fault: SmtpFault) -> Option<()> {
        let refusal = match fault {
            SmtpFault::RefusesMessage => Some("554 not this"),
            SmtpFault::AfterMessage(answer) => Some(answer),
            _ => None,
        };
        if let Some(refusal) = refusal {
            self.say(refusal).await;
            return Some(());
        }
        let recipient = self.recipient.take()?;
        self.sender = None;
        self.shared.received.lock().unwrap().push(Received { recipient, text });
        if fault == SmtpFault::HangsUpAfterMessage {
            return None;
        }
        self.say("250 taken").await;
        Some(())
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        if self.stream.read_until(b'\n', &mut line).await.ok()? == 0 {
            return None;
        }
        let line = String::from_utf8(line).ok()?;
        let Some(line) = line.strip_suffix("\r\n") else {
            self.shared.violations.lock().unwrap().push(format!("a line without its end: {line}"));
            return None;
        };
        Some(line.to_owned())
    }

    async fn forbid(&mut self, line: &str) {
        self.shared.violations.lock().unwrap().push(line.to_owned());
        self.say("500 not now, or not at all").await;
    }

    async fn say(&mut self, answer: &str) {
        let _ = self.stream.write_all(format!("{answer}\r\n").as_bytes()).await;
        let _ = self.stream.flush().await;
    }
}

/// The address in `FROM:<address>`, with or without parameters.
fn bracketed(text: &str, before: &str) -> Option<String> {
    let (address, _) = text.strip_prefix(before)?.strip_prefix('<')?.split_once('>')?;
    address.contains('@').then(|| address.to_owned())
}

/// A port where nobody listens.
pub async fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let _ = TcpStream::connect(("127.0.0.1", port)).await;
    port
}
