//! The settings of the sales tax.

use crate::platform::config::ConfigError;
use crate::providers::choices::TaxChoice;
use crate::providers::payment::stripe::settings::StripeAccount;
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Stripe's code of clothing and footwear.
const CLOTHING: &str = "txcd_30011000";

/// Stripe's code of shipping.
const SHIPPING: &str = "txcd_92010001";

/// Stripe's code of goods that are nothing more special: states that exempt clothes tax them.
const GOODS: &str = "txcd_99999999";

/// The categories of the catalogue that are no clothes.
const NO_CLOTHES: [&str; 2] = ["bags", "jewelry"];

/// The flags of `--tax`, each with its variable.
#[derive(Debug, Clone, Default, Args)]
pub struct TaxOptions {
    /// A file with the shop's own rate for each state, for --tax table [default: a demonstration]
    #[arg(long, env = "STYLEBOX_TAX_TABLE", value_name = "FILE", global = true)]
    tax_table: Option<PathBuf>,

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

/// Where the sales tax comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TaxSettings {
    /// The built-in table, a demonstration.
    #[default]
    Demonstration,
    /// The operator's own table.
    Table(TableFile),
    /// Stripe Tax.
    Stripe(StripeTaxSettings),
}

/// The file with the operator's own table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    /// Its name.
    pub file: PathBuf,
    /// What stands in it.
    pub json: Vec<u8>,
}

/// The checked settings of Stripe Tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeTaxSettings {
    /// The account.
    pub account: StripeAccount,
    /// The tax code of what the shop sells.
    pub code: String,
    /// Other tax codes, by the catalogue's category.
    pub category_codes: BTreeMap<String, String>,
    /// The tax code of shipping a box.
    pub shipping_code: String,
}

impl TaxOptions {
    /// The settings of a choice. `account` reads the account at Stripe.
    pub(crate) fn settings(
        self,
        choice: TaxChoice,
        account: impl FnOnce() -> Result<StripeAccount, ConfigError>,
    ) -> Result<TaxSettings, ConfigError> {
        match (choice, self.tax_table) {
            (TaxChoice::Table, None) => Ok(TaxSettings::Demonstration),
            (TaxChoice::Table, Some(file)) => match fs::read(&file) {
                Ok(json) => Ok(TaxSettings::Table(TableFile { file, json })),
                Err(_) => Err(ConfigError::Unreadable { flag: "--tax-table", file }),
            },
            (TaxChoice::StripeTax, Some(_)) => {
                Err(ConfigError::Missing { flag: "--tax table", needed_by: "--tax-table" })
            }
            (TaxChoice::StripeTax, None) => Ok(TaxSettings::Stripe(StripeTaxSettings {
                account: account()?,
                code: code(self.tax_code, "--tax-code", CLOTHING)?,
                category_codes: category_codes(&self.tax_category_codes)?,
                shipping_code: code(self.tax_shipping_code, "--tax-shipping-code", SHIPPING)?,
            })),
        }
    }
}

/// A tax code, or the default.
fn code(given: Option<String>, flag: &'static str, default: &str) -> Result<String, ConfigError> {
    let code = given.unwrap_or_else(|| default.to_owned());
    if is_code(&code) { Ok(code) } else { Err(ConfigError::TaxCode { flag, text: code }) }
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
            return Err(ConfigError::TaxCode { flag: "--tax-category-codes", text: text.clone() });
        };
        codes.insert(category.to_owned(), code.to_owned());
    }
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, StripeAccount, TaxChoice, TaxOptions, TaxSettings};
    use crate::platform::config::BaseUrl;
    use crate::platform::config::Secret;

    fn account() -> Result<StripeAccount, ConfigError> {
        let secret_key = Secret::read("KEY", |name| (name == "KEY").then(|| "sk_test_1".to_owned()))?.unwrap();
        Ok(StripeAccount { url: BaseUrl::parse("--stripe-url", "https://api.stripe.com")?, secret_key })
    }

    fn codes(given: &[&str]) -> Result<Vec<(String, String)>, ConfigError> {
        let tax_category_codes = given.iter().map(|text| (*text).to_owned()).collect();
        let options = TaxOptions { tax_category_codes, ..TaxOptions::default() };
        match options.settings(TaxChoice::StripeTax, account)? {
            TaxSettings::Stripe(stripe) => Ok(stripe.category_codes.into_iter().collect()),
            other => panic!("{other:?}"),
        }
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
        let options = TaxOptions { tax_code: Some("clothes".to_owned()), ..TaxOptions::default() };
        let refused = options.settings(TaxChoice::StripeTax, account).unwrap_err().to_string();
        assert_eq!(refused, "The tax code \"clothes\" of --tax-code is not of the form txcd_30011000.");
    }

    #[test]
    fn a_table_is_for_the_choice_of_a_table() {
        let with_table = || TaxOptions { tax_table: Some("/nowhere/rates.json".into()), ..TaxOptions::default() };
        let refused = |choice| with_table().settings(choice, account).unwrap_err().to_string();
        assert_eq!(refused(TaxChoice::Table), "The file \"/nowhere/rates.json\" of --tax-table cannot be read.");
        assert_eq!(refused(TaxChoice::StripeTax), "--tax-table needs --tax table.");
        assert_eq!(TaxOptions::default().settings(TaxChoice::Table, account), Ok(TaxSettings::Demonstration));
    }
}
