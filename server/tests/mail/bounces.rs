//! Emails that do not arrive: they are given up and shown to staff, and the page tells the customer that the address accepts none.

use crate::doubles::secrets::secret;
use crate::doubles::smtp::{SmtpFault, SmtpServer};
use crate::support::{Client, MessageFault, Reply, Shopper, TestApp, email_token, newest_mail, open_email_link, ops};
use axum::body::Body;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::jobs::ALL;
use stylebox_server::providers::mail::smtp::Smtp;
use stylebox_server::providers::mail::smtp::settings::{MailTls, SmtpSettings};
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::state::AppState;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const NOTHING_WAITS: &str = "Nothing waits for you.\n";

/// A customer whose first email was not sent yet, and the email server.
async fn registered(app: &TestApp) -> (Client, SmtpServer, AppState) {
    let server = SmtpServer::start(MailTls::None).await;
    let state = app.with_mail(Smtp::new(&server.settings()).unwrap());
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    (ann, server, state)
}

async fn is_marked(ann: &mut Client) -> bool {
    ann.get("/api/account").await.expect(200)["email_bounced"].as_bool().unwrap()
}

/// Asks for a password link, which writes an email.
async fn forget_password(app: &TestApp) {
    let mut caller = app.client();
    let human = caller.human().await;
    let form = json!({"customer": {"email": "ann@example.com", "recaptchaToken": human}});
    caller.post("/api/passwords", form).await.expect(204);
}

#[tokio::test]
async fn an_address_that_accepts_no_emails_is_marked_and_the_email_is_given_up() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    assert!(!is_marked(&mut ann).await);
    server.set(SmtpFault::RefusesRecipient);
    assert_eq!(deliver(&state).await.unwrap(), 0);
    assert!(is_marked(&mut ann).await);
    let mail = newest_mail(&app, "welcome").await.unwrap();
    assert_eq!((mail.sent_at, mail.body.as_str(), mail.html.as_str()), (None, "", ""));
    let shown = ops(&app, "attention").await.unwrap();
    let why = "1 emails did not arrive (welcome), the last on 2026-11-18: the address takes no emails (550 5.1.1)";
    assert!(shown.contains("ann@example.com") && shown.contains(why), "{shown}");
    // It is not tried again.
    server.set(SmtpFault::None);
    app.clock.advance(2 * DAY);
    assert_eq!(deliver(&state).await.unwrap(), 0);
    assert_eq!(server.connections(), 1);
    // The export contains the bounce.
    let export = ann.get("/api/account/export").await.expect(200);
    assert_eq!(export["account"]["email_bounced_at"], "2026-11-18T15:00:00Z", "{}", export["account"]);
    assert_eq!(export["messages"][0]["failed_at"], "2026-11-18T15:00:00Z");
}

#[tokio::test]
async fn a_refusal_of_the_sender_does_not_mark_the_address() {
    for fault in [SmtpFault::RefusesLogin, SmtpFault::RefusesSender, SmtpFault::RefusesRelay] {
        let app = TestApp::start().await;
        let (mut ann, server, state) = registered(&app).await;
        server.set(fault);
        assert_eq!(deliver(&state).await.unwrap(), 0);
        assert!(!is_marked(&mut ann).await, "{fault:?}");
        server.set(SmtpFault::None);
        app.clock.advance(DAY);
        assert_eq!(deliver(&state).await.unwrap(), 1, "{fault:?}");
        assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
    }
}

#[tokio::test]
async fn a_refusal_because_of_our_setup_gives_up_no_email_and_is_shown() {
    for fault in [
        SmtpFault::AtRecipient("550 relay not permitted"),
        SmtpFault::AtRecipient("553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"),
        SmtpFault::AfterMessage("554 Message rejected: Email address is not verified."),
        SmtpFault::AfterMessage("550 5.7.1 Your account is paused"),
    ] {
        let app = TestApp::start().await;
        let (mut ann, server, state) = registered(&app).await;
        server.set(fault);
        for _ in 0..3 {
            assert_eq!(deliver(&state).await.unwrap().done, 0);
            app.clock.advance(DAY);
        }
        assert!(!is_marked(&mut ann).await, "{fault:?}");
        let shown = ops(&app, "attention").await.unwrap();
        assert!(shown.contains("welcome  to ann@example.com: tried 3 times, the service "), "{fault:?}: {shown}");
        server.set(SmtpFault::None);
        assert_eq!(deliver(&state).await.unwrap(), 1, "{fault:?}");
        assert!(server.received()[0].text.contains("Welcome!"));
        assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
    }
}

