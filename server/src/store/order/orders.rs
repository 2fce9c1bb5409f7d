//! Orders.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::business_time::Date;
use stylebox_core::order::Status;
use stylebox_core::subscription;
use stylebox_core::values::count::Count;

table! {
    /// An order.
    pub struct OrderRow in "orders", columns columns, written in CustomerTx {
        /// The order's id.
        pub id: String,
        /// The code by which customers and staff name the order.
        pub code: String,
        /// Whose order it is.
        pub customer_id: String,
        /// When the order was made.
        pub created_at: Timestamp,
    }
    changing {
        /// The status.
        pub status: Status,
        /// The status that a declined payment brings back.
        pub status_before_payment: Option<Status>,
        /// How often boxes came when the order was made.
        pub subscription_type: subscription::Type,
        /// Whether the customer picks it up at a store.
        pub customer_pick_up: bool,
        /// The day that the customer chose.
        pub ship_by_date: Date,
        /// The day on which it is expected.
        pub expected_delivery_date: Option<Date>,
        /// The day on which it was delivered.
        pub delivery_date: Option<Date>,
        /// The day to check out by.
        pub checkout_by_date: Option<Date>,
        /// Whether that day was extended.
        pub extended: bool,
        /// The store or studio.
        pub assigned_location_id: Option<String>,
        /// The address that it is shipped to.
        pub shipping_address_id: Option<String>,
        /// The carrier's tracking code.
        pub tracking_code: Option<String>,
        /// The stylist's letter.
        pub stylist_note: Option<String>,
        /// The coupon's code that the order was made with.
        pub coupon: Option<String>,
        /// Whether it is a theme box.
        pub themebox_sign_up: bool,
        /// The theme.
        pub themebox: Option<String>,
        /// The theme's description.
        pub themebox_description: Option<String>,
        /// The customer's message to the stylist.
        pub on_demand_customer_msg: Option<String>,
        /// Whether the customer came by the blog.
        pub blog_interest: Option<String>,
        /// The customer's review.
        pub order_review: Option<String>,
        /// The review's stars.
        pub review_rating: Option<Count>,
        /// The cell phone on which the store reaches the customer.
        pub phone: Option<String>,
        /// When it last changed.
        pub updated_at: Timestamp,
    }
    kept {
        // An index of the unfinished orders serves every job: how many orders are finished must not matter to it.
        finished = |order: &OrderRow| order.status.is_finished(),
    }
}

impl OrderRow {
    /// Whether it is shipped, and no address says where to.
    #[must_use]
    pub const fn lacks_address(&self) -> bool {
        !self.customer_pick_up && self.shipping_address_id.is_none()
    }
}

/// The order of an id.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(tx, OrderRow, concat!("SELECT ", columns!(), " FROM orders WHERE id = $1"), id)
}

/// The order of a code.
pub async fn by_code(tx: &mut Tx, code: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(tx, OrderRow, concat!("SELECT ", columns!(), " FROM orders WHERE code = $1"), code)
}

/// All orders of a customer, the newest first.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<OrderRow>> {
    fetch_all!(
        tx,
        OrderRow,
        concat!("SELECT ", columns!(), " FROM orders WHERE customer_id = $1 ORDER BY created_at DESC, id DESC"),
        customer_id
    )
}

/// The customer's order that is not finished: there is at most one.
pub async fn unfinished_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(
        tx,
        OrderRow,
        concat!("SELECT ", columns!(), " FROM orders WHERE customer_id = $1 AND finished = FALSE"),
        customer_id
    )
}

/// The order that a customer made last.
pub async fn newest_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Option<OrderRow>> {
    Ok(page(tx, customer_id, 1, 0).await?.pop())
}

