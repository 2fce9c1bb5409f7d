//! Text messages through Twilio: each is sent once even if answers are lost, and the service remembers what Twilio says about a phone.

use crate::doubles::http::HttpFault;
use crate::doubles::smtp::closed_port;
use crate::doubles::twilio::{NUMBER, SERVICE, TwilioDouble};
use crate::support::{Client, PASSWORD, Shopper, TestApp, code, log, newest_code, ops};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::config::{BaseUrl, PublicUrl};
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::common::sender::{MessageSender, NotSent};
use stylebox_server::providers::sms::TextMessage;
use stylebox_server::providers::sms::twilio::Twilio;
use stylebox_server::providers::sms::twilio::settings::{TwilioSender, TwilioSettings};
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::operation::retention::sweep;
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::state::AppState;
use stylebox_server::store::mail::outbox::{Channel, MailRow, claim, newest};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The phone number of every shopper.
const PHONE: &str = "6125550142";

/// A shop that sends its text messages through the double, and a customer with a phone. All emails so far were sent.
struct Shop {
    app: TestApp,
    twilio: TwilioDouble,
    state: AppState,
    ann: Shopper,
}

impl Shop {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let twilio = TwilioDouble::start(app.clock.clone()).await;
        let state = app.with_text_messages(twilio.provider().with_timeout(Duration::from_millis(300)));
        let ann = Shopper::with_order(&app, "ann@example.com").await;
        deliver(&state).await.unwrap();
        Self { app, twilio, state, ann }
    }

    /// The customer asks for a code by text message. Returns the code.
    async fn ask_for_code(&mut self) -> String {
        let change = json!({"customer": {"password": "Another#1"}});
        self.ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
        code(&self.app, &mut self.ann.browser, "sms").await
    }

    /// Writes a text message that is not a code. The service itself writes no such messages, but the outbox would send them.
    async fn write(&self, text: &str) {
        let mail = MailRow {
            id: self.state.new_id(),
            kind: "reminder".to_owned(),
            channel: Channel::Sms,
            customer_id: None,
            recipient: PHONE.to_owned(),
            subject: String::new(),
            body: text.to_owned(),
            html: String::new(),
            created_at: self.state.clock.now(),
            sent_at: None,
            failed_at: None,
            true_until: None,
        };
        let mut tx = self.state.db.write().await.unwrap();
        mail.insert(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Delivers the due messages after `wait`. Returns how many messages were sent.
    async fn deliver_after(&self, wait: Duration) -> usize {
        self.app.clock.advance(wait);
        deliver(&self.state).await.unwrap().done
    }

    async fn text_messages(&mut self) -> Value {
        self.ann.browser.get("/api/account").await.expect(200)["text_messages"].clone()
    }

    /// Delivers a webhook of Twilio, and processes its event.
    async fn told(&self, call: Request<Body>) {
        let mut twilio = self.app.client_of(self.state.clone());
        assert_eq!(twilio.send(call).await.status, 204);
        work_due(&self.state).await.unwrap();
    }

    /// Deletes expired rows. Returns how many phones have a known fact.
    async fn facts_after_sweep(&self) -> Vec<i64> {
        sweep(&self.state).await.unwrap();
        self.app.numbers("SELECT COUNT(*) FROM phone_facts").await
    }

    /// The text messages in the outbox.
    async fn texts(&self) -> Vec<MailRow> {
        let mut tx = self.state.db.read().await.unwrap();
        let all = newest(&mut tx, 1000).await.unwrap();
        all.into_iter().filter(|mail| mail.channel == Channel::Sms).collect()
    }
}

#[tokio::test]
async fn a_code_is_sent_through_the_messaging_service_and_its_text_is_deleted() {
    let mut shop = Shop::open().await;
    let code = shop.ask_for_code().await;
    let text = newest_code(&shop.app).await.body;
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 1);
    assert_eq!(shop.deliver_after(DAY).await, 0);
    let [post] = &shop.twilio.posts()[..] else { panic!("{:?}", shop.twilio.posts()) };
    let expected = [
        ("Body", text.trim()),
        ("MessagingServiceSid", SERVICE),
        ("StatusCallback", "https://stylebox.test/api/webhooks/twilio"),
        ("To", "+16125550142"),
    ];
    assert_eq!(post.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>(), expected);
    assert!(post["Body"].contains(&code));
    assert!(!shop.app.dump().await.contains(&code));
}

