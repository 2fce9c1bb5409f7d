//! SetupIntents and PaymentIntents: their states, and what moves them.

use super::StripeFault;
use super::book::Book;
use super::cards::{Bank, card_error};
use serde_json::{Value, json};

/// The statuses in which an intent can be confirmed in the browser, and cancelled.
const OPEN: [&str; 3] = ["requires_payment_method", "requires_confirmation", "requires_action"];

/// How a call ends: with an object, or with an error of that status.
pub type Outcome = Result<Value, (u16, Value)>;

pub fn invalid(code: &str) -> (u16, Value) {
    let status = if code == "resource_missing" { 404 } else { 400 };
    (status, json!({"type": "invalid_request_error", "code": code, "message": "Invalid."}))
}

impl Book {
    /// Makes a SetupIntent and confirms it: the bank is asked about a card.
    pub fn set_up(&mut self, fields: &Value, now: i64) -> Outcome {
        let (customer, payment_method) = (&*text(&fields["customer"]), &*text(&fields["payment_method"]));
        if self.get(customer).is_none() || !self.is_of(payment_method, customer) {
            return Err(invalid("resource_missing"));
        }
        let bank = self.cards[payment_method].bank;
        let id = self.new_id("seti");
        let mut intent = json!({
            "id": id, "object": "setup_intent", "customer": customer, "payment_method": payment_method, "created": now,
            "usage": "off_session", "client_secret": format!("{id}_secret"), "last_setup_error": null,
            "metadata": fields["metadata"],
        });
        match bank {
            Bank::RefusesCard => {
                intent["status"] = json!("requires_payment_method");
                intent["payment_method"] = json!(null);
                let mut error = card_error("card_declined", Some("generic_decline"));
                error["setup_intent"] = intent.clone();
                self.objects.push(intent);
                Err((402, error))
            }
            Bank::AsksWhenSaved => {
                intent["status"] = json!("requires_action");
                self.objects.push(intent.clone());
                Ok(intent)
            }
            Bank::Accepts | Bank::DeclinesCharges(_) | Bank::DeclinesWithAdvice(..) | Bank::AsksAtCharges => {
                intent["status"] = json!("succeeded");
                self.objects.push(intent.clone());
                self.attach(payment_method, customer);
                Ok(intent)
            }
        }
    }

    pub fn cancel_setup(&mut self, id: &str, reason: &Value) -> Outcome {
        let Some(intent) = self.get_mut(id) else { return Err(invalid("resource_missing")) };
        if !OPEN.contains(&intent["status"].as_str().unwrap()) {
            return Err(invalid("setup_intent_unexpected_state"));
        }
        intent["status"] = json!("canceled");
        intent["cancellation_reason"] = reason.clone();
        Ok(intent.clone())
    }

    /// Somebody with the secret of a SetupIntent or PaymentIntent confirms it in the browser with another card. Returns false if the
    /// intent cannot be confirmed any more.
    pub fn confirm_with_another(&mut self, id: &str, payment_method: &str, now: i64) -> bool {
        let intent = self.get(id).unwrap().clone();
        if !OPEN.contains(&intent["status"].as_str().unwrap()) {
            return false;
        }
        if intent["object"] == "payment_intent" {
            self.get_mut(id).unwrap()["payment_method"] = json!(payment_method);
            self.go_through(id, payment_method, false, now).unwrap();
        } else if self.cards[payment_method].bank == Bank::RefusesCard {
            self.fail_setup(id, payment_method, "card_declined");
        } else {
            let found = self.get_mut(id).unwrap();
            (found["status"], found["payment_method"]) = (json!("succeeded"), json!(payment_method));
            self.attach(payment_method, &text(&intent["customer"]));
        }
        true
    }

    fn fail_setup(&mut self, id: &str, payment_method: &str, code: &str) {
        let mut error = card_error(code, None);
        error["payment_method"] = self.get(payment_method).unwrap().clone();
        let intent = self.get_mut(id).unwrap();
        intent["status"] = json!("requires_payment_method");
        intent["payment_method"] = json!(null);
        intent["last_setup_error"] = error;
    }

    /// Makes a charge that is not confirmed.
    pub fn create_intent(&mut self, fields: &Value, now: i64) -> Outcome {
        let (customer, payment_method) = (text(&fields["customer"]), text(&fields["payment_method"]));
        let is_attached = self.get(&payment_method).is_some_and(|found| found["customer"] == *customer);
        if self.get(&customer).is_none() || !is_attached {
            return Err(invalid("resource_missing"));
        }
        let id = self.new_id("pi");
        let intent = json!({
            "id": id, "object": "payment_intent", "status": "requires_confirmation", "created": now,
            "amount": fields["amount"].as_str().unwrap().parse::<i64>().unwrap(), "amount_received": 0,
            "amount_capturable": 0, "latest_charge": null, "review": null,
            "capture_method": fields["capture_method"].as_str().unwrap_or("automatic"),
            "currency": fields["currency"], "customer": customer, "payment_method": payment_method,
            "description": fields["description"], "metadata": fields["metadata"],
            "client_secret": format!("{id}_secret"), "last_payment_error": null, "next_action": null,
        });
        self.objects.push(intent.clone());
        Ok(intent)
    }

