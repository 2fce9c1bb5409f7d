//! Sales tax and retail delivery fees: by a table, or calculated by a service.

pub mod choice;
pub mod state_tax;
pub mod stripe_tax;
pub mod table;
pub mod taxed_sale;

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::tax::taxed_sale::TaxedSale;
use crate::values::calculated_tax::{CalculatedLine, Calculation};
use std::sync::Arc;
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
