//! Customers.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;

table! {
    pub struct CustomerRow in "customers", columns columns, written in CustomerTx {
        pub id: String,
        /// The ZIP given at registration.
        pub registration_postal_code: String,
        /// The id at the fraud check of the session that was opened last; before the first one, an id that no browser has had.
        pub kount_session_id: String,
        /// The code that the customer's friends register with.
        pub referral_code: String,
        /// The friend's code that the customer registered with, as typed.
        pub referred_by_code: Option<String>,
        pub campaign_code: Option<String>,
        pub campaign_url: Option<String>,
        /// The source of the registration, such as `stylebox-web`.
        pub internal_note: Option<String>,
        pub created_at: Timestamp,
    }
    changing {
        /// As typed; [`Self::email_key`] is the unique one.
        pub email: String,
        /// The email address in lower case, which is unique.
        pub email_key: String,
        /// Since when emails to this address do not arrive; `None` if they do, as far as we know.
        pub email_bounced_at: Option<Timestamp>,
        pub password_hash: String,
        /// Whether the customer has chosen the password. A store's sign-up makes one that nobody knows.
        pub has_password: bool,
        pub first_name: String,
        pub last_name: String,
        /// Ten digits.
        pub phone: Option<String>,
        /// `None` until the customer has chosen.
        pub subscription_type: Option<Type>,
        /// By how many days the next box is later.
        pub skip_days: Count,
        pub preferred_stylist: Option<String>,
        /// A store, or the studio.
        pub assigned_location_id: Option<String>,
        /// The retailer's customer number; given when a card is first saved.
        pub celerant_id: Option<String>,
        /// The analytics service's id of the customer: only of those who agreed.
        pub google_analytics_client_id: Option<String>,
        /// The version of the question about analytics that the customer has answered.
        pub analytics_consent_version: Option<String>,
        pub analytics_decided_at: Option<Timestamp>,
        pub styling_fee_override_code: Option<String>,
        /// True until the first order is checked out.
        pub first_timer: bool,
        pub registered_in_store: bool,
        pub dressing_room_to_go_signup: bool,
        pub themebox_signup: bool,
        /// Since when the account is being closed.
        pub closing_since: Option<Timestamp>,
        /// When it ended. Nothing of the person is left then.
        pub erased_at: Option<Timestamp>,
        pub updated_at: Timestamp,
    }
}

impl CustomerRow {
    /// First and last name.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

row! {
    /// What a customer has chosen and been given, as far as a fee depends on it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PlanRow {
        /// As in [`CustomerRow`], like the others.
        pub(crate) first_timer: bool,
        pub(crate) styling_fee_override_code: Option<String>,
        pub(crate) subscription_type: Option<Type>,
        pub(crate) skip_days: Count,
    }
}

impl From<&CustomerRow> for PlanRow {
    fn from(customer: &CustomerRow) -> Self {
        Self {
            first_timer: customer.first_timer,
            styling_fee_override_code: customer.styling_fee_override_code.clone(),
            subscription_type: customer.subscription_type,
            skip_days: customer.skip_days,
        }
    }
}

/// The plan of the customer with the id `$1`, in a larger statement.
pub(in crate::store) const PLAN_BY_ID: JsonList = json_list!(
    "customers.first_timer, customers.styling_fee_override_code, customers.subscription_type, customers.skip_days",
    "FROM customers WHERE customers.id = $1",
    ""
);

/// The key of the email address of the customer with the id `$1`, in a larger statement.
pub(in crate::store) const EMAIL_KEY_BY_ID: JsonList =
    json_list!("customers.email_key", "FROM customers WHERE customers.id = $1", "");

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE id = $1"), id)
}

/// The key of a customer's email address.
pub async fn email_key(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    let found = fetch_optional!(tx, (String,), "SELECT email_key FROM customers WHERE id = $1", id)?;
    Ok(found.map(|(key,)| key))
}

