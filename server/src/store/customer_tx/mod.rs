//! The one way to write about a customer: a transaction that locks the customer's row before it reads anything else.
//!
//! So transactions about one customer run one after the other, on every server and engine, and what was read under the lock is
//! still true at the commit. On SQLite there is one writer anyway.

use crate::store::account::customers::{self, CustomerRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::{Db, Result, Tx};
use std::ops::{Deref, DerefMut};

/// A transaction about one customer, whose row is locked. It can do what a [`Tx`] can. What writes about a customer takes this
/// type, so that it cannot be called without the lock: functions of the store, and `insert` and `update` of a table that is
/// `written in CustomerTx`.
///
/// Sessions, links for a password, photos, clicks and messages are written without it: each such row is inserted or removed
/// alone, and nothing else is worked out from it.
#[derive(Debug)]
pub struct CustomerTx(Tx);

impl Deref for CustomerTx {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.0
    }
}

impl DerefMut for CustomerTx {
    fn deref_mut(&mut self) -> &mut Tx {
        &mut self.0
    }
}

impl CustomerTx {
    /// Commits the transaction.
    ///
    /// # Errors
    /// If the database refuses or cannot be reached. Then nothing was written.
    pub async fn commit(self) -> Result<()> {
        self.0.commit().await
    }

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
