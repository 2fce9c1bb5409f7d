//! Orders.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::order::{DeliveredBox, Status};
use stylebox_core::style::letter::{self, Release};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::search::sorted_words;

table! {
    pub struct OrderRow in "orders", columns columns, written in CustomerTx {
        pub id: String,
        /// `SB-…`, by which customers and staff name the order.
        pub code: String,
        pub customer_id: String,
        pub created_at: Timestamp,
    }
    changing {
        pub status: Status,
        /// The status to which a declined payment returns.
        pub status_before_payment: Option<Status>,
        /// The customer's subscription when the order was made.
        pub subscription_type: Type,
        pub customer_pick_up: bool,
        /// The delivery day that the customer chose.
        pub ship_by_date: Date,
        pub expected_delivery_date: Option<Date>,
        /// How often the day was moved because the order was late.
        pub day_moves: Count,
        /// The day from which it was moved last.
        pub moved_from: Option<Date>,
        /// The day on which the customer was asked whether to keep it; `None` unless an answer is awaited.
        pub asked_on: Option<Date>,
        pub delivery_date: Option<Date>,
        pub checkout_by_date: Option<Date>,
        /// Whether the day to check out by was extended.
        pub extended: bool,
        /// A store, or the studio.
        pub assigned_location_id: Option<String>,
        pub shipping_address_id: Option<String>,
        pub tracking_code: Option<String>,
        /// What the letter in the box says before its end, which core adds: see [`OrderRow::letter`]. Empty if that is nothing; `None`
        /// before the box is styled.
        pub stylist_note: Option<String>,
        /// The person of the shop who released the box; `None` if the program did alone.
        pub released_by: Option<String>,
        pub coupon: Option<String>,
        /// The code that was kept at sign-up, if it had ended before the order was made; `None` once another one is typed.
        pub ended_coupon: Option<String>,
        pub themebox_sign_up: bool,
        pub themebox: Option<String>,
        pub themebox_description: Option<String>,
        pub on_demand_customer_msg: Option<String>,
        /// The blog post that led to the order.
        pub blog_interest: Option<String>,
        pub order_review: Option<String>,
        /// 0 to 5.
        pub review_rating: Option<Count>,
        /// For a pick-up: the phone on which the store reaches the customer.
        pub phone: Option<String>,
        pub updated_at: Timestamp,
    }
    kept {
        // The jobs use an index of the unfinished orders, so that their time does not depend on how many are finished.
        finished = |order: &OrderRow| order.status.is_finished(),
    }
}

impl OrderRow {
    /// The letter in the box, with its signature, by core's rule; `None` before the box is styled.
    #[must_use]
    pub fn letter(&self) -> Option<String> {
        let release = Release { released_by: self.released_by.clone() };
        self.stylist_note.as_deref().map(|body| letter::text(body, &release))
    }

    /// As core's `order.is_after_delivery` takes it.
    #[must_use]
    pub const fn as_delivered(&self) -> DeliveredBox {
        DeliveredBox { status: self.status, delivered: self.delivery_date.is_some() }
    }

    /// Whether it is to be shipped, but has no address.
    #[must_use]
    pub const fn lacks_address(&self) -> bool {
        !self.customer_pick_up && self.shipping_address_id.is_none()
    }
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<OrderRow>> {
    fetch_optional!(tx, OrderRow, concat!("SELECT ", columns!(), " FROM orders WHERE id = $1"), id)
}

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

/// The customer's unfinished order. There is at most one.
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
    fetch_optional!(
        tx,
        OrderRow,
        concat!("SELECT ", columns!(), " FROM orders WHERE customer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1"),
        customer_id
    )
}

/// `fetch_page!(tx, "AND …", "ORDER BY …", customer_id, limit, offset, …)`: a page of a customer's orders. Further binds are for
/// the condition.
macro_rules! fetch_page {
    ($tx:expr, $condition:expr, $order:literal, $customer_id:expr, $limit:expr, $offset:expr $(, $bind:expr)*) => {
        fetch_list!(
            $tx,
            OrderRow,
            columns!(),
            concat!(
                "FROM orders WHERE id IN (SELECT id FROM orders WHERE customer_id = $1 ",
                $condition,
                $order,
                " LIMIT $2 OFFSET $3)"
            ),
            $order,
            $customer_id,
            $limit,
            $offset
            $(, $bind)*
        )
    };
}

