//! Emails through an email server: what arrives, and what happens to an email that the server does not accept.

use crate::doubles::smtp::{Received, SmtpFault, SmtpServer, closed_port};
use crate::support::TestApp;
use std::time::Duration;
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::providers::common::sender::{MessageSender, NotSent, ServerAnswer};
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::providers::mail::smtp::settings::{MailTls, SmtpSettings};
use stylebox_server::service::mail::outbox::deliver;

const MINUTE: Duration = Duration::from_secs(60);

fn email() -> EmailMessage {
    EmailMessage {
        key: "0198-key".to_owned(),
        recipient: "ann@example.com".to_owned(),
        subject: "Your box has arrived – at last".to_owned(),
        body: "Hello Ann,\n\n.A line that begins with a dot.\n".to_owned(),
        html: format!("<p>Hello Ann, {}</p>", "a long line, ".repeat(200)),
        // 2026-11-18T15:00:00Z.
        written_at: Timestamp(1_795_014_000_000_000),
    }
}

async fn send(settings: &SmtpSettings) -> Result<(), NotSent> {
    Smtp::new(settings).unwrap().send(&email()).await
}

fn answer(code: u16, detail: Option<[u16; 3]>) -> ServerAnswer {
    ServerAnswer { code, detail }
}

/// The value of a header.
fn header<'a>(received: &'a Received, name: &str) -> &'a str {
    let begins = format!("{name}: ");
    received.text.split("\r\n").find_map(|line| line.strip_prefix(&begins)).unwrap_or_default()
}

#[tokio::test]
async fn an_email_arrives_as_text_and_as_html_however_it_is_encrypted() {
    for tls in [MailTls::Starttls, MailTls::Implicit, MailTls::None] {
        let server = SmtpServer::start(tls).await;
        assert_eq!(send(&server.settings()).await, Ok(()), "{tls:?}");
        let [received] = &server.received()[..] else { panic!("{:?}", server.received()) };
        assert_eq!(received.recipient, "ann@example.com");
        assert_eq!(header(received, "From"), "Stylebox <hello@shop.example>");
        assert_eq!(header(received, "To"), "ann@example.com");
        assert_eq!(header(received, "Message-ID"), "<0198-key@shop.example>");
        assert_eq!(header(received, "Date"), "Wed, 18 Nov 2026 15:00:00 +0000");
        assert_eq!(header(received, "Auto-Submitted"), "auto-generated");
        assert!(received.text.contains("\r\n.A line that begins with a dot."));
        let [text, html] = ["text/plain", "text/html"].map(|kind| received.text.find(kind).unwrap());
        assert!(text < html, "mail programs that can show both show the last one");
        assert_eq!(server.violations(), Vec::<String>::new(), "{tls:?}");
    }
}

#[tokio::test]
async fn a_server_with_an_untrusted_certificate_gets_no_data() {
    for tls in [MailTls::Starttls, MailTls::Implicit] {
        let server = SmtpServer::start(tls).await;
        let stranger = SmtpServer::start(tls).await.settings().ca;
        for ca in [stranger, None] {
            assert_eq!(send(&SmtpSettings { ca, ..server.settings() }).await, Err(NotSent::Down));
        }
        // The certificate is for another name.
        let elsewhere = SmtpSettings { host: "127.0.0.1".to_owned(), ..server.settings() };
        assert_eq!(send(&elsewhere).await, Err(NotSent::Down));
        assert_eq!(server.received().len(), 0);
        assert_eq!(send(&server.settings()).await, Ok(()));
    }
}

#[tokio::test]
async fn a_server_without_encryption_gets_no_data_if_encryption_is_required() {
    let server = SmtpServer::start(MailTls::None).await;
    assert_eq!(send(&SmtpSettings { tls: MailTls::Starttls, ..server.settings() }).await, Err(NotSent::Down));
    assert_eq!(server.received().len(), 0);
}

#[tokio::test]
async fn the_step_at_which_the_server_refuses_says_whether_it_refuses_us_or_the_email() {
    let server = SmtpServer::start(MailTls::None).await;
    for (fault, outcome) in [
        (SmtpFault::Busy, NotSent::Down),
        (SmtpFault::RefusesLogin, NotSent::Down),
        (SmtpFault::RefusesSender, NotSent::Down),
        (SmtpFault::RefusesRelay, NotSent::Down),
        (SmtpFault::RefusesRecipient, NotSent::NoMailbox(answer(550, Some([5, 1, 1])))),
        (SmtpFault::RecipientLater, NotSent::Later),
        (SmtpFault::RefusesMessage, NotSent::Rejected(answer(554, None))),
        (SmtpFault::HangsUpAfterMessage, NotSent::Down),
    ] {
        server.set(fault);
        assert_eq!(send(&server.settings()).await, Err(outcome), "{fault:?}");
    }
    let gone = SmtpSettings { port: closed_port().await, ..server.settings() };
    assert_eq!(send(&gone).await, Err(NotSent::Down));
    server.set(SmtpFault::Silent);
    let impatient = Smtp::new(&server.settings()).unwrap().with_timeout(Duration::from_millis(20));
    assert_eq!(impatient.send(&email()).await, Err(NotSent::Down));
}

