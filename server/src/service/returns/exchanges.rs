//! Exchanges: the other size is reserved at the checkout, and staff ship it. If it is sold out, the item becomes a return, and
//! its price is refunded.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::service::delivery::{recipient, typed_code, wanted};
use crate::service::mail::email_content::on_one_line;
use crate::service::mail::{self, try_on};
use crate::service::order::transition;
use crate::service::payment::attempts::{self, Amount};
use crate::service::payment::{carry_out, settlement};
use crate::service::returns::way_back;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::returns::exchanges::{self, ExchangeRow, ExchangeStatus};
use crate::store::{CustomerTx, Tx};
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::order::Actor;
use stylebox_core::payment::refund::{self, GoesBack, ReturnedItem};
use stylebox_core::returns::way_back::WayBack;
use stylebox_core::values::money::Money;

/// Ships the other sizes of an order, to the exchange address if one was given. With a carrier's service and without a code, the
/// label is wanted first, and they are sent once it is made. Returns recipient and address on one line.
///
/// # Errors
/// [`StaffError::Refused`] if none is held, or the code is missing.
pub async fn ship(state: &AppState, order_id: &str, tracking_code: Option<&str>, actor: Actor) -> StaffResult<String> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let held = held(&mut tx, &order).await?;
    let invoice_id = held.first().map(|exchange| exchange.invoice_id.clone()).unwrap_or_default();
    let address = address(&mut tx, &order, &customer, &invoice_id).await?;
    if tracking_code.is_none() && state.providers.carrier.is_some() {
        wanted::request(state, &mut tx, &order, ParcelWay::Exchange).await?;
    } else {
        let example = format!("ops exchange ship {}", order.code);
        let code = typed_code::tracking_code(state, tracking_code, &example)?;
        wanted::call_off(state, &mut tx, &order.id, &[ParcelWay::Exchange]).await?;
        send(state, &mut tx, &mut order, &customer, held, (&code, actor)).await?;
    }
    tx.commit().await?;
    Ok(address)
}

/// Sends the other sizes that are held, once their label is made. Returns whether there are any.
pub async fn send_held(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    customer: &CustomerRow,
    tracking_code: &str,
) -> AppResult<bool> {
    let held = exchanges::held(tx, &order.id).await?;
    if held.is_empty() {
        return Ok(false);
    }
    send(state, tx, order, customer, held, (tracking_code, Actor::Ops)).await?;
    Ok(true)
}

async fn send(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    customer: &CustomerRow,
    held: Vec<ExchangeRow>,
    (tracking_code, actor): (&str, Actor),
) -> AppResult<()> {
    let mut sent = Vec::new();
    for mut exchange in held {
        stock::ship_reserved(tx, &exchange.product_id, &exchange.size).await?;
        exchange.status = ExchangeStatus::Shipped;
        exchange.tracking_code = Some(tracking_code.to_owned());
        exchange.closed_at = Some(state.clock.now());
        exchange.update(tx).await?;
        let description = piece_of(tx, &exchange).await?.description;
        let why = format!("{description} was sent in size {} instead", exchange.size);
        transition::note(state, tx, order, actor, &why).await?;
        sent.push((description, exchange));
    }
    let invoice_id = sent.first().map(|(_, exchange)| exchange.invoice_id.clone()).unwrap_or_default();
    let address = address(tx, order, customer, &invoice_id).await?;
    let (lines, back) = way_back(state, tx, order).await?;
    let email = try_on::exchange_shipped(customer, order, &sent, &address, (&lines, back.as_ref()));
    mail::queue(state, tx, email).await
}

/// The pieces of a box whose checkout is paid, and which of them still have to come back.
async fn way_back(state: &AppState, tx: &mut Tx, order: &OrderRow) -> AppResult<(Vec<LineItemRow>, Option<WayBack>)> {
    let lines = items::lines(tx, &order.id).await?;
    let back = way_back::of(order, &lines, true, state.clock.now()).map_err(AppError::unexpected)?;
    Ok((lines, back))
}

