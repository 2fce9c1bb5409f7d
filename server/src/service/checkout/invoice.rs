//! Invoices. An open one is computed each time it is read, by core's `invoice.preview`, from the decisions, coupon, tax rate,
//! styling-fee credit and gift card. Its amounts are those that the browser previews, to the cent.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::checkout::amounts;
use crate::service::checkout::coupons::{CouponSource, FoundCoupon, Holder, UsableCoupons};
use crate::service::checkout::tax::{self, Asker, Calculator, Taxed};
use crate::service::order::read::{has_paid, owned};
use crate::service::payment::ledger::{fee_in, fee_paid};
use crate::service::payment::retries;
use crate::service::payment::why_declined::why_declined;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::cards;
use crate::store::checkout::discounts::{self, GiftCardRow};
use crate::store::checkout::invoices::{self, InvoiceLineRow, InvoiceRow, InvoiceStatus};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::charges::ChargeFacts;
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use crate::values::confirmation::Confirmation;
use stylebox_core::checkout::coupon::Coupon;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::money::{Money, TaxRate};

/// An invoice with its items and gift card.
#[derive(Debug, Clone)]
pub struct Invoice {
    /// The invoice, with its amounts computed.
    pub(crate) row: InvoiceRow,
    /// The items and their decisions.
    pub(crate) lines: Vec<InvoiceLineRow>,
    pub(crate) coupon: Option<Coupon>,
    pub(crate) gift_card: Option<GiftCardRow>,
    /// The source of the coupon; `None` without a coupon, or if the invoice is not open.
    pub(crate) coupon_source: Option<CouponSource>,
    pub(crate) newest_payment: NewestPayment,
}

/// How the newest payment of an invoice went, as far as the customer has to do something about it.
#[derive(Debug, Clone, Default)]
pub struct NewestPayment {
    /// How the customer confirms the payment, while the bank wants that.
    pub(crate) confirmation: Option<Confirmation>,
    /// Why the card on file was declined, if it was.
    pub(crate) declined: Option<Refusal>,
}

impl NewestPayment {
    async fn of_invoice(tx: &mut Tx, row: &InvoiceRow) -> AppResult<Self> {
        if row.status == InvoiceStatus::Paid {
            return Ok(Self::default());
        }
        let attempts = payment_attempts::of_order(tx, &row.order_id, Purpose::Checkout).await?;
        let Some(newest) = attempts.into_iter().next() else { return Ok(Self::default()) };
        let confirmation = newest.confirmation();
        let declined = match why_declined(&newest) {
            Some(why) if is_on_file(tx, &newest).await? => Some(why),
            _ => None,
        };
        Ok(Self { confirmation, declined })
    }
}

async fn is_on_file(tx: &mut Tx, attempt: &AttemptRow) -> AppResult<bool> {
    let Some(card) = cards::current(tx, &attempt.customer_id).await? else { return Ok(false) };
    // If the card was saved again, that called off what waited for the customer: nothing is said about it.
    let is_over = attempt.card_id != card.id && !attempt.was_declined();
    Ok(!is_over && retries::is_with(tx, attempt, &card).await?)
}

/// The invoice that `work` reads or changes for a customer. While its tax is missing, calculates it and calls `work` again.
pub(super) async fn with_tax<F>(state: &AppState, customer_id: &str, work: impl Fn() -> F) -> AppResult<Invoice>
where
    F: Future<Output = AppResult<Taxed<Invoice>>>,
{
    Calculator::new(state, Asker::Customer(customer_id)).until_known(work).await
}

/// The order's newest invoice.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or the order is somebody else's; [`Refusal::TaxUnavailable`].
pub async fn current(state: &AppState, customer_id: &str, order_id: &str) -> AppResult<Invoice> {
    with_tax(state, customer_id, || async {
        let mut tx = state.db.read().await?;
        let order = owned(&mut tx, customer_id, order_id).await?;
        let newest = invoices::of_order(&mut tx, order_id).await?.into_iter().next();
        recalculated(state, &mut tx, &order, newest.ok_or(Refusal::NotFound)?).await
    })
    .await
}

