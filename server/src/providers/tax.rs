//! Sales tax: which rate a delivery is taxed at.

use crate::data::TaxRates;
use std::collections::HashMap;
use stylebox_core::money::TaxRate;

/// Who knows the rates.
pub trait TaxProvider: Send + Sync {
    /// The rate for clothes that go to `state`, a state's code; nothing where it is not known.
    fn rate(&self, state: &str) -> Option<TaxRate>;
}

/// The embedded provider: one flat rate a state, for demonstration (`data/tax_rates.json`).
#[derive(Debug, Clone)]
pub struct TaxTable {
    rates: HashMap<String, TaxRate>,
}

impl TaxTable {
    /// The table of the starting data.
    ///
    /// # Errors
    /// A sentence that names the state whose rate is none.
    pub fn new(data: &TaxRates) -> Result<Self, String> {
        let rate = |(state, text): (&String, &String)| {
            let rate = text.parse().map_err(|error| format!("The tax rate of {state} cannot be used: {error}"))?;
            Ok((state.clone(), rate))
        };
        Ok(Self { rates: data.rates.iter().map(rate).collect::<Result<_, String>>()? })
    }
}

impl TaxProvider for TaxTable {
    fn rate(&self, state: &str) -> Option<TaxRate> {
        self.rates.get(&state.to_ascii_uppercase()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;

    #[test]
    fn a_state_has_its_rate_in_either_case() {
        let table = TaxTable::new(&data::read("tax_rates.json").unwrap()).unwrap();
        assert_eq!(table.rate("MN").unwrap().to_string(), "0.06875");
        assert_eq!(table.rate("mn").unwrap().to_string(), "0.06875");
        assert_eq!(table.rate("OR").unwrap().to_string(), "0");
        assert_eq!(table.rate("ZZ"), None);
    }
}
