//! Saving a card: at sign-up it is the last step, and makes the first order.
//!
//! The number is in memory for the call to the gateway and goes nowhere else: what is kept is the gateway's token and what
//! may be shown of the card.

use super::first_order::{self, FirstOrder};
use super::{card_change, mail, order_mail, styling_fee};
use crate::http::error::{AppError, AppResult, NOT_FOUND, Refusal};
use crate::providers::payment::{CardDetails, CardToken, TokenError};
use crate::state::AppState;
use crate::store::cards::{self, CardRow};
use crate::store::customers::{self, CustomerRow};
use crate::store::shipping_addresses::{self, AddressRow};
use crate::store::{Tx, lock_customer};
use axum::http::StatusCode;
use stylebox_core::address::{Address, AddressChange, ComparedAddress, changed};
use stylebox_core::messages::Message;
use stylebox_core::payment::Payment;
use stylebox_core::{Issue, consent, input};

/// The bank refuses the card.
pub const CARD_DECLINED: Refusal = Refusal::known(StatusCode::PAYMENT_REQUIRED, "card_declined");
/// It is a debit card.
pub const DEBIT_CARD: Refusal = Refusal::known(StatusCode::UNPROCESSABLE_ENTITY, "debit_card");
/// The gateway does not answer.
pub const GATEWAY_UNAVAILABLE: Refusal = Refusal::known(StatusCode::SERVICE_UNAVAILABLE, "gateway_unavailable");
/// The sentence that was agreed to is not today's.
pub const CONSENT_OUTDATED: Refusal = Refusal::new(
    StatusCode::CONFLICT,
    "consent_outdated",
    "The terms beside your card have changed. Please reload the page and read them again.",
);

/// What comes with a card.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The version of the sentence of consent that was agreed to.
    pub consent_version: Option<String>,
    /// How the customer came to know of it.
    pub blog_interest: Option<String>,
    /// A coupon's code.
    pub coupon: Option<String>,
}

/// A card that was saved.
#[derive(Debug, Clone)]
pub struct Saved {
    /// The card.
    pub card: CardRow,
    /// The first order, where saving the card made it, or had made it before.
    pub order_id: Option<String>,
}

/// The customer's card.
///
/// # Errors
/// [`NOT_FOUND`] where there is none.
pub async fn current(state: &AppState, customer_id: &str) -> AppResult<CardRow> {
    let mut tx = state.db.read().await?;
    Ok(cards::current(&mut tx, customer_id).await?.ok_or(NOT_FOUND)?)
}

/// Saves a card, where boxes go, and at sign-up the first order.
///
/// # Errors
/// Where the date that was chosen is no longer open, the card on file may not be replaced, or the gateway does not take the
/// new one; nothing is saved then.
pub async fn save(state: &AppState, customer_id: &str, payment: Payment, options: Options) -> AppResult<Saved> {
    if options.consent_version.as_deref().is_some_and(|version| version != consent::current(&input::Nothing {}).version)
    {
        return Err(CONSENT_OUTDATED.into());
    }
    // Before the bank is asked: a date that is closed is the customer's to change first.
    let mut tx = state.db.read().await?;
    let customer = customers::by_id(&mut tx, customer_id).await?.ok_or(NOT_FOUND)?;
    if let Admission::Repeat(saved) = admit(state, &mut tx, &customer, &payment).await? {
        return Ok(*saved);
    }
    drop(tx);
    let token = tokenise(state, &payment).await?;
    keep(state, customer_id, &payment, token, options).await
}

/// What saving a card comes to, as the account stands.
enum Admission {
    /// The card is new, and makes this of the sign-up.
    New(FirstOrder),
    /// The sign-up was sent before, and made this.
    Repeat(Box<Saved>),
}

async fn admit(state: &AppState, tx: &mut Tx, customer: &CustomerRow, payment: &Payment) -> AppResult<Admission> {
    let first = first_order::planned(state, tx, customer).await?;
    let Some(known) = cards::current(tx, &customer.id).await? else { return Ok(Admission::New(first)) };
    if let FirstOrder::Made(order) = &first
        && card_change::is_the_same(&known, payment)
    {
        return Ok(Admission::Repeat(Box::new(Saved { card: known, order_id: Some(order.id.clone()) })));
    }
    card_change::check(tx, customer, &known, &first, state.clock.now()).await?;
    Ok(Admission::New(first))
}