    /// Confirms a charge.
    pub fn confirm_intent(&mut self, id: &str, payment_method: Option<&str>, off_session: bool, now: i64) -> Outcome {
        let Some(intent) = self.get(id).cloned() else { return Err(invalid("resource_missing")) };
        let may_be = match intent["status"].as_str().unwrap() {
            "requires_confirmation" => true,
            "requires_payment_method" => payment_method.is_some(),
            _ => false,
        };
        if !may_be {
            return Err(invalid("payment_intent_unexpected_state"));
        }
        let card = payment_method.map_or_else(|| text(&intent["payment_method"]), ToOwned::to_owned);
        let customer = text(&intent["customer"]);
        if self.get(&card).is_none_or(|found| found["customer"] != *customer) {
            return Err(invalid("resource_missing"));
        }
        match self.cards[&card].bank {
            Bank::DeclinesCharges("expired_card") => self.refuse(id, "expired_card", None),
            Bank::DeclinesCharges(code) => self.refuse(id, "card_declined", Some(code)),
            Bank::DeclinesWithAdvice(field, advice) => {
                let Err((status, mut answer)) = self.refuse(id, "card_declined", Some("insufficient_funds")) else {
                    unreachable!("a refusal is an error")
                };
                self.get_mut(id).unwrap()["last_payment_error"][field] = json!(advice);
                answer[field] = json!(advice);
                answer["payment_intent"] = self.get(id).unwrap().clone();
                Err((status, answer))
            }
            Bank::AsksAtCharges if off_session => {
                self.refuse(id, "authentication_required", Some("authentication_required"))
            }
            Bank::AsksAtCharges => {
                let intent = self.get_mut(id).unwrap();
                intent["status"] = json!("requires_action");
                intent["payment_method"] = json!(card);
                intent["next_action"] = json!({"type": "use_stripe_sdk"});
                Ok(intent.clone())
            }
            Bank::Accepts | Bank::AsksWhenSaved | Bank::RefusesCard => self.go_through(id, &card, off_session, now),
        }
    }

    pub fn refuse(&mut self, id: &str, code: &str, decline_code: Option<&str>) -> Outcome {
        let error = card_error(code, decline_code);
        let intent = self.get_mut(id).unwrap();
        intent["status"] = json!("requires_payment_method");
        intent["payment_method"] = json!(null);
        intent["last_payment_error"] = error.clone();
        let mut answer = error;
        answer["payment_intent"] = intent.clone();
        Err((402, answer))
    }

    /// Takes the money.
    pub fn take(&mut self, id: &str) -> Value {
        let fault = self.fault;
        let intent = self.get_mut(id).unwrap();
        if fault == StripeFault::StaysInProcessing {
            intent["status"] = json!("processing");
        } else {
            let more = i64::from(fault == StripeFault::TakesMore);
            intent["amount_received"] = json!(intent["amount"].as_i64().unwrap() + more);
            intent["status"] = json!("succeeded");
            intent["last_payment_error"] = json!(null);
        }
        intent.clone()
    }

    pub fn cancel_intent(&mut self, id: &str, reason: &Value) -> Outcome {
        let Some(intent) = self.get_mut(id) else { return Err(invalid("resource_missing")) };
        if matches!(intent["status"].as_str().unwrap(), "succeeded" | "canceled" | "processing") {
            return Err(invalid("payment_intent_unexpected_state"));
        }
        intent["status"] = json!("canceled");
        intent["amount_capturable"] = json!(0);
        intent["cancellation_reason"] = reason.clone();
        let cancelled = intent.clone();
        self.close_review(&cancelled, "canceled");
        Ok(cancelled)
    }

    /// The cardholder answers the bank.
    pub fn answer(&mut self, id: &str, confirms: bool, now: i64) {
        let intent = self.get(id).unwrap_or_else(|| panic!("there is no {id}")).clone();
        assert_eq!(intent["status"], "requires_action", "{id} does not wait for the cardholder");
        let is_payment = intent["object"] == "payment_intent";
        if confirms && is_payment {
            self.go_through(id, &text(&intent["payment_method"]), false, now).unwrap();
        } else if confirms {
            self.get_mut(id).unwrap()["status"] = json!("succeeded");
            self.attach(&text(&intent["payment_method"]), &text(&intent["customer"]));
        } else if is_payment {
            let intent = self.get_mut(id).unwrap();
            intent["status"] = json!("requires_payment_method");
            intent["payment_method"] = json!(null);
            intent["last_payment_error"] = card_error("payment_intent_authentication_failure", None);
        } else {
            self.fail_setup(id, &text(&intent["payment_method"]), "setup_intent_authentication_failure");
        }
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
