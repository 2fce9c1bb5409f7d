//! The tax of a sale as a service has calculated it: providers give it, and the store keeps it.

use crate::platform::error::{AppError, AppResult};
use serde::{Deserialize, Serialize};
use stylebox_core::values::money::Money;

/// The tax of a sale, as a service has calculated it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calculation {
    /// The service's id of it.
    pub id: String,
    /// Until when a record can be made from it, in seconds since 1970.
    pub expires_at: i64,
    /// What is taxed of each item, and its tax.
    pub lines: Vec<CalculatedLine>,
    /// The tax on shipping, and fees on it, in cents.
    pub shipping_tax: i64,
}

/// The tax of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalculatedLine {
    /// The line item's id.
    pub id: String,
    /// What is taxed, in cents.
    pub amount: i64,
    /// Its tax, in cents.
    pub tax: i64,
}

impl Calculation {
    /// The tax of all items.
    ///
    /// # Errors
    /// If a stored amount is invalid.
    pub fn tax(&self) -> AppResult<Money> {
        let tax = self.lines.iter().map(|line| line.tax).try_fold(0_i64, i64::checked_add);
        tax.and_then(Money::from_cents).ok_or_else(|| AppError::unexpected("a calculated tax that is no amount"))
    }

    /// The tax on shipping, and fees on it.
    ///
    /// # Errors
    /// If the stored amount is invalid.
    pub fn shipping_tax(&self) -> AppResult<Money> {
        let tax = Money::from_cents(self.shipping_tax);
        tax.ok_or_else(|| AppError::unexpected("a calculated tax on shipping that is no amount"))
    }
}

impl CalculatedLine {
    /// What was paid for the item, with its tax.
    ///
    /// # Errors
    /// If a stored amount is invalid.
    pub fn with_tax(&self) -> AppResult<Money> {
        let paid = self.amount.checked_add(self.tax).and_then(Money::from_cents);
        paid.ok_or_else(|| AppError::unexpected("a taxed price that is no amount"))
    }
}
