//! A customer with a browser, and the steps of a box.

use super::client::{Client, Reply, registration};
use super::test_app::TestApp;
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// The card that works.
pub const CARD: &str = "4242424242424242";
/// A delivery day that is open when a test begins.
pub const DAY: &str = "2026-11-24";

/// A customer with a browser.
pub struct Shopper {
    pub browser: Client,
    pub order: String,
}

/// A card form that passes.
pub fn card_form(number: &str) -> Value {
    json!({
        "cardholder": {
            "name": "Ann Larsen", "street_address1": "", "street_address2": "", "city": "", "state": "", "zip_code": "",
            "country": "US", "phone": "",
        },
        "card_info": {"credit_card_number": number, "expiration": "12/29", "cvv": "123"},
        "options": {
            "shipping_address": {
                "line_1": "1200 Harmon Place", "line_2": "Apt 4", "city": "Minneapolis", "state": "MN",
                "postal_code": "55403", "phone": "(612) 555-0142",
            },
            "same_as_shipping": true, "consent_version": "2026-11",
        },
    })
}

/// The form with which the page replaces the card.
pub fn other_card(number: &str) -> Value {
    json!({
        "card_info": card_form(number)["card_info"],
        "cardholder": {
            "name": "Ann Larsen", "street_address1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN",
            "zip_code": "55404", "phone": "6125550142",
        },
    })
}

/// The answers that an order and styling need, with the delivery step.
pub fn answers() -> Value {
    json!({
        "occasions": ["Weekends", "At the office"], "height_feet": "5", "height_inches": "7", "top_size": "M",
        "bra_band": "34", "bra_cup": "B", "bottom_size": "8", "brand_1": "Saltmarsh", "denim_rise": "High rise",
        "denim_style": ["Straight", "Wide leg"], "denim_distress": "None", "denim_spend": "$90 - $200",
        "style_looks": ["Classic", "Relaxed"], "disliked_colors": ["Yellow"], "spend_level": "$100 to $160",
        "ship_by_date": DAY, "subscription_type": "subscription_30_day",
    })
}

impl Shopper {
    /// A customer who has answered the quiz and chosen a date.
    pub async fn new(app: &TestApp, email: &str) -> Self {
        Self::without(app, email, &[]).await
    }

    /// The same, without answers to `questions`.
    pub async fn without(app: &TestApp, email: &str, questions: &[&str]) -> Self {
        let mut browser = app.client();
        browser.register(email).await;
        let mut shopper = Self { browser, order: String::new() };
        let mut given = answers();
        given.as_object_mut().unwrap().retain(|question, _| !questions.contains(&question.as_str()));
        shopper.says(given).await;
        shopper
    }

    /// A customer who has registered with a friend's code.
    pub async fn invited(app: &TestApp, email: &str, code: &str) -> Self {
        let mut browser = app.client();
        let mut form = registration(email, &browser.human().await);
        form["customer"]["referred_by_code"] = json!(code);
        browser.post("/api/registrations", form).await.expect(201);
        Self { browser, order: String::new() }
    }

    /// Answers questions of the quiz.
    pub async fn says(&mut self, responses: Value) {
        self.browser.patch("/api/style_profiles/current", json!({"responses": responses})).await.expect(200);
    }

    pub async fn save_card(&mut self, number: &str) -> Reply {
        self.browser.post("/api/credit_cards", card_form(number)).await
    }

    /// A customer who has ordered.
    pub async fn with_order(app: &TestApp, email: &str) -> Self {
        Self::with_order_by(app, email, card_form(CARD)).await
    }

    async fn with_order_by(app: &TestApp, email: &str, form: Value) -> Self {
        let mut shopper = Self::new(app, email).await;
        let saved = shopper.browser.post("/api/credit_cards", form).await.expect(201);
        shopper.order = saved["order_id"].as_str().unwrap().to_owned();
        shopper
    }

    /// A customer whose box has arrived.
    pub async fn with_box(app: &TestApp, email: &str) -> Self {
        let shopper = Self::with_order(app, email).await;
        shopper.bring_box(app).await;
        shopper
    }

