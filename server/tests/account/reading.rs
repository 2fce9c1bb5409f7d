//! Pasted, filled in and sent texts are normalized before they are checked (the contract: reading what was pasted, filled in or sent).

use crate::support::{
    CARD, Client, Shopper, TestApp, card_form, cents, code, issue_gift_card, ops, other_card, registration,
};
use serde_json::{Value, json};

/// The messages of a refused form, by field.
fn messages(refused: &Value) -> Vec<(&str, &str)> {
    let text = |issue: &'_ Value, key: &str| issue[key].as_str().unwrap().to_owned();
    let issues = refused["issues"].as_array().unwrap();
    assert!(issues.iter().all(|issue| !text(issue, "field").is_empty()));
    issues.iter().map(|issue| (issue["field"].as_str().unwrap(), issue["message"].as_str().unwrap())).collect()
}

fn home() -> Value {
    json!({
        "line_1": "7 Elliot Avenue", "line_2": "Apt 3", "city": "Las Vegas", "state": "NV", "postal_code": "89101",
        "phone": "(612) 555-0100",
    })
}

/// The address with one field changed.
fn home_with(field: &str, text: &str) -> Value {
    let mut address = home();
    address[field] = json!(text);
    json!({"shipping_address": address})
}

async fn registered(app: &TestApp) -> Client {
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    ann
}

#[tokio::test]
async fn a_card_is_read_however_it_is_written() {
    let app = TestApp::start().await;
    for (place, (number, expiration, cvv)) in [
        ("4242 4242 4242 4242", "12/2029", "123"),
        ("4242\u{2011}4242\u{2013}4242\u{2212}4242", "2029-12", " 123\n"),
        ("\u{feff}4242\u{a0}4242\u{202f}4242\u{3000}4242\u{200b}", "12 / 29", "1 2 3"),
        ("\u{ff14}\u{ff12}\u{ff14}\u{ff12}424242424242", "\u{ff11}\u{ff12}\u{ff0f}\u{ff12}\u{ff19}", "\u{ff11}23"),
        (CARD, "122029", "12\u{ad}3"),
        (CARD, "12.2029", "1234"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut ann = Shopper::new(&app, &format!("ann{place}@example.com")).await;
        let mut form = card_form(number);
        form["card_info"]["expiration"] = json!(expiration);
        form["card_info"]["cvv"] = json!(cvv);
        let saved = ann.browser.post("/api/credit_cards", form).await.expect(201);
        assert_eq!((&saved["last_four"], &saved["expiration"]), (&json!("4242"), &json!("12/29")), "{expiration}");
        let mut form = other_card(number);
        form["card_info"]["expiration"] = json!(expiration);
        form["card_info"]["cvv"] = json!(cvv);
        let mut ben = app.client();
        ben.register(&format!("ben{place}@example.com")).await;
        assert_eq!(ben.patch("/api/credit_cards", form).await.expect(200)["expiration"], "12/29", "{expiration}");
    }
}

#[tokio::test]
async fn a_malformed_card_is_refused_and_not_corrected() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let malformed = "Not a valid expiration date. Example: MM/YY";
    for expiration in ["12/31/2029", "29/12/", "2029-12-31", "12/1999", "329", "December 2029"] {
        let mut form = card_form(CARD);
        form["card_info"]["expiration"] = json!(expiration);
        let refused = ann.browser.post("/api/credit_cards", form).await.expect(422);
        assert_eq!(messages(&refused), [("card_info.expiration", malformed)], "{expiration}");
    }
    for number in ["4242 4242 4242 4242 4", "4242.4242.4242.4242", "card 4242424242424242"] {
        let refused = ann.save_card(number).await.expect(422);
        let expected = ("card_info.credit_card_number", "Please enter a valid card number");
        assert_eq!(messages(&refused), [expected], "{number}");
    }
}

#[tokio::test]
async fn a_state_is_read_from_its_name_and_never_cut_to_another() {
    let app = TestApp::start().await;
    let mut ann = registered(&app).await;
    for (typed, state) in [
        ("Nevada", "NV"),
        ("Nebraska", "NE"),
        ("Missouri", "MO"),
        ("new\u{a0}york", "NY"),
        ("Calif.", "CA"),
        ("W. Va.", "WV"),
        ("Washington, D.C.", "DC"),
        ("\u{ff2d}\u{ff2e}", "MN"),
        ("ne", "NE"),
    ] {
        let saved = ann.post("/api/shipping_addresses", home_with("state", typed)).await.expect(201);
        assert_eq!(saved["shipping_state"], state, "{typed}");
        let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
        let utah = ann.patch(&path, json!({"shipping_address": {"state": "Utah"}})).await.expect(200);
        assert_eq!(utah["shipping_state"], "UT");
        let changed = ann.patch(&path, json!({"shipping_address": {"state": typed}})).await.expect(200);
        assert_eq!(changed["shipping_state"], state, "{typed}");
        let of_account = home_with("state", typed);
        let account = ann.patch("/api/account", of_account).await.expect(200);
        assert_eq!(account["shipping_addresses"][0]["shipping_state"], state, "{typed}");
        ann.delete(&path).await;
    }
    for typed in ["Nevad", "Ne vada 89101", "Puerto Rico", "NVN"] {
        let refused = ann.post("/api/shipping_addresses", home_with("state", typed)).await.expect(422);
        assert_eq!(messages(&refused), [("state", "Invalid state")], "{typed}");
    }
    // A state and a ZIP code that disagree are stored as they are given.
    let saved = ann.post("/api/shipping_addresses", home_with("state", "Nebraska")).await.expect(201);
    assert_eq!((&saved["shipping_state"], &saved["shipping_postal_code"]), (&json!("NE"), &json!("89101")));
}

