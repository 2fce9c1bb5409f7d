//! Customers.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::{Result, StoreError, Tx};
use stylebox_core::card::Expiration;
use stylebox_core::subscription;
use stylebox_core::values::count::Count;

table! {
    /// A customer's record.
    pub struct CustomerRow in "customers", columns columns, written in CustomerTx {
        /// The id.
        pub id: String,
        /// The ZIP given at registration.
        pub registration_postal_code: String,
        /// What the fraud check knows the customer by.
        pub kount_session_id: String,
        /// What friends register with.
        pub referral_code: String,
        /// The code that the customer registered with.
        pub referred_by_code: Option<String>,
        /// The campaign that brought the customer.
        pub campaign_code: Option<String>,
        /// The address by which the customer came.
        pub campaign_url: Option<String>,
        /// Where the registration comes from.
        pub internal_note: Option<String>,
        /// Signed up in a store.
        pub registered_in_store: bool,
        /// When the account was made.
        pub created_at: Timestamp,
    }
    changing {
        /// The e-mail address as typed.
        pub email: String,
        /// The e-mail address in lower case: what is unique.
        pub email_key: String,
        /// The password's hash.
        pub password_hash: String,
        /// The first name.
        pub first_name: String,
        /// The last name.
        pub last_name: String,
        /// Ten digits.
        pub phone: Option<String>,
        /// How often a box comes.
        pub subscription_type: Option<subscription::Type>,
        /// By how many days the next box is put off.
        pub skip_days: Count,
        /// The stylist who is asked for.
        pub preferred_stylist: Option<String>,
        /// The store or studio.
        pub assigned_location_id: Option<String>,
        /// The number in the retailer's books; given when billing is first saved.
        pub celerant_id: Option<String>,
        /// What the analytics service knows the customer by.
        pub google_analytics_client_id: Option<String>,
        /// A code for another styling fee.
        pub styling_fee_override_code: Option<String>,
        /// Until the first order is checked out.
        pub first_timer: bool,
        /// Signed up to pick up at a store.
        pub dressing_room_to_go_signup: bool,
        /// Signed up for a theme box.
        pub themebox_signup: bool,
        /// When the record last changed.
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

/// The customer of an id.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE id = $1"), id)
}

/// The customer of an id, the row locked for this transaction.
pub(in crate::store) async fn lock(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {
    let sql = match tx {
        // It has one writer.
        Tx::Sqlite(_) => concat!("SELECT ", columns!(), " FROM customers WHERE id = $1"),
        Tx::Postgres(_) => concat!("SELECT ", columns!(), " FROM customers WHERE id = $1 FOR UPDATE"),
    };
    fetch_optional!(tx, CustomerRow, sql, id)
}

/// The customer of an order, the row locked for this transaction. Whose an order is never changes.
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
        Tx::Postgres(_) => of_order!(" FOR UPDATE"),
    };
    fetch_optional!(tx, CustomerRow, sql, order_id)
}

/// The customer of an e-mail address in lower case.
pub async fn by_email(tx: &mut Tx, email_key: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE email_key = $1"), email_key)
}

/// The customer whose referral code it is.
pub async fn by_referral_code(tx: &mut Tx, code: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE referral_code = $1"), code)
}

/// Whether the customer has ever had an order.
pub async fn has_ordered(tx: &mut Tx, id: &str) -> Result<bool> {
    let order = fetch_optional!(tx, (i64,), "SELECT created_at FROM orders WHERE customer_id = $1 LIMIT 1", id)?;
    Ok(order.is_some())
}

/// Whether there is any customer.
pub async fn exist(tx: &mut Tx) -> Result<bool> {
    Ok(fetch_optional!(tx, (String,), "SELECT id FROM customers LIMIT 1")?.is_some())
}

/// The expiration, `MM/YY`, of the customer's card; none where no card is saved.
pub async fn card_expiration(tx: &mut Tx, id: &str) -> Result<Option<Expiration>> {
    let sql = "SELECT expiration FROM cards WHERE customer_id = $1 AND replaced_at IS NULL";
    let found = fetch_optional!(tx, (String,), sql, id)?;
    let read = |(text,)| Expiration::from_stored(text).map_err(|error| StoreError::corrupt("cards.expiration", error));
    found.map(read).transpose()
}
