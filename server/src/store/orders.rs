//! Orders and their events.

use super::words::NullableText;
use super::{Result, StoreError, Tx};
use crate::clock::Timestamp;
use stylebox_core::business_time::Date;
use stylebox_core::order::{Actor, Status};
use stylebox_core::subscription;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OrderRow {
    /// Its id.
    pub id: String,
    /// What people say of it.
    pub code: String,
    /// Whose it is.
    pub customer_id: String,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: Status,
    /// Where a declined payment brings it back to.
    #[sqlx(try_from = "NullableText")]
    pub status_before_payment: Option<Status>,
    /// How often boxes came when it was made.
    #[sqlx(try_from = "String")]
    pub subscription_type: subscription::Type,
    /// Whether it is fetched at a store.
    pub customer_pick_up: bool,
    /// The day that the customer chose.
    pub ship_by_date: String,
    /// The day on which it is to come.
    pub expected_delivery_date: Option<String>,
    /// The day on which it came.
    pub delivery_date: Option<String>,
    /// The day to check out by.
    pub checkout_by_date: Option<String>,
    /// Whether that day was moved.
    pub extended: bool,
    /// The store or studio.
    pub assigned_location_id: Option<String>,
    /// Where it goes.
    pub shipping_address_id: Option<String>,
    /// The carrier's code.
    pub tracking_code: Option<String>,
    /// The stylist's letter.
    pub stylist_note: Option<String>,
    /// The code that the order was made with.
    pub coupon: Option<String>,
    /// Whether it is a theme box.
    pub themebox_sign_up: bool,
    /// Which.
    pub themebox: Option<String>,
    /// What it is about.
    pub themebox_description: Option<String>,
    /// The customer's word to the stylist.
    pub on_demand_customer_msg: Option<String>,
    /// Whether the customer came by the blog.
    pub blog_interest: Option<String>,
    /// What the customer thought.
    pub order_review: Option<String>,
    /// In stars.
    pub review_rating: Option<i64>,
    /// The cell phone on which the store reaches the customer.
    pub phone: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl OrderRow {
    /// The day that the customer chose.
    ///
    /// # Errors
    /// Where what is stored is no date.
    pub fn ship_by_date(&self) -> Result<Date> {
        self.ship_by_date.parse().map_err(|error| StoreError::corrupt("orders.ship_by_date", error))
    }

    /// Whether it is shipped, and to nowhere.
    #[must_use]
    pub const fn lacks_address(&self) -> bool {
        !self.customer_pick_up && self.shipping_address_id.is_none()
    }

    /// The day to check out by.
    ///
    /// # Errors
    /// Where what is stored is no date.
    pub fn checkout_by_date(&self) -> Result<Option<Date>> {
        let date = self.checkout_by_date.as_deref().map(str::parse).transpose();
        date.map_err(|error| StoreError::corrupt("orders.checkout_by_date", error))
    }
}

macro_rules! columns {
    ($prefix:literal) => {
        concat!(
            $prefix,
            "id, ",
            $prefix,
            "code, ",
            $prefix,
            "customer_id, ",
            $prefix,
            "status, ",
            $prefix,
            "status_before_payment, ",
            $prefix,
            "subscription_type, ",
            $prefix,
            "customer_pick_up, ",
            $prefix,
            "ship_by_date, ",
            $prefix,
            "expected_delivery_date, ",
            $prefix,
            "delivery_date, ",
            $prefix,
            "checkout_by_date, ",
            $prefix,
            "extended, ",
            $prefix,
            "assigned_location_id, ",
            $prefix,
            "shipping_address_id, ",
            $prefix,
            "tracking_code, ",
            $prefix,
            "stylist_note, ",
            $prefix,
            "coupon, ",
            $prefix,
            "themebox_sign_up, ",
            $prefix,
            "themebox, ",
            $prefix,
            "themebox_description, ",
            $prefix,
            "on_demand_customer_msg, ",
            $prefix,
            "blog_interest, ",
            $prefix,
            "order_review, ",
            $prefix,
            "review_rating, ",
            $prefix,
            "phone, ",
            $prefix,
            "created_at, ",
            $prefix,
            "updated_at"
        )
    };
}

/// Adds an order.
///
/// # Errors
/// Where the database fails; [`is_duplicate`](super::StoreError::is_duplicate) where the customer has an unfinished one,
/// or the code is taken.
pub async fn add(tx: &mut Tx, order: &OrderRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO orders (",
            columns!(""),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24, $25, $26, $27)"
        ),
        &order.id,
        &order.code,
        &order.customer_id,
        order.status.as_str(),
        order.status_before_payment.map(Status::as_str),
        order.subscription_type.as_str(),
        order.customer_pick_up,
        &order.ship_by_date,
        &order.expected_delivery_date,
        &order.delivery_date,
        &order.checkout_by_date,
        order.extended,
        &order.assigned_location_id,
        &order.shipping_address_id,
        &order.tracking_code,
        &order.stylist_note,
        &order.coupon,
        order.themebox_sign_up,
        &order.themebox,
        &order.themebox_description,
        &order.on_demand_customer_msg,
        &order.blog_interest,
        &order.order_review,
        order.review_rating,
        &order.phone,
        order.created_at,
        order.updated_at
    )?;
    Ok(())
}

