//! The state of the double.

use super::StripeFault;
use super::cards::{Card, Risk};
use super::keys::Kept;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All objects, in the order in which they were made, and the answers by idempotency key.
#[derive(Default)]
pub struct Book {
    pub objects: Vec<Value>,
    pub cards: BTreeMap<String, Card>,
    pub kept: BTreeMap<String, Kept>,
    pub calls: Vec<String>,
    pub fault: StripeFault,
    /// Whether a rule of the shop puts charges of an elevated risk in review.
    pub reviews: bool,
    /// The risk of every charge. If it is `None`, the card decides.
    pub risk: Option<Risk>,
    /// The most objects on a page of a list, even if a call asks for more.
    pub page: Option<usize>,
    made: u64,
}

impl Book {
    pub fn new_id(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}_{:06}", self.made)
    }

    pub fn get(&self, id: &str) -> Option<&Value> {
        self.objects.iter().find(|object| object["id"] == id)
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut Value> {
        self.objects.iter_mut().find(|object| object["id"] == id)
    }

    pub fn add_payment_method(&mut self, card: Card, now: i64) -> String {
        let id = self.new_id("pm");
        self.objects.push(json!({
            "id": id, "object": "payment_method", "type": "card", "customer": null, "created": now,
            "card": {
                "brand": card.brand, "last4": card.last4(), "exp_month": card.exp_month, "exp_year": card.exp_year,
                "funding": card.funding, "fingerprint": format!("fp_{}", card.last4()),
            },
        }));
        self.cards.insert(id.clone(), card);
        id
    }

    /// Id and cents of the refunds of a charge that have not failed.
    pub fn refunds_of(&self, intent: &str) -> Vec<(String, i64)> {
        let refunds = self.objects.iter().filter(|object| {
            object["object"] == "refund" && object["payment_intent"] == intent && object["status"] != "failed"
        });
        refunds.map(|refund| (refund["id"].to_string(), refund["amount"].as_i64().unwrap())).collect()
    }
}