#[tokio::test]
async fn a_refused_email_text_does_not_mark_the_address() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    server.set(SmtpFault::RefusesMessage);
    assert_eq!(deliver(&state).await.unwrap(), 0);
    assert!(!is_marked(&mut ann).await);
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("(welcome)") && shown.contains("the email server does not take it (554)"), "{shown}");
    let cleared = ops(&app, "customer clear-bounces ANN@example.com").await.unwrap();
    assert_eq!(cleared, "The address ANN@example.com counts as right again.\n");
    assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
}

#[tokio::test]
async fn staff_can_give_up_an_email_that_the_server_keeps_refusing() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    let id = newest_mail(&app, "welcome").await.unwrap().id;
    let give_up = format!("message give-up {id}");
    let nothing = format!("No email {id} waits that was tried again and again.");
    assert_eq!(ops(&app, &give_up).await.unwrap_err(), nothing, "it was not handed over yet");
    server.set(SmtpFault::AfterMessage("550 5.7.1 This looks like spam"));
    for _ in 0..3 {
        deliver(&state).await.unwrap();
        app.clock.advance(DAY);
    }
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains(&format!("(\"ops {give_up}\" if it will never be taken)")), "{shown}");
    app.execute("UPDATE outbox SET claimed_until = 4102444800000000").await;
    assert_eq!(ops(&app, &give_up).await.unwrap_err(), nothing, "it is being handed over");
    app.execute("UPDATE outbox SET claimed_until = NULL").await;
    assert_eq!(ops(&app, &give_up).await.unwrap(), "The email is given up, and counts as not sent.\n");
    server.set(SmtpFault::None);
    assert_eq!(deliver(&state).await.unwrap(), 0, "it is not sent any more");
    assert!(!is_marked(&mut ann).await, "the address is not marked");
    assert_eq!(
        app.numbers("SELECT COUNT(*) FROM outbox WHERE kind = 'welcome' AND body = '' AND html = ''").await,
        [1]
    );
    assert_eq!(ops(&app, &give_up).await.unwrap_err(), nothing, "once");
    let shown = ops(&app, "attention").await.unwrap();
    assert!(
        shown.contains("(welcome)") && shown.contains("given up by staff: ") && !shown.contains(&give_up),
        "{shown}"
    );
    ops(&app, "customer clear-bounces ann@example.com").await.unwrap();
    assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
}

#[tokio::test]
async fn a_new_address_ends_the_mark() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    server.set(SmtpFault::RefusesRecipient);
    deliver(&state).await.unwrap();
    ann.patch("/api/account", json!({"customer": {"email": "anna@example.com"}})).await.expect(200);
    assert!(is_marked(&mut ann).await, "the new address is not confirmed yet");
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
    assert!(!is_marked(&mut ann).await);
    assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
    // The alert to the old address is refused, too. It does not mark the new address.
    deliver(&state).await.unwrap();
    app.execute("UPDATE customers SET email_bounced_at = NULL").await;
    app.execute("UPDATE outbox SET recipient = 'ann@example.com', failed_at = NULL").await;
    deliver(&state).await.unwrap();
    assert!(!is_marked(&mut ann).await);
}

#[tokio::test]
async fn a_bounce_of_an_unconfirmed_address_does_not_mark_the_customer() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    assert_eq!(deliver(&state).await.unwrap(), 1);
    ann.patch("/api/account", json!({"customer": {"email": "anna@example.com"}})).await.expect(200);
    app.execute("DELETE FROM outbox WHERE kind <> 'confirm_email' AND sent_at IS NULL").await;
    server.set(SmtpFault::RefusesRecipient);
    deliver(&state).await.unwrap();
    assert!(!is_marked(&mut ann).await);
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("(confirm_email), the last to anna@example.com on"), "{shown}");
}

