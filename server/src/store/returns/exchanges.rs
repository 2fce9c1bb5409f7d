//! Exchanges: paid items that are sent in another size. The paid items that came back after all are stored here too, because what
//! goes back for one is stored in the same way.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use std::collections::BTreeSet;
use stylebox_core::values::money::Money;
use stylebox_core::word_enum;

word_enum! {
    /// What became of an exchange: the other size is held, shipped, or was sold out; or it was cancelled, because the box was lost. In
    /// an export also: the item was bought, and came back after all, so that its price was refunded.
    pub enum ExchangeStatus {
        /// The other size is reserved.
        Held = "held",
        /// The other size was shipped.
        Shipped = "shipped",
        /// The other size is sold out: the item is a return, and its price is refunded.
        SoldOut = "sold_out",
        /// Nothing is exchanged: the box was lost on its way to the customer.
        Cancelled = "cancelled",
        /// No other size was asked for: the item was bought, came back after all, and its price is refunded.
        CameBack = "came_back",
    }
}

stored_as_text!(ExchangeStatus);

impl ExchangeStatus {
    /// Whether the price of the item is refunded.
    #[must_use]
    pub const fn is_refunded(self) -> bool {
        match self {
            Self::SoldOut | Self::CameBack => true,
            Self::Held | Self::Shipped | Self::Cancelled => false,
        }
    }
}

table! {
    /// An exchange. The four amounts, in cents, are the refund of an item that was sold out, or came back after it was bought.
    pub struct ExchangeRow in "exchanges", columns columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        pub invoice_id: String,
        /// The item that comes back.
        pub line_item_id: String,
        pub product_id: String,
        pub size: String,
        pub created_at: Timestamp,
    }
    changing {
        pub status: ExchangeStatus,
        /// The carrier's tracking code.
        pub tracking_code: Option<String>,
        /// The item's share of the invoice's total.
        pub price_back: Money,
        pub card_back: Money,
        pub gift_card_back: Money,
        pub credit_back: Money,
        /// The attempt that refunds the card's part.
        pub refund_attempt_id: Option<String>,
        pub closed_at: Option<Timestamp>,
        /// When the refund was booked.
        pub booked_at: Option<Timestamp>,
    }
}

impl ExchangeRow {
    /// The part of the item's share that was forgiven, so that it goes back to nobody.
    #[must_use]
    pub fn forgiven_back(&self) -> Money {
        self.price_back.less(self.card_back).less(self.gift_card_back).less(self.credit_back)
    }
}

/// An order's exchanges, in the order in which stock rows are locked.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    fetch_all!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE order_id = $1 ORDER BY product_id, size, id"),
        order_id
    )
}

/// The exchanges of several orders, the oldest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<ExchangeRow>> {
    fetch_list_of!(
        tx,
        ExchangeRow,
        json_list_of!(
            columns!(),
            "FROM exchanges WHERE exchanges.order_id",
            "ORDER BY exchanges.created_at, exchanges.id"
        ),
        order_ids
    )
}

pub async fn held(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    let mut exchanges = of_order(tx, order_id).await?;
    exchanges.retain(|exchange| exchange.status == ExchangeStatus::Held);
    Ok(exchanges)
}

/// What an attempt refunds: several items, if they came back together.
pub async fn by_refund(tx: &mut Tx, attempt_id: &str) -> Result<Vec<ExchangeRow>> {
    fetch_all!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE refund_attempt_id = $1 ORDER BY id"),
        attempt_id
    )
}

/// The items that an attempt refunds; none if it refunds a whole charge.
pub async fn items_of_refund(tx: &mut Tx, attempt_id: &str) -> Result<BTreeSet<String>> {
    Ok(by_refund(tx, attempt_id).await?.into_iter().map(|exchange| exchange.line_item_id).collect())
}
