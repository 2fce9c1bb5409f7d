//! Customers.

use crate::platform::clock::Timestamp;
use crate::store::words::NullableText;
use crate::store::{Result, Tx};
use stylebox_core::subscription;

/// A customer's record.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct CustomerRow {
    /// The id.
    pub id: String,
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
    /// The ZIP given at registration.
    pub registration_postal_code: String,
    /// Ten digits.
    pub phone: Option<String>,
    /// How often a box comes.
    #[sqlx(try_from = "NullableText")]
    pub subscription_type: Option<subscription::Type>,
    /// By how many days the next box is put off.
    pub skip_days: i64,
    /// The stylist who is asked for.
    pub preferred_stylist: Option<String>,
    /// The store or studio.
    pub assigned_location_id: Option<String>,
    /// The number in the retailer's books; given when billing is first saved.
    pub celerant_id: Option<String>,
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
    /// Signed up in a store.
    pub registered_in_store: bool,
    /// When the account was made.
    pub created_at: Timestamp,
    /// When the record last changed.
    pub updated_at: Timestamp,
}

impl CustomerRow {
    /// First and last name.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// All columns; `concat!` wants a literal.
macro_rules! columns {
    () => {
        "id, email, email_key, password_hash, first_name, last_name, registration_postal_code, phone, subscription_type,
         skip_days, preferred_stylist, assigned_location_id, celerant_id, kount_session_id, referral_code,
         referred_by_code, campaign_code, campaign_url, internal_note, google_analytics_client_id,
         styling_fee_override_code, first_timer, dressing_room_to_go_signup, themebox_signup, registered_in_store,
         created_at, updated_at"
    };
}

/// Adds a customer.
///
/// # Errors
/// Where the database fails; [`is_duplicate`](crate::store::StoreError::is_duplicate) where the e-mail is taken.
pub async fn add(tx: &mut Tx, customer: &CustomerRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO customers (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24, $25, $26, $27)"
        ),
        &customer.id,
        &customer.email,
        &customer.email_key,
        &customer.password_hash,
        &customer.first_name,
        &customer.last_name,
        &customer.registration_postal_code,
        &customer.phone,
        customer.subscription_type.map(subscription::Type::as_str),
        customer.skip_days,
        &customer.preferred_stylist,
        &customer.assigned_location_id,
        &customer.celerant_id,
        &customer.kount_session_id,
        &customer.referral_code,
        &customer.referred_by_code,
        &customer.campaign_code,
        &customer.campaign_url,
        &customer.internal_note,
        &customer.google_analytics_client_id,
        &customer.styling_fee_override_code,
        customer.first_timer,
        customer.dressing_room_to_go_signup,
        customer.themebox_signup,
        customer.registered_in_store,
        customer.created_at,
        customer.updated_at
    )?;
    Ok(())
}

/// The customer of an id.
///
/// # Errors
/// Where the database fails.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE id = $1"), id)
}

/// The customer of an e-mail address in lower case.
///
/// # Errors
/// Where the database fails.
pub async fn by_email(tx: &mut Tx, email_key: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE email_key = $1"), email_key)
}

/// The customer whose referral code it is.
///
/// # Errors
/// Where the database fails.
pub async fn by_referral_code(tx: &mut Tx, code: &str) -> Result<Option<CustomerRow>> {
    fetch_optional!(tx, CustomerRow, concat!("SELECT ", columns!(), " FROM customers WHERE referral_code = $1"), code)
}

/// Writes what of a customer's record can change; the password has its own call.
///
/// # Errors
/// Where the database fails; [`is_duplicate`](crate::store::StoreError::is_duplicate) where the e-mail is taken.
pub async fn update(tx: &mut Tx, customer: &CustomerRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE customers SET email = $2, email_key = $3, first_name = $4, last_name = $5, phone = $6,
         subscription_type = $7, skip_days = $8, preferred_stylist = $9, assigned_location_id = $10, celerant_id = $11,
         google_analytics_client_id = $12, styling_fee_override_code = $13, first_timer = $14,
         dressing_room_to_go_signup = $15, themebox_signup = $16, updated_at = $17 WHERE id = $1",
        &customer.id,
        &customer.email,
        &customer.email_key,
        &customer.first_name,
        &customer.last_name,
        &customer.phone,
        customer.subscription_type.map(subscription::Type::as_str),
        customer.skip_days,
        &customer.preferred_stylist,
        &customer.assigned_location_id,
        &customer.celerant_id,
        &customer.google_analytics_client_id,
        &customer.styling_fee_override_code,
        customer.first_timer,
        customer.dressing_room_to_go_signup,
        customer.themebox_signup,
        customer.updated_at
    )?;
    Ok(())
}

/// Writes a customer's new password.
///
/// # Errors
/// Where the database fails.
pub async fn set_password(tx: &mut Tx, id: &str, password_hash: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE customers SET password_hash = $2, updated_at = $3 WHERE id = $1", id, password_hash, now)?;
    Ok(())
}

/// Whether the customer has ever had an order.
///
/// # Errors
/// Where the database fails.
pub async fn has_ordered(tx: &mut Tx, id: &str) -> Result<bool> {
    let order = fetch_optional!(tx, (i64,), "SELECT created_at FROM orders WHERE customer_id = $1 LIMIT 1", id)?;
    Ok(order.is_some())
}

/// Whether there is any customer.
///
/// # Errors
/// If the database fails.
pub async fn exist(tx: &mut Tx) -> Result<bool> {
    Ok(fetch_optional!(tx, (String,), "SELECT id FROM customers LIMIT 1")?.is_some())
}

/// The expiration, `MM/YY`, of the customer's card; none where no card is saved.
///
/// # Errors
/// Where the database fails.
pub async fn card_expiration(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    let sql = "SELECT expiration FROM cards WHERE customer_id = $1 AND replaced_at IS NULL";
    Ok(fetch_optional!(tx, (String,), sql, id)?.map(|(expiration,)| expiration))
}
