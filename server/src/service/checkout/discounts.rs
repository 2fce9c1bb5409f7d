//! The coupon and the gift card of an open invoice: applying and removing them.

use crate::platform::error::AppResult;
use crate::service::access::rate_limit::Limit;
use crate::service::account::customer;
use crate::service::checkout::coupons::{self, Holder};
use crate::service::checkout::invoice::{Invoice, of_customer, put_coupon, recalculated, with_tax};
use crate::service::checkout::tax::Taxed;
use crate::service::checkout::vouchers;
use crate::state::AppState;
use crate::store::checkout::invoices::{InvoiceRow, InvoiceStatus};
use crate::store::order::orders::OrderRow;
use crate::store::{CustomerTx, Tx};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// Codes tried by one customer.
const TRIES: Limit = Limit::new("codes", limits::VOUCHERS);

/// Whether the customer may use the coupon of a code now.
pub async fn is_coupon(state: &AppState, tx: &mut Tx, customer_id: &str, code: &str) -> AppResult<bool> {
    Ok(coupons::find(state, tx, Holder::from(customer_id), code).await?.is_some())
}

/// Applies a coupon. It replaces the one before.
///
/// # Errors
/// [`Refusal::PromoCodeNotRecognized`] if the customer has no such coupon.
pub async fn apply_coupon(state: &AppState, customer_id: &str, id: &str, code: &str) -> AppResult<Invoice> {
    TRIES.count(state, customer_id).await?;
    with_tax(state, customer_id, || async {
        let (mut tx, order, mut row) = open_of_customer(state, customer_id, id).await?;
        let found = coupons::find(state, &mut tx, Holder::from(customer_id), code).await?;
        put_coupon(&mut row, Some(&found.ok_or(Refusal::PromoCodeNotRecognized)?));
        row.ended_coupon = None;
        changed(state, tx, &order, row).await
    })
    .await
}

/// Removes the coupon.
///
/// # Errors
/// If the invoice is not open.
pub async fn remove_coupon(state: &AppState, customer_id: &str, id: &str) -> AppResult<Invoice> {
    with_tax(state, customer_id, || async {
        let (tx, order, mut row) = open_of_customer(state, customer_id, id).await?;
        put_coupon(&mut row, None);
        (row.ended_coupon, row.coupon_removed) = (None, true);
        changed(state, tx, &order, row).await
    })
    .await
}

/// Applies a gift card. It replaces the one before.
///
/// # Errors
/// [`Refusal::GiftCardNotFound`] if no gift card has that number.
pub async fn apply_gift_card(state: &AppState, customer_id: &str, id: &str, number: &str) -> AppResult<Invoice> {
    TRIES.count(state, customer_id).await?;
    with_tax(state, customer_id, || async {
        let (mut tx, order, mut row) = open_of_customer(state, customer_id, id).await?;
        let card = vouchers::find_gift_card(&state.keys, &mut tx, number).await?;
        row.gift_card_id = Some(card.ok_or(Refusal::GiftCardNotFound)?.id);
        changed(state, tx, &order, row).await
    })
    .await
}

/// Removes the gift card.
///
/// # Errors
/// If the invoice is not open.
pub async fn remove_gift_card(state: &AppState, customer_id: &str, id: &str) -> AppResult<Invoice> {
    with_tax(state, customer_id, || async {
        let (tx, order, mut row) = open_of_customer(state, customer_id, id).await?;
        row.gift_card_id = None;
        changed(state, tx, &order, row).await
    })
    .await
}

async fn open_of_customer(
    state: &AppState,
    customer_id: &str,
    id: &str,
) -> AppResult<(CustomerTx, OrderRow, InvoiceRow)> {
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    let (order, row) = of_customer(&mut tx, customer_id, id).await?;
    if row.status == InvoiceStatus::Open { Ok((tx, order, row)) } else { Err(Refusal::InvoiceNotOpen.into()) }
}

/// Stores a changed invoice with its new amounts. If the tax is missing, nothing is stored.
async fn changed(state: &AppState, mut tx: CustomerTx, order: &OrderRow, row: InvoiceRow) -> AppResult<Taxed<Invoice>> {
    let mut invoice = match recalculated(state, &mut tx, order, row).await? {
        Taxed::Known(invoice) => invoice,
        missing @ Taxed::Missing(_) => return Ok(missing),
    };
    invoice.row.updated_at = state.clock.now();
    invoice.row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(Taxed::Known(invoice))
}
