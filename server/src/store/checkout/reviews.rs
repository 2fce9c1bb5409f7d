//! Reviews, as the embedded reviews service keeps them.

use crate::platform::clock::Timestamp;
use stylebox_core::values::count::Count;

table! {
    /// A review.
    pub struct ReviewRow in "reviews", columns columns, written in CustomerTx {
        /// Its id.
        pub id: String,
        /// The order that it is about; there is one review of each.
        pub order_id: String,
        /// The customer who wrote it.
        pub customer_id: String,
        /// The shop at the service.
        pub site_key: String,
        /// The shop's domain.
        pub domain: String,
        /// What is reviewed.
        pub sku: String,
        /// What that is called.
        pub product_title: String,
        /// The name that it is shown under.
        pub display_name: String,
        /// The customer's address.
        pub email: String,
        /// The text.
        pub review_content: String,
        /// The heading.
        pub review_title: String,
        /// Stars, 0 to 5.
        pub review_score: Option<Count>,
        /// `verified_reviewer`.
        pub reviewer_type: String,
        /// When it came.
        pub created_at: Timestamp,
    }
}
