//! The data that is left after an account has ended.

use super::closing::{close, take};
use crate::account::sign_up_and_in::sign_in;
use crate::support::{CARD, Client, PASSWORD, Shopper, TestApp, camera, code, ops, other_card, registration};
use serde_json::json;
use stylebox_core::account::account_closing::consequences;
use stylebox_core::values::plain_input::Nothing;
use stylebox_server::fulfilment::steps::Step;
use stylebox_server::service::mail::outbox::deliver;

/// A customer with all the data that a customer can leave behind, in words that occur nowhere else.
pub async fn with_everything(app: &TestApp) -> Shopper {
    let mut friend = app.client();
    let mut form = registration("friend@example.com", &friend.human().await);
    form["customer"]["registration_postal_code"] = json!("10001");
    let code = friend.post("/api/registrations", form).await.expect(201)["referral_code"].clone();
    let mut ann = Shopper { browser: app.client(), order: String::new() };
    let mut form = registration("annelotte@quasthoff.example", &ann.browser.human().await);
    form["customer"]["first_name"] = json!("Annelotte");
    form["customer"]["last_name"] = json!("Quasthoff");
    form["customer"]["referred_by_code"] = code;
    form["customer"]["campaign_url"] = json!("https://quasthoff.example/");
    ann.browser.post("/api/registrations", form).await.expect(201);
    let mut answers = crate::support::answers();
    answers["msg"] = json!("Softer wool for Annelotte");
    answers["brand_1"] = json!("Quillfeather");
    ann.says(answers).await;
    let saved = ann.save_card(CARD).await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(app).await;
    let lines = ann.lines().await;
    let decisions = lines.iter().map(|line| {
        json!({"id": line["id"], "claimed_kept": true, "exchange_size": null, "customer_feedback": "As Quasthoffs wear it"})
    });
    ann.decide(decisions.collect()).await.expect(200);
    let (invoice, number) = (ann.invoice().await, "6035710000001234");
    app.add_gift_card(number, 5_00).await;
    let gift_cards = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
    ann.browser.post(&gift_cards, json!({"code": number})).await.expect(200);
    ann.check_out("key").await.expect(200);
    let invitation = ann.read().await["review_invitation"].clone();
    let mut review = invitation;
    let written = json!({
        "display_name": "Annelotte Q.", "email": "annelotte@quasthoff.example", "review_content": "Annelotte loves it",
        "review_title": "By Annelotte", "review_score": 5, "reviewer_type": "verified_reviewer",
    });
    review.as_object_mut().unwrap().extend(written.as_object().unwrap().clone());
    ann.browser.post("/api/reviews", review).await.expect(201);
    let words = json!({"order": {"order_review": "Annelotte was here", "review_rating": 5}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), words).await.expect(200);
    let photo = camera::upload(app, &mut ann.browser).await;
    ann.says(json!({"photos": [photo]})).await;
    ann.browser.get("/api/suggested_items/P001/click").await;
    let wished = lines[0]["id"].as_str().unwrap();
    ann.browser.put(&format!("/api/account/next_box_note/{wished}"), json!({})).await.expect(200);
    // A new phone, email address and card, a code by text message, a forgotten password and another device.
    let phone = json!({"customer": {"phone": "6515550187"}});
    ann.browser.patch("/api/account", phone).await.refused(403, "mfa_required");
    code_by_sms(app, &mut ann.browser).await;
    ann.browser.patch("/api/account", json!({"customer": {"email": "a@quasthoff.example"}})).await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.expect(200);
    let forgotten = json!({"customer": {"email": "annelotte@quasthoff.example"}});
    app.client().post("/api/passwords", forgotten).await.expect(204);
    sign_in(&mut app.client(), "annelotte@quasthoff.example", PASSWORD).await.expect(200);
    app.execute(
        "UPDATE invoices SET exchange_address = '{\"name\":\"Annelotte\",\"line_1\":\"7 Elliot Avenue\",\"line_2\":null,\
         \"city\":\"Minneapolis\",\"state\":\"MN\",\"postal_code\":\"55404\",\"phone\":\"6515550187\"}'",
    )
    .await;
    app.execute(
        "INSERT INTO gateway_customers (customer_id, reference, created_at)
         SELECT id, 'cus_Quasthoff', 0 FROM customers WHERE first_name = 'Annelotte'",
    )
    .await;
    app.execute(
        "INSERT INTO box_proposals (order_id, seed, fingerprint, proposed_at) SELECT id, 1, 'pieces', 0 FROM orders",
    )
    .await;
    app.execute(
        "INSERT INTO ended_charges (order_id, purpose, card, ended_at) SELECT id, 'styling_fee', 'hash', 0 FROM orders",
    )
    .await;
    app.execute(
        "INSERT INTO card_refusals (id, customer_id, network, card, reason, created_at)
         SELECT 'r1', id, 'n', 'c', 'declined', 0 FROM customers WHERE first_name = 'Annelotte'",
    )
    .await;
    app.execute(
        "INSERT INTO gateway_notices (id, kind, reference, attempt_id, amount, currency, status, reason, created_at, updated_at, over_at)
         SELECT 'n1', 'dispute', 'dp_1', id, 100, 'USD', 'lost', 'fraudulent', 0, 0, 1 FROM payment_attempts LIMIT 1",
    )
    .await;
    app.execute(
        "INSERT INTO gateway_movements (id, kind, amount, fee, currency, moved_at, read_at, outcome, attempt_id)
         SELECT 'txn_1', 'charge', 100, 33, 'USD', 0, 0, 'ours', id FROM payment_attempts LIMIT 1",
    )
    .await;
    app.execute(
        "INSERT INTO shipments (id, order_id, way, created_at, status, tracking_code, tracking_page, document, made_at, attempts,
           last_error, parcel_status, place, looks_failed)
         SELECT 's1', id, 'to_customer', 0, 'made', 'PARCEL-QUASTHOFF', 'https://carrier.example/quasthoff',
           'https://labels.example/quasthoff.pdf', 0, 0, 'no such street: Elliot Avenue', 'delivered', 'Minneapolis, MN', 0
         FROM orders",
    )
    .await;
    app.execute("UPDATE outfits SET stylist_note = 'For Annelotte'").await;
    app.execute(
        "UPDATE orders SET stylist_note = 'For Annelotte', phone = '6515550187', tracking_code = 'TRACK-QUASTHOFF'",
    )
    .await;
    app.execute(
        "INSERT INTO fraud_holds (order_id, why, looked_at, held_at, cleared_at)
         SELECT id, 'Annelotte again', 'quasthoff', 0, 1 FROM orders",
    )
    .await;
    app.execute("INSERT INTO first_order_wishes (customer_id, themebox_description) SELECT customer_id, 'Annelotte' FROM orders")
        .await;
    for extra_row in [
        "INSERT INTO exchanges (id, order_id, invoice_id, line_item_id, product_id, size, status, tracking_code, created_at, closed_at)
         SELECT 'exchange', orders.id, invoices.id, line_items.id, product_id, 'XL', 'shipped', 'TRACK-QUASTHOFF', 0, 1
         FROM orders JOIN invoices ON invoices.order_id = orders.id JOIN line_items ON line_items.order_id = orders.id
         WHERE line_items.position = 0",
        "INSERT INTO tax_calculations (id, order_id, fingerprint, calculation, created_at, expires_at)
         SELECT 'calculation', id, 'hash', '{}', 0, 1 FROM orders",
        "INSERT INTO tax_records (id, invoice_id, kind, calculation, created_at, status, attempts, next_try_at)
         SELECT 'record', id, 'sale', '{}', 0, 'recorded', 0, 0 FROM invoices",
        "INSERT INTO reminders (order_id, checkout_by_date, days_before, message_id)
         SELECT orders.id, '2026-11-23', 2, MIN(outbox.id) FROM orders JOIN outbox ON outbox.customer_id = orders.customer_id
         GROUP BY orders.id",
        "INSERT INTO next_box_notices (customer_id, box_date, message_id)
         SELECT customer_id, '2026-12-23', MIN(id) FROM outbox WHERE customer_id IN (SELECT customer_id FROM orders)
         GROUP BY customer_id",
        "INSERT INTO reshuffle_answers (profile_id, card_id, answered_on)
         SELECT id, 'shuffle-01', '2026-11-18' FROM style_profiles WHERE customer_id IN (SELECT customer_id FROM orders)",
        "INSERT INTO mfa_codes (session_id, customer_id, code_hash, tries, created_at, expires_at)
         SELECT id, customer_id, 'Quasthoff', 0, 0, expires_at FROM sessions
         WHERE customer_id IN (SELECT customer_id FROM orders)",
        "INSERT INTO pending_changes (session_id, customer_id, change, created_at, expires_at)
         SELECT id, customer_id, '{\"first_name\":\"Annelotte\"}', 0, expires_at FROM sessions
         WHERE customer_id IN (SELECT customer_id FROM orders)",
        "INSERT INTO phone_links (session_id, token_hash, customer_id, path, created_at, expires_at)
         SELECT id, 'hash ' || id, customer_id, '/quiz/1', 0, expires_at FROM sessions
         WHERE customer_id IN (SELECT customer_id FROM orders)",
    ] {
        app.execute(extra_row).await;
    }
    ann
}