/// An invoice of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub async fn read(state: &AppState, customer_id: &str, id: &str) -> AppResult<Invoice> {
    with_tax(state, customer_id, || async {
        let mut tx = state.db.read().await?;
        let (order, row) = of_customer(&mut tx, customer_id, id).await?;
        recalculated(state, &mut tx, &order, row).await
    })
    .await
}

/// A paid invoice of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub(crate) async fn paid(state: &AppState, customer_id: &str, id: &str) -> AppResult<Invoice> {
    let mut tx = state.db.read().await?;
    let row = invoices::by_id(&mut tx, id).await?;
    let is_it = |row: &InvoiceRow| row.customer_id == customer_id && row.status == InvoiceStatus::Paid;
    frozen(&mut tx, row.filter(is_it).ok_or(Refusal::NotFound)?).await
}

/// The invoice and its order, in a transaction.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub async fn of_customer(tx: &mut Tx, customer_id: &str, id: &str) -> AppResult<(OrderRow, InvoiceRow)> {
    let (order, row, _) = with_paid(tx, customer_id, id).await?;
    Ok((order, row))
}

/// The same, and whether an invoice of the order is paid.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is somebody else's.
pub(crate) async fn with_paid(tx: &mut Tx, customer_id: &str, id: &str) -> AppResult<(OrderRow, InvoiceRow, bool)> {
    let of_order = invoices::of_same_order(tx, id).await?;
    let has_paid_invoice = has_paid(&of_order);
    let row = of_order.into_iter().find(|row| row.id == id && row.customer_id == customer_id);
    let row = row.ok_or(Refusal::NotFound)?;
    let order = owned(tx, customer_id, &row.order_id).await?;
    Ok((order, row, has_paid_invoice))
}

/// Refuses what staff may do only once no payment of an order's invoice is open. `what` says what they do then.
///
/// # Errors
/// [`StaffError::Refused`] while one is open.
pub async fn refuse_being_paid(tx: &mut Tx, order: &OrderRow, what: &str) -> StaffResult<()> {
    if !invoices::of_order(tx, &order.id).await?.iter().any(InvoiceRow::is_being_paid) {
        return Ok(());
    }
    Err(StaffError::refused(format!("Order {} is being paid: {what} once that is settled.", order.code)))
}

/// Computes the amounts of an open invoice again; those of another stay as they were frozen.
pub(super) async fn recalculated(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    row: InvoiceRow,
) -> AppResult<Taxed<Invoice>> {
    let newest_payment = NewestPayment::of_invoice(tx, &row).await?;
    Ok(match without_payment(state, tx, order, row).await? {
        Taxed::Known(invoice) => Taxed::Known(Invoice { newest_payment, ..invoice }),
        missing @ Taxed::Missing(_) => missing,
    })
}

/// The same without its newest payment, which a checkout has looked for before.
pub(crate) async fn without_payment(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    row: InvoiceRow,
) -> AppResult<Taxed<Invoice>> {
    if row.status != InvoiceStatus::Open {
        return frozen(tx, row).await.map(Taxed::Known);
    }
    let lines = items::lines(tx, &order.id).await?;
    calculate_open(state, tx, (order, None), row, lines).await
}

/// An invoice that is not open, as it was frozen, without its newest payment.
pub(crate) async fn frozen(tx: &mut Tx, row: InvoiceRow) -> AppResult<Invoice> {
    let lines = invoices::frozen_lines(tx, &row.id).await?;
    let gift_card = gift_card_of(tx, &row).await?;
    let coupon = amounts::coupon_of(&row)?;
    Ok(Invoice { row, lines, coupon, gift_card, coupon_source: None, newest_payment: NewestPayment::default() })
}

