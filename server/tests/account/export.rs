//! The export of all data about a customer.

use crate::support::{PASSWORD, Shopper, TestApp, camera, confirm, log, ops, other_card, registration};
use serde_json::{Value, json};
use stylebox_core::order::Status;
use stylebox_server::service::account::export;
use stylebox_server::store::order::items;
use tracing::Instrument;

#[tokio::test]
async fn the_export_has_everything_about_the_customer_and_no_one_else() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.browser.get("/api/account").await.expect(200)["referral_code"].clone();
    let mut friend = app.client();
    let mut form = registration("friend@example.com", &friend.human().await);
    form["customer"]["first_name"] = json!("Wilhelmina");
    form["customer"]["referred_by_code"] = code;
    friend.post("/api/registrations", form).await.expect(201);
    let photo = camera::upload(&app, &mut ann.browser).await;
    ann.says(json!({"photos": [photo]})).await;
    ann.check_out("key").await.expect(200);
    let words = json!({"order": {"order_review": "Lovely", "review_rating": 4}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), words).await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    ann.browser.patch("/api/account", json!({"customer": {"email": "anna@example.com"}})).await.expect(200);

    let reply = ann.browser.get("/api/account/export").await;
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"marlowe-my-data.json\""));
    let export = reply.expect(200);
    assert_eq!(export["exported_at"], "2026-11-18T15:00:00Z");
    let account = &export["account"];
    assert_eq!((&account["email"], &account["pending_email"]), (&json!("ann@example.com"), &json!("anna@example.com")));
    assert_eq!((&account["first_name"], &account["phone"]), (&json!("Ann"), &json!("6125550142")));
    assert_eq!(export["addresses"][0]["line_1"], "1200 Harmon Place");
    let cards: Vec<_> =
        export["cards"].as_array().unwrap().iter().map(|card| card["last_four"].as_str().unwrap()).collect();
    assert_eq!(cards, ["4242", "4444"]);
    assert_eq!(export["cards"][0]["consent_version"], "2026-11");
    assert_eq!(export["answers"]["top_size"], "M");
    assert_eq!(export["photos"], json!([photo]));
    let order = &export["orders"][0];
    assert_eq!((&order["order_review"], &order["review_rating"]), (&json!("Lovely"), &json!(4)));
    let items = order["items"].as_array().unwrap();
    assert_eq!(items.iter().filter(|item| item["claimed_kept"] == true).count(), 1);
    assert_eq!(order["outfits"].as_array().unwrap().len(), ann.read().await["outfits"].as_array().unwrap().len());
    assert_eq!(order["invoices"][0]["status"], "paid");
    let charges = order["payments"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "charge").count();
    assert_eq!(charges, 2, "the fee and the checkout");
    let kinds: Vec<_> =
        export["messages"].as_array().unwrap().iter().map(|mail| mail["kind"].as_str().unwrap()).collect();
    for kind in ["welcome", "order_placed", "mfa_code", "card_changed"] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    assert_eq!(export["devices"][0]["name"], "A browser");
    assert_eq!(
        ops(&app, "customer export Ann@example.com").await.map(|text| serde_json::from_str::<Value>(&text).unwrap()),
        Ok(export)
    );

    let text = reply.text;
    for foreign in ["Wilhelmina", "friend@example.com", "hash", "token", "internal_note", "tok_", "signature", PASSWORD]
    {
        assert!(!text.contains(foreign), "{foreign}: {text}");
    }
    app.client().get("/api/account/export").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_sent_message_is_in_the_export() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    stylebox_server::service::mail::outbox::deliver(&app.state).await.unwrap();
    let export = ann.get("/api/account/export").await.expect(200);
    let moment = "2026-11-18T15:00:00Z";
    let welcome =
        json!({"kind": "welcome", "channel": "email", "created_at": moment, "sent_at": moment, "failed_at": null});
    let expected = json!([welcome]);
    assert_eq!(export["messages"], expected);
}

/// How many statements an export sends, by the log of the database driver. The settings of a new connection do not count.
async fn statements(app: &TestApp, customer_id: &str) -> usize {
    let mark = app.state.new_id();
    log::start_capture();
    let span = tracing::info_span!("export", mark);
    export::read(&app.state, customer_id).instrument(span).await.unwrap();
    let is_sent =
        |line: &&str| line.contains(&mark) && line.contains("sqlx::query") && !line.contains("summary=\"SET ");
    log::captured().lines().filter(is_sent).count()
}

#[tokio::test]
async fn an_export_of_many_orders_needs_as_many_statements_as_one_of_a_single_order() {
    let app = TestApp::start().await;
    let ann = Shopper::with_box(&app, "ann@example.com").await;
    let (mut tx, newest, customer) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    let for_one = statements(&app, &customer.id).await;
    assert!(for_one > 10, "{for_one}");
    (tx, ..) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    let outfits = items::outfits_of(&mut tx, std::slice::from_ref(&ann.order)).await.unwrap();
    for number in 0..20 {
        let mut order = newest.clone();
        (order.id, order.code, order.status) = (app.state.new_id(), format!("SB-{number}"), Status::Completed);
        order.insert(&mut tx).await.unwrap();
        let mut outfit = outfits[0].clone();
        (outfit.id, outfit.order_id) = (app.state.new_id(), order.id.clone());
        outfit.insert(&mut tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(statements(&app, &customer.id).await, for_one);
}

#[tokio::test]
async fn the_output_for_staff_contains_no_control_characters() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    // Such characters may be in old rows and in texts of outside parties.
    app.execute("UPDATE customers SET first_name = 'Ann\u{9b}31m\u{202e}', last_name = '\u{1b}[2JLee'").await;
    app.execute("UPDATE shipping_addresses SET line_2 = '\u{1b}]0;paid\u{7}'").await;
    app.execute("UPDATE line_items SET customer_feedback = 'fits\u{7f}\u{85}\u{2028}'").await;
    let export = ann.browser.get("/api/account/export").await.expect(200);
    let said = ops(&app, "customer export ann@example.com").await.unwrap();
    assert!(!said.chars().any(|character| character.is_control() && character != '\n'), "{said:?}");
    assert!(!said.contains(['\u{202e}', '\u{2028}']), "{said:?}");
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), export, "it says the same");
    assert_eq!(export["account"]["first_name"], "Ann\u{9b}31m\u{202e}");
    for line in
        ["customer export \u{1b}[2J@example.com", "style SB-\u{9b}31m", "customer erase \u{202e}moc.elpmaxe@nna"]
    {
        let why = ops(&app, line).await.unwrap_err();
        assert!(!why.chars().any(char::is_control) && !why.contains('\u{202e}') && why.contains("\\u"), "{why:?}");
    }
}
