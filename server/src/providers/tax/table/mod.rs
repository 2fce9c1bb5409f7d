//! One flat rate and fee for each state: the operator's own table, or the demonstration of the starting data
//! (`data/tax_rates.json`).

pub mod settings;

use crate::data::{self, TaxRates};
use crate::providers::tax::state_tax::StateTax;
use crate::providers::tax::table::settings::TableFile;
use std::collections::HashMap;
use stylebox_core::values::money::{Money, TaxRate};
use stylebox_core::values::reading::state::{STATES, State};

/// A flat rate and fee for each state.
#[derive(Debug, Clone)]
pub struct TaxTable {
    states: HashMap<String, StateTax>,
}

impl TaxTable {
    /// The table of the starting data, a demonstration.
    ///
    /// # Errors
    /// A sentence that names what is wrong with it.
    pub fn demonstration() -> Result<Self, String> {
        Self::read(&data::read("tax_rates.json")?).map_err(|why| format!("The starting data's tax_rates.json: {why}"))
    }

    /// The operator's own table.
    ///
    /// # Errors
    /// A sentence that names the file and the bad entry.
    pub fn of_operator(table: &TableFile) -> Result<Self, String> {
        let file = &table.file;
        let rates: TaxRates = serde_json::from_slice(&table.json)
            .map_err(|error| format!("The file {file:?} of --tax-table is no table of tax rates: {error}."))?;
        Self::read(&rates).map_err(|why| format!("The file {file:?} of --tax-table: {why}"))
    }

    /// Reads a table. It has a rate for each state that an address may have: a box must not be on its way to a state whose tax is
    /// not known.
    fn read(data: &TaxRates) -> Result<Self, String> {
        let mut states = HashMap::new();
        for (state, text) in &data.rates.0 {
            check(state, "rate")?;
            let rate: TaxRate = text
                .parse()
                .map_err(|_| format!("the rate of {state} is not of the form 0.06875 (it is {text:?})."))?;
            if states.insert(state.clone(), StateTax { rate, delivery_fee: Money::ZERO }).is_some() {
                return Err(format!("there are two rates for {state}."));
            }
        }
        if let Some(missing) = STATES.iter().map(|state| state.code()).find(|state| !states.contains_key(*state)) {
            return Err(format!("there is no rate for {missing}. Write \"0\" where the shop collects no tax."));
        }
        let mut with_fee = Vec::new();
        for (state, text) in &data.delivery_fees.0 {
            check(state, "delivery fee")?;
            let fee: Money = text
                .parse()
                .map_err(|_| format!("the delivery fee of {state} is not of the form 0.28 (it is {text:?})."))?;
            if with_fee.contains(&state) {
                return Err(format!("there are two delivery fees for {state}."));
            }
            with_fee.push(state);
            states.entry(state.clone()).and_modify(|tax| tax.delivery_fee = fee);
        }
        Ok(Self { states })
    }
}

fn check(state: &str, what: &str) -> Result<(), String> {
    if State::of(state).is_some() {
        Ok(())
    } else {
        Err(format!("there is a {what} for {state:?}, which is no state."))
    }
}

impl TaxTable {
    /// The tax in `state`, a state's code; `None` if it is no state.
    #[must_use]
    pub fn of(&self, state: &str) -> Option<StateTax> {
        self.states.get(&state.to_ascii_uppercase()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_its_rate_and_fee_in_either_case() {
        let table = TaxTable::demonstration().unwrap();
        let of = |state: &str| table.of(state).map(|tax| (tax.rate.to_string(), tax.delivery_fee.to_string()));
        let known = |rate: &str, fee: &str| Some((rate.to_owned(), fee.to_owned()));
        assert_eq!(of("MN"), known("0.06875", "0.00"));
        assert_eq!(of("mn"), known("0.06875", "0.00"));
        assert_eq!(of("CO"), known("0.029", "0.28"));
        assert_eq!(of("OR"), known("0", "0.00"));
        assert_eq!(of("ZZ"), None);
    }

    /// A table with 5% for every state, after a change to its text.
    fn read(change: impl FnOnce(String) -> String) -> Result<TaxTable, String> {
        let rates: Vec<String> = STATES.iter().map(|state| format!("{:?}: \"0.05\"", state.code())).collect();
        let json = format!(
            "{{\"label\": \"ours\", \"rates\": {{{}}}, \"delivery_fees\": {{\"CO\": \"0.29\"}}}}",
            rates.join(", ")
        );
        TaxTable::of_operator(&TableFile { file: "rates.json".into(), json: change(json).into_bytes() })
    }

    #[test]
    fn an_operator_s_table_holds_for_every_state() {
        let table = read(|json| json).unwrap();
        let tax = |state| table.of(state).map(|tax| (tax.rate.to_string(), tax.delivery_fee.to_string()));
        for state in STATES.map(State::code) {
            let fee = if state == "CO" { "0.29" } else { "0.00" };
            assert_eq!(tax(state), Some(("0.05".to_owned(), fee.to_owned())), "{state}");
        }
        assert!(
            read(|json| json.replace(", \"delivery_fees\": {\"CO\": \"0.29\"}", "")).is_ok(),
            "fees can be left out"
        );
    }

    #[test]
    fn a_bad_entry_of_an_operator_s_table_is_named() {
        let refused = |from: &str, to: &str| {
            let said = read(|json| json.replacen(from, to, 1)).unwrap_err();
            said.strip_prefix("The file \"rates.json\" of --tax-table").unwrap_or(&said).to_owned()
        };
        let wyoming = "\"WY\": \"0.05\"";
        for (rate, shown) in [("5%", "5%"), ("0.0500000", "0.0500000"), ("1.05", "1.05"), ("", "")] {
            let said = format!(": the rate of WY is not of the form 0.06875 (it is {shown:?}).");
            assert_eq!(refused(wyoming, &format!("\"WY\": {rate:?}")), said);
        }
        let missing = ": there is no rate for WY. Write \"0\" where the shop collects no tax.";
        assert_eq!(refused(&format!(", {wyoming}"), ""), missing);
        assert_eq!(refused(wyoming, "\"WY\": \"0.05\", \"WY\": \"0.04\""), ": there are two rates for WY.");
        assert_eq!(refused(wyoming, "\"wy\": \"0.05\""), ": there is a rate for \"wy\", which is no state.");
        assert_eq!(
            refused("\"CO\": \"0.29\"", "\"PR\": \"0.29\""),
            ": there is a delivery fee for \"PR\", which is no state."
        );
        assert_eq!(refused("0.29", "0.295"), ": the delivery fee of CO is not of the form 0.28 (it is \"0.295\").");
        assert_eq!(
            refused("\"CO\": \"0.29\"", "\"CO\": \"0.29\", \"CO\": \"1\""),
            ": there are two delivery fees for CO."
        );
        assert!(
            refused(wyoming, "\"WY\": 0.05").starts_with(" is no table of tax rates: invalid type: floating point")
        );
        assert!(refused("\"label\"", "\"lable\"").starts_with(" is no table of tax rates: unknown field `lable`"));
    }
}
