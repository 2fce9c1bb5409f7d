//! Helpers that the tests of the first order share: a sign-up up to its card, and the reasons why there is no order yet.

use crate::support::{CARD, Reply, Shopper, TestApp, card_form};
use serde_json::{Value, json};

/// A customer who has answered the quiz, but not the delivery step.
pub(super) async fn newcomer(app: &TestApp, email: &str) -> Shopper {
    Shopper::without(app, email, &["ship_by_date", "subscription_type"]).await
}

impl Shopper {
    /// Saves a card with these options.
    pub(super) async fn signs_up(&mut self, options: Value) -> Reply {
        let mut form = card_form(CARD);
        for (name, value) in options.as_object().unwrap() {
            form["options"][name] = value.clone();
        }
        self.browser.post("/api/credit_cards", form).await
    }

    pub(super) async fn first_order(&mut self, options: Value) -> Value {
        let saved = self.signs_up(options).await.expect(201);
        assert_eq!(saved["order_error"], json!(null));
        self.order = saved["order_id"].as_str().unwrap().to_owned();
        self.read().await
    }

    /// Saves a card that makes no order. Returns the reasons.
    pub(super) async fn is_kept_from_ordering(&mut self, options: Value) -> Value {
        let saved = self.signs_up(options).await.expect(201);
        assert_eq!(saved["order_id"], json!(null));
        assert_eq!(self.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
        let card = self.browser.get("/api/credit_card").await.expect(200);
        assert_eq!(card["data"]["card_info"]["last_four"], "4242");
        saved["order_error"].clone()
    }
}

/// The fields of a refusal's issues. Panics if an issue is not a missing field.
pub(super) fn missing(refused: &Value) -> Vec<&str> {
    assert!(refused["errors"]["form_invalid"].is_string(), "{refused}");
    let issues = refused["issues"].as_array().unwrap().iter();
    let field = |issue: &'_ Value| {
        assert_eq!(issue["code"], issue["field"]);
        assert!(issue["message"].as_str().is_some_and(|message| !message.is_empty()), "{issue}");
    };
    issues.inspect(|issue| field(issue)).map(|issue| issue["field"].as_str().unwrap()).collect()
}

/// Field and code of the only issue.
pub(super) fn issue(refused: &Value) -> (String, String) {
    let issues = refused["issues"].as_array().unwrap();
    assert_eq!(issues.len(), 1, "{refused}");
    (issues[0]["field"].as_str().unwrap().to_owned(), issues[0]["code"].as_str().unwrap().to_owned())
}

pub(super) fn one(field: &str, code: &str) -> (String, String) {
    (field.to_owned(), code.to_owned())
}