#[tokio::test]
async fn a_later_accepted_email_or_a_used_link_ends_the_mark() {
    let app = TestApp::start().await;
    let (mut ann, server, state) = registered(&app).await;
    server.set(SmtpFault::RefusesRecipient);
    deliver(&state).await.unwrap();
    server.set(SmtpFault::None);
    forget_password(&app).await;
    let link = newest_mail(&app, "reset_password").await.unwrap().body;
    assert_eq!(deliver(&state).await.unwrap(), 1);
    assert!(!is_marked(&mut ann).await, "the server accepts emails for it again");
    assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);

    app.execute("UPDATE customers SET email_bounced_at = 1").await;
    let token = link.split_once("reset_password_token=").unwrap().1.split_whitespace().next().unwrap();
    let form = json!({"customer": {
        "reset_password_token": token, "password": "Another#1", "password_confirmation": "Another#1",
    }});
    ann.put("/api/passwords", form).await.expect(200);
    assert!(!is_marked(&mut ann).await);
}

#[tokio::test]
async fn a_refused_last_email_leaves_no_personal_data() {
    let app = TestApp::start().await;
    let (_, server, state) = registered(&app).await;
    deliver(&state).await.unwrap();
    ops(&app, "customer erase ann@example.com").await.unwrap();
    server.set(SmtpFault::RefusesRecipient);
    deliver(&state).await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox WHERE failed_at IS NOT NULL").await, [1]);
    assert!(!app.dump().await.contains("ann@example.com"));
    assert_eq!(ops(&app, "attention").await.unwrap(), NOTHING_WAITS);
}

/// A server that gets bounces from a relay, and the relay.
async fn with_relay(app: &TestApp) -> (AppState, SmtpServer) {
    let server = SmtpServer::start(MailTls::None).await;
    let settings = SmtpSettings { webhook_secret: Some(secret("a secret")), ..server.settings() };
    let state = app.with_mail(Smtp::new(&settings).unwrap());
    (state, server)
}

/// The body of a bounce webhook as in Postmark's documentation.
fn bounce(id: u64, kind: &str, email: &str) -> Value {
    json!({
        "RecordType": "Bounce", "MessageStream": "outbound", "ID": id, "Type": kind, "TypeCode": 1, "Name": "Hard bounce",
        "Tag": "", "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483", "Metadata": {"email": email}, "ServerID": 23,
        "Description": "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
        "Details": "550 5.1.1 no such user", "Email": "ann@example.com", "From": "hello@shop.example",
        "BouncedAt": "2026-11-18T16:33:54.9070259Z", "DumpAvailable": true, "Inactive": true, "CanActivate": true,
        "Subject": "Welcome",
    })
}

async fn call(state: &AppState, app: &TestApp, password: &str, body: &Value) -> Reply {
    let proof = format!("Basic {}", STANDARD.encode(format!("postmark:{password}")));
    let request = Request::post("/api/webhooks/mail").header("authorization", proof);
    app.client_of(state.clone()).send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn a_relays_bounce_webhook_marks_the_address() {
    let app = TestApp::start().await;
    let (state, server) = with_relay(&app).await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    assert_eq!(deliver(&state).await.unwrap(), 1);
    let key = newest_mail(&app, "welcome").await.unwrap().id;
    let sent = server.received().remove(0).text;
    assert!(
        sent.contains(&format!("X-PM-Metadata-email: {key}\r\n")) && sent.contains("X-PM-KeepID: true\r\n"),
        "{sent}"
    );

    assert_eq!(call(&state, &app, "a secret", &bounce(1, "HardBounce", &key)).await.status, 204);
    assert!(!is_marked(&mut ann).await, "it is answered immediately, and processed later");
    assert_eq!(work_due(&state).await.unwrap(), 1);
    assert!(is_marked(&mut ann).await);
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("(welcome)") && shown.contains("the address takes no emails (HardBounce)"), "{shown}");
    // The relay accepts everything, so another accepted email does not end the mark.
    forget_password(&app).await;
    assert_eq!(deliver(&state).await.unwrap(), 1);
    assert!(is_marked(&mut ann).await);
    let personal = "SELECT COUNT(*) FROM webhook_events WHERE hint LIKE '%ann%' OR event_id LIKE '%ann%'";
    assert_eq!(app.numbers(personal).await, [0]);
}