/// Writes what of an order can change.
///
/// # Errors
/// Where the database fails.
pub async fn update(tx: &mut Tx, order: &OrderRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE orders SET status = $2, status_before_payment = $3, ship_by_date = $4, expected_delivery_date = $5,
         delivery_date = $6, checkout_by_date = $7, extended = $8, tracking_code = $9, stylist_note = $10,
         order_review = $11, review_rating = $12, updated_at = $13 WHERE id = $1",
        &order.id,
        order.status.as_str(),
        order.status_before_payment.map(Status::as_str),
        &order.ship_by_date,
        &order.expected_delivery_date,
        &order.delivery_date,
        &order.checkout_by_date,
        order.extended,
        &order.tracking_code,
        &order.stylist_note,
        &order.order_review,
        order.review_rating,
        order.updated_at
    )?;
    Ok(())
}

/// Writes what a customer can edit of an order; the rest has its own call.
///
/// # Errors
/// Where the database fails.
pub async fn edit(tx: &mut Tx, order: &OrderRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE orders SET subscription_type = $2, customer_pick_up = $3, assigned_location_id = $4,
         shipping_address_id = $5, coupon = $6, themebox_sign_up = $7, themebox = $8, themebox_description = $9,
         on_demand_customer_msg = $10, blog_interest = $11, phone = $12 WHERE id = $1",
        &order.id,
        order.subscription_type.as_str(),
        order.customer_pick_up,
        &order.assigned_location_id,
        &order.shipping_address_id,
        &order.coupon,
        order.themebox_sign_up,
        &order.themebox,
        &order.themebox_description,
        &order.on_demand_customer_msg,
        &order.blog_interest,
        &order.phone
    )?;
    Ok(())
}

/// The order of an id.
///
/// # Errors
/// Where the database fails.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(tx, OrderRow, concat!("SELECT ", columns!(""), " FROM orders WHERE id = $1"), id)
}

/// The order of a code.
///
/// # Errors
/// Where the database fails.
pub async fn by_code(tx: &mut Tx, code: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(tx, OrderRow, concat!("SELECT ", columns!(""), " FROM orders WHERE code = $1"), code)
}

/// A customer's orders, the newest first.
///
/// # Errors
/// Where the database fails.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<OrderRow>> {
    fetch_all!(
        tx,
        OrderRow,
        concat!("SELECT ", columns!(""), " FROM orders WHERE customer_id = $1 ORDER BY created_at DESC, id DESC"),
        customer_id
    )
}

/// A stretch of a customer's orders by the day on which they came, those that have not come at the end.
///
/// # Errors
/// Where the database fails.
pub async fn by_delivery(
    tx: &mut Tx,
    customer_id: &str,
    newest_first: bool,
    limit: i64,
    offset: i64,
) -> Result<Vec<OrderRow>> {
    let sql = if newest_first {
        concat!(
            "SELECT ",
            columns!(""),
            " FROM orders WHERE customer_id = $1
             ORDER BY delivery_date IS NULL, delivery_date DESC, created_at DESC, id DESC LIMIT $2 OFFSET $3"
        )
    } else {
        concat!(
            "SELECT ",
            columns!(""),
            " FROM orders WHERE customer_id = $1
             ORDER BY delivery_date IS NULL, delivery_date, created_at, id LIMIT $2 OFFSET $3"
        )
    };
    fetch_all!(tx, OrderRow, sql, customer_id, limit, offset)
}

/// The orders in a status, the oldest first.
///
/// # Errors
/// Where the database fails.
pub async fn in_status(tx: &mut Tx, status: Status) -> Result<Vec<OrderRow>> {
    fetch_all!(
        tx,
        OrderRow,
        concat!("SELECT ", columns!(""), " FROM orders WHERE status = $1 ORDER BY created_at, id"),
        status.as_str()
    )
}

/// An order, and who it is for, as the back of the shop sees it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OrderForOps {
    /// The order.
    #[sqlx(flatten)]
    pub order: OrderRow,
    /// Who it is for.
    pub email: String,
}

/// All orders that are not finished, or all; the oldest first.
///
/// # Errors
/// Where the database fails.
pub async fn for_ops(tx: &mut Tx, finished_too: bool) -> Result<Vec<OrderForOps>> {
    fetch_all!(
        tx,
        OrderForOps,
        concat!(
            "SELECT ",
            columns!("orders."),
            ", customers.email FROM orders JOIN customers ON customers.id = orders.customer_id
             WHERE $1 OR orders.status NOT IN ('completed', 'cancelled', 'fraud')
             ORDER BY orders.created_at, orders.id"
        ),
        finished_too
    )
}

/// A change of an order.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EventRow {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// When.
    pub at: Timestamp,
    /// Who changed it.
    #[sqlx(try_from = "String")]
    pub actor: Actor,
    /// The status before.
    #[sqlx(try_from = "NullableText")]
    pub from_status: Option<Status>,
    /// The status after; the same where something else changed.
    #[sqlx(try_from = "String")]
    pub to_status: Status,
    /// Why.
    pub reason: String,
}

/// Adds an event.
///
/// # Errors
/// Where the database fails.
pub async fn add_event(tx: &mut Tx, event: &EventRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO order_events (id, order_id, at, actor, from_status, to_status, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &event.id,
        &event.order_id,
        event.at,
        event.actor.as_str(),
        event.from_status.map(Status::as_str),
        event.to_status.as_str(),
        &event.reason
    )?;
    Ok(())
}

/// An order's events, the oldest first.
///
/// # Errors
/// Where the database fails.
pub async fn events(tx: &mut Tx, order_id: &str) -> Result<Vec<EventRow>> {
    fetch_all!(
        tx,
        EventRow,
        "SELECT id, order_id, at, actor, from_status, to_status, reason FROM order_events
         WHERE order_id = $1 ORDER BY at, id",
        order_id
    )
}