/// Computes an open invoice of an order for the decisions of `box_lines`, which may not be stored yet. `facts` are those about the
/// order's charges, if they are known.
///
/// # Errors
/// If the invoice is not open.
pub(crate) async fn calculate_open(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
    row: InvoiceRow,
    box_lines: Vec<LineItemRow>,
) -> AppResult<Taxed<Invoice>> {
    if row.status != InvoiceStatus::Open {
        return Err(AppError::unexpected("a frozen invoice cannot be computed again"));
    }
    let Some(code) = &row.coupon_code else {
        return work_out_with(state, tx, (order, facts), row, box_lines, None).await;
    };
    // A coupon may have expired, or been used up elsewhere, since it was applied.
    let usable = UsableCoupons::of_customer(state, tx, holder_of(&row.customer_id, facts), Some(code)).await?;
    let coupon = match usable.find_standing(state, code)? {
        Some(coupon) => Some(coupon),
        // The default that the ended coupon had replaced: what was taken away does not come back.
        None => usable.by_default(row.coupon_removed || order.coupon.is_none(), &state.data.terms)?,
    };
    let ended_coupon = ended(row.coupon_code.as_ref(), coupon.as_ref()).or(row.ended_coupon.clone());
    work_out_with(state, tx, (order, facts), InvoiceRow { ended_coupon, ..row }, box_lines, coupon).await
}

/// The customer, whose email address is perhaps among the facts about the order's charges.
pub(super) fn holder_of<'a>(customer_id: &'a str, facts: Option<&'a ChargeFacts>) -> Holder<'a> {
    Holder { email_key: facts.map(|facts| &*facts.email_key), ..Holder::from(customer_id) }
}

/// The code that a customer was promised, if another coupon or none counts now.
pub(super) fn ended(promised: Option<&String>, counts: Option<&FoundCoupon>) -> Option<String> {
    promised.filter(|code| counts.is_none_or(|found| !found.code.eq_ignore_ascii_case(code))).cloned()
}

/// Computes an open invoice with a coupon that can be used now, or without one.
pub(super) async fn work_out_with(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
    mut row: InvoiceRow,
    box_lines: Vec<LineItemRow>,
    coupon: Option<FoundCoupon>,
) -> AppResult<Taxed<Invoice>> {
    let gift_card = match facts {
        Some(facts) => facts.gift_card.clone(),
        None => gift_card_of(tx, &row).await?,
    };
    put_coupon(&mut row, coupon.as_ref());
    row.credit_available = match facts {
        Some(facts) => fee_in(&facts.ledger)?,
        None => fee_paid(tx, &row.order_id).await?,
    };
    row.gift_card_available = gift_card.as_ref().map_or(Money::default(), |card| card.balance);
    let before_tax =
        |row: &InvoiceRow| Ok(amounts::preview_of(row, &box_lines, TaxRate::ZERO, &state.data.terms)?.total_before_tax);
    let due = match tax::of_open(state, tx, (order, facts), &mut row, &box_lines, before_tax).await? {
        Taxed::Known(due) => due,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    amounts::fill(&mut row, &box_lines, due, &state.data.terms)?;
    let lines = box_lines.into_iter().map(|line| InvoiceLineRow {
        line_item_id: line.id,
        price: line.retail_price,
        claimed_kept: line.claimed_kept,
        exchange_size: line.exchange_size,
    });
    Ok(Taxed::Known(Invoice {
        lines: lines.collect(),
        row,
        coupon: coupon.as_ref().map(|found| found.coupon),
        gift_card,
        coupon_source: coupon.map(|found| found.source),
        newest_payment: NewestPayment::default(),
    }))
}

async fn gift_card_of(tx: &mut Tx, row: &InvoiceRow) -> AppResult<Option<GiftCardRow>> {
    Ok(match &row.gift_card_id {
        Some(id) => discounts::gift_card(tx, id).await?,
        None => None,
    })
}

pub(super) fn put_coupon(row: &mut InvoiceRow, found: Option<&FoundCoupon>) {
    row.coupon_kind = found.map(|found| found.coupon.kind());
    row.coupon_value = found.map(|found| found.coupon.value());
    row.coupon_code = found.map(|found| found.code.clone());
}
