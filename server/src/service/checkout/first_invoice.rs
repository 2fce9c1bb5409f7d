//! The first invoice of an order: making it, and working out what it would be.

use crate::platform::error::AppResult;
use crate::service::account::customer;
use crate::service::checkout::coupons::UsableCoupons;
use crate::service::checkout::invoice::{
    Invoice, calculate_open, ended, holder_of, recalculated, with_tax, work_out_with,
};
use crate::service::checkout::tax::{self, FirstTax, Taxed};
use crate::service::order::read::owned;
use crate::state::AppState;
use crate::store::checkout::invoices::{self, InvoiceRow, InvoiceStatus, InvoiceType};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::charges::ChargeFacts;
use crate::store::{CustomerTx, Tx};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, CheckOutInput, can_check_out};
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

/// Makes the order's invoice, or returns the existing one.
///
/// # Errors
/// If the order is not the customer's, or cannot be checked out; [`Refusal::TaxUnknown`],
/// [`Refusal::TaxUnavailable`].
pub async fn create(state: &AppState, customer_id: &str, order_id: &str) -> AppResult<Invoice> {
    with_tax(state, customer_id, || async {
        let (mut tx, _) = customer::locked(state, customer_id).await?;
        let order = owned(&mut tx, customer_id, order_id).await?;
        let newest = invoices::of_order(&mut tx, order_id).await?.into_iter().next();
        let invoice = match newest {
            Some(row) => recalculated(state, &mut tx, &order, row).await?,
            None => {
                let lines = items::lines(&mut tx, &order.id).await?;
                make_first(state, &mut tx, (&order, None), lines).await?
            }
        };
        tx.commit().await?;
        Ok(invoice)
    })
    .await
}

/// Makes the invoice of an order that has none, for these decisions. `facts` are those about the order's charges, if they are known.
///
/// # Errors
/// If the order cannot be checked out; [`Refusal::TaxUnknown`].
pub(crate) async fn make_first(
    state: &AppState,
    tx: &mut CustomerTx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
    lines: Vec<LineItemRow>,
) -> AppResult<Taxed<Invoice>> {
    let invoice = first(state, tx, (order, facts), lines).await?;
    if let Taxed::Known(invoice) = &invoice {
        invoice.row.insert(tx).await?;
    }
    Ok(invoice)
}

/// The open invoice of an order as it would be for decisions that may not be stored yet: the newest one, or a first one that is not
/// kept.
///
/// # Errors
/// Those of [`make_first`] and [`calculate_open`].
pub(crate) async fn forecast(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, &ChargeFacts),
    newest: Option<InvoiceRow>,
    lines: Vec<LineItemRow>,
) -> AppResult<Taxed<Invoice>> {
    match newest {
        Some(row) => calculate_open(state, tx, (order, Some(facts)), row, lines).await,
        None => first(state, tx, (order, Some(facts)), lines).await,
    }
}

/// The first invoice of an order, for these decisions.
async fn first(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
    lines: Vec<LineItemRow>,
) -> AppResult<Taxed<Invoice>> {
    if !can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: false }) {
        return Err(Refusal::OrderNotReadyForCheckout.into());
    }
    let tax = match tax::first(state, tx, (order, facts), &lines).await? {
        Taxed::Known(tax) => tax,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    let row = blank(state, order, &tax);
    let holder = holder_of(&order.customer_id, facts);
    let usable = UsableCoupons::of_customer(state, tx, holder, order.coupon.as_deref()).await?;
    let of_order = match &order.coupon {
        Some(code) => usable.find(state, code)?,
        None => None,
    };
    // The code of the order is as it was typed: one that is found may have another spelling, or be that of all referrals.
    let (coupon, ended_coupon) = match of_order {
        Some(coupon) => (Some(coupon), order.ended_coupon.clone()),
        None => {
            let default = usable.by_default(order.coupon.is_none(), &state.data.terms)?;
            let ended = ended(order.coupon.as_ref(), default.as_ref());
            (default, ended.or(order.ended_coupon.clone()))
        }
    };
    work_out_with(state, tx, (order, facts), InvoiceRow { ended_coupon, ..row }, lines, coupon).await
}

/// An invoice of an order whose amounts are not worked out yet.
fn blank(state: &AppState, order: &OrderRow, tax: &FirstTax) -> InvoiceRow {
    let now = state.clock.now();
    InvoiceRow {
        id: state.new_id(),
        order_id: order.id.clone(),
        customer_id: order.customer_id.clone(),
        invoice_type: InvoiceType::Customer,
        status: InvoiceStatus::Open,
        original_subtotal: Money::default(),
        multi_item_discount: Money::default(),
        discount_amount: Money::default(),
        total_before_tax: Money::default(),
        tax: Money::default(),
        shipping_tax: tax.delivery_fee,
        total_with_tax: Money::default(),
        credit_available: Money::default(),
        credit_amount: Money::default(),
        gift_card_available: Money::default(),
        gift_card_amount: Money::default(),
        forgiven: Money::default(),
        total_due: Money::default(),
        tax_rate: tax.rate,
        tax_is_calculated: tax.is_calculated,
        tax_calculation: None,
        four_items: false,
        undecided: Count::default(),
        coupon_code: None,
        coupon_kind: None,
        coupon_value: None,
        ended_coupon: None,
        coupon_removed: false,
        gift_card_id: None,
        checked_out_by: Actor::Customer,
        exchange_address: None,
        created_at: now,
        updated_at: now,
        paid_at: None,
        void_at: None,
        card_back: Money::default(),
        gift_card_back: Money::default(),
        credit_back: Money::default(),
        refunded_at: None,
    }
}
