//! Sales tax and retail delivery fees: by a table, or calculated by a service.

pub mod choice;
pub mod stripe_tax;
pub mod table;

use crate::platform::error::{AppError, AppResult};
use crate::platform::future::BoxFuture;
use crate::platform::taxed_sale::TaxedSale;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use stylebox_core::money::Money;
use table::TaxTable;

/// Where the sales tax comes from.
#[derive(Clone)]
pub enum SalesTax {
    /// A flat rate for each state.
    Table(Arc<TaxTable>),
    /// A service that calculates the tax of each sale, and keeps a record of what was sold.
    Service(Arc<dyn TaxService>),
}

impl SalesTax {
    /// How it forgets a person whose account has ended.
    #[must_use]
    pub fn forgetting(&self) -> Forgetting {
        match self {
            Self::Table(_) => Forgetting::KnowsNobody,
            Self::Service(service) => service.forgetting(),
        }
    }

    /// Asks it something harmless, to see whether it can be worked with.
    pub async fn reach(&self) -> Reach {
        match self {
            Self::Table(_) => Reach::Embedded,
            Self::Service(service) => service.reach().await,
        }
    }
}

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
    /// If a stored amount is none.
    pub fn tax(&self) -> AppResult<Money> {
        let tax = self.lines.iter().map(|line| line.tax).try_fold(0_i64, i64::checked_add);
        tax.and_then(Money::from_cents).ok_or_else(|| AppError::unexpected("a calculated tax that is no amount"))
    }

    /// The tax on shipping, and fees on it.
    ///
    /// # Errors
    /// If the stored amount is none.
    pub fn shipping_tax(&self) -> AppResult<Money> {
        let tax = Money::from_cents(self.shipping_tax);
        tax.ok_or_else(|| AppError::unexpected("a calculated tax on shipping that is no amount"))
    }
}

impl CalculatedLine {
    /// What was paid for the item, with its tax.
    ///
    /// # Errors
    /// If a stored amount is none.
    pub fn with_tax(&self) -> AppResult<Money> {
        let paid = self.amount.checked_add(self.tax).and_then(Money::from_cents);
        paid.ok_or_else(|| AppError::unexpected("a taxed price that is no amount"))
    }
}

/// Why there is no calculation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCalculated {
    /// The service does not answer, or not with a whole answer.
    #[error("the tax service does not answer")]
    Down,
    /// The service cannot tell where the address is.
    #[error("the tax service does not know the address")]
    PlaceUnknown,
    /// The service refuses us. Holds a sentence for the operator.
    #[error("the tax service refuses: {0}")]
    Refused(String),
}

/// What is to be recorded at the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaxRecord<'a> {
    /// A sale was paid.
    Sale {
        /// The calculation whose tax was charged.
        calculation: &'a str,
    },
    /// All of a sale goes back.
    WholeReturn {
        /// The sale, as the service knows it.
        transaction: &'a str,
    },
    /// A part of a sale goes back.
    Return {
        /// The sale, as the service knows it.
        transaction: &'a str,
        /// The items that go back.
        lines: &'a [CalculatedLine],
        /// What goes back of the tax on shipping, in cents.
        shipping_tax: i64,
    },
}

/// What the service has recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// Under this id.
    As(String),
    /// It was recorded before, and the service does not say under which id.
    Before,
}

/// Why something is not recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotRecorded {
    /// It is not known whether it was recorded: the same has to be asked for again.
    #[error("the tax service does not answer")]
    Unknown,
    /// It was not recorded. Holds a sentence for the operator.
    #[error("the tax service refuses: {0}")]
    Refused(String),
}

/// A service that calculates sales tax.
pub trait TaxService: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// Calculates the tax of a sale. Nothing is recorded by that.
    fn calculate<'a>(&'a self, sale: &'a TaxedSale) -> BoxFuture<'a, Result<Calculation, NotCalculated>>;

    /// Records what was sold or goes back, under our `reference`, once: the same may be asked for again.
    fn record<'a>(&'a self, reference: &'a str, record: TaxRecord<'a>) -> BoxFuture<'a, Result<Recorded, NotRecorded>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach>;
}
