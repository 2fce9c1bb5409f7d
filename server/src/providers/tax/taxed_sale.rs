//! A sale whose tax is to be calculated, as data: work that finds in a transaction that the tax is not known ends the transaction and
//! answers with the sale. Then the service is asked outside any transaction, and the work is done again.

use crate::values::postal_address::PostalAddress;
use serde::Serialize;
use sha2::{Digest, Sha256};
use stylebox_core::values::money::Money;

/// What is sold, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaxedSale {
    pub order_id: String,
    /// The items that cost something, after their part of the discounts.
    pub lines: Vec<SaleLine>,
    /// Where the tax is due.
    pub place: PostalAddress,
    /// Whether the box is sent there. Otherwise it is picked up there.
    pub is_shipped: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SaleLine {
    /// The line item's id.
    pub id: String,
    /// The catalogue's category; `None` if the catalogue does not have the garment any more.
    pub category: Option<String>,
    /// What is taxed.
    pub amount: Money,
}

impl TaxedSale {
    /// A hash by which the same sale is recognized. Nobody can tell the address from it without the order's id.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // A struct of texts and amounts always has a JSON form.
        let text = serde_json::to_vec(self).unwrap_or_default();
        crate::platform::random::hex(&Sha256::new().chain_update("stylebox taxed sale ").chain_update(text).finalize())
    }

    /// What is taxed in all.
    ///
    /// # Errors
    /// If it is more than an amount can be.
    pub fn total(&self) -> Result<Money, stylebox_core::InputError> {
        Money::sum(self.lines.iter().map(|line| line.amount))
    }
}