#[tokio::test]
async fn the_addresses_of_a_card_are_normalized() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["shipping_address"]["state"] = json!("Minnesota");
    form["options"]["shipping_address"]["postal_code"] = json!("55403 1234");
    form["options"]["shipping_address"]["phone"] = json!("+1 612 555 0142");
    form["options"]["same_as_shipping"] = json!(false);
    form["cardholder"] = json!({
        "name": "Ann Larsen", "street_address1": "7 Elliot Avenue", "city": "Chicago", "state": "Ill.",
        "zip_code": "606011234", "country": "US", "phone": "\u{202a}+1 (312) 555-0142\u{202c}",
    });
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = &account["shipping_addresses"][0];
    let shown = ["shipping_state", "shipping_postal_code", "shipping_phone"].map(|key| address[key].clone());
    assert_eq!(shown, ["MN", "55403-1234", "6125550142"]);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    let shown = ["state", "zip_code", "phone"].map(|key| card["data"]["cardholder"][key].clone());
    assert_eq!(shown, ["IL", "60601-1234", "3125550142"]);
}

#[tokio::test]
async fn a_phone_number_of_another_country_is_refused_by_every_call() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    // The digits of the second and the third are those of a number in the United States.
    for phone in ["+44 20 7946 0958", "+45 32 10 00 00", "\u{ff0b}47 23 45 67 89", "0044 20 7946 0958"] {
        let expected = "Please enter a valid Cell Phone Number";
        let refused = ann.browser.patch("/api/account", json!({"customer": {"phone": phone}})).await.expect(422);
        assert_eq!(messages(&refused), [("phone", expected)], "{phone}");
        let refused = ann.browser.post("/api/shipping_addresses", home_with("phone", phone)).await.expect(422);
        assert_eq!(messages(&refused), [("phone", expected)], "{phone}");
        let mut form = card_form(CARD);
        form["options"]["shipping_address"]["phone"] = json!(phone);
        let refused = ann.browser.post("/api/credit_cards", form).await.expect(422);
        assert_eq!(messages(&refused), [("shipping.phone", expected)], "{phone}");
        let mut form = other_card(CARD);
        form["cardholder"]["phone"] = json!(phone);
        let refused = ann.browser.patch("/api/credit_cards", form).await.expect(422);
        assert_eq!(messages(&refused), [("cardholder.phone", expected)], "{phone}");
        let order = json!({"order": {"customer_pick_up": true, "ship_by_date": "2026-11-24", "phone": phone}});
        let refused = ann.browser.post("/api/orders", order).await.expect(422);
        assert_eq!(messages(&refused), [("phone", expected)], "{phone}");
    }
    for phone in ["+16125550142", "1 612.555.0142", "(+1) 612 555 0142", "\u{ff16}12\u{2011}555\u{2011}0142"] {
        let account = ann.browser.patch("/api/account", json!({"customer": {"phone": phone}})).await.expect(200);
        assert_eq!(account["phone"], "6125550142", "{phone}");
    }
}

#[tokio::test]
async fn a_code_is_accepted_with_the_separators_of_mails_and_phones() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    for (place, groups) in [(0, " "), (1, "\u{a0}"), (2, "\u{2013}"), (3, "\u{200b}")] {
        let change = json!({"customer": {"phone": format!("612555019{place}")}});
        ann.browser.patch("/api/account", change.clone()).await.refused(403, "mfa_required");
        let sent = code(&app, &mut ann.browser, "email").await;
        let typed = format!("{}{groups}{}", &sent[..3], &sent[3..]);
        let body = json!({"customer": {"mfa_type": "email", "mfa_code": typed}});
        if place % 2 == 0 {
            ann.browser.post("/api/mfa_resubmissions", body).await.expect(200);
        } else {
            let mut with_code = change;
            with_code["customer"]["mfa_code"] = json!(typed);
            with_code["customer"]["mfa_type"] = json!("email");
            assert_eq!(
                ann.browser.patch("/api/account", with_code).await.expect(200)["phone"],
                format!("612555019{place}")
            );
        }
        app.clock.advance(std::time::Duration::from_secs(11 * 60));
    }
}