#[tokio::test]
async fn a_late_refusal_of_the_sender_does_not_count_against_the_recipient() {
    let server = SmtpServer::start(MailTls::None).await;
    let unrouteable = NotSent::NoMailbox(answer(550, None));
    for (fault, outcome) in [
        // A text without a detailed code may be about this recipient, so the other emails are tried.
        (SmtpFault::AtRecipient("550 relay not permitted"), NotSent::Later),
        (
            SmtpFault::AtRecipient("553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"),
            NotSent::Down,
        ),
        (SmtpFault::AtRecipient("550-Verification failed\r\n550 Sender verify failed"), NotSent::Later),
        (SmtpFault::AtRecipient("550 5.1.8 Sender address rejected: Domain not found"), NotSent::Down),
        (SmtpFault::AtRecipient("550 Unrouteable address"), unrouteable),
        (
            SmtpFault::AtRecipient("550 sorry, no mailbox here by that name (#5.1.1)"),
            NotSent::NoMailbox(answer(550, Some([5, 1, 1]))),
        ),
        (SmtpFault::AfterMessage("554 Message rejected: Email address is not verified."), NotSent::Later),
        (SmtpFault::AfterMessage("550 5.7.26 This mail is unauthenticated"), NotSent::Later),
        (SmtpFault::AfterMessage("550 5.1.1 User unknown"), NotSent::NoMailbox(answer(550, Some([5, 1, 1])))),
        (SmtpFault::AfterMessage("552 5.3.4 Too large"), NotSent::Rejected(answer(552, Some([5, 3, 4])))),
    ] {
        server.set(fault);
        assert_eq!(send(&server.settings()).await, Err(outcome), "{fault:?}");
    }
}

#[tokio::test]
async fn a_malformed_address_is_refused_without_asking_the_server() {
    let server = SmtpServer::start(MailTls::None).await;
    let smtp = Smtp::new(&server.settings()).unwrap();
    for recipient in ["", "nobody", "a@b\r\nRCPT TO:<eve@example.com>"] {
        let email = EmailMessage { recipient: recipient.to_owned(), ..email() };
        let no_address = NotSent::NoMailbox(answer(553, Some([5, 1, 3])));
        assert_eq!(smtp.send(&email).await, Err(no_address), "{recipient:?}");
    }
    assert_eq!(server.connections(), 0);
    // A subject cannot add a header.
    let email = EmailMessage { subject: "Hello\r\nBcc: eve@example.com".to_owned(), ..email() };
    smtp.send(&email).await.unwrap();
    assert_eq!(header(&server.received()[0], "Bcc"), "");
}

#[tokio::test]
async fn an_email_whose_answer_is_lost_is_sent_again_with_the_same_message_id() {
    let app = TestApp::start().await;
    let server = SmtpServer::start(MailTls::Starttls).await;
    let state = app.with_mail(Smtp::new(&server.settings()).unwrap());
    app.client().register("ann@example.com").await;
    server.set(SmtpFault::HangsUpAfterMessage);
    assert_eq!(deliver(&state).await.unwrap(), 0);
    server.set(SmtpFault::None);
    app.clock.advance(MINUTE);
    assert_eq!(deliver(&state).await.unwrap(), 1);
    let received = server.received();
    let ids: Vec<_> = received.iter().map(|mail| (header(mail, "Message-ID"), header(mail, "Date"))).collect();
    assert_eq!((ids.len(), ids[0]), (2, ids[1]));
}

#[tokio::test]
async fn a_full_mailbox_does_not_delay_other_emails() {
    let app = TestApp::start().await;
    let server = SmtpServer::start(MailTls::Starttls).await;
    let state = app.with_mail(Smtp::new(&server.settings()).unwrap());
    for email in ["ann@example.com", "ben@example.com"] {
        app.client().register(email).await;
    }
    server.set(SmtpFault::RecipientLater);
    assert_eq!(deliver(&state).await.unwrap(), 0);
    assert_eq!(server.connections(), 2, "each email was tried");
    server.set(SmtpFault::None);
    app.clock.advance(MINUTE);
    assert_eq!(deliver(&state).await.unwrap(), 2);
}

#[tokio::test]
async fn a_sender_without_a_name_gets_the_retailers_name() {
    let server = SmtpServer::start(MailTls::Starttls).await;
    for (from, header) in [
        ("hello@shop.example", "From: Marlowe <hello@shop.example>"),
        ("Stylebox <hello@shop.example>", "From: Stylebox <hello@shop.example>"),
    ] {
        send(&SmtpSettings { from: from.to_owned(), ..server.settings() }).await.unwrap();
        let text = server.received().pop().unwrap().text;
        let found = text.lines().find(|line| line.starts_with("From: ")).unwrap();
        assert_eq!(found.replace('"', "").trim_end(), header);
    }
}

#[test]
fn a_malformed_sender_or_authority_is_named() {
    let settings = |from: &str, ca: Option<&str>| SmtpSettings {
        host: "localhost".to_owned(),
        port: 587,
        tls: MailTls::Starttls,
        ca: ca.map(|pem| pem.as_bytes().to_vec()),
        login: None,
        from: from.to_owned(),
        webhook_secret: None,
    };
    let refused = |from, ca| Smtp::new(&settings(from, ca)).err().unwrap();
    assert!(refused("no address", None).contains("--mail-from"));
    assert!(refused("hello@shop.example", Some("no certificate")).contains("--mail-ca"));
}
