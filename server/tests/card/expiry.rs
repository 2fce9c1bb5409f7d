//! Customers are notified once for each card that it expires soon.

use crate::support::{CARD, Shopper, TestApp, card_form, ops};
use serde_json::json;
use stylebox_server::store::account::customers;
use stylebox_server::store::card::cards;

fn told(app: &TestApp) -> usize {
    let subjects = app.messages.subjects("ann@example.com").into_iter();
    subjects.filter(|subject| subject.starts_with("Your card")).count()
}

async fn at(app: &TestApp, instant: &str) {
    app.clock.set(instant);
    for job in ["card_expiry", "outbox"] {
        ops(app, &format!("jobs run {job}")).await.unwrap();
    }
}

#[tokio::test]
async fn customers_are_notified_forty_five_days_before_each_card_expires() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    // The card expires on 31 January, and 17 December is 45 days before.
    form["card_info"]["expiration"] = json!("01/27");
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    at(&app, "2026-12-16T15:00:00Z").await;
    assert_eq!(told(&app), 0);
    at(&app, "2026-12-17T15:00:00Z").await;
    at(&app, "2026-12-18T15:00:00Z").await;
    assert_eq!(told(&app), 1);
    let email = app.messages.sent().pop().unwrap();
    assert_eq!(email.subject, "Your card expires soon");
    assert!(email.body.contains("ends in 4242 expires soon (01/27)"), "{}", email.body);
    assert!(email.body.contains("http://stylebox.test/members/change/payment"), "{}", email.body);
    let mut tx = app.state.db.read().await.unwrap();
    let id = customers::by_email(&mut tx, "ann@example.com").await.unwrap().unwrap().id;
    drop(tx);
    let (mut tx, _) = app.state.db.write_about(&id).await.unwrap().unwrap();
    let mut card = cards::current(&mut tx, &id).await.unwrap().unwrap();
    card.id = app.state.new_id();
    card.expiration = "12/26".parse().unwrap();
    cards::replace(&mut tx, &card).await.unwrap();
    tx.commit().await.unwrap();
    at(&app, "2026-12-19T15:00:00Z").await;
    assert_eq!(told(&app), 2);
}

#[tokio::test]
async fn a_notice_is_sent_about_an_expired_card_but_not_about_one_of_a_later_year() {
    let app = TestApp::start().await;
    for (email, end, told) in [
        ("ann@example.com", "12/25", 1),
        ("bea@example.com", "01/30", 0),
        ("cat@example.com", "02/27", 0),
        ("dora@example.com", "01/27", 1),
        ("eve@example.com", "12/26", 1),
    ] {
        let mut shopper = Shopper::new(&app, email).await;
        shopper.save_card(CARD).await.expect(201);
        let sql = format!(
            "UPDATE cards SET expiration = '{end}' WHERE customer_id = (SELECT id FROM customers WHERE email = '{email}')"
        );
        app.execute(sql.leak()).await;
        app.clock.set("2026-12-17T15:00:00Z");
        for job in ["card_expiry", "outbox", "card_expiry", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
        let subjects = app.messages.subjects(email).into_iter();
        assert_eq!(subjects.filter(|subject| subject.starts_with("Your card")).count(), told, "{email} {end}");
        app.clock.set("2026-11-18T15:00:00Z");
    }
}