/// The customer with this id. Locks the row for this transaction. Rows that refer to it, such as a referral reward that another customer
/// has earned for them, can still be inserted: their transaction would wait for this one, and this one perhaps for theirs.
pub(in crate::store) async fn lock(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {
    let sql = match tx {
        // SQLite has one writer, so there is nothing to lock.
        Tx::Sqlite(_) => concat!("SELECT ", columns!(), " FROM customers WHERE id = $1"),
        Tx::Postgres(_) => concat!("SELECT ", columns!(), " FROM customers WHERE id = $1 FOR NO KEY UPDATE"),
    };
    fetch_optional!(tx, CustomerRow, sql, id)
}

/// The customer of an order, which never changes. Locks the row for this transaction.
pub(in crate::store) async fn lock_of_order(tx: &mut Tx, order_id: &str) -> Result<Option<CustomerRow>> {
    macro_rules! of_order {
        ($locking:literal) => {
            concat!(
                "SELECT ",
                columns!(),
                " FROM customers WHERE id = (SELECT customer_id FROM orders WHERE id = $1)",
                $locking
            )
        };
    }
    let sql = match tx {
        Tx::Sqlite(_) => of_order!(""),
        Tx::Postgres(_) => of_order!(" FOR NO KEY UPDATE"),
    };
    fetch_optional!(tx, CustomerRow, sql, order_id)
}

/// The customer with this email address, in lower case.
pub async fn by_email(tx: &mut Tx, email_key: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE email_key = $1"), email_key)
}

pub async fn by_referral_code(tx: &mut Tx, code: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE referral_code = $1"), code)
}

/// Whether the customer has ever had an order.
pub async fn has_ordered(tx: &mut Tx, id: &str) -> Result<bool> {
    let order = fetch_optional!(tx, (i64,), "SELECT created_at FROM orders WHERE customer_id = $1 LIMIT 1", id)?;
    Ok(order.is_some())
}

/// Whether there is any customer.
pub async fn any_exists(tx: &mut Tx) -> Result<bool> {
    Ok(fetch_optional!(tx, (String,), "SELECT id FROM customers LIMIT 1")?.is_some())
}

/// The ids of the accounts that are being closed, the oldest closing first.
pub async fn closing(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>> {
    // The comparison lets PostgreSQL search the index of accounts that are being closed.
    let sql = "SELECT id FROM customers WHERE closing_since <= $1 ORDER BY closing_since, id";
    Ok(fetch_all!(tx, (String,), sql, now)?.into_iter().map(|(id,)| id).collect())
}

/// The accounts that were made until `$1` and never used: their customers have saved no card, ordered nothing, have no session, and no
/// device of theirs is known any more.
macro_rules! unused {
    ($end:literal) => {
        concat!(
            "SELECT id FROM customers
             WHERE created_at <= $1 AND celerant_id IS NULL AND erased_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.customer_id = customers.id)
               AND NOT EXISTS (SELECT 1 FROM known_devices WHERE known_devices.customer_id = customers.id)
               AND NOT EXISTS (SELECT 1 FROM cards WHERE cards.customer_id = customers.id)
               AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id) ",
            $end
        )
    };
}

/// The oldest `limit` accounts that were made until then and never used, and are not being closed.
pub async fn abandoned(tx: &mut Tx, made_until: Timestamp, limit: i64) -> Result<Vec<String>> {
    let sql = unused!("AND closing_since IS NULL ORDER BY created_at, id LIMIT $2");
    Ok(fetch_all!(tx, (String,), sql, made_until, limit)?.into_iter().map(|(id,)| id).collect())
}

/// Whether an account was made until then and never used. It may be being closed.
pub async fn is_unused(tx: &mut Tx, id: &str, made_until: Timestamp) -> Result<bool> {
    Ok(fetch_optional!(tx, (String,), unused!("AND id = $2"), made_until, id)?.is_some())
}

/// The customers who were erased at `since` or later, or ever, after the last one of the page before: their ids, and when.
pub async fn erased_since(
    tx: &mut Tx,
    since: Option<Timestamp>,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, Timestamp)>> {
    fetch_all!(
        tx,
        (String, Timestamp),
        "SELECT id, erased_at FROM customers WHERE erased_at IS NOT NULL AND (erased_at, id) > ($1, $2)
         ORDER BY erased_at, id LIMIT $3",
        since.unwrap_or(Timestamp(0)),
        after,
        limit
    )
}

/// The ids of the customers who are not erased, after this one.
pub async fn ids_after(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM customers WHERE id > $1 AND erased_at IS NULL ORDER BY id LIMIT $2",
        after,
        limit
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Records the id at the fraud check of the session that was opened last.
pub async fn set_kount_session(tx: &mut CustomerTx, id: &str, kount_session_id: &str) -> Result<()> {
    execute!(tx, "UPDATE customers SET kount_session_id = $2 WHERE id = $1", id, kount_session_id)?;
    Ok(())
}