fn message() -> TextMessage {
    TextMessage { key: "key".to_owned(), phone: PHONE.to_owned(), text: "Your code is 123456.\n".to_owned() }
}

#[tokio::test]
async fn a_phone_number_can_be_the_sender_and_without_https_there_is_no_status_callback() {
    let app = TestApp::start().await;
    let twilio = TwilioDouble::start(app.clock.clone()).await;
    let settings = TwilioSettings { sender: TwilioSender::Number(NUMBER.to_owned()), ..twilio.settings() };
    let provider = Twilio::new(&settings, &PublicUrl::parse("http://localhost:8080").unwrap()).unwrap();
    assert_eq!(provider.send(&message()).await, Ok(()));
    let names: Vec<String> = twilio.posts()[0].keys().cloned().collect();
    assert_eq!(names, ["Body", "From", "To"]);
    assert_eq!(provider.reach().await, Reach::Reached);
}

#[tokio::test]
async fn each_error_code_says_whether_it_is_about_the_phone_the_message_or_our_account() {
    log::start_capture();
    let app = TestApp::start().await;
    let twilio = TwilioDouble::start(app.clock.clone()).await;
    let provider = twilio.provider();
    let all = [
        ((400, 21610), NotSent::Stopped),
        ((400, 21211), NotSent::Unreachable),
        ((400, 21614), NotSent::Unreachable),
        ((400, 21612), NotSent::Unreachable),
        ((400, 21408), NotSent::Unreachable),
        ((400, 21617), NotSent::Refused),
        ((400, 21606), NotSent::Down),
        ((400, 21611), NotSent::Down),
        ((401, 20003), NotSent::Down),
        ((403, 20008), NotSent::Down),
        ((404, 20404), NotSent::Down),
        ((429, 20429), NotSent::Down),
        ((500, 20500), NotSent::Unknown),
        ((503, 20503), NotSent::Unknown),
    ];
    for (refusal, expected) in all {
        twilio.refuse(Some(refusal));
        assert_eq!(provider.send(&message()).await, Err(expected), "{refusal:?}");
    }
    let logged = log::captured();
    assert!(logged.contains("21617"), "{logged}");
    assert!(!logged.contains(PHONE), "Twilio's message contains the number");
    let nowhere = BaseUrl::parse("--url", &format!("http://127.0.0.1:{}", closed_port().await)).unwrap();
    let settings = TwilioSettings { url: nowhere, ..twilio.settings() };
    let unreachable = Twilio::new(&settings, &PublicUrl::parse("https://stylebox.test").unwrap()).unwrap();
    assert_eq!(unreachable.send(&message()).await, Err(NotSent::Down), "no message has arrived");
    assert_eq!(unreachable.reach().await, Reach::NotReachable);
    // The double refuses the account's own token.
    let other = TwilioSettings { api_key: None, ..twilio.settings() };
    let stranger = Twilio::new(&other, &PublicUrl::parse("https://stylebox.test").unwrap()).unwrap();
    assert_eq!(stranger.reach().await, Reach::Refused("Twilio answers 401, error 20003.".to_owned()));
    assert!(!format!("{other:?}").contains("token\""));
}

#[tokio::test]
async fn a_sent_code_is_found_however_its_answer_was_lost() {
    for fault in [HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails] {
        let mut shop = Shop::open().await;
        // The list has several pages.
        for _ in 0..3 {
            shop.write("Another text").await;
        }
        assert_eq!(shop.deliver_after(Duration::ZERO).await, 3);
        shop.twilio.set(fault);
        shop.ask_for_code().await;
        assert_eq!(shop.deliver_after(Duration::ZERO).await, 0, "{fault:?}");
        // As long as Twilio cannot be asked, the outcome stays unknown.
        shop.twilio.set(HttpFault::Down);
        assert_eq!(shop.deliver_after(MINUTE).await, 0);
        shop.twilio.set(HttpFault::None);
        shop.write("A newer text").await;
        shop.write("A newer text").await;
        assert_eq!(shop.deliver_after(2 * MINUTE).await, 3, "{fault:?}");
        assert_eq!(shop.twilio.posts().len(), 6, "{fault:?}: each once");
        assert!(shop.texts().await.iter().all(|text| text.sent_at.is_some() && text.body.is_empty()));
    }
}

