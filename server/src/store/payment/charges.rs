//! What the charges of an order depend on, with one statement.

use crate::store::account::customers::{self, PlanRow};
use crate::store::card::cards::{self, KnownCard};
use crate::store::card::declined_cards;
use crate::store::checkout::reminders::{self, ReminderRow};
use crate::store::column::Column;
use crate::store::order::orders::OrderRow;
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
    /// The reminders of the order's day to check out by.
    pub reminders: Vec<ReminderRow>,
    /// The order's entries in the ledger, the oldest first.
    pub ledger: Vec<EntryRow>,
}

impl ChargeFacts {
    /// The attempts for one purpose, the newest first.
    pub fn attempts_for(&self, purpose: Purpose) -> impl Iterator<Item = &AttemptRow> {
        self.attempts.iter().filter(move |attempt| attempt.purpose == purpose)
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
            reminders::OF_ORDER,
            ledger::OF_ORDER,
        ])
    });
    let (plans, email_keys, cards, declines, attempts, reminders, entries) = fetch_one!(
        tx,
        (String, String, String, String, String, String, String),
        LISTS.of(tx),
        &order.customer_id,
        &order.id,
        order.checkout_by_date.stored()
    )?;
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
        reminders: read_json_rows("reminders", &reminders)?,
        ledger: read_json_rows("ledger", &entries)?,
    })
}
