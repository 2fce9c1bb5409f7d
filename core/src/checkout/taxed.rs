//! The taxed amount of each item, for a service that calculates the tax by item (spec B, section 9).

use crate::{
    InputError,
    checkout::invoice::PreviewLine,
    values::{by_id::ById, money::Money},
    wire::Input,
};
use serde::Serialize;

/// The items that are kept or exchanged, and their total after all discounts.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TaxedInput {
    /// The items and their prices.
    pub lines: Vec<PreviewLine>,
    /// Their total after the discounts.
    pub total_before_tax: Money,
}

/// The taxed amount of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TaxedLine {
    /// The line item's id.
    pub id: String,
    /// Its price after its part of the discounts.
    pub amount: Money,
}

/// `invoice.taxed_lines`: the total before tax, spread over the items by their prices, so that the parts add up to the total. The cents
/// that are left after rounding down go to the items with the largest remainders; of equal ones to the first.
///
/// # Errors
/// If the items add up to less than the total, an item is listed twice, or an amount is too large.
pub fn lines(input: &TaxedInput) -> Result<Vec<TaxedLine>, InputError> {
    let subtotal = Money::sum(input.lines.iter().map(|line| line.price))?;
    if input.total_before_tax > subtotal {
        return Err(InputError::new("More is taxed than the items come to."));
    }
    let mut ids = ById::new();
    if let Some(double) = input.lines.iter().find(|line| !ids.insert(line.id.as_str(), ())) {
        return Err(InputError::new(["The line `", &double.id, "` stands twice."].concat()));
    }
    let (total, whole) = (i128::from(input.total_before_tax.to_cents()), i128::from(subtotal.to_cents()));
    let mut left = input.total_before_tax;
    let mut parts = Vec::with_capacity(input.lines.len());
    for line in &input.lines {
        // The product of two 64-bit numbers fits into 128 bits. If the subtotal is zero, there is nothing to spread.
        let product = total.saturating_mul(i128::from(line.price.to_cents()));
        let cents = product.checked_div(whole).and_then(|cents| i64::try_from(cents).ok()).unwrap_or(0);
        let amount = Money::from_cents(cents).unwrap_or(Money::ZERO);
        left = left.less(amount);
        let taxed = TaxedLine { id: line.id.clone(), amount };
        parts.push((product.checked_rem(whole).unwrap_or(0), taxed));
    }
    let cent = Money::from_cents(1).unwrap_or(Money::ZERO);
    // There are fewer cents left than items.
    for _ in 0..left.to_cents() {
        // `max_by_key` takes the last of equal remainders, so the order is reversed to take the first.
        let Some((rest, taxed)) = parts.iter_mut().rev().max_by_key(|(rest, _)| *rest) else { break };
        (*rest, taxed.amount) = (-1, taxed.amount.plus(cent)?);
    }
    Ok(parts.into_iter().map(|(_, taxed)| taxed).collect())
}
