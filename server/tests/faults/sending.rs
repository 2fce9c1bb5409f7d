//! What an act sends, and what the answer means.

use super::acts::{Act, Answer, Card, Choice};
use super::bank::{self, Bank};
use super::email_service::{EmailService, Sent};
use super::model::Model;
use super::turns::Turns;
use crate::support::{Client, PASSWORD, Reply, TestClock, answers, card_form, other_card, registration, solved};
use axum::http::{HeaderValue, Method};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::delivery::delivery_calendar::first_open_from;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::{receive, steps};
use stylebox_server::jobs;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::error::StaffError;
use stylebox_server::service::returns::exchanges;
use stylebox_server::state::AppState;
use stylebox_server::store::mail::outbox;

/// What an act works with.
pub struct Sending<'a> {
    pub state: AppState,
    pub client: Client,
    pub model: &'a Model,
    pub clock: Arc<TestClock>,
    pub bank: Arc<Bank>,
    pub emails: Arc<EmailService>,
    /// Counts what is unusual, but disturbs nothing.
    pub turns: Arc<Turns>,
    /// Whether the act was begun before, and nobody knows how that ended.
    pub again: bool,
    /// Makes this act's idempotency key differ from all others.
    pub key: u32,
}

/// The number for which the bank does as the card's name says.
pub const fn number(card: Card) -> &'static str {
    match card {
        Card::Good => bank::GOOD,
        Card::Other => bank::OTHER,
        Card::Declined => bank::DECLINED,
        Card::Stolen => bank::STOLEN,
    }
}

/// What a reply means. A refusal is named by its code.
fn answer(reply: &Reply) -> Answer {
    let status = reply.status.as_u16();
    let body: Value = serde_json::from_str(&reply.text).unwrap_or(Value::Null);
    match status {
        200..=299 => Answer::Done(body),
        400..=499 => {
            let code = body["errors"].as_object().and_then(|codes| codes.keys().next().cloned());
            Answer::Refused(code.unwrap_or_else(|| format!("{status} {}", reply.text)))
        }
        _ => Answer::Unknown(format!("{status} {}", reply.text)),
    }
}

fn of_staff(result: Result<(), StaffError>) -> Answer {
    match result {
        Ok(()) => Answer::Done(Value::Null),
        Err(StaffError::Refused(why)) => Answer::Refused(why),
        Err(StaffError::Unexpected(why)) => Answer::Unknown(why.to_string()),
    }
}

/// The value, or the answer with which the act ends.
macro_rules! done {
    ($reply:expr) => {
        match answer(&$reply) {
            Answer::Done(body) => body,
            ended => return ended,
        }
    };
}

