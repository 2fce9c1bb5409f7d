//! Attempts to move money, stored before the gateway is asked, each with the key that the gateway gets.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::providers::payment::charge::Capture;
use crate::service::payment::restored_money;
use crate::state::AppState;
use crate::store::card::cards::CardRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{self, CustomerTx, Tx};
use std::collections::BTreeSet;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;
use stylebox_core::{brand, policy};

/// What to charge or refund.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    pub(crate) purpose: Purpose,
    pub(crate) money: Money,
    /// Who asks for it.
    pub(crate) actor: Actor,
}

/// An attempt that the gateway has to be asked about once it is committed.
#[derive(Debug)]
pub enum BegunAttempt {
    /// This call has stored it just now, to charge this card.
    New(AttemptRow, Box<CardRow>),
    /// An earlier call has stored it.
    Before(AttemptRow),
}

/// Stores the attempt to charge a card for an order, or for one of its invoices. `capture` says when the money is taken. The caller has
/// to carry it out after committing `tx`.
///
/// # Errors
/// If one is open already; those of [`restored_money::why_not_charged`].
pub async fn charge(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    invoice_id: Option<String>,
    card: CardRow,
    amount: Amount,
    capture: Capture,
) -> AppResult<BegunAttempt> {
    if let Some(why) = restored_money::why_not_charged(state, tx, &order.id, amount.purpose).await? {
        return Err(why.into());
    }
    let attempt = AttemptRow {
        // A fee is charged when styling begins, and not when the customer asks for something.
        customer_present: amount.purpose == Purpose::Checkout && amount.actor == Actor::Customer,
        capture_after_risk: capture == Capture::AfterRisk,
        ..not_begun(state, order, invoice_id, card.id.clone(), amount)
    };
    attempt.insert(tx).await?;
    Ok(BegunAttempt::New(attempt, Box::new(card)))
}

/// Stores the attempt of a charge that the gateway has, and that a restored backup does not know: it was made under this key, and the gateway
/// knows it as `opened_as`. Whether it is paid is looked up as for any whose answer was lost.
///
/// # Errors
/// That of the database's unique key if another server has stored it.
pub async fn of_made_charge(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    invoice_id: Option<String>,
    card: &CardRow,
    amount: Amount,
    (key, opened_as): (&str, &str),
) -> AppResult<AttemptRow> {
    let attempt = AttemptRow {
        gateway_key: key.to_owned(),
        opened_as: Some(opened_as.to_owned()),
        status: AttemptStatus::Unknown,
        asked_at: Some(state.clock.now()),
        ..not_begun(state, order, invoice_id, card.id.clone(), amount)
    };
    attempt.insert(tx).await?;
    Ok(attempt)
}

/// Stores the attempt to refund money of a charge, for these `items` if it is not for all. If the same refund was made after a backup that was
/// restored, the attempt has its key, and no money moves again.
///
/// # Errors
/// [`StaffError::Refused`] while another one for the same purpose is open; those of [`restored_money::refuse_paused`].
pub async fn refund(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    paid: AttemptRow,
    amount: Amount,
    items: &BTreeSet<String>,
) -> StaffResult<AttemptRow> {
    refuse_open(tx, order, amount.purpose).await?;
    let charge_id = paid.gateway_charge_id.as_deref();
    let known = restored_money::key_of_refund(state, tx, charge_id, (amount.purpose, amount.money), items).await?;
    let mut refund = AttemptRow {
        gateway_charge_id: paid.gateway_charge_id,
        currency: paid.currency,
        description: paid.description,
        return_to: paid.return_to,
        ..not_begun(state, order, paid.invoice_id, paid.card_id, amount)
    };
    if let Some(key) = known {
        (refund.gateway_key, refund.status) = (key, AttemptStatus::Unknown);
        refund.asked_at = Some(state.clock.now());
    }
    refund.insert(tx).await?;
    Ok(refund)
}

/// An attempt about which the gateway was not asked.
fn not_begun(
    state: &AppState,
    order: &OrderRow,
    invoice_id: Option<String>,
    card_id: String,
    Amount { purpose, money, actor }: Amount,
) -> AttemptRow {
    AttemptRow {
        id: state.new_id(),
        customer_id: order.customer_id.clone(),
        order_id: order.id.clone(),
        invoice_id,
        card_id,
        purpose,
        actor,
        gateway_key: new_key(state, purpose),
        amount: money,
        currency: policy::CURRENCY.to_owned(),
        description: format!("{} by {}", brand::PRODUCT, brand::RETAILER),
        return_to: state.settings.public_url.page_link(&page_after(purpose, &order.id)),
        customer_present: false,
        capture_after_risk: false,
        opened_as: None,
        status: AttemptStatus::Pending,
        gateway_charge_id: None,
        decline_reason: None,
        decline_advice: None,
        created_at: state.clock.now(),
        asked_at: None,
        settled_at: None,
        called_off_at: None,
        bank_url: None,
        confirm_in_page: false,
        confirm_by: None,
        reserved_until: None,
        give_back_key: None,
        settled_by_hand: false,
    }
}

/// Where the customer goes on after the bank's page.
fn page_after(purpose: Purpose, order_id: &str) -> String {
    match purpose {
        Purpose::Checkout => format!("/checkout/confirmation?order={order_id}"),
        Purpose::StylingFee | Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund => {
            "/dashboard".to_owned()
        }
    }
}

/// A key of our own that no other attempt has.
pub fn new_key(state: &AppState, purpose: Purpose) -> String {
    purpose.key(&state.new_id())
}

/// Checks that no attempt of an order for a purpose is open.
///
/// # Errors
/// [`StaffError::Refused`] if one is.
pub async fn refuse_open(tx: &mut Tx, order: &OrderRow, purpose: Purpose) -> StaffResult<()> {
    let attempts = payment_attempts::of_order(tx, &order.id, purpose).await?;
    if !attempts.iter().any(AttemptRow::is_open) {
        return Ok(());
    }
    let what = match purpose {
        Purpose::StylingFee => "the styling fee",
        Purpose::Checkout => "the checkout",
        Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund => "another refund",
    };
    Err(StaffError::refused(format!(
        "The payment gateway is still being asked about {what} of order {}. Please try again in a minute.",
        order.code
    )))
}

/// The charge of an order that has no outcome yet.
pub async fn open_charge(tx: &mut Tx, order_id: &str) -> store::Result<Option<AttemptRow>> {
    for purpose in [Purpose::StylingFee, Purpose::Checkout] {
        let attempts = payment_attempts::of_order(tx, order_id, purpose).await?;
        if let Some(open) = attempts.into_iter().find(AttemptRow::is_open) {
            return Ok(Some(open));
        }
    }
    Ok(None)
}

/// The open charge of an order that waits for the customer to confirm it.
pub async fn at_bank(tx: &mut Tx, order_id: &str) -> store::Result<Option<AttemptRow>> {
    Ok(open_charge(tx, order_id).await?.filter(AttemptRow::waits_for_cardholder))
}

/// The open charge of an order that can be called off: it waits for the customer to confirm it or, held, for the shop, or its money
/// may be reserved and the gateway cannot say how risky it is.
pub async fn charge_to_call_off(tx: &mut Tx, order_id: &str) -> store::Result<Option<AttemptRow>> {
    let can_be_called_off = |open: &AttemptRow| open.waits_for_cardholder() || open.is_held() || open.may_be_reserved();
    Ok(open_charge(tx, order_id).await?.filter(can_be_called_off))
}
