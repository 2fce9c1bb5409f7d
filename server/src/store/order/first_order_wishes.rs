//! What customers gave with a card for a first order that could not be made yet.

use crate::store::{CustomerTx, Result, Tx};

row! {
    /// What a customer gave with the card, besides day and theme, which are answers of the questionnaire.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct FirstOrderWishRow {
        /// Empty if the customer removed the coupon; `None` if nothing was said about one.
        pub(crate) coupon: Option<String>,
        pub(crate) blog_interest: Option<String>,
        /// The theme that the description is about.
        pub(crate) themebox: Option<String>,
        pub(crate) themebox_description: Option<String>,
    }
}

/// What the customer gave; `None` if that is nothing, or the order is made.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Option<FirstOrderWishRow>> {
    fetch_optional!(
        tx,
        FirstOrderWishRow,
        "SELECT coupon, blog_interest, themebox, themebox_description FROM first_order_wishes WHERE customer_id = $1",
        customer_id
    )
}

/// Stores what the customer gave. It replaces what was given before.
pub async fn put(tx: &mut CustomerTx, customer_id: &str, wish: &FirstOrderWishRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO first_order_wishes (customer_id, coupon, blog_interest, themebox, themebox_description)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (customer_id) DO UPDATE
         SET coupon = excluded.coupon, blog_interest = excluded.blog_interest, themebox = excluded.themebox,
           themebox_description = excluded.themebox_description",
        customer_id,
        &wish.coupon,
        &wish.blog_interest,
        &wish.themebox,
        &wish.themebox_description
    )?;
    Ok(())
}

/// Deletes what the customer gave, after the order is made.
pub async fn forget(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM first_order_wishes WHERE customer_id = $1", customer_id)?;
    Ok(())
}