#[tokio::test]
async fn a_code_that_is_not_found_is_not_sent_again_by_itself() {
    for fault in [HttpFault::Silent, HttpFault::Down] {
        let mut shop = Shop::open().await;
        shop.twilio.set(fault);
        shop.ask_for_code().await;
        assert_eq!(shop.deliver_after(Duration::ZERO).await, 0, "{fault:?}");
        shop.twilio.set(HttpFault::None);
        for _ in 0..3 {
            assert_eq!(shop.deliver_after(DAY).await, 0, "{fault:?}");
        }
        assert_eq!((shop.twilio.posts(), shop.texts().await), (Vec::new(), Vec::new()), "{fault:?}");
        // The customer asks for another code.
        shop.ask_for_code().await;
        assert_eq!(shop.deliver_after(Duration::ZERO).await, 1);
    }
}

#[tokio::test]
async fn a_message_without_a_code_that_is_not_found_is_sent_once_more_but_not_a_third_time() {
    let shop = Shop::open().await;
    shop.write("Your box is here").await;
    shop.twilio.refuse(Some((500, 20500)));
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 0);
    assert_eq!(shop.deliver_after(MINUTE).await, 0);
    assert_eq!(shop.twilio.posts().len(), 2);
    shop.twilio.refuse(None);
    for _ in 0..3 {
        assert_eq!(shop.deliver_after(DAY).await, 0);
    }
    assert_eq!(shop.twilio.posts().len(), 2);
    assert!(ops(&shop.app, "attention").await.unwrap().contains("it is unknown whether the service took it"));
    // It does not hold up other messages.
    shop.write("Another box is here").await;
    assert_eq!(shop.deliver_after(DAY).await, 1);
}

#[tokio::test]
async fn a_message_without_a_code_that_is_not_found_is_sent_if_the_second_answer_comes() {
    let shop = Shop::open().await;
    shop.write("Your box is here").await;
    shop.twilio.set(HttpFault::Silent);
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 0);
    shop.twilio.set(HttpFault::None);
    assert_eq!(shop.deliver_after(MINUTE).await, 1);
    assert_eq!(shop.twilio.sent().len(), 1);
}

#[tokio::test]
async fn after_a_server_was_killed_before_the_answer_the_outcome_of_a_message_is_unknown() {
    let mut shop = Shop::open().await;
    shop.ask_for_code().await;
    let [text] = &shop.texts().await[..] else { panic!() };
    // Another server has claimed the code, and is killed while Twilio works.
    let now = shop.state.clock.now();
    let mut tx = shop.state.db.write().await.unwrap();
    assert!(claim(&mut tx, &text.id, now, now.plus(MINUTE), Some(now)).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(shop.deliver_after(MINUTE).await, 0);
    assert_eq!((shop.twilio.posts(), shop.texts().await), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn a_message_that_was_certainly_not_accepted_is_sent_later() {
    let mut shop = Shop::open().await;
    shop.ask_for_code().await;
    shop.twilio.refuse(Some((429, 20429)));
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 0);
    shop.twilio.refuse(None);
    assert_eq!(shop.deliver_after(MINUTE).await, 1);
    assert_eq!(shop.twilio.sent().len(), 1);
}

async fn refuses_texts(browser: &mut Client) {
    let refused = browser.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(422);
    assert_eq!(
        (&refused["issues"][0]["field"], &refused["issues"][0]["code"]),
        (&json!("mfa_type"), &json!("no_text_messages"))
    );
    browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.expect(204);
}

#[tokio::test]
async fn after_stop_codes_go_by_email_and_no_text_message_is_sent_until_start() {
    let mut shop = Shop::open().await;
    assert_eq!(shop.text_messages().await, "sent");
    let code = shop.ask_for_code().await;
    shop.twilio.refuse(Some((400, 21610)));
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 0);
    shop.twilio.refuse(None);
    let instead = newest_code(&shop.app).await;
    assert_eq!((instead.channel, instead.recipient.as_str()), (Channel::Email, "ann@example.com"));
    assert!(instead.body.contains(&code));
    assert_eq!(shop.text_messages().await, "stopped");
    refuses_texts(&mut shop.ann.browser).await;
    assert_eq!(shop.deliver_after(MINUTE).await, 2, "both codes by email");
    shop.app.clock.advance(DAY);
    assert_eq!(shop.text_messages().await, "stopped", "however long ago it was");
    assert_eq!(shop.twilio.sent().len(), 0);
    // The code in the email works as long as it is the newest. After START the phone gets text messages again.
    let start = shop.twilio.answers(PHONE, "Start");
    shop.told(start).await;
    assert_eq!(shop.text_messages().await, "sent");
    shop.ask_for_code().await;
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 1);
    assert_eq!(shop.twilio.sent().len(), 1);
}

