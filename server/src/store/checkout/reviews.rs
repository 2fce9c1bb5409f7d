//! Reviews, as the embedded reviews service keeps them.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// A review.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ReviewRow {
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
    pub review_score: Option<i64>,
    /// `verified_reviewer`.
    pub reviewer_type: String,
    /// When it came.
    pub created_at: Timestamp,
}

/// Keeps a review; says whether it is the order's first. A second changes nothing.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, review: &ReviewRow) -> Result<bool> {
    let rows = execute!(
        tx,
        "INSERT INTO reviews (id, order_id, customer_id, site_key, domain, sku, product_title, display_name, email,
             review_content, review_title, review_score, reviewer_type, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (order_id) DO NOTHING",
        &review.id,
        &review.order_id,
        &review.customer_id,
        &review.site_key,
        &review.domain,
        &review.sku,
        &review.product_title,
        &review.display_name,
        &review.email,
        &review.review_content,
        &review.review_title,
        review.review_score,
        &review.reviewer_type,
        review.created_at
    )?;
    Ok(rows == 1)
}
