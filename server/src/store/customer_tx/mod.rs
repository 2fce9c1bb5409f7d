//! The one way to write about a customer: a transaction that locks the customer's row before it reads anything else.
//!
//! So transactions about one customer run one after the other, on every server and engine, and what was read under the lock is
//! still true at the commit. On SQLite there is one writer anyway.

mod begin;

use crate::store::{Result, Tx};
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
}