#[tokio::test]
async fn an_expired_code_is_sent_neither_by_text_message_nor_by_email() {
    let mut shop = Shop::open().await;
    shop.ask_for_code().await;
    assert_eq!(shop.deliver_after(10 * MINUTE).await, 0);
    assert_eq!((shop.twilio.posts(), shop.texts().await), (Vec::new(), Vec::new()));
    // A code that goes by email instead does not work longer.
    shop.ask_for_code().await;
    shop.twilio.refuse(Some((400, 21614)));
    assert_eq!(shop.deliver_after(9 * MINUTE).await, 0);
    assert_eq!(shop.text_messages().await, "unreachable");
    assert_eq!(newest_code(&shop.app).await.channel, Channel::Email);
    shop.app.clock.advance(MINUTE);
    assert_eq!(shop.deliver_after(Duration::ZERO).await, 0);
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM outbox WHERE kind = 'mfa_code'").await, [0]);
}

#[tokio::test]
async fn stop_and_start_count_in_the_order_of_sending() {
    let mut shop = Shop::open().await;
    let stop = shop.twilio.answers(PHONE, "STOP");
    shop.app.clock.advance(MINUTE);
    let start = shop.twilio.answers(PHONE, "START");
    shop.app.clock.advance(MINUTE);
    shop.told(start).await;
    shop.told(stop).await;
    assert_eq!(shop.text_messages().await, "sent");
    let stop = shop.twilio.answers(PHONE, "quit");
    shop.told(stop).await;
    assert_eq!(shop.text_messages().await, "stopped");
    let question = shop.twilio.answers(PHONE, "Start when?");
    shop.told(question).await;
    assert_eq!(shop.text_messages().await, "stopped");
}

#[tokio::test]
async fn a_phone_that_was_not_reached_gets_no_text_message_for_a_day() {
    let mut shop = Shop::open().await;
    shop.ask_for_code().await;
    shop.deliver_after(Duration::ZERO).await;
    let failed = shop.twilio.becomes(0, "undelivered", Some(30003));
    shop.told(failed).await;
    assert_eq!(shop.text_messages().await, "unreachable");
    refuses_texts(&mut shop.ann.browser).await;
    shop.app.clock.advance(DAY - Duration::from_secs(1));
    assert_eq!(shop.text_messages().await, "unreachable");
    shop.app.clock.advance(Duration::from_secs(1));
    assert_eq!(shop.text_messages().await, "sent", "the phone may have been off");
}

