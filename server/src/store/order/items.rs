//! Outfits and their line items.

use crate::platform::clock::Timestamp;
use crate::store::order::orders::garment_words;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::checkout::line_item::{Arrival, ArrivalInput, ReturnInput, WriteOff, is_due_back, on_arrival};
use stylebox_core::order::Status;
use stylebox_core::values::money::Money;

table! {
    pub struct OutfitRow in "outfits", columns outfit_columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        /// From 0.
        pub position: i64,
        pub title: String,
        /// How to wear it.
        pub stylist_note: String,
    }
}

table! {
    /// A garment in a box.
    pub struct LineItemRow in "line_items", columns line_columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        pub outfit_id: String,
        /// From 0.
        pub position: i64,
        pub product_id: String,
        pub description: String,
        pub brand: String,
        pub color: String,
        pub size: String,
        pub retail_price: Money,
        /// The price before a reduction.
        pub original_price: Money,
    }
    changing {
        /// True if the customer keeps or exchanges it; `None` while undecided.
        pub claimed_kept: Option<bool>,
        pub exchange_size: Option<String>,
        pub customer_feedback: Option<String>,
        pub paid_for: bool,
        pub received_at: Option<Timestamp>,
        /// Why it will not come back, once staff have written it off.
        pub written_off: Option<WriteOff>,
    }
    kept {
        // Customers search their past boxes.
        searched = |line: &LineItemRow| garment_words(&line.description, &line.brand),
    }
}

impl LineItemRow {
    /// Whether it still has to come back, by core's rule.
    #[must_use]
    pub fn is_due_back(&self) -> bool {
        is_due_back(&ReturnInput {
            claimed_kept: self.claimed_kept,
            exchange_size: self.exchange_size.clone(),
            received: self.received_at.is_some(),
            written_off: self.written_off,
        })
    }

    /// What its arrival at the shop means, by core's rule. `called_off_in` is the status in which its order was cancelled or
    /// stopped.
    #[must_use]
    pub fn on_arrival(&self, status: Status, called_off_in: Option<Status>) -> Option<Arrival> {
        on_arrival(&ArrivalInput {
            claimed_kept: self.claimed_kept,
            exchange_size: self.exchange_size.clone(),
            received: self.received_at.is_some(),
            written_off: self.written_off,
            paid_for: self.paid_for,
            status,
            called_off_in,
        })
    }
}

/// Whether a return with items due back has arrived, and no item is received yet.
#[must_use]
pub fn is_waiting_to_be_received(status: Status, lines: &[LineItemRow]) -> bool {
    status == Status::DeliveredToStylebox
        && lines.iter().any(LineItemRow::is_due_back)
        && lines.iter().all(|line| line.received_at.is_none())
}

/// The outfits of several orders, ordered by order and place.
pub(in crate::store) const OUTFITS: JsonList = json_list_of!(
    outfit_columns!(),
    "FROM outfits WHERE outfits.order_id",
    "ORDER BY outfits.order_id, outfits.position"
);

/// The line items of several orders, ordered by order and place.
pub(in crate::store) const LINES: JsonList = json_list_of!(
    line_columns!(),
    "FROM line_items WHERE line_items.order_id",
    "ORDER BY line_items.order_id, line_items.position"
);

/// Writes the decisions and feedback of line items.
pub async fn write_decisions(tx: &mut CustomerTx, lines: &[LineItemRow]) -> Result<()> {
    execute_rows!(
        tx,
        "WITH decided (id, claimed_kept, exchange_size, customer_feedback) AS (VALUES ",
        // Without the cast, PostgreSQL could not plan the statement before it knows what is bound.
        ") UPDATE line_items SET claimed_kept = CAST(decided.claimed_kept AS BOOLEAN),
           exchange_size = decided.exchange_size, customer_feedback = decided.customer_feedback
         FROM decided WHERE line_items.id = decided.id",
        lines,
        line => [&line.id, line.claimed_kept, &line.exchange_size, &line.customer_feedback]
    )?;
    Ok(())
}

