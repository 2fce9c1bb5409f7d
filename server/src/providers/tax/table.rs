//! The embedded provider, for demo mode: one flat rate and fee for each state (`data/tax_rates.json`).

use super::{Tax, TaxProvider};
use crate::data::TaxRates;
use std::collections::HashMap;

/// A flat rate and fee for each state.
#[derive(Debug, Clone)]
pub struct TaxTable {
    states: HashMap<String, Tax>,
}

impl TaxTable {
    /// The table of the starting data.
    ///
    /// # Errors
    /// A sentence that names the state whose rate is invalid.
    pub fn new(data: &TaxRates) -> Result<Self, String> {
        let tax = |(state, text): (&String, &String)| {
            let rate = text.parse().map_err(|error| format!("The tax rate of {state} cannot be used: {error}"))?;
            let delivery_fee = data.delivery_fees.get(state).copied().unwrap_or_default();
            Ok((state.clone(), Tax { rate, delivery_fee }))
        };
        Ok(Self { states: data.rates.iter().map(tax).collect::<Result<_, String>>()? })
    }
}

impl TaxProvider for TaxTable {
    fn of(&self, state: &str) -> Option<Tax> {
        self.states.get(&state.to_ascii_uppercase()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;

    #[test]
    fn a_state_has_its_rate_and_fee_in_either_case() {
        let table = TaxTable::new(&data::read("tax_rates.json").unwrap()).unwrap();
        let of = |state: &str| table.of(state).map(|tax| (tax.rate.to_string(), tax.delivery_fee.to_string()));
        let known = |rate: &str, fee: &str| Some((rate.to_owned(), fee.to_owned()));
        assert_eq!(of("MN"), known("0.06875", "0.00"));
        assert_eq!(of("mn"), known("0.06875", "0.00"));
        assert_eq!(of("CO"), known("0.029", "0.28"));
        assert_eq!(of("OR"), known("0", "0.00"));
        assert_eq!(of("ZZ"), None);
    }
}
