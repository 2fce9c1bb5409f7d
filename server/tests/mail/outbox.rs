//! Each message is sent once, however the services fail.

use crate::support::{MessageFault, Shopper, TestApp, answers, log, ops};
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::store::mail::outbox::{Channel, MailRow, newest};

const MINUTE: Duration = Duration::from_secs(60);

/// How many messages are in the outbox, and how many of them are sent.
async fn outbox(app: &TestApp) -> (usize, usize) {
    let mut tx = app.state.db.read().await.unwrap();
    let all = newest(&mut tx, 1000).await.unwrap();
    (all.len(), all.iter().filter(|mail| mail.sent_at.is_some()).count())
}

#[tokio::test]
async fn each_message_is_sent_once() {
    let app = TestApp::start().await;
    let _ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(outbox(&app).await, (2, 0));
    assert_eq!(deliver(&app.state).await.unwrap(), 2);
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    assert_eq!(outbox(&app).await, (2, 2));
    assert_eq!(app.messages.subjects("ann@example.com"), ["Welcome to Stylebox", "Your Stylebox is ordered"]);
    assert_eq!(app.messages.handed_over(), 2);
}

/// Writes a message with a secret text that has no time limit.
async fn write(app: &TestApp, channel: Channel, recipient: &str) {
    let [kind, recipient, subject, body] =
        ["reminder", recipient, "A code", "Your code is 123456"].map(ToOwned::to_owned);
    let html = if channel == Channel::Email { body.clone() } else { String::new() };
    let (id, created_at, customer_id) = (app.state.new_id(), app.state.clock.now(), None);
    let mail = MailRow {
        id,
        kind,
        channel,
        customer_id,
        recipient,
        subject,
        body,
        html,
        created_at,
        sent_at: None,
        failed_at: None,
        true_until: None,
    };
    let mut tx = app.state.db.write().await.unwrap();
    mail.insert(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_text_message_goes_to_the_recipients_phone() {
    let app = TestApp::start().await;
    write(&app, Channel::Sms, "6125550142").await;
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
    assert_eq!(app.messages.subjects("6125550142"), ["SMS"]);
}

/// The texts in the outbox, the newest message first.
async fn texts(app: &TestApp) -> Vec<String> {
    let mut tx = app.state.db.read().await.unwrap();
    newest(&mut tx, 1000).await.unwrap().into_iter().map(|mail| mail.body).collect()
}

#[tokio::test]
async fn the_text_of_a_sent_message_is_deleted_and_that_of_an_unsent_one_is_kept() {
    let app = TestApp::start().await;
    write(&app, Channel::Sms, "6125550142").await;
    write(&app, Channel::Email, "ann@example.com").await;
    for fault in [MessageFault::Down, MessageFault::LosesAnswers] {
        app.messages.set(fault);
        deliver(&app.state).await.unwrap();
        app.clock.advance(24 * 60 * MINUTE);
        assert_eq!(texts(&app).await, ["Your code is 123456"; 2], "{fault:?}");
    }
    app.messages.set(MessageFault::None);
    assert_eq!(deliver(&app.state).await.unwrap(), 2);
    assert_eq!(texts(&app).await, ["", ""]);
    assert!(app.messages.sent().iter().all(|email| email.body == "Your code is 123456"));
    assert!(!app.dump().await.contains("123456"));
}

#[tokio::test]
async fn the_embedded_providers_keep_sent_messages_in_the_outbox() {
    let app = TestApp::start().await;
    let embedded = app.with_messages_in_outbox();
    write(&app, Channel::Sms, "6125550142").await;
    write(&app, Channel::Email, "ann@example.com").await;
    assert_eq!(deliver(&embedded).await.unwrap(), 2);
    assert_eq!(outbox(&app).await, (2, 2));
    assert_eq!(app.client().get("/dev/outbox").await.text.matches("Your code is 123456").count(), 2);
}

#[tokio::test]
async fn waiting_emails_do_not_delay_text_messages() {
    let app = TestApp::start().await;
    // More than one batch.
    for _ in 0..120 {
        write(&app, Channel::Email, "ann@example.com").await;
    }
    write(&app, Channel::Sms, "6125550142").await;
    app.messages.set(MessageFault::EmailDown);
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
    assert_eq!(app.messages.subjects("6125550142"), ["SMS"]);
    app.messages.set(MessageFault::None);
    assert_eq!(deliver(&app.state).await.unwrap(), 119, "all except the email that waits for a minute");
}

#[tokio::test]
async fn an_outage_delays_messages_and_loses_none() {
    let app = TestApp::start().await;
    let _ann = Shopper::with_order(&app, "ann@example.com").await;
    app.messages.set(MessageFault::Down);
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    assert_eq!(app.messages.handed_over(), 1, "after one email without an answer the next one is not tried");
    app.messages.set(MessageFault::None);
    // The first message waits a minute, and the second was not tried.
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
    app.clock.advance(MINUTE - Duration::from_secs(1));
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
    assert_eq!(outbox(&app).await, (2, 2));
    assert_eq!(app.messages.sent().len(), 2);
}

#[tokio::test]
async fn a_message_whose_answer_is_lost_is_handed_over_again_under_its_key() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.messages.set(MessageFault::LosesAnswers);
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    app.messages.set(MessageFault::None);
    app.clock.advance(MINUTE);
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
    assert_eq!((app.messages.handed_over(), app.messages.sent().len()), (2, 1));
}

#[tokio::test]
async fn an_expired_code_or_link_is_not_sent_after_an_outage() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    deliver(&app.state).await.unwrap();
    let mut ask = async || {
        let change = json!({"customer": {"email": "anna@example.com"}});
        ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
        for way in ["sms", "email"] {
            ann.browser.post("/api/mfa_requests", json!({"mfa_type": way})).await.expect(204);
        }
        let mut caller = app.client();
        let human = caller.human().await;
        let form = json!({"customer": {"email": "ann@example.com", "recaptchaToken": human}});
        caller.post("/api/passwords", form).await.expect(204);
        app.messages.set(MessageFault::Down);
        deliver(&app.state).await.unwrap();
        app.messages.set(MessageFault::None);
    };
    let hour = 60 * MINUTE;
    for (outage, sent) in [
        (10 * MINUTE - Duration::from_secs(1), 3),
        (10 * MINUTE, 1),
        (policy::RESET_LINK_HOURS as u32 * hour - Duration::from_secs(1), 1),
        (policy::RESET_LINK_HOURS as u32 * hour, 0),
    ] {
        let (all, before) = outbox(&app).await;
        assert_eq!(all, before);
        ask().await;
        assert_eq!(outbox(&app).await, (all + 3, before), "all wait");
        app.clock.advance(outage);
        assert_eq!(deliver(&app.state).await.unwrap(), sent, "after {outage:?}");
        assert_eq!(outbox(&app).await, (all + sent, before + sent), "after {outage:?}");
    }
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_refused_text_message_is_tried_again_a_day_later() {
    let app = TestApp::start().await;
    write(&app, Channel::Sms, "6125550142").await;
    app.messages.set(MessageFault::Refuses);
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    app.clock.advance(23 * 60 * MINUTE);
    assert_eq!(deliver(&app.state).await.unwrap(), 0);
    assert_eq!(app.messages.handed_over(), 1);
    // Staff see it after it has failed three times.
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    for _ in 0..2 {
        app.clock.advance(24 * 60 * MINUTE);
        deliver(&app.state).await.unwrap();
    }
    let waits = "reminder  to 6125550142: tried 3 times, the service does not take it\n";
    assert_eq!(ops(&app, "attention").await.unwrap(), waits);
    app.messages.set(MessageFault::None);
    app.clock.advance(24 * 60 * MINUTE);
    assert_eq!(deliver(&app.state).await.unwrap(), 1);
}

#[tokio::test]
async fn two_servers_that_deliver_at_the_same_time_send_each_message_once() {
    let app = TestApp::start().await;
    let other = app.another_server().await;
    let _ann = Shopper::with_box(&app, "ann@example.com").await;
    let (in_all, _) = outbox(&app).await;
    let (one, another) = tokio::join!(deliver(&app.state), deliver(&other));
    assert_eq!(one.unwrap().done + another.unwrap().done, in_all);
    assert_eq!(app.messages.handed_over(), in_all);
}

#[tokio::test]
async fn no_text_or_recipient_of_a_message_is_logged() {
    log::start_capture();
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.client().post("/api/passwords", json!({"customer": {"email": "ann@example.com"}})).await.expect(204);
    for fault in [MessageFault::Down, MessageFault::None] {
        app.messages.set(fault);
        deliver(&app.state).await.unwrap();
        app.clock.advance(MINUTE);
    }
    deliver(&app.state).await.unwrap();
    let link = app.messages.sent().into_iter().find(|email| email.subject.contains("password")).unwrap().body;
    let token = link.lines().find(|line| line.starts_with("http")).unwrap().rsplit('=').next().unwrap().to_owned();
    assert!(token.len() > 20, "{token}");
    let logged = log::captured();
    assert!(logged.contains("could not be sent"), "{logged}");
    assert!(!logged.contains(&token), "{logged}");
}

#[tokio::test]
async fn the_outbox_page_shows_emails_as_text_and_html_and_text_messages_as_text() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let page = app.client().get("/dev/outbox").await.text;
    let (_, rest) = page.split_once("href=\"/dev/outbox/").unwrap();
    let (id, _) = rest.split_once('"').unwrap();
    let email = app.client().get(&format!("/dev/outbox/{id}")).await;
    let html = &email.text;
    assert!(html.contains("<h1") && html.contains("Welcome to Stylebox"), "{html}");
    // The page shows the HTML next to the text in a frame. Links open outside the frame, and no other page may frame it.
    assert!(page.contains(&format!("<iframe src=\"/dev/outbox/{id}\"")) && html.contains("<base target=\"_top\">"));
    let policy = email.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"), "{policy}");
    app.client().get("/dev/outbox/nothing").await.refused(404, "not_found");
    write(&app, Channel::Sms, "6125550142").await;
    let page = app.client().get("/dev/outbox").await.text;
    let (_, newest) = page.split_once("<details open>").unwrap();
    let (newest, _) = newest.split_once("</details>").unwrap();
    assert!(newest.contains("Text message</h2>") && newest.contains("To 6125550142"), "{newest}");
    assert!(!newest.contains("<iframe"));
}

