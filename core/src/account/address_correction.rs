//! The correction of an address that an address service recommends, if it is worth asking the customer about.

use crate::account::address::{Address, AddressChange, AddressForm, ComparedAddress, changed, parse};

/// How many digits of a ZIP code name the place; the other four name a street in it.
const AREA_DIGITS: usize = 5;

/// The recommended address, if it may be saved and differs from what was typed by more than letter case, spaces and the last four
/// digits of the ZIP code. The phone is the typed one.
#[must_use]
pub fn correction(typed: &Address, recommended: AddressForm) -> Option<Address> {
    let area = |code: &str| code.chars().take(AREA_DIGITS).collect::<String>();
    let is_same_area = area(typed.postal_code.as_str()) == area(recommended.postal_code.trim());
    let postal_code = if is_same_area { typed.postal_code.to_string() } else { recommended.postal_code };
    let form = AddressForm { postal_code, phone: typed.phone.to_string(), ..recommended };
    let corrected = parse(&form).ok()?;
    let change = AddressChange { primary: Some(compared(typed)), candidate: compared(&corrected) };
    changed(&change).then_some(corrected)
}

fn compared(address: &Address) -> ComparedAddress {
    let Address { line_1, line_2, city, state, postal_code, phone } = address;
    ComparedAddress {
        name: String::new(),
        phone: phone.to_string(),
        line_1: line_1.to_string(),
        line_2: line_2.as_ref().map(ToString::to_string).unwrap_or_default(),
        city: city.to_string(),
        state: state.to_string(),
        postal_code: postal_code.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(line_1: &str, city: &str, state: &str, postal_code: &str) -> AddressForm {
        let [line_1, city, state, postal_code] = [line_1, city, state, postal_code].map(str::to_owned);
        AddressForm { line_1, line_2: String::new(), city, state, postal_code, phone: String::new() }
    }

    fn corrected(recommended: AddressForm) -> Option<(String, String)> {
        let typed =
            AddressForm { phone: "6125550100".to_owned(), ..form("12 Elm Street", "Minneapolis", "MN", "55401") };
        let address = correction(&parse(&typed).unwrap(), recommended)?;
        assert_eq!(address.phone.as_str(), "6125550100");
        Some((address.line_1.to_string(), address.postal_code.to_string()))
    }

    #[test]
    fn a_correction_of_a_line_or_a_zip_code_is_offered() {
        let offered = corrected(form("12 Elm St", "Minneapolis", "MN", "55401-1234"));
        assert_eq!(offered, Some(("12 Elm St".to_owned(), "55401".to_owned())));
        let elsewhere = corrected(form("12 Elm Street", "Minneapolis", "MN", "55409-1234"));
        assert_eq!(elsewhere, Some(("12 Elm Street".to_owned(), "55409-1234".to_owned())));
        let with_flat =
            AddressForm { line_2: "Apt 3".to_owned(), ..form("12 Elm Street", "Minneapolis", "MN", "55401") };
        assert!(corrected(with_flat).is_some());
    }

    #[test]
    fn other_letter_case_spaces_or_zip_suffix_are_no_correction() {
        assert_eq!(corrected(form("12 ELM STREET ", "MINNEAPOLIS", "mn", "55401-1234")), None);
        assert_eq!(corrected(form("12 Elm Street", "Minneapolis", "MN", "55401")), None);
    }

    #[test]
    fn an_address_that_cannot_be_saved_is_not_offered() {
        assert_eq!(corrected(form("12 Elm St", "San Juan", "PR", "00901")), None);
        assert_eq!(corrected(form("", "Minneapolis", "MN", "55401")), None);
        assert_eq!(corrected(form(&"1".repeat(101), "Minneapolis", "MN", "55401")), None);
    }
}
