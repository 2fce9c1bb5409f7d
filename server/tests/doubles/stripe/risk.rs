//! Manual capture, and Radar's risk and review of a charge.

use super::StripeFault;
use super::book::Book;
use super::cards::Risk;
use super::intents::{Outcome, invalid};
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60;

impl Book {
    /// Takes the money, or reserves it if the intent has manual capture. A charge that Stripe blocks is declined.
    pub fn go_through(&mut self, id: &str, payment_method: &str, off_session: bool, now: i64) -> Outcome {
        let card = self.cards[payment_method].clone();
        let risk = self.risk.unwrap_or(card.risk);
        if risk == Risk::Blocked {
            self.add_charge(id, "blocked", Some("highest"), None, now);
            return self.refuse(id, "card_declined", Some("fraudulent"));
        }
        if self.get(id).unwrap()["capture_method"] != "manual" {
            return Ok(self.take(id));
        }
        // As Stripe's table of authorization windows says.
        let window = if off_session && card.brand == "visa" { 4 * DAY + 18 * 60 * 60 } else { 7 * DAY };
        let until = (self.fault != StripeFault::HidesTheEnd).then_some(now + window);
        let is_reviewed = self.reviews && risk == Risk::Elevated;
        let level = match risk {
            Risk::Normal => Some("normal"),
            Risk::Elevated => Some("elevated"),
            Risk::Highest | Risk::Blocked => Some("highest"),
            Risk::Strange => Some("strange"),
            Risk::NotSaid | Risk::NotLooked => None,
        };
        let charge = self.add_charge(id, if is_reviewed { "manual_review" } else { "authorized" }, level, until, now);
        if risk == Risk::NotLooked {
            self.get_mut(&charge).unwrap()["outcome"] = json!(null);
        }
        let review = (is_reviewed && self.fault != StripeFault::HidesTheReview).then(|| {
            let review = self.new_id("prv");
            self.objects.push(json!({
                "id": review, "object": "review", "open": true, "reason": "rule", "opened_reason": "rule",
                "closed_reason": null, "payment_intent": id, "charge": charge, "created": now,
            }));
            review
        });
        let more = i64::from(self.fault == StripeFault::ReservesMore);
        let intent = self.get_mut(id).unwrap();
        intent["status"] = json!("requires_capture");
        intent["amount_capturable"] = json!(intent["amount"].as_i64().unwrap() + more);
        intent["review"] = json!(review);
        intent["last_payment_error"] = json!(null);
        Ok(intent.clone())
    }

    fn add_charge(&mut self, intent: &str, kind: &str, level: Option<&str>, until: Option<i64>, now: i64) -> String {
        let id = self.new_id("ch");
        let score = level.map(|level| match level {
            "normal" => 12,
            "elevated" => 71,
            _ => 93,
        });
        self.objects.push(json!({
            "id": id, "object": "charge", "payment_intent": intent, "created": now,
            "outcome": {"type": kind, "risk_level": level, "risk_score": score, "network_status": "approved_by_network"},
            "payment_method_details": {"type": "card", "card": {"capture_before": until}},
        }));
        self.get_mut(intent).unwrap()["latest_charge"] = json!(id);
        id
    }

    /// Takes reserved money. Fails the second time, and if the charge was cancelled.
    pub fn capture_intent(&mut self, id: &str, cents: i64) -> Outcome {
        let Some(intent) = self.get(id) else { return Err(invalid("resource_missing")) };
        if intent["status"] != "requires_capture" {
            return Err(invalid("payment_intent_unexpected_state"));
        }
        if cents > intent["amount_capturable"].as_i64().unwrap() {
            return Err(invalid("amount_too_large"));
        }
        self.take(id);
        let more = i64::from(self.fault == StripeFault::TakesMore);
        let intent = self.get_mut(id).unwrap();
        if intent["status"] == "succeeded" {
            intent["amount_received"] = json!(cents + more);
            intent["amount_capturable"] = json!(0);
        }
        Ok(intent.clone())
    }

    /// Closes the open review of an intent, if it has one.
    pub fn close_review(&mut self, intent: &Value, reason: &str) {
        let Some(id) = intent["review"].as_str() else { return };
        let review = self.get_mut(id).unwrap();
        if review["open"] == true {
            review["open"] = json!(false);
            (review["reason"], review["closed_reason"]) = (json!(reason), json!(reason));
        }
    }
}
