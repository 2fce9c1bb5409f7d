//! An email server that takes our emails, by SMTP: `--mail smtp`.
//!
//! The step of the conversation at which the server refuses shows what the refusal is about: before the recipient it is about us,
//! and the email waits; at the recipient it is about the address, and after the message about this email ([`answers`](answers)).
//! If the connection ends after the email, nobody knows whether it was taken: it is handed over again with the same Message-ID, by
//! which mail programs show it once.

pub mod settings;

mod answers;
pub mod webhook;

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::common::sender::{MessageSender, NotSent};
use crate::providers::common::webhook::Webhook;
use crate::providers::mail::EmailMessage;
use crate::providers::mail::smtp::settings::{MailTls, SmtpSettings};
use answers::{NO_ADDRESS, about_email, about_recipient, about_us};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use std::time::{Duration, UNIX_EPOCH};
use stylebox_core::brand;
use stylebox_core::messages::forgetting::PartyKnowing;
use webhook::{Bounces, KEEP_ID_HEADER, KEY_HEADER};

/// Timeout of the whole conversation, unless it is set. The library has none of its own once it is connected.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Timeout of the farewell.
const FAREWELL: Duration = Duration::from_secs(2);

/// Sends emails by an email server.
pub struct Smtp {
    host: String,
    port: u16,
    tls: Option<TlsParameters>,
    is_encrypted_at_once: bool,
    login: Option<Credentials>,
    from: Mailbox,
    reply_to: Mailbox,
    timeout: Duration,
    bounces: Option<Bounces>,
}

impl Smtp {
    /// # Errors
    /// A sentence that names the malformed setting.
    pub fn new(settings: &SmtpSettings) -> Result<Self, String> {
        let SmtpSettings { host, port, tls, ca, login, from, webhook_secret } = settings.clone();
        let from = from.parse::<Mailbox>().map_err(|_| {
            format!("The sender {from:?} of --mail-from is not of the form \"Stylebox <hello@shop.example>\".")
        })?;
        let from = Mailbox { name: from.name.or_else(|| Some(brand::RETAILER.to_owned())), ..from };
        let parameters = (tls != MailTls::None).then(|| parameters(&host, ca.as_deref())).transpose()?;
        let reply_to = brand::SUPPORT_EMAIL.parse::<Address>().map_err(|error| error.to_string())?;
        Ok(Self {
            host,
            port,
            tls: parameters,
            is_encrypted_at_once: tls == MailTls::Implicit,
            login: login.map(|(name, password)| Credentials::new(name, password.expose().to_owned())),
            from,
            reply_to: Mailbox::new(Some(brand::RETAILER.to_owned()), reply_to),
            timeout: TIMEOUT,
            bounces: webhook_secret.map(Bounces::new),
        })
    }

    /// The same with another timeout of the whole conversation.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    async fn hand_over(&self, email: &EmailMessage) -> Result<(), NotSent> {
        let recipient: Address = email.recipient.parse().map_err(|_| NotSent::NoMailbox(NO_ADDRESS))?;
        let message = self.message(email, &recipient).map_err(|_| NotSent::Refused)?.formatted();
        let conversation = async {
            let mut connection = self.connect().await.map_err(|error| about_us("connect", &error))?;
            self.converse(&mut connection, recipient, &message).await?;
            Ok(connection)
        };
        let mut connection = tokio::time::timeout(self.timeout, conversation).await.unwrap_or(Err(NotSent::Down))?;
        // The server has the email; whether it also hears the farewell does not matter.
        let _ = tokio::time::timeout(FAREWELL, connection.quit()).await;
        Ok(())
    }

    fn message(&self, email: &EmailMessage, recipient: &Address) -> Result<Message, lettre::error::Error> {
        let message_id = format!("<{}@{}>", email.key, self.from.email.domain());
        let builder = Message::builder()
            .from(self.from.clone())
            .reply_to(self.reply_to.clone())
            .to(Mailbox::new(None, recipient.clone()))
            .subject(email.subject.clone())
            .message_id(Some(message_id))
            .date(UNIX_EPOCH + Duration::from_millis(email.written_at.millis()));
        // Keeps the recipient's automatic replies away.
        let mut headers = vec![("Auto-Submitted", "auto-generated")];
        if self.bounces.is_some() {
            headers.extend([(KEY_HEADER, email.key.as_str()), (KEEP_ID_HEADER, "true")]);
        }
        let builder = headers.into_iter().fold(builder, |builder, (name, value)| {
            builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned()))
        });
        if email.html.is_empty() {
            builder.singlepart(SinglePart::plain(email.body.clone()))
        } else {
            builder.multipart(MultiPart::alternative_plain_html(email.body.clone(), email.html.clone()))
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let hello = ClientId::Domain(self.from.email.domain().to_owned());
        let at_once = self.tls.clone().filter(|_| self.is_encrypted_at_once);
        let server = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(self.timeout), &hello, at_once, None).await?;
        if let Some(tls) = self.tls.clone().filter(|_| !self.is_encrypted_at_once) {
            connection.starttls(tls, &hello).await?;
        }
        if let Some(login) = &self.login {
            connection.auth(DEFAULT_MECHANISMS, login).await?;
        }
        Ok(connection)
    }

    async fn converse(
        &self,
        connection: &mut AsyncSmtpConnection,
        recipient: Address,
        message: &[u8],
    ) -> Result<(), NotSent> {
        let sender = Mail::new(Some(self.from.email.clone()), Vec::new());
        connection.command(sender).await.map_err(|error| about_us("sender", &error))?;
        let recipient = Rcpt::new(recipient, Vec::new());
        connection.command(recipient).await.map_err(|error| about_recipient(&error))?;
        connection.command(Data).await.map_err(|error| about_email("data", &error))?;
        connection.message(message).await.map_err(|error| about_email("message", &error))?;
        Ok(())
    }
}

impl MessageSender<EmailMessage> for Smtp {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::MailService)
    }

    fn send<'a>(&'a self, email: &'a EmailMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(self.hand_over(email))
    }

    fn webhook(&self) -> Option<&dyn Webhook> {
        self.bounces.as_ref().map(|bounces| bounces as &dyn Webhook)
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            let signed_in = tokio::time::timeout(self.timeout, self.connect()).await;
            match signed_in {
                Ok(Ok(mut connection)) => {
                    let _ = tokio::time::timeout(FAREWELL, connection.quit()).await;
                    Reach::Reached
                }
                Ok(Err(error)) => match error.status() {
                    Some(code) => Reach::Refused(format!("the email server answers {code}.")),
                    None => Reach::NotReachable,
                },
                Err(_) => Reach::NotReachable,
            }
        })
    }
}

fn parameters(host: &str, ca: Option<&[u8]>) -> Result<TlsParameters, String> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(pem) = ca {
        let found = String::from_utf8_lossy(pem).contains("-----BEGIN CERTIFICATE-----");
        let certificate = Certificate::from_pem(pem).ok().filter(|_| found);
        let certificate = certificate.ok_or("The file of --mail-ca holds no certificate in PEM.")?;
        builder = builder.certificate_store(CertificateStore::None).add_root_certificate(certificate);
    }
    builder.build().map_err(|error| format!("The email server {host} cannot be reached with TLS: {error}."))
}
