//! Reviews, as they were posted to this server.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::values::count::Count;

table! {
    pub struct ReviewRow in "reviews", columns columns, written in CustomerTx {
        pub id: String,
        /// Unique: an order is reviewed once.
        pub order_id: String,
        pub customer_id: String,
        pub site_key: String,
        pub domain: String,
        pub sku: String,
        pub product_title: String,
        pub display_name: String,
        pub email: String,
        pub review_content: String,
        pub review_title: String,
        /// 0 to 5.
        pub review_score: Option<Count>,
        /// `verified_reviewer`.
        pub reviewer_type: String,
        pub created_at: Timestamp,
    }
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<ReviewRow>> {
    fetch_optional!(tx, ReviewRow, concat!("SELECT ", columns!(), " FROM reviews WHERE id = $1"), id)
}

/// The reviews of several orders.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<ReviewRow>> {
    fetch_list_of!(
        tx,
        ReviewRow,
        json_list_of!(columns!(), "FROM reviews WHERE reviews.order_id", "ORDER BY reviews.created_at, reviews.id"),
        order_ids
    )
}