/// The condition that an order has a garment that `$4` finds, as [`GarmentSearch`] has it.
macro_rules! has_garment {
    () => {
        "AND EXISTS (SELECT 1 FROM line_items WHERE line_items.order_id = orders.id AND searched LIKE $4) "
    };
}

/// What is looked for in the words of garments: one pattern, however many words are searched for.
#[derive(Debug, Clone)]
pub struct GarmentSearch(String);

impl GarmentSearch {
    /// The search for a text; `None` if it has no word, which finds everything.
    ///
    /// The words of a garment are stored in their order, and so are those of the search in its pattern. If each of two words begins a
    /// word of the garment, the words that they begin have the same order, unless one of the two begins the other: that one finds
    /// nothing more, and is left out.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let words = sorted_words(text);
        let next = words.iter().skip(1).map(Some).chain([None]);
        let longest = words.iter().zip(next).filter(|(word, next)| next.is_none_or(|next| !next.starts_with(*word)));
        let pattern: String = longest.map(|(word, _)| format!("% {word}")).collect();
        (!pattern.is_empty()).then(|| Self(format!("{pattern}%")))
    }
}

/// The words of a garment as [`GarmentSearch`] looks for them: sorted, a blank before each.
#[must_use]
pub fn garment_words(description: &str, brand: &str) -> String {
    sorted_words(&format!("{description}\n{brand}")).iter().map(|word| format!(" {word}")).collect()
}

/// A page of a customer's orders: the unfinished one, then the newest first.
pub async fn page(tx: &mut Tx, customer_id: &str, limit: i64, offset: i64) -> Result<Vec<OrderRow>> {
    fetch_page!(tx, "", "ORDER BY finished, created_at DESC, id DESC", customer_id, limit, offset)
}

/// A page of a customer's orders ordered by delivery date: of those with a garment that is searched for, or of all. Undelivered ones
/// come last.
pub async fn page_by_delivery(
    tx: &mut Tx,
    customer_id: &str,
    newest_first: bool,
    garment: Option<&GarmentSearch>,
    limit: i64,
    offset: i64,
) -> Result<Vec<OrderRow>> {
    match (newest_first, garment) {
        (true, None) => fetch_page!(
            tx,
            "",
            "ORDER BY delivery_date IS NULL, delivery_date DESC, created_at DESC, id DESC",
            customer_id,
            limit,
            offset
        ),
        (false, None) => fetch_page!(
            tx,
            "",
            "ORDER BY delivery_date IS NULL, delivery_date, created_at, id",
            customer_id,
            limit,
            offset
        ),
        (true, Some(GarmentSearch(pattern))) => fetch_page!(
            tx,
            has_garment!(),
            "ORDER BY delivery_date IS NULL, delivery_date DESC, created_at DESC, id DESC",
            customer_id,
            limit,
            offset,
            pattern
        ),
        (false, Some(GarmentSearch(pattern))) => fetch_page!(
            tx,
            has_garment!(),
            "ORDER BY delivery_date IS NULL, delivery_date, created_at, id",
            customer_id,
            limit,
            offset,
            pattern
        ),
    }
}

row! {
    /// What a list needs of an order. A job reads the whole row only when it works on the order, so that a row that cannot be read is
    /// named and delays no other.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ListedOrder {
        pub(crate) id: String,
        pub(crate) code: String,
        pub(crate) email: String,
    }
}

/// The columns and FROM clause of a [`ListedOrder`].
macro_rules! listed {
    () => {
        "SELECT orders.id, orders.code, customers.email FROM orders JOIN customers ON customers.id = orders.customer_id "
    };
}

/// The unfinished orders, the oldest first.
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

