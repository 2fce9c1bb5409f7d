//! Where the shop's sales tax comes from. The flag's one word for the table stands for two choices: a table of the operator's own can
//! serve customers, and the demonstration cannot.

use crate::platform::config::ConfigError;
use crate::providers::choice;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::tax::SalesTax;
use crate::providers::tax::stripe_tax::StripeTax;
use crate::providers::tax::stripe_tax::settings::{StripeTaxOptions, StripeTaxSettings};
use crate::providers::tax::table::TaxTable;
use crate::providers::tax::table::settings::{TableFile, TableOptions};
use clap::{Args, ValueEnum};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Word {
    /// A flat rate for each state: the operator's, or a demonstration.
    #[default]
    Table,
    /// Stripe Tax calculates the tax of each invoice.
    StripeTax,
}

/// The party's flag, and the flags of its implementations, each with its variable.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Options {
    /// The sales tax. The table has one flat rate for each state; unless --tax-table names the shop's own, it is for demo mode
    /// only.
    #[arg(long, env = "STYLEBOX_TAX", value_enum, default_value_t, global = true)]
    tax: Word,
    #[command(flatten)]
    table: TableOptions,
    #[command(flatten)]
    stripe_tax: StripeTaxOptions,
}

/// Where the sales tax comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TaxChoice {
    /// The built-in table, a demonstration.
    #[default]
    Demonstration,
    /// The operator's own table.
    Table(TableFile),
    Stripe(StripeTaxSettings),
}

impl Options {
    /// What was chosen, with its settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(self, sources: &SettingsSources<'_>) -> Result<TaxChoice, ConfigError> {
        match (self.tax, self.table.read()?) {
            (Word::Table, None) => Ok(TaxChoice::Demonstration),
            (Word::Table, Some(table)) => Ok(TaxChoice::Table(table)),
            (Word::StripeTax, Some(_)) => Err(ConfigError::Missing { flag: "--tax table", needed_by: "--tax-table" }),
            (Word::StripeTax, None) => Ok(TaxChoice::Stripe(self.stripe_tax.read(sources)?)),
        }
    }
}

impl TaxChoice {
    pub const FLAG: &str = "--tax";

    /// The word by which its flag names it.
    #[must_use]
    pub fn word(&self) -> String {
        choice::word(match self {
            Self::Demonstration | Self::Table(_) => Word::Table,
            Self::Stripe(_) => Word::StripeTax,
        })
    }

    /// What a fake, for demo mode, does not do; `None` for a choice that can serve customers.
    #[must_use]
    pub const fn fake(&self) -> Option<&'static str> {
        match self {
            Self::Demonstration => Some("the built-in table of tax rates is a demonstration (--tax)"),
            Self::Table(_) | Self::Stripe(_) => None,
        }
    }

    /// What is chosen.
    pub(crate) fn provider(&self) -> Result<SalesTax, String> {
        Ok(match self {
            Self::Demonstration => SalesTax::Table(Arc::new(TaxTable::demonstration()?)),
            Self::Table(file) => SalesTax::Table(Arc::new(TaxTable::of_operator(file)?)),
            Self::Stripe(settings) => SalesTax::Service(Arc::new(StripeTax::new(settings)?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, TaxChoice, Word};
    use crate::providers::flags::SettingsSources;
    use crate::providers::tax::stripe_tax::settings::StripeTaxOptions;
    use crate::providers::tax::table::settings::TableOptions;

    #[test]
    fn a_table_is_for_the_choice_of_a_table() {
        let read = |tax, file: Option<&str>| {
            let table = TableOptions { tax_table: file.map(Into::into) };
            Options { tax, table, stripe_tax: StripeTaxOptions::default() }
                .read(&SettingsSources::variables(true, &|_| None))
        };
        let nowhere = read(Word::Table, Some("/nowhere/rates.json")).unwrap_err();
        assert_eq!(nowhere.to_string(), "The file \"/nowhere/rates.json\" of --tax-table cannot be read.");
        let file = std::env::temp_dir().join(format!("stylebox-rates-{}", std::process::id()));
        std::fs::write(&file, "{}").unwrap();
        let beside = read(Word::StripeTax, file.to_str()).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(beside.to_string(), "--tax-table needs --tax table.");
        assert_eq!(read(Word::Table, None), Ok(TaxChoice::Demonstration));
    }
}
