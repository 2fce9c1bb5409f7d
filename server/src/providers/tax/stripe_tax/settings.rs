//! The settings of `--tax stripe-tax`.

use crate::platform::config::ConfigError;
use crate::providers::companies::stripe::account::StripeAccount;
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;
use std::collections::BTreeMap;

/// Stripe's code of clothing and footwear.
const CLOTHING: &str = "txcd_30011000";

/// Stripe's code of shipping.
const SHIPPING: &str = "txcd_92010001";

/// Stripe's code of general goods: states that exempt clothes tax them.
const GOODS: &str = "txcd_99999999";

/// The categories of the catalogue that are no clothes.
const NO_CLOTHES: [&str; 2] = ["bags", "jewelry"];

/// The flags of `--tax stripe-tax`, each with its variable.
#[derive(Debug, Clone, Default, Args)]
pub struct StripeTaxOptions {
    /// For --tax stripe-tax: Stripe's tax code of what the shop sells [default: clothing and footwear]
    #[arg(long, env = "STYLEBOX_TAX_CODE", value_name = "CODE", global = true)]
    tax_code: Option<String>,

    /// For --tax stripe-tax: other tax codes by the catalogue's category, separated by commas: bags=txcd_99999999
    /// [default: bags and jewelry are general goods]
    #[arg(
        long,
        env = "STYLEBOX_TAX_CATEGORY_CODES",
        value_name = "CATEGORY=CODE",
        value_delimiter = ',',
        global = true
    )]
    tax_category_codes: Vec<String>,

    /// For --tax stripe-tax: Stripe's tax code of shipping a box [default: shipping]
    #[arg(long, env = "STYLEBOX_TAX_SHIPPING_CODE", value_name = "CODE", global = true)]
    tax_shipping_code: Option<String>,
}

/// The checked settings of Stripe Tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeTaxSettings {
    pub account: StripeAccount,
    /// The tax code of what the shop sells.
    pub code: String,
    /// Other tax codes, by the catalogue's category.
    pub category_codes: BTreeMap<String, String>,
    /// The tax code of shipping a box.
    pub shipping_code: String,
}

impl PartyFlags for StripeTaxOptions {
    type Settings = StripeTaxSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<StripeTaxSettings, ConfigError> {
        Ok(StripeTaxSettings {
            account: sources.stripe("--tax stripe-tax")?,
            code: code(self.tax_code, "--tax-code", CLOTHING)?,
            category_codes: category_codes(&self.tax_category_codes)?,
            shipping_code: code(self.tax_shipping_code, "--tax-shipping-code", SHIPPING)?,
        })
    }
}

/// A tax code, or the default.
fn code(given: Option<String>, flag: &'static str, default: &str) -> Result<String, ConfigError> {
    let code = given.unwrap_or_else(|| default.to_owned());
    if is_code(&code) { Ok(code) } else { Err(malformed(flag, &code)) }
}

fn malformed(flag: &str, text: &str) -> ConfigError {
    ConfigError::OfParty(format!("The tax code {text:?} of {flag} is not of the form txcd_30011000."))
}

fn is_code(text: &str) -> bool {
    text.strip_prefix("txcd_")
        .is_some_and(|number| number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn category_codes(given: &[String]) -> Result<BTreeMap<String, String>, ConfigError> {
    let mut codes: BTreeMap<String, String> =
        NO_CLOTHES.iter().map(|category| ((*category).to_owned(), GOODS.to_owned())).collect();
    for text in given {
        let pair = text.split_once('=').filter(|(category, code)| !category.is_empty() && is_code(code));
        let Some((category, code)) = pair else {
            return Err(malformed("--tax-category-codes", text));
        };
        codes.insert(category.to_owned(), code.to_owned());
    }
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, PartyFlags, SettingsSources, StripeTaxOptions, StripeTaxSettings};
    use crate::providers::companies::Accounts;
    use crate::providers::companies::stripe::account::StripeAccountOptions;

    fn read(options: StripeTaxOptions) -> Result<StripeTaxSettings, ConfigError> {
        let stripe = StripeAccountOptions { stripe_url: "https://api.stripe.com".to_owned() };
        let accounts = Accounts { stripe, ..Accounts::default() };
        let variable = |name: &str| (name == "STYLEBOX_STRIPE_SECRET_KEY").then(|| "sk_test_1".to_owned());
        options.read(&SettingsSources { accounts: &accounts, ..SettingsSources::variables(true, &variable) })
    }

    fn codes(given: &[&str]) -> Result<Vec<(String, String)>, ConfigError> {
        let tax_category_codes = given.iter().map(|text| (*text).to_owned()).collect();
        let options = StripeTaxOptions { tax_category_codes, ..StripeTaxOptions::default() };
        Ok(read(options)?.category_codes.into_iter().collect())
    }

    #[test]
    fn bags_and_jewelry_are_no_clothes_unless_the_operator_says_so() {
        let pair = |category: &str, code: &str| (category.to_owned(), code.to_owned());
        let defaults = [pair("bags", "txcd_99999999"), pair("jewelry", "txcd_99999999")];
        assert_eq!(codes(&[]), Ok(defaults.to_vec()));
        let changed = codes(&["bags=txcd_30011000", "scarves=txcd_12345678"]).unwrap();
        assert_eq!(
            changed,
            [pair("bags", "txcd_30011000"), pair("jewelry", "txcd_99999999"), pair("scarves", "txcd_12345678")]
        );
    }

    #[test]
    fn a_malformed_tax_code_is_named() {
        for text in ["bags", "=txcd_30011000", "bags=30011000", "bags=txcd_3001100", "bags=txcd_3001100x"] {
            let refused = codes(&[text]).unwrap_err().to_string();
            assert_eq!(
                refused,
                format!("The tax code {text:?} of --tax-category-codes is not of the form txcd_30011000.")
            );
        }
        let options = StripeTaxOptions { tax_code: Some("clothes".to_owned()), ..StripeTaxOptions::default() };
        let refused = read(options).unwrap_err().to_string();
        assert_eq!(refused, "The tax code \"clothes\" of --tax-code is not of the form txcd_30011000.");
    }
}
