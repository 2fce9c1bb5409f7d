//! The ledger: every movement of money. The table is append-only.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::payment::payment_attempts::Purpose;
use crate::store::table::JsonList;
use crate::store::{Result, Tx};
use sqlx::error::BoxDynError;
use stylebox_core::values::money::Money;
use stylebox_core::word_enum;

word_enum! {
    /// The kind of an entry: money that comes in, or what it is for.
    pub enum EntryKind {
        /// Charged to a card.
        Charge = "charge",
        /// Refunded to a card.
        Refund = "refund",
        /// A styling fee, or its refund.
        StylingFee = "styling_fee",
        /// The kept items of a box, with tax.
        Sale = "sale",
        /// A styling fee that is credited to a sale.
        Credit = "credit",
        /// Drawn on a gift card.
        GiftCard = "gift_card",
        /// Too little to be charged, so nobody pays it.
        Forgiven = "forgiven",
        /// Moved by the gateway, and not by the service: a dispute, a refund made at its own pages, a charge that the service does not
        /// know.
        Gateway = "gateway",
        /// What such money was for: the other side of it.
        Foreign = "foreign",
    }
}

word_enum! {
    /// What money moved for.
    pub enum PaymentKind {
        /// The styling fee was charged to a card.
        StylingFee = "styling_fee",
        /// What is kept of the box was charged to a card.
        Purchase = "purchase",
        /// A part of the purchase was drawn on a gift card.
        GiftCard = "gift_card",
        /// The styling fee went back to the card.
        StylingFeeRefund = "styling_fee_refund",
        /// What was charged went back to the card: the price of an item, or a wrong amount.
        Refund = "refund",
        /// What was paid for an item went back to the gift card.
        GiftCardRefund = "gift_card_refund",
    }
}

stored_as_text!(EntryKind, PaymentKind);

/// The amount of an entry. The entries of one event add up to zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Money that comes in, stored as positive cents.
    In(Money),
    /// What the money is for, stored as negative cents.
    Out(Money),
}

impl Flow {
    #[must_use]
    pub const fn money(self) -> Money {
        match self {
            Self::In(money) | Self::Out(money) => money,
        }
    }

    /// Whole cents, negative if it goes out.
    #[must_use]
    pub const fn to_cents(self) -> i64 {
        match self {
            Self::In(money) => money.to_cents(),
            Self::Out(money) => -money.to_cents(),
        }
    }
}

impl Column for Flow {
    type Stored = i64;

    fn stored(&self) -> i64 {
        self.to_cents()
    }

    fn from_stored(cents: i64) -> std::result::Result<Self, BoxDynError> {
        let money = cents.checked_abs().and_then(Money::from_cents);
        let money = money.ok_or_else(|| format!("{cents} cents are no amount"))?;
        Ok(if cents < 0 { Self::Out(money) } else { Self::In(money) })
    }
}

table! {
    pub struct EntryRow in "ledger", columns columns, written in Tx {
        pub id: String,
        /// `None` if nobody knows whose money the gateway has moved.
        pub customer_id: Option<String>,
        pub order_id: Option<String>,
        pub invoice_id: Option<String>,
        pub payment_attempt_id: Option<String>,
        pub kind: EntryKind,
        pub amount: Flow,
        pub currency: String,
        pub memo: String,
        pub at: Timestamp,
        /// The gateway's own movement, if the service did not move the money.
        pub movement_id: Option<String>,
    }
}

/// What an attempt of an order has in the ledger of a kind and currency, in cents.
pub async fn of_attempt(tx: &mut Tx, order_id: &str, attempt_id: &str, kind: EntryKind, currency: &str) -> Result<i64> {
    let entries = of_order(tx, order_id).await?.into_iter();
    let is_its = |entry: &EntryRow| {
        entry.kind == kind && entry.currency == currency && entry.payment_attempt_id.as_deref() == Some(attempt_id)
    };
    Ok(entries.filter(is_its).map(|entry| entry.amount.to_cents()).sum())
}

/// An order's entries, the oldest first.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<EntryRow>> {
    fetch_all!(
        tx,
        EntryRow,
        concat!("SELECT ", columns!(), " FROM ledger WHERE order_id = $1 ORDER BY at, id"),
        order_id
    )
}

/// The same in a larger statement, for the order `$2`.
pub(in crate::store) const OF_ORDER: JsonList =
    json_list!(columns!(), "FROM ledger WHERE ledger.order_id = $2", "ORDER BY ledger.at, ledger.id");

row! {
    /// An entry, with the purpose and the card of its attempt.
    #[derive(Debug, Clone)]
    pub struct MovementRow {
        pub(crate) kind: EntryKind,
        pub(crate) amount: Flow,
        pub(crate) at: Timestamp,
        /// `None` if the entry has no attempt; then there is no card either.
        pub(crate) purpose: Option<Purpose>,
        pub(crate) brand: Option<String>,
        pub(crate) last_four: Option<String>,
    }
}

/// An order's entries with their cards, the oldest first.
pub async fn movements_of(tx: &mut Tx, order_id: &str) -> Result<Vec<MovementRow>> {
    fetch_all!(
        tx,
        MovementRow,
        "SELECT ledger.kind, ledger.amount, ledger.at, payment_attempts.purpose, cards.brand, cards.last_four FROM ledger
         LEFT JOIN payment_attempts ON payment_attempts.id = ledger.payment_attempt_id
         LEFT JOIN cards ON cards.id = payment_attempts.card_id
         WHERE ledger.order_id = $1 ORDER BY ledger.at, ledger.id",
        order_id
    )
}

/// The entries of several orders, those of an order with the oldest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<EntryRow>> {
    fetch_list_of!(
        tx,
        EntryRow,
        json_list_of!(
            columns!(),
            "FROM ledger WHERE ledger.order_id",
            "ORDER BY ledger.order_id, ledger.at, ledger.id"
        ),
        order_ids
    )
}
