//! Every call refuses names, addresses and campaign texts with links, line breaks or more than 100 characters, and common passwords.

use crate::support::{CARD, Client, PASSWORD, Shopper, TestApp, card_form, registration};
use serde_json::{Map, Value, json};
use stylebox_server::store::account::customers;

const TOO_LONG: &str = "Max. 100 characters.";
const LINK: &str = "Please remove links and line breaks.";
const COMMON: &str = "Please choose a less common password.";

/// Texts that each field refuses, with the messages.
fn refused_texts() -> [(String, &'static str); 3] {
    [("x".repeat(101), TOO_LONG), ("see WWW.example.com".to_owned(), LINK), ("Ann\nLarsen".to_owned(), LINK)]
}

/// The issues of a refusal: field → message.
fn issues(refusal: &Value) -> Map<String, Value> {
    let issues = refusal["issues"].as_array().unwrap_or_else(|| panic!("no issues: {refusal}"));
    issues.iter().map(|issue| (issue["field"].as_str().unwrap().to_owned(), issue["message"].clone())).collect()
}

/// The same message for each field.
fn each(fields: &[&str], message: &str) -> Map<String, Value> {
    fields.iter().map(|field| ((*field).to_owned(), json!(message))).collect()
}

fn with(mut body: Value, pointers: &[&str], text: &str) -> Value {
    for pointer in pointers {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        body.pointer_mut(parent).unwrap()[key] = json!(text);
    }
    body
}

async fn register(client: &mut Client, body: Value) -> Value {
    client.post("/api/registrations", body).await.expect(422)
}

#[tokio::test]
async fn registrations_online_and_in_a_store_refuse_long_texts_and_links() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let online = registration("ann@example.com", "no token");
    let mut in_store = online.clone();
    in_store["customer"]["registered_in_store"] = json!(true);
    let names = ["/customer/first_name", "/customer/last_name"];
    let campaign = ["/customer/campaign_code", "/customer/internal_note"];
    for body in [online, in_store] {
        for (text, message) in refused_texts() {
            let refused = register(&mut client, with(body.clone(), &names, &text)).await;
            assert_eq!(issues(&refused), each(&["first_name", "last_name"], message));
            let refused = register(&mut client, with(body.clone(), &campaign, &text)).await;
            assert_eq!(issues(&refused), each(&["campaign_code", "internal_note"], message));
            let both = with(body.clone(), &[names[0], campaign[0]], &text);
            assert_eq!(issues(&register(&mut client, both).await), each(&["first_name", "campaign_code"], message));
        }
        let long = format!("https://{}", "x".repeat(93));
        let refused = register(&mut client, with(body.clone(), &["/customer/campaign_url"], &long)).await;
        assert_eq!(issues(&refused), each(&["campaign_url"], TOO_LONG));
        let broken = with(body, &["/customer/campaign_url"], "https://example.com/\nx");
        assert_eq!(issues(&register(&mut client, broken).await), each(&["campaign_url"], LINK));
    }
}

#[tokio::test]
async fn texts_of_a_registration_are_stored_trimmed() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let token = client.human().await;
    let mut body = registration("ann@example.com", &token);
    body["customer"]["first_name"] = json!("\u{1b}Ann\u{7f}\n");
    body["customer"]["last_name"] = json!("é".repeat(100));
    body["customer"]["campaign_code"] = json!(" spring-2027\n");
    body["customer"]["campaign_url"] = json!("https://www.example.com/?utm_campaign=spring");
    let account = client.post("/api/registrations", body).await.expect(201);
    assert_eq!((&account["first_name"], &account["last_name"]), (&json!("Ann"), &json!("é".repeat(100))));
    let mut tx = app.state.db.read().await.unwrap();
    let customer = customers::by_id(&mut tx, account["id"].as_str().unwrap()).await.unwrap().unwrap();
    assert_eq!(customer.campaign_code.as_deref(), Some("spring-2027"));
    assert_eq!(customer.campaign_url.as_deref(), Some("https://www.example.com/?utm_campaign=spring"));
}

