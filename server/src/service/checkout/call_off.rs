//! Calling a paid checkout off, because its box was lost on its way to the customer: all that was paid and reserved goes back.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::account::record;
use crate::service::checkout::reservation;
use crate::service::order::read::has_paid;
use crate::service::payment::attempts::{self, Amount};
use crate::service::payment::restored_money;
use crate::service::payment::settlement::checkout::book_refund;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::order::{items, stock};
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::returns::exchanges::{self, ExchangeRow, ExchangeStatus};
use crate::store::{CustomerTx, Tx};
use std::collections::BTreeSet;
use stylebox_core::order::Actor;
use stylebox_core::payment::refund::{GoesBack, LostCheckout, Parts, of_checkout};
use stylebox_core::values::money::Money;

#[derive(Debug)]
pub struct CheckoutRefund {
    pub(crate) back: GoesBack,
    /// The attempt that refunds the card's part, which the caller has to carry out after committing; `None` if nothing was charged.
    pub(crate) attempt: Option<AttemptRow>,
    /// The code of the coupon that it had used, which is free again.
    pub(crate) coupon: Option<String>,
}

/// Calls the paid checkout of an order off, if there is one: coupon, reward and reserved sizes are free again, and a refund of what
/// was paid is stored. What the gift card paid goes back when the card's part has. What was sold out went back before.
///
/// # Errors
/// If the books do not say what was paid; those of [`restored_money::refuse_unmatched`].
pub async fn begin(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    customer: &mut CustomerRow,
    actor: Actor,
) -> StaffResult<Option<CheckoutRefund>> {
    restored_money::refuse_unmatched(state, tx, order).await?;
    let paid = invoices::of_order(tx, &order.id).await?.into_iter().find(InvoiceRow::is_paid);
    let Some(mut invoice) = paid else { return Ok(None) };
    let exchanges = exchanges::of_order(tx, &order.id).await?;
    let back = goes_back(&invoice, &exchanges)?;
    (invoice.void_at, invoice.updated_at) = (Some(state.clock.now()), state.clock.now());
    (invoice.card_back, invoice.gift_card_back, invoice.credit_back) = (back.card, back.gift_card, back.credit);
    invoice.update(tx).await?;
    items::mark_unpaid(tx, &order.id).await?;
    // Coupon, gift card, stock: a checkout locks them in this order, too.
    reservation::release_coupon(tx, &invoice.id).await?;
    if back.card.is_zero() {
        book_refund(state, tx, &mut invoice, None).await?;
    }
    call_off(state, tx, exchanges).await?;
    if !customer.first_timer && !has_bought(tx, &customer.id).await? {
        customer.first_timer = true;
        record::write(state, tx, customer).await?;
    }
    if back.card.is_zero() {
        return Ok(Some(CheckoutRefund { back, attempt: None, coupon: invoice.coupon_code }));
    }
    let charges = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?;
    let charge = charges
        .into_iter()
        .find(|attempt| attempt.status == AttemptStatus::Succeeded && attempt.invoice_id.as_ref() == Some(&invoice.id));
    let charge = charge.ok_or_else(|| StaffError::unexpected("a refund without its charge"))?;
    let amount = Amount { purpose: Purpose::CheckoutRefund, money: back.card, actor };
    let attempt = attempts::refund(state, tx, order, charge, amount, &BTreeSet::new()).await?;
    Ok(Some(CheckoutRefund { back, attempt: Some(attempt), coupon: invoice.coupon_code }))
}

/// What goes back, by core's `refund.of_checkout`.
fn goes_back(invoice: &InvoiceRow, exchanges: &[ExchangeRow]) -> StaffResult<GoesBack> {
    let sum = |part: fn(&ExchangeRow) -> Money| Money::sum(exchanges.iter().map(part)).map_err(StaffError::unexpected);
    let back = Parts {
        card: sum(|exchange| exchange.card_back)?,
        gift_card: sum(|exchange| exchange.gift_card_back)?,
        credit: sum(|exchange| exchange.credit_back)?,
    };
    let paid = Parts { card: invoice.total_due, gift_card: invoice.gift_card_amount, credit: invoice.credit_amount };
    of_checkout(&LostCheckout { paid, back }).map_err(StaffError::unexpected)
}

/// Releases the sizes that are held for an exchange.
async fn call_off(state: &AppState, tx: &mut CustomerTx, exchanges: Vec<ExchangeRow>) -> StaffResult<()> {
    for mut exchange in exchanges.into_iter().filter(|exchange| exchange.status == ExchangeStatus::Held) {
        stock::release(tx, &exchange.product_id, &exchange.size).await?;
        exchange.status = ExchangeStatus::Cancelled;
        exchange.closed_at = Some(state.clock.now());
        exchange.update(tx).await?;
    }
    Ok(())
}

/// Whether a checkout of the customer is paid. If none is, their next box is the first one again.
async fn has_bought(tx: &mut Tx, customer_id: &str) -> StaffResult<bool> {
    let orders = orders::of_customer(tx, customer_id).await?;
    let ids: Vec<String> = orders.into_iter().map(|order| order.id).collect();
    Ok(has_paid(&invoices::of_orders(tx, &ids).await?))
}
