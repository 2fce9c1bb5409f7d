//! A ZIP code, with or without its dash.

use super::prepare::joined;
use crate::values::fields::all_digits;

/// `zip.read`: `55401` or `55401-1234`; nothing if the text is no ZIP code.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let code = joined(text);
    let (area, rest) = code.split_at_checked(5)?;
    let street = rest.strip_prefix('-').unwrap_or(rest);
    let is_street = street.len() == 4 && all_digits(street);
    if !all_digits(area) || !(rest.is_empty() || is_street) {
        return None;
    }
    let dash = if is_street { "-" } else { "" };
    Some([area, dash, street].concat())
}
