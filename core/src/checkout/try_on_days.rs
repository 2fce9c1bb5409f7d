//! The try-on days, the day to check out by, its extension, and the day to return by (spec B, sections 2, 4 and 9).

use crate::{
    InputError, policy,
    terms::ShopTerms,
    values::business_time::{Date, Instant, today},
    wire::Input,
};
use serde::Serialize;

/// The day to check out by, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExtensionInput {
    /// The day to check out by; null if there is none yet.
    pub checkout_by_date: Option<Date>,
    /// Whether it has been extended already.
    pub extended: bool,
    /// The current time.
    pub now: Instant,
}

/// Whether the checkout can be extended, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Extension {
    /// False if the checkout was extended before, the day to check out by has come, or the terms have no extension.
    pub offered: bool,
    /// The day to check out by after the extension.
    pub new_date: Date,
}

/// `checkout.extension`: an extension is offered once, before the day to check out by. The new day is answered even if none is offered.
///
/// # Errors
/// If the new day would be after the year 9999.
pub fn extension(input: &ExtensionInput, terms: &ShopTerms) -> Result<Extension, InputError> {
    let today = today(input.now);
    let can_be_extended = terms.extension_days > 0 && !input.extended;
    let offered = can_be_extended && input.checkout_by_date.is_some_and(|date| date > today);
    let new_date = input.checkout_by_date.unwrap_or(today).plus_days(terms.extension_days)?;
    Ok(Extension { offered, new_date })
}

/// The day to check out by, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReturnByInput {
    /// The day to check out by.
    pub checkout_by_date: Date,
    /// The current time.
    pub now: Instant,
}

/// `checkout.return_by`: the day by which a return must be postmarked.
///
/// # Errors
/// If it would be after the year 9999.
pub fn return_by(input: &ReturnByInput) -> Result<Date, InputError> {
    let today = today(input.now);
    if input.checkout_by_date < today { today.plus_days(policy::LATE_RETURN_DAYS) } else { Ok(input.checkout_by_date) }
}

/// When and how a box came.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DueDateInput {
    /// The day on which it came.
    pub delivery_date: Date,
    /// Whether the customer picked it up at a store.
    pub customer_pick_up: bool,
}

/// `checkout.due_date`: the day to check out by, which is the last of the try-on days (spec A, section 1).
///
/// # Errors
/// If it would be after the year 9999.
pub fn due_date(input: &DueDateInput, terms: &ShopTerms) -> Result<Date, InputError> {
    input.delivery_date.plus_days(terms.try_on_days(input.customer_pick_up))
}

/// How the box came.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CustomerPickUp {
    /// Whether the customer picked it up at a store.
    pub customer_pick_up: bool,
}

/// `checkout.success_page`: the path of the page after a checkout.
#[must_use]
pub const fn success_page(order: &CustomerPickUp) -> &'static str {
    if order.customer_pick_up { "/checkout/success-drtg" } else { "/checkout/success" }
}