#[tokio::test]
async fn events_of_twilio_must_be_signed_count_once_and_never_go_backwards() {
    let mut shop = Shop::open().await;
    for _ in 0..2 {
        shop.ask_for_code().await;
        shop.deliver_after(MINUTE).await;
    }
    let mut twilio = shop.app.client_of(shop.state.clone());
    // A wrong signature, and another body under a right one.
    let mut forged = shop.twilio.becomes(0, "undelivered", Some(30005));
    forged.headers_mut().insert("x-twilio-signature", "RSOYDt4T1cUTdK1PDd93/VVr8B8=".parse().unwrap());
    twilio.send(forged).await.refused(403, "not_authorized");
    let signed = shop.twilio.becomes(0, "undelivered", Some(30005));
    let (parts, _) = signed.into_parts();
    twilio.send(Request::from_parts(parts, Body::from("MessageSid=SM1"))).await.refused(403, "not_authorized");
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM webhook_events").await, [0]);
    // The second message has arrived. The event that the first one failed comes later.
    let arrived = shop.twilio.becomes(1, "delivered", None);
    shop.told(arrived).await;
    let failed = shop.twilio.becomes(0, "undelivered", Some(30005));
    shop.told(failed).await;
    assert_eq!(shop.text_messages().await, "sent");
    // An event tells an earlier status, so Twilio is asked for the present one.
    let failed = shop.twilio.becomes(1, "undelivered", Some(30005));
    let _ = shop.twilio.becomes(1, "delivered", None);
    shop.told(failed).await;
    assert_eq!(shop.text_messages().await, "sent");
    for _ in 0..2 {
        let again = shop.twilio.becomes(1, "undelivered", Some(30005));
        shop.told(again).await;
    }
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM webhook_events").await, [3]);
    // No personal data of an event is stored.
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM webhook_events WHERE hint LIKE '%555%'").await, [0]);
}

#[tokio::test]
async fn an_event_waits_until_twilio_can_be_asked() {
    let mut shop = Shop::open().await;
    shop.ask_for_code().await;
    shop.deliver_after(Duration::ZERO).await;
    let failed = shop.twilio.becomes(0, "failed", Some(30006));
    shop.twilio.set(HttpFault::Down);
    let mut twilio = shop.app.client_of(shop.state.clone());
    assert_eq!(twilio.send(failed).await.status, 204);
    assert!(work_due(&shop.state).await.unwrap().failures().is_some());
    assert_eq!(shop.text_messages().await, "sent");
    shop.twilio.set(HttpFault::None);
    shop.app.clock.advance(MINUTE);
    assert_eq!(work_due(&shop.state).await.unwrap(), 1);
    assert_eq!(shop.text_messages().await, "unreachable");
}

#[tokio::test]
async fn facts_about_a_phone_are_deleted_when_its_last_customer_changes_it() {
    let mut shop = Shop::open().await;
    let stop = shop.twilio.answers("6515550199", "STOP");
    shop.told(stop).await;
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM phone_facts").await, [0], "no customer has this phone");
    let stop = shop.twilio.answers(PHONE, "STOP");
    shop.told(stop).await;
    assert_eq!(shop.facts_after_sweep().await, [1]);
    shop.app.execute("UPDATE customers SET phone = '6515550199'").await;
    assert_eq!(shop.text_messages().await, "sent", "the new phone has no such fact");
    assert_eq!(shop.facts_after_sweep().await, [0]);
}

#[tokio::test]
async fn facts_about_a_phone_are_deleted_with_its_last_account() {
    let shop = Shop::open().await;
    let mut ben = shop.app.client();
    ben.register("ben@example.com").await;
    shop.app.execute("UPDATE customers SET phone = '6515550199' WHERE email = 'ben@example.com'").await;
    for phone in [PHONE, "6515550199"] {
        let stop = shop.twilio.answers(phone, "STOP");
        shop.told(stop).await;
    }
    let body = json!({"current_password": PASSWORD});
    ben.post("/api/account/close", body).await.expect(200);
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM phone_facts WHERE phone = '6515550199'").await, [0]);
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM phone_facts").await, [1]);
}

/// Two accounts can have the same phone, and STOP counts for both.
#[tokio::test]
async fn facts_about_a_phone_stay_while_another_account_has_it() {
    let mut shop = Shop::open().await;
    let mut others = Vec::new();
    for name in ["ben", "cleo"] {
        let mut other = shop.app.client();
        other.register(&format!("{name}@example.com")).await;
        others.push(other);
    }
    shop.app.execute("UPDATE customers SET phone = (SELECT phone FROM customers WHERE email NOT IN ('ben@example.com', 'cleo@example.com'))").await;
    let stop = shop.twilio.answers(PHONE, "STOP");
    shop.told(stop).await;
    for other in &mut others {
        other.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
        assert_eq!(shop.facts_after_sweep().await, [1]);
        assert_eq!(shop.text_messages().await, "stopped");
    }
}