/// The beginning of an email that is sent after a day that it names.
const LATE: &str = "Hello Ann,\n\nWe wrote this email earlier and could not send it until now. A day or time in it may have passed \
    meanwhile. What is true now stands in your account.\n\n";

/// The subjects of the sent emails that begin with [`LATE`].
fn late(app: &TestApp) -> BTreeSet<String> {
    let late = app.messages.sent().into_iter().filter(|email| email.body.starts_with(LATE));
    late.map(|email| email.subject).collect()
}

#[tokio::test]
async fn an_email_that_is_sent_after_a_day_that_it_names_begins_with_a_notice() {
    let [reminder, arrived] = ["Please check out in 2 days", "Your box has arrived"];
    let [ordered, sent] = ["Your Stylebox is ordered", "Your box is on its way"];
    // The box was ordered for Tuesday the 24th and came on the 18th, with five days to try on. The reminder is sent two days before the 23rd.
    for (instant, expected) in [
        ("2026-11-22T05:59:59Z", &[][..]),
        ("2026-11-22T06:00:00Z", &[reminder]),
        ("2026-11-24T06:00:00Z", &[reminder, arrived]),
        ("2026-11-25T06:00:00Z", &[reminder, arrived, ordered, sent]),
    ] {
        let app = TestApp::start().await;
        let _ann = Shopper::with_box(&app, "ann@example.com").await;
        app.clock.set("2026-11-21T15:00:00Z");
        ops(&app, "jobs run reminders").await.unwrap();
        // The email server was down in the meantime.
        app.clock.set(instant);
        assert_eq!(deliver(&app.state).await.unwrap(), 6);
        assert_eq!(late(&app), expected.iter().map(|subject| (*subject).to_owned()).collect(), "{instant}");
        // Emails without a day have no notice, and the notice is only at the beginning.
        assert!(app.messages.sent().iter().all(|email| email.body.matches("We wrote this email").count() <= 1));
        assert!(
            app.messages.sent().iter().filter(|email| email.html.contains("We wrote this email")).count()
                == expected.len()
        );
    }
}

/// The email asks for a confirmation at the bank before a time within the day.
#[tokio::test]
async fn an_email_that_names_a_time_is_late_from_that_time_on() {
    for (wait, is_late) in [(0, false), (22, false), (23, true)] {
        let app = TestApp::start().await;
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        ann.says(answers()).await;
        ann.order = ann.save_card("4000000000003220").await.expect(201)["order_id"].as_str().unwrap().to_owned();
        let waits = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
        assert!(waits.contains("confirm"), "{waits}");
        app.clock.advance(Duration::from_secs(wait * 60 * 60));
        deliver(&app.state).await.unwrap();
        assert_eq!(late(&app).contains("Please confirm a payment"), is_late, "{wait} hours");
    }
}