#[tokio::test]
async fn the_account_and_its_address_refuse_long_texts_and_links() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let address =
        json!({"line_1": "9 Elm", "city": "Edina", "state": "MN", "postal_code": "55435", "phone": "6125550142"});
    for (text, message) in refused_texts() {
        let names = json!({"customer": {"first_name": text, "last_name": text}});
        let refused = ann.patch("/api/account", names).await.expect(422);
        assert_eq!(issues(&refused), each(&["first_name", "last_name"], message));
        let lines = with(address.clone(), &["/name", "/line_1", "/line_2", "/city"], &text);
        let refused = ann.patch("/api/account", json!({"shipping_address": lines})).await.expect(422);
        assert_eq!(issues(&refused), each(&["name", "shipping_line_1", "shipping_line_2", "shipping_city"], message));
    }
    let account = ann.get("/api/account").await.expect(200);
    assert_eq!((&account["first_name"], &account["shipping_addresses"]), (&json!("Ann"), &json!([])));
}

#[tokio::test]
async fn the_calls_for_addresses_refuse_long_texts_and_links() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let form = json!({"shipping_address": {
        "line_1": "9 Elm", "city": "Edina", "state": "MN", "postal_code": "55435", "phone": "6125550142",
    }});
    let lines =
        ["/shipping_address/name", "/shipping_address/line_1", "/shipping_address/line_2", "/shipping_address/city"];
    let saved = ann.post("/api/shipping_addresses", form.clone()).await.expect(201);
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    for (text, message) in refused_texts() {
        let all = each(&["name", "line_1", "line_2", "city"], message);
        let refused = ann.post("/api/shipping_addresses", with(form.clone(), &lines, &text)).await.expect(422);
        assert_eq!(issues(&refused), all);
        let changes = with(json!({"shipping_address": {}}), &lines, &text);
        assert_eq!(issues(&ann.patch(&path, changes).await.expect(422)), all);
    }
    let longest = with(form, &lines, &"é".repeat(100));
    ann.patch(&path, longest).await.expect(200);
}

/// An address without its own name gets the customer's first and last name, which can both be long.
#[tokio::test]
async fn an_address_of_a_customer_with_long_names_can_be_changed() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let names = json!({"customer": {"first_name": "A".repeat(100), "last_name": "B".repeat(100)}});
    ann.patch("/api/account", names).await.expect(200);
    let form = json!({"shipping_address": {
        "line_1": "9 Elm", "city": "Edina", "state": "MN", "postal_code": "55435", "phone": "6125550142",
    }});
    let saved = ann.post("/api/shipping_addresses", form).await.expect(201);
    assert_eq!(saved["name"], format!("{} {}", "A".repeat(100), "B".repeat(100)));
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    let changed = ann.patch(&path, json!({"shipping_address": {"line_2": "Unit 2"}})).await.expect(200);
    assert_eq!((&changed["name"], &changed["shipping_line_2"]), (&saved["name"], &json!("Unit 2")));
}

#[tokio::test]
async fn the_calls_for_cards_refuse_long_texts_and_links() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await.browser;
    let mut form = card_form(CARD);
    form["options"]["same_as_shipping"] = json!(false);
    for (field, text) in [("street_address1", "1 Main St"), ("city", "St Paul"), ("state", "MN"), ("zip_code", "55101")]
    {
        form["cardholder"][field] = json!(text);
    }
    form["cardholder"]["phone"] = json!("6515550142");
    let cardholder =
        ["/cardholder/name", "/cardholder/street_address1", "/cardholder/street_address2", "/cardholder/city"];
    let shipping =
        ["/options/shipping_address/line_1", "/options/shipping_address/line_2", "/options/shipping_address/city"];
    let of_cardholder =
        ["cardholder.name", "cardholder.street_address1", "cardholder.street_address2", "cardholder.city"];
    for (text, message) in refused_texts() {
        let mut expected = each(&of_cardholder, message);
        let other = with(json!({"card_info": form["card_info"], "cardholder": form["cardholder"]}), &cardholder, &text);
        assert_eq!(issues(&ann.patch("/api/credit_cards", other).await.expect(422)), expected);
        expected.extend(each(&["shipping.line_1", "shipping.line_2", "shipping.city"], message));
        let all = with(with(form.clone(), &cardholder, &text), &shipping, &text);
        assert_eq!(issues(&ann.post("/api/credit_cards", all).await.expect(422)), expected);
        let campaign = with(form.clone(), &["/options/blog_interest"], &text);
        let refused = ann.post("/api/credit_cards", campaign).await.expect(422);
        assert_eq!(issues(&refused), each(&["blog_interest"], message));
    }
    ann.get("/api/credit_card").await.refused(404, "not_found");
}

