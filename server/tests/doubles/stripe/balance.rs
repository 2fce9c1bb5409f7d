//! The balance transactions, which are computed from the objects.

use super::book::Book;
use serde_json::{Value, json};

/// The double's fee for a charge, in cents: 2.9% and 30 cents, as in Stripe's price list.
fn fee(amount: i64) -> i64 {
    (amount * 29 + 500) / 1000 + 30
}

/// The double's fee for a dispute, in cents.
const DISPUTE_FEE: i64 = 15_00;

impl Book {
    /// All balance transactions, the newest first.
    pub fn balance_transactions(&self) -> Vec<Value> {
        let mut found: Vec<Value> = self.objects.iter().flat_map(|object| self.moved_by(object)).collect();
        // The sort is stable: transactions of the same second stay in the order in which they were made.
        found.sort_by_key(|transaction| transaction["created"].as_i64().unwrap());
        found.reverse();
        found
    }

    fn moved_by(&self, object: &Value) -> Vec<Value> {
        let id = object["id"].as_str().unwrap();
        match object["object"].as_str().unwrap() {
            "payment_intent" => {
                let source = json!({
                    "id": format!("ch_of_{id}"), "object": "charge", "payment_intent": id, "metadata": object["metadata"],
                });
                let amount = object["amount_received"].as_i64().unwrap();
                if amount == 0 { vec![] } else { vec![transaction(object, "charge", (amount, fee(amount)), source)] }
            }
            "refund" => {
                let amount = object["amount"].as_i64().unwrap();
                let mut moved = vec![transaction(object, "refund", (-amount, 0), object.clone())];
                if object["status"] == "failed" {
                    moved.push(transaction(object, "refund_failure", (amount, 0), object.clone()));
                }
                moved
            }
            "dispute" => {
                let amount = object["amount"].as_i64().unwrap();
                let mut moved = vec![transaction(object, "dispute", (-amount, DISPUTE_FEE), object.clone())];
                if object["status"] == "won" {
                    moved.push(transaction(object, "dispute_reversal", (amount, -DISPUTE_FEE), object.clone()));
                }
                moved
            }
            // Tests make payouts.
            "payout" => {
                vec![transaction(object, "payout", (-object["amount"].as_i64().unwrap(), 0), object["id"].clone())]
            }
            _ => vec![],
        }
    }
}

fn transaction(object: &Value, category: &str, (amount, fee): (i64, i64), source: Value) -> Value {
    let id = format!("txn_{category}_{}", object["id"].as_str().unwrap());
    json!({
        "id": id, "object": "balance_transaction", "amount": amount, "fee": fee, "net": amount - fee,
        "currency": object["currency"], "created": object["created"], "reporting_category": category, "source": source,
    })
}