    /// The same, but the customer did not agree to an automatic checkout.
    pub async fn with_box_without_consent(app: &TestApp, email: &str) -> Self {
        let mut form = card_form(CARD);
        form["options"]["consent_version"] = json!(null);
        let shopper = Self::with_order_by(app, email, form).await;
        shopper.bring_box(app).await;
        shopper
    }

    /// Styles, ships and delivers the order.
    pub async fn bring_box(&self, app: &TestApp) {
        for step in [Step::Style, Step::Ship, Step::Deliver] {
            steps::take(&app.state, &self.order, step, Actor::Ops).await.unwrap();
        }
    }

    /// A customer who keeps the first `kept` items of the box and returns the others.
    pub async fn decided(app: &TestApp, email: &str, kept: usize) -> Self {
        let mut shopper = Self::with_box(app, email).await;
        shopper.keep(kept).await;
        shopper
    }

    pub async fn read(&mut self) -> Value {
        self.browser.get(&format!("/api/orders/{}", self.order)).await.expect(200)
    }

    pub async fn lines(&mut self) -> Vec<Value> {
        self.read().await["line_items"].as_array().unwrap().clone()
    }

    /// The sizes for which a line item can be exchanged, as an array.
    pub async fn exchange_sizes(&mut self, line_item_id: &Value) -> Value {
        let path = format!("/api/invoices/available_exchange_sizes/{}", line_item_id.as_str().unwrap());
        self.browser.get(&path).await.expect(200)["sizes"].take()
    }

    pub async fn decide(&mut self, decisions: Value) -> Reply {
        let body = json!({"order": {"line_items_attributes": decisions}});
        self.browser.patch(&format!("/api/orders/{}", self.order), body).await
    }

    pub async fn keep(&mut self, kept: usize) {
        let lines = self.lines().await;
        let decisions = lines.iter().enumerate().map(|(place, line)| {
            json!({"id": line["id"], "claimed_kept": place < kept, "exchange_size": null, "customer_feedback": ""})
        });
        self.decide(decisions.collect()).await.expect(200);
    }

    /// Keeps all items, and exchanges the first of size M for its first other size. Returns the place of that item.
    pub async fn keep_all_and_exchange(&mut self) -> usize {
        let lines = self.lines().await;
        let place = lines.iter().position(|line| line["size"] == "M").unwrap();
        let other_size = self.exchange_sizes(&lines[place]["id"]).await[0].take();
        let decisions = lines.iter().enumerate().map(|(at, line)| {
            let size = (at == place).then_some(&other_size);
            json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""})
        });
        self.decide(decisions.collect()).await.expect(200);
        place
    }

    /// The invoice, which is created if there is none.
    pub async fn invoice(&mut self) -> Value {
        let current = format!("/api/orders/{}/invoices/current", self.order);
        let found = self.browser.get(&current).await;
        if found.status == 404 {
            return self.browser.post(&format!("/api/orders/{}/invoices", self.order), json!({})).await.expect(201);
        }
        found.expect(200)
    }

    /// Checks out under a key, for the total that the invoice says.
    pub async fn check_out(&mut self, key: &str) -> Reply {
        let invoice = self.invoice().await;
        self.check_out_for(&invoice, key, &json!({"expected_total_due": invoice["totalDue"]})).await
    }

    pub async fn check_out_for(&mut self, invoice: &Value, key: &str, body: &Value) -> Reply {
        let uri = format!("/api/invoices/{}/checkout", invoice["id"].as_str().unwrap());
        let mut request = Request::post(uri)
            .header(header::HOST, "stylebox.test")
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-xsrf-token", self.browser.cookies.get("XSRF-TOKEN").unwrap());
        if !key.is_empty() {
            request = request.header("idempotency-key", key);
        }
        self.browser.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// The order's code, by which staff name it.
    pub async fn code(&mut self) -> String {
        self.read().await["code"].as_str().unwrap().to_owned()
    }

    pub async fn status(&mut self) -> String {
        self.read().await["status"].as_str().unwrap().to_owned()
    }
}

/// Parses dollars and cents to cents.
pub fn cents(money: &Value) -> i64 {
    let text = money.as_str().unwrap();
    let (dollars, cents) = text.split_once('.').unwrap();
    dollars.parse::<i64>().unwrap() * 100 + cents.parse::<i64>().unwrap()
}

/// Formats cents as dollars and cents.
pub fn text(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