#[tokio::test]
async fn orders_and_exchange_addresses_refuse_long_texts_and_links() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await;
    let address =
        json!({"line_1": "9 Elm", "city": "Edina", "state": "MN", "postal_code": "55435", "phone": "6125550142"});
    let body = json!({"expected_total_due": invoice["totalDue"], "exchange_address": address});
    let lines = ["name", "line_1", "line_2", "city"];
    let pointers = lines.map(|line| format!("/exchange_address/{line}"));
    let pointers = pointers.each_ref().map(String::as_str);
    for (text, message) in refused_texts() {
        let refused = ann.check_out_for(&invoice, "key", &with(body.clone(), &pointers, &text)).await.expect(422);
        assert_eq!(issues(&refused), each(&lines, message));
        let order = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01", "blog_interest": text}});
        let refused = ann.browser.post("/api/orders", order).await.expect(422);
        assert_eq!(issues(&refused), each(&["blog_interest"], message));
    }
    assert_eq!(app.charged().await.len(), 1, "only the styling fee");
}

#[tokio::test]
async fn a_common_password_is_refused() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let token = client.human().await;
    let body = with(registration("ann@example.com", &token), &["/customer/password"], "P@ssw0rd");
    assert_eq!(issues(&register(&mut client, body).await), each(&["password"], COMMON));
    client.register("ann@example.com").await;
    let change = json!({"customer": {"password": "Welcome1!", "password_confirmation": "Welcome1!"}});
    let refused = client.patch("/api/account", change).await.expect(422);
    assert_eq!(issues(&refused), each(&["password"], COMMON));
    let change = json!({"customer": {"current_password": PASSWORD, "password": "Summer2026!"}});
    let refused = client.put("/api/registrations", change).await.expect(422);
    assert_eq!(issues(&refused), each(&["password"], COMMON));
    let reset = json!({"customer": {
        "password": "Qwerty123!", "password_confirmation": "Qwerty123!", "reset_password_token": "none",
    }});
    let refused = client.put("/api/passwords", reset).await.expect(422);
    assert_eq!(issues(&refused), each(&["password"], COMMON));
    let mut again = app.client();
    let token = again.human().await;
    // A customer who has such a password already can sign in.
    let login = json!({"customer": {"email": "ann@example.com", "password": "P@ssw0rd", "recaptchaToken": token}});
    again.post("/api/sessions", login).await.refused(401, "credentials_invalid");
}

/// A text with invisible characters: a filler, a mark of direction, a zero-width space and a control character.
fn hidden(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("\u{202e}{first}\u{3164}\u{200b}{rest}\u{9b}\u{feff} ")
}

/// A text whose characters are all invisible.
const UNSEEN: &str = "\u{3164}\u{202e}\u{200b}\u{115f}";

