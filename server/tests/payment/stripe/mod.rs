//! Payments with Stripe, against its double.

mod another_card;
mod cards;
mod charges;
mod confirmation;
mod faults;
mod gateway_list;
mod in_flight;
mod notices;
mod peer;
mod radar;
mod restored;
mod restored_rare;
mod restored_unmatched;
mod setups;
mod traces;
mod webhooks;

use crate::doubles::secrets::secret;
use crate::doubles::stripe::{PUBLISHABLE_KEY, SECRET_KEY, StripeDouble, WEBHOOK_SECRET};
use crate::support::{Shopper, TestApp, card_form, confirm, ops, other_card, two_transactions};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stylebox_server::platform::clock::SystemClock;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::charging::Charging;
use stylebox_server::providers::companies::stripe::account::{StripeAccount, StripeClientSettings};
use stylebox_server::providers::fraud::choice::FraudChoice;
use stylebox_server::providers::payment::choice::PaymentChoice;
use stylebox_server::providers::payment::stripe::settings::{StripeSettings, UnknownCards};
use stylebox_server::providers::tax::choice::TaxChoice;

const MINUTE: Duration = Duration::from_secs(60);

/// A card that works.
const GOOD: &str = "4242424242424242";
/// Another card that works.
const OTHER: &str = "5555555555554444";
/// A card whose bank wants each charge confirmed.
const ASKED: &str = "4000002760003184";
/// A card whose bank wants a confirmation when it is saved.
const ASKED_WHEN_SAVED: &str = "4000002500003155";
/// A card whose bank declines each charge.
const DECLINED: &str = "4000000000000341";
/// The same, because it is stolen.
const STOLEN: &str = "4000000000009979";

pub(crate) fn settings(url: &str) -> StripeSettings {
    let url = BaseUrl::parse("--stripe-url", url).unwrap();
    let account = StripeAccount { url, secret_key: secret(SECRET_KEY) };
    StripeSettings {
        client: StripeClientSettings { account, timeout: Duration::from_secs(2) },
        publishable_key: PUBLISHABLE_KEY.to_owned(),
        webhook_secret: secret(WEBHOOK_SECRET),
        unknown_cards: UnknownCards::Accept,
    }
}

/// A shop whose cards are charged by Stripe.
async fn shop() -> (TestApp, StripeDouble) {
    shop_with(|_| {}).await
}

/// The fraud check of the shop.
#[derive(Debug, Clone, Copy)]
enum Judge {
    OwnRecords,
    Radar,
}

async fn shop_with(change: impl FnOnce(&mut StripeSettings)) -> (TestApp, StripeDouble) {
    shop_of(Judge::OwnRecords, change).await
}

async fn shop_of(judge: Judge, change: impl FnOnce(&mut StripeSettings)) -> (TestApp, StripeDouble) {
    shop_taxed_by(None, judge, change).await
}

/// The same, whose sales tax `tax` gives.
async fn shop_taxed_by(
    tax: Option<TaxChoice>,
    judge: Judge,
    change: impl FnOnce(&mut StripeSettings),
) -> (TestApp, StripeDouble) {
    let stripe = StripeDouble::start(Arc::new(SystemClock::default())).await;
    let mut stripe_settings = settings(&stripe.url());
    change(&mut stripe_settings);
    let app = TestApp::with(|settings| {
        // Stripe's answers and its events come at the same time.
        two_transactions(settings);
        if let Some(tax) = tax {
            settings.parties.tax = tax;
        }
        let fraud = match judge {
            Judge::OwnRecords => FraudChoice::OwnRecords,
            Judge::Radar => FraudChoice::Radar,
        };
        settings.parties.charging = Charging::new(PaymentChoice::Stripe(stripe_settings), fraud).unwrap();
    })
    .await;
    stripe.follow(app.clock.clone());
    (app, stripe)
}

/// A form with the card as Stripe's own fields send it.
fn by_stripe(mut form: Value, payment_method: &str) -> Value {
    form.as_object_mut().unwrap().remove("card_info");
    form["payment_method"] = json!(payment_method);
    form
}

/// The form of a sign-up with a card.
fn sign_up(stripe: &StripeDouble, number: &str) -> Value {
    by_stripe(card_form(number), &stripe.payment_method(number))
}

/// The form of another card.
fn another(stripe: &StripeDouble, number: &str) -> Value {
    by_stripe(other_card(number), &stripe.payment_method(number))
}

/// A customer who has ordered with a card.
async fn ordered(app: &TestApp, stripe: &StripeDouble, number: &str) -> Shopper {
    ordered_by(app, stripe, "ann@example.com", number).await
}

/// The customer with this email address, who has ordered with a card.
async fn ordered_by(app: &TestApp, stripe: &StripeDouble, email: &str, number: &str) -> Shopper {
    let mut shopper = Shopper::new(app, email).await;
    let saved = shopper.browser.post("/api/credit_cards", sign_up(stripe, number)).await.expect(201);
    shopper.order = saved["order_id"].as_str().unwrap().to_owned();
    shopper
}

/// A customer who has decided to keep `kept` items, after the first fee of $1.00 was paid.
async fn decided(app: &TestApp, stripe: &StripeDouble, kept: usize) -> Shopper {
    let mut ann = ordered(app, stripe, GOOD).await;
    ann.bring_box(app).await;
    ann.keep(kept).await;
    ann
}

/// Replaces the card of a customer who has ordered, with the code that this needs.
async fn replace_card(app: &TestApp, ann: &mut Shopper, form: Value) {
    ann.browser.patch("/api/credit_cards", form).await.refused(403, "mfa_required");
    confirm(app, &mut ann.browser).await;
}

/// The order's payment that waits for the customer.
async fn waiting(ann: &mut Shopper) -> Value {
    ann.read().await["payment"].clone()
}

/// The secret with which the page lets the customer confirm the payment.
async fn payment_secret(ann: &mut Shopper) -> Value {
    let path = format!("/api/orders/{}/payment_confirmation", ann.order);
    ann.browser.post(&path, json!({})).await.expect(200)["client_secret"].clone()
}

/// The page's call that checks the payment.
async fn check(ann: &mut Shopper) -> Value {
    let path = format!("/api/orders/{}/payment_check", ann.order);
    ann.browser.post(&path, json!({})).await.expect(200)
}

async fn books_agree(app: &TestApp) {
    let audit = ops(app, "audit").await;
    assert!(audit.is_ok(), "{audit:?}");
}