async fn code_by_sms(app: &TestApp, browser: &mut Client) {
    let code = code(app, browser, "sms").await;
    browser
        .post("/api/mfa_resubmissions", json!({"customer": {"mfa_type": "sms", "mfa_code": code}}))
        .await
        .expect(200);
}

/// The customer's ZIP codes. Five digits can be a part of a random id or of a time, too, so they only count as a word.
const ZIP_CODES: [&str; 2] = ["55403", "55404"];

fn is_in(value: &str, text: &str) -> bool {
    if ZIP_CODES.contains(&value) {
        text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == value)
    } else {
        text.contains(value)
    }
}

#[tokio::test]
async fn no_personal_data_is_left_after_the_account_has_ended() {
    let app = TestApp::start().await;
    let mut ann = with_everything(&app).await;
    deliver(&app.state).await.unwrap();
    ops(&app, "jobs run after_checkout").await.unwrap();
    let order = ann.read().await;
    if order["status"] != "completed" {
        take(&app, &ann, &[Step::Complete]).await;
    }
    // An email that waits for its service, and one that was sent long ago, when the text was still kept.
    app.execute("UPDATE outbox SET body = 'Hello Annelotte,' WHERE kind = 'welcome' AND recipient LIKE '%quasthoff%'")
        .await;
    let before = app.dump().await.to_lowercase();
    let personal = [
        "annelotte",
        "quasthoff",
        "harmon",
        "elliot avenue",
        "minneapolis",
        ZIP_CODES[0],
        ZIP_CODES[1],
        "6125550142",
        "6515550187",
        "softer wool",
        "quillfeather",
        "loves it",
        "was here",
    ];
    for value in personal {
        assert!(is_in(value, &before), "{value} is there before");
    }
    let charged = app.charged().await;
    assert_eq!(close(&mut ann.browser, PASSWORD).await.expect(200), json!({"closing": null}));
    deliver(&app.state).await.unwrap();
    assert_eq!(app.messages.subjects("annelotte@quasthoff.example").last().unwrap(), "Your Stylebox account is closed");
    let after = app.dump().await.to_lowercase();
    for value in personal {
        let left: Vec<_> = after.lines().filter(|line| is_in(value, line)).collect();
        assert!(left.is_empty(), "{value} is left: {left:?}");
    }
    for gone in [
        "SELECT COUNT(*) FROM photo_files",
        "SELECT COUNT(*) FROM photos",
        "SELECT COUNT(*) FROM style_answers",
        "SELECT COUNT(*) FROM reset_tokens",
        "SELECT COUNT(*) FROM email_changes",
        "SELECT COUNT(*) FROM suggested_item_clicks",
        "SELECT COUNT(*) FROM idempotency_keys",
        "SELECT COUNT(*) FROM cards WHERE replaced_at IS NULL OR gateway_token <> ''",
        "SELECT COUNT(*) FROM next_box_wishes",
        "SELECT COUNT(*) FROM forget_requests",
        "SELECT COUNT(*) FROM known_devices WHERE customer_id <> (SELECT id FROM customers WHERE first_name = 'Ann')",
        "SELECT COUNT(*) FROM sessions WHERE customer_id <> (SELECT id FROM customers WHERE first_name = 'Ann')",
    ] {
        assert_eq!(app.numbers(gone).await, [0], "{gone}");
    }
    // The books stay and are in order. The friend's account stays.
    assert_eq!(app.charged().await, charged);
    assert!(app.numbers("SELECT COUNT(*) FROM ledger").await[0] > 0);
    let audit = ops(&app, "audit").await.unwrap();
    assert!(!audit.to_lowercase().contains("differ"), "{audit}");
    assert!(ops(&app, "list --all").await.unwrap().contains("completed"));
    sign_in(&mut app.client(), "friend@example.com", PASSWORD).await.expect(200);
    // Jobs ignore the erased account.
    for job in ["card_expiry", "next_boxes", "closings", "reminders", "housekeeping", "photos"] {
        ops(&app, &format!("jobs run {job}")).await.unwrap();
    }
    app.client().register("annelotte@quasthoff.example").await;
}