/// Writes the decisions of a paid invoice to its line items, with the exchange sizes: what is kept or exchanged is paid for,
/// everything else goes back. Returns the line items as they are then, ordered by place.
pub async fn mark_paid(tx: &mut CustomerTx, invoice_id: &str) -> Result<Vec<LineItemRow>> {
    let sql = concat!(
        "UPDATE line_items SET paid_for = frozen.claimed_kept, claimed_kept = frozen.claimed_kept,
           exchange_size = frozen.exchange_size
         FROM invoice_lines AS frozen WHERE frozen.invoice_id = $1 AND line_items.id = frozen.line_item_id
         RETURNING ",
        line_columns!()
    );
    let mut lines = fetch_all!(tx, LineItemRow, sql, invoice_id)?;
    lines.sort_unstable_by_key(|line| line.position);
    Ok(lines)
}

/// An order's line items, ordered by place.
pub async fn lines(tx: &mut Tx, order_id: &str) -> Result<Vec<LineItemRow>> {
    fetch_list!(
        tx,
        LineItemRow,
        line_columns!(),
        "FROM line_items WHERE line_items.order_id = $1",
        "ORDER BY line_items.position",
        order_id
    )
}

/// The outfits of several orders, ordered by order and place.
pub async fn outfits_of(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<OutfitRow>> {
    fetch_list_of!(tx, OutfitRow, OUTFITS, order_ids)
}

/// The line items of several orders, ordered by order and place.
pub async fn lines_of(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<LineItemRow>> {
    fetch_list_of!(tx, LineItemRow, LINES, order_ids)
}

/// The line item with this id, if it is in one of the customer's boxes.
pub async fn line_of_customer(tx: &mut Tx, customer_id: &str, id: &str) -> Result<Option<LineItemRow>> {
    fetch_optional!(
        tx,
        LineItemRow,
        concat!(
            "SELECT ",
            line_columns!(),
            " FROM line_items JOIN orders ON orders.id = line_items.order_id
             WHERE line_items.id = $2 AND orders.customer_id = $1"
        ),
        customer_id,
        id
    )
}

/// Records that the garments of an order's box were packed for its customer.
pub async fn note_packed(tx: &mut CustomerTx, customer_id: &str, order_id: &str) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO garments_packed (customer_id, product_id)
         SELECT DISTINCT CAST($1 AS TEXT), product_id FROM line_items WHERE order_id = $2
         ON CONFLICT DO NOTHING",
        customer_id,
        order_id
    )?;
    Ok(())
}

/// The garments that the customer was sent before: each with how often it was sent, and how often the customer did not keep it.
pub async fn products_sent(tx: &mut Tx, customer_id: &str) -> Result<Vec<(String, i64, i64)>> {
    fetch_all!(
        tx,
        (String, i64, i64),
        "SELECT product_id, COUNT(*), COUNT(CASE WHEN claimed_kept = $3 THEN 1 END)
         FROM line_items JOIN orders ON orders.id = line_items.order_id
         WHERE orders.customer_id = $1 AND (orders.status <> $2 OR orders.tracking_code IS NOT NULL)
         GROUP BY product_id ORDER BY product_id",
        customer_id,
        Status::Cancelled.as_str(),
        false
    )
}

/// Records that a paid item goes back: its other size is sold out, or it came back after it was bought.
pub async fn take_back(tx: &mut CustomerTx, id: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET paid_for = $2, claimed_kept = $2, exchange_size = NULL WHERE id = $1",
        id,
        false
    )?;
    Ok(())
}

/// Records that nothing of an order was bought after all: its box never came.
pub async fn mark_unpaid(tx: &mut CustomerTx, order_id: &str) -> Result<()> {
    execute!(tx, "UPDATE line_items SET paid_for = $2 WHERE order_id = $1", order_id, false)?;
    Ok(())
}

/// Records that an item will not come back. An undecided item becomes a return.
pub async fn write_off(tx: &mut CustomerTx, id: &str, why: WriteOff) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET written_off = $2, claimed_kept = COALESCE(claimed_kept, $3) WHERE id = $1",
        id,
        why.as_str(),
        false
    )?;
    Ok(())
}

/// Records that an item has come back, also if it was written off. What is not exchanged becomes a return.
pub async fn receive(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET received_at = $2, written_off = NULL,
           claimed_kept = CASE WHEN exchange_size IS NULL THEN FALSE ELSE COALESCE(claimed_kept, FALSE) END
         WHERE id = $1",
        id,
        now
    )?;
    Ok(())
}