#[tokio::test]
async fn registrations_store_names_without_invisible_characters() {
    let app = TestApp::start().await;
    for (number, in_store) in [false, true].into_iter().enumerate() {
        let mut client = app.client();
        let mut body = registration(&format!("ann{number}@example.com"), &client.human().await);
        body["customer"]["registered_in_store"] = json!(in_store);
        for name in ["first_name", "last_name"] {
            let refused = register(&mut client, with(body.clone(), &[&format!("/customer/{name}")], UNSEEN)).await;
            assert_eq!(issues(&refused), each(&[name], "Required"), "a text of invisible characters is missing");
        }
        body["customer"]["first_name"] = json!(hidden("Ann"));
        body["customer"]["last_name"] = json!("Ali\u{200c}Reza\u{2028}Lee");
        body["customer"]["campaign_code"] = json!(hidden("spring"));
        body["customer"]["campaign_url"] = json!(hidden("/members/welcome"));
        body["customer"]["internal_note"] = json!(UNSEEN);
        body["customer"]["recaptchaToken"] = json!(client.human().await);
        let account = client.post("/api/registrations", body).await.expect(201);
        assert_eq!((&account["first_name"], &account["last_name"]), (&json!("Ann"), &json!("Ali\u{200c}Reza Lee")));
        let mut tx = app.state.db.read().await.unwrap();
        let customer = customers::by_id(&mut tx, account["id"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(customer.campaign_code.as_deref(), Some("spring"));
        assert_eq!(customer.campaign_url.as_deref(), Some("/members/welcome"));
        assert_eq!(customer.internal_note, None);
    }
}

#[tokio::test]
async fn the_account_its_addresses_and_cards_store_no_invisible_characters() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await.browser;
    let names = json!({"customer": {"first_name": hidden("Anna"), "last_name": hidden("Larsen")}});
    let account = ann.patch("/api/account", names).await.expect(200);
    assert_eq!((&account["first_name"], &account["last_name"]), (&json!("Anna"), &json!("Larsen")));
    let refused = ann.patch("/api/account", json!({"customer": {"first_name": UNSEEN}})).await.expect(422);
    assert_eq!(issues(&refused), each(&["first_name"], "Required"));

    let address = json!({
        "name": hidden("Bea Lee"), "line_1": hidden("9 Elm"), "line_2": UNSEEN, "city": hidden("Edina"), "state": "MN",
        "postal_code": "55435", "phone": "6125550142",
    });
    let is_clean = |saved: &Value| {
        assert_eq!((&saved["name"], &saved["shipping_line_1"]), (&json!("Bea Lee"), &json!("9 Elm")));
        assert_eq!((&saved["shipping_line_2"], &saved["shipping_city"]), (&json!(null), &json!("Edina")));
    };
    let account = ann.patch("/api/account", json!({"shipping_address": address})).await.expect(200);
    is_clean(&account["shipping_addresses"][0]);
    let saved = ann.post("/api/shipping_addresses", json!({"shipping_address": address})).await.expect(201);
    is_clean(&saved);
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    is_clean(&ann.patch(&path, json!({"shipping_address": address})).await.expect(200));
    for line in ["line_1", "city"] {
        let refused = ann.patch(&path, json!({"shipping_address": {line: UNSEEN}})).await.expect(422);
        assert_eq!(issues(&refused), each(&[line], "Required"));
    }

    let mut form = card_form(CARD);
    form["options"]["same_as_shipping"] = json!(false);
    form["options"]["blog_interest"] = json!(hidden("linen"));
    form["options"]["shipping_address"]["line_1"] = json!(hidden("1200 Harmon Place"));
    for (field, text) in [("name", "Ann Lee"), ("street_address1", "1 Main St"), ("city", "St Paul")] {
        form["cardholder"][field] = json!(hidden(text));
    }
    for (field, text) in [("street_address2", UNSEEN), ("state", "MN"), ("zip_code", "55101"), ("phone", "6515550142")]
    {
        form["cardholder"][field] = json!(text);
    }
    let nameless = with(form.clone(), &["/cardholder/name"], UNSEEN);
    let refused = ann.post("/api/credit_cards", nameless).await.expect(422);
    assert_eq!(issues(&refused), each(&["cardholder.name"], "Required"));
    ann.post("/api/credit_cards", form).await.expect(201);
    let holder = ann.get("/api/credit_card").await.expect(200)["data"]["cardholder"].clone();
    assert_eq!((&holder["name"], &holder["street_address1"]), (&json!("Ann Lee"), &json!("1 Main St")));
    assert_eq!((&holder["street_address2"], &holder["city"]), (&json!(null), &json!("St Paul")));
    let dump = app.dump().await;
    assert!(dump.contains("linen"));
    assert!(!dump.contains(['\u{3164}', '\u{202e}', '\u{200b}', '\u{9b}', '\u{feff}', '\u{115f}']));
}

#[tokio::test]
async fn an_exchange_address_is_stored_without_invisible_characters() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await;
    let address = json!({
        "name": hidden("Bea Lee"), "line_1": hidden("9 Elm"), "line_2": UNSEEN, "city": hidden("Edina"), "state": "MN",
        "postal_code": "55435", "phone": "6125550142",
    });
    let body = json!({"expected_total_due": invoice["totalDue"], "exchange_address": address});
    ann.check_out_for(&invoice, "key", &body).await.expect(200);
    let dump = app.dump().await;
    assert!(dump.contains("Bea Lee") && dump.contains("9 Elm"));
    assert!(!dump.contains(['\u{3164}', '\u{202e}', '\u{200b}', '\u{9b}', '\u{feff}']));
}