/// The held exchanges. It is an error if there is none.
async fn held(tx: &mut Tx, order: &OrderRow) -> StaffResult<Vec<ExchangeRow>> {
    let held = exchanges::held(tx, &order.id).await?;
    if held.is_empty() {
        return Err(StaffError::refused(format!("Order {} has no exchange that is still to be sent.", order.code)));
    }
    Ok(held)
}

async fn piece_of(tx: &mut Tx, exchange: &ExchangeRow) -> AppResult<LineItemRow> {
    let pieces = items::lines(tx, &exchange.order_id).await?;
    let piece = pieces.into_iter().find(|piece| piece.id == exchange.line_item_id);
    piece.ok_or_else(|| AppError::unexpected("an exchange without its piece"))
}

/// Recipient and address of an order's exchanges, on one line.
async fn address(tx: &mut Tx, order: &OrderRow, customer: &CustomerRow, invoice_id: &str) -> AppResult<String> {
    let invoice = invoices::by_id(tx, invoice_id).await?;
    let known = recipient::of_exchange(tx, order, customer, invoice).await?;
    Ok(known.map_or_else(|| on_one_line(&customer.full_name()), |recipient| recipient::on_a_line(&recipient)))
}

/// Records that the other size of an item is sold out: the item has to come back, and its price is refunded. `product_id` says
/// which item, if several exchanges are held. Returns what goes back.
///
/// # Errors
/// [`StaffError::Refused`] if none is held, several are and none is named, or the gateway is still being asked about another one.
pub async fn sold_out(
    state: &AppState,
    order_id: &str,
    product_id: Option<&str>,
    actor: Actor,
) -> StaffResult<GoesBack> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let mut exchange = chosen(held(&mut tx, &order).await?, &order, product_id)?;
    let piece = piece_of(&mut tx, &exchange).await?;
    let (back, refund) = put_down(state, &mut tx, &order, &mut exchange, &piece, actor).await?;
    // The reserved size does not exist, so it leaves the stock.
    stock::ship_reserved(&mut tx, &exchange.product_id, &exchange.size).await?;
    items::take_back(&mut tx, &piece.id).await?;
    if exchanges::held(&mut tx, &order.id).await?.is_empty() {
        wanted::call_off(state, &mut tx, &order.id, &[ParcelWay::Exchange]).await?;
    }
    let why = format!(
        "{} is sold out in size {}: it comes back, and {} goes back",
        piece.description,
        exchange.size,
        back.total.formatted()
    );
    transition::note(state, &mut tx, &mut order, actor, &why).await?;
    let (lines, still_due) = way_back(state, &mut tx, &order).await?;
    let still_due = (lines.as_slice(), still_due.as_ref());
    let (name, size) = (&piece.description, &exchange.size);
    let email = try_on::exchange_sold_out(&customer, &order, name, size, back.refunded(), still_due);
    mail::queue(state, &mut tx, email).await?;
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(back)
}

fn chosen(held: Vec<ExchangeRow>, order: &OrderRow, product_id: Option<&str>) -> StaffResult<ExchangeRow> {
    let garments: Vec<String> = held.iter().map(|exchange| exchange.product_id.clone()).collect();
    let mut fitting = held.into_iter().filter(|exchange| product_id.is_none_or(|id| id == exchange.product_id));
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(StaffError::refused(format!(
            "Say which piece of order {} is meant: {}.",
            order.code,
            garments.join(", ")
        ))),
    }
}

/// Writes the refund, with an attempt if a part goes to the card. Otherwise it is booked immediately.
async fn put_down(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    exchange: &mut ExchangeRow,
    piece: &LineItemRow,
    actor: Actor,
) -> StaffResult<(GoesBack, Option<AttemptRow>)> {
    let invoice = invoices::by_id(tx, &exchange.invoice_id).await?;
    let invoice = invoice.ok_or_else(|| StaffError::unexpected("an exchange without its invoice"))?;
    let back = share(tx, &invoice, exchange, piece).await?;
    exchange.status = ExchangeStatus::SoldOut;
    exchange.closed_at = Some(state.clock.now());
    if back.card.is_zero() {
        exchange.update(tx).await?;
        settlement::exchange::book(state, tx, exchange, &invoice, None).await?;
        return Ok((back, None));
    }
    let refund = begin_refund(state, tx, order, &invoice.id, (back.card, &[&*piece.id]), actor).await?;
    exchange.refund_attempt_id = Some(refund.id.clone());
    exchange.update(tx).await?;
    Ok((back, Some(refund)))
}