async fn tokenise(state: &AppState, payment: &Payment) -> AppResult<CardToken> {
    let card = &payment.card;
    let details = CardDetails {
        number: card.number.expose().to_owned(),
        expiration: card.expiration.to_string(),
        cvv: card.cvv.expose().to_owned(),
        cardholder: payment.cardholder.name.to_string(),
        postal_code: payment.cardholder.address.postal_code.to_string(),
    };
    state.providers.payment.tokenise(&details).await.map_err(|error| match error {
        TokenError::Declined => CARD_DECLINED.into(),
        TokenError::Debit => DEBIT_CARD.into(),
        TokenError::NoAnswer => GATEWAY_UNAVAILABLE.into(),
        TokenError::InvalidNumber => {
            AppError::Form(vec![Issue::new("card_info.credit_card_number", Message::CardNumberInvalid)])
        }
    })
}

/// One transaction: the card, the address, the account's number in the books, the first order and its e-mail.
async fn keep(
    state: &AppState,
    customer_id: &str,
    payment: &Payment,
    token: CardToken,
    options: Options,
) -> AppResult<Saved> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, customer_id).await?;
    let mut customer = customers::by_id(&mut tx, customer_id).await?.ok_or(NOT_FOUND)?;
    let planned = match admit(state, &mut tx, &customer, payment).await? {
        Admission::New(planned) => planned,
        Admission::Repeat(saved) => return Ok(*saved),
    };
    let card = card_row(state, customer_id, payment, token, &options);
    cards::replace(&mut tx, &card).await?;
    let address_id = save_address(state, &mut tx, &customer, &payment.shipping).await?;
    if customer.celerant_id.is_none() {
        customer.celerant_id = Some(state.random.text(b"0123456789", 9));
    }
    customer.phone.get_or_insert_with(|| payment.shipping.phone.to_string());
    let order_id = match planned {
        FirstOrder::Planned(plan) => {
            customer.subscription_type = Some(plan.subscription_type);
            let Options { coupon, blog_interest, .. } = options;
            let plan = first_order::Plan { address_id, coupon, blog_interest, ..plan };
            let order = first_order::place(state, &mut tx, &mut customer, plan).await?;
            let placed = order_mail::order_placed(&customer, &order, styling_fee::of(&customer, now));
            mail::queue(state, &mut tx, placed).await?;
            Some(order.id)
        }
        FirstOrder::Made(order) => Some(order.id),
        FirstOrder::NotChosen => None,
    };
    customer.updated_at = now;
    customers::update(&mut tx, &customer).await?;
    tx.commit().await?;
    Ok(Saved { card, order_id })
}

fn card_row(state: &AppState, customer_id: &str, payment: &Payment, token: CardToken, options: &Options) -> CardRow {
    let now = state.clock.now();
    let Address { line_1, line_2, city, state: us_state, postal_code, phone } = payment.cardholder.address.clone();
    CardRow {
        id: state.new_id(),
        customer_id: customer_id.to_owned(),
        gateway_token: token.token,
        brand: token.brand,
        last_four: token.last_four,
        expiration: payment.card.expiration.to_string(),
        cardholder_name: payment.cardholder.name.to_string(),
        street_address1: line_1.to_string(),
        street_address2: line_2.map(|line| line.to_string()),
        city: city.to_string(),
        state: us_state.to_string(),
        zip_code: postal_code.to_string(),
        country: "US".to_owned(),
        phone: phone.to_string(),
        consent_at: options.consent_version.is_some().then_some(now),
        consent_version: options.consent_version.clone(),
        created_at: now,
    }
}

/// Saves the address where it is another than the primary one; gives the id of where boxes go.
async fn save_address(state: &AppState, tx: &mut Tx, customer: &CustomerRow, address: &Address) -> AppResult<String> {
    let name = format!("{} {}", customer.first_name, customer.last_name);
    let known = shipping_addresses::of_customer(tx, &customer.id).await?;
    let primary = known.into_iter().find(|known| known.is_primary);
    let compared = |row: &AddressRow| ComparedAddress {
        name: row.name.clone(),
        phone: row.phone.clone(),
        line_1: row.line_1.clone(),
        line_2: row.line_2.clone().unwrap_or_default(),
        city: row.city.clone(),
        state: row.state.clone(),
        postal_code: row.postal_code.clone(),
    };
    let row = AddressRow {
        id: state.new_id(),
        customer_id: customer.id.clone(),
        name,
        phone: address.phone.to_string(),
        line_1: address.line_1.to_string(),
        line_2: address.line_2.as_ref().map(ToString::to_string),
        city: address.city.to_string(),
        state: address.state.to_string(),
        postal_code: address.postal_code.to_string(),
        country: "US".to_owned(),
        is_primary: true,
        created_at: state.clock.now(),
    };
    match primary {
        Some(primary) if !changed(&AddressChange { primary: Some(compared(&primary)), candidate: compared(&row) }) => {
            Ok(primary.id)
        }
        _ => {
            shipping_addresses::add(tx, &row).await?;
            Ok(row.id)
        }
    }
}
