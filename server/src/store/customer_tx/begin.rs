//! Beginning a transaction about a customer: the row is locked first. Only here is a [`CustomerTx`] made.

use crate::store::account::customers::{self, CustomerRow};
use crate::store::customer_tx::CustomerTx;
use crate::store::order::orders::{self, OrderRow};
use crate::store::{Db, Result, Tx};

impl CustomerTx {
    /// Inserts a new customer, whom no other transaction can see yet.
    ///
    /// # Errors
    /// [`is_duplicate`](crate::store::StoreError::is_duplicate) if the email address is taken.
    pub async fn of_new(tx: Tx, customer: &CustomerRow) -> Result<Self> {
        let mut tx = Self(tx);
        customer.insert(&mut tx).await?;
        Ok(tx)
    }
}

impl Db {
    /// Begins a transaction about a customer, and returns the customer's row; `None` if there is no such customer.
    pub async fn write_about(&self, customer_id: &str) -> Result<Option<(CustomerTx, CustomerRow)>> {
        self.write().await?.about(customer_id).await
    }

    /// Begins a transaction about an order's customer, and returns both rows; `None` if there is no such order.
    pub async fn write_about_order(&self, order_id: &str) -> Result<Option<(CustomerTx, OrderRow, CustomerRow)>> {
        let mut tx = self.write().await?;
        let Some(customer) = customers::lock_of_order(&mut tx, order_id).await? else { return Ok(None) };
        let order = orders::by_id(&mut tx, order_id).await?;
        Ok(order.map(|order| (CustomerTx(tx), order, customer)))
    }
}

impl Tx {
    /// Turns a transaction that first had to find out its customer into one about that customer.
    pub async fn about(mut self, customer_id: &str) -> Result<Option<(CustomerTx, CustomerRow)>> {
        let customer = customers::lock(&mut self, customer_id).await?;
        Ok(customer.map(|customer| (CustomerTx(self), customer)))
    }
}