#[tokio::test]
async fn the_page_says_truly_what_is_kept_and_what_ends() {
    let app = TestApp::start().await;
    let mut ann = with_everything(&app).await;
    deliver(&app.state).await.unwrap();
    ops(&app, "jobs run after_checkout").await.unwrap();
    if ann.read().await["status"] != "completed" {
        take(&app, &ann, &[Step::Complete]).await;
    }
    app.execute("UPDATE orders SET themebox = 'cold_snap'").await;
    // A reward of a friend whom the customer referred, and their own as a friend.
    app.execute(
        "INSERT INTO referral_rewards (id, customer_id, earned_as, other_customer_id, percent, earned_at, expires_at)
         SELECT 'r1', customer_id, 'referrer', customer_id, 20, 0, 1 FROM orders",
    )
    .await;
    assert_eq!(close(&mut ann.browser, PASSWORD).await.expect(200), json!({"closing": null}));
    deliver(&app.state).await.unwrap();
    let said = consequences(&Nothing {}).join(" ");
    let kept = [
        (
            "each order with its days, theme, coupon and stars",
            "SELECT COUNT(*) FROM orders WHERE ship_by_date IS NOT NULL AND checkout_by_date IS NOT NULL AND coupon <> ''
               AND themebox = 'cold_snap' AND review_rating = 5",
        ),
        (
            "Of each card, its kind, last four digits and end stay",
            "SELECT COUNT(*) FROM cards WHERE brand = 'Visa' AND last_four = '4242' AND expiration <> ''",
        ),
        (
            "of each message, only its kind and time",
            "SELECT COUNT(*) FROM outbox WHERE kind = 'order_placed' AND created_at > 0 AND recipient = '' AND subject = ''
               AND body = ''",
        ),
    ];
    for (words, rows) in kept {
        assert!(said.contains(words), "{said}");
        assert_eq!(app.numbers(rows).await, [1], "{words}");
    }
    for (words, rows) in [
        (
            "Rewards that you have not used end.",
            "SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer' AND id = 'r1'",
        ),
        (
            "Your subscription ends",
            "SELECT COUNT(*) FROM customers WHERE erased_at > 0 AND subscription_type IS NOT NULL",
        ),
        (
            "ask those who take payments and publish reviews for us to forget you",
            "SELECT COUNT(*) FROM forget_requests",
        ),
    ] {
        assert!(said.contains(words), "{said}");
        assert_eq!(app.numbers(rows).await, [0], "{words}");
    }
    assert!(!app.gateway.forgotten().is_empty());
}
