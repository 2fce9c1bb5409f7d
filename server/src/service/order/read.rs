//! Reading orders.

use crate::platform::error::AppResult;
use crate::service::order::late::{self, Delay};
use crate::service::payment::waiting::{self, WaitingPayment};
use crate::service::style::suggestions;
use crate::state::AppState;
use crate::store::account::shipping_addresses::AddressRow;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::delivery::shipments::ShipmentRow;
use crate::store::order::contents;
use crate::store::order::items::{LineItemRow, OutfitRow};
use crate::store::order::orders::{self, GarmentSearch, OrderRow};
use crate::store::payment::charges::{self, ChargeFacts};
use crate::store::{self, Tx};
use std::collections::HashMap;
use stylebox_core::messages::refusals::Refusal;

/// An order with its contents and invoices.
#[derive(Debug, Clone)]
pub struct Order {
    pub order: OrderRow,
    pub outfits: Vec<OutfitRow>,
    pub lines: Vec<LineItemRow>,
    pub(crate) invoices: Vec<InvoiceRow>,
    /// The ids of the suggested garments.
    pub suggested: Vec<String>,
    /// The payment that does not go on without the customer.
    pub(crate) waiting_payment: Option<WaitingPayment>,
    /// What its charges depend on; `None` if no payment of it can wait.
    pub(crate) charge_facts: Option<Box<ChargeFacts>>,
    /// What is known of its delay, if it is late or was.
    pub(crate) delay: Option<Delay>,
    /// Where it goes, even if the customer has changed or deleted the address since; `None` if it has none.
    pub(crate) address: Option<AddressRow>,
    /// Its parcels, the oldest first.
    pub(crate) shipments: Vec<ShipmentRow>,
}

impl Order {
    #[must_use]
    pub fn has_paid_invoice(&self) -> bool {
        has_paid(&self.invoices)
    }
}

#[must_use]
pub fn has_paid(invoices: &[InvoiceRow]) -> bool {
    invoices.iter().any(InvoiceRow::is_paid)
}

/// A page of the customer's orders: the unfinished one, then the newest first. Pages count from 0.
pub async fn list(state: &AppState, customer_id: &str, page: u32, limit: usize) -> AppResult<Vec<Order>> {
    list_in(state, &mut state.db.read().await?, customer_id, page, limit).await
}

/// The same in a transaction.
pub async fn list_in(
    state: &AppState,
    tx: &mut Tx,
    customer_id: &str,
    page: u32,
    limit: usize,
) -> AppResult<Vec<Order>> {
    let (limit, page) = (rows(limit), i64::from(page));
    let found = orders::page(tx, customer_id, limit, limit.saturating_mul(page)).await?;
    with_contents(state, tx, found).await
}

/// A page of the customer's orders ordered by delivery date: of those with a garment that is searched for, or of all.
pub async fn list_by_delivery(
    state: &AppState,
    customer_id: &str,
    newest_first: bool,
    garment: Option<&GarmentSearch>,
    limit: usize,
    offset: u32,
) -> AppResult<Vec<Order>> {
    let mut tx = state.db.read().await?;
    let found =
        orders::page_by_delivery(&mut tx, customer_id, newest_first, garment, rows(limit), offset.into()).await?;
    with_contents(state, &mut tx, found).await
}

/// A number of rows in the database's type.
fn rows(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Reads the contents of one customer's orders with one statement, however many orders there are. At most one order is
/// unfinished, and only that one has suggestions or waits for a payment.
async fn with_contents(state: &AppState, tx: &mut Tx, rows: Vec<OrderRow>) -> AppResult<Vec<Order>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = rows.iter().map(|order| order.id.clone()).collect();
    let answers_for = rows.iter().find(|order| suggestions::are_made_for(order)).map(|order| order.id.as_str());
    // Without a carrier's service nothing is known of parcels.
    let contents = contents::of_orders(tx, &ids, state.providers.carrier.is_some(), answers_for).await?;
    let addresses: HashMap<&str, &AddressRow> = contents.addresses.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut outfits = by_order(contents.outfits, |outfit| Some(&outfit.order_id));
    let mut lines = by_order(contents.lines, |line| Some(&line.order_id));
    let mut invoices = by_order(contents.invoices, |invoice| Some(&invoice.order_id));
    let mut shipments = by_order(contents.shipments, |shipment| Some(&shipment.order_id));
    let mut found = Vec::with_capacity(rows.len());
    for order in rows {
        let invoices = invoices.remove(&order.id).unwrap_or_default();
        let charge_facts = if waiting::can_wait(&order, &invoices) {
            Some(Box::new(charges::of_order(tx, &order).await?))
        } else {
            None
        };
        found.push(Order {
            outfits: outfits.remove(&order.id).unwrap_or_default(),
            lines: lines.remove(&order.id).unwrap_or_default(),
            shipments: shipments.remove(&order.id).unwrap_or_default(),
            suggested: suggestions::of_order(state, tx, &order, &contents.answers).await?,
            delay: late::delay(state, tx, &order, charge_facts.as_deref()).await?,
            waiting_payment: charge_facts.as_ref().and_then(|facts| waiting::of_order(state, &order, &invoices, facts)),
            charge_facts,
            address: order.shipping_address_id.as_deref().and_then(|id| addresses.get(id)).copied().cloned(),
            invoices,
            order,
        });
    }
    Ok(found)
}

/// Groups rows by their order, and keeps their sequence. A row that is about no order is left out.
pub fn by_order<T>(rows: Vec<T>, order_id: fn(&T) -> Option<&String>) -> HashMap<String, Vec<T>> {
    let mut grouped: HashMap<String, Vec<T>> = HashMap::new();
    for row in rows {
        if let Some(id) = order_id(&row).cloned() {
            grouped.entry(id).or_default().push(row);
        }
    }
    grouped
}

/// An order of the customer's.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is another customer's.
pub async fn read(state: &AppState, customer_id: &str, id: &str) -> AppResult<Order> {
    read_in(state, &mut state.db.read().await?, customer_id, id).await
}

/// The same in a transaction.
///
/// # Errors
/// [`Refusal::NotFound`].
pub async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str, id: &str) -> AppResult<Order> {
    let order = owned(tx, customer_id, id).await?;
    with_contents(state, tx, vec![order]).await?.pop().ok_or(Refusal::NotFound.into())
}

/// The order with this code, of any customer; `None` if there is none.
pub async fn by_code(state: &AppState, code: &str) -> store::Result<Option<OrderRow>> {
    orders::by_code(&mut state.db.read_single().await?, code).await
}

/// An order of the customer's, in a transaction.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, or it is another customer's.
pub async fn owned(tx: &mut Tx, customer_id: &str, id: &str) -> AppResult<OrderRow> {
    let order = orders::by_id(tx, id).await?.filter(|order| order.customer_id == customer_id);
    Ok(order.ok_or(Refusal::NotFound)?)
}
