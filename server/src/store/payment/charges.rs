//! What the charges of an order depend on, with one statement.

use crate::store::account::customers::{self, PlanRow};
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::card::cards::{self, KnownCard};
use crate::store::card::declined_cards;
use crate::store::checkout::discounts::{self, GiftCardRow};
use crate::store::checkout::reminders::{self, ReminderRow};
use crate::store::column::Column;
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::payment::ledger::{self, EntryRow};
use crate::store::payment::payment_attempts::{self, AttemptRow, Purpose};
use crate::store::table::{JsonLists, read_json_rows};
use crate::store::{Result, StoreError, Tx};
use std::sync::LazyLock;

/// What the charges of an order depend on.
#[derive(Debug, Clone)]
pub struct ChargeFacts {
    /// The plan of the order's customer.
    pub plan: PlanRow,
    /// The key of the customer's email address.
    pub email_key: String,
    /// The card on file.
    pub card: Option<KnownCard>,
    /// Whether that card was declined for good.
    pub is_card_declined: bool,
    /// The order's attempts for any purpose, the newest first.
    pub attempts: Vec<AttemptRow>,
    /// The cards of those attempts.
    pub tried_cards: Vec<KnownCard>,
    /// The reminders of the order's day to check out by.
    pub reminders: Vec<ReminderRow>,
    /// The order's entries in the ledger, the oldest first.
    pub ledger: Vec<EntryRow>,
    /// Where the order goes, even if the customer has deleted the address since; `None` if it has none.
    pub address: Option<AddressRow>,
    /// The gift card on the order's open invoice.
    pub gift_card: Option<GiftCardRow>,
    /// The free sizes of the garments that the order exchanges, each with its garment's id.
    pub free_sizes: Vec<(String, String)>,
}

impl ChargeFacts {
    /// The attempts for one purpose, the newest first.
    pub fn attempts_for(&self, purpose: Purpose) -> impl Iterator<Item = &AttemptRow> {
        self.attempts.iter().filter(move |attempt| attempt.purpose == purpose)
    }

    /// The free sizes of a garment that the order exchanges.
    pub fn free_sizes_of(&self, product_id: &str) -> impl Iterator<Item = &String> {
        self.free_sizes.iter().filter(move |(product, _)| product == product_id).map(|(_, size)| size)
    }

    /// The charge that has no outcome yet.
    #[must_use]
    pub fn open_charge(&self) -> Option<&AttemptRow> {
        self.attempts.iter().find(|attempt| !attempt.purpose.is_refund() && attempt.is_open())
    }
}

/// What the charges of an order depend on.
pub async fn of_order(tx: &mut Tx, order: &OrderRow) -> Result<ChargeFacts> {
    static LISTS: LazyLock<JsonLists> = LazyLock::new(|| {
        JsonLists::new(&[
            customers::PLAN_BY_ID,
            customers::EMAIL_KEY_BY_ID,
            cards::KNOWN_OF_CUSTOMER,
            declined_cards::OF_CUSTOMER,
            payment_attempts::OF_ORDER,
            cards::KNOWN_OF_ATTEMPTS,
            reminders::OF_ORDER,
            ledger::OF_ORDER,
            shipping_addresses::OF_ORDER,
            discounts::GIFT_CARD_OF_ORDER,
            stock::FREE_FOR_EXCHANGES,
        ])
    });
    type Lists = (String, String, String, String, String, String, String, String, String, String, String);
    let (plans, email_keys, cards, declines, attempts, tried, reminders, entries, addresses, gift_cards, sizes) =
        fetch_one!(tx, Lists, LISTS.of(tx), &order.customer_id, &order.id, order.checkout_by_date.stored())?;
    let plan = read_json_rows("customers", &plans)?.into_iter().next();
    let email_key = read_json_rows::<(String,)>("customers", &email_keys)?.into_iter().next();
    let Some((plan, (email_key,))) = plan.zip(email_key) else {
        return Err(StoreError::corrupt("orders.customer_id", "there is no such customer"));
    };
    Ok(ChargeFacts {
        plan,
        email_key,
        card: read_json_rows("cards", &cards)?.into_iter().next(),
        is_card_declined: !read_json_rows::<(String, String)>("declined_cards", &declines)?.is_empty(),
        attempts: read_json_rows("payment_attempts", &attempts)?,
        tried_cards: read_json_rows("cards", &tried)?,
        reminders: read_json_rows("reminders", &reminders)?,
        ledger: read_json_rows("ledger", &entries)?,
        address: read_json_rows("shipping_addresses", &addresses)?.into_iter().next(),
        gift_card: read_json_rows("gift_cards", &gift_cards)?.into_iter().next(),
        free_sizes: read_json_rows("stock", &sizes)?,
    })
}
