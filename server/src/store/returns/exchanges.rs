//! Pieces that were paid for and leave in another size.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::money::Money;

words! {
    /// Where an exchange stands.
    pub enum ExchangeStatus {
        /// The other size is put aside.
        Held = "held",
        /// It has left.
        Shipped = "shipped",
        /// There was none after all: the piece is a return, and its price goes back.
        SoldOut = "sold_out",
    }
}

table! {
    /// An exchange. What went back for one that was sold out stands in its four amounts, in cents.
    pub struct ExchangeRow in "exchanges", columns columns, written in CustomerTx {
        /// Its id.
        pub id: String,
        /// Of which order.
        pub order_id: String,
        /// On which invoice it was paid.
        pub invoice_id: String,
        /// Which piece comes back for it.
        pub line_item_id: String,
        /// Which garment leaves.
        pub product_id: String,
        /// In which size.
        pub size: String,
        /// When it was paid.
        pub created_at: Timestamp,
    }
    changing {
        /// Where it stands.
        pub status: ExchangeStatus,
        /// The carrier's code.
        pub tracking_code: Option<String>,
        /// Its part of the invoice's total.
        pub price_back: Money,
        /// What of it goes back to the card.
        pub card_back: Money,
        /// What of it goes back to the gift card.
        pub gift_card_back: Money,
        /// What of it the styling fee had paid.
        pub credit_back: Money,
        /// The attempt to give the card's part back.
        pub refund_attempt_id: Option<String>,
        /// When it was shipped, or was found to be sold out.
        pub closed_at: Option<Timestamp>,
        /// When what went back was booked.
        pub booked_at: Option<Timestamp>,
    }
}

/// An order's exchanges, in the order of their pieces in the warehouse.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    fetch_all!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE order_id = $1 ORDER BY product_id, size, id"),
        order_id
    )
}

/// Those of an order that are still to leave.
pub async fn held(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    let mut exchanges = of_order(tx, order_id).await?;
    exchanges.retain(|exchange| exchange.status == ExchangeStatus::Held);
    Ok(exchanges)
}

/// The exchange whose money an attempt gives back.
pub async fn by_refund(tx: &mut Tx, attempt_id: &str) -> Result<Option<ExchangeRow>> {
    fetch_optional!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE refund_attempt_id = $1"),
        attempt_id
    )
}
