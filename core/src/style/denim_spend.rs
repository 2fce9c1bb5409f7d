//! The slider for what a customer spends on denim (spec A, section 5).

use crate::{
    policy,
    values::{fields::all_digits, search},
    wire::Input,
};
use serde::Serialize;

/// The positions of the slider's ends, in dollars.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DenimSpendInput {
    /// The lower end.
    pub min: f64,
    /// The upper end.
    pub max: f64,
}

/// The positions of the slider's ends on its steps, in whole dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DenimSpend {
    /// The lower end.
    pub min: u32,
    /// The upper end.
    pub max: u32,
    /// Both, as they are shown and stored: `$90 - $300`.
    pub label: String,
}

/// `denim_spend.normalize`: the positions moved onto the steps, into the range, and far enough apart.
#[must_use]
pub fn normalize(input: &DenimSpendInput) -> DenimSpend {
    let min = on_step(input.min).min(policy::DENIM_SPEND_MAX.saturating_sub(policy::DENIM_SPEND_GAP));
    let max = on_step(input.max).max(min.saturating_add(policy::DENIM_SPEND_GAP));
    DenimSpend { min, max, label: format!("${min} - ${max}") }
}

/// `denim_spend.read`: the positions in an answer such as `$90 - $300`; nothing if it does not have that form.
#[must_use]
pub fn read(text: &str) -> Option<DenimSpend> {
    let (min, max) = ends(text)?;
    Some(normalize(&DenimSpendInput { min, max }))
}

/// Both ends of a range of whole dollars.
pub(super) fn ends(text: &str) -> Option<(f64, f64)> {
    let (low, high) = search::split_once(text, " - ")?;
    dollars(low).zip(dollars(high))
}

/// Parses whole dollars: `$90`.
fn dollars(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('$')?;
    let whole = all_digits(digits) && (digits == "0" || !digits.starts_with('0'));
    if whole { digits.parse::<u32>().ok().map(f64::from) } else { None }
}

/// The nearest step, half up, within the range.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range first")]
fn on_step(dollars: f64) -> u32 {
    let clamped = dollars.clamp(f64::from(policy::DENIM_SPEND_MIN), f64::from(policy::DENIM_SPEND_MAX));
    let steps = (clamped / f64::from(policy::DENIM_SPEND_STEP) + 0.5).floor() as u32;
    steps.saturating_mul(policy::DENIM_SPEND_STEP)
}
