//! What takes several steps or a transaction, a folder an area. Services take core's types: what has not passed a form cannot get
//! here.

pub mod account;
pub mod card;
pub mod checkout;
pub mod message;
pub mod order;
pub mod payment;
pub mod returns;
pub mod style;

use stylebox_core::money::Money;
use stylebox_core::values::count::Count;

/// A stored number as core counts; 0 stands for one that is none.
fn count(number: i64) -> Count {
    u64::try_from(number).ok().and_then(Count::new).unwrap_or_default()
}

/// Cents of the database as money; what is stored is never negative.
#[must_use]
pub fn money(cents: i64) -> Money {
    Money::from_cents(cents).unwrap_or_default()
}