/// `fetch_page!(tx, "ORDER BY …", customer_id, limit, offset)`: a page of a customer's orders.
macro_rules! fetch_page {
    ($tx:expr, $order:literal, $customer_id:expr, $limit:expr, $offset:expr) => {
        fetch_list!(
            $tx,
            OrderRow,
            columns!(),
            concat!(
                "FROM orders WHERE id IN (SELECT id FROM orders WHERE customer_id = $1 ",
                $order,
                " LIMIT $2 OFFSET $3)"
            ),
            $order,
            $customer_id,
            $limit,
            $offset
        )
    };
}

/// A page of a customer's orders, the newest first.
pub async fn page(tx: &mut Tx, customer_id: &str, limit: i64, offset: i64) -> Result<Vec<OrderRow>> {
    fetch_page!(tx, "ORDER BY created_at DESC, id DESC", customer_id, limit, offset)
}

/// A page of a customer's orders by the day on which they were delivered; those that were not come last.
pub async fn page_by_delivery(
    tx: &mut Tx,
    customer_id: &str,
    newest_first: bool,
    limit: i64,
    offset: i64,
) -> Result<Vec<OrderRow>> {
    if newest_first {
        fetch_page!(
            tx,
            "ORDER BY delivery_date IS NULL, delivery_date DESC, created_at DESC, id DESC",
            customer_id,
            limit,
            offset
        )
    } else {
        fetch_page!(tx, "ORDER BY delivery_date IS NULL, delivery_date, created_at, id", customer_id, limit, offset)
    }
}

/// An order as a list names it. The whole row is read when it is its turn, so that one that cannot be read is named and holds up
/// no other.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedOrder {
    /// The order's id.
    pub id: String,
    /// Its code.
    pub code: String,
    /// The customer's e-mail address.
    pub email: String,
}

/// The columns of a [`ListedOrder`], and where they come from.
macro_rules! listed {
    () => {
        "SELECT orders.id, orders.code, customers.email FROM orders JOIN customers ON customers.id = orders.customer_id "
    };
}

/// The orders that are not finished, the oldest first.
pub async fn unfinished(tx: &mut Tx) -> Result<Vec<ListedOrder>> {
    fetch_all!(
        tx,
        ListedOrder,
        concat!(listed!(), "WHERE orders.finished = FALSE ORDER BY orders.created_at, orders.id")
    )
}

/// The unfinished orders in a status, the oldest first.
pub async fn unfinished_in(tx: &mut Tx, status: Status) -> Result<Vec<ListedOrder>> {
    fetch_all!(
        tx,
        ListedOrder,
        concat!(
            listed!(),
            "WHERE orders.finished = FALSE AND orders.status = $1 ORDER BY orders.created_at, orders.id"
        ),
        status.as_str()
    )
}

/// The unfinished orders that are to be shipped and have no address to go to, the oldest first.
pub async fn without_address(tx: &mut Tx) -> Result<Vec<ListedOrder>> {
    fetch_all!(
        tx,
        ListedOrder,
        concat!(
            listed!(),
            "WHERE orders.finished = FALSE AND NOT orders.customer_pick_up AND orders.shipping_address_id IS NULL
             ORDER BY orders.created_at, orders.id"
        )
    )
}

/// An order and its customer's e-mail address, as `ops list` shows them.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OrderForOps {
    /// The order.
    #[sqlx(flatten)]
    pub order: OrderRow,
    /// The customer's e-mail address.
    pub email: String,
}

/// Where the rows of an [`OrderForOps`] come from.
macro_rules! for_ops {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            ", customers.email FROM orders JOIN customers ON customers.id = orders.customer_id "
        )
    };
}

/// The orders that are not finished, the oldest first.
pub async fn unfinished_for_ops(tx: &mut Tx) -> Result<Vec<OrderForOps>> {
    fetch_all!(
        tx,
        OrderForOps,
        concat!(for_ops!(), "WHERE orders.finished = FALSE ORDER BY orders.created_at, orders.id")
    )
}

/// All orders, the oldest first.
pub async fn all_for_ops(tx: &mut Tx) -> Result<Vec<OrderForOps>> {
    fetch_all!(tx, OrderForOps, concat!(for_ops!(), "ORDER BY orders.created_at, orders.id"))
}
