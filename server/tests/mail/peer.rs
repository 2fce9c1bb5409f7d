//! Tests our email client against another server: aiosmtpd, a Python program. `just peers` installs it and runs this test.

use crate::doubles::certificates::certified;
use crate::doubles::secrets::secret;
use crate::doubles::smtp::{LOGIN, closed_port};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{env, fs};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::common::sender::{MessageSender, NotSent, ServerAnswer};
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::providers::mail::smtp::settings::{MailTls, SmtpSettings};

/// The variable with the path of a Python that has aiosmtpd, which `just peers` sets.
const PYTHON: &str = "STYLEBOX_TEST_AIOSMTPD";

/// The server's process, which ends with the test.
struct Peer {
    process: Child,
    said: BufReader<ChildStdout>,
    settings: SmtpSettings,
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Peer {
    async fn start() -> Self {
        let certified = certified("localhost");
        let folder = env::temp_dir().join(format!("stylebox-aiosmtpd-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
        fs::write(&certificate, &certified.certificate_pem).unwrap();
        fs::write(&key, &certified.key_pem).unwrap();
        let port = closed_port().await;
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/peers/smtp.py");
        let python = env::var_os(PYTHON).unwrap();
        let mut process = Command::new(python)
            .arg(program)
            .arg(port.to_string())
            .args([&certificate, &key])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let settings = SmtpSettings {
            host: "localhost".to_owned(),
            port,
            tls: MailTls::Starttls,
            ca: Some(certified.ca_pem.into_bytes()),
            login: Some((LOGIN.0.to_owned(), secret(LOGIN.1))),
            from: "Stylebox <hello@shop.example>".to_owned(),
            webhook_secret: None,
        };
        let mut peer = Self { said: BufReader::new(process.stdout.take().unwrap()), process, settings };
        assert_eq!(peer.line(), "ready\n");
        fs::remove_dir_all(folder).unwrap();
        peer
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line
    }
}

fn email(recipient: &str) -> EmailMessage {
    EmailMessage {
        key: "0198-key".to_owned(),
        recipient: recipient.to_owned(),
        subject: "Your box has arrived – at last, Zoë".to_owned(),
        body: "Hello Zoë,\n\n.A line that begins with a dot.\n..Two dots.\nFrom here on\n".to_owned(),
        html: format!("<p>Hello Zoë, {}</p>\n", "a long line, ".repeat(200)),
        // 2026-11-18T15:00:00Z.
        written_at: Timestamp(1_795_014_000_000_000),
    }
}

#[tokio::test]
#[ignore = "it needs aiosmtpd: `just peers`"]
async fn aiosmtpd_accepts_our_emails_and_its_refusals_are_understood() {
    let mut peer = Peer::start().await;
    let smtp = Smtp::new(&peer.settings).unwrap();
    assert_eq!(smtp.reach().await, Reach::Reached);
    assert_eq!(smtp.send(&email("ann@example.com")).await, Ok(()));
    // On the wire each line ends with `\r\n`.
    let took: Value = serde_json::from_str(&peer.line().replace("\\r\\n", "\\n")).unwrap();
    let sent = email("ann@example.com");
    let expected = json!({
        "from": "hello@shop.example", "to": ["ann@example.com"], "tls": true, "Subject": sent.subject,
        "From": "Stylebox <hello@shop.example>", "To": "ann@example.com", "Message-ID": "<0198-key@shop.example>",
        "Date": "Wed, 18 Nov 2026 15:00:00 +0000", "plain": sent.body, "html": sent.html, "defects": [],
    });
    assert_eq!(took, expected);

    let answer = |code, detail| ServerAnswer { code, detail };
    for (recipient, outcome) in [
        ("nobody@example.com", NotSent::NoMailbox(answer(550, Some([5, 1, 1])))),
        ("full@example.com", NotSent::Later),
        ("elsewhere@example.com", NotSent::Down),
    ] {
        assert_eq!(smtp.send(&email(recipient)).await, Err(outcome), "{recipient}");
    }
    let large = EmailMessage { html: "<p>x</p>\r\n".repeat(20_000), ..email("ann@example.com") };
    assert_eq!(smtp.send(&large).await, Err(NotSent::Rejected(answer(552, None))));

    let stranger = SmtpSettings { login: Some(("shop".to_owned(), secret("another"))), ..peer.settings.clone() };
    assert_eq!(Smtp::new(&stranger).unwrap().send(&email("ann@example.com")).await, Err(NotSent::Down));
    let unsigned = SmtpSettings { login: None, ..peer.settings.clone() };
    assert_eq!(Smtp::new(&unsigned).unwrap().send(&email("ann@example.com")).await, Err(NotSent::Down));
    assert_eq!(smtp.send(&email("ben@example.com")).await, Ok(()), "it still works");
}