#[tokio::test]
async fn codes_of_coupons_and_gift_cards_are_normalized() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue \u{ff33}pring\u{2011}26 --off 10.00").await.unwrap();
    let number = issue_gift_card(&app, "30.00").await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let invoice = ann.invoice().await;
    let path = |what: &str| format!("/api/invoices/{}/{what}", invoice["id"].as_str().unwrap());
    for code in ["spring-26", " Spring\u{2013}26\u{200b}", "SPRING - 26", "\u{ff33}PRING-\u{ff12}6"] {
        let with = ann.browser.post(&path("coupons"), json!({"code": code})).await.expect(200);
        assert_eq!(with["coupon"]["code"], "Spring-26", "{code}");
        ann.browser.delete(&path("coupons")).await.expect(200);
    }
    let full_width: String =
        number.chars().map(|sign| char::from_u32(u32::from(sign) + 0xfee0).unwrap_or(sign)).collect();
    let full_width = full_width.replace('\u{ff00}', "\u{3000}");
    for code in
        [number.replace(' ', "\u{a0}"), number.replace(' ', "\u{2014}"), format!("\u{feff}{number}\n"), full_width]
    {
        let with = ann.browser.post(&path("gift_cards"), json!({"code": code})).await.expect(200);
        assert_eq!(cents(&with["gift_card"]["AVAILABLE"]), 30_00, "{code}");
        ann.browser.delete(&path("gift_cards")).await.expect(200);
    }
    let mut visitor = app.client();
    for typed in ["hello%2025", "Hello25%E2%80%8B", "%EF%BC%A8ello25"] {
        let found = visitor.get(&format!("/api/account/validate_signup_code/{typed}")).await.expect(200);
        assert_eq!(found["code"], "Hello25", "{typed}");
    }
}

#[tokio::test]
async fn the_zip_code_of_a_sign_up_is_normalized() {
    let app = TestApp::start().await;
    for (place, (typed, kept)) in [
        ("\u{ff15}\u{ff15}\u{ff14}\u{ff10}\u{ff11}", "55401"),
        ("55401\u{2013}1234", "55401-1234"),
        ("554011234", "55401-1234"),
        (" 55401\u{a0}1234\u{200b}", "55401-1234"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut ann = app.client();
        let mut form = registration(&format!("ann{place}@example.com"), &ann.human().await);
        form["customer"]["registration_postal_code"] = json!(typed);
        let account = ann.post("/api/registrations", form).await.expect(201);
        assert_eq!(account["registration_postal_code"], kept, "{typed}");
        let mut ben = app.client();
        let mut form = registration(&format!("ben{place}@example.com"), &ben.human().await);
        form["customer"]["registered_in_store"] = json!(true);
        form["customer"]["registration_postal_code"] = json!(typed);
        let account = ben.post("/api/registrations", form).await.expect(201);
        assert_eq!(account["registration_postal_code"], kept, "{typed}");
    }
    let mut visitor = app.client();
    let mut form = registration("cleo@example.com", &visitor.human().await);
    form["customer"]["registration_postal_code"] = json!("5540112345");
    let refused = visitor.post("/api/registrations", form).await.expect(422);
    let invalid = "Please enter a valid zip code. Must be 5 or 9 digits.";
    assert_eq!(messages(&refused), [("registration_postal_code", invalid)]);
    for typed in ["55401%201234", "554011234", "%EF%BC%955401"] {
        assert_eq!(visitor.get(&format!("/api/postal_codes/{typed}")).await.expect(200)["state"], "MN", "{typed}");
    }
    let of = |found: Value| found["locations"].as_array().unwrap().len();
    let by_code = of(visitor.get("/api/locations?state=MN").await.expect(200));
    assert!(by_code > 0);
    for typed in ["Minnesota", "minn.", "%EF%BC%AD%EF%BC%AE"] {
        assert_eq!(of(visitor.get(&format!("/api/locations?state={typed}")).await.expect(200)), by_code, "{typed}");
    }
}

#[tokio::test]
async fn an_exchange_address_is_normalized() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    ann.keep(1).await;
    let invoice = ann.invoice().await;
    let mut body = json!({"expected_total_due": invoice["totalDue"], "exchange_address": home()});
    body["exchange_address"]["state"] = json!("Nevad");
    body["exchange_address"]["phone"] = json!("+45 32 10 00 00");
    let refused = ann.check_out_for(&invoice, "first", &body).await.expect(422);
    let phone = ("phone", "Please enter a valid Cell Phone Number");
    assert_eq!(messages(&refused), [("state", "Invalid state"), phone]);
    body["exchange_address"]["state"] = json!("Nevada");
    body["exchange_address"]["postal_code"] = json!("891011234");
    body["exchange_address"]["phone"] = json!("+1 612 555 0100");
    ann.check_out_for(&invoice, "second", &body).await.expect(200);
}