#[tokio::test]
async fn a_webhook_without_the_secret_or_about_an_unknown_email_marks_nobody() {
    let app = TestApp::start().await;
    let (state, _server) = with_relay(&app).await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    deliver(&state).await.unwrap();
    let key = newest_mail(&app, "welcome").await.unwrap().id;
    let hard = bounce(1, "HardBounce", &key);
    for wrong in ["", "another", "a secret "] {
        call(&state, &app, wrong, &hard).await.refused(403, "not_authorized");
    }
    let naked = Request::post("/api/webhooks/mail").body(Body::from(hard.to_string())).unwrap();
    app.client_of(state.clone()).send(naked).await.refused(403, "not_authorized");
    // Without the secret in the settings, webhooks are refused.
    call(&app.state, &app, "a secret", &hard).await.refused(404, "not_found");
    call(&state, &app, "a secret", &json!({"RecordType": "Bounce"})).await.refused(422, "request_invalid");
    let delivered = json!({"RecordType": "Delivery", "Metadata": {"email": key}});
    let mut of_another_program = bounce(3, "HardBounce", &key);
    of_another_program["Metadata"] = json!({"color": "blue"});
    for other in [delivered, of_another_program, bounce(2, "Transient", &key), bounce(4, "AutoResponder", &key)] {
        assert_eq!(call(&state, &app, "a secret", &other).await.status, 204);
    }
    assert_eq!(app.numbers("SELECT COUNT(*) FROM webhook_events").await, [0]);
    assert_eq!(call(&state, &app, "a secret", &bounce(5, "HardBounce", "no email of ours")).await.status, 204);
    assert_eq!(work_due(&state).await.unwrap(), 1);
    assert!(!is_marked(&mut ann).await);
    // The email is lost, but the address may be right.
    call(&state, &app, "a secret", &bounce(6, "SoftBounce", &key)).await;
    work_due(&state).await.unwrap();
    assert!(!is_marked(&mut ann).await);
    assert!(ops(&app, "attention").await.unwrap().contains("it came back (SoftBounce)"));
}

/// Sets the clock and runs the jobs about a checkout.
async fn at(app: &TestApp, state: &AppState, instant: &str) -> String {
    app.clock.set(instant);
    let mut said = String::new();
    for name in ["reminders", "outbox", "webhooks", "system_checkout"] {
        let job = ALL.iter().find(|job| job.name == name).unwrap();
        let batch = (job.work)(state).await.unwrap();
        assert_eq!(batch.failures(), None, "{name}");
        said = batch.done;
    }
    said
}

const REMINDED: [&str; 3] = ["2026-11-21T15:00:00Z", "2026-11-22T15:00:00Z", "2026-11-23T15:00:00Z"];
const NOON: &str = "2026-11-24T18:00:00Z";

#[tokio::test]
async fn a_bounced_reminder_counts_as_not_sent() {
    let app = TestApp::start().await;
    let (state, _server) = with_relay(&app).await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    for day in REMINDED {
        at(&app, &state, day).await;
    }
    let key = newest_mail(&app, "reminder").await.unwrap().id;
    call(&state, &app, "a secret", &bounce(7, "SoftBounce", &key)).await;
    assert_eq!(at(&app, &state, NOON).await, "0 orders were checked out, 1 wait");
    assert_eq!(ann.status().await, "delivered_to_customer");
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("not checked out: not every reminder was sent in time"), "{shown}");
    // Staff see the customer, who would check out if the address were right.
    assert!(shown.contains("1 emails did not arrive (reminder)"), "{shown}");
}

#[tokio::test]
async fn a_refused_reminder_counts_as_not_sent() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    at(&app, &app.state, REMINDED[0]).await;
    app.messages.set(MessageFault::NoMailbox);
    at(&app, &app.state, REMINDED[1]).await;
    app.messages.set(MessageFault::None);
    at(&app, &app.state, REMINDED[2]).await;
    assert_eq!(at(&app, &app.state, NOON).await, "0 orders were checked out, 1 wait");
    assert_eq!(ann.status().await, "delivered_to_customer");
}