impl Sending<'_> {
    /// Does the act. Returns the answer, and what the browser keeps then.
    pub async fn do_act(mut self, act: &Act) -> (Answer, BTreeMap<String, String>) {
        let answer = self.answer_of(act).await;
        (answer, self.client.cookies)
    }

    async fn answer_of(&mut self, act: &Act) -> Answer {
        match act {
            Act::SignUp { who, invited_by } => self.sign_up(*who, *invited_by).await,
            Act::SaveCard { who, card, agrees } => self.save_card(*who, *card, *agrees).await,
            Act::OrderAgain { .. } => self.order_again().await,
            Act::Cancel { who } => self.of_order(*who, Method::POST, "/cancel").await,
            Act::KeepLate { who } => self.of_order(*who, Method::POST, "/keep").await,
            Act::Extend { who } => self.of_order(*who, Method::PATCH, "/extend").await,
            Act::Skip { .. } => answer(&self.client.call(Method::PATCH, "/api/account/skip_a_box", None).await),
            Act::ChangeCard { who, card } => self.change_card(*who, *card).await,
            Act::Decide { who, choices } => self.decide(*who, choices).await,
            Act::RemoveCoupon { who } => self.remove_coupon(*who).await,
            Act::UseCoupon { who, coupon } => match self.model.coupon(*coupon) {
                Some(coupon) => self.put_on_invoice(*who, "coupons", &coupon.code).await,
                None => Answer::Skipped,
            },
            Act::UseGiftCard { who, card } => match self.model.gift_card(*card) {
                Some(card) => self.put_on_invoice(*who, "gift_cards", &card.number).await,
                None => Answer::Skipped,
            },
            Act::CheckOut { who } => self.check_out(*who).await,
            Act::Close { .. } => {
                let body = json!({"current_password": PASSWORD});
                answer(&self.client.post("/api/account/close", body).await)
            }
            Act::Staff { who, work } => {
                let Some(order) = self.model.current_order(*who) else { return Answer::Skipped };
                match work.step() {
                    Some(step) => of_staff(steps::take(&self.state, &order.id, step, Actor::Ops).await),
                    None => of_staff(exchanges::sold_out(&self.state, &order.id, None, Actor::Ops).await.map(drop)),
                }
            }
            Act::ReceiveGarment { who, place } => self.receive_garment(*who, *place).await,
            Act::IssueGiftCard { .. } | Act::IssueCoupon { .. } => Answer::Skipped,
            Act::Jobs => self.jobs(|_| true).await,
            Act::Job { name } => self.jobs(|job| job == name).await,
            Act::Notices { reversed, twice } => self.notices(*reversed, *twice).await,
            Act::Wait { minutes } => {
                self.clock.advance(Duration::from_secs(60 * u64::from(*minutes)));
                self.bank.go_on();
                Answer::Done(Value::Null)
            }
        }
    }

    async fn human(&mut self) -> Result<String, Answer> {
        match answer(&self.client.get("/api/human_check").await) {
            Answer::Done(challenge) => Ok(solved(&challenge)),
            ended => Err(ended),
        }
    }

    async fn sign_up(&mut self, who: usize, invited_by: Option<usize>) -> Answer {
        let email = Model::email(who);
        let mut is_in = self.client.cookies.contains_key("stylebox_session");
        if self.again && !is_in {
            let token = match self.human().await {
                Ok(token) => token,
                Err(ended) => return ended,
            };
            let customer = json!({"email": email, "password": PASSWORD, "recaptchaToken": token});
            match answer(&self.client.post("/api/sessions", json!({"customer": customer})).await) {
                Answer::Done(_) => is_in = true,
                Answer::Refused(code) if code == "credentials_invalid" => {}
                ended => return ended,
            }
        }
        if !is_in {
            let token = match self.human().await {
                Ok(token) => token,
                Err(ended) => return ended,
            };
            let mut form = registration(&email, &token);
            let code = invited_by.and_then(|friend| self.model.referral_code(friend));
            form["customer"]["referred_by_code"] = json!(code);
            done!(self.client.post("/api/registrations", form).await);
        }
        let mut given = answers();
        given["ship_by_date"] = json!(self.open_day());
        given["subscription_type"] = json!(Model::frequency(who));
        done!(self.client.patch("/api/style_profiles/current", json!({"responses": given})).await);
        answer(&self.client.get("/api/account").await)
    }

    /// A day that is open for a box: about a week ahead.
    fn open_day(&self) -> String {
        let now = self.clock.now();
        let from = now.plus(Duration::from_secs(7 * 24 * 60 * 60)).today();
        first_open_from(from, now.instant(), &self.state.data.holidays, &self.state.data.terms)
            .unwrap()
            .unwrap()
            .to_string()
    }

    /// The order that is not finished, as the customer's list has it.
    async fn unfinished(&mut self) -> Result<Option<Value>, Answer> {
        let list = match answer(&self.client.get("/api/orders").await) {
            Answer::Done(list) => list,
            ended => return Err(ended),
        };
        let orders = list["orders"].as_array().unwrap().clone();
        Ok(orders.into_iter().find(|order| !Model::is_finished(order["status"].as_str().unwrap())))
    }

    async fn save_card(&mut self, who: usize, card: Card, agrees: bool) -> Answer {
        if self.again {
            match self.unfinished().await {
                Ok(Some(order)) => return Answer::Done(order),
                Ok(None) => {}
                Err(ended) => return ended,
            }
        }
        let mut form = card_form(number(card));
        let (state, city, zip) = Model::place(who);
        form["options"]["shipping_address"] = json!({
            "line_1": format!("{} Harmon Place", 1200 + who), "line_2": "", "city": city, "state": state,
            "postal_code": zip, "phone": format!("612555{:04}", 1000 + who),
        });
        if !agrees {
            form["options"]["consent_version"] = json!(null);
        }
        let mut saved = self.client.post("/api/credit_cards", form.clone()).await;
        if answer(&saved) == Answer::Refused("form_invalid".to_owned()) {
            // The day that was chosen at the sign-up has passed.
            let chosen = json!({"responses": {"ship_by_date": self.open_day()}});
            done!(self.client.patch("/api/style_profiles/current", chosen).await);
            saved = self.client.post("/api/credit_cards", form).await;
        }
        let saved = done!(saved);
        if saved["order_id"].is_null() {
            return Answer::Refused(format!("no order: {}", saved["order_error"]));
        }
        Answer::Done(saved)
    }

    async fn order_again(&mut self) -> Answer {
        let order = json!({"customer_pick_up": false, "ship_by_date": self.open_day()});
        self.client.headers.insert("idempotency-key", self.idempotency_key("order"));
        answer(&self.client.post("/api/orders", json!({"order": order})).await)
    }

    fn idempotency_key(&self, what: &str) -> HeaderValue {
        HeaderValue::from_str(&format!("{what}-{}", self.key)).unwrap()
    }

    async fn of_order(&mut self, who: usize, method: Method, what: &str) -> Answer {
        let Some(order) = self.model.current_order(who) else { return Answer::Skipped };
        let path = format!("/api/orders/{}", order.id);
        if self.again && what == "/cancel" {
            let seen = done!(self.client.get(&path).await);
            if seen["status"] == "cancelled" {
                return Answer::Done(seen);
            }
        }
        if self.again && what == "/extend" {
            let seen = done!(self.client.get(&path).await);
            if seen["extended"] == true {
                return Answer::Done(seen);
            }
        }
        answer(&self.client.call(method, &format!("{path}{what}"), None).await)
    }

    async fn change_card(&mut self, who: usize, card: Card) -> Answer {
        let email = Model::email(who);
        let unread = || Answer::Unknown("the code cannot be read".to_owned());
        let Some(before) = self.codes(&email).await else { return unread() };
        let sent = self.client.patch("/api/credit_cards", other_card(number(card))).await;
        match answer(&sent) {
            Answer::Refused(code) if code == "mfa_required" => {}
            ended => return ended,
        }
        done!(self.client.post("/api/mfa_requests", json!({"mfa_type": "email"})).await);
        let Some(now) = self.codes(&email).await else { return unread() };
        let Some(code) = now.difference(&before).next() else { return unread() };
        let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
        answer(&self.client.post("/api/mfa_resubmissions", body).await)
    }

    /// All codes in the messages to an address, those that wait and those that have arrived. After a jump of the clock, neither times nor ids
    /// say which is the newest.
    async fn codes(&self, address: &str) -> Option<BTreeSet<String>> {
        let mut tx = self.state.db.read().await.ok()?;
        let written = outbox::newest(&mut tx, 50).await.ok()?.into_iter();
        let waiting =
            written.filter(|mail| mail.kind == "mfa_code" && mail.recipient == address && mail.sent_at.is_none());
        let is_code = |mail: &Sent| mail.recipient == address && mail.subject.ends_with(" code");
        let arrived = self.emails.sent().into_values().filter(is_code);
        let bodies = waiting.map(|mail| mail.body).chain(arrived.map(|mail| mail.body));
        let code = |body: String| {
            let mut words = body.split(|letter: char| !letter.is_ascii_digit());
            words.find(|word| word.len() == 6).map(ToOwned::to_owned)
        };
        Some(bodies.filter_map(code).collect())
    }

    async fn decide(&mut self, who: usize, choices: &[Choice]) -> Answer {
        let Some(order) = self.model.current_order(who).filter(|order| !order.items.is_empty()) else {
            return Answer::Skipped;
        };
        let mut decisions = Vec::new();
        for (place, item) in order.items.iter().enumerate() {
            let choice = choices.get(place % choices.len().max(1)).copied().unwrap_or(Choice::Keep);
            let mut size = Value::Null;
            if choice == Choice::Exchange {
                let path = format!("/api/invoices/available_exchange_sizes/{}", item.id);
                size = done!(self.client.get(&path).await)["sizes"].get(0).cloned().unwrap_or_default();
            }
            let is_kept = choice == Choice::Keep || !size.is_null();
            decisions
                .push(json!({"id": item.id, "claimed_kept": is_kept, "exchange_size": size, "customer_feedback": ""}));
        }
        let body = json!({"order": {"line_items_attributes": decisions}});
        answer(&self.client.patch(&format!("/api/orders/{}", order.id), body).await)
    }

    /// The invoice, which is made if there is none.
    async fn invoice(&mut self, who: usize) -> Result<Value, Answer> {
        let Some(order) = self.model.current_order(who) else { return Err(Answer::Skipped) };
        let found = self.client.get(&format!("/api/orders/{}/invoices/current", order.id)).await;
        let found = if found.status == 404 {
            self.client.post(&format!("/api/orders/{}/invoices", order.id), json!({})).await
        } else {
            found
        };
        match answer(&found) {
            Answer::Done(invoice) => Ok(invoice),
            ended => Err(ended),
        }
    }

    async fn remove_coupon(&mut self, who: usize) -> Answer {
        match self.invoice(who).await {
            Ok(invoice) => {
                let path = format!("/api/invoices/{}/coupons", invoice["id"].as_str().unwrap());
                answer(&self.client.delete(&path).await)
            }
            Err(ended) => ended,
        }
    }

    /// Types a code of a coupon or a gift card.
    async fn put_on_invoice(&mut self, who: usize, what: &str, code: &str) -> Answer {
        match self.invoice(who).await {
            Ok(invoice) => {
                let path = format!("/api/invoices/{}/{what}", invoice["id"].as_str().unwrap());
                answer(&self.client.post(&path, json!({"code": code})).await)
            }
            Err(ended) => ended,
        }
    }

    async fn check_out(&mut self, who: usize) -> Answer {
        let invoice = match self.invoice(who).await {
            Ok(invoice) => invoice,
            Err(ended) => return ended,
        };
        self.client.headers.insert("idempotency-key", self.idempotency_key("checkout"));
        let path = format!("/api/invoices/{}/checkout", invoice["id"].as_str().unwrap());
        let shown = json!({"expected_total_due": invoice["totalDue"], "expected_gift_card_amount": invoice["totalGiftCardAmountUsed"]});
        match answer(&self.client.post(&path, shown.clone()).await) {
            Answer::Done(mut paid) => {
                paid["shown"] = shown;
                Answer::Done(paid)
            }
            ended => ended,
        }
    }

    async fn receive_garment(&mut self, who: usize, place: usize) -> Answer {
        let Some(order) = self.model.current_order(who) else { return Answer::Skipped };
        let Some(garment) = order.garment(place) else { return Answer::Skipped };
        of_staff(receive::receive(&self.state, &order.id, &[garment.to_owned()], Actor::Ops).await.map(drop))
    }

    async fn jobs(&mut self, is_wanted: impl Fn(&str) -> bool) -> Answer {
        let mut failed = Vec::new();
        for job in jobs::ALL.iter().filter(|job| (job.every)(&self.state.settings).is_some() && is_wanted(job.name)) {
            match (job.work)(&self.state).await {
                Ok(batch) => failed.extend(batch.failures().map(|why| format!("{}: {why}", job.name))),
                Err(error) => failed.push(format!("{}: {error}", job.name)),
            }
        }
        if failed.is_empty() { Answer::Done(Value::Null) } else { Answer::Unknown(failed.join("; ")) }
    }

    async fn notices(&mut self, reversed: bool, twice: bool) -> Answer {
        let mut keys = self.bank.notices();
        if reversed && keys.len() > 1 {
            keys.reverse();
            self.turns.note("webhooks come in the reverse order");
        }
        for key in keys {
            for _ in 0..=u8::from(twice) {
                let told = self.bank.tell(&mut self.client, &key).await;
                if let ended @ (Answer::Refused(_) | Answer::Unknown(_)) = answer(&told) {
                    return ended;
                }
            }
            if twice {
                self.turns.note("a webhook comes twice");
            }
        }
        Answer::Done(Value::Null)
    }
}
