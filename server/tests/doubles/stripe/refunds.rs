//! Refunds. They are never more than is left of a charge.

use super::book::Book;
use super::intents::{Outcome, invalid, text};
use serde_json::{Value, json};

impl Book {
    pub fn refund(&mut self, fields: &Value, now: i64) -> Outcome {
        let id = text(&fields["payment_intent"]);
        let Some(intent) = self.get(&id).cloned() else { return Err(invalid("resource_missing")) };
        let amount: i64 = text(&fields["amount"]).parse().map_err(|_| invalid("parameter_invalid_integer"))?;
        let refunded: i64 = self.refunds_of(&id).iter().map(|(_, cents)| cents).sum();
        let taken = intent["amount_received"].as_i64().unwrap();
        if intent["status"] != "succeeded" || taken == refunded {
            return Err(invalid("charge_already_refunded"));
        }
        if amount > taken - refunded {
            return Err(invalid("parameter_invalid_integer"));
        }
        let refund = json!({
            "id": self.new_id("re"), "object": "refund", "status": "succeeded", "amount": amount, "created": now,
            "currency": intent["currency"], "payment_intent": id, "metadata": fields["metadata"],
        });
        self.objects.push(refund.clone());
        Ok(refund)
    }
}