/// Writes into `exchange` what goes back for its item, and returns it.
pub(super) async fn share(
    tx: &mut Tx,
    invoice: &InvoiceRow,
    exchange: &mut ExchangeRow,
    piece: &LineItemRow,
) -> StaffResult<GoesBack> {
    let mut back = goes_back(tx, invoice, exchange, piece).await?;
    exchange.price_back = back.total;
    if !invoice.forgiven.is_zero() {
        // The card paid nothing: its part was forgiven.
        back.total = back.total.less(back.card);
        back.card = Money::ZERO;
    }
    exchange.card_back = back.card;
    exchange.gift_card_back = back.gift_card;
    exchange.credit_back = back.credit;
    Ok(back)
}

async fn goes_back(
    tx: &mut Tx,
    invoice: &InvoiceRow,
    exchange: &ExchangeRow,
    piece: &LineItemRow,
) -> StaffResult<GoesBack> {
    let paid = PaidPrices::of(tx, invoice).await?;
    let others = exchanges::of_order(tx, &invoice.order_id).await?;
    let before = others
        .iter()
        .filter(|other| other.status.is_refunded() && other.id != exchange.id)
        .map(|other| paid.of_item(&other.line_item_id));
    let prices_before = Money::sum(before).map_err(StaffError::unexpected)?;
    let item = ReturnedItem {
        subtotal: paid.subtotal,
        total: invoice.total_with_tax,
        shipping_tax: invoice.shipping_tax,
        credit: invoice.credit_amount,
        gift_card: invoice.gift_card_amount,
        prices_before,
        price: paid.of_item(&piece.id),
    };
    refund::of_item(&item).map_err(StaffError::unexpected)
}

/// The weights by which the items of an invoice share in its total: their prices, as for discounts and a flat tax; or what was paid for
/// each of them with its own tax, if a service has calculated that.
struct PaidPrices {
    subtotal: Money,
    by_item: Vec<(String, Money)>,
}

impl PaidPrices {
    async fn of(tx: &mut Tx, invoice: &InvoiceRow) -> StaffResult<Self> {
        let Some(calculation) = &invoice.tax_calculation else {
            let lines = invoices::frozen_lines(tx, &invoice.id).await?;
            let by_item = lines.into_iter().map(|line| (line.line_item_id, line.price)).collect();
            return Ok(Self { subtotal: invoice.original_subtotal, by_item });
        };
        let taxed = calculation.lines.iter().map(|line| Ok((line.id.clone(), line.with_tax()?)));
        let by_item: Vec<(String, Money)> = taxed.collect::<StaffResult<_>>()?;
        let subtotal = Money::sum(by_item.iter().map(|(_, paid)| *paid)).map_err(StaffError::unexpected)?;
        Ok(Self { subtotal, by_item })
    }

    /// Nothing for an item that cost nothing.
    fn of_item(&self, line_item_id: &str) -> Money {
        self.by_item.iter().find(|(id, _)| id == line_item_id).map_or(Money::ZERO, |(_, paid)| *paid)
    }
}

/// Stores the refund of what the card paid for items of an invoice.
pub(super) async fn begin_refund(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    invoice_id: &str,
    (money, items): (Money, &[&str]),
    actor: Actor,
) -> StaffResult<AttemptRow> {
    let charges = payment_attempts::of_order(tx, &order.id, Purpose::Checkout).await?;
    let paid = charges.into_iter().find(|attempt| {
        attempt.status == AttemptStatus::Succeeded && attempt.invoice_id.as_deref() == Some(invoice_id)
    });
    let paid = paid.ok_or_else(|| StaffError::unexpected("a refund without its charge"))?;
    let items = items.iter().map(|&item| item.to_owned()).collect();
    attempts::refund(state, tx, order, paid, Amount { purpose: Purpose::ExchangeRefund, money, actor }, &items).await
}
