//! The settings of `--tax table`: the operator's own table.

use crate::platform::config::ConfigError;
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// The flag of the table, with its variable.
#[derive(Debug, Clone, Default, Args)]
pub struct TableOptions {
    /// A file with the shop's own rate for each state, for --tax table [default: a demonstration]
    #[arg(long, env = "STYLEBOX_TAX_TABLE", value_name = "FILE", global = true)]
    pub(crate) tax_table: Option<PathBuf>,
}

/// The file with the operator's own table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    pub file: PathBuf,
    /// The contents of the file.
    pub json: Vec<u8>,
}

impl TableOptions {
    /// The operator's table; `None` for the demonstration.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(self) -> Result<Option<TableFile>, ConfigError> {
        let Some(file) = self.tax_table else { return Ok(None) };
        match fs::read(&file) {
            Ok(json) => Ok(Some(TableFile { file, json })),
            Err(_) => Err(ConfigError::Unreadable { flag: "--tax-table", file }),
        }
    }
}