/// The condition that the day in a column is `$1` or before it. A value that is not a day, which no call can write, is listed too,
/// so that it is reported.
macro_rules! day_is_by {
    ($column:literal) => {
        concat!($column, " IS NOT NULL AND NOT (", $column, " > $1 AND ", $column, " <= '9999-12-31')")
    };
}

/// The unfinished orders whose day to check out by is this one or before it, the oldest first.
pub async fn to_check_out_by(tx: &mut Tx, day: Date) -> Result<Vec<ListedOrder>> {
    fetch_all!(
        tx,
        ListedOrder,
        concat!(
            listed!(),
            "WHERE orders.finished = FALSE AND ",
            day_is_by!("orders.checkout_by_date"),
            " ORDER BY orders.created_at, orders.id"
        ),
        day.to_string()
    )
}

/// The unfinished orders in a status whose day in a column is this one or before it, the oldest first.
macro_rules! in_status_by {
    ($tx:ident, $column:literal, $status:ident, $day:ident) => {
        fetch_all!(
            $tx,
            ListedOrder,
            concat!(
                listed!(),
                "WHERE orders.finished = FALSE AND orders.status = $2 AND ",
                day_is_by!($column),
                " ORDER BY orders.created_at, orders.id"
            ),
            $day.to_string(),
            $status.as_str()
        )
    };
}

/// The unfinished orders in a status whose day to check out by is this one or before it, the oldest first.
pub async fn to_check_out_by_in(tx: &mut Tx, status: Status, day: Date) -> Result<Vec<ListedOrder>> {
    in_status_by!(tx, "orders.checkout_by_date", status, day)
}

/// The unfinished orders in a status that were expected to come by this day, the oldest first.
pub async fn expected_by_in(tx: &mut Tx, status: Status, day: Date) -> Result<Vec<ListedOrder>> {
    in_status_by!(tx, "orders.expected_delivery_date", status, day)
}

/// The unfinished orders that are to be shipped but have no address, the oldest first.
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

/// The unfinished orders in a status that go to an address where nothing can be delivered, the oldest first.
pub async fn to_undeliverable_addresses(tx: &mut Tx, status: Status) -> Result<Vec<ListedOrder>> {
    fetch_all!(
        tx,
        ListedOrder,
        concat!(
            listed!(),
            "JOIN shipping_addresses ON shipping_addresses.id = orders.shipping_address_id
             WHERE orders.finished = FALSE AND NOT orders.customer_pick_up AND orders.status = $1
               AND shipping_addresses.undeliverable_since IS NOT NULL
             ORDER BY orders.created_at, orders.id"
        ),
        status.as_str()
    )
}

/// The ids of the unfinished orders in a status whose day is this one or before it, the oldest day first.
pub async fn to_come_by(tx: &mut Tx, status: Status, day: Date) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM orders WHERE finished = FALSE AND status = $1 AND ship_by_date <= $2 ORDER BY ship_by_date, id",
        status.as_str(),
        day.to_string()
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The ids of the orders whose customers are asked whether to keep them, the oldest question first.
pub async fn asked(tx: &mut Tx) -> Result<Vec<String>> {
    // Every day is later than that: with the comparison, PostgreSQL reads only the index.
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM orders WHERE asked_on IS NOT NULL AND asked_on > '0001-01-01' ORDER BY asked_on, id"
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The ids of the unfinished orders whose day was moved because they were late, the oldest first.
pub async fn moved(tx: &mut Tx) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM orders WHERE finished = FALSE AND day_moves > 0 ORDER BY created_at, id"
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// An order and its customer's email address, as `ops list` shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderForOps {
    pub(crate) order: OrderRow,
    pub(crate) email: String,
}

impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for OrderForOps
where
    OrderRow: sqlx::FromRow<'r, R>,
    for<'name> &'name str: sqlx::ColumnIndex<R>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self { order: OrderRow::from_row(row)?, email: row.try_get("email")? })
    }
}

/// The FROM clause of an [`OrderForOps`].
macro_rules! for_ops {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            ", customers.email FROM orders JOIN customers ON customers.id = orders.customer_id "
        )
    };
}

/// The unfinished orders, the oldest first.
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
